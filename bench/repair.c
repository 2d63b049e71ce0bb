/* SPDX-License-Identifier: MIT
 * Bench: a field after edits: single walls, blocks of 2 x 2, doors whose closing changes most, a wall that sends about a
 * third of the map another way. Each edit is undone by the next, and both count. What is timed is the field's update; the
 * mover's is not. Beside them what everybody else does: a build. */
#include "builder.h"
#include "cases.h"
#include "rules.h"

#include "field/field.h"

#include <stdlib.h>

#define EDITS 1000
#define DOORS 100
#define CANDIDATES 400   /* for doors */
#define LEAST_TIME 0.001 /* us */

enum kind { WALLS, BLOCKS, DOORS_CLOSED, THIRD, BUILD, KIND_COUNT };
/* High: 99 of 100 are below. Beyond: the same, less 0.08 us for each of the first thousand cells that changed, and 0.012
 * for each of all. */
enum figure { MEDIAN, MEAN, HIGH, BEYOND, FIGURE_COUNT };

static const char *const names[KIND_COUNT][FIGURE_COUNT] = {
    {"walls, median", "walls, mean", "walls, 99th", "walls, 99th beyond changed cells"},
    {"blocks, median", "blocks, mean", "blocks, 99th", "blocks, 99th beyond changed cells"},
    {"doors, median", "doors, mean", "doors, 99th", "doors, 99th beyond changed cells"},
    {"a third of the map", NULL, NULL, NULL},
    {"a build", NULL, NULL, NULL},
};

/* What the figures of one kind share. */
typedef struct workshop {
    uint32_t holds;
    enum kind kind;
    bench_ground ground; /* a copy of the contest's, but with a map and a mover of its own */
    bench_builder *builder;
    wend_rect *edits; /* [edit_count] what becomes walls */
    uint32_t edit_count;
    uint8_t *before; /* [cells] terrain without edits */
    uint8_t wall;
    double *times, *beyond; /* [2 * edit_count] us */
    uint32_t round;         /* of the last run */
    uint64_t repairs;       /* in it */
} workshop;

typedef struct state {
    workshop *yard;
    enum figure figure;
    uint32_t round;
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    workshop *yard = self->yard;
    free(self);
    if (--yard->holds) return;
    bench_builder_destroy(yard->builder);
    wend_mover_destroy(yard->ground.mover);
    wend_map_destroy(yard->ground.map);
    free(yard->edits);
    free(yard->before);
    free(yard->times);
    free(yard->beyond);
    free(yard);
}

static wend_field *field_of(const workshop *yard) {
    return yard->builder->fields[0];
}

static void put_walls(const workshop *yard, wend_rect rect, bool are_there) {
    const size_t corner = (size_t)rect.y * (size_t)yard->ground.width + (size_t)rect.x;
    if (are_there)
        wend_map_fill(yard->ground.map, rect, yard->wall);
    else
        wend_map_write(yard->ground.map, rect, yard->before + corner, (size_t)yard->ground.width);
    wend_mover_update(yard->ground.mover);
}

static bool update(const workshop *yard) {
    return wend_field_update(field_of(yard), yard->builder->workspaces[0], NULL) == WEND_OK;
}

/* Cells that change where walls go up. */
static uint64_t effect_of(const workshop *yard, wend_rect rect) {
    put_walls(yard, rect, true);
    update(yard);
    const uint64_t changed = field_of(yard)->changed;
    put_walls(yard, rect, false);
    update(yard);
    return changed;
}

/* Edits. */

static wend_rect any_rect(const workshop *yard, uint64_t *random, int32_t side) {
    const bench_ground *ground = &yard->ground;
    int32_t width = side < ground->width ? side : ground->width, height = side < ground->height ? side : ground->height;
    return (wend_rect){(int32_t)scene_random_below(random, (uint32_t)(ground->width - width) + 1),
                       (int32_t)scene_random_below(random, (uint32_t)(ground->height - height) + 1), width, height};
}

static bool is_free(const workshop *yard, int32_t x, int32_t y) {
    return wend_mover_place(yard->ground.mover, x, y) == WEND_OK;
}

/* Has a free cell walls on two sides, with ways between them? */
static bool is_narrow(const workshop *yard, wend_rect cell) {
    static const int ring[9][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}};
    int ways = 0;
    for (int i = 0; i < 8; i++)
        ways += is_free(yard, cell.x + ring[i][0], cell.y + ring[i][1]) &&
                !is_free(yard, cell.x + ring[i + 1][0], cell.y + ring[i + 1][1]);
    return ways >= 2 && is_free(yard, cell.x, cell.y);
}

typedef struct candidate {
    wend_rect rect;
    uint64_t effect;
} candidate;

static int compare_effects(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    return (a->effect < b->effect) - (a->effect > b->effect);
}

static void choose_doors(workshop *yard, uint64_t *random) {
    candidate found[CANDIDATES];
    uint32_t count = 0;
    for (uint32_t tries = 0; tries < 100 * CANDIDATES && count < CANDIDATES; tries++) {
        const wend_rect cell = any_rect(yard, random, 1);
        if (is_narrow(yard, cell)) found[count++] = (candidate){cell, effect_of(yard, cell)};
    }
    qsort(found, count, sizeof *found, compare_effects);
    for (uint32_t i = 0; i < count && i < DOORS; i++) yard->edits[yard->edit_count++] = found[i].rect;
}

/* A wall beside the goal, the shortest by which a third of the map has to go another way. */
static void choose_wall(workshop *yard, wend_cell goal) {
    const bench_ground *ground = &yard->ground;
    for (int32_t half = 1; half < ground->width; half *= 2) {
        const int32_t left = goal.x > half ? goal.x - half : 0;
        const int32_t right = goal.x + half < ground->width ? goal.x + half : ground->width - 1;
        const wend_rect wall = {left, goal.y + (goal.y + 4 < ground->height ? 4 : -4), right - left + 1, 1};
        if (wall.y < 0) return;
        yard->edits[0] = wall;
        yard->edit_count = 1;
        if (effect_of(yard, wall) * 3 >= ground->candidate_count) return;
    }
}

static void choose_edits(workshop *yard, wend_cell goal) {
    uint64_t random = 7;
    if (yard->kind == DOORS_CLOSED) {
        choose_doors(yard, &random);
    } else if (yard->kind == THIRD) {
        choose_wall(yard, goal);
    } else if (yard->kind != BUILD) {
        const int32_t side = yard->kind == WALLS ? 1 : 2;
        while (yard->edit_count < EDITS) yard->edits[yard->edit_count++] = any_rect(yard, &random, side);
    }
}

/* Running. */

static bool run_edit(workshop *yard, wend_rect rect, bool is_wall, uint32_t place) {
    put_walls(yard, rect, is_wall);
    const double begin = bench_now_ns();
    if (!update(yard)) return false;
    const double spent = (bench_now_ns() - begin) / 1e3, changed = (double)field_of(yard)->changed;
    const double beyond = spent - 0.08 * (changed < 1000 ? changed : 1000) - 0.012 * changed;
    yard->times[place] = spent;
    yard->beyond[place] = beyond > LEAST_TIME ? beyond : LEAST_TIME;
    return true;
}

/* An edit may take the goal away: that answers PARTIAL, and is not among those that are chosen. */
static bool run_yard(workshop *yard) {
    const uint64_t before = field_of(yard)->repairs;
    if (yard->kind == BUILD) {
        const double begin = bench_now_ns();
        const bool is_good = wend_field_build(field_of(yard), yard->builder->workspaces[0], NULL) == WEND_OK;
        yard->times[0] = (bench_now_ns() - begin) / 1e3;
        return is_good;
    }
    for (uint32_t i = 0; i < yard->edit_count; i++)
        if (!run_edit(yard, yard->edits[i], true, 2 * i) || !run_edit(yard, yard->edits[i], false, 2 * i + 1))
            return false;
    yard->repairs = field_of(yard)->repairs - before;
    return true;
}

static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    self->round = round;
}

static bool run(void *opaque) {
    state *self = opaque;
    if (self->yard->round == self->round) return true;
    self->yard->round = self->round;
    return run_yard(self->yard);
}

static double spent(void *opaque) {
    const state *self = opaque;
    const uint32_t count = self->yard->kind == BUILD ? 1 : 2 * self->yard->edit_count;
    double *times = self->figure == BEYOND ? self->yard->beyond : self->yard->times, sum = 0;
    if (count == 0) return 0;
    for (uint32_t i = 0; i < count; i++) sum += times[i];
    bench_sort_times(times, count);
    const double found =
        self->figure == MEAN ? sum / count : times[self->figure == MEDIAN ? count / 2 : count * 99 / 100];
    return 1000 * found;
}

/* The work: how many of a thousand updates were repairs; of a build, cells reached. */
static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    const uint64_t hash = bench_builder_finish(self->yard->builder, work);
    if (self->yard->edit_count) *work = 1 + self->yard->repairs * 1000 / (2 * self->yard->edit_count);
    return hash;
}

/* Entering. */

static bool create_mover(workshop *yard, const bench_ground *ground, wend_backend backend) {
    const wend_mover_desc mover_desc = {.costs = ground->table, .backend = backend};
    const wend_rect all = {0, 0, ground->width, ground->height};
    while (yard->wall < 255 && ground->table[yard->wall] != WEND_BLOCKED) yard->wall++;
    yard->ground.map = bench_map_with(ground, NULL);
    return yard->ground.map && wend_map_read(ground->map, all, yard->before, (size_t)ground->width) == WEND_OK &&
           wend_mover_create(yard->ground.map, &mover_desc, &yard->ground.mover) == WEND_OK;
}

static bool fill(workshop *yard, const bench_ground *ground, wend_backend backend) {
    yard->ground = *ground;
    yard->ground.map = NULL;
    yard->ground.mover = NULL;
    yard->round = UINT32_MAX;
    yard->edits = calloc(EDITS, sizeof *yard->edits);
    yard->times = calloc(2 * EDITS, sizeof *yard->times);
    yard->beyond = calloc(2 * EDITS, sizeof *yard->beyond);
    yard->before = malloc(ground->cells);
    if (!yard->edits || !yard->times || !yard->beyond || !yard->before || !create_mover(yard, ground, backend))
        return false;
    const bench_builder_desc desc = {.ground = &yard->ground, .backend = backend};
    yard->builder = bench_builder_create(&desc);
    if (!yard->builder) return false;
    const wend_cell goal = bench_ground_cell(ground, bench_ground_goal(ground, 0, 0));
    const wend_goal_options nearest = {.policy = WEND_GOAL_NEAREST};
    if (wend_field_set_goals(field_of(yard), &(wend_goal){.x = goal.x, .y = goal.y}, 1, &nearest) != WEND_OK ||
        !update(yard))
        return false;
    choose_edits(yard, goal);
    return true;
}

static void enter_figure(bench_contest *contest, workshop *yard, wend_backend backend, enum figure figure) {
    state *self = calloc(1, sizeof *self);
    if (self) {
        *self = (state){.yard = yard, .figure = figure};
        yard->holds++;
    }
    bench_contestant contestant = {
        .impl = "wend",
        .backend = wend_backend_name(backend),
        .variant = names[yard->kind][figure],
        .threads = 1,
        .state = self,
        .prepare = prepare,
        .run = run,
        .spent = spent,
        .finish = finish,
        .destroy = destroy,
    };
    bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
    bench_enter(contest, contestant);
}

static void enter_kind(bench_contest *contest, wend_backend backend, enum kind kind) {
    workshop *yard = calloc(1, sizeof *yard);
    if (!yard) {
        bench_fail(contest, "wend", "not enough memory");
        return;
    }
    yard->kind = kind;
    yard->holds = 1;
    const bool is_good = fill(yard, contest->ground, backend);
    if (!is_good) bench_fail(contest, "wend", "not enough memory");
    const bool has_work = is_good && (kind == BUILD || yard->edit_count > 0);
    if (is_good && !has_work) bench_leave_out(contest, "wend", "there is no such place on this map");
    for (int figure = 0; figure < FIGURE_COUNT && has_work; figure++)
        if (names[kind][figure]) enter_figure(contest, yard, backend, (enum figure)figure);
    state *own = calloc(1, sizeof *own);
    if (!own) return;
    own->yard = yard;
    destroy(own);
}

void bench_enter_repairs(bench_contest *contest) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < contest->backend_count; i++)
        for (int kind = 0; kind < KIND_COUNT; kind++) enter_kind(contest, contest->backends[i], (enum kind)kind);
}
