/* SPDX-License-Identifier: MIT
 * The way out of a wall, or of a place that is too narrow.
 *
 * Computes: the first steps of the cheapest of the shortest ways, in cells, to a free cell that reaches a goal; where
 *           places that are cut off lead to targets, to one that reaches either, a goal sooner than a target.
 * Invariant: after round n the front holds the cells that n steps and no fewer lead to, each with the least cost of
 *            that many steps. Every step of the answer leads one cell nearer to open ground, so following it arrives,
 *            and a long wall never becomes a tunnel.
 * Cost: at most (2 depth + 1)^2 cells, on the stack; found when asked for, so a build pays nothing.
 *
 *      . . . . .      # 1 from open ground, @ 2 from it: @ goes out over the # whose way is the cheapest
 *      # # # # #
 *      @ @ @ @ @
 */
#include "field/escape.h"

#include <string.h>

#define TO_A_TARGET ((uint64_t)1 << 40) /* more than any way to a goal costs */

_Static_assert(WEND_BLOCKED == 255, "blocked cells count as cost 255");

/* A cell of the next front; one that an earlier front reached is no progress. The least cost wins, then the first to
 * come; equal ones join their first steps. */
static void reach(wend__way_out *out, wend_cell where, wend__out_cell by) {
    wend_cell start = out->cells[0].where;
    int32_t column = where.x - start.x + WEND_MAX_ESCAPE_DEPTH, row = where.y - start.y + WEND_MAX_ESCAPE_DEPTH;
    uint16_t *place = &out->places[row * WEND__ESCAPE_SIDE + column];
    wend__out_cell *cell = &out->cells[*place ? *place - 1u : out->count];
    by.where = where;
    if (*place == 0) {
        *cell = by;
        *place = (uint16_t)++out->count;
    } else if (*place > out->front && by.cost < cell->cost) {
        *cell = by;
    } else if (*place > out->front && by.cost == cell->cost) {
        cell->first_steps |= by.first_steps;
    }
}

static void step_on(wend__way_out *out, uint16_t place) {
    const wend__view *view = &out->view;
    const wend_mover *mover = view->mover;
    wend__out_cell from = out->cells[place];
    uint32_t index = wend__index(mover->shape, from.where.x, from.where.y);
    for (uint32_t rest = wend__ways_out_in(view, index); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        wend_cell there = wend__neighbour(mover->shape.lattice, from.where, k);
        uint32_t index_there = wend__index(mover->shape, there.x, there.y);
        uint32_t step = wend__step(mover->step_rule, wend__length(mover, k), wend__cost_in(view, index),
                                   wend__cost_in(view, index_there));
        wend__out_cell by = {.cost = from.cost + step,
                             .first_steps = (uint8_t)(from.first_steps ? from.first_steps : 1u << k),
                             .is_free = wend__is_free_in(view, index_there),
                             .from = place};
        reach(out, there, by);
    }
}

void wend__way_out_begin(wend__way_out *out, const wend__view *view, uint32_t cell) {
    out->view = *view;
    out->front = 0;
    out->count = 1;
    memset(out->places, 0, sizeof out->places);
    out->cells[0] =
        (wend__out_cell){.where = wend__cell_of(view->mover->shape, cell), .is_free = wend__is_free_in(view, cell)};
    out->places[WEND_MAX_ESCAPE_DEPTH * WEND__ESCAPE_SIDE + WEND_MAX_ESCAPE_DEPTH] = 1;
}

void wend__way_out_grow(wend__way_out *out) {
    uint32_t first = out->front;
    out->front = out->count;
    for (uint32_t place = first; place < out->front; place++)
        if (!out->cells[place].is_free) step_on(out, (uint16_t)place);
}

static uint32_t value_at(const wend__view *view, wend_cell cell) {
    return wend__value_in(view, wend__slot(view->pages, cell.x, cell.y));
}

/* What remains from a free cell: UINT64_MAX where it leads nowhere. */
static uint64_t remaining(const wend__view *view, const wend__view *away, wend_cell cell) {
    uint32_t value = value_at(view, cell);
    if (value != WEND_UNREACHABLE) return value;
    uint32_t other = away ? value_at(away, cell) : WEND_UNREACHABLE;
    return other != WEND_UNREACHABLE ? TO_A_TARGET + other : UINT64_MAX;
}

uint32_t wend__escape(const wend__view *view, const wend__view *away, uint32_t depth, uint32_t cell) {
    wend__way_out out;
    wend__way_out_begin(&out, view, cell);
    uint64_t best = UINT64_MAX;
    uint32_t steps = 0;
    for (uint32_t round = 0; round < depth && steps == 0; round++) {
        wend__way_out_grow(&out);
        for (uint32_t place = out.front; place < out.count; place++) {
            const wend__out_cell *end = &out.cells[place];
            uint64_t rest = end->is_free ? remaining(view, away, end->where) : UINT64_MAX;
            if (rest == UINT64_MAX || end->cost + rest > best) continue;
            steps = end->cost + rest < best ? end->first_steps : steps | end->first_steps;
            best = end->cost + rest;
        }
    }
    return steps;
}
