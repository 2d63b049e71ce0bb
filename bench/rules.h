/* SPDX-License-Identifier: MIT
 * Bench: maps of a ground with more on them than terrain. */
#ifndef BENCH_RULES_H
#define BENCH_RULES_H

#include "ground.h"

typedef struct bench_extras {
    wend_lattice lattice;
    uint32_t edges_percent; /* cells with a closed or a one-way edge */
    uint32_t cells_per_link;
} bench_extras;

/* The terrain of the ground on a map of its own, with the extras (NULL: none). NULL: not enough memory. */
wend_map *bench_map_with(const bench_ground *ground, const bench_extras *extras);

/* Another ground by another mover: on a map of its own where there are extras. False: not enough memory. */
bool bench_ground_with(bench_ground *ground, const bench_ground *from, const bench_extras *extras,
                       const wend_mover_desc *desc);

#endif
