/* SPDX-License-Identifier: MIT
 * Inside the library: where those go that no way leads to a goal from. See cut_off.c. */
#ifndef WEND__CUT_OFF_H
#define WEND__CUT_OFF_H

#include "base/workspace.h"
#include "field/goals.h"

/* A search for the targets of all components that hold no goal, in the words and the scratch of a workspace. */
typedef struct wend__cut_off {
    const wend_mover *mover;
    uint32_t
        *nearest;    /* [cells] rows of the nearest goals of the column: above in the low half, below in the high one */
    uint32_t *least; /* [cells] by component: its target's squared distance to a goal, 0 where it holds one */
    uint32_t *target; /* [cells] by component */
    void *scratch;
    bool has_goals;
} wend__cut_off;

void wend__cut_off_begin(wend__cut_off *search, const wend_mover *mover, wend_workspace *workspace);

/* A wend__goal_visit: tells the search of a cell of a goal. */
void wend__cut_off_goal(void *search, uint32_t cell, uint32_t offset);

/* Sets the bits of the targets [cells / 8, rounded up] and clears all others; true if there is any. */
bool wend__cut_off_find(wend__cut_off *search, uint8_t *targets);

#endif
