/* SPDX-License-Identifier: MIT
 * Many positions of a footprint, each of which may cut a source off, decided together.
 *
 * Computes: for every position whether all sources reach goals with the footprint there.
 * Invariant: with all footprints of a set in place at once, what reaches a goal does so with any one of them alone. So
 *            half of them is taken away and the search goes on from what was seen already; then it is taken back, and
 *            the other half is tried. What is seen with a single one in place is exact.
 * Cost: positions are sorted along walks, one walk after the other, so that of a set the ones taken away mostly let the
 *       search on to the next that stays: near O(cells log positions), and at worst a flood per position. (By distance
 *       alone sets would mix walks, and every half would free all that lies behind the other.)
 * Source: divide and conquer over deletions, as in offline dynamic connectivity.
 *
 *      G . 1 . . 2 . . 3 . . 4 . S     1 2 3 4 in place: the search sees what lies before 1
 *                                      1 2 taken away: it goes on to 3; 3 taken away too: to 4, which cuts
 */
#include "field/placement_attempt.h"

#include <string.h>

/* A set in place, and how far the search has come with it. */
typedef struct division {
    const wend__undecided *all;
    wend__search run;
    uint32_t counted_gone; /* cells of counted sources that are gone */
} division;

static wend_cell position_of(const wend__undecided *all, uint32_t place) {
    return wend__cell_of(all->attempt->placement->shape, (uint32_t)all->keys[place]);
}

/* Footprints that lie over each other. */

static void lose(void *context, int32_t x, int32_t y) {
    division *set = context;
    const wend_placement *placement = set->all->attempt->placement;
    if (!wend__is_on(placement->shape, x, y)) return;
    uint32_t cell = wend__index(placement->shape, x, y);
    if (!wend__is_free(placement->mover, cell) || set->all->gone[cell]++) return;
    set->all->attempt->flags[cell] |= WEND__GONE;
    set->counted_gone += (set->all->attempt->flags[cell] & WEND__COUNTED) != 0;
}

static void regain(void *context, int32_t x, int32_t y) {
    division *set = context;
    const wend_placement *placement = set->all->attempt->placement;
    if (!wend__is_on(placement->shape, x, y)) return;
    uint32_t cell = wend__index(placement->shape, x, y);
    if (!wend__is_free(placement->mover, cell) || --set->all->gone[cell]) return;
    set->all->attempt->flags[cell] &= (uint8_t)~WEND__GONE;
    set->counted_gone -= (set->all->attempt->flags[cell] & WEND__COUNTED) != 0;
}

/* Does what was regained, or regained a step, reach a goal now? */
static void join(void *context, int32_t x, int32_t y) {
    division *set = context;
    const wend_placement *placement = set->all->attempt->placement;
    if (!wend__is_on(placement->shape, x, y)) return;
    uint32_t cell = wend__index(placement->shape, x, y);
    bool is_new =
        wend__is_free(placement->mover, cell) && !(set->all->attempt->flags[cell] & (WEND__GONE | WEND__SEEN));
    if (is_new && wend__search_can_join(set->all->attempt, cell)) wend__search_see(&set->run, cell);
}

static void ignore(void *context, int32_t x, int32_t y) {
    (void)context;
    (void)x;
    (void)y;
}

static void visit(division *set, uint32_t place, wend__attempt_visit *cell, wend__attempt_visit *tail) {
    const wend__attempt *attempt = set->all->attempt;
    const wend__stamp *stamp = &attempt->stamp;
    wend_cell at = position_of(set->all, place);
    for (uint32_t i = 0; i < stamp->count; i++) {
        int32_t x = at.x + stamp->offsets[i].x, y = at.y + stamp->offsets[i].y;
        cell(set, x, y);
        if (attempt->placement->is_wide) wend__attempt_visit_round(attempt->placement, x, y, cell, tail, set);
    }
}

static void mark_wall(void *context, int32_t x, int32_t y) {
    const division *set = context;
    uint32_t cell = wend__index(set->all->attempt->placement->shape, x, y);
    if (set->all->walls[cell]++ == 0) set->all->attempt->flags[cell] |= WEND__WALL;
}

static void unmark_wall(void *context, int32_t x, int32_t y) {
    const division *set = context;
    uint32_t cell = wend__index(set->all->attempt->placement->shape, x, y);
    if (--set->all->walls[cell] == 0) set->all->attempt->flags[cell] &= (uint8_t)~WEND__WALL;
}

static void visit_walls(division *set, uint32_t place, wend__attempt_visit *cell) {
    const wend__stamp *stamp = &set->all->attempt->stamp;
    wend_cell at = position_of(set->all, place);
    for (uint32_t i = 0; i < stamp->count; i++) cell(set, at.x + stamp->offsets[i].x, at.y + stamp->offsets[i].y);
}

static void put(division *set, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        visit_walls(set, i, mark_wall);
        visit(set, i, lose, ignore);
    }
}

static void take(division *set, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        visit_walls(set, i, unmark_wall);
        visit(set, i, regain, ignore);
    }
}

/* Division. */

static void forget(division *set, wend__search before) {
    const wend__attempt *attempt = set->all->attempt;
    for (uint32_t i = before.tail; i < set->run.tail; i++) attempt->flags[attempt->queue[i]] &= (uint8_t)~WEND__SEEN;
    set->run = before;
}

static void divide(division *set, uint32_t begin, uint32_t end);

/* Those of [begin, end) stay, the others of the set are taken away for as long. */
static void keep(division *set, uint32_t begin, uint32_t end, uint32_t other_begin, uint32_t other_end) {
    wend__search before = set->run;
    take(set, other_begin, other_end);
    for (uint32_t i = other_begin; i < other_end; i++) visit(set, i, join, join);
    wend__search_back(&set->run);
    divide(set, begin, end);
    forget(set, before);
    put(set, other_begin, other_end);
}

/* Where nothing is waited for but cells that are gone now, a single footprint cuts nobody off: those give way. Where
 * nothing is waited for at all, no footprint of the set does. */
static void divide(division *set, uint32_t begin, uint32_t end) {
    if (set->run.waiting == 0) return;
    if (end - begin == 1) {
        wend_cell at = position_of(set->all, begin);
        if (set->run.waiting > set->counted_gone) set->all->out[(size_t)at.y * set->all->stride + (size_t)at.x] = 0;
        return;
    }
    uint32_t middle = begin + (end - begin) / 2;
    keep(set, begin, middle, middle, end);
    keep(set, middle, end, begin, middle);
}

/* Sorting, in place. */

static void sift_down(uint64_t *keys, uint32_t at, uint32_t count) {
    uint64_t key = keys[at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count) break;
        if (child + 1 < count && keys[child + 1] > keys[child]) child++;
        if (keys[child] <= key) break;
        keys[at] = keys[child];
        at = child;
    }
    keys[at] = key;
}

static void sort(uint64_t *keys, uint32_t count) {
    for (uint32_t i = count / 2; i > 0; i--) sift_down(keys, i - 1, count);
    for (uint32_t end = count; end > 1; end--) {
        uint64_t greatest = keys[0];
        keys[0] = keys[end - 1];
        keys[end - 1] = greatest;
        sift_down(keys, 0, end - 1);
    }
}

void wend__undecided_add(wend__undecided *all, wend_cell at) {
    all->keys[all->count++] =
        (uint64_t)all->attempt->order << 32 | wend__index(all->attempt->placement->shape, at.x, at.y);
}

#define FEW 8 /* positions that are divided faster than all dominators are found */

void wend__undecided_settle(wend__undecided *all) {
    if (all->count == 0) return;
    wend__attempt *attempt = all->attempt;
    if (attempt->is_alone && all->count > FEW) {
        wend__dominate_settle(all);
        return;
    }
    memset(all->walls, 0, attempt->cells * sizeof *all->walls);
    memset(all->gone, 0, attempt->cells * sizeof *all->gone);
    sort(all->keys, all->count);
    division set = {.all = all, .run = {.attempt = attempt, .waiting = attempt->placement->counted_cells}};
    put(&set, 0, all->count);
    wend__search_goals(&set.run);
    wend__search_back(&set.run);
    divide(&set, 0, all->count);
}
