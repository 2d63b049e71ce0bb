/* SPDX-License-Identifier: MIT
 * How many cells A* looks round from, as a share of Dijkstra's, corner to corner on solvable 100x100 maps with 20 %
 * random walls: the founding case of the search. */
#include <wend/path.h>

#include "support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE 100
#define CELLS (SIDE * SIDE)
#define MAPS 1000 /* at most */
#define WALL 255

static const wend_cell first = {0, 0};
static const wend_cell last = {SIDE - 1, SIDE - 1};

static void fill(wend_map *map, test_random *random) {
    static uint8_t terrain[CELLS];
    for (int i = 0; i < CELLS; i++) terrain[i] = test_random_chance(random, 20) ? WALL : 0;
    terrain[0] = 0;
    terrain[CELLS - 1] = 0;
    wend_rect all = {0, 0, SIDE, SIDE};
    assert_int_equal(wend_map_write(map, all, terrain, SIDE), WEND_OK);
}

static wend_path_result search(const wend_mover *mover, wend_workspace *workspace, wend_heuristic heuristic) {
    wend_path_desc desc = {.from = first, .to = last, .heuristic = heuristic};
    wend_cell cells[1];
    wend_path_result result;
    assert_int_equal(wend_path_find(mover, workspace, &desc, cells, 1, &result), WEND_TRUNCATED);
    return result;
}

static int compare_shares(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median over the solvable ones of as many maps as it takes. */
static double median_share(const wend_mover_desc *desc) {
    static double shares[MAPS];
    test_random random = test_random_of(2026);
    wend_map *map;
    wend_map_desc map_desc = {.width = SIDE, .height = SIDE};
    assert_int_equal(wend_map_create(&map_desc, &map), WEND_OK);
    wend_mover *mover;
    assert_int_equal(wend_mover_create(map, desc, &mover), WEND_OK);
    wend_workspace *workspace;
    assert_int_equal(wend_workspace_create(CELLS, NULL, &workspace), WEND_OK);
    uint32_t maps = test_dose(100, MAPS, MAPS);
    for (uint32_t solved = 0; solved < maps;) {
        fill(map, &random);
        assert_int_equal(wend_mover_update(mover), WEND_OK);
        if (wend_mover_component(mover, 0, 0) != wend_mover_component(mover, SIDE - 1, SIDE - 1)) continue;
        wend_path_result dijkstra = search(mover, workspace, WEND_HEURISTIC_ZERO);
        wend_path_result astar = search(mover, workspace, WEND_HEURISTIC_DEFAULT);
        assert_int_equal(astar.cost, dijkstra.cost);
        shares[solved++] = (double)astar.expanded / (double)dijkstra.expanded;
    }
    wend_workspace_destroy(workspace);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    qsort(shares, maps, sizeof *shares, compare_shares);
    return (shares[maps / 2 - 1] + shares[maps / 2]) / 2;
}

static void check_share(const char *name, const wend_mover_desc *desc, double most) {
    double share = median_share(desc);
    print_message("%s: median share %.3f (at most %.2f)\n", name, share, most);
    assert_true(share <= most);
}

static void corner_never(void **state) {
    (void)state;
    wend_mover_desc desc = {.corner_rule = WEND_CORNER_NEVER};
    check_share("corner never", &desc, 0.40);
}

static void corner_if_one_free(void **state) {
    (void)state;
    wend_mover_desc desc = {.corner_rule = WEND_CORNER_IF_ONE_FREE};
    check_share("corner if one free", &desc, 0.16);
}

static void corner_always(void **state) {
    (void)state;
    wend_mover_desc desc = {.corner_rule = WEND_CORNER_ALWAYS};
    check_share("corner always", &desc, 0.11);
}

static void four_neighbours(void **state) {
    (void)state;
    wend_mover_desc desc = {.neighbours = 4};
    check_share("4 neighbours", &desc, 0.12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corner_never),
        cmocka_unit_test(corner_if_one_free),
        cmocka_unit_test(corner_always),
        cmocka_unit_test(four_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
