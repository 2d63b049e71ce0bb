/* SPDX-License-Identifier: MIT
 * Single cells, each of which may cut a source off, decided together.
 *
 * Computes: for every cell how many cells with sources have no way to any goal but through it.
 * Invariant: a cell cuts a source off exactly where it dominates it, in the graph of all steps and links turned round, with
 *            one root that leads to all goals. What dominates a cell are its ancestors in a tree, so that sources are
 *            counted by subtree. A wall in one cell ends no step but those to it and from it, for a diagonal step with
 *            ways round it tells nothing more than they do.
 * Cost: near linear in the cells that reach a goal, and in their steps.
 * Source: L. Georgiadis, Linear-Time Algorithms for Dominators and Related Problems (2005), the algorithm SEMI-NCA, after
 *         T. Lengauer, R. E. Tarjan, A Fast Algorithm for Finding Dominators in a Flowgraph (1979).
 *
 *      G 1 2 3 S        1 and 3 dominate S: each alone cuts it off. 2 does not: there is a way round it
 *      # # 4 5 #
 */
#include "field/placement_attempt.h"

#include <string.h>

#define NOWHERE UINT32_MAX

/* Vertices are numbers from 1 on, in the order of a depth-first search from the root, 0. Arrays: by number - 1. */
typedef struct flow_graph {
    const wend__attempt *attempt;
    uint32_t *numbers; /* [cells] of each cell's vertex; NOWHERE where no goal is reached */
    uint32_t *cells, *parents, *dominators, *semis, *labels;
    uint32_t count;
} flow_graph;

static uint32_t *of(uint32_t *array, uint32_t number) {
    return &array[number - 1];
}

/* All of it lies where the undecided keep what they need for division. */
static flow_graph graph_of(const wend__undecided *all) {
    const wend__attempt *attempt = all->attempt;
    uint32_t *keys = (uint32_t *)(void *)all->keys;
    return (flow_graph){.attempt = attempt,
                        .numbers = attempt->queue,
                        .cells = (uint32_t *)(void *)(uintptr_t)attempt->stamp.offsets,
                        .parents = keys,
                        .dominators = keys + attempt->cells,
                        .semis = all->walls,
                        .labels = all->gone};
}

/* Depth first. While a vertex is open its steps that are still to be looked at wait in its semi, its links in its label. */

static uint32_t open_vertex(flow_graph *graph, uint32_t cell, uint32_t parent) {
    const wend_placement *placement = graph->attempt->placement;
    const wend_mover *mover = placement->mover;
    uint32_t number = ++graph->count;
    graph->numbers[cell] = number;
    *of(graph->cells, number) = cell;
    *of(graph->parents, number) = parent;
    *of(graph->semis, number) = wend__entries(mover, &graph->attempt->steps, cell) & placement->ways;
    *of(graph->labels, number) =
        graph->attempt->flags[cell] & WEND__LINKED ? wend__links_into(mover->links, cell).at : NOWHERE;
    return number;
}

static uint32_t next_by_step(const flow_graph *graph, uint32_t number) {
    uint32_t *rest = of(graph->semis, number), cell = *of(graph->cells, number);
    const int32_t *steps = graph->attempt->steps.steps[wend__parity_of(graph->attempt->placement->shape, cell)];
    while (*rest) {
        uint32_t there = cell + (uint32_t)steps[wend__lowest_bit(*rest)];
        *rest &= *rest - 1;
        if (graph->numbers[there] == NOWHERE) return there;
    }
    return NOWHERE;
}

static uint32_t next_by_link(const flow_graph *graph, uint32_t number) {
    const wend_mover *mover = graph->attempt->placement->mover;
    uint32_t *at = of(graph->labels, number);
    if (*at == NOWHERE) return NOWHERE;
    wend__link_walk walk = wend__links_into(mover->links, *of(graph->cells, number));
    walk.at = *at;
    while (wend__next_usable_link(mover, &walk)) {
        *at = walk.at;
        if (graph->numbers[walk.other] == NOWHERE) return walk.other;
    }
    *at = NOWHERE;
    return NOWHERE;
}

static void search_from_goal(void *context, uint32_t cell, uint32_t offset) {
    flow_graph *graph = context;
    (void)offset;
    if (graph->numbers[cell] != NOWHERE) return;
    uint32_t number = open_vertex(graph, cell, 0);
    while (number) {
        uint32_t next = next_by_step(graph, number);
        if (next == NOWHERE) next = next_by_link(graph, number);
        number = next == NOWHERE ? *of(graph->parents, number) : open_vertex(graph, next, number);
    }
}

/* Dominators. */

/* The vertex of least semi on the way up from one, as far as vertices from `last` on; that way is made short. On the way
 * up parents point down. */
static uint32_t least_above(const flow_graph *graph, uint32_t number, uint32_t last) {
    uint32_t below = 0, at = number;
    for (uint32_t parent; (parent = *of(graph->parents, at)) >= last; at = parent) {
        *of(graph->parents, at) = below;
        below = at;
    }
    uint32_t top = *of(graph->parents, at), best = *of(graph->labels, at);
    while (below) {
        uint32_t next = *of(graph->parents, below), *label = of(graph->labels, below);
        *of(graph->parents, below) = top;
        if (*of(graph->semis, *label) > *of(graph->semis, best))
            *label = best;
        else
            best = *label;
        below = next;
    }
    return *of(graph->labels, number);
}

static void lower_semi(const flow_graph *graph, uint32_t number, uint32_t cell_before) {
    uint32_t before = graph->numbers[cell_before], *semi = of(graph->semis, number);
    if (before == NOWHERE) return;
    uint32_t other = *of(graph->semis, least_above(graph, before, number + 1));
    if (other < *semi) *semi = other;
}

static void find_semi(const flow_graph *graph, uint32_t number) {
    const wend__attempt *attempt = graph->attempt;
    const wend_mover *mover = attempt->placement->mover;
    uint32_t cell = *of(graph->cells, number);
    *of(graph->semis, number) = attempt->flags[cell] & WEND__GOAL ? 0 : *of(graph->parents, number);
    const int32_t *steps = attempt->steps.steps[wend__parity_of(attempt->placement->shape, cell)];
    for (uint32_t rest = wend__exits_of(mover, cell) & attempt->placement->ways; rest; rest &= rest - 1)
        lower_semi(graph, number, cell + (uint32_t)steps[wend__lowest_bit(rest)]);
    if (!(attempt->flags[cell] & WEND__LINKED)) return;
    wend__link_walk walk = wend__links_out_of(mover->links, cell);
    while (wend__next_usable_link(mover, &walk)) lower_semi(graph, number, walk.other);
}

static void find_dominators(const flow_graph *graph) {
    for (uint32_t number = 1; number <= graph->count; number++) {
        *of(graph->dominators, number) = *of(graph->parents, number);
        *of(graph->semis, number) = *of(graph->labels, number) = number;
    }
    for (uint32_t number = graph->count; number > 0; number--) find_semi(graph, number);
    for (uint32_t number = 1; number <= graph->count; number++) {
        uint32_t *dominator = of(graph->dominators, number), semi = *of(graph->semis, number);
        while (*dominator > semi) *dominator = *of(graph->dominators, *dominator);
    }
}

/* Of every vertex, into its label: how many cells with counted sources it dominates, its own left out. */
static void count_sources(const flow_graph *graph) {
    memset(graph->labels, 0, graph->count * sizeof *graph->labels);
    for (uint32_t number = graph->count; number > 0; number--) {
        uint32_t dominator = *of(graph->dominators, number);
        bool is_counted = graph->attempt->flags[*of(graph->cells, number)] & WEND__COUNTED;
        if (dominator) *of(graph->labels, dominator) += *of(graph->labels, number) + is_counted;
    }
}

/* Until it is decided, a position holds another mark in the caller's map. */
#define UNDECIDED 2

void wend__dominate_settle(wend__undecided *all) {
    const wend__attempt *attempt = all->attempt;
    const wend_placement *placement = attempt->placement;
    wend__spot_offset offset = attempt->stamp.offsets[0];
    for (uint32_t i = 0; i < all->count; i++) {
        wend_cell at = wend__cell_of(placement->shape, (uint32_t)all->keys[i]);
        all->out[(size_t)at.y * all->stride + (size_t)at.x] = UNDECIDED;
    }
    flow_graph graph = graph_of(all);
    memset(graph.numbers, 0xFF, attempt->cells * sizeof *graph.numbers);
    wend__goals_visit(&placement->goals, placement->mover, search_from_goal, &graph);
    find_dominators(&graph);
    count_sources(&graph);
    for (int32_t y = 0; y < placement->shape.height; y++)
        for (int32_t x = 0; x < placement->shape.width; x++) {
            uint8_t *out = &all->out[(size_t)y * all->stride + (size_t)x];
            if (*out != UNDECIDED) continue;
            uint32_t number = graph.numbers[wend__index(placement->shape, x + offset.x, y + offset.y)];
            *out = number == NOWHERE || *of(graph.labels, number) == 0;
        }
}
