/* SPDX-License-Identifier: MIT
 * Inside the library: which cells can reach each other, one-way steps counting both ways. See components.c. */
#ifndef WEND__COMPONENTS_H
#define WEND__COMPONENTS_H

#include "map/graph.h"

/* Labels all cells anew, some rows at a time: first the runs of every row from 0 on are found, then they get names. */
void wend__components_find_runs(wend_mover *mover, int32_t y, int32_t end);
void wend__components_name_runs(wend_mover *mover, int32_t y, int32_t end);

/* What an update has done to the graph. */
typedef struct wend__components_edit {
    uint64_t since;               /* its changes from this number on are known */
    const wend__links *old_links; /* what mover->links were before */
    bool has_lost, has_gained;    /* ways or places */
    int64_t most_looks;           /* at cells, if that ends before labelling anew is less work */
} wend__components_edit;

/* The same after an update. Cells where the mover can stand no more have no component already; those where it now can
 * get theirs, and are counted by cost. False: it has given up, and all must be counted and labelled anew. */
bool wend__components_update(wend_mover *mover, const wend__components_edit *edit);

/* The component with the most cells (then the lowest label), counted in scratch [cells]. */
uint32_t wend__components_largest(const wend_mover *mover, uint32_t *scratch);

#endif
