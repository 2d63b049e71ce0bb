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

/* Runs fn(context, i) for i in [0, count) at the same time [1..16]. */
void test_together(uint32_t count, void (*fn)(void *context, uint32_t index), void *context);

#endif
