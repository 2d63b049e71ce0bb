/* SPDX-License-Identifier: MIT
 * Inside the library: what quick samples need of a field, and where a point lies in it. Here and in sample_wish.h,
 * sample_bend.h and sample_fall.h everything is written for one point and without branches, so that compilers make wide
 * instructions of loops over many; and the same bits come out of one lane and of many. */
#ifndef WEND__SAMPLE_PLAN_H
#define WEND__SAMPLE_PLAN_H

#include "field/field.h"

#include <math.h>

typedef struct wend__plan {
    const uint32_t *marks;
    float width, height;
    float nowhere; /* a place on the map for points that are off it: 0, but no constant to compilers */
    int32_t last_column, last_row;
    int32_t page_row; /* slots from a row of pages to the next */
    float from_centre;
    /* For what remains. */
    const uint32_t *values;
    const wend__page *pages;
    const uint8_t *exits;
    float rate;     /* raw, per cell of length and cost */
    float diagonal; /* length of a diagonal step, in cells */
    float unit;     /* raw units of 1.0 */
    /* For points beside walls. */
    bool can_bend; /* all that exits say is which cells round a cell are free */
    float limit;   /* see wend__limit_of */
    float radius;  /* [cells] */
} wend__plan;

/* Four cells round a point: the own one, the next ones across and down, and the one beyond both. */
typedef struct wend__corner {
    uint32_t own_x, own_y, other_x, other_y; /* a slot is the sum of an x and a y */
    float across, down;                      /* weights of the other column and row */
    int32_t column, row;                     /* of the own cell */
    float at_x, at_y;                        /* from its centre */
    int32_t is_on;
} wend__corner;

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

/* For cells on the map. */
static inline size_t wend__exit_place(const wend__plan *plan, int32_t column, int32_t row) {
    return (size_t)row * (size_t)(plan->last_column + 1) + (size_t)column;
}

#endif
