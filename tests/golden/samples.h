/* SPDX-License-Identifier: MIT
 * Hashes of what points sample in some scenarios of test_golden.c: direction, distance, reach and status of each. That
 * they are right is for prop_sample.c and test_sample.c to say. */
#ifndef GOLDEN_SAMPLES_H
#define GOLDEN_SAMPLES_H

#include <stdint.h>

#define GOLDEN_SAMPLE_COUNT 6

static const struct {
    int scenario;
    uint64_t nearest, smooth, smooth_with_sights;
} golden_samples[GOLDEN_SAMPLE_COUNT] = {
    {0, UINT64_C(0xb616bbde926045f6), UINT64_C(0xcc444871bb832cfc), UINT64_C(0xd16d357b9f67f414)},
    {1, UINT64_C(0xee07128cb87c22c7), UINT64_C(0xb4750312c6309808), UINT64_C(0xd39be6ab46459541)},
    {2, UINT64_C(0xc8ba419b00038a54), UINT64_C(0x65de175e82ba1554), UINT64_C(0x71256ffe455d559d)},
    {6, UINT64_C(0x744818e20bbeb915), UINT64_C(0x7a2943fb4d46c223), UINT64_C(0x8705eb2c2f1a8577)},
    {8, UINT64_C(0x1825688f6ae3442a), UINT64_C(0x75a8c0ed392e20f2), UINT64_C(0x1707a39ecfec8734)},
    {9, UINT64_C(0x3b8a9bf514b975c3), UINT64_C(0x3eaf81615fe59e69), UINT64_C(0xd380cc48e49fd5d9)},
};

#endif
