/* SPDX-License-Identifier: MIT
 * Bench: what a crowd's bench starts from, and RVO2 beside it, where a user has it installed. */
#ifndef BENCH_CROWD_RVO_H
#define BENCH_CROWD_RVO_H

#include "cases.h"

/* How they are stepped, wend and RVO2 alike: some steps before the time is taken, and those that it is taken of. How far
 * they get is looked at after more. */
enum { BENCH_CROWD_FIRST_STEPS = 5, BENCH_CROWD_STEPS = 20, BENCH_CROWD_WAY_STEPS = 195 };
#define BENCH_CROWD_DT 0.25f
#define BENCH_CROWD_SPEED 0.4f /* cells a second */

/* Where an agent of the dense opposing crowds starts [cells], and which way it goes. */
typedef struct bench_walker {
    float x, y;
    bool is_left;
} bench_walker;

uint32_t bench_crowd_agents(const bench_ground *ground);
bench_walker bench_crowd_walker(const bench_ground *ground, uint32_t index, uint64_t *random);

extern const char *const bench_rvo_about;

/* RVO2 with the same agents, or a line that says that it is not there. Its ways: how far it gets. */
void bench_enter_rvo(bench_contest *contest);
void bench_enter_rvo_ways(bench_contest *contest);

/* Its simulation: radius 2, spacing 5, top speed 2, 10 neighbours within 15, as its authors set it in their examples. */
typedef struct bench_rvo bench_rvo;
bench_rvo *bench_rvo_create(float dt, int threads);
void bench_rvo_add(bench_rvo *rvo, float x, float y, float velocity_x);
void bench_rvo_step(bench_rvo *rvo);
/* How far all have come on their ways, on average. */
double bench_rvo_advance(const bench_rvo *rvo);
void bench_rvo_destroy(bench_rvo *rvo);

#endif
