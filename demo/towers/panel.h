/* SPDX-License-Identifier: MIT
 * The panel beside the map: how the game stands, what can be built, who comes, what the pointer is on, the keys. */
#ifndef TOWERS_PANEL_H
#define TOWERS_PANEL_H

#include "hover.h"
#include "scene.h"

void panel_draw(struct scene *scene, const struct game *game, const struct hover *hover);

#endif
