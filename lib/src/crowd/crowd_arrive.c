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

#define NEARER 0.25f       /* [steps] by so much one must have got nearer to be getting on; */
#define NEARER_IN 0.15f    /* [seconds] or by what it walks in so long, for the slow */
#define ROUND_AFTER 0.5f   /* [seconds] without getting nearer */
#define SETTLES_AFTER 1.0f /* [seconds] the same */
#define STUCK_AFTER 6.0f   /* [seconds] without getting on */
#define SURE_AFTER 4.5f    /* [seconds] more */
#define BEFORE_STUCK (0.9f * STUCK_AFTER)
#define FULL 0.78f          /* of the squares round agents: what a disc should hold before they settle */
#define PATIENCE 5.0f       /* times what a walk along its radius takes */
#define LEAST_PATIENCE 3.0f /* [seconds] */
#define AHEAD 0.17f         /* cosine: whoever is 80 degrees aside is still ahead */
#define TOUCHES 1.15f       /* of the distance of touching */
#define IN_SIGHT 1e6f       /* the same: anybody it minds */
#define LETS_GO_AFTER 0.5f  /* [seconds] */
#define LEAST_RADIUS 2.0f   /* [cells] of what a field's agents fill */
#define AREA_UNIT 1024.0f
#define DISCS_AT_ONCE 4u /* whose rings a worker keeps aside */

/* [seconds] how long one goes round those before it: as long as a crowd of this size needs for that. */
static float patience_of(const wend_crowd *crowd, const wend__led *disc, uint32_t slot) {
    float radius = 0.5f * disc->ring_width * (float)WEND__RINGS;
    return LEAST_PATIENCE + PATIENCE * radius / crowd->agents[slot].speed;
}

/* Of one that is not far. */
static uint32_t ring_of(const wend__led *disc, float distance) {
    uint32_t ring = (uint32_t)(distance / disc->ring_width);
    return ring < WEND__RINGS ? ring : WEND__RINGS - 1;
}

/* Is the disc that reaches as far less full than it should be? Once its patience is over, ever less is asked of it. */
static bool has_room_at(const wend_crowd *crowd, const wend__led *disc, uint32_t slot, float distance) {
    float patience = patience_of(crowd, disc, slot);
    float held_up = crowd->agents[slot].held_up;
    float wanted = held_up < patience ? FULL : FULL * (2.0f - held_up / patience);
    return disc->fills[ring_of(disc, distance)] < wanted;
}

typedef struct wend__arriving {
    wend_crowd *crowd;
    _Atomic uint32_t left; /* agents that leave the map */
} wend__arriving;

/* What one worker adds to the rings of a disc, kept aside: threads that add to the same numbers wait for each other. */
typedef struct wend__ring_sums {
    const wend__led *disc; /* NULL: nobody's */
    uint64_t rings[WEND__RINGS];
} wend__ring_sums;

/* What one agent is about to become. */
typedef struct wend__fate {
    uint32_t place, slot, cell, value;
    const wend__led *led, *disc;
    float distance; /* what remains */
    bool steps_on;  /* the field has a step for where it is */
    bool is_far;    /* farther than those reach who are on their way to the same goals */
} wend__fate;

/* What it does with a neighbour ahead of it; true: no more need be looked at. */
typedef bool wend__ahead_fn(const wend_crowd *crowd, const wend__fate *fate, uint32_t place, uint32_t slot);

/* Asks about those ahead that it touches, or nearly: within so many times the distance of touching. */
static bool any_ahead(const wend_crowd *crowd, const wend__fate *fate, float reach, wend__ahead_fn *fn) {
    const wend__lanes *lanes = &crowd->lanes;
    const uint32_t *near = wend__near_of(lanes, fate->place);
    const float *own = lanes->next + 2 * (size_t)fate->place;
    float radius = wend__lane_others(lanes, fate->place)[WEND__RADIUS], own_x, own_y;
    wend__heading_of(lanes, fate->place, &own_x, &own_y);
    for (uint32_t k = 0; k < (near[0] & 255); k++) {
        uint32_t place = near[(1 + k) * WEND__BLOCK];
        const float *other = lanes->next + 2 * (size_t)place;
        float x = other[0] - own[0], y = other[1] - own[1], squared = x * x + y * y;
        float touch = (wend__lane_others(lanes, place)[WEND__RADIUS] + radius) * reach, ahead = x * own_x + y * own_y;
        bool is_ahead =
            squared < touch * touch && ahead > 0.0f && ahead * ahead > AHEAD * AHEAD * 127.0f * 127.0f * squared;
        if (is_ahead && fn(crowd, fate, place, crowd->binning.slots[place])) return true;
    }
    return false;
}

/* Those of the same goals, who have come to where it wants to. */
static bool has_arrived(const wend_crowd *crowd, const wend__fate *fate, uint32_t place, uint32_t slot) {
    return (crowd->lanes.ways[place] & WEND__HAS_ARRIVED) &&
           crowd->fields[crowd->agents[slot].field].disc == fate->led->disc;
}

static bool is_anybody(const wend_crowd *crowd, const wend__fate *fate, uint32_t place, uint32_t slot) {
    (void)crowd;
    (void)fate;
    (void)place;
    (void)slot;
    return true;
}

static bool is_on_the_way(const wend_crowd *crowd, const wend__fate *fate, uint32_t place, uint32_t slot) {
    (void)fate;
    return !(crowd->lanes.ways[place] & (WEND__IS_STUCK | WEND__HAS_ARRIVED)) &&
           crowd->agents[slot].order != WEND_ORDER_STOP && crowd->agents[slot].order != WEND_ORDER_HOLD;
}

/* Does it touch one ahead that has arrived? */
static bool is_supported(const wend_crowd *crowd, const wend__fate *fate) {
    return any_ahead(crowd, fate, TOUCHES, has_arrived);
}

/* Is anybody ahead who is on the way, too, and not stuck itself? Then it waits. Whether that one moves is not asked. */
static bool is_waiting(const wend_crowd *crowd, const wend__fate *fate) {
    return any_ahead(crowd, fate, IN_SIGHT, is_on_the_way);
}

/* At a goal, whatever its offset, or near enough to one. */
static bool stands_at_goal(const wend_crowd *crowd, const wend__fate *fate) {
    bool leaves = crowd->agents[fate->slot].order == WEND_ORDER_LEAVE;
    if (!leaves && fate->distance <= crowd->arrival_radius) return true;
    return !fate->steps_on && !wend__field_directions_at(fate->led->field, fate->cell) &&
           wend__field_place_at(fate->led->field, fate->cell) == WEND_AT_GOAL;
}

/* How long it is held up, a piece of a step later: who shakes, less than half the time forwards, gets nowhere. Who gets on
 * is no longer stuck. */
static float held_up_after(const wend_crowd *crowd, uint32_t slot) {
    const wend__agent *agent = &crowd->agents[slot];
    float dt = crowd->lanes.dt;
    if (!wend__gets_on(agent)) return agent->held_up + dt;
    float before = crowd->statuses[slot] == WEND_AGENT_STUCK ? STUCK_AFTER : agent->held_up;
    return before > dt ? before - dt : 0.0f;
}

/* Does it only pass here? Near its goal, going round it is not getting on. */
static bool is_passing(const wend_crowd *crowd, const wend__fate *fate) {
    return crowd->agents[fate->slot].order == WEND_ORDER_LEAVE || fate->is_far;
}

/* Has it got nearer? How long has it not? */
WEND__INLINE void note_progress(wend_crowd *crowd, const wend__fate *fate) {
    wend__agent *agent = &crowd->agents[fate->slot];
    float nearer = agent->speed * NEARER_IN < NEARER ? agent->speed * NEARER_IN : NEARER;
    bool is_nearer =
        fate->value < agent->nearest && (float)(agent->nearest - fate->value) * fate->led->over_unit >= nearer;
    float after = is_passing(crowd, fate) ? held_up_after(crowd, fate->slot) : agent->held_up + crowd->lanes.dt;
    agent->held_up = is_nearer || fate->led->has_new_goals ? 0.0f : after;
    if (agent->held_up > 0.0f) return;
    agent->nearest = fate->value;
    agent->goes_round = false;
}

/* Whoever is held up is not asked each time, but once a second, for whom it touches or waits. */
static bool is_due(const wend_crowd *crowd, float held_up) {
    return floorf(held_up) != floorf(held_up - crowd->lanes.dt);
}

/* Of one that has not got on for a while, far from its goal. It is stuck once it was found not to wait for others for
 * some seconds on end. */
static wend_agent_status jam_status(const wend_crowd *crowd, const wend__fate *fate) {
    float *held_up = &crowd->agents[fate->slot].held_up;
    if (*held_up <= STUCK_AFTER) return WEND_AGENT_WALKING;
    if (is_due(crowd, *held_up) && is_waiting(crowd, fate)) *held_up = STUCK_AFTER;
    return *held_up > STUCK_AFTER + SURE_AFTER ? WEND_AGENT_STUCK : WEND_AGENT_WALKING;
}

/* Of one that has got no nearer for a while. */
WEND__SELDOM static wend_agent_status held_up_status(wend_crowd *crowd, const wend__fate *fate) {
    wend__agent *agent = &crowd->agents[fate->slot];
    if (is_passing(crowd, fate)) {
        bool leaves = agent->order == WEND_ORDER_LEAVE;
        /* Where walls are near, those who have settled reach far. */
        float patience = patience_of(crowd, fate->disc, fate->slot);
        bool is_over = !leaves && agent->held_up > (patience < BEFORE_STUCK ? patience : BEFORE_STUCK);
        return is_over && is_due(crowd, agent->held_up) && is_supported(crowd, fate) ? WEND_AGENT_SETTLED
                                                                                     : jam_status(crowd, fate);
    }
    bool has_room = has_room_at(crowd, fate->disc, fate->slot, fate->distance);
    agent->goes_round = has_room && (agent->goes_round || any_ahead(crowd, fate, TOUCHES, is_anybody));
    if (has_room || agent->held_up < SETTLES_AFTER) return WEND_AGENT_WALKING;
    return is_supported(crowd, fate) ? WEND_AGENT_SETTLED : WEND_AGENT_WALKING;
}

WEND__INLINE wend_agent_status walking_status(wend_crowd *crowd, const wend__fate *fate) {
    note_progress(crowd, fate);
    if (fate->value == WEND_UNREACHABLE) {
        float heading_x, heading_y;
        wend__heading_of(&crowd->lanes, fate->place, &heading_x, &heading_y);
        if (heading_x == 0.0f && heading_y == 0.0f) return WEND_AGENT_LOST;
    }
    float held_up = crowd->agents[fate->slot].held_up;
    return held_up > (is_passing(crowd, fate) ? LEAST_PATIENCE : ROUND_AFTER) ? held_up_status(crowd, fate)
                                                                              : WEND_AGENT_WALKING;
}

/* It goes on once it has touched nobody for a while who keeps it there. How long it was held up before still counts: so
 * everybody comes to rest in the end. */
static wend_agent_status settled_status(wend_crowd *crowd, const wend__fate *fate) {
    wend__agent *agent = &crowd->agents[fate->slot];
    if (is_supported(crowd, fate))
        agent->alone = 0;
    else if (agent->alone < UINT16_MAX)
        agent->alone++;
    bool stays = agent->alone < UINT16_MAX && (float)agent->alone * crowd->lanes.dt < LETS_GO_AFTER;
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
    wend__agent *agent = &crowd->agents[fate->slot];
    agent->held_up = held_up_after(crowd, fate->slot);
    return jam_status(crowd, fate);
}

/* Of one that goes to its place beside its leader. */
static wend_agent_status status_by_leader(wend_crowd *crowd, const wend__fate *fate) {
    if (crowd->lanes.ways[fate->place] & WEND__IN_PLACE) return WEND_AGENT_ARRIVED;
    note_progress(crowd, fate);
    return jam_status(crowd, fate);
}

/* Of one that is not simply on its way. */
WEND__SELDOM static wend_agent_status special_status(wend_crowd *crowd, const wend__fate *fate) {
    uint32_t slot = fate->slot;
    if (crowd->agents[slot].order == WEND_ORDER_STOP || crowd->agents[slot].order == WEND_ORDER_HOLD)
        return WEND_AGENT_STANDING;
    if (!fate->led->field) return WEND_AGENT_LOST;
    if (wend__is_blocked(fate->led->mover, fate->cell)) return WEND_AGENT_ESCAPING;
    if (crowd->agents[slot].order == WEND_ORDER_POINT) return status_by_point(crowd, fate);
    bool is_at_goal = stands_at_goal(crowd, fate), leaves = crowd->agents[slot].order == WEND_ORDER_LEAVE;
    bool follows = crowd->lanes.ways[fate->place] & WEND__FOLLOWS;
    if (follows && !(is_at_goal && leaves)) return status_by_leader(crowd, fate);
    if (is_at_goal) return WEND_AGENT_ARRIVED;
    bool stays = crowd->statuses[slot] == WEND_AGENT_SETTLED && !fate->led->has_new_goals;
    return stays ? settled_status(crowd, fate) : walking_status(crowd, fate);
}

static wend_agent_status status_of(wend_crowd *crowd, const wend__fate *fate) {
    uint32_t slot = fate->slot;
    /* Most are on their way, and their field leads on from where they are. */
    bool is_under_way = crowd->statuses[slot] == WEND_AGENT_WALKING && crowd->agents[slot].order == WEND_ORDER_GO &&
                        fate->steps_on && fate->distance > crowd->arrival_radius &&
                        !(crowd->lanes.ways[fate->place] & WEND__FOLLOWS);
    return is_under_way ? walking_status(crowd, fate) : special_status(crowd, fate);
}

static uint8_t event_of(wend_agent_status before, wend_agent_status after) {
    switch (after) {
    case WEND_AGENT_ARRIVED: return before == WEND_AGENT_SETTLED ? 0 : WEND_EVENT_ARRIVED;
    case WEND_AGENT_SETTLED: return WEND_EVENT_SETTLED;
    case WEND_AGENT_STUCK: return WEND_EVENT_STUCK;
    case WEND_AGENT_ESCAPING: return WEND_EVENT_ESCAPING;
    default: return 0;
    }
}

/* Onto a link: from here on nearest is its target, and held_up how long it takes. */
WEND__SELDOM static bool enter_link(wend_crowd *crowd, const wend__fate *fate) {
    uint32_t target;
    const wend__led *led = fate->led;
    if (wend__field_next_at(led->field, fate->cell, &target) != WEND_LINK) return false;
    float cost = fate->distance - wend__led_distance(led, wend__cell_of(crowd->shape, target));
    crowd->agents[fate->slot].nearest = target;
    float takes = cost > 0.0f ? cost / crowd->agents[fate->slot].speed : 0.0f;
    crowd->agents[fate->slot].held_up = takes < WEND__LONGEST_WAIT ? takes : WEND__LONGEST_WAIT;
    return true;
}

/* Takes over where a lane ended; returns its cell. */
static wend_cell put_position(const wend_crowd *crowd, uint32_t place, uint32_t slot) {
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
static void count_area(const wend_crowd *crowd, const wend__fate *fate, wend__ring_sums *sums) {
    const wend__agent *agent = &crowd->agents[fate->slot];
    if (agent->order == WEND_ORDER_LEAVE) return; /* it makes room */
    if (fate->is_far) return;
    uint32_t ring = ring_of(fate->disc, fate->distance);
    float side = 2.0f * agent->radius;
    uint64_t area = (uint64_t)(side * side * AREA_UNIT);
    wend__ring_sums *kept = &sums[fate->led->disc % DISCS_AT_ONCE];
    if (!kept->disc) kept->disc = fate->disc;
    if (kept->disc == fate->disc)
        kept->rings[ring] += area;
    else
        atomic_fetch_add_explicit(&crowd->fields[fate->led->disc].rings[ring], area, memory_order_relaxed);
}

static void add_sums(const wend_crowd *crowd, const wend__ring_sums *sums) {
    if (!sums->disc) return;
    wend__led *disc = &crowd->fields[sums->disc - crowd->fields];
    for (uint32_t i = 0; i < WEND__RINGS; i++)
        if (sums->rings[i]) atomic_fetch_add_explicit(&disc->rings[i], sums->rings[i], memory_order_relaxed);
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

/* What the field says of where it is. */
static void look_up(wend__fate *fate, wend_cell at) {
    const wend__led *led = fate->led;
    fate->value = WEND_UNREACHABLE;
    fate->distance = INFINITY;
    fate->steps_on = false;
    fate->is_far = true;
    if (!led->field) return;
    uint32_t where = wend__slot(&led->field->pages, at.x, at.y);
    fate->value = led->field->pages.values[where];
    if (fate->value == WEND_UNREACHABLE) return;
    fate->distance = (float)fate->value * led->over_unit;
    fate->is_far = fate->distance >= fate->disc->ring_width * (float)WEND__RINGS;
    fate->steps_on = led->field->pages.directions[where] && wend__is_free(led->mover, fate->cell);
}

static void arrive_one(wend__arriving *arriving, uint32_t place, wend__ring_sums *sums) {
    wend_crowd *crowd = arriving->crowd;
    uint32_t slot = crowd->binning.slots[place];
    const wend__led *led = &crowd->fields[crowd->agents[slot].field];
    wend__fate fate = {.place = place, .slot = slot, .led = led, .disc = &crowd->fields[led->disc]};
    wend_cell at = put_position(crowd, place, slot);
    fate.cell = wend__index(crowd->shape, at.x, at.y);
    look_up(&fate, at);
    wend_agent_status before = (wend_agent_status)crowd->statuses[slot], status = status_of(crowd, &fate);
    bool is_on_link = (crowd->lanes.ways[place] & WEND__WAY_MASK) == WEND__WAY_LINK && enter_link(crowd, &fate);
    if (is_on_link) status = WEND_AGENT_ON_LINK;
    if (status != before) {
        crowd->events[slot] |= event_of(before, status);
        crowd->statuses[slot] = (uint8_t)status;
    }
    if (status != WEND_AGENT_WALKING) crowd->agents[slot].goes_round = false;
    /* A follower that is in its place has arrived, too, but leaves only at a goal. */
    bool leaves = crowd->agents[slot].order == WEND_ORDER_LEAVE && status == WEND_AGENT_ARRIVED;
    if (leaves && stands_at_goal(crowd, &fate)) {
        crowd->events[slot] |= WEND_EVENT_LEFT_MAP;
        atomic_fetch_add_explicit(&arriving->left, 1, memory_order_relaxed);
    }
    count_area(crowd, &fate, sums);
}

static void arrive_places(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    wend__arriving *arriving = context;
    wend__ring_sums sums[DISCS_AT_ONCE] = {{0}};
    for (uint32_t place = begin; place < end; place++) {
        wend__crowd_fetch_ahead(arriving->crowd, place);
        arrive_one(arriving, place, sums);
    }
    for (uint32_t i = 0; i < DISCS_AT_ONCE; i++) add_sums(arriving->crowd, &sums[i]);
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
