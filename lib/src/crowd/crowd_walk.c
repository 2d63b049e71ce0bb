/* SPDX-License-Identifier: MIT
 * Every agent moves: by its velocity, then by what separates it from others, after each as far as walls let it.
 *
 * Computes: next from at and the velocity; then at from next and what the kernel of separation put there.
 * Invariant: nobody ends in a wall, whatever the push: see crowd_move.c and crowd_wide.c. Where all cells round an
 *            agent are open there is nothing to see to: it walks a quarter of a cell and is pushed thrice by at most
 *            0.08, and its radius is at most half a cell.
 * Cost: agents; most of them next to nothing. */
#include "crowd/crowd_move.h"
#include "crowd/crowd_step.h"

#include <math.h>

#define LEAST_GAP 0.03125f
#define GREATEST_HEX_GAP 0.24f /* a side between two closed ones is 0.577 wide, and its middle 0.25 from their lines */

static float gap_of(const wend_crowd *crowd, float radius) {
    float gap = radius > LEAST_GAP ? radius : LEAST_GAP;
    bool is_too_wide = crowd->shape.lattice == WEND_HEX && gap > GREATEST_HEX_GAP;
    return is_too_wide ? GREATEST_HEX_GAP : gap;
}

/* What its lane says already need not be fetched from afar. */
static const wend__led *led_of(const wend_crowd *crowd, uint32_t place) {
    uint32_t number = wend__bound_for(&crowd->lanes, place);
    return &crowd->fields[number == WEND__OWN_WAY ? crowd->agents[crowd->binning.slots[place]].field : number];
}

/* Where a move ends, walls minded. */
static wend__point moved(const wend_crowd *crowd, uint32_t place, uint8_t way, wend__point from, wend__point by) {
    const wend__led *led = led_of(crowd, place);
    wend_cell cell;
    if (!led->field || !wend__pick(crowd->shape, from.x, from.y, &cell)) return from;
    float radius = wend__lane_others(&crowd->lanes, place)[WEND__RADIUS];
    wend__walker walker = {led->mover, &crowd->outline, gap_of(crowd, radius)};
    uint32_t index = wend__index(crowd->shape, cell.x, cell.y);
    bool stands_free = !wend__is_blocked(led->mover, index);
    if (way < WEND__WAY_FREE) {
        bool is_open = !stands_free || (wend__exits_of(led->mover, index) >> way & 1);
        float length = sqrtf(by.x * by.x + by.y * by.y);
        return is_open ? wend__crowd_pass_gate(&walker, cell, way, from, length) : from;
    }
    if (!stands_free) return from;
    /* Of a cell where the mover does not fit the exits say nothing. */
    bool is_wide = radius > WEND__OPEN_RADIUS || !wend__is_free(led->mover, index);
    return is_wide ? wend__crowd_slide_wide(led->field, radius, from, by) : wend__crowd_slide(&walker, cell, from, by);
}

static void walk_one(const wend_crowd *crowd, uint32_t place) {
    const wend__lanes *lanes = &crowd->lanes;
    uint8_t way = lanes->ways[place] & WEND__WAY_MASK;
    wend__point from = {lanes->at[2 * (size_t)place], lanes->at[2 * (size_t)place + 1]}, to = from;
    wend__point by = {lanes->wish_x[place] * lanes->dt, lanes->wish_y[place] * lanes->dt};
    if (way == WEND__WAY_OPEN)
        to = (wend__point){from.x + by.x, from.y + by.y};
    else if (way != WEND__WAY_NONE)
        to = moved(crowd, place, way, from, by);
    lanes->next[2 * (size_t)place] = to.x;
    lanes->next[2 * (size_t)place + 1] = to.y;
}

static void walk_blocks(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend_crowd *crowd = context;
    for (uint32_t place = begin * WEND__BLOCK; place < end * WEND__BLOCK; place++) walk_one(crowd, place);
}

void wend__crowd_walk(wend_crowd *crowd, const wend_tasks *tasks) {
    uint32_t blocks = crowd->lanes.blocks;
    wend__parallel_for(tasks, blocks, wend__crowd_grain(blocks, tasks, WEND__BLOCKS_AT_ONCE), walk_blocks, crowd);
}

/* Separation. */

static void mind_walls(const wend_crowd *crowd, uint32_t place) {
    const wend__lanes *lanes = &crowd->lanes;
    uint8_t way = lanes->ways[place] & WEND__WAY_MASK;
    bool is_pushed = memcmp(lanes->at + 2 * (size_t)place, lanes->next + 2 * (size_t)place, 2 * sizeof(float)) != 0;
    if (!is_pushed || way == WEND__WAY_OPEN) return;
    wend__point from = {lanes->next[2 * (size_t)place], lanes->next[2 * (size_t)place + 1]}, to = from;
    wend__point by = {lanes->at[2 * (size_t)place] - from.x, lanes->at[2 * (size_t)place + 1] - from.y};
    if (way == WEND__WAY_FREE || way == WEND__WAY_LINK) to = moved(crowd, place, way, from, by);
    lanes->at[2 * (size_t)place] = to.x;
    lanes->at[2 * (size_t)place + 1] = to.y;
}

/* For everybody in a block. */
static bool is_open_ground(const wend__lanes *lanes, uint32_t block) {
    const uint8_t *ways = lanes->ways + (size_t)block * WEND__BLOCK;
    uint32_t others = 0;
    for (uint32_t lane = 0; lane < WEND__BLOCK; lane++) others |= (ways[lane] & WEND__WAY_MASK) ^ WEND__WAY_OPEN;
    return others == 0;
}

static void separate_blocks(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend_crowd *crowd = context;
    wend__crowd_kernel *kernel = WEND__WIDE_PICK(crowd->backend, wend__separate);
    for (uint32_t block = begin; block < end; block++) {
        kernel(&crowd->lanes, &crowd->binning, block, block + 1);
        if (is_open_ground(&crowd->lanes, block)) continue;
        for (uint32_t lane = 0; lane < WEND__BLOCK; lane++) mind_walls(crowd, block * WEND__BLOCK + lane);
    }
}

void wend__crowd_separate(wend_crowd *crowd, const wend_tasks *tasks) {
    wend__lanes *lanes = &crowd->lanes;
    uint32_t grain = wend__crowd_grain(lanes->blocks, tasks, WEND__BLOCKS_AT_ONCE);
    for (int i = 0; i < WEND__SEPARATIONS; i++) {
        wend__parallel_for(tasks, lanes->blocks, grain, separate_blocks, crowd);
        float *before = lanes->at;
        lanes->at = lanes->next;
        lanes->next = before;
    }
}
