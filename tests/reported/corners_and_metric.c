/* SPDX-License-Identifier: MIT
 * Reported: diagonal steps as cheap as straight ones, clipped corners, rules that users misread, neighbour rules that
 * differ between two parts of one program. */
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>

static wend_path_result find(const subject *s, wend_cell from, wend_cell to, wend_heuristic heuristic) {
    wend_path_desc desc = {.from = from, .to = to, .heuristic = heuristic};
    wend_path_result result;
    wend_path_find(s->mover, s->workspace, &desc, NULL, 0, &result);
    return result;
}

/* Units left a corridor at 45 degrees and came back, because diagonals cost the same as straight steps. */
static void test_straight_corridors_have_straight_arrows(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("............", "............", "...........G", "............", "............"));
    subject s = built(w);
    for (int32_t x = 0; x < 11; x++) assert_int_equal(wend_field_directions(s.field, x, 2), 1 << WEND_EAST);
    subject_free(&s);
    w->goals[0] = (wend_goal){.x = 5, .y = 4};
    s = built(w);
    for (int32_t y = 0; y < 4; y++) assert_int_equal(wend_field_directions(s.field, 5, y), 1 << WEND_SOUTH);
    subject_free(&s);
    free(w);
}

/* An octile estimate that was too large; 1x1 is 1.414, 4x2 is 2 * 1.414 + 2, and none is ever above the true cost. */
static void test_estimates_never_exceed_the_cost(void **state) {
    (void)state;
    world *w =
        drawn(WEND_SQUARE, ROWS("G.........", "..........", "..........", "..........", "..........", ".........."));
    subject s = built(w);
    assert_int_equal(wend_field_value(s.field, 1, 1), 198);
    assert_int_equal(wend_field_value(s.field, 4, 2), 2 * 198 + 2 * 140);
    for (int32_t y = 0; y < 6; y++) {
        for (int32_t x = 0; x < 10; x++) {
            uint32_t cost = wend_field_value(s.field, x, y);
            wend_path_result octile = find(&s, (wend_cell){x, y}, (wend_cell){0, 0}, WEND_HEURISTIC_OCTILE);
            assert_int_equal(octile.cost, cost);
            /* In the open the estimate is the cost: only cells of the route are expanded. */
            assert_true(octile.expanded <= octile.count);
            assert_int_equal(find(&s, (wend_cell){x, y}, (wend_cell){0, 0}, WEND_HEURISTIC_EUCLID).cost, cost);
            assert_int_equal(find(&s, (wend_cell){x, y}, (wend_cell){0, 0}, WEND_HEURISTIC_CHEBYSHEV).cost, cost);
        }
    }
    subject_free(&s);
    free(w);
}

/* A kink in the middle of a route without walls: however it is found, it costs what the open costs. */
static void test_no_kink_in_the_open(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 40, 30, WEND_SQUARE);
    w->goals[w->goal_count++] = (wend_goal){.x = 35, .y = 20};
    subject s = built(w);
    wend_cell cells[64];
    wend_path_desc desc = {.from = {3, 4}, .to = {35, 20}};
    wend_path_result result;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, 64, &result), WEND_OK);
    assert_int_equal(result.cost, 16 * 198 + 16 * 140);
    assert_int_equal(result.count, 33);
    for (size_t i = 1; i < result.count; i++) assert_true(cells[i].x > cells[i - 1].x && cells[i].y >= cells[i - 1].y);
    subject_free(&s);
    free(w);
}

/* A route that clips an L corner, and options that were misread: each rule with its picture. */
static void test_each_rule_as_its_picture_says(void **state) {
    (void)state;
    static const struct {
        const char *rows[3];
        uint32_t cost[3]; /* from (0, 2) to (2, 0): NEVER, IF_ONE_FREE, ALWAYS */
    } pictures[] = {
        {{"...", "...", "..."}, {396, 396, 396}},
        {{"#..", "#..", "..."}, {140 + 198 + 140, 396, 396}},
        {{".#.", "...", "..."}, {198 + 280, 396, 396}},
        {{"...", "#..", ".#."}, {WEND_UNREACHABLE, WEND_UNREACHABLE, 396}},
    };
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        for (int rule = 0; rule < 3; rule++) {
            world *w = drawn(WEND_SQUARE, pictures[i].rows, 3);
            w->goals[w->goal_count++] = (wend_goal){.x = 2, .y = 0};
            w->mover.corner_rule = (wend_corner_rule)rule;
            subject s = built(w);
            assert_int_equal(wend_field_value(s.field, 0, 2), pictures[i].cost[rule]);
            assert_int_equal(find(&s, (wend_cell){0, 2}, (wend_cell){2, 0}, WEND_HEURISTIC_DEFAULT).cost,
                             pictures[i].cost[rule]);
            subject_free(&s);
            free(w);
        }
    }
}

/* A chest that adjacency by 4 called unreachable while movement used 8: components, fields and searches agree. */
static void test_one_neighbour_rule_everywhere(void **state) {
    (void)state;
    for (uint32_t neighbours = 4; neighbours <= 8; neighbours += 4) {
        for (int rule = 0; rule < 3; rule++) {
            world *w = drawn(WEND_SQUARE, ROWS("..#.", "..#.", "##G#", "...."));
            w->mover.neighbours = neighbours;
            w->mover.corner_rule = (wend_corner_rule)rule;
            subject s = built(w);
            for (int32_t i = 0; i < 16; i++) {
                int32_t x = i % 4, y = i / 4;
                if (wend_mover_place(s.mover, x, y) != WEND_OK) continue;
                bool same = wend_mover_component(s.mover, x, y) == wend_mover_component(s.mover, 2, 2);
                assert_int_equal(wend_field_value(s.field, x, y) != WEND_UNREACHABLE, same);
                bool found = find(&s, (wend_cell){x, y}, (wend_cell){2, 2}, WEND_HEURISTIC_DEFAULT).count > 0;
                assert_int_equal(found, same);
            }
            subject_free(&s);
            free(w);
        }
    }
}

/* 8-neighbour ways are up to 8 % longer than the straight line, and never shorter: the bound that the README states. */
static void test_how_far_from_the_straight_line(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 101, 101, WEND_SQUARE);
    w->goals[w->goal_count++] = (wend_goal){.x = 50, .y = 50};
    subject s = built(w);
    double most = 0;
    for (int32_t y = 0; y < 101; y++) {
        for (int32_t x = 0; x < 101; x++) {
            double line = hypot(x - 50, y - 50);
            double way = (double)wend_field_distance(s.field, x, y);
            assert_true(way >= line * (1 - 1e-6));
            if (line > 0 && way / line > most) most = way / line;
        }
    }
    assert_true(most > 1.08 && most < 1.0825);
    subject_free(&s);
    free(w);
}

/* A changed cell changes its neighbours' steps too: a new wall takes the diagonals that brush it. */
static void test_an_edit_reaches_its_neighbours(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", "....", "....", "...."));
    subject s = made(w);
    assert_int_equal(wend_mover_exits(s.mover, 1, 1), 0xFF);
    assert_int_equal(wend_map_set(s.map, 2, 1, 255), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    uint8_t east = 1 << WEND_EAST | 1 << WEND_NORTH_EAST | 1 << WEND_SOUTH_EAST;
    assert_int_equal(wend_mover_exits(s.mover, 1, 1), 0xFF & ~east);
    assert_int_equal(wend_mover_exits(s.mover, 2, 0) >> WEND_SOUTH_WEST & 1, 0);
    assert_int_equal(wend_map_set(s.map, 2, 1, 0), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_exits(s.mover, 1, 1), 0xFF);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_corridors_have_straight_arrows),
        cmocka_unit_test(test_estimates_never_exceed_the_cost),
        cmocka_unit_test(test_no_kink_in_the_open),
        cmocka_unit_test(test_each_rule_as_its_picture_says),
        cmocka_unit_test(test_one_neighbour_rule_everywhere),
        cmocka_unit_test(test_how_far_from_the_straight_line),
        cmocka_unit_test(test_an_edit_reaches_its_neighbours),
    };
    return cmocka_run_group_tests_name("reported: corners and metric", tests, NULL, NULL);
}
