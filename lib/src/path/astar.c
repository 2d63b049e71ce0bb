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
#include "field/escape.h"
#include "path/search.h"
#include "path/targets.h"

#define DEFAULT_WEIGHT 256
#define MAX_WEIGHT 65535
#define DIAGONAL 99 /* a straight line through a corner, rounded up */

typedef struct estimates {
    const wend_mover *mover;
    wend_heuristic heuristic; /* never DEFAULT */
    wend_heuristic nearness;  /* never ZERO: it would find every cell equally near */
    const wend__targets *goals;
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

static int32_t clamped(int32_t value, int32_t first, int32_t count) {
    return value < first ? first : value >= first + count ? first + count - 1 : value;
}

/* To the nearest place of a goal's rectangle, free or not. On hex the straight line to that one may not be the shortest
 * to the rectangle; the number of steps is never more than it is long. */
static uint32_t length_to_target(const wend_mover *mover, wend_heuristic heuristic, wend_cell from,
                                 const wend__target *target) {
    const wend_goal *goal = &target->goal;
    int32_t grown = target->is_around ? 1 : 0;
    int32_t width = (goal->width ? goal->width : 1) + 2 * grown, height = (goal->height ? goal->height : 1) + 2 * grown;
    wend_cell to = {clamped(from.x, goal->x - grown, width), clamped(from.y, goal->y - grown, height)};
    bool is_broad = width > 1 || height > 1;
    if (heuristic == WEND_HEURISTIC_EUCLID && is_broad && mover->shape.lattice == WEND_HEX)
        heuristic = WEND_HEURISTIC_HEX_STEPS;
    return length_to(mover, heuristic, from, to);
}

/* To the best of the goals, its offset included. On the map a length times 2 * 254 stays below 2^31; goals beside it are
 * never far. */
static uint32_t cost_in_the_open(const estimates *estimator, wend_heuristic heuristic, wend_cell cell) {
    uint64_t scale = 2u * estimator->mover->least_cost, least = WEND_SATURATED_VALUE;
    for (size_t i = 0; i < estimator->goals->count; i++) {
        const wend__target *target = &estimator->goals->list[i];
        uint64_t cost = scale * length_to_target(estimator->mover, heuristic, cell, target) + target->goal.offset;
        if (cost < least) least = cost;
    }
    return (uint32_t)least;
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

static uint32_t offset(const void *context, wend_cell cell) {
    const estimates *estimator = context;
    return wend__targets_offset(estimator->goals, cell);
}

/* Only links within the component can be met on the way; WEND_NO_COMPONENT: within any. */
static uint32_t least_over_links(const estimates *estimator, uint32_t component) {
    const wend_mover *mover = estimator->mover;
    uint32_t least = UINT32_MAX;
    for (uint32_t place = 0; mover->links && place < mover->links->count; place++) {
        uint32_t here = wend__component_of(mover, mover->links->from[place]);
        if (component != WEND_NO_COMPONENT && here != component) continue;
        if (!wend__link_is_usable(mover, mover->links, place)) continue;
        uint64_t cost = wend__link_cost(mover, mover->links, place) +
                        cost_in_the_open(estimator, estimator->heuristic, mover->links->by_from[place].to);
        if (cost < least) least = (uint32_t)cost;
    }
    return least;
}

static estimates estimates_for(const wend__targets *goals, wend_heuristic heuristic, uint32_t component) {
    const wend_mover *mover = goals->mover;
    estimates made = {.mover = mover, .heuristic = heuristic, .goals = goals};
    if (made.heuristic == WEND_HEURISTIC_DEFAULT) made.heuristic = tightest(mover);
    made.nearness = made.heuristic == WEND_HEURISTIC_ZERO ? tightest(mover) : made.heuristic;
    made.limit = least_over_links(&made, component);
    return made;
}

/* A request, and what has come of it so far. */
typedef struct query {
    const wend_mover *mover;
    wend_workspace *workspace;
    const wend_path_desc *desc;
    wend_path_result *result;
    wend__targets goals; /* in the scratch of the workspace */
    wend__targets away;  /* targets of what is cut off, behind them */
    wend__way_out out;   /* from the start; its front is where the search begins */
    wend__search_result found;
} query;

#define MAX_STARTS (WEND__ESCAPE_SIDE * WEND__ESCAPE_SIDE)

_Static_assert((WEND_MAX_PATH_GOALS + MAX_STARTS) * sizeof(wend__target) <= WEND__SCRATCH_SIZE, "goals fit");

static wend_status check_request(const wend_mover *mover, const wend_workspace *workspace, const wend_path_desc *desc,
                                 const wend_cell *cells, size_t capacity, const wend_path_result *result) {
    if (!mover || !workspace || !desc || !result || (!cells && capacity > 0)) return WEND_ERROR_ARGUMENT;
    if (desc->weight != 0 && (desc->weight < DEFAULT_WEIGHT || desc->weight > MAX_WEIGHT)) return WEND_ERROR_ARGUMENT;
    if (!never_overestimates(mover, desc->heuristic)) return WEND_ERROR_ARGUMENT;
    if (wend__escape_depth_of(desc->escape_depth) > WEND_MAX_ESCAPE_DEPTH) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__mover_check(mover, workspace);
    if (status != WEND_OK) return status;
    if (desc->goals && desc->goal_count > WEND_MAX_PATH_GOALS) return WEND_ERROR_CAPACITY;
    return wend__goals_check(mover->shape, desc->goals, desc->goals ? desc->goal_count : 0, &desc->goal_options);
}

/* Searches from those of the front's free cells that have one of some goals in their component. CUT_OFF, before any
 * search, where there are none. */
static wend_status search_from_front(query *q, const wend__targets *goals) {
    const wend_path_desc *desc = q->desc;
    wend__search_start starts[MAX_STARTS];
    size_t count = 0;
    uint32_t component = WEND_NO_COMPONENT;
    for (uint32_t place = q->out.front; place < q->out.count; place++) {
        const wend__out_cell *cell = &q->out.cells[place];
        uint32_t index = wend__index(q->mover->shape, cell->where.x, cell->where.y);
        if (!cell->is_free || !wend__targets_touch(goals, wend__component_of(q->mover, index))) continue;
        if (count == 0) component = wend__component_of(q->mover, index);
        if (component != wend__component_of(q->mover, index)) component = WEND_NO_COMPONENT;
        starts[count++] = (wend__search_start){index, cell->cost};
    }
    if (count == 0) return WEND_CUT_OFF;
    estimates estimator = estimates_for(goals, desc->heuristic, component);
    uint64_t used = q->result->expanded;
    wend__search_plan plan = {.starts = starts,
                              .start_count = count,
                              .weight = desc->weight ? desc->weight : DEFAULT_WEIGHT,
                              .max_expansions = desc->max_expansions ? desc->max_expansions - used : UINT64_MAX,
                              .estimate = estimate,
                              .nearness = nearness,
                              .offset = offset,
                              .context = &estimator};
    if (q->result->generated) wend__search_begin(q->workspace, q->mover);
    wend_status status = wend__search_run(q->workspace, q->mover, &plan, &q->found);
    q->result->expanded += q->found.expanded;
    q->result->generated += q->found.generated;
    q->result->heap_operations += q->found.heap_operations;
    if (status != WEND_OK) return status;
    return q->found.cost == WEND_SATURATED_VALUE ? WEND_SATURATED : WEND_OK;
}

/* Where no way leads to a goal: to the targets of those of the front's components that hold none. One search does for
 * all, as no way leads from one component to another. */
static wend_status search_away(query *q) {
    q->away.count = 0;
    for (uint32_t place = q->out.front; place < q->out.count; place++) {
        const wend__out_cell *cell = &q->out.cells[place];
        if (!cell->is_free) continue;
        uint32_t component = wend__component_of(q->mover, wend__index(q->mover->shape, cell->where.x, cell->where.y));
        if (wend__targets_touch(&q->goals, component) || wend__targets_touch(&q->away, component)) continue;
        wend__targets_add_nearest(&q->away, &q->goals, component);
    }
    return search_from_front(q, &q->away);
}

/* Searches from the start, or where the mover cannot stand there from each front of its ways out in turn, until one leads
 * on. */
static wend_status search(query *q, bool *has_route) {
    uint32_t depth = wend__escape_depth_of(q->desc->escape_depth);
    wend_status place = wend_mover_place(q->mover, q->desc->from.x, q->desc->from.y);
    wend__way_out_begin(&q->out, &(wend__view){.mover = q->mover},
                        wend__index(q->mover->shape, q->desc->from.x, q->desc->from.y));
    for (uint32_t steps = 0;; steps++) {
        wend_status status = search_from_front(q, &q->goals);
        *has_route = status == WEND_OK || status == WEND_PARTIAL;
        if (status != WEND_CUT_OFF) return status;
        if (q->desc->cut_off) status = search_away(q);
        *has_route = status == WEND_OK || status == WEND_PARTIAL;
        if (status != WEND_CUT_OFF) return status == WEND_PARTIAL ? WEND_PARTIAL : WEND_CUT_OFF;
        if (place == WEND_OK) return WEND_CUT_OFF;
        if (steps == depth) return place;
        wend__way_out_grow(&q->out);
    }
}

/* Place, among the ways out, of the cell that the search began at. */
static uint32_t place_of_start(const query *q, uint32_t cell) {
    wend_cell where = wend__cell_of(q->mover->shape, cell);
    uint32_t place = q->out.front;
    while (q->out.cells[place].where.x != where.x || q->out.cells[place].where.y != where.y) place++;
    return place;
}

/* Writes what was found: the way out, then the way that was searched; both are known from their ends. */
static void write_route(const query *q, wend_cell *cells, size_t capacity) {
    wend_path_result *result = q->result;
    uint32_t first = q->found.end, cell = q->found.end, parent;
    size_t count = 1;
    for (; (parent = wend__search_parent(q->workspace, first)) != first; first = parent) count++;
    uint32_t place = place_of_start(q, first);
    for (uint32_t out = place; out != 0; out = q->out.cells[out].from) count++;
    result->cost = q->found.cost;
    result->end = wend__cell_of(q->mover->shape, q->found.end);
    result->count = count;
    for (; cell != first; cell = wend__search_parent(q->workspace, cell))
        if (--count < capacity) cells[count] = wend__cell_of(q->mover->shape, cell);
    for (; count-- > 0; place = q->out.cells[place].from)
        if (count < capacity) cells[count] = q->out.cells[place].where;
}

static wend_status find(query *q, wend_cell *cells, size_t capacity) {
    wend_workspace *workspace = q->workspace;
    bool is_scratch_used, has_route;
    q->goals = (wend__targets){.mover = q->mover, .list = workspace->scratch};
    wend_status status = wend__targets_resolve(&q->goals, q->desc, workspace->words, &is_scratch_used);
    if (is_scratch_used) wend__workspace_take_words(workspace);
    q->away = (wend__targets){.mover = q->mover, .list = q->goals.list + q->goals.count};
    wend__search_begin(workspace, q->mover);
    wend_status place = wend_mover_place(q->mover, q->desc->from.x, q->desc->from.y);
    if (place == WEND_OFF_MAP) return WEND_OFF_MAP;
    if (q->goals.count == 0) return place != WEND_OK ? place : status != WEND_OK ? status : WEND_CUT_OFF;
    status = search(q, &has_route);
    if (has_route) write_route(q, cells, capacity);
    return status == WEND_OK && q->result->count > capacity ? WEND_TRUNCATED : status;
}

wend_status wend_path_find(const wend_mover *mover, wend_workspace *workspace, const wend_path_desc *desc,
                           wend_cell *cells, size_t capacity, wend_path_result *result) {
    wend_status status = check_request(mover, workspace, desc, cells, capacity, result);
    if (status != WEND_OK) return status;
    wend_path_desc request = *desc;
    wend_goal single = {.x = clamped(desc->to.x, -WEND__MAX_GOAL_COORDINATE, 2 * WEND__MAX_GOAL_COORDINATE + 1),
                        .y = clamped(desc->to.y, -WEND__MAX_GOAL_COORDINATE, 2 * WEND__MAX_GOAL_COORDINATE + 1)};
    if (!desc->goals) {
        request.goals = &single;
        request.goal_count = 1;
    }
    query q = {.mover = mover, .workspace = workspace, .desc = &request, .result = result};
    *result = (wend_path_result){.cost = WEND_UNREACHABLE, .end = desc->from};
    return find(&q, cells, capacity);
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
