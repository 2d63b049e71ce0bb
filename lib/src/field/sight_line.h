/* SPDX-License-Identifier: MIT
 * Inside the any-angle pass: lines of sight. See sight_line.c. */
#ifndef WEND__SIGHT_LINE_H
#define WEND__SIGHT_LINE_H

#include "field/sight.h"

/* In 1/256 cell; rows of hexagons are nearer to each other, and as high as cells are wide where they are rectangles. */
typedef struct wend__sight_point {
    int32_t x, y;
} wend__sight_point;

#define WEND__SIGHT_SEAMS 3

/* The sides of cells through which a line must not go: there the cost changes, or a thin wall stands. A bit a cell and
 * side, row by row without gaps: towards east, and towards south, on hex towards south-east and south-west. */
typedef struct wend__lines {
    wend__shape shape;
    int32_t pitch;                      /* from row to row */
    int32_t clearance;                  /* kept from walls */
    uint32_t *seams[WEND__SIGHT_SEAMS]; /* [cells / 32 + 2] each */
    uint8_t *blocks;                    /* [blocks] does a block of 8 x 8 cells have any seam? */
    int32_t blocks_wide;
} wend__lines;

/* Words that the seams of a map take. */
size_t wend__lines_words(wend__shape shape);

/* Of a mover, its seams in words that somebody else keeps. */
wend__lines wend__lines_of(const wend_mover *mover, int32_t clearance, uint32_t *words);

/* Is the line between two points free, all over ground of one cost? It is looked along from a on. */
bool wend__can_see(const wend__lines *lines, wend__sight_point a, wend__sight_point b);

static inline int32_t wend__row_shift(const wend__lines *lines, int32_t y) {
    return lines->shape.lattice == WEND_HEX ? (y & 1) * (WEND__SIGHT_UNIT / 2) : 0;
}

static inline wend__sight_point wend__point_at_centre(const wend__lines *lines, wend_cell cell) {
    int32_t half = WEND__SIGHT_UNIT / 2;
    return (wend__sight_point){cell.x * WEND__SIGHT_UNIT + half + wend__row_shift(lines, cell.y),
                               cell.y * lines->pitch + half};
}

#endif
