/* SPDX-License-Identifier: MIT
 * The wrapper of wide integers against plain C: one check for each back end that this build has. */
#ifndef TEST_WIDE_H
#define TEST_WIDE_H

#include "base/wide.h"
#include "support/random.h"

/* One round of random lanes; false with the operation that is wrong. */
typedef bool wide_check(test_random *random, char *fault, size_t size);

wide_check wide_check_scalar, wide_check_sse4, wide_check_avx2, wide_check_avx512, wide_check_neon, wide_check_wasm128;

#endif
