/* SPDX-License-Identifier: MIT
 * Random worlds: after any group of edits, the cells that an update lists are exactly those that differ, by the oracle.
 */
#include "map/graph.h"

#include "support/random_edit.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A world and its graph at one time. */
typedef struct moment {
    world *w;
    oracle_graph *graph;
} moment;

static moment moment_of(const world *w) {
    moment now = {malloc(sizeof *w), oracle_graph_of(w)};
    memcpy(now.w, w, sizeof *w);
    return now;
}

static void moment_free(moment *then) {
    oracle_graph_free(then->graph);
    free(then->w);
}

/* How many usable links are like this one? (Cells where it cannot stand have none.) */
static uint32_t count_usable(const moment *then, const wend_link *link) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < then->w->link_count; i++)
        count += then->graph->link_usable[i] && memcmp(&then->w->links[i], link, sizeof *link) == 0;
    return count;
}

static bool lacks_a_link(const moment *a, const moment *b, int32_t cell) {
    for (uint32_t i = 0; i < a->w->link_count; i++) {
        const wend_link *link = &a->w->links[i];
        if (!a->graph->link_usable[i] || world_index(a->w, link->from.x, link->from.y) != cell) continue;
        if (count_usable(a, link) > count_usable(b, link)) return true;
    }
    return false;
}

static bool differs(const moment *a, const moment *b, int32_t cell) {
    const oracle_graph *old = a->graph, *fresh = b->graph;
    return old->costs[cell] != fresh->costs[cell] || old->exits[cell] != fresh->exits[cell] ||
           old->ways_out[cell] != fresh->ways_out[cell] ||
           (old->places[cell] == WEND_OK) != (fresh->places[cell] == WEND_OK) || lacks_a_link(a, b, cell) ||
           lacks_a_link(b, a, cell);
}

static bool list_fits(const moment *before, const moment *after, const wend_mover *mover, uint64_t since, char *message,
                      size_t size) {
    const world *w = after->w;
    bool *listed = calloc(world_count(w), sizeof *listed);
    for (uint64_t number = since; number < mover->changed.count; number++)
        listed[wend__change_at(&mover->changed, number)] = true;
    bool fits = true;
    for (int32_t cell = 0; fits && cell < (int32_t)world_count(w); cell++) {
        bool wanted = differs(before, after, cell);
        if (wanted == listed[cell]) continue;
        fits = complain(message, size, "(%d, %d) %s and is %slisted", cell % w->width, cell / w->width,
                        wanted ? "differs" : "does not differ", listed[cell] ? "" : "not ");
    }
    free(listed);
    return fits;
}

static bool round_fits(world *w, const subject *s, test_random *random, char *message, size_t size) {
    moment before = moment_of(w);
    uint64_t since = s->mover->changed.count;
    for (uint32_t i = 1 + test_random_below(random, 7); i > 0; i--) random_edit(w, s->map, s->mover, random);
    bool quiet = s->mover->changed.count == since;
    bool updated = wend_mover_update(s->mover) == WEND_OK;
    bool is_known = wend__changes_are_known(&s->mover->changed, since);
    moment after = moment_of(w);
    bool fits = !is_known || list_fits(&before, &after, s->mover, since, message, size);
    bool walls_differ = world_has_walls(before.w) != world_has_walls(w);
    moment_free(&before);
    moment_free(&after);
    if (!fits) return false;
    EXPECT(quiet && updated, "an edit listed something before the update, or the update failed");
    EXPECT(is_known != walls_differ || world_count(w) * 4 > s->mover->changed.capacity,
           "no room for few cells, or for what walls change everywhere");
    return true;
}

static bool edits_fit(const world *start, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, start, sizeof *w);
    test_random random = test_random_of(w->seed + 99);
    subject s = {0};
    s.map = subject_map(w, NULL);
    if (s.map) s.mover = subject_mover(w, s.map);
    bool fits = s.mover || complain(message, size, "no mover");
    for (int i = 0; fits && i < 6; i++) fits = round_fits(w, &s, &random, message, size);
    free(w);
    subject_free(&s);
    return fits;
}

/* Whatever was done and undone since the last update is no change. */
static bool nothing_listed_of_undone(const world *start, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, start, sizeof *w);
    test_random random = test_random_of(w->seed + 33);
    subject s = {0};
    s.map = subject_map(w, NULL);
    if (s.map) s.mover = subject_mover(w, s.map);
    bool fits = s.mover || complain(message, size, "no mover");
    for (int round = 0; fits && round < 4; round++) {
        uint64_t since = s.mover->changed.count, revision = wend_mover_revision(s.mover);
        wend_rect all = {0, 0, w->width, w->height};
        for (uint32_t i = 1 + test_random_below(&random, 5); i > 0; i--) {
            wend_cell cell = random_cell(w, &random);
            wend_map_fill(s.map, random_rect(w, &random), (uint8_t)test_random_bits(&random));
            for (int side = 0; side < 8; side++) {
                wend_edge edge = wend_map_edge(s.map, cell.x, cell.y, (wend_direction)side);
                wend_map_set_edge(s.map, cell.x, cell.y, (wend_direction)side, random_edge(&random));
                wend_map_set_edge(s.map, cell.x, cell.y, (wend_direction)side, edge);
            }
            wend_link link = {cell, random_cell(w, &random), 12345, 0};
            if (wend_map_add_links(s.map, &link, 1) != WEND_OK) continue;
            wend_map_remove_links(s.map, link.from, link.to, NULL);
            for (uint32_t j = 0; j < w->link_count; j++)
                if (memcmp(&w->links[j].from, &link.from, 2 * sizeof link.from) == 0)
                    wend_map_add_links(s.map, &w->links[j], 1);
        }
        wend_map_write(s.map, all, w->terrain, (size_t)w->width);
        wend_mover_update(s.mover);
        bool quiet = s.mover->changed.count == since && wend_mover_revision(s.mover) == revision;
        fits = quiet || complain(message, size, "what was undone is listed");
    }
    free(w);
    subject_free(&s);
    return fits;
}

static void test_undone(void **state) {
    (void)state;
    check_worlds(nothing_listed_of_undone, 14000000, test_dose(100, 1000, 20000));
}

static void test_lists(void **state) {
    (void)state;
    check_worlds(edits_fit, 13000000, test_dose(150, 1000, 20000));
}

/* More than there is room for is only counted; what comes after is listed again. */
static void test_too_many(void **state) {
    (void)state;
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    assert_int_equal(wend_map_create(&(wend_map_desc){.width = 300, .height = 300}, &map), WEND_OK);
    assert_int_equal(wend_mover_create(map, NULL, &mover), WEND_OK);
    const wend__change_log *log = &mover->changed;
    assert_int_equal(log->count, 0);
    assert_int_equal(wend_map_fill(map, (wend_rect){0, 0, 300, 300}, 2), WEND_OK);
    assert_int_equal(wend_mover_update(mover), WEND_OK);
    assert_false(wend__changes_are_known(log, 0));
    uint64_t since = log->count;
    assert_int_equal(wend_map_set(map, 299, 299, 3), WEND_OK);
    assert_int_equal(wend_mover_update(mover), WEND_OK);
    assert_int_equal(log->count, since + 1);
    assert_true(wend__changes_are_known(log, since));
    assert_int_equal(wend__change_at(log, since), 300 * 300 - 1);
    assert_false(wend__changes_are_known(log, 0));
    wend_mover_destroy(mover);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists), cmocka_unit_test(test_undone),
                                       cmocka_unit_test(test_too_many)};
    return cmocka_run_group_tests_name("prop_changes", tests, NULL, NULL);
}
