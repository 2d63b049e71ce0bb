/* SPDX-License-Identifier: MIT
 * Inside the library: the open/closed loop of point-to-point search on a mover's graph. See search.c. */
#ifndef WEND__SEARCH_H
#define WEND__SEARCH_H

#include "base/workspace.h"
#include "map/mover.h"

/* What is to be searched, and how the rest of the way is judged. Both estimates take the context. */
typedef struct wend__search_plan {
    uint32_t start, goal;
    uint32_t weight;                                           /* [1/256] of the estimate */
    uint64_t max_expansions;                                   /* 0: no limit */
    uint32_t (*estimate)(const void *context, wend_cell cell); /* [raw units] consistent, 0 at the goal */
    uint32_t (*nearness)(const void *context, wend_cell cell); /* which cell seems nearest when the budget runs out */
    const void *context;
} wend__search_plan;

typedef struct wend__search_result {
    uint32_t end;  /* where the route leads: the goal, or with PARTIAL the cell that seemed nearest */
    uint32_t cost; /* of the way there */
    uint64_t expanded, generated, heap_operations;
} wend__search_result;

/* Forgets what earlier searches looked at; nothing has been looked at yet. */
void wend__search_begin(wend_workspace *workspace, const wend_mover *mover);

/* Runs a search that was begun. OK (the goal is closed, its cost may be saturated), PARTIAL, or CUT_OFF. */
wend_status wend__search_run(wend_workspace *workspace, const wend_mover *mover, const wend__search_plan *plan,
                             wend__search_result *result);

/* The cells from the start of the last search to `end`, as far as they fit; returns how many there are. */
size_t wend__search_route(const wend_workspace *workspace, wend__shape shape, uint32_t end, wend_cell *cells,
                          size_t capacity);

/* 0 not seen, 1 open, 2 closed. */
uint8_t wend__search_mark(const wend_workspace *workspace, uint32_t cell);

#endif
