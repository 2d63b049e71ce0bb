/* SPDX-License-Identifier: MIT
 * Who has arrived, settled, or got stuck; and the end of a step.
 *
 * Computes: positions and velocities by slot from the lanes, statuses and events.
 * Invariant: reads of others only what they were before the step, and where they ended; writes its own agent. Sums over
 *            agents are whole numbers, whose order does not matter.
 * Cost: agents; who gets no nearer also looks at its neighbours.
 * Source: own.
 *
 *         . o o .        Whoever gets no nearer to the goal, and touches one ahead that has arrived or settled,
 *        o o G o o  <-   settles: it stands. But first the disc that reaches as far must be full: until then
 *         . o o .        it goes round those before it, all by the right, so that no arms grow.
 */
#include "crowd/crowd_step.h"

#include <math.h>
#include <string.h>

#define ROUND_AFTER 0.5f    /* [seconds] without getting nearer */
#define SETTLES_AFTER 1.0f  /* [seconds] the same */
#define STUCK_AFTER 6.0f    /* [seconds] without getting on */
#define SURE_AFTER 4.5f     /* [seconds] more */
#define FULL 0.78f          /* of the squares round agents: what a disc should hold before they settle */
#define PATIENCE 5.0f       /* times what a walk along its radius takes */
#define LEAST_PATIENCE 3.0f /* [seconds] */
#define GETS_ON 0.1f        /* of its top speed */
#define AHEAD 0.17f         /* cosine: whoever is 80 degrees aside is still ahead */
#define TOUCHES 1.15f       /* of the distance of touching */
#define IN_SIGHT 1e6f       /* the same: anybody it minds */
#define LETS_GO_AFTER 0.5f  /* [seconds] */
#define LEAST_RADIUS 2.0f   /* [cells] of what a field's agents fill */
#define AREA_UNIT 1024.0f

/* [seconds] how long one goes round those before it: as long as a crowd of this size needs for that. */
static float patience_of(const wend_crowd *crowd, const wend__led *led, uint32_t slot) {
    float radius = 0.5f * led->ring_width * (float)WEND__RINGS;
    return LEAST_PATIENCE + PATIENCE * radius / crowd->agents[slot].speed;
}

/* Is the disc that reaches as far less full than it should be? Once its patience is over, ever less is asked of it. */
static bool has_room_at(const wend_crowd *crowd, const wend__led *led, uint32_t slot, float distance) {
    float ring = distance / led->ring_width, patience = patience_of(crowd, led, slot);
    float held_up = crowd->agents[slot].held_up;
    float wanted = held_up < patience ? FULL : FULL * (2.0f - held_up / patience);
    return ring < (float)WEND__RINGS && led->fills[(uint32_t)ring] < wanted;
}

typedef struct wend__arriving {
    wend_crowd *crowd;
    _Atomic uint32_t left; /* agents that leave the map */
} wend__arriving;

/* What one agent is about to become. */
typedef struct wend__fate {
    uint32_t place, slot, cell, value;
    wend_cell at;
    const wend__led *led;
    float distance; /* what remains */
} wend__fate;

/* What it does with a neighbour ahead of it; true: no more need be looked at. */
typedef bool wend__ahead_fn(const wend_crowd *crowd, const wend__fate *fate, uint32_t place, uint32_t slot);

/* Asks about those ahead that it touches, or nearly: within so many times the distance of touching. */
static bool any_ahead(const wend_crowd *crowd, const wend__fate *fate, float reach, wend__ahead_fn *fn) {
    const wend__lanes *lanes = &crowd->lanes;
    const uint32_t *near = lanes->near + (size_t)(fate->place / WEND__BLOCK) * WEND__NEAR_ROWS * WEND__BLOCK;
    uint32_t lane = fate->place % WEND__BLOCK;
    float own_x, own_y;
    wend__heading_of(lanes, fate->place, &own_x, &own_y);
    for (uint32_t k = 0; k < near[lane]; k++) {
        uint32_t other = near[(1 + k) * WEND__BLOCK + lane], slot = crowd->binning.slots[other];
        float x = lanes->next[2 * (size_t)other] - lanes->next[2 * (size_t)fate->place];
        float y = lanes->next[2 * (size_t)other + 1] - lanes->next[2 * (size_t)fate->place + 1];
        float touch = (crowd->agents[slot].radius + crowd->agents[fate->slot].radius) * reach,
              ahead = x * own_x + y * own_y;
        bool is_ahead = x * x + y * y < touch * touch && ahead > 0.0f &&
                        ahead * ahead > AHEAD * AHEAD * 127.0f * 127.0f * (x * x + y * y);
        if (is_ahead && fn(crowd, fate, other, slot)) return true;
    }
    return false;
}

/* Those of the same field, who have come to where it wants to. */
static bool has_arrived(const wend_crowd *crowd, const wend__fate *fate, uint32_t place, uint32_t slot) {
    return (crowd->lanes.ways[place] & WEND__HAS_ARRIVED) &&
           crowd->agents[slot].field == crowd->agents[fate->slot].field;
}

static bool is_anybody(const wend_crowd *crowd, const wend__fate *fate, uint32_t place, uint32_t slot) {
    (void)crowd;
    (void)fate;
    (void)place;
    (void)slot;
    return true;
}

static bool is_walking(const wend_crowd *crowd, const wend__fate *fate, uint32_t place, uint32_t slot) {
    (void)fate;
    (void)place;
    return crowd->agents[slot].order != WEND_ORDER_STOP && crowd->agents[slot].order != WEND_ORDER_HOLD;
}

/* Does it touch one ahead that has arrived? */
static bool is_supported(const wend_crowd *crowd, const wend__fate *fate) {
    return any_ahead(crowd, fate, TOUCHES, has_arrived);
}

/* Is anybody ahead who is on the way, too? Then it waits. */
static bool is_waiting(const wend_crowd *crowd, const wend__fate *fate) {
    return any_ahead(crowd, fate, IN_SIGHT, is_walking);
}

/* At a goal, whatever its offset, or near enough to one. */
static bool is_within(const wend_crowd *crowd, const wend__fate *fate) {
    bool leaves = crowd->agents[fate->slot].order == WEND_ORDER_LEAVE;
    if (!leaves && fate->distance <= crowd->arrival_radius) return true;
    return !wend__field_directions_at(fate->led->field, fate->cell) &&
           wend__field_place_at(fate->led->field, fate->cell) == WEND_AT_GOAL;
}

/* Has it got nearer? How long has it not? Near its goal going round it is not getting on. */
static void note_progress(wend_crowd *crowd, const wend__fate *fate) {
    wend__agent *agent = &crowd->agents[fate->slot];
    uint32_t quarter = WEND_RAW_PER_COST / 4 * fate->led->mover->unit_cost;
    bool is_nearer = fate->value < agent->nearest && agent->nearest - fate->value >= quarter;
    bool is_far = fate->distance >= fate->led->ring_width * (float)WEND__RINGS;
    bool gets_on = (is_far || agent->order == WEND_ORDER_LEAVE) && agent->progress > GETS_ON * agent->speed;
    if (is_nearer || gets_on || fate->led->has_new_goals) {
        agent->held_up = 0.0f;
        agent->nearest = fate->value;
        agent->goes_round = false;
    } else {
        agent->held_up += crowd->lanes.dt;
    }
}

/* Of one that has not got on for a while, far from its goal. Once a second it is asked whether it waits for others;
 * it is stuck once it was found not to for some seconds on end. */
static wend_agent_status jam_status(const wend_crowd *crowd, const wend__fate *fate) {
    float *held_up = &crowd->agents[fate->slot].held_up;
    if (*held_up <= STUCK_AFTER) return WEND_AGENT_WALKING;
    bool is_due = floorf(*held_up) != floorf(*held_up - crowd->lanes.dt);
    if (is_due && is_waiting(crowd, fate)) *held_up = STUCK_AFTER;
    return *held_up > STUCK_AFTER + SURE_AFTER ? WEND_AGENT_STUCK : WEND_AGENT_WALKING;
}

static wend_agent_status walking_status(wend_crowd *crowd, const wend__fate *fate) {
    wend__agent *agent = &crowd->agents[fate->slot];
    float heading_x, heading_y;
    note_progress(crowd, fate);
    wend__heading_of(&crowd->lanes, fate->place, &heading_x, &heading_y);
    bool leads_nowhere = heading_x == 0.0f && heading_y == 0.0f;
    if (fate->value == WEND_UNREACHABLE && leads_nowhere) return WEND_AGENT_LOST;
    if (agent->held_up < ROUND_AFTER) return WEND_AGENT_WALKING;
    bool leaves = agent->order == WEND_ORDER_LEAVE;
    bool is_far = leaves || fate->distance >= fate->led->ring_width * (float)WEND__RINGS;
    if (is_far) {
        /* Where walls are near, those who have settled reach far. */
        float patience = patience_of(crowd, fate->led, fate->slot);
        bool is_over = !leaves && agent->held_up > (patience < STUCK_AFTER ? patience : 0.9f * STUCK_AFTER);
        return is_over && is_supported(crowd, fate) ? WEND_AGENT_SETTLED : jam_status(crowd, fate);
    }
    bool has_room = has_room_at(crowd, fate->led, fate->slot, fate->distance);
    agent->goes_round = has_room && (agent->goes_round || any_ahead(crowd, fate, TOUCHES, is_anybody));
    if (has_room || agent->held_up < SETTLES_AFTER) return WEND_AGENT_WALKING;
    return is_supported(crowd, fate) ? WEND_AGENT_SETTLED : WEND_AGENT_WALKING;
}

/* It goes on once it has touched nobody for a while who keeps it there. How long it was held up before still counts: so
 * everybody comes to rest in the end. */
static wend_agent_status settled_status(wend_crowd *crowd, const wend__fate *fate) {
    wend__agent *agent = &crowd->agents[fate->slot];
    if (is_supported(crowd, fate))
        agent->alone = 0;
    else if (agent->alone < UINT8_MAX)
        agent->alone++;
    bool stays = agent->alone < UINT8_MAX && (float)agent->alone * crowd->lanes.dt < LETS_GO_AFTER;
    if (stays) return WEND_AGENT_SETTLED;
    agent->alone = 0;
    return WEND_AGENT_WALKING;
}

/* Of one that goes to a point. */
static wend_agent_status status_by_point(wend_crowd *crowd, const wend__fate *fate) {
    const wend__follower *point = &crowd->followers[fate->slot];
    float x = point->ahead - crowd->at[2 * (size_t)fate->slot],
          y = point->right - crowd->at[2 * (size_t)fate->slot + 1];
    float near = 0.5f * crowd->arrival_radius;
    if (x * x + y * y <= near * near) return WEND_AGENT_ARRIVED;
    bool gets_on = crowd->agents[fate->slot].progress > GETS_ON * crowd->agents[fate->slot].speed;
    crowd->agents[fate->slot].held_up = gets_on ? 0.0f : crowd->agents[fate->slot].held_up + crowd->lanes.dt;
    return jam_status(crowd, fate);
}

/* Of one that goes to its place beside its leader. */
static wend_agent_status status_by_leader(wend_crowd *crowd, const wend__fate *fate) {
    if (crowd->lanes.ways[fate->place] & WEND__IN_PLACE) return WEND_AGENT_ARRIVED;
    note_progress(crowd, fate);
    return jam_status(crowd, fate);
}

static wend_agent_status status_of(wend_crowd *crowd, const wend__fate *fate) {
    uint32_t slot = fate->slot;
    if (crowd->agents[slot].order == WEND_ORDER_STOP || crowd->agents[slot].order == WEND_ORDER_HOLD)
        return WEND_AGENT_STANDING;
    if (!fate->led->field) return WEND_AGENT_LOST;
    if (wend__is_blocked(fate->led->mover, fate->cell)) return WEND_AGENT_ESCAPING;
    if (crowd->agents[slot].order == WEND_ORDER_POINT) return status_by_point(crowd, fate);
    if (crowd->lanes.ways[fate->place] & WEND__FOLLOWS) return status_by_leader(crowd, fate);
    if (is_within(crowd, fate)) return WEND_AGENT_ARRIVED;
    bool stays = crowd->statuses[slot] == WEND_AGENT_SETTLED && !fate->led->has_new_goals;
    if (stays) return settled_status(crowd, fate);
    return walking_status(crowd, fate);
}

static uint8_t event_of(wend_agent_status before, wend_agent_status after) {
    if (before == after) return 0;
    switch (after) {
    case WEND_AGENT_ARRIVED: return before == WEND_AGENT_SETTLED ? 0 : WEND_EVENT_ARRIVED;
    case WEND_AGENT_SETTLED: return WEND_EVENT_SETTLED;
    case WEND_AGENT_STUCK: return WEND_EVENT_STUCK;
    case WEND_AGENT_ESCAPING: return WEND_EVENT_ESCAPING;
    default: return 0;
    }
}

/* Onto a link: from here on nearest is its target, and held_up how long it takes. */
static bool enter_link(wend_crowd *crowd, const wend__fate *fate) {
    uint32_t target;
    const wend__led *led = fate->led;
    if (wend__field_next_at(led->field, fate->cell, &target) != WEND_LINK) return false;
    float cost = fate->distance - wend__led_distance(led, wend__cell_of(crowd->shape, target));
    crowd->agents[fate->slot].nearest = target;
    crowd->agents[fate->slot].held_up = cost > 0.0f ? cost / crowd->agents[fate->slot].speed : 0.0f;
    return true;
}

/* Takes over where a lane ended; returns its cell. */
static wend_cell put_position(wend_crowd *crowd, uint32_t place, uint32_t slot) {
    const wend__lanes *lanes = &crowd->lanes;
    float *at = crowd->at + 2 * (size_t)slot, *world = crowd->world + 2 * (size_t)slot;
    float *velocity = crowd->velocities + 2 * (size_t)slot, cell_size = crowd->map->cell_size;
    float end_x = lanes->next[2 * (size_t)place], end_y = lanes->next[2 * (size_t)place + 1];
    float by_x = end_x - at[0], by_y = end_y - at[1], heading_x, heading_y;
    wend__heading_of(lanes, place, &heading_x, &heading_y);
    crowd->agents[slot].progress = (by_x * heading_x + by_y * heading_y) * (1.0f / 127.0f) * lanes->over_dt;
    crowd->agents[slot].jam = lanes->jams[place];
    at[0] = end_x;
    at[1] = end_y;
    float x = by_x * lanes->over_dt, y = by_y * lanes->over_dt, squared = x * x + y * y,
          most = crowd->agents[slot].speed;
    float scale = squared > most * most ? most / sqrtf(squared) * cell_size : cell_size;
    velocity[0] = x * scale;
    velocity[1] = y * scale;
    if (!crowd->is_in_cells && (by_x != 0.0f || by_y != 0.0f)) {
        world[0] = end_x * cell_size + crowd->map->origin_x;
        world[1] = end_y * cell_size + crowd->map->origin_y;
    }
    return wend__crowd_cell(crowd->shape, end_x, end_y);
}

/* What it covers, if it is near its goal. */
static void count_area(const wend_crowd *crowd, wend__led *led, const wend__fate *fate) {
    if (crowd->agents[fate->slot].order == WEND_ORDER_LEAVE) return; /* it makes room */
    float ring = fate->distance / led->ring_width, side = 2.0f * crowd->agents[fate->slot].radius;
    if (!(ring < (float)WEND__RINGS)) return;
    uint64_t area = (uint64_t)(side * side * AREA_UNIT);
    atomic_fetch_add_explicit(&led->rings[(uint32_t)ring], area, memory_order_relaxed);
}

/* Sums the rings up; the next ones reach twice as far as those in them fill. */
static void end_rings(wend__led *led) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < WEND__RINGS; i++) {
        float edge = led->ring_width * (float)(i + 1);
        sum += led->rings[i];
        led->fills[i] = (float)sum / (AREA_UNIT * 3.14159265f * edge * edge);
        led->rings[i] = 0;
    }
    float radius = sqrtf((float)sum * (1.0f / (AREA_UNIT * 3.14159265f)));
    led->ring_width = 2.0f * (radius > LEAST_RADIUS ? radius : LEAST_RADIUS) / (float)WEND__RINGS;
}

static void arrive_one(wend__arriving *arriving, uint32_t place) {
    wend_crowd *crowd = arriving->crowd;
    uint32_t slot = crowd->binning.slots[place];
    wend__led *led = &crowd->fields[crowd->agents[slot].field];
    wend__fate fate = {.place = place, .slot = slot, .led = led, .at = put_position(crowd, place, slot)};
    fate.cell = wend__index(crowd->shape, fate.at.x, fate.at.y);
    fate.value = led->field ? wend__led_value(led, fate.at) : WEND_UNREACHABLE;
    fate.distance = led->field ? wend__led_distance(led, fate.at) : INFINITY;
    wend_agent_status before = (wend_agent_status)crowd->statuses[slot], status = status_of(crowd, &fate);
    bool is_on_link = (crowd->lanes.ways[place] & WEND__WAY_MASK) == WEND__WAY_LINK && enter_link(crowd, &fate);
    if (is_on_link) status = WEND_AGENT_ON_LINK;
    crowd->events[slot] |= event_of(before, status);
    crowd->statuses[slot] = (uint8_t)status;
    if (status != WEND_AGENT_WALKING) crowd->agents[slot].goes_round = false;
    if (status == WEND_AGENT_ARRIVED && crowd->agents[slot].order == WEND_ORDER_LEAVE) {
        crowd->events[slot] |= WEND_EVENT_LEFT_MAP;
        atomic_fetch_add_explicit(&arriving->left, 1, memory_order_relaxed);
    }
    count_area(crowd, led, &fate);
}

static void arrive_places(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    for (uint32_t place = begin; place < end; place++) arrive_one(context, place);
}

void wend__crowd_arrive(wend_crowd *crowd, const wend_tasks *tasks) {
    wend__arriving arriving = {.crowd = crowd};
    uint32_t count = crowd->lanes.count;
    wend__parallel_for(tasks, count, wend__crowd_grain(count, tasks, 512), arrive_places, &arriving);
    for (uint32_t i = 0; i < crowd->field_count; i++)
        if (crowd->fields[i].field) end_rings(&crowd->fields[i]);
    if (!arriving.left) return;
    for (uint32_t slot = 0; slot < crowd->places; slot++)
        if (wend__crowd_is_alive(crowd, slot) && (crowd->events[slot] & WEND_EVENT_LEFT_MAP))
            wend__crowd_free_slot(crowd, slot);
}
