/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_SSE4
#include "base/wide.h"

#include "field/survey_kernel.h"
#include "field/sweep_kernel.h"
