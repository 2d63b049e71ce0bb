/* SPDX-License-Identifier: MIT
 * Bench peer: libtcod's Dijkstra. It cuts every corner; lengths are whole hundredths, so a diagonal of 1.5 is one that
 * both sides can say exactly. Without weights it reads its own walkability map, with weights it asks a function. */
#include "peer.h"

#if defined(WEND_BENCH_HAVE_LIBTCOD)

#include <libtcod/fov.h>
#include <libtcod/path.h>
#include <stdlib.h>

typedef struct state {
    const peer_ground *ground;
    uint32_t cost; /* of a free cell, where all cost the same */
    TCOD_map_t map;
    TCOD_dijkstra_t dijkstra;
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    if (self->dijkstra) TCOD_dijkstra_delete(self->dijkstra);
    if (self->map) TCOD_map_delete(self->map);
    free(self);
}

/* The mean of both cells, as wend's default step rule has it; 0 stands for a wall. */
static float step_weight(int from_x, int from_y, int to_x, int to_y, void *user) {
    const peer_ground *ground = user;
    const uint8_t here = ground->costs[from_y * ground->width + from_x];
    const uint8_t there = ground->costs[to_y * ground->width + to_x];
    return there == WEND_BLOCKED ? 0.0F : (float)(here + there) / 2.0F;
}

static void *create(const peer_ground *ground) {
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->ground = ground;
    self->cost = 1;
    const int width = ground->width, height = ground->height;
    if (!ground->is_uniform) {
        self->dijkstra = TCOD_dijkstra_new_using_function(width, height, step_weight, (void *)(uintptr_t)ground, 1.5F);
    } else if ((self->map = TCOD_map_new(width, height)) != NULL) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                const uint8_t cost = ground->costs[y * width + x];
                TCOD_map_set_properties(self->map, x, y, cost != WEND_BLOCKED, cost != WEND_BLOCKED);
                if (cost != WEND_BLOCKED) self->cost = cost;
            }
        }
        self->dijkstra = TCOD_dijkstra_new(self->map, 1.5F);
    }
    if (!self->dijkstra) {
        destroy(self);
        return NULL;
    }
    return self;
}

static void solve(void *opaque, uint32_t goal) {
    state *self = opaque;
    const uint32_t width = (uint32_t)self->ground->width;
    TCOD_dijkstra_compute(self->dijkstra, (int)(goal % width), (int)(goal / width));
}

/* Hundredths of a free cell's cost; 100 stands for 140 raw units. Its public getter would round to float. */
static void read_distances(const void *opaque, uint32_t *out) {
    const state *self = opaque;
    const size_t cells = (size_t)self->ground->width * (size_t)self->ground->height;
    for (size_t i = 0; i < cells; i++) {
        const uint64_t hundredths = self->dijkstra->distances[i];
        const bool is_reached = hundredths != UINT32_MAX && self->ground->costs[i] != WEND_BLOCKED;
        out[i] = is_reached ? (uint32_t)(hundredths * 7 / 5 * self->cost) : PEER_UNREACHABLE;
    }
}

const bench_peer *peer_libtcod(void) {
    static const bench_peer description = {.name = "libtcod",
                                           .about = "libtcod's Dijkstra, cuts corners, diagonal 1.5",
                                           .neighbours = 8,
                                           .corner_rule = WEND_CORNER_ALWAYS,
                                           .diagonal = 105,
                                           .needs_uniform = false,
                                           .max_cells = 1u << 24,
                                           .create = create,
                                           .destroy = destroy,
                                           .solve = solve,
                                           .read = read_distances};
    return &description;
}

#else

const bench_peer *peer_libtcod(void) {
    return NULL;
}

#endif
