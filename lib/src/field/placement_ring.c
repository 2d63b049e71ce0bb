/* SPDX-License-Identifier: MIT
 * Whom a rectangle cuts off, by the walls round it.
 *
 * Computes: which of the open cells round a rectangle could still reach each other if it were a wall, and whether a side
 *           with sources is left without a goal.
 * Invariant: open cells are separated exactly where a closed line of walls runs between them (planar duality). Walls
 *            that touch are one, and so are those that touch the outside; the rectangle closes such a line where two
 *            stretches of its ring are the same wall. Lines of different walls never cross, so sides nest like
 *            parentheses.
 * Cost: linear in the ring; quadratic in its stretches of wall, of which there are few.
 * Source: as in placement.h; on the walk of each source to one goal of its component see placement_walks.c.
 *
 *      # # # # .      the ring of F has two stretches of wall: above and below. They are one wall (it closes on the
 *      . . F . .      right): west and east of F are apart. Were they two, there would be a way round one of them.
 *      # # # # .
 *
 * What is on a side: where walks come in to F from it, what passed there; less what left F again to it. The side that
 * holds the root of the tree has the rest of all. */
#include "field/placement_attempt.h"

/* Ring. */

static void add(wend__ring *ring, int32_t parity, int32_t x, int32_t y, bool is_beside) {
    ring->is_beside[ring->count] = is_beside;
    ring->offsets[parity][ring->count++] = (wend__spot_offset){(int16_t)x, (int16_t)y};
}

/* Top from the left, right side down, bottom from the right, left side up. On hex a row of neighbours is shifted by
 * half a cell: by a whole one in columns, or none. */
void wend__ring_make(const wend__stamp *stamp, wend_lattice lattice, wend__ring *ring) {
    int32_t left = stamp->left, top = stamp->top, right = left + stamp->width, bottom = top + stamp->height;
    bool is_hex = lattice == WEND_HEX;
    for (int32_t parity = 0; parity < 2; parity++) {
        int32_t above = is_hex ? (parity + top) & 1 : 0, below = is_hex ? (parity + bottom - 1) & 1 : 0;
        int32_t last = is_hex ? right - 1 : right;
        ring->count = 0;
        for (int32_t x = left - 1; x <= last; x++)
            add(ring, parity, x + above, top - 1, is_hex || (x >= left && x < right));
        for (int32_t y = top; y < bottom; y++) add(ring, parity, right, y, true);
        for (int32_t x = last; x >= left - 1; x--)
            add(ring, parity, x + below, bottom, is_hex || (x >= left && x < right));
        for (int32_t y = bottom - 1; y >= top; y--) add(ring, parity, left - 1, y, true);
    }
}

/* Sides. */

#define OPEN UINT32_MAX

static uint32_t wall_at(const wend_placement *placement, int32_t x, int32_t y) {
    wend__shape shape = placement->shape;
    const uint32_t *labels = placement->labels;
    uint32_t label = (uint32_t)wend__cell_count(shape);
    if (wend__is_on(shape, x, y)) {
        if (!wend__bits_at(&placement->walls, x, y)) return OPEN;
        label = wend__index(shape, wend__bits_run_start(&placement->walls, x, y), y);
    }
    while (labels[label] != label) label = labels[label];
    return label;
}

/* Which wall each cell of the ring is. With the corner rule ALWAYS a step leads past a wall that only touches the corner
 * of the rectangle. */
static void read_ring(const wend__attempt *attempt, wend_cell at, uint32_t *walls) {
    const wend_placement *placement = attempt->placement;
    const wend__ring *ring = attempt->ring;
    const wend__spot_offset *offsets = ring->offsets[at.y & 1];
    bool is_passed = placement->ways == WEND__SQUARE_8;
    for (uint32_t i = 0; i < ring->count; i++) walls[i] = wall_at(placement, at.x + offsets[i].x, at.y + offsets[i].y);
    if (!is_passed) return;
    for (uint32_t i = 0; i < ring->count; i++) {
        uint32_t before = walls[i ? i - 1 : ring->count - 1], after = walls[i + 1 < ring->count ? i + 1 : 0];
        if (!ring->is_beside[i] && before == OPEN && after == OPEN) walls[i] = OPEN;
    }
}

/* A stretch of wall, and the side before it. */
typedef struct stretch {
    uint32_t wall, side_before;
} stretch;

static uint32_t first_of(const stretch *stretches, uint32_t place) {
    uint32_t first = 0;
    while (stretches[first].wall != stretches[place].wall) first++;
    return first;
}

static bool comes_again(const stretch *stretches, uint32_t count, uint32_t place) {
    for (uint32_t i = place + 1; i < count; i++)
        if (stretches[i].wall == stretches[place].wall) return true;
    return false;
}

/* A side for every open cell of the ring, from 0; how many there are. Behind a wall that comes again lies a side of its
 * own; behind its last stretch the side before its first. */
static uint32_t find_sides(const uint32_t *walls, uint32_t count, uint32_t *sides) {
    stretch stretches[WEND__RING_CELLS];
    uint32_t start = 0, stretch_count = 0, side_count = 1, side = 0;
    while (start < count && walls[start] != OPEN) start++;
    if (start == count) return 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = (start + i) % count;
        bool begins = walls[place] != OPEN && walls[(place + count - 1) % count] == OPEN;
        if (begins) stretches[stretch_count++].wall = walls[place];
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = (start + i) % count;
        bool begins = walls[place] != OPEN && walls[(place + count - 1) % count] == OPEN;
        if (begins) {
            stretches[next].side_before = side;
            uint32_t first = first_of(stretches, next);
            if (comes_again(stretches, stretch_count, next))
                side = side_count++;
            else
                side = stretches[first].side_before;
            next++;
        }
        sides[place] = side;
    }
    return side_count;
}

/* What is on the sides. */

/* Counts wrap below 0 on the way; the sums do not. */
typedef struct tally {
    wend__passing sides[WEND__RING_CELLS];
    uint32_t root_value; /* the least value that a walk goes on to from the rectangle */
    uint32_t root_side;
} tally;

static bool is_in(const wend__attempt *attempt, wend_cell at, wend_cell cell) {
    const wend__stamp *stamp = &attempt->stamp;
    int32_t x = cell.x - at.x - stamp->left, y = cell.y - at.y - stamp->top;
    return x >= 0 && y >= 0 && x < stamp->width && y < stamp->height;
}

/* Where a walk comes in from the ring. */
static void count_entry(const wend__attempt *attempt, wend_cell at, wend_cell cell, uint32_t side, tally *out) {
    const wend_placement *placement = attempt->placement;
    if (!wend__bits_at(&placement->walks, cell.x, cell.y)) return;
    int direction;
    uint32_t here = wend__index(placement->shape, cell.x, cell.y);
    uint32_t next = wend__placement_next(placement, here, &direction);
    if (next == here || !is_in(attempt, at, wend__cell_of(placement->shape, next))) return;
    out->sides[side].sources += placement->passing[here].sources;
    out->sides[side].goals += placement->passing[here].goals;
}

static uint32_t side_of(const wend__attempt *attempt, wend_cell at, wend_cell cell, const uint32_t *sides) {
    const wend__spot_offset *offsets = attempt->ring->offsets[at.y & 1];
    uint32_t i = 0;
    while (at.x + offsets[i].x != cell.x || at.y + offsets[i].y != cell.y) i++;
    return sides[i];
}

/* Where a walk goes out again. */
static void count_exit(const wend__attempt *attempt, wend_cell at, wend_cell cell, const uint32_t *sides, tally *out) {
    const wend_placement *placement = attempt->placement;
    if (!wend__bits_at(&placement->walks, cell.x, cell.y)) return;
    int direction;
    uint32_t here = wend__index(placement->shape, cell.x, cell.y);
    uint32_t next = wend__placement_next(placement, here, &direction);
    wend_cell there = wend__cell_of(placement->shape, next);
    if (next == here || is_in(attempt, at, there)) return;
    uint32_t side = side_of(attempt, at, there, sides), value = wend__placement_value(placement, next);
    out->sides[side].sources -= placement->passing[here].sources;
    out->sides[side].goals -= placement->passing[here].goals;
    if (value >= out->root_value) return;
    out->root_value = value;
    out->root_side = side;
}

/* Visits the border of the rectangle; what is inside of it meets no ring cell. */
static void count_exits(const wend__attempt *attempt, wend_cell at, const uint32_t *sides, tally *out) {
    const wend__stamp *stamp = &attempt->stamp;
    int32_t left = at.x + stamp->left, top = at.y + stamp->top;
    for (int32_t y = 0; y < stamp->height; y++) {
        bool is_edge = y == 0 || y == stamp->height - 1;
        int32_t pace = is_edge || stamp->width == 1 ? 1 : stamp->width - 1;
        for (int32_t x = 0; x < stamp->width; x += pace)
            count_exit(attempt, at, (wend_cell){left + x, top + y}, sides, out);
    }
}

/* All that walks to the root, where the rectangle does not cover it: the walk that goes on to the least value comes in
 * no more, so the root is on its side. */
static void count_root(const wend__attempt *attempt, wend_cell at, tally *out) {
    const wend_placement *placement = attempt->placement;
    wend__shape shape = placement->shape;
    if (out->root_value == WEND_UNREACHABLE) return;
    uint32_t inside = wend__index(shape, at.x + attempt->stamp.left, at.y + attempt->stamp.top);
    uint32_t root = placement->labels[wend__component_of(placement->mover, inside)];
    if (is_in(attempt, at, wend__cell_of(shape, root))) return;
    out->sides[out->root_side].sources += placement->passing[root].sources;
    out->sides[out->root_side].goals += placement->passing[root].goals;
}

static bool covers_firm_source(const wend__attempt *attempt, wend_cell at) {
    const wend__stamp *stamp = &attempt->stamp;
    for (uint32_t i = 0; i < stamp->count; i++) {
        int32_t x = at.x + stamp->offsets[i].x, y = at.y + stamp->offsets[i].y;
        if (attempt->flags[wend__index(attempt->placement->shape, x, y)] & WEND__FIRM) return true;
    }
    return false;
}

static void count_entries(const wend__attempt *attempt, wend_cell at, const uint32_t *walls, const uint32_t *sides,
                          tally *out) {
    const wend__spot_offset *offsets = attempt->ring->offsets[at.y & 1];
    for (uint32_t i = 0; i < attempt->ring->count; i++) {
        wend_cell cell = {at.x + offsets[i].x, at.y + offsets[i].y};
        if (walls[i] == OPEN && wend__is_on(attempt->placement->shape, cell.x, cell.y))
            count_entry(attempt, at, cell, sides[i], out);
    }
}

bool wend__ring_cuts(const wend__attempt *attempt, wend_cell at) {
    uint32_t walls[WEND__RING_CELLS], sides[WEND__RING_CELLS];
    if (covers_firm_source(attempt, at)) return true;
    read_ring(attempt, at, walls);
    uint32_t side_count = find_sides(walls, attempt->ring->count, sides);
    if (side_count == 0) return false;
    tally sums;
    sums.root_value = WEND_UNREACHABLE;
    for (uint32_t i = 0; i < side_count; i++) sums.sides[i] = (wend__passing){0, 0};
    count_entries(attempt, at, walls, sides, &sums);
    count_exits(attempt, at, sides, &sums);
    count_root(attempt, at, &sums);
    for (uint32_t i = 0; i < side_count; i++)
        if (sums.sides[i].sources && !sums.sides[i].goals) return true;
    return false;
}
