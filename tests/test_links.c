/* SPDX-License-Identifier: MIT
 * Links: the table, who may use them, and what fields make of them. */
#include "support/unit.h"

#include <stdlib.h>

static wend_map *map_of(int32_t width, int32_t height) {
    wend_map_desc desc = {.width = width, .height = height};
    wend_map *map = NULL;
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    return map;
}

static void test_table_is_sorted(void **state) {
    (void)state;
    wend_map *map = map_of(4, 4);
    static const wend_link links[] = {
        {{3, 0}, {0, 0}, 9, 0}, {{0, 1}, {1, 0}, 5, 2}, {{0, 1}, {1, 0}, 5, 1},
        {{0, 1}, {1, 0}, 4, 7}, {{0, 1}, {0, 0}, 8, 0}, {{2, 0}, {3, 3}, 1, 0},
    };
    static const int order[] = {5, 0, 4, 3, 2, 1};
    uint64_t revision = wend_map_revision(map);
    assert_int_equal(wend_map_add_links(map, links, 3), WEND_OK);
    assert_int_equal(wend_map_add_links(map, links + 3, 3), WEND_OK);
    assert_true(wend_map_revision(map) > revision);
    assert_int_equal(wend_map_link_count(map), 6);
    wend_link link;
    for (size_t i = 0; i < 6; i++) {
        const wend_link *want = &links[order[i]];
        assert_int_equal(wend_map_link(map, i, &link), WEND_OK);
        assert_cell_equal(link.from, want->from.x, want->from.y);
        assert_cell_equal(link.to, want->to.x, want->to.y);
        assert_int_equal(link.cost, want->cost);
        assert_int_equal(link.class_mask, want->class_mask);
    }
    size_t removed = 99;
    assert_int_equal(wend_map_remove_links(map, (wend_cell){0, 1}, (wend_cell){1, 0}, &removed), WEND_OK);
    assert_int_equal(removed, 3);
    assert_int_equal(wend_map_link_count(map), 3);
    revision = wend_map_revision(map);
    assert_int_equal(wend_map_remove_links(map, (wend_cell){1, 0}, (wend_cell){0, 1}, &removed), WEND_OK);
    assert_int_equal(removed, 0);
    assert_int_equal(wend_map_link_count(map), 3);
    assert_int_equal(wend_map_remove_links(map, (wend_cell){9, 9}, (wend_cell){0, 1}, NULL) == WEND_ERROR_NO_MEMORY, 0);
    wend_map_destroy(map);
}

static void test_refusals(void **state) {
    (void)state;
    wend_map *map = map_of(4, 4);
    wend_link good = {{0, 0}, {3, 3}, 140, 0}, bad = good, out;
    uint64_t hash = wend_map_hash(map), revision = wend_map_revision(map);
    bad.cost = 0;
    assert_int_equal(wend_map_add_links(map, &bad, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_add_links(map, (wend_link[]){good, bad}, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_add_links(map, NULL, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_add_links(NULL, &good, 1), WEND_ERROR_ARGUMENT);
    static const wend_cell outside[] = {{-1, 0}, {0, 4}, {4, 0}, {INT32_MAX, INT32_MAX}, {INT32_MIN, 0}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        bad = good;
        bad.from = outside[i];
        assert_int_equal(wend_map_add_links(map, (wend_link[]){good, bad}, 2), WEND_ERROR_OUTSIDE);
        bad = good;
        bad.to = outside[i];
        assert_int_equal(wend_map_add_links(map, (wend_link[]){good, bad}, 2), WEND_ERROR_OUTSIDE);
    }
    assert_int_equal(wend_map_remove_links(NULL, good.from, good.to, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_link(map, 0, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_link_count(map), 0);
    assert_true(wend_map_hash(map) == hash && wend_map_revision(map) == revision);
    assert_int_equal(wend_map_add_links(map, NULL, 0), WEND_OK);
    assert_int_equal(wend_map_add_links(map, &good, 1), WEND_OK);
    assert_int_equal(wend_map_link(map, 1, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_link(map, SIZE_MAX, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_link(map, 0, NULL), WEND_ERROR_ARGUMENT);
    wend_map_destroy(map);
}

static void test_limit(void **state) {
    (void)state;
    wend_map *map = map_of(4, 4);
    size_t most = (size_t)1 << 20;
    wend_link *links = malloc((most + 1) * sizeof *links);
    assert_non_null(links);
    for (size_t i = 0; i <= most; i++) links[i] = (wend_link){{(int32_t)(i % 4), 0}, {3, 3}, 1 + (uint32_t)i, 0};
    assert_int_equal(wend_map_add_links(map, links, most + 1), WEND_ERROR_SIZE);
    assert_int_equal(wend_map_add_links(map, links, SIZE_MAX), WEND_ERROR_SIZE);
    assert_int_equal(wend_map_add_links(map, links, SIZE_MAX / sizeof *links), WEND_ERROR_SIZE);
    assert_int_equal(wend_map_link_count(map), 0);
    assert_int_equal(wend_map_add_links(map, links, most), WEND_OK);
    assert_int_equal(wend_map_add_links(map, links, 1), WEND_ERROR_SIZE);
    assert_int_equal(wend_map_link_count(map), most);
    free(links);
    wend_map_destroy(map);
}

/* A wall across the middle; links lead through it. */
static world *walled(void) {
    world *w = drawn(WEND_SQUARE, ROWS("...#..G", "...#...", "...#..."));
    return w;
}

static void test_next_names_the_target(void **state) {
    (void)state;
    world *w = walled();
    w->links[w->link_count++] = (wend_link){{0, 0}, {5, 0}, 140, 0};
    subject s = built(w);
    wend_cell next;
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_LINK);
    assert_int_equal(wend_field_next(s.field, 0, 0, &next), WEND_LINK);
    assert_cell_equal(next, 5, 0);
    assert_int_equal(wend_field_value(s.field, 0, 0), 280);
    assert_int_equal(wend_field_directions(s.field, 0, 0), 0);
    assert_int_equal(wend_field_value(s.field, 1, 0), 420);
    /* Directed: nothing comes back. */
    set_goal(&s, 0, 0, 0);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_place(s.field, 5, 0), WEND_CUT_OFF);
    subject_free(&s);
    free(w);
}

static void test_ties(void **state) {
    (void)state;
    /* A step and a link of the same cost: the step. */
    world *w = drawn(WEND_SQUARE, ROWS("...G"));
    w->links[w->link_count++] = (wend_link){{0, 0}, {2, 0}, 280, 0};
    subject s = built(w);
    wend_cell next;
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_OK);
    assert_int_equal(wend_field_direction(s.field, 0, 0), WEND_EAST);
    subject_free(&s);
    /* Two links of the same sum: the lower target. A cheaper one to a higher target wins all the same. */
    w->links[0] = (wend_link){{0, 0}, {2, 0}, 100, 0};
    w->links[w->link_count++] = (wend_link){{0, 0}, {3, 0}, 240, 0};
    s = built(w);
    assert_int_equal(wend_field_next(s.field, 0, 0, &next), WEND_LINK);
    assert_cell_equal(next, 2, 0);
    subject_free(&s);
    w->links[1].cost = 239;
    s = built(w);
    assert_int_equal(wend_field_next(s.field, 0, 0, &next), WEND_LINK);
    assert_cell_equal(next, 3, 0);
    subject_free(&s);
    /* Parallel links: the cheapest counts. A link onto itself changes nothing. */
    w->links[0] = (wend_link){{0, 0}, {3, 0}, 200, 0};
    w->links[w->link_count++] = (wend_link){{1, 0}, {1, 0}, 1, 0};
    s = built(w);
    assert_int_equal(wend_field_value(s.field, 0, 0), 200);
    subject_free(&s);
    /* A goal's own offset wins against a link of the same sum. */
    w->goals[w->goal_count++] = (wend_goal){.x = 0, .y = 0, .offset = 200};
    s = built(w);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_AT_GOAL);
    subject_free(&s);
    free(w);
}

static void test_who_may_use_them(void **state) {
    (void)state;
    static const struct {
        uint32_t mask, bits;
        bool may;
    } cases[] = {{0, 0, true},
                 {0, 5, true},
                 {1, 0, false},
                 {1, 1, true},
                 {4, 3, false},
                 {6, 2, true},
                 {UINT32_MAX, 0x80000000u, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world *w = walled();
        w->links[w->link_count++] = (wend_link){{0, 0}, {5, 0}, 140, cases[i].mask};
        w->mover.class_bits = cases[i].bits;
        subject s = built(w);
        assert_int_equal(wend_field_value(s.field, 0, 0) == 280, cases[i].may);
        assert_int_equal(wend_mover_component(s.mover, 6, 0) == 0, cases[i].may);
        subject_free(&s);
        free(w);
    }
}

/* Unusable while an end is blocked or too narrow, and usable again after. */
static void test_blocked_ends(void **state) {
    (void)state;
    world *w = walled();
    w->links[w->link_count++] = (wend_link){{1, 1}, {5, 1}, 140, 0};
    subject s = built(w);
    assert_int_not_equal(wend_field_value(s.field, 0, 0), WEND_UNREACHABLE);
    static const wend_cell ends[] = {{1, 1}, {5, 1}};
    for (int i = 0; i < 2; i++) {
        wend_map_set(s.map, ends[i].x, ends[i].y, 255);
        assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        assert_int_equal(wend_field_status(s.field), WEND_STALE);
        assert_int_equal(build(&s), WEND_OK);
        assert_int_equal(wend_field_value(s.field, 0, 0), WEND_UNREACHABLE);
        assert_int_not_equal(wend_mover_component(s.mover, 0, 0), wend_mover_component(s.mover, 6, 0));
        wend_map_set(s.map, ends[i].x, ends[i].y, 0);
        assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        assert_int_equal(build(&s), WEND_OK);
        assert_int_not_equal(wend_field_value(s.field, 0, 0), WEND_UNREACHABLE);
    }
    subject_free(&s);
    w->mover.radius = 129; /* everything is narrow but the middles: (1, 1) and (5, 1) */
    s = built(w);
    assert_int_equal(wend_mover_place(s.mover, 1, 1), WEND_OK);
    assert_int_equal(wend_mover_component(s.mover, 5, 1), wend_mover_component(s.mover, 1, 1));
    subject_free(&s);
    w->links[0].to = (wend_cell){6, 0};
    s = built(w);
    assert_int_not_equal(wend_mover_component(s.mover, 5, 1), wend_mover_component(s.mover, 1, 1));
    subject_free(&s);
    free(w);
}

/* The cost of a link counts in 1/140 of the mover's 1.0. */
static void test_unit_cost(void **state) {
    (void)state;
    world *w = walled();
    w->mover.unit_cost = 10;
    w->links[w->link_count++] = (wend_link){{0, 0}, {6, 0}, 280, 0};
    subject s = built(w);
    assert_int_equal(wend_field_value(s.field, 0, 0), 2800);
    assert_true(wend_field_distance(s.field, 0, 0) == 2.0f);
    subject_free(&s);
    w->links[0].cost = UINT32_MAX;
    s = built(w);
    assert_int_equal(wend_field_value(s.field, 0, 0), WEND_SATURATED_VALUE);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_SATURATED);
    subject_free(&s);
    free(w);
}

/* A mover that was not updated keeps the links it knows; fields of it stay right. */
static void test_movers_keep_their_links(void **state) {
    (void)state;
    world *w = walled();
    w->links[w->link_count++] = (wend_link){{0, 0}, {5, 0}, 140, 0};
    subject s = made(w);
    assert_int_equal(wend_map_remove_links(s.map, (wend_cell){0, 0}, (wend_cell){5, 0}, NULL), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    wend_cell next;
    assert_int_equal(wend_field_next(s.field, 0, 0, &next), WEND_LINK);
    assert_cell_equal(next, 5, 0);
    uint64_t revision = wend_mover_revision(s.mover);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_not_equal(wend_mover_revision(s.mover), revision);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_value(s.field, 0, 0), WEND_UNREACHABLE);
    subject_free(&s);
    free(w);
}

/* A field that is out of date takes no cell for a goal because its link can no longer be used. */
static void test_stale_link_is_no_goal(void **state) {
    (void)state;
    world *w = walled();
    w->links[w->link_count++] = (wend_link){{0, 0}, {5, 0}, 140, 0};
    subject s = built(w);
    wend_cell next, cells[64];
    wend_sample sample;
    size_t count;
    assert_int_equal(wend_map_set(s.map, 5, 0, 255), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_field_place(s.field, 0, 0), WEND_STALE);
    assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, 0.5f, 0.5f, &sample), WEND_STALE);
    assert_int_equal(wend_field_next(s.field, 0, 0, &next), WEND_STALE);
    assert_cell_equal(next, 0, 0);
    assert_int_equal(wend_field_trace(s.field, 1, 0, cells, 64, &count), WEND_STALE);
    assert_int_equal(count, 2);
    /* A goal stays one, with a link of its own too. */
    assert_int_equal(wend_field_place(s.field, w->goals[0].x, w->goals[0].y), WEND_AT_GOAL);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_is_sorted),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_next_names_the_target),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_who_may_use_them),
        cmocka_unit_test(test_blocked_ends),
        cmocka_unit_test(test_unit_cost),
        cmocka_unit_test(test_movers_keep_their_links),
        cmocka_unit_test(test_stale_link_is_no_goal),
    };
    return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
