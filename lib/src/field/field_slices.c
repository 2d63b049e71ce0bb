/* SPDX-License-Identifier: MIT
 * A build or a repair in slices.
 *
 * Computes: what wend_field_build computes, bit for bit, a little at a time.
 * Invariant: all work is done on a draft, a second field of the same mover; the field itself is what it was until the
 *            draft is whole, and then they change places. The mover is not updated meanwhile. The draft is what the field
 *            was a build ago: what has changed since then is listed, so that it can be repaired.
 * Cost: that of the build, or of a repair of two builds' changes. The longest pieces are a page: 4096 cells solved, or 256
 *       cells that look round; and a repair's cells.
 * Source: own.
 *
 *      stage      repair  open  seed  settle   finish  direct  close rows  sight   close
 *      piece      page          row   page     page    page    row         cells             -> field <-> draft
 *                    '-- where it is enough -----------------------------------^
 */
#include "field/field_slices.h"

#include "base/tasks.h"
#include "field/direct.h"

#include <wend/field.h>

#include <string.h>

/* Creation. */

wend_status wend__slices_create(wend_field *field, const wend_field_desc *desc) {
    const wend_allocator *allocator = &field->mover->map->allocator;
    field->slices = wend__allocate_zeroed(allocator, 1, sizeof *field->slices);
    if (!field->slices) return WEND_ERROR_NO_MEMORY;
    wend_field_desc draft = *desc;
    draft.slices = 0;
    draft.snapshots = draft.snapshot_pages = 0;
    return wend_field_create(field->mover, &draft, &field->slices->draft);
}

void wend__slices_destroy(wend_field *field) {
    if (!field->slices) return;
    wend_field_cancel(field);
    wend_field_destroy(field->slices->draft);
    wend__release(&field->mover->map->allocator, field->slices, 1, sizeof *field->slices);
}

/* Changing places. */

/* All that a build makes. */
typedef struct wend__built {
    wend__goals goals;
    wend__pages pages;
    wend__sights sights;
    uint8_t *seeded;
    wend__links *links;
    uint64_t mover_revision, changes_seen;
    uint32_t bound, max_distance, target_count;
    bool is_plain, is_built;
} wend__built;

static wend__built built_of(const wend_field *field) {
    return (wend__built){.goals = field->goals,
                         .pages = field->pages,
                         .sights = field->sights,
                         .seeded = field->seeded,
                         .links = field->links,
                         .mover_revision = field->mover_revision,
                         .changes_seen = field->changes_seen,
                         .bound = field->bound,
                         .max_distance = field->max_distance,
                         .target_count = field->target_count,
                         .is_plain = field->is_plain,
                         .is_built = field->is_built};
}

static void take_built(wend_field *field, const wend__built *built) {
    field->goals = built->goals;
    field->pages = built->pages;
    field->sights = built->sights;
    field->seeded = built->seeded;
    field->links = built->links;
    field->mover_revision = built->mover_revision;
    field->changes_seen = built->changes_seen;
    field->bound = built->bound;
    field->max_distance = built->max_distance;
    field->target_count = built->target_count;
    field->is_plain = built->is_plain;
    field->is_built = built->is_built;
}

static void change_places(wend_field *field, wend_field *draft) {
    wend__built old = built_of(field), fresh = built_of(draft);
    take_built(field, &fresh);
    take_built(draft, &old);
    memset(field->pages.is_changed, 1, field->pages.count);
    if (field->cut_off) change_places(field->cut_off, draft->cut_off);
}

/* Stages. A piece says how many cells it looked at; one that finds nothing to do ends its stage. */

/* What is done cell by cell is one piece: that ends sooner here, and goes on by pages. */
static const wend__repair_limits short_pieces = {
    .listed_per_page = 60, .listed = 500, .dead = 400, .fading = 600, .dead_per_page = 0, .settled = 400};

static uint32_t repair_draft(wend__slices *slices) {
    wend_field *draft = slices->draft;
    if (slices->next++) {
        slices->repair = wend__repair_step(&slices->ripple);
    } else {
        if (!wend__field_was_built_alike(draft, &slices->options)) return 0;
        draft->is_built = false;
        slices->repair = wend__field_repair(draft, slices->workspace, &short_pieces, &slices->ripple, &slices->job);
    }
    if (slices->repair == WEND__REPAIR_IS_A_BUILD) return 0;
    if (slices->repair == WEND__REPAIR_DONE) {
        slices->stage = slices->job.listed ? WEND__SLICE_SIGHT : WEND__SLICE_CLOSE;
        slices->next = 0;
    }
    return WEND__PAGE_CELLS;
}

static uint32_t open_draft(wend__slices *slices) {
    if (slices->next++) return 0;
    slices->draft->is_built = false;
    wend__field_open(slices->draft, &slices->integration, &slices->workspace);
    return slices->draft->pages.count;
}

static uint32_t seed_row(wend__slices *slices) {
    wend_field *draft = slices->draft;
    int32_t y = (int32_t)slices->next++;
    if (!slices->options.seeds || y >= draft->shape.height) return 0;
    wend__field_seed_row(draft, &slices->options, y, &slices->integration);
    return (uint32_t)draft->shape.width;
}

static uint32_t settle_page(wend__slices *slices) {
    if (wend__integrate_next(&slices->integration, wend__max_distance_of(&slices->options), NULL))
        return WEND__PAGE_CELLS;
    wend__integrate_drain(&slices->integration);
    slices->is_bounded = false;
    return 0;
}

static uint32_t finish_page(wend__slices *slices) {
    wend_field *draft = slices->draft;
    uint32_t page = slices->next++, bound = wend__max_distance_of(&slices->options);
    if (page < draft->pages.count) {
        slices->is_bounded |= wend__integrate_finish_page(&draft->pages, page, bound);
        return WEND__PAGE_CELLS;
    }
    draft->bound = slices->is_bounded ? bound : WEND_UNREACHABLE;
    return 0;
}

static uint32_t direct_page(wend__slices *slices) {
    wend_field *draft = slices->draft;
    uint32_t page = slices->next++;
    if (page >= draft->pages.count) return 0;
    wend__direct_one(draft->mover, &draft->pages, draft->backend, slices->is_bounded, page);
    return WEND__PAGE_CELLS;
}

static uint32_t close_row(wend__slices *slices) {
    wend_field *draft = slices->draft;
    int32_t y = (int32_t)slices->next++;
    if (y == 0) wend__field_finish_goals(draft);
    if (!slices->options.seeds || y >= draft->shape.height) return 0;
    wend__field_finish_row(draft, &slices->options, y);
    return (uint32_t)draft->shape.width;
}

static uint32_t look_round(wend__slices *slices) {
    wend_field *draft = slices->draft;
    if (!draft->sights.marks) return 0;
    if (slices->next++ == 0)
        wend__sighting_begin(&slices->sighting, &draft->sights, draft->mover, &draft->pages, slices->workspace->words);
    return wend__sighting_step(&slices->sighting) ? WEND__PAGE_SIDE * 4 : 0;
}

static uint32_t close_draft(wend__slices *slices) {
    if (slices->next++) return 0;
    wend__field_close(slices->draft, &slices->workspace, &slices->options);
    return slices->draft->pages.count;
}

/* The next piece of a stage: how many cells it looked at. */
static uint32_t do_piece(wend__slices *slices) {
    switch (slices->stage) {
    case WEND__SLICE_REPAIR: return repair_draft(slices);
    case WEND__SLICE_OPEN: return open_draft(slices);
    case WEND__SLICE_SEED: return seed_row(slices);
    case WEND__SLICE_SETTLE: return settle_page(slices);
    case WEND__SLICE_FINISH: return finish_page(slices);
    case WEND__SLICE_DIRECT: return direct_page(slices);
    case WEND__SLICE_CLOSE_ROWS: return close_row(slices);
    case WEND__SLICE_SIGHT: return look_round(slices);
    case WEND__SLICE_CLOSE: return close_draft(slices);
    case WEND__SLICE_STAGES: break;
    }
    return 0;
}

/* The same, and on to the next stage where there was nothing to do. */
static uint32_t do_next(wend__slices *slices) {
    uint32_t cells = do_piece(slices);
    if (cells) return cells;
    slices->stage++;
    slices->next = 0;
    return 0;
}

/* The public calls. */

wend_status wend_field_begin(wend_field *field, wend_workspace *workspace, const wend_build_options *options) {
    wend_build_options zero = {0};
    if (!options) options = &zero;
    wend_status status = wend__field_check(field, workspace, options);
    if (status != WEND_OK) return status;
    if (options->target_count) return WEND_ERROR_ARGUMENT;
    if (!field->slices) return WEND_ERROR_CAPACITY;
    wend__slices *slices = field->slices;
    wend__goals_copy(&slices->draft->wanted, &field->wanted);
    slices->workspace = workspace;
    slices->options = *options;
    slices->options.tasks = NULL;
    slices->goals_set = field->goals_set;
    slices->stage = WEND__SLICE_REPAIR;
    slices->repair = WEND__REPAIR_IS_A_BUILD;
    slices->next = 0;
    slices->is_open = true;
    slices->is_idle = wend__field_was_built_alike(field, options) && wend_field_status(field) == WEND_OK;
    wend__count_take(&field->mover->builds_open);
    return WEND_OK;
}

static void leave(wend_field *field) {
    field->slices->is_open = false;
    wend__count_drop(&field->mover->builds_open);
}

wend_status wend_field_step(wend_field *field, const wend_budget *budget) {
    wend__meter meter;
    if (!field || !field->slices || !field->slices->is_open || !wend__meter_begin(&meter, budget))
        return WEND_ERROR_ARGUMENT;
    wend__slices *slices = field->slices;
    if (slices->is_idle) {
        field->changed = 0;
        leave(field);
        return wend__field_outcome(field);
    }
    while (slices->stage < WEND__SLICE_STAGES)
        if (wend__meter_add(&meter, do_next(slices)) && slices->stage < WEND__SLICE_STAGES) return WEND_PENDING;
    change_places(field, slices->draft);
    if (slices->repair == WEND__REPAIR_DONE) {
        field->changed = slices->job.changed;
        field->repairs++;
    } else {
        field->changed = wend__cell_count(field->shape);
        field->builds++;
    }
    if (slices->goals_set == field->goals_set) field->goals_changed = false;
    leave(field);
    return wend__field_outcome(field);
}

void wend_field_cancel(wend_field *field) {
    if (!field || !field->slices || !field->slices->is_open) return;
    wend__slices *slices = field->slices;
    bool is_building = slices->repair == WEND__REPAIR_IS_A_BUILD && slices->stage >= WEND__SLICE_OPEN;
    if (slices->repair == WEND__REPAIR_GOES_ON) wend__repair_cancel(&slices->ripple);
    if (is_building && (slices->stage > WEND__SLICE_OPEN || slices->next)) wend__integrate_drain(&slices->integration);
    leave(field);
}
