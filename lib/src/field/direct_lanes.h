/* SPDX-License-Identifier: MIT
 * Inside the library: the part of direct_kernel.h that is there twice, for lanes of 16 and of 32 bits.
 *
 * 16 bits compare modulo 65536. That is exact where every step has its way back and the dearest costs less than 32768:
 * then neither end of a step is farther than the step from the other, saturated or not, and the sum exceeds the value
 * here by less than 65536. With 32 bits a step counts only towards a lower value, so that no sum that wraps can count. */
#include "base/wide_lanes.h"

#define LANE WEND__LANE
#define WIDE WEND__LANES_WIDE
#define LANES WEND__LANES_COUNT
#define OPERATION(name) WEND__LANES_OPERATION(name)
#define IN_LANES(name) WEND__LANES_NAME(name)

/* One row as it is compared. */
typedef struct IN_LANES(row) {
    _Alignas(64) LANE sums[2][ROW_LANES]; /* by length; one set where one cost is all there is */
    _Alignas(64) LANE differences[2][64];
#if WEND__LANE_BITS == 32
    _Alignas(64) LANE values[ROW_LANES];
#endif
} IN_LANES(row);

/* The lanes left and right of a row; costs is NULL where nothing is paid there. */
static inline void IN_LANES(make_rim)(IN_LANES(row) * row, const page_view *view, const row_values *from,
                                      const uint8_t *costs) {
    for (int i = 0; i < 2; i++) {
        row->sums[i][RIM - 1] = (LANE)(from->left + (costs ? view->there_pays[i] * costs[-1] : 0));
        row->sums[i][RIM + 64] = (LANE)(from->right + (costs ? view->there_pays[i] * costs[64] : 0));
    }
#if WEND__LANE_BITS == 32
    row->values[RIM - 1] = from->left;
    row->values[RIM + 64] = from->right;
#endif
}

static inline void IN_LANES(make_from_uniform)(IN_LANES(row) * row, const page_view *view, const uint32_t *values) {
    WIDE straight = OPERATION(splat)((LANE)(2 * WEND__STRAIGHT * view->uniform_cost));
    WIDE diagonal = OPERATION(splat)((LANE)(2 * view->mover->diagonal * view->uniform_cost));
    for (int i = 0; i < 64; i += LANES) {
        WIDE value = OPERATION(low_of_values)(values + i);
        OPERATION(store)(row->sums[0] + RIM + i, value);
        OPERATION(store)(row->differences[0] + i, OPERATION(sub)(value, straight));
        OPERATION(store)(row->differences[1] + i, OPERATION(sub)(value, diagonal));
#if WEND__LANE_BITS == 32
        OPERATION(store)(row->values + RIM + i, value);
#endif
    }
}

static inline void IN_LANES(make_from_costs)(IN_LANES(row) * row, const page_view *view, const uint32_t *values,
                                             const uint8_t *costs) {
    for (int i = 0; i < 64; i += LANES) {
        WIDE value = OPERATION(low_of_values)(values + i), cost = OPERATION(from_bytes)(costs + i);
        for (int length = 0; length <= (view->kind == SQUARE_8); length++) {
            WIDE there = OPERATION(mul)(cost, OPERATION(splat)((LANE)view->there_pays[length]));
            WIDE here = OPERATION(mul)(cost, OPERATION(splat)((LANE)view->here_pays[length]));
            OPERATION(store)(row->sums[length] + RIM + i, OPERATION(add)(value, there));
            OPERATION(store)(row->differences[length] + i, OPERATION(sub)(value, here));
        }
#if WEND__LANE_BITS == 32
        OPERATION(store)(row->values + RIM + i, value);
#endif
    }
}

/* Row y [-1..64] of the page. No exit leads to a row that is not there, so anything will do for it. */
static inline void IN_LANES(make_row)(IN_LANES(row) * row, const page_view *view, int32_t y) {
    if (!has_row(view, y)) {
        memset(row, 0, sizeof *row);
        return;
    }
    row_values from = values_of_row(view, y);
    if (view->uniform_cost) {
        IN_LANES(make_from_uniform)(row, view, from.values);
        IN_LANES(make_rim)(row, view, &from, NULL);
    } else {
        const uint8_t *costs = bytes_of_row(view, view->mover->costs, y);
        IN_LANES(make_from_costs)(row, view, from.values, costs);
        IN_LANES(make_rim)(row, view, &from, costs);
    }
}

/* What the steps of one row are compared with. */
typedef struct IN_LANES(side) {
    const IN_LANES(row) * here, *there;
    int length, sums; /* which of the two */
} IN_LANES(side);

/* Adds a direction where the step to the column `shift` further on in the row there is one of the best. */
WEND__INLINE WIDE IN_LANES(add_step)(WIDE best, IN_LANES(side) side, int i, int shift, int direction) {
    WIDE bit = OPERATION(splat)((LANE)(1u << direction));
    int place = RIM + i + shift;
#if WEND__LANE_BITS == 32
    WIDE value_there = OPERATION(load)(side.there->values + place),
         value = OPERATION(load)(side.here->values + RIM + i);
    bit = wend__w32_where_below(value_there, value, bit);
#endif
    WIDE sum = OPERATION(load)(side.there->sums[side.sums] + place);
    WIDE difference = OPERATION(load)(side.here->differences[side.length] + i);
    return OPERATION(or_)(best, OPERATION(where_equal)(sum, difference, bit));
}

/* On squares diagonal steps have a length of their own. On hex, rows shift: the neighbours of an odd one above and below
 * stand in its own column and the next. */
WEND__INLINE void IN_LANES(compare_row)(const IN_LANES(row) * above, const IN_LANES(row) * here,
                                        const IN_LANES(row) * below, neighbourhood kind, int odd, int diagonal_sums,
                                        uint8_t *directions) {
    bool is_hex = kind == HEX;
    IN_LANES(side) level = {here, here, 0, 0}, up = {here, above, 0, 0}, down = {here, below, 0, 0};
    IN_LANES(side) up_aside = {here, above, !is_hex, diagonal_sums}, down_aside = {here, below, !is_hex, diagonal_sums};
    int east = is_hex ? odd : 1, west = is_hex ? odd - 1 : -1;
    for (int i = 0; i < 64; i += LANES) {
        WIDE best = OPERATION(splat)(0);
        best = IN_LANES(add_step)(best, level, i, 1, WEND_EAST);
        best = IN_LANES(add_step)(best, level, i, -1, WEND_WEST);
        if (!is_hex) {
            best = IN_LANES(add_step)(best, up, i, 0, WEND_NORTH);
            best = IN_LANES(add_step)(best, down, i, 0, WEND_SOUTH);
        }
        if (kind != SQUARE_4) {
            best = IN_LANES(add_step)(best, up_aside, i, east, WEND_NORTH_EAST);
            best = IN_LANES(add_step)(best, down_aside, i, east, WEND_SOUTH_EAST);
            best = IN_LANES(add_step)(best, down_aside, i, west, WEND_SOUTH_WEST);
            best = IN_LANES(add_step)(best, up_aside, i, west, WEND_NORTH_WEST);
        }
        OPERATION(to_bytes)(directions + i, best);
    }
}

/* A row is made two before it is needed: what was just stored cannot be loaded at another place at once. */
static void IN_LANES(direct)(const page_view *view, uint8_t *directions) {
    IN_LANES(row) rows[ROWS];
    int diagonal_sums = view->kind == SQUARE_8 && view->uniform_cost == 0;
    for (int32_t y = view->first - 1; y <= view->first + 1; y++) IN_LANES(make_row)(&rows[(y + ROWS) % ROWS], view, y);
    directions += (ptrdiff_t)view->first * 64;
    for (int32_t y = view->first; y < view->end; y++, directions += 64) {
        expect_row(view, y);
        if (y < 63) IN_LANES(make_row)(&rows[(y + 2) % ROWS], view, y + 2);
        const IN_LANES(row) *above = &rows[(y + ROWS - 1) % ROWS], *here = &rows[y % ROWS];
        const IN_LANES(row) *below = &rows[(y + 1) % ROWS];
        switch (view->kind) {
        case SQUARE_4: IN_LANES(compare_row)(above, here, below, SQUARE_4, 0, 0, directions); break;
        case SQUARE_8: IN_LANES(compare_row)(above, here, below, SQUARE_8, 0, diagonal_sums, directions); break;
        case HEX: IN_LANES(compare_row)(above, here, below, HEX, y & 1, 0, directions); break;
        }
    }
}

#undef LANE
#undef WIDE
#undef LANES
#undef OPERATION
#undef IN_LANES
#undef WEND__LANE_BITS
