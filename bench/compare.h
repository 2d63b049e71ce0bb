/* SPDX-License-Identifier: MIT
 * Bench: two runs, row by row. */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

/* words[0] is "compare"; program is how this program was called, to be run again. Returns the exit status. */
int bench_compare(int count, char **words, const char *program);

#endif
