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

/* The page being solved. */
typedef struct wend__walk {
    const wend__terms *terms;
    uint32_t page, corner; /* corner: index of its upper left cell */
    uint32_t *values;
    uint32_t uniform_steps[WEND__DIRECTIONS]; /* what steps cost where all cells cost the same, else 0 */
    int32_t place_steps[2][WEND__DIRECTIONS]; /* place of the neighbour = place + this, within the page */
    wend__ring *ring;
    wend__outbox *outbox;
} wend__walk;

/* A cell that became lower, as place in the page and as index, and the direction back to who lowered it, as a bit. */
typedef struct wend__stand {
    uint32_t place, cell, back;
} wend__stand;

static wend__stand stand_at(const wend__walk *walk, uint32_t place) {
    uint32_t width = (uint32_t)walk->terms->pages->shape.width;
    return (wend__stand){place, walk->corner + (place >> 6) * width + (place & 63), 0};
}

static void offer_beyond(const wend__walk *walk, uint32_t place, int k, uint32_t offered) {
    wend_cell offset = walk->terms->offsets[place >> 6 & 1][k];
    int32_t x = (int32_t)(place & 63) + offset.x, y = (int32_t)(place >> 6) + offset.y;
    wend__offer_across(walk->terms->pages, walk->page, x, y, offered, walk->outbox);
}

static bool leads_beyond(const wend__walk *walk, uint32_t place, int k) {
    wend_cell offset = walk->terms->offsets[place >> 6 & 1][k];
    uint32_t x = (place & 63) + (uint32_t)offset.x, y = (place >> 6) + (uint32_t)offset.y;
    return (x | y) >= WEND__PAGE_SIDE;
}

static bool is_inner(uint32_t place) {
    return (place & 63) - 1 < WEND__PAGE_SIDE - 2 && (place >> 6) - 1 < WEND__PAGE_SIDE - 2;
}

static uint32_t offered_to(const wend__walk *walk, const wend__stand *stand, int k) {
    const wend_mover *mover = walk->terms->mover;
    uint32_t step = walk->uniform_steps[k];
    if (step == 0) {
        ptrdiff_t there = (ptrdiff_t)stand->cell + walk->terms->steps.steps[stand->place >> 6 & 1][k];
        step = wend__step(mover->step_rule, walk->terms->lengths[k], mover->costs[there], mover->costs[stand->cell]);
    }
    return wend__saturating_add(walk->values[stand->place], step);
}

static wend__stand stand_beside(const wend__walk *walk, const wend__stand *stand, int k) {
    uint32_t parity = stand->place >> 6 & 1;
    return (wend__stand){.place = stand->place + (uint32_t)walk->place_steps[parity][k],
                         .cell = stand->cell + (uint32_t)walk->terms->steps.steps[parity][k],
                         .back = 1u << wend__opposite(k)};
}

/* From where a cell can be stepped onto, but for the cell that lowered it: what comes back is never lower. */
static uint32_t ways_on(const wend__walk *walk, const wend__stand *stand) {
    return wend__entries(walk->terms->mover, &walk->terms->steps, stand->cell) & ~stand->back;
}

/* Walks on for as long as there is just one way on, within the page. */
static wend__stand follow_corridor(const wend__walk *walk, wend__stand stand) {
    for (;;) {
        uint32_t ways = ways_on(walk, &stand);
        if (ways == 0 || (ways & (ways - 1)) || !is_inner(stand.place)) return stand;
        int k = wend__lowest_bit(ways);
        uint32_t offered = offered_to(walk, &stand, k);
        stand = stand_beside(walk, &stand, k);
        if (offered >= walk->values[stand.place]) {
            stand.back = UINT32_MAX; /* nothing to look round for */
            return stand;
        }
        walk->values[stand.place] = offered;
    }
}

/* Offers a cell's value to all that may step onto it. True if there is one cell in the page that it lowered; `stand` is
 * that one then. Where there are several they are in the queue. */
static bool look_round(const wend__walk *walk, wend__stand *stand) {
    wend__stand here = *stand;
    uint32_t lowered = 0;
    for (uint32_t rest = ways_on(walk, &here); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t offered = offered_to(walk, &here, k);
        if (!is_inner(here.place) && leads_beyond(walk, here.place, k)) {
            offer_beyond(walk, here.place, k, offered);
            continue;
        }
        wend__stand there = stand_beside(walk, &here, k);
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

static wend__walk walk_of(const wend__terms *terms, uint32_t page, wend__ring *ring, wend__outbox *outbox) {
    wend_cell corner = wend__page_corner(terms->pages, page);
    wend__walk walk = {.terms = terms,
                       .page = page,
                       .corner = wend__index(terms->pages->shape, corner.x, corner.y),
                       .values = terms->pages->values + ((size_t)page << 12),
                       .ring = ring,
                       .outbox = outbox};
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        walk.uniform_steps[k] = 2 * terms->lengths[k] * terms->pages->page[page].uniform_cost;
        for (int parity = 0; parity < 2; parity++)
            walk.place_steps[parity][k] = terms->offsets[parity][k].y * WEND__PAGE_SIDE + terms->offsets[parity][k].x;
    }
    return walk;
}

void wend__solve_corridors(const wend__terms *terms, uint32_t page, void *scratch, wend__outbox *outbox) {
    wend__ring *ring = scratch;
    ring->first = ring->count = 0;
    memset(ring->is_in, 0, sizeof ring->is_in);
    wend__page_need_rows(terms->pages, page, UINT64_MAX);
    wend__walk walk = walk_of(terms, page, ring, outbox);
    wend__waiting waiting = wend__take_waiting(&terms->pages->page[page]);
    push_waiting(ring, &waiting, walk.values);
    while (ring->count) {
        wend__stand stand = stand_at(&walk, ring_pop(ring));
        do {
            stand = follow_corridor(&walk, stand);
        } while (look_round(&walk, &stand));
    }
}
