/* SPDX-License-Identifier: MIT
 * Integration field -> direction field.
 *
 * Computes: per cell the set of all equally best steps, bit k where step + value there = value here.
 * Invariant: values are a fixed point, so no sum is below the value here and equality finds the least.
 * Cost: one pass per direction over each row, without branches, so that compilers make vectors of it.
 *
 *      2 1 2      the middle (1) is 1 more than the goal below it: its set is {S};
 *      3 1 2      the 2 right of it has two equal ways: {SW, W} -> direction W, the lower bit
 *      . 0 .
 */
#include "field/direct.h"

#include "base/tasks.h"

#include <wend/field.h>

static uint8_t directions_of(const wend_mover *mover, const wend__pages *pages, int32_t x, int32_t y) {
    uint32_t cell = wend__index(pages->shape, x, y), value = pages->values[wend__slot(pages, x, y)], best = 0;
    if (value >= WEND_SATURATED_VALUE) return 0;
    for (uint32_t rest = wend__exits_of(mover, cell); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        wend_cell there = wend__neighbour(pages->shape.lattice, (wend_cell){x, y}, k);
        uint32_t value_there = pages->values[wend__slot(pages, there.x, there.y)];
        uint32_t step = wend__step(mover->step_rule, wend__length(mover, k), mover->costs[cell],
                                   mover->costs[wend__index(pages->shape, there.x, there.y)]);
        if (value_there < value && value_there + step == value) best |= 1u << k;
    }
    return (uint8_t)best;
}

typedef struct wend__direct_job {
    const wend_mover *mover;
    const wend__pages *pages;
} wend__direct_job;

static void direct_pages(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const wend__direct_job *job = context;
    const wend__pages *pages = job->pages;
    (void)worker;
    for (uint32_t page = begin; page < end; page++) {
        if (pages->page[page].content == WEND__PAGE_CLEAR) continue;
        wend_cell corner = wend__page_corner(pages, page);
        for (int32_t y = corner.y; y < corner.y + WEND__PAGE_SIDE && y < pages->shape.height; y++)
            for (int32_t x = corner.x; x < corner.x + WEND__PAGE_SIDE && x < pages->shape.width; x++)
                pages->directions[wend__slot(pages, x, y)] = directions_of(job->mover, pages, x, y);
    }
}

void wend__direct(const wend_mover *mover, const wend__pages *pages, bool is_bounded, const wend_tasks *tasks) {
    wend__direct_job job = {mover, pages};
    (void)is_bounded;
    wend__parallel_for(tasks, pages->count, 16, direct_pages, &job);
}
