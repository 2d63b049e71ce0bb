/* SPDX-License-Identifier: MIT
 * The window of the demo: SDL2 shows the picture and hears the player. */
#ifndef HORDE_WINDOW_H
#define HORDE_WINDOW_H

#include "play.h"
#include "scene.h"

struct show {
    const char *map; /* path; NULL: the first of the shipped scenes */
    wend_lattice lattice;
    wend_goal goals[PLAY_GOALS];
    size_t goal_count;
    uint32_t agents, threads;
    uint32_t frames; /* to show; 0: until the player quits */
    int32_t width, height;
    bool heat, arrows, help;
};

enum { SHIPPED_SCENES = 4 };
/* Path of a shipped scene into out [size]. */
void shipped_scene(int number, char *out, size_t size);

/* Opens map and picture anew; what is shown stays as it is. False: one line on standard error says why. */
bool show_open(const struct show *show, const char *path, struct play *play, struct scene *scene);

/* Runs until the player quits. False: there is no display; one line on standard error says why. */
bool window_run(const struct show *show, struct play *play, struct scene *scene);

#endif
