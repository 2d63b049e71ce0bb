/* SPDX-License-Identifier: MIT
 * Bench: RVO2 among the crowds. */
#include "crowd_rvo.h"

#if defined(WEND_BENCH_HAVE_RVO)

#include <stdlib.h>

#define STEPS 20
#define DT 0.25f
#define CELL 5.0f /* of a cell in its units */

typedef struct state {
    const bench_ground *ground;
    bench_rvo *rvo;
    uint32_t agents, threads;
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    bench_rvo_destroy(self->rvo);
    free(self);
}

static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    uint64_t random = 1;
    (void)round;
    bench_rvo_destroy(self->rvo);
    self->rvo = bench_rvo_create(DT, (int)self->threads);
    for (uint32_t i = 0; i < self->agents && self->rvo; i++) {
        const bench_walker walker = bench_crowd_walker(self->ground, i, &random);
        bench_rvo_add(self->rvo, CELL * walker.x, CELL * walker.y, walker.is_left ? -2.0f : 2.0f);
    }
    for (int i = 0; i < 5 && self->rvo; i++) bench_rvo_step(self->rvo);
}

static bool run(void *opaque) {
    state *self = opaque;
    for (int i = 0; i < STEPS && self->rvo; i++) bench_rvo_step(self->rvo);
    return self->rvo != NULL;
}

/* Its answers are no hash: how far it came, in thousandths. */
static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    *work = (uint64_t)self->agents * STEPS;
    return (uint64_t)(1000.0 * bench_rvo_advance(self->rvo));
}

void bench_enter_rvo(bench_contest *contest) {
    if (!bench_wants(contest, "rvo2")) return;
    for (uint32_t i = 0; i < contest->thread_count; i++) {
        state *self = calloc(1, sizeof *self);
        if (self)
            *self = (state){.ground = contest->ground,
                            .agents = bench_crowd_agents(contest->ground),
                            .threads = contest->threads[i]};
        bench_enter(contest, (bench_contestant){.impl = "rvo2",
                                                .backend = "scalar",
                                                .variant = "a step",
                                                .threads = contest->threads[i],
                                                .state = self,
                                                .prepare = prepare,
                                                .run = run,
                                                .finish = finish,
                                                .destroy = destroy});
    }
}

#else

void bench_enter_rvo(bench_contest *contest) {
    if (bench_wants(contest, "rvo2")) bench_leave_out(contest, "rvo2", "needs RVO2 installed, and a C++ compiler");
}

#endif
