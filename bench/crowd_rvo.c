/* SPDX-License-Identifier: MIT
 * Bench: RVO2 among the crowds. */
#include "crowd_rvo.h"

#if defined(WEND_BENCH_HAVE_RVO)

#include <stdlib.h>

const char *const bench_rvo_about = "crowds that avoid each other, reciprocally";

#define CELL 5.0f /* of a cell in its units */
#define TOP_SPEED (CELL * BENCH_CROWD_SPEED)

typedef struct state {
    const bench_ground *ground;
    bench_rvo *rvo;
    uint32_t agents, threads, steps;
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
    self->rvo = bench_rvo_create(BENCH_CROWD_DT, (int)self->threads);
    for (uint32_t i = 0; i < self->agents && self->rvo; i++) {
        const bench_walker walker = bench_crowd_walker(self->ground, i, &random);
        bench_rvo_add(self->rvo, CELL * walker.x, CELL * walker.y, walker.is_left ? -TOP_SPEED : TOP_SPEED);
    }
    for (int i = 0; i < BENCH_CROWD_FIRST_STEPS && self->rvo; i++) bench_rvo_step(self->rvo);
}

static bool run(void *opaque) {
    state *self = opaque;
    for (uint32_t i = 0; i < self->steps && self->rvo; i++) bench_rvo_step(self->rvo);
    return self->rvo != NULL;
}

/* Its answers are no hash: how far it came, in thousandths. */
static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    *work = (uint64_t)self->agents * self->steps;
    return (uint64_t)(1000.0 * bench_rvo_advance(self->rvo));
}

/* How long their ways take, over what they would if nobody else was there. */
static double spent_on_ways(void *opaque) {
    const state *self = opaque;
    const double free_way = (double)(TOP_SPEED * BENCH_CROWD_DT) * (BENCH_CROWD_FIRST_STEPS + self->steps);
    return free_way / bench_rvo_advance(self->rvo);
}

static void enter(bench_contest *contest, uint32_t threads, uint32_t steps, const char *variant,
                  double (*spent)(void *)) {
    state *self = calloc(1, sizeof *self);
    if (self)
        *self = (state){.ground = contest->ground,
                        .agents = bench_crowd_agents(contest->ground),
                        .threads = threads,
                        .steps = steps};
    bench_enter(contest, (bench_contestant){.impl = "rvo2",
                                            .backend = "scalar",
                                            .variant = variant,
                                            .rule = "-",
                                            .threads = threads,
                                            .state = self,
                                            .prepare = prepare,
                                            .run = run,
                                            .spent = spent,
                                            .finish = finish,
                                            .destroy = destroy});
}

void bench_enter_rvo(bench_contest *contest) {
    if (!bench_wants(contest, "rvo2")) return;
    for (uint32_t i = 0; i < contest->thread_count; i++)
        enter(contest, contest->threads[i], BENCH_CROWD_STEPS, "a step", NULL);
}

void bench_enter_rvo_ways(bench_contest *contest) {
    if (bench_wants(contest, "rvo2")) enter(contest, 1, BENCH_CROWD_WAY_STEPS, "ways", spent_on_ways);
}

#else

const char *const bench_rvo_about = "(not built: needs RVO2, which is not installed)";

static void leave_out(const bench_contest *contest, const char *reason) {
    if (bench_wants(contest, "rvo2")) bench_leave_out(contest, "rvo2", reason);
}

void bench_enter_rvo(bench_contest *contest) {
    leave_out(contest, "RVO2 is not installed, or there was no C++ compiler");
}

void bench_enter_rvo_ways(bench_contest *contest) {
    leave_out(contest,
              "RVO2 is not installed, or there was no C++ compiler: forward speed is not compared with its own");
}

#endif
