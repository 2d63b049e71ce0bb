/* SPDX-License-Identifier: MIT */
#include "map/map.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

#define DEFAULT_LOG_CAPACITY 1024u
#define MAX_LOG_CAPACITY (1u << 20)

bool wend__placement_is_valid(wend__shape shape, float cell_size, float origin_x, float origin_y) {
    /* The far corner, a cell beyond it to be sure, must have a position too. */
    float far_x = origin_x + cell_size * (float)(shape.width + 1);
    float far_y = origin_y + cell_size * (float)(shape.height + 1);
    return cell_size > 0.0f && isfinite(origin_x) && isfinite(origin_y) && isfinite(far_x) && isfinite(far_y);
}

static float cell_size_of(const wend_map_desc *desc) {
    return desc->cell_size == 0.0f ? 1.0f : desc->cell_size;
}

static wend_status desc_check(const wend_map_desc *desc) {
    if (desc->width < 1 || desc->height < 1 || desc->width > WEND_MAX_SIDE || desc->height > WEND_MAX_SIDE)
        return WEND_ERROR_SIZE;
    wend__shape shape = {desc->width, desc->height, desc->lattice};
    bool is_good = (desc->lattice == WEND_SQUARE || desc->lattice == WEND_HEX) &&
                   wend__placement_is_valid(shape, cell_size_of(desc), desc->origin_x, desc->origin_y) &&
                   desc->log_capacity <= MAX_LOG_CAPACITY && wend__allocator_is_valid(desc->allocator);
    return is_good ? WEND_OK : WEND_ERROR_ARGUMENT;
}

static void map_free(wend_map *map) {
    wend_allocator allocator = map->allocator;
    size_t cells = wend__cell_count(map->shape);
    wend__links_drop(map->links);
    wend__log_destroy(&map->log, &allocator);
    wend__release(&allocator, map->terrain, cells, 1);
    wend__release(&allocator, map->walls, cells, 1);
    wend__release(&allocator, map, 1, sizeof *map);
}

wend_status wend_map_create(const wend_map_desc *desc, wend_map **out) {
    if (!desc || !out) return WEND_ERROR_ARGUMENT;
    wend_status status = desc_check(desc);
    if (status != WEND_OK) return status;
    wend_allocator allocator = wend__allocator_or_default(desc->allocator);
    wend_map *map = wend__allocate_zeroed(&allocator, 1, sizeof *map);
    if (!map) return WEND_ERROR_NO_MEMORY;
    atomic_init(&map->holds, 1);
    map->allocator = allocator;
    map->shape = (wend__shape){desc->width, desc->height, desc->lattice};
    map->cell_size = cell_size_of(desc);
    map->origin_x = desc->origin_x;
    map->origin_y = desc->origin_y;
    uint32_t log_capacity = desc->log_capacity ? desc->log_capacity : DEFAULT_LOG_CAPACITY;
    status = wend__log_create(&map->log, log_capacity, &allocator);
    map->terrain = wend__allocate_zeroed(&allocator, wend__cell_count(map->shape), 1);
    if (status != WEND_OK || !map->terrain) {
        map_free(map);
        return WEND_ERROR_NO_MEMORY;
    }
    *out = map;
    return WEND_OK;
}

wend_map *wend__map_take(wend_map *map) {
    wend__count_take(&map->holds);
    return map;
}

void wend_map_destroy(wend_map *map) {
    if (map && wend__count_drop(&map->holds)) map_free(map);
}

int32_t wend_map_width(const wend_map *map) {
    return map->shape.width;
}

int32_t wend_map_height(const wend_map *map) {
    return map->shape.height;
}

wend_lattice wend_map_lattice(const wend_map *map) {
    return map->shape.lattice;
}

void wend_map_placement(const wend_map *map, float *cell_size, float *origin_x, float *origin_y) {
    if (cell_size) *cell_size = map->cell_size;
    if (origin_x) *origin_x = map->origin_x;
    if (origin_y) *origin_y = map->origin_y;
}

uint64_t wend_map_revision(const wend_map *map) {
    return map->log.revision;
}

static uint64_t hash_links(uint64_t hash, const wend__links *links) {
    size_t count = links ? links->count : 0;
    hash = wend__hash_u32(hash, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        hash = wend__hash_u32(hash, links->from[i]);
        hash = wend__hash_u32(hash, links->to[i]);
        hash = wend__hash_u32(hash, links->by_from[i].cost);
        hash = wend__hash_u32(hash, links->by_from[i].class_mask);
    }
    return hash;
}

uint64_t wend_map_hash(const wend_map *map) {
    size_t cells = wend__cell_count(map->shape);
    uint64_t hash = WEND__HASH_START;
    hash = wend__hash_u32(hash, (uint32_t)map->shape.width);
    hash = wend__hash_u32(hash, (uint32_t)map->shape.height);
    hash = wend__hash_u32(hash, (uint32_t)map->shape.lattice);
    hash = wend__hash_bytes(hash, map->terrain, cells);
    /* A map whose walls were all opened again hashes like one that never had any. */
    for (size_t i = 0; i < cells; i++) hash = wend__hash_byte(hash, map->walls ? map->walls[i] : 0);
    return hash_links(hash, map->links);
}

/* Terrain. */

static uint8_t *row_of(const wend_map *map, wend_rect rect, int32_t row) {
    return map->terrain + wend__index(map->shape, rect.x, rect.y + row);
}

static wend_status rect_check(const wend_map *map, wend_rect rect, const void *memory, size_t stride) {
    if (!map || !memory) return WEND_ERROR_ARGUMENT;
    if (!wend__rect_is_on(map->shape, rect)) return WEND_ERROR_OUTSIDE;
    return stride >= (size_t)rect.width ? WEND_OK : WEND_ERROR_ARGUMENT;
}

uint8_t wend_map_terrain(const wend_map *map, int32_t x, int32_t y) {
    return wend__is_on(map->shape, x, y) ? map->terrain[wend__index(map->shape, x, y)] : 0;
}

wend_status wend_map_set(wend_map *map, int32_t x, int32_t y, uint8_t terrain) {
    return wend_map_fill(map, (wend_rect){x, y, 1, 1}, terrain);
}

wend_status wend_map_fill(wend_map *map, wend_rect rect, uint8_t terrain) {
    if (!map) return WEND_ERROR_ARGUMENT;
    if (!wend__rect_is_on(map->shape, rect)) return WEND_ERROR_OUTSIDE;
    for (int32_t row = 0; row < rect.height; row++) memset(row_of(map, rect, row), terrain, (size_t)rect.width);
    wend__log_add(&map->log, rect);
    return WEND_OK;
}

wend_status wend_map_write(wend_map *map, wend_rect rect, const uint8_t *terrain, size_t stride) {
    wend_status status = rect_check(map, rect, terrain, stride);
    if (status != WEND_OK) return status;
    for (int32_t row = 0; row < rect.height; row++)
        memcpy(row_of(map, rect, row), terrain + (size_t)row * stride, (size_t)rect.width);
    wend__log_add(&map->log, rect);
    return WEND_OK;
}

wend_status wend_map_stamp(wend_map *map, wend_rect rect, const uint8_t *terrain, const uint8_t *mask, size_t stride) {
    wend_status status = rect_check(map, rect, terrain, stride);
    if (status != WEND_OK) return status;
    if (!mask) return WEND_ERROR_ARGUMENT;
    for (int32_t row = 0; row < rect.height; row++) {
        uint8_t *cells = row_of(map, rect, row);
        for (int32_t column = 0; column < rect.width; column++) {
            size_t place = (size_t)row * stride + (size_t)column;
            if (mask[place]) cells[column] = terrain[place];
        }
    }
    wend__log_add(&map->log, rect);
    return WEND_OK;
}

wend_status wend_map_read(const wend_map *map, wend_rect rect, uint8_t *out, size_t stride) {
    wend_status status = rect_check(map, rect, out, stride);
    if (status != WEND_OK) return status;
    for (int32_t row = 0; row < rect.height; row++)
        memcpy(out + (size_t)row * stride, row_of(map, rect, row), (size_t)rect.width);
    return WEND_OK;
}

/* Thin walls. */

static bool is_side(const wend_map *map, wend_direction side) {
    return side >= 0 && side < WEND__DIRECTIONS && (wend__sides(map->shape.lattice) >> side & 1);
}

static void set_closed(wend_map *map, wend_cell cell, int side, bool is_closed) {
    uint8_t *walls = &map->walls[wend__index(map->shape, cell.x, cell.y)];
    uint8_t bit = (uint8_t)(1u << side);
    map->closed_ways += is_closed;
    map->closed_ways -= *walls >> side & 1;
    *walls = (uint8_t)(is_closed ? *walls | bit : *walls & ~bit);
}

/* Is it open one way only? */
static bool is_one_way(const wend_map *map, wend_cell cell, int side) {
    wend_cell there = wend__neighbour(map->shape.lattice, cell, side);
    uint32_t here_bits = map->walls[wend__index(map->shape, cell.x, cell.y)];
    uint32_t there_bits = map->walls[wend__index(map->shape, there.x, there.y)];
    return (here_bits >> side & 1) != (there_bits >> wend__opposite(side) & 1);
}

void wend__map_count_edges(wend_map *map) {
    uint32_t one_way = 0; /* from both of its cells */
    map->closed_ways = 0;
    for (uint32_t index = 0; map->walls && index < (uint32_t)wend__cell_count(map->shape); index++) {
        wend_cell cell = wend__cell_of(map->shape, index);
        for (uint32_t rest = wend__sides(map->shape.lattice) & wend__on_map(map->shape, cell); rest; rest &= rest - 1) {
            one_way += is_one_way(map, cell, wend__lowest_bit(rest));
            map->closed_ways += map->walls[index] >> wend__lowest_bit(rest) & 1;
        }
    }
    map->one_way_edges = one_way / 2;
}

wend_status wend_map_set_edge(wend_map *map, int32_t x, int32_t y, wend_direction side, wend_edge edge) {
    if (!map || !is_side(map, side) || edge < WEND_EDGE_OPEN || edge > WEND_EDGE_IN_ONLY) return WEND_ERROR_ARGUMENT;
    if (!wend__is_on(map->shape, x, y)) return WEND_ERROR_OUTSIDE;
    wend_cell here = {x, y}, there = wend__neighbour(map->shape.lattice, here, side);
    if (!wend__is_on(map->shape, there.x, there.y)) return WEND_ERROR_OUTSIDE;
    if (!map->walls) {
        if (edge == WEND_EDGE_OPEN) return WEND_OK;
        map->walls = wend__allocate_zeroed(&map->allocator, wend__cell_count(map->shape), 1);
        if (!map->walls) return WEND_ERROR_NO_MEMORY;
    }
    map->one_way_edges -= is_one_way(map, here, side);
    set_closed(map, here, side, edge == WEND_EDGE_WALL || edge == WEND_EDGE_IN_ONLY);
    set_closed(map, there, wend__opposite(side), edge == WEND_EDGE_WALL || edge == WEND_EDGE_OUT_ONLY);
    map->one_way_edges += is_one_way(map, here, side);
    int32_t left = here.x < there.x ? here.x : there.x, top = here.y < there.y ? here.y : there.y;
    wend_rect both = {left, top, here.x + there.x - 2 * left + 1, here.y + there.y - 2 * top + 1};
    wend__log_add(&map->log, both);
    map->edge_revision = map->log.revision;
    return WEND_OK;
}

bool wend__way_is_closed(const wend_map *map, wend_cell cell, int side) {
    wend_cell there = wend__neighbour(map->shape.lattice, cell, side);
    if (!wend__is_on(map->shape, cell.x, cell.y) || !wend__is_on(map->shape, there.x, there.y)) return true;
    return map->walls && (map->walls[wend__index(map->shape, cell.x, cell.y)] >> side & 1);
}

wend_edge wend_map_edge(const wend_map *map, int32_t x, int32_t y, wend_direction side) {
    if (!is_side(map, side) || !wend__is_on(map->shape, x, y)) return WEND_EDGE_WALL;
    wend_cell here = {x, y}, there = wend__neighbour(map->shape.lattice, here, side);
    bool out_is_closed = wend__way_is_closed(map, here, side);
    bool in_is_closed = wend__way_is_closed(map, there, wend__opposite(side));
    if (out_is_closed) return in_is_closed ? WEND_EDGE_WALL : WEND_EDGE_IN_ONLY;
    return in_is_closed ? WEND_EDGE_OUT_ONLY : WEND_EDGE_OPEN;
}

/* Links. A changed link is an edit of nothing but itself: it gets a revision and the rectangle of its start. */

static void links_replace(wend_map *map, wend__links *links, wend_cell where) {
    wend__links_drop(map->links);
    map->links = links;
    wend__log_add(&map->log, (wend_rect){where.x, where.y, 1, 1});
}

wend_status wend_map_add_links(wend_map *map, const wend_link *links, size_t count) {
    if (!map || (count && !links)) return WEND_ERROR_ARGUMENT;
    if (count > WEND__MAX_LINKS - wend_map_link_count(map)) return WEND_ERROR_SIZE;
    for (size_t i = 0; i < count; i++) {
        if (links[i].cost == 0) return WEND_ERROR_ARGUMENT;
        bool is_on = wend__is_on(map->shape, links[i].from.x, links[i].from.y) &&
                     wend__is_on(map->shape, links[i].to.x, links[i].to.y);
        if (!is_on) return WEND_ERROR_OUTSIDE;
    }
    if (count == 0) return WEND_OK;
    wend__links *grown = NULL;
    wend_status status = wend__links_with(map->links, map->shape, links, count, &map->allocator, &grown);
    if (status == WEND_OK) links_replace(map, grown, links[0].from);
    return status;
}

wend_status wend_map_remove_links(wend_map *map, wend_cell from, wend_cell to, size_t *removed) {
    if (!map) return WEND_ERROR_ARGUMENT;
    size_t count = 0;
    bool is_on = wend__is_on(map->shape, from.x, from.y) && wend__is_on(map->shape, to.x, to.y);
    if (is_on && map->links) {
        wend__links *shrunk = NULL;
        uint32_t from_index = wend__index(map->shape, from.x, from.y), to_index = wend__index(map->shape, to.x, to.y);
        wend_status status =
            wend__links_without(map->links, map->shape, from_index, to_index, &map->allocator, &shrunk, &count);
        if (status != WEND_OK) return status;
        if (count) links_replace(map, shrunk, from);
    }
    if (removed) *removed = count;
    return WEND_OK;
}

size_t wend_map_link_count(const wend_map *map) {
    return map->links ? map->links->count : 0;
}

wend_status wend_map_link(const wend_map *map, size_t index, wend_link *out) {
    if (!map || !out || index >= wend_map_link_count(map)) return WEND_ERROR_ARGUMENT;
    *out = map->links->by_from[index];
    return WEND_OK;
}

/* Places. */

void wend_map_centre(const wend_map *map, int32_t x, int32_t y, float *world_x, float *world_y) {
    float cells_x, cells_y;
    wend__centre(map->shape.lattice, x, y, &cells_x, &cells_y);
    if (world_x) *world_x = cells_x * map->cell_size + map->origin_x;
    if (world_y) *world_y = cells_y * map->cell_size + map->origin_y;
}

wend_status wend_map_pick(const wend_map *map, float world_x, float world_y, wend_cell *out) {
    if (!map || !out) return WEND_ERROR_ARGUMENT;
    bool is_on = wend__pick(map->shape, wend__to_cells_x(map, world_x), wend__to_cells_y(map, world_y), out);
    return is_on ? WEND_OK : WEND_OFF_MAP;
}

wend_status wend_map_neighbour(const wend_map *map, wend_cell cell, wend_direction direction, wend_cell *out) {
    if (!map || !out || direction < 0 || direction >= WEND__DIRECTIONS) return WEND_ERROR_ARGUMENT;
    if (!wend__is_on(map->shape, cell.x, cell.y)) return WEND_OFF_MAP;
    if (!(wend__on_map(map->shape, cell) >> direction & 1)) return WEND_OFF_MAP;
    *out = wend__neighbour(map->shape.lattice, cell, direction);
    return WEND_OK;
}
