/* SPDX-License-Identifier: MIT
 * Pages as bits, for repair: the body of repair_avx2.c and so on.
 *
 * Computes: by row, which cells have a value, and which have each step in their sets; which values differ from others.
 * Cost: one look at each value and set.
 *
 *      values  5 . 3 4      alive  1 0 1 1      (bit x: cell x of the row)
 *      sets    E . - W      east   1 0 0 0      west  0 0 0 1
 */
#ifdef WEND__WIDE_PRESENT

#include "field/repair_planes.h"

/* Saturated values count as none: nothing leads to them. */
uint64_t WEND__WIDE_NAME(wend__row_alive)(const uint32_t *values) {
    const wend__w8 all = wend__w8_splat(0xFF);
    uint64_t alive = 0;
    for (int x = 0; x < WEND__PAGE_SIDE; x += WEND__W8_LANES)
        alive |= wend__w8_bits_where_equal(wend__w8_where_finite(values + x, all), all) << x;
    return alive;
}

void WEND__WIDE_NAME(wend__row_steps)(const uint8_t *directions, uint64_t steps[WEND__DIRECTIONS]) {
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        const wend__w8 bit = wend__w8_splat((uint8_t)(1u << k));
        steps[k] = 0;
        for (int x = 0; x < WEND__PAGE_SIDE; x += WEND__W8_LANES)
            steps[k] |= wend__w8_bits_where_equal(wend__w8_and_(wend__w8_load(directions + x), bit), bit) << x;
    }
}

uint64_t WEND__WIDE_NAME(wend__row_changes)(const uint32_t *values, const uint32_t *old) {
    uint8_t is_equal[WEND__PAGE_SIDE];
    uint64_t equal = 0;
    for (int x = 0; x < WEND__PAGE_SIDE; x += WEND__W32_LANES) {
        wend__w32 here = wend__w32_load(values + x), before = wend__w32_load(old + x);
        wend__w32_to_bytes(is_equal + x, wend__w32_where_equal(here, before, wend__w32_splat(0xFF)));
    }
    for (int x = 0; x < WEND__PAGE_SIDE; x += WEND__W8_LANES)
        equal |= wend__w8_bits_where_equal(wend__w8_load(is_equal + x), wend__w8_splat(0xFF)) << x;
    return ~equal;
}

#endif
