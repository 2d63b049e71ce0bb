/* SPDX-License-Identifier: MIT
 * What a placement knows before it is asked: walls, and the walks of sources.
 *
 * Computes: walls as bits and, where the mover is planar, which of them touch; distances to the goals, from which every
 *           source has a walk; which cells the walks lead through and, where planar, how many sources and goals do.
 * Invariant: where no walk leads through the footprint, or loses a step to it, nobody is cut off: only positions on
 *            walks need be judged. Where planar there is one tree per component, rooted at one goal, and goals have
 *            walks too: a tree per goal would not tell on which side other goals are.
 * Cost: a build of distances; walls by runs of a row, near linear; walks only where there are any.
 * Source: runs as in components.c.
 *
 *      S 5 4 . .      S walks 5 4 3 2 1 to the root G; the other goal g joins at the 2: there 1 source and 1 goal
 *      # # 3 2 g      pass, at the 3 1 source
 *      . . # 1 G
 */
#include "field/placement.h"

#include "field/direct.h"
#include "field/integrate.h"
#include "map/components_roots.h"

#include <string.h>

/* Walls. */

static void read_walls(wend_placement *placement) {
    const wend_mover *mover = placement->mover;
    wend__shape shape = placement->shape;
    for (int32_t y = 0; y < shape.height; y++) {
        uint64_t *row = wend__bits_row(&placement->walls, y);
        for (int32_t x = 0; x < shape.width; x += 64) {
            uint32_t cell = wend__index(shape, x, y);
            wend__exit_bits bits;
            mover->exit_bits_of(mover->costs + cell, mover->exits + cell, &bits);
            uint64_t beyond = shape.width - x < 64 ? UINT64_MAX << (shape.width - x) : 0;
            row[x >> 6] = ~bits.open | beyond;
        }
    }
}

static void join(uint32_t *labels, uint32_t a, uint32_t b) {
    wend__join_roots(labels, wend__root_of(labels, a), wend__root_of(labels, b));
}

/* Walls touch where steps cannot lead through between them: at corners too, unless steps cross there. */
static void join_above(wend_placement *placement, int32_t start, int32_t end, int32_t y) {
    wend__shape shape = placement->shape;
    const wend__bits *walls = &placement->walls;
    int32_t before = 1, after = 1;
    if (shape.lattice == WEND_HEX) {
        before = !(y & 1);
        after = y & 1;
    } else if (placement->ways == WEND__SQUARE_8) {
        before = after = 0;
    }
    int32_t x = start > before ? start - before : 0, last = end - 1 + after;
    if (last > shape.width - 1) last = shape.width - 1;
    uint32_t here = wend__index(shape, start, y);
    while (x <= last && (x = wend__bits_find(walls, x, y - 1, true)) <= last) {
        join(placement->labels, here, wend__index(shape, wend__bits_run_start(walls, x, y - 1), y - 1));
        x = wend__bits_find(walls, x, y - 1, false) + 1;
    }
}

/* A run of walls [start, end) of a row. */
static void join_run(wend_placement *placement, int32_t start, int32_t end, int32_t y) {
    wend__shape shape = placement->shape;
    uint32_t *labels = placement->labels, here = wend__index(shape, start, y);
    labels[here] = here;
    if (start == 0 || end == shape.width || y == 0 || y == shape.height - 1)
        join(labels, here, (uint32_t)wend__cell_count(shape));
    if (y > 0) join_above(placement, start, end, y);
}

/* Roots are the lowest of their runs, but for the outside, which is a root alone: what a run hangs under is done. */
static void name_run(wend_placement *placement, int32_t start, int32_t end, int32_t y) {
    uint32_t *label = &placement->labels[wend__index(placement->shape, start, y)];
    (void)end;
    *label = placement->labels[*label];
}

typedef void run_fn(wend_placement *placement, int32_t start, int32_t end, int32_t y);
static void for_runs(wend_placement *placement, run_fn *fn) {
    const wend__bits *walls = &placement->walls;
    int32_t width = placement->shape.width;
    for (int32_t y = 0; y < placement->shape.height; y++)
        for (int32_t start = wend__bits_find(walls, 0, y, true), end; start < width;
             start = end < width ? wend__bits_find(walls, end, y, true) : end) {
            end = wend__bits_find(walls, start, y, false);
            fn(placement, start, end, y);
        }
}

static void label_walls(wend_placement *placement) {
    uint32_t *labels = placement->labels, outside = (uint32_t)wend__cell_count(placement->shape);
    labels[outside] = outside;
    for_runs(placement, join_run);
    for_runs(placement, name_run);
    labels[outside] = labels[labels[outside]];
}

/* Tree. */

typedef struct seeding {
    wend_placement *placement;
    wend__integration integration;
    uint32_t *has_root; /* [cells] by label of a component */
} seeding;

/* Every goal; where planar, the first of each component. */
static void seed_goal(void *context, uint32_t cell, uint32_t offset) {
    (void)offset;
    seeding *seeds = context;
    wend_placement *placement = seeds->placement;
    if (placement->is_planar) {
        uint32_t component = wend__component_of(placement->mover, cell);
        if (seeds->has_root[component]) return;
        seeds->has_root[component] = 1;
        placement->labels[component] = cell;
    }
    wend__integrate_seed(&seeds->integration, cell, 0);
}

static void grow_tree(wend_placement *placement, wend_workspace *workspace) {
    const wend_mover *mover = placement->mover;
    size_t cells = wend__cell_count(placement->shape);
    seeding seeds = {.placement = placement, .has_root = workspace->words};
    memset(seeds.has_root, 0, cells * sizeof *seeds.has_root);
    wend__integrate_begin(&seeds.integration, mover, &placement->tree, mover->backend, &workspace);
    wend__goals_visit(&placement->goals, mover, seed_goal, &seeds);
    wend__integrate_run(&seeds.integration, NULL, NULL, 0, WEND_UNREACHABLE);
    wend__direct(mover, &placement->tree, mover->backend, false, NULL);
}

static uint32_t next_by_link(const wend_placement *placement, uint32_t cell) {
    const wend_mover *mover = placement->mover;
    uint32_t value = wend__placement_value(placement, cell);
    wend__link_walk walk = wend__links_out_of(mover->links, cell);
    while (wend__next_usable_link(mover, &walk)) {
        uint32_t there = wend__placement_value(placement, walk.other);
        if (there == WEND_UNREACHABLE) continue;
        if (wend__saturating_add(there, wend__link_cost(mover, walk.links, walk.place)) == value) return walk.other;
    }
    return cell;
}

uint32_t wend__placement_next(const wend_placement *placement, uint32_t cell, int *direction) {
    wend__shape shape = placement->shape;
    wend_cell where = wend__cell_of(shape, cell);
    uint32_t slot = wend__slot(&placement->tree, where.x, where.y), value = placement->tree.values[slot];
    *direction = -1;
    if (value == 0 || value >= WEND_SATURATED_VALUE) return cell;
    uint32_t best = placement->tree.directions[slot];
    if (!best) return next_by_link(placement, cell);
    *direction = wend__lowest_bit(best);
    wend_cell there = wend__neighbour(shape.lattice, where, *direction);
    return wend__index(shape, there.x, there.y);
}

/* Walks. */

/* From a cell on, up to where others have been. come_in [cells]: how many walks come into a cell. */
static void walk(wend_placement *placement, uint32_t cell, uint32_t *come_in) {
    for (;;) {
        wend_cell where = wend__cell_of(placement->shape, cell);
        if (wend__bits_at(&placement->walks, where.x, where.y)) return;
        wend__bits_set(&placement->walks, where.x, where.y);
        placement->orders[cell] = placement->walk_cells++;
        int direction;
        uint32_t next = wend__placement_next(placement, cell, &direction);
        if (next == cell) return;
        come_in[next]++;
        cell = next;
    }
}

#define DONE UINT32_MAX

/* Adds up from the beginnings of walks; where several come in, the last of them goes on. */
static void add_up(wend_placement *placement, uint32_t cell, uint32_t *come_in) {
    if (come_in[cell]) return;
    come_in[cell] = DONE;
    for (;;) {
        int direction;
        uint32_t next = wend__placement_next(placement, cell, &direction);
        if (next == cell) return;
        placement->passing[next].sources += placement->passing[cell].sources;
        placement->passing[next].goals += placement->passing[cell].goals;
        if (--come_in[next]) return;
        come_in[next] = DONE;
        cell = next;
    }
}

typedef struct walking {
    wend_placement *placement;
    uint32_t *come_in;
} walking;

static void walk_from_goal(void *context, uint32_t cell, uint32_t offset) {
    (void)offset;
    walking *job = context;
    wend_cell where = wend__cell_of(job->placement->shape, cell);
    wend__bits_set(&job->placement->stakes, where.x, where.y);
    job->placement->passing[cell].goals++;
    walk(job->placement, cell, job->come_in);
}

static void add_up_from_goal(void *context, uint32_t cell, uint32_t offset) {
    (void)offset;
    walking *job = context;
    add_up(job->placement, cell, job->come_in);
}

static uint32_t source_cell(const wend_placement *placement, uint32_t place) {
    return wend__index(placement->shape, placement->sources[place].x, placement->sources[place].y);
}

/* How many sources count, and on how many cells they stand; whether all of them have walks. */
static void count_sources(wend_placement *placement, uint32_t *is_counted) {
    placement->counted_sources = placement->counted_cells = 0;
    placement->is_unknown = false;
    for (uint32_t i = 0; i < placement->source_count; i++) {
        uint32_t cell = source_cell(placement, i), value = wend__placement_value(placement, cell);
        if (value == WEND_UNREACHABLE) continue;
        if (value == WEND_SATURATED_VALUE) placement->is_unknown = true;
        placement->counted_sources++;
        placement->counted_cells += !is_counted[cell];
        is_counted[cell] = 1;
    }
}

static void walk_all(wend_placement *placement, uint32_t *come_in) {
    size_t cells = wend__cell_count(placement->shape);
    walking job = {placement, come_in};
    memset(come_in, 0, cells * sizeof *come_in);
    placement->walk_cells = 0;
    wend__bits_clear(&placement->walks);
    wend__bits_clear(&placement->stakes);
    if (placement->is_planar) {
        memset(placement->passing, 0, cells * sizeof *placement->passing);
        wend__goals_visit(&placement->goals, placement->mover, walk_from_goal, &job);
    }
    for (uint32_t i = 0; i < placement->source_count; i++) {
        uint32_t cell = source_cell(placement, i);
        if (wend__placement_value(placement, cell) == WEND_UNREACHABLE) continue;
        if (placement->is_planar) placement->passing[cell].sources++;
        if (!placement->sources[i].gives_way)
            wend__bits_set(&placement->stakes, placement->sources[i].x, placement->sources[i].y);
        walk(placement, cell, come_in);
    }
    if (!placement->is_planar) return;
    wend__goals_visit(&placement->goals, placement->mover, add_up_from_goal, &job);
    for (uint32_t i = 0; i < placement->source_count; i++)
        if (wend__placement_value(placement, source_cell(placement, i)) != WEND_UNREACHABLE)
            add_up(placement, source_cell(placement, i), come_in);
}

static bool has_usable_link(const wend_mover *mover) {
    for (uint32_t i = 0; mover->links && i < mover->links->count; i++)
        if (wend__link_is_usable(mover, mover->links, i)) return true;
    return false;
}

/* With one free cell beside it enough, a diagonal step may have a single way round: walks then lead through a cell that
 * they do not name. */
void wend__placement_survey(wend_placement *placement, wend_workspace *workspace) {
    const wend_mover *mover = placement->mover;
    placement->is_planar = !placement->is_wide && placement->reach == 0 && !mover->has_walls && !has_usable_link(mover);
    read_walls(placement);
    if (placement->is_planar) label_walls(placement);
    grow_tree(placement, workspace);
    memset(workspace->words, 0, wend__cell_count(placement->shape) * sizeof *workspace->words);
    count_sources(placement, workspace->words);
    walk_all(placement, workspace->words);
}
