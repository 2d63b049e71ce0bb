/* SPDX-License-Identifier: MIT */
#include "window.h"

#include "common/clock.h"
#include "common/display.h"
#include "common/options.h"

#define STEP_SECONDS (1.0f / 60.0f)
#define MOST_STEPS 3 /* a frame */
#define MOST_MS 30.0 /* a frame, of steps: keys and mouse are heard between frames */

#define MEASURE_FRAMES 6 /* numbers that change more often cannot be read */

struct window {
    struct show *show;
    struct play *play;
    struct scene *scene;
    struct display display;
    uint32_t scene_number; /* of a map of the player's own: the last one, as the next is the first */
    bool quits;
    bool is_setting_goal, is_painting, paints_wall;
    wend_cell last_painted;
    bool needs_rebuild;
    double lag; /* [seconds] that the crowd is behind the clock */
};

/* The player's switches stay as they are when the map changes. */
static void switch_scene(struct window *window, uint32_t number) {
    struct scene before = *window->scene;
    struct play_desc desc = window->show->play;
    desc.path = NULL;
    desc.scene = number;
    desc.goal_count = 0;
    struct play play;
    struct scene scene = {0};
    if (!show_open(window->show, &desc, &play, &scene)) return;
    scene.shows_heat = before.shows_heat;
    scene.shows_arrows = before.shows_arrows;
    scene.hides_agents = before.hides_agents;
    scene.shows_help = before.shows_help;
    scene.shows_times = before.shows_times;
    scene.brush = before.brush;
    play_close(window->play);
    scene_close(window->scene);
    *window->play = play;
    *window->scene = scene;
    window->scene_number = number;
    window->is_painting = window->is_setting_goal = window->needs_rebuild = false;
    window->lag = 0.0;
    if (!display_resize(&window->display, scene.width, scene.height)) window->quits = true;
}

static void change_agents(struct window *window, bool more) {
    uint32_t count = wend_crowd_count(window->play->crowd), change = count / 4 > 100 ? count / 4 : 100;
    uint32_t wanted = more ? count + change : count > change ? count - change : 0;
    if (wanted > PLAY_AGENTS) wanted = PLAY_AGENTS;
    if (!play_set_agents(window->play, wanted)) complain("no memory for %u agents", (unsigned)wanted);
}

static void choose_next(struct window *window) {
    uint32_t chosen = window->scene->chosen;
    bool was_last = chosen != PLAY_ALL && chosen + 1 == window->play->group_count;
    window->scene->chosen = chosen == PLAY_ALL ? 0 : was_last ? PLAY_ALL : chosen + 1;
    window->is_setting_goal = false;
}

/* True: the key is one that shows or hides something. */
static bool press_view_key(struct scene *scene, SDL_Keycode key, bool with_shift) {
    switch (key) {
    case SDLK_h: scene->shows_heat = !scene->shows_heat; break;
    case SDLK_a: scene->shows_arrows = !scene->shows_arrows; break;
    case SDLK_g: scene->hides_agents = !scene->hides_agents; break;
    case SDLK_t: scene->shows_times = !scene->shows_times; break;
    case SDLK_SPACE: scene->is_paused = !scene->is_paused; break;
    case SDLK_F1:
    case SDLK_QUESTION: scene->shows_help = !scene->shows_help; break;
    case SDLK_SLASH:
        if (with_shift) scene->shows_help = !scene->shows_help;
        break;
    default: return false;
    }
    return true;
}

static void press_key(struct window *window, SDL_Keycode key, bool with_shift) {
    if (press_view_key(window->scene, key, with_shift)) return;
    switch (key) {
    case SDLK_ESCAPE: window->quits = true; break;
    case SDLK_TAB: choose_next(window); break;
    case SDLK_c: play_set_congestion(window->play, !window->play->congestion); break;
    case SDLK_r:
        if (!play_restart(window->play)) complain("no memory");
        break;
    case SDLK_PLUS:
    case SDLK_EQUALS:
    case SDLK_KP_PLUS: change_agents(window, true); break;
    case SDLK_MINUS:
    case SDLK_KP_MINUS: change_agents(window, false); break;
    case SDLK_n: switch_scene(window, (window->scene_number + 1) % PLOT_SCENES); break;
    default:
        if (key >= SDLK_1 && key < SDLK_1 + PLOT_SCENES) switch_scene(window, (uint32_t)(key - SDLK_1));
        break;
    }
}

/* From the cell painted last to this one. */
static void paint_to(struct window *window, wend_cell to) {
    play_paint(window->play, window->last_painted, to, window->scene->brush, window->paints_wall);
    window->last_painted = to;
    window->needs_rebuild = true;
}

static void press_button(struct window *window, const SDL_MouseButtonEvent *event) {
    wend_cell cell;
    if (!scene_pick(window->scene, window->play, event->x, event->y, &cell)) return;
    if (event->button == SDL_BUTTON_LEFT) {
        play_set_goal(window->play, window->scene->chosen, cell, (SDL_GetModState() & KMOD_SHIFT) != 0);
        window->is_setting_goal = window->needs_rebuild = true;
    } else if (event->button == SDL_BUTTON_RIGHT) {
        window->is_painting = true;
        window->paints_wall = !play_is_wall(window->play, cell);
        window->last_painted = cell;
        paint_to(window, cell);
    }
}

static void move_pointer(struct window *window, int32_t x, int32_t y) {
    struct scene *scene = window->scene;
    wend_cell cell;
    scene->has_pointer = scene_pick(scene, window->play, x, y, &cell);
    if (!scene->has_pointer) return;
    scene->pointer = cell;
    if (window->is_painting) paint_to(window, cell);
    if (window->is_setting_goal) {
        /* The goal set last follows the pointer. */
        play_move_goal(window->play, window->scene->chosen, cell);
        window->needs_rebuild = true;
    }
}

static void hear(struct window *window, const SDL_Event *event) {
    switch (event->type) {
    case SDL_QUIT: window->quits = true; break;
    case SDL_KEYDOWN: press_key(window, event->key.keysym.sym, (event->key.keysym.mod & KMOD_SHIFT) != 0); break;
    case SDL_MOUSEBUTTONDOWN: press_button(window, &event->button); break;
    case SDL_MOUSEBUTTONUP:
        if (event->button.button == SDL_BUTTON_LEFT) window->is_setting_goal = false;
        if (event->button.button == SDL_BUTTON_RIGHT) window->is_painting = false;
        break;
    case SDL_MOUSEMOTION: move_pointer(window, event->motion.x, event->motion.y); break;
    case SDL_MOUSEWHEEL:
        window->scene->brush += event->wheel.y > 0 ? 1 : -1;
        if (window->scene->brush < 1) window->scene->brush = 1;
        if (window->scene->brush > 8) window->scene->brush = 8;
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE) window->scene->has_pointer = false;
        break;
    default: break;
    }
}

/* As many steps as the clock asks for; a slow machine shows the crowd slower, not jumping. */
static void advance(struct window *window, double seconds) {
    if (window->scene->is_paused) return;
    window->lag += seconds;
    double end = clock_ms() + MOST_MS;
    for (int steps = 0; window->lag >= STEP_SECONDS && steps < MOST_STEPS && clock_ms() < end; steps++) {
        play_step(window->play, STEP_SECONDS);
        window->lag -= STEP_SECONDS;
    }
    if (window->lag >= STEP_SECONDS) window->lag = 0.0;
}

/* Times are smoothed so that they can be read. */
static double smooth(double before, double now) {
    return before > 0.0 ? before * 0.9 + now * 0.1 : now;
}

static void run_frame(struct window *window, double seconds, bool measures) {
    struct scene *scene = window->scene;
    SDL_Event event;
    while (SDL_PollEvent(&event)) hear(window, &event);
    double begin = clock_ms();
    if (window->needs_rebuild) play_rebuild(window->play);
    window->needs_rebuild = false;
    advance(window, seconds);
    if (measures) play_measure(window->play);
    double drawing = clock_ms();
    scene_draw(scene, window->play);
    scene->drawing_ms = smooth(scene->drawing_ms, clock_ms() - drawing);
    scene->frame_ms = smooth(scene->frame_ms, clock_ms() - begin);
    display_show(&window->display, &scene->picture);
}

int window_run(struct show *show, struct play *play, struct scene *scene) {
    uint32_t number = show->play.path ? PLOT_SCENES - 1 : show->play.scene;
    struct window window = {.show = show, .play = play, .scene = scene, .scene_number = number};
    if (!display_open(&window.display, "wend: horde", scene->width, scene->height)) return EXIT_NO_WINDOW;
    double last = clock_ms();
    int result = EXIT_DONE;
    for (uint32_t frame = 0; !window.quits && (show->frames == 0 || frame < show->frames); frame++) {
        double now = clock_ms();
        run_frame(&window, (now - last) * 1e-3, frame % MEASURE_FRAMES == 0);
        last = now;
        if (!show_record(show, frame, scene)) {
            result = EXIT_BAD_INPUT;
            break;
        }
        display_wait(now);
    }
    play_measure(play);
    display_close(&window.display);
    return result;
}
