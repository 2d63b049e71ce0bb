/* SPDX-License-Identifier: MIT
 * Which steps are allowed: the pictures of the corner rules, and every 2x2 there is. */
#include "support/unit.h"

#include "map/graph.h"

#include <stdlib.h>

/* May the mover step from the upper left to the lower right cell of a picture, under the three rules? */
static void expect_corner(const char *top, const char *bottom, bool never, bool one, bool always) {
    const bool want[3] = {never, one, always};
    for (int rule = 0; rule < 3; rule++) {
        world *w = drawn(WEND_SQUARE, (const char *const[]){top, bottom}, 2);
        w->mover.corner_rule = (wend_corner_rule)rule;
        subject s = made(w);
        assert_int_equal(wend_mover_exits(s.mover, 0, 0) >> WEND_SOUTH_EAST & 1, want[rule]);
        subject_free(&s);
        free(w);
    }
}

static void test_pictures(void **state) {
    (void)state;
    expect_corner("..", "..", true, true, true);
    expect_corner(".#", "..", false, true, true);
    expect_corner("..", "#.", false, true, true);
    expect_corner(".#", "#.", false, false, true);
    expect_corner("..", ".#", false, false, false);
    expect_corner("#.", "..", false, false, false);
}

/* One thin wall of the four that meet at the corner. */
static void test_one_thin_wall(void **state) {
    (void)state;
    static const struct {
        int32_t x, y;
        wend_direction side;
    } walls[4] = {{0, 0, WEND_EAST}, {0, 0, WEND_SOUTH}, {1, 0, WEND_SOUTH}, {0, 1, WEND_EAST}};
    for (int i = 0; i < 4; i++) {
        for (int rule = 0; rule < 3; rule++) {
            world *w = drawn(WEND_SQUARE, ROWS("..", ".."));
            world_set_edge(w, walls[i].x, walls[i].y, walls[i].side, WEND_EDGE_WALL);
            w->mover.corner_rule = (wend_corner_rule)rule;
            subject s = made(w);
            /* NEVER and ALWAYS stop at a wall that ends at the corner; one complete way is left for IF_ONE_FREE. */
            for (int k = 0; k < 4; k++) {
                int32_t x = k & 1, y = k >> 1;
                wend_direction inward = x == 0   ? y == 0 ? WEND_SOUTH_EAST : WEND_NORTH_EAST
                                        : y == 0 ? WEND_SOUTH_WEST
                                                 : WEND_NORTH_WEST;
                bool allowed = wend_mover_exits(s.mover, x, y) >> inward & 1;
                assert_int_equal(allowed, rule == WEND_CORNER_IF_ONE_FREE);
            }
            subject_free(&s);
            free(w);
        }
    }
}

/* A ledge: down is allowed, up is not, whatever the corner rule; nor diagonally up at its end. */
static void test_ledge(void **state) {
    (void)state;
    for (int rule = 0; rule < 3; rule++) {
        world *w = drawn(WEND_SQUARE, ROWS("...", "..."));
        for (int32_t x = 0; x < 3; x++) world_set_edge(w, x, 0, WEND_SOUTH, WEND_EDGE_OUT_ONLY);
        w->mover.corner_rule = (wend_corner_rule)rule;
        subject s = made(w);
        assert_int_equal(wend_mover_exits(s.mover, 1, 0), 1 << WEND_EAST | 1 << WEND_WEST | 1 << WEND_SOUTH |
                                                              1 << WEND_SOUTH_EAST | 1 << WEND_SOUTH_WEST);
        assert_int_equal(wend_mover_exits(s.mover, 1, 1), 1 << WEND_EAST | 1 << WEND_WEST);
        subject_free(&s);
        free(w);
    }
}

/* All 16 patterns of walls times all 256 states of the four edges times the rules. */
static void test_every_2x2(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    char message[256] = "";
    for (uint32_t code = 0; code < 16u * 256u * 3u; code++) {
        world_start(w, 2, 2, WEND_SQUARE);
        w->mover.corner_rule = (wend_corner_rule)(code % 3);
        uint32_t walls = code / 3 % 16, edges = code / 48;
        for (int i = 0; i < 4; i++) w->terrain[i] = walls >> i & 1 ? 255 : 0;
        world_set_edge(w, 0, 0, WEND_EAST, (wend_edge)(edges & 3));
        world_set_edge(w, 0, 0, WEND_SOUTH, (wend_edge)(edges >> 2 & 3));
        world_set_edge(w, 1, 0, WEND_SOUTH, (wend_edge)(edges >> 4 & 3));
        world_set_edge(w, 0, 1, WEND_EAST, (wend_edge)(edges >> 6 & 3));
        wend_map *map = subject_map(w, NULL);
        wend_mover *mover = subject_mover(w, map);
        oracle_graph *graph = oracle_graph_of(w);
        if (!same_graph(w, graph, mover, message, sizeof message)) fail_msg("case %u: %s", code, message);
        oracle_graph_free(graph);
        wend_mover_destroy(mover);
        wend_map_destroy(map);
    }
    free(w);
}

/* All walls round the middle of a 3x3 (hex: its six neighbours among them), and every edge of the middle. */
static void test_every_ring(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    char message[256] = "";
    for (uint32_t code = 0; code < 256u * 4u; code++) {
        world_start(w, 3, 4, code & 512 ? WEND_HEX : WEND_SQUARE);
        if (code & 256) w->mover.neighbours = w->lattice == WEND_HEX ? 6 : 4;
        for (int32_t i = 0; i < 8; i++) {
            int32_t cell = i < 4 ? i : i + 1;
            if (code >> i & 1) w->terrain[cell] = 255;
        }
        wend_map *map = subject_map(w, NULL);
        wend_mover *mover = subject_mover(w, map);
        oracle_graph *graph = oracle_graph_of(w);
        if (!same_graph(w, graph, mover, message, sizeof message)) fail_msg("case %u: %s", code, message);
        oracle_graph_free(graph);
        wend_mover_destroy(mover);
        wend_map_destroy(map);
    }
    free(w);
}

static void test_four_neighbours(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...", "...", "..."));
    w->mover.neighbours = 4;
    subject s = made(w);
    assert_int_equal(wend_mover_exits(s.mover, 1, 1), 0x0F);
    assert_int_equal(wend_mover_exits(s.mover, 0, 0), 1 << WEND_EAST | 1 << WEND_SOUTH);
    subject_free(&s);
    free(w);
}

static void test_hexagons(void **state) {
    (void)state;
    world *w = drawn(WEND_HEX, ROWS("...", "...", "..."));
    subject s = made(w);
    assert_int_equal(wend_mover_exits(s.mover, 1, 1), 0xFA);
    assert_int_equal(wend_mover_exits(s.mover, 0, 0), 1 << WEND_EAST | 1 << WEND_SOUTH_EAST);
    assert_int_equal(wend_mover_exits(s.mover, 2, 1), 1 << WEND_WEST | 1 << WEND_NORTH_WEST | 1 << WEND_SOUTH_WEST);
    assert_int_equal(wend_mover_exits(s.mover, 0, 1), 1 << WEND_EAST | 1 << WEND_NORTH_EAST | 1 << WEND_SOUTH_EAST |
                                                          1 << WEND_NORTH_WEST | 1 << WEND_SOUTH_WEST);
    subject_free(&s);
    free(w);
}

/* A radius: half a cell fits a corridor one wide, a hair more does not; a diagonal step brushes the corner. */
static void test_radius(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("#####", ".....", "#####"));
    w->mover.radius = 128;
    subject s = made(w);
    assert_int_equal(wend_mover_place(s.mover, 2, 1), WEND_OK);
    assert_int_equal(wend_mover_exits(s.mover, 2, 1), 1 << WEND_EAST | 1 << WEND_WEST);
    subject_free(&s);
    w->mover.radius = 129;
    s = made(w);
    assert_int_equal(wend_mover_place(s.mover, 2, 1), WEND_TOO_NARROW);
    assert_int_equal(wend_mover_exits(s.mover, 2, 1), 0);
    assert_int_equal(wend_mover_component(s.mover, 2, 1), WEND_NO_COMPONENT);
    assert_int_equal(wend_mover_cost(s.mover, 2, 1), 1);
    subject_free(&s);
    free(w);
    w = drawn(WEND_SQUARE, ROWS(".#", ".."));
    w->mover.corner_rule = WEND_CORNER_ALWAYS;
    subject point = made(w);
    assert_true(wend_mover_exits(point.mover, 0, 0) >> WEND_SOUTH_EAST & 1);
    subject_free(&point);
    w->mover.radius = 1;
    s = made(w);
    assert_int_equal(wend_mover_exits(s.mover, 0, 0), 1 << WEND_SOUTH);
    subject_free(&s);
    free(w);
}

/* A thin wall stops a disc beside it; a one-way edge does not. Two walls facing: the straight step between them. */
static void test_radius_and_thin_walls(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", "....", "....", "...."));
    world_set_edge(w, 1, 1, WEND_EAST, WEND_EDGE_WALL);
    w->mover.radius = 129;
    subject s = made(w);
    assert_int_equal(wend_mover_place(s.mover, 1, 1), WEND_TOO_NARROW);
    assert_int_equal(wend_mover_place(s.mover, 1, 2), WEND_OK);
    subject_free(&s);
    world_set_edge(w, 1, 1, WEND_EAST, WEND_EDGE_OUT_ONLY);
    s = made(w);
    assert_int_equal(wend_mover_place(s.mover, 1, 1), WEND_OK);
    subject_free(&s);
    free(w);
    /* The wall between (1, 0) and (2, 0) ends half a cell above the way from (1, 1) to (2, 1). */
    w = drawn(WEND_SQUARE, ROWS("......", "......", "......"));
    world_set_edge(w, 2, 0, WEND_EAST, WEND_EDGE_WALL);
    w->mover.radius = 128;
    s = made(w);
    assert_true(wend_mover_exits(s.mover, 2, 1) >> WEND_EAST & 1);
    subject_free(&s);
    w->mover.radius = 129; /* the outline now keeps the middle row only */
    s = made(w);
    assert_int_equal(wend_mover_place(s.mover, 2, 1), WEND_OK);
    assert_int_equal(wend_mover_place(s.mover, 3, 1), WEND_OK);
    assert_int_equal(wend_mover_exits(s.mover, 2, 1), 1 << WEND_WEST);
    assert_int_equal(wend_mover_exits(s.mover, 3, 1), 1 << WEND_EAST);
    subject_free(&s);
    free(w);
}

/* Rows of every length up to three vectors, with every back end: costs by table, exits cell by cell. */

#define LONGEST_ROW 200
#define ROWS_HIGH 3

static void expect_rows(const wend_mover_desc *desc, wend_lattice lattice, int32_t width, test_random *random) {
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    uint8_t terrain[ROWS_HIGH * LONGEST_ROW];
    for (int32_t i = 0; i < ROWS_HIGH * width; i++) {
        terrain[i] = test_random_chance(random, 30) ? 255 : (uint8_t)test_random_below(random, 256);
    }
    assert_int_equal(wend_map_create(&(wend_map_desc){.width = width, .height = ROWS_HIGH, .lattice = lattice}, &map),
                     WEND_OK);
    wend_map_write(map, (wend_rect){0, 0, width, ROWS_HIGH}, terrain, (size_t)width);
    assert_int_equal(wend_mover_create(map, desc, &mover), WEND_OK);
    uint8_t least = WEND_BLOCKED;
    for (uint32_t cell = 0; cell < wend__cell_count(mover->shape); cell++) {
        const uint8_t by_number = terrain[cell] ? terrain[cell] : 1;
        assert_int_equal(mover->costs[cell], desc->costs ? desc->costs[terrain[cell]] : by_number);
        if (mover->costs[cell] < least) least = mover->costs[cell];
        const wend__obstacles obstacles =
            mover->costs[cell] == WEND_BLOCKED ? WEND__OBSTACLES_NO_CELLS : WEND__OBSTACLES_ALL;
        const wend_cell where = wend__cell_of(mover->shape, cell);
        const uint32_t exits = wend__point_exits(map, mover->costs, where, &mover->exit_rules[where.y & 1], obstacles);
        assert_int_equal(mover->exits[cell], exits);
    }
    assert_int_equal(mover->least_cost, least);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
}

/* Terrains that cost their number, or all the same, but for `odd` of them. */
static void make_table(uint8_t costs[256], bool keeps_number, uint32_t odd, test_random *random) {
    const uint8_t ordinary = test_random_chance(random, 50) ? WEND_BLOCKED : 7;
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        costs[terrain] = !keeps_number ? ordinary : terrain ? (uint8_t)terrain : 1;
    }
    for (; odd > 0; odd--) costs[test_random_below(random, 256)] = (uint8_t)test_random_between(random, 1, 255);
}

static void test_rows(void **state) {
    (void)state;
    test_random random = test_random_of(5);
    for (int32_t width = 1; width <= LONGEST_ROW; width++) {
        uint8_t costs[256];
        make_table(costs, test_random_chance(&random, 50), test_random_below(&random, 12), &random);
        for (int b = WEND_BACKEND_SCALAR; b <= WEND_BACKEND_WASM128; b++) {
            if (!wend_backend_is_supported((wend_backend)b)) continue;
            wend_mover_desc desc = {.costs = width % 4 ? costs : NULL, .backend = (wend_backend)b};
            expect_rows(&desc, WEND_HEX, width, &random);
            for (int rule = WEND_CORNER_NEVER; rule <= WEND_CORNER_ALWAYS; rule++) {
                desc.corner_rule = (wend_corner_rule)rule;
                expect_rows(&desc, WEND_SQUARE, width, &random);
            }
            desc.neighbours = 4;
            expect_rows(&desc, WEND_SQUARE, width, &random);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_one_thin_wall),
        cmocka_unit_test(test_ledge),
        cmocka_unit_test(test_every_2x2),
        cmocka_unit_test(test_every_ring),
        cmocka_unit_test(test_four_neighbours),
        cmocka_unit_test(test_hexagons),
        cmocka_unit_test(test_radius),
        cmocka_unit_test(test_radius_and_thin_walls),
        cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests_name("exits", tests, NULL, NULL);
}
