/* SPDX-License-Identifier: MIT
 * How long the routes of sources get.
 *
 * Computes: distances on a copy of the mover with the footprint on it.
 * Invariant: the copy equals the mover but for the time of a question, so that no edit of the map is needed; and what
 *            the footprint does to exits is what the mover itself would find.
 * Cost: a build of distances, besides the footprint.
 *
 *      . . .      exits    1 of the eight steps beside F remains where F is passed at a corner, by the
 *      . F .      round    corner rule; none of those onto it
 *      . . .      F
 */
#include "field/placement_attempt.h"

#include "field/integrate.h"

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
    bool is_good = trial->costs && trial->exits && trial->before && (!mover->clearances || trial->clearances);
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
    wend__pages_destroy(&trial->pages, allocator);
    wend__release(allocator, trial, 1, sizeof *trial);
}

/* Distances. */

typedef struct seeding {
    wend__integration integration;
    const uint8_t *flags; /* goals that are gone seed nothing; NULL: none is */
} seeding;

static void seed_goal(void *context, uint32_t cell, uint32_t offset) {
    seeding *seeds = context;
    if (!seeds->flags || !(seeds->flags[cell] & WEND__GONE)) wend__integrate_seed(&seeds->integration, cell, offset);
}

/* The pages learn from a revision of its own that the copy is not what it was. */
static void measure(const wend_placement *placement, wend_workspace *workspace, const uint8_t *flags) {
    wend__trial *trial = placement->trial;
    trial->mover.revision = ++trial->revision;
    trial->mover.links = placement->mover->links;
    seeding seeds = {.flags = flags};
    wend__integrate_begin(&seeds.integration, &trial->mover, &trial->pages, trial->mover.backend, &workspace);
    wend__goals_visit(&placement->goals, placement->mover, seed_goal, &seeds);
    wend__integrate_run(&seeds.integration, NULL, NULL, 0, WEND_UNREACHABLE);
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
    trial->mover.links = NULL; /* its own hold is the mover's: it is asked each time */
    size_t halo = mover->halo, count = wend__haloed_count(mover);
    memcpy(trial->costs - halo, mover->costs - halo, count);
    memcpy(trial->exits - halo, mover->exits - halo, count);
    if (mover->clearances)
        memcpy(trial->clearances - halo, mover->clearances - halo, count * sizeof *trial->clearances);
    measure(placement, workspace, NULL);
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

wend_status wend_placement_routes(wend_placement *placement, wend_workspace *workspace, const wend_footprint *footprint,
                                  int32_t x, int32_t y, wend_route_change *out) {
    wend__attempt attempt;
    wend_cell at = {x, y};
    if (!placement || !out || !placement->trial) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__attempt_begin(placement, workspace, footprint, &attempt);
    if (status != WEND_OK) return status;
    status = wend__attempt_place(&attempt, at);
    for (uint32_t i = 0; i < placement->source_count; i++)
        out[i] = (wend_route_change){placement->trial->before[i], placement->trial->before[i]};
    if (status != WEND_OK) return status;
    if (wend__attempt_cuts(&attempt, at)) status = WEND_CUT_OFF;
    wend__attempt_put(&attempt, at);
    put_on_copy(&attempt);
    measure(placement, workspace, attempt.flags);
    for (uint32_t i = 0; i < placement->source_count; i++) out[i].after = distance_of(placement, i);
    take_from_copy(&attempt);
    return status;
}
