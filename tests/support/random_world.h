/* SPDX-License-Identifier: MIT
 * Random worlds, and the search for a smaller one that still fails. */
#ifndef TEST_RANDOM_WORLD_H
#define TEST_RANDOM_WORLD_H

#include "world.h"

#include "random.h"

/* Any world, from its seed alone. */
void random_world(world *w, uint64_t seed);
/* One of several pages. */
void random_large_world(world *w, uint64_t seed);

/* A check says whether the library answers as it should; message [size] says what was wrong. */
typedef bool world_check(const world *w, char *message, size_t size);

/* Runs the check on `count` random worlds from first_seed on. The first failure is shrunk and printed, and fails the
 * running cmocka test. */
void check_worlds(world_check *check, uint64_t first_seed, uint32_t count);

/* Runs it on one world that the caller made, shrinking and printing as above. */
void check_world(world_check *check, const world *w);

/* The same on `count` worlds of several pages. */
void check_large_worlds(world_check *check, uint64_t first_seed, uint32_t count);

/* Runs it on the world of one seed, written in decimal; seeds from first_large on are of worlds of several pages. */
void check_seed(world_check *check, const char *seed, uint64_t first_large);

/* The pieces of a random world, for tests that edit as they go. */
wend_edge random_edge(test_random *random);
wend_link random_link(const world *w, test_random *random);
wend_cell random_cell(const world *w, test_random *random);
wend_rect random_rect(const world *w, test_random *random);
/* Other goals, and what is to become of them. */
void random_goals(world *w, test_random *random);

/* Sets an edge of the world as wend_map_set_edge says; the neighbour must be on the map. */
void world_set_edge(world *w, int32_t x, int32_t y, int side, wend_edge edge);
/* The state of an edge, from its two ways. */
wend_edge world_edge(const world *w, int32_t x, int32_t y, int side);

/* Is any way closed by an edge? */
bool world_has_walls(const world *w);

/* A bare world: one lattice, terrain 0, the default mover. */
void world_start(world *w, int32_t width, int32_t height, wend_lattice lattice);

/* Terrain from a picture: rows of the same length, '#' is 255, '.' 0, digits themselves, `G` a goal. */
void world_draw(world *w, wend_lattice lattice, const char *const *rows, int32_t count);

#endif
