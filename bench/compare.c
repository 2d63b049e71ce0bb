/* SPDX-License-Identifier: MIT
 * Bench: two runs, row by row; see compare.h. A row that looks slower is run again before it is called so:
 *
 *      OLD.jsonl  --+                          +-- no: "not confirmed"
 *                   +--> looks slower? --> run again, still?
 *      NEW.jsonl  --+          |               +-- yes, every time: "slower", exit 1
 *                              +--> "cannot be run again here", and why; exit 3 if nothing is slower                   */
#define _POSIX_C_SOURCE 200809L
#include "compare.h"

#include "cases.h"
#include "options.h"
#include "row.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE 4096
#define MAX_RERUNS 10
#define DEFAULT_RERUNS 2
#define DEFAULT_TOLERANCE 5 /* per cent */
#define RERUN_REPEATS 15

enum verdict { SAME, FASTER, SLOWER, NOT_CONFIRMED, CANNOT_RUN, OTHER_ANSWERS, VERDICT_COUNT };

static const char *const verdict_names[VERDICT_COUNT] = {
    "same", "faster", "SLOWER", "not confirmed", "cannot be run again here", "OTHER ANSWERS"};

typedef struct table {
    bench_row *rows;
    size_t count;
} table;

typedef struct comparison {
    const char *old_path, *new_path;
    const char *old_program, *new_program; /* old: NULL, only the new one is run again */
    const char *maps[BENCH_MAX_MAPS];
    uint32_t map_count;
    uint32_t reruns, tolerance; /* tolerance in per cent */
    bool help;
    table old_rows, new_rows;
    size_t verdicts[VERDICT_COUNT];
    double peer_logs; /* of new over old, of those that are not wend */
    size_t peers;
} comparison;

/* Reading. */

static bool add_row(table *into, const bench_row *row) {
    if ((into->count & (into->count - 1)) == 0) {
        bench_row *grown = realloc(into->rows, (into->count ? 2 * into->count : 1) * sizeof *grown);
        if (!grown) return false;
        into->rows = grown;
    }
    into->rows[into->count++] = *row;
    return true;
}

static bool read_table(const char *path, table *out) {
    char line[MAX_LINE];
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "wend_bench: %s: cannot be opened\n", path);
        return false;
    }
    bool is_good = true;
    for (uint32_t number = 1; is_good && fgets(line, sizeof line, file); number++) {
        bench_row row;
        is_good = bench_row_parse(line, &row) && add_row(out, &row);
        if (!is_good) fprintf(stderr, "wend_bench: %s:%" PRIu32 ": not a row\n", path, number);
    }
    fclose(file);
    if (is_good && out->count == 0) fprintf(stderr, "wend_bench: %s: no rows\n", path);
    return is_good && out->count > 0;
}

static const bench_row *find_row(const table *in, const bench_row *like) {
    for (size_t i = 0; i < in->count; i++) {
        if (bench_row_is_same(&in->rows[i], like)) return &in->rows[i];
    }
    return NULL;
}

/* Judging. */

/* How far the middle lies above the best, which noise cannot lower. */
static double spread(const bench_row *row) {
    return (row->median - row->min) / row->median;
}

/* Is a so much above b that neither the tolerance nor the spread of either explains it? */
static bool is_above(const comparison *self, const bench_row *a, const bench_row *b) {
    const double tolerance = self->tolerance / 100.0;
    const double margin = fmax(tolerance, fmax(spread(a), spread(b)));
    return a->median > b->median * (1 + margin) && a->min > b->min * (1 + tolerance);
}

static enum verdict judge(const comparison *self, const bench_row *before, const bench_row *after) {
    if (before->repeats == after->repeats && strcmp(before->checksum, after->checksum) != 0) return OTHER_ANSWERS;
    if (is_above(self, after, before)) return SLOWER;
    return is_above(self, before, after) ? FASTER : SAME;
}

/* Running again. */

/* Appends a word to a command for the shell, in quotes. */
static void add_word(char *command, size_t size, const char *word) {
    size_t length = strlen(command);
    length += (size_t)snprintf(command + length, size - length, " '");
    for (; *word && length + 8 < size; word++) {
        length += (size_t)snprintf(command + length, size - length, *word == '\'' ? "'\\''" : "%c", *word);
    }
    snprintf(command + length, size - length, "'");
}

static void add_option(char *command, size_t size, const char *option, const char *value) {
    add_word(command, size, option);
    add_word(command, size, value);
}

static void add_number(char *command, size_t size, const char *option, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    add_option(command, size, option, text);
}

static const char *find_map(const comparison *self, const char *name) {
    for (uint32_t i = 0; i < self->map_count; i++) {
        const char *slash = strrchr(self->maps[i], '/');
        if (strcmp(slash ? slash + 1 : self->maps[i], name) == 0) return self->maps[i];
    }
    return NULL;
}

/* Cases made from the maps of --map are called so. */
static bool is_of_map(const bench_row *row) {
    const size_t length = strlen(row->case_name);
    return length >= 4 && strcmp(row->case_name + length - 4, "-map") == 0;
}

static bool is_case(const char *name) {
    for (size_t i = 0; i < bench_case_count(); i++) {
        if (strcmp(bench_case_at(i)->name, name) == 0) return true;
    }
    return false;
}

static bool can_be_read(const char *path) {
    FILE *file = fopen(path, "r");
    if (file) fclose(file);
    return file != NULL;
}

/* Why there is no use in running a row again, or NULL. */
static const char *find_obstacle(const comparison *self, const bench_row *row) {
    wend_backend backend;
    if (!is_case(row->case_name)) return "this program has no such case";
    if (strcmp(row->backend, "-") != 0 && !bench_backend_find(row->backend, &backend)) {
        return "this machine has no such back end";
    }
    if (!is_of_map(row)) return NULL;
    const char *map = find_map(self, row->map);
    if (!map) return "its --map is not given";
    return can_be_read(map) ? NULL : "its --map cannot be read";
}

/* Runs a row without an obstacle again, into itself; false: the program gave no such row. */
static bool run_again(const comparison *self, const char *program, bench_row *row) {
    char command[MAX_LINE] = "", line[MAX_LINE];
    add_word(command, sizeof command, program);
    add_option(command, sizeof command, "--case", row->case_name);
    add_option(command, sizeof command, "--impl", row->impl);
    if (strcmp(row->backend, "-") != 0) add_option(command, sizeof command, "--backend", row->backend);
    add_number(command, sizeof command, "--threads", row->threads);
    add_number(command, sizeof command, "--repeat", RERUN_REPEATS);
    if (is_of_map(row)) {
        add_option(command, sizeof command, "--map", find_map(self, row->map));
    } else {
        add_number(command, sizeof command, "--size", strtoull(row->size, NULL, 10));
    }
    FILE *pipe = popen(command, "r");
    if (!pipe) return false;
    bool is_found = false;
    while (fgets(line, sizeof line, pipe)) {
        bench_row found;
        if (!bench_row_parse(line, &found) || !bench_row_is_same(&found, row)) continue;
        *row = found;
        is_found = true;
    }
    return pclose(pipe) == 0 && is_found;
}

/* Still slower, every time? What was measured last is left in the rows. */
static enum verdict run_both_again(const comparison *self, bench_row *before, bench_row *after, const char **why) {
    for (uint32_t i = 0; i < self->reruns; i++) {
        if (self->old_program && !run_again(self, self->old_program, before)) {
            *why = "the old program gives no such row";
            return CANNOT_RUN;
        }
        if (!run_again(self, self->new_program, after)) {
            *why = "this program gives no such row";
            return CANNOT_RUN;
        }
        if (!is_above(self, after, before)) return NOT_CONFIRMED;
    }
    return SLOWER;
}

/* All together. */

static void print_heading(void) {
    printf("%-15s %-10s %-8s %7s %-24s %10s %10s %7s  %s\n", "case", "size", "back end", "threads", "variant or map",
           "old median", "new median", "new/old", "verdict");
}

static void print_pair(const bench_row *before, const bench_row *after, const char *verdict) {
    printf("%-15s %-10s %-8s %7" PRIu64 " %-24s %10.3f %10.3f %7.3f  %s\n", after->case_name, after->size,
           after->backend, after->threads, is_of_map(after) ? after->map : after->variant, before->median,
           after->median, after->median / before->median, verdict);
    fflush(stdout);
}

/* The verdict on a row that looks slower; why it cannot be run again, if so. */
static enum verdict confirm(const comparison *self, bench_row *before, bench_row *after, const char **why) {
    if (self->reruns == 0) return SLOWER;
    *why = find_obstacle(self, after);
    if (*why) return CANNOT_RUN;
    print_pair(before, after, "looks slower, runs again");
    return run_both_again(self, before, after, why);
}

static void compare_row(comparison *self, const bench_row *new_row) {
    const bench_row *old_row = find_row(&self->old_rows, new_row);
    if (!old_row) return;
    if (strcmp(new_row->impl, "wend") != 0) {
        self->peer_logs += log(new_row->median / old_row->median);
        self->peers++;
    } else {
        bench_row before = *old_row, after = *new_row;
        enum verdict verdict = judge(self, &before, &after);
        const char *why = NULL;
        char text[100];
        if (verdict == SLOWER) verdict = confirm(self, &before, &after, &why);
        BENCH_ROW_SET(text, verdict_names[verdict]);
        if (why) snprintf(text, sizeof text, "looks slower, %s: %s", verdict_names[verdict], why);
        print_pair(&before, &after, text);
        self->verdicts[verdict]++;
    }
}

static void print_alone(const table *of, const table *other, const char *path) {
    size_t count = 0;
    for (size_t i = 0; i < of->count; i++) count += !find_row(other, &of->rows[i]);
    if (count) printf("%zu rows are only in %s\n", count, path);
}

static void print_summary(const comparison *self) {
    size_t pairs = 0;
    for (int i = 0; i < VERDICT_COUNT; i++) pairs += self->verdicts[i];
    printf("%zu rows of wend compared:", pairs);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        printf(" %zu %s%s", self->verdicts[i], verdict_names[i], i + 1 < VERDICT_COUNT ? "," : "\n");
    }
    print_alone(&self->new_rows, &self->old_rows, self->new_path);
    print_alone(&self->old_rows, &self->new_rows, self->old_path);
    if (self->peers) {
        printf("others, whose code is the same, took %.3f times as long in the mean of %zu rows: the machine\n",
               exp(self->peer_logs / (double)self->peers), self->peers);
    }
    if (strcmp(self->old_rows.rows[0].machine, self->new_rows.rows[0].machine) != 0) {
        printf("the machines are not the same: %s; %s\n", self->old_rows.rows[0].machine,
               self->new_rows.rows[0].machine);
    }
}

static void print_help(void) {
    puts(
        "Usage: wend_bench compare OLD.jsonl NEW.jsonl [options]\n"
        "Compares the rows that two runs have in common: the same case, map, size, back end, threads, variant and\n"
        "rule. A row of wend is slower if its median is more than the tolerance, and more than the spread (from least\n"
        "to median) of either, above the old one, and its least time more than the tolerance. It is run again before\n"
        "it is called so, by this program. Where that is impossible, for want of its case, back end or map, it is not\n"
        "called slower: it says \"cannot be run again here\", and why.\n"
        "\n"
        "  --rerun N            how often it must look slower again, 0 to 10; default 2; 0: once is enough\n"
        "  --tolerance PERCENT  1 to 1000; default 5\n"
        "  --old-program FILE   the wend_bench that made OLD.jsonl, run again as well: the machine may have changed\n"
        "  --map FILE           a map of a case that ends in -map, to run it again; may be given several times\n"
        "  --help               this text\n"
        "\n"
        "Prints a line for each row; medians are in the row's unit: microseconds in the cases small, astar,\n"
        "mover-update, repair and slices, else nanoseconds.\n"
        "Exit: 0 nothing is slower, 1 something is, or answers differ, 2 bad input, 3 nothing of what could be run\n"
        "again is slower, but something that could not be looks so.");
}

static bool parse_valued(comparison *self, const char *option, const char *word) {
    if (strcmp(option, "--rerun") == 0) return bench_parse_number(option, word, 0, MAX_RERUNS, &self->reruns);
    if (strcmp(option, "--tolerance") == 0) return bench_parse_number(option, word, 1, 1000, &self->tolerance);
    if (strcmp(option, "--old-program") == 0) {
        self->old_program = word;
        return true;
    }
    if (strcmp(option, "--map") != 0) return bench_complain(option, "unknown option; try compare --help");
    if (self->map_count == BENCH_MAX_MAPS) return bench_complain(option, "given too often");
    self->maps[self->map_count++] = word;
    return true;
}

static bool parse(comparison *self, int count, char **words) {
    for (int i = 1; i < count; i++) {
        bool is_good = true;
        if (strcmp(words[i], "--help") == 0) {
            self->help = true;
        } else if (strncmp(words[i], "--", 2) == 0) {
            is_good =
                i + 1 < count ? parse_valued(self, words[i], words[i + 1]) : bench_complain(words[i], "needs a value");
            i++;
        } else if (!self->old_path) {
            self->old_path = words[i];
        } else if (!self->new_path) {
            self->new_path = words[i];
        } else {
            is_good = bench_complain(words[i], "a third file; compare takes two");
        }
        if (!is_good) return false;
    }
    return self->help || self->new_path || bench_complain("compare", "needs OLD.jsonl and NEW.jsonl");
}

static int exit_status(const comparison *self) {
    if (self->verdicts[SLOWER] + self->verdicts[OTHER_ANSWERS] > 0) return EXIT_DIFFERENT;
    return self->verdicts[CANNOT_RUN] > 0 ? EXIT_UNDECIDED : EXIT_DONE;
}

int bench_compare(int count, char **words, const char *program) {
    comparison self = {.new_program = program, .reruns = DEFAULT_RERUNS, .tolerance = DEFAULT_TOLERANCE};
    int code = EXIT_BAD_INPUT;
    if (!parse(&self, count, words)) return code;
    if (self.help) {
        print_help();
        return EXIT_DONE;
    }
    if (read_table(self.old_path, &self.old_rows) && read_table(self.new_path, &self.new_rows)) {
        print_heading();
        for (size_t i = 0; i < self.new_rows.count; i++) compare_row(&self, &self.new_rows.rows[i]);
        print_summary(&self);
        code = exit_status(&self);
    }
    free(self.old_rows.rows);
    free(self.new_rows.rows);
    return code;
}
