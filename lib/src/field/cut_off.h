/* SPDX-License-Identifier: MIT
 * Inside the library: where those go that no way leads to a goal from. See cut_off.c. */
#ifndef WEND__CUT_OFF_H
#define WEND__CUT_OFF_H

#include "base/workspace.h"
#include "field/goals.h"

/* Whoever knows the goals: calls visit for every cell of one. */
typedef void wend__goal_source(const void *context, wend__goal_visit *visit, void *visit_context);

/* Finds the targets of all components that hold no goal, in the words and the scratch of a workspace. Sets their bits
 * [cells / 8, rounded up], clears all others, and returns how many they are. */
uint32_t wend__cut_off_find(const wend_mover *mover, wend_workspace *workspace, wend__goal_source *goals,
                            const void *context, uint8_t *targets);

#endif
