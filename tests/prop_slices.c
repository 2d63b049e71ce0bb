/* SPDX-License-Identifier: MIT
 * Random worlds, built and repaired in slices of random size while the map is edited, goals are set and builds are given
 * up: until a build is done the field says what it said before, and then it is, bit for bit, what a build at once makes of
 * the same.
 * prop_slices SEED tries one world alone. */
#include "support/random_edit.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROUNDS 10
#define FIRST_LARGE UINT64_C(54000000) /* seeds from here on give worlds of several pages */

static uint64_t all_repairs, all_builds; /* of fields in slices */

/* A world, and two fields of its mover: one is built in slices, the other at once. */
typedef struct bout {
    world *w;
    subject s;
    wend_field *sliced, *whole;
    wend_workspace *workspace;
    test_random random;
    uint64_t time; /* of the clock: each look at it takes a microsecond */
} bout;

static uint64_t now(void *user) {
    return *(uint64_t *)user += 1000;
}

static bool make_fields(bout *b, bool with_sights, bool with_cut_off) {
    wend_field_desc desc = {.goal_capacity = WORLD_GOALS,
                            .seeds = b->w->has_seeds,
                            .sights = with_sights,
                            .cut_off = with_cut_off,
                            .backend = test_backend()};
    if (wend_field_create(b->s.mover, &desc, &b->whole) != WEND_OK) return false;
    desc.slices = 1;
    if (wend_field_create(b->s.mover, &desc, &b->sliced) != WEND_OK) return false;
    return wend_workspace_create((uint32_t)world_count(b->w), NULL, &b->workspace) == WEND_OK;
}

static bool same_fields(const bout *b, char *message, size_t size) {
    wend_field_info one, other;
    wend_field_describe(b->sliced, &one);
    wend_field_describe(b->whole, &other);
    EXPECT(wend_field_hash(b->sliced) == wend_field_hash(b->whole), "another hash");
    EXPECT(one.bound == other.bound && one.reached == other.reached && one.mover_revision == other.mover_revision,
           "another summary");
    for (uint32_t i = 0; i < b->w->goal_count; i++) {
        wend_goal_result a, c;
        wend_field_goal_result(b->sliced, i, &a);
        wend_field_goal_result(b->whole, i, &c);
        EXPECT(a.status == c.status && a.cells == c.cells, "another result of goal %u", i);
    }
    for (int32_t cell = 0; cell < b->w->width * b->w->height; cell++) {
        wend_cell a, c;
        wend_status status = wend_field_next(b->sliced, cell % b->w->width, cell / b->w->width, &a);
        wend_status wanted = wend_field_next(b->whole, cell % b->w->width, cell / b->w->width, &c);
        EXPECT(status == wanted && a.x == c.x && a.y == c.y, "cell %d leads elsewhere", cell);
    }
    return same_points(b->sliced, b->whole, b->w, message, size);
}

static wend_budget random_budget(bout *b, const wend_tasks *tasks) {
    wend_budget budget = {0};
    if (test_random_chance(&b->random, 60)) budget.cells = 1 + test_random_below(&b->random, 9000);
    if (test_random_chance(&b->random, 50)) {
        budget.nanoseconds = 1 + test_random_below(&b->random, 20000);
        budget.tasks = tasks;
    }
    return budget;
}

/* Who is not done yet refuses what would disturb it, and answers as before. */
static bool is_undisturbed(const bout *b, uint64_t hash, char *message, size_t size) {
    EXPECT(wend_mover_update(b->s.mover) == WEND_ERROR_BUSY, "the mover is not busy");
    EXPECT(wend_field_build(b->sliced, b->s.workspace, NULL) == WEND_ERROR_BUSY, "a build is not refused");
    EXPECT(wend_field_update(b->sliced, b->s.workspace, NULL) == WEND_ERROR_BUSY, "an update is not refused");
    EXPECT(wend_field_begin(b->sliced, b->s.workspace, NULL) == WEND_ERROR_BUSY, "a second one begins");
    EXPECT(wend_field_hash(b->sliced) == hash, "the field has changed before the build was done");
    return true;
}

/* Steps to the end, or gives up on the way; meanwhile the map is edited. */
static bool steps_fit(bout *b, wend_status wanted, bool *is_done, char *message, size_t size) {
    const wend_tasks tasks = {.worker_count = 1, .clock = now, .user = &b->time};
    uint64_t hash = wend_field_hash(b->sliced);
    *is_done = false;
    while (!*is_done) {
        wend_budget budget = random_budget(b, &tasks);
        wend_status status = wend_field_step(b->sliced, &budget);
        *is_done = status != WEND_PENDING;
        EXPECT(!*is_done || status == wanted, "status %d, not %d", status, wanted);
        if (*is_done) break;
        if (!is_undisturbed(b, hash, message, size)) return false;
        if (test_random_chance(&b->random, 10)) random_edit(b->w, b->s.map, b->s.mover, &b->random);
        if (!test_random_chance(&b->random, 3)) continue;
        wend_field_cancel(b->sliced);
        EXPECT(wend_field_hash(b->sliced) == hash, "giving up has changed the field");
        return true;
    }
    return true;
}

static bool round_fits(bout *b, char *message, size_t size) {
    world *w = b->w;
    for (uint32_t edits = test_random_below(&b->random, 4); edits; edits--)
        random_edit(w, b->s.map, b->s.mover, &b->random);
    wend_mover_update(b->s.mover);
    if (test_random_chance(&b->random, 30)) random_goals(w, &b->random);
    wend_field_set_goals(b->sliced, w->goals, w->goal_count, &w->options);
    wend_field_set_goals(b->whole, w->goals, w->goal_count, &w->options);
    wend_build_options options = {.max_distance = test_random_chance(&b->random, 10) ? w->max_distance : 0};
    if (w->has_seeds && test_random_chance(&b->random, 50)) options.seeds = w->seeds;
    wend_status wanted = wend_field_build(b->whole, b->s.workspace, &options);
    EXPECT(wend_field_begin(b->sliced, b->workspace, &options) == WEND_OK, "it does not begin");
    bool sets_goals = test_random_chance(&b->random, 20), is_done;
    if (sets_goals) wend_field_set_goals(b->sliced, w->goals, w->goal_count, &w->options);
    if (!steps_fit(b, wanted, &is_done, message, size)) return false;
    if (!is_done) return true;
    wend_status status = sets_goals ? WEND_STALE : WEND_OK;
    EXPECT(wend_field_status(b->sliced) == status, "status %d afterwards", wend_field_status(b->sliced));
    if (sets_goals) wend_field_set_goals(b->whole, w->goals, w->goal_count, &w->options);
    return same_fields(b, message, size);
}

static bool sliced(const world *start, char *message, size_t size) {
    bout b = {.w = malloc(sizeof *b.w), .random = test_random_of(start->seed + 99)};
    memcpy(b.w, start, sizeof *b.w);
    bool fits = subject_make(&b.s, b.w, message, size);
    fits = fits && make_fields(&b, start->seed % 3 == 0, start->seed % 4 == 0);
    for (int round = 0; round < ROUNDS && fits; round++) fits = round_fits(&b, message, size);
    wend_field_info info;
    if (fits) {
        wend_field_describe(b.sliced, &info);
        all_repairs += info.repairs;
        all_builds += info.builds;
    }
    wend_field_destroy(b.sliced);
    wend_field_destroy(b.whole);
    wend_workspace_destroy(b.workspace);
    subject_free(&b.s);
    free(b.w);
    return fits;
}

static void test_sliced(void **state) {
    (void)state;
    check_worlds(sliced, 52000000, test_dose(60, 250, 6000));
    assert_true(all_repairs > all_builds / 10);
}

/* Maps of several pages, where repairs go on by pages. */
static void test_sliced_pages(void **state) {
    (void)state;
    check_large_worlds(sliced, FIRST_LARGE, test_dose(2, 6, 200));
    printf("%llu repairs, %llu builds\n", (unsigned long long)all_repairs, (unsigned long long)all_builds);
}

/* Destroyed in the middle, a field leaves the mover free again. */
static void test_destroyed(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    random_world(w, 5);
    bout b = {.w = w, .random = test_random_of(1)};
    char message[400];
    assert_true(subject_make(&b.s, w, message, sizeof message) && make_fields(&b, false, false));
    assert_int_equal(wend_field_begin(b.whole, b.workspace, NULL), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_field_step(b.sliced, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_begin(b.sliced, b.workspace, NULL), WEND_OK);
    assert_int_equal(wend_field_step(b.sliced, &(wend_budget){.nanoseconds = 5}), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_step(b.sliced, &(wend_budget){.cells = 1}), WEND_PENDING);
    assert_int_equal(wend_mover_update(b.s.mover), WEND_ERROR_BUSY);
    wend_field_destroy(b.sliced);
    assert_int_equal(wend_mover_update(b.s.mover), WEND_OK);
    wend_field_destroy(b.whole);
    wend_workspace_destroy(b.workspace);
    subject_free(&b.s);
    free(w);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        check_seed(sliced, argv[1], FIRST_LARGE);
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sliced), cmocka_unit_test(test_sliced_pages),
                                       cmocka_unit_test(test_destroyed)};
    return cmocka_run_group_tests_name("prop_slices", tests, NULL, NULL);
}
