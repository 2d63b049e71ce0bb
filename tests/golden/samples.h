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
    {0, UINT64_C(0xb616bbde926045f6), UINT64_C(0x5f59902049ae41f0), UINT64_C(0x9b785516fce642d6)},
    {1, UINT64_C(0xee07128cb87c22c7), UINT64_C(0x5e57f6e309f47cc6), UINT64_C(0x263fb74b76d970ef)},
    {2, UINT64_C(0xc8ba419b00038a54), UINT64_C(0xf6b842d2d00249ac), UINT64_C(0xdf1a73a481641abb)},
    {6, UINT64_C(0x744818e20bbeb915), UINT64_C(0xabf44f76097d663f), UINT64_C(0x9e0bc69b886b7718)},
    {8, UINT64_C(0x1825688f6ae3442a), UINT64_C(0xf1d67675710e9583), UINT64_C(0x45060ce13ef2879f)},
    {9, UINT64_C(0x3b8a9bf514b975c3), UINT64_C(0x6eadbf291abd4a42), UINT64_C(0xccd610d28e3ca479)},
};

#endif
