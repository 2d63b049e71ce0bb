/* SPDX-License-Identifier: MIT
 * The window: SDL2 shows the picture and hears the player. */
#ifndef TOWERS_WINDOW_H
#define TOWERS_WINDOW_H

#include "game.h"
#include "scene.h"
#include "script.h"

/* Runs until the player quits, or so many frames (0: no end). False: there is no display; one line on standard error
 * says why. */
bool window_run(struct game *game, struct scene *scene, struct script *script, uint32_t frames);

#endif
