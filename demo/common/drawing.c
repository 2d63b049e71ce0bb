/* SPDX-License-Identifier: MIT
 * Pictures: maps, fields, routes and crowds, by a view. */
#include "picture.h"

#include <math.h>
#include <stdlib.h>

static const struct colour wall_colour = {24, 25, 32};
static const struct colour cut_off_colour = {112, 114, 122};
static const struct colour white = {255, 255, 255};
static const struct colour ink = {20, 22, 30};

#define HEX_ROW 0.8660254f    /* sqrt(3) / 2: from row to row */
#define HEX_HEIGHT 1.1547005f /* 2 / sqrt(3) */

void map_extent(const wend_map *map, float *width, float *height) {
    int32_t rows = wend_map_height(map);
    *width = (float)wend_map_width(map);
    *height = (float)rows;
    if (wend_map_lattice(map) == WEND_HEX) {
        *width += rows > 1 ? 0.5f : 0.0f;
        *height = (float)(rows - 1) * HEX_ROW + HEX_HEIGHT;
    }
}

struct view view_of_map(const wend_map *map, int32_t side) {
    float cells_wide = 0.0f;
    float cells_high = 0.0f;
    map_extent(map, &cells_wide, &cells_high);
    float longer = fmaxf(cells_wide, cells_high);
    struct view view = {map, floorf((float)side / longer), 1, 0, 0};
    view.scale = fminf(64.0f, fmaxf(1.0f, view.scale));
    if (longer > 4096.0f) {
        view.shrink = (int32_t)ceilf(longer / 4096.0f);
    }
    view.width = (int32_t)ceilf(cells_wide * view.scale / (float)view.shrink);
    view.height = (int32_t)ceilf(cells_high * view.scale / (float)view.shrink);
    return view;
}

static float pixels_per_cell(const struct view *view) {
    return view->scale / (float)view->shrink;
}

/* Pixel position of a cell's centre. */
static void view_centre(const struct view *view, int32_t x, int32_t y, float *pixel_x, float *pixel_y) {
    wend_map_centre(view->map, x, y, pixel_x, pixel_y);
    *pixel_x *= pixels_per_cell(view);
    *pixel_y *= pixels_per_cell(view);
}

static const wend_cell no_cell = {-1, -1};

static bool same_cell(wend_cell first, wend_cell second) {
    return first.x == second.x && first.y == second.y;
}

static wend_cell pick_pixel(const struct view *view, float x, float y) {
    wend_cell cell = no_cell;
    (void)wend_map_pick(view->map, x / pixels_per_cell(view), y / pixels_per_cell(view), &cell);
    return cell;
}

/* Which cell each pixel of a row shows. */
static void pick_row(const struct view *view, int32_t y, wend_cell *row) {
    for (int32_t x = 0; x < view->width; x++) {
        row[x] = pick_pixel(view, (float)x + 0.5f, (float)y + 0.5f);
    }
}

bool picture_of_cells(struct picture *picture, const struct view *view, paint_fn *paint, void *context) {
    wend_cell *row = malloc((size_t)view->width * sizeof *row);
    wend_cell *below = malloc((size_t)view->width * sizeof *below);
    if (!row || !below || !picture_create(picture, view->width, view->height, wall_colour)) {
        free(row);
        free(below);
        return false;
    }
    bool lines = view->scale >= 10.0f;
    pick_row(view, 0, row);
    for (int32_t y = 0; y < view->height; y++) {
        bool last = y + 1 == view->height;
        if (!last) {
            pick_row(view, y + 1, below);
        }
        struct colour *pixels = &picture->pixels[(size_t)y * (size_t)view->width];
        wend_cell painted = no_cell;
        struct colour colour = wall_colour;
        for (int32_t x = 0; x < view->width; x++) {
            if (!same_cell(row[x], painted)) {
                painted = row[x];
                colour = same_cell(painted, no_cell) ? wall_colour : paint(context, painted.x, painted.y);
            }
            bool border =
                (x + 1 < view->width && !same_cell(row[x], row[x + 1])) || (!last && !same_cell(row[x], below[x]));
            pixels[x] = lines && border ? colour_mix(colour, ink, 36) : colour;
        }
        wend_cell *swap = row;
        row = below;
        below = swap;
    }
    free(row);
    free(below);
    return true;
}

struct colour colour_ground(const wend_mover *mover, int32_t x, int32_t y) {
    static const struct colour cheap = {238, 236, 226};
    static const struct colour costly = {150, 112, 74};
    wend_status place = wend_mover_place(mover, x, y);
    if (place == WEND_IN_WALL) {
        return wall_colour;
    }
    wend_mover_desc desc;
    wend_mover_describe(mover, &desc);
    float ratio = (float)wend_mover_cost(mover, x, y) / (float)desc.unit_cost;
    float excess = ratio <= 1.0f ? 0.0f : 1.0f - 1.0f / (1.0f + 0.25f * (ratio - 1.0f));
    struct colour colour = colour_mix(cheap, costly, (uint32_t)(excess * 256.0f));
    return place == WEND_TOO_NARROW ? colour_mix(colour, wall_colour, 120) : colour;
}

struct heat {
    const wend_field *field;
    const wend_mover *mover;
    uint32_t max_value;
    uint32_t contour; /* [raw units] from line to line */
    bool near_is_dark;
};

static struct colour paint_heat(void *context, int32_t x, int32_t y) {
    const struct heat *heat = context;
    uint32_t value = wend_field_value(heat->field, x, y);
    if (value == WEND_UNREACHABLE) {
        wend_status place = wend_mover_place(heat->mover, x, y);
        return place == WEND_IN_WALL ? wall_colour
                                     : colour_mix(cut_off_colour, wall_colour, place == WEND_OK ? 0 : 120);
    }
    uint32_t share = heat->max_value == 0 ? 0 : (uint32_t)((uint64_t)value * 255 / heat->max_value);
    struct colour colour = colour_heat(heat->near_is_dark ? 255 - share : share);
    if (heat->contour > 0 && value / heat->contour % 2 == 1) {
        colour = colour_mix(colour, ink, 18);
    }
    return colour;
}

/* 1, 2 or 5 times a power of ten straight steps, so that about 24 bands cover the field. */
static uint32_t contour_distance(uint32_t max_value, uint32_t unit) {
    uint64_t wanted = max_value / 24;
    uint64_t step = unit;
    for (uint32_t i = 0; step < wanted; i++) {
        step = step / 2 * (i % 3 == 1 ? 5 : 4);
    }
    return step > UINT32_MAX ? 0 : (uint32_t)step;
}

/* Dark where the heat map is light, and light where it is dark. */
static struct colour colour_on_heat(const struct heat *heat, wend_cell cell) {
    struct colour ground = paint_heat((void *)heat, cell.x, cell.y);
    bool light = ground.red * 3 + ground.green * 6 + ground.blue > 1300;
    return light ? colour_mix(ground, ink, 170) : colour_mix(ground, white, 180);
}

/* An arrow along the step of a cell. */
static void draw_arrow(struct picture *picture, const struct view *view, const struct heat *heat,
                       const wend_field *field, wend_cell cell) {
    wend_cell next = cell;
    wend_status status = wend_field_next(field, cell.x, cell.y, &next);
    if (status != WEND_OK || same_cell(next, cell)) {
        return;
    }
    float x = 0.0f;
    float y = 0.0f;
    float to_x = 0.0f;
    float to_y = 0.0f;
    view_centre(view, cell.x, cell.y, &x, &y);
    view_centre(view, next.x, next.y, &to_x, &to_y);
    float length = sqrtf((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y));
    float ahead_x = (to_x - x) / length * view->scale * 0.32f;
    float ahead_y = (to_y - y) / length * view->scale * 0.32f;
    float half_width = fmaxf(0.5f, view->scale * 0.035f);
    struct colour colour = colour_on_heat(heat, cell);
    float tip_x = x + ahead_x;
    float tip_y = y + ahead_y;
    picture_segment(picture, x - ahead_x, y - ahead_y, tip_x, tip_y, half_width, colour);
    picture_segment(picture, tip_x, tip_y, tip_x - 0.6f * (ahead_x - ahead_y), tip_y - 0.6f * (ahead_y + ahead_x),
                    half_width, colour);
    picture_segment(picture, tip_x, tip_y, tip_x - 0.6f * (ahead_x + ahead_y), tip_y - 0.6f * (ahead_y - ahead_x),
                    half_width, colour);
}

static struct heat heat_of(const wend_field *field, bool near_is_dark) {
    wend_field_info info;
    wend_mover_desc desc;
    wend_field_describe(field, &info);
    wend_mover_describe(wend_field_mover(field), &desc);
    uint32_t contour = contour_distance(info.max_value, WEND_RAW_PER_COST * desc.unit_cost);
    return (struct heat){field, wend_field_mover(field), info.max_value, contour, near_is_dark};
}

static void draw_arrows(struct picture *picture, const struct view *view, const struct heat *heat,
                        const wend_field *field) {
    for (int32_t y = 0; y < wend_map_height(view->map); y++) {
        for (int32_t x = 0; x < wend_map_width(view->map); x++) {
            draw_arrow(picture, view, heat, field, (wend_cell){x, y});
        }
    }
}

static bool has_room_for_arrows(const struct view *view) {
    return view->scale >= 10.0f;
}

bool picture_of_field(struct picture *picture, const struct view *view, const wend_field *field, bool arrows) {
    struct heat heat = heat_of(field, false);
    if (!picture_of_cells(picture, view, paint_heat, &heat)) {
        return false;
    }
    if (arrows && has_room_for_arrows(view)) {
        draw_arrows(picture, view, &heat, field);
    }
    return true;
}

static float mark_radius(const struct view *view) {
    return fmaxf(7.0f, view->scale * 0.42f);
}

static void draw_mark(struct picture *picture, const struct view *view, int32_t x, int32_t y, struct colour colour) {
    float pixel_x = 0.0f;
    float pixel_y = 0.0f;
    view_centre(view, x, y, &pixel_x, &pixel_y);
    float radius = mark_radius(view);
    picture_disc(picture, pixel_x, pixel_y, radius, ink);
    picture_disc(picture, pixel_x, pixel_y, radius * 0.86f, white);
    picture_disc(picture, pixel_x, pixel_y, radius * 0.6f, colour);
}

void picture_goal(struct picture *picture, const struct view *view, int32_t x, int32_t y) {
    draw_mark(picture, view, x, y, (struct colour){222, 38, 58});
}

void picture_start(struct picture *picture, const struct view *view, int32_t x, int32_t y) {
    draw_mark(picture, view, x, y, (struct colour){22, 148, 84});
}

void picture_unit(struct picture *picture, const struct view *view, int32_t x, int32_t y, struct colour colour) {
    draw_mark(picture, view, x, y, colour);
}

void picture_dot(struct picture *picture, const struct view *view, wend_cell first, wend_cell second,
                 struct colour colour) {
    float x0 = 0.0f;
    float y0 = 0.0f;
    float x1 = 0.0f;
    float y1 = 0.0f;
    view_centre(view, first.x, first.y, &x0, &y0);
    view_centre(view, second.x, second.y, &x1, &y1);
    picture_disc(picture, 0.5f * (x0 + x1), 0.5f * (y0 + y1), fmaxf(1.2f, view->scale * 0.2f), colour);
}

void picture_line(struct picture *picture, const struct view *view, const wend_cell *cells, size_t count,
                  float half_width, struct colour colour) {
    for (size_t i = 0; i + 1 < count; i++) {
        float x0 = 0.0f;
        float y0 = 0.0f;
        float x1 = 0.0f;
        float y1 = 0.0f;
        view_centre(view, cells[i].x, cells[i].y, &x0, &y0);
        view_centre(view, cells[i + 1].x, cells[i + 1].y, &x1, &y1);
        picture_segment(picture, x0, y0, x1, y1, half_width, colour);
    }
}

void picture_dots(struct picture *picture, const struct view *view, const wend_cell *cells, size_t count, float shift,
                  struct colour colour) {
    float radius = fmaxf(1.0f, pixels_per_cell(view) * 0.1f);
    for (size_t i = 0; i < count; i++) {
        float x = 0.0f;
        float y = 0.0f;
        float next_x = 0.0f;
        float next_y = 0.0f;
        view_centre(view, cells[i].x, cells[i].y, &x, &y);
        picture_disc(picture, x + shift, y + shift, radius, colour);
        if (i + 1 < count) {
            view_centre(view, cells[i + 1].x, cells[i + 1].y, &next_x, &next_y);
            picture_disc(picture, (x + next_x) * 0.5f + shift, (y + next_y) * 0.5f + shift, radius * 0.6f, colour);
        }
    }
}

void picture_route(struct picture *picture, const struct view *view, const wend_cell *cells, size_t count,
                   struct colour colour) {
    float half_width = fmaxf(1.6f, view->scale * 0.13f);
    picture_line(picture, view, cells, count, half_width * 1.6f, white);
    picture_line(picture, view, cells, count, half_width, colour);
}

/* The flights from one cell in `apart` each way; how many pass each cell into passed [cells]. */
static void count_flights(const wend_map *map, const wend_field *flee, int32_t apart, uint32_t *passed) {
    int32_t width = wend_map_width(map);
    for (int32_t y = apart / 2; y < wend_map_height(map); y += apart) {
        for (int32_t x = apart / 2; x < width; x += apart) {
            wend_cell cell = {x, y};
            wend_cell next = cell;
            if (wend_field_value(flee, x, y) == WEND_UNREACHABLE) {
                continue;
            }
            passed[(size_t)y * (size_t)width + (size_t)x]++;
            while (wend_field_next(flee, cell.x, cell.y, &next) == WEND_OK && !same_cell(cell, next)) {
                cell = next;
                passed[(size_t)cell.y * (size_t)width + (size_t)cell.x]++;
            }
        }
    }
}

/* The step of one cell, the wider the more flights pass; a ring where they end. */
static void draw_flight(struct picture *picture, const struct view *view, const struct heat *heat,
                        const wend_field *flee, wend_cell cell, uint32_t passed) {
    struct colour colour = colour_on_heat(heat, cell);
    float half_width = fminf(3.0f, 0.55f + 0.3f * log2f((float)passed));
    wend_cell way[2] = {cell, cell};
    if (wend_field_next(flee, cell.x, cell.y, &way[1]) == WEND_OK && !same_cell(way[0], way[1])) {
        picture_line(picture, view, way, 2, half_width, colour);
    } else {
        float x = 0.0f;
        float y = 0.0f;
        view_centre(view, cell.x, cell.y, &x, &y);
        picture_disc(picture, x, y, half_width + 2.0f, ink);
        picture_disc(picture, x, y, half_width + 0.8f, white);
    }
}

/* Rings where it is best to stay. */
static void draw_stays(struct picture *picture, const struct view *view, const struct heat *heat,
                       const wend_field *flee) {
    for (int32_t y = 0; y < wend_map_height(view->map); y++) {
        for (int32_t x = 0; x < wend_map_width(view->map); x++) {
            if (wend_field_place(flee, x, y) == WEND_AT_GOAL) {
                float pixel_x = 0.0f;
                float pixel_y = 0.0f;
                view_centre(view, x, y, &pixel_x, &pixel_y);
                picture_disc(picture, pixel_x, pixel_y, view->scale * 0.13f, colour_on_heat(heat, (wend_cell){x, y}));
            }
        }
    }
}

static bool draw_flights(struct picture *picture, const struct view *view, const struct heat *heat,
                         const wend_field *flee) {
    int32_t width = wend_map_width(view->map);
    int32_t height = wend_map_height(view->map);
    uint32_t *passed = calloc((size_t)width * (size_t)height, sizeof *passed);
    if (!passed) {
        return false;
    }
    count_flights(view->map, flee, (int32_t)ceilf(22.0f / pixels_per_cell(view)), passed);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            uint32_t here = passed[(size_t)y * (size_t)width + (size_t)x];
            if (here > 0) {
                draw_flight(picture, view, heat, flee, (wend_cell){x, y}, here);
            }
        }
    }
    free(passed);
    return true;
}

bool picture_of_flight(struct picture *picture, const struct view *view, const wend_field *threats,
                       const wend_field *flee) {
    struct heat heat = heat_of(threats, true);
    if (!picture_of_cells(picture, view, paint_heat, &heat)) {
        return false;
    }
    if (has_room_for_arrows(view)) {
        draw_arrows(picture, view, &heat, flee);
        draw_stays(picture, view, &heat, flee);
        return true;
    }
    if (!draw_flights(picture, view, &heat, flee)) {
        picture_destroy(picture);
        return false;
    }
    return true;
}

static void draw_agents(struct picture *picture, const struct view *view, const float *xy, size_t count, float radius,
                        struct colour colour) {
    for (size_t i = 0; i < count; i++) {
        picture_disc(picture, xy[2 * i] * pixels_per_cell(view), xy[2 * i + 1] * pixels_per_cell(view), radius, colour);
    }
}

void picture_agents(struct picture *picture, const struct view *view, const float *xy, size_t count, float radius) {
    float outer = fmaxf(1.6f, radius * pixels_per_cell(view));
    float inner = outer - fmaxf(0.6f, outer * 0.2f);
    draw_agents(picture, view, xy, count, outer, ink);
    draw_agents(picture, view, xy, count, inner, (struct colour){112, 226, 255});
}
