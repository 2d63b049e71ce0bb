/* SPDX-License-Identifier: MIT
 * Inside the library: integration field -> direction field. See direct.c. */
#ifndef WEND__DIRECT_H
#define WEND__DIRECT_H

#include "map/mover.h"

/* Sets every cell's directions from all values; goals are left to the caller. */
void wend__direct(const wend_mover *mover, const uint32_t *values, uint8_t *directions);

#endif
