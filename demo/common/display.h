/* SPDX-License-Identifier: MIT
 * A window that shows a picture. With SDL2; the only part of what the demos share that needs it. */
#ifndef WEND_COMMON_DISPLAY_H
#define WEND_COMMON_DISPLAY_H

#include "picture.h"

#define SDL_MAIN_HANDLED
#include <SDL.h>

/* What programs answer that could not open a window: run.sh then plays without one. */
enum { EXIT_NO_WINDOW = 3 };

struct display {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
};

/* A window for pictures of this size. False: there is no display; one line on standard error says why, and nothing is
 * left to close. */
bool display_open(struct display *display, const char *title, int32_t width, int32_t height);
void display_close(struct display *display);

/* From now on pictures of another size. False: no memory. */
bool display_resize(struct display *display, int32_t width, int32_t height);
void display_show(struct display *display, const struct picture *picture);

/* Without vertical synchronisation: waits until 15 ms have passed since `begin` [clock_ms]. */
void display_wait(double begin);

#endif
