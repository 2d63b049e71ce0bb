/* SPDX-License-Identifier: MIT
 * Inside the library: parallel_for over the caller's tasks, or serially. */
#ifndef WEND__TASKS_H
#define WEND__TASKS_H

#include <wend/base.h>

#include <stdbool.h>

#define WEND__MAX_WORKERS 256

bool wend__tasks_are_valid(const wend_tasks *tasks);
uint32_t wend__worker_count(const wend_tasks *tasks);
/* What a step may still do. */
typedef struct wend__meter {
    wend_budget budget;
    uint64_t begin, cells;
} wend__meter;

/* budget may be NULL. False: it asks for a clock and has none. */
bool wend__meter_begin(wend__meter *meter, const wend_budget *budget);
static inline bool wend__meter_is_endless(const wend__meter *meter) {
    return meter->budget.cells == 0 && meter->budget.nanoseconds == 0;
}
/* So many cells more were looked at. True: the budget is spent, and there was at least one. */
bool wend__meter_add(wend__meter *meter, uint64_t cells);

void wend__parallel_for(const wend_tasks *tasks, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context);

#endif
