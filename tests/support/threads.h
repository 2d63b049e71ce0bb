/* SPDX-License-Identifier: MIT
 * Tasks on threads that belong to the tests, where there are any. */
#ifndef TEST_THREADS_H
#define TEST_THREADS_H

#include <wend/base.h>

#include <stdbool.h>

/* False where everything below runs on the calling thread. */
bool test_has_threads(void);

/* A hook with `count` workers [1..16]; each call starts its threads and waits for them. */
wend_tasks test_tasks(uint32_t count);

/* How much of what a hook was given it ran in more than one piece. */
#define TEST_KINDS 32
typedef struct test_splits {
    wend_tasks tasks;
    uint32_t jobs, pieces;
    uint32_t kinds; /* different functions, of the first so many */
    wend_task_fn *fns[TEST_KINDS];
} test_splits;

/* `tasks`, and what it is given is counted; one thread at a time may give it work. */
wend_tasks test_counted(test_splits *splits, const wend_tasks *tasks);

/* Runs fn(context, i) for i in [0, count) at the same time [1..16]. */
void test_together(uint32_t count, void (*fn)(void *context, uint32_t index), void *context);

#endif
