/* SPDX-License-Identifier: MIT
 * Inside the library: smooth samples on open ground, for one point or for lanes of them. All without branches, so that
 * compilers make wide instructions of loops over lanes; and the same bits come out of one lane and of many. */
#ifndef WEND__SAMPLE_LANES_H
#define WEND__SAMPLE_LANES_H

#include "base/wide.h"
#include "field/field.h"

#include <math.h>

#define WEND__SOFT 0.5f      /* [cells] points nearer than this pull less and less */
#define WEND__AGREED 0.9025f /* 0.95 squared: of the length of the pulls' sum, 1 were they all one way */

typedef struct wend__pull {
    float x, y;
} wend__pull;

/* From the point at (x, y), in cells, to what a mark says, weighed. Without branches: the sides are -1 or 1 at corners,
 * else 0. */
static inline wend__pull wend__pull_of(uint32_t mark, float x, float y, float weight, float from_centre) {
    int32_t is_corner = (int32_t)(mark >> 28 & 1);
    int32_t east = is_corner * ((int32_t)(mark >> 28 & 2) - 1), south = is_corner * ((int32_t)(mark >> 29 & 2) - 1);
    int32_t column = (int32_t)(mark & WEND__MARK_SIDE);
    int32_t row = (int32_t)(mark >> WEND__MARK_SIDE_BITS & WEND__MARK_SIDE);
    float away_x = ((float)column + 0.5f - x) + (float)east * from_centre;
    float away_y = ((float)row + 0.5f - y) + (float)south * from_centre;
    float length = sqrtf(away_x * away_x + away_y * away_y);
    float scale = weight / (length > WEND__SOFT ? length : WEND__SOFT);
    return (wend__pull){away_x * scale, away_y * scale};
}

/* Four cells round a point: the own one, the next ones across and down, and the one beyond both. */
typedef struct wend__corner {
    uint32_t own_x, own_y, other_x, other_y; /* a slot is the sum of an x and a y */
    float across, down;                      /* weights of the other column and row */
    int32_t column, row;                     /* of the own cell */
    float at_x, at_y;                        /* from its centre */
    int32_t is_on;
} wend__corner;

/* What lanes need of the field. */
typedef struct wend__plan {
    const uint32_t *marks;
    float width, height;
    float nowhere; /* a place on the map for points that are off it: 0, but no constant to compilers */
    int32_t last_column, last_row;
    int32_t page_row; /* slots from a row of pages to the next */
    float from_centre;
    /* For distances. */
    const uint32_t *values;
    const wend__page *pages;
    float rate;     /* raw, per cell of length and cost */
    float diagonal; /* length of a diagonal step, in cells */
    float unit;     /* raw units of 1.0 */
    /* For points beside walls. */
    bool can_bend; /* all that exits say is which cells round a cell are free */
    const uint8_t *exits;
    float limit;  /* see wend__limit_of */
    float radius; /* [cells] */
    wend_cell ways[WEND__DIRECTIONS];
} wend__plan;

/* For square fields with sights. */
wend__plan wend__plan_of(const wend_field *field);

static inline int32_t wend__limited(int32_t value, int32_t most) {
    value = value < 0 ? 0 : value;
    return value > most ? most : value;
}

/* A slot is the sum of these. */
static inline uint32_t wend__slot_of_column(int32_t x) {
    return (uint32_t)((x >> 6) * WEND__PAGE_CELLS + (x & 63));
}

static inline uint32_t wend__slot_of_row(const wend__plan *plan, int32_t y) {
    return (uint32_t)((y >> 6) * plan->page_row + (y & 63) * WEND__PAGE_SIDE);
}

/* Points off the map are taken for another one; who reads the answer looks at is_on first. */
static inline wend__corner wend__corner_at(const wend__plan *plan, float x, float y) {
    int32_t is_on = (x >= 0.0f) & (y >= 0.0f) & (x < plan->width) & (y < plan->height);
    x = is_on ? x : plan->nowhere;
    y = is_on ? y : plan->nowhere;
    int32_t column = (int32_t)x, row = (int32_t)y;
    int32_t east = (int32_t)(x + x) - 2 * column, south = (int32_t)(y + y) - 2 * row; /* in that half of the cell? */
    int32_t column_next = wend__limited(column - 1 + 2 * east, plan->last_column);
    int32_t row_next = wend__limited(row - 1 + 2 * south, plan->last_row);
    wend__corner corner = {.is_on = is_on};
    corner.own_x = wend__slot_of_column(column);
    corner.other_x = wend__slot_of_column(column_next);
    corner.own_y = wend__slot_of_row(plan, row);
    corner.other_y = wend__slot_of_row(plan, row_next);
    corner.column = column;
    corner.row = row;
    corner.at_x = x - ((float)column + 0.5f);
    corner.at_y = y - ((float)row + 0.5f);
    corner.across = corner.at_x * (float)(2 * east - 1);
    corner.down = corner.at_y * (float)(2 * south - 1);
    return corner;
}

static inline float wend__weight_of(int k, float across, float down) {
    return (k & 1 ? across : 1.0f - across) * (k & 2 ? down : 1.0f - down);
}

/* Is the own cell open and on its way, and do the three others lead on, too? */
static inline int32_t wend__is_ordinary(uint32_t own, uint32_t beside, uint32_t below, uint32_t beyond) {
    uint32_t kind = own & (WEND__MARK_CORNER | WEND__MARK_CENTRE | WEND__MARK_END);
    return (int32_t)(own >> 31) & (kind != WEND__MARK_END) & (beside != 0) & (below != 0) & (beyond != 0);
}

/* What remains at a point of an open cell, as far as one of its nine cells says: from its value, less the own cell's,
 * and where its centre is. */
static inline float wend__remaining_by(uint32_t value, uint32_t own, float across, float down, float rate,
                                       float diagonal) {
    across = across < 0.0f ? -across : across;
    down = down < 0.0f ? -down : down;
    float less = across < down ? across : down, more = across < down ? down : across;
    float there = (float)(int32_t)(value - own) + rate * (more - less + less * diagonal);
    return value < WEND_SATURATED_VALUE ? there : INFINITY;
}

#define WEND__BATCH 32

typedef struct wend__batch {
    float x[WEND__BATCH], y[WEND__BATCH];
    int32_t column[WEND__BATCH], row[WEND__BATCH];
    float at_x[WEND__BATCH], at_y[WEND__BATCH];
    uint32_t slots[4][WEND__BATCH], marks[4][WEND__BATCH];
    float weights[4][WEND__BATCH];
    float direction_x[WEND__BATCH], direction_y[WEND__BATCH], distance[WEND__BATCH];
    int32_t is_good[WEND__BATCH]; /* the others are not simple; they have no answer here */
} wend__batch;

/* From x and y to direction, distance and is_good; a distance of a lane whose page has several costs is NAN. */
typedef void wend__sample_batch_fn(const wend__plan *plan, bool with_distances, wend__batch *batch);
WEND__WIDE_DECLARE(wend__sample_batch_fn, wend__sample_batch);

#endif
