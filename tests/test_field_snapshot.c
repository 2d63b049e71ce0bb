/* SPDX-License-Identifier: MIT
 * Snapshots: what they share, what they cost, and what is refused. */
#include "support/unit.h"

#include "support/allocator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 3 x 2 pages. */
#define WIDTH 150
#define HEIGHT 100
#define PAGES 6

typedef struct scene {
    test_allocator memory;
    wend_allocator hooks;
    subject s;
} scene;

static void make_scene(scene *c, const wend_field_desc *desc) {
    memset(c, 0, sizeof *c);
    c->hooks = test_allocator_hooks(&c->memory);
    wend_map_desc map_desc = {.width = WIDTH, .height = HEIGHT, .allocator = &c->hooks};
    assert_int_equal(wend_map_create(&map_desc, &c->s.map), WEND_OK);
    assert_int_equal(wend_mover_create(c->s.map, NULL, &c->s.mover), WEND_OK);
    assert_int_equal(wend_field_create(c->s.mover, desc, &c->s.field), WEND_OK);
    assert_int_equal(wend_workspace_create(WIDTH * HEIGHT, &c->hooks, &c->s.workspace), WEND_OK);
    set_goal(&c->s, 5, 5, 0);
    assert_int_equal(build(&c->s), WEND_OK);
}

static void free_scene(scene *c) {
    subject_free(&c->s);
    assert_int_equal(c->memory.live, 0);
    assert_int_equal(c->memory.mistakes, 0);
}

static void put(const scene *c, int32_t x, int32_t y, uint8_t terrain) {
    assert_int_equal(wend_map_set(c->s.map, x, y, terrain), WEND_OK);
    assert_int_equal(wend_mover_update(c->s.mover), WEND_OK);
    assert_int_equal(wend_field_update(c->s.field, c->s.workspace, NULL), WEND_OK);
}

static wend_snapshot *taken(const scene *c) {
    wend_snapshot *snapshot = NULL;
    assert_int_equal(wend_snapshot_take(c->s.field, &snapshot), WEND_OK);
    return snapshot;
}

static wend_snapshot_info info_of(const wend_snapshot *snapshot) {
    wend_snapshot_info info;
    wend_snapshot_describe(snapshot, &info);
    return info;
}

static void test_stays_as_it_was(void **state) {
    (void)state;
    scene c;
    make_scene(&c, &(wend_field_desc){.snapshots = 2});
    wend_snapshot *snapshot = taken(&c);
    const wend_field *then = wend_snapshot_field(snapshot);
    uint64_t hash = wend_field_hash(c.s.field);
    assert_int_equal(wend_field_status(then), WEND_OK);
    for (int32_t x = 0; x < 12; x++) assert_int_equal(wend_map_set(c.s.map, x, 8, 255), WEND_OK);
    assert_int_equal(wend_mover_update(c.s.mover), WEND_OK);
    assert_int_equal(wend_field_status(c.s.field), WEND_STALE);
    assert_int_equal(wend_field_place(c.s.field, 3, 8), WEND_IN_WALL);
    assert_int_equal(wend_field_status(then), WEND_OK);
    assert_int_equal(wend_field_place(then, 3, 8), WEND_OK);
    assert_int_equal(wend_field_update(c.s.field, c.s.workspace, NULL), WEND_OK);
    assert_true(wend_field_hash(then) == hash);
    assert_int_equal(wend_field_value(then, 5, 9), 4 * 140);
    assert_true(wend_field_value(c.s.field, 5, 9) > 4 * 140);
    wend_snapshot_destroy(snapshot);
    free_scene(&c);
}

/* Ways out of walls, links, goals at links, narrow places: all without the mover as it is now. */
static void test_answers_in_full(void **state) {
    (void)state;
    scene c;
    make_scene(&c, &(wend_field_desc){.snapshots = 1});
    const wend_link links[] = {{{140, 90}, {6, 6}, 1, 0}, {{5, 5}, {140, 90}, 1, 0}};
    assert_int_equal(wend_map_add_links(c.s.map, links, 2), WEND_OK);
    put(&c, 50, 50, 255);
    wend_snapshot *snapshot = taken(&c);
    const wend_field *then = wend_snapshot_field(snapshot);
    assert_int_equal(wend_map_remove_links(c.s.map, links[0].from, links[0].to, NULL), WEND_OK);
    assert_int_equal(wend_map_fill(c.s.map, (wend_rect){45, 45, 20, 20}, 255), WEND_OK);
    set_goal(&c.s, 149, 99, 0);
    put(&c, 5, 5, 255);
    wend_cell next;
    assert_int_equal(wend_field_next(then, 140, 90, &next), WEND_LINK);
    assert_cell_equal(next, 6, 6);
    assert_int_equal(wend_field_place(then, 5, 5), WEND_AT_GOAL);
    wend_sample sample;
    assert_int_equal(wend_field_sample(then, WEND_SAMPLE_NEAREST, 50.5f, 50.5f, &sample), WEND_IN_WALL);
    assert_true(sample.x == 0.0f && sample.y == -1.0f && isinf(sample.distance));
    size_t count;
    assert_int_equal(wend_field_trace(then, 149, 99, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 9 + 1 + 2); /* to the link, its other end and the goal */
    wend_snapshot_destroy(snapshot);
    free_scene(&c);
}

static void test_shares_pages(void **state) {
    (void)state;
    scene c;
    make_scene(&c, &(wend_field_desc){.snapshots = 3});
    wend_snapshot *first = taken(&c), *same = taken(&c);
    assert_int_equal(info_of(first).pages, PAGES);
    assert_int_equal(info_of(first).copied, PAGES);
    assert_int_equal(info_of(first).free_pages, 2 * PAGES);
    assert_int_equal(info_of(same).copied, 0);
    /* A corner that nobody's way leads through: one page. */
    put(&c, 149, 99, 255);
    wend_snapshot *third = taken(&c);
    assert_int_equal(info_of(third).copied, 1);
    assert_int_equal(info_of(third).free_pages, 2 * PAGES - 1);
    wend_snapshot_destroy(third);
    /* Built anew, and the same: nothing to copy. */
    assert_int_equal(build(&c.s), WEND_OK);
    third = taken(&c);
    assert_int_equal(info_of(third).copied, 0);
    wend_snapshot_destroy(first);
    wend_snapshot_destroy(same);
    wend_snapshot_destroy(third);
    first = taken(&c);
    assert_int_equal(info_of(first).free_pages, 2 * PAGES);
    wend_snapshot_destroy(first);
    free_scene(&c);
}

static void test_capacity(void **state) {
    (void)state;
    scene c;
    wend_snapshot *none = NULL;
    make_scene(&c, NULL);
    assert_int_equal(wend_snapshot_take(c.s.field, &none), WEND_ERROR_CAPACITY);
    free_scene(&c);
    make_scene(&c, &(wend_field_desc){.snapshots = 3, .snapshot_pages = PAGES + 1});
    wend_snapshot *first = taken(&c), *second;
    uint64_t hash = wend_field_hash(c.s.field);
    put(&c, 149, 99, 255);
    second = taken(&c);
    assert_int_equal(info_of(second).free_pages, 0);
    put(&c, 0, 99, 255);
    for (int i = 0; i < 2; i++) assert_int_equal(wend_snapshot_take(c.s.field, &none), WEND_ERROR_CAPACITY);
    assert_null(none);
    assert_true(wend_field_hash(wend_snapshot_field(first)) == hash);
    wend_snapshot_destroy(first);
    first = taken(&c);
    assert_true(wend_field_hash(wend_snapshot_field(first)) == wend_field_hash(c.s.field));
    wend_snapshot_destroy(first);
    wend_snapshot_destroy(second);
    free_scene(&c);
    make_scene(&c, &(wend_field_desc){.snapshots = 2});
    first = taken(&c);
    second = wend_snapshot_hold(taken(&c));
    assert_int_equal(wend_snapshot_take(c.s.field, &none), WEND_ERROR_CAPACITY);
    wend_snapshot_destroy(second);
    assert_int_equal(wend_snapshot_take(c.s.field, &none), WEND_ERROR_CAPACITY);
    wend_snapshot_destroy(second);
    second = taken(&c);
    wend_snapshot_destroy(first);
    wend_snapshot_destroy(second);
    free_scene(&c);
}

/* However often and whatever changes: `snapshots` of them can always be held, and taking takes no memory. */
static void test_default_pages_suffice(void **state) {
    (void)state;
    scene c;
    make_scene(&c, &(wend_field_desc){.snapshots = 2});
    wend_snapshot *held[2] = {NULL};
    uint32_t calls = c.memory.calls;
    c.memory.fail_at = calls + 1;
    for (int32_t round = 0; round < 60; round++) {
        wend_snapshot_destroy(held[round & 1]);
        set_goal(&c.s, (round * 37) % WIDTH, (round * 23) % HEIGHT, 0);
        assert_int_equal(wend_field_update(c.s.field, c.s.workspace, NULL), WEND_OK);
        held[round & 1] = taken(&c);
        assert_true(wend_field_hash(wend_snapshot_field(held[round & 1])) == wend_field_hash(c.s.field));
    }
    assert_int_equal(c.memory.calls, calls);
    c.memory.fail_at = 0;
    for (int i = 0; i < 2; i++) wend_snapshot_destroy(held[i]);
    free_scene(&c);
}

static void test_never_built(void **state) {
    (void)state;
    world *w = drawn(WEND_HEX, ROWS("..#", "G.."));
    subject s = made(w);
    wend_field *field = NULL;
    wend_snapshot *snapshot = NULL;
    assert_int_equal(wend_field_create(s.mover, &(wend_field_desc){.snapshots = 1}, &field), WEND_OK);
    assert_int_equal(wend_snapshot_take(field, &snapshot), WEND_OK);
    assert_int_equal(wend_field_build(field, s.workspace, NULL), WEND_OK);
    assert_int_equal(wend_field_status(wend_snapshot_field(snapshot)), WEND_PENDING);
    assert_int_equal(wend_field_place(wend_snapshot_field(snapshot), 0, 0), WEND_PENDING);
    wend_snapshot_destroy(snapshot);
    wend_field_destroy(field);
    subject_free(&s);
    free(w);
}

static void test_refuses(void **state) {
    (void)state;
    scene c;
    wend_snapshot *none = NULL;
    wend_field *field = NULL;
    make_scene(&c, &(wend_field_desc){.snapshots = 1});
    assert_int_equal(wend_snapshot_take(NULL, &none), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_snapshot_take(c.s.field, NULL), WEND_ERROR_ARGUMENT);
    wend_snapshot_destroy(NULL);
    const wend_field_desc bad[] = {{.snapshots = WEND_MAX_SNAPSHOTS + 1},
                                   {.snapshots = 1, .snapshot_pages = PAGES - 1}};
    for (int i = 0; i < 2; i++) assert_int_equal(wend_field_create(c.s.mover, &bad[i], &field), WEND_ERROR_ARGUMENT);
    assert_null(field);
    wend_snapshot *snapshot = taken(&c);
    const wend_field *then = wend_snapshot_field(snapshot);
    wend_sample sample = {.reach = 77.0f};
    float point[2] = {1.0f, 1.0f}, direction[2] = {77.0f, 77.0f};
    const wend_samples out = {.directions = direction};
    assert_int_equal(wend_field_sample(then, WEND_SAMPLE_SMOOTH, 1, 1, &sample), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_field_sample_many(then, WEND_SAMPLE_SMOOTH, point, 2, 1, &out), WEND_ERROR_UNSUPPORTED);
    assert_true(sample.reach == 77.0f && direction[0] == 77.0f);
    wend_snapshot_destroy(snapshot);
    free_scene(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stays_as_it_was), cmocka_unit_test(test_answers_in_full),
        cmocka_unit_test(test_shares_pages),    cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_never_built),     cmocka_unit_test(test_default_pages_suffice),
        cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests_name("field snapshots", tests, NULL, NULL);
}
