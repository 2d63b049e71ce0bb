/* SPDX-License-Identifier: MIT
 * Generated maps, shared by tests, demo and bench: the same kind, size, walls and seed give the same map on every
 * machine. Integers only.
 *
 * Terrain: 0 is free ground (cost 1), 255 is a wall; in BLOBS and NOISE the numbers 1..9 are costs. That is what a
 * mover without a cost table of its own makes of it. */
#ifndef WEND_SCENES_GENERATE_H
#define WEND_SCENES_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCENE_WALL 255

enum scene_kind {
    SCENE_EMPTY,  /* free ground */
    SCENE_RANDOM, /* walls_percent of single cells are walls, each by itself */
    SCENE_ROOMS,  /* rooms of 8x8 cells between walls one cell thick, all connected by doors one cell wide */
    SCENE_MAZE,   /* perfect maze, corridors one cell wide: exactly one way between any two cells */
    SCENE_CAVE,   /* grown from walls_percent of noise by a cellular automaton; one connected cave */
    SCENE_BLOBS,  /* smooth hills of cost 1..9; the highest walls_percent of the cells are walls */
    SCENE_NOISE,  /* cost 1..9, each cell by itself; walls_percent of them are walls */
    SCENE_BRAID,  /* a maze with ways round: of the walls between two of its chambers one in ten is open */
    SCENE_KIND_COUNT
};

/* Name of a kind as the command line spells it: "empty", "random", ... */
const char *scene_name(enum scene_kind kind);
/* The kind of a name; false if there is none. */
bool scene_find(const char *name, enum scene_kind *kind);

/* Does walls_percent change this kind at all? */
bool scene_uses_walls(enum scene_kind kind);
/* walls_percent that suits a kind: 20 (RANDOM), 45 (CAVE), else 0. */
uint32_t scene_default_walls(enum scene_kind kind);

/* Fills terrain [width * height]. Sizes 1..16384, walls_percent 0..100. False: an argument out of range, or no memory.
 */
bool scene_generate(enum scene_kind kind, int32_t width, int32_t height, uint32_t walls_percent, uint64_t seed,
                    uint8_t *terrain);

/* Terrain 1..most, each cell by itself [1 <= most <= 254]. */
void scene_scatter_costs(uint8_t *terrain, size_t cells, uint32_t most, uint64_t seed);

/* A square map of it, or NULL. */
wend_map *scene_map(enum scene_kind kind, int32_t width, int32_t height, uint32_t walls_percent, uint64_t seed);

/* The generator of all random numbers here: splitmix64 (G. L. Steele, D. Lea, C. H. Flood 2014). */
uint64_t scene_random(uint64_t *state);
/* A number in [0, bound), bound >= 1. */
uint32_t scene_random_below(uint64_t *state, uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif
