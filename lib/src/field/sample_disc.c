/* SPDX-License-Identifier: MIT
 * Walls round a point.
 *
 * Computes: stretches bent along them, or cut to what a disc can go; and the wall that is nearest.
 *
 *      ######        The disc ( ) goes straight from its centre to the end of the stretch if every side of a cell that
 *      ######        stops it keeps the radius from that line.
 *      (o)--->e
 *
 * Invariant: no side comes nearer than the radius, less 1/512 cell, or than it is at the beginning.
 * Cost: every side within reach.
 * Source: own; the distance of two segments is textbook geometry. */
#include "field/sample_spot.h"

#define WEND__MOST_HEXAGONS 6  /* that a stretch leads through */
#define WEND__HALF_HEX_SIDE 73 /* [1/256 cell] rounded down */

static wend__offset_xy bent_on_hexagons(const wend__spot *spot, wend__offset_xy end) {
    float limit = wend__limit_of(spot->radius);
    for (uint32_t closed = WEND__HEX_6 & ~spot->exits; closed; closed &= closed - 1) {
        wend__offset_xy way = wend__towards(WEND_HEX, wend__lowest_bit(closed));
        float beyond = end.x * way.x + end.y * way.y - limit;
        if (beyond <= 0.0f) continue;
        end.x -= way.x * beyond;
        end.y -= way.y * beyond;
    }
    return end;
}

/* The cells that can be reached from here in half a cell, less the gap, are the own one and those beyond its open sides.
 * Out of one wall it may be into another: then bending again would move it. */
bool wend__bend_along_walls(const wend__spot *spot, wend__offset_xy *end) {
    float limit = wend__limit_of(spot->radius);
    if (spot->field->shape.lattice == WEND_HEX) {
        *end = bent_on_hexagons(spot, *end);
        return wend__length_of(wend__minus(bent_on_hexagons(spot, *end), *end)) < WEND__SLACK;
    }
    uint32_t open = (spot->exits & WEND__SQUARE_4) | (spot->passable & ~WEND__SQUARE_4);
    uint32_t closed = ~open & WEND__SQUARE_8;
    *end = wend__bent(closed, spot->at, *end, limit);
    return wend__is_bent_well(closed, spot->at, *end, limit);
}

static wend__offset_xy nearest_of_segment(wend__offset_xy p, wend__offset_xy a, wend__offset_xy b) {
    wend__offset_xy along = wend__minus(b, a), to = wend__minus(p, a);
    float squared = along.x * along.x + along.y * along.y;
    float t = squared > 0.0f ? (to.x * along.x + to.y * along.y) / squared : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return (wend__offset_xy){a.x + along.x * t, a.y + along.y * t};
}

static float squared_to_segment(wend__offset_xy p, wend__offset_xy a, wend__offset_xy b) {
    wend__offset_xy rest = wend__minus(p, nearest_of_segment(p, a, b));
    return rest.x * rest.x + rest.y * rest.y;
}

static float crossed(wend__offset_xy a, wend__offset_xy b, wend__offset_xy p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* The least squared distance between two segments; 0 where they cross. */
static float squared_between(wend__offset_xy a, wend__offset_xy b, wend__offset_xy c, wend__offset_xy d) {
    bool splits = crossed(a, b, c) * crossed(a, b, d) < 0.0f && crossed(c, d, a) * crossed(c, d, b) < 0.0f;
    if (splits) return 0.0f;
    float least = squared_to_segment(a, c, d), other = squared_to_segment(b, c, d);
    least = other < least ? other : least;
    other = squared_to_segment(c, a, b);
    least = other < least ? other : least;
    other = squared_to_segment(d, a, b);
    return other < least ? other : least;
}

static bool is_closed_both_ways(const wend_mover *mover, uint32_t index, uint32_t other, int side) {
    return !wend__side_is_open(mover, index, other, side) &&
           !wend__side_is_open(mover, other, index, wend__opposite(side));
}

/* Are all three sides closed that meet at an end of a hexagon's side? turn: 1 or -1, from the side to the next one. */
static bool is_closed_at_end(const wend_mover *mover, wend_cell cell, int side, int turn) {
    static const int8_t round[6] = {WEND_EAST, WEND_SOUTH_EAST, WEND_SOUTH_WEST,
                                    WEND_WEST, WEND_NORTH_WEST, WEND_NORTH_EAST};
    int place = 0;
    while (round[place] != side) place++;
    int next_side = round[(place + 6 + turn) % 6], other_side = round[(place + 6 + 2 * turn) % 6];
    wend_cell other = wend__neighbour(WEND_HEX, cell, side), third = wend__neighbour(WEND_HEX, cell, next_side);
    if (!wend__is_on(mover->shape, third.x, third.y)) return true;
    uint32_t from = wend__index(mover->shape, cell.x, cell.y), to = wend__index(mover->shape, other.x, other.y);
    uint32_t beside = wend__index(mover->shape, third.x, third.y);
    return wend__is_blocked(mover, beside) ||
           (is_closed_both_ways(mover, from, beside, next_side) && is_closed_both_ways(mover, to, beside, other_side));
}

/* Is there a thin wall between two cells that are not blocked? Steps of a wide disc are closed also where the end of
 * another wall is in the way. But beside a wall of its own it could not stand at all; or, where hexagons are wider than
 * the disc, the wall would close all steps round its ends, too. */
static bool has_wall_between(const wend_mover *mover, wend_cell cell, wend_cell next, int side) {
    uint32_t index = wend__index(mover->shape, cell.x, cell.y), other = wend__index(mover->shape, next.x, next.y);
    if (!mover->has_walls || !is_closed_both_ways(mover, index, other, side)) return false;
    if (mover->radius > WEND__SIGHT_UNIT / 2) return !wend__is_free(mover, index) && !wend__is_free(mover, other);
    if (mover->shape.lattice == WEND_SQUARE || mover->radius <= WEND__HALF_HEX_SIDE) return true;
    return is_closed_at_end(mover, cell, side, 1) && is_closed_at_end(mover, cell, side, -1);
}

/* Does a side of a cell stop the disc? Sides of blocked cells, the outline, and thin walls. */
static bool side_stops(const wend__spot *spot, wend_cell cell, int side) {
    const wend_mover *mover = spot->mover;
    wend__shape shape = mover->shape;
    wend_cell other = wend__neighbour(shape.lattice, cell, side);
    bool is_out = !wend__is_on(shape, cell.x, cell.y), is_other_out = !wend__is_on(shape, other.x, other.y);
    if (is_out && is_other_out) return false;
    if (is_out || is_other_out) return true;
    uint32_t index = wend__index(shape, cell.x, cell.y), index_other = wend__index(shape, other.x, other.y);
    bool is_wall = wend__is_blocked(mover, index);
    if (is_wall != wend__is_blocked(mover, index_other)) return true;
    return !is_wall && has_wall_between(mover, cell, other, side);
}

/* May any side of a cell stop the disc? Each side is looked at from a cell that is not blocked. */
static bool has_closed_sides(const wend_mover *mover, wend_cell cell) {
    if (!wend__is_on(mover->shape, cell.x, cell.y)) return false;
    uint32_t index = wend__index(mover->shape, cell.x, cell.y), sides = wend__sides(mover->shape.lattice);
    return !wend__is_blocked(mover, index) && (wend__exits_of(mover, index) & sides) != sides;
}

/* The ends of a side of a cell. */
static void ends_of_side(const wend__spot *spot, wend_cell cell, int side, wend__offset_xy ends[2]) {
    wend__vector corners[2];
    wend__side_corners(spot->field->shape.lattice, side, corners);
    wend__offset_xy centre = wend__cell_from(spot, cell);
    float scale_y = spot->field->shape.lattice == WEND_HEX ? 0.5f * WEND__HEX_SLANT : 0.5f;
    for (int i = 0; i < 2; i++) {
        ends[i].x = centre.x + (float)corners[i].u * 0.5f;
        ends[i].y = centre.y + (float)corners[i].v * scale_y;
    }
}

/* Cells, from the own one on, that a disc touches on its way along one axis of squares. */
static void span_of(float at, float end, float radius, int32_t span[2]) {
    float least = at < end ? at : end, most = at < end ? end : at;
    span[0] = (int32_t)floorf(least - radius + 0.5f);
    span[1] = (int32_t)floorf(most + radius + 0.5f);
}

/* What is asked of sides that stop the disc, by their ends, one after the other; true: no more. */
typedef bool wend__side_fn(const wend__spot *spot, const wend__offset_xy ends[2], void *context);

/* A stretch; both ends from the centre of the own cell. */
typedef struct wend__stretch {
    wend__offset_xy from, end;
} wend__stretch;

/* Of all sides that the disc may touch on a stretch. */
static bool ask_sides(const wend__spot *spot, wend__stretch stretch, wend__side_fn *fn, void *context) {
    wend_lattice lattice = spot->field->shape.lattice;
    int32_t far = (int32_t)(spot->radius + WEND__STRETCH + 1.5f), far_y = far + far / 6 + 1;
    int32_t across[2] = {-far, far}, down[2] = {-far_y, far_y};
    if (lattice == WEND_SQUARE) {
        span_of(stretch.from.x, stretch.end.x, spot->radius, across);
        span_of(stretch.from.y, stretch.end.y, spot->radius, down);
    }
    for (int32_t y = spot->cell.y + down[0]; y <= spot->cell.y + down[1]; y++) {
        for (int32_t x = spot->cell.x + across[0]; x <= spot->cell.x + across[1]; x++) {
            wend_cell cell = {x, y};
            if (!has_closed_sides(spot->mover, cell)) continue;
            for (uint32_t sides = wend__sides(lattice); sides; sides &= sides - 1) {
                int side = wend__lowest_bit(sides);
                if (!side_stops(spot, cell, side)) continue;
                wend__offset_xy ends[2];
                ends_of_side(spot, cell, side, ends);
                if (fn(spot, ends, context)) return true;
            }
        }
    }
    return false;
}

/* Does the disc get into a side on its stretch, deeper than it may, and than it is? */
static bool is_in_the_way(const wend__spot *spot, const wend__offset_xy ends[2], void *context) {
    const wend__stretch *stretch = context;
    float most = spot->radius - 0.5f * WEND__ROUNDING;
    float least = squared_between(stretch->from, stretch->end, ends[0], ends[1]);
    if (least >= most * most) return false;
    return least < (1.0f - 1e-6f) * squared_to_segment(stretch->from, ends[0], ends[1]);
}

static bool disc_is_free(const wend__spot *spot, wend__stretch stretch) {
    return !ask_sides(spot, stretch, is_in_the_way, &stretch);
}

/* The nearest point of all sides. */
typedef struct wend__nearest_point {
    wend__offset_xy point;
    float squared;
} wend__nearest_point;

static bool note_nearest(const wend__spot *spot, const wend__offset_xy ends[2], void *context) {
    wend__nearest_point *nearest = context;
    float squared = squared_to_segment(spot->at, ends[0], ends[1]);
    if (squared >= nearest->squared) return false;
    *nearest = (wend__nearest_point){nearest_of_segment(spot->at, ends[0], ends[1]), squared};
    return false;
}

bool wend__find_wall(const wend__spot *spot, wend__offset_xy *point) {
    wend__nearest_point nearest = {.squared = INFINITY};
    wend__offset_xy least = {spot->at.x - WEND__STRETCH, spot->at.y - WEND__STRETCH};
    wend__offset_xy most = {spot->at.x + WEND__STRETCH, spot->at.y + WEND__STRETCH};
    ask_sides(spot, (wend__stretch){least, most}, note_nearest, &nearest);
    *point = nearest.point;
    return nearest.squared < INFINITY;
}

/* The side of a hexagon that a stretch leaves it by, or -1; from is from its centre. */
static int side_left_by(wend__offset_xy from, wend__offset_xy way) {
    float least = 1.0f;
    int result = -1;
    for (uint32_t sides = WEND__HEX_6; sides; sides &= sides - 1) {
        int side = wend__lowest_bit(sides);
        wend__offset_xy out = wend__towards(WEND_HEX, side);
        float along = way.x * out.x + way.y * out.y;
        float rest = 0.5f + WEND__ROUNDING - (from.x * out.x + from.y * out.y);
        if (along <= 0.0f || rest >= along * least) continue;
        least = rest / along;
        result = side;
    }
    return result;
}

/* Can a point go straight from one point to the other, from hexagon to hexagon? */
static bool line_is_free(const wend__spot *spot, wend__offset_xy from, wend__offset_xy end) {
    const wend_mover *mover = spot->mover;
    wend_cell cell = spot->cell;
    wend__offset_xy way = wend__minus(end, from);
    for (int i = 0; i < WEND__MOST_HEXAGONS; i++) {
        int side = side_left_by(wend__minus(from, wend__cell_from(spot, cell)), way);
        if (side < 0) return true;
        wend_cell next = wend__neighbour(WEND_HEX, cell, side);
        if (!wend__is_on(mover->shape, next.x, next.y)) return false;
        uint32_t index = wend__index(mover->shape, cell.x, cell.y);
        uint32_t beyond = wend__index(mover->shape, next.x, next.y);
        if (wend__is_blocked(mover, beyond) || !wend__side_is_open(mover, index, beyond, side)) return false;
        cell = next;
    }
    return false;
}

/* On squares nothing is nearer to the four cells round an open one's point than their centres allow; but the end of a
 * thin wall may stand between two centres. */
bool wend__can_go(const wend__spot *spot, wend__offset_xy from, wend__offset_xy end) {
    bool is_hex = spot->field->shape.lattice == WEND_HEX, has_walls = spot->mover->has_walls;
    if (is_hex && (has_walls || spot->radius <= 0.0f) && !line_is_free(spot, from, end)) return false;
    bool is_open = !is_hex && spot->exits == WEND__SQUARE_8 && !(has_walls && spot->radius > 0.5f);
    return spot->radius <= 0.0f || is_open || disc_is_free(spot, (wend__stretch){from, end});
}

bool wend__cut_stretch(const wend__spot *spot, wend__offset_xy *end) {
    for (int i = 0; i < 4; i++) {
        if (wend__can_go(spot, spot->at, *end)) return true;
        *end = (wend__offset_xy){(spot->at.x + end->x) * 0.5f, (spot->at.y + end->y) * 0.5f};
    }
    return false;
}
