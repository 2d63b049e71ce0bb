/* SPDX-License-Identifier: MIT
 * Memory: whichever allocation fails, a status and nothing else; and none at all where none is promised. */
#include "support/unit.h"

#include "support/allocator.h"

#include <stdlib.h>
#include <string.h>

/* Everything a test makes with one allocator. */
typedef struct objects {
    test_allocator memory;
    wend_allocator hooks;
    world *w;
    subject s;
} objects;

static wend_status make_map(objects *o) {
    wend_map_desc desc = {
        .width = o->w->width, .height = o->w->height, .lattice = o->w->lattice, .allocator = &o->hooks};
    return wend_map_create(&desc, &o->s.map);
}

static wend_status make_mover(objects *o) {
    return wend_mover_create(o->s.map, &o->w->mover, &o->s.mover);
}

static wend_status make_field(objects *o) {
    wend_field_desc desc = {.seeds = 1, .sights = 1, .cut_off = 1, .snapshots = 2, .slices = 1};
    return wend_field_create(o->s.mover, &desc, &o->s.field);
}

static wend_status make_workspace(objects *o) {
    return wend_workspace_create((uint32_t)world_count(o->w), &o->hooks, &o->s.workspace);
}

static wend_status first_wall(objects *o) {
    return wend_map_set_edge(o->s.map, 1, 1, WEND_EAST, WEND_EDGE_WALL);
}

static wend_status first_links(objects *o) {
    const wend_link links[] = {{{0, 0}, {3, 1}, 70, 0}, {{1, 0}, {0, 0}, 7, 1}};
    return wend_map_add_links(o->s.map, links, 2);
}

static wend_status more_links(objects *o) {
    const wend_link link = {{2, 0}, {0, 0}, 7, 1};
    return wend_map_add_links(o->s.map, &link, 1);
}

static wend_status fewer_links(objects *o) {
    return wend_map_remove_links(o->s.map, (wend_cell){0, 0}, (wend_cell){3, 1}, NULL);
}

static wend_status first_overlay(objects *o) {
    return wend_mover_fill_overlay(o->s.mover, (wend_rect){0, 0, 2, 1}, 9);
}

typedef wend_status step(objects *o);
static step *const steps[] = {make_map,    make_mover, make_field,  make_workspace, first_wall,
                              first_links, more_links, fewer_links, first_overlay};
#define STEPS ((int)(sizeof steps / sizeof *steps))

static objects start(wend_lattice lattice, uint32_t radius) {
    objects o = {0};
    o.w = drawn(lattice, ROWS("....", "....", "...."));
    o.w->mover.radius = radius;
    return o;
}

static void finish(objects *o) {
    subject_free(&o->s);
    assert_int_equal(o->memory.live, 0);
    assert_int_equal(o->memory.mistakes, 0);
    assert_true(o->memory.live_bytes == 0);
    free(o->w);
}

/* What must not change where a step fails. */
typedef struct look {
    uint64_t map_hash, map_revision, mover_revision, field_hash, links, live;
} look;

static look look_at(objects *o) {
    look l = {.live = o->memory.live};
    if (o->s.map) {
        l.map_hash = wend_map_hash(o->s.map);
        l.map_revision = wend_map_revision(o->s.map);
        l.links = wend_map_link_count(o->s.map);
    }
    if (o->s.mover) {
        assert_int_equal(wend_mover_update(o->s.mover), WEND_OK);
        l.mover_revision = wend_mover_revision(o->s.mover);
    }
    if (o->s.field) l.field_hash = wend_field_hash(o->s.field);
    return l;
}

/* Makes the N-th allocation of step `which` fail, for every N there is; then lets it succeed. */
static void fail_each_allocation_of(int which, wend_lattice lattice, uint32_t radius) {
    for (uint32_t n = 1;; n++) {
        objects o = start(lattice, radius);
        o.hooks = test_allocator_hooks(&o.memory);
        for (int i = 0; i < which; i++) assert_int_equal(steps[i](&o), WEND_OK);
        look before = look_at(&o);
        o.memory.fail_at = o.memory.calls + n;
        wend_status status = steps[which](&o);
        bool failed = o.memory.calls >= o.memory.fail_at;
        o.memory.fail_at = 0;
        assert_int_equal(status, failed ? WEND_ERROR_NO_MEMORY : WEND_OK);
        if (failed) {
            look after = look_at(&o);
            assert_memory_equal(&before, &after, sizeof before);
            for (int i = which; i < STEPS; i++) assert_int_equal(steps[i](&o), WEND_OK);
        }
        finish(&o);
        if (!failed) {
            if (n == 1) fail_msg("step %d allocates nothing", which);
            return;
        }
    }
}

static void test_each_allocation_fails(void **state) {
    (void)state;
    for (int which = 0; which < STEPS; which++) {
        fail_each_allocation_of(which, WEND_SQUARE, 0);
        fail_each_allocation_of(which, WEND_SQUARE, 300);
        fail_each_allocation_of(which, WEND_HEX, 140);
    }
}

/* Builds, updates, edits of terrain, samples, routes and new goals: not one allocation, by hook or otherwise. */
static void use_everything(objects *o, int round) {
    wend_sample sample;
    wend_cell cells[16];
    wend_goal_result result;
    size_t count;
    uint32_t seeds[12], values[12];
    uint8_t bytes[12];
    wend_rect all = {0, 0, 4, 3};
    for (int i = 0; i < 12; i++) seeds[i] = i == 5 ? 7 : WEND_UNREACHABLE;
    const wend_goal goals[] = {{.x = round % 4, .y = 1}, {.x = 9, .y = 9}, {.x = 1, .y = 1, .width = 2, .height = 2}};
    wend_goal_options options = {.policy = (wend_goal_policy)(round % 4)};
    wend_build_options build_options = {.seeds = seeds, .max_distance = round & 1 ? 300 : 0};
    assert_int_equal(wend_map_set(o->s.map, round % 4, 2, round & 1 ? 255 : 3), WEND_OK);
    assert_int_equal(wend_map_fill(o->s.map, (wend_rect){0, 0, 2, 1}, (uint8_t)round), WEND_OK);
    assert_int_equal(wend_map_read(o->s.map, all, bytes, 4), WEND_OK);
    assert_int_equal(wend_map_set_edge(o->s.map, 0, 1, WEND_EAST, (wend_edge)(round & 3)), WEND_OK);
    assert_int_equal(wend_mover_fill_overlay(o->s.mover, all, (uint8_t)round), WEND_OK);
    assert_int_equal(wend_mover_update(o->s.mover), WEND_OK);
    assert_int_equal(wend_field_set_goals(o->s.field, goals, 3, &options), WEND_OK);
    assert_true(wend_field_build(o->s.field, o->s.workspace, &build_options) >= 0);
    wend_status status;
    assert_true(wend_field_build_many(&o->s.field, 1, &o->s.workspace, 1, NULL, &status) >= 0);
    wend_field_trace(o->s.field, 0, 0, cells, 16, &count);
    wend_field_sample(o->s.field, WEND_SAMPLE_NEAREST, 1.5f, 2.5f, &sample);
    wend_field_sample(o->s.field, WEND_SAMPLE_NEAREST, -7, 99, &sample);
    wend_field_sample(o->s.field, WEND_SAMPLE_SMOOTH, 2.25f, 1.5f, &sample);
    const float points[] = {0.5f, 0.5f, 3.25f, 2.5f, -1.0f, 1.0f};
    float directions[6];
    const wend_samples samples = {.directions = directions};
    for (int mode = WEND_SAMPLE_NEAREST; mode <= WEND_SAMPLE_SMOOTH; mode++)
        wend_field_sample_many(o->s.field, (wend_sample_mode)mode, points, 2, 3, &samples);
    wend_field_goal_result(o->s.field, 0, &result);
    wend_field_hash(o->s.field);
    wend_snapshot *snapshot = NULL;
    assert_int_equal(wend_snapshot_take(o->s.field, &snapshot), WEND_OK);
    wend_field_hash(wend_snapshot_field(snapshot));
    wend_snapshot_destroy(snapshot);
    wend_map_hash(o->s.map);
    assert_int_equal(wend_field_read_values(o->s.field, all, values, 4), WEND_OK);
    assert_int_equal(wend_field_read_directions(o->s.field, all, bytes, 4), WEND_OK);
    wend_path_desc path = {.from = {0, 0}, .to = {3, 2}};
    wend_path_result found;
    wend_path_find(o->s.mover, o->s.workspace, &path, cells, 16, &found);
}

/* Where the C library comes as a static archive its malloc cannot be replaced: the emulated machines. */
#if defined(__GLIBC__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS_MALLOC 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef COUNTS_MALLOC
#endif
#endif

#if defined(COUNTS_MALLOC)
/* glibc's own entries, behind the ones that this program puts in their place. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
static uint32_t mallocs;

void *malloc(size_t size) {
    mallocs++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    mallocs++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    mallocs++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    mallocs++;
    return __libc_memalign(alignment, size);
}
#else
static uint32_t mallocs;
#endif

static void test_none_at_work(void **state) {
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        objects o = start(variant & 1 ? WEND_HEX : WEND_SQUARE, variant & 2 ? 140 : 0);
        o.hooks = test_allocator_hooks(&o.memory);
        for (int i = 0; i < STEPS; i++) assert_int_equal(steps[i](&o), WEND_OK);
        uint32_t calls = o.memory.calls, live = o.memory.live;
        o.memory.fail_at = calls + 1;
        uint32_t before = mallocs;
        for (int round = 0; round < 40; round++) use_everything(&o, round);
        assert_int_equal(mallocs, before);
        assert_int_equal(o.memory.calls, calls);
        assert_int_equal(o.memory.live, live);
        finish(&o);
    }
}

/* A hook that allocates nothing itself. */
static void one_by_one(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    (void)grain;
    for (uint32_t i = 0; i < count; i++) fn(context, i, i + 1, i % *(const uint32_t *)user);
}

/* The same of a build that is spread over workers: the map is large enough for it. */
static void test_none_in_spread_builds(void **state) {
    (void)state;
    objects o = {.w = malloc(sizeof(world))};
    assert_non_null(o.w);
    world_start(o.w, 2112, 3, WEND_SQUARE);
    o.hooks = test_allocator_hooks(&o.memory);
    for (int i = 0; i < STEPS; i++) assert_int_equal(steps[i](&o), WEND_OK);
    wend_workspace *others[2] = {NULL};
    for (int i = 0; i < 2; i++) assert_int_equal(wend_workspace_create(1, &o.hooks, &others[i]), WEND_OK);
    uint32_t workers = 3, calls = o.memory.calls, live = o.memory.live;
    wend_tasks tasks = {workers, one_by_one, NULL, &workers};
    const wend_build_options options = {.tasks = &tasks, .worker_workspaces = others, .worker_workspace_count = 2};
    o.memory.fail_at = calls + 1;
    uint32_t before = mallocs;
    for (int32_t round = 0; round < 5; round++) {
        const wend_goal goals[] = {{.x = round * 400}, {.x = 2111, .y = 2}};
        assert_int_equal(wend_field_set_goals(o.s.field, goals, 2, NULL), WEND_OK);
        assert_int_equal(wend_field_build(o.s.field, o.s.workspace, &options), WEND_OK);
    }
    assert_int_equal(mallocs, before);
    assert_int_equal(o.memory.calls, calls);
    assert_int_equal(o.memory.live, live);
    for (int i = 0; i < 2; i++) wend_workspace_destroy(others[i]);
    finish(&o);
}

/* Everything made from a map takes its memory where the map did. */
static void test_one_allocator(void **state) {
    (void)state;
    objects o = start(WEND_SQUARE, 0);
    o.hooks = test_allocator_hooks(&o.memory);
    uint32_t before = 0;
    for (int i = 0; i < STEPS; i++) {
        uint32_t taken = mallocs;
        before = o.memory.calls;
        assert_int_equal(steps[i](&o), WEND_OK);
        assert_true(o.memory.calls > before);
#if defined(COUNTS_MALLOC)
        assert_int_equal(mallocs - taken, o.memory.calls - before);
#else
        (void)taken;
#endif
    }
    memset(&o.hooks, 0, sizeof o.hooks); /* the hooks were copied */
    finish(&o);
}

/* The library's own memory: glibc's malloc, by the default allocator. */
static void test_default_allocator(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("...#", "..G."));
    for (int i = 0; i < 3; i++) {
        subject s = built(w);
        subject_free(&s);
    }
    wend_allocator half = {.allocate = test_allocator_hooks(NULL).allocate};
    wend_workspace *workspace = NULL;
    assert_int_equal(wend_workspace_create(8, &half, &workspace), WEND_ERROR_ARGUMENT);
    assert_null(workspace);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation_fails), cmocka_unit_test(test_none_at_work),
        cmocka_unit_test(test_none_in_spread_builds), cmocka_unit_test(test_one_allocator),
        cmocka_unit_test(test_default_allocator),
    };
    return cmocka_run_group_tests_name("allocation", tests, NULL, NULL);
}
