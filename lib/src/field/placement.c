/* SPDX-License-Identifier: MIT
 * The placement: owns what it knows of a mover, its sources and goals; answers for one position and for all.
 *
 *      walls, tree, walks  ->  positions that may be walls  ->  of those that walks lead through, each judged
 */
#include "field/placement.h"

#include "field/placement_attempt.h"

#include <string.h>

#define DEFAULT_CAPACITY 64u
#define MAX_CAPACITY (1u << 20)

/* Creation. */

static void placement_free(wend_placement *placement) {
    wend_mover *mover = placement->mover;
    wend_allocator allocator = mover->map->allocator;
    size_t cells = wend__cell_count(placement->shape);
    wend__trial_destroy(placement);
    wend__goals_destroy(&placement->wanted, &allocator);
    wend__goals_destroy(&placement->goals, &allocator);
    wend__pages_destroy(&placement->tree, &allocator);
    wend__bits_destroy(&placement->walls, &allocator);
    wend__bits_destroy(&placement->walks, &allocator);
    wend__bits_destroy(&placement->stakes, &allocator);
    wend__release(&allocator, placement->sources, placement->source_capacity, sizeof *placement->sources);
    wend__release(&allocator, placement->passing, cells, sizeof *placement->passing);
    wend__release(&allocator, placement->orders, cells, sizeof *placement->orders);
    wend__release(&allocator, placement->labels, cells + 1, sizeof *placement->labels);
    wend__release(&allocator, placement, 1, sizeof *placement);
    wend_mover_destroy(mover);
}

static wend_status allocate_arrays(wend_placement *placement, uint32_t goal_capacity, bool has_routes) {
    const wend_allocator *allocator = &placement->mover->map->allocator;
    size_t cells = wend__cell_count(placement->shape);
    placement->sources = wend__allocate_zeroed(allocator, placement->source_capacity, sizeof *placement->sources);
    placement->passing = wend__allocate_zeroed(allocator, cells, sizeof *placement->passing);
    placement->orders = wend__allocate_zeroed(allocator, cells, sizeof *placement->orders);
    placement->labels = wend__allocate_zeroed(allocator, cells + 1, sizeof *placement->labels);
    bool is_good = placement->sources && placement->passing && placement->orders && placement->labels &&
                   wend__goals_create(&placement->wanted, goal_capacity, allocator) == WEND_OK &&
                   wend__goals_create(&placement->goals, goal_capacity, allocator) == WEND_OK &&
                   wend__pages_create(&placement->tree, placement->shape, allocator) == WEND_OK &&
                   wend__bits_create(&placement->walls, placement->shape, allocator) == WEND_OK &&
                   wend__bits_create(&placement->walks, placement->shape, allocator) == WEND_OK &&
                   wend__bits_create(&placement->stakes, placement->shape, allocator) == WEND_OK;
    if (!is_good) return WEND_ERROR_NO_MEMORY;
    return has_routes ? wend__trial_create(placement) : WEND_OK;
}

static bool holds_cells(wend__near_list list) {
    return list.first < list.walls;
}

static bool is_wide(const wend_placement *placement) {
    const wend__clearance *clearance = &placement->mover->clearance;
    if (placement->mover->radius == 0) return false;
    for (int parity = 0; parity < 2; parity++) {
        if (holds_cells(clearance->disc[parity])) return true;
        for (uint32_t rest = placement->ways; rest; rest &= rest - 1)
            if (holds_cells(clearance->step[parity][wend__lowest_bit(rest)])) return true;
    }
    return false;
}

/* On squares a diagonal step has a complete way round beside it, so that it tells nothing of what can be reached: unless
 * corners do not matter at all, or the mover is so wide that it may not fit there. A disc of up to half a cell needs no
 * more room than its cell, but it cannot cut corners. */
static void read_mover(wend_placement *placement) {
    const wend_mover *mover = placement->mover;
    bool is_round = mover->radius > 0, is_small = mover->radius <= 128;
    bool has_ways_round = is_small && (is_round || mover->corner_rule != WEND_CORNER_ALWAYS);
    placement->ways = mover->directions;
    if (placement->shape.lattice == WEND_SQUARE && has_ways_round) placement->ways &= WEND__SQUARE_4;
    placement->is_wide = is_wide(placement);
    bool has_one_way_round = placement->ways != mover->directions && mover->corner_rule == WEND_CORNER_IF_ONE_FREE;
    placement->reach = placement->is_wide ? mover->clearance.reach : has_one_way_round;
}

wend_status wend_placement_create(wend_mover *mover, const wend_placement_desc *desc, wend_placement **out) {
    wend_placement_desc zero = {0};
    if (!desc) desc = &zero;
    if (!mover || !out || desc->source_capacity > MAX_CAPACITY || desc->goal_capacity > MAX_CAPACITY)
        return WEND_ERROR_ARGUMENT;
    wend_placement *placement = wend__allocate_zeroed(&mover->map->allocator, 1, sizeof *placement);
    if (!placement) return WEND_ERROR_NO_MEMORY;
    placement->mover = wend__mover_take(mover);
    placement->shape = mover->shape;
    placement->source_capacity = desc->source_capacity ? desc->source_capacity : DEFAULT_CAPACITY;
    read_mover(placement);
    uint32_t goal_capacity = desc->goal_capacity ? desc->goal_capacity : DEFAULT_CAPACITY;
    wend_status status = allocate_arrays(placement, goal_capacity, desc->routes != 0);
    if (status != WEND_OK) {
        placement_free(placement);
        return status;
    }
    *out = placement;
    return WEND_OK;
}

void wend_placement_destroy(wend_placement *placement) {
    if (placement) placement_free(placement);
}

/* Settings. */

wend_status wend_placement_set_sources(wend_placement *placement, const wend_placement_source *sources, size_t count) {
    if (!placement || (count && !sources)) return WEND_ERROR_ARGUMENT;
    if (count > placement->source_capacity) return WEND_ERROR_CAPACITY;
    for (size_t i = 0; i < count; i++)
        if (!wend__is_on(placement->shape, sources[i].x, sources[i].y)) return WEND_ERROR_OUTSIDE;
    if (count) memcpy(placement->sources, sources, count * sizeof *sources);
    placement->source_count = (uint32_t)count;
    placement->has_changed = true;
    return WEND_OK;
}

wend_status wend_placement_set_goals(wend_placement *placement, const wend_goal *goals, size_t count,
                                     const wend_goal_options *options) {
    if (!placement) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__goals_set(&placement->wanted, placement->shape, goals, count, options);
    if (status == WEND_OK) placement->has_changed = true;
    return status;
}

wend_status wend_placement_update(wend_placement *placement, wend_workspace *workspace) {
    if (!placement || !workspace) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__mover_check(placement->mover, workspace);
    if (status != WEND_OK) return status;
    wend__workspace_take_words(workspace);
    wend__goals_copy(&placement->goals, &placement->wanted);
    bool all_goals = wend__goals_resolve(&placement->goals, placement->mover, workspace->words);
    wend__placement_survey(placement, workspace);
    if (placement->trial) wend__trial_begin(placement, workspace);
    placement->mover_revision = placement->mover->revision;
    placement->has_changed = false;
    placement->is_updated = true;
    return all_goals ? WEND_OK : WEND_PARTIAL;
}

wend_status wend_placement_status(const wend_placement *placement) {
    if (!placement) return WEND_ERROR_ARGUMENT;
    if (!placement->is_updated) return WEND_PENDING;
    const wend_mover *mover = placement->mover;
    bool is_fresh = !placement->has_changed && placement->mover_revision == mover->revision && !mover->update.is_open;
    return is_fresh ? WEND_OK : WEND_STALE;
}

void wend_placement_describe(const wend_placement *placement, wend_placement_info *out) {
    *out = (wend_placement_info){.sources = placement->source_count,
                                 .counted_sources = placement->counted_sources,
                                 .mover_revision = placement->mover_revision,
                                 .is_planar = placement->is_planar};
}

/* One position. */

wend_status wend_placement_try(const wend_placement *placement, wend_workspace *workspace,
                               const wend_footprint *footprint, int32_t x, int32_t y) {
    wend__attempt attempt;
    wend_cell at = {x, y};
    wend_status status = wend__attempt_begin(placement, workspace, footprint, &attempt);
    if (status == WEND_OK) status = wend__attempt_place(&attempt, at);
    if (status != WEND_OK) return status;
    return wend__attempt_cuts(&attempt, at) ? WEND_CUT_OFF : WEND_OK;
}

/* Counted, and with the footprint in place neither seen by the flood nor pushed out. */
static bool is_cut_off(const wend__attempt *attempt, uint32_t place) {
    const wend_placement *placement = attempt->placement;
    const wend_placement_source *source = &placement->sources[place];
    uint8_t flags = attempt->flags[wend__index(placement->shape, source->x, source->y)];
    if (!(flags & WEND__COUNTED)) return false;
    return flags & WEND__GONE ? !source->gives_way : !(flags & WEND__SEEN);
}

wend_status wend_placement_cut_off(const wend_placement *placement, wend_workspace *workspace,
                                   const wend_footprint *footprint, int32_t x, int32_t y, uint32_t *out,
                                   size_t capacity, size_t *count) {
    wend__attempt attempt;
    wend_cell at = {x, y};
    if (!count || (capacity && !out)) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__attempt_begin(placement, workspace, footprint, &attempt);
    if (status < 0 || status == WEND_STALE || status == WEND_PENDING) return status;
    *count = 0;
    if (status == WEND_OK) status = wend__attempt_place(&attempt, at);
    if (status != WEND_OK || !wend__attempt_cuts(&attempt, at)) return status;
    uint32_t seen;
    wend__attempt_put(&attempt, at);
    wend__attempt_flood(&attempt, &seen);
    for (uint32_t i = 0; i < placement->source_count; i++) {
        if (!is_cut_off(&attempt, i)) continue;
        if (*count < capacity) out[*count] = i;
        ++*count;
    }
    return WEND_CUT_OFF;
}

/* All positions, 64 at once. */

/* Those of a row from column x on where some cell would be off the map or in a wall. */
static uint64_t blocked_positions(const wend__attempt *attempt, int32_t x, int32_t y) {
    const wend__stamp *stamp = &attempt->stamp;
    uint64_t blocked = 0;
    for (uint32_t i = 0; i < stamp->count && blocked != UINT64_MAX; i++)
        blocked |=
            wend__bits_from(&attempt->placement->walls, x + stamp->offsets[i].x, y + stamp->offsets[i].y, UINT64_MAX);
    return blocked;
}

/* Those where a walk may lose something. */
static uint64_t touching_positions(const wend__attempt *attempt, int32_t x, int32_t y) {
    const wend__stamp *stamp = &attempt->stamp;
    const wend_placement *placement = attempt->placement;
    int32_t reach = placement->reach;
    uint64_t touching = placement->is_unknown ? UINT64_MAX : 0;
    for (int32_t j = stamp->top - reach; j < stamp->top + stamp->height + reach; j++)
        for (int32_t i = stamp->left - reach; i < stamp->left + stamp->width + reach; i++)
            touching |= wend__bits_from(&placement->walks, x + i, y + j, 0);
    return touching;
}

/* Bit i becomes byte i. */
static void write_bits(uint64_t bits, uint8_t *out, int32_t count) {
    for (int32_t i = 0; i < count; i++) out[i] = bits >> i & 1;
}

/* Of the positions that walks lead through: those that cut, as bits. */
static uint64_t cutting_positions(wend__undecided *undecided, uint64_t suspicious, int32_t x, int32_t y) {
    uint64_t cutting = 0;
    for (uint64_t rest = suspicious; rest; rest &= rest - 1) {
        int i = wend__lowest_bit_64(rest);
        wend_cell at = {x + i, y};
        wend__verdict verdict = wend__attempt_glance(undecided->attempt, at);
        if (verdict == WEND__CUTS) cutting |= UINT64_C(1) << i;
        if (verdict == WEND__UNDECIDED) wend__undecided_add(undecided, at);
    }
    return cutting;
}

wend_status wend_placement_preview(const wend_placement *placement, wend_workspace *workspace,
                                   const wend_footprint *footprint, uint8_t *out, size_t stride) {
    wend__attempt attempt;
    if (!placement || !out || stride < (size_t)placement->shape.width) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__attempt_begin(placement, workspace, footprint, &attempt);
    if (status != WEND_OK) return status;
    /* The heap is empty between jobs, and as large as all of this. */
    uint64_t *keys = (uint64_t *)(void *)workspace->heap.entries;
    uint32_t *counts = (uint32_t *)(keys + attempt.cells);
    wend__undecided undecided = {&attempt, keys, counts, counts + attempt.cells, 0, out, stride};
    int32_t width = placement->shape.width;
    for (int32_t y = 0; y < placement->shape.height; y++)
        for (int32_t x = 0; x < width; x += 64) {
            uint64_t beyond = width - x < 64 ? UINT64_MAX << (width - x) : 0;
            uint64_t open = attempt.stamp.fits ? ~(blocked_positions(&attempt, x, y) | beyond) : 0;
            uint64_t suspicious = open ? open & touching_positions(&attempt, x, y) : 0;
            if (suspicious && attempt.ring) suspicious &= wend__ring_doubts(&attempt, x, y);
            open &= ~cutting_positions(&undecided, suspicious, x, y);
            write_bits(open, out + (size_t)y * stride + x, width - x < 64 ? width - x : 64);
        }
    wend__undecided_settle(&undecided);
    return WEND_OK;
}
