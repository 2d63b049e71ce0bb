/* SPDX-License-Identifier: MIT
 * Placement on maps drawn by hand: S a source, s one that gives way, G a goal. */
#include "support/unit.h"

#include "support/allocator.h"

#include <stdlib.h>
#include <string.h>

typedef struct scene {
    world *w;
    subject s;
    wend_placement *placement;
    const char *const *rows;
    int32_t count;
} scene;

static wend_status try_at(const scene *drawing, int32_t x, int32_t y) {
    return wend_placement_try(drawing->placement, drawing->s.workspace, NULL, x, y);
}

static void set_places(const scene *drawing) {
    wend_placement_source sources[16];
    size_t count = 0;
    for (int32_t y = 0; y < drawing->count; y++)
        for (int32_t x = 0; x < drawing->w->width; x++)
            if (drawing->rows[y][x] == 'S' || drawing->rows[y][x] == 's')
                sources[count++] = (wend_placement_source){x, y, drawing->rows[y][x] == 's'};
    assert_int_equal(wend_placement_set_sources(drawing->placement, sources, count), WEND_OK);
    assert_int_equal(wend_placement_set_goals(drawing->placement, drawing->w->goals, drawing->w->goal_count, NULL),
                     WEND_OK);
    assert_int_equal(wend_placement_update(drawing->placement, drawing->s.workspace), WEND_OK);
}

static scene begin_with(world *w, const char *const *rows, int32_t count) {
    scene drawing = {.w = w, .s = made(w), .rows = rows, .count = count};
    const wend_placement_desc desc = {.routes = 1};
    assert_int_equal(wend_placement_create(drawing.s.mover, &desc, &drawing.placement), WEND_OK);
    set_places(&drawing);
    return drawing;
}

static void finish(scene *drawing) {
    wend_placement_destroy(drawing->placement);
    subject_free(&drawing->s);
    free(drawing->w);
}

/* The preview of a footprint as a picture: '+' may stand. */
static void assert_preview(const scene *drawing, const wend_footprint *footprint, const char *const *expected) {
    uint8_t out[256];
    size_t stride = (size_t)drawing->w->width + 1;
    assert_int_equal(wend_placement_preview(drawing->placement, drawing->s.workspace, footprint, out, stride), WEND_OK);
    for (int32_t y = 0; y < drawing->count; y++)
        for (int32_t x = 0; x < drawing->w->width; x++) {
            if ((expected[y][x] == '+') != out[(size_t)y * stride + (size_t)x])
                fail_msg("(%d, %d) is %d", x, y, out[(size_t)y * stride + (size_t)x]);
        }
}

#define BEGIN(lattice, ...)                                                                                            \
    static const char *const picture[] = {__VA_ARGS__};                                                                \
    world *w = drawn(lattice, picture, (int32_t)(sizeof picture / sizeof *picture))
#define SCENE() begin_with(w, picture, (int32_t)(sizeof picture / sizeof *picture))

static void test_corridor(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S...#....", "###...##.", "###.#.##G");
    scene drawing = SCENE();
    static const char *const want[] = {".........", ".........", "...+.+..."};
    assert_preview(&drawing, NULL, want);
    assert_int_equal(try_at(&drawing, 4, 0), WEND_IN_WALL);
    assert_int_equal(try_at(&drawing, 9, 0), WEND_OFF_MAP);
    assert_int_equal(try_at(&drawing, 0, 0), WEND_CUT_OFF);
    assert_int_equal(try_at(&drawing, 8, 2), WEND_CUT_OFF);
    finish(&drawing);
}

/* Round a block there are two ways: each may be closed, not both. */
static void test_ring(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, ".....", ".###.", "S###G", ".###.", ".....");
    scene drawing = SCENE();
    static const char *const want[] = {"+++++", "+...+", ".....", "+...+", "+++++"};
    assert_preview(&drawing, NULL, want);
    wend_map_set(drawing.s.map, 2, 0, 255);
    assert_int_equal(try_at(&drawing, 2, 4), WEND_OK);
    wend_mover_update(drawing.s.mover);
    assert_int_equal(try_at(&drawing, 2, 4), WEND_STALE);
    set_places(&drawing);
    assert_int_equal(try_at(&drawing, 2, 4), WEND_CUT_OFF);
    assert_int_equal(try_at(&drawing, 1, 0), WEND_OK);
    finish(&drawing);
}

/* The outside is a wall as well. */
static void test_edge(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S....G", ".#....", "......");
    scene drawing = SCENE();
    static const char *const want[] = {".++++.", "+.++++", "++++++"};
    assert_preview(&drawing, NULL, want);
    const wend_footprint tall = {.width = 1, .height = 2};
    static const char *const want_tall[] = {"..+++.", "+.++++", "......"};
    assert_preview(&drawing, &tall, want_tall);
    const wend_footprint wall = {.width = 1, .height = 3};
    static const char *const none[] = {"......", "......", "......"};
    assert_preview(&drawing, &wall, none);
    const wend_footprint too_wide = {.width = 7, .height = 1};
    assert_preview(&drawing, &too_wide, none);
    finish(&drawing);
}

/* With (2, 1) or (2, 2) a wall the way leads between two corners. */
static void test_corner_rules(void **state) {
    (void)state;
    for (int rule = 0; rule < 3; rule++) {
        BEGIN(WEND_SQUARE, "S..#", "...#", "##.G");
        w->mover.corner_rule = (wend_corner_rule)rule;
        scene drawing = SCENE();
        assert_int_equal(try_at(&drawing, 2, 1), rule == WEND_CORNER_ALWAYS ? WEND_OK : WEND_CUT_OFF);
        assert_int_equal(try_at(&drawing, 2, 2), rule == WEND_CORNER_ALWAYS ? WEND_OK : WEND_CUT_OFF);
        assert_int_equal(try_at(&drawing, 1, 1), WEND_OK);
        const wend_cell both[] = {{2, 0}, {1, 1}};
        const wend_footprint pair = {.cells = both, .cell_count = 2};
        wend_status status = wend_placement_try(drawing.placement, drawing.s.workspace, &pair, 0, 0);
        assert_int_equal(status, rule == WEND_CORNER_ALWAYS ? WEND_OK : WEND_CUT_OFF);
        finish(&drawing);
    }
}

/* Walls that lie alone in the ring still belong to the outside. */
static void test_lone_walls(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "..#..", "S...G", "..#..");
    w->mover.corner_rule = WEND_CORNER_ALWAYS;
    scene drawing = SCENE();
    static const char *const want[] = {"++.++", ".+.+.", "++.++"};
    assert_preview(&drawing, NULL, want);
    finish(&drawing);
}

/* The walk goes past the corner of dear ground; it needs it all the same. */
static void test_one_way_round_a_corner(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S.#.", "#9.G");
    w->mover.corner_rule = WEND_CORNER_IF_ONE_FREE;
    scene drawing = SCENE();
    static const char *const want[] = {"...+", "...."};
    assert_preview(&drawing, NULL, want);
    finish(&drawing);
}

static void test_goals(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "G..S..G", "#######", "S..G...");
    scene drawing = SCENE();
    static const char *const want[] = {"+++.+++", ".......", "....+++"};
    assert_preview(&drawing, NULL, want);
    uint32_t cut_off[2] = {9, 9};
    size_t count;
    assert_int_equal(wend_placement_cut_off(drawing.placement, drawing.s.workspace, NULL, 2, 2, cut_off, 2, &count),
                     WEND_CUT_OFF);
    assert_int_equal(count, 1);
    assert_int_equal(cut_off[0], 1);
    /* Both ways closed at once, and a goal covered with the way to the other closed. */
    const wend_cell pair[] = {{0, 0}, {4, 0}};
    const wend_footprint both = {.cells = pair, .cell_count = 2};
    assert_int_equal(wend_placement_try(drawing.placement, drawing.s.workspace, &both, 1, 0), WEND_CUT_OFF);
    assert_int_equal(wend_placement_try(drawing.placement, drawing.s.workspace, &both, 0, 0), WEND_CUT_OFF);
    const wend_footprint wide = {.width = 3};
    assert_int_equal(wend_placement_try(drawing.placement, drawing.s.workspace, &wide, 0, 0), WEND_OK);
    finish(&drawing);
}

static void test_covered_sources(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S.s.G", ".....", "####s");
    scene drawing = SCENE();
    static const char *const want[] = {".+++.", "++++.", "....+"};
    assert_preview(&drawing, NULL, want);
    wend_route_change routes[3];
    assert_int_equal(wend_placement_routes(drawing.placement, drawing.s.workspace, NULL, 2, 0, routes), WEND_OK);
    assert_int_equal(routes[0].before, 4 * 140);
    assert_int_equal(routes[0].after, 4 * 140 + 2 * (198 - 140) + 0);
    assert_int_equal(routes[1].before, 2 * 140);
    assert_int_equal(routes[1].after, WEND_UNREACHABLE);
    wend_placement_info info;
    wend_placement_describe(drawing.placement, &info);
    assert_int_equal(info.sources, 3);
    assert_int_equal(info.counted_sources, 3);
    assert_true(info.is_planar);
    finish(&drawing);
}

/* A source that reaches nothing, or stands in a wall, counts for nothing. */
static void test_lost_sources(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S#.G", "####");
    scene drawing = SCENE();
    static const char *const want[] = {"+.++", "...."};
    assert_preview(&drawing, NULL, want);
    const wend_placement_source inside = {1, 0, 0};
    assert_int_equal(wend_placement_set_sources(drawing.placement, &inside, 1), WEND_OK);
    assert_int_equal(try_at(&drawing, 0, 0), WEND_STALE);
    assert_int_equal(wend_placement_update(drawing.placement, drawing.s.workspace), WEND_OK);
    assert_preview(&drawing, NULL, want);
    finish(&drawing);
}

/* Out by the lower door alone, which opens one way; a way back does not help. */
static void test_one_way_door(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S#..", "...G", "....");
    world_set_edge(w, 1, 2, WEND_EAST, WEND_EDGE_OUT_ONLY);
    world_set_edge(w, 1, 1, WEND_EAST, WEND_EDGE_IN_ONLY);
    scene drawing = SCENE();
    assert_int_equal(try_at(&drawing, 1, 2), WEND_CUT_OFF);
    assert_int_equal(try_at(&drawing, 2, 2), WEND_CUT_OFF);
    assert_int_equal(try_at(&drawing, 1, 1), WEND_OK);
    assert_int_equal(try_at(&drawing, 2, 1), WEND_OK);
    assert_int_equal(try_at(&drawing, 3, 2), WEND_OK);
    finish(&drawing);
}

static void test_links(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S..#G", ".#.#.", "...#.");
    w->links[0] = (wend_link){{2, 2}, {4, 2}, 140, 0};
    w->link_count = 1;
    scene drawing = SCENE();
    static const char *const want[] = {".++..", "+.+..", "++..."};
    assert_preview(&drawing, NULL, want);
    finish(&drawing);
}

/* An update that takes another table of the same links is no change: the copy that routes are measured on has the new one,
 * for the old one is gone. */
static void test_links_replaced(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S..#G", ".#.#.", "...#.");
    w->links[0] = (wend_link){{2, 2}, {4, 2}, 140, 0};
    w->link_count = 1;
    scene drawing = SCENE();
    const wend_link other = {{0, 2}, {4, 0}, 9, 0};
    wend_route_change change;
    assert_int_equal(wend_map_add_links(drawing.s.map, &other, 1), WEND_OK);
    assert_int_equal(wend_map_remove_links(drawing.s.map, other.from, other.to, NULL), WEND_OK);
    assert_int_equal(wend_mover_update(drawing.s.mover), WEND_OK);
    assert_int_equal(wend_placement_routes(drawing.placement, drawing.s.workspace, NULL, 0, 1, &change), WEND_OK);
    assert_int_equal(change.before, 7 * 140);
    assert_int_equal(change.after, change.before);
    finish(&drawing);
}

/* A footprint may lie beside the cell that it is named by: previews know positions on the map alone. */
static void test_far_cells(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S....", ".....", ".#.#.", ".....", "....G");
    w->mover.corner_rule = WEND_CORNER_IF_ONE_FREE;
    scene drawing = SCENE();
    for (int32_t x = -3; x <= 3; x++)
        for (int32_t y = -3; y <= 3; y++) {
            const wend_cell cell = {x, y};
            const wend_footprint footprint = {.cells = &cell, .cell_count = 1};
            uint8_t out[25];
            assert_int_equal(wend_placement_preview(drawing.placement, drawing.s.workspace, &footprint, out, 5),
                             WEND_OK);
            for (int32_t at = 0; at < 25; at++) {
                wend_status status =
                    wend_placement_try(drawing.placement, drawing.s.workspace, &footprint, at % 5, at / 5);
                assert_int_equal(out[at], status == WEND_OK);
            }
        }
    finish(&drawing);
}

/* Where a point still passes a broad mover may not: it needs three rows. */
static void test_radius(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, ".........", ".........", "..S...G..", ".........", ".........");
    w->mover.radius = 300;
    scene drawing = SCENE();
    assert_int_equal(try_at(&drawing, 4, 0), WEND_OK);
    assert_int_equal(try_at(&drawing, 4, 1), WEND_OK);
    assert_int_equal(try_at(&drawing, 4, 2), WEND_CUT_OFF);
    assert_int_equal(try_at(&drawing, 4, 4), WEND_OK);
    assert_int_equal(try_at(&drawing, 2, 1), WEND_CUT_OFF);
    wend_placement_info info;
    wend_placement_describe(drawing.placement, &info);
    assert_false(info.is_planar);
    wend_breach breach = {.break_costs = (uint32_t[256]){0}, .from = {2, 2}};
    wend_breach_result result;
    assert_int_equal(wend_placement_breach(drawing.placement, drawing.s.workspace, &breach, NULL, 0, &result),
                     WEND_ERROR_UNSUPPORTED);
    finish(&drawing);
}

/* The walls of a fortress, some dearer than others. */
static void test_breach(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S..#..", "...#.G", "...8..");
    w->has_costs = true;
    memset(w->costs, 1, sizeof w->costs);
    w->costs[255] = w->costs[8] = 255;
    scene drawing = SCENE();
    uint32_t break_costs[256] = {0};
    wend_breach breach = {.break_costs = break_costs};
    wend_breach_result result;
    wend_cell walls[2];
    subject *s = &drawing.s;
    assert_int_equal(wend_placement_breach(drawing.placement, s->workspace, &breach, walls, 2, &result), WEND_CUT_OFF);
    assert_true(result.total == UINT64_MAX && result.count == 0);
    break_costs[255] = 1000;
    assert_int_equal(wend_placement_breach(drawing.placement, s->workspace, &breach, walls, 2, &result), WEND_OK);
    assert_int_equal(result.count, 1);
    assert_cell_equal(walls[0], 3, 0);
    assert_int_equal(result.total, 4 * 140 + 198 + 1000);
    break_costs[8] = 1;
    assert_int_equal(wend_placement_breach(drawing.placement, s->workspace, &breach, NULL, 0, &result), WEND_TRUNCATED);
    assert_int_equal(result.count, 1);
    assert_int_equal(wend_placement_breach(drawing.placement, s->workspace, &breach, walls, 2, &result), WEND_OK);
    assert_cell_equal(walls[0], 3, 2);
    breach.from = (wend_cell){3, 0};
    assert_int_equal(wend_placement_breach(drawing.placement, s->workspace, &breach, walls, 2, &result), WEND_OK);
    assert_cell_equal(walls[0], 3, 0);
    breach.from = (wend_cell){-1, 0};
    assert_int_equal(wend_placement_breach(drawing.placement, s->workspace, &breach, walls, 2, &result), WEND_OFF_MAP);
    finish(&drawing);
}

static void test_refusals(void **state) {
    (void)state;
    BEGIN(WEND_SQUARE, "S.G", "...");
    scene drawing = SCENE();
    wend_placement *other = NULL;
    const wend_placement_desc too_many = {.source_capacity = 1u << 21};
    assert_int_equal(wend_placement_create(NULL, NULL, &other), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_placement_create(drawing.s.mover, &too_many, &other), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_placement_create(drawing.s.mover, NULL, &other), WEND_OK);
    assert_int_equal(wend_placement_status(other), WEND_PENDING);
    uint8_t out[6];
    wend_route_change routes[1];
    wend_workspace *workspace = drawing.s.workspace, *small = NULL;
    assert_int_equal(wend_placement_preview(other, workspace, NULL, out, 3), WEND_PENDING);
    assert_int_equal(wend_placement_preview(drawing.placement, workspace, NULL, out, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_placement_routes(other, workspace, NULL, 0, 0, routes), WEND_ERROR_ARGUMENT);
    const wend_placement_source off = {3, 0, 0};
    assert_int_equal(wend_placement_set_sources(other, &off, 1), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_placement_set_sources(other, &off, 65), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_placement_set_goals(other, NULL, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_workspace_create(5, NULL, &small), WEND_OK);
    assert_int_equal(wend_placement_update(other, small), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_placement_try(drawing.placement, small, NULL, 0, 0), WEND_ERROR_CAPACITY);
    const uint8_t nothing[4] = {0};
    const wend_cell far = {WEND_MAX_SIDE + 1, 0};
    const wend_footprint bad[] = {{.width = -1},
                                  {.width = 2, .height = 2, .mask = nothing},
                                  {.width = 2, .height = 2, .mask = nothing, .stride = 1},
                                  {.cells = &far, .cell_count = 1},
                                  {.cell_count = 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(wend_placement_try(drawing.placement, workspace, &bad[i], 0, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(try_at(&drawing, INT32_MAX, INT32_MIN), WEND_OFF_MAP);
    wend_workspace_destroy(small);
    wend_placement_destroy(other);
    wend_placement_destroy(NULL);
    finish(&drawing);
}

/* Whichever allocation fails, nothing is left behind; and nothing allocates after creation. */
static void test_memory(void **state) {
    (void)state;
    test_allocator memory = {0};
    wend_allocator hooks = test_allocator_hooks(&memory);
    wend_map_desc map_desc = {.width = 70, .height = 5, .allocator = &hooks};
    wend_mover_desc mover_desc = {.radius = 100};
    subject s = {0};
    assert_int_equal(wend_map_create(&map_desc, &s.map), WEND_OK);
    assert_int_equal(wend_mover_create(s.map, &mover_desc, &s.mover), WEND_OK);
    assert_int_equal(wend_workspace_create(350, &hooks, &s.workspace), WEND_OK);
    const wend_placement_desc desc = {.routes = 1};
    wend_placement *placement = NULL;
    uint32_t live = memory.live;
    for (uint32_t fails_at = 1; !placement; fails_at++) {
        memory.fail_at = memory.calls + fails_at;
        wend_status status = wend_placement_create(s.mover, &desc, &placement);
        assert_int_equal(status, placement ? WEND_OK : WEND_ERROR_NO_MEMORY);
        if (!placement) assert_true(memory.live == live);
    }
    const wend_placement_source source = {0, 0, 0};
    const wend_goal goal = {.x = 69, .y = 4};
    memory.fail_at = 0;
    uint32_t calls = memory.calls;
    uint8_t out[350];
    wend_route_change route;
    wend_placement_set_sources(placement, &source, 1);
    wend_placement_set_goals(placement, &goal, 1, NULL);
    assert_int_equal(wend_placement_update(placement, s.workspace), WEND_OK);
    assert_int_equal(wend_placement_preview(placement, s.workspace, NULL, out, 70), WEND_OK);
    assert_int_equal(wend_placement_routes(placement, s.workspace, NULL, 30, 2, &route), WEND_OK);
    assert_true(memory.calls == calls);
    wend_placement_destroy(placement);
    subject_free(&s);
    assert_true(memory.live == 0 && memory.mistakes == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corridor),     cmocka_unit_test(test_ring),
        cmocka_unit_test(test_edge),         cmocka_unit_test(test_corner_rules),
        cmocka_unit_test(test_lone_walls),   cmocka_unit_test(test_one_way_round_a_corner),
        cmocka_unit_test(test_goals),        cmocka_unit_test(test_covered_sources),
        cmocka_unit_test(test_lost_sources), cmocka_unit_test(test_one_way_door),
        cmocka_unit_test(test_links),        cmocka_unit_test(test_links_replaced),
        cmocka_unit_test(test_far_cells),    cmocka_unit_test(test_radius),
        cmocka_unit_test(test_breach),       cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
