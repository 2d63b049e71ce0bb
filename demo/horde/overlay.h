/* SPDX-License-Identifier: MIT
 * What is written over the picture: the line on top, the panel of times, and the help. */
#ifndef HORDE_OVERLAY_H
#define HORDE_OVERLAY_H

#include "scene.h"

void overlay_draw(struct scene *scene, const struct play *play);

#endif
