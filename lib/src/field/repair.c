/* SPDX-License-Identifier: MIT
 * Repair: the field after some cells have changed.
 *
 * Computes: values and sets of best steps as a build would, from those of before and a list of the cells that differ.
 * Invariant: a cell lives while its set has a step, or it is a goal with its own offset, or a link gives its value: each
 *            leads to a living cell with a lower value, so there are no circles. At every step that the queue does not
 *            still have to look at,  value here <= step + value there,  and the step is in the set where both are equal.
 * Cost: constant for each cell listed, each that dies, each that gets another value, and each of a goal; nothing for all
 *       others.
 * Source: after G. Ramalingam and T. Reps, An incremental algorithm for a generalization of the shortest-path problem
 *         (1996); support is kept as the sets that the field has anyway.
 *
 *      1. steps of listed cells that do not hold any more leave the sets      > > > G      > > # G
 *      2. who has nothing left dies; who led to it loses that step            ^ ^ ^ ^      x x ^ ^   # is new, x dies
 *      3. the dead, and listed cells, look at what lives round them
 *      4. a queue settles the rest, by rising value
 */
#include "field/repair_ripple.h"

#include "base/wide.h"

#include <string.h>

/* Measured: a page costs as much as some hundred cells, fewer where it is the only one and at hand. */
const wend__repair_limits *wend__repair_limits_for(const wend__pages *pages) {
    static const wend__repair_limits one_page = {
        .listed_per_page = 60, .listed = UINT32_MAX, .dead = 96, .fading = 600, .dead_per_page = 96, .settled = 96};
    static const wend__repair_limits many_pages = {
        .listed_per_page = 60, .listed = UINT32_MAX, .dead = 400, .fading = 600, .dead_per_page = 150, .settled = 400};
    return pages->count == 1 ? &one_page : &many_pages;
}

/* What keeps a cell alive. */

static bool is_goal(const wend__ripple *ripple, uint32_t cell, uint32_t value) {
    return wend__goals_hold(ripple->job->goals, ripple->mover, cell, value);
}

static bool link_holds(const wend__ripple *ripple, uint32_t cell, uint32_t value) {
    const wend_mover *mover = ripple->mover;
    wend__link_walk walk = wend__links_out_of(mover->links, cell);
    while (wend__next_link(&walk)) {
        uint32_t there = ripple->values[wend__slot_of(ripple->pages, walk.other)];
        if (there == WEND_UNREACHABLE || !wend__link_is_usable(mover, walk.links, walk.place)) continue;
        if (wend__saturating_add(there, wend__link_cost(mover, walk.links, walk.place)) == value) return true;
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

/* All that stands round a cell, by direction. Where there is no neighbour it is the cell itself, and no mask says so much
 * as to look at it. What comes of each nobody can guess: so it is all of it worked out, eight at a time, without branches. */
typedef struct wend__round {
    uint32_t slots[WEND__DIRECTIONS], values[WEND__DIRECTIONS];
    uint32_t out[WEND__DIRECTIONS], in[WEND__DIRECTIONS]; /* costs of the steps there, and back */
} wend__round;

#define FOR_ROUND(k) WEND__UNROLL for (int k = 0; k < WEND__DIRECTIONS; k++)

WEND__INLINE void slots_round(const wend__ripple *ripple, wend__spot spot, uint32_t slots[WEND__DIRECTIONS]) {
    const wend__stride *strides = ripple->strides[spot.y & 1];
    if (spot.is_inner) {
        FOR_ROUND(k) slots[k] = spot.slot + (uint32_t)strides[k].slot;
        return;
    }
    uint32_t ways = wend__ways_round(ripple, spot);
    for (int k = 0; k < WEND__DIRECTIONS; k++)
        slots[k] = ways >> k & 1 ? wend__slot_beside(ripple, spot, &strides[k]) : spot.slot;
}

WEND__INLINE void read_round(const wend__ripple *ripple, wend__spot spot, wend__round *round) {
    const wend_mover *mover = ripple->mover;
    const wend__stride *strides = ripple->strides[spot.y & 1];
    uint32_t uniform_cost = ripple->pages->page[spot.slot >> 12].uniform_cost;
    slots_round(ripple, spot, round->slots);
    FOR_ROUND(k) round->values[k] = ripple->values[round->slots[k]];
    if (uniform_cost) {
        FOR_ROUND(k) round->out[k] = round->in[k] = 2 * strides[k].length * uniform_cost;
        return;
    }
    const uint8_t *costs = mover->costs + spot.cell;
    FOR_ROUND(k) {
        round->out[k] = wend__step(mover->step_rule, strides[k].length, *costs, costs[strides[k].cell]);
        round->in[k] = wend__step(mover->step_rule, strides[k].length, costs[strides[k].cell], *costs);
    }
}

/* The directions, as bits, in which a neighbour's set leads here. */
WEND__INLINE uint32_t led_here(const wend__ripple *ripple, wend__spot spot, const uint32_t slots[WEND__DIRECTIONS]) {
    uint32_t found = 0;
    FOR_ROUND(k) found |= ((uint32_t)ripple->directions[slots[k]] >> wend__opposite(k) & 1u) << k;
    return found & wend__ways_round(ripple, spot);
}

/* Directions in which the cell may step, and from which others may step to it. */
static inline uint32_t ways_in(const wend__ripple *ripple, wend__spot spot) {
    return wend__entries(ripple->mover, &ripple->steps, spot.cell);
}

/* An empty set at a cell with a value: a goal with its own offset, or a link. Steps win over links. */
static bool steps_count(const wend__ripple *ripple, uint32_t cell, uint32_t value) {
    return ripple->has_links && !is_goal(ripple, cell, value);
}

/* What the steps out of a living cell and to it say, by direction. */
typedef struct wend__look {
    uint32_t out, in; /* those that are equally best: its own, and those of its neighbours */
    uint32_t led;     /* those of its neighbours that are in their sets */
    bool lowers;      /* some lower it, or a neighbour that has a value (one that has none, and is new to this cell, is
                         listed itself); or may lead to saturated values */
} wend__look;

static wend__look look_at_steps(const wend__ripple *ripple, wend__spot spot, uint32_t value) {
    wend__round round;
    read_round(ripple, spot, &round);
    uint32_t exits = wend__exits_of(ripple->mover, spot.cell), entries = ways_in(ripple, spot);
    uint32_t out = 0, in = 0, lowers_out = 0, lowers_in = 0, near_end = 0;
    FOR_ROUND(k) {
        uint32_t there = round.values[k], sum_here = there + round.out[k], sum_there = value + round.in[k];
        uint32_t is_low = there < WEND__LAST_VALUE;
        out |= (is_low & (uint32_t)(sum_here == value)) << k;
        lowers_out |= (is_low & (uint32_t)(sum_here < value)) << k;
        near_end |= ((is_low ^ 1) & (uint32_t)(there != WEND_UNREACHABLE)) << k;
        in |= (uint32_t)(sum_there == there) << k;
        lowers_in |= (uint32_t)((sum_there < there) & (there != WEND_UNREACHABLE)) << k;
    }
    return (wend__look){.out = out & exits,
                        .in = in & entries,
                        .led = led_here(ripple, spot, round.slots),
                        .lowers = ((lowers_out | near_end) & exits) | (lowers_in & entries)};
}

/* The set of a living cell: all equally best steps. A goal's own offset wins over them, they win over a link. */
static void renew_own_steps(wend__ripple *ripple, wend__spot spot, uint32_t value, uint32_t steps) {
    uint8_t *set = &ripple->directions[spot.slot];
    if (*set == 0 && is_goal(ripple, spot.cell, value)) return;
    *set = (uint8_t)steps;
    if (steps == 0) lose_last_step(ripple, wend__place_of_spot(spot), spot.cell, spot.slot);
}

/* The step to here in the set of a neighbour, or not. */
static void renew_step_here(wend__ripple *ripple, wend__spot spot, int k, bool is_best) {
    const wend__stride *stride = wend__stride_from(ripple, spot, k);
    uint32_t slot = wend__slot_beside(ripple, spot, stride), cell = wend__cell_beside(spot, stride);
    uint32_t step = 1u << wend__opposite(k);
    uint8_t *set = &ripple->directions[slot];
    wend__touch(ripple, slot);
    if (!is_best) {
        *set &= (uint8_t)~step;
        if (*set == 0) lose_last_step(ripple, wend__place_beside(spot, stride), cell, slot);
    } else if (*set || steps_count(ripple, cell, ripple->values[slot])) {
        *set |= (uint8_t)step;
    }
}

/* True where its steps have to be looked at again once all the dead are known. */
static bool check_listed(wend__ripple *ripple, wend__spot spot) {
    uint32_t value = ripple->values[spot.slot];
    bool is_free = wend__is_free(ripple->mover, spot.cell);
    wend__touch(ripple, spot.slot);
    if (value == WEND_UNREACHABLE) return is_free;
    if (value >= WEND__LAST_VALUE) ripple->is_too_much = true;
    if (!is_free) die(ripple, wend__place_of_spot(spot), spot.slot);
    if (!is_free || ripple->is_too_much) return false;
    wend__look look = look_at_steps(ripple, spot, value);
    renew_own_steps(ripple, spot, value, look.out);
    if (ripple->values[spot.slot] == WEND_UNREACHABLE) return false;
    for (uint32_t rest = look.led ^ look.in; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        renew_step_here(ripple, spot, k, look.in >> k & 1);
    }
    return look.lowers || ripple->has_links;
}

/* 2. Who dies with it. */

static void bury_links(wend__ripple *ripple, uint32_t cell, uint32_t old_value) {
    const wend_mover *mover = ripple->mover;
    wend__link_walk walk = wend__links_into(mover->links, cell);
    while (wend__next_link(&walk)) {
        wend__spot from = wend__spot_of_cell(ripple, walk.other);
        uint32_t value = ripple->values[from.slot];
        uint32_t offered = wend__saturating_add(old_value, wend__link_cost(mover, walk.links, walk.place));
        if (value == WEND_UNREACHABLE || value != offered) continue;
        if (value == WEND_SATURATED_VALUE) ripple->is_too_much = true;
        if (ripple->directions[from.slot] || is_goal(ripple, from.cell, value)) continue;
        if (!link_holds(ripple, from.cell, value)) die(ripple, wend__place_of_spot(from), from.slot);
    }
}

static void bury(wend__ripple *ripple, wend__dead dead) {
    wend__spot spot = wend__spot_of_place(ripple, dead.place);
    uint32_t slots[WEND__DIRECTIONS];
    slots_round(ripple, spot, slots);
    for (uint32_t rest = led_here(ripple, spot, slots); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        const wend__stride *stride = wend__stride_from(ripple, spot, k);
        uint8_t *set = &ripple->directions[slots[k]];
        *set &= (uint8_t) ~(1u << wend__opposite(k));
        wend__touch(ripple, slots[k]);
        if (*set == 0)
            lose_last_step(ripple, wend__place_beside(spot, stride), wend__cell_beside(spot, stride), slots[k]);
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
    lower(ripple, wend__place_of_spot(from), from.slot, offered, 0);
}

static void look_along_links(wend__ripple *ripple, uint32_t cell) {
    wend__link_walk walk = wend__links_out_of(ripple->mover->links, cell);
    while (wend__next_link(&walk)) {
        uint32_t there = ripple->values[wend__slot_of(ripple->pages, walk.other)];
        if (there != WEND_UNREACHABLE) offer_link(ripple, walk.place, there);
    }
}

/* What lives round a cell, and where its links lead, offers it a value. */
static void look_round(wend__ripple *ripple, wend__spot spot) {
    wend__round round;
    read_round(ripple, spot, &round);
    uint32_t exits = wend__exits_of(ripple->mover, spot.cell), best = WEND_UNREACHABLE, near_end = 0, steps = 0;
    FOR_ROUND(k) {
        uint32_t there = round.values[k], is_low = there < WEND__LAST_VALUE;
        near_end |= ((is_low ^ 1) & (uint32_t)(there != WEND_UNREACHABLE)) << k;
        round.out[k] = is_low & exits >> k ? there + round.out[k] : WEND_UNREACHABLE;
        best = round.out[k] < best ? round.out[k] : best;
    }
    if (near_end & exits) ripple->is_too_much = true;
    FOR_ROUND(k) steps |= (uint32_t)(round.out[k] == best) << k;
    if (best != WEND_UNREACHABLE) offer(ripple, wend__place_of_spot(spot), spot.cell, spot.slot, best, steps);
    if (ripple->has_links) look_along_links(ripple, spot.cell);
}

static void spread_along_links(wend__ripple *ripple, uint32_t cell, uint32_t value) {
    wend__link_walk walk = wend__links_into(ripple->mover->links, cell);
    while (wend__next_link(&walk)) offer_link(ripple, walk.place, value);
}

/* A cell offers its value to all that may step to it, or have a link to it. */
static void spread(wend__ripple *ripple, wend__spot spot) {
    wend__round round;
    read_round(ripple, spot, &round);
    uint32_t value = ripple->values[spot.slot], good = 0;
    FOR_ROUND(k) good |= (uint32_t)(value + round.in[k] <= round.values[k]) << k;
    for (good &= ways_in(ripple, spot); good; good &= good - 1) {
        int k = wend__lowest_bit(good);
        const wend__stride *stride = wend__stride_from(ripple, spot, k);
        offer(ripple, wend__place_beside(spot, stride), wend__cell_beside(spot, stride), round.slots[k],
              value + round.in[k], 1u << wend__opposite(k));
    }
    if (ripple->has_links) spread_along_links(ripple, spot.cell, value);
}

/* A goal's own offset wins a tie. */
static void offer_goal(void *context, uint32_t cell, uint32_t offset) {
    wend__ripple *ripple = context;
    wend__spot spot = wend__spot_of_cell(ripple, cell);
    uint32_t value = ripple->values[spot.slot];
    if (offset < value)
        lower(ripple, wend__place_of_spot(spot), spot.slot, offset, 0);
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

static void forget_page(const wend__ripple *ripple, uint32_t page, uint8_t cost) {
    wend__page *state = &ripple->pages->page[page];
    if (!fits_page(state, cost)) wend__page_forget_solver(state);
}

static void choose_page(const wend__ripple *ripple, uint32_t page, uint8_t cost) {
    wend__page *state = &ripple->pages->page[page];
    (void)cost;
    if (state->content == WEND__PAGE_LIVE && !wend__page_has_solver(state))
        wend__page_choose_solver(ripple->pages, page, ripple->mover, ripple->job->backend);
}

typedef void wend__page_of_cell_fn(const wend__ripple *ripple, uint32_t page, uint8_t cost);

/* The pages that a listed cell lies in, or beside. */
static inline void visit_pages_of(const wend__ripple *ripple, wend__spot spot, wend__page_of_cell_fn *visit) {
    uint8_t cost = ripple->mover->costs[spot.cell];
    if (spot.is_inner) {
        visit(ripple, spot.slot >> 12, cost);
        return;
    }
    wend_rect round = wend__rect_grown(ripple->pages->shape, (wend_rect){spot.x, spot.y, 1, 1}, 1);
    int32_t right = round.x + round.width - 1, bottom = round.y + round.height - 1;
    uint32_t first = wend__page_at(ripple->pages, round.x, round.y);
    uint32_t wide = wend__page_at(ripple->pages, right, round.y) - first;
    uint32_t high = wend__page_at(ripple->pages, round.x, bottom) - first;
    visit(ripple, first, cost);
    if (wide) visit(ripple, first + wide, cost);
    if (high) visit(ripple, first + high, cost);
    if (wide && high) visit(ripple, first + wide + high, cost);
}

/* The whole. The words hold the places of listed cells, then the dead, of whom there may be as many as cells. */

#define LOOK_AGAIN (1u << 31) /* a bit that places leave */
#define REMEMBERED 32u        /* cells are listed twice within a few: whatever is done for one may be done again */

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

/* Listed cells, by number. */
static inline wend__spot listed_at(const wend__ripple *ripple, uint32_t number) {
    return wend__spot_of_place(ripple, ripple->job->workspace->words[number] & ~LOOK_AGAIN);
}

static void renew_pages(const wend__ripple *ripple) {
    uint32_t count = ripple->job->listed;
    for (uint32_t i = 0; i < count; i++) visit_pages_of(ripple, listed_at(ripple, i), forget_page);
    for (uint32_t i = 0; i < count; i++) visit_pages_of(ripple, listed_at(ripple, i), choose_page);
}

static void check_all_listed(wend__ripple *ripple) {
    uint32_t *places = ripple->job->workspace->words;
    for (uint32_t i = 0; i < ripple->job->listed; i++)
        if (check_listed(ripple, listed_at(ripple, i))) places[i] |= LOOK_AGAIN;
}

static void look_round_listed(wend__ripple *ripple) {
    const uint32_t *places = ripple->job->workspace->words;
    for (uint32_t i = 0; i < ripple->job->listed; i++) {
        if (!(places[i] & LOOK_AGAIN)) continue;
        wend__spot spot = listed_at(ripple, i);
        uint32_t value = ripple->values[spot.slot];
        look_round(ripple, spot);
        /* One that became lower spreads when it comes out of the queue. */
        if (ripple->values[spot.slot] == value && value < WEND__LAST_VALUE) spread(ripple, spot);
    }
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
    look_round_listed(ripple);
    for (uint32_t i = 0; i < ripple->dead_count && !ripple->has_pages; i++)
        look_round(ripple, wend__spot_of_place(ripple, ripple->dead[i].place));
    wend__goals_visit(ripple->job->goals, ripple->mover, offer_goal, ripple);
}

static bool is_worth_a_build(const wend__repair_job *job) {
    const wend__repair_limits *limits = job->limits;
    uint64_t listed = job->mover->changed.count - job->since + job->listed;
    return job->is_too_much || listed > limits->listed ||
           listed > (uint64_t)limits->listed_per_page * job->pages->count;
}

void wend__repair_cancel(wend__ripple *ripple) {
    if (ripple->has_pages) wend__flood_cancel(ripple);
}

static wend__repair_state state_of(wend__ripple *ripple) {
    if (ripple->is_too_much) {
        wend__repair_cancel(ripple);
        return WEND__REPAIR_IS_A_BUILD;
    }
    return ripple->stage == WEND__FLOOD_DONE ? WEND__REPAIR_DONE : WEND__REPAIR_GOES_ON;
}

/* Once all the dead are known. */
static wend__repair_state revive(wend__ripple *ripple) {
    offer_all(ripple);
    if (!ripple->has_pages) settle(ripple);
    ripple->job->pages->chosen_for = ripple->mover->revision;
    if (ripple->has_pages || ripple->queue.filled) {
        wend__repair_flood(ripple);
    } else {
        ripple->stage = WEND__FLOOD_DONE;
        ripple->job->changed = count_changed(ripple);
    }
    return state_of(ripple);
}

wend__repair_state wend__repair_begin(wend__ripple *ripple, wend__repair_job *job) {
    if (is_worth_a_build(job)) return WEND__REPAIR_IS_A_BUILD;
    note_changes(job);
    if (job->is_too_much) return WEND__REPAIR_IS_A_BUILD;
    ripple_begin(ripple, job);
    renew_pages(ripple);
    check_all_listed(ripple);
    bury_all(ripple);
    if (ripple->is_too_much || ripple->stage == WEND__FLOOD_FADE) return state_of(ripple);
    return revive(ripple);
}

wend__repair_state wend__repair_step(wend__ripple *ripple) {
    if (wend__flood_step(ripple) || ripple->is_too_much) return state_of(ripple);
    bool has_faded = ripple->stage++ == WEND__FLOOD_FADE;
    ripple->next = 0;
    return has_faded ? revive(ripple) : state_of(ripple);
}
