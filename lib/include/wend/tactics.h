/* SPDX-License-Identifier: MIT
 * wend: tactics. Where can a unit get, what can hit a cell, whose is it, where to flee: on the graph of a mover, in the
 * same raw units as its fields.
 *
 * Which question is which, for "within so much":
 *   a field built with max_distance   from which cells a goal can be reached for so much: walks lead to the goals
 *   wend_range_find                   which cells a unit can reach for so much: walks lead away from it. With ENTER,
 *                                     one-way edges or links that is another set
 *   wend_threat_add                   how many of many units can reach a cell, each with its own range
 *   wend_allocate_cells               which of many sources is nearest to a cell
 *   wend_field_directions             all equally good steps of a cell, as bits
 * Danger and congestion belong into costs: a map of counts becomes part of a mover's overlay by
 * wend_overlay_write_counts, and every field and route of that mover keeps away from there as far as it is worth it.
 *
 * Source: E. W. Dijkstra (1959); R. K. Ahuja, K. Mehlhorn, J. B. Orlin, R. E. Tarjan, Faster Algorithms for the
 * Shortest Path Problem (1990), for the queue.
 * Nothing here allocates, but for the first overlay of a mover. Work and memory written grow with the cells reached,
 * not with the map, except where it says so. Strides are at least a row of the rectangle, or 0 where that is said.
 * Threads: any number may ask questions of one mover while nobody updates it or writes its overlay, each with a
 * workspace of its own. While a mover is being updated in slices all of them answer BUSY. */
#ifndef WEND_TACTICS_H
#define WEND_TACTICS_H

#include <wend/field.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_NO_SOURCE UINT32_MAX
#define WEND_MAX_DESIRES 64
#define WEND_MAX_DESIRE (1 << 20) /* [1/256] of a weight, either way */

/* Which way the walks lead that are measured. */
typedef enum wend_heading {
    WEND_OUTWARDS = 0, /* from the source to the cell: a unit that moves, a shot that is carried */
    WEND_INWARDS = 1   /* from the cell to the source, as to the goal of a field */
} wend_heading;

typedef struct wend_range_source {
    wend_cell cell;
    uint32_t range; /* [raw units] a cell is in range where the walk costs at most this. 0: the source's own cell alone;
                       WEND_UNREACHABLE: no limit. Walks of WEND_SATURATED_VALUE and more reach nothing */
} wend_range_source;

/* A cell in range. */
typedef struct wend_range_cell {
    wend_cell cell;
    uint32_t cost;     /* [raw units] */
    uint32_t previous; /* place in the list of the next cell on the way back to the source, always a lower one: by the
                          lowest direction from here that is equally best, else by a link, from (or to) the lowest
                          index. The source's is 0 */
} wend_range_cell;

/* Where a range goes; either may be NULL. */
typedef struct wend_range_out {
    wend_range_cell *cells; /* [capacity] by rising (cost, index): the first is the source */
    size_t capacity;
    uint32_t *values;     /* [raw units] [values_rect.height][values_stride] WEND_UNREACHABLE where out of range */
    size_t values_stride; /* [uint32_t] from row to row */
    wend_rect values_rect;
} wend_range_out;

/* The cells in range of one source, exactly. *count is how many there are, even where capacity is less: then
 * TRUNCATED, and the list holds the nearest ones. OK, or why nothing is in range: OFF_MAP, IN_WALL, TOO_NARROW.
 * Errors: ARGUMENT, OUTSIDE (values_rect), CAPACITY (the workspace is smaller than the map). */
WEND_API wend_status wend_range_find(const wend_mover *mover, wend_workspace *workspace,
                                     const wend_range_source *source, wend_heading heading, const wend_range_out *out,
                                     size_t *count);

/* The way from the source to the cell at a place of the list, both included: with INWARDS it is walked from its end on.
 * cells, count: the list as it was written. *length is that of the whole even where capacity is less (then TRUNCATED).
 * Errors: ARGUMENT (also a list that no range wrote). */
WEND_API wend_status wend_range_trace(const wend_range_cell *cells, size_t count, size_t place, wend_cell *route,
                                      size_t capacity, size_t *length);

/* Adds to counts, for every cell of a rectangle, how many of the sources have it in range; a count stays at 65535. So
 * the caller clears them first, or adds up units of several movers. stride in [uint16_t] from row to row. statuses
 * [count] may be NULL: OK, or why a source reaches nothing: OFF_MAP, IN_WALL, TOO_NARROW; PARTIAL if any does.
 * Errors: ARGUMENT, OUTSIDE (the rectangle), CAPACITY (the workspace); then nothing was added. */
WEND_API wend_status wend_threat_add(const wend_mover *mover, wend_workspace *workspace,
                                     const wend_range_source *sources, size_t count, wend_heading heading,
                                     wend_rect rect, uint16_t *counts, size_t stride, wend_status *statuses);

/* Writes counts (of threats, of units) into a mover's overlay: min(255, each * count) for every cell of a rectangle.
 * Like wend_mover_write_overlay: it takes effect at the next update, costs that did not change are no change, and the
 * first call allocates. stride in [uint16_t] from row to row. Errors: ARGUMENT, OUTSIDE, NO_MEMORY. */
WEND_API wend_status wend_overlay_write_counts(wend_mover *mover, wend_rect rect, const uint16_t *counts, size_t stride,
                                               uint32_t each);

/* Where an allocation goes; either array may be NULL. Strides are in elements from row to row. */
typedef struct wend_allocation_out {
    wend_rect rect;
    uint32_t *sources; /* [rect.height][sources_stride] the number of the nearest source, or WEND_NO_SOURCE */
    size_t sources_stride;
    uint32_t *values; /* [raw units] [rect.height][values_stride] its distance, or WEND_UNREACHABLE */
    size_t values_stride;
} wend_allocation_out;

/* For every cell the source with the least (offset + cost of the walk, number): a Voronoi diagram by cost, in one
 * search. Sources are given like goals, footprints too, and used where they lie free. max_distance [raw units] as in a
 * build: 0 means no limit, but for WEND_SATURATED_VALUE. Writes the whole rectangle. statuses [count] may be NULL: OK,
 * or why a source has no cell of its own: OFF_MAP, GOAL_BLOCKED; PARTIAL if any has none.
 * Errors: ARGUMENT, OUTSIDE (the rectangle), CAPACITY (the workspace), SIZE (more than 2^20 sources). */
WEND_API wend_status wend_allocate_cells(const wend_mover *mover, wend_workspace *workspace, const wend_goal *sources,
                                         size_t count, wend_heading heading, uint32_t max_distance,
                                         const wend_allocation_out *out, wend_status *statuses);

typedef struct wend_allocation_desc {
    const wend_goal *goals; /* [goal_count] as for a field; those with no free cell take nobody */
    uint32_t *rooms; /* [goal_count] how many agents each goal takes: counted down to what is left. NULL: any number */
    size_t goal_count;
    const wend_cell *agents; /* [agent_count] several may stand in one cell */
    size_t agent_count;
    uint32_t max_distance; /* [raw units] nobody is sent farther; 0: no limit */
} wend_allocation_desc;

/* Sends agents to goals of limited capacity: again and again the pair with the least (distance from agent to goal,
 * agent, goal) of those whose agent is free and whose goal has room. So nobody could swap a goal for a nearer one that
 * did not take a nearer agent instead. goals_of [agent_count] is the number of its goal, or WEND_NO_SOURCE; distances
 * [agent_count] in raw units, or WEND_UNREACHABLE. One search; where an agent meets a goal that is full, what lay
 * nearest to full goals is searched again, at most once for each distance. OK, or PARTIAL: some agent has no goal.
 * Errors: ARGUMENT, CAPACITY (the workspace), SIZE (more than 2^20 goals or 2^31 agents). */
WEND_API wend_status wend_allocate_agents(const wend_mover *mover, wend_workspace *workspace,
                                          const wend_allocation_desc *desc, uint32_t *goals_of, uint32_t *distances);

/* One wish among several: a field, and how much being near to its goals matters. */
typedef struct wend_desire {
    const wend_field *field; /* of any mover on the same map */
    int32_t weight;          /* [1/256] [|weight| <= WEND_MAX_DESIRE] > 0 draws near, < 0 drives away, 0: as if it
                                were not there */
    uint32_t limit; /* [raw units] [< WEND_UNREACHABLE] not 0: values above it, and cells without one, count as this.
                       0: cells without a value count as the field's greatest one where the weight is negative; where
                       it is positive, nobody wants to be there */
} wend_desire;

/* Weighted sums of fields as seeds for a build, one per cell: (sum of weight * value - the least sum of all free cells)
 * / 256, rounded down, plus base; WEND_UNREACHABLE where the mover cannot stand or nobody wants to be. Sums do not
 * wrap, seeds end at WEND_SATURATED_VALUE. count [1..WEND_MAX_DESIRES]. seeds [height][stride]. base [raw units]
 * [< WEND_UNREACHABLE] is by how much a goal of the field to be built, of offset
 * 0, is better than the best place. stride [uint32_t] from row to row, 0 means the map's width. Linear in cells.
 * OK; PENDING: some field was never built, and has no values; STALE: some field is.
 * Errors: ARGUMENT (also fields of other maps, or no part at all). */
WEND_API wend_status wend_desire_seeds(const wend_mover *mover, const wend_desire *parts, size_t count, uint32_t base,
                                       uint32_t *seeds, size_t stride);

/* The same, and builds `field` (made with seeds) from them and from its goals as set, if any. Following it leads, for
 * the walk's price, to the best place, and stops there: AT_GOAL. seeds are the caller's, as scratch: [height][stride].
 * PENDING and STALE as above, for the parts, else what the build says. Errors: those of both. */
WEND_API wend_status wend_desire_build(wend_field *field, wend_workspace *workspace, const wend_desire *parts,
                                       size_t count, uint32_t base, uint32_t *seeds, size_t stride);

/* A flee map: wend_desire_build with one part of weight -factor [1/256] [0..WEND_MAX_DESIRE]; 0 means 307, which is
 * 1.2. Built over threats, a field whose goals are to be fled from, and whose walks may be another mover's. Built with
 * max_distance it is fled no farther than that.
 *   Rescanned: a way towards the threat is taken where it leads to a place that is better by more than the way costs;
 *   so nobody stays in a dead end for whom it pays to leave it. A factor of 256 or less is never worth a walk on
 *   symmetric ground.
 *   Exits are the goals set on `flee`: their offsets count against base: with offset 0 an exit draws as much as a place
 *   `base` farther away (times factor) than the farthest.
 *   It stops where the place is best: AT_GOAL, in an exit or as far as it pays to go. Every step on the way lowers the
 *   flee field's value: nobody steps back. Ask the flee field whether to stop, not the distance to the threat. */
WEND_API wend_status wend_flee_build(wend_field *flee, wend_workspace *workspace, const wend_field *threats,
                                     uint32_t factor, uint32_t base, uint32_t *seeds, size_t stride);

#ifdef __cplusplus
}
#endif

#endif
