/* SPDX-License-Identifier: MIT
 * Ranges: what one source reaches, as a map and as a sorted list with the way back; and how many sources reach a cell.
 *
 * Computes: all cells within the range; a list by (cost, index), each with the place of the next one on the way back.
 * Invariant: levels come by rising cost, so that each sorted by itself makes a sorted list.
 * Cost: that of the search; per cell of a list O(log of those at the same cost). Threat: one search per source.
 * Source: D. L. Shell, A High-Speed Sorting Procedure (1959), with gaps by M. Ciura (2001), for what lies in one bin.
 *
 *     range 5, forest (f) costs 2, ENTER:      . 5 4 5        . f . .
 *                                              5 4 2 3        . f . .
 *                                              1 0 1 2        . U . .
 */
#include "field/spread.h"

#define BIN_BITS 7

static wend_status check_search(const wend_mover *mover, const wend_workspace *workspace, wend_heading heading) {
    if (!mover || !workspace || !wend__heading_is_valid(heading)) return WEND_ERROR_ARGUMENT;
    return wend__mover_check(mover, workspace);
}

/* Lists. */

static void sort(uint64_t *keys, uint32_t n) {
    static const uint32_t gaps[] = {15701, 7001, 3109, 1382, 614, 301, 132, 57, 23, 10, 4, 1};
    uint32_t g = 0;
    while (gaps[g] > 1 && gaps[g] >= n) g++;
    for (; g < sizeof gaps / sizeof *gaps; g++) {
        uint32_t gap = gaps[g];
        for (uint32_t i = gap; i < n; i++) {
            uint64_t key = keys[i];
            uint32_t at = i;
            for (; at >= gap && keys[at - gap] > key; at -= gap) keys[at] = keys[at - gap];
            keys[at] = key;
        }
    }
}

/* Which part of its level a value lies in. */
static inline uint32_t bin_of(const wend__spread *spread, uint32_t value) {
    uint32_t above = spread->shift > BIN_BITS ? spread->shift - BIN_BITS : 0;
    return (value & ((1u << spread->shift) - 1)) >> above;
}

/* Sorts the last level into its place among the keys: by value into bins, then within each. */
static void sort_level(const wend__spread *spread, uint64_t *keys) {
    uint32_t ends[1 << BIN_BITS] = {0}, bins = 1u << (spread->shift < BIN_BITS ? spread->shift : BIN_BITS);
    const uint32_t *settled = spread->settled;
    for (uint32_t i = spread->level_begin; i < spread->settled_count; i++)
        ends[bin_of(spread, spread->values[settled[i]])]++;
    for (uint32_t bin = 0, end = spread->level_begin; bin < bins; bin++) {
        uint32_t begin = end;
        end += ends[bin];
        ends[bin] = begin;
    }
    for (uint32_t i = spread->level_begin; i < spread->settled_count; i++) {
        uint32_t value = spread->values[settled[i]];
        keys[ends[bin_of(spread, value)]++] = (uint64_t)value << 32 | settled[i];
    }
    for (uint32_t bin = 0, begin = spread->level_begin; bin < bins; begin = ends[bin++])
        if (ends[bin] - begin > 1) sort(keys + begin, ends[bin] - begin);
}

/* Settles everything; keys [cells] are then all cells in range by (cost, index). */
static void settle_sorted(wend__spread *spread, uint64_t *keys) {
    while (wend__spread_settle_level(spread)) sort_level(spread, keys);
}

static void write_list(const wend__spread *spread, const uint64_t *keys, const wend_range_out *out) {
    wend__spread_node *nodes = spread->nodes; /* every label is the same: now it is the place in the list */
    for (uint32_t i = 0; i < spread->settled_count && i < out->capacity; i++) {
        uint32_t cell = (uint32_t)keys[i];
        nodes[cell].label = i;
        out->cells[i] = (wend_range_cell){.cell = wend__cell_of(spread->mover->shape, cell),
                                          .cost = spread->values[cell],
                                          .previous = nodes[wend__spread_way_back(spread, cell)].label};
    }
}

static void write_values(const wend__spread *spread, const wend_range_out *out) {
    for (uint32_t i = 0; i < spread->settled_count; i++) {
        uint32_t cell = spread->settled[i], x, y;
        if (wend__is_in_rect(spread->mover->shape, cell, out->values_rect, &x, &y))
            out->values[(size_t)y * out->values_stride + x] = spread->values[cell];
    }
}

static wend_status check_out(const wend_mover *mover, const wend_range_out *out) {
    if (out->capacity > 0 && !out->cells) return WEND_ERROR_ARGUMENT;
    if (!out->values) return WEND_OK;
    if (!wend__rect_is_on(mover->shape, out->values_rect)) return WEND_ERROR_OUTSIDE;
    return out->values_stride >= (size_t)out->values_rect.width ? WEND_OK : WEND_ERROR_ARGUMENT;
}

wend_status wend_range_find(const wend_mover *mover, wend_workspace *workspace, const wend_range_source *source,
                            wend_heading heading, const wend_range_out *out, size_t *count) {
    if (!source || !out || !count) return WEND_ERROR_ARGUMENT;
    wend_status status = check_search(mover, workspace, heading);
    if (status == WEND_OK) status = check_out(mover, out);
    if (status != WEND_OK) return status;
    *count = 0;
    if (out->values) wend__rect_clear(out->values_rect, out->values, out->values_stride);
    status = wend_mover_place(mover, source->cell.x, source->cell.y);
    if (status != WEND_OK) return status;

    wend__spread spread;
    wend__spread_begin(&spread, mover, workspace, heading);
    wend__spread_clear(&spread, source->range);
    wend__spread_seed(&spread, wend__index(mover->shape, source->cell.x, source->cell.y), 0, 0);
    if (out->cells) {
        void *keys = spread.spare[1]; /* and spare[2], which follows it */
        settle_sorted(&spread, keys);
        write_list(&spread, keys, out);
    } else {
        while (wend__spread_settle_level(&spread)) continue;
    }
    if (out->values) write_values(&spread, out);
    *count = spread.settled_count;
    wend__spread_clear(&spread, 0);
    return out->cells && *count > out->capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_status wend_range_trace(const wend_range_cell *cells, size_t count, size_t place, wend_cell *route,
                             size_t capacity, size_t *length) {
    if (!cells || !length || place >= count || (capacity > 0 && !route)) return WEND_ERROR_ARGUMENT;
    size_t found = 1;
    for (size_t at = place; at > 0; at = cells[at].previous, found++)
        if (cells[at].previous >= at) return WEND_ERROR_ARGUMENT;
    *length = found;
    size_t at = place;
    for (size_t i = found; i-- > 0; at = cells[at].previous)
        if (i < capacity) route[i] = cells[at].cell;
    return found > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* Threat. */

static inline void count_up(uint16_t *count) {
    *count = (uint16_t)(*count + (*count < UINT16_MAX));
}

static void add_counts(const wend__spread *spread, wend_rect rect, uint16_t *counts, size_t stride) {
    wend__shape shape = spread->mover->shape;
    if (rect.width == shape.width && stride == (size_t)shape.width && rect.height == shape.height) {
        for (uint32_t i = 0; i < spread->settled_count; i++) count_up(&counts[spread->settled[i]]);
        return;
    }
    for (uint32_t i = 0; i < spread->settled_count; i++) {
        uint32_t x, y;
        if (wend__is_in_rect(shape, spread->settled[i], rect, &x, &y)) count_up(&counts[(size_t)y * stride + x]);
    }
}

wend_status wend_threat_add(const wend_mover *mover, wend_workspace *workspace, const wend_range_source *sources,
                            size_t count, wend_heading heading, wend_rect rect, uint16_t *counts, size_t stride,
                            wend_status *statuses) {
    if ((count && !sources) || !counts) return WEND_ERROR_ARGUMENT;
    wend_status status = check_search(mover, workspace, heading);
    if (status != WEND_OK) return status;
    if (!wend__rect_is_on(mover->shape, rect)) return WEND_ERROR_OUTSIDE;
    if (stride < (size_t)rect.width) return WEND_ERROR_ARGUMENT;
    wend__spread spread;
    wend__spread_begin(&spread, mover, workspace, heading);
    for (size_t i = 0; i < count; i++) {
        wend_cell cell = sources[i].cell;
        wend_status place = wend_mover_place(mover, cell.x, cell.y);
        if (statuses) statuses[i] = place;
        if (place != WEND_OK) {
            status = WEND_PARTIAL;
            continue;
        }
        wend__spread_clear(&spread, sources[i].range);
        wend__spread_seed(&spread, wend__index(mover->shape, cell.x, cell.y), 0, 0);
        while (wend__spread_settle_level(&spread)) continue;
        add_counts(&spread, rect, counts, stride);
    }
    wend__spread_clear(&spread, 0);
    return status;
}
