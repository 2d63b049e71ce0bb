/* SPDX-License-Identifier: MIT
 * Goals: footprints, offsets, and what becomes of those that cannot be used. */
#include "support/unit.h"

#include <stdlib.h>

static wend_goal_result result_of(const subject *s, size_t index) {
    wend_goal_result result;
    assert_int_equal(wend_field_goal_result(s->field, index, &result), WEND_OK);
    return result;
}

static wend_goal_result one_goal(const subject *s, wend_goal goal, wend_goal_options options) {
    assert_int_equal(wend_field_set_goals(s->field, &goal, 1, &options), WEND_OK);
    wend_status status = build(s);
    wend_goal_result result = result_of(s, 0);
    assert_int_equal(status, result.cells ? WEND_OK : WEND_PARTIAL);
    return result;
}

static void test_refuse(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", ".##.", "...."));
    subject s = made(w);
    wend_goal_options options = {0};
    wend_goal_result result = one_goal(&s, (wend_goal){.x = 1, .y = 1}, options);
    assert_int_equal(result.status, WEND_GOAL_BLOCKED);
    assert_int_equal(result.cells, 0);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_CUT_OFF);
    static const wend_cell outside[] = {{-1, 0}, {4, 0}, {0, 3}, {-(1 << 20), 1 << 20}};
    for (size_t i = 0; i < 4; i++) {
        result = one_goal(&s, (wend_goal){.x = outside[i].x, .y = outside[i].y}, options);
        assert_int_equal(result.status, WEND_OFF_MAP);
        assert_int_equal(result.cells, 0);
    }
    result = one_goal(&s, (wend_goal){.x = 0, .y = 0}, options);
    assert_int_equal(result.status, WEND_OK);
    assert_int_equal(result.cells, 1);
    assert_cell_equal(result.cell, 0, 0);
    subject_free(&s);
    free(w);
}

/* Some usable, some not: PARTIAL, and the usable ones count. */
static void test_partial(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", ".##.", "...."));
    subject s = made(w);
    const wend_goal goals[] = {{.x = 1, .y = 1}, {.x = 3, .y = 2}, {.x = 9, .y = 9}};
    assert_int_equal(wend_field_set_goals(s.field, goals, 3, NULL), WEND_OK);
    assert_int_equal(build(&s), WEND_PARTIAL);
    assert_int_equal(result_of(&s, 0).status, WEND_GOAL_BLOCKED);
    assert_int_equal(result_of(&s, 1).status, WEND_OK);
    assert_int_equal(result_of(&s, 2).status, WEND_OFF_MAP);
    assert_int_equal(wend_field_place(s.field, 3, 2), WEND_AT_GOAL);
    assert_int_equal(wend_field_status(s.field), WEND_OK);
    subject_free(&s);
    free(w);
}

static void test_footprints(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", ".##.", "...."));
    subject s = made(w);
    wend_goal_options options = {0};
    wend_goal_result result = one_goal(&s, (wend_goal){.x = 0, .y = 0, .width = 3, .height = 2}, options);
    assert_int_equal(result.status, WEND_OK);
    assert_int_equal(result.cells, 4);
    assert_cell_equal(result.cell, 0, 0);
    result = one_goal(&s, (wend_goal){.x = 1, .y = 1, .width = 2, .height = 1}, options);
    assert_int_equal(result.status, WEND_GOAL_BLOCKED);
    /* Partly off the map is no fault. */
    result = one_goal(&s, (wend_goal){.x = -2, .y = -2, .width = 3, .height = 5}, options);
    assert_int_equal(result.status, WEND_OK);
    assert_int_equal(result.cells, 3);
    result = one_goal(&s, (wend_goal){.x = -5, .y = -5, .width = WEND_MAX_SIDE, .height = WEND_MAX_SIDE}, options);
    assert_int_equal(result.cells, 10);
    result = one_goal(&s, (wend_goal){.x = 1 << 20, .y = 1 << 20, .width = WEND_MAX_SIDE, .height = 1}, options);
    assert_int_equal(result.status, WEND_OFF_MAP);
    subject_free(&s);
    free(w);
}

/* Nearest: (squared distance, index). */
static void test_nearest(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".....", ".###.", ".###.", ".###.", "....."));
    subject s = made(w);
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST};
    wend_goal_result result = one_goal(&s, (wend_goal){.x = 2, .y = 2}, options);
    assert_int_equal(result.status, WEND_MOVED);
    assert_int_equal(result.cells, 1);
    assert_cell_equal(result.cell, 2, 0); /* four are as near: the lowest index */
    assert_int_equal(wend_field_place(s.field, 2, 0), WEND_AT_GOAL);
    result = one_goal(&s, (wend_goal){.x = 3, .y = 3}, options);
    assert_cell_equal(result.cell, 4, 3);
    result = one_goal(&s, (wend_goal){.x = 9, .y = 2, .offset = 5}, options);
    assert_int_equal(result.status, WEND_MOVED);
    assert_cell_equal(result.cell, 4, 2);
    assert_int_equal(wend_field_value(s.field, 4, 2), 5);
    result = one_goal(&s, (wend_goal){.x = -1000, .y = -(1 << 20)}, options);
    assert_cell_equal(result.cell, 0, 0);
    subject_free(&s);
    free(w);
    w = drawn(WEND_SQUARE, ROWS("##", "##"));
    s = made(w);
    assert_int_equal(one_goal(&s, (wend_goal){.x = 0, .y = 0}, options).status, WEND_GOAL_BLOCKED);
    assert_int_equal(one_goal(&s, (wend_goal){.x = 7, .y = 0}, options).status, WEND_OFF_MAP);
    subject_free(&s);
    free(w);
}

static void test_nearest_connected(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..#.#...", "..#.#...", "..###..."));
    subject s = made(w);
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST_CONNECTED};
    /* No reference: the largest component, though others are nearer. */
    wend_goal_result result = one_goal(&s, (wend_goal){.x = 2, .y = 0}, options);
    assert_int_equal(result.status, WEND_MOVED);
    assert_cell_equal(result.cell, 5, 0);
    options.has_reference = 1;
    options.reference = (wend_cell){0, 2};
    result = one_goal(&s, (wend_goal){.x = 2, .y = 1}, options);
    assert_cell_equal(result.cell, 1, 1);
    options.reference = (wend_cell){3, 0};
    result = one_goal(&s, (wend_goal){.x = 9, .y = 9}, options);
    assert_cell_equal(result.cell, 3, 1);
    /* A goal that can be used stays where it is. */
    result = one_goal(&s, (wend_goal){.x = 7, .y = 2}, options);
    assert_int_equal(result.status, WEND_OK);
    assert_cell_equal(result.cell, 7, 2);
    /* The reference stands in a wall. */
    options.reference = (wend_cell){2, 2};
    result = one_goal(&s, (wend_goal){.x = 2, .y = 1}, options);
    assert_int_equal(result.cells, 0);
    assert_int_equal(result.status, WEND_GOAL_BLOCKED);
    subject_free(&s);
    free(w);
}

static void test_around(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".....", ".##..", ".##..", ".....", "....."));
    subject s = made(w);
    wend_goal_options options = {.policy = WEND_GOAL_AROUND};
    wend_goal_result result = one_goal(&s, (wend_goal){.x = 1, .y = 1, .width = 2, .height = 2}, options);
    assert_int_equal(result.status, WEND_MOVED);
    assert_int_equal(result.cells, 12);
    assert_cell_equal(result.cell, 0, 0);
    subject_free(&s);
    w->mover.neighbours = 4; /* touching is what a step is */
    s = made(w);
    result = one_goal(&s, (wend_goal){.x = 1, .y = 1, .width = 2, .height = 2}, options);
    assert_int_equal(result.cells, 8);
    assert_cell_equal(result.cell, 1, 0);
    result = one_goal(&s, (wend_goal){.x = 1, .y = 1}, options);
    assert_int_equal(result.cells, 2);
    subject_free(&s);
    free(w);
    w = drawn(WEND_HEX, ROWS("....", ".#..", "...."));
    s = made(w);
    result = one_goal(&s, (wend_goal){.x = 1, .y = 1}, options);
    assert_int_equal(result.cells, 6);
    assert_cell_equal(result.cell, 1, 0);
    subject_free(&s);
    free(w);
    w = drawn(WEND_SQUARE, ROWS("###", "###", "##."));
    s = made(w);
    assert_int_equal(one_goal(&s, (wend_goal){.x = 0, .y = 0}, options).status, WEND_GOAL_BLOCKED);
    subject_free(&s);
    free(w);
}

/* Too narrow counts as blocked. */
static void test_narrow_goals(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".....", ".....", "....."));
    w->mover.radius = 200;
    subject s = made(w);
    wend_goal_options options = {0};
    assert_int_equal(one_goal(&s, (wend_goal){.x = 0, .y = 0}, options).status, WEND_GOAL_BLOCKED);
    options.policy = WEND_GOAL_NEAREST;
    wend_goal_result result = one_goal(&s, (wend_goal){.x = 0, .y = 0}, options);
    assert_cell_equal(result.cell, 1, 1);
    subject_free(&s);
    free(w);
}

static void test_offsets(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("......."));
    subject s = made(w);
    const wend_goal goals[] = {{.x = 0, .y = 0, .offset = 300}, {.x = 6, .y = 0}, {.x = 0, .y = 0, .offset = 500}};
    assert_int_equal(wend_field_set_goals(s.field, goals, 3, NULL), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    static const uint32_t values[] = {300, 440, 560, 420, 280, 140, 0};
    for (int32_t x = 0; x < 7; x++) assert_int_equal(wend_field_value(s.field, x, 0), values[x]);
    /* An offset that the walk to another goal beats: an ordinary cell. One that ties: a goal. */
    const wend_goal dear[] = {{.x = 0, .y = 0, .offset = 841}, {.x = 6, .y = 0}};
    assert_int_equal(wend_field_set_goals(s.field, dear, 2, NULL), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 0, 0), 840);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_OK);
    const wend_goal tied[] = {{.x = 0, .y = 0, .offset = 840}, {.x = 6, .y = 0}};
    assert_int_equal(wend_field_set_goals(s.field, tied, 2, NULL), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_AT_GOAL);
    assert_int_equal(wend_field_directions(s.field, 0, 0), 0);
    subject_free(&s);
    free(w);
}

/* The goals of a field are a copy, and take effect at the next build. */
static void test_when_they_count(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....."));
    subject s = made(w);
    wend_goal goal = {.x = 4, .y = 0};
    assert_int_equal(wend_field_set_goals(s.field, &goal, 1, NULL), WEND_OK);
    goal.x = 2;
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 4, 0), 0);
    assert_int_equal(wend_field_set_goals(s.field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 4, 0), 0);
    assert_int_equal(result_of(&s, 0).cell.x, 4);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 2, 0), 0);
    assert_int_equal(wend_field_value(s.field, 4, 0), 280);
    /* No goals: nothing is reached, and that is no error. */
    assert_int_equal(wend_field_set_goals(s.field, NULL, 0, NULL), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    for (int32_t x = 0; x < 5; x++) assert_int_equal(wend_field_place(s.field, x, 0), WEND_CUT_OFF);
    wend_goal_result result;
    assert_int_equal(wend_field_goal_result(s.field, 0, &result), WEND_ERROR_ARGUMENT);
    subject_free(&s);
    free(w);
}

static void test_refusals(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...."));
    subject s = made(w);
    set_goal(&s, 3, 0, 0);
    wend_goal goal = {.x = 1, .y = 0};
    const wend_goal bad[] = {
        {.offset = UINT32_MAX},       {.width = -1},         {.height = -1},
        {.width = WEND_MAX_SIDE + 1}, {.height = INT32_MAX}, {.x = (1 << 20) + 1},
        {.x = -(1 << 20) - 1},        {.y = INT32_MAX},      {.y = INT32_MIN},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(wend_field_set_goals(s.field, (wend_goal[]){goal, bad[i]}, 2, NULL), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_field_set_goals(NULL, &goal, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_set_goals(s.field, NULL, 1, NULL), WEND_ERROR_ARGUMENT);
    wend_goal_options options = {.policy = (wend_goal_policy)4};
    assert_int_equal(wend_field_set_goals(s.field, &goal, 1, &options), WEND_ERROR_ARGUMENT);
    options.policy = (wend_goal_policy)-1;
    assert_int_equal(wend_field_set_goals(s.field, &goal, 1, &options), WEND_ERROR_ARGUMENT);
    options = (wend_goal_options){WEND_GOAL_NEAREST_CONNECTED, 1, {4, 0}};
    assert_int_equal(wend_field_set_goals(s.field, &goal, 1, &options), WEND_ERROR_OUTSIDE);
    options.reference = (wend_cell){INT32_MIN, INT32_MAX};
    assert_int_equal(wend_field_set_goals(s.field, &goal, 1, &options), WEND_ERROR_OUTSIDE);
    wend_goal many[65];
    for (int i = 0; i < 65; i++) many[i] = goal;
    assert_int_equal(wend_field_set_goals(s.field, many, 65, NULL), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_field_set_goals(s.field, many, SIZE_MAX, NULL), WEND_ERROR_CAPACITY);
    /* Whatever was refused, the goal set first is still there. */
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_place(s.field, 3, 0), WEND_AT_GOAL);
    assert_int_equal(wend_field_value(s.field, 1, 0), 280);
    assert_int_equal(wend_field_set_goals(s.field, many, 64, NULL), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    wend_goal_result result;
    assert_int_equal(wend_field_goal_result(s.field, 63, &result), WEND_OK);
    assert_int_equal(wend_field_goal_result(s.field, 64, &result), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_goal_result(s.field, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_goal_result(NULL, 0, &result), WEND_ERROR_ARGUMENT);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refuse),
        cmocka_unit_test(test_partial),
        cmocka_unit_test(test_footprints),
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_nearest_connected),
        cmocka_unit_test(test_around),
        cmocka_unit_test(test_narrow_goals),
        cmocka_unit_test(test_offsets),
        cmocka_unit_test(test_when_they_count),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("goals", tests, NULL, NULL);
}
