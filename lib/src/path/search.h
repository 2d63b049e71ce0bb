/* SPDX-License-Identifier: MIT
 * Inside the library: the open/closed loop of point-to-point search on a mover's graph. See search.c. */
#ifndef WEND__SEARCH_H
#define WEND__SEARCH_H

#include "base/workspace.h"
#include "map/mover.h"

/* Where a search begins, and what it cost to get there. */
typedef struct wend__search_start {
    uint32_t cell, cost;
} wend__search_start;

/* What is to be searched, and how the rest of the way is judged. The functions take the context. */
typedef struct wend__search_plan {
    const wend__search_start *starts; /* all different, at least one */
    size_t start_count;
    uint32_t weight;         /* [1/256] of the estimate */
    uint64_t max_expansions; /* UINT64_MAX: no limit */
    /* [raw units] consistent, and at a goal no more than its offset */
    uint32_t (*estimate)(const void *context, wend_cell cell);
    /* which cell seems nearest when the budget runs out */
    uint32_t (*nearness)(const void *context, wend_cell cell);
    /* [raw units] of the goal that a cell is; WEND_UNREACHABLE: it is none */
    uint32_t (*offset)(const void *context, wend_cell cell);
    const void *context;
} wend__search_plan;

typedef struct wend__search_result {
    uint32_t end;  /* where the route leads: a goal, or with PARTIAL the cell that seemed nearest */
    uint32_t cost; /* of the way there, from the start's on, and the goal's offset */
    uint64_t expanded, generated, heap_operations;
} wend__search_result;

/* Forgets what earlier searches looked at; nothing has been looked at yet. */
void wend__search_begin(wend_workspace *workspace, const wend_mover *mover);

/* Runs a search that was begun. OK (the end is a goal, its cost may be saturated), PARTIAL, or CUT_OFF. */
wend_status wend__search_run(wend_workspace *workspace, const wend_mover *mover, const wend__search_plan *plan,
                             wend__search_result *result);

/* The cell before one that the last search reached; the same one at a start. */
uint32_t wend__search_parent(const wend_workspace *workspace, uint32_t cell);

/* 0 not seen, 1 open, 2 closed. */
uint8_t wend__search_mark(const wend_workspace *workspace, uint32_t cell);

#endif
