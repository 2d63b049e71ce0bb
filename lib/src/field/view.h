/* SPDX-License-Identifier: MIT
 * Inside the library: what questions by cell read: a field and its mover as they are, or pages that were copied from
 * them for a snapshot. So each question is written once. */
#ifndef WEND__VIEW_H
#define WEND__VIEW_H

#include "field/pages.h"

/* A page of a snapshot: of the field, and of what its mover says there. 32 KB. */
typedef struct wend__copy {
    uint32_t values[WEND__PAGE_CELLS];
    uint8_t directions[WEND__PAGE_CELLS];
    uint8_t costs[WEND__PAGE_CELLS];
    uint8_t exits[WEND__PAGE_CELLS];
    uint8_t marks[WEND__PAGE_CELLS]; /* WEND__COPY_NARROW, WEND__COPY_SEEDED */
} wend__copy;

#define WEND__COPY_NARROW 1u /* not blocked, but the mover's disc does not fit */
#define WEND__COPY_SEEDED 2u /* the cell's own seed is its value */

typedef struct wend__view {
    const wend_mover *mover;         /* of a snapshot: only what no update changes */
    const wend__pages *pages;        /* of a snapshot: only where cells lie */
    const wend__copy *const *copies; /* [pages]; NULL: pages and mover are read as they are */
} wend__view;

static inline const uint32_t *wend__values_from(const wend__view *view, uint32_t slot) {
    return view->copies ? &view->copies[slot >> 12]->values[slot & (WEND__PAGE_CELLS - 1)] : &view->pages->values[slot];
}

static inline uint32_t wend__value_in(const wend__view *view, uint32_t slot) {
    return *wend__values_from(view, slot);
}

/* Of a free cell. */
static inline uint32_t wend__set_in(const wend__view *view, uint32_t slot) {
    return view->copies ? view->copies[slot >> 12]->directions[slot & (WEND__PAGE_CELLS - 1)]
                        : view->pages->directions[slot];
}

static inline uint32_t wend__marks_in_copy(const wend__view *view, uint32_t cell) {
    uint32_t slot = wend__slot_of(view->pages, cell);
    return view->copies[slot >> 12]->marks[slot & (WEND__PAGE_CELLS - 1)];
}

/* Of the mover. */

static inline uint32_t wend__cost_in(const wend__view *view, uint32_t cell) {
    if (!view->copies) return view->mover->costs[cell];
    uint32_t slot = wend__slot_of(view->pages, cell);
    return view->copies[slot >> 12]->costs[slot & (WEND__PAGE_CELLS - 1)];
}

static inline bool wend__is_blocked_in(const wend__view *view, uint32_t cell) {
    return wend__cost_in(view, cell) == WEND_BLOCKED;
}

static inline bool wend__is_free_in(const wend__view *view, uint32_t cell) {
    if (!view->copies) return wend__is_free(view->mover, cell);
    return !wend__is_blocked_in(view, cell) && !(wend__marks_in_copy(view, cell) & WEND__COPY_NARROW);
}

/* Where it cannot stand: see wend__ways_out_of. */
static inline uint32_t wend__ways_out_in(const wend__view *view, uint32_t cell) {
    if (!view->copies) return wend__ways_out_of(view->mover, cell);
    uint32_t slot = wend__slot_of(view->pages, cell);
    return view->copies[slot >> 12]->exits[slot & (WEND__PAGE_CELLS - 1)];
}

#endif
