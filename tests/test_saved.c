/* SPDX-License-Identifier: MIT
 * Saved movers and fields: these bytes, back to the same things, and nothing that is not one. (Maps: test_saved_map.c) */
#include "support/unit.h"

#include "support/allocator.h"
#include "support/answers.h"
#include "support/damage.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SIZE 4096
#define FIELD_HEAD 64
#define MOVER_HEAD 312

/* Where things stand in the plain field. */
enum { GOAL = FIELD_HEAD, VALUES = GOAL + 20, SETS = VALUES + 15 * 4 };

typedef struct scene {
    test_allocator memory;
    wend_allocator hooks;
    world *w;
    subject s;
} scene;

/* Walls, a thin wall, links, an overlay, a radius of nothing; seeds, cut off ground, goals that are moved. */
static void make_scene(scene *c, bool is_plain) {
    memset(c, 0, sizeof *c);
    c->hooks = test_allocator_hooks(&c->memory);
    c->w = drawn(WEND_SQUARE, ROWS("...#.", "G.2#.", "..#.."));
    c->s.map = subject_map(c->w, &c->hooks);
    assert_non_null(c->s.map);
    const wend_link link = {{4, 0}, {1, 1}, 5, 1};
    if (!is_plain) assert_int_equal(wend_map_add_links(c->s.map, &link, 1), WEND_OK);
    if (!is_plain) assert_int_equal(wend_map_set_edge(c->s.map, 0, 0, WEND_EAST, WEND_EDGE_OUT_ONLY), WEND_OK);
    const wend_mover_desc mover = {.unit_cost = 2, .class_bits = 3, .step_rule = is_plain ? 0 : WEND_STEP_ENTER};
    assert_int_equal(wend_mover_create(c->s.map, &mover, &c->s.mover), WEND_OK);
    if (!is_plain) assert_int_equal(wend_mover_fill_overlay(c->s.mover, (wend_rect){1, 1, 1, 2}, 7), WEND_OK);
    if (!is_plain) assert_int_equal(wend_mover_set_overlay_weight(c->s.mover, 300), WEND_OK);
    assert_int_equal(wend_mover_update(c->s.mover), WEND_OK);
    wend_field_desc field = {.seeds = !is_plain, .cut_off = !is_plain, .sights = !is_plain, .snapshots = 1};
    assert_int_equal(wend_field_create(c->s.mover, &field, &c->s.field), WEND_OK);
    assert_int_equal(wend_workspace_create(15, &c->hooks, &c->s.workspace), WEND_OK);
    const wend_goal goals[] = {{.x = 0, .y = 1, .offset = 3}, {.x = 3, .y = 0}};
    const wend_goal_options options = {.policy = WEND_GOAL_NEAREST_CONNECTED, .has_reference = 1, .reference = {1, 0}};
    assert_int_equal(wend_field_set_goals(c->s.field, goals, is_plain ? 1 : 2, is_plain ? NULL : &options), WEND_OK);
    uint32_t seeds[15];
    memset(seeds, 0xFF, sizeof seeds);
    seeds[1] = 9;
    const wend_build_options build_options = {.seeds = is_plain ? NULL : seeds};
    assert_true(wend_field_build(c->s.field, c->s.workspace, &build_options) >= 0);
}

static void free_scene(scene *c) {
    subject_free(&c->s);
    assert_int_equal(c->memory.live, 0);
    assert_int_equal(c->memory.mistakes, 0);
    free(c->w);
}

static size_t save_mover(const wend_mover *mover, uint8_t bytes[MAX_SIZE]) {
    size_t size = wend_mover_save_size(mover);
    assert_in_range(size, 1, MAX_SIZE);
    memset(bytes, 0xEE, MAX_SIZE);
    assert_int_equal(wend_mover_save(mover, bytes, size), WEND_OK);
    for (size_t i = size; i < MAX_SIZE; i++) assert_int_equal(bytes[i], 0xEE);
    return size;
}

static size_t save_field(const wend_field *field, uint8_t bytes[MAX_SIZE]) {
    size_t size = wend_field_save_size(field);
    assert_in_range(size, 1, MAX_SIZE);
    memset(bytes, 0xEE, MAX_SIZE);
    assert_int_equal(wend_field_save(field, bytes, size), WEND_OK);
    for (size_t i = size; i < MAX_SIZE; i++) assert_int_equal(bytes[i], 0xEE);
    return size;
}

/* What comes out is saved again as the same bytes; what does not leaves nothing behind. */
static wend_status load_mover(void *context, const uint8_t *bytes, size_t size) {
    scene *c = context;
    uint32_t live = c->memory.live;
    wend_mover *mover = NULL;
    uint8_t again[MAX_SIZE];
    wend_status status = wend_mover_load(c->s.map, bytes, size, test_backend(), &mover);
    assert_int_equal(mover != NULL, status == WEND_OK);
    if (mover) assert_int_equal(save_mover(mover, again), size);
    if (mover) assert_memory_equal(again, bytes, size);
    wend_mover_destroy(mover);
    assert_int_equal(c->memory.live, live);
    return status;
}

static wend_status load_field(void *context, const uint8_t *bytes, size_t size) {
    scene *c = context;
    uint32_t live = c->memory.live;
    wend_field *field = NULL;
    uint8_t again[MAX_SIZE];
    wend_status status = wend_field_load(c->s.mover, NULL, bytes, size, &field);
    assert_int_equal(field != NULL, status == WEND_OK);
    if (field) assert_int_equal(save_field(field, again), size);
    if (field) assert_memory_equal(again, bytes, size);
    wend_field_destroy(field);
    assert_int_equal(c->memory.live, live);
    return status;
}

static void put(uint8_t *bytes, size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; i++) bytes[at + i] = (uint8_t)(value >> 8 * i);
}

static uint32_t get(const uint8_t *bytes, size_t at) {
    return bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24;
}

/* The formats: they may only change together with their versions. */
static void test_mover_bytes(void **state) {
    (void)state;
    scene c;
    make_scene(&c, false);
    uint8_t bytes[MAX_SIZE];
    size_t size = save_mover(c.s.mover, bytes);
    assert_int_equal(size, MOVER_HEAD + 15 + 8);
    assert_memory_equal(bytes, "WENDMOV\n\1\0\0\0\1\0\0\0", 16);
    const uint32_t numbers[] = {2, 8, 0, 1, 99, 0, 3, 300};
    for (size_t i = 0; i < 8; i++) assert_int_equal(get(bytes, 24 + 4 * i), numbers[i]);
    uint64_t hash = wend_map_hash(c.s.map);
    assert_true(get(bytes, 16) == (uint32_t)hash && get(bytes, 20) == (uint32_t)(hash >> 32));
    for (uint32_t t = 0; t < 256; t++) assert_int_equal(bytes[56 + t], t ? t : 1);
    static const uint8_t overlay[15] = {[6] = 7, [11] = 7};
    assert_memory_equal(bytes + MOVER_HEAD, overlay, 15);
    free_scene(&c);
}

static void test_field_bytes(void **state) {
    (void)state;
    scene c;
    make_scene(&c, true);
    uint8_t bytes[MAX_SIZE];
    size_t size = save_field(c.s.field, bytes);
    assert_int_equal(size, FIELD_HEAD + 20 + 15 * 5 + 8);
    assert_memory_equal(bytes, "WENDFLD\n\1\0\0\0\x10\0\0\0", 16);
    const uint32_t numbers[] = {5, 3, WEND_SQUARE, 2, UINT32_MAX, UINT32_MAX, 0, 0, 0, 1, 0, 1, 0, 0, 3};
    for (size_t i = 0; i < 15; i++) assert_int_equal(get(bytes, 24 + 4 * i), numbers[i]);
    size_t values = FIELD_HEAD + 20, sets = values + 15 * 4;
    for (int32_t i = 0; i < 15; i++)
        assert_int_equal(get(bytes, values + 4 * (size_t)i), wend_field_value(c.s.field, i % 5, i / 5));
    assert_int_equal(get(bytes, values + 4 * 6), 143);
    assert_int_equal(bytes[sets + 6], 1 << WEND_WEST);
    assert_int_equal(bytes[sets + 5], 0);
    free_scene(&c);
}

static void test_mover_comes_back(void **state) {
    (void)state;
    scene c;
    make_scene(&c, false);
    uint8_t bytes[MAX_SIZE];
    wend_mover *again = NULL;
    assert_int_equal(wend_mover_load(c.s.map, bytes, save_mover(c.s.mover, bytes), test_backend(), &again), WEND_OK);
    for (int32_t i = 0; i < 15; i++) {
        int32_t x = i % 5, y = i / 5;
        assert_int_equal(wend_mover_cost(again, x, y), wend_mover_cost(c.s.mover, x, y));
        assert_int_equal(wend_mover_exits(again, x, y), wend_mover_exits(c.s.mover, x, y));
        assert_int_equal(wend_mover_component(again, x, y), wend_mover_component(c.s.mover, x, y));
    }
    wend_mover_desc desc;
    wend_mover_describe(again, &desc);
    assert_int_equal(desc.overlay_weight, 300);
    assert_int_equal(desc.class_bits, 3);
    wend_mover_destroy(again);
    /* A weight of 0 is no default. An overlay that was cleared leaves no trace. */
    assert_int_equal(wend_mover_set_overlay_weight(c.s.mover, 0), WEND_OK);
    assert_int_equal(wend_mover_fill_overlay(c.s.mover, (wend_rect){0, 0, 5, 3}, 0), WEND_OK);
    size_t size = save_mover(c.s.mover, bytes);
    assert_int_equal(size, MOVER_HEAD + 8);
    assert_int_equal(load_mover(&c, bytes, size), WEND_OK);
    free_scene(&c);
}

static void test_field_comes_back(void **state) {
    (void)state;
    scene c;
    uint8_t bytes[MAX_SIZE], later[MAX_SIZE];
    for (int is_plain = 0; is_plain < 2; is_plain++) {
        make_scene(&c, is_plain);
        size_t size = save_field(c.s.field, bytes);
        wend_field *again = NULL;
        assert_int_equal(wend_field_load(c.s.mover, NULL, bytes, size, &again), WEND_OK);
        assert_int_equal(wend_field_status(again), WEND_OK);
        assert_true(answers_of(again, WEND_SQUARE, 5, 3, 1) == answers_of(c.s.field, WEND_SQUARE, 5, 3, 1));
        /* Of a snapshot too, whatever becomes of the field. */
        wend_snapshot *snapshot = NULL;
        assert_int_equal(wend_snapshot_take(c.s.field, &snapshot), WEND_OK);
        assert_int_equal(wend_map_set(c.s.map, 0, 0, 255), WEND_OK);
        assert_int_equal(wend_mover_update(c.s.mover), WEND_OK);
        assert_int_equal(save_field(wend_snapshot_field(snapshot), later), size);
        assert_memory_equal(later, bytes, size);
        wend_snapshot_destroy(snapshot);
        /* The loaded one goes on like any other. */
        assert_int_equal(wend_field_status(again), WEND_STALE);
        assert_int_equal(wend_field_update(again, c.s.workspace, NULL),
                         wend_field_update(c.s.field, c.s.workspace, NULL));
        assert_true(wend_field_hash(again) == wend_field_hash(c.s.field));
        wend_field_destroy(again);
        free_scene(&c);
    }
}

static void test_refusals(void **state) {
    (void)state;
    scene c;
    make_scene(&c, false);
    uint8_t bytes[MAX_SIZE], mover_bytes[MAX_SIZE];
    size_t size = save_field(c.s.field, bytes), mover_size = save_mover(c.s.mover, mover_bytes);
    wend_field *field = NULL;
    wend_mover *mover = NULL;
    assert_int_equal(wend_field_save_size(NULL), 0);
    assert_int_equal(wend_mover_save_size(NULL), 0);
    assert_int_equal(wend_field_save(NULL, bytes, size), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_save(c.s.field, NULL, size), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_save(c.s.field, bytes, size - 1), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_mover_save(NULL, bytes, size), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_save(c.s.mover, NULL, size), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_save(c.s.mover, bytes, mover_size - 1), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_field_load(NULL, NULL, bytes, size, &field), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_load(c.s.mover, NULL, NULL, size, &field), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_load(c.s.mover, NULL, bytes, size, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_load(NULL, mover_bytes, mover_size, 0, &mover), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_load(c.s.map, NULL, mover_size, 0, &mover), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_load(c.s.map, mover_bytes, mover_size, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mover_load(c.s.map, mover_bytes, mover_size, 99, &mover), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_load(c.s.mover, &(wend_field_desc){.goal_capacity = 1}, bytes, size, &field),
                     WEND_ERROR_CAPACITY);
    assert_int_equal(wend_mover_load(c.s.map, bytes, size, 0, &mover), WEND_ERROR_FORMAT);
    /* Another map, another mover. */
    assert_int_equal(wend_map_set(c.s.map, 4, 2, 9), WEND_OK);
    assert_int_equal(load_mover(&c, mover_bytes, mover_size), WEND_ERROR_MISMATCH);
    assert_int_equal(load_field(&c, bytes, size), WEND_OK);
    assert_int_equal(wend_mover_update(c.s.mover), WEND_OK);
    assert_int_equal(load_field(&c, bytes, size), WEND_ERROR_MISMATCH);
    assert_int_equal(wend_field_save(c.s.field, bytes, size), WEND_ERROR_ARGUMENT);
    assert_null(field);
    assert_null(mover);
    free_scene(&c);
}

static void test_damage(void **state) {
    (void)state;
    scene c;
    uint8_t bytes[MAX_SIZE];
    for (int is_plain = 0; is_plain < 2; is_plain++) {
        make_scene(&c, is_plain);
        size_t size = save_mover(c.s.mover, bytes);
        assert_int_equal(load_mover(&c, bytes, size), WEND_OK);
        damage_expect_refused(bytes, size, load_mover, &c);
        size = save_field(c.s.field, bytes);
        assert_int_equal(load_field(&c, bytes, size), WEND_OK);
        damage_expect_refused(bytes, size, load_field, &c);
        free_scene(&c);
    }
}

/* Wrong numbers under a right checksum. */
static void test_every_number(void **state) {
    (void)state;
    static const struct {
        size_t at;
        uint32_t value;
        wend_status expected;
    } movers[] = {{12, 1, WEND_ERROR_FORMAT},
                  {12, 3, WEND_ERROR_FORMAT},
                  {16, 1, WEND_ERROR_MISMATCH},
                  {24, 0, WEND_ERROR_FORMAT},
                  {24, 255, WEND_ERROR_FORMAT},
                  {28, 0, WEND_ERROR_FORMAT},
                  {28, 6, WEND_ERROR_FORMAT},
                  {28, 4, WEND_OK},
                  {32, 3, WEND_ERROR_FORMAT},
                  {32, UINT32_MAX, WEND_ERROR_FORMAT},
                  {36, 2, WEND_ERROR_FORMAT},
                  {40, 0, WEND_ERROR_FORMAT},
                  {40, 71, WEND_ERROR_FORMAT},
                  {44, 8193, WEND_ERROR_FORMAT},
                  {44, 100, WEND_OK},
                  {48, 0, WEND_OK},
                  {52, 65536, WEND_ERROR_FORMAT},
                  {52, 0, WEND_OK},
                  {56, 0x01010100, WEND_ERROR_FORMAT}},
      fields[] = {{12, 32, WEND_ERROR_FORMAT},
                  {16, 1, WEND_ERROR_MISMATCH},
                  {24, 3, WEND_ERROR_MISMATCH},
                  {28, 5, WEND_ERROR_MISMATCH},
                  {32, 1, WEND_ERROR_MISMATCH},
                  {36, 9, WEND_ERROR_FORMAT},
                  {36, 0, WEND_OK},
                  {40, 500, WEND_ERROR_FORMAT},
                  {44, 0, WEND_ERROR_FORMAT},
                  {44, 1000, WEND_OK},
                  {44, 5, WEND_ERROR_FORMAT},
                  {48, 4, WEND_ERROR_FORMAT},
                  {48, 1, WEND_OK},
                  {52, 1, WEND_ERROR_FORMAT},
                  {60, 2, WEND_ERROR_FORMAT},
                  {60, UINT32_MAX, WEND_ERROR_FORMAT},
                  {GOAL, 1, WEND_ERROR_FORMAT},         /* another goal */
                  {GOAL + 8, 16385, WEND_ERROR_FORMAT}, /* too wide */
                  {GOAL + 16, 2, WEND_ERROR_FORMAT},    /* other offsets */
                  {GOAL + 16, 4, WEND_ERROR_FORMAT},
                  {GOAL + 16, UINT32_MAX, WEND_ERROR_FORMAT}, /* none */
                  {VALUES, 144, WEND_ERROR_FORMAT},           /* a value less than it is offered, and more */
                  {VALUES, 142, WEND_ERROR_FORMAT},
                  {VALUES, UINT32_MAX, WEND_ERROR_FORMAT},
                  {VALUES + 4 * 3, 0, WEND_ERROR_FORMAT}, /* a wall with a value */
                  {VALUES + 4 * 4, 9, WEND_ERROR_FORMAT}, /* what nothing leads to */
                  {SETS, 0x00080400, WEND_ERROR_FORMAT}}; /* a way that is none, none of two */
    scene c;
    uint8_t bytes[MAX_SIZE], changed[MAX_SIZE];
    make_scene(&c, true);
    for (int what = 0; what < 2; what++) {
        size_t size = what ? save_field(c.s.field, bytes) : save_mover(c.s.mover, bytes);
        size_t count = what ? sizeof fields / sizeof *fields : sizeof movers / sizeof *movers;
        for (size_t i = 0; i < count; i++) {
            memcpy(changed, bytes, size);
            put(changed, what ? fields[i].at : movers[i].at, what ? fields[i].value : movers[i].value);
            damage_seal(changed, size);
            wend_status status = (what ? load_field : load_mover)(&c, changed, size);
            wend_status expected = what ? fields[i].expected : movers[i].expected;
            if (status != expected) fail_msg("%d %u: %s", what, (unsigned)i, wend_status_string(status));
        }
    }
    free_scene(&c);
}

/* Bits for cells that there are not. */
static void test_bits_beyond(void **state) {
    (void)state;
    scene c;
    uint8_t bytes[MAX_SIZE];
    make_scene(&c, false);
    size_t size = save_field(c.s.field, bytes), layer = 15 * 5 + 2;
    for (size_t back = 0; back < 2; back++) {
        bytes[size - 9 - back * layer] ^= 0x80;
        damage_seal(bytes, size);
        assert_int_equal(load_field(&c, bytes, size), WEND_ERROR_FORMAT);
        bytes[size - 9 - back * layer] ^= 0x80;
    }
    damage_seal(bytes, size);
    assert_int_equal(load_field(&c, bytes, size), WEND_OK);
    free_scene(&c);
}

static void test_want_of_memory(void **state) {
    (void)state;
    for (int what = 0; what < 2; what++) {
        scene c;
        make_scene(&c, false);
        uint8_t bytes[MAX_SIZE];
        size_t size = what ? save_field(c.s.field, bytes) : save_mover(c.s.mover, bytes);
        wend_status status = WEND_ERROR_NO_MEMORY;
        uint32_t n = 1;
        for (; status != WEND_OK; n++) {
            c.memory.fail_at = c.memory.calls + n;
            status = (what ? load_field : load_mover)(&c, bytes, size);
            c.memory.fail_at = 0;
            if (status != WEND_OK) assert_int_equal(status, WEND_ERROR_NO_MEMORY);
        }
        assert_true(n > 4);
        free_scene(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mover_bytes),      cmocka_unit_test(test_field_bytes),
        cmocka_unit_test(test_mover_comes_back), cmocka_unit_test(test_field_comes_back),
        cmocka_unit_test(test_refusals),         cmocka_unit_test(test_damage),
        cmocka_unit_test(test_every_number),     cmocka_unit_test(test_want_of_memory),
        cmocka_unit_test(test_bits_beyond),
    };
    return cmocka_run_group_tests_name("saved", tests, NULL, NULL);
}
