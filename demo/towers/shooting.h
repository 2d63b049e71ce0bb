/* SPDX-License-Identifier: MIT */
#ifndef TOWERS_SHOOTING_H
#define TOWERS_SHOOTING_H

#include "game.h"

/* Every tower that is ready shoots at whoever in its range has the least way left to the goal. */
void shooting_step(struct game *game);

#endif
