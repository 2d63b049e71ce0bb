/* SPDX-License-Identifier: MIT
 * Random numbers for tests: the same on every machine, one stream per seed. */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct test_random {
    uint64_t state;
} test_random;

test_random test_random_of(uint64_t seed);

uint64_t test_random_bits(test_random *random);

/* A number in [0, limit); limit >= 1. */
uint32_t test_random_below(test_random *random, uint32_t limit);

/* A number in [low, high]. */
int32_t test_random_between(test_random *random, int32_t low, int32_t high);

/* True in `percent` of all calls. */
bool test_random_chance(test_random *random, uint32_t percent);

/* How much to do, by WEND_TEST_DOSE: smoke, default or full. One dose less where WEND_TEST_BACKEND forces a back end. */
uint32_t test_dose(uint32_t smoke, uint32_t usual, uint32_t full);

#endif
