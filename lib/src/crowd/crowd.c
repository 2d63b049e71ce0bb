/* SPDX-License-Identifier: MIT
 * The crowd and its agents: creation, adding, removing, orders, questions. */
#include "crowd/crowd.h"

#include "base/hash.h"
#include "crowd/crowd_move.h"
#include "crowd/crowd_step.h"
#include "map/mover.h"

#include <math.h>
#include <string.h>

#define MAX_ARRIVAL_RADIUS 1024.0f
#define MAX_FIELDS WEND__OWN_WAY
#define FARTHEST 32768.0f /* [cells] of a place in a formation, and of a point: twice the greatest map */

/* Creation. */

static bool is_up_to(float value, float most) {
    return value >= 0.0f && value <= most;
}

/* 0, which means the default, or as wide as an agent may be. */
static bool is_radius(float value, float cell_size) {
    return value == 0.0f || (value / cell_size >= WEND__LEAST_RADIUS && value / cell_size <= WEND__MAX_RADIUS);
}

static wend_status check_desc(const wend_map *map, const wend_crowd_desc *desc) {
    if (desc->capacity < 1 || desc->capacity > WEND_MAX_CROWD || desc->fields > MAX_FIELDS) return WEND_ERROR_SIZE;
    bool is_good = map->cell_size >= WEND__LEAST_CELL && map->cell_size <= WEND__MAX_CELL &&
                   is_radius(desc->radius, map->cell_size) && is_up_to(desc->look / map->cell_size, WEND__MAX_RADIUS) &&
                   is_up_to(desc->arrival_radius, MAX_ARRIVAL_RADIUS) && is_up_to(desc->headway, WEND__MAX_HEADWAY);
    return is_good ? WEND_OK : WEND_ERROR_ARGUMENT;
}

/* What a crowd takes of memory: each array once, for creation, release and counting. */
typedef struct wend__array {
    void **memory;
    size_t count, size;
} wend__array;

enum { ARRAYS = 40 };

static int list_arrays(wend_crowd *crowd, wend__array arrays[ARRAYS]) {
    size_t count = crowd->capacity, padded = (count + 2 * WEND__BLOCK - 1) / WEND__BLOCK * WEND__BLOCK;
    wend__lanes *lanes = &crowd->lanes;
    int n = 0;
#define ADD(pointer, how_many) arrays[n++] = (wend__array){(void **)(void *)&(pointer), (how_many), sizeof *(pointer)}
    ADD(crowd->fields, crowd->field_count);
    ADD(crowd->at, 2 * count);
    if (!crowd->is_in_cells) ADD(crowd->world, 2 * count);
    ADD(crowd->velocities, 2 * count);
    ADD(crowd->agents, count);
    ADD(crowd->statuses, count);
    ADD(crowd->events, count);
    ADD(crowd->users, count);
    if (crowd->has_formations) ADD(crowd->followers, count);
    if (crowd->has_congestion) ADD(crowd->crowded, wend__cell_count(crowd->shape));
    if (crowd->has_congestion) ADD(crowd->costs, wend__cell_count(crowd->shape));
    ADD(crowd->binning.starts, (size_t)crowd->binning.capacity + 1);
    ADD(crowd->binning.slots, padded);
    ADD(crowd->binning.bins, count);
    ADD(lanes->at, 2 * padded);
    ADD(lanes->next, 2 * padded);
    ADD(lanes->others, WEND__OTHERS * padded);
    ADD(lanes->wish_x, padded);
    ADD(lanes->wish_y, padded);
    ADD(lanes->limits, padded);
    ADD(lanes->masses, padded);
    ADD(lanes->near, padded * WEND__NEAR_ROWS);
    ADD(lanes->ways, padded);
    ADD(lanes->jams, padded);
#undef ADD
    return n;
}

static bool allocate_arrays(wend_crowd *crowd) {
    wend__array arrays[ARRAYS];
    int count = list_arrays(crowd, arrays);
    for (int i = 0; i < count; i++) {
        *arrays[i].memory = wend__allocate_zeroed(&crowd->allocator, arrays[i].count, arrays[i].size);
        if (!*arrays[i].memory) return false;
    }
    if (crowd->is_in_cells) crowd->world = crowd->at;
    return true;
}

static void crowd_free(wend_crowd *crowd) {
    wend__array arrays[ARRAYS];
    int count = list_arrays(crowd, arrays);
    for (int i = 0; i < count; i++)
        wend__release(&crowd->allocator, *arrays[i].memory, arrays[i].count, arrays[i].size);
    wend_allocator allocator = crowd->allocator;
    wend__release(&allocator, crowd, 1, sizeof *crowd);
}

static void set_lengths(wend_crowd *crowd, const wend_crowd_desc *desc) {
    float cell_size = crowd->map->cell_size;
    crowd->radius = desc->radius > 0.0f ? desc->radius / cell_size : 0.3f;
    crowd->look = desc->look > 0.0f ? desc->look / cell_size : (desc->headway > 0.0f ? 4.0f : 1.5f) * crowd->radius;
    crowd->headway = desc->headway;
    crowd->arrival_radius = desc->arrival_radius > 0.0f ? desc->arrival_radius : 1.0f;
    crowd->is_in_cells = cell_size == 1.0f && crowd->map->origin_x == 0.0f && crowd->map->origin_y == 0.0f;
}

wend_status wend_crowd_create(wend_map *map, const wend_crowd_desc *desc, wend_crowd **out) {
    if (!map || !desc || !out) return WEND_ERROR_ARGUMENT;
    wend_backend backend;
    wend_status status = check_desc(map, desc);
    if (status == WEND_OK) status = wend__backend_choose(desc->backend, &backend);
    if (status != WEND_OK) return status;
    wend_crowd *crowd = wend__allocate_zeroed(&map->allocator, 1, sizeof *crowd);
    if (!crowd) return WEND_ERROR_NO_MEMORY;
    crowd->allocator = map->allocator;
    crowd->map = map;
    crowd->shape = map->shape;
    crowd->backend = backend;
    crowd->capacity = desc->capacity;
    crowd->field_count = desc->fields ? desc->fields : 16;
    crowd->free_slot = WEND__NO_BIN;
    set_lengths(crowd, desc);
    crowd->outline = wend__crowd_outline(crowd->shape.lattice);
    crowd->binning.capacity = 2 * crowd->capacity + 2 * WEND__LEAST_BINS;
    crowd->has_formations = desc->formations != 0;
    crowd->has_congestion = desc->congestion != 0;
    if (!allocate_arrays(crowd)) {
        crowd_free(crowd);
        return WEND_ERROR_NO_MEMORY;
    }
    for (uint32_t i = 0; i < crowd->field_count; i++) {
        crowd->fields[i].ring_width = WEND__FIRST_RING;
        crowd->fields[i].owes_goals = true;
    }
    wend__map_take(map);
    *out = crowd;
    return WEND_OK;
}

void wend_crowd_destroy(wend_crowd *crowd) {
    if (!crowd) return;
    wend_map *map = crowd->map;
    for (uint32_t i = 0; i < crowd->field_count; i++) wend_field_destroy(crowd->fields[i].field);
    crowd_free(crowd);
    wend_map_destroy(map);
}

wend_status wend_crowd_set_field(wend_crowd *crowd, uint32_t number, wend_field *field) {
    if (!crowd || number >= crowd->field_count) return WEND_ERROR_ARGUMENT;
    if (field && (field->mover->map != crowd->map || field->view.copies)) return WEND_ERROR_ARGUMENT;
    wend__led *led = &crowd->fields[number];
    wend_field *before = led->field;
    crowd->has_new_fields = true;
    led->field = field ? wend__field_take(field) : NULL;
    led->mover = field ? field->mover : NULL;
    if (field) {
        led->over_unit = 1.0f / (float)(WEND_RAW_PER_COST * field->mover->unit_cost);
    }
    if (field && field != before) {
        led->goals_seen = field->goals_set - led->owes_goals;
        led->owes_goals = true;
    }
    wend_field_destroy(before);
    return WEND_OK;
}

/* Agents. */

int32_t wend_crowd_has(const wend_crowd *crowd, wend_agent agent) {
    return crowd && agent.generation && agent.index < crowd->places &&
           crowd->agents[agent.index].generation == agent.generation && wend__crowd_is_alive(crowd, agent.index);
}

wend_agent wend_crowd_agent_at(const wend_crowd *crowd, uint32_t index) {
    bool is_there = crowd && index < crowd->places && wend__crowd_is_alive(crowd, index);
    return is_there ? (wend_agent){index, crowd->agents[index].generation} : (wend_agent){0, 0};
}

/* In cells: of a place beside a leader, ahead and to the right; or the point to go to. */
static wend__point offset_of(const wend_crowd *crowd, const wend_agent_desc *desc) {
    const wend_map *map = crowd->map;
    if (desc->order == WEND_ORDER_POINT)
        return (wend__point){wend__to_cells_x(map, desc->offset_x), wend__to_cells_y(map, desc->offset_y)};
    return (wend__point){desc->offset_x / map->cell_size, desc->offset_y / map->cell_size};
}

static wend_status check_agent(const wend_crowd *crowd, const wend_agent_desc *desc) {
    if (!desc || desc->field >= crowd->field_count || !crowd->fields[desc->field].field) return WEND_ERROR_ARGUMENT;
    float cell_size = crowd->map->cell_size;
    wend__point offset = offset_of(crowd, desc);
    bool is_good = is_radius(desc->radius, cell_size) && is_up_to(desc->speed / cell_size, WEND__MAX_SPEED) &&
                   is_up_to(desc->acceleration / cell_size, FLT_MAX) && desc->priority <= WEND__MAX_PRIORITY &&
                   (int)desc->order >= WEND_ORDER_GO && desc->order <= WEND_ORDER_POINT &&
                   is_up_to(fabsf(offset.x), FARTHEST) && is_up_to(fabsf(offset.y), FARTHEST);
    bool needs_formation = desc->leader.generation || desc->order == WEND_ORDER_POINT;
    bool is_possible = is_good && (!needs_formation || crowd->followers);
    return is_possible ? WEND_OK : WEND_ERROR_ARGUMENT;
}

static wend_status check_position(const wend_crowd *crowd, const wend_agent_desc *desc) {
    wend_cell cell;
    float x = wend__to_cells_x(crowd->map, desc->x), y = wend__to_cells_y(crowd->map, desc->y);
    if (isnan(x) || isnan(y)) return WEND_ERROR_ARGUMENT;
    return wend__pick(crowd->shape, x, y, &cell) ? WEND_OK : WEND_ERROR_OUTSIDE;
}

/* Where it is: what it was told is the truth in the world; in cells it is as near as floats come. */
static void put_at(wend_crowd *crowd, uint32_t slot, float x, float y) {
    crowd->world[2 * (size_t)slot] = x;
    crowd->world[2 * (size_t)slot + 1] = y;
    crowd->at[2 * (size_t)slot] = wend__to_cells_x(crowd->map, x);
    crowd->at[2 * (size_t)slot + 1] = wend__to_cells_y(crowd->map, y);
}

/* It has only just begun to go there. */
static void begin_anew(wend_crowd *crowd, uint32_t slot) {
    wend__agent *agent = &crowd->agents[slot];
    agent->held_up = 0.0f;
    agent->jam = 0;
    agent->goes_round = false;
    agent->alone = 0;
    agent->progress = agent->speed;
    agent->nearest = WEND_UNREACHABLE;
    crowd->statuses[slot] = WEND_AGENT_WALKING;
}

/* A length in cells: that which it has, where it is told what wend_crowd_get says of that: no rounding to and fro. */
static float in_cells(const wend_crowd *crowd, float has, float told) {
    float cell_size = crowd->map->cell_size;
    return told == has * cell_size ? has : told / cell_size;
}

static void tell_follower(wend_crowd *crowd, uint32_t slot, const wend_agent_desc *desc) {
    wend__follower *follower = &crowd->followers[slot];
    wend_agent before = follower->leader;
    bool is_same = before.index == desc->leader.index && before.generation == desc->leader.generation;
    if (!is_same) follower->heading_x = follower->heading_y = 0.0f;
    follower->leader = desc->leader;
    wend__point offset = offset_of(crowd, desc);
    bool is_point = desc->order == WEND_ORDER_POINT;
    follower->ahead = is_point ? offset.x : in_cells(crowd, follower->ahead, desc->offset_x);
    follower->right = is_point ? offset.y : in_cells(crowd, follower->right, desc->offset_y);
}

static void tell(wend_crowd *crowd, uint32_t slot, const wend_agent_desc *desc) {
    wend__agent *agent = &crowd->agents[slot];
    agent->radius = desc->radius > 0.0f ? in_cells(crowd, agent->radius, desc->radius) : 0.3f;
    agent->speed = desc->speed > 0.0f ? in_cells(crowd, agent->speed, desc->speed) : 4.0f;
    agent->acceleration = in_cells(crowd, agent->acceleration, desc->acceleration);
    agent->field = (uint8_t)desc->field;
    agent->priority = (uint8_t)desc->priority;
    agent->order = (uint8_t)desc->order;
    crowd->users[slot] = desc->user;
    if (crowd->followers) tell_follower(crowd, slot, desc);
}

/* A place in the arrays for a new agent, as if nobody had been there before; or WEND__NO_BIN. */
static uint32_t take_slot(wend_crowd *crowd) {
    uint32_t slot = crowd->free_slot;
    if (slot != WEND__NO_BIN)
        crowd->free_slot = crowd->agents[slot].nearest;
    else if (crowd->places < crowd->capacity)
        slot = crowd->places++;
    else
        return WEND__NO_BIN;
    if (crowd->places > crowd->used) crowd->used = crowd->places;
    uint32_t generation = crowd->agents[slot].generation + 1;
    crowd->agents[slot] = (wend__agent){.generation = generation ? generation : 1};
    if (crowd->followers) crowd->followers[slot] = (wend__follower){0};
    memset(crowd->velocities + 2 * (size_t)slot, 0, 2 * sizeof *crowd->velocities);
    crowd->events[slot] = 0;
    crowd->count++;
    return slot;
}

wend_status wend_crowd_add(wend_crowd *crowd, const wend_agent_desc *desc, wend_agent *out) {
    if (!crowd) return WEND_ERROR_ARGUMENT;
    wend_status status = check_agent(crowd, desc);
    if (status == WEND_OK) status = check_position(crowd, desc);
    if (status != WEND_OK) return status;
    uint32_t slot = take_slot(crowd);
    if (slot == WEND__NO_BIN) return WEND_ERROR_CAPACITY;
    put_at(crowd, slot, desc->x, desc->y);
    tell(crowd, slot, desc);
    begin_anew(crowd, slot);
    if (out) *out = (wend_agent){slot, crowd->agents[slot].generation};
    return WEND_OK;
}

void wend__crowd_free_slot(wend_crowd *crowd, uint32_t slot) {
    crowd->statuses[slot] = WEND_AGENT_NONE;
    memset(crowd->velocities + 2 * (size_t)slot, 0, 2 * sizeof *crowd->velocities);
    crowd->agents[slot].nearest = crowd->free_slot;
    crowd->free_slot = slot;
    crowd->count--;
}

wend_status wend_crowd_remove(wend_crowd *crowd, wend_agent agent) {
    if (!wend_crowd_has(crowd, agent)) return WEND_ERROR_ARGUMENT;
    crowd->events[agent.index] = 0;
    wend__crowd_free_slot(crowd, agent.index);
    return WEND_OK;
}

void wend_crowd_clear(wend_crowd *crowd) {
    if (!crowd) return;
    for (uint32_t slot = 0; slot < crowd->places; slot++) {
        crowd->statuses[slot] = WEND_AGENT_NONE;
        crowd->events[slot] = 0;
    }
    crowd->places = crowd->count = 0;
    crowd->free_slot = WEND__NO_BIN;
    for (uint32_t i = 0; i < crowd->field_count; i++) crowd->fields[i].ring_width = WEND__FIRST_RING;
}

wend_status wend_crowd_get(const wend_crowd *crowd, wend_agent agent, wend_agent_desc *out) {
    if (!wend_crowd_has(crowd, agent) || !out) return WEND_ERROR_ARGUMENT;
    uint32_t slot = agent.index;
    float cell_size = crowd->map->cell_size;
    *out = (wend_agent_desc){.x = crowd->world[2 * (size_t)slot],
                             .y = crowd->world[2 * (size_t)slot + 1],
                             .radius = crowd->agents[slot].radius * cell_size,
                             .speed = crowd->agents[slot].speed * cell_size,
                             .acceleration = crowd->agents[slot].acceleration * cell_size,
                             .field = crowd->agents[slot].field,
                             .priority = crowd->agents[slot].priority,
                             .order = (wend_order)crowd->agents[slot].order,
                             .user = crowd->users[slot]};
    if (crowd->followers) {
        out->leader = crowd->followers[slot].leader;
        out->offset_x = crowd->followers[slot].ahead * cell_size;
        out->offset_y = crowd->followers[slot].right * cell_size;
        if (out->order == WEND_ORDER_POINT) {
            out->offset_x += crowd->map->origin_x;
            out->offset_y += crowd->map->origin_y;
        }
    }
    return WEND_OK;
}

wend_status wend_crowd_set(wend_crowd *crowd, wend_agent agent, const wend_agent_desc *desc) {
    if (!wend_crowd_has(crowd, agent)) return WEND_ERROR_ARGUMENT;
    uint32_t slot = agent.index;
    wend_status status = check_agent(crowd, desc);
    if (status != WEND_OK) return status;
    bool is_its_own_leader = desc->leader.generation == agent.generation && desc->leader.index == slot;
    if (is_its_own_leader) return WEND_ERROR_ARGUMENT;
    bool has_moved = desc->x != crowd->world[2 * (size_t)slot] || desc->y != crowd->world[2 * (size_t)slot + 1];
    if (has_moved) status = check_position(crowd, desc);
    if (status != WEND_OK) return status;
    bool is_new = crowd->agents[slot].field != desc->field || crowd->agents[slot].order != desc->order;
    if (has_moved) put_at(crowd, slot, desc->x, desc->y);
    tell(crowd, slot, desc);
    /* Who is on a link goes on to its end. */
    if (has_moved || (is_new && crowd->statuses[slot] != WEND_AGENT_ON_LINK)) begin_anew(crowd, slot);
    return WEND_OK;
}

/* Questions. */

uint32_t wend_crowd_places(const wend_crowd *crowd) {
    return crowd->places;
}

uint32_t wend_crowd_count(const wend_crowd *crowd) {
    return crowd->count;
}

const float *wend_crowd_positions(const wend_crowd *crowd) {
    return crowd->world;
}

const float *wend_crowd_velocities(const wend_crowd *crowd) {
    return crowd->velocities;
}

const uint8_t *wend_crowd_statuses(const wend_crowd *crowd) {
    return crowd->statuses;
}

const uint8_t *wend_crowd_events(const wend_crowd *crowd) {
    return crowd->events;
}

uint32_t wend_crowd_next_event(const wend_crowd *crowd, uint32_t *index, wend_agent *agent) {
    if (!crowd || !index) return 0;
    for (; *index < crowd->places; ++*index) {
        uint32_t events = crowd->events[*index];
        if (!events) continue;
        if (agent) *agent = (wend_agent){*index, crowd->agents[*index].generation};
        ++*index;
        return events;
    }
    return 0;
}

static uint64_t hash_pair(uint64_t hash, const float *pair) {
    return wend__hash_float(wend__hash_float(hash, pair[0]), pair[1]);
}

static bool is_in_wall(const wend_crowd *crowd, uint32_t slot) {
    wend_cell cell;
    const wend_mover *mover = crowd->fields[crowd->agents[slot].field].mover;
    const float *at = crowd->at + 2 * (size_t)slot;
    bool is_on = wend__pick(crowd->shape, at[0], at[1], &cell);
    return mover && (!is_on || wend__is_blocked(mover, wend__index(crowd->shape, cell.x, cell.y)));
}

void wend_crowd_describe(const wend_crowd *crowd, wend_crowd_info *out) {
    *out = (wend_crowd_info){
        .agents = crowd->count, .steps = crowd->steps, .hash = WEND__HASH_START, .backend = crowd->backend};
    memcpy(out->nanoseconds, crowd->nanoseconds, sizeof out->nanoseconds);
    for (uint32_t slot = 0; slot < crowd->places; slot++) {
        if (!wend__crowd_is_alive(crowd, slot)) continue;
        wend_agent_status status = (wend_agent_status)crowd->statuses[slot];
        out->arrived += status == WEND_AGENT_ARRIVED || status == WEND_AGENT_SETTLED;
        out->stuck += status == WEND_AGENT_STUCK;
        out->in_wall += status != WEND_AGENT_ON_LINK && is_in_wall(crowd, slot);
        out->hash = wend__hash_u32(out->hash, slot);
        out->hash = hash_pair(out->hash, crowd->world + 2 * (size_t)slot);
        out->hash = hash_pair(out->hash, crowd->velocities + 2 * (size_t)slot);
    }
}
