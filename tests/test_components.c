/* SPDX-License-Identifier: MIT
 * Components on maps drawn by hand. */
#include "support/unit.h"

#include <stdlib.h>

static uint32_t component(const subject *s, int32_t x, int32_t y) {
    return wend_mover_component(s->mover, x, y);
}

static void test_labels_are_the_lowest_index(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("#..#.", "..#..", "#####", "....."));
    subject s = made(w);
    assert_int_equal(component(&s, 1, 0), 1);
    assert_int_equal(component(&s, 0, 1), 1);
    assert_int_equal(component(&s, 4, 0), 4);
    assert_int_equal(component(&s, 3, 1), 4);
    assert_int_equal(component(&s, 4, 3), 15);
    assert_int_equal(component(&s, 0, 0), WEND_NO_COMPONENT);
    subject_free(&s);
    free(w);
}

/* Two rooms that touch at a corner are one for ALWAYS alone. */
static void test_corner_rule(void **state) {
    (void)state;
    for (int rule = 0; rule < 3; rule++) {
        world *w = drawn(WEND_SQUARE, ROWS("..#", "..#", "##."));
        w->mover.corner_rule = (wend_corner_rule)rule;
        subject s = made(w);
        assert_int_equal(component(&s, 2, 2) == component(&s, 0, 0), rule == WEND_CORNER_ALWAYS);
        subject_free(&s);
        w->mover.neighbours = 4;
        s = made(w);
        assert_int_not_equal(component(&s, 2, 2), component(&s, 0, 0));
        subject_free(&s);
        free(w);
    }
}

static void test_one_way_counts_both_ways(void **state) {
    (void)state;
    static const wend_edge edges[] = {WEND_EDGE_OPEN, WEND_EDGE_WALL, WEND_EDGE_OUT_ONLY, WEND_EDGE_IN_ONLY};
    for (int i = 0; i < 4; i++) {
        world *w = drawn(WEND_SQUARE, ROWS("...."));
        world_set_edge(w, 1, 0, WEND_EAST, edges[i]);
        subject s = made(w);
        assert_int_equal(component(&s, 3, 0) == component(&s, 0, 0), edges[i] != WEND_EDGE_WALL);
        set_goal(&s, 3, 0, 0);
        assert_int_equal(build(&s), WEND_OK);
        bool reaches = edges[i] == WEND_EDGE_OPEN || edges[i] == WEND_EDGE_OUT_ONLY;
        assert_int_equal(wend_field_value(s.field, 0, 0) != WEND_UNREACHABLE, reaches);
        assert_int_equal(wend_field_place(s.field, 0, 0), reaches ? WEND_OK : WEND_CUT_OFF);
        subject_free(&s);
        free(w);
    }
}

static void test_links_join(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".#.#."));
    w->links[w->link_count++] = (wend_link){{4, 0}, {0, 0}, 1, 0};
    w->links[w->link_count++] = (wend_link){{2, 0}, {0, 0}, 1, 1};
    subject s = made(w);
    assert_int_equal(component(&s, 4, 0), 0);
    assert_int_equal(component(&s, 2, 0), 2);
    subject_free(&s);
    free(w);
}

static void test_radius_narrows(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...#...", "...#...", ".......", "...#...", "...#..."));
    subject s = made(w);
    assert_int_equal(component(&s, 6, 4), 0);
    subject_free(&s);
    w->mover.radius = 130;
    s = made(w);
    assert_int_equal(component(&s, 1, 2), 8);
    assert_int_equal(component(&s, 5, 2), 12);
    assert_int_equal(component(&s, 3, 2), WEND_NO_COMPONENT);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels_are_the_lowest_index),
        cmocka_unit_test(test_corner_rule),
        cmocka_unit_test(test_one_way_counts_both_ways),
        cmocka_unit_test(test_links_join),
        cmocka_unit_test(test_radius_narrows),
    };
    return cmocka_run_group_tests_name("components", tests, NULL, NULL);
}
