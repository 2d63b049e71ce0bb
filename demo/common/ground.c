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

static wend_map *map_of(const struct ground *ground) {
    return wend_mover_map(ground->mover);
}

static void look_at_cells(const struct ground *ground) {
    size_t cells = (size_t)wend_map_width(map_of(ground)) * (size_t)wend_map_height(map_of(ground));
    for (size_t i = 0; i < cells; i++) {
        uint8_t terrain = ground->terrain[i];
        bool is_painted = ground->original && terrain == ground->wall && terrain != ground->original[i];
        enum look numeric = terrain == WEND_BLOCKED ? LOOK_WALL : LOOK_COSTS;
        enum look look = ground->is_characters ? look_of_character(terrain) : numeric;
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
    uint32_t width = (uint32_t)wend_map_width(map_of(ground));
    int32_t x = (int32_t)(cell % width), y = (int32_t)(cell / width);
    enum look look = (enum look)ground->looks[cell];
    if (look == LOOK_COSTS) return colour_ground(ground->mover, x, y);
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
    size_t width = (size_t)wend_map_width(map_of(ground));
    size_t cells = width * (size_t)wend_map_height(map_of(ground));
    for (size_t i = 0; i < cells; i++) {
        if (ground->looks[i] != LOOK_TREE) continue;
        float x, y, radius = 0.56f * ground->scale;
        wend_map_centre(map_of(ground), (int32_t)(i % width), (int32_t)(i / width), &x, &y);
        x *= ground->scale;
        y = y * ground->scale + (float)ground->top;
        picture_disc(ground->picture, x, y, radius, crown);
        picture_disc(ground->picture, x - radius * 0.25f, y - radius * 0.3f, radius * 0.5f, light);
    }
}

/* The greatest value of the heat map. */
static uint32_t read_heat(const struct ground *ground) {
    int32_t width = wend_map_width(map_of(ground));
    wend_rect all = {0, 0, width, wend_map_height(map_of(ground))};
    wend_field_info info;
    wend_field_describe(ground->field, &info);
    (void)wend_field_read_values(ground->field, all, ground->values, (size_t)width);
    return info.max_value;
}

void ground_assign(const wend_map *map, float scale, int32_t width, int32_t height, uint32_t *cells) {
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            wend_cell cell;
            bool is_on = wend_map_pick(map, ((float)x + 0.5f) / scale, ((float)y + 0.5f) / scale, &cell) == WEND_OK;
            cells[(size_t)y * (size_t)width + (size_t)x] =
                is_on ? (uint32_t)(cell.y * wend_map_width(map) + cell.x) : NO_CELL;
        }
}

void ground_draw(const struct ground *ground) {
    uint32_t greatest = ground->field ? read_heat(ground) : 0;
    look_at_cells(ground);
    int32_t width = ground->picture->width, height = ground->picture->height - ground->top;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            uint32_t cell = ground->cells[at];
            struct colour colour = outside_colour;
            if (cell != NO_CELL) {
                colour = colour_of(ground, cell);
                if (ground->field) colour = with_heat(ground, cell, greatest, colour);
                colour = with_relief(ground, x, y, (enum look)ground->looks[cell], colour);
            }
            ground->picture->pixels[(size_t)ground->top * (size_t)width + at] = colour;
        }
    draw_trees(ground);
}
