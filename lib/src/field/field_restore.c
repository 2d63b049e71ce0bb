/* SPDX-License-Identifier: MIT
 * A field from values and sets that were built elsewhere, trusted in nothing.
 *
 * Computes: whether they are what a build gives, and all that a build leaves besides them.
 * Invariant: no step, link or goal offers a cell less than it has; each cell with a value has it from a step, a link, a
 *            goal or its own seed; its set holds exactly the steps that give it. As steps cost something there are no
 *            circles, so the values are those of the only fixed point (saturated cells, which lead nowhere, may be
 *            reachable in name only; and what was once seeded elsewhere, or cut off from where, is taken as told).
 * Cost: linear in cells: the steps of each are looked at once.
 * Source: own.
 *
 *      297 198 297      140 + 198 is less than 397: no build gives this
 *      [397] # 198
 */
#include "field/field_restore.h"

#include "field/field_build.h"
#include "field/integrate.h"

#include <string.h>

/* Everything that a cell is offered. */
typedef struct wend__offers {
    const wend_field *field;
    uint32_t bound, limit; /* unreached cells may be offered more than the bound; nobody has more than the limit */
    uint32_t value;        /* of the cell */
    uint32_t steps;        /* those that give it its value */
    bool is_supported, is_good;
} wend__offers;

static bool may_have(const wend__offers *offers, uint32_t value, uint32_t offered) {
    return value <= offered || (value == WEND_UNREACHABLE && offered > offers->bound);
}

static void offer(wend__offers *offers, uint32_t offered, uint32_t step) {
    if (!may_have(offers, offers->value, offered)) offers->is_good = false;
    if (offered != offers->value) return;
    offers->is_supported = true;
    if (offered != WEND_SATURATED_VALUE) offers->steps |= step;
}

static void offer_steps(wend__offers *offers, uint32_t cell) {
    const wend_mover *mover = offers->field->mover;
    wend_cell here = wend__cell_of(mover->shape, cell);
    for (uint32_t rest = wend__exits_of(mover, cell); rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        wend_cell there = wend__neighbour(mover->shape.lattice, here, k);
        uint32_t other = wend__index(mover->shape, there.x, there.y);
        uint32_t value = wend__field_value_at(offers->field, other);
        uint32_t step = wend__step(mover->step_rule, wend__length(mover, k), mover->costs[cell], mover->costs[other]);
        if (value != WEND_UNREACHABLE) offer(offers, wend__saturating_add(value, step), 1u << k);
    }
}

static void offer_links(wend__offers *offers, uint32_t cell) {
    const wend_mover *mover = offers->field->mover;
    wend__link_walk walk = wend__links_out_of(mover->links, cell);
    while (wend__next_link(&walk)) {
        uint32_t value = wend__field_value_at(offers->field, walk.other);
        if (value == WEND_UNREACHABLE || !wend__link_is_usable(mover, walk.links, walk.place)) continue;
        offer(offers, wend__saturating_add(value, wend__link_cost(mover, walk.links, walk.place)), 0);
    }
}

/* A goal wins a tie: what it gives its value has no set. */
static bool cell_is_good(wend__offers *offers, uint32_t cell) {
    const wend_field *field = offers->field;
    uint32_t value = wend__field_value_at(field, cell),
             set = wend__set_in(&field->view, wend__slot_of(&field->pages, cell));
    bool is_seeded = wend__field_is_seeded(field, cell);
    if (value == WEND_UNREACHABLE && (set || is_seeded)) return false;
    if (!wend__is_free(field->mover, cell)) return value == WEND_UNREACHABLE;
    if (value != WEND_UNREACHABLE && value > offers->limit) return false;
    offers->value = value;
    offers->steps = 0;
    offers->is_supported = value == WEND_UNREACHABLE;
    offers->is_good = true;
    offer_steps(offers, cell);
    offer_links(offers, cell);
    if (set) return offers->is_good && !is_seeded && set == offers->steps;
    bool is_its_own = is_seeded || ((!offers->is_supported || offers->steps) &&
                                    wend__goals_hold(&field->goals, field->mover, cell, value));
    return offers->is_good && (is_its_own || (offers->is_supported && !offers->steps));
}

static void check_goal(void *context, uint32_t cell, uint32_t offset) {
    wend__offers *offers = context;
    const wend__view *view = &offers->field->view;
    uint32_t slot = wend__slot_of(view->pages, cell), value = wend__value_in(view, slot);
    bool is_good = may_have(offers, value, offset) && !(value == offset && wend__set_in(view, slot));
    if (!is_good) offers->is_good = false;
}

static bool values_are_good(const wend_field *field, wend__asked asked) {
    uint32_t limit = asked.bound < asked.max_distance ? asked.bound : asked.max_distance;
    wend__offers offers = {.field = field, .bound = asked.bound, .limit = limit, .is_good = true};
    wend__goals_visit(&field->goals, field->mover, check_goal, &offers);
    uint32_t cells = (uint32_t)wend__cell_count(field->shape);
    bool is_good = offers.is_good;
    for (uint32_t cell = 0; cell < cells && is_good; cell++) is_good = cell_is_good(&offers, cell);
    return is_good;
}

/* Targets are the seeds of what leads to them, and each has no way to go. They are counted. */
static bool targets_are_good(wend_field *inner) {
    uint32_t cells = (uint32_t)wend__cell_count(inner->shape);
    inner->target_count = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (!wend__field_is_seeded(inner, cell)) continue;
        if (wend__field_value_at(inner, cell) != 0) return false;
        inner->target_count++;
    }
    return true;
}

static void describe_pages(const wend_field *field) {
    const wend__pages *pages = &field->pages;
    for (uint32_t page = 0; page < pages->count; page++) {
        wend__page *state = &pages->page[page];
        const uint32_t *values = pages->values + ((size_t)page << 12);
        for (uint32_t slot = 0; slot < WEND__PAGE_CELLS; slot++)
            if (values[slot] != WEND_UNREACHABLE) state->valid |= UINT64_C(1) << (slot >> 6);
        if (state->valid == 0) continue;
        state->content = WEND__PAGE_LIVE;
        wend__page_choose_solver(pages, page, field->mover, field->backend);
    }
}

static void finish(wend_field *field, wend__asked asked, uint32_t *words) {
    field->pages.chosen_for = field->mover->revision;
    memset(field->pages.is_changed, 1, field->pages.count);
    describe_pages(field);
    if (field->sights.marks) wend__sights_find(&field->sights, field->mover, &field->pages, words);
    wend__field_catch_up(field);
    field->bound = asked.bound;
    field->max_distance = asked.max_distance;
    field->is_plain = asked.is_plain;
    field->is_built = true;
}

static wend_status restore(wend_field *field, wend__asked asked, uint32_t *words) {
    static const wend__asked whole = {WEND_UNREACHABLE, WEND_UNREACHABLE, false};
    wend__goals_resolve(&field->wanted, field->mover, words);
    wend__goals_copy(&field->goals, &field->wanted);
    if (!values_are_good(field, asked)) return WEND_ERROR_FORMAT;
    if (field->cut_off) {
        if (!targets_are_good(field->cut_off) || !values_are_good(field->cut_off, whole)) return WEND_ERROR_FORMAT;
        finish(field->cut_off, whole, words);
    }
    finish(field, asked, words);
    return WEND_OK;
}

wend_status wend__field_restore(wend_field *field, wend__asked asked) {
    const wend_allocator *allocator = &field->mover->map->allocator;
    size_t cells = wend__cell_count(field->shape), size = WEND__WORDS_PER_CELL * sizeof(uint32_t);
    uint32_t *words = wend__allocate(allocator, cells, size);
    if (!words) return WEND_ERROR_NO_MEMORY;
    wend_status status = restore(field, asked, words);
    wend__release(allocator, words, cells, size);
    return status;
}
