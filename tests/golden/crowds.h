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
    {UINT64_C(0x1dd151b6d3f029af), UINT64_C(0x1c367f2f8222f6d7)},
    {UINT64_C(0x00c237085d1a16e9), UINT64_C(0xf6fb0ba8873e3218)},
    {UINT64_C(0x279941762c7101c2), UINT64_C(0x54d67041b6e4e4a9)},
};

#endif
