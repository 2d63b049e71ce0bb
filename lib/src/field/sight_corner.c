/* SPDX-License-Identifier: MIT
 * Corners of walls.
 *
 * Computes: for a cell beside a corner from where what comes next can be seen, while it cannot from the cell, that corner.
 *
 *      # # # .     o: the point off the corner, on the diagonal of the cell opposite the wall. c heads for it if one of
 *      # # # n     its best steps, or the cell beyond the corner, leads to a point that can be seen from o, and that is
 *      . c o .     shorter.
 *
 * Invariant: the choice only gets shorter, and both parts of the new way are in sight.
 * Cost: nothing where all cells round are free; else a line of sight for every corner that may be better.
 * Source: shortest ways turn at corners of walls only: T. Lozano-Perez, M. Wesley, An Algorithm for Planning Collision-Free
 *         Paths (1979). */
#include "field/sight_look.h"

/* Does the cell beyond a corner lie on a best way? */
static bool leads_across(const wend__look *look, const wend__stand *stand, int diagonal, const int parts[2]) {
    if (stand->set >> diagonal & 1) return true;
    for (int i = 0; i < 2; i++) {
        if (!(stand->set >> parts[i] & 1)) continue;
        wend__stand next = wend__stand_beyond(look, stand->cell, parts[i]);
        if (next.set >> parts[1 - i] & 1) return true;
    }
    return false;
}

/* The point off a corner: it lies on the diagonal of the cell opposite the wall. 0: no such corner there. */
static uint32_t point_off_corner(const wend__look *look, const wend__stand *stand, int diagonal, const int parts[2]) {
    const int ways[3] = {parts[0], parts[1], diagonal};
    int blocked = 0, wall = 0;
    for (int i = 0; i < 3; i++) {
        wend_cell there = wend__cell_beyond(look, stand->cell, ways[i]);
        if (!wend__is_on(look->pages->shape, there.x, there.y)) return 0;
        uint32_t cost = look->mover->costs[wend__index(look->pages->shape, there.x, there.y)];
        if (cost == stand->cost) continue;
        if (cost != WEND_BLOCKED) return 0;
        blocked++;
        wall = i;
    }
    if (blocked != 1) return 0;
    /* Opposite of one straight neighbour is the other one. */
    wend_cell holder = wall == 2 ? stand->cell : wend__cell_beyond(look, stand->cell, ways[1 - wall]);
    wend_cell corner = look->offsets[0][diagonal];
    int32_t east = holder.x == stand->cell.x ? corner.x : -corner.x;
    int32_t south = holder.y == stand->cell.y ? corner.y : -corner.y;
    return wend__place_of(holder) | WEND__MARK_CORNER | (east > 0 ? WEND__MARK_EAST : 0) |
           (south > 0 ? WEND__MARK_SOUTH : 0);
}

/* Can the cell see the point off its corner? If that lies between the two centres, nothing else is touched. */
static bool can_see_corner(const wend__look *look, const wend__stand *stand, wend__sight_point corner) {
    return look->sights->from_centre >= 0 ||
           wend__can_see(&look->lines, wend__point_at_centre(&look->lines, stand->cell), corner);
}

/* By the corner to what the cell beyond, in a direction, heads for. False: not better, or nothing is seen. */
static bool try_by_corner(const wend__look *look, const wend__stand *stand, uint32_t corner, int direction,
                          wend__choice *choice) {
    wend__stand next = wend__stand_beyond(look, stand->cell, direction);
    uint32_t point = wend__point_at(look, &next);
    wend__sight_point here = wend__point_at_centre(&look->lines, stand->cell), from = wend__point_of(look, corner);
    wend__sight_point to = wend__point_of(look, point);
    float beyond = wend__beyond_at(look, next.index);
    if (point != corner) beyond += wend__distance_between(look, from, to) * (float)stand->cost;
    float whole = beyond + wend__distance_between(look, here, from) * (float)stand->cost;
    if (whole >= choice->whole || !can_see_corner(look, stand, from)) return false;
    if (point != corner && !wend__can_see(&look->lines, from, to)) return false;
    *choice = (wend__choice){corner, beyond, whole};
    return true;
}

void wend__sight_try_corners(const wend__look *look, const wend__stand *stand, wend__choice *choice) {
    uint32_t exits = look->mover->exits[stand->index];
    for (int diagonal = WEND_NORTH_EAST; diagonal <= WEND_NORTH_WEST; diagonal++) {
        if (!look->has_squeezes && exits >> diagonal & 1) continue; /* all free */
        int parts[2];
        wend__diagonal_parts(diagonal, &parts[0], &parts[1]);
        if (!(stand->set >> parts[0] & 1) && !(stand->set >> parts[1] & 1) && !(stand->set >> diagonal & 1)) continue;
        uint32_t corner = point_off_corner(look, stand, diagonal, parts);
        if (!corner) continue;
        int better = 0;
        for (int i = 0; i < 2; i++)
            if (stand->set >> parts[i] & 1) better += try_by_corner(look, stand, corner, parts[i], choice);
        if (better < 2 && leads_across(look, stand, diagonal, parts))
            try_by_corner(look, stand, corner, diagonal, choice);
    }
}
