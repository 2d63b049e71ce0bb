/* SPDX-License-Identifier: MIT
 * Inside the library: costs and exits of whole rows over wide integers; the body of exits_avx2.c and so on.
 *
 * Computes: the cost of every cell by its terrain; bit k of a cell where the step in direction k is open.
 * Invariant: what one row's exits need are the costs of three rows; no cell is looked at by itself.
 * Cost: constant per vector of cells and direction.
 *
 * A blocked neighbour closes the step onto it; with the corner rule NEVER a straight one closes the two diagonals beside
 * it too, and with IF_ONE_FREE two of them close the diagonal between:
 *
 *      NW  N  NE      N closes N, NE and NW; E closes E, NE and SE; what both close is just NE
 *       W  .  E
 *      SW  S  SE */
#if defined(WEND__WIDE_PRESENT)

#include "map/exits.h"

#define BIT(direction) (1u << WEND_##direction)

/* Where the vector after the one at i begins: the last one overlaps, so that it ends with the row. */
static inline size_t after(size_t i, size_t count) {
    size_t next = i + WEND__W8_LANES;
    return next < count && next + WEND__W8_LANES > count ? count - WEND__W8_LANES : next;
}

static inline wend__w8 cost_of(const wend__cost_rule *rule, wend__w8 terrain) {
    wend__w8 cost = rule->keeps_number ? terrain : wend__w8_splat(rule->ordinary), all = wend__w8_splat(0xFF);
    for (uint32_t i = 0; i < rule->odd_count; i++) {
        wend__w8 odd = wend__w8_splat(rule->odd[i]);
        cost = wend__w8_and_not(cost, wend__w8_where_equal(terrain, odd, all));
        cost = wend__w8_or_(cost, wend__w8_where_equal(terrain, odd, wend__w8_splat(rule->costs[rule->odd[i]])));
    }
    return cost;
}

void WEND__WIDE_NAME(wend__cost_row)(const wend__cost_rule *rule, const uint8_t *terrain, uint8_t *costs,
                                     size_t count) {
    if (count < WEND__W8_LANES || WEND__W8_LANES == 1 || rule->odd_count > WEND__MAX_ODD_TERRAINS) {
        for (size_t i = 0; i < count; i++) costs[i] = rule->costs[terrain[i]];
        return;
    }
    for (size_t i = 0; i < count; i = after(i, count))
        wend__w8_store(costs + i, cost_of(rule, wend__w8_load(terrain + i)));
}

/* The bits where the neighbour in a direction is blocked. */
WEND__INLINE wend__w8 closed_by(const wend__exit_rule *rule, const uint8_t *costs, int direction, uint32_t bits) {
    wend__w8 there = wend__w8_load(costs + rule->steps[direction]);
    return wend__w8_where_equal(there, wend__w8_splat(WEND_BLOCKED), wend__w8_splat((uint8_t)bits));
}

WEND__INLINE wend__w8 either(wend__w8 a, wend__w8 b, wend__w8 c, wend__w8 d) {
    return wend__w8_or_(wend__w8_or_(a, b), wend__w8_or_(c, d));
}

WEND__INLINE wend__w8 closed_diagonals(const wend__exit_rule *rule, const uint8_t *costs) {
    return either(closed_by(rule, costs, WEND_NORTH_EAST, BIT(NORTH_EAST)),
                  closed_by(rule, costs, WEND_SOUTH_EAST, BIT(SOUTH_EAST)),
                  closed_by(rule, costs, WEND_SOUTH_WEST, BIT(SOUTH_WEST)),
                  closed_by(rule, costs, WEND_NORTH_WEST, BIT(NORTH_WEST)));
}

WEND__INLINE wend__w8 closed_on_squares(const wend__exit_rule *rule, const uint8_t *costs, wend_corner_rule corners,
                                        bool has_diagonals) {
    bool is_always = corners == WEND_CORNER_ALWAYS;
    wend__w8 north =
        closed_by(rule, costs, WEND_NORTH, BIT(NORTH) | (is_always ? 0 : BIT(NORTH_EAST) | BIT(NORTH_WEST)));
    wend__w8 east = closed_by(rule, costs, WEND_EAST, BIT(EAST) | (is_always ? 0 : BIT(NORTH_EAST) | BIT(SOUTH_EAST)));
    wend__w8 south =
        closed_by(rule, costs, WEND_SOUTH, BIT(SOUTH) | (is_always ? 0 : BIT(SOUTH_EAST) | BIT(SOUTH_WEST)));
    wend__w8 west = closed_by(rule, costs, WEND_WEST, BIT(WEST) | (is_always ? 0 : BIT(SOUTH_WEST) | BIT(NORTH_WEST)));
    wend__w8 closed = either(north, east, south, west);
    if (!has_diagonals) return closed;
    if (corners == WEND_CORNER_IF_ONE_FREE) {
        wend__w8 between = either(wend__w8_and_(north, east), wend__w8_and_(east, south), wend__w8_and_(south, west),
                                  wend__w8_and_(west, north));
        closed = wend__w8_or_(wend__w8_and_(closed, wend__w8_splat(WEND__SQUARE_4)), between);
    }
    return wend__w8_or_(closed, closed_diagonals(rule, costs));
}

WEND__INLINE wend__w8 closed_on_hex(const wend__exit_rule *rule, const uint8_t *costs) {
    wend__w8 east = closed_by(rule, costs, WEND_EAST, BIT(EAST)), west = closed_by(rule, costs, WEND_WEST, BIT(WEST));
    return wend__w8_or_(wend__w8_or_(east, west), closed_diagonals(rule, costs));
}

/* Out of a blocked cell blocked cells are no hindrance. */
WEND__INLINE void store_exits(const wend__exit_rule *rule, const uint8_t *costs, uint8_t *exits, wend__w8 closed) {
    wend__w8 cost = wend__w8_load(costs), blocked = wend__w8_splat(WEND_BLOCKED);
    wend__w8 open = wend__w8_and_not(wend__w8_splat(rule->directions), closed);
    open = wend__w8_and_not(open, wend__w8_where_equal(cost, blocked, blocked));
    wend__w8_store(exits,
                   wend__w8_or_(open, wend__w8_where_equal(cost, blocked, wend__w8_splat(rule->out_of_blocked))));
}

#define STORE_ROW(closed)                                                                                              \
    for (size_t i = 0; i < count; i = after(i, count)) store_exits(rule, costs + i, exits + i, closed)

void WEND__WIDE_NAME(wend__exit_row)(const wend__exit_rule *shared, const uint8_t *costs, uint8_t *restrict exits,
                                     size_t count) {
#if WEND__W8_LANES > 1
    if (count < WEND__W8_LANES) {
        WEND__WIDE_NARROWER(wend__exit_row)(shared, costs, exits, count);
        return;
    }
#endif
    /* A copy, which no store of a byte can change. */
    const wend__exit_rule own = *shared, *rule = &own;
    if (rule->is_hex) {
        STORE_ROW(closed_on_hex(rule, costs + i));
    } else if (rule->directions == WEND__SQUARE_4) {
        STORE_ROW(closed_on_squares(rule, costs + i, WEND_CORNER_ALWAYS, false));
    } else if (rule->corner_rule == WEND_CORNER_ALWAYS) {
        STORE_ROW(closed_on_squares(rule, costs + i, WEND_CORNER_ALWAYS, true));
    } else if (rule->corner_rule == WEND_CORNER_IF_ONE_FREE) {
        STORE_ROW(closed_on_squares(rule, costs + i, WEND_CORNER_IF_ONE_FREE, true));
    } else {
        STORE_ROW(closed_on_squares(rule, costs + i, WEND_CORNER_NEVER, true));
    }
}

#if WEND__W8_LANES == 1
/* Eight bytes, the first one lowest, as an 8 x 8 matrix of bits: rows become columns. */
static inline uint64_t transposed(uint64_t bytes) {
    uint64_t swap = (bytes ^ bytes >> 7) & 0x00AA00AA00AA00AAu;
    bytes ^= swap ^ swap << 7;
    swap = (bytes ^ bytes >> 14) & 0x0000CCCC0000CCCCu;
    bytes ^= swap ^ swap << 14;
    swap = (bytes ^ bytes >> 28) & 0x00000000F0F0F0F0u;
    return bytes ^ swap ^ swap << 28;
}

void WEND__WIDE_NAME(wend__exit_bits_of)(const uint8_t *costs, const uint8_t *exits, wend__exit_bits *out) {
    *out = (wend__exit_bits){{0}, 0};
    for (int i = 0; i < 64; i += 8) {
        uint64_t ways = 0;
        for (int j = 0; j < 8; j++) {
            uint64_t is_open = costs[i + j] != WEND_BLOCKED;
            ways |= (exits[i + j] & (0 - is_open)) << 8 * j;
            out->open |= is_open << (i + j);
        }
        ways = transposed(ways);
        for (int k = 0; k < WEND__DIRECTIONS; k++) out->exits[k] |= (ways >> 8 * k & 0xFF) << i;
    }
}
#else
void WEND__WIDE_NAME(wend__exit_bits_of)(const uint8_t *costs, const uint8_t *exits, wend__exit_bits *out) {
    wend__exit_bits bits = {{0}, 0};
    wend__w8 blocked = wend__w8_splat(WEND_BLOCKED), none = wend__w8_splat(0);
    for (int i = 0; i < 64; i += WEND__W8_LANES) {
        wend__w8 closed = wend__w8_where_equal(wend__w8_load(costs + i), blocked, blocked);
        wend__w8 ways = wend__w8_and_not(wend__w8_load(exits + i), closed);
        bits.open |= wend__w8_bits_where_equal(closed, none) << i;
        for (int k = 0; k < WEND__DIRECTIONS; k++) {
            wend__w8 bit = wend__w8_splat((uint8_t)(1u << k));
            bits.exits[k] |= wend__w8_bits_where_equal(wend__w8_and_(ways, bit), bit) << i;
        }
    }
    *out = bits;
}
#endif

#endif
