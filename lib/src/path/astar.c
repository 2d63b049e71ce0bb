/* SPDX-License-Identifier: MIT
 * A*: estimates of the remaining cost for the search, and the public calls.
 *
 * An estimate is the length of the way on an empty map of the cheapest cost present, in whole units: 2 * least cost *
 * length. Each of the lengths below never falls by more than a step is long, so all are consistent:
 *   octile     straight steps and diagonal ones; exact on an empty map, for every diagonal in [70, 140]
 *   manhattan  70 * (dx + dy): exact where a diagonal step, if there is one, costs two straight ones
 *   chebyshev  70 * max(dx, dy): a step lessens neither offset by more than 1
 *   euclid     the straight line in 1/70 cell, rounded down. A step of geometric length s lessens it by at most s
 *              rounded up: 70 or 99. Where a diagonal step is shorter than 99 (70), the line is multiplied by 70/99 and
 *              rounded down again: 99 less becomes at most 70 less.
 *   hex steps  exact on an empty map
 * Links can be shorter than any of these. With B = the least (cost of a link + estimate from its end) over the usable
 * links, min(estimate, B) is consistent again: over a link it is at most B, which is at most the link's cost + the
 * estimate at its end; and over a step both sides are cut at the same B.
 *
 *      S - - - .         octile of S: two straight, two diagonal
 *              ' .       manhattan: 6, chebyshev: 4, euclid: 4.47
 *                G
 */
#include "path/search.h"

#include <wend/field.h>
#include <wend/path.h>

#define DEFAULT_WEIGHT 256
#define MAX_WEIGHT 65535
#define DIAGONAL 99 /* a straight line through a corner, rounded up */

typedef struct estimates {
    const wend_mover *mover;
    wend_heuristic heuristic; /* never DEFAULT */
    wend_heuristic nearness;  /* never ZERO: it would find every cell equally near */
    wend_cell goal;
    uint32_t limit; /* no estimate is above it: a link may do for this much */
} estimates;

static wend_heuristic tightest(const wend_mover *mover) {
    if (mover->shape.lattice == WEND_HEX) return WEND_HEURISTIC_HEX_STEPS;
    return mover->neighbours == 4 ? WEND_HEURISTIC_MANHATTAN : WEND_HEURISTIC_OCTILE;
}

static bool never_overestimates(const wend_mover *mover, wend_heuristic heuristic) {
    bool is_square = mover->shape.lattice == WEND_SQUARE;
    switch (heuristic) {
    case WEND_HEURISTIC_OCTILE:
    case WEND_HEURISTIC_CHEBYSHEV: return is_square;
    case WEND_HEURISTIC_MANHATTAN:
        return is_square && (mover->neighbours == 4 || mover->diagonal == 2 * WEND__STRAIGHT);
    case WEND_HEURISTIC_HEX_STEPS: return !is_square;
    case WEND_HEURISTIC_DEFAULT:
    case WEND_HEURISTIC_EUCLID:
    case WEND_HEURISTIC_ZERO: return true;
    }
    return false;
}

static uint32_t straight_line(const wend_mover *mover, wend_cell from, wend_cell to) {
    uint32_t line = wend__euclid_70(mover->shape.lattice, from, to);
    bool has_short_diagonals = mover->neighbours == 8 && mover->diagonal < DIAGONAL;
    return has_short_diagonals ? line * WEND__STRAIGHT / DIAGONAL : line;
}

/* Length of the rest of the way on an empty map: at most 140 * 2^14. */
static uint32_t length_to(const wend_mover *mover, wend_heuristic heuristic, wend_cell from, wend_cell to) {
    uint32_t dx = (uint32_t)(from.x < to.x ? to.x - from.x : from.x - to.x);
    uint32_t dy = (uint32_t)(from.y < to.y ? to.y - from.y : from.y - to.y);
    uint32_t shorter = dx < dy ? dx : dy;
    uint32_t longer = dx < dy ? dy : dx;
    switch (heuristic) {
    case WEND_HEURISTIC_OCTILE: return WEND__STRAIGHT * (longer - shorter) + mover->diagonal * shorter;
    case WEND_HEURISTIC_MANHATTAN: return WEND__STRAIGHT * (dx + dy);
    case WEND_HEURISTIC_CHEBYSHEV: return WEND__STRAIGHT * longer;
    case WEND_HEURISTIC_EUCLID: return straight_line(mover, from, to);
    case WEND_HEURISTIC_HEX_STEPS: return WEND__STRAIGHT * wend__hex_steps(from, to);
    case WEND_HEURISTIC_DEFAULT:
    case WEND_HEURISTIC_ZERO: break;
    }
    return 0;
}

/* Length times 2 * 254 stays below 2^31. */
static uint32_t cost_in_the_open(const estimates *estimator, wend_heuristic heuristic, wend_cell cell) {
    uint32_t scale = 2u * estimator->mover->least_cost;
    return scale * length_to(estimator->mover, heuristic, cell, estimator->goal);
}

static uint32_t estimate(const void *context, wend_cell cell) {
    const estimates *estimator = context;
    uint32_t cost = cost_in_the_open(estimator, estimator->heuristic, cell);
    return cost < estimator->limit ? cost : estimator->limit;
}

static uint32_t nearness(const void *context, wend_cell cell) {
    const estimates *estimator = context;
    return cost_in_the_open(estimator, estimator->nearness, cell);
}

/* Only links within the component can be met on the way. */
static uint32_t least_over_links(const estimates *estimator, uint32_t component) {
    const wend_mover *mover = estimator->mover;
    uint32_t least = UINT32_MAX;
    for (uint32_t place = 0; mover->links && place < mover->links->count; place++) {
        if (mover->components[mover->links->from[place]] != component) continue;
        if (!wend__link_is_usable(mover, mover->links, place)) continue;
        uint64_t cost = wend__link_cost(mover, mover->links, place) +
                        cost_in_the_open(estimator, estimator->heuristic, mover->links->by_from[place].to);
        if (cost < least) least = (uint32_t)cost;
    }
    return least;
}

static estimates estimates_for(const wend_mover *mover, const wend_path_desc *desc, uint32_t component) {
    estimates made = {.mover = mover, .heuristic = desc->heuristic, .goal = desc->to};
    if (made.heuristic == WEND_HEURISTIC_DEFAULT) made.heuristic = tightest(mover);
    made.nearness = made.heuristic == WEND_HEURISTIC_ZERO ? tightest(mover) : made.heuristic;
    made.limit = least_over_links(&made, component);
    return made;
}

static wend_status check_request(const wend_mover *mover, const wend_workspace *workspace, const wend_path_desc *desc,
                                 const wend_cell *cells, size_t capacity, const wend_path_result *result) {
    if (!mover || !workspace || !desc || !result || (!cells && capacity > 0)) return WEND_ERROR_ARGUMENT;
    if (desc->weight != 0 && (desc->weight < DEFAULT_WEIGHT || desc->weight > MAX_WEIGHT)) return WEND_ERROR_ARGUMENT;
    if (!never_overestimates(mover, desc->heuristic)) return WEND_ERROR_ARGUMENT;
    if (wend__cell_count(mover->shape) > workspace->cells) return WEND_ERROR_CAPACITY;
    return WEND_OK;
}

/* Can there be a way at all? */
static wend_status check_ends(const wend_mover *mover, wend_cell from, wend_cell to) {
    wend_status start = wend_mover_place(mover, from.x, from.y);
    wend_status goal = wend_mover_place(mover, to.x, to.y);
    if (start == WEND_OFF_MAP || goal == WEND_OFF_MAP) return WEND_OFF_MAP;
    if (start != WEND_OK) return start;
    if (goal != WEND_OK) return WEND_GOAL_BLOCKED;
    uint32_t from_component = mover->components[wend__index(mover->shape, from.x, from.y)];
    uint32_t to_component = mover->components[wend__index(mover->shape, to.x, to.y)];
    return from_component == to_component ? WEND_OK : WEND_CUT_OFF;
}

static wend_status search_between(const wend_mover *mover, wend_workspace *workspace, const wend_path_desc *desc,
                                  wend__search_result *found) {
    uint32_t start = wend__index(mover->shape, desc->from.x, desc->from.y);
    estimates estimator = estimates_for(mover, desc, mover->components[start]);
    wend__search_plan plan = {.start = start,
                              .goal = wend__index(mover->shape, desc->to.x, desc->to.y),
                              .weight = desc->weight ? desc->weight : DEFAULT_WEIGHT,
                              .max_expansions = desc->max_expansions,
                              .estimate = estimate,
                              .nearness = nearness,
                              .context = &estimator};
    return wend__search_run(workspace, mover, &plan, found);
}

wend_status wend_path_find(const wend_mover *mover, wend_workspace *workspace, const wend_path_desc *desc,
                           wend_cell *cells, size_t capacity, wend_path_result *result) {
    wend_status status = check_request(mover, workspace, desc, cells, capacity, result);
    if (status != WEND_OK) return status;
    *result = (wend_path_result){.cost = WEND_UNREACHABLE};
    wend__search_begin(workspace, mover);
    status = check_ends(mover, desc->from, desc->to);
    if (status != WEND_OK) return status;

    wend__search_result found;
    status = search_between(mover, workspace, desc, &found);
    result->expanded = found.expanded;
    result->generated = found.generated;
    result->heap_operations = found.heap_operations;
    if (status == WEND_CUT_OFF) return status;
    if (status == WEND_OK && found.cost == WEND_SATURATED_VALUE) return WEND_SATURATED;
    result->cost = found.cost;
    result->count = wend__search_route(workspace, mover->shape, found.end, cells, capacity);
    return status == WEND_OK && result->count > capacity ? WEND_TRUNCATED : status;
}

wend_status wend_path_read_explored(const wend_workspace *workspace, const wend_mover *mover, wend_rect rect,
                                    uint8_t *out, size_t stride) {
    if (!workspace || !mover || !out || workspace->search_generation == 0) return WEND_ERROR_ARGUMENT;
    if (workspace->search_map != mover->map || wend__cell_count(mover->shape) > workspace->cells) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wend__rect_is_on(mover->shape, rect)) return WEND_ERROR_OUTSIDE;
    if (stride < (size_t)rect.width) return WEND_ERROR_ARGUMENT;
    for (int32_t y = 0; y < rect.height; y++) {
        for (int32_t x = 0; x < rect.width; x++) {
            uint32_t cell = wend__index(mover->shape, rect.x + x, rect.y + y);
            out[(size_t)y * stride + (size_t)x] = wend__search_mark(workspace, cell);
        }
    }
    return WEND_OK;
}
