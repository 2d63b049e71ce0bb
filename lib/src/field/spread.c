/* SPDX-License-Identifier: MIT
 * A search that spreads from seeds over the cells of a mover's graph.
 *
 * Computes: for every cell within the limit the least (seed's value + cost of the walk, seed's label), of walks from the
 *           seed or to it. Values lie in an array that is WEND_UNREACHABLE everywhere between searches (the heap's
 *           places of cells, while the heap is empty): so one look tells whether a cell can be lowered, and to clean up
 *           costs no more than what was reached.
 * Queue:    lists of cells by level, which is value >> shift: one for each level of the block that is in work, of 1024;
 *           beyond it a radix heap: far list i has the cells whose block differs from that one in bit i and in none
 *           above. When the block is done, the first far list that is not empty falls to the lists below it, once it is
 *           known which block in it is the least.
 * Invariant: a step or link costs at least 1 << shift, so no cell of a level can lower, or relabel, another one of it:
 *           all of them are final, in any order.
 * Cost: a cell moves once, and again where its walk leads into another block: O(log of the dearest link) times.
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
#include <string.h>

_Static_assert(sizeof(wend__spread_node) == WEND__WORDS_PER_CELL * sizeof(uint32_t), "a node is the words of a cell");
_Static_assert(sizeof(wend__heap_entry) == 4 * sizeof(uint32_t), "the heap's entries are four words per cell");
_Static_assert(WEND__NOT_IN_HEAP == WEND_UNREACHABLE, "what is not in the heap has no value");

/* The graph: `along` is true for the steps that leave a cell, false for those that enter it. */

static inline uint32_t ways(const wend__spread *spread, uint32_t cell, bool along) {
    return along ? spread->mover->exits[cell] : wend__entries(spread->mover, &spread->steps, cell);
}

static inline const int32_t *paces(const wend__spread *spread, uint32_t cell) {
    wend__shape shape = spread->mover->shape;
    return spread->steps.steps[wend__parity_of(shape, cell)];
}

static inline uint32_t step_cost(const wend__spread *spread, uint32_t cell, uint32_t other, int direction, bool along) {
    uint32_t cost_here = spread->mover->costs[cell], cost_there = spread->mover->costs[other];
    return wend__step(spread->mover->step_rule, spread->lengths[direction], along ? cost_here : cost_there,
                      along ? cost_there : cost_here);
}

static inline wend__link_walk links_at(const wend__spread *spread, uint32_t cell, bool along) {
    const wend__links *links = spread->mover->links;
    return along ? wend__links_out_of(links, cell) : wend__links_into(links, cell);
}

static inline uint64_t link_cost(const wend__spread *spread, const wend__link_walk *walk) {
    return wend__link_cost(spread->mover, walk->links, walk->place);
}

/* The queue. */

static inline uint32_t list_of(const wend__spread *spread, uint32_t value) {
    uint32_t level = value >> spread->shift;
    uint32_t other = (level ^ spread->level) >> WEND__SPREAD_BLOCK_BITS;
    return other ? WEND__SPREAD_NEAR + (uint32_t)wend__highest_bit(other) : level & (WEND__SPREAD_NEAR - 1);
}

static inline void mark_filled(wend__spread *spread, uint32_t list) {
    if (list < WEND__SPREAD_NEAR)
        spread->near_filled[list / 64] |= UINT64_C(1) << list % 64;
    else
        spread->far_filled |= 1u << (list - WEND__SPREAD_NEAR);
}

static inline void mark_empty(wend__spread *spread, uint32_t list) {
    spread->lists[list] = WEND__NO_CELL;
    if (list < WEND__SPREAD_NEAR)
        spread->near_filled[list / 64] &= ~(UINT64_C(1) << list % 64);
    else
        spread->far_filled &= ~(1u << (list - WEND__SPREAD_NEAR));
}

static inline void enqueue(wend__spread *spread, uint32_t cell) {
    uint32_t list = list_of(spread, spread->values[cell]), next = spread->lists[list];
    spread->nodes[cell].next = next;
    spread->nodes[cell].before = WEND__NO_CELL;
    spread->lists[list] = cell;
    if (next != WEND__NO_CELL)
        spread->nodes[next].before = cell;
    else
        mark_filled(spread, list);
}

static inline void dequeue(wend__spread *spread, uint32_t cell) {
    uint32_t next = spread->nodes[cell].next, before = spread->nodes[cell].before;
    if (next != WEND__NO_CELL) spread->nodes[next].before = before;
    if (before != WEND__NO_CELL) {
        spread->nodes[before].next = next;
        return;
    }
    uint32_t list = list_of(spread, spread->values[cell]);
    spread->lists[list] = next;
    if (next == WEND__NO_CELL) mark_empty(spread, list);
}

static uint32_t take_list(wend__spread *spread, uint32_t list) {
    uint32_t first = spread->lists[list];
    mark_empty(spread, list);
    return first;
}

/* The first list that is not empty: the near ones from the level on, then the far ones. False: all are. */
static bool find_list(const wend__spread *spread, uint32_t *list) {
    for (uint32_t word = spread->level % WEND__SPREAD_NEAR / 64; word < WEND__SPREAD_NEAR / 64; word++) {
        if (!spread->near_filled[word]) continue;
        *list = word * 64 + (uint32_t)wend__lowest_bit_64(spread->near_filled[word]);
        return true;
    }
    if (!spread->far_filled) return false;
    *list = WEND__SPREAD_NEAR + (uint32_t)wend__lowest_bit(spread->far_filled);
    return true;
}

/* Lets a far list fall: the least level in it is the next. */
static void open_block(wend__spread *spread, uint32_t list) {
    uint32_t first = take_list(spread, list), least = UINT32_MAX;
    for (uint32_t cell = first; cell != WEND__NO_CELL; cell = spread->nodes[cell].next)
        if (spread->values[cell] < least) least = spread->values[cell];
    spread->level = least >> spread->shift;
    for (uint32_t cell = first, next; cell != WEND__NO_CELL; cell = next) {
        next = spread->nodes[cell].next;
        enqueue(spread, cell);
    }
}

static bool find_next_level(wend__spread *spread, uint32_t *list) {
    while (find_list(spread, list)) {
        if (*list < WEND__SPREAD_NEAR) {
            spread->level = (spread->level & ~(WEND__SPREAD_NEAR - 1)) | *list;
            return true;
        }
        open_block(spread, *list);
    }
    return false;
}

/* Spreading. */

/* Lowers a cell, or its label. One that has a value and can be lowered is in the queue: settled ones are final. */
static inline void lower(wend__spread *spread, uint32_t cell, uint32_t value, uint32_t label) {
    uint32_t old = spread->values[cell];
    if (value == old) {
        if (label < spread->nodes[cell].label) spread->nodes[cell].label = label;
        return;
    }
    if (old != WEND_UNREACHABLE) dequeue(spread, cell);
    spread->values[cell] = value;
    spread->nodes[cell].label = label;
    enqueue(spread, cell);
}

static inline void offer(wend__spread *spread, uint32_t cell, uint64_t value, uint32_t label) {
    if (value <= spread->values[cell] && value <= spread->limit) lower(spread, cell, (uint32_t)value, label);
}

/* Which neighbours can be lowered is seldom to be foreseen: it is found out for all of them without a branch. */
static void expand(wend__spread *spread, uint32_t cell) {
    bool along = !spread->is_inwards;
    uint64_t value = spread->values[cell], limit = spread->limit;
    uint32_t label = spread->nodes[cell].label, offered[WEND__DIRECTIONS], lowered = 0;
    const int32_t *pace = paces(spread, cell);
    for (uint32_t rest = ways(spread, cell, along); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t other = cell + (uint32_t)pace[k];
        uint64_t there = value + step_cost(spread, cell, other, k, along), least = spread->values[other];
        least = least < limit ? least : limit;
        offered[k] = (uint32_t)there;
        lowered |= (uint32_t)(there <= least) << k;
    }
    for (; lowered; lowered &= lowered - 1) {
        int k = wend__lowest_bit(lowered);
        lower(spread, cell + (uint32_t)pace[k], offered[k], label);
    }
    if (!spread->mover->links) return;
    wend__link_walk walk = links_at(spread, cell, along);
    while (wend__next_usable_link(spread->mover, &walk))
        offer(spread, walk.other, value + link_cost(spread, &walk), label);
}

void wend__spread_seed(wend__spread *spread, uint32_t cell, uint32_t value, uint32_t label) {
    offer(spread, cell, value, label);
}

bool wend__spread_settle_level(wend__spread *spread) {
    spread->level_begin = spread->settled_count;
    uint32_t list;
    if (!find_next_level(spread, &list)) return false;
    for (uint32_t cell = take_list(spread, list); cell != WEND__NO_CELL; cell = spread->nodes[cell].next) {
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
    wend__link_walk walk = links_at(spread, cell, along);
    while (wend__next_usable_link(spread->mover, &walk))
        if (spread->values[walk.other] + link_cost(spread, &walk) == value) return walk.other;
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
                             .nodes = words,
                             .settled = entries};
    for (int k = 0; k < WEND__DIRECTIONS; k++) spread->lengths[k] = wend__length(mover, k);
    for (int i = 0; i < 3; i++) spread->spare[i] = spread->settled + (size_t)(i + 1) * cells;
    for (uint32_t i = 0; i < WEND__SPREAD_LISTS; i++) spread->lists[i] = WEND__NO_CELL;
}

void wend__spread_clear(wend__spread *spread, uint32_t limit) {
    for (uint32_t i = 0; i < spread->settled_count; i++) spread->values[spread->settled[i]] = WEND_UNREACHABLE;
    for (uint32_t list; find_list(spread, &list);) {
        uint32_t cell = take_list(spread, list);
        for (; cell != WEND__NO_CELL; cell = spread->nodes[cell].next) spread->values[cell] = WEND_UNREACHABLE;
    }
    spread->limit = limit < WEND_SATURATED_VALUE ? limit : WEND_SATURATED_VALUE - 1;
    spread->settled_count = spread->level_begin = spread->level = 0;
}

/* Results. */

_Static_assert(WEND_NO_SOURCE == UINT32_MAX && WEND_UNREACHABLE == UINT32_MAX, "both are filled with bytes 0xFF");

void wend__rect_clear(wend_rect rect, uint32_t *out, size_t stride) {
    for (int32_t y = 0; y < rect.height; y++) memset(out + (size_t)y * stride, 0xFF, (size_t)rect.width * sizeof *out);
}

/* Taking labels out. */

/* Queues a cell again, or makes it an orphan, without a value; returns how many orphans there are. */
static uint32_t sort_out(wend__spread *spread, uint32_t cell, const uint32_t *rooms, uint32_t orphan_count) {
    if (rooms[spread->nodes[cell].label]) {
        enqueue(spread, cell);
        return orphan_count;
    }
    spread->values[cell] = WEND_UNREACHABLE;
    spread->spare[0][orphan_count] = cell;
    return orphan_count + 1;
}

/* The queue and the last level, on a level below all others. */
static uint32_t sort_out_queue(wend__spread *spread, const uint32_t *rooms, uint32_t orphan_count) {
    uint32_t lists[WEND__SPREAD_LISTS];
    for (uint32_t i = 0; i < WEND__SPREAD_LISTS; i++) lists[i] = take_list(spread, i);
    spread->level = 0;
    for (uint32_t i = spread->level_begin; i < spread->settled_count; i++)
        orphan_count = sort_out(spread, spread->settled[i], rooms, orphan_count);
    for (uint32_t i = 0; i < WEND__SPREAD_LISTS; i++)
        for (uint32_t cell = lists[i], next; cell != WEND__NO_CELL; cell = next) {
            next = spread->nodes[cell].next;
            orphan_count = sort_out(spread, cell, rooms, orphan_count);
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
            offer(spread, cell, value + step_cost(spread, cell, other, k, along), spread->nodes[other].label);
    }
    if (!spread->mover->links) return;
    wend__link_walk walk = links_at(spread, cell, along);
    while (wend__next_usable_link(spread->mover, &walk))
        if (spread->values[walk.other] != WEND_UNREACHABLE)
            offer(spread, cell, spread->values[walk.other] + link_cost(spread, &walk), spread->nodes[walk.other].label);
}

void wend__spread_withdraw(wend__spread *spread, const uint32_t *rooms) {
    uint32_t kept = 0, orphan_count = 0;
    for (uint32_t i = 0; i < spread->level_begin; i++) {
        uint32_t cell = spread->settled[i];
        if (rooms[spread->nodes[cell].label])
            spread->settled[kept++] = cell;
        else
            orphan_count = sort_out(spread, cell, rooms, orphan_count);
    }
    orphan_count = sort_out_queue(spread, rooms, orphan_count);
    spread->settled_count = spread->level_begin = kept;
    for (uint32_t i = 0; i < orphan_count; i++) pull(spread, spread->spare[0][i]);
}
