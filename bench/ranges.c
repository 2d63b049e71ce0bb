/* SPDX-License-Identifier: MIT
 * Bench: the questions of tactics, by reached cell: the range of one unit, the threat of a hundred, the nearest source
 * of every cell, agents to goals with room for ten each, a flee map. Beside them a field that is built as far as the
 * range of the first. */
#include "cases.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define ONE WEND_RAW_PER_COST
#define UNITS 100
#define UNIT_RANGE (8 * ONE)
#define RANGE (20 * ONE)
#define GOALS 16
#define AGENTS 200
#define ROOM 10

enum question { RANGE_MAP, RANGE_LIST, RANGE_FIELD, THREAT, ALLOCATION, MATCHING, FLEE, QUESTION_COUNT };

static const char *const names[QUESTION_COUNT] = {"range 20, map",
                                                  "range 20, list with ways back",
                                                  "range 20, as a field",
                                                  "threat, 100 units of range 8",
                                                  "nearest of 16",
                                                  "200 agents to 16 goals of 10",
                                                  "flee map"};

typedef struct state {
    const bench_ground *ground;
    enum question question;
    wend_workspace *workspace;
    wend_field *field, *flee;
    wend_range_source units[UNITS];
    wend_goal goals[GOALS];
    wend_cell agents[AGENTS];
    uint32_t rooms[GOALS];
    uint32_t *values, *sources; /* [cells], and as much as there are agents */
    uint16_t *counts;           /* [cells] */
    wend_range_cell *list;      /* [cells] */
    size_t count;               /* cells in range */
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_field_destroy(self->field);
    wend_field_destroy(self->flee);
    wend_workspace_destroy(self->workspace);
    free(self->values);
    free(self->sources);
    free(self->counts);
    free(self->list);
    free(self);
}

static state *create(const bench_ground *ground, wend_backend backend, enum question question) {
    const wend_field_desc desc = {.backend = backend, .seeds = 1};
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->question = question;
    self->values = malloc((ground->cells + AGENTS) * sizeof *self->values);
    self->sources = malloc((ground->cells + AGENTS) * sizeof *self->sources);
    self->counts = malloc(ground->cells * sizeof *self->counts);
    self->list = malloc(ground->cells * sizeof *self->list);
    if (self->values && self->sources && self->counts && self->list &&
        wend_field_create(ground->mover, &desc, &self->field) == WEND_OK &&
        wend_field_create(ground->mover, &desc, &self->flee) == WEND_OK &&
        wend_workspace_create(ground->cells, NULL, &self->workspace) == WEND_OK)
        return self;
    destroy(self);
    return NULL;
}

static wend_rect whole(const state *self) {
    return (wend_rect){0, 0, self->ground->width, self->ground->height};
}

/* Other places in each round; for the flee map the distances to four units. */
static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    const bench_ground *ground = self->ground;
    for (uint32_t i = 0; i < UNITS; i++)
        self->units[i] =
            (wend_range_source){bench_ground_cell(ground, bench_ground_goal(ground, round, i)), UNIT_RANGE};
    for (uint32_t i = 0; i < AGENTS; i++)
        self->agents[i] = bench_ground_cell(ground, bench_ground_goal(ground, round, UNITS + i));
    for (uint32_t i = 0; i < GOALS; i++) {
        self->goals[i] = (wend_goal){.x = self->units[i].cell.x, .y = self->units[i].cell.y};
    }
    memset(self->counts, 0, ground->cells * sizeof *self->counts);
    memset(self->values, 0, (ground->cells + AGENTS) * sizeof *self->values);
    memset(self->sources, 0, (ground->cells + AGENTS) * sizeof *self->sources);
    if (self->question != FLEE && self->question != RANGE_FIELD) return;
    wend_field_set_goals(self->field, self->goals, self->question == FLEE ? 4 : 1, NULL);
    if (self->question == FLEE) wend_field_build(self->field, self->workspace, NULL);
}

static wend_status find_range(state *self) {
    const wend_range_source source = {self->units[0].cell, RANGE};
    wend_range_out out = {.values_rect = whole(self), .values_stride = (size_t)self->ground->width};
    if (self->question == RANGE_MAP)
        out.values = self->values;
    else
        out.cells = self->list, out.capacity = self->ground->cells;
    return wend_range_find(self->ground->mover, self->workspace, &source, WEND_OUTWARDS, &out, &self->count);
}

static wend_status allocate(state *self) {
    const size_t width = (size_t)self->ground->width;
    const wend_allocation_out out = {whole(self), self->sources, width, self->values, width};
    return wend_allocate_cells(self->ground->mover, self->workspace, self->goals, GOALS, WEND_OUTWARDS, 0, &out, NULL);
}

static wend_status match(state *self) {
    for (uint32_t i = 0; i < GOALS; i++) self->rooms[i] = ROOM;
    const wend_allocation_desc desc = {self->goals, self->rooms, GOALS, self->agents, AGENTS, 0};
    return wend_allocate_agents(self->ground->mover, self->workspace, &desc, self->sources, self->values);
}

static bool run(void *opaque) {
    state *self = opaque;
    const wend_mover *mover = self->ground->mover;
    const wend_build_options near = {.max_distance = RANGE};
    switch (self->question) {
    case RANGE_MAP:
    case RANGE_LIST: return find_range(self) == WEND_OK;
    case RANGE_FIELD: return wend_field_build(self->field, self->workspace, &near) == WEND_OK;
    case THREAT:
        memset(self->counts, 0, self->ground->cells * sizeof *self->counts);
        return wend_threat_add(mover, self->workspace, self->units, UNITS, WEND_OUTWARDS, whole(self), self->counts,
                               (size_t)self->ground->width, NULL) == WEND_OK;
    case ALLOCATION: return allocate(self) == WEND_OK;
    case MATCHING: return match(self) >= 0;
    case FLEE: return wend_flee_build(self->flee, self->workspace, self->field, 0, 0, self->values, 0) == WEND_OK;
    case QUESTION_COUNT: break;
    }
    return false;
}

/* Cells reached, by all units together; a matching reaches what its agents need: it is measured by the whole map. */
static uint64_t work_of(const state *self) {
    const wend_field *field = self->question == FLEE ? self->flee : self->field;
    wend_field_info info;
    uint64_t sum = 0;
    switch (self->question) {
    case RANGE_MAP:
    case RANGE_LIST: return self->count;
    case RANGE_FIELD:
    case FLEE: wend_field_describe(field, &info); return info.reached;
    case THREAT:
        for (uint32_t i = 0; i < self->ground->cells; i++) sum += self->counts[i];
        return sum;
    case ALLOCATION:
        for (uint32_t i = 0; i < self->ground->cells; i++) sum += self->values[i] != WEND_UNREACHABLE;
        return sum;
    case MATCHING:
    case QUESTION_COUNT: break;
    }
    return self->ground->candidate_count;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    uint64_t hash = WEND__HASH_START;
    *work = work_of(self);
    if (self->question == FLEE) return wend_field_hash(self->flee);
    if (self->question == RANGE_FIELD) return wend_field_hash(self->field);
    for (uint32_t i = 0; i < self->ground->cells; i++) {
        hash = wend__hash_u32(hash, self->values[i]);
        hash = wend__hash_u32(hash, self->sources[i]);
        hash = wend__hash_u32(hash, self->counts[i]);
    }
    for (size_t i = 0; i < self->count && self->question == RANGE_LIST; i++)
        hash = wend__hash_u32(wend__hash_u32(hash, self->list[i].cost), self->list[i].previous);
    return hash;
}

void bench_enter_ranges(bench_contest *contest) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < contest->backend_count; i++)
        for (int question = 0; question < QUESTION_COUNT; question++) {
            bench_contestant contestant = {.impl = "wend",
                                           .backend = wend_backend_name(contest->backends[i]),
                                           .variant = names[question],
                                           .threads = 1,
                                           .state =
                                               create(contest->ground, contest->backends[i], (enum question)question),
                                           .prepare = prepare,
                                           .run = run,
                                           .is_warm = true,
                                           .finish = finish,
                                           .destroy = destroy};
            bench_describe_mover(contest->ground->mover, contestant.rule);
            bench_enter(contest, contestant);
        }
}
