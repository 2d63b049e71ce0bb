/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/arrows.h"
#include "common/ground.h"
#include "overlay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NO_CELL UINT32_MAX

static const struct colour bar_colour = {28, 31, 40};
static const struct colour ink = {20, 22, 30};

/* Told apart by hue, all dark enough for light ground. */
const struct colour group_colours[PLAY_GROUPS] = {{209, 45, 66},  {27, 105, 196}, {20, 136, 84},
                                                  {133, 68, 190}, {221, 110, 8},  {12, 140, 160}};

static int32_t map_height(const struct scene *scene) {
    return scene->height - SCENE_BAR;
}

bool scene_open(struct scene *scene, const struct play *play, int32_t width, int32_t height) {
    float cells_wide, cells_high;
    map_extent(play->plot.map, &cells_wide, &cells_high);
    float scale = fminf((float)width / cells_wide, (float)(height - SCENE_BAR) / cells_high);
    scale = fminf(32.0f, scale >= 2.0f ? floorf(scale) : scale);
    scene->scale = scale;
    scene->width = (int32_t)fmaxf(320.0f, ceilf(cells_wide * scale));
    scene->height = (int32_t)fmaxf(40.0f, ceilf(cells_high * scale)) + SCENE_BAR;
    scene->brush = 2;
    scene->chosen = PLAY_ALL;
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
    ground_assign(play->plot.map, scene->scale, scene->width, map_height(scene), scene->cells);
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
    bool shows_field = scene->shows_heat || scene->shows_arrows;
    uint64_t edits = (play->edits << 32) + (shows_field ? play->field_edits[play_lead(play, scene->chosen)] : 0);
    bool is_drawn = scene->drawn_edits == edits && scene->drawn_heat == scene->shows_heat &&
                    scene->drawn_arrows == scene->shows_arrows &&
                    (!shows_field || scene->drawn_chosen == scene->chosen);
    if (is_drawn) return;
    const wend_field *field = play_field(play, scene->chosen);
    wend_rect all = {0, 0, play->width, play->height};
    (void)wend_map_read(play->plot.map, all, scene->terrain, (size_t)play->width);
    struct ground ground = {.mover = play->mover,
                            .terrain = scene->terrain,
                            .is_characters = play->plot.is_characters,
                            .original = play->original,
                            .wall = play->plot.wall,
                            .field = scene->shows_heat ? field : NULL,
                            .values = scene->values,
                            .looks = scene->looks,
                            .picture = &scene->background,
                            .top = SCENE_BAR,
                            .scale = scene->scale,
                            .cells = scene->cells};
    ground_draw(&ground);
    if (scene->shows_arrows) arrows_draw(&scene->background, field, SCENE_BAR, scene->scale);
    scene->drawn_edits = edits;
    scene->drawn_chosen = scene->chosen;
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
    float rim = fminf(fmaxf(1.0f, radius), (float)STAMP * 0.5f - 2.0f);
    /* Where agents are tiny, rims would be all that is seen of them. */
    float body = rim < 1.3f ? rim : rim - fmaxf(0.5f, rim * 0.16f);
    stamp->side = (int32_t)ceilf(2.0f * rim + 2.0f);
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
    int32_t first_row = top < 0 ? -top : 0, first_column = left < 0 ? -left : 0;
    int32_t rows = top + stamp->side > picture->height ? picture->height - top : stamp->side;
    int32_t columns = left + stamp->side > picture->width ? picture->width - left : stamp->side;
    for (int32_t row = first_row; row < rows; row++)
        for (int32_t column = first_column; column < columns; column++) {
            int32_t i = row * stamp->side + column;
            uint32_t covered = stamp->rim[part][i], inner = stamp->body[part][i];
            if (!covered) continue;
            struct colour *pixel =
                &picture->pixels[(size_t)(top + row) * (size_t)picture->width + (size_t)(left + column)];
            struct colour colour = inner >= covered ? body : inner == 0 ? rim : colour_mix(rim, body, inner);
            *pixel = covered == 256 ? colour : colour_mix(*pixel, colour, covered);
        }
}

/* Whoever stands at the goal is darker than who walks; who cannot get anywhere is grey. */
static struct colour agent_colour(uint32_t group, uint8_t status) {
    static const struct colour lost = {128, 128, 134};
    struct colour colour = group_colours[group];
    if (status == WEND_AGENT_ARRIVED || status == WEND_AGENT_SETTLED) return colour_mix(colour, ink, 120);
    return status == WEND_AGENT_LOST || status == WEND_AGENT_STANDING ? colour_mix(colour, lost, 190) : colour;
}

static void draw_agents(struct scene *scene, const struct play *play) {
    struct stamp *stamp = malloc(sizeof *stamp);
    if (!stamp) return;
    make_stamp(stamp, PLAY_RADIUS * scene->scale);
    const float *at = wend_crowd_positions(play->crowd);
    const uint8_t *statuses = wend_crowd_statuses(play->crowd);
    for (uint32_t i = 0; i < wend_crowd_places(play->crowd); i++) {
        if (statuses[i] == WEND_AGENT_NONE) continue;
        struct colour body = agent_colour(play->follows[i], statuses[i]);
        draw_stamp(&scene->picture, stamp, pixel_x(scene, at[2 * i]), pixel_y(scene, at[2 * i + 1]),
                   colour_mix(body, ink, 150), body);
    }
    free(stamp);
}

/* Marks. */

static void draw_goal(struct scene *scene, float x, float y, struct colour colour, struct colour inner) {
    float radius = fmaxf(6.0f, scene->scale * 0.62f);
    picture_disc(&scene->picture, x, y, radius + 1.5f, ink);
    picture_disc(&scene->picture, x, y, radius, colour);
    picture_disc(&scene->picture, x, y, radius * 0.62f, ink);
    picture_disc(&scene->picture, x, y, radius * 0.34f, inner);
}

static void draw_line(struct scene *scene, float x0, float y0, float x1, float y1, struct colour colour) {
    picture_segment(&scene->picture, x0, y0, x1, y1, 1.2f, colour);
}

/* The outline of a wide goal. */
static void draw_wide_goal(struct scene *scene, const struct play *play, wend_goal goal, struct colour colour) {
    float left, top, right, bottom;
    wend_map_centre(play->plot.map, goal.x, goal.y, &left, &top);
    wend_map_centre(play->plot.map, goal.x + goal.width - 1, goal.y + goal.height - 1, &right, &bottom);
    left = pixel_x(scene, left - 0.5f) + 2.0f;
    top = pixel_y(scene, top - 0.5f) + 2.0f;
    right = pixel_x(scene, right + 0.5f) - 2.0f;
    bottom = pixel_y(scene, bottom + 0.5f) - 2.0f;
    draw_line(scene, left, top, right, top, colour);
    draw_line(scene, right, top, right, bottom, colour);
    draw_line(scene, right, bottom, left, bottom, colour);
    draw_line(scene, left, bottom, left, top, colour);
}

/* The colours of a goal: of the group whose goal it is, of both, or yellow where more share it. */
static void goal_colours(const struct play *play, uint32_t group, struct colour *outer, struct colour *inner) {
    static const struct colour common = {250, 204, 21};
    uint32_t sharing = 0;
    *outer = *inner = group_colours[group];
    for (uint32_t i = 0; i < play->group_count; i++) {
        if (play->leads[i] != group) continue;
        *inner = group_colours[i];
        sharing++;
    }
    if (sharing > 2 || (sharing > 1 && sharing == play->group_count)) *outer = *inner = common;
}

static void draw_goals(struct scene *scene, const struct play *play) {
    for (uint32_t group = 0; group < play->group_count; group++) {
        const struct group *one = &play->groups[group];
        struct colour outer, inner;
        if (play->leads[group] != group) continue;
        goal_colours(play, group, &outer, &inner);
        for (size_t i = 0; i < one->goal_count; i++) {
            wend_goal_result result;
            float x, y;
            if (wend_field_goal_result(play->fields[group], i, &result) != WEND_OK || result.cells == 0) continue;
            wend_map_centre(play->plot.map, result.cell.x, result.cell.y, &x, &y);
            if (one->goals[i].width > 1 || one->goals[i].height > 1)
                draw_wide_goal(scene, play, one->goals[i], outer);
            else
                draw_goal(scene, pixel_x(scene, x), pixel_y(scene, y), outer, inner);
        }
    }
}

static void draw_brush(struct scene *scene, const struct play *play) {
    if (!scene->has_pointer) return;
    float x, y, half = (float)scene->brush * 0.5f * scene->scale;
    wend_map_centre(play->plot.map, scene->pointer.x, scene->pointer.y, &x, &y);
    float shift = scene->brush % 2 ? 0.0f : 0.5f;
    x = pixel_x(scene, x + shift);
    y = pixel_y(scene, y + shift);
    float corners[5][2] = {
        {x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}, {x - half, y - half}};
    for (int i = 0; i < 4; i++)
        picture_segment(&scene->picture, corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1], 0.6f, ink);
}

void scene_draw(struct scene *scene, const struct play *play) {
    draw_background(scene, play);
    memcpy(scene->picture.pixels, scene->background.pixels,
           (size_t)scene->width * (size_t)scene->height * sizeof *scene->picture.pixels);
    if (!scene->hides_agents) draw_agents(scene, play);
    draw_goals(scene, play);
    draw_brush(scene, play);
    overlay_draw(scene, play);
}
