/* SPDX-License-Identifier: MIT
 * Samples of many positions: the ordinary ones at once, the others one by one.
 *
 *      positions -> stage 0 -> answers
 *                      |---> stage 1 -> answers      Those that a stage leaves wait until there are enough for the next
 *                               |---> stage 2 ...    one; what the last one leaves is looked at point by point.
 *
 * Computes: the samples of many positions, each part only if it is asked for.
 * Invariant: a position's answer is the same as alone, bit for bit, whatever comes with it.
 * Nearest: a cell with a direction is one where the answer is its arrow, as long as nothing has changed since the build.
 * Smooth: the stages of sample_kernel.h. A single point goes through the same lines.
 * Cost: nearest one byte, from wherever it lies; smooth that of the stages.
 * Source: own. */
#include "field/sample.h"
#include "field/sample_lanes.h"
#include "field/sample_quick.h"

/* Where answers go, one after the other. */
typedef struct wend__writer {
    const wend_samples *out;
    size_t direction, distance, reach, status; /* strides */
} wend__writer;

static wend__writer writer_of(const wend_samples *out) {
    return (wend__writer){.out = out,
                          .direction = out->directions_stride ? out->directions_stride : 2,
                          .distance = out->distances_stride ? out->distances_stride : 1,
                          .reach = out->reaches_stride ? out->reaches_stride : 1,
                          .status = out->statuses_stride ? out->statuses_stride : 1};
}

static inline void put(const wend__writer *writer, size_t i, wend_sample sample) {
    const wend_samples *out = writer->out;
    if (out->directions) {
        out->directions[i * writer->direction] = sample.x;
        out->directions[i * writer->direction + 1] = sample.y;
    }
    if (out->distances) out->distances[i * writer->distance] = sample.distance;
    if (out->reaches) out->reaches[i * writer->reach] = sample.reach;
    if (out->statuses) out->statuses[i * writer->status] = sample.status;
}

static void put_slowly(const wend_field *field, wend_sample_mode mode, const wend__writer *writer, size_t i, float x,
                       float y) {
    wend_sample sample;
    wend__sample_point(field, mode, x, y, &sample);
    put(writer, i, sample);
}

static void sample_slowly(const wend_field *field, wend_sample_mode mode, const float *xy, size_t stride, size_t count,
                          const wend__writer *writer) {
    const wend_map *map = field->mover->map;
    for (size_t i = 0; i < count; i++) {
        float x = wend__to_cells_x(map, xy[i * stride]), y = wend__to_cells_y(map, xy[i * stride + 1]);
        put_slowly(field, mode, writer, i, x, y);
    }
}

/* Are positions in the world the same as in cells? */
static bool is_in_cells(const wend_map *map) {
    return map->origin_x == 0.0f && map->origin_y == 0.0f && map->cell_size == 1.0f;
}

/* Nearest. */

static void sample_nearest_squares(const wend_field *field, const float *xy, size_t stride, size_t count,
                                   const wend__writer *writer) {
    const wend__pages *pages = &field->pages;
    const wend_map *map = field->mover->map;
    bool is_plain = is_in_cells(map);
    wend_sample arrows[WEND__DIRECTIONS] = {{0}};
    for (int k = 0; k < WEND__DIRECTIONS; k++) wend__unit_vector(WEND_SQUARE, k, &arrows[k].x, &arrows[k].y);
    float width = (float)field->shape.width, height = (float)field->shape.height;
    float unit = (float)(WEND_RAW_PER_COST * field->mover->unit_cost);
    bool needs_distance = writer->out->distances != NULL;
    for (size_t i = 0; i < count; i++) {
        float x = xy[i * stride], y = xy[i * stride + 1];
        if (!is_plain) {
            x = wend__to_cells_x(map, x);
            y = wend__to_cells_y(map, y);
        }
        bool is_on = x >= 0.0f && y >= 0.0f && x < width && y < height;
        uint32_t slot = is_on ? wend__slot(pages, (int32_t)x, (int32_t)y) : 0;
        uint32_t set = pages->directions[slot];
        if (!is_on || !set) {
            put_slowly(field, WEND_SAMPLE_NEAREST, writer, i, x, y);
            continue;
        }
        wend_sample sample = arrows[wend__lowest_bit(set)];
        if (needs_distance) sample.distance = (float)pages->values[slot] / unit;
        put(writer, i, sample);
    }
}

/* Smooth. */

/* Where the points of one call go through the stages, each stage as soon as there are enough for it. */
typedef struct wend__flow {
    const wend_field *field;
    const wend__writer *writer;
    wend__plan plan;
    wend__sample_stage_fn *stages[3];
    wend__batch batches[3]; /* that wait for the stage */
    size_t counts[3];
    bool is_rough;
} wend__flow;

static void put_hard(const wend__flow *flow, const wend__batch *batch, size_t lane) {
    wend_sample sample;
    wend__sample_between(flow->field, batch->x[lane], batch->y[lane], &sample);
    sample.reach *= flow->field->mover->map->cell_size;
    put(flow->writer, batch->place[lane], sample);
}

static float whole_distance(const wend__flow *flow, const wend__batch *batch, size_t lane) {
    if (!isnan(batch->distance[lane])) return batch->distance[lane];
    return wend__remaining_at(flow->field, &flow->plan, batch->x[lane], batch->y[lane]);
}

/* Those of some lanes. */
static void put_answers(const wend__flow *flow, const wend__batch *batch, const uint8_t *lanes, size_t count) {
    const wend__writer writer = *flow->writer;
    const wend_samples out = *writer.out;
    float cell_size = flow->field->mover->map->cell_size;
    for (size_t i = 0; i < count && out.directions; i++) {
        float *direction = out.directions + batch->place[lanes[i]] * writer.direction;
        direction[0] = batch->way_x[lanes[i]];
        direction[1] = batch->way_y[lanes[i]];
    }
    for (size_t i = 0; i < count && out.distances; i++)
        out.distances[batch->place[lanes[i]] * writer.distance] = whole_distance(flow, batch, lanes[i]);
    for (size_t i = 0; i < count && out.reaches; i++)
        out.reaches[batch->place[lanes[i]] * writer.reach] = batch->reach[lanes[i]] * cell_size;
    for (size_t i = 0; i < count && out.statuses; i++) out.statuses[batch->place[lanes[i]] * writer.status] = WEND_OK;
}

static void copy_lane(const wend__batch *from, size_t lane, wend__batch *to, size_t place) {
    to->x[place] = from->x[lane];
    to->y[place] = from->y[lane];
    to->way_x[place] = from->way_x[lane];
    to->way_y[place] = from->way_y[lane];
    to->reach[place] = from->reach[lane];
    to->distance[place] = from->distance[lane];
    to->is_agreed[place] = from->is_agreed[lane];
    to->place[place] = from->place[lane];
}

static bool has_one_cost(const wend__flow *flow, float x, float y) {
    const wend__pages *pages = &flow->field->pages;
    return pages->page[wend__slot(pages, (int32_t)x, (int32_t)y) >> 12].uniform_cost != 0;
}

/* Roughly, what is wished for will do where costs vary, and else what is bent along walls. */
static bool is_answered(const wend__flow *flow, int stage, const wend__batch *batch, size_t lane) {
    if (batch->state[lane] != WEND__LANE_ASKS || !flow->is_rough) return batch->state[lane] == WEND__LANE_ANSWERED;
    return stage == 1 || !has_one_cost(flow, batch->x[lane], batch->y[lane]);
}

/* A stage, and the next ones where they are full by it. */
static void run_stage(wend__flow *flow, int stage) {
    wend__batch *batch = &flow->batches[stage];
    size_t count = flow->counts[stage];
    for (size_t i = count; i < WEND__BATCH; i++) copy_lane(batch, 0, batch, i); /* all are computed */
    flow->stages[stage](&flow->plan, flow->writer->out->distances != NULL, batch);
    flow->counts[stage] = 0;
    uint8_t answered[WEND__BATCH], others[WEND__BATCH];
    size_t answered_count = 0, other_count = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_done = is_answered(flow, stage, batch, i);
        answered[answered_count] = others[other_count] = (uint8_t)i;
        answered_count += is_done;
        other_count += !is_done;
    }
    put_answers(flow, batch, answered, answered_count);
    bool has_next = stage < 2 && flow->plan.can_bend;
    for (size_t i = 0; i < other_count; i++) {
        if (batch->state[others[i]] == WEND__LANE_HARD || !has_next) {
            put_hard(flow, batch, others[i]);
        } else {
            copy_lane(batch, others[i], &flow->batches[stage + 1], flow->counts[stage + 1]++);
            if (flow->counts[stage + 1] == WEND__BATCH) run_stage(flow, stage + 1);
        }
    }
}

static void sample_smooth_squares(const wend_field *field, bool is_plain, bool is_rough, const float *xy, size_t stride,
                                  size_t count, const wend__writer *writer) {
    wend__flow flow; /* its batches are filled before they are read */
    flow.field = field;
    flow.writer = writer;
    flow.plan = wend__plan_of(field);
    flow.is_rough = is_rough;
    for (int stage = 0; stage < 3; stage++) flow.counts[stage] = 0;
    flow.stages[0] = WEND__WIDE_PICK(field->backend, wend__sample_wishes);
    flow.stages[1] = WEND__WIDE_PICK(field->backend, wend__sample_bends);
    flow.stages[2] = WEND__WIDE_PICK(field->backend, wend__sample_falls);
    const wend_map *map = field->mover->map;
    wend__batch *first = &flow.batches[0];
    for (size_t done = 0; done < count; done += WEND__BATCH) {
        size_t lanes = count - done < WEND__BATCH ? count - done : WEND__BATCH;
        const float *from = xy + done * stride;
        for (size_t i = 0; i < lanes; i++) {
            first->x[i] = from[i * stride];
            first->y[i] = from[i * stride + 1];
            first->place[i] = done + i;
        }
        for (size_t i = 0; i < lanes && !is_plain; i++) {
            first->x[i] = wend__to_cells_x(map, first->x[i]);
            first->y[i] = wend__to_cells_y(map, first->y[i]);
        }
        flow.counts[0] = lanes;
        run_stage(&flow, 0);
    }
    for (int stage = 1; stage < 3; stage++)
        if (flow.counts[stage]) run_stage(&flow, stage);
}

wend_status wend_field_sample_many(const wend_field *field, wend_sample_mode mode, const float *xy, size_t stride,
                                   size_t count, const wend_samples *out) {
    if (!field || !out || !wend__mode_is_valid(mode) || stride == 1 || (count && !xy)) return WEND_ERROR_ARGUMENT;
    if (out->directions_stride == 1) return WEND_ERROR_ARGUMENT;
    if (!wend__has_mode(field, mode)) return WEND_ERROR_UNSUPPORTED;
    if (stride == 0) stride = 2;
    wend__writer writer = writer_of(out);
    bool is_fresh_square = field->shape.lattice == WEND_SQUARE && !field->view.copies && wend__field_is_fresh(field);
    if (mode == WEND_SAMPLE_NEAREST && is_fresh_square)
        sample_nearest_squares(field, xy, stride, count, &writer);
    else if (mode == WEND_SAMPLE_SMOOTH && wend__has_quick_samples(field))
        sample_smooth_squares(field, is_in_cells(field->mover->map), false, xy, stride, count, &writer);
    else
        sample_slowly(field, mode, xy, stride, count, &writer);
    return WEND_OK;
}

void wend__sample_cells(const wend_field *field, const float *xy, size_t count, const wend_samples *out) {
    wend__writer writer = writer_of(out);
    if (wend__has_quick_samples(field)) {
        sample_smooth_squares(field, true, true, xy, 2, count, &writer);
        return;
    }
    for (size_t i = 0; i < count; i++) put_slowly(field, WEND_SAMPLE_SMOOTH, &writer, i, xy[2 * i], xy[2 * i + 1]);
}
