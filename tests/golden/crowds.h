/* SPDX-License-Identifier: MIT
 * Hashes of positions and velocities of the crowds of test_golden.c after 1,000 steps. That such crowds are good ones
 * is for test_crowd*.c, test_crowd_scenes.c, prop_crowd.c and prop_push.c to say. */
#ifndef GOLDEN_CROWDS_H
#define GOLDEN_CROWDS_H

#include <stdint.h>

#define GOLDEN_CROWD_COUNT 3
#define GOLDEN_CROWD_STEPS 1000

static const uint64_t golden_crowds[GOLDEN_CROWD_COUNT] = {
    UINT64_C(0x682dfbecba1014be),
    UINT64_C(0xc2f945cf1da6483a),
    UINT64_C(0xa88f98186d89114b),
};

#endif
