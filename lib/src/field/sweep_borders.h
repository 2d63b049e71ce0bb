/* SPDX-License-Identifier: MIT
 * What a page's borders offer to the pages beside it: a part of the solver of sweep_kernel.h, included by sweep_lanes.h,
 * once for each width of lanes. */

/* The lanes in which two rows differ, as bits. */
static uint64_t L(differing_lanes)(L(row) a, L(row) b) {
    uint8_t is_equal[SIDE];
    uint64_t equal = 0;
    FOR_WIDES(i) W(to_bytes)(is_equal + i * LANES, W(where_equal)(a.at[i], b.at[i], W(splat)(0xFF)));
    for (int i = 0; i < SIDE; i += WEND__W8_LANES)
        equal |= wend__w8_bits_where_equal(wend__w8_load(is_equal + i), wend__w8_splat(0xFF)) << i;
    return ~equal;
}

/* Offers a row of lanes to a line of cells of another page: the first of them, and how far each lies from the last.
 * `old`: what they have. Returns which of them were lowered, as bits. */
static uint64_t L(offer_line)(const L(sweep) * sweep, uint32_t there, uint32_t first, uint32_t step, L(row) offered,
                              L(row) old) {
    L(row) best = L(row_min)(old, offered);
    if (!L(row_differs)(old, best)) return 0;
    uint64_t lowered = L(differing_lanes)(old, best);
    const wend__pages *pages = sweep->terms->pages;
    uint32_t *values = pages->values + ((size_t)there << 12) + first, least = INFINITE, greatest = 0;
    L(lane) lanes[SIDE];
    L(row_store)(lanes, best);
    wend__page_need_rows(pages, there, step == 1 ? UINT64_C(1) << (first >> 6) : lowered);
    for (uint64_t rest = lowered; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)wend__lowest_bit_64(rest), value = lanes[i];
        values[i * step] = sweep->base + value;
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    wend__page_became_lower(&pages->page[there], sweep->base + least, sweep->base + greatest);
    return lowered;
}

/* Offers a row to the page above or below: dy is -1 or 1. */
static void L(offer_row)(L(sweep) * sweep, int32_t dy, wend__outbox *outbox) {
    const wend__pages *pages = sweep->terms->pages;
    uint32_t there = sweep->page + (uint32_t)dy * pages->wide;
    uint32_t row = dy < 0 ? 0 : SIDE - 1, row_there = SIDE - 1 - row, edges = dy < 0 ? 0 : SIDE;
    L(row) here = L(row_at)(sweep, row);
    if (dy < 0) L(make_edges)(sweep, -1);
    if (dy > 0) L(need_edges)(sweep, row);
    L(row) offered = dy < 0 ? L(offer_up)(&sweep->board->out, edges, here) : L(offer_down)(sweep->back, edges, here);
    L(row) old = L(row_of_values)(pages, there, row_there, sweep->base);
    uint64_t lowered = L(offer_line)(sweep, there, row_there << 6, 1, offered, old);
    if (lowered) wend__wait_beyond(pages, sweep->page, 0, dy, lowered, outbox);
}

/* A column of the page and what stands beside it, one lane for each row. */
typedef struct L(column) {
    L(lane) values[SIDE];          /* of the rows that count; INFINITE else */
    uint8_t entries[SIDE];         /* directions whose neighbours may step here, as bits */
    uint8_t costs[SIDE];           /* here */
    uint8_t costs_there[SIDE + 2]; /* of the column beside it, from the row above on */
    uint32_t values_there[SIDE];
} L(column);

static void L(read_column)(const L(sweep) * sweep, int32_t x, uint64_t rows, L(column) * column) {
    const wend__terms *terms = sweep->terms;
    const wend_mover *mover = terms->mover;
    int32_t dx = x == 0 ? -1 : 1, width = mover->shape.width, left = mover->shape.height - sweep->corner.y;
    uint32_t there = sweep->page + (uint32_t)dx;
    const uint32_t *values = terms->pages->values + ((size_t)there << 12) + (SIDE - 1 - x);
    uint64_t valid = terms->pages->page[there].valid;
    ptrdiff_t cell = sweep->first + x;
    for (int32_t y = 0; y < SIDE; y++, cell += width) {
        bool counts = rows >> y & 1;
        column->values[y] = counts ? sweep->board->values[y][x] : INFINITE;
        column->values_there[y] = valid >> y & 1 ? values[y << 6] : WEND_UNREACHABLE;
        column->entries[y] = 0;
        if (counts) column->entries[y] = (uint8_t)wend__entries(mover, &terms->steps, (uint32_t)cell);
    }
    if (sweep->is_uniform) return;
    for (int32_t y = -1; y <= SIDE; y++) {
        bool is_kept = y <= left; /* the halo holds one row more than the map */
        ptrdiff_t place = sweep->first + x + (ptrdiff_t)y * width;
        column->costs_there[y + 1] = is_kept ? mover->costs[place + dx] : WEND_BLOCKED;
        if (y >= 0 && y < SIDE) column->costs[y] = is_kept ? mover->costs[place] : WEND_BLOCKED;
    }
}

/* What a column offers by one of the three ways sideways, by the row that it comes from: the agent walks the other way. */
static L(row) L(offer_sideways)(const L(sweep) * sweep, const L(column) * column, int side, int way) {
    const wend__terms *terms = sweep->terms;
    L(way) step = L(way_of)(sweep, 0, terms->side_lengths[way]);
    L(row) out;
    FOR_WIDES(i) {
        int y = i * LANES;
        L(wide) steps = W(and_)(W(from_bytes)(column->entries + y), W(from_bytes)(terms->side_bits[side][way] + y));
        L(wide) weight = L(weights)(sweep, &step, steps, column->costs_there + way + y, column->costs + y);
        out.at[i] = W(add_saturating)(W(load)(column->values + y), weight);
    }
    return out;
}

/* Offers the first column, or the last, to the page beside it and to those round the corners. */
static void L(offer_column)(const L(sweep) * sweep, int32_t x, uint64_t rows, wend__outbox *outbox) {
    const wend__pages *pages = sweep->terms->pages;
    int32_t dx = x == 0 ? -1 : 1, side = x != 0;
    uint32_t there = sweep->page + (uint32_t)dx;
    L(column) column;
    L(read_column)(sweep, x, rows, &column);
    L(row) above = L(offer_sideways)(sweep, &column, side, 0), below = L(offer_sideways)(sweep, &column, side, 2);
    L(row) offered = L(row_min)(L(row_down)(above, 1), L(row_up)(below, 1)), old;
    offered = L(row_min)(offered, L(offer_sideways)(sweep, &column, side, 1));
    FOR_WIDES(i) old.at[i] = W(from_values)(column.values_there + i * LANES, sweep->base);
    uint64_t lowered = L(offer_line)(sweep, there, (uint32_t)(SIDE - 1 - x), SIDE, offered, old);
    if (lowered) wend__wait_beyond(pages, sweep->page, dx, 0, lowered, outbox);
    L(lane) above_lanes[SIDE], below_lanes[SIDE];
    L(row_store)(above_lanes, above);
    L(row_store)(below_lanes, below);
    uint32_t first = above_lanes[0], last = below_lanes[SIDE - 1];
    if (first < INFINITE) wend__offer_across(pages, sweep->page, x + dx, -1, sweep->base + first, outbox);
    if (last < INFINITE) wend__offer_across(pages, sweep->page, x + dx, SIDE, sweep->base + last, outbox);
}
