/* SPDX-License-Identifier: MIT
 * Inside the library: smooth samples, a batch of points at a time, stage by stage. See sample_kernel.h. */
#ifndef WEND__SAMPLE_LANES_H
#define WEND__SAMPLE_LANES_H

#include "base/wide.h"
#include "field/sample_plan.h"

#define WEND__BATCH 32

/* What is known of a lane. */
enum {
    WEND__LANE_HARD,    /* nothing: the point is not simple */
    WEND__LANE_ASKS,    /* what is to be asked in the next stage */
    WEND__LANE_ANSWERED /* the answer */
};

typedef struct wend__batch {
    float x[WEND__BATCH], y[WEND__BATCH];
    float way_x[WEND__BATCH], way_y[WEND__BATCH]; /* a unit vector: what is wished for, in the end the answer */
    float reach[WEND__BATCH], distance[WEND__BATCH];
    int32_t is_agreed[WEND__BATCH];
    int32_t state[WEND__BATCH];
    size_t place[WEND__BATCH]; /* of the point among those that were asked for */
} wend__batch;

/* Stages: what is wished for, and on open ground that is the answer; bent beside walls, and mostly that is; else if what
 * remains falls along it. Distances of lanes that are answered; NAN where a page has several costs. */
typedef void wend__sample_stage_fn(const wend__plan *plan, bool with_distances, wend__batch *batch);
WEND__WIDE_DECLARE(wend__sample_stage_fn, wend__sample_wishes);
WEND__WIDE_DECLARE(wend__sample_stage_fn, wend__sample_bends);
WEND__WIDE_DECLARE(wend__sample_stage_fn, wend__sample_falls);

#endif
