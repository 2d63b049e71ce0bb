/* SPDX-License-Identifier: MIT
 * Reported: flee and safety maps that were empty, foreign or made units step back; ranges with costs, many starts and
 * many goals, and ways round danger. */
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

#define ONE 140u
#define CELLS 128

static wend_field *field_with_seeds(const subject *s) {
    wend_field *field;
    assert_int_equal(wend_field_create(s->mover, &(wend_field_desc){.seeds = 1}, &field), WEND_OK);
    return field;
}

static wend_rect whole(const world *w) {
    return (wend_rect){0, 0, w->width, w->height};
}

/* A flee map that was empty until something was updated first, and left maps that have no border of walls: one call
 * makes it, says what it was made from, and no arrow leads off the map. */
static void test_a_flee_map_from_the_start_on(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = drawn((wend_lattice)lattice, ROWS("....", ".G..", "....", "...."));
        subject s = made(w);
        wend_field *flee = field_with_seeds(&s);
        uint32_t seeds[16];
        assert_int_equal(wend_field_place(flee, 0, 0), WEND_PENDING);
        assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 0, 0, seeds, 0), WEND_PENDING);
        assert_int_equal(wend_field_place(flee, 0, 0), WEND_AT_GOAL); /* nothing to flee from yet */
        set_goal(&s, 1, 1, 0);
        assert_int_equal(build(&s), WEND_OK);
        assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 0, 0, seeds, 0), WEND_OK);
        for (int32_t i = 0; i < 16; i++) {
            wend_cell next;
            wend_status status = wend_field_next(flee, i % 4, i / 4, &next);
            assert_true(status == WEND_OK || status == WEND_AT_GOAL);
            assert_true(world_has(w, next.x, next.y));
        }
        wend_field_destroy(flee);
        subject_free(&s);
        free(w);
    }
}

/* Thieves leapt into lava, led by the safety map of another floor: it is refused, and an old one of this floor is told
 * from a new one. */
static void test_the_safety_map_of_another_floor(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G....", "....."));
    subject here = built(w), above = built(w);
    wend_field *flee = field_with_seeds(&here);
    uint32_t seeds[10];
    assert_int_equal(wend_flee_build(flee, here.workspace, above.field, 0, 0, seeds, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_status(flee), WEND_PENDING);
    assert_int_equal(wend_flee_build(flee, here.workspace, here.field, 0, 0, seeds, 0), WEND_OK);
    assert_int_equal(wend_map_set(here.map, 4, 0, 255), WEND_OK); /* lava */
    assert_int_equal(wend_mover_update(here.mover), WEND_OK);
    assert_int_equal(wend_field_status(flee), WEND_STALE);
    assert_int_equal(wend_flee_build(flee, here.workspace, here.field, 0, 0, seeds, 0), WEND_STALE);
    assert_int_equal(wend_field_build(here.field, here.workspace, NULL), WEND_OK);
    assert_int_equal(wend_flee_build(flee, here.workspace, here.field, 0, 0, seeds, 0), WEND_OK);
    wend_cell route[10];
    size_t count;
    assert_int_equal(wend_field_trace(flee, 1, 0, route, 10, &count), WEND_OK);
    assert_cell_equal(route[count - 1], 4, 1);
    wend_field_destroy(flee);
    subject_free(&here);
    subject_free(&above);
    free(w);
}

/* A fleeing creep stepped back to a cell that was near enough: the flee map has a stop of its own. As long as the threat
 * stays, every step lowers the flee value, and who has stopped stays, however often the map is made. */
static void test_no_step_back(void **state) {
    (void)state;
    world *w =
        drawn(WEND_SQUARE, ROWS("..........", ".####.###.", ".#......#.", ".#.G....#.", ".########.", ".........."));
    subject s = made(w);
    wend_field *flee = field_with_seeds(&s);
    uint32_t seeds[60];
    set_goal(&s, 3, 3, 0);
    for (uint32_t range = 2; range < 16; range++) {
        wend_build_options near = {.max_distance = range * ONE};
        wend_cell at = {4, 3}, next;
        uint32_t last = WEND_UNREACHABLE;
        wend_status status = WEND_OK;
        for (int step = 0; step < 60 && status == WEND_OK; step++, at = next) {
            assert_int_equal(wend_field_build(s.field, s.workspace, &near), WEND_OK);
            assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 400, 0, seeds, 0), WEND_OK);
            assert_true(wend_field_value(flee, at.x, at.y) < last);
            last = wend_field_value(flee, at.x, at.y);
            status = wend_field_next(flee, at.x, at.y, &next);
        }
        assert_int_equal(status, WEND_AT_GOAL);
        assert_cell_equal(next, at.x, at.y);
    }
    wend_field_destroy(flee);
    subject_free(&s);
    free(w);
}

/* One goal only: no auto-explore, no safety map. Here many threats, many exits and many places to explore. */
static void test_many_goals(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G.......G", ".........", "G.......G"));
    w->mover.neighbours = 4;
    subject s = built(w);
    assert_int_equal(wend_field_direction(s.field, 1, 0), WEND_WEST);
    assert_int_equal(wend_field_direction(s.field, 7, 2), WEND_EAST);
    wend_field *flee = field_with_seeds(&s);
    uint32_t seeds[27];
    assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 0, 0, seeds, 0), WEND_OK);
    assert_int_equal(wend_field_place(flee, 4, 1), WEND_AT_GOAL); /* as far from all four as can be */
    wend_goal exits[2] = {{.x = 4, .y = 0}, {.x = 4, .y = 2}};
    assert_int_equal(wend_field_set_goals(flee, exits, 2, NULL), WEND_OK);
    assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 0, 2 * ONE, seeds, 0), WEND_OK);
    assert_int_equal(wend_field_directions(flee, 4, 1), 1 << WEND_NORTH | 1 << WEND_SOUTH);
    wend_field_destroy(flee);
    subject_free(&s);
    free(w);
}

static uint32_t range_cost(const subject *s, wend_cell from, wend_cell to, wend_heading heading) {
    uint32_t value;
    wend_range_source source = {from, WEND_UNREACHABLE};
    wend_range_out out = {.values = &value, .values_stride = 1, .values_rect = {to.x, to.y, 1, 1}};
    size_t count;
    assert_int_equal(wend_range_find(s->mover, s->workspace, &source, heading, &out, &count), WEND_OK);
    return value;
}

/* Costs that depend on where a step comes from: from a to b is not from b to a. */
static void test_from_and_to(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("0.9"));
    w->mover.step_rule = WEND_STEP_ENTER;
    world_set_edge(w, 0, 0, WEND_EAST, WEND_EDGE_OUT_ONLY);
    subject s = made(w);
    wend_cell left = {0, 0}, middle = {1, 0}, right = {2, 0};
    assert_int_equal(range_cost(&s, left, right, WEND_OUTWARDS), 10 * ONE);
    assert_int_equal(range_cost(&s, right, middle, WEND_OUTWARDS), ONE);
    assert_int_equal(range_cost(&s, right, left, WEND_OUTWARDS), WEND_UNREACHABLE);
    assert_int_equal(range_cost(&s, right, left, WEND_INWARDS), 10 * ONE);
    /* The same as a field to the right cell says of the left one. */
    set_goal(&s, 2, 0, 0);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 0, 0), 10 * ONE);
    subject_free(&s);
    free(w);
}

/* Movement range with costs, asked of grid after grid: the cells, what each costs, and the way to it. */
static void test_movement_range(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = drawn((wend_lattice)lattice, ROWS("..2..", ".22..", "..#..", "..3..", "....."));
        w->mover.step_rule = WEND_STEP_ENTER;
        if (lattice == WEND_SQUARE) w->mover.neighbours = 4;
        subject s = made(w);
        wend_range_cell list[25];
        wend_range_source source = {{1, 2}, 5 * ONE};
        wend_range_out out = {.cells = list, .capacity = 25};
        size_t count, length;
        assert_int_equal(wend_range_find(s.mover, s.workspace, &source, WEND_OUTWARDS, &out, &count), WEND_OK);
        assert_true(count > 12 && count < 25);
        for (size_t i = 0; i < count; i++) {
            wend_cell route[25];
            assert_int_equal(wend_range_trace(list, count, i, route, 25, &length), WEND_OK);
            assert_cell_equal(route[0], 1, 2);
            uint32_t cost = 0;
            for (size_t j = 1; j < length; j++) cost += ONE * wend_mover_cost(s.mover, route[j].x, route[j].y);
            assert_int_equal(cost, list[i].cost);
            assert_true(cost <= 5 * ONE);
        }
        subject_free(&s);
        free(w);
    }
}

/* Two characters of opposite tastes on one map: each has a range of its own, and one flees what the other can reach. */
static void test_two_tastes(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("111111", "#####.", "222222"));
    w->has_costs = true;
    memset(w->costs, 1, sizeof w->costs);
    w->costs[255] = WEND_BLOCKED;
    w->costs[2] = 4;
    subject walker = made(w);
    w->costs[1] = 4;
    w->costs[2] = 1;
    subject swimmer = {.mover = subject_mover(w, walker.map), .workspace = walker.workspace};
    wend_cell corner = {5, 1}, high = {0, 0}, low = {0, 2};
    uint32_t on_foot = range_cost(&walker, corner, high, WEND_OUTWARDS);
    assert_true(on_foot < range_cost(&walker, corner, low, WEND_OUTWARDS));
    assert_int_equal(range_cost(&swimmer, corner, low, WEND_OUTWARDS), on_foot);
    assert_true(range_cost(&swimmer, corner, high, WEND_OUTWARDS) > on_foot);
    /* The swimmer's distances, the walker's feet. */
    uint32_t seeds[18];
    wend_field *flee = field_with_seeds(&walker);
    swimmer.field = subject_field(w, swimmer.mover);
    set_goal(&swimmer, 5, 1, 0);
    assert_int_equal(wend_field_build(swimmer.field, walker.workspace, NULL), WEND_OK);
    assert_int_equal(wend_flee_build(flee, walker.workspace, swimmer.field, 0, 0, seeds, 0), WEND_OK);
    assert_int_equal(wend_field_direction(flee, 5, 1), WEND_NORTH);
    assert_int_equal(wend_field_place(flee, 0, 0), WEND_AT_GOAL);
    wend_field_destroy(flee);
    wend_field_destroy(swimmer.field);
    wend_mover_destroy(swimmer.mover);
    subject_free(&walker);
    free(w);
}

/* Many starts and many goals in one search, the paths out of it, and who goes where when goals have room for one. */
static void test_many_starts(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G.....G", ".......", "......."));
    subject s = built(w);
    wend_cell starts[] = {{1, 0}, {2, 0}, {3, 2}};
    wend_goal goals[] = {{.x = 0, .y = 0}, {.x = 6, .y = 0}};
    uint32_t rooms[] = {1, 2}, goals_of[3], distances[3], numbers[21];
    wend_allocation_desc desc = {.goals = goals, .rooms = rooms, .goal_count = 2, .agents = starts, .agent_count = 3};
    assert_int_equal(wend_allocate_agents(s.mover, s.workspace, &desc, goals_of, distances), WEND_OK);
    assert_int_equal(goals_of[0], 0);
    assert_int_equal(goals_of[1], 1);
    assert_int_equal(goals_of[2], 1);
    wend_allocation_out out = {.rect = whole(w), .sources = numbers, .sources_stride = 7};
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, goals, 2, WEND_INWARDS, 0, &out, NULL), WEND_OK);
    for (int i = 0; i < 21; i++) {
        wend_cell route[CELLS];
        size_t count;
        assert_int_equal(wend_field_trace(s.field, i % 7, i / 7, route, CELLS, &count), WEND_OK);
        if (i % 7 != 3) assert_int_equal(route[count - 1].x, goals[numbers[i]].x);
    }
    subject_free(&s);
    free(w);
}

/* Ways avoid danger: a layer of threats in what a mover pays, and taken out again. */
static void test_danger_is_a_layer(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".......", ".......", ".......", "......."));
    subject s = made(w);
    wend_range_source towers[] = {{{3, 1}, ONE}, {{3, 0}, ONE}};
    uint16_t counts[28] = {0};
    set_goal(&s, 6, 1, 0);
    assert_int_equal(build(&s), WEND_OK);
    uint32_t straight = wend_field_value(s.field, 0, 1);
    assert_int_equal(wend_threat_add(s.mover, s.workspace, towers, 2, WEND_OUTWARDS, whole(w), counts, 7, NULL),
                     WEND_OK);
    assert_int_equal(wend_overlay_write_counts(s.mover, whole(w), counts, 7, 50), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    wend_cell cells[28];
    size_t count;
    assert_int_equal(wend_field_trace(s.field, 0, 1, cells, 28, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) assert_int_equal(counts[cells[i].y * 7 + cells[i].x], 0);
    wend_path_desc route = {.from = {0, 1}, .to = {6, 1}};
    wend_path_result result;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &route, cells, 28, &result), WEND_OK);
    assert_int_equal(result.cost, wend_field_value(s.field, 0, 1));
    assert_int_equal(wend_mover_fill_overlay(s.mover, whole(w), 0), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 0, 1), straight);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_flee_map_from_the_start_on),
        cmocka_unit_test(test_the_safety_map_of_another_floor),
        cmocka_unit_test(test_no_step_back),
        cmocka_unit_test(test_many_goals),
        cmocka_unit_test(test_from_and_to),
        cmocka_unit_test(test_movement_range),
        cmocka_unit_test(test_two_tastes),
        cmocka_unit_test(test_many_starts),
        cmocka_unit_test(test_danger_is_a_layer),
    };
    return cmocka_run_group_tests_name("reported: tactics", tests, NULL, NULL);
}
