/* SPDX-License-Identifier: MIT
 * Inside the any-angle pass: what its parts share. Places are cells; points are in whole numbers, 1/256 cell. */
#ifndef WEND__SIGHT_LOOK_H
#define WEND__SIGHT_LOOK_H

#include "field/sight.h"
#include "field/sight_line.h"

#include <math.h>
#include <string.h>

#define WEND__SIGHT_CORNER_GAP 16               /* points at corners keep this much more than lines of sight */
#define WEND__POINT_BITS (WEND__MARK_OPEN - 1u) /* of a mark: the point that it is about */

/* A pass over a field. */
typedef struct wend__look {
    const wend__sights *sights;
    const wend_mover *mover;
    const wend__pages *pages;
    uint32_t *beyond; /* [cells] what remains from the point that a cell heads for: the bits of a float */
    uint32_t *stack;  /* [cells] places that wait for the cells before them */
    wend__lines lines;
    bool has_corners;
    bool has_squeezes;                        /* or thin walls: then nothing is seen but along a line */
    wend_cell offsets[2][WEND__DIRECTIONS];   /* by parity of the row, direction */
    wend__sight_point ways[WEND__DIRECTIONS]; /* from centre to centre */
} wend__look;

/* A pass in pieces: all marks go, a page at a time; then the cells of pages are settled, some at a time. */
#define WEND__SIGHT_FEW 16 /* cells of a map where lines and the order of pages may take more than a word for each */
typedef struct wend__sighting {
    wend__look look;
    uint32_t *order;           /* [pages] */
    uint32_t cleared, settled; /* pages that are done with */
    uint32_t cell;             /* of the page in work */
    uint32_t few[WEND__SIGHT_FEW];
} wend__sighting;

/* A cell, and where everything of it is kept. */
typedef struct wend__stand {
    wend_cell cell;
    uint32_t index, slot;
    uint32_t set;
    uint32_t cost;
} wend__stand;

static inline uint32_t wend__place_of(wend_cell cell) {
    return (uint32_t)cell.x | (uint32_t)cell.y << WEND__MARK_SIDE_BITS;
}

static inline wend_cell wend__cell_beyond(const wend__look *look, wend_cell cell, int direction) {
    wend_cell offset = look->offsets[cell.y & 1][direction];
    return (wend_cell){cell.x + offset.x, cell.y + offset.y};
}

static inline wend__stand wend__stand_at(const wend__look *look, wend_cell cell) {
    wend__stand stand = {.cell = cell,
                         .index = wend__index(look->pages->shape, cell.x, cell.y),
                         .slot = wend__slot(look->pages, cell.x, cell.y)};
    stand.set = look->pages->directions[stand.slot];
    stand.cost = look->mover->costs[stand.index];
    return stand;
}

static inline wend__stand wend__stand_beyond(const wend__look *look, wend_cell cell, int direction) {
    return wend__stand_at(look, wend__cell_beyond(look, cell, direction));
}

/* What a mark says. */
static inline wend__sight_point wend__point_of(const wend__look *look, uint32_t mark) {
    wend__sight_point point = wend__point_at_centre(&look->lines, wend__mark_cell(mark));
    point.x += wend__mark_side(mark, WEND__MARK_EAST) * look->sights->from_centre;
    point.y += wend__mark_side(mark, WEND__MARK_SOUTH) * look->sights->from_centre;
    return point;
}

/* What a cell that is done heads for; where the way ends, its own centre. */
static inline uint32_t wend__point_at(const wend__look *look, const wend__stand *stand) {
    uint32_t point = look->sights->marks[stand->slot] & WEND__POINT_BITS;
    return wend__mark_is_end(point) ? wend__place_of(stand->cell) | WEND__MARK_CENTRE : point;
}

/* Of the ground that a point lies on. A cell may head for the next one over ground of another cost; no other may. */
static inline uint32_t wend__cost_at_point(const wend__look *look, uint32_t point) {
    wend_cell cell = wend__mark_cell(point);
    return look->mover->costs[wend__index(look->pages->shape, cell.x, cell.y)];
}

static inline float wend__beyond_at(const wend__look *look, uint32_t index) {
    float value;
    memcpy(&value, &look->beyond[index], sizeof value);
    return value;
}

static inline int64_t wend__dot(wend__sight_point a, wend__sight_point b) {
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static inline int64_t wend__cross(wend__sight_point a, wend__sight_point b) {
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* Does the line from a cell to a point lead between its steps in two directions, which may be one? */
static inline bool wend__is_between(const wend__look *look, wend_cell cell, int k, int m, uint32_t point) {
    wend__sight_point here = wend__point_at_centre(&look->lines, cell), there = wend__point_of(look, point);
    wend__sight_point away = {there.x - here.x, there.y - here.y};
    if (wend__dot(look->ways[k], away) <= 0 || wend__dot(look->ways[m], away) <= 0) return false;
    int64_t a = wend__cross(look->ways[k], away), b = wend__cross(look->ways[m], away);
    return (a >= 0 && b <= 0) || (a <= 0 && b >= 0);
}

/* A point to head for, and what the whole way by it comes to. */
typedef struct wend__choice {
    uint32_t point;
    float beyond, whole;
} wend__choice;

/* The best of what a cell with a way on may head for, all cells before it being done. */
wend__choice wend__sight_choose(const wend__look *look, const wend__stand *stand);

/* Puts a corner of a wall beside the cell in the place of a choice where that is better. */
void wend__sight_try_corners(const wend__look *look, const wend__stand *stand, wend__choice *choice);

/* [cells] */
static inline float wend__distance_between(const wend__look *look, wend__sight_point a, wend__sight_point b) {
    float across = (float)(a.x - b.x) * (1.0f / WEND__SIGHT_UNIT),
          down = (float)(a.y - b.y) * (1.0f / WEND__SIGHT_UNIT);
    if (look->pages->shape.lattice == WEND_HEX) return sqrtf(across * across + down * down * (4.0f / 3.0f));
    return sqrtf(across * across + down * down);
}

#endif
