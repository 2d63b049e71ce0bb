/* SPDX-License-Identifier: MIT
 * Reported: costs that break searches, weights below 1, searches that stop too early, maps one cell thick. */
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

static uint32_t cost_by_search(const subject *s, wend_cell from, wend_cell to) {
    wend_path_desc desc = {.from = from, .to = to};
    wend_path_result result;
    wend_path_find(s->mover, s->workspace, &desc, NULL, 0, &result);
    return result.cost;
}

/* Costs of 0 and below gave silently wrong answers: refused when set, naming the terrain. */
static void test_no_cost_of_zero(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..."));
    wend_map *map = subject_map(w, NULL);
    uint8_t costs[256];
    memset(costs, 1, sizeof costs);
    costs[200] = 0;
    int32_t bad = 0;
    wend_mover_desc desc = {.costs = costs};
    assert_int_equal(wend_mover_check(map, &desc, &bad), WEND_ERROR_ARGUMENT);
    assert_int_equal(bad, 200);
    wend_link free_ride = {{0, 0}, {2, 0}, 0, 0};
    assert_int_equal(wend_map_add_links(map, &free_ride, 1), WEND_ERROR_ARGUMENT);
    wend_map_destroy(map);
    free(w);
}

/* Roads of 0.5 beside plain 1 made A* miss the best way: on random maps with cheap ground it never does. */
static void test_cheap_ground(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    test_random random = test_random_of(48);
    for (int i = 0; i < 60; i++) {
        world_start(w, 25, 20, i & 1 ? WEND_HEX : WEND_SQUARE);
        w->has_costs = true;
        for (int t = 0; t < 256; t++) w->costs[t] = t == 1 ? 5 : 10;
        w->costs[255] = 255;
        w->mover.unit_cost = 10;
        w->mover.step_rule = (wend_step_rule)(i / 2 % 2);
        for (size_t cell = 0; cell < world_count(w); cell++) {
            w->terrain[cell] = test_random_chance(&random, 15) ? 255 : test_random_chance(&random, 30);
        }
        w->goals[w->goal_count++] = (wend_goal){.x = 12, .y = 10};
        w->terrain[world_index(w, 12, 10)] = 0;
        subject s = built(w);
        for (int j = 0; j < 20; j++) {
            wend_cell from = random_cell(w, &random);
            if (wend_mover_place(s.mover, from.x, from.y) != WEND_OK) continue;
            uint32_t value = wend_field_value(s.field, from.x, from.y);
            assert_int_equal(cost_by_search(&s, from, (wend_cell){12, 10}), value);
        }
        subject_free(&s);
    }
    free(w);
}

/* The search stopped when it first saw the goal: a dear neighbour instead of two cheap steps. */
static void test_the_goal_is_settled_not_seen(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...", ".#.", "..."));
    /* A dear link straight there, and a cheap one by way of another cell. */
    w->links[w->link_count++] = (wend_link){{0, 0}, {2, 2}, 1000, 0};
    w->links[w->link_count++] = (wend_link){{0, 0}, {2, 1}, 100, 0};
    w->goals[w->goal_count++] = (wend_goal){.x = 2, .y = 2};
    subject s = built(w);
    assert_int_equal(wend_field_value(s.field, 0, 0), 100 + 140);
    assert_int_equal(cost_by_search(&s, (wend_cell){0, 0}, (wend_cell){2, 2}), 100 + 140);
    wend_cell target = {0, 0};
    wend_build_options options = {.targets = &target, .target_count = 1};
    assert_int_equal(wend_field_build(s.field, s.workspace, &options), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 0, 0), 100 + 140);
    subject_free(&s);
    free(w);
}

/* Crashed on maps one cell thick: every one up to 9 long, both ways. */
static void test_one_cell_thick(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    for (int32_t length = 1; length < 10; length++) {
        for (int variant = 0; variant < 4; variant++) {
            bool tall = variant & 1;
            world_start(w, tall ? 1 : length, tall ? length : 1, variant & 2 ? WEND_HEX : WEND_SQUARE);
            w->goals[w->goal_count++] = (wend_goal){.x = w->width - 1, .y = w->height - 1};
            subject s = built(w);
            assert_int_equal(wend_field_value(s.field, 0, 0), 140 * (uint32_t)(length - 1));
            subject_free(&s);
        }
    }
    free(w);
}

/* Terrain of half the weight had no effect: all costs halved halve every distance, exactly. */
static void test_half_the_cost_is_half_the_distance(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 20, 20, WEND_SQUARE);
    test_random random = test_random_of(56);
    for (size_t cell = 0; cell < world_count(w); cell++) {
        w->terrain[cell] = test_random_chance(&random, 20) ? 255 : (uint8_t)test_random_below(&random, 8);
    }
    w->has_costs = true;
    w->costs[255] = 255;
    w->goals[w->goal_count++] = (wend_goal){.x = 10, .y = 10};
    w->terrain[world_index(w, 10, 10)] = 0;
    for (int t = 0; t < 255; t++) w->costs[t] = (uint8_t)(2 * (1 + t % 100));
    subject whole = built(w);
    for (int t = 0; t < 255; t++) w->costs[t] = (uint8_t)(1 + t % 100);
    subject half = built(w);
    for (int32_t i = 0; i < 400; i++) {
        uint32_t value = wend_field_value(whole.field, i % 20, i / 20),
                 less = wend_field_value(half.field, i % 20, i / 20);
        assert_true(value == WEND_UNREACHABLE ? less == WEND_UNREACHABLE : value == 2 * less);
        if (value == WEND_UNREACHABLE) continue; /* walls count as 255 whatever the ground costs */
        assert_int_equal(wend_field_directions(whole.field, i % 20, i / 20),
                         wend_field_directions(half.field, i % 20, i / 20));
    }
    subject_free(&whole);
    subject_free(&half);
    free(w);
}

/* Small types that overflow, and state left over after a field was used for something else. */
static void test_used_again(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 300, 3, WEND_SQUARE);
    memset(w->terrain, 254, world_count(w));
    w->goals[w->goal_count++] = (wend_goal){.x = 299, .y = 1};
    subject s = built(w);
    assert_int_equal(wend_field_value(s.field, 0, 1), 299u * 140 * 254);
    uint64_t hash = wend_field_hash(s.field);
    for (int i = 0; i < 3; i++) {
        set_goal(&s, i, 0, 0);
        assert_int_equal(build(&s), WEND_OK);
        assert_int_equal(wend_field_set_goals(s.field, NULL, 0, NULL), WEND_OK);
        assert_int_equal(build(&s), WEND_OK);
        assert_int_equal(wend_field_value(s.field, 299, 1), WEND_UNREACHABLE);
        set_goal(&s, 299, 1, 0);
        assert_int_equal(build(&s), WEND_OK);
        assert_true(wend_field_hash(s.field) == hash);
    }
    subject_free(&s);
    free(w);
}

/* Two characters of opposite tastes on one map: weights belong to the mover, not to the map. */
static void test_opposite_tastes(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("1111111", "0#####G", "2222222"));
    w->has_costs = true;
    memset(w->costs, 10, sizeof w->costs);
    w->costs[255] = 255;
    w->costs[2] = 30;
    wend_map *map = subject_map(w, NULL);
    for (int taste = 0; taste < 2; taste++) {
        w->costs[1] = taste ? 30 : 10;
        w->costs[2] = taste ? 10 : 30;
        subject s = {.mover = subject_mover(w, map)};
        s.field = subject_field(w, s.mover);
        assert_int_equal(wend_workspace_create(21, NULL, &s.workspace), WEND_OK);
        assert_int_equal(build(&s), WEND_OK);
        assert_int_equal(wend_field_direction(s.field, 0, 1), taste ? WEND_SOUTH : WEND_NORTH);
        subject_free(&s);
    }
    wend_map_destroy(map);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_cost_of_zero),
        cmocka_unit_test(test_cheap_ground),
        cmocka_unit_test(test_the_goal_is_settled_not_seen),
        cmocka_unit_test(test_one_cell_thick),
        cmocka_unit_test(test_half_the_cost_is_half_the_distance),
        cmocka_unit_test(test_used_again),
        cmocka_unit_test(test_opposite_tastes),
    };
    return cmocka_run_group_tests_name("reported: numbers", tests, NULL, NULL);
}
