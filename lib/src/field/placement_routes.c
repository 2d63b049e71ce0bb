/* SPDX-License-Identifier: MIT
 * How long the routes of sources get.
 *
 * Computes: distances on a copy of the mover with the footprint on it.
 * Invariant: the copy equals the mover but for the time of a question, so that no edit of the map is needed; and what
 *            the footprint does to exits is what the mover itself would find.
 * Cost: a repair of what the footprint changes, and one back; or a build where that is less.
 *
 *      . . .      exits    1 of the eight steps beside F remains where F is passed at a corner, by the
 *      . F .      round    corner rule; none of those onto it
 *      . . .      F
 */
#include "field/placement_attempt.h"

#include "field/direct.h"
#include "field/integrate.h"
#include "field/repair_ripple.h"

#include <string.h>

wend_status wend__trial_create(wend_placement *placement) {
    const wend_mover *mover = placement->mover;
    const wend_allocator *allocator = &mover->map->allocator;
    wend__trial *trial = wend__allocate_zeroed(allocator, 1, sizeof *trial);
    if (!trial) return WEND_ERROR_NO_MEMORY;
    placement->trial = trial;
    trial->costs = wend__haloed_create(mover, sizeof *trial->costs);
    trial->exits = wend__haloed_create(mover, sizeof *trial->exits);
    trial->before = wend__allocate_zeroed(allocator, placement->source_capacity, sizeof *trial->before);
    if (mover->clearances) trial->clearances = wend__haloed_create(mover, sizeof *trial->clearances);
    bool is_good = trial->costs && trial->exits && trial->before && (!mover->clearances || trial->clearances) &&
                   wend__goals_create(&trial->goals, placement->goals.capacity, allocator) == WEND_OK;
    return is_good ? wend__pages_create(&trial->pages, placement->shape, allocator) : WEND_ERROR_NO_MEMORY;
}

void wend__trial_destroy(wend_placement *placement) {
    const wend_mover *mover = placement->mover;
    const wend_allocator *allocator = &mover->map->allocator;
    wend__trial *trial = placement->trial;
    if (!trial) return;
    wend__haloed_release(mover, sizeof *trial->costs, trial->costs);
    wend__haloed_release(mover, sizeof *trial->exits, trial->exits);
    wend__haloed_release(mover, sizeof *trial->clearances, trial->clearances);
    wend__release(allocator, trial->before, placement->source_capacity, sizeof *trial->before);
    wend__goals_destroy(&trial->goals, allocator);
    wend__pages_destroy(&trial->pages, allocator);
    wend__release(allocator, trial, 1, sizeof *trial);
}

/* Distances. */

static void seed_goal(void *context, uint32_t cell, uint32_t offset) {
    wend__integrate_seed(context, cell, offset);
}

static void build(wend__trial *trial, wend_workspace *workspace) {
    const wend_mover *mover = &trial->mover;
    wend__integration integration;
    wend__integrate_begin(&integration, mover, &trial->pages, mover->backend, &workspace);
    wend__goals_visit(&trial->goals, mover, seed_goal, &integration);
    wend__integrate_run(&integration, NULL, NULL, 0, WEND_UNREACHABLE);
    wend__direct(mover, &trial->pages, mover->backend, false, NULL);
    wend__direct_goals(&trial->goals, mover, &trial->pages);
}

/* What is left of the goals on the copy: those of several cells look for themselves which of them are free. */
static void take_goals(const wend_placement *placement) {
    wend__trial *trial = placement->trial;
    wend__goals_copy(&trial->goals, &placement->goals);
    for (uint32_t i = 0; i < trial->goals.count; i++) {
        wend_goal_result *result = &trial->goals.results[i];
        if (wend__goal_form_of(result, trial->goals.options.policy) != WEND__ONE_CELL) continue;
        if (!wend__is_free(&trial->mover, wend__index(placement->shape, result->cell.x, result->cell.y)))
            result->cells = 0;
    }
}

/* The copy has changed: the pages learn it from a revision of its own. */
static void renew(const wend_placement *placement) {
    wend__trial *trial = placement->trial;
    trial->mover.revision = ++trial->revision;
    trial->mover.links = placement->mover->links;
    take_goals(placement);
}

/* After it has changed in the cells that the job knows. False: it is a build's work. */
static bool repair(const wend_placement *placement, wend__repair_job *job) {
    wend__ripple ripple;
    renew(placement);
    wend__repair_state state = wend__repair_begin(&ripple, job);
    while (state == WEND__REPAIR_GOES_ON) state = wend__repair_step(&ripple);
    return state == WEND__REPAIR_DONE;
}

/* Without a footprint. */
static void build_anew(const wend_placement *placement, wend_workspace *workspace) {
    renew(placement);
    build(placement->trial, workspace);
    placement->trial->is_other = false;
}

static uint32_t distance_of(const wend_placement *placement, uint32_t place) {
    const wend__pages *pages = &placement->trial->pages;
    const wend_placement_source *source = &placement->sources[place];
    return pages->values[wend__slot(pages, source->x, source->y)];
}

static void copy_cells(const wend_placement *placement, size_t begin, size_t count) {
    const wend_mover *mover = placement->mover;
    wend__trial *trial = placement->trial;
    memcpy(trial->costs + begin, mover->costs + begin, count);
    memcpy(trial->exits + begin, mover->exits + begin, count);
    if (mover->clearances)
        memcpy(trial->clearances + begin, mover->clearances + begin, count * sizeof *trial->clearances);
}

void wend__trial_begin(wend_placement *placement, wend_workspace *workspace) {
    const wend_mover *mover = placement->mover;
    wend__trial *trial = placement->trial;
    /* All but the counts of holds, which other threads may change. */
    const size_t from = offsetof(wend_mover, map);
    memcpy((uint8_t *)&trial->mover + from, (const uint8_t *)mover + from, sizeof *mover - from);
    trial->mover.costs = trial->costs;
    trial->mover.exits = trial->exits;
    trial->mover.clearances = trial->clearances;
    size_t halo = mover->halo, count = wend__haloed_count(mover);
    memcpy(trial->costs - halo, mover->costs - halo, count);
    memcpy(trial->exits - halo, mover->exits - halo, count);
    if (mover->clearances)
        memcpy(trial->clearances - halo, mover->clearances - halo, count * sizeof *trial->clearances);
    build_anew(placement, workspace);
    for (uint32_t i = 0; i < placement->source_count; i++) trial->before[i] = distance_of(placement, i);
}

/* The footprint on the copy. */

/* The same steps are lost as in the mover itself. */
static uint32_t exits_left(const wend__attempt *attempt, uint32_t cell) {
    const wend_mover *mover = attempt->placement->mover;
    uint32_t exits = mover->exits[cell];
    for (uint32_t rest = exits; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        if (wend__attempt_ends_step(attempt, cell, k)) exits &= ~(1u << k);
    }
    return exits;
}

static wend_rect changed_box(const wend__attempt *attempt) {
    const wend__stamp *stamp = &attempt->stamp;
    wend_rect box = {attempt->at.x + stamp->left, attempt->at.y + stamp->top, stamp->width, stamp->height};
    return wend__rect_grown(attempt->placement->shape, box, attempt->placement->reach + 1);
}

static void put_on_copy(const wend__attempt *attempt) {
    const wend_placement *placement = attempt->placement;
    wend__trial *trial = placement->trial;
    wend_rect box = changed_box(attempt);
    for (int32_t y = box.y; y < box.y + box.height; y++)
        for (int32_t x = box.x; x < box.x + box.width; x++) {
            uint32_t cell = wend__index(placement->shape, x, y);
            uint8_t flags = attempt->flags[cell];
            if (flags & WEND__WALL) trial->costs[cell] = WEND_BLOCKED;
            if ((flags & WEND__GONE) && trial->clearances) trial->clearances[cell] = 0;
            if (wend__is_free(placement->mover, cell))
                trial->exits[cell] = (uint8_t)(flags & WEND__GONE ? 0 : exits_left(attempt, cell));
        }
}

static void take_from_copy(const wend__attempt *attempt) {
    wend_rect box = changed_box(attempt);
    for (int32_t y = box.y; y < box.y + box.height; y++)
        copy_cells(attempt->placement, wend__index(attempt->placement->shape, box.x, y), (size_t)box.width);
}

/* Cells where the copy differs, for a repair. */
static wend__repair_job job_of(const wend__attempt *attempt, wend_workspace *workspace) {
    const wend_placement *placement = attempt->placement;
    const wend_mover *mover = placement->mover;
    wend__trial *trial = placement->trial;
    wend__repair_job job = {.mover = &trial->mover,
                            .pages = &trial->pages,
                            .goals = &trial->goals,
                            .backend = mover->backend,
                            .workspace = workspace,
                            .limits = wend__repair_limits_for(&trial->pages),
                            .since = trial->mover.changed.count};
    wend_rect box = changed_box(attempt);
    for (int32_t y = box.y; y < box.y + box.height; y++)
        for (int32_t x = box.x; x < box.x + box.width; x++) {
            uint32_t cell = wend__index(placement->shape, x, y);
            bool is_same = trial->costs[cell] == mover->costs[cell] && trial->exits[cell] == mover->exits[cell] &&
                           (!mover->clearances || trial->clearances[cell] == mover->clearances[cell]);
            if (!is_same) wend__repair_note(&job, cell);
        }
    return job;
}

/* With the footprint on the copy, and back. Builds and repairs use the attempt's scratch memory: but for where the
 * footprint stands nothing of it is known afterwards. */
static void measure(const wend__attempt *attempt, wend_workspace *workspace, wend_route_change *out) {
    const wend_placement *placement = attempt->placement;
    wend__trial *trial = placement->trial;
    put_on_copy(attempt);
    wend__repair_job job = job_of(attempt, workspace);
    trial->is_other = !repair(placement, &job);
    if (trial->is_other) build(trial, workspace);
    for (uint32_t i = 0; i < placement->source_count; i++) out[i].after = distance_of(placement, i);
    job = job_of(attempt, workspace);
    take_from_copy(attempt);
    if (!trial->is_other) trial->is_other = !repair(placement, &job);
}

wend_status wend_placement_routes(wend_placement *placement, wend_workspace *workspace, const wend_footprint *footprint,
                                  int32_t x, int32_t y, wend_route_change *out) {
    wend__attempt attempt;
    wend_cell at = {x, y};
    if (!placement || !out || !placement->trial) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__attempt_begin(placement, workspace, footprint, &attempt);
    if (status == WEND_OK && placement->trial->is_other) {
        build_anew(placement, workspace);
        status = wend__attempt_begin(placement, workspace, footprint, &attempt);
    }
    if (status != WEND_OK) return status;
    status = wend__attempt_place(&attempt, at);
    for (uint32_t i = 0; i < placement->source_count; i++)
        out[i] = (wend_route_change){placement->trial->before[i], placement->trial->before[i]};
    if (status != WEND_OK) return status;
    if (wend__attempt_cuts(&attempt, at)) status = WEND_CUT_OFF;
    wend__attempt_put(&attempt, at);
    measure(&attempt, workspace, out);
    return status;
}
