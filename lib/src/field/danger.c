/* SPDX-License-Identifier: MIT
 * Danger: a map of counts as part of what a mover pays.
 *
 *      counts  0 1 2 3   ->   overlay  0 20 40 60   (each 20)
 */
#include "map/mover.h"

#include <wend/tactics.h>

static void write_row(const uint16_t *counts, uint32_t each, uint8_t *overlay, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        uint64_t sum = (uint64_t)each * counts[x];
        overlay[x] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
    }
}

wend_status wend_overlay_write_counts(wend_mover *mover, wend_rect rect, const uint16_t *counts, size_t stride,
                                      uint32_t each) {
    if (!mover || !counts) return WEND_ERROR_ARGUMENT;
    if (!wend__rect_is_on(mover->shape, rect)) return WEND_ERROR_OUTSIDE;
    if (stride < (size_t)rect.width) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__overlay_prepare(mover);
    if (status != WEND_OK) return status;
    for (int32_t y = 0; y < rect.height; y++)
        write_row(counts + (size_t)y * stride, each, mover->overlay + wend__index(mover->shape, rect.x, rect.y + y),
                  rect.width);
    wend__log_add(&mover->overlay_log, rect);
    return WEND_OK;
}
