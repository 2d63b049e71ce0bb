/* SPDX-License-Identifier: MIT
 * wend: the mover, one class of unit. What it pays to cross each cell, and which steps it may take: the graph that
 * every field and every search reads.
 *
 * Step cost, in raw units: MEAN  length * (cost here + cost there)
 *                          ENTER 2 * length * cost of the cell entered
 * with length 70 for a step through a side and `diagonal` for one through a corner. So 140 * unit_cost raw units are
 * 1.0: one straight step on ground that costs unit_cost.
 *
 * Threads: any number may call functions that take `const wend_mover *` while nobody updates the mover. None of them
 * looks at the map's edits: one thread may edit the map meanwhile. */
#ifndef WEND_MOVER_H
#define WEND_MOVER_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_RAW_PER_COST 140u /* raw units of a straight step, by cost: WEND_RAW_PER_COST * unit_cost are 1.0 */
#define WEND_BLOCKED 255       /* a cost that cannot be paid */
#define WEND_MAX_RADIUS 8192   /* [1/256 cell] */
#define WEND_NO_COMPONENT UINT32_MAX

/* May a diagonal step pass a blocked cell?   c: from, d: to, a and b: the two cells beside the step.
 *
 *      c a    NEVER        a and b are free, and no edge of the 2x2 is closed in the direction of travel
 *      b d    IF_ONE_FREE  c -> a -> d or c -> b -> d is a complete way of two straight steps
 *             ALWAYS       a and b do not matter; a thin wall that ends at the corner still stops the step
 *
 *      NEVER IF_ONE ALWAYS
 *      c .    yes   yes    yes        c #    no    yes    yes        c #    no    no     yes
 *      . d                            . d                            # d
 */
typedef enum wend_corner_rule {
    WEND_CORNER_NEVER = 0,
    WEND_CORNER_IF_ONE_FREE = 1,
    WEND_CORNER_ALWAYS = 2
} wend_corner_rule;

typedef enum wend_step_rule { WEND_STEP_MEAN = 0, WEND_STEP_ENTER = 1 } wend_step_rule;

/* All zero is the default mover. */
typedef struct wend_mover_desc {
    const uint8_t *costs;         /* 256 costs by terrain, copied [1..254, or WEND_BLOCKED]; NULL: terrain 0 costs 1,
                                     terrain t costs t, 255 is blocked */
    uint32_t unit_cost;           /* the cost that counts as 1.0 [1..254]; 0 means 1 */
    uint32_t neighbours;          /* 8 or 4 on squares, 6 on hex; 0 means 8 or 6 */
    wend_corner_rule corner_rule; /* for diagonal steps on squares */
    wend_step_rule step_rule;
    uint32_t diagonal;       /* length of a diagonal step: 70, 99, 105 or 140; 0 means 99 (sqrt 2) */
    uint32_t radius;         /* [1/256 cell] [0..WEND_MAX_RADIUS] the disc that must fit, round every centre and
                                     along every step, clear of walls and of the outline; exact, in integers */
    uint32_t class_bits;     /* which links it may use: those whose class_mask is 0 or shares a bit */
    uint32_t overlay_weight; /* [1/256] [0..65535]; 0 means 256 */
    wend_backend backend;    /* what updates work with; 0 is the best one that there is */
} wend_mover_desc;

/* What updates of a mover have done, its creation not counted. */
typedef struct wend_mover_info {
    uint64_t revision;      /* that of wend_mover_revision */
    uint64_t updates;       /* calls of wend_mover_update, and updates in slices */
    uint64_t whole_updates; /* those that looked at every cell: the map's log, or that of the overlay, had forgotten an
                               edit, the overlay's weight had changed, or the edits covered more than the map */
    uint64_t relabels;      /* those that labelled the components of all cells anew: nearly everything had changed, or
                               a part was cut off that was too large to search for */
    uint64_t changed;       /* cells found different, one that differs in several ways counted several times */
} wend_mover_info;

typedef struct wend_mover wend_mover;

/* Is this desc (NULL: the default) good for this map? WEND_OK, ERROR_ARGUMENT, or ERROR_UNSUPPORTED (the
 * back end). bad_terrain (may be NULL) is the first terrain whose cost is 0, or -1 if there is none or the fault lies
 * elsewhere. */
WEND_API wend_status wend_mover_check(const wend_map *map, const wend_mover_desc *desc, int32_t *bad_terrain);

/* A mover on a map, up to date with it. Holds the map. 6 bytes per cell, 0.2 more for the list of what changed and the
 * names of components, +2 with a radius, +1 from the first overlay on. desc NULL is the default.
 * Errors: ARGUMENT, NO_MEMORY, UNSUPPORTED (the back end). */
WEND_API wend_status wend_mover_create(wend_map *map, const wend_mover_desc *desc, wend_mover **out);

/* Gives up the caller's hold; fields made from the mover keep it alive. NULL is allowed. */
WEND_API void wend_mover_destroy(wend_mover *mover);

/* The map it was made on; the mover holds it, the caller gets no hold of its own. */
WEND_API wend_map *wend_mover_map(const wend_mover *mover);

/* The desc after defaults; its costs point into the mover; its backend is the one that was chosen. An overlay_weight
 * that was set to 0 is 0 here, which a new mover takes for 256: set it again. */
WEND_API void wend_mover_describe(const wend_mover *mover, wend_mover_desc *out);

/* Brings costs, exits, links and components up to date with the map and the overlay, only where the log says something
 * was edited; everywhere where the log has forgotten, the overlay's weight has changed or the edits cover more than the
 * map. Components: where a way is closed and its ends do not meet nearby, both sides are searched in turns, until they
 * meet or the smaller one is known; where that would take longer, all are labelled anew. The order and the grouping of
 * edits never matter. Allocates nothing. Errors: ARGUMENT, BUSY (a build in slices of one of its fields is open). */
WEND_API wend_status wend_mover_update(wend_mover *mover);

/* The same in slices: takes in what was edited before the first step, a little at a time; later edits wait for the next
 * update. PENDING while something is left to do; OK once the mover is up to date with that. A step does at least one
 * piece of work: up to 512 cells of a row, 32 where each looks round a radius, rows of 16384 cells for components, or
 * all links.
 * Without a budget it does all that is left. In between, costs and places are of then in some cells and of now in
 * others, no cell has a component, and what would search the mover's map answers BUSY: builds and updates of its
 * fields, paths, ranges, placements, snapshots. Its fields are STALE and answer, samples too, by the values that they
 * have. wend_mover_update does what is left, and all later edits. Allocates nothing. Errors: ARGUMENT (or no clock),
 * BUSY as above. */
WEND_API wend_status wend_mover_step(wend_mover *mover, const wend_budget *budget);

/* How updates went. Allocates nothing; any thread. */
WEND_API void wend_mover_read_info(const wend_mover *mover, wend_mover_info *out);

/* Changes only when an update found a cost, an exit, a way out of a wall or a link different: what was put
 * back before the update is no change. */
WEND_API uint64_t wend_mover_revision(const wend_mover *mover);

/* The overlay: one more byte per cell, 0 at first; cost = min(254, base + (weight * overlay >> 8)). It never blocks and
 * never opens a cell. Takes effect at the next update. The first call allocates 1 byte per cell.
 * Errors: ARGUMENT, OUTSIDE, NO_MEMORY. */
WEND_API wend_status wend_mover_fill_overlay(wend_mover *mover, wend_rect rect, uint8_t value);
/* values: [rect.height][stride] bytes, stride at least rect.width. */
WEND_API wend_status wend_mover_write_overlay(wend_mover *mover, wend_rect rect, const uint8_t *values, size_t stride);
/* [1/256] [0..65535], here 0 means 0. Takes effect, everywhere, at the next update. Errors: ARGUMENT. */
WEND_API wend_status wend_mover_set_overlay_weight(wend_mover *mover, uint32_t weight);

/* What the mover pays in (x, y) [1..254], or WEND_BLOCKED where it is blocked or off the map. */
WEND_API uint8_t wend_mover_cost(const wend_mover *mover, int32_t x, int32_t y);
/* Bit k is set where the step in direction k is allowed. 0 off the map. */
WEND_API uint8_t wend_mover_exits(const wend_mover *mover, int32_t x, int32_t y);
/* Can it stand there? OK, IN_WALL, TOO_NARROW or OFF_MAP. */
WEND_API wend_status wend_mover_place(const wend_mover *mover, int32_t x, int32_t y);
/* Cells with different components cannot reach each other, either way. Cells with the same one can, unless a one-way
 * edge or link stands in the way. The number is the lowest index in the component; WEND_NO_COMPONENT where it cannot
 * stand. */
WEND_API uint32_t wend_mover_component(const wend_mover *mover, int32_t x, int32_t y);
/* Is there a way from one cell to another? OK: there is. CUT_OFF: there is none. Else why the question makes no sense:
 * OFF_MAP (either cell), IN_WALL or TOO_NARROW (the start), GOAL_BLOCKED (the target). Components answer at once, but
 * where one-way edges or links are in play and both cells are of one component: then the cells that can be reached are
 * searched, in time linear in them. Any workspace for as many cells as the map has; allocates nothing. Any number of
 * threads, a workspace each. Errors: ARGUMENT, CAPACITY (the workspace is too small), BUSY (the mover is being updated
 * in slices). */
WEND_API wend_status wend_reachable(const wend_mover *mover, wend_workspace *workspace, wend_cell from, wend_cell to);
/* Raw cost of the step from (x, y) in a direction, or UINT32_MAX where it is not allowed. */
WEND_API uint32_t wend_mover_step_cost(const wend_mover *mover, int32_t x, int32_t y, wend_direction direction);

#ifdef __cplusplus
}
#endif

#endif
