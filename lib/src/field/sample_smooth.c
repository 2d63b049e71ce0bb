/* SPDX-License-Identifier: MIT
 * Smooth samples: heads for what can be seen, turns without jumps, never into a wall.
 *
 *      . . . . .     The point * lies between the centres of four cells (on hex three). Each of them has something to
 *      . a . b .     head for: its mark, see sight.c, or the next cell. Their directions from *, weighed by how near
 *      . . * . .     their centres are, make the direction wished for. Next to walls it is bent along them, and taken
 *      . c . d .     only if what remains falls that way and the disc of the mover's radius does not meet a wall; else
 *      . . . . .     the own cell's mark is tried, then the nearest way from centre to centre, which is always good.
 *
 * What remains at a point: the least, over the own cell and those a free straight line away, of the value there and the
 * cost of getting to its centre, measured as the field measures: so it agrees with the field at every centre, falls at
 * full rate towards the centre that gives it, and has no minimum but at goals.
 * Cost: constant; more beside walls, and more still there with a radius. */
#include "field/sample_quick.h"

#include "field/sample_bend.h"
#include "field/sample_fall.h"
#include "field/sample_wish.h"

#define ROUNDING 0.00390625f /* [cells] 1/256: what floats may be wrong by */
#define HEX_SLANT 0.57735026f

/* A centre that can be reached in a straight line, or by way of a corner. */
typedef struct wend__cone {
    wend__offset_xy centre; /* from the own centre */
    float value;            /* raw, less the own cell's */
    float rate_near;        /* raw, per cell of length, on this side of the border */
    float rate_far;         /* and beyond it */
    bool is_by_corner;      /* through the corner half way: what is beside it costs something else, or is blocked */
    bool is_squeeze;        /* no other way */
} wend__cone;

/* A point, and what is round it. Everything is relative to the centre of its cell. */
typedef struct wend__spot {
    const wend_field *field;
    const wend_mover *mover;
    wend_cell cell;
    uint32_t index;
    wend__offset_xy at;
    uint32_t exits;
    uint32_t passable; /* directions in which nothing is in the way between the two cells */
    uint32_t value;
    float radius;   /* [cells] */
    float least;    /* of the cones at the point: raw, less the own cell's value */
    float diagonal; /* length of a diagonal step */
    wend__cone cones[WEND__DIRECTIONS + 1];
    int count;
} wend__spot;

/* From one centre to that of the neighbour in a direction. */
static wend__offset_xy towards(wend_lattice lattice, int direction) {
    if (lattice == WEND_SQUARE) {
        wend_cell offset = wend__offset(lattice, 0, direction);
        return (wend__offset_xy){(float)offset.x, (float)offset.y};
    }
    wend__offset_xy unit;
    wend__unit_vector(lattice, direction, &unit.x, &unit.y);
    return unit;
}

/* Length in steps, as the field measures. */
static float steps_along(const wend__spot *spot, wend__offset_xy a) {
    float x = wend__absolute(a.x), y = wend__absolute(a.y);
    if (spot->field->shape.lattice == WEND_HEX) {
        float slant = y * HEX_SLANT;
        return x > slant ? x + slant : slant + slant;
    }
    float less = x < y ? x : y, more = x < y ? y : x;
    return more - less + less * spot->diagonal;
}

/* Both ways between a cell and its neighbour. */
static bool is_joined(const wend_mover *mover, wend__shape shape, wend_cell cell, int side) {
    if (!wend__is_on(shape, cell.x, cell.y)) return false;
    if (!(wend__exits_of(mover, wend__index(shape, cell.x, cell.y)) >> side & 1)) return false;
    if (!mover->has_walls) return true;
    wend_cell other = wend__neighbour(shape.lattice, cell, side);
    return wend__exits_of(mover, wend__index(shape, other.x, other.y)) >> wend__opposite(side) & 1;
}

/* Is the square of four cells between two straight directions open in the direction of travel? */
static bool is_block_open(const wend__spot *spot, int diagonal) {
    int vertical, horizontal;
    wend__diagonal_parts(diagonal, &vertical, &horizontal);
    if (!(spot->exits >> vertical & 1) || !(spot->exits >> horizontal & 1)) return false;
    wend__shape shape = spot->field->shape;
    wend_cell a = wend__neighbour(shape.lattice, spot->cell, vertical);
    wend_cell b = wend__neighbour(shape.lattice, spot->cell, horizontal);
    return (wend__exits_of(spot->mover, wend__index(shape, a.x, a.y)) >> horizontal & 1) &&
           (wend__exits_of(spot->mover, wend__index(shape, b.x, b.y)) >> vertical & 1);
}

static uint32_t passable_from(const wend__spot *spot) {
    uint32_t sides = wend__sides(spot->field->shape.lattice), result = spot->exits & sides;
    if (sides != WEND__SQUARE_4 || spot->exits == WEND__SQUARE_8) return spot->exits;
    for (int k = WEND_NORTH_EAST; k <= WEND_NORTH_WEST; k++) {
        bool is_strict = spot->mover->corner_rule == WEND_CORNER_NEVER && spot->mover->directions == WEND__SQUARE_8;
        bool is_open = is_strict ? spot->exits >> k & 1 : is_block_open(spot, k);
        if (is_open) result |= 1u << k;
    }
    return result;
}

static wend__spot spot_at(const wend_field *field, float x, float y, wend_cell cell) {
    wend__spot spot = {.field = field, .mover = field->mover, .cell = cell};
    float centre_x, centre_y;
    wend__centre(field->shape.lattice, cell.x, cell.y, &centre_x, &centre_y);
    spot.at = (wend__offset_xy){x - centre_x, y - centre_y};
    spot.index = wend__index(field->shape, cell.x, cell.y);
    spot.exits = wend__exits_of(field->mover, spot.index);
    spot.passable = passable_from(&spot);
    spot.value = wend__field_value_at(field, spot.index);
    spot.radius = (float)field->mover->radius * (1.0f / 256.0f);
    uint32_t diagonal = field->mover->directions == WEND__SQUARE_4 ? 2 * WEND__STRAIGHT : field->mover->diagonal;
    spot.diagonal = (float)diagonal / (float)WEND__STRAIGHT;
    return spot;
}

/* Cones. */

/* Does a diagonal step lie on ground of one cost, whatever of the four cells it touches? */
static bool is_on_one_cost(const wend__spot *spot, int diagonal, uint32_t cost_there) {
    wend__shape shape = spot->field->shape;
    int parts[2];
    wend__diagonal_parts(diagonal, &parts[0], &parts[1]);
    uint32_t cost = spot->mover->costs[spot->index];
    for (int i = 0; i < 2; i++) {
        wend_cell beside = wend__neighbour(shape.lattice, spot->cell, parts[i]);
        if (spot->mover->costs[wend__index(shape, beside.x, beside.y)] != cost) return false;
    }
    return cost_there == cost;
}

static void add_cone(wend__spot *spot, int direction) {
    wend__shape shape = spot->field->shape;
    wend_cell there = wend__neighbour(shape.lattice, spot->cell, direction);
    uint32_t value = spot->field->pages.values[wend__slot(&spot->field->pages, there.x, there.y)];
    if (value >= WEND_SATURATED_VALUE) return;
    uint32_t cost_there = spot->mover->costs[wend__index(shape, there.x, there.y)];
    uint32_t far = wend__step(spot->mover->step_rule, WEND__STRAIGHT, cost_there, cost_there);
    bool is_mean = spot->mover->step_rule == WEND_STEP_MEAN, is_squeeze = !(spot->passable >> direction & 1);
    bool is_by_corner = is_squeeze || (wend__is_diagonal(shape.lattice, direction) && is_mean &&
                                       !is_on_one_cost(spot, direction, cost_there));
    spot->cones[spot->count++] = (wend__cone){.centre = towards(shape.lattice, direction),
                                              .value = (float)((int64_t)value - (int64_t)spot->value),
                                              .rate_near = is_mean ? spot->cones[0].rate_far : (float)far,
                                              .rate_far = (float)far,
                                              .is_by_corner = is_by_corner,
                                              .is_squeeze = is_squeeze};
}

static void add_cones(wend__spot *spot) {
    uint32_t cost = spot->mover->costs[spot->index];
    float rate = (float)wend__step(spot->mover->step_rule, WEND__STRAIGHT, cost, cost);
    spot->cones[0] = (wend__cone){.rate_near = rate, .rate_far = rate};
    spot->count = 1;
    for (uint32_t rest = spot->exits | spot->passable; rest; rest &= rest - 1) add_cone(spot, wend__lowest_bit(rest));
}

/* Where both sides cost the same, as the field measures; else each side pays its own. */
static float cone_at(const wend__spot *spot, const wend__cone *cone, wend__offset_xy point) {
    float half = 0.5f * spot->diagonal;
    if (cone->is_by_corner) {
        wend__offset_xy corner = {cone->centre.x * 0.5f, cone->centre.y * 0.5f};
        return cone->value + cone->rate_near * steps_along(spot, wend__minus(corner, point)) + cone->rate_far * half;
    }
    wend__offset_xy way = wend__minus(cone->centre, point);
    float length = steps_along(spot, way);
    if (cone->rate_near == cone->rate_far) return cone->value + cone->rate_far * length;
    float x = wend__absolute(way.x), y = wend__absolute(way.y), most = x > y ? x : y;
    float beyond = most > 0.5f ? 0.5f / most : 1.0f;
    return cone->value + length * (cone->rate_near + (cone->rate_far - cone->rate_near) * beyond);
}

/* What remains at a point, raw, less the own cell's value. */
static float remaining(const wend__spot *spot, wend__offset_xy point, const wend__cone **from) {
    float least = cone_at(spot, &spot->cones[0], point);
    if (from) *from = &spot->cones[0];
    for (int i = 1; i < spot->count; i++) {
        float value = cone_at(spot, &spot->cones[i], point);
        if (value >= least) continue;
        least = value;
        if (from) *from = &spot->cones[i];
    }
    return least;
}

/* What cells head for. */

static wend__offset_xy cell_from(const wend__spot *spot, wend_cell cell) {
    wend__offset_xy result = {(float)(cell.x - spot->cell.x), (float)(cell.y - spot->cell.y)};
    if (spot->field->shape.lattice == WEND_SQUARE) return result;
    float x, y, own_x, own_y;
    wend__centre(WEND_HEX, cell.x, cell.y, &x, &y);
    wend__centre(WEND_HEX, spot->cell.x, spot->cell.y, &own_x, &own_y);
    return (wend__offset_xy){x - own_x, y - own_y};
}

/* Where a cell heads for; false where it leads nowhere. */
static bool find_point(const wend__spot *spot, wend_cell cell, wend__offset_xy *out) {
    const wend_field *field = spot->field;
    uint32_t slot = wend__slot(&field->pages, cell.x, cell.y);
    if (field->pages.values[slot] >= WEND_SATURATED_VALUE) return false;
    uint32_t set = field->pages.directions[slot];
    if (!set) {
        *out = cell_from(spot, cell);
    } else if (field->sights.marks) {
        uint32_t mark = field->sights.marks[slot];
        *out = cell_from(spot, wend__mark_cell(mark));
        float from_centre = (float)field->sights.from_centre * (1.0f / WEND__SIGHT_UNIT);
        out->x += (float)wend__mark_side(mark, WEND__MARK_EAST) * from_centre;
        out->y += (float)wend__mark_side(mark, WEND__MARK_SOUTH) * from_centre;
    } else {
        *out = cell_from(spot, wend__neighbour(field->shape.lattice, cell, wend__lowest_bit(set)));
    }
    return true;
}

static void add_pull(const wend__spot *spot, wend_cell cell, float weight, wend__offset_xy *sum) {
    wend__offset_xy point;
    if (weight <= 0.0f || !find_point(spot, cell, &point)) return;
    wend__offset_xy away = wend__minus(point, spot->at);
    float length = wend__length_of(away);
    float scale = weight / (length > WEND__SOFT ? length : WEND__SOFT);
    sum->x += away.x * scale;
    sum->y += away.y * scale;
}

/* Between four centres: those count that can be reached within the four. */
static wend__offset_xy wish_on_squares(const wend__spot *spot) {
    int horizontal = spot->at.x < 0.0f ? WEND_WEST : WEND_EAST, vertical = spot->at.y < 0.0f ? WEND_NORTH : WEND_SOUTH;
    wend__shape shape = spot->field->shape;
    wend_cell beside = wend__neighbour(shape.lattice, spot->cell, horizontal);
    wend_cell below = wend__neighbour(shape.lattice, spot->cell, vertical);
    wend_cell across = {beside.x, below.y};
    bool to_beside = is_joined(spot->mover, shape, spot->cell, horizontal);
    bool to_below = is_joined(spot->mover, shape, spot->cell, vertical);
    bool from_beside = is_joined(spot->mover, shape, beside, vertical);
    bool from_below = is_joined(spot->mover, shape, below, horizontal);
    bool is_all = to_beside + to_below + from_beside + from_below >= 3;
    float x = wend__absolute(spot->at.x), y = wend__absolute(spot->at.y);
    wend__offset_xy sum = {0.0f, 0.0f};
    add_pull(spot, spot->cell, (1.0f - x) * (1.0f - y), &sum);
    if (to_beside || is_all) add_pull(spot, beside, x * (1.0f - y), &sum);
    if (to_below || is_all) add_pull(spot, below, (1.0f - x) * y, &sum);
    if ((to_beside && from_beside) || (to_below && from_below)) add_pull(spot, across, x * y, &sum);
    return sum;
}

/* Between three centres: the point is a * first + b * second, unit vectors 60 degrees apart. */
static wend__offset_xy wish_on_hexagons(const wend__spot *spot) {
    static const int8_t round[7] = {WEND_EAST,       WEND_SOUTH_EAST, WEND_SOUTH_WEST, WEND_WEST,
                                    WEND_NORTH_WEST, WEND_NORTH_EAST, WEND_EAST};
    wend__shape shape = spot->field->shape;
    wend__offset_xy sum = {0.0f, 0.0f};
    for (int i = 0; i < 6; i++) {
        wend__offset_xy first = towards(WEND_HEX, round[i]), second = towards(WEND_HEX, round[i + 1]);
        float along_first = spot->at.x * first.x + spot->at.y * first.y;
        float along_second = spot->at.x * second.x + spot->at.y * second.y;
        float a = (along_first - 0.5f * along_second) / 0.75f, b = (along_second - 0.5f * along_first) / 0.75f;
        if (a < 0.0f || b < 0.0f) continue;
        add_pull(spot, spot->cell, 1.0f - a - b, &sum);
        wend_cell cells[2] = {wend__neighbour(WEND_HEX, spot->cell, round[i]),
                              wend__neighbour(WEND_HEX, spot->cell, round[i + 1])};
        if (is_joined(spot->mover, shape, spot->cell, round[i])) add_pull(spot, cells[0], a, &sum);
        if (is_joined(spot->mover, shape, spot->cell, round[i + 1])) add_pull(spot, cells[1], b, &sum);
        break;
    }
    return sum;
}

/* Walls. */

static wend__offset_xy bent_on_hexagons(const wend__spot *spot, wend__offset_xy end) {
    float limit = wend__limit_of(spot->radius);
    for (uint32_t closed = WEND__HEX_6 & ~spot->exits; closed; closed &= closed - 1) {
        wend__offset_xy way = towards(WEND_HEX, wend__lowest_bit(closed));
        float beyond = end.x * way.x + end.y * way.y - limit;
        if (beyond <= 0.0f) continue;
        end.x -= way.x * beyond;
        end.y -= way.y * beyond;
    }
    return end;
}

/* Moves the end of a stretch to where nothing is in the way. The cells that can be reached from here in half a cell,
 * less the gap, are the own one and those beyond its open sides. False: out of one wall it is into another. */
static bool bend_along_walls(const wend__spot *spot, wend__offset_xy *end) {
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

/* The least squared distance between two segments that do not cross; 0 where they do. */
static float squared_to_segment(wend__offset_xy p, wend__offset_xy a, wend__offset_xy b) {
    wend__offset_xy along = wend__minus(b, a), to = wend__minus(p, a);
    float squared = along.x * along.x + along.y * along.y;
    float t = squared > 0.0f ? (to.x * along.x + to.y * along.y) / squared : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    wend__offset_xy rest = {to.x - along.x * t, to.y - along.y * t};
    return rest.x * rest.x + rest.y * rest.y;
}

static float crossed(wend__offset_xy a, wend__offset_xy b, wend__offset_xy p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

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
    return !is_wall && mover->has_walls && !wend__side_is_open(mover, index, index_other, side) &&
           !wend__side_is_open(mover, index_other, index, wend__opposite(side));
}

static bool side_is_near(const wend__spot *spot, wend_cell cell, int side, wend__offset_xy end) {
    wend__vector corners[2];
    wend__side_corners(spot->field->shape.lattice, side, corners);
    wend__offset_xy centre = cell_from(spot, cell), ends[2];
    float scale_y = spot->field->shape.lattice == WEND_HEX ? 0.5f * HEX_SLANT : 0.5f;
    for (int i = 0; i < 2; i++) {
        ends[i].x = centre.x + (float)corners[i].u * 0.5f;
        ends[i].y = centre.y + (float)corners[i].v * scale_y;
    }
    float least = spot->radius - ROUNDING;
    return squared_between(spot->at, end, ends[0], ends[1]) < least * least;
}

/* Can the disc go straight from the point to the end? */
static bool disc_is_free(const wend__spot *spot, wend__offset_xy end) {
    wend_lattice lattice = spot->field->shape.lattice;
    int32_t far = (int32_t)(spot->radius + WEND__STRETCH + 1.5f);
    int32_t far_y = lattice == WEND_HEX ? far + far / 6 + 1 : far;
    for (int32_t y = spot->cell.y - far_y; y <= spot->cell.y + far_y; y++) {
        for (int32_t x = spot->cell.x - far; x <= spot->cell.x + far; x++) {
            wend_cell cell = {x, y};
            for (uint32_t sides = wend__sides(lattice); sides; sides &= sides - 1) {
                int side = wend__lowest_bit(sides);
                if (side_stops(spot, cell, side) && side_is_near(spot, cell, side, end)) return false;
            }
        }
    }
    return true;
}

/* Trying ways. */

/* What remains at a point near by, raw, less the own cell's value, as a sample there will say. */
static float remaining_there(const wend__spot *spot, wend__offset_xy point) {
    const wend_field *field = spot->field;
    float centre_x, centre_y;
    wend__centre(field->shape.lattice, spot->cell.x, spot->cell.y, &centre_x, &centre_y);
    float x = centre_x + point.x, y = centre_y + point.y;
    wend_cell cell;
    bool is_own = !wend__pick(field->shape, x, y, &cell) || (cell.x == spot->cell.x && cell.y == spot->cell.y);
    if (is_own) return remaining(spot, point, NULL);
    wend__spot there = spot_at(field, x, y, cell);
    if (there.value >= WEND_SATURATED_VALUE) return INFINITY;
    add_cones(&there);
    return remaining(&there, there.at, NULL) + (float)((int64_t)there.value - (int64_t)spot->value);
}

/* Does what remains fall from here to a point, all along? */
static bool falls_towards(const wend__spot *spot, wend__offset_xy end) {
    wend__offset_xy way = wend__minus(end, spot->at);
    float length = wend__length_of(way);
    for (int look = 1; look <= WEND__LOOKS; look++) {
        float part = (float)look * (1.0f / WEND__LOOKS);
        wend__offset_xy there = {spot->at.x + way.x * part, spot->at.y + way.y * part};
        float most = wend__most_after(spot->least, spot->cones[0].rate_far, length, look);
        if (remaining_there(spot, there) > most) return false;
    }
    return true;
}

static void answer(const wend__spot *spot, wend__offset_xy end, wend_sample *out) {
    wend__offset_xy way = wend__minus(end, spot->at);
    float length = wend__length_of(way);
    out->x = way.x / length;
    out->y = way.y / length;
    out->reach = length;
}

/* On squares nothing is nearer to the four cells round an open one's point than their centres allow; but the end of a
 * thin wall may stand between two centres. */
static bool stretch_is_free(const wend__spot *spot, wend__offset_xy end) {
    bool has_ends = spot->mover->has_walls && spot->radius > 0.5f;
    bool is_open = spot->field->shape.lattice == WEND_SQUARE && spot->exits == WEND__SQUARE_8 && !has_ends;
    return spot->radius <= 0.0f || is_open || disc_is_free(spot, end);
}

/* Cuts a stretch to what the disc can go; false where that is too little. */
static bool cut_stretch(const wend__spot *spot, wend__offset_xy *end) {
    for (int i = 0; i < 4; i++) {
        if (stretch_is_free(spot, *end)) return true;
        *end = (wend__offset_xy){(spot->at.x + end->x) * 0.5f, (spot->at.y + end->y) * 0.5f};
    }
    return false;
}

/* Goes in a direction, bent along walls, if that is a way at all. */
static bool try_direction(const wend__spot *spot, wend__offset_xy wish, wend_sample *out) {
    float length = wend__length_of(wish);
    if (length < WEND__SLACK) return false;
    wend__offset_xy end = {spot->at.x + wish.x / length * WEND__STRETCH, spot->at.y + wish.y / length * WEND__STRETCH};
    bool is_way = bend_along_walls(spot, &end) && wend__length_of(wend__minus(end, spot->at)) >= WEND__SLACK;
    if (!is_way || !falls_towards(spot, end) || !cut_stretch(spot, &end)) return false;
    answer(spot, end, out);
    return true;
}

/* Straight for a point that is known to be a good one, as far as the disc may. */
static bool try_point(const wend__spot *spot, wend__offset_xy point, wend_sample *out) {
    wend__offset_xy way = wend__minus(point, spot->at);
    float length = wend__length_of(way);
    if (length <= 0.0f) return false;
    float reach = length < WEND__STRETCH ? length : WEND__STRETCH;
    wend__offset_xy end = {spot->at.x + way.x / length * reach, spot->at.y + way.y / length * reach};
    if (!cut_stretch(spot, &end)) return false;
    answer(spot, end, out);
    return true;
}

/* The centre, or the corner before it, that gives what remains. */
static wend__offset_xy point_of_cone(const wend__spot *spot, const wend__cone *cone) {
    if (!cone->is_by_corner) return cone->centre;
    wend__offset_xy corner = {cone->centre.x * 0.5f, cone->centre.y * 0.5f};
    return wend__length_of(wend__minus(corner, spot->at)) < ROUNDING ? cone->centre : corner;
}

static void find_way(const wend__spot *spot, const wend__cone *nearest, wend_sample *out) {
    wend__offset_xy point;
    if (!nearest->is_squeeze) {
        wend__offset_xy wish = spot->field->shape.lattice == WEND_HEX ? wish_on_hexagons(spot) : wish_on_squares(spot);
        if (try_direction(spot, wish, out)) return;
        if (find_point(spot, spot->cell, &point) && try_direction(spot, wend__minus(point, spot->at), out)) return;
    }
    if (nearest != &spot->cones[0] && try_point(spot, point_of_cone(spot, nearest), out)) return;
    if (try_point(spot, (wend__offset_xy){0.0f, 0.0f}, out)) return;
    uint32_t set = spot->field->pages.directions[wend__slot(&spot->field->pages, spot->cell.x, spot->cell.y)];
    if (set) wend__unit_vector(spot->field->shape.lattice, wend__lowest_bit(set), &out->x, &out->y);
    out->reach = WEND__SLACK;
}

/* A goal, or where a link begins: straight to the centre. Between the centres of goals all is goal. */
static void find_end(const wend__spot *spot, wend_sample *out) {
    wend__offset_xy way = {-spot->at.x, -spot->at.y};
    wend__shape shape = spot->field->shape;
    if (shape.lattice == WEND_SQUARE && out->status == WEND_AT_GOAL) {
        int sides[2] = {spot->at.y < 0.0f ? WEND_NORTH : WEND_SOUTH, spot->at.x < 0.0f ? WEND_WEST : WEND_EAST};
        for (int i = 0; i < 2; i++) {
            if (!(spot->exits >> sides[i] & 1)) continue;
            wend_cell there = wend__neighbour(shape.lattice, spot->cell, sides[i]);
            uint32_t slot = wend__slot(&spot->field->pages, there.x, there.y);
            bool is_goal = !spot->field->pages.directions[slot] && spot->field->pages.values[slot] == spot->value;
            if (!is_goal) continue;
            if (i == 0)
                way.y = 0.0f;
            else
                way.x = 0.0f;
        }
    }
    float length = wend__length_of(way);
    float rate = spot->cones[0].rate_far / (float)(WEND_RAW_PER_COST * spot->mover->unit_cost);
    out->distance = wend__field_distance_at(spot->field, spot->index) + length * rate;
    out->reach = length;
    if (length <= 0.0f) return;
    out->x = way.x / length;
    out->y = way.y / length;
}

/* A point that rounding put into a wall counts as beside it: the cell of least value within reach of rounding. */
static bool pick_beside_walls(const wend_field *field, float x, float y, wend_cell *cell) {
    if (!wend__pick(field->shape, x, y, cell)) return false;
    if (wend__is_free(field->mover, wend__index(field->shape, cell->x, cell->y))) return true;
    uint32_t least = WEND_SATURATED_VALUE;
    for (int i = 0; i < 4; i++) {
        wend_cell near;
        float near_x = x + (i & 1 ? ROUNDING : -ROUNDING), near_y = y + (i & 2 ? ROUNDING : -ROUNDING);
        if (!wend__pick(field->shape, near_x, near_y, &near)) continue;
        uint32_t value = wend__field_value_at(field, wend__index(field->shape, near.x, near.y));
        if (value >= least) continue;
        least = value;
        *cell = near;
    }
    return true;
}

static float distance_of(const wend__spot *spot) {
    return ((float)spot->value + spot->least) / (float)(WEND_RAW_PER_COST * spot->mover->unit_cost);
}

float wend__remaining_among_costs(const wend_field *field, float x, float y) {
    wend__spot spot = spot_at(field, x, y, (wend_cell){(int32_t)x, (int32_t)y});
    add_cones(&spot);
    spot.least = remaining(&spot, spot.at, NULL);
    return distance_of(&spot);
}

void wend__sample_smooth(const wend_field *field, float x, float y, wend_sample *out) {
    if (wend__has_quick_samples(field)) {
        wend__plan plan = wend__plan_of(field);
        if (wend__sample_simply(&plan, x, y, out)) {
            out->distance = wend__remaining_at(field, &plan, x, y);
            return;
        }
    }
    wend__sample_between(field, x, y, out);
}

/* In a cell where the mover cannot stand, though the disc may have come by: to the centre of a cell round it that it can
 * go to straight, the one that what remains is least by. False where there is none. */
static bool leave_narrow_cell(wend__spot *spot, wend_sample *out) {
    wend__shape shape = spot->field->shape;
    uint32_t cost = spot->mover->costs[spot->index];
    float rate = (float)wend__step(spot->mover->step_rule, WEND__STRAIGHT, cost, cost);
    spot->cones[0] = (wend__cone){.value = INFINITY, .rate_near = rate, .rate_far = rate};
    spot->count = 1;
    spot->exits = spot->value = 0;
    for (uint32_t rest = wend__on_map(shape, spot->cell); rest; rest &= rest - 1) {
        wend_cell there = wend__neighbour(shape.lattice, spot->cell, wend__lowest_bit(rest));
        if (!wend__is_free(spot->mover, wend__index(shape, there.x, there.y))) continue;
        spot->passable = 1u << wend__lowest_bit(rest);
        add_cone(spot, wend__lowest_bit(rest));
    }
    while (spot->count > 1) {
        const wend__cone *nearest;
        spot->least = remaining(spot, spot->at, &nearest);
        if (nearest != &spot->cones[0] && try_point(spot, nearest->centre, out)) {
            out->distance = distance_of(spot);
            return true;
        }
        spot->cones[nearest - spot->cones] = spot->cones[--spot->count];
    }
    return false;
}

void wend__sample_between(const wend_field *field, float x, float y, wend_sample *out) {
    wend_cell cell;
    if (!pick_beside_walls(field, x, y, &cell)) {
        wend__sample_nearest(field, x, y, out);
        return;
    }
    wend__spot spot = spot_at(field, x, y, cell);
    wend_status place = wend__field_place_at(field, spot.index);
    *out = (wend_sample){.status = place};
    if (place == WEND_TOO_NARROW && leave_narrow_cell(&spot, out)) return;
    bool leads_on = place == WEND_OK || place == WEND_STALE || place == WEND_AT_GOAL || place == WEND_LINK;
    if (!leads_on || spot.value >= WEND_SATURATED_VALUE) {
        wend__sample_nearest(field, x, y, out);
        return;
    }
    add_cones(&spot);
    if (!field->pages.directions[wend__slot(&field->pages, cell.x, cell.y)]) {
        find_end(&spot, out);
        return;
    }
    const wend__cone *nearest;
    spot.least = remaining(&spot, spot.at, &nearest);
    out->distance = distance_of(&spot);
    find_way(&spot, nearest, out);
}
