/* SPDX-License-Identifier: MIT
 * Statuses, version, memory, checked sizes, sums that never wrap. */
#include "base/base.h"

#include "support/allocator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void every_status_has_a_sentence_of_its_own(void **state) {
    (void)state;
    for (int a = WEND_ERROR_MISMATCH; a <= WEND_GOAL_BLOCKED; a++) {
        const char *sentence = wend_status_string((wend_status)a);
        assert_non_null(sentence);
        assert_true(strlen(sentence) > 3);
        assert_string_not_equal(sentence, "unknown status");
        for (int b = WEND_ERROR_MISMATCH; b < a; b++) {
            assert_string_not_equal(sentence, wend_status_string((wend_status)b));
        }
    }
    assert_string_equal(wend_status_string((wend_status)1000), "unknown status");
    assert_string_equal(wend_status_string((wend_status)-1000), "unknown status");
}

static void version_is_that_of_the_header(void **state) {
    (void)state;
    assert_int_equal(wend_version(), WEND_VERSION_MAJOR * 10000 + WEND_VERSION_MINOR * 100 + WEND_VERSION_PATCH);
}

static void products_and_sums_are_checked(void **state) {
    (void)state;
    size_t out = 7;
    assert_true(wend__multiply(0, SIZE_MAX, &out));
    assert_int_equal(out, 0);
    assert_true(wend__multiply(SIZE_MAX, 1, &out));
    assert_true(out == SIZE_MAX);
    assert_true(wend__multiply(SIZE_MAX / 3, 3, &out));
    out = 7;
    assert_false(wend__multiply(SIZE_MAX / 3 + 1, 3, &out));
    assert_false(wend__multiply(SIZE_MAX, SIZE_MAX, &out));
    assert_false(wend__add(SIZE_MAX, 1, &out));
    assert_int_equal(out, 7);
    assert_true(wend__add(SIZE_MAX - 1, 1, &out));
    assert_true(out == SIZE_MAX);
}

static void distances_saturate(void **state) {
    (void)state;
    assert_int_equal(wend__saturating_add(1, 2), 3);
    assert_int_equal(wend__saturating_add(UINT32_MAX - 3, 1), UINT32_MAX - 2);
    assert_int_equal(wend__saturating_add(UINT32_MAX - 2, 1), UINT32_MAX - 1);
    assert_int_equal(wend__saturating_add(UINT32_MAX - 1, 0), UINT32_MAX - 1);
    assert_int_equal(wend__saturating_add(UINT32_MAX - 1, UINT32_MAX), UINT32_MAX - 1);
    assert_int_equal(wend__saturating_add(1, (uint64_t)UINT32_MAX * 254), UINT32_MAX - 1);
}

static void memory_is_aligned_and_refused_where_sizes_overflow(void **state) {
    (void)state;
    wend_allocator memory = wend__allocator_or_default(NULL);
    for (size_t count = 1; count < 300; count += 7) {
        unsigned char *bytes = wend__allocate(&memory, count, 3);
        assert_non_null(bytes);
        assert_int_equal((uintptr_t)bytes % WEND__ALIGNMENT, 0);
        memset(bytes, 1, count * 3);
        wend__release(&memory, bytes, count, 3);
    }
    assert_null(wend__allocate(&memory, 0, 8));
    assert_null(wend__allocate(&memory, 8, 0));
    assert_null(wend__allocate(&memory, SIZE_MAX / 2, 3));
    assert_null(wend__allocate_zeroed(&memory, SIZE_MAX / 2, 3));
    wend__release(&memory, NULL, 5, 5);
    uint32_t *zeroes = wend__allocate_zeroed(&memory, 100, sizeof *zeroes);
    assert_non_null(zeroes);
    for (int i = 0; i < 100; i++) assert_int_equal(zeroes[i], 0);
    wend__release(&memory, zeroes, 100, sizeof *zeroes);
}

static void own_allocator_is_used(void **state) {
    (void)state;
    test_allocator counts = {0};
    wend_allocator hooks = test_allocator_hooks(&counts);
    assert_true(wend__allocator_is_valid(NULL));
    assert_true(wend__allocator_is_valid(&hooks));
    wend_allocator half = hooks;
    half.release = NULL;
    assert_false(wend__allocator_is_valid(&half));
    half = hooks;
    half.allocate = NULL;
    assert_false(wend__allocator_is_valid(&half));

    wend_allocator chosen = wend__allocator_or_default(&hooks);
    uint8_t *zeroes = wend__allocate_zeroed(&chosen, 10, 1);
    assert_non_null(zeroes);
    for (int i = 0; i < 10; i++) assert_int_equal(zeroes[i], 0);
    assert_int_equal(counts.live, 1);
    assert_int_equal(counts.live_bytes, 10);
    wend__release(&chosen, zeroes, 10, 1);
    assert_int_equal(counts.live, 0);
    counts.fail_at = counts.calls + 1;
    assert_null(wend__allocate(&chosen, 10, 1));
    assert_null(wend__allocate_zeroed(&chosen, 10, 1));
    assert_int_equal(counts.mistakes, 0);
}

static void last_holder_is_told(void **state) {
    (void)state;
    wend__count count;
    atomic_init(&count, 1);
    wend__count_take(&count);
    assert_false(wend__count_drop(&count));
    assert_true(wend__count_drop(&count));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_sentence_of_its_own),
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(products_and_sums_are_checked),
        cmocka_unit_test(distances_saturate),
        cmocka_unit_test(memory_is_aligned_and_refused_where_sizes_overflow),
        cmocka_unit_test(own_allocator_is_used),
        cmocka_unit_test(last_holder_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
