/* SPDX-License-Identifier: MIT
 * Bench: steps of crowds. Dense opposing crowds on an open plain: a jittered square lattice, an agent a cell, radius
 * 0.4 cells, half of them each way, 0.1 cells a step; and a crowd among walls that goes to one goal. RVO2's figures
 * there, in one thread: 1.03, 1.17, 1.34 us an agent and step at 1,000, 10,000, 100,000 agents. And how far they get. */
#include "crowd_rvo.h"

#include "base/hash.h"

#include <stdlib.h>

#define MARGIN 21 /* cells before and behind the crowd */
#define RADIUS 0.4f

typedef struct state {
    const bench_ground *ground;
    bool has_walls;
    wend_tasks tasks;
    wend_field *fields[2];
    wend_crowd *crowd;
    uint32_t agents, steps;
    uint64_t before[WEND_CROWD_STAGES]; /* [nanoseconds] of stages, before the run */
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_crowd_destroy(self->crowd);
    for (int i = 0; i < 2; i++) wend_field_destroy(self->fields[i]);
    free(self);
}

uint32_t bench_crowd_agents(const bench_ground *ground) {
    uint32_t side = ground->width > 2 * MARGIN ? (uint32_t)ground->width - 2 * MARGIN : 1;
    return side * side;
}

/* To the right edge, and to the left one; among walls to a cell near the middle. */
static wend_field *make_field(const bench_ground *ground, bool has_walls, bool is_left) {
    const wend_field_desc desc = {.sights = 1, .backend = WEND_BACKEND_AUTO};
    const wend_cell cell = bench_ground_cell(ground, bench_ground_goal(ground, 0, 0));
    const wend_goal edge = {.x = is_left ? 0 : ground->width - 1, .width = 1, .height = ground->height};
    const wend_goal goal = has_walls ? (wend_goal){.x = cell.x, .y = cell.y} : edge;
    wend_field *field = NULL;
    wend_workspace *workspace = NULL;
    const bool is_good = wend_field_create(ground->mover, &desc, &field) == WEND_OK &&
                         wend_workspace_create(ground->cells, NULL, &workspace) == WEND_OK &&
                         wend_field_set_goals(field, &goal, 1, NULL) == WEND_OK &&
                         wend_field_build(field, workspace, NULL) == WEND_OK;
    wend_workspace_destroy(workspace);
    if (is_good) return field;
    wend_field_destroy(field);
    return NULL;
}

static state *create(const bench_ground *ground, bool has_walls, uint32_t threads, wend_backend backend) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->has_walls = has_walls;
    self->tasks = wend_tasks_openmp(threads);
    self->agents = has_walls ? ground->candidate_count / 2 : bench_crowd_agents(ground);
    const wend_crowd_desc desc = {.capacity = self->agents, .radius = RADIUS, .backend = backend};
    bool is_good = wend_crowd_create(ground->map, &desc, &self->crowd) == WEND_OK;
    for (uint32_t i = 0; i < 2 && is_good; i++) {
        self->fields[i] = make_field(ground, has_walls, i == 1);
        is_good = self->fields[i] && wend_crowd_set_field(self->crowd, i, self->fields[i]) == WEND_OK;
    }
    if (is_good) return self;
    destroy(self);
    return NULL;
}

bench_walker bench_crowd_walker(const bench_ground *ground, uint32_t index, uint64_t *random) {
    const uint32_t side = (uint32_t)ground->width - 2 * MARGIN;
    bench_walker walker;
    walker.x = MARGIN + (float)(index % side) + 0.4f + (float)scene_random_below(random, 256) / 1280;
    walker.y = MARGIN + (float)(index / side) + 0.4f + (float)scene_random_below(random, 256) / 1280;
    walker.is_left = scene_random_below(random, 2) == 1;
    return walker;
}

/* The same crowd again, a few steps on its way. */
static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    uint64_t random = 1;
    (void)round;
    wend_crowd_clear(self->crowd);
    for (uint32_t i = 0; i < self->agents; i++) {
        wend_agent_desc desc = {.radius = RADIUS, .speed = BENCH_CROWD_SPEED};
        if (self->has_walls) {
            const wend_cell cell = bench_ground_cell(self->ground, self->ground->candidates[2 * i]);
            wend_map_centre(self->ground->map, cell.x, cell.y, &desc.x, &desc.y);
        } else {
            const bench_walker walker = bench_crowd_walker(self->ground, i, &random);
            desc = (wend_agent_desc){
                .x = walker.x, .y = walker.y, .radius = RADIUS, .speed = BENCH_CROWD_SPEED, .field = walker.is_left};
        }
        wend_crowd_add(self->crowd, &desc, NULL);
    }
    for (int i = 0; i < BENCH_CROWD_FIRST_STEPS; i++) wend_crowd_step(self->crowd, BENCH_CROWD_DT, &self->tasks);
    wend_crowd_info info;
    wend_crowd_describe(self->crowd, &info);
    for (int i = 0; i < WEND_CROWD_STAGES; i++) self->before[i] = info.nanoseconds[i];
}

static bool run(void *opaque) {
    state *self = opaque;
    bool is_good = true;
    for (uint32_t i = 0; i < self->steps; i++)
        is_good = wend_crowd_step(self->crowd, BENCH_CROWD_DT, &self->tasks) == WEND_OK && is_good;
    return is_good;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    wend_crowd_info info;
    wend_crowd_describe(self->crowd, &info);
    *work = (uint64_t)self->agents * self->steps;
    return info.hash;
}

/* [nanoseconds] of a stage in the last run. */
static double spent_in(const state *self, wend_crowd_stage stage) {
    wend_crowd_info info;
    wend_crowd_describe(self->crowd, &info);
    return (double)(info.nanoseconds[stage] - self->before[stage]);
}

static double spent_in_bin(void *opaque) {
    return spent_in(opaque, WEND_STAGE_BIN);
}
static double spent_in_desire(void *opaque) {
    return spent_in(opaque, WEND_STAGE_DESIRE);
}
static double spent_in_neighbours(void *opaque) {
    return spent_in(opaque, WEND_STAGE_NEIGHBOURS);
}
static double spent_in_avoid(void *opaque) {
    return spent_in(opaque, WEND_STAGE_AVOID);
}
static double spent_in_separate(void *opaque) {
    return spent_in(opaque, WEND_STAGE_MOVE) + spent_in(opaque, WEND_STAGE_SEPARATE);
}
static double spent_in_arrive(void *opaque) {
    return spent_in(opaque, WEND_STAGE_ARRIVE);
}

/* How long ways take, over what they would if nobody else was there: every agent, from its start to where it is now. */
static double spent_on_ways(void *opaque) {
    const state *self = opaque;
    const float *at = wend_crowd_positions(self->crowd);
    uint64_t random = 1;
    double gone = 0.0;
    for (uint32_t i = 0; i < self->agents; i++) {
        const bench_walker walker = bench_crowd_walker(self->ground, i, &random);
        const double by = (double)(at[2 * (size_t)i] - walker.x);
        gone += walker.is_left ? -by : by;
    }
    const uint32_t steps = BENCH_CROWD_FIRST_STEPS + self->steps;
    return (double)(BENCH_CROWD_SPEED * BENCH_CROWD_DT) * steps * self->agents / gone;
}

/* What is timed. */
typedef struct timed {
    const char *variant;
    double (*spent)(void *);
    bool has_walls;
    uint32_t steps; /* 0: BENCH_CROWD_STEPS */
} timed;

static void enter(bench_contest *contest, const timed *what, uint32_t threads, wend_backend backend) {
    state *self = create(contest->ground, what->has_walls, threads, backend);
    if (self) self->steps = what->steps ? what->steps : BENCH_CROWD_STEPS;
    bench_contestant contestant = {.impl = "wend",
                                   .backend = wend_backend_name(backend),
                                   .variant = what->variant,
                                   .threads = threads,
                                   .state = self,
                                   .prepare = prepare,
                                   .run = run,
                                   .spent = what->spent,
                                   .finish = finish,
                                   .destroy = destroy};
    bench_describe_mover(contest->ground->mover, contestant.rule);
    bench_enter(contest, contestant);
}

static void enter_steps(bench_contest *contest, bool has_walls) {
    const timed steps = {.variant = "a step", .has_walls = has_walls};
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < contest->thread_count; i++) {
        if (!bench_has_threads(contest, contest->threads[i])) continue;
        for (uint32_t j = 0; j < contest->backend_count; j++)
            enter(contest, &steps, contest->threads[i], contest->backends[j]);
    }
}

void bench_enter_crowds(bench_contest *contest) {
    enter_steps(contest, false);
    bench_enter_rvo(contest);
}

void bench_enter_crowds_among_walls(bench_contest *contest) {
    enter_steps(contest, true);
}

void bench_enter_stages(bench_contest *contest) {
    static const timed stages[] = {{.variant = "bin", .spent = spent_in_bin},
                                   {.variant = "desire", .spent = spent_in_desire},
                                   {.variant = "neighbours", .spent = spent_in_neighbours},
                                   {.variant = "avoid", .spent = spent_in_avoid},
                                   {.variant = "move and separate", .spent = spent_in_separate},
                                   {.variant = "arrive", .spent = spent_in_arrive}};
    if (!bench_wants(contest, "wend")) return;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) enter(contest, &stages[i], 1, contest->backends[0]);
}

void bench_enter_ways(bench_contest *contest) {
    static const timed ways = {.variant = "ways", .spent = spent_on_ways, .steps = BENCH_CROWD_WAY_STEPS};
    contest->rival = (bench_rival){.impl = "rvo2", .what = "forward speed", .wanted = 1.9};
    if (bench_wants(contest, "wend")) enter(contest, &ways, 1, contest->backends[0]);
    bench_enter_rvo_ways(contest);
}
