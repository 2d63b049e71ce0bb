/* SPDX-License-Identifier: MIT
 * Inside the library: who is near whom. See neighbours.c. */
#ifndef WEND__NEIGHBOURS_H
#define WEND__NEIGHBOURS_H

#include "base/base.h"
#include "map/lattice.h"

typedef struct wend__neighbours {
    uint32_t capacity;
    float scale;         /* bins per cell: a power of two */
    int32_t column_mask; /* columns and rows are powers of two, at least 4, and wrap */
    int32_t row_mask;
    int32_t columns;
    uint32_t bin_count;
    uint32_t *starts; /* [bin_count + 1] first place in order of every bin */
    uint32_t *bins;   /* [capacity] by agent */
    uint32_t *order;  /* [capacity] agents by (bin, agent) */
    float *at;        /* [2 * capacity] their positions, in the same order */
} wend__neighbours;

/* Everybody within `reach` [cells] [<= 2] of an agent is in its bin or in one of the eight round it. */
wend_status wend__neighbours_create(wend__neighbours *neighbours, uint32_t capacity, wend__shape shape, float reach,
                                    const wend_allocator *allocator);
void wend__neighbours_destroy(wend__neighbours *neighbours, const wend_allocator *allocator);

/* at: x, y pairs in cells, on the map. */
void wend__neighbours_fill(wend__neighbours *neighbours, const float *at, uint32_t count);

/* Bin `turn` [0..8] of the nine round an agent's. Agents from afar can be in it too. */
static inline uint32_t wend__neighbours_bin(const wend__neighbours *neighbours, uint32_t bin, int32_t turn) {
    int32_t column = (int32_t)bin & neighbours->column_mask, row = (int32_t)bin / neighbours->columns;
    column = (column + turn % 3 - 1) & neighbours->column_mask;
    row = (row + turn / 3 - 1) & neighbours->row_mask;
    return (uint32_t)(row * neighbours->columns + column);
}

#endif
