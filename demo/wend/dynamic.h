/* SPDX-License-Identifier: MIT
 * Scenarios of maps that change, as the Grid-Based Path Planning Competition gives them: a head of lines in any order,
 * then patches that are pasted and queries. The map starts all free; the rule is eight neighbours, no cut corners.
 *
 *      version 2
 *      height 209
 *      width 281
 *      cost 1 octile
 *      patch dao_arena2.patch               beside the scenario
 *      commands
 *      P 1 0 81 162                         in snapshot 1 patch 0, its upper left cell at 81,162
 *      Q 1 18 177 178 174 169.52691193458   in snapshot 1 from 18,177 to 178,174; -1: no way
 *
 * The file of patches counts them from 0 on, each with a head and a map as MovingAI maps have them.
 *
 *      type patch
 *      patches 336
 *      patch 0
 *      height 2
 *      width 3
 *      map
 *      @@.
 *      .@.
 */
#ifndef WEND_COMMAND_DYNAMIC_H
#define WEND_COMMAND_DYNAMIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/map.h>

struct patch {
    int32_t width, height;
    const uint8_t *terrain; /* row by row */
};

struct dynamic_command {
    size_t line; /* of the file */
    uint32_t snapshot;
    bool is_query;
    const struct patch *patch; /* else NULL */
    wend_cell from;            /* upper left cell of the patch, or start */
    wend_cell to;
    double length; /* -1: no way */
};

struct dynamic_scenario {
    int32_t width, height;
    struct patch *patches;
    size_t patch_count;
    uint8_t *terrain; /* of all patches */
    struct dynamic_command *commands;
    size_t command_count; /* snapshots never go back, and each has its patches first */
};

/* False: one line on standard error names file, line and fault. */
bool dynamic_read(const char *path, struct dynamic_scenario *out);
void dynamic_free(struct dynamic_scenario *scenario);

#endif
