/* SPDX-License-Identifier: MIT
 * wend: the map. What is where: terrain, thin walls, links, and the log of edits.
 *
 * Cells: x to the right, y down, index = y * width + x. Square cell (x, y) is [x, x+1) x [y, y+1).
 * Hexagons are pointy-top, odd rows shifted right by half a cell, centres 1 apart in a row, rows sqrt(3)/2 apart:
 * the centre of (x, y) is (x + 0.5 + 0.5 * (y & 1), y * sqrt(3)/2 + 1/sqrt(3)).
 * World positions are these numbers times cell_size plus origin.
 *
 * Threads: any number may call functions that take `const wend_map *` while nobody edits the map. One thread edits at a
 * time. */
#ifndef WEND_MAP_H
#define WEND_MAP_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_MAX_SIDE 16384

typedef enum wend_lattice { WEND_SQUARE = 0, WEND_HEX = 1 } wend_lattice;

/* Directions, and the bits of exit masks and direction sets. Hex uses the six that are not NORTH or SOUTH. */
typedef enum wend_direction {
    WEND_NO_DIRECTION = -1,
    WEND_NORTH = 0,
    WEND_EAST = 1,
    WEND_SOUTH = 2,
    WEND_WEST = 3,
    WEND_NORTH_EAST = 4,
    WEND_SOUTH_EAST = 5,
    WEND_SOUTH_WEST = 6,
    WEND_NORTH_WEST = 7
} wend_direction;

/* The border between a cell and its neighbour, seen from the cell. */
typedef enum wend_edge {
    WEND_EDGE_OPEN = 0,
    WEND_EDGE_WALL = 1,     /* a thin wall: closed both ways */
    WEND_EDGE_OUT_ONLY = 2, /* one-way: out of this cell, not in */
    WEND_EDGE_IN_ONLY = 3   /* one-way: into this cell, not out */
} wend_edge;

typedef struct wend_cell {
    int32_t x, y;
} wend_cell;

typedef struct wend_rect {
    int32_t x, y, width, height; /* [cells]; width and height >= 1 */
} wend_rect;

/* A directed step between any two cells: portal, teleporter, ladder. */
typedef struct wend_link {
    wend_cell from, to;
    uint32_t cost;       /* [1/140 of a mover's 1.0] [>= 1] */
    uint32_t class_mask; /* movers with one of these class_bits may use it; 0: every mover may */
} wend_link;

typedef struct wend_map_desc {
    int32_t width, height;    /* [cells] [1..WEND_MAX_SIDE] */
    wend_lattice lattice;     /* default WEND_SQUARE */
    float cell_size;          /* [world units per cell] [> 0; all of the map within finite positions]; 0 means 1 */
    float origin_x, origin_y; /* [world units] [finite] where cell (0, 0) begins */
    uint32_t log_capacity;    /* edits remembered for movers [up to 2^20]; 0 means 1024 */
    const wend_allocator *allocator; /* copied; NULL means malloc */
} wend_map_desc;

typedef struct wend_map wend_map;

/* A map of terrain 0 without walls or links. 1 byte per cell and the log.
 * Errors: ARGUMENT, SIZE, NO_MEMORY. */
WEND_API wend_status wend_map_create(const wend_map_desc *desc, wend_map **out);

/* Gives up the caller's hold; movers made from the map keep it alive. NULL is allowed. */
WEND_API void wend_map_destroy(wend_map *map);

/* [cells] */
WEND_API int32_t wend_map_width(const wend_map *map);
/* [cells] */
WEND_API int32_t wend_map_height(const wend_map *map);
/* Squares or hexagons. */
WEND_API wend_lattice wend_map_lattice(const wend_map *map);

/* [world units] the values of the desc, after defaults. Each out may be NULL. */
WEND_API void wend_map_placement(const wend_map *map, float *cell_size, float *origin_x, float *origin_y);

/* Number of edits so far. Equal revisions of one map mean equal maps. */
WEND_API uint64_t wend_map_revision(const wend_map *map);

/* Hash of size, lattice, terrain, thin walls and links; the same on every machine, whatever the history. */
WEND_API uint64_t wend_map_hash(const wend_map *map);

/* Terrain. All of these: rectangles must lie on the map (ERROR_OUTSIDE); strides are [bytes] from row to row and at
 * least rect.width; a refused call changes nothing; one call is one edit in the log; nothing is allocated. */

/* Terrain of (x, y); 0 off the map. */
WEND_API uint8_t wend_map_terrain(const wend_map *map, int32_t x, int32_t y);
/* One cell. Errors: ARGUMENT, OUTSIDE. */
WEND_API wend_status wend_map_set(wend_map *map, int32_t x, int32_t y, uint8_t terrain);
/* Every cell of a rectangle. Errors: ARGUMENT, OUTSIDE. */
WEND_API wend_status wend_map_fill(wend_map *map, wend_rect rect, uint8_t terrain);
/* A rectangle from the caller's bytes. Errors: ARGUMENT, OUTSIDE. */
WEND_API wend_status wend_map_write(wend_map *map, wend_rect rect, const uint8_t *terrain, size_t stride);
/* As write, only where the mask (same shape and stride) is not 0. Errors: ARGUMENT, OUTSIDE. */
WEND_API wend_status wend_map_stamp(wend_map *map, wend_rect rect, const uint8_t *terrain, const uint8_t *mask,
                                    size_t stride);
/* A rectangle into the caller's bytes. Errors: ARGUMENT, OUTSIDE. */
WEND_API wend_status wend_map_read(const wend_map *map, wend_rect rect, uint8_t *out, size_t stride);

/* Thin walls and one-way edges lie between a cell and a neighbour that shares a side with it (N E S W on squares, all
 * six on hex). Both cells must be on the map: the outline of the map is closed by nature.
 * The first edge that is not open allocates 1 byte per cell. Errors: ARGUMENT, OUTSIDE, NO_MEMORY. */
WEND_API wend_status wend_map_set_edge(wend_map *map, int32_t x, int32_t y, wend_direction side, wend_edge edge);
/* The edge as seen from (x, y); WALL where there is no neighbour. */
WEND_API wend_edge wend_map_edge(const wend_map *map, int32_t x, int32_t y, wend_direction side);

/* Links are kept sorted by (from, to, cost, class_mask). Adding copies the table once per call: add many together.
 * Errors: ARGUMENT (a cost of 0), OUTSIDE, SIZE (2^20 links at most), NO_MEMORY. */
WEND_API wend_status wend_map_add_links(wend_map *map, const wend_link *links, size_t count);
/* Removes every link from one cell to another; how many into removed (may be NULL). Errors: ARGUMENT, NO_MEMORY. */
WEND_API wend_status wend_map_remove_links(wend_map *map, wend_cell from, wend_cell to, size_t *removed);
/* How many there are. */
WEND_API size_t wend_map_link_count(const wend_map *map);
/* The link at a place of the sorted table [0, link_count). Errors: ARGUMENT. */
WEND_API wend_status wend_map_link(const wend_map *map, size_t index, wend_link *out);

/* World position of a cell's centre. The cell need not be on the map; |x|, |y| <= 2^20. */
WEND_API void wend_map_centre(const wend_map *map, int32_t x, int32_t y, float *world_x, float *world_y);
/* The cell at a world position. OK, or OFF_MAP (out is then untouched), or ERROR_ARGUMENT. A point on a border belongs
 * to the cell right of it and below it; between hexagons to the nearest centre, then the lower index. */
WEND_API wend_status wend_map_pick(const wend_map *map, float world_x, float world_y, wend_cell *out);
/* The neighbour in a direction. OK, or OFF_MAP if there is none there, or ERROR_ARGUMENT. */
WEND_API wend_status wend_map_neighbour(const wend_map *map, wend_cell cell, wend_direction direction, wend_cell *out);

#ifdef __cplusplus
}
#endif

#endif
