/* SPDX-License-Identifier: MIT
 * Bench: timing and rows; see contest.h. */
#define _POSIX_C_SOURCE 199309L
#include "contest.h"

#include "base/hash.h"
#include "build_facts.h"
#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct measurement {
    double *times; /* [repeats] in the contest's unit */
    uint64_t work; /* of the last repeat */
    uint64_t hash; /* over all repeats */
    bool is_good;
} measurement;

bool bench_wants(const bench_contest *contest, const char *impl) {
    return bench_glob(contest->impl_glob, impl);
}

void bench_leave_out(const bench_contest *contest, const char *impl, const char *reason) {
    fprintf(stderr, "wend_bench: %s %" PRId32 "x%" PRId32 ": %s left out: %s\n", contest->case_name,
            contest->ground->width, contest->ground->height, impl, reason);
}

void bench_fail(bench_contest *contest, const char *impl, const char *reason) {
    fprintf(stderr, "wend_bench: %s %" PRId32 "x%" PRId32 ": %s failed: %s\n", contest->case_name,
            contest->ground->width, contest->ground->height, impl, reason);
    contest->has_failed = true;
}

void bench_enter(bench_contest *contest, bench_contestant contestant) {
    if (!contestant.state) {
        bench_fail(contest, contestant.impl, "not enough memory");
    } else if (contest->count == BENCH_MAX_CONTESTANTS) {
        contestant.destroy(contestant.state);
        bench_fail(contest, contestant.impl, "too many rows at once");
    } else {
        contest->contestants[contest->count++] = contestant;
    }
}

void bench_describe_rule(uint32_t neighbours, wend_corner_rule corner_rule, uint32_t diagonal, char out[40]) {
    static const char *const corners[] = {"never", "one", "always"};
    if (neighbours == 8) {
        snprintf(out, 40, "8 %s 70/%" PRIu32 " mean", corners[corner_rule], diagonal);
    } else {
        snprintf(out, 40, "%" PRIu32 " 70 mean", neighbours);
    }
}

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void run_round(bench_contest *contest, const bench_contestant *contestant, uint32_t round, measurement *result) {
    if (!result->is_good) return;
    if (contestant->prepare) contestant->prepare(contestant->state, round);
    const double begin = now_ns();
    result->is_good = contestant->run(contestant->state);
    const double spent = now_ns() - begin;
    uint64_t work = 0;
    const uint64_t hash = contestant->finish(contestant->state, &work);
    result->is_good = result->is_good && work > 0;
    if (!result->is_good) {
        bench_fail(contest, contestant->impl, "a run gave no result");
    } else if (round > 0) {
        result->times[round - 1] = spent / contest->nanoseconds / (double)work;
        result->work = work;
        result->hash = wend__hash_u32(wend__hash_u32(result->hash, (uint32_t)hash), (uint32_t)(hash >> 32));
    }
}

static void print_string(const char *key, const char *text) {
    printf("\"%s\":\"", key);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            printf("\\%c", c);
        } else if (c < 0x20) {
            printf("\\u%04x", c);
        } else {
            putchar(c);
        }
    }
    printf("\",");
}

static int compare_times(const void *a, const void *b) {
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static void print_row(const bench_contest *contest, const bench_contestant *contestant, measurement *result) {
    const uint32_t repeats = contest->repeats;
    double *times = result->times;
    qsort(times, repeats, sizeof *times, compare_times);
    const double median = (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;
    char size[32];
    snprintf(size, sizeof size, "%" PRId32 "x%" PRId32, contest->ground->width, contest->ground->height);
    putchar('{');
    print_string("case", contest->case_name);
    print_string("map", contest->ground->name);
    print_string("size", size);
    print_string("impl", contestant->impl);
    print_string("backend", contestant->backend);
    printf("\"threads\":%" PRIu32 ",", contestant->threads);
    print_string("rule", contestant->rule);
    print_string("unit", contest->unit);
    printf("\"min\":%.4f,\"median\":%.4f,\"max\":%.4f,", times[0], median, times[repeats - 1]);
    printf("\"reached\":%" PRIu64 ",\"checksum\":\"%016" PRIx64 "\",", result->work, result->hash);
    print_string("compiler", BENCH_COMPILER);
    print_string("flags", BENCH_FLAGS);
    printf("\"commit\":\"%s\"}\n", BENCH_COMMIT);
    fflush(stdout);
}

void bench_run(bench_contest *contest) {
    measurement results[BENCH_MAX_CONTESTANTS];
    double *times = calloc((size_t)contest->repeats * BENCH_MAX_CONTESTANTS, sizeof *times);
    if (!times) bench_fail(contest, "everyone", "not enough memory");
    for (uint32_t i = 0; i < contest->count; i++) {
        results[i] =
            (measurement){.times = times + (size_t)i * contest->repeats, .hash = WEND__HASH_START, .is_good = true};
    }
    for (uint32_t round = 0; times && round <= contest->repeats; round++) {
        for (uint32_t i = 0; i < contest->count; i++) {
            run_round(contest, &contest->contestants[i], round, &results[i]);
        }
    }
    for (uint32_t i = 0; i < contest->count; i++) {
        if (times && results[i].is_good) print_row(contest, &contest->contestants[i], &results[i]);
        contest->contestants[i].destroy(contest->contestants[i].state);
    }
    contest->count = 0;
    free(times);
}
