/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/arrows.h"
#include "common/ground.h"
#include "common/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_CELL UINT32_MAX

static const struct colour bar_colour = {28, 31, 40};
static const struct colour bar_text = {226, 229, 236};
static const struct colour ink = {20, 22, 30};
static const struct colour white = {255, 255, 255};

/* Told apart by hue, all dark enough for light ground. */
static const struct colour group_colours[PLAY_GROUPS] = {{209, 45, 66},  {27, 105, 196}, {20, 136, 84},
                                                         {133, 68, 190}, {221, 110, 8},  {12, 140, 160}};

static int32_t map_height(const struct scene *scene) {
    return scene->height - SCENE_BAR;
}

bool scene_open(struct scene *scene, const struct play *play, int32_t width, int32_t height) {
    float cells_wide, cells_high;
    map_extent(play->map, &cells_wide, &cells_high);
    float scale = fminf((float)width / cells_wide, (float)(height - SCENE_BAR) / cells_high);
    scale = fminf(32.0f, scale >= 2.0f ? floorf(scale) : scale);
    scene->scale = scale;
    scene->width = (int32_t)fmaxf(320.0f, ceilf(cells_wide * scale));
    scene->height = (int32_t)fmaxf(40.0f, ceilf(cells_high * scale)) + SCENE_BAR;
    scene->brush = 2;
    size_t pixels = (size_t)scene->width * (size_t)map_height(scene);
    size_t cells = (size_t)play->width * (size_t)play->height;
    scene->cells = malloc(pixels * sizeof *scene->cells);
    scene->values = malloc(cells * sizeof *scene->values);
    scene->terrain = malloc(cells);
    scene->looks = malloc(cells);
    scene->drawn_edits = UINT64_MAX;
    bool is_good = scene->cells && scene->values && scene->terrain && scene->looks &&
                   picture_create(&scene->picture, scene->width, scene->height, bar_colour) &&
                   picture_create(&scene->background, scene->width, scene->height, bar_colour);
    if (!is_good) return false;
    ground_assign(play->map, scene->scale, scene->width, map_height(scene), scene->cells);
    return true;
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

bool scene_pick(const struct scene *scene, const struct play *play, int32_t x, int32_t y, wend_cell *out) {
    if (x < 0 || y < SCENE_BAR || x >= scene->width || y >= scene->height) return false;
    uint32_t cell = scene->cells[(size_t)(y - SCENE_BAR) * (size_t)scene->width + (size_t)x];
    if (cell == NO_CELL) return false;
    *out = (wend_cell){(int32_t)(cell % (uint32_t)play->width), (int32_t)(cell / (uint32_t)play->width)};
    return true;
}

/* World to pixels. */
static float pixel_x(const struct scene *scene, float world_x) {
    return world_x * scene->scale;
}

static float pixel_y(const struct scene *scene, float world_y) {
    return world_y * scene->scale + (float)SCENE_BAR;
}

/* Background. */

static void draw_background(struct scene *scene, const struct play *play) {
    bool is_drawn = scene->drawn_edits == play->edits && scene->drawn_heat == scene->shows_heat &&
                    scene->drawn_arrows == scene->shows_arrows;
    if (is_drawn) return;
    wend_rect all = {0, 0, play->width, play->height};
    (void)wend_map_read(play->map, all, scene->terrain, (size_t)play->width);
    struct ground ground = {.mover = play->mover,
                            .terrain = scene->terrain,
                            .is_characters = play->is_characters,
                            .original = play->original,
                            .wall = play->wall,
                            .field = scene->shows_heat ? play->field : NULL,
                            .values = scene->values,
                            .looks = scene->looks,
                            .picture = &scene->background,
                            .top = SCENE_BAR,
                            .scale = scene->scale,
                            .cells = scene->cells};
    ground_draw(&ground);
    if (scene->shows_arrows) arrows_draw(&scene->background, play->field, SCENE_BAR, scene->scale);
    scene->drawn_edits = play->edits;
    scene->drawn_heat = scene->shows_heat;
    scene->drawn_arrows = scene->shows_arrows;
}

/* Agents: a small stamp for each of sixteen places within a pixel, drawn once and used for all. */
enum { PARTS = 4, STAMP = 40 };

struct stamp {
    int32_t side;
    uint16_t rim[PARTS * PARTS][STAMP * STAMP], body[PARTS * PARTS][STAMP * STAMP]; /* [0..256] */
};

static uint16_t coverage(float radius, float distance) {
    float share = radius + 0.5f - distance;
    return (uint16_t)(fminf(1.0f, fmaxf(0.0f, share)) * 256.0f);
}

static void make_stamp(struct stamp *stamp, float radius) {
    float rim = fminf(fmaxf(1.3f, radius), (float)STAMP * 0.5f - 2.0f);
    float body = rim - fmaxf(0.5f, rim * 0.16f);
    stamp->side = (int32_t)ceilf(rim) * 2 + 3;
    if (stamp->side > STAMP) stamp->side = STAMP;
    float middle = (float)stamp->side * 0.5f;
    for (int part = 0; part < PARTS * PARTS; part++) {
        float centre_x = middle + ((float)(part % PARTS) + 0.5f) / PARTS - 0.5f;
        float centre_y = middle + ((float)(part / PARTS) + 0.5f) / PARTS - 0.5f;
        for (int32_t i = 0; i < stamp->side * stamp->side; i++) {
            float x = (float)(i % stamp->side) + 0.5f - centre_x, y = (float)(i / stamp->side) + 0.5f - centre_y;
            float distance = sqrtf(x * x + y * y);
            stamp->rim[part][i] = coverage(rim, distance);
            stamp->body[part][i] = coverage(body, distance);
        }
    }
}

static void draw_stamp(struct picture *picture, const struct stamp *stamp, float x, float y, struct colour rim,
                       struct colour body) {
    float corner_x = x - (float)stamp->side * 0.5f + 0.5f, corner_y = y - (float)stamp->side * 0.5f + 0.5f;
    int32_t left = (int32_t)floorf(corner_x), top = (int32_t)floorf(corner_y);
    int32_t part_x = (int32_t)((corner_x - (float)left) * PARTS), part_y = (int32_t)((corner_y - (float)top) * PARTS);
    int32_t part = (part_y < PARTS ? part_y : PARTS - 1) * PARTS + (part_x < PARTS ? part_x : PARTS - 1);
    for (int32_t row = 0; row < stamp->side; row++)
        for (int32_t column = 0; column < stamp->side; column++) {
            int32_t at_x = left + column, at_y = top + row, i = row * stamp->side + column;
            if (!stamp->rim[part][i] || at_x < 0 || at_y < 0 || at_x >= picture->width || at_y >= picture->height)
                continue;
            struct colour *pixel = &picture->pixels[(size_t)at_y * (size_t)picture->width + (size_t)at_x];
            uint32_t covered = stamp->rim[part][i], inner = stamp->body[part][i];
            struct colour colour = inner == 256 ? body : inner == 0 ? rim : colour_mix(rim, body, inner);
            *pixel = covered == 256 ? colour : colour_mix(*pixel, colour, covered);
        }
}

static void draw_agents(struct scene *scene, const struct play *play) {
    struct stamp *stamp = malloc(sizeof *stamp);
    if (!stamp) return;
    make_stamp(stamp, PLAY_RADIUS * scene->scale);
    const float *at = wend_crowd_positions(play->crowd);
    for (uint32_t i = 0; i < wend_crowd_count(play->crowd); i++) {
        struct colour body = group_colours[play_group(i)];
        draw_stamp(&scene->picture, stamp, pixel_x(scene, at[2 * i]), pixel_y(scene, at[2 * i + 1]),
                   colour_mix(body, ink, 150), body);
    }
    free(stamp);
}

/* Marks. */

static void draw_goals(struct scene *scene, const struct play *play) {
    static const struct colour goal_colour = {250, 204, 21};
    float radius = fmaxf(6.0f, scene->scale * 0.62f);
    for (size_t i = 0; i < play->goal_count; i++) {
        wend_goal_result result;
        float x, y;
        if (wend_field_goal_result(play->field, i, &result) != WEND_OK || result.cells == 0) continue;
        wend_map_centre(play->map, result.cell.x, result.cell.y, &x, &y);
        x = pixel_x(scene, x);
        y = pixel_y(scene, y);
        picture_disc(&scene->picture, x, y, radius + 1.5f, ink);
        picture_disc(&scene->picture, x, y, radius, goal_colour);
        picture_disc(&scene->picture, x, y, radius * 0.62f, ink);
        picture_disc(&scene->picture, x, y, radius * 0.34f, goal_colour);
    }
}

static void draw_brush(struct scene *scene, const struct play *play) {
    if (!scene->has_pointer) return;
    float x, y, half = (float)scene->brush * 0.5f * scene->scale;
    wend_map_centre(play->map, scene->pointer.x, scene->pointer.y, &x, &y);
    float shift = scene->brush % 2 ? 0.0f : 0.5f;
    x = pixel_x(scene, x + shift);
    y = pixel_y(scene, y + shift);
    float corners[5][2] = {
        {x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}, {x - half, y - half}};
    for (int i = 0; i < 4; i++)
        picture_segment(&scene->picture, corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1], 0.6f, ink);
}

/* Text. */

static void draw_bar(struct scene *scene, const struct play *play) {
    wend_crowd_info info;
    char text[256];
    wend_crowd_describe(play->crowd, &info);
    (void)snprintf(text, sizeof text, "%s   agents %u   arrived %u%s   frame %.1f ms   step %.1f ms   rebuild %.2f ms",
                   play->name, (unsigned)info.agents, (unsigned)info.arrived, scene->is_paused ? "   paused" : "",
                   scene->frame_ms, play->step_ms, play->rebuild_ms);
    int32_t scale = text_width(text, 2) + 20 <= scene->width ? 2 : 1;
    fill_rect(&scene->picture, 0, 0, scene->width, SCENE_BAR, bar_colour, 256);
    text_draw(&scene->picture, text, 10, (SCENE_BAR - 7 * scale) / 2, scale, bar_text);
    static const char hint[] = "F1 help";
    int32_t left = scene->width - 10 - text_width(hint, scale);
    if (left > 10 + text_width(text, scale) + 20)
        text_draw(&scene->picture, hint, left, (SCENE_BAR - 7 * scale) / 2, scale, (struct colour){150, 156, 172});
}

static void draw_help(struct scene *scene) {
    static const char *const lines[][2] = {
        {"left button", "set the goal (with Shift: one more goal)"},
        {"right button", "paint walls, or erase them where you begin on one"},
        {"mouse wheel", "size of the brush"},
        {"H", "heat map of the distance"},
        {"A", "arrows of the directions"},
        {"G", "agents on and off"},
        {"+  -", "more or fewer agents"},
        {"space", "pause"},
        {"R", "restart"},
        {"1 2 3 4  N", "city, arena, cave, maze; the next one"},
        {"F1  ?", "this help"},
        {"Esc", "quit"},
    };
    enum { LINES = sizeof lines / sizeof lines[0] };
    int32_t scale = scene->width >= 700 ? 2 : 1, step = 11 * scale, margin = 14 * scale;
    int32_t width = 420 * scale, height = LINES * step + 2 * margin - 4 * scale;
    int32_t x = (scene->width - width) / 2, y = SCENE_BAR + (map_height(scene) - height) / 2;
    fill_rect(&scene->picture, x, y, width, height, bar_colour, 236);
    for (int i = 0; i < LINES; i++) {
        int32_t top = y + margin + i * step;
        text_draw(&scene->picture, lines[i][0], x + margin, top, scale, (struct colour){250, 204, 21});
        text_draw(&scene->picture, lines[i][1], x + margin + 84 * scale, top, scale, white);
    }
}

void scene_draw(struct scene *scene, const struct play *play) {
    draw_background(scene, play);
    memcpy(scene->picture.pixels, scene->background.pixels,
           (size_t)scene->width * (size_t)scene->height * sizeof *scene->picture.pixels);
    if (!scene->hides_agents) draw_agents(scene, play);
    draw_goals(scene, play);
    draw_brush(scene, play);
    draw_bar(scene, play);
    if (scene->shows_help) draw_help(scene);
}
