/* SPDX-License-Identifier: MIT
 * Random worlds: the graph of a mover, and the same after any edits, against the oracle; with every back end. */
#include "support/random_edit.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* The same check with every back end that there is. */
static bool fits_everywhere(const world *start, world_check *fits, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    bool same = true;
    for (int b = WEND_BACKEND_SCALAR; same && b <= WEND_BACKEND_WASM128; b++) {
        if (!wend_backend_is_supported((wend_backend)b)) continue;
        memcpy(w, start, sizeof *w);
        w->mover.backend = (wend_backend)b;
        same = fits(w, message, size);
        size_t length = strlen(message);
        if (!same) snprintf(message + length, size - length, ", with %s", wend_backend_name((wend_backend)b));
    }
    free(w);
    return same;
}

static bool graph_fits(const world *w, char *message, size_t size) {
    subject s = {0};
    oracle_graph *graph = oracle_graph_of(w);
    s.map = subject_map(w, NULL);
    if (s.map) s.mover = subject_mover(w, s.map);
    bool same = s.mover ? same_graph(w, graph, s.mover, message, size) : complain(message, size, "no mover");
    oracle_graph_free(graph);
    subject_free(&s);
    return same;
}

static bool same_arrays(const world *w, const oracle_graph *a, const oracle_graph *b) {
    size_t count = world_count(w);
    return memcmp(a->costs, b->costs, count) == 0 && memcmp(a->exits, b->exits, count) == 0 &&
           memcmp(a->ways_out, b->ways_out, count) == 0 && memcmp(a->places, b->places, count * sizeof *a->places) == 0;
}

/* One round of edits and an update. The revision must move if a cost, an exit, a place or a way out did, or where the map
 * has its first closed edge or none any more, and stay if nothing did. */
static bool round_fits(world *w, const subject *s, test_random *random, char *message, size_t size) {
    oracle_graph *before = oracle_graph_of(w);
    wend_link links[WORLD_LINKS];
    uint32_t link_count = w->link_count;
    memcpy(links, w->links, sizeof links);
    uint64_t revision = wend_mover_revision(s->mover);
    bool had_walls = world_has_walls(w);
    for (uint32_t i = 1 + test_random_below(random, 7); i > 0; i--) random_edit(w, s->map, s->mover, random);
    bool quiet = wend_mover_revision(s->mover) == revision;
    bool updated = wend_mover_update(s->mover) == WEND_OK;
    oracle_graph *after = oracle_graph_of(w);
    bool same = same_graph(w, after, s->mover, message, size);
    bool moved = wend_mover_revision(s->mover) != revision;
    bool equal = same_arrays(w, before, after) && had_walls == world_has_walls(w);
    bool same_links = link_count == w->link_count && memcmp(links, w->links, sizeof links) == 0;
    oracle_graph_free(before);
    oracle_graph_free(after);
    if (!same) return false;
    EXPECT(quiet && updated, "an edit moved the revision before the update, or the update failed");
    EXPECT(equal || moved, "what the mover may do changed and the revision did not");
    EXPECT(!equal || !same_links || !moved, "nothing changed and the revision did");
    return true;
}

static bool edits_fit(const world *start, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, start, sizeof *w);
    test_random random = test_random_of(w->seed + 77);
    subject s = {0};
    s.map = subject_map(w, NULL);
    if (s.map) s.mover = subject_mover(w, s.map);
    bool same = s.mover || complain(message, size, "no mover");
    for (int i = 0; same && i < 4; i++) same = round_fits(w, &s, &random, message, size);
    /* A map made anew from the outcome is the same map. */
    if (same) {
        wend_map *fresh = subject_map(w, NULL);
        same = wend_map_hash(fresh) == wend_map_hash(s.map) || complain(message, size, "the map's hash knows history");
        wend_map_destroy(fresh);
    }
    free(w);
    subject_free(&s);
    return same;
}

static bool graphs_fit(const world *w, char *message, size_t size) {
    return fits_everywhere(w, graph_fits, message, size);
}

static bool all_edits_fit(const world *w, char *message, size_t size) {
    return fits_everywhere(w, edits_fit, message, size);
}

static void test_graph(void **state) {
    (void)state;
    for (int b = WEND_BACKEND_SCALAR; b <= WEND_BACKEND_WASM128; b++)
        if (!wend_backend_is_supported((wend_backend)b))
            print_message("skipped: %s, which is lacking here\n", wend_backend_name((wend_backend)b));
    check_worlds(graphs_fit, 1000000, test_dose(300, 2000, 40000));
}

static void test_edits(void **state) {
    (void)state;
    check_worlds(all_edits_fit, 2000000, test_dose(150, 1000, 20000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_edits),
    };
    return cmocka_run_group_tests_name("prop_mover", tests, NULL, NULL);
}
