/* SPDX-License-Identifier: MIT
 * Random worlds: the graph of a mover, and the same after any edits, against the oracle; with every back end. */
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

static void edit_terrain(world *w, wend_map *map, test_random *random) {
    wend_rect rect = random_rect(w, random);
    size_t stride = (size_t)rect.width + test_random_below(random, 3);
    uint8_t *bytes = calloc(stride * (size_t)rect.height, 1), *mask = calloc(stride * (size_t)rect.height, 1);
    uint8_t one = test_random_chance(random, 50) ? 255 : (uint8_t)test_random_below(random, 10);
    uint32_t kind = test_random_below(random, 4);
    if (kind == 0) rect.width = rect.height = 1;
    for (int32_t y = 0; y < rect.height; y++) {
        for (int32_t x = 0; x < rect.width; x++) {
            size_t place = (size_t)y * stride + (size_t)x;
            uint8_t *terrain = &w->terrain[world_index(w, rect.x + x, rect.y + y)];
            bytes[place] = test_random_chance(random, 30) ? 255 : (uint8_t)test_random_below(random, 10);
            mask[place] = test_random_chance(random, 50);
            if (kind < 2) *terrain = one;
            if (kind == 2 || (kind == 3 && mask[place])) *terrain = bytes[place];
        }
    }
    if (kind == 0) wend_map_set(map, rect.x, rect.y, one);
    if (kind == 1) wend_map_fill(map, rect, one);
    if (kind == 2) wend_map_write(map, rect, bytes, stride);
    if (kind == 3) wend_map_stamp(map, rect, bytes, mask, stride);
    free(bytes);
    free(mask);
}

static void edit_edge(world *w, wend_map *map, test_random *random) {
    wend_cell cell = random_cell(w, random);
    int side = (int)test_random_below(random, 8);
    int32_t nx, ny;
    wend_edge edge = random_edge(random);
    wend_status status = wend_map_set_edge(map, cell.x, cell.y, (wend_direction)side, edge);
    if (status != WEND_OK) return;
    oracle_neighbour(w->lattice, cell.x, cell.y, side, &nx, &ny);
    world_set_edge(w, cell.x, cell.y, side, edge);
}

static bool joins(const wend_link *link, wend_cell from, wend_cell to) {
    return link->from.x == from.x && link->from.y == from.y && link->to.x == to.x && link->to.y == to.y;
}

static void edit_links(world *w, wend_map *map, test_random *random) {
    if (w->link_count == 0 || (w->link_count < WORLD_LINKS && test_random_chance(random, 50))) {
        w->links[w->link_count] = random_link(w, random);
        wend_map_add_links(map, &w->links[w->link_count++], 1);
        return;
    }
    wend_link gone = w->links[test_random_below(random, w->link_count)];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->link_count; i++) {
        if (!joins(&w->links[i], gone.from, gone.to)) w->links[kept++] = w->links[i];
    }
    w->link_count = kept;
    wend_map_remove_links(map, gone.from, gone.to, NULL);
}

static void edit_overlay(world *w, wend_mover *mover, test_random *random) {
    static const uint32_t weights[4] = {0, 1, 256, 65535};
    wend_rect rect = random_rect(w, random);
    if (test_random_chance(random, 20)) {
        uint32_t weight = weights[test_random_below(random, 4)];
        wend_mover_set_overlay_weight(mover, weight);
        w->mover.overlay_weight = weight;
        if (weight == 0) { /* in a desc 0 means 256 */
            wend_mover_set_overlay_weight(mover, 256);
            w->mover.overlay_weight = 256;
        }
        return;
    }
    w->has_overlay = true;
    bool fill = test_random_chance(random, 50);
    uint8_t *values = calloc((size_t)rect.width * (size_t)rect.height, 1), one = (uint8_t)test_random_bits(random);
    for (int32_t i = 0; i < rect.width * rect.height; i++) {
        values[i] = fill ? one : (uint8_t)test_random_bits(random);
        w->overlay[world_index(w, rect.x + i % rect.width, rect.y + i / rect.width)] = values[i];
    }
    if (fill) {
        wend_mover_fill_overlay(mover, rect, one);
    } else {
        wend_mover_write_overlay(mover, rect, values, (size_t)rect.width);
    }
    free(values);
}

static void edit(world *w, wend_map *map, wend_mover *mover, test_random *random) {
    switch (test_random_below(random, 6)) {
    case 0:
    case 1: edit_terrain(w, map, random); break;
    case 2:
    case 3: edit_edge(w, map, random); break;
    case 4: edit_links(w, map, random); break;
    default: edit_overlay(w, mover, random); break;
    }
}

static bool same_arrays(const world *w, const oracle_graph *a, const oracle_graph *b) {
    size_t count = world_count(w);
    return memcmp(a->costs, b->costs, count) == 0 && memcmp(a->exits, b->exits, count) == 0 &&
           memcmp(a->ways_out, b->ways_out, count) == 0 && memcmp(a->places, b->places, count * sizeof *a->places) == 0;
}

/* One round of edits and an update. The revision must move if a cost, an exit, a place or a way out did, and
 * stay if nothing did. */
static bool round_fits(world *w, const subject *s, test_random *random, char *message, size_t size) {
    oracle_graph *before = oracle_graph_of(w);
    wend_link links[WORLD_LINKS];
    uint32_t link_count = w->link_count;
    memcpy(links, w->links, sizeof links);
    uint64_t revision = wend_mover_revision(s->mover);
    for (uint32_t i = 1 + test_random_below(random, 7); i > 0; i--) edit(w, s->map, s->mover, random);
    bool quiet = wend_mover_revision(s->mover) == revision;
    bool updated = wend_mover_update(s->mover) == WEND_OK;
    oracle_graph *after = oracle_graph_of(w);
    bool same = same_graph(w, after, s->mover, message, size);
    bool moved = wend_mover_revision(s->mover) != revision, equal = same_arrays(w, before, after);
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
    check_worlds(graphs_fit, 1000000, test_dose(300, 3000, 100000));
}

static void test_edits(void **state) {
    (void)state;
    check_worlds(all_edits_fit, 2000000, test_dose(150, 1500, 50000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_edits),
    };
    return cmocka_run_group_tests_name("prop_mover", tests, NULL, NULL);
}
