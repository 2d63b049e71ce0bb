/* SPDX-License-Identifier: MIT
 * The one file that knows OpenMP. The number of threads travels in the user pointer, so nothing is allocated. */
#include "base/tasks.h"

#ifdef WEND_HAVE_OPENMP

#include <omp.h>

/* The number of pieces is 32-bit, and so is every piece's begin: the last piece may be a short one. Pieces are handed
 * out one at a time, for they seldom cost the same. */
static void run(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    int threads = (int)(uintptr_t)user;
    int64_t pieces = count / grain + (count % grain != 0);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int64_t piece = 0; piece < pieces; piece++) {
        uint32_t begin = (uint32_t)piece * grain;
        uint32_t end = count - begin > grain ? begin + grain : count;
        fn(context, begin, end, (uint32_t)omp_get_thread_num());
    }
}

static uint64_t now(void *user) {
    (void)user;
    return (uint64_t)(omp_get_wtime() * 1e9);
}

wend_tasks wend_tasks_openmp(uint32_t threads) {
    if (threads == 0) threads = (uint32_t)omp_get_max_threads();
    if (threads > WEND__MAX_WORKERS) threads = WEND__MAX_WORKERS;
    return (wend_tasks){.worker_count = threads, .parallel_for = run, .clock = now, .user = (void *)(uintptr_t)threads};
}

#else

static void run(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    (void)user;
    (void)grain;
    if (count) fn(context, 0, count, 0);
}

wend_tasks wend_tasks_openmp(uint32_t threads) {
    (void)threads;
    return (wend_tasks){.worker_count = 1, .parallel_for = run, .clock = NULL, .user = NULL};
}

#endif
