/* SPDX-License-Identifier: MIT */
#include "base/tasks.h"

bool wend__tasks_are_valid(const wend_tasks *tasks) {
    return !tasks || (tasks->parallel_for && tasks->worker_count >= 1 && tasks->worker_count <= WEND__MAX_WORKERS);
}

uint32_t wend__worker_count(const wend_tasks *tasks) {
    return tasks ? tasks->worker_count : 1;
}

void wend__parallel_for(const wend_tasks *tasks, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    if (count == 0) return;
    if (!tasks || tasks->worker_count == 1 || count <= grain) {
        fn(context, 0, count, 0);
    } else {
        tasks->parallel_for(tasks->user, count, grain > 0 ? grain : 1, fn, context);
    }
}
