/* SPDX-License-Identifier: MIT
 * Inside the library: what a crowd holds, and the stages of a step in their order:
 * bin, desire, avoid, move, arrive. */
#ifndef WEND__CROWD_H
#define WEND__CROWD_H

#include "base/tasks.h"
#include "crowd/avoid.h"
#include "crowd/neighbours.h"
#include "field/field.h"
#include "map/mover.h"

#include <wend/crowd.h>

#define WEND__GRAIN 512
#define WEND__LONGEST_MOVE 0.3f /* [cells] */

/* The outline of a cell round its centre, clockwise. Corner i lies between sides i and i + 1. */
typedef struct wend__outline {
    int count; /* 4 or 6 */
    int direction[6];
    float normal_x[6], normal_y[6];
    float corner_x[6], corner_y[6];
} wend__outline;

/* How an agent moves in this step. */
typedef enum wend__way {
    WEND__WAY_FREE = 8, /* anywhere the exits allow; 0..7: exactly through that side or corner of its cell */
    WEND__WAY_LINK = 9  /* it appears at the target of a link */
} wend__way;

typedef enum wend__arrival {
    WEND__ON_ITS_WAY = 0,
    WEND__ARRIVED = 1, /* within the arrival radius */
    WEND__SETTLED = 2  /* cannot get nearer for others who have arrived */
} wend__arrival;

struct wend_crowd {
    wend_allocator allocator;
    wend_field *field;
    const wend_mover *mover;
    wend__shape shape;
    float radius, speed, arrival_radius; /* [cells] */
    float gap;                           /* [cells] kept from closed sides and corners */
    uint32_t capacity, count;
    uint64_t steps, pieces; /* pieces: parts of steps */
    wend__neighbours neighbours;
    wend__outline outline;
    float arrows[256][2]; /* where the steps of a direction set lead together: a unit vector */
    int8_t towards[256];  /* the direction nearest to it */

    float *world;      /* [2] by agent, as all below */
    float *at;         /* [2] in cells: the truth */
    float *moved;      /* [2] where the running piece of a step leads */
    float *desires;    /* [2] cells per second */
    float *pushes;     /* [2] cells */
    float *held_up;    /* [seconds] for how long others who have arrived have held it up */
    uint32_t *nearest; /* the least that remained since then */
    uint32_t *cells;   /* where it is */
    uint32_t *values;  /* what remains */
    uint8_t *ways;     /* wend__way */
    uint8_t *arrived;  /* wend__arrival */
    uint8_t *supported;
};

/* Steer: which way, and how fast. */
void wend__crowd_arrows(wend_crowd *crowd);
void wend__crowd_desire(wend_crowd *crowd, const wend_tasks *tasks);

/* Move: exactly, never into a wall. */
wend__outline wend__crowd_outline(wend_lattice lattice);
/* A diagonal step round whose corner not every way is open: it must be taken exactly through the corner. */
bool wend__crowd_is_squeeze(const wend_mover *mover, wend_cell cell, int diagonal);
/* Do the walls of its cell leave next to nothing of a move in a direction? at: in cells. */
bool wend__crowd_is_stopped(const wend_crowd *crowd, wend_cell cell, const float at[2], const float direction[2]);
void wend__crowd_move(wend_crowd *crowd, float dt, const wend_tasks *tasks);

static inline bool wend__crowd_stands_free(const wend_crowd *crowd, uint32_t agent) {
    return wend__is_free(crowd->mover, crowd->cells[agent]);
}

#endif
