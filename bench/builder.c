/* SPDX-License-Identifier: MIT
 * Bench: wend at work; see builder.h. */
#include "builder.h"

#include "base/hash.h"

#include <stdlib.h>

void bench_builder_destroy(void *opaque) {
    bench_builder *self = opaque;
    if (!self) return;
    for (uint32_t i = 0; self->fields && i < self->desc.fields; i++) wend_field_destroy(self->fields[i]);
    for (uint32_t i = 0; self->workspaces && i < self->desc.threads; i++) {
        wend_workspace_destroy(self->workspaces[i]);
    }
    free(self->fields);
    free(self->workspaces);
    free(self);
}

bench_builder *bench_builder_create(const bench_builder_desc *desc) {
    bench_builder *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->desc = *desc;
    if (!self->desc.threads) self->desc.threads = 1;
    if (!self->desc.fields) self->desc.fields = 1;
    if (!self->desc.builds) self->desc.builds = 1;
    self->tasks = wend_tasks_openmp(self->desc.threads);
    self->fields = calloc(self->desc.fields, sizeof(wend_field *));
    self->workspaces = calloc(self->desc.threads, sizeof(wend_workspace *));
    bool is_good = self->fields && self->workspaces;
    const wend_field_desc field_desc = {.backend = self->desc.backend, .sights = self->desc.has_sights};
    for (uint32_t i = 0; i < self->desc.fields && is_good; i++) {
        is_good = wend_field_create(desc->ground->mover, &field_desc, &self->fields[i]) == WEND_OK;
    }
    for (uint32_t i = 0; i < self->desc.threads && is_good; i++) {
        is_good = wend_workspace_create(desc->ground->cells, NULL, &self->workspaces[i]) == WEND_OK;
    }
    if (is_good) return self;
    bench_builder_destroy(self);
    return NULL;
}

void bench_builder_prepare(void *opaque, uint32_t round) {
    bench_builder *self = opaque;
    self->round = round;
}

static void set_goal(const bench_builder *self, wend_field *field, uint32_t slot) {
    const wend_cell cell =
        bench_ground_cell(self->desc.ground, bench_ground_goal(self->desc.ground, self->round, slot));
    wend_field_set_goals(field, &(wend_goal){.x = cell.x, .y = cell.y}, 1, NULL);
}

static bool build_one(bench_builder *self) {
    const bool is_alone = self->desc.threads == 1;
    const wend_build_options options = {.tasks = is_alone ? NULL : &self->tasks,
                                        .worker_workspaces = self->workspaces + 1,
                                        .worker_workspace_count = self->desc.threads - 1};
    bool is_good = true;
    for (uint32_t i = 0; i < self->desc.builds && is_good; i++) {
        set_goal(self, self->fields[0], i);
        is_good = wend_field_build(self->fields[0], self->workspaces[0], &options) == WEND_OK;
    }
    return is_good;
}

static bool build_many(bench_builder *self) {
    for (uint32_t i = 0; i < self->desc.fields; i++) set_goal(self, self->fields[i], i);
    return wend_field_build_many(self->fields, self->desc.fields, self->workspaces, self->desc.threads, &self->tasks,
                                 NULL) == WEND_OK;
}

bool bench_builder_run(void *opaque) {
    bench_builder *self = opaque;
    return self->desc.fields == 1 ? build_one(self) : build_many(self);
}

uint64_t bench_builder_finish(void *opaque, uint64_t *work) {
    const bench_builder *self = opaque;
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < self->desc.fields; i++) {
        wend_field_info info;
        wend_field_describe(self->fields[i], &info);
        const uint64_t one = wend_field_hash(self->fields[i]);
        hash = wend__hash_u32(wend__hash_u32(hash, (uint32_t)one), (uint32_t)(one >> 32));
        *work += info.reached;
    }
    return hash;
}

static bench_contestant make_contestant(const bench_builder_desc *desc) {
    bench_contestant contestant = {.impl = "wend",
                                   .backend = wend_backend_name(desc->backend),
                                   .threads = desc->threads,
                                   .state = bench_builder_create(desc),
                                   .prepare = bench_builder_prepare,
                                   .run = bench_builder_run,
                                   .is_warm = true,
                                   .finish = bench_builder_finish,
                                   .destroy = bench_builder_destroy};
    bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
    return contestant;
}

void bench_enter_builders(bench_contest *contest, bench_builder_desc like) {
    if (!bench_wants(contest, "wend")) return;
    like.ground = contest->ground;
    for (uint32_t j = 0; j < contest->thread_count; j++) {
        like.threads = contest->threads[j];
        if (!bench_has_threads(contest, like.threads)) continue;
        for (uint32_t i = 0; i < contest->backend_count; i++) {
            like.backend = contest->backends[i];
            bench_enter(contest, make_contestant(&like));
        }
    }
}
