/* SPDX-License-Identifier: MIT
 * The field: every combination of start and goal, saturation, early stops, seeds, routes, and what is refused. */
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where a start or a goal can be. */
typedef enum where { FREE, BLOCKED, NARROW, CUT_OFF, OFF_MAP, PLACES } where;

/* A map with all of them: FREE (1, 1), BLOCKED (3, 1) with FREE ground round it, CUT_OFF (8, 1) behind a wall. */
static world *map_of_places(bool wide) {
    world *w = drawn(WEND_SQUARE, ROWS("......#...", "...#..#...", "......#...", "......#...", "......#..."));
    if (wide) w->mover.radius = 140;
    return w;
}

static const wend_cell cell_of[PLACES] = {{1, 1}, {3, 1}, {0, 0}, {8, 1}, {-2, 1}};

static void expect_combination(where start, where goal, bool wide) {
    world *w = map_of_places(wide);
    wend_cell from = cell_of[start], to = cell_of[goal];
    w->goals[w->goal_count++] = (wend_goal){.x = to.x, .y = to.y};
    subject s = built(w);
    bool has_goal = goal == FREE || goal == CUT_OFF;
    bool reaches = (goal == FREE && start != CUT_OFF && start != OFF_MAP) || (goal == CUT_OFF && start == CUT_OFF);
    wend_status place = wend_field_place(s.field, from.x, from.y);
    wend_cell route[32], next;
    size_t count = 99;
    wend_status arrived = wend_field_trace(s.field, from.x, from.y, route, 32, &count);
    wend_sample sample;
    wend_status sampled =
        wend_field_sample(s.field, WEND_SAMPLE_NEAREST, (float)from.x + 0.5f, (float)from.y + 0.5f, &sample);
    static const wend_status own[PLACES] = {WEND_OK, WEND_IN_WALL, WEND_TOO_NARROW, WEND_OK, WEND_OFF_MAP};
    wend_status want = own[start];
    if (want == WEND_OK && start == goal) want = WEND_AT_GOAL;
    if (want == WEND_OK && !reaches) want = WEND_CUT_OFF;
    assert_int_equal(place, want);
    assert_int_equal(sampled, want);
    assert_int_equal(sample.status, want);
    assert_int_equal(wend_field_next(s.field, from.x, from.y, &next), want);
    wend_goal_result result;
    assert_int_equal(wend_field_goal_result(s.field, 0, &result), WEND_OK);
    assert_int_equal(result.cells, has_goal);
    if (start == OFF_MAP) {
        assert_int_equal(count, 0);
        assert_int_equal(arrived, WEND_OFF_MAP);
    } else {
        assert_int_equal(arrived, reaches ? WEND_OK : want);
        assert_cell_equal(route[0], from.x, from.y);
        assert_int_equal(count == 1, start == goal || !reaches);
        bool leads = reaches && start != goal;
        assert_int_equal(sample.x != 0 || sample.y != 0, leads);
        assert_int_equal(next.x != from.x || next.y != from.y, leads);
        if (reaches) assert_cell_equal(route[count - 1], to.x, to.y);
    }
    subject_free(&s);
    free(w);
}

static void test_every_combination(void **state) {
    (void)state;
    for (int start = 0; start < PLACES; start++) {
        for (int goal = 0; goal < PLACES; goal++) {
            if (start != NARROW && goal != NARROW) expect_combination((where)start, (where)goal, false);
            if (start != CUT_OFF && goal != CUT_OFF) expect_combination((where)start, (where)goal, true);
        }
    }
}

static void test_straight_corridor_has_straight_arrows(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".........", "........G", "........."));
    subject s = built(w);
    for (int32_t x = 0; x < 8; x++) {
        assert_int_equal(wend_field_direction(s.field, x, 1), WEND_EAST);
        assert_int_equal(wend_field_directions(s.field, x, 1), 1 << WEND_EAST);
    }
    subject_free(&s);
    free(w);
}

/* All equally best steps are in the set; the direction is the lowest bit. */
static void test_sets(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", "....", "...G"));
    w->mover.neighbours = 4;
    subject s = built(w);
    assert_int_equal(wend_field_directions(s.field, 0, 0), 1 << WEND_EAST | 1 << WEND_SOUTH);
    assert_int_equal(wend_field_direction(s.field, 0, 0), WEND_EAST);
    assert_int_equal(wend_field_directions(s.field, 3, 0), 1 << WEND_SOUTH);
    assert_int_equal(wend_field_directions(s.field, 3, 2), 0);
    assert_int_equal(wend_field_direction(s.field, 3, 2), WEND_NO_DIRECTION);
    subject_free(&s);
    free(w);
}

static void test_saturation_by_offset(void **state) {
    (void)state;
    for (uint32_t spare = 0; spare < 4; spare++) {
        world *w = drawn(WEND_SQUARE, ROWS("....G"));
        w->goals[0].offset = WEND_SATURATED_VALUE - 140 * spare - 1;
        subject s = built(w);
        for (int32_t x = 0; x < 5; x++) {
            bool saturated = (uint32_t)(4 - x) > spare;
            assert_int_equal(wend_field_value(s.field, x, 0) == WEND_SATURATED_VALUE, saturated);
            assert_int_equal(wend_field_place(s.field, x, 0), saturated ? WEND_SATURATED
                                                              : x == 4  ? WEND_AT_GOAL
                                                                        : WEND_OK);
            assert_int_equal(wend_field_directions(s.field, x, 0) != 0, !saturated && x < 4);
        }
        wend_field_info info;
        wend_field_describe(s.field, &info);
        assert_int_equal(info.reached, 5);
        assert_int_equal(info.saturated, 4 - spare);
        assert_int_equal(info.max_value, w->goals[0].offset + 140 * spare);
        wend_sample sample;
        assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, 0.5f, 0.5f, &sample), WEND_SATURATED);
        assert_true(sample.x == 0 && sample.y == 0 && isfinite(sample.distance) && sample.distance > 3e7f);
        subject_free(&s);
        free(w);
    }
}

static void test_saturated_goal(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..G"));
    w->goals[0].offset = WEND_SATURATED_VALUE;
    subject s = built(w);
    for (int32_t x = 0; x < 3; x++) assert_int_equal(wend_field_place(s.field, x, 0), WEND_SATURATED);
    subject_free(&s);
    free(w);
}

/* A serpentine of the dearest ground: 254 * 140 a step is past the limit after 120,778 steps. */
static void test_saturation_by_length(void **state) {
    (void)state;
    const int32_t side = 501;
    wend_map_desc desc = {.width = side, .height = side};
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    wend_field *field = NULL;
    wend_workspace *workspace = NULL;
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    assert_int_equal(wend_map_fill(map, (wend_rect){0, 0, side, side}, 254), WEND_OK);
    for (int32_t y = 1; y < side; y += 2) {
        wend_map_fill(map, (wend_rect){0, y, side, 1}, 255);
        wend_map_set(map, y / 2 % 2 ? 0 : side - 1, y, 254);
    }
    wend_mover_desc slow = {.neighbours = 4};
    assert_int_equal(wend_mover_create(map, &slow, &mover), WEND_OK);
    assert_int_equal(wend_field_create(mover, NULL, &field), WEND_OK);
    assert_int_equal(wend_workspace_create((uint32_t)(side * side), NULL, &workspace), WEND_OK);
    assert_int_equal(wend_field_set_goals(field, &(wend_goal){.x = 0, .y = 0}, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(field, workspace, NULL), WEND_OK);
    uint64_t step = 0, reached = 0, saturated = 0;
    for (int32_t y = 0; y < side; y++) {
        bool joint = y & 1;
        for (int32_t i = 0; i < (joint ? 1 : side); i++, step++) {
            int32_t x = joint ? (y / 2 % 2 ? 0 : side - 1) : y / 2 % 2 ? side - 1 - i : i;
            uint64_t exact = step * 254 * 140;
            uint32_t want = exact >= WEND_SATURATED_VALUE ? WEND_SATURATED_VALUE : (uint32_t)exact;
            assert_int_equal(wend_field_value(field, x, y), want);
            reached++;
            saturated += want == WEND_SATURATED_VALUE;
        }
    }
    wend_field_info info;
    wend_field_describe(field, &info);
    assert_true(saturated > 0 && info.reached == reached && info.saturated == saturated);
    wend_field_destroy(field);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    wend_workspace_destroy(workspace);
}

static void test_seeds(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..#..", ".G..."));
    subject s = made(w);
    uint32_t seeds[14];
    for (int i = 0; i < 14; i++) seeds[i] = WEND_UNREACHABLE;
    seeds[7 + 4] = 3; /* (4, 1), with a stride of 7 */
    seeds[2] = 0;     /* in the wall: no use */
    wend_build_options options = {.seeds = seeds, .seeds_stride = 7};
    assert_int_equal(wend_field_build(s.field, s.workspace, &options), WEND_ERROR_ARGUMENT); /* no room was asked for */
    assert_int_equal(wend_field_status(s.field), WEND_PENDING);
    subject_free(&s);
    w->has_seeds = true;
    for (int i = 0; i < 10; i++) w->seeds[i] = seeds[i / 5 * 7 + i % 5];
    subject plain = built(w);
    s = made(w);
    assert_int_equal(wend_field_build(s.field, s.workspace, &options), WEND_OK);
    assert_true(wend_field_hash(s.field) == wend_field_hash(plain.field));
    assert_int_equal(wend_field_place(s.field, 4, 1), WEND_AT_GOAL);
    assert_int_equal(wend_field_value(s.field, 4, 1), 3);
    assert_int_equal(wend_field_place(s.field, 2, 0), WEND_IN_WALL);
    options.seeds_stride = 4;
    assert_int_equal(wend_field_build(s.field, s.workspace, &options), WEND_ERROR_ARGUMENT);
    subject_free(&plain);
    subject_free(&s);
    free(w);
}

static void test_early_stop(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G.........", "#########.", "..#......."));
    subject s = made(w);
    wend_field_info info;
    wend_build_options near = {.max_distance = 3 * 140};
    assert_int_equal(wend_field_build(s.field, s.workspace, &near), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 3, 0), 420);
    assert_int_equal(wend_field_place(s.field, 3, 0), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 4, 0), WEND_UNREACHABLE);
    assert_int_equal(wend_field_place(s.field, 4, 0), WEND_BEYOND_RANGE);
    wend_field_describe(s.field, &info);
    assert_int_equal(info.reached, 4);
    assert_int_equal(info.bound, 420);
    wend_cell targets[] = {{5, 0}, {2, 0}, {5, 0}};
    wend_build_options until = {.targets = targets, .target_count = 3};
    assert_int_equal(wend_field_build(s.field, s.workspace, &until), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 5, 0), 700);
    assert_int_equal(wend_field_place(s.field, 5, 2), WEND_BEYOND_RANGE);
    /* A target that nothing reaches: a full build, and the truth about it. */
    targets[1] = (wend_cell){0, 2};
    assert_int_equal(wend_field_build(s.field, s.workspace, &until), WEND_OK);
    assert_int_equal(wend_field_place(s.field, 0, 2), WEND_CUT_OFF);
    assert_int_equal(wend_field_place(s.field, 3, 2), WEND_OK);
    wend_field_describe(s.field, &info);
    assert_int_equal(info.bound, WEND_UNREACHABLE);
    /* In a wall: nothing reaches that either. */
    targets[1] = (wend_cell){0, 1};
    assert_int_equal(wend_field_build(s.field, s.workspace, &until), WEND_OK);
    wend_field_describe(s.field, &info);
    assert_int_equal(info.bound, WEND_UNREACHABLE);
    uint64_t hash = wend_field_hash(s.field);
    targets[1] = (wend_cell){0, 3};
    assert_int_equal(wend_field_build(s.field, s.workspace, &until), WEND_ERROR_OUTSIDE);
    targets[1] = (wend_cell){INT32_MIN, INT32_MAX};
    assert_int_equal(wend_field_build(s.field, s.workspace, &until), WEND_ERROR_OUTSIDE);
    until.targets = NULL;
    assert_int_equal(wend_field_build(s.field, s.workspace, &until), WEND_ERROR_ARGUMENT);
    assert_true(wend_field_hash(s.field) == hash);
    subject_free(&s);
    free(w);
}

/* A target beside which another goal still waits with the same value: what that one reaches is beyond the range. */
static void test_target_while_another_goal_waits(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 128, 1, WEND_SQUARE);
    w->terrain[1] = 255;
    w->goals[w->goal_count++] = (wend_goal){.x = 0};
    w->goals[w->goal_count++] = (wend_goal){.x = 127};
    subject s = made(w);
    const wend_cell target = {0, 0};
    assert_int_equal(
        wend_field_build(s.field, s.workspace, &(wend_build_options){.targets = &target, .target_count = 1}), WEND_OK);
    wend_field_info info;
    wend_field_describe(s.field, &info);
    assert_int_equal(info.bound, 0);
    assert_int_equal(wend_field_place(s.field, 127, 0), WEND_AT_GOAL);
    assert_int_equal(wend_field_place(s.field, 100, 0), WEND_BEYOND_RANGE);
    subject_free(&s);
    free(w);
}

/* No value tells which saturated cells come first: with one of them as target all are settled. */
static void test_saturated_target(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 300, 1, WEND_SQUARE);
    w->goals[w->goal_count++] = (wend_goal){.offset = WEND_SATURATED_VALUE - 1};
    subject s = made(w);
    const wend_cell target = {40, 0};
    assert_int_equal(
        wend_field_build(s.field, s.workspace, &(wend_build_options){.targets = &target, .target_count = 1}), WEND_OK);
    wend_field_info info;
    wend_field_describe(s.field, &info);
    assert_int_equal(info.bound, WEND_UNREACHABLE);
    assert_int_equal(info.saturated, 299);
    assert_int_equal(wend_field_place(s.field, 299, 0), WEND_SATURATED);
    subject_free(&s);
    free(w);
}

static void test_trace(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...", "##.", "G.."));
    subject s = built(w);
    wend_cell cells[8];
    size_t count = 0;
    assert_int_equal(wend_field_trace(s.field, 0, 0, cells, 8, &count), WEND_OK);
    assert_int_equal(count, 7);
    static const wend_cell way[] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}};
    for (int i = 0; i < 7; i++) assert_cell_equal(cells[i], way[i].x, way[i].y);
    assert_int_equal(wend_field_trace(s.field, 0, 0, cells, 7, &count), WEND_OK);
    memset(cells, 0x55, sizeof cells);
    assert_int_equal(wend_field_trace(s.field, 0, 0, cells, 6, &count), WEND_TRUNCATED);
    assert_int_equal(count, 7);
    assert_cell_equal(cells[5], 1, 2);
    assert_int_equal(cells[6].x, 0x55555555);
    assert_int_equal(wend_field_trace(s.field, 0, 0, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 7);
    assert_int_equal(wend_field_trace(s.field, 0, 2, cells, 8, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(wend_field_trace(s.field, -1, 2, cells, 8, &count), WEND_OFF_MAP);
    assert_int_equal(count, 0);
    assert_int_equal(wend_field_trace(s.field, 0, 0, NULL, 3, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_trace(s.field, 0, 0, cells, 8, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_trace(NULL, 0, 0, cells, 8, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_status(NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_place(NULL, 0, 0), WEND_ERROR_ARGUMENT);
    subject_free(&s);
    free(w);
}

/* Never built: everything says so, and nothing leads anywhere. */
static void test_pending(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..G"));
    subject s = made(w);
    wend_cell next = {-9, -9}, cells[4];
    size_t count = 0;
    wend_sample sample;
    assert_int_equal(wend_field_status(s.field), WEND_PENDING);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_PENDING);
    assert_int_equal(wend_field_next(s.field, 0, 0, &next), WEND_PENDING);
    assert_cell_equal(next, 0, 0);
    assert_int_equal(wend_field_value(s.field, 0, 0), WEND_UNREACHABLE);
    assert_int_equal(wend_field_directions(s.field, 0, 0), 0);
    assert_int_equal(wend_field_direction(s.field, 0, 0), WEND_NO_DIRECTION);
    assert_true(isinf(wend_field_distance(s.field, 0, 0)));
    assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, 0.5f, 0.5f, &sample), WEND_PENDING);
    assert_true(sample.x == 0 && sample.y == 0);
    assert_int_equal(wend_field_trace(s.field, 0, 0, cells, 4, &count), WEND_PENDING);
    wend_field_info info;
    wend_field_describe(s.field, &info);
    assert_int_equal(info.reached, 0);
    subject_free(&s);
    free(w);
}

static void test_stale(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....G"));
    subject s = built(w);
    uint32_t value = wend_field_value(s.field, 0, 0);
    assert_int_equal(wend_map_set(s.map, 2, 0, 7), WEND_OK);
    assert_int_equal(wend_field_status(s.field), WEND_OK); /* a field compares itself with its mover alone */
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_field_status(s.field), WEND_STALE);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_STALE);
    assert_int_equal(wend_field_value(s.field, 0, 0), value);
    wend_sample sample;
    assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, 0.5f, 0.5f, &sample), WEND_STALE);
    assert_true(sample.x == 1 && sample.y == 0); /* usable: it still leads */
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_status(s.field), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 0, 0), value + 2 * 6 * 70);
    wend_goal other = {.x = 0, .y = 0};
    assert_int_equal(wend_field_set_goals(s.field, &other, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_status(s.field), WEND_STALE);
    subject_free(&s);
    free(w);
}

/* Places are judged by the mover as it is, values are those of the build. */
static void test_stale_places(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("......G", "######.", "....#.."));
    subject s = built(w);
    assert_int_equal(wend_field_place(s.field, 0, 2), WEND_CUT_OFF);
    uint32_t value = wend_field_value(s.field, 3, 0);
    assert_int_equal(wend_map_set(s.map, 3, 0, 255), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_field_place(s.field, 3, 0), WEND_IN_WALL);
    assert_int_equal(wend_field_value(s.field, 3, 0), value);
    assert_int_equal(wend_field_direction(s.field, 2, 0), WEND_EAST); /* as it was: into the new wall */
    assert_int_equal(wend_field_place(s.field, 2, 0), WEND_STALE);
    assert_int_equal(wend_field_place(s.field, 0, 2), WEND_STALE); /* where it was CUT_OFF */
    assert_int_equal(wend_field_place(s.field, 6, 0), WEND_AT_GOAL);
    assert_int_equal(wend_field_place(s.field, 0, 1), WEND_IN_WALL);
    assert_int_equal(wend_field_place(s.field, 7, 0), WEND_OFF_MAP);
    wend_sample sample;
    for (int mode = WEND_SAMPLE_NEAREST; mode <= WEND_SAMPLE_SMOOTH; mode++) {
        wend_sample_mode sampled = (wend_sample_mode)mode;
        assert_int_equal(wend_field_sample(s.field, sampled, 3.5f, 0.5f, &sample), WEND_IN_WALL);
        assert_int_equal(wend_field_sample(s.field, sampled, 1.5f, 0.5f, &sample), WEND_STALE);
        assert_int_equal(wend_field_sample(s.field, sampled, 0.5f, 2.5f, &sample), WEND_STALE);
        assert_int_equal(wend_field_sample(s.field, sampled, 6.5f, 0.5f, &sample), WEND_AT_GOAL);
    }
    subject_free(&s);
    free(w);
}

/* Between a free cell and a wall. */
static void test_point_on_border(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G..#"));
    subject s = built(w);
    wend_cell picked;
    wend_sample sample;
    assert_int_equal(wend_map_pick(s.map, 3.0f, 0.5f, &picked), WEND_OK);
    assert_cell_equal(picked, 3, 0);
    assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, 3.0f, 0.5f, &sample), WEND_IN_WALL);
    assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, 3.0f, 0.5f, &sample), WEND_OK);
    assert_true(sample.x < 0);
    subject_free(&s);
    free(w);
}

static void test_no_goals(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..#"));
    subject s = made(w);
    assert_int_equal(wend_field_set_goals(s.field, NULL, 0, NULL), WEND_OK);
    assert_int_equal(wend_field_build(s.field, s.workspace, NULL), WEND_OK);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_CUT_OFF);
    assert_int_equal(wend_field_place(s.field, 2, 0), WEND_IN_WALL);
    subject_free(&s);
    free(w);
}

/* A field tells its back end, as its mover does. */
static void test_backend_is_told(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G.."));
    subject s = made(w);
    for (int i = WEND_BACKEND_AUTO; i <= WEND_BACKEND_WASM128; i++) {
        wend_field *field;
        wend_field_info info;
        wend_field_desc desc = {.backend = (wend_backend)i};
        if (!wend_backend_is_supported(desc.backend)) continue;
        assert_int_equal(wend_field_create(s.mover, &desc, &field), WEND_OK);
        wend_field_describe(field, &info);
        if (i == WEND_BACKEND_AUTO)
            assert_true(info.backend != WEND_BACKEND_AUTO && wend_backend_is_supported(info.backend));
        else
            assert_int_equal(info.backend, i);
        wend_field_destroy(field);
    }
    subject_free(&s);
    free(w);
}

static void test_refusals(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...", "..G"));
    subject s = built(w);
    uint64_t hash = wend_field_hash(s.field);
    wend_field *field = NULL;
    const wend_field_desc bad[] = {{.goal_capacity = (1u << 20) + 1},
                                   {.goal_capacity = UINT32_MAX},
                                   {.escape_depth = WEND_MAX_ESCAPE_DEPTH + 1},
                                   {.escape_depth = UINT32_MAX - 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(wend_field_create(s.mover, &bad[i], &field), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_field_create(NULL, NULL, &field), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_create(s.mover, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_null(field);
    assert_int_equal(wend_field_build(NULL, s.workspace, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_build(s.field, NULL, NULL), WEND_ERROR_ARGUMENT);
    wend_workspace *small = NULL;
    assert_int_equal(wend_workspace_create(5, NULL, &small), WEND_OK);
    assert_int_equal(wend_field_build(s.field, small, NULL), WEND_ERROR_CAPACITY);
    wend_workspace_destroy(small);
    uint32_t values[6];
    uint8_t sets[6];
    wend_rect all = {0, 0, 3, 2};
    static const wend_rect outside[] = {{-1, 0, 1, 1}, {0, 0, 4, 1},  {2, 1, INT32_MAX, 1},
                                        {0, 0, 0, 1},  {0, 0, 1, -1}, {INT32_MAX, INT32_MAX, 1, 1}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_true(wend_field_read_values(s.field, outside[i], values, SIZE_MAX / 8) < 0);
        assert_true(wend_field_read_directions(s.field, outside[i], sets, SIZE_MAX / 8) < 0);
    }
    assert_int_equal(wend_field_read_values(s.field, outside[0], values, 3), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_field_read_values(s.field, all, NULL, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_read_values(s.field, all, values, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_read_values(NULL, all, values, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_read_directions(s.field, all, NULL, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_read_directions(s.field, all, sets, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_read_directions(NULL, all, sets, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_next(s.field, 0, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_field_hash(s.field) == hash);
    wend_field_destroy(NULL);
    subject_free(&s);
    free(w);
}

static void test_build_many_refusals(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...", "..G"));
    subject s = built(w), other = built(w);
    uint64_t hash = wend_field_hash(s.field);
    wend_field *fields[] = {s.field, other.field}, *twice[] = {s.field, s.field}, *none[] = {s.field, NULL};
    wend_workspace *workspaces[] = {s.workspace, other.workspace}, *gap[] = {NULL, s.workspace};
    wend_status statuses[2];
    assert_int_equal(wend_field_build_many(NULL, 2, workspaces, 2, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_build_many(none, 2, workspaces, 2, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_build_many(twice, 2, workspaces, 2, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_build_many(fields, 2, NULL, 2, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_build_many(fields, 2, gap, 2, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_build_many(fields, 2, workspaces, 0, NULL, NULL), WEND_ERROR_CAPACITY);
    wend_tasks two = wend_tasks_openmp(2);
    if (two.worker_count == 2) {
        wend_workspace *shared[] = {s.workspace, s.workspace};
        assert_int_equal(wend_field_build_many(fields, 2, workspaces, 1, &two, NULL), WEND_ERROR_CAPACITY);
        assert_int_equal(wend_field_build_many(fields, 2, shared, 2, &two, NULL), WEND_ERROR_ARGUMENT);
    }
    wend_tasks broken = {0};
    assert_int_equal(wend_field_build_many(fields, 2, workspaces, 2, &broken, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_build_many(NULL, 0, workspaces, 2, NULL, NULL), WEND_OK);
    assert_true(wend_field_hash(s.field) == hash);
    assert_int_equal(wend_field_build_many(fields, 2, workspaces, 2, &two, statuses), WEND_OK);
    assert_int_equal(statuses[0], WEND_OK);
    assert_int_equal(statuses[1], WEND_OK);
    assert_true(wend_field_hash(s.field) == hash);
    subject_free(&s);
    subject_free(&other);
    free(w);
}

/* The hash is that of what the field says, not of how it came to be. */
static void test_hash(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...#", "..G."));
    subject a = built(w), b = built(w);
    assert_true(wend_field_hash(a.field) == wend_field_hash(b.field));
    wend_map_set(b.map, 0, 0, 200);
    wend_mover_update(b.mover);
    set_goal(&b, 0, 0, 5);
    build(&b);
    assert_true(wend_field_hash(a.field) != wend_field_hash(b.field));
    wend_map_set(b.map, 0, 0, 0);
    wend_mover_update(b.mover);
    set_goal(&b, 2, 1, 0);
    build(&b);
    assert_true(wend_field_hash(a.field) == wend_field_hash(b.field));
    assert_ptr_equal(wend_field_mover(a.field), a.mover);
    subject_free(&a);
    subject_free(&b);
    free(w);
}

/* An update does nothing, or what is asked for; it says how. */
static void test_update(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G....", "#.#..", "....."));
    subject a = made(w), b = made(w);
    const wend_build_options near = {.max_distance = 3 * 140};
    wend_field_info info;
    assert_int_equal(wend_field_update(a.field, a.workspace, NULL), WEND_OK); /* the first is a build */
    assert_int_equal(wend_field_status(a.field), WEND_OK);
    build(&b);
    assert_true(wend_field_hash(a.field) == wend_field_hash(b.field));
    assert_int_equal(wend_field_update(a.field, a.workspace, NULL), WEND_OK);
    wend_field_describe(a.field, &info);
    assert_int_equal(info.builds, 1);
    assert_int_equal(info.repairs, 0);
    assert_int_equal(info.changed, 0);
    for (int i = 0; i < 2; i++) assert_int_equal(wend_field_update(a.field, a.workspace, &near), WEND_OK);
    wend_field_describe(a.field, &info);
    assert_int_equal(info.builds, 2);
    assert_int_equal(info.bound, 3 * 140);
    assert_int_equal(wend_field_update(a.field, a.workspace, NULL), WEND_OK);
    assert_true(wend_field_hash(a.field) == wend_field_hash(b.field));
    wend_field_describe(a.field, &info);
    assert_int_equal(info.builds, 3);
    assert_int_equal(info.changed, 15);
    const wend_goal off_map = {.x = -1};
    assert_int_equal(wend_field_set_goals(a.field, &off_map, 1, NULL), WEND_OK);
    for (int i = 0; i < 2; i++) assert_int_equal(wend_field_update(a.field, a.workspace, NULL), WEND_PARTIAL);
    assert_int_equal(wend_field_update(a.field, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_update(NULL, a.workspace, NULL), WEND_ERROR_ARGUMENT);
    subject_free(&a);
    subject_free(&b);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_combination),
        cmocka_unit_test(test_straight_corridor_has_straight_arrows),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_saturation_by_offset),
        cmocka_unit_test(test_saturated_goal),
        cmocka_unit_test(test_saturation_by_length),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_early_stop),
        cmocka_unit_test(test_target_while_another_goal_waits),
        cmocka_unit_test(test_saturated_target),
        cmocka_unit_test(test_trace),
        cmocka_unit_test(test_pending),
        cmocka_unit_test(test_stale),
        cmocka_unit_test(test_stale_places),
        cmocka_unit_test(test_point_on_border),
        cmocka_unit_test(test_no_goals),
        cmocka_unit_test(test_backend_is_told),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_build_many_refusals),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_update),
    };
    return cmocka_run_group_tests_name("field", tests, NULL, NULL);
}
