/* SPDX-License-Identifier: MIT
 * The mover: bringing costs, exits, links and components up to date, at once or in slices.
 *
 * Computes: what the mover pays per cell, and which steps it may take: the graph that every search reads.
 * Invariant: every array is a pure function of map, overlay and desc at the revisions kept beside it; an update does
 *            again what an edit can have changed, each edit grown by as far as it is felt. Between slices the arrays are
 *            partly of then and partly of now: until the last one nobody may search.
 * Cost: constant per cell looked at, plus the clearance lists where there is a radius.
 *
 *      edit      costs again     exits again, one cell more (and the radius)
 *      . . .       . . .             x x x
 *      . E .       . c .             x x x
 *      . . .       . . .             x x x
 */
#include "base/tasks.h"
#include "map/components.h"
#include "map/mover_rows.h"

#include <string.h>

#define BAND_CELLS 16384    /* whole rows at a time */
#define CHANGES 4096        /* listed cells at a time */
#define SHORT_PATIENCE 1500 /* looks at cells for one piece */
#define NARROW_PIECE 32     /* cells at a time where each looks round a radius */

static wend_rect all_of(const wend_mover *mover) {
    return (wend_rect){0, 0, mover->shape.width, mover->shape.height};
}

static int32_t reach_of(const wend_mover *mover) {
    return mover->radius ? mover->clearance.reach : 0;
}

/* Beginning. */

/* Does the log remember every edit since a revision, and are they, with what others are, no more work than the whole map?
 * Each is felt beyond its own rectangle by a margin. */
static bool log_is_enough(const wend_mover *mover, const wend__log *log, uint64_t since, int32_t margin,
                          uint64_t *work) {
    wend__edits edits = wend__edits_of(log, since, log->revision, margin);
    wend_rect rect;
    wend__edits_answer answer;
    while ((answer = wend__edits_next(&edits, &rect)) == WEND__EDIT)
        *work += wend__edit_work(wend__rect_grown(mover->shape, rect, margin), 0);
    return answer == WEND__NO_EDIT && *work <= wend__cell_count(mover->shape);
}

/* A mover that was never up to date lists nothing: its list is as if it had forgotten. */
static void begin(wend_mover *mover) {
    const wend__log *log = &mover->map->log, *overlay_log = &mover->overlay_log;
    bool is_first = mover->revision == 0;
    uint64_t work = 0;
    if (is_first) mover->changed.count = (uint64_t)mover->changed.capacity + 1;
    mover->update =
        (wend__update){.is_open = true,
                       .is_first = is_first,
                       .map_revision = log->revision,
                       .overlay_revision = overlay_log->revision,
                       .since = is_first ? 0 : mover->changed.count,
                       .is_whole = mover->everything_changed ||
                                   !log_is_enough(mover, log, mover->map_revision, reach_of(mover), &work) ||
                                   !log_is_enough(mover, overlay_log, mover->overlay_revision, 0, &work)};
    if (mover->update.is_whole && !is_first) mover->whole_updates++;
    mover->everything_changed = false;
    bool has_walls = mover->map->closed_ways > 0;
    mover->update.walls_begin_or_end = !is_first && has_walls != mover->has_walls;
    mover->has_walls = has_walls;
    mover->has_one_way = mover->map->one_way_edges > 0;
}

/* Cells. */

/* Costs may know more of the map than up to the update's revision: whatever they know, the ways have to follow. */
static void enter(wend_mover *mover, wend__update_stage stage) {
    wend__update *update = &mover->update;
    if (stage == WEND__UPDATE_CLEARANCES) update->ways_revision = mover->map->log.revision;
    update->stage = stage;
    update->has_rect = false;
    update->next = 0;
}

/* The edits of the stage; of a whole update everything is one. */
static wend__edits edits_of_stage(const wend_mover *mover, int32_t margin) {
    const wend__update *update = &mover->update;
    if (update->stage == WEND__UPDATE_OVERLAY)
        return wend__edits_of(&mover->overlay_log, mover->overlay_revision, update->overlay_revision, margin);
    uint64_t last = update->stage < WEND__UPDATE_CLEARANCES ? update->map_revision : update->ways_revision;
    return wend__edits_of(&mover->map->log, mover->map_revision, last, margin);
}

/* The next rectangle of the stage; where the log has forgotten it meanwhile, all begins again, everywhere. */
static bool next_rect(wend_mover *mover, int32_t margin) {
    wend__update *update = &mover->update;
    if (update->next++ == 0) {
        if (!update->is_whole) update->edits = edits_of_stage(mover, margin);
        update->rect = all_of(mover);
        if (update->is_whole) return true;
    }
    wend__edits_answer answer = update->is_whole ? WEND__NO_EDIT : wend__edits_next(&update->edits, &update->rect);
    if (answer == WEND__EDIT_FORGOTTEN) {
        update->is_whole = true;
        mover->whole_updates++;
        enter(mover, WEND__UPDATE_COSTS);
        return next_rect(mover, 0);
    }
    if (answer == WEND__EDIT) update->rect = wend__rect_grown(mover->shape, update->rect, margin);
    return answer == WEND__EDIT;
}

static wend__remake_fn *remake_of(wend__update_stage stage) {
    if (stage == WEND__UPDATE_CLEARANCES) return wend__remake_clearances;
    return stage == WEND__UPDATE_EXITS ? wend__remake_exits : wend__remake_costs;
}

/* The next piece of the stage's rectangles, each grown by a margin. */
static uint32_t remake_piece(wend_mover *mover, int32_t margin, int32_t most) {
    wend__update *update = &mover->update;
    if (!update->has_rect) {
        if (!next_rect(mover, margin)) return 0;
        update->has_rect = true;
        update->x = update->rect.x;
    }
    wend_rect *rect = &update->rect;
    int32_t rest = rect->x + rect->width - update->x, count = rest < most ? rest : most;
    if (count > 0 && rect->height > 0) remake_of(update->stage)(mover, (wend_cell){update->x, rect->y}, count, update);
    update->x += count;
    if (count == rest) {
        update->x = rect->x;
        rect->y++;
        rect->height--;
    }
    update->has_rect = rect->height > 0;
    return (uint32_t)count + 1;
}

/* Ways are others only where a cell is blocked that was not, or the other way round, or an edge was edited; so an overlay
 * never touches them. */
static bool ways_may_differ(const wend_mover *mover) {
    const wend__update *update = &mover->update;
    return update->is_whole || update->blocks || mover->map->edge_revision > mover->map_revision ||
           !wend__update_is_known(mover, update);
}

static uint32_t remake_clearances(wend_mover *mover) {
    return mover->radius && ways_may_differ(mover) ? remake_piece(mover, reach_of(mover), NARROW_PIECE) : 0;
}

static uint32_t remake_exits(wend_mover *mover) {
    int32_t most = mover->radius && !mover->update.is_unhurried ? NARROW_PIECE : WEND__PIECE;
    return ways_may_differ(mover) ? remake_piece(mover, reach_of(mover) + 1, most) : 0;
}

/* Links, counts and components. */

static uint32_t remake_links(wend_mover *mover) {
    mover->update.old_links = wend__remake_links(mover, &mover->update);
    return 0;
}

/* Cells where it could stand and cannot any more leave their components; those where it now can wait for theirs. */
static void settle_change(wend_mover *mover, uint32_t cell) {
    bool is_free = wend__is_free(mover, cell);
    if (is_free && !wend__could_stand(mover, cell)) {
        mover->update.has_gained = true;
    } else if (!is_free && wend__could_stand(mover, cell)) {
        mover->update.has_lost = true;
        mover->counts[mover->costs[cell]]--;
        mover->component_names[cell] = WEND_NO_COMPONENT;
    }
}

static bool may_mend(const wend_mover *mover) {
    return !mover->update.is_first && wend__update_is_known(mover, &mover->update);
}

static bool components_may_differ(const wend__update *update) {
    return update->blocks || update->has_lost || update->has_gained;
}

static uint32_t settle(wend_mover *mover) {
    wend__update *update = &mover->update;
    if (!may_mend(mover) || !components_may_differ(update)) return 0;
    uint64_t first = update->since + update->next, end = mover->changed.count;
    if (first == end) return 0;
    uint64_t count = end - first < CHANGES ? end - first : CHANGES;
    for (uint64_t number = first; number < first + count; number++)
        settle_change(mover, wend__change_at(&mover->changed, number));
    update->next += count;
    return (uint32_t)count;
}

/* Where they can be mended all is done; else they are made anew. */
static uint32_t mend_components(wend_mover *mover) {
    wend__update *update = &mover->update;
    bool is_done = may_mend(mover), is_short = mover->changed.count - update->since <= CHANGES;
    if (is_done && components_may_differ(update)) {
        const wend__components_edit edit = {.since = update->since,
                                            .old_links = update->old_links,
                                            .has_lost = update->has_lost,
                                            .has_gained = update->has_gained,
                                            .most_looks = update->is_unhurried ? INT64_MAX : SHORT_PATIENCE};
        is_done = (update->is_unhurried || is_short) && wend__components_update(mover, &edit);
    }
    wend__links_drop(update->old_links);
    update->old_links = NULL;
    if (is_done)
        update->stage = WEND__UPDATE_STAGES - 1;
    else if (!update->is_first)
        mover->relabels++;
    return 0;
}

/* Several rows of counters, so that equal costs side by side need not wait for each other. */
#define COUNTERS 4

static void count_costs(wend_mover *mover, uint32_t first, uint32_t end) {
    uint32_t counts[COUNTERS][256] = {{0}};
    for (uint32_t cell = first; cell < end; cell++)
        if (!mover->clearances || mover->clearances[cell] == WEND__CLEAR) counts[cell % COUNTERS][mover->costs[cell]]++;
    for (uint32_t cost = 0; cost < 256; cost++)
        mover->counts[cost] += counts[0][cost] + counts[1][cost] + counts[2][cost] + counts[3][cost];
}

/* Some rows from the stage's next one on. */
typedef void rows_fn(wend_mover *mover, int32_t y, int32_t end);

static void count_rows(wend_mover *mover, int32_t y, int32_t end) {
    if (y == 0) memset(mover->counts, 0, sizeof mover->counts);
    count_costs(mover, wend__index(mover->shape, 0, y), wend__index(mover->shape, 0, end));
}

static uint32_t do_rows(wend_mover *mover, rows_fn *rows) {
    int32_t y = (int32_t)mover->update.next, width = mover->shape.width, height = mover->shape.height;
    if (y == height) return 0;
    int32_t band = width < BAND_CELLS ? BAND_CELLS / width : 1;
    if (mover->update.is_unhurried || height - y < band) band = height - y;
    rows(mover, y, y + band);
    mover->update.next += (uint64_t)band;
    return (uint32_t)(band * width);
}

/* Pieces. */

/* The next piece of the stage: how many cells it looked at; none at its end. */
static uint32_t do_piece(wend_mover *mover) {
    switch (mover->update.stage) {
    case WEND__UPDATE_COSTS: return remake_piece(mover, 0, WEND__PIECE);
    case WEND__UPDATE_OVERLAY: return mover->update.is_whole ? 0 : remake_piece(mover, 0, WEND__PIECE);
    case WEND__UPDATE_CLEARANCES: return remake_clearances(mover);
    case WEND__UPDATE_EXITS: return remake_exits(mover);
    case WEND__UPDATE_LINKS: return remake_links(mover);
    case WEND__UPDATE_SETTLE: return settle(mover);
    case WEND__UPDATE_COMPONENTS: return mend_components(mover);
    case WEND__UPDATE_COUNT: return do_rows(mover, count_rows);
    case WEND__UPDATE_FIND_RUNS: return do_rows(mover, wend__components_find_runs);
    case WEND__UPDATE_NAME_RUNS: return do_rows(mover, wend__components_name_runs);
    case WEND__UPDATE_STAGES: break;
    }
    return 0;
}

/* The same, and on to the next stage at its end. */
static uint32_t do_next(wend_mover *mover) {
    uint32_t cells = do_piece(mover);
    if (cells == 0) enter(mover, mover->update.stage + 1);
    return cells;
}

void wend__mover_remake(wend_mover *mover) {
    mover->everything_changed = true;
    begin(mover);
    mover->update.is_unhurried = true;
    while (mover->update.stage < WEND__UPDATE_LINKS) do_next(mover);
    mover->update.is_open = false;
}

/* The cheapest cost of all that are paid. */
static uint8_t least_cost(const wend_mover *mover) {
    uint32_t cost = 1;
    while (cost < WEND_BLOCKED && mover->counts[cost] == 0) cost++;
    return (uint8_t)cost;
}

static void end(wend_mover *mover) {
    const wend__update *update = &mover->update;
    bool differs = update->is_first || update->links || mover->changed.count != update->since;
    if (update->walls_begin_or_end) {
        /* Whoever looks round looks in other ways, everywhere. */
        mover->changed.count = update->since + mover->changed.capacity + 1;
        differs = true;
    }
    if (update->is_first)
        mover->changed.count = mover->changed.next = 0;
    else
        mover->updates++;
    if (differs) {
        mover->least_cost = least_cost(mover);
        mover->revision++;
    }
    mover->map_revision = update->map_revision;
    mover->overlay_revision = update->overlay_revision;
    mover->update.is_open = false;
}

/* The public calls. */

static bool is_read(const wend_mover *mover) {
    return atomic_load_explicit(&mover->builds_open, memory_order_acquire) != 0;
}

static void finish(wend_mover *mover) {
    mover->update.is_unhurried = true;
    while (mover->update.stage < WEND__UPDATE_STAGES) do_next(mover);
    end(mover);
}

wend_status wend_mover_update(wend_mover *mover) {
    if (!mover) return WEND_ERROR_ARGUMENT;
    if (is_read(mover)) return WEND_ERROR_BUSY;
    if (mover->update.is_open) finish(mover);
    begin(mover);
    finish(mover);
    return WEND_OK;
}

wend_status wend_mover_step(wend_mover *mover, const wend_budget *budget) {
    wend__meter meter;
    if (!mover || !wend__meter_begin(&meter, budget)) return WEND_ERROR_ARGUMENT;
    if (is_read(mover)) return WEND_ERROR_BUSY;
    if (!mover->update.is_open) begin(mover);
    mover->update.is_unhurried = wend__meter_is_endless(&meter);
    while (mover->update.stage < WEND__UPDATE_STAGES)
        if (wend__meter_add(&meter, do_next(mover)) && mover->update.stage < WEND__UPDATE_STAGES) return WEND_PENDING;
    end(mover);
    return WEND_OK;
}

wend_status wend__mover_check(const wend_mover *mover, const wend_workspace *workspace) {
    if (mover->update.is_open) return WEND_ERROR_BUSY;
    return wend__cell_count(mover->shape) > workspace->cells ? WEND_ERROR_CAPACITY : WEND_OK;
}
