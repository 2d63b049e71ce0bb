/* SPDX-License-Identifier: MIT
 * Bench: where may walls go up? All positions of a footprint at once, and what others can do: for each position a wall,
 * and a search from the goal until it has met all sources; of that a sample. A unit of work is a cell that can be
 * reached: for the sample, a position. */
#include "cases.h"
#include "rules.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define SOURCES 20
#define SAMPLE 32
#define RADIUS_WIDE 300 /* [1/256 cell] */

typedef struct question {
    const char *variant;
    wend_footprint footprint;
    bool is_updated_before; /* then the update is not timed */
    bool is_crowded;        /* a source on every cell, else SOURCES */
    wend_mover_desc mover;
    bench_extras extras;
} question;

static const uint8_t cross[] = {0, 1, 0, 1, 1, 1, 0, 1, 0};

static const question questions[] = {
    {.variant = "1x1"},
    {.variant = "2x2", .footprint = {.width = 2, .height = 2}},
    {.variant = "3x3", .footprint = {.width = 3, .height = 3}},
    {.variant = "1x1, updated before", .is_updated_before = true},
    {.variant = "3x3, updated before", .footprint = {.width = 3, .height = 3}, .is_updated_before = true},
    {.variant = "1x1, sources everywhere", .is_crowded = true},
    {.variant = "3x3, sources everywhere", .footprint = {.width = 3, .height = 3}, .is_crowded = true},
    {.variant = "a cross of 5", .footprint = {.width = 3, .height = 3, .mask = cross}},
    {.variant = "1x1, corners if one free", .mover = {.corner_rule = WEND_CORNER_IF_ONE_FREE}},
    {.variant = "1x1, corners always", .mover = {.corner_rule = WEND_CORNER_ALWAYS}},
    {.variant = "1x1, hexagons", .extras = {.lattice = WEND_HEX}},
    {.variant = "1x1, radius 1.17", .mover = {.radius = RADIUS_WIDE}},
    {.variant = "1x1, thin walls and one-way", .extras = {.edges_percent = 3}},
    {.variant = "3x3, thin walls and one-way", .footprint = {.width = 3, .height = 3}, .extras = {.edges_percent = 3}},
    {.variant = "1x1, links", .extras = {.cells_per_link = 1000}},
    {.variant = "3x3, links", .footprint = {.width = 3, .height = 3}, .extras = {.cells_per_link = 1000}},
};
#define QUESTION_COUNT (sizeof questions / sizeof *questions)

typedef struct state {
    const question *asked;
    const bench_ground *original;
    bench_ground ground;
    wend_placement *placement;
    wend_workspace *workspace;
    wend_placement_source *sources;
    uint32_t source_count;
    uint8_t *out; /* [cells] */
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_placement_destroy(self->placement);
    wend_workspace_destroy(self->workspace);
    bench_ground_free(&self->ground);
    free(self->sources);
    free(self->out);
    free(self);
}

static state *create(const bench_ground *ground, const question *asked, wend_backend backend) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    wend_mover_desc desc = asked->mover;
    desc.costs = ground->table;
    desc.backend = backend;
    self->asked = asked;
    self->original = ground;
    bool is_good = bench_ground_with(&self->ground, ground, &asked->extras, &desc);
    self->source_count = asked->is_crowded ? self->ground.candidate_count : SOURCES;
    const wend_placement_desc placement_desc = {.source_capacity = self->source_count};
    self->sources = malloc(self->source_count * sizeof *self->sources + 1);
    self->out = malloc(ground->cells);
    is_good = is_good && self->sources && self->out &&
              wend_placement_create(self->ground.mover, &placement_desc, &self->placement) == WEND_OK &&
              wend_workspace_create(ground->cells, NULL, &self->workspace) == WEND_OK;
    if (is_good) return self;
    destroy(self);
    return NULL;
}

static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    const bench_ground *ground = &self->ground;
    if (ground->candidate_count == 0) return;
    for (uint32_t i = 0; i < self->source_count; i++) {
        const uint32_t cell = self->asked->is_crowded ? ground->candidates[i] : bench_ground_goal(ground, round, i + 1);
        const wend_cell where = bench_ground_cell(ground, cell);
        self->sources[i] = (wend_placement_source){where.x, where.y, self->asked->is_crowded};
    }
    const wend_cell where = bench_ground_cell(ground, bench_ground_goal(ground, round, 0));
    const wend_goal goal = {.x = where.x, .y = where.y};
    wend_placement_set_sources(self->placement, self->sources, self->source_count);
    wend_placement_set_goals(self->placement, &goal, 1, NULL);
    wend_placement_update(self->placement, self->workspace);
}

static bool run(void *opaque) {
    state *self = opaque;
    if (!self->asked->is_updated_before && wend_placement_update(self->placement, self->workspace) < 0) return false;
    return wend_placement_preview(self->placement, self->workspace, &self->asked->footprint, self->out,
                                  (size_t)self->ground.width) == WEND_OK;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    *work = self->ground.candidate_count ? self->ground.candidate_count : 1;
    return wend__hash_bytes(WEND__HASH_START, self->out, self->ground.cells);
}

/* The sample. */

typedef struct sample {
    const bench_ground *ground;
    uint32_t goal, sources[SOURCES], positions[SAMPLE];
    uint8_t *is_open, *is_seen; /* [cells + a border of 1] */
    uint32_t *queue;            /* [cells] */
    uint8_t answers[SAMPLE];
} sample;

static void sample_destroy(void *opaque) {
    sample *self = opaque;
    if (!self) return;
    free(self->is_open);
    free(self->is_seen);
    free(self->queue);
    free(self);
}

static uint32_t bordered(const bench_ground *ground, uint32_t cell) {
    const wend_cell where = bench_ground_cell(ground, cell);
    return (uint32_t)(where.y + 1) * (uint32_t)(ground->width + 2) + (uint32_t)where.x + 1;
}

static size_t bordered_count(const bench_ground *ground) {
    return ((size_t)ground->width + 2) * ((size_t)ground->height + 2);
}

static sample *sample_create(const bench_ground *ground) {
    sample *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->is_open = calloc(bordered_count(ground), 1);
    self->is_seen = malloc(bordered_count(ground));
    self->queue = malloc(bordered_count(ground) * sizeof *self->queue);
    if (!self->is_open || !self->is_seen || !self->queue) {
        sample_destroy(self);
        return NULL;
    }
    for (uint32_t i = 0; i < ground->cells; i++) self->is_open[bordered(ground, i)] = ground->costs[i] != WEND_BLOCKED;
    return self;
}

static void sample_prepare(void *opaque, uint32_t round) {
    sample *self = opaque;
    self->goal = bordered(self->ground, bench_ground_goal(self->ground, round, 0));
    for (uint32_t i = 0; i < SOURCES; i++)
        self->sources[i] = bordered(self->ground, bench_ground_goal(self->ground, round, i + 1));
    for (uint32_t i = 0; i < SAMPLE; i++)
        self->positions[i] = bordered(self->ground, bench_ground_goal(self->ground, round, SOURCES + 1 + i));
}

/* Breadth first over sides, until all sources were met. */
static bool reaches_all(sample *self) {
    const int32_t wide = self->ground->width + 2, steps[] = {-wide, 1, wide, -1};
    uint32_t first = 0, last = 0, waiting = 0;
    memset(self->is_seen, 0, bordered_count(self->ground));
    for (uint32_t i = 0; i < SOURCES; i++) {
        if (!self->is_seen[self->sources[i]]) waiting++;
        self->is_seen[self->sources[i]] = 2;
    }
    if (!self->is_open[self->goal]) return false;
    self->queue[last++] = self->goal;
    waiting -= self->is_seen[self->goal] == 2;
    self->is_seen[self->goal] = 1;
    while (first < last && waiting) {
        const uint32_t cell = self->queue[first++];
        for (int k = 0; k < 4; k++) {
            const uint32_t there = (uint32_t)((int32_t)cell + steps[k]);
            if (!self->is_open[there] || self->is_seen[there] == 1) continue;
            waiting -= self->is_seen[there] == 2;
            self->is_seen[there] = 1;
            self->queue[last++] = there;
        }
    }
    return waiting == 0;
}

static bool sample_run(void *opaque) {
    sample *self = opaque;
    for (uint32_t i = 0; i < SAMPLE; i++) {
        self->is_open[self->positions[i]] = 0;
        self->answers[i] = reaches_all(self);
        self->is_open[self->positions[i]] = 1;
    }
    return true;
}

static uint64_t sample_finish(void *opaque, uint64_t *work) {
    const sample *self = opaque;
    *work = SAMPLE;
    return wend__hash_bytes(WEND__HASH_START, self->answers, SAMPLE);
}

static void enter_sample(bench_contest *contest) {
    bench_contestant contestant = {.impl = "bfs",
                                   .backend = "-",
                                   .variant = "1x1, a search per position",
                                   .threads = 1,
                                   .state = sample_create(contest->ground),
                                   .prepare = sample_prepare,
                                   .run = sample_run,
                                   .finish = sample_finish,
                                   .destroy = sample_destroy};
    bench_describe_rule(4, WEND_CORNER_NEVER, 99, contestant.rule);
    bench_enter(contest, contestant);
}

void bench_enter_placements(bench_contest *contest) {
    for (uint32_t i = 0; bench_wants(contest, "wend") && i < contest->backend_count; i++)
        for (size_t j = 0; j < QUESTION_COUNT; j++) {
            state *created = create(contest->ground, &questions[j], contest->backends[i]);
            if (created && created->ground.candidate_count == 0) {
                bench_leave_out(contest, questions[j].variant, "nowhere on this map does it fit");
                destroy(created);
                continue;
            }
            bench_contestant contestant = {.impl = "wend",
                                           .backend = wend_backend_name(contest->backends[i]),
                                           .variant = questions[j].variant,
                                           .threads = 1,
                                           .state = created,
                                           .prepare = prepare,
                                           .run = run,
                                           .finish = finish,
                                           .destroy = destroy};
            if (created) bench_describe_mover(created->ground.mover, contestant.rule);
            bench_enter(contest, contestant);
        }
    if (bench_wants(contest, "bfs")) enter_sample(contest);
}
