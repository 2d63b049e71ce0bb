/* SPDX-License-Identifier: MIT
 * The bucket queue: values come out by bucket, what does not fit is refused, and memory given back is used again. */
#include "support/unit.h"

#include "base/buckets.h"
#include "support/random.h"

#include <string.h>

#define CELLS 4096
#define SHIFT 4

static wend_workspace *workspace_of(uint32_t cells) {
    wend_workspace *workspace = NULL;
    assert_int_equal(wend_workspace_create(cells, NULL, &workspace), WEND_OK);
    return workspace;
}

static void test_buckets_come_in_order(void **state) {
    (void)state;
    static uint32_t values[CELLS], times[CELLS];
    wend_workspace *workspace = workspace_of(4 * CELLS); /* a chunk for every bucket, and more */
    wend__buckets buckets;
    wend__buckets_begin(&buckets, workspace, SHIFT);
    test_random random = test_random_of(5);
    memset(times, 0, sizeof times);
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        /* Half of them in few buckets, so that these need several chunks. */
        uint32_t buckets_used = cell % 2 ? 3 : WEND__BUCKET_COUNT;
        values[cell] = test_random_below(&random, buckets_used << SHIFT);
        assert_true(wend__buckets_push(&buckets, values[cell], cell));
    }
    uint32_t seen = 0, cell;
    while (buckets.live > 0) {
        while (wend__buckets_pop(&buckets, &cell)) {
            assert_true(cell < CELLS);
            assert_int_equal(values[cell] >> SHIFT, buckets.current);
            times[cell]++;
            seen++;
        }
        wend__buckets_advance(&buckets, UINT32_MAX);
    }
    assert_int_equal(seen, CELLS);
    for (cell = 0; cell < CELLS; cell++) assert_int_equal(times[cell], 1);
    wend_workspace_destroy(workspace);
}

static void test_far_values_and_limits(void **state) {
    (void)state;
    wend_workspace *workspace = workspace_of(CELLS);
    wend__buckets buckets;
    uint32_t cell;
    wend__buckets_begin(&buckets, workspace, SHIFT);
    assert_false(wend__buckets_push(&buckets, WEND__BUCKET_COUNT << SHIFT, 1));
    assert_true(wend__buckets_push(&buckets, (WEND__BUCKET_COUNT << SHIFT) - 1, 1));
    assert_false(wend__buckets_pop(&buckets, &cell));
    wend__buckets_advance(&buckets, 7);
    assert_int_equal(buckets.current, 7);
    assert_true(wend__buckets_push(&buckets, (WEND__BUCKET_COUNT + 6) << SHIFT, 2));
    wend__buckets_advance(&buckets, UINT32_MAX);
    assert_int_equal(buckets.current, WEND__BUCKET_COUNT - 1);
    assert_true(wend__buckets_pop(&buckets, &cell));
    assert_int_equal(cell, 1);
    wend__buckets_advance(&buckets, UINT32_MAX);
    assert_int_equal(buckets.current, WEND__BUCKET_COUNT + 6);
    assert_true(wend__buckets_pop(&buckets, &cell));
    assert_int_equal(cell, 2);
    /* Empty: there is nothing before the limit. */
    wend__buckets_advance(&buckets, 5000);
    assert_int_equal(buckets.current, 5000);
    wend_workspace_destroy(workspace);
}

/* How many cells go into one bucket before there is no room. */
static uint32_t filled(wend__buckets *buckets) {
    uint32_t count = 0, cell;
    while (wend__buckets_push(buckets, buckets->current << SHIFT, count)) count++;
    for (uint32_t i = 0; i < count; i++) assert_true(wend__buckets_pop(buckets, &cell));
    assert_false(wend__buckets_pop(buckets, &cell));
    return count;
}

static void test_memory_is_used_again(void **state) {
    (void)state;
    wend_workspace *workspace = workspace_of(CELLS);
    wend__buckets buckets;
    wend__buckets_begin(&buckets, workspace, SHIFT);
    uint32_t first = filled(&buckets);
    assert_true(first > CELLS);
    for (int i = 0; i < 3; i++) assert_int_equal(filled(&buckets), first);
    wend_workspace_destroy(workspace);
}

static void test_tiny_workspaces_have_no_room(void **state) {
    (void)state;
    wend_workspace *workspace = workspace_of(1);
    wend__buckets buckets;
    wend__buckets_begin(&buckets, workspace, SHIFT);
    assert_false(wend__buckets_push(&buckets, 0, 0));
    assert_int_equal(buckets.live, 0);
    wend_workspace_destroy(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buckets_come_in_order),
        cmocka_unit_test(test_far_values_and_limits),
        cmocka_unit_test(test_memory_is_used_again),
        cmocka_unit_test(test_tiny_workspaces_have_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
