/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_SSE4
#include "base/wide.h"
#include "field/repair_kernel.h"
