/* SPDX-License-Identifier: MIT
 * Smooth samples: heads for what can be seen, turns without jumps where it can, never into a wall. Here is what is done
 * where it is not simple; see sample_quick.c for where it is.
 *
 * Computes: direction, reach and what remains of one point, on any lattice and among any walls.
 *
 *      . . . . .     Next to walls the direction wished for, see sample_pulls.c, is bent along them, and taken only if
 *      . a . b .     what remains falls that way and the disc of the mover's radius does not meet a wall; else the own
 *      . . * . .     cell's mark is tried, then the nearest way from centre to centre, then along the wall that is in its
 *      . c . d .     way; at last back to the centre.
 *
 * Invariant: the disc gets no deeper into a wall than 1/512 cell, or than it is; what remains falls to the stretch's end.
 * Cost: constant; more beside walls, and more still there with a radius.
 * Source: own. */
#include "field/sample_fall.h"
#include "field/sample_quick.h"
#include "field/sample_spot.h"

#define WEND__LEAST_STRETCH 0.0625f /* what is shorter is lengthened where it can be */

/* What remains at a point near by, raw, less the own cell's value, as a sample there will say. */
static float remaining_there(const wend__spot *spot, wend__offset_xy point) {
    const wend_field *field = spot->field;
    float centre_x, centre_y;
    wend__centre(field->shape.lattice, spot->cell.x, spot->cell.y, &centre_x, &centre_y);
    float x = centre_x + point.x, y = centre_y + point.y;
    wend_cell cell;
    bool is_own = !wend__pick(field->shape, x, y, &cell) || (cell.x == spot->cell.x && cell.y == spot->cell.y);
    if (is_own) return wend__remaining(spot, point, NULL);
    wend__spot there = wend__spot_at(field, x, y, cell);
    if (there.value >= WEND_SATURATED_VALUE) return INFINITY;
    wend__add_cones(&there);
    return wend__remaining(&there, there.at, NULL) + (float)((int64_t)there.value - (int64_t)spot->value);
}

/* Does what remains fall from here to a point, all along? Well enough for ground of a rate. */
static bool falls_towards(const wend__spot *spot, wend__offset_xy end, float rate) {
    wend__offset_xy way = wend__minus(end, spot->at);
    float length = wend__length_of(way);
    for (int look = 1; look <= WEND__LOOKS; look++) {
        float part = (float)look * (1.0f / WEND__LOOKS);
        wend__offset_xy there = {spot->at.x + way.x * part, spot->at.y + way.y * part};
        float most = wend__most_after(spot->least, rate, length, look);
        if (remaining_there(spot, there) > most) return false;
    }
    return true;
}

static void answer(const wend__spot *spot, wend__offset_xy end, wend_sample *out) {
    wend__offset_xy way = wend__minus(end, spot->at);
    float length = wend__length_of(way);
    out->x = way.x / length;
    out->y = way.y / length;
    out->reach = wend__reach_of(length);
}

/* Where a stretch of full length in a direction ends. */
static wend__offset_xy end_along(const wend__spot *spot, wend__offset_xy way) {
    float length = wend__length_of(way);
    return (wend__offset_xy){spot->at.x + way.x / length * WEND__STRETCH, spot->at.y + way.y / length * WEND__STRETCH};
}

/* Out of a direction nearly across a wall comes a short stretch, though that way may be free, and good, much farther. */
static void lengthen(const wend__spot *spot, wend__offset_xy *end) {
    wend__offset_xy way = wend__minus(*end, spot->at);
    if (wend__length_of(way) >= WEND__LEAST_STRETCH) return;
    wend__offset_xy whole = end_along(spot, way), bent = whole;
    bool is_free = wend__bend_along_walls(spot, &bent) && bent.x == whole.x && bent.y == whole.y;
    if (is_free && falls_towards(spot, whole, spot->cones[0].rate_far)) *end = whole;
}

/* Goes in a direction, bent along walls, if that is a way at all. */
static bool try_direction(const wend__spot *spot, wend__offset_xy wish, wend_sample *out) {
    if (wend__length_of(wish) < WEND__SLACK) return false;
    wend__offset_xy end = end_along(spot, wish);
    bool is_way = wend__bend_along_walls(spot, &end) && wend__length_of(wend__minus(end, spot->at)) >= WEND__SLACK;
    if (is_way) lengthen(spot, &end);
    wend__offset_xy whole = end;
    float rate = spot->cones[0].rate_far;
    if (!is_way || !falls_towards(spot, end, rate) || !wend__cut_stretch(spot, &end)) return false;
    bool is_cut = whole.x != end.x || whole.y != end.y;
    if (is_cut && !falls_towards(spot, end, rate)) return false;
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
    if (!wend__cut_stretch(spot, &end)) return false;
    answer(spot, end, out);
    return true;
}

/* A disc against what is nearest to it: along that, on the side of a cone's point, and off it as far as it is too near.
 * Most of the way may lie on the cheaper ground that the cone leads over. */
static bool try_round(const wend__spot *spot, const wend__cone *cone, wend__offset_xy point, wend_sample *out) {
    wend__offset_xy wall;
    float rate = cone->rate_near < cone->rate_far ? cone->rate_near : cone->rate_far;
    if (spot->radius <= 0.0f || !wend__find_wall(spot, &wall)) return false;
    wend__offset_xy off = wend__minus(spot->at, wall), way = wend__minus(point, spot->at);
    float far = wend__length_of(off);
    if (far <= 0.0f) return false;
    off = (wend__offset_xy){off.x / far, off.y / far};
    float into = way.x * off.x + way.y * off.y, push = spot->radius > far ? spot->radius - far : 0.0f;
    way = (wend__offset_xy){way.x - off.x * into, way.y - off.y * into};
    float length = wend__length_of(way);
    if (length < WEND__SLACK) return false;
    for (float reach = WEND__STRETCH; reach > WEND__ROUNDING; reach *= 0.5f) {
        wend__offset_xy end = {spot->at.x + way.x / length * reach + off.x * push,
                               spot->at.y + way.y / length * reach + off.y * push};
        if (!wend__can_go(spot, spot->at, end) || !falls_towards(spot, end, rate)) continue;
        answer(spot, end, out);
        return true;
    }
    return false;
}

/* Where nothing leads on, a disc that is too near to a wall goes off it. */
static bool leave_wall(const wend__spot *spot, wend_sample *out) {
    wend__offset_xy wall;
    if (spot->radius <= 0.0f || !wend__find_wall(spot, &wall)) return false;
    wend__offset_xy off = wend__minus(spot->at, wall);
    float far = wend__length_of(off);
    if (far <= 0.0f || far + WEND__SLACK >= spot->radius) return false;
    float scale = spot->radius / far;
    answer(spot, (wend__offset_xy){wall.x + off.x * scale, wall.y + off.y * scale}, out);
    return true;
}

static void find_way(const wend__spot *spot, const wend__cone *nearest, wend_sample *out) {
    wend__offset_xy point;
    if (!nearest->is_squeeze) {
        wend__offset_xy wish = wend__wish_from(spot);
        if (try_direction(spot, wish, out)) return;
        if (wend__find_point(spot, spot->cell, &point) && try_direction(spot, wend__minus(point, spot->at), out))
            return;
    }
    if (nearest != &spot->cones[0]) {
        point = wend__point_of_cone(nearest, spot->at);
        if (try_point(spot, point, out) || try_round(spot, nearest, point, out)) return;
    }
    if (try_point(spot, (wend__offset_xy){0.0f, 0.0f}, out) || leave_wall(spot, out)) return;
    uint32_t set = spot->field->pages.directions[wend__slot(&spot->field->pages, spot->cell.x, spot->cell.y)];
    if (set) wend__unit_vector(spot->field->shape.lattice, wend__lowest_bit(set), &out->x, &out->y);
    out->reach = WEND__SLACK;
}

/* A goal, or where a link begins: to the centre. Between the centres of goals all is goal. */
static void find_end(wend__spot *spot, wend_sample *out) {
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
    if (length <= 0.0f) return;
    wend__offset_xy end = {spot->at.x + way.x, spot->at.y + way.y};
    spot->count = 1; /* no other cell leads on */
    spot->least = wend__remaining(spot, spot->at, NULL);
    if (try_point(spot, end, out) || try_round(spot, &spot->cones[0], end, out) || leave_wall(spot, out)) return;
    answer(spot, end, out);
}

/* A corner that a step leads through counts as in the cell behind it: walls may meet there. */
static void pick_beyond_squeeze(const wend_field *field, float x, float y, wend_cell *cell) {
    static const int8_t diagonals[4] = {WEND_SOUTH_EAST, WEND_SOUTH_WEST, WEND_NORTH_EAST, WEND_NORTH_WEST};
    wend__shape shape = field->shape;
    int32_t corner_x = (int32_t)(x + 0.5f), corner_y = (int32_t)(y + 0.5f);
    if (shape.lattice != WEND_SQUARE || !wend__is_on(shape, corner_x - 1, corner_y - 1) ||
        !wend__is_on(shape, corner_x, corner_y) || wend__absolute(x - (float)corner_x) > WEND__ROUNDING ||
        wend__absolute(y - (float)corner_y) > WEND__ROUNDING)
        return;
    uint32_t least = WEND_SATURATED_VALUE;
    for (int i = 0; i < 4; i++) {
        wend_cell from = {corner_x - 1 + (i & 1), corner_y - 1 + (i >> 1)};
        wend_cell to = {corner_x - (i & 1), corner_y - (i >> 1)};
        uint32_t set = field->pages.directions[wend__slot(&field->pages, from.x, from.y)];
        uint32_t value = field->pages.values[wend__slot(&field->pages, to.x, to.y)];
        if (!(set >> diagonals[i] & 1) || value >= least) continue;
        least = value;
        *cell = to;
    }
}

/* A point that rounding put into a wall counts as beside it: the cell of least value within reach of rounding. */
static bool pick_beside_walls(const wend_field *field, float x, float y, wend_cell *cell) {
    if (!wend__pick(field->shape, x, y, cell)) return false;
    if (wend__squeezes_among_walls(field->mover)) pick_beyond_squeeze(field, x, y, cell);
    if (wend__is_free(field->mover, wend__index(field->shape, cell->x, cell->y))) return true;
    uint32_t least = WEND_SATURATED_VALUE;
    for (int i = 0; i < 4; i++) {
        wend_cell near;
        float near_x = x + (i & 1 ? WEND__ROUNDING : -WEND__ROUNDING),
              near_y = y + (i & 2 ? WEND__ROUNDING : -WEND__ROUNDING);
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
    wend__spot spot = wend__spot_at(field, x, y, (wend_cell){(int32_t)x, (int32_t)y});
    wend__add_cones(&spot);
    spot.least = wend__remaining(&spot, spot.at, NULL);
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
        wend__add_cone(spot, wend__lowest_bit(rest));
    }
    while (spot->count > 1) {
        const wend__cone *nearest;
        spot->least = wend__remaining(spot, spot->at, &nearest);
        if (nearest != &spot->cones[0] && try_point(spot, nearest->centre, out)) {
            out->distance = distance_of(spot);
            return true;
        }
        spot->cones[nearest - spot->cones] = spot->cones[--spot->count];
    }
    return false;
}

/* Where no way leads to a goal: the way to the target, if there is one. */
static bool lead_away(const wend_field *field, float x, float y, wend_cell cell, wend_sample *out) {
    wend_status place = out->status;
    if (place == WEND_TOO_NARROW) {
        wend__spot spot = wend__spot_at(field->cut_off, x, y, cell);
        if (!leave_narrow_cell(&spot, out)) return false;
    } else {
        wend__sample_smooth(field->cut_off, x, y, out);
    }
    out->distance = INFINITY;
    out->status = place;
    return true;
}

void wend__sample_between(const wend_field *field, float x, float y, wend_sample *out) {
    wend_cell cell;
    if (!pick_beside_walls(field, x, y, &cell)) {
        wend__sample_nearest(field, x, y, out);
        return;
    }
    wend__spot spot = wend__spot_at(field, x, y, cell);
    wend_status place = wend__field_place_at(field, spot.index);
    *out = (wend_sample){.status = place};
    if (place == WEND_TOO_NARROW && leave_narrow_cell(&spot, out)) return;
    bool may_lead_away = wend__field_leads_away(field, spot.index) || (field->cut_off && place == WEND_TOO_NARROW);
    if (may_lead_away && lead_away(field, x, y, cell, out)) return;
    bool leads_on = place == WEND_OK || place == WEND_STALE || place == WEND_AT_GOAL || place == WEND_LINK;
    if (!leads_on || spot.value >= WEND_SATURATED_VALUE) {
        wend__sample_nearest(field, x, y, out);
        return;
    }
    wend__add_cones(&spot);
    if (!field->pages.directions[wend__slot(&field->pages, cell.x, cell.y)]) {
        find_end(&spot, out);
        return;
    }
    const wend__cone *nearest;
    spot.least = wend__remaining(&spot, spot.at, &nearest);
    out->distance = distance_of(&spot);
    find_way(&spot, nearest, out);
}
