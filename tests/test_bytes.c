/* SPDX-License-Identifier: MIT
 * Bytes per cell, as documented: map 1 (+1 with thin walls), mover 6 1/5 (+2 with a radius, +1 with an overlay), field 5
 * (+4 with sights; twice that and a bit with cut_off), workspace 32; and a little that does not grow with the map's area. */
#include "support/unit.h"

#include "support/allocator.h"

#include <stdlib.h>

/* The log, goals, tables, and a row or two before and after an array, room for one page of a field. */
#define SLACK ((size_t)320 << 10)

static void expect_bytes(const test_allocator *memory, size_t *before, size_t cells, size_t per_cell_8) {
    size_t bytes = memory->live_bytes - *before, wanted = cells * per_cell_8 / 8;
    *before = memory->live_bytes;
    if (bytes < wanted || bytes > wanted + SLACK) {
        fail_msg("%u bytes for %u cells, not %u", (unsigned)bytes, (unsigned)cells, (unsigned)wanted);
    }
}

static void measure(int32_t width, int32_t height, wend_lattice lattice, uint32_t radius) {
    test_allocator memory = {0};
    wend_allocator hooks = test_allocator_hooks(&memory);
    size_t cells = (size_t)width * (size_t)height, before = 0;
    wend_map_desc desc = {.width = width, .height = height, .lattice = lattice, .allocator = &hooks};
    wend_mover_desc mover_desc = {.radius = radius};
    wend_field_desc field_desc = {.seeds = 1}, sights_desc = {.sights = 1}, away_desc = {.cut_off = 1};
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    wend_field *field = NULL, *seeded = NULL, *seeing = NULL, *leading_away = NULL;
    wend_workspace *workspace = NULL;
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    expect_bytes(&memory, &before, cells, 8);
    assert_int_equal(wend_map_set_edge(map, 0, 0, WEND_EAST, WEND_EDGE_WALL), WEND_OK);
    expect_bytes(&memory, &before, cells, 8);
    assert_int_equal(wend_map_set_edge(map, 1, 0, WEND_EAST, WEND_EDGE_WALL), WEND_OK);
    assert_true(memory.live_bytes == before);
    assert_int_equal(wend_mover_create(map, &mover_desc, &mover), WEND_OK);
    expect_bytes(&memory, &before, cells, radius ? 65 : 49);
    assert_int_equal(wend_mover_fill_overlay(mover, (wend_rect){0, 0, 1, 1}, 1), WEND_OK);
    expect_bytes(&memory, &before, cells, 8);
    assert_int_equal(wend_field_create(mover, NULL, &field), WEND_OK);
    expect_bytes(&memory, &before, cells, 40);
    assert_int_equal(wend_field_create(mover, &field_desc, &seeded), WEND_OK);
    expect_bytes(&memory, &before, cells, 41);
    assert_int_equal(wend_field_create(mover, &sights_desc, &seeing), WEND_OK);
    expect_bytes(&memory, &before, cells, 72);
    assert_int_equal(wend_field_create(mover, &away_desc, &leading_away), WEND_OK);
    expect_bytes(&memory, &before, cells, 81);
    assert_int_equal(wend_workspace_create((uint32_t)cells, &hooks, &workspace), WEND_OK);
    expect_bytes(&memory, &before, cells, 256);
    /* Nothing was taken for a moment and given back: the greatest is what there is now. */
    assert_true(memory.greatest_bytes <= memory.live_bytes + SLACK);
    wend_field_destroy(field);
    wend_field_destroy(seeded);
    wend_field_destroy(seeing);
    wend_field_destroy(leading_away);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    wend_workspace_destroy(workspace);
    assert_int_equal(memory.live, 0);
    assert_int_equal(memory.mistakes, 0);
}

static void test_1024(void **state) {
    (void)state;
    measure(1024, 1024, WEND_SQUARE, 0);
    measure(1024, 1024, WEND_SQUARE, 300);
    measure(1024, 1024, WEND_HEX, 0);
}

static void test_other_shapes(void **state) {
    (void)state;
    measure(WEND_MAX_SIDE, 64, WEND_SQUARE, 0);
    measure(64, WEND_MAX_SIDE, WEND_HEX, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_1024), cmocka_unit_test(test_other_shapes)};
    return cmocka_run_group_tests_name("bytes", tests, NULL, NULL);
}
