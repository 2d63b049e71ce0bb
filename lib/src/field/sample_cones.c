/* SPDX-License-Identifier: MIT
 * What remains at a point, whatever the ground.
 *
 * Computes: the least, over the own cell and those a free straight line away, of the value there and the cost of getting to
 *           its centre, measured as the field measures.
 *
 *      \     /\     /     So it agrees with the field at every centre, falls at full rate towards the centre that gives
 *       \   /  \   /      it, and has no minimum but at goals. Where ground changes half way, each side pays its own.
 *        \ /    \ /
 *         a      b
 *
 * Invariant: a way on is always counted, so what remains is finite wherever the field's value is.
 * Cost: constant.
 * Source: own. */
#include "field/sample_spot.h"

/* Length in steps, as the field measures. */
static float steps_along(const wend__spot *spot, wend__offset_xy a) {
    float x = wend__absolute(a.x), y = wend__absolute(a.y);
    if (spot->field->shape.lattice == WEND_HEX) {
        float slant = y * WEND__HEX_SLANT;
        return x > slant ? x + slant : slant + slant;
    }
    float less = x < y ? x : y, more = x < y ? y : x;
    return more - less + less * spot->diagonal;
}

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

void wend__add_cone(wend__spot *spot, int direction) {
    wend__shape shape = spot->field->shape;
    wend_cell there = wend__neighbour(shape.lattice, spot->cell, direction);
    uint32_t value = spot->field->pages.values[wend__slot(&spot->field->pages, there.x, there.y)];
    if (value >= WEND_SATURATED_VALUE) return;
    uint32_t cost_there = spot->mover->costs[wend__index(shape, there.x, there.y)];
    uint32_t far = wend__step(spot->mover->step_rule, WEND__STRAIGHT, cost_there, cost_there);
    bool is_mean = spot->mover->step_rule == WEND_STEP_MEAN, is_squeeze = !(spot->passable >> direction & 1);
    bool is_by_corner = is_squeeze || (wend__is_diagonal(shape.lattice, direction) && is_mean &&
                                       !is_on_one_cost(spot, direction, cost_there));
    spot->cones[spot->count++] = (wend__cone){.centre = wend__towards(shape.lattice, direction),
                                              .value = (float)((int64_t)value - (int64_t)spot->value),
                                              .rate_near = is_mean ? spot->cones[0].rate_far : (float)far,
                                              .rate_far = (float)far,
                                              .is_by_corner = is_by_corner,
                                              .is_squeeze = is_squeeze};
}

void wend__add_cones(wend__spot *spot) {
    uint32_t cost = spot->mover->costs[spot->index];
    float rate = (float)wend__step(spot->mover->step_rule, WEND__STRAIGHT, cost, cost);
    spot->cones[0] = (wend__cone){.rate_near = rate, .rate_far = rate};
    spot->count = 1;
    for (uint32_t rest = spot->exits | spot->passable; rest; rest &= rest - 1)
        wend__add_cone(spot, wend__lowest_bit(rest));
}

/* How far a way to the centre of a neighbour leads across the border before it: half a cell of that is beyond. */
static float towards_border(const wend__spot *spot, const wend__cone *cone, wend__offset_xy way) {
    if (spot->field->shape.lattice == WEND_HEX) return way.x * cone->centre.x + way.y * cone->centre.y;
    float x = wend__absolute(way.x), y = wend__absolute(way.y);
    return x > y ? x : y;
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
    float most = towards_border(spot, cone, way), beyond = most > 0.5f ? 0.5f / most : 1.0f;
    return cone->value + length * (cone->rate_near + (cone->rate_far - cone->rate_near) * beyond);
}

wend__offset_xy wend__point_of_cone(const wend__cone *cone, wend__offset_xy from) {
    if (!cone->is_by_corner) return cone->centre;
    wend__offset_xy corner = {cone->centre.x * 0.5f, cone->centre.y * 0.5f};
    float rest = wend__length_of(wend__minus(corner, from)), most = 0.5f - WEND__LEAST_GAP;
    if (rest < WEND__ROUNDING) return cone->centre;
    bool is_along = from.x * cone->centre.x > most || from.y * cone->centre.y > most;
    if (!cone->is_squeeze || !is_along || rest < 2.0f * WEND__LEAST_GAP) return corner;
    return (wend__offset_xy){cone->centre.x * most, cone->centre.y * most};
}

float wend__remaining(const wend__spot *spot, wend__offset_xy point, const wend__cone **from) {
    bool has_ends = spot->mover->has_walls && spot->radius > 0.0f;
    float values[WEND__DIRECTIONS + 1];
    for (int i = 0; i < spot->count; i++) values[i] = cone_at(spot, &spot->cones[i], point);
    for (uint32_t left = (1u << spot->count) - 1; left;) {
        int least = wend__lowest_bit(left);
        for (uint32_t rest = left; rest; rest &= rest - 1)
            if (values[wend__lowest_bit(rest)] < values[least]) least = wend__lowest_bit(rest);
        const wend__cone *cone = &spot->cones[least];
        left &= ~(1u << least);
        if (has_ends && !wend__can_go(spot, point, wend__point_of_cone(cone, point))) continue;
        if (from) *from = cone;
        return values[least];
    }
    if (from) *from = &spot->cones[0];
    return values[0];
}
