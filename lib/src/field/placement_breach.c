/* SPDX-License-Identifier: MIT
 * The cheapest way in: which walls to break where every way is closed.
 *
 * Computes: for every cell the least sum of steps and broken walls to a goal, and the cell that is next on that way.
 * Invariant: cells leave the heap in the order of (sum, index); steps cost something, so every way on from a cell is
 *            known before the cell leaves, and of those that tie the lowest index is kept.
 * Cost: O(log n) per cell, until the cell that is asked for is settled.
 * Source: E. W. Dijkstra (1959), back from the goals.
 *
 *      S . # . G      through the wall: 4 steps and one wall; were it dear enough, round it
 *      . . # . .
 *      . . . . .
 */
#include "field/placement.h"

#include <string.h>

typedef struct siege {
    const wend_placement *placement;
    const wend_breach *breach;
    wend__heap *heap;
    wend__index_steps steps;
    uint64_t *sums;  /* [cells] UINT64_MAX: none yet */
    uint32_t *nexts; /* [cells] itself at a goal */
    uint32_t ground_cost;
} siege;

static bool is_wall(const siege *run, uint32_t cell) {
    return wend__is_blocked(run->placement->mover, cell);
}

/* 0: it cannot be broken. */
static uint32_t break_cost(const siege *run, uint32_t cell) {
    return run->breach->break_costs[run->placement->mover->map->terrain[cell]];
}

static bool can_pass(const siege *run, uint32_t cell) {
    return is_wall(run, cell) ? break_cost(run, cell) > 0 : wend__is_free(run->placement->mover, cell);
}

static uint32_t cost_of(const siege *run, uint32_t cell) {
    return is_wall(run, cell) ? run->ground_cost : run->placement->mover->costs[cell];
}

static void offer(siege *run, uint32_t cell, uint64_t sum, uint32_t next) {
    if (is_wall(run, cell)) sum += break_cost(run, cell);
    if (sum > run->sums[cell]) return;
    if (sum == run->sums[cell] && (run->nexts[cell] == cell || run->nexts[cell] < next)) return;
    run->sums[cell] = sum;
    run->nexts[cell] = next;
    wend__heap_push(run->heap, sum, 0, cell);
}

static void offer_goal(void *context, uint32_t cell, uint32_t offset) {
    offer(context, cell, offset, cell);
}

/* Sides that lead between two cells one of which is a wall, without a thin wall between them. */
static bool leads_through(const siege *run, uint32_t from, uint32_t to, wend_cell from_cell, int direction) {
    const wend_mover *mover = run->placement->mover;
    if (!is_wall(run, from) && !is_wall(run, to)) return false;
    bool is_side = wend__sides(mover->shape.lattice) >> direction & 1;
    return is_side && can_pass(run, from) && !wend__way_is_closed(mover->map, from_cell, direction);
}

static void offer_steps(siege *run, uint32_t cell) {
    const wend_mover *mover = run->placement->mover;
    wend_cell where = wend__cell_of(mover->shape, cell);
    uint32_t entries = wend__is_free(mover, cell) ? wend__entries(mover, &run->steps, cell) : 0;
    for (uint32_t rest = mover->directions & wend__on_map(mover->shape, where); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest), back = wend__opposite(k);
        wend_cell there = wend__neighbour(mover->shape.lattice, where, k);
        uint32_t from = wend__index(mover->shape, there.x, there.y);
        if (!(entries >> k & 1) && !leads_through(run, from, cell, there, back)) continue;
        uint32_t step = wend__step(mover->step_rule, wend__length(mover, k), cost_of(run, from), cost_of(run, cell));
        offer(run, from, run->sums[cell] + step, cell);
    }
}

static void offer_links(siege *run, uint32_t cell) {
    const wend_mover *mover = run->placement->mover;
    wend__link_walk walk = wend__links_into(mover->links, cell);
    while (wend__next_usable_link(mover, &walk))
        offer(run, walk.other, run->sums[cell] + wend__link_cost(mover, walk.links, walk.place), cell);
}

static void settle(siege *run, uint32_t from) {
    while (run->heap->count > 0) {
        uint32_t cell = wend__heap_pop(run->heap).cell;
        if (cell == from) break;
        offer_steps(run, cell);
        offer_links(run, cell);
    }
    wend__heap_clear(run->heap);
}

static void read_way(const siege *run, uint32_t from, wend_cell *cells, size_t capacity, wend_breach_result *result) {
    for (uint32_t cell = from;; cell = run->nexts[cell]) {
        if (is_wall(run, cell)) {
            if (result->count < capacity) cells[result->count] = wend__cell_of(run->placement->shape, cell);
            result->count++;
        }
        if (run->nexts[cell] == cell) return;
    }
}

static wend_status breach_check(const wend_placement *placement, const wend_workspace *workspace,
                                const wend_breach *breach) {
    if (!placement || !workspace || !breach || !breach->break_costs || breach->ground_cost == WEND_BLOCKED)
        return WEND_ERROR_ARGUMENT;
    wend_status status = wend__mover_check(placement->mover, workspace);
    if (status != WEND_OK) return status;
    return placement->is_wide ? WEND_ERROR_UNSUPPORTED : wend_placement_status(placement);
}

wend_status wend_placement_breach(const wend_placement *placement, wend_workspace *workspace, const wend_breach *breach,
                                  wend_cell *cells, size_t capacity, wend_breach_result *result) {
    if (!result || (capacity && !cells)) return WEND_ERROR_ARGUMENT;
    wend_status status = breach_check(placement, workspace, breach);
    if (status != WEND_OK) return status;
    const wend_mover *mover = placement->mover;
    wend__shape shape = placement->shape;
    *result = (wend_breach_result){UINT64_MAX, 0};
    if (!wend__is_on(shape, breach->from.x, breach->from.y)) return WEND_OFF_MAP;
    uint32_t from = wend__index(shape, breach->from.x, breach->from.y);
    if (!wend__is_blocked(mover, from) && !wend__is_free(mover, from)) return WEND_TOO_NARROW;
    size_t count = wend__cell_count(shape);
    wend__workspace_take_words(workspace);
    siege run = {placement,
                 breach,
                 &workspace->heap,
                 wend__index_steps_of(shape),
                 (uint64_t *)(void *)workspace->words,
                 workspace->words + 2 * count,
                 breach->ground_cost ? breach->ground_cost : mover->unit_cost};
    memset(run.sums, 0xFF, count * sizeof *run.sums);
    wend__goals_visit(&placement->goals, mover, offer_goal, &run);
    settle(&run, from);
    if (run.sums[from] == UINT64_MAX) return WEND_CUT_OFF;
    result->total = run.sums[from];
    read_way(&run, from, cells, capacity, result);
    return result->count > capacity ? WEND_TRUNCATED : WEND_OK;
}
