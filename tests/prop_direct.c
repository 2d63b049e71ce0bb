/* SPDX-License-Identifier: MIT
 * Random worlds: the directions of every cell against their definition, cell by cell, with every back end and both
 * widths of lanes. */
#include "support/random_world.h"
#include "support/subject.h"

#include "field/direct.h"
#include "field/field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* All steps that are equally best, goals and links left out of account. */
static uint8_t best_steps(const wend_field *field, uint32_t cell) {
    const wend_mover *mover = field->mover;
    const wend__pages *pages = &field->pages;
    const wend_cell here = wend__cell_of(field->shape, cell);
    const uint32_t value = pages->values[wend__slot_of(pages, cell)];
    uint8_t best = 0;
    if (value >= WEND_SATURATED_VALUE) return 0;
    for (uint32_t rest = wend__exits_of(mover, cell); rest; rest &= rest - 1) {
        const int k = wend__lowest_bit(rest);
        const wend_cell there = wend__neighbour(field->shape.lattice, here, k);
        const uint64_t value_there = pages->values[wend__slot(pages, there.x, there.y)];
        const uint64_t step = wend_mover_step_cost(mover, here.x, here.y, (wend_direction)k);
        if (value_there != WEND_UNREACHABLE && value_there + step == value) best |= (uint8_t)(1u << k);
    }
    return best;
}

static bool steps_fit(const wend_field *field, const uint8_t *want, wend_backend backend, bool is_bounded,
                      char *message, size_t size) {
    const wend__pages *pages = &field->pages;
    for (uint32_t page = 0; page < pages->count; page++) {
        const bool is_live = pages->page[page].content == WEND__PAGE_LIVE;
        memset(pages->directions + ((size_t)page << 12), is_live ? 0xA5 : 0, WEND__PAGE_CELLS);
    }
    wend__direct(field->mover, pages, backend, is_bounded, NULL);
    for (uint32_t cell = 0; cell < wend__cell_count(field->shape); cell++) {
        const wend_cell where = wend__cell_of(field->shape, cell);
        const uint8_t is = pages->directions[wend__slot(pages, where.x, where.y)];
        EXPECT(is == want[cell], "(%d, %d) has steps %02x, not %02x, with %s, bounded %d", where.x, where.y, is,
               want[cell], wend_backend_name(backend), is_bounded);
    }
    return true;
}

/* What lies beyond a bound only the wider lanes can tell; they must say the same where nothing does. */
static bool directions_fit(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    const wend_field *field = scene->s.field;
    const bool is_bounded = w->max_distance > 0 || w->target_count > 0;
    subject_build(&scene->s, w, is_bounded);
    uint8_t *want = malloc(world_count(w));
    for (uint32_t cell = 0; cell < world_count(w); cell++) want[cell] = best_steps(field, cell);
    bool same = true;
    for (int b = WEND_BACKEND_SCALAR; same && b <= WEND_BACKEND_WASM128; b++) {
        if (!wend_backend_is_supported((wend_backend)b)) continue;
        same = steps_fit(field, want, (wend_backend)b, true, message, size);
        if (same && !is_bounded) same = steps_fit(field, want, (wend_backend)b, false, message, size);
    }
    free(want);
    return same;
}

static bool directions(const world *w, char *message, size_t size) {
    return check_scene(w, directions_fit, message, size);
}

/* Goals so far off that values nearly saturate, or do: sums wrap in both widths. */
static bool directions_near_the_limit(const world *start, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, start, sizeof *w);
    test_random random = test_random_of(w->seed);
    for (uint32_t i = 0; i < w->goal_count; i++) {
        const uint32_t below = test_random_below(&random, 300000);
        w->goals[i].offset = (test_random_chance(&random, 50) ? UINT32_MAX - 1 : UINT32_C(1) << 31) - below;
    }
    w->max_distance = 0;
    w->target_count = 0;
    const bool same = check_scene(w, directions_fit, message, size);
    free(w);
    return same;
}

static void test_directions(void **state) {
    (void)state;
    check_worlds(directions, 7000000, test_dose(300, 3000, 50000));
}

static void test_near_the_limit(void **state) {
    (void)state;
    check_worlds(directions_near_the_limit, 7500000, test_dose(150, 1500, 20000));
}

/* A row of cells of one cost, with a seed each; the steps of the first, with every back end. */
static void expect_first(uint8_t cost, const uint32_t *seeds, int32_t count, uint32_t max_distance, uint8_t want) {
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    wend_field *field = NULL;
    wend_workspace *workspace = NULL;
    assert_int_equal(wend_map_create(&(wend_map_desc){.width = count, .height = 1}, &map), WEND_OK);
    wend_map_fill(map, (wend_rect){0, 0, count, 1}, cost);
    assert_int_equal(wend_mover_create(map, NULL, &mover), WEND_OK);
    assert_int_equal(wend_workspace_create((uint32_t)count, NULL, &workspace), WEND_OK);
    for (int b = WEND_BACKEND_SCALAR; b <= WEND_BACKEND_WASM128; b++) {
        if (!wend_backend_is_supported((wend_backend)b)) continue;
        const wend_field_desc desc = {.seeds = 1, .backend = (wend_backend)b};
        const wend_build_options options = {.seeds = seeds, .max_distance = max_distance};
        assert_int_equal(wend_field_create(mover, &desc, &field), WEND_OK);
        assert_int_equal(wend_field_build(field, workspace, &options), WEND_OK);
        assert_int_equal(wend_field_value(field, 0, 0), seeds[0]);
        wend__direct(mover, &field->pages, (wend_backend)b, max_distance != 0, NULL);
        assert_int_equal(field->pages.directions[0], want);
        wend_field_destroy(field);
    }
    wend_workspace_destroy(workspace);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
}

/* Sums that exceed the value here by exactly 2^16 or 2^32. */
static void test_sums_that_wrap(void **state) {
    (void)state;
    const uint32_t far = 100000 + 65536 - 140 * 254;
    expect_first(254, (const uint32_t[]){100000, far}, 2, 0, 0);
    expect_first(1, (const uint32_t[]){139, WEND_UNREACHABLE}, 2, 139, 0);
    expect_first(1, (const uint32_t[]){WEND_SATURATED_VALUE - 1, WEND_SATURATED_VALUE}, 2, 0, 0);
    expect_first(1, (const uint32_t[]){WEND_SATURATED_VALUE, WEND_SATURATED_VALUE - 140}, 2, 0, 0);
    expect_first(1, (const uint32_t[]){WEND_SATURATED_VALUE - 1, WEND_SATURATED_VALUE - 141}, 2, 0, 1 << WEND_EAST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_directions),
        cmocka_unit_test(test_near_the_limit),
        cmocka_unit_test(test_sums_that_wrap),
    };
    return cmocka_run_group_tests_name("prop_direct", tests, NULL, NULL);
}
