/* SPDX-License-Identifier: MIT
 * Bench: the command line. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#define BENCH_MAX_LIST 8
#define BENCH_MIN_REPEATS 5

typedef struct bench_options {
    bool list, help;
    const char *case_glob, *impl_glob;
    const char *map; /* NULL: none */
    uint32_t sizes[BENCH_MAX_LIST], size_count;
    uint32_t threads[BENCH_MAX_LIST], thread_count;
    uint32_t repeats;
} bench_options;

/* False: bad input, and one line on standard error says what is wrong. */
bool bench_parse(int count, char **words, bench_options *out);

/* Does a name match a pattern in which * stands for anything and ? for one character? */
bool bench_glob(const char *pattern, const char *name);

void bench_print_help(void);

#endif
