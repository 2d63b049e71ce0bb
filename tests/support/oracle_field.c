/* SPDX-License-Identifier: MIT
 * The oracle's field: goals and their policies, distances, sets of best steps, ways out. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define SATURATED (UINT32_MAX - 1)

static uint32_t add(uint32_t value, uint64_t cost) {
    if (value == NONE) return NONE;
    uint64_t sum = value + cost;
    return sum >= SATURATED ? SATURATED : (uint32_t)sum;
}

static int32_t neighbour_index(const world *w, int32_t cell, int direction) {
    int32_t x, y;
    oracle_neighbour(w->lattice, cell % w->width, cell / w->width, direction, &x, &y);
    return world_index(w, x, y);
}

/* Goals. */

static void give(const world *w, oracle_field *field, wend_goal_result *result, int32_t cell, uint32_t offset) {
    if (offset < field->own[cell]) field->own[cell] = offset;
    if (result->cells == 0) result->cell = (wend_cell){cell % w->width, cell / w->width};
    result->cells++;
}

/* One step of the mover's directions from the footprint. */
static bool touches(const world *w, const wend_goal *goal, int32_t cell) {
    int32_t width = goal->width ? goal->width : 1, height = goal->height ? goal->height : 1;
    for (int32_t y = goal->y; y < goal->y + height; y++) {
        for (int32_t x = goal->x; x < goal->x + width; x++) {
            for (int k = 0; k < (w->mover.neighbours == 4 ? 4 : 8); k++) {
                int32_t nx, ny;
                if (!oracle_neighbour(w->lattice, x, y, k, &nx, &ny)) continue;
                if (world_has(w, nx, ny) && world_index(w, nx, ny) == cell) return true;
            }
        }
    }
    return false;
}

/* The free cell nearest to the middle of the footprint, in a component (NONE: any); -1 for none. */
static int32_t nearest(const world *w, const oracle_graph *graph, const wend_goal *goal, uint32_t component) {
    int32_t best = -1;
    int64_t least = 0;
    int32_t x = goal->x + goal->width / 2, y = goal->y + goal->height / 2;
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        if (graph->places[cell] != WEND_OK) continue;
        if (component != NONE && graph->components[cell] != component) continue;
        int64_t distance = oracle_squared_distance(w->lattice, x, y, cell % w->width, cell / w->width);
        if (best >= 0 && distance >= least) continue;
        best = cell;
        least = distance;
    }
    return best;
}

static uint32_t largest_component(const world *w, const oracle_graph *graph) {
    int32_t count = w->width * w->height;
    uint32_t *sizes = calloc(world_count(w), sizeof *sizes), best = NONE, most = 0;
    for (int32_t cell = 0; cell < count; cell++) {
        if (graph->components[cell] != NONE) sizes[graph->components[cell]]++;
    }
    for (int32_t cell = 0; cell < count; cell++) {
        if (sizes[cell] <= most) continue;
        most = sizes[cell];
        best = (uint32_t)cell;
    }
    free(sizes);
    return best;
}

static void move_goal(const world *w, const oracle_graph *graph, oracle_field *field, const wend_goal *goal,
                      wend_goal_result *result) {
    uint32_t component = NONE;
    if (w->options.policy == WEND_GOAL_REFUSE) return;
    if (w->options.policy == WEND_GOAL_AROUND) {
        for (int32_t cell = 0; cell < w->width * w->height; cell++) {
            if (graph->places[cell] == WEND_OK && touches(w, goal, cell)) give(w, field, result, cell, goal->offset);
        }
    } else {
        if (w->options.policy == WEND_GOAL_NEAREST_CONNECTED) {
            component = w->options.has_reference
                            ? graph->components[world_index(w, w->options.reference.x, w->options.reference.y)]
                            : largest_component(w, graph);
            if (component == NONE) return;
        }
        int32_t cell = nearest(w, graph, goal, component);
        if (cell >= 0) give(w, field, result, cell, goal->offset);
    }
    if (result->cells) result->status = WEND_MOVED;
}

static void set_goal(const world *w, const oracle_graph *graph, oracle_field *field, uint32_t index) {
    const wend_goal *goal = &w->goals[index];
    wend_goal_result *result = &field->results[index];
    int32_t width = goal->width ? goal->width : 1, height = goal->height ? goal->height : 1;
    result->status = WEND_OFF_MAP;
    for (int32_t y = goal->y; y < goal->y + height; y++) {
        for (int32_t x = goal->x; x < goal->x + width; x++) {
            if (!world_has(w, x, y)) continue;
            if (result->status == WEND_OFF_MAP) result->status = WEND_GOAL_BLOCKED;
            if (graph->places[world_index(w, x, y)] != WEND_OK) continue;
            result->status = WEND_OK;
            give(w, field, result, world_index(w, x, y), goal->offset);
        }
    }
    if (result->status != WEND_OK) move_goal(w, graph, field, goal, result);
    if (result->cells == 0) field->is_partial = true;
}

static void set_own(const world *w, const oracle_graph *graph, oracle_field *field) {
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        bool seeded = w->has_seeds && graph->places[cell] == WEND_OK;
        field->own[cell] = seeded ? w->seeds[cell] : NONE;
    }
    for (uint32_t i = 0; i < w->goal_count; i++) set_goal(w, graph, field, i);
}

/* Distances. */

/* The least that leads on from a cell: its steps and its links, by the values as they stand. */
static uint32_t best_on(const world *w, const oracle_graph *graph, const uint32_t *values, int32_t cell) {
    uint32_t best = NONE;
    for (int k = 0; k < 8; k++) {
        if (!(graph->exits[cell] >> k & 1)) continue;
        int32_t there = neighbour_index(w, cell, k);
        uint32_t value = add(values[there], oracle_step_cost(w, graph, cell, there, k));
        if (value < best) best = value;
    }
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        if (!graph->link_usable[i] || world_index(w, link->from.x, link->from.y) != cell) continue;
        uint32_t value = add(values[world_index(w, link->to.x, link->to.y)], oracle_link_cost(w, link));
        if (value < best) best = value;
    }
    return best;
}

static bool relax(const world *w, const oracle_graph *graph, uint32_t *values, int32_t cell) {
    uint32_t value = best_on(w, graph, values, cell);
    if (value >= values[cell]) return false;
    values[cell] = value;
    return true;
}

static void solve_by_sweeps(const world *w, const oracle_graph *graph, oracle_field *field) {
    int32_t count = w->width * w->height;
    memcpy(field->exact, field->own, world_count(w) * sizeof *field->own);
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t cell = 0; cell < count; cell++) changed |= relax(w, graph, field->exact, cell);
        for (int32_t cell = count - 1; cell >= 0; cell--) changed |= relax(w, graph, field->exact, cell);
    }
}

/* Looks again at every cell that can step, or be sent by a link, onto a cell that was just settled. */
static void relax_all_into(const world *w, const oracle_graph *graph, uint32_t *values, int32_t cell) {
    for (int k = 0; k < 8; k++) {
        int32_t x, y;
        if (!oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &x, &y)) continue;
        if (world_has(w, x, y)) relax(w, graph, values, world_index(w, x, y));
    }
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        if (world_index(w, link->to.x, link->to.y) != cell) continue;
        relax(w, graph, values, world_index(w, link->from.x, link->from.y));
    }
}

static void solve_by_dijkstra(const world *w, const oracle_graph *graph, oracle_field *field) {
    int32_t count = w->width * w->height;
    bool *settled = calloc(world_count(w), sizeof *settled);
    memcpy(field->exact, field->own, world_count(w) * sizeof *field->own);
    for (;;) {
        int32_t least = -1;
        for (int32_t cell = 0; cell < count; cell++) {
            if (settled[cell] || field->exact[cell] == NONE) continue;
            if (least < 0 || field->exact[cell] < field->exact[least]) least = cell;
        }
        if (least < 0) break;
        settled[least] = true;
        relax_all_into(w, graph, field->exact, least);
    }
    free(settled);
}

/* Sets of best steps. */

static int32_t best_link_target(const world *w, const oracle_graph *graph, const oracle_field *field, int32_t cell) {
    int32_t best = -1;
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        int32_t to = world_index(w, link->to.x, link->to.y);
        if (!graph->link_usable[i] || world_index(w, link->from.x, link->from.y) != cell) continue;
        if (field->values[to] == NONE || field->values[to] + oracle_link_cost(w, link) != field->values[cell]) continue;
        if (best < 0 || to < best) best = to;
    }
    return best;
}

static uint8_t best_steps(const world *w, const oracle_graph *graph, const oracle_field *field, int32_t cell) {
    uint8_t set = 0;
    for (int k = 0; k < 8; k++) {
        if (!(graph->exits[cell] >> k & 1)) continue;
        int32_t there = neighbour_index(w, cell, k);
        if (field->values[there] == NONE) continue;
        uint64_t sum = (uint64_t)field->values[there] + oracle_step_cost(w, graph, cell, there, k);
        if (sum == field->values[cell]) set |= (uint8_t)(1u << k);
    }
    return set;
}

static int lowest(uint8_t set) {
    int bit = 0;
    while (!(set >> bit & 1)) bit++;
    return bit;
}

static void direct_free_cell(const world *w, const oracle_graph *graph, oracle_field *field, int32_t cell,
                             uint32_t bound) {
    field->next[cell] = cell;
    if (field->values[cell] == NONE) {
        field->places[cell] = bound == NONE ? WEND_CUT_OFF : WEND_BEYOND_RANGE;
    } else if (field->values[cell] == SATURATED) {
        field->places[cell] = WEND_SATURATED;
    } else if (field->own[cell] == field->values[cell]) {
        field->places[cell] = WEND_AT_GOAL;
    } else {
        field->directions[cell] = best_steps(w, graph, field, cell);
        if (field->directions[cell]) {
            field->places[cell] = WEND_OK;
            field->next[cell] = neighbour_index(w, cell, lowest(field->directions[cell]));
        } else {
            field->places[cell] = WEND_LINK;
            field->next[cell] = best_link_target(w, graph, field, cell);
        }
    }
}

/* Ways out, layer by layer from ground that reaches a goal, or a target: that one is FAR dearer. `costs` holds what the way out costs from cells of earlier
 * layers, without saturation; a cell of this one takes the cheapest step to the layer just before. */
#define FAR ((uint64_t)1 << 40)

static bool escape_from(const world *w, const oracle_graph *graph, oracle_field *field, const uint32_t *layers,
                        uint64_t *costs, int32_t cell, uint32_t layer) {
    uint64_t best = UINT64_MAX;
    uint8_t set = 0;
    for (int k = 0; k < 8; k++) {
        if (!(graph->ways_out[cell] >> k & 1)) continue;
        int32_t there = neighbour_index(w, cell, k);
        if (layers[there] != layer - 1) continue;
        uint64_t cost = costs[there] + oracle_step_cost(w, graph, cell, there, k);
        if (cost > best) continue;
        if (cost < best) set = 0;
        best = cost;
        set |= (uint8_t)(1u << k);
    }
    if (!set) return false;
    costs[cell] = best;
    field->directions[cell] = set;
    field->next[cell] = neighbour_index(w, cell, lowest(set));
    return true;
}

static void direct_walls(const world *w, const oracle_graph *graph, oracle_field *field, const oracle_field *away) {
    int32_t count = w->width * w->height;
    uint32_t *layers = calloc(world_count(w), sizeof *layers);
    uint64_t *costs = calloc(world_count(w), sizeof *costs);
    uint32_t depth = w->escape_depth ? w->escape_depth : 2;
    if (w->escape_depth == WEND_NO_ESCAPE) depth = 0;
    for (int32_t cell = 0; cell < count; cell++) {
        bool is_free = graph->places[cell] == WEND_OK, reaches = field->values[cell] != NONE;
        bool leads_on = is_free && (reaches || (away && away->values[cell] != NONE));
        layers[cell] = leads_on ? 0 : NONE;
        costs[cell] = reaches || !leads_on ? field->values[cell] : FAR + away->values[cell];
        if (is_free) continue;
        field->places[cell] = graph->places[cell];
        field->next[cell] = cell;
    }
    bool more = true;
    for (uint32_t layer = 1; more && layer <= depth; layer++) {
        more = false;
        for (int32_t cell = 0; cell < count; cell++) {
            if (graph->places[cell] == WEND_OK || layers[cell] != NONE) continue;
            if (!escape_from(w, graph, field, layers, costs, cell, layer)) continue;
            layers[cell] = layer;
            more = true;
        }
    }
    free(layers);
    free(costs);
}

/* What is cut off. */

/* The target of a component: the cell nearest to a goal, then of lowest index; -1 where it holds a goal, or none is. */
static int32_t target_of(const world *w, const oracle_graph *graph, const oracle_field *field, uint32_t component) {
    int32_t best = -1, count = w->width * w->height;
    int64_t least = INT64_MAX;
    for (int32_t cell = 0; cell < count; cell++) {
        if (graph->components[cell] != component) continue;
        for (int32_t goal = 0; goal < count; goal++) {
            if (field->own[goal] == NONE) continue;
            int64_t distance =
                oracle_squared_distance(w->lattice, cell % w->width, cell / w->width, goal % w->width, goal / w->width);
            if (distance == 0) return -1;
            if (distance >= least) continue;
            least = distance;
            best = cell;
        }
    }
    return best;
}

uint32_t oracle_cut_off(const world *w, const oracle_graph *graph, const oracle_field *field, world *away) {
    uint32_t targets = 0;
    memcpy(away, w, sizeof *away);
    away->cut_off = false;
    away->goal_count = 0;
    away->has_seeds = true;
    for (size_t cell = 0; cell < world_count(w); cell++) away->seeds[cell] = NONE;
    for (uint32_t cell = 0; cell < world_count(w); cell++) {
        if (graph->components[cell] != cell) continue;
        int32_t target = target_of(w, graph, field, cell);
        if (target < 0) continue;
        away->seeds[target] = 0;
        targets++;
    }
    return targets;
}

/* Where the way to a goal leads nowhere, the way to the target is shown; values stay. */
static oracle_field *lead_cut_off(const world *w, const oracle_graph *graph, oracle_field *field) {
    world *away = malloc(sizeof *away);
    oracle_field *other = oracle_cut_off(w, graph, field, away) ? oracle_field_of(away, graph, ORACLE_SWEEPS) : NULL;
    for (int32_t cell = 0; other && cell < w->width * w->height; cell++) {
        if (graph->places[cell] != WEND_OK || field->values[cell] != NONE) continue;
        if (other->values[cell] == NONE) continue;
        field->directions[cell] = other->directions[cell];
        field->next[cell] = other->next[cell];
        field->places[cell] = WEND_CUT_OFF;
    }
    free(away);
    return other;
}

void oracle_field_bounded(const world *w, const oracle_graph *graph, oracle_field *field, uint32_t bound) {
    int32_t count = w->width * w->height;
    for (int32_t cell = 0; cell < count; cell++) {
        field->values[cell] = field->exact[cell] <= bound ? field->exact[cell] : NONE;
        field->directions[cell] = 0;
    }
    for (int32_t cell = 0; cell < count; cell++) {
        if (graph->places[cell] == WEND_OK) direct_free_cell(w, graph, field, cell, bound);
    }
    oracle_field *away = w->cut_off ? lead_cut_off(w, graph, field) : NULL;
    direct_walls(w, graph, field, away);
    oracle_field_free(away);
}

oracle_field *oracle_field_of(const world *w, const oracle_graph *graph, oracle_method method) {
    size_t count = world_count(w);
    oracle_field *field = calloc(1, sizeof *field);
    field->own = calloc(count, sizeof *field->own);
    field->exact = calloc(count, sizeof *field->exact);
    field->values = calloc(count, sizeof *field->values);
    field->directions = calloc(count, sizeof *field->directions);
    field->places = calloc(count, sizeof *field->places);
    field->next = calloc(count, sizeof *field->next);
    set_own(w, graph, field);
    if (method == ORACLE_DIJKSTRA) {
        solve_by_dijkstra(w, graph, field);
    } else {
        solve_by_sweeps(w, graph, field);
    }
    oracle_field_bounded(w, graph, field, NONE);
    return field;
}

void oracle_field_free(oracle_field *field) {
    if (!field) return;
    free(field->own);
    free(field->exact);
    free(field->values);
    free(field->directions);
    free(field->places);
    free(field->next);
    free(field);
}
