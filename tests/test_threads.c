/* SPDX-License-Identifier: MIT
 * Threads: many readers of one field, many builds at once, for any number of workers. Run under ThreadSanitizer too. */
#include "support/unit.h"

#include "support/patchwork.h"
#include "support/threads.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS 12
#define WORKERS 7
#define SIDE 512 /* of a map that is large enough for one build to be spread */

/* A world large enough that threads meet. */
static world *large(wend_lattice lattice) {
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, 96, 80, lattice);
    test_random random = test_random_of(5);
    for (size_t cell = 0; cell < world_count(w); cell++) {
        w->terrain[cell] = test_random_chance(&random, 25) ? 255 : (uint8_t)test_random_below(&random, 6);
    }
    for (uint32_t i = 0; i < 4; i++) w->links[w->link_count++] = random_link(w, &random);
    w->goals[w->goal_count++] = (wend_goal){.x = 48, .y = 40};
    w->options.policy = WEND_GOAL_NEAREST;
    return w;
}

typedef struct readers {
    const world *w;
    const subject *s;
    wend_workspace *workspaces[WORKERS];
    uint64_t sums[WORKERS];
} readers;

/* Everything a const pointer allows. */
static uint64_t read_all(const world *w, const subject *s, wend_workspace *workspace) {
    const wend_field *field = s->field;
    const wend_mover *mover = s->mover;
    uint64_t sum = wend_field_hash(field) + wend_map_hash(s->map) + (uint64_t)wend_field_status(field);
    wend_cell cells[64], next;
    wend_sample sample;
    wend_path_result found;
    size_t count;
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            sum = sum * 31 + wend_field_value(field, x, y) + wend_field_directions(field, x, y);
            sum += (uint64_t)wend_field_place(field, x, y) + wend_mover_exits(mover, x, y);
            sum += wend_mover_component(mover, x, y) + wend_mover_cost(mover, x, y) + wend_map_terrain(s->map, x, y);
            wend_field_next(field, x, y, &next);
            wend_field_sample(field, WEND_SAMPLE_NEAREST, (float)x + 0.3f, (float)y + 0.3f, &sample);
            sum += (uint64_t)(next.x + next.y) + (uint64_t)sample.status;
            wend_field_sample(field, WEND_SAMPLE_SMOOTH, (float)x + 0.3f, (float)y + 0.3f, &sample);
            sum += (uint64_t)(sample.x * 1000.0f + 1000.0f) + (uint64_t)sample.status;
        }
        wend_field_trace(field, y, y, cells, 64, &count);
        wend_path_desc path = {.from = {y, y}, .to = {w->width - 1 - y, y / 2}};
        wend_path_find(mover, workspace, &path, cells, 64, &found);
        sum = sum * 31 + count + found.cost;
    }
    return sum;
}

static void read_on_thread(void *context, uint32_t index) {
    readers *r = context;
    r->sums[index] = read_all(r->w, r->s, r->workspaces[index]);
}

static void test_readers(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = large((wend_lattice)lattice);
        subject s = built(w);
        readers r = {.w = w, .s = &s};
        for (int i = 0; i < WORKERS; i++) {
            assert_int_equal(wend_workspace_create((uint32_t)world_count(w), NULL, &r.workspaces[i]), WEND_OK);
        }
        test_together(WORKERS, read_on_thread, &r);
        uint64_t alone = read_all(w, &s, s.workspace);
        for (int i = 0; i < WORKERS; i++) {
            assert_true(r.sums[i] == alone);
            wend_workspace_destroy(r.workspaces[i]);
        }
        subject_free(&s);
        free(w);
    }
}

static void set_goals_of(const world *w, wend_field *field, uint32_t index) {
    test_random random = test_random_of(index);
    wend_cell a = random_cell(w, &random), b = random_cell(w, &random);
    const wend_goal goals[] = {{.x = a.x, .y = a.y}, {.x = b.x, .y = b.y, .offset = index * 35}};
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST};
    assert_int_equal(wend_field_set_goals(field, goals, 2, &options), WEND_OK);
}

/* build_many gives what building one after the other gives, whatever runs the pieces. */
static void expect_same(const world *w, const subject *s, const uint64_t *hashes, const wend_tasks *tasks) {
    wend_field *fields[FIELDS] = {NULL};
    wend_workspace *workspaces[WORKERS] = {NULL};
    wend_status statuses[FIELDS];
    for (uint32_t i = 0; i < FIELDS; i++) {
        assert_int_equal(wend_field_create(s->mover, NULL, &fields[i]), WEND_OK);
        set_goals_of(w, fields[i], i);
    }
    for (int i = 0; i < WORKERS; i++) {
        assert_int_equal(wend_workspace_create((uint32_t)world_count(w), NULL, &workspaces[i]), WEND_OK);
    }
    for (int round = 0; round < 2; round++) {
        assert_int_equal(wend_field_build_many(fields, FIELDS, workspaces, WORKERS, tasks, statuses), WEND_OK);
        for (int i = 0; i < FIELDS; i++) {
            assert_int_equal(statuses[i], WEND_OK);
            assert_true(wend_field_hash(fields[i]) == hashes[i]);
        }
    }
    for (int i = 0; i < FIELDS; i++) wend_field_destroy(fields[i]);
    for (int i = 0; i < WORKERS; i++) wend_workspace_destroy(workspaces[i]);
}

static void test_build_many(void **state) {
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 7};
    world *w = large(WEND_SQUARE);
    subject s = made(w);
    uint64_t hashes[FIELDS];
    for (uint32_t i = 0; i < FIELDS; i++) {
        set_goals_of(w, s.field, i);
        assert_int_equal(build(&s), WEND_OK);
        hashes[i] = wend_field_hash(s.field);
    }
    expect_same(w, &s, hashes, NULL);
    for (int i = 0; i < 4; i++) {
        wend_tasks own = test_tasks(counts[i]), openmp = wend_tasks_openmp(counts[i]);
        expect_same(w, &s, hashes, &own);
        expect_same(w, &s, hashes, &openmp);
    }
    subject_free(&s);
    free(w);
}

/* Fields of one mover are built, read and destroyed on different threads at once. */
typedef struct builders {
    const world *w;
    wend_field *fields[WORKERS];
    wend_workspace *workspaces[WORKERS];
    uint64_t hashes[WORKERS];
} builders;

static void build_on_thread(void *context, uint32_t index) {
    builders *b = context;
    for (int round = 0; round < 3; round++) {
        wend_field_build(b->fields[index], b->workspaces[index], NULL);
        b->hashes[index] = wend_field_hash(b->fields[index]);
    }
    wend_field_destroy(b->fields[index]);
    wend_workspace_destroy(b->workspaces[index]);
}

static void test_builders(void **state) {
    (void)state;
    world *w = large(WEND_HEX);
    subject s = made(w);
    builders b = {.w = w};
    uint64_t hashes[WORKERS];
    for (uint32_t i = 0; i < WORKERS; i++) {
        set_goals_of(w, s.field, i);
        assert_int_equal(build(&s), WEND_OK);
        hashes[i] = wend_field_hash(s.field);
        assert_int_equal(wend_field_create(s.mover, NULL, &b.fields[i]), WEND_OK);
        set_goals_of(w, b.fields[i], i);
        assert_int_equal(wend_workspace_create((uint32_t)world_count(w), NULL, &b.workspaces[i]), WEND_OK);
    }
    /* The fields alone keep the mover and the map. */
    subject_free(&s);
    test_together(WORKERS, build_on_thread, &b);
    for (int i = 0; i < WORKERS; i++) assert_true(b.hashes[i] == hashes[i]);
    free(w);
}

/* One build spread over threads, of a large map. */
typedef struct spread {
    wend_map *map;
    wend_mover *mover;
    wend_field *fields[3];
    wend_workspace *workspaces[3][WORKERS];
    wend_tasks tasks;
    uint64_t hashes[3];
} spread;

static const wend_goal spread_goals[3][2] = {{{.x = 3, .y = 400}, {.x = 500, .y = 20, .offset = 9000}},
                                             {{.x = 250, .y = 250}, {.x = 0, .y = 0}},
                                             {{.x = 100, .y = 0, .height = SIDE}, {.x = 511, .y = 511}}};

static void make_spread(spread *s, uint64_t seed) {
    uint8_t *terrain = malloc((size_t)SIDE * SIDE);
    test_random random = test_random_of(seed);
    assert_non_null(terrain);
    patchwork(terrain, SIDE, SIDE, &random);
    assert_int_equal(wend_map_create(&(wend_map_desc){.width = SIDE, .height = SIDE}, &s->map), WEND_OK);
    assert_int_equal(wend_map_write(s->map, (wend_rect){0, 0, SIDE, SIDE}, terrain, SIDE), WEND_OK);
    const wend_link links[] = {{{3, 3}, {200, 300}, 100, 0}, {{480, 70}, {70, 480}, 1000, 0}};
    assert_int_equal(wend_map_add_links(s->map, links, 2), WEND_OK);
    assert_int_equal(wend_mover_create(s->map, NULL, &s->mover), WEND_OK);
    const wend_goal_options nearest = {.policy = WEND_GOAL_NEAREST};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wend_field_create(s->mover, NULL, &s->fields[i]), WEND_OK);
        assert_int_equal(wend_field_set_goals(s->fields[i], spread_goals[i], 2, &nearest), WEND_OK);
        for (int j = 0; j < WORKERS; j++)
            assert_int_equal(wend_workspace_create(j ? 1 : SIDE * SIDE, NULL, &s->workspaces[i][j]), WEND_OK);
        assert_int_equal(wend_field_build(s->fields[i], s->workspaces[i][0], NULL), WEND_OK);
        s->hashes[i] = wend_field_hash(s->fields[i]);
    }
    free(terrain);
}

static void free_spread(spread *s) {
    for (int i = 0; i < 3; i++) {
        wend_field_destroy(s->fields[i]);
        for (int j = 0; j < WORKERS; j++) wend_workspace_destroy(s->workspaces[i][j]);
    }
    wend_mover_destroy(s->mover);
    wend_map_destroy(s->map);
}

static wend_status build_spread(const spread *s, int index, wend_field *field) {
    const wend_build_options options = {
        .tasks = &s->tasks, .worker_workspaces = s->workspaces[index] + 1, .worker_workspace_count = WORKERS - 1};
    return wend_field_build(field, s->workspaces[index][0], &options);
}

/* The first two build their fields, the others read the third field and the mover meanwhile. */
static void build_or_read(void *context, uint32_t index) {
    spread *s = context;
    float directions[2 * 64], points[2 * 64];
    wend_cell route[64];
    size_t count;
    if (index < 2) {
        for (int round = 0; round < 2; round++) build_spread(s, (int)index, s->fields[index]);
        return;
    }
    for (int32_t y = (int32_t)index; y < SIDE; y += 8) {
        for (int32_t i = 0; i < 64; i++) {
            points[2 * i] = (float)(8 * i) + 0.5f;
            points[2 * i + 1] = (float)y + 0.5f;
        }
        wend_field_sample_many(s->fields[2], WEND_SAMPLE_NEAREST, points, 2, 64,
                               &(wend_samples){.directions = directions});
        wend_field_trace(s->fields[2], y, y, route, 64, &count);
        wend_mover_component(s->mover, y, y);
    }
}

static void test_spread_builds(void **state) {
    (void)state;
    static const uint32_t counts[] = {2, 3, 7};
    uint32_t maps = test_dose(2, 5, 40);
    for (uint32_t seed = 0; seed < maps; seed++) {
        spread s = {0};
        make_spread(&s, 900 + seed);
        for (int i = 0; i < 6; i++) {
            s.tasks = i & 1 ? wend_tasks_openmp(counts[i / 2]) : test_tasks(counts[i / 2]);
            assert_int_equal(build_spread(&s, 2, s.fields[2]), WEND_OK);
            for (int j = 0; j < 2; j++) { /* so that there is something to do */
                wend_goal other = {.x = 7, .y = 9};
                wend_field_set_goals(s.fields[j], &other, 1, NULL);
                wend_field_build(s.fields[j], s.workspaces[j][0], NULL);
                const wend_goal_options nearest = {.policy = WEND_GOAL_NEAREST};
                wend_field_set_goals(s.fields[j], spread_goals[j], 2, &nearest);
            }
            test_together(4, build_or_read, &s);
            for (int j = 0; j < 3; j++) assert_true(wend_field_hash(s.fields[j]) == s.hashes[j]);
        }
        free_spread(&s);
    }
}

/* Workers without workspaces of their own: refused, and the field is as it was. */
static void test_bad_workers(void **state) {
    (void)state;
    world *w = large(WEND_SQUARE);
    subject s = built(w);
    wend_workspace *own[3], *small = NULL;
    uint64_t hash = wend_field_hash(s.field);
    for (int i = 0; i < 3; i++) assert_int_equal(wend_workspace_create(1, NULL, &own[i]), WEND_OK);
    assert_int_equal(wend_workspace_create((uint32_t)world_count(w) - 1, NULL, &small), WEND_OK);
    const wend_tasks four = test_tasks(4), none = {0}, no_hook = {.worker_count = 2};
    wend_tasks too_many = test_tasks(4);
    too_many.worker_count = 257;
    wend_workspace *const hole[3] = {own[0], NULL, own[2]};
    wend_workspace *const twice[3] = {own[0], own[1], own[0]};
    wend_workspace *const same[3] = {own[0], s.workspace, own[2]};
    const wend_build_options bad[] = {
        {.tasks = &none, .worker_workspaces = own, .worker_workspace_count = 3},
        {.tasks = &no_hook, .worker_workspaces = own, .worker_workspace_count = 3},
        {.tasks = &too_many, .worker_workspaces = own, .worker_workspace_count = 3},
        {.tasks = &four},
        {.tasks = &four, .worker_workspace_count = 3},
        {.tasks = &four, .worker_workspaces = own, .worker_workspace_count = 2},
        {.tasks = &four, .worker_workspaces = hole, .worker_workspace_count = 3},
        {.tasks = &four, .worker_workspaces = twice, .worker_workspace_count = 3},
        {.tasks = &four, .worker_workspaces = same, .worker_workspace_count = 3},
    };
    set_goal(&s, 1, 1, 5);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(wend_field_build(s.field, s.workspace, &bad[i]), WEND_ERROR_ARGUMENT);
        assert_true(wend_field_hash(s.field) == hash);
        assert_int_equal(wend_field_status(s.field), WEND_STALE);
    }
    const wend_build_options good = {.tasks = &four, .worker_workspaces = own, .worker_workspace_count = 3};
    assert_int_equal(wend_field_build(s.field, small, &good), WEND_ERROR_CAPACITY);
    assert_true(wend_field_hash(s.field) == hash);
    assert_int_equal(wend_field_build(s.field, s.workspace, &good), WEND_OK);
    /* One worker needs no more than the thread that calls. */
    const wend_tasks one = test_tasks(1), alone = {.worker_count = 1};
    assert_int_equal(wend_field_build(s.field, s.workspace, &(wend_build_options){.tasks = &one}), WEND_OK);
    assert_int_equal(wend_field_build(s.field, s.workspace, &(wend_build_options){.tasks = &alone}), WEND_OK);
    for (int i = 0; i < 3; i++) wend_workspace_destroy(own[i]);
    wend_workspace_destroy(small);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_readers),       cmocka_unit_test(test_build_many),  cmocka_unit_test(test_builders),
        cmocka_unit_test(test_spread_builds), cmocka_unit_test(test_bad_workers),
    };
    if (!test_has_threads()) print_message("threads: none here, one after the other\n");
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
