/* SPDX-License-Identifier: MIT
 * What a cell heads for.
 *
 * Computes: of the points that its best steps lead to, the one whose whole way is the shortest and that it can see; else
 *           the centre of the next cell.
 *
 *      P           Q     Steps n and m lead to P and Q. A whole way by a step's centre is no shorter than one straight
 *        \       /       to its point, so centres come in question only where a point is out of sight.
 *          n   m
 *            c
 *
 * Invariant: what is chosen is in sight, on ground of the cell's cost, or it is the next centre. If two neighbouring best
 *            steps n, m of c head for the same point, and the line to it passes between them, then c sees it: the
 *            triangle of n, m and the point has free sides and is nowhere as wide as a cell, so no wall is within. Thin
 *            walls may be: with them every line is looked at.
 * Cost: a line of sight for every point that is out of sight, and one more.
 * Source: as for sight.c; the triangle is our own. */
#include "field/sight_look.h"

/* A choice that is not made yet. */
typedef struct wend__candidate {
    wend__choice choice;
    uint32_t steps; /* that lead to it */
    bool is_sure;   /* it can be seen */
} wend__candidate;

typedef struct wend__candidates {
    wend__candidate all[2 * WEND__DIRECTIONS];
    int count;
} wend__candidates;

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
    wend_cell across = wend__cell_beyond(look, wend__cell_beyond(look, cell, k), m);
    return !wend__is_blocked(look->mover, wend__index(look->pages->shape, across.x, across.y));
}

/* Steps that leave a triangle without room for a wall between them: less than a right angle apart, or two straight ones
 * round free cells. */
static bool are_neighbours(const wend__look *look, wend_cell cell, int k, int m) {
    int64_t likeness = wend__dot(look->ways[k], look->ways[m]);
    return likeness > 0 || (likeness == 0 && k < 4 && m < 4 && is_block_free(look, cell, k, m));
}

/* Is the point that some best steps lead to known to be in sight? */
static bool is_seen_by_steps(const wend__look *look, const wend__stand *stand, const wend__candidate *candidate) {
    if (look->has_squeezes) return false;
    uint32_t point = candidate->choice.point;
    for (uint32_t rest = candidate->steps; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        if (wend__is_between(look, stand->cell, k, k, point)) return true;
        for (uint32_t others = rest & (rest - 1); others; others &= others - 1) {
            int m = wend__lowest_bit(others);
            if (are_neighbours(look, stand->cell, k, m) && wend__is_between(look, stand->cell, k, m, point))
                return true;
        }
    }
    return false;
}

static bool can_see_point(const wend__look *look, const wend__stand *stand, const wend__candidate *candidate) {
    if (candidate->is_sure || is_seen_by_steps(look, stand, candidate)) return true;
    wend__sight_point here = wend__point_at_centre(&look->lines, stand->cell);
    return wend__can_see(&look->lines, here, wend__point_of(look, candidate->choice.point));
}

/* The centre of the next cell: always free. What remains there is found by its own point. */
static void add_centre(const wend__look *look, wend__candidates *candidates, const wend__stand *stand, int direction) {
    wend__stand next = wend__stand_beyond(look, stand->cell, direction);
    wend__sight_point here = wend__point_at_centre(&look->lines, stand->cell);
    wend__sight_point there = wend__point_at_centre(&look->lines, next.cell);
    float onward = wend__distance_between(look, there, wend__point_of(look, wend__point_at(look, &next)));
    float beyond = wend__beyond_at(look, next.index) + onward * (float)next.cost;
    float whole = beyond + wend__distance_between(look, here, there) * 0.5f * (float)(stand->cost + next.cost);
    uint32_t point = wend__place_of(next.cell) | WEND__MARK_CENTRE;
    candidates->all[candidates->count++] = (wend__candidate){{point, beyond, whole}, 1u << direction, true};
}

static void add_step(const wend__look *look, wend__candidates *candidates, const wend__stand *stand, int direction) {
    wend__stand next = wend__stand_beyond(look, stand->cell, direction);
    uint32_t point = wend__point_at(look, &next);
    bool is_on_one_cost = next.cost == stand->cost && wend__cost_at_point(look, point) == stand->cost;
    if (!is_on_one_cost || is_squeeze(look, stand, direction)) {
        add_centre(look, candidates, stand, direction);
        return;
    }
    wend__sight_point here = wend__point_at_centre(&look->lines, stand->cell);
    float beyond = wend__beyond_at(look, next.index);
    float length = wend__distance_between(look, here, wend__point_of(look, point));
    wend__choice choice = {point, beyond, beyond + length * (float)stand->cost};
    for (int i = 0; i < candidates->count; i++) {
        wend__candidate *other = &candidates->all[i];
        if (other->choice.point != point || other->is_sure) continue;
        if (choice.whole < other->choice.whole) other->choice = choice;
        other->steps |= 1u << direction;
        return;
    }
    candidates->all[candidates->count++] = (wend__candidate){choice, 1u << direction, false};
}

wend__choice wend__sight_choose(const wend__look *look, const wend__stand *stand) {
    wend__candidates candidates;
    candidates.count = 0;
    for (uint32_t rest = stand->set; rest; rest &= rest - 1) add_step(look, &candidates, stand, wend__lowest_bit(rest));
    for (;;) {
        wend__candidate *best = &candidates.all[0];
        for (int i = 1; i < candidates.count; i++)
            if (candidates.all[i].choice.whole < best->choice.whole) best = &candidates.all[i];
        if (can_see_point(look, stand, best)) return best->choice;
        uint32_t steps = best->steps;
        *best = candidates.all[--candidates.count];
        for (; steps; steps &= steps - 1) add_centre(look, &candidates, stand, wend__lowest_bit(steps));
    }
}
