/* SPDX-License-Identifier: MIT
 * The any-angle pass: lines of sight against walls measured in double, marks on maps of every small size, and what is
 * left where an allocation fails. */
#include "support/allocator.h"
#include "support/subject.h"

#include "field/field.h"
#include "field/sight_line.h"

#include <wend/wend.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define PITCH_OF_HEX 192 /* in 1/256 cell: cells of a hex map as the pass sees them */

typedef struct ground {
    wend_map *map;
    wend_mover *mover;
    int32_t width, height;
    wend_lattice lattice;
} ground;

static ground make_ground(test_random *random, int32_t width, int32_t height, wend_lattice lattice, uint32_t walls) {
    ground g = {.width = width, .height = height, .lattice = lattice};
    const wend_map_desc desc = {.width = width, .height = height, .lattice = lattice};
    assert_int_equal(wend_map_create(&desc, &g.map), WEND_OK);
    for (int32_t i = 0; i < width * height; i++) {
        uint32_t chance = test_random_below(random, 100);
        uint8_t terrain = chance < walls ? 255 : chance < walls + walls / 4 ? 7 : 0;
        assert_int_equal(wend_map_set(g.map, i % width, i / width, terrain), WEND_OK);
    }
    assert_int_equal(wend_mover_create(g.map, NULL, &g.mover), WEND_OK);
    return g;
}

static void leave_ground(ground *g) {
    wend_mover_destroy(g->mover);
    wend_map_destroy(g->map);
}

/* Lines. Cells are squares, on hex rectangles, grown by a margin; all in 1/256 cell. */

/* Does a segment meet the inside of a rectangle? It is cut by one side after the other. */
static bool meets(double x0, double y0, double x1, double y1, double left, double top, double right, double bottom) {
    double from = 0, to = 1;
    const double starts[4] = {x0 - left, right - x0, y0 - top, bottom - y0},
                 ways[4] = {x1 - x0, x0 - x1, y1 - y0, y0 - y1};
    for (int i = 0; i < 4; i++) {
        if (ways[i] == 0 && starts[i] <= 0) return false;
        if (ways[i] > 0) from = fmax(from, -starts[i] / ways[i]);
        if (ways[i] < 0) to = fmin(to, -starts[i] / ways[i]);
    }
    return from < to;
}

/* Does the line touch a cell? */
static bool touches(const ground *g, wend__sight_point a, wend__sight_point b, double margin, int32_t x, int32_t y) {
    bool is_hex = g->lattice == WEND_HEX;
    double left = x * 256.0 + (is_hex ? (y & 1) * 128.0 : 0.0), top = y * (is_hex ? (double)PITCH_OF_HEX : 256.0);
    return meets(a.x, a.y, b.x, b.y, left - margin, top - margin, left + 256 + margin, top + 256 + margin);
}

/* Does it touch the cells on both sides of a thin wall or of a one-way edge of a cell? */
static bool meets_edge(const ground *g, wend__sight_point a, wend__sight_point b, double margin, int32_t x, int32_t y) {
    for (int side = 0; side < 8; side++) {
        int32_t other_x, other_y;
        if (!oracle_is_side(g->lattice, side)) continue;
        if (wend_map_edge(g->map, x, y, (wend_direction)side) == WEND_EDGE_OPEN) continue;
        oracle_neighbour(g->lattice, x, y, side, &other_x, &other_y);
        if (touches(g, a, b, margin, x, y) && touches(g, a, b, margin, other_x, other_y)) return true;
    }
    return false;
}

/* Does the line touch ground of another cost, or the outside, or meet a thin wall? */
static bool is_hindered(const ground *g, wend__sight_point a, wend__sight_point b, double margin, uint8_t cost) {
    for (int32_t y = -1; y <= g->height; y++)
        for (int32_t x = -2; x <= g->width; x++) {
            bool is_on = x >= 0 && y >= 0 && x < g->width && y < g->height;
            bool is_same = is_on && wend_mover_cost(g->mover, x, y) == cost;
            if (is_same ? meets_edge(g, a, b, margin, x, y) : touches(g, a, b, margin, x, y)) return true;
        }
    return false;
}

static wend__sight_point random_point(test_random *random, const wend__lines *lines, const ground *g, wend_cell *cell) {
    do *cell = (wend_cell){test_random_between(random, 0, g->width - 1), test_random_between(random, 0, g->height - 1)};
    while (wend_mover_cost(g->mover, cell->x, cell->y) == WEND_BLOCKED);
    wend__sight_point point = wend__point_at_centre(lines, *cell);
    if (test_random_chance(random, 50)) return point;
    return (wend__sight_point){point.x + test_random_between(random, -90, 90),
                               point.y + test_random_between(random, -30, 30)};
}

/* Whatever is seen is free; and what is free, with two units to spare, is seen, from either end. */
static void compare_lines(test_random *random, const ground *g, int32_t clearance, uint64_t *seen) {
    uint32_t *words = calloc(wend__lines_words(g->mover->shape), sizeof *words);
    assert_non_null(words);
    wend__lines lines = wend__lines_of(g->mover, clearance, words);
    for (int i = 0; i < 40; i++) {
        wend_cell from, to;
        wend__sight_point a = random_point(random, &lines, g, &from), b = random_point(random, &lines, g, &to);
        uint8_t cost = wend_mover_cost(g->mover, from.x, from.y);
        bool sees = wend__can_see(&lines, a, b);
        assert_int_equal(sees, wend__can_see(&lines, b, a));
        if (sees && is_hindered(g, a, b, clearance - 0.01, cost))
            fail_msg("(%d, %d) sees (%d, %d) through a wall", a.x, a.y, b.x, b.y);
        if (!sees && !is_hindered(g, a, b, clearance + 2.01, cost))
            fail_msg("(%d, %d) does not see (%d, %d)", a.x, a.y, b.x, b.y);
        *seen += sees;
    }
    free(words);
}

/* Thin walls and one-way edges, few enough that whole blocks of cells have none. */
static void add_edges(test_random *random, ground *g, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int32_t x = test_random_between(random, 0, g->width - 1), y = test_random_between(random, 0, g->height - 1);
        int side = (int)test_random_below(random, 8);
        int32_t other_x, other_y;
        if (!oracle_is_side(g->lattice, side) || !oracle_neighbour(g->lattice, x, y, side, &other_x, &other_y))
            continue;
        if (other_x < 0 || other_y < 0 || other_x >= g->width || other_y >= g->height) continue;
        wend_edge edge = test_random_chance(random, 70) ? WEND_EDGE_WALL : WEND_EDGE_OUT_ONLY;
        assert_int_equal(wend_map_set_edge(g->map, x, y, (wend_direction)side, edge), WEND_OK);
    }
    assert_int_equal(wend_mover_update(g->mover), WEND_OK);
}

static void test_lines(void **state) {
    (void)state;
    test_random random = test_random_of(11);
    uint64_t seen = 0;
    for (uint32_t i = 0; i < test_dose(150, 1000, 10000); i++) {
        wend_lattice lattice = i & 1 ? WEND_HEX : WEND_SQUARE;
        int32_t width = test_random_between(&random, 1, i % 3 ? 12 : 80), height = test_random_between(&random, 1, 40);
        ground g = make_ground(&random, width, height, lattice, (uint32_t[]){0, 2, 10, 25}[i / 2 % 4]);
        add_edges(&random, &g, (uint32_t[]){0, 0, 1, 4, 40}[i % 5]);
        uint32_t free_cells = 0;
        for (int32_t k = 0; k < width * height; k++)
            free_cells += wend_mover_cost(g.mover, k % width, k / width) != WEND_BLOCKED;
        if (free_cells) compare_lines(&random, &g, (int32_t[]){16, 60, 128, 200}[i / 8 % 4], &seen);
        leave_ground(&g);
    }
    print_message("%d lines are free\n", (int)seen);
    assert_true(seen > 1000);
}

/* Between the first and the last row of a block, rows of hexagons reach half a cell further to a side. */
static void test_thin_walls_beside_blocks(void **state) {
    (void)state;
    static const wend_cell lines_past[2][3] = {{{31, 33}, {31, 31}, {37, 53}}, {{15, 43}, {18, 62}, {11, 1}}};
    for (int i = 0; i < 2; i++) {
        test_random random = test_random_of(1);
        ground g = make_ground(&random, 40, 64, WEND_HEX, 0);
        wend_cell wall = lines_past[i][0];
        uint32_t *words = calloc(wend__lines_words(g.mover->shape), sizeof *words);
        assert_non_null(words);
        for (int has_wall = 0; has_wall < 2; has_wall++) {
            if (has_wall)
                assert_int_equal(wend_map_set_edge(g.map, wall.x, wall.y, WEND_EAST, WEND_EDGE_WALL), WEND_OK);
            assert_int_equal(wend_mover_update(g.mover), WEND_OK);
            wend__lines lines = wend__lines_of(g.mover, 16, words);
            wend__sight_point a = wend__point_at_centre(&lines, lines_past[i][1]),
                              b = wend__point_at_centre(&lines, lines_past[i][2]);
            assert_int_equal(wend__can_see(&lines, a, b), !has_wall);
            assert_int_equal(wend__can_see(&lines, b, a), !has_wall);
        }
        free(words);
        leave_ground(&g);
    }
}

/* A thin wall between two centres hides them from each other, unless the line passes beyond its end. */
static void test_thin_walls(void **state) {
    (void)state;
    test_random random = test_random_of(1);
    ground g = make_ground(&random, 9, 9, WEND_SQUARE, 0);
    assert_int_equal(wend_map_set_edge(g.map, 4, 4, WEND_EAST, WEND_EDGE_WALL), WEND_OK);
    assert_int_equal(wend_mover_update(g.mover), WEND_OK);
    uint32_t words[64] = {0};
    assert_true(wend__lines_words(g.mover->shape) <= 64);
    wend__lines lines = wend__lines_of(g.mover, 16, words);
    for (int32_t y = 0; y < 9; y++) {
        wend__sight_point a = wend__point_at_centre(&lines, (wend_cell){1, y}),
                          b = wend__point_at_centre(&lines, (wend_cell){7, y});
        assert_int_equal(wend__can_see(&lines, a, b), y != 4);
        b = wend__point_at_centre(&lines, (wend_cell){1, 8 - y});
        assert_true(wend__can_see(&lines, a, b));
    }
    leave_ground(&g);
}

/* Every cell of every small map gets a mark; on empty squares it is that of the goal. */
static void test_small_maps(void **state) {
    (void)state;
    for (int32_t i = 0; i < 2 * 6 * 6; i++) {
        wend_lattice lattice = i & 1 ? WEND_HEX : WEND_SQUARE;
        int32_t width = i / 2 % 6 + 1, height = i / 12 + 1;
        test_random random = test_random_of((uint64_t)i);
        ground g = make_ground(&random, width, height, lattice, 0);
        wend_field *field = NULL;
        wend_workspace *workspace = NULL;
        const wend_field_desc desc = {.sights = true};
        const wend_goal goal = {.x = width / 2, .y = height / 2};
        assert_int_equal(wend_field_create(g.mover, &desc, &field), WEND_OK);
        assert_int_equal(wend_workspace_create((uint32_t)(width * height), NULL, &workspace), WEND_OK);
        assert_int_equal(wend_field_set_goals(field, &goal, 1, NULL), WEND_OK);
        assert_int_equal(wend_field_build(field, workspace, NULL), WEND_OK);
        uint32_t own = (uint32_t)goal.x | (uint32_t)goal.y << WEND__MARK_SIDE_BITS;
        for (int32_t k = 0; k < width * height; k++) {
            uint32_t mark = field->sights.marks[wend__slot(&field->pages, k % width, k / width)] & ~WEND__MARK_OPEN;
            bool is_goal = k % width == goal.x && k / width == goal.y;
            assert_true(mark != 0);
            if (lattice == WEND_SQUARE) assert_int_equal(mark, own | (is_goal ? WEND__MARK_END : WEND__MARK_CENTRE));
        }
        wend_workspace_destroy(workspace);
        wend_field_destroy(field);
        leave_ground(&g);
    }
}

/* Whichever allocation of a field with sights fails: a status, nothing made, nothing kept. */
static void test_each_allocation_fails(void **state) {
    (void)state;
    test_allocator memory = {0};
    wend_allocator hooks = test_allocator_hooks(&memory);
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    const wend_map_desc map_desc = {.width = 130, .height = 70, .allocator = &hooks};
    const wend_field_desc desc = {.sights = true};
    assert_int_equal(wend_map_create(&map_desc, &map), WEND_OK);
    assert_int_equal(wend_mover_create(map, NULL, &mover), WEND_OK);
    uint32_t live = memory.live, failures = 0;
    size_t live_bytes = memory.live_bytes;
    for (;; failures++) {
        wend_field *field = NULL;
        memory.fail_at = memory.calls + failures + 1;
        wend_status status = wend_field_create(mover, &desc, &field);
        bool has_failed = memory.calls >= memory.fail_at;
        memory.fail_at = 0;
        assert_int_equal(status, has_failed ? WEND_ERROR_NO_MEMORY : WEND_OK);
        assert_int_equal(field == NULL, has_failed);
        wend_field_destroy(field);
        assert_int_equal(memory.live, live);
        assert_true(memory.live_bytes == live_bytes);
        if (!has_failed) break;
    }
    assert_true(failures >= 5); /* itself, two lists of goals, values, directions, marks */
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    assert_int_equal(memory.live, 0);
    assert_int_equal(memory.mistakes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_thin_walls),
        cmocka_unit_test(test_thin_walls_beside_blocks),
        cmocka_unit_test(test_small_maps),
        cmocka_unit_test(test_each_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
