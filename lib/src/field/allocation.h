/* SPDX-License-Identifier: MIT
 * Inside the library: goals as the seeds of a search. */
#ifndef WEND__ALLOCATION_H
#define WEND__ALLOCATION_H

#include "field/goals.h"
#include "field/spread.h"

/* Seeds the free cells of a goal with its offset, its number as label. OK, OFF_MAP or GOAL_BLOCKED. */
wend_status wend__allocation_seed(wend__spread *spread, const wend_goal *goal, uint32_t number);

/* Can these goals be used? OK, ARGUMENT or SIZE. */
wend_status wend__allocation_check(const wend_goal *goals, size_t count);

static inline uint32_t wend__allocation_limit(uint32_t max_distance) {
    return max_distance ? max_distance : WEND_UNREACHABLE;
}

#endif
