/* SPDX-License-Identifier: MIT
 * A step: in pieces short enough that nobody walks farther than a quarter of a cell at once, each in stages.
 *
 *      bin -> desire -> neighbours -> avoid -> move -> separate -> arrive
 *
 * Computes: positions after dt.
 * Invariant: each stage reads what the stages before it wrote and writes only its own agents, so that the bits are
 *            the same for any number of threads.
 * Cost: agents * pieces. */
#include "crowd/crowd_step.h"

#include <math.h>
#include <string.h>

#define LEAST_PIECES_PER_SECOND 4.0f
#define SHORTEST 1e-5f /* [seconds] of a piece: what is undone within it is no speed beyond all bounds */

/* Bin. */

#define HOLDS (WEND__MAX_PRIORITY + 1)

/* What the agents of a level cover. */
typedef struct wend__cover {
    wend__bins levels[WEND__LEVELS];
    float fastest, least_radius, greatest_radius;
    uint32_t least_weight, greatest_weight; /* what beside the radius makes a mass: see wend__crowd_mass */
} wend__cover;

typedef struct wend__covering {
    wend_crowd *crowd;
    wend__cover *covers; /* [worker] */
    float dt;
} wend__covering;

static float lesser(float a, float b) {
    return a < b ? a : b;
}

static float greater(float a, float b) {
    return a > b ? a : b;
}

static int level_of(const wend_crowd *crowd, uint32_t slot) {
    return crowd->agents[slot].radius > 2.0f * crowd->radius;
}

static bool is_binned(const wend_crowd *crowd, uint32_t slot) {
    return wend__crowd_is_alive(crowd, slot) && crowd->statuses[slot] != WEND_AGENT_ON_LINK;
}

float wend__crowd_mass(const wend_crowd *crowd, uint32_t slot) {
    if (crowd->agents[slot].order == WEND_ORDER_HOLD) return WEND__IMMOVABLE;
    float mass = crowd->agents[slot].radius * crowd->agents[slot].radius;
    for (uint32_t i = 0; i < crowd->agents[slot].priority; i++) mass *= 16.0f;
    return mass;
}

static wend__cover empty_cover(void) {
    wend__cover cover = {.least_radius = INFINITY, .least_weight = UINT32_MAX};
    for (int level = 0; level < WEND__LEVELS; level++)
        cover.levels[level] = (wend__bins){.x0 = INFINITY, .y0 = INFINITY, .x1 = -INFINITY, .y1 = -INFINITY};
    return cover;
}

static void cover_slots(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const wend__covering *covering = context;
    const wend_crowd *crowd = covering->crowd;
    wend__cover cover = covering->covers[worker];
    for (uint32_t slot = begin; slot < end; slot++) {
        if (!wend__crowd_is_alive(crowd, slot)) continue;
        /* Who comes off a link in this step walks the rest of it. */
        cover.fastest = greater(cover.fastest, crowd->agents[slot].speed);
        if (crowd->statuses[slot] == WEND_AGENT_ON_LINK) continue;
        float x = crowd->at[2 * (size_t)slot], y = crowd->at[2 * (size_t)slot + 1], radius = crowd->agents[slot].radius;
        uint32_t weight = crowd->agents[slot].order == WEND_ORDER_HOLD ? HOLDS : crowd->agents[slot].priority;
        wend__bins *level = &cover.levels[level_of(crowd, slot)];
        level->count++;
        level->x0 = lesser(level->x0, x);
        level->y0 = lesser(level->y0, y);
        level->x1 = greater(level->x1, x);
        level->y1 = greater(level->y1, y);
        level->widest = greater(level->widest, radius);
        cover.least_radius = lesser(cover.least_radius, radius);
        cover.greatest_radius = greater(cover.greatest_radius, radius);
        cover.least_weight = weight < cover.least_weight ? weight : cover.least_weight;
        cover.greatest_weight = weight > cover.greatest_weight ? weight : cover.greatest_weight;
    }
    covering->covers[worker] = cover;
}

static void join_cover(wend__cover *all, const wend__cover *one) {
    for (int i = 0; i < WEND__LEVELS; i++) {
        wend__bins *to = &all->levels[i];
        const wend__bins *from = &one->levels[i];
        to->count += from->count;
        to->x0 = lesser(to->x0, from->x0);
        to->y0 = lesser(to->y0, from->y0);
        to->x1 = greater(to->x1, from->x1);
        to->y1 = greater(to->y1, from->y1);
        to->widest = greater(to->widest, from->widest);
    }
    all->fastest = greater(all->fastest, one->fastest);
    all->least_radius = lesser(all->least_radius, one->least_radius);
    all->greatest_radius = greater(all->greatest_radius, one->greatest_radius);
    if (one->least_weight < all->least_weight) all->least_weight = one->least_weight;
    if (one->greatest_weight > all->greatest_weight) all->greatest_weight = one->greatest_weight;
}

static wend__cover cover_crowd(wend_crowd *crowd, const wend_tasks *tasks) {
    wend__cover covers[WEND__MAX_WORKERS];
    uint32_t workers = wend__worker_count(tasks);
    for (uint32_t worker = 0; worker < workers; worker++) covers[worker] = empty_cover();
    wend__covering covering = {.crowd = crowd, .covers = covers};
    wend__parallel_for(tasks, crowd->places, wend__crowd_grain(crowd->places, tasks, 4096), cover_slots, &covering);
    for (uint32_t worker = 1; worker < workers; worker++) join_cover(&covers[0], &covers[worker]);
    return covers[0];
}

static void lay_out_bins(wend_crowd *crowd, const wend__cover *cover) {
    uint32_t first = 0;
    for (int i = 0; i < WEND__LEVELS; i++) {
        wend__bins *level = &crowd->binning.levels[i];
        *level = cover->levels[i];
        if (level->count == 0) continue;
        uint32_t most = 2 * level->count + WEND__LEAST_BINS - 1;
        wend__bins_lay_out(level, 2.0f * level->widest + crowd->look, first, most);
        first += (uint32_t)level->columns * (uint32_t)level->rows;
    }
    crowd->binning.bin_count = first;
}

/* Who is on a link goes on along it, and is in no bin. */
static void walk_link(wend_crowd *crowd, uint32_t slot, float dt) {
    float *at = crowd->at + 2 * (size_t)slot, *world = crowd->world + 2 * (size_t)slot, x, y;
    wend_cell target = wend__cell_of(crowd->shape, crowd->agents[slot].nearest);
    wend__centre(crowd->shape.lattice, target.x, target.y, &x, &y);
    float left = crowd->agents[slot].held_up, share = left > dt ? dt / left : 1.0f;
    at[0] = share < 1.0f ? at[0] + (x - at[0]) * share : x;
    at[1] = share < 1.0f ? at[1] + (y - at[1]) * share : y;
    crowd->agents[slot].held_up = left - dt;
    world[0] = at[0] * crowd->map->cell_size + crowd->map->origin_x;
    world[1] = at[1] * crowd->map->cell_size + crowd->map->origin_y;
    if (share < 1.0f) return;
    crowd->statuses[slot] = WEND_AGENT_WALKING;
    crowd->agents[slot].nearest = WEND_UNREACHABLE;
    crowd->agents[slot].held_up = 0.0f;
}

static void bin_slots(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend__covering *covering = context;
    wend_crowd *crowd = covering->crowd;
    for (uint32_t slot = begin; slot < end; slot++) {
        const float *at = crowd->at + 2 * (size_t)slot;
        uint32_t bin = WEND__NO_BIN;
        if (is_binned(crowd, slot)) bin = wend__bin_at(&crowd->binning.levels[level_of(crowd, slot)], at[0], at[1]);
        crowd->binning.bins[slot] = bin;
        if (crowd->statuses[slot] == WEND_AGENT_ON_LINK) walk_link(crowd, slot, covering->dt);
    }
}

static void bin_crowd(wend_crowd *crowd, const wend__cover *cover, float dt, const wend_tasks *tasks) {
    lay_out_bins(crowd, cover);
    wend__covering covering = {.crowd = crowd, .dt = dt};
    uint32_t grain = wend__crowd_grain(crowd->places, tasks, 4096);
    wend__parallel_for(tasks, crowd->places, grain, bin_slots, &covering);
    wend__lanes *lanes = &crowd->lanes;
    lanes->count = wend__binning_sort(&crowd->binning, crowd->places, tasks);
    lanes->blocks = (lanes->count + WEND__BLOCK - 1) / WEND__BLOCK;
    lanes->is_uniform = cover->least_radius == cover->greatest_radius && cover->least_weight == cover->greatest_weight;
    lanes->widest = cover->greatest_radius;
    lanes->look = crowd->look;
    lanes->close = lesser(cover->fastest * dt, crowd->look);
    lanes->dt = dt;
    lanes->over_dt = 1.0f / (dt > SHORTEST ? dt : SHORTEST);
    lanes->over_headway = crowd->headway > 0.0f ? 1.0f / crowd->headway : 0.0f;
}

/* Kernels. */

typedef struct wend__running {
    wend_crowd *crowd;
    wend__crowd_kernel *kernel;
} wend__running;

static void run_blocks(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend__running *running = context;
    running->kernel(&running->crowd->lanes, &running->crowd->binning, begin, end);
}

static void run_kernel(wend_crowd *crowd, wend__crowd_kernel *kernel, const wend_tasks *tasks) {
    wend__running running = {crowd, kernel};
    uint32_t blocks = crowd->lanes.blocks;
    wend__parallel_for(tasks, blocks, wend__crowd_grain(blocks, tasks, WEND__BLOCKS_AT_ONCE), run_blocks, &running);
}

static bool have_same_goals(const wend_field *a, const wend_field *b) {
    return a && b && wend__goals_are_equal(&a->goals, &b->goals);
}

/* Agents of several classes, and so of several fields, may have one goal. */
static void share_discs(wend_crowd *crowd) {
    for (uint32_t i = 0; i < crowd->field_count; i++) {
        uint32_t first = 0;
        while (first < i && !have_same_goals(crowd->fields[first].field, crowd->fields[i].field)) first++;
        crowd->fields[i].disc = (uint8_t)first;
    }
}

/* New goals: what remained before says nothing of them. */
static void look_at_goals(wend_crowd *crowd) {
    bool has_new = crowd->has_new_fields;
    for (uint32_t i = 0; i < crowd->field_count; i++) {
        wend__led *led = &crowd->fields[i];
        led->has_new_goals = led->field && !led->field->goals_changed && led->field->goals_set != led->goals_seen;
        if (led->has_new_goals) led->goals_seen = led->field->goals_set;
        has_new = has_new || led->has_new_goals;
    }
    if (has_new) share_discs(crowd);
    crowd->has_new_fields = false;
}

/* Stages, timed. */

static uint64_t now(const wend_tasks *tasks) {
    return tasks && tasks->clock ? tasks->clock(tasks->user) : 0;
}

static uint64_t add_time(wend_crowd *crowd, wend_crowd_stage stage, uint64_t since, const wend_tasks *tasks) {
    uint64_t end = now(tasks);
    crowd->nanoseconds[stage] += end - since;
    return end;
}

static void step_piece(wend_crowd *crowd, const wend__cover *cover, float dt, const wend_tasks *tasks) {
    uint64_t time = now(tasks);
    look_at_goals(crowd);
    bin_crowd(crowd, cover, dt, tasks);
    time = add_time(crowd, WEND_STAGE_BIN, time, tasks);
    if (crowd->lanes.count == 0) return;
    wend__crowd_desire(crowd, tasks);
    time = add_time(crowd, WEND_STAGE_DESIRE, time, tasks);
    run_kernel(crowd, WEND__WIDE_PICK(crowd->backend, wend__find_neighbours), tasks);
    time = add_time(crowd, WEND_STAGE_NEIGHBOURS, time, tasks);
    run_kernel(crowd, WEND__WIDE_PICK(crowd->backend, wend__avoid), tasks);
    time = add_time(crowd, WEND_STAGE_AVOID, time, tasks);
    wend__crowd_walk(crowd, tasks);
    time = add_time(crowd, WEND_STAGE_MOVE, time, tasks);
    wend__crowd_separate(crowd, tasks);
    time = add_time(crowd, WEND_STAGE_SEPARATE, time, tasks);
    wend__crowd_arrive(crowd, tasks);
    add_time(crowd, WEND_STAGE_ARRIVE, time, tasks);
}

wend_status wend_crowd_step(wend_crowd *crowd, float dt, const wend_tasks *tasks) {
    bool is_good = crowd && dt >= 0.0f && dt <= 1.0f && wend__tasks_are_valid(tasks);
    if (!is_good) return WEND_ERROR_ARGUMENT;
    crowd->steps++;
    memset(crowd->events, 0, crowd->places);
    if (dt == 0.0f || crowd->count == 0) return WEND_OK;
    uint32_t pieces = 1;
    for (uint32_t piece = 0; piece < pieces; piece++) {
        uint64_t time = now(tasks);
        wend__cover cover = cover_crowd(crowd, tasks);
        add_time(crowd, WEND_STAGE_BIN, time, tasks);
        if (piece == 0) {
            /* As many as the fastest asks for; rounded up, but for what rounding adds. */
            float rate = greater(cover.fastest / WEND__LONGEST_WALK, LEAST_PIECES_PER_SECOND);
            pieces = (uint32_t)floorf(dt * rate + 0.9999f);
            pieces = pieces ? pieces : 1;
        }
        step_piece(crowd, &cover, dt / (float)pieces, tasks);
    }
    return WEND_OK;
}
