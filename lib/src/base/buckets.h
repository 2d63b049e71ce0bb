/* SPDX-License-Identifier: MIT
 * Inside the library: a queue of cells by value, a bucket for each 2^shift values, for as many buckets ahead as it has.
 * The cells of a bucket come out in any order: for whoever may take equals as they come. What lies too far ahead, or
 * finds no room, belongs in the heap. See buckets.c. */
#ifndef WEND__BUCKETS_H
#define WEND__BUCKETS_H

#include "base/workspace.h"

#define WEND__BUCKET_COUNT 1024u /* a power of two */
#define WEND__CHUNK_WORDS 32u    /* one word leads to the next chunk, the others are cells */
#define WEND__CHUNK_CELLS (WEND__CHUNK_WORDS - 1)
#define WEND__NO_CHUNK UINT32_MAX

typedef struct wend__buckets {
    uint32_t *words;    /* chunks */
    uint32_t chunk_end; /* chunks that fit */
    uint32_t fresh;     /* chunks handed out for the first time so far */
    uint32_t spare;     /* list of chunks given back */
    uint32_t shift;
    uint32_t current;                  /* number of the bucket that is being emptied: value >> shift */
    uint64_t live;                     /* entries in all buckets */
    uint32_t head[WEND__BUCKET_COUNT]; /* first chunk */
    uint32_t fill[WEND__BUCKET_COUNT]; /* cells in the first chunk; all others are full */
} wend__buckets;

/* Empty, with the words of a workspace as its memory. */
void wend__buckets_begin(wend__buckets *buckets, wend_workspace *workspace, uint32_t shift);

static inline uint32_t *wend__chunk_at(const wend__buckets *buckets, uint32_t chunk) {
    return buckets->words + (size_t)chunk * WEND__CHUNK_WORDS;
}

/* One more chunk for a slot whose first is full, false if there is none; one less for a slot whose first is empty. */
bool wend__buckets_grow(wend__buckets *buckets, uint32_t slot);
void wend__buckets_shrink(wend__buckets *buckets, uint32_t slot);

/* Puts a cell into the bucket of a value. False if that is too far ahead, or there is no room. */
static inline bool wend__buckets_push(wend__buckets *buckets, uint32_t value, uint32_t cell) {
    uint32_t number = value >> buckets->shift, slot = number % WEND__BUCKET_COUNT;
    if (number - buckets->current >= WEND__BUCKET_COUNT) return false;
    if (buckets->fill[slot] == WEND__CHUNK_CELLS && !wend__buckets_grow(buckets, slot)) return false;
    wend__chunk_at(buckets, buckets->head[slot])[++buckets->fill[slot]] = cell;
    buckets->live++;
    return true;
}

/* Takes a cell of the current bucket out; false if there is none. */
static inline bool wend__buckets_pop(wend__buckets *buckets, uint32_t *cell) {
    uint32_t slot = buckets->current % WEND__BUCKET_COUNT;
    if (buckets->head[slot] == WEND__NO_CHUNK) return false;
    *cell = wend__chunk_at(buckets, buckets->head[slot])[buckets->fill[slot]--];
    buckets->live--;
    if (buckets->fill[slot] == 0) wend__buckets_shrink(buckets, slot);
    return true;
}

/* Makes the next bucket that holds anything the current one, but none above `limit`. */
void wend__buckets_advance(wend__buckets *buckets, uint32_t limit);

#endif
