/* SPDX-License-Identifier: MIT
 * What steps cost in the rows of a page, made from costs and exits when a row is first needed: a part of the solver of
 * sweep_kernel.h, included by sweep_lanes.h, once for each width of lanes. */

/* The exits of the cells where the mover can stand, of lanes -1 to 64 of a row; lane 0 is exits[1]. */
static void L(read_exits)(const L(sweep) * sweep, int32_t row, uint8_t exits[SIDE + 2]) {
    const wend_mover *mover = sweep->terms->mover;
    ptrdiff_t from = sweep->first + (ptrdiff_t)row * mover->shape.width - 1;
    int32_t end = mover->shape.width - sweep->corner.x + 1;
    const wend__w8 blocked = wend__w8_splat(WEND_BLOCKED);
    for (int i = 1; i <= SIDE; i += WEND__W8_LANES) {
        wend__w8 here = wend__w8_load(mover->exits + from + i), costs = wend__w8_load(mover->costs + from + i);
        wend__w8_store(exits + i, wend__w8_and_not(here, wend__w8_where_equal(costs, blocked, blocked)));
    }
    for (int i = 0; i < SIDE + 2; i += SIDE + 1) {
        uint32_t here = mover->costs[from + i] == WEND_BLOCKED ? 0 : 0xFF;
        exits[i] = (uint8_t)(mover->exits[from + i] & here);
    }
    if (mover->clearances) drop_narrow(mover->clearances + from, exits);
    if (sweep->corner.x == 0) exits[0] = 0;
    if (end < SIDE + 2) memset(exits + end, 0, (size_t)(SIDE + 2 - end));
}

static L(way) L(way_of)(const L(sweep) * sweep, uint32_t bit, uint32_t length) {
    uint32_t uniform_cost = sweep->terms->pages->page[sweep->page].uniform_cost;
    return (L(way)){.bit = W(splat)((L(lane))bit),
                    .length = W(splat)((L(lane))length),
                    .uniform_step = W(splat)((L(lane))(2 * length * uniform_cost))};
}

/* What steps cost that a way's bit allows: INFINITE for lanes of `steps` that are 0. The costs at both ends are read where
 * there is more than one. */
WEND__INLINE L(wide) L(weights)(const L(sweep) * sweep, const L(way) * way, L(wide) steps, const uint8_t *costs_from,
                                const uint8_t *costs_to) {
    L(wide) weight = way->uniform_step;
    if (!sweep->is_uniform) {
        L(wide) to = W(from_bytes)(costs_to), from = sweep->is_mean ? W(from_bytes)(costs_from) : to;
        weight = W(mul)(W(add)(from, to), way->length);
    }
    return W(or_)(weight, W(where_equal)(steps, W(splat)(0), W(splat)(INFINITE)));
}

/* The steps by one way of 64 cells whose exits and costs are given, and the costs where they lead. */
WEND__INLINE void L(write_edges)(const L(sweep) * sweep, L(lane) * edges, const L(way) * way, const uint8_t *exits,
                                 const uint8_t *costs, const uint8_t *costs_there) {
    for (int i = 0; i < SIDE; i += LANES) {
        L(wide) steps = W(and_)(W(from_bytes)(exits + i), way->bit);
        W(store)(edges + i, L(weights)(sweep, way, steps, costs + i, costs_there + i));
    }
}

/* The edges between row and row + 1, and those along row: row is -1 to 63. */
static void L(make_edges)(L(sweep) * sweep, int32_t row) {
    const wend_mover *mover = sweep->terms->mover;
    int32_t width = mover->shape.width;
    const uint8_t *costs = mover->costs + sweep->first + (ptrdiff_t)row * width, *below = costs + width;
    const L(way) *ways = sweep->ways[row & 1];
    L(edges) *out = &sweep->board->out, *back = &sweep->board->back;
    uint8_t exits[SIDE + 2];
    L(read_exits)(sweep, row, exits);
    if (row >= 0) L(write_edges)(sweep, out->east[row], &ways[EAST], exits + 1, costs, costs + 1);
    L(write_edges)(sweep, out->south[row + 1], &ways[SOUTH], exits + 1, costs, below);
    L(write_edges)(sweep, out->south_east[row + 1], &ways[SOUTH_EAST], exits + 1, costs, below + 1);
    L(write_edges)(sweep, out->south_west[row + 1], &ways[SOUTH_WEST], exits + 1, costs, below - 1);
    if (sweep->terms->both_ways) return;
    if (row >= 0) L(write_edges)(sweep, back->east[row], &ways[EAST_BACK], exits + 2, costs + 1, costs);
    L(read_exits)(sweep, row + 1, exits);
    L(write_edges)(sweep, back->south[row + 1], &ways[SOUTH_BACK], exits + 1, below, costs);
    L(write_edges)(sweep, back->south_east[row + 1], &ways[SOUTH_EAST_BACK], exits + 2, below + 1, costs);
    L(write_edges)(sweep, back->south_west[row + 1], &ways[SOUTH_WEST_BACK], exits, below - 1, costs);
}

WEND__INLINE void L(need_edges)(L(sweep) * sweep, uint32_t row) {
    if (sweep->has_edges >> row & 1) return;
    sweep->has_edges |= UINT64_C(1) << row;
    L(make_edges)(sweep, (int32_t)row);
}
