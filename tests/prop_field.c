/* SPDX-License-Identifier: MIT
 * Random worlds: fields against the oracle, cell for cell; whole, bounded, again after edits, many at once. */
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static wend_status wanted_status(const test_scene *scene) {
    return scene->expected->is_partial ? WEND_PARTIAL : WEND_OK;
}

static bool whole_fits(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    const wend_field *field = scene->s.field;
    test_random random = test_random_of(w->seed + 5);
    EXPECT(wend_field_status(field) == WEND_PENDING && wend_field_place(field, 0, 0) == WEND_PENDING, "not pending");
    wend_status status = subject_build(&scene->s, w, false);
    EXPECT(status == wanted_status(scene), "build answers %d", status);
    EXPECT(wend_field_status(field) == WEND_OK, "built, but status %d", wend_field_status(field));
    wend_field_info info;
    wend_field_describe(field, &info);
    EXPECT(info.bound == UINT32_MAX, "a whole build has bound %u", info.bound);
    return same_field(w, scene->graph, scene->expected, field, message, size) &&
           same_routes(w, scene->graph, scene->expected, field, &random, message, size) &&
           same_samples(w, scene->expected, field, &random, message, size);
}

static bool whole(const world *w, char *message, size_t size) {
    return check_scene(w, whole_fits, message, size);
}

/* The oracle's two ways to find distances agree. */
static bool oracle_agrees(const world *w, char *message, size_t size) {
    oracle_graph *graph = oracle_graph_of(w);
    oracle_field *a = oracle_field_of(w, graph, ORACLE_DIJKSTRA), *b = oracle_field_of(w, graph, ORACLE_SWEEPS);
    bool same = memcmp(a->exact, b->exact, world_count(w) * sizeof *a->exact) == 0;
    oracle_graph_free(graph);
    oracle_field_free(a);
    oracle_field_free(b);
    return same || complain(message, size, "the oracle contradicts itself");
}

/* A bounded build: all that was asked for is exact, and whatever has a value at all. */
static bool bound_fits(const test_scene *scene, uint32_t bound, char *message, size_t size) {
    const world *w = scene->w;
    const uint32_t *exact = scene->expected->exact;
    if (w->max_distance) {
        for (size_t cell = 0; cell < world_count(w); cell++) {
            bool beyond = exact[cell] != UINT32_MAX && exact[cell] > w->max_distance;
            EXPECT(!beyond || bound < exact[cell], "bound %u, though %u was the greatest distance", bound,
                   w->max_distance);
        }
    }
    bool stops = w->max_distance || w->target_count;
    EXPECT(stops || bound == UINT32_MAX, "bound %u, though nothing bounds", bound);
    if (w->target_count == 0) {
        EXPECT(!w->max_distance || bound >= w->max_distance, "bound %u stops before %u", bound, w->max_distance);
        return true;
    }
    for (uint32_t i = 0; i < w->target_count; i++) {
        uint32_t value = exact[world_index(w, w->targets[i].x, w->targets[i].y)];
        if (w->max_distance && value > w->max_distance) {
            EXPECT(bound >= w->max_distance, "bound %u, but a target lies beyond the limit", bound);
        } else {
            EXPECT(bound >= value, "bound %u, but a target has value %u", bound, value);
        }
    }
    return true;
}

static bool bounded_fits(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    const wend_field *field = scene->s.field;
    test_random random = test_random_of(w->seed + 6);
    if (w->seed & 1) subject_build(&scene->s, w, false); /* also over an older field */
    wend_status status = subject_build(&scene->s, w, true);
    EXPECT(status == wanted_status(scene), "bounded build answers %d", status);
    wend_field_info info;
    wend_field_describe(field, &info);
    if (!bound_fits(scene, info.bound, message, size)) return false;
    oracle_field_bounded(w, scene->graph, scene->expected, info.bound);
    return same_field(w, scene->graph, scene->expected, field, message, size) &&
           same_routes(w, scene->graph, scene->expected, field, &random, message, size);
}

static bool bounded(const world *w, char *message, size_t size) {
    return check_scene(w, bounded_fits, message, size);
}

/* Building again, in a used workspace and after another build, gives the same bits; the hash tells fields apart. */
static bool again_fits(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    subject_build(&scene->s, w, false);
    uint64_t hash = wend_field_hash(scene->s.field);
    wend_goal other = {.x = w->width / 2, .y = w->height / 2, .offset = 7};
    wend_field_set_goals(scene->s.field, &other, 1, NULL);
    wend_build_options with_seeds = {.seeds = w->has_seeds ? w->seeds : NULL};
    wend_field_build(scene->s.field, scene->s.workspace, &with_seeds);
    wend_field_set_goals(scene->s.field, w->goals, w->goal_count, &w->options);
    subject_build(&scene->s, w, false);
    EXPECT(wend_field_hash(scene->s.field) == hash, "a second build differs from the first");
    return true;
}

static bool again(const world *w, char *message, size_t size) {
    return check_scene(w, again_fits, message, size);
}

/* A hook that runs pieces on one thread, in odd order, as if by many workers. */
static void scattered_for(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    uint32_t workers = *(const uint32_t *)user;
    (void)grain;
    for (uint32_t i = count; i > 0; i--) fn(context, i - 1, i, (i * 5) % workers);
}

#define MANY 9
#define MANY_WORKERS 7

static bool build_many(test_scene *scene, wend_field **fields, const wend_tasks *tasks, wend_status *statuses,
                       wend_status *result) {
    wend_workspace *workspaces[MANY_WORKERS] = {NULL};
    bool good = true;
    for (int i = 0; i < MANY_WORKERS; i++) {
        good &= wend_workspace_create((uint32_t)world_count(scene->w), NULL, &workspaces[i]) == WEND_OK;
    }
    if (good) *result = wend_field_build_many(fields, MANY, workspaces, MANY_WORKERS, tasks, statuses);
    for (int i = 0; i < MANY_WORKERS; i++) wend_workspace_destroy(workspaces[i]);
    return good;
}

static bool many_fit_with(test_scene *scene, wend_field **fields, const uint64_t *hashes, const wend_tasks *tasks,
                          char *message, size_t size) {
    wend_goal nowhere = {.x = -1, .y = -1};
    wend_status statuses[MANY], result = WEND_ERROR_ARGUMENT;
    bool partial = false;
    for (int i = 0; i < MANY; i++) statuses[i] = WEND_ERROR_ARGUMENT;
    EXPECT(build_many(scene, fields, tasks, statuses, &result), "no workspaces");
    for (int i = 0; i < MANY; i++) {
        EXPECT(statuses[i] == WEND_OK || statuses[i] == WEND_PARTIAL, "field %d: status %d", i, statuses[i]);
        EXPECT(wend_field_hash(fields[i]) == hashes[i], "field %d of many differs from one built alone", i);
        partial |= statuses[i] == WEND_PARTIAL;
    }
    EXPECT(result == (partial ? WEND_PARTIAL : WEND_OK), "build_many answers %d", result);
    for (int i = 0; i < MANY; i += 2) { /* so that the next round has something to do */
        wend_goal_options refuse = {0};
        wend_field_set_goals(fields[i], &nowhere, 1, &refuse);
        wend_field_build(fields[i], scene->s.workspace, NULL);
    }
    return true;
}

static bool many_fit(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    wend_field *fields[MANY] = {NULL};
    uint64_t hashes[MANY];
    uint32_t counts[4] = {1, 2, 3, 7};
    bool good = true;
    for (int round = 0; good && round < 6; round++) {
        test_random random = test_random_of(w->seed + 9);
        for (int i = 0; i < MANY; i++) {
            wend_cell cell = random_cell(w, &random);
            wend_goal goals[2] = {{.x = cell.x, .y = cell.y}, {.x = i, .y = i, .offset = (uint32_t)i * 70}};
            if (!fields[i]) good &= wend_field_create(scene->s.mover, NULL, &fields[i]) == WEND_OK;
            if (!good) break;
            wend_field_set_goals(fields[i], goals, 2, NULL);
            if (round == 0) wend_field_build(fields[i], scene->s.workspace, NULL);
            if (round == 0) hashes[i] = wend_field_hash(fields[i]);
        }
        if (!good || round == 0) continue;
        wend_tasks scattered = {counts[round < 5 ? round - 1 : 0], scattered_for, NULL,
                                &counts[round < 5 ? round - 1 : 0]};
        good = many_fit_with(scene, fields, hashes, round < 5 ? &scattered : NULL, message, size);
    }
    for (int i = 0; i < MANY; i++) wend_field_destroy(fields[i]);
    return good;
}

static bool many(const world *w, char *message, size_t size) {
    return check_scene(w, many_fit, message, size);
}

/* After an edit and an update a field is stale, and says so; built again it is as if made anew. */
static bool stale_fits(test_scene *scene, char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, scene->w, sizeof *w);
    const subject *s = &scene->s;
    subject_build(s, w, false);
    int32_t middle = world_index(w, w->width / 2, w->height / 2);
    uint64_t revision = wend_mover_revision(s->mover);
    w->terrain[middle] = w->terrain[middle] == 255 ? 0 : 255;
    wend_map_set(s->map, w->width / 2, w->height / 2, w->terrain[middle]);
    bool good = wend_field_status(s->field) == WEND_OK;
    wend_mover_update(s->mover);
    bool moved = wend_mover_revision(s->mover) != revision;
    good &= wend_field_status(s->field) == (moved ? WEND_STALE : WEND_OK);
    if (!good) complain(message, size, "stale: status %d, mover moved %d", wend_field_status(s->field), moved);
    if (good) {
        oracle_graph *graph = oracle_graph_of(w);
        oracle_field *expected = oracle_field_of(w, graph, ORACLE_SWEEPS);
        subject_build(s, w, false);
        good = same_field(w, graph, expected, s->field, message, size);
        oracle_field_free(expected);
        oracle_graph_free(graph);
    }
    free(w);
    return good;
}

static bool stale(const world *w, char *message, size_t size) {
    return check_scene(w, stale_fits, message, size);
}

static void test_oracle(void **state) {
    (void)state;
    check_worlds(oracle_agrees, 3000000, test_dose(100, 500, 5000));
}

static void test_whole(void **state) {
    (void)state;
    check_worlds(whole, 4000000, test_dose(300, 3000, 100000));
}

static void test_bounded(void **state) {
    (void)state;
    check_worlds(bounded, 5000000, test_dose(200, 2000, 50000));
}

static void test_again(void **state) {
    (void)state;
    check_worlds(again, 6000000, test_dose(100, 500, 10000));
}

static void test_many(void **state) {
    (void)state;
    check_worlds(many, 7000000, test_dose(40, 300, 5000));
}

static void test_stale(void **state) {
    (void)state;
    check_worlds(stale, 8000000, test_dose(100, 500, 20000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle), cmocka_unit_test(test_whole), cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_again),  cmocka_unit_test(test_many),  cmocka_unit_test(test_stale),
    };
    return cmocka_run_group_tests_name("prop_field", tests, NULL, NULL);
}
