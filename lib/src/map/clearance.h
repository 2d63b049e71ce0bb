/* SPDX-License-Identifier: MIT
 * Inside the library: where a disc fits. See clearance.c. */
#ifndef WEND__CLEARANCE_H
#define WEND__CLEARANCE_H

#include "map/map.h"

#define WEND__CLEAR UINT16_MAX /* nothing within the radius */

/* A cell, or a side of a cell, relative to where the disc is. */
typedef struct wend__near {
    int16_t x, y;
    int16_t side;      /* -1: the whole cell, where blocked; else the thin wall on that side, where there is one */
    uint16_t distance; /* squared, from the centre or from the step's line [1/16 cell^2; on hex 1/48 cell^2] */
} wend__near;

/* Places in nears: cells at [first, walls), thin walls at [walls, last), both by distance, then position. */
typedef struct wend__near_list {
    uint32_t first, walls, last;
} wend__near_list;

/* What is nearer than the radius to a centre, the cell there left out; and to the line of each step, what the discs at
 * both ends find left out. By parity of the row: on hex the neighbours' offsets depend on it. */
typedef struct wend__clearance {
    wend_allocator allocator;
    wend__near *nears; /* all lists, one after the other; NULL where all are empty */
    size_t near_count;
    uint32_t radius;                           /* [1/256 cell] */
    int32_t reach;                             /* [cells] how far away an edit can change an answer below */
    wend__near_list disc[2];                   /* [parity] */
    wend__near_list step[2][WEND__DIRECTIONS]; /* [parity][direction] */
    uint32_t cells_matter[2];                  /* [parity] directions, as bits, whose list has a cell */
    uint32_t cells_matter_past_corners[2];     /* the same, but for those two that a diagonal step passes between */
} wend__clearance;

/* Lists for the steps in `directions` [bits]; radius up to WEND_MAX_RADIUS. Errors: NO_MEMORY; what is left then can be
 * destroyed, like a clearance of zeros. */
wend_status wend__clearance_create(wend__clearance *clearance, wend_lattice lattice, uint32_t directions,
                                   uint32_t radius, const wend_allocator *allocator);
void wend__clearance_destroy(wend__clearance *clearance);

/* Squared distance from the centre of a cell to the nearest wall, in the unit of wend__near, or WEND__CLEAR where none
 * is within the radius. Whether the cell itself is blocked is not asked. */
uint16_t wend__clearance_at(const wend__clearance *clearance, const wend_map *map, const uint8_t *costs,
                            wend_cell cell);
/* Is the capsule of a step free, apart from the discs at its ends? */
bool wend__step_is_clear(const wend__clearance *clearance, const wend_map *map, const uint8_t *costs, wend_cell cell,
                         int direction);

#endif
