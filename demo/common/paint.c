/* SPDX-License-Identifier: MIT */
#include "paint.h"

#include <math.h>
#include <stdlib.h>

static uint8_t erased(const struct paint *paint, const uint8_t *costs, size_t cell) {
    uint8_t terrain = paint->original[cell];
    return costs[terrain] == WEND_BLOCKED ? paint->ground : terrain;
}

static void paint_square(const struct paint *paint, wend_cell cell, int32_t side, bool is_wall) {
    wend_map *map = wend_mover_map(paint->mover);
    int32_t width = wend_map_width(map), height = wend_map_height(map);
    int32_t left = cell.x - (side - 1) / 2, top = cell.y - (side - 1) / 2;
    wend_mover_desc desc;
    wend_mover_describe(paint->mover, &desc);
    for (int32_t y = top; y < top + side; y++)
        for (int32_t x = left; x < left + side; x++) {
            if (x < 0 || y < 0 || x >= width || y >= height) continue;
            bool is_blocked = desc.costs[wend_map_terrain(map, x, y)] == WEND_BLOCKED;
            uint8_t ground = erased(paint, desc.costs, (size_t)y * (size_t)width + (size_t)x);
            if (is_blocked != is_wall) (void)wend_map_set(map, x, y, is_wall ? paint->wall : ground);
        }
}

void paint_line(const struct paint *paint, wend_cell from, wend_cell to, int32_t side, bool is_wall) {
    int32_t dx = to.x - from.x, dy = to.y - from.y;
    int32_t steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int32_t i = 0; i <= steps; i++) {
        float share = steps ? (float)i / (float)steps : 0.0f;
        wend_cell cell = {from.x + (int32_t)floorf((float)dx * share + 0.5f),
                          from.y + (int32_t)floorf((float)dy * share + 0.5f)};
        paint_square(paint, cell, side, is_wall);
    }
}
