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

#define NOWHERE UINT32_MAX

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
    wend__ring *ring;
    wend__outbox *outbox;
} wend__walk;

/* Offers a cell's value to all that may step onto it. Returns the only cell of the page that it lowered; where there are
 * none or several, NOWHERE, and they are in the queue. */
static uint32_t look_round(const wend__walk *walk, uint32_t place) {
    const wend__terms *terms = walk->terms;
    uint32_t x = place & 63, y = place >> 6, parity = y & 1, value = walk->values[place];
    uint32_t cell = walk->corner + y * (uint32_t)terms->pages->shape.width + x, only = NOWHERE;
    bool has_several = false;
    for (uint32_t rest = wend__entries(terms->mover, &terms->steps, cell); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t offered = wend__offered(terms, value, cell, (ptrdiff_t)cell + terms->steps.steps[parity][k], k);
        uint32_t x_there = x + (uint32_t)terms->offsets[parity][k].x,
                 y_there = y + (uint32_t)terms->offsets[parity][k].y;
        if ((x_there | y_there) >= WEND__PAGE_SIDE) {
            wend__offer_across(terms->pages, walk->page, (int32_t)x_there, (int32_t)y_there, offered, walk->outbox);
            continue;
        }
        uint32_t there = y_there << 6 | x_there;
        if (offered >= walk->values[there]) continue;
        walk->values[there] = offered;
        if (only == NOWHERE) {
            only = there;
        } else {
            has_several = true;
            ring_push(walk->ring, there);
        }
    }
    if (!has_several) return only;
    ring_push(walk->ring, only);
    return NOWHERE;
}

void wend__solve_corridors(const wend__terms *terms, uint32_t page, void *scratch, wend__outbox *outbox) {
    wend__ring *ring = scratch;
    ring->first = ring->count = 0;
    memset(ring->is_in, 0, sizeof ring->is_in);
    wend_cell corner = wend__page_corner(terms->pages, page);
    wend__walk walk = {.terms = terms,
                       .page = page,
                       .corner = wend__index(terms->pages->shape, corner.x, corner.y),
                       .values = terms->pages->values + ((size_t)page << 12),
                       .ring = ring,
                       .outbox = outbox};
    wend__page_need_rows(terms->pages, page, UINT64_MAX);
    wend__waiting waiting = wend__take_waiting(&terms->pages->page[page]);
    push_waiting(ring, &waiting, walk.values);
    while (ring->count) {
        uint32_t place = ring_pop(ring);
        while (place != NOWHERE) place = look_round(&walk, place);
    }
}
