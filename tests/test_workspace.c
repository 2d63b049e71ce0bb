/* SPDX-License-Identifier: MIT
 * The workspace: what it costs, and that it is whole or not there at all. */
#include "base/workspace.h"

#include "support/allocator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void bad_requests_are_refused(void **state) {
    (void)state;
    wend_workspace *workspace = NULL;
    wend_allocator half = {0};
    assert_int_equal(wend_workspace_create(10, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_workspace_create(10, &half, &workspace), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_workspace_create(0, NULL, &workspace), WEND_ERROR_SIZE);
    assert_int_equal(wend_workspace_create((1u << 28) + 1, NULL, &workspace), WEND_ERROR_SIZE);
    assert_int_equal(wend_workspace_create(UINT32_MAX, NULL, &workspace), WEND_ERROR_SIZE);
    assert_null(workspace);
    wend_workspace_destroy(NULL);
}

static void costs_32_bytes_per_cell_and_a_fixed_part(void **state) {
    (void)state;
    test_allocator counts = {0};
    wend_allocator hooks = test_allocator_hooks(&counts);
    wend_workspace *workspace;
    const uint32_t cells = 1u << 20;
    assert_int_equal(wend_workspace_create(1, &hooks, &workspace), WEND_OK);
    assert_true(counts.live_bytes >= WEND__SCRATCH_SIZE && counts.live_bytes <= WEND__SCRATCH_SIZE + 1024);
    memset(workspace->scratch, 1, WEND__SCRATCH_SIZE);
    wend_workspace_destroy(workspace);
    assert_int_equal(wend_workspace_create(cells, &hooks, &workspace), WEND_OK);
    assert_true(counts.live_bytes >= 32 * (size_t)cells + WEND__SCRATCH_SIZE);
    assert_true(counts.live_bytes <= 32 * (size_t)cells + WEND__SCRATCH_SIZE + 1024);
    assert_int_equal(workspace->cells, cells);
    assert_int_equal(workspace->heap.count, 0);
    assert_int_equal(workspace->words[3 * (size_t)cells - 1], 0);
    assert_int_equal(workspace->heap.positions[cells - 1], WEND__NOT_IN_HEAP);
    wend_workspace_destroy(workspace);
    assert_int_equal(counts.live, 0);
    assert_int_equal(counts.mistakes, 0);
}

static void every_failed_allocation_is_reported(void **state) {
    (void)state;
    test_allocator counts = {0};
    wend_allocator hooks = test_allocator_hooks(&counts);
    wend_workspace *workspace;
    assert_int_equal(wend_workspace_create(100, &hooks, &workspace), WEND_OK);
    uint32_t needed = counts.calls;
    wend_workspace_destroy(workspace);
    for (uint32_t fail_at = 1; fail_at <= needed; fail_at++) {
        counts = (test_allocator){.fail_at = fail_at};
        workspace = NULL;
        assert_int_equal(wend_workspace_create(100, &hooks, &workspace), WEND_ERROR_NO_MEMORY);
        assert_null(workspace);
        assert_int_equal(counts.live, 0);
        assert_int_equal(counts.mistakes, 0);
    }
}

static void another_job_ends_the_marks_of_searches(void **state) {
    (void)state;
    wend_workspace *workspace;
    assert_int_equal(wend_workspace_create(10, NULL, &workspace), WEND_OK);
    workspace->search_generation = 5;
    workspace->search_map = workspace;
    wend__workspace_take_words(workspace);
    assert_int_equal(workspace->search_generation, 0);
    assert_null(workspace->search_map);
    wend_workspace_destroy(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(costs_32_bytes_per_cell_and_a_fixed_part),
        cmocka_unit_test(every_failed_allocation_is_reported),
        cmocka_unit_test(another_job_ends_the_marks_of_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
