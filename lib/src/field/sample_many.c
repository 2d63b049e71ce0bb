/* SPDX-License-Identifier: MIT
 * Samples of many positions: the ordinary ones at once, the others one by one.
 *
 *      positions -> cells -> marks of four cells -> directions of 4 x 32 lanes -> answers
 *
 * Nearest: a cell with a direction is one where the answer is its arrow, as long as nothing has changed since the build.
 * Smooth: a cell that is open on all sides, and what it and the three cells near the point head for lies nearly in one
 * direction: then nothing is in the way, and what remains falls. Batches are computed stage by stage, so that compilers
 * make wide instructions of them; a single point goes through the same lines, and gets the same bits.
 * Cost: nearest one byte, smooth four marks, from wherever they lie; and about 40 instructions. */
#include "field/sample.h"
#include "field/sample_quick.h"

/* World to cells. */
typedef struct wend__placing {
    float origin_x, origin_y, cell_size;
    bool is_plain; /* world positions are in cells */
} wend__placing;

static wend__placing placing_of(const wend_map *map) {
    wend__placing placing = {map->origin_x, map->origin_y, map->cell_size, false};
    placing.is_plain = placing.origin_x == 0.0f && placing.origin_y == 0.0f && placing.cell_size == 1.0f;
    return placing;
}

static inline float placed_x(const wend__placing *placing, float x) {
    return placing->is_plain ? x : (x - placing->origin_x) / placing->cell_size;
}

static inline float placed_y(const wend__placing *placing, float y) {
    return placing->is_plain ? y : (y - placing->origin_y) / placing->cell_size;
}

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
    wend__placing placing = placing_of(field->mover->map);
    for (size_t i = 0; i < count; i++)
        put_slowly(field, mode, writer, i, placed_x(&placing, xy[i * stride]), placed_y(&placing, xy[i * stride + 1]));
}

/* Nearest. */

static void sample_nearest_squares(const wend_field *field, const float *xy, size_t stride, size_t count,
                                   const wend__writer *writer) {
    const wend__pages *pages = &field->pages;
    wend__placing placing = placing_of(field->mover->map);
    wend_sample arrows[WEND__DIRECTIONS] = {{0}};
    for (int k = 0; k < WEND__DIRECTIONS; k++) wend__unit_vector(WEND_SQUARE, k, &arrows[k].x, &arrows[k].y);
    float width = (float)field->shape.width, height = (float)field->shape.height;
    float unit = (float)(WEND_RAW_PER_COST * field->mover->unit_cost);
    bool needs_distance = writer->out->distances != NULL;
    for (size_t i = 0; i < count; i++) {
        float x = placed_x(&placing, xy[i * stride]), y = placed_y(&placing, xy[i * stride + 1]);
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

/* A lane that is not simple. */
static void put_lane(const wend_field *field, const wend__plan *plan, const wend__batch *batch, size_t lane,
                     const wend__writer *writer, size_t i) {
    float x = batch->x[lane], y = batch->y[lane];
    wend_sample sample;
    if (!wend__sample_beside(plan, x, y, &sample))
        wend__sample_between(field, x, y, &sample);
    else if (writer->out->distances)
        sample.distance = wend__remaining_at(field, plan, x, y);
    sample.reach *= field->mover->map->cell_size;
    put(writer, i, sample);
}

static void put_lanes(const wend_field *field, const wend__plan *plan, const wend__batch *batch,
                      const wend__writer *writer, size_t first) {
    float reach = WEND__STRETCH * field->mover->map->cell_size;
    for (size_t i = 0; i < WEND__BATCH; i++) {
        if (!batch->is_good[i]) {
            put_lane(field, plan, batch, i, writer, first + i);
            continue;
        }
        wend_sample sample = {batch->direction_x[i], batch->direction_y[i], batch->distance[i], reach, WEND_OK};
        if (writer->out->distances && isnan(sample.distance))
            sample.distance = wend__remaining_at(field, plan, batch->x[i], batch->y[i]);
        put(writer, first + i, sample);
    }
}

static void sample_smooth_squares(const wend_field *field, const float *xy, size_t stride, size_t count,
                                  const wend__writer *writer) {
    wend__placing placing = placing_of(field->mover->map);
    wend__plan plan = wend__plan_of(field);
    wend__sample_batch_fn *sample_batch = WEND__WIDE_PICK(field->backend, wend__sample_batch);
    size_t done = 0;
    for (; count - done >= WEND__BATCH; done += WEND__BATCH) {
        wend__batch batch;
        for (size_t i = 0; i < WEND__BATCH; i++) {
            batch.x[i] = placed_x(&placing, xy[(done + i) * stride]);
            batch.y[i] = placed_y(&placing, xy[(done + i) * stride + 1]);
            batch.distance[i] = 0.0f;
        }
        sample_batch(&plan, writer->out->distances != NULL, &batch);
        put_lanes(field, &plan, &batch, writer, done);
    }
    for (; done < count; done++)
        put_slowly(field, WEND_SAMPLE_SMOOTH, writer, done, placed_x(&placing, xy[done * stride]),
                   placed_y(&placing, xy[done * stride + 1]));
}

wend_status wend_field_sample_many(const wend_field *field, wend_sample_mode mode, const float *xy, size_t stride,
                                   size_t count, const wend_samples *out) {
    if (!field || !out || !wend__mode_is_valid(mode) || stride == 1 || (count && !xy)) return WEND_ERROR_ARGUMENT;
    if (out->directions_stride == 1) return WEND_ERROR_ARGUMENT;
    if (stride == 0) stride = 2;
    wend__writer writer = writer_of(out);
    bool is_fresh_square = field->shape.lattice == WEND_SQUARE && wend__field_is_fresh(field);
    if (mode == WEND_SAMPLE_NEAREST && is_fresh_square)
        sample_nearest_squares(field, xy, stride, count, &writer);
    else if (mode == WEND_SAMPLE_SMOOTH && wend__has_quick_samples(field))
        sample_smooth_squares(field, xy, stride, count, &writer);
    else
        sample_slowly(field, mode, xy, stride, count, &writer);
    return WEND_OK;
}
