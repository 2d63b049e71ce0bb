/* SPDX-License-Identifier: MIT
 * The solver for pages of corridors: a queue of cells.
 *
 * Computes: what the waiting cells of a page lower, in it and round it.
 * Invariant: every cell that became lower and was not looked round from since is in the queue, or is being followed.
 * Cost: constant per look; where a cell lowers just one other the walk goes on from there without queueing, so that a
 *       corridor is walked once. Where there are ways round, cells may be looked at many times: other solvers are made
 *       for that.
 * Source: label correcting with a first-in-first-out queue, after E. F. Moore (1959).
 *
 *      # # # # # # #
 *      > > > > > q .     followed up to the fork; there both ways lower a cell: both are queued
 *      # # # # q # #
 */
#include "field/relax.h"

#include <string.h>

#define ALL_WAYS 0xFFu

/* A ring of cells, each in it at most once. */
typedef struct wend__ring {
    uint16_t cells[WEND__PAGE_CELLS];
    uint8_t onwards[WEND__PAGE_CELLS]; /* of cells in it: where to look from there, as bits */
    uint64_t is_in[WEND__PAGE_SIDE];   /* by row */
    uint32_t first, count;
} wend__ring;
_Static_assert(sizeof(wend__ring) <= WEND__SCRATCH_SIZE, "the ring fits into the scratch memory");

/* `onwards`: of a cell that is in it already the newer counts. */
static void ring_push(wend__ring *ring, uint32_t place, uint32_t onwards) {
    ring->onwards[place] = (uint8_t)onwards;
    uint64_t bit = UINT64_C(1) << (place & 63);
    if (ring->is_in[place >> 6] & bit) return;
    ring->is_in[place >> 6] |= bit;
    ring->cells[(ring->first + ring->count++) & (WEND__PAGE_CELLS - 1)] = (uint16_t)place;
}

static uint32_t ring_pop(wend__ring *ring) {
    uint32_t place = ring->cells[ring->first];
    ring->first = (ring->first + 1) & (WEND__PAGE_CELLS - 1);
    ring->count--;
    ring->is_in[place >> 6] &= ~(UINT64_C(1) << (place & 63));
    return place;
}

static void push_waiting(wend__ring *ring, const wend__waiting *waiting, const uint32_t *values) {
    for (uint64_t rows = waiting->rows; rows; rows &= rows - 1) {
        uint32_t y = (uint32_t)wend__lowest_bit_64(rows);
        for (uint32_t x = 0; x < WEND__PAGE_SIDE; x++)
            if (values[y << 6 | x] != WEND_UNREACHABLE) ring_push(ring, y << 6 | x, ALL_WAYS);
    }
    for (uint64_t rest = waiting->north; rest; rest &= rest - 1)
        ring_push(ring, (uint32_t)wend__lowest_bit_64(rest), ALL_WAYS);
    for (uint64_t rest = waiting->south; rest; rest &= rest - 1)
        ring_push(ring, 63u << 6 | (uint32_t)wend__lowest_bit_64(rest), ALL_WAYS);
    for (uint64_t rest = waiting->west; rest; rest &= rest - 1)
        ring_push(ring, (uint32_t)wend__lowest_bit_64(rest) << 6, ALL_WAYS);
    for (uint64_t rest = waiting->east; rest; rest &= rest - 1)
        ring_push(ring, (uint32_t)wend__lowest_bit_64(rest) << 6 | 63, ALL_WAYS);
}

/* The page being solved. */
typedef struct wend__walk {
    const wend__terms *terms;
    uint32_t page;
    ptrdiff_t corner; /* index of its upper left cell */
    uint32_t *values;
    uint32_t costs[WEND__DIRECTIONS]; /* of steps by direction, where all cells cost the same; else 0 */
    wend__ring *ring;
    wend__outbox *outbox;
} wend__walk;

/* A cell that became lower, as place in the page and as index, and where to look from there, as bits: not back to the
 * cell that lowered it, for what comes back is never lower. */
typedef struct wend__footing {
    ptrdiff_t cell;
    uint32_t place, onwards;
} wend__footing;

static wend__footing footing_at(const wend__walk *walk, uint32_t place) {
    ptrdiff_t width = walk->terms->pages->shape.width;
    ptrdiff_t cell = walk->corner + (ptrdiff_t)(place >> 6) * width + (ptrdiff_t)(place & 63);
    return (wend__footing){.cell = cell, .place = place, .onwards = walk->ring->onwards[place]};
}

static inline wend__pace pace_from(const wend__walk *walk, uint32_t place, uint32_t way) {
    return walk->terms->paces[place >> 6 & 1][way];
}

static inline wend__footing footing_beside(wend__footing footing, wend__pace pace) {
    const int32_t place = (int32_t)footing.place + pace.place;
    return (wend__footing){.cell = footing.cell + pace.cell, .place = (uint32_t)place, .onwards = pace.onwards};
}

/* Does the cell have all its neighbours within the page? */
static inline bool is_inner(uint32_t place) {
    return ((place + 1) & 62) && place - WEND__PAGE_SIDE < WEND__PAGE_CELLS - 2 * WEND__PAGE_SIDE;
}

static inline uint32_t ways_on(const wend__walk *walk, wend__footing footing) {
    return wend__entries(walk->terms->mover, &walk->terms->steps, (uint32_t)footing.cell) & footing.onwards;
}

static inline uint32_t offered_by(const wend__walk *walk, uint32_t value, ptrdiff_t cell, wend__pace pace) {
    const wend_mover *mover = walk->terms->mover;
    uint32_t cost = walk->costs[pace.direction];
    if (cost == 0)
        cost = wend__step(mover->step_rule, walk->terms->lengths[pace.direction], mover->costs[cell + pace.cell],
                          mover->costs[cell]);
    return wend__saturating_add(value, cost);
}

/* Walks on for as long as there is just one way on, within the page; true where it ends before a cell that is to be
 * looked round from. */
static inline bool follow_corridor(const wend__walk *walk, wend__footing *footing) {
    wend__footing here = *footing;
    uint32_t *values = walk->values, value = values[here.place];
    bool has_walls = walk->terms->mover->has_walls;
    const uint8_t *exits = walk->terms->mover->exits;
    for (;;) {
        uint32_t ways = has_walls ? ways_on(walk, here) : exits[here.cell] & here.onwards;
        if (ways == 0) return false;
        if ((ways & (ways - 1)) || !is_inner(here.place)) break;
        wend__pace pace = pace_from(walk, here.place, ways);
        value = offered_by(walk, value, here.cell, pace);
        here = footing_beside(here, pace);
        if (value >= values[here.place]) return false;
        values[here.place] = value;
    }
    *footing = here;
    return true;
}

/* True if the cell in direction k lies in another page; then it was offered the value. */
static bool offer_beyond(const wend__walk *walk, uint32_t place, int k, uint32_t offered) {
    wend_cell offset = walk->terms->offsets[place >> 6 & 1][k];
    int32_t x = (int32_t)(place & 63) + offset.x, y = (int32_t)(place >> 6) + offset.y;
    if (((uint32_t)x | (uint32_t)y) < WEND__PAGE_SIDE) return false;
    wend__offer_across(walk->terms->pages, walk->page, x, y, offered, walk->outbox);
    return true;
}

/* Offers a cell's value to all that may step onto it. True if there is one cell in the page that it lowered; `footing` is
 * that one then. Where there are several they are in the queue. */
static inline bool look_round(const wend__walk *walk, wend__footing *footing) {
    wend__footing here = *footing;
    uint32_t value = walk->values[here.place], lowered = 0;
    for (uint32_t rest = ways_on(walk, here); rest; rest &= rest - 1) {
        wend__pace pace = pace_from(walk, here.place, rest & -rest);
        uint32_t offered = offered_by(walk, value, here.cell, pace);
        if (!is_inner(here.place) && offer_beyond(walk, here.place, pace.direction, offered)) continue;
        wend__footing there = footing_beside(here, pace);
        if (offered >= walk->values[there.place]) continue;
        walk->values[there.place] = offered;
        if (lowered++ == 0)
            *footing = there;
        else
            ring_push(walk->ring, there.place, there.onwards);
    }
    if (lowered > 1) ring_push(walk->ring, footing->place, footing->onwards);
    return lowered == 1;
}

void wend__solve_corridors(const wend__terms *terms, uint32_t page, void *scratch, wend__outbox *outbox) {
    wend__ring *ring = scratch;
    ring->first = ring->count = 0;
    memset(ring->is_in, 0, sizeof ring->is_in);
    wend__page_need_rows(terms->pages, page, UINT64_MAX);
    wend_cell corner = wend__page_corner(terms->pages, page);
    wend__walk walk;
    walk.terms = terms;
    walk.page = page;
    walk.corner = (ptrdiff_t)wend__index(terms->pages->shape, corner.x, corner.y);
    walk.values = terms->pages->values + ((size_t)page << 12);
    walk.ring = ring;
    walk.outbox = outbox;
    uint32_t uniform_cost = terms->pages->page[page].uniform_cost;
    for (int k = 0; k < WEND__DIRECTIONS; k++) walk.costs[k] = 2 * terms->lengths[k] * uniform_cost;
    wend__waiting waiting = wend__take_waiting(&terms->pages->page[page]);
    push_waiting(ring, &waiting, walk.values);
    while (ring->count) {
        wend__footing footing = footing_at(&walk, ring_pop(ring));
        while (follow_corridor(&walk, &footing) && look_round(&walk, &footing)) continue;
    }
}
