/* SPDX-License-Identifier: MIT
 * Inside the library: the way out of a cell where the mover cannot stand. See escape.c. */
#ifndef WEND__ESCAPE_H
#define WEND__ESCAPE_H

#include "field/pages.h"

/* The set of equally good first steps, 0 where no way out is within depth cells [1..WEND_MAX_ESCAPE_DEPTH]. */
uint32_t wend__escape(const wend_mover *mover, const wend__pages *pages, uint32_t depth, uint32_t cell);

#endif
