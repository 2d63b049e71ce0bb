/* SPDX-License-Identifier: MIT
 * Inside the library: which steps lead out of a cell. Map edge, blocked cells, thin walls and the corner rule meet
 * here; see exits.c. */
#ifndef WEND__EXITS_H
#define WEND__EXITS_H

#include "map/map.h"

#include <wend/mover.h>

/* Who counts as blocked. */
typedef enum wend__obstacles {
    WEND__OBSTACLES_ALL,     /* blocked cells and thin walls */
    WEND__OBSTACLES_NO_CELLS /* thin walls only: the way out of a blocked cell */
} wend__obstacles;

/* Exit mask of a point: no radius. */
uint32_t wend__point_exits(const wend_map *map, const uint8_t *costs, wend_cell cell, uint32_t directions,
                           wend_corner_rule rule, wend__obstacles obstacles);

/* The same for an inner cell of a square map without thin walls, from its place in the cost field. */
uint32_t wend__inner_exits(const uint8_t *costs, size_t width, uint32_t directions, wend_corner_rule rule);

#endif
