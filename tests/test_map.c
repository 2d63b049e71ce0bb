/* SPDX-License-Identifier: MIT
 * The map: creation, terrain setters, edges, revision, hash; and what each refuses. */
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wend_map *map_of(int32_t width, int32_t height, wend_lattice lattice) {
    wend_map_desc desc = {.width = width, .height = height, .lattice = lattice};
    wend_map *map = NULL;
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    return map;
}

static void refuse(wend_map_desc desc, wend_status status) {
    wend_map *map = (wend_map *)&desc;
    wend_map *before = map;
    assert_int_equal(wend_map_create(&desc, &map), status);
    assert_ptr_equal(map, before);
}

static void *half_an_allocator(void *user, size_t size, size_t alignment) {
    (void)user, (void)size, (void)alignment;
    return NULL;
}

static void test_create(void **state) {
    (void)state;
    wend_map_desc good = {.width = 3, .height = 2}, desc = good;
    wend_map *map = NULL;
    assert_int_equal(wend_map_create(NULL, &map), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_create(&good, NULL), WEND_ERROR_ARGUMENT);
    static const int32_t sizes[] = {0, -1, INT32_MIN, WEND_MAX_SIDE + 1, INT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        refuse((wend_map_desc){.width = sizes[i], .height = 2}, WEND_ERROR_SIZE);
        refuse((wend_map_desc){.width = 2, .height = sizes[i]}, WEND_ERROR_SIZE);
        refuse((wend_map_desc){.width = sizes[i], .height = sizes[i]}, WEND_ERROR_SIZE);
    }
    desc.lattice = (wend_lattice)2;
    refuse(desc, WEND_ERROR_ARGUMENT);
    static const float odd[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        refuse((wend_map_desc){.width = 3, .height = 2, .cell_size = odd[i]}, WEND_ERROR_ARGUMENT);
        refuse((wend_map_desc){.width = 3, .height = 2, .origin_x = odd[i]}, WEND_ERROR_ARGUMENT);
        refuse((wend_map_desc){.width = 3, .height = 2, .origin_y = odd[i]}, WEND_ERROR_ARGUMENT);
    }
    refuse((wend_map_desc){.width = 3, .height = 2, .cell_size = -1.0f}, WEND_ERROR_ARGUMENT);
    refuse((wend_map_desc){.width = 3, .height = 2, .cell_size = 3e38f}, WEND_ERROR_ARGUMENT);
    refuse((wend_map_desc){.width = 3, .height = 2, .cell_size = 1e38f, .origin_y = 1e38f}, WEND_ERROR_ARGUMENT);
    refuse((wend_map_desc){.width = 3, .height = 2, .log_capacity = (1u << 20) + 1}, WEND_ERROR_ARGUMENT);
    wend_allocator half = {.allocate = half_an_allocator};
    refuse((wend_map_desc){.width = 3, .height = 2, .allocator = &half}, WEND_ERROR_ARGUMENT);
    map = map_of(3, 2, WEND_HEX);
    assert_int_equal(wend_map_width(map), 3);
    assert_int_equal(wend_map_height(map), 2);
    assert_int_equal(wend_map_lattice(map), WEND_HEX);
    assert_int_equal(wend_map_link_count(map), 0);
    for (int32_t i = 0; i < 6; i++) assert_int_equal(wend_map_terrain(map, i % 3, i / 3), 0);
    assert_int_equal(wend_map_terrain(map, -1, 0), 0);
    assert_int_equal(wend_map_terrain(map, INT32_MAX, INT32_MIN), 0);
    wend_map_destroy(map);
    wend_map_destroy(NULL);
}

static void test_setters(void **state) {
    (void)state;
    wend_map *map = map_of(4, 3, WEND_SQUARE);
    uint64_t revision = wend_map_revision(map);
    assert_int_equal(wend_map_set(map, 3, 2, 7), WEND_OK);
    assert_int_equal(wend_map_terrain(map, 3, 2), 7);
    assert_int_equal(wend_map_revision(map), revision + 1);
    assert_int_equal(wend_map_fill(map, (wend_rect){0, 0, 2, 3}, 5), WEND_OK);
    assert_int_equal(wend_map_revision(map), revision + 2);
    const uint8_t bytes[] = {1, 2, 99, 3, 4, 99}, mask[] = {0, 1, 1, 9, 0, 1};
    assert_int_equal(wend_map_write(map, (wend_rect){1, 1, 2, 2}, bytes, 3), WEND_OK);
    uint8_t all[12];
    assert_int_equal(wend_map_read(map, (wend_rect){0, 0, 4, 3}, all, 4), WEND_OK);
    assert_memory_equal(all, ((uint8_t[]){5, 5, 0, 0, 5, 1, 2, 0, 5, 3, 4, 7}), 12);
    assert_int_equal(wend_map_fill(map, (wend_rect){0, 0, 4, 3}, 9), WEND_OK);
    assert_int_equal(wend_map_stamp(map, (wend_rect){2, 0, 2, 2}, bytes, mask, 3), WEND_OK);
    assert_int_equal(wend_map_read(map, (wend_rect){0, 0, 4, 3}, all, 4), WEND_OK);
    assert_memory_equal(all, ((uint8_t[]){9, 9, 9, 2, 9, 9, 3, 9, 9, 9, 9, 9}), 12);
    uint8_t wide[10];
    memset(wide, 77, sizeof wide);
    assert_int_equal(wend_map_read(map, (wend_rect){2, 0, 2, 2}, wide, 5), WEND_OK);
    assert_memory_equal(wide, ((uint8_t[]){9, 2, 77, 77, 77, 3, 9, 77, 77, 77}), 10);
    wend_map_destroy(map);
}

/* Every refused call leaves terrain, revision and hash as they were. */
static void test_refusals(void **state) {
    (void)state;
    wend_map *map = map_of(4, 3, WEND_SQUARE);
    uint64_t revision = wend_map_revision(map), hash = wend_map_hash(map);
    uint8_t bytes[64] = {1}, out[64] = {0};
    static const wend_rect outside[] = {
        {-1, 0, 1, 1},
        {0, -1, 1, 1},
        {4, 0, 1, 1},
        {0, 3, 1, 1},
        {0, 0, 5, 1},
        {0, 0, 1, 4},
        {0, 0, 0, 1},
        {0, 0, 1, 0},
        {0, 0, -1, 1},
        {INT32_MAX, 0, 1, 1},
        {1, 1, INT32_MAX, 1},
        {1, 1, 1, INT32_MAX},
        {2, 2, -1, -1},
        {INT32_MIN, 0, 1, 1},
        {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX},
        {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX},
    };
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_true(wend_map_fill(map, outside[i], 3) < 0);
        assert_true(wend_map_write(map, outside[i], bytes, SIZE_MAX) < 0);
        assert_true(wend_map_stamp(map, outside[i], bytes, bytes, SIZE_MAX) < 0);
        assert_true(wend_map_read(map, outside[i], out, SIZE_MAX) < 0);
    }
    assert_int_equal(wend_map_fill(map, outside[0], 3), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_write(map, outside[4], bytes, 5), WEND_ERROR_OUTSIDE);
    static const wend_cell cells[] = {{-1, 0}, {0, -1}, {4, 0}, {0, 3}, {INT32_MAX, INT32_MAX}, {INT32_MIN, 0}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        assert_int_equal(wend_map_set(map, cells[i].x, cells[i].y, 3), WEND_ERROR_OUTSIDE);
        assert_int_equal(wend_map_set_edge(map, cells[i].x, cells[i].y, WEND_EAST, WEND_EDGE_WALL), WEND_ERROR_OUTSIDE);
    }
    wend_rect good = {1, 1, 3, 2};
    assert_int_equal(wend_map_set(NULL, 0, 0, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_fill(NULL, good, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_write(NULL, good, bytes, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_write(map, good, NULL, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_write(map, good, bytes, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_write(map, good, bytes, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_stamp(map, good, bytes, NULL, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_stamp(map, good, NULL, bytes, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_stamp(map, good, bytes, bytes, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_read(map, good, NULL, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_read(map, good, out, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_read(NULL, good, out, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_edge(NULL, 0, 0, WEND_EAST, WEND_EDGE_WALL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_edge(map, 0, 0, WEND_NO_DIRECTION, WEND_EDGE_WALL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_edge(map, 0, 0, WEND_SOUTH_EAST, WEND_EDGE_WALL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_edge(map, 0, 0, (wend_direction)8, WEND_EDGE_WALL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_edge(map, 0, 0, WEND_EAST, (wend_edge)4), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_edge(map, 0, 0, WEND_EAST, (wend_edge)-1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_edge(map, 0, 0, WEND_NORTH, WEND_EDGE_WALL), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_set_edge(map, 3, 2, WEND_EAST, WEND_EDGE_OPEN), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_map_revision(map), revision);
    assert_true(wend_map_hash(map) == hash);
    for (size_t i = 0; i < sizeof out; i++) assert_int_equal(out[i], 0);
    wend_map_destroy(map);
}

static void test_edges(void **state) {
    (void)state;
    static const wend_edge other_side[] = {WEND_EDGE_OPEN, WEND_EDGE_WALL, WEND_EDGE_IN_ONLY, WEND_EDGE_OUT_ONLY};
    for (int lattice = 0; lattice < 2; lattice++) {
        wend_map *map = map_of(5, 5, (wend_lattice)lattice);
        for (int32_t row = 1; row < 4; row++) {
            for (int side = 0; side < 8; side++) {
                if (!oracle_is_side((wend_lattice)lattice, side)) continue;
                int32_t x, y;
                oracle_neighbour((wend_lattice)lattice, 2, row, side, &x, &y);
                for (int edge = 3; edge >= 0; edge--) {
                    uint64_t revision = wend_map_revision(map);
                    wend_status status = wend_map_set_edge(map, 2, row, (wend_direction)side, (wend_edge)edge);
                    assert_int_equal(status, WEND_OK);
                    assert_int_equal(wend_map_edge(map, 2, row, (wend_direction)side), edge);
                    wend_direction back = (wend_direction)oracle_opposite(side);
                    assert_int_equal(wend_map_edge(map, x, y, back), other_side[edge]);
                    assert_true(wend_map_revision(map) > revision);
                }
            }
        }
        /* Where there is no neighbour there is a wall. */
        assert_int_equal(wend_map_edge(map, 0, 0, WEND_WEST), WEND_EDGE_WALL);
        assert_int_equal(wend_map_edge(map, 4, 4, WEND_EAST), WEND_EDGE_WALL);
        assert_int_equal(wend_map_edge(map, -3, 9, WEND_EAST), WEND_EDGE_WALL);
        assert_int_equal(wend_map_edge(map, 2, 2, WEND_EAST), WEND_EDGE_OPEN);
        wend_map_destroy(map);
    }
}

/* The hash is that of what the map is, not of how it came to be. */
static void test_hash(void **state) {
    (void)state;
    wend_map *a = map_of(4, 3, WEND_SQUARE), *b = map_of(4, 3, WEND_SQUARE);
    assert_true(wend_map_hash(a) == wend_map_hash(b));
    wend_map_set(a, 1, 1, 4);
    assert_true(wend_map_hash(a) != wend_map_hash(b));
    wend_map_fill(b, (wend_rect){0, 0, 4, 3}, 9);
    wend_map_fill(b, (wend_rect){0, 0, 4, 3}, 0);
    wend_map_set(b, 1, 1, 4);
    assert_true(wend_map_hash(a) == wend_map_hash(b));
    wend_map_set_edge(a, 0, 0, WEND_EAST, WEND_EDGE_WALL);
    uint64_t walled = wend_map_hash(a);
    assert_true(walled != wend_map_hash(b));
    wend_map_set_edge(a, 0, 0, WEND_EAST, WEND_EDGE_OUT_ONLY);
    assert_true(walled != wend_map_hash(a));
    wend_map_set_edge(a, 0, 0, WEND_EAST, WEND_EDGE_OPEN);
    assert_true(wend_map_hash(a) == wend_map_hash(b));
    wend_link link = {{0, 0}, {3, 2}, 140, 0};
    wend_map_add_links(a, &link, 1);
    assert_true(wend_map_hash(a) != wend_map_hash(b));
    wend_map_remove_links(a, link.from, link.to, NULL);
    assert_true(wend_map_hash(a) == wend_map_hash(b));
    wend_map_destroy(a);
    wend_map_destroy(b);
    static const int32_t shapes[4][3] = {{4, 3, 0}, {3, 4, 0}, {4, 3, 1}, {12, 1, 0}};
    uint64_t hashes[4];
    for (int i = 0; i < 4; i++) {
        wend_map *map = map_of(shapes[i][0], shapes[i][1], (wend_lattice)shapes[i][2]);
        hashes[i] = wend_map_hash(map);
        for (int j = 0; j < i; j++) assert_true(hashes[i] != hashes[j]);
        wend_map_destroy(map);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create), cmocka_unit_test(test_setters), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_edges),  cmocka_unit_test(test_hash),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
