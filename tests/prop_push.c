/* SPDX-License-Identifier: MIT
 * Agents that press at random, against each other and against walls: whoever began clear of all walls never gets
 * nearer to one than its radius, but for rounding. */
#include "support/group.h"

#include "scenes/generate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define AGENTS 120
#define STEPS 80
#define ROUNDING (1.0 / 256)

/* Terrain of a kind by chance, and thin walls in every other world. */
static void random_floor(world *w, test_random *random) {
    static const enum scene_kind kinds[3] = {SCENE_RANDOM, SCENE_CAVE, SCENE_ROOMS};
    enum scene_kind kind = kinds[test_random_below(random, 3)];
    uint32_t walls = kind == SCENE_RANDOM ? test_random_below(random, 25) : scene_default_walls(kind);
    world_start(w, test_random_between(random, 24, 40), test_random_between(random, 20, 36), WEND_SQUARE);
    assert_true(scene_generate(kind, w->width, w->height, walls, test_random_bits(random), w->terrain));
    uint32_t thin = test_random_chance(random, 50) ? 4 : 0;
    for (int32_t y = 0; y + 1 < w->height; y++) {
        for (int32_t x = 0; x + 1 < w->width; x++) {
            if (test_random_chance(random, thin)) world_set_edge(w, x, y, WEND_EAST, WEND_EDGE_WALL);
            if (test_random_chance(random, thin)) world_set_edge(w, x, y, WEND_SOUTH, WEND_EDGE_WALL);
        }
    }
    wend_cell cell = random_cell(w, random);
    w->goals[0] = (wend_goal){.x = cell.x, .y = cell.y};
    w->goal_count = 1;
    w->options.policy = WEND_GOAL_NEAREST;
    w->mover.radius = test_random_chance(random, 50) ? 1 + test_random_below(random, 128) : 0;
}

/* At a clear place; false: none was found. */
static bool add_clear(group *g, test_random *random, uint32_t wide) {
    bool is_wide = test_random_chance(random, 4);
    float radius = is_wide ? 1.5f : (float)test_random_between(random, 10, 50) * 0.01f;
    for (int tries = 0; tries < 60; tries++) {
        wend_agent_desc desc = {
            .x = (float)test_random_below(random, (uint32_t)g->w.width * 256) / 256.0f,
            .y = (float)test_random_below(random, (uint32_t)g->w.height * 256) / 256.0f,
            .radius = radius,
            .speed = (float)test_random_between(random, 2, 12),
            .field = is_wide ? wide : 0,
            .priority = test_random_chance(random, 10) ? test_random_below(random, 4) : 0,
            .order = WEND_ORDER_POINT,
        };
        bool is_clear = wall_distance(&g->w, (double)desc.x, (double)desc.y, (double)radius + 0.1) > (double)radius;
        if (!is_clear) continue;
        desc.offset_x = desc.x;
        desc.offset_y = desc.y;
        group_add(g, &desc);
        return true;
    }
    return false;
}

/* Most want to where the crowd is, some anywhere. */
static void tell_all(group *g, test_random *random) {
    const float crowded[2] = {(float)test_random_below(random, (uint32_t)g->w.width),
                              (float)test_random_below(random, (uint32_t)g->w.height)};
    for (uint32_t i = 0; i < wend_crowd_places(g->crowd); i++) {
        wend_agent agent = wend_crowd_agent_at(g->crowd, i);
        wend_agent_desc desc = agent_of(g->crowd, agent);
        bool is_near = test_random_chance(random, 50);
        desc.offset_x = is_near ? desc.x + (float)test_random_between(random, -300, 300) * 0.01f : crowded[0];
        desc.offset_y = is_near ? desc.y + (float)test_random_between(random, -300, 300) * 0.01f : crowded[1];
        assert_int_equal(wend_crowd_set(g->crowd, agent, &desc), WEND_OK);
    }
}

typedef struct pushing {
    uint64_t seed;
    uint32_t done, bad; /* steps of agents; worlds that are bad */
} pushing;

static bool is_clear_still(const group *g, pushing *all, int step, uint32_t i) {
    wend_agent_desc desc = agent_of(g->crowd, wend_crowd_agent_at(g->crowd, i));
    double radius = (double)desc.radius, far = wall_distance(&g->w, (double)desc.x, (double)desc.y, radius);
    if (far >= radius - ROUNDING) return true;
    print_error("seed %u, step %d: agent %u at %.9g, %.9g with radius %.9g is %.9g from a wall\n", (unsigned)all->seed,
                step, i, (double)desc.x, (double)desc.y, radius, far);
    return false;
}

static void push(pushing *all) {
    test_random random = test_random_of(all->seed);
    group *g = calloc(1, sizeof *g);
    assert_non_null(g);
    random_floor(&g->w, &random);
    group_form(g, &(wend_crowd_desc){.capacity = AGENTS, .formations = 1, .backend = test_backend()});
    uint32_t wide = group_field(g, 384, g->w.goals[0]), count = 0;
    while (count < AGENTS && add_clear(g, &random, wide)) count++;
    bool is_good = true;
    for (int step = 0; step < STEPS && is_good; step++) {
        if (step % 2 == 0) tell_all(g, &random);
        run_crowd(g->crowd, 1, (float)test_random_between(&random, 1, 100) * 0.001f);
        for (uint32_t i = 0; i < count && is_good; i++) is_good = is_clear_still(g, all, step, i);
        all->done += count;
    }
    all->bad += !is_good;
    group_disband(g);
}

static void no_push_leads_into_a_wall(void **state) {
    (void)state;
    uint32_t dose = test_dose(50000, 200000, 10000000);
    pushing all = {.seed = 1};
    for (; all.done < dose && all.bad < 8 && all.seed < 100000; all.seed++) push(&all);
    assert_int_equal(all.bad, 0);
    assert_true(all.done >= dose);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_push_leads_into_a_wall)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
