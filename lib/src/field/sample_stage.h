/* SPDX-License-Identifier: MIT
 * Inside the library: what one lane goes through in a stage of smooth samples, when everything is loaded.
 *
 * Computes: what is closed to a stretch, and what bending it has come to.
 * Invariant: what is not closed is open from the own cell, or from the one beside the corner.
 * Cost: a few operations, no branches. Source: own. */
#ifndef WEND__SAMPLE_STAGE_H
#define WEND__SAMPLE_STAGE_H

#include "field/sample_bend.h"
#include "field/sample_fall.h"
#include "field/sample_lanes.h"
#include "field/sample_wish.h"

#define WEND__LEAST_LIKENESS 0.8f /* cosine between what was wished for and what the walls left */

/* A stretch goes towards a corner between two sides, up or down and to the left or right. Of the four corners this one is
 * looked round: by the exits of the cell beyond the one side of the two that is open. Where that is, from the own cell;
 * the own cell if none is or both are. */
static inline int32_t wend__step_beside_corner(const wend__plan *plan, uint32_t exits, float way_x, float way_y) {
    int32_t down = way_y > 0.0f ? plan->last_column + 1 : -(plan->last_column + 1), right = way_x > 0.0f ? 1 : -1;
    uint32_t vertical = way_y > 0.0f ? 1u << WEND_SOUTH : 1u << WEND_NORTH;
    uint32_t horizontal = way_x > 0.0f ? 1u << WEND_EAST : 1u << WEND_WEST;
    int32_t step_down = exits & vertical ? down : 0, step_right = exits & horizontal ? right : 0;
    int32_t step = step_down + step_right;
    return step_down == 0 || step_right == 0 ? step : 0;
}

/* What is closed to the stretch: see sample_bend.h. */
static inline uint32_t wend__closed_to(uint32_t exits, uint32_t beside, float way_x, float way_y) {
    uint32_t vertical = way_y > 0.0f ? 1u << WEND_SOUTH : 1u << WEND_NORTH;
    uint32_t horizontal = way_x > 0.0f ? 1u << WEND_EAST : 1u << WEND_WEST;
    uint32_t east = way_y > 0.0f ? 1u << WEND_SOUTH_EAST : 1u << WEND_NORTH_EAST;
    uint32_t west = way_y > 0.0f ? 1u << WEND_SOUTH_WEST : 1u << WEND_NORTH_WEST;
    uint32_t corner = way_x > 0.0f ? east : west, both = vertical | horizontal;
    uint32_t open = exits & both; /* where one of the two is, the other one leads on from the cell beyond it */
    uint32_t leads_on = beside & (open ^ both);
    uint32_t by_one = (open == vertical ? leads_on : 0) | (open == horizontal ? leads_on : 0);
    return ~(exits | (by_one ? corner : 0)) & WEND__SQUARE_8;
}

typedef struct wend__bending {
    float way_x, way_y, reach;
    int32_t is_way;
    int32_t is_sure; /* if the wish was agreed, and the ground is of one cost: what remains falls */
} wend__bending;

/* From a wish, and the end of what it was bent to, which is free if it is bent well. */
static inline wend__bending wend__bending_of(wend__offset_xy wish, wend__offset_xy at, wend__offset_xy end,
                                             int32_t is_free) {
    wend__offset_xy way = wend__minus(end, at);
    float length = wend__length_of(way);
    return (wend__bending){.way_x = way.x / length,
                           .way_y = way.y / length,
                           .reach = wend__reach_of(length),
                           .is_way = is_free & (length >= WEND__SLACK),
                           .is_sure = way.x * wish.x + way.y * wish.y >= WEND__LEAST_LIKENESS * length};
}

#endif
