/* SPDX-License-Identifier: MIT
 * The log of edits: a ring that forgets, and movers that notice. */
#include "support/unit.h"

#include "map/log.h"

#include <stdlib.h>

static void test_ring(void **state) {
    (void)state;
    wend_allocator allocator = wend__allocator_or_default(NULL);
    wend__log log;
    assert_int_equal(wend__log_create(&log, 3, &allocator), WEND_OK);
    assert_true(log.revision == 0);
    assert_null(wend__log_at(&log, 0));
    assert_null(wend__log_at(&log, 1));
    for (int32_t i = 1; i <= 10; i++) {
        wend__log_add(&log, (wend_rect){i, 2 * i, 1, 1});
        assert_true(log.revision == (uint64_t)i);
        for (int32_t j = 0; j <= i + 1; j++) {
            const wend_rect *rect = wend__log_at(&log, (uint64_t)j);
            bool remembered = j >= 1 && j <= i && j > i - 3;
            assert_int_equal(rect != NULL, remembered);
            if (rect) assert_true(rect->x == j && rect->y == 2 * j);
        }
    }
    assert_null(wend__log_at(&log, UINT64_MAX));
    wend__log_destroy(&log, &allocator);
}

/* However many edits, and however many of them were forgotten, an update sees them all. */
static void test_movers_notice(void **state) {
    (void)state;
    for (uint32_t capacity = 1; capacity < 6; capacity++) {
        for (int32_t edits = 0; edits < 9; edits++) {
            world *w = drawn(WEND_SQUARE, ROWS("..........", "..........", "..........", "........G."));
            w->log_capacity = capacity;
            subject s = made(w);
            uint64_t revision = wend_mover_revision(s.mover);
            for (int32_t i = 0; i < edits; i++) {
                w->terrain[world_index(w, i, i % 4)] = 255;
                assert_int_equal(wend_map_set(s.map, i, i % 4, 255), WEND_OK);
            }
            assert_int_equal(wend_mover_update(s.mover), WEND_OK);
            assert_int_equal(wend_mover_revision(s.mover) != revision, edits > 0);
            oracle_graph *graph = oracle_graph_of(w);
            char message[256] = "";
            if (!same_graph(w, graph, s.mover, message, sizeof message)) fail_msg("%s", message);
            oracle_graph_free(graph);
            subject_free(&s);
            free(w);
        }
    }
}

/* An edit undone before the update is no change, whether the log remembers it or not. */
static void test_undone(void **state) {
    (void)state;
    for (uint32_t capacity = 1; capacity <= 64; capacity *= 64) {
        world *w = drawn(WEND_SQUARE, ROWS("......", "..#...", "....G."));
        w->log_capacity = capacity;
        w->mover.radius = 140;
        subject s = built(w);
        uint64_t revision = wend_mover_revision(s.mover), hash = wend_map_hash(s.map);
        wend_link link = {{0, 0}, {3, 2}, 70, 0};
        wend_map_fill(s.map, (wend_rect){0, 0, 2, 2}, 255);
        wend_map_set_edge(s.map, 3, 1, WEND_EAST, WEND_EDGE_WALL);
        wend_map_set_edge(s.map, 3, 1, WEND_EAST, WEND_EDGE_OPEN);
        wend_map_add_links(s.map, &link, 1);
        wend_map_fill(s.map, (wend_rect){0, 0, 2, 2}, 0);
        wend_map_remove_links(s.map, link.from, link.to, NULL);
        assert_true(wend_map_hash(s.map) == hash);
        assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        assert_true(wend_mover_revision(s.mover) == revision);
        assert_int_equal(wend_field_status(s.field), WEND_OK);
        subject_free(&s);
        free(w);
    }
}

/* Several movers of one map keep up each at its own pace. */
static void test_each_at_its_own_pace(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", "...."));
    w->log_capacity = 2;
    subject s = made(w);
    wend_mover *slow = subject_mover(w, s.map);
    assert_non_null(slow);
    for (int32_t i = 0; i < 4; i++) {
        assert_int_equal(wend_map_set(s.map, i, 0, (uint8_t)(i + 2)), WEND_OK);
        assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        assert_int_equal(wend_mover_cost(s.mover, i, 0), i + 2);
        assert_int_equal(wend_mover_cost(slow, i, 0), 1);
    }
    assert_int_equal(wend_mover_update(slow), WEND_OK);
    for (int32_t i = 0; i < 4; i++) assert_int_equal(wend_mover_cost(slow, i, 0), i + 2);
    wend_mover_destroy(slow);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_movers_notice),
        cmocka_unit_test(test_undone),
        cmocka_unit_test(test_each_at_its_own_pace),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
