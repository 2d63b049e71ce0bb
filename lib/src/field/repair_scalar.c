/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_SCALAR
#include "base/wide.h"
#include "field/repair_kernel.h"
