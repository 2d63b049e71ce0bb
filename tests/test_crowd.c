/* SPDX-License-Identifier: MIT
 * The crowd: what it refuses, where it gets to, and that nothing but the agents and the fields decides. */
#include "support/allocator.h"
#include "support/group.h"
#include "support/threads.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Two agents in every free cell that a goal can be reached from, at most so many. */
static void fill(group *g, uint32_t count) {
    for (int32_t y = 0; y < g->w.height; y++) {
        for (int32_t x = 0; x < g->w.width; x++) {
            bool reaches = wend_field_value(g->s.field, x, y) != WEND_UNREACHABLE;
            float at_x, at_y;
            wend_map_centre(g->s.map, x, y, &at_x, &at_y);
            for (int i = 0; i < 2 && reaches && wend_crowd_count(g->crowd) < count; i++) {
                wend_agent_desc desc = agent_at(at_x + (float)i * 0.25f, at_y);
                group_add(g, &desc);
            }
        }
    }
}

static const char *const hall[8] = {
    "................................", ".......#...........#............", ".......#...........#......####..",
    ".......#....####...#......#.....", "............#..............G....", "..###.......#......#............",
    "..###..............#............", "...................#............",
};

static group *group_in_hall(uint32_t capacity) {
    return group_of(hall, 8, &(wend_crowd_desc){.capacity = capacity});
}

static void what_makes_no_crowd_is_refused(void **state) {
    (void)state;
    group *g = group_in_hall(1);
    wend_crowd *out = NULL;
    wend_crowd_desc good = {.capacity = 1};
    assert_int_equal(wend_crowd_create(NULL, &good, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_create(g->s.map, NULL, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_create(g->s.map, &good, NULL), WEND_ERROR_ARGUMENT);
    const wend_crowd_desc sizes[] = {{.capacity = 0},
                                     {.capacity = WEND_MAX_CROWD + 1},
                                     {.capacity = UINT32_MAX},
                                     {.capacity = 1, .fields = 256},
                                     {.capacity = 1, .fields = UINT32_MAX}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_int_equal(wend_crowd_create(g->s.map, &sizes[i], &out), WEND_ERROR_SIZE);
    const float bad[] = {NAN, INFINITY, -INFINITY, -1.0f, -FLT_MIN, 2000.0f};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wend_crowd_desc descs[4] = {{.capacity = 1, .radius = bad[i]},
                                    {.capacity = 1, .look = bad[i]},
                                    {.capacity = 1, .headway = bad[i]},
                                    {.capacity = 1, .arrival_radius = bad[i]}};
        for (int j = 0; j < 4; j++) assert_int_equal(wend_crowd_create(g->s.map, &descs[j], &out), WEND_ERROR_ARGUMENT);
    }
    for (int backend = WEND_BACKEND_AUTO; backend <= WEND_BACKEND_WASM128; backend++) {
        good.backend = (wend_backend)backend;
        if (!wend_backend_is_supported(good.backend))
            assert_int_equal(wend_crowd_create(g->s.map, &good, &out), WEND_ERROR_UNSUPPORTED);
    }
    assert_null(out);
    wend_crowd_destroy(NULL);
    group_disband(g);
}

static void fields_that_do_not_fit_are_refused(void **state) {
    (void)state;
    group *g = group_of(hall, 8, &(wend_crowd_desc){.capacity = 4, .fields = 3});
    group *other = group_in_hall(1);
    assert_int_equal(wend_crowd_set_field(NULL, 0, g->s.field), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_field(g->crowd, 3, g->s.field), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_field(g->crowd, UINT32_MAX, g->s.field), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_field(g->crowd, 1, other->s.field), WEND_ERROR_ARGUMENT);
    wend_agent_desc desc = agent_at(1.5f, 1.5f);
    desc.field = 1;
    assert_int_equal(wend_crowd_add(g->crowd, &desc, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_field(g->crowd, 1, g->s.field), WEND_OK);
    wend_agent agent = group_add(g, &desc);
    run_crowd(g->crowd, 10, 0.05f);
    assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_WALKING);
    /* Taken away: those who followed it stand. */
    assert_int_equal(wend_crowd_set_field(g->crowd, 1, NULL), WEND_OK);
    run_crowd(g->crowd, 1, 0.05f);
    wend_agent_desc before = agent_of(g->crowd, agent);
    run_crowd(g->crowd, 20, 0.05f);
    wend_agent_desc after = agent_of(g->crowd, agent);
    assert_true(before.x == after.x && before.y == after.y);
    assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_LOST);
    assert_int_equal(wend_crowd_set_field(g->crowd, 1, g->s.field), WEND_OK);
    run_crowd(g->crowd, 20, 0.05f);
    assert_true(agent_of(g->crowd, agent).x > after.x + 1.0f);
    group_disband(other);
    group_disband(g);
}

static void agents_off_the_map_are_refused(void **state) {
    (void)state;
    group *g = group_in_hall(2);
    const float nowhere[] = {NAN, INFINITY, -INFINITY, -0.001f, 32.0f, 1e30f, -1e30f, FLT_MAX};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        wend_agent agent = {77, 77};
        wend_agent_desc across = agent_at(nowhere[i], 1.0f), down = agent_at(1.0f, nowhere[i]);
        wend_status wanted = isnan(nowhere[i]) ? WEND_ERROR_ARGUMENT : WEND_ERROR_OUTSIDE;
        assert_int_equal(wend_crowd_add(g->crowd, &across, &agent), wanted);
        assert_int_equal(wend_crowd_add(g->crowd, &down, &agent), wanted);
        assert_true(agent.index == 77 && agent.generation == 77);
    }
    wend_agent_desc good = agent_at(1.25f, 1.5f);
    assert_int_equal(wend_crowd_add(NULL, &good, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_add(g->crowd, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_count(g->crowd), 0);
    assert_int_equal(group_add(g, &good).index, 0);
    wend_agent_desc rim = agent_at(31.999f, 7.999f);
    assert_int_equal(group_add(g, &rim).index, 1);
    wend_agent agent = {77, 77};
    assert_int_equal(wend_crowd_add(g->crowd, &good, &agent), WEND_ERROR_CAPACITY);
    assert_true(agent.index == 77 && agent.generation == 77);
    assert_true(wend_crowd_positions(g->crowd)[0] == 1.25f && wend_crowd_positions(g->crowd)[1] == 1.5f);
    wend_crowd_clear(g->crowd);
    assert_int_equal(wend_crowd_count(g->crowd), 0);
    assert_int_equal(wend_crowd_places(g->crowd), 0);
    wend_crowd_clear(NULL);
    group_disband(g);
}

static void numbers_that_are_none_make_no_agent(void **state) {
    (void)state;
    group *g = group_in_hall(2);
    wend_agent_desc good = agent_at(2.5f, 1.5f);
    wend_agent agent = group_add(g, &good);
    const float bad[] = {NAN, INFINITY, -INFINITY, -1.0f, -FLT_MIN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wend_agent_desc descs[3] = {good, good, good};
        descs[0].radius = descs[1].speed = descs[2].acceleration = bad[i];
        for (int j = 0; j < 3; j++) {
            assert_int_equal(wend_crowd_add(g->crowd, &descs[j], NULL), WEND_ERROR_ARGUMENT);
            assert_int_equal(wend_crowd_set(g->crowd, agent, &descs[j]), WEND_ERROR_ARGUMENT);
        }
    }
    wend_agent_desc descs[9] = {good, good, good, good, good, good, good, good, good};
    descs[0].radius = 64.1f;
    descs[1].speed = 64.1f;
    descs[2].field = 1;
    descs[3].field = 16;
    descs[4].priority = 25;
    descs[5].order = (wend_order)(WEND_ORDER_POINT + 1);
    descs[6].order = (wend_order)-1;
    descs[7].order = WEND_ORDER_POINT; /* needs formations, as a leader does */
    descs[8].leader = agent;
    for (int j = 0; j < 9; j++) {
        assert_int_equal(wend_crowd_add(g->crowd, &descs[j], NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set(g->crowd, agent, &descs[j]), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_count(g->crowd), 1);
    wend_agent_desc widest = good;
    widest.radius = widest.speed = 64.0f;
    widest.priority = 24;
    group_add(g, &widest);
    group_disband(g);
}

static void only_steps_from_zero_to_one_are_taken(void **state) {
    (void)state;
    group *g = group_in_hall(40);
    fill(g, 40);
    run_crowd(g->crowd, 5, 0.02f);
    wend_crowd_info before = crowd_info(g->crowd);
    const float bad[] = {NAN, INFINITY, -INFINITY, -FLT_MIN, -1.0f, 1.0001f, 1e30f};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(wend_crowd_step(g->crowd, bad[i], NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_step(NULL, 0.1f, NULL), WEND_ERROR_ARGUMENT);
    wend_tasks no_workers = {0};
    assert_int_equal(wend_crowd_step(g->crowd, 0.1f, &no_workers), WEND_ERROR_ARGUMENT);
    assert_true(crowd_info(g->crowd).hash == before.hash && crowd_info(g->crowd).steps == before.steps);
    run_crowd(g->crowd, 1, 0.0f);
    assert_true(crowd_info(g->crowd).hash == before.hash && crowd_info(g->crowd).steps == before.steps + 1);
    run_crowd(g->crowd, 1, FLT_MIN);
    for (uint32_t i = 0; i < 80; i++) {
        assert_true(isfinite(wend_crowd_positions(g->crowd)[i]));
        assert_true(isfinite(wend_crowd_velocities(g->crowd)[i]));
    }
    run_crowd(g->crowd, 1, 1.0f);
    assert_true(crowd_info(g->crowd).hash != before.hash);
    assert_int_equal(crowd_info(g->crowd).in_wall, 0);
    group_disband(g);
}

static void everybody_arrives(void **state) {
    (void)state;
    group *g = group_in_hall(120);
    fill(g, 120);
    assert_int_equal(crowd_info(g->crowd).arrived, 0);
    for (int i = 0; i < 3600 && crowd_info(g->crowd).arrived < 120; i++) {
        run_crowd(g->crowd, 1, 1.0f / 60.0f);
        assert_int_equal(crowd_info(g->crowd).in_wall, 0);
    }
    assert_int_equal(crowd_info(g->crowd).arrived, 120);
    assert_int_equal(crowd_info(g->crowd).agents, 120);
    group_disband(g);
}

static void a_settled_crowd_leaves_for_a_new_goal(void **state) {
    (void)state;
    group *g = group_in_hall(60);
    fill(g, 60);
    run_crowd(g->crowd, 2400, 1.0f / 60.0f);
    assert_true(crowd_info(g->crowd).arrived > 40);
    wend_goal goal = {.x = 3, .y = 2};
    assert_int_equal(wend_field_set_goals(g->s.field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(g->s.field, g->s.workspace, NULL), WEND_OK);
    run_crowd(g->crowd, 120, 1.0f / 60.0f);
    assert_true(crowd_info(g->crowd).arrived < 10);
    run_crowd(g->crowd, 1800, 1.0f / 60.0f);
    assert_true(crowd_info(g->crowd).arrived > 40);
    group_disband(g);
}

/* Who was there before leaves nothing behind. */
static void a_cleared_crowd_is_like_a_new_one(void **state) {
    (void)state;
    group *g = group_in_hall(200);
    uint64_t hashes[3];
    for (int round = 0; round < 3; round++) {
        wend_crowd_clear(g->crowd);
        for (int i = 0; i < 200; i++) {
            wend_agent_desc desc = agent_at(28.2f + 0.01f * (float)(i % 7), 3.9f);
            group_add(g, &desc);
        }
        run_crowd(g->crowd, 90, 1.0f / 60.0f);
        hashes[round] = crowd_info(g->crowd).hash;
        assert_true(wend_crowd_remove(g->crowd, wend_crowd_agent_at(g->crowd, 50)) == WEND_OK);
    }
    assert_true(hashes[0] == hashes[1] && hashes[1] == hashes[2]);
    group_disband(g);
}

/* Pieces out of order, and each worker with a piece of its own size. */
static void reversed(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    uint32_t piece = *(const uint32_t *)user + grain / 7, end = count;
    for (uint32_t worker = 0; end > 0; worker = (worker + 1) % 3) {
        uint32_t begin = end > piece ? end - piece : 0;
        fn(context, begin, end, worker);
        end = begin;
    }
}

static uint64_t hash_with(group *g, const wend_tasks *tasks) {
    wend_crowd_clear(g->crowd);
    fill(g, 4800); /* so many that bins are sorted in pieces, too */
    assert_int_equal(wend_crowd_count(g->crowd), 4800);
    for (int i = 0; i < 15; i++) assert_int_equal(wend_crowd_step(g->crowd, 0.04f, tasks), WEND_OK);
    assert_int_equal(crowd_info(g->crowd).in_wall, 0);
    return crowd_info(g->crowd).hash;
}

/* Walls here and there, by arithmetic alone. */
static group *forest(wend_lattice lattice) {
    group *g = calloc(1, sizeof *g);
    assert_non_null(g);
    world_start(&g->w, 60, 50, lattice);
    for (int32_t cell = 0; cell < 3000; cell++)
        if ((uint32_t)cell * 2654435761u >> 29 == 0) g->w.terrain[cell] = 255;
    g->w.goals[0] = (wend_goal){.x = 30, .y = 20};
    g->w.goal_count = 1;
    g->w.options.policy = WEND_GOAL_NEAREST;
    group_form(g, &(wend_crowd_desc){.capacity = 4800});
    return g;
}

static void threads_change_nothing_on(wend_lattice lattice) {
    group *g = forest(lattice);
    uint64_t alone = hash_with(g, NULL);
    const uint32_t threads[] = {1, 2, 3, 7};
    for (size_t i = 0; i < 4; i++) {
        wend_tasks tasks = wend_tasks_openmp(threads[i]), own = test_tasks(threads[i]);
        assert_true(hash_with(g, &tasks) == alone);
        test_splits splits;
        tasks = test_counted(&splits, &own);
        assert_true(hash_with(g, &tasks) == alone);
        /* Every stage was split, in every step. */
        if (threads[i] > 1) assert_true(splits.kinds >= 9 && splits.jobs >= 9 * 15);
        uint32_t piece = threads[i];
        wend_tasks odd = {.worker_count = 3, .parallel_for = reversed, .user = &piece};
        tasks = test_counted(&splits, &odd);
        assert_true(hash_with(g, &tasks) == alone);
        assert_true(splits.kinds >= 9);
    }
    group_disband(g);
}

static void the_same_bits_for_any_number_of_threads(void **state) {
    (void)state;
    threads_change_nothing_on(WEND_SQUARE);
    threads_change_nothing_on(WEND_HEX);
}

/* Nobody jumps, and nobody is faster than it may be. */
static void step_calmly(group *g, float *before, float top) {
    const float *at = wend_crowd_positions(g->crowd), *velocities = wend_crowd_velocities(g->crowd);
    uint32_t places = wend_crowd_places(g->crowd);
    memcpy(before, at, 2 * places * sizeof *before);
    run_crowd(g->crowd, 1, 1.0f / 60.0f);
    for (uint32_t i = 0; i < places; i++) {
        float x = at[2 * i] - before[2 * i], y = at[2 * i + 1] - before[2 * i + 1];
        float speed = hypotf(velocities[2 * i], velocities[2 * i + 1]);
        assert_true(x * x + y * y <= 0.5f * 0.5f);
        assert_true(speed <= top * 1.0001f);
    }
}

static void many_on_one_point_come_apart(void **state) {
    (void)state;
    const int many = (int)test_dose(500, 4000, 4000);
    group *g = group_on_ground(96, 96, (wend_goal){.x = 48, .y = 48},
                               &(wend_crowd_desc){.capacity = (uint32_t)many, .radius = 0.25f});
    float *before = malloc(2 * (size_t)many * sizeof *before);
    assert_non_null(before);
    for (int i = 0; i < many; i++) {
        wend_agent_desc desc = agent_at(47.5f, 48.5f);
        desc.radius = 0.25f;
        group_add(g, &desc);
    }
    for (int step = 0; step < 600; step++) step_calmly(g, before, 4.0f);
    /* The distance of touching is two radii. */
    double deepest = deepest_overlap(g->crowd);
    if (deepest > 0.2) fail_msg("two overlap by %.3f of a radius", deepest);
    assert_int_equal(crowd_info(g->crowd).in_wall, 0);
    free(before);
    group_disband(g);
}

static void agents_get_out_of_a_wall_that_is_put_on_them(void **state) {
    (void)state;
    group *g = group_in_hall(100);
    fill(g, 100);
    assert_int_equal(wend_map_fill(g->s.map, (wend_rect){0, 0, 6, 4}, 255), WEND_OK);
    assert_int_equal(wend_map_fill(g->s.map, (wend_rect){2, 0, 2, 4}, 0), WEND_OK);
    assert_int_equal(wend_mover_update(g->s.mover), WEND_OK);
    uint32_t in_wall = crowd_info(g->crowd).in_wall, escaping = 0, index = 0, events;
    assert_true(in_wall > 10);
    /* The field does not know yet: nobody is sent anywhere through the new wall. */
    run_crowd(g->crowd, 1, 0.05f);
    while ((events = wend_crowd_next_event(g->crowd, &index, NULL)) != 0) escaping += events == WEND_EVENT_ESCAPING;
    assert_int_equal(escaping, in_wall);
    run_crowd(g->crowd, 20, 0.05f);
    assert_true(crowd_info(g->crowd).in_wall <= in_wall);
    assert_int_equal(wend_field_build(g->s.field, g->s.workspace, NULL), WEND_OK);
    run_crowd(g->crowd, 60, 0.05f);
    assert_int_equal(crowd_info(g->crowd).in_wall, 0);
    group_disband(g);
}

static void discs_keep_off_walls(void **state) {
    (void)state;
    group *g = group_in_hall(60);
    /* One by one on centres: nobody is put closer to a wall than its radius. */
    for (int32_t y = 0; y < 8; y++) {
        for (int32_t x = y % 2; x < 32 && wend_crowd_count(g->crowd) < 60; x += 2) {
            wend_agent_desc desc = agent_at((float)x + 0.5f, (float)y + 0.5f);
            desc.radius = 0.2f + 0.05f * (float)(x % 7);
            if (hall[y][x] == '.') group_add(g, &desc);
        }
    }
    for (int step = 0; step < 400; step++) {
        run_crowd(g->crowd, 1, 0.04f);
        double depth = deepest_in_wall(g);
        if (depth > 0.001) fail_msg("step %d: a disc is %.5f cells deep in a wall", step, depth);
    }
    group_disband(g);
}

static void links_carry_agents(void **state) {
    (void)state;
    group *g = group_at_link(6);
    for (int i = 0; i < 6; i++) {
        wend_agent_desc desc = agent_at(3.5f, 0.3f + 0.4f * (float)i);
        group_add(g, &desc);
    }
    int steps_on_link = 0;
    for (int step = 0; step < 900; step++) {
        run_crowd(g->crowd, 1, 0.02f);
        for (uint32_t i = 0; i < 6; i++) {
            bool is_on_link = wend_crowd_statuses(g->crowd)[i] == WEND_AGENT_ON_LINK;
            float x = wend_crowd_positions(g->crowd)[2 * i];
            steps_on_link += is_on_link;
            if (x > 4.0f && x < 5.0f) assert_true(is_on_link);
            /* What it is told on the way does not take it off. */
            wend_agent agent = wend_crowd_agent_at(g->crowd, i);
            wend_agent_desc desc = agent_of(g->crowd, agent);
            assert_int_equal(wend_crowd_set(g->crowd, agent, &desc), WEND_OK);
        }
    }
    /* The link costs as much as four steps: a second at the speed of 4. */
    assert_true(steps_on_link >= 6 * 45 && steps_on_link <= 6 * 55);
    for (int i = 0; i < 6; i++) assert_true(wend_crowd_positions(g->crowd)[2 * i] > 5.0f);
    assert_true(crowd_info(g->crowd).arrived >= 5);
    group_disband(g);
}

/* A closed one-way door with a crowd pushing against it, and an open way round. */
static void nobody_passes_a_one_way_edge_backwards(void **state) {
    (void)state;
    static const char *const rows[4] = {"......", "###.##", "......", "G....."};
    for (int direction = 0; direction < 2; direction++) {
        group *g = calloc(1, sizeof *g);
        assert_non_null(g);
        world_draw(&g->w, WEND_SQUARE, rows, 4);
        world_set_edge(&g->w, 3, 1, WEND_SOUTH, direction ? WEND_EDGE_OUT_ONLY : WEND_EDGE_IN_ONLY);
        group_form(g, &(wend_crowd_desc){.capacity = 20, .radius = 0.1f});
        for (int i = 0; i < 20; i++) {
            wend_agent_desc desc = agent_at(3.1f + (float)(i % 5) * 0.2f, 0.5f + (float)(i / 5) * 0.3f);
            desc.radius = 0.1f;
            group_add(g, &desc);
        }
        run_crowd(g->crowd, 600, 0.02f);
        int below = 0;
        for (int i = 0; i < 20; i++) below += wend_crowd_positions(g->crowd)[2 * i + 1] > 2.0f;
        assert_int_equal(below, direction ? 20 : 0);
        group_disband(g);
    }
}

static void without_a_way_nobody_goes_anywhere(void **state) {
    (void)state;
    static const char *const rows[3] = {"...#...", "...#..G", "...#..."};
    group *g = group_of(rows, 3, &(wend_crowd_desc){.capacity = 2});
    wend_agent_desc desc = agent_at(1.5f, 1.5f);
    wend_agent agent = group_add(g, &desc);
    run_crowd(g->crowd, 100, 0.02f);
    assert_true(wend_crowd_positions(g->crowd)[0] == 1.5f && wend_crowd_positions(g->crowd)[1] == 1.5f);
    assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_LOST);
    /* Nor with a field that was never built. */
    wend_field *field = NULL;
    assert_int_equal(wend_field_create(g->s.mover, NULL, &field), WEND_OK);
    assert_int_equal(wend_crowd_set_field(g->crowd, 1, field), WEND_OK);
    wend_field_destroy(field);
    desc = agent_at(5.5f, 1.5f);
    desc.field = 1;
    agent = group_add(g, &desc);
    run_crowd(g->crowd, 20, 0.02f);
    assert_true(agent_of(g->crowd, agent).x == 5.5f);
    assert_int_equal(status_of_agent(g->crowd, agent), WEND_AGENT_LOST);
    assert_int_equal(crowd_info(g->crowd).arrived, 0);
    group_disband(g);
}

static void metres_and_an_origin_elsewhere(void **state) {
    (void)state;
    wend_map_desc desc = {.width = 20, .height = 10, .cell_size = 2.5f, .origin_x = -100.0f, .origin_y = 40.0f};
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    wend_field *field = NULL;
    wend_workspace *workspace = NULL;
    wend_crowd *crowd = NULL;
    wend_goal goal = {.x = 18, .y = 5};
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    assert_int_equal(wend_mover_create(map, NULL, &mover), WEND_OK);
    assert_int_equal(wend_field_create(mover, NULL, &field), WEND_OK);
    assert_int_equal(wend_workspace_create(200, NULL, &workspace), WEND_OK);
    assert_int_equal(wend_field_set_goals(field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(field, workspace, NULL), WEND_OK);
    assert_int_equal(wend_crowd_create(map, &(wend_crowd_desc){.capacity = 1, .radius = 0.75f}, &crowd), WEND_OK);
    assert_int_equal(wend_crowd_set_field(crowd, 0, field), WEND_OK);
    wend_agent_desc outside = agent_at(1.0f, 1.0f), inside = agent_at(-98.0f, 52.5f);
    inside.radius = 0.75f;
    inside.speed = 5.0f;
    assert_int_equal(wend_crowd_add(crowd, &outside, NULL), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_crowd_add(crowd, &inside, NULL), WEND_OK);
    wend_workspace_destroy(workspace);
    wend_field_destroy(field);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    run_crowd(crowd, 40, 0.1f);
    /* Four seconds at five units a second. */
    const float *at = wend_crowd_positions(crowd);
    assert_true(fabsf(at[0] - (-98.0f + 20.0f)) < 0.3f && fabsf(at[1] - 52.5f) < 2.0f);
    assert_true(fabsf(hypotf(wend_crowd_velocities(crowd)[0], wend_crowd_velocities(crowd)[1]) - 5.0f) < 0.01f);
    run_crowd(crowd, 100, 0.1f);
    at = wend_crowd_positions(crowd);
    assert_true(fabsf(at[0] - (-100.0f + 18.5f * 2.5f)) < 1.5f && fabsf(at[1] - (40.0f + 5.5f * 2.5f)) < 1.5f);
    assert_int_equal(crowd_info(crowd).arrived, 1);
    wend_crowd_destroy(crowd);
}

/* A built field whose map counts its allocations. */
static wend_field *counted_field(test_allocator *counts, float cell_size) {
    wend_allocator hooks = test_allocator_hooks(counts);
    wend_map_desc desc = {.width = 30, .height = 20, .cell_size = cell_size, .allocator = &hooks};
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    wend_field *field = NULL;
    wend_workspace *workspace = NULL;
    wend_goal goal = {.x = 25, .y = 10};
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    assert_int_equal(wend_mover_create(map, NULL, &mover), WEND_OK);
    assert_int_equal(wend_field_create(mover, NULL, &field), WEND_OK);
    assert_int_equal(wend_workspace_create(600, NULL, &workspace), WEND_OK);
    assert_int_equal(wend_field_set_goals(field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(field, workspace, NULL), WEND_OK);
    wend_workspace_destroy(workspace);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    return field;
}

/* Every create that fails gives all back; the one that does not is returned. */
static wend_crowd *made_at_last(wend_map *map, const wend_crowd_desc *desc, test_allocator *counts) {
    uint32_t live = counts->live;
    for (uint32_t made = 0; made < 100; made++) {
        wend_crowd *crowd = NULL;
        counts->fail_at = counts->calls + made + 1;
        wend_status status = wend_crowd_create(map, desc, &crowd);
        if (status == WEND_OK) {
            assert_true(made > 20);
            return crowd;
        }
        assert_int_equal(status, WEND_ERROR_NO_MEMORY);
        assert_null(crowd);
        assert_int_equal(counts->live, live);
    }
    fail_msg("100 allocations were not enough");
    return NULL;
}

static void memory_fails_at_every_call(void **state) {
    (void)state;
    test_allocator counts = {0};
    wend_field *field = counted_field(&counts, 1.0f);
    wend_mover *mover = wend_field_mover(field);
    const wend_crowd_desc desc = {.capacity = 100, .formations = 1, .congestion = 1};
    assert_int_equal(wend_mover_write_overlay(mover, (wend_rect){0, 0, 1, 1}, &(uint8_t){0}, 1), WEND_OK);
    wend_crowd *crowd = made_at_last(wend_mover_map(mover), &desc, &counts);
    assert_int_equal(wend_crowd_set_field(crowd, 0, field), WEND_OK);
    /* From here on nothing is allocated. */
    uint32_t calls = counts.calls;
    counts.fail_at = calls + 1;
    for (int i = 0; i < 100; i++) {
        wend_agent_desc one = agent_at(0.5f + (float)(i % 10), 0.5f + (float)(i / 10));
        one.order = i % 3 ? WEND_ORDER_GO : WEND_ORDER_POINT;
        assert_int_equal(wend_crowd_add(crowd, &one, NULL), WEND_OK);
    }
    run_crowd(crowd, 100, 0.05f);
    assert_int_equal(wend_crowd_remove(crowd, wend_crowd_agent_at(crowd, 7)), WEND_OK);
    assert_int_equal(wend_crowd_write_congestion(crowd, mover, NULL, NULL), WEND_OK);
    wend_crowd_clear(crowd);
    assert_int_equal(counts.calls, calls);
    wend_field_destroy(field);
    wend_crowd_destroy(crowd);
    assert_int_equal(counts.live, 0);
    assert_int_equal(counts.mistakes, 0);
}

static void expect_bytes_of_agent(float cell_size, int32_t formations, size_t most) {
    test_allocator counts = {0};
    wend_field *field = counted_field(&counts, cell_size);
    wend_crowd *crowd = NULL;
    size_t before = counts.live_bytes;
    const wend_crowd_desc desc = {.capacity = 100000, .formations = formations};
    assert_int_equal(wend_crowd_create(wend_mover_map(wend_field_mover(field)), &desc, &crowd), WEND_OK);
    size_t bytes = counts.live_bytes - before;
    if (bytes > 100000 * most + 65536)
        fail_msg("cells of %g: %zu bytes: %.2f an agent", (double)cell_size, bytes, (double)bytes / 100000);
    wend_crowd_destroy(crowd);
    assert_int_equal(counts.live_bytes, before);
    wend_field_destroy(field);
    assert_int_equal(counts.mistakes, 0);
}

/* What the headers say a crowd of 100,000 takes. */
static void an_agent_takes_few_bytes(void **state) {
    (void)state;
    expect_bytes_of_agent(1.0f, 0, 176);
    expect_bytes_of_agent(1.0f, 1, 200);
    expect_bytes_of_agent(2.0f, 0, 176);
    expect_bytes_of_agent(2.0f, 1, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_crowd_is_refused),
        cmocka_unit_test(fields_that_do_not_fit_are_refused),
        cmocka_unit_test(agents_off_the_map_are_refused),
        cmocka_unit_test(numbers_that_are_none_make_no_agent),
        cmocka_unit_test(only_steps_from_zero_to_one_are_taken),
        cmocka_unit_test(everybody_arrives),
        cmocka_unit_test(a_settled_crowd_leaves_for_a_new_goal),
        cmocka_unit_test(a_cleared_crowd_is_like_a_new_one),
        cmocka_unit_test(the_same_bits_for_any_number_of_threads),
        cmocka_unit_test(many_on_one_point_come_apart),
        cmocka_unit_test(agents_get_out_of_a_wall_that_is_put_on_them),
        cmocka_unit_test(discs_keep_off_walls),
        cmocka_unit_test(links_carry_agents),
        cmocka_unit_test(nobody_passes_a_one_way_edge_backwards),
        cmocka_unit_test(without_a_way_nobody_goes_anywhere),
        cmocka_unit_test(metres_and_an_origin_elsewhere),
        cmocka_unit_test(memory_fails_at_every_call),
        cmocka_unit_test(an_agent_takes_few_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
