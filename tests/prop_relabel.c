/* SPDX-License-Identifier: MIT
 * Components kept current under groups of edits are those of a mover made from scratch; so is the least cost. */
#include "map/graph.h"

#include "scenes/generate.h"
#include "support/random_edit.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static bool same_as_fresh(const wend_mover *mover, char *message, size_t size) {
    wend_mover_desc desc;
    wend_mover *fresh = NULL;
    wend_mover_describe(mover, &desc);
    if (wend_mover_create(mover->map, &desc, &fresh) != WEND_OK) return complain(message, size, "no fresh mover");
    uint32_t cells = (uint32_t)wend__cell_count(mover->shape), wrong = cells;
    uint8_t least = WEND_BLOCKED;
    for (uint32_t cell = 0; cell < cells && wrong == cells; cell++) {
        if (wend__component_of(mover, cell) != wend__component_of(fresh, cell)) wrong = cell;
        if (wend__is_free(mover, cell) && mover->costs[cell] < least) least = mover->costs[cell];
    }
    uint32_t label = wrong < cells ? wend__component_of(mover, wrong) : 0;
    uint32_t wanted = wrong < cells ? wend__component_of(fresh, wrong) : 0;
    wend_mover_destroy(fresh);
    wend_cell where = wend__cell_of(mover->shape, wrong);
    EXPECT(wrong == cells, "(%d, %d) has label %u, not %u", where.x, where.y, label, wanted);
    EXPECT(mover->least_cost == least, "least cost %d, not %d", mover->least_cost, least);
    return true;
}

/* A small edit: a cell, or four, closed or opened. */
static void edit_nearby(world *w, wend_map *map, wend_cell at, test_random *random) {
    int32_t side = test_random_chance(random, 20) ? 2 : 1;
    wend_rect rect = {at.x, at.y, at.x + side > w->width ? 1 : side, at.y + side > w->height ? 1 : side};
    uint8_t terrain = w->terrain[world_index(w, at.x, at.y)] == 255 ? 0 : 255;
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width; x++) w->terrain[world_index(w, x, y)] = terrain;
    wend_map_fill(map, rect, terrain);
}

/* Where a component begins, or anywhere. */
static wend_cell choose_cell(const world *w, const wend_mover *mover, test_random *random) {
    wend_cell cell = random_cell(w, random);
    uint32_t lowest = wend_mover_component(mover, cell.x, cell.y);
    if (lowest != WEND_NO_COMPONENT && test_random_chance(random, 20)) return wend__cell_of(mover->shape, lowest);
    return cell;
}

static bool groups_fit(const world *start, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, start, sizeof *w);
    test_random random = test_random_of(w->seed + 5);
    subject s = {0};
    s.map = subject_map(w, NULL);
    if (s.map) s.mover = subject_mover(w, s.map);
    bool fits = s.mover || complain(message, size, "no mover");
    uint32_t share = test_random_chance(&random, 50) ? 10 : 60;
    for (int round = 0; fits && round < 12; round++) {
        for (uint32_t i = 1 + test_random_below(&random, test_random_chance(&random, 70) ? 2 : 12); i > 0; i--) {
            if (test_random_chance(&random, share))
                random_edit(w, s.map, s.mover, &random);
            else
                edit_nearby(w, s.map, choose_cell(w, s.mover, &random), &random);
        }
        fits = wend_mover_update(s.mover) == WEND_OK || complain(message, size, "no update");
        fits = fits && same_as_fresh(s.mover, message, size);
    }
    free(w);
    subject_free(&s);
    return fits;
}

static void test_groups(void **state) {
    (void)state;
    check_worlds(groups_fit, 17000000, test_dose(300, 1500, 40000));
}

/* Larger maps: cells toggled along a walk, so that what was cut is mended, and cut again elsewhere. Answers how often all was labelled anew. */
static uint64_t toggle_along(world *w, const wend_mover_desc *desc, uint32_t rounds, test_random *random) {
    char message[512] = "";
    wend_map *map = subject_map(w, NULL);
    wend_mover *mover = NULL;
    wend_mover_info info;
    assert_int_equal(wend_mover_create(map, desc, &mover), WEND_OK);
    wend_cell at = random_cell(w, random);
    for (uint32_t round = 0; round < rounds; round++) {
        if (test_random_chance(random, 10)) at = choose_cell(w, mover, random);
        wend_cell next = {at.x + test_random_between(random, -2, 2), at.y + test_random_between(random, -2, 2)};
        if (world_has(w, next.x, next.y)) at = next;
        edit_nearby(w, map, at, random);
        if (test_random_chance(random, 30)) edit_nearby(w, map, choose_cell(w, mover, random), random);
        assert_int_equal(wend_mover_update(mover), WEND_OK);
        if (!same_as_fresh(mover, message, sizeof message)) fail_msg("seed %u: %s", (unsigned)w->seed, message);
    }
    wend_mover_read_info(mover, &info);
    assert_int_equal(info.updates, rounds);
    assert_int_equal(info.whole_updates, 0);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    return info.relabels;
}

static void test_scenes(void **state) {
    (void)state;
    static const uint32_t radii[4] = {0, 0, 100, 150};
    world *w = malloc(sizeof *w);
    const uint32_t maps = test_dose(40, 100, 1500), rounds = 60;
    uint64_t relabels = 0;
    for (uint32_t i = 0; i < maps; i++) {
        test_random random = test_random_of(4000 + i);
        int32_t side = test_random_between(&random, 40, 120);
        enum scene_kind kind = (enum scene_kind)test_random_below(&random, SCENE_KIND_COUNT);
        world_start(w, side, side, test_random_chance(&random, 30) ? WEND_HEX : WEND_SQUARE);
        w->seed = 4000 + i;
        assert_true(scene_generate(kind, side, side, 20 + test_random_below(&random, 30), i, w->terrain));
        const wend_mover_desc desc = {.corner_rule = (wend_corner_rule)test_random_below(&random, 3),
                                      .radius = radii[test_random_below(&random, 4)],
                                      .backend = test_backend()};
        relabels += toggle_along(w, &desc, rounds, &random);
    }
    print_message("%u of %u updates labelled all anew\n", (unsigned)relabels, (unsigned)(maps * rounds));
    assert_true(relabels * 10 < maps * rounds);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_groups), cmocka_unit_test(test_scenes)};
    return cmocka_run_group_tests_name("prop_relabel", tests, NULL, NULL);
}
