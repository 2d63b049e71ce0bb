/* SPDX-License-Identifier: MIT
 * MovingAI scenarios: a line `version 1`, then queries
 *     bucket  map  width  height  start-x  start-y  goal-x  goal-y  length
 * Source: N. R. Sturtevant, Benchmarks for Grid-Based Pathfinding (2012). */
#ifndef WEND_COMMON_SCENARIO_H
#define WEND_COMMON_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/map.h>

struct scenario_query {
    size_t line; /* of the file */
    wend_cell from, to;
    double length; /* 0 where from is not to: there is no way */
};

struct scenario {
    struct scenario_query *queries;
    size_t count;
    uint32_t decimals; /* the most that any length has */
};

/* Reads a scenario for a map of this size. False: one line on standard error names file, line and fault. */
bool scenario_read(const char *path, int32_t width, int32_t height, struct scenario *out);
void scenario_free(struct scenario *scenario);

#endif
