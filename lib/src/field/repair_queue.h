/* SPDX-License-Identifier: MIT
 * Inside the library: a queue of cells by value, for repair. What goes in is never less than what came out last.
 *
 * Computes: cells by rising value; within a step of 2^shift in any order.
 * Invariant: a cell in heap b > 0 has its highest bit that differs from `last` at place b - 1; heap 0 is `last` itself.
 * Cost: constant to put in; each cell moves to a lower heap at most once for every bit of its key.
 * Source: R. K. Ahuja, K. Mehlhorn, J. B. Orlin, R. E. Tarjan, Faster algorithms for the shortest path problem (1990).
 *
 *      last 1010     heap 0: 1010   1: 1011   2: -   3: 11xx, none of 101x   4: -
 */
#ifndef WEND__REPAIR_QUEUE_H
#define WEND__REPAIR_QUEUE_H

#include "base/workspace.h"

#define WEND__QUEUE_HEAPS 33

/* Entries are the workspace's: key is the value, cell the place, tie the next one in the same list. */
typedef struct wend__repair_queue {
    wend__heap_entry *entries;
    uint32_t capacity, used; /* entries from `used` on were never taken */
    uint32_t free;           /* list of those given back; WEND__NO_ENTRY ends it */
    uint32_t shift;
    uint32_t last;
    uint64_t filled;                   /* bit b: heap b has cells */
    uint32_t heaps[WEND__QUEUE_HEAPS]; /* of those that have: the first */
} wend__repair_queue;

#define WEND__NO_ENTRY UINT32_MAX

static inline void wend__queue_begin(wend__repair_queue *queue, wend_workspace *workspace, uint32_t shift) {
    queue->entries = workspace->heap.entries;
    queue->capacity = workspace->heap.capacity;
    queue->used = 0;
    queue->free = WEND__NO_ENTRY;
    queue->shift = shift;
    queue->last = 0;
    queue->filled = 0;
}

static inline void wend__queue_link(wend__repair_queue *queue, uint32_t entry, uint32_t key) {
    uint32_t heap = key == queue->last ? 0 : (uint32_t)wend__highest_bit(key ^ queue->last) + 1;
    bool has_cells = queue->filled >> heap & 1;
    queue->entries[entry].tie = has_cells ? queue->heaps[heap] : WEND__NO_ENTRY;
    queue->heaps[heap] = entry;
    queue->filled |= UINT64_C(1) << heap;
}

/* False where there is no room. */
static inline bool wend__queue_push(wend__repair_queue *queue, uint32_t value, uint32_t place) {
    uint32_t entry = queue->free;
    if (entry != WEND__NO_ENTRY)
        queue->free = queue->entries[entry].tie;
    else if (queue->used < queue->capacity)
        entry = queue->used++;
    else
        return false;
    queue->entries[entry].key = value;
    queue->entries[entry].cell = place;
    wend__queue_link(queue, entry, value >> queue->shift);
    return true;
}

/* Moves the heap with the least keys down; heap 0 is empty, another is not. */
static inline void wend__queue_refill(wend__repair_queue *queue) {
    uint32_t heap = (uint32_t)wend__lowest_bit_64(queue->filled), first = queue->heaps[heap], least = UINT32_MAX;
    wend__heap_entry *entries = queue->entries;
    for (uint32_t entry = first; entry != WEND__NO_ENTRY; entry = entries[entry].tie) {
        uint32_t key = (uint32_t)entries[entry].key >> queue->shift;
        least = key < least ? key : least;
    }
    queue->last = least;
    queue->filled &= ~(UINT64_C(1) << heap);
    for (uint32_t entry = first, next; entry != WEND__NO_ENTRY; entry = next) {
        next = entries[entry].tie;
        wend__queue_link(queue, entry, (uint32_t)entries[entry].key >> queue->shift);
    }
}

/* The next cell; false where there is none. */
static inline bool wend__queue_pop(wend__repair_queue *queue, uint32_t *value, uint32_t *place) {
    if (!queue->filled) return false;
    if (!(queue->filled & 1)) wend__queue_refill(queue);
    uint32_t entry = queue->heaps[0];
    wend__heap_entry *taken = &queue->entries[entry];
    *value = (uint32_t)taken->key;
    *place = taken->cell;
    queue->heaps[0] = taken->tie;
    if (taken->tie == WEND__NO_ENTRY) queue->filled &= ~UINT64_C(1);
    taken->tie = queue->free;
    queue->free = entry;
    return true;
}

#endif
