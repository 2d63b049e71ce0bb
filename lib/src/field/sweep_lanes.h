/* SPDX-License-Identifier: MIT
 * The solver for open pages, over lanes of WEND__LANE_BITS bits: included by sweep_kernel.h, see there. */

#include "base/wide_lanes.h"

#define L(name) WEND__LANES_NAME(name)
#define W(operation) WEND__LANES_OPERATION(operation)
#define LANES WEND__LANES_COUNT
#define INFINITE WEND__LANES_INFINITE
typedef WEND__LANE L(lane);
typedef WEND__LANES_WIDE L(wide);
#if WEND__LANE_BITS == 16
#define ADD_STEP wend__w16_add_saturating
#define SOLVE WEND__WIDE_NAME(wend__sweep_16)
#else
#define ADD_STEP wend__w32_add
#define SOLVE WEND__WIDE_NAME(wend__sweep_32)
#endif
#define SIDE WEND__PAGE_SIDE
#define WIDES (SIDE / LANES)
#if LANES == 1
#define FOR_WIDES(i) for (int i = 0; i < WIDES; i++)
#else
#define FOR_WIDES(i) WEND__UNROLL for (int i = 0; i < WIDES; i++)
#endif

/* A row of the page. */
typedef struct L(row) {
    L(wide) at[WIDES];
} L(row);

/* What steps cost, INFINITE where there is none. Rows r and r + 1 meet at [r + 1], rows -1 and 64 being the neighbours'.
 * Of lane x: east to x + 1; south, south_east and south_west to x, x + 1 and x - 1 of the row below. */
typedef struct L(edges) {
    L(lane) east[SIDE][SIDE];
    L(lane) south[SIDE + 1][SIDE], south_east[SIDE + 1][SIDE], south_west[SIDE + 1][SIDE];
} L(edges);

/* In the scratch memory. */
typedef struct L(board) {
    L(lane) values[SIDE][SIDE]; /* less base */
    L(edges) out;               /* as walked in the direction of the name */
    L(edges) back;              /* as walked against it; not used where every step has its way back */
} L(board);
_Static_assert(sizeof(L(board)) <= WEND__SCRATCH_SIZE, "a board fits into the scratch memory");

/* A way to step: its direction as a bit, or 0; its length; its cost where all cells cost the same. */
typedef struct L(way) {
    L(wide) bit, length, uniform_step;
} L(way);

typedef struct L(sweep) {
    const wend__terms *terms;
    L(board) * board;
    const L(edges) * back; /* board->back, or board->out */
    uint32_t page, base;
    uint32_t *values;
    wend_cell corner;
    ptrdiff_t first;      /* index of the corner */
    L(way) ways[2][WAYS]; /* by parity of the row */
    bool is_uniform, is_mean;
    uint64_t loaded, has_edges;
    uint64_t down, up; /* rows that have to be relaxed against the next one, and the one before */
    uint64_t touched;  /* rows that waited or became lower */
} L(sweep);

/* Rows. */

WEND__INLINE L(row) L(row_load)(const L(lane) * from) {
    L(row) row;
    FOR_WIDES(i) row.at[i] = W(load)(from + i * LANES);
    return row;
}

WEND__INLINE void L(row_store)(L(lane) * to, L(row) row) {
    FOR_WIDES(i) W(store)(to + i * LANES, row.at[i]);
}

WEND__INLINE L(row) L(row_min)(L(row) a, L(row) b) {
    FOR_WIDES(i) a.at[i] = W(min)(a.at[i], b.at[i]);
    return a;
}

WEND__INLINE L(row) L(row_plus)(L(row) a, L(row) b) {
    FOR_WIDES(i) a.at[i] = W(add_saturating)(a.at[i], b.at[i]);
    return a;
}

/* Values and the steps from them: in 32 bits up to twice INFINITE, which is more than any value it is compared with. */
WEND__INLINE L(row) L(row_step)(L(row) values, L(row) steps) {
    FOR_WIDES(i) values.at[i] = ADD_STEP(values.at[i], steps.at[i]);
    return values;
}

/* One look at all differences. */
WEND__INLINE bool L(row_differs)(L(row) a, L(row) b) {
    return W(any_differs)(a.at, b.at, WIDES);
}

WEND__INLINE L(wide) L(row_part)(const L(row) * row, int i) {
    return i >= 0 && i < WIDES ? row->at[i] : W(splat)(INFINITE);
}

/* Lane x of the result is lane x - n, or INFINITE; n: a constant, a power of two. */
WEND__INLINE L(row) L(row_up)(L(row) row, int n) {
    L(row) out;
    FOR_WIDES(i) {
        L(wide) here = L(row_part)(&row, i - n / LANES), before = L(row_part)(&row, i - n / LANES - 1);
        out.at[i] = n % LANES ? W(slide_up)(before, here, n % LANES) : here;
    }
    return out;
}

/* Lane x of the result is lane x + n, or INFINITE. */
WEND__INLINE L(row) L(row_down)(L(row) row, int n) {
    L(row) out;
    FOR_WIDES(i) {
        L(wide) here = L(row_part)(&row, i + n / LANES), after = L(row_part)(&row, i + n / LANES + 1);
        out.at[i] = n % LANES ? W(slide_down)(here, after, n % LANES) : here;
    }
    return out;
}

#include "field/sweep_edges.h"

/* A row of the page, or of one beside it, less base. */
WEND__INLINE L(row) L(row_of_values)(const wend__pages *pages, uint32_t page, uint32_t row, uint32_t base) {
    const uint32_t *values = pages->values + ((size_t)page << 12) + (row << 6);
    bool is_valid = pages->page[page].valid >> row & 1;
    L(row) out;
    FOR_WIDES(i)
    out.at[i] = is_valid ? W(from_values)(values + i * LANES, base) : W(splat)(INFINITE);
    return out;
}

WEND__INLINE L(row) L(row_at)(L(sweep) * sweep, uint32_t row) {
    L(lane) *lanes = sweep->board->values[row];
    if (sweep->loaded >> row & 1) return L(row_load)(lanes);
    sweep->loaded |= UINT64_C(1) << row;
    L(row) values = L(row_of_values)(sweep->terms->pages, sweep->page, row, sweep->base);
    L(row_store)(lanes, values);
    return values;
}

/* Relaxing. */

/* What row `edges` - 1 offers to the row below it. */
WEND__INLINE L(row) L(offer_down)(const L(edges) * back, uint32_t edges, L(row) row) {
    L(row) south = L(row_step)(row, L(row_load)(back->south[edges]));
    L(row) south_east = L(row_up)(L(row_step)(row, L(row_load)(back->south_east[edges])), 1);
    L(row) south_west = L(row_down)(L(row_step)(row, L(row_load)(back->south_west[edges])), 1);
    return L(row_min)(south, L(row_min)(south_east, south_west));
}

/* What row `edges` offers to the row above it. */
WEND__INLINE L(row) L(offer_up)(const L(edges) * out, uint32_t edges, L(row) row) {
    L(row) north = L(row_step)(row, L(row_load)(out->south[edges]));
    L(row) north_west = L(row_step)(L(row_down)(row, 1), L(row_load)(out->south_east[edges]));
    L(row) north_east = L(row_step)(L(row_up)(row, 1), L(row_load)(out->south_west[edges]));
    return L(row_min)(north, L(row_min)(north_west, north_east));
}

#if LANES == 1
/* Without lanes there is no need for rounds. */
static L(row) L(close)(const L(sweep) * sweep, uint32_t row, L(row) values) {
    const L(lane) *west = sweep->back->east[row], *east = sweep->board->out.east[row];
    for (int x = 1; x < SIDE; x++)
        values.at[x] = W(min)(values.at[x], W(add_saturating)(values.at[x - 1], west[x - 1]));
    for (int x = SIDE - 2; x >= 0; x--)
        values.at[x] = W(min)(values.at[x], W(add_saturating)(values.at[x + 1], east[x]));
    return values;
}
#else
/* With what walks of n lanes along the row lower, either way. east: what n steps eastwards from each lane cost; west: what
 * the way back to it does. */
WEND__INLINE L(row) L(walk_along)(L(row) values, int n, L(row) east, L(row) west) {
    L(row) eastwards = L(row_up)(L(row_step)(values, east), n);
    L(row) westwards = L(row_step)(L(row_down)(values, n), west);
    return L(row_min)(values, L(row_min)(eastwards, westwards));
}

/* The row closed in itself: no step along it can lower any of it. After the round of n, what comes from up to 2n - 1 lanes
 * away has arrived. A round that lowers nothing is the last: whatever comes from farther away passes the lane 2n - 1 before,
 * which something nearer than n to that one lowers as much. */
WEND__INLINE L(row) L(close_both)(L(row) values, L(row) east, L(row) west, bool are_the_same) {
    L(row) closed = L(walk_along)(values, 1, east, west);
    if (!L(row_differs)(values, closed)) return closed;
#define ROUND(n)                                                                                                       \
    west = L(row_plus)(west, L(row_down)(west, n / 2));                                                                \
    east = are_the_same ? west : L(row_plus)(east, L(row_down)(east, n / 2));                                          \
    closed = L(walk_along)(closed, n, east, west)
    ROUND(2);
    ROUND(4);
    L(row) by_seven = closed;
    ROUND(8);
    if (!L(row_differs)(by_seven, closed)) return closed;
    ROUND(16);
    ROUND(32);
#undef ROUND
    return closed;
}

WEND__INLINE L(row) L(close)(const L(sweep) * sweep, uint32_t row, L(row) values) {
    L(row) west = L(row_load)(sweep->board->out.east[row]);
    if (sweep->back == &sweep->board->out) return L(close_both)(values, west, west, true);
    return L(close_both)(values, L(row_load)(sweep->back->east[row]), west, false);
}
#endif

/* Relaxes each row that has to be against the one below it, from the top. */
static void L(sweep_down)(L(sweep) * sweep) {
    while (sweep->down) {
        uint32_t row = (uint32_t)wend__lowest_bit_64(sweep->down);
        L(row) here = L(row_at)(sweep, row);
        for (;; row++) {
            sweep->down &= ~(UINT64_C(1) << row);
            if (row == SIDE - 1) break;
            L(need_edges)(sweep, row);
            L(row) old = L(row_at)(sweep, row + 1);
            here = L(row_min)(old, L(offer_down)(sweep->back, row + 1, here));
            if (!L(row_differs)(old, here)) break;
            L(need_edges)(sweep, row + 1);
            here = L(close)(sweep, row + 1, here);
            L(row_store)(sweep->board->values[row + 1], here);
            sweep->up |= UINT64_C(2) << row;
            sweep->touched |= UINT64_C(2) << row;
        }
    }
}

/* The same from below. */
static void L(sweep_up)(L(sweep) * sweep) {
    while (sweep->up) {
        uint32_t row = (uint32_t)wend__highest_bit(sweep->up);
        L(row) here = L(row_at)(sweep, row);
        for (;; row--) {
            sweep->up &= ~(UINT64_C(1) << row);
            if (row == 0) break;
            L(need_edges)(sweep, row - 1);
            L(row) old = L(row_at)(sweep, row - 1);
            here = L(row_min)(old, L(offer_up)(&sweep->board->out, row, here));
            if (!L(row_differs)(old, here)) break;
            here = L(close)(sweep, row - 1, here);
            L(row_store)(sweep->board->values[row - 1], here);
            sweep->down |= UINT64_C(1) << (row - 1);
            sweep->touched |= UINT64_C(1) << (row - 1);
        }
    }
}

/* The window: what lies INFINITE and more above base waits for a later solve. */

static void L(wait_in_row)(const L(sweep) * sweep, uint32_t row, uint32_t key, wend__outbox *outbox) {
    wend__page *page = &sweep->terms->pages->page[sweep->page];
    page->waiting.rows |= UINT64_C(1) << row;
    page->farthest = UINT32_MAX;
    if (key < page->key) page->key = key;
    *outbox |= WEND__OUTBOX_SELF;
}

/* Cells of a waiting row that lie beyond the window go on waiting. */
static void L(leave_beyond)(const L(sweep) * sweep, uint32_t row, wend__outbox *outbox) {
    const uint32_t *values = sweep->values + (row << 6);
    uint32_t end = sweep->base + INFINITE, least = UINT32_MAX;
    for (int x = 0; x < SIDE; x++) {
        uint32_t beyond = values[x] >= end ? values[x] : UINT32_MAX;
        if (beyond < least) least = beyond;
    }
    if (least != WEND_UNREACHABLE) L(wait_in_row)(sweep, row, least, outbox);
}

/* Cells so near the window's end that a step from them may lead beyond it wait for the next window. `room`: what is left
 * of the window above the lanes of all rows, per column. */
static void L(leave_end)(const L(sweep) * sweep, L(row) room, wend__outbox *outbox) {
    uint32_t dearest = sweep->terms->pages->page[sweep->page].dearest_step;
    L(lane) lanes[SIDE], least = INFINITE;
    L(row_store)(lanes, room);
    for (int x = 0; x < SIDE; x++) least = lanes[x] < least ? lanes[x] : least;
    if (least >= dearest) return;
    for (uint64_t rows = sweep->touched; rows; rows &= rows - 1) {
        uint32_t row = (uint32_t)wend__lowest_bit_64(rows);
        bool leads_beyond = false;
        for (int x = 0; x < SIDE; x++) {
            L(lane) value = sweep->board->values[row][x];
            leads_beyond |= value < INFINITE && value >= INFINITE - dearest;
        }
        if (leads_beyond) L(wait_in_row)(sweep, row, sweep->base + INFINITE - dearest, outbox);
    }
}

/* Nothing is left above an infinite lane, but that does not count. */
WEND__INLINE L(row) L(least_room)(L(row) room, L(row) values) {
    L(wide) infinite = W(splat)(INFINITE), last = W(splat)(INFINITE - 1);
    FOR_WIDES(i) room.at[i] = W(min)(room.at[i], W(and_)(W(sub)(last, values.at[i]), infinite));
    return room;
}

/* Solving. */

static void L(set_ways)(L(sweep) * sweep) {
    const wend__terms *terms = sweep->terms;
    for (int parity = 0; parity < 2; parity++)
        for (int way = 0; way < WAYS; way++) {
            int k = terms->ways[parity].to[way];
            sweep->ways[parity][way] = k < 0 ? L(way_of)(sweep, 0, 0) : L(way_of)(sweep, 1u << k, terms->lengths[k]);
        }
}

static void L(begin_rows)(L(sweep) * sweep, uint64_t rows, uint32_t farthest, wend__outbox *outbox) {
    bool some_lie_beyond = farthest - sweep->base >= INFINITE;
    sweep->touched = sweep->down = sweep->up = rows;
    for (; rows; rows &= rows - 1) {
        uint32_t row = (uint32_t)wend__lowest_bit_64(rows);
        L(need_edges)(sweep, row);
        L(row_store)(sweep->board->values[row], L(close)(sweep, row, L(row_at)(sweep, row)));
        if (some_lie_beyond) L(leave_beyond)(sweep, row, outbox);
    }
}

/* Writes the rows back, and says which of them changed in the first column and in the last. */
static void L(finish_rows)(L(sweep) * sweep, uint64_t *west_rows, uint64_t *east_rows, wend__outbox *outbox) {
    wend__page_need_rows(sweep->terms->pages, sweep->page, sweep->touched);
    L(row) room;
    FOR_WIDES(i) room.at[i] = W(splat)(INFINITE);
    for (uint64_t rows = sweep->touched; rows; rows &= rows - 1) {
        uint32_t row = (uint32_t)wend__lowest_bit_64(rows);
        uint32_t *values = sweep->values + (row << 6), west = values[0], east = values[SIDE - 1];
        L(row) lanes = L(row_load)(sweep->board->values[row]);
        FOR_WIDES(i) W(lower_values)(values + i * LANES, sweep->base, lanes.at[i]);
        room = L(least_room)(room, lanes);
        *west_rows |= (uint64_t)(values[0] != west) << row;
        *east_rows |= (uint64_t)(values[SIDE - 1] != east) << row;
    }
    L(leave_end)(sweep, room, outbox);
}

#include "field/sweep_borders.h"

void SOLVE(const wend__terms *terms, uint32_t page, void *scratch, wend__outbox *outbox) {
    const wend__pages *pages = terms->pages;
    wend_cell corner = wend__page_corner(pages, page);
    L(board) *board = scratch;
    L(sweep)
    sweep = {.terms = terms,
             .board = board,
             .back = terms->both_ways ? &board->out : &board->back,
             .page = page,
             .base = pages->page[page].key,
             .values = pages->values + ((size_t)page << 12),
             .corner = corner,
             .first = (ptrdiff_t)wend__index(pages->shape, corner.x, corner.y),
             .is_uniform = pages->page[page].uniform_cost != 0,
             .is_mean = terms->mover->step_rule == WEND_STEP_MEAN};
    L(set_ways)(&sweep);
    uint32_t farthest = pages->page[page].farthest;
    wend__waiting waiting = wend__take_waiting(&pages->page[page]);
    uint64_t west_rows = waiting.rows | waiting.west | waiting.east | (waiting.north != 0) |
                         (uint64_t)(waiting.south != 0) << (SIDE - 1);
    uint64_t east_rows = west_rows;
    L(begin_rows)(&sweep, west_rows, farthest, outbox);
    while (sweep.down | sweep.up) {
        L(sweep_down)(&sweep);
        L(sweep_up)(&sweep);
    }
    L(finish_rows)(&sweep, &west_rows, &east_rows, outbox);
    if ((sweep.touched & 1) && corner.y > 0) L(offer_row)(&sweep, -1, outbox);
    if ((sweep.touched >> (SIDE - 1)) && corner.y + SIDE < pages->shape.height) L(offer_row)(&sweep, 1, outbox);
    if (west_rows && corner.x > 0) L(offer_column)(&sweep, 0, west_rows, outbox);
    if (east_rows && corner.x + SIDE < pages->shape.width) L(offer_column)(&sweep, SIDE - 1, east_rows, outbox);
}

#undef SOLVE
#undef L
#undef W
#undef LANES
#undef INFINITE
#undef ADD_STEP
#undef SIDE
#undef WIDES
#undef FOR_WIDES
#undef WEND__LANE_BITS
