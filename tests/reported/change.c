/* SPDX-License-Identifier: MIT
 * Reported: maps that change under fields, caches that notice nothing, towers, results that depend on history. */
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

/* Structures placed later were ignored: the update tells, and the field says that it is stale. */
static void test_later_walls_are_noticed(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".....", "....G", "....."));
    subject s = built(w);
    assert_int_equal(wend_map_set(s.map, 2, 1, 255), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_field_status(s.field), WEND_STALE);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_place(s.field, 2, 1), WEND_IN_WALL);
    assert_true(wend_field_value(s.field, 0, 1) > 4 * 140);
    subject_free(&s);
    free(w);
}

/* Which edits a route survives: far ones do not change it; a wall on it does, and so does a wall taken away. */
static void test_what_a_route_survives(void **state) {
    (void)state;
    world *w =
        drawn(WEND_SQUARE, ROWS("..........", "#########.", "G.........", "..........", "..........", ".........."));
    subject s = built(w);
    wend_cell before[32], after[32];
    size_t count = 0, again = 0;
    assert_int_equal(wend_field_trace(s.field, 0, 0, before, 32, &count), WEND_OK);
    static const struct {
        wend_cell cell;
        uint8_t terrain;
        bool survives;
    } edits[] = {{{4, 5}, 255, true}, {{5, 2}, 255, false}, {{5, 2}, 0, true}, {{3, 1}, 0, false}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(wend_map_set(s.map, edits[i].cell.x, edits[i].cell.y, edits[i].terrain), WEND_OK);
        assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        assert_int_equal(build(&s), WEND_OK);
        assert_int_equal(wend_field_trace(s.field, 0, 0, after, 32, &again), WEND_OK);
        bool same = count == again && memcmp(before, after, count * sizeof *before) == 0;
        assert_int_equal(same, edits[i].survives);
    }
    subject_free(&s);
    free(w);
}

/* Empty until the first update, and out of bounds on maps without a border of walls. */
static void test_valid_from_the_start_and_at_the_edge(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = drawn((wend_lattice)lattice, ROWS("G..", "...", "..."));
        subject s = made(w);
        assert_int_equal(wend_mover_place(s.mover, 2, 2), WEND_OK); /* no update was needed */
        assert_int_equal(build(&s), WEND_OK);
        for (int32_t i = 0; i < 9; i++) {
            wend_cell next;
            wend_field_next(s.field, i % 3, i / 3, &next);
            assert_true(next.x >= 0 && next.y >= 0 && next.x < 3 && next.y < 3);
        }
        subject_free(&s);
        free(w);
    }
}

/* Filling cell by cell or at once: the same map, the same mover, and one edit instead of many. */
static void test_bulk_edits(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 64, 64, WEND_SQUARE);
    w->goals[w->goal_count++] = (wend_goal){.x = 0, .y = 0};
    subject a = made(w), b = made(w);
    for (int32_t y = 10; y < 50; y++) {
        for (int32_t x = 10; x < 50; x++) assert_int_equal(wend_map_set(a.map, x, y, 7), WEND_OK);
    }
    uint64_t revision = wend_map_revision(b.map);
    assert_int_equal(wend_map_fill(b.map, (wend_rect){10, 10, 40, 40}, 7), WEND_OK);
    assert_true(wend_map_revision(b.map) == revision + 1);
    assert_int_equal(wend_mover_update(a.mover), WEND_OK);
    assert_int_equal(wend_mover_update(b.mover), WEND_OK);
    assert_int_equal(build(&a), WEND_OK);
    assert_int_equal(build(&b), WEND_OK);
    assert_true(wend_map_hash(a.map) == wend_map_hash(b.map));
    assert_true(wend_field_hash(a.field) == wend_field_hash(b.field));
    subject_free(&a);
    subject_free(&b);
    free(w);
}

/* A tower that would seal the exit: tried on the map, seen by the spawn, taken back without a trace. */
static void test_towers_that_seal(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...#...", ".......", "...#..G"));
    subject s = built(w);
    uint64_t hash = wend_field_hash(s.field), revision = wend_mover_revision(s.mover);
    assert_int_equal(wend_map_set(s.map, 3, 1, 255), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_not_equal(wend_mover_component(s.mover, 0, 0), wend_mover_component(s.mover, 6, 2));
    assert_int_equal(wend_map_set(s.map, 3, 1, 0), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_component(s.mover, 0, 0), wend_mover_component(s.mover, 6, 2));
    assert_true(wend_mover_revision(s.mover) != revision); /* it did change in between */
    assert_int_equal(build(&s), WEND_OK);
    assert_true(wend_field_hash(s.field) == hash);
    subject_free(&s);
    free(w);
}

/* Creeps walked through a tower built on them: inside of it they are told the way out, and round it goes the rest. */
static void test_tower_built_on_a_creep(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("........", "........", ".......G", "........", "........"));
    subject s = built(w);
    assert_int_equal(wend_map_fill(s.map, (wend_rect){3, 1, 2, 3}, 255), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    wend_cell cells[32];
    size_t count = 0;
    assert_int_equal(wend_field_place(s.field, 3, 2), WEND_IN_WALL);
    assert_int_equal(wend_field_trace(s.field, 3, 2, cells, 32, &count), WEND_OK);
    assert_int_equal(wend_mover_place(s.mover, cells[1].x, cells[1].y), WEND_OK);
    assert_int_equal(wend_field_trace(s.field, 0, 2, cells, 32, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) assert_int_equal(wend_mover_place(s.mover, cells[i].x, cells[i].y), WEND_OK);
    subject_free(&s);
    free(w);
}

/* "First" by straight distance is wrong where ways cross over: what remains of the way is there for the asking. */
static void test_what_remains(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".......", "######.", "G......"));
    subject s = built(w);
    assert_true(wend_field_distance(s.field, 0, 0) > wend_field_distance(s.field, 6, 0));
    assert_true(wend_field_distance(s.field, 6, 0) > wend_field_distance(s.field, 6, 2));
    subject_free(&s);
    free(w);
}

/* Clients diverged: equal cells chosen by the order of a search, by the cache, by what was asked before. Here the same
 * map gives the same bits whatever happened on the way, and asking changes nothing. */
static void test_history_leaves_no_trace(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    for (uint64_t seed = 0; seed < 40; seed++) {
        random_world(w, 790000 + seed);
        w->has_seeds = false;
        w->has_overlay = false;
        subject fresh = made(w), worn = made(w);
        test_random random = test_random_of(seed);
        wend_cell cells[8];
        wend_sample sample;
        size_t count;
        for (int i = 0; i < 10; i++) {
            wend_cell cell = random_cell(w, &random);
            wend_path_desc desc = {.from = cell, .to = random_cell(w, &random)};
            wend_path_result result;
            wend_map_set(worn.map, cell.x, cell.y, (uint8_t)test_random_below(&random, 256));
            wend_mover_update(worn.mover);
            build(&worn);
            wend_path_find(worn.mover, worn.workspace, &desc, cells, 8, &result);
            wend_field_trace(worn.field, cell.x, cell.y, cells, 8, &count);
            wend_field_sample(worn.field, WEND_SAMPLE_NEAREST, (float)cell.x, (float)cell.y, &sample);
            wend_map_set(worn.map, cell.x, cell.y, w->terrain[world_index(w, cell.x, cell.y)]);
        }
        wend_mover_update(worn.mover);
        build(&fresh);
        build(&worn);
        assert_true(wend_field_hash(fresh.field) == wend_field_hash(worn.field));
        assert_true(wend_map_hash(fresh.map) == wend_map_hash(worn.map));
        subject_free(&fresh);
        subject_free(&worn);
    }
    free(w);
}

/* One goal only blocked exploring and fleeing: many goals at once, and the nearest counts; routes can be shown. */
static void test_many_goals_and_routes(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G...........G"));
    subject s = built(w);
    for (int32_t x = 0; x < 13; x++) {
        uint32_t steps = (uint32_t)(x < 12 - x ? x : 12 - x);
        wend_cell cells[16];
        size_t count = 0;
        assert_int_equal(wend_field_value(s.field, x, 0), 140 * steps);
        assert_int_equal(wend_field_trace(s.field, x, 0, cells, 16, &count), WEND_OK);
        assert_int_equal(count, steps + 1);
    }
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_later_walls_are_noticed),
        cmocka_unit_test(test_what_a_route_survives),
        cmocka_unit_test(test_valid_from_the_start_and_at_the_edge),
        cmocka_unit_test(test_bulk_edits),
        cmocka_unit_test(test_towers_that_seal),
        cmocka_unit_test(test_tower_built_on_a_creep),
        cmocka_unit_test(test_what_remains),
        cmocka_unit_test(test_history_leaves_no_trace),
        cmocka_unit_test(test_many_goals_and_routes),
    };
    return cmocka_run_group_tests_name("reported: change", tests, NULL, NULL);
}
