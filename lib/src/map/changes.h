/* SPDX-License-Identifier: MIT
 * Inside the library: which cells of a mover an update found different. Whoever keeps a count can ask what changed
 * since; where the ring has forgotten, anything may have. */
#ifndef WEND__CHANGES_H
#define WEND__CHANGES_H

#include "base/base.h"

/* The cells whose cost, exits, ways out or links an update found different, or whether the mover can stand there: a
 * ring, in the order they were found; one may be in it twice. */
typedef struct wend__change_log {
    uint32_t *cells;   /* [capacity] number n since creation stands at n % capacity */
    uint8_t *has_lost; /* [capacity] bits: has it lost a way out that it had? */
    uint32_t capacity;
    uint64_t count; /* may jump by more than the capacity: then none of that update is listed */
} wend__change_log;

/* A ring for a map of `cells` cells. */
wend_status wend__changes_create(wend__change_log *log, size_t cells, const wend_allocator *allocator);
void wend__changes_destroy(wend__change_log *log, const wend_allocator *allocator);

/* Does it still hold all from number `since` on? */
static inline bool wend__changes_are_known(const wend__change_log *log, uint64_t since) {
    return log->count - since <= log->capacity;
}

/* The cell with a number that is known. */
static inline uint32_t wend__change_at(const wend__change_log *log, uint64_t number) {
    return log->cells[number % log->capacity];
}

static inline bool wend__change_has_lost(const wend__change_log *log, uint64_t number) {
    uint32_t place = (uint32_t)(number % log->capacity);
    return log->has_lost[place / 8] >> place % 8 & 1;
}

/* One more, found by an update that began at number `since`: once there is no room for all of them, they are only
 * counted. */
static inline void wend__changes_add(wend__change_log *log, uint64_t since, uint32_t cell, bool has_lost) {
    if (log->count - since < log->capacity) {
        uint32_t place = (uint32_t)(log->count % log->capacity);
        uint8_t bit = (uint8_t)(1u << place % 8), *bits = &log->has_lost[place / 8];
        log->cells[place] = cell;
        *bits = (uint8_t)(has_lost ? *bits | bit : *bits & ~bit);
    }
    log->count++;
}

/* The first place from `from` on where two rows of bytes differ, or count. */
size_t wend__next_differing(const uint8_t *a, const uint8_t *b, size_t from, size_t count);

#endif
