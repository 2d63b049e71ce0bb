/* SPDX-License-Identifier: MIT
 * wend_bench: named cases x sizes x back ends x threads, wend beside its peers; see options.c for what it prints. */
#include "cases.h"
#include "compare.h"
#include "crowd_rvo.h"
#include "options.h"

#include <stdio.h>
#include <string.h>

static void print_list(void) {
    puts("cases:");
    for (size_t i = 0; i < bench_case_count(); i++) {
        printf("  %-15s %s\n", bench_case_at(i)->name, bench_case_at(i)->about);
    }
    puts("implementations:");
    printf("  %-15s %s\n", "wend", "this library");
    for (const bench_peer_entry *entry = bench_peers; entry->name; entry++) {
        const bench_peer *peer = bench_find_peer(entry);
        if (peer) {
            printf("  %-15s %s\n", entry->name, peer->about);
        } else {
            printf("  %-15s (not built: needs %s)\n", entry->name, entry->package);
        }
    }
    printf("  %-15s %s\n", "rvo2", bench_rvo_about);
    printf("  %-15s %s\n", "stream", "reads 1 byte and writes 5 per cell: the limit of the memory");
    wend_backend backends[BENCH_MAX_BACKENDS];
    const uint32_t count = bench_backends_all(backends);
    puts("back ends of this machine, the best first:");
    for (uint32_t i = 0; i < count; i++) printf("  %s\n", wend_backend_name(backends[i]));
}

/* Do the patterns and the map fit together? */
static bool check_options(const bench_options *options) {
    uint32_t generated = 0, from_file = 0;
    bool has_impl =
        bench_wants_impl(options, "wend") || bench_wants_impl(options, "stream") || bench_wants_impl(options, "rvo2");
    for (size_t i = 0; i < bench_case_count(); i++) {
        if (!bench_wants_case(options, bench_case_at(i)->name)) continue;
        if (bench_case_at(i)->recipe.name) {
            generated++;
        } else {
            from_file++;
        }
    }
    for (const bench_peer_entry *entry = bench_peers; entry->name; entry++) {
        if (bench_wants_impl(options, entry->name)) has_impl = true;
    }
    if (generated + from_file == 0) {
        fprintf(stderr, "wend_bench: --case: '%s' matches no case; try --list\n", options->cases[0]);
    } else if (!has_impl) {
        fprintf(stderr, "wend_bench: --impl: '%s' matches no implementation; try --list\n", options->impls[0]);
    } else if (generated == 0 && options->map_count == 0) {
        fprintf(stderr, "wend_bench: cases whose names end in -map need --map FILE\n");
    } else if (from_file == 0 && options->map_count > 0) {
        fprintf(stderr, "wend_bench: --map is for cases whose names end in -map, which '%s' leaves out\n",
                options->cases[0]);
    } else {
        return true;
    }
    return false;
}

static void name_missing_peers(const bench_options *options) {
    for (const bench_peer_entry *entry = bench_peers; entry->name; entry++) {
        if (bench_wants_impl(options, entry->name) && !bench_find_peer(entry)) {
            fprintf(stderr, "wend_bench: %s left out: it was not built, for want of %s\n", entry->name, entry->package);
        }
    }
}

static int run_contest(const bench_case *which, const bench_ground *ground, const bench_options *options) {
    bench_contest contest = {.case_name = which->name,
                             .ground = ground,
                             .unit = which->unit,
                             .nanoseconds = which->nanoseconds,
                             .is_per_build = which->is_per_build,
                             .builds = which->builds,
                             .options = options,
                             .threads = options->threads,
                             .thread_count = options->thread_count,
                             .backends = options->backends,
                             .backend_count = options->backend_count};
    which->enter(&contest);
    if (contest.count == 0 && !contest.has_failed) {
        fprintf(stderr, "wend_bench: %s: no implementation that was asked for takes part\n", which->name);
    }
    bench_run(&contest);
    return contest.has_failed ? EXIT_DIFFERENT : EXIT_DONE;
}

static int run_generated(const bench_case *which, const bench_options *options) {
    int worst = EXIT_DONE;
    int32_t asked[BENCH_MAX_LIST + 1] = {0};
    for (uint32_t i = 0; i < options->size_count; i++) asked[i] = (int32_t)options->sizes[i];
    const int32_t *sizes = options->size_count ? asked : which->sizes;
    for (uint32_t i = 0; sizes[i]; i++) {
        bench_ground ground;
        int code = EXIT_DIFFERENT;
        if (bench_ground_generate(&ground, &which->recipe, sizes[i])) {
            code = run_contest(which, &ground, options);
        } else {
            fprintf(stderr, "wend_bench: %s: not enough memory for the map\n", which->name);
        }
        bench_ground_free(&ground);
        if (code > worst) worst = code;
    }
    return worst;
}

static int run_maps(const bench_case *which, const bench_options *options, const bench_ground *maps) {
    int worst = EXIT_DONE;
    if (options->map_count == 0) fprintf(stderr, "wend_bench: %s left out: it needs --map FILE\n", which->name);
    for (uint32_t i = 0; i < options->map_count; i++) {
        const int code = run_contest(which, &maps[i], options);
        if (code > worst) worst = code;
    }
    return worst;
}

/* False, with one line on standard error, where the file is no map to run on. */
static bool read_map(bench_ground *ground, const char *path) {
    wend_read_error error = {0};
    const wend_status status = bench_ground_read(ground, path, &error);
    if (status == WEND_OK) return true;
    const char *message = error.message[0] ? error.message : wend_status_string(status);
    if (error.line) {
        fprintf(stderr, "wend_bench: %s:%u: %s\n", path, (unsigned)error.line, message);
    } else {
        fprintf(stderr, "wend_bench: %s: %s\n", path, message);
    }
    return false;
}

static int run_cases(const bench_options *options, const bench_ground *maps) {
    int worst = EXIT_DONE;
    for (size_t i = 0; i < bench_case_count(); i++) {
        const bench_case *which = bench_case_at(i);
        if (!bench_wants_case(options, which->name)) continue;
        const int code = which->recipe.name ? run_generated(which, options) : run_maps(which, options, maps);
        if (code > worst) worst = code;
    }
    return worst;
}

static int run(const bench_options *options) {
    bench_ground maps[BENCH_MAX_MAPS];
    bool is_good = true;
    memset(maps, 0, sizeof maps);
    for (uint32_t i = 0; i < options->map_count && is_good; i++) is_good = read_map(&maps[i], options->maps[i]);
    if (is_good) name_missing_peers(options);
    const int code = is_good ? run_cases(options, maps) : EXIT_BAD_INPUT;
    for (uint32_t i = 0; i < options->map_count; i++) bench_ground_free(&maps[i]);
    return code;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "compare") == 0) return bench_compare(argc - 1, argv + 1, argv[0]);
    bench_options options;
    if (!bench_parse(argc, argv, &options)) return EXIT_BAD_INPUT;
    if (options.help || options.list) {
        if (options.help) bench_print_help();
        if (options.list) print_list();
        return EXIT_DONE;
    }
    return check_options(&options) ? run(&options) : EXIT_BAD_INPUT;
}
