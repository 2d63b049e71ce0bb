/* SPDX-License-Identifier: MIT
 * Snapshots of random worlds: whatever becomes of the field afterwards, each answers what the field answered when it was
 * taken. */
#include "support/unit.h"

#include "support/answers.h"

#include <stdlib.h>
#include <string.h>

#define HELD 4
#define ROUNDS 10

/* What is held, and what it has to answer. */
typedef struct taken {
    wend_snapshot *snapshots[HELD];
    uint64_t answers[HELD];
    uint32_t count;
} taken;

static wend_field *make_field(const world *w, const subject *s) {
    wend_field_desc desc = {.escape_depth = w->escape_depth,
                            .seeds = w->has_seeds,
                            .backend = test_backend(),
                            .cut_off = w->cut_off,
                            .slices = w->seed % 2 == 0,
                            .snapshots = HELD};
    wend_field *field = NULL;
    assert_int_equal(wend_field_create(s->mover, &desc, &field), WEND_OK);
    assert_int_equal(wend_field_set_goals(field, w->goals, w->goal_count, &w->options), WEND_OK);
    return field;
}

static void edit(const world *w, const subject *s, wend_field *field, test_random *random) {
    wend_cell cell = random_cell(w, random), other = random_cell(w, random);
    wend_link link = random_link(w, random);
    wend_goal goal = {.x = other.x, .y = other.y, .offset = test_random_below(random, 300)};
    uint8_t terrain = test_random_chance(random, 50) ? 255 : (uint8_t)test_random_below(random, 200);
    switch (test_random_below(random, 8)) {
    case 0: wend_map_fill(s->map, random_rect(w, random), terrain); break;
    case 1:
        wend_map_set_edge(s->map, cell.x, cell.y, (wend_direction)test_random_below(random, 8), random_edge(random));
        break;
    case 2: wend_map_add_links(s->map, &link, 1); break;
    case 3: wend_mover_fill_overlay(s->mover, random_rect(w, random), terrain); break;
    case 4: wend_field_set_goals(field, &goal, 1, &w->options); break;
    default: wend_map_set(s->map, cell.x, cell.y, terrain); break;
    }
}

/* Some edits, and some of what has to follow them: so fields are also taken stale, bounded, and without a change. */
static void go_on(const world *w, const subject *s, wend_field *field, test_random *random) {
    for (uint32_t edits = test_random_below(random, 4); edits > 0; edits--) edit(w, s, field, random);
    if (test_random_chance(random, 80)) wend_mover_update(s->mover);
    wend_build_options options = {.seeds = w->has_seeds ? w->seeds : NULL};
    if (test_random_chance(random, 20)) options.max_distance = w->max_distance;
    uint32_t way = test_random_below(random, 6);
    if (way == 0) assert_true(wend_field_build(field, s->workspace, &options) >= 0);
    if (way == 5 && wend_field_begin(field, s->workspace, &options) == WEND_OK) {
        while (wend_field_step(field, &(wend_budget){.cells = 5000}) == WEND_PENDING &&
               !test_random_chance(random, 5)) {
        }
        wend_field_cancel(field);
    }
    if (way >= 2 && way < 5) assert_true(wend_field_update(field, s->workspace, way == 2 ? &options : NULL) >= 0);
}

static uint64_t answers(const world *w, const wend_field *field) {
    return answers_of(field, w->lattice, w->width, w->height, 0);
}

static bool all_stay(const world *w, const taken *all, char *message, size_t size) {
    for (uint32_t i = 0; i < all->count; i++) {
        uint64_t now = answers(w, wend_snapshot_field(all->snapshots[i]));
        EXPECT(now == all->answers[i], "snapshot %u of %u answers otherwise", i, all->count);
    }
    return true;
}

static void give_up(taken *all, uint32_t i) {
    wend_snapshot_destroy(all->snapshots[i]);
    all->count--;
    all->snapshots[i] = all->snapshots[all->count];
    all->answers[i] = all->answers[all->count];
}

/* Takes one; what it answers is compared at once, and it says what it shares. */
static bool take(const world *w, wend_field *field, taken *all, test_random *random, char *message, size_t size) {
    if (all->count == HELD) give_up(all, test_random_below(random, HELD));
    wend_snapshot *snapshot = NULL;
    wend_snapshot_info info;
    wend_status status = wend_snapshot_take(field, &snapshot);
    EXPECT(status == WEND_OK, "taking a snapshot: %s", wend_status_string(status));
    all->snapshots[all->count] = snapshot;
    all->answers[all->count] = answers(w, field);
    all->count++;
    wend_snapshot *same = NULL;
    if (all->count == HELD) return true;
    EXPECT(wend_snapshot_take(field, &same) == WEND_OK, "taking a second snapshot");
    wend_snapshot_describe(same, &info);
    wend_snapshot_destroy(same);
    EXPECT(info.copied == 0, "%u pages copied though nothing had changed", info.copied);
    return true;
}

static bool snapshots_stay(const world *w, char *message, size_t size) {
    subject s;
    taken all = {.count = 0};
    test_random random = test_random_of(w->seed ^ 77);
    if (!subject_make(&s, w, message, size)) return false;
    wend_field *field = make_field(w, &s);
    bool is_good = true;
    for (int round = 0; round < ROUNDS && is_good; round++) {
        is_good = take(w, field, &all, &random, message, size);
        go_on(w, &s, field, &random);
        if (is_good) is_good = all_stay(w, &all, message, size);
        if (all.count && test_random_chance(&random, 30)) give_up(&all, test_random_below(&random, all.count));
    }
    /* They outlive everything else. */
    wend_field_destroy(field);
    subject_free(&s);
    if (is_good) is_good = all_stay(w, &all, message, size);
    while (all.count) give_up(&all, 0);
    return is_good;
}

static void test_random_worlds(void **state) {
    (void)state;
    check_worlds(snapshots_stay, 4000, test_dose(40, 400, 6000));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_worlds)};
    return cmocka_run_group_tests_name("field snapshots", tests, NULL, NULL);
}
