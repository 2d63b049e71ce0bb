/* SPDX-License-Identifier: MIT
 * The any-angle pass: where to head from each cell of a finished field.
 *
 *      G . . . # . .     Cells are taken in the order of their ways: c after the cells n that its best steps lead to.
 *      . \ . . # . .     c heads for what n heads for where it can see it; else for a corner of a wall beside c, if
 *      . . \ . # . .     that helps to see it; else for the centre of n.
 *      . . . o . . .
 *      . . . : n c .     o: the corner that c heads for, n sees it too
 *
 * Computes: for each cell the mark of the point that it heads for.
 * Invariant: the straight line from the centre of c to its point is free for the disc of the mover's radius (for none,
 *            1/16 cell) and lies on ground of one cost, that of c; and the cells that the point stands for lie on one of
 *            the best ways from c: so nothing here is dearer than what the field says.
 * Cost: linear in cells, and a line of sight for every cell at the edge of what can be seen.
 * Source: A. Nash, K. Daniel, S. Koenig, A. Felner, Theta*: Any-Angle Path Planning on Grids (2007), for a route; here
 *         for a whole field, over its best steps, and with corners. */
#include "field/sight_look.h"

#include <wend/field.h>

#define HALF (WEND__SIGHT_UNIT / 2)
#define NO_RADIUS_GAP 16
#define MAX_CORNER_GAP WEND__SIGHT_UNIT
#define CELLS_IN_A_PIECE 256u

wend_status wend__sights_create(wend__sights *sights, const wend__pages *pages, const wend_mover *mover,
                                const wend_allocator *allocator) {
    sights->clearance = mover->radius > NO_RADIUS_GAP ? (int32_t)mover->radius : NO_RADIUS_GAP;
    sights->from_centre = HALF - (sights->clearance + WEND__SIGHT_CORNER_GAP);
    sights->marks = wend__allocate_zeroed(allocator, (size_t)pages->count * WEND__PAGE_CELLS, sizeof *sights->marks);
    return sights->marks ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

void wend__sights_destroy(wend__sights *sights, const wend__pages *pages, const wend_allocator *allocator) {
    if (!sights->marks) return;
    wend__release(allocator, sights->marks, (size_t)pages->count * WEND__PAGE_CELLS, sizeof *sights->marks);
}

/* Marks. */

static bool has_one_cost_round(const wend__look *look, const wend__stand *stand) {
    if (look->pages->page[stand->slot >> 12].uniform_cost) return true;
    const uint8_t *costs = look->mover->costs;
    for (uint32_t rest = look->mover->directions; rest; rest &= rest - 1) {
        wend_cell there = wend__cell_beyond(look, stand->cell, wend__lowest_bit(rest));
        if (costs[wend__index(look->pages->shape, there.x, there.y)] != stand->cost) return false;
    }
    return true;
}

static uint32_t open_bit(const wend__look *look, const wend__stand *stand) {
    uint32_t all = look->mover->directions;
    bool has_squeezes = wend__squeezes_among_walls(look->mover);
    if (all == WEND__SQUARE_4 || has_squeezes || look->mover->exits[stand->index] != all) return 0;
    return has_one_cost_round(look, stand) ? WEND__MARK_OPEN : 0;
}

static void leave_mark(const wend__look *look, const wend__stand *stand, uint32_t point, float beyond) {
    look->sights->marks[stand->slot] = point | open_bit(look, stand);
    memcpy(&look->beyond[stand->index], &beyond, sizeof beyond);
}

/* Settling cells. */

static bool has_corners(const wend__look *look, const wend__stand *stand) {
    return look->has_corners && look->mover->exits[stand->index] != WEND__SQUARE_8;
}

static void settle_by_choice(const wend__look *look, const wend__stand *stand) {
    wend__choice choice = wend__sight_choose(look, stand);
    if (has_corners(look, stand)) wend__sight_try_corners(look, stand, &choice);
    leave_mark(look, stand, choice.point, choice.beyond);
}

/* Most cells have one best step, straight towards what it leads to, or two beside each other that lead to the same. */
static bool settle_by_steps(const wend__look *look, const wend__stand *stand) {
    uint32_t rest = stand->set & (stand->set - 1);
    if (look->has_squeezes || (rest & (rest - 1))) return false;
    int k = wend__lowest_bit(stand->set), m = rest ? wend__lowest_bit(rest) : k;
    if (wend__dot(look->ways[k], look->ways[m]) <= 0) return false;
    wend__stand next = wend__stand_beyond(look, stand->cell, k),
                other = k == m ? next : wend__stand_beyond(look, stand->cell, m);
    uint32_t point = wend__point_at(look, &next);
    if (next.cost != stand->cost || other.cost != stand->cost || wend__point_at(look, &other) != point) return false;
    if (!wend__is_between(look, stand->cell, k, m, point) || wend__cost_at_point(look, point) != stand->cost)
        return false;
    look->beyond[stand->index] = look->beyond[next.index];
    look->sights->marks[stand->slot] = point | open_bit(look, stand);
    return true;
}

static void settle(const wend__look *look, const wend__stand *stand) {
    if (!stand->set)
        leave_mark(look, stand, wend__place_of(stand->cell) | WEND__MARK_END,
                   (float)look->pages->values[stand->slot] / (float)WEND_RAW_PER_COST);
    else if (!settle_by_steps(look, stand))
        settle_by_choice(look, stand);
}

/* The order: no cell before those that its best steps lead to. Values fall along steps, so the stack holds no cell
 * twice. */

static bool next_waits(const wend__look *look, const wend__stand *stand, wend_cell *next) {
    for (uint32_t rest = stand->set; rest; rest &= rest - 1) {
        *next = wend__cell_beyond(look, stand->cell, wend__lowest_bit(rest));
        if (!look->sights->marks[wend__slot(look->pages, next->x, next->y)]) return true;
    }
    return false;
}

static void settle_way(const wend__look *look, wend_cell from) {
    uint32_t depth = 0;
    look->stack[depth++] = wend__place_of(from);
    while (depth) {
        wend__stand stand = wend__stand_at(look, wend__mark_cell(look->stack[depth - 1]));
        wend_cell next;
        if (next_waits(look, &stand, &next)) {
            look->stack[depth++] = wend__place_of(next);
        } else {
            settle(look, &stand);
            depth--;
        }
    }
}

/* A page of one cost, on squares: its inner cells are settled by steps with little more than their marks. */
typedef struct wend__inside {
    uint32_t *marks; /* [WEND__PAGE_CELLS] of the page, and so on */
    const uint8_t *directions;
    wend_cell corner;
    int32_t across[WEND__DIRECTIONS], down[WEND__DIRECTIONS];
    bool is_simple;
} wend__inside;

static wend__inside inside_of(const wend__look *look, uint32_t page) {
    wend__inside inside = {.marks = look->sights->marks + ((size_t)page << 12),
                           .directions = look->pages->directions + ((size_t)page << 12),
                           .corner = wend__page_corner(look->pages, page)};
    inside.is_simple = look->pages->shape.lattice == WEND_SQUARE && look->mover->directions == WEND__SQUARE_8 &&
                       !look->has_squeezes && look->pages->page[page].uniform_cost;
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        inside.across[k] = look->offsets[0][k].x;
        inside.down[k] = look->offsets[0][k].y;
    }
    return inside;
}

/* The same as settle_by_steps, for a cell whose neighbours lie in the page: a point on other ground, which is one beside
 * the next cell, would lie in it, too, or beside it. False where it cannot, or where a neighbour waits. */
static inline bool settle_inside(const wend__look *look, const wend__inside *inside, int32_t x, int32_t y) {
    uint32_t place = (uint32_t)y << 6 | (uint32_t)x, set = inside->directions[place], rest = set & (set - 1);
    if (!set || (rest & (rest - 1))) return false;
    int k = wend__lowest_bit(set), m = rest ? wend__lowest_bit(rest) : k;
    int32_t kx = inside->across[k], ky = inside->down[k], mx = inside->across[m], my = inside->down[m];
    uint32_t point = inside->marks[(int32_t)place + ky * 64 + kx] & WEND__POINT_BITS;
    uint32_t other = inside->marks[(int32_t)place + my * 64 + mx] & WEND__POINT_BITS;
    bool is_point = point & (WEND__MARK_CORNER | WEND__MARK_CENTRE);
    if (point != other || !is_point || kx * mx + ky * my <= 0) return false;
    wend_cell cell = {inside->corner.x + x, inside->corner.y + y};
    wend__sight_point here = wend__point_at_centre(&look->lines, cell), there = wend__point_of(look, point);
    int32_t away_x = there.x - here.x, away_y = there.y - here.y;
    int32_t a = kx * away_y - ky * away_x, b = mx * away_y - my * away_x;
    bool is_ahead = kx * away_x + ky * away_y > 0 && mx * away_x + my * away_y > 0;
    if (!is_ahead || !((a >= 0 && b <= 0) || (a <= 0 && b >= 0))) return false;
    uint32_t index = wend__index(look->pages->shape, cell.x, cell.y);
    look->beyond[index] = look->beyond[(int32_t)index + ky * look->pages->shape.width + kx];
    inside->marks[place] = point | (look->mover->exits[index] == WEND__SQUARE_8 ? WEND__MARK_OPEN : 0);
    return true;
}

/* The corner of the page with the least value. */
static uint32_t least_corner(const wend__pages *pages, uint32_t page) {
    static const uint16_t corners[4] = {0, 63, 63 << 6, 63 << 6 | 63};
    const uint32_t *values = pages->values + ((size_t)page << 12);
    uint32_t least = 0;
    for (int i = 0; i < 4; i++)
        if (values[corners[i]] < values[least]) least = corners[i];
    return least;
}

/* From that corner on, which is the order that most of its cells need; the cells [from, to) of that order. */
static void settle_cells(const wend__look *look, uint32_t page, uint32_t from, uint32_t to) {
    const uint32_t *values = look->pages->values + ((size_t)page << 12);
    wend__inside inside = inside_of(look, page);
    uint32_t turn = least_corner(look->pages, page);
    for (uint32_t i = from; i < to; i++) {
        uint32_t place = i ^ turn;
        if (values[place] >= WEND_SATURATED_VALUE || inside.marks[place]) continue;
        int32_t x = (int32_t)(place & 63), y = (int32_t)(place >> 6);
        bool is_inner = inside.is_simple && x > 0 && y > 0 && x < 63 && y < 63;
        if (is_inner && settle_inside(look, &inside, x, y)) continue;
        settle_way(look, (wend_cell){inside.corner.x + x, inside.corner.y + y});
    }
}

/* Sorts pages by the least value of their corners (D. L. Shell 1959): the order that most of them need. */
static void sort_pages(const wend__pages *pages, uint32_t *order) {
    for (uint32_t i = 0; i < pages->count; i++) order[i] = i;
    for (uint32_t gap = pages->count / 2; gap > 0; gap /= 2) {
        for (uint32_t i = gap; i < pages->count; i++) {
            uint32_t page = order[i], j = i;
            uint32_t value = pages->values[((size_t)page << 12) + least_corner(pages, page)];
            for (; j >= gap; j -= gap) {
                uint32_t before = order[j - gap];
                if (pages->values[((size_t)before << 12) + least_corner(pages, before)] <= value) break;
                order[j] = before;
            }
            order[j] = page;
        }
    }
}

/* words: [3 * cells]. */
static wend__look look_of(const wend__sights *sights, const wend_mover *mover, const wend__pages *pages,
                          uint32_t *words, uint32_t *line_words) {
    bool is_square = pages->shape.lattice == WEND_SQUARE;
    wend__look look = {.sights = sights,
                       .mover = mover,
                       .pages = pages,
                       .beyond = words,
                       .stack = words + wend__cell_count(pages->shape),
                       .lines = wend__lines_of(mover, sights->clearance, line_words),
                       .has_corners = is_square && sights->clearance + WEND__SIGHT_CORNER_GAP < MAX_CORNER_GAP,
                       .has_squeezes = mover->corner_rule != WEND_CORNER_NEVER || mover->has_walls};
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        for (int32_t parity = 0; parity < 2; parity++)
            look.offsets[parity][k] = wend__offset(pages->shape.lattice, parity, k);
        wend__sight_point from = wend__point_at_centre(&look.lines, (wend_cell){1, 1}),
                          to = wend__point_at_centre(&look.lines, wend__cell_beyond(&look, (wend_cell){1, 1}, k));
        look.ways[k] = (wend__sight_point){to.x - from.x, to.y - from.y};
    }
    return look;
}

void wend__sighting_begin(wend__sighting *sighting, const wend__sights *sights, const wend_mover *mover,
                          const wend__pages *pages, uint32_t *words) {
    size_t cells = wend__cell_count(pages->shape);
    /* For all but a word or two a cell. */
    uint32_t *rest = cells < WEND__SIGHT_FEW ? sighting->few : words + 2 * cells;
    sighting->look = look_of(sights, mover, pages, words, rest);
    sighting->order = rest + wend__lines_words(pages->shape);
    sighting->cleared = sighting->settled = sighting->cell = 0;
    sort_pages(pages, sighting->order);
}

bool wend__sighting_step(wend__sighting *sighting) {
    const wend__look *look = &sighting->look;
    uint32_t pages = look->pages->count;
    if (sighting->cleared < pages) {
        memset(look->sights->marks + ((size_t)sighting->cleared++ << 12), 0,
               WEND__PAGE_CELLS * sizeof *look->sights->marks);
        return true;
    }
    if (sighting->settled == pages) return false;
    settle_cells(look, sighting->order[sighting->settled], sighting->cell, sighting->cell + CELLS_IN_A_PIECE);
    sighting->cell = (sighting->cell + CELLS_IN_A_PIECE) % WEND__PAGE_CELLS;
    sighting->settled += sighting->cell == 0;
    return true;
}

void wend__sights_find(const wend__sights *sights, const wend_mover *mover, const wend__pages *pages, uint32_t *words) {
    wend__sighting sighting;
    wend__sighting_begin(&sighting, sights, mover, pages, words);
    while (wend__sighting_step(&sighting)) continue;
}
