/* SPDX-License-Identifier: MIT
 * Allocation: the nearest of many sources, for every cell.
 *
 * Computes: the least (offset + cost of the walk, number) over all sources.
 * Invariant: numbers travel as labels of the search, which knows them by the time a cell is settled.
 * Cost: one search, and the rectangle that is written.
 *
 *      A a a b b       A, B: sources; a, b: whose a cell is. In the middle both are as far: the lower number has it
 *      a a # b B
 */
#include "field/allocation.h"

wend_status wend__allocation_check(const wend_goal *goals, size_t count) {
    if (count && !goals) return WEND_ERROR_ARGUMENT;
    if (count > WEND__MAX_GOALS) return WEND_ERROR_SIZE;
    for (size_t i = 0; i < count; i++)
        if (!wend__goal_is_valid(&goals[i])) return WEND_ERROR_ARGUMENT;
    return WEND_OK;
}

typedef struct seeding {
    wend__spread *spread;
    uint32_t number;
} seeding;

static void seed_cell(void *context, uint32_t cell, uint32_t offset) {
    const seeding *of = context;
    wend__spread_seed(of->spread, cell, offset, of->number);
}

wend_status wend__allocation_seed(wend__spread *spread, const wend_goal *goal, uint32_t number) {
    wend_goal one = *goal;
    wend_goal_result result;
    wend__goals goals = {.goals = &one, .results = &result, .count = 1, .capacity = 1};
    seeding of = {spread, number};
    wend__goals_resolve(&goals, spread->mover, NULL);
    wend__goals_visit(&goals, spread->mover, seed_cell, &of);
    return result.status;
}

static void write_cells(const wend__spread *spread, const wend_allocation_out *out) {
    wend_rect rect = out->rect;
    if (out->sources) wend__rect_clear(rect, out->sources, out->sources_stride);
    if (out->values) wend__rect_clear(rect, out->values, out->values_stride);
    for (uint32_t i = 0; i < spread->settled_count; i++) {
        uint32_t cell = spread->settled[i], x, y;
        if (!wend__is_in_rect(spread->mover->shape, cell, rect, &x, &y)) continue;
        if (out->sources) out->sources[(size_t)y * out->sources_stride + x] = spread->nodes[cell].label;
        if (out->values) out->values[(size_t)y * out->values_stride + x] = spread->values[cell];
    }
}

static wend_status check_out(const wend_mover *mover, const wend_allocation_out *out) {
    if (!wend__rect_is_on(mover->shape, out->rect)) return WEND_ERROR_OUTSIDE;
    size_t width = (size_t)out->rect.width;
    bool is_good = (!out->sources || out->sources_stride >= width) && (!out->values || out->values_stride >= width);
    return is_good ? WEND_OK : WEND_ERROR_ARGUMENT;
}

wend_status wend_allocate_cells(const wend_mover *mover, wend_workspace *workspace, const wend_goal *sources,
                                size_t count, wend_heading heading, uint32_t max_distance,
                                const wend_allocation_out *out, wend_status *statuses) {
    if (!mover || !workspace || !out) return WEND_ERROR_ARGUMENT;
    if (!wend__heading_is_valid(heading)) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__allocation_check(sources, count);
    if (status == WEND_OK) status = check_out(mover, out);
    if (status == WEND_OK) status = wend__mover_check(mover, workspace);
    if (status != WEND_OK) return status;

    wend__spread spread;
    wend__spread_begin(&spread, mover, workspace, heading);
    wend__spread_clear(&spread, wend__allocation_limit(max_distance));
    for (uint32_t i = 0; i < count; i++) {
        wend_status seeded = wend__allocation_seed(&spread, &sources[i], i);
        if (statuses) statuses[i] = seeded;
        if (seeded != WEND_OK) status = WEND_PARTIAL;
    }
    while (wend__spread_settle_level(&spread)) continue;
    write_cells(&spread, out);
    wend__spread_clear(&spread, 0);
    return status;
}
