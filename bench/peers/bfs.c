/* SPDX-License-Identifier: MIT
 * Bench peer: a plain breadth-first search with a FIFO over 4 neighbours. */
#include "peer.h"

#include <stdlib.h>

typedef struct state {
    const peer_ground *ground;
    uint32_t cells;
    uint32_t cost;   /* of a free cell */
    uint32_t *steps; /* [cells] */
    uint32_t *queue; /* [cells] */
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    free(self->steps);
    free(self->queue);
    free(self);
}

static void *create(const peer_ground *ground) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->cells = (uint32_t)ground->width * (uint32_t)ground->height;
    self->steps = malloc(self->cells * sizeof *self->steps);
    self->queue = malloc(self->cells * sizeof *self->queue);
    if (!self->steps || !self->queue) {
        destroy(self);
        return NULL;
    }
    for (uint32_t i = 0; i < self->cells; i++) {
        self->steps[i] = PEER_UNREACHABLE;
        self->queue[i] = 0;
        if (ground->costs[i] != WEND_BLOCKED) self->cost = ground->costs[i];
    }
    return self;
}

static void solve(void *opaque, uint32_t goal) {
    static const int32_t offset_x[4] = {0, 1, 0, -1};
    static const int32_t offset_y[4] = {-1, 0, 1, 0};
    state *self = opaque;
    const uint8_t *costs = self->ground->costs;
    const int32_t width = self->ground->width, height = self->ground->height;
    uint32_t first = 0, last = 0;
    for (uint32_t i = 0; i < self->cells; i++) self->steps[i] = PEER_UNREACHABLE;
    self->steps[goal] = 0;
    self->queue[last++] = goal;
    while (first < last) {
        const uint32_t cell = self->queue[first++];
        const int32_t x = (int32_t)cell % width, y = (int32_t)cell / width;
        for (int k = 0; k < 4; k++) {
            const int32_t next_x = x + offset_x[k], next_y = y + offset_y[k];
            if (next_x < 0 || next_y < 0 || next_x >= width || next_y >= height) continue;
            const uint32_t next = (uint32_t)(next_y * width + next_x);
            if (costs[next] == WEND_BLOCKED || self->steps[next] != PEER_UNREACHABLE) continue;
            self->steps[next] = self->steps[cell] + 1;
            self->queue[last++] = next;
        }
    }
}

static void read_distances(const void *opaque, uint32_t *out) {
    const state *self = opaque;
    for (uint32_t i = 0; i < self->cells; i++) {
        const uint32_t steps = self->steps[i];
        out[i] = steps == PEER_UNREACHABLE ? steps : steps * 2 * PEER_STRAIGHT * self->cost;
    }
}

const bench_peer *peer_bfs(void) {
    static const bench_peer description = {.name = "bfs",
                                           .about = "breadth-first search with a FIFO, 4 neighbours, no weights",
                                           .neighbours = 4,
                                           .corner_rule = WEND_CORNER_NEVER,
                                           .diagonal = 99,
                                           .needs_uniform = true,
                                           .max_cells = UINT32_MAX,
                                           .create = create,
                                           .destroy = destroy,
                                           .solve = solve,
                                           .read = read_distances};
    return &description;
}
