/* SPDX-License-Identifier: MIT
 * Inside the library: the way out of a cell where the mover cannot stand. See escape.c. */
#ifndef WEND__ESCAPE_H
#define WEND__ESCAPE_H

#include "field/view.h"

#include <wend/field.h>

#define WEND__DEFAULT_ESCAPE_DEPTH 2u

/* The depth that a description asks for; 0: none. */
static inline uint32_t wend__escape_depth_of(uint32_t asked) {
    if (asked == WEND_NO_ESCAPE) return 0;
    return asked ? asked : WEND__DEFAULT_ESCAPE_DEPTH;
}

#define WEND__ESCAPE_SIDE (2 * WEND_MAX_ESCAPE_DEPTH + 1)

/* A cell on ways out. */
typedef struct wend__out_cell {
    wend_cell where;
    uint32_t cost; /* [raw units] of the way there, blocked cells counting as cost 255 */
    uint8_t first_steps;
    bool is_free;  /* the way out ends here */
    uint16_t from; /* place of the cell before it; its own at the start */
} wend__out_cell;

/* Ways out, grown step by step. */
typedef struct wend__way_out {
    wend__view view;                                             /* of a mover alone, or of a field */
    wend__out_cell cells[WEND__ESCAPE_SIDE * WEND__ESCAPE_SIDE]; /* in the order they were reached */
    uint32_t front, count;                                       /* the last step reached cells [front, count) */
    uint16_t places[WEND__ESCAPE_SIDE *
                    WEND__ESCAPE_SIDE]; /* by position about the start: place in cells + 1; 0: not reached */
} wend__way_out;

/* Of the view only what it says of the mover is read. */
void wend__way_out_begin(wend__way_out *out, const wend__view *view, uint32_t cell);
/* The cells that one more step leads to, at most WEND_MAX_ESCAPE_DEPTH times. */
void wend__way_out_grow(wend__way_out *out);

/* The set of equally good first steps, 0 where no way out is within depth cells [1..WEND_MAX_ESCAPE_DEPTH]. away: the way
 * to targets, on ground that reaches no goal, or NULL. */
uint32_t wend__escape(const wend__view *view, const wend__view *away, uint32_t depth, uint32_t cell);

#endif
