/* SPDX-License-Identifier: MIT
 * Snapshots: a field that never changes, in pages that snapshots share.
 *
 * Computes: for each page of the field a copy that says the same, the one before where nothing in it has changed.
 * Invariant: a copy is written only while its count is 0. Counts are the taker's alone: other threads merely count the
 *            holds of a snapshot down; the next taking sees which ones are gone and gives back what they used.
 * Cost: pages that may have changed, 32 KB each, are copied and compared; of all others a pointer.
 * Source: own.
 *
 *      snapshot 1   a b c d      taken, then page c changed
 *      snapshot 2   a b e d      counts: a 2, b 2, c 1, d 2, e 1, and 1 more for a b e d: they are the newest
 */
#include "field/field_snapshot.h"

#include <wend/snapshot.h>

#include <string.h>

#define NONE UINT32_MAX

struct wend_snapshot {
    wend__count holds; /* 0: nobody's; a new one may be made of it */
    wend__snapshots *all;
    wend_field field;          /* what is read */
    const wend__copy **copies; /* [pages] */
    wend__goals goals;         /* those of the last build */
    wend_snapshot *cut_off;    /* held: of the field's own field of that name, or NULL */
    bool is_filled;            /* its copies are counted, its links and cut_off held */
    wend_snapshot_info info;
};

struct wend__snapshots {
    wend__count holds; /* the field's, and one for every snapshot that is held */
    wend_mover *mover; /* held */
    uint32_t count, page_count, copy_count, goal_capacity;
    wend_snapshot *each; /* [count] */
    wend__copy *copies;  /* [copy_count] */
    uint32_t *counts;    /* [copy_count] snapshots that use it, and one more where it is the newest of its page */
    uint32_t *free;      /* [copy_count] places of copies that nobody uses */
    uint32_t free_count;
    uint32_t spare;         /* place of a copy that is never counted: pages are first copied into it */
    uint32_t *newest;       /* [page_count] place of the copy taken last, or NONE */
    uint64_t mover_changes; /* how many the mover had listed when the newest were taken */
};

/* Creation. */

/* What a snapshot holds of others. */
static void leave_others(const wend_snapshot *snapshot) {
    wend__links_drop(snapshot->field.links);
    wend_snapshot_destroy(snapshot->cut_off);
}

static void snapshots_free(wend__snapshots *all) {
    wend_mover *mover = all->mover;
    wend_allocator allocator = mover->map->allocator;
    for (uint32_t i = 0; all->each && i < all->count; i++) {
        wend_snapshot *snapshot = &all->each[i];
        if (snapshot->is_filled) leave_others(snapshot);
        wend__release(&allocator, snapshot->copies, all->page_count, sizeof *snapshot->copies);
        wend__goals_destroy(&snapshot->goals, &allocator);
    }
    wend__release(&allocator, all->each, all->count, sizeof *all->each);
    wend__release(&allocator, all->copies, all->copy_count, sizeof *all->copies);
    wend__release(&allocator, all->counts, all->copy_count, sizeof *all->counts);
    wend__release(&allocator, all->free, all->copy_count, sizeof *all->free);
    wend__release(&allocator, all->newest, all->page_count, sizeof *all->newest);
    wend__release(&allocator, all, 1, sizeof *all);
    wend_mover_destroy(mover);
}

static void drop_all(wend__snapshots *all) {
    if (wend__count_drop(&all->holds)) snapshots_free(all);
}

void wend__snapshots_leave(wend__snapshots *all) {
    if (all) drop_all(all);
}

static bool allocate_each(wend__snapshots *all, const wend_allocator *allocator) {
    all->each = wend__allocate_zeroed(allocator, all->count, sizeof *all->each);
    if (!all->each) return false;
    for (uint32_t i = 0; i < all->count; i++) {
        wend_snapshot *snapshot = &all->each[i];
        atomic_init(&snapshot->holds, 0);
        snapshot->all = all;
        snapshot->copies = wend__allocate(allocator, all->page_count, sizeof *snapshot->copies);
        if (wend__goals_create(&snapshot->goals, all->goal_capacity, allocator) != WEND_OK || !snapshot->copies)
            return false;
    }
    return true;
}

/* Copies are written at once, so that no taking faults memory in. */
static bool allocate_copies(wend__snapshots *all, const wend_allocator *allocator) {
    all->copies = wend__allocate_zeroed(allocator, all->copy_count, sizeof *all->copies);
    all->counts = wend__allocate_zeroed(allocator, all->copy_count, sizeof *all->counts);
    all->free = wend__allocate(allocator, all->copy_count, sizeof *all->free);
    all->newest = wend__allocate(allocator, all->page_count, sizeof *all->newest);
    if (!all->copies || !all->counts || !all->free || !all->newest) return false;
    all->spare = all->copy_count - 1;
    while (all->free_count < all->spare) {
        all->free[all->free_count] = all->spare - 1 - all->free_count;
        all->free_count++;
    }
    for (uint32_t page = 0; page < all->page_count; page++) all->newest[page] = NONE;
    return true;
}

/* At most WEND_MAX_SNAPSHOTS times 2^16 pages, if they are not asked for in number. */
static uint32_t copies_wanted(const wend_field *field, const wend_field_desc *desc) {
    uint32_t wanted = desc->snapshot_pages ? desc->snapshot_pages : desc->snapshots * field->pages.count;
    return wanted == UINT32_MAX ? wanted : wanted + 1;
}

wend_status wend__snapshots_create(wend_field *field, const wend_field_desc *desc) {
    const wend_allocator *allocator = &field->mover->map->allocator;
    if (desc->snapshot_pages && desc->snapshot_pages < field->pages.count) return WEND_ERROR_ARGUMENT;
    wend__snapshots *all = wend__allocate_zeroed(allocator, 1, sizeof *all);
    if (!all) return WEND_ERROR_NO_MEMORY;
    atomic_init(&all->holds, 1);
    all->mover = wend__mover_take(field->mover);
    all->count = desc->snapshots;
    all->page_count = field->pages.count;
    all->copy_count = copies_wanted(field, desc);
    all->goal_capacity = field->goals.capacity;
    if (!allocate_each(all, allocator) || !allocate_copies(all, allocator)) {
        snapshots_free(all);
        return WEND_ERROR_NO_MEMORY;
    }
    field->snapshots = all;
    return WEND_OK;
}

/* Counts. */

static void use_copy(wend__snapshots *all, uint32_t place) {
    all->counts[place]++;
}

static void leave_copy(wend__snapshots *all, uint32_t place) {
    if (--all->counts[place] == 0) all->free[all->free_count++] = place;
}

/* Takes back what snapshots that nobody holds any more have used; returns one of them, or NULL. */
static wend_snapshot *collect(wend__snapshots *all) {
    wend_snapshot *found = NULL;
    for (uint32_t i = all->count; i-- > 0;) {
        wend_snapshot *snapshot = &all->each[i];
        if (atomic_load_explicit(&snapshot->holds, memory_order_acquire) != 0) continue;
        found = snapshot;
        if (!snapshot->is_filled) continue;
        for (uint32_t page = 0; page < all->page_count; page++)
            leave_copy(all, (uint32_t)(snapshot->copies[page] - all->copies));
        leave_others(snapshot);
        snapshot->is_filled = false;
    }
    return found;
}

/* Copies. */

/* A row of a page that lies on the map, of an array of the mover's; what lies beyond is `outside`. */
static void copy_row(uint8_t *to, const uint8_t *from, int32_t count, uint8_t outside) {
    memcpy(to, from, (size_t)count);
    memset(to + count, outside, (size_t)(WEND__PAGE_SIDE - count));
}

static void mark_row(const wend_field *field, uint32_t cell, int32_t count, uint8_t *marks) {
    memset(marks, 0, WEND__PAGE_SIDE);
    for (int32_t i = 0; i < count && field->mover->clearances; i++) {
        bool is_narrow = field->mover->clearances[cell + (uint32_t)i] != WEND__CLEAR;
        marks[i] = is_narrow ? WEND__COPY_NARROW : 0;
    }
    for (int32_t i = 0; i < count && field->seeded; i++)
        if (wend__field_is_seeded(field, cell + (uint32_t)i)) marks[i] |= WEND__COPY_SEEDED;
}

static void copy_page(const wend_field *field, uint32_t page, wend__copy *copy) {
    const wend__pages *pages = &field->pages;
    wend__shape shape = field->shape;
    wend_cell corner = wend__page_corner(pages, page);
    uint32_t slot = page << 12;
    int32_t width = shape.width - corner.x < WEND__PAGE_SIDE ? shape.width - corner.x : WEND__PAGE_SIDE;
    memcpy(copy->values, pages->values + slot, sizeof copy->values);
    memcpy(copy->directions, pages->directions + slot, sizeof copy->directions);
    for (int32_t row = 0; row < WEND__PAGE_SIDE; row++) {
        uint32_t at = (uint32_t)row << 6, cell = wend__index(shape, corner.x, corner.y + row);
        if (corner.y + row >= shape.height) cell = 0;
        int32_t count = corner.y + row < shape.height ? width : 0;
        copy_row(copy->costs + at, field->mover->costs + cell, count, WEND_BLOCKED);
        copy_row(copy->exits + at, field->mover->exits + cell, count, 0);
        mark_row(field, cell, count, copy->marks + at);
    }
}

/* Makes the newest copy of a page say what the page says. False where there is no copy left for it. */
static bool renew_page(wend__snapshots *all, const wend_field *field, uint32_t page, uint32_t *copied) {
    wend__copy *fresh = &all->copies[all->spare];
    copy_page(field, page, fresh);
    uint32_t *newest = &all->newest[page];
    if (*newest != NONE && memcmp(fresh, &all->copies[*newest], sizeof *fresh) == 0) return true;
    if (*newest != NONE) leave_copy(all, *newest);
    *newest = NONE;
    if (all->free_count == 0) return false;
    *newest = all->spare;
    use_copy(all, all->spare);
    all->spare = all->free[--all->free_count];
    ++*copied;
    return true;
}

/* Pages in which the mover says something else than when the newest were taken. */
static void mark_changes(wend__snapshots *all, const wend_field *field) {
    const wend__change_log *changed = &field->mover->changed;
    const wend__pages *pages = &field->pages;
    if (wend__changes_are_known(changed, all->mover_changes)) {
        for (uint64_t number = all->mover_changes; number < changed->count; number++)
            pages->is_changed[wend__slot_of(pages, wend__change_at(changed, number)) >> 12] = 1;
    } else {
        memset(pages->is_changed, 1, pages->count);
    }
    all->mover_changes = changed->count;
}

/* Pages that cannot be renewed count as changed until they are. */
static bool renew(wend__snapshots *all, wend_field *field, uint32_t *copied) {
    mark_changes(all, field);
    for (uint32_t page = 0; page < all->page_count; page++) {
        bool is_same = all->newest[page] != NONE && !field->pages.is_changed[page];
        if (is_same) continue;
        if (!renew_page(all, field, page, copied)) return false;
        field->pages.is_changed[page] = 0;
    }
    return true;
}

/* Taking. */

static void fill(wend_snapshot *snapshot, const wend_field *field, wend_snapshot *cut_off) {
    wend__snapshots *all = snapshot->all;
    for (uint32_t page = 0; page < all->page_count; page++) {
        snapshot->copies[page] = &all->copies[all->newest[page]];
        use_copy(all, all->newest[page]);
    }
    wend__goals_copy(&snapshot->goals, &field->goals);
    wend__pages pages = {
        .shape = field->shape, .wide = field->pages.wide, .high = field->pages.high, .count = field->pages.count};
    snapshot->field = (wend_field){.mover = field->mover,
                                   .shape = field->shape,
                                   .escape_depth = field->escape_depth,
                                   .backend = field->backend,
                                   .goals = snapshot->goals,
                                   .pages = pages,
                                   .view = {field->mover, &snapshot->field.pages, snapshot->copies},
                                   .links = wend__links_take(field->links),
                                   .cut_off = cut_off ? &cut_off->field : NULL,
                                   .mover_revision = field->mover_revision,
                                   .bound = field->bound,
                                   .max_distance = field->max_distance,
                                   .is_plain = field->is_plain,
                                   .is_built = field->is_built,
                                   .has_seeds = field->has_seeds,
                                   .has_sights = field->has_sights,
                                   .builds = field->builds,
                                   .repairs = field->repairs,
                                   .changed = field->changed,
                                   .taken_as = wend_field_status(field)};
    snapshot->cut_off = cut_off;
    snapshot->is_filled = true;
}

wend_status wend_snapshot_take(wend_field *field, wend_snapshot **out) {
    if (!field || !out) return WEND_ERROR_ARGUMENT;
    if (field->mover->update.is_open) return WEND_ERROR_BUSY;
    wend__snapshots *all = field->snapshots;
    wend_snapshot *snapshot = all ? collect(all) : NULL;
    wend_snapshot *cut_off = NULL;
    uint32_t copied = 0;
    if (!snapshot || !renew(all, field, &copied)) return WEND_ERROR_CAPACITY;
    wend_status status = field->cut_off ? wend_snapshot_take(field->cut_off, &cut_off) : WEND_OK;
    if (status != WEND_OK) return status;
    fill(snapshot, field, cut_off);
    snapshot->info = (wend_snapshot_info){all->page_count, copied, all->free_count};
    wend__count_take(&all->holds);
    atomic_store_explicit(&snapshot->holds, 1, memory_order_relaxed);
    *out = snapshot;
    return WEND_OK;
}

const wend_field *wend_snapshot_field(const wend_snapshot *snapshot) {
    return &snapshot->field;
}

void wend_snapshot_describe(const wend_snapshot *snapshot, wend_snapshot_info *out) {
    *out = snapshot->info;
}

wend_snapshot *wend_snapshot_hold(wend_snapshot *snapshot) {
    wend__count_take(&snapshot->holds);
    return snapshot;
}

void wend_snapshot_destroy(wend_snapshot *snapshot) {
    if (!snapshot) return;
    wend__snapshots *all = snapshot->all;
    if (wend__count_drop(&snapshot->holds)) drop_all(all);
}
