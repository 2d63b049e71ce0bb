/* SPDX-License-Identifier: MIT
 * The mover: cost table, overlay -> cost bytes and exit masks; see mover_update.c for how they are made.
 */
#include "map/mover.h"

#include <string.h>

#define OVERLAY_LOG_CAPACITY 1024u

/* Creation. */

static wend_status check_costs(const uint8_t *costs, int32_t *bad_terrain) {
    for (int32_t terrain = 0; costs && terrain < 256; terrain++)
        if (costs[terrain] == 0) {
            *bad_terrain = terrain;
            return WEND_ERROR_ARGUMENT;
        }
    return WEND_OK;
}

static bool neighbours_are_valid(wend_lattice lattice, uint32_t neighbours) {
    if (neighbours == 0) return true;
    return lattice == WEND_HEX ? neighbours == 6 : neighbours == 4 || neighbours == 8;
}

wend_status wend_mover_check(const wend_map *map, const wend_mover_desc *desc, int32_t *bad_terrain) {
    int32_t terrain = -1;
    wend_mover_desc zero = {0};
    if (!desc) desc = &zero;
    wend_status status = WEND_ERROR_ARGUMENT;
    if (map) {
        uint32_t diagonal = desc->diagonal;
        bool is_good = desc->unit_cost <= WEND__MAX_PAYABLE &&
                       neighbours_are_valid(map->shape.lattice, desc->neighbours) &&
                       (int)desc->corner_rule >= WEND_CORNER_NEVER && desc->corner_rule <= WEND_CORNER_ALWAYS &&
                       (int)desc->step_rule >= WEND_STEP_MEAN && desc->step_rule <= WEND_STEP_ENTER &&
                       (diagonal == 0 || diagonal == 70 || diagonal == 99 || diagonal == 105 || diagonal == 140) &&
                       desc->radius <= WEND_MAX_RADIUS && desc->overlay_weight <= UINT16_MAX;
        wend_backend backend;
        if (is_good) status = check_costs(desc->costs, &terrain);
        if (status == WEND_OK) status = wend__backend_choose(desc->backend, &backend);
    }
    if (bad_terrain) *bad_terrain = terrain;
    return status;
}

static void fill_table(uint8_t table[256], const uint8_t *costs) {
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        uint8_t by_number = (uint8_t)(terrain ? terrain : 1);
        table[terrain] = costs ? costs[terrain] : by_number;
    }
}

static uint32_t directions_of(wend_lattice lattice, uint32_t neighbours) {
    if (lattice == WEND_HEX) return WEND__HEX_6;
    return neighbours == 4 ? WEND__SQUARE_4 : WEND__SQUARE_8;
}

static void apply_desc(wend_mover *mover, const wend_mover_desc *desc) {
    wend_lattice lattice = mover->shape.lattice;
    fill_table(mover->table, desc->costs);
    mover->unit_cost = desc->unit_cost ? desc->unit_cost : 1;
    mover->neighbours = desc->neighbours ? desc->neighbours : lattice == WEND_HEX ? 6 : 8;
    mover->directions = directions_of(lattice, mover->neighbours);
    mover->corner_rule = desc->corner_rule;
    mover->step_rule = desc->step_rule;
    mover->diagonal = desc->diagonal ? desc->diagonal : 99;
    mover->radius = desc->radius;
    mover->class_bits = desc->class_bits;
    mover->overlay_weight = desc->overlay_weight ? desc->overlay_weight : 256;
    wend__backend_choose(desc->backend, &mover->backend);
    mover->cost_rule = wend__cost_rule_of(mover->table);
    for (int32_t parity = 0; parity < 2; parity++)
        mover->exit_rules[parity] = wend__exit_rule_of(mover->shape, parity, mover->directions, mover->corner_rule);
    mover->cost_row = WEND__WIDE_PICK(mover->backend, wend__cost_row);
    mover->exit_row = WEND__WIDE_PICK(mover->backend, wend__exit_row);
    mover->exit_bits_of = WEND__WIDE_PICK(mover->backend, wend__exit_bits_of);
}

/* Arrays. */

void *wend__haloed_create(const wend_mover *mover, size_t size) {
    uint8_t *memory = wend__allocate(&mover->map->allocator, wend__haloed_count(mover), size);
    return memory ? memory + mover->halo * size : NULL;
}

void wend__haloed_release(const wend_mover *mover, size_t size, void *cells) {
    if (!cells) return;
    wend__release(&mover->map->allocator, (uint8_t *)cells - mover->halo * size, wend__haloed_count(mover), size);
}

/* Every byte `outside`. */
static void *create_filled(const wend_mover *mover, size_t size, int outside) {
    uint8_t *cells = wend__haloed_create(mover, size);
    if (cells) memset(cells - mover->halo * size, outside, wend__haloed_count(mover) * size);
    return cells;
}

static void mover_free(wend_mover *mover) {
    wend_map *map = mover->map;
    wend_allocator allocator = map->allocator;
    size_t cells = wend__cell_count(mover->shape);
    wend__links_drop(mover->links);
    wend__links_drop(mover->update.old_links);
    wend__changes_destroy(&mover->changed, &allocator);
    wend__names_destroy(&mover->names, &allocator);
    wend__log_destroy(&mover->overlay_log, &allocator);
    wend__clearance_destroy(&mover->clearance);
    wend__haloed_release(mover, 1, mover->costs);
    wend__haloed_release(mover, 1, mover->exits);
    wend__release(&allocator, mover->component_names, cells, sizeof *mover->component_names);
    wend__haloed_release(mover, sizeof *mover->clearances, mover->clearances);
    wend__release(&allocator, mover->overlay, cells, 1);
    wend__release(&allocator, mover, 1, sizeof *mover);
    wend_map_destroy(map);
}

static wend_status allocate_arrays(wend_mover *mover) {
    const wend_allocator *allocator = &mover->map->allocator;
    size_t cells = wend__cell_count(mover->shape);
    /* A whole number of cache lines, so that rows start where the allocation is aligned. */
    mover->halo =
        ((size_t)mover->shape.width + WEND__HALO_COLUMNS + WEND__ALIGNMENT - 1) / WEND__ALIGNMENT * WEND__ALIGNMENT;
    mover->costs = create_filled(mover, 1, WEND_BLOCKED);
    mover->exits = create_filled(mover, 1, 0);
    mover->component_names = wend__allocate(allocator, cells, sizeof *mover->component_names);
    if (!mover->costs || !mover->exits || !mover->component_names) return WEND_ERROR_NO_MEMORY;
    if (wend__changes_create(&mover->changed, cells, allocator) != WEND_OK) return WEND_ERROR_NO_MEMORY;
    if (wend__names_create(&mover->names, cells, allocator) != WEND_OK) return WEND_ERROR_NO_MEMORY;
    if (mover->radius == 0) return WEND_OK;
    mover->clearances = create_filled(mover, sizeof *mover->clearances, 0);
    if (!mover->clearances) return WEND_ERROR_NO_MEMORY;
    return wend__clearance_create(&mover->clearance, mover->shape.lattice, mover->directions, mover->radius, allocator);
}

wend_status wend_mover_create(wend_map *map, const wend_mover_desc *desc, wend_mover **out) {
    wend_mover_desc zero = {0};
    if (!desc) desc = &zero;
    if (!map || !out) return WEND_ERROR_ARGUMENT;
    wend_status status = wend_mover_check(map, desc, NULL);
    if (status != WEND_OK) return status;
    wend_mover *mover = wend__allocate_zeroed(&map->allocator, 1, sizeof *mover);
    if (!mover) return WEND_ERROR_NO_MEMORY;
    atomic_init(&mover->holds, 1);
    atomic_init(&mover->builds_open, 0);
    mover->map = wend__map_take(map);
    mover->shape = map->shape;
    mover->everything_changed = true;
    apply_desc(mover, desc);
    status = allocate_arrays(mover);
    if (status != WEND_OK) {
        mover_free(mover);
        return status;
    }
    wend_mover_update(mover);
    *out = mover;
    return WEND_OK;
}

wend_mover *wend__mover_take(wend_mover *mover) {
    wend__count_take(&mover->holds);
    return mover;
}

void wend_mover_destroy(wend_mover *mover) {
    if (mover && wend__count_drop(&mover->holds)) mover_free(mover);
}

wend_map *wend_mover_map(const wend_mover *mover) {
    return mover->map;
}

void wend_mover_describe(const wend_mover *mover, wend_mover_desc *out) {
    *out = (wend_mover_desc){.costs = mover->table,
                             .unit_cost = mover->unit_cost,
                             .neighbours = mover->neighbours,
                             .corner_rule = mover->corner_rule,
                             .step_rule = mover->step_rule,
                             .diagonal = mover->diagonal,
                             .radius = mover->radius,
                             .class_bits = mover->class_bits,
                             .overlay_weight = mover->overlay_weight,
                             .backend = mover->backend};
}

uint64_t wend_mover_revision(const wend_mover *mover) {
    return mover->revision;
}

void wend_mover_read_info(const wend_mover *mover, wend_mover_info *out) {
    *out = (wend_mover_info){.revision = mover->revision,
                             .updates = mover->updates,
                             .whole_updates = mover->whole_updates,
                             .relabels = mover->relabels,
                             .changed = mover->changed.count};
}

/* Overlay. */

wend_status wend__overlay_prepare(wend_mover *mover) {
    if (mover->overlay) return WEND_OK;
    const wend_allocator *allocator = &mover->map->allocator;
    wend__log log;
    if (wend__log_create(&log, OVERLAY_LOG_CAPACITY, allocator) != WEND_OK) return WEND_ERROR_NO_MEMORY;
    mover->overlay = wend__allocate_zeroed(allocator, wend__cell_count(mover->shape), 1);
    if (!mover->overlay) {
        wend__log_destroy(&log, allocator);
        return WEND_ERROR_NO_MEMORY;
    }
    mover->overlay_log = log;
    return WEND_OK;
}

wend_status wend_mover_fill_overlay(wend_mover *mover, wend_rect rect, uint8_t value) {
    if (!mover) return WEND_ERROR_ARGUMENT;
    if (!wend__rect_is_on(mover->shape, rect)) return WEND_ERROR_OUTSIDE;
    wend_status status = wend__overlay_prepare(mover);
    if (status != WEND_OK) return status;
    for (int32_t row = 0; row < rect.height; row++)
        memset(mover->overlay + wend__index(mover->shape, rect.x, rect.y + row), value, (size_t)rect.width);
    wend__log_add(&mover->overlay_log, rect);
    return WEND_OK;
}

wend_status wend_mover_write_overlay(wend_mover *mover, wend_rect rect, const uint8_t *values, size_t stride) {
    if (!mover || !values) return WEND_ERROR_ARGUMENT;
    if (rect.width > 0 && stride < (size_t)rect.width) return WEND_ERROR_ARGUMENT;
    if (!wend__rect_is_on(mover->shape, rect)) return WEND_ERROR_OUTSIDE;
    wend_status status = wend__overlay_prepare(mover);
    if (status != WEND_OK) return status;
    for (int32_t row = 0; row < rect.height; row++)
        memcpy(mover->overlay + wend__index(mover->shape, rect.x, rect.y + row), values + (size_t)row * stride,
               (size_t)rect.width);
    wend__log_add(&mover->overlay_log, rect);
    return WEND_OK;
}

wend_status wend_mover_set_overlay_weight(wend_mover *mover, uint32_t weight) {
    if (!mover || weight > UINT16_MAX) return WEND_ERROR_ARGUMENT;
    if (weight == mover->overlay_weight) return WEND_OK;
    mover->overlay_weight = weight;
    mover->everything_changed = true;
    return WEND_OK;
}

/* Questions. */

uint8_t wend_mover_cost(const wend_mover *mover, int32_t x, int32_t y) {
    return wend__is_on(mover->shape, x, y) ? mover->costs[wend__index(mover->shape, x, y)] : WEND_BLOCKED;
}

uint8_t wend_mover_exits(const wend_mover *mover, int32_t x, int32_t y) {
    if (!wend__is_on(mover->shape, x, y)) return 0;
    return (uint8_t)wend__exits_of(mover, wend__index(mover->shape, x, y));
}

wend_status wend_mover_place(const wend_mover *mover, int32_t x, int32_t y) {
    if (!mover) return WEND_ERROR_ARGUMENT;
    if (!wend__is_on(mover->shape, x, y)) return WEND_OFF_MAP;
    uint32_t cell = wend__index(mover->shape, x, y);
    if (wend__is_blocked(mover, cell)) return WEND_IN_WALL;
    return wend__is_free(mover, cell) ? WEND_OK : WEND_TOO_NARROW;
}

uint32_t wend_mover_component(const wend_mover *mover, int32_t x, int32_t y) {
    if (!wend__is_on(mover->shape, x, y) || mover->update.is_open) return WEND_NO_COMPONENT;
    return wend__component_of(mover, wend__index(mover->shape, x, y));
}

uint32_t wend_mover_step_cost(const wend_mover *mover, int32_t x, int32_t y, wend_direction direction) {
    bool is_allowed =
        direction >= 0 && direction < WEND__DIRECTIONS && (wend_mover_exits(mover, x, y) >> direction & 1);
    if (!is_allowed) return UINT32_MAX;
    wend_cell there = wend__neighbour(mover->shape.lattice, (wend_cell){x, y}, direction);
    return wend__step(mover->step_rule, wend__length(mover, direction), wend_mover_cost(mover, x, y),
                      wend_mover_cost(mover, there.x, there.y));
}
