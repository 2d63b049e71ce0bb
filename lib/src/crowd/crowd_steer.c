/* SPDX-License-Identifier: MIT
 * Which way an agent wants, and how fast.
 *
 * Computes: a desired velocity: the arrows of the cells round the agent, blended by how near their centres are.
 * Invariant: the blend never turns against the arrow of the agent's own cell and never leads to a cell of higher value:
 *            where it would, the agent heads for the centre of the next cell. So nobody circles between two arrows.
 * Cost: constant per agent.
 *
 *      > > v      only cells that can be reached from the agent's own, and it from them, count: an arrow behind a wall
 *      > > v      never bends the way
 *      # # v
 */
#include "crowd/crowd.h"

#include <math.h>

#define LEAST_AGREEMENT 0.25f /* cosine between the blend and the arrow of the cell */
#define JUST_BEYOND 0.55f     /* of the way to the next centre: past the side between */
#define SLOWEST_APPROACH 0.15f

static int nearest_direction(wend_lattice lattice, const float arrow[2]) {
    uint32_t all = lattice == WEND_HEX ? WEND__HEX_6 : WEND__SQUARE_8;
    int nearest = WEND_NO_DIRECTION;
    float most = -2.0f;
    for (uint32_t rest = all; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        float x, y;
        wend__unit_vector(lattice, k, &x, &y);
        float along = x * arrow[0] + y * arrow[1];
        if (along <= most) continue;
        most = along;
        nearest = k;
    }
    return nearest;
}

/* The least cosine between a direction of the set and a unit vector. */
static float least_agreement(wend_lattice lattice, uint32_t set, const float arrow[2]) {
    float least = 1.0f;
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        float x, y;
        wend__unit_vector(lattice, wend__lowest_bit(rest), &x, &y);
        float along = x * arrow[0] + y * arrow[1];
        if (along < least) least = along;
    }
    return least;
}

/* The mean of the set, or its lowest direction alone where they lead apart. */
static void mean_direction(wend_lattice lattice, uint32_t set, float out[2]) {
    float sum_x = 0.0f, sum_y = 0.0f;
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        float x, y;
        wend__unit_vector(lattice, wend__lowest_bit(rest), &x, &y);
        sum_x += x;
        sum_y += y;
    }
    float length = sqrtf(sum_x * sum_x + sum_y * sum_y);
    if (length > 0.5f) {
        out[0] = sum_x / length;
        out[1] = sum_y / length;
    }
    bool is_mean = length > 0.5f && least_agreement(lattice, set, out) > 0.1f;
    if (!is_mean) wend__unit_vector(lattice, wend__lowest_bit(set), &out[0], &out[1]);
}

void wend__crowd_arrows(wend_crowd *crowd) {
    wend_lattice lattice = crowd->shape.lattice;
    crowd->arrows[0][0] = crowd->arrows[0][1] = 0.0f;
    for (uint32_t set = 1; set < 256; set++) {
        mean_direction(lattice, set, crowd->arrows[set]);
        crowd->towards[set] = (int8_t)nearest_direction(lattice, crowd->arrows[set]);
    }
}

/* Is a cell on the map nearer to the goal than another? */
static bool is_nearer(const wend_crowd *crowd, wend_cell there, uint32_t cell) {
    uint32_t index = wend__index(crowd->shape, there.x, there.y);
    return wend__field_value_at(crowd->field, index) < wend__field_value_at(crowd->field, cell);
}

/* Between equally good steps may lie one that is not as good, or a corner to be passed exactly: does the mean direction
 * lead on all the same? */
static bool leads_between(const wend_crowd *crowd, uint32_t cell, int direction) {
    wend_lattice lattice = crowd->shape.lattice;
    wend_cell here = wend__cell_of(crowd->shape, cell), there = wend__neighbour(lattice, here, direction);
    if (!wend__is_on(crowd->shape, there.x, there.y)) return false;
    bool is_open = wend__is_diagonal(lattice, direction) ? !wend__crowd_is_squeeze(crowd->mover, here, direction)
                                                         : crowd->mover->exits[cell] >> direction & 1;
    return is_open && is_nearer(crowd, there, cell);
}

static const float *arrow_of(const wend_crowd *crowd, uint32_t cell) {
    uint32_t set = wend__field_directions_at(crowd->field, cell) & 0xFFu;
    if (set == 0) return crowd->arrows[0];
    int towards = crowd->towards[set];
    bool is_straight_step = (set >> towards & 1) && !wend__is_diagonal(crowd->shape.lattice, towards);
    bool is_good = is_straight_step || leads_between(crowd, cell, towards);
    return crowd->arrows[is_good ? set : set & (~set + 1)];
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
    uint32_t index = wend__index(crowd->shape, there.x, there.y);
    if (!(wend__exits_of(crowd->mover, index) >> wend__opposite(direction) & 1)) return;
    const float *arrow = arrow_of(crowd, index);
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

/* Does a direction leave the cell through an open side, to a cell nearer to the goal? */
static bool leads_on(const wend_crowd *crowd, uint32_t cell, const float at[2], const float direction[2]) {
    const wend__outline *outline = &crowd->outline;
    float least = 4.0f;
    int side = 0;
    for (int i = 0; i < outline->count; i++) {
        float speed = direction[0] * outline->normal_x[i] + direction[1] * outline->normal_y[i];
        float rest = 0.5f - (at[0] * outline->normal_x[i] + at[1] * outline->normal_y[i]);
        if (speed < 0.01f || rest >= least * speed) continue;
        least = rest / speed;
        side = outline->direction[i];
    }
    if (!(wend__exits_of(crowd->mover, cell) >> side & 1)) return crowd->shape.lattice == WEND_SQUARE;
    wend_cell there = wend__neighbour(crowd->shape.lattice, wend__cell_of(crowd->shape, cell), side);
    return is_nearer(crowd, there, cell);
}

/* From where it is to the point that lies a share of the way from the centre of the cell to that of the next. */
static void aim_at_next(const wend_crowd *crowd, uint32_t cell, const float at[2], float share, float out[2]) {
    uint32_t directions = wend__field_directions_at(crowd->field, cell);
    if (!directions) return;
    wend_lattice lattice = crowd->shape.lattice;
    wend_cell here = wend__cell_of(crowd->shape, cell);
    wend_cell next = wend__neighbour(lattice, here, wend__lowest_bit(directions));
    float x, y, next_x, next_y;
    wend__centre(lattice, here.x, here.y, &x, &y);
    wend__centre(lattice, next.x, next.y, &next_x, &next_y);
    x = (next_x - x) * share - at[0];
    y = (next_y - y) * share - at[1];
    float length = sqrtf(x * x + y * y);
    out[0] = x / length;
    out[1] = y / length;
}

/* at: from the centre of the cell; there: the same in the world of cells. */
static void unit_direction(const wend_crowd *crowd, uint32_t cell, const float at[2], const float there[2],
                           float out[2]) {
    const float *own = arrow_of(crowd, cell);
    wend_cell here = wend__cell_of(crowd->shape, cell);
    wend__blend blend = {crowd, here, crowd->mover->exits[cell], 0.0f, 0.0f};
    if (crowd->shape.lattice == WEND_HEX)
        blend_hex(&blend, own, at[0], at[1]);
    else
        blend_square(&blend, own, at[0], at[1]);
    float length = sqrtf(blend.x * blend.x + blend.y * blend.y);
    bool agrees = blend.x * own[0] + blend.y * own[1] > LEAST_AGREEMENT * length;
    out[0] = agrees ? blend.x / length : own[0];
    out[1] = agrees ? blend.y / length : own[1];
    if (leads_on(crowd, cell, at, out) && !wend__crowd_is_stopped(crowd, here, there, out)) return;
    /* On both lattices the line to the next centre passes through no third cell's inside; where it ends at the corner
     * of a wall, the line to the middle of the side leads past it. */
    aim_at_next(crowd, cell, at, 1.0f, out);
    if (wend__crowd_is_stopped(crowd, here, there, out)) aim_at_next(crowd, cell, at, JUST_BEYOND, out);
}

/* The share of the top speed: less and less within the arrival radius. */
static float approach(const wend_crowd *crowd, uint32_t agent) {
    if (crowd->arrived[agent] == WEND__SETTLED) return 0.0f;
    if (crowd->arrived[agent] == WEND__ON_ITS_WAY) return 1.0f;
    float share = wend__field_distance_at(crowd->field, crowd->cells[agent]) / crowd->arrival_radius;
    if (share > 1.0f) return 1.0f;
    return share > SLOWEST_APPROACH ? share : SLOWEST_APPROACH;
}

/* At a goal: to its centre, slower and slower. */
static void desire_at_goal(wend_crowd *crowd, uint32_t agent, const float at[2]) {
    float share = crowd->speed < 2.0f ? crowd->speed : 2.0f;
    crowd->desires[2 * (size_t)agent] = -at[0] * share;
    crowd->desires[2 * (size_t)agent + 1] = -at[1] * share;
}

static uint8_t way_of(const wend_crowd *crowd, uint32_t agent, wend_status place) {
    bool stands_free = wend__crowd_stands_free(crowd, agent);
    if (place == WEND_LINK) return stands_free ? WEND__WAY_LINK : WEND__WAY_FREE;
    uint32_t cell = crowd->cells[agent], directions = wend__field_directions_at(crowd->field, cell);
    if (!directions) return WEND__WAY_FREE;
    int direction = wend__lowest_bit(directions);
    if (!stands_free) return (uint8_t)direction;
    bool is_squeeze = wend__crowd_is_squeeze(crowd->mover, wend__cell_of(crowd->shape, cell), direction);
    return is_squeeze ? (uint8_t)direction : WEND__WAY_FREE;
}

static void desire_one(wend_crowd *crowd, uint32_t agent) {
    size_t pair = 2 * (size_t)agent;
    uint32_t index = crowd->cells[agent];
    wend_cell cell = wend__cell_of(crowd->shape, index);
    wend_status place = wend__field_place_at(crowd->field, index);
    float centre_x, centre_y, direction[2], speed = 0.0f;
    wend__centre(crowd->shape.lattice, cell.x, cell.y, &centre_x, &centre_y);
    float at[2] = {crowd->at[pair] - centre_x, crowd->at[pair + 1] - centre_y};
    crowd->ways[agent] = way_of(crowd, agent, place);
    crowd->values[agent] = wend__field_value_at(crowd->field, index);
    if (place == WEND_AT_GOAL) {
        desire_at_goal(crowd, agent, at);
        return;
    }
    if (wend__crowd_stands_free(crowd, agent)) speed = crowd->speed * approach(crowd, agent);
    unit_direction(crowd, index, at, crowd->at + pair, direction);
    crowd->desires[pair] = direction[0] * speed;
    crowd->desires[pair + 1] = direction[1] * speed;
}

static void desire_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    wend_crowd *crowd = context;
    for (uint32_t agent = begin; agent < end; agent++) desire_one(crowd, agent);
}

void wend__crowd_desire(wend_crowd *crowd, const wend_tasks *tasks) {
    wend__parallel_for(tasks, crowd->count, WEND__GRAIN, desire_piece, crowd);
}
