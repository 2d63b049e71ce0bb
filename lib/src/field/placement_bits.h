/* SPDX-License-Identifier: MIT
 * Inside the library: a bit per cell of a map, in rows of whole words, so that 64 positions are asked at once. */
#ifndef WEND__PLACEMENT_BITS_H
#define WEND__PLACEMENT_BITS_H

#include "map/lattice.h"

typedef struct wend__bits {
    uint64_t *words; /* [height][stride] */
    int32_t stride;  /* [words] */
    int32_t width, height;
} wend__bits;

wend_status wend__bits_create(wend__bits *bits, wend__shape shape, const wend_allocator *allocator);
void wend__bits_destroy(wend__bits *bits, const wend_allocator *allocator);
void wend__bits_clear(wend__bits *bits);

static inline uint64_t *wend__bits_row(const wend__bits *bits, int32_t y) {
    return bits->words + (size_t)y * (size_t)bits->stride;
}

static inline bool wend__bits_at(const wend__bits *bits, int32_t x, int32_t y) {
    return wend__bits_row(bits, y)[x >> 6] >> (x & 63) & 1;
}

static inline void wend__bits_set(wend__bits *bits, int32_t x, int32_t y) {
    wend__bits_row(bits, y)[x >> 6] |= UINT64_C(1) << (x & 63);
}

/* 64 bits of row y from column x on; those off the map are those of `beyond`, all 0 or all 1. What lies beyond the last
 * column within its word is as it was set. */
static inline uint64_t wend__bits_from(const wend__bits *bits, int32_t x, int32_t y, uint64_t beyond) {
    if (y < 0 || y >= bits->height || x <= -64 || x >= bits->stride * 64) return beyond;
    const uint64_t *row = wend__bits_row(bits, y);
    int32_t word = (x + 64) / 64 - 1, shift = x & 63;
    uint64_t low = word < 0 ? beyond : row[word];
    if (shift == 0) return low;
    uint64_t high = word + 1 < bits->stride ? row[word + 1] : beyond;
    return low >> shift | high << (64 - shift);
}

/* The first column from x on whose bit is `value`; the width where there is none. */
int32_t wend__bits_find(const wend__bits *bits, int32_t x, int32_t y, bool value);

/* The first column of the run of set bits that holds (x, y). */
int32_t wend__bits_run_start(const wend__bits *bits, int32_t x, int32_t y);

#endif
