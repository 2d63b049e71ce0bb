/* SPDX-License-Identifier: MIT
 * What stands and walks on the map. */
#include "common/text.h"
#include "scene.h"

#include <math.h>

static const struct colour ink = {20, 22, 30};
static const struct colour white = {255, 255, 255};

struct colour class_colour(enum enemy_class class) {
    static const struct colour colours[CLASS_COUNT] = {{221, 78, 8}, {124, 58, 180}, {8, 118, 150}};
    return colours[class];
}

struct colour kind_colour(enum tower_kind kind) {
    static const struct colour colours[KIND_COUNT] = {{250, 204, 21}, {226, 74, 62}, {135, 215, 255}};
    return colours[kind];
}

void draw_enemy(struct picture *picture, enum enemy_class class, float x, float y, float scale, bool is_slow) {
    static const struct colour cold = {190, 236, 255};
    float radius = fmaxf(2.5f, (float)class_rules[class].radius / 256.0f * scale);
    float rim = fmaxf(1.0f, radius * 0.18f);
    struct colour body = class_colour(class);
    picture_disc(picture, x, y, radius, is_slow ? cold : colour_mix(body, ink, 150));
    picture_disc(picture, x, y, radius - rim, body);
    if (class == CLASS_HEAVY) picture_disc(picture, x, y, radius * 0.4f, colour_mix(body, ink, 120));
    if (class == CLASS_WADER) picture_disc(picture, x, y, radius * 0.42f, colour_mix(body, white, 190));
}

static void draw_base(struct picture *picture, float x, float y, float half) {
    static const struct colour stone = {104, 108, 122};
    int32_t left = (int32_t)(x - half), top = (int32_t)(y - half), side = (int32_t)(2.0f * half);
    int32_t edge = side > 24 ? 2 : 1;
    fill_rect(picture, left + edge + 1, top + edge + 1, side, side, ink, 90);
    fill_rect(picture, left, top, side, side, colour_mix(stone, ink, 110), 256);
    fill_rect(picture, left, top, side - edge, side - edge, colour_mix(stone, white, 90), 256);
    fill_rect(picture, left + edge, top + edge, side - 2 * edge, side - 2 * edge, stone, 256);
}

void draw_tower(struct picture *picture, const struct tower *tower, float x, float y, float scale) {
    float half = 0.5f * TOWER_SIDE * scale - 1.0f;
    struct colour colour = kind_colour(tower->kind), dark = colour_mix(colour, ink, 170);
    float reach = half * 0.95f, thick = half * (tower->kind == KIND_CANNON ? 0.26f : 0.13f);
    draw_base(picture, x, y, half);
    picture_disc(picture, x, y, half * 0.66f, dark);
    picture_segment(picture, x, y, x + tower->aim_x * reach, y + tower->aim_y * reach, thick + 1.0f, dark);
    picture_disc(picture, x, y, half * 0.5f, colour);
    picture_segment(picture, x, y, x + tower->aim_x * reach, y + tower->aim_y * reach, thick, colour);
    picture_disc(picture, x, y, half * 0.2f, dark);
}
