/* SPDX-License-Identifier: MIT
 * The mover: its desc, what steps cost, the overlay, revisions. */
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

static world *bare(int32_t width, int32_t height, wend_lattice lattice) {
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, width, height, lattice);
    return w;
}

static void test_defaults(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = bare(3, 3, (wend_lattice)lattice);
        wend_map *map = subject_map(w, NULL);
        wend_mover *mover = NULL;
        wend_mover_desc desc;
        assert_int_equal(wend_mover_create(map, NULL, &mover), WEND_OK);
        assert_ptr_equal(wend_mover_map(mover), map);
        wend_mover_describe(mover, &desc);
        assert_int_equal(desc.unit_cost, 1);
        assert_int_equal(desc.neighbours, lattice == WEND_HEX ? 6 : 8);
        assert_int_equal(desc.corner_rule, WEND_CORNER_NEVER);
        assert_int_equal(desc.step_rule, WEND_STEP_MEAN);
        assert_int_equal(desc.diagonal, 99);
        assert_int_equal(desc.radius, 0);
        assert_int_equal(desc.class_bits, 0);
        assert_int_equal(desc.overlay_weight, 256);
        assert_int_equal(desc.costs[0], 1);
        for (int terrain = 1; terrain < 256; terrain++) assert_int_equal(desc.costs[terrain], terrain);
        wend_mover_destroy(mover);
        wend_map_destroy(map);
        free(w);
    }
}

static void refuse(wend_map *map, const wend_mover_desc *desc, int32_t bad_terrain) {
    int32_t bad = -7;
    wend_mover *mover = (wend_mover *)map;
    assert_int_equal(wend_mover_check(map, desc, &bad), WEND_ERROR_ARGUMENT);
    assert_int_equal(bad, bad_terrain);
    assert_int_equal(wend_mover_check(map, desc, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_create(map, desc, &mover), WEND_ERROR_ARGUMENT);
    assert_ptr_equal(mover, map);
}

static void test_bad_descs(void **state) {
    (void)state;
    world *w = bare(3, 3, WEND_SQUARE), *h = bare(3, 3, WEND_HEX);
    wend_map *square = subject_map(w, NULL), *hex = subject_map(h, NULL);
    const wend_mover_desc bad[] = {
        {.unit_cost = 255},
        {.unit_cost = UINT32_MAX},
        {.neighbours = 1},
        {.neighbours = 5},
        {.neighbours = 9},
        {.corner_rule = (wend_corner_rule)3},
        {.corner_rule = (wend_corner_rule)-1},
        {.step_rule = (wend_step_rule)2},
        {.step_rule = (wend_step_rule)-1},
        {.diagonal = 1},
        {.diagonal = 71},
        {.diagonal = 141},
        {.radius = WEND_MAX_RADIUS + 1},
        {.radius = UINT32_MAX},
        {.overlay_weight = 65536},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        refuse(square, &bad[i], -1);
        refuse(hex, &bad[i], -1);
    }
    refuse(square, &(wend_mover_desc){.neighbours = 6}, -1);
    refuse(hex, &(wend_mover_desc){.neighbours = 4}, -1);
    refuse(hex, &(wend_mover_desc){.neighbours = 8}, -1);
    uint8_t costs[256];
    for (int zero = 0; zero < 256; zero += 51) {
        memset(costs, 7, sizeof costs);
        costs[zero] = 0;
        if (zero < 200) costs[zero + 3] = 0;
        refuse(square, &(wend_mover_desc){.costs = costs}, zero);
    }
    wend_mover *mover = NULL;
    assert_int_equal(wend_mover_create(NULL, NULL, &mover), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_create(square, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_check(NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_update(NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_place(NULL, 0, 0), WEND_ERROR_ARGUMENT);
    assert_null(mover);
    wend_mover_destroy(NULL);
    wend_map_destroy(square);
    wend_map_destroy(hex);
    free(w);
    free(h);
}

static void test_good_descs(void **state) {
    (void)state;
    world *w = bare(3, 3, WEND_SQUARE);
    wend_map *map = subject_map(w, NULL);
    uint8_t walls[256];
    memset(walls, WEND_BLOCKED, sizeof walls);
    const wend_mover_desc good[] = {
        {.unit_cost = 254}, {.neighbours = 4},  {.neighbours = 8},           {.diagonal = 70},
        {.diagonal = 105},  {.diagonal = 140},  {.radius = WEND_MAX_RADIUS}, {.overlay_weight = 65535},
        {.costs = walls},   {.class_bits = ~0u}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        wend_mover *mover = NULL;
        int32_t bad = -7;
        assert_int_equal(wend_mover_check(map, &good[i], &bad), WEND_OK);
        assert_int_equal(wend_mover_create(map, &good[i], &mover), WEND_OK);
        wend_mover_destroy(mover);
    }
    wend_map_destroy(map);
    free(w);
}

/* The table is copied: what the caller does with theirs afterwards is no matter. */
static void test_costs_are_copied(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("012"));
    wend_map *map = subject_map(w, NULL);
    uint8_t costs[256];
    memset(costs, 5, sizeof costs);
    wend_mover *mover = NULL;
    assert_int_equal(wend_mover_create(map, &(wend_mover_desc){.costs = costs}, &mover), WEND_OK);
    memset(costs, 255, sizeof costs);
    wend_map_set(map, 0, 0, 9);
    assert_int_equal(wend_mover_update(mover), WEND_OK);
    assert_int_equal(wend_mover_cost(mover, 0, 0), 5);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    free(w);
}

static void expect_steps(uint32_t diagonal, wend_step_rule rule, uint32_t straight_cost, uint32_t diagonal_cost) {
    world *w = drawn(WEND_SQUARE, ROWS("32", "47"));
    w->mover.diagonal = diagonal;
    w->mover.step_rule = rule;
    subject s = made(w);
    assert_int_equal(wend_mover_step_cost(s.mover, 0, 0, WEND_EAST), straight_cost);
    assert_int_equal(wend_mover_step_cost(s.mover, 0, 0, WEND_SOUTH_EAST), diagonal_cost);
    assert_int_equal(wend_mover_step_cost(s.mover, 0, 0, WEND_NORTH), UINT32_MAX);
    assert_int_equal(wend_mover_step_cost(s.mover, 0, 0, WEND_NO_DIRECTION), UINT32_MAX);
    assert_int_equal(wend_mover_step_cost(s.mover, 0, 0, (wend_direction)8), UINT32_MAX);
    assert_int_equal(wend_mover_step_cost(s.mover, -1, 0, WEND_EAST), UINT32_MAX);
    subject_free(&s);
    free(w);
}

static void test_step_costs(void **state) {
    (void)state;
    expect_steps(0, WEND_STEP_MEAN, 70 * 5, 99 * 10);
    expect_steps(70, WEND_STEP_MEAN, 70 * 5, 70 * 10);
    expect_steps(105, WEND_STEP_MEAN, 70 * 5, 105 * 10);
    expect_steps(140, WEND_STEP_MEAN, 70 * 5, 140 * 10);
    expect_steps(0, WEND_STEP_ENTER, 140 * 2, 198 * 7);
    expect_steps(140, WEND_STEP_ENTER, 140 * 2, 280 * 7);
}

/* Grass 1.0, road 0.6, swamp 2.5, mountain 3.0 are 10, 6, 25, 30 with unit_cost 10. */
static void test_unit_cost(void **state) {
    (void)state;
    static const uint8_t costs[4] = {10, 6, 25, 30};
    static const float distances[4] = {1.0f, 0.6f, 2.5f, 3.0f};
    for (int i = 0; i < 4; i++) {
        world *w = drawn(WEND_SQUARE, ROWS("1G"));
        w->terrain[1] = 1;
        w->has_costs = true;
        memset(w->costs, costs[i], sizeof w->costs);
        w->mover.unit_cost = 10;
        subject s = built(w);
        float distance = wend_field_distance(s.field, 0, 0);
        assert_true(distance > distances[i] - 1e-6f && distance < distances[i] + 1e-6f);
        subject_free(&s);
        free(w);
    }
}

static void test_overlay(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("05#", "...", ".G."));
    w->terrain[1] = 250;
    subject s = built(w);
    uint64_t revision = wend_mover_revision(s.mover);
    assert_int_equal(wend_mover_fill_overlay(s.mover, (wend_rect){0, 0, 3, 1}, 10), WEND_OK);
    assert_int_equal(wend_mover_cost(s.mover, 0, 0), 1); /* not before the update */
    assert_int_equal(wend_field_status(s.field), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_true(wend_mover_revision(s.mover) != revision);
    assert_int_equal(wend_field_status(s.field), WEND_STALE);
    assert_int_equal(wend_mover_cost(s.mover, 0, 0), 11);
    assert_int_equal(wend_mover_cost(s.mover, 1, 0), 254); /* never blocks */
    assert_int_equal(wend_mover_cost(s.mover, 2, 0), 255); /* never opens */
    assert_int_equal(wend_mover_cost(s.mover, 0, 1), 1);
    assert_int_equal(wend_mover_set_overlay_weight(s.mover, 128), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_cost(s.mover, 0, 0), 6);
    assert_int_equal(wend_mover_set_overlay_weight(s.mover, 65535), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_cost(s.mover, 0, 0), 254);
    assert_int_equal(wend_mover_place(s.mover, 0, 0), WEND_OK);
    assert_int_equal(wend_mover_set_overlay_weight(s.mover, 0), WEND_OK); /* here 0 means 0 */
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_cost(s.mover, 0, 0), 1);
    assert_int_equal(wend_mover_set_overlay_weight(s.mover, 256), WEND_OK);
    const uint8_t values[] = {1, 2, 99, 3, 4, 99};
    assert_int_equal(wend_mover_write_overlay(s.mover, (wend_rect){0, 1, 2, 2}, values, 3), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_cost(s.mover, 0, 1), 2);
    assert_int_equal(wend_mover_cost(s.mover, 1, 2), 5);
    assert_int_equal(wend_mover_cost(s.mover, 0, 0), 11);
    /* Set and taken back: no change. */
    revision = wend_mover_revision(s.mover);
    wend_mover_fill_overlay(s.mover, (wend_rect){2, 2, 1, 1}, 9);
    wend_mover_fill_overlay(s.mover, (wend_rect){2, 2, 1, 1}, 0);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_true(wend_mover_revision(s.mover) == revision);
    subject_free(&s);
    free(w);
}

static void test_overlay_refusals(void **state) {
    (void)state;
    world *w = bare(4, 3, WEND_SQUARE);
    subject s = made(w);
    const uint8_t values[16] = {1};
    wend_rect good = {1, 1, 3, 2};
    static const wend_rect outside[] = {
        {-1, 0, 1, 1}, {0, 0, 5, 1}, {1, 1, INT32_MAX, 1}, {INT32_MAX, 0, 1, 1},
        {0, 0, 0, 1},  {0, 0, 1, 0}, {2, 2, -1, -1},       {0, INT32_MIN, 1, INT32_MAX}};
    uint64_t revision = wend_mover_revision(s.mover);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_true(wend_mover_fill_overlay(s.mover, outside[i], 3) < 0);
        assert_true(wend_mover_write_overlay(s.mover, outside[i], values, SIZE_MAX) < 0);
    }
    assert_int_equal(wend_mover_fill_overlay(s.mover, outside[0], 3), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_mover_fill_overlay(NULL, good, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_write_overlay(NULL, good, values, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_write_overlay(s.mover, good, NULL, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_write_overlay(s.mover, good, values, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_set_overlay_weight(s.mover, 65536), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_set_overlay_weight(NULL, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_true(wend_mover_revision(s.mover) == revision);
    subject_free(&s);
    free(w);
}

/* Reference counts: whoever goes first, the others live on. */
static void test_destroy_in_any_order(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 6; i++) {
        world *w = drawn(WEND_SQUARE, ROWS("..#.", "..G."));
        subject s = built(w);
        uint64_t hash = wend_field_hash(s.field);
        for (int j = 0; j < 3; j++) {
            switch (orders[i][j]) {
            case 0:
                assert_true(wend_map_terrain(s.map, 2, 0) == 255);
                wend_map_destroy(s.map);
                break;
            case 1:
                assert_int_equal(wend_mover_update(s.mover), WEND_OK);
                wend_mover_destroy(s.mover);
                break;
            default:
                assert_true(wend_field_hash(s.field) == hash);
                assert_int_equal(build(&s), WEND_OK);
                assert_true(wend_field_hash(s.field) == hash);
                wend_field_destroy(s.field);
                break;
            }
        }
        wend_workspace_destroy(s.workspace);
        free(w);
    }
}

static void test_off_the_map(void **state) {
    (void)state;
    static const wend_cell outside[] = {
        {-1, 0}, {0, -1}, {3, 0}, {0, 2}, {INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}};
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = bare(3, 2, (wend_lattice)lattice);
        subject s = made(w);
        for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
            int32_t x = outside[i].x, y = outside[i].y;
            assert_int_equal(wend_mover_cost(s.mover, x, y), WEND_BLOCKED);
            assert_int_equal(wend_mover_exits(s.mover, x, y), 0);
            assert_int_equal(wend_mover_place(s.mover, x, y), WEND_OFF_MAP);
            assert_int_equal(wend_mover_component(s.mover, x, y), WEND_NO_COMPONENT);
            for (int k = -1; k < 9; k++) {
                assert_int_equal(wend_mover_step_cost(s.mover, x, y, (wend_direction)k), UINT32_MAX);
            }
        }
        subject_free(&s);
        free(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_bad_descs),
        cmocka_unit_test(test_good_descs),
        cmocka_unit_test(test_costs_are_copied),
        cmocka_unit_test(test_step_costs),
        cmocka_unit_test(test_unit_cost),
        cmocka_unit_test(test_overlay),
        cmocka_unit_test(test_overlay_refusals),
        cmocka_unit_test(test_destroy_in_any_order),
        cmocka_unit_test(test_off_the_map),
    };
    return cmocka_run_group_tests_name("mover", tests, NULL, NULL);
}
