/* SPDX-License-Identifier: MIT
 * Bench: what a build costs after something has changed: the goals alone, a little or a lot; the terrain everywhere; or
 * nothing yet, in a field that was never built. */
#include "builder.h"
#include "cases.h"
#include "rules.h"

#include <stdlib.h>

enum change { OTHER_GOAL, NEAR_GOAL, WITH_SIGHTS, OTHER_TERRAIN, FIRST_BUILD, CHANGE_COUNT };

static const char *const names[CHANGE_COUNT] = {"another goal", "a goal one cell on", "another goal, with sights",
                                                "other terrain", "the first build"};

typedef struct state {
    enum change change;
    wend_backend backend;
    bench_ground ground; /* a copy of the contest's, but with a map and a mover of its own */
    bench_builder *builder;
    wend_cell goal;
    uint8_t *terrain, *shifted; /* [cells] */
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    bench_builder_destroy(self->builder);
    wend_mover_destroy(self->ground.mover);
    wend_map_destroy(self->ground.map);
    free(self->terrain);
    free(self->shifted);
    free(self);
}

static bool create_mover(state *self, const bench_ground *ground) {
    const wend_mover_desc mover_desc = {.costs = ground->table, .backend = self->backend};
    const wend_rect all = {0, 0, ground->width, ground->height};
    self->terrain = malloc(ground->cells);
    self->shifted = malloc(ground->cells);
    self->ground.map = bench_map_with(ground, NULL);
    return self->terrain && self->shifted && self->ground.map &&
           wend_map_read(ground->map, all, self->terrain, (size_t)ground->width) == WEND_OK &&
           wend_mover_create(self->ground.map, &mover_desc, &self->ground.mover) == WEND_OK;
}

static void create_builder(state *self) {
    const bench_builder_desc desc = {
        .ground = &self->ground, .backend = self->backend, .has_sights = self->change == WITH_SIGHTS};
    self->builder = bench_builder_create(&desc);
}

static state *create(const bench_ground *ground, wend_backend backend, enum change change) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->change = change;
    self->backend = backend;
    self->ground = *ground;
    self->ground.map = NULL;
    self->ground.mover = NULL;
    if (create_mover(self, ground)) create_builder(self);
    if (self->builder) return self;
    destroy(self);
    return NULL;
}

static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    const bench_ground *ground = &self->ground;
    self->goal = bench_ground_cell(ground, bench_ground_goal(ground, round, 0));
    if (self->change == NEAR_GOAL) {
        const uint32_t first = ground->candidate_count / 2 + round;
        self->goal = bench_ground_cell(ground, ground->candidates[first % ground->candidate_count]);
    } else if (self->change == OTHER_TERRAIN) {
        const wend_rect all = {0, 0, ground->width, ground->height};
        const int32_t rows = bench_ground_shift_rows(ground, self->terrain, round, self->shifted);
        wend_map_write(ground->map, all, self->shifted, (size_t)ground->width);
        self->goal.y = (self->goal.y + rows) % ground->height;
    } else if (self->change == FIRST_BUILD) {
        bench_builder_destroy(self->builder);
        create_builder(self);
    }
}

static bool run(void *opaque) {
    state *self = opaque;
    if (!self->builder) return false;
    if (self->change == OTHER_TERRAIN && wend_mover_update(self->ground.mover) != WEND_OK) return false;
    const wend_goal goal = {.x = self->goal.x, .y = self->goal.y};
    return wend_field_set_goals(self->builder->fields[0], &goal, 1, NULL) == WEND_OK &&
           wend_field_build(self->builder->fields[0], self->builder->workspaces[0], NULL) == WEND_OK;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    return self->builder ? bench_builder_finish(self->builder, work) : 0;
}

void bench_enter_rebuilds(bench_contest *contest) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < contest->backend_count; i++) {
        for (int change = 0; change < CHANGE_COUNT; change++) {
            bench_contestant contestant = {
                .impl = "wend",
                .backend = wend_backend_name(contest->backends[i]),
                .variant = names[change],
                .threads = 1,
                .state = create(contest->ground, contest->backends[i], (enum change)change),
                .prepare = prepare,
                .run = run,
                .finish = finish,
                .destroy = destroy,
            };
            bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
            bench_enter(contest, contestant);
        }
    }
}
