/* SPDX-License-Identifier: MIT
 * Ways out of walls and narrow places: worlds that are mostly walls, with wide movers and every depth. */
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static bool escapes_fit(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    test_random random = test_random_of(w->seed);
    subject_build(&scene->s, w, w->max_distance > 0);
    wend_field_info info;
    wend_field_describe(scene->s.field, &info);
    oracle_field_bounded(w, scene->graph, scene->expected, info.bound);
    return same_field(w, scene->graph, scene->expected, scene->s.field, message, size) &&
           same_routes(w, scene->graph, scene->expected, scene->s.field, &random, message, size) &&
           same_samples(w, scene->expected, scene->s.field, &random, message, size);
}

/* From a cell where it cannot stand a way out leads, within the depth, over cells that fit the rule of its start. */
static bool way_out_is_fair(const test_scene *scene, int32_t start, char *message, size_t size) {
    const world *w = scene->w;
    uint32_t depth = w->escape_depth ? w->escape_depth : 2, steps = 0;
    bool was_narrow = scene->graph->places[start] == WEND_TOO_NARROW;
    for (int32_t cell = start; scene->graph->places[cell] != WEND_OK; steps++) {
        EXPECT(steps < depth, "(%d, %d) leads out in more than %u steps", start % w->width, start / w->width, depth);
        EXPECT(!was_narrow || scene->graph->places[cell] != WEND_IN_WALL, "(%d, %d) is narrow and leads into a wall",
               start % w->width, start / w->width);
        wend_cell next;
        wend_field_next(scene->s.field, cell % w->width, cell / w->width, &next);
        was_narrow = scene->graph->places[cell] == WEND_TOO_NARROW;
        cell = world_index(w, next.x, next.y);
    }
    return true;
}

static bool ways_out_are_fair(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    subject_build(&scene->s, w, false);
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        bool leads = wend_field_directions(scene->s.field, cell % w->width, cell / w->width) != 0;
        if (scene->graph->places[cell] == WEND_OK || !leads) continue;
        if (!way_out_is_fair(scene, cell, message, size)) return false;
    }
    return true;
}

static bool escapes(const world *w, char *message, size_t size) {
    return check_scene(w, escapes_fit, message, size) && check_scene(w, ways_out_are_fair, message, size);
}

/* Blobs of walls with ground between, so that there is depth to come out of. */
static void walled_world(world *w, uint64_t seed) {
    random_world(w, seed);
    test_random random = test_random_of(seed + 1);
    for (uint32_t i = test_random_below(&random, 8); i > 0; i--) {
        wend_rect rect = random_rect(w, &random);
        uint8_t terrain = test_random_chance(&random, 80) ? 255 : 1;
        for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
            for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
                if (test_random_chance(&random, 95)) w->terrain[world_index(w, x, y)] = terrain;
            }
        }
    }
    w->has_costs = false;
    w->escape_depth = test_random_below(&random, 9);
    if (test_random_chance(&random, 50)) w->mover.radius = (uint32_t)test_random_between(&random, 100, 500);
    if (w->goal_count == 0) w->goals[w->goal_count++] = (wend_goal){.x = 0, .y = 0};
    w->options.policy = WEND_GOAL_NEAREST;
}

static void test_escapes(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    for (uint32_t i = 0; i < test_dose(200, 2000, 50000); i++) {
        walled_world(w, 9000000 + i);
        check_world(escapes, w);
    }
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_escapes)};
    return cmocka_run_group_tests_name("prop_escape", tests, NULL, NULL);
}
