/* SPDX-License-Identifier: MIT
 * Smooth samples where that is simple: on open ground, and beside walls. Where what is round the point leads nearly one
 * way, and walls do not bend it far, what remains falls by itself; elsewhere that is tried. Nothing but the bending is
 * needed to keep a disc out of walls: it starts out of them, and what it may reach is a few rectangles, less their margins.
 *
 *      . . . .      a: open ground     b: bent a little, along the wall     c: the marks round it lead apart:
 *      . a . .                                                                 does what remains fall?
 *      . . b .
 *      # # # c
 *
 * Cost: as for lanes of a batch, and the exits of a cell. */
#include "field/sample_quick.h"

#define LEAST_AGREEMENT 0.25f /* 0.5 squared, as WEND__AGREED: less is for sample_smooth.c */
#define LEAST_LIKENESS 0.8f   /* cosine between what was wished for and what the walls left */

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
                       .rate = (float)wend__step(mover->step_rule, WEND__STRAIGHT, 1, 1),
                       .diagonal = (float)mover->diagonal / (float)WEND__STRAIGHT,
                       .unit = (float)(WEND_RAW_PER_COST * mover->unit_cost),
                       .exits = mover->exits,
                       .radius = (float)mover->radius * (1.0f / 256.0f)};
    plan.limit = wend__limit_of(plan.radius);
    plan.can_bend = mover->directions == WEND__SQUARE_8 && mover->corner_rule == WEND_CORNER_NEVER &&
                    !mover->has_walls && plan.radius < 0.5f;
    for (int k = 0; k < WEND__DIRECTIONS; k++) plan.ways[k] = wend__offset(WEND_SQUARE, 0, k);
    return plan;
}

bool wend__has_quick_samples(const wend_field *field) {
    return field->sights.marks && field->shape.lattice == WEND_SQUARE && wend__field_is_fresh(field);
}

/* The marks of the four cells. */
static void read_marks(const wend__plan *plan, const wend__corner *corner, uint32_t marks[4]) {
    marks[0] = plan->marks[corner->own_x + corner->own_y];
    marks[1] = plan->marks[corner->other_x + corner->own_y];
    marks[2] = plan->marks[corner->own_x + corner->other_y];
    marks[3] = plan->marks[corner->other_x + corner->other_y];
}

static uint32_t exits_at(const wend__plan *plan, const wend__corner *corner) {
    return plan->exits[(size_t)corner->row * (size_t)(plan->last_column + 1) + (size_t)corner->column];
}

bool wend__sample_open(const wend__plan *plan, float x, float y, wend_sample *out) {
    wend__corner corner = wend__corner_at(plan, x, y);
    uint32_t marks[4];
    read_marks(plan, &corner, marks);
    if (!corner.is_on || !wend__is_ordinary(marks[0], marks[1], marks[2], marks[3])) return false;
    wend__offset_xy sum = {0.0f, 0.0f};
    for (int k = 0; k < 4; k++) {
        float weight = wend__weight_of(k, corner.across, corner.down);
        wend__pull pull = wend__pull_of(marks[k], x, y, weight, plan->from_centre);
        sum.x += pull.x;
        sum.y += pull.y;
    }
    float squared = sum.x * sum.x + sum.y * sum.y;
    if (squared < WEND__AGREED) return false;
    float length = sqrtf(squared);
    *out = (wend_sample){.x = sum.x / length, .y = sum.y / length, .reach = WEND__STRETCH, .status = WEND_OK};
    return true;
}

typedef struct wend__wish {
    wend__offset_xy way;
    bool is_agreed;
} wend__wish;

/* Where the marks round a point lead, if that is anything like one way: a unit vector. Cells that are blocked or that the
 * own one has no way to within the four do not count. */
static bool find_wish(const wend__plan *plan, const wend__corner *corner, float x, float y, wend__wish *wish) {
    uint32_t marks[4];
    read_marks(plan, corner, marks);
    uint32_t kind = marks[0] & (WEND__MARK_CORNER | WEND__MARK_CENTRE | WEND__MARK_END);
    if (!marks[0] || kind == WEND__MARK_END) return false;
    bool is_beside_on = corner->other_x != corner->own_x, is_below_on = corner->other_y != corner->own_y;
    bool counts[4] = {true, is_beside_on && marks[1], is_below_on && marks[2], false};
    counts[3] = is_beside_on && is_below_on && marks[3] && (counts[1] || counts[2]);
    wend__offset_xy sum = {0.0f, 0.0f};
    float total = 0.0f;
    for (int k = 0; k < 4; k++) {
        if (!counts[k]) continue;
        float weight = wend__weight_of(k, corner->across, corner->down);
        wend__pull pull = wend__pull_of(marks[k], x, y, weight, plan->from_centre);
        sum.x += pull.x;
        sum.y += pull.y;
        total += weight;
    }
    float squared = sum.x * sum.x + sum.y * sum.y;
    if (squared < LEAST_AGREEMENT * total * total) return false;
    float length = sqrtf(squared);
    *wish = (wend__wish){{sum.x / length, sum.y / length}, squared >= WEND__AGREED * total * total};
    return true;
}

/* Bends the end of a stretch along closed sides and round blocked corners; false where a disc is too near to one. */
static bool bend(const wend__plan *plan, uint32_t exits, wend__offset_xy at, wend__offset_xy *end) {
    float limit = plan->limit, soft = limit + WEND__SLACK;
    bool has_disc = plan->radius > 0.0f;
    for (uint32_t closed = ~exits & WEND__SQUARE_4; closed; closed &= closed - 1) {
        wend_cell way = plan->ways[wend__lowest_bit(closed)];
        float beyond = end->x * (float)way.x + end->y * (float)way.y - limit;
        if (has_disc && at.x * (float)way.x + at.y * (float)way.y > soft) return false;
        if (beyond <= 0.0f) continue;
        end->x -= (float)way.x * beyond;
        end->y -= (float)way.y * beyond;
    }
    for (uint32_t closed = ~exits & WEND__SQUARE_8 & ~WEND__SQUARE_4; closed; closed &= closed - 1) {
        wend_cell way = plan->ways[wend__lowest_bit(closed)];
        wend__offset_xy p = {at.x * (float)way.x, at.y * (float)way.y},
                        e = {end->x * (float)way.x, end->y * (float)way.y};
        if (has_disc && p.x > soft && p.y > soft) return false;
        wend__bend_in_quarter(p, &e, limit);
        *end = (wend__offset_xy){e.x * (float)way.x, e.y * (float)way.y};
    }
    return true;
}

/* Out of one wall may be into another: then bending again would move it. */
static bool bend_well(const wend__plan *plan, uint32_t exits, wend__offset_xy at, wend__offset_xy *end) {
    wend__offset_xy straight = *end;
    if (!bend(plan, exits, at, end)) return false;
    if (end->x == straight.x && end->y == straight.y) return true;
    wend__offset_xy again = *end;
    bend(plan, exits, at, &again);
    wend__offset_xy moved = wend__minus(again, *end);
    return moved.x * moved.x + moved.y * moved.y < WEND__SLACK * WEND__SLACK;
}

/* What remains at a point, raw: *least more than the value of its cell, which is *own. False where that is not simple. */
static bool measure(const wend__plan *plan, float x, float y, uint32_t *own, float *least) {
    wend__corner corner = wend__corner_at(plan, x, y);
    uint32_t slot = corner.own_x + corner.own_y, cost = plan->pages[slot >> 12].uniform_cost;
    uint32_t exits = exits_at(plan, &corner);
    if (!corner.is_on || !cost || !plan->marks[slot]) return false;
    float rate = (float)cost * plan->rate;
    *own = plan->values[slot];
    *least = wend__remaining_by(*own, *own, -corner.at_x, -corner.at_y, rate, plan->diagonal);
    for (uint32_t rest = exits; rest; rest &= rest - 1) {
        wend_cell way = plan->ways[wend__lowest_bit(rest)];
        uint32_t there = wend__slot_of_column(corner.column + way.x) + wend__slot_of_row(plan, corner.row + way.y);
        float by = wend__remaining_by(plan->values[there], *own, (float)way.x - corner.at_x, (float)way.y - corner.at_y,
                                      rate, plan->diagonal);
        *least = by < *least ? by : *least;
    }
    return true;
}

/* Does what remains fall well from a point to another one? */
static bool falls(const wend__plan *plan, uint32_t own, float least, float x, float y, float drop) {
    uint32_t own_there;
    float least_there;
    if (!measure(plan, x, y, &own_there, &least_there)) return false;
    return (float)(int32_t)(own_there - own) + least_there <= least - drop;
}

static bool falls_along(const wend__plan *plan, float x, float y, wend__offset_xy way, float length) {
    uint32_t own;
    float least;
    if (!measure(plan, x, y, &own, &least)) return false;
    uint32_t page = (wend__slot_of_column((int32_t)x) + wend__slot_of_row(plan, (int32_t)y)) >> 12;
    float drop = WEND__LEAST_FALL * (float)plan->pages[page].uniform_cost * plan->rate * length;
    for (int i = 1; i <= WEND__LOOKS; i++) {
        float part = (float)i * (1.0f / WEND__LOOKS);
        if (!falls(plan, own, least, x + way.x * part, y + way.y * part, drop * part)) return false;
    }
    return true;
}

bool wend__sample_beside(const wend__plan *plan, float x, float y, wend_sample *out) {
    if (!plan->can_bend) return false;
    wend__corner corner = wend__corner_at(plan, x, y);
    wend__offset_xy at = {corner.at_x, corner.at_y};
    wend__wish wish;
    if (!corner.is_on || !find_wish(plan, &corner, x, y, &wish)) return false;
    uint32_t exits = exits_at(plan, &corner);
    wend__offset_xy end = {at.x + wish.way.x * WEND__STRETCH, at.y + wish.way.y * WEND__STRETCH};
    if (exits != WEND__SQUARE_8 && !bend_well(plan, exits, at, &end)) return false;
    wend__offset_xy way = wend__minus(end, at);
    float length = wend__length_of(way);
    if (length < WEND__SLACK) return false;
    bool has_one_cost = plan->pages[(corner.own_x + corner.own_y) >> 12].uniform_cost != 0;
    bool is_sure = has_one_cost && wish.is_agreed && way.x * wish.way.x + way.y * wish.way.y >= LEAST_LIKENESS * length;
    if (!is_sure && !falls_along(plan, x, y, way, length)) return false;
    *out = (wend_sample){.x = way.x / length, .y = way.y / length, .reach = length, .status = WEND_OK};
    return true;
}

float wend__remaining_at(const wend_field *field, const wend__plan *plan, float x, float y) {
    uint32_t own;
    float least;
    if (!measure(plan, x, y, &own, &least)) return wend__remaining_among_costs(field, x, y);
    return ((float)own + least) / plan->unit;
}
