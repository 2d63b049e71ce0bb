/* SPDX-License-Identifier: MIT
 * Bench: samples of a field at many points in random order: direction, distance and status of each, or the direction
 * alone. */
#include "cases.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define POINTS (UINT32_C(1) << 20)
#define CHUNK 4096 /* points of a task */

/* What is asked for. */
typedef struct question {
    const char *name;
    wend_sample_mode mode;
    bool is_whole; /* distance and status too */
} question;

static const question questions[] = {{"nearest", WEND_SAMPLE_NEAREST, true},
                                     {"nearest, direction only", WEND_SAMPLE_NEAREST, false},
                                     {"smooth", WEND_SAMPLE_SMOOTH, true},
                                     {"smooth, direction only", WEND_SAMPLE_SMOOTH, false}};
#define QUESTIONS (sizeof questions / sizeof *questions)

typedef struct state {
    const bench_ground *ground;
    const question *asked;
    wend_tasks tasks;
    wend_field *field;
    float *xy;         /* [2 * POINTS] */
    float *directions; /* [2 * POINTS] */
    float *distances;  /* [POINTS] */
    wend_status *statuses;
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_field_destroy(self->field);
    free(self->xy);
    free(self->directions);
    free(self->distances);
    free(self->statuses);
    free(self);
}

static bool build(state *self, wend_backend backend) {
    const wend_field_desc desc = {.backend = backend, .sights = self->asked->mode == WEND_SAMPLE_SMOOTH};
    const wend_cell cell = bench_ground_cell(self->ground, bench_ground_goal(self->ground, 0, 0));
    const wend_goal goal = {.x = cell.x, .y = cell.y};
    wend_workspace *workspace = NULL;
    const bool is_good = wend_field_create(self->ground->mover, &desc, &self->field) == WEND_OK &&
                         wend_workspace_create(self->ground->cells, NULL, &workspace) == WEND_OK &&
                         wend_field_set_goals(self->field, &goal, 1, NULL) == WEND_OK &&
                         wend_field_build(self->field, workspace, NULL) == WEND_OK;
    wend_workspace_destroy(workspace);
    return is_good;
}

static state *create(const bench_ground *ground, const question *asked, uint32_t threads, wend_backend backend) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->asked = asked;
    self->tasks = wend_tasks_openmp(threads);
    self->xy = malloc(2 * POINTS * sizeof *self->xy);
    self->directions = malloc(2 * POINTS * sizeof *self->directions);
    self->distances = calloc(POINTS, sizeof *self->distances);
    self->statuses = calloc(POINTS, sizeof *self->statuses);
    if (self->xy && self->directions && self->distances && self->statuses && build(self, backend)) return self;
    destroy(self);
    return NULL;
}

/* Other points in each round, anywhere in cells of the largest component, to 1/256 cell. */
static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    uint64_t random = round;
    for (uint32_t i = 0; i < POINTS; i++) {
        const uint32_t index = scene_random_below(&random, self->ground->candidate_count);
        const wend_cell cell = bench_ground_cell(self->ground, self->ground->candidates[index]);
        self->xy[2 * i] = (float)cell.x + (float)scene_random_below(&random, 256) / 256;
        self->xy[2 * i + 1] = (float)cell.y + (float)scene_random_below(&random, 256) / 256;
    }
}

static void sample(void *opaque, uint32_t begin, uint32_t end, uint32_t worker) {
    const state *self = opaque;
    const size_t first = (size_t)begin * CHUNK, count = (size_t)(end - begin) * CHUNK;
    wend_samples out = {.directions = self->directions + 2 * first};
    if (self->asked->is_whole) {
        out.distances = self->distances + first;
        out.statuses = self->statuses + first;
    }
    (void)worker;
    wend_field_sample_many(self->field, self->asked->mode, self->xy + 2 * first, 2, count, &out);
}

static bool run(void *opaque) {
    state *self = opaque;
    self->tasks.parallel_for(self->tasks.user, POINTS / CHUNK, 1, sample, self);
    return true;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < POINTS; i++) {
        uint32_t bits[3];
        memcpy(&bits[0], &self->directions[2 * i], sizeof bits[0]);
        memcpy(&bits[1], &self->directions[2 * i + 1], sizeof bits[1]);
        memcpy(&bits[2], &self->distances[i], sizeof bits[2]);
        for (int k = 0; k < 3; k++) hash = wend__hash_u32(hash, bits[k]);
        hash = wend__hash_byte(hash, (uint8_t)self->statuses[i]);
    }
    *work = POINTS;
    return hash;
}

void bench_enter_samples(bench_contest *contest) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < QUESTIONS * contest->backend_count * contest->thread_count; i++) {
        const question *asked = &questions[i % QUESTIONS];
        const wend_backend backend = contest->backends[i / QUESTIONS % contest->backend_count];
        const uint32_t threads = contest->threads[i / QUESTIONS / contest->backend_count];
        if (!bench_has_threads(contest, threads)) continue;
        bench_contestant contestant = {.impl = "wend",
                                       .backend = wend_backend_name(backend),
                                       .variant = asked->name,
                                       .threads = threads,
                                       .state = create(contest->ground, asked, threads, backend),
                                       .prepare = prepare,
                                       .run = run,
                                       .is_warm = true,
                                       .finish = finish,
                                       .destroy = destroy};
        bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
        bench_enter(contest, contestant);
    }
}
