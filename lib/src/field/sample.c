/* SPDX-License-Identifier: MIT
 * Sampling, and its nearest mode: the arrow of the cell at a position.
 *
 * Computes: for any point, on the map or not, a direction or none, what remains, and why.
 * Invariant: the answer depends on the point's cell alone; off the map it leads to the nearest centre.
 * Cost: constant, but for the way out of a wall.
 * Source: own.
 *
 *      x         off the map: back to the nearest centre
 *        \ +---+---+
 *          | o |   |
 *          +---+---+
 */
#include "field/sample.h"

#include <math.h>

static float clamped(float value, float least, float most) {
    return value < least ? least : value > most ? most : value;
}

/* The nearest centre of a row; the squared distance to it, and the way there into away. */
static float towards_row(wend__shape shape, float row, float x, float y, float away[2]) {
    float first_x, centre_y;
    wend__centre(shape.lattice, 0, (int32_t)row, &first_x, &centre_y);
    float column = clamped(floorf(x - first_x + 0.5f), 0.0f, (float)(shape.width - 1));
    away[0] = first_x + column - x;
    away[1] = centre_y - y;
    return away[0] * away[0] + away[1] * away[1];
}

/* Off the map: straight back to the nearest cell's centre; nothing for what is no place at all. That centre lies in the
 * row that is nearest, or, beside hexagons, in the next one up or down. */
static void point_back(const wend_field *field, float cell_x, float cell_y, wend_sample *out) {
    wend__shape shape = field->shape;
    float limit = (float)(1 << 20);
    float x = clamped(cell_x, -limit, limit);
    float y = clamped(cell_y, -limit, limit);
    if (isnan(x) || isnan(y)) return;
    float origin_x, origin_y, next_x, next_y, last = (float)(shape.height - 1);
    wend__centre(shape.lattice, 0, 0, &origin_x, &origin_y);
    wend__centre(shape.lattice, 0, 1, &next_x, &next_y);
    float row = clamped(floorf((y - origin_y) / (next_y - origin_y) + 0.5f), 0.0f, last);
    float away[2], other[2], squared = towards_row(shape, row, x, y, away);
    for (float step = -1.0f; step <= 1.0f; step += 2.0f) {
        float other_squared = towards_row(shape, clamped(row + step, 0.0f, last), x, y, other);
        if (other_squared >= squared) continue;
        squared = other_squared;
        away[0] = other[0];
        away[1] = other[1];
    }
    if (squared <= 0.0f) return;
    float length = sqrtf(squared);
    out->x = away[0] / length;
    out->y = away[1] / length;
}

static void sample_cell(const wend_field *field, uint32_t cell, wend_sample *out) {
    uint32_t directions = wend__field_directions_at(field, cell);
    out->status = wend__field_place_at(field, cell);
    out->distance = wend__field_distance_at(field, cell);
    if (directions) wend__unit_vector(field->shape.lattice, wend__lowest_bit(directions), &out->x, &out->y);
}

void wend__sample_nearest(const wend_field *field, float x, float y, wend_sample *out) {
    wend_cell cell;
    *out = (wend_sample){.distance = INFINITY, .status = WEND_OFF_MAP};
    if (wend__pick(field->shape, x, y, &cell))
        sample_cell(field, wend__index(field->shape, cell.x, cell.y), out);
    else
        point_back(field, x, y, out);
}

bool wend__mode_is_valid(wend_sample_mode mode) {
    return (int)mode == WEND_SAMPLE_NEAREST || (int)mode == WEND_SAMPLE_SMOOTH;
}

bool wend__has_mode(const wend_field *field, wend_sample_mode mode) {
    return mode == WEND_SAMPLE_NEAREST || !field->view.copies;
}

void wend__sample_point(const wend_field *field, wend_sample_mode mode, float x, float y, wend_sample *out) {
    if (mode == WEND_SAMPLE_SMOOTH)
        wend__sample_smooth(field, x, y, out);
    else
        wend__sample_nearest(field, x, y, out);
    out->reach *= field->mover->map->cell_size;
}

wend_status wend_field_sample(const wend_field *field, wend_sample_mode mode, float world_x, float world_y,
                              wend_sample *out) {
    if (!field || !out || !wend__mode_is_valid(mode)) return WEND_ERROR_ARGUMENT;
    if (!wend__has_mode(field, mode)) return WEND_ERROR_UNSUPPORTED;
    const wend_map *map = field->mover->map;
    wend__sample_point(field, mode, wend__to_cells_x(map, world_x), wend__to_cells_y(map, world_y), out);
    return out->status;
}
