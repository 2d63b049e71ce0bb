/* SPDX-License-Identifier: MIT
 * Random maps of many pages: whoever builds a field, with whatever back end, workers and history, must get the same bits
 * as the scalar back end on one thread; and those bits are the field that the definition asks for.
 * prop_builds SEED tries one case alone. */
#include "support/oracle.h"
#include "support/patchwork.h"
#include "support/subject.h"
#include "support/threads.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define MAX_GOALS 5
#define MAX_LINKS 12
#define MAX_TARGETS 3
#define MOST_WORKERS 7
#define BACKENDS (WEND_BACKEND_WASM128 + 1)
#define MAX_BUILDERS (BACKENDS + 9)
#define FIRST_LARGE UINT64_C(70000000) /* seeds from here on give maps that are built in parallel, mostly */

/* What a build is asked for. */
typedef struct task {
    wend_goal goals[MAX_GOALS];
    uint32_t goal_count;
    uint32_t *seeds; /* [cells] or NULL */
    uint32_t max_distance;
    wend_cell targets[MAX_TARGETS];
    uint32_t target_count;
} task;

typedef struct workers {
    const char *name;
    wend_tasks tasks;
} workers;

/* Somebody who builds the same field again and again, never starting afresh. */
typedef struct builder {
    wend_field *field;
    wend_backend backend;
    workers workers; /* NULL name: none */
} builder;

typedef struct bout {
    uint64_t seed;
    test_random random;
    int32_t width, height;
    wend_map *map;
    wend_mover_desc desc;
    uint8_t costs[256];
    wend_mover *movers[BACKENDS]; /* one for each back end that there is */
    builder builders[MAX_BUILDERS];
    int builder_count;
    wend_workspace *workspaces[MOST_WORKERS];
    uint32_t *values, *found_values, *own; /* [cells] of the reference */
    uint8_t *sets, *found_sets;
    const char *phase;
} bout;

static size_t cells_of(const bout *b) {
    return (size_t)b->width * (size_t)b->height;
}

static wend_rect whole(const bout *b) {
    return (wend_rect){0, 0, b->width, b->height};
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) abort();
    return memory;
}

static void must(wend_status status) {
    if (status < 0) {
        fprintf(stderr, "a call that must work answers %d\n", (int)status);
        abort();
    }
}

/* Task hooks that run everything on the calling thread. */

static void in_order(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    (void)user;
    (void)grain;
    fn(context, 0, count, 0);
}

static void backwards(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context) {
    (void)user;
    (void)grain;
    for (uint32_t i = count; i > 0; i--) fn(context, i - 1, i, (i * 3 + 1) % MOST_WORKERS);
}

static const workers all_workers[] = {
    {"a hook that goes in order", {MOST_WORKERS, in_order, NULL, NULL}},
    {"a hook that goes backwards", {MOST_WORKERS, backwards, NULL, NULL}},
};

/* Making a case. */

static void choose_size(bout *b) {
    test_random *random = &b->random;
    int32_t kind = b->seed >= FIRST_LARGE ? test_random_between(random, 1, 12) : 0;
    if (kind == 0) {
        b->width = test_random_between(random, 60, 200);
        b->height = test_random_between(random, 60, 200);
    } else if (kind < 11) {
        b->width = test_random_between(random, 200, 700);
        b->height = test_random_between(random, 200, 700);
    } else {
        int32_t length = test_random_between(random, 900, 3300), breadth = test_random_between(random, 1, 150);
        b->width = kind == 11 ? length : breadth;
        b->height = kind == 11 ? breadth : length;
    }
}

static wend_cell any_cell(bout *b) {
    return (wend_cell){(int32_t)test_random_below(&b->random, (uint32_t)b->width),
                       (int32_t)test_random_below(&b->random, (uint32_t)b->height)};
}

static void set_edges(bout *b) {
    uint32_t count = test_random_below(&b->random, (uint32_t)cells_of(b) / 4 + 1);
    bool only_walls = test_random_chance(&b->random, 40);
    for (uint32_t i = 0; i < count; i++) {
        wend_cell cell = any_cell(b), there;
        wend_direction side = (wend_direction)test_random_below(&b->random, 8);
        wend_edge edge = only_walls ? WEND_EDGE_WALL : (wend_edge)test_random_between(&b->random, 1, 3);
        if (!oracle_is_side(wend_map_lattice(b->map), (int)side)) continue;
        if (wend_map_neighbour(b->map, cell, side, &there) == WEND_OK)
            must(wend_map_set_edge(b->map, cell.x, cell.y, side, edge));
    }
}

static void add_links(bout *b) {
    wend_link links[MAX_LINKS];
    uint32_t count = (uint32_t)test_random_between(&b->random, 1, MAX_LINKS);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cost = 1 + test_random_below(&b->random, test_random_chance(&b->random, 50) ? 5000 : 300000);
        links[i] = (wend_link){any_cell(b), any_cell(b), cost, test_random_below(&b->random, 4)};
    }
    must(wend_map_add_links(b->map, links, count));
}

static void make_map(bout *b) {
    test_random *random = &b->random;
    wend_map_desc desc = {.width = b->width, .height = b->height};
    if (test_random_chance(random, 25)) desc.lattice = WEND_HEX;
    if (test_random_chance(random, 30)) desc.log_capacity = 8;
    uint8_t *terrain = room(cells_of(b), 1);
    patchwork(terrain, b->width, b->height, random);
    must(wend_map_create(&desc, &b->map));
    must(wend_map_write(b->map, whole(b), terrain, (size_t)b->width));
    if (test_random_chance(random, 25)) set_edges(b);
    if (test_random_chance(random, 25)) add_links(b);
    free(terrain);
}

static void choose_mover(bout *b) {
    static const uint32_t diagonals[] = {0, 0, 70, 105, 140};
    test_random *random = &b->random;
    wend_mover_desc *desc = &b->desc;
    if (wend_map_lattice(b->map) == WEND_SQUARE && test_random_chance(random, 20)) desc->neighbours = 4;
    if (test_random_chance(random, 50)) desc->corner_rule = (wend_corner_rule)test_random_below(random, 3);
    if (test_random_chance(random, 30)) desc->step_rule = WEND_STEP_ENTER;
    desc->diagonal = diagonals[test_random_below(random, 5)];
    if (test_random_chance(random, 10)) desc->radius = test_random_below(random, 300);
    if (test_random_chance(random, 20)) desc->unit_cost = (uint32_t)test_random_between(random, 1, 20);
    desc->class_bits = test_random_below(random, 4);
    if (!test_random_chance(random, 15)) return;
    for (int terrain = 0; terrain < 255; terrain++) b->costs[terrain] = (uint8_t)test_random_between(random, 1, 254);
    b->costs[255] = WEND_BLOCKED;
    desc->costs = b->costs;
}

static wend_mover *make_mover(const bout *b, wend_backend backend, const uint8_t *overlay) {
    wend_mover_desc desc = b->desc;
    wend_mover *mover = NULL;
    desc.backend = backend;
    must(wend_mover_create(b->map, &desc, &mover));
    if (overlay) must(wend_mover_write_overlay(mover, whole(b), overlay, (size_t)b->width));
    must(wend_mover_update(mover));
    return mover;
}

static wend_field *make_field(wend_mover *mover, wend_backend backend) {
    const wend_field_desc desc = {.escape_depth = 1, .seeds = 1, .backend = backend};
    wend_field *field = NULL;
    must(wend_field_create(mover, &desc, &field));
    return field;
}

static void add_builder(bout *b, wend_backend backend, workers with) {
    b->builders[b->builder_count++] = (builder){make_field(b->movers[backend], backend), backend, with};
}

/* One on a single thread for each back end, then one for each way to spread work, with any back end. */
static void make_builders(bout *b) {
    wend_backend supported[BACKENDS];
    uint32_t count = 0;
    for (int i = WEND_BACKEND_SCALAR; i < BACKENDS; i++) {
        if (!wend_backend_is_supported((wend_backend)i)) continue;
        supported[count++] = (wend_backend)i;
        add_builder(b, (wend_backend)i, (workers){NULL, {1, NULL, NULL, NULL}});
    }
    const workers others[] = {all_workers[0],
                              all_workers[1],
                              {"2 threads", test_tasks(2)},
                              {"3 threads", test_tasks(3)},
                              {"7 threads", test_tasks(7)},
                              {"2 threads of OpenMP", wend_tasks_openmp(2)},
                              {"3 threads of OpenMP", wend_tasks_openmp(3)}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        add_builder(b, supported[test_random_below(&b->random, count)], others[i]);
}

static bout *make_bout(uint64_t seed) {
    bout *b = room(1, sizeof *b);
    b->seed = seed;
    b->random = test_random_of(seed);
    choose_size(b);
    make_map(b);
    choose_mover(b);
    uint8_t *overlay = NULL;
    if (test_random_chance(&b->random, 15)) {
        overlay = room(cells_of(b), 1);
        for (size_t i = 0; i < cells_of(b); i++) overlay[i] = (uint8_t)test_random_below(&b->random, 12);
    }
    for (int i = WEND_BACKEND_SCALAR; i < BACKENDS; i++)
        if (wend_backend_is_supported((wend_backend)i)) b->movers[i] = make_mover(b, (wend_backend)i, overlay);
    free(overlay);
    make_builders(b);
    for (int i = 0; i < MOST_WORKERS; i++)
        must(wend_workspace_create(i == 0 ? (uint32_t)cells_of(b) : 1, NULL, &b->workspaces[i]));
    b->values = room(cells_of(b), sizeof *b->values);
    b->found_values = room(cells_of(b), sizeof *b->found_values);
    b->own = room(cells_of(b), sizeof *b->own);
    b->sets = room(cells_of(b), 1);
    b->found_sets = room(cells_of(b), 1);
    return b;
}

static void free_bout(bout *b) {
    for (int i = 0; i < b->builder_count; i++) wend_field_destroy(b->builders[i].field);
    for (int i = 0; i < BACKENDS; i++) wend_mover_destroy(b->movers[i]);
    for (int i = 0; i < MOST_WORKERS; i++) wend_workspace_destroy(b->workspaces[i]);
    wend_map_destroy(b->map);
    free(b->values);
    free(b->found_values);
    free(b->own);
    free(b->sets);
    free(b->found_sets);
    free(b);
}

static uint32_t any_offset(bout *b) {
    uint32_t kind = test_random_below(&b->random, 8);
    if (kind < 4) return 0;
    if (kind < 7) return test_random_below(&b->random, 40000);
    return UINT32_MAX - 1 - test_random_below(&b->random, 200000);
}

/* Goals, and at times seeds and bounds. */
static task any_task(bout *b, bool is_bounded) {
    test_random *random = &b->random;
    task t = {.goal_count = (uint32_t)test_random_between(random, 1, MAX_GOALS)};
    bool is_far = test_random_chance(random, 10);
    for (uint32_t i = 0; i < t.goal_count; i++) {
        wend_cell cell = any_cell(b);
        t.goals[i] = (wend_goal){cell.x, cell.y, 0, 0, i == 0 && !is_far ? 0 : any_offset(b)};
        if (is_far) t.goals[i].offset = UINT32_MAX - 1 - test_random_below(random, 200000);
        if (test_random_chance(random, 20)) t.goals[i].width = test_random_between(random, 1, 40);
        if (test_random_chance(random, 20)) t.goals[i].height = test_random_between(random, 1, 40);
    }
    if (test_random_chance(random, 15)) {
        bool is_dense = test_random_chance(random, 50);
        uint32_t start = is_far ? UINT32_MAX - 300000 : 0;
        t.seeds = room(cells_of(b), sizeof *t.seeds);
        for (size_t i = 0; i < cells_of(b); i++) {
            bool has_one = is_dense || test_random_below(random, 2000) == 0;
            t.seeds[i] = has_one ? start + test_random_below(random, 290000) : UINT32_MAX;
        }
    }
    if (!is_bounded) return t;
    if (test_random_chance(random, 60)) t.max_distance = 1 + test_random_below(random, 60000);
    if (test_random_chance(random, 50)) t.target_count = (uint32_t)test_random_between(random, 1, MAX_TARGETS);
    for (uint32_t i = 0; i < t.target_count; i++) t.targets[i] = any_cell(b);
    return t;
}

/* Building, and what it must give. */

static wend_status run(const bout *b, const task *t, wend_field *field, const workers *with) {
    const wend_build_options options = {.seeds = t->seeds,
                                        .max_distance = t->max_distance,
                                        .targets = t->targets,
                                        .target_count = t->target_count,
                                        .tasks = with && with->name ? &with->tasks : NULL,
                                        .worker_workspaces = b->workspaces + 1,
                                        .worker_workspace_count = MOST_WORKERS - 1};
    must(wend_field_set_goals(field, t->goals, t->goal_count, NULL));
    return wend_field_build(field, b->workspaces[0], &options);
}

static void read(const bout *b, const wend_field *field, uint32_t *values, uint8_t *sets) {
    must(wend_field_read_values(field, whole(b), values, (size_t)b->width));
    must(wend_field_read_directions(field, whole(b), sets, (size_t)b->width));
}

/* What goals and seeds give cells where the mover can stand. */
static void find_own(bout *b, const task *t, const wend_mover *mover) {
    for (size_t i = 0; i < cells_of(b); i++) b->own[i] = t->seeds ? t->seeds[i] : UINT32_MAX;
    for (uint32_t i = 0; i < t->goal_count; i++) {
        const wend_goal *goal = &t->goals[i];
        for (int32_t y = goal->y; y < goal->y + (goal->height ? goal->height : 1) && y < b->height; y++)
            for (int32_t x = goal->x; x < goal->x + (goal->width ? goal->width : 1) && x < b->width; x++) {
                uint32_t *own = &b->own[(size_t)y * (size_t)b->width + (size_t)x];
                if (goal->offset < *own) *own = goal->offset;
            }
    }
    for (int32_t y = 0; y < b->height; y++)
        for (int32_t x = 0; x < b->width; x++)
            if (wend_mover_place(mover, x, y) != WEND_OK) b->own[(size_t)y * (size_t)b->width + (size_t)x] = UINT32_MAX;
}

static uint32_t sum_of(uint32_t value, uint64_t step) {
    if (value == UINT32_MAX) return UINT32_MAX;
    return value + step < WEND_SATURATED_VALUE ? (uint32_t)(value + step) : WEND_SATURATED_VALUE;
}

/* The least that a step from a cell leads to, and all steps that do. */
static uint32_t least_step(const bout *b, const wend_mover *mover, wend_cell cell, uint8_t *best) {
    uint32_t least = UINT32_MAX;
    *best = 0;
    for (uint32_t rest = wend_mover_exits(mover, cell.x, cell.y), k = 0; rest; rest >>= 1, k++) {
        int32_t x, y;
        if (!(rest & 1)) continue;
        oracle_neighbour(wend_map_lattice(b->map), cell.x, cell.y, (int)k, &x, &y);
        uint32_t step = wend_mover_step_cost(mover, cell.x, cell.y, (wend_direction)k);
        uint32_t sum = sum_of(b->values[(size_t)y * (size_t)b->width + (size_t)x], step);
        if (sum == UINT32_MAX || sum > least) continue;
        if (sum < least) *best = 0;
        least = sum;
        *best |= (uint8_t)(1u << k);
    }
    return least;
}

/* What links give the cells where they begin. */
static uint32_t least_link(const bout *b, const wend_mover *mover, wend_cell cell) {
    uint32_t least = UINT32_MAX, unit = b->desc.unit_cost ? b->desc.unit_cost : 1;
    for (size_t i = 0; i < wend_map_link_count(b->map); i++) {
        wend_link link;
        must(wend_map_link(b->map, i, &link));
        if (link.from.x != cell.x || link.from.y != cell.y) continue;
        if (link.class_mask && !(link.class_mask & b->desc.class_bits)) continue;
        if (wend_mover_place(mover, link.to.x, link.to.y) != WEND_OK) continue;
        uint32_t value = b->values[(size_t)link.to.y * (size_t)b->width + (size_t)link.to.x];
        uint32_t sum = sum_of(value, (uint64_t)link.cost * unit);
        if (sum < least) least = sum;
    }
    return least;
}

/* The definition of a field, cell by cell: the value is the least of what the cell has of its own and what a step leads
 * to; with steps above 0 only one assignment of values below saturation does that everywhere. */
static bool is_field(const bout *b, const wend_mover *mover, char *message, size_t size) {
    bool has_links = wend_map_link_count(b->map) > 0;
    for (int32_t y = 0; y < b->height; y++) {
        for (int32_t x = 0; x < b->width; x++) {
            size_t cell = (size_t)y * (size_t)b->width + (size_t)x;
            if (wend_mover_place(mover, x, y) != WEND_OK) {
                EXPECT(b->values[cell] == UINT32_MAX, "(%d, %d) blocked, but value %u", x, y, b->values[cell]);
                continue;
            }
            uint8_t best;
            uint32_t step = least_step(b, mover, (wend_cell){x, y}, &best), least = step;
            uint32_t link = has_links ? least_link(b, mover, (wend_cell){x, y}) : UINT32_MAX;
            if (link < least) least = link;
            if (b->own[cell] < least) least = b->own[cell];
            if (least < step || b->own[cell] == least || least == WEND_SATURATED_VALUE) best = 0;
            EXPECT(b->values[cell] == least, "(%d, %d) value %u, not %u", x, y, b->values[cell], least);
            EXPECT(b->sets[cell] == best, "(%d, %d) directions %02x, not %02x", x, y, b->sets[cell], best);
        }
    }
    return true;
}

static const char *name_of(const builder *one) {
    return one->workers.name ? one->workers.name : "one thread";
}

/* All that the hash covers, and what it does not. */
static bool fits(const bout *b, const wend_field *reference, const builder *one, char *message, size_t size) {
    wend_field_info info, want;
    size_t count = cells_of(b), i = 0;
    read(b, one->field, b->found_values, b->found_sets);
    if (memcmp(b->values, b->found_values, count * sizeof *b->values) || memcmp(b->sets, b->found_sets, count)) {
        while (b->values[i] == b->found_values[i] && b->sets[i] == b->found_sets[i]) i++;
        return complain(message, size, "%s, %s, %s: (%d, %d) value %u directions %02x, not %u %02x", b->phase,
                        wend_backend_name(one->backend), name_of(one), (int)(i % (size_t)b->width),
                        (int)(i / (size_t)b->width), b->found_values[i], b->found_sets[i], b->values[i], b->sets[i]);
    }
    wend_field_describe(one->field, &info);
    wend_field_describe(reference, &want);
    EXPECT(info.bound == want.bound && info.reached == want.reached && info.saturated == want.saturated &&
               info.max_value == want.max_value,
           "%s, %s, %s: another summary", b->phase, wend_backend_name(one->backend), name_of(one));
    return true;
}

/* A bounded field shows what the whole one does, as far as it goes. */
static bool bound_fits(bout *b, const task *t, wend_field *reference, char *message, size_t size) {
    task unbounded = *t;
    wend_field_info info;
    wend_field_describe(reference, &info);
    unbounded.max_distance = unbounded.target_count = 0;
    wend_field *whole_field = make_field(wend_field_mover(reference), WEND_BACKEND_SCALAR);
    run(b, &unbounded, whole_field, NULL);
    read(b, whole_field, b->found_values, b->found_sets);
    wend_field_destroy(whole_field);
    for (size_t i = 0; i < cells_of(b); i++) {
        uint32_t value = b->found_values[i] > info.bound ? UINT32_MAX : b->found_values[i];
        EXPECT(b->values[i] == value, "%s: value %u at %zu, not %u, bound %u", b->phase, b->values[i], i, value,
               info.bound);
        EXPECT(value == UINT32_MAX || b->sets[i] == b->found_sets[i], "%s: directions at %zu", b->phase, i);
    }
    for (uint32_t i = 0; i < t->target_count && info.bound != UINT32_MAX; i++) {
        uint32_t value = b->found_values[(size_t)t->targets[i].y * (size_t)b->width + (size_t)t->targets[i].x];
        uint32_t limit = t->max_distance && value > t->max_distance ? t->max_distance : value;
        EXPECT(info.bound >= limit, "%s: bound %u, but a target at %u", b->phase, info.bound, value);
    }
    return true;
}

/* Everybody builds; a new scalar field on a new mover says what is right. */
static bool round_fits(bout *b, const char *phase, const task *t, char *message, size_t size) {
    wend_mover *mover = b->movers[WEND_BACKEND_SCALAR];
    wend_field *reference = make_field(mover, WEND_BACKEND_SCALAR);
    b->phase = phase;
    wend_status status = run(b, t, reference, NULL);
    read(b, reference, b->values, b->sets);
    bool good = status >= 0;
    if (!good) complain(message, size, "%s: a build answers %d", phase, (int)status);
    if (good && (t->max_distance || t->target_count)) {
        good = bound_fits(b, t, reference, message, size);
    } else if (good) {
        find_own(b, t, mover);
        good = is_field(b, mover, message, size);
    }
    for (int i = 0; good && i < b->builder_count; i++) {
        builder *one = &b->builders[i];
        wend_status found = run(b, t, one->field, &one->workers);
        good = fits(b, reference, one, message, size);
        if (good && found != status) good = complain(message, size, "%s, %s answers %d", phase, name_of(one), found);
    }
    wend_field_destroy(reference);
    return good;
}

static void edit(bout *b) {
    uint32_t count = (uint32_t)test_random_between(&b->random, 1, 20);
    for (uint32_t i = 0; i < count; i++) {
        wend_cell corner = any_cell(b);
        wend_rect rect = {corner.x, corner.y, 1, 1};
        if (test_random_chance(&b->random, 40)) rect.width = test_random_between(&b->random, 1, b->width - corner.x);
        if (test_random_chance(&b->random, 40)) rect.height = test_random_between(&b->random, 1, b->height - corner.y);
        if (rect.width > 50 && rect.height > 50) rect.height = 50;
        uint32_t kind = test_random_below(&b->random, 3);
        uint8_t terrain = kind == 0 ? 255 : kind == 1 ? 0 : (uint8_t)test_random_between(&b->random, 1, 254);
        must(wend_map_fill(b->map, rect, terrain));
    }
    if (test_random_chance(&b->random, 20)) add_links(b);
    for (int i = 0; i < BACKENDS; i++)
        if (b->movers[i]) must(wend_mover_update(b->movers[i]));
}

/* All cases of one map; false and a message. */
static bool bout_fits(bout *b, char *message, size_t size) {
    task first = any_task(b, false), bounded = any_task(b, true), last = any_task(b, false);
    bool good = round_fits(b, "first build", &first, message, size) &&
                round_fits(b, "bounded build", &bounded, message, size) &&
                round_fits(b, "first build again", &first, message, size);
    if (good) {
        edit(b);
        good = round_fits(b, "build after edits", &last, message, size);
    }
    free(first.seeds);
    free(bounded.seeds);
    free(last.seeds);
    return good;
}

static bool try_seed(uint64_t seed) {
    char message[256] = "";
    bout *b = make_bout(seed);
    bool good = bout_fits(b, message, sizeof message);
    if (!good)
        print_error("seed %llu, %s %dx%d, neighbours %u corner %d step %d diagonal %u radius %u links %zu: %s\n",
                    (unsigned long long)seed, wend_map_lattice(b->map) == WEND_HEX ? "hex" : "square", b->width,
                    b->height, b->desc.neighbours, (int)b->desc.corner_rule, (int)b->desc.step_rule, b->desc.diagonal,
                    b->desc.radius, wend_map_link_count(b->map), message);
    free_bout(b);
    return good;
}

static void test_small(void **state) {
    (void)state;
    uint32_t count = test_dose(8, 70, 1500);
    for (uint32_t i = 0; i < count; i++) assert_true(try_seed(60000000 + i));
}

static void test_large(void **state) {
    (void)state;
    uint32_t count = test_dose(2, 11, 250);
    for (uint32_t i = 0; i < count; i++) assert_true(try_seed(FIRST_LARGE + i));
}

int main(int argument_count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small), cmocka_unit_test(test_large)};
    if (argument_count > 1) return !try_seed(strtoull(arguments[1], NULL, 10));
    for (int i = WEND_BACKEND_SCALAR; i < BACKENDS; i++)
        if (!wend_backend_is_supported((wend_backend)i))
            print_message("skipped: builds with %s, which is not here\n", wend_backend_name((wend_backend)i));
    return cmocka_run_group_tests_name("prop_builds", tests, NULL, NULL);
}
