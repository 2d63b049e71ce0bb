/* SPDX-License-Identifier: MIT */
#include "base/tasks.h"

bool wend__tasks_are_valid(const wend_tasks *tasks) {
    if (!tasks) return true;
    return tasks->worker_count == 1 ||
           (tasks->parallel_for && tasks->worker_count >= 2 && tasks->worker_count <= WEND__MAX_WORKERS);
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

bool wend__meter_begin(wend__meter *meter, const wend_budget *budget) {
    *meter = (wend__meter){0};
    if (budget) meter->budget = *budget;
    if (meter->budget.nanoseconds == 0) return true;
    const wend_tasks *tasks = meter->budget.tasks;
    if (!tasks || !tasks->clock) return false;
    meter->begin = tasks->clock(tasks->user);
    return true;
}

bool wend__meter_add(wend__meter *meter, uint64_t cells) {
    const wend_budget *budget = &meter->budget;
    meter->cells += cells;
    if (meter->cells == 0) return false;
    if (budget->cells && meter->cells >= budget->cells) return true;
    return budget->nanoseconds && budget->tasks->clock(budget->tasks->user) - meter->begin >= budget->nanoseconds;
}
