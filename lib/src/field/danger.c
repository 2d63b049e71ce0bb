/* SPDX-License-Identifier: MIT
 * Danger: a map of counts as part of what a mover pays.
 *
 *      counts  0 1 2 3   ->   overlay  0 20 40 60   (each 20)
 */
#include "map/graph.h"

#include <wend/tactics.h>

#define TILE 64 /* [cells] what is written at once */

static void write_tile(uint8_t tile[TILE * TILE], const uint16_t *counts, size_t stride, wend_rect rect,
                       uint32_t each) {
    for (int32_t y = 0; y < rect.height; y++)
        for (int32_t x = 0; x < rect.width; x++) {
            uint64_t sum = (uint64_t)each * counts[(size_t)y * stride + (size_t)x];
            tile[y * TILE + x] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
        }
}

static int32_t least(int32_t a, int32_t b) {
    return a < b ? a : b;
}

wend_status wend_overlay_write_counts(wend_mover *mover, wend_rect rect, const uint16_t *counts, size_t stride,
                                      uint32_t each) {
    if (!mover || !counts) return WEND_ERROR_ARGUMENT;
    if (!wend__rect_is_on(mover->shape, rect)) return WEND_ERROR_OUTSIDE;
    if (stride < (size_t)rect.width) return WEND_ERROR_ARGUMENT;
    uint8_t values[TILE * TILE];
    for (int32_t y = 0; y < rect.height; y += TILE)
        for (int32_t x = 0; x < rect.width; x += TILE) {
            wend_rect tile = {rect.x + x, rect.y + y, least(TILE, rect.width - x), least(TILE, rect.height - y)};
            write_tile(values, counts + (size_t)y * stride + (size_t)x, stride, tile, each);
            /* Only the first can fail, for want of memory: then nothing was written. */
            wend_status status = wend_mover_write_overlay(mover, tile, values, TILE);
            if (status != WEND_OK) return status;
        }
    return WEND_OK;
}
