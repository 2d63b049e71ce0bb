/* SPDX-License-Identifier: MIT
 * The cases wend was founded on. */
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

/* A 5x5 map with five walls, 4 neighbours: from corner to corner in 8 steps. */
static void test_five_by_five(void **state) {
    (void)state;
    static const wend_cell walls[] = {{1, 1}, {2, 1}, {3, 1}, {3, 2}, {1, 3}};
    world *w = drawn(WEND_SQUARE, ROWS(".....", ".....", ".....", ".....", "....G"));
    for (int i = 0; i < 5; i++) w->terrain[world_index(w, walls[i].x, walls[i].y)] = 255;
    w->mover.neighbours = 4;
    subject s = built(w);
    assert_int_equal(wend_field_value(s.field, 0, 0), 8 * 140);
    assert_true(wend_field_distance(s.field, 0, 0) == 8.0f);
    wend_cell cells[9];
    size_t count = 0;
    assert_int_equal(wend_field_trace(s.field, 0, 0, cells, 9, &count), WEND_OK);
    assert_int_equal(count, 9);
    wend_path_desc desc = {.from = {0, 0}, .to = {4, 4}};
    wend_path_result result;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, 9, &result), WEND_OK);
    assert_int_equal(result.cost, 8 * 140);
    assert_int_equal(result.count, 9);
    subject_free(&s);
    free(w);
}

/* Terrain of the weighted maps: 0 grass 1.0, 1 road 0.6, 2 swamp 2.5, 3 mountain 3.0. */
static void pay_by_ground(world *w) {
    w->has_costs = true;
    memset(w->costs, 255, sizeof w->costs);
    const uint8_t costs[] = {10, 6, 25, 30};
    memcpy(w->costs, costs, sizeof costs);
    w->mover.unit_cost = 10;
}

static bool passes(const wend_cell *cells, size_t count, int32_t x, int32_t y) {
    for (size_t i = 0; i < count; i++) {
        if (cells[i].x == x && cells[i].y == y) return true;
    }
    return false;
}

/* The straight way is grass; a road two cells away is worth the detour, and both field and search take it. */
static void test_routes_take_the_road(void **state) {
    (void)state;
    for (int rule = 0; rule < 2; rule++) {
        world *w = drawn(WEND_SQUARE, ROWS("11111111111111111111", "10000000000000000001", "1000000000000000000G"));
        pay_by_ground(w);
        w->mover.step_rule = (wend_step_rule)rule;
        w->mover.neighbours = 4;
        subject s = built(w);
        wend_cell cells[64];
        size_t count = 0;
        wend_path_desc desc = {.from = {0, 2}, .to = {19, 2}};
        wend_path_result result;
        assert_int_equal(wend_field_trace(s.field, 0, 2, cells, 64, &count), WEND_OK);
        assert_true(passes(cells, count, 10, 0));
        assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, 64, &result), WEND_OK);
        assert_true(passes(cells, result.count, 10, 0));
        assert_int_equal(result.cost, wend_field_value(s.field, 0, 2));
        subject_free(&s);
        free(w);
    }
}

/* Round the swamp, and through the swamp rather than over the mountain where there is no way round. */
static void test_swamp_and_mountain(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".......", "..222..", "..222.G", "..222..", "......."));
    pay_by_ground(w);
    subject s = built(w);
    wend_cell cells[32];
    size_t count = 0;
    assert_int_equal(wend_field_trace(s.field, 0, 2, cells, 32, &count), WEND_OK);
    for (int32_t i = 0; i < 9; i++) assert_false(passes(cells, count, 2 + i % 3, 1 + i / 3));
    subject_free(&s);
    free(w);
    w = drawn(WEND_SQUARE, ROWS("..3..", "..3..", "..2.G", "..3.."));
    pay_by_ground(w);
    s = built(w);
    assert_int_equal(wend_field_trace(s.field, 0, 2, cells, 32, &count), WEND_OK);
    assert_true(passes(cells, count, 2, 2));
    subject_free(&s);
    free(w);
}

/* Between two walls that touch at a corner nobody squeezes through, unless the rule says that corners do not matter. */
static void test_no_squeezing(void **state) {
    (void)state;
    for (int rule = 0; rule < 3; rule++) {
        world *w = drawn(WEND_SQUARE, ROWS("..#..", "..#..", "##.##", "..#..", "..#.G"));
        w->goals[0] = (wend_goal){.x = 2, .y = 2};
        w->mover.corner_rule = (wend_corner_rule)rule;
        subject s = built(w);
        bool squeezes = rule == WEND_CORNER_ALWAYS;
        assert_int_equal(wend_field_value(s.field, 1, 1) != WEND_UNREACHABLE, squeezes);
        wend_path_desc desc = {.from = {1, 1}, .to = {2, 2}};
        wend_path_result result;
        wend_status status = wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result);
        assert_int_equal(status == WEND_CUT_OFF, !squeezes);
        subject_free(&s);
        free(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_five_by_five),
        cmocka_unit_test(test_routes_take_the_road),
        cmocka_unit_test(test_swamp_and_mountain),
        cmocka_unit_test(test_no_squeezing),
    };
    return cmocka_run_group_tests_name("founding", tests, NULL, NULL);
}
