/* SPDX-License-Identifier: MIT
 * The solver for pages of corridors: a queue of cells.
 *
 * Computes: what the waiting cells of a page lower, in it and round it.
 * Invariant: every cell that became lower and was not looked round from since is in the queue, or is being followed.
 * Cost: constant per look; where a cell lowers just one other the walk goes on from there without queueing, so that a
 *       corridor is walked once. In open ground cells may be looked at many times: other solvers are made for it.
 * Source: label correcting with a first-in-first-out queue, after E. F. Moore (1959).
 *
 *      # # # # # # #
 *      > > > > > q .     followed up to the fork; there both ways lower a cell: both are queued
 *      # # # # q # #
 */
#include "field/relax.h"

#include <string.h>

/* A ring of cells, each in it at most once. */
typedef struct wend__ring {
    uint16_t cells[WEND__PAGE_CELLS];
    uint64_t is_in[WEND__PAGE_SIDE]; /* by row */
    uint32_t first, count;
} wend__ring;
_Static_assert(sizeof(wend__ring) <= WEND__SCRATCH_SIZE, "the ring fits into the scratch memory");

static void ring_push(wend__ring *ring, uint32_t place) {
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
            if (values[y << 6 | x] != WEND_UNREACHABLE) ring_push(ring, y << 6 | x);
    }
    for (uint64_t rest = waiting->north; rest; rest &= rest - 1) ring_push(ring, (uint32_t)wend__lowest_bit_64(rest));
    for (uint64_t rest = waiting->south; rest; rest &= rest - 1)
        ring_push(ring, 63u << 6 | (uint32_t)wend__lowest_bit_64(rest));
    for (uint64_t rest = waiting->west; rest; rest &= rest - 1)
        ring_push(ring, (uint32_t)wend__lowest_bit_64(rest) << 6);
    for (uint64_t rest = waiting->east; rest; rest &= rest - 1)
        ring_push(ring, (uint32_t)wend__lowest_bit_64(rest) << 6 | 63);
}

/* A step to a neighbour within the page. */
typedef struct wend__pace {
    int32_t place, cell; /* added to one's own */
    uint32_t onwards;    /* all directions but the one back, as bits */
    uint32_t cost;       /* where all cells cost the same, else 0 */
} wend__pace;

/* The page being solved. */
typedef struct wend__walk {
    const wend__terms *terms;
    uint32_t page, corner; /* corner: index of its upper left cell */
    uint32_t *values;
    wend__pace paces[2 * WEND__DIRECTIONS]; /* by parity of the row, direction */
    wend__ring *ring;
    wend__outbox *outbox;
} wend__walk;

/* A cell that became lower, as place in the page and as index, and where to look from there, as bits: not back to the
 * cell that lowered it, for what comes back is never lower. */
typedef struct wend__stand {
    uint32_t place, cell, onwards;
} wend__stand;

static wend__stand stand_at(const wend__walk *walk, uint32_t place) {
    uint32_t width = (uint32_t)walk->terms->pages->shape.width;
    return (wend__stand){place, walk->corner + (place >> 6) * width + (place & 63), UINT32_MAX};
}

static inline const wend__pace *pace_from(const wend__walk *walk, uint32_t place, int k) {
    return &walk->paces[(place >> 3 & WEND__DIRECTIONS) + (uint32_t)k];
}

static inline wend__stand stand_beside(wend__stand stand, const wend__pace *pace) {
    return (wend__stand){stand.place + (uint32_t)pace->place, stand.cell + (uint32_t)pace->cell, pace->onwards};
}

/* Does the cell have all its neighbours within the page? */
static inline bool is_inner(uint32_t place) {
    return ((place + 1) & 62) && place - WEND__PAGE_SIDE < WEND__PAGE_CELLS - 2 * WEND__PAGE_SIDE;
}

static inline uint32_t ways_on(const wend__walk *walk, wend__stand stand) {
    return wend__entries(walk->terms->mover, &walk->terms->steps, stand.cell) & stand.onwards;
}

static inline uint32_t offered_by(const wend__walk *walk, uint32_t value, uint32_t cell, const wend__pace *pace,
                                  int k) {
    const wend_mover *mover = walk->terms->mover;
    uint32_t cost = pace->cost;
    if (cost == 0)
        cost = wend__step(mover->step_rule, walk->terms->lengths[k], mover->costs[(ptrdiff_t)cell + pace->cell],
                          mover->costs[cell]);
    return wend__saturating_add(value, cost);
}

/* Walks on for as long as there is just one way on, within the page; true where it ends before a cell that is to be
 * looked round from. */
static inline bool follow_corridor(const wend__walk *walk, wend__stand *stand) {
    wend__stand here = *stand;
    uint32_t *values = walk->values, value = values[here.place];
    bool has_walls = walk->terms->mover->has_walls;
    const uint8_t *exits = walk->terms->mover->exits;
    for (;;) {
        uint32_t ways = has_walls ? ways_on(walk, here) : exits[here.cell] & here.onwards;
        if (ways == 0) return false;
        if ((ways & (ways - 1)) || !is_inner(here.place)) break;
        int k = wend__lowest_bit(ways);
        const wend__pace *pace = pace_from(walk, here.place, k);
        value = offered_by(walk, value, here.cell, pace, k);
        here = stand_beside(here, pace);
        if (value >= values[here.place]) return false;
        values[here.place] = value;
    }
    *stand = here;
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

/* Offers a cell's value to all that may step onto it. True if there is one cell in the page that it lowered; `stand` is
 * that one then. Where there are several they are in the queue. */
static inline bool look_round(const wend__walk *walk, wend__stand *stand) {
    wend__stand here = *stand;
    uint32_t value = walk->values[here.place], lowered = 0;
    for (uint32_t rest = ways_on(walk, here); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        const wend__pace *pace = pace_from(walk, here.place, k);
        uint32_t offered = offered_by(walk, value, here.cell, pace, k);
        if (!is_inner(here.place) && offer_beyond(walk, here.place, k, offered)) continue;
        wend__stand there = stand_beside(here, pace);
        if (offered >= walk->values[there.place]) continue;
        walk->values[there.place] = offered;
        if (lowered++ == 0)
            *stand = there;
        else
            ring_push(walk->ring, there.place);
    }
    if (lowered > 1) ring_push(walk->ring, stand->place);
    return lowered == 1;
}

static void set_paces(wend__walk *walk) {
    const wend__terms *terms = walk->terms;
    uint32_t uniform_cost = terms->pages->page[walk->page].uniform_cost;
    for (int i = 0; i < 2 * WEND__DIRECTIONS; i++) {
        int parity = i / WEND__DIRECTIONS, k = i % WEND__DIRECTIONS;
        wend_cell offset = terms->offsets[parity][k];
        walk->paces[i] = (wend__pace){.place = offset.y * WEND__PAGE_SIDE + offset.x,
                                      .cell = terms->steps.steps[parity][k],
                                      .onwards = ~(1u << wend__opposite(k)),
                                      .cost = 2 * terms->lengths[k] * uniform_cost};
    }
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
    walk.corner = wend__index(terms->pages->shape, corner.x, corner.y);
    walk.values = terms->pages->values + ((size_t)page << 12);
    walk.ring = ring;
    walk.outbox = outbox;
    set_paces(&walk);
    wend__waiting waiting = wend__take_waiting(&terms->pages->page[page]);
    push_waiting(ring, &waiting, walk.values);
    while (ring->count) {
        wend__stand stand = stand_at(&walk, ring_pop(ring));
        while (follow_corridor(&walk, &stand) && look_round(&walk, &stand)) continue;
    }
}
