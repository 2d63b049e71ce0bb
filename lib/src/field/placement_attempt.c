/* SPDX-License-Identifier: MIT
 * A footprint put on the map: what that does to the mover, and by searches whom it cuts off.
 *
 * Computes: which cells and steps are gone; whether every source that reached a goal still does.
 * Invariant: exact for every mover. Along a walk values only fall, so a walk that begins below every cell it could lose
 *            a step at is whole: one such cell in reach is proof. What is not proven within a few cells is asked of a
 *            flood from the goals, which knows everything.
 * Cost: constant beside open ground, linear in cells where there is no short way round.
 *
 *      5 4 3 # #      the walk 5 4 3 2 1 loses its 3: from the 4 a search goes round until it meets a value below
 *      6 5[3]2 1 G    3; with a wall below and none above there is no such cell in reach: cut off
 *      # # # # #
 */
#include "field/placement_attempt.h"

#include <string.h>

#define SHORT_WAY 256 /* cells looked at for a way round before the flood is asked, at least */

/* Footprints. */

static wend_status footprint_check(const wend_footprint *footprint) {
    if (footprint->cells || footprint->cell_count) {
        if (!footprint->cells || !footprint->cell_count) return WEND_ERROR_ARGUMENT;
        for (size_t i = 0; i < footprint->cell_count; i++) {
            wend_cell cell = footprint->cells[i];
            bool is_good = cell.x >= -WEND_MAX_SIDE && cell.x <= WEND_MAX_SIDE && cell.y >= -WEND_MAX_SIDE &&
                           cell.y <= WEND_MAX_SIDE;
            if (!is_good) return WEND_ERROR_ARGUMENT;
        }
        return WEND_OK;
    }
    bool is_good = footprint->width >= 0 && footprint->width <= WEND_MAX_SIDE && footprint->height >= 0 &&
                   footprint->height <= WEND_MAX_SIDE;
    if (!is_good) return WEND_ERROR_ARGUMENT;
    size_t width = footprint->width ? (size_t)footprint->width : 1;
    return footprint->mask && footprint->stride && footprint->stride < width ? WEND_ERROR_ARGUMENT : WEND_OK;
}

/* Calls visit for every cell of a footprint, one of a list perhaps more than once. */
typedef void visit_offset(void *context, int32_t x, int32_t y);
static void visit_footprint(const wend_footprint *footprint, visit_offset *visit, void *context) {
    for (size_t i = 0; i < footprint->cell_count; i++) visit(context, footprint->cells[i].x, footprint->cells[i].y);
    if (footprint->cell_count) return;
    int32_t width = footprint->width ? footprint->width : 1, height = footprint->height ? footprint->height : 1;
    size_t stride = footprint->stride ? footprint->stride : (size_t)width;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            if (!footprint->mask || footprint->mask[(size_t)y * stride + (size_t)x]) visit(context, x, y);
}

typedef struct bounds {
    int32_t left, top, right, bottom;
} bounds;

static void grow_box(void *context, int32_t x, int32_t y) {
    bounds *grown = context;
    if (x < grown->left) grown->left = x;
    if (y < grown->top) grown->top = y;
    if (x > grown->right) grown->right = x;
    if (y > grown->bottom) grown->bottom = y;
}

/* A rectangle is its own box, however large. */
static bounds bounds_of(const wend_footprint *footprint) {
    bounds all = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    if (footprint->cell_count || footprint->mask) {
        visit_footprint(footprint, grow_box, &all);
    } else {
        grow_box(&all, 0, 0);
        grow_box(&all, footprint->width ? footprint->width - 1 : 0, footprint->height ? footprint->height - 1 : 0);
    }
    return all;
}

typedef struct listing {
    const wend__attempt *attempt;
    wend__spot_offset *offsets;
    uint32_t count;
    int32_t left, top;
} listing;

static void list_offset(void *context, int32_t x, int32_t y) {
    listing *list = context;
    uint8_t *flag = &list->attempt->flags[wend__index(list->attempt->placement->shape, x - list->left, y - list->top)];
    if (*flag & WEND__WALL) return;
    *flag |= WEND__WALL;
    list->offsets[list->count++] = (wend__spot_offset){(int16_t)x, (int16_t)y};
}

/* Each cell once: the map is room enough, for the box fits into it. */
static wend_status stamp_make(wend__attempt *attempt, const wend_footprint *footprint, wend__spot_offset *offsets) {
    wend__shape shape = attempt->placement->shape;
    bounds all = bounds_of(footprint);
    if (all.right < all.left) return WEND_ERROR_ARGUMENT;
    wend__stamp *stamp = &attempt->stamp;
    *stamp =
        (wend__stamp){offsets, 0, all.left, all.top, all.right - all.left + 1, all.bottom - all.top + 1, false, false};
    stamp->fits = stamp->width <= shape.width && stamp->height <= shape.height;
    if (!stamp->fits) return WEND_OK;
    listing list = {attempt, offsets, 0, all.left, all.top};
    visit_footprint(footprint, list_offset, &list);
    for (uint32_t i = 0; i < list.count; i++)
        attempt->flags[wend__index(shape, offsets[i].x - all.left, offsets[i].y - all.top)] = 0;
    stamp->count = list.count;
    stamp->is_rect = list.count == (uint32_t)stamp->width * (uint32_t)stamp->height;
    return WEND_OK;
}

/* Questions. */

static void flag_goal(void *context, uint32_t cell, uint32_t offset) {
    (void)offset;
    wend__attempt *attempt = context;
    attempt->flags[cell] |= WEND__GOAL;
}

static void flag_places(wend__attempt *attempt) {
    const wend_placement *placement = attempt->placement;
    const wend__links *links = placement->mover->links;
    wend__goals_visit(&placement->goals, placement->mover, flag_goal, attempt);
    for (size_t i = 0; links && i < links->count; i++) {
        attempt->flags[links->from[i]] |= WEND__LINKED;
        attempt->flags[links->to[i]] |= WEND__LINKED;
    }
    for (uint32_t i = 0; i < placement->source_count; i++) {
        const wend_placement_source *source = &placement->sources[i];
        uint32_t cell = wend__index(placement->shape, source->x, source->y);
        if (wend__placement_value(placement, cell) == WEND_UNREACHABLE) continue;
        attempt->flags[cell] |= (uint8_t)(WEND__COUNTED | (source->gives_way ? 0 : WEND__FIRM));
    }
}

wend_status wend__attempt_begin(const wend_placement *placement, wend_workspace *workspace,
                                const wend_footprint *footprint, wend__attempt *out) {
    wend_footprint one = {0};
    if (!footprint) footprint = &one;
    if (!placement || !workspace) return WEND_ERROR_ARGUMENT;
    wend_status status = footprint_check(footprint);
    if (status != WEND_OK) return status;
    size_t cells = wend__cell_count(placement->shape);
    status = wend__mover_check(placement->mover, workspace);
    if (status == WEND_OK) status = wend_placement_status(placement);
    if (status != WEND_OK) return status;
    wend__workspace_take_words(workspace);
    *out = (wend__attempt){.placement = placement,
                           .steps = wend__index_steps_of(placement->shape),
                           .queue = workspace->words,
                           .flags = (uint8_t *)(workspace->words + cells),
                           .cells = (uint32_t)cells};
    memset(out->flags, 0, cells);
    status = stamp_make(out, footprint, (wend__spot_offset *)(workspace->words + 2 * cells));
    if (status != WEND_OK) return status;
    flag_places(out);
    bool is_ringed = placement->is_planar && !placement->is_unknown && out->stamp.is_rect &&
                     out->stamp.width + out->stamp.height <= WEND__RING_SIDES;
    out->is_alone = !is_ringed && out->stamp.count == 1 && !placement->is_wide;
    if (!is_ringed) return WEND_OK;
    out->ring = workspace->scratch;
    wend__ring_make(&out->stamp, placement->shape.lattice, out->ring);
    return WEND_OK;
}

wend_status wend__attempt_place(const wend__attempt *attempt, wend_cell at) {
    const wend__stamp *stamp = &attempt->stamp;
    const wend_placement *placement = attempt->placement;
    wend_status status = WEND_OK;
    if (!stamp->fits || at.x < -2 * WEND_MAX_SIDE || at.x > 2 * WEND_MAX_SIDE || at.y < -2 * WEND_MAX_SIDE ||
        at.y > 2 * WEND_MAX_SIDE)
        return WEND_OFF_MAP;
    for (uint32_t i = 0; i < stamp->count; i++) {
        int32_t x = at.x + stamp->offsets[i].x, y = at.y + stamp->offsets[i].y;
        if (!wend__is_on(placement->shape, x, y)) return WEND_OFF_MAP;
        if (wend__bits_at(&placement->walls, x, y)) status = WEND_IN_WALL;
    }
    return status;
}

/* What is gone. */

static void touch(void *context, int32_t x, int32_t y) {
    wend__attempt *attempt = context;
    const wend_placement *placement = attempt->placement;
    if (!wend__is_on(placement->shape, x, y)) return;
    uint32_t value = placement->tree.values[wend__slot(&placement->tree, x, y)];
    if (value < attempt->least) attempt->least = value;
}

/* Marked for as long as the question lasts. */
static void touch_tail(void *context, int32_t x, int32_t y) {
    wend__attempt *attempt = context;
    wend__shape shape = attempt->placement->shape;
    if (wend__is_on(shape, x, y)) attempt->flags[wend__index(shape, x, y)] |= WEND__NEAR;
    touch(attempt, x, y);
}

static void lose_cell(void *context, int32_t x, int32_t y) {
    wend__attempt *attempt = context;
    const wend_placement *placement = attempt->placement;
    if (!wend__is_on(placement->shape, x, y)) return;
    uint32_t cell = wend__index(placement->shape, x, y);
    uint8_t *flag = &attempt->flags[cell];
    if ((*flag & WEND__GONE) || !wend__is_free(placement->mover, cell)) return;
    *flag |= WEND__GONE;
    attempt->queue[attempt->cells - ++attempt->gone_count] = cell;
    attempt->counted_gone += (*flag & WEND__COUNTED) != 0;
    if (*flag & WEND__FIRM) attempt->covers_firm = true;
    touch(attempt, x, y);
}

void wend__attempt_visit_round(const wend_placement *placement, int32_t x, int32_t y, wend__attempt_visit *lose,
                               wend__attempt_visit *tail, void *context) {
    const wend__clearance *clearance = &placement->mover->clearance;
    for (int32_t parity = 0; parity < 2; parity++) {
        wend__near_list disc = clearance->disc[parity];
        for (uint32_t i = disc.first; i < disc.walls; i++) {
            int32_t from_y = y - clearance->nears[i].y;
            if ((from_y & 1) == parity) lose(context, x - clearance->nears[i].x, from_y);
        }
        for (uint32_t rest = placement->ways; rest; rest &= rest - 1) {
            wend__near_list step = clearance->step[parity][wend__lowest_bit(rest)];
            for (uint32_t i = step.first; i < step.walls; i++) {
                int32_t from_y = y - clearance->nears[i].y;
                if ((from_y & 1) == parity) tail(context, x - clearance->nears[i].x, from_y);
            }
        }
    }
}

static bool is_wall(const wend__attempt *attempt, int32_t x, int32_t y) {
    wend__shape shape = attempt->placement->shape;
    return wend__is_on(shape, x, y) && (attempt->flags[wend__index(shape, x, y)] & WEND__WALL);
}

/* A diagonal step beside a wall goes where the way over the other side is open: unless that is a wall too, or only one
 * was open from the beginning. */
static void touch_corners(wend__attempt *attempt, int32_t x, int32_t y) {
    if (attempt->placement->reach > 0) {
        for (int k = WEND_NORTH; k <= WEND_WEST; k++) {
            wend_cell offset = wend__offset(WEND_SQUARE, 0, k);
            touch(attempt, x + offset.x, y + offset.y);
        }
        return;
    }
    for (int32_t side = -1; side <= 1; side += 2) {
        if (!is_wall(attempt, x + side, y + 1)) continue;
        touch(attempt, x + side, y);
        touch(attempt, x, y + 1);
    }
}

void wend__attempt_put(wend__attempt *attempt, wend_cell at) {
    const wend_placement *placement = attempt->placement;
    const wend__stamp *stamp = &attempt->stamp;
    attempt->at = at;
    attempt->gone_count = attempt->counted_gone = 0;
    attempt->covers_firm = false;
    attempt->least = WEND_UNREACHABLE;
    for (uint32_t i = 0; i < stamp->count; i++) {
        int32_t x = at.x + stamp->offsets[i].x, y = at.y + stamp->offsets[i].y;
        attempt->flags[wend__index(placement->shape, x, y)] |= WEND__WALL;
        lose_cell(attempt, x, y);
        if (placement->is_wide) wend__attempt_visit_round(placement, x, y, lose_cell, touch_tail, attempt);
    }
    bool cuts_corners = placement->shape.lattice == WEND_SQUARE && placement->ways != placement->mover->directions;
    for (uint32_t i = 0; cuts_corners && i < stamp->count; i++)
        touch_corners(attempt, at.x + stamp->offsets[i].x, at.y + stamp->offsets[i].y);
}

void wend__attempt_take(wend__attempt *attempt) {
    const wend__stamp *stamp = &attempt->stamp;
    for (uint32_t i = 0; i < stamp->count; i++) {
        int32_t x = attempt->at.x + stamp->offsets[i].x, y = attempt->at.y + stamp->offsets[i].y;
        attempt->flags[wend__index(attempt->placement->shape, x, y)] &= (uint8_t)~WEND__WALL;
    }
    for (uint32_t i = 1; i <= attempt->gone_count; i++)
        attempt->flags[attempt->queue[attempt->cells - i]] &= (uint8_t)~WEND__GONE;
}

/* Does the footprint meet what the mover sweeps on its step, apart from the discs at both ends? */
static bool sweeps_wall(const wend__attempt *attempt, uint32_t cell, int direction) {
    const wend__clearance *clearance = &attempt->placement->mover->clearance;
    wend_cell where = wend__cell_of(attempt->placement->shape, cell);
    wend__near_list step = clearance->step[where.y & 1][direction];
    for (uint32_t i = step.first; i < step.walls; i++)
        if (is_wall(attempt, where.x + clearance->nears[i].x, where.y + clearance->nears[i].y)) return true;
    return false;
}

static inline ptrdiff_t step_of(const wend__attempt *attempt, uint32_t cell, int direction) {
    return attempt->steps.steps[wend__parity_of(attempt->placement->shape, cell)][direction];
}

static inline bool step_is_lost(const wend__attempt *attempt, uint32_t cell, uint32_t there, int direction) {
    if (attempt->flags[there] & WEND__GONE) return true;
    return (attempt->flags[cell] & WEND__NEAR) && sweeps_wall(attempt, cell, direction);
}

/* Is the way round a diagonal step, straight and straight again, still there? */
static bool has_way_over(const wend__attempt *attempt, uint32_t cell, int first, int second) {
    const wend_mover *mover = attempt->placement->mover;
    if (!(mover->exits[cell] >> first & 1)) return false;
    uint32_t between = (uint32_t)((ptrdiff_t)cell + step_of(attempt, cell, first));
    if (attempt->flags[between] & WEND__GONE) return false;
    return wend__exits_of(mover, between) >> second & 1;
}

bool wend__attempt_ends_step(const wend__attempt *attempt, uint32_t cell, int direction) {
    const wend_mover *mover = attempt->placement->mover;
    uint32_t there = (uint32_t)((ptrdiff_t)cell + step_of(attempt, cell, direction));
    if (attempt->flags[there] & WEND__GONE) return true;
    if (mover->radius > 0) return sweeps_wall(attempt, cell, direction); /* which no corner rule is stricter than */
    if (!wend__is_diagonal(mover->shape.lattice, direction) || mover->corner_rule == WEND_CORNER_ALWAYS) return false;
    int vertical, horizontal;
    wend__diagonal_parts(direction, &vertical, &horizontal);
    if (mover->corner_rule == WEND_CORNER_IF_ONE_FREE)
        return !has_way_over(attempt, cell, vertical, horizontal) && !has_way_over(attempt, cell, horizontal, vertical);
    uint32_t over = (uint32_t)((ptrdiff_t)cell + step_of(attempt, cell, vertical));
    uint32_t beside = (uint32_t)((ptrdiff_t)cell + step_of(attempt, cell, horizontal));
    return (attempt->flags[over] | attempt->flags[beside]) & WEND__WALL;
}

bool wend__attempt_loses(const wend__attempt *attempt, uint32_t cell, int direction) {
    const wend_placement *placement = attempt->placement;
    uint32_t there = (uint32_t)((ptrdiff_t)cell + step_of(attempt, cell, direction));
    if (step_is_lost(attempt, cell, there, direction)) return true;
    if (placement->ways >> direction & 1) return false;
    int vertical, horizontal;
    wend__diagonal_parts(direction, &vertical, &horizontal);
    return !has_way_over(attempt, cell, vertical, horizontal) && !has_way_over(attempt, cell, horizontal, vertical);
}

/* Searches. */

void wend__search_see(wend__search *run, uint32_t cell) {
    wend__attempt *attempt = run->attempt;
    uint8_t *flag = &attempt->flags[cell];
    if (*flag & (WEND__SEEN | WEND__GONE)) return;
    if (*flag & WEND__COUNTED) run->waiting--;
    *flag |= WEND__SEEN;
    attempt->queue[run->tail++] = cell;
}

static void see_steps_from(wend__search *run, uint32_t cell) {
    const wend__attempt *attempt = run->attempt;
    for (uint32_t rest = wend__exits_of(attempt->placement->mover, cell) & attempt->placement->ways; rest;
         rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t there = (uint32_t)((ptrdiff_t)cell + step_of(attempt, cell, k));
        if (!step_is_lost(attempt, cell, there, k)) wend__search_see(run, there);
    }
}

static void see_links_from(wend__search *run, uint32_t cell) {
    const wend_mover *mover = run->attempt->placement->mover;
    wend__link_walk walk = wend__links_out_of(mover->links, cell);
    while (wend__next_usable_link(mover, &walk)) wend__search_see(run, walk.other);
}

static void see_steps_to(wend__search *run, uint32_t cell) {
    const wend__attempt *attempt = run->attempt;
    const wend_mover *mover = attempt->placement->mover;
    for (uint32_t rest = wend__entries(mover, &attempt->steps, cell) & attempt->placement->ways; rest;
         rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t there = (uint32_t)((ptrdiff_t)cell + step_of(attempt, cell, k));
        if (attempt->flags[there] & (WEND__SEEN | WEND__GONE)) continue;
        if (!(attempt->flags[there] & WEND__NEAR) || !sweeps_wall(attempt, there, wend__opposite(k)))
            wend__search_see(run, there);
    }
}

static void see_links_to(wend__search *run, uint32_t cell) {
    const wend_mover *mover = run->attempt->placement->mover;
    wend__link_walk walk = wend__links_into(mover->links, cell);
    while (wend__next_usable_link(mover, &walk)) wend__search_see(run, walk.other);
}

void wend__attempt_unsee(wend__attempt *attempt, uint32_t seen) {
    for (uint32_t i = 0; i < seen; i++) attempt->flags[attempt->queue[i]] &= (uint8_t)~WEND__SEEN;
}

static void see_goal(void *context, uint32_t cell, uint32_t offset) {
    (void)offset;
    wend__search_see(context, cell);
}

void wend__search_back(wend__search *run) {
    while (run->head < run->tail && run->waiting > 0) {
        uint32_t cell = run->attempt->queue[run->head++];
        see_steps_to(run, cell);
        if (run->attempt->flags[cell] & WEND__LINKED) see_links_to(run, cell);
    }
}

void wend__search_goals(wend__search *run) {
    const wend_placement *placement = run->attempt->placement;
    wend__goals_visit(&placement->goals, placement->mover, see_goal, run);
}

bool wend__attempt_flood(wend__attempt *attempt, uint32_t *seen) {
    uint32_t waiting = attempt->placement->counted_cells - attempt->counted_gone;
    wend__search run = {.attempt = attempt, .waiting = waiting};
    wend__search_goals(&run);
    wend__search_back(&run);
    *seen = run.tail;
    return run.waiting == 0;
}

bool wend__search_can_join(const wend__attempt *attempt, uint32_t cell) {
    const wend_mover *mover = attempt->placement->mover;
    if (attempt->flags[cell] & WEND__GOAL) return true;
    for (uint32_t rest = wend__exits_of(mover, cell) & attempt->placement->ways; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t there = (uint32_t)((ptrdiff_t)cell + step_of(attempt, cell, k));
        if ((attempt->flags[there] & WEND__SEEN) && !step_is_lost(attempt, cell, there, k)) return true;
    }
    if (!(attempt->flags[cell] & WEND__LINKED)) return false;
    wend__link_walk walk = wend__links_out_of(mover->links, cell);
    while (wend__next_usable_link(mover, &walk))
        if (attempt->flags[walk.other] & WEND__SEEN) return true;
    return false;
}

/* Does a search of at most so many cells meet a goal, or a cell whose walk is whole? */
static bool finds_way(wend__attempt *attempt, uint32_t from, uint32_t most) {
    wend__search run = {.attempt = attempt, .waiting = UINT32_MAX};
    bool is_found = false;
    wend__search_see(&run, from);
    while (!is_found && run.head < run.tail && run.head < most) {
        uint32_t cell = attempt->queue[run.head++];
        is_found =
            (attempt->flags[cell] & WEND__GOAL) || wend__placement_value(attempt->placement, cell) < attempt->least;
        if (is_found) break;
        see_steps_from(&run, cell);
        if (attempt->flags[cell] & WEND__LINKED) see_links_from(&run, cell);
    }
    wend__attempt_unsee(attempt, run.tail);
    return is_found;
}

static bool walk_breaks_at(const wend__attempt *attempt, uint32_t cell) {
    int direction;
    uint32_t next = wend__placement_next(attempt->placement, cell, &direction);
    if (next == cell) return false;
    return direction < 0 ? (attempt->flags[next] & WEND__GONE) != 0 : wend__attempt_loses(attempt, cell, direction);
}

static bool goes_on(wend__attempt *attempt, uint32_t cell, uint32_t most) {
    if (!walk_breaks_at(attempt, cell) || finds_way(attempt, cell, most)) return true;
    attempt->order = attempt->placement->orders[cell];
    return false;
}

/* Wherever a walk breaks in the box: is there a short way on? */
static bool walks_go_on(wend__attempt *attempt) {
    const wend_placement *placement = attempt->placement;
    const wend__stamp *stamp = &attempt->stamp;
    wend_rect box = {attempt->at.x + stamp->left, attempt->at.y + stamp->top, stamp->width, stamp->height};
    box = wend__rect_grown(placement->shape, box, placement->reach + 1);
    uint32_t most = SHORT_WAY + 8 * (uint32_t)(box.width + box.height);
    for (int32_t y = box.y; y < box.y + box.height; y++)
        for (int32_t x = box.x; x < box.x + box.width; x++) {
            uint32_t cell = wend__index(placement->shape, x, y);
            if (!wend__bits_at(&placement->walks, x, y) || (attempt->flags[cell] & WEND__GONE)) continue;
            if (!goes_on(attempt, cell, most)) return false;
        }
    return true;
}

/* The same at the beginnings of links that lead to a cell that is gone. */
static bool links_go_on(wend__attempt *attempt) {
    const wend_placement *placement = attempt->placement;
    const wend__links *links = placement->mover->links;
    for (uint32_t i = 1; links && i <= attempt->gone_count; i++) {
        uint32_t gone = attempt->queue[attempt->cells - i];
        if (!(attempt->flags[gone] & WEND__LINKED)) continue;
        wend__link_walk walk = wend__links_into(links, gone);
        while (wend__next_link(&walk)) {
            uint32_t from = walk.other;
            wend_cell where = wend__cell_of(placement->shape, from);
            if (!wend__bits_at(&placement->walks, where.x, where.y) || (attempt->flags[from] & WEND__GONE)) continue;
            if (!goes_on(attempt, from, SHORT_WAY)) return false;
        }
    }
    return true;
}

wend__verdict wend__attempt_judge(wend__attempt *attempt, wend_cell at) {
    if (attempt->ring) return wend__ring_cuts(attempt, at) ? WEND__CUTS : WEND__CUTS_NOT;
    wend__verdict verdict = WEND__UNDECIDED;
    wend__attempt_put(attempt, at);
    if (attempt->covers_firm)
        verdict = WEND__CUTS;
    else if (!attempt->placement->is_unknown && walks_go_on(attempt) && links_go_on(attempt))
        verdict = WEND__CUTS_NOT;
    wend__attempt_take(attempt);
    return verdict;
}

wend__verdict wend__attempt_glance(wend__attempt *attempt, wend_cell at) {
    if (!attempt->is_alone) return wend__attempt_judge(attempt, at);
    wend__spot_offset offset = attempt->stamp.offsets[0];
    uint32_t cell = wend__index(attempt->placement->shape, at.x + offset.x, at.y + offset.y);
    return attempt->flags[cell] & WEND__FIRM ? WEND__CUTS : WEND__UNDECIDED;
}

bool wend__attempt_cuts(wend__attempt *attempt, wend_cell at) {
    wend__verdict verdict = wend__attempt_judge(attempt, at);
    if (verdict != WEND__UNDECIDED) return verdict == WEND__CUTS;
    uint32_t seen;
    wend__attempt_put(attempt, at);
    bool reaches_all = wend__attempt_flood(attempt, &seen);
    wend__attempt_unsee(attempt, seen);
    wend__attempt_take(attempt);
    return !reaches_all;
}
