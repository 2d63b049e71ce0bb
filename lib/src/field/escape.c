/* SPDX-License-Identifier: MIT
 * The way out of a wall, or of a place that is too narrow.
 *
 * Computes: the first steps of the cheapest of the shortest ways, in cells, to a free cell that reaches a goal.
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

#include <wend/field.h>

#include <string.h>

#define SIDE (2 * WEND_MAX_ESCAPE_DEPTH + 1)
#define BLOCKED_COST 255u

typedef struct wend__front_cell {
    wend_cell where;
    uint64_t cost;
    uint32_t first_steps;
} wend__front_cell;

typedef struct wend__way_out {
    const wend_mover *mover;
    const wend__pages *pages;
    wend_cell start;
    wend__front_cell cells[SIDE * SIDE]; /* in the order they were reached */
    uint32_t count;
    uint16_t places[SIDE * SIDE]; /* by position about the start: place in cells + 1; 0: not reached */
    uint64_t best;
    uint32_t best_steps;
} wend__way_out;

static uint32_t cost_in(const wend_mover *mover, uint32_t index) {
    return wend__is_blocked(mover, index) ? BLOCKED_COST : mover->costs[index];
}

/* The least cost wins; equal ones join their first steps. */
static void keep_least(uint64_t *cost, uint32_t *steps, uint64_t new_cost, uint32_t new_steps) {
    if (new_cost < *cost) {
        *cost = new_cost;
        *steps = new_steps;
    } else if (new_cost == *cost) {
        *steps |= new_steps;
    }
}

/* A cell of the next front; one that an earlier front reached is no progress. */
static void reach(wend__way_out *out, wend_cell where, uint64_t cost, uint32_t first_steps, uint32_t front_end) {
    int32_t column = where.x - out->start.x + WEND_MAX_ESCAPE_DEPTH;
    int32_t row = where.y - out->start.y + WEND_MAX_ESCAPE_DEPTH;
    uint16_t *place = &out->places[row * SIDE + column];
    if (*place == 0) {
        out->cells[out->count++] = (wend__front_cell){where, cost, first_steps};
        *place = (uint16_t)out->count;
    } else if (*place > front_end) {
        wend__front_cell *cell = &out->cells[*place - 1];
        keep_least(&cell->cost, &cell->first_steps, cost, first_steps);
    }
}

static void step_on(wend__way_out *out, const wend__front_cell *from, uint32_t front_end) {
    const wend_mover *mover = out->mover;
    uint32_t index = wend__index(mover->shape, from->where.x, from->where.y);
    for (uint32_t rest = wend__ways_out_of(mover, index); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        wend_cell there = wend__neighbour(mover->shape.lattice, from->where, k);
        uint32_t index_there = wend__index(mover->shape, there.x, there.y);
        uint32_t value_there = out->pages->values[wend__slot(out->pages, there.x, there.y)];
        uint64_t cost = from->cost + wend__step(mover->step_rule, wend__length(mover, k), cost_in(mover, index),
                                                cost_in(mover, index_there));
        uint32_t first_steps = from->first_steps ? from->first_steps : 1u << k;
        if (!wend__is_free(mover, index_there))
            reach(out, there, cost, first_steps, front_end);
        else if (value_there != WEND_UNREACHABLE)
            keep_least(&out->best, &out->best_steps, cost + value_there, first_steps);
    }
}

uint32_t wend__escape(const wend_mover *mover, const wend__pages *pages, uint32_t depth, uint32_t cell) {
    wend__way_out out;
    out.mover = mover;
    out.pages = pages;
    out.start = wend__cell_of(mover->shape, cell);
    out.count = 0;
    memset(out.places, 0, sizeof out.places);
    out.best = UINT64_MAX;
    out.best_steps = 0;
    reach(&out, out.start, 0, 0, 0);
    uint32_t front = 0;
    for (uint32_t round = 0; round < depth && out.best_steps == 0; round++) {
        uint32_t front_end = out.count;
        for (; front < front_end; front++) {
            wend__front_cell from = out.cells[front];
            step_on(&out, &from, front_end);
        }
    }
    return out.best_steps;
}
