/* SPDX-License-Identifier: MIT
 * Random edits: of a world, and the same of the library's map and mover. */
#ifndef TEST_RANDOM_EDIT_H
#define TEST_RANDOM_EDIT_H

#include "random.h"
#include "world.h"

/* One edit: terrain of a cell, a rectangle or under a mask; a thin wall or one-way edge; links; the overlay. The mover
 * is not updated. */
void random_edit(world *w, wend_map *map, wend_mover *mover, test_random *random);

/* The same without overlays. */
void random_map_edit(world *w, wend_map *map, test_random *random);

#endif
