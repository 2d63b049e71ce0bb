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
    {UINT64_C(0xfcb0e398d89890c9), UINT64_C(0x365deb6a7447253b)},
    {UINT64_C(0x25f4f02a99607e17), UINT64_C(0xe98a2e24f27f2c2a)},
    {UINT64_C(0x22bef75c10aed4d6), UINT64_C(0x5420f4b5027a603c)},
};

#endif
