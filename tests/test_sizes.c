/* SPDX-License-Identifier: MIT
 * Sizes: 0, 1 and 2 on each axis, the longest sides, and what is too large. */
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

/* All maps up to 3x3 with every cell as goal, both lattices, all corner rules, plain and with each single wall. */
static void test_small_ones(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    for (int32_t code = 0; code < 3 * 3 * 2 * 3; code++) {
        world_start(w, 1 + code % 3, 1 + code / 3 % 3, code / 9 % 2 ? WEND_HEX : WEND_SQUARE);
        w->mover.corner_rule = (wend_corner_rule)(code / 18);
        int32_t cells = w->width * w->height;
        for (int32_t goal = 0; goal < cells; goal++) {
            for (int32_t wall = -1; wall < cells; wall++) {
                memset(w->terrain, 0, 9);
                if (wall >= 0) w->terrain[wall] = 255;
                w->goal_count = 1;
                w->goals[0] = (wend_goal){.x = goal % w->width, .y = goal / w->width};
                subject s = built(w);
                subject_free(&s);
            }
        }
    }
    free(w);
}

static void expect_line(int32_t width, int32_t height, wend_lattice lattice) {
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, width, height, lattice);
    w->goals[w->goal_count++] = (wend_goal){.x = width - 1, .y = height - 1};
    char message[128] = "";
    subject s;
    assert_true(subject_make(&s, w, message, sizeof message));
    assert_int_equal(build(&s), WEND_OK);
    int32_t length = width > height ? width : height;
    for (int32_t i = 0; i < length; i++) {
        int32_t x = width > height ? i : 0, y = width > height ? 0 : i;
        assert_int_equal(wend_field_value(s.field, x, y), 140 * (uint32_t)(length - 1 - i));
        assert_int_equal(wend_mover_component(s.mover, x, y), 0);
    }
    size_t count = 0;
    assert_int_equal(wend_field_trace(s.field, 0, 0, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, length);
    subject_free(&s);
    free(w);
}

static void test_long_ones(void **state) {
    (void)state;
    expect_line(WEND_MAX_SIDE, 1, WEND_SQUARE);
    expect_line(1, WEND_MAX_SIDE, WEND_SQUARE);
    expect_line(WEND_MAX_SIDE, 1, WEND_HEX);
    expect_line(1, WEND_MAX_SIDE, WEND_HEX);
}

static void test_lines_against_the_oracle(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1},  {1, 2},  {2, 1},   {2, 2},   {63, 1}, {64, 1},
                                       {65, 1}, {1, 63}, {1, 64},  {1, 65},  {64, 2}, {65, 3},
                                       {2, 64}, {3, 65}, {64, 64}, {65, 65}, {130, 4}};
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int variant = 0; variant < 4; variant++) {
            world_start(w, sizes[i][0], sizes[i][1], variant & 1 ? WEND_HEX : WEND_SQUARE);
            test_random random = test_random_of(i);
            for (size_t cell = 0; variant > 1 && cell < world_count(w); cell++) {
                w->terrain[cell] = test_random_chance(&random, 10) ? 255 : (uint8_t)test_random_below(&random, 9);
            }
            w->goals[w->goal_count++] = (wend_goal){.x = w->width / 2, .y = w->height / 2};
            w->options.policy = WEND_GOAL_NEAREST;
            subject s = built(w);
            subject_free(&s);
        }
    }
    free(w);
}

static void test_too_large(void **state) {
    (void)state;
    wend_workspace *workspace = NULL;
    assert_int_equal(wend_workspace_create(0, NULL, &workspace), WEND_ERROR_SIZE);
    assert_int_equal(wend_workspace_create((1u << 28) + 1, NULL, &workspace), WEND_ERROR_SIZE);
    assert_int_equal(wend_workspace_create(UINT32_MAX, NULL, &workspace), WEND_ERROR_SIZE);
    assert_int_equal(wend_workspace_create(4, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_null(workspace);
    wend_map *map = NULL;
    for (int i = 0; i < 4; i++) {
        wend_map_desc desc = {.width = i & 1 ? INT32_MAX : 1 << 16, .height = i & 2 ? INT32_MAX : 1 << 16};
        assert_int_equal(wend_map_create(&desc, &map), WEND_ERROR_SIZE);
    }
    assert_null(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_ones),
        cmocka_unit_test(test_long_ones),
        cmocka_unit_test(test_lines_against_the_oracle),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
}
