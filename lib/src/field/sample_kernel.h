/* SPDX-License-Identifier: MIT
 * Smooth samples on squares, a batch at a time, stage by stage:
 *
 *      points -> marks of four cells -> wishes -> bent along walls -> does what remains fall?
 *                                       open ground: done   most: done       else: not simple
 *
 * Computes: what wend__sample_simply computes for one point, by the same lines.
 * Invariant: no lane knows of another, and none branches: so every back end gives the same bits.
 * Cost: four marks a point, an exit mask beside walls, nine values for a distance and for each look whether it falls, from
 *       wherever they lie; the rest is wide.
 * Source: own. */
#ifdef WEND__WIDE_PRESENT

#include "field/sample_stage.h"

/* Where points lie. */
typedef struct wend__lane_places {
    int32_t column[WEND__BATCH], row[WEND__BATCH];
    float at_x[WEND__BATCH], at_y[WEND__BATCH];
    uint32_t slot[WEND__BATCH];
    int32_t is_on[WEND__BATCH];
} wend__lane_places;

WEND__INLINE void put_place(wend__lane_places *restrict places, size_t i, const wend__corner *corner) {
    places->column[i] = corner->column;
    places->row[i] = corner->row;
    places->at_x[i] = corner->at_x;
    places->at_y[i] = corner->at_y;
    places->slot[i] = corner->own_x + corner->own_y;
    places->is_on[i] = corner->is_on;
}

WEND__INLINE void find_places(const wend__plan *restrict plan, const float *restrict x, const float *restrict y,
                              wend__lane_places *restrict places) {
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__corner corner = wend__corner_at(plan, x[i], y[i]);
        put_place(places, i, &corner);
    }
}

WEND__INLINE void load_exits(const wend__plan *restrict plan, const wend__lane_places *restrict places,
                             uint32_t *restrict exits) {
    for (size_t i = 0; i < WEND__BATCH; i++)
        exits[i] = plan->exits[wend__exit_place(plan, places->column[i], places->row[i])];
}

/* What remains, raw: least more than the value of its cell, which is own. */
typedef struct wend__lane_remains {
    uint32_t own[WEND__BATCH];
    float least[WEND__BATCH];
    float full_rate[WEND__BATCH]; /* raw, per cell; 0: its page has several costs, and the rest is not true */
} wend__lane_remains;

/* The nine values round each point; beyond the border of the map, where there are no exits, other ones. Indices are
 * signed: so they take half the room in a wide load. */
WEND__INLINE void load_values(const wend__plan *restrict plan, const wend__lane_places *restrict places,
                              uint32_t values[restrict 9][WEND__BATCH]) {
    int32_t x[3][WEND__BATCH], y[3][WEND__BATCH];
    for (int32_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < WEND__BATCH; i++) {
            int32_t column = wend__limited(places->column[i] - 1 + k, plan->last_column);
            int32_t row = wend__limited(places->row[i] - 1 + k, plan->last_row);
            x[k][i] = (int32_t)wend__slot_of_column(column);
            y[k][i] = (int32_t)wend__slot_of_row(plan, row);
        }
    }
    const uint32_t *from = plan->values;
    for (int k = 0; k < 9; k++)
        for (size_t i = 0; i < WEND__BATCH; i++) values[k][i] = from[x[k % 3][i] + y[k / 3][i]];
}

WEND__INLINE void measure(const wend__plan *restrict plan, const wend__lane_places *restrict places,
                          const uint32_t *restrict exits, wend__lane_remains *restrict remains) {
    uint32_t values[9][WEND__BATCH];
    load_values(plan, places, values);
    for (size_t i = 0; i < WEND__BATCH; i++)
        remains->full_rate[i] = (float)plan->pages[places->slot[i] >> 12].uniform_cost * plan->rate;
    for (size_t i = 0; i < WEND__BATCH; i++) {
        remains->own[i] = values[4][i];
        remains->least[i] = INFINITY;
    }
    for (int k = 0; k < 9; k++) {
        float column = (float)(k % 3 - 1), row = (float)(k / 3 - 1);
        uint32_t exit = wend__exit_of_nine[k];
        for (size_t i = 0; i < WEND__BATCH; i++) {
            float by = wend__remaining_by(values[k][i], values[4][i], column - places->at_x[i], row - places->at_y[i],
                                          remains->full_rate[i], plan->diagonal);
            by = (exits[i] | WEND__OWN_CELL) & exit ? by : INFINITY;
            remains->least[i] = by < remains->least[i] ? by : remains->least[i];
        }
    }
}

WEND__INLINE void measure_distances(const wend__plan *restrict plan, const wend__lane_places *restrict places,
                                    const uint32_t *restrict exits, wend__batch *restrict batch) {
    wend__lane_remains remains;
    measure(plan, places, exits, &remains);
    for (size_t i = 0; i < WEND__BATCH; i++)
        batch->distance[i] =
            remains.full_rate[i] > 0.0f ? ((float)remains.own[i] + remains.least[i]) / plan->unit : NAN;
}

/* Wishes. */

typedef struct wend__lane_marks {
    uint32_t slots[4][WEND__BATCH], marks[4][WEND__BATCH];
    float weights[4][WEND__BATCH];
} wend__lane_marks;

WEND__INLINE void load_marks(const wend__plan *restrict plan, const wend__batch *restrict batch,
                             wend__lane_places *restrict places, wend__lane_marks *restrict lanes) {
    float across[WEND__BATCH], down[WEND__BATCH];
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__corner corner = wend__corner_at(plan, batch->x[i], batch->y[i]);
        put_place(places, i, &corner);
        across[i] = corner.across;
        down[i] = corner.down;
        lanes->slots[0][i] = corner.own_x + corner.own_y;
        lanes->slots[1][i] = corner.other_x + corner.own_y;
        lanes->slots[2][i] = corner.own_x + corner.other_y;
        lanes->slots[3][i] = corner.other_x + corner.other_y;
    }
    for (size_t i = 0; i < WEND__BATCH; i++)
        for (int k = 0; k < 4; k++) lanes->marks[k][i] = plan->marks[(int32_t)lanes->slots[k][i]];
    for (size_t i = 0; i < WEND__BATCH; i++) {
        int32_t other_column = lanes->slots[1][i] != lanes->slots[0][i];
        int32_t other_row = lanes->slots[2][i] != lanes->slots[0][i];
        wend__weights weights = wend__weights_of(across[i], down[i], other_column, other_row, lanes->marks[1][i],
                                                 lanes->marks[2][i], lanes->marks[3][i]);
        lanes->weights[0][i] = weights.own;
        lanes->weights[1][i] = weights.beside;
        lanes->weights[2][i] = weights.below;
        lanes->weights[3][i] = weights.beyond;
    }
}

WEND__INLINE void add_pulls(const wend__plan *restrict plan, const wend__lane_marks *restrict lanes,
                            wend__batch *restrict batch) {
    float sum_x[WEND__BATCH] = {0}, sum_y[WEND__BATCH] = {0}, total[WEND__BATCH] = {0};
    float from_centre = plan->from_centre;
    for (int k = 0; k < 4; k++) {
        for (size_t i = 0; i < WEND__BATCH; i++) {
            float weight = lanes->weights[k][i];
            wend__pull pull = wend__pull_of(lanes->marks[k][i], batch->x[i], batch->y[i], weight, from_centre);
            sum_x[i] += pull.x;
            sum_y[i] += pull.y;
            total[i] += weight;
        }
    }
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__wish wish = wend__wish_of(sum_x[i], sum_y[i], total[i]);
        batch->way_x[i] = wish.x;
        batch->way_y[i] = wish.y;
        batch->reach[i] = WEND__STRETCH;
        batch->is_agreed[i] = wish.is_agreed;
        batch->state[i] = wish.is_any ? WEND__LANE_ASKS : WEND__LANE_HARD;
    }
}

void WEND__WIDE_NAME(wend__sample_wishes)(const wend__plan *plan, bool with_distances, wend__batch *batch) {
    const wend__plan own = *plan;
    wend__lane_marks lanes;
    wend__lane_places places;
    load_marks(&own, batch, &places, &lanes);
    add_pulls(&own, &lanes, batch);
    for (size_t i = 0; i < WEND__BATCH; i++) {
        uint32_t mark = lanes.marks[0][i];
        int32_t is_on_way = places.is_on[i] & wend__leads_on(mark);
        int32_t is_open = wend__is_open(mark, lanes.marks[1][i], lanes.marks[2][i], lanes.marks[3][i]);
        int32_t state = is_open & batch->is_agreed[i] ? WEND__LANE_ANSWERED : batch->state[i];
        batch->state[i] = is_on_way ? state : WEND__LANE_HARD;
    }
    if (!with_distances) return;
    uint32_t exits[WEND__BATCH];
    for (size_t i = 0; i < WEND__BATCH; i++) exits[i] = WEND__SQUARE_8;
    measure_distances(&own, &places, exits, batch);
}

/* Bending: a side and a corner after the other, for all lanes. */

typedef struct wend__lane_ends {
    float at_x[WEND__BATCH], at_y[WEND__BATCH];
    float x[WEND__BATCH], y[WEND__BATCH];
    float corner_x[WEND__BATCH], corner_y[WEND__BATCH], squared[WEND__BATCH];
    uint32_t closed[WEND__BATCH];
    uint32_t beyond[WEND__BATCH]; /* bits of closed ones that the stretch is not free of */
} wend__lane_ends;

WEND__INLINE void begin_ends(const wend__batch *restrict batch, const wend__lane_places *restrict places,
                             wend__lane_ends *restrict ends) {
    for (size_t i = 0; i < WEND__BATCH; i++) {
        ends->at_x[i] = places->at_x[i];
        ends->at_y[i] = places->at_y[i];
        ends->x[i] = places->at_x[i] + batch->way_x[i] * WEND__STRETCH;
        ends->y[i] = places->at_y[i] + batch->way_y[i] * WEND__STRETCH;
        ends->corner_x[i] = ends->corner_y[i] = ends->squared[i] = 0.0f;
        ends->beyond[i] = 0;
    }
}

WEND__INLINE void find_closed(const wend__plan *restrict plan, const wend__lane_places *restrict places,
                              const uint32_t *restrict exits, const wend__batch *restrict batch,
                              wend__lane_ends *restrict ends) {
    int32_t place[WEND__BATCH];
    uint32_t beside[WEND__BATCH];
    for (size_t i = 0; i < WEND__BATCH; i++)
        place[i] = places->row[i] * (plan->last_column + 1) + places->column[i] +
                   wend__step_beside_corner(plan, exits[i], batch->way_x[i], batch->way_y[i]);
    for (size_t i = 0; i < WEND__BATCH; i++) beside[i] = plan->exits[place[i]];
    for (size_t i = 0; i < WEND__BATCH; i++)
        ends->closed[i] = wend__closed_to(exits[i], beside[i], batch->way_x[i], batch->way_y[i]);
}

WEND__INLINE wend__end end_of_lane(const wend__lane_ends *ends, size_t i) {
    return (wend__end){ends->x[i], ends->y[i], ends->corner_x[i], ends->corner_y[i], ends->squared[i]};
}

WEND__INLINE void put_end(wend__lane_ends *ends, size_t i, wend__end end) {
    ends->x[i] = end.x;
    ends->y[i] = end.y;
    ends->corner_x[i] = end.corner_x;
    ends->corner_y[i] = end.corner_y;
    ends->squared[i] = end.squared;
}

WEND__INLINE void bend_off_side(wend__lane_ends *ends, int side, int right, int left, float way_x, float way_y,
                                float limit) {
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__end end = end_of_lane(ends, i);
        wend__offset_xy at = {ends->at_x[i], ends->at_y[i]};
        end = wend__off_side(end, ends->closed[i], side, right, left, at, way_x, way_y, limit);
        put_end(ends, i, end);
    }
}

WEND__INLINE void bend_off_corner(wend__lane_ends *ends, int corner, float way_x, float way_y, float limit) {
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__end end = end_of_lane(ends, i);
        wend__offset_xy at = {ends->at_x[i], ends->at_y[i]};
        end = wend__off_corner(end, ends->closed[i] >> corner & 1, at, way_x, way_y, limit);
        put_end(ends, i, end);
    }
}

WEND__INLINE void look_at_side(wend__lane_ends *ends, int side, int right, int left, float way_x, float way_y,
                               float limit) {
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__offset_xy at = {ends->at_x[i], ends->at_y[i]}, end = {ends->x[i], ends->y[i]};
        uint32_t is_beyond = wend__is_beyond_side(at, end, ends->closed[i], side, right, left, way_x, way_y, limit);
        ends->beyond[i] |= is_beyond << side & ends->closed[i];
    }
}

WEND__INLINE void look_at_corner(wend__lane_ends *ends, int corner, float way_x, float way_y, float limit) {
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__offset_xy at = {ends->at_x[i], ends->at_y[i]}, end = {ends->x[i], ends->y[i]};
        ends->beyond[i] |= wend__is_beyond_corner(at, end, way_x, way_y, limit) << corner & ends->closed[i];
    }
}

WEND__INLINE void bend_ends(const wend__plan *plan, wend__lane_ends *ends) {
    float limit = plan->limit;
#define OFF_SIDE(side, right, left, way_x, way_y) bend_off_side(ends, side, right, left, way_x, way_y, limit);
#define OFF_CORNER(corner, way_x, way_y) bend_off_corner(ends, corner, way_x, way_y, limit);
#define LOOK_AT_SIDE(side, right, left, way_x, way_y) look_at_side(ends, side, right, left, way_x, way_y, limit);
#define LOOK_AT_CORNER(corner, way_x, way_y) look_at_corner(ends, corner, way_x, way_y, limit);
    WEND__EACH_SIDE(OFF_SIDE)
    WEND__EACH_CORNER(OFF_CORNER)
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__end end = end_of_lane(ends, i);
        wend__offset_xy at_last = wend__end_at(&end, (wend__offset_xy){ends->at_x[i], ends->at_y[i]});
        ends->x[i] = at_last.x;
        ends->y[i] = at_last.y;
    }
    WEND__EACH_SIDE(LOOK_AT_SIDE)
    WEND__EACH_CORNER(LOOK_AT_CORNER)
#undef OFF_SIDE
#undef OFF_CORNER
#undef LOOK_AT_SIDE
#undef LOOK_AT_CORNER
    if (plan->radius <= 0.0f) return;
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__offset_xy at = {ends->at_x[i], ends->at_y[i]};
        ends->beyond[i] |= (uint32_t)(wend__is_clear_of(ends->closed[i], at, limit) ^ 1);
    }
}

void WEND__WIDE_NAME(wend__sample_bends)(const wend__plan *plan, bool with_distances, wend__batch *batch) {
    const wend__plan own = *plan;
    wend__lane_places places;
    wend__lane_ends ends;
    uint32_t exits[WEND__BATCH];
    int32_t has_one_cost[WEND__BATCH];
    find_places(&own, batch->x, batch->y, &places);
    load_exits(&own, &places, exits);
    for (size_t i = 0; i < WEND__BATCH; i++) has_one_cost[i] = own.pages[places.slot[i] >> 12].uniform_cost != 0;
    begin_ends(batch, &places, &ends);
    find_closed(&own, &places, exits, batch, &ends);
    bend_ends(&own, &ends);
    for (size_t i = 0; i < WEND__BATCH; i++) {
        wend__offset_xy wish = {batch->way_x[i], batch->way_y[i]}, end = {ends.x[i], ends.y[i]};
        wend__offset_xy at = {places.at_x[i], places.at_y[i]};
        wend__bending bending = wend__bending_of(wish, at, end, ends.beyond[i] == 0);
        batch->way_x[i] = bending.way_x;
        batch->way_y[i] = bending.way_y;
        batch->reach[i] = bending.reach;
        int32_t is_sure = bending.is_sure & batch->is_agreed[i];
        int32_t is_way = bending.is_way & has_one_cost[i];
        batch->state[i] = is_way ? WEND__LANE_ASKS + is_sure : WEND__LANE_HARD;
    }
    if (with_distances) measure_distances(&own, &places, exits, batch);
}

/* Falling. */

/* What remains must have fallen at a look along the stretch, which must lead to a place on the way. */
WEND__INLINE void look_along(const wend__plan *restrict plan, int look, const wend__lane_remains *restrict here,
                             wend__batch *restrict batch) {
    float x[WEND__BATCH], y[WEND__BATCH];
    wend__lane_places places;
    wend__lane_remains there;
    uint32_t exits[WEND__BATCH], marks[WEND__BATCH];
    for (size_t i = 0; i < WEND__BATCH; i++) {
        float part = batch->reach[i] * ((float)look * (1.0f / WEND__LOOKS));
        x[i] = batch->x[i] + batch->way_x[i] * part;
        y[i] = batch->y[i] + batch->way_y[i] * part;
    }
    find_places(plan, x, y, &places);
    load_exits(plan, &places, exits);
    measure(plan, &places, exits, &there);
    for (size_t i = 0; i < WEND__BATCH; i++) marks[i] = plan->marks[(int32_t)places.slot[i]];
    for (size_t i = 0; i < WEND__BATCH; i++) {
        float most = wend__most_after(here->least[i], here->full_rate[i], batch->reach[i], look);
        float least = (float)(int32_t)(there.own[i] - here->own[i]) + there.least[i];
        int32_t has_fallen = places.is_on[i] & (marks[i] != 0) & (there.full_rate[i] > 0.0f) & (least <= most);
        batch->state[i] = has_fallen ? batch->state[i] : WEND__LANE_HARD;
    }
}

void WEND__WIDE_NAME(wend__sample_falls)(const wend__plan *plan, bool with_distances, wend__batch *batch) {
    const wend__plan own = *plan;
    wend__lane_places places;
    wend__lane_remains here;
    uint32_t exits[WEND__BATCH];
    (void)with_distances;
    find_places(&own, batch->x, batch->y, &places);
    load_exits(&own, &places, exits);
    measure(&own, &places, exits, &here);
    for (size_t i = 0; i < WEND__BATCH; i++)
        batch->state[i] = here.full_rate[i] > 0.0f ? WEND__LANE_ANSWERED : WEND__LANE_HARD;
    for (int look = 1; look <= WEND__LOOKS; look++) look_along(&own, look, &here, batch);
}

#endif
