/* SPDX-License-Identifier: MIT
 * Best-first search from one cell, or some, to the best of some goals: Dijkstra's with estimate 0, A* with a better one.
 *
 * Open cells wait in the heap under the key 256 * g + weight * h, ties to the larger g, then to the lower index. A cell
 * is closed when it is taken out, and never opened again.
 *
 * Invariant: a closed cell's g is at most weight / 256 times the least cost from the start. For weight 256 a consistent
 *            h (h(c) <= step + h(next), h(goal) = 0) makes keys never fall, so g is least when a cell is taken out. For
 *            greater weights take the first cell of a cheapest way to c whose predecessors are all closed and that is
 *            not closed itself: it lies in the heap, by induction with g <= weight * its least cost, and with
 *            consistency its key is at most weight * (least cost of c + h(c)). If g(c) were above weight * its least
 *            cost, c would have the greater key and would not be taken out before it.
 *            A goal's offset is one more step, to an end beyond all goals. The best end so far is the answer as soon as
 *            no open cell has a lower key: one on the cheapest way has at most weight times what that costs.
 * Cost:      O(n log n) for n cells looked at, whatever the size of the map: marks carry the number of the search. The
 *            first one after another job of the workspace clears them all.
 * Source:    P. E. Hart, N. J. Nilsson, B. Raphael (1968); M. Likhachev, G. Gordon, S. Thrun, ARA*: Anytime A* with
 *            Provable Bounds on Sub-Optimality (2003), for never reopening under a weight.
 *
 *     . o o o .      X closed   S start
 *     o X X X o      o open     G goal
 *     o S X # . G    . not seen
 *     . o o . .
 */
#include "path/search.h"

#include <wend/field.h>

/* What a search knows of a cell: 12 bytes of the workspace, side by side. */
typedef struct node {
    uint32_t mark;   /* 2 * generation open, + 1 closed; other numbers are of earlier searches */
    uint32_t cost;   /* g */
    uint32_t parent; /* where it was reached from; itself at the start */
} node;

_Static_assert(sizeof(node) == WEND__WORDS_PER_CELL * sizeof(uint32_t), "a node is the words of a cell");

#define LAST_GENERATION (UINT32_MAX / 2)

typedef struct searcher {
    const wend_mover *mover;
    const wend__search_plan *plan;
    wend__search_result *result;
    wend__heap *heap;
    node *nodes;
    uint32_t open; /* marks */
    uint32_t closed;
    wend__index_steps steps;
    uint32_t best_nearness;
    uint32_t best_goal;  /* the cell of the cheapest end so far */
    uint32_t best_total; /* its cost and offset; WEND_UNREACHABLE: none so far */
} searcher;

static inline node *nodes_of(const wend_workspace *workspace) {
    return (node *)workspace->words;
}

void wend__search_begin(wend_workspace *workspace, const wend_mover *mover) {
    if (workspace->search_generation == 0 || workspace->search_generation == LAST_GENERATION) {
        node *nodes = nodes_of(workspace);
        for (uint32_t cell = 0; cell < workspace->cells; cell++) nodes[cell].mark = 0;
        workspace->search_generation = 0;
    }
    workspace->search_generation++;
    workspace->search_map = mover->map;
}

/* A way to a cell was found. */
static void reach(searcher *search, uint32_t cell, wend_cell at, uint32_t cost, uint32_t parent) {
    node *found = &search->nodes[cell];
    if (found->mark == search->closed || (found->mark == search->open && found->cost <= cost)) return;
    if (found->mark != search->open) search->result->generated++;
    *found = (node){.mark = search->open, .cost = cost, .parent = parent};
    uint64_t estimate = search->plan->estimate(search->plan->context, at);
    wend__heap_push(search->heap, (uint64_t)cost * 256 + search->plan->weight * estimate, UINT32_MAX - cost, cell);
    search->result->heap_operations++;
}

static void follow_links(searcher *search, uint32_t cell, uint32_t cost) {
    const wend_mover *mover = search->mover;
    wend__link_walk walk = wend__links_out_of(mover->links, cell);
    while (wend__next_usable_link(mover, &walk)) {
        uint32_t there = wend__saturating_add(cost, wend__link_cost(mover, walk.links, walk.place));
        reach(search, walk.other, walk.links->by_from[walk.place].to, there, cell);
    }
}

/* Looks round from a closed cell. */
static void expand(searcher *search, uint32_t cell, wend_cell at, uint32_t cost) {
    const wend_mover *mover = search->mover;
    const int32_t *steps = search->steps.steps[at.y & 1];
    for (uint32_t exits = mover->exits[cell]; exits; exits &= exits - 1) {
        int direction = wend__lowest_bit(exits);
        uint32_t next = cell + (uint32_t)steps[direction];
        uint32_t step =
            wend__step(mover->step_rule, wend__length(mover, direction), mover->costs[cell], mover->costs[next]);
        reach(search, next, wend__neighbour(mover->shape.lattice, at, direction), wend__saturating_add(cost, step),
              cell);
    }
    if (mover->links) follow_links(search, cell, cost);
    search->result->expanded++;
}

/* Keeps the cell that seems nearest to the goal: least (nearness, cost, index), of those whose cost can be said. */
static void consider(searcher *search, uint32_t cell, wend_cell at, uint32_t cost) {
    wend__search_result *result = search->result;
    uint32_t nearness = search->plan->nearness(search->plan->context, at);
    if (cost == WEND_SATURATED_VALUE) return;
    if (result->expanded > 0) {
        if (nearness > search->best_nearness) return;
        bool is_equal = nearness == search->best_nearness;
        if (is_equal && (cost > result->cost || (cost == result->cost && cell > result->end))) return;
    }
    search->best_nearness = nearness;
    result->end = cell;
    result->cost = cost;
}

/* Is the best end so far the best of all, whatever waits with this key? */
static bool is_settled(const searcher *search, uint64_t key) {
    return search->best_total != WEND_UNREACHABLE && key >= (uint64_t)search->best_total * 256;
}

/* Ends a search: with the best goal, if there is one. */
static wend_status finish(searcher *search, wend_status with_goal, wend_status without) {
    if (search->best_total == WEND_UNREACHABLE) return without;
    search->result->end = search->best_goal;
    search->result->cost = search->best_total;
    return with_goal;
}

/* A cell was taken out: keeps it if it is a goal and the best end so far, the lowest index among equals. */
static void keep_goal(searcher *search, uint32_t cell, wend_cell at, uint32_t cost) {
    uint32_t offset = search->plan->offset(search->plan->context, at);
    if (offset == WEND_UNREACHABLE) return;
    uint32_t total = wend__saturating_add(cost, offset);
    if (total > search->best_total || (total == search->best_total && cell > search->best_goal)) return;
    search->best_total = total;
    search->best_goal = cell;
}

/* Out of budget the next cell may still be taken if the search ends with it. */
static bool ends_search(const searcher *search, const wend__heap_entry *entry) {
    uint32_t offset = search->plan->offset(search->plan->context, wend__cell_of(search->mover->shape, entry->cell));
    if (offset == WEND_UNREACHABLE) return false;
    return entry->key >= 256 * (uint64_t)wend__saturating_add(search->nodes[entry->cell].cost, offset);
}

static wend_status run(searcher *search) {
    const wend__search_plan *plan = search->plan;
    wend__search_result *result = search->result;
    while (search->heap->count > 0) {
        const wend__heap_entry *top = wend__heap_top(search->heap);
        if (is_settled(search, top->key)) break;
        if (result->expanded == plan->max_expansions && !ends_search(search, top))
            return finish(search, WEND_PARTIAL, WEND_PARTIAL);
        wend__heap_entry entry = wend__heap_pop(search->heap);
        uint32_t cell = entry.cell;
        node *taken = &search->nodes[cell];
        wend_cell at = wend__cell_of(search->mover->shape, cell);
        taken->mark = search->closed;
        result->heap_operations++;
        keep_goal(search, cell, at, taken->cost);
        if (is_settled(search, entry.key)) break;
        if (plan->max_expansions != UINT64_MAX) consider(search, cell, at, taken->cost);
        expand(search, cell, at, taken->cost);
    }
    return finish(search, WEND_OK, WEND_CUT_OFF);
}

wend_status wend__search_run(wend_workspace *workspace, const wend_mover *mover, const wend__search_plan *plan,
                             wend__search_result *result) {
    *result = (wend__search_result){.end = plan->starts[0].cell, .cost = plan->starts[0].cost};
    searcher search = {.mover = mover,
                       .plan = plan,
                       .result = result,
                       .heap = &workspace->heap,
                       .nodes = nodes_of(workspace),
                       .open = workspace->search_generation * 2,
                       .closed = workspace->search_generation * 2 + 1,
                       .steps = wend__index_steps_of(mover->shape),
                       .best_total = WEND_UNREACHABLE};
    for (size_t i = 0; i < plan->start_count; i++) {
        uint32_t cell = plan->starts[i].cell;
        reach(&search, cell, wend__cell_of(mover->shape, cell), plan->starts[i].cost, cell);
    }
    wend_status status = run(&search);
    wend__heap_clear(&workspace->heap);
    return status;
}

uint32_t wend__search_parent(const wend_workspace *workspace, uint32_t cell) {
    return nodes_of(workspace)[cell].parent;
}

uint8_t wend__search_mark(const wend_workspace *workspace, uint32_t cell) {
    uint32_t mark = nodes_of(workspace)[cell].mark;
    if (mark / 2 != workspace->search_generation) return 0;
    return mark % 2 ? 2 : 1;
}
