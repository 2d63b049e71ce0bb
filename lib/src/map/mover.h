/* SPDX-License-Identifier: MIT
 * Inside the library: the life of a mover. */
#ifndef WEND__MOVER_H
#define WEND__MOVER_H

#include "map/graph.h"

/* One more hold; wend_mover_destroy gives it up. */
wend_mover *wend__mover_take(wend_mover *mover);

/* What an update has found different so far. */
typedef struct wend__changes {
    bool costs; /* what is paid, or a link */
    bool ways;  /* where it can stand, or where it can go */
} wend__changes;

/* Costs, clearances and exits of every cell anew; links, components and revision are left as they are. */
void wend__mover_remake(wend_mover *mover, wend__changes *changes);

#endif
