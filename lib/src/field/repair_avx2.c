/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_AVX2
#include "base/wide.h"
#include "field/repair_kernel.h"
