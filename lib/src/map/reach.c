/* SPDX-License-Identifier: MIT
 * Can one cell reach another?
 *
 * Computes: yes or no, from the components where nothing is one-way, else by a search.
 * Invariant: a cell is marked when it joins the queue, so it joins once.
 * Cost: constant; else linear in the cells that can be reached, and a bit per cell to clear.
 * Source: breadth-first search, as E. F. Moore, The Shortest Path Through a Maze (1959).
 *
 *      a > b      one component, for labels ignore which way an edge leads: a reaches b, b does not reach a
 */
#include "map/mover.h"

#include <string.h>

typedef struct reach_search {
    const wend_mover *mover;
    wend__index_steps steps;
    uint32_t *marks; /* [cells / 32] bits */
    uint32_t *queue; /* [cells] */
    uint32_t count;
} reach_search;

/* Is the mover's way back ever another than its way out, in this component? */
static bool has_one_way(const wend_mover *mover, uint32_t component) {
    if (mover->has_one_way) return true;
    const wend__links *links = mover->links;
    for (uint32_t place = 0; links && place < links->count; place++)
        if (wend__link_is_usable(mover, links, place) && wend__component_of(mover, links->from[place]) == component)
            return true;
    return false;
}

static void visit(reach_search *search, uint32_t cell) {
    uint32_t bit = (uint32_t)1 << cell % 32, *mark = &search->marks[cell / 32];
    if (*mark & bit) return;
    *mark |= bit;
    search->queue[search->count++] = cell;
}

static void visit_next(reach_search *search, uint32_t cell) {
    const wend_mover *mover = search->mover;
    const int32_t *steps = search->steps.steps[wend__parity_of(mover->shape, cell)];
    for (uint32_t rest = mover->exits[cell]; rest; rest &= rest - 1)
        visit(search, cell + (uint32_t)steps[wend__lowest_bit(rest)]);
    wend__link_walk walk = wend__links_out_of(mover->links, cell);
    while (wend__next_usable_link(mover, &walk)) visit(search, walk.other);
}

static bool finds(const wend_mover *mover, wend_workspace *workspace, uint32_t from, uint32_t to) {
    uint32_t words = (uint32_t)(wend__cell_count(mover->shape) / 32) + 1;
    wend__workspace_take_words(workspace);
    reach_search search = {mover, wend__index_steps_of(mover->shape), workspace->words, workspace->words + words, 0};
    memset(search.marks, 0, words * sizeof *search.marks);
    visit(&search, from);
    for (uint32_t place = 0; place < search.count; place++) {
        if (search.queue[place] == to) return true;
        visit_next(&search, search.queue[place]);
    }
    return false;
}

wend_status wend_reachable(const wend_mover *mover, wend_workspace *workspace, wend_cell from, wend_cell to) {
    if (!mover || !workspace) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__mover_check(mover, workspace);
    if (status != WEND_OK) return status;
    wend_status start = wend_mover_place(mover, from.x, from.y), target = wend_mover_place(mover, to.x, to.y);
    if (start == WEND_OFF_MAP || target == WEND_OFF_MAP) return WEND_OFF_MAP;
    if (start != WEND_OK) return start;
    if (target != WEND_OK) return WEND_GOAL_BLOCKED;
    uint32_t here = wend__index(mover->shape, from.x, from.y), there = wend__index(mover->shape, to.x, to.y);
    uint32_t component = wend__component_of(mover, here);
    if (component != wend__component_of(mover, there)) return WEND_CUT_OFF;
    if (here == there || !has_one_way(mover, component)) return WEND_OK;
    return finds(mover, workspace, here, there) ? WEND_OK : WEND_CUT_OFF;
}
