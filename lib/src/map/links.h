/* SPDX-License-Identifier: MIT
 * Inside the library: tables of links. A table never changes once made: an edit makes a new one, and movers and fields
 * keep the one they were built from. So no update or build needs memory for links. */
#ifndef WEND__LINKS_H
#define WEND__LINKS_H

#include "map/lattice.h"

#define WEND__MAX_LINKS ((size_t)1 << 20)

typedef struct wend__links {
    wend__count holds;
    wend_allocator allocator;
    size_t count;
    size_t size;         /* bytes of the whole */
    wend_link *by_from;  /* [count] sorted by (from, to, cost, class_mask) */
    uint32_t *by_to;     /* [count] places in by_from, sorted by (to, place) */
    uint32_t *from, *to; /* [count] cell indices of by_from[i] */
} wend__links;

/* NULL stands for a table without links everywhere below. */

/* The links of a table and `count` more, in all at most WEND__MAX_LINKS. */
wend_status wend__links_with(const wend__links *table, wend__shape shape, const wend_link *more, size_t count,
                             const wend_allocator *allocator, wend__links **out);
/* The table without the links from one cell to another. *out is NULL where none is left, or none was removed. */
wend_status wend__links_without(const wend__links *table, wend__shape shape, uint32_t from, uint32_t to,
                                const wend_allocator *allocator, wend__links **out, size_t *removed);
wend__links *wend__links_take(wend__links *table);
void wend__links_drop(wend__links *table);

/* The same links, wherever they are kept. */
bool wend__links_equal(const wend__links *a, const wend__links *b);

/* Places [first, last) of by_from that leave a cell. */
typedef struct wend__link_range {
    uint32_t first, last;
} wend__link_range;
wend__link_range wend__links_from(const wend__links *table, uint32_t cell);

/* The first place of by_to that leads to this cell or a later one; count where there is none. */
uint32_t wend__links_to_from_on(const wend__links *table, uint32_t cell);

#endif
