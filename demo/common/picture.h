/* SPDX-License-Identifier: MIT
 * Pictures of maps, fields, routes and crowds: RGB in memory, PNG in files.
 *
 * A view says where cells lie in the picture: `scale` pixels per cell, or on huge maps one pixel for `shrink` cells.
 * Hexagons are drawn as hexagons. World positions (cell_size 1, origin 0) times scale are pixels. */
#ifndef WEND_COMMON_PICTURE_H
#define WEND_COMMON_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/field.h>

struct colour {
    uint8_t red, green, blue;
};

struct picture {
    int32_t width, height;
    struct colour *pixels; /* row by row */
};

/* False: no memory. Filled with one colour. */
bool picture_create(struct picture *picture, int32_t width, int32_t height, struct colour colour);
void picture_destroy(struct picture *picture);
/* False: the file could not be written. */
bool picture_write_png(const struct picture *picture, const char *path);

/* 8-bit grey PNG. reading: true, or false and a sentence in message [size]; *grey is for free(). */
bool grey_read_png(const char *path, uint8_t **grey, int32_t *width, int32_t *height, char *message, size_t size);
bool grey_write_png(const char *path, const uint8_t *grey, int32_t width, int32_t height);

/* Mixes two colours; amount 0 is the first, 256 the second. */
struct colour colour_mix(struct colour first, struct colour second, uint32_t amount);
/* The heat map: near [0] is pale yellow, far [255] is indigo; evenly spaced to the eye. */
struct colour colour_heat(uint32_t heat);

/* Smooth-edged shapes, in pixels. */
void picture_disc(struct picture *picture, float x, float y, float radius, struct colour colour);
void picture_segment(struct picture *picture, float x0, float y0, float x1, float y1, float half_width,
                     struct colour colour);
/* A circle line. */
void picture_ring(struct picture *picture, float x, float y, float radius, float half_width, struct colour colour);

/* [cells] how wide and high a map is, hexagons with their corners. */
void map_extent(const wend_map *map, float *width, float *height);

struct view {
    const wend_map *map;
    float scale;    /* [pixels per cell] */
    int32_t shrink; /* [cells per pixel] 1, or more where scale is 1 */
    int32_t width, height;
};

/* A view of the whole map about `side` pixels wide or high; for 1024 a map of 64x64 gets 16 pixels a cell. */
struct view view_of_map(const wend_map *map, int32_t side);

/* Paints every cell with the colour that paint gives it, with fine lines between cells that are large enough. */
typedef struct colour paint_fn(void *context, int32_t x, int32_t y);
bool picture_of_cells(struct picture *picture, const struct view *view, paint_fn *paint, void *context);

/* Ground: walls dark, free cells light, costly ones browner. */
struct colour colour_ground(const wend_mover *mover, int32_t x, int32_t y);

/* The heat map of a field, in bands, with arrows where they are wanted and cells are large enough. */
bool picture_of_field(struct picture *picture, const struct view *view, const wend_field *field, bool arrows);
/* The heat map of a field from threats, dark where they are near, with the ways through a flee field: an arrow per cell
 * where cells are large enough, else lines from places all over, the wider the more go there. Dots: where to stay. */
bool picture_of_flight(struct picture *picture, const struct view *view, const wend_field *threats,
                       const wend_field *flee);
/* A line along the centres of cells. */
void picture_line(struct picture *picture, const struct view *view, const wend_cell *cells, size_t count,
                  float half_width, struct colour colour);
/* Dots along them, moved by shift [pixels] right and down: several ways can be told apart in the same cells. */
void picture_dots(struct picture *picture, const struct view *view, const wend_cell *cells, size_t count, float shift,
                  struct colour colour);
/* The line of a route, edged with white. */
void picture_route(struct picture *picture, const struct view *view, const wend_cell *cells, size_t count,
                   struct colour colour);
/* A goal. */
void picture_goal(struct picture *picture, const struct view *view, int32_t x, int32_t y);
/* Start of a route. */
void picture_start(struct picture *picture, const struct view *view, int32_t x, int32_t y);
/* A unit, in a colour of its own. */
void picture_unit(struct picture *picture, const struct view *view, int32_t x, int32_t y, struct colour colour);
/* A small dot between the centres of two cells. */
void picture_dot(struct picture *picture, const struct view *view, wend_cell first, wend_cell second,
                 struct colour colour);
/* Agents at world positions x, y [count pairs]; radius in cells. */
void picture_agents(struct picture *picture, const struct view *view, const float *xy, size_t count, float radius);

#endif
