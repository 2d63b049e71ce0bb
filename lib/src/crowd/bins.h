/* SPDX-License-Identifier: MIT
 * Inside the library: who is where, by a counting sort into square bins. See bins.c. */
#ifndef WEND__BINS_H
#define WEND__BINS_H

#include "base/tasks.h"
#include "map/lattice.h"

#define WEND__NO_BIN UINT32_MAX
#define WEND__LEVELS 2 /* ordinary agents, and those much wider: their bins are wide, too */

/* The bins of one level, over a rectangle that holds all of its agents. */
typedef struct wend__bins {
    float left, top, scale; /* column = (x - left) * scale */
    int32_t columns, rows;
    uint32_t first;       /* its bins are first .. first + columns * rows in starts */
    float widest;         /* [cells] the greatest radius of its agents */
    float x0, y0, x1, y1; /* what its agents cover */
    uint32_t count;
} wend__bins;

/* starts[b] .. starts[b + 1] are the places of bin b's agents, lower slots first: rows of bins one after the other, so
 * that neighbours in a row of bins are one run of places. */
typedef struct wend__binning {
    wend__bins levels[WEND__LEVELS];
    uint32_t *starts; /* [capacity + 1] */
    uint32_t capacity;
    uint32_t bin_count;
    uint32_t *slots; /* [agents] by place */
    uint32_t *bins;  /* [slots] of each slot, or WEND__NO_BIN */
} wend__binning;

/* Chooses the bins of a level from what its agents cover; side: how wide a bin should be [cells]. */
void wend__bins_lay_out(wend__bins *level, float side, uint32_t first, uint32_t most);

static inline int32_t wend__bin_along(float at, float begin, float scale, int32_t count) {
    int32_t bin = (int32_t)((at - begin) * scale);
    return bin < 0 ? 0 : bin >= count ? count - 1 : bin;
}

static inline uint32_t wend__bin_at(const wend__bins *level, float x, float y) {
    int32_t column = wend__bin_along(x, level->left, level->scale, level->columns);
    int32_t row = wend__bin_along(y, level->top, level->scale, level->rows);
    return level->first + (uint32_t)(row * level->columns + column);
}

/* Sorts slots 0 .. count by (bin, slot); bins of all slots are given. Returns how many have one. */
uint32_t wend__binning_sort(wend__binning *binning, uint32_t count, const wend_tasks *tasks);

#endif
