/* SPDX-License-Identifier: MIT
 * wend: placement. May something be built here, or would it cut someone off? For games in which walls go up while units
 * are on their way.
 *
 * A placement looks at one mover, at sources (where units come from, or are) and at goals. A footprint put on the map
 * makes its cells walls. It may not stand
 *   off the map, or where any of its cells is a wall already, and
 *   where it would cut a source off: one that reaches a goal now, in its direction of travel, and could not any more.
 * What the mover makes of walls counts: corners, its radius, thin walls, one-way edges, links.
 * - A source that reaches no goal now, or stands where the mover cannot, does not count: nothing cuts it off.
 * - A source that is covered (a wall on it, or too near for the mover to stand there) counts as cut off, unless it
 *   gives way: one that does is pushed out, and not asked about while it is covered.
 * - Goals are the cells that they were resolved to by the last update. A covered one is a goal no more; policies are not
 *   asked again. Covering the last goal of a source cuts it off.
 *
 * Source: planar duality. Removing cells of a grid separates what is round them exactly where walls close a ring
 * through them; see H. Whitney, Non-separable and planar graphs (1932).
 * Threads: any number may call functions that take `const wend_placement *`, each with a workspace of its own, while
 * nobody sets, updates, or updates the mover. */
#ifndef WEND_PLACEMENT_H
#define WEND_PLACEMENT_H

#include <wend/field.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_placement_source {
    int32_t x, y;      /* a cell of the map */
    int32_t gives_way; /* not 0: a unit that is pushed out of what is built on it */
} wend_placement_source;

/* All zero is the default. */
typedef struct wend_placement_desc {
    uint32_t source_capacity; /* sources that can be set [up to 2^20]; 0 means 64 */
    uint32_t goal_capacity;   /* goals that can be set [up to 2^20]; 0 means 64 */
    int32_t routes; /* not 0: wend_placement_routes may be asked. Costs 8 bytes per cell, +2 with a radius, and
                                 a build of distances per update */
} wend_placement_desc;

/* What is put on the map: a rectangle, those cells of it that a mask names, or a list. On hex the cells of a rectangle
 * are those of its rows and columns. */
typedef struct wend_footprint {
    int32_t width, height;  /* [cells] [1..WEND_MAX_SIDE]; 0 means 1 */
    const uint8_t *mask;    /* [height][stride] not 0: this cell too; NULL: all of them. At least one */
    size_t stride;          /* [bytes] from row to row of the mask; 0 means width */
    const wend_cell *cells; /* in place of all that: offsets from the position [|x|, |y| <= WEND_MAX_SIDE]; with the
                               position (0, 0) they are cells of the map */
    size_t cell_count;
} wend_footprint;

typedef struct wend_placement_info {
    uint32_t sources;         /* as set */
    uint32_t counted_sources; /* those of them that reach a goal */
    uint64_t mover_revision;  /* what it was brought up to date with */
    int32_t is_planar;        /* not 0: rectangles are judged by the walls round them alone. Else (a large radius, thin
                                 walls, links, IF_ONE_FREE with 8 neighbours), where a source's distance is saturated,
                                 and for other footprints by searches, where a source's way is touched */
} wend_placement_info;

/* [raw units] distances to the nearest goal, its offset included; WEND_UNREACHABLE: none, or (after) the source is
 * covered. */
typedef struct wend_route_change {
    uint32_t before, after;
} wend_route_change;

typedef struct wend_placement wend_placement;

/* An empty placement for a mover; holds the mover. 22 bytes per cell, on maps of fewer than 64 x 64 cells as much as
 * there. desc NULL is the default. Errors: ARGUMENT, NO_MEMORY. */
WEND_API wend_status wend_placement_create(wend_mover *mover, const wend_placement_desc *desc, wend_placement **out);

/* Gives up the caller's hold. NULL is allowed. */
WEND_API void wend_placement_destroy(wend_placement *placement);

/* Sources, copied; for the next update. Allocates nothing. Errors: ARGUMENT, OUTSIDE, CAPACITY. */
WEND_API wend_status wend_placement_set_sources(wend_placement *placement, const wend_placement_source *sources,
                                                size_t count);

/* Goals, as wend_field_set_goals; for the next update. Errors: ARGUMENT, OUTSIDE (the reference), CAPACITY. */
WEND_API wend_status wend_placement_set_goals(wend_placement *placement, const wend_goal *goals, size_t count,
                                              const wend_goal_options *options);

/* Brings it up to date with its mover, sources and goals: linear in cells. Allocates nothing. OK, or PARTIAL: some goal
 * could not be used (a field with the same goals says which). Errors: ARGUMENT, CAPACITY (the workspace is smaller than
 * the map), BUSY (the mover is being updated in slices). */
WEND_API wend_status wend_placement_update(wend_placement *placement, wend_workspace *workspace);

/* OK, STALE (the mover, sources or goals have changed since the update), or PENDING (never updated). While it is STALE
 * or PENDING all questions below answer just that, and write nothing. They allocate nothing; the workspace is scratch.
 * Errors of all of them: ARGUMENT (also a footprint without cells), CAPACITY (the workspace is smaller than the map),
 * BUSY (the mover is being updated in slices). */
WEND_API wend_status wend_placement_status(const wend_placement *placement);

/* Of the last update, and the sources as set. */
WEND_API void wend_placement_describe(const wend_placement *placement, wend_placement_info *out);

/* May the footprint (NULL: one cell) stand with its upper left cell at (x, y)? OK; else OFF_MAP, IN_WALL (a cell of it
 * is a wall already) or CUT_OFF. */
WEND_API wend_status wend_placement_try(const wend_placement *placement, wend_workspace *workspace,
                                        const wend_footprint *footprint, int32_t x, int32_t y);

/* The same for every position (x, y) of the map at once: out[y * stride + x] is 1 where it may stand, else 0.
 * stride [bytes] at least the map's width. */
WEND_API wend_status wend_placement_preview(const wend_placement *placement, wend_workspace *workspace,
                                            const wend_footprint *footprint, uint8_t *out, size_t stride);

/* The answer of wend_placement_try, and which sources would be cut off: their places among the sources as set, rising,
 * into out [capacity] (may be NULL where capacity is 0); *count is how many there are even where capacity is less. */
WEND_API wend_status wend_placement_cut_off(const wend_placement *placement, wend_workspace *workspace,
                                            const wend_footprint *footprint, int32_t x, int32_t y, uint32_t *out,
                                            size_t capacity, size_t *count);

/* The answer of wend_placement_try, and for every source its distance now and with the footprint in place, exact:
 * out [sources as set]. Where the footprint is OFF_MAP or IN_WALL both are the distance now.
 * Not const: it keeps a copy of the mover, and repairs distances on it. Errors: also ARGUMENT (created without routes). */
WEND_API wend_status wend_placement_routes(wend_placement *placement, wend_workspace *workspace,
                                           const wend_footprint *footprint, int32_t x, int32_t y,
                                           wend_route_change *out);

typedef struct wend_breach {
    const uint32_t *break_costs; /* [256] [raw units] by terrain, to break a wall of it; 0: it cannot be broken */
    uint8_t ground_cost;         /* [1..254] what the mover pays where a wall was; 0 means its unit_cost */
    wend_cell from;
} wend_breach;

typedef struct wend_breach_result {
    uint64_t total; /* [raw units] steps, breaking and the goal's offset; UINT64_MAX where there is no way at all */
    size_t count;   /* walls to break */
} wend_breach_result;

/* The cheapest way from a cell to a goal where walls may be broken, each for the break cost of its terrain: the walls
 * on it in the order of travel, the cell `from` included if it is one, into cells [capacity]. A way leads into and out
 * of a wall through sides alone, never through a thin wall; on open ground as the mover steps. Of ways that tie, each
 * cell goes on to the lowest index. OK (count may be 0: the cheapest way needs none), TRUNCATED (only the beginning was
 * written), CUT_OFF (no way), OFF_MAP (from), TOO_NARROW (from), STALE, PENDING. Reads the map's terrain as it is now:
 * nobody may edit it meanwhile. Allocates nothing. Errors: ARGUMENT, CAPACITY (the workspace), UNSUPPORTED (a mover so
 * wide that it does not fit through a hole of one cell). */
WEND_API wend_status wend_placement_breach(const wend_placement *placement, wend_workspace *workspace,
                                           const wend_breach *breach, wend_cell *cells, size_t capacity,
                                           wend_breach_result *result);

#ifdef __cplusplus
}
#endif

#endif
