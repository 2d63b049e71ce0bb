/* SPDX-License-Identifier: MIT
 * The window: SDL2 shows the picture and hears the mouse. */
#ifndef THREAT_WINDOW_H
#define THREAT_WINDOW_H

#include "plan.h"
#include "scene.h"

/* Runs until the player quits, or so many frames (0: no end). False: there is no display; one line on standard error
 * says why. */
bool window_run(struct plan *plan, struct scene *scene, uint32_t frames);

#endif
