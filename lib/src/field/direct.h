/* SPDX-License-Identifier: MIT
 * Inside the library: integration field -> direction field. See direct.c. */
#ifndef WEND__DIRECT_H
#define WEND__DIRECT_H

#include "base/wide.h"
#include "field/goals.h"
#include "field/pages.h"

/* Sets the directions of every page that is not clear, from all values; goals are left to the caller. is_bounded: cells
 * beyond a bound are unreachable although steps lead there. Spread over the tasks' workers; allocates nothing. */
void wend__direct(const wend_mover *mover, const wend__pages *pages, wend_backend backend, bool is_bounded,
                  const wend_tasks *tasks);

/* The same for one page. */
void wend__direct_one(const wend_mover *mover, const wend__pages *pages, wend_backend backend, bool is_bounded,
                      uint32_t page);

/* Then a goal's own offset wins a tie: its set is empty. */
void wend__direct_goals(const wend__goals *goals, const wend_mover *mover, wend__pages *pages);

/* The kernel. both_ways: every step has its way back, and nothing is bounded. */
typedef void wend__direct_page_fn(const wend_mover *mover, const wend__pages *pages, uint32_t page, bool both_ways);
WEND__WIDE_DECLARE(wend__direct_page_fn, wend__direct_page);

#endif
