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

void wend__buckets_begin(wend__buckets *buckets, wend_workspace *workspace, uint32_t shift) {
    wend__workspace_take_words(workspace);
    buckets->words = workspace->words;
    buckets->chunk_end = (uint32_t)(WEND__WORDS_PER_CELL * (uint64_t)workspace->cells / WEND__CHUNK_WORDS);
    buckets->fresh = 0;
    buckets->spare = WEND__NO_CHUNK;
    buckets->shift = shift;
    buckets->current = 0;
    buckets->live = 0;
    for (uint32_t i = 0; i < WEND__BUCKET_COUNT; i++) {
        buckets->head[i] = WEND__NO_CHUNK;
        buckets->fill[i] = WEND__CHUNK_CELLS;
    }
}

static uint32_t chunk_take(wend__buckets *buckets) {
    uint32_t chunk = buckets->spare;
    if (chunk != WEND__NO_CHUNK)
        buckets->spare = *wend__chunk_at(buckets, chunk);
    else if (buckets->fresh < buckets->chunk_end)
        chunk = buckets->fresh++;
    return chunk;
}

bool wend__buckets_grow(wend__buckets *buckets, uint32_t slot) {
    uint32_t chunk = chunk_take(buckets);
    if (chunk == WEND__NO_CHUNK) return false;
    *wend__chunk_at(buckets, chunk) = buckets->head[slot];
    buckets->head[slot] = chunk;
    buckets->fill[slot] = 0;
    return true;
}

void wend__buckets_shrink(wend__buckets *buckets, uint32_t slot) {
    uint32_t chunk = buckets->head[slot], *words = wend__chunk_at(buckets, chunk);
    buckets->head[slot] = words[0];
    buckets->fill[slot] = WEND__CHUNK_CELLS;
    words[0] = buckets->spare;
    buckets->spare = chunk;
}

void wend__buckets_advance(wend__buckets *buckets, uint32_t limit) {
    while (buckets->current < limit && buckets->head[buckets->current % WEND__BUCKET_COUNT] == WEND__NO_CHUNK) {
        if (buckets->live == 0) {
            buckets->current = limit;
            return;
        }
        buckets->current++;
    }
}
