/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/ground.h"
#include "common/panel.h"
#include "common/text.h"
#include "hover.h"
#include "panel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_WIDTH = 1100, MAP_HEIGHT = 760, ROUTE_CELLS = 4096, PLACES_SEEN = 5 };

static const struct colour ink = {20, 22, 30};
static const struct colour white = {255, 255, 255};
static const struct colour good_colour = {34, 160, 84};
static const struct colour bad_colour = {214, 40, 57};

/* The ground: drawn once, from the terrain without towers. */

static bool draw_background(struct scene *scene, const struct game *game) {
    size_t pixels = (size_t)scene->background.width * (size_t)scene->background.height;
    uint32_t *cells = malloc(pixels * sizeof *cells);
    uint8_t *looks = malloc((size_t)game->width * (size_t)game->height);
    bool is_good = cells && looks;
    if (is_good) {
        ground_assign(game->map, scene->view.scale, scene->background.width, scene->background.height, cells);
        struct ground ground = {.mover = game->movers[CLASS_RUNNER],
                                .terrain = game->original,
                                .is_characters = true,
                                .looks = looks,
                                .picture = &scene->background,
                                .scale = scene->view.scale,
                                .cells = cells};
        ground_draw(&ground);
    }
    free(cells);
    free(looks);
    return is_good;
}

bool scene_open(struct scene *scene, const struct game *game) {
    float scale = fminf((float)MAP_WIDTH / (float)game->width, (float)MAP_HEIGHT / (float)game->height);
    scale = fminf(32.0f, scale >= 2.0f ? floorf(scale) : scale);
    scene->view = (struct view){.map = game->map,
                                .scale = scale,
                                .shrink = 1,
                                .width = (int32_t)ceilf((float)game->width * scale),
                                .height = (int32_t)ceilf((float)game->height * scale)};
    int32_t width = scene->view.width + PANEL_WIDTH;
    int32_t height = scene->view.height > MAP_HEIGHT ? scene->view.height : MAP_HEIGHT;
    scene->speed = 1;
    return picture_create(&scene->picture, width, height, panel_back) &&
           picture_create(&scene->background, width, height, panel_back) && draw_background(scene, game);
}

void scene_close(struct scene *scene) {
    picture_destroy(&scene->picture);
    picture_destroy(&scene->background);
    *scene = (struct scene){0};
}

bool scene_pick(const struct scene *scene, const struct game *game, int32_t x, int32_t y, wend_cell *out) {
    float left = floorf((float)x / scene->view.scale - 0.5f), top = floorf((float)y / scene->view.scale - 0.5f);
    if (x < 0 || y < 0 || x >= scene->view.width || y >= scene->view.height) return false;
    int32_t most_x = game->width > TOWER_SIDE ? game->width - TOWER_SIDE : 0;
    int32_t most_y = game->height > TOWER_SIDE ? game->height - TOWER_SIDE : 0;
    *out = (wend_cell){left < 0.0f ? 0 : (int32_t)left, top < 0.0f ? 0 : (int32_t)top};
    if (out->x > most_x) out->x = most_x;
    if (out->y > most_y) out->y = most_y;
    return true;
}

/* Where towers may stand. */

static void draw_place(struct scene *scene, struct game *game, wend_cell cell) {
    enum verdict verdict = game_may_stand(game, cell);
    if (verdict != VERDICT_GOOD && verdict != VERDICT_SEALS) return;
    float scale = scene->view.scale, radius = fmaxf(1.2f, scale * 0.11f);
    float x = (float)(cell.x + 1) * scale, y = (float)(cell.y + 1) * scale;
    struct colour colour = verdict == VERDICT_GOOD ? good_colour : bad_colour;
    picture_disc(&scene->picture, x, y, verdict == VERDICT_GOOD ? radius : radius * 1.5f, colour);
}

/* All of them, or those round the pointer. */
static void draw_places(struct scene *scene, struct game *game, const struct hover *hover) {
    if (game->phase != PHASE_PLAYING || (!scene->shows_places && !hover->is_on)) return;
    for (int32_t y = 0; y + TOWER_SIDE <= game->height; y++)
        for (int32_t x = 0; x + TOWER_SIDE <= game->width; x++) {
            int32_t across = x - hover->cell.x, down = y - hover->cell.y;
            bool is_near = hover->is_on && across * across + down * down <= PLACES_SEEN * PLACES_SEEN;
            if (scene->shows_places || is_near) draw_place(scene, game, (wend_cell){x, y});
        }
}

static void draw_ways(struct scene *scene, const struct game *game, const struct hover *hover) {
    wend_cell *cells = malloc(ROUTE_CELLS * sizeof *cells);
    if (!cells) return;
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++)
        for (size_t entrance = 0; entrance < game->entrance_count; entrance++) {
            size_t count = hover_way(hover, game, class, entrance, cells, ROUTE_CELLS);
            /* Side by side where they go the same way. */
            float shift = ((float)class - 1.0f) * 0.18f * scene->view.scale;
            if (count > ROUTE_CELLS) count = ROUTE_CELLS;
            picture_dots(&scene->picture, &scene->view, cells, count, shift, class_colour(class));
        }
    free(cells);
}

/* What moves. */

static void draw_towers(struct scene *scene, const struct game *game) {
    float scale = scene->view.scale;
    for (uint32_t i = 0; i < game->tower_count; i++) {
        const struct tower *tower = &game->towers[i];
        float x = ((float)tower->cell.x + 0.5f * TOWER_SIDE) * scale;
        float y = ((float)tower->cell.y + 0.5f * TOWER_SIDE) * scale;
        draw_tower(&scene->picture, tower, x, y, scale);
    }
}

static void draw_health(struct scene *scene, const struct enemy *enemy, float x, float y) {
    static const struct colour full = {74, 200, 90}, low = {226, 60, 50};
    if (enemy->health >= enemy->full_health) return;
    float scale = scene->view.scale, radius = (float)class_rules[enemy->class].radius / 256.0f * scale;
    int32_t width = (int32_t)fmaxf(12.0f, radius * 1.6f), height = scale >= 12.0f ? 3 : 2;
    int32_t left = (int32_t)x - width / 2, top = (int32_t)(y - radius) - height - 3;
    int32_t filled = width * enemy->health / enemy->full_health;
    fill_rect(&scene->picture, left - 1, top - 1, width + 2, height + 2, ink, 256);
    fill_rect(&scene->picture, left, top, filled, height, enemy->health * 3 < enemy->full_health ? low : full, 256);
}

static void draw_enemies(struct scene *scene, const struct game *game) {
    float scale = scene->view.scale;
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const struct enemy *enemy = &game->enemies[i];
        draw_enemy(&scene->picture, enemy->class, enemy->x * scale, enemy->y * scale, scale, enemy->slow > 0);
    }
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const struct enemy *enemy = &game->enemies[i];
        draw_health(scene, enemy, enemy->x * scale, enemy->y * scale);
    }
}

static void draw_shots(struct scene *scene, const struct game *game) {
    float scale = scene->view.scale;
    for (uint32_t i = 0; i < game->shot_count; i++) {
        const struct shot *shot = &game->shots[i];
        struct colour colour = kind_colour(shot->kind);
        float age = 1.0f - (float)shot->left / 9.0f, x = shot->to_x * scale, y = shot->to_y * scale;
        float splash = kind_rules[shot->kind].splash;
        float thick = (shot->kind == KIND_CANNON ? 0.1f : 0.05f) * scale;
        picture_segment(&scene->picture, shot->from_x * scale, shot->from_y * scale, x, y, thick + 0.8f,
                        colour_mix(colour, ink, 150));
        picture_segment(&scene->picture, shot->from_x * scale, shot->from_y * scale, x, y, thick, colour);
        if (splash > 0.0f)
            picture_ring(&scene->picture, x, y, splash * scale * (0.3f + 0.7f * age), scale * 0.08f, colour);
    }
}

/* Marks. */

static void draw_gates(struct scene *scene, const struct game *game) {
    for (size_t i = 0; i < game->entrance_count; i++)
        picture_start(&scene->picture, &scene->view, game->entrances[i].x, game->entrances[i].y);
    picture_goal(&scene->picture, &scene->view, game->goal.x, game->goal.y);
}

static void draw_sold(struct scene *scene, const struct game *game, const struct hover *hover) {
    const struct tower *tower = &game->towers[hover->tower];
    float scale = scene->view.scale, x = ((float)tower->cell.x + 0.5f * TOWER_SIDE) * scale;
    float y = ((float)tower->cell.y + 0.5f * TOWER_SIDE) * scale;
    char text[64];
    picture_ring(&scene->picture, x, y, kind_rules[tower->kind].range * scale, 1.0f, white);
    (void)snprintf(text, sizeof text, "%s, sells for %u", kind_rules[tower->kind].name,
                   (unsigned)sale_price(tower->kind));
    label_draw(&scene->picture, text, (int32_t)x + 8, (int32_t)(y - 1.6f * scale) - 22, scene->view.width, white);
}

/* Good, good for more money, or why not. */
static struct colour describe_hover(const struct hover *hover, char *text, size_t size) {
    static const struct colour dear_colour = {234, 160, 30};
    float most = 0.0f;
    for (int class = 0; class < CLASS_COUNT; class ++) most = fmaxf(most, hover->longer[class]);
    (void)snprintf(text, size, most >= 0.05f ? "way + %.1f" : "the way stays", (double)most);
    if (hover->verdict == VERDICT_GOOD) return good_colour;
    (void)snprintf(text, size, "%s", verdict_text(hover->verdict));
    return hover->verdict == VERDICT_MONEY ? dear_colour : bad_colour;
}

static void draw_hover(struct scene *scene, const struct game *game, const struct hover *hover) {
    if (!hover->is_on || game->phase != PHASE_PLAYING) return;
    if (hover->tower != TOWERS) {
        draw_sold(scene, game, hover);
        return;
    }
    float scale = scene->view.scale;
    int32_t left = (int32_t)((float)hover->cell.x * scale), top = (int32_t)((float)hover->cell.y * scale);
    int32_t side = (int32_t)(TOWER_SIDE * scale);
    float middle_x = (float)left + (float)side * 0.5f, middle_y = (float)top + (float)side * 0.5f;
    char text[64];
    struct colour colour = describe_hover(hover, text, sizeof text);
    if (hover->has_ways)
        picture_ring(&scene->picture, middle_x, middle_y, kind_rules[scene->kind].range * scale, 1.0f, white);
    fill_rect(&scene->picture, left, top, side, side, white, 256);
    fill_rect(&scene->picture, left + 2, top + 2, side - 4, side - 4, colour, 200);
    label_draw(&scene->picture, text, left + side + 6, top - 26, scene->view.width, colour_mix(colour, white, 130));
}

static void draw_pause(struct scene *scene) {
    static const char text[] = "paused";
    int32_t width = text_width(text, 3) + 40, x = (scene->view.width - width) / 2;
    fill_rect(&scene->picture, x, 0, width, 40, panel_back, 232);
    text_draw(&scene->picture, text, x + 20, 10, 3, white);
}

static void draw_end(struct scene *scene, const struct game *game) {
    static const char again[] = "R begins a new game";
    bool has_won = game->phase == PHASE_WON;
    char text[96];
    (void)snprintf(text, sizeof text, has_won ? "You held all %u waves: score %u" : "Lost in wave %u: score %u",
                   (unsigned)game->wave, (unsigned)game->score);
    int32_t width = text_width(text, 4) + 60, x = (scene->view.width - width) / 2, y = scene->view.height / 3;
    fill_rect(&scene->picture, x, y, width, 104, panel_back, 232);
    text_draw(&scene->picture, text, x + 30, y + 22, 4, has_won ? panel_heading : panel_warning);
    text_draw(&scene->picture, again, x + (width - text_width(again, 2)) / 2, y + 70, 2, white);
}

void scene_draw(struct scene *scene, struct game *game) {
    struct hover hover = hover_at(game, scene->kind, scene->has_pointer, scene->pointer);
    memcpy(scene->picture.pixels, scene->background.pixels,
           (size_t)scene->picture.width * (size_t)scene->picture.height * sizeof *scene->picture.pixels);
    draw_ways(scene, game, &hover);
    draw_places(scene, game, &hover);
    draw_gates(scene, game);
    draw_towers(scene, game);
    draw_enemies(scene, game);
    draw_shots(scene, game);
    draw_hover(scene, game, &hover);
    if (game->phase != PHASE_PLAYING)
        draw_end(scene, game);
    else if (scene->is_paused)
        draw_pause(scene);
    panel_draw(scene, game, &hover);
}
