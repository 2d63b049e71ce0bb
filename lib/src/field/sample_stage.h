/* SPDX-License-Identifier: MIT
 * Inside the library: what one lane goes through in a stage of smooth samples, when everything is loaded. */
#ifndef WEND__SAMPLE_STAGE_H
#define WEND__SAMPLE_STAGE_H

#include "field/sample_bend.h"
#include "field/sample_fall.h"
#include "field/sample_lanes.h"
#include "field/sample_wish.h"

#define WEND__LEAST_LIKENESS 0.8f /* cosine between what was wished for and what the walls left */

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
                           .reach = length,
                           .is_way = is_free & (length >= WEND__SLACK),
                           .is_sure = way.x * wish.x + way.y * wish.y >= WEND__LEAST_LIKENESS * length};
}

#endif
