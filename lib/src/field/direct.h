/* SPDX-License-Identifier: MIT
 * Inside the library: integration field -> direction field. See direct.c. */
#ifndef WEND__DIRECT_H
#define WEND__DIRECT_H

#include "field/pages.h"

/* Sets the directions of every page that is not clear, from all values; goals are left to the caller. is_bounded: cells
 * beyond a bound are unreachable although steps lead there. Spread over the tasks' workers; allocates nothing. */
void wend__direct(const wend_mover *mover, const wend__pages *pages, bool is_bounded, const wend_tasks *tasks);

#endif
