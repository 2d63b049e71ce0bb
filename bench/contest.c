/* SPDX-License-Identifier: MIT
 * Bench: timing and rows; see contest.h. */
#define _POSIX_C_SOURCE 199309L
#include "contest.h"

#include "base/hash.h"
#include "build_facts.h"
#include "row.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct measurement {
    double *times; /* [repeats] in the contest's unit */
    uint64_t work; /* of the last repeat */
    uint64_t hash; /* over all repeats */
    double median;
    bool is_good;
} measurement;

bool bench_wants(const bench_contest *contest, const char *impl) {
    return bench_wants_impl(contest->options, impl);
}

void bench_leave_out(const bench_contest *contest, const char *impl, const char *reason) {
    fprintf(stderr, "wend_bench: %s %" PRId32 "x%" PRId32 ": %s left out: %s\n", contest->case_name,
            contest->ground->width, contest->ground->height, impl, reason);
}

bool bench_has_threads(const bench_contest *contest, uint32_t threads) {
    if (wend_tasks_openmp(threads).worker_count == threads) return true;
    bench_leave_out(contest, "wend", "the library was built without threads (OpenMP)");
    return false;
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

static void describe(const wend_mover_desc *rule, char out[40]) {
    static const char *const corners[] = {"never", "one", "always"};
    const char *step = rule->step_rule == WEND_STEP_ENTER ? "enter" : "mean";
    int length;
    if (rule->neighbours == 8) {
        length = snprintf(out, 40, "8 %s 70/%" PRIu32 " %s", corners[rule->corner_rule], rule->diagonal, step);
    } else {
        length = snprintf(out, 40, "%" PRIu32 " 70 %s", rule->neighbours, step);
    }
    if (rule->radius) snprintf(out + length, 40 - (size_t)length, " radius %" PRIu32, rule->radius);
}

void bench_describe_rule(uint32_t neighbours, wend_corner_rule corner_rule, uint32_t diagonal, char out[40]) {
    const wend_mover_desc rule = {.neighbours = neighbours, .corner_rule = corner_rule, .diagonal = diagonal};
    describe(&rule, out);
}

void bench_describe_mover(const wend_mover *mover, char out[40]) {
    wend_mover_desc rule;
    wend_mover_describe(mover, &rule);
    describe(&rule, out);
}

double bench_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void run_round(bench_contest *contest, const bench_contestant *contestant, uint32_t round, measurement *result) {
    if (!result->is_good) return;
    if (contestant->prepare) contestant->prepare(contestant->state, round);
    if (contestant->is_warm) contestant->run(contestant->state);
    const double begin = bench_now_ns();
    result->is_good = contestant->run(contestant->state);
    double spent = bench_now_ns() - begin;
    if (contestant->spent && result->is_good) spent = contestant->spent(contestant->state);
    uint64_t work = 0;
    const uint64_t hash = contestant->finish(contestant->state, &work);
    result->is_good = result->is_good && work > 0;
    if (!result->is_good) {
        bench_fail(contest, contestant->impl, "a run gave no result");
    } else if (round > 0) {
        const uint64_t units = contest->is_per_build ? contest->builds : work;
        result->times[round - 1] = spent / contest->nanoseconds / (double)units;
        result->work = work;
        result->hash = wend__hash_u32(wend__hash_u32(result->hash, (uint32_t)hash), (uint32_t)(hash >> 32));
    }
}

static int compare_times(const void *a, const void *b) {
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

void bench_sort_times(double *times, size_t count) {
    qsort(times, count, sizeof *times, compare_times);
}

static void sort_results(const bench_contest *contest, measurement *result) {
    const uint32_t repeats = contest->options->repeats;
    bench_sort_times(result->times, repeats);
    result->median = (result->times[(repeats - 1) / 2] + result->times[repeats / 2]) / 2;
}

static void print_row(const bench_contest *contest, const bench_contestant *contestant, const measurement *result) {
    const uint32_t repeats = contest->options->repeats;
    const double *times = result->times;
    bench_row row = {.threads = contestant->threads,
                     .repeats = repeats,
                     .reached = result->work,
                     .min = times[0],
                     .median = result->median,
                     .max = times[repeats - 1]};
    BENCH_ROW_SET(row.case_name, contest->case_name);
    BENCH_ROW_SET(row.map, contest->ground->name);
    snprintf(row.size, sizeof row.size, "%" PRId32 "x%" PRId32, contest->ground->width, contest->ground->height);
    BENCH_ROW_SET(row.impl, contestant->impl);
    BENCH_ROW_SET(row.backend, contestant->backend);
    BENCH_ROW_SET(row.variant, contestant->variant ? contestant->variant : "-");
    BENCH_ROW_SET(row.rule, contestant->rule);
    BENCH_ROW_SET(row.unit, contest->unit);
    snprintf(row.checksum, sizeof row.checksum, "%016" PRIx64, result->hash);
    bench_row_name_machine(&row);
    BENCH_ROW_SET(row.compiler, BENCH_COMPILER);
    BENCH_ROW_SET(row.flags, BENCH_FLAGS);
    BENCH_ROW_SET(row.commit, BENCH_COMMIT);
    bench_row_print(&row, stdout);
}

/* The median of the first one that is of an implementation, or 0. */
static double median_of(const bench_contest *contest, const measurement *results, const char *impl) {
    for (uint32_t i = 0; i < contest->count; i++)
        if (results[i].is_good && strcmp(contest->contestants[i].impl, impl) == 0) return results[i].median;
    return 0.0;
}

static void compare_with_rival(const bench_contest *contest, const measurement *results) {
    const bench_rival *rival = &contest->rival;
    if (!rival->impl) return;
    const double ours = median_of(contest, results, "wend"), other = median_of(contest, results, rival->impl);
    if (!(ours > 0.0) || !(other > 0.0)) return;
    fprintf(stderr,
            "wend_bench: %s %" PRId32 "x%" PRId32 ": wend's %s is %.2f times that of %s: %s, at least %.1f is wanted\n",
            contest->case_name, contest->ground->width, contest->ground->height, rival->what, other / ours, rival->impl,
            other / ours >= rival->wanted ? "met" : "MISSED", rival->wanted);
}

void bench_run(bench_contest *contest) {
    measurement results[BENCH_MAX_CONTESTANTS];
    double *times = calloc((size_t)contest->options->repeats * BENCH_MAX_CONTESTANTS, sizeof *times);
    if (!times) bench_fail(contest, "everyone", "not enough memory");
    for (uint32_t i = 0; i < contest->count; i++) {
        results[i] = (measurement){
            .times = times + (size_t)i * contest->options->repeats, .hash = WEND__HASH_START, .is_good = true};
    }
    for (uint32_t round = 0; times && round <= contest->options->repeats; round++) {
        for (uint32_t i = 0; i < contest->count; i++) {
            run_round(contest, &contest->contestants[i], round, &results[i]);
        }
    }
    for (uint32_t i = 0; i < contest->count; i++) {
        results[i].is_good = results[i].is_good && times;
        if (!results[i].is_good) continue;
        sort_results(contest, &results[i]);
        print_row(contest, &contest->contestants[i], &results[i]);
    }
    compare_with_rival(contest, results);
    for (uint32_t i = 0; i < contest->count; i++) {
        contest->contestants[i].destroy(contest->contestants[i].state);
    }
    contest->count = 0;
    free(times);
}
