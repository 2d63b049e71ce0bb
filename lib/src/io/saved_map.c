/* SPDX-License-Identifier: MIT
 * Saved maps: a whole map as bytes; see saved.h.
 *
 *     0 magic "WENDMAP\n"           28 cell_size, 32 origin_x, 36 origin_y (the bits of floats)
 *     8 version 1                   40 number of links, 8 bytes
 *    12 flags: 1 = walls follow     48 terrain, a byte per cell
 *    16 width                          walls, a byte per cell: bit k closes the way out through side k
 *    20 height                         links, 16 bytes each: from, to (indices), cost, class mask, in sorted order
 *    24 lattice                        FNV-1a, 64 bit, of everything before it
 */
#include "io/saved.h"

#include <wend/io.h>

#define VERSION 1u
#define HEAD_SIZE 48u
#define LINK_SIZE 16u
#define HAS_WALLS 1u

static const char magic[] = "WENDMAP\n";

/* What the head says. */
typedef struct wend__saved_head {
    uint32_t flags;
    wend__shape shape;
    float cell_size, origin_x, origin_y;
    uint64_t link_count;
} wend__saved_head;

static uint8_t *put_float(uint8_t *at, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return wend__put_u32(at, bits);
}

static float get_float(const uint8_t *at) {
    uint32_t bits = wend__get_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Saving. */

/* Walls that were all opened again are no walls. */
static bool has_walls(const wend_map *map) {
    return map->closed_ways > 0;
}

/* At most 2^28 cells and 2^20 links: no sum can overflow. */
static size_t size_of(wend__shape shape, bool with_walls, size_t links) {
    return HEAD_SIZE + wend__cell_count(shape) * (with_walls ? 2 : 1) + links * LINK_SIZE + WEND__CHECKSUM_SIZE;
}

size_t wend_map_save_size(const wend_map *map) {
    return map ? size_of(map->shape, has_walls(map), wend_map_link_count(map)) : 0;
}

static uint8_t *put_head(uint8_t *at, const wend_map *map, bool with_walls) {
    at = wend__put_frame(at, magic, VERSION);
    at = wend__put_u32(at, with_walls ? HAS_WALLS : 0);
    at = wend__put_u32(at, (uint32_t)map->shape.width);
    at = wend__put_u32(at, (uint32_t)map->shape.height);
    at = wend__put_u32(at, (uint32_t)map->shape.lattice);
    at = put_float(at, map->cell_size);
    at = put_float(at, map->origin_x);
    at = put_float(at, map->origin_y);
    return wend__put_u64(at, wend_map_link_count(map));
}

static uint8_t *put_links(uint8_t *at, const wend__links *links) {
    for (size_t i = 0; links && i < links->count; i++) {
        at = wend__put_u32(at, links->from[i]);
        at = wend__put_u32(at, links->to[i]);
        at = wend__put_u32(at, links->by_from[i].cost);
        at = wend__put_u32(at, links->by_from[i].class_mask);
    }
    return at;
}

wend_status wend_map_save(const wend_map *map, void *bytes, size_t capacity) {
    if (!map || !bytes) return WEND_ERROR_ARGUMENT;
    bool with_walls = has_walls(map);
    size_t cells = wend__cell_count(map->shape);
    size_t size = size_of(map->shape, with_walls, wend_map_link_count(map));
    if (capacity < size) return WEND_ERROR_CAPACITY;
    uint8_t *at = put_head(bytes, map, with_walls);
    at = wend__put_bytes(at, map->terrain, cells);
    if (with_walls) at = wend__put_bytes(at, map->walls, cells);
    put_links(at, map->links);
    wend__put_checksum(bytes, size);
    return WEND_OK;
}

/* Loading: every number is checked before anything is made of it. */

static wend_status read_head(const uint8_t *bytes, size_t size, wend__saved_head *head) {
    uint32_t width = wend__get_u32(bytes + 16), height = wend__get_u32(bytes + 20), lattice = wend__get_u32(bytes + 24);
    head->flags = wend__get_u32(bytes + 12);
    head->cell_size = get_float(bytes + 28);
    head->origin_x = get_float(bytes + 32);
    head->origin_y = get_float(bytes + 36);
    head->link_count = wend__get_u64(bytes + 40);
    if ((head->flags & ~HAS_WALLS) || lattice > WEND_HEX) return WEND_ERROR_FORMAT;
    if (width < 1 || height < 1 || width > WEND_MAX_SIDE || height > WEND_MAX_SIDE) return WEND_ERROR_SIZE;
    if (head->link_count > WEND__MAX_LINKS) return WEND_ERROR_SIZE;
    head->shape = (wend__shape){(int32_t)width, (int32_t)height, (wend_lattice)lattice};
    if (!wend__placement_is_valid(head->shape, head->cell_size, head->origin_x, head->origin_y))
        return WEND_ERROR_FORMAT;
    bool fits = size == size_of(head->shape, head->flags & HAS_WALLS, (size_t)head->link_count);
    return fits ? WEND_OK : WEND_ERROR_FORMAT;
}

/* Walls only between cells of the map, and at least one. */
static wend_status check_walls(wend__shape shape, const uint8_t *walls) {
    uint32_t seen = 0;
    for (int32_t y = 0; y < shape.height; y++) {
        for (int32_t x = 0; x < shape.width; x++) {
            uint32_t here = *walls++;
            seen |= here;
            if (here && (here & ~(wend__sides(shape.lattice) & wend__on_map(shape, (wend_cell){x, y})))) {
                return WEND_ERROR_FORMAT;
            }
        }
    }
    return seen ? WEND_OK : WEND_ERROR_FORMAT;
}

/* Is the link at `b` sorted before the one at `a`? */
static bool is_before(const uint8_t *b, const uint8_t *a) {
    for (int field = 0; field < 4; field++) {
        uint32_t left = wend__get_u32(b + 4 * field), right = wend__get_u32(a + 4 * field);
        if (left != right) return left < right;
    }
    return false;
}

static wend_status check_links(wend__shape shape, const uint8_t *links, size_t count) {
    size_t cells = wend__cell_count(shape);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *link = links + i * LINK_SIZE;
        if (wend__get_u32(link) >= cells || wend__get_u32(link + 4) >= cells || wend__get_u32(link + 8) == 0)
            return WEND_ERROR_FORMAT;
        if (i > 0 && is_before(link, link - LINK_SIZE)) return WEND_ERROR_FORMAT;
    }
    return WEND_OK;
}

static wend_status add_walls(wend_map *map, const uint8_t *walls) {
    size_t cells = wend__cell_count(map->shape);
    map->walls = wend__allocate(&map->allocator, cells, 1);
    if (!map->walls) return WEND_ERROR_NO_MEMORY;
    memcpy(map->walls, walls, cells);
    wend__map_count_edges(map);
    return WEND_OK;
}

static wend_status add_links(wend_map *map, const uint8_t *at, size_t count) {
    wend_link *links = wend__allocate(&map->allocator, count, sizeof *links);
    if (!links) return WEND_ERROR_NO_MEMORY;
    for (size_t i = 0; i < count; i++, at += LINK_SIZE) {
        links[i] =
            (wend_link){wend__cell_of(map->shape, wend__get_u32(at)), wend__cell_of(map->shape, wend__get_u32(at + 4)),
                        wend__get_u32(at + 8), wend__get_u32(at + 12)};
    }
    wend_status status = wend_map_add_links(map, links, count);
    wend__release(&map->allocator, links, count, sizeof *links);
    return status;
}

/* A map from bytes in which everything was checked. */
static wend_status make_map(const wend__saved_head *head, const uint8_t *terrain, const uint8_t *walls,
                            const uint8_t *links, const wend_allocator *allocator, wend_map **out) {
    wend_map_desc desc = {.width = head->shape.width,
                          .height = head->shape.height,
                          .lattice = head->shape.lattice,
                          .cell_size = head->cell_size,
                          .origin_x = head->origin_x,
                          .origin_y = head->origin_y,
                          .allocator = allocator};
    wend_map *map;
    wend_status status = wend_map_create(&desc, &map);
    if (status != WEND_OK) return status;
    memcpy(map->terrain, terrain, wend__cell_count(head->shape));
    if (walls) status = add_walls(map, walls);
    if (status == WEND_OK && head->link_count) status = add_links(map, links, (size_t)head->link_count);
    if (status == WEND_OK) {
        *out = map;
    } else {
        wend_map_destroy(map);
    }
    return status;
}

wend_status wend_map_load(const void *bytes, size_t size, const wend_allocator *allocator, wend_map **out) {
    if (!bytes || !out || !wend__allocator_is_valid(allocator)) return WEND_ERROR_ARGUMENT;
    wend__saved_head head;
    wend_status status = wend__check_frame(bytes, size, magic, VERSION, HEAD_SIZE);
    if (status == WEND_OK) status = read_head(bytes, size, &head);
    if (status != WEND_OK) return status;
    size_t cells = wend__cell_count(head.shape);
    const uint8_t *terrain = (const uint8_t *)bytes + HEAD_SIZE;
    const uint8_t *walls = head.flags & HAS_WALLS ? terrain + cells : NULL;
    const uint8_t *links = terrain + cells * (walls ? 2 : 1);
    if (walls) status = check_walls(head.shape, walls);
    if (status == WEND_OK) status = check_links(head.shape, links, (size_t)head.link_count);
    if (status != WEND_OK) return status;
    return make_map(&head, terrain, walls, links, allocator, out);
}
