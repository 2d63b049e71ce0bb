/* SPDX-License-Identifier: MIT
 * Which way each agent wants, and how fast.
 *
 * Computes: the lanes of a step: where agents are in the order of the bins, and the velocity each would take if it were
 *           alone: along a smooth sample of its field, to its place beside its leader, or none.
 * Invariant: nobody wants to be more than a fifth of its top speed faster than it last got on: so jams lose their
 *            pressure by themselves. Reads and writes its own agent alone, but for its leader's position.
 * Cost: a smooth sample an agent, taken for all of one field together.
 * Source: own.
 *
 *      ahead               leader at 0, 0, heading up; offset (-1, 1): one behind, one to the right
 *        ^   L
 *        |     f           f goes straight there while it sees the place, else it follows its field
 *        +---> right
 */
#include "crowd/crowd_move.h"
#include "crowd/crowd_step.h"
#include "field/sample.h"

#include <math.h>

#define AT_ONCE 64u             /* agents whose samples are taken together */
#define PRESSURE 0.2f           /* of the top speed, beyond what it got on */
#define SLOWEST_APPROACH 0.15f  /* of the top speed, within the arrival radius */
#define SLOWS_DOWN 3.0f         /* [1/seconds] on the last way to a point: speed by distance */
#define LINK_REACH 0.45f        /* [cells] so near to its centre a link begins */
#define IN_PLACE 0.5f           /* [cells] so near to its place a follower has arrived */
#define ROUND_SPEED 0.8f        /* of the top speed, at least */
#define ROUND_ALONG 0.34202014f /* 70 degrees to the right */
#define ROUND_ASIDE 0.93969262f
#define TURNS_BACK 0.3f /* of its top speed */
#define HELD 0.1f       /* the same: who is slower does not get on */
#define TURNS_IN 0.5f   /* [seconds] a formation turns most of the way its leader has turned */
#define SEES 256.0f     /* [cells] how far an agent looks for its place */

/* What an agent wants. */
typedef struct wend__desire {
    float x, y; /* a unit vector, or none */
    float speed;
    uint8_t way;
    uint8_t follows; /* WEND__FOLLOWS, WEND__IN_PLACE, or 0 */
} wend__desire;

typedef struct wend__chunk {
    uint32_t begin, count;
    wend_sample samples[AT_ONCE];
    uint64_t fields[4]; /* bit: somebody follows that number */
} wend__chunk;

static bool asks_field(const wend_crowd *crowd, uint32_t slot) {
    return crowd->agents[slot].order != WEND_ORDER_STOP && crowd->agents[slot].order != WEND_ORDER_HOLD;
}

/* Samples of those who follow one field. */
static void sample_field(const wend_crowd *crowd, wend__chunk *chunk, uint32_t number) {
    float at[2 * AT_ONCE], directions[2 * AT_ONCE];
    wend_status statuses[AT_ONCE];
    uint8_t lanes[AT_ONCE];
    const wend_field *field = crowd->fields[number].field;
    uint32_t count = 0;
    for (uint32_t i = 0; i < chunk->count; i++) {
        uint32_t place = chunk->begin + i, slot = crowd->binning.slots[place];
        if (crowd->agents[slot].field != number || !asks_field(crowd, slot)) continue;
        at[2 * count] = crowd->lanes.at[2 * (size_t)place];
        at[2 * count + 1] = crowd->lanes.at[2 * (size_t)place + 1];
        lanes[count++] = (uint8_t)i;
    }
    if (!field) {
        for (uint32_t i = 0; i < count; i++) chunk->samples[lanes[i]] = (wend_sample){.status = WEND_PENDING};
        return;
    }
    const wend_samples out = {.directions = directions, .statuses = statuses};
    wend__sample_cells(field, at, count, &out);
    for (uint32_t i = 0; i < count; i++)
        chunk->samples[lanes[i]] =
            (wend_sample){.x = directions[2 * i], .y = directions[2 * i + 1], .status = statuses[i]};
}

/* To what lies x, y away, ever slower. */
static wend__desire towards(float x, float y, float distance, float speed) {
    float most = SLOWS_DOWN * distance;
    if (distance < 1e-3f) return (wend__desire){.way = WEND__WAY_FREE};
    return (wend__desire){
        .x = x / distance, .y = y / distance, .speed = speed < most ? speed : most, .way = WEND__WAY_FREE};
}

/* To the centre of the cell; how far that is. */
static wend__desire to_centre(const wend_crowd *crowd, uint32_t place, float speed, float *distance) {
    float x, y, at_x = crowd->lanes.at[2 * (size_t)place], at_y = crowd->lanes.at[2 * (size_t)place + 1];
    wend_cell cell = wend__crowd_cell(crowd->shape, at_x, at_y);
    wend__centre(crowd->shape.lattice, cell.x, cell.y, &x, &y);
    x -= at_x;
    y -= at_y;
    *distance = sqrtf(x * x + y * y);
    return towards(x, y, *distance, speed);
}

/* Of an agent in a wall, or where its mover does not fit: exactly through the side its way out leads by. */
static wend__desire out_of_wall(const wend__led *led, uint32_t cell, float speed) {
    uint32_t directions = wend__field_directions_at(led->field, cell);
    wend__desire desire = {.speed = speed, .way = WEND__WAY_NONE};
    if (!directions || wend_field_status(led->field) != WEND_OK) return desire;
    int direction = wend__lowest_bit(directions);
    wend__unit_vector(led->mover->shape.lattice, direction, &desire.x, &desire.y);
    desire.way = (uint8_t)direction;
    return desire;
}

static uint8_t way_on(const wend_crowd *crowd, const wend__led *led, uint32_t cell) {
    if (led->mover->corner_rule == WEND_CORNER_NEVER) return WEND__WAY_FREE;
    uint32_t directions = wend__field_directions_at(led->field, cell);
    if (!directions) return WEND__WAY_FREE;
    int direction = wend__lowest_bit(directions);
    bool is_squeeze = wend__crowd_is_squeeze(led->mover, wend__cell_of(crowd->shape, cell), direction);
    return is_squeeze ? (uint8_t)direction : WEND__WAY_FREE;
}

/* Of the cells round one where the mover cannot stand: the one that least remains from; the cell itself if there is
 * none. */
static uint32_t cell_beside(const wend__led *led, uint32_t cell) {
    wend__shape shape = led->mover->shape;
    wend_cell at = wend__cell_of(shape, cell);
    uint32_t best = cell, least = WEND_UNREACHABLE;
    for (uint32_t rest = wend__on_map(shape, at); rest; rest &= rest - 1) {
        wend_cell there = wend__neighbour(shape.lattice, at, wend__lowest_bit(rest));
        uint32_t index = wend__index(shape, there.x, there.y);
        if (!wend__is_free(led->mover, index)) continue;
        uint32_t value = wend__field_value_at(led->field, index);
        if (value >= least) continue;
        least = value;
        best = index;
    }
    return best;
}

/* Where the arrow of its cell leads, or of one beside it where the mover cannot stand; false: nowhere. */
static bool find_arrow(const wend_crowd *crowd, uint32_t place, const wend__led *led, uint32_t cell, float *x,
                       float *y) {
    uint32_t from = wend__is_free(led->mover, cell) ? cell : cell_beside(led, cell);
    uint32_t set = wend__is_free(led->mover, from) ? wend__field_directions_at(led->field, from) : 0;
    if (!set) return false;
    wend__unit_vector(crowd->shape.lattice, wend__lowest_bit(set), x, y);
    if (from == cell) return true;
    float centre_x, centre_y;
    wend_cell there = wend__cell_of(crowd->shape, from);
    wend__centre(crowd->shape.lattice, there.x, there.y, &centre_x, &centre_y);
    *x += 0.5f * (centre_x - crowd->lanes.at[2 * (size_t)place]);
    *y += 0.5f * (centre_y - crowd->lanes.at[2 * (size_t)place + 1]);
    float length = sqrtf(*x * *x + *y * *y);
    if (length < 0.1f) return false;
    *x /= length;
    *y /= length;
    return true;
}

/* Does what it is told not get it on? A disc pressed against a wall is told to go off it, into those who press; one wider
 * than its mover may be told to go right through a corner; and between two ways that lead apart one could go to and fro.
 * Then it takes the arrow of its cell: the move sees to walls. */
static bool is_told_badly(const wend_crowd *crowd, uint32_t place, uint32_t slot, const wend__led *led, uint32_t cell,
                          float x, float y) {
    const float *others = wend__lane_others(&crowd->lanes, place);
    float back = x * others[WEND__VELOCITY_X] + y * others[WEND__VELOCITY_Y];
    if (back < -TURNS_BACK * crowd->agents[slot].speed || !wend__is_free(led->mover, cell)) return true;
    bool is_held = crowd->agents[slot].progress < HELD * crowd->agents[slot].speed;
    return is_held && led->mover->exits[cell] != WEND__SQUARE_8;
}

/* Slower than its top speed within the arrival radius. */
static float approach(const wend_crowd *crowd, uint32_t slot, const wend__led *led, wend_cell cell, float speed) {
    if (crowd->statuses[slot] != WEND_AGENT_ARRIVED || crowd->agents[slot].order == WEND_ORDER_LEAVE) return speed;
    float share = wend__led_distance(led, cell) / crowd->arrival_radius;
    share = share < SLOWEST_APPROACH ? SLOWEST_APPROACH : share;
    return share < 1.0f ? speed * share : speed;
}

static wend__desire by_field(const wend_crowd *crowd, uint32_t place, uint32_t slot, const wend_sample *sample,
                             float speed) {
    const wend__led *led = &crowd->fields[crowd->agents[slot].field];
    wend__desire nothing = {.way = WEND__WAY_FREE};
    if (!led->field) return (wend__desire){.way = WEND__WAY_NONE};
    const float *position = crowd->lanes.at + 2 * (size_t)place;
    wend_cell at = wend__crowd_cell(crowd->shape, position[0], position[1]);
    uint32_t cell = wend__index(crowd->shape, at.x, at.y);
    if (wend__is_blocked(led->mover, cell)) return out_of_wall(led, cell, speed);
    if (sample->status == WEND_AT_GOAL || sample->status == WEND_LINK) {
        float distance;
        wend__desire desire = to_centre(crowd, place, speed, &distance);
        if (sample->status == WEND_LINK && distance < LINK_REACH) desire.way = WEND__WAY_LINK;
        return desire;
    }
    float x = sample->x, y = sample->y;
    float arrow_x, arrow_y;
    if (is_told_badly(crowd, place, slot, led, cell, x, y) && find_arrow(crowd, place, led, cell, &arrow_x, &arrow_y)) {
        x = arrow_x;
        y = arrow_y;
    }
    if (x == 0.0f && y == 0.0f) return nothing;
    if (crowd->agents[slot].goes_round) {
        float before = x;
        x = x * ROUND_ALONG - y * ROUND_ASIDE;
        y = y * ROUND_ALONG + before * ROUND_ASIDE;
        float least = crowd->agents[slot].speed * ROUND_SPEED;
        speed = speed > least ? speed : least;
    }
    return (wend__desire){
        .x = x, .y = y, .speed = approach(crowd, slot, led, at, speed), .way = way_on(crowd, led, cell)};
}

/* Formations. */

/* Can it go straight from one point to another, from cell to cell? */
static bool sees(const wend_mover *mover, float x, float y, float to_x, float to_y) {
    wend_cell cell, there;
    if (!wend__pick(mover->shape, x, y, &cell) || !wend__pick(mover->shape, to_x, to_y, &there)) return false;
    float step_x = to_x - x, step_y = to_y - y, length = sqrtf(step_x * step_x + step_y * step_y);
    if (length > SEES) return false;
    int looks = (int)(length * 3.0f) + 1;
    for (int i = 1; i <= looks; i++) {
        float share = (float)i / (float)looks;
        if (!wend__pick(mover->shape, x + step_x * share, y + step_y * share, &there)) return false;
        if (there.x == cell.x && there.y == cell.y) continue;
        int direction = wend__crowd_direction_between(mover->shape.lattice, cell, there);
        if (direction == WEND_NO_DIRECTION) return false;
        if (!(wend__exits_of(mover, wend__index(mover->shape, cell.x, cell.y)) >> direction & 1)) return false;
        cell = there;
    }
    return true;
}

/* Where the leader heads; while it stands, where it headed last. */
static void turn_with_leader(const wend_crowd *crowd, wend__follower *follower) {
    const float *velocity = crowd->velocities + 2 * (size_t)follower->leader.index;
    float over = 1.0f / crowd->map->cell_size, x = velocity[0] * over, y = velocity[1] * over;
    float least = 0.1f * crowd->agents[follower->leader.index].speed, length = sqrtf(x * x + y * y);
    if (follower->heading_x == 0.0f && follower->heading_y == 0.0f) follower->heading_y = -1.0f;
    if (length <= least) return;
    float share = crowd->lanes.dt / (crowd->lanes.dt + TURNS_IN);
    x = follower->heading_x * (1.0f - share) + x / length * share;
    y = follower->heading_y * (1.0f - share) + y / length * share;
    length = sqrtf(x * x + y * y);
    if (length < 0.1f) return;
    follower->heading_x = x / length;
    follower->heading_y = y / length;
}

/* To its place, as fast as the leader goes and faster the farther that is. False: it cannot see it. */
static bool by_leader(const wend_crowd *crowd, uint32_t place, uint32_t slot, float speed, wend__desire *out) {
    wend__follower *follower = &crowd->followers[slot];
    const wend_mover *mover = crowd->fields[crowd->agents[slot].field].mover;
    if (!follower->leader.generation || !mover || !wend_crowd_has(crowd, follower->leader)) return false;
    turn_with_leader(crowd, follower);
    const float *leader = crowd->at + 2 * (size_t)follower->leader.index;
    float at_x = crowd->lanes.at[2 * (size_t)place], at_y = crowd->lanes.at[2 * (size_t)place + 1];
    float to_x = leader[0] + follower->heading_x * follower->ahead - follower->heading_y * follower->right;
    float to_y = leader[1] + follower->heading_y * follower->ahead + follower->heading_x * follower->right;
    if (!sees(mover, at_x, at_y, to_x, to_y)) return false;
    const float *velocity = crowd->velocities + 2 * (size_t)follower->leader.index;
    float over = 1.0f / crowd->map->cell_size;
    float x = velocity[0] * over + (to_x - at_x) * 2.0f, y = velocity[1] * over + (to_y - at_y) * 2.0f;
    float length = sqrtf(x * x + y * y);
    *out = (wend__desire){.speed = length < speed ? length : speed, .way = WEND__WAY_FREE, .follows = WEND__FOLLOWS};
    float away_x = to_x - at_x, away_y = to_y - at_y;
    if (away_x * away_x + away_y * away_y <= IN_PLACE * IN_PLACE) out->follows |= WEND__IN_PLACE;
    if (length > 1e-6f) {
        out->x = x / length;
        out->y = y / length;
    }
    return true;
}

/* Straight to its point. False: it cannot see that. */
static bool to_point(const wend_crowd *crowd, uint32_t place, uint32_t slot, float speed, wend__desire *out) {
    const wend_mover *mover = crowd->fields[crowd->agents[slot].field].mover;
    float at_x = crowd->lanes.at[2 * (size_t)place], at_y = crowd->lanes.at[2 * (size_t)place + 1];
    float to_x = crowd->followers[slot].ahead, to_y = crowd->followers[slot].right;
    if (!mover || !sees(mover, at_x, at_y, to_x, to_y)) return false;
    float x = to_x - at_x, y = to_y - at_y;
    *out = towards(x, y, sqrtf(x * x + y * y), speed);
    return true;
}

/* One agent. */

static wend__desire desire_of(const wend_crowd *crowd, uint32_t place, uint32_t slot, const wend_sample *sample) {
    float top = crowd->agents[slot].speed, progress = crowd->agents[slot].progress;
    float speed = progress > 0.0f ? progress + PRESSURE * top : PRESSURE * top;
    speed = speed < top ? speed : top;
    wend__desire desire;
    if (crowd->agents[slot].order == WEND_ORDER_HOLD) return (wend__desire){.way = WEND__WAY_NONE};
    if (crowd->agents[slot].order == WEND_ORDER_STOP) return (wend__desire){.way = WEND__WAY_FREE};
    if (crowd->agents[slot].order == WEND_ORDER_POINT && to_point(crowd, place, slot, speed, &desire)) return desire;
    if (crowd->followers && by_leader(crowd, place, slot, speed, &desire)) return desire;
    desire = by_field(crowd, place, slot, sample, speed);
    if (crowd->statuses[slot] == WEND_AGENT_SETTLED && desire.way >= WEND__WAY_FREE) desire.speed = 0.0f;
    return desire;
}

/* No change of velocity beyond what the acceleration allows. */
static void accelerate(const wend_crowd *crowd, uint32_t place, uint32_t slot) {
    const wend__lanes *lanes = &crowd->lanes;
    float most = crowd->agents[slot].acceleration * lanes->dt;
    if (most <= 0.0f) return;
    float x = lanes->wish_x[place] - wend__lane_others(lanes, place)[WEND__VELOCITY_X],
          y = lanes->wish_y[place] - wend__lane_others(lanes, place)[WEND__VELOCITY_Y];
    float length = sqrtf(x * x + y * y);
    if (length <= most) return;
    lanes->wish_x[place] = wend__lane_others(lanes, place)[WEND__VELOCITY_X] + x / length * most;
    lanes->wish_y[place] = wend__lane_others(lanes, place)[WEND__VELOCITY_Y] + y / length * most;
}

static void put_desire(const wend_crowd *crowd, uint32_t place, uint32_t slot, const wend__desire *desire) {
    const wend__lanes *lanes = &crowd->lanes;
    bool has_arrived = crowd->statuses[slot] == WEND_AGENT_ARRIVED || crowd->statuses[slot] == WEND_AGENT_SETTLED;
    lanes->wish_x[place] = desire->x * desire->speed;
    lanes->wish_y[place] = desire->y * desire->speed;
    uint32_t bound_for = crowd->agents[slot].order == WEND_ORDER_POINT ? WEND__OWN_WAY : crowd->agents[slot].field;
    wend__put_heading(lanes, place, (wend__heading){desire->x, desire->y, crowd->agents[slot].jam, (uint8_t)bound_for});
    uint8_t way = desire->way;
    if (way == WEND__WAY_FREE && wend__crowd_is_open(crowd, place, slot)) way = WEND__WAY_OPEN;
    way = (uint8_t)(way | desire->follows | (has_arrived ? WEND__HAS_ARRIVED : 0));
    if (crowd->statuses[slot] == WEND_AGENT_STUCK) way |= WEND__IS_STUCK;
    lanes->ways[place] = way;
    accelerate(crowd, place, slot);
}

static void fill_lane(const wend_crowd *crowd, uint32_t place, uint32_t slot) {
    const wend__lanes *lanes = &crowd->lanes;
    float over = 1.0f / crowd->map->cell_size, *others = wend__lane_others(lanes, place);
    lanes->at[2 * (size_t)place] = crowd->at[2 * (size_t)slot];
    lanes->at[2 * (size_t)place + 1] = crowd->at[2 * (size_t)slot + 1];
    others[WEND__VELOCITY_X] = crowd->velocities[2 * (size_t)slot] * over;
    others[WEND__VELOCITY_Y] = crowd->velocities[2 * (size_t)slot + 1] * over;
    others[WEND__RADIUS] = crowd->agents[slot].radius;
    lanes->limits[place] = crowd->agents[slot].speed;
    if (!lanes->is_uniform) lanes->masses[place] = wend__crowd_mass(crowd, slot);
}

static void desire_chunk(const wend_crowd *crowd, wend__chunk *chunk) {
    for (uint32_t i = 0; i < 4; i++) chunk->fields[i] = 0;
    for (uint32_t i = 0; i < chunk->count; i++) {
        uint32_t place = chunk->begin + i, slot = crowd->binning.slots[place];
        fill_lane(crowd, place, slot);
        if (asks_field(crowd, slot))
            chunk->fields[crowd->agents[slot].field / 64] |= (uint64_t)1 << crowd->agents[slot].field % 64;
    }
    for (uint32_t i = 0; i < 4; i++)
        for (uint64_t rest = chunk->fields[i]; rest; rest &= rest - 1)
            sample_field(crowd, chunk, 64 * i + (uint32_t)wend__lowest_bit_64(rest));
    for (uint32_t i = 0; i < chunk->count; i++) {
        uint32_t place = chunk->begin + i, slot = crowd->binning.slots[place];
        wend__desire desire = desire_of(crowd, place, slot, &chunk->samples[i]);
        put_desire(crowd, place, slot, &desire);
    }
}

static void desire_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend_crowd *crowd = context;
    wend__chunk chunk;
    for (chunk.begin = begin; chunk.begin < end; chunk.begin += chunk.count) {
        chunk.count = end - chunk.begin < AT_ONCE ? end - chunk.begin : AT_ONCE;
        desire_chunk(crowd, &chunk);
    }
}

/* Lanes beyond the last agent are computed, too: as nobody, who stands. */
static void fill_rest(const wend__lanes *lanes) {
    for (uint32_t place = lanes->count; place < lanes->blocks * WEND__BLOCK; place++) {
        memset(lanes->at + 2 * (size_t)place, 0, 2 * sizeof *lanes->at);
        memset(wend__lane_others(lanes, place), 0, WEND__OTHERS * sizeof *lanes->others);
        lanes->wish_x[place] = lanes->wish_y[place] = lanes->limits[place] = 0.0f;
        lanes->masses[place] = 1.0f;
        lanes->ways[place] = WEND__WAY_NONE;
        lanes->jams[place] = 0;
    }
}

void wend__crowd_desire(wend_crowd *crowd, const wend_tasks *tasks) {
    fill_rest(&crowd->lanes);
    uint32_t grain = wend__crowd_grain(crowd->lanes.count, tasks, 8 * AT_ONCE);
    wend__parallel_for(tasks, crowd->lanes.count, grain, desire_piece, crowd);
}
