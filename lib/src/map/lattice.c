/* SPDX-License-Identifier: MIT */
#include "map/lattice.h"

#include <math.h>

#define ROW_HEIGHT 0.8660254f /* sqrt(3) / 2 */
#define HEX_TOP 0.57735026f   /* 1 / sqrt(3): from the top of a hexagon to its centre */
#define HALF_SQRT_2 0.70710677f

bool wend__rect_is_on(wend__shape shape, wend_rect rect) {
    return rect.x >= 0 && rect.y >= 0 && rect.width >= 1 && rect.height >= 1 && rect.width <= shape.width &&
           rect.height <= shape.height && rect.x <= shape.width - rect.width && rect.y <= shape.height - rect.height;
}

static int32_t at_least(int32_t value, int32_t bound) {
    return value < bound ? bound : value;
}

static int32_t at_most(int32_t value, int32_t bound) {
    return value > bound ? bound : value;
}

wend_rect wend__rect_grown(wend__shape shape, wend_rect rect, int32_t margin) {
    int32_t left = at_least(rect.x - margin, 0), top = at_least(rect.y - margin, 0);
    int32_t right = at_most(rect.x + rect.width + margin, shape.width);
    int32_t bottom = at_most(rect.y + rect.height + margin, shape.height);
    return (wend_rect){left, top, right - left, bottom - top};
}

wend_cell wend__offset(wend_lattice lattice, int32_t y, int direction) {
    static const int8_t square_x[WEND__DIRECTIONS] = {0, 1, 0, -1, 1, 1, -1, -1};
    static const int8_t hex_even_x[WEND__DIRECTIONS] = {0, 1, 0, -1, 0, 0, -1, -1};
    static const int8_t all_y[WEND__DIRECTIONS] = {-1, 0, 1, 0, -1, 1, 1, -1};
    if (lattice == WEND_SQUARE) return (wend_cell){square_x[direction], all_y[direction]};
    int32_t shift = all_y[direction] ? y & 1 : 0;
    return (wend_cell){hex_even_x[direction] + shift, all_y[direction]};
}

uint32_t wend__on_map(wend__shape shape, wend_cell cell) {
    uint32_t bits = 0;
    uint32_t all = shape.lattice == WEND_HEX ? WEND__HEX_6 : WEND__SQUARE_8;
    bool is_inside = cell.x > 0 && cell.y > 0 && cell.x < shape.width - 1 && cell.y < shape.height - 1;
    if (is_inside) return all;
    for (uint32_t rest = all; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        wend_cell there = wend__neighbour(shape.lattice, cell, k);
        if (wend__is_on(shape, there.x, there.y)) bits |= 1u << k;
    }
    return bits;
}

wend__index_steps wend__index_steps_of(wend__shape shape) {
    wend__index_steps result;
    for (int32_t parity = 0; parity < 2; parity++)
        for (int k = 0; k < WEND__DIRECTIONS; k++) {
            wend_cell offset = wend__offset(shape.lattice, parity, k);
            result.steps[parity][k] = offset.y * shape.width + offset.x;
        }
    return result;
}

void wend__diagonal_parts(int diagonal, int *vertical, int *horizontal) {
    *vertical = diagonal == WEND_NORTH_EAST || diagonal == WEND_NORTH_WEST ? WEND_NORTH : WEND_SOUTH;
    *horizontal = diagonal == WEND_NORTH_EAST || diagonal == WEND_SOUTH_EAST ? WEND_EAST : WEND_WEST;
}

/* Twice the x of a centre on hex, less a constant. */
static int64_t hex_twice_x(wend_cell cell) {
    return 2 * (int64_t)cell.x + (cell.y & 1);
}

uint64_t wend__squared_distance(wend_lattice lattice, wend_cell a, wend_cell b) {
    int64_t dy = (int64_t)a.y - b.y;
    if (lattice == WEND_SQUARE) {
        int64_t dx = (int64_t)a.x - b.x;
        return (uint64_t)(dx * dx + dy * dy);
    }
    int64_t twice_dx = hex_twice_x(a) - hex_twice_x(b);
    return (uint64_t)(twice_dx * twice_dx + 3 * dy * dy);
}

/* Newton's method on whole numbers: the greatest r with r * r <= value. */
static uint64_t square_root(uint64_t value) {
    if (value < 2) return value;
    uint64_t root = (uint64_t)1 << (wend__highest_bit(value) / 2 + 1);
    for (;;) {
        uint64_t next = (root + value / root) / 2;
        if (next >= root) return root;
        root = next;
    }
}

uint32_t wend__euclid_70(wend_lattice lattice, wend_cell a, wend_cell b) {
    uint64_t scale = lattice == WEND_SQUARE ? 4900 : 1225;
    return (uint32_t)square_root(scale * wend__squared_distance(lattice, a, b));
}

uint32_t wend__hex_steps(wend_cell a, wend_cell b) {
    int32_t dr = a.y - b.y;
    int32_t dq = (a.x - (a.y - (a.y & 1)) / 2) - (b.x - (b.y - (b.y & 1)) / 2);
    int32_t ds = -dq - dr;
    int32_t sum = (dq < 0 ? -dq : dq) + (dr < 0 ? -dr : dr) + (ds < 0 ? -ds : ds);
    return (uint32_t)(sum / 2);
}

void wend__centre(wend_lattice lattice, int32_t x, int32_t y, float *out_x, float *out_y) {
    if (lattice == WEND_SQUARE) {
        *out_x = (float)x + 0.5f;
        *out_y = (float)y + 0.5f;
    } else {
        *out_x = (float)x + ((y & 1) ? 1.0f : 0.5f);
        *out_y = (float)y * ROW_HEIGHT + HEX_TOP;
    }
}

/* The nearest centre is in one of the two rows about the point; in a row it is the column that holds the point, or the
 * one left of it when the point lies on their border. Trying them by index makes the lower one win a tie. */
static bool pick_hex(wend__shape shape, float x, float y, wend_cell *out) {
    int32_t row = (int32_t)floorf((y - HEX_TOP) / ROW_HEIGHT);
    float least = 4.0f;
    wend_cell best = {0, 0};
    for (int32_t try_y = row; try_y <= row + 1; try_y++) {
        int32_t column = (int32_t)floorf(x - ((try_y & 1) ? 0.5f : 0.0f));
        for (int32_t try_x = column - 1; try_x <= column; try_x++) {
            float centre_x, centre_y;
            wend__centre(WEND_HEX, try_x, try_y, &centre_x, &centre_y);
            float squared = (x - centre_x) * (x - centre_x) + (y - centre_y) * (y - centre_y);
            if (squared < least) {
                least = squared;
                best = (wend_cell){try_x, try_y};
            }
        }
    }
    if (!wend__is_on(shape, best.x, best.y)) return false;
    *out = best;
    return true;
}

bool wend__pick(wend__shape shape, float x, float y, wend_cell *out) {
    /* NaN fails every comparison, so nothing that cannot be cast gets past this line. */
    bool in_range = x >= 0.0f && y >= 0.0f && x < (float)shape.width + 1.0f && y < (float)shape.height + 1.0f;
    if (!in_range) return false;
    if (shape.lattice == WEND_HEX) return pick_hex(shape, x, y, out);
    wend_cell cell = {(int32_t)x, (int32_t)y};
    if (!wend__is_on(shape, cell.x, cell.y)) return false;
    *out = cell;
    return true;
}

void wend__unit_vector(wend_lattice lattice, int direction, float *x, float *y) {
    static const float square_x[WEND__DIRECTIONS] = {0, 1, 0, -1, HALF_SQRT_2, HALF_SQRT_2, -HALF_SQRT_2, -HALF_SQRT_2};
    static const float square_y[WEND__DIRECTIONS] = {-1, 0, 1, 0, -HALF_SQRT_2, HALF_SQRT_2, HALF_SQRT_2, -HALF_SQRT_2};
    static const float hex_x[WEND__DIRECTIONS] = {0, 1, 0, -1, 0.5f, 0.5f, -0.5f, -0.5f};
    static const float hex_y[WEND__DIRECTIONS] = {-1, 0, 1, 0, -ROW_HEIGHT, ROW_HEIGHT, ROW_HEIGHT, -ROW_HEIGHT};
    *x = lattice == WEND_SQUARE ? square_x[direction] : hex_x[direction];
    *y = lattice == WEND_SQUARE ? square_y[direction] : hex_y[direction];
}

wend__metric wend__metric_of(wend_lattice lattice) {
    return lattice == WEND_SQUARE ? (wend__metric){1, 4} : (wend__metric){3, 12};
}

wend__vector wend__vector_to(wend_lattice lattice, int32_t y, wend_cell offset) {
    if (lattice == WEND_SQUARE) return (wend__vector){2 * offset.x, 2 * offset.y};
    int32_t parity = y & 1, parity_there = (y + offset.y) & 1;
    return (wend__vector){2 * offset.x + parity_there - parity, 3 * offset.y};
}

int wend__corners(wend_lattice lattice, wend__vector out[6]) {
    static const wend__vector square[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const wend__vector hex[6] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
    int count = lattice == WEND_SQUARE ? 4 : 6;
    for (int i = 0; i < count; i++) out[i] = lattice == WEND_SQUARE ? square[i] : hex[i];
    return count;
}

void wend__side_corners(wend_lattice lattice, int direction, wend__vector out[2]) {
    /* The place of a side's first corner in the clockwise list; -1 where the lattice has no such side. */
    static const int8_t square_first[WEND__DIRECTIONS] = {0, 1, 2, 3, -1, -1, -1, -1};
    static const int8_t hex_first[WEND__DIRECTIONS] = {-1, 1, -1, 4, 0, 2, 3, 5};
    wend__vector corners[6];
    int count = wend__corners(lattice, corners);
    int first = lattice == WEND_SQUARE ? square_first[direction] : hex_first[direction];
    out[0] = corners[first];
    out[1] = corners[(first + 1) % count];
}
