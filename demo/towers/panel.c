/* SPDX-License-Identifier: MIT */
#include "panel.h"

#include "common/panel.h"
#include "common/text.h"

#include <stdio.h>

enum { MARGIN = 16 };

static void write_state(struct pen *pen, const struct game *game, const struct scene *scene) {
    enum { COLUMN = 168 };
    char left[48], right[48];
    (void)snprintf(left, sizeof left, "money %u", (unsigned)game->money);
    (void)snprintf(right, sizeof right, "lives %u", (unsigned)game->lives);
    pen_pair(pen, left, panel_heading, COLUMN, right, game->lives > 5 ? panel_text : panel_warning);
    (void)snprintf(left, sizeof left, "wave %u / %d", (unsigned)game->wave, WAVE_COUNT);
    (void)snprintf(right, sizeof right, "speed %u", (unsigned)scene->speed);
    pen_pair(pen, left, panel_text, COLUMN, right, panel_text);
    (void)snprintf(left, sizeof left, "score %u", (unsigned)game->score);
    pen_line(pen, 0, left, panel_text);
    if (game->wave < WAVE_COUNT)
        (void)snprintf(left, sizeof left, "next wave in %u s", (unsigned)(game->wave_wait / TICKS_PER_SECOND));
    else
        (void)snprintf(left, sizeof left, "this is the last wave");
    pen_line(pen, 0, left, panel_quiet);
}

static void write_kinds(struct pen *pen, const struct game *game, const struct scene *scene) {
    pen_heading(pen, "BUILD");
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
        text_draw(pen->picture, name, pen->x + 44, pen->y, PANEL_TEXT, panel_text);
        (void)snprintf(name, sizeof name, "%u", (unsigned)rules->price);
        pen_line(pen, 220, name, can_pay ? panel_heading : panel_warning);
        pen_line(pen, 44, rules->about, panel_quiet);
        pen->y += 4;
    }
}

static void write_classes(struct pen *pen, const struct hover *hover, const struct game *game) {
    enum { NOW = 172, THEN = 226 };
    static const char *const abouts[CLASS_COUNT] = {"on land", "wide, -3", "likes water"};
    char text[48];
    pen->y += 12;
    pen_pair(pen, "ENEMIES", panel_heading, NOW, hover->has_ways ? "now  then" : "way", panel_heading);
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++) {
        float longest = 0.0f;
        for (size_t i = 0; i < game->entrance_count; i++) {
            float route = game_route(game, class, i);
            if (route > longest) longest = route;
        }
        bool is_longer = hover->has_ways && hover->longer[class] >= 0.05f;
        draw_enemy(pen->picture, class, (float)(pen->x + 14), (float)(pen->y + 7), class == CLASS_HEAVY ? 14.0f : 24.0f,
                   false);
        text_draw(pen->picture, abouts[class], pen->x + 36, pen->y, PANEL_TEXT, panel_text);
        (void)snprintf(text, sizeof text, "%.1f", (double)longest);
        text_draw(pen->picture, text, pen->x + NOW, pen->y, PANEL_TEXT, panel_text);
        (void)snprintf(text, sizeof text, "%.1f", (double)(longest + hover->longer[class]));
        pen_line(pen, THEN, is_longer ? text : "", panel_heading);
        pen->y += 4;
    }
}

static void write_marks(struct pen *pen) {
    static const struct colour fits = {34, 160, 84}, seals = {214, 40, 57};
    static const char *const texts[] = {"a tower fits here", "it would seal a way"};
    pen_heading(pen, "DOTS");
    for (int i = 0; i < 2; i++) {
        picture_disc(pen->picture, (float)(pen->x + 14), (float)(pen->y + 7), 5.0f, i == 0 ? fits : seals);
        pen_line(pen, 36, texts[i], panel_quiet);
    }
}

static void write_keys(struct pen *pen) {
    static const char *const keys[][2] = {{"left, Enter", "build"}, {"right, Del", "sell"}, {"1 2 3", "kind of tower"},
                                          {"arrow keys", "move"},   {"N", "next wave"},     {"T", "where to build"},
                                          {"space", "pause"},       {"F", "faster"},        {"R", "new game"},
                                          {"Esc", "quit"}};
    pen_heading(pen, "KEYS");
    pen_keys(pen, keys, sizeof keys / sizeof *keys, 124);
}

void panel_draw(struct scene *scene, const struct game *game, const struct hover *hover) {
    struct pen pen = {&scene->picture, scene->view.width + MARGIN, MARGIN};
    write_state(&pen, game, scene);
    write_kinds(&pen, game, scene);
    write_classes(&pen, hover, game);
    write_marks(&pen);
    write_keys(&pen);
}
