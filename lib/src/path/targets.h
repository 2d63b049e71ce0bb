/* SPDX-License-Identifier: MIT
 * Inside the library: what a point-to-point search looks for: any of several goals. See targets.c. */
#ifndef WEND__TARGETS_H
#define WEND__TARGETS_H

#include "field/goals.h"

#include <wend/path.h>

/* The free cells of a footprint, or those round it. */
typedef struct wend__target {
    wend_goal goal;
    bool is_around;
} wend__target;

typedef struct wend__targets {
    const wend_mover *mover;
    wend__target *list;
    size_t count;
} wend__targets;

/* The goals of a request that can be used; tells what became of each, where that is asked for. scratch: [cells], used and
 * *is_scratch_used set only where the largest component has to be found. Returns OK if there is any or none was asked
 * for, else GOAL_BLOCKED, or OFF_MAP where all of them are. */
wend_status wend__targets_resolve(wend__targets *targets, const wend_path_desc *desc, uint32_t *scratch,
                                  bool *is_scratch_used);

/* Has a goal a cell in this component? */
bool wend__targets_touch(const wend__targets *targets, uint32_t component);

/* The offset of the best goal that a free cell is part of; WEND_UNREACHABLE where it is part of none. */
uint32_t wend__targets_offset(const wend__targets *targets, wend_cell cell);

/* Where those go that are cut off: adds the cell of a component that is nearest to any cell of the goals. */
void wend__targets_add_nearest(wend__targets *to, const wend__targets *goals, uint32_t component);

#endif
