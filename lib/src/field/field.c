/* SPDX-License-Identifier: MIT
 * The field: owns values and directions, and answers by cell.
 */
#include "field/field_slices.h"

#include "base/hash.h"
#include "base/wide.h"
#include "field/escape.h"
#include "field/field_snapshot.h"

#include <math.h>
#include <string.h>

#define DEFAULT_GOAL_CAPACITY 64u

/* Creation. */

static void field_free(wend_field *field) {
    wend_mover *mover = field->mover;
    wend_allocator allocator = mover->map->allocator;
    wend__snapshots_leave(field->snapshots);
    wend_field_destroy(field->cut_off);
    wend__slices_destroy(field);
    wend__links_drop(field->links);
    wend__goals_destroy(&field->wanted, &allocator);
    wend__goals_destroy(&field->goals, &allocator);
    wend__sights_destroy(&field->sights, &field->pages, &allocator);
    wend__pages_destroy(&field->pages, &allocator);
    wend__release(&allocator, field->seeded, wend__seeded_size(field->shape), 1);
    wend__release(&allocator, field, 1, sizeof *field);
    wend_mover_destroy(mover);
}

static wend_status allocate_arrays(wend_field *field, uint32_t goal_capacity, const wend_field_desc *desc) {
    bool has_seeds = desc->seeds != 0;
    const wend_allocator *allocator = &field->mover->map->allocator;
    bool is_good = wend__goals_create(&field->wanted, goal_capacity, allocator) == WEND_OK &&
                   wend__goals_create(&field->goals, goal_capacity, allocator) == WEND_OK &&
                   wend__pages_create(&field->pages, field->shape, allocator) == WEND_OK;
    if (has_seeds) field->seeded = wend__allocate_zeroed(allocator, wend__seeded_size(field->shape), 1);
    if (!is_good || (has_seeds && !field->seeded)) return WEND_ERROR_NO_MEMORY;
    wend_status status = WEND_OK;
    if (desc->sights) status = wend__sights_create(&field->sights, &field->pages, field->mover, allocator);
    return status == WEND_OK && desc->snapshots ? wend__snapshots_create(field, desc) : status;
}

static wend_status create_cut_off(wend_field *field, const wend_field_desc *desc) {
    wend_field_desc inner = *desc;
    inner.goal_capacity = 1;
    inner.seeds = 1;
    inner.cut_off = inner.slices = 0;
    return wend_field_create(field->mover, &inner, &field->cut_off);
}

wend_status wend_field_create(wend_mover *mover, const wend_field_desc *desc, wend_field **out) {
    wend_field_desc zero = {0};
    if (!desc) desc = &zero;
    if (!mover || !out || desc->goal_capacity > WEND__MAX_GOALS) return WEND_ERROR_ARGUMENT;
    if (wend__escape_depth_of(desc->escape_depth) > WEND_MAX_ESCAPE_DEPTH || desc->snapshots > WEND_MAX_SNAPSHOTS)
        return WEND_ERROR_ARGUMENT;
    wend_backend backend;
    wend_status status = wend__backend_choose(desc->backend, &backend);
    if (status != WEND_OK) return status;
    wend_field *field = wend__allocate_zeroed(&mover->map->allocator, 1, sizeof *field);
    if (!field) return WEND_ERROR_NO_MEMORY;
    atomic_init(&field->holds, 1);
    field->mover = wend__mover_take(mover);
    field->shape = mover->shape;
    field->view = (wend__view){.mover = mover, .pages = &field->pages};
    field->escape_depth = wend__escape_depth_of(desc->escape_depth);
    field->has_seeds = desc->seeds != 0;
    field->has_sights = desc->sights != 0;
    field->backend = backend;
    field->bound = WEND_UNREACHABLE;
    uint32_t goal_capacity = desc->goal_capacity ? desc->goal_capacity : DEFAULT_GOAL_CAPACITY;
    status = allocate_arrays(field, goal_capacity, desc);
    if (status == WEND_OK && desc->cut_off) status = create_cut_off(field, desc);
    if (status == WEND_OK && desc->slices) status = wend__slices_create(field, desc);
    if (status != WEND_OK) {
        field_free(field);
        return status;
    }
    *out = field;
    return WEND_OK;
}

wend_field *wend__field_take(wend_field *field) {
    wend__count_take(&field->holds);
    return field;
}

void wend_field_destroy(wend_field *field) {
    if (field && wend__count_drop(&field->holds)) field_free(field);
}

wend_mover *wend_field_mover(const wend_field *field) {
    return field->mover;
}

/* Goals. */

wend_status wend_field_set_goals(wend_field *field, const wend_goal *goals, size_t count,
                                 const wend_goal_options *options) {
    if (!field) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__goals_set(&field->wanted, field->shape, goals, count, options);
    if (status != WEND_OK) return status;
    field->goals_changed = true;
    field->goals_set++;
    return status;
}

wend_status wend_field_status(const wend_field *field) {
    if (!field) return WEND_ERROR_ARGUMENT;
    if (field->view.copies) return field->taken_as;
    if (!field->is_built) return WEND_PENDING;
    const wend_mover *mover = field->mover;
    bool is_fresh = !field->goals_changed && field->mover_revision == mover->revision && !mover->update.is_open;
    return is_fresh ? WEND_OK : WEND_STALE;
}

wend_status wend_field_goal_result(const wend_field *field, size_t index, wend_goal_result *out) {
    if (!field || !out || index >= field->goals.count) return WEND_ERROR_ARGUMENT;
    *out = field->goals.results[index];
    return WEND_OK;
}

/* By index. */

bool wend__field_is_seeded(const wend_field *field, uint32_t cell) {
    if (field->view.copies) return wend__marks_in_copy(&field->view, cell) & WEND__COPY_SEEDED;
    return field->seeded && (field->seeded[cell / 8] >> cell % 8 & 1);
}

static bool is_goal(const wend_field *field, uint32_t cell) {
    if (wend__field_is_seeded(field, cell)) return true;
    return wend__goals_hold(&field->goals, field->mover, cell, wend__field_value_at(field, cell));
}

static bool link_is_usable(const wend_field *field, uint32_t place) {
    const wend__links *links = field->links;
    return wend__link_fits(field->mover, links, place) && wend__is_free_in(&field->view, links->from[place]) &&
           wend__is_free_in(&field->view, links->to[place]);
}

/* The lowest target among the links that are as good as the value here. */
static bool link_leads_on(const wend_field *field, uint32_t cell, uint32_t *target) {
    wend__link_walk walk = wend__links_out_of(field->links, cell);
    while (wend__next_link(&walk)) {
        if (!link_is_usable(field, walk.place)) continue;
        uint32_t value = wend__field_value_at(field, walk.other);
        if (value == WEND_UNREACHABLE) continue;
        uint64_t cost = wend__link_cost(field->mover, walk.links, walk.place);
        if (wend__saturating_add(value, cost) != wend__field_value_at(field, cell)) continue;
        *target = walk.other;
        return true;
    }
    return false;
}

/* A cell with a value and no step: a goal, or the start of a link, which the mover may no longer be able to use. */
static wend_status place_without_step(const wend_field *field, uint32_t cell) {
    uint32_t target;
    wend__link_range range = wend__links_from(field->links, cell);
    if (range.first == range.last || is_goal(field, cell)) return WEND_AT_GOAL;
    return link_leads_on(field, cell, &target) ? WEND_LINK : WEND_STALE;
}

static wend_status place_in_open(const wend_field *field, uint32_t cell) {
    uint32_t slot = wend__slot_of(&field->pages, cell), value = wend__value_in(&field->view, slot);
    bool is_fresh = wend_field_status(field) == WEND_OK;
    if (value == WEND_SATURATED_VALUE) return WEND_SATURATED;
    if (value != WEND_UNREACHABLE) {
        if (!wend__set_in(&field->view, slot)) return place_without_step(field, cell);
        return is_fresh ? WEND_OK : WEND_STALE;
    }
    if (!is_fresh) return WEND_STALE;
    bool is_certain = field->bound == WEND_UNREACHABLE ||
                      (field->cut_off && wend__field_value_at(field->cut_off, cell) != WEND_UNREACHABLE);
    return is_certain ? WEND_CUT_OFF : WEND_BEYOND_RANGE;
}

wend_status wend__field_place_at(const wend_field *field, uint32_t cell) {
    if (!field->is_built) return WEND_PENDING;
    if (wend__is_blocked_in(&field->view, cell)) return WEND_IN_WALL;
    if (!wend__is_free_in(&field->view, cell)) return WEND_TOO_NARROW;
    return place_in_open(field, cell);
}

bool wend__field_leads_away(const wend_field *field, uint32_t cell) {
    return field->cut_off && wend__field_value_at(field, cell) == WEND_UNREACHABLE &&
           wend__is_free_in(&field->view, cell);
}

uint32_t wend__field_directions_at(const wend_field *field, uint32_t cell) {
    const wend__view *view = &field->view, *away = field->cut_off ? &field->cut_off->view : NULL;
    if (wend__field_leads_away(field, cell)) view = away;
    if (wend__is_free_in(view, cell)) return wend__set_in(view, wend__slot_of(view->pages, cell));
    if (!field->is_built || field->escape_depth == 0) return 0;
    return wend__escape(view, away, field->escape_depth, cell);
}

wend_status wend__field_next_at(const wend_field *field, uint32_t cell, uint32_t *next) {
    wend_status status = wend__field_place_at(field, cell);
    uint32_t directions = wend__field_directions_at(field, cell);
    *next = cell;
    if (wend__field_leads_away(field, cell)) {
        wend__field_next_at(field->cut_off, cell, next);
    } else if (directions) {
        wend_cell here = wend__cell_of(field->shape, cell);
        wend_cell there = wend__neighbour(field->shape.lattice, here, wend__lowest_bit(directions));
        *next = wend__index(field->shape, there.x, there.y);
    } else if (status == WEND_LINK) {
        link_leads_on(field, cell, next);
    }
    return status;
}

float wend__field_distance_at(const wend_field *field, uint32_t cell) {
    uint32_t value = wend__field_value_at(field, cell);
    if (value == WEND_UNREACHABLE) return INFINITY;
    return (float)value / (float)(WEND_RAW_PER_COST * field->mover->unit_cost);
}

/* By coordinates. */

void wend_field_describe(const wend_field *field, wend_field_info *out) {
    size_t slots = (size_t)field->pages.count * WEND__PAGE_CELLS;
    *out = (wend_field_info){.bound = field->bound,
                             .mover_revision = field->mover_revision,
                             .backend = field->backend,
                             .builds = field->builds,
                             .repairs = field->repairs,
                             .changed = field->changed};
    for (size_t slot = 0; slot < slots; slot++) {
        uint32_t value = wend__value_in(&field->view, (uint32_t)slot);
        if (value == WEND_UNREACHABLE) continue;
        out->reached++;
        if (value == WEND_SATURATED_VALUE)
            out->saturated++;
        else if (value > out->max_value)
            out->max_value = value;
    }
}

uint64_t wend_field_hash(const wend_field *field) {
    uint32_t cells = (uint32_t)wend__cell_count(field->shape);
    uint64_t hash = WEND__HASH_START;
    hash = wend__hash_u32(hash, (uint32_t)field->shape.width);
    hash = wend__hash_u32(hash, (uint32_t)field->shape.height);
    hash = wend__hash_u32(hash, (uint32_t)field->shape.lattice);
    for (int32_t y = 0; y < field->shape.height; y++)
        for (int32_t x = 0; x < field->shape.width; x++)
            hash = wend__hash_u32(hash, wend__value_in(&field->view, wend__slot(&field->pages, x, y)));
    for (uint32_t cell = 0; cell < cells; cell++)
        hash = wend__hash_byte(hash, (uint8_t)wend__field_directions_at(field, cell));
    return hash;
}

uint32_t wend_field_value(const wend_field *field, int32_t x, int32_t y) {
    return wend__is_on(field->shape, x, y) ? wend__value_in(&field->view, wend__slot(&field->pages, x, y))
                                           : WEND_UNREACHABLE;
}

float wend_field_distance(const wend_field *field, int32_t x, int32_t y) {
    if (!wend__is_on(field->shape, x, y)) return INFINITY;
    return wend__field_distance_at(field, wend__index(field->shape, x, y));
}

uint8_t wend_field_directions(const wend_field *field, int32_t x, int32_t y) {
    if (!wend__is_on(field->shape, x, y)) return 0;
    return (uint8_t)wend__field_directions_at(field, wend__index(field->shape, x, y));
}

wend_direction wend_field_direction(const wend_field *field, int32_t x, int32_t y) {
    uint32_t directions = wend_field_directions(field, x, y);
    return directions ? (wend_direction)wend__lowest_bit(directions) : WEND_NO_DIRECTION;
}

wend_status wend_field_place(const wend_field *field, int32_t x, int32_t y) {
    if (!field) return WEND_ERROR_ARGUMENT;
    if (!wend__is_on(field->shape, x, y)) return WEND_OFF_MAP;
    return wend__field_place_at(field, wend__index(field->shape, x, y));
}

wend_status wend_field_next(const wend_field *field, int32_t x, int32_t y, wend_cell *next) {
    if (!field || !next) return WEND_ERROR_ARGUMENT;
    *next = (wend_cell){x, y};
    if (!wend__is_on(field->shape, x, y)) return WEND_OFF_MAP;
    uint32_t index;
    wend_status status = wend__field_next_at(field, wend__index(field->shape, x, y), &index);
    *next = wend__cell_of(field->shape, index);
    return status;
}

/* Follows the field from cell to cell. On open ground every step has a lower value and in walls every step is nearer
 * to open ground, so it ends; a stale field may lead back into a wall that is new, and there it stops. */
wend_status wend_field_trace(const wend_field *field, int32_t x, int32_t y, wend_cell *cells, size_t capacity,
                             size_t *count) {
    if (!field || !count || (capacity && !cells)) return WEND_ERROR_ARGUMENT;
    *count = 0;
    if (!wend__is_on(field->shape, x, y)) return WEND_OFF_MAP;
    uint32_t cell = wend__index(field->shape, x, y), next = cell;
    bool was_in_open = false;
    wend_status status;
    for (;;) {
        if (*count < capacity) cells[*count] = wend__cell_of(field->shape, cell);
        ++*count;
        status = wend__field_next_at(field, cell, &next);
        bool is_free = wend__is_free_in(&field->view, cell);
        if (next == cell || (was_in_open && !is_free)) break;
        was_in_open = is_free;
        cell = next;
    }
    if (*count > capacity) return WEND_TRUNCATED;
    return status == WEND_AT_GOAL ? wend_field_status(field) : status;
}

static wend_status read_check(const wend_field *field, wend_rect rect, const void *out, size_t stride) {
    if (!field || !out) return WEND_ERROR_ARGUMENT;
    if (!wend__rect_is_on(field->shape, rect)) return WEND_ERROR_OUTSIDE;
    return stride >= (size_t)rect.width ? WEND_OK : WEND_ERROR_ARGUMENT;
}

/* Part of a row of cells, page after page. */
static void read_row(const wend__view *view, int32_t x, int32_t y, int32_t width, uint32_t *out) {
    for (int32_t done = 0; done < width;) {
        int32_t left = width - done, in_page = WEND__PAGE_SIDE - ((x + done) & 63),
                count = left < in_page ? left : in_page;
        const uint32_t *values = wend__values_from(view, wend__slot(view->pages, x + done, y));
        memcpy(out + done, values, (size_t)count * sizeof *out);
        done += count;
    }
}

wend_status wend_field_read_values(const wend_field *field, wend_rect rect, uint32_t *out, size_t stride) {
    wend_status status = read_check(field, rect, out, stride);
    if (status != WEND_OK) return status;
    for (int32_t row = 0; row < rect.height; row++)
        read_row(&field->view, rect.x, rect.y + row, rect.width, out + (size_t)row * stride);
    return WEND_OK;
}

wend_status wend_field_read_directions(const wend_field *field, wend_rect rect, uint8_t *out, size_t stride) {
    wend_status status = read_check(field, rect, out, stride);
    if (status != WEND_OK) return status;
    for (int32_t row = 0; row < rect.height; row++)
        for (int32_t column = 0; column < rect.width; column++) {
            uint32_t cell = wend__index(field->shape, rect.x + column, rect.y + row);
            out[(size_t)row * stride + (size_t)column] = (uint8_t)wend__field_directions_at(field, cell);
        }
    return WEND_OK;
}
