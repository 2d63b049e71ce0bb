/* SPDX-License-Identifier: MIT
 * A ring of buckets.
 *
 * Computes: which cells have the least values, up to the width of a bucket.
 * Invariant: every cell in the ring has a bucket number in [current, current + WEND__BUCKET_COUNT).
 * Cost: constant per push and pop; advancing looks at each empty bucket once.
 * Source: R. B. Dial, Algorithm 360: Shortest-Path Forest with Topological Ordering (1969); E. A. Dinitz' remark that
 *         buckets as wide as the shortest edge still settle labels.
 *
 *      number   7        8     9        10 ...
 *             +-----+  +---+ +-----+
 *             |chunk|  |   | |chunk|-> |chunk|     chunks of one pool, given back when emptied
 *             +-----+  +---+ +-----+
 */
#include "base/buckets.h"

#define NO_CHUNK UINT32_MAX
#define CELLS_PER_CHUNK (WEND__CHUNK_WORDS - 1)

void wend__buckets_begin(wend__buckets *buckets, wend_workspace *workspace, uint32_t shift) {
    wend__workspace_take_words(workspace);
    buckets->words = workspace->words;
    buckets->chunk_end = (uint32_t)(3 * (uint64_t)workspace->cells / WEND__CHUNK_WORDS);
    buckets->fresh = 0;
    buckets->spare = NO_CHUNK;
    buckets->shift = shift;
    buckets->current = 0;
    buckets->live = 0;
    for (uint32_t i = 0; i < WEND__BUCKET_COUNT; i++) {
        buckets->head[i] = NO_CHUNK;
        buckets->fill[i] = CELLS_PER_CHUNK;
    }
}

static uint32_t *chunk_at(const wend__buckets *buckets, uint32_t chunk) {
    return buckets->words + (size_t)chunk * WEND__CHUNK_WORDS;
}

static uint32_t chunk_take(wend__buckets *buckets) {
    uint32_t chunk = buckets->spare;
    if (chunk != NO_CHUNK)
        buckets->spare = *chunk_at(buckets, chunk);
    else if (buckets->fresh < buckets->chunk_end)
        chunk = buckets->fresh++;
    return chunk;
}

bool wend__buckets_push(wend__buckets *buckets, uint32_t value, uint32_t cell) {
    uint32_t number = value >> buckets->shift;
    if (number - buckets->current >= WEND__BUCKET_COUNT) return false;
    uint32_t slot = number % WEND__BUCKET_COUNT;
    if (buckets->fill[slot] == CELLS_PER_CHUNK) {
        uint32_t chunk = chunk_take(buckets);
        if (chunk == NO_CHUNK) return false;
        *chunk_at(buckets, chunk) = buckets->head[slot];
        buckets->head[slot] = chunk;
        buckets->fill[slot] = 0;
    }
    chunk_at(buckets, buckets->head[slot])[++buckets->fill[slot]] = cell;
    buckets->live++;
    return true;
}

bool wend__buckets_pop(wend__buckets *buckets, uint32_t *cell) {
    uint32_t slot = buckets->current % WEND__BUCKET_COUNT, chunk = buckets->head[slot];
    if (chunk == NO_CHUNK) return false;
    uint32_t *words = chunk_at(buckets, chunk);
    *cell = words[buckets->fill[slot]--];
    buckets->live--;
    if (buckets->fill[slot] == 0) {
        buckets->head[slot] = words[0];
        buckets->fill[slot] = CELLS_PER_CHUNK;
        words[0] = buckets->spare;
        buckets->spare = chunk;
    }
    return true;
}

void wend__buckets_advance(wend__buckets *buckets, uint32_t limit) {
    while (buckets->current < limit && buckets->head[buckets->current % WEND__BUCKET_COUNT] == NO_CHUNK) {
        if (buckets->live == 0) {
            buckets->current = limit;
            return;
        }
        buckets->current++;
    }
}
