/* SPDX-License-Identifier: MIT
 * Agents of a crowd together: formations, several fields and movers, discs of all widths, long steps, headways, and
 * what crowded cells cost. */
#include "support/group.h"

#include "map/mover.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define DT 0.05f

/* Formations. */

/* A leader at 4.5, 6 and five beside and behind it. */
typedef struct formation {
    wend_agent leader, followers[5];
} formation;

static const float places[5][2] = {{-1.0f, -1.0f}, {-1.0f, 1.0f}, {-2.0f, 0.0f}, {0.0f, -2.0f}, {0.0f, 2.0f}};

static formation formed(group *g, float x, float y) {
    formation all;
    wend_agent_desc desc = agent_at(x, y);
    desc.speed = 2.0f;
    all.leader = group_add(g, &desc);
    for (int i = 0; i < 5; i++) {
        /* It heads east: ahead is x, and to the right is y. */
        desc = agent_at(x + places[i][0], y + places[i][1]);
        desc.speed = 3.0f;
        desc.leader = all.leader;
        desc.offset_x = places[i][0];
        desc.offset_y = places[i][1];
        all.followers[i] = group_add(g, &desc);
    }
    return all;
}

static void followers_keep_their_places(void **state) {
    (void)state;
    group *g = group_on_ground(60, 12, (wend_goal){.x = 58, .y = 0, .width = 1, .height = 12},
                               &(wend_crowd_desc){.capacity = 6, .formations = 1});
    formation all = formed(g, 4.5f, 6.0f);
    float farthest = 0.0f;
    for (int step = 0; step < 400; step++) {
        run_crowd(g->crowd, 1, DT);
        wend_agent_desc leader = agent_of(g->crowd, all.leader);
        if (leader.x < 12.0f || leader.x > 50.0f) continue;
        for (int i = 0; i < 5; i++) {
            wend_agent_desc now = agent_of(g->crowd, all.followers[i]);
            float off = hypotf(now.x - leader.x - places[i][0], now.y - leader.y - places[i][1]);
            farthest = fmaxf(farthest, off);
        }
    }
    assert_true(agent_of(g->crowd, all.leader).x > 40.0f);
    if (farthest > 1.0f) fail_msg("a follower is %.3f cells from its place", (double)farthest);
    /* Without a leader they go by their field. */
    assert_int_equal(wend_crowd_remove(g->crowd, all.leader), WEND_OK);
    run_crowd(g->crowd, 600, DT);
    for (int i = 0; i < 5; i++) assert_true(agent_of(g->crowd, all.followers[i]).x > 56.0f);
    group_disband(g);
}

/* The leader stands behind a wall: the places beside it cannot be seen, and the field leads. */
static void who_cannot_see_its_place_goes_by_the_field(void **state) {
    (void)state;
    static const char *const rows[9] = {"....................", "....................", "#################...",
                                        "....................", "....................", "....................",
                                        "....................", "..G.................", "...................."};
    group *g = group_of(rows, 9, &(wend_crowd_desc){.capacity = 2, .formations = 1});
    wend_agent_desc desc = agent_at(6.5f, 5.5f);
    desc.order = WEND_ORDER_HOLD;
    wend_agent leader = group_add(g, &desc);
    desc = agent_at(6.5f, 0.5f);
    desc.leader = leader;
    desc.offset_x = 0.0f;
    desc.offset_y = 1.5f;
    wend_agent follower = group_add(g, &desc);
    float rightmost = 0.0f;
    for (int step = 0; step < 400; step++) {
        run_crowd(g->crowd, 1, DT);
        rightmost = fmaxf(rightmost, agent_of(g->crowd, follower).x);
    }
    /* Round the wall's end; then, seeing its place, it goes there: the leader heads north. */
    assert_true(rightmost > 17.0f);
    wend_agent_desc now = agent_of(g->crowd, follower);
    if (hypotf(now.x - 8.0f, now.y - 5.5f) > 0.3f) fail_msg("at %.3f, %.3f", (double)now.x, (double)now.y);
    group_disband(g);
}

/* Several fields. */

static void each_follows_its_own_field(void **state) {
    (void)state;
    group *g = group_on_ground(30, 30, (wend_goal){.x = 27, .y = 2}, &(wend_crowd_desc){.capacity = 90});
    const uint32_t fields[3] = {0, group_field(g, 0, (wend_goal){.x = 2, .y = 2}),
                                group_field(g, 0, (wend_goal){.x = 14, .y = 27})};
    const float ends[3][2] = {{27.5f, 2.5f}, {2.5f, 2.5f}, {14.5f, 27.5f}};
    for (int i = 0; i < 90; i++) {
        wend_agent_desc desc = agent_at(11.0f + 0.8f * (float)(i % 9), 10.0f + 0.8f * (float)(i / 9));
        desc.field = fields[i % 3];
        desc.radius = 0.25f;
        group_add(g, &desc);
    }
    run_crowd(g->crowd, 500, DT);
    for (uint32_t i = 0; i < 90; i++) {
        const float *at = wend_crowd_positions(g->crowd) + 2 * i, *end = ends[i % 3];
        assert_true(hypotf(at[0] - end[0], at[1] - end[1]) < 5.0f);
    }
    /* One changes its mind. */
    wend_agent agent = wend_crowd_agent_at(g->crowd, 0);
    wend_agent_desc desc = agent_of(g->crowd, agent);
    desc.field = fields[1];
    assert_int_equal(wend_crowd_set(g->crowd, agent, &desc), WEND_OK);
    run_crowd(g->crowd, 300, DT);
    assert_true(hypotf(agent_of(g->crowd, agent).x - 2.5f, agent_of(g->crowd, agent).y - 2.5f) < 5.0f);
    group_disband(g);
}

/* A narrow gap on the straight way, and a wide one far aside. */
static void each_goes_where_its_mover_fits(void **state) {
    (void)state;
    static const char *const rows[13] = {"..........#.........", "..........#.........", "....................",
                                         "..........#.......G.", "..........#.........", "..........#.........",
                                         "..........#.........", "....................", "....................",
                                         "....................", "....................", "..........#.........",
                                         "..........#........."};
    group *g = group_of(rows, 13, &(wend_crowd_desc){.capacity = 8, .radius = 0.3f});
    uint32_t wide = group_field(g, 384, (wend_goal){.x = 17, .y = 4});
    for (int i = 0; i < 8; i++) {
        wend_agent_desc desc = agent_at(2.0f + 3.2f * (float)(i % 2), 1.8f + 2.4f * (float)(i / 2));
        desc.field = i % 2 ? wide : 0;
        desc.radius = i % 2 ? 1.5f : 0.3f;
        desc.x = i % 2 ? 6.0f : 1.5f;
        desc.y = i % 2 ? 1.6f + 3.1f * (float)(i / 2) : desc.y;
        group_add(g, &desc);
    }
    float narrow_by[8] = {0};
    for (int step = 0; step < 700; step++) {
        run_crowd(g->crowd, 1, DT);
        double depth = deepest_in_wall(g);
        if (depth > 1.0 / 256) fail_msg("step %d: a disc is %.5f cells deep in a wall", step, depth);
        for (uint32_t i = 0; i < 8; i++) {
            const float *at = wend_crowd_positions(g->crowd) + 2 * i;
            if (at[0] > 10.0f && narrow_by[i] == 0.0f) narrow_by[i] = at[1];
        }
    }
    for (int i = 0; i < 8; i++) {
        assert_true(narrow_by[i] > 0.0f);
        if (i % 2) assert_true(narrow_by[i] > 8.0f);
    }
    assert_true(narrow_by[0] < 3.0f);
    group_disband(g);
}

/* Discs of all widths. */

static void discs_of_all_widths_come_apart(void **state) {
    (void)state;
    static const float radii[6] = {0.2f, 0.3f, 0.5f, 0.2f, 1.0f, 2.5f};
    group *g = group_on_ground(60, 60, (wend_goal){.x = 30, .y = 30}, &(wend_crowd_desc){.capacity = 120});
    const uint32_t fields[2] = {0, group_field(g, 640, (wend_goal){.x = 30, .y = 30})};
    test_random random = test_random_of(8);
    for (int i = 0; i < 120; i++) {
        wend_agent_desc desc = agent_at(20.0f + (float)test_random_below(&random, 2000) * 0.01f,
                                        20.0f + (float)test_random_below(&random, 2000) * 0.01f);
        desc.radius = i % 10 == 0 ? radii[4 + i / 10 % 2] : radii[i % 4];
        desc.field = fields[desc.radius > 0.5f];
        desc.order = WEND_ORDER_STOP;
        group_add(g, &desc);
    }
    assert_true(deepest_overlap(g->crowd) > 0.5);
    run_crowd(g->crowd, 400, DT);
    double deepest = deepest_overlap(g->crowd);
    if (deepest > 0.1) fail_msg("two overlap by %.3f of the lesser radius", deepest);
    group_disband(g);
}

/* The widest among walls, pressed by many. */
static void a_wide_disc_never_gets_into_a_wall(void **state) {
    (void)state;
    group *g = calloc(1, sizeof *g);
    assert_non_null(g);
    world_start(&g->w, 40, 24, WEND_SQUARE);
    for (int32_t x = 18; x < 22; x++)
        for (int32_t y = 0; y < 24; y++)
            if (y < 9 || y > 14) g->w.terrain[world_index(&g->w, x, y)] = 255;
    g->w.goals[0] = (wend_goal){.x = 37, .y = 12};
    g->w.goal_count = 1;
    group_form(g, &(wend_crowd_desc){.capacity = 123});
    uint32_t wide = group_field(g, 640, (wend_goal){.x = 35, .y = 12});
    wend_agent agents[3];
    for (int i = 0; i < 3; i++) {
        wend_agent_desc desc = agent_at(4.0f + 5.5f * (float)i, 5.0f + 6.0f * (float)i);
        desc.radius = 2.5f;
        desc.field = wide;
        agents[i] = group_add(g, &desc);
    }
    for (int i = 0; i < 120; i++) {
        wend_agent_desc desc = agent_at(0.5f + 0.7f * (float)(i % 24), 16.0f + 0.8f * (float)(i / 24));
        group_add(g, &desc);
    }
    for (int step = 0; step < 700; step++) {
        run_crowd(g->crowd, 1, DT);
        if (step < 100) continue; /* they were put on each other, but not on walls */
        double depth = deepest_in_wall(g);
        if (depth > 1.0 / 256) fail_msg("step %d: a disc is %.5f cells deep in a wall", step, depth);
    }
    for (int i = 0; i < 3; i++) assert_true(agent_of(g->crowd, agents[i]).x > 22.0f);
    group_disband(g);
}

/* Steps of any length. */

static void a_long_step_is_many_short_ones(void **state) {
    (void)state;
    static const float steps[7] = {1.0f, 0.5f, 0.25f, 0.1f, 0.05f, 0.01f, 1.0f / 1024};
    static const char *const rows[6] = {"......................", "....#.......#.........", "....#.......#.....G...",
                                        "....#.................", "............#.........", "......................"};
    for (int i = 0; i < 7; i++) {
        group *g = group_of(rows, 6, &(wend_crowd_desc){.capacity = 30});
        for (int k = 0; k < 30; k++) {
            wend_agent_desc desc = agent_at(0.5f + (float)(k % 5 / 2), 0.5f + (float)(k / 5) + 0.01f * (float)k);
            group_add(g, &desc);
        }
        float time = 0.0f;
        while (time < 20.0f) {
            run_crowd(g->crowd, 1, steps[i]);
            time += steps[i];
            assert_int_equal(crowd_info(g->crowd).in_wall, 0);
            const float *velocities = wend_crowd_velocities(g->crowd);
            for (uint32_t k = 0; k < 30; k++) assert_true(hypotf(velocities[2 * k], velocities[2 * k + 1]) < 4.001f);
        }
        /* All get there, whatever the step. */
        for (uint32_t k = 0; k < 30; k++) {
            const float *at = wend_crowd_positions(g->crowd) + 2 * k;
            if (hypotf(at[0] - 18.5f, at[1] - 2.5f) > 6.0f)
                fail_msg("by steps of %g s one gets to %.3f, %.3f", (double)steps[i], (double)at[0], (double)at[1]);
        }
        group_disband(g);
    }
}

/* The gap between two who walk one behind the other, the second faster than the first. */
static float gap_behind(float headway) {
    group *g = group_on_ground(80, 9, (wend_goal){.x = 77, .y = 4},
                               &(wend_crowd_desc){.capacity = 2, .look = 2.0f, .headway = headway});
    wend_agent_desc desc = agent_at(6.5f, 4.5f);
    desc.speed = 1.5f;
    wend_agent first = group_add(g, &desc);
    desc = agent_at(4.5f, 4.5f);
    desc.speed = 2.0f;
    desc.acceleration = 0.0f;
    wend_agent second = group_add(g, &desc);
    /* A lane one wide: nobody overtakes. */
    for (int32_t y = 0; y < 9; y++)
        if (y != 4) assert_int_equal(wend_map_fill(g->s.map, (wend_rect){0, y, 80, 1}, 255), WEND_OK);
    assert_int_equal(wend_mover_update(g->s.mover), WEND_OK);
    assert_true(wend_field_update(g->s.field, g->s.workspace, NULL) >= WEND_OK);
    run_crowd(g->crowd, 400, DT);
    float gap = agent_of(g->crowd, first).x - agent_of(g->crowd, second).x - 0.6f;
    assert_true(agent_of(g->crowd, first).x > 30.0f);
    group_disband(g);
    return gap;
}

static void a_headway_is_kept(void **state) {
    (void)state;
    float none = gap_behind(0.0f), half = gap_behind(0.5f);
    /* Half a second at 1.5 cells a second. */
    if (fabsf(half - 0.75f) > 0.1f) fail_msg("a gap of %.3f cells", (double)half);
    if (none > 0.5f * half) fail_msg("a gap of %.3f cells without a headway", (double)none);
}

/* Congestion. */

static void read_overlay(const wend_mover *mover, uint8_t out[8 * 10]) {
    assert_non_null(mover->overlay);
    memcpy(out, mover->overlay, 8 * 10);
}

/* One agent costs 90 where it is: a ninth of that in each of nine cells, less what is free, half of it new. */
static void one_agent_costs_something_in_nine_cells(void **state) {
    (void)state;
    group *g = group_on_ground(10, 8, (wend_goal){.x = 9, .y = 0}, &(wend_crowd_desc){.capacity = 2, .congestion = 1});
    const wend_congestion_desc desc = {.free_percent = 10, .per_agent = 90, .per_standing = 180, .smoothing = 4};
    wend_agent_desc one = agent_at(4.5f, 3.5f);
    wend_agent agent = group_add(g, &one);
    uint8_t overlay[8 * 10];
    /* Free: 10 % of 90 in each cell, 81 of the sum; so (90 - 81) / 9 = 1, and half of the way there is one step. */
    assert_int_equal(wend_crowd_write_congestion(g->crowd, g->s.mover, &desc, NULL), WEND_OK);
    read_overlay(g->s.mover, overlay);
    assert_int_equal(overlay[3 * 10 + 4], 1);
    /* Who stands: (180 - 81) / 9 = 11: half of the way there, rounded up, from 1 to 6, to 9, to 10. */
    order(g->crowd, agent, WEND_ORDER_STOP);
    run_crowd(g->crowd, 20, DT);
    assert_true(agent_of(g->crowd, agent).x == 4.5f);
    static const uint8_t wanted[3] = {6, 9, 10};
    for (int round = 0; round < 3; round++) {
        assert_int_equal(wend_crowd_write_congestion(g->crowd, g->s.mover, &desc, NULL), WEND_OK);
        read_overlay(g->s.mover, overlay);
        for (int32_t y = 0; y < 8; y++)
            for (int32_t x = 0; x < 10; x++)
                assert_int_equal(overlay[y * 10 + x], abs(x - 4) <= 1 && abs(y - 3) <= 1 ? wanted[round] : 0);
    }
    /* Gone: it fades. */
    assert_int_equal(wend_crowd_remove(g->crowd, agent), WEND_OK);
    assert_int_equal(wend_crowd_write_congestion(g->crowd, g->s.mover, &desc, NULL), WEND_OK);
    read_overlay(g->s.mover, overlay);
    assert_int_equal(overlay[3 * 10 + 4], 5);
    group_disband(g);
}

static void congestion_is_the_same_with_threads(void **state) {
    (void)state;
    group *g =
        group_on_ground(40, 40, (wend_goal){.x = 20, .y = 20}, &(wend_crowd_desc){.capacity = 300, .congestion = 1});
    for (int i = 0; i < 300; i++) {
        wend_agent_desc desc = agent_at(1.5f + 0.6f * (float)(i % 60), 10.0f + (float)(i / 60));
        group_add(g, &desc);
    }
    run_crowd(g->crowd, 60, DT);
    static uint8_t first[1600], other[1600];
    const wend_rect whole = {0, 0, 40, 40};
    const wend_congestion_desc desc = {.free_percent = 1, .per_agent = 50, .per_standing = 100, .smoothing = 1};
    for (uint32_t threads = 1; threads <= 7; threads += 2) {
        wend_tasks tasks = wend_tasks_openmp(threads);
        assert_int_equal(wend_mover_fill_overlay(g->s.mover, whole, 0), WEND_OK);
        assert_int_equal(wend_crowd_write_congestion(g->crowd, g->s.mover, &desc, &tasks), WEND_OK);
        memcpy(other, g->s.mover->overlay, sizeof other);
        if (threads == 1) memcpy(first, other, sizeof first);
        assert_memory_equal(first, other, sizeof first);
    }
    uint32_t sum = 0;
    for (int i = 0; i < 1600; i++) sum += first[i];
    assert_true(sum > 300);
    group_disband(g);
}

static void congestion_that_makes_no_sense_is_refused(void **state) {
    (void)state;
    const wend_goal goal = {.x = 9, .y = 0};
    group *g = group_on_ground(10, 8, goal, &(wend_crowd_desc){.capacity = 1, .congestion = 1});
    group *other = group_on_ground(10, 8, goal, &(wend_crowd_desc){.capacity = 1});
    assert_int_equal(wend_crowd_write_congestion(NULL, g->s.mover, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_write_congestion(g->crowd, NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_write_congestion(g->crowd, other->s.mover, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_write_congestion(other->crowd, other->s.mover, NULL, NULL), WEND_ERROR_ARGUMENT);
    const wend_congestion_desc bad[4] = {
        {.free_percent = 1001}, {.per_agent = 255}, {.per_standing = 255}, {.smoothing = 8}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(wend_crowd_write_congestion(g->crowd, g->s.mover, &bad[i], NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_write_congestion(g->crowd, g->s.mover, NULL, NULL), WEND_OK);
    group_disband(other);
    group_disband(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(followers_keep_their_places),
        cmocka_unit_test(who_cannot_see_its_place_goes_by_the_field),
        cmocka_unit_test(each_follows_its_own_field),
        cmocka_unit_test(each_goes_where_its_mover_fits),
        cmocka_unit_test(discs_of_all_widths_come_apart),
        cmocka_unit_test(a_wide_disc_never_gets_into_a_wall),
        cmocka_unit_test(a_long_step_is_many_short_ones),
        cmocka_unit_test(a_headway_is_kept),
        cmocka_unit_test(one_agent_costs_something_in_nine_cells),
        cmocka_unit_test(congestion_is_the_same_with_threads),
        cmocka_unit_test(congestion_that_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
