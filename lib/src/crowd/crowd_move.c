/* SPDX-License-Identifier: MIT
 * Exact moves: from cell to cell only where the exit masks allow it.
 *
 * Computes: where a move of at most 0.3 cells ends.
 * Invariant: an agent that stands free ends in its own cell or in one that its exits lead to, straight, over a corner
 *            all round which steps are allowed, or exactly through a corner that may be squeezed through. An agent that
 *            cannot stand where it is moves only along the way out.
 * Cost: constant per agent; nothing to be looked at where all exits are open.
 *
 *      +-----+#####    the disc is kept off closed sides (clamped) and off the corners of walls (pushed out along the
 *      |    o|#####    line from the corner); what is left of the move slides along them
 *      |     +-----
 */
#include "crowd/crowd.h"

#include <math.h>
#include <string.h>

wend__outline wend__crowd_outline(wend_lattice lattice) {
    static const int square[4] = {WEND_NORTH, WEND_EAST, WEND_SOUTH, WEND_WEST};
    static const int hex[6] = {WEND_NORTH_EAST, WEND_EAST, WEND_SOUTH_EAST,
                               WEND_SOUTH_WEST, WEND_WEST, WEND_NORTH_WEST};
    wend__outline outline = {.count = lattice == WEND_HEX ? 6 : 4};
    for (int i = 0; i < outline.count; i++) {
        outline.direction[i] = lattice == WEND_HEX ? hex[i] : square[i];
        wend__unit_vector(lattice, outline.direction[i], &outline.normal_x[i], &outline.normal_y[i]);
    }
    float scale = lattice == WEND_HEX ? 1.0f / 3.0f : 0.5f;
    for (int i = 0; i < outline.count; i++) {
        int j = (i + 1) % outline.count;
        outline.corner_x[i] = (outline.normal_x[i] + outline.normal_x[j]) * scale;
        outline.corner_y[i] = (outline.normal_y[i] + outline.normal_y[j]) * scale;
    }
    return outline;
}

static uint32_t exits_of(const wend_mover *mover, wend_cell cell) {
    return wend__exits_of(mover, wend__index(mover->shape, cell.x, cell.y));
}

static bool has_exit(const wend_mover *mover, wend_cell cell, int direction) {
    return exits_of(mover, cell) >> direction & 1;
}

static bool has_two_exits(const wend_mover *mover, wend_cell cell, int first, int second) {
    if (!has_exit(mover, cell, first)) return false;
    return has_exit(mover, wend__neighbour(mover->shape.lattice, cell, first), second);
}

bool wend__crowd_is_squeeze(const wend_mover *mover, wend_cell cell, int diagonal) {
    if (!wend__is_diagonal(mover->shape.lattice, diagonal)) return false;
    int vertical, horizontal;
    wend__diagonal_parts(diagonal, &vertical, &horizontal);
    return !has_two_exits(mover, cell, vertical, horizontal) || !has_two_exits(mover, cell, horizontal, vertical);
}

/* May an agent pass between sides i and i + 1 of its cell as if there were no corner? */
static bool corner_is_open(const wend_crowd *crowd, wend_cell cell, int i) {
    const wend_mover *mover = crowd->mover;
    const wend__outline *outline = &crowd->outline;
    int first = outline->direction[i], second = outline->direction[(i + 1) % outline->count];
    if (crowd->shape.lattice == WEND_SQUARE)
        return has_two_exits(mover, cell, first, second) && has_two_exits(mover, cell, second, first);
    int across = outline->direction[(i + 2) % outline->count];
    if (!has_two_exits(mover, cell, first, across)) return false;
    return has_exit(mover, cell, second) &&
           has_exit(mover, wend__neighbour(WEND_HEX, cell, second), wend__opposite(across));
}

static float magnitude(float value) {
    return value < 0.0f ? -value : value;
}

typedef struct wend__point {
    float x, y;
} wend__point;

static void keep_off_corner(wend__point *local, float corner_x, float corner_y, float gap) {
    float x = local->x - corner_x, y = local->y - corner_y;
    float squared = x * x + y * y;
    if (squared >= gap * gap) return;
    float distance = sqrtf(squared);
    if (distance > 0.0f) {
        local->x = corner_x + x / distance * gap;
        local->y = corner_y + y / distance * gap;
    } else {
        local->x = local->y = 0.0f;
    }
}

static void keep_off_side(wend__point *local, float normal_x, float normal_y, float gap) {
    float excess = local->x * normal_x + local->y * normal_y - (0.5f - gap);
    if (excess <= 0.0f) return;
    local->x -= normal_x * excess;
    local->y -= normal_y * excess;
}

static void keep_off_sides(const wend_crowd *crowd, uint32_t exits, wend__point *local) {
    const wend__outline *outline = &crowd->outline;
    for (int i = 0; i < outline->count; i++)
        if (!(exits >> outline->direction[i] & 1))
            keep_off_side(local, outline->normal_x[i], outline->normal_y[i], crowd->gap);
}

/* The disc off the closed sides and corners of a cell. */
static wend__point kept_off(const wend_crowd *crowd, wend_cell cell, wend__point point) {
    const wend_mover *mover = crowd->mover;
    uint32_t exits = exits_of(mover, cell);
    if (exits == WEND__SQUARE_8 && mover->corner_rule == WEND_CORNER_NEVER) return point;
    wend__point centre;
    wend__centre(crowd->shape.lattice, cell.x, cell.y, &centre.x, &centre.y);
    wend__point local = {point.x - centre.x, point.y - centre.y};
    keep_off_sides(crowd, exits, &local);
    float gap = crowd->gap;
    for (int i = 0; i < crowd->outline.count; i++) {
        float x = crowd->outline.corner_x[i], y = crowd->outline.corner_y[i];
        bool is_near = (local.x - x) * (local.x - x) + (local.y - y) * (local.y - y) < gap * gap;
        if (is_near && !corner_is_open(crowd, cell, i)) keep_off_corner(&local, x, y, gap);
    }
    keep_off_sides(crowd, exits, &local);
    return (wend__point){centre.x + local.x, centre.y + local.y};
}

bool wend__crowd_is_stopped(const wend_crowd *crowd, wend_cell cell, const float at[2], const float direction[2]) {
    /* Shorter than the gap, or it would pass through a corner's disc unnoticed. */
    float probe = crowd->gap < 0.2f ? 0.5f * crowd->gap : 0.1f;
    wend__point to = {at[0] + probe * direction[0], at[1] + probe * direction[1]};
    to = kept_off(crowd, cell, to);
    float x = to.x - at[0], y = to.y - at[1], least = 0.3f * probe;
    return x * x + y * y < least * least;
}

static wend__point not_too_far(wend__point from, wend__point to) {
    float x = to.x - from.x, y = to.y - from.y;
    float squared = x * x + y * y;
    if (squared <= WEND__LONGEST_MOVE * WEND__LONGEST_MOVE) return to;
    float share = WEND__LONGEST_MOVE / sqrtf(squared);
    return (wend__point){from.x + x * share, from.y + y * share};
}

/* The direction from a cell to one that touches it, or WEND_NO_DIRECTION. */
static int direction_between(wend_lattice lattice, wend_cell from, wend_cell to) {
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        if (lattice == WEND_HEX && !(WEND__HEX_6 >> k & 1)) continue;
        wend_cell there = wend__neighbour(lattice, from, k);
        if (there.x == to.x && there.y == to.y) return k;
    }
    return WEND_NO_DIRECTION;
}

/* Over a corner of a square: by the cell that the line really passes. */
static bool passes_corner(const wend_crowd *crowd, wend_cell cell, int diagonal, wend__point from, wend__point to) {
    int vertical, horizontal;
    wend__diagonal_parts(diagonal, &vertical, &horizontal);
    float corner_x = (float)(cell.x + (horizontal == WEND_EAST)), corner_y = (float)(cell.y + (vertical == WEND_SOUTH));
    /* Parameters of the crossings, times (to.x - from.x) * (to.y - from.y), both without sign. */
    float along_x = magnitude((corner_x - from.x) * (to.y - from.y));
    float along_y = magnitude((corner_y - from.y) * (to.x - from.x));
    if (along_x < along_y) return has_two_exits(crowd->mover, cell, horizontal, vertical);
    if (along_y < along_x) return has_two_exits(crowd->mover, cell, vertical, horizontal);
    return has_two_exits(crowd->mover, cell, horizontal, vertical) &&
           has_two_exits(crowd->mover, cell, vertical, horizontal);
}

/* Through a side of a hexagon; where the line passes a third cell beside it, also by way of that one. */
static bool passes_side(const wend_crowd *crowd, wend_cell cell, int direction, wend__point from, wend__point to) {
    const wend__outline *outline = &crowd->outline;
    if (!has_exit(crowd->mover, cell, direction)) return false;
    int i = 0;
    while (outline->direction[i] != direction) i++;
    wend__point centre;
    wend__centre(WEND_HEX, cell.x, cell.y, &centre.x, &centre.y);
    float normal_x = outline->normal_x[i], normal_y = outline->normal_y[i];
    float begin = (from.x - centre.x) * normal_x + (from.y - centre.y) * normal_y;
    float end = (to.x - centre.x) * normal_x + (to.y - centre.y) * normal_y;
    float share = end > begin ? (0.5f - begin) / (end - begin) : 0.0f;
    float x = from.x + (to.x - from.x) * share - centre.x, y = from.y + (to.y - from.y) * share - centre.y;
    float beside = y * normal_x - x * normal_y; /* along the side, clockwise */
    float half_side = 0.28867513f;
    if (beside > half_side) return corner_is_open(crowd, cell, i);
    if (beside < -half_side) return corner_is_open(crowd, cell, (i + outline->count - 1) % outline->count);
    return true;
}

/* Is the straight way from a point in `cell` to one in `there` open? */
static bool is_open(const wend_crowd *crowd, wend_cell cell, wend_cell there, wend__point from, wend__point to) {
    wend_lattice lattice = crowd->shape.lattice;
    if (there.x == cell.x && there.y == cell.y) return true;
    int direction = direction_between(lattice, cell, there);
    if (direction == WEND_NO_DIRECTION) return false;
    if (lattice == WEND_HEX) return passes_side(crowd, cell, direction, from, to);
    if (wend__is_diagonal(lattice, direction)) return passes_corner(crowd, cell, direction, from, to);
    return has_exit(crowd->mover, cell, direction);
}

/* Ends in `to`, or near it where that keeps the disc off walls; or does not happen. */
static bool try_move(const wend_crowd *crowd, wend_cell cell, wend__point from, wend__point to, wend__point *out) {
    wend_cell there, after;
    if (!wend__pick(crowd->shape, to.x, to.y, &there) || !is_open(crowd, cell, there, from, to)) return false;
    *out = to;
    if (there.x == cell.x && there.y == cell.y) return true;
    wend__point better = not_too_far(from, kept_off(crowd, there, to));
    if (wend__pick(crowd->shape, better.x, better.y, &after) && is_open(crowd, cell, after, from, better))
        *out = better;
    return true;
}

/* The move; else what of it goes along x or along y. */
static bool try_slide(const wend_crowd *crowd, wend_cell cell, wend__point from, wend__point by, wend__point *out) {
    wend__point to = kept_off(crowd, cell, (wend__point){from.x + by.x, from.y + by.y});
    to = not_too_far(from, to);
    if (try_move(crowd, cell, from, to, out)) return true;
    wend__point along_x = {to.x, from.y}, along_y = {from.x, to.y};
    bool x_first = magnitude(to.x - from.x) >= magnitude(to.y - from.y);
    return (try_move(crowd, cell, from, x_first ? along_x : along_y, out) ||
            try_move(crowd, cell, from, x_first ? along_y : along_x, out)) &&
           (out->x != from.x || out->y != from.y);
}

/* As far as it goes, halving what cannot be gone: close to a corner, where it is kept off and finds its way round. */
static wend__point slide(const wend_crowd *crowd, wend_cell cell, wend__point from, wend__point by) {
    wend__point out;
    for (int tries = 0; tries < 4; tries++) {
        if (try_slide(crowd, cell, from, by, &out)) return out;
        by.x *= 0.5f;
        by.y *= 0.5f;
    }
    return from;
}

/* Through the middle of a side, or through a corner, and nowhere else. */
static wend__point pass_gate(const wend_crowd *crowd, wend_cell cell, int direction, wend__point from, float length) {
    wend_lattice lattice = crowd->shape.lattice;
    wend__point centre, unit;
    wend_cell there = wend__neighbour(lattice, cell, direction), at;
    if (!wend__is_on(crowd->shape, there.x, there.y)) return from;
    wend__centre(lattice, cell.x, cell.y, &centre.x, &centre.y);
    wend__unit_vector(lattice, direction, &unit.x, &unit.y);
    float reach = wend__is_diagonal(lattice, direction) ? 0.70710677f : 0.5f;
    wend__point gate = {centre.x + unit.x * reach, centre.y + unit.y * reach};
    float x = gate.x - from.x, y = gate.y - from.y, distance = sqrtf(x * x + y * y);
    if (distance > length + 0.001f) {
        /* A little inwards, so that rounding cannot carry it over the border on the way. */
        wend__point to = {from.x + x / distance * length, from.y + y / distance * length};
        to.x += (centre.x - to.x) * 0.01f;
        to.y += (centre.y - to.y) * 0.01f;
        bool stays = wend__pick(crowd->shape, to.x, to.y, &at) && at.x == cell.x && at.y == cell.y;
        return stays ? to : from;
    }
    float rest = length - distance > 0.03f ? length - distance : 0.03f;
    wend__point to = {gate.x + unit.x * rest, gate.y + unit.y * rest};
    bool is_there = wend__pick(crowd->shape, to.x, to.y, &at) && at.x == there.x && at.y == there.y;
    return is_there ? to : from;
}

/* At the other end of the link, as far beside the centre as here. */
static wend__point follow_link(const wend_crowd *crowd, wend_cell cell, wend__point from) {
    uint32_t index;
    wend_cell at;
    wend__point centre, there;
    if (wend__field_next_at(crowd->field, wend__index(crowd->shape, cell.x, cell.y), &index) != WEND_LINK) return from;
    if (!wend__is_free(crowd->mover, index)) return from;
    wend_cell target = wend__cell_of(crowd->shape, index);
    wend__centre(crowd->shape.lattice, cell.x, cell.y, &centre.x, &centre.y);
    wend__centre(crowd->shape.lattice, target.x, target.y, &there.x, &there.y);
    wend__point to = kept_off(crowd, target, (wend__point){there.x + from.x - centre.x, there.y + from.y - centre.y});
    bool is_there = wend__pick(crowd->shape, to.x, to.y, &at) && at.x == target.x && at.y == target.y;
    return is_there ? to : there;
}

typedef struct wend__moving {
    wend_crowd *crowd;
    float dt;
    bool is_current; /* the field fits the mover as it is: ways out of walls can be trusted */
} wend__moving;

static void move_one(const wend__moving *moving, uint32_t agent) {
    wend_crowd *crowd = moving->crowd;
    size_t pair = 2 * (size_t)agent;
    wend_cell cell = wend__cell_of(crowd->shape, crowd->cells[agent]);
    wend__point from = {crowd->at[pair], crowd->at[pair + 1]}, to = from;
    wend__point by = {crowd->desires[pair] * moving->dt + crowd->pushes[pair],
                      crowd->desires[pair + 1] * moving->dt + crowd->pushes[pair + 1]};
    uint8_t way = crowd->ways[agent];
    float length = crowd->speed * moving->dt;
    if (length > WEND__LONGEST_MOVE) length = WEND__LONGEST_MOVE;
    bool stands_free = wend__crowd_stands_free(crowd, agent);
    if (way == WEND__WAY_LINK)
        to = follow_link(crowd, cell, from);
    else if (way < WEND__WAY_FREE && (stands_free ? has_exit(crowd->mover, cell, way) : moving->is_current))
        to = pass_gate(crowd, cell, way, from, length);
    else if (stands_free)
        to = slide(crowd, cell, from, by);
    crowd->moved[pair] = to.x;
    crowd->moved[pair + 1] = to.y;
}

static void move_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend__moving *moving = context;
    for (uint32_t agent = begin; agent < end; agent++) move_one(moving, agent);
}

void wend__crowd_move(wend_crowd *crowd, float dt, const wend_tasks *tasks) {
    wend__moving moving = {crowd, dt, wend_field_status(crowd->field) == WEND_OK};
    wend__parallel_for(tasks, crowd->count, WEND__GRAIN, move_piece, &moving);
}
