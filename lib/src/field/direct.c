/* SPDX-License-Identifier: MIT
 * Integration field -> direction field.
 *
 * Computes: per cell the set of all equally best steps, bit k where step + value there = value here.
 * Invariant: values are a fixed point, so no sum is below the value here and equality finds the least.
 * Cost: linear in cells, each read about once; pages are independent of each other.
 *
 *      2 1 2      the middle (1) is 1 more than the goal below it: its set is {S};
 *      3 1 2      the 2 right of it has two equal ways: {SW, W} -> direction W, the lower bit
 *      . 0 .
 */
#include "field/direct.h"

#include "base/tasks.h"

typedef struct wend__direct_job {
    const wend_mover *mover;
    const wend__pages *pages;
    wend__direct_page_fn *direct_page;
    bool both_ways;
} wend__direct_job;

static wend__direct_job job_of(const wend_mover *mover, const wend__pages *pages, wend_backend backend,
                               bool is_bounded) {
    return (wend__direct_job){.mover = mover,
                              .pages = pages,
                              .direct_page = WEND__WIDE_PICK(backend, wend__direct_page),
                              .both_ways = !is_bounded && !mover->has_walls};
}

static void direct_pages(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const wend__direct_job *job = context;
    (void)worker;
    for (uint32_t page = begin; page < end; page++)
        if (job->pages->page[page].content == WEND__PAGE_LIVE)
            job->direct_page(job->mover, job->pages, page, job->both_ways);
}

void wend__direct(const wend_mover *mover, const wend__pages *pages, wend_backend backend, bool is_bounded,
                  const wend_tasks *tasks) {
    wend__direct_job job = job_of(mover, pages, backend, is_bounded);
    wend__parallel_for(tasks, pages->count, 16, direct_pages, &job);
}

void wend__direct_one(const wend_mover *mover, const wend__pages *pages, wend_backend backend, bool is_bounded,
                      uint32_t page) {
    wend__direct_job job = job_of(mover, pages, backend, is_bounded);
    direct_pages(&job, page, page + 1, 0);
}

static void empty_goal(void *context, uint32_t cell, uint32_t offset) {
    const wend__pages *pages = context;
    uint32_t slot = wend__slot_of(pages, cell);
    if (pages->values[slot] == offset) pages->directions[slot] = 0;
}

void wend__direct_goals(const wend__goals *goals, const wend_mover *mover, wend__pages *pages) {
    wend__goals_visit(goals, mover, empty_goal, pages);
}
