/* SPDX-License-Identifier: MIT
 * FNV-1a against its published test vectors. */
#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static uint64_t hash_of(const char *text) {
    return wend__hash_bytes(WEND__HASH_START, (const uint8_t *)text, strlen(text));
}

static void published_vectors(void **state) {
    (void)state;
    assert_true(hash_of("") == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_of("a") == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_of("b") == UINT64_C(0xaf63df4c8601f1a5));
    assert_true(hash_of("c") == UINT64_C(0xaf63de4c8601eff2));
    assert_true(hash_of("fo") == UINT64_C(0x08985907b541d342));
    assert_true(hash_of("foobar") == UINT64_C(0x85944171f73967e8));
}

static void numbers_are_hashed_as_little_endian_bytes(void **state) {
    (void)state;
    const uint8_t bytes[] = {0x78, 0x56, 0x34, 0x12};
    assert_true(wend__hash_u32(WEND__HASH_START, UINT32_C(0x12345678)) == wend__hash_bytes(WEND__HASH_START, bytes, 4));
    /* 1.5f is 0x3fc00000 everywhere. */
    assert_true(wend__hash_float(WEND__HASH_START, 1.5f) == wend__hash_u32(WEND__HASH_START, UINT32_C(0x3fc00000)));
    assert_true(wend__hash_float(WEND__HASH_START, 0.0f) != wend__hash_float(WEND__HASH_START, -0.0f));
}

static void hashing_in_pieces_is_hashing_the_whole(void **state) {
    (void)state;
    uint64_t pieces = wend__hash_bytes(WEND__HASH_START, (const uint8_t *)"foo", 3);
    assert_true(wend__hash_bytes(pieces, (const uint8_t *)"bar", 3) == hash_of("foobar"));
    assert_true(wend__hash_bytes(pieces, NULL, 0) == pieces);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_vectors),
        cmocka_unit_test(numbers_are_hashed_as_little_endian_bytes),
        cmocka_unit_test(hashing_in_pieces_is_hashing_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
