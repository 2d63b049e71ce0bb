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

static wend__sideways sideways_from(const wend_cell offsets[WEND__DIRECTIONS], int32_t x) {
    return (wend__sideways){direction_with(offsets, x, -1), direction_with(offsets, x, 0), direction_with(offsets, x, 1)};
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
    for (int parity = 0; parity < 2; parity++) {
        terms.west[parity] = sideways_from(terms.offsets[parity], -1);
        terms.east[parity] = sideways_from(terms.offsets[parity], 1);
    }
    terms.both_ways = !mover->has_walls && mover->step_rule == WEND_STEP_MEAN;
    return terms;
}

wend__waiting wend__take_waiting(wend__page *page) {
    wend__waiting waiting = {page->rows, page->north, page->east, page->south, page->west};
    page->rows = page->north = page->east = page->south = page->west = 0;
    page->key = WEND_UNREACHABLE;
    page->farthest = 0;
    return waiting;
}

void wend__page_begin(const wend__pages *pages, uint32_t page) {
    wend__page *state = &pages->page[page];
    if (state->content == WEND__PAGE_OLD)
        memset(pages->values + ((size_t)page << 12), 0xFF, WEND__PAGE_CELLS * sizeof *pages->values);
    state->content = WEND__PAGE_LIVE;
}

/* What the rows of a column offer to the column beside it: offered[y + 1] to its row y, -1 and 64 being corners. */
static void offers_of_column(const wend__terms *terms, uint32_t page, int32_t x, uint64_t rows,
                             uint32_t offered[WEND__PAGE_SIDE + 2]) {
    const wend_mover *mover = terms->mover;
    wend_cell corner = wend__page_corner(terms->pages, page);
    const uint32_t *values = terms->pages->values + ((size_t)page << 12) + x;
    memset(offered, 0xFF, (WEND__PAGE_SIDE + 2) * sizeof *offered);
    for (; rows; rows &= rows - 1) {
        int32_t y = wend__lowest_bit_64(rows);
        uint32_t value = values[y << 6], parity = (uint32_t)y & 1;
        if (value == WEND_UNREACHABLE) continue;
        uint32_t cell = wend__index(mover->shape, corner.x + x, corner.y + y);
        uint32_t entries = terms->both_ways ? mover->exits[cell] : wend__entries(mover, &terms->steps, cell);
        const wend__sideways *ways = x == 0 ? &terms->west[parity] : &terms->east[parity];
        const int directions[] = {ways->above, ways->beside, ways->below};
        for (int i = 0; i < 3; i++) {
            int k = directions[i];
            if (k < 0 || !(entries >> k & 1)) continue;
            ptrdiff_t there = (ptrdiff_t)cell + terms->steps.steps[parity][k];
            uint32_t step = wend__step(mover->step_rule, terms->lengths[k], mover->costs[there], mover->costs[cell]);
            if (value + step < offered[y + i]) offered[y + i] = value + step;
        }
    }
}

/* One column: 0 looks west, 63 looks east. */
static void offer_column(const wend__terms *terms, uint32_t page, int32_t x, uint64_t rows, wend__outbox *outbox) {
    const wend__pages *pages = terms->pages;
    uint32_t offered[WEND__PAGE_SIDE + 2];
    int32_t dx = x == 0 ? -1 : 1;
    uint32_t there = page + (uint32_t)dx, column = (uint32_t)(WEND__PAGE_SIDE - 1 - x);
    offers_of_column(terms, page, x, rows, offered);
    uint64_t lowered = 0;
    for (uint32_t y = 0; y < WEND__PAGE_SIDE; y++) {
        if (offered[y + 1] == WEND_UNREACHABLE) continue;
        lowered |= (uint64_t)wend__offer(pages, there, y << 6 | column, offered[y + 1]) << y;
    }
    if (lowered) {
        *(dx < 0 ? &pages->page[there].east : &pages->page[there].west) |= lowered;
        *outbox |= 1u << (3 + dx + 1);
    }
    if (offered[0] != WEND_UNREACHABLE) wend__offer_across(pages, page, x + dx, -1, offered[0], outbox);
    if (offered[WEND__PAGE_SIDE + 1] != WEND_UNREACHABLE)
        wend__offer_across(pages, page, x + dx, WEND__PAGE_SIDE, offered[WEND__PAGE_SIDE + 1], outbox);
}

void wend__offer_columns(const wend__terms *terms, uint32_t page, uint64_t west_rows, uint64_t east_rows,
                         wend__outbox *outbox) {
    wend_cell corner = wend__page_corner(terms->pages, page);
    if (corner.x > 0 && west_rows) offer_column(terms, page, 0, west_rows, outbox);
    if (corner.x + WEND__PAGE_SIDE < terms->pages->shape.width && east_rows)
        offer_column(terms, page, WEND__PAGE_SIDE - 1, east_rows, outbox);
}
