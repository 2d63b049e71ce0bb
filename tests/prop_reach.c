/* SPDX-License-Identifier: MIT
 * wend_reachable against a naive flood, on random worlds, after edits too. */
#include "support/random_edit.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* One more round over all cells: who can be stepped onto from a reached one. */
static bool spread(const world *w, const oracle_graph *graph, bool *reached) {
    bool has_grown = false;
    for (int32_t cell = 0; cell < (int32_t)world_count(w); cell++) {
        for (int k = 0; reached[cell] && k < 8; k++) {
            int32_t x, y;
            if (!(graph->exits[cell] >> k & 1)) continue;
            oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &x, &y);
            has_grown |= !reached[world_index(w, x, y)];
            reached[world_index(w, x, y)] = true;
        }
    }
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        bool *to = &reached[world_index(w, link->to.x, link->to.y)];
        if (!graph->link_usable[i] || !reached[world_index(w, link->from.x, link->from.y)] || *to) continue;
        *to = has_grown = true;
    }
    return has_grown;
}

static wend_status wanted(const oracle_graph *graph, const bool *reached, int32_t from, int32_t to) {
    if (graph->places[from] != WEND_OK) return graph->places[from];
    if (graph->places[to] != WEND_OK) return WEND_GOAL_BLOCKED;
    return reached[to] ? WEND_OK : WEND_CUT_OFF;
}

static bool all_fit(const world *w, const subject *s, wend_cell from, char *message, size_t size) {
    oracle_graph *graph = oracle_graph_of(w);
    bool *reached = calloc(world_count(w), sizeof *reached), fits = true;
    int32_t start = world_index(w, from.x, from.y);
    reached[start] = graph->places[start] == WEND_OK;
    while (spread(w, graph, reached)) continue;
    for (int32_t y = 0; fits && y < w->height; y++) {
        for (int32_t x = 0; fits && x < w->width; x++) {
            wend_status is = wend_reachable(s->mover, s->workspace, from, (wend_cell){x, y});
            wend_status should = wanted(graph, reached, start, world_index(w, x, y));
            if (is != should)
                fits = complain(message, size, "from (%d, %d) to (%d, %d): %s, not %s", from.x, from.y, x, y,
                                wend_status_string(is), wend_status_string(should));
        }
    }
    free(reached);
    oracle_graph_free(graph);
    return fits;
}

static bool questions_fit(const world *start, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, start, sizeof *w);
    test_random random = test_random_of(w->seed + 21);
    subject s;
    bool fits = subject_make(&s, w, message, size);
    for (int round = 0; fits && round < 3; round++) {
        for (int i = 0; fits && i < 3; i++) fits = all_fit(w, &s, random_cell(w, &random), message, size);
        random_edit(w, s.map, s.mover, &random);
        wend_mover_update(s.mover);
    }
    free(w);
    subject_free(&s);
    return fits;
}

static void test_questions(void **state) {
    (void)state;
    check_worlds(questions_fit, 19000000, test_dose(150, 800, 15000));
}

static void test_what_makes_no_sense(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    world_draw(w, WEND_SQUARE, (const char *const[]){"..#", "...", "..."}, 3);
    char message[512];
    subject s;
    wend_workspace *small = NULL;
    assert_true(subject_make(&s, w, message, sizeof message));
    assert_int_equal(wend_workspace_create(8, NULL, &small), WEND_OK);
    const wend_cell free_cell = {0, 0}, wall = {2, 0}, outside = {3, 0};
    assert_int_equal(wend_reachable(s.mover, s.workspace, outside, free_cell), WEND_OFF_MAP);
    assert_int_equal(wend_reachable(s.mover, s.workspace, free_cell, outside), WEND_OFF_MAP);
    assert_int_equal(wend_reachable(s.mover, s.workspace, wall, free_cell), WEND_IN_WALL);
    assert_int_equal(wend_reachable(s.mover, s.workspace, wall, wall), WEND_IN_WALL);
    assert_int_equal(wend_reachable(s.mover, s.workspace, free_cell, wall), WEND_GOAL_BLOCKED);
    assert_int_equal(wend_reachable(s.mover, s.workspace, free_cell, free_cell), WEND_OK);
    assert_int_equal(wend_reachable(s.mover, small, free_cell, free_cell), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_reachable(NULL, s.workspace, free_cell, free_cell), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_reachable(s.mover, NULL, free_cell, free_cell), WEND_ERROR_ARGUMENT);
    wend_workspace_destroy(small);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_questions), cmocka_unit_test(test_what_makes_no_sense)};
    return cmocka_run_group_tests_name("prop_reach", tests, NULL, NULL);
}
