/* SPDX-License-Identifier: MIT
 * Who is near whom: a counting sort of agents into square bins.
 *
 * Computes: the agents by (bin, number), so that the ones near an agent lie in nine runs of one array.
 * Invariant: starts[b] .. starts[b + 1] are the agents of bin b, lower numbers first: the order depends on nothing but
 *            where the agents are.
 * Cost: agents + bins. The plane is folded onto a number of bins that fits the crowd, not the map; agents that share a
 *       bin only by the fold are sorted out by distance.
 * Source: H. H. Seward, Information sorting in the application of electronic digital computers (1954).
 *
 *      bins    . 2 .      order   2 0 1 3     an agent of the middle bin looks at 9 bins, in this order
 *              0 1 .      starts  0 0 1 1 2 3 3 ...
 *              . . 3
 */
#include "crowd/neighbours.h"

#include <math.h>
#include <string.h>

#define LEAST_BITS 2
#define LEAST_BIN_BITS 10
#define BINS_PER_AGENT_BITS 2

static uint32_t bits_for(uint32_t count) {
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < count) bits++;
    return bits;
}

static uint32_t greater(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static void choose_bins(wend__neighbours *neighbours, wend__shape shape, float reach) {
    float scale = 8.0f;
    while (scale * reach > 1.0f) scale *= 0.5f;
    neighbours->scale = scale;
    uint32_t column_bits = greater(bits_for((uint32_t)((float)(shape.width + 1) * scale) + 1), LEAST_BITS);
    uint32_t row_bits = greater(bits_for((uint32_t)((float)(shape.height + 1) * scale) + 1), LEAST_BITS);
    uint32_t most = greater(bits_for(neighbours->capacity) + BINS_PER_AGENT_BITS, LEAST_BIN_BITS);
    while (column_bits + row_bits > most) {
        if (column_bits > row_bits)
            column_bits--;
        else
            row_bits--;
    }
    neighbours->columns = (int32_t)1 << column_bits;
    neighbours->column_mask = neighbours->columns - 1;
    neighbours->row_mask = ((int32_t)1 << row_bits) - 1;
    neighbours->bin_count = (uint32_t)1 << (column_bits + row_bits);
}

wend_status wend__neighbours_create(wend__neighbours *neighbours, uint32_t capacity, wend__shape shape, float reach,
                                    const wend_allocator *allocator) {
    *neighbours = (wend__neighbours){.capacity = capacity};
    choose_bins(neighbours, shape, reach);
    neighbours->starts = wend__allocate(allocator, (size_t)neighbours->bin_count + 1, sizeof(uint32_t));
    neighbours->bins = wend__allocate(allocator, capacity, sizeof(uint32_t));
    neighbours->order = wend__allocate(allocator, capacity, sizeof(uint32_t));
    neighbours->at = wend__allocate(allocator, capacity, 2 * sizeof(float));
    if (neighbours->starts && neighbours->bins && neighbours->order && neighbours->at) return WEND_OK;
    wend__neighbours_destroy(neighbours, allocator);
    return WEND_ERROR_NO_MEMORY;
}

void wend__neighbours_destroy(wend__neighbours *neighbours, const wend_allocator *allocator) {
    wend__release(allocator, neighbours->starts, (size_t)neighbours->bin_count + 1, sizeof(uint32_t));
    wend__release(allocator, neighbours->bins, neighbours->capacity, sizeof(uint32_t));
    wend__release(allocator, neighbours->order, neighbours->capacity, sizeof(uint32_t));
    wend__release(allocator, neighbours->at, neighbours->capacity, 2 * sizeof(float));
    *neighbours = (wend__neighbours){0};
}

static uint32_t bin_at(const wend__neighbours *neighbours, const float *at) {
    int32_t column = (int32_t)floorf(at[0] * neighbours->scale) & neighbours->column_mask;
    int32_t row = (int32_t)floorf(at[1] * neighbours->scale) & neighbours->row_mask;
    return (uint32_t)(row * neighbours->columns + column);
}

void wend__neighbours_fill(wend__neighbours *neighbours, const float *at, uint32_t count) {
    uint32_t *starts = neighbours->starts;
    memset(starts, 0, ((size_t)neighbours->bin_count + 1) * sizeof(uint32_t));
    for (uint32_t agent = 0; agent < count; agent++) {
        uint32_t bin = bin_at(neighbours, at + 2 * (size_t)agent);
        neighbours->bins[agent] = bin;
        starts[bin]++;
    }
    uint32_t sum = 0;
    for (uint32_t bin = 0; bin <= neighbours->bin_count; bin++) {
        sum += starts[bin];
        starts[bin] = sum;
    }
    /* From the ends backwards: starts come out as the beginnings. */
    for (uint32_t agent = count; agent-- > 0;) {
        uint32_t place = --starts[neighbours->bins[agent]];
        neighbours->order[place] = agent;
        memcpy(neighbours->at + 2 * (size_t)place, at + 2 * (size_t)agent, 2 * sizeof(float));
    }
}
