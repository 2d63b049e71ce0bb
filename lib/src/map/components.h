/* SPDX-License-Identifier: MIT
 * Inside the library: which cells can reach each other, one-way steps counting both ways. See components.c. */
#ifndef WEND__COMPONENTS_H
#define WEND__COMPONENTS_H

#include "map/graph.h"

/* Labels every cell anew: the lowest index of its component, or WEND_NO_COMPONENT. */
void wend__components_label(wend_mover *mover);

/* The component with the most cells (then the lowest label), counted in scratch [cells]. */
uint32_t wend__components_largest(const wend_mover *mover, uint32_t *scratch);

#endif
