/* SPDX-License-Identifier: MIT
 * Bench: the command line; see options.h. */
#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MIN_SIZE 8
#define MAX_SIZE 16384
#define MAX_THREADS 256
#define MAX_REPEATS 1000

static void print_help_of_rows(void) {
    puts(
        "\n"
        "A case makes its map, then each implementation is first compared with wend by its own rule, on two goals and\n"
        "every cell. Then come one round to warm up and the repeats. In each round all implementations run one after\n"
        "the other, always in the same order, so that noise of the machine hits all alike. Each round has other goals\n"
        "(exits: other terrain), the same for all implementations. Where whole fields, samples and ranges are timed\n"
        "a run is made once more right before: caches then hold its own data, not those of the one before it.\n"
        "\n"
        "Keys of a row:\n"
        "  case map size   what was run; size is WIDTHxHEIGHT\n"
        "  impl backend    who ran it; wend's set of instructions, \"-\" for others\n"
        "  threads         how many; in field cases all of them build one field, in case many 16 at once, in sampling\n"
        "                  they share the points, in crowd the agents. Others, and the other cases, always run on one\n"
        "  variant         what else sets a row apart within its case (a rule, what is edited, which figure), or "
        "\"-\"\n"
        "  rule            neighbours, corner rule, length of straight/diagonal steps, step rule\n"
        "  unit            ns/cell: per cell reached (exits, stream: per cell of the map); us/build: per whole field\n"
        "                  (small, slices); us/update: per update of a field (repair) or mover (mover-update);\n"
        "                  ns/point: per sample (sampling); us/query: per route (astar); ns/step: per agent and step "
        "(crowd);\n"
        "                  free times: how many times as long as alone ways take (crowd-ways)\n"
        "  repeats         how many timed\n"
        "  min median max  of the repeats\n"
        "  reached         cells, points or routes of one repeat (small: cells of its last build)\n"
        "  checksum        over the answers of all repeats: wend_field_hash for wend's fields, else distances (astar:\n"
        "                  costs; exits: costs and exits; sampling: samples). Equal options give equal checksums;\n"
        "                  others that share a rule share theirs\n"
        "  machine compiler flags commit   where it ran, how the program was built, and from what\n"
        "\n"
        "wend's field figures include values and directions; others compute distances alone. Graphs that others want\n"
        "are built beforehand and not timed. stream reads 1 byte and writes 5 per cell: the limit of the memory.\n"
        "\n"
        "Exit: 0 done, 1 an answer differed or a run failed, 2 bad input.");
}

void bench_print_help(void) {
    puts("Usage: wend_bench [options]\n"
         "       wend_bench compare OLD.jsonl NEW.jsonl [options]     (wend_bench compare --help)\n"
         "Measures wend beside other solvers of the same question, a JSON object a line on standard output.\n"
         "\n"
         "  --list          names the cases, implementations and back ends and ends\n"
         "  --case GLOB     only cases whose name matches (* and ?); default all\n"
         "  --impl GLOB     only implementations whose name matches; default all\n"
         "  --backend NAME  wend's set of instructions, or all; default the best\n"
         "  --size N        maps of N x N cells, 8 to 16384; default what suits the case\n"
         "  --threads N     threads for wend's fields and samples, 1 to 256; default 1\n"
         "  --map FILE      a map of cases that end in -map, by extension: .map .pgm .csv .txt\n"
         "  --repeat N      timed repeats, 5 to 1000; default 7\n"
         "  --help          this text\n"
         "All but --repeat may be given several times.");
    print_help_of_rows();
}

bool bench_glob(const char *pattern, const char *name) {
    for (; *pattern != '*'; pattern++, name++) {
        if (*pattern == '\0' || *name == '\0') return *pattern == *name;
        if (*pattern != '?' && *pattern != *name) return false;
    }
    while (*pattern == '*') pattern++;
    for (;; name++) {
        if (bench_glob(pattern, name)) return true;
        if (*name == '\0') return false;
    }
}

static bool matches_any(const char *const *patterns, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++) {
        if (bench_glob(patterns[i], name)) return true;
    }
    return false;
}

bool bench_wants_case(const bench_options *options, const char *name) {
    return matches_any(options->cases, options->case_count, name);
}

bool bench_wants_impl(const bench_options *options, const char *name) {
    return matches_any(options->impls, options->impl_count, name);
}

bool bench_complain(const char *option, const char *reason) {
    fprintf(stderr, "wend_bench: %s: %s\n", option, reason);
    return false;
}

bool bench_parse_number(const char *option, const char *word, uint32_t least, uint32_t most, uint32_t *out) {
    uint32_t number = 0;
    const char *c = word;
    for (; *c >= '0' && *c <= '9' && number <= most; c++) number = number * 10 + (uint32_t)(*c - '0');
    if (c == word || *c != '\0' || number < least || number > most) {
        fprintf(stderr, "wend_bench: %s: '%s' is not a whole number from %" PRIu32 " to %" PRIu32 "\n", option, word,
                least, most);
        return false;
    }
    *out = number;
    return true;
}

static bool parse_list(const char *option, const char *word, uint32_t least, uint32_t most, uint32_t *list,
                       uint32_t *count) {
    uint32_t number;
    if (!bench_parse_number(option, word, least, most, &number)) return false;
    if (*count == BENCH_MAX_LIST) return bench_complain(option, "given too often");
    for (uint32_t i = 0; i < *count; i++) {
        if (list[i] == number) return bench_complain(option, "the same number twice");
    }
    list[(*count)++] = number;
    return true;
}

static bool parse_texts(const char *option, const char *word, const char **list, uint32_t most, uint32_t *count) {
    if (*count == most) return bench_complain(option, "given too often");
    if (*word == '\0') return bench_complain(option, "needs a value");
    list[(*count)++] = word;
    return true;
}

static bool parse_flag(const char *option, bool *out) {
    if (*out) return bench_complain(option, "given twice");
    *out = true;
    return true;
}

static bool parse_backend(const char *option, const char *word, bench_options *out) {
    wend_backend backend;
    if (strcmp(word, "all") == 0) {
        if (out->backend_count) return bench_complain(option, "all of them, and others too");
        out->backend_count = bench_backends_all(out->backends);
        return true;
    }
    if (!bench_backend_find(word, &backend)) return bench_complain(option, "not one of this machine; try --list");
    for (uint32_t i = 0; i < out->backend_count; i++) {
        if (out->backends[i] == backend) return bench_complain(option, "the same one twice");
    }
    out->backends[out->backend_count++] = backend;
    return true;
}

static bool parse_valued(const char *option, const char *word, bench_options *out) {
    if (strcmp(option, "--case") == 0) return parse_texts(option, word, out->cases, BENCH_MAX_LIST, &out->case_count);
    if (strcmp(option, "--impl") == 0) return parse_texts(option, word, out->impls, BENCH_MAX_LIST, &out->impl_count);
    if (strcmp(option, "--map") == 0) return parse_texts(option, word, out->maps, BENCH_MAX_MAPS, &out->map_count);
    if (strcmp(option, "--backend") == 0) return parse_backend(option, word, out);
    if (strcmp(option, "--size") == 0) {
        return parse_list(option, word, MIN_SIZE, MAX_SIZE, out->sizes, &out->size_count);
    }
    if (strcmp(option, "--threads") == 0) {
        return parse_list(option, word, 1, MAX_THREADS, out->threads, &out->thread_count);
    }
    if (out->repeats) return bench_complain(option, "given twice");
    return bench_parse_number(option, word, BENCH_MIN_REPEATS, MAX_REPEATS, &out->repeats);
}

static bool takes_value(const char *option) {
    static const char *const names[] = {"--case", "--impl", "--backend", "--map", "--size", "--threads", "--repeat"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(option, names[i]) == 0) return true;
    }
    return false;
}

static void fill_defaults(bench_options *out) {
    if (!out->case_count) out->cases[out->case_count++] = "*";
    if (!out->impl_count) out->impls[out->impl_count++] = "*";
    if (!out->repeats) out->repeats = 7;
    if (!out->backend_count) {
        bench_backends_all(out->backends);
        out->backend_count = 1;
    }
    if (!out->thread_count) out->threads[out->thread_count++] = 1;
}

bool bench_parse(int count, char **words, bench_options *out) {
    memset(out, 0, sizeof *out);
    for (int i = 1; i < count; i++) {
        const char *option = words[i];
        bool is_good;
        if (strcmp(option, "--list") == 0) {
            is_good = parse_flag(option, &out->list);
        } else if (strcmp(option, "--help") == 0) {
            is_good = parse_flag(option, &out->help);
        } else if (!takes_value(option)) {
            fprintf(stderr, "wend_bench: unknown option '%s'; try --help\n", option);
            is_good = false;
        } else if (i + 1 == count) {
            is_good = bench_complain(option, "needs a value");
        } else {
            is_good = parse_valued(option, words[++i], out);
        }
        if (!is_good) return false;
    }
    fill_defaults(out);
    return true;
}
