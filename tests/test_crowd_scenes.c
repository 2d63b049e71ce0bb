/* SPDX-License-Identifier: MIT
 * Every scene of demo/crowds at its small size: each number that it measures lies within its limits. And a crowd that
 * is stepped with any back end is the same crowd. */
#include "crowds/gate.h"
#include "crowds/scenes.h"

#include "support/random.h"
#include "support/threads.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define MOST_SCENES 64

static void a_scene_is_good(void **state) {
    const struct crowd_scene *scene = *state;
    struct scene_report report;
    int bad = 0;
    /* They take more agents than all others together. */
    bool is_long = strcmp(scene->name, "crush") == 0 || strcmp(scene->name, "gather") == 0;
    if (is_long && !test_dose(0, 1, 1)) {
        print_message("skipped: %s: a small dose\n", scene->name);
        skip();
    }
    crowd_scene_run(scene, true, NULL, NULL, NULL, &report);
    if (report.failed) fail_msg("%s: %s", scene->name, report.problem);
    assert_true(report.count > 0 && report.steps > 0);
    for (size_t i = 0; i < report.count; i++) {
        const struct measure *measure = &report.measures[i];
        if (measure_is_good(measure)) continue;
        print_error("%s: %s is %.4g %s, not within %.4g .. %.4g\n", scene->name, measure->name, measure->value,
                    measure->unit, measure->least, measure->most);
        bad++;
    }
    assert_int_equal(bad, 0);
}

/* Whoever finds no place to start from is not left out in silence. */
static void a_crowded_stage_is_no_stage(void **state) {
    (void)state;
    static const struct stage_desc desc = {
        .width = 4.0f, .height = 4.0f, .cell = 1.0f, .agents = 50, .radius = 0.5f, .dt = 0.05f};
    const wend_agent_desc agent = {.radius = 0.5f};
    struct stage stage;
    stage_open(&stage, &desc, NULL);
    const float goal[1][4] = {{3.0f, 0.0f, 1.0f, 4.0f}};
    stage_field(&stage, 0.5f, goal, 1);
    stage_fill(&stage, 0.0f, 0.0f, 4.0f, 4.0f, 3, &agent);
    assert_false(stage.failed);
    stage_fill(&stage, 0.0f, 0.0f, 4.0f, 4.0f, 40, &agent);
    assert_true(stage.failed);
    assert_non_null(strstr(stage.problem, "of 40 agents found a place"));
    stage_close(&stage);
}

/* No rise at all is no rise. */
static void a_limit_may_have_to_be_passed(void **state) {
    (void)state;
    assert_true(measure_is_good(&(struct measure){.value = 0.0, .least = 0.0, .most = NAN}));
    assert_false(measure_is_good(&(struct measure){.value = 0.0, .least = 0.0, .most = NAN, .is_above = true}));
    assert_true(measure_is_good(&(struct measure){.value = 1e-9, .least = 0.0, .most = NAN, .is_above = true}));
    assert_false(measure_is_good(&(struct measure){.value = NAN, .least = 0.0, .most = NAN, .is_above = true}));
}

/* Who passes where, and when, within a step. */
static void a_gate_tells_who_passes(void **state) {
    (void)state;
    static const struct stage_desc desc = {
        .width = 12.0f, .height = 4.0f, .cell = 1.0f, .agents = 3, .radius = 0.3f, .dt = 0.05f};
    struct stage stage;
    struct gate all, lower;
    stage_open(&stage, &desc, NULL);
    const float goal[1][4] = {{11.0f, 0.0f, 1.0f, 4.0f}};
    uint32_t field = stage_field(&stage, 0.3f, goal, 1);
    for (int i = 0; i < 3; i++)
        stage_add(&stage, &(wend_agent_desc){.x = 3.0f - (float)i,
                                             .y = 0.5f + (float)i,
                                             .radius = 0.3f,
                                             .speed = 1.0f,
                                             .field = field,
                                             .order = WEND_ORDER_LEAVE});
    gate_open(&all, &stage, 5.0f);
    gate_open(&lower, &stage, 5.0f);
    lower.top = 2.0f;
    while (!stage.failed && wend_crowd_count(stage.crowd) > 0 && stage.time < 60.0) {
        stage_step(&stage);
        gate_watch(&all, &stage);
        gate_watch(&lower, &stage);
    }
    assert_int_equal(all.passed, 3);
    assert_int_equal(lower.passed, 1);
    for (int i = 0; i < 3; i++) assert_true(fabs(all.times[i] - 2.0 - i) < 0.02);
    assert_true(fabs(gate_flow(&all) - 1.0) < 0.02 && fabs(gate_longest_gap(&all) - 1.0) < 0.02);
    gate_close(&all);
    gate_close(&lower);
    stage_close(&stage);
}
#define STREAMS 1200 /* agents: so many that threads share them */

/* Two streams that meet beside a pillar: of one radius, or of many; some stand, some hold, some matter more. */
static uint64_t hash_by(wend_backend backend, bool is_mixed, const wend_tasks *tasks) {
    static const float radii[5] = {0.3f, 0.15f, 0.45f, 0.3f, 1.5f};
    struct stage stage;
    wend_crowd_info info = {0};
    stage_open(&stage,
               &(struct stage_desc){.width = 76.0f,
                                    .height = 20.0f,
                                    .cell = 1.0f,
                                    .agents = STREAMS,
                                    .radius = 0.3f,
                                    .dt = 0.05f,
                                    .headway = 0.2f},
               tasks);
    wend_crowd_destroy(stage.crowd);
    const wend_crowd_desc desc = {.capacity = STREAMS,
                                  .fields = STAGE_FIELDS,
                                  .radius = 0.3f,
                                  .headway = 0.2f,
                                  .formations = 1,
                                  .backend = backend};
    assert_int_equal(wend_crowd_create(stage.map, &desc, &stage.crowd), WEND_OK);
    stage_wall(&stage, 36.0f, 8.0f, 3.0f, 3.0f);
    const float ends[2][1][4] = {{{71.0f, 0.0f, 5.0f, 20.0f}}, {{0.0f, 0.0f, 5.0f, 20.0f}}};
    uint32_t fields[4];
    for (int i = 0; i < 4; i++) fields[i] = stage_field(&stage, i < 2 ? 0.3f : 1.5f, ends[i % 2], 1);
    for (uint32_t i = 0; i < STREAMS; i++) {
        uint32_t side = i & 1, row = i / 2 % 18, column = i / 36, kind = is_mixed ? i / 2 % 5 : 0;
        if (kind == 4 && i % 60 > 9) kind = 0;
        float x = 2.0f + 0.9f * (float)column, y = 1.6f + 0.95f * (float)row;
        stage_add(&stage, &(wend_agent_desc){.x = side ? 76.0f - x : x,
                                             .y = y,
                                             .radius = radii[kind],
                                             .speed = 2.0f + 0.5f * (float)kind,
                                             .acceleration = kind == 1 ? 8.0f : 0.0f,
                                             .field = fields[side + (kind == 4 ? 2 : 0)],
                                             .priority = is_mixed && i % 37 == 0 ? 3 : 0,
                                             .order = is_mixed && i % 23 == 0 ? WEND_ORDER_HOLD : WEND_ORDER_GO});
    }
    for (int step = 0; step < 120; step++) stage_step(&stage);
    assert_false(stage.failed);
    wend_crowd_describe(stage.crowd, &info);
    if (backend != WEND_BACKEND_AUTO) assert_int_equal(info.backend, backend);
    assert_int_equal(info.agents, STREAMS);
    stage_close(&stage);
    return info.hash;
}

/* By three threads as by one. */
static void every_back_end_moves_the_same_crowd(void **state) {
    (void)state;
    for (int is_mixed = 0; is_mixed < 2; is_mixed++) {
        uint64_t scalar = hash_by(WEND_BACKEND_SCALAR, is_mixed, NULL);
        for (int backend = WEND_BACKEND_AUTO; backend <= WEND_BACKEND_WASM128; backend++) {
            if (!wend_backend_is_supported((wend_backend)backend)) continue;
            test_splits splits;
            wend_tasks tasks = test_tasks(3), counted = test_counted(&splits, &tasks);
            uint64_t hash = hash_by((wend_backend)backend, is_mixed, &counted);
            assert_true(splits.kinds >= 5 && splits.jobs >= 5 * 120);
            if (hash != scalar)
                fail_msg("%s moves another %s crowd than scalar does", wend_backend_name((wend_backend)backend),
                         is_mixed ? "mixed" : "uniform");
        }
    }
    /* The numbers say something: the two crowds differ. */
    assert_true(hash_by(WEND_BACKEND_AUTO, true, NULL) != hash_by(WEND_BACKEND_AUTO, false, NULL));
}

static void expect_same_scene(const char *name, bool is_small) {
    struct scene_report alone, together;
    test_splits splits;
    wend_tasks tasks = test_tasks(3), counted = test_counted(&splits, &tasks);
    const struct crowd_scene *scene = crowd_scene_find(name);
    assert_non_null(scene);
    crowd_scene_run(scene, is_small, NULL, NULL, NULL, &alone);
    crowd_scene_run(scene, is_small, &counted, NULL, NULL, &together);
    if (alone.hash != together.hash || alone.steps != together.steps)
        fail_msg("%s: another end with three threads", name);
    if (splits.kinds < 5 || splits.jobs < together.steps) fail_msg("%s: %u jobs were split", name, splits.jobs);
}

/* With threads as without: as many agents as they share. */
static void threads_run_the_same_scene(void **state) {
    (void)state;
    expect_same_scene("crush", true);
    if (test_dose(0, 1, 1)) expect_same_scene("dense", false);
    if (test_dose(0, 0, 1)) expect_same_scene("fronts", false);
}

int main(void) {
    struct CMUnitTest tests[MOST_SCENES + 5];
    size_t count = 0;
    for (const struct crowd_scene *scene = crowd_scenes; scene->name && count < MOST_SCENES; scene++)
        tests[count++] = (struct CMUnitTest){
            .name = scene->name, .test_func = a_scene_is_good, .initial_state = (void *)(uintptr_t)scene};
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(a_crowded_stage_is_no_stage);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(a_limit_may_have_to_be_passed);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(a_gate_tells_who_passes);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(every_back_end_moves_the_same_crowd);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(threads_run_the_same_scene);
    return _cmocka_run_group_tests("scenes", tests, count, NULL, NULL);
}
