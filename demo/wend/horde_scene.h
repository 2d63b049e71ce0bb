/* SPDX-License-Identifier: MIT
 * wend horde --scene: crowds in scenes that are measured and judged. */
#ifndef WEND_COMMAND_HORDE_SCENE_H
#define WEND_COMMAND_HORDE_SCENE_H

#include <stdbool.h>

bool asks_for_scene(int count, char **arguments);
/* Returns the exit code. */
int run_scenes(int count, char **arguments);

#endif
