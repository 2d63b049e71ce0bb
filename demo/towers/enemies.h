/* SPDX-License-Identifier: MIT
 * Waves come, and walk by smooth samples, which never lead into a wall. */
#ifndef TOWERS_ENEMIES_H
#define TOWERS_ENEMIES_H

#include "game.h"

/* The next wave, in an order that the seed decides. */
void enemies_begin_wave(struct game *game);
/* Who is next of a wave comes out of an entrance. */
void enemies_spawn(struct game *game);
/* Everybody walks; whoever reaches the goal takes lives and is gone. */
void enemies_walk(struct game *game);
/* [cells, squared] from a point to a rectangle of cells; 0 in it. */
float enemies_squared_gap(float x, float y, wend_rect rect);
/* Takes out the dead, and pays for them. */
void enemies_bury(struct game *game);

#endif
