/* SPDX-License-Identifier: MIT */
#include "field/relax.h"

#include <string.h>

static int direction_with(const wend_cell offsets[WEND__DIRECTIONS], int32_t x, int32_t y) {
    int k = WEND__DIRECTIONS - 1;
    while (k >= 0 && (offsets[k].x != x || offsets[k].y != y)) k--;
    return k;
}

static wend__ways ways_from(const wend_cell upper[WEND__DIRECTIONS], const wend_cell lower[WEND__DIRECTIONS]) {
    return (wend__ways){.south = direction_with(upper, 0, 1),
                        .south_east = direction_with(upper, 1, 1),
                        .south_west = direction_with(upper, -1, 1),
                        .south_back = direction_with(lower, 0, -1),
                        .south_east_back = direction_with(lower, -1, -1),
                        .south_west_back = direction_with(lower, 1, -1)};
}

wend__terms wend__terms_of(const wend_mover *mover, const wend__pages *pages) {
    wend__terms terms = {.mover = mover, .pages = pages, .steps = wend__index_steps_of(mover->shape)};
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        terms.lengths[k] = wend__length(mover, k);
        if (!(mover->directions >> k & 1)) continue;
        for (int32_t parity = 0; parity < 2; parity++)
            terms.offsets[parity][k] = wend__offset(mover->shape.lattice, parity, k);
    }
    for (int parity = 0; parity < 2; parity++)
        terms.ways[parity] = ways_from(terms.offsets[parity], terms.offsets[!parity]);
    terms.both_ways = !mover->has_walls && mover->step_rule == WEND_STEP_MEAN;
    return terms;
}

wend__waiting wend__take_waiting(wend__page *page) {
    wend__waiting waiting = {page->rows, page->north, page->east, page->south, page->west};
    page->rows = page->north = page->east = page->south = page->west = 0;
    page->key = WEND_UNREACHABLE;
    return waiting;
}

void wend__page_begin(const wend__pages *pages, uint32_t page) {
    wend__page *state = &pages->page[page];
    if (state->content == WEND__PAGE_OLD)
        memset(pages->values + ((size_t)page << 12), 0xFF, WEND__PAGE_CELLS * sizeof *pages->values);
    state->content = WEND__PAGE_LIVE;
}

/* One column: 0 looks west, 63 looks east. */
static void offer_column(const wend__terms *terms, uint32_t page, int32_t x, uint64_t rows, wend__outbox *outbox) {
    const wend__pages *pages = terms->pages;
    wend_cell corner = wend__page_corner(pages, page);
    const uint32_t *values = pages->values + ((size_t)page << 12);
    int32_t wanted = x == 0 ? -1 : 1;
    for (; rows; rows &= rows - 1) {
        int32_t y = wend__lowest_bit_64(rows);
        uint32_t value = values[y << 6 | x];
        if (value == WEND_UNREACHABLE) continue;
        uint32_t cell = wend__index(pages->shape, corner.x + x, corner.y + y);
        for (uint32_t rest = wend__entries(terms->mover, &terms->steps, cell); rest; rest &= rest - 1) {
            int k = wend__lowest_bit(rest);
            wend_cell offset = terms->offsets[y & 1][k];
            if (offset.x != wanted) continue;
            ptrdiff_t there = (ptrdiff_t)cell + terms->steps.steps[y & 1][k];
            wend__offer_across(pages, page, x + offset.x, y + offset.y, wend__offered(terms, value, cell, there, k),
                               outbox);
        }
    }
}

void wend__offer_columns(const wend__terms *terms, uint32_t page, uint64_t west_rows, uint64_t east_rows,
                         wend__outbox *outbox) {
    wend_cell corner = wend__page_corner(terms->pages, page);
    if (corner.x > 0) offer_column(terms, page, 0, west_rows, outbox);
    if (corner.x + WEND__PAGE_SIDE < terms->pages->shape.width) offer_column(terms, page, 63, east_rows, outbox);
}
