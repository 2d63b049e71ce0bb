/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_WASM128
#include "base/wide.h"
#include "field/repair_kernel.h"
