/* SPDX-License-Identifier: MIT
 * Inside the library: what a map holds. */
#ifndef WEND__MAP_H
#define WEND__MAP_H

#include "map/links.h"
#include "map/log.h"

struct wend_map {
    wend__count holds;
    wend_allocator allocator;
    wend__shape shape;
    float cell_size, origin_x, origin_y;
    wend__log log;
    uint8_t *terrain;                    /* [cells] */
    uint64_t edge_revision;              /* of the last edit of an edge */
    uint32_t one_way_edges, closed_ways; /* a wall has two of those */
    uint8_t *walls; /* [cells] bit k: the way out through side k is closed; NULL before the first */
    wend__links *links;
};

wend_map *wend__map_take(wend_map *map);

/* Counts one-way edges and closed ways anew: for whoever has written walls. */
void wend__map_count_edges(wend_map *map);

/* Does every cell have a finite position? */
bool wend__placement_is_valid(wend__shape shape, float cell_size, float origin_x, float origin_y);

/* World to cells and back. */
static inline float wend__to_cells_x(const wend_map *map, float world_x) {
    return (world_x - map->origin_x) / map->cell_size;
}
static inline float wend__to_cells_y(const wend_map *map, float world_y) {
    return (world_y - map->origin_y) / map->cell_size;
}

/* Is the way out of `cell` through side k closed, or is there no neighbour? */
bool wend__way_is_closed(const wend_map *map, wend_cell cell, int side);

#endif
