/* SPDX-License-Identifier: MIT
 * Inside the library: the directions of one page over wide integers; the body of direct_avx2.c and so on. See direct.c.
 *
 * A step is one of the best where   value there + what the far end pays = value here - what this end pays:
 * with MEAN each end pays length * its cost, with ENTER the far end pays all; where there is but one cost this end pays
 * all.
 *
 * Computes: the set of best steps of every cell of the page.
 * Invariant: a row's two sums and two differences, one for each length, are made once; a step is one comparison.
 * Cost: constant per row, and per row and direction.
 *
 *      sums above          x x x      Rows are kept as lanes with a rim at both ends, in a ring.
 *      sums, differences   x . x
 *      sums below          x x x
 */
#if defined(WEND__WIDE_PRESENT)

#include "field/direct.h"

#include <wend/field.h>

#include <string.h>

#define ROWS 4
#define RIM 64 /* lanes before and after a row: one is used, rows begin on a cache line */
#define ROW_LANES (64 + 2 * RIM)

typedef enum neighbourhood { SQUARE_4, SQUARE_8, HEX } neighbourhood;

/* What both widths of lanes need to know about a page. */
typedef struct page_view {
    const wend_mover *mover;
    const wend__pages *pages;
    uint32_t page;
    wend_cell corner;
    int32_t rows;       /* of it on the map */
    int32_t first, end; /* rows that were reached lie within [first, end) */
    bool has_above, has_below, has_left, has_right;
    neighbourhood kind;
    uint32_t uniform_cost;  /* or 0 */
    uint32_t there_pays[2]; /* by length, straight and diagonal: times the cost there */
    uint32_t here_pays[2];
} page_view;

static page_view view_of(const wend_mover *mover, const wend__pages *pages, uint32_t page) {
    uint32_t column = page % pages->wide, row = page / pages->wide;
    page_view view = {.mover = mover, .pages = pages, .page = page, .corner = wend__page_corner(pages, page)};
    int32_t rest = pages->shape.height - view.corner.y;
    view.rows = rest < WEND__PAGE_SIDE ? rest : WEND__PAGE_SIDE;
    /* A solver may also have counted rows beyond the map, where nothing is reached. */
    uint64_t reached = pages->page[page].valid & UINT64_MAX >> (WEND__PAGE_SIDE - view.rows);
    if (reached) {
        view.first = wend__lowest_bit_64(reached);
        view.end = wend__highest_bit(reached) + 1;
    }
    view.has_above = row > 0;
    view.has_below = row + 1 < pages->high;
    view.has_left = column > 0;
    view.has_right = column + 1 < pages->wide;
    view.kind = mover->neighbours == 6 ? HEX : mover->neighbours == 4 ? SQUARE_4 : SQUARE_8;
    view.uniform_cost = pages->page[page].uniform_cost;
    for (int i = 0; i < 2; i++) {
        uint32_t length = i ? mover->diagonal : WEND__STRAIGHT;
        view.there_pays[i] = mover->step_rule == WEND_STEP_MEAN ? length : 2 * length;
        view.here_pays[i] = 2 * length - view.there_pays[i];
    }
    return view;
}

static inline bool has_row(const page_view *view, int32_t y) {
    return y < 0 ? view->has_above : y < view->rows || (y == WEND__PAGE_SIDE && view->has_below);
}

/* The values of row y [-1..64], and those left and right of it. */
typedef struct row_values {
    const uint32_t *values; /* [64] */
    uint32_t left, right;
} row_values;

static inline row_values values_of_row(const page_view *view, int32_t y) {
    uint32_t wide = view->pages->wide, page = y < 0 ? view->page - wide : y > 63 ? view->page + wide : view->page;
    const uint32_t *values = view->pages->values + ((size_t)page << 12) + ((size_t)(y & 63) << 6);
    row_values row = {.values = values, .left = WEND_UNREACHABLE, .right = WEND_UNREACHABLE};
    if (view->has_left) row.left = values[63 - WEND__PAGE_CELLS];
    if (view->has_right) row.right = values[WEND__PAGE_CELLS];
    return row;
}

static inline const uint8_t *bytes_of_row(const page_view *view, const uint8_t *bytes, int32_t y) {
    return bytes + ((ptrdiff_t)view->corner.y + y) * view->pages->shape.width + view->corner.x;
}

/* Rows of a wide map lie far apart: no processor guesses which ones the next pages will ask for. The next page is
 * looked at already, for this one's rim. */
static inline void expect_row(const page_view *view, int32_t y) {
#if defined(__GNUC__)
    if (view->page + 2 >= view->pages->count) return;
    const uint32_t *values = view->pages->values + (((size_t)view->page + 2) << 12) + ((size_t)y << 6);
    for (int i = 0; i < 64; i += 16) __builtin_prefetch(values + i, 0, 2);
    __builtin_prefetch(view->pages->directions + (((size_t)view->page + 1) << 12) + ((size_t)y << 6), 1, 2);
    __builtin_prefetch(bytes_of_row(view, view->mover->exits, y) + 2 * WEND__PAGE_SIDE, 0, 2);
    if (!view->uniform_cost) __builtin_prefetch(bytes_of_row(view, view->mover->costs, y) + 2 * WEND__PAGE_SIDE, 0, 2);
#else
    (void)view;
    (void)y;
#endif
}

#define WEND__LANE_BITS 16
#include "field/direct_lanes.h"
#define WEND__LANE_BITS 32
#include "field/direct_lanes.h"

/* Only exits count, and no cell without a value, or with one that says only that the sum was too great. */
static void keep_exits(const page_view *view, uint8_t *directions) {
    const uint32_t *values = view->pages->values + ((size_t)view->page << 12);
    for (int32_t y = view->first; y < view->end; y++) {
        const uint8_t *exits = bytes_of_row(view, view->mover->exits, y);
        for (int x = 0; x < 64; x += WEND__W8_LANES) {
            int place = (y << 6) + x;
            wend__w8 best = wend__w8_and_(wend__w8_load(directions + place), wend__w8_load(exits + x));
            wend__w8_store(directions + place, wend__w8_where_finite(values + place, best));
        }
    }
}

void WEND__WIDE_NAME(wend__direct_page)(const wend_mover *mover, const wend__pages *pages, uint32_t page,
                                        bool both_ways) {
    page_view view = view_of(mover, pages, page);
    uint8_t *directions = pages->directions + ((size_t)page << 12);
    uint32_t dearest = pages->page[page].dearest_step;
    memset(directions, 0, (size_t)view.first << 6);
    memset(directions + (view.end << 6), 0, (size_t)(WEND__PAGE_SIDE - view.end) << 6);
    if (both_ways && dearest > 0 && dearest < 1u << 15)
        direct_16(&view, directions);
    else
        direct_32(&view, directions);
    keep_exits(&view, directions);
}

#endif
