/* SPDX-License-Identifier: MIT
 * Inside the library: a footprint put somewhere on the map, and what that cuts off. See placement_attempt.c. */
#ifndef WEND__PLACEMENT_ATTEMPT_H
#define WEND__PLACEMENT_ATTEMPT_H

#include "field/placement.h"

/* What is to know about a cell in a question. */
enum {
    WEND__SEEN = 1,
    WEND__WALL = 2, /* in the footprint */
    WEND__GONE = 4, /* could be stood on before, and cannot be any more */
    WEND__GOAL = 8,
    WEND__COUNTED = 16, /* some counted source stands there */
    WEND__FIRM = 32     /* one of them does not give way */
};

/* Offsets of a footprint's cells, each once. */
typedef struct wend__spot_offset {
    int16_t x, y;
} wend__spot_offset;

typedef struct wend__stamp {
    const wend__spot_offset *offsets;
    uint32_t count;
    int32_t left, top, width, height; /* the box that holds them all */
    bool is_rect;                     /* it is that box */
    bool fits;                        /* into the map somewhere; else offsets are not listed */
} wend__stamp;

/* The cells round a rectangle in order, each beside the next. By parity of its first row. */
#define WEND__RING_SIDES 64 /* width + height: larger rectangles are asked of searches */
#define WEND__RING_CELLS (2 * WEND__RING_SIDES + 4)
typedef struct wend__ring {
    uint32_t count;
    wend__spot_offset offsets[2][WEND__RING_CELLS];
    bool is_beside[WEND__RING_CELLS]; /* it shares a side with the rectangle */
} wend__ring;

/* A question: its footprint, its scratch memory, and where the footprint stands just now. */
typedef struct wend__attempt {
    const wend_placement *placement;
    wend__stamp stamp;
    wend__index_steps steps;
    wend__ring *ring; /* in the workspace's scratch; NULL where walls alone do not tell */
    uint32_t *queue;  /* [cells] cells to look round from; at its end, from the back, those that are gone */
    uint8_t *flags;   /* [cells] */
    uint32_t cells;

    wend_cell at;
    uint32_t gone_count;
    uint32_t counted_gone; /* cells with counted sources that are gone */
    bool covers_firm;
    uint32_t least; /* no walk from a cell with a lower value is touched */
} wend__attempt;

/* Errors: ARGUMENT, CAPACITY; STALE or PENDING where nothing may be asked. */
wend_status wend__attempt_begin(const wend_placement *placement, wend_workspace *workspace,
                                const wend_footprint *footprint, wend__attempt *out);

/* OFF_MAP, IN_WALL or OK: may the cells of the footprint be walls at all? */
wend_status wend__attempt_place(const wend__attempt *attempt, wend_cell at);

/* Puts the footprint where every cell of it may be a wall, and takes it away again. */
void wend__attempt_put(wend__attempt *attempt, wend_cell at);
void wend__attempt_take(wend__attempt *attempt);

/* A step that the mover can take now, from a cell that is not gone: can it no more? And is there no way round it beside
 * it either? */
bool wend__attempt_ends_step(const wend__attempt *attempt, uint32_t cell, int direction);
bool wend__attempt_loses(const wend__attempt *attempt, uint32_t cell, int direction);

/* By searches: does the footprint that was put cut a source off? */
bool wend__attempt_cuts(wend__attempt *attempt);

/* Marks as seen the cells that reach a goal with the footprint in place, until every counted source is; true if they all
 * are. The marks stay until wend__attempt_unsee. */
bool wend__attempt_flood(wend__attempt *attempt, uint32_t *seen);
void wend__attempt_unsee(wend__attempt *attempt, uint32_t seen);

/* By the walls round a rectangle, where the placement is planar: does it cut a source off? Needs no put. See
 * placement_ring.c. */
void wend__ring_make(const wend__stamp *stamp, wend_lattice lattice, wend__ring *ring);
bool wend__ring_cuts(const wend__attempt *attempt, wend_cell at);

/* The answer for a position whose cells may all be walls. */
bool wend__attempt_judge(wend__attempt *attempt, wend_cell at);

#endif
