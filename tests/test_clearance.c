/* SPDX-License-Identifier: MIT
 * Where a disc fits, on maps drawn by hand. */
#include "map/clearance.h"

#include "allocator.h"

#include <wend/mover.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_CELLS 256

/* A map drawn as text and the clearance of one radius on it. */
typedef struct drawing {
    wend_map *map;
    uint8_t costs[MAX_CELLS];
    wend__clearance clearance;
} drawing;

/* Rows of '.' and '#', separated by '/'; blanks do not count. */
static void draw(drawing *d, wend_lattice lattice, const char *rows) {
    wend_map_desc desc = {.lattice = lattice, .height = 1};
    int32_t cells = 0;
    for (const char *c = rows; *c; c++) {
        if (*c == '/') desc.height++;
        if (*c == '.' || *c == '#') d->costs[cells++] = *c == '#' ? WEND_BLOCKED : 1;
    }
    desc.width = cells / desc.height;
    assert_int_equal(desc.width * desc.height, cells);
    assert_int_equal(wend_map_create(&desc, &d->map), WEND_OK);
    d->clearance = (wend__clearance){0};
}

static void set_radius(drawing *d, uint32_t radius) {
    wend__clearance_destroy(&d->clearance);
    wend_lattice lattice = wend_map_lattice(d->map);
    uint32_t directions = lattice == WEND_HEX ? WEND__HEX_6 : WEND__SQUARE_8;
    assert_int_equal(wend__clearance_create(&d->clearance, lattice, directions, radius, NULL), WEND_OK);
}

static void set_edge(drawing *d, int32_t x, int32_t y, wend_direction side, wend_edge edge) {
    assert_int_equal(wend_map_set_edge(d->map, x, y, side, edge), WEND_OK);
}

static void erase(drawing *d) {
    wend__clearance_destroy(&d->clearance);
    wend_map_destroy(d->map);
}

static uint16_t at(const drawing *d, int32_t x, int32_t y) {
    return wend__clearance_at(&d->clearance, d->map, d->costs, (wend_cell){x, y});
}

static bool is_clear(const drawing *d, int32_t x, int32_t y, wend_direction direction) {
    return wend__step_is_clear(&d->clearance, d->map, d->costs, (wend_cell){x, y}, direction);
}

/* The distance at (x, y) is CLEAR up to a radius, and `distance` from the next radius on. */
static void expect_fits_up_to(drawing *d, int32_t x, int32_t y, uint32_t radius, uint16_t distance) {
    set_radius(d, radius);
    assert_int_equal(at(d, x, y), WEND__CLEAR);
    set_radius(d, radius + 1);
    assert_int_equal(at(d, x, y), distance);
}

/* The same, for what a step meets between the discs at its ends. */
static void expect_step_up_to(drawing *d, int32_t x, int32_t y, wend_direction direction, uint32_t radius) {
    set_radius(d, radius);
    assert_true(is_clear(d, x, y, direction));
    set_radius(d, radius + 1);
    assert_false(is_clear(d, x, y, direction));
}

static void test_no_radius_meets_nothing(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_SQUARE, "#.# / ... / #.#");
    set_edge(&d, 1, 1, WEND_EAST, WEND_EDGE_WALL);
    set_radius(&d, 0);
    assert_int_equal(d.clearance.near_count, 0);
    assert_int_equal(at(&d, 1, 1), WEND__CLEAR);
    assert_true(is_clear(&d, 1, 1, WEND_NORTH_EAST));
    assert_true(is_clear(&d, 1, 1, WEND_EAST));
    erase(&d);
}

static void test_half_a_cell_fits_beside_walls(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_SQUARE, "### / #.# / ###");
    expect_fits_up_to(&d, 1, 1, 128, 16 / 4);
    erase(&d);

    draw(&d, WEND_SQUARE, "... / ... / ...");
    set_edge(&d, 1, 1, WEND_WEST, WEND_EDGE_WALL);
    expect_fits_up_to(&d, 1, 1, 128, 16 / 4);
    expect_fits_up_to(&d, 0, 1, 128, 16 / 4);
    erase(&d);

    draw(&d, WEND_HEX, "### / #.# / ###");
    expect_fits_up_to(&d, 1, 1, 128, 48 / 4);
    erase(&d);

    for (int lattice = WEND_SQUARE; lattice <= WEND_HEX; lattice++) {
        draw(&d, (wend_lattice)lattice, ".");
        set_radius(&d, 128);
        assert_int_equal(d.clearance.disc[0].first, d.clearance.disc[0].last);
        assert_int_equal(d.clearance.disc[1].first, d.clearance.disc[1].last);
        expect_fits_up_to(&d, 0, 0, 128, lattice == WEND_HEX ? 12 : 4);
        erase(&d);
    }
}

/* sqrt(1/2) is 181.02 / 256. */
static void test_corner_of_a_cell(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_SQUARE, "#.... / ..... / ..... / ..... / .....");
    expect_fits_up_to(&d, 1, 1, 181, 16 / 2);
    expect_fits_up_to(&d, 2, 1, 384, 36); /* the outside, 3/2 above; the corner is sqrt(10)/2 away */
    expect_fits_up_to(&d, 2, 2, 543, 72); /* the corner, 3/2 left and above: 543.06 */
    erase(&d);
}

/*     . . . # .     The lower left side of # looks straight at o: 2 from centre to centre, half a cell of it inside.
 *      . . | . .    The wall | ends in the upper corner of o, 1/sqrt(3) = 147.8 / 256 from its centre.
 *     . . o . .  */
static void test_corner_of_a_hexagon(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_HEX, "..... / ..... / ..... / ..... / .....");
    d.costs[3] = WEND_BLOCKED;
    expect_fits_up_to(&d, 2, 2, 384, 48 * 9 / 4);
    set_edge(&d, 1, 1, WEND_EAST, WEND_EDGE_WALL);
    expect_fits_up_to(&d, 2, 2, 147, 48 / 3);
    erase(&d);
}

static void test_outside_of_the_map(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_SQUARE, "..... / ..... / ..... / ..... / .....");
    expect_fits_up_to(&d, 2, 2, 640, 100);
    expect_fits_up_to(&d, 1, 2, 384, 36);
    expect_fits_up_to(&d, 3, 4, 128, 4);
    erase(&d);
}

/*     . # .      The step from o to x passes two cells; they touch its line in a point, whatever the radius.
 *     . o .
 *     . . x  */
static void test_diagonal_step_needs_both_sides(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_SQUARE, ".... / .... / ..#. / ....");
    set_radius(&d, 1);
    assert_false(is_clear(&d, 1, 2, WEND_NORTH_EAST));
    assert_false(is_clear(&d, 1, 2, WEND_SOUTH_EAST));
    assert_false(is_clear(&d, 2, 1, WEND_SOUTH_WEST));
    assert_false(is_clear(&d, 3, 2, WEND_NORTH_WEST));
    assert_true(is_clear(&d, 1, 1, WEND_NORTH_EAST));
    assert_true(is_clear(&d, 0, 2, WEND_NORTH_EAST));
    assert_true(is_clear(&d, 1, 1, WEND_SOUTH));
    erase(&d);

    draw(&d, WEND_SQUARE, ".... / .... / .... / ....");
    set_edge(&d, 2, 2, WEND_WEST, WEND_EDGE_WALL);
    expect_step_up_to(&d, 1, 1, WEND_SOUTH_EAST, 0);
    assert_false(is_clear(&d, 1, 2, WEND_NORTH_EAST));
    assert_false(is_clear(&d, 1, 3, WEND_NORTH_EAST));
    assert_true(is_clear(&d, 0, 0, WEND_SOUTH_EAST));
    set_edge(&d, 2, 2, WEND_WEST, WEND_EDGE_OUT_ONLY); /* no wall for a disc */
    assert_true(is_clear(&d, 1, 1, WEND_SOUTH_EAST));
    erase(&d);
}

/*     . | .      A wall that ends half way beside a step: half a cell from its line, sqrt(1/2) from both ends.
 *     o---x  */
static void test_wall_that_points_at_a_step(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_SQUARE, ".... / .... / .... / .... / .... / ....");
    set_edge(&d, 1, 2, WEND_EAST, WEND_EDGE_WALL);
    expect_fits_up_to(&d, 1, 3, 181, 8);
    expect_step_up_to(&d, 1, 3, WEND_EAST, 128);
    set_radius(&d, 129);
    assert_false(is_clear(&d, 2, 3, WEND_WEST));
    assert_true(is_clear(&d, 1, 3, WEND_SOUTH));
    set_radius(&d, 182); /* now the discs at the ends meet it, and the step need not list it */
    assert_true(is_clear(&d, 1, 3, WEND_EAST));
    assert_int_equal(at(&d, 2, 3), 8);
    erase(&d);
}

/*     . # .      The cell above the common side of o and x reaches down to 1/sqrt(12) = 73.9 / 256 from the line
 *      o-x       between them. */
static void test_hex_step_between_two_cells(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_HEX, "..... / ..... / ..... / ..... / .....");
    d.costs[1 * 5 + 2] = WEND_BLOCKED;
    expect_step_up_to(&d, 2, 2, WEND_EAST, 73);
    expect_step_up_to(&d, 3, 2, WEND_WEST, 73);
    expect_step_up_to(&d, 3, 1, WEND_SOUTH_WEST, 73); /* the same picture, turned */
    expect_fits_up_to(&d, 2, 2, 128, 12);
    set_radius(&d, 74);
    assert_true(is_clear(&d, 2, 2, WEND_WEST));
    assert_true(is_clear(&d, 2, 2, WEND_SOUTH_EAST));
    erase(&d);
}

static void test_one_way_edges_are_no_walls(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_SQUARE, "... / ... / ...");
    set_radius(&d, 140);
    set_edge(&d, 1, 1, WEND_EAST, WEND_EDGE_OUT_ONLY);
    assert_int_equal(at(&d, 1, 1), WEND__CLEAR);
    set_edge(&d, 1, 1, WEND_EAST, WEND_EDGE_IN_ONLY);
    assert_int_equal(at(&d, 1, 1), WEND__CLEAR);
    set_edge(&d, 1, 1, WEND_EAST, WEND_EDGE_WALL);
    assert_int_equal(at(&d, 1, 1), 4);
    set_edge(&d, 1, 1, WEND_EAST, WEND_EDGE_OPEN);
    assert_int_equal(at(&d, 1, 1), WEND__CLEAR);
    erase(&d);
}

/* The nearest of cells and thin walls, whichever is nearer. */
static void test_nearest_wins(void **state) {
    (void)state;
    drawing d;
    draw(&d, WEND_SQUARE, "......... / ......... / ......... / ......... / ......... / ......... / .........");
    set_radius(&d, 700);
    assert_int_equal(at(&d, 4, 3), WEND__CLEAR);
    d.costs[3 * 9 + 6] = WEND_BLOCKED;
    assert_int_equal(at(&d, 4, 3), 36);
    set_edge(&d, 3, 3, WEND_WEST, WEND_EDGE_WALL);
    assert_int_equal(at(&d, 4, 3), 36);
    set_edge(&d, 5, 4, WEND_NORTH, WEND_EDGE_WALL);
    assert_int_equal(at(&d, 4, 3), 8);
    set_edge(&d, 4, 3, WEND_SOUTH, WEND_EDGE_WALL);
    assert_int_equal(at(&d, 4, 3), 4);
    d.costs[3 * 9 + 4] = WEND_BLOCKED; /* not asked */
    assert_int_equal(at(&d, 4, 3), 4);
    erase(&d);
}

static void test_lists_are_sorted_and_within_reach(void **state) {
    (void)state;
    const uint32_t radii[] = {1, 128, 129, 256, 700, 2000, WEND_MAX_RADIUS};
    for (size_t r = 0; r < sizeof radii / sizeof *radii; r++) {
        for (int lattice = WEND_SQUARE; lattice <= WEND_HEX; lattice++) {
            wend__clearance clearance;
            assert_int_equal(
                wend__clearance_create(&clearance, (wend_lattice)lattice, WEND__SQUARE_4 & WEND__HEX_6, radii[r], NULL),
                WEND_OK);
            assert_int_equal(clearance.radius, radii[r]);
            for (int parity = 0; parity < 2; parity++) {
                wend__near_list list = clearance.disc[parity];
                assert_true(list.first <= list.walls && list.walls <= list.last && list.last <= clearance.near_count);
                for (uint32_t i = list.first; i < list.last; i++) {
                    wend__near near = clearance.nears[i];
                    assert_true((near.side < 0) == (i < list.walls));
                    if (i != list.first && i != list.walls)
                        assert_true(clearance.nears[i - 1].distance <= near.distance);
                    assert_true(abs(near.x) <= clearance.reach && abs(near.y) <= clearance.reach);
                    assert_true(near.x != 0 || near.y != 0 || near.side >= 0);
                }
                /* A direction that was not asked for. */
                assert_int_equal(clearance.step[parity][WEND_NORTH].last, 0);
            }
            wend__clearance_destroy(&clearance);
            assert_null(clearance.nears);
        }
    }
}

/* The largest disc: how many squares an open disc of 32 cells round a centre meets, counted by hand's rule: the nearest
 * point of a square that is (x, y) away is max(|x| - 1/2, 0), max(|y| - 1/2, 0) away. */
static void test_largest_disc(void **state) {
    (void)state;
    wend__clearance clearance;
    assert_int_equal(wend__clearance_create(&clearance, WEND_SQUARE, WEND__SQUARE_8, WEND_MAX_RADIUS, NULL), WEND_OK);
    uint32_t cells = 0;
    for (int x = -40; x <= 40; x++) {
        for (int y = -40; y <= 40; y++) {
            int across = x == 0 ? 0 : 2 * abs(x) - 1, down = y == 0 ? 0 : 2 * abs(y) - 1;
            cells += across * across + down * down < 64 * 64 && (x != 0 || y != 0);
        }
    }
    assert_int_equal(clearance.disc[0].walls - clearance.disc[0].first, cells);
    assert_int_equal(clearance.reach, 32);
    wend__clearance_destroy(&clearance);
}

static void test_no_memory(void **state) {
    (void)state;
    bool was_made = false;
    for (uint32_t fail_at = 1; !was_made; fail_at++) {
        test_allocator memory = {.fail_at = fail_at};
        wend_allocator hooks = test_allocator_hooks(&memory);
        wend__clearance clearance;
        memset(&clearance, 0xA5, sizeof clearance);
        wend_status status = wend__clearance_create(&clearance, WEND_HEX, WEND__HEX_6, 300, &hooks);
        was_made = status == WEND_OK;
        if (!was_made) assert_int_equal(status, WEND_ERROR_NO_MEMORY);
        assert_int_equal(memory.live, was_made);
        wend__clearance_destroy(&clearance);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.mistakes, 0);
        assert_true(fail_at <= 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_radius_meets_nothing),
        cmocka_unit_test(test_half_a_cell_fits_beside_walls),
        cmocka_unit_test(test_corner_of_a_cell),
        cmocka_unit_test(test_corner_of_a_hexagon),
        cmocka_unit_test(test_outside_of_the_map),
        cmocka_unit_test(test_diagonal_step_needs_both_sides),
        cmocka_unit_test(test_wall_that_points_at_a_step),
        cmocka_unit_test(test_hex_step_between_two_cells),
        cmocka_unit_test(test_one_way_edges_are_no_walls),
        cmocka_unit_test(test_nearest_wins),
        cmocka_unit_test(test_lists_are_sorted_and_within_reach),
        cmocka_unit_test(test_largest_disc),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
