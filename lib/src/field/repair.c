/* SPDX-License-Identifier: MIT
 * Repair: the field after some cells have changed.
 *
 * Computes: values and sets of best steps as a build would, from those of before and a list of the cells that differ.
 * Invariant: a cell lives while its set has a step, or it is a goal with its own offset, or a link gives its value: each
 *            leads to a living cell with a lower value, so there are no circles. At every step that the queue does not
 *            still have to look at,  value here <= step + value there,  and the step is in the set where both are equal.
 * Cost: constant for each cell listed, each that dies and each that gets another value; nothing for all others.
 * Source: after G. Ramalingam and T. Reps, An incremental algorithm for a generalization of the shortest-path problem
 *         (1996); support is kept as the sets that the field has anyway.
 *
 *      1. steps of listed cells that do not hold any more leave the sets      > > > G      > > # G
 *      2. who has nothing left dies; who led to it loses that step            ^ ^ ^ ^      x x ^ ^   # is new, x dies
 *      3. the dead, and listed cells, look at what lives round them
 *      4. a queue settles the rest, by rising value
 */
#include "field/repair_ripple.h"

#include <string.h>

const wend__repair_limits wend__usual_repair_limits = {
    .listed_per_page = 60, .dead = 128, .fading = 600, .dead_per_page = 128, .settled = 200};

/* What keeps a cell alive. */

static bool is_goal(const wend__ripple *ripple, uint32_t cell, uint32_t value) {
    return wend__goals_hold(ripple->job->goals, ripple->mover, cell, value);
}

static bool link_holds(const wend__ripple *ripple, uint32_t cell, uint32_t value) {
    const wend__links *links = ripple->mover->links;
    wend__link_range range = wend__links_from(links, cell);
    for (uint32_t place = range.first; place < range.last; place++) {
        uint32_t there = ripple->values[wend__slot_of(ripple->pages, links->to[place])];
        if (there == WEND_UNREACHABLE || !wend__link_is_usable(ripple->mover, links, place)) continue;
        if (wend__saturating_add(there, wend__link_cost(ripple->mover, links, place)) == value) return true;
    }
    return false;
}

bool wend__repair_cell_holds(const wend__ripple *ripple, uint32_t cell, uint32_t value) {
    return is_goal(ripple, cell, value) || (ripple->has_links && link_holds(ripple, cell, value));
}

static void die(wend__ripple *ripple, uint32_t place, uint32_t slot) {
    uint32_t value = ripple->values[slot];
    if (value >= WEND__LAST_VALUE) ripple->is_too_much = true;
    ripple->dead[ripple->dead_count++] = (wend__dead){place, value};
    ripple->values[slot] = WEND_UNREACHABLE;
    ripple->directions[slot] = 0;
    wend__touch(ripple, slot);
}

/* A cell whose set has just become empty: it was no goal with its own offset. */
static inline void lose_last_step(wend__ripple *ripple, uint32_t place, uint32_t cell, uint32_t slot) {
    if (!ripple->has_links || !link_holds(ripple, cell, ripple->values[slot])) die(ripple, place, slot);
}

/* 1. What does not hold any more. */

/* Does a step from one cell to another still give the first its value? */
static inline bool step_holds(const wend__ripple *ripple, const wend__stride *stride, uint32_t from, uint32_t value,
                              uint32_t to, uint32_t value_there) {
    return value_there != WEND_UNREACHABLE && value_there + wend__step_cost(ripple, stride, from, to) == value;
}

static void check_own_steps(wend__ripple *ripple, wend__spot spot) {
    uint32_t value = ripple->values[spot.slot], exits = wend__exits_of(ripple->mover, spot.cell);
    uint32_t steps = ripple->directions[spot.slot];
    if (steps == 0) {
        bool lives = wend__is_free(ripple->mover, spot.cell) && wend__repair_cell_holds(ripple, spot.cell, value);
        if (!lives) die(ripple, wend__place_of(spot), spot.slot);
        return;
    }
    for (uint32_t rest = steps; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        const wend__stride *stride = wend__stride_from(ripple, spot, k);
        uint32_t there = ripple->values[wend__slot_beside(ripple, spot, stride)];
        bool holds =
            exits >> k & 1 && step_holds(ripple, stride, spot.cell, value, wend__cell_beside(spot, stride), there);
        if (!holds) steps &= ~(1u << k);
    }
    ripple->directions[spot.slot] = (uint8_t)steps;
    if (!wend__is_free(ripple->mover, spot.cell))
        die(ripple, wend__place_of(spot), spot.slot);
    else if (steps == 0)
        lose_last_step(ripple, wend__place_of(spot), spot.cell, spot.slot);
}

/* The directions, as bits, in which a neighbour's set leads here. Nobody can guess them: so there are no branches. */
static inline uint32_t led_here(const wend__ripple *ripple, wend__spot spot) {
    uint32_t found = 0;
    for (uint32_t rest = wend__ways_round(ripple, spot); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        uint32_t slot = wend__slot_beside(ripple, spot, wend__stride_from(ripple, spot, k));
        found |= (ripple->directions[slot] >> wend__opposite(k) & 1u) << k;
    }
    return found;
}

/* The steps that lead to a living cell. */
static void check_steps_here(wend__ripple *ripple, wend__spot spot) {
    uint32_t value = ripple->values[spot.slot];
    for (uint32_t rest = led_here(ripple, spot); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest), back = wend__opposite(k);
        const wend__stride *stride = wend__stride_from(ripple, spot, k);
        uint32_t slot = wend__slot_beside(ripple, spot, stride), cell = wend__cell_beside(spot, stride);
        if ((ripple->mover->exits[cell] >> back & 1) &&
            step_holds(ripple, stride, cell, ripple->values[slot], spot.cell, value))
            continue;
        ripple->directions[slot] &= (uint8_t) ~(1u << back);
        wend__touch(ripple, slot);
        if (ripple->directions[slot] == 0) lose_last_step(ripple, wend__place_beside(spot, stride), cell, slot);
    }
}

static void check_listed(wend__ripple *ripple, wend__spot spot) {
    uint32_t value = ripple->values[spot.slot];
    wend__touch(ripple, spot.slot);
    if (value == WEND_UNREACHABLE) return;
    if (value >= WEND__LAST_VALUE) ripple->is_too_much = true;
    check_own_steps(ripple, spot);
    if (ripple->values[spot.slot] != WEND_UNREACHABLE) check_steps_here(ripple, spot);
}

/* 2. Who dies with it. */

static void bury_links(wend__ripple *ripple, uint32_t cell, uint32_t old_value) {
    const wend_mover *mover = ripple->mover;
    const wend__links *links = mover->links;
    for (uint32_t i = wend__links_to_from_on(links, cell); i < links->count; i++) {
        uint32_t place = links->by_to[i];
        if (links->to[place] != cell) return;
        wend__spot from = wend__spot_of_cell(ripple, links->from[place]);
        uint32_t value = ripple->values[from.slot];
        uint32_t offered = wend__saturating_add(old_value, wend__link_cost(mover, links, place));
        if (value == WEND_UNREACHABLE || value != offered) continue;
        if (value == WEND_SATURATED_VALUE) ripple->is_too_much = true;
        if (ripple->directions[from.slot] || is_goal(ripple, from.cell, value)) continue;
        if (!link_holds(ripple, from.cell, value)) die(ripple, wend__place_of(from), from.slot);
    }
}

static void bury(wend__ripple *ripple, wend__dead dead) {
    wend__spot spot = wend__spot_of_place(ripple, dead.place);
    for (uint32_t rest = led_here(ripple, spot); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        const wend__stride *stride = wend__stride_from(ripple, spot, k);
        uint32_t slot = wend__slot_beside(ripple, spot, stride);
        ripple->directions[slot] &= (uint8_t) ~(1u << wend__opposite(k));
        wend__touch(ripple, slot);
        if (ripple->directions[slot] == 0)
            lose_last_step(ripple, wend__place_beside(spot, stride), wend__cell_beside(spot, stride), slot);
    }
    if (ripple->has_links) bury_links(ripple, spot.cell, dead.value);
}

/* 3 and 4. What is gained. */

/* The page of a cell that had no value gets one. */
static void open_page(const wend__ripple *ripple, uint32_t slot) {
    wend__page *page = &ripple->pages->page[slot >> 12];
    page->valid |= UINT64_C(1) << (slot >> 6 & 63);
    if (page->content == WEND__PAGE_LIVE) return;
    page->content = WEND__PAGE_LIVE;
    if (!wend__page_has_solver(page))
        wend__page_choose_solver(ripple->pages, slot >> 12, ripple->mover, ripple->job->backend);
}

static inline void lower(wend__ripple *ripple, uint32_t place, uint32_t slot, uint32_t value, uint32_t steps) {
    wend__touch(ripple, slot);
    if (ripple->values[slot] == WEND_UNREACHABLE) open_page(ripple, slot);
    ripple->values[slot] = value;
    ripple->directions[slot] = (uint8_t)steps;
    if (!wend__queue_push(&ripple->queue, value, place)) ripple->is_too_much = true;
}

/* An empty set at a cell with a value: a goal with its own offset, or a link. Steps win over links. */
static bool steps_count(const wend__ripple *ripple, uint32_t cell, uint32_t value) {
    return ripple->has_links && !is_goal(ripple, cell, value);
}

static inline void offer(wend__ripple *ripple, uint32_t place, uint32_t cell, uint32_t slot, uint32_t offered,
                         uint32_t step) {
    uint32_t value = ripple->values[slot];
    if (offered < value) {
        lower(ripple, place, slot, offered, step);
    } else if (offered == value && (ripple->directions[slot] || steps_count(ripple, cell, value))) {
        ripple->directions[slot] |= (uint8_t)step;
        wend__touch(ripple, slot);
    }
}

static void offer_link(wend__ripple *ripple, uint32_t place, uint32_t value_there) {
    const wend__links *links = ripple->mover->links;
    wend__spot from = wend__spot_of_cell(ripple, links->from[place]);
    uint32_t value = ripple->values[from.slot];
    uint32_t offered = wend__saturating_add(value_there, wend__link_cost(ripple->mover, links, place));
    if (offered >= value || !wend__link_is_usable(ripple->mover, links, place)) return;
    if (offered == WEND_SATURATED_VALUE) ripple->is_too_much = true;
    lower(ripple, wend__place_of(from), from.slot, offered, 0);
}

/* The cost of a step; uniform_cost: that of all cells in the page and round it, or 0. */
static inline uint32_t step_in_page(const wend__ripple *ripple, uint32_t uniform_cost, const wend__stride *stride,
                                    uint32_t from, uint32_t to) {
    return uniform_cost ? 2 * stride->length * uniform_cost : wend__step_cost(ripple, stride, from, to);
}

static inline uint32_t uniform_cost_at(const wend__ripple *ripple, wend__spot spot) {
    return ripple->pages->page[spot.slot >> 12].uniform_cost;
}

static void look_along_links(wend__ripple *ripple, uint32_t cell) {
    const wend__links *links = ripple->mover->links;
    wend__link_range range = wend__links_from(links, cell);
    for (uint32_t place = range.first; place < range.last; place++) {
        uint32_t there = ripple->values[wend__slot_of(ripple->pages, links->to[place])];
        if (there != WEND_UNREACHABLE) offer_link(ripple, place, there);
    }
}

/* What lives round a cell, and where its links lead, offers it a value. */
static void look_round(wend__ripple *ripple, wend__spot spot) {
    uint32_t best = WEND_UNREACHABLE, steps = 0, uniform_cost = uniform_cost_at(ripple, spot);
    for (uint32_t rest = wend__exits_of(ripple->mover, spot.cell); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        const wend__stride *stride = wend__stride_from(ripple, spot, k);
        uint32_t there = ripple->values[wend__slot_beside(ripple, spot, stride)];
        if (there >= WEND__LAST_VALUE) {
            if (there != WEND_UNREACHABLE) ripple->is_too_much = true;
            continue;
        }
        uint32_t sum = there + step_in_page(ripple, uniform_cost, stride, spot.cell, wend__cell_beside(spot, stride));
        steps = (uint32_t)(sum <= best) << k | (sum < best ? 0 : steps);
        best = sum < best ? sum : best;
    }
    if (steps) offer(ripple, wend__place_of(spot), spot.cell, spot.slot, best, steps);
    if (ripple->has_links) look_along_links(ripple, spot.cell);
}

static void spread_along_links(wend__ripple *ripple, uint32_t cell, uint32_t value) {
    const wend__links *links = ripple->mover->links;
    for (uint32_t i = wend__links_to_from_on(links, cell); i < links->count; i++) {
        if (links->to[links->by_to[i]] != cell) return;
        offer_link(ripple, links->by_to[i], value);
    }
}

/* A cell offers its value to all that may step to it, or have a link to it. Most offers are too high: they are sorted
 * out without branches. */
static void spread(wend__ripple *ripple, wend__spot spot) {
    const wend_mover *mover = ripple->mover;
    uint32_t value = ripple->values[spot.slot], uniform_cost = uniform_cost_at(ripple, spot), good = 0;
    for (uint32_t rest = wend__entries(mover, &ripple->steps, spot.cell); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        const wend__stride *stride = wend__stride_from(ripple, spot, k);
        uint32_t step = step_in_page(ripple, uniform_cost, stride, wend__cell_beside(spot, stride), spot.cell);
        good |= (uint32_t)(value + step <= ripple->values[wend__slot_beside(ripple, spot, stride)]) << k;
    }
    for (; good; good &= good - 1) {
        int k = wend__lowest_bit(good);
        const wend__stride *stride = wend__stride_from(ripple, spot, k);
        uint32_t cell = wend__cell_beside(spot, stride);
        uint32_t offered = value + step_in_page(ripple, uniform_cost, stride, cell, spot.cell);
        offer(ripple, wend__place_beside(spot, stride), cell, wend__slot_beside(ripple, spot, stride), offered,
              1u << wend__opposite(k));
    }
    if (ripple->has_links) spread_along_links(ripple, spot.cell, value);
}

static void look_round_listed(wend__ripple *ripple, wend__spot spot) {
    if (!wend__is_free(ripple->mover, spot.cell)) return;
    look_round(ripple, spot);
    if (ripple->values[spot.slot] < WEND__LAST_VALUE) spread(ripple, spot);
}

/* A goal's own offset wins a tie. */
static void offer_goal(void *context, uint32_t cell, uint32_t offset) {
    wend__ripple *ripple = context;
    wend__spot spot = wend__spot_of_cell(ripple, cell);
    uint32_t value = ripple->values[spot.slot];
    if (offset < value)
        lower(ripple, wend__place_of(spot), spot.slot, offset, 0);
    else if (offset == value)
        ripple->directions[spot.slot] = 0;
}

static void settle(wend__ripple *ripple) {
    uint32_t value, place;
    while (!ripple->is_too_much && ripple->settled < ripple->job->limits->settled &&
           wend__queue_pop(&ripple->queue, &value, &place)) {
        wend__spot spot = wend__spot_of_place(ripple, place);
        if (ripple->values[spot.slot] != value) continue; /* it became lower since */
        if (value >= WEND__LAST_VALUE) ripple->is_too_much = true;
        ripple->settled++;
        spread(ripple, spot);
    }
}

/* What the pages say of themselves. */

/* Does a cell in a page or beside it fit what the page says of costs, whatever was there before? */
static bool fits_page(const wend__page *page, uint8_t cost) {
    return page->uniform_cost && (cost == page->uniform_cost || cost == WEND_BLOCKED);
}

static void renew_page(const wend__ripple *ripple, uint32_t page, uint8_t cost) {
    wend__page *state = &ripple->pages->page[page];
    if (!wend__page_has_solver(state) || fits_page(state, cost)) return;
    wend__page_forget_solver(state);
    if (state->content == WEND__PAGE_LIVE)
        wend__page_choose_solver(ripple->pages, page, ripple->mover, ripple->job->backend);
}

/* The pages that a listed cell lies in, or beside. */
static void renew_pages(wend__ripple *ripple, wend__spot spot) {
    uint8_t cost = ripple->mover->costs[spot.cell];
    if (spot.is_inner) {
        renew_page(ripple, spot.slot >> 12, cost);
        return;
    }
    wend_rect round = wend__rect_grown(ripple->pages->shape, (wend_rect){spot.x, spot.y, 1, 1}, 1);
    int32_t right = round.x + round.width - 1, bottom = round.y + round.height - 1;
    uint32_t first = wend__page_at(ripple->pages, round.x, round.y);
    uint32_t wide = wend__page_at(ripple->pages, right, round.y) - first;
    uint32_t high = wend__page_at(ripple->pages, round.x, bottom) - first;
    renew_page(ripple, first, cost);
    if (wide) renew_page(ripple, first + wide, cost);
    if (high) renew_page(ripple, first + high, cost);
    if (wide && high) renew_page(ripple, first + wide + high, cost);
}

/* The whole. The words hold the places of listed cells, then the dead, of whom there may be as many as cells. */

#define REMEMBERED 32u /* cells are listed twice within a few: whatever is done for one may be done again */

void wend__repair_note(wend__repair_job *job, uint32_t cell) {
    wend_cell where = wend__cell_of(job->mover->shape, cell);
    uint32_t *places = job->workspace->words, place = (uint32_t)where.x | (uint32_t)where.y << WEND__PLACE_BITS;
    uint32_t first = job->listed > REMEMBERED ? job->listed - REMEMBERED : 0;
    bool is_new = true;
    for (uint32_t i = first; i < job->listed; i++) is_new &= places[i] != place;
    if (!is_new) return;
    if (job->listed + 1 >= job->workspace->cells)
        job->is_too_much = true;
    else
        places[job->listed++] = place;
}

static void note_changes(wend__repair_job *job) {
    const wend__change_log *log = &job->mover->changed;
    for (uint64_t number = job->since; number < log->count && !job->is_too_much; number++)
        wend__repair_note(job, wend__change_at(log, number));
}

typedef void for_listed(wend__ripple *ripple, wend__spot spot);

static inline void visit_listed(wend__ripple *ripple, for_listed *visit) {
    const uint32_t *places = ripple->job->workspace->words;
    for (uint32_t i = 0; i < ripple->job->listed; i++) visit(ripple, wend__spot_of_place(ripple, places[i]));
}

/* Below every step the queue needs no order; but a link may cost as little as 1. */
static uint32_t shift_of(const wend_mover *mover) {
    uint32_t cheapest = 2 * WEND__STRAIGHT * mover->least_cost;
    return mover->links ? 0 : (uint32_t)wend__highest_bit(cheapest);
}

static void ripple_begin(wend__ripple *ripple, wend__repair_job *job) {
    const wend_mover *mover = job->mover;
    *ripple = (wend__ripple){.job = job,
                             .mover = mover,
                             .pages = job->pages,
                             .values = job->pages->values,
                             .directions = job->pages->directions,
                             .steps = wend__index_steps_of(mover->shape),
                             .dead = (wend__dead *)(job->workspace->words + ((job->listed + 1u) & ~1u)),
                             .has_links = mover->links != NULL};
    for (int parity = 0; parity < 2; parity++)
        for (int k = 0; k < WEND__DIRECTIONS; k++) {
            if (!(mover->directions >> k & 1)) continue;
            wend_cell offset = wend__offset(mover->shape.lattice, parity, k);
            ripple->strides[parity][k] = (wend__stride){.cell = ripple->steps.steps[parity][k],
                                                        .slot = offset.y * WEND__PAGE_SIDE + offset.x,
                                                        .x = offset.x,
                                                        .y = offset.y,
                                                        .length = wend__length(mover, k)};
        }
    wend__queue_begin(&ripple->queue, job->workspace, shift_of(mover));
}

/* What settled has another value than before, but for the dead that got back theirs; of the dead, those that got none
 * did not settle. */
static uint64_t count_changed(const wend__ripple *ripple) {
    uint64_t changed = ripple->settled;
    for (uint32_t i = 0; i < ripple->dead_count; i++) {
        uint32_t value = ripple->values[wend__spot_of_place(ripple, ripple->dead[i].place).slot];
        if (value == WEND_UNREACHABLE)
            changed++;
        else if (value == ripple->dead[i].value)
            changed--;
    }
    return changed;
}

/* Do the dead lie so close that pages are less work? */
static bool dead_lie_close(const wend__ripple *ripple) {
    uint8_t *marks = ripple->job->workspace->scratch;
    uint64_t pages = 0;
    memset(marks, 0, ripple->pages->count);
    for (uint32_t i = 0; i < ripple->dead_count; i++) {
        uint32_t page = wend__spot_of_place(ripple, ripple->dead[i].place).slot >> 12;
        pages += !marks[page];
        marks[page] = 1;
    }
    return ripple->dead_count >= pages * ripple->job->limits->dead_per_page;
}

static void bury_all(wend__ripple *ripple) {
    const wend__repair_limits *limits = ripple->job->limits;
    uint32_t next_look = limits->fading;
    for (uint32_t i = 0; i < ripple->dead_count; i++) {
        if (ripple->dead_count >= next_look) {
            if (dead_lie_close(ripple)) {
                wend__repair_fade(ripple, i);
                return;
            }
            next_look = 2 * ripple->dead_count;
        }
        bury(ripple, ripple->dead[i]);
    }
    if (ripple->dead_count >= limits->dead && dead_lie_close(ripple)) wend__repair_note_dead(ripple);
}

/* What lives round the dead and round listed cells, and goals, offer them values. */
static void offer_all(wend__ripple *ripple) {
    visit_listed(ripple, look_round_listed);
    for (uint32_t i = 0; i < ripple->dead_count && !ripple->has_pages; i++)
        look_round(ripple, wend__spot_of_place(ripple, ripple->dead[i].place));
    wend__goals_visit(ripple->job->goals, ripple->mover, offer_goal, ripple);
}

static bool is_worth_a_build(const wend__repair_job *job) {
    uint64_t listed = job->mover->changed.count - job->since + job->listed;
    return job->is_too_much || listed > (uint64_t)job->limits->listed_per_page * job->pages->count;
}

bool wend__repair(wend__repair_job *job) {
    wend__ripple ripple;
    if (is_worth_a_build(job)) return false;
    note_changes(job);
    if (job->is_too_much) return false;
    ripple_begin(&ripple, job);
    visit_listed(&ripple, check_listed);
    visit_listed(&ripple, renew_pages);
    bury_all(&ripple);
    if (ripple.is_too_much) return false;
    offer_all(&ripple);
    if (!ripple.has_pages) settle(&ripple);
    if (ripple.has_pages || ripple.queue.filled) wend__repair_flood(&ripple);
    job->pages->chosen_for = job->mover->revision;
    if (ripple.is_too_much) return false;
    if (!ripple.has_pages) job->changed = count_changed(&ripple);
    return true;
}
