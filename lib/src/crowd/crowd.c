/* SPDX-License-Identifier: MIT
 * The crowd: agents that follow a field, step by step.
 *
 * Computes: positions after dt, in pieces short enough that nobody moves farther than a third of a cell at once.
 * Invariant: each stage reads what the stages before it wrote and writes only its own agent, so that the bits are the
 *            same for any number of threads.
 * Cost: agents * pieces.
 *
 *      bin -> desire -> avoid -> move -> arrive
 */
#include "crowd/crowd.h"

#include "base/hash.h"

#include <math.h>

#define MAX_AGENTS (1u << 24)
#define MAX_SPEED 64.0f
#define MAX_ARRIVAL_RADIUS 1024.0f
#define LEAST_GAP 0.03125f
#define GREATEST_HEX_GAP 0.24f /* a side between two closed ones is 0.577 wide, and its middle 0.25 from their lines */
#define PIECES_PER_SECOND 20.0f
#define SETTLES_AFTER 0.4f /* [seconds] */
#define LETS_GO 4.0f       /* times as fast as it settled */
#define FORGETS 0.3f       /* the same, before it has settled */

/* Creation. */

static float or_default(float value, float replacement) {
    return value == 0.0f ? replacement : value;
}

static wend_status check_desc(const wend_crowd_desc *desc) {
    if (desc->capacity < 1 || desc->capacity > MAX_AGENTS) return WEND_ERROR_SIZE;
    bool is_good = desc->radius >= 0.0f && desc->radius <= 0.5f && desc->speed >= 0.0f && desc->speed <= MAX_SPEED &&
                   desc->arrival_radius >= 0.0f && desc->arrival_radius <= MAX_ARRIVAL_RADIUS;
    return is_good ? WEND_OK : WEND_ERROR_ARGUMENT;
}

static void *by_agent(const wend_crowd *crowd, size_t size) {
    return wend__allocate_zeroed(&crowd->allocator, crowd->capacity, size);
}

static wend_status allocate_arrays(wend_crowd *crowd) {
    crowd->world = by_agent(crowd, 2 * sizeof *crowd->world);
    crowd->at = by_agent(crowd, 2 * sizeof *crowd->at);
    crowd->moved = by_agent(crowd, 2 * sizeof *crowd->moved);
    crowd->desires = by_agent(crowd, 2 * sizeof *crowd->desires);
    crowd->pushes = by_agent(crowd, 2 * sizeof *crowd->pushes);
    crowd->held_up = by_agent(crowd, sizeof *crowd->held_up);
    crowd->nearest = by_agent(crowd, sizeof *crowd->nearest);
    crowd->cells = by_agent(crowd, sizeof *crowd->cells);
    crowd->values = by_agent(crowd, sizeof *crowd->values);
    crowd->ways = by_agent(crowd, sizeof *crowd->ways);
    crowd->arrived = by_agent(crowd, sizeof *crowd->arrived);
    crowd->supported = by_agent(crowd, sizeof *crowd->supported);
    bool is_good = crowd->world && crowd->at && crowd->moved && crowd->desires && crowd->pushes && crowd->held_up &&
                   crowd->nearest && crowd->cells && crowd->values && crowd->ways && crowd->arrived && crowd->supported;
    if (!is_good) return WEND_ERROR_NO_MEMORY;
    return wend__neighbours_create(&crowd->neighbours, crowd->capacity, crowd->shape, wend__avoid_reach(crowd->radius),
                                   &crowd->allocator);
}

static void crowd_free(wend_crowd *crowd) {
    wend_allocator allocator = crowd->allocator;
    size_t count = crowd->capacity;
    wend__release(&allocator, crowd->world, count, 2 * sizeof *crowd->world);
    wend__release(&allocator, crowd->at, count, 2 * sizeof *crowd->at);
    wend__release(&allocator, crowd->moved, count, 2 * sizeof *crowd->moved);
    wend__release(&allocator, crowd->desires, count, 2 * sizeof *crowd->desires);
    wend__release(&allocator, crowd->pushes, count, 2 * sizeof *crowd->pushes);
    wend__release(&allocator, crowd->held_up, count, sizeof *crowd->held_up);
    wend__release(&allocator, crowd->nearest, count, sizeof *crowd->nearest);
    wend__release(&allocator, crowd->cells, count, sizeof *crowd->cells);
    wend__release(&allocator, crowd->values, count, sizeof *crowd->values);
    wend__release(&allocator, crowd->ways, count, sizeof *crowd->ways);
    wend__release(&allocator, crowd->arrived, count, sizeof *crowd->arrived);
    wend__release(&allocator, crowd->supported, count, sizeof *crowd->supported);
    wend__neighbours_destroy(&crowd->neighbours, &allocator);
    wend__release(&allocator, crowd, 1, sizeof *crowd);
}

static float gap_of(const wend_crowd *crowd) {
    float gap = crowd->radius > LEAST_GAP ? crowd->radius : LEAST_GAP;
    bool is_too_wide = crowd->shape.lattice == WEND_HEX && gap > GREATEST_HEX_GAP;
    return is_too_wide ? GREATEST_HEX_GAP : gap;
}

wend_status wend_crowd_create(wend_field *field, const wend_crowd_desc *desc, wend_crowd **out) {
    if (!field || !desc || !out) return WEND_ERROR_ARGUMENT;
    wend_status status = check_desc(desc);
    if (status != WEND_OK) return status;
    const wend_mover *mover = wend_field_mover(field);
    wend_allocator allocator = mover->map->allocator;
    wend_crowd *crowd = wend__allocate_zeroed(&allocator, 1, sizeof *crowd);
    if (!crowd) return WEND_ERROR_NO_MEMORY;
    crowd->allocator = allocator;
    crowd->mover = mover;
    crowd->shape = mover->shape;
    crowd->capacity = desc->capacity;
    crowd->radius = or_default(desc->radius, 0.3f);
    crowd->speed = or_default(desc->speed, 4.0f);
    crowd->arrival_radius = or_default(desc->arrival_radius, 1.0f);
    crowd->gap = gap_of(crowd);
    if (allocate_arrays(crowd) != WEND_OK) {
        crowd_free(crowd);
        return WEND_ERROR_NO_MEMORY;
    }
    crowd->outline = wend__crowd_outline(crowd->shape.lattice);
    wend__crowd_arrows(crowd);
    crowd->field = wend__field_take(field);
    *out = crowd;
    return WEND_OK;
}

void wend_crowd_destroy(wend_crowd *crowd) {
    if (!crowd) return;
    wend_field *field = crowd->field;
    crowd_free(crowd);
    wend_field_destroy(field);
}

/* Agents. */

wend_status wend_crowd_add(wend_crowd *crowd, float world_x, float world_y, uint32_t *agent) {
    if (!crowd) return WEND_ERROR_ARGUMENT;
    const wend_map *map = crowd->mover->map;
    float x = wend__to_cells_x(map, world_x), y = wend__to_cells_y(map, world_y);
    wend_cell cell;
    if (!wend__pick(crowd->shape, x, y, &cell)) return WEND_ERROR_ARGUMENT;
    if (crowd->count == crowd->capacity) return WEND_ERROR_CAPACITY;
    uint32_t index = crowd->count++;
    size_t pair = 2 * (size_t)index;
    crowd->world[pair] = world_x;
    crowd->world[pair + 1] = world_y;
    crowd->at[pair] = x;
    crowd->at[pair + 1] = y;
    crowd->cells[index] = wend__index(crowd->shape, cell.x, cell.y);
    crowd->held_up[index] = 0.0f;
    crowd->nearest[index] = WEND_UNREACHABLE;
    crowd->arrived[index] = WEND__ON_ITS_WAY;
    if (agent) *agent = index;
    return WEND_OK;
}

void wend_crowd_clear(wend_crowd *crowd) {
    if (!crowd) return;
    crowd->count = 0;
    crowd->pieces = 0; /* who comes next moves as in a new crowd */
}

/* A step. */

/* At a goal, whatever its offset, or near enough to one. */
static bool is_within(const wend_crowd *crowd, uint32_t agent) {
    uint32_t cell = crowd->cells[agent];
    if (!wend__crowd_stands_free(crowd, agent)) return false;
    if (wend__field_distance_at(crowd->field, cell) <= crowd->arrival_radius) return true;
    return !wend__field_directions_at(crowd->field, cell) && wend__field_place_at(crowd->field, cell) == WEND_AT_GOAL;
}

/* Those who come no nearer for others that have arrived settle: they count as arrived, and stand. The support goes down
 * a total order (value, number), so a pile falls apart, from its foot, once its goal is gone. */
static uint8_t arrival_of(wend_crowd *crowd, uint32_t agent, float dt) {
    float *held_up = &crowd->held_up[agent];
    uint32_t value = wend__field_value_at(crowd->field, crowd->cells[agent]), *nearest = &crowd->nearest[agent];
    if (is_within(crowd, agent)) {
        *held_up = 0.0f;
        return WEND__ARRIVED;
    }
    bool has_settled = crowd->arrived[agent] == WEND__SETTLED;
    if (!crowd->supported[agent])
        *held_up -= (has_settled ? LETS_GO : FORGETS) * dt;
    else if (!has_settled)
        *held_up = value < *nearest ? 0.0f : *held_up + dt;
    if (*held_up <= 0.0f) {
        *held_up = 0.0f;
        *nearest = value;
        return WEND__ON_ITS_WAY;
    }
    return has_settled || *held_up >= SETTLES_AFTER ? WEND__SETTLED : WEND__ON_ITS_WAY;
}

typedef struct wend__arriving {
    wend_crowd *crowd;
    float dt;
} wend__arriving;

static void arrive_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend__arriving *arriving = context;
    wend_crowd *crowd = arriving->crowd;
    const wend_map *map = crowd->mover->map;
    for (uint32_t agent = begin; agent < end; agent++) {
        float *at = crowd->at + 2 * (size_t)agent, *world = crowd->world + 2 * (size_t)agent;
        const float *moved = crowd->moved + 2 * (size_t)agent;
        wend_cell cell;
        if (!wend__pick(crowd->shape, moved[0], moved[1], &cell)) continue;
        at[0] = moved[0];
        at[1] = moved[1];
        world[0] = moved[0] * map->cell_size + map->origin_x;
        world[1] = moved[1] * map->cell_size + map->origin_y;
        crowd->cells[agent] = wend__index(crowd->shape, cell.x, cell.y);
        crowd->arrived[agent] = arrival_of(crowd, agent, arriving->dt);
    }
}

static void step_piece(wend_crowd *crowd, float dt, const wend_tasks *tasks) {
    wend__neighbours_fill(&crowd->neighbours, crowd->at, crowd->count);
    wend__crowd_desire(crowd, tasks);
    wend__avoid avoid = {.neighbours = &crowd->neighbours,
                         .count = crowd->count,
                         .radius = crowd->radius,
                         .dt = dt,
                         .turn = crowd->pieces,
                         .values = crowd->values,
                         .arrived = crowd->arrived,
                         .desires = crowd->desires,
                         .pushes = crowd->pushes,
                         .supported = crowd->supported};
    wend__avoid_run(&avoid, tasks);
    wend__crowd_move(crowd, dt, tasks);
    wend__arriving arriving = {crowd, dt};
    wend__parallel_for(tasks, crowd->count, WEND__GRAIN, arrive_piece, &arriving);
    crowd->pieces++;
}

wend_status wend_crowd_step(wend_crowd *crowd, float dt, const wend_tasks *tasks) {
    bool is_good = crowd && dt >= 0.0f && dt <= 1.0f && wend__tasks_are_valid(tasks);
    if (!is_good) return WEND_ERROR_ARGUMENT;
    crowd->steps++;
    if (dt == 0.0f) return WEND_OK;
    float rate = crowd->speed / WEND__LONGEST_MOVE;
    if (rate < PIECES_PER_SECOND) rate = PIECES_PER_SECOND;
    uint32_t pieces = (uint32_t)floorf(dt * rate) + 1;
    for (uint32_t piece = 0; piece < pieces; piece++) step_piece(crowd, dt / (float)pieces, tasks);
    return WEND_OK;
}

/* Questions. */

uint32_t wend_crowd_count(const wend_crowd *crowd) {
    return crowd->count;
}

const float *wend_crowd_positions(const wend_crowd *crowd) {
    return crowd->world;
}

void wend_crowd_describe(const wend_crowd *crowd, wend_crowd_info *out) {
    *out = (wend_crowd_info){.agents = crowd->count, .steps = crowd->steps, .hash = WEND__HASH_START};
    for (uint32_t agent = 0; agent < crowd->count; agent++) {
        out->arrived += crowd->arrived[agent] != WEND__ON_ITS_WAY;
        out->in_wall += !wend__crowd_stands_free(crowd, agent);
        out->hash = wend__hash_float(out->hash, crowd->world[2 * (size_t)agent]);
        out->hash = wend__hash_float(out->hash, crowd->world[2 * (size_t)agent + 1]);
    }
}
