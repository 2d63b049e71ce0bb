/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <stdlib.h>

world *drawn(wend_lattice lattice, const char *const *rows, int32_t count) {
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_draw(w, lattice, rows, count);
    return w;
}

subject made(const world *w) {
    subject s;
    char message[256] = "";
    if (!subject_make(&s, w, message, sizeof message)) fail_msg("%s", message);
    return s;
}

subject built(const world *w) {
    subject s = made(w);
    char message[256] = "";
    oracle_graph *graph = oracle_graph_of(w);
    oracle_field *expected = oracle_field_of(w, graph, ORACLE_SWEEPS);
    assert_true(subject_build(&s, w, false) >= 0);
    bool same = same_graph(w, graph, s.mover, message, sizeof message) &&
                same_field(w, graph, expected, s.field, message, sizeof message);
    oracle_field_free(expected);
    oracle_graph_free(graph);
    if (!same) fail_msg("%s", message);
    return s;
}

void set_goal(const subject *s, int32_t x, int32_t y, uint32_t offset) {
    wend_goal goal = {.x = x, .y = y, .offset = offset};
    assert_int_equal(wend_field_set_goals(s->field, &goal, 1, NULL), WEND_OK);
}

wend_status build(const subject *s) {
    return wend_field_build(s->field, s->workspace, NULL);
}
