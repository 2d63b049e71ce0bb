/* SPDX-License-Identifier: MIT
 * Inside the library: the stages of a piece of a step, in their order. */
#ifndef WEND__CROWD_STEP_H
#define WEND__CROWD_STEP_H

#include "crowd/crowd.h"

/* Fills the lanes: who is where, and the velocity that each wants. */
void wend__crowd_desire(wend_crowd *crowd, const wend_tasks *tasks);
/* From at by the velocity to next; then sweeps of separation, of which next is the last; both as far as walls allow. */
void wend__crowd_walk(wend_crowd *crowd, const wend_tasks *tasks);
void wend__crowd_separate(wend_crowd *crowd, const wend_tasks *tasks);
/* Takes positions and velocities over from the lanes: who has arrived, settled, got stuck? */
void wend__crowd_arrive(wend_crowd *crowd, const wend_tasks *tasks);

/* The greater, the less it gives way. */
float wend__crowd_mass(const wend_crowd *crowd, uint32_t slot);

/* What remains from a cell: raw, and in the unit of distances. */
static inline uint32_t wend__led_value(const wend__led *led, wend_cell cell) {
    const wend__pages *pages = &led->field->pages;
    return pages->values[wend__slot(pages, cell.x, cell.y)];
}
static inline float wend__led_distance(const wend__led *led, wend_cell cell) {
    uint32_t value = wend__led_value(led, cell);
    return value == WEND_UNREACHABLE ? INFINITY : (float)value * led->over_unit;
}

/* Fetches what a step reads and writes of the agent some places on: neighbours may lie far from each other by slot. */
static inline void wend__crowd_fetch_ahead(const wend_crowd *crowd, uint32_t place) {
    uint32_t ahead = place + 12 < crowd->lanes.count ? place + 12 : place, slot = crowd->binning.slots[ahead];
    __builtin_prefetch(crowd->agents + slot, 1);
    __builtin_prefetch(crowd->at + 2 * (size_t)slot, 1);
    __builtin_prefetch(crowd->velocities + 2 * (size_t)slot, 1);
}

/* Did it go along its wish in the last piece of a step? */
static inline bool wend__gets_on(const wend__agent *agent) {
    return agent->progress > 0.1f * agent->speed;
}

/* Gives a slot up. */
void wend__crowd_free_slot(wend_crowd *crowd, uint32_t slot);

#define WEND__BLOCKS_AT_ONCE 16u /* that a worker takes, at least */

/* So many items for a worker at a time that each gets one piece, where there is enough for all: its data stays with
 * it. */
static inline uint32_t wend__crowd_grain(uint32_t count, const wend_tasks *tasks, uint32_t least) {
    uint32_t workers = wend__worker_count(tasks), grain = (count + workers - 1) / workers;
    return grain > least ? grain : least;
}

#endif
