/* SPDX-License-Identifier: MIT
 * What is in a page, for the choice of its solver.
 *
 * Computes: the least and the greatest cost in it and one cell round it, its free cells, and the steps between them.
 * Invariant: a lane counts its column, and no more than a byte holds. What lies beyond the map's edge is never counted,
 *            although whole rows of 64 are read: a page is described by what it is alone, not by how that came.
 * Cost: one look at each cost and exit, many at once; one by one in the column beside a page at the edge of the map.
 */
#ifdef WEND__WIDE_PRESENT

#include "field/survey.h"

/* By column: at most 64 cells, each with at most 3 steps to the next row. */
typedef struct tally {
    uint8_t least[WEND__PAGE_SIDE], least_inverse[WEND__PAGE_SIDE]; /* inverse: 254 - cost */
    uint8_t free_cells[WEND__PAGE_SIDE], steps_along[WEND__PAGE_SIDE], steps_down[WEND__PAGE_SIDE];
} tally;

/* The lanes from x on, in all rows from the one above the page to the one below. reach 1: costs of the columns beside each
 * lane's; 0: those of its own. */
static void tally_lanes(const wend_mover *mover, ptrdiff_t first, int32_t rows, int x, int reach, tally *out) {
    const wend__w8 all = wend__w8_splat(0xFF), one = wend__w8_splat(1);
    const uint8_t ways_down[] = {1u << WEND_SOUTH, 1u << WEND_SOUTH_EAST, 1u << WEND_SOUTH_WEST};
    const wend__w8 east = wend__w8_splat(1u << WEND_EAST), none = wend__w8_splat(0);
    wend__w8 least = all, least_inverse = all, free_cells = none, steps_along = none, steps_down = none;
    for (int32_t y = -1; y <= rows; y++) {
        ptrdiff_t at = first + (ptrdiff_t)y * mover->shape.width + x;
        for (int side = -reach; side <= reach; side += 2) {
            wend__w8 costs = wend__w8_load(mover->costs + at + side);
            least = wend__w8_min(least, costs);
            least_inverse = wend__w8_min(least_inverse, wend__w8_add(wend__w8_and_not(all, costs), all));
        }
        if (y < 0 || y == rows) continue;
        wend__w8 is_blocked = wend__w8_where_equal(wend__w8_load(mover->costs + at), all, all);
        wend__w8 exits = wend__w8_and_not(wend__w8_load(mover->exits + at), is_blocked);
        free_cells = wend__w8_add(free_cells, wend__w8_and_not(one, is_blocked));
        steps_along = wend__w8_add(steps_along, wend__w8_where_equal(wend__w8_and_(exits, east), east, one));
        for (int i = 0; i < 3; i++) {
            wend__w8 way = wend__w8_splat(ways_down[i]);
            steps_down = wend__w8_add(steps_down, wend__w8_where_equal(wend__w8_and_(exits, way), way, one));
        }
    }
    wend__w8_store(out->least + x, least);
    wend__w8_store(out->least_inverse + x, least_inverse);
    wend__w8_store(out->free_cells + x, free_cells);
    wend__w8_store(out->steps_along + x, steps_along);
    wend__w8_store(out->steps_down + x, steps_down);
}

/* Costs in the columns beside a page, as far as there are any. */
static void survey_sides(const wend_mover *mover, wend_cell corner, int32_t rows, uint8_t *least,
                         uint8_t *least_inverse) {
    for (int32_t x = corner.x - 1; x <= corner.x + WEND__PAGE_SIDE; x += WEND__PAGE_SIDE + 1) {
        if (x < 0 || x >= mover->shape.width) continue;
        for (int32_t y = -1; y <= rows; y++) {
            uint8_t cost =
                mover->costs[(ptrdiff_t)wend__index(mover->shape, x, corner.y) + (ptrdiff_t)y * mover->shape.width];
            if (cost < *least) *least = cost;
            if (cost != WEND_BLOCKED && 254 - cost < *least_inverse) *least_inverse = (uint8_t)(254 - cost);
        }
    }
}

void WEND__WIDE_NAME(wend__survey_page)(const wend_mover *mover, wend_cell corner, wend__survey *out) {
    int32_t rows = mover->shape.height - corner.y, columns = mover->shape.width - corner.x;
    if (rows > WEND__PAGE_SIDE) rows = WEND__PAGE_SIDE;
    bool is_inner = corner.x > 0 && columns > WEND__PAGE_SIDE;
    tally by_column;
    for (int x = 0; x < WEND__PAGE_SIDE; x += WEND__W8_LANES)
        tally_lanes(mover, (ptrdiff_t)wend__index(mover->shape, corner.x, corner.y), rows, x, is_inner, &by_column);
    uint8_t least_inverse = WEND_BLOCKED;
    *out = (wend__survey){.least_cost = WEND_BLOCKED};
    if (!is_inner) survey_sides(mover, corner, rows, &out->least_cost, &least_inverse);
    for (int x = 0; x < WEND__PAGE_SIDE && x < columns; x++) {
        if (by_column.least[x] < out->least_cost) out->least_cost = by_column.least[x];
        if (by_column.least_inverse[x] < least_inverse) least_inverse = by_column.least_inverse[x];
        out->free_cells += by_column.free_cells[x];
        out->steps += (uint32_t)by_column.steps_along[x] + by_column.steps_down[x];
    }
    out->greatest_cost = least_inverse == WEND_BLOCKED ? 0 : (uint8_t)(254 - least_inverse);
}

#endif
