/* SPDX-License-Identifier: MIT
 * The mover: what it pays and where it may step, a piece of a row at a time.
 *
 * Computes: costs from terrain and overlay, clearances from costs, exits from costs and clearances; what differs from
 *           before is listed.
 * Invariant: every array is a pure function of the ones before it.
 * Cost: constant per cell, plus the clearance lists where there is a radius.
 */
#include "map/mover_rows.h"

#include <string.h>

/* Costs. */

static void add_overlay(const wend_mover *mover, const uint8_t *overlay, uint8_t *costs, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        uint32_t sum = costs[i] + (mover->overlay_weight * overlay[i] >> 8);
        uint8_t payable = (uint8_t)(sum < WEND__MAX_PAYABLE ? sum : WEND__MAX_PAYABLE);
        costs[i] = costs[i] == WEND_BLOCKED ? WEND_BLOCKED : payable;
    }
}

/* Counts follow the cost of a cell here, and whether the mover can stand there in settle. */
static void list_costs(wend_mover *mover, uint32_t cell, const uint8_t *fresh, size_t count, wend__update *update) {
    const uint8_t *costs = mover->costs + cell;
    for (size_t i = wend__next_differing(fresh, costs, 0, count); i < count;
         i = wend__next_differing(fresh, costs, i + 1, count)) {
        uint32_t here = cell + (uint32_t)i;
        bool opens = costs[i] == WEND_BLOCKED;
        wend__changes_add(&mover->changed, update->since, here, opens ? WEND__GAINED : 0);
        if (opens || fresh[i] == WEND_BLOCKED) update->blocks = true;
        if (!wend__could_stand(mover, here)) continue;
        mover->counts[costs[i]]--;
        mover->counts[fresh[i]]++;
    }
}

void wend__remake_costs(wend_mover *mover, wend_cell start, int32_t count, wend__update *update) {
    uint32_t cell = wend__index(mover->shape, start.x, start.y);
    uint8_t fresh[WEND__PIECE], *costs = mover->costs + cell;
    mover->cost_row(&mover->cost_rule, mover->map->terrain + cell, fresh, (size_t)count);
    if (mover->overlay) add_overlay(mover, mover->overlay + cell, fresh, count);
    if (memcmp(fresh, costs, (size_t)count) == 0) return;
    if (wend__update_is_known(mover, update)) list_costs(mover, cell, fresh, (size_t)count, update);
    memcpy(costs, fresh, (size_t)count);
}

/* Clearances. */

void wend__remake_clearances(wend_mover *mover, wend_cell start, int32_t count, wend__update *update) {
    for (int32_t i = 0; i < count; i++) {
        wend_cell here = {start.x + i, start.y};
        uint32_t cell = wend__index(mover->shape, here.x, here.y);
        uint16_t clearance = wend__clearance_at(&mover->clearance, mover->map, mover->costs, here);
        bool fits_otherwise = (clearance == WEND__CLEAR) != (mover->clearances[cell] == WEND__CLEAR);
        mover->clearances[cell] = clearance;
        if (!fits_otherwise || wend__is_blocked(mover, cell)) continue;
        update->blocks = true;
        wend__changes_add(&mover->changed, update->since, cell, clearance == WEND__CLEAR ? WEND__GAINED : 0);
    }
}

/* Exits. */

/* The directions whose capsules may meet more than a point's exits have asked for. */
static uint32_t capsules_that_matter(const wend_mover *mover, int32_t parity) {
    if (mover->has_walls) return mover->directions;
    if (mover->corner_rule == WEND_CORNER_NEVER) return mover->clearance.cells_matter_past_corners[parity];
    return mover->clearance.cells_matter[parity];
}

/* Of a point's exits, those whose end is free and whose capsule is. */
static uint32_t exits_with_radius(const wend_mover *mover, uint32_t index, int32_t y, uint32_t exits) {
    const ptrdiff_t *steps = mover->exit_rules[y & 1].steps;
    for (uint32_t rest = exits; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        if (!wend__is_free(mover, (uint32_t)((ptrdiff_t)index + steps[k]))) exits &= ~(1u << k);
    }
    uint32_t rest = exits & capsules_that_matter(mover, y & 1);
    for (wend_cell cell = wend__cell_of(mover->shape, index); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        if (!wend__step_is_clear(&mover->clearance, mover->map, mover->costs, cell, k)) exits &= ~(1u << k);
    }
    return exits;
}

static void remake_exits_with_radius(const wend_mover *mover, wend_cell start, int32_t count, uint8_t *exits) {
    uint32_t first = wend__index(mover->shape, start.x, start.y);
    for (uint32_t i = 0; i < (uint32_t)count; i++)
        if (wend__is_free(mover, first + i)) exits[i] = (uint8_t)exits_with_radius(mover, first + i, start.y, exits[i]);
}

/* For a point, without thin walls. */
static void make_exits(const wend_mover *mover, wend_cell start, int32_t count, uint8_t *exits) {
    wend__exit_rule rule = mover->exit_rules[start.y & 1];
    if (start.y == 0) rule.out_of_blocked &= (uint8_t)~rule.off_map[WEND_NORTH];
    if (start.y == mover->shape.height - 1) rule.out_of_blocked &= (uint8_t)~rule.off_map[WEND_SOUTH];
    mover->exit_row(&rule, mover->costs + wend__index(mover->shape, start.x, start.y), exits, (size_t)count);
    if (start.x == 0) exits[0] &= (uint8_t)~rule.off_map[WEND_WEST];
    if (start.x + count == mover->shape.width) exits[count - 1] &= (uint8_t)~rule.off_map[WEND_EAST];
}

/* Can a thin wall close a step out of a cell: its own, or one of a cell beside it that the step goes round? On the
 * outline the answer is yes. */
static bool has_walls_near(const wend_mover *mover, wend_cell cell) {
    wend__shape shape = mover->shape;
    if (cell.x == 0 || cell.y == 0 || cell.x == shape.width - 1 || cell.y == shape.height - 1) return true;
    const uint8_t *walls = mover->map->walls + wend__index(shape, cell.x, cell.y);
    return walls[0] | walls[-1] | walls[1] | walls[-shape.width] | walls[shape.width];
}

/* For a point, where thin walls may be near: one by one. */
static void remake_exits_at_walls(const wend_mover *mover, wend_cell start, int32_t count, uint8_t *exits) {
    for (int32_t i = 0; i < count; i++) {
        wend_cell cell = {start.x + i, start.y};
        if (!has_walls_near(mover, cell)) continue;
        bool is_blocked = wend__is_blocked(mover, wend__index(mover->shape, cell.x, cell.y));
        exits[i] = (uint8_t)wend__point_exits(mover->map, mover->costs, cell, &mover->exit_rules[cell.y & 1],
                                              is_blocked ? WEND__OBSTACLES_NO_CELLS : WEND__OBSTACLES_ALL);
    }
}

/* Ways out of a wall are no exits. What has become free is marked already. */
static void list_exits(wend_mover *mover, uint32_t cell, const uint8_t *fresh, size_t count, wend__update *update) {
    const uint8_t *exits = mover->exits + cell;
    for (size_t i = wend__next_differing(fresh, exits, 0, count); i < count;
         i = wend__next_differing(fresh, exits, i + 1, count)) {
        uint32_t here = cell + (uint32_t)i;
        bool was_free = wend__could_stand(mover, here);
        uint32_t before = was_free ? exits[i] : 0, after = wend__is_free(mover, here) ? fresh[i] : 0;
        uint32_t ways = (before & ~after ? WEND__LOST : 0) | (was_free && (after & ~before) ? WEND__GAINED : 0);
        if (ways & WEND__LOST) update->has_lost = true;
        if (ways & WEND__GAINED) update->has_gained = true;
        wend__changes_add(&mover->changed, update->since, here, ways);
    }
}

void wend__remake_exits(wend_mover *mover, wend_cell start, int32_t count, wend__update *update) {
    uint32_t cell = wend__index(mover->shape, start.x, start.y);
    uint8_t fresh[WEND__PIECE], *exits = mover->exits + cell;
    make_exits(mover, start, count, fresh);
    if (mover->has_walls) remake_exits_at_walls(mover, start, count, fresh);
    if (mover->radius) remake_exits_with_radius(mover, start, count, fresh);
    if (memcmp(fresh, exits, (size_t)count) == 0) return;
    if (wend__update_is_known(mover, update)) list_exits(mover, cell, fresh, (size_t)count, update);
    memcpy(exits, fresh, (size_t)count);
}
