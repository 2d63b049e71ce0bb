/* SPDX-License-Identifier: MIT
 * Inside the library: directions, offsets, lengths, opposites, hex rows, centres and picking: the only place they are
 * written down.
 *
 *   squares  NW N NE     0..7 = N E S W NE SE SW NW      hex, even row    NW NE      odd row   NW NE
 *             W . E      opposite(k) = k ^ 2                             W  .  E              W  .  E
 *            SW S SE                                                      SW SE                SW SE
 *                                                                  NE is x + (y & 1), NW is x - 1 + (y & 1)
 */
#ifndef WEND__LATTICE_H
#define WEND__LATTICE_H

#include "base/base.h"

#include <wend/map.h>

#define WEND__DIRECTIONS 8
#define WEND__STRAIGHT 70 /* length of a step through a side */

#define WEND__NO_CELL UINT32_MAX /* more than any index */

#define WEND__SQUARE_4 0x0Fu
#define WEND__SQUARE_8 0xFFu
#define WEND__HEX_6 0xFAu

typedef struct wend__shape {
    int32_t width, height;
    wend_lattice lattice;
} wend__shape;

static inline size_t wend__cell_count(wend__shape shape) {
    return (size_t)shape.width * (size_t)shape.height;
}

static inline uint32_t wend__index(wend__shape shape, int32_t x, int32_t y) {
    return (uint32_t)y * (uint32_t)shape.width + (uint32_t)x;
}

static inline wend_cell wend__cell_of(wend__shape shape, uint32_t index) {
    return (wend_cell){(int32_t)(index % (uint32_t)shape.width), (int32_t)(index / (uint32_t)shape.width)};
}

/* Of the row of a cell, where that matters. */
static inline uint32_t wend__parity_of(wend__shape shape, uint32_t index) {
    return shape.lattice == WEND_HEX ? index / (uint32_t)shape.width & 1 : 0;
}

static inline bool wend__is_on(wend__shape shape, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < shape.width && y < shape.height;
}

bool wend__rect_is_on(wend__shape shape, wend_rect rect);

/* The rectangle grown by margin on all sides and cut to the map. */
wend_rect wend__rect_grown(wend__shape shape, wend_rect rect, int32_t margin);

/* k ^ 2 turns N<->S, E<->W, NE<->SW, SE<->NW. */
static inline int wend__opposite(int direction) {
    return direction ^ 2;
}

static inline bool wend__is_diagonal(wend_lattice lattice, int direction) {
    return lattice == WEND_SQUARE && direction >= 4;
}

/* Directions that cross a side of the cell, as bits. */
static inline uint32_t wend__sides(wend_lattice lattice) {
    return lattice == WEND_HEX ? WEND__HEX_6 : WEND__SQUARE_4;
}

/* Offset of the neighbour in a direction, from a cell in row y. */
wend_cell wend__offset(wend_lattice lattice, int32_t y, int direction);

/* The neighbour; it may be off the map. */
static inline wend_cell wend__neighbour(wend_lattice lattice, wend_cell cell, int direction) {
    wend_cell offset = wend__offset(lattice, cell.y, direction);
    return (wend_cell){cell.x + offset.x, cell.y + offset.y};
}

/* The directions, as bits, whose neighbours lie on the map. */
uint32_t wend__on_map(wend__shape shape, wend_cell cell);

/* index of the neighbour = index + steps[y & 1][k]. */
typedef struct wend__index_steps {
    int32_t steps[2][WEND__DIRECTIONS];
} wend__index_steps;
wend__index_steps wend__index_steps_of(wend__shape shape);

/* The two straight directions that make up a diagonal one: vertical and horizontal. */
void wend__diagonal_parts(int diagonal, int *vertical, int *horizontal);

/* Squared distance between the centres of two cells, in a whole-number unit of the lattice (cell^2 on squares, cell^2
 * times 4 on hex). Any coordinates up to 2^21. */
uint64_t wend__squared_distance(wend_lattice lattice, wend_cell a, wend_cell b);

/* Straight line between the centres of two cells, in 1/70 cell, rounded down. */
uint32_t wend__euclid_70(wend_lattice lattice, wend_cell a, wend_cell b);

/* Steps between two cells of an empty hex map. */
uint32_t wend__hex_steps(wend_cell a, wend_cell b);

/* In cells, before cell_size and origin. */
void wend__centre(wend_lattice lattice, int32_t x, int32_t y, float *out_x, float *out_y);
/* False where the position is off the map (or NaN). */
bool wend__pick(wend__shape shape, float x, float y, wend_cell *out);

/* Unit vector of a direction. */
void wend__unit_vector(wend_lattice lattice, int direction, float *x, float *y);

/* Geometry in whole numbers, for discs against walls: lattice units are u = 2x, v = 2y from the centre of a cell on
 * squares; u = 2x, v = 2 sqrt(3) y on hex. There, squared length = (weight_u * u^2 + v^2) / unit cells^2. */
typedef struct wend__vector {
    int32_t u, v;
} wend__vector;
typedef struct wend__metric {
    int64_t weight_u, unit;
} wend__metric;
wend__metric wend__metric_of(wend_lattice lattice);
/* Centre of cell `offset` away from a cell in row y, from that cell's centre. */
wend__vector wend__vector_to(wend_lattice lattice, int32_t y, wend_cell offset);
/* Corners of a cell round its centre, clockwise: 4 or 6. Returns how many. */
int wend__corners(wend_lattice lattice, wend__vector out[6]);
/* The two corners that end the side in a direction. */
void wend__side_corners(wend_lattice lattice, int direction, wend__vector out[2]);

#endif
