/* SPDX-License-Identifier: MIT
 * The field: how it is built, and kept up to date.
 *
 *      goals -> integrate -> direct -> sights -> what is cut off
 *      changes -> repair ----------^
 */
#include "field/field_build.h"

#include "base/tasks.h"
#include "field/cut_off.h"
#include "field/direct.h"
#include "field/field_slices.h"
#include "field/repair_ripple.h"

#include <string.h>

/* There are at most 256. */
static bool workspaces_are_different(wend_workspace *const *workspaces, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (workspaces[i] == workspaces[j]) return false;
    return true;
}

/* Every worker but the first needs a workspace of its own. */
static bool workers_are_good(const wend_workspace *workspace, const wend_build_options *options) {
    if (!wend__tasks_are_valid(options->tasks)) return false;
    uint32_t others = wend__worker_count(options->tasks) - 1;
    if (others == 0) return true;
    if (!options->worker_workspaces || options->worker_workspace_count < others) return false;
    for (uint32_t i = 0; i < others; i++)
        if (!options->worker_workspaces[i] || options->worker_workspaces[i] == workspace) return false;
    return workspaces_are_different(options->worker_workspaces, others);
}

wend_status wend__field_check(const wend_field *field, const wend_workspace *workspace,
                              const wend_build_options *options) {
    if (!field || !workspace) return WEND_ERROR_ARGUMENT;
    if (field->slices && field->slices->is_open) return WEND_ERROR_BUSY;
    bool seeds_are_good =
        !options->seeds ||
        (field->seeded && (options->seeds_stride == 0 || options->seeds_stride >= (size_t)field->shape.width));
    if (!seeds_are_good || (options->target_count && !options->targets)) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__mover_check(field->mover, workspace);
    if (status != WEND_OK) return status;
    if (!workers_are_good(workspace, options)) return WEND_ERROR_ARGUMENT;
    for (size_t i = 0; i < options->target_count; i++)
        if (!wend__is_on(field->shape, options->targets[i].x, options->targets[i].y)) return WEND_ERROR_OUTSIDE;
    return WEND_OK;
}

static void seed_goal(void *context, uint32_t cell, uint32_t offset) {
    wend__integrate_seed(context, cell, offset);
}

/* Calls visit for every seed that a cell of a row is given, free or not. */
static void visit_seeds_of_row(wend__shape shape, const wend_build_options *options, int32_t y, wend__goal_visit *visit,
                               void *context) {
    size_t stride = options->seeds_stride ? options->seeds_stride : (size_t)shape.width;
    for (int32_t x = 0; x < shape.width; x++) {
        uint32_t seed = options->seeds[(size_t)y * stride + (size_t)x];
        if (seed != WEND_UNREACHABLE) visit(context, wend__index(shape, x, y), seed);
    }
}

static void visit_seeds(wend__shape shape, const wend_build_options *options, wend__goal_visit *visit, void *context) {
    for (int32_t y = 0; options->seeds && y < shape.height; y++) visit_seeds_of_row(shape, options, y, visit, context);
}

static void seed_cell(void *context, uint32_t cell, uint32_t seed) {
    wend__integration *integration = context;
    if (wend__is_free(integration->terms.mover, cell)) wend__integrate_seed(integration, cell, seed);
}

static void finish_seed(void *context, uint32_t cell, uint32_t seed) {
    wend_field *field = context;
    uint32_t slot = wend__slot_of(&field->pages, cell);
    if (field->pages.values[slot] != seed) return;
    field->pages.directions[slot] = 0;
    field->seeded[cell / 8] |= (uint8_t)(1u << cell % 8);
}

static const wend_tasks *tasks_of(const wend_field *field, const wend_build_options *options) {
    return field->pages.count < WEND__PAGES_FOR_THREADS ? NULL : options->tasks;
}

void wend__field_open(wend_field *field, wend__integration *integration, wend_workspace *const *workspaces) {
    wend__workspace_take_words(workspaces[0]);
    wend__goals_resolve(&field->wanted, field->mover, workspaces[0]->words);
    wend__goals_copy(&field->goals, &field->wanted);
    wend__integrate_begin(integration, field->mover, &field->pages, field->backend, workspaces);
    wend__goals_visit(&field->goals, field->mover, seed_goal, integration);
}

void wend__field_seed_row(const wend_field *field, const wend_build_options *options, int32_t y,
                          wend__integration *integration) {
    if (options->seeds) visit_seeds_of_row(field->shape, options, y, seed_cell, integration);
}

static uint32_t integrate_field(wend_field *field, wend__integration *integration, const wend_build_options *options) {
    for (int32_t y = 0; y < field->shape.height; y++) wend__field_seed_row(field, options, y, integration);
    return wend__integrate_run(integration, tasks_of(field, options), options->targets, options->target_count,
                               wend__max_distance_of(options));
}

void wend__field_finish_goals(wend_field *field) {
    wend__direct_goals(&field->goals, field->mover, &field->pages);
    if (field->seeded) memset(field->seeded, 0, wend__seeded_size(field->shape));
}

void wend__field_finish_row(wend_field *field, const wend_build_options *options, int32_t y) {
    if (options->seeds) visit_seeds_of_row(field->shape, options, y, finish_seed, field);
}

static void direct_field(wend_field *field, const wend_build_options *options) {
    wend__direct(field->mover, &field->pages, field->backend, field->bound != WEND_UNREACHABLE,
                 tasks_of(field, options));
    memset(field->pages.is_changed, 1, field->pages.count);
    wend__field_finish_goals(field);
    for (int32_t y = 0; y < field->shape.height; y++) wend__field_finish_row(field, options, y);
}

void wend__field_catch_up(wend_field *field) {
    wend__links *old_links = field->links;
    field->links = wend__links_take(field->mover->links);
    wend__links_drop(old_links);
    field->mover_revision = field->mover->revision;
    field->changes_seen = field->mover->changed.count;
    field->goals_changed = false;
}

/* The goals of a field and of its seeds, for the search for targets. */
typedef struct wend__goals_and_seeds {
    const wend_field *field;
    const wend_build_options *options;
} wend__goals_and_seeds;

/* Free cells alone: seeds may be given for others. */
typedef struct wend__free_visit {
    const wend_mover *mover;
    wend__goal_visit *visit;
    void *context;
} wend__free_visit;

static void visit_if_free(void *context, uint32_t cell, uint32_t seed) {
    const wend__free_visit *visit = context;
    if (wend__is_free(visit->mover, cell)) visit->visit(visit->context, cell, seed);
}

static void visit_goals_and_seeds(const void *context, wend__goal_visit *visit, void *visit_context) {
    const wend__goals_and_seeds *given = context;
    const wend_field *field = given->field;
    wend__free_visit free_visit = {field->mover, visit, visit_context};
    wend__goals_visit(&field->goals, field->mover, visit, visit_context);
    visit_seeds(field->shape, given->options, visit_if_free, &free_visit);
}

/* The ways to the targets: those are seeds of 0. */
static void build_from_targets(wend_field *inner, wend_workspace *const *workspaces,
                               const wend_build_options *options) {
    uint32_t cells = (uint32_t)wend__cell_count(inner->shape);
    wend__integration integration;
    memset(inner->pages.is_changed, 1, inner->pages.count);
    wend__integrate_begin(&integration, inner->mover, &inner->pages, inner->backend, workspaces);
    for (uint32_t byte = 0; byte < (cells + 7) / 8; byte++)
        for (uint32_t rest = inner->seeded[byte]; rest; rest &= rest - 1)
            wend__integrate_seed(&integration, 8 * byte + (uint32_t)wend__lowest_bit(rest), 0);
    wend__integrate_run(&integration, tasks_of(inner, options), NULL, 0, WEND_UNREACHABLE);
    wend__direct(inner->mover, &inner->pages, inner->backend, false, tasks_of(inner, options));
    if (inner->sights.marks) wend__sights_find(&inner->sights, inner->mover, &inner->pages, workspaces[0]->words);
}

/* Where those go that are cut off: a field of its own, whose seeds are the targets. It is never bounded: what it reaches
 * is cut off for certain. */
static void lead_cut_off(const wend_field *field, wend_workspace *const *workspaces,
                         const wend_build_options *options) {
    wend_field *inner = field->cut_off;
    wend__goals_and_seeds given = {field, options};
    bool had_targets = inner->target_count != 0;
    inner->target_count = wend__cut_off_find(field->mover, workspaces[0], visit_goals_and_seeds, &given, inner->seeded);
    if (inner->target_count || had_targets) build_from_targets(inner, workspaces, options);
    wend__field_catch_up(inner);
    inner->is_built = true;
}

void wend__field_close(wend_field *field, wend_workspace *const *workspaces, const wend_build_options *options) {
    wend__field_catch_up(field);
    if (field->cut_off) lead_cut_off(field, workspaces, options);
    field->max_distance = wend__max_distance_of(options);
    field->is_plain = !options->seeds && !options->target_count;
    field->is_built = true;
}

wend_status wend__field_outcome(const wend_field *field) {
    for (uint32_t i = 0; i < field->goals.count; i++)
        if (field->goals.results[i].cells == 0) return WEND_PARTIAL;
    return WEND_OK;
}

static wend_status build(wend_field *field, wend_workspace *workspace, const wend_build_options *options) {
    wend_workspace *workspaces[WEND__MAX_WORKERS] = {workspace};
    for (uint32_t i = 1; i < wend__worker_count(options->tasks); i++) workspaces[i] = options->worker_workspaces[i - 1];
    wend__integration integration;
    wend__field_open(field, &integration, workspaces);
    field->bound = integrate_field(field, &integration, options);
    direct_field(field, options);
    if (field->sights.marks) wend__sights_find(&field->sights, field->mover, &field->pages, workspace->words);
    wend__field_close(field, workspaces, options);
    field->builds++;
    return wend__field_outcome(field);
}

wend_status wend_field_build(wend_field *field, wend_workspace *workspace, const wend_build_options *options) {
    wend_build_options zero = {0};
    if (!options) options = &zero;
    wend_status status = wend__field_check(field, workspace, options);
    return status == WEND_OK ? build(field, workspace, options) : status;
}

bool wend__field_was_built_alike(const wend_field *field, const wend_build_options *options) {
    bool is_plain = !options->seeds && !options->target_count;
    return field->is_built && is_plain && field->is_plain && field->max_distance == wend__max_distance_of(options);
}

static void note_goal(void *context, uint32_t cell, uint32_t offset) {
    (void)offset;
    wend__repair_note(context, cell);
}

wend__repair_state wend__field_repair(wend_field *field, wend_workspace *workspace, const wend__repair_limits *limits,
                                      wend__ripple *ripple, wend__repair_job *job) {
    const wend_mover *mover = field->mover;
    bool is_whole = field->is_plain && field->max_distance == WEND_UNREACHABLE;
    if (!is_whole || !wend__changes_are_known(&mover->changed, field->changes_seen)) return WEND__REPAIR_IS_A_BUILD;
    wend__workspace_take_words(workspace);
    *job = (wend__repair_job){.mover = mover,
                              .pages = &field->pages,
                              .goals = &field->goals,
                              .backend = field->backend,
                              .workspace = workspace,
                              .limits = limits ? limits : wend__repair_limits_for(&field->pages),
                              .since = field->changes_seen};
    wend__goals_resolve(&field->wanted, mover, workspace->words);
    if (!wend__goals_share_any(&field->goals, &field->wanted)) return WEND__REPAIR_IS_A_BUILD;
    wend__goals_visit_differing(&field->goals, &field->wanted, mover, note_goal, job);
    wend__goals_copy(&field->goals, &field->wanted);
    return wend__repair_begin(ripple, job);
}

/* False: a build has to do it. */
static bool repair(wend_field *field, wend_workspace *workspace, const wend__repair_limits *limits) {
    wend__ripple ripple;
    wend__repair_job job;
    wend__repair_state state = wend__field_repair(field, workspace, limits, &ripple, &job);
    while (state == WEND__REPAIR_GOES_ON) state = wend__repair_step(&ripple);
    if (state == WEND__REPAIR_IS_A_BUILD) return false;
    if (field->sights.marks && job.listed)
        wend__sights_find(&field->sights, field->mover, &field->pages, workspace->words);
    wend__field_close(field, &workspace, &(wend_build_options){0});
    field->changed = job.changed;
    field->repairs++;
    return true;
}

wend_status wend_field_update(wend_field *field, wend_workspace *workspace, const wend_build_options *options) {
    return wend__field_update(field, workspace, options, NULL);
}

wend_status wend__field_update(wend_field *field, wend_workspace *workspace, const wend_build_options *options,
                               const wend__repair_limits *limits) {
    wend_build_options zero = {0};
    if (!options) options = &zero;
    wend_status status = wend__field_check(field, workspace, options);
    if (status != WEND_OK) return status;
    if (wend__field_was_built_alike(field, options)) {
        field->changed = 0;
        if (wend_field_status(field) == WEND_OK || repair(field, workspace, limits)) return wend__field_outcome(field);
    }
    field->changed = wend__cell_count(field->shape);
    return build(field, workspace, options);
}

typedef struct wend__build_job {
    wend_field *const *fields;
    wend_workspace *const *workspaces;
    wend_status *statuses;
} wend__build_job;

static void build_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const wend__build_job *job = context;
    for (uint32_t i = begin; i < end; i++) {
        wend_status status = wend_field_build(job->fields[i], job->workspaces[worker], NULL);
        if (job->statuses) job->statuses[i] = status;
    }
}

static bool fields_are_different(wend_field *const *fields, size_t count) {
    size_t listed = 0;
    while (listed < count && !fields[listed]->is_listed) fields[listed++]->is_listed = true;
    for (size_t i = 0; i < listed; i++) fields[i]->is_listed = false;
    return listed == count;
}

static wend_status build_many_check(wend_field *const *fields, size_t count, wend_workspace *const *workspaces,
                                    size_t workspace_count, const wend_tasks *tasks) {
    wend_build_options zero = {0};
    if ((count && !fields) || !workspaces || count > UINT32_MAX || !wend__tasks_are_valid(tasks))
        return WEND_ERROR_ARGUMENT;
    size_t workers = wend__worker_count(tasks);
    if (workspace_count < workers) return WEND_ERROR_CAPACITY;
    if (count == 0) return WEND_OK;
    for (size_t i = 0; i < count; i++)
        for (size_t w = 0; w < workers; w++) {
            wend_status status = wend__field_check(fields[i], workspaces[w], &zero);
            if (status != WEND_OK) return status;
        }
    bool are_different = fields_are_different(fields, count) && workspaces_are_different(workspaces, workers);
    return are_different ? WEND_OK : WEND_ERROR_ARGUMENT;
}

wend_status wend_field_build_many(wend_field *const *fields, size_t count, wend_workspace *const *workspaces,
                                  size_t workspace_count, const wend_tasks *tasks, wend_status *statuses) {
    wend_status status = build_many_check(fields, count, workspaces, workspace_count, tasks);
    if (status != WEND_OK) return status;
    wend__build_job job = {fields, workspaces, statuses};
    wend__parallel_for(tasks, (uint32_t)count, 1, build_piece, &job);
    for (size_t i = 0; i < count; i++)
        if (wend__field_outcome(fields[i]) == WEND_PARTIAL) return WEND_PARTIAL;
    return WEND_OK;
}
