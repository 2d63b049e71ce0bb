/* SPDX-License-Identifier: MIT
 * The mover: bringing costs, exits, links and components up to date.
 *
 * Computes: what the mover pays per cell, and which steps it may take: the graph that every search reads.
 * Invariant: every array is a pure function of map, overlay and desc at the revisions kept beside it; an update does
 *            again what an edit can have changed, each edit grown by as far as it is felt.
 * Cost: constant per cell looked at, plus the clearance lists where there is a radius.
 *
 *      edit      costs again     exits again, one cell more (and the radius)
 *      . . .       . . .             x x x
 *      . E .       . c .             x x x
 *      . . .       . . .             x x x
 */
#include "map/mover.h"

#include "map/components.h"

#include <string.h>

/* Update. Rows are made anew in pieces and then compared with what there was. */

#define PIECE 512

static void add_overlay(const wend_mover *mover, const uint8_t *overlay, uint8_t *costs, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        uint32_t sum = costs[i] + (mover->overlay_weight * overlay[i] >> 8);
        uint8_t payable = (uint8_t)(sum < WEND__MAX_PAYABLE ? sum : WEND__MAX_PAYABLE);
        costs[i] = costs[i] == WEND_BLOCKED ? WEND_BLOCKED : payable;
    }
}

/* Until the components are made, they still tell where the mover could stand before. */
static bool could_stand(const wend_mover *mover, uint32_t cell) {
    return mover->component_names[cell] != WEND_NO_COMPONENT;
}

static bool is_known(const wend_mover *mover, const wend__update *update) {
    return wend__changes_are_known(&mover->changed, update->since);
}

/* Counts follow the cost of a cell here, and whether the mover can stand there in settle. */
static void list_costs(wend_mover *mover, uint32_t cell, const uint8_t *fresh, size_t count, wend__update *update) {
    const uint8_t *costs = mover->costs + cell;
    for (size_t i = wend__next_differing(fresh, costs, 0, count); i < count;
         i = wend__next_differing(fresh, costs, i + 1, count)) {
        uint32_t here = cell + (uint32_t)i;
        bool opens = costs[i] == WEND_BLOCKED;
        wend__changes_add(&mover->changed, update->since, here, opens ? WEND__GAINED : 0);
        if (opens || fresh[i] == WEND_BLOCKED) update->blocks = true;
        if (!could_stand(mover, here)) continue;
        mover->counts[costs[i]]--;
        mover->counts[fresh[i]]++;
    }
}

static void update_costs_of_row(wend_mover *mover, uint32_t cell, int32_t count, wend__update *update) {
    uint8_t fresh[PIECE], *costs = mover->costs + cell;
    mover->cost_row(&mover->cost_rule, mover->map->terrain + cell, fresh, (size_t)count);
    if (mover->overlay) add_overlay(mover, mover->overlay + cell, fresh, count);
    if (memcmp(fresh, costs, (size_t)count) == 0) return;
    if (is_known(mover, update)) list_costs(mover, cell, fresh, (size_t)count, update);
    memcpy(costs, fresh, (size_t)count);
}

/* Calls one function for every piece of every row of a rectangle. */
typedef void wend__piece_fn(wend_mover *mover, uint32_t cell, int32_t count, wend__update *update);
static void update_pieces(wend_mover *mover, wend_rect rect, wend__piece_fn *piece, wend__update *update) {
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t done = 0; done < rect.width; done += PIECE) {
            int32_t rest = rect.width - done;
            piece(mover, wend__index(mover->shape, rect.x + done, y), rest < PIECE ? rest : PIECE, update);
        }
}

static void update_clearances(wend_mover *mover, wend_rect rect, wend__update *update) {
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
            uint32_t cell = wend__index(mover->shape, x, y);
            uint16_t clearance = wend__clearance_at(&mover->clearance, mover->map, mover->costs, (wend_cell){x, y});
            bool fits_otherwise = (clearance == WEND__CLEAR) != (mover->clearances[cell] == WEND__CLEAR);
            mover->clearances[cell] = clearance;
            if (!fits_otherwise || wend__is_blocked(mover, cell)) continue;
            update->blocks = true;
            wend__changes_add(&mover->changed, update->since, cell, clearance == WEND__CLEAR ? WEND__GAINED : 0);
        }
}

/* The directions whose capsules may meet more than a point's exits have asked for. */
static uint32_t capsules_that_matter(const wend_mover *mover, int32_t parity) {
    if (mover->has_walls) return mover->directions;
    if (mover->corner_rule == WEND_CORNER_NEVER) return mover->clearance.cells_matter_past_corners[parity];
    return mover->clearance.cells_matter[parity];
}

/* Of a point's exits, those whose end is free and whose capsule is. */
static uint32_t exits_with_radius(const wend_mover *mover, uint32_t index, int32_t y, uint32_t exits) {
    const ptrdiff_t *steps = mover->exit_rules[y & 1].steps;
    for (uint32_t rest = exits; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        if (!wend__is_free(mover, (uint32_t)((ptrdiff_t)index + steps[k]))) exits &= ~(1u << k);
    }
    uint32_t rest = exits & capsules_that_matter(mover, y & 1);
    for (wend_cell cell = wend__cell_of(mover->shape, index); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        if (!wend__step_is_clear(&mover->clearance, mover->map, mover->costs, cell, k)) exits &= ~(1u << k);
    }
    return exits;
}

static void remake_exits_with_radius(const wend_mover *mover, wend_cell start, int32_t count, uint8_t *exits) {
    uint32_t first = wend__index(mover->shape, start.x, start.y);
    for (uint32_t i = 0; i < (uint32_t)count; i++)
        if (wend__is_free(mover, first + i)) exits[i] = (uint8_t)exits_with_radius(mover, first + i, start.y, exits[i]);
}

/* For a point, without thin walls. */
static void make_exits(const wend_mover *mover, wend_cell start, int32_t count, uint8_t *exits) {
    wend__exit_rule rule = mover->exit_rules[start.y & 1];
    if (start.y == 0) rule.out_of_blocked &= (uint8_t)~rule.off_map[WEND_NORTH];
    if (start.y == mover->shape.height - 1) rule.out_of_blocked &= (uint8_t)~rule.off_map[WEND_SOUTH];
    mover->exit_row(&rule, mover->costs + wend__index(mover->shape, start.x, start.y), exits, (size_t)count);
    if (start.x == 0) exits[0] &= (uint8_t)~rule.off_map[WEND_WEST];
    if (start.x + count == mover->shape.width) exits[count - 1] &= (uint8_t)~rule.off_map[WEND_EAST];
}

/* Can a thin wall close a step out of a cell: its own, or one of a cell beside it that the step goes round? On the
 * outline the answer is yes. */
static bool has_walls_near(const wend_mover *mover, wend_cell cell) {
    wend__shape shape = mover->shape;
    if (cell.x == 0 || cell.y == 0 || cell.x == shape.width - 1 || cell.y == shape.height - 1) return true;
    const uint8_t *walls = mover->map->walls + wend__index(shape, cell.x, cell.y);
    return walls[0] | walls[-1] | walls[1] | walls[-shape.width] | walls[shape.width];
}

/* For a point, where thin walls may be near: one by one. */
static void remake_exits_at_walls(const wend_mover *mover, wend_cell start, int32_t count, uint8_t *exits) {
    for (int32_t i = 0; i < count; i++) {
        wend_cell cell = {start.x + i, start.y};
        if (!has_walls_near(mover, cell)) continue;
        bool is_blocked = wend__is_blocked(mover, wend__index(mover->shape, cell.x, cell.y));
        exits[i] = (uint8_t)wend__point_exits(mover->map, mover->costs, cell, &mover->exit_rules[cell.y & 1],
                                              is_blocked ? WEND__OBSTACLES_NO_CELLS : WEND__OBSTACLES_ALL);
    }
}

/* Ways out of a wall are no exits. What has become free is marked already. */
static void list_exits(wend_mover *mover, uint32_t cell, const uint8_t *fresh, size_t count, wend__update *update) {
    const uint8_t *exits = mover->exits + cell;
    for (size_t i = wend__next_differing(fresh, exits, 0, count); i < count;
         i = wend__next_differing(fresh, exits, i + 1, count)) {
        uint32_t here = cell + (uint32_t)i;
        bool was_free = could_stand(mover, here);
        uint32_t before = was_free ? exits[i] : 0, after = wend__is_free(mover, here) ? fresh[i] : 0;
        uint32_t ways = (before & ~after ? WEND__LOST : 0) | (was_free && (after & ~before) ? WEND__GAINED : 0);
        if (ways & WEND__LOST) update->has_lost = true;
        if (ways & WEND__GAINED) update->has_gained = true;
        wend__changes_add(&mover->changed, update->since, here, ways);
    }
}

static void update_exits_of_row(wend_mover *mover, uint32_t cell, int32_t count, wend__update *update) {
    uint8_t fresh[PIECE], *exits = mover->exits + cell;
    wend_cell start = wend__cell_of(mover->shape, cell);
    make_exits(mover, start, count, fresh);
    if (mover->has_walls) remake_exits_at_walls(mover, start, count, fresh);
    if (mover->radius) remake_exits_with_radius(mover, start, count, fresh);
    if (memcmp(fresh, exits, (size_t)count) == 0) return;
    if (is_known(mover, update)) list_exits(mover, cell, fresh, (size_t)count, update);
    memcpy(exits, fresh, (size_t)count);
}

static int32_t reach_of(const wend_mover *mover) {
    return mover->radius ? mover->clearance.reach : 0;
}

/* What the edit of a rectangle can have changed. Exits ask where the mover can stand beyond their own edit: the
 * clearances of all edits come first. */
static void update_clearances_round(wend_mover *mover, wend_rect rect, wend__update *update) {
    if (!mover->radius) return;
    update_clearances(mover, wend__rect_grown(mover->shape, rect, mover->clearance.reach), update);
}

static void update_exits_round(wend_mover *mover, wend_rect rect, wend__update *update) {
    update_pieces(mover, wend__rect_grown(mover->shape, rect, reach_of(mover) + 1), update_exits_of_row, update);
}

void wend__mover_remake(wend_mover *mover, wend__update *update) {
    wend_rect all = {0, 0, mover->shape.width, mover->shape.height};
    update_pieces(mover, all, update_costs_of_row, update);
    update_clearances_round(mover, all, update);
    update_exits_round(mover, all, update);
}

/* Edits. */

#define WINDOW 8

/* Some edits that are not done yet. Those that lie so near to each other that they are less work as one, are one. */
typedef struct edit_window {
    wend_rect rects[WINDOW];
    uint32_t count;
    int32_t margin; /* how far an edit is felt beyond its own rectangle */
} edit_window;

static uint64_t work_of(const edit_window *window, wend_rect rect) {
    return (uint64_t)(rect.width + 2 * window->margin) * (uint64_t)(rect.height + 2 * window->margin);
}

static wend_rect box_of(wend_rect a, wend_rect b) {
    int32_t x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    int32_t end_x = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    int32_t end_y = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (wend_rect){x, y, end_x - x, end_y - y};
}

/* Takes an edit in. Where there is no room for it, the oldest one leaves. */
static bool window_take(edit_window *window, wend_rect rect, wend_rect *leaves) {
    for (uint32_t i = 0; i < window->count; i++) {
        wend_rect both = box_of(window->rects[i], rect);
        if (work_of(window, both) > work_of(window, window->rects[i]) + work_of(window, rect)) continue;
        window->rects[i] = both;
        return false;
    }
    bool is_full = window->count == WINDOW;
    if (is_full) {
        *leaves = window->rects[0];
        memmove(window->rects, window->rects + 1, (WINDOW - 1) * sizeof *window->rects);
        window->count--;
    }
    window->rects[window->count++] = rect;
    return is_full;
}

/* Calls one function for every edit that a log remembers since a revision, or for several at once. */
typedef void edit_fn(wend_mover *mover, wend_rect rect, wend__update *update);
static void for_edits(wend_mover *mover, const wend__log *log, uint64_t since, int32_t margin, edit_fn *fn,
                      wend__update *update) {
    edit_window window = {.margin = margin};
    wend_rect leaves;
    for (uint64_t revision = since + 1; revision <= log->revision; revision++)
        if (window_take(&window, *wend__log_at(log, revision), &leaves)) fn(mover, leaves, update);
    for (uint32_t i = 0; i < window.count; i++) fn(mover, window.rects[i], update);
}

static void add_work(wend_mover *mover, wend_rect rect, wend__update *update) {
    edit_window window = {.margin = reach_of(mover)};
    update->work += work_of(&window, rect);
}

/* Does the log remember every edit since a revision, and are they less work than the whole map? */
static bool log_is_enough(wend_mover *mover, const wend__log *log, uint64_t since, wend__update *update) {
    if (since == log->revision) return true;
    if (!wend__log_at(log, since + 1)) return false;
    for_edits(mover, log, since, reach_of(mover), add_work, update);
    return update->work <= wend__cell_count(mover->shape);
}

static void update_costs_in(wend_mover *mover, wend_rect rect, wend__update *update) {
    update_pieces(mover, rect, update_costs_of_row, update);
}

/* Costs of all edits first: exits look at costs beyond their own edit. Ways are others only where a cell is blocked
 * that was not, or the other way round, or an edge was edited; so an overlay never touches them. */
static void update_edits(wend_mover *mover, wend__update *update) {
    const wend_map *map = mover->map;
    uint64_t since = mover->map_revision;
    int32_t reach = reach_of(mover);
    for_edits(mover, &map->log, since, 0, update_costs_in, update);
    for_edits(mover, &mover->overlay_log, mover->overlay_revision, 0, update_costs_in, update);
    if (!update->blocks && map->edge_revision <= since && is_known(mover, update)) return;
    if (mover->radius) for_edits(mover, &map->log, since, reach, update_clearances_round, update);
    for_edits(mover, &map->log, since, reach + 1, update_exits_round, update);
}

/* Links. */

/* Of a table, the links that leave one cell and that the mover may use, one after the other. */
typedef struct link_walk {
    const wend__links *links;
    uint32_t place, last;
    bool is_before; /* as far as ends are free: before the update, or after it */
} link_walk;

static link_walk links_from(const wend__links *links, uint32_t cell, bool is_before) {
    wend__link_range range = wend__links_from(links, cell);
    return (link_walk){links, range.first, range.last, is_before};
}

static const wend_link *next_usable(const wend_mover *mover, link_walk *walk) {
    while (walk->place < walk->last) {
        uint32_t place = walk->place++, to = walk->links->to[place];
        bool is_open = walk->is_before ? could_stand(mover, to) : wend__is_free(mover, to);
        if (is_open && wend__link_fits(mover, walk->links, place)) return &walk->links->by_from[place];
    }
    return NULL;
}

static bool same_links_leave(const wend_mover *mover, const wend__links *old, const wend__links *fresh, uint32_t cell) {
    link_walk before = links_from(old, cell, true), after = links_from(fresh, cell, false);
    const wend_link *a, *b;
    do {
        a = next_usable(mover, &before);
        b = next_usable(mover, &after);
    } while (a && b && memcmp(a, b, sizeof *a) == 0);
    return !a && !b;
}

/* A cell where it can stand now, and could before, whose links are others. (The rest is listed for itself.) */
static void list_if_links_differ(wend_mover *mover, const wend__links *old, uint32_t cell, wend__update *update) {
    bool stays_free = could_stand(mover, cell) && wend__is_free(mover, cell);
    if (!stays_free || same_links_leave(mover, old, mover->links, cell)) return;
    update->has_lost = update->has_gained = true;
    wend__changes_add(&mover->changed, update->since, cell, WEND__LOST | WEND__GAINED);
}

/* Every cell that a link of a table leaves; of the second table, where the first has none. */
static void list_starts(wend_mover *mover, const wend__links *old, const wend__links *table, const wend__links *but,
                        wend__update *update) {
    for (uint32_t i = 0; table && i < table->count; i++) {
        uint32_t cell = table->from[i];
        if (i > 0 && table->from[i - 1] == cell) continue;
        wend__link_range other = wend__links_from(but, cell);
        if (other.first == other.last) list_if_links_differ(mover, old, cell, update);
    }
}

/* The same links: those whose end is no more what it was. */
static void list_starts_of_changed_ends(wend_mover *mover, wend__update *update) {
    const wend__links *links = mover->links;
    uint64_t end = mover->changed.count;
    if (!links || !is_known(mover, update)) return;
    for (uint64_t number = update->since; number < end; number++) {
        uint32_t cell = wend__change_at(&mover->changed, number);
        if (could_stand(mover, cell) == wend__is_free(mover, cell)) continue;
        for (uint32_t i = wend__links_to_from_on(links, cell); i < links->count; i++) {
            uint32_t place = links->by_to[i];
            if (links->to[place] != cell) break;
            list_if_links_differ(mover, links, links->from[place], update);
        }
    }
}

/* Answers the table that there was. */
static wend__links *update_links(wend_mover *mover, wend__update *update) {
    wend__links *old = mover->links;
    mover->links = wend__links_take(mover->map->links);
    update->links = !wend__links_equal(old, mover->links);
    if (update->links) {
        list_starts(mover, old, old, NULL, update);
        list_starts(mover, old, mover->links, old, update);
    } else {
        list_starts_of_changed_ends(mover, update);
    }
    return old;
}

/* Counts and components. */

/* Several rows of counters, so that equal costs side by side need not wait for each other. */
#define COUNTERS 4

static void count_all(wend_mover *mover) {
    uint32_t counts[COUNTERS][256] = {{0}}, cells = (uint32_t)wend__cell_count(mover->shape);
    for (uint32_t cell = 0; cell < cells; cell++)
        if (!mover->clearances || mover->clearances[cell] == WEND__CLEAR) counts[cell % COUNTERS][mover->costs[cell]]++;
    for (uint32_t cost = 0; cost < 256; cost++)
        mover->counts[cost] = counts[0][cost] + counts[1][cost] + counts[2][cost] + counts[3][cost];
}

/* The cheapest cost of all that are paid. */
static uint8_t least_cost(const wend_mover *mover) {
    uint32_t cost = 1;
    while (cost < WEND_BLOCKED && mover->counts[cost] == 0) cost++;
    return (uint8_t)cost;
}

static void make_anew(wend_mover *mover) {
    count_all(mover);
    wend__components_label(mover);
}

/* Cells where it could stand and cannot any more leave their components; those where it now can wait for theirs. */
static void settle(wend_mover *mover, wend__update *update) {
    for (uint64_t number = update->since; number < mover->changed.count; number++) {
        uint32_t cell = wend__change_at(&mover->changed, number);
        bool is_free = wend__is_free(mover, cell);
        if (is_free && !could_stand(mover, cell)) {
            update->has_gained = true;
        } else if (!is_free && could_stand(mover, cell)) {
            update->has_lost = true;
            mover->counts[mover->costs[cell]]--;
            mover->component_names[cell] = WEND_NO_COMPONENT;
        }
    }
}

/* A mover that was never up to date: nobody has seen what it was before. */
static void make_first(wend_mover *mover) {
    wend__update update = {.since = mover->changed.count};
    mover->has_walls = mover->map->walls != NULL;
    mover->has_one_way = mover->map->one_way_edges > 0;
    mover->changed.count = (uint64_t)mover->changed.capacity + 1;
    wend__mover_remake(mover, &update);
    mover->links = wend__links_take(mover->map->links);
    mover->changed.count = mover->changed.next = 0;
    make_anew(mover);
}

/* Answers whether anything is different. */
static bool update_known(wend_mover *mover, wend__update *update) {
    bool is_enough = !mover->everything_changed &&
                     log_is_enough(mover, &mover->map->log, mover->map_revision, update) &&
                     log_is_enough(mover, &mover->overlay_log, mover->overlay_revision, update);
    mover->has_walls = mover->map->walls != NULL;
    mover->has_one_way = mover->map->one_way_edges > 0;
    if (is_enough) {
        update_edits(mover, update);
    } else {
        wend__mover_remake(mover, update);
        mover->whole_updates++;
    }
    wend__links *old_links = update_links(mover, update);
    bool is_done = is_known(mover, update);
    if (is_done && (update->blocks || update->has_lost || update->has_gained)) {
        settle(mover, update);
        is_done = wend__components_update(
            mover, &(wend__components_edit){update->since, old_links, update->has_lost, update->has_gained});
    }
    if (!is_done) {
        make_anew(mover);
        mover->relabels++;
    }
    wend__links_drop(old_links);
    return update->links || mover->changed.count != update->since;
}

wend_status wend_mover_update(wend_mover *mover) {
    if (!mover) return WEND_ERROR_ARGUMENT;
    if (atomic_load_explicit(&mover->builds_open, memory_order_acquire)) return WEND_ERROR_BUSY;
    wend__update update = {.since = mover->changed.count};
    bool is_first = mover->revision == 0, differs = true;
    if (is_first) {
        make_first(mover);
    } else {
        differs = update_known(mover, &update);
        mover->updates++;
    }
    if (differs) {
        mover->least_cost = least_cost(mover);
        mover->revision++;
    }
    mover->map_revision = mover->map->log.revision;
    mover->overlay_revision = mover->overlay_log.revision;
    mover->everything_changed = false;
    return WEND_OK;
}
