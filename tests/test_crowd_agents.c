/* SPDX-License-Identifier: MIT
 * Agents of a crowd: their ids, what they are told, how they fare and what is said of it. */
#include "support/group.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define DT 0.05f

static group *field_of_grass(uint32_t capacity) {
    return group_on_ground(40, 20, (wend_goal){.x = 35, .y = 10},
                           &(wend_crowd_desc){.capacity = capacity, .formations = 1});
}

static bool is_none(wend_agent agent) {
    return agent.index == 0 && agent.generation == 0;
}

/* Ids. */

static void an_id_is_never_good_again(void **state) {
    (void)state;
    group *g = field_of_grass(3);
    wend_agent agents[3];
    for (int i = 0; i < 3; i++) {
        wend_agent_desc desc = agent_at(2.5f + (float)i, 3.5f);
        agents[i] = group_add(g, &desc);
        assert_int_equal(agents[i].index, i);
        assert_true(agents[i].generation != 0);
    }
    wend_agent stale = agents[1];
    assert_int_equal(wend_crowd_remove(g->crowd, stale), WEND_OK);
    assert_int_equal(wend_crowd_count(g->crowd), 2);
    assert_int_equal(wend_crowd_places(g->crowd), 3);
    assert_int_equal(wend_crowd_statuses(g->crowd)[1], WEND_AGENT_NONE);
    assert_true(is_none(wend_crowd_agent_at(g->crowd, 1)));
    for (int round = 0; round < 2; round++) {
        wend_agent_desc desc = agent_at(9.5f, 9.5f);
        assert_false(wend_crowd_has(g->crowd, stale));
        assert_int_equal(wend_crowd_get(g->crowd, stale, &desc), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set(g->crowd, stale, &desc), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_remove(g->crowd, stale), WEND_ERROR_ARGUMENT);
        /* The place is taken again; the id is not. */
        if (round == 0) agents[1] = group_add(g, &desc);
        assert_int_equal(agents[1].index, 1);
    }
    assert_true(agents[1].generation != stale.generation);
    assert_true(wend_crowd_has(g->crowd, agents[1]));
    assert_int_equal(wend_crowd_count(g->crowd), 3);
    group_disband(g);
}

static void no_agent_is_no_agent(void **state) {
    (void)state;
    group *g = field_of_grass(2);
    wend_agent_desc desc = agent_at(2.5f, 3.5f);
    wend_agent good = group_add(g, &desc);
    const wend_agent bad[] = {{0, 0}, {0, good.generation + 1}, {1, 1}, {1, 0}, {2, 1}, {UINT32_MAX, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(wend_crowd_has(g->crowd, bad[i]));
        assert_int_equal(wend_crowd_get(g->crowd, bad[i], &desc), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set(g->crowd, bad[i], &desc), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_remove(g->crowd, bad[i]), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_get(g->crowd, good, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set(g->crowd, good, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_remove(NULL, good), WEND_ERROR_ARGUMENT);
    assert_false(wend_crowd_has(NULL, good));
    assert_true(is_none(wend_crowd_agent_at(g->crowd, 1)));
    assert_true(is_none(wend_crowd_agent_at(g->crowd, UINT32_MAX)));
    assert_true(is_none(wend_crowd_agent_at(NULL, 0)));
    /* What was cleared is gone, too. */
    wend_crowd_clear(g->crowd);
    assert_false(wend_crowd_has(g->crowd, good));
    wend_agent next = group_add(g, &desc);
    assert_int_equal(next.index, good.index);
    assert_false(wend_crowd_has(g->crowd, good));
    group_disband(g);
}

/* In any order; and a capacity is a capacity. */
static void agents_come_and_go_at_any_time(void **state) {
    (void)state;
    enum { MOST = 50 };
    group *g = field_of_grass(MOST);
    wend_agent agents[MOST];
    uint32_t count = 0;
    test_random random = test_random_of(5);
    for (int step = 0; step < 400; step++) {
        wend_agent_desc desc = agent_at(1.0f + (float)test_random_below(&random, 30), 10.25f);
        bool grows = count == 0 || test_random_chance(&random, step < 200 ? 80 : 45);
        if (grows && count == MOST) {
            assert_int_equal(wend_crowd_add(g->crowd, &desc, NULL), WEND_ERROR_CAPACITY);
        } else if (grows) {
            agents[count++] = group_add(g, &desc);
        } else {
            uint32_t which = test_random_below(&random, count);
            assert_int_equal(wend_crowd_remove(g->crowd, agents[which]), WEND_OK);
            agents[which] = agents[--count];
        }
        if (step % 3 == 0) run_crowd(g->crowd, 1, DT);
        assert_int_equal(wend_crowd_count(g->crowd), count);
        assert_int_equal(crowd_info(g->crowd).agents, count);
        for (uint32_t i = 0; i < count; i++) {
            wend_agent there = wend_crowd_agent_at(g->crowd, agents[i].index);
            assert_true(wend_crowd_has(g->crowd, agents[i]) && there.generation == agents[i].generation);
        }
    }
    assert_int_equal(wend_crowd_places(g->crowd), MOST);
    group_disband(g);
}

static void what_is_set_is_what_is_got(void **state) {
    (void)state;
    group *g = field_of_grass(2);
    uint32_t other = group_field(g, 0, (wend_goal){.x = 3, .y = 3});
    wend_agent_desc plain = agent_at(2.25f, 3.75f);
    wend_agent leader = group_add(g, &plain);
    wend_agent_desc got = agent_of(g->crowd, leader);
    assert_true(got.x == 2.25f && got.y == 3.75f && got.radius == 0.3f && got.speed == 4.0f);
    assert_true(got.acceleration == 0.0f && got.field == 0 && got.priority == 0 && got.order == WEND_ORDER_GO);
    assert_true(got.user == NULL && is_none(got.leader));
    wend_agent_desc told = {.x = 7.5f,
                            .y = 8.25f,
                            .radius = 0.75f,
                            .speed = 2.5f,
                            .acceleration = 6.0f,
                            .field = other,
                            .priority = 3,
                            .leader = leader,
                            .offset_x = -1.5f,
                            .offset_y = 2.0f,
                            .user = g};
    wend_agent agent = group_add(g, &told);
    for (int order = WEND_ORDER_GO; order <= WEND_ORDER_POINT; order++) {
        told.order = (wend_order)order;
        told.priority = (uint32_t)order;
        told.x += 0.25f;
        assert_int_equal(wend_crowd_set(g->crowd, agent, &told), WEND_OK);
        got = agent_of(g->crowd, agent);
        assert_true(got.x == told.x && got.y == told.y && got.radius == told.radius && got.speed == told.speed);
        assert_true(got.acceleration == told.acceleration && got.field == told.field && got.order == told.order);
        assert_true(got.priority == told.priority && got.user == told.user && got.offset_x == told.offset_x);
        assert_true(got.offset_y == told.offset_y && got.leader.index == leader.index);
        assert_int_equal(got.leader.generation, leader.generation);
    }
    /* What is refused changes nothing. */
    wend_agent_desc bad = told;
    bad.x = -3.0f;
    bad.radius = 0.1f;
    assert_int_equal(wend_crowd_set(g->crowd, agent, &bad), WEND_ERROR_OUTSIDE);
    got = agent_of(g->crowd, agent);
    assert_true(got.x == told.x && got.radius == told.radius);
    group_disband(g);
}

/* Events and statuses. */

static void events_come_in_order_of_index(void **state) {
    (void)state;
    group *g = field_of_grass(12);
    wend_agent agents[12];
    for (int i = 0; i < 12; i++) {
        wend_agent_desc desc = agent_at(i % 2 ? 10.5f : 30.5f, 1.0f + 1.5f * (float)i);
        desc.order = WEND_ORDER_POINT;
        desc.offset_x = i % 2 ? 38.0f : 31.5f;
        desc.offset_y = desc.y;
        agents[i] = group_add(g, &desc);
    }
    uint32_t index = 0, arrived = 0;
    assert_int_equal(wend_crowd_next_event(g->crowd, &index, NULL), 0);
    for (int step = 0; step < 30 && arrived == 0; step++) {
        wend_agent agent;
        uint32_t events, last = 0;
        run_crowd(g->crowd, 1, DT);
        index = 0;
        while ((events = wend_crowd_next_event(g->crowd, &index, &agent)) != 0) {
            assert_int_equal(events, WEND_EVENT_ARRIVED);
            assert_int_equal(index, agent.index + 1);
            assert_true(arrived == 0 || agent.index > last);
            assert_int_equal(agent.generation, agents[agent.index].generation);
            assert_int_equal(agent.index % 2, 0);
            assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_ARRIVED);
            last = agent.index;
            arrived++;
        }
    }
    assert_int_equal(arrived, 6);
    /* Once, not in every step. */
    run_crowd(g->crowd, 1, DT);
    assert_int_equal(events_of(g->crowd), 0);
    index = 0;
    assert_int_equal(wend_crowd_next_event(NULL, &index, NULL), 0);
    assert_int_equal(wend_crowd_next_event(g->crowd, NULL, NULL), 0);
    group_disband(g);
}

static void whoever_is_told_to_leaves_on_arriving(void **state) {
    (void)state;
    group *g = field_of_grass(3);
    wend_agent_desc desc = agent_at(32.5f, 10.5f);
    wend_agent stays = group_add(g, &desc);
    desc = agent_at(30.5f, 10.5f);
    desc.order = WEND_ORDER_LEAVE;
    wend_agent leaves = group_add(g, &desc);
    order(g->crowd, stays, WEND_ORDER_STOP);
    uint32_t events = 0;
    for (int step = 0; step < 200 && wend_crowd_has(g->crowd, leaves); step++) {
        run_crowd(g->crowd, 1, DT);
        events = events_of_agent(g->crowd, leaves);
    }
    assert_int_equal(events, WEND_EVENT_ARRIVED | WEND_EVENT_LEFT_MAP);
    wend_agent agent;
    uint32_t index = 0;
    assert_int_equal(wend_crowd_next_event(g->crowd, &index, &agent), events);
    assert_true(agent.index == leaves.index && agent.generation == leaves.generation);
    assert_int_equal(wend_crowd_count(g->crowd), 1);
    run_crowd(g->crowd, 1, DT);
    assert_int_equal(events_of(g->crowd), 0);
    assert_true(wend_crowd_has(g->crowd, stays));
    group_disband(g);
}

static void those_round_a_goal_settle(void **state) {
    (void)state;
    group *g = field_of_grass(60);
    for (int i = 0; i < 60; i++) {
        wend_agent_desc desc = agent_at(20.5f + (float)(i % 10), 7.0f + (float)(i / 10));
        group_add(g, &desc);
    }
    uint32_t settled = 0, arrived = 0;
    for (int step = 0; step < 600; step++) {
        run_crowd(g->crowd, 1, DT);
        for (uint32_t i = 0; i < 60; i++) {
            uint8_t events = wend_crowd_events(g->crowd)[i], status = wend_crowd_statuses(g->crowd)[i];
            settled += events == WEND_EVENT_SETTLED;
            arrived += events == WEND_EVENT_ARRIVED;
            if (events == WEND_EVENT_SETTLED) assert_int_equal(status, WEND_AGENT_SETTLED);
        }
    }
    assert_true(arrived >= 5 && settled >= 40);
    assert_true(crowd_info(g->crowd).arrived >= 58);
    group_disband(g);
}

/* Walled in by those who hold; and before a gap that is too narrow. */
static void who_cannot_get_on_is_stuck(void **state) {
    (void)state;
    group *g = field_of_grass(13);
    wend_agent_desc desc = agent_at(10.0f, 10.0f);
    wend_agent inside = group_add(g, &desc);
    desc.order = WEND_ORDER_HOLD;
    for (int i = 0; i < 12; i++) {
        desc.x = 10.0f + 1.0f * cosf(0.5235988f * (float)i);
        desc.y = 10.0f + 1.0f * sinf(0.5235988f * (float)i);
        group_add(g, &desc);
    }
    uint32_t told = 0;
    for (int step = 0; step < 300; step++) {
        run_crowd(g->crowd, 1, DT);
        told += events_of_agent(g->crowd, inside) == WEND_EVENT_STUCK;
        assert_true(events_of(g->crowd) == 0 || events_of(g->crowd) == WEND_EVENT_STUCK);
    }
    assert_int_equal(status_of_agent(g->crowd, inside), WEND_AGENT_STUCK);
    assert_int_equal(told, 1);
    assert_int_equal(crowd_info(g->crowd).stuck, 1);
    /* They let it go. */
    for (uint32_t i = 1; i <= 12; i++)
        assert_int_equal(wend_crowd_remove(g->crowd, wend_crowd_agent_at(g->crowd, i)), WEND_OK);
    run_crowd(g->crowd, 200, DT);
    assert_int_equal(status_of_agent(g->crowd, inside), WEND_AGENT_ARRIVED);
    group_disband(g);
}

static void who_is_too_wide_for_a_gap_is_stuck(void **state) {
    (void)state;
    static const char *const rows[7] = {"........#...........", "........#...........", "........#...........",
                                        "..................G.", "........#...........", "........#...........",
                                        "........#..........."};
    group *g = group_of(rows, 7, &(wend_crowd_desc){.capacity = 2});
    wend_agent_desc desc = agent_at(3.0f, 3.5f);
    desc.radius = 1.2f;
    wend_agent agent = group_add(g, &desc);
    run_crowd(g->crowd, 300, DT);
    assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_STUCK);
    assert_true(agent_of(g->crowd, agent).x < 8.0f);
    assert_true(deepest_in_wall(g) < 1.0 / 256);
    group_disband(g);
}

/* Orders. */

/* Forty go through the place where one stands. */
static float pushed_by_a_crowd(wend_order what) {
    group *g = field_of_grass(41);
    wend_agent_desc desc = agent_at(15.5f, 10.0f);
    desc.order = what;
    wend_agent stands = group_add(g, &desc);
    for (int i = 0; i < 40; i++) {
        desc = agent_at(2.5f + 0.9f * (float)(i % 10), 8.6f + 0.9f * (float)(i / 10));
        group_add(g, &desc);
    }
    float farthest = 0.0f;
    for (int step = 0; step < 200; step++) {
        run_crowd(g->crowd, 1, DT);
        wend_agent_desc now = agent_of(g->crowd, stands);
        farthest = fmaxf(farthest, hypotf(now.x - 15.5f, now.y - 10.0f));
        assert_int_equal(status_of_agent(g->crowd, stands), WEND_AGENT_STANDING);
    }
    /* They did pass. */
    for (uint32_t i = 1; i <= 40; i++) assert_true(wend_crowd_positions(g->crowd)[2 * i] > 16.0f);
    /* Told to go, it goes. */
    order(g->crowd, stands, WEND_ORDER_GO);
    run_crowd(g->crowd, 100, DT);
    assert_true(agent_of(g->crowd, stands).x > 20.0f);
    group_disband(g);
    return farthest;
}

static void who_holds_is_not_moved_and_who_stops_may_be(void **state) {
    (void)state;
    assert_true(pushed_by_a_crowd(WEND_ORDER_HOLD) == 0.0f);
    assert_true(pushed_by_a_crowd(WEND_ORDER_STOP) > 0.0f);
}

static void whoever_stops_slows_down_as_it_can(void **state) {
    (void)state;
    group *g = field_of_grass(1);
    wend_agent_desc desc = agent_at(2.5f, 10.5f);
    desc.acceleration = 4.0f;
    wend_agent agent = group_add(g, &desc);
    float last = 0.0f;
    for (int step = 0; step < 40; step++) {
        run_crowd(g->crowd, 1, DT);
        float speed = wend_crowd_velocities(g->crowd)[0];
        assert_true(speed <= last + 4.0f * DT * 1.001f);
        last = speed;
    }
    assert_true(last > 3.9f);
    order(g->crowd, agent, WEND_ORDER_STOP);
    for (int step = 0; step < 30; step++) {
        run_crowd(g->crowd, 1, DT);
        float speed = wend_crowd_velocities(g->crowd)[0];
        assert_true(speed >= last - 4.0f * DT * 1.001f);
        last = speed;
    }
    assert_true(fabsf(last) < 0.01f);
    group_disband(g);
}

static void points_are_gone_to(void **state) {
    (void)state;
    static const char *const rows[7] = {"....................", ".........#..........", ".........#..........",
                                        ".........#........G.", ".........#..........", ".........#..........",
                                        ".........#.........."};
    group *g = group_of(rows, 7, &(wend_crowd_desc){.capacity = 2, .formations = 1});
    wend_agent_desc desc = agent_at(2.5f, 3.5f);
    desc.order = WEND_ORDER_POINT;
    desc.offset_x = 7.25f;
    desc.offset_y = 5.75f;
    wend_agent agent = group_add(g, &desc);
    for (int step = 0; step < 80; step++) {
        run_crowd(g->crowd, 1, DT);
        /* Straight there, away from the goal. */
        wend_agent_desc now = agent_of(g->crowd, agent);
        float off = (now.x - 2.5f) * 2.25f - (now.y - 3.5f) * 4.75f;
        assert_true(fabsf(off) < 0.05f * hypotf(2.25f, 4.75f));
    }
    assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_ARRIVED);
    assert_true(hypotf(agent_of(g->crowd, agent).x - 7.25f, agent_of(g->crowd, agent).y - 5.75f) < 0.1f);
    /* Behind the wall: the field leads until it sees the point. */
    desc = agent_of(g->crowd, agent);
    desc.offset_x = 16.5f;
    desc.offset_y = 5.5f;
    assert_int_equal(wend_crowd_set(g->crowd, agent, &desc), WEND_OK);
    run_crowd(g->crowd, 300, DT);
    assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_ARRIVED);
    assert_true(hypotf(agent_of(g->crowd, agent).x - 16.5f, agent_of(g->crowd, agent).y - 5.5f) < 0.1f);
    group_disband(g);
}

/* Priority: through a hundred who stand, from one side to the other; the time over that of walking alone. */
static float time_through_a_crowd(uint32_t priority) {
    group *g = group_on_ground(30, 12, (wend_goal){.x = 28, .y = 6}, &(wend_crowd_desc){.capacity = 101});
    wend_agent_desc desc = agent_at(2.5f, 6.5f);
    desc.speed = 2.0f;
    desc.priority = priority;
    wend_agent agent = group_add(g, &desc);
    for (int i = 0; i < 100; i++) {
        desc = agent_at(8.0f + 0.95f * (float)(i % 10) + (i / 10 % 2 ? 0.3f : 0.0f), 1.8f + 0.95f * (float)(i / 10));
        desc.speed = 2.0f;
        desc.order = WEND_ORDER_STOP;
        group_add(g, &desc);
    }
    float time = 0.0f;
    while (agent_of(g->crowd, agent).x < 24.5f && time < 120.0f) {
        run_crowd(g->crowd, 1, DT);
        time += DT;
    }
    group_disband(g);
    return time / 11.0f;
}

static void a_crowd_parts_for_who_matters_more(void **state) {
    (void)state;
    float first = time_through_a_crowd(4), equal = time_through_a_crowd(0);
    if (first > 1.15f) fail_msg("%.3f of the free time", (double)first);
    if (equal <= first) fail_msg("%.3f of the free time, and %.3f as an equal", (double)first, (double)equal);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_is_never_good_again),
        cmocka_unit_test(no_agent_is_no_agent),
        cmocka_unit_test(agents_come_and_go_at_any_time),
        cmocka_unit_test(what_is_set_is_what_is_got),
        cmocka_unit_test(events_come_in_order_of_index),
        cmocka_unit_test(whoever_is_told_to_leaves_on_arriving),
        cmocka_unit_test(those_round_a_goal_settle),
        cmocka_unit_test(who_cannot_get_on_is_stuck),
        cmocka_unit_test(who_is_too_wide_for_a_gap_is_stuck),
        cmocka_unit_test(who_holds_is_not_moved_and_who_stops_may_be),
        cmocka_unit_test(whoever_stops_slows_down_as_it_can),
        cmocka_unit_test(points_are_gone_to),
        cmocka_unit_test(a_crowd_parts_for_who_matters_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
