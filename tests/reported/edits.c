/* SPDX-License-Identifier: MIT
 * Reported: edits that fields miss, or pay for many times over; answers that are old and do not say so; repairs that leave
 * traps behind. Every map here is edited, its mover updated, its field brought up to date by wend_field_update. */
#include "support/allocator.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

#define CELLS 2048

static void set_terrain(const subject *s, int32_t x, int32_t y, uint8_t terrain) {
    assert_int_equal(wend_map_set(s->map, x, y, terrain), WEND_OK);
}

static void update(const subject *s) {
    assert_int_equal(wend_mover_update(s->mover), WEND_OK);
    assert_true(wend_field_update(s->field, s->workspace, NULL) >= 0);
}

static wend_field_info info_of(const subject *s) {
    wend_field_info info;
    wend_field_describe(s->field, &info);
    return info;
}

/* The hash of a field that is built anew on the same mover, with the same goal. */
static uint64_t fresh_hash(const subject *s, const wend_goal *goal) {
    wend_field *fresh = NULL;
    assert_int_equal(wend_field_create(s->mover, NULL, &fresh), WEND_OK);
    assert_int_equal(wend_field_set_goals(fresh, goal, 1, NULL), WEND_OK);
    assert_true(wend_field_build(fresh, s->workspace, NULL) >= 0);
    uint64_t hash = wend_field_hash(fresh);
    wend_field_destroy(fresh);
    return hash;
}

/* From every place that reaches the goal the way arrives, and costs what was said. */
static void expect_no_traps(const world *w, const subject *s) {
    for (int32_t y = 0; y < w->height; y++)
        for (int32_t x = 0; x < w->width; x++) {
            static wend_cell cells[CELLS];
            size_t count;
            uint64_t sum = 0;
            if (wend_field_value(s->field, x, y) == WEND_UNREACHABLE) continue;
            assert_int_equal(wend_field_trace(s->field, x, y, cells, CELLS, &count), WEND_OK);
            for (size_t i = 0; i + 1 < count; i++) {
                wend_direction direction = wend_field_direction(s->field, cells[i].x, cells[i].y);
                sum += wend_mover_step_cost(s->mover, cells[i].x, cells[i].y, direction);
            }
            assert_true(sum == wend_field_value(s->field, x, y));
        }
}

static world *open_world(int32_t width, int32_t height, int32_t goal_x, int32_t goal_y) {
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, width, height, WEND_SQUARE);
    w->goals[w->goal_count++] = (wend_goal){.x = goal_x, .y = goal_y};
    return w;
}

/* Structures placed later were ignored: one after the other stands at once in every answer, and the revisions tell. */
static void test_structures_placed_later(void **state) {
    (void)state;
    world *w = open_world(30, 20, 29, 10);
    subject s = built(w);
    for (int32_t y = 0; y < 19; y++) {
        uint64_t revision = wend_mover_revision(s.mover);
        uint32_t before = wend_field_value(s.field, 0, 10);
        set_terrain(&s, 15, y, 255);
        assert_int_equal(wend_field_place(s.field, 15, y), WEND_OK); /* the mover has not seen it yet */
        assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        assert_true(wend_mover_revision(s.mover) > revision);
        assert_int_equal(wend_field_place(s.field, 15, y), WEND_IN_WALL);
        assert_int_equal(wend_field_status(s.field), WEND_STALE);
        update(&s);
        assert_true(info_of(&s).mover_revision == wend_mover_revision(s.mover));
        assert_true(wend_field_value(s.field, 0, 10) >= before);
        wend_cell cells[CELLS];
        size_t count;
        assert_int_equal(wend_field_trace(s.field, 0, 10, cells, CELLS, &count), WEND_OK);
        for (size_t i = 0; i < count; i++) assert_int_equal(wend_map_terrain(s.map, cells[i].x, cells[i].y), 0);
    }
    subject_free(&s);
    free(w);
}

/* When does a route survive an edit? Far ones never change it; a wall on it does; so does a wall taken away beside it.
 * The update says how many cells it found different: none where nothing depends on the edit. */
static void test_what_depends_on_an_edit(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE,
                     ROWS("G.........#...", "#########.#...", "..........#...", ".#########....", ".............."));
    subject s = built(w);
    uint64_t hash = wend_field_hash(s.field);
    set_terrain(&s, 13, 0, 255); /* the end of a blind alley: one cell, and nobody's way */
    update(&s);
    assert_true(info_of(&s).changed == 1);
    set_terrain(&s, 13, 0, 0);
    update(&s);
    assert_true(wend_field_hash(s.field) == hash);
    uint32_t before = wend_field_value(s.field, 0, 2);
    set_terrain(&s, 5, 2, 255); /* on the way */
    update(&s);
    assert_int_equal(wend_field_place(s.field, 0, 2), WEND_CUT_OFF);
    set_terrain(&s, 0, 1, 0); /* a wall less: shorter than ever */
    update(&s);
    assert_true(wend_field_value(s.field, 0, 2) < before);
    assert_true(wend_field_hash(s.field) == fresh_hash(&s, &w->goals[0]));
    subject_free(&s);
    free(w);
}

/* The least of the neighbours was read from the wrong map, and beyond the edge where no wall borders the map: edits on
 * the very outline. */
static void test_edits_on_the_outline(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = open_world(9, 7, 4, 3);
        w->lattice = (wend_lattice)lattice;
        subject s = built(w);
        test_random random = test_random_of(61);
        for (int i = 0; i < 300; i++) {
            bool is_row = test_random_chance(&random, 50);
            int32_t x = is_row ? (int32_t)test_random_below(&random, 9) : test_random_chance(&random, 50) ? 0 : 8;
            int32_t y = !is_row ? (int32_t)test_random_below(&random, 7) : test_random_chance(&random, 50) ? 0 : 6;
            set_terrain(&s, x, y, test_random_chance(&random, 50) ? 255 : (uint8_t)test_random_below(&random, 9));
            update(&s);
            assert_true(wend_field_hash(s.field) == fresh_hash(&s, &w->goals[0]));
        }
        expect_no_traps(w, &s);
        subject_free(&s);
        free(w);
    }
}

/* Thieves leapt into lava by a safety map of another floor: a field belongs to its mover and map, and is stale by their
 * edits alone; what it then says of a place is that it is old. */
static void test_a_field_of_another_floor(void **state) {
    (void)state;
    world *w = open_world(8, 8, 0, 0);
    subject upper = built(w), lower = built(w);
    set_terrain(&upper, 4, 4, 255);
    assert_int_equal(wend_mover_update(upper.mover), WEND_OK);
    assert_int_equal(wend_mover_update(lower.mover), WEND_OK);
    assert_int_equal(wend_field_status(lower.field), WEND_OK);
    assert_int_equal(wend_field_status(upper.field), WEND_STALE);
    assert_int_equal(wend_field_place(upper.field, 6, 6), WEND_STALE);
    assert_int_equal(wend_field_place(upper.field, 4, 4), WEND_IN_WALL);
    assert_int_equal(wend_field_place(lower.field, 4, 4), WEND_OK);
    assert_true(wend_field_mover(upper.field) == upper.mover && wend_mover_map(upper.mover) == upper.map);
    subject_free(&upper);
    subject_free(&lower);
    free(w);
}

/* Soldiers kept an old heading for too long, and nobody could tell: never built is PENDING, old is STALE, and how old is
 * the difference of two revisions. */
static void test_how_old_an_answer_is(void **state) {
    (void)state;
    world *w = open_world(12, 12, 0, 0);
    subject s = made(w);
    wend_sample sample;
    assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, 5.5f, 5.5f, &sample), WEND_PENDING);
    assert_true(sample.x == 0 && sample.y == 0);
    update(&s);
    for (uint64_t age = 1; age <= 5; age++) {
        set_terrain(&s, 11, (int32_t)age, 255);
        assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, 5.5f, 5.5f, &sample), WEND_STALE);
        assert_true(sample.x < 0 && sample.y < 0); /* the old heading, and it says so */
        assert_true(wend_mover_revision(s.mover) - info_of(&s).mover_revision == age);
    }
    update(&s);
    assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, 5.5f, 5.5f, &sample), WEND_OK);
    subject_free(&s);
    free(w);
}

/* A change of all terrain was processed sixteen times over, and memory grew without end: one update, whatever the number of
 * edits; and not a byte more. */
static void test_the_whole_map_at_once(void **state) {
    (void)state;
    test_allocator memory = {0};
    wend_allocator hooks = test_allocator_hooks(&memory);
    world *w = open_world(200, 150, 100, 75);
    subject s = {.map = subject_map(w, &hooks)};
    s.mover = subject_mover(w, s.map);
    s.field = subject_field(w, s.mover);
    assert_int_equal(wend_workspace_create(200 * 150, &hooks, &s.workspace), WEND_OK);
    update(&s);
    size_t bytes = memory.live_bytes;
    uint64_t builds = info_of(&s).builds + info_of(&s).repairs;
    test_random random = test_random_of(64);
    for (int round = 0; round < 4; round++) {
        for (int32_t i = 0; i < 200 * 150; i++)
            set_terrain(&s, i % 200, i / 200, test_random_chance(&random, 20) && i != 75 * 200 + 100 ? 255 : 1);
        update(&s);
        assert_true(info_of(&s).builds + info_of(&s).repairs == ++builds);
        assert_true(wend_field_hash(s.field) == fresh_hash(&s, &w->goals[0]));
    }
    assert_true(memory.live_bytes == bytes);
    assert_int_equal(memory.mistakes, 0);
    subject_free(&s);
    free(w);
}

/* Requests blocked the main thread for as long as they took: a build in slices does a little at a time, the old answers stay
 * until it is done, and an edit meanwhile is for the next one. */
static void test_a_little_at_a_time(void **state) {
    (void)state;
    world *w = open_world(300, 200, 150, 100);
    subject s = built(w);
    wend_field *sliced = NULL;
    const wend_field_desc desc = {.slices = 1};
    const wend_budget budget = {.cells = 1};
    assert_int_equal(wend_field_create(s.mover, &desc, &sliced), WEND_OK);
    assert_int_equal(wend_field_set_goals(sliced, w->goals, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(sliced, s.workspace, NULL), WEND_OK);
    assert_int_equal(wend_map_fill(s.map, (wend_rect){100, 20, 1, 170}, 255), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    uint32_t before = wend_field_value(sliced, 0, 100), steps = 0;
    assert_int_equal(wend_field_begin(sliced, s.workspace, NULL), WEND_OK);
    assert_int_equal(wend_map_set(s.map, 0, 0, 255), WEND_OK);
    for (; wend_field_step(sliced, &budget) == WEND_PENDING; steps++) {
        assert_true(wend_field_value(sliced, 0, 100) == before);
        assert_int_equal(wend_field_place(sliced, 0, 100), WEND_STALE);
        assert_int_equal(wend_mover_update(s.mover), WEND_ERROR_BUSY);
    }
    assert_true(steps > 10 && wend_field_value(sliced, 0, 100) > before);
    assert_int_equal(wend_field_place(sliced, 0, 100), WEND_OK);
    assert_true(wend_field_hash(sliced) == fresh_hash(&s, &w->goals[0]));
    wend_field_destroy(sliced);
    subject_free(&s);
    free(w);
}

/* An agent that was bounced off its route, or out of the world, had no field: every point has an answer, also after edits,
 * and from wherever a way leads to the goal it is shown. */
static void test_off_the_route(void **state) {
    (void)state;
    world *w = open_world(70, 70, 35, 35);
    subject s = built(w);
    test_random random = test_random_of(66);
    for (int i = 0; i < 40; i++) {
        wend_rect rect = random_rect(w, &random);
        if (rect.width > 12 || rect.height > 12) continue;
        assert_int_equal(wend_map_fill(s.map, rect, test_random_chance(&random, 60) ? 255 : 0), WEND_OK);
        update(&s);
        for (int j = 0; j < 50; j++) {
            float x = (float)test_random_between(&random, -3000, 10000) * 0.01f;
            float y = (float)test_random_between(&random, -3000, 10000) * 0.01f;
            wend_cell cell;
            wend_sample sample;
            wend_status status = wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, x, y, &sample);
            bool leads = sample.x != 0 || sample.y != 0;
            if (wend_map_pick(s.map, x, y, &cell) != WEND_OK) {
                assert_int_equal(status, WEND_OFF_MAP);
                assert_true(leads);
            } else if (wend_mover_place(s.mover, cell.x, cell.y) == WEND_OK) {
                bool reaches = wend_field_value(s.field, cell.x, cell.y) != WEND_UNREACHABLE;
                assert_int_equal(status == WEND_CUT_OFF, !reaches);
                if (status == WEND_OK) assert_true(leads);
            }
        }
    }
    subject_free(&s);
    free(w);
}

/* Incremental search stalled and swung at the corners of a winding hall: after every edit the repair is what a build would
 * be, and every way arrives. */
static void test_a_winding_hall(void **state) {
    (void)state;
    world *w = open_world(24, 21, 0, 0);
    for (int32_t y = 1; y < 21; y += 2)
        for (int32_t x = 0; x < 24; x++)
            if (x != (y / 2 % 2 ? 0 : 23)) w->terrain[world_index(w, x, y)] = 255;
    subject s = built(w);
    test_random random = test_random_of(68);
    for (int i = 0; i < 400; i++) {
        for (uint32_t edits = 1 + test_random_below(&random, 3); edits > 0; edits--) {
            wend_cell cell = random_cell(w, &random);
            if (cell.x + cell.y == 0) continue;
            bool is_wall = wend_map_terrain(s.map, cell.x, cell.y) == 255;
            set_terrain(&s, cell.x, cell.y, is_wall ? 0 : test_random_chance(&random, 70) ? 255 : 5);
        }
        update(&s);
        assert_true(wend_field_hash(s.field) == fresh_hash(&s, &w->goals[0]));
        if (i % 20 == 0) expect_no_traps(w, &s);
    }
    assert_true(info_of(&s).repairs > 0);
    subject_free(&s);
    free(w);
}

/* Reuse after edits was refused for fear of local traps: walls that close round a place, dead ends that open, floods of
 * dear ground; and no place whose way does not arrive at the cost it says. */
static void test_no_local_traps(void **state) {
    (void)state;
    world *w = open_world(40, 30, 20, 15);
    subject s = built(w);
    test_random random = test_random_of(69);
    for (int i = 0; i < 150; i++) {
        int32_t x = test_random_between(&random, 1, 33), y = test_random_between(&random, 1, 24);
        bool holds_goal = x <= 20 && x + 5 > 20 && y <= 15 && y + 4 > 15;
        if (holds_goal) continue;
        uint32_t kind = test_random_below(&random, 3);
        uint8_t terrain = kind == 0 ? 255 : kind == 1 ? 0 : 9;
        assert_int_equal(wend_map_fill(s.map, (wend_rect){x, y, 5, 4}, terrain), WEND_OK);
        if (kind == 0) assert_int_equal(wend_map_fill(s.map, (wend_rect){x + 1, y + 1, 4, 2}, 0), WEND_OK);
        update(&s);
        expect_no_traps(w, &s);
    }
    assert_true(wend_field_hash(s.field) == fresh_hash(&s, &w->goals[0]));
    subject_free(&s);
    free(w);
}

/* A mostly solid grid had to be filled cell by cell: at once, by a stamp or by cells, with one update and the same bits. */
static void test_a_mostly_solid_grid(void **state) {
    (void)state;
    world *w = open_world(128, 96, 1, 1);
    subject at_once = built(w), by_cells = built(w);
    static uint8_t terrain[128 * 96];
    for (int32_t i = 0; i < 128 * 96; i++) terrain[i] = i % 128 == 1 || i / 128 == 1 ? 0 : 255;
    assert_int_equal(wend_map_write(at_once.map, (wend_rect){0, 0, 128, 96}, terrain, 128), WEND_OK);
    for (int32_t i = 0; i < 128 * 96; i++) set_terrain(&by_cells, i % 128, i / 128, terrain[i]);
    update(&at_once);
    update(&by_cells);
    assert_true(wend_map_hash(at_once.map) == wend_map_hash(by_cells.map));
    assert_true(wend_field_hash(at_once.field) == wend_field_hash(by_cells.field));
    assert_true(info_of(&at_once).reached == 128 + 96 - 1);
    assert_true(info_of(&at_once).builds + info_of(&at_once).repairs == 2);
    assert_true(info_of(&by_cells).builds + info_of(&by_cells).repairs == 2);
    subject_free(&at_once);
    subject_free(&by_cells);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_structures_placed_later), cmocka_unit_test(test_what_depends_on_an_edit),
        cmocka_unit_test(test_edits_on_the_outline),    cmocka_unit_test(test_a_field_of_another_floor),
        cmocka_unit_test(test_how_old_an_answer_is),    cmocka_unit_test(test_the_whole_map_at_once),
        cmocka_unit_test(test_a_little_at_a_time),      cmocka_unit_test(test_off_the_route),
        cmocka_unit_test(test_a_winding_hall),          cmocka_unit_test(test_no_local_traps),
        cmocka_unit_test(test_a_mostly_solid_grid),
    };
    return cmocka_run_group_tests_name("reported: edits", tests, NULL, NULL);
}
