/* SPDX-License-Identifier: MIT
 * Bench: what a mover makes of a map whose terrain has changed everywhere: costs and exits alone, and all that an update
 * does, components too. */
#include "cases.h"

#include "base/hash.h"
#include "map/mover.h"

#include <stdlib.h>

typedef struct state {
    const bench_ground *ground;
    wend_map *map;
    wend_mover *mover;
    uint8_t *terrain; /* [cells] of the ground */
    uint8_t *shifted; /* [cells] the same, moved down by some rows */
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    wend_mover_destroy(self->mover);
    wend_map_destroy(self->map);
    free(self->terrain);
    free(self->shifted);
    free(self);
}

static state *create(const bench_ground *ground, wend_backend backend) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->terrain = malloc(ground->cells);
    self->shifted = malloc(ground->cells);
    const wend_map_desc desc = {.width = ground->width, .height = ground->height};
    const wend_mover_desc mover_desc = {.costs = ground->table, .backend = backend};
    const wend_rect all = {0, 0, ground->width, ground->height};
    if (self->terrain && self->shifted && wend_map_create(&desc, &self->map) == WEND_OK &&
        wend_mover_create(self->map, &mover_desc, &self->mover) == WEND_OK &&
        wend_map_read(ground->map, all, self->terrain, (size_t)ground->width) == WEND_OK) {
        return self;
    }
    destroy(self);
    return NULL;
}

/* Another map in each round. */
static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    const wend_rect all = {0, 0, self->ground->width, self->ground->height};
    bench_ground_shift_rows(self->ground, self->terrain, round, self->shifted);
    wend_map_write(self->map, all, self->shifted, (size_t)self->ground->width);
}

static bool run_exits(void *opaque) {
    state *self = opaque;
    wend__mover_remake(self->mover);
    return true;
}

static bool run_update(void *opaque) {
    state *self = opaque;
    return wend_mover_update(self->mover) == WEND_OK;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < self->ground->cells; i++) {
        const wend_cell cell = bench_ground_cell(self->ground, i);
        hash = wend__hash_byte(hash, wend_mover_cost(self->mover, cell.x, cell.y));
        hash = wend__hash_byte(hash, wend_mover_exits(self->mover, cell.x, cell.y));
    }
    *work = self->ground->cells;
    return hash;
}

void bench_enter_exits(bench_contest *contest) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < 2 * contest->backend_count; i++) {
        const wend_backend backend = contest->backends[i / 2];
        const bool is_update = i % 2 == 1;
        bench_contestant contestant = {.impl = "wend",
                                       .backend = wend_backend_name(backend),
                                       .variant = is_update ? "update" : "costs and exits",
                                       .threads = 1,
                                       .state = create(contest->ground, backend),
                                       .prepare = prepare,
                                       .run = is_update ? run_update : run_exits,
                                       .finish = finish,
                                       .destroy = destroy};
        bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
        bench_enter(contest, contestant);
    }
}
