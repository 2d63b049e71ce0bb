/* SPDX-License-Identifier: MIT
 * Saved crowds: back to the same crowd, which goes on bit for bit, and nothing that is none. */
#include <wend/wend.h>

#include "allocator.h"
#include "damage.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD_SIZE 64

enum { AGENTS = 60 };

typedef struct place {
    wend_map *map;
    wend_mover *mover;
    wend_field *fields[2];
    wend_crowd *crowd;
} place;

static void set_fields(const place *at, wend_crowd *crowd) {
    for (uint32_t i = 0; i < 2; i++) assert_int_equal(wend_crowd_set_field(crowd, i, at->fields[i]), WEND_OK);
}

static void build_fields(place *at) {
    wend_workspace *workspace = NULL;
    const wend_goal goals[2] = {{.x = 2, .y = 2}, {.x = 27, .y = 17}};
    assert_int_equal(wend_workspace_create(30 * 20, NULL, &workspace), WEND_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_field_create(at->mover, NULL, &at->fields[i]), WEND_OK);
        assert_int_equal(wend_field_set_goals(at->fields[i], &goals[i], 1, NULL), WEND_OK);
        assert_int_equal(wend_field_build(at->fields[i], workspace, NULL), WEND_OK);
    }
    wend_workspace_destroy(workspace);
}

/* Two crowds through a gap, one agent with a leader, one with a point, one on a link, some removed. */
static place *open_place(const wend_allocator *allocator, int32_t formations, int32_t steps, int agents) {
    place *at = calloc(1, sizeof *at);
    assert_non_null(at);
    wend_map_desc map = {.width = 30, .height = 20, .cell_size = 2.0f, .origin_x = 10.0f, .allocator = allocator};
    wend_crowd_desc desc = {.capacity = AGENTS + 4, .fields = 2, .formations = formations, .headway = 0.25f};
    assert_int_equal(wend_map_create(&map, &at->map), WEND_OK);
    assert_int_equal(wend_map_fill(at->map, (wend_rect){15, 0, 1, 12}, 255), WEND_OK);
    assert_int_equal(wend_map_add_links(at->map, &(wend_link){{8, 10}, {25, 10}, 700, 0}, 1), WEND_OK);
    assert_int_equal(wend_mover_create(at->map, NULL, &at->mover), WEND_OK);
    build_fields(at);
    assert_int_equal(wend_crowd_create(at->map, &desc, &at->crowd), WEND_OK);
    set_fields(at, at->crowd);
    wend_agent first = {0, 0}, agent;
    for (int i = 0; i < agents; i++) {
        wend_agent_desc one = {.x = 11.0f + 1.7f * (float)(i % 15), .y = 1.0f + 5.0f * (float)(i / 15)};
        one.field = (uint32_t)i % 2;
        one.priority = (uint32_t)i % 3;
        one.radius = i % 7 == 0 ? 1.5f : 0.5f;
        if (formations && i == 5) one.leader = first;
        if (formations && i == 6) one.order = WEND_ORDER_POINT;
        one.offset_x = i == 6 ? 40.0f : -1.0f;
        one.offset_y = i == 6 ? 30.0f : 1.0f;
        assert_int_equal(wend_crowd_add(at->crowd, &one, &agent), WEND_OK);
        if (i == 0) first = agent;
        if (i == 20 || i == 30 || i == 31) assert_int_equal(wend_crowd_remove(at->crowd, agent), WEND_OK);
    }
    for (int i = 0; i < steps; i++) assert_int_equal(wend_crowd_step(at->crowd, 0.05f, NULL), WEND_OK);
    return at;
}

static void close_place(place *at) {
    wend_crowd_destroy(at->crowd);
    for (int i = 0; i < 2; i++) wend_field_destroy(at->fields[i]);
    wend_mover_destroy(at->mover);
    wend_map_destroy(at->map);
    free(at);
}

static uint8_t *save(const wend_crowd *crowd, size_t *size) {
    *size = wend_crowd_save_size(crowd);
    uint8_t *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(crowd, bytes, *size - 1), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_crowd_save(crowd, bytes, *size), WEND_OK);
    return bytes;
}

static uint64_t hash_of(const wend_crowd *crowd) {
    wend_crowd_info info;
    wend_crowd_describe(crowd, &info);
    return info.hash;
}

static void a_loaded_crowd_goes_on_bit_for_bit(void **state) {
    (void)state;
    for (int32_t formations = 0; formations < 2; formations++) {
        for (int32_t steps = 0; steps < 120; steps += 17) {
            place *at = open_place(NULL, formations, steps, AGENTS);
            size_t size, again_size;
            uint8_t *bytes = save(at->crowd, &size);
            wend_crowd *loaded = NULL;
            assert_int_equal(wend_crowd_load(at->map, bytes, size, AGENTS + 4, WEND_BACKEND_SCALAR, &loaded), WEND_OK);
            uint8_t *again = save(loaded, &again_size);
            assert_int_equal(again_size, size);
            assert_memory_equal(again, bytes, size);
            set_fields(at, loaded);
            for (int i = 0; i < 60; i++) {
                assert_int_equal(wend_crowd_step(at->crowd, 0.04f, NULL), WEND_OK);
                assert_int_equal(wend_crowd_step(loaded, 0.04f, NULL), WEND_OK);
                assert_true(hash_of(loaded) == hash_of(at->crowd));
            }
            /* New agents get the same ids. */
            wend_agent a, b;
            const wend_agent_desc one = {.x = 12.0f, .y = 3.0f};
            assert_int_equal(wend_crowd_add(at->crowd, &one, &a), WEND_OK);
            assert_int_equal(wend_crowd_add(loaded, &one, &b), WEND_OK);
            assert_true(a.index == b.index && a.generation == b.generation);
            free(bytes);
            free(again);
            wend_crowd_destroy(loaded);
            close_place(at);
        }
    }
}

/* Those of the saved crowd and of the loaded one, which have the same fields, are the same for so many steps. */
static void expect_same_steps(const place *at, wend_crowd *loaded, int steps) {
    for (int i = 0; i < steps; i++) {
        assert_int_equal(wend_crowd_step(at->crowd, 0.04f, NULL), WEND_OK);
        assert_int_equal(wend_crowd_step(loaded, 0.04f, NULL), WEND_OK);
        if (hash_of(loaded) != hash_of(at->crowd)) fail_msg("another crowd in step %d", i);
    }
}

static wend_crowd *loaded_of(const place *at) {
    size_t size, again_size;
    uint8_t *bytes = save(at->crowd, &size);
    wend_crowd *loaded = NULL;
    assert_int_equal(wend_crowd_load(at->map, bytes, size, 0, WEND_BACKEND_AUTO, &loaded), WEND_OK);
    uint8_t *again = save(loaded, &again_size);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, bytes, size);
    free(bytes);
    free(again);
    set_fields(at, loaded);
    return loaded;
}

/* Saved after the goals are new, and before the crowd has seen that. */
static void new_goals_are_new_to_a_loaded_crowd(void **state) {
    (void)state;
    for (int steps = 0; steps <= 600; steps += 200) {
        place *at = open_place(NULL, 1, steps, AGENTS);
        wend_workspace *workspace = NULL;
        const wend_goal goal = {.x = 6, .y = 4};
        assert_int_equal(wend_workspace_create(30 * 20, NULL, &workspace), WEND_OK);
        assert_int_equal(wend_field_set_goals(at->fields[0], &goal, 1, NULL), WEND_OK);
        assert_int_equal(wend_field_build(at->fields[0], workspace, NULL), WEND_OK);
        wend_crowd *loaded = loaded_of(at);
        expect_same_steps(at, loaded, 50);
        wend_crowd_destroy(loaded);
        wend_workspace_destroy(workspace);
        close_place(at);
    }
}

static void ids_of_a_cleared_crowd_stay_bad(void **state) {
    (void)state;
    place *at = open_place(NULL, 0, 3, 4);
    wend_agent old[4], anew;
    const wend_agent_desc one = {.x = 12.0f, .y = 3.0f};
    for (uint32_t i = 0; i < 4; i++) old[i] = wend_crowd_agent_at(at->crowd, i);
    wend_crowd_clear(at->crowd);
    wend_crowd *loaded = loaded_of(at);
    for (uint32_t i = 0; i < 4; i++) {
        wend_agent same;
        assert_int_equal(wend_crowd_add(loaded, &one, &anew), WEND_OK);
        assert_int_equal(wend_crowd_add(at->crowd, &one, &same), WEND_OK);
        assert_true(anew.index == same.index && anew.generation == same.generation);
        for (uint32_t k = 0; k < 4; k++) assert_false(wend_crowd_has(loaded, old[k]));
    }
    wend_crowd_destroy(loaded);
    close_place(at);
}

/* Descs. */

static const float tiny[] = {1e-45f, 1e-38f, 1e-20f, 1e-10f, 1e-6f, 1e-3f};
enum { TINY = sizeof tiny / sizeof *tiny };

/* One extreme each; those that vanish may be refused, where the crowd has taken what it takes. */
static void add_extremes(wend_crowd *crowd) {
    const wend_agent_desc middle = {.x = 40.0f, .y = 20.0f}, at_link = {.x = 27.0f, .y = 21.0f};
    for (int i = 0; i < TINY; i++) {
        wend_agent_desc descs[5] = {middle, middle, middle, middle, at_link};
        descs[0].radius = descs[1].speed = descs[2].acceleration = descs[4].speed = tiny[i];
        descs[3].offset_x = descs[3].offset_y = tiny[i];
        for (int k = 0; k < 5; k++) {
            descs[k].x += 0.5f * (float)i;
            if (k == 4) descs[k].x = at_link.x;
            wend_status status = wend_crowd_add(crowd, &descs[k], NULL);
            assert_true(status == WEND_OK || (status == WEND_ERROR_ARGUMENT && (k < 2 || k == 4)));
        }
    }
    wend_agent_desc descs[7] = {middle, middle, middle, middle, middle, middle, middle};
    descs[0].radius = 128.0f; /* cells are 2 wide */
    descs[1].speed = 128.0f;
    descs[2].acceleration = FLT_MAX;
    descs[3].offset_x = descs[3].offset_y = 32768.0f;
    descs[4].offset_x = descs[4].offset_y = -32768.0f;
    descs[4].order = WEND_ORDER_POINT;
    descs[5].priority = 24;
    descs[6].radius = 2.0f / 1024;
    for (int k = 0; k < 7; k++) {
        descs[k].y += 0.5f * (float)k;
        assert_int_equal(wend_crowd_add(crowd, &descs[k], NULL), WEND_OK);
    }
}

static void expect_kept(const wend_crowd_desc *desc) {
    static const int steps[3] = {0, 1, 25};
    for (int i = 0; i < 3; i++) {
        place *at = open_place(NULL, 1, 0, 0);
        wend_crowd_destroy(at->crowd);
        at->crowd = NULL;
        wend_status status = wend_crowd_create(at->map, desc, &at->crowd);
        assert_true(status == WEND_OK ||
                    (status == WEND_ERROR_ARGUMENT && desc->radius > 0.0f && desc->radius <= 1e-3f));
        if (status == WEND_OK) {
            set_fields(at, at->crowd);
            add_extremes(at->crowd);
            for (int k = 0; k < steps[i]; k++) assert_int_equal(wend_crowd_step(at->crowd, 0.04f, NULL), WEND_OK);
            wend_crowd *loaded = loaded_of(at);
            expect_same_steps(at, loaded, 5);
            wend_crowd_destroy(loaded);
        }
        close_place(at);
    }
}

static void whatever_is_saved_can_be_loaded(void **state) {
    (void)state;
    const wend_crowd_desc plain = {.capacity = 60, .fields = 2, .formations = 1};
    for (int i = 0; i < TINY; i++) {
        wend_crowd_desc descs[4] = {plain, plain, plain, plain};
        descs[0].radius = descs[1].look = descs[2].arrival_radius = descs[3].headway = tiny[i];
        for (int k = 0; k < 4; k++) expect_kept(&descs[k]);
    }
    wend_crowd_desc descs[6] = {plain, plain, plain, plain, plain, plain};
    descs[1].radius = descs[2].look = 128.0f;
    descs[3].arrival_radius = 1024.0f;
    descs[4].headway = 4.0f;
    descs[5] = (wend_crowd_desc){
        .capacity = 60, .fields = 255, .formations = 1, .congestion = 1, .radius = 128.0f, .headway = 4.0f};
    for (int k = 0; k < 6; k++) expect_kept(&descs[k]);
}

static void an_agent_on_a_link_lands(void **state) {
    (void)state;
    place *at = open_place(NULL, 0, 0, AGENTS);
    int on_link = 0;
    for (int i = 0; i < 400 && on_link == 0; i++) {
        assert_int_equal(wend_crowd_step(at->crowd, 0.05f, NULL), WEND_OK);
        for (uint32_t k = 0; k < wend_crowd_places(at->crowd); k++)
            on_link += wend_crowd_statuses(at->crowd)[k] == WEND_AGENT_ON_LINK;
    }
    assert_true(on_link > 0);
    size_t size;
    uint8_t *bytes = save(at->crowd, &size);
    wend_crowd *loaded = NULL;
    assert_int_equal(wend_crowd_load(at->map, bytes, size, 0, WEND_BACKEND_AUTO, &loaded), WEND_OK);
    set_fields(at, loaded);
    for (int i = 0; i < 200; i++) {
        wend_crowd_step(at->crowd, 0.05f, NULL);
        wend_crowd_step(loaded, 0.05f, NULL);
    }
    assert_true(hash_of(loaded) == hash_of(at->crowd));
    free(bytes);
    wend_crowd_destroy(loaded);
    close_place(at);
}

static wend_status load_and_step(void *context, const uint8_t *bytes, size_t size) {
    const place *at = context;
    uint8_t *copy = malloc(size ? size : 1);
    wend_crowd *crowd = NULL;
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    wend_status status = wend_crowd_load(at->map, copy, size, 0, WEND_BACKEND_AUTO, &crowd);
    free(copy);
    if (status != WEND_OK) {
        assert_null(crowd);
        return status;
    }
    set_fields(at, crowd);
    for (int i = 0; i < 3; i++) assert_int_equal(wend_crowd_step(crowd, 0.05f, NULL), WEND_OK);
    wend_crowd_destroy(crowd);
    return status;
}

static void damaged_bytes_are_refused(void **state) {
    (void)state;
    place *at = open_place(NULL, 1, 3, 4);
    size_t size;
    uint8_t *bytes = save(at->crowd, &size);
    damage_expect_refused(bytes, size, load_and_step, at);
    free(bytes);
    close_place(at);
}

/* Whatever loads can be stepped. */
static void strange_bytes_do_no_harm(void **state) {
    (void)state;
    place *at = open_place(NULL, 1, 40, 25);
    size_t size;
    uint8_t *bytes = save(at->crowd, &size), *damaged = malloc(size);
    assert_non_null(damaged);
    test_random random = {12345};
    int loaded = 0, rounds = (int)test_dose(200, 1000, 20000);
    for (int i = 0; i < rounds; i++) {
        size_t damaged_size = size;
        memcpy(damaged, bytes, size);
        damage_some(damaged, &damaged_size, i % 3 ? size : HEAD_SIZE, &random);
        loaded += load_and_step(at, damaged, damaged_size) == WEND_OK;
    }
    assert_true(loaded > rounds / 30);
    free(damaged);
    free(bytes);
    close_place(at);
}

static void other_maps_and_bad_arguments_are_refused(void **state) {
    (void)state;
    place *at = open_place(NULL, 0, 5, AGENTS);
    wend_map *other = NULL;
    wend_crowd *out = NULL;
    size_t size;
    uint8_t *bytes = save(at->crowd, &size);
    assert_int_equal(wend_map_create(&(wend_map_desc){.width = 30, .height = 21}, &other), WEND_OK);
    assert_int_equal(wend_crowd_load(other, bytes, size, 0, WEND_BACKEND_AUTO, &out), WEND_ERROR_MISMATCH);
    assert_int_equal(wend_crowd_load(NULL, bytes, size, 0, WEND_BACKEND_AUTO, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_load(at->map, NULL, size, 0, WEND_BACKEND_AUTO, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_load(at->map, bytes, size, 0, WEND_BACKEND_AUTO, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_load(at->map, bytes, size, 0, (wend_backend)77, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_load(at->map, bytes, size, WEND_MAX_CROWD + 1, WEND_BACKEND_AUTO, &out),
                     WEND_ERROR_SIZE);
    assert_int_equal(wend_crowd_save(NULL, bytes, size), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_save(at->crowd, NULL, size), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_save_size(NULL), 0);
    assert_null(out);
    wend_map_destroy(other);
    free(bytes);
    close_place(at);
}

static void memory_fails_at_every_call(void **state) {
    (void)state;
    test_allocator counts = {0};
    wend_allocator hooks = test_allocator_hooks(&counts);
    place *at = open_place(&hooks, 1, 10, AGENTS);
    size_t size;
    uint8_t *bytes = save(at->crowd, &size);
    uint32_t live = counts.live, made = 0;
    wend_crowd *out = NULL;
    for (;; made++) {
        counts.fail_at = counts.calls + made + 1;
        wend_status status = wend_crowd_load(at->map, bytes, size, 0, WEND_BACKEND_AUTO, &out);
        if (status == WEND_OK) break;
        assert_int_equal(status, WEND_ERROR_NO_MEMORY);
        assert_null(out);
        assert_int_equal(counts.live, live);
        assert_true(made < 100);
    }
    assert_true(made > 10);
    wend_crowd_destroy(out);
    free(bytes);
    close_place(at);
    assert_int_equal(counts.live, 0);
    assert_int_equal(counts.mistakes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_crowd_goes_on_bit_for_bit),
        cmocka_unit_test(new_goals_are_new_to_a_loaded_crowd),
        cmocka_unit_test(ids_of_a_cleared_crowd_stay_bad),
        cmocka_unit_test(whatever_is_saved_can_be_loaded),
        cmocka_unit_test(an_agent_on_a_link_lands),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(strange_bytes_do_no_harm),
        cmocka_unit_test(other_maps_and_bad_arguments_are_refused),
        cmocka_unit_test(memory_fails_at_every_call),
    };
    return cmocka_run_group_tests_name("saved crowds", tests, NULL, NULL);
}
