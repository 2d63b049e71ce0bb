/* SPDX-License-Identifier: MIT */
#include "field/relax.h"

static int direction_with(const wend_cell offsets[WEND__DIRECTIONS], int32_t x, int32_t y) {
    int k = WEND__DIRECTIONS - 1;
    while (k >= 0 && (offsets[k].x != x || offsets[k].y != y)) k--;
    return k;
}

static wend__ways ways_from(const wend_cell upper[WEND__DIRECTIONS], const wend_cell lower[WEND__DIRECTIONS]) {
    return (wend__ways){{[EAST] = direction_with(upper, 1, 0),
                         [SOUTH] = direction_with(upper, 0, 1),
                         [SOUTH_EAST] = direction_with(upper, 1, 1),
                         [SOUTH_WEST] = direction_with(upper, -1, 1),
                         [EAST_BACK] = direction_with(upper, -1, 0),
                         [SOUTH_BACK] = direction_with(lower, 0, -1),
                         [SOUTH_EAST_BACK] = direction_with(lower, -1, -1),
                         [SOUTH_WEST_BACK] = direction_with(lower, 1, -1)}};
}

static void set_sideways(wend__terms *terms, int side, int way) {
    for (int y = 0; y < WEND__PAGE_SIDE; y++) {
        int k = direction_with(terms->offsets[y & 1], 2 * side - 1, way - 1);
        if (k < 0) continue;
        terms->side_bits[side][way][y] = (uint8_t)(1u << k);
        terms->side_lengths[way] = terms->lengths[k];
    }
}

wend__terms wend__terms_of(const wend_mover *mover, const wend__pages *pages) {
    wend__terms terms = {.mover = mover, .pages = pages, .steps = wend__index_steps_of(mover->shape)};
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        terms.lengths[k] = wend__length(mover, k);
        if (!(mover->directions >> k & 1)) continue;
        for (int32_t parity = 0; parity < 2; parity++) {
            wend_cell offset = wend__offset(mover->shape.lattice, parity, k);
            terms.offsets[parity][k] = offset;
            terms.paces[parity][1 << k] = (wend__pace){.cell = terms.steps.steps[parity][k],
                                                       .place = (int16_t)(offset.y * WEND__PAGE_SIDE + offset.x),
                                                       .onwards = (uint8_t) ~(1u << wend__opposite(k)),
                                                       .direction = (uint8_t)k};
        }
    }
    for (int parity = 0; parity < 2; parity++)
        terms.ways[parity] = ways_from(terms.offsets[parity], terms.offsets[!parity]);
    for (int way = 0; way < 3; way++) {
        set_sideways(&terms, 0, way);
        set_sideways(&terms, 1, way);
    }
    terms.both_ways = !mover->has_walls && mover->step_rule == WEND_STEP_MEAN;
    return terms;
}

wend__waiting wend__take_waiting(wend__page *page) {
    wend__waiting waiting = page->waiting;
    page->waiting = (wend__waiting){0};
    page->key = WEND_UNREACHABLE;
    page->farthest = 0;
    return waiting;
}
