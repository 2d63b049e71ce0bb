/* SPDX-License-Identifier: MIT */
#include "ground.h"

#include <math.h>

#define NO_CELL UINT32_MAX

/* What a cell looks like. */
enum look { LOOK_WALL, LOOK_PAINTED, LOOK_TREE, LOOK_WATER, LOOK_PAVING, LOOK_GRASS, LOOK_SAND, LOOK_COSTS };

static const struct colour look_colours[] = {{62, 68, 84},    {150, 84, 62},   {190, 211, 160}, {112, 164, 205},
                                             {233, 228, 217}, {198, 216, 166}, {240, 223, 178}, {0, 0, 0}};
static const struct colour outside_colour = {28, 31, 40};
static const struct colour white = {255, 255, 255};
static const struct colour ink = {20, 22, 30};

static enum look look_of_character(uint8_t character) {
    switch (character) {
    case 'G': return LOOK_GRASS;
    case 'S': return LOOK_SAND;
    case '.': return LOOK_PAVING;
    case 'T': return LOOK_TREE;
    case 'W': return LOOK_WATER;
    default: return LOOK_WALL;
    }
}

static void read_map(struct ground *ground) {
    const struct play *play = ground->play;
    wend_rect all = {0, 0, play->width, play->height};
    (void)wend_map_read(play->map, all, ground->terrain, (size_t)play->width);
    (void)wend_field_read_values(play->field, all, ground->values, (size_t)play->width);
    size_t cells = (size_t)play->width * (size_t)play->height;
    for (size_t i = 0; i < cells; i++) {
        uint8_t terrain = ground->terrain[i];
        bool is_painted = terrain == play->wall && terrain != play->original[i];
        enum look numeric = terrain == WEND_BLOCKED ? LOOK_WALL : LOOK_COSTS;
        enum look look = play->is_characters ? look_of_character(terrain) : numeric;
        ground->looks[i] = (uint8_t)(is_painted ? LOOK_PAINTED : look);
    }
}

static bool is_high(enum look look) {
    return look == LOOK_WALL || look == LOOK_PAINTED;
}

/* The look at a pixel some pixels away. */
static enum look look_near(const struct ground *ground, int32_t x, int32_t y) {
    int32_t height = ground->picture->height - ground->top;
    if (x < 0 || y < 0 || x >= ground->picture->width || y >= height) return LOOK_WALL;
    uint32_t cell = ground->cells[(size_t)y * (size_t)ground->picture->width + (size_t)x];
    return cell == NO_CELL ? LOOK_WALL : (enum look)ground->looks[cell];
}

/* Light from the upper left: walls have a bright upper edge and throw a shadow, water lies below its banks. */
static struct colour with_relief(const struct ground *ground, int32_t x, int32_t y, enum look look,
                                 struct colour colour) {
    int32_t depth = (int32_t)(ground->scale * 0.4f);
    if (depth < 1) return colour;
    int32_t edge = depth > 3 ? 2 : 1;
    if (is_high(look)) {
        bool is_edge = !is_high(look_near(ground, x, y - edge)) || !is_high(look_near(ground, x - edge, y));
        return is_edge ? colour_mix(colour, white, 56) : colour;
    }
    if (is_high(look_near(ground, x - depth, y - depth)) || is_high(look_near(ground, x, y - depth / 2)))
        colour = colour_mix(colour, ink, 52);
    if (look == LOOK_WATER && look_near(ground, x, y - edge) != LOOK_WATER) colour = colour_mix(colour, ink, 70);
    return colour;
}

static struct colour colour_of(const struct ground *ground, uint32_t cell) {
    const struct play *play = ground->play;
    int32_t x = (int32_t)(cell % (uint32_t)play->width), y = (int32_t)(cell / (uint32_t)play->width);
    enum look look = (enum look)ground->looks[cell];
    if (look == LOOK_COSTS) return colour_ground(play->mover, x, y);
    /* A faint chequer gives the eye the size of a cell. */
    return (x + y) % 2 ? look_colours[look] : colour_mix(look_colours[look], ink, is_high(look) ? 4 : 6);
}

static struct colour with_heat(const struct ground *ground, uint32_t cell, uint32_t greatest, struct colour colour) {
    uint32_t value = ground->values[cell];
    if (value >= WEND_SATURATED_VALUE) return colour;
    struct colour heat = colour_heat((uint32_t)((uint64_t)value * 255 / (greatest ? greatest : 1)));
    return colour_mix(colour, heat, 190);
}

static void draw_trees(const struct ground *ground) {
    static const struct colour crown = {74, 124, 72}, light = {112, 160, 96};
    const struct play *play = ground->play;
    size_t cells = (size_t)play->width * (size_t)play->height;
    for (size_t i = 0; i < cells; i++) {
        if (ground->looks[i] != LOOK_TREE) continue;
        float x, y, radius = 0.56f * ground->scale;
        wend_map_centre(play->map, (int32_t)(i % (size_t)play->width), (int32_t)(i / (size_t)play->width), &x, &y);
        x *= ground->scale;
        y = y * ground->scale + (float)ground->top;
        picture_disc(ground->picture, x, y, radius, crown);
        picture_disc(ground->picture, x - radius * 0.25f, y - radius * 0.3f, radius * 0.5f, light);
    }
}

void ground_draw(struct ground *ground) {
    wend_field_info info;
    wend_field_describe(ground->play->field, &info);
    read_map(ground);
    int32_t width = ground->picture->width, height = ground->picture->height - ground->top;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            uint32_t cell = ground->cells[at];
            struct colour colour = outside_colour;
            if (cell != NO_CELL) {
                colour = colour_of(ground, cell);
                if (ground->shows_heat) colour = with_heat(ground, cell, info.max_value, colour);
                colour = with_relief(ground, x, y, (enum look)ground->looks[cell], colour);
            }
            ground->picture->pixels[(size_t)ground->top * (size_t)width + at] = colour;
        }
    draw_trees(ground);
}
