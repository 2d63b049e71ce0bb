/* SPDX-License-Identifier: MIT
 * A search that spreads from seeds over the cells of a mover's graph.
 *
 * Computes: for every cell within the limit the least (seed's value + cost of the walk, seed's label), of walks from the
 *           seed or to it. Values lie in an array that is WEND_UNREACHABLE everywhere between searches (the heap's
 *           places of cells, while the heap is empty): so one look tells whether a cell can be lowered, and to clean up
 *           costs no more than what was reached.
 * Queue:    a radix heap over value >> shift, with lists of cells. List 0 holds the level that is next, list i the
 *           cells whose level differs from it in bit i - 1 and in none above. When list 0 is empty, the first that is
 *           not falls to the lists below it, once it is known which level in it is the least.
 * Invariant: a step or link costs at least 1 << shift, so no cell of a level can lower, or relabel, another one of it:
 *           all of them are final, in any order.
 * Cost: O(log of the dearest step / 1 << shift) moves per cell; in practice one or two.
 * Source: R. K. Ahuja, K. Mehlhorn, J. B. Orlin, R. E. Tarjan, Faster Algorithms for the Shortest Path Problem (1990);
 *         E. V. Denardo, B. L. Fox, Shortest-Route Methods (1979), for levels as wide as the least step.
 *
 *     . 2 2 2 .      cells by level: each is settled as a whole
 *     2 2 1 2 2
 *     2 1 0 # 3
 *     . 2 1 # 4
 */
#include "field/spread.h"

#include <assert.h>

_Static_assert(sizeof(wend__heap_entry) == 4 * sizeof(uint32_t), "the heap's entries are four words per cell");
_Static_assert(WEND__NOT_IN_HEAP == WEND_UNREACHABLE, "what is not in the heap has no value");

/* The graph: `along` is true for the steps that leave a cell, false for those that enter it. */

static inline uint32_t ways(const wend__spread *spread, uint32_t cell, bool along) {
    return along ? spread->mover->exits[cell] : wend__entries(spread->mover, &spread->steps, cell);
}

static inline const int32_t *paces(const wend__spread *spread, uint32_t cell) {
    wend__shape shape = spread->mover->shape;
    return spread->steps.steps[shape.lattice == WEND_HEX ? cell / (uint32_t)shape.width & 1 : 0];
}

static inline uint32_t step_cost(const wend__spread *spread, uint32_t cell, uint32_t other, int direction, bool along) {
    uint32_t cost_here = spread->mover->costs[cell], cost_there = spread->mover->costs[other];
    return wend__step(spread->mover->step_rule, spread->lengths[direction], along ? cost_here : cost_there,
                      along ? cost_there : cost_here);
}

/* Goes through the usable links of a cell, by rising index of the other end. */
typedef struct link_walk {
    uint32_t at;
    uint32_t other;
    uint64_t cost;
} link_walk;

static link_walk links_begin(const wend__spread *spread, uint32_t cell, bool along) {
    const wend__links *links = spread->mover->links;
    return (link_walk){.at = along ? wend__links_from(links, cell).first : wend__links_to_from_on(links, cell)};
}

static bool links_next(const wend__spread *spread, uint32_t cell, bool along, link_walk *walk) {
    const wend__links *links = spread->mover->links;
    for (; walk->at < links->count; walk->at++) {
        uint32_t place = along ? walk->at : links->by_to[walk->at];
        if ((along ? links->from[place] : links->to[place]) != cell) return false;
        if (!wend__link_is_usable(spread->mover, links, place)) continue;
        walk->other = along ? links->to[place] : links->from[place];
        walk->cost = wend__link_cost(spread->mover, links, place);
        walk->at++;
        return true;
    }
    return false;
}

/* The queue. */

static inline uint32_t list_of(const wend__spread *spread, uint32_t level) {
    return level == spread->level ? 0 : 1 + (uint32_t)wend__highest_bit(level ^ spread->level);
}

static inline void enqueue(wend__spread *spread, uint32_t cell) {
    uint32_t list = list_of(spread, spread->values[cell] >> spread->shift), next = spread->lists[list];
    spread->links[cell] = (wend__spread_link){.next = next, .before = WEND__NO_CELL};
    if (next != WEND__NO_CELL) spread->links[next].before = cell;
    spread->lists[list] = cell;
    spread->filled |= UINT64_C(1) << list;
}

static inline void dequeue(wend__spread *spread, uint32_t cell) {
    wend__spread_link link = spread->links[cell];
    if (link.next != WEND__NO_CELL) spread->links[link.next].before = link.before;
    if (link.before != WEND__NO_CELL) {
        spread->links[link.before].next = link.next;
        return;
    }
    uint32_t list = list_of(spread, spread->values[cell] >> spread->shift);
    spread->lists[list] = link.next;
    if (link.next == WEND__NO_CELL) spread->filled &= ~(UINT64_C(1) << list);
}

static uint32_t take_list(wend__spread *spread, uint32_t list) {
    uint32_t first = spread->lists[list];
    spread->lists[list] = WEND__NO_CELL;
    spread->filled &= ~(UINT64_C(1) << list);
    return first;
}

/* Makes list 0 that of the least level. */
static bool find_next_level(wend__spread *spread) {
    if (!spread->filled) return false;
    uint32_t list = (uint32_t)wend__lowest_bit_64(spread->filled), least = UINT32_MAX;
    if (list == 0) return true;
    uint32_t first = take_list(spread, list);
    for (uint32_t cell = first; cell != WEND__NO_CELL; cell = spread->links[cell].next)
        if (spread->values[cell] < least) least = spread->values[cell];
    spread->level = least >> spread->shift;
    for (uint32_t cell = first, next; cell != WEND__NO_CELL; cell = next) {
        next = spread->links[cell].next;
        enqueue(spread, cell);
    }
    return true;
}

/* Spreading. */

/* A cell that has a value and can be lowered is in the queue: settled ones are final. */
static inline void offer(wend__spread *spread, uint32_t cell, uint64_t value, uint32_t label) {
    uint32_t old = spread->values[cell];
    if (value > old || value > spread->limit) return;
    if (value == old) {
        if (label < spread->labels[cell]) spread->labels[cell] = label;
        return;
    }
    if (old != WEND_UNREACHABLE) dequeue(spread, cell);
    spread->values[cell] = (uint32_t)value;
    spread->labels[cell] = label;
    enqueue(spread, cell);
}

static void expand(wend__spread *spread, uint32_t cell) {
    bool along = !spread->is_inwards;
    uint64_t value = spread->values[cell];
    uint32_t label = spread->labels[cell];
    const int32_t *pace = paces(spread, cell);
    for (uint32_t rest = ways(spread, cell, along); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t other = cell + (uint32_t)pace[k];
        offer(spread, other, value + step_cost(spread, cell, other, k, along), label);
    }
    if (!spread->mover->links) return;
    link_walk walk = links_begin(spread, cell, along);
    while (links_next(spread, cell, along, &walk)) offer(spread, walk.other, value + walk.cost, label);
}

void wend__spread_seed(wend__spread *spread, uint32_t cell, uint32_t value, uint32_t label) {
    offer(spread, cell, value, label);
}

bool wend__spread_settle_level(wend__spread *spread) {
    spread->level_begin = spread->settled_count;
    if (!find_next_level(spread)) return false;
    for (uint32_t cell = take_list(spread, 0); cell != WEND__NO_CELL; cell = spread->links[cell].next) {
        spread->settled[spread->settled_count++] = cell;
        expand(spread, cell);
    }
    return true;
}

uint32_t wend__spread_way_back(const wend__spread *spread, uint32_t cell) {
    bool along = spread->is_inwards;
    uint64_t value = spread->values[cell];
    const int32_t *pace = paces(spread, cell);
    for (uint32_t rest = ways(spread, cell, along); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t other = cell + (uint32_t)pace[k];
        if ((uint64_t)spread->values[other] + step_cost(spread, cell, other, k, along) == value) return other;
    }
    if (!spread->mover->links) return cell;
    link_walk walk = links_begin(spread, cell, along);
    while (links_next(spread, cell, along, &walk))
        if (spread->values[walk.other] + walk.cost == value) return walk.other;
    return cell;
}

/* Life. */

/* No step costs less than a straight one on the cheapest ground. */
static uint32_t least_step(const wend_mover *mover) {
    uint64_t least = WEND_RAW_PER_COST * (uint64_t)mover->least_cost;
    for (uint32_t place = 0; mover->links && place < mover->links->count; place++) {
        uint64_t cost = wend__link_cost(mover, mover->links, place);
        if (cost < least && wend__link_is_usable(mover, mover->links, place)) least = cost;
    }
    return (uint32_t)least;
}

void wend__spread_begin(wend__spread *spread, const wend_mover *mover, wend_workspace *workspace,
                        wend_heading heading) {
    size_t cells = workspace->cells;
    assert(workspace->heap.count == 0 && cells >= wend__cell_count(mover->shape));
    wend__workspace_take_words(workspace);
    void *words = workspace->words, *entries = workspace->heap.entries;
    *spread = (wend__spread){.mover = mover,
                             .steps = wend__index_steps_of(mover->shape),
                             .is_inwards = heading == WEND_INWARDS,
                             .shift = (uint32_t)wend__highest_bit(least_step(mover)),
                             .values = workspace->heap.positions,
                             .links = words,
                             .labels = workspace->words + 2 * cells,
                             .settled = entries};
    for (int k = 0; k < WEND__DIRECTIONS; k++) spread->lengths[k] = wend__length(mover, k);
    for (int i = 0; i < 3; i++) spread->spare[i] = spread->settled + (size_t)(i + 1) * cells;
    for (int i = 0; i < WEND__SPREAD_LISTS; i++) spread->lists[i] = WEND__NO_CELL;
}

void wend__spread_clear(wend__spread *spread, uint32_t limit) {
    for (uint32_t i = 0; i < spread->settled_count; i++) spread->values[spread->settled[i]] = WEND_UNREACHABLE;
    while (spread->filled) {
        uint32_t cell = take_list(spread, (uint32_t)wend__lowest_bit_64(spread->filled));
        for (; cell != WEND__NO_CELL; cell = spread->links[cell].next) spread->values[cell] = WEND_UNREACHABLE;
    }
    spread->limit = limit < WEND_SATURATED_VALUE ? limit : WEND_SATURATED_VALUE - 1;
    spread->settled_count = spread->level_begin = spread->level = 0;
}

/* Taking a label out. */

/* Queues a cell again, or makes it an orphan, without a value; returns how many orphans there are. */
static uint32_t sort_out(wend__spread *spread, uint32_t cell, uint32_t label, uint32_t orphan_count) {
    if (spread->labels[cell] != label) {
        enqueue(spread, cell);
        return orphan_count;
    }
    spread->values[cell] = WEND_UNREACHABLE;
    spread->spare[0][orphan_count] = cell;
    return orphan_count + 1;
}

/* The queue and the last level, on a level below all others. */
static uint32_t sort_out_queue(wend__spread *spread, uint32_t label, uint32_t orphan_count) {
    uint32_t lists[WEND__SPREAD_LISTS];
    for (uint32_t i = 0; i < WEND__SPREAD_LISTS; i++) lists[i] = take_list(spread, i);
    spread->level = 0;
    for (uint32_t i = spread->level_begin; i < spread->settled_count; i++)
        orphan_count = sort_out(spread, spread->settled[i], label, orphan_count);
    for (uint32_t i = 0; i < WEND__SPREAD_LISTS; i++)
        for (uint32_t cell = lists[i], next; cell != WEND__NO_CELL; cell = next) {
            next = spread->links[cell].next;
            orphan_count = sort_out(spread, cell, label, orphan_count);
        }
    return orphan_count;
}

/* Offers an orphan what its neighbours have. */
static void pull(wend__spread *spread, uint32_t cell) {
    bool along = spread->is_inwards;
    const int32_t *pace = paces(spread, cell);
    for (uint32_t rest = ways(spread, cell, along); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t other = cell + (uint32_t)pace[k];
        uint64_t value = spread->values[other];
        if (value != WEND_UNREACHABLE)
            offer(spread, cell, value + step_cost(spread, cell, other, k, along), spread->labels[other]);
    }
    if (!spread->mover->links) return;
    link_walk walk = links_begin(spread, cell, along);
    while (links_next(spread, cell, along, &walk))
        if (spread->values[walk.other] != WEND_UNREACHABLE)
            offer(spread, cell, spread->values[walk.other] + walk.cost, spread->labels[walk.other]);
}

void wend__spread_withdraw(wend__spread *spread, uint32_t label) {
    uint32_t kept = 0, orphan_count = 0;
    for (uint32_t i = 0; i < spread->level_begin; i++) {
        uint32_t cell = spread->settled[i];
        if (spread->labels[cell] == label)
            orphan_count = sort_out(spread, cell, label, orphan_count);
        else
            spread->settled[kept++] = cell;
    }
    orphan_count = sort_out_queue(spread, label, orphan_count);
    spread->settled_count = spread->level_begin = kept;
    for (uint32_t i = 0; i < orphan_count; i++) pull(spread, spread->spare[0][i]);
}
