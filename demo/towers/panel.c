/* SPDX-License-Identifier: MIT */
#include "panel.h"

#include "common/text.h"

#include <stdio.h>

enum { TEXT = 2, LINE = 22, MARGIN = 16 };

static const struct colour heading_colour = {250, 204, 21};
static const struct colour text_colour = {226, 229, 236};
static const struct colour quiet_colour = {158, 164, 180};
static const struct colour warning_colour = {255, 120, 110};

/* Where the next line goes. */
struct pen {
    struct picture *picture;
    int32_t x, y;
};

static void write_line(struct pen *pen, int32_t indent, const char *text, struct colour colour) {
    text_draw(pen->picture, text, pen->x + indent, pen->y, TEXT, colour);
    pen->y += LINE;
}

static void write_heading(struct pen *pen, const char *text) {
    pen->y += 12;
    write_line(pen, 0, text, heading_colour);
}

/* Two words in one line. */
static void write_pair(struct pen *pen, const char *left, const char *right, int32_t column, struct colour colour) {
    text_draw(pen->picture, left, pen->x, pen->y, TEXT, colour);
    write_line(pen, column, right, colour);
}

static void write_state(struct pen *pen, const struct game *game, const struct scene *scene) {
    enum { COLUMN = 168 };
    char left[48], right[48];
    (void)snprintf(left, sizeof left, "money %u", (unsigned)game->money);
    (void)snprintf(right, sizeof right, "lives %u", (unsigned)game->lives);
    text_draw(pen->picture, left, pen->x, pen->y, TEXT, heading_colour);
    write_line(pen, COLUMN, right, game->lives > 5 ? text_colour : warning_colour);
    (void)snprintf(left, sizeof left, "wave %u / %d", (unsigned)game->wave, WAVE_COUNT);
    (void)snprintf(right, sizeof right, "speed %u", (unsigned)scene->speed);
    write_pair(pen, left, right, COLUMN, text_colour);
    (void)snprintf(left, sizeof left, "score %u", (unsigned)game->score);
    write_line(pen, 0, left, text_colour);
    if (game->wave < WAVE_COUNT)
        (void)snprintf(left, sizeof left, "next wave in %u s", (unsigned)(game->wave_wait / TICKS_PER_SECOND));
    else
        (void)snprintf(left, sizeof left, "this is the last wave");
    write_line(pen, 0, left, quiet_colour);
}

static void write_kinds(struct pen *pen, const struct game *game, const struct scene *scene) {
    write_heading(pen, "BUILD");
    for (enum tower_kind kind = 0; kind < KIND_COUNT; kind++) {
        const struct kind_rules *rules = &kind_rules[kind];
        bool is_chosen = kind == scene->kind, can_pay = game->money >= rules->price;
        struct tower tower = {.kind = kind, .aim_x = 0.7071f, .aim_y = -0.7071f};
        char name[48];
        if (is_chosen)
            fill_rect(pen->picture, pen->x - 8, pen->y - 6, PANEL_WIDTH - 2 * MARGIN + 16, 46,
                      (struct colour){66, 74, 98}, 256);
        draw_tower(pen->picture, &tower, (float)(pen->x + 16), (float)(pen->y + 16), 17.0f);
        (void)snprintf(name, sizeof name, "%d  %s", (int)kind + 1, rules->name);
        text_draw(pen->picture, name, pen->x + 44, pen->y, TEXT, text_colour);
        (void)snprintf(name, sizeof name, "%u", (unsigned)rules->price);
        write_line(pen, 220, name, can_pay ? heading_colour : warning_colour);
        write_line(pen, 44, rules->about, quiet_colour);
        pen->y += 4;
    }
}

static void write_classes(struct pen *pen, const struct hover *hover, const struct game *game) {
    static const char *const abouts[CLASS_COUNT] = {"on land", "wide, 3 lives", "likes water"};
    char text[48];
    write_heading(pen, hover->has_ways ? "ENEMIES     way would be" : "ENEMIES          way is");
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++) {
        float longest = 0.0f;
        for (size_t i = 0; i < game->entrance_count; i++) {
            float route = game_route(game, class, i);
            if (route > longest) longest = route;
        }
        bool is_longer = hover->has_ways && hover->longer[class] >= 0.05f;
        draw_enemy(pen->picture, class, (float)(pen->x + 14), (float)(pen->y + 7), class == CLASS_HEAVY ? 14.0f : 24.0f,
                   false);
        text_draw(pen->picture, abouts[class], pen->x + 36, pen->y, TEXT, text_colour);
        (void)snprintf(text, sizeof text, "%.0f", (double)(longest + (is_longer ? hover->longer[class] : 0.0f)));
        write_line(pen, 226, text, is_longer ? heading_colour : text_colour);
        pen->y += 4;
    }
}

static void write_keys(struct pen *pen) {
    static const char *const keys[][2] = {{"left, Enter", "build"}, {"right, Del", "sell"}, {"1 2 3", "kind of tower"},
                                          {"arrow keys", "move"},   {"N", "next wave now"}, {"T", "where to build"},
                                          {"space", "pause"},       {"F", "faster"},        {"R", "new game"},
                                          {"Esc", "quit"}};
    write_heading(pen, "KEYS");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        text_draw(pen->picture, keys[i][0], pen->x, pen->y, TEXT, text_colour);
        text_draw(pen->picture, keys[i][1], pen->x + 124, pen->y, TEXT, quiet_colour);
        pen->y += LINE - 2;
    }
}

void panel_draw(struct scene *scene, const struct game *game, const struct hover *hover) {
    struct pen pen = {&scene->picture, scene->view.width + MARGIN, MARGIN};
    write_state(&pen, game, scene);
    write_kinds(&pen, game, scene);
    write_classes(&pen, hover, game);
    write_keys(&pen);
}
