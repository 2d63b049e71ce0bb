/* SPDX-License-Identifier: MIT
 * How random edits are made. */
#include "random_edit.h"

#include "oracle.h"
#include "random_world.h"

#include <stdlib.h>

static void edit_terrain(world *w, wend_map *map, test_random *random) {
    wend_rect rect = random_rect(w, random);
    size_t stride = (size_t)rect.width + test_random_below(random, 3);
    uint8_t *bytes = calloc(stride * (size_t)rect.height, 1), *mask = calloc(stride * (size_t)rect.height, 1);
    uint8_t one = test_random_chance(random, 50) ? 255 : (uint8_t)test_random_below(random, 10);
    uint32_t kind = test_random_below(random, 4);
    if (kind == 0) rect.width = rect.height = 1;
    for (int32_t y = 0; y < rect.height; y++) {
        for (int32_t x = 0; x < rect.width; x++) {
            size_t place = (size_t)y * stride + (size_t)x;
            uint8_t *terrain = &w->terrain[world_index(w, rect.x + x, rect.y + y)];
            bytes[place] = test_random_chance(random, 30) ? 255 : (uint8_t)test_random_below(random, 10);
            mask[place] = test_random_chance(random, 50);
            if (kind < 2) *terrain = one;
            if (kind == 2 || (kind == 3 && mask[place])) *terrain = bytes[place];
        }
    }
    if (kind == 0) wend_map_set(map, rect.x, rect.y, one);
    if (kind == 1) wend_map_fill(map, rect, one);
    if (kind == 2) wend_map_write(map, rect, bytes, stride);
    if (kind == 3) wend_map_stamp(map, rect, bytes, mask, stride);
    free(bytes);
    free(mask);
}

static void edit_edge(world *w, wend_map *map, test_random *random) {
    wend_cell cell = random_cell(w, random);
    int side = (int)test_random_below(random, 8);
    int32_t nx, ny;
    wend_edge edge = random_edge(random);
    wend_status status = wend_map_set_edge(map, cell.x, cell.y, (wend_direction)side, edge);
    if (status != WEND_OK) return;
    oracle_neighbour(w->lattice, cell.x, cell.y, side, &nx, &ny);
    world_set_edge(w, cell.x, cell.y, side, edge);
}

static bool joins(const wend_link *link, wend_cell from, wend_cell to) {
    return link->from.x == from.x && link->from.y == from.y && link->to.x == to.x && link->to.y == to.y;
}

static void edit_links(world *w, wend_map *map, test_random *random) {
    if (w->link_count == 0 || (w->link_count < WORLD_LINKS && test_random_chance(random, 50))) {
        w->links[w->link_count] = random_link(w, random);
        wend_map_add_links(map, &w->links[w->link_count++], 1);
        return;
    }
    wend_link gone = w->links[test_random_below(random, w->link_count)];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->link_count; i++) {
        if (!joins(&w->links[i], gone.from, gone.to)) w->links[kept++] = w->links[i];
    }
    w->link_count = kept;
    wend_map_remove_links(map, gone.from, gone.to, NULL);
}

static void edit_overlay(world *w, wend_mover *mover, test_random *random) {
    static const uint32_t weights[4] = {0, 1, 256, 65535};
    wend_rect rect = random_rect(w, random);
    if (test_random_chance(random, 20)) {
        uint32_t weight = weights[test_random_below(random, 4)];
        wend_mover_set_overlay_weight(mover, weight);
        w->mover.overlay_weight = weight;
        if (weight == 0) { /* in a desc 0 means 256 */
            wend_mover_set_overlay_weight(mover, 256);
            w->mover.overlay_weight = 256;
        }
        return;
    }
    w->has_overlay = true;
    bool fill = test_random_chance(random, 50);
    uint8_t *values = calloc((size_t)rect.width * (size_t)rect.height, 1), one = (uint8_t)test_random_bits(random);
    for (int32_t i = 0; i < rect.width * rect.height; i++) {
        values[i] = fill ? one : (uint8_t)test_random_bits(random);
        w->overlay[world_index(w, rect.x + i % rect.width, rect.y + i / rect.width)] = values[i];
    }
    if (fill) {
        wend_mover_fill_overlay(mover, rect, one);
    } else {
        wend_mover_write_overlay(mover, rect, values, (size_t)rect.width);
    }
    free(values);
}

#define MAP_KINDS 5

static void edit_map(world *w, wend_map *map, test_random *random, uint32_t kind) {
    switch (kind) {
    case 0:
    case 1: edit_terrain(w, map, random); break;
    case 2:
    case 3: edit_edge(w, map, random); break;
    default: edit_links(w, map, random); break;
    }
}

void random_map_edit(world *w, wend_map *map, test_random *random) {
    edit_map(w, map, random, test_random_below(random, MAP_KINDS));
}

void random_edit(world *w, wend_map *map, wend_mover *mover, test_random *random) {
    uint32_t kind = test_random_below(random, MAP_KINDS + 1);
    if (kind == MAP_KINDS)
        edit_overlay(w, mover, random);
    else
        edit_map(w, map, random, kind);
}
