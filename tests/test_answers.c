/* SPDX-License-Identifier: MIT
 * Every call answers alike: the table of README, row by row, for place, next, samples of both kinds, trace and search;
 * fields that were never built, are stale, or were bounded; goals that cannot be used, for both. */
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 64

/* West of the wall a goal, east of it ground that is cut off; (4, 4) lies two cells deep in the wall. */
static world *map_of_answers(wend_lattice lattice) {
    return drawn(lattice, ROWS("G.....#...#", "......#...#", "......#...#", "...####...#", "...####...#"));
}

static subject made_with(const world *w, const wend_field_desc *desc) {
    subject s = made(w);
    wend_field_destroy(s.field);
    assert_int_equal(wend_field_create(s.mover, desc, &s.field), WEND_OK);
    assert_int_equal(wend_field_set_goals(s.field, w->goals, w->goal_count, &w->options), WEND_OK);
    return s;
}

/* What is asked from one cell, and what must come back. */
typedef struct row {
    int32_t x, y;
    wend_status place;
    bool leads;
    wend_status end; /* of a whole route */
    int32_t end_x, end_y;
} row;

static void expect_by_field(const wend_field *field, const row *want) {
    wend_cell next, cells[ROOM];
    size_t count = 99;
    assert_int_equal(wend_field_place(field, want->x, want->y), want->place);
    assert_int_equal(wend_field_next(field, want->x, want->y, &next), want->place);
    assert_int_equal(next.x != want->x || next.y != want->y, want->leads);
    assert_int_equal(wend_field_trace(field, want->x, want->y, cells, ROOM, &count), want->end);
    if (want->place == WEND_OFF_MAP) {
        assert_int_equal(count, 0);
    } else {
        assert_int_equal(count > 1, want->leads);
        assert_cell_equal(cells[0], want->x, want->y);
        assert_cell_equal(cells[count - 1], want->end_x, want->end_y);
    }
}

static void expect_by_samples(const wend_field *field, const row *want) {
    float xy[2];
    wend_map_centre(wend_mover_map(wend_field_mover(field)), want->x, want->y, &xy[0], &xy[1]);
    for (int mode = WEND_SAMPLE_NEAREST; mode <= WEND_SAMPLE_SMOOTH; mode++) {
        wend_sample sample;
        wend_status many;
        const wend_samples out = {.statuses = &many};
        assert_int_equal(wend_field_sample(field, (wend_sample_mode)mode, xy[0], xy[1], &sample), want->place);
        assert_int_equal(sample.status, want->place);
        assert_int_equal(wend_field_sample_many(field, (wend_sample_mode)mode, xy, 0, 1, &out), WEND_OK);
        assert_int_equal(many, want->place);
        assert_int_equal(sample.x != 0 || sample.y != 0, want->leads || want->place == WEND_OFF_MAP);
        if (want->place == WEND_CUT_OFF || want->place == WEND_OFF_MAP) assert_true(isinf(sample.distance));
    }
}

static void expect_by_search(const subject *s, wend_path_desc desc, const row *want) {
    wend_cell cells[ROOM];
    wend_path_result result;
    desc.from = (wend_cell){want->x, want->y};
    assert_int_equal(wend_path_find(s->mover, s->workspace, &desc, cells, ROOM, &result), want->end);
    assert_cell_equal(result.end, want->end_x, want->end_y);
    bool has_route = want->end == WEND_OK || want->leads;
    assert_int_equal(result.count > 0, has_route);
    if (has_route) assert_cell_equal(cells[result.count - 1], want->end_x, want->end_y);
    assert_int_equal(result.cost == WEND_UNREACHABLE, !has_route);
}

static void expect_rows(const subject *s, const world *w, const wend_field_desc *desc, const row *rows, size_t count) {
    wend_path_desc request = {
        .goals = w->goals, .goal_count = w->goal_count, .escape_depth = desc->escape_depth, .cut_off = desc->cut_off};
    for (size_t i = 0; i < count; i++) {
        expect_by_field(s->field, &rows[i]);
        expect_by_samples(s->field, &rows[i]);
        expect_by_search(s, request, &rows[i]);
    }
}

static void expect_table(const wend_field_desc *desc, const row *rows, size_t count) {
    for (int lattice = 0; lattice < 2; lattice++)
        for (int sights = 0; sights < 2; sights++) {
            world *w = map_of_answers((wend_lattice)lattice);
            wend_field_desc field_desc = *desc;
            field_desc.sights = sights;
            subject s = made_with(w, &field_desc);
            assert_int_equal(build(&s), WEND_OK);
            expect_rows(&s, w, desc, rows, count);
            subject_free(&s);
            free(w);
        }
}

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static void test_places(void **state) {
    (void)state;
    static const wend_field_desc desc = {.escape_depth = 1};
    static const row rows[] = {
        {5, 1, WEND_OK, true, WEND_OK, 0, 0},
        {0, 0, WEND_AT_GOAL, false, WEND_OK, 0, 0},
        {8, 2, WEND_CUT_OFF, false, WEND_CUT_OFF, 8, 2},
        {3, 3, WEND_IN_WALL, true, WEND_OK, 0, 0},
        {4, 4, WEND_IN_WALL, false, WEND_IN_WALL, 4, 4},
        {10, 1, WEND_IN_WALL, false, WEND_IN_WALL, 10, 1},
        {-1, 1, WEND_OFF_MAP, false, WEND_OFF_MAP, -1, 1},
        {3, 5, WEND_OFF_MAP, false, WEND_OFF_MAP, 3, 5},
    };
    expect_table(&desc, rows, COUNT(rows));
    static const wend_field_desc deeper = {.escape_depth = 2}, none = {.escape_depth = WEND_NO_ESCAPE};
    static const row deep[] = {{4, 4, WEND_IN_WALL, true, WEND_OK, 0, 0}};
    static const row shut[] = {{3, 3, WEND_IN_WALL, false, WEND_IN_WALL, 3, 3}};
    expect_table(&deeper, deep, COUNT(deep));
    expect_table(&none, shut, COUNT(shut));
}

/* The target is the cell nearest to the goal; a wall beside that ground leads out to it. */
static void test_cut_off(void **state) {
    (void)state;
    static const wend_field_desc desc = {.escape_depth = 1, .cut_off = 1};
    static const row rows[] = {
        {9, 4, WEND_CUT_OFF, true, WEND_CUT_OFF, 7, 0},
        {10, 1, WEND_IN_WALL, true, WEND_CUT_OFF, 7, 0},
        {6, 0, WEND_IN_WALL, true, WEND_OK, 0, 0}, /* ground on both sides: the goal is better */
        {5, 1, WEND_OK, true, WEND_OK, 0, 0},
        {4, 4, WEND_IN_WALL, false, WEND_IN_WALL, 4, 4},
        {-1, 1, WEND_OFF_MAP, false, WEND_OFF_MAP, -1, 1},
    };
    expect_table(&desc, rows, COUNT(rows));
    /* On the target nothing leads on. */
    world *w = map_of_answers(WEND_SQUARE);
    subject s = made_with(w, &desc);
    assert_int_equal(build(&s), WEND_OK);
    expect_by_field(s.field, &(row){7, 0, WEND_CUT_OFF, false, WEND_CUT_OFF, 7, 0});
    assert_int_equal(wend_field_value(s.field, 9, 4), WEND_UNREACHABLE);
    /* A buffer that is too small keeps the reason. */
    wend_path_desc request = {.from = {9, 4}, .to = {0, 0}, .cut_off = 1};
    wend_cell cells[2];
    wend_path_result result;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &request, cells, 2, &result), WEND_CUT_OFF);
    assert_int_equal(result.count, 5);
    assert_cell_equal(result.end, 7, 0);
    request.max_expansions = 1;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &request, cells, 2, &result), WEND_PARTIAL);
    subject_free(&s);
    free(w);
}

/* The nearest of several goals counts, the lowest index where cells are as near; and no goal, no target. */
static void test_targets(void **state) {
    (void)state;
    static const wend_field_desc desc = {.cut_off = 1};
    world *w = drawn(WEND_SQUARE, ROWS("G.#......", "..#......", "..#......", "..#....##", "..#....#G"));
    subject s = made_with(w, &desc);
    assert_int_equal(build(&s), WEND_OK);
    /* (6, 4) is 2 from the goal at (8, 4), and so is (8, 2): that has the lower index. */
    expect_by_field(s.field, &(row){4, 4, WEND_CUT_OFF, true, WEND_CUT_OFF, 8, 2});
    wend_path_desc request = {.goals = w->goals, .goal_count = w->goal_count, .cut_off = 1};
    expect_by_search(&s, request, &(row){4, 4, WEND_CUT_OFF, true, WEND_CUT_OFF, 8, 2});
    assert_int_equal(wend_field_set_goals(s.field, NULL, 0, NULL), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    expect_by_field(s.field, &(row){4, 4, WEND_CUT_OFF, false, WEND_CUT_OFF, 4, 4});
    request.goal_count = 0;
    expect_by_search(&s, request, &(row){4, 4, WEND_CUT_OFF, false, WEND_CUT_OFF, 4, 4});
    subject_free(&s);
    free(w);
}

/* One-way: the cell is of the goal's component, so that there is no target for it. */
static void test_one_way(void **state) {
    (void)state;
    static const wend_field_desc desc = {.cut_off = 1};
    world *w = drawn(WEND_SQUARE, ROWS("G...."));
    world_set_edge(w, 2, 0, WEND_EAST, WEND_EDGE_OUT_ONLY);
    subject s = made_with(w, &desc);
    assert_int_equal(build(&s), WEND_OK);
    wend_path_desc request = {.goals = w->goals, .goal_count = w->goal_count, .cut_off = 1};
    static const row rows[] = {{4, 0, WEND_CUT_OFF, false, WEND_CUT_OFF, 4, 0}, {2, 0, WEND_OK, true, WEND_OK, 0, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        expect_by_field(s.field, &rows[i]);
        expect_by_samples(s.field, &rows[i]);
        expect_by_search(&s, request, &rows[i]);
    }
    subject_free(&s);
    free(w);
}

static void test_saturated(void **state) {
    (void)state;
    static const wend_field_desc desc = {.escape_depth = 1};
    world *w = map_of_answers(WEND_SQUARE);
    w->goals[0].offset = WEND_SATURATED_VALUE - 1;
    subject s = made_with(w, &desc);
    assert_int_equal(build(&s), WEND_OK);
    static const row rows[] = {{0, 0, WEND_AT_GOAL, false, WEND_OK, 0, 0},
                               {4, 1, WEND_SATURATED, false, WEND_SATURATED, 4, 1},
                               {8, 1, WEND_CUT_OFF, false, WEND_CUT_OFF, 8, 1}};
    expect_rows(&s, w, &desc, rows, COUNT(rows));
    subject_free(&s);
    free(w);
}

/* Beyond a bound is not cut off; what is known to be cut off says so. */
static void test_beyond_range(void **state) {
    (void)state;
    for (int cut_off = 0; cut_off < 2; cut_off++) {
        world *w = map_of_answers(WEND_SQUARE);
        const wend_field_desc desc = {.cut_off = cut_off};
        subject s = made_with(w, &desc);
        const wend_build_options options = {.max_distance = 400};
        assert_int_equal(wend_field_build(s.field, s.workspace, &options), WEND_OK);
        static const row near_and_far[] = {{2, 1, WEND_OK, true, WEND_OK, 0, 0},
                                           {4, 1, WEND_BEYOND_RANGE, false, WEND_BEYOND_RANGE, 4, 1}};
        static const row beyond[] = {{8, 2, WEND_BEYOND_RANGE, false, WEND_BEYOND_RANGE, 8, 2},
                                     {8, 2, WEND_CUT_OFF, true, WEND_CUT_OFF, 7, 0}};
        expect_by_field(s.field, &near_and_far[0]);
        expect_by_field(s.field, &near_and_far[1]);
        expect_by_samples(s.field, &near_and_far[1]);
        expect_by_field(s.field, &beyond[cut_off]);
        expect_by_samples(s.field, &beyond[cut_off]);
        subject_free(&s);
        free(w);
    }
}

/* Never built: every place of the map is pending, in every call. */
static void test_pending(void **state) {
    (void)state;
    for (int cut_off = 0; cut_off < 2; cut_off++) {
        world *w = map_of_answers(WEND_SQUARE);
        const wend_field_desc desc = {.cut_off = cut_off, .sights = cut_off};
        subject s = made_with(w, &desc);
        static const row rows[] = {{5, 1, WEND_PENDING, false, WEND_PENDING, 5, 1},
                                   {0, 0, WEND_PENDING, false, WEND_PENDING, 0, 0},
                                   {3, 3, WEND_PENDING, false, WEND_PENDING, 3, 3},
                                   {8, 2, WEND_PENDING, false, WEND_PENDING, 8, 2},
                                   {-1, 1, WEND_OFF_MAP, false, WEND_OFF_MAP, -1, 1}};
        assert_int_equal(wend_field_status(s.field), WEND_PENDING);
        for (size_t i = 0; i < COUNT(rows); i++) {
            expect_by_field(s.field, &rows[i]);
            expect_by_samples(s.field, &rows[i]);
        }
        subject_free(&s);
        free(w);
    }
}

static const row stale_rows[] = {
    {5, 1, WEND_STALE, true, WEND_STALE, 0, 0},                                                  /* was OK */
    {0, 0, WEND_AT_GOAL, false, WEND_STALE, 0, 0},   {9, 4, WEND_STALE, true, WEND_STALE, 7, 0}, /* was CUT_OFF */
    {3, 3, WEND_IN_WALL, true, WEND_STALE, 0, 0},    {10, 1, WEND_IN_WALL, true, WEND_STALE, 7, 0},
    {4, 4, WEND_IN_WALL, false, WEND_IN_WALL, 4, 4}, {-1, 1, WEND_OFF_MAP, false, WEND_OFF_MAP, -1, 1},
};

/* Stale by the mover or by the goals: the same in every call, with the arrows of the last build, until it is brought up
 * to date. */
static void test_stale(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        world *w = map_of_answers(WEND_SQUARE);
        const wend_field_desc desc = {.escape_depth = 1, .cut_off = 1, .sights = kind / 2};
        subject s = made_with(w, &desc);
        assert_int_equal(build(&s), WEND_OK);
        if (kind & 1) {
            assert_int_equal(wend_map_set(s.map, 0, 4, 9), WEND_OK);
            assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        } else {
            set_goal(&s, 0, 0, 0);
        }
        assert_int_equal(wend_field_status(s.field), WEND_STALE);
        for (size_t i = 0; i < COUNT(stale_rows); i++) {
            expect_by_field(s.field, &stale_rows[i]);
            expect_by_samples(s.field, &stale_rows[i]);
        }
        assert_int_equal(wend_field_update(s.field, s.workspace, NULL), WEND_OK);
        expect_by_field(s.field, &(row){9, 4, WEND_CUT_OFF, true, WEND_CUT_OFF, 7, 0});
        expect_by_field(s.field, &(row){5, 1, WEND_OK, true, WEND_OK, 0, 0});
        subject_free(&s);
        free(w);
    }
}

/* Goals in a wall, too narrow, and off the map, under each policy: a search sees what a field sees, goal by goal. */
static void test_goals_that_cannot_be_used(void **state) {
    (void)state;
    static const wend_goal goals[] = {{6, 1, 0, 0, 0}, {3, 3, 4, 2, 0}, {-3, 1, 0, 0, 0}, {8, 2, 0, 0, 7}};
    for (int i = 0; i < 4; i++)
        for (int policy = WEND_GOAL_REFUSE; policy <= WEND_GOAL_AROUND; policy++) {
            world *w = map_of_answers(WEND_SQUARE);
            w->goal_count = 0;
            subject s = made(w);
            wend_goal_options options = {(wend_goal_policy)policy, 1, {1, 1}};
            wend_goal_result by_field, by_search;
            assert_int_equal(wend_field_set_goals(s.field, &goals[i], 1, &options), WEND_OK);
            build(&s);
            assert_int_equal(wend_field_goal_result(s.field, 0, &by_field), WEND_OK);
            wend_path_desc desc = {.from = {1, 1},
                                   .goals = &goals[i],
                                   .goal_count = 1,
                                   .goal_options = options,
                                   .goal_results = &by_search};
            wend_path_result result;
            wend_status status = wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result);
            assert_int_equal(by_search.status, by_field.status);
            assert_int_equal(by_search.cells, by_field.cells);
            assert_cell_equal(by_search.cell, by_field.cell.x, by_field.cell.y);
            assert_int_equal(result.cost, wend_field_value(s.field, 1, 1));
            if (by_field.cells == 0)
                assert_int_equal(status, by_field.status);
            else
                assert_int_equal(status, result.cost == WEND_UNREACHABLE ? WEND_CUT_OFF : WEND_TRUNCATED);
            subject_free(&s);
            free(w);
        }
}

/* Of several goals the best by cost and offset; a goal's own offset does not keep it from going on to a better one. */
static void test_several_goals(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("............"));
    wend_goal goals[] = {{0, 0, 0, 0, 0}, {11, 0, 0, 0, 500}, {5, 0, 2, 1, 5000}};
    memcpy(w->goals, goals, sizeof goals);
    w->goal_count = 3;
    subject s = built(w);
    for (int32_t x = 0; x < 12; x++) {
        wend_path_desc desc = {.from = {x, 0}, .goals = goals, .goal_count = 3};
        wend_path_result result;
        wend_cell cells[12];
        assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, 12, &result), WEND_OK);
        assert_int_equal(result.cost, wend_field_value(s.field, x, 0));
        assert_int_equal(result.end.x, x <= 7 ? 0 : 11);
    }
    subject_free(&s);
    free(w);
}

static void test_bad_requests(void **state) {
    (void)state;
    world *w = map_of_answers(WEND_SQUARE);
    subject s = made(w);
    static wend_goal many[WEND_MAX_PATH_GOALS + 1];
    static const wend_goal wide = {0, 0, WEND_MAX_SIDE + 1, 1, 0}, endless = {0, 0, 1, 1, WEND_UNREACHABLE};
    const wend_path_desc bad[] = {
        {.escape_depth = WEND_MAX_ESCAPE_DEPTH + 1},
        {.goals = &wide, .goal_count = 1},
        {.goals = &endless, .goal_count = 1},
        {.goal_options = {.policy = (wend_goal_policy)4}},
        {.goal_options = {.has_reference = 1, .reference = {-1, 0}}},
        {.goals = many, .goal_count = WEND_MAX_PATH_GOALS + 1},
    };
    static const wend_status wanted[] = {WEND_ERROR_ARGUMENT, WEND_ERROR_ARGUMENT, WEND_ERROR_ARGUMENT,
                                         WEND_ERROR_ARGUMENT, WEND_ERROR_OUTSIDE,  WEND_ERROR_CAPACITY};
    for (size_t i = 0; i < COUNT(bad); i++) {
        wend_path_result result = {.count = 77};
        assert_int_equal(wend_path_find(s.mover, s.workspace, &bad[i], NULL, 0, &result), wanted[i]);
        assert_int_equal(result.count, 77);
    }
    wend_path_desc most = {.from = {5, 0}, .goals = many, .goal_count = WEND_MAX_PATH_GOALS};
    wend_path_result result;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &most, NULL, 0, &result), WEND_TRUNCATED);
    assert_int_equal(result.cost, 5 * 140);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_one_way),
        cmocka_unit_test(test_saturated),
        cmocka_unit_test(test_beyond_range),
        cmocka_unit_test(test_pending),
        cmocka_unit_test(test_stale),
        cmocka_unit_test(test_goals_that_cannot_be_used),
        cmocka_unit_test(test_several_goals),
        cmocka_unit_test(test_bad_requests),
    };
    return cmocka_run_group_tests_name("answers", tests, NULL, NULL);
}
