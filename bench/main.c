/* SPDX-License-Identifier: MIT
 * wend_bench: named cases x sizes x threads, wend beside its peers; see options.c for what it prints. */
#include "cases.h"
#include "options.h"

#include <stdio.h>

typedef struct bench_case {
    const char *name, *about;
    bench_recipe recipe; /* of its map; no name: it needs a file */
    const char *unit;
    double nanoseconds; /* in the unit */
    void (*enter)(bench_contest *contest);
} bench_case;

static const bench_case cases[] = {
    {"field-empty", "an open plain", {SCENE_EMPTY, 0, "empty"}, "ns/cell", 1, bench_enter_fields},
    {"field-random20", "20 % random walls", {SCENE_RANDOM, 20, "random20"}, "ns/cell", 1, bench_enter_fields},
    {"field-random35", "35 % random walls", {SCENE_RANDOM, 35, "random35"}, "ns/cell", 1, bench_enter_fields},
    {"field-weights",
     "costs 1 to 9, each cell by itself",
     {SCENE_NOISE, 0, "weights"},
     "ns/cell",
     1,
     bench_enter_fields},
    {"field-maze", "a perfect maze", {SCENE_MAZE, 0, "maze"}, "ns/cell", 1, bench_enter_fields},
    {"field-rooms", "rooms with doors", {SCENE_ROOMS, 0, "rooms"}, "ns/cell", 1, bench_enter_fields},
    {"field-map", "the map of --map", {SCENE_EMPTY, 0, NULL}, "ns/cell", 1, bench_enter_fields},
    {"direction",
     "directions from values, 20 % random walls",
     {SCENE_RANDOM, 20, "random20"},
     "ns/cell",
     1,
     bench_enter_directions},
    {"exits",
     "costs, exits and components anew from terrain, 20 % random walls",
     {SCENE_RANDOM, 20, "random20"},
     "ns/cell",
     1,
     bench_enter_exits},
    {"astar",
     "20 routes between random cells, 20 % random walls",
     {SCENE_RANDOM, 20, "random20"},
     "us/query",
     1000,
     bench_enter_routes},
};
#define CASE_COUNT (sizeof cases / sizeof *cases)

enum { EXIT_DONE = 0, EXIT_DIFFERENT = 1, EXIT_BAD_INPUT = 2 };

static void print_list(void) {
    puts("cases:");
    for (size_t i = 0; i < CASE_COUNT; i++) printf("  %-15s %s\n", cases[i].name, cases[i].about);
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
    printf("  %-15s %s\n", "stream", "reads 1 byte and writes 5 per cell: the limit of the memory");
}

/* Do the patterns and the map fit together? */
static bool check_options(const bench_options *options) {
    uint32_t generated = 0, from_file = 0;
    bool has_impl = bench_glob(options->impl_glob, "wend") || bench_glob(options->impl_glob, "stream");
    for (size_t i = 0; i < CASE_COUNT; i++) {
        if (!bench_glob(options->case_glob, cases[i].name)) continue;
        if (cases[i].recipe.name) {
            generated++;
        } else {
            from_file++;
        }
    }
    for (const bench_peer_entry *entry = bench_peers; entry->name; entry++) {
        if (bench_glob(options->impl_glob, entry->name)) has_impl = true;
    }
    if (generated + from_file == 0) {
        fprintf(stderr, "wend_bench: --case: '%s' matches no case; try --list\n", options->case_glob);
    } else if (!has_impl) {
        fprintf(stderr, "wend_bench: --impl: '%s' matches no implementation; try --list\n", options->impl_glob);
    } else if (generated == 0 && !options->map) {
        fprintf(stderr, "wend_bench: case field-map needs --map FILE\n");
    } else if (from_file == 0 && options->map) {
        fprintf(stderr, "wend_bench: --map is for case field-map, which '%s' leaves out\n", options->case_glob);
    } else {
        return true;
    }
    return false;
}

static void name_missing_peers(const bench_options *options) {
    for (const bench_peer_entry *entry = bench_peers; entry->name; entry++) {
        if (bench_glob(options->impl_glob, entry->name) && !bench_find_peer(entry)) {
            fprintf(stderr, "wend_bench: %s left out: it was not built, for want of %s\n", entry->name, entry->package);
        }
    }
}

static int run_contest(const bench_case *which, const bench_ground *ground, const bench_options *options) {
    bench_contest contest = {.case_name = which->name,
                             .ground = ground,
                             .unit = which->unit,
                             .nanoseconds = which->nanoseconds,
                             .repeats = options->repeats,
                             .impl_glob = options->impl_glob,
                             .threads = options->threads,
                             .thread_count = options->thread_count};
    which->enter(&contest);
    if (contest.count == 0 && !contest.has_failed) {
        fprintf(stderr, "wend_bench: %s: no implementation that was asked for takes part\n", which->name);
    }
    bench_run(&contest);
    return contest.has_failed ? EXIT_DIFFERENT : EXIT_DONE;
}

static int run_generated(const bench_case *which, const bench_options *options) {
    int worst = EXIT_DONE;
    for (uint32_t i = 0; i < options->size_count; i++) {
        bench_ground ground;
        int code = EXIT_DIFFERENT;
        if (bench_ground_generate(&ground, &which->recipe, (int32_t)options->sizes[i])) {
            code = run_contest(which, &ground, options);
        } else {
            fprintf(stderr, "wend_bench: %s: not enough memory for the map\n", which->name);
        }
        bench_ground_free(&ground);
        if (code > worst) worst = code;
    }
    return worst;
}

/* False, with one line on standard error, where the file is no map to run on. */
static bool read_file(bench_ground *ground, const char *path) {
    wend_read_error error = {0};
    const wend_status status = bench_ground_read(ground, path, &error);
    if (status == WEND_OK) return true;
    const char *message = error.message[0] ? error.message : wend_status_string(status);
    if (error.line) {
        fprintf(stderr, "wend_bench: %s:%u: %s\n", path, (unsigned)error.line, message);
    } else {
        fprintf(stderr, "wend_bench: %s: %s\n", path, message);
    }
    bench_ground_free(ground);
    return false;
}

/* from_file: the map of --map, if there is one. */
static int run_cases(const bench_options *options, const bench_ground *from_file) {
    int worst = EXIT_DONE;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const bench_case *which = &cases[i];
        if (!bench_glob(options->case_glob, which->name)) continue;
        int code = EXIT_DONE;
        if (which->recipe.name) {
            code = run_generated(which, options);
        } else if (from_file) {
            code = run_contest(which, from_file, options);
        } else {
            fprintf(stderr, "wend_bench: %s left out: it needs --map FILE\n", which->name);
        }
        if (code > worst) worst = code;
    }
    return worst;
}

int main(int argc, char **argv) {
    bench_options options;
    if (!bench_parse(argc, argv, &options)) return EXIT_BAD_INPUT;
    if (options.help || options.list) {
        if (options.help) bench_print_help();
        if (options.list) print_list();
        return EXIT_DONE;
    }
    if (!check_options(&options)) return EXIT_BAD_INPUT;
    bench_ground from_file;
    if (options.map && !read_file(&from_file, options.map)) return EXIT_BAD_INPUT;
    name_missing_peers(&options);
    const int code = run_cases(&options, options.map ? &from_file : NULL);
    if (options.map) bench_ground_free(&from_file);
    return code;
}
