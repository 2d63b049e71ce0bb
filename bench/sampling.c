/* SPDX-License-Identifier: MIT
 * Bench: samples of a field at many points in random order: direction, distance and status of each, or the direction
 * alone; and of other kinds of fields and points than the usual ones. */
#include "cases.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define POINTS (UINT32_C(1) << 20)
#define FEW_POINTS (UINT32_C(1) << 16) /* where each takes long */
#define CHUNK 4096                     /* points of a task */
#define RADIUS 100                     /* [1/256 cell] */

/* What is asked for. */
typedef struct question {
    const char *name;
    wend_sample_mode mode;
    bool is_whole; /* distance and status too */
    bool has_sights;
    uint32_t radius; /* of the mover [1/256 cell] */
    bool has_areas;  /* of cost, 1 to 9 */
    bool is_in_walls;
    bool has_few_points;
} question;

static const question usual[] = {
    {.name = "nearest", .is_whole = true},
    {.name = "nearest, direction only"},
    {.name = "smooth", .mode = WEND_SAMPLE_SMOOTH, .is_whole = true, .has_sights = true},
    {.name = "smooth, direction only", .mode = WEND_SAMPLE_SMOOTH, .has_sights = true},
};
static const question kinds[] = {
    {.name = "smooth, without sights", .mode = WEND_SAMPLE_SMOOTH, .is_whole = true, .has_few_points = true},
    {.name = "smooth, radius 0.39",
     .mode = WEND_SAMPLE_SMOOTH,
     .is_whole = true,
     .has_sights = true,
     .radius = RADIUS,
     .has_few_points = true},
    {.name = "smooth, areas of cost 1 to 9",
     .mode = WEND_SAMPLE_SMOOTH,
     .is_whole = true,
     .has_sights = true,
     .has_areas = true,
     .has_few_points = true},
    {.name = "nearest, in walls", .is_whole = true, .is_in_walls = true, .has_few_points = true},
};

typedef struct state {
    const bench_ground *ground;
    bench_ground own; /* where the question is not about the ground as it is; then `ground` */
    const question *asked;
    wend_tasks tasks;
    wend_field *field;
    uint32_t *cells; /* [cell_count] where points lie */
    uint32_t cell_count;
    uint32_t points;
    float *xy;             /* [2 * points] */
    float *directions;     /* [2 * points] */
    float *distances;      /* [points] */
    wend_status *statuses; /* [points] */
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_field_destroy(self->field);
    bench_ground_free(&self->own);
    free(self->cells);
    free(self->xy);
    free(self->directions);
    free(self->distances);
    free(self->statuses);
    free(self);
}

/* The walls of the ground, and between them areas of cost; NULL: not enough memory. */
static wend_map *make_areas(const bench_ground *ground) {
    const wend_rect all = {0, 0, ground->width, ground->height};
    wend_map *map = scene_map(SCENE_BLOBS, ground->width, ground->height, 0, 1);
    uint8_t *terrain = malloc(ground->cells);
    bool is_good = map && terrain && wend_map_read(map, all, terrain, (size_t)ground->width) == WEND_OK;
    for (uint32_t i = 0; is_good && i < ground->cells; i++)
        if (ground->costs[i] == WEND_BLOCKED) terrain[i] = 255;
    is_good = is_good && wend_map_write(map, all, terrain, (size_t)ground->width) == WEND_OK;
    free(terrain);
    if (is_good) return map;
    wend_map_destroy(map);
    return NULL;
}

/* Another ground where the question asks for one. */
static bool choose_ground(state *self, const bench_ground *from, wend_backend backend) {
    const wend_mover_desc desc = {.costs = from->table, .radius = self->asked->radius, .backend = backend};
    self->ground = from;
    if (!self->asked->radius && !self->asked->has_areas) return true;
    wend_map *map = self->asked->has_areas ? make_areas(from) : NULL;
    if (self->asked->has_areas && !map) return false;
    self->ground = &self->own;
    return bench_ground_derive(&self->own, from, map, &desc) && self->own.candidate_count > 0;
}

/* The largest component, or the walls. */
static bool choose_cells(state *self) {
    const bench_ground *ground = self->ground;
    self->cells = malloc(ground->cells * sizeof *self->cells);
    if (!self->cells) return false;
    for (uint32_t i = 0; i < ground->cells && self->asked->is_in_walls; i++)
        if (ground->costs[i] == WEND_BLOCKED) self->cells[self->cell_count++] = i;
    if (self->cell_count > 0) return true;
    self->cell_count = ground->candidate_count;
    memcpy(self->cells, ground->candidates, self->cell_count * sizeof *self->cells);
    return true;
}

static bool build(state *self, wend_backend backend) {
    const wend_field_desc desc = {.backend = backend, .sights = self->asked->has_sights};
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
    self->asked = asked;
    self->points = asked->has_few_points ? FEW_POINTS : POINTS;
    self->tasks = wend_tasks_openmp(threads);
    self->xy = malloc(2 * self->points * sizeof *self->xy);
    self->directions = malloc(2 * self->points * sizeof *self->directions);
    self->distances = calloc(self->points, sizeof *self->distances);
    self->statuses = calloc(self->points, sizeof *self->statuses);
    const bool has_memory = self->xy && self->directions && self->distances && self->statuses;
    if (has_memory && choose_ground(self, ground, backend) && choose_cells(self) && build(self, backend)) return self;
    destroy(self);
    return NULL;
}

/* Other points in each round, anywhere in the cells, to 1/256 cell. */
static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    uint64_t random = round;
    for (uint32_t i = 0; i < self->points; i++) {
        const uint32_t index = scene_random_below(&random, self->cell_count);
        const wend_cell cell = bench_ground_cell(self->ground, self->cells[index]);
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
    self->tasks.parallel_for(self->tasks.user, self->points / CHUNK, 1, sample, self);
    return true;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < self->points; i++) {
        uint32_t bits[3];
        memcpy(&bits[0], &self->directions[2 * i], sizeof bits[0]);
        memcpy(&bits[1], &self->directions[2 * i + 1], sizeof bits[1]);
        memcpy(&bits[2], &self->distances[i], sizeof bits[2]);
        for (int k = 0; k < 3; k++) hash = wend__hash_u32(hash, bits[k]);
        hash = wend__hash_byte(hash, (uint8_t)self->statuses[i]);
    }
    *work = self->points;
    return hash;
}

static void enter(bench_contest *contest, const question *asked, uint32_t threads, wend_backend backend) {
    state *self = create(contest->ground, asked, threads, backend);
    bench_contestant contestant = {.impl = "wend",
                                   .backend = wend_backend_name(backend),
                                   .variant = asked->name,
                                   .threads = threads,
                                   .state = self,
                                   .prepare = prepare,
                                   .run = run,
                                   .is_warm = true,
                                   .finish = finish,
                                   .destroy = destroy};
    if (self) bench_describe_mover(self->ground->mover, contestant.rule);
    bench_enter(contest, contestant);
}

static void enter_all(bench_contest *contest, const question *questions, size_t count) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < contest->thread_count; i++) {
        if (!bench_has_threads(contest, contest->threads[i])) continue;
        for (uint32_t j = 0; j < contest->backend_count; j++)
            for (size_t k = 0; k < count; k++) enter(contest, &questions[k], contest->threads[i], contest->backends[j]);
    }
}

void bench_enter_samples(bench_contest *contest) {
    enter_all(contest, usual, sizeof usual / sizeof *usual);
}

void bench_enter_kinds_of_samples(bench_contest *contest) {
    enter_all(contest, kinds, sizeof kinds / sizeof *kinds);
}
