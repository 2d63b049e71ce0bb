/* SPDX-License-Identifier: MIT
 * Reported: empty routes without a reason, "closest reachable" asked for, frozen games, searches that treat a start in a
 * wall in two ways. Here the kinds, by fields and searches alike. */
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

#define CELLS 1024

static world *rooms(uint64_t seed, uint32_t walls) {
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 20, 16, seed & 1 ? WEND_HEX : WEND_SQUARE);
    test_random random = test_random_of(seed);
    for (size_t cell = 0; cell < world_count(w); cell++)
        w->terrain[cell] = test_random_chance(&random, walls) ? 255 : 0;
    return w;
}

static bool is_free(const subject *s, wend_cell cell) {
    return wend_mover_place(s->mover, cell.x, cell.y) == WEND_OK;
}

/* The cell that the start can reach which is nearest to a click, by looking at all. */
static wend_cell nearest_reachable(const world *w, const subject *s, wend_cell from, wend_cell click) {
    uint32_t component = wend_mover_component(s->mover, from.x, from.y);
    wend_cell best = from;
    int64_t least = INT64_MAX;
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        int32_t x = cell % w->width, y = cell / w->width;
        if (wend_mover_component(s->mover, x, y) != component) continue;
        int64_t distance = oracle_squared_distance(w->lattice, click.x, click.y, x, y);
        if (distance >= least) continue;
        least = distance;
        best = (wend_cell){x, y};
    }
    return best;
}

/* A click on what cannot be reached, on a wall or beside the map gave an empty route: "closest reachable" was asked for,
 * with a word that says so. For a walled-in target by cut_off, for a solid one by the policy of goals. */
static void test_closest_reachable(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        world *w = rooms(seed, 45);
        subject s = made(w);
        test_random random = test_random_of(seed);
        for (int i = 0; i < 30; i++) {
            wend_cell from = random_cell(w, &random), click = random_cell(w, &random), cells[CELLS];
            if (test_random_chance(&random, 10)) click.x = -3;
            if (!is_free(&s, from)) continue;
            wend_goal_result became;
            wend_path_desc desc = {.from = from, .to = click, .goal_results = &became, .cut_off = 1};
            desc.goal_options = (wend_goal_options){WEND_GOAL_NEAREST_CONNECTED, 1, from};
            wend_path_result result;
            wend_status status = wend_path_find(s.mover, s.workspace, &desc, cells, CELLS, &result);
            wend_cell best = nearest_reachable(w, &s, from, click);
            bool is_itself = best.x == click.x && best.y == click.y;
            assert_int_equal(status, is_free(&s, click) && !is_itself ? WEND_CUT_OFF : WEND_OK);
            assert_int_equal(became.status, is_free(&s, click) ? WEND_OK : WEND_MOVED);
            assert_cell_equal(result.end, best.x, best.y);
            assert_cell_equal(cells[result.count - 1], best.x, best.y);
        }
        subject_free(&s);
        free(w);
    }
}

/* Mobs round a player who is ringed by others: each goes to the place nearest to him that it can get to, the lowest index
 * where they tie, and all that share a component to the same one; field and search name the same place. */
static void test_mobs_round_a_player(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...........", "...###.....", "...#G#.....", "...###.....", "..........."));
    subject s = made(w);
    wend_field_desc desc = {.cut_off = 1};
    wend_field_destroy(s.field);
    assert_int_equal(wend_field_create(s.mover, &desc, &s.field), WEND_OK);
    set_goal(&s, 4, 2, 0);
    assert_int_equal(build(&s), WEND_OK);
    for (int32_t x = 6; x < 11; x++)
        for (int32_t y = 0; y < 5; y++) {
            wend_cell cells[CELLS];
            size_t count;
            wend_path_desc request = {.from = {x, y}, .to = {4, 2}, .cut_off = 1};
            wend_path_result result;
            assert_int_equal(wend_field_trace(s.field, x, y, cells, CELLS, &count), WEND_CUT_OFF);
            assert_cell_equal(cells[count - 1], 4, 0);
            assert_int_equal(wend_path_find(s.mover, s.workspace, &request, cells, CELLS, &result), WEND_CUT_OFF);
            assert_cell_equal(result.end, 4, 0);
            assert_int_equal(result.count, count);
        }
    subject_free(&s);
    free(w);
}

/* A robot was driven near an occupied goal instead of being told: with no tolerance asked for, the answer is no. */
static void test_no_tolerance(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".....", "...#.", "....."));
    subject s = made(w);
    wend_path_desc desc = {.from = {0, 1}, .to = {3, 1}, .cut_off = 1};
    wend_path_result result;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result), WEND_GOAL_BLOCKED);
    assert_int_equal(result.count, 0);
    desc.goal_options.policy = WEND_GOAL_NEAREST;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result), WEND_TRUNCATED);
    assert_cell_equal(result.end, 3, 0);
    subject_free(&s);
    free(w);
}

/* Twenty enclosed units, ordered again and again to what they cannot reach, froze the game: known before any search,
 * from wherever to wherever; and the labels that tell are kept current when walls fall and rise. */
static void test_enclosed_units(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 80, 8, WEND_SQUARE);
    for (int32_t y = 0; y < 8; y++)
        for (int32_t x = 0; x < 80; x++)
            if (y == 0 || y == 3 || (y < 3 && x % 4 == 3)) w->terrain[world_index(w, x, y)] = 255;
    subject s = made(w);
    for (int32_t unit = 0; unit < 20; unit++)
        for (int again = 0; again < 50; again++) {
            wend_path_desc desc = {.from = {unit * 4 + 1, 1}, .to = {79 - unit, 7}};
            wend_path_result result;
            assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result), WEND_CUT_OFF);
            assert_true(result.heap_operations == 0 && result.expanded == 0);
        }
    for (int32_t unit = 0; unit < 20; unit++) {
        wend_path_desc desc = {.from = {unit * 4 + 1, 1}, .to = {79, 7}};
        wend_path_result result;
        for (int open = 1; open >= 0; open--) {
            assert_int_equal(wend_map_set(s.map, unit * 4 + 1, 3, open ? 0 : 255), WEND_OK);
            assert_int_equal(wend_mover_update(s.mover), WEND_OK);
            wend_status status = wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result);
            assert_int_equal(status, open ? WEND_TRUNCATED : WEND_CUT_OFF);
            assert_int_equal(result.heap_operations > 0, open);
        }
    }
    subject_free(&s);
    free(w);
}

/* A sealed target behind a one-way door is not known from the labels: the search ends all the same, within its budget
 * with the best so far, and without one with what it knows. */
static void test_searches_end(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 120, 40, WEND_SQUARE);
    for (int32_t y = 0; y < 40; y++) w->terrain[world_index(w, 100, y)] = 255;
    w->terrain[world_index(w, 100, 20)] = 0;
    world_set_edge(w, 100, 20, WEND_WEST, WEND_EDGE_OUT_ONLY);
    subject s = made(w);
    wend_path_desc desc = {.from = {5, 5}, .to = {110, 20}};
    wend_cell cells[CELLS];
    wend_path_result result;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, CELLS, &result), WEND_CUT_OFF);
    assert_true(result.expanded == 100 * 40 && result.count == 0);
    desc.max_expansions = 300;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, CELLS, &result), WEND_PARTIAL);
    assert_true(result.expanded == 300 && result.count > 50);
    assert_cell_equal(cells[result.count - 1], result.end.x, result.end.y);
    assert_true(result.end.x > 50);
    subject_free(&s);
    free(w);
}

/* A start on an illegal cell worked within some cells and failed beyond, and in short and long searches differently:
 * however far the goal, and however deep the start, field and search say the same, cell for cell in cost. */
static void test_blocked_starts_near_and_far(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    for (uint32_t depth = 1; depth <= WEND_MAX_ESCAPE_DEPTH; depth++) {
        world_start(w, 200, 19, WEND_SQUARE);
        w->goals[w->goal_count++] = (wend_goal){.x = 0, .y = 0};
        w->escape_depth = depth;
        for (int32_t x = 10; x < 200; x += 30)
            for (int32_t cell = 0; cell < 17 * 17; cell++)
                w->terrain[world_index(w, x + cell % 17, 1 + cell / 17)] = 255;
        subject s = built(w);
        for (int32_t x = 10; x < 183; x += 30)
            for (int32_t deep = 0; deep < 9; deep++) {
                wend_cell from = {x + 8, 1 + deep}, cells[CELLS];
                wend_path_desc desc = {.from = from, .to = {0, 0}, .escape_depth = depth};
                wend_path_result result;
                size_t count;
                wend_status searched = wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result);
                wend_status traced = wend_field_trace(s.field, from.x, from.y, cells, CELLS, &count);
                bool gets_out = (uint32_t)deep < depth;
                assert_int_equal(traced, gets_out ? WEND_OK : WEND_IN_WALL);
                assert_int_equal(searched, gets_out ? WEND_TRUNCATED : WEND_IN_WALL);
                if (gets_out) assert_int_equal(result.count, count);
            }
        subject_free(&s);
    }
    free(w);
}

/* Exceptions for points that cannot be reached, after drop pods changed which cells are legal: whatever the edits and
 * whatever is asked, the answer is a status, and the same by field and search. */
static void test_nothing_throws(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        world *w = rooms(100 + seed, 30);
        subject s = made(w);
        test_random random = test_random_of(seed);
        for (int i = 0; i < 60; i++) {
            wend_cell pod = random_cell(w, &random), from = random_cell(w, &random), to = random_cell(w, &random);
            if (test_random_chance(&random, 10)) to.y = w->height + 2;
            if (test_random_chance(&random, 10)) from.x = -1;
            uint8_t terrain = test_random_chance(&random, 50) ? 255 : 0;
            assert_int_equal(wend_map_set(s.map, pod.x, pod.y, terrain), WEND_OK);
            assert_int_equal(wend_mover_update(s.mover), WEND_OK);
            set_goal(&s, to.x, to.y, 0);
            wend_goal_result goal;
            assert_true(wend_field_update(s.field, s.workspace, NULL) >= 0);
            assert_int_equal(wend_field_goal_result(s.field, 0, &goal), WEND_OK);
            wend_cell cells[CELLS];
            size_t count;
            wend_status traced = wend_field_trace(s.field, from.x, from.y, cells, CELLS, &count);
            wend_path_desc desc = {.from = from, .to = to};
            wend_path_result result;
            wend_status searched = wend_path_find(s.mover, s.workspace, &desc, cells, CELLS, &result);
            assert_int_equal(searched, traced == WEND_CUT_OFF && goal.cells == 0 ? goal.status : traced);
        }
        subject_free(&s);
        free(w);
    }
}

/* Once the start was blocked all walls were ignored; and a unit on a cliff cost more to search for than all others: out by
 * the cheapest exit, then walls count, and the search is no larger than one from that exit. */
static void test_out_by_the_cheapest_exit(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("1.....................", "1####################.", "9#...................G"));
    w->terrain[world_index(w, 0, 2)] = 9;
    subject s = made(w);
    wend_cell cells[CELLS];
    wend_path_desc desc = {.from = {1, 1}, .to = {21, 2}};
    wend_path_result inside, outside;
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, CELLS, &inside), WEND_OK);
    assert_cell_equal(cells[0], 1, 1);
    for (size_t i = 1; i < inside.count; i++) assert_true(is_free(&s, cells[i]));
    desc.from = cells[1];
    assert_int_equal(wend_path_find(s.mover, s.workspace, &desc, cells, CELLS, &outside), WEND_OK);
    assert_int_equal(outside.count + 1, inside.count);
    assert_true(inside.expanded <= outside.expanded + 8);
    subject_free(&s);
    free(w);
}

/* A thousand units piled up at a spawn whose owner had walled its exit, and a router said "unreachable" after one wall was
 * moved: the spawn is told, and the cheapest breach names the walls that separate it. */
static void test_what_separates(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...7#...", "...8#...", "...##..G"));
    w->has_costs = true;
    for (int t = 0; t < 256; t++) w->costs[t] = t == 0 ? 1 : WEND_BLOCKED;
    subject s = built(w);
    assert_int_equal(wend_field_place(s.field, 0, 1), WEND_CUT_OFF);
    static uint32_t break_costs[256];
    break_costs[7] = 100;
    break_costs[8] = 5000;
    break_costs[255] = 1000;
    wend_placement *placement = NULL;
    wend_placement_source spawn = {0, 1, 0};
    assert_int_equal(wend_placement_create(s.mover, NULL, &placement), WEND_OK);
    assert_int_equal(wend_placement_set_sources(placement, &spawn, 1), WEND_OK);
    assert_int_equal(wend_placement_set_goals(placement, w->goals, 1, NULL), WEND_OK);
    assert_int_equal(wend_placement_update(placement, s.workspace), WEND_OK);
    wend_breach breach = {.break_costs = break_costs, .from = {0, 1}};
    wend_breach_result result;
    wend_cell walls[8];
    assert_int_equal(wend_placement_breach(placement, s.workspace, &breach, walls, 8, &result), WEND_OK);
    assert_int_equal(result.count, 2);
    assert_cell_equal(walls[0], 3, 0);
    assert_cell_equal(walls[1], 4, 0);
    wend_placement_destroy(placement);
    subject_free(&s);
    free(w);
}

/* A success or failure, and whether it is approximate, was asked for of every query: each has a status, and words. */
static void test_every_answer_has_words(void **state) {
    (void)state;
    for (uint64_t seed = 200; seed < 210; seed++) {
        world *w = rooms(seed, 40);
        w->goals[w->goal_count++] = (wend_goal){.x = 3, .y = 3};
        subject s = built(w);
        for (int32_t y = -1; y <= w->height; y++)
            for (int32_t x = -1; x <= w->width; x++) {
                wend_sample sample;
                wend_cell next;
                wend_status place = wend_field_place(s.field, x, y);
                float xy[2];
                wend_map_centre(s.map, x, y, &xy[0], &xy[1]);
                assert_true(place >= WEND_OK && place <= WEND_STALE && strlen(wend_status_string(place)) > 1);
                assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, xy[0], xy[1], &sample), place);
                assert_int_equal(wend_field_next(s.field, x, y, &next), place);
            }
        subject_free(&s);
        free(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closest_reachable), cmocka_unit_test(test_mobs_round_a_player),
        cmocka_unit_test(test_no_tolerance),      cmocka_unit_test(test_enclosed_units),
        cmocka_unit_test(test_searches_end),      cmocka_unit_test(test_blocked_starts_near_and_far),
        cmocka_unit_test(test_nothing_throws),    cmocka_unit_test(test_out_by_the_cheapest_exit),
        cmocka_unit_test(test_what_separates),    cmocka_unit_test(test_every_answer_has_words),
    };
    return cmocka_run_group_tests_name("reported: answers", tests, NULL, NULL);
}
