/* SPDX-License-Identifier: MIT
 * Point-to-point search on random worlds against the oracle's distances: every heuristic that is allowed, weights,
 * budgets, short buffers; routes are walked and paid step by step. Starts where the mover cannot stand, other goals than
 * one cell, and what is cut off: see prop_answers.c. */
#include <wend/path.h>

#include "support/allocator.h"
#include "support/oracle.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_CELLS 1024
#define STARTS 6
#define HEURISTICS 7

typedef struct query {
    const world *w;
    oracle_graph *graph;
    oracle_field *field; /* distances to `goal` */
    wend_cell goal;
    test_allocator counts;
    wend_map *map;
    wend_mover *mover;
    wend_workspace *workspace;
    char *message;
    size_t size;
} query;

/* One search and what came back. */
typedef struct answer {
    wend_path_desc desc;
    wend_status status;
    wend_path_result result;
    wend_cell cells[MAX_CELLS];
} answer;

static bool wrong(const query *s, const answer *a, const char *what) {
    snprintf(
        s->message, s->size,
        "%s: (%d, %d) to (%d, %d), heuristic %d, weight %u, budget %llu: status %d cost %u count %zu expanded %llu",
        what, a->desc.from.x, a->desc.from.y, a->desc.to.x, a->desc.to.y, (int)a->desc.heuristic, a->desc.weight,
        (unsigned long long)a->desc.max_expansions, (int)a->status, a->result.cost, a->result.count,
        (unsigned long long)a->result.expanded);
    return false;
}

static oracle_field *distances_to(const world *w, const oracle_graph *graph, wend_cell goal) {
    world *single = malloc(sizeof *single);
    memcpy(single, w, sizeof *single);
    single->goals[0] = (wend_goal){.x = goal.x, .y = goal.y};
    single->goal_count = 1;
    single->options = (wend_goal_options){0};
    single->has_seeds = false;
    oracle_field *field = oracle_field_of(single, graph, ORACLE_DIJKSTRA);
    free(single);
    return field;
}

static void make(query *s) {
    wend_allocator hooks = test_allocator_hooks(&s->counts);
    s->map = subject_map(s->w, &hooks);
    s->mover = subject_mover(s->w, s->map);
    assert_non_null(s->mover);
    s->graph = oracle_graph_of(s->w);
    s->field = distances_to(s->w, s->graph, s->goal);
}

static void destroy(query *s) {
    oracle_field_free(s->field);
    oracle_graph_free(s->graph);
    wend_mover_destroy(s->mover);
    wend_map_destroy(s->map);
    assert_int_equal(s->counts.live, 0);
    assert_int_equal(s->counts.mistakes, 0);
}

static void search(query *s, answer *a, size_t capacity) {
    uint32_t calls = s->counts.calls;
    a->status = wend_path_find(s->mover, s->workspace, &a->desc, a->cells, capacity, &a->result);
    assert_int_equal(s->counts.calls, calls);
}

static bool is_allowed(const world *w, wend_heuristic heuristic) {
    switch (heuristic) {
    case WEND_HEURISTIC_OCTILE:
    case WEND_HEURISTIC_CHEBYSHEV: return w->lattice == WEND_SQUARE;
    case WEND_HEURISTIC_MANHATTAN:
        return w->lattice == WEND_SQUARE && (w->mover.neighbours == 4 || w->mover.diagonal == 140);
    case WEND_HEURISTIC_HEX_STEPS: return w->lattice == WEND_HEX;
    default: return true;
    }
}

/* Cheapest way to get from one cell to another in one step or link; UINT64_MAX if there is none. */
static uint64_t pay(const query *s, wend_cell from, wend_cell to) {
    int32_t here = world_index(s->w, from.x, from.y), there = world_index(s->w, to.x, to.y);
    return oracle_move_cost(s->w, s->graph, s->graph->exits[here], here, there);
}

static bool check_route(const query *s, const answer *a) {
    if (a->result.count < 1 || a->result.count > MAX_CELLS) return wrong(s, a, "count");
    if (a->cells[0].x != a->desc.from.x || a->cells[0].y != a->desc.from.y) return wrong(s, a, "first cell");
    uint64_t sum = 0;
    for (size_t i = 1; i < a->result.count; i++) {
        if (!world_has(s->w, a->cells[i].x, a->cells[i].y)) return wrong(s, a, "route leaves the map");
        uint64_t cost = pay(s, a->cells[i - 1], a->cells[i]);
        if (cost == UINT64_MAX) return wrong(s, a, "route takes a step that is not allowed");
        sum += cost;
    }
    return sum == a->result.cost ? true : wrong(s, a, "route costs something else");
}

static wend_status expected_status(const query *s, wend_cell from) {
    const world *w = s->w;
    if (!world_has(w, from.x, from.y)) return WEND_OFF_MAP;
    int32_t here = world_index(w, from.x, from.y), there = world_index(w, s->goal.x, s->goal.y);
    if (s->graph->places[here] != WEND_OK) return s->graph->places[here];
    if (!world_has(w, s->goal.x, s->goal.y)) return WEND_OFF_MAP;
    if (s->graph->places[there] != WEND_OK) return WEND_GOAL_BLOCKED;
    if (s->field->exact[here] == WEND_UNREACHABLE) return WEND_CUT_OFF;
    return s->field->exact[here] == WEND_SATURATED_VALUE ? WEND_SATURATED : WEND_OK;
}

/* No more is looked at than the numbers say, and no less. */
static bool check_explored(const query *s, const answer *a) {
    static uint8_t marks[MAX_CELLS];
    const world *w = s->w;
    wend_rect all = {0, 0, w->width, w->height};
    if (wend_path_read_explored(s->workspace, s->mover, all, marks, (size_t)w->width) != WEND_OK) {
        return wrong(s, a, "marks are not readable");
    }
    uint64_t seen = 0, closed = 0;
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        seen += marks[cell] > 0;
        closed += marks[cell] == 2;
    }
    bool is_found = a->status == WEND_OK || a->status == WEND_SATURATED || a->status == WEND_TRUNCATED;
    if (seen != a->result.generated) return wrong(s, a, "generated");
    if (closed != a->result.expanded + (is_found ? 1 : 0)) return wrong(s, a, "expanded");
    if (a->result.heap_operations < seen + closed) return wrong(s, a, "heap operations");
    return true;
}

static bool check_no_route(const query *s, const answer *a) {
    const world *w = s->w;
    if (a->result.cost != WEND_UNREACHABLE || a->result.count != 0) return wrong(s, a, "a route without a way");
    if (a->status == WEND_SATURATED) return true;
    bool is_known = a->status != WEND_CUT_OFF;
    if (!is_known) {
        uint32_t from = s->graph->components[world_index(w, a->desc.from.x, a->desc.from.y)];
        is_known = from != s->graph->components[world_index(w, s->goal.x, s->goal.y)];
    }
    if (is_known && a->result.heap_operations) return wrong(s, a, "a search without hope");
    return true;
}

/* Exact for weight 256, within the weight above. */
static bool check_answer(const query *s, const answer *a) {
    wend_status expected = expected_status(s, a->desc.from);
    uint64_t weight = a->desc.weight ? a->desc.weight : 256;
    if (!check_explored(s, a)) return false;
    if (a->status != expected) {
        if (expected != WEND_OK || a->status != WEND_SATURATED) return wrong(s, a, "status");
        uint64_t exact = s->field->exact[world_index(s->w, a->desc.from.x, a->desc.from.y)];
        if (weight * exact < 256 * (uint64_t)WEND_SATURATED_VALUE) return wrong(s, a, "saturated too early");
    }
    if (a->status != WEND_OK) return check_no_route(s, a);
    wend_cell last = a->cells[a->result.count - 1];
    if (last.x != s->goal.x || last.y != s->goal.y) return wrong(s, a, "last cell");
    uint64_t exact = s->field->exact[world_index(s->w, a->desc.from.x, a->desc.from.y)];
    if (a->result.cost < exact) return wrong(s, a, "cheaper than the cheapest");
    if (256 * (uint64_t)a->result.cost > weight * exact) return wrong(s, a, "too dear");
    return check_route(s, a);
}

static bool check_short_buffer(query *s, const answer *whole, test_random *random) {
    static answer part;
    part = *whole;
    memset(part.cells, 0, sizeof part.cells);
    size_t capacity = test_random_below(random, (uint32_t)whole->result.count);
    search(s, &part, capacity);
    if (part.status != WEND_TRUNCATED) return wrong(s, &part, "truncated");
    if (part.result.count != whole->result.count || part.result.cost != whole->result.cost ||
        part.result.expanded != whole->result.expanded || part.result.generated != whole->result.generated ||
        part.result.heap_operations != whole->result.heap_operations) {
        return wrong(s, &part, "numbers of a truncated route");
    }
    if (memcmp(part.cells, whole->cells, capacity * sizeof *part.cells) != 0) return wrong(s, &part, "beginning");
    wend_cell none = {0, 0};
    if (memcmp(&part.cells[capacity], &none, sizeof none) != 0) return wrong(s, &part, "past the buffer");
    return true;
}

/* Steps on an empty lattice, times the length of each. */
static uint32_t nearness(const world *w, wend_cell a, wend_cell b) {
    int32_t dx = abs(a.x - b.x), dy = abs(a.y - b.y);
    if (w->lattice == WEND_HEX) {
        /* dy rows bring at most dy / 2 columns, rounded by where the row starts. */
        int32_t columns = a.x < b.x ? (dy + (a.y & 1)) / 2 : (dy + 1 - (a.y & 1)) / 2;
        return 70 * (uint32_t)(dy + (dx > columns ? dx - columns : 0));
    }
    if (w->mover.neighbours == 4) return 70 * (uint32_t)(dx + dy);
    int32_t shorter = dx < dy ? dx : dy;
    return 70 * (uint32_t)abs(dx - dy) + (w->mover.diagonal ? w->mover.diagonal : 99) * (uint32_t)shorter;
}

static bool check_best_so_far(const query *s, const answer *a) {
    static uint8_t marks[MAX_CELLS];
    const world *w = s->w;
    wend_rect all = {0, 0, w->width, w->height};
    wend_cell end = a->cells[a->result.count - 1];
    wend_path_read_explored(s->workspace, s->mover, all, marks, (size_t)w->width);
    if (marks[world_index(w, end.x, end.y)] != 2) return wrong(s, a, "partial route ends where nobody looked");
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        wend_cell other = {cell % w->width, cell / w->width};
        if (marks[cell] == 2 && nearness(w, other, s->goal) < nearness(w, end, s->goal)) {
            return wrong(s, a, "another cell is nearer");
        }
    }
    return true;
}

static bool check_budget(query *s, const answer *whole, test_random *random) {
    static answer part;
    part.desc = whole->desc;
    part.desc.max_expansions = 1 + test_random_below(random, (uint32_t)whole->result.expanded + 2);
    search(s, &part, MAX_CELLS);
    if (whole->result.expanded <= part.desc.max_expansions) {
        bool same = part.status == whole->status && part.result.cost == whole->result.cost &&
                    part.result.expanded == whole->result.expanded;
        return same ? true : wrong(s, &part, "a budget that is enough");
    }
    if (part.status != WEND_PARTIAL) return wrong(s, &part, "partial");
    if (part.result.expanded != part.desc.max_expansions) return wrong(s, &part, "budget not used");
    if (!check_explored(s, &part) || !check_route(s, &part)) return false;
    bool by_default = whole->desc.heuristic == WEND_HEURISTIC_DEFAULT || whole->desc.heuristic == WEND_HEURISTIC_ZERO;
    /* Saturated cells are passed over, and only links make them here. */
    return by_default && s->w->link_count == 0 ? check_best_so_far(s, &part) : true;
}

static bool check_start(query *s, wend_cell from, test_random *random) {
    static const uint32_t weights[6] = {0, 257, 320, 512, 2560, 65535};
    static answer a;
    for (int heuristic = 0; heuristic < HEURISTICS; heuristic++) {
        a.desc = (wend_path_desc){
            .from = from, .to = s->goal, .heuristic = (wend_heuristic)heuristic, .escape_depth = WEND_NO_ESCAPE};
        if (!is_allowed(s->w, a.desc.heuristic)) {
            search(s, &a, MAX_CELLS);
            if (a.status != WEND_ERROR_ARGUMENT) return wrong(s, &a, "a heuristic that overestimates");
            continue;
        }
        a.desc.weight = test_random_chance(random, 50) ? 256 : 0;
        search(s, &a, MAX_CELLS);
        if (!check_answer(s, &a)) return false;
        if (a.status == WEND_OK && !check_short_buffer(s, &a, random)) return false;
        if (a.result.expanded > 0 && !check_budget(s, &a, random)) return false;
        a.desc.weight = weights[test_random_below(random, 6)];
        search(s, &a, MAX_CELLS);
        if (!check_answer(s, &a)) return false;
    }
    return true;
}

static wend_workspace *workspace_for_all; /* so that searches find what searches on other maps left behind */

static bool check_paths(const world *w, char *message, size_t size) {
    if (w->goal_count == 0 || w->width * w->height > MAX_CELLS) return true;
    static query s;
    s = (query){.w = w,
                .goal = {w->goals[0].x, w->goals[0].y},
                .workspace = workspace_for_all,
                .message = message,
                .size = size};
    make(&s);
    test_random random = test_random_of(w->seed);
    bool is_right = true;
    for (int i = 0; i < STARTS && is_right; i++) {
        wend_cell from = random_cell(w, &random);
        if (i == 0) from = s.goal;
        if (i == 1) from = w->options.reference;
        if (i == 2 && test_random_chance(&random, 10)) from = (wend_cell){w->width, -1};
        is_right = check_start(&s, from, &random);
    }
    destroy(&s);
    return is_right;
}

static void random_worlds(void **state) {
    (void)state;
    assert_int_equal(wend_workspace_create(MAX_CELLS, NULL, &workspace_for_all), WEND_OK);
    check_worlds(check_paths, 700000, test_dose(200, 3000, 60000));
    wend_workspace_destroy(workspace_for_all);
}

/* Many free cells, so that routes are long and detours real. */
static void random_open_worlds(void **state) {
    (void)state;
    assert_int_equal(wend_workspace_create(MAX_CELLS, NULL, &workspace_for_all), WEND_OK);
    world *w = malloc(sizeof *w);
    for (uint32_t i = 0; i < test_dose(20, 300, 6000); i++) {
        test_random random = test_random_of(i);
        random_world(w, 900000 + i);
        wend_mover_desc mover = w->mover;
        world_start(w, 24, 20, w->lattice);
        w->seed = 900000 + i;
        w->mover = mover;
        w->mover.radius = 0;
        for (int32_t cell = 0; cell < w->width * w->height; cell++) {
            uint8_t ground = (uint8_t)test_random_between(&random, 1, i % 2 ? 9 : 1);
            w->terrain[cell] = test_random_chance(&random, 25) ? 255 : ground;
        }
        wend_cell goal = random_cell(w, &random);
        w->goals[0] = (wend_goal){.x = goal.x, .y = goal.y};
        w->goal_count = 1;
        for (; i % 3 == 0 && w->link_count < 2; w->link_count++) w->links[w->link_count] = random_link(w, &random);
        check_world(check_paths, w);
    }
    free(w);
    wend_workspace_destroy(workspace_for_all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_worlds),
        cmocka_unit_test(random_open_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
