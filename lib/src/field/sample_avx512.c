/* SPDX-License-Identifier: MIT */
#define WEND__WIDE_AVX512
#if defined(__AVX512BW__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("prefer-vector-width=512") /* gcc prefers 256 bits for loops; these gain by the whole width */
#endif
#include "base/wide.h"

#include "field/sample_kernel.h"
