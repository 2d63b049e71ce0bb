/* SPDX-License-Identifier: MIT
 * Bench: a mover's update after an edit: walls go up and come down again, by how many cells are edited. */
#include "cases.h"
#include "rules.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define PLACES 50
#define MOST_SIDE 64
#define RADIUS 100

typedef struct edit_kind {
    const char *name;
    int32_t side;     /* [cells] of the square that is edited */
    uint32_t percent; /* how many of its cells become walls */
    bool is_edge;     /* a thin wall instead */
    uint32_t radius;
} edit_kind;

static const edit_kind kinds[] = {
    {"1 cell", 1, 100, false, 0},
    {"2x2 cells", 2, 100, false, 0},
    {"16x16 cells, a quarter of them", 16, 25, false, 0},
    {"64x64 cells, a quarter of them", MOST_SIDE, 25, false, 0},
    {"a thin wall", 1, 0, true, 0},
    {"1 cell, radius 100", 1, 100, false, RADIUS},
    {"2x2 cells, radius 100", 2, 100, false, RADIUS},
    {"16x16 cells, a quarter of them, radius 100", 16, 25, false, RADIUS},
};

typedef struct state {
    const bench_ground *ground;
    const edit_kind *kind;
    wend_map *map;
    wend_mover *mover;
    uint8_t *terrain;                             /* [cells] of the ground */
    wend_rect rects[PLACES];                      /* what is edited in a run */
    uint8_t walls[PLACES][MOST_SIDE * MOST_SIDE]; /* and what it becomes */
    wend_status status;
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_mover_destroy(self->mover);
    wend_map_destroy(self->map);
    free(self->terrain);
    free(self);
}

static state *create(const bench_ground *ground, wend_backend backend, const edit_kind *kind) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->kind = kind;
    self->terrain = malloc(ground->cells);
    const wend_mover_desc mover_desc = {.costs = ground->table, .radius = kind->radius, .backend = backend};
    const wend_rect all = {0, 0, ground->width, ground->height};
    self->map = bench_map_with(ground, NULL);
    if (self->terrain && self->map &&
        wend_map_read(ground->map, all, self->terrain, (size_t)ground->width) == WEND_OK &&
        wend_mover_create(self->map, &mover_desc, &self->mover) == WEND_OK)
        return self;
    destroy(self);
    return NULL;
}

/* Other places in each round; the top left corner is a cell where it can stand. */
static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    const bench_ground *ground = self->ground;
    uint64_t random = round + 1;
    for (uint32_t i = 0; i < PLACES; i++) {
        const uint32_t pick = ground->candidates[scene_random_below(&random, ground->candidate_count)];
        const wend_cell cell = bench_ground_cell(ground, pick);
        const int32_t side = self->kind->side, last_x = ground->width - side, last_y = ground->height - side;
        self->rects[i] = (wend_rect){cell.x < last_x ? cell.x : last_x, cell.y < last_y ? cell.y : last_y, side, side};
        wend_map_read(ground->map, self->rects[i], self->walls[i], (size_t)side);
        for (int32_t j = 0; j < side * side; j++)
            if (scene_random_below(&random, 100) < self->kind->percent) self->walls[i][j] = SCENE_WALL;
    }
}

static bool put_edge(state *self, const wend_rect *rect, wend_edge edge) {
    const wend_direction side = rect->x + 1 < self->ground->width ? WEND_EAST : WEND_WEST;
    return wend_map_set_edge(self->map, rect->x, rect->y, side, edge) == WEND_OK;
}

static bool build(state *self, uint32_t place) {
    const wend_rect *rect = &self->rects[place];
    if (self->kind->is_edge) return put_edge(self, rect, WEND_EDGE_WALL);
    return wend_map_write(self->map, *rect, self->walls[place], (size_t)rect->width) == WEND_OK;
}

static bool tear_down(state *self, uint32_t place) {
    const wend_rect *rect = &self->rects[place];
    if (self->kind->is_edge) return put_edge(self, rect, WEND_EDGE_OPEN);
    const size_t stride = (size_t)self->ground->width;
    const uint8_t *before = self->terrain + (size_t)rect->y * stride + (size_t)rect->x;
    return wend_map_write(self->map, *rect, before, stride) == WEND_OK;
}

static bool run(void *opaque) {
    state *self = opaque;
    for (uint32_t place = 0; place < PLACES; place++)
        if (!build(self, place) || wend_mover_update(self->mover) != WEND_OK || !tear_down(self, place) ||
            wend_mover_update(self->mover) != WEND_OK)
            return false;
    return true;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < self->ground->cells; i++) {
        const wend_cell cell = bench_ground_cell(self->ground, i);
        hash = wend__hash_byte(hash, wend_mover_exits(self->mover, cell.x, cell.y));
        hash = wend__hash_u32(hash, wend_mover_component(self->mover, cell.x, cell.y));
    }
    *work = 2 * PLACES;
    return hash;
}

void bench_enter_updates(bench_contest *contest) {
    if (!bench_wants(contest, "wend") || contest->ground->candidate_count == 0) return;
    for (uint32_t i = 0; i < contest->backend_count; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            if (kinds[k].side > contest->ground->width || kinds[k].side > contest->ground->height) continue;
            bench_contestant contestant = {.impl = "wend",
                                           .backend = wend_backend_name(contest->backends[i]),
                                           .variant = kinds[k].name,
                                           .threads = 1,
                                           .state = create(contest->ground, contest->backends[i], &kinds[k]),
                                           .prepare = prepare,
                                           .run = run,
                                           .is_warm = true,
                                           .finish = finish,
                                           .destroy = destroy};
            bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
            bench_enter(contest, contestant);
        }
}
