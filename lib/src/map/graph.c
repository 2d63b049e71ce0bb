/* SPDX-License-Identifier: MIT */
#include "map/graph.h"

bool wend__link_is_usable(const wend_mover *mover, const wend__links *links, uint32_t place) {
    return wend__link_fits(mover, links, place) && wend__is_free(mover, links->from[place]) &&
           wend__is_free(mover, links->to[place]);
}

bool wend__next_usable_link(const wend_mover *mover, wend__link_walk *walk) {
    while (wend__next_link(walk))
        if (wend__link_is_usable(mover, walk->links, walk->place)) return true;
    return false;
}

/* Squares need no look at the coordinates: a neighbour that is none lies in the halo or at the other end of a row, and
 * has no exit this way. */
uint32_t wend__entries_among_walls(const wend_mover *mover, const wend__index_steps *steps, uint32_t cell) {
    wend__shape shape = mover->shape;
    uint32_t candidates = mover->directions, parity = 0;
    if (shape.lattice == WEND_HEX) {
        wend_cell where = wend__cell_of(shape, cell);
        candidates &= wend__on_map(shape, where);
        parity = (uint32_t)where.y & 1;
    }
    uint32_t entries = 0;
    for (uint32_t rest = candidates; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        ptrdiff_t there = (ptrdiff_t)cell + steps->steps[parity][k];
        bool leads_here = mover->exits[there] >> wend__opposite(k) & 1;
        if (leads_here && mover->costs[there] != WEND_BLOCKED && wend__is_free(mover, (uint32_t)there))
            entries |= 1u << k;
    }
    return entries;
}
