/* SPDX-License-Identifier: MIT
 * Reported: targets that cannot be reached, starts in walls, goals in walls. */
#include "support/unit.h"

#include <stdlib.h>

/* A click on a walled-in target, or on a wall itself, gave an empty route: the nearest reachable cell stands in. */
static void test_nearest_cell_that_can_be_reached(void **state) {
    (void)state;
    world *w =
        drawn(WEND_SQUARE, ROWS("..........", "...#####..", "...#...#..", "...#...#..", "...#####..", ".........."));
    subject s = made(w);
    static const wend_cell clicks[] = {{5, 2}, {5, 1}, {3, 4}};
    for (int i = 0; i < 3; i++) {
        wend_goal goal = {.x = clicks[i].x, .y = clicks[i].y};
        wend_goal_options options = {WEND_GOAL_NEAREST_CONNECTED, 1, {0, 0}};
        bool is_wall = wend_mover_place(s.mover, goal.x, goal.y) == WEND_IN_WALL;
        assert_int_equal(wend_field_set_goals(s.field, &goal, 1, &options), WEND_OK);
        assert_int_equal(build(&s), WEND_OK);
        /* A goal that can be used stays; then the start is told that it is cut off. */
        assert_int_equal(wend_field_place(s.field, 0, 0), is_wall ? WEND_OK : WEND_CUT_OFF);
    }
    subject_free(&s);
    free(w);
}

/* A goal ringed by units, a mob round its prey: nearest by distance, the lowest index where they tie. */
static void test_goal_ringed_by_units(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".......", "..###..", "..###..", "..###..", "......."));
    subject s = made(w);
    wend_goal prey = {.x = 3, .y = 2};
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST};
    wend_goal_result result;
    assert_int_equal(wend_field_set_goals(s.field, &prey, 1, &options), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_goal_result(s.field, 0, &result), WEND_OK);
    assert_int_equal(result.status, WEND_MOVED);
    assert_cell_equal(result.cell, 3, 0);
    /* Or all the places round it. */
    wend_goal ring = {.x = 2, .y = 1, .width = 3, .height = 3};
    options.policy = WEND_GOAL_AROUND;
    assert_int_equal(wend_field_set_goals(s.field, &ring, 1, &options), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_goal_result(s.field, 0, &result), WEND_OK);
    assert_int_equal(result.cells, 16);
    subject_free(&s);
    free(w);
}

/* A robot drove near an occupied goal instead of giving up: the default refuses. */
static void test_occupied_goal_is_refused(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...", ".#.", "..."));
    subject s = made(w);
    set_goal(&s, 1, 1, 0);
    assert_int_equal(build(&s), WEND_PARTIAL);
    for (int32_t i = 0; i < 9; i++) {
        assert_int_equal(wend_field_place(s.field, i % 3, i / 3), i == 4 ? WEND_IN_WALL : WEND_CUT_OFF);
        assert_int_equal(wend_field_directions(s.field, i % 3, i / 3), 0);
    }
    subject_free(&s);
    free(w);
}

/* Searches for what cannot be reached hung or froze the game: known before any search; and searches have a budget. */
static void test_unreachable_costs_nothing(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 200, 200, WEND_SQUARE);
    for (int32_t i = 0; i < 200; i++) w->terrain[world_index(w, 150, i)] = 255;
    subject s = made(w);
    wend_path_desc desc = {.from = {10, 10}, .to = {190, 190}};
    wend_path_result result;
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result), WEND_CUT_OFF);
        assert_true(result.expanded == 0);
    }
    desc = (wend_path_desc){.from = {10, 10}, .to = {140, 190}, .max_expansions = 20};
    wend_cell cells[64];
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, 64, &result), WEND_PARTIAL);
    assert_true(result.expanded <= 20 && result.count > 1);
    assert_cell_equal(cells[0], 10, 10);
    assert_true(cells[result.count - 1].x > 10 && cells[result.count - 1].y > 10);
    subject_free(&s);
    free(w);
}

/* A start on an illegal cell worked at short range and failed beyond: near or far, field and search say the same. */
static void test_start_in_a_wall_near_and_far(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 120, 5, WEND_SQUARE);
    w->goals[w->goal_count++] = (wend_goal){.x = 0, .y = 2};
    for (int32_t x = 3; x < 120; x += 6) w->terrain[world_index(w, x, 2)] = 255;
    subject s = built(w);
    for (int32_t x = 3; x < 120; x += 6) {
        size_t count = 0;
        assert_int_equal(wend_field_place(s.field, x, 2), WEND_IN_WALL);
        assert_int_not_equal(wend_field_directions(s.field, x, 2), 0);
        assert_int_equal(wend_field_trace(s.field, x, 2, NULL, 0, &count), WEND_TRUNCATED);
        assert_int_equal(count, x + 1);
        wend_path_desc desc = {.from = {x, 2}, .to = {0, 2}};
        wend_path_result result;
        assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result), WEND_TRUNCATED);
        assert_int_equal(result.count, x + 1);
        desc.escape_depth = WEND_NO_ESCAPE;
        assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result), WEND_IN_WALL);
        assert_int_equal(result.count, 0);
    }
    subject_free(&s);
    free(w);
}

/* Once the start was blocked all walls were ignored: out by the cheapest way, then the walls count again. */
static void test_out_of_the_wall_and_no_further(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("#####.....", ".....#####", "#####....G"));
    subject s = built(w);
    wend_cell cells[32];
    size_t count = 0;
    assert_int_equal(wend_field_trace(s.field, 7, 1, cells, 32, &count), WEND_OK);
    assert_int_equal(wend_mover_place(s.mover, cells[1].x, cells[1].y), WEND_OK);
    for (size_t i = 1; i < count; i++) assert_int_equal(wend_mover_place(s.mover, cells[i].x, cells[i].y), WEND_OK);
    /* The pocket at (0, 1) opens to nothing that reaches the goal. */
    assert_int_equal(wend_field_place(s.field, 0, 1), WEND_CUT_OFF);
    assert_int_equal(wend_field_directions(s.field, 0, 1), 0);
    subject_free(&s);
    free(w);
}

/* A thousand units at a spawn whose exit was walled: the spawn says so. And what a breach would cost, by a second mover
 * that pays for walls on the same map. */
static void test_walled_spawn_and_breach(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....9..", "....9.G", "....9.."));
    w->has_costs = true;
    for (int t = 0; t < 256; t++) w->costs[t] = t == 9 ? WEND_BLOCKED : 1;
    subject s = built(w);
    assert_int_equal(wend_field_place(s.field, 0, 1), WEND_CUT_OFF);
    w->costs[9] = 100;
    subject breach = built(w);
    wend_cell cells[8];
    size_t count = 0;
    assert_int_equal(wend_field_trace(breach.field, 0, 1, cells, 8, &count), WEND_OK);
    assert_int_equal(count, 7);
    assert_int_equal(wend_map_terrain(breach.map, cells[4].x, cells[4].y), 9);
    /* One cost model: the field's value is the search's cost. */
    wend_path_desc desc = {.from = {0, 1}, .to = {6, 1}};
    wend_path_result result;
    wend_path_find(breach.mover, breach.workspace, &desc, NULL, 0, &result);
    assert_int_equal(result.cost, wend_field_value(breach.field, 0, 1));
    subject_free(&s);
    subject_free(&breach);
    free(w);
}

/* A goal dropped out of its own route because it was dear: whatever can be paid can be walked. */
static void test_dear_is_not_blocked(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = drawn((wend_lattice)lattice, ROWS("...", "...", "..G"));
        w->terrain[8] = 254;
        subject s = built(w);
        wend_cell cells[8];
        size_t count = 0;
        assert_int_equal(wend_field_trace(s.field, 0, 0, cells, 8, &count), WEND_OK);
        assert_cell_equal(cells[count - 1], 2, 2);
        assert_int_equal(wend_mover_place(s.mover, 2, 2), WEND_OK);
        subject_free(&s);
        free(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest_cell_that_can_be_reached), cmocka_unit_test(test_goal_ringed_by_units),
        cmocka_unit_test(test_occupied_goal_is_refused),         cmocka_unit_test(test_unreachable_costs_nothing),
        cmocka_unit_test(test_start_in_a_wall_near_and_far),     cmocka_unit_test(test_out_of_the_wall_and_no_further),
        cmocka_unit_test(test_walled_spawn_and_breach),          cmocka_unit_test(test_dear_is_not_blocked),
    };
    return cmocka_run_group_tests_name("reported: unreachable", tests, NULL, NULL);
}
