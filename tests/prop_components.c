/* SPDX-License-Identifier: MIT
 * Components against fields: what the labels promise holds for the distances, after every edit too. */
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static bool is_one_way(const world *w) {
    for (size_t cell = 0; cell < world_count(w); cell++) {
        for (int side = 0; side < 8; side++) {
            int32_t x, y;
            if (!(w->closed[cell] >> side & 1)) continue;
            oracle_neighbour(w->lattice, (int32_t)cell % w->width, (int32_t)cell / w->width, side, &x, &y);
            if (!(w->closed[world_index(w, x, y)] >> oracle_opposite(side) & 1)) return true;
        }
    }
    return w->link_count > 0;
}

/* Another component: certainly no way. The same one, and nothing one-way: certainly a way. */
static bool promise_holds(const world *w, const subject *s, wend_cell goal, char *message, size_t size) {
    uint32_t here = wend_mover_component(s->mover, goal.x, goal.y);
    wend_goal one = {.x = goal.x, .y = goal.y};
    wend_field_set_goals(s->field, &one, 1, NULL);
    wend_field_build(s->field, s->workspace, NULL);
    bool both_ways = !is_one_way(w);
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            uint32_t there = wend_mover_component(s->mover, x, y);
            bool reached = wend_field_value(s->field, x, y) != WEND_UNREACHABLE;
            bool same = here == there && here != WEND_NO_COMPONENT;
            EXPECT(!reached || same, "(%d, %d) reaches (%d, %d) from another component", x, y, goal.x, goal.y);
            EXPECT(reached || !same || !both_ways, "(%d, %d) does not reach (%d, %d) in the same component", x, y,
                   goal.x, goal.y);
            EXPECT(there == WEND_NO_COMPONENT || there <= (uint32_t)world_index(w, x, y),
                   "(%d, %d) has label %u, above its index", x, y, there);
            EXPECT((there == WEND_NO_COMPONENT) == (wend_mover_place(s->mover, x, y) != WEND_OK),
                   "(%d, %d) has label %u against its place", x, y, there);
        }
    }
    return true;
}

/* Walls go up and come down, many at a time and one by one; labels follow. */
static bool promises_hold(const world *start, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, start, sizeof *w);
    w->has_seeds = false;
    test_random random = test_random_of(w->seed + 3);
    subject s;
    bool good = subject_make(&s, w, message, size);
    for (int round = 0; good && round < 5; round++) {
        for (int i = 0; good && i < 3; i++) {
            good = promise_holds(w, &s, random_cell(w, &random), message, size);
        }
        for (uint32_t i = test_random_below(&random, 6); i > 0; i--) {
            wend_cell cell = random_cell(w, &random);
            uint8_t *terrain = &w->terrain[world_index(w, cell.x, cell.y)];
            *terrain = *terrain == 255 ? 0 : 255;
            wend_map_set(s.map, cell.x, cell.y, *terrain);
        }
        wend_mover_update(s.mover);
        oracle_graph *graph = oracle_graph_of(w);
        good = good && same_graph(w, graph, s.mover, message, size);
        oracle_graph_free(graph);
    }
    free(w);
    subject_free(&s);
    return good;
}

static void test_promises(void **state) {
    (void)state;
    check_worlds(promises_hold, 11000000, test_dose(100, 1000, 20000));
}

/* A serpentine: labels must travel along the longest way there is. */
static void test_serpentine(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    world_start(w, 101, 101, WEND_SQUARE);
    for (int32_t y = 1; y < 101; y += 2) {
        for (int32_t x = 0; x < 101; x++) w->terrain[world_index(w, x, y)] = x == (y / 2 % 2 ? 0 : 100) ? 0 : 255;
    }
    char message[512];
    subject s;
    assert_true(subject_make(&s, w, message, sizeof message));
    assert_int_equal(wend_mover_component(s.mover, 100, 100), 0);
    /* Cut in the middle, and mended. */
    assert_int_equal(wend_map_set(s.map, 50, 50, 255), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_component(s.mover, 0, 0), 0);
    assert_int_not_equal(wend_mover_component(s.mover, 100, 100), 0);
    uint32_t right = wend_mover_component(s.mover, 51, 50), left = wend_mover_component(s.mover, 49, 50);
    assert_true(left != right && (left == 0 || right == 0));
    assert_int_equal(wend_mover_component(s.mover, 50, 50), WEND_NO_COMPONENT);
    assert_int_equal(wend_map_set(s.map, 50, 50, 0), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_component(s.mover, 100, 100), 0);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_promises), cmocka_unit_test(test_serpentine)};
    return cmocka_run_group_tests_name("prop_components", tests, NULL, NULL);
}
