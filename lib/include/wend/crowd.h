/* SPDX-License-Identifier: MIT
 * wend: agents that follow a field. Sample, move without ever entering a wall, push overlapping neighbours apart.
 * Where the best way on is a link, an agent goes to its other end in one step.
 *
 * Deterministic: a step is a function of the agents and the field, the same bits for any number of threads.
 * Threads: one thread steps or edits a crowd at a time; meanwhile nobody may build the field or update its mover. */
#ifndef WEND_CROWD_H
#define WEND_CROWD_H

#include <wend/field.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_crowd_desc {
    uint32_t capacity;    /* agents [1..2^24] */
    float radius;         /* [cells] of every agent (0..0.5]; 0 means 0.3. So far they keep from each other and
                             from walls. Which cells they pass through is up to the mover's radius, as a rule the
                             same: 256 times this */
    float speed;          /* [cells per second] top speed (0..64], the same on all terrain; 0 means 4 */
    float arrival_radius; /* [1.0 = one straight step at unit_cost] (0..1024] whoever has at most this left to go has
                             arrived; 0 means 1 */
} wend_crowd_desc;

typedef struct wend_crowd wend_crowd;

typedef struct wend_crowd_info {
    uint32_t agents;
    uint32_t arrived; /* agents at a goal now, or settled beside it */
    uint32_t in_wall; /* agents whose centre lies in a cell where the mover cannot stand */
    uint64_t steps;
    uint64_t hash; /* of positions, as little-endian bytes in order of the agents */
} wend_crowd_info;

/* A crowd that follows a field; holds the field. All memory is allocated here. Errors: ARGUMENT, SIZE, NO_MEMORY. */
WEND_API wend_status wend_crowd_create(wend_field *field, const wend_crowd_desc *desc, wend_crowd **out);
/* Gives up its hold of the field. NULL is allowed. */
WEND_API void wend_crowd_destroy(wend_crowd *crowd);

/* An agent at a world position; its number into agent (may be NULL). Errors: ARGUMENT (NaN, off the map), CAPACITY. */
WEND_API wend_status wend_crowd_add(wend_crowd *crowd, float world_x, float world_y, uint32_t *agent);
/* Takes all agents out: who comes next moves as in a new crowd. */
WEND_API void wend_crowd_clear(wend_crowd *crowd);

/* One step of dt [seconds] [0..1]; long ones are divided so that nobody moves farther than a third of a cell at once.
 * Allocates nothing. Errors: ARGUMENT (NaN, negative, more than 1). */
WEND_API wend_status wend_crowd_step(wend_crowd *crowd, float dt, const wend_tasks *tasks);

/* Agents in it. */
WEND_API uint32_t wend_crowd_count(const wend_crowd *crowd);
/* World positions as x, y pairs of all agents: two floats each, valid until the next call that changes the crowd. */
WEND_API const float *wend_crowd_positions(const wend_crowd *crowd);
WEND_API void wend_crowd_describe(const wend_crowd *crowd, wend_crowd_info *out);

#ifdef __cplusplus
}
#endif

#endif
