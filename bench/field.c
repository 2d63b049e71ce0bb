/* SPDX-License-Identifier: MIT
 * Bench: whole fields, by wend and by its peers. A peer is timed only after its distances were found equal to wend's
 * by the peer's own rule. */
#include "cases.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define GOALS_COMPARED 2

/* wend: one field for each thread, built at once. */

typedef struct wend_state {
    const bench_ground *ground;
    wend_tasks tasks;
    uint32_t count;
    wend_field **fields;         /* [count] */
    wend_workspace **workspaces; /* [count] */
} wend_state;

static void wend_destroy(void *opaque) {
    wend_state *self = opaque;
    if (!self) return;
    for (uint32_t i = 0; i < self->count; i++) {
        if (self->fields) wend_field_destroy(self->fields[i]);
        if (self->workspaces) wend_workspace_destroy(self->workspaces[i]);
    }
    free(self->fields);
    free(self->workspaces);
    free(self);
}

static wend_state *wend_create(const bench_ground *ground, wend_mover *mover, uint32_t threads) {
    wend_state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->count = threads;
    self->tasks = wend_tasks_openmp(threads);
    self->fields = calloc(threads, sizeof *self->fields);
    self->workspaces = calloc(threads, sizeof *self->workspaces);
    bool is_good = self->fields && self->workspaces;
    for (uint32_t i = 0; i < threads && is_good; i++) {
        is_good = wend_field_create(mover, NULL, &self->fields[i]) == WEND_OK &&
                  wend_workspace_create(ground->cells, NULL, &self->workspaces[i]) == WEND_OK;
    }
    if (is_good) return self;
    wend_destroy(self);
    return NULL;
}

static void set_goal(wend_field *field, wend_cell cell) {
    const wend_goal goal = {.x = cell.x, .y = cell.y};
    wend_field_set_goals(field, &goal, 1, NULL);
}

static void wend_prepare(void *opaque, uint32_t round) {
    wend_state *self = opaque;
    for (uint32_t i = 0; i < self->count; i++) {
        set_goal(self->fields[i], bench_ground_cell(self->ground, bench_ground_goal(self->ground, round, i)));
    }
}

static bool wend_run(void *opaque) {
    wend_state *self = opaque;
    if (self->count == 1) return wend_field_build(self->fields[0], self->workspaces[0], NULL) == WEND_OK;
    return wend_field_build_many(self->fields, self->count, self->workspaces, self->count, &self->tasks, NULL) ==
           WEND_OK;
}

static uint64_t wend_finish(void *opaque, uint64_t *work) {
    const wend_state *self = opaque;
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < self->count; i++) {
        wend_field_info info;
        wend_field_describe(self->fields[i], &info);
        const uint64_t one = wend_field_hash(self->fields[i]);
        hash = wend__hash_u32(wend__hash_u32(hash, (uint32_t)one), (uint32_t)(one >> 32));
        *work += info.reached;
    }
    return hash;
}

static void enter_wend(bench_contest *contest) {
    for (uint32_t i = 0; i < contest->thread_count; i++) {
        const uint32_t threads = contest->threads[i];
        if (threads != wend_tasks_openmp(threads).worker_count) {
            bench_leave_out(contest, "wend", "the library was built without threads (OpenMP)");
            continue;
        }
        bench_contestant contestant = {.impl = "wend",
                                       .backend = "scalar",
                                       .threads = threads,
                                       .state = wend_create(contest->ground, contest->ground->mover, threads),
                                       .prepare = wend_prepare,
                                       .run = wend_run,
                                       .finish = wend_finish,
                                       .destroy = wend_destroy};
        bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
        bench_enter(contest, contestant);
    }
}

/* Peers. */

typedef struct peer_state {
    const bench_ground *ground;
    const bench_peer *peer;
    peer_ground seen;
    void *inner;
    uint32_t goal;
    uint32_t *distances; /* [cells] */
} peer_state;

static void peer_destroy(void *opaque) {
    peer_state *self = opaque;
    if (!self) return;
    if (self->inner) self->peer->destroy(self->inner);
    free(self->distances);
    free(self);
}

static peer_state *peer_create(const bench_ground *ground, const bench_peer *peer) {
    peer_state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->peer = peer;
    self->seen = bench_ground_for_peers(ground);
    self->distances = malloc(ground->cells * sizeof *self->distances);
    if (self->distances) self->inner = peer->create(&self->seen);
    if (self->inner) return self;
    peer_destroy(self);
    return NULL;
}

static void peer_prepare(void *opaque, uint32_t round) {
    peer_state *self = opaque;
    self->goal = bench_ground_goal(self->ground, round, 0);
}

static bool peer_run(void *opaque) {
    peer_state *self = opaque;
    self->peer->solve(self->inner, self->goal);
    return true;
}

static uint64_t peer_finish(void *opaque, uint64_t *work) {
    peer_state *self = opaque;
    self->peer->read(self->inner, self->distances);
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < self->ground->cells; i++) {
        hash = wend__hash_u32(hash, self->distances[i]);
        *work += self->distances[i] != PEER_UNREACHABLE;
    }
    return hash;
}

/* Compares every cell of one goal. */
static bool is_equal(bench_contest *contest, peer_state *state, wend_state *own, uint32_t round) {
    const bench_ground *ground = contest->ground;
    uint64_t work = 0;
    peer_prepare(state, round);
    peer_run(state);
    peer_finish(state, &work);
    wend_prepare(own, round);
    if (!wend_run(own)) {
        bench_fail(contest, "wend", "the field to compare with could not be built");
        return false;
    }
    for (uint32_t i = 0; i < ground->cells; i++) {
        const wend_cell cell = bench_ground_cell(ground, i);
        const uint32_t expected = wend_field_value(own->fields[0], cell.x, cell.y);
        if (expected == state->distances[i]) continue;
        char reason[128];
        snprintf(reason, sizeof reason,
                 "cell %" PRId32 ",%" PRId32 " is %" PRIu32 ", by wend %" PRIu32 " (goal index %" PRIu32 ")", cell.x,
                 cell.y, state->distances[i], expected, state->goal);
        bench_fail(contest, state->peer->name, reason);
        return false;
    }
    return true;
}

/* Compares a peer with wend by the peer's own rule. */
static bool is_confirmed(bench_contest *contest, peer_state *state) {
    const bench_peer *peer = state->peer;
    const wend_mover_desc desc = {.costs = contest->ground->table,
                                  .neighbours = peer->neighbours,
                                  .corner_rule = peer->corner_rule,
                                  .diagonal = peer->diagonal};
    wend_mover *mover = NULL;
    wend_state *own = NULL;
    if (wend_mover_create(contest->ground->map, &desc, &mover) == WEND_OK) own = wend_create(contest->ground, mover, 1);
    bool is_good = own != NULL;
    if (!own) bench_fail(contest, peer->name, "not enough memory to compare it with wend");
    for (uint32_t round = 0; round < GOALS_COMPARED && is_good; round++) {
        is_good = is_equal(contest, state, own, round);
    }
    wend_destroy(own);
    wend_mover_destroy(mover);
    return is_good;
}

static void enter_peer(bench_contest *contest, const bench_peer *peer) {
    if (peer->needs_uniform && !contest->ground->is_uniform) {
        bench_leave_out(contest, peer->name, "it knows no weights");
        return;
    }
    if (contest->ground->cells > peer->max_cells) {
        bench_leave_out(contest, peer->name, "it would need too much memory");
        return;
    }
    bench_contestant contestant = {.impl = peer->name,
                                   .backend = "-",
                                   .threads = 1,
                                   .state = peer_create(contest->ground, peer),
                                   .prepare = peer_prepare,
                                   .run = peer_run,
                                   .finish = peer_finish,
                                   .destroy = peer_destroy};
    bench_describe_rule(peer->neighbours, peer->corner_rule, peer->diagonal, contestant.rule);
    if (contestant.state && !is_confirmed(contest, contestant.state)) {
        peer_destroy(contestant.state);
    } else {
        bench_enter(contest, contestant);
    }
}

void bench_enter_fields(bench_contest *contest) {
    if (bench_wants(contest, "wend")) enter_wend(contest);
    for (const bench_peer_entry *entry = bench_peers; entry->name; entry++) {
        const bench_peer *peer = bench_find_peer(entry);
        if (peer && bench_wants(contest, entry->name)) enter_peer(contest, peer);
    }
    bench_enter_stream(contest);
}
