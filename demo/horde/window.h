/* SPDX-License-Identifier: MIT
 * The window of the demo: SDL2 shows the picture and hears the player. */
#ifndef HORDE_WINDOW_H
#define HORDE_WINDOW_H

#include "play.h"
#include "scene.h"

struct show {
    struct play_desc play;
    uint32_t frames; /* to show; 0: until the player quits */
    int32_t width, height;
    bool heat, arrows, help, times;
    const char *record; /* what names of recorded pictures begin with; NULL: none are */
    uint32_t every;     /* frames from picture to picture */
    uint32_t recorded;  /* pictures so far */
};

/* Opens map and picture anew. False: one line on standard error says why. */
bool show_open(const struct show *show, const struct play_desc *desc, struct play *play, struct scene *scene);

/* Writes the picture, if a frame is one that is recorded. False: it cannot be written; one line on standard error says
 * so. */
bool show_record(struct show *show, uint32_t frame, const struct scene *scene);

/* Runs until the player quits; the code to exit with: EXIT_NO_WINDOW where there is no display. One line on standard
 * error says why. */
int window_run(struct show *show, struct play *play, struct scene *scene);

#endif
