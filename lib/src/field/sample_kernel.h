/* SPDX-License-Identifier: MIT
 * Smooth samples on open ground, a batch at a time, stage by stage: places, marks, directions, what remains.
 *
 * Computes: what wend__sample_open and wend__remaining_at compute, by the same lines.
 * Cost: four marks a point and nine values, from wherever they lie; the rest is wide. */
#ifdef WEND__WIDE_PRESENT

#include "field/sample_lanes.h"

WEND__INLINE void place_lanes(const wend__plan *restrict plan, wend__batch *restrict batch) {
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__corner corner = wend__corner_at(plan, batch->x[i], batch->y[i]);
        batch->slots[0][i] = corner.own_x + corner.own_y;
        batch->slots[1][i] = corner.other_x + corner.own_y;
        batch->slots[2][i] = corner.own_x + corner.other_y;
        batch->slots[3][i] = corner.other_x + corner.other_y;
        batch->weights[0][i] = wend__weight_of(0, corner.across, corner.down);
        batch->weights[1][i] = wend__weight_of(1, corner.across, corner.down);
        batch->weights[2][i] = wend__weight_of(2, corner.across, corner.down);
        batch->weights[3][i] = wend__weight_of(3, corner.across, corner.down);
        batch->column[i] = corner.column;
        batch->row[i] = corner.row;
        batch->at_x[i] = corner.at_x;
        batch->at_y[i] = corner.at_y;
        batch->is_good[i] = corner.is_on;
    }
}

WEND__INLINE void load_lanes(const wend__plan *restrict plan, wend__batch *restrict batch) {
    for (size_t i = 0; i < WEND__BATCH; i++)
        for (int k = 0; k < 4; k++) batch->marks[k][i] = plan->marks[batch->slots[k][i]];
    for (size_t i = 0; i < WEND__BATCH; i++)
        batch->is_good[i] &=
            wend__is_ordinary(batch->marks[0][i], batch->marks[1][i], batch->marks[2][i], batch->marks[3][i]);
}

WEND__INLINE void direct_lanes(const wend__plan *restrict plan, wend__batch *restrict batch) {
    float sum_x[WEND__BATCH] = {0}, sum_y[WEND__BATCH] = {0}, from_centre = plan->from_centre;
    for (int k = 0; k < 4; k++) {
        for (size_t i = 0; i < WEND__BATCH; i++) {
            wend__pull pull =
                wend__pull_of(batch->marks[k][i], batch->x[i], batch->y[i], batch->weights[k][i], from_centre);
            sum_x[i] += pull.x;
            sum_y[i] += pull.y;
        }
    }
    for (size_t i = 0; i < WEND__BATCH; i++) {
        float squared = sum_x[i] * sum_x[i] + sum_y[i] * sum_y[i], length = sqrtf(squared);
        batch->direction_x[i] = sum_x[i] / length;
        batch->direction_y[i] = sum_y[i] / length;
        batch->is_good[i] &= squared >= WEND__AGREED;
    }
}

/* The nine values round each point; beyond the border of the map, where the answer does not count, other ones. */
WEND__INLINE void load_values(const wend__plan *restrict plan, const wend__batch *restrict batch,
                              uint32_t values[restrict 9][WEND__BATCH], float *restrict rates) {
    for (size_t i = 0; i < WEND__BATCH; i++) {
        uint32_t x[3], y[3];
        for (int32_t k = 0; k < 3; k++) {
            x[k] = wend__slot_of_column(wend__limited(batch->column[i] - 1 + k, plan->last_column));
            y[k] = wend__slot_of_row(plan, wend__limited(batch->row[i] - 1 + k, plan->last_row));
        }
        for (int k = 0; k < 9; k++) values[k][i] = plan->values[x[k % 3] + y[k / 3]];
        rates[i] = (float)plan->pages[batch->slots[0][i] >> 12].uniform_cost * plan->rate;
    }
}

WEND__INLINE void measure_lanes(const wend__plan *restrict plan, wend__batch *restrict batch) {
    uint32_t values[9][WEND__BATCH];
    float rates[WEND__BATCH], least[WEND__BATCH];
    load_values(plan, batch, values, rates);
    for (size_t i = 0; i < WEND__BATCH; i++) least[i] = INFINITY;
    for (int k = 0; k < 9; k++) {
        float column = (float)(k % 3 - 1), row = (float)(k / 3 - 1);
        for (size_t i = 0; i < WEND__BATCH; i++) {
            float there = wend__remaining_by(values[k][i], values[4][i], column - batch->at_x[i], row - batch->at_y[i],
                                             rates[i], plan->diagonal);
            least[i] = there < least[i] ? there : least[i];
        }
    }
    for (size_t i = 0; i < WEND__BATCH; i++)
        batch->distance[i] = rates[i] > 0.0f ? ((float)values[4][i] + least[i]) / plan->unit : NAN;
}

void WEND__WIDE_NAME(wend__sample_batch)(const wend__plan *plan, bool with_distances, wend__batch *batch) {
    const wend__plan own = *plan;
    place_lanes(&own, batch);
    load_lanes(&own, batch);
    direct_lanes(&own, batch);
    if (with_distances) measure_lanes(&own, batch);
}

#endif
