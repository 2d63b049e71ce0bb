/* SPDX-License-Identifier: MIT
 * Bench: whole fields, by wend and by its peers. A peer is timed only after its distances were found equal to wend's
 * by the peer's own rule. */
#include "builder.h"
#include "cases.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define GOALS_COMPARED 2

/* Peers. */

typedef struct peer_state {
    const bench_ground *ground;
    const bench_peer *peer;
    peer_ground seen;
    void *inner;
    uint32_t builds, round;
    uint32_t goal;       /* of the last build */
    uint32_t *distances; /* [cells] */
} peer_state;

static void peer_destroy(void *opaque) {
    peer_state *self = opaque;
    if (!self) return;
    if (self->inner) self->peer->destroy(self->inner);
    free(self->distances);
    free(self);
}

static peer_state *peer_create(const bench_ground *ground, const bench_peer *peer, uint32_t builds) {
    peer_state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->builds = builds;
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
    self->round = round;
}

static bool peer_run(void *opaque) {
    peer_state *self = opaque;
    for (uint32_t i = 0; i < self->builds; i++) {
        self->goal = bench_ground_goal(self->ground, self->round, i);
        self->peer->solve(self->inner, self->goal);
    }
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

/* Compares every cell of one round's last build. */
static bool is_equal(bench_contest *contest, peer_state *state, bench_builder *own, uint32_t round) {
    const bench_ground *ground = contest->ground;
    uint64_t work = 0;
    peer_prepare(state, round);
    peer_run(state);
    peer_finish(state, &work);
    bench_builder_prepare(own, round);
    if (!bench_builder_run(own)) {
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
    bench_ground ground = *contest->ground; /* only looked at, but for the mover */
    bench_builder *own = NULL;
    if (wend_mover_create(contest->ground->map, &desc, &ground.mover) == WEND_OK) {
        own = bench_builder_create(&(bench_builder_desc){.ground = &ground, .builds = contest->builds});
        wend_mover_destroy(ground.mover);
    }
    bool is_good = own != NULL;
    if (!own) bench_fail(contest, peer->name, "not enough memory to compare it with wend");
    for (uint32_t round = 0; round < GOALS_COMPARED && is_good; round++) {
        is_good = is_equal(contest, state, own, round);
    }
    bench_builder_destroy(own);
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
                                   .state = peer_create(contest->ground, peer, contest->builds),
                                   .prepare = peer_prepare,
                                   .run = peer_run,
                                   .is_warm = true,
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
    bench_enter_builders(contest, (bench_builder_desc){.builds = contest->builds});
    for (const bench_peer_entry *entry = bench_peers; entry->name; entry++) {
        const bench_peer *peer = bench_find_peer(entry);
        if (peer && bench_wants(contest, entry->name)) enter_peer(contest, peer);
    }
    bench_enter_stream(contest);
}

void bench_enter_many(bench_contest *contest) {
    bench_enter_builders(contest, (bench_builder_desc){.fields = contest->builds});
}
