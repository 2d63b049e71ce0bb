/* SPDX-License-Identifier: MIT
 * The any-angle pass: where to head from each cell of a finished field.
 *
 *      G . . . # . .     Cells are taken in the order of their ways: c after the cells n that its best steps lead to.
 *      . \ . . # . .     c heads for what n heads for where it can see it; else for a corner of a wall beside c, if
 *      . . \ . # . .     that helps to see it; else for the centre of n.
 *      . . . o . . .
 *      . . . : n c .     o: the corner that c heads for, n sees it too
 *
 * Invariant: the straight line from the centre of c to its point is free for the disc of the mover's radius (for none,
 *            1/16 cell) and lies on ground of one cost, that of c; and the cells that the point stands for lie on one of
 *            the best ways from c: so nothing here is dearer than what the field says.
 * Sight: if two neighbouring best steps n, m of c head for the same point, and the line to it passes between them, then
 *            c sees it. The triangle of n, m and the point has free sides and is nowhere as wide as a cell, so no wall
 *            is within. Thin walls may be, with them every line is looked at: all cells that it touches, in whole
 *            numbers, walls being squares (on hex rectangles) grown by the radius on all sides.
 * Cost: linear in cells, and one line for every cell at the edge of what can be seen.
 * Source: A. Nash, K. Daniel, S. Koenig, A. Felner, Theta*: Any-Angle Path Planning on Grids (2007), for a route; here
 *         for a whole field, over its best steps, and with corners. */
#include "field/sight.h"

#include <wend/field.h>

#include <math.h>
#include <string.h>

#define UNIT WEND__SIGHT_UNIT
#define HALF (UNIT / 2)
#define HEX_PITCH 192 /* from row to row: hexagons are 4/3 rows high, and that is UNIT, too */
#define NO_RADIUS_GAP 16
#define CORNER_GAP 16 /* points at corners keep this much more than lines of sight */
#define MAX_CORNER_GAP UNIT
#define PLACE_BITS (WEND__MARK_CORNER - 1u)
#define POINT_BITS (WEND__MARK_OPEN - 1u)

typedef struct wend__point {
    int32_t x, y;
} wend__point;

typedef struct wend__look {
    const wend__sights *sights;
    const wend_mover *mover;
    const wend__pages *pages;
    uint32_t *beyond; /* [cells] what remains from the point that a cell heads for: the bits of a float */
    uint32_t *stack;  /* [cells] places that wait for the cells before them */
    int32_t pitch;
    int32_t clearance;
    bool has_corners;
    bool has_squeezes;                      /* or thin walls: then nothing is seen but along a line */
    wend_cell offsets[2][WEND__DIRECTIONS]; /* by parity of the row, direction */
    wend__point ways[WEND__DIRECTIONS];     /* from centre to centre */
} wend__look;

/* A cell, and where everything of it is kept. */
typedef struct wend__stand {
    wend_cell cell;
    uint32_t index, slot;
    uint32_t set;
    uint32_t cost;
} wend__stand;

/* A point to head for, and what the whole way by it comes to. */
typedef struct wend__choice {
    uint32_t point;
    float beyond, whole;
    bool is_sure; /* it can be seen */
} wend__choice;

wend_status wend__sights_create(wend__sights *sights, const wend__pages *pages, const wend_mover *mover,
                                const wend_allocator *allocator) {
    sights->clearance = mover->radius > NO_RADIUS_GAP ? (int32_t)mover->radius : NO_RADIUS_GAP;
    sights->from_centre = HALF - (sights->clearance + CORNER_GAP);
    sights->marks = wend__allocate_zeroed(allocator, (size_t)pages->count * WEND__PAGE_CELLS, sizeof *sights->marks);
    return sights->marks ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

void wend__sights_destroy(wend__sights *sights, const wend__pages *pages, const wend_allocator *allocator) {
    if (!sights->marks) return;
    wend__release(allocator, sights->marks, (size_t)pages->count * WEND__PAGE_CELLS, sizeof *sights->marks);
}

/* Places and points. */

static uint32_t place_of(wend_cell cell) {
    return (uint32_t)cell.x | (uint32_t)cell.y << WEND__MARK_SIDE_BITS;
}

static wend_cell cell_beyond(const wend__look *look, wend_cell cell, int direction) {
    wend_cell offset = look->offsets[cell.y & 1][direction];
    return (wend_cell){cell.x + offset.x, cell.y + offset.y};
}

static wend__stand stand_at(const wend__look *look, wend_cell cell) {
    wend__stand stand = {.cell = cell,
                         .index = wend__index(look->pages->shape, cell.x, cell.y),
                         .slot = wend__slot(look->pages, cell.x, cell.y)};
    stand.set = look->pages->directions[stand.slot];
    stand.cost = look->mover->costs[stand.index];
    return stand;
}

static int32_t row_shift(const wend__look *look, int32_t y) {
    return look->pages->shape.lattice == WEND_HEX ? (y & 1) * HALF : 0;
}

static wend__point centre_of(const wend__look *look, wend_cell cell) {
    return (wend__point){cell.x * UNIT + HALF + row_shift(look, cell.y), cell.y * look->pitch + HALF};
}

static wend__point point_of(const wend__look *look, uint32_t mark) {
    wend__point point = centre_of(look, wend__mark_cell(mark));
    point.x += wend__mark_side(mark, WEND__MARK_EAST) * look->sights->from_centre;
    point.y += wend__mark_side(mark, WEND__MARK_SOUTH) * look->sights->from_centre;
    return point;
}

/* [cells] */
static float distance_between(const wend__look *look, wend__point a, wend__point b) {
    float across = (float)(a.x - b.x) * (1.0f / UNIT), down = (float)(a.y - b.y) * (1.0f / UNIT);
    if (look->pitch == HEX_PITCH) return sqrtf(across * across + down * down * (4.0f / 3.0f));
    return sqrtf(across * across + down * down);
}

static float beyond_at(const wend__look *look, uint32_t index) {
    float value;
    memcpy(&value, &look->beyond[index], sizeof value);
    return value;
}

static bool has_one_cost_round(const wend__look *look, const wend__stand *stand) {
    if (look->pages->page[stand->slot >> 12].uniform_cost) return true;
    const uint8_t *costs = look->mover->costs;
    for (uint32_t rest = look->mover->directions; rest; rest &= rest - 1) {
        wend_cell there = cell_beyond(look, stand->cell, wend__lowest_bit(rest));
        if (costs[wend__index(look->pages->shape, there.x, there.y)] != stand->cost) return false;
    }
    return true;
}

static uint32_t open_bit(const wend__look *look, const wend__stand *stand) {
    uint32_t all = look->mover->directions;
    bool has_ends = look->mover->has_walls && look->mover->radius > 128; /* of walls, between two centres */
    if (all == WEND__SQUARE_4 || has_ends || look->mover->exits[stand->index] != all) return 0;
    return has_one_cost_round(look, stand) ? WEND__MARK_OPEN : 0;
}

static void leave_mark(const wend__look *look, const wend__stand *stand, uint32_t point, float beyond) {
    look->sights->marks[stand->slot] = point | open_bit(look, stand);
    memcpy(&look->beyond[stand->index], &beyond, sizeof beyond);
}

/* Lines of sight. */

static bool run_has_cost(const wend__look *look, int32_t row, int32_t first, int32_t last, uint32_t cost) {
    wend__shape shape = look->pages->shape;
    if (row < 0 || row >= shape.height || first < 0 || last >= shape.width) return false;
    const uint8_t *costs = look->mover->costs + wend__index(shape, first, row);
    size_t count = (size_t)(last - first) + 1;
    uint64_t eight = cost * 0x0101010101010101u;
    for (; count >= sizeof eight; count -= sizeof eight, costs += sizeof eight)
        if (memcmp(costs, &eight, sizeof eight) != 0) return false;
    for (size_t i = 0; i < count; i++)
        if (costs[i] != cost) return false;
    return true;
}

/* A run of cells in a row that a line touches. */
typedef struct wend__run {
    int32_t row, first, last;
} wend__run;

/* Is any side open between the cells of a run, and between them and those of the run in the row above? */
static bool run_is_joined(const wend__look *look, wend__run run, wend__run above) {
    const wend_mover *mover = look->mover;
    wend__shape shape = mover->shape;
    for (int32_t x = run.first; x <= run.last; x++) {
        wend_cell cell = {x, run.row};
        for (uint32_t sides = wend__sides(shape.lattice); sides; sides &= sides - 1) {
            int side = wend__lowest_bit(sides);
            wend_cell other = wend__neighbour(shape.lattice, cell, side);
            bool is_beside = other.y == run.row && other.x >= run.first && other.x < x;
            bool is_above = other.y == above.row && other.x >= above.first && other.x <= above.last;
            if (!is_beside && !is_above) continue;
            uint32_t here = wend__index(shape, cell.x, cell.y), there = wend__index(shape, other.x, other.y);
            if (!wend__side_is_open(mover, here, there, side) ||
                !wend__side_is_open(mover, there, here, wend__opposite(side)))
                return false;
        }
    }
    return true;
}

/* Lines are followed row by row: where one enters the row, grown by the clearance, and where it leaves. */
#define FINE 24 /* x is kept in 2^-24 of a unit; what that is wrong by stays below one unit on any map */

typedef struct wend__line {
    wend__point a, b;          /* the upper end first */
    int64_t entry, exit, step; /* x where it meets the lines between rows, and how far from one to the next */
    int64_t least, most;       /* x of its ends */
    int32_t grown;
} wend__line;

static wend__line line_between(const wend__look *look, wend__point a, wend__point b, int32_t first_row) {
    wend__line line = {.a = a.y <= b.y ? a : b, .b = a.y <= b.y ? b : a};
    int64_t across = line.b.x - line.a.x, down = line.b.y - line.a.y, slope = 0;
    if (down) slope = across * ((int64_t)1 << FINE) / down;
    int64_t start = (int64_t)line.a.x * ((int64_t)1 << FINE), end = (int64_t)line.b.x * ((int64_t)1 << FINE);
    line.least = start < end ? start : end;
    line.most = start < end ? end : start;
    line.entry = start + slope * (first_row * look->pitch - look->clearance - line.a.y);
    line.exit = start + slope * (first_row * look->pitch + UNIT + look->clearance - line.a.y);
    line.step = slope * look->pitch;
    line.grown = look->clearance + (across && down ? 1 : 0);
    return line;
}

static int32_t floor_divide(int32_t value, int32_t by) {
    return value >= 0 ? value / by : -((by - 1 - value) / by);
}

static int64_t within(const wend__line *line, int64_t x) {
    x = x < line->least ? line->least : x;
    return x > line->most ? line->most : x;
}

/* What it touches in the next row; first is -1 where that is beyond the left border. */
static wend__run next_run(const wend__look *look, wend__line *line, int32_t row) {
    bool is_level = line->a.y == line->b.y;
    int64_t x0 = is_level ? line->least : within(line, line->entry);
    int64_t x1 = is_level ? line->most : within(line, line->exit);
    line->entry += line->step;
    line->exit += line->step;
    int32_t shift = row_shift(look, row);
    int32_t left = (int32_t)((x0 < x1 ? x0 : x1) / ((int64_t)1 << FINE)) - line->grown - shift;
    int32_t right = (int32_t)((x0 < x1 ? x1 : x0) / ((int64_t)1 << FINE)) + line->grown - shift - 1;
    return (wend__run){row, left < 0 ? -1 : left / UNIT, right / UNIT};
}

static bool can_see(const wend__look *look, wend__point a, wend__point b, uint32_t cost) {
    int32_t top = a.y < b.y ? a.y : b.y, bottom = a.y < b.y ? b.y : a.y;
    int32_t first = floor_divide(top - look->clearance - UNIT, look->pitch) + 1;
    int32_t last = floor_divide(bottom + look->clearance - 1, look->pitch);
    wend__line line = line_between(look, a, b, first);
    wend__run above = {first - 1, 0, -1};
    for (int32_t row = first; row <= last; row++) {
        wend__run run = next_run(look, &line, row);
        if (!run_has_cost(look, row, run.first, run.last, cost)) return false;
        if (look->mover->has_walls && !run_is_joined(look, run, above)) return false;
        above = run;
    }
    return true;
}

/* Choosing. */

static int64_t dot(wend__point a, wend__point b) {
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static int64_t cross(wend__point a, wend__point b) {
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* Does the line from a cell to a point lead between its steps in two directions, which may be one? */
static bool is_between(const wend__look *look, wend_cell cell, int k, int m, uint32_t point) {
    wend__point here = centre_of(look, cell), there = point_of(look, point);
    wend__point away = {there.x - here.x, there.y - here.y};
    if (dot(look->ways[k], away) <= 0 || dot(look->ways[m], away) <= 0) return false;
    int64_t a = cross(look->ways[k], away), b = cross(look->ways[m], away);
    return (a >= 0 && b <= 0) || (a <= 0 && b >= 0);
}

static wend__stand neighbour_of(const wend__look *look, wend_cell cell, int direction) {
    return stand_at(look, cell_beyond(look, cell, direction));
}

/* A diagonal step past a blocked cell, which only touches the corner. */
static bool is_squeeze(const wend__look *look, const wend__stand *stand, int direction) {
    if (!wend__is_diagonal(look->pages->shape.lattice, direction)) return false;
    int vertical, horizontal;
    wend__diagonal_parts(direction, &vertical, &horizontal);
    uint32_t exits = look->mover->exits[stand->index];
    return !(exits >> vertical & 1) || !(exits >> horizontal & 1);
}

/* Are the four cells between two straight directions free? */
static bool is_block_free(const wend__look *look, wend_cell cell, int k, int m) {
    wend_cell across = cell_beyond(look, cell_beyond(look, cell, k), m);
    return !wend__is_blocked(look->mover, wend__index(look->pages->shape, across.x, across.y));
}

/* Steps that leave a triangle without room for a wall between them: less than a right angle apart, or two straight ones
 * round free cells. */
static bool are_neighbours(const wend__look *look, wend_cell cell, int k, int m) {
    int64_t likeness = dot(look->ways[k], look->ways[m]);
    return likeness > 0 || (likeness == 0 && k < 4 && m < 4 && is_block_free(look, cell, k, m));
}

/* The points that the best steps lead to, and the centres of their cells. */
typedef struct wend__choices {
    wend__choice all[2 * WEND__DIRECTIONS + 4];
    int count;
    float least; /* of those that are sure */
} wend__choices;

static void add_choice(const wend__look *look, wend__choices *choices, const wend__stand *stand, uint32_t point,
                       float beyond, bool is_sure) {
    float length = distance_between(look, centre_of(look, stand->cell), point_of(look, point));
    float whole = beyond + length * (float)stand->cost;
    choices->all[choices->count++] = (wend__choice){point, beyond, whole, is_sure};
}

static uint32_t point_at(const wend__look *look, const wend__stand *stand) {
    uint32_t point = look->sights->marks[stand->slot] & POINT_BITS;
    return wend__mark_is_end(point) ? place_of(stand->cell) | WEND__MARK_CENTRE : point;
}

/* Of the ground that a point lies on. A cell may head for the next one over ground of another cost; no other may. */
static uint32_t cost_at(const wend__look *look, uint32_t point) {
    wend_cell cell = wend__mark_cell(point);
    return look->mover->costs[wend__index(look->pages->shape, cell.x, cell.y)];
}

/* The centre of the next cell: always free. What remains there is found by its own point. */
static void add_centre(const wend__look *look, wend__choices *choices, const wend__stand *stand,
                       const wend__stand *next) {
    float onward = distance_between(look, centre_of(look, next->cell), point_of(look, point_at(look, next)));
    float beyond = beyond_at(look, next->index) + onward * (float)next->cost;
    float length = distance_between(look, centre_of(look, stand->cell), centre_of(look, next->cell));
    float whole = beyond + length * 0.5f * (float)(stand->cost + next->cost);
    choices->all[choices->count++] = (wend__choice){place_of(next->cell) | WEND__MARK_CENTRE, beyond, whole, true};
}

/* Is the point that a best step leads to known to be in sight? */
static bool is_seen_by_steps(const wend__look *look, const wend__stand *stand, int direction, uint32_t point) {
    if (look->has_squeezes) return false;
    if (is_between(look, stand->cell, direction, direction, point)) return true;
    for (uint32_t rest = stand->set & ~(1u << direction); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        if (!are_neighbours(look, stand->cell, direction, k) || is_squeeze(look, stand, k)) continue;
        wend__stand other = neighbour_of(look, stand->cell, k);
        if (point_at(look, &other) == point && other.cost == stand->cost &&
            is_between(look, stand->cell, direction, k, point))
            return true;
    }
    return false;
}

static void add_step(const wend__look *look, wend__choices *choices, const wend__stand *stand, int direction) {
    wend__stand next = neighbour_of(look, stand->cell, direction);
    add_centre(look, choices, stand, &next);
    if (next.cost != stand->cost || is_squeeze(look, stand, direction)) return;
    uint32_t point = point_at(look, &next);
    if (cost_at(look, point) != stand->cost) return;
    bool is_sure = is_seen_by_steps(look, stand, direction, point);
    add_choice(look, choices, stand, point, beyond_at(look, next.index), is_sure);
}

/* Corners. */

/* Does the cell beyond a corner lie on a best way? */
static bool leads_across(const wend__look *look, const wend__stand *stand, int diagonal) {
    if (stand->set >> diagonal & 1) return true;
    int parts[2];
    wend__diagonal_parts(diagonal, &parts[0], &parts[1]);
    for (int i = 0; i < 2; i++) {
        if (!(stand->set >> parts[i] & 1)) continue;
        wend__stand next = neighbour_of(look, stand->cell, parts[i]);
        if (next.set >> parts[1 - i] & 1) return true;
    }
    return false;
}

/* The point off a corner of a wall: it lies on the diagonal of the cell opposite the wall. 0: no such corner there. */
static uint32_t point_off_corner(const wend__look *look, const wend__stand *stand, int diagonal) {
    int parts[2];
    wend__diagonal_parts(diagonal, &parts[0], &parts[1]);
    const int ways[3] = {parts[0], parts[1], diagonal};
    int blocked = 0, wall = 0;
    for (int i = 0; i < 3; i++) {
        wend_cell there = wend__neighbour(WEND_SQUARE, stand->cell, ways[i]);
        if (!wend__is_on(look->pages->shape, there.x, there.y)) return 0;
        uint32_t cost = look->mover->costs[wend__index(look->pages->shape, there.x, there.y)];
        if (cost == stand->cost) continue;
        if (cost != WEND_BLOCKED) return 0;
        blocked++;
        wall = i;
    }
    if (blocked != 1) return 0;
    /* Opposite of one straight neighbour is the other one. */
    wend_cell holder = wall == 2 ? stand->cell : wend__neighbour(WEND_SQUARE, stand->cell, ways[1 - wall]);
    wend_cell corner = wend__offset(WEND_SQUARE, 0, diagonal);
    int32_t east = holder.x == stand->cell.x ? corner.x : -corner.x;
    int32_t south = holder.y == stand->cell.y ? corner.y : -corner.y;
    return place_of(holder) | WEND__MARK_CORNER | (east > 0 ? WEND__MARK_EAST : 0) | (south > 0 ? WEND__MARK_SOUTH : 0);
}

static void add_by_corner(const wend__look *look, wend__choices *choices, const wend__stand *stand, uint32_t corner,
                          int direction) {
    wend__stand next = neighbour_of(look, stand->cell, direction);
    uint32_t point = point_at(look, &next);
    float beyond = beyond_at(look, next.index);
    if (point != corner) {
        wend__point from = point_of(look, corner), to = point_of(look, point);
        beyond += distance_between(look, from, to) * (float)stand->cost;
        float by_corner = distance_between(look, centre_of(look, stand->cell), from) * (float)stand->cost;
        if (beyond + by_corner >= choices->least || !can_see(look, from, to, stand->cost)) return;
    }
    add_choice(look, choices, stand, corner, beyond, true);
    float whole = choices->all[choices->count - 1].whole;
    if (whole < choices->least) choices->least = whole;
}

static void add_corner(const wend__look *look, wend__choices *choices, const wend__stand *stand, int diagonal) {
    uint32_t corner = point_off_corner(look, stand, diagonal);
    if (!corner || !can_see(look, centre_of(look, stand->cell), point_of(look, corner), stand->cost)) return;
    int parts[2];
    wend__diagonal_parts(diagonal, &parts[0], &parts[1]);
    int before = choices->count;
    for (int i = 0; i < 2; i++)
        if (stand->set >> parts[i] & 1) add_by_corner(look, choices, stand, corner, parts[i]);
    if (choices->count < before + 2 && leads_across(look, stand, diagonal))
        add_by_corner(look, choices, stand, corner, diagonal);
}

static bool has_corners(const wend__look *look, const wend__stand *stand) {
    return look->has_corners && look->mover->exits[stand->index] != WEND__SQUARE_8;
}

/* The best choice whose line is free. */
static const wend__choice *best_of(const wend__look *look, wend__choices *choices, const wend__stand *stand) {
    for (;;) {
        wend__choice *best = &choices->all[0];
        for (int i = 1; i < choices->count; i++)
            if (choices->all[i].whole < best->whole) best = &choices->all[i];
        if (best->is_sure) return best;
        best->is_sure = can_see(look, centre_of(look, stand->cell), point_of(look, best->point), stand->cost);
        if (best->is_sure) return best;
        best->whole = INFINITY;
    }
}

static void settle_by_choice(const wend__look *look, const wend__stand *stand) {
    wend__choices choices;
    choices.count = 0;
    for (uint32_t rest = stand->set; rest; rest &= rest - 1) add_step(look, &choices, stand, wend__lowest_bit(rest));
    const wend__choice *best = best_of(look, &choices, stand);
    choices.least = best->whole;
    wend__choice chosen = *best;
    if (has_corners(look, stand)) {
        choices.count = 0;
        for (int diagonal = WEND_NORTH_EAST; diagonal <= WEND_NORTH_WEST; diagonal++) {
            choices.count = 0;
            add_corner(look, &choices, stand, diagonal);
            for (int i = 0; i < choices.count; i++)
                if (choices.all[i].whole < chosen.whole) chosen = choices.all[i];
        }
    }
    leave_mark(look, stand, chosen.point, chosen.beyond);
}

/* Most cells have one best step, straight towards what it leads to, or two beside each other that lead to the same. */
static bool settle_by_steps(const wend__look *look, const wend__stand *stand) {
    uint32_t rest = stand->set & (stand->set - 1);
    if (look->has_squeezes || (rest & (rest - 1))) return false;
    int k = wend__lowest_bit(stand->set), m = rest ? wend__lowest_bit(rest) : k;
    if (dot(look->ways[k], look->ways[m]) <= 0) return false;
    wend__stand next = neighbour_of(look, stand->cell, k), other = k == m ? next : neighbour_of(look, stand->cell, m);
    uint32_t point = point_at(look, &next);
    if (next.cost != stand->cost || other.cost != stand->cost || point_at(look, &other) != point) return false;
    if (!is_between(look, stand->cell, k, m, point) || cost_at(look, point) != stand->cost) return false;
    look->beyond[stand->index] = look->beyond[next.index];
    look->sights->marks[stand->slot] = point | open_bit(look, stand);
    return true;
}

static void settle(const wend__look *look, const wend__stand *stand) {
    if (!stand->set)
        leave_mark(look, stand, place_of(stand->cell) | WEND__MARK_END,
                   (float)look->pages->values[stand->slot] / (float)WEND_RAW_PER_COST);
    else if (!settle_by_steps(look, stand))
        settle_by_choice(look, stand);
}

/* The order: no cell before those that its best steps lead to. Values fall along steps, so the stack holds no cell
 * twice. */

static bool next_waits(const wend__look *look, const wend__stand *stand, wend_cell *next) {
    for (uint32_t rest = stand->set; rest; rest &= rest - 1) {
        *next = cell_beyond(look, stand->cell, wend__lowest_bit(rest));
        if (!look->sights->marks[wend__slot(look->pages, next->x, next->y)]) return true;
    }
    return false;
}

static void settle_way(const wend__look *look, wend_cell from) {
    uint32_t depth = 0;
    look->stack[depth++] = place_of(from);
    while (depth) {
        wend__stand stand = stand_at(look, wend__mark_cell(look->stack[depth - 1]));
        wend_cell next;
        if (next_waits(look, &stand, &next)) {
            look->stack[depth++] = place_of(next);
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
    uint32_t point = inside->marks[(int32_t)place + ky * 64 + kx] & POINT_BITS;
    uint32_t other = inside->marks[(int32_t)place + my * 64 + mx] & POINT_BITS;
    bool is_point = point & (WEND__MARK_CORNER | WEND__MARK_CENTRE);
    if (point != other || !is_point || kx * mx + ky * my <= 0) return false;
    wend_cell cell = {inside->corner.x + x, inside->corner.y + y};
    wend__point here = centre_of(look, cell), there = point_of(look, point);
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

/* From that corner on, which is the order that most of its cells need. */
static void settle_page(const wend__look *look, uint32_t page) {
    const uint32_t *values = look->pages->values + ((size_t)page << 12);
    wend__inside inside = inside_of(look, page);
    uint32_t turn = least_corner(look->pages, page);
    for (uint32_t i = 0; i < WEND__PAGE_CELLS; i++) {
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

static wend__look look_of(const wend__sights *sights, const wend_mover *mover, const wend__pages *pages,
                          uint32_t *words) {
    bool is_square = pages->shape.lattice == WEND_SQUARE;
    wend__look look = {.sights = sights,
                       .mover = mover,
                       .pages = pages,
                       .beyond = words,
                       .stack = words + wend__cell_count(pages->shape),
                       .pitch = is_square ? UNIT : HEX_PITCH,
                       .clearance = sights->clearance,
                       .has_corners = is_square && sights->clearance + CORNER_GAP < MAX_CORNER_GAP,
                       .has_squeezes = mover->corner_rule != WEND_CORNER_NEVER || mover->has_walls};
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        for (int32_t parity = 0; parity < 2; parity++)
            look.offsets[parity][k] = wend__offset(pages->shape.lattice, parity, k);
        wend__point from = centre_of(&look, (wend_cell){1, 1}),
                    to = centre_of(&look, cell_beyond(&look, (wend_cell){1, 1}, k));
        look.ways[k] = (wend__point){to.x - from.x, to.y - from.y};
    }
    return look;
}

void wend__sights_find(const wend__sights *sights, const wend_mover *mover, const wend__pages *pages, uint32_t *words) {
    wend__look look = look_of(sights, mover, pages, words);
    uint32_t *order = words + 2 * wend__cell_count(pages->shape);
    memset(sights->marks, 0, (size_t)pages->count * WEND__PAGE_CELLS * sizeof *sights->marks);
    sort_pages(pages, order);
    for (uint32_t i = 0; i < pages->count; i++) settle_page(&look, order[i]);
}
