/* SPDX-License-Identifier: MIT */
#include "threads.h"

#include <stdatomic.h>
#include <stddef.h>

#if !defined(__EMSCRIPTEN__) && !defined(_WIN32)
#define HAS_THREADS 1
#include <pthread.h>
#endif

#define MAX_THREADS 16

bool test_has_threads(void) {
#if defined(HAS_THREADS)
    return true;
#else
    return false;
#endif
}

typedef struct call {
    void (*fn)(void *context, uint32_t index);
    void *context;
    uint32_t index;
} call;

#if defined(HAS_THREADS)
static void *run_call(void *user) {
    const call *c = user;
    c->fn(c->context, c->index);
    return NULL;
}

void test_together(uint32_t count, void (*fn)(void *context, uint32_t index), void *context) {
    pthread_t threads[MAX_THREADS];
    call calls[MAX_THREADS];
    bool started[MAX_THREADS] = {false};
    for (uint32_t i = 0; i < count && i < MAX_THREADS; i++) {
        calls[i] = (call){fn, context, i};
        started[i] = pthread_create(&threads[i], NULL, run_call, &calls[i]) == 0;
        if (!started[i]) fn(context, i);
    }
    for (uint32_t i = 0; i < count && i < MAX_THREADS; i++) {
        if (started[i]) pthread_join(threads[i], NULL);
    }
}
#else
void test_together(uint32_t count, void (*fn)(void *context, uint32_t index), void *context) {
    for (uint32_t i = 0; i < count; i++) fn(context, i);
}
#endif

typedef struct job {
    atomic_uint next;
    uint32_t count, grain;
    wend_task_fn *fn;
    void *context;
} job;

static void work(void *context, uint32_t worker) {
    job *j = context;
    for (;;) {
        uint32_t begin = atomic_fetch_add(&j->next, j->grain);
        if (begin >= j->count) return;
        uint32_t end = j->count - begin < j->grain ? j->count : begin + j->grain;
        j->fn(j->context, begin, end, worker);
    }
}

/* user points at an entry of `numbers`: its own place is the number of workers. */
static const uint8_t numbers[MAX_THREADS + 1];

static void parallel_for(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    uint32_t workers = (uint32_t)((const uint8_t *)user - numbers);
    job j = {.count = count, .grain = grain ? grain : 1, .fn = fn, .context = context};
    test_together(workers, work, &j);
}

wend_tasks test_tasks(uint32_t count) {
    return (wend_tasks){count, parallel_for, NULL, (void *)(uintptr_t)&numbers[count]};
}

static void note_kind(test_splits *splits, wend_task_fn *fn) {
    for (uint32_t i = 0; i < splits->kinds; i++)
        if (splits->fns[i] == fn) return;
    if (splits->kinds < TEST_KINDS) splits->fns[splits->kinds++] = fn;
}

static void counted_for(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    test_splits *splits = user;
    if (grain < count) {
        splits->jobs++;
        splits->pieces += (count - 1) / grain + 1;
        note_kind(splits, fn);
    }
    splits->tasks.parallel_for(splits->tasks.user, count, grain, fn, context);
}

wend_tasks test_counted(test_splits *splits, const wend_tasks *tasks) {
    *splits = (test_splits){.tasks = *tasks};
    return (wend_tasks){tasks->worker_count, counted_for, NULL, splits};
}
