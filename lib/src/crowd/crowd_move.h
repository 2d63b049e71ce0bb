/* SPDX-License-Identifier: MIT
 * Inside the library: moves of discs that no wall lets through. */
#ifndef WEND__CROWD_MOVE_H
#define WEND__CROWD_MOVE_H

#include "crowd/crowd.h"

#define WEND__LONGEST_MOVE 0.3f /* [cells] a move is no longer, whatever is asked for */

typedef struct wend__point {
    float x, y;
} wend__point;

/* Who moves: a disc whose centre stays this far from closed sides and corners. */
typedef struct wend__walker {
    const wend_mover *mover;
    const wend__outline *outline;
    float gap;
} wend__walker;

wend__outline wend__crowd_outline(wend_lattice lattice);

/* A diagonal step round whose corner not every way is open: it must be taken exactly through the corner. */
bool wend__crowd_is_squeeze(const wend_mover *mover, wend_cell cell, int diagonal);

/* The direction from a cell to one that touches it, or WEND_NO_DIRECTION. */
int wend__crowd_direction_between(wend_lattice lattice, wend_cell from, wend_cell to);

/* As far as it goes, and along walls. */
wend__point wend__crowd_slide(const wend__walker *walker, wend_cell cell, wend__point from, wend__point by);
/* Through the middle of a side, or through a corner, and nowhere else. */
wend__point wend__crowd_pass_gate(const wend__walker *walker, wend_cell cell, int direction, wend__point from,
                                  float length);

/* Discs wider than a cell: see crowd_wide.c. */
wend__point wend__crowd_slide_wide(const wend_field *field, float radius, wend__point from, wend__point by);

#endif
