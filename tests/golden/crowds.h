/* SPDX-License-Identifier: MIT
 * Hashes of positions and velocities of the crowds of test_golden.c after some steps and after 1,000. That such crowds
 * are good ones is for test_crowd*.c, test_crowd_scenes.c, prop_crowd.c and prop_push.c to say. Where they differ
 * test_golden prints the table as it would be. */
#ifndef GOLDEN_CROWDS_H
#define GOLDEN_CROWDS_H

#include <stdint.h>

#define GOLDEN_CROWD_COUNT 3
#define GOLDEN_CROWD_EARLY 40
#define GOLDEN_CROWD_STEPS 1000

typedef struct golden_crowd {
    uint64_t early, last;
} golden_crowd;

static const golden_crowd golden_crowds[GOLDEN_CROWD_COUNT] = {
    {UINT64_C(0x2945087282e2d3f7), UINT64_C(0x0f4788639e782350)},
    {UINT64_C(0x335731bd894827d0), UINT64_C(0x2d4392a64ea10d04)},
    {UINT64_C(0x4e8014aae727fb35), UINT64_C(0x6230317e3a093af0)},
};

#endif
