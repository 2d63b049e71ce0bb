/* SPDX-License-Identifier: MIT
 * Integration field -> direction field.
 *
 * Computes: per cell the set of all equally best steps, bit k where step + value there = value here.
 * Invariant: values are a fixed point, so no sum is below the value here and equality finds the least.
 * Cost: one pass per direction over each row, without branches, so that compilers make vectors of it.
 *
 *      2 1 2      the middle (1) is 1 more than the goal below it: its set is {S};
 *      3 1 2      the 2 right of it has two equal ways: {SW, W} -> direction W, the lower bit
 *      . 0 .
 */
#include "field/direct.h"

#include <wend/field.h>

#include <string.h>

/* One row, one direction: everything that a step needs, from the first cell of the row on. */
typedef struct wend__row {
    const uint32_t *values, *values_there;
    const uint8_t *costs, *costs_there;
    const uint8_t *exits;
    uint8_t *directions;
    int32_t first, last; /* columns that have a neighbour there */
} wend__row;

/* A lower value there rules out unreachable neighbours, so the sum cannot wrap unnoticed. */
static void add_mean(const wend__row *row, uint32_t length, int direction) {
    for (int32_t x = row->first; x < row->last; x++) {
        uint32_t here = row->values[x], there = row->values_there[x];
        uint32_t sum = there + length * ((uint32_t)row->costs[x] + row->costs_there[x]);
        uint32_t is_best = (uint32_t)(sum == here) & (uint32_t)(there < here);
        row->directions[x] |= (uint8_t)((is_best << direction) & row->exits[x]);
    }
}

static void add_enter(const wend__row *row, uint32_t length, int direction) {
    for (int32_t x = row->first; x < row->last; x++) {
        uint32_t here = row->values[x], there = row->values_there[x];
        uint32_t sum = there + 2 * length * row->costs_there[x];
        uint32_t is_best = (uint32_t)(sum == here) & (uint32_t)(there < here);
        row->directions[x] |= (uint8_t)((is_best << direction) & row->exits[x]);
    }
}

/* Saturated cells have no direction: what they say is only that the sum was too great. Nor have unreachable ones. */
static void clear_without_way(const wend__row *row, int32_t width) {
    for (int32_t x = 0; x < width; x++) row->directions[x] &= row->values[x] >= WEND_SATURATED_VALUE ? 0 : 0xFF;
}

static void direct_row(const wend_mover *mover, const uint32_t *values, uint8_t *directions, int32_t y) {
    wend__shape shape = mover->shape;
    size_t start = (size_t)y * (size_t)shape.width;
    wend__row row = {.values = values + start,
                     .costs = mover->costs + start,
                     .exits = mover->exits + start,
                     .directions = directions + start};
    memset(row.directions, 0, (size_t)shape.width);
    for (uint32_t rest = mover->directions; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        wend_cell offset = wend__offset(shape.lattice, y, k);
        if (y + offset.y < 0 || y + offset.y >= shape.height) continue;
        ptrdiff_t step = (ptrdiff_t)offset.y * shape.width + offset.x;
        row.first = offset.x < 0 ? 1 : 0;
        row.last = shape.width - (offset.x > 0 ? 1 : 0);
        row.values_there = row.values + step;
        row.costs_there = row.costs + step;
        if (mover->step_rule == WEND_STEP_MEAN)
            add_mean(&row, wend__length(mover, k), k);
        else
            add_enter(&row, wend__length(mover, k), k);
    }
    clear_without_way(&row, shape.width);
}

void wend__direct(const wend_mover *mover, const uint32_t *values, uint8_t *directions) {
    for (int32_t y = 0; y < mover->shape.height; y++) direct_row(mover, values, directions, y);
}
