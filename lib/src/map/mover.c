/* SPDX-License-Identifier: MIT
 * The mover: cost table, overlay -> cost bytes and exit masks.
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

#define OVERLAY_LOG_CAPACITY 1024u
#define MAX_PAYABLE 254u

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
        bool is_good = desc->unit_cost <= MAX_PAYABLE && neighbours_are_valid(map->shape.lattice, desc->neighbours) &&
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

/* Arrays with a halo: pointers to the first cell, the memory begins `halo` earlier. */

static size_t haloed_count(const wend_mover *mover) {
    return wend__cell_count(mover->shape) + 2 * mover->halo;
}

/* An array of items of `size` bytes, every byte `outside`. */
static void *haloed_create(const wend_mover *mover, size_t size, int outside) {
    uint8_t *memory = wend__allocate(&mover->map->allocator, haloed_count(mover), size);
    if (!memory) return NULL;
    memset(memory, outside, haloed_count(mover) * size);
    return memory + mover->halo * size;
}

static void haloed_release(const wend_mover *mover, size_t size, void *cells) {
    if (!cells) return;
    wend__release(&mover->map->allocator, (uint8_t *)cells - mover->halo * size, haloed_count(mover), size);
}

static void mover_free(wend_mover *mover) {
    wend_map *map = mover->map;
    wend_allocator allocator = map->allocator;
    size_t cells = wend__cell_count(mover->shape);
    wend__links_drop(mover->links);
    wend__log_destroy(&mover->overlay_log, &allocator);
    wend__clearance_destroy(&mover->clearance);
    haloed_release(mover, 1, mover->costs);
    haloed_release(mover, 1, mover->exits);
    wend__release(&allocator, mover->components, cells, sizeof *mover->components);
    haloed_release(mover, sizeof *mover->clearances, mover->clearances);
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
    mover->costs = haloed_create(mover, 1, WEND_BLOCKED);
    mover->exits = haloed_create(mover, 1, 0);
    mover->components = wend__allocate(allocator, cells, sizeof *mover->components);
    if (!mover->costs || !mover->exits || !mover->components) return WEND_ERROR_NO_MEMORY;
    if (mover->radius == 0) return WEND_OK;
    mover->clearances = haloed_create(mover, sizeof *mover->clearances, 0);
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

/* Update. Rows are made anew in pieces and then compared with what there was. */

#define PIECE 512

static void add_overlay(const wend_mover *mover, const uint8_t *overlay, uint8_t *costs, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        uint32_t sum = costs[i] + (mover->overlay_weight * overlay[i] >> 8);
        uint8_t payable = (uint8_t)(sum < MAX_PAYABLE ? sum : MAX_PAYABLE);
        costs[i] = costs[i] == WEND_BLOCKED ? WEND_BLOCKED : payable;
    }
}

/* Is a cell blocked in one row and not in the other? */
static bool blocks_otherwise(const uint8_t *a, const uint8_t *b, int32_t count) {
    uint8_t differ = 0;
    for (int32_t i = 0; i < count; i++) differ |= (uint8_t)((a[i] == WEND_BLOCKED) ^ (b[i] == WEND_BLOCKED));
    return differ != 0;
}

static void update_costs_of_row(wend_mover *mover, uint32_t cell, int32_t count, wend__changes *changes) {
    uint8_t fresh[PIECE], *costs = mover->costs + cell;
    mover->cost_row(&mover->cost_rule, mover->map->terrain + cell, fresh, (size_t)count);
    if (mover->overlay) add_overlay(mover, mover->overlay + cell, fresh, count);
    if (memcmp(fresh, costs, (size_t)count) == 0) return;
    changes->costs = true;
    if (!changes->ways) changes->ways = blocks_otherwise(fresh, costs, count);
    memcpy(costs, fresh, (size_t)count);
}

/* Calls one function for every piece of every row of a rectangle. */
typedef void wend__piece_fn(wend_mover *mover, uint32_t cell, int32_t count, wend__changes *changes);
static void update_pieces(wend_mover *mover, wend_rect rect, wend__piece_fn *update, wend__changes *changes) {
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t done = 0; done < rect.width; done += PIECE) {
            int32_t rest = rect.width - done;
            update(mover, wend__index(mover->shape, rect.x + done, y), rest < PIECE ? rest : PIECE, changes);
        }
}

static void update_clearances(wend_mover *mover, wend_rect rect, wend__changes *changes) {
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
            uint32_t cell = wend__index(mover->shape, x, y);
            uint16_t clearance = wend__clearance_at(&mover->clearance, mover->map, mover->costs, (wend_cell){x, y});
            if (clearance == mover->clearances[cell]) continue;
            if (clearance == WEND__CLEAR || mover->clearances[cell] == WEND__CLEAR) changes->ways = true;
            mover->clearances[cell] = clearance;
        }
}

/* Of a point's exits, those whose end is free and whose capsule is. */
static uint32_t exits_with_radius(const wend_mover *mover, wend_cell cell, uint32_t exits) {
    for (uint32_t rest = exits; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        wend_cell there = wend__neighbour(mover->shape.lattice, cell, k);
        bool fits = wend__is_free(mover, wend__index(mover->shape, there.x, there.y)) &&
                    wend__step_is_clear(&mover->clearance, mover->map, mover->costs, cell, k);
        if (!fits) exits &= ~(1u << k);
    }
    return exits;
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
        exits[i] = (uint8_t)wend__point_exits(mover->map, mover->costs, cell, mover->directions, mover->corner_rule,
                                              is_blocked ? WEND__OBSTACLES_NO_CELLS : WEND__OBSTACLES_ALL);
    }
}

static void update_exits_of_row(wend_mover *mover, uint32_t cell, int32_t count, wend__changes *changes) {
    uint8_t fresh[PIECE], *exits = mover->exits + cell;
    wend_cell start = wend__cell_of(mover->shape, cell);
    make_exits(mover, start, count, fresh);
    if (mover->has_walls) remake_exits_at_walls(mover, start, count, fresh);
    for (int32_t i = 0; i < count && mover->radius; i++)
        if (wend__is_free(mover, cell + (uint32_t)i))
            fresh[i] = (uint8_t)exits_with_radius(mover, (wend_cell){start.x + i, start.y}, fresh[i]);
    if (memcmp(fresh, exits, (size_t)count) == 0) return;
    changes->ways = true;
    memcpy(exits, fresh, (size_t)count);
}

/* Clearances and exits that the edit of a rectangle can have changed. */
static void update_ways(wend_mover *mover, wend_rect rect, wend__changes *changes) {
    int32_t reach = mover->radius ? mover->clearance.reach : 0;
    if (mover->radius) update_clearances(mover, wend__rect_grown(mover->shape, rect, reach), changes);
    update_pieces(mover, wend__rect_grown(mover->shape, rect, reach + 1), update_exits_of_row, changes);
}

void wend__mover_remake(wend_mover *mover, wend__changes *changes) {
    wend_rect all = {0, 0, mover->shape.width, mover->shape.height};
    update_pieces(mover, all, update_costs_of_row, changes);
    update_ways(mover, all, changes);
}

/* Does the log remember every edit since a revision, and are they less work than the whole map? */
static bool log_is_enough(const wend_mover *mover, const wend__log *log, uint64_t since) {
    if (since != log->revision && !wend__log_at(log, since + 1)) return false;
    size_t area = 0, cells = wend__cell_count(mover->shape);
    for (uint64_t revision = since + 1; revision <= log->revision && area <= cells; revision++) {
        const wend_rect *rect = wend__log_at(log, revision);
        area += (size_t)rect->width * (size_t)rect->height;
    }
    return area <= cells;
}

/* Costs of all edits first: exits look at costs beyond their own edit. An overlay never touches ways. */
static void update_edits(wend_mover *mover, wend__changes *changes) {
    const wend__log *log = &mover->map->log, *overlay_log = &mover->overlay_log;
    for (uint64_t revision = mover->map_revision + 1; revision <= log->revision; revision++)
        update_pieces(mover, *wend__log_at(log, revision), update_costs_of_row, changes);
    for (uint64_t revision = mover->overlay_revision + 1; revision <= overlay_log->revision; revision++)
        update_pieces(mover, *wend__log_at(overlay_log, revision), update_costs_of_row, changes);
    for (uint64_t revision = mover->map_revision + 1; revision <= log->revision; revision++)
        update_ways(mover, *wend__log_at(log, revision), changes);
}

static void update_links(wend_mover *mover, wend__changes *changes) {
    wend__links *links = mover->map->links;
    if (!wend__links_equal(links, mover->links)) changes->costs = changes->ways = true;
    wend__links *old = mover->links;
    mover->links = wend__links_take(links);
    wend__links_drop(old);
}

static uint8_t least_cost(const wend_mover *mover) {
    size_t cells = wend__cell_count(mover->shape);
    if (!mover->clearances) return WEND__WIDE_PICK(mover->backend, wend__least_cost)(mover->costs, cells);
    uint8_t least = WEND_BLOCKED;
    for (uint32_t cell = 0; cell < (uint32_t)cells; cell++)
        if (mover->costs[cell] < least && wend__is_free(mover, cell)) least = mover->costs[cell];
    return least;
}

wend_status wend_mover_update(wend_mover *mover) {
    if (!mover) return WEND_ERROR_ARGUMENT;
    const wend_map *map = mover->map;
    wend__changes changes = {false, false};
    bool is_enough = !mover->everything_changed && log_is_enough(mover, &map->log, mover->map_revision) &&
                     log_is_enough(mover, &mover->overlay_log, mover->overlay_revision);
    mover->has_walls = map->walls != NULL;
    if (is_enough)
        update_edits(mover, &changes);
    else
        wend__mover_remake(mover, &changes);
    update_links(mover, &changes);
    bool is_first = mover->revision == 0;
    if (changes.ways || is_first) wend__components_label(mover);
    if (changes.ways || changes.costs || is_first) {
        mover->least_cost = least_cost(mover);
        mover->revision++;
    }
    mover->map_revision = map->log.revision;
    mover->overlay_revision = mover->overlay_log.revision;
    mover->everything_changed = false;
    return WEND_OK;
}

uint64_t wend_mover_revision(const wend_mover *mover) {
    return mover->revision;
}

/* Overlay. */

static wend_status overlay_prepare(wend_mover *mover, wend_rect rect) {
    if (!mover) return WEND_ERROR_ARGUMENT;
    if (!wend__rect_is_on(mover->shape, rect)) return WEND_ERROR_OUTSIDE;
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
    wend_status status = overlay_prepare(mover, rect);
    if (status != WEND_OK) return status;
    for (int32_t row = 0; row < rect.height; row++)
        memset(mover->overlay + wend__index(mover->shape, rect.x, rect.y + row), value, (size_t)rect.width);
    wend__log_add(&mover->overlay_log, rect);
    return WEND_OK;
}

wend_status wend_mover_write_overlay(wend_mover *mover, wend_rect rect, const uint8_t *values, size_t stride) {
    if (!mover || !values) return WEND_ERROR_ARGUMENT;
    if (rect.width > 0 && stride < (size_t)rect.width) return WEND_ERROR_ARGUMENT;
    wend_status status = overlay_prepare(mover, rect);
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
    return wend__is_on(mover->shape, x, y) ? mover->components[wend__index(mover->shape, x, y)] : WEND_NO_COMPONENT;
}

uint32_t wend_mover_step_cost(const wend_mover *mover, int32_t x, int32_t y, wend_direction direction) {
    bool is_allowed =
        direction >= 0 && direction < WEND__DIRECTIONS && (wend_mover_exits(mover, x, y) >> direction & 1);
    if (!is_allowed) return UINT32_MAX;
    wend_cell there = wend__neighbour(mover->shape.lattice, (wend_cell){x, y}, direction);
    return wend__step(mover->step_rule, wend__length(mover, direction), wend_mover_cost(mover, x, y),
                      wend_mover_cost(mover, there.x, there.y));
}
