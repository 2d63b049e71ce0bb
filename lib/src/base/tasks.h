/* SPDX-License-Identifier: MIT
 * Inside the library: parallel_for over the caller's tasks, or serially. */
#ifndef WEND__TASKS_H
#define WEND__TASKS_H

#include <wend/base.h>

#include <stdbool.h>

#define WEND__MAX_WORKERS 256

bool wend__tasks_are_valid(const wend_tasks *tasks);
uint32_t wend__worker_count(const wend_tasks *tasks);
void wend__parallel_for(const wend_tasks *tasks, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context);

#endif
