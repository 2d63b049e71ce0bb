/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_NEON
#include "base/wide.h"

#include "field/sample_kernel.h"
