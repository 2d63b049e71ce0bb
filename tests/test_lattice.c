/* SPDX-License-Identifier: MIT
 * Directions, neighbours, centres and picking, on both lattices. */
#include "support/unit.h"

#include "map/lattice.h"

#include <math.h>
#include <stdlib.h>

static wend_map *map_of(int32_t width, int32_t height, wend_lattice lattice, float cell_size, float x, float y) {
    wend_map_desc desc = {width, height, lattice, cell_size, x, y, 0, NULL};
    wend_map *map = NULL;
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    return map;
}

static void test_neighbours(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        wend_map *map = map_of(5, 6, (wend_lattice)lattice, 0, 0, 0);
        for (int32_t y = 0; y < 6; y++) {
            for (int32_t x = 0; x < 5; x++) {
                for (int k = 0; k < 8; k++) {
                    int32_t nx = 0, ny = 0;
                    bool known = oracle_neighbour((wend_lattice)lattice, x, y, k, &nx, &ny);
                    bool on = known && nx >= 0 && ny >= 0 && nx < 5 && ny < 6;
                    wend_cell there = {-9, -9};
                    wend_status status = wend_map_neighbour(map, (wend_cell){x, y}, (wend_direction)k, &there);
                    assert_int_equal(status == WEND_OK, on);
                    assert_cell_equal(there, on ? nx : -9, on ? ny : -9);
                    if (!on) continue;
                    assert_int_equal(wend__opposite(k), oracle_opposite(k));
                    assert_int_equal(wend_map_neighbour(map, there, (wend_direction)oracle_opposite(k), &there),
                                     WEND_OK);
                    assert_cell_equal(there, x, y);
                }
            }
        }
        wend_cell out = {-9, -9};
        assert_int_equal(wend_map_neighbour(map, (wend_cell){1, 1}, WEND_NO_DIRECTION, &out), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_map_neighbour(map, (wend_cell){1, 1}, (wend_direction)8, &out), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_map_neighbour(map, (wend_cell){1, 1}, WEND_EAST, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_map_neighbour(NULL, (wend_cell){1, 1}, WEND_EAST, &out), WEND_ERROR_ARGUMENT);
        assert_cell_equal(out, -9, -9);
        wend_map_destroy(map);
    }
}

static void test_centres(void **state) {
    (void)state;
    float x, y;
    wend_map *square = map_of(4, 4, WEND_SQUARE, 2.0f, 10.0f, -6.0f);
    wend_map_centre(square, 0, 0, &x, &y);
    assert_true(x == 11.0f && y == -5.0f);
    wend_map_centre(square, 3, 2, &x, &y);
    assert_true(x == 17.0f && y == -1.0f);
    wend_map_centre(square, -1, 5, &x, &y);
    assert_true(x == 9.0f && y == 5.0f);
    float size, origin_x, origin_y;
    wend_map_placement(square, &size, &origin_x, &origin_y);
    assert_true(size == 2.0f && origin_x == 10.0f && origin_y == -6.0f);
    wend_map_placement(square, NULL, NULL, NULL);
    wend_map_destroy(square);

    wend_map *hex = map_of(4, 4, WEND_HEX, 0, 0, 0);
    wend_map_placement(hex, &size, NULL, &origin_y);
    assert_true(size == 1.0f && origin_y == 0.0f);
    for (int32_t row = -3; row < 6; row++) {
        for (int32_t column = -3; column < 6; column++) {
            wend_map_centre(hex, column, row, &x, &y);
            assert_true(fabs(x - (column + 0.5 + 0.5 * (row & 1))) < 1e-5);
            assert_true(fabs(y - (row * sqrt(0.75) + sqrt(1.0 / 3.0))) < 1e-5);
        }
    }
    wend_map_destroy(hex);
}

static void test_picking_a_centre_gives_the_cell(void **state) {
    (void)state;
    static const float placements[4][3] = {{0, 0, 0}, {0.25f, 100, -100}, {3.0f, -7, 11}, {64.0f, 1e4f, 1e4f}};
    for (int i = 0; i < 8; i++) {
        const float *place = placements[i / 2];
        wend_map *map = map_of(37, 23, (wend_lattice)(i & 1), place[0], place[1], place[2]);
        for (int32_t y = 0; y < 23; y++) {
            for (int32_t x = 0; x < 37; x++) {
                float world_x, world_y;
                wend_cell cell;
                wend_map_centre(map, x, y, &world_x, &world_y);
                assert_int_equal(wend_map_pick(map, world_x, world_y, &cell), WEND_OK);
                assert_cell_equal(cell, x, y);
            }
        }
        wend_map_destroy(map);
    }
}

static void test_picking_on_square_borders(void **state) {
    (void)state;
    wend_map *map = map_of(3, 2, WEND_SQUARE, 0, 0, 0);
    wend_cell cell = {-9, -9};
    assert_int_equal(wend_map_pick(map, 0.0f, 0.0f, &cell), WEND_OK);
    assert_cell_equal(cell, 0, 0);
    assert_int_equal(wend_map_pick(map, 1.0f, 1.0f, &cell), WEND_OK);
    assert_cell_equal(cell, 1, 1);
    assert_int_equal(wend_map_pick(map, nextafterf(3.0f, 0.0f), 1.5f, &cell), WEND_OK);
    assert_cell_equal(cell, 2, 1);
    assert_int_equal(wend_map_pick(map, nextafterf(1.0f, 0.0f), 0.5f, &cell), WEND_OK);
    assert_cell_equal(cell, 0, 0);
    cell = (wend_cell){-9, -9};
    assert_int_equal(wend_map_pick(map, 3.0f, 0.5f, &cell), WEND_OFF_MAP);
    assert_int_equal(wend_map_pick(map, 0.5f, 2.0f, &cell), WEND_OFF_MAP);
    assert_int_equal(wend_map_pick(map, -1e-30f, 0.5f, &cell), WEND_OFF_MAP);
    assert_cell_equal(cell, -9, -9);
    wend_map_destroy(map);
}

static void test_picking_nowhere(void **state) {
    (void)state;
    static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 2147483648.0f, -2147483648.0f, 4.3e9f, 1e20f};
    for (int lattice = 0; lattice < 2; lattice++) {
        wend_map *map = map_of(16, 16, (wend_lattice)lattice, 0, 0, 0);
        for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
            wend_cell cell = {-9, -9};
            assert_int_equal(wend_map_pick(map, odd[i], 1.0f, &cell), WEND_OFF_MAP);
            assert_int_equal(wend_map_pick(map, 1.0f, odd[i], &cell), WEND_OFF_MAP);
            assert_int_equal(wend_map_pick(map, odd[i], odd[i], &cell), WEND_OFF_MAP);
            assert_cell_equal(cell, -9, -9);
        }
        wend_cell cell;
        assert_int_equal(wend_map_pick(map, 1, 1, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_map_pick(NULL, 1, 1, &cell), WEND_ERROR_ARGUMENT);
        wend_map_destroy(map);
    }
}

/* The nearest centre of the endless lattice; false where two are nearly as near. */
static bool nearest_hexagon(double x, double y, wend_cell *best) {
    double least = 1e9, second = 1e9;
    for (int32_t row = -2; row < 9; row++) {
        for (int32_t column = -2; column < 9; column++) {
            double dx = x - (column + 0.5 + 0.5 * (row & 1)), dy = y - (row * sqrt(0.75) + sqrt(1.0 / 3.0));
            double distance = dx * dx + dy * dy;
            if (distance < least) {
                second = least;
                least = distance;
                *best = (wend_cell){column, row};
            } else if (distance < second) {
                second = distance;
            }
        }
    }
    return second - least > 1e-5;
}

static void test_picking_hexagons(void **state) {
    (void)state;
    wend_map *map = map_of(7, 7, WEND_HEX, 0, 0, 0);
    test_random random = test_random_of(3);
    for (int i = 0; i < 20000; i++) {
        float x = (float)test_random_between(&random, -1000, 8000) * 0.001f;
        float y = (float)test_random_between(&random, -1000, 7000) * 0.001f;
        wend_cell want, found = {-9, -9};
        if (!nearest_hexagon(x, y, &want)) continue;
        bool on = want.x >= 0 && want.y >= 0 && want.x < 7 && want.y < 7;
        assert_int_equal(wend_map_pick(map, x, y, &found), on ? WEND_OK : WEND_OFF_MAP);
        assert_cell_equal(found, on ? want.x : -9, on ? want.y : -9);
    }
    wend_map_destroy(map);
}

static void test_distances(void **state) {
    (void)state;
    test_random random = test_random_of(4);
    for (int i = 0; i < 20000; i++) {
        wend_cell a = {test_random_between(&random, -50, 50), test_random_between(&random, -50, 50)};
        wend_cell b = {test_random_between(&random, -50, 50), test_random_between(&random, -50, 50)};
        for (int lattice = 0; lattice < 2; lattice++) {
            double squared = (double)oracle_squared_distance((wend_lattice)lattice, a.x, a.y, b.x, b.y) /
                             (lattice == WEND_SQUARE ? 4.0 : 12.0);
            double found = (double)wend__squared_distance((wend_lattice)lattice, a, b) / (lattice ? 4.0 : 1.0);
            assert_true(fabs(found - squared) < 1e-6);
            double line = sqrt(squared) * 70;
            uint32_t floored = wend__euclid_70((wend_lattice)lattice, a, b);
            assert_true(floored <= line + 1e-6 && line - floored < 1 + 1e-6);
        }
        int32_t ax = a.x - (a.y - (a.y & 1)) / 2, bx = b.x - (b.y - (b.y & 1)) / 2;
        int32_t dx = bx - ax, dy = b.y - a.y, dz = -dx - dy;
        int32_t steps = (abs(dx) + abs(dy) + abs(dz)) / 2;
        assert_int_equal(wend__hex_steps(a, b), steps);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_centres),
        cmocka_unit_test(test_picking_a_centre_gives_the_cell),
        cmocka_unit_test(test_picking_on_square_borders),
        cmocka_unit_test(test_picking_nowhere),
        cmocka_unit_test(test_picking_hexagons),
        cmocka_unit_test(test_distances),
    };
    return cmocka_run_group_tests_name("lattice", tests, NULL, NULL);
}
