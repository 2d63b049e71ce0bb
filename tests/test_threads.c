/* SPDX-License-Identifier: MIT
 * Threads: many readers of one field, many builds at once, for any number of workers. Run under ThreadSanitizer too. */
#include "support/unit.h"

#include "support/threads.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS 12
#define WORKERS 7

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_readers),
        cmocka_unit_test(test_build_many),
        cmocka_unit_test(test_builders),
    };
    if (!test_has_threads()) print_message("threads: none here, one after the other\n");
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
