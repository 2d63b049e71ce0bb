/* SPDX-License-Identifier: MIT */
#include "damage.h"

#include "unit.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define MORE 20

void damage_seal(uint8_t *bytes, size_t size) {
    uint64_t checksum = wend__hash_bytes(WEND__HASH_START, bytes, size - 8);
    for (size_t i = 0; i < 8; i++) bytes[size - 8 + i] = (uint8_t)(checksum >> 8 * i);
}

void damage_some(uint8_t *bytes, size_t *size, size_t head, test_random *random) {
    for (uint32_t changes = 1 + test_random_below(random, 3); changes > 0; changes--) {
        size_t limit = test_random_chance(random, 50) ? head : *size - 8;
        size_t at = 12 + test_random_below(random, (uint32_t)(limit - 12));
        uint32_t flipped = bytes[at] ^ 1u << test_random_below(random, 8);
        bytes[at] = (uint8_t)(test_random_chance(random, 50) ? test_random_bits(random) : flipped);
    }
    if (test_random_chance(random, 5)) *size -= 1 + test_random_below(random, (uint32_t)(*size - 20));
    damage_seal(bytes, *size);
}

/* A copy that ends where its memory ends. */
static wend_status load_copy(const uint8_t *bytes, size_t size, damage_load *load, void *context) {
    uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size) memcpy(copy, bytes, size);
    wend_status status = load(context, copy, size);
    free(copy);
    return status;
}

void damage_expect_refused(const uint8_t *bytes, size_t size, damage_load *load, void *context) {
    uint8_t *changed = calloc(size + MORE, 1);
    assert_non_null(changed);
    memcpy(changed, bytes, size);
    for (size_t at = 0; at < size; at++) {
        wend_status expected = at < 8 ? WEND_ERROR_FORMAT : at < 12 ? WEND_ERROR_VERSION : WEND_ERROR_CHECKSUM;
        for (int bit = 0; bit < 8; bit++) {
            changed[at] = (uint8_t)(bytes[at] ^ 1 << bit);
            assert_int_equal(load_copy(changed, size, load, context), expected);
        }
        changed[at] = bytes[at];
    }
    for (size_t cut = 0; cut < size + MORE; cut++) {
        if (cut == size) continue;
        memcpy(changed, bytes, size);
        wend_status status = load_copy(changed, cut, load, context);
        assert_true(status == WEND_ERROR_FORMAT || status == WEND_ERROR_CHECKSUM);
        if (cut < 20) continue;
        damage_seal(changed, cut);
        assert_int_equal(load_copy(changed, cut, load, context), WEND_ERROR_FORMAT);
        memset(changed + size, 0, MORE);
    }
    free(changed);
}
