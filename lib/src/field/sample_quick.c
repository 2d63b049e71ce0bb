/* SPDX-License-Identifier: MIT
 * Smooth samples where that is simple: on open ground, and beside walls.
 *
 * Computes: direction and reach of one point, or that it is not simple.
 * Invariant: where what is round the point leads nearly one way, and walls do not bend it far, what remains falls by
 *            itself; elsewhere that is tried. Nothing but the bending is needed to keep a disc out of walls: it starts
 *            out of them, and what it may reach is a few rectangles, less their margins.
 *
 *      . . . .      a: open ground     b: bent a little, along the wall     c: the marks round it lead apart:
 *      . a . .                                                                 does what remains fall?
 *      . . b .
 *      # # # c
 *
 * Cost: as for a lane of a batch, which gets the same bits; see sample_kernel.h.
 * Source: own. */
#include "field/sample_quick.h"

#include "field/sample_stage.h"

wend__plan wend__plan_of(const wend_field *field) {
    wend__shape shape = field->shape;
    const wend_mover *mover = field->mover;
    wend__plan plan = {.marks = field->sights.marks,
                       .width = (float)shape.width,
                       .height = (float)shape.height,
                       .last_column = shape.width - 1,
                       .last_row = shape.height - 1,
                       .page_row = (int32_t)(field->pages.wide * WEND__PAGE_CELLS),
                       .from_centre = (float)field->sights.from_centre * (1.0f / WEND__SIGHT_UNIT),
                       .values = field->pages.values,
                       .pages = field->pages.page,
                       .exits = mover->exits,
                       .rate = (float)wend__step(mover->step_rule, WEND__STRAIGHT, 1, 1),
                       .diagonal = (float)mover->diagonal / (float)WEND__STRAIGHT,
                       .unit = (float)(WEND_RAW_PER_COST * mover->unit_cost),
                       .radius = (float)mover->radius * (1.0f / 256.0f)};
    plan.limit = wend__limit_of(plan.radius);
    plan.can_bend = mover->directions == WEND__SQUARE_8 && mover->corner_rule == WEND_CORNER_NEVER &&
                    !mover->has_walls && plan.radius < 0.5f;
    return plan;
}

bool wend__has_quick_samples(const wend_field *field) {
    return field->sights.marks && field->shape.lattice == WEND_SQUARE && wend__field_is_fresh(field);
}

static wend__wish wish_at(const wend__plan *plan, const wend__corner *corner, const uint32_t marks[4], float x,
                          float y) {
    wend__weights weights = wend__weights_of(corner->across, corner->down, corner->other_x != corner->own_x,
                                             corner->other_y != corner->own_y, marks[1], marks[2], marks[3]);
    const float each[4] = {weights.own, weights.beside, weights.below, weights.beyond};
    float sum_x = 0.0f, sum_y = 0.0f, total = 0.0f;
    for (int k = 0; k < 4; k++) {
        wend__pull pull = wend__pull_of(marks[k], x, y, each[k], plan->from_centre);
        sum_x += pull.x;
        sum_y += pull.y;
        total += each[k];
    }
    return wend__wish_of(sum_x, sum_y, total);
}

/* What remains at a point, raw: least more than the value of its cell, which is own. */
typedef struct wend__remains {
    uint32_t own;
    float least, full_rate;
} wend__remains;

/* False where that is not simple. */
static bool measure(const wend__plan *plan, float x, float y, wend__remains *out) {
    wend__corner corner = wend__corner_at(plan, x, y);
    uint32_t slot = corner.own_x + corner.own_y, cost = plan->pages[slot >> 12].uniform_cost;
    if (!corner.is_on || !cost || !plan->marks[slot]) return false;
    uint32_t exits = plan->exits[wend__exit_place(plan, corner.column, corner.row)];
    *out = (wend__remains){plan->values[slot], INFINITY, (float)cost * plan->rate};
    for (int k = 0; k < 9; k++) {
        if (!((exits | WEND__OWN_CELL) & wend__exit_of_nine[k])) continue;
        int32_t column = k % 3 - 1, row = k / 3 - 1;
        uint32_t there = wend__slot_of_column(corner.column + column) + wend__slot_of_row(plan, corner.row + row);
        float by = wend__remaining_by(plan->values[there], out->own, (float)column - corner.at_x,
                                      (float)row - corner.at_y, out->full_rate, plan->diagonal);
        out->least = by < out->least ? by : out->least;
    }
    return true;
}

static wend__bending bend_wish(const wend__plan *plan, uint32_t closed, wend__offset_xy at, wend__offset_xy wish) {
    wend__offset_xy end = {at.x + wish.x * WEND__STRETCH, at.y + wish.y * WEND__STRETCH};
    if (!closed) return wend__bending_of(wish, at, end, 1);
    end = wend__bent(closed, at, end, plan->limit);
    int32_t is_clear = (plan->radius <= 0.0f) | wend__is_clear_of(closed, at, plan->limit);
    return wend__bending_of(wish, at, end, is_clear & wend__is_bent_well(closed, at, end, plan->limit));
}

static bool falls_along(const wend__plan *plan, float x, float y, const wend__bending *bending) {
    wend__remains here, there;
    if (!measure(plan, x, y, &here)) return false;
    for (int look = 1; look <= WEND__LOOKS; look++) {
        float part = bending->reach * ((float)look * (1.0f / WEND__LOOKS));
        if (!measure(plan, x + bending->way_x * part, y + bending->way_y * part, &there)) return false;
        float most = wend__most_after(here.least, here.full_rate, bending->reach, look);
        if ((float)(int32_t)(there.own - here.own) + there.least > most) return false;
    }
    return true;
}

bool wend__sample_simply(const wend__plan *plan, float x, float y, wend_sample *out) {
    wend__corner corner = wend__corner_at(plan, x, y);
    const uint32_t marks[4] = {plan->marks[corner.own_x + corner.own_y], plan->marks[corner.other_x + corner.own_y],
                               plan->marks[corner.own_x + corner.other_y],
                               plan->marks[corner.other_x + corner.other_y]};
    if (!corner.is_on || !wend__leads_on(marks[0])) return false;
    wend__wish wish = wish_at(plan, &corner, marks, x, y);
    *out = (wend_sample){.x = wish.x, .y = wish.y, .reach = WEND__STRETCH, .status = WEND_OK};
    if (wish.is_agreed & wend__is_open(marks[0], marks[1], marks[2], marks[3])) return true;
    bool has_one_cost = plan->pages[(corner.own_x + corner.own_y) >> 12].uniform_cost != 0;
    if (!wish.is_any || !plan->can_bend || !has_one_cost) return false;
    const uint8_t *exits = plan->exits + wend__exit_place(plan, corner.column, corner.row);
    uint32_t beside = exits[wend__step_beside_corner(plan, *exits, wish.x, wish.y)];
    uint32_t closed = wend__closed_to(*exits, beside, wish.x, wish.y);
    wend__offset_xy at = {corner.at_x, corner.at_y};
    wend__bending bending = bend_wish(plan, closed, at, (wend__offset_xy){wish.x, wish.y});
    *out = (wend_sample){.x = bending.way_x, .y = bending.way_y, .reach = bending.reach, .status = WEND_OK};
    if (!bending.is_way) return false;
    return (bending.is_sure & wish.is_agreed) || falls_along(plan, x, y, &bending);
}

float wend__remaining_at(const wend_field *field, const wend__plan *plan, float x, float y) {
    wend__remains here;
    if (!measure(plan, x, y, &here)) return wend__remaining_among_costs(field, x, y);
    return ((float)here.own + here.least) / plan->unit;
}
