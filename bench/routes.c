/* SPDX-License-Identifier: MIT
 * Bench: one route at a time between random cells that can reach each other, by wend's A* and by that of peers. */
#include "cases.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define QUERIES 20 /* a round */

typedef struct state {
    const bench_ground *ground;
    peer_ground seen;
    const bench_peer *peer; /* NULL: wend */
    void *inner;            /* of the peer */
    wend_workspace *workspace;
    wend_cell *route; /* [cells] */
    uint32_t from[QUERIES], to[QUERIES];
    uint32_t costs[QUERIES];
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    if (self->inner) self->peer->destroy(self->inner);
    wend_workspace_destroy(self->workspace);
    free(self->route);
    free(self);
}

static state *create(const bench_ground *ground, const bench_peer *peer) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->seen = bench_ground_for_peers(ground);
    self->peer = peer;
    bool is_good;
    if (peer) {
        self->inner = peer->create(&self->seen);
        is_good = self->inner != NULL;
    } else {
        self->route = malloc(ground->cells * sizeof *self->route);
        is_good = self->route && wend_workspace_create(ground->cells, NULL, &self->workspace) == WEND_OK;
    }
    if (is_good) return self;
    destroy(self);
    return NULL;
}

static void prepare(void *opaque, uint32_t round) {
    state *self = opaque;
    for (uint32_t i = 0; i < QUERIES; i++) {
        self->from[i] = bench_ground_goal(self->ground, round, 2 * i);
        self->to[i] = bench_ground_goal(self->ground, round, 2 * i + 1);
    }
}

static bool run(void *opaque) {
    state *self = opaque;
    for (uint32_t i = 0; i < QUERIES; i++) {
        if (self->peer) {
            self->costs[i] = self->peer->route(self->inner, self->from[i], self->to[i]);
            continue;
        }
        const wend_path_desc desc = {.from = bench_ground_cell(self->ground, self->from[i]),
                                     .to = bench_ground_cell(self->ground, self->to[i])};
        wend_path_result result;
        if (wend_path_find(self->ground->mover, self->workspace, &desc, self->route, self->ground->cells, &result) !=
            WEND_OK) {
            return false;
        }
        self->costs[i] = result.cost;
    }
    return true;
}

static uint64_t finish(void *opaque, uint64_t *work) {
    const state *self = opaque;
    uint64_t hash = WEND__HASH_START;
    for (uint32_t i = 0; i < QUERIES; i++) hash = wend__hash_u32(hash, self->costs[i]);
    *work = QUERIES;
    return hash;
}

/* Compares the costs of a round of routes. Peers with routes obey the default rule. */
static bool is_confirmed(bench_contest *contest, state *other) {
    state *own = create(contest->ground, NULL);
    if (!own) {
        bench_fail(contest, other->peer->name, "not enough memory to compare it with wend");
        return false;
    }
    prepare(own, 0);
    prepare(other, 0);
    bool is_good = run(own);
    run(other);
    if (!is_good) bench_fail(contest, "wend", "the routes to compare with were not found");
    for (uint32_t i = 0; i < QUERIES && is_good; i++) {
        if (own->costs[i] == other->costs[i]) continue;
        char reason[128];
        snprintf(reason, sizeof reason, "route %" PRIu32 " to %" PRIu32 " costs %" PRIu32 ", by wend %" PRIu32,
                 own->from[i], own->to[i], other->costs[i], own->costs[i]);
        bench_fail(contest, other->peer->name, reason);
        is_good = false;
    }
    destroy(own);
    return is_good;
}

static void enter(bench_contest *contest, const char *impl, const bench_peer *peer) {
    bench_contestant contestant = {.impl = impl,
                                   .backend = peer ? "-" : "scalar",
                                   .threads = 1,
                                   .state = create(contest->ground, peer),
                                   .prepare = prepare,
                                   .run = run,
                                   .finish = finish,
                                   .destroy = destroy};
    bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
    if (peer && contestant.state && !is_confirmed(contest, contestant.state)) {
        destroy(contestant.state);
    } else {
        bench_enter(contest, contestant);
    }
}

void bench_enter_routes(bench_contest *contest) {
    if (bench_wants(contest, "wend")) enter(contest, "wend", NULL);
    for (const bench_peer_entry *entry = bench_peers; entry->name; entry++) {
        const bench_peer *peer = bench_find_peer(entry);
        if (peer && peer->route && bench_wants(contest, entry->name)) enter(contest, entry->name, peer);
    }
}
