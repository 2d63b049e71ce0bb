/* SPDX-License-Identifier: MIT */
#include "answers.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define ROUTE 64
#define POINTS 3

static uint64_t add_status(uint64_t hash, wend_status status) {
    return wend__hash_u32(hash, (uint32_t)status);
}

static uint64_t add_sample(uint64_t hash, const wend_sample *sample) {
    hash = wend__hash_float(wend__hash_float(hash, sample->x), sample->y);
    return add_status(wend__hash_float(wend__hash_float(hash, sample->distance), sample->reach), sample->status);
}

static uint64_t add_cell(uint64_t hash, const wend_field *field, int32_t x, int32_t y) {
    wend_cell next = {-7, -7};
    hash = wend__hash_u32(hash, wend_field_value(field, x, y));
    hash = wend__hash_float(hash, wend_field_distance(field, x, y));
    hash = wend__hash_byte(hash, wend_field_directions(field, x, y));
    hash = wend__hash_u32(hash, (uint32_t)wend_field_direction(field, x, y));
    hash = add_status(hash, wend_field_place(field, x, y));
    hash = add_status(hash, wend_field_next(field, x, y, &next));
    return wend__hash_u32(wend__hash_u32(hash, (uint32_t)next.x), (uint32_t)next.y);
}

static uint64_t add_route(uint64_t hash, const wend_field *field, int32_t x, int32_t y) {
    wend_cell route[ROUTE];
    size_t count = 0;
    hash = add_status(hash, wend_field_trace(field, x, y, route, ROUTE, &count));
    hash = wend__hash_u32(hash, (uint32_t)count);
    for (size_t i = 0; i < count && i < ROUTE; i++)
        hash = wend__hash_u32(wend__hash_u32(hash, (uint32_t)route[i].x), (uint32_t)route[i].y);
    return hash;
}

/* One by one and together, off the map too. */
static uint64_t add_samples(uint64_t hash, const wend_field *field, wend_sample_mode mode, float x, float y) {
    const float points[2 * POINTS] = {x + 0.3f, y + 0.6f, x + 0.9f, y - 0.1f, x - 1.2f, y + 0.4f};
    float directions[2 * POINTS], distances[POINTS], reaches[POINTS];
    wend_status statuses[POINTS];
    const wend_samples out = {
        .directions = directions, .distances = distances, .reaches = reaches, .statuses = statuses};
    hash = add_status(hash, wend_field_sample_many(field, mode, points, 2, POINTS, &out));
    for (int i = 0; i < POINTS; i++) {
        wend_sample sample = {directions[2 * i], directions[2 * i + 1], distances[i], reaches[i], statuses[i]};
        hash = add_sample(hash, &sample);
        wend_field_sample(field, mode, points[2 * i], points[2 * i + 1], &sample);
        hash = add_sample(hash, &sample);
    }
    return hash;
}

static uint64_t add_rectangles(uint64_t hash, const wend_field *field, int32_t width, int32_t height) {
    size_t cells = (size_t)width * (size_t)height;
    uint32_t *values = malloc(cells * sizeof *values);
    uint8_t *sets = malloc(cells);
    if (!values || !sets) abort();
    const wend_rect all = {0, 0, width, height},
                    inner = {width / 3, height / 2, width - width / 3, height - height / 2};
    for (int i = 0; i < 2; i++) {
        memset(values, 0, cells * sizeof *values);
        memset(sets, 0, cells);
        hash = add_status(hash, wend_field_read_values(field, i ? inner : all, values, (size_t)width));
        hash = add_status(hash, wend_field_read_directions(field, i ? inner : all, sets, (size_t)width));
        for (size_t cell = 0; cell < cells; cell++) hash = wend__hash_u32(hash, values[cell]);
        hash = wend__hash_bytes(hash, sets, cells);
    }
    free(sets);
    free(values);
    return hash;
}

static uint64_t add_summary(uint64_t hash, const wend_field *field) {
    wend_field_info info;
    wend_goal_result result;
    memset(&info, 0, sizeof info);
    wend_field_describe(field, &info);
    hash = wend__hash_u32(hash, (uint32_t)info.reached);
    hash = wend__hash_u32(hash, (uint32_t)info.saturated);
    hash = wend__hash_u32(hash, info.max_value);
    hash = wend__hash_u32(hash, info.bound);
    for (size_t goal = 0; wend_field_goal_result(field, goal, &result) == WEND_OK; goal++) {
        hash = wend__hash_u32(add_status(hash, result.status), result.cells);
        hash = wend__hash_u32(wend__hash_u32(hash, (uint32_t)result.cell.x), (uint32_t)result.cell.y);
    }
    hash = wend__hash_u32(hash, (uint32_t)wend_field_hash(field));
    return add_status(hash, wend_field_status(field));
}

uint64_t answers_of(const wend_field *field, wend_lattice lattice, int32_t width, int32_t height, int has_smooth) {
    uint64_t hash = add_rectangles(add_summary(WEND__HASH_START, field), field, width, height);
    float row = lattice == WEND_HEX ? 0.866f : 1.0f;
    for (int32_t y = -1; y <= height; y++)
        for (int32_t x = -1; x <= width; x++) {
            hash = add_cell(hash, field, x, y);
            if ((x + 3 * y) % 7 == 0) hash = add_route(hash, field, x, y);
            for (int mode = WEND_SAMPLE_NEAREST; mode <= (has_smooth ? WEND_SAMPLE_SMOOTH : WEND_SAMPLE_NEAREST);
                 mode++)
                hash = add_samples(hash, field, (wend_sample_mode)mode, (float)x, (float)y * row);
        }
    return hash;
}
