/* SPDX-License-Identifier: MIT */
#include "window.h"

#include "common/clock.h"
#include "common/display.h"

#define MOST_TICKS 4u /* a frame, at speed 1 */

enum { FASTEST = 4 };

struct window {
    struct game *game;
    struct scene *scene;
    struct script *script;
    struct display display;
    bool quits;
    double lag; /* [seconds] that the game is behind the clock */
};

static void move_pointer(struct window *window, int32_t across, int32_t down) {
    struct scene *scene = window->scene;
    const struct game *game = window->game;
    if (!scene->has_pointer) {
        scene->has_pointer = true;
        scene->pointer = (wend_cell){game->width / 2, game->height / 2};
    }
    wend_cell to = {scene->pointer.x + across, scene->pointer.y + down};
    if (to.x >= 0 && to.x + TOWER_SIDE <= game->width) scene->pointer.x = to.x;
    if (to.y >= 0 && to.y + TOWER_SIDE <= game->height) scene->pointer.y = to.y;
}

static void build(struct window *window) {
    if (window->scene->has_pointer) (void)game_build(window->game, window->scene->kind, window->scene->pointer);
}

/* The tower under any cell of the pointer. */
static void sell(struct window *window) {
    wend_cell cell = window->scene->pointer;
    bool is_sold = !window->scene->has_pointer;
    for (int32_t i = 0; i < TOWER_SIDE * TOWER_SIDE && !is_sold; i++)
        is_sold = game_sell(window->game, (wend_cell){cell.x + i % TOWER_SIDE, cell.y + i / TOWER_SIDE});
}

static void press_key(struct window *window, SDL_Keycode key) {
    struct scene *scene = window->scene;
    switch (key) {
    case SDLK_ESCAPE: window->quits = true; break;
    case SDLK_1:
    case SDLK_2:
    case SDLK_3: scene->kind = (enum tower_kind)(key - SDLK_1); break;
    case SDLK_LEFT: move_pointer(window, -1, 0); break;
    case SDLK_RIGHT: move_pointer(window, 1, 0); break;
    case SDLK_UP: move_pointer(window, 0, -1); break;
    case SDLK_DOWN: move_pointer(window, 0, 1); break;
    case SDLK_RETURN:
    case SDLK_KP_ENTER: build(window); break;
    case SDLK_DELETE:
    case SDLK_BACKSPACE: sell(window); break;
    case SDLK_n: (void)game_call_wave(window->game); break;
    case SDLK_t: scene->shows_places = !scene->shows_places; break;
    case SDLK_SPACE: scene->is_paused = !scene->is_paused; break;
    case SDLK_f: scene->speed = scene->speed == FASTEST ? 1 : scene->speed * 2; break;
    case SDLK_r: game_restart(window->game); break;
    default: break;
    }
}

static void hear(struct window *window, const SDL_Event *event) {
    struct scene *scene = window->scene;
    switch (event->type) {
    case SDL_QUIT: window->quits = true; break;
    case SDL_KEYDOWN: press_key(window, event->key.keysym.sym); break;
    case SDL_MOUSEMOTION:
        scene->has_pointer = scene_pick(scene, window->game, event->motion.x, event->motion.y, &scene->pointer);
        break;
    case SDL_MOUSEBUTTONDOWN:
        scene->has_pointer = scene_pick(scene, window->game, event->button.x, event->button.y, &scene->pointer);
        if (event->button.button == SDL_BUTTON_LEFT) build(window);
        if (event->button.button == SDL_BUTTON_RIGHT) sell(window);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE) scene->has_pointer = false;
        break;
    default: break;
    }
}

/* As many ticks as the clock asks for; a slow machine plays slower, not jumping. */
static void advance(struct window *window, double seconds) {
    if (window->scene->is_paused) return;
    window->lag += seconds * window->scene->speed;
    for (uint32_t ticks = 0; window->lag >= (double)TICK_SECONDS && ticks < MOST_TICKS * window->scene->speed;
         ticks++) {
        script_play(window->script, window->game);
        game_step(window->game);
        window->lag -= (double)TICK_SECONDS;
    }
    if (window->lag >= (double)TICK_SECONDS) window->lag = 0.0;
}

bool window_run(struct game *game, struct scene *scene, struct script *script, uint32_t frames) {
    struct window window = {.game = game, .scene = scene, .script = script};
    const struct picture *picture = &scene->picture;
    if (!display_open(&window.display, "wend: towers", picture->width, picture->height)) return false;
    double last = clock_ms();
    for (uint32_t frame = 0; !window.quits && (frames == 0 || frame < frames); frame++) {
        double now = clock_ms();
        SDL_Event event;
        while (SDL_PollEvent(&event)) hear(&window, &event);
        advance(&window, (now - last) * 1e-3);
        last = now;
        scene_draw(scene, game);
        display_show(&window.display, picture);
        display_wait(now);
    }
    display_close(&window.display);
    return true;
}
