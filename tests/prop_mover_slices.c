/* SPDX-License-Identifier: MIT
 * Random worlds whose mover is brought up to date in slices of random size, while the map is edited on: in between, who
 * would search is refused and who reads is not; at the end the mover is what the oracle says, and its list of changes is
 * enough to repair a field. prop_mover_slices SEED tries one world alone. */
#include "support/allocator.h"
#include "support/random_edit.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <wend/path.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROUNDS 6
#define FIRST_LARGE UINT64_C(57000000) /* seeds from here on give worlds of several pages */

typedef struct bout {
    world *w;
    subject s;
    test_random random;
    uint64_t time; /* of the clock: each look at it takes a microsecond */
} bout;

static uint64_t now(void *user) {
    return *(uint64_t *)user += 1000;
}

static wend_budget random_budget(bout *b, const wend_tasks *tasks) {
    const uint32_t sizes[3] = {3, 300, 20000};
    wend_budget budget = {0};
    if (test_random_chance(&b->random, 70))
        budget.cells = 1 + test_random_below(&b->random, sizes[test_random_below(&b->random, 3)]);
    if (test_random_chance(&b->random, 50)) {
        budget.nanoseconds = 1 + test_random_below(&b->random, 20000);
        budget.tasks = tasks;
    }
    return budget;
}

static void edit(bout *b, uint32_t count) {
    for (; count > 0; count--) random_edit(b->w, b->s.map, b->s.mover, &b->random);
}

/* So many small edits that the map's log forgets what the open update has not read yet. */
static void edit_until_forgotten(bout *b) {
    for (int i = 0; i < 1100; i++) {
        wend_cell cell = random_cell(b->w, &b->random);
        uint8_t *terrain = &b->w->terrain[world_index(b->w, cell.x, cell.y)];
        *terrain = (uint8_t)(*terrain == 255 ? 0 : 255);
        wend_map_set(b->s.map, cell.x, cell.y, *terrain);
    }
}

static bool searches_are_refused(const bout *b, char *message, size_t size) {
    const subject *s = &b->s;
    wend_cell from = {0, 0}, to = {b->w->width - 1, b->w->height - 1};
    const wend_path_desc desc = {.from = from, .to = to};
    wend_path_result result;
    wend_sample sample;
    EXPECT(wend_field_build(s->field, s->workspace, NULL) == WEND_ERROR_BUSY, "a build is not refused");
    EXPECT(wend_field_update(s->field, s->workspace, NULL) == WEND_ERROR_BUSY, "a repair is not refused");
    EXPECT(wend_reachable(s->mover, s->workspace, from, to) == WEND_ERROR_BUSY, "a question is not refused");
    EXPECT(wend_path_find(s->mover, s->workspace, &desc, NULL, 0, &result) == WEND_ERROR_BUSY, "a path is not refused");
    EXPECT(wend_mover_component(s->mover, to.x, to.y) == WEND_NO_COMPONENT, "a cell has a component");
    EXPECT(wend_field_status(s->field) == WEND_STALE, "the field is not stale");
    for (int mode = 0; mode < 2; mode++) wend_field_sample(s->field, (wend_sample_mode)mode, 0.5f, 0.5f, &sample);
    return true;
}

static bool steps_fit(bout *b, bool *was_edited, char *message, size_t size) {
    const wend_tasks tasks = {.worker_count = 1, .clock = now, .user = &b->time};
    bool is_forgotten = false;
    for (;;) {
        wend_budget budget = random_budget(b, &tasks);
        wend_status status = wend_mover_step(b->s.mover, &budget);
        EXPECT(status == WEND_OK || status == WEND_PENDING, "status %d", status);
        if (status == WEND_OK) return true;
        if (!searches_are_refused(b, message, size)) return false;
        if (test_random_chance(&b->random, 10)) {
            edit(b, 1);
            *was_edited = true;
        }
        if (!is_forgotten && test_random_chance(&b->random, 1)) {
            edit_until_forgotten(b);
            *was_edited = is_forgotten = true;
        }
    }
}

static bool same_as_fresh_field(const bout *b, char *message, size_t size) {
    wend_field *fresh = subject_field(b->w, b->s.mover);
    EXPECT(fresh, "no field");
    wend_field_set_goals(fresh, b->w->goals, b->w->goal_count, &b->w->options);
    wend_field_build(fresh, b->s.workspace, NULL);
    wend_field_update(b->s.field, b->s.workspace, NULL);
    bool same = wend_field_hash(fresh) == wend_field_hash(b->s.field);
    wend_field_destroy(fresh);
    EXPECT(same, "the repaired field is another");
    return true;
}

static bool round_fits(bout *b, char *message, size_t size) {
    bool was_edited = false;
    edit(b, test_random_below(&b->random, 6));
    if (!steps_fit(b, &was_edited, message, size)) return false;
    /* What was edited meanwhile may be in, or not. */
    if (was_edited && test_random_chance(&b->random, 50) && !steps_fit(b, &was_edited, message, size)) return false;
    if (was_edited) EXPECT(wend_mover_update(b->s.mover) == WEND_OK, "no update");
    oracle_graph *graph = oracle_graph_of(b->w);
    bool same = same_graph(b->w, graph, b->s.mover, message, size);
    oracle_graph_free(graph);
    return same && same_as_fresh_field(b, message, size);
}

static bool sliced(const world *start, char *message, size_t size) {
    bout b = {.w = malloc(sizeof *b.w), .random = test_random_of(start->seed + 31)};
    memcpy(b.w, start, sizeof *b.w);
    b.w->has_seeds = false;
    bool fits = subject_make(&b.s, b.w, message, size);
    if (fits) {
        wend_field_set_goals(b.s.field, b.w->goals, b.w->goal_count, &b.w->options);
        wend_field_build(b.s.field, b.s.workspace, NULL);
    }
    for (int round = 0; round < ROUNDS && fits; round++) fits = round_fits(&b, message, size);
    subject_free(&b.s);
    free(b.w);
    return fits;
}

static void test_sliced(void **state) {
    (void)state;
    check_worlds(sliced, 56000000, test_dose(100, 600, 10000));
}

static void test_sliced_pages(void **state) {
    (void)state;
    check_large_worlds(sliced, FIRST_LARGE, test_dose(4, 15, 300));
}

/* While a field is built in slices nobody steps; a whole update does what is left. */
static void test_others(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    world_start(w, 20, 20, WEND_SQUARE);
    subject s;
    char message[400];
    assert_true(subject_make(&s, w, message, sizeof message));
    wend_field *field;
    const wend_field_desc desc = {.slices = 1};
    assert_int_equal(wend_field_create(s.mover, &desc, &field), WEND_OK);
    assert_int_equal(wend_field_begin(field, s.workspace, NULL), WEND_OK);
    assert_int_equal(wend_mover_step(s.mover, NULL), WEND_ERROR_BUSY);
    wend_field_cancel(field);
    assert_int_equal(wend_mover_step(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_step(s.mover, &(wend_budget){.nanoseconds = 5}), WEND_ERROR_ARGUMENT);
    wend_map_fill(s.map, (wend_rect){0, 0, w->width, w->height}, 3);
    assert_int_equal(wend_mover_step(s.mover, &(wend_budget){.cells = 1}), WEND_PENDING);
    assert_int_equal(wend_field_begin(field, s.workspace, NULL), WEND_ERROR_BUSY);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_cost(s.mover, w->width - 1, w->height - 1), 3);
    assert_int_equal(wend_field_begin(field, s.workspace, NULL), WEND_OK);
    wend_field_destroy(field);
    subject_free(&s);
    free(w);
}

/* Destroyed after any number of steps it gives up all it holds; the allocator counts. */
static void test_destroyed(void **state) {
    (void)state;
    for (int steps = 0; steps < 40; steps++) {
        test_allocator memory = {0};
        wend_allocator hooks = test_allocator_hooks(&memory);
        const wend_map_desc desc = {.width = 10, .height = 10, .allocator = &hooks};
        wend_map *map;
        wend_mover *mover;
        const wend_link there = {{0, 0}, {9, 9}, 5, 0}, back = {{9, 9}, {0, 0}, 5, 0};
        assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
        assert_int_equal(wend_map_add_links(map, &there, 1), WEND_OK);
        assert_int_equal(wend_mover_create(map, NULL, &mover), WEND_OK);
        assert_int_equal(wend_map_add_links(map, &back, 1), WEND_OK);
        wend_map_fill(map, (wend_rect){3, 3, 4, 4}, 255);
        for (int i = 0; i < steps; i++) wend_mover_step(mover, &(wend_budget){.cells = 1});
        wend_mover_destroy(mover);
        wend_map_destroy(map);
        assert_int_equal(memory.live, 0);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        check_seed(sliced, argv[1], FIRST_LARGE);
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sliced), cmocka_unit_test(test_sliced_pages),
                                       cmocka_unit_test(test_others), cmocka_unit_test(test_destroyed)};
    return cmocka_run_group_tests_name("prop_mover_slices", tests, NULL, NULL);
}
