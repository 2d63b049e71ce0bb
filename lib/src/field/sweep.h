/* SPDX-License-Identifier: MIT
 * Inside the library: the solver for open pages. See sweep_kernel.h. */
#ifndef WEND__SWEEP_H
#define WEND__SWEEP_H

#include "base/wide.h"
#include "field/relax.h"

/* For lanes of 16 and of 32 bits: no step may be dearer than a quarter of what they can hold, and the least value that
 * waits must not lie above WEND__SWEEP_LIMIT. */
WEND__WIDE_DECLARE(wend__solve_fn, wend__sweep_16);
WEND__WIDE_DECLARE(wend__solve_fn, wend__sweep_32);
#define WEND__SWEEP_LIMIT (UINT32_MAX - 2 * WEND__W32_INFINITE)

#endif
