/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/arrows.h"
#include "common/ground.h"
#include "common/panel.h"
#include "common/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_WIDTH = 1120, MAP_HEIGHT = 760 };

#define NO_CELL UINT32_MAX

static const struct colour ink = {20, 22, 30};
static const struct colour white = {255, 255, 255};
static const struct colour unit_colour = {58, 30, 60};

struct colour threat_colour(uint32_t count) {
    static const struct colour colours[] = {{255, 214, 92}, {250, 150, 60}, {226, 74, 62}, {150, 40, 110}};
    return colours[count >= 4 ? 3 : count - 1];
}

struct colour way_colour(enum way way) {
    static const struct colour colours[WAY_COUNT] = {{60, 66, 84}, {10, 120, 230}, {10, 140, 90}};
    return colours[way];
}

bool scene_open(struct scene *scene, const struct plan *plan) {
    float cells_wide, cells_high;
    map_extent(plan->map, &cells_wide, &cells_high);
    float scale = fminf((float)MAP_WIDTH / cells_wide, (float)MAP_HEIGHT / cells_high);
    scale = fminf(32.0f, scale >= 2.0f ? floorf(scale) : scale);
    scene->view = (struct view){.map = plan->map,
                                .scale = scale,
                                .shrink = 1,
                                .width = (int32_t)fmaxf(1.0f, ceilf(cells_wide * scale)),
                                .height = (int32_t)fmaxf(1.0f, ceilf(cells_high * scale))};
    int32_t width = scene->view.width + PANEL_WIDTH;
    int32_t height = scene->view.height > SCENE_HEIGHT ? scene->view.height : SCENE_HEIGHT;
    size_t cells = (size_t)plan->width * (size_t)plan->height;
    scene->cells = malloc((size_t)width * (size_t)height * sizeof *scene->cells);
    scene->values = malloc(cells * sizeof *scene->values);
    scene->terrain = malloc(cells);
    scene->looks = malloc(cells);
    scene->drawn_edits = UINT64_MAX;
    scene->brush = 2;
    bool is_good = scene->cells && scene->values && scene->terrain && scene->looks &&
                   picture_create(&scene->picture, width, height, panel_back) &&
                   picture_create(&scene->background, width, height, panel_back);
    if (is_good) ground_assign(plan->map, scale, width, height, scene->cells);
    return is_good;
}

void scene_close(struct scene *scene) {
    picture_destroy(&scene->picture);
    picture_destroy(&scene->background);
    free(scene->cells);
    free(scene->values);
    free(scene->terrain);
    free(scene->looks);
    *scene = (struct scene){0};
}

bool scene_pick(const struct scene *scene, const struct plan *plan, int32_t x, int32_t y, wend_cell *out) {
    if (x < 0 || y < 0 || x >= scene->picture.width || y >= scene->picture.height) return false;
    uint32_t cell = scene->cells[(size_t)y * (size_t)scene->picture.width + (size_t)x];
    if (cell == NO_CELL) return false;
    *out = (wend_cell){(int32_t)(cell % (uint32_t)plan->width), (int32_t)(cell / (uint32_t)plan->width)};
    return true;
}

/* Marks are as large on small cells as on big ones. */
static float mark_reach(const struct scene *scene) {
    return fmaxf(0.5f, 12.0f / scene->view.scale);
}

static bool is_near(const struct scene *scene, const struct plan *plan, wend_cell cell, wend_cell mark) {
    float x, y, mark_x, mark_y, reach = mark_reach(scene);
    wend_map_centre(plan->map, cell.x, cell.y, &x, &y);
    wend_map_centre(plan->map, mark.x, mark.y, &mark_x, &mark_y);
    return (mark_x - x) * (mark_x - x) + (mark_y - y) * (mark_y - y) <= reach * reach;
}

enum held scene_touch(const struct scene *scene, const struct plan *plan, wend_cell cell, size_t *unit) {
    *unit = plan_unit_at(plan, cell, mark_reach(scene));
    if (*unit != PLAN_UNITS) return HELD_UNIT;
    if (is_near(scene, plan, cell, plan->start)) return HELD_START;
    return is_near(scene, plan, cell, plan->goal) ? HELD_GOAL : HELD_NOTHING;
}

/* Background. */

static bool is_edge(const struct scene *scene, const struct plan *plan, size_t pixel, uint16_t count) {
    size_t width = (size_t)scene->picture.width, beside[2] = {pixel + 1, pixel + width};
    for (int i = 0; i < 2; i++) {
        bool is_in = beside[i] < width * (size_t)scene->picture.height;
        uint32_t cell = is_in ? scene->cells[beside[i]] : NO_CELL;
        if (cell != NO_CELL && plan->counts[cell] != count) return true;
    }
    return false;
}

/* How many units can reach each cell, and a line where the number changes. */
static void tint_threats(struct scene *scene, const struct plan *plan) {
    size_t pixels = (size_t)scene->picture.width * (size_t)scene->picture.height;
    for (size_t i = 0; i < pixels; i++) {
        uint32_t cell = scene->cells[i];
        if (cell == NO_CELL) continue;
        uint16_t count = plan->counts[cell];
        struct colour *pixel = &scene->background.pixels[i];
        if (count > 0) *pixel = colour_mix(*pixel, threat_colour(count), 216);
        if (is_edge(scene, plan, i, count)) *pixel = colour_mix(*pixel, ink, 90);
    }
}

static void draw_background(struct scene *scene, const struct plan *plan) {
    if (scene->drawn_edits == plan->edits && scene->drawn_shown == scene->shown) return;
    wend_rect all = {0, 0, plan->width, plan->height};
    (void)wend_map_read(plan->map, all, scene->terrain, (size_t)plan->width);
    struct ground ground = {.mover = plan->plain,
                            .terrain = scene->terrain,
                            .is_characters = plan->is_characters,
                            .original = plan->original,
                            .wall = plan->wall,
                            .field = scene->shown == SHOWN_FLIGHT ? plan->flight : NULL,
                            .values = scene->values,
                            .looks = scene->looks,
                            .picture = &scene->background,
                            .scale = scene->view.scale,
                            .cells = scene->cells};
    ground_draw(&ground);
    if (scene->shown == SHOWN_THREAT)
        tint_threats(scene, plan);
    else
        arrows_draw(&scene->background, plan->flight, 0, scene->view.scale);
    scene->drawn_edits = plan->edits;
    scene->drawn_shown = scene->shown;
}

/* Ways and marks. */

static void draw_way(struct scene *scene, const struct plan *plan, enum way way) {
    const struct route *route = &plan->routes[way];
    float half_width = fmaxf(1.5f, scene->view.scale * 0.18f);
    picture_line(&scene->picture, &scene->view, route->cells, route->count, half_width + 1.5f, white);
    picture_line(&scene->picture, &scene->view, route->cells, route->count, half_width, way_colour(way));
}

static void draw_unit(struct scene *scene, const struct plan *plan, const struct unit *unit) {
    char text[8];
    float x, y;
    wend_map_centre(plan->map, unit->cell.x, unit->cell.y, &x, &y);
    x *= scene->view.scale;
    y *= scene->view.scale;
    picture_disc(&scene->picture, x, y, 13.5f, white);
    picture_disc(&scene->picture, x, y, 11.5f,
                 plan_is_free(plan, unit->cell) ? unit_colour : (struct colour){120, 122, 130});
    (void)snprintf(text, sizeof text, "%u", (unsigned)unit->range);
    /* The font is 7 pixels high, and leaves a pixel free right of a letter. */
    text_draw(&scene->picture, text, (int32_t)x - (text_width(text, 2) - 2) / 2, (int32_t)y - 7, 2, white);
}

static void draw_pointer(struct scene *scene, const struct plan *plan) {
    size_t unit;
    if (!scene->has_pointer) return;
    float x, y, scale = scene->view.scale;
    enum held held = scene_touch(scene, plan, scene->pointer, &unit);
    wend_cell cell = held == HELD_UNIT ? plan->units[unit].cell : scene->pointer;
    wend_map_centre(plan->map, cell.x, cell.y, &x, &y);
    if (held != HELD_NOTHING) {
        if (held == HELD_START) wend_map_centre(plan->map, plan->start.x, plan->start.y, &x, &y);
        if (held == HELD_GOAL) wend_map_centre(plan->map, plan->goal.x, plan->goal.y, &x, &y);
        picture_ring(&scene->picture, x * scale, y * scale, 16.0f, 1.5f, ink);
        return;
    }
    float half = (float)scene->brush * 0.5f * scale, shift = scene->brush % 2 ? 0.0f : 0.5f;
    x = (x + shift) * scale;
    y = (y + shift) * scale;
    float corners[5][2] = {
        {x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}, {x - half, y - half}};
    for (int i = 0; i < 4; i++)
        picture_segment(&scene->picture, corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1], 1.0f, ink);
}

void scene_draw(struct scene *scene, const struct plan *plan) {
    draw_background(scene, plan);
    memcpy(scene->picture.pixels, scene->background.pixels,
           (size_t)scene->picture.width * (size_t)scene->picture.height * sizeof *scene->picture.pixels);
    if (scene->shown == SHOWN_THREAT) {
        draw_way(scene, plan, WAY_SHORTEST);
        draw_way(scene, plan, WAY_SAFEST);
    } else {
        draw_way(scene, plan, WAY_FLIGHT);
    }
    picture_start(&scene->picture, &scene->view, plan->start.x, plan->start.y);
    picture_goal(&scene->picture, &scene->view, plan->goal.x, plan->goal.y);
    for (size_t i = 0; i < plan->unit_count; i++) draw_unit(scene, plan, &plan->units[i]);
    draw_pointer(scene, plan);
    panel_draw(scene, plan);
}
