/* SPDX-License-Identifier: MIT
 * Inside the library: which cells of a mover an update found different. Whoever keeps a count can ask what changed
 * since; where the ring has forgotten, anything may have. */
#ifndef WEND__CHANGES_H
#define WEND__CHANGES_H

#include "base/base.h"

/* The cells whose cost, exits, ways out or links an update found different, or whether the mover can stand there: a
 * ring, in the order they were found; one may be in it twice. */
typedef struct wend__change_log {
    uint32_t *cells; /* [capacity] number n since creation stands at n % capacity */
    uint8_t *ways;   /* [capacity] wend__change_ways, four to a byte */
    uint32_t capacity;
    uint32_t next;  /* count % capacity */
    uint64_t count; /* may jump by more than the capacity: then none of that update is listed */
} wend__change_log;

/* What is known of the ways that leave the cell: each that was lost or gained is marked with a cell that it leaves, if
 * there it was a way before, or is one now. */
enum wend__change_ways { WEND__LOST = 1, WEND__GAINED = 2 };

/* A ring for a map of `cells` cells. */
wend_status wend__changes_create(wend__change_log *log, size_t cells, const wend_allocator *allocator);
void wend__changes_destroy(wend__change_log *log, const wend_allocator *allocator);

/* Does it still hold all from number `since` on? */
static inline bool wend__changes_are_known(const wend__change_log *log, uint64_t since) {
    return log->count - since <= log->capacity;
}

/* Where a number that is known stands, without a division. */
static inline uint32_t wend__change_place(const wend__change_log *log, uint64_t number) {
    uint32_t ago = (uint32_t)(log->count - number);
    return log->next >= ago ? log->next - ago : log->next + (log->capacity - ago);
}

/* The cell with a number that is known. */
static inline uint32_t wend__change_at(const wend__change_log *log, uint64_t number) {
    return log->cells[wend__change_place(log, number)];
}

static inline uint32_t wend__change_ways_at(const wend__change_log *log, uint64_t number) {
    uint32_t place = wend__change_place(log, number);
    return (uint32_t)log->ways[place / 4] >> place % 4 * 2 & 3u;
}

/* One more, found by an update that began at number `since`: once there is no room for all of them, they are only
 * counted. */
static inline void wend__changes_add(wend__change_log *log, uint64_t since, uint32_t cell, uint32_t ways) {
    if (log->count - since < log->capacity) {
        uint32_t place = log->next, shift = place % 4 * 2;
        log->cells[place] = cell;
        log->ways[place / 4] = (uint8_t)((log->ways[place / 4] & ~(3u << shift)) | ways << shift);
    }
    log->count++;
    log->next = log->next + 1 < log->capacity ? log->next + 1 : 0;
}

/* The first place from `from` on where two rows of bytes differ, or count. */
size_t wend__next_differing(const uint8_t *a, const uint8_t *b, size_t from, size_t count);

#endif
