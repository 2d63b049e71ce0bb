/* SPDX-License-Identifier: MIT
 * Reported: crowds that burst in tiny steps, walk through whoever holds, refuse what they told themselves, forget where a
 * formation heads, lose followers at their places, see agents on links in walls, and never come to rest. */
#include "support/group.h"

#include "map/mover.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define DT 0.05f

/* A map in metres, far from the origin of the world; field 0 leads to its east end. */
typedef struct estate {
    wend_map *map;
    wend_mover *mover;
    wend_field *field;
    wend_workspace *workspace;
    wend_crowd *crowd;
} estate;

static estate estate_of(wend_map_desc map, wend_crowd_desc desc) {
    estate all;
    const wend_field_desc field = {.sights = 1};
    const wend_goal goal = {.x = map.width - 3, .y = map.height / 2};
    assert_int_equal(wend_map_create(&map, &all.map), WEND_OK);
    assert_int_equal(wend_mover_create(all.map, NULL, &all.mover), WEND_OK);
    assert_int_equal(wend_field_create(all.mover, &field, &all.field), WEND_OK);
    assert_int_equal(wend_workspace_create((uint32_t)(map.width * map.height), NULL, &all.workspace), WEND_OK);
    assert_int_equal(wend_field_set_goals(all.field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(all.field, all.workspace, NULL), WEND_OK);
    assert_int_equal(wend_crowd_create(all.map, &desc, &all.crowd), WEND_OK);
    assert_int_equal(wend_crowd_set_field(all.crowd, 0, all.field), WEND_OK);
    return all;
}

static void estate_free(estate *all) {
    wend_crowd_destroy(all->crowd);
    wend_workspace_destroy(all->workspace);
    wend_field_destroy(all->field);
    wend_mover_destroy(all->mover);
    wend_map_destroy(all->map);
}

static wend_agent estate_add(const estate *all, const wend_agent_desc *desc) {
    wend_agent agent = {0, 0};
    assert_int_equal(wend_crowd_add(all->crowd, desc, &agent), WEND_OK);
    return agent;
}

/* Steps. */

static void expect_finite(const wend_crowd *crowd, float width, float height, float dt) {
    const float *at = wend_crowd_positions(crowd), *velocities = wend_crowd_velocities(crowd);
    for (uint32_t i = 0; i < wend_crowd_places(crowd); i++) {
        bool is_on = at[2 * i] >= 0.0f && at[2 * i] < width && at[2 * i + 1] >= 0.0f && at[2 * i + 1] < height;
        bool is_good = is_on && isfinite(velocities[2 * i]) && isfinite(velocities[2 * i + 1]);
        if (!is_good)
            fail_msg("by %g s agent %u gets to %g, %g", (double)dt, i, (double)at[2 * i], (double)at[2 * i + 1]);
    }
}

static void tiny_steps_burst_nothing(void **state) {
    (void)state;
    for (float dt = 0.1f; dt > 0.0f; dt *= 0.1f) {
        for (int is_mixed = 0; is_mixed < 2; is_mixed++) {
            group *g = group_on_ground(20, 10, (wend_goal){.x = 17, .y = 5}, &(wend_crowd_desc){.capacity = 4});
            for (int i = 0; i < 4; i++) {
                wend_agent_desc desc = agent_at(5.0f + 0.1f * (float)(i % 2), 5.0f + 0.1f * (float)(i / 2));
                if (is_mixed) desc.radius = 0.2f + 0.1f * (float)i;
                if (is_mixed) desc.acceleration = 2.0f;
                group_add(g, &desc);
            }
            for (int step = 0; step < 20; step++) {
                run_crowd(g->crowd, 1, dt);
                expect_finite(g->crowd, 20.0f, 10.0f, dt);
            }
            /* And they go on well. */
            run_crowd(g->crowd, 60, DT);
            expect_finite(g->crowd, 20.0f, 10.0f, dt);
            if (deepest_overlap(g->crowd) > 0.1) fail_msg("after steps of %g s they do not come apart", (double)dt);
            group_disband(g);
        }
    }
}

/* Who holds. */

enum { ROW = 5, WALKERS = 6 };

static void expect_held_up(const group *g, uint32_t priority) {
    const float *at = wend_crowd_positions(g->crowd);
    for (uint32_t i = ROW; i < ROW + WALKERS; i++) {
        if (at[2 * i] > 12.0f) fail_msg("priority %u: agent %u has passed the row", priority, i);
        for (uint32_t k = 0; k < ROW; k++) {
            float far = hypotf(at[2 * i] - at[2 * k], at[2 * i + 1] - at[2 * k + 1]), share = (0.6f - far) / 0.3f;
            if (share > 0.1f)
                fail_msg("priority %u: agent %u overlaps one that holds by %.3f of a radius", priority, i,
                         (double)share);
        }
    }
}

static void nobody_walks_through_who_holds(void **state) {
    (void)state;
    for (uint32_t priority = 0; priority <= 24; priority++) {
        group *g = group_on_ground(24, 3, (wend_goal){.x = 21, .y = 1}, &(wend_crowd_desc){.capacity = ROW + WALKERS});
        for (int i = 0; i < ROW; i++) {
            wend_agent_desc desc = agent_at(12.0f, 0.3f + 0.6f * (float)i);
            desc.order = WEND_ORDER_HOLD;
            group_add(g, &desc);
        }
        for (int i = 0; i < WALKERS; i++) {
            wend_agent_desc desc = agent_at(8.0f + 0.8f * (float)(i / 2), 1.0f + (float)(i % 2));
            desc.priority = priority;
            group_add(g, &desc);
        }
        for (int step = 0; step < 200; step++) {
            run_crowd(g->crowd, 1, DT);
            expect_held_up(g, priority);
        }
        group_disband(g);
    }
}

/* What agents are told. */

static void points_far_from_the_origin_are_taken(void **state) {
    (void)state;
    estate all = estate_of(
        (wend_map_desc){.width = 40, .height = 20, .cell_size = 2.0f, .origin_x = 100000.0f, .origin_y = 100000.0f},
        (wend_crowd_desc){.capacity = 8, .formations = 1});
    for (int what = WEND_ORDER_GO; what <= WEND_ORDER_POINT; what++) {
        wend_agent_desc desc = {.x = 100010.0f, .y = 100004.0f + 6.0f * (float)what, .order = (wend_order)what};
        desc.offset_x = what == WEND_ORDER_POINT ? 100030.0f : -2.0f;
        desc.offset_y = what == WEND_ORDER_POINT ? 100020.0f : 4.0f;
        wend_agent agent = {0, 0};
        assert_int_equal(wend_crowd_add(all.crowd, &desc, &agent), WEND_OK);
        for (int round = 0; round < 3; round++) {
            wend_agent_desc got = agent_of(all.crowd, agent);
            assert_true(got.offset_x == desc.offset_x && got.offset_y == desc.offset_y && got.order == desc.order);
            assert_int_equal(wend_crowd_set(all.crowd, agent, &got), WEND_OK);
        }
    }
    run_crowd(all.crowd, 200, DT);
    wend_agent agent = wend_crowd_agent_at(all.crowd, WEND_ORDER_POINT);
    assert_int_equal(status_of_agent(all.crowd, agent), WEND_AGENT_ARRIVED);
    wend_agent_desc now = agent_of(all.crowd, agent);
    assert_true(hypotf(now.x - 100030.0f, now.y - 100020.0f) < 1.0f);
    estate_free(&all);
}

/* A leader, five who follow it, four to points of their own, and the rest by the field. */
static estate mixed_estate(void) {
    estate all =
        estate_of((wend_map_desc){.width = 40, .height = 20, .cell_size = 0.7f, .origin_x = -13.3f, .origin_y = 7.1f},
                  (wend_crowd_desc){.capacity = 30, .formations = 1, .radius = 0.2f});
    wend_agent leader = {0, 0};
    for (int i = 0; i < 30; i++) {
        wend_agent_desc desc = {.x = -11.0f + 0.61f * (float)(i % 6), .y = 9.3f + 1.13f * (float)(i / 6)};
        desc.radius = i % 4 == 1 ? 0.31f : 0.2f;
        desc.speed = 1.1f + 0.3f * (float)(i % 3);
        desc.acceleration = i % 5 == 2 ? 3.3f : 0.0f;
        if (i > 0 && i < 6) desc.leader = leader;
        desc.offset_x = i < 6 ? -0.9f : 1.7f;
        desc.offset_y = i < 6 ? 0.7f * (float)(i - 3) : 9.1f + 0.3f * (float)i;
        if (i > 25) desc.order = WEND_ORDER_POINT;
        wend_agent agent = estate_add(&all, &desc);
        if (i == 0) leader = agent;
    }
    return all;
}

static void to_be_told_the_same_changes_nothing(void **state) {
    (void)state;
    estate told = mixed_estate(), left = mixed_estate();
    for (int step = 0; step < 400; step++) {
        for (uint32_t i = 0; i < 30; i++) {
            wend_agent agent = wend_crowd_agent_at(told.crowd, i);
            wend_agent_desc desc = agent_of(told.crowd, agent);
            assert_int_equal(wend_crowd_set(told.crowd, agent, &desc), WEND_OK);
        }
        run_crowd(told.crowd, 1, DT);
        run_crowd(left.crowd, 1, DT);
        if (crowd_info(told.crowd).hash != crowd_info(left.crowd).hash) fail_msg("another crowd in step %d", step);
    }
    estate_free(&told);
    estate_free(&left);
}

static void followers_leave_at_goals_only(void **state) {
    (void)state;
    group *g =
        group_on_ground(40, 20, (wend_goal){.x = 35, .y = 10}, &(wend_crowd_desc){.capacity = 2, .formations = 1});
    wend_agent_desc desc = agent_at(20.5f, 10.5f);
    desc.order = WEND_ORDER_HOLD;
    wend_agent leader = group_add(g, &desc);
    desc = agent_at(12.5f, 10.5f);
    desc.order = WEND_ORDER_LEAVE;
    desc.leader = leader;
    desc.offset_x = 2.0f; /* ahead: it heads north */
    wend_agent follower = group_add(g, &desc);
    for (int step = 0; step < 200; step++) {
        run_crowd(g->crowd, 1, DT);
        if (!wend_crowd_has(g->crowd, follower)) fail_msg("it has left in step %d", step);
    }
    desc = agent_of(g->crowd, follower);
    assert_true(hypotf(desc.x - 20.5f, desc.y - 8.5f) < 0.6f);
    assert_int_equal(wend_crowd_remove(g->crowd, leader), WEND_OK);
    for (int step = 0; step < 300 && wend_crowd_has(g->crowd, follower); step++) {
        desc = agent_of(g->crowd, follower);
        run_crowd(g->crowd, 1, DT);
    }
    assert_false(wend_crowd_has(g->crowd, follower));
    assert_true(hypotf(desc.x - 35.5f, desc.y - 10.5f) < 1.0f);
    group_disband(g);
}

static void nobody_leads_itself(void **state) {
    (void)state;
    group *g =
        group_on_ground(20, 10, (wend_goal){.x = 17, .y = 5}, &(wend_crowd_desc){.capacity = 3, .formations = 1});
    wend_agent_desc desc = agent_at(5.5f, 5.5f);
    wend_agent agent = group_add(g, &desc);
    wend_agent_desc told = desc;
    told.leader = agent;
    assert_int_equal(wend_crowd_set(g->crowd, agent, &told), WEND_ERROR_ARGUMENT);
    assert_int_equal(agent_of(g->crowd, agent).leader.generation, 0);
    group_disband(g);
}

/* Links. */

static void who_is_on_a_link_is_in_no_wall(void **state) {
    (void)state;
    group *g = group_at_link(4);
    for (int i = 0; i < 4; i++) {
        wend_agent_desc desc = agent_at(3.5f, 0.3f + 0.7f * (float)i);
        group_add(g, &desc);
    }
    int over_wall = 0;
    for (int step = 0; step < 400; step++) {
        run_crowd(g->crowd, 1, 0.02f);
        for (int i = 0; i < 4; i++) {
            float x = wend_crowd_positions(g->crowd)[2 * i];
            over_wall += x > 4.0f && x < 5.0f;
        }
        if (crowd_info(g->crowd).in_wall) fail_msg("step %d: %u in walls", step, crowd_info(g->crowd).in_wall);
    }
    assert_true(over_wall > 0);
    group_disband(g);
}

static void links_are_entered_near_their_centres(void **state) {
    (void)state;
    static const float speeds[4] = {0.2f, 0.5f, 1.0f, 4.0f};
    for (int i = 0; i < 4; i++) {
        group *g = group_at_link(1);
        wend_agent_desc desc = agent_at(3.5f, 0.9f);
        desc.speed = speeds[i];
        desc.radius = 0.1f;
        wend_agent agent = group_add(g, &desc);
        float far = 9.0f;
        for (int step = 0; step < 600 && status_of_agent(g->crowd, agent) != WEND_AGENT_ON_LINK; step++) {
            desc = agent_of(g->crowd, agent);
            far = hypotf(desc.x - 1.5f, desc.y - 1.5f);
            run_crowd(g->crowd, 1, DT);
        }
        assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_ON_LINK);
        if (far > 0.451f) fail_msg("at a speed of %g from %.3f cells", (double)speeds[i], (double)far);
        group_disband(g);
    }
}

/* One that comes off its link within a long step goes on no faster than it may: not through walls, nor off the map. */
static void who_comes_off_a_link_in_a_long_step_stays_on_the_map(void **state) {
    (void)state;
    group *g = group_at_link(1);
    wend_agent_desc desc = agent_at(1.5f, 1.5f);
    desc.speed = 64.0f;
    wend_agent agent = group_add(g, &desc);
    for (int i = 0; i < 100 && status_of_agent(g->crowd, agent) != WEND_AGENT_ON_LINK; i++)
        run_crowd(g->crowd, 1, 0.002f);
    assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_ON_LINK);
    run_crowd(g->crowd, 1, 1.0f);
    desc = agent_of(g->crowd, agent);
    if (!(desc.x >= 0.0f && desc.x < 9.0f && desc.y >= 0.0f && desc.y < 3.0f))
        fail_msg("it is at %.3f, %.3f", (double)desc.x, (double)desc.y);
    assert_int_equal(crowd_info(g->crowd).in_wall, 0);
    assert_int_equal(crowd_info(g->crowd).arrived, 1);
    group_disband(g);
}

/* Numbers that vanish. */

static void radii_that_vanish_are_refused(void **state) {
    (void)state;
    estate all =
        estate_of((wend_map_desc){.width = 20, .height = 10, .cell_size = 4.0f}, (wend_crowd_desc){.capacity = 4});
    static const float tiny[] = {1e-45f, 3e-45f, 1e-20f, 3.9f / 1024};
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
        wend_crowd *out = NULL;
        const wend_crowd_desc desc = {.capacity = 1, .radius = tiny[i]};
        assert_int_equal(wend_crowd_create(all.map, &desc, &out), WEND_ERROR_ARGUMENT);
        assert_null(out);
        wend_agent_desc agent = {.x = 10.0f, .y = 10.0f, .radius = tiny[i]};
        assert_int_equal(wend_crowd_add(all.crowd, &agent, NULL), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_count(all.crowd), 0);
    /* From 1/1024 of a cell on they are taken. */
    const wend_agent_desc least = {.x = 10.0f, .y = 10.0f, .radius = 4.0f / 1024};
    (void)estate_add(&all, &least);
    run_crowd(all.crowd, 20, DT);
    estate_free(&all);
}

/* Congestion. */

/* One agent stands, which costs (180 - 81) / 9 = 11 in nine cells. */
static void expect_rest(uint32_t smoothing, uint8_t start) {
    group *g = group_on_ground(10, 8, (wend_goal){.x = 9, .y = 0}, &(wend_crowd_desc){.capacity = 1, .congestion = 1});
    const wend_congestion_desc desc = {
        .free_percent = 10, .per_agent = 90, .per_standing = 180, .smoothing = smoothing};
    wend_agent_desc one = agent_at(4.5f, 3.5f);
    one.order = WEND_ORDER_STOP;
    group_add(g, &one);
    run_crowd(g->crowd, 20, DT);
    assert_int_equal(wend_mover_fill_overlay(g->s.mover, (wend_rect){0, 0, 10, 8}, start), WEND_OK);
    uint8_t before[80] = {0};
    const uint8_t *overlay = NULL;
    for (int round = 0; round < 200; round++) {
        if (overlay) memcpy(before, overlay, sizeof before);
        assert_int_equal(wend_crowd_write_congestion(g->crowd, g->s.mover, &desc, NULL), WEND_OK);
        overlay = g->s.mover->overlay;
    }
    assert_memory_equal(overlay, before, sizeof before);
    for (int i = 0; i < 80; i++) {
        int wanted = abs(i % 10 - 4) <= 1 && abs(i / 10 - 3) <= 1 ? 11 : 0;
        if (abs(overlay[i] - wanted) > 1)
            fail_msg("smoothing %u, from %u: it rests at %u, not at %d", smoothing, start, overlay[i], wanted);
    }
    group_disband(g);
}

static void congestion_comes_to_rest_where_it_should(void **state) {
    (void)state;
    static const uint32_t smoothings[3] = {7, 4, 1};
    for (int i = 0; i < 3; i++) {
        expect_rest(smoothings[i], 0);
        expect_rest(smoothings[i], 200);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_steps_burst_nothing),
        cmocka_unit_test(nobody_walks_through_who_holds),
        cmocka_unit_test(points_far_from_the_origin_are_taken),
        cmocka_unit_test(to_be_told_the_same_changes_nothing),
        cmocka_unit_test(followers_leave_at_goals_only),
        cmocka_unit_test(nobody_leads_itself),
        cmocka_unit_test(who_is_on_a_link_is_in_no_wall),
        cmocka_unit_test(links_are_entered_near_their_centres),
        cmocka_unit_test(who_comes_off_a_link_in_a_long_step_stays_on_the_map),
        cmocka_unit_test(radii_that_vanish_are_refused),
        cmocka_unit_test(congestion_comes_to_rest_where_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
