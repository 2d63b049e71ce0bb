/* SPDX-License-Identifier: MIT
 * Snapshots read by several threads while one edits, updates and takes more. Run under ThreadSanitizer too. */
#include "support/unit.h"

#include "support/answers.h"
#include "support/patchwork.h"
#include "support/threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define READERS 3
#define WIDTH 200
#define HEIGHT 150
#define CELLS (WIDTH * HEIGHT)
#define LEAST_TAKES 3

/* What the writer hands over. The lock keeps a reader from taking a hold while the writer gives the last one up. */
typedef struct post {
    atomic_flag is_locked;
    wend_snapshot *newest;
    uint64_t hash;
    atomic_bool is_over;
    atomic_uint readings, mistakes;
    wend_map *map;
    wend_mover *mover;
    wend_field *field;
    wend_workspace *workspace;
    uint32_t seconds;
    uint32_t takes;
} post;

static void lock(post *p) {
    while (atomic_flag_test_and_set_explicit(&p->is_locked, memory_order_acquire)) {
        /* short: a pointer is copied meanwhile */
    }
}

static void unlock(post *p) {
    atomic_flag_clear_explicit(&p->is_locked, memory_order_release);
}

static void edit(post *p, test_random *random) {
    int32_t x = test_random_between(random, 0, WIDTH - 3), y = test_random_between(random, 0, HEIGHT - 3);
    wend_link link = {{x, y}, {y, x / 2}, 1 + test_random_below(random, 400), 0};
    switch (test_random_below(random, 8)) {
    case 0: wend_map_fill(p->map, (wend_rect){x, y, 2, 2}, 255); break;
    case 1: wend_map_fill(p->map, (wend_rect){x, y, 3, 3}, (uint8_t)test_random_below(random, 20)); break;
    case 2: wend_map_set_edge(p->map, x, y, WEND_EAST, WEND_EDGE_WALL); break;
    case 3: wend_map_set_edge(p->map, x, y, WEND_EAST, WEND_EDGE_OPEN); break;
    case 4: wend_map_add_links(p->map, &link, 1); break;
    case 5: wend_map_remove_links(p->map, link.from, link.to, NULL); break;
    default: wend_map_set(p->map, x, y, test_random_chance(random, 50) ? 255 : 3); break;
    }
}

static void publish(post *p) {
    wend_snapshot *fresh = NULL;
    /* Readers may still hold all others for a moment. */
    if (wend_snapshot_take(p->field, &fresh) != WEND_OK) return;
    uint64_t hash = wend_field_hash(p->field);
    lock(p);
    wend_snapshot *old = p->newest;
    p->newest = fresh;
    p->hash = hash;
    unlock(p);
    wend_snapshot_destroy(old);
    p->takes++;
}

static void write_on(post *p) {
    test_random random = test_random_of(31);
    for (time_t end = time(NULL) + (time_t)p->seconds; time(NULL) < end || p->takes < LEAST_TAKES;) {
        for (int edits = 0; edits < 3; edits++) edit(p, &random);
        wend_mover_update(p->mover);
        if (test_random_chance(&random, 20)) {
            wend_goal goal = {.x = test_random_between(&random, 0, WIDTH - 1), .y = HEIGHT / 2};
            wend_field_set_goals(p->field, &goal, 1, &(wend_goal_options){.policy = WEND_GOAL_NEAREST});
        }
        if (test_random_chance(&random, 10))
            wend_field_build(p->field, p->workspace, NULL);
        else
            wend_field_update(p->field, p->workspace, NULL);
        publish(p);
    }
    atomic_store(&p->is_over, true);
}

/* The hash of one reading is compared, the rest is there to be read. */
static void read_once(post *p, test_random *random) {
    lock(p);
    wend_snapshot *snapshot = wend_snapshot_hold(p->newest);
    uint64_t expected = p->hash;
    unlock(p);
    const wend_field *field = wend_snapshot_field(snapshot);
    wend_cell route[64], next;
    wend_sample sample;
    size_t count;
    for (int i = 0; i < 200; i++) {
        int32_t x = test_random_between(random, 0, WIDTH - 1), y = test_random_between(random, 0, HEIGHT - 1);
        wend_field_trace(field, x, y, route, 64, &count);
        wend_field_next(field, x, y, &next);
        wend_field_sample(field, WEND_SAMPLE_NEAREST, (float)x + 0.5f, (float)y + 0.5f, &sample);
    }
    if (wend_field_hash(field) != expected) atomic_fetch_add(&p->mistakes, 1);
    atomic_fetch_add(&p->readings, 1);
    wend_snapshot_destroy(snapshot);
}

static void write_or_read(void *context, uint32_t index) {
    post *p = context;
    if (index == 0) {
        write_on(p);
        return;
    }
    test_random random = test_random_of(index);
    do read_once(p, &random);
    while (!atomic_load(&p->is_over));
}

static void make_post(post *p) {
    uint8_t *terrain = malloc(CELLS);
    test_random random = test_random_of(12);
    assert_non_null(terrain);
    patchwork(terrain, WIDTH, HEIGHT, &random);
    assert_int_equal(wend_map_create(&(wend_map_desc){.width = WIDTH, .height = HEIGHT}, &p->map), WEND_OK);
    assert_int_equal(wend_map_write(p->map, (wend_rect){0, 0, WIDTH, HEIGHT}, terrain, WIDTH), WEND_OK);
    assert_int_equal(wend_mover_create(p->map, &(wend_mover_desc){.radius = 100}, &p->mover), WEND_OK);
    /* As many as the readers and the writer can hold, and the one that is being taken. */
    const wend_field_desc desc = {.snapshots = READERS + 2};
    assert_int_equal(wend_field_create(p->mover, &desc, &p->field), WEND_OK);
    wend_goal goal = {.x = 9, .y = 9};
    wend_goal_options nearest = {.policy = WEND_GOAL_NEAREST};
    assert_int_equal(wend_field_set_goals(p->field, &goal, 1, &nearest), WEND_OK);
    assert_int_equal(wend_workspace_create(CELLS, NULL, &p->workspace), WEND_OK);
    assert_int_equal(wend_field_build(p->field, p->workspace, NULL), WEND_OK);
    free(terrain);
}

static void test_readers_and_a_writer(void **state) {
    (void)state;
    post p = {.is_locked = ATOMIC_FLAG_INIT, .seconds = test_dose(2, 4, 60)};
    make_post(&p);
    publish(&p);
    assert_int_equal(p.takes, 1);
    test_together(1 + READERS, write_or_read, &p);
    assert_int_equal(atomic_load(&p.mistakes), 0);
    print_message("%u snapshots, %u readings\n", p.takes, atomic_load(&p.readings));
    assert_true(p.takes >= LEAST_TAKES && atomic_load(&p.readings) >= READERS);
    /* The last reader may well be the last holder of everything. */
    wend_field_destroy(p.field);
    wend_mover_destroy(p.mover);
    wend_map_destroy(p.map);
    assert_true(wend_field_hash(wend_snapshot_field(p.newest)) == p.hash);
    wend_snapshot_destroy(p.newest);
    wend_workspace_destroy(p.workspace);
}

/* Holds given up on many threads at once: each is counted, the last one frees. */
typedef struct holders {
    wend_snapshot *snapshots[4];
} holders;

static void give_up_all(void *context, uint32_t index) {
    holders *h = context;
    for (uint32_t i = 0; i < 4; i++) wend_snapshot_destroy(h->snapshots[(i + index) % 4]);
}

static void test_holders(void **state) {
    (void)state;
    for (uint32_t round = 0; round < test_dose(20, 100, 1000); round++) {
        world *w = drawn(WEND_SQUARE, ROWS("..#.", "G..."));
        subject s = made(w);
        holders h;
        wend_field *field = NULL;
        assert_int_equal(wend_field_create(s.mover, &(wend_field_desc){.snapshots = 4}, &field), WEND_OK);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(wend_snapshot_take(field, &h.snapshots[i]), WEND_OK);
            for (int holder = 1; holder < 6; holder++)
                assert_ptr_equal(wend_snapshot_hold(h.snapshots[i]), h.snapshots[i]);
        }
        wend_field_destroy(field);
        subject_free(&s);
        test_together(6, give_up_all, &h);
        free(w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_readers_and_a_writer), cmocka_unit_test(test_holders)};
    if (!test_has_threads()) print_message("threads: none here, one after the other\n");
    return cmocka_run_group_tests_name("snapshots and threads", tests, NULL, NULL);
}
