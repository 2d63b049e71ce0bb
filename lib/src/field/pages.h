/* SPDX-License-Identifier: MIT
 * Inside the library: how a field keeps its values and directions. Pages of 64 x 64 cells, each contiguous, so that
 * work on one of them stays in the nearest caches however wide the map is.
 *
 *      slot = page << 12 | (y & 63) << 6 | (x & 63)        page = (y >> 6) * wide + (x >> 6)
 *
 * Cells beyond the map in the last pages are WEND_UNREACHABLE and have no directions, for ever. */
#ifndef WEND__PAGES_H
#define WEND__PAGES_H

#include "map/graph.h"

#define WEND__PAGE_SIDE 64
#define WEND__PAGE_CELLS (WEND__PAGE_SIDE * WEND__PAGE_SIDE)
#define WEND__PAGES_FOR_THREADS 32u /* with fewer a build is done before a second thread has begun */

/* What a page's memory holds. */
typedef enum wend__page_content {
    WEND__PAGE_CLEAR, /* unreachable everywhere, no directions */
    WEND__PAGE_OLD,   /* an earlier build's values */
    WEND__PAGE_LIVE   /* values of the running build, in valid rows, or of the last one, in all */
} wend__page_content;

/* Cells that became lower since their neighbours last saw them. */
typedef struct wend__waiting {
    uint64_t rows;                     /* bit y: any cell of row y may wait */
    uint64_t north, east, south, west; /* bit i: cell i of that border waits */
} wend__waiting;

/* A page and the work that waits in it. */
typedef struct wend__page {
    uint64_t valid; /* bit y: the build has reached row y; all others count as unreachable */
    wend__waiting waiting;
    uint32_t key;          /* no waiting cell has a lower value; WEND_UNREACHABLE: none waits */
    uint32_t farthest;     /* no waiting cell has a greater value */
    uint32_t dearest_step; /* raw cost of the dearest step within the page and across its borders */
    uint8_t content;       /* a wend__page_content */
    uint8_t solver;        /* which one fits what is in it: see integrate.c; 0: not looked at yet */
    uint8_t uniform_cost;  /* the one cost of all free cells in it and round it, or 0 */
    bool has_link_targets;
} wend__page;

typedef struct wend__pages {
    wend__shape shape;
    uint32_t wide, high, count;
    uint32_t *values;    /* [count][WEND__PAGE_CELLS] */
    uint8_t *directions; /* [count][WEND__PAGE_CELLS] of free cells; those of walls are found when asked for */
    wend__page *page;    /* [count] */
    uint8_t *is_changed; /* [count] not 0: a value or a direction may have been written since the last snapshot; whoever
                            writes one says so */
    uint64_t chosen_for; /* revision of the mover whose solvers the pages name */
} wend__pages;

/* All pages clear. Errors: NO_MEMORY; then destroy takes what there is. */
wend_status wend__pages_create(wend__pages *pages, wend__shape shape, const wend_allocator *allocator);
void wend__pages_destroy(wend__pages *pages, const wend_allocator *allocator);

/* Makes every value of a page unreachable, and every direction none. */
void wend__page_clear(const wend__pages *pages, uint32_t page);

/* Makes rows valid, as bits: unreachable where they were not. */
void wend__page_need_rows(const wend__pages *pages, uint32_t page, uint64_t rows);

static inline uint32_t wend__page_at(const wend__pages *pages, int32_t x, int32_t y) {
    return ((uint32_t)y >> 6) * pages->wide + ((uint32_t)x >> 6);
}

static inline uint32_t wend__slot(const wend__pages *pages, int32_t x, int32_t y) {
    return wend__page_at(pages, x, y) << 12 | ((uint32_t)y & 63) << 6 | ((uint32_t)x & 63);
}

static inline uint32_t wend__slot_of(const wend__pages *pages, uint32_t cell) {
    wend_cell where = wend__cell_of(pages->shape, cell);
    return wend__slot(pages, where.x, where.y);
}

/* The upper left cell of a page. */
static inline wend_cell wend__page_corner(const wend__pages *pages, uint32_t page) {
    return (wend_cell){(int32_t)(page % pages->wide * WEND__PAGE_SIDE),
                       (int32_t)(page / pages->wide * WEND__PAGE_SIDE)};
}

#endif
