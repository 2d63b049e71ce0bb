/* SPDX-License-Identifier: MIT
 * SplitMix64. Source: G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators (2014). */
#include "random.h"

#include <stdlib.h>
#include <string.h>

test_random test_random_of(uint64_t seed) {
    test_random random = {seed * UINT64_C(0x2545f4914f6cdd1d) + 1};
    return random;
}

uint64_t test_random_bits(test_random *random) {
    uint64_t bits = (random->state += UINT64_C(0x9e3779b97f4a7c15));
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

uint32_t test_random_below(test_random *random, uint32_t limit) {
    return (uint32_t)((test_random_bits(random) >> 32) * limit >> 32);
}

int32_t test_random_between(test_random *random, int32_t low, int32_t high) {
    return low + (int32_t)test_random_below(random, (uint32_t)(high - low) + 1);
}

bool test_random_chance(test_random *random, uint32_t percent) {
    return test_random_below(random, 100) < percent;
}

uint32_t test_dose(uint32_t smoke, uint32_t usual, uint32_t full) {
    const char *dose = getenv("WEND_TEST_DOSE");
    const char *backend = getenv("WEND_TEST_BACKEND");
    bool is_smoke = dose && strcmp(dose, "smoke") == 0, is_full = dose && strcmp(dose, "full") == 0;
    if (backend && *backend) return is_full ? usual : smoke;
    return is_smoke ? smoke : is_full ? full : usual;
}
