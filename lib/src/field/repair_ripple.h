/* SPDX-License-Identifier: MIT
 * Inside the library: what the parts of a repair share. See repair.c. */
#ifndef WEND__REPAIR_RIPPLE_H
#define WEND__REPAIR_RIPPLE_H

#include "field/repair.h"
#include "field/repair_queue.h"

#include <wend/field.h>

/* From here on a step may lead to saturated values, whose cells have no sets: builds know what to do. */
#define WEND__LAST_VALUE (WEND_SATURATED_VALUE - WEND__DEAREST_STEP)

/* A direction, from a cell of a row of one parity. */
typedef struct wend__stride {
    int32_t cell, slot; /* added to the index, and to the slot within a page */
    int32_t x, y;
    uint32_t length;
} wend__stride;

/* A cell that died. */
typedef struct wend__dead {
    uint32_t place, value;
} wend__dead;

/* What is done by pages, in this order. */
typedef enum wend__flood_stage {
    WEND__FLOOD_NONE,
    WEND__FLOOD_FADE,
    WEND__FLOOD_WAKE,
    WEND__FLOOD_SOLVE,
    WEND__FLOOD_CLEAN,
    WEND__FLOOD_MARK,
    WEND__FLOOD_DIRECT,
    WEND__FLOOD_DONE
} wend__flood_stage;

struct wend__ripple {
    wend__repair_job *job;
    const wend_mover *mover;
    const wend__pages *pages;
    uint32_t *values;
    uint8_t *directions;
    wend__index_steps steps;
    wend__stride strides[2][WEND__DIRECTIONS]; /* by parity of the row */
    wend__dead *dead;                          /* in the words */
    uint32_t dead_count;
    uint64_t settled; /* cells that came out of the queue */
    bool has_links;
    bool is_too_much;
    wend__repair_queue queue;

    /* Once it is done by pages: what there was in those that are worked on. */
    bool has_pages;
    uint32_t *record_of;  /* [pages] number of the page's record, or WEND__NO_RECORD */
    uint8_t *records_end; /* record i ends (i) records before it */
    uint32_t record_count, record_capacity;
    uint64_t faded;          /* cells that died by pages */
    uint64_t settled_unseen; /* cells that settled before, whose values the records take for old */
    wend__flood_stage stage;
    uint32_t next; /* record or page of the stage */
    wend__integration integration;
};

/* A page as it was before: where cells were lowered already, WEND_UNREACHABLE. */
typedef struct wend__page_record {
    uint32_t page;
    uint32_t values[WEND__PAGE_CELLS];
    uint64_t dead[WEND__PAGE_SIDE]; /* by row, as bits */
} wend__page_record;
#define WEND__NO_RECORD UINT32_MAX

/* Places: x | y << 14. A spot is a cell with all that is known of where it is. */

#define WEND__PLACE_BITS 14
_Static_assert(WEND_MAX_SIDE <= 1 << WEND__PLACE_BITS, "places hold any cell");

typedef struct wend__spot {
    int32_t x, y;
    uint32_t cell, slot;
    bool is_inner; /* all its neighbours lie in the same page */
} wend__spot;

static inline wend__spot wend__spot_at(const wend__ripple *ripple, int32_t x, int32_t y) {
    return (wend__spot){.x = x,
                        .y = y,
                        .cell = wend__index(ripple->pages->shape, x, y),
                        .slot = wend__slot(ripple->pages, x, y),
                        .is_inner = ((x + 1) & 62) && ((y + 1) & 62)};
}

static inline wend__spot wend__spot_of_place(const wend__ripple *ripple, uint32_t place) {
    return wend__spot_at(ripple, (int32_t)(place & ((1u << WEND__PLACE_BITS) - 1)),
                         (int32_t)(place >> WEND__PLACE_BITS));
}

static inline wend__spot wend__spot_of_cell(const wend__ripple *ripple, uint32_t cell) {
    wend_cell where = wend__cell_of(ripple->pages->shape, cell);
    return wend__spot_at(ripple, where.x, where.y);
}

static inline uint32_t wend__place_of_spot(wend__spot spot) {
    return (uint32_t)spot.x | (uint32_t)spot.y << WEND__PLACE_BITS;
}

static inline const wend__stride *wend__stride_from(const wend__ripple *ripple, wend__spot spot, int k) {
    return &ripple->strides[spot.y & 1][k];
}

static inline uint32_t wend__slot_beside(const wend__ripple *ripple, wend__spot spot, const wend__stride *stride) {
    if (spot.is_inner) return spot.slot + (uint32_t)stride->slot;
    return wend__slot(ripple->pages, spot.x + stride->x, spot.y + stride->y);
}

static inline uint32_t wend__place_beside(wend__spot spot, const wend__stride *stride) {
    return (uint32_t)(spot.x + stride->x) | (uint32_t)(spot.y + stride->y) << WEND__PLACE_BITS;
}

/* The directions to neighbours that are on the map, as bits. What lies in a page beyond the map is never reached and has
 * no sets, so that it need not be told apart. */
static inline uint32_t wend__ways_round(const wend__ripple *ripple, wend__spot spot) {
    uint32_t all = ripple->mover->directions;
    return spot.is_inner ? all : all & wend__on_map(ripple->pages->shape, (wend_cell){spot.x, spot.y});
}

static inline uint32_t wend__cell_beside(wend__spot spot, const wend__stride *stride) {
    return spot.cell + (uint32_t)stride->cell;
}

/* Snapshots look again at pages in which a value or a set is written, or what a goal is changes. */
static inline void wend__touch(const wend__ripple *ripple, uint32_t slot) {
    ripple->pages->is_changed[slot >> 12] = 1;
}

/* Is a cell with this value and an empty set a goal, or the beginning of a link that gives it? */
bool wend__repair_cell_holds(const wend__ripple *ripple, uint32_t cell, uint32_t value);

/* By pages; see repair_pages.c. In each, is_too_much says that a build has to go on. */

/* From now on by pages. Who is dead is known; or who dies is still to be found, `buried` of the dead having been looked
 * round. */
void wend__repair_note_dead(wend__ripple *ripple);
void wend__repair_fade(wend__ripple *ripple, uint32_t buried);
/* Gives up: nothing waits any more. */
void wend__flood_cancel(wend__ripple *ripple);
/* Once they are found: takes what is in the queue, and what lies beside the dead. */
void wend__repair_flood(wend__ripple *ripple);
/* A piece: finds who dies; settles all that waits; makes sets, and says in the job how many cells have another value. False
 * once its stage has come to its end. */
bool wend__flood_step(wend__ripple *ripple);

#endif
