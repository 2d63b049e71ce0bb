/* SPDX-License-Identifier: MIT
 * Which cells can reach each other.
 *
 * Computes: per cell the lowest index of its component; a step or link in either direction joins.
 * Invariant: while labelling, label[c] <= c is a cell of the same component; joining hangs the greater root under the
 *            lesser, so the root is always the lowest index and the result does not depend on any order.
 * Cost: near linear in cells; no memory but the labels.
 * Source: R. E. Tarjan, Efficiency of a Good But Not Linear Set Union Algorithm (1975), with path halving.
 *
 *      0 0 # 3 3      each cell looks back at W, NW, N and NE only:
 *      0 # # # 3      the others look back at it
 *      0 0 # 3 3
 */
#include "map/components.h"

#include <string.h>

#define LOOK_BACK (1u << WEND_NORTH | 1u << WEND_WEST | 1u << WEND_NORTH_EAST | 1u << WEND_NORTH_WEST)

static uint32_t root_of(uint32_t *labels, uint32_t cell) {
    while (labels[cell] != cell) {
        labels[cell] = labels[labels[cell]];
        cell = labels[cell];
    }
    return cell;
}

static void join(uint32_t *labels, uint32_t a, uint32_t b) {
    uint32_t root_a = root_of(labels, a), root_b = root_of(labels, b);
    if (root_a < root_b)
        labels[root_b] = root_a;
    else
        labels[root_a] = root_b;
}

static void join_neighbours(wend_mover *mover, const wend__index_steps *steps, uint32_t cell, uint32_t row) {
    uint32_t exits = mover->exits[cell], entries = wend__entries(mover, steps, cell);
    for (uint32_t rest = (exits | entries) & LOOK_BACK; rest; rest &= rest - 1) {
        uint32_t there = cell + (uint32_t)steps->steps[row & 1][wend__lowest_bit(rest)];
        join(mover->components, cell, there);
    }
}

static void join_links(wend_mover *mover) {
    size_t count = mover->links ? mover->links->count : 0;
    for (uint32_t i = 0; i < count; i++)
        if (wend__link_is_usable(mover, mover->links, i))
            join(mover->components, mover->links->from[i], mover->links->to[i]);
}

void wend__components_label(wend_mover *mover) {
    wend__index_steps steps = wend__index_steps_of(mover->shape);
    uint32_t cells = (uint32_t)wend__cell_count(mover->shape), cell = 0;
    uint32_t *labels = mover->components;
    for (uint32_t y = 0; y < (uint32_t)mover->shape.height; y++)
        for (int32_t x = 0; x < mover->shape.width; x++, cell++) {
            labels[cell] = wend__is_free(mover, cell) ? cell : WEND_NO_COMPONENT;
            if (labels[cell] == cell) join_neighbours(mover, &steps, cell, y);
        }
    join_links(mover);
    /* Labels point downwards, so one pass in rising order makes every one a root. */
    for (cell = 0; cell < cells; cell++)
        if (labels[cell] != WEND_NO_COMPONENT) labels[cell] = labels[labels[cell]];
}

uint32_t wend__components_largest(const wend_mover *mover, uint32_t *scratch) {
    uint32_t cells = (uint32_t)wend__cell_count(mover->shape), best = WEND_NO_COMPONENT;
    memset(scratch, 0, cells * sizeof *scratch);
    for (uint32_t cell = 0; cell < cells; cell++)
        if (mover->components[cell] != WEND_NO_COMPONENT) scratch[mover->components[cell]]++;
    for (uint32_t cell = 0; cell < cells; cell++)
        if (scratch[cell] && (best == WEND_NO_COMPONENT || scratch[cell] > scratch[best])) best = cell;
    return best;
}
