/* SPDX-License-Identifier: MIT
 * Point-to-point search on maps small enough to work out by hand: statuses, costs, ties, budgets, marks. */
#include <wend/path.h>

#include "base/workspace.h"

#include "support/allocator.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define CELLS 4096
#define ONE 140 /* raw units of 1.0 where unit_cost is 1 */

static world drawn;
static wend_map *map;
static wend_mover *mover;
static wend_workspace *workspace;
static wend_cell route[CELLS];
static wend_path_result result;

static int set_up(void **state) {
    (void)state;
    return wend_workspace_create(CELLS, NULL, &workspace) == WEND_OK ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    wend_workspace_destroy(workspace);
    mover = NULL;
    map = NULL;
    return 0;
}

/* The map and the mover of `drawn`. */
static void make(void) {
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    map = subject_map(&drawn, NULL);
    assert_non_null(map);
    mover = subject_mover(&drawn, map);
    assert_non_null(mover);
}

static wend_status find_by(wend_path_desc desc) {
    return wend_path_find(mover, workspace, &desc, route, CELLS, &result);
}

static wend_status find(int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y) {
    return find_by((wend_path_desc){.from = {from_x, from_y}, .to = {to_x, to_y}});
}

static wend_status find_in_the_open(int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y) {
    return find_by((wend_path_desc){.from = {from_x, from_y}, .to = {to_x, to_y}, .escape_depth = WEND_NO_ESCAPE});
}

static void assert_route(const char *expected) {
    char text[1024] = "";
    size_t length = 0;
    for (size_t i = 0; i < result.count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%d,%d ", route[i].x, route[i].y);
    }
    assert_string_equal(text, expected);
}

static void founding_map(void **state) {
    (void)state;
    static const char *const rows[] = {".....", ".###.", "...#.", ".#...", "....."};
    world_draw(&drawn, WEND_SQUARE, rows, 5);
    drawn.mover.neighbours = 4;
    make();
    for (int heuristic = 0; heuristic <= WEND_HEURISTIC_ZERO; heuristic++) {
        wend_path_desc desc = {.from = {0, 0}, .to = {4, 4}, .heuristic = (wend_heuristic)heuristic};
        if (heuristic == WEND_HEURISTIC_HEX_STEPS) continue;
        assert_int_equal(find_by(desc), WEND_OK);
        assert_int_equal(result.cost, 8 * ONE);
        assert_int_equal(result.count, 9);
    }
}

/* easystarjs#78: h(1,1) is sqrt 2 and h(4,2) is 2 sqrt 2 + 2; a perfect estimate looks at the route alone. */
static void octile_is_exact_in_the_open(void **state) {
    (void)state;
    world_start(&drawn, 9, 7, WEND_SQUARE);
    make();
    assert_int_equal(find(2, 2, 3, 3), WEND_OK);
    assert_int_equal(result.cost, 198);
    assert_int_equal(result.expanded, 1);
    assert_int_equal(find(2, 2, 6, 4), WEND_OK);
    assert_int_equal(result.cost, 2 * 198 + 2 * ONE);
    assert_int_equal(result.expanded, 4);
    assert_int_equal(result.count, 5);
    assert_int_equal(find(6, 4, 2, 2), WEND_OK);
    assert_int_equal(result.expanded, 4);
}

static void every_lattice_goes_straight_in_the_open(void **state) {
    (void)state;
    static const uint32_t diagonals[] = {70, 99, 105, 140};
    for (int lattice = 0; lattice < 2; lattice++) {
        for (uint32_t neighbours = 4; neighbours <= 8; neighbours += 4) {
            for (int d = 0; d < 4; d++) {
                world_start(&drawn, 21, 17, (wend_lattice)lattice);
                drawn.mover.diagonal = diagonals[d];
                drawn.mover.neighbours = lattice == WEND_HEX ? 0 : neighbours;
                make();
                for (int32_t to = 0; to < 21 * 17; to += 5) {
                    assert_int_equal(find(10, 8, to % 21, to / 21), WEND_OK);
                    assert_int_equal(result.expanded, result.count - 1);
                }
            }
        }
    }
}

/* godot-docs#11620, godot#62366, GoRogue#143: ground cheaper than 1.0 must not make the estimate too large. */
static void routes_take_the_road(void **state) {
    (void)state;
    static const char *const rows[] = {"........", ".######.", "11111111"};
    world_draw(&drawn, WEND_SQUARE, rows, 3);
    drawn.has_costs = true;
    memset(drawn.costs, 255, sizeof drawn.costs);
    drawn.costs[0] = 10;
    drawn.costs[1] = 6;
    drawn.mover.unit_cost = 10;
    drawn.mover.neighbours = 4;
    make();
    for (int heuristic = 0; heuristic <= WEND_HEURISTIC_ZERO; heuristic++) {
        if (heuristic == WEND_HEURISTIC_HEX_STEPS) continue;
        wend_path_desc desc = {.from = {0, 1}, .to = {7, 1}, .heuristic = (wend_heuristic)heuristic};
        assert_int_equal(find_by(desc), WEND_OK);
        assert_int_equal(result.cost, 2 * 70 * 16 + 7 * 70 * 12);
        assert_int_equal(route[1].y, 2);
    }
}

static void mountains_and_swamps_are_walked_round(void **state) {
    (void)state;
    static const char *const rows[] = {"..333..", "..222..", "..333.."};
    world_draw(&drawn, WEND_SQUARE, rows, 3);
    drawn.has_costs = true;
    memset(drawn.costs, 255, sizeof drawn.costs);
    drawn.costs[0] = 10;
    drawn.costs[2] = 25;
    drawn.costs[3] = 30;
    drawn.mover.unit_cost = 10;
    make();
    assert_int_equal(find(0, 0, 6, 0), WEND_OK);
    /* Straight over the mountains it would be 2 * 70 * (20 + 40 + 60). */
    assert_int_equal(result.cost, 2 * 99 * 20 + 2 * 70 * (35 + 50));
    assert_route("0,0 1,1 2,1 3,1 4,1 5,1 6,0 ");
}

/* godot#21445, #29649: a dear way that is seen first must not win. */
static void a_goal_is_reached_when_taken_not_when_seen(void **state) {
    (void)state;
    static const char *const rows[] = {".#.#."};
    world_draw(&drawn, WEND_SQUARE, rows, 1);
    drawn.links[0] = (wend_link){{0, 0}, {4, 0}, 1000, 0};
    drawn.links[1] = (wend_link){{0, 0}, {2, 0}, 100, 0};
    drawn.links[2] = (wend_link){{2, 0}, {4, 0}, 100, 0};
    drawn.link_count = 3;
    make();
    for (int heuristic = 0; heuristic <= WEND_HEURISTIC_ZERO; heuristic++) {
        if (heuristic == WEND_HEURISTIC_HEX_STEPS || heuristic == WEND_HEURISTIC_MANHATTAN) continue;
        wend_path_desc desc = {.from = {0, 0}, .to = {4, 0}, .heuristic = (wend_heuristic)heuristic};
        assert_int_equal(find_by(desc), WEND_OK);
        assert_int_equal(result.cost, 200);
        assert_route("0,0 2,0 4,0 ");
    }
    assert_int_equal(find(4, 0, 0, 0), WEND_CUT_OFF);
    assert_int_equal(result.expanded, 1);
}

/* python-pathfinding#52: the same cost by every way of searching, and by the field, also with a fixed cost added. */
static void all_ways_of_searching_agree(void **state) {
    (void)state;
    test_random random = test_random_of(52);
    for (int added = 0; added < 100; added += 30) {
        world_start(&drawn, 30, 20, WEND_SQUARE);
        for (int i = 0; i < 600; i++) {
            drawn.terrain[i] =
                test_random_chance(&random, 20) ? 255 : (uint8_t)(added + test_random_between(&random, 1, 9));
        }
        drawn.terrain[0] = drawn.terrain[599] = 1;
        drawn.goals[0] = (wend_goal){.x = 29, .y = 19};
        drawn.goal_count = 1;
        make();
        wend_field *field = subject_field(&drawn, mover);
        assert_int_equal(wend_field_build(field, workspace, NULL), WEND_OK);
        uint32_t value = wend_field_value(field, 0, 0);
        wend_field_destroy(field);
        for (int heuristic = 0; heuristic <= WEND_HEURISTIC_ZERO; heuristic++) {
            if (heuristic == WEND_HEURISTIC_HEX_STEPS || heuristic == WEND_HEURISTIC_MANHATTAN) continue;
            wend_path_desc desc = {.to = {29, 19}, .heuristic = (wend_heuristic)heuristic};
            assert_int_equal(find_by(desc), value == WEND_UNREACHABLE ? WEND_CUT_OFF : WEND_OK);
            assert_int_equal(result.cost, value);
        }
    }
}

/* OpenRA#20948: enclosed units, ordered out again and again. */
static void hopeless_requests_cost_nothing(void **state) {
    (void)state;
    world_start(&drawn, 60, 60, WEND_SQUARE);
    for (int32_t i = 20; i < 30; i++) {
        drawn.terrain[20 * 60 + i] = drawn.terrain[29 * 60 + i] = 255;
        drawn.terrain[i * 60 + 20] = drawn.terrain[i * 60 + 29] = 255;
    }
    make();
    for (int32_t unit = 0; unit < 20; unit++) {
        for (int again = 0; again < 5; again++) {
            assert_int_equal(find(21 + unit % 5, 21 + unit / 5, 59, 59), WEND_CUT_OFF);
            assert_int_equal(result.expanded, 0);
            assert_int_equal(result.generated, 0);
            assert_int_equal(result.heap_operations, 0);
            assert_int_equal(result.count, 0);
            assert_int_equal(result.cost, WEND_UNREACHABLE);
        }
    }
}

/* Where one-way steps are in play only a search can tell. */
static void one_way_steps_lead_one_way(void **state) {
    (void)state;
    static const char *const rows[] = {"....."};
    world_draw(&drawn, WEND_SQUARE, rows, 1);
    world_set_edge(&drawn, 2, 0, WEND_EAST, WEND_EDGE_OUT_ONLY);
    make();
    assert_int_equal(find(0, 0, 4, 0), WEND_OK);
    assert_int_equal(result.cost, 4 * ONE);
    assert_int_equal(find(4, 0, 0, 0), WEND_CUT_OFF);
    assert_int_equal(result.expanded, 2);
    assert_int_equal(result.count, 0);
}

static void corners_are_cut_as_the_rule_says(void **state) {
    (void)state;
    static const char *const beside_one[] = {".#", ".."};
    static const char *const between_two[] = {".#", "#."};
    static const uint32_t beside_one_costs[3] = {2 * ONE, 198, 198};
    for (uint32_t rule = 0; rule < 3; rule++) {
        world_draw(&drawn, WEND_SQUARE, beside_one, 2);
        drawn.mover.corner_rule = (wend_corner_rule)rule;
        make();
        assert_int_equal(find(0, 0, 1, 1), WEND_OK);
        assert_int_equal(result.cost, beside_one_costs[rule]);
        world_draw(&drawn, WEND_SQUARE, between_two, 2);
        drawn.mover.corner_rule = (wend_corner_rule)rule;
        make();
        assert_int_equal(find(0, 0, 1, 1), rule == WEND_CORNER_ALWAYS ? WEND_OK : WEND_CUT_OFF);
    }
}

/* A disc of this radius fits nowhere beside a wall or the outline. */
static void every_pair_of_places_has_its_status(void **state) {
    (void)state;
    static const wend_cell free_cells[] = {{1, 1}, {7, 3}};
    static const wend_cell walls[] = {{4, 0}, {4, 1}};
    static const wend_cell narrow[] = {{3, 1}, {8, 2}};
    static const wend_cell off[] = {{-1, 0}, {0, 5}, {9, 0}, {0, -1}, {INT32_MAX, INT32_MIN}};
    static const char *const rows[] = {"....#....", "....#....", ".........", ".........", "........."};
    world_draw(&drawn, WEND_SQUARE, rows, 5);
    drawn.mover.radius = 160; /* 0.625 cell */
    make();
    for (int i = 0; i < 2; i++) {
        assert_int_equal(find(free_cells[i].x, free_cells[i].y, free_cells[i].x, free_cells[i].y), WEND_OK);
        assert_int_equal(result.cost, 0);
        assert_int_equal(result.count, 1);
        assert_int_equal(result.expanded, 0);
        assert_int_equal(find(walls[i].x, walls[i].y, walls[i].x, walls[i].y), WEND_IN_WALL);
        assert_int_equal(find(narrow[i].x, narrow[i].y, narrow[i].x, narrow[i].y), WEND_TOO_NARROW);
        for (int j = 0; j < 2; j++) {
            wend_cell start = free_cells[i];
            assert_int_equal(find(start.x, start.y, walls[j].x, walls[j].y), WEND_GOAL_BLOCKED);
            assert_int_equal(find(start.x, start.y, narrow[j].x, narrow[j].y), WEND_GOAL_BLOCKED);
            assert_int_equal(find_in_the_open(walls[j].x, walls[j].y, start.x, start.y), WEND_IN_WALL);
            assert_int_equal(find_in_the_open(narrow[j].x, narrow[j].y, start.x, start.y), WEND_TOO_NARROW);
            assert_int_equal(result.count, 0);
            assert_int_equal(find(narrow[j].x, narrow[j].y, start.x, start.y), WEND_OK);
            assert_int_equal(route[0].x, narrow[j].x);
            assert_int_equal(route[result.count - 1].x, start.x);
            assert_int_equal(find(walls[i].x, walls[i].y, narrow[j].x, narrow[j].y), WEND_IN_WALL);
            assert_int_equal(find(narrow[i].x, narrow[i].y, walls[j].x, walls[j].y), WEND_TOO_NARROW);
        }
        for (size_t j = 0; j < sizeof off / sizeof *off; j++) {
            assert_int_equal(find(off[j].x, off[j].y, free_cells[i].x, free_cells[i].y), WEND_OFF_MAP);
            assert_int_equal(find(free_cells[i].x, free_cells[i].y, off[j].x, off[j].y), WEND_OFF_MAP);
            assert_int_equal(find(walls[i].x, walls[i].y, off[j].x, off[j].y), WEND_IN_WALL);
            assert_int_equal(find(off[j].x, off[j].y, off[j].x, off[j].y), WEND_OFF_MAP);
            assert_int_equal(result.count, 0);
            assert_int_equal(result.cost, WEND_UNREACHABLE);
        }
    }
    assert_int_equal(find(1, 1, 7, 3), WEND_OK);
}

static void thin_maps(void **state) {
    (void)state;
    world_start(&drawn, 1, 1, WEND_SQUARE);
    make();
    assert_int_equal(find(0, 0, 0, 0), WEND_OK);
    assert_int_equal(result.count, 1);
    for (int lattice = 0; lattice < 2; lattice++) {
        world_start(&drawn, 300, 1, (wend_lattice)lattice);
        make();
        assert_int_equal(find(299, 0, 0, 0), WEND_OK);
        assert_int_equal(result.cost, 299 * ONE);
        world_start(&drawn, 1, 300, (wend_lattice)lattice);
        make();
        assert_int_equal(find(0, 0, 0, 299), WEND_OK);
        assert_int_equal(result.cost, 299 * ONE);
    }
}

static void bad_requests_change_nothing(void **state) {
    (void)state;
    world_start(&drawn, 5, 5, WEND_SQUARE);
    make();
    wend_path_desc good = {.to = {4, 4}};
    assert_int_equal(find_by(good), WEND_OK);
    wend_path_result before = result;
    assert_int_equal(wend_path_find(NULL, workspace, &good, route, CELLS, &result), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_find(mover, NULL, &good, route, CELLS, &result), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_find(mover, workspace, NULL, route, CELLS, &result), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_find(mover, workspace, &good, NULL, 1, &result), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_find(mover, workspace, &good, route, CELLS, NULL), WEND_ERROR_ARGUMENT);
    static const uint32_t weights[] = {1, 255, 65536, UINT32_MAX};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(find_by((wend_path_desc){.to = {4, 4}, .weight = weights[i]}), WEND_ERROR_ARGUMENT);
    }
    static const int heuristics[] = {WEND_HEURISTIC_MANHATTAN, WEND_HEURISTIC_HEX_STEPS, WEND_HEURISTIC_ZERO + 1, -1};
    for (int i = 0; i < 4; i++) {
        wend_path_desc desc = {.to = {4, 4}, .heuristic = (wend_heuristic)heuristics[i]};
        assert_int_equal(find_by(desc), WEND_ERROR_ARGUMENT);
    }
    wend_workspace *small;
    assert_int_equal(wend_workspace_create(24, NULL, &small), WEND_OK);
    assert_int_equal(wend_path_find(mover, small, &good, route, CELLS, &result), WEND_ERROR_CAPACITY);
    wend_workspace_destroy(small);
    assert_memory_equal(&before, &result, sizeof before);
    uint8_t marks[25];
    wend_rect all = {0, 0, 5, 5};
    assert_int_equal(wend_path_read_explored(workspace, mover, all, marks, 5), WEND_OK);
    assert_int_equal(marks[24], 2);
    assert_int_equal(wend_path_find(mover, workspace, &good, NULL, 0, &result), WEND_TRUNCATED);
    assert_int_equal(result.count, 5);
}

/* A pocket that opens away from the goal: the search goes to its bottom first. */
static void out_of_budget_leads_to_the_nearest_seen(void **state) {
    (void)state;
    static const char *const rows[] = {".......", ".####..", "....#..", ".####..", "......."};
    world_draw(&drawn, WEND_SQUARE, rows, 5);
    drawn.mover.neighbours = 4;
    make();
    wend_path_desc desc = {.from = {0, 2}, .to = {6, 2}, .max_expansions = 1};
    assert_int_equal(find_by(desc), WEND_PARTIAL);
    assert_route("0,2 ");
    assert_int_equal(result.cost, 0);
    desc.max_expansions = 4;
    assert_int_equal(find_by(desc), WEND_PARTIAL);
    assert_route("0,2 1,2 2,2 3,2 ");
    assert_int_equal(result.cost, 3 * ONE);
    assert_int_equal(result.expanded, 4);
    desc.max_expansions = 6;
    assert_int_equal(find_by(desc), WEND_PARTIAL);
    assert_route("0,2 1,2 2,2 3,2 ");
    assert_int_equal(wend_path_find(mover, workspace, &desc, route, 2, &result), WEND_PARTIAL);
    assert_int_equal(result.count, 4);
    desc.heuristic = WEND_HEURISTIC_ZERO; /* seems nearest by the default estimate all the same */
    assert_int_equal(find_by(desc), WEND_PARTIAL);
    assert_int_equal(route[result.count - 1].y, 2);
    assert_int_equal(route[result.count - 1].x, 2);
    desc.max_expansions = 1000;
    assert_int_equal(find_by(desc), WEND_OK);
    uint64_t enough = result.expanded;
    desc.max_expansions = enough;
    assert_int_equal(find_by(desc), WEND_OK);
    desc.max_expansions = enough - 1;
    assert_int_equal(find_by(desc), WEND_PARTIAL);
    assert_int_equal(result.expanded, enough - 1);
}

static void equals_are_taken_by_greater_cost_then_index(void **state) {
    (void)state;
    world_start(&drawn, 5, 5, WEND_SQUARE);
    drawn.mover.neighbours = 4;
    make();
    /* Every cell lies on a cheapest way, so all keys are equal: always the farthest, then the lowest index. */
    assert_int_equal(find(0, 0, 4, 4), WEND_OK);
    assert_route("0,0 1,0 2,0 3,0 4,0 4,1 4,2 4,3 4,4 ");
    assert_int_equal(result.expanded, 8);
    assert_int_equal(find(4, 4, 0, 0), WEND_OK);
    assert_route("4,4 4,3 4,2 4,1 4,0 3,0 2,0 1,0 0,0 ");
}

static void weights_save_work_within_their_bound(void **state) {
    (void)state;
    test_random random = test_random_of(3);
    world_start(&drawn, 60, 60, WEND_SQUARE);
    for (int i = 1; i < 3599; i++) drawn.terrain[i] = test_random_chance(&random, 25) ? 255 : 0;
    make();
    assert_int_equal(find(0, 0, 59, 59), WEND_OK);
    wend_path_result exact = result;
    wend_path_desc desc = {.to = {59, 59}, .weight = 512};
    assert_int_equal(find_by(desc), WEND_OK);
    assert_true(result.cost >= exact.cost && result.cost <= 2 * exact.cost);
    assert_true(result.expanded < exact.expanded / 2);
}

static void costs_saturate(void **state) {
    (void)state;
    static const char *const rows[] = {"..#.."};
    for (uint32_t cost = UINT32_MAX - 2; cost != 0; cost++) {
        world_draw(&drawn, WEND_SQUARE, rows, 1);
        drawn.links[0] = (wend_link){{1, 0}, {3, 0}, cost, 0};
        drawn.link_count = 1;
        make();
        assert_int_equal(find(1, 0, 3, 0), cost == UINT32_MAX - 2 ? WEND_OK : WEND_SATURATED);
        assert_int_equal(result.cost, cost == UINT32_MAX - 2 ? UINT32_MAX - 2 : WEND_UNREACHABLE);
        assert_int_equal(result.count, cost == UINT32_MAX - 2 ? 2 : 0);
        assert_int_equal(find(0, 0, 4, 0), WEND_SATURATED);
        assert_int_equal(find(4, 0, 0, 0), WEND_CUT_OFF);
    }
    drawn.mover.unit_cost = 254;
    drawn.links[0].cost = UINT32_MAX / 254 - 1;
    make();
    assert_int_equal(find(1, 0, 3, 0), WEND_OK);
    drawn.links[0].cost = UINT32_MAX / 254 + 1;
    make();
    assert_int_equal(find(1, 0, 3, 0), WEND_SATURATED);
}

static void links_hold_the_estimate_down(void **state) {
    (void)state;
    world_start(&drawn, 60, 5, WEND_SQUARE);
    drawn.links[0] = (wend_link){{0, 4}, {59, 4}, 1, 2};
    drawn.link_count = 1;
    make();
    assert_int_equal(find(3, 0, 59, 0), WEND_OK); /* not for this class of unit */
    assert_int_equal(result.cost, 56 * ONE);
    drawn.mover.class_bits = 2;
    make();
    assert_int_equal(find(3, 0, 59, 0), WEND_OK);
    assert_int_equal(result.cost, 3 * 198 + ONE + 1 + 4 * ONE);
    assert_int_equal(find(59, 0, 3, 0), WEND_OK);
    assert_int_equal(result.cost, 56 * ONE);
}

static void marks_are_those_of_the_last_search(void **state) {
    (void)state;
    static uint8_t marks[CELLS];
    world_start(&drawn, 20, 3, WEND_SQUARE);
    make();
    wend_rect all = {0, 0, 20, 3};
    assert_int_equal(wend_path_read_explored(workspace, mover, all, marks, 20), WEND_ERROR_ARGUMENT);
    assert_int_equal(find(0, 1, 19, 1), WEND_OK);
    assert_int_equal(find(2, 1, 5, 1), WEND_OK);
    assert_int_equal(wend_path_read_explored(workspace, mover, all, marks, 20), WEND_OK);
    static const char *const expected[] = {"01111100000000000000", "01222200000000000000", "01111100000000000000"};
    for (int32_t y = 0; y < 3; y++) {
        for (int32_t x = 0; x < 20; x++) assert_int_equal(marks[y * 20 + x], expected[y][x] - '0');
    }
    memset(marks, 9, sizeof marks);
    wend_rect part = {4, 1, 2, 2};
    assert_int_equal(wend_path_read_explored(workspace, mover, part, marks, 3), WEND_OK);
    static const uint8_t of_part[] = {2, 2, 9, 1, 1, 9};
    assert_memory_equal(marks, of_part, sizeof of_part);
    assert_int_equal(wend_path_read_explored(workspace, mover, part, marks, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_read_explored(NULL, mover, part, marks, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_read_explored(workspace, NULL, part, marks, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_read_explored(workspace, mover, part, NULL, 2), WEND_ERROR_ARGUMENT);
    static const wend_rect outside[] = {{19, 0, 2, 1}, {0, 2, 1, 2}, {-1, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 1, INT32_MAX}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(wend_path_read_explored(workspace, mover, outside[i], marks, CELLS), WEND_ERROR_OUTSIDE);
    }
    assert_int_equal(find(0, 0, 20, 0), WEND_OFF_MAP); /* looks at nothing */
    assert_int_equal(wend_path_read_explored(workspace, mover, part, marks, 2), WEND_OK);
    assert_int_equal(marks[0], 0);
}

static void marks_belong_to_one_map(void **state) {
    (void)state;
    uint8_t marks[25];
    wend_rect all = {0, 0, 5, 5};
    world_start(&drawn, 5, 5, WEND_SQUARE);
    make();
    wend_map *other_map = subject_map(&drawn, NULL);
    wend_mover *other = subject_mover(&drawn, other_map);
    assert_int_equal(find(0, 0, 4, 4), WEND_OK);
    assert_int_equal(wend_path_read_explored(workspace, other, all, marks, 5), WEND_ERROR_ARGUMENT);
    wend_mover_destroy(other);
    wend_map_destroy(other_map);
}

/* Building a field in the same workspace takes the words; searches before and after know nothing of it. */
static void fields_and_searches_share_a_workspace(void **state) {
    (void)state;
    uint8_t marks[25];
    wend_rect all = {0, 0, 5, 5};
    world_start(&drawn, 5, 5, WEND_SQUARE);
    drawn.goals[0] = (wend_goal){.x = 2, .y = 2};
    drawn.goal_count = 1;
    make();
    wend_field *field = subject_field(&drawn, mover);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(find(0, 0, 4, 4), WEND_OK);
        assert_int_equal(result.cost, 4 * 198);
        assert_int_equal(result.generated, 19);
        assert_int_equal(wend_field_build(field, workspace, NULL), WEND_OK);
        assert_int_equal(wend_field_value(field, 4, 4), 2 * 198);
        assert_int_equal(wend_path_read_explored(workspace, mover, all, marks, 5), WEND_ERROR_ARGUMENT);
    }
    wend_field_destroy(field);
}

/* When the numbers of searches run out, the marks are cleared and the count begins again. */
static void searches_can_be_numbered_for_ever(void **state) {
    (void)state;
    world_start(&drawn, 5, 5, WEND_SQUARE);
    make();
    assert_int_equal(find(0, 0, 4, 4), WEND_OK);
    uint64_t generated = result.generated;
    workspace->search_generation = UINT32_MAX / 2 - 2;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(find(0, 0, 4, 4), WEND_OK);
        assert_int_equal(result.cost, 4 * 198);
        assert_int_equal(result.generated, generated);
    }
    assert_int_equal(workspace->search_generation, 4);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(founding_map),
        TEST(octile_is_exact_in_the_open),
        TEST(every_lattice_goes_straight_in_the_open),
        TEST(routes_take_the_road),
        TEST(mountains_and_swamps_are_walked_round),
        TEST(a_goal_is_reached_when_taken_not_when_seen),
        TEST(all_ways_of_searching_agree),
        TEST(hopeless_requests_cost_nothing),
        TEST(one_way_steps_lead_one_way),
        TEST(corners_are_cut_as_the_rule_says),
        TEST(every_pair_of_places_has_its_status),
        TEST(thin_maps),
        TEST(bad_requests_change_nothing),
        TEST(out_of_budget_leads_to_the_nearest_seen),
        TEST(equals_are_taken_by_greater_cost_then_index),
        TEST(weights_save_work_within_their_bound),
        TEST(costs_saturate),
        TEST(links_hold_the_estimate_down),
        TEST(marks_are_those_of_the_last_search),
        TEST(marks_belong_to_one_map),
        TEST(fields_and_searches_share_a_workspace),
        TEST(searches_can_be_numbered_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
