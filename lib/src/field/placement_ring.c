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
#define SOME_WALL (UINT32_MAX - 1)

/* Its number among walls: the same for all that touch. */
static uint32_t wall_at(const wend_placement *placement, int32_t x, int32_t y) {
    wend__shape shape = placement->shape;
    const uint32_t *labels = placement->labels;
    uint32_t label = (uint32_t)wend__cell_count(shape);
    if (wend__is_on(shape, x, y)) label = wend__index(shape, wend__bits_run_start(&placement->walls, x, y), y);
    while (labels[label] != label) label = labels[label];
    return label;
}

static uint32_t before(const wend__ring *ring, uint32_t place) {
    return place ? place - 1 : ring->count - 1;
}

static uint32_t after(const wend__ring *ring, uint32_t place) {
    return place + 1 < ring->count ? place + 1 : 0;
}

/* Where the ring is wall; how many stretches of it. With the corner rule ALWAYS a step leads past a wall that only
 * touches the corner of the rectangle. */
static uint32_t read_ring(const wend__attempt *attempt, wend_cell at, uint32_t *walls) {
    const wend_placement *placement = attempt->placement;
    const wend__ring *ring = attempt->ring;
    const wend__spot_offset *offsets = ring->offsets[at.y & 1];
    for (uint32_t i = 0; i < ring->count; i++) {
        int32_t x = at.x + offsets[i].x, y = at.y + offsets[i].y;
        bool is_wall = !wend__is_on(placement->shape, x, y) || wend__bits_at(&placement->walls, x, y);
        walls[i] = is_wall ? SOME_WALL : OPEN;
    }
    for (uint32_t i = 0; placement->ways == WEND__SQUARE_8 && i < ring->count; i++)
        if (!ring->is_beside[i] && walls[before(ring, i)] == OPEN && walls[after(ring, i)] == OPEN) walls[i] = OPEN;
    uint32_t stretches = 0;
    for (uint32_t i = 0; i < ring->count; i++) stretches += walls[i] == OPEN && walls[after(ring, i)] != OPEN;
    return stretches;
}

/* Which wall each stretch is. False: no two are the same. */
static bool name_walls(const wend__attempt *attempt, wend_cell at, uint32_t *walls) {
    const wend__ring *ring = attempt->ring;
    const wend__spot_offset *offsets = ring->offsets[at.y & 1];
    uint32_t start = 0, names[WEND__RING_CELLS], count = 0;
    bool is_twice = false;
    while (walls[start] != OPEN) start++;
    for (uint32_t i = 0, place = start; i < ring->count; i++, place = after(ring, place)) {
        if (walls[place] == OPEN) continue;
        if (walls[before(ring, place)] != OPEN) {
            walls[place] = walls[before(ring, place)];
            continue;
        }
        walls[place] = wall_at(attempt->placement, at.x + offsets[place].x, at.y + offsets[place].y);
        for (uint32_t j = 0; j < count; j++) is_twice |= names[j] == walls[place];
        names[count++] = walls[place];
    }
    return is_twice;
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

/* Where the walk goes on to from a cell, itself at its end. No link is in play. */
static wend_cell next_of(const wend_placement *placement, wend_cell cell, uint32_t *value) {
    uint32_t slot = wend__slot(&placement->tree, cell.x, cell.y), best = placement->tree.directions[slot];
    *value = placement->tree.values[slot];
    return best ? wend__neighbour(placement->shape.lattice, cell, wend__lowest_bit(best)) : cell;
}

/* Where a walk comes in from the ring. */
static void count_entry(const wend__attempt *attempt, wend_cell at, wend_cell cell, uint32_t side, tally *out) {
    const wend_placement *placement = attempt->placement;
    if (!wend__bits_at(&placement->walks, cell.x, cell.y)) return;
    uint32_t value;
    if (!is_in(attempt, at, next_of(placement, cell, &value))) return;
    const wend__passing *passing = &placement->passing[wend__index(placement->shape, cell.x, cell.y)];
    out->sides[side].sources += passing->sources;
    out->sides[side].goals += passing->goals;
}

static uint32_t side_of(const wend__attempt *attempt, wend_cell at, wend_cell cell, const uint32_t *sides) {
    const wend__spot_offset *offsets = attempt->ring->offsets[at.y & 1];
    uint32_t i = 0;
    while (at.x + offsets[i].x != cell.x || at.y + offsets[i].y != cell.y) i++;
    return sides[i];
}

/* Where a walk goes out again: the next value is lower. */
static void count_exit(const wend__attempt *attempt, wend_cell at, wend_cell cell, const uint32_t *sides, tally *out) {
    const wend_placement *placement = attempt->placement;
    if (!wend__bits_at(&placement->walks, cell.x, cell.y)) return;
    uint32_t value;
    wend_cell there = next_of(placement, cell, &value);
    if (is_in(attempt, at, there)) return;
    const wend__passing *passing = &placement->passing[wend__index(placement->shape, cell.x, cell.y)];
    uint32_t side = side_of(attempt, at, there, sides);
    value = placement->tree.values[wend__slot(&placement->tree, there.x, there.y)];
    out->sides[side].sources -= passing->sources;
    out->sides[side].goals -= passing->goals;
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

static void count_entries(const wend__attempt *attempt, wend_cell at, const uint32_t *walls, const uint32_t *sides,
                          tally *out) {
    const wend__spot_offset *offsets = attempt->ring->offsets[at.y & 1];
    for (uint32_t i = 0; i < attempt->ring->count; i++) {
        wend_cell cell = {at.x + offsets[i].x, at.y + offsets[i].y};
        if (walls[i] == OPEN && wend__is_on(attempt->placement->shape, cell.x, cell.y))
            count_entry(attempt, at, cell, sides[i], out);
    }
}

static bool cuts_some_side(const wend__attempt *attempt, wend_cell at, const uint32_t *walls) {
    uint32_t sides[WEND__RING_CELLS];
    uint32_t side_count = find_sides(walls, attempt->ring->count, sides);
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

/* Which of the flags are there in the rectangle? */
static uint8_t covered_flags(const wend__attempt *attempt, wend_cell at) {
    const wend__stamp *stamp = &attempt->stamp;
    uint8_t flags = 0;
    for (uint32_t i = 0; i < stamp->count; i++) {
        int32_t x = at.x + stamp->offsets[i].x, y = at.y + stamp->offsets[i].y;
        flags |= attempt->flags[wend__index(attempt->placement->shape, x, y)];
    }
    return flags;
}

/* Without two stretches of one wall nothing is separated: then only a goal that is covered can be missed. */
bool wend__ring_cuts(const wend__attempt *attempt, wend_cell at) {
    uint32_t walls[WEND__RING_CELLS] = {OPEN};
    uint8_t covered = covered_flags(attempt, at);
    if (covered & WEND__FIRM) return true;
    uint32_t stretches = read_ring(attempt, at, walls);
    if (stretches == 0 && walls[0] != OPEN) return false;
    if (stretches < 2 && !(covered & WEND__GOAL)) return false;
    if (!name_walls(attempt, at, walls) && !(covered & WEND__GOAL)) return false;
    return cuts_some_side(attempt, at, walls);
}

/* 64 positions at once. Off the map all is wall. */
uint64_t wend__ring_doubts(const wend__attempt *attempt, int32_t x, int32_t y) {
    const wend_placement *placement = attempt->placement;
    const wend__ring *ring = attempt->ring;
    const wend__spot_offset *offsets = ring->offsets[y & 1];
    uint64_t walls[WEND__RING_CELLS], once = 0, twice = 0, staked = 0;
    bool is_passed = placement->ways == WEND__SQUARE_8;
    for (uint32_t i = 0; i < ring->count; i++)
        walls[i] = wend__bits_from(&placement->walls, x + offsets[i].x, y + offsets[i].y, UINT64_MAX);
    for (uint32_t i = 0; is_passed && i < ring->count; i++)
        if (!ring->is_beside[i]) walls[i] &= walls[before(ring, i)] | walls[after(ring, i)];
    for (uint32_t i = 0; i < ring->count; i++) {
        uint64_t ends = walls[i] & ~walls[after(ring, i)];
        twice |= once & ends;
        once |= ends;
    }
    for (uint32_t i = 0; i < attempt->stamp.count; i++)
        staked |=
            wend__bits_from(&placement->stakes, x + attempt->stamp.offsets[i].x, y + attempt->stamp.offsets[i].y, 0);
    return twice | staked;
}
