/* SPDX-License-Identifier: MIT
 * Inside the library: the life of a mover. */
#ifndef WEND__MOVER_H
#define WEND__MOVER_H

#include "map/graph.h"

/* One more hold; wend_mover_destroy gives it up. */
wend_mover *wend__mover_take(wend_mover *mover);

#define WEND__MAX_PAYABLE 254u

/* What a running update has found different so far, beside the cells that it lists in mover->changed. */
typedef struct wend__update {
    uint64_t since; /* number of its first change there */
    uint64_t work;  /* [cells] that the edits are felt in, at most */
    bool blocks;    /* where it can stand */
    bool has_lost;  /* a step or link that it could use before */
    bool has_gained;
    bool links; /* the table of links, usable ones or not */
} wend__update;

/* Costs, clearances and exits of every cell anew; links, components and revision are left as they are. */
void wend__mover_remake(wend_mover *mover, wend__update *update);

#endif
