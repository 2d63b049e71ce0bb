/* SPDX-License-Identifier: MIT
 * Bench: the sets of instructions that wend can be told to use. */
#ifndef BENCH_BACKENDS_H
#define BENCH_BACKENDS_H

#include <stdbool.h>
#include <wend/base.h>

#define BENCH_MAX_BACKENDS 8

/* All that this machine has, the best first; returns how many. */
uint32_t bench_backends_all(wend_backend out[BENCH_MAX_BACKENDS]);

/* False: there is none of this name here. */
bool bench_backend_find(const char *name, wend_backend *out);

#endif
