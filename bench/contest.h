/* SPDX-License-Identifier: MIT
 * Bench: who runs in a case, how they are timed, and the rows that come out. */
#ifndef BENCH_CONTEST_H
#define BENCH_CONTEST_H

#include "ground.h"
#include "options.h"

#define BENCH_MAX_CONTESTANTS 128

/* One row: an implementation with a rule and a number of threads. Rounds count from 0, the warm-up. */
typedef struct bench_contestant {
    const char *impl, *backend;
    const char *variant; /* what sets it apart from others of the same implementation in a case; NULL: nothing */
    char rule[40];
    uint32_t threads;
    void *state;
    void (*prepare)(void *state, uint32_t round); /* not timed: chooses goals; may be NULL */
    bool (*run)(void *state);                     /* timed; false: it failed */
    double (*spent)(void *state);                 /* nanoseconds to note in place of what the run took; may be NULL */
    bool is_warm; /* once more, right before: the caches then hold its own data, not those of the one before it */
    /* Not timed: how many units of work the run did, and the hash of its answers. */
    uint64_t (*finish)(void *state, uint64_t *work);
    void (*destroy)(void *state);
} bench_contestant;

/* Whose median is compared with wend's, in a line on standard error. */
typedef struct bench_rival {
    const char *impl; /* NULL: nobody's */
    const char *what; /* that is its time over wend's */
    double wanted;    /* of that, at least */
} bench_rival;

typedef struct bench_contest {
    const char *case_name;
    const bench_ground *ground;
    const char *unit;   /* "ns/cell", "us/build", "us/update", "us/query", "ns/point", "ns/step" or "free times" */
    double nanoseconds; /* in the time part of the unit */
    bool is_per_build;  /* one build is the unit of work, whatever the contestants say */
    uint32_t builds;    /* fields built in a run, one after the other (many: at once) */
    const bench_options *options;
    /* Those of the options: threads asked for, and wend's back ends, all supported. */
    const uint32_t *threads; /* [thread_count] */
    uint32_t thread_count;
    const wend_backend *backends; /* [backend_count] */
    uint32_t backend_count;
    bench_rival rival;
    bool has_failed; /* some answer differed, or something could not run: exit 1 */
    bench_contestant contestants[BENCH_MAX_CONTESTANTS];
    uint32_t count;
} bench_contest;

/* [nanoseconds] of a clock that only goes forward. */
double bench_now_ns(void);
void bench_sort_times(double *times, size_t count);

/* Is the implementation among those asked for? */
bool bench_wants(const bench_contest *contest, const char *impl);

/* Adds a contestant, whose state is owned from here on; a NULL state is reported as a lack of memory. */
void bench_enter(bench_contest *contest, bench_contestant contestant);

/* False, with one line on standard error, where the library has no threads. */
bool bench_has_threads(const bench_contest *contest, uint32_t threads);

/* One line on standard error: who was left out, and why. */
void bench_leave_out(const bench_contest *contest, const char *impl, const char *reason);
/* The same for what must not happen; the program will exit 1. */
void bench_fail(bench_contest *contest, const char *impl, const char *reason);

/* Warm-up, then the repeats: in each, all contestants one after the other, always in the same order, so that noise of
 * the machine hits all alike. Writes a row each to standard output and frees the contestants. */
void bench_run(bench_contest *contest);

/* "8 never 70/99 mean" */
void bench_describe_rule(uint32_t neighbours, wend_corner_rule corner_rule, uint32_t diagonal, char out[40]);
void bench_describe_mover(const wend_mover *mover, char out[40]);

#endif
