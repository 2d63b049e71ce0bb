/* SPDX-License-Identifier: MIT
 * The solver for open pages: rows of 64 cells, many at once.
 *
 * Computes: what the waiting cells of a page lower, in it and round it.
 * Invariant: values are kept less `base`, the least waiting one, in lanes of 16 or 32 bits; a row that became lower is
 *            closed in itself at once, and stands in `down` and `up` until the rows below and above have been relaxed
 *            against it. What lies beyond the lanes' reach waits in the page for a later solve with a higher base. What
 *            lies below base waits no more, so it counts as base: that lowers nothing.
 * Cost: constant per row and sweep, and few sweeps: as many as ways in the page turn from down to up.
 * Source: alternating sweeps after P.-E. Danielsson (1980), here over all steps until nothing changes; the log-step scan
 *         along a row after W. D. Hillis and G. L. Steele (1986), with min and plus.
 *
 *      a changed row         r    3 2 1 2 3       a step that does not exist costs INFINITE,
 *      offers three ways        / | \             so there are no branches and no masks
 *      to the next one     r + 1  . . . . .
 */
#ifdef WEND__WIDE_PRESENT

#include "field/sweep.h"

#include <string.h>

/* Where the disc does not fit there are no exits. */
static void drop_narrow(const uint16_t clearances[WEND__PAGE_SIDE + 2], uint8_t exits[WEND__PAGE_SIDE + 2]) {
    const wend__w16 clear = wend__w16_splat(WEND__CLEAR), all = wend__w16_splat(0xFF);
    for (int i = 1; i <= WEND__PAGE_SIDE; i += WEND__W16_LANES) {
        wend__w16 fits = wend__w16_where_equal(wend__w16_load(clearances + i), clear, all);
        wend__w16_to_bytes(exits + i, wend__w16_and_(wend__w16_from_bytes(exits + i), fits));
    }
    if (clearances[0] != WEND__CLEAR) exits[0] = 0;
    if (clearances[WEND__PAGE_SIDE + 1] != WEND__CLEAR) exits[WEND__PAGE_SIDE + 1] = 0;
}

#define WEND__LANE_BITS 16
#include "field/sweep_lanes.h"

#define WEND__LANE_BITS 32
#include "field/sweep_lanes.h"

#endif
