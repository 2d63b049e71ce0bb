/* SPDX-License-Identifier: MIT
 * Whom a rectangle cuts off, by the walls round it.
 *
 * Computes: which of the open cells round a rectangle could still reach each other if it were a wall, and whether a side
 *           with sources is left without a goal.
 * Invariant: open cells are separated exactly where a closed line of walls runs between them (planar duality). Walls
 *            that touch are one, and so are those that touch the outside; the rectangle closes such a line where two
 *            stretches of its ring are the same wall. Lines of different walls never cross, so sides nest like
 *            parentheses.
 * Cost: linear in the ring; quadratic in its stretches of wall, of which there are few. Walls are read for 64 rectangles
 *       side by side at once.
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
    ring->has_walls = false;
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

_Static_assert(WEND__RING_CELLS == 64, "a ring is a word of bits");

/* A bit for each of its cells. */
static uint64_t whole(const wend__ring *ring) {
    return UINT64_MAX >> (WEND__RING_CELLS - ring->count);
}

static uint32_t before(const wend__ring *ring, uint32_t place) {
    return place ? place - 1 : ring->count - 1;
}

static uint32_t after(const wend__ring *ring, uint32_t place) {
    return place + 1 < ring->count ? place + 1 : 0;
}

/* The rings of 64 positions. Off the map all is wall. With the corner rule ALWAYS a step leads past a wall that only
 * touches the corner of the rectangle. */
static void read_walls(const wend__attempt *attempt, int32_t x, int32_t y) {
    const wend_placement *placement = attempt->placement;
    wend__ring *ring = attempt->ring;
    const wend__spot_offset *offsets = ring->offsets[y & 1];
    ring->has_walls = true;
    ring->at = (wend_cell){x, y};
    for (uint32_t i = 0; i < ring->count; i++)
        ring->walls[i] = wend__bits_from(&placement->walls, x + offsets[i].x, y + offsets[i].y, UINT64_MAX);
    for (uint32_t i = 0; placement->ways == WEND__SQUARE_8 && i < ring->count; i++)
        if (!ring->is_beside[i]) ring->walls[i] &= ring->walls[before(ring, i)] | ring->walls[after(ring, i)];
}

uint64_t wend__ring_doubts(const wend__attempt *attempt, int32_t x, int32_t y) {
    const wend_placement *placement = attempt->placement;
    const wend__ring *ring = attempt->ring;
    uint64_t once = 0, twice = 0, staked = 0;
    read_walls(attempt, x, y);
    for (uint32_t i = 0; i < ring->count; i++) {
        uint64_t ends = ring->walls[i] & ~ring->walls[after(ring, i)];
        twice |= once & ends;
        once |= ends;
    }
    for (uint32_t i = 0; i < attempt->stamp.count; i++)
        staked |=
            wend__bits_from(&placement->stakes, x + attempt->stamp.offsets[i].x, y + attempt->stamp.offsets[i].y, 0);
    return twice | staked;
}

/* The walls in the ring of one position, as bits; from the ones read last, where they know it. */
static uint64_t walls_round(const wend__attempt *attempt, wend_cell at) {
    const wend__ring *ring = attempt->ring;
    bool is_known = ring->has_walls && ring->at.y == at.y && at.x >= ring->at.x && at.x < ring->at.x + 64;
    if (!is_known) read_walls(attempt, at.x, at.y);
    uint64_t walls = 0;
    uint32_t shift = (uint32_t)(at.x - ring->at.x);
    for (uint32_t i = 0; i < ring->count; i++) walls |= (ring->walls[i] >> shift & 1) << i;
    return walls;
}

/* Sides. */

#define MOST_STRETCHES (WEND__RING_CELLS / 2)

/* The ring from its first open cell on. Gap i lies behind i stretches of wall; its side is a number, from 0. */
typedef struct ring_sides {
    uint32_t start;  /* number of that cell in the ring */
    uint64_t begins; /* where stretches of wall begin, by place from there on */
    uint32_t stretches, count;
    uint32_t walls[MOST_STRETCHES]; /* which wall each is */
    uint32_t of_gap[MOST_STRETCHES + 1];
} ring_sides;

/* Its number among walls: the same for all that touch. */
static uint32_t wall_at(const wend_placement *placement, int32_t x, int32_t y) {
    wend__shape shape = placement->shape;
    const uint32_t *labels = placement->labels;
    uint32_t label = (uint32_t)wend__cell_count(shape);
    if (wend__is_on(shape, x, y)) label = wend__index(shape, wend__bits_run_start(&placement->walls, x, y), y);
    return labels[label];
}

/* Where stretches begin, in a ring with an open cell. */
static void find_stretches(const wend__ring *ring, uint64_t walls, ring_sides *out) {
    uint32_t start = (uint32_t)wend__lowest_bit_64(~walls);
    uint64_t turned = walls >> start;
    if (start) turned |= walls << (ring->count - start);
    turned &= whole(ring);
    out->start = start;
    out->begins = turned & ~(turned << 1);
    out->stretches = 0;
}

/* Which wall each stretch is. False: no two are the same. */
static bool name_stretches(const wend__attempt *attempt, wend_cell at, ring_sides *sides) {
    const wend__ring *ring = attempt->ring;
    const wend__spot_offset *offsets = ring->offsets[at.y & 1];
    bool is_twice = false;
    for (uint64_t rest = sides->begins; rest; rest &= rest - 1) {
        uint32_t place = sides->start + (uint32_t)wend__lowest_bit_64(rest);
        if (place >= ring->count) place -= ring->count;
        uint32_t wall = wall_at(attempt->placement, at.x + offsets[place].x, at.y + offsets[place].y);
        for (uint32_t i = 0; i < sides->stretches; i++) is_twice |= sides->walls[i] == wall;
        sides->walls[sides->stretches++] = wall;
    }
    return is_twice;
}

static bool comes_again(const ring_sides *sides, uint32_t place) {
    for (uint32_t i = place + 1; i < sides->stretches; i++)
        if (sides->walls[i] == sides->walls[place]) return true;
    return false;
}

/* Behind a wall that comes again lies a side of its own; behind its last stretch the side before its first. */
static void find_sides(ring_sides *sides) {
    sides->count = 1;
    sides->of_gap[0] = 0;
    for (uint32_t i = 0; i < sides->stretches; i++) {
        uint32_t first = 0;
        while (sides->walls[first] != sides->walls[i]) first++;
        sides->of_gap[i + 1] = comes_again(sides, i) ? sides->count++ : sides->of_gap[first];
    }
}

/* Of an open cell of the ring, by its number there. */
static uint32_t side_at(const wend__ring *ring, const ring_sides *sides, uint32_t place) {
    uint32_t from = place >= sides->start ? place - sides->start : place + ring->count - sides->start;
    return sides->of_gap[wend__count_bits(sides->begins & ((UINT64_C(2) << from) - 1))];
}

/* What is on the sides. */

/* Counts wrap below 0 on the way; the sums do not. */
typedef struct tally {
    wend__passing sides[MOST_STRETCHES + 1];
    uint32_t root_value; /* the least value that a walk goes on to from the rectangle */
    uint32_t root_side;
} tally;

static bool is_in(const wend__attempt *attempt, wend_cell at, wend_cell cell) {
    const wend__stamp *stamp = &attempt->stamp;
    int32_t x = cell.x - at.x - stamp->left, y = cell.y - at.y - stamp->top;
    return x >= 0 && y >= 0 && x < stamp->width && y < stamp->height;
}

/* Where the walk goes on to from a cell, itself at its end: wend__placement_next without the links, which are not in play,
 * and without divisions. */
static wend_cell next_of(const wend_placement *placement, wend_cell cell) {
    uint32_t best = placement->tree.directions[wend__slot(&placement->tree, cell.x, cell.y)];
    return best ? wend__neighbour(placement->shape.lattice, cell, wend__lowest_bit(best)) : cell;
}

/* Where walks come in from the ring. */
static void count_entries(const wend__attempt *attempt, wend_cell at, uint64_t open, const ring_sides *sides,
                          tally *out) {
    const wend_placement *placement = attempt->placement;
    const wend__spot_offset *offsets = attempt->ring->offsets[at.y & 1];
    for (; open; open &= open - 1) {
        uint32_t place = (uint32_t)wend__lowest_bit_64(open);
        wend_cell cell = {at.x + offsets[place].x, at.y + offsets[place].y};
        if (!wend__is_on(placement->shape, cell.x, cell.y) || !wend__bits_at(&placement->walks, cell.x, cell.y))
            continue;
        if (!is_in(attempt, at, next_of(placement, cell))) continue;
        const wend__passing *passing = &placement->passing[wend__index(placement->shape, cell.x, cell.y)];
        wend__passing *side = &out->sides[side_at(attempt->ring, sides, place)];
        side->sources += passing->sources;
        side->goals += passing->goals;
    }
}

static uint32_t side_of(const wend__attempt *attempt, wend_cell at, wend_cell cell, const ring_sides *sides) {
    const wend__spot_offset *offsets = attempt->ring->offsets[at.y & 1];
    uint32_t i = 0;
    while (at.x + offsets[i].x != cell.x || at.y + offsets[i].y != cell.y) i++;
    return side_at(attempt->ring, sides, i);
}

/* Where a walk goes out again: the next value is lower. */
static void count_exit(const wend__attempt *attempt, wend_cell at, wend_cell cell, const ring_sides *sides,
                       tally *out) {
    const wend_placement *placement = attempt->placement;
    if (!wend__bits_at(&placement->walks, cell.x, cell.y)) return;
    wend_cell there = next_of(placement, cell);
    if (is_in(attempt, at, there)) return;
    const wend__passing *passing = &placement->passing[wend__index(placement->shape, cell.x, cell.y)];
    uint32_t side = side_of(attempt, at, there, sides);
    uint32_t value = placement->tree.values[wend__slot(&placement->tree, there.x, there.y)];
    out->sides[side].sources -= passing->sources;
    out->sides[side].goals -= passing->goals;
    if (value >= out->root_value) return;
    out->root_value = value;
    out->root_side = side;
}

/* Visits the border of the rectangle; what is inside of it meets no ring cell. */
static void count_exits(const wend__attempt *attempt, wend_cell at, const ring_sides *sides, tally *out) {
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

static bool cuts_some_side(const wend__attempt *attempt, wend_cell at, uint64_t open, ring_sides *sides) {
    tally sums;
    find_sides(sides);
    sums.root_value = WEND_UNREACHABLE;
    for (uint32_t i = 0; i < sides->count; i++) sums.sides[i] = (wend__passing){0, 0};
    count_entries(attempt, at, open, sides, &sums);
    count_exits(attempt, at, sides, &sums);
    count_root(attempt, at, &sums);
    for (uint32_t i = 0; i < sides->count; i++)
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
    const wend__ring *ring = attempt->ring;
    uint8_t covered = covered_flags(attempt, at);
    if (covered & WEND__FIRM) return true;
    uint64_t all = whole(ring), walls = walls_round(attempt, at);
    if (walls == all) return false;
    ring_sides sides;
    find_stretches(ring, walls, &sides);
    bool covers_goal = covered & WEND__GOAL, has_two = (sides.begins & (sides.begins - 1)) != 0;
    if (!has_two && !covers_goal) return false;
    if (!name_stretches(attempt, at, &sides) && !covers_goal) return false;
    return cuts_some_side(attempt, at, all & ~walls, &sides);
}
