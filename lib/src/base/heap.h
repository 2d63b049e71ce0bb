/* SPDX-License-Identifier: MIT
 * Inside the library: a priority queue of cells, each in it at most once, least (key, tie, cell) first: a total order,
 * so what comes out never depends on how it went in. Fixed capacity; no call allocates. */
#ifndef WEND__HEAP_H
#define WEND__HEAP_H

#include "base/base.h"

typedef struct wend__heap_entry {
    uint64_t key;
    uint32_t tie;
    uint32_t cell;
} wend__heap_entry;

typedef struct wend__heap {
    wend__heap_entry *entries; /* [capacity] a 4-ary heap in [0, count) */
    uint32_t *positions;       /* [capacity] by cell; WEND__NOT_IN_HEAP, or its place in entries */
    uint32_t count;
    uint32_t capacity; /* cells are [0, capacity) */
} wend__heap;

#define WEND__NOT_IN_HEAP UINT32_MAX

wend_status wend__heap_create(wend__heap *heap, uint32_t capacity, const wend_allocator *allocator);
void wend__heap_destroy(wend__heap *heap, const wend_allocator *allocator);

/* Empties it in time proportional to what is left in it. */
void wend__heap_clear(wend__heap *heap);

/* Puts a cell in, or moves it forward if it is there with a greater key or tie; later ones are left alone.
 * True if anything was done. */
bool wend__heap_push(wend__heap *heap, uint64_t key, uint32_t tie, uint32_t cell);

/* The least entry, taken out; the heap must not be empty. */
wend__heap_entry wend__heap_pop(wend__heap *heap);

static inline const wend__heap_entry *wend__heap_top(const wend__heap *heap) {
    return heap->count ? &heap->entries[0] : NULL;
}

#endif
