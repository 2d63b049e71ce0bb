/* SPDX-License-Identifier: MIT
 * Placement against trying each position: the map edited, the oracle's graph of it, and a flood from the goals. */
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define MOST_SOURCES 4096
#define MOST_TRIES 60

typedef struct question {
    const world *w;
    world *edited; /* a copy of it, for footprints to be put on */
    uint8_t wall;  /* a terrain that is blocked */
    oracle_graph *graph;
    oracle_field *expected; /* without a footprint; own: the goals */
    wend_placement_source sources[MOST_SOURCES];
    uint32_t source_count;
    uint32_t *before, *after; /* [cells] */
    wend_placement *placement;
    wend_workspace *workspace;
    wend_footprint footprint;
    uint8_t mask[64];
    wend_cell cells[8];
} question;

/* A blocked terrain; where the table has none, one that nothing uses becomes it. */
static bool find_wall(world *w, uint8_t *wall) {
    bool used[256] = {false};
    for (size_t cell = 0; cell < world_count(w); cell++) used[w->terrain[cell]] = true;
    for (int terrain = 255; terrain >= 0; terrain--) {
        bool is_blocked = w->has_costs ? w->costs[terrain] == 255 : terrain == 255;
        if (!is_blocked && used[terrain]) continue;
        if (!is_blocked && w->has_costs) w->costs[terrain] = 255;
        *wall = (uint8_t)terrain;
        return is_blocked || w->has_costs;
    }
    return false;
}

static uint32_t sum_of(uint32_t value, uint64_t more) {
    uint64_t sum = value + more;
    return sum >= UINT32_MAX ? UINT32_MAX - 1 : (uint32_t)sum;
}

/* Lowers the value of a cell by all that leads on from it. */
static bool relax(const question *q, const world *w, const oracle_graph *graph, int32_t cell, uint32_t *values) {
    uint32_t least = values[cell];
    for (int k = 0; k < 8; k++) {
        int32_t x, y;
        if (!(graph->exits[cell] >> k & 1)) continue;
        oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &x, &y);
        uint32_t there = values[world_index(w, x, y)];
        if (there == UINT32_MAX) continue;
        uint32_t sum = sum_of(there, oracle_step_cost(w, graph, cell, world_index(w, x, y), k));
        if (sum < least) least = sum;
    }
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        uint32_t there = values[world_index(w, link->to.x, link->to.y)];
        if (!graph->link_usable[i] || world_index(w, link->from.x, link->from.y) != cell || there == UINT32_MAX)
            continue;
        uint32_t sum = sum_of(there, oracle_link_cost(q->w, link));
        if (sum < least) least = sum;
    }
    bool is_lower = least < values[cell];
    values[cell] = least;
    return is_lower;
}

/* Distances on a graph to those goals that can be stood on. */
static void measure(const question *q, const world *w, const oracle_graph *graph, uint32_t *values) {
    int32_t count = (int32_t)world_count(w);
    for (int32_t cell = 0; cell < count; cell++)
        values[cell] = graph->places[cell] == WEND_OK ? q->expected->own[cell] : UINT32_MAX;
    for (bool changes = true; changes;) {
        changes = false;
        for (int32_t cell = 0; cell < count; cell++)
            if (graph->places[cell] == WEND_OK) changes |= relax(q, w, graph, cell, values);
        for (int32_t cell = count - 1; cell >= 0; cell--)
            if (graph->places[cell] == WEND_OK) changes |= relax(q, w, graph, cell, values);
    }
}

/* What stands at a position: the cells of the footprint. False where one is off the map or a wall. */
static wend_status put(question *q, int32_t x, int32_t y) {
    const wend_footprint *footprint = &q->footprint;
    int32_t width = footprint->width ? footprint->width : 1, height = footprint->height ? footprint->height : 1;
    int32_t count = footprint->cell_count ? (int32_t)footprint->cell_count : width * height;
    wend_status status = WEND_OK;
    memcpy(q->edited->terrain, q->w->terrain, world_count(q->w));
    for (int32_t i = 0; i < count; i++) {
        int32_t at_x = x + i % width, at_y = y + i / width;
        if (footprint->cell_count) {
            at_x = x + footprint->cells[i].x;
            at_y = y + footprint->cells[i].y;
        } else if (footprint->mask && !footprint->mask[i]) {
            continue;
        }
        if (!world_has(q->w, at_x, at_y)) return WEND_OFF_MAP;
        if (q->graph->places[world_index(q->w, at_x, at_y)] == WEND_IN_WALL) status = WEND_IN_WALL;
        q->edited->terrain[world_index(q->w, at_x, at_y)] = q->wall;
    }
    return status;
}

static bool is_cut_off(const question *q, const oracle_graph *graph, uint32_t place) {
    const wend_placement_source *source = &q->sources[place];
    int32_t cell = world_index(q->w, source->x, source->y);
    if (q->before[cell] == UINT32_MAX) return false;
    if (graph->places[cell] != WEND_OK) return !source->gives_way;
    return q->after[cell] == UINT32_MAX;
}

static bool same_routes_as(question *q, int32_t x, int32_t y, wend_status expected, char *message, size_t size) {
    wend_route_change *routes = malloc(MOST_SOURCES * sizeof *routes);
    wend_status status = wend_placement_routes(q->placement, q->workspace, &q->footprint, x, y, routes);
    bool good =
        status == expected || complain(message, size, "routes at (%d, %d): status %d for %d", x, y, status, expected);
    for (uint32_t i = 0; good && i < q->source_count; i++) {
        int32_t cell = world_index(q->w, q->sources[i].x, q->sources[i].y);
        uint32_t after = expected == WEND_OK || expected == WEND_CUT_OFF ? q->after[cell] : q->before[cell];
        if (routes[i].before != q->before[cell] || routes[i].after != after)
            good = complain(message, size, "route %u at (%d, %d): %u to %u for %u to %u", i, x, y, routes[i].before,
                            routes[i].after, q->before[cell], after);
    }
    free(routes);
    return good;
}

/* One position, in every way it can be asked. */
static bool same_at(question *q, int32_t x, int32_t y, uint8_t previewed, bool asks_all, char *message, size_t size) {
    uint32_t cut_off[MOST_SOURCES];
    uint32_t expected_count = 0;
    wend_status expected = put(q, x, y);
    if (expected == WEND_OK) {
        oracle_graph *graph = oracle_graph_of(q->edited);
        measure(q, q->edited, graph, q->after);
        for (uint32_t i = 0; i < q->source_count; i++)
            if (is_cut_off(q, graph, i)) cut_off[expected_count++] = i;
        oracle_graph_free(graph);
        if (expected_count) expected = WEND_CUT_OFF;
    }
    EXPECT(previewed == (expected == WEND_OK), "preview at (%d, %d): %d for status %d", x, y, previewed, expected);
    if (!asks_all) return true;
    wend_status status = wend_placement_try(q->placement, q->workspace, &q->footprint, x, y);
    EXPECT(status == expected, "try at (%d, %d): %d for %d", x, y, status, expected);
    uint32_t *listed = malloc(MOST_SOURCES * sizeof *listed);
    size_t count = 0;
    status = wend_placement_cut_off(q->placement, q->workspace, &q->footprint, x, y, listed, MOST_SOURCES, &count);
    bool same = status == expected && count == expected_count && memcmp(listed, cut_off, count * sizeof *listed) == 0;
    free(listed);
    EXPECT(same, "cut off at (%d, %d): %u for %u", x, y, (unsigned)count, expected_count);
    return same_routes_as(q, x, y, expected, message, size);
}

/* Every position of a footprint, or on a large map, or with a radius, some. */
static bool same_everywhere(question *q, test_random *random, char *message, size_t size) {
    const world *w = q->w;
    uint8_t *preview = malloc(world_count(w));
    size_t count = world_count(w), tries = count;
    if (tries > MOST_TRIES * (w->mover.radius ? 1u : 4u)) tries = MOST_TRIES;
    wend_status status = wend_placement_preview(q->placement, q->workspace, &q->footprint, preview, (size_t)w->width);
    bool good = status == WEND_OK || complain(message, size, "preview: status %d", status);
    for (size_t i = 0; good && i < tries; i++) {
        size_t cell = tries == count ? i : test_random_below(random, (uint32_t)count);
        good = same_at(q, (int32_t)cell % w->width, (int32_t)cell / w->width, preview[cell],
                       test_random_chance(random, 5), message, size);
    }
    if (good && !q->footprint.cells)
        good = same_at(q, test_random_between(random, -4, w->width + 4), -1, 0, true, message, size);
    free(preview);
    return good;
}

static void choose_footprint(question *q, test_random *random, int kind) {
    q->footprint = (wend_footprint){.width = kind, .height = kind};
    if (kind == 0)
        q->footprint =
            (wend_footprint){.width = test_random_between(random, 0, 5), .height = test_random_between(random, 0, 5)};
    if (kind == 4) {
        q->footprint =
            (wend_footprint){.width = test_random_between(random, 1, 4), .height = test_random_between(random, 1, 4)};
        uint32_t share = test_random_below(random, 100);
        for (int i = 0; i < 64; i++) q->mask[i] = test_random_chance(random, share);
        q->mask[0] = 1;
        q->footprint.mask = q->mask;
    }
    if (kind == 5) {
        q->footprint = (wend_footprint){.cells = q->cells, .cell_count = 1 + test_random_below(random, 8)};
        for (size_t i = 0; i < q->footprint.cell_count; i++)
            q->cells[i] = (wend_cell){test_random_between(random, -3, 3), test_random_between(random, -3, 3)};
    }
}

static void choose_sources(question *q, test_random *random) {
    const world *w = q->w;
    uint32_t kind = test_random_below(random, 10);
    uint32_t giving_way = test_random_chance(random, 50) ? 0 : test_random_below(random, 101);
    q->source_count = kind == 0 ? (uint32_t)world_count(w) : 1 + test_random_below(random, kind < 6 ? 3 : 12);
    if (q->source_count > MOST_SOURCES) q->source_count = MOST_SOURCES;
    for (uint32_t i = 0; i < q->source_count; i++) {
        wend_cell cell = random_cell(w, random);
        if (kind == 0) cell = (wend_cell){(int32_t)i % w->width, (int32_t)i / w->width};
        q->sources[i] = (wend_placement_source){cell.x, cell.y, test_random_chance(random, giving_way)};
    }
}

/* Ways through walls. */

static bool can_be_passed(const question *q, const uint32_t *break_costs, int32_t cell) {
    if (q->graph->places[cell] == WEND_IN_WALL) return break_costs[q->w->terrain[cell]] > 0;
    return q->graph->places[cell] == WEND_OK;
}

static uint32_t cost_at(const question *q, int32_t cell, uint32_t ground_cost) {
    return q->graph->places[cell] == WEND_IN_WALL ? ground_cost : q->graph->costs[cell];
}

/* Of all ways on from a cell the least sum, then the lowest index; UINT64_MAX for none. */
static uint64_t best_way_on(const question *q, const wend_breach *breach, const uint64_t *sums, int32_t cell,
                            int32_t *next) {
    const world *w = q->w;
    uint64_t best = UINT64_MAX;
    uint32_t ground_cost = breach->ground_cost ? breach->ground_cost : w->mover.unit_cost ? w->mover.unit_cost : 1;
    bool is_wall = q->graph->places[cell] == WEND_IN_WALL;
    uint64_t breaking = is_wall ? breach->break_costs[w->terrain[cell]] : 0;
    for (int k = 0; k < 8; k++) {
        int32_t x, y;
        if (!oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &x, &y) || !world_has(w, x, y)) continue;
        int32_t there = world_index(w, x, y);
        bool breaks = (is_wall || q->graph->places[there] == WEND_IN_WALL) && oracle_is_side(w->lattice, k) &&
                      can_be_passed(q, breach->break_costs, there) && !(w->closed[cell] >> k & 1);
        if (sums[there] == UINT64_MAX || !(breaks || (!is_wall && (q->graph->exits[cell] >> k & 1)))) continue;
        bool is_diagonal = w->lattice == WEND_SQUARE && k >= 4;
        uint64_t length = !is_diagonal ? 70 : w->mover.diagonal ? w->mover.diagonal : 99;
        uint64_t here_cost = cost_at(q, cell, ground_cost), there_cost = cost_at(q, there, ground_cost);
        uint64_t step = length * (w->mover.step_rule == WEND_STEP_MEAN ? here_cost + there_cost : 2 * there_cost);
        uint64_t sum = sums[there] + step + breaking;
        if (sum > best || (sum == best && there > *next)) continue;
        best = sum;
        *next = there;
    }
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        int32_t there = world_index(w, link->to.x, link->to.y);
        bool leaves = q->graph->link_usable[i] && world_index(w, link->from.x, link->from.y) == cell;
        if (!leaves || sums[there] == UINT64_MAX) continue;
        uint64_t sum = sums[there] + oracle_link_cost(w, link);
        if (sum > best || (sum == best && there > *next)) continue;
        best = sum;
        *next = there;
    }
    return best;
}

static void besiege(const question *q, const wend_breach *breach, uint64_t *sums, int32_t *nexts) {
    int32_t count = (int32_t)world_count(q->w);
    for (int32_t cell = 0; cell < count; cell++) {
        sums[cell] = q->expected->own[cell] == UINT32_MAX ? UINT64_MAX : q->expected->own[cell];
        nexts[cell] = cell;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (int32_t cell = 0; cell < count; cell++) {
            int32_t next = cell;
            if (!can_be_passed(q, breach->break_costs, cell)) continue;
            uint64_t sum = best_way_on(q, breach, sums, cell, &next);
            if (sum == UINT64_MAX || sum > sums[cell] || (sum == sums[cell] && nexts[cell] == cell)) continue;
            changes |= sum < sums[cell] || next != nexts[cell];
            sums[cell] = sum;
            nexts[cell] = next;
        }
    }
}

static bool same_way_in(const question *q, const wend_breach *breach, const uint64_t *sums, const int32_t *nexts,
                        char *message, size_t size) {
    wend_cell *walls = malloc(world_count(q->w) * sizeof *walls);
    wend_breach_result result = {0, 0};
    wend_status status = wend_placement_breach(q->placement, q->workspace, breach, walls, world_count(q->w), &result);
    int32_t cell = world_index(q->w, breach->from.x, breach->from.y);
    bool is_wide = status == WEND_ERROR_UNSUPPORTED && q->w->mover.radius > 0;
    bool good = is_wide || q->graph->places[cell] == WEND_TOO_NARROW || result.total == sums[cell];
    size_t count = 0;
    while (good && !is_wide && status == WEND_OK) {
        if (q->graph->places[cell] == WEND_IN_WALL) {
            good = count < result.count && world_index(q->w, walls[count].x, walls[count].y) == cell;
            count++;
        }
        if (nexts[cell] == cell) break;
        cell = nexts[cell];
    }
    if (status == WEND_OK) good = good && count == result.count;
    free(walls);
    EXPECT(good, "breach from (%d, %d): status %d, %u walls", breach->from.x, breach->from.y, status,
           (unsigned)result.count);
    return true;
}

static bool same_breaches(const question *q, test_random *random, char *message, size_t size) {
    uint32_t break_costs[256];
    uint32_t most = test_random_chance(random, 50) ? 3 : UINT32_MAX, unit = test_random_chance(random, 50) ? 140 : 1;
    for (int i = 0; i < 256; i++)
        break_costs[i] = test_random_chance(random, 20) ? 0 : test_random_below(random, most) / unit * unit;
    uint64_t *sums = malloc(world_count(q->w) * sizeof *sums);
    int32_t *nexts = malloc(world_count(q->w) * sizeof *nexts);
    wend_breach breach = {.break_costs = break_costs, .ground_cost = test_random_chance(random, 50) ? 0 : 3};
    besiege(q, &breach, sums, nexts);
    bool good = true;
    for (int i = 0; good && i < 8; i++) {
        breach.from = random_cell(q->w, random);
        good = same_way_in(q, &breach, sums, nexts, message, size);
    }
    free(sums);
    free(nexts);
    return good;
}

/* More of what the fast way knows than random worlds have of themselves. */
static void make_plainer(world *w, test_random *random) {
    w->has_seeds = false;
    if (test_random_chance(random, 40)) {
        memset(w->closed, 0, sizeof w->closed);
        w->link_count = 0;
        w->mover.radius = test_random_chance(random, 80) ? 0 : test_random_below(random, 130);
    }
    if (test_random_chance(random, 30)) w->mover.radius = 0;
}

static bool answers_are_right(const world *start, char *message, size_t size) {
    world *w = malloc(sizeof *w), *edited = malloc(sizeof *edited);
    question *q = calloc(1, sizeof *q);
    memcpy(w, start, sizeof *w);
    test_random random = test_random_of(w->seed + 7);
    make_plainer(w, &random);
    bool can_be_edited = find_wall(w, &q->wall);
    memcpy(edited, w, sizeof *edited);
    q->w = w;
    q->edited = edited;
    subject s;
    bool good = subject_make(&s, w, message, size);
    const wend_placement_desc desc = {.source_capacity = MOST_SOURCES, .goal_capacity = WORLD_GOALS, .routes = 1};
    if (good && can_be_edited) {
        q->graph = oracle_graph_of(w);
        q->expected = oracle_field_of(w, q->graph, ORACLE_SWEEPS);
        q->before = malloc(world_count(w) * sizeof *q->before);
        q->after = malloc(world_count(w) * sizeof *q->after);
        q->workspace = s.workspace;
        measure(q, w, q->graph, q->before);
        choose_sources(q, &random);
        good = wend_placement_create(s.mover, &desc, &q->placement) == WEND_OK &&
               wend_placement_set_sources(q->placement, q->sources, q->source_count) == WEND_OK &&
               wend_placement_set_goals(q->placement, w->goals, w->goal_count, &w->options) == WEND_OK &&
               wend_placement_update(q->placement, s.workspace) >= WEND_OK;
        if (!good) complain(message, size, "no placement");
        for (int kind = 0; good && kind <= 5; kind++) {
            choose_footprint(q, &random, kind);
            good = same_everywhere(q, &random, message, size);
            if (!good) {
                size_t length = strlen(message);
                snprintf(message + length, size - length, " (footprint kind %d, %d x %d)", kind, q->footprint.width,
                         q->footprint.height);
            }
        }
        good = good && same_breaches(q, &random, message, size);
        wend_placement_destroy(q->placement);
        free(q->before);
        free(q->after);
        oracle_field_free(q->expected);
        oracle_graph_free(q->graph);
    }
    subject_free(&s);
    free(q);
    free(w);
    free(edited);
    return good;
}

static void test_positions(void **state) {
    (void)state;
    check_worlds(answers_are_right, 41000000, test_dose(100, 450, 12000));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_positions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
