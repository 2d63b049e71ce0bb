/* SPDX-License-Identifier: MIT
 * The crowd: what it refuses, where it gets to, and that nothing but the agents and the field decides. */
#include "support/allocator.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define GROUND "................"

typedef struct group {
    world w;
    subject s;
    wend_crowd *crowd;
} group;

static wend_crowd *crowd_of(wend_field *field, uint32_t capacity, float radius) {
    wend_crowd_desc desc = {.capacity = capacity, .radius = radius};
    wend_crowd *crowd = NULL;
    assert_int_equal(wend_crowd_create(field, &desc, &crowd), WEND_OK);
    return crowd;
}

/* The world of `group`, its field built, and an empty crowd. */
static void form(group *g, uint32_t capacity, float radius) {
    char message[200] = "";
    if (!subject_make(&g->s, &g->w, message, sizeof message)) fail_msg("%s", message);
    assert_true(subject_build(&g->s, &g->w, false) >= 0);
    g->crowd = crowd_of(g->s.field, capacity, radius);
}

static group *group_of(const char *const *rows, int32_t count, uint32_t capacity, float radius) {
    group *g = calloc(1, sizeof *g);
    assert_non_null(g);
    world_draw(&g->w, WEND_SQUARE, rows, count);
    form(g, capacity, radius);
    return g;
}

static void disband(group *g) {
    wend_crowd_destroy(g->crowd);
    subject_free(&g->s);
    free(g);
}

static wend_crowd_info info_of(const wend_crowd *crowd) {
    wend_crowd_info info;
    wend_crowd_describe(crowd, &info);
    return info;
}

static void run(wend_crowd *crowd, int steps, float dt) {
    for (int i = 0; i < steps; i++) assert_int_equal(wend_crowd_step(crowd, dt, NULL), WEND_OK);
}

/* Two agents in every free cell that a goal can be reached from, at most so many. */
static void fill(group *g, uint32_t count) {
    for (int32_t y = 0; y < g->w.height; y++) {
        for (int32_t x = 0; x < g->w.width; x++) {
            bool reaches = wend_field_value(g->s.field, x, y) != WEND_UNREACHABLE;
            float at_x, at_y;
            wend_map_centre(g->s.map, x, y, &at_x, &at_y);
            for (int i = 0; i < 2 && reaches && wend_crowd_count(g->crowd) < count; i++)
                assert_int_equal(wend_crowd_add(g->crowd, at_x + (float)i * 0.25f, at_y, NULL), WEND_OK);
        }
    }
}

static const char *const hall[8] = {
    "................................", ".......#...........#............", ".......#...........#......####..",
    ".......#....####...#......#.....", "............#..............G....", "..###.......#......#............",
    "..###..............#............", "...................#............",
};

static void what_makes_no_crowd_is_refused(void **state) {
    (void)state;
    group *g = group_of(hall, 8, 1, 0.0f);
    wend_crowd *out = NULL;
    wend_crowd_desc good = {.capacity = 1};
    assert_int_equal(wend_crowd_create(NULL, &good, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_create(g->s.field, NULL, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_create(g->s.field, &good, NULL), WEND_ERROR_ARGUMENT);
    const wend_crowd_desc sizes[] = {{.capacity = 0}, {.capacity = (1u << 24) + 1}, {.capacity = UINT32_MAX}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_int_equal(wend_crowd_create(g->s.field, &sizes[i], &out), WEND_ERROR_SIZE);
    const float bad[] = {NAN, INFINITY, -INFINITY, -1.0f, -FLT_MIN, 2000.0f};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wend_crowd_desc descs[3] = {{.capacity = 1, .radius = bad[i]},
                                    {.capacity = 1, .speed = bad[i]},
                                    {.capacity = 1, .arrival_radius = bad[i]}};
        for (int j = 0; j < 3; j++)
            assert_int_equal(wend_crowd_create(g->s.field, &descs[j], &out), WEND_ERROR_ARGUMENT);
    }
    assert_null(out);
    wend_crowd_destroy(NULL);
    disband(g);
}

static void agents_off_the_map_are_refused(void **state) {
    (void)state;
    group *g = group_of(hall, 8, 2, 0.0f);
    const float bad[] = {NAN, INFINITY, -INFINITY, -0.001f, 32.0f, 1e30f, -1e30f, FLT_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint32_t agent = 77;
        assert_int_equal(wend_crowd_add(g->crowd, bad[i], 1.0f, &agent), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_add(g->crowd, 1.0f, bad[i], &agent), WEND_ERROR_ARGUMENT);
        assert_int_equal(agent, 77);
    }
    assert_int_equal(wend_crowd_add(NULL, 1.0f, 1.0f, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_count(g->crowd), 0);
    uint32_t agent = 77;
    assert_int_equal(wend_crowd_add(g->crowd, 1.25f, 1.5f, &agent), WEND_OK);
    assert_int_equal(agent, 0);
    assert_int_equal(wend_crowd_add(g->crowd, 31.999f, 7.999f, &agent), WEND_OK);
    assert_int_equal(agent, 1);
    assert_int_equal(wend_crowd_add(g->crowd, 2.0f, 2.0f, &agent), WEND_ERROR_CAPACITY);
    assert_true(wend_crowd_positions(g->crowd)[0] == 1.25f && wend_crowd_positions(g->crowd)[1] == 1.5f);
    wend_crowd_clear(g->crowd);
    assert_int_equal(wend_crowd_count(g->crowd), 0);
    wend_crowd_clear(NULL);
    disband(g);
}

static void only_steps_from_zero_to_one_are_taken(void **state) {
    (void)state;
    group *g = group_of(hall, 8, 40, 0.0f);
    fill(g, 40);
    run(g->crowd, 5, 0.02f);
    wend_crowd_info before = info_of(g->crowd);
    const float bad[] = {NAN, INFINITY, -INFINITY, -FLT_MIN, -1.0f, 1.0001f, 1e30f};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(wend_crowd_step(g->crowd, bad[i], NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_step(NULL, 0.1f, NULL), WEND_ERROR_ARGUMENT);
    wend_tasks no_workers = {0};
    assert_int_equal(wend_crowd_step(g->crowd, 0.1f, &no_workers), WEND_ERROR_ARGUMENT);
    assert_true(info_of(g->crowd).hash == before.hash && info_of(g->crowd).steps == before.steps);
    run(g->crowd, 1, 0.0f);
    assert_true(info_of(g->crowd).hash == before.hash && info_of(g->crowd).steps == before.steps + 1);
    run(g->crowd, 1, FLT_MIN);
    run(g->crowd, 1, 1.0f);
    assert_true(info_of(g->crowd).hash != before.hash);
    assert_int_equal(info_of(g->crowd).in_wall, 0);
    disband(g);
}

static void everybody_arrives(void **state) {
    (void)state;
    group *g = group_of(hall, 8, 120, 0.0f);
    fill(g, 120);
    assert_int_equal(info_of(g->crowd).arrived, 0);
    for (int i = 0; i < 2400 && info_of(g->crowd).arrived < 114; i++) {
        run(g->crowd, 1, 1.0f / 60.0f);
        assert_int_equal(info_of(g->crowd).in_wall, 0);
    }
    /* A few on the rim of the pile may still look for a better place. */
    assert_true(info_of(g->crowd).arrived >= 114);
    assert_int_equal(info_of(g->crowd).agents, 120);
    disband(g);
}

static void a_settled_crowd_leaves_for_a_new_goal(void **state) {
    (void)state;
    group *g = group_of(hall, 8, 60, 0.0f);
    fill(g, 60);
    run(g->crowd, 1500, 1.0f / 60.0f);
    assert_true(info_of(g->crowd).arrived > 40);
    wend_goal goal = {.x = 1, .y = 7};
    assert_int_equal(wend_field_set_goals(g->s.field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(g->s.field, g->s.workspace, NULL), WEND_OK);
    run(g->crowd, 120, 1.0f / 60.0f);
    assert_true(info_of(g->crowd).arrived < 10);
    run(g->crowd, 1800, 1.0f / 60.0f);
    assert_true(info_of(g->crowd).arrived > 40);
    disband(g);
}

/* Who was there before leaves nothing behind. */
static void a_cleared_crowd_is_like_a_new_one(void **state) {
    (void)state;
    group *g = group_of(hall, 8, 200, 0.0f);
    uint64_t hashes[3];
    for (int round = 0; round < 3; round++) {
        wend_crowd_clear(g->crowd);
        for (int i = 0; i < 200; i++)
            assert_int_equal(wend_crowd_add(g->crowd, 28.2f + 0.01f * (float)(i % 7), 3.9f, NULL), WEND_OK);
        run(g->crowd, 90, 1.0f / 60.0f);
        hashes[round] = info_of(g->crowd).hash;
    }
    assert_true(hashes[0] == hashes[1] && hashes[1] == hashes[2]);
    disband(g);
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
    wend_crowd *crowd = crowd_of(g->s.field, 3000, 0.3f);
    wend_crowd_destroy(g->crowd);
    g->crowd = crowd;
    fill(g, 3000);
    for (int i = 0; i < 60; i++) assert_int_equal(wend_crowd_step(crowd, 0.04f, tasks), WEND_OK);
    assert_int_equal(info_of(crowd).in_wall, 0);
    return info_of(crowd).hash;
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
    form(g, 1, 0.0f);
    return g;
}

static void threads_change_nothing_on(wend_lattice lattice, uint64_t golden) {
    group *g = forest(lattice);
    uint64_t alone = hash_with(g, NULL);
    const uint32_t threads[] = {1, 2, 3, 7};
    for (size_t i = 0; i < 4; i++) {
        wend_tasks tasks = wend_tasks_openmp(threads[i]);
        assert_true(hash_with(g, &tasks) == alone);
        uint32_t piece = threads[i];
        wend_tasks odd = {.worker_count = 3, .parallel_for = reversed, .user = &piece};
        assert_true(hash_with(g, &odd) == alone);
    }
    if (alone != golden) fail_msg("hash 0x%016llx", (unsigned long long)alone);
    disband(g);
}

static void the_same_bits_for_any_number_of_threads(void **state) {
    (void)state;
    threads_change_nothing_on(WEND_SQUARE, UINT64_C(0xc9778017b684f045));
    threads_change_nothing_on(WEND_HEX, UINT64_C(0x67a7db20364a5d24));
}

static float least_distance(const wend_crowd *crowd) {
    const float *at = wend_crowd_positions(crowd);
    float least = FLT_MAX;
    for (uint32_t i = 0; i < wend_crowd_count(crowd); i++) {
        for (uint32_t j = 0; j < i; j++) {
            float x = at[2 * i] - at[2 * j], y = at[2 * i + 1] - at[2 * j + 1];
            least = fminf(least, sqrtf(x * x + y * y));
        }
    }
    return least;
}

static void many_on_one_point_come_apart(void **state) {
    (void)state;
    static const char *const rows[16] = {GROUND, GROUND, GROUND, GROUND, GROUND, GROUND, GROUND, GROUND,
                                         GROUND, GROUND, GROUND, GROUND, GROUND, GROUND, GROUND, GROUND};
    group *g = group_of(rows, 16, 300, 0.25f);
    for (int i = 0; i < 300; i++) assert_int_equal(wend_crowd_add(g->crowd, 7.5f, 8.5f, NULL), WEND_OK);
    run(g->crowd, 900, 1.0f / 60.0f);
    assert_true(least_distance(g->crowd) > 0.9f * 2.0f * 0.25f);
    assert_int_equal(info_of(g->crowd).in_wall, 0);
    disband(g);
}

static void agents_get_out_of_a_wall_that_is_put_on_them(void **state) {
    (void)state;
    group *g = group_of(hall, 8, 100, 0.0f);
    fill(g, 100);
    assert_int_equal(wend_map_fill(g->s.map, (wend_rect){0, 0, 6, 4}, 255), WEND_OK);
    assert_int_equal(wend_map_fill(g->s.map, (wend_rect){2, 0, 2, 4}, 0), WEND_OK);
    assert_int_equal(wend_mover_update(g->s.mover), WEND_OK);
    uint32_t in_wall = info_of(g->crowd).in_wall;
    assert_true(in_wall > 10);
    /* The field does not know yet: nobody is sent anywhere through the new wall. */
    run(g->crowd, 20, 0.05f);
    assert_true(info_of(g->crowd).in_wall <= in_wall);
    assert_int_equal(wend_field_build(g->s.field, g->s.workspace, NULL), WEND_OK);
    run(g->crowd, 60, 0.05f);
    assert_int_equal(info_of(g->crowd).in_wall, 0);
    disband(g);
}

static void discs_keep_off_walls(void **state) {
    (void)state;
    group *g = group_of(hall, 8, 60, 0.3f);
    /* One by one on centres: nobody is put closer to a wall than its radius. */
    for (int32_t y = 0; y < 8; y++) {
        for (int32_t x = y % 2; x < 32 && wend_crowd_count(g->crowd) < 60; x += 2)
            if (hall[y][x] == '.')
                assert_int_equal(wend_crowd_add(g->crowd, (float)x + 0.5f, (float)y + 0.5f, NULL), WEND_OK);
    }
    for (int step = 0; step < 400; step++) {
        run(g->crowd, 1, 0.04f);
        const float *at = wend_crowd_positions(g->crowd);
        for (uint32_t i = 0; i < wend_crowd_count(g->crowd); i++) {
            for (int32_t cell = 0; cell < 8 * 32; cell++) {
                if (hall[cell / 32][cell % 32] != '#') continue;
                float left = (float)(cell % 32), top = (float)(cell / 32);
                float x = fmaxf(fmaxf(left - at[2 * i], at[2 * i] - left - 1.0f), 0.0f);
                float y = fmaxf(fmaxf(top - at[2 * i + 1], at[2 * i + 1] - top - 1.0f), 0.0f);
                assert_true(sqrtf(x * x + y * y) > 0.299f);
            }
        }
    }
    disband(g);
}

static void links_carry_agents(void **state) {
    (void)state;
    static const char *const rows[3] = {"....#....", "....#...G", "....#...."};
    group *g = calloc(1, sizeof *g);
    assert_non_null(g);
    world_draw(&g->w, WEND_SQUARE, rows, 3);
    g->w.links[0] = (wend_link){{1, 1}, {6, 1}, 140, 0};
    g->w.link_count = 1;
    form(g, 6, 0.0f);
    for (int i = 0; i < 6; i++) assert_int_equal(wend_crowd_add(g->crowd, 3.5f, 0.3f + (float)i * 0.4f, NULL), WEND_OK);
    run(g->crowd, 400, 0.02f);
    for (int i = 0; i < 6; i++) assert_true(wend_crowd_positions(g->crowd)[2 * i] > 5.0f);
    assert_true(info_of(g->crowd).arrived >= 4);
    disband(g);
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
        form(g, 20, 0.1f);
        for (int i = 0; i < 20; i++)
            assert_int_equal(wend_crowd_add(g->crowd, 3.1f + (float)(i % 5) * 0.2f, 0.5f + (float)(i / 5) * 0.3f, NULL),
                             WEND_OK);
        run(g->crowd, 600, 0.02f);
        int below = 0;
        for (int i = 0; i < 20; i++) below += wend_crowd_positions(g->crowd)[2 * i + 1] > 2.0f;
        assert_int_equal(below, direction ? 20 : 0);
        disband(g);
    }
}

static void without_a_way_nobody_goes_anywhere(void **state) {
    (void)state;
    static const char *const rows[3] = {"...#...", "...#..G", "...#..."};
    group *g = group_of(rows, 3, 2, 0.0f);
    assert_int_equal(wend_crowd_add(g->crowd, 1.5f, 1.5f, NULL), WEND_OK);
    run(g->crowd, 100, 0.02f);
    assert_true(wend_crowd_positions(g->crowd)[0] == 1.5f && wend_crowd_positions(g->crowd)[1] == 1.5f);
    /* Nor with a field that was never built. */
    wend_field *field = NULL;
    assert_int_equal(wend_field_create(g->s.mover, NULL, &field), WEND_OK);
    wend_crowd *crowd = crowd_of(field, 1, 0.0f);
    wend_field_destroy(field);
    assert_int_equal(wend_crowd_add(crowd, 5.5f, 1.5f, NULL), WEND_OK);
    run(crowd, 20, 0.02f);
    assert_true(wend_crowd_positions(crowd)[0] == 5.5f);
    assert_int_equal(info_of(crowd).arrived, 0);
    wend_crowd_destroy(crowd);
    disband(g);
}

static void metres_and_an_origin_elsewhere(void **state) {
    (void)state;
    wend_map_desc desc = {.width = 20, .height = 10, .cell_size = 2.5f, .origin_x = -100.0f, .origin_y = 40.0f};
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    wend_field *field = NULL;
    wend_workspace *workspace = NULL;
    wend_goal goal = {.x = 18, .y = 5};
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    assert_int_equal(wend_mover_create(map, NULL, &mover), WEND_OK);
    assert_int_equal(wend_field_create(mover, NULL, &field), WEND_OK);
    assert_int_equal(wend_workspace_create(200, NULL, &workspace), WEND_OK);
    assert_int_equal(wend_field_set_goals(field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(field, workspace, NULL), WEND_OK);
    wend_crowd *crowd = crowd_of(field, 1, 0.0f);
    assert_int_equal(wend_crowd_add(crowd, 1.0f, 1.0f, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_add(crowd, -98.0f, 52.5f, NULL), WEND_OK);
    wend_workspace_destroy(workspace);
    wend_field_destroy(field);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    run(crowd, 100, 0.1f);
    const float *at = wend_crowd_positions(crowd);
    assert_true(fabsf(at[0] - (-100.0f + 18.5f * 2.5f)) < 1.5f && fabsf(at[1] - (40.0f + 5.5f * 2.5f)) < 1.5f);
    assert_int_equal(info_of(crowd).arrived, 1);
    wend_crowd_destroy(crowd);
}

/* A field whose map counts its allocations. */
static wend_field *counted_field(test_allocator *counts) {
    wend_allocator hooks = test_allocator_hooks(counts);
    wend_map_desc desc = {.width = 30, .height = 20, .allocator = &hooks};
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

static void memory_fails_at_every_call(void **state) {
    (void)state;
    test_allocator counts = {0};
    wend_field *field = counted_field(&counts);
    wend_crowd_desc desc = {.capacity = 100};
    uint32_t live = counts.live, made = 0;
    wend_crowd *crowd = NULL;
    wend_status status = WEND_ERROR_NO_MEMORY;
    for (; status != WEND_OK; made++) {
        counts.fail_at = counts.calls + made + 1;
        status = wend_crowd_create(field, &desc, &crowd);
        if (status == WEND_OK) break;
        assert_int_equal(status, WEND_ERROR_NO_MEMORY);
        assert_null(crowd);
        assert_int_equal(counts.live, live);
        assert_true(made < 100);
    }
    assert_true(made > 3);
    /* From here on nothing is allocated. */
    uint32_t calls = counts.calls;
    counts.fail_at = calls + 1;
    for (int i = 0; i < 100; i++)
        assert_int_equal(wend_crowd_add(crowd, 0.5f + (float)(i % 10), 0.5f + (float)(i / 10), NULL), WEND_OK);
    run(crowd, 100, 0.05f);
    wend_crowd_clear(crowd);
    assert_int_equal(counts.calls, calls);
    wend_field_destroy(field);
    wend_crowd_destroy(crowd);
    assert_int_equal(counts.live, 0);
    assert_int_equal(counts.mistakes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_crowd_is_refused),
        cmocka_unit_test(agents_off_the_map_are_refused),
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
