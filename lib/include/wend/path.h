/* SPDX-License-Identifier: MIT
 * wend: one route for one unit, on the same graph and heap as the fields.
 *
 * Source: P. E. Hart, N. J. Nilsson, B. Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths
 * (1968); weights after I. Pohl (1970).
 * Threads: any number may search on one mover while nobody updates it, each with a workspace of its own. */
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include <wend/mover.h>

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

typedef struct wend_path_desc {
    wend_cell from, to;
    wend_heuristic heuristic;
    uint32_t weight;         /* [1/256] [256..65535] of the heuristic: the cost is at most weight / 256 times the least;
                                0 means 256 */
    uint64_t max_expansions; /* cells to expand before giving up with PARTIAL; 0 means no limit */
} wend_path_desc;

typedef struct wend_path_result {
    uint32_t cost;            /* [raw units] of the route written; WEND_UNREACHABLE (UINT32_MAX) for none */
    size_t count;             /* cells of the whole route, both ends included */
    uint64_t expanded;        /* cells taken from the heap and looked round from */
    uint64_t generated;       /* cells given a cost, the start among them */
    uint64_t heap_operations; /* insertions, decreases and removals */
} wend_path_result;

/* The cheapest route from one cell to another. Writes its cells [capacity] (may be NULL where capacity is 0).
 * OK; TRUNCATED; PARTIAL: out of expansions, the route leads to the cell looked round from that seemed nearest to the
 * goal by the heuristic (by DEFAULT where that is ZERO), then cheapest, then of lowest index; a count above capacity
 * tells that only its beginning was written;
 * SATURATED: there is a way, but its cost is WEND_SATURATED_VALUE or more, no route is written;
 * without a route: CUT_OFF, OFF_MAP (the start or the goal), IN_WALL or TOO_NARROW (the start), GOAL_BLOCKED. Where no
 * way exists that is known from the components, before any search, unless one-way steps are in play.
 * Ties go to the greater cost so far, then to the lower index. Allocates nothing.
 * Errors: ARGUMENT (also a heuristic that could overestimate here), CAPACITY (workspace smaller than the map). */
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
