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
    WEND__FIRM = 32,    /* one of them does not give way */
    WEND__LINKED = 64,  /* a link begins or ends there */
    WEND__NEAR = 128    /* the footprint was put where it may end a step from there, by sweeping it */
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
#define WEND__RING_SIDES 30 /* width + height: larger rectangles are asked of searches */
#define WEND__RING_CELLS (2 * WEND__RING_SIDES + 4)
typedef struct wend__ring {
    uint32_t count;
    wend__spot_offset offsets[2][WEND__RING_CELLS];
    bool is_beside[WEND__RING_CELLS]; /* it shares a side with the rectangle */
    bool has_walls;
    wend_cell at;                     /* of 64 positions, the first */
    uint64_t walls[WEND__RING_CELLS]; /* which of their rings have a wall there */
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
    bool is_alone; /* one cell, which keeps the mover from no other, and no ring: see placement_dominate.c */

    wend_cell at;
    uint32_t gone_count;
    uint32_t counted_gone; /* cells with counted sources that are gone */
    bool covers_firm;
    uint32_t order; /* of the cell where a walk broke and no short way on was found */
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

/* Calls lose for the cells that a wall at (x, y) keeps the mover's disc from, the wall's own left out, and tail for those
 * that a step leads out of which sweeps it. Some may be off the map. */
typedef void wend__attempt_visit(void *context, int32_t x, int32_t y);
void wend__attempt_visit_round(const wend_placement *placement, int32_t x, int32_t y, wend__attempt_visit *lose,
                               wend__attempt_visit *tail, void *context);

/* A search from cell to cell: from sources to goals, or back from there. */
typedef struct wend__search {
    wend__attempt *attempt;
    uint32_t head, tail; /* in the attempt's queue */
    uint32_t waiting;    /* cells of counted sources not met yet */
} wend__search;

/* Puts a cell in the queue, unless it is gone or seen. */
void wend__search_see(wend__search *run, uint32_t cell);
/* The goals, and all from which what is in the queue is reached, until nothing is waited for. */
void wend__search_goals(wend__search *run);
void wend__search_back(wend__search *run);
/* Is it a goal, or does a step or link lead from it to a cell that is seen? */
bool wend__search_can_join(const wend__attempt *attempt, uint32_t cell);

/* Marks as seen the cells that reach a goal with the footprint in place, until every counted source is; true if they all
 * are. The marks stay until wend__attempt_unsee. */
bool wend__attempt_flood(wend__attempt *attempt, uint32_t *seen);
void wend__attempt_unsee(wend__attempt *attempt, uint32_t seen);

/* By the walls round a rectangle, where the placement is planar: does it cut a source off? Needs no put. See
 * placement_ring.c. */
void wend__ring_make(const wend__stamp *stamp, wend_lattice lattice, wend__ring *ring);
bool wend__ring_cuts(const wend__attempt *attempt, wend_cell at);
/* Of the positions in row y from column x on those, as bits, of which more must be known: two stretches of wall are in
 * the ring, or a goal or a source that does not give way is covered. */
uint64_t wend__ring_doubts(const wend__attempt *attempt, int32_t x, int32_t y);

/* Of a position whose cells may all be walls, without a flood: does it cut a source off? */
typedef enum wend__verdict { WEND__CUTS, WEND__CUTS_NOT, WEND__UNDECIDED } wend__verdict;
wend__verdict wend__attempt_judge(wend__attempt *attempt, wend_cell at);
/* The same where many are asked: what is found sooner for all of them at once stays undecided. */
wend__verdict wend__attempt_glance(wend__attempt *attempt, wend_cell at);
/* The same for certain. */
bool wend__attempt_cuts(wend__attempt *attempt, wend_cell at);

/* Positions that are still undecided, all decided together. See placement_divide.c, and for single cells
 * placement_dominate.c. */
typedef struct wend__undecided {
    wend__attempt *attempt;
    uint64_t *keys;         /* [cells] (order of where a walk breaks, index of the position) */
    uint32_t *walls, *gone; /* [cells] how many of the footprints in place make it a wall, or keep the mover from it */
    uint32_t count;
    uint8_t *out; /* as in wend_placement_preview: set to 0 where it cuts */
    size_t stride;
} wend__undecided;
void wend__undecided_add(wend__undecided *all, wend_cell at);
void wend__undecided_settle(wend__undecided *all);
/* Where the attempt is alone. Nothing else of the attempt can be used afterwards. */
void wend__dominate_settle(wend__undecided *all);

#endif
