/* SPDX-License-Identifier: MIT
 * Inside the library: one page's share of an integration. A solver takes the cells that wait in a page, lowers every
 * cell of the page that they can lower, and offers what that means to the eight pages round it. See integrate.c. */
#ifndef WEND__RELAX_H
#define WEND__RELAX_H

#include "base/workspace.h"
#include "field/pages.h"

#include <wend/field.h>

/* The ways from a row eastwards along it and to the next one, to the same column, the next and the one before; and those
 * that lead back from there. */
enum { EAST, SOUTH, SOUTH_EAST, SOUTH_WEST, EAST_BACK, SOUTH_BACK, SOUTH_EAST_BACK, SOUTH_WEST_BACK, WAYS };
typedef struct wend__ways {
    int to[WAYS]; /* directions, or -1 where there is none */
} wend__ways;

/* A step to a neighbour within the page. */
typedef struct wend__pace {
    int32_t cell;    /* added to the index of one's own */
    int16_t place;   /* added to one's own place in the page */
    uint8_t onwards; /* all directions but the one back, as bits */
    uint8_t direction;
} wend__pace;

/* What every solver reads. */
typedef struct wend__terms {
    const wend_mover *mover;
    const wend__pages *pages;
    wend__index_steps steps;
    wend_cell offsets[2][WEND__DIRECTIONS]; /* by parity of the row, direction */
    uint32_t lengths[WEND__DIRECTIONS];     /* by direction */
    wend__ways ways[2];                     /* by parity of the upper row */
    /* The steps from a column to the one beside it, west [0] or east [1]: to the row above, the same, and the one below.
     * By row, for parities differ: 1 << the direction, or 0; and their lengths. */
    uint8_t side_bits[2][3][WEND__PAGE_SIDE];
    uint32_t side_lengths[3];
    wend__pace paces[2][(1 << (WEND__DIRECTIONS - 1)) + 1]; /* by parity of the row, 1 << direction */
    bool both_ways;                                         /* every step has its way back, at the same cost */
} wend__terms;

/* Pages that have work now: bit (dy + 1) * 3 + dx + 1 for the neighbour (dx, dy), the middle one for the page itself. */
typedef uint32_t wend__outbox;
#define WEND__OUTBOX_SELF 0x10u

/* The solver of a page; scratch is a workspace's. It writes the page's and its eight neighbours' values and work, nothing
 * else. */
typedef void wend__solve_fn(const wend__terms *terms, uint32_t page, void *scratch, wend__outbox *outbox);

/* For pages of corridors, and for values near the limit: exact for every page. See corridors.c. */
wend__solve_fn wend__solve_corridors;

wend__terms wend__terms_of(const wend_mover *mover, const wend__pages *pages);

/* The waiting cells of a page, taken out of it. */
wend__waiting wend__take_waiting(wend__page *page);

/* Says that cells of the page became lower, to values from least to greatest. */
static inline void wend__page_became_lower(wend__page *page, uint32_t least, uint32_t greatest) {
    page->content = WEND__PAGE_LIVE;
    if (least < page->key) page->key = least;
    if (greatest > page->farthest) page->farthest = greatest;
}

/* Lowers a cell, `place` within the page; true if it was higher. The caller says that it waits. */
static inline bool wend__offer(const wend__pages *pages, uint32_t page, uint32_t place, uint32_t value) {
    wend__page *state = &pages->page[page];
    uint32_t *values = pages->values + ((size_t)page << 12);
    uint64_t row = UINT64_C(1) << (place >> 6);
    if (!(state->valid & row)) wend__page_need_rows(pages, page, row);
    if (value >= values[place]) return false;
    values[place] = value;
    wend__page_became_lower(state, value, value);
    return true;
}

/* Says that cells wait beyond a border or a corner of the page, as bits along the border there. */
static inline void wend__wait_beyond(const wend__pages *pages, uint32_t page, int32_t dx, int32_t dy, uint64_t cells,
                                     wend__outbox *outbox) {
    wend__waiting *waiting = &pages->page[page + (uint32_t)dy * pages->wide + (uint32_t)dx].waiting;
    if (dy < 0)
        waiting->south |= cells;
    else if (dy > 0)
        waiting->north |= cells;
    else if (dx < 0)
        waiting->east |= cells;
    else
        waiting->west |= cells;
    *outbox |= 1u << ((dy + 1) * 3 + dx + 1);
}

/* Offers a value to the cell at (x, y), counted from the page's corner, which lies in a neighbour of the page. */
static inline void wend__offer_across(const wend__pages *pages, uint32_t page, int32_t x, int32_t y, uint32_t value,
                                      wend__outbox *outbox) {
    int32_t dx = (x >= WEND__PAGE_SIDE) - (x < 0), dy = (y >= WEND__PAGE_SIDE) - (y < 0);
    uint32_t there = page + (uint32_t)dy * pages->wide + (uint32_t)dx;
    uint32_t column = (uint32_t)x & 63, row = (uint32_t)y & 63;
    if (!wend__offer(pages, there, row << 6 | column, value)) return;
    wend__wait_beyond(pages, page, dx, dy, UINT64_C(1) << (dy ? column : row), outbox);
}

#endif
