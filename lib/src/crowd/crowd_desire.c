/* SPDX-License-Identifier: MIT
 * Which way each agent wants, and how fast.
 *
 * Computes: the lanes of a step: where agents are in the order of the bins, and the velocity each would take if it were
 *           alone: along a smooth sample of its field, to its place beside its leader, or none.
 * Invariant: nobody wants to be much faster than it last got on, but who goes round those at its goal: so jams lose
 *            their pressure by themselves. Reads and writes its own agent alone, but for its leader's position.
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

#define AT_ONCE 256u            /* agents whose samples are taken together */
#define NO_FIELD 255u           /* stands where it is */
#define GAIN 1.35f              /* times what it got on, */
#define PRESSURE 0.17f          /* and so much of the top speed: faster nobody wants to be */
#define SLOWEST_APPROACH 0.15f  /* of the top speed, within the arrival radius */
#define SLOWS_DOWN 3.0f         /* [1/seconds] on the last way to a point: speed by distance */
#define LINK_REACH 0.45f        /* [cells] so near to its centre a link begins */
#define IN_PLACE 0.5f           /* [cells] so near to its place a follower has arrived */
#define ROUND_SPEED 0.8f        /* of the top speed, at least */
#define ROUND_ALONG 0.34202014f /* 70 degrees to the right */
#define ROUND_ASIDE 0.93969262f
#define TURNS_BACK 0.3f /* of its top speed */
#define TURNS_IN 0.5f   /* [seconds] a formation turns most of the way its leader has turned */
#define SEES 256.0f     /* [cells] how far an agent looks for its place */

/* An agent that is asked what it wants, and where it is. */
typedef struct wend__asked {
    uint32_t place, slot;
    const wend__led *led;
    float x, y;
    wend_cell at;
    uint32_t cell;
} wend__asked;

/* What it wants. */
typedef struct wend__desire {
    float x, y; /* a unit vector, or none */
    float speed;
    uint8_t way;
    uint8_t follows; /* WEND__FOLLOWS, WEND__IN_PLACE, or 0 */
} wend__desire;

/* Agents one after the other, sorted by the field they follow. */
typedef struct wend__chunk {
    uint32_t begin, count;
    uint8_t follows[AT_ONCE];    /* the number of the field, or NO_FIELD */
    uint8_t order[AT_ONCE];      /* who, by that */
    uint16_t ends[NO_FIELD + 1]; /* in the order, by number */
    uint64_t numbers[4];         /* bit: somebody has that number */
} wend__chunk;

/* To what lies x, y away, ever slower. */
static wend__desire towards(float x, float y, float distance, float speed) {
    float most = SLOWS_DOWN * distance;
    if (distance < 1e-3f) return (wend__desire){.way = WEND__WAY_FREE};
    return (wend__desire){
        .x = x / distance, .y = y / distance, .speed = speed < most ? speed : most, .way = WEND__WAY_FREE};
}

/* To the centre of its cell; how far that is. */
WEND__SELDOM static wend__desire to_centre(const wend__asked *asked, float speed, float *distance) {
    float x, y;
    wend__centre(asked->led->mover->shape.lattice, asked->at.x, asked->at.y, &x, &y);
    x -= asked->x;
    y -= asked->y;
    *distance = sqrtf(x * x + y * y);
    return towards(x, y, *distance, speed);
}

/* Of an agent in a wall, or where its mover does not fit: exactly through the side its way out leads by. */
WEND__SELDOM static wend__desire out_of_wall(const wend__asked *asked, float speed) {
    const wend_field *field = asked->led->field;
    uint32_t directions = wend__field_directions_at(field, asked->cell);
    wend__desire desire = {.speed = speed, .way = WEND__WAY_NONE};
    if (!directions || wend_field_status(field) != WEND_OK) return desire;
    int direction = wend__lowest_bit(directions);
    wend__unit_vector(field->shape.lattice, direction, &desire.x, &desire.y);
    desire.way = (uint8_t)direction;
    return desire;
}

/* Is it about to pass a gap that is passed exactly in the middle? Of arrows that are equally good the one that it goes by. */
WEND__SELDOM static uint8_t way_on(const wend__asked *asked, float x, float y) {
    float most = -1.0f;
    int direction = WEND_NO_DIRECTION;
    for (uint32_t rest = wend__field_directions_at(asked->led->field, asked->cell); rest; rest &= rest - 1) {
        float arrow_x, arrow_y;
        wend__unit_vector(asked->led->mover->shape.lattice, wend__lowest_bit(rest), &arrow_x, &arrow_y);
        float along = arrow_x * x + arrow_y * y;
        if (along <= most) continue;
        most = along;
        direction = wend__lowest_bit(rest);
    }
    if (direction == WEND_NO_DIRECTION) return WEND__WAY_FREE;
    bool is_squeeze = wend__crowd_is_squeeze(asked->led->mover, asked->at, direction);
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

/* Where the arrow of its cell leads, or of one beside it where the mover cannot stand, and a little to the middle of that
 * cell: so past corners. False: nowhere. */
WEND__SELDOM static bool find_arrow(const wend__asked *asked, float *x, float *y) {
    const wend__led *led = asked->led;
    wend__shape shape = led->mover->shape;
    bool is_free = wend__is_free(led->mover, asked->cell);
    uint32_t from = is_free ? asked->cell : cell_beside(led, asked->cell);
    uint32_t set = wend__is_free(led->mover, from) ? wend__field_directions_at(led->field, from) : 0;
    if (!set) return false;
    float centre_x, centre_y;
    wend_cell at = wend__cell_of(shape, from);
    wend__centre(shape.lattice, at.x, at.y, &centre_x, &centre_y);
    wend__unit_vector(shape.lattice, wend__lowest_bit(set), x, y);
    *x += 0.5f * (centre_x - asked->x);
    *y += 0.5f * (centre_y - asked->y);
    float length = sqrtf(*x * *x + *y * *y);
    if (length < 0.1f) return false;
    *x /= length;
    *y /= length;
    return true;
}

/* Does what it is told not get it on? A disc pressed against a wall is told to go off it, into those who press; one wider
 * than its mover may be told to go right through a corner; and between two ways that lead apart one could go to and fro.
 * Then it takes the arrow of its cell: the move sees to walls. */
static bool is_told_badly(const wend_crowd *crowd, const wend__asked *asked, float x, float y) {
    const wend__agent *agent = &crowd->agents[asked->slot];
    const float *others = wend__lane_others(&crowd->lanes, asked->place);
    float back = x * others[WEND__VELOCITY_X] + y * others[WEND__VELOCITY_Y];
    if (back < -TURNS_BACK * agent->speed || !wend__is_free(asked->led->mover, asked->cell)) return true;
    return !wend__gets_on(agent) && asked->led->mover->exits[asked->cell] != WEND__SQUARE_8;
}

/* Slower than its top speed within the arrival radius. */
static float approach(const wend_crowd *crowd, const wend__asked *asked, float speed) {
    bool is_there = crowd->statuses[asked->slot] == WEND_AGENT_ARRIVED;
    if (!is_there || crowd->agents[asked->slot].order == WEND_ORDER_LEAVE) return speed;
    float share = wend__led_distance(asked->led, asked->at) / crowd->arrival_radius;
    share = share < SLOWEST_APPROACH ? SLOWEST_APPROACH : share;
    return share < 1.0f ? speed * share : speed;
}

/* Round those before it, by the right. */
WEND__SELDOM static void go_round(const wend__agent *agent, wend__desire *desire) {
    float x = desire->x, y = desire->y, least = agent->speed * ROUND_SPEED;
    desire->x = x * ROUND_ALONG - y * ROUND_ASIDE;
    desire->y = y * ROUND_ALONG + x * ROUND_ASIDE;
    desire->speed = desire->speed > least ? desire->speed : least;
}

static void by_field(const wend_crowd *crowd, const wend__asked *asked, const float sample[2], wend_status sampled,
                     float speed, wend__desire *out) {
    const wend_mover *mover = asked->led->mover;
    if (wend__is_blocked(mover, asked->cell)) {
        *out = out_of_wall(asked, speed);
        return;
    }
    if (sampled == WEND_AT_GOAL || sampled == WEND_LINK) {
        float distance;
        *out = to_centre(asked, speed, &distance);
        if (sampled == WEND_LINK && distance < LINK_REACH) out->way = WEND__WAY_LINK;
        return;
    }
    out->x = sample[0];
    out->y = sample[1];
    out->speed = speed;
    out->way = WEND__WAY_FREE;
    float x, y;
    if (is_told_badly(crowd, asked, out->x, out->y) && find_arrow(asked, &x, &y)) {
        out->x = x;
        out->y = y;
    }
    if (out->x == 0.0f && out->y == 0.0f) return;
    if (crowd->agents[asked->slot].goes_round) go_round(&crowd->agents[asked->slot], out);
    out->speed = approach(crowd, asked, out->speed);
    if (mover->corner_rule != WEND_CORNER_NEVER) out->way = way_on(asked, out->x, out->y);
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
WEND__SELDOM static bool by_leader(const wend_crowd *crowd, const wend__asked *asked, float speed, wend__desire *out) {
    wend__follower *follower = &crowd->followers[asked->slot];
    const wend_mover *mover = asked->led->mover;
    if (!follower->leader.generation || !wend_crowd_has(crowd, follower->leader)) return false;
    turn_with_leader(crowd, follower);
    const float *leader = crowd->at + 2 * (size_t)follower->leader.index;
    float to_x = leader[0] + follower->heading_x * follower->ahead - follower->heading_y * follower->right;
    float to_y = leader[1] + follower->heading_y * follower->ahead + follower->heading_x * follower->right;
    if (!sees(mover, asked->x, asked->y, to_x, to_y)) return false;
    const float *velocity = crowd->velocities + 2 * (size_t)follower->leader.index;
    float over = 1.0f / crowd->map->cell_size, away_x = to_x - asked->x, away_y = to_y - asked->y;
    float x = velocity[0] * over + away_x * 2.0f, y = velocity[1] * over + away_y * 2.0f;
    float length = sqrtf(x * x + y * y);
    *out = (wend__desire){.speed = length < speed ? length : speed, .way = WEND__WAY_FREE, .follows = WEND__FOLLOWS};
    if (away_x * away_x + away_y * away_y <= IN_PLACE * IN_PLACE) out->follows |= WEND__IN_PLACE;
    if (length > 1e-6f) {
        out->x = x / length;
        out->y = y / length;
    }
    return true;
}

/* Straight to its point. False: it cannot see that. */
WEND__SELDOM static bool to_point(const wend_crowd *crowd, const wend__asked *asked, float speed, wend__desire *out) {
    float to_x = crowd->followers[asked->slot].ahead, to_y = crowd->followers[asked->slot].right;
    if (!sees(asked->led->mover, asked->x, asked->y, to_x, to_y)) return false;
    float x = to_x - asked->x, y = to_y - asked->y;
    *out = towards(x, y, sqrtf(x * x + y * y), speed);
    return true;
}

/* One agent. */

static void desire_of(const wend_crowd *crowd, const wend__asked *asked, const float sample[2], wend_status sampled,
                      wend__desire *out) {
    const wend__agent *agent = &crowd->agents[asked->slot];
    float top = agent->speed, progress = agent->progress > 0.0f ? agent->progress : 0.0f;
    float speed = progress * GAIN + PRESSURE * top;
    speed = speed < top ? speed : top;
    if (agent->order == WEND_ORDER_POINT && to_point(crowd, asked, speed, out)) return;
    if (crowd->followers && by_leader(crowd, asked, speed, out)) return;
    by_field(crowd, asked, sample, sampled, speed, out);
    if (crowd->statuses[asked->slot] == WEND_AGENT_SETTLED && out->way >= WEND__WAY_FREE) out->speed = 0.0f;
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

/* Is no wall so near that it could meet it in this piece of a step? */
static bool is_on_open_ground(const wend_crowd *crowd, const wend__asked *asked) {
    const wend_mover *mover = asked->led->mover;
    if (crowd->agents[asked->slot].radius > WEND__OPEN_RADIUS || !mover || mover->shape.lattice != WEND_SQUARE)
        return false;
    bool has_corners = mover->corner_rule != WEND_CORNER_NEVER && mover->has_walls;
    return !has_corners && wend__exits_of(mover, asked->cell) == WEND__SQUARE_8;
}

WEND__INLINE void put_desire(const wend_crowd *crowd, const wend__asked *asked, const wend__desire *desire) {
    const wend__lanes *lanes = &crowd->lanes;
    uint32_t place = asked->place, slot = asked->slot;
    wend_agent_status status = (wend_agent_status)crowd->statuses[slot];
    bool has_arrived = status == WEND_AGENT_ARRIVED || status == WEND_AGENT_SETTLED;
    lanes->wish_x[place] = desire->x * desire->speed;
    lanes->wish_y[place] = desire->y * desire->speed;
    uint32_t bound_for = crowd->agents[slot].order == WEND_ORDER_POINT ? WEND__OWN_WAY : crowd->agents[slot].field;
    wend__put_heading(lanes, place, (wend__heading){desire->x, desire->y, crowd->agents[slot].jam, (uint8_t)bound_for});
    bool is_open = desire->way == WEND__WAY_FREE && is_on_open_ground(crowd, asked);
    uint32_t way = is_open ? WEND__WAY_OPEN : desire->way;
    way |= desire->follows | (has_arrived ? WEND__HAS_ARRIVED : 0) | (status == WEND_AGENT_STUCK ? WEND__IS_STUCK : 0);
    lanes->ways[place] = (uint8_t)way;
    accelerate(crowd, place, slot);
}

static void fill_lane(const wend_crowd *crowd, uint32_t place, uint32_t slot, float over) {
    const wend__lanes *lanes = &crowd->lanes;
    float *others = wend__lane_others(lanes, place);
    lanes->at[2 * (size_t)place] = crowd->at[2 * (size_t)slot];
    lanes->at[2 * (size_t)place + 1] = crowd->at[2 * (size_t)slot + 1];
    others[WEND__VELOCITY_X] = crowd->velocities[2 * (size_t)slot] * over;
    others[WEND__VELOCITY_Y] = crowd->velocities[2 * (size_t)slot + 1] * over;
    others[WEND__RADIUS] = crowd->agents[slot].radius;
    lanes->limits[place] = crowd->agents[slot].speed;
    if (!lanes->is_uniform) lanes->masses[place] = wend__crowd_mass(crowd, slot);
}

/* Agents of a chunk. */

static void fill_lanes(const wend_crowd *crowd, wend__chunk *chunk) {
    float over = 1.0f / crowd->map->cell_size;
    for (uint32_t i = 0; i < chunk->count; i++) {
        uint32_t place = chunk->begin + i, slot = crowd->binning.slots[place];
        uint32_t order = crowd->agents[slot].order;
        wend__crowd_fetch_ahead(crowd, place);
        bool stands = order == WEND_ORDER_STOP || order == WEND_ORDER_HOLD;
        fill_lane(crowd, place, slot, over);
        chunk->follows[i] = stands ? NO_FIELD : crowd->agents[slot].field;
    }
}

/* By counting. */
static void sort_chunk(wend__chunk *chunk) {
    memset(chunk->ends, 0, sizeof chunk->ends);
    memset(chunk->numbers, 0, sizeof chunk->numbers);
    for (uint32_t i = 0; i < chunk->count; i++) {
        uint32_t number = chunk->follows[i];
        chunk->ends[number]++;
        chunk->numbers[number / 64] |= (uint64_t)1 << number % 64;
    }
    uint32_t sum = 0;
    for (uint32_t word = 0; word < 4; word++)
        for (uint64_t rest = chunk->numbers[word]; rest; rest &= rest - 1) {
            uint16_t *end = &chunk->ends[64 * word + (uint32_t)wend__lowest_bit_64(rest)];
            uint32_t count = *end;
            *end = (uint16_t)sum; /* the beginning, until all are counted in */
            sum += count;
        }
    for (uint32_t i = 0; i < chunk->count; i++) chunk->order[chunk->ends[chunk->follows[i]]++] = (uint8_t)i;
}

static void ask(const wend_crowd *crowd, const wend__led *led, uint32_t place, wend__asked *out) {
    const float *at = crowd->lanes.at + 2 * (size_t)place;
    out->place = place;
    out->slot = crowd->binning.slots[place];
    out->led = led;
    out->x = at[0];
    out->y = at[1];
    out->at = wend__crowd_cell(crowd->shape, at[0], at[1]);
    out->cell = wend__index(crowd->shape, out->at.x, out->at.y);
}

/* Those who stand where they are. */
static void desire_nothing(const wend_crowd *crowd, const wend__chunk *chunk, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        uint32_t place = chunk->begin + chunk->order[i];
        const wend__agent *agent = &crowd->agents[crowd->binning.slots[place]];
        wend__asked asked;
        ask(crowd, &crowd->fields[agent->field], place, &asked);
        bool holds = agent->order == WEND_ORDER_HOLD;
        put_desire(crowd, &asked, &(wend__desire){.way = holds ? WEND__WAY_NONE : WEND__WAY_FREE});
    }
}

static void desire_by(const wend_crowd *crowd, const wend__led *led, const wend__chunk *chunk, uint32_t begin,
                      uint32_t end) {
    float at[2 * AT_ONCE], directions[2 * AT_ONCE];
    wend_status statuses[AT_ONCE];
    for (uint32_t i = begin; i < end; i++)
        memcpy(at + 2 * (i - begin), crowd->lanes.at + 2 * (size_t)(chunk->begin + chunk->order[i]), 2 * sizeof *at);
    const wend_samples out = {.directions = directions, .statuses = statuses};
    if (led->field) wend__sample_cells(led->field, at, end - begin, &out);
    for (uint32_t i = begin; i < end; i++) {
        wend__asked asked;
        wend__desire desire = {.way = WEND__WAY_NONE};
        ask(crowd, led, chunk->begin + chunk->order[i], &asked);
        if (led->field) desire_of(crowd, &asked, directions + 2 * (i - begin), statuses[i - begin], &desire);
        put_desire(crowd, &asked, &desire);
    }
}

static void desire_chunk(const wend_crowd *crowd, wend__chunk *chunk) {
    uint32_t begin = 0;
    fill_lanes(crowd, chunk);
    sort_chunk(chunk);
    for (uint32_t word = 0; word < 4; word++)
        for (uint64_t rest = chunk->numbers[word]; rest; rest &= rest - 1) {
            uint32_t number = 64 * word + (uint32_t)wend__lowest_bit_64(rest), end = chunk->ends[number];
            if (number == NO_FIELD)
                desire_nothing(crowd, chunk, begin, end);
            else
                desire_by(crowd, &crowd->fields[number], chunk, begin, end);
            begin = end;
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
    uint32_t grain = wend__crowd_grain(crowd->lanes.count, tasks, 2 * AT_ONCE);
    wend__parallel_for(tasks, crowd->lanes.count, grain, desire_piece, crowd);
}
