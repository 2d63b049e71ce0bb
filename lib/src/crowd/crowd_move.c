/* SPDX-License-Identifier: MIT
 * Exact moves: from cell to cell only where the exit masks allow it.
 *
 * Computes: where a move of at most 0.3 cells of a disc with a radius up to half a cell ends.
 * Invariant: an agent that stands free ends in its own cell or in one that its exits lead to, straight, over a corner
 *            all round which steps are allowed, or exactly through a corner that may be squeezed through. An agent that
 *            cannot stand where it is moves only along the way out.
 * Cost: constant per agent; nothing to be looked at where all exits are open.
 * Source: own.
 *
 *      +-----+#####    the disc is kept off closed sides (clamped) and off the corners of walls (pushed out along the
 *      |    o|#####    line from the corner); what is left of the move slides along them
 *      |     +-----
 */
#include "crowd/crowd_move.h"

#include <math.h>

#define ROUNDING 0.001953125f /* [cells] 1/512 */

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

/* Squares where diagonal exits say which corners are open. */
static bool has_plain_corners(const wend_mover *mover) {
    return mover->shape.lattice == WEND_SQUARE && mover->corner_rule == WEND_CORNER_NEVER;
}

/* May an agent pass between sides i and i + 1 of its cell as if there were no corner? */
static bool corner_is_open(const wend__walker *walker, wend_cell cell, int i) {
    const wend_mover *mover = walker->mover;
    const wend__outline *outline = walker->outline;
    int first = outline->direction[i], second = outline->direction[(i + 1) % outline->count];
    if (has_plain_corners(mover)) return has_exit(mover, cell, WEND_NORTH_EAST + i);
    if (mover->shape.lattice == WEND_SQUARE)
        return has_two_exits(mover, cell, first, second) && has_two_exits(mover, cell, second, first);
    int across = outline->direction[(i + 2) % outline->count];
    if (!has_two_exits(mover, cell, first, across)) return false;
    return has_exit(mover, cell, second) &&
           has_exit(mover, wend__neighbour(WEND_HEX, cell, second), wend__opposite(across));
}

static float magnitude(float value) {
    return value < 0.0f ? -value : value;
}

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

static void keep_off_square_sides(uint32_t exits, float edge, wend__point *local) {
    if (local->x > edge && !(exits >> WEND_EAST & 1)) local->x = edge;
    if (local->x < -edge && !(exits >> WEND_WEST & 1)) local->x = -edge;
    if (local->y > edge && !(exits >> WEND_SOUTH & 1)) local->y = edge;
    if (local->y < -edge && !(exits >> WEND_NORTH & 1)) local->y = -edge;
}

static void keep_off_sides(const wend__walker *walker, uint32_t exits, wend__point *local) {
    const wend__outline *outline = walker->outline;
    if (walker->mover->shape.lattice == WEND_SQUARE) {
        keep_off_square_sides(exits, 0.5f - walker->gap, local);
        return;
    }
    for (int i = 0; i < outline->count; i++)
        if (!(exits >> outline->direction[i] & 1))
            keep_off_side(local, outline->normal_x[i], outline->normal_y[i], walker->gap);
}

static void keep_off_corners(const wend__walker *walker, wend_cell cell, wend__point *local) {
    const wend__outline *outline = walker->outline;
    float gap = walker->gap;
    /* Of a square only the corner of its own quarter is so near. */
    bool is_square = walker->mover->shape.lattice == WEND_SQUARE;
    int quarter = local->x < 0.0f ? (local->y < 0.0f ? 3 : 2) : (local->y < 0.0f ? 0 : 1);
    int first = is_square ? quarter : 0, last = is_square ? quarter : outline->count - 1;
    for (int i = first; i <= last; i++) {
        float x = local->x - outline->corner_x[i], y = local->y - outline->corner_y[i];
        if (x * x + y * y < gap * gap && !corner_is_open(walker, cell, i))
            keep_off_corner(local, outline->corner_x[i], outline->corner_y[i], gap);
    }
}

/* Where corners are plain: does the disc at a point keep off all walls of a cell, but for what rounding makes of it? */
static bool is_clear(const wend__walker *walker, wend_cell cell, wend__point point) {
    float x = point.x - ((float)cell.x + 0.5f), y = point.y - ((float)cell.y + 0.5f);
    float edge = 0.5f - walker->gap + 0.5f * ROUNDING;
    bool is_east = x > 0.0f, is_south = y > 0.0f, by_side = magnitude(x) > edge, by_top = magnitude(y) > edge;
    uint32_t side = is_east ? WEND_EAST : WEND_WEST, top = is_south ? WEND_SOUTH : WEND_NORTH;
    uint32_t corner =
        is_east ? (is_south ? WEND_SOUTH_EAST : WEND_NORTH_EAST) : (is_south ? WEND_SOUTH_WEST : WEND_NORTH_WEST);
    uint32_t needed = (uint32_t)by_side << side | (uint32_t)by_top << top | (uint32_t)(by_side && by_top) << corner;
    return (exits_of(walker->mover, cell) & needed) == needed;
}

/* The disc off the closed sides and corners of a cell. */
static wend__point kept_off(const wend__walker *walker, wend_cell cell, wend__point point) {
    const wend_mover *mover = walker->mover;
    uint32_t exits = exits_of(mover, cell);
    if (has_plain_corners(mover) && is_clear(walker, cell, point)) return point;
    wend__point centre;
    wend__centre(walker->mover->shape.lattice, cell.x, cell.y, &centre.x, &centre.y);
    wend__point local = {point.x - centre.x, point.y - centre.y};
    float free = 0.5f - walker->gap;
    if (free > 0.0f && local.x * local.x + local.y * local.y <= free * free) return point;
    keep_off_sides(walker, exits, &local);
    keep_off_corners(walker, cell, &local);
    keep_off_sides(walker, exits, &local);
    return (wend__point){centre.x + local.x, centre.y + local.y};
}

static wend__point not_too_far(wend__point from, wend__point to) {
    float x = to.x - from.x, y = to.y - from.y;
    float squared = x * x + y * y;
    if (squared <= WEND__LONGEST_MOVE * WEND__LONGEST_MOVE) return to;
    float share = WEND__LONGEST_MOVE / sqrtf(squared);
    return (wend__point){from.x + x * share, from.y + y * share};
}

int wend__crowd_direction_between(wend_lattice lattice, wend_cell from, wend_cell to) {
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        if (lattice == WEND_HEX && !(WEND__HEX_6 >> k & 1)) continue;
        wend_cell there = wend__neighbour(lattice, from, k);
        if (there.x == to.x && there.y == to.y) return k;
    }
    return WEND_NO_DIRECTION;
}

/* Over a corner of a square: by the cell that the line really passes. */
static bool passes_corner(const wend__walker *walker, wend_cell cell, int diagonal, wend__point from, wend__point to) {
    int vertical, horizontal;
    wend__diagonal_parts(diagonal, &vertical, &horizontal);
    float corner_x = (float)(cell.x + (horizontal == WEND_EAST)), corner_y = (float)(cell.y + (vertical == WEND_SOUTH));
    /* Parameters of the crossings, times (to.x - from.x) * (to.y - from.y), both without sign. */
    float along_x = magnitude((corner_x - from.x) * (to.y - from.y));
    float along_y = magnitude((corner_y - from.y) * (to.x - from.x));
    if (along_x < along_y) return has_two_exits(walker->mover, cell, horizontal, vertical);
    if (along_y < along_x) return has_two_exits(walker->mover, cell, vertical, horizontal);
    return has_two_exits(walker->mover, cell, horizontal, vertical) &&
           has_two_exits(walker->mover, cell, vertical, horizontal);
}

/* Through a side of a hexagon; where the line passes a third cell beside it, also by way of that one. */
static bool passes_side(const wend__walker *walker, wend_cell cell, int direction, wend__point from, wend__point to) {
    const wend__outline *outline = walker->outline;
    if (!has_exit(walker->mover, cell, direction)) return false;
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
    if (beside > half_side) return corner_is_open(walker, cell, i);
    if (beside < -half_side) return corner_is_open(walker, cell, (i + outline->count - 1) % outline->count);
    return true;
}

/* Is the straight way from a point in `cell` to one in `there` open? */
static bool is_open(const wend__walker *walker, wend_cell cell, wend_cell there, wend__point from, wend__point to) {
    wend_lattice lattice = walker->mover->shape.lattice;
    if (there.x == cell.x && there.y == cell.y) return true;
    int direction = wend__crowd_direction_between(lattice, cell, there);
    if (direction == WEND_NO_DIRECTION) return false;
    if (lattice == WEND_HEX) return passes_side(walker, cell, direction, from, to);
    if (wend__is_diagonal(lattice, direction)) return passes_corner(walker, cell, direction, from, to);
    return has_exit(walker->mover, cell, direction);
}

/* How deep the disc is in the walls of a cell. */
static float depth_at(const wend__walker *walker, wend_cell cell, wend__point point) {
    wend__point off = kept_off(walker, cell, point);
    float x = off.x - point.x, y = off.y - point.y;
    return sqrtf(x * x + y * y);
}

/* Ends in `to`, or near it where that keeps the disc off walls; or does not happen: not deeper into a wall than it is. */
static bool try_move(const wend__walker *walker, wend_cell cell, wend__point from, wend__point to, wend__point *out) {
    wend_cell there, after;
    if (!wend__pick(walker->mover->shape, to.x, to.y, &there) || !is_open(walker, cell, there, from, to)) return false;
    if (there.x != cell.x || there.y != cell.y) {
        wend__point better = not_too_far(from, kept_off(walker, there, to));
        bool is_better =
            wend__pick(walker->mover->shape, better.x, better.y, &after) && is_open(walker, cell, after, from, better);
        if (is_better) {
            to = better;
            there = after;
        }
    }
    float depth = depth_at(walker, there, to);
    if (depth > ROUNDING && depth > depth_at(walker, cell, from)) return false;
    *out = to;
    return true;
}

/* The move; else what of it goes along x or along y. */
static bool try_slide(const wend__walker *walker, wend_cell cell, wend__point from, wend__point by, wend__point *out) {
    wend__point to = kept_off(walker, cell, (wend__point){from.x + by.x, from.y + by.y});
    to = not_too_far(from, to);
    if (try_move(walker, cell, from, to, out)) return true;
    wend__point along_x = {to.x, from.y}, along_y = {from.x, to.y};
    bool x_first = magnitude(to.x - from.x) >= magnitude(to.y - from.y);
    return (try_move(walker, cell, from, x_first ? along_x : along_y, out) ||
            try_move(walker, cell, from, x_first ? along_y : along_x, out)) &&
           (out->x != from.x || out->y != from.y);
}

/* Does a move end in the same cell, or beyond an open side of it, and far from all walls? Most do. */
static bool is_plain(const wend__walker *walker, wend_cell cell, wend__point to, wend__point by) {
    const wend_mover *mover = walker->mover;
    if (!has_plain_corners(mover)) return false;
    bool is_short = by.x * by.x + by.y * by.y <= WEND__LONGEST_MOVE * WEND__LONGEST_MOVE;
    if (!is_short || to.x < 0.0f || to.y < 0.0f || !is_clear(walker, cell, to)) return false;
    wend_cell there = {(int32_t)to.x, (int32_t)to.y}; /* on the map: who is clear passes only sides that are open */
    if (there.x == cell.x && there.y == cell.y) return true;
    return (there.x == cell.x || there.y == cell.y) && is_clear(walker, there, to);
}

/* As far as it goes, halving what cannot be gone: close to a corner, where it is kept off and finds its way round. */
wend__point wend__crowd_slide(const wend__walker *walker, wend_cell cell, wend__point from, wend__point by) {
    wend__point out;
    wend__point to = {from.x + by.x, from.y + by.y};
    if (is_plain(walker, cell, to, by)) return to;
    for (int tries = 0; tries < 4; tries++) {
        if (try_slide(walker, cell, from, by, &out)) return out;
        by.x *= 0.5f;
        by.y *= 0.5f;
    }
    return from;
}

wend__point wend__crowd_pass_gate(const wend__walker *walker, wend_cell cell, int direction, wend__point from,
                                  float length) {
    wend_lattice lattice = walker->mover->shape.lattice;
    wend__point centre, unit;
    wend_cell there = wend__neighbour(lattice, cell, direction), at;
    if (!wend__is_on(walker->mover->shape, there.x, there.y)) return from;
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
        bool stays = wend__pick(walker->mover->shape, to.x, to.y, &at) && at.x == cell.x && at.y == cell.y;
        return stays ? to : from;
    }
    float rest = length - distance > 0.03f ? length - distance : 0.03f;
    wend__point to = {gate.x + unit.x * rest, gate.y + unit.y * rest};
    bool is_there = wend__pick(walker->mover->shape, to.x, to.y, &at) && at.x == there.x && at.y == there.y;
    return is_there ? to : from;
}
