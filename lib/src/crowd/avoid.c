/* SPDX-License-Identifier: MIT
 * Agents keep apart: overlaps are undone, and nobody presses on into whoever has right of way.
 *
 * Computes: per agent a push, half of what undoes each of its overlaps, and its desired velocity without the part that
 *           leads into a neighbour who is nearer to the goal.
 * Invariant: reads positions as they were before the step and writes only its own agent, so the result does not depend
 *            on the order of work (Jacobi). Right of way is a total order (value, number): somebody can always go on.
 * Cost: agents * those in nine bins, at most MOST_LOOKED_AT of a bin.
 * Source: M. Mueller, B. Heidelberger, M. Hennix, J. Ratcliff, Position based dynamics (2007), for the pushes.
 *
 *      ->(a)(b)     a wants east, b is in the way: a keeps the part of its wish along b's side
 *        <-+ +->    and both are pushed apart by half of the overlap
 */
#include "crowd/avoid.h"

#include <math.h>

#define GRAIN 512
#define MOST_LOOKED_AT 40u      /* of one bin */
#define UNDONE_PER_SECOND 30.0f /* of an overlap */
#define UNDONE_AT_MOST 0.6f
#define FULL_STOP 2.0f  /* [radius] nearer than this no wish leads into the other */
#define SIDESTEP 0.5f   /* of the speed that the way ahead takes away */
#define SLOW_DOWN 2.25f /* [radius] from here on it fades */

/* Sixteen directions for agents at the same point. */
static void direction_of_pair(uint32_t low, uint32_t high, float *x, float *y) {
    static const float cosines[16] = {1.0f,         0.92387953f,  0.70710677f, 0.38268343f,  0.0f,         -0.38268343f,
                                      -0.70710677f, -0.92387953f, -1.0f,       -0.92387953f, -0.70710677f, -0.38268343f,
                                      0.0f,         0.38268343f,  0.70710677f, 0.92387953f};
    uint32_t mixed = (low * 0x9E3779B1u) ^ (high * 0x85EBCA77u);
    mixed ^= mixed >> 15;
    *x = cosines[mixed & 15];
    *y = cosines[(mixed + 12) & 15];
}

/* What one agent gathers while it looks at its neighbours. */
typedef struct wend__gathered {
    float x, y; /* where it is */
    float wish_x, wish_y;
    float push_x, push_y;
    bool prefers_right;
    bool supported;
} wend__gathered;

static void give_way(wend__gathered *own, float to_x, float to_y, float distance, float radius, bool goes_round) {
    float along = own->wish_x * to_x + own->wish_y * to_y;
    if (along <= 0.0f || distance >= SLOW_DOWN * radius) return;
    float share = (SLOW_DOWN * radius - distance) / ((SLOW_DOWN - FULL_STOP) * radius);
    if (share > 1.0f) share = 1.0f;
    float lost = along * share;
    own->wish_x -= to_x * lost;
    own->wish_y -= to_y * lost;
    if (!goes_round) return;
    /* On the side where it was going anyway. */
    float beside = to_x * own->wish_y - to_y * own->wish_x;
    float aside = (beside > 0.0f || (beside == 0.0f && own->prefers_right) ? SIDESTEP : -SIDESTEP) * lost;
    own->wish_x -= to_y * aside;
    own->wish_y += to_x * aside;
}

static void meet(const wend__avoid *avoid, wend__gathered *own, uint32_t agent, uint32_t other, const float *at) {
    float radius = avoid->radius, reach = wend__avoid_reach(radius);
    float to_x = at[0] - own->x, to_y = at[1] - own->y;
    float squared = to_x * to_x + to_y * to_y;
    if (squared >= reach * reach || other == agent) return;
    float distance = sqrtf(squared);
    if (distance > 1e-4f) {
        to_x /= distance;
        to_y /= distance;
    } else {
        direction_of_pair(agent < other ? agent : other, agent < other ? other : agent, &to_x, &to_y);
        if (agent > other) to_x = -to_x, to_y = -to_y;
    }
    uint32_t value = avoid->values[agent], other_value = avoid->values[other];
    bool must_wait = other_value < value || (other_value == value && other < agent);
    if (must_wait) {
        /* Who has arrived is not gone round: the crowd comes to rest. */
        bool has_arrived = avoid->arrived[other] != 0;
        give_way(own, to_x, to_y, distance, radius, !has_arrived);
        own->supported = own->supported || has_arrived;
    }
    float overlap = 2.0f * radius - distance;
    if (overlap > 0.0f) {
        own->push_x -= to_x * overlap * 0.5f;
        own->push_y -= to_y * overlap * 0.5f;
    }
}

static void look_round(const wend__avoid *avoid, wend__gathered *own, uint32_t agent) {
    const wend__neighbours *neighbours = avoid->neighbours;
    for (int32_t turn = 0; turn < 9; turn++) {
        uint32_t bin = wend__neighbours_bin(neighbours, neighbours->bins[agent], turn);
        uint32_t begin = neighbours->starts[bin], count = neighbours->starts[bin + 1] - begin;
        uint32_t looks = count, place = 0;
        if (count > MOST_LOOKED_AT) {
            looks = MOST_LOOKED_AT;
            place = (uint32_t)((agent + avoid->turn * MOST_LOOKED_AT) % count);
        }
        for (; looks > 0; looks--) {
            meet(avoid, own, agent, neighbours->order[begin + place], neighbours->at + 2 * (size_t)(begin + place));
            place = place + 1 < count ? place + 1 : 0;
        }
    }
}

static void avoid_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    wend__avoid *avoid = context;
    float share = UNDONE_PER_SECOND * avoid->dt;
    if (share > UNDONE_AT_MOST) share = UNDONE_AT_MOST;
    for (uint32_t place = begin; place < end; place++) {
        uint32_t agent = avoid->neighbours->order[place];
        size_t pair = 2 * (size_t)agent;
        wend__gathered own = {.x = avoid->neighbours->at[2 * (size_t)place],
                              .y = avoid->neighbours->at[2 * (size_t)place + 1],
                              .wish_x = avoid->desires[pair],
                              .wish_y = avoid->desires[pair + 1],
                              .prefers_right = agent & 1};
        look_round(avoid, &own, agent);
        avoid->desires[pair] = own.wish_x;
        avoid->desires[pair + 1] = own.wish_y;
        avoid->pushes[pair] = own.push_x * share;
        avoid->pushes[pair + 1] = own.push_y * share;
        avoid->supported[agent] = own.supported;
    }
}

void wend__avoid_run(wend__avoid *avoid, const wend_tasks *tasks) {
    wend__parallel_for(tasks, avoid->count, GRAIN, avoid_piece, avoid);
}
