/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_SCALAR
#include "base/wide.h"

#include "crowd/avoid_kernel.h"
#include "crowd/neighbours_kernel.h"
#include "crowd/separate_kernel.h"
