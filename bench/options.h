/* SPDX-License-Identifier: MIT
 * Bench: the command line. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "backends.h"

#define BENCH_MAX_LIST 8
#define BENCH_MAX_MAPS 64
#define BENCH_MIN_REPEATS 5

typedef struct bench_options {
    bool list, help;
    const char *cases[BENCH_MAX_LIST], *impls[BENCH_MAX_LIST]; /* patterns */
    uint32_t case_count, impl_count;
    const char *maps[BENCH_MAX_MAPS];
    uint32_t map_count;
    wend_backend backends[BENCH_MAX_BACKENDS];
    uint32_t backend_count;
    uint32_t sizes[BENCH_MAX_LIST], size_count; /* none: those of the case */
    uint32_t threads[BENCH_MAX_LIST], thread_count;
    uint32_t repeats;
} bench_options;

enum { EXIT_DONE = 0, EXIT_DIFFERENT = 1, EXIT_BAD_INPUT = 2, EXIT_UNDECIDED = 3 };

/* Says in one line on standard error what is wrong; false. */
bool bench_complain(const char *option, const char *reason);
/* Digits only; false: bad input, and said so. */
bool bench_parse_number(const char *option, const char *word, uint32_t least, uint32_t most, uint32_t *out);

/* False: bad input, and one line on standard error says what is wrong. */
bool bench_parse(int count, char **words, bench_options *out);

/* Does a name match a pattern in which * stands for anything and ? for one character? */
bool bench_glob(const char *pattern, const char *name);
bool bench_wants_case(const bench_options *options, const char *name);
bool bench_wants_impl(const bench_options *options, const char *name);

void bench_print_help(void);

#endif
