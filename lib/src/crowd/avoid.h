/* SPDX-License-Identifier: MIT
 * Inside the library: agents keep apart. See avoid.c. */
#ifndef WEND__AVOID_H
#define WEND__AVOID_H

#include "base/tasks.h"
#include "crowd/neighbours.h"

/* All arrays by agent. */
typedef struct wend__avoid {
    const wend__neighbours *neighbours; /* filled */
    uint32_t count;
    float radius;           /* [cells] */
    float dt;               /* [seconds] */
    uint64_t turn;          /* where crowded bins are begun to be looked at */
    const uint32_t *values; /* what remains to the goal: the one with less has right of way */
    const uint8_t *arrived; /* not 0: it has arrived */
    float *desires;         /* [2] in: the velocity wished for; out: the part nobody stands in the way of */
    float *pushes;          /* [2] out: the way out of overlaps [cells] */
    uint8_t *supported;     /* out: touches someone who has arrived and has right of way */
} wend__avoid;

void wend__avoid_run(wend__avoid *avoid, const wend_tasks *tasks);

/* [cells] how far away an agent matters. */
static inline float wend__avoid_reach(float radius) {
    return 2.5f * radius;
}

#endif
