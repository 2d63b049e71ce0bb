/* SPDX-License-Identifier: MIT
 * parallel_for: every item once, whoever runs it. */
#include "base/tasks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

#include <cmocka.h>

#define ITEMS 5000
#define WORKERS 256

typedef struct record {
    uint32_t worker_count;
    atomic_uint times[ITEMS];     /* how often each item was run */
    atomic_uint is_busy[WORKERS]; /* a worker runs one piece at a time */
    atomic_uint pieces, mistakes;
    uint32_t largest[WORKERS]; /* piece of each worker */
} record;

static void run_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    record *seen = context;
    atomic_fetch_add(&seen->pieces, 1);
    if (worker >= seen->worker_count || begin >= end || end > ITEMS) {
        atomic_fetch_add(&seen->mistakes, 1);
        return;
    }
    if (atomic_exchange(&seen->is_busy[worker], 1)) atomic_fetch_add(&seen->mistakes, 1);
    if (end - begin > seen->largest[worker]) seen->largest[worker] = end - begin;
    for (uint32_t i = begin; i < end; i++) atomic_fetch_add(&seen->times[i], 1);
    atomic_store(&seen->is_busy[worker], 0);
}

static uint32_t largest_piece(const record *seen) {
    uint32_t largest = 0;
    for (int i = 0; i < WORKERS; i++) {
        if (seen->largest[i] > largest) largest = seen->largest[i];
    }
    return largest;
}

static record *run(const wend_tasks *tasks, uint32_t count, uint32_t grain) {
    static record seen;
    memset(&seen, 0, sizeof seen);
    seen.worker_count = wend__worker_count(tasks);
    wend__parallel_for(tasks, count, grain, run_piece, &seen);
    for (uint32_t i = 0; i < ITEMS; i++) assert_int_equal(seen.times[i], i < count ? 1 : 0);
    assert_int_equal(seen.mistakes, 0);
    return &seen;
}

static const uint32_t counts[] = {0, 1, 2, 3, 63, 64, 65, 1000, 4999, 5000};
static const uint32_t grains[] = {0, 1, 7, 64, 4999, 5000, UINT32_MAX};
#define COUNTS (sizeof counts / sizeof *counts)
#define GRAINS (sizeof grains / sizeof *grains)

static void serial_runs_everything_here(void **state) {
    (void)state;
    for (size_t c = 0; c < COUNTS; c++) {
        for (size_t g = 0; g < GRAINS; g++) assert_int_equal(run(NULL, counts[c], grains[g])->pieces, counts[c] > 0);
    }
    assert_int_equal(wend__worker_count(NULL), 1);
}

static void openmp_runs_every_item_once(void **state) {
    (void)state;
    static const uint32_t threads[] = {0, 1, 2, 3, 7, 16};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        wend_tasks tasks = wend_tasks_openmp(threads[t]);
        assert_true(wend__tasks_are_valid(&tasks));
        if (threads[t] > 0) assert_true(tasks.worker_count == threads[t] || tasks.worker_count == 1);
        for (size_t c = 0; c < COUNTS; c++) {
            for (size_t g = 0; g < GRAINS; g++) {
                record *seen = run(&tasks, counts[c], grains[g]);
                uint32_t grain = grains[g] > 0 ? grains[g] : 1;
                if (tasks.worker_count > 1 && counts[c] > grain) assert_true(largest_piece(seen) <= grain);
            }
        }
    }
}

static void openmp_may_be_used_from_its_hook_alone(void **state) {
    (void)state;
    static record seen;
    wend_tasks tasks = wend_tasks_openmp(3);
    memset(&seen, 0, sizeof seen);
    seen.worker_count = tasks.worker_count;
    tasks.parallel_for(tasks.user, 0, 10, run_piece, &seen);
    assert_int_equal(seen.pieces, 0);
    tasks.parallel_for(tasks.user, 100, 10, run_piece, &seen);
    for (uint32_t i = 0; i < ITEMS; i++) assert_int_equal(seen.times[i], i < 100 ? 1 : 0);
    assert_int_equal(seen.mistakes, 0);
}

static void openmp_has_no_more_workers_than_allowed(void **state) {
    (void)state;
    wend_tasks tasks = wend_tasks_openmp(UINT32_MAX);
    assert_true(tasks.worker_count >= 1 && tasks.worker_count <= WORKERS);
    assert_true(wend__tasks_are_valid(&tasks));
    if (tasks.clock) {
        uint64_t before = tasks.clock(tasks.user);
        assert_true(tasks.clock(tasks.user) >= before);
    }
}

/* The caller's own: pieces of one item more than asked for, from the last to the first, on workers in turn. */
static void backwards(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    uint32_t *calls = user;
    (*calls)++;
    uint32_t size = grain + 1;
    for (uint32_t end = count, worker = 0; end > 0; worker = (worker + 1) % 5) {
        uint32_t begin = end > size ? end - size : 0;
        fn(context, begin, end, worker);
        end = begin;
    }
}

static void own_hook_is_used(void **state) {
    (void)state;
    uint32_t calls = 0;
    wend_tasks tasks = {.worker_count = 5, .parallel_for = backwards, .user = &calls};
    for (size_t c = 0; c < COUNTS; c++) {
        for (size_t g = 0; g + 1 < GRAINS; g++) {
            uint32_t before = calls;
            run(&tasks, counts[c], grains[g]);
            if (counts[c] > grains[g] && counts[c] > 1) assert_int_equal(calls, before + 1);
        }
    }
    assert_int_equal(wend__worker_count(&tasks), 5);
}

static void bad_tasks_are_refused(void **state) {
    (void)state;
    uint32_t calls = 0;
    assert_true(wend__tasks_are_valid(NULL));
    wend_tasks tasks = {.worker_count = 1, .parallel_for = backwards, .user = &calls};
    assert_true(wend__tasks_are_valid(&tasks));
    tasks.worker_count = 0;
    assert_false(wend__tasks_are_valid(&tasks));
    tasks.worker_count = WORKERS;
    assert_true(wend__tasks_are_valid(&tasks));
    tasks.worker_count = WORKERS + 1;
    assert_false(wend__tasks_are_valid(&tasks));
    tasks.worker_count = 2;
    tasks.parallel_for = NULL;
    assert_false(wend__tasks_are_valid(&tasks));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(serial_runs_everything_here),
        cmocka_unit_test(openmp_runs_every_item_once),
        cmocka_unit_test(openmp_may_be_used_from_its_hook_alone),
        cmocka_unit_test(openmp_has_no_more_workers_than_allowed),
        cmocka_unit_test(own_hook_is_used),
        cmocka_unit_test(bad_tasks_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
