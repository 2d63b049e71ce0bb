/* SPDX-License-Identifier: MIT */
#include "map/links.h"

#include <stdlib.h>
#include <string.h>

static int compare_u32(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

/* Rows first, so that the order is that of cell indices, whatever the width. */
static int compare_cells(wend_cell a, wend_cell b) {
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    return (a.x > b.x) - (a.x < b.x);
}

static int compare_links(const void *left, const void *right) {
    const wend_link *a = left, *b = right;
    int order = compare_cells(a->from, b->from);
    if (!order) order = compare_cells(a->to, b->to);
    if (!order) order = compare_u32(a->cost, b->cost);
    return order ? order : compare_u32(a->class_mask, b->class_mask);
}

/* A target and the place of its link in by_from: sorted as one number. */
static int compare_targets(const void *left, const void *right) {
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void table_release(wend__links *table) {
    wend_allocator allocator = table->allocator;
    wend__release(&allocator, table, 1, table->size);
}

/* One block: the table, then its arrays. At most 2^20 links: no sum can overflow. */
static wend__links *table_create(size_t count, const wend_allocator *allocator) {
    size_t size = sizeof(wend__links) + count * (sizeof(wend_link) + 3 * sizeof(uint32_t));
    wend__links *table = wend__allocate(allocator, 1, size);
    if (!table) return NULL;
    *table = (wend__links){.allocator = *allocator, .count = count, .size = size};
    atomic_init(&table->holds, 1);
    table->by_from = (wend_link *)(table + 1);
    table->by_to = (uint32_t *)(table->by_from + count);
    table->from = table->by_to + count;
    table->to = table->from + count;
    return table;
}

/* Fills the arrays that follow from by_from. */
static wend_status table_finish(wend__links *table, wend__shape shape) {
    qsort(table->by_from, table->count, sizeof *table->by_from, compare_links);
    uint64_t *targets = wend__allocate(&table->allocator, table->count, sizeof *targets);
    if (!targets) return WEND_ERROR_NO_MEMORY;
    for (size_t i = 0; i < table->count; i++) {
        const wend_link *link = &table->by_from[i];
        table->from[i] = wend__index(shape, link->from.x, link->from.y);
        table->to[i] = wend__index(shape, link->to.x, link->to.y);
        targets[i] = (uint64_t)table->to[i] << 32 | i;
    }
    qsort(targets, table->count, sizeof *targets, compare_targets);
    for (size_t i = 0; i < table->count; i++) table->by_to[i] = (uint32_t)targets[i];
    wend__release(&table->allocator, targets, table->count, sizeof *targets);
    return WEND_OK;
}

/* A finished table of the first `count` entries of by_from, or none of it. */
static wend_status table_publish(wend__links *table, wend__shape shape, wend__links **out) {
    wend_status status = table_finish(table, shape);
    if (status == WEND_OK)
        *out = table;
    else
        table_release(table);
    return status;
}

wend_status wend__links_with(const wend__links *table, wend__shape shape, const wend_link *more, size_t count,
                             const wend_allocator *allocator, wend__links **out) {
    size_t old_count = table ? table->count : 0;
    wend__links *grown = table_create(old_count + count, allocator);
    if (!grown) return WEND_ERROR_NO_MEMORY;
    if (old_count) memcpy(grown->by_from, table->by_from, old_count * sizeof *more);
    memcpy(grown->by_from + old_count, more, count * sizeof *more);
    return table_publish(grown, shape, out);
}

wend_status wend__links_without(const wend__links *table, wend__shape shape, uint32_t from, uint32_t to,
                                const wend_allocator *allocator, wend__links **out, size_t *removed) {
    wend__link_range range = wend__links_from(table, from);
    size_t first = range.first;
    while (first < range.last && table->to[first] < to) first++;
    size_t last = first;
    while (last < range.last && table->to[last] == to) last++;
    *removed = last - first;
    *out = NULL;
    size_t rest = table->count - *removed;
    if (rest == 0 || *removed == 0) return WEND_OK;
    wend__links *shrunk = table_create(rest, allocator);
    if (!shrunk) return WEND_ERROR_NO_MEMORY;
    memcpy(shrunk->by_from, table->by_from, first * sizeof *table->by_from);
    memcpy(shrunk->by_from + first, table->by_from + last, (table->count - last) * sizeof *table->by_from);
    return table_publish(shrunk, shape, out);
}

wend__links *wend__links_take(wend__links *table) {
    if (table) wend__count_take(&table->holds);
    return table;
}

void wend__links_drop(wend__links *table) {
    if (table && wend__count_drop(&table->holds)) table_release(table);
}

bool wend__links_equal(const wend__links *a, const wend__links *b) {
    if (a == b) return true;
    size_t count_a = a ? a->count : 0, count_b = b ? b->count : 0;
    return count_a == count_b && memcmp(a->by_from, b->by_from, count_a * sizeof *a->by_from) == 0;
}

wend__link_range wend__links_from(const wend__links *table, uint32_t cell) {
    if (!table) return (wend__link_range){0, 0};
    uint32_t low = 0, high = (uint32_t)table->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (table->from[middle] < cell)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t last = low;
    while (last < table->count && table->from[last] == cell) last++;
    return (wend__link_range){low, last};
}

uint32_t wend__links_to_from_on(const wend__links *table, uint32_t cell) {
    uint32_t low = 0, high = (uint32_t)table->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (table->to[table->by_to[middle]] < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
