/* SPDX-License-Identifier: MIT
 * wend: one route for one unit, on the same graph and heap as the fields, with the same answers.
 *
 * Source: P. E. Hart, N. J. Nilsson, B. Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths
 * (1968); weights after I. Pohl (1970).
 * Threads: any number may search on one mover while nobody updates it, each with a workspace of its own. */
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include <wend/field.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Estimates of what remains. Each is scaled by the cheapest cost present and held below every link, so that none ever
 * overestimates; what cannot be made so on this mover is refused. */
typedef enum wend_heuristic {
    WEND_HEURISTIC_DEFAULT = 0,   /* the tightest for the mover: OCTILE, MANHATTAN (4 neighbours) or HEX_STEPS */
    WEND_HEURISTIC_OCTILE = 1,    /* straight and diagonal steps in the open; squares */
    WEND_HEURISTIC_MANHATTAN = 2, /* straight steps only; 4 neighbours, or diagonal 140 */
    WEND_HEURISTIC_CHEBYSHEV = 3, /* the longer of the two offsets; squares */
    WEND_HEURISTIC_EUCLID = 4,    /* straight line, rounded down; every lattice */
    WEND_HEURISTIC_HEX_STEPS = 5, /* steps in the open; hex */
    WEND_HEURISTIC_ZERO = 6       /* none: Dijkstra's search */
} wend_heuristic;

#define WEND_MAX_PATH_GOALS 4096

typedef struct wend_path_desc {
    wend_cell from,
        to; /* `to` counts only where goals is NULL; farther than 2^20 off the map it is the same as there */
    wend_heuristic heuristic;
    uint32_t weight;         /* [1/256] [256..65535] of the heuristic: the cost is at most weight / 256 times the least;
                                0 means 256 */
    uint64_t max_expansions; /* cells to expand before giving up with PARTIAL; 0 means no limit */
    const wend_goal *goals; /* [goal_count] any of them will do: the least of cost + offset. Each cell that is looked at
                                is measured against all of them. NULL: `to` alone, at offset 0 */
    size_t goal_count;      /* [up to WEND_MAX_PATH_GOALS] */
    wend_goal_options goal_options; /* what becomes of goals that cannot be used, as with fields; all zero: left out */
    wend_goal_result *goal_results; /* [goal_count, 1 where goals is NULL] what became of each; may be NULL */
    uint32_t
        escape_depth; /* [cells] [1..WEND_MAX_ESCAPE_DEPTH, or WEND_NO_ESCAPE] as with fields: how deep in a wall, or
                              where it is too narrow, a route may begin; 0 means 2 */
    int32_t cut_off;  /* not 0: where no way leads to a goal, and none is in the component of the start, the route is
                              that to the component's target, as with fields. Looks round goals until the target is
                              found: at most at all cells, once for each cell on the rim of a goal */
} wend_path_desc;

typedef struct wend_path_result {
    uint32_t cost;      /* [raw units] of the route written, the goal's offset included, blocked cells on the way out
                                 of a wall counting as cost 255; WEND_UNREACHABLE (UINT32_MAX) for none */
    size_t count;       /* cells of the whole route, both ends included */
    wend_cell end;      /* where the whole route leads; the start where there is none */
    uint64_t expanded;  /* cells taken from the heap and looked round from */
    uint64_t generated; /* cells given a cost, the start among them */
    uint64_t heap_operations; /* insertions, decreases and removals */
} wend_path_result;

/* The cheapest route from one cell to another, or to the best of several goals. Writes its cells [capacity] (may be
 * NULL where capacity is 0). What it answers is what wend_field_trace answers in a field of the same goals:
 * OK: the route leads to a goal. From where the mover cannot stand it begins with the way out that a field shows.
 * TRUNCATED: so it does, but the buffer holds only its beginning.
 * PARTIAL: out of expansions. The route leads to a goal, if one was met that may not be the best, or to the cell looked
 * round from that seemed nearest by the heuristic (by DEFAULT where that is ZERO), then cheapest, then of lowest index;
 * a count above capacity tells that only its beginning was written; its cost may be WEND_SATURATED_VALUE. No more is
 * known, not that there is a way.
 * SATURATED: there is a way, but its cost is WEND_SATURATED_VALUE or more, no route is written.
 * CUT_OFF: no way leads to a goal. With cut_off the route leads to the target, where a way leads there whose cost can
 * be said; a count above capacity tells that only its beginning was written.
 * Without a route: OFF_MAP (the start), IN_WALL or TOO_NARROW (the start, and no way out leads on).
 * From a start that is free, where a field says CUT_OFF because no goal can be used: GOAL_BLOCKED, or OFF_MAP where
 * they all lie off the map.
 * Where no way exists that is known from the components, before any search, unless one-way steps are in play.
 * Ties go to the greater cost so far, then to the lower index. Allocates nothing.
 * Errors: ARGUMENT (also a heuristic that could overestimate here, a goal or its options), OUTSIDE (the reference),
 * CAPACITY (too many goals, or a workspace smaller than the map), BUSY (the mover is being updated in slices).
 * A search grows with what it looks at, not with the map, while its workspace does nothing else: after another job the
 * first one clears a mark for every cell. Give searches a workspace of their own. */
WEND_API wend_status wend_path_find(const wend_mover *mover, wend_workspace *workspace, const wend_path_desc *desc,
                                    wend_cell *cells, size_t capacity, wend_path_result *result);

/* What the last search in a workspace looked at, a byte per cell: 0 not seen, 1 open, 2 closed. stride in bytes.
 * Errors: ARGUMENT (also where the last job of the workspace was no search on this mover's map), OUTSIDE. */
WEND_API wend_status wend_path_read_explored(const wend_workspace *workspace, const wend_mover *mover, wend_rect rect,
                                             uint8_t *out, size_t stride);

#ifdef __cplusplus
}
#endif

#endif
