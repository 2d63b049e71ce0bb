/* SPDX-License-Identifier: MIT
 * Bench: the limit of the memory. Whoever turns terrain into values and directions must at least read 1 byte and write
 * 5 per cell. */
#include "cases.h"

#include "base/hash.h"

#include <stdlib.h>

typedef struct state {
    const bench_ground *ground;
    uint32_t *values;    /* [cells] */
    uint8_t *directions; /* [cells] */
    uint32_t goal;
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
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
    if (self->values && self->directions) return self;
    destroy(self);
    return NULL;
}

static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    self->goal = bench_ground_goal(self->ground, round, 0);
}

static bool run(void *opaque) {
    state *self = opaque;
    const uint8_t *restrict costs = self->ground->costs;
    uint32_t *restrict values = self->values;
    uint8_t *restrict directions = self->directions;
    const uint32_t goal = self->goal;
    for (uint32_t i = 0; i < self->ground->cells; i++) {
        values[i] = goal + costs[i];
        directions[i] = (uint8_t)~costs[i];
    }
    return true;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < self->ground->cells; i++) {
        hash = wend__hash_byte(wend__hash_u32(hash, self->values[i]), self->directions[i]);
    }
    *work = self->ground->cells;
    return hash;
}

void bench_enter_stream(bench_contest *contest) {
    if (!bench_wants(contest, "stream")) return;
    bench_enter(contest, (bench_contestant){.impl = "stream",
                                            .backend = "-",
                                            .rule = "-",
                                            .threads = 1,
                                            .state = create(contest->ground),
                                            .prepare = prepare,
                                            .run = run,
                                            .is_warm = true,
                                            .finish = finish,
                                            .destroy = destroy});
}
