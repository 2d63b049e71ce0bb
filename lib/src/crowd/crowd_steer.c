/* SPDX-License-Identifier: MIT
 * Which way an agent wants, and how fast.
 *
 * Computes: a desired velocity: the arrows of the cells round the agent, blended by how near their centres are.
 * Invariant: the blend never turns against the arrow of the agent's own cell, which leads to a cell of lower value; so
 *            there is no place where an agent stands for ever between two arrows.
 * Cost: constant per agent.
 *
 *      > > v      only cells that can be reached from the agent's own, and it from them, count: an arrow behind a wall
 *      > > v      never bends the way
 *      # # v
 */
#include "crowd/crowd.h"

#include <math.h>

#define LEAST_AGREEMENT 0.25f /* cosine between the blend and the arrow of the cell */
#define SLOWEST_APPROACH 0.15f

void wend__crowd_arrows(wend_crowd *crowd) {
    wend_lattice lattice = crowd->shape.lattice;
    crowd->arrows[0][0] = crowd->arrows[0][1] = 0.0f;
    for (uint32_t set = 1; set < 256; set++) {
        float sum_x = 0.0f, sum_y = 0.0f, x, y;
        for (uint32_t rest = set; rest; rest &= rest - 1) {
            wend__unit_vector(lattice, wend__lowest_bit(rest), &x, &y);
            sum_x += x;
            sum_y += y;
        }
        float length = sqrtf(sum_x * sum_x + sum_y * sum_y);
        wend__unit_vector(lattice, wend__lowest_bit(set), &x, &y);
        crowd->arrows[set][0] = length > 0.5f ? sum_x / length : x;
        crowd->arrows[set][1] = length > 0.5f ? sum_y / length : y;
    }
}

static const float *arrow_of(const wend_crowd *crowd, wend_cell cell) {
    return crowd->arrows[wend_field_directions(crowd->field, cell.x, cell.y)];
}

typedef struct wend__blend {
    const wend_crowd *crowd;
    wend_cell cell;
    uint32_t exits;
    float x, y;
} wend__blend;

/* Adds the arrow of a neighbour, if there is a way to it and back. */
static void blend_neighbour(wend__blend *blend, int direction, float weight) {
    const wend_crowd *crowd = blend->crowd;
    if (!(blend->exits >> direction & 1)) return;
    wend_cell there = wend__neighbour(crowd->shape.lattice, blend->cell, direction);
    uint32_t exits_there = crowd->mover->exits[wend__index(crowd->shape, there.x, there.y)];
    if (!(exits_there >> wend__opposite(direction) & 1)) return;
    const float *arrow = arrow_of(crowd, there);
    blend->x += arrow[0] * weight;
    blend->y += arrow[1] * weight;
}

/* Bilinear, between the four nearest centres. */
static void blend_square(wend__blend *blend, const float *own, float u, float v) {
    static const int8_t diagonals[2][2] = {{WEND_NORTH_WEST, WEND_NORTH_EAST}, {WEND_SOUTH_WEST, WEND_SOUTH_EAST}};
    int horizontal = u < 0.0f ? WEND_WEST : WEND_EAST, vertical = v < 0.0f ? WEND_NORTH : WEND_SOUTH;
    float across = u < 0.0f ? -u : u, down = v < 0.0f ? -v : v;
    float weight = (1.0f - across) * (1.0f - down);
    blend->x = own[0] * weight;
    blend->y = own[1] * weight;
    blend_neighbour(blend, horizontal, across * (1.0f - down));
    blend_neighbour(blend, vertical, (1.0f - across) * down);
    blend_neighbour(blend, diagonals[v >= 0.0f][u >= 0.0f], across * down);
}

/* Barycentric, in the triangle of the three nearest centres: (u, v) = a * first + b * second, unit vectors 60 degrees
 * apart. */
static void blend_hex(wend__blend *blend, const float *own, float u, float v) {
    const wend__outline *outline = &blend->crowd->outline;
    for (int i = 0; i < outline->count; i++) {
        int j = (i + 1) % outline->count;
        float along = u * outline->normal_x[i] + v * outline->normal_y[i];
        float along_next = u * outline->normal_x[j] + v * outline->normal_y[j];
        float a = (along - 0.5f * along_next) / 0.75f, b = (along_next - 0.5f * along) / 0.75f;
        if (a < 0.0f || b < 0.0f) continue;
        float weight = 1.0f - a - b;
        blend->x = own[0] * weight;
        blend->y = own[1] * weight;
        blend_neighbour(blend, outline->direction[i], a);
        blend_neighbour(blend, outline->direction[j], b);
        return;
    }
    blend->x = own[0];
    blend->y = own[1];
}

static void unit_direction(const wend_crowd *crowd, wend_cell cell, float u, float v, float *x, float *y) {
    const float *own = arrow_of(crowd, cell);
    wend__blend blend = {crowd, cell, crowd->mover->exits[wend__index(crowd->shape, cell.x, cell.y)], 0.0f, 0.0f};
    if (crowd->shape.lattice == WEND_HEX)
        blend_hex(&blend, own, u, v);
    else
        blend_square(&blend, own, u, v);
    float length = sqrtf(blend.x * blend.x + blend.y * blend.y);
    bool agrees = blend.x * own[0] + blend.y * own[1] > LEAST_AGREEMENT * length;
    *x = agrees ? blend.x / length : own[0];
    *y = agrees ? blend.y / length : own[1];
}

/* The share of the top speed: less and less within the arrival radius. */
static float approach(const wend_crowd *crowd, uint32_t agent, wend_cell cell) {
    if (crowd->arrived[agent] == WEND__SETTLED) return 0.0f;
    if (crowd->arrived[agent] == WEND__ON_ITS_WAY) return 1.0f;
    float share = wend_field_distance(crowd->field, cell.x, cell.y) / crowd->arrival_radius;
    if (share > 1.0f) return 1.0f;
    return share > SLOWEST_APPROACH ? share : SLOWEST_APPROACH;
}

/* At a goal: to its centre, slower and slower. */
static void desire_at_goal(wend_crowd *crowd, uint32_t agent, float u, float v) {
    float share = crowd->speed < 2.0f ? crowd->speed : 2.0f;
    crowd->desires[2 * (size_t)agent] = -u * share;
    crowd->desires[2 * (size_t)agent + 1] = -v * share;
}

static uint8_t way_of(const wend_crowd *crowd, wend_cell cell, bool stands_free) {
    wend_cell next;
    wend_status place = wend_field_next(crowd->field, cell.x, cell.y, &next);
    if (place == WEND_LINK) return stands_free ? WEND__WAY_LINK : WEND__WAY_FREE;
    wend_direction direction = wend_field_direction(crowd->field, cell.x, cell.y);
    if (direction == WEND_NO_DIRECTION) return WEND__WAY_FREE;
    if (!stands_free) return (uint8_t)direction;
    return wend__crowd_is_squeeze(crowd->mover, cell, direction) ? (uint8_t)direction : WEND__WAY_FREE;
}

static void desire_one(wend_crowd *crowd, uint32_t agent) {
    wend_cell cell = wend__cell_of(crowd->shape, crowd->cells[agent]);
    float *desire = crowd->desires + 2 * (size_t)agent;
    float centre_x, centre_y;
    wend__centre(crowd->shape.lattice, cell.x, cell.y, &centre_x, &centre_y);
    float u = crowd->at[2 * (size_t)agent] - centre_x, v = crowd->at[2 * (size_t)agent + 1] - centre_y;
    bool stands_free = wend__crowd_stands_free(crowd, agent);
    crowd->ways[agent] = way_of(crowd, cell, stands_free);
    crowd->values[agent] = wend_field_value(crowd->field, cell.x, cell.y);
    desire[0] = desire[1] = 0.0f;
    if (stands_free && wend_field_place(crowd->field, cell.x, cell.y) == WEND_AT_GOAL) {
        desire_at_goal(crowd, agent, u, v);
    } else if (stands_free) {
        float speed = crowd->speed * approach(crowd, agent, cell), x, y;
        unit_direction(crowd, cell, u, v, &x, &y);
        desire[0] = x * speed;
        desire[1] = y * speed;
    }
}

static void desire_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    wend_crowd *crowd = context;
    for (uint32_t agent = begin; agent < end; agent++) desire_one(crowd, agent);
}

void wend__crowd_desire(wend_crowd *crowd, const wend_tasks *tasks) {
    wend__parallel_for(tasks, crowd->count, WEND__GRAIN, desire_piece, crowd);
}
