/* SPDX-License-Identifier: MIT
 * Which steps lead out of a cell, for a point.
 *
 * Computes: a byte per cell, bit k set where the step in direction k is allowed.
 * Invariant: the only place where the edge of the map, blocked cells, thin walls and the corner rule meet.
 * Cost: constant per cell.
 *
 *      c a     A diagonal step c -> d has two complete ways: over a, and over b. With a free and both edges of
 *      b d     c -> a -> d open in the direction of travel, the way over a is complete.
 */
#include "map/exits.h"

/* Of four straight bits N E S W: bit i is set where i and the next one clockwise both are. Diagonals NE SE SW NW lie
 * between N-E, E-S, S-W and W-N, in this order. */
static uint32_t turned(uint32_t straight) {
    return (straight >> 1 | straight << 3) & 0xFu;
}

/* Squares without thin walls: open holds the free neighbours. */
static uint32_t diagonals_among_cells(uint32_t open, wend_corner_rule rule) {
    uint32_t straight = open & WEND__SQUARE_4;
    switch (rule) {
    case WEND_CORNER_NEVER: return (straight & turned(straight)) << 4;
    case WEND_CORNER_IF_ONE_FREE: return (straight | turned(straight)) << 4;
    case WEND_CORNER_ALWAYS: return 0xF0u;
    }
    return 0;
}

/* A diagonal step from a cell onto a free one, among thin walls: all cells of the 2x2 are on the map. */
static bool diagonal_is_open(const uint8_t *walls, uint32_t open, int diagonal, const wend__exit_rule *rule) {
    int vertical, horizontal;
    wend__diagonal_parts(diagonal, &vertical, &horizontal);
    uint32_t here = walls[0], a = walls[rule->steps[vertical]], b = walls[rule->steps[horizontal]];
    /* Are both edges of the two-step way open in the direction of travel? */
    bool over_a = !(here >> vertical & 1) && !(a >> horizontal & 1);
    bool over_b = !(here >> horizontal & 1) && !(b >> vertical & 1);
    bool a_is_free = open >> vertical & 1, b_is_free = open >> horizontal & 1;
    switch (rule->corner_rule) {
    case WEND_CORNER_NEVER: return over_a && over_b && a_is_free && b_is_free;
    case WEND_CORNER_IF_ONE_FREE: return (over_a && a_is_free) || (over_b && b_is_free);
    case WEND_CORNER_ALWAYS: return over_a && over_b;
    }
    return false;
}

static uint32_t diagonals_among_walls(const wend_map *map, wend_cell cell, uint32_t open, const wend__exit_rule *rule) {
    const uint8_t *walls = map->walls + wend__index(map->shape, cell.x, cell.y);
    uint32_t diagonals = 0;
    for (int k = WEND_NORTH_EAST; k <= WEND_NORTH_WEST; k++)
        if ((open >> k & 1) && diagonal_is_open(walls, open, k, rule)) diagonals |= 1u << k;
    return diagonals;
}

/* The neighbours, as bits, that are on the map and free. */
static uint32_t open_neighbours(const wend_map *map, const uint8_t *costs, wend_cell cell, const wend__exit_rule *rule,
                                wend__obstacles obstacles) {
    uint32_t open = wend__on_map(map->shape, cell);
    if (obstacles == WEND__OBSTACLES_NO_CELLS) return open;
    const uint8_t *here = costs + wend__index(map->shape, cell.x, cell.y);
    for (uint32_t rest = open; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        if (here[rule->steps[k]] == WEND_BLOCKED) open &= ~(1u << k);
    }
    return open;
}

uint32_t wend__point_exits(const wend_map *map, const uint8_t *costs, wend_cell cell, const wend__exit_rule *rule,
                           wend__obstacles obstacles) {
    uint32_t open = open_neighbours(map, costs, cell, rule, obstacles);
    uint32_t walls = map->walls ? map->walls[wend__index(map->shape, cell.x, cell.y)] : 0;
    if (rule->is_hex) return open & ~walls & rule->directions;
    uint32_t diagonals = 0;
    if (rule->directions & ~WEND__SQUARE_4)
        diagonals =
            map->walls ? diagonals_among_walls(map, cell, open, rule) : diagonals_among_cells(open, rule->corner_rule);
    return open & ~walls & (WEND__SQUARE_4 | diagonals) & rule->directions;
}

/* Rules of rows. */

static uint8_t most_frequent(const uint8_t costs[256]) {
    uint32_t counts[256] = {0}, best = 0;
    for (uint32_t terrain = 0; terrain < 256; terrain++) counts[costs[terrain]]++;
    for (uint32_t cost = 0; cost < 256; cost++)
        if (counts[cost] > counts[best]) best = cost;
    return (uint8_t)best;
}

wend__cost_rule wend__cost_rule_of(const uint8_t costs[256]) {
    wend__cost_rule rule = {.costs = costs, .ordinary = most_frequent(costs)};
    uint32_t same = 0, numbered = 0;
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        same += costs[terrain] == rule.ordinary;
        numbered += costs[terrain] == terrain;
    }
    rule.keeps_number = numbered > same;
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        if (costs[terrain] == (rule.keeps_number ? terrain : rule.ordinary)) continue;
        if (rule.odd_count < WEND__MAX_ODD_TERRAINS) rule.odd[rule.odd_count] = (uint8_t)terrain;
        rule.odd_count++;
    }
    return rule;
}

wend__exit_rule wend__exit_rule_of(wend__shape shape, int32_t parity, uint32_t directions,
                                   wend_corner_rule corner_rule) {
    wend__exit_rule rule = {.directions = (uint8_t)directions,
                            .out_of_blocked = (uint8_t)directions,
                            .is_hex = shape.lattice == WEND_HEX,
                            .corner_rule = corner_rule};
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        wend_cell offset = wend__offset(shape.lattice, parity, k);
        uint8_t bit = (uint8_t)(1u << k);
        rule.steps[k] = (ptrdiff_t)offset.y * shape.width + offset.x;
        if (offset.y < 0) rule.off_map[WEND_NORTH] |= bit;
        if (offset.x > 0) rule.off_map[WEND_EAST] |= bit;
        if (offset.y > 0) rule.off_map[WEND_SOUTH] |= bit;
        if (offset.x < 0) rule.off_map[WEND_WEST] |= bit;
    }
    return rule;
}
