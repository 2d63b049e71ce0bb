/* SPDX-License-Identifier: MIT
 * Inside the library: what remains at a point on ground of one cost, and whether it falls along a stretch.
 *
 * Computes: the least, over the own cell and those that it has an exit to, of the value there and the cost of getting to
 *           its centre, as the field measures. See the picture in sample_cones.c.
 * Invariant: on ground of one cost the same as there.
 * Cost: nine values. Source: own. */
#ifndef WEND__SAMPLE_FALL_H
#define WEND__SAMPLE_FALL_H

#include "field/sample_bend.h"
#include "field/sample_plan.h"

#define WEND__LEAST_FALL 0.2f /* of the full rate of what remains, over the stretch */
#define WEND__LOOKS 5         /* so many times, as far apart, is looked whether it falls */

/* Of the nine cells round a point, row by row, the bit of its exit; and one for the own cell, which is always open. */
#define WEND__OWN_CELL 0x100u
static const uint16_t wend__exit_of_nine[9] = {1 << WEND_NORTH_WEST, 1 << WEND_NORTH, 1 << WEND_NORTH_EAST,
                                               1 << WEND_WEST,       WEND__OWN_CELL,  1 << WEND_EAST,
                                               1 << WEND_SOUTH_WEST, 1 << WEND_SOUTH, 1 << WEND_SOUTH_EAST};

/* What remains as far as one of the nine cells says: from its value, less the own cell's, and where its centre is. */
static inline float wend__remaining_by(uint32_t value, uint32_t own, float across, float down, float rate,
                                       float diagonal) {
    across = across < 0.0f ? -across : across;
    down = down < 0.0f ? -down : down;
    float less = across < down ? across : down, more = across < down ? down : across;
    float there = (float)(int32_t)(value - own) + rate * (more - less + less * diagonal);
    return value < WEND_SATURATED_VALUE ? there : INFINITY;
}

/* What must remain at least, raw, to have fallen well enough at a part of a stretch. */
static inline float wend__most_after(float least, float full_rate, float length, int look) {
    float part = (float)look * (1.0f / WEND__LOOKS);
    return least - WEND__LEAST_FALL * full_rate * length * part;
}

#endif
