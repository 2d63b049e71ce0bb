/* SPDX-License-Identifier: MIT
 * Bench: a build in slices beside one at once: how long all of its steps take together, and by how much the longest one
 * overran its budget of time. */
#include "builder.h"
#include "cases.h"

#include <stdlib.h>

#define BUDGET_NS 200000u

enum kind { AT_ONCE, IN_SLICES, OVERRUN, KIND_COUNT };

static const char *const names[KIND_COUNT] = {"at once", "in steps of 200 us", "the longest step's overrun"};

typedef struct state {
    enum kind kind;
    const bench_ground *ground;
    wend_field *field;
    wend_workspace *workspace;
    uint64_t longest; /* [ns] step of the last build */
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_field_destroy(self->field);
    wend_workspace_destroy(self->workspace);
    free(self);
}

static state *create(const bench_ground *ground, wend_backend backend, enum kind kind) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->kind = kind;
    self->ground = ground;
    const wend_field_desc desc = {.slices = kind != AT_ONCE, .backend = backend};
    if (wend_field_create(ground->mover, &desc, &self->field) == WEND_OK &&
        wend_workspace_create(ground->cells, NULL, &self->workspace) == WEND_OK)
        return self;
    destroy(self);
    return NULL;
}

static uint64_t now(void *user) {
    (void)user;
    return (uint64_t)bench_now_ns();
}

static void prepare(void *opaque, uint32_t round) {
    const state *self = opaque;
    const wend_cell cell = bench_ground_cell(self->ground, bench_ground_goal(self->ground, round, 0));
    const wend_goal goal = {.x = cell.x, .y = cell.y};
    wend_field_set_goals(self->field, &goal, 1, NULL);
}

static bool run(void *opaque) {
    state *self = opaque;
    if (self->kind == AT_ONCE) return wend_field_build(self->field, self->workspace, NULL) == WEND_OK;
    const wend_tasks tasks = {.worker_count = 1, .clock = now};
    const wend_budget budget = {.nanoseconds = BUDGET_NS, .tasks = &tasks};
    wend_status status = wend_field_begin(self->field, self->workspace, NULL);
    self->longest = 0;
    for (bool is_open = status == WEND_OK; is_open; is_open = status == WEND_PENDING) {
        const uint64_t begin = now(NULL);
        status = wend_field_step(self->field, &budget);
        const uint64_t spent = now(NULL) - begin;
        if (spent > self->longest) self->longest = spent;
    }
    return status == WEND_OK;
}

static double overrun(void *opaque) {
    const state *self = opaque;
    return self->longest > BUDGET_NS ? (double)(self->longest - BUDGET_NS) : 1.0;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    wend_field_info info;
    wend_field_describe(self->field, &info);
    *work = info.reached;
    return wend_field_hash(self->field);
}

void bench_enter_slices(bench_contest *contest) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < contest->backend_count; i++) {
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            bench_contestant contestant = {
                .impl = "wend",
                .backend = wend_backend_name(contest->backends[i]),
                .variant = names[kind],
                .threads = 1,
                .state = create(contest->ground, contest->backends[i], (enum kind)kind),
                .prepare = prepare,
                .run = run,
                .spent = kind == OVERRUN ? overrun : NULL,
                .finish = finish,
                .destroy = destroy,
            };
            bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
            bench_enter(contest, contestant);
        }
    }
}
