/* SPDX-License-Identifier: MIT */
#include "display.h"

#include "clock.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>

static bool make_texture(struct display *display, int32_t width, int32_t height) {
    if (display->texture) SDL_DestroyTexture(display->texture);
    display->texture =
        SDL_CreateTexture(display->renderer, SDL_PIXELFORMAT_RGB24, SDL_TEXTUREACCESS_STREAMING, width, height);
    SDL_RenderSetLogicalSize(display->renderer, width, height);
    return display->texture != NULL;
}

/* Without a display SDL may fall back on a driver that shows nothing. */
static bool shows_nothing(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    bool is_blind = !driver || strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0;
    if (is_blind) SDL_SetError("there is no display");
    return is_blind;
}

static bool open_window(struct display *display, const char *title, int32_t width, int32_t height) {
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || (!getenv("SDL_VIDEODRIVER") && shows_nothing())) return false;
    display->window =
        SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, SDL_WINDOW_RESIZABLE);
    if (!display->window) return false;
    display->renderer = SDL_CreateRenderer(display->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!display->renderer) display->renderer = SDL_CreateRenderer(display->window, -1, SDL_RENDERER_SOFTWARE);
    return display->renderer && make_texture(display, width, height);
}

bool display_open(struct display *display, const char *title, int32_t width, int32_t height) {
    *display = (struct display){0};
    if (open_window(display, title, width, height)) return true;
    complain("no window: %s (try --headless)", SDL_GetError());
    display_close(display);
    return false;
}

void display_close(struct display *display) {
    if (display->texture) SDL_DestroyTexture(display->texture);
    if (display->renderer) SDL_DestroyRenderer(display->renderer);
    if (display->window) SDL_DestroyWindow(display->window);
    SDL_Quit();
}

bool display_resize(struct display *display, int32_t width, int32_t height) {
    SDL_SetWindowSize(display->window, width, height);
    return make_texture(display, width, height);
}

void display_show(struct display *display, const struct picture *picture) {
    SDL_UpdateTexture(display->texture, NULL, picture->pixels, picture->width * (int)sizeof(struct colour));
    SDL_SetRenderDrawColor(display->renderer, 28, 31, 40, 255);
    SDL_RenderClear(display->renderer);
    SDL_RenderCopy(display->renderer, display->texture, NULL, NULL);
    SDL_RenderPresent(display->renderer);
}

void display_wait(double begin) {
    double spent = clock_ms() - begin;
    if (spent < 15.0) SDL_Delay((uint32_t)(15.0 - spent));
}
