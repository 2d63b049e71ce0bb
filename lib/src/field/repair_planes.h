/* SPDX-License-Identifier: MIT
 * Inside the library: rows of a page as bits. See repair_kernel.h. */
#ifndef WEND__REPAIR_PLANES_H
#define WEND__REPAIR_PLANES_H

#include "base/wide.h"
#include "field/pages.h"

/* Cells of a row that have a value, saturated ones left out. */
typedef uint64_t wend__row_alive_fn(const uint32_t *values);
/* Cells of a row with a step in their sets, by direction. */
typedef void wend__row_steps_fn(const uint8_t *directions, uint64_t steps[WEND__DIRECTIONS]);
/* Cells of a row that differ from others. */
typedef uint64_t wend__row_changes_fn(const uint32_t *values, const uint32_t *old);
WEND__WIDE_DECLARE(wend__row_alive_fn, wend__row_alive);
WEND__WIDE_DECLARE(wend__row_steps_fn, wend__row_steps);
WEND__WIDE_DECLARE(wend__row_changes_fn, wend__row_changes);

#endif
