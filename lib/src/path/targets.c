/* SPDX-License-Identifier: MIT
 * What a search looks for: any of several goals, each the free cells of a footprint, or those round it.
 *
 * Computes: which of the goals asked for can be used, as fields do; and where those go that are cut off.
 * Invariant: goals that cannot be used are not in the list; one that was moved is in it where it was moved to.
 * Cost: a goal is a rectangle, never a list of cells. The target of a component is looked for round the outer cells of
 *       each goal, no farther than the best one so far.
 *
 *      . . . # . .      t: the cell of the eastern component that is nearest to any cell of the goal g;
 *      . g g # t .      the inner cells of a goal are never the nearest
 */
#include "path/targets.h"

#include "map/components.h"

static wend_goal_result resolve_with(const wend_path_desc *desc, const wend_goal *goal, const wend_mover *mover,
                                     uint32_t *scratch, uint32_t *component, bool *is_scratch_used) {
    const wend_goal_options *options = &desc->goal_options;
    wend_goal_result result = wend__goal_resolve(goal, WEND_GOAL_REFUSE, mover, WEND_NO_COMPONENT);
    if (result.cells || options->policy == WEND_GOAL_REFUSE) return result;
    bool needs_largest = options->policy == WEND_GOAL_NEAREST_CONNECTED && !options->has_reference;
    if (!needs_largest || !*is_scratch_used) *component = wend__goal_component(options, mover, scratch);
    *is_scratch_used |= needs_largest;
    return wend__goal_resolve(goal, options->policy, mover, *component);
}

static wend__target target_of(const wend_goal *goal, const wend_goal_result *result, wend_goal_policy policy) {
    wend__goal_form form = wend__goal_form_of(result, policy);
    if (form != WEND__ONE_CELL) return (wend__target){*goal, form == WEND__RING};
    return (wend__target){{.x = result->cell.x, .y = result->cell.y, .offset = goal->offset}, false};
}

wend_status wend__targets_resolve(wend__targets *targets, const wend_path_desc *desc, uint32_t *scratch,
                                  bool *is_scratch_used) {
    wend_status status = desc->goal_count ? WEND_OFF_MAP : WEND_OK;
    uint32_t component = WEND_NO_COMPONENT;
    *is_scratch_used = false;
    targets->count = 0;
    for (size_t i = 0; i < desc->goal_count; i++) {
        wend_goal_result result =
            resolve_with(desc, &desc->goals[i], targets->mover, scratch, &component, is_scratch_used);
        if (desc->goal_results) desc->goal_results[i] = result;
        if (result.status == WEND_GOAL_BLOCKED) status = WEND_GOAL_BLOCKED;
        if (result.cells)
            targets->list[targets->count++] = target_of(&desc->goals[i], &result, desc->goal_options.policy);
    }
    return targets->count ? WEND_OK : status;
}

/* A component looked for among cells. */
typedef struct component_search {
    const wend_mover *mover;
    uint32_t component;
    bool is_found;
} component_search;

static void compare_component(void *context, uint32_t cell, uint32_t offset) {
    component_search *search = context;
    (void)offset;
    search->is_found |= wend__component_of(search->mover, cell) == search->component;
}

bool wend__targets_touch(const wend__targets *targets, uint32_t component) {
    component_search search = {targets->mover, component, false};
    for (size_t i = 0; i < targets->count && !search.is_found; i++)
        wend__footprint_visit(targets->mover, &targets->list[i].goal, targets->list[i].is_around, compare_component,
                              &search);
    return search.is_found;
}

uint32_t wend__targets_offset(const wend__targets *targets, wend_cell cell) {
    uint32_t best = WEND_UNREACHABLE;
    for (size_t i = 0; i < targets->count; i++) {
        const wend__target *target = &targets->list[i];
        if (target->goal.offset < best && wend__footprint_holds(targets->mover, &target->goal, target->is_around, cell))
            best = target->goal.offset;
    }
    return best;
}

/* The nearest cell to a goal, on its way. */
typedef struct nearest_search {
    wend__nearest nearest;
    const wend__target *target;
} nearest_search;

/* Are all cells beside it of the same goal too? */
static bool is_inner(const wend_mover *mover, const wend__target *target, wend_cell cell) {
    wend__shape shape = mover->shape;
    for (uint32_t rest = wend__sides(shape.lattice); rest; rest &= rest - 1) {
        wend_cell there = wend__neighbour(shape.lattice, cell, wend__lowest_bit(rest));
        if (!wend__is_on(shape, there.x, there.y) || !wend__is_free(mover, wend__index(shape, there.x, there.y)) ||
            !wend__footprint_holds(mover, &target->goal, target->is_around, there))
            return false;
    }
    return true;
}

static void look_from(void *context, uint32_t cell, uint32_t offset) {
    nearest_search *search = context;
    const wend_mover *mover = search->nearest.mover;
    wend_cell where = wend__cell_of(mover->shape, cell);
    (void)offset;
    if (!is_inner(mover, search->target, where)) wend__nearest_look(&search->nearest, where);
}

void wend__targets_add_nearest(wend__targets *to, const wend__targets *goals, uint32_t component) {
    nearest_search search;
    wend__nearest_begin(&search.nearest, goals->mover, component);
    for (size_t i = 0; i < goals->count; i++) {
        search.target = &goals->list[i];
        wend__footprint_visit(goals->mover, &search.target->goal, search.target->is_around, look_from, &search);
    }
    if (search.nearest.cell == UINT32_MAX) return;
    wend_cell cell = wend__cell_of(goals->mover->shape, search.nearest.cell);
    to->list[to->count++] = (wend__target){{.x = cell.x, .y = cell.y}, false};
}
