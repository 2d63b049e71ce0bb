/* SPDX-License-Identifier: MIT */
#include "window.h"

#include "common/clock.h"
#include "common/display.h"

enum { NEW_RANGE = 8, MOST_BRUSH = 8 };

struct window {
    struct plan *plan;
    struct scene *scene;
    struct display display;
    bool quits, needs_update;
    enum held held; /* what the left button drags */
    size_t unit;    /* where that is a unit */
    bool is_painting, paints_wall;
    wend_cell last_painted;
};

static void drag(struct window *window, wend_cell cell) {
    struct plan *plan = window->plan;
    wend_cell *mark = window->held == HELD_UNIT    ? &plan->units[window->unit].cell
                      : window->held == HELD_START ? &plan->start
                                                   : &plan->goal;
    if (window->held == HELD_NOTHING || !plan_is_free(plan, cell)) return;
    window->needs_update = window->needs_update || mark->x != cell.x || mark->y != cell.y;
    *mark = cell;
}

static void paint(struct window *window, wend_cell to) {
    plan_paint(window->plan, window->last_painted, to, window->scene->brush, window->paints_wall);
    window->last_painted = to;
    window->needs_update = true;
}

static void press_left(struct window *window, wend_cell cell) {
    window->held = scene_touch(window->scene, window->plan, cell, &window->unit);
    if (window->held != HELD_NOTHING) return;
    window->unit = plan_add_unit(window->plan, cell, NEW_RANGE);
    if (window->unit == PLAN_UNITS) return;
    window->held = HELD_UNIT;
    window->needs_update = true;
}

static void press_right(struct window *window, wend_cell cell) {
    size_t unit;
    enum held touched = scene_touch(window->scene, window->plan, cell, &unit);
    if (touched == HELD_UNIT) {
        window->held = HELD_NOTHING;
        plan_remove_unit(window->plan, unit);
        window->needs_update = true;
    } else if (touched == HELD_NOTHING) {
        window->is_painting = true;
        window->paints_wall = plan_is_free(window->plan, cell);
        window->last_painted = cell;
        paint(window, cell);
    }
}

static void turn_wheel(struct window *window, int32_t by) {
    struct scene *scene = window->scene;
    size_t unit;
    if (!scene->has_pointer) return;
    if (scene_touch(scene, window->plan, scene->pointer, &unit) == HELD_UNIT) {
        uint32_t *range = &window->plan->units[unit].range;
        if (by > 0 && *range < LONGEST_RANGE) (*range)++;
        if (by < 0 && *range > 1) (*range)--;
        window->needs_update = true;
        return;
    }
    scene->brush += by > 0 ? 1 : -1;
    if (scene->brush < 1) scene->brush = 1;
    if (scene->brush > MOST_BRUSH) scene->brush = MOST_BRUSH;
}

static void press_key(struct window *window, SDL_Keycode key) {
    struct plan *plan = window->plan;
    struct scene *scene = window->scene;
    window->needs_update = window->needs_update || key != SDLK_TAB;
    switch (key) {
    case SDLK_ESCAPE: window->quits = true; break;
    case SDLK_TAB: scene->shown = scene->shown == SHOWN_THREAT ? SHOWN_FLIGHT : SHOWN_THREAT; break;
    case SDLK_PLUS:
    case SDLK_EQUALS:
    case SDLK_KP_PLUS: plan->danger += plan->danger < MOST_DANGER; break;
    case SDLK_MINUS:
    case SDLK_KP_MINUS: plan->danger -= plan->danger > 0; break;
    case SDLK_e: plan->goal_is_exit = !plan->goal_is_exit; break;
    case SDLK_r:
        window->held = HELD_NOTHING;
        plan_restart(plan);
        break;
    default: break;
    }
}

static void move_pointer(struct window *window, int32_t x, int32_t y) {
    struct scene *scene = window->scene;
    scene->has_pointer = scene_pick(scene, window->plan, x, y, &scene->pointer);
    if (!scene->has_pointer) return;
    if (window->is_painting)
        paint(window, scene->pointer);
    else
        drag(window, scene->pointer);
}

static void press_button(struct window *window, const SDL_MouseButtonEvent *event) {
    wend_cell cell;
    if (!scene_pick(window->scene, window->plan, event->x, event->y, &cell)) return;
    if (event->button == SDL_BUTTON_LEFT) press_left(window, cell);
    if (event->button == SDL_BUTTON_RIGHT) press_right(window, cell);
}

static void hear(struct window *window, const SDL_Event *event) {
    switch (event->type) {
    case SDL_QUIT: window->quits = true; break;
    case SDL_KEYDOWN: press_key(window, event->key.keysym.sym); break;
    case SDL_MOUSEBUTTONDOWN: press_button(window, &event->button); break;
    case SDL_MOUSEBUTTONUP:
        if (event->button.button == SDL_BUTTON_LEFT) window->held = HELD_NOTHING;
        if (event->button.button == SDL_BUTTON_RIGHT) window->is_painting = false;
        break;
    case SDL_MOUSEMOTION: move_pointer(window, event->motion.x, event->motion.y); break;
    case SDL_MOUSEWHEEL: turn_wheel(window, event->wheel.y); break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE) window->scene->has_pointer = false;
        break;
    default: break;
    }
}

bool window_run(struct plan *plan, struct scene *scene, uint32_t frames) {
    struct window window = {.plan = plan, .scene = scene};
    const struct picture *picture = &scene->picture;
    if (!display_open(&window.display, "wend: threat", picture->width, picture->height)) return false;
    for (uint32_t frame = 0; !window.quits && (frames == 0 || frame < frames); frame++) {
        double begin = clock_ms();
        SDL_Event event;
        while (SDL_PollEvent(&event)) hear(&window, &event);
        if (window.needs_update) plan_update(plan);
        window.needs_update = false;
        scene_draw(scene, plan);
        display_show(&window.display, picture);
        display_wait(begin);
    }
    display_close(&window.display);
    return true;
}
