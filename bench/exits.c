/* SPDX-License-Identifier: MIT
 * Bench: what a mover makes of a map whose terrain has changed everywhere: costs, exits and components. */
#include "cases.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

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

static state *create(const bench_ground *ground) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->terrain = malloc(ground->cells);
    self->shifted = malloc(ground->cells);
    const wend_map_desc desc = {.width = ground->width, .height = ground->height};
    const wend_rect all = {0, 0, ground->width, ground->height};
    if (self->terrain && self->shifted && wend_map_create(&desc, &self->map) == WEND_OK &&
        wend_mover_create(self->map, NULL, &self->mover) == WEND_OK &&
        wend_map_read(ground->map, all, self->terrain, (size_t)ground->width) == WEND_OK) {
        return self;
    }
    destroy(self);
    return NULL;
}

/* Another map in each round: the ground, cut between two rows and put together the other way round. */
static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    const size_t row = (size_t)self->ground->width;
    const uint32_t height = (uint32_t)self->ground->height;
    const size_t moved = (round * 7 + 1) % height * row, kept = self->ground->cells - moved;
    memcpy(self->shifted, self->terrain + kept, moved);
    memcpy(self->shifted + moved, self->terrain, kept);
    const wend_rect all = {0, 0, self->ground->width, self->ground->height};
    wend_map_write(self->map, all, self->shifted, row);
}

static bool run(void *opaque) {
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
