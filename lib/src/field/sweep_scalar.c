/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_SCALAR
#include "base/wide.h"

#include "field/survey_kernel.h"
#include "field/sweep_kernel.h"
