/* SPDX-License-Identifier: MIT
 * Goals -> integration field.
 *
 * Computes: for every cell the least over all seeds of seed + cost of the cheapest walk to it, steps and links taken in
 *           the agent's direction of travel.
 * Invariant: a value never lies below the true one, and every cell whose value fell since it was last looked round from
 *            is in the queue; once it is empty no step can lower any value, and that fixed point is unique. Cells come
 *            by bucket, not in strict order: a step is never cheaper than a bucket is wide, so only a cheap link can
 *            make a cell come twice.
 * Cost: near linear in cells reached; the heap takes what lies too far ahead (offsets, dear links).
 * Source: E. W. Dijkstra (1959); buckets after R. B. Dial (1969).
 *
 *      values   3 2 3      the cell just taken (2) offers its value plus the step to each neighbour that may
 *               2 1 2      step onto it: the neighbour's exits count, not its own
 *               3 2 3
 */
#include "field/integrate.h"

#include <wend/field.h>

#include <string.h>

void wend__integrate_begin(wend__integration *integration, const wend_mover *mover, uint32_t *values,
                           wend_workspace *workspace) {
    size_t cells = wend__cell_count(mover->shape);
    integration->mover = mover;
    integration->values = values;
    integration->heap = &workspace->heap;
    integration->steps = wend__index_steps_of(mover->shape);
    for (int k = 0; k < WEND__DIRECTIONS; k++) integration->lengths[k] = wend__length(mover, k);
    memset(values, 0xFF, cells * sizeof *values);
    uint32_t cheapest_step = 2 * WEND__STRAIGHT * (uint32_t)mover->least_cost;
    wend__buckets_begin(&integration->buckets, workspace, (uint32_t)wend__highest_bit(cheapest_step));
}

/* Lowers a value and queues its cell, unless it waits for the same bucket already. */
static inline void offer(wend__integration *integration, uint32_t cell, uint32_t value) {
    uint32_t old = integration->values[cell];
    if (value >= old) return;
    integration->values[cell] = value;
    wend__buckets *buckets = &integration->buckets;
    uint32_t number = value >> buckets->shift;
    bool is_waiting = old != WEND_UNREACHABLE && old >> buckets->shift == number && number != buckets->current;
    if (is_waiting) return;
    if (!wend__buckets_push(buckets, value, cell)) wend__heap_push(integration->heap, value, 0, cell);
}

void wend__integrate_seed(wend__integration *integration, uint32_t cell, uint32_t value) {
    offer(integration, cell, value);
}

/* Which of the eight neighbours' values a step would lower, as bits, whether or not there is such a step: without a
 * branch, for which of them it is nobody can guess. Looks up to a row and a cell beyond the map. */
static inline uint32_t lowered(const wend__integration *integration, uint32_t cell, const int32_t *steps,
                               wend_step_rule rule) {
    const uint32_t *values = integration->values + cell;
    const uint8_t *costs = integration->mover->costs + cell;
    uint32_t value = values[0], cost = costs[0], bits = 0;
    for (int k = 0; k < WEND__DIRECTIONS; k++) {
        uint32_t sum = value + wend__step(rule, integration->lengths[k], costs[steps[k]], cost);
        bits |= (uint32_t)(sum < values[steps[k]]) << k;
    }
    return bits;
}

static inline uint32_t worth_offering(const wend__integration *integration, uint32_t cell, const int32_t *steps) {
    const wend_mover *mover = integration->mover;
    uint32_t entries = wend__entries(mover, &integration->steps, cell);
    /* Near the limit a plain sum may wrap: there every step is offered. */
    if (integration->values[cell] > UINT32_MAX - WEND__DEAREST_STEP) return entries;
    return entries & (mover->step_rule == WEND_STEP_MEAN ? lowered(integration, cell, steps, WEND_STEP_MEAN)
                                                         : lowered(integration, cell, steps, WEND_STEP_ENTER));
}

static inline void offer_steps(wend__integration *integration, uint32_t cell, const int32_t *steps) {
    const wend_mover *mover = integration->mover;
    uint32_t value = integration->values[cell], cost = mover->costs[cell];
    const uint8_t *costs = mover->costs + cell;
    for (uint32_t rest = worth_offering(integration, cell, steps); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        /* The walk goes from the neighbour to this cell. */
        uint32_t step = wend__step(mover->step_rule, integration->lengths[k], costs[steps[k]], cost);
        offer(integration, cell + (uint32_t)steps[k], wend__saturating_add(value, step));
    }
}

static void offer_links(wend__integration *integration, uint32_t cell) {
    const wend_mover *mover = integration->mover;
    const wend__links *links = mover->links;
    wend__link_range range = wend__links_to(links, cell);
    for (uint32_t i = range.first; i < range.last; i++) {
        uint32_t place = links->by_to[i];
        if (!wend__link_is_usable(mover, links, place)) continue;
        uint64_t cost = wend__link_cost(mover, links, place);
        offer(integration, links->from[place], wend__saturating_add(integration->values[cell], cost));
    }
}

/* The next cell of the current bucket, from the ring or from the heap. */
static bool take(wend__integration *integration, uint32_t *cell) {
    wend__buckets *buckets = &integration->buckets;
    if (wend__buckets_pop(buckets, cell)) return true;
    const wend__heap_entry *top = wend__heap_top(integration->heap);
    if (!top || (uint32_t)top->key >> buckets->shift != buckets->current) return false;
    *cell = wend__heap_pop(integration->heap).cell;
    return true;
}

static void empty_current_bucket(wend__integration *integration) {
    const wend__buckets *buckets = &integration->buckets;
    const wend_mover *mover = integration->mover;
    bool is_hex = mover->shape.lattice == WEND_HEX;
    uint32_t cell;
    while (take(integration, &cell)) {
        if (integration->values[cell] >> buckets->shift != buckets->current) continue; /* it came lower already */
        uint32_t parity = is_hex ? cell / (uint32_t)mover->shape.width & 1 : 0;
        offer_steps(integration, cell, integration->steps.steps[parity]);
        if (mover->links) offer_links(integration, cell);
    }
}

static bool go_to_next_bucket(wend__integration *integration) {
    wend__buckets *buckets = &integration->buckets;
    const wend__heap_entry *top = wend__heap_top(integration->heap);
    if (buckets->live == 0 && !top) return false;
    uint32_t limit = top ? (uint32_t)top->key >> buckets->shift : UINT32_MAX;
    wend__buckets_advance(buckets, limit);
    return true;
}

/* Targets are settled once the current bucket has passed them; how many are, from the front of the list on. */
static size_t count_settled(const wend__integration *integration, const wend_cell *targets, size_t from, size_t count) {
    const wend__buckets *buckets = &integration->buckets;
    wend__shape shape = integration->mover->shape;
    while (from < count) {
        uint32_t value = integration->values[wend__index(shape, targets[from].x, targets[from].y)];
        if (value == WEND_UNREACHABLE || value >> buckets->shift > buckets->current) break;
        from++;
    }
    return from;
}

static uint32_t farthest(const wend__integration *integration, const wend_cell *targets, size_t count) {
    uint32_t bound = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = integration->values[wend__index(integration->mover->shape, targets[i].x, targets[i].y)];
        if (value > bound) bound = value;
    }
    return bound;
}

/* Values beyond the bound may not be final: they go. Was there any? */
static bool cut_at(wend__integration *integration, uint32_t bound) {
    uint32_t cells = (uint32_t)wend__cell_count(integration->mover->shape), cut = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        uint32_t value = integration->values[cell];
        if (value <= bound) continue;
        cut |= value ^ WEND_UNREACHABLE;
        integration->values[cell] = WEND_UNREACHABLE;
    }
    return cut != 0;
}

/* Settles bucket after bucket; every cell whose value is at most the result is settled then. */
static uint32_t settle(wend__integration *integration, const wend_cell *targets, size_t target_count,
                       uint32_t max_distance) {
    uint32_t last_bucket = max_distance >> integration->buckets.shift;
    size_t settled = 0;
    while (go_to_next_bucket(integration) && integration->buckets.current <= last_bucket) {
        empty_current_bucket(integration);
        if (target_count == 0) continue;
        settled = count_settled(integration, targets, settled, target_count);
        if (settled < target_count) continue;
        uint32_t bound = farthest(integration, targets, target_count);
        return bound < max_distance ? bound : max_distance;
    }
    return max_distance;
}

uint32_t wend__integrate_run(wend__integration *integration, const wend_cell *targets, size_t target_count,
                             uint32_t max_distance) {
    uint32_t bound = settle(integration, targets, target_count, max_distance);
    wend__heap_clear(integration->heap);
    /* Where nothing lies beyond the bound, the whole field is settled. */
    bool is_bounded = bound != WEND_UNREACHABLE && cut_at(integration, bound);
    return is_bounded ? bound : WEND_UNREACHABLE;
}
