/* SPDX-License-Identifier: MIT
 * Bench: the direction pass alone, from values that are there already. */
#include "cases.h"

#include "base/hash.h"
#include "field/direct.h"

#include <stdlib.h>

typedef struct state {
    const bench_ground *ground;
    wend_field *field;
    wend_workspace *workspace;
    uint32_t *values;    /* [cells] */
    uint8_t *directions; /* [cells] */
    uint64_t reached;
    bool is_built;
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_field_destroy(self->field);
    wend_workspace_destroy(self->workspace);
    free(self->values);
    free(self->directions);
    free(self);
}

static void *create(const bench_ground *ground) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->values = malloc(ground->cells * sizeof *self->values);
    self->directions = malloc(ground->cells);
    if (self->values && self->directions && wend_field_create(ground->mover, NULL, &self->field) == WEND_OK &&
        wend_workspace_create(ground->cells, NULL, &self->workspace) == WEND_OK) {
        return self;
    }
    destroy(self);
    return NULL;
}

static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    const wend_cell cell = bench_ground_cell(self->ground, bench_ground_goal(self->ground, round, 0));
    const wend_goal goal = {.x = cell.x, .y = cell.y};
    const wend_rect all = {0, 0, self->ground->width, self->ground->height};
    wend_field_info info;
    self->is_built = wend_field_set_goals(self->field, &goal, 1, NULL) == WEND_OK &&
                     wend_field_build(self->field, self->workspace, NULL) == WEND_OK &&
                     wend_field_read_values(self->field, all, self->values, (size_t)self->ground->width) == WEND_OK;
    wend_field_describe(self->field, &info);
    self->reached = info.reached;
}

static bool run(void *opaque) {
    state *self = opaque;
    wend__direct(self->ground->mover, self->values, self->directions);
    return self->is_built;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    *work = self->reached;
    return wend__hash_bytes(WEND__HASH_START, self->directions, self->ground->cells);
}

void bench_enter_directions(bench_contest *contest) {
    if (bench_wants(contest, "wend")) {
        bench_contestant contestant = {.impl = "wend",
                                       .backend = "scalar",
                                       .threads = 1,
                                       .state = create(contest->ground),
                                       .prepare = prepare,
                                       .run = run,
                                       .finish = finish,
                                       .destroy = destroy};
        bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
        bench_enter(contest, contestant);
    }
    bench_enter_stream(contest);
}
