/* SPDX-License-Identifier: MIT
 * From goals as asked for to the cells that stand for them.
 *
 * Computes: per goal the free cells of its footprint; where there are none, what the policy says.
 * Invariant: a pure function of goals, policy and mover: nearest is the least (squared distance, index).
 * Cost: the footprint; for the nearest cell, rows outwards until no closer one is possible.
 *
 *      AROUND, 8 neighbours:   g g g        NEAREST:  rows 0, -1, 1, -2, ... from the goal,
 *                              g # g                  in each only as far as the best so far
 *                              g g g
 */
#include "field/goals.h"

#include "map/components.h"

#include <string.h>

wend_status wend__goals_create(wend__goals *goals, uint32_t capacity, const wend_allocator *allocator) {
    *goals = (wend__goals){.capacity = capacity};
    goals->goals = wend__allocate_zeroed(allocator, capacity, sizeof *goals->goals);
    goals->results = wend__allocate_zeroed(allocator, capacity, sizeof *goals->results);
    return goals->goals && goals->results ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

void wend__goals_destroy(wend__goals *goals, const wend_allocator *allocator) {
    wend__release(allocator, goals->goals, goals->capacity, sizeof *goals->goals);
    wend__release(allocator, goals->results, goals->capacity, sizeof *goals->results);
}

bool wend__goal_is_valid(const wend_goal *goal) {
    bool place_is_good = goal->x >= -WEND__MAX_GOAL_COORDINATE && goal->x <= WEND__MAX_GOAL_COORDINATE &&
                         goal->y >= -WEND__MAX_GOAL_COORDINATE && goal->y <= WEND__MAX_GOAL_COORDINATE;
    bool size_is_good =
        goal->width >= 0 && goal->width <= WEND_MAX_SIDE && goal->height >= 0 && goal->height <= WEND_MAX_SIDE;
    return place_is_good && size_is_good && goal->offset != WEND_UNREACHABLE;
}

wend_status wend__goals_check(wend__shape shape, const wend_goal *goals, size_t count,
                              const wend_goal_options *options) {
    for (size_t i = 0; i < count; i++)
        if (!wend__goal_is_valid(&goals[i])) return WEND_ERROR_ARGUMENT;
    if ((int)options->policy < WEND_GOAL_REFUSE || options->policy > WEND_GOAL_AROUND) return WEND_ERROR_ARGUMENT;
    if (!options->has_reference) return WEND_OK;
    return wend__is_on(shape, options->reference.x, options->reference.y) ? WEND_OK : WEND_ERROR_OUTSIDE;
}

wend_status wend__goals_set(wend__goals *goals, wend__shape shape, const wend_goal *given, size_t count,
                            const wend_goal_options *options) {
    wend_goal_options zero = {0};
    if (!options) options = &zero;
    if (count && !given) return WEND_ERROR_ARGUMENT;
    if (count > goals->capacity) return WEND_ERROR_CAPACITY;
    wend_status status = wend__goals_check(shape, given, count, options);
    if (status != WEND_OK) return status;
    if (count) memcpy(goals->goals, given, count * sizeof *given);
    goals->count = (uint32_t)count;
    goals->options = *options;
    return WEND_OK;
}

void wend__goals_copy(wend__goals *to, const wend__goals *from) {
    if (from->count) memcpy(to->goals, from->goals, from->count * sizeof *to->goals);
    if (from->count) memcpy(to->results, from->results, from->count * sizeof *to->results);
    to->count = from->count;
    to->options = from->options;
}

static wend_rect footprint_of(const wend_goal *goal) {
    return (wend_rect){goal->x, goal->y, goal->width ? goal->width : 1, goal->height ? goal->height : 1};
}

static bool rect_holds(wend_rect rect, wend_cell cell) {
    return cell.x >= rect.x && cell.y >= rect.y && cell.x < rect.x + rect.width && cell.y < rect.y + rect.height;
}

/* Outside of the rectangle, one step from it. */
static bool rect_touches(const wend_mover *mover, wend_rect rect, wend_cell cell) {
    if (rect_holds(rect, cell)) return false;
    for (uint32_t rest = mover->directions; rest; rest &= rest - 1)
        if (rect_holds(rect, wend__neighbour(mover->shape.lattice, cell, wend__lowest_bit(rest)))) return true;
    return false;
}

void wend__footprint_visit(const wend_mover *mover, const wend_goal *goal, bool around, wend__goal_visit *visit,
                           void *context) {
    wend_rect footprint = footprint_of(goal);
    wend_rect reach = wend__rect_grown(mover->shape, footprint, around ? 1 : 0);
    for (int32_t y = reach.y; y < reach.y + reach.height; y++)
        for (int32_t x = reach.x; x < reach.x + reach.width; x++) {
            uint32_t cell = wend__index(mover->shape, x, y);
            if (!wend__is_free(mover, cell)) continue;
            if (around && !rect_touches(mover, footprint, (wend_cell){x, y})) continue;
            visit(context, cell, goal->offset);
        }
}

bool wend__footprint_holds(const wend_mover *mover, const wend_goal *goal, bool around, wend_cell cell) {
    wend_rect footprint = footprint_of(goal);
    return around ? rect_touches(mover, footprint, cell) : rect_holds(footprint, cell);
}

/* What is found of one goal. */
typedef struct wend__found {
    uint32_t cells, first;
} wend__found;

static void count_cell(void *context, uint32_t cell, uint32_t offset) {
    (void)offset;
    wend__found *found = context;
    if (found->cells++ == 0) found->first = cell;
}

/* Looks at a row from x on in one direction, until it can only get farther than the best. */
static void nearest_in_row(wend__nearest *nearest, int32_t x, int32_t y, int32_t step) {
    const wend_mover *mover = nearest->mover;
    for (; x >= 0 && x < mover->shape.width; x += step) {
        uint64_t distance = wend__squared_distance(mover->shape.lattice, nearest->from, (wend_cell){x, y});
        if (distance > nearest->distance) return;
        uint32_t cell = wend__index(mover->shape, x, y);
        if (!wend__is_free(mover, cell)) continue;
        if (nearest->component != WEND_NO_COMPONENT && wend__component_of(mover, cell) != nearest->component) continue;
        if (distance < nearest->distance || cell < nearest->cell) {
            nearest->distance = distance;
            nearest->cell = cell;
        }
    }
}

static int32_t clamped(int32_t value, int32_t count) {
    return value < 0 ? 0 : value >= count ? count - 1 : value;
}

void wend__nearest_begin(wend__nearest *nearest, const wend_mover *mover, uint32_t component) {
    *nearest = (wend__nearest){.mover = mover, .component = component, .distance = UINT64_MAX, .cell = UINT32_MAX};
}

void wend__nearest_look(wend__nearest *nearest, wend_cell from) {
    wend__shape shape = nearest->mover->shape;
    if (nearest->mover->least_cost == WEND_BLOCKED) return; /* nowhere can it stand */
    nearest->from = from;
    int32_t x = clamped(from.x, shape.width), near_y = clamped(from.y, shape.height);
    int32_t nearest_row = near_y > from.y ? near_y - from.y : from.y - near_y;
    for (int32_t away = nearest_row; away < nearest_row + shape.height; away++) {
        uint64_t least = wend__squared_distance(WEND_SQUARE, (wend_cell){0, 0}, (wend_cell){0, away});
        if (shape.lattice == WEND_HEX) least *= 3;
        if (least > nearest->distance) break;
        for (int32_t sign = -1; sign <= 1; sign += 2) {
            int32_t y = from.y + sign * away;
            if (y < 0 || y >= shape.height) continue;
            nearest_in_row(nearest, x, y, -1);
            nearest_in_row(nearest, x, y, 1);
        }
    }
}

static wend__found find_nearest(const wend_mover *mover, wend_cell from, uint32_t component) {
    wend__nearest nearest;
    wend__nearest_begin(&nearest, mover, component);
    wend__nearest_look(&nearest, from);
    return (wend__found){nearest.cell != UINT32_MAX, nearest.cell};
}

uint32_t wend__goal_component(const wend_goal_options *options, const wend_mover *mover, uint32_t *scratch) {
    if (options->policy != WEND_GOAL_NEAREST_CONNECTED) return WEND_NO_COMPONENT;
    if (!options->has_reference) return wend__components_largest(mover, scratch);
    return wend_mover_component(mover, options->reference.x, options->reference.y);
}

static wend__found apply_policy(const wend_goal *goal, wend_goal_policy policy, const wend_mover *mover,
                                uint32_t component) {
    wend__found found = {0, 0};
    wend_rect footprint = footprint_of(goal);
    wend_cell middle = {footprint.x + footprint.width / 2, footprint.y + footprint.height / 2};
    switch (policy) {
    case WEND_GOAL_REFUSE: break;
    case WEND_GOAL_NEAREST_CONNECTED:
        if (component == WEND_NO_COMPONENT) break;
        found = find_nearest(mover, middle, component);
        break;
    case WEND_GOAL_NEAREST: found = find_nearest(mover, middle, WEND_NO_COMPONENT); break;
    case WEND_GOAL_AROUND: wend__footprint_visit(mover, goal, true, count_cell, &found); break;
    }
    return found;
}

static bool is_off_map(wend__shape shape, wend_rect rect) {
    wend_rect on_map = wend__rect_grown(shape, rect, 0);
    return on_map.width <= 0 || on_map.height <= 0;
}

wend_goal_result wend__goal_resolve(const wend_goal *goal, wend_goal_policy policy, const wend_mover *mover,
                                    uint32_t component) {
    wend_goal_result result = {WEND_OK, 0, {goal->x, goal->y}};
    wend__found found = {0, 0};
    wend__footprint_visit(mover, goal, false, count_cell, &found);
    if (found.cells == 0) {
        found = apply_policy(goal, policy, mover, component);
        result.status = WEND_MOVED;
    }
    result.cells = found.cells;
    if (found.cells)
        result.cell = wend__cell_of(mover->shape, found.first);
    else
        result.status = is_off_map(mover->shape, footprint_of(goal)) ? WEND_OFF_MAP : WEND_GOAL_BLOCKED;
    return result;
}

bool wend__goals_resolve(wend__goals *goals, const wend_mover *mover, uint32_t *scratch) {
    bool all_can_be_used = true;
    uint32_t component = goals->count ? wend__goal_component(&goals->options, mover, scratch) : WEND_NO_COMPONENT;
    for (uint32_t i = 0; i < goals->count; i++) {
        goals->results[i] = wend__goal_resolve(&goals->goals[i], goals->options.policy, mover, component);
        if (goals->results[i].cells == 0) all_can_be_used = false;
    }
    return all_can_be_used;
}

wend__goal_form wend__goal_form_of(const wend_goal_result *result, wend_goal_policy policy) {
    if (result->cells == 0) return WEND__NO_CELLS;
    if (result->status == WEND_OK) return WEND__FOOTPRINT;
    return policy == WEND_GOAL_AROUND ? WEND__RING : WEND__ONE_CELL;
}

static wend__goal_form form_of(const wend__goals *goals, uint32_t place) {
    return wend__goal_form_of(&goals->results[place], goals->options.policy);
}

static void visit_one(const wend__goals *goals, const wend_mover *mover, uint32_t place, wend__goal_visit *visit,
                      void *context) {
    const wend_goal *goal = &goals->goals[place];
    wend_cell cell = goals->results[place].cell;
    switch (form_of(goals, place)) {
    case WEND__NO_CELLS: break;
    case WEND__FOOTPRINT: wend__footprint_visit(mover, goal, false, visit, context); break;
    case WEND__RING: wend__footprint_visit(mover, goal, true, visit, context); break;
    case WEND__ONE_CELL: visit(context, wend__index(mover->shape, cell.x, cell.y), goal->offset); break;
    }
}

void wend__goals_visit(const wend__goals *goals, const wend_mover *mover, wend__goal_visit *visit, void *context) {
    for (uint32_t i = 0; i < goals->count; i++) visit_one(goals, mover, i, visit, context);
}

static bool goals_are_equal(const wend_goal *a, const wend_goal *b) {
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height && a->offset == b->offset;
}

bool wend__goals_are_equal(const wend__goals *a, const wend__goals *b) {
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!goals_are_equal(&a->goals[i], &b->goals[i])) return false;
    return true;
}

/* Do both stand for the same cells, with the same offset, but for cells that became blocked or free? */
static bool goals_are_alike(const wend__goals *a, const wend__goals *b, uint32_t place) {
    wend__goal_form form = form_of(a, place);
    if (form != form_of(b, place) || !goals_are_equal(&a->goals[place], &b->goals[place])) return false;
    wend_cell cell_a = a->results[place].cell, cell_b = b->results[place].cell;
    return form != WEND__ONE_CELL || (cell_a.x == cell_b.x && cell_a.y == cell_b.y);
}

void wend__goals_visit_differing(const wend__goals *a, const wend__goals *b, const wend_mover *mover,
                                 wend__goal_visit *visit, void *context) {
    uint32_t count = a->count > b->count ? a->count : b->count;
    for (uint32_t i = 0; i < count; i++) {
        if (i < a->count && i < b->count && goals_are_alike(a, b, i)) continue;
        if (i < a->count) visit_one(a, mover, i, visit, context);
        if (i < b->count) visit_one(b, mover, i, visit, context);
    }
}

bool wend__goals_share_any(const wend__goals *a, const wend__goals *b) {
    bool is_any_of_use = false;
    for (uint32_t i = 0; i < a->count || i < b->count; i++) {
        bool is_in_a = i < a->count && form_of(a, i) != WEND__NO_CELLS;
        bool is_in_b = i < b->count && form_of(b, i) != WEND__NO_CELLS;
        if (is_in_a && is_in_b && goals_are_alike(a, b, i)) return true;
        is_any_of_use |= is_in_a || is_in_b;
    }
    return !is_any_of_use;
}

/* Only free cells have values, so the shapes that are visited above need no look at what is free. */
static bool goal_holds(const wend__goals *goals, const wend_mover *mover, uint32_t place, wend_cell cell) {
    wend__goal_form form = form_of(goals, place);
    wend_cell one = goals->results[place].cell;
    if (form == WEND__NO_CELLS) return false;
    if (form == WEND__ONE_CELL) return one.x == cell.x && one.y == cell.y;
    return wend__footprint_holds(mover, &goals->goals[place], form == WEND__RING, cell);
}

bool wend__goals_hold(const wend__goals *goals, const wend_mover *mover, uint32_t cell, uint32_t offset) {
    wend_cell where = wend__cell_of(mover->shape, cell);
    for (uint32_t i = 0; i < goals->count; i++)
        if (goals->goals[i].offset == offset && goal_holds(goals, mover, i, where)) return true;
    return false;
}
