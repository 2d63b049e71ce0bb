/* SPDX-License-Identifier: MIT
 * Random worlds, edited again and again: a field that is updated after each group of edits is, bit for bit, the one that
 * a new field of the same mover is built to, and says the same of every place. prop_repair SEED tries one world alone. */
#include "support/random_world.h"
#include "support/subject.h"

#include "field/field_build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define GROUPS 20                      /* of edits to each world */
#define FIRST_LARGE UINT64_C(42000000) /* seeds from here on give worlds of several pages */

/* A world, what is made of it, and the field as it was before. */
typedef struct bout {
    world *w;
    subject s;
    test_random random;
    uint32_t *before; /* [cells] values */
    uint64_t repairs, builds;
} bout;

static uint64_t all_repairs, all_builds;

/* Edits. */

static void edit_cell(bout *b) {
    wend_cell cell = random_cell(b->w, &b->random);
    bool is_wall = wend_map_terrain(b->s.map, cell.x, cell.y) == 255;
    uint8_t terrain = is_wall ? 0 : 255;
    if (test_random_chance(&b->random, 25)) terrain = (uint8_t)test_random_below(&b->random, 255);
    wend_map_set(b->s.map, cell.x, cell.y, terrain);
}

static void edit_rect(bout *b) {
    wend_rect rect = random_rect(b->w, &b->random);
    if (test_random_chance(&b->random, 70)) {
        rect.width = rect.width < 3 ? rect.width : 3;
        rect.height = rect.height < 3 ? rect.height : 3;
    }
    uint8_t terrain = (uint8_t)(test_random_chance(&b->random, 40) ? 255 : test_random_below(&b->random, 10));
    wend_map_fill(b->s.map, rect, terrain);
}

static void edit_stamp(bout *b) {
    wend_rect rect = random_rect(b->w, &b->random);
    size_t count = (size_t)rect.width * (size_t)rect.height;
    uint8_t *terrain = calloc(count, 1), *mask = calloc(count, 1);
    uint32_t share = test_random_below(&b->random, 30);
    for (size_t i = 0; i < count; i++) {
        terrain[i] = test_random_chance(&b->random, 30) ? 255 : (uint8_t)test_random_below(&b->random, 10);
        mask[i] = test_random_chance(&b->random, share);
    }
    wend_map_stamp(b->s.map, rect, terrain, mask, (size_t)rect.width);
    free(terrain);
    free(mask);
}

static void edit_edge(bout *b) {
    wend_cell cell = random_cell(b->w, &b->random);
    wend_map_set_edge(b->s.map, cell.x, cell.y, (wend_direction)test_random_below(&b->random, 8),
                      random_edge(&b->random));
}

static void edit_links(bout *b) {
    wend_link link = random_link(b->w, &b->random);
    size_t count = wend_map_link_count(b->s.map), removed;
    if (count > 0 && test_random_chance(&b->random, 60)) {
        wend_map_link(b->s.map, test_random_below(&b->random, (uint32_t)count), &link);
        wend_map_remove_links(b->s.map, link.from, link.to, &removed);
        if (test_random_chance(&b->random, 60)) return;
        link.cost = 1 + test_random_below(&b->random, 2000);
    }
    wend_map_add_links(b->s.map, &link, 1);
}

static void edit_overlay(bout *b) {
    wend_rect rect = random_rect(b->w, &b->random);
    if (test_random_chance(&b->random, 70)) rect.width = 1;
    wend_mover_fill_overlay(b->s.mover, rect, (uint8_t)test_random_bits(&b->random));
}

static void edit_weight(bout *b) {
    wend_mover_set_overlay_weight(b->s.mover, test_random_below(&b->random, 1000));
}

/* Other goals, or one of them somewhere else. */
static void edit_goals(bout *b) {
    world *w = b->w;
    uint32_t kind = test_random_below(&b->random, 5);
    if (kind == 0 || w->goal_count == 0) {
        random_goals(w, &b->random);
    } else {
        wend_goal *goal = &w->goals[test_random_below(&b->random, w->goal_count)];
        if (kind == 1) goal->x += test_random_between(&b->random, -1, 1);
        if (kind == 2) goal->offset = 70 * test_random_below(&b->random, 20);
        if (kind == 3) *goal = w->goals[--w->goal_count];
        if (kind == 4) w->options.policy = (wend_goal_policy)test_random_below(&b->random, 4);
    }
    wend_field_set_goals(b->s.field, w->goals, w->goal_count, &w->options);
}

/* A wall at a goal, or no wall there. */
static void edit_at_goal(bout *b) {
    const world *w = b->w;
    if (w->goal_count == 0) return;
    const wend_goal *goal = &w->goals[test_random_below(&b->random, w->goal_count)];
    bool is_wall = wend_map_terrain(b->s.map, goal->x, goal->y) == 255;
    wend_map_set(b->s.map, goal->x, goal->y, is_wall ? 0 : 255);
}

static void edit(bout *b) {
    typedef void edit_fn(bout *);
    static edit_fn *const kinds[] = {edit_cell,  edit_cell,    edit_cell,   edit_rect,  edit_stamp,   edit_edge,
                                     edit_links, edit_overlay, edit_weight, edit_goals, edit_at_goal, edit_cell};
    uint32_t kind = test_random_below(&b->random, sizeof kinds / sizeof *kinds);
    if (kinds[kind] == edit_weight && !test_random_chance(&b->random, 10)) return;
    if (kinds[kind] == edit_links && !b->w->link_count) return; /* a world without links stays without */
    kinds[kind](b);
}

/* What is compared. */

static bool same_results(const bout *b, const wend_field *fresh, char *message, size_t size) {
    for (uint32_t i = 0; i < b->w->goal_count; i++) {
        wend_goal_result a, c;
        wend_field_goal_result(b->s.field, i, &a);
        wend_field_goal_result(fresh, i, &c);
        EXPECT(a.status == c.status && a.cells == c.cells && a.cell.x == c.cell.x && a.cell.y == c.cell.y,
               "goal %u: status %d, %u cells, not %d, %u", i, a.status, a.cells, c.status, c.cells);
    }
    return true;
}

static bool same_cells(const bout *b, const wend_field *fresh, char *message, size_t size) {
    const wend_field *field = b->s.field;
    for (int32_t y = 0; y < b->w->height; y++) {
        for (int32_t x = 0; x < b->w->width; x++) {
            uint32_t value = wend_field_value(field, x, y), value_fresh = wend_field_value(fresh, x, y);
            EXPECT(value == value_fresh, "(%d, %d) value %u, not %u", x, y, value, value_fresh);
            uint8_t steps = wend_field_directions(field, x, y), steps_fresh = wend_field_directions(fresh, x, y);
            EXPECT(steps == steps_fresh, "(%d, %d) directions %02x, not %02x", x, y, steps, steps_fresh);
            wend_cell next, next_fresh;
            wend_status status = wend_field_next(field, x, y, &next);
            wend_status status_fresh = wend_field_next(fresh, x, y, &next_fresh);
            EXPECT(status == status_fresh, "(%d, %d) status %d, not %d", x, y, status, status_fresh);
            EXPECT(next.x == next_fresh.x && next.y == next_fresh.y, "(%d, %d) goes on elsewhere", x, y);
        }
    }
    EXPECT(wend_field_hash(field) == wend_field_hash(fresh), "another hash");
    return true;
}

/* The count of changed cells; and that an update does one thing or the other. */
static bool counts_fit(bout *b, char *message, size_t size) {
    const world *w = b->w;
    wend_field_info info;
    uint64_t changed = 0;
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        uint32_t value = wend_field_value(b->s.field, cell % w->width, cell / w->width);
        changed += value != b->before[cell];
        b->before[cell] = value;
    }
    wend_field_describe(b->s.field, &info);
    if (info.builds != b->builds) changed = world_count(w);
    EXPECT(info.changed == changed, "%llu cells changed, not %llu", (unsigned long long)changed,
           (unsigned long long)info.changed);
    EXPECT(info.builds + info.repairs <= b->builds + b->repairs + 1, "both a build and a repair");
    EXPECT(info.bound == WEND_UNREACHABLE && info.mover_revision == wend_mover_revision(b->s.mover), "another summary");
    all_repairs += info.repairs - b->repairs;
    all_builds += info.builds - b->builds;
    b->repairs = info.repairs;
    b->builds = info.builds;
    return true;
}

/* Limits never change a bit: any will do. */
static wend__repair_limits any_limits(test_random *random) {
    const uint32_t few[4] = {0, 1, 10, 100};
    wend__repair_limits limits = {.listed_per_page = test_random_chance(random, 95) ? UINT32_MAX : 10,
                                  .listed = test_random_chance(random, 95) ? UINT32_MAX : 20,
                                  .dead = few[test_random_below(random, 4)],
                                  .fading = few[test_random_below(random, 4)],
                                  .dead_per_page = test_random_chance(random, 80) ? 0 : 20,
                                  .settled = few[test_random_below(random, 4)]};
    if (test_random_chance(random, 30)) limits.dead = UINT32_MAX;
    if (test_random_chance(random, 30)) limits.fading = UINT32_MAX;
    if (test_random_chance(random, 30)) limits.settled = UINT32_MAX;
    return limits;
}

static bool group_fits(bout *b, wend_field *fresh, char *message, size_t size) {
    uint32_t edits = (uint32_t)test_random_between(&b->random, 0, 4);
    for (uint32_t i = 0; i < edits; i++) edit(b);
    if (!test_random_chance(&b->random, 10)) wend_mover_update(b->s.mover);
    const wend__repair_limits limits = any_limits(&b->random);
    wend_status status = wend__field_update(b->s.field, b->s.workspace, &(wend_build_options){0},
                                            test_random_chance(&b->random, 30) ? NULL : &limits);
    wend_field_set_goals(fresh, b->w->goals, b->w->goal_count, &b->w->options);
    wend_status status_fresh = wend_field_build(fresh, b->s.workspace, NULL);
    EXPECT(status == status_fresh, "status %d, not %d", status, status_fresh);
    EXPECT(wend_field_status(b->s.field) == WEND_OK, "not up to date");
    return same_results(b, fresh, message, size) && same_cells(b, fresh, message, size) &&
           (!b->w->sights || same_points(b->s.field, fresh, b->w, message, size)) && counts_fit(b, message, size);
}

static bool groups_fit(bout *b, char *message, size_t size) {
    wend_field_build(b->s.field, b->s.workspace, NULL);
    for (int32_t cell = 0; cell < b->w->width * b->w->height; cell++)
        b->before[cell] = wend_field_value(b->s.field, cell % b->w->width, cell / b->w->width);
    b->builds = 1;
    for (int group = 0; group < GROUPS; group++) {
        wend_field *fresh = subject_field(b->w, b->s.mover);
        EXPECT(fresh, "no field");
        bool fits = group_fits(b, fresh, message, size);
        wend_field_destroy(fresh);
        if (!fits) {
            size_t length = strlen(message);
            snprintf(message + length, size - length, ", after group %d", group);
            return false;
        }
    }
    return true;
}

static bool repaired(const world *start, char *message, size_t size) {
    bout b = {.w = malloc(sizeof *b.w), .random = test_random_of(start->seed + 77)};
    memcpy(b.w, start, sizeof *b.w);
    b.w->has_seeds = false;
    b.w->sights = start->seed < FIRST_LARGE && start->seed % 6 == 0;
    b.before = malloc(world_count(b.w) * sizeof *b.before);
    bool fits = subject_make(&b.s, b.w, message, size) && groups_fit(&b, message, size);
    subject_free(&b.s);
    free(b.before);
    free(b.w);
    return fits;
}

static void test_repaired(void **state) {
    (void)state;
    check_worlds(repaired, 41000000, test_dose(100, 300, 8000));
    assert_true(all_repairs > all_builds / 4);
    printf("%llu repairs, %llu builds\n", (unsigned long long)all_repairs, (unsigned long long)all_builds);
}

/* Maps of several pages, where much is repaired by pages. */
static void test_repaired_pages(void **state) {
    (void)state;
    check_large_worlds(repaired, FIRST_LARGE, test_dose(5, 20, 500));
    printf("%llu repairs, %llu builds\n", (unsigned long long)all_repairs, (unsigned long long)all_builds);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        check_seed(repaired, argv[1], FIRST_LARGE);
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_repaired), cmocka_unit_test(test_repaired_pages)};
    return cmocka_run_group_tests_name("prop_repair", tests, NULL, NULL);
}
