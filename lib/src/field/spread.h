/* SPDX-License-Identifier: MIT
 * Inside the library: a search that spreads from many cells over a mover's graph, either way, up to a limit, and touches
 * nothing but what it reaches. See spread.c. */
#ifndef WEND__SPREAD_H
#define WEND__SPREAD_H

#include "base/workspace.h"
#include "map/mover.h"

#include <wend/tactics.h>

#define WEND__SPREAD_BLOCK_BITS 10 /* levels come in blocks of this many: see spread.c */
#define WEND__SPREAD_NEAR (1u << WEND__SPREAD_BLOCK_BITS)
#define WEND__SPREAD_FAR (32u - WEND__SPREAD_BLOCK_BITS)
#define WEND__SPREAD_LISTS (WEND__SPREAD_NEAR + WEND__SPREAD_FAR)

/* What is known of a cell beside its value: 12 bytes of the workspace. */
typedef struct wend__spread_node {
    uint32_t next, before; /* of a queued one: cells of its list, or WEND__NO_CELL */
    uint32_t label;        /* that of the seed; of equally near ones the lowest */
} wend__spread_node;

typedef struct wend__spread {
    const wend_mover *mover;
    wend__index_steps steps;
    uint32_t lengths[WEND__DIRECTIONS];
    bool is_inwards;
    uint32_t limit; /* [raw units] below WEND_SATURATED_VALUE: nothing beyond it is reached */
    uint32_t shift; /* no step and no link costs less than 1 << shift */

    uint32_t *values;         /* [cells] WEND_UNREACHABLE, but for what was reached: also between searches */
    wend__spread_node *nodes; /* [cells] of reached ones */
    uint32_t *settled;        /* [cells] those with their final values, level after level */
    uint32_t settled_count;
    uint32_t level_begin;                         /* where the last level begins in settled */
    uint32_t level;                               /* no queued cell's value is below level << shift */
    uint32_t lists[WEND__SPREAD_LISTS];           /* first cells, or WEND__NO_CELL */
    uint64_t near_filled[WEND__SPREAD_NEAR / 64]; /* bit i: list i is not empty */
    uint32_t far_filled;                          /* bit i: list WEND__SPREAD_NEAR + i is not empty */

    uint32_t *spare[3]; /* [cells] each: for whoever runs the search */
} wend__spread;

static inline bool wend__heading_is_valid(wend_heading heading) {
    return heading == WEND_OUTWARDS || heading == WEND_INWARDS;
}

/* Takes the workspace, which must be at least as large as the mover's map. */
void wend__spread_begin(wend__spread *spread, const wend_mover *mover, wend_workspace *workspace, wend_heading heading);

/* Gives up what was reached, and is ready for another search, up to a limit: cells farther than that are not reached,
 * nor are those at WEND_SATURATED_VALUE. Before the workspace is used for anything else this must be called, too. */
void wend__spread_clear(wend__spread *spread, uint32_t limit);

/* A first cell, where the mover can stand. */
void wend__spread_seed(wend__spread *spread, uint32_t cell, uint32_t value, uint32_t label);

/* Settles the next level: all cells whose values are equal in all but the lowest `shift` bits. False: none is left. */
bool wend__spread_settle_level(wend__spread *spread);

/* The next cell on a cheapest way back to a seed: by the lowest direction, else by the link with the lowest index at its
 * other end. The cell itself where nothing leads back. */
uint32_t wend__spread_way_back(const wend__spread *spread, uint32_t cell);

/* Where a cell lies in a rectangle; false: beside it. */
static inline bool wend__is_in_rect(wend__shape shape, uint32_t cell, wend_rect rect, uint32_t *x, uint32_t *y) {
    wend_cell where = wend__cell_of(shape, cell);
    *x = (uint32_t)(where.x - rect.x);
    *y = (uint32_t)(where.y - rect.y);
    return *x < (uint32_t)rect.width && *y < (uint32_t)rect.height;
}

/* A rectangle where nothing is reached yet: every item WEND_UNREACHABLE, which is WEND_NO_SOURCE too. */
void wend__rect_clear(wend_rect rect, uint32_t *out, size_t stride);

/* Takes all labels out whose rooms [label] are 0, with all cells that bear them: the search goes on as if they had never
 * been. The last level is settled anew, and what follows may begin with lower ones. All seeds of other labels must be given
 * again. spare[0] is used. */
void wend__spread_withdraw(wend__spread *spread, const uint32_t *rooms);

#endif
