/* SPDX-License-Identifier: MIT
 * A 4-ary heap that knows where each cell stands.
 *
 * Invariant: no entry comes before its parent, and positions[entries[i].cell] == i.
 * Cost: push O(log4 n) compares, pop O(4 log4 n); four children share a cache line.
 * Source: D. B. Johnson, Priority queues with update and finding minimum spanning trees (1975).
 *
 *               [0]                 parent of i: (i - 1) / 4
 *      [1]   [2]   [3]   [4]        children of i: 4i + 1 .. 4i + 4
 *   [5..8][9..12][13..16][17..20]
 */
#include "base/heap.h"

#include <assert.h>
#include <string.h>

wend_status wend__heap_create(wend__heap *heap, uint32_t capacity, const wend_allocator *allocator) {
    wend__heap made = {.capacity = capacity};
    made.entries = wend__allocate_zeroed(allocator, capacity, sizeof *made.entries);
    made.positions = wend__allocate(allocator, capacity, sizeof *made.positions);
    if (!made.entries || !made.positions) {
        wend__heap_destroy(&made, allocator);
        return WEND_ERROR_NO_MEMORY;
    }
    memset(made.positions, 0xFF, capacity * sizeof *made.positions);
    *heap = made;
    return WEND_OK;
}

void wend__heap_destroy(wend__heap *heap, const wend_allocator *allocator) {
    wend__release(allocator, heap->entries, heap->capacity, sizeof *heap->entries);
    wend__release(allocator, heap->positions, heap->capacity, sizeof *heap->positions);
    *heap = (wend__heap){0};
}

void wend__heap_clear(wend__heap *heap) {
    for (uint32_t i = 0; i < heap->count; i++) heap->positions[heap->entries[i].cell] = WEND__NOT_IN_HEAP;
    heap->count = 0;
}

static inline bool comes_before(const wend__heap_entry *a, const wend__heap_entry *b) {
    uint64_t order_a = (uint64_t)a->tie << 32 | a->cell;
    uint64_t order_b = (uint64_t)b->tie << 32 | b->cell;
    return (a->key < b->key) | ((a->key == b->key) & (order_a < order_b));
}

static inline void place(wend__heap *heap, uint32_t at, wend__heap_entry entry) {
    heap->entries[at] = entry;
    heap->positions[entry.cell] = at;
}

static void sift_up(wend__heap *heap, uint32_t at, wend__heap_entry entry) {
    while (at > 0) {
        uint32_t parent = (at - 1) / 4;
        if (!comes_before(&entry, &heap->entries[parent])) break;
        place(heap, at, heap->entries[parent]);
        at = parent;
    }
    place(heap, at, entry);
}

/* Which of two children comes first, without a branch: nobody can guess it. */
static inline uint32_t earlier(const wend__heap_entry *entries, uint32_t a, uint32_t b) {
    return a + ((b - a) & -(uint32_t)comes_before(&entries[b], &entries[a]));
}

/* The first of the children `first` and its next siblings. */
static inline uint32_t earliest_child(const wend__heap *heap, uint32_t first) {
    const wend__heap_entry *entries = heap->entries;
    if (heap->count - first >= 4) {
        return earlier(entries, earlier(entries, first, first + 1), earlier(entries, first + 2, first + 3));
    }
    uint32_t least = first;
    for (uint32_t child = first + 1; child < heap->count; child++) least = earlier(entries, least, child);
    return least;
}

/* 4 * at + 1 cannot wrap: capacity is at most 2^28. */
static void sift_down(wend__heap *heap, uint32_t at, wend__heap_entry entry) {
    for (;;) {
        uint32_t first = 4 * at + 1;
        if (first >= heap->count) break;
        uint32_t least = earliest_child(heap, first);
        if (!comes_before(&heap->entries[least], &entry)) break;
        place(heap, at, heap->entries[least]);
        at = least;
    }
    place(heap, at, entry);
}

bool wend__heap_push(wend__heap *heap, uint64_t key, uint32_t tie, uint32_t cell) {
    assert(cell < heap->capacity);
    wend__heap_entry entry = {.key = key, .tie = tie, .cell = cell};
    uint32_t at = heap->positions[cell];
    if (at == WEND__NOT_IN_HEAP) {
        at = heap->count++;
    } else if (!comes_before(&entry, &heap->entries[at])) {
        return false;
    }
    sift_up(heap, at, entry);
    return true;
}

wend__heap_entry wend__heap_pop(wend__heap *heap) {
    assert(heap->count > 0);
    wend__heap_entry top = heap->entries[0];
    heap->positions[top.cell] = WEND__NOT_IN_HEAP;
    heap->count--;
    if (heap->count > 0) sift_down(heap, 0, heap->entries[heap->count]);
    return top;
}
