/* SPDX-License-Identifier: MIT
 * Crowded cells cost more: so crowds spread over parallel ways.
 *
 * Computes: per cell an overlay byte: what the agents in the 3x3 cells round it cost, less what is free, smoothed
 *           over time.
 * Invariant: whole numbers; workers take rows, so that the order of agents does not matter.
 * Cost: cells + agents; each worker reads where all agents are.
 * Source: own.
 *
 *      . . . . .      0 1 1 1 0        one agent at the * costs a ninth in each of the nine cells
 *      . . * . .  ->  0 1 1 1 0
 *      . . . . .      0 1 1 1 0
 */
#include "crowd/crowd_step.h"
#include "map/mover.h"

#include <string.h>

#define STANDS 0.25f /* of its top speed: slower is standing */
#define MOST_IN_CELL 60000u

typedef struct wend__crowding {
    wend_crowd *crowd;
    const wend_mover *mover;
    wend_congestion_desc desc;
} wend__crowding;

/* What the agents in the cells of some rows cost. */
static void count_rows(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend__crowding *crowding = context;
    const wend_crowd *crowd = crowding->crowd;
    size_t width = (size_t)crowd->shape.width;
    memset(crowd->crowded + begin * width, 0, (end - begin) * width * sizeof *crowd->crowded);
    for (uint32_t slot = 0; slot < crowd->places; slot++) {
        wend_cell cell;
        const float *at = crowd->at + 2 * (size_t)slot;
        if (!wend__crowd_is_alive(crowd, slot) || !wend__pick(crowd->shape, at[0], at[1], &cell)) continue;
        if ((uint32_t)cell.y < begin || (uint32_t)cell.y >= end) continue;
        bool stands = crowd->agents[slot].progress < STANDS * crowd->agents[slot].speed;
        uint16_t *sum = &crowd->crowded[(size_t)cell.y * width + (size_t)cell.x];
        uint32_t more = stands ? crowding->desc.per_standing : crowding->desc.per_agent;
        if (*sum + more <= MOST_IN_CELL) *sum = (uint16_t)(*sum + more);
    }
}

static uint32_t sum_of_row(const uint16_t *row, int32_t x, int32_t width) {
    uint32_t sum = row[x];
    if (x > 0) sum += row[x - 1];
    if (x + 1 < width) sum += row[x + 1];
    return sum;
}

/* From an old value towards a new one, rounded so that it gets there. */
static uint8_t smoothed(uint32_t old, uint32_t wanted, uint32_t smoothing) {
    uint32_t share = 8 - smoothing;
    return (uint8_t)(wanted > old ? old + ((wanted - old) * share + 7) / 8 : old - ((old - wanted) * share + 7) / 8);
}

static void cost_rows(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend__crowding *crowding = context;
    const wend_crowd *crowd = crowding->crowd;
    const wend_congestion_desc *desc = &crowding->desc;
    int32_t width = crowd->shape.width;
    uint32_t free_cost = desc->free_percent * desc->per_agent * 9 / 100;
    for (uint32_t y = begin; y < end; y++) {
        const uint16_t *row = crowd->crowded + (size_t)y * (size_t)width;
        const uint8_t *before = crowding->mover->overlay ? crowding->mover->overlay + (size_t)y * (size_t)width : NULL;
        for (int32_t x = 0; x < width; x++) {
            uint32_t sum = sum_of_row(row, x, width);
            if (y > 0) sum += sum_of_row(row - width, x, width);
            if (y + 1 < (uint32_t)crowd->shape.height) sum += sum_of_row(row + width, x, width);
            uint32_t cost = sum > free_cost ? (sum - free_cost) / 9 : 0, old = before ? before[x] : 0;
            crowd->costs[(size_t)y * (size_t)width + (size_t)x] =
                smoothed(old, cost < 254 ? cost : 254, desc->smoothing);
        }
    }
}

static bool take_desc(const wend_congestion_desc *desc, wend_congestion_desc *out) {
    *out = desc ? *desc : (wend_congestion_desc){0};
    if (!out->free_percent) out->free_percent = 50;
    if (!out->per_agent) out->per_agent = 10;
    if (!out->per_standing) out->per_standing = 18;
    if (!out->smoothing) out->smoothing = 4;
    return out->free_percent <= 1000 && out->per_agent <= 254 && out->per_standing <= 254 && out->smoothing <= 7;
}

wend_status wend_crowd_write_congestion(wend_crowd *crowd, wend_mover *mover, const wend_congestion_desc *desc,
                                        const wend_tasks *tasks) {
    wend__crowding crowding = {.crowd = crowd, .mover = mover};
    if (!crowd || !mover || !crowd->crowded || mover->map != crowd->map) return WEND_ERROR_ARGUMENT;
    if (!take_desc(desc, &crowding.desc) || !wend__tasks_are_valid(tasks)) return WEND_ERROR_ARGUMENT;
    uint64_t begin = tasks && tasks->clock ? tasks->clock(tasks->user) : 0;
    uint32_t rows = (uint32_t)crowd->shape.height, grain = wend__crowd_grain(rows, tasks, 16);
    wend__parallel_for(tasks, rows, grain, count_rows, &crowding);
    wend__parallel_for(tasks, rows, grain, cost_rows, &crowding);
    wend_rect whole = {0, 0, crowd->shape.width, crowd->shape.height};
    wend_status status = wend_mover_write_overlay(mover, whole, crowd->costs, (size_t)crowd->shape.width);
    if (tasks && tasks->clock) crowd->nanoseconds[WEND_STAGE_CONGESTION] += tasks->clock(tasks->user) - begin;
    return status;
}
