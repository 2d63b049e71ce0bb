/* SPDX-License-Identifier: MIT
 * Tactics on maps small enough to draw: ranges, threats, allocations, desires, flee maps, dangers; and bad input. */
#include <wend/tactics.h>

#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

#define ONE 140u /* raw units of 1.0 */
#define CELLS 128

static wend_rect whole(const world *w) {
    return (wend_rect){0, 0, w->width, w->height};
}

/* Values in whole 1.0s, rounded down; '.' for none. */
static void draw_values(const world *w, const uint32_t *values, uint32_t unit, char *picture) {
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            uint32_t value = values[world_index(w, x, y)];
            *picture++ = (char)(value == WEND_UNREACHABLE ? '.' : '0' + value / unit);
        }
        *picture++ = ' ';
    }
    picture[-1] = 0;
}

#define assert_values(w, values, unit, expected)                                                                       \
    do {                                                                                                               \
        char picture_[CELLS];                                                                                          \
        draw_values(w, values, unit, picture_);                                                                        \
        assert_string_equal(picture_, expected);                                                                       \
    } while (0)

static void range_values(const subject *s, const world *w, wend_range_source source, wend_heading heading,
                         uint32_t *values) {
    wend_range_out out = {.values = values, .values_stride = (size_t)w->width, .values_rect = whole(w)};
    size_t count, in_range = 0;
    assert_int_equal(wend_range_find(s->mover, s->workspace, &source, heading, &out, &count), WEND_OK);
    for (size_t cell = 0; cell < world_count(w); cell++) in_range += values[cell] != WEND_UNREACHABLE;
    assert_int_equal(in_range, count);
}

#define assert_range(s, w, x, y, range, heading, expected)                                                             \
    do {                                                                                                               \
        uint32_t values_[CELLS];                                                                                       \
        range_values(s, w, (wend_range_source){{x, y}, range}, heading, values_);                                      \
        assert_values(w, values_, ONE, expected);                                                                      \
    } while (0)

/* A tactics game's range: forest costs 2, and entering it is what costs. */
static void test_forest(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".....", ".22..", ".2#..", "....."));
    w->mover.neighbours = 4;
    w->mover.step_rule = WEND_STEP_ENTER;
    subject s = made(w);
    assert_range(&s, w, 0, 0, 5 * ONE, WEND_OUTWARDS, "01234 13445 24.5. 345..");
    assert_range(&s, w, 0, 0, 5 * ONE - 1, WEND_OUTWARDS, "01234 1344. 24... 34...");
    assert_range(&s, w, 1, 1, 2 * ONE, WEND_OUTWARDS, "212.. 102.. 22... .....");
    /* Whoever comes to it pays for the forest in the end. */
    assert_range(&s, w, 1, 1, 2 * ONE, WEND_INWARDS, ".2... 202.. .2... .....");
    assert_range(&s, w, 1, 1, 0, WEND_OUTWARDS, "..... .0... ..... .....");
    subject_free(&s);
    free(w);
}

/* Half of each cell is paid: there and back cost the same. */
static void test_mean(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".5.", "...", "#.."));
    subject s = made(w);
    for (int32_t x = 0; x < 3; x++) {
        uint32_t out[9], in[9];
        wend_range_source source = {{x, 1}, 3 * ONE};
        range_values(&s, w, source, WEND_OUTWARDS, out);
        range_values(&s, w, source, WEND_INWARDS, in);
        assert_memory_equal(out, in, sizeof out);
    }
    assert_range(&s, w, 1, 1, 3 * ONE, WEND_OUTWARDS, "131 101 .11");
    subject_free(&s);
    free(w);
}

static void test_hex(void **state) {
    (void)state;
    world *w = drawn(WEND_HEX, ROWS(".....", ".....", ".....", ".....", "....."));
    subject s = made(w);
    assert_range(&s, w, 2, 2, 2 * ONE, WEND_OUTWARDS, ".222. 2112. 21012 2112. .222.");
    assert_range(&s, w, 2, 1, ONE, WEND_OUTWARDS, "..11. .101. ..11. ..... .....");
    subject_free(&s);
    free(w);
    w = drawn(WEND_HEX, ROWS(".....", ".2#..", ".2...", ".3#..", "....."));
    w->mover.step_rule = WEND_STEP_ENTER;
    s = made(w);
    assert_range(&s, w, 0, 2, 4 * ONE, WEND_OUTWARDS, "2234. 13... 0234. 14... 2234.");
    subject_free(&s);
    free(w);
}

/* There is a way down that is none up, and a portal. */
static void test_one_way(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".......#."));
    world_set_edge(w, 2, 0, WEND_EAST, WEND_EDGE_OUT_ONLY);
    w->links[0] = (wend_link){.from = {5, 0}, .to = {8, 0}, .cost = 2 * ONE};
    w->link_count = 1;
    subject s = made(w);
    assert_range(&s, w, 2, 0, 9 * ONE, WEND_OUTWARDS, "2101234.5");
    assert_range(&s, w, 3, 0, 9 * ONE, WEND_OUTWARDS, "...0123.4");
    assert_range(&s, w, 3, 0, 9 * ONE, WEND_INWARDS, "3210123..");
    assert_range(&s, w, 8, 0, 9 * ONE, WEND_INWARDS, "7654323.0");
    assert_range(&s, w, 8, 0, 9 * ONE, WEND_OUTWARDS, "........0");
    subject_free(&s);
    free(w);
}

static void assert_place(const wend_range_cell *place, int32_t x, int32_t y, uint32_t cost, uint32_t previous) {
    assert_cell_equal(place->cell, x, y);
    assert_int_equal(place->cost, cost);
    assert_int_equal(place->previous, previous);
}

/* By cost, then index; and the way back, also over a link. */
static void test_list(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...#.", ".#.#.", "...#."));
    w->mover.neighbours = 4;
    w->links[0] = (wend_link){.from = {2, 0}, .to = {4, 1}, .cost = 1};
    w->link_count = 1;
    subject s = made(w);
    wend_range_cell list[CELLS];
    wend_range_source source = {{0, 0}, 4 * ONE};
    wend_range_out out = {.cells = list, .capacity = CELLS};
    size_t count, length;
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, WEND_OUTWARDS, &out, &count), WEND_OK);
    assert_int_equal(count, 11);
    assert_place(&list[0], 0, 0, 0, 0);
    assert_place(&list[1], 1, 0, ONE, 0);
    assert_place(&list[2], 0, 1, ONE, 0);
    assert_place(&list[3], 2, 0, 2 * ONE, 1);
    assert_place(&list[4], 0, 2, 2 * ONE, 2);
    assert_place(&list[5], 4, 1, 2 * ONE + 1, 3);
    assert_place(&list[6], 2, 1, 3 * ONE, 3);
    assert_place(&list[7], 1, 2, 3 * ONE, 4);
    assert_place(&list[8], 4, 0, 3 * ONE + 1, 5);
    assert_place(&list[9], 4, 2, 3 * ONE + 1, 5);
    assert_place(&list[10], 2, 2, 4 * ONE, 6); /* north comes before west */
    wend_cell route[5];
    assert_int_equal(wend_range_trace(list, count, 9, route, 5, &length), WEND_OK);
    assert_int_equal(length, 5);
    assert_cell_equal(route[0], 0, 0);
    assert_cell_equal(route[2], 2, 0);
    assert_cell_equal(route[3], 4, 1);
    assert_cell_equal(route[4], 4, 2);
    assert_int_equal(wend_range_trace(list, count, 9, route, 2, &length), WEND_TRUNCATED);
    assert_int_equal(wend_range_trace(list, count, 0, NULL, 0, &length), WEND_TRUNCATED);
    assert_int_equal(length, 1);
    out.capacity = 4;
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, WEND_OUTWARDS, &out, &count), WEND_TRUNCATED);
    assert_int_equal(count, 11);
    subject_free(&s);
    free(w);
}

static void test_threat(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("......#..", "......#.."));
    subject s = made(w);
    wend_range_source sources[] = {
        {{0, 0}, 3 * ONE}, {{4, 0}, 2 * ONE}, {{6, 0}, 9 * ONE}, {{8, 0}, ONE}, {{9, 0}, ONE}};
    uint16_t counts[18] = {[0] = 65535, [1] = 65534, [17] = 7};
    wend_status statuses[5];
    assert_int_equal(wend_threat_add(s.mover, s.workspace, sources, 5, WEND_OUTWARDS, whole(w), counts, 9, statuses),
                     WEND_PARTIAL);
    const uint16_t expected[18] = {65535, 65535, 2, 2, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 8};
    assert_memory_equal(counts, expected, sizeof counts);
    assert_int_equal(statuses[0], WEND_OK);
    assert_int_equal(statuses[2], WEND_IN_WALL);
    assert_int_equal(statuses[4], WEND_OFF_MAP);
    subject_free(&s);
    free(w);
}

static void test_allocation(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".......", "....#..", "#######", "......."));
    w->mover.neighbours = 4;
    subject s = made(w);
    wend_goal sources[] = {{.x = 6, .y = 0},
                           {.x = 0, .y = 0},
                           {.x = 3, .y = 2},
                           {.x = 0, .y = 3, .offset = 2 * ONE},
                           {.x = 5, .y = 3, .width = 2},
                           {.x = -4, .y = 3}};
    uint32_t numbers[28], values[28];
    wend_status statuses[6];
    wend_allocation_out out = {
        .rect = whole(w), .sources = numbers, .sources_stride = 7, .values = values, .values_stride = 7};
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, sources, 6, WEND_OUTWARDS, 0, &out, statuses),
                     WEND_PARTIAL);
    assert_values(w, numbers, 1, "1110000 1110.00 ....... 3344444");
    assert_values(w, values, ONE, "0123210 1234.21 ....... 2332100");
    assert_int_equal(statuses[2], WEND_GOAL_BLOCKED);
    assert_int_equal(statuses[5], WEND_OFF_MAP);
    out.values = NULL;
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, sources, 1, WEND_INWARDS, 2 * ONE, &out, NULL), WEND_OK);
    assert_values(w, numbers, 1, "....000 .....00 ....... .......");
    subject_free(&s);
    free(w);
}

static void test_agents(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..........."));
    subject s = made(w);
    wend_goal goals[] = {{.x = 2}, {.x = 10}};
    wend_cell agents[] = {{0, 0}, {4, 0}, {7, 0}, {3, 1}};
    uint32_t rooms[] = {1, 1}, goals_of[4], distances[4];
    wend_allocation_desc desc = {.goals = goals, .rooms = rooms, .goal_count = 2, .agents = agents, .agent_count = 4};
    assert_int_equal(wend_allocate_agents(s.mover, s.workspace, &desc, goals_of, distances), WEND_PARTIAL);
    assert_int_equal(goals_of[0], 0);
    assert_int_equal(goals_of[1], WEND_NO_SOURCE);
    assert_int_equal(goals_of[2], 1);
    assert_int_equal(goals_of[3], WEND_NO_SOURCE);
    assert_int_equal(distances[1], WEND_UNREACHABLE);
    assert_int_equal(distances[2], 3 * ONE);
    assert_int_equal(rooms[0] + rooms[1], 0);
    /* With more room the next nearest goal has it. */
    rooms[0] = 1;
    rooms[1] = 2;
    desc.agent_count = 3;
    assert_int_equal(wend_allocate_agents(s.mover, s.workspace, &desc, goals_of, distances), WEND_OK);
    assert_int_equal(goals_of[1], 1);
    assert_int_equal(distances[1], 6 * ONE);
    desc.rooms = NULL;
    assert_int_equal(wend_allocate_agents(s.mover, s.workspace, &desc, goals_of, distances), WEND_OK);
    assert_int_equal(goals_of[1], 0);
    subject_free(&s);
    free(w);
}

/* Several in one cell, by number; and a goal that fills while others of its level wait. */
static void test_agents_in_one_cell(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("........."));
    subject s = made(w);
    wend_goal goals[] = {{.x = 0}, {.x = 8}};
    wend_cell agents[] = {{6, 0}, {2, 0}, {2, 0}, {6, 0}, {2, 0}};
    uint32_t rooms[] = {2, 2}, goals_of[5], distances[5];
    wend_allocation_desc desc = {.goals = goals, .rooms = rooms, .goal_count = 2, .agents = agents, .agent_count = 5};
    assert_int_equal(wend_allocate_agents(s.mover, s.workspace, &desc, goals_of, distances), WEND_PARTIAL);
    const uint32_t expected[] = {1, 0, 0, 1, WEND_NO_SOURCE};
    assert_memory_equal(goals_of, expected, sizeof expected);
    subject_free(&s);
    free(w);
}

static wend_field *field_with_seeds(const subject *s) {
    wend_field *field;
    assert_int_equal(wend_field_create(s->mover, &(wend_field_desc){.seeds = 1}, &field), WEND_OK);
    return field;
}

/* Away from the threat, to the end; with an exit at hand and a base, there. */
static void test_flee(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("#######", "G......", "#######"));
    subject s = built(w);
    wend_field *flee = field_with_seeds(&s);
    uint32_t seeds[21];
    assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 512, 0, seeds, 0), WEND_OK);
    assert_values(w, seeds, ONE, "....... <:86420 .......");
    for (int32_t x = 0; x < 6; x++) assert_int_equal(wend_field_direction(flee, x, 1), WEND_EAST);
    assert_int_equal(wend_field_place(flee, 6, 1), WEND_AT_GOAL);
    wend_goal exit = {.x = 3, .y = 1};
    assert_int_equal(wend_field_set_goals(flee, &exit, 1, NULL), WEND_OK);
    /* As good as the farthest place: the nearer one of the two draws. */
    assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 512, 0, seeds, 0), WEND_OK);
    assert_int_equal(wend_field_direction(flee, 5, 1), WEND_EAST);
    assert_int_equal(wend_field_direction(flee, 4, 1), WEND_WEST);
    assert_int_equal(wend_field_place(flee, 3, 1), WEND_AT_GOAL);
    /* Better by 4 than the farthest place: 3 cells away it is worth the walk. */
    assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 512, 4 * ONE, seeds, 0), WEND_OK);
    assert_int_equal(wend_field_direction(flee, 6, 1), WEND_WEST);
    wend_field_destroy(flee);
    subject_free(&s);
    free(w);
}

/* Where the threat cannot come counts as farthest; a bounded field is fled no farther than its bound. */
static void test_flee_bounded(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G........"));
    subject s = made(w);
    wend_field *flee = field_with_seeds(&s);
    set_goal(&s, 0, 0, 0);
    wend_build_options near = {.max_distance = 3 * ONE};
    assert_int_equal(wend_field_build(s.field, s.workspace, &near), WEND_OK);
    uint32_t seeds[9];
    assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 512, 0, seeds, 9), WEND_OK);
    assert_values(w, seeds, ONE, "642000000");
    assert_int_equal(wend_field_place(flee, 3, 0), WEND_AT_GOAL);
    assert_int_equal(wend_field_direction(flee, 2, 0), WEND_EAST);
    wend_field_destroy(flee);
    subject_free(&s);
    free(w);
}

/* While a build in slices reads its seeds they are not written. */
static void test_flee_while_building(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("G........"));
    subject s = made(w);
    const wend_field_desc desc = {.seeds = 1, .slices = 1};
    wend_field *flee;
    wend_workspace *other;
    uint32_t seeds[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, same[9];
    memcpy(same, seeds, sizeof seeds);
    assert_int_equal(wend_field_create(s.mover, &desc, &flee), WEND_OK);
    assert_int_equal(wend_workspace_create(9, NULL, &other), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_begin(flee, other, &(wend_build_options){.seeds = seeds}), WEND_OK);
    assert_int_equal(wend_flee_build(flee, s.workspace, s.field, 512, 0, seeds, 9), WEND_ERROR_BUSY);
    assert_memory_equal(seeds, same, sizeof seeds);
    wend_field_destroy(flee);
    wend_workspace_destroy(other);
    subject_free(&s);
    free(w);
}

/* Near the gold, away from the dragon, which matters twice as much, up to 3 away. */
static void test_desire(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("........."));
    subject gold = made(w), dragon = made(w);
    wend_field *of_dragon, *desire = field_with_seeds(&gold);
    assert_int_equal(wend_field_create(gold.mover, NULL, &of_dragon), WEND_OK);
    set_goal(&gold, 6, 0, 0);
    assert_int_equal(build(&gold), WEND_OK);
    assert_int_equal(wend_field_set_goals(of_dragon, &(wend_goal){.x = 8}, 1, NULL), WEND_OK);
    wend_desire parts[] = {{.field = gold.field, .weight = 256},
                           {.field = of_dragon, .weight = -512, .limit = 3 * ONE}};
    uint32_t seeds[9];
    assert_int_equal(wend_desire_build(desire, gold.workspace, parts, 2, 0, seeds, 0), WEND_PENDING);
    assert_int_equal(wend_field_build(of_dragon, gold.workspace, NULL), WEND_OK);
    assert_int_equal(wend_desire_build(desire, gold.workspace, parts, 2, 0, seeds, 0), WEND_OK);
    /* gold 654321012, dragon -2 * 333333210: the least is -5, at 5. */
    assert_values(w, seeds, ONE, "543210147");
    assert_int_equal(wend_field_direction(desire, 8, 0), WEND_WEST);
    assert_int_equal(wend_field_place(desire, 5, 0), WEND_AT_GOAL);
    /* A field of another map is no part. */
    parts[1].field = dragon.field;
    assert_int_equal(wend_desire_build(desire, gold.workspace, parts, 2, 0, seeds, 0), WEND_ERROR_ARGUMENT);
    wend_field_destroy(of_dragon);
    wend_field_destroy(desire);
    subject_free(&gold);
    subject_free(&dragon);
    free(w);
}

/* A threat map in the overlay: the way keeps clear of it, as far as that pays. */
static void test_danger(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".......", ".......", "......."));
    subject s = made(w);
    uint16_t counts[21] = {0};
    wend_range_source sources[] = {{{3, 0}, ONE}, {{3, 0}, 0}};
    assert_int_equal(wend_threat_add(s.mover, s.workspace, sources, 2, WEND_OUTWARDS, whole(w), counts, 7, NULL),
                     WEND_OK);
    assert_int_equal(wend_overlay_write_counts(s.mover, whole(w), counts, 7, 200), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_int_equal(wend_mover_cost(s.mover, 2, 0), 201);
    assert_int_equal(wend_mover_cost(s.mover, 3, 0), 254);
    assert_int_equal(wend_mover_cost(s.mover, 3, 2), 1);
    set_goal(&s, 6, 0, 0);
    assert_int_equal(build(&s), WEND_OK);
    wend_cell route[21];
    size_t count;
    assert_int_equal(wend_field_trace(s.field, 0, 0, route, 21, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) assert_int_equal(counts[world_index(w, route[i].x, route[i].y)], 0);
    uint64_t revision = wend_mover_revision(s.mover);
    assert_int_equal(wend_overlay_write_counts(s.mover, whole(w), counts, 7, 200), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    assert_true(wend_mover_revision(s.mover) == revision);
    subject_free(&s);
    free(w);
}

/* A part of a larger array. It is one edit, of costs alone: no update has to look at more than that. */
static void test_danger_in_part(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    world_start(w, 150, 70, WEND_SQUARE);
    w->mover.radius = 100;
    subject s = made(w);
    uint16_t *counts = malloc(200 * 70 * sizeof *counts);
    for (int i = 0; i < 200 * 70; i++) counts[i] = (uint16_t)(i % 251);
    wend_rect rect = {3, 2, 140, 66};
    assert_int_equal(wend_overlay_write_counts(s.mover, rect, counts, 200, 1), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    for (int32_t y = 0; y < 70; y++)
        for (int32_t x = 0; x < 150; x++) {
            bool inside = x >= 3 && x < 143 && y >= 2 && y < 68;
            int expected = inside ? ((y - 2) * 200 + x - 3) % 251 : 0;
            assert_int_equal(wend_mover_cost(s.mover, x, y), 1 + expected);
        }
    wend_mover_info info;
    assert_int_equal(wend_overlay_write_counts(s.mover, (wend_rect){0, 0, 150, 70}, counts, 200, 1), WEND_OK);
    assert_int_equal(wend_mover_update(s.mover), WEND_OK);
    wend_mover_read_info(s.mover, &info);
    assert_int_equal(info.whole_updates, 0);
    free(counts);
    subject_free(&s);
    free(w);
}

/* Sums that would not fit do not wrap. */
static void test_no_wrap(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    world_start(w, 400, 1, WEND_SQUARE);
    w->mover.unit_cost = 254;
    w->has_costs = true;
    memset(w->costs, 254, sizeof w->costs);
    w->links[0] = (wend_link){.from = {399, 0}, .to = {0, 0}, .cost = 1};
    subject s = made(w);
    wend_field *flee = field_with_seeds(&s);
    uint32_t seeds[400];
    set_goal(&s, 0, 0, 0);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_flee_build(flee, s.workspace, s.field, WEND_MAX_DESIRE, 7, seeds, 0), WEND_OK);
    assert_int_equal(seeds[399], 7);
    assert_true(seeds[0] == WEND_SATURATED_VALUE);
    for (int x = 1; x < 400; x++) assert_true(seeds[x] <= seeds[x - 1]);
    assert_int_equal(wend_field_value(flee, 398, 0), 7 + 140 * 254);
    wend_field_destroy(flee);
    subject_free(&s);
    free(w);
}

static void test_bad_input(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", "...#"));
    subject s = made(w);
    wend_workspace *small;
    assert_int_equal(wend_workspace_create(7, NULL, &small), WEND_OK);
    uint32_t values[8];
    uint16_t counts[8] = {0};
    wend_range_cell list[8];
    size_t count = 77;
    wend_range_source source = {{0, 0}, ONE};
    wend_range_out out = {.values = values, .values_stride = 4, .values_rect = whole(w)};
    assert_int_equal(wend_range_find(NULL, s.workspace, &source, 0, &out, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_range_find(s.mover, NULL, &source, 0, &out, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_range_find(s.mover, s.workspace, NULL, 0, &out, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, (wend_heading)2, &out, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, 0, NULL, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, 0, &out, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_range_find(s.mover, small, &source, 0, &out, &count), WEND_ERROR_CAPACITY);
    out.values_stride = 3;
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, 0, &out, &count), WEND_ERROR_ARGUMENT);
    out = (wend_range_out){.values = values, .values_stride = 9, .values_rect = {0, 0, 5, 1}};
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, 0, &out, &count), WEND_ERROR_OUTSIDE);
    out = (wend_range_out){.capacity = 3};
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, 0, &out, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 77);
    out = (wend_range_out){.cells = list, .capacity = 8};
    source.cell.x = 3, source.cell.y = 1;
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, 0, &out, &count), WEND_IN_WALL);
    assert_int_equal(count, 0);
    source.cell.y = 0;
    assert_int_equal(wend_range_find(s.mover, s.workspace, &source, 0, &out, &count), WEND_OK);
    assert_int_equal(wend_range_trace(list, count, count, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    list[1].previous = 1;
    assert_int_equal(wend_range_trace(list, 2, 1, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_threat_add(s.mover, s.workspace, NULL, 1, 0, whole(w), counts, 4, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_threat_add(s.mover, s.workspace, &source, 1, 0, whole(w), counts, 3, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_threat_add(s.mover, s.workspace, &source, 1, 0, (wend_rect){0, 0, 1, 3}, counts, 4, NULL),
                     WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_overlay_write_counts(s.mover, whole(w), NULL, 4, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_write_counts(s.mover, whole(w), counts, 3, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_write_counts(s.mover, (wend_rect){1, 0, 4, 1}, counts, 4, 1), WEND_ERROR_OUTSIDE);
    for (int i = 0; i < 8; i++) assert_int_equal(counts[i], 0);
    wend_workspace_destroy(small);
    subject_free(&s);
    free(w);
}

static void test_bad_allocations(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("....", "...#"));
    subject s = made(w);
    uint32_t values[8] = {0};
    wend_goal bad = {.offset = WEND_UNREACHABLE}, good = {0};
    wend_allocation_out out = {.rect = whole(w), .values = values, .values_stride = 4};
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, &bad, 1, 0, 0, &out, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, NULL, 1, 0, 0, &out, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, &good, 1, 2, 0, &out, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, &good, (1 << 20) + 1, 0, 0, &out, NULL),
                     WEND_ERROR_SIZE);
    out.values_stride = 3;
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, &good, 1, 0, 0, &out, NULL), WEND_ERROR_ARGUMENT);
    out.rect.height = 3;
    assert_int_equal(wend_allocate_cells(s.mover, s.workspace, &good, 1, 0, 0, &out, NULL), WEND_ERROR_OUTSIDE);
    wend_cell agent = {0, 0};
    wend_allocation_desc desc = {.goals = &good, .goal_count = 1, .agents = &agent, .agent_count = 1};
    assert_int_equal(wend_allocate_agents(s.mover, s.workspace, &desc, NULL, values), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_allocate_agents(s.mover, s.workspace, NULL, values, values), WEND_ERROR_ARGUMENT);
    desc.agent_count = 0;
    assert_int_equal(wend_allocate_agents(s.mover, s.workspace, &desc, NULL, NULL), WEND_OK);
    /* Desires. */
    wend_desire part = {.field = s.field, .weight = 256};
    assert_int_equal(wend_desire_seeds(s.mover, &part, 0, 0, values, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_desire_seeds(s.mover, &part, 1, WEND_UNREACHABLE, values, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_desire_seeds(s.mover, &part, 1, 0, values, 3), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_desire_seeds(s.mover, &part, 1, 0, NULL, 0), WEND_ERROR_ARGUMENT);
    part.weight = WEND_MAX_DESIRE + 1;
    assert_int_equal(wend_desire_seeds(s.mover, &part, 1, 0, values, 0), WEND_ERROR_ARGUMENT);
    part = (wend_desire){.field = s.field, .limit = WEND_UNREACHABLE};
    assert_int_equal(wend_desire_seeds(s.mover, &part, 1, 0, values, 0), WEND_ERROR_ARGUMENT);
    wend_field *no_seeds;
    assert_int_equal(wend_field_create(s.mover, NULL, &no_seeds), WEND_OK);
    assert_int_equal(wend_flee_build(no_seeds, s.workspace, s.field, 0, 0, values, 0), WEND_ERROR_ARGUMENT);
    wend_field_destroy(no_seeds);
    for (int i = 0; i < 8; i++) assert_int_equal(values[i], 0);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forest),
        cmocka_unit_test(test_mean),
        cmocka_unit_test(test_hex),
        cmocka_unit_test(test_one_way),
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_threat),
        cmocka_unit_test(test_allocation),
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_agents_in_one_cell),
        cmocka_unit_test(test_flee),
        cmocka_unit_test(test_flee_bounded),
        cmocka_unit_test(test_flee_while_building),
        cmocka_unit_test(test_desire),
        cmocka_unit_test(test_danger),
        cmocka_unit_test(test_danger_in_part),
        cmocka_unit_test(test_no_wrap),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_bad_allocations),
    };
    return cmocka_run_group_tests_name("tactics", tests, NULL, NULL);
}
