/* SPDX-License-Identifier: MIT
 * Where the cells round a point lead, on any lattice and among any walls, with sights or without.
 *
 * Computes: the sum of their directions from the point.
 *
 *      . a . b .     The point * lies between the centres of four cells, on hex of three. Their directions from *, weighed
 *      . . * . .     by how near their centres are, make the direction wished for. Those count that can be reached within
 *      . c . d .     the four.
 *
 * Invariant: weights change without jumps, and are 0 where a cell begins or ceases to count.
 * Cost: constant.
 * Source: own; weights as in bilinear interpolation. */
#include "field/sample_spot.h"
#include "field/sample_wish.h"

/* Both ways between a cell and its neighbour. */
static bool is_joined(const wend_mover *mover, wend__shape shape, wend_cell cell, int side) {
    if (!wend__is_on(shape, cell.x, cell.y)) return false;
    if (!(wend__exits_of(mover, wend__index(shape, cell.x, cell.y)) >> side & 1)) return false;
    if (!mover->has_walls) return true;
    wend_cell other = wend__neighbour(shape.lattice, cell, side);
    return wend__exits_of(mover, wend__index(shape, other.x, other.y)) >> wend__opposite(side) & 1;
}

bool wend__find_point(const wend__spot *spot, wend_cell cell, wend__offset_xy *out) {
    const wend_field *field = spot->field;
    uint32_t slot = wend__slot(&field->pages, cell.x, cell.y);
    if (field->pages.values[slot] >= WEND_SATURATED_VALUE) return false;
    uint32_t set = field->pages.directions[slot];
    if (!set) {
        *out = wend__cell_from(spot, cell);
    } else if (field->sights.marks) {
        uint32_t mark = field->sights.marks[slot];
        *out = wend__cell_from(spot, wend__mark_cell(mark));
        float from_centre = (float)field->sights.from_centre * (1.0f / WEND__SIGHT_UNIT);
        out->x += (float)wend__mark_side(mark, WEND__MARK_EAST) * from_centre;
        out->y += (float)wend__mark_side(mark, WEND__MARK_SOUTH) * from_centre;
    } else {
        *out = wend__cell_from(spot, wend__neighbour(field->shape.lattice, cell, wend__lowest_bit(set)));
    }
    return true;
}

static void add_pull(const wend__spot *spot, wend_cell cell, float weight, wend__offset_xy *sum) {
    wend__offset_xy point;
    if (weight <= 0.0f || !wend__find_point(spot, cell, &point)) return;
    wend__offset_xy away = wend__minus(point, spot->at);
    float length = wend__length_of(away);
    float scale = weight / (length > WEND__SOFT ? length : WEND__SOFT);
    sum->x += away.x * scale;
    sum->y += away.y * scale;
}

/* Between four centres: those count that can be reached within the four. */
static wend__offset_xy wish_on_squares(const wend__spot *spot) {
    int horizontal = spot->at.x < 0.0f ? WEND_WEST : WEND_EAST, vertical = spot->at.y < 0.0f ? WEND_NORTH : WEND_SOUTH;
    wend__shape shape = spot->field->shape;
    wend_cell beside = wend__neighbour(shape.lattice, spot->cell, horizontal);
    wend_cell below = wend__neighbour(shape.lattice, spot->cell, vertical);
    wend_cell across = {beside.x, below.y};
    bool to_beside = is_joined(spot->mover, shape, spot->cell, horizontal);
    bool to_below = is_joined(spot->mover, shape, spot->cell, vertical);
    bool from_beside = is_joined(spot->mover, shape, beside, vertical);
    bool from_below = is_joined(spot->mover, shape, below, horizontal);
    bool is_all = to_beside + to_below + from_beside + from_below >= 3;
    float x = wend__absolute(spot->at.x), y = wend__absolute(spot->at.y);
    wend__offset_xy sum = {0.0f, 0.0f};
    add_pull(spot, spot->cell, (1.0f - x) * (1.0f - y), &sum);
    if (to_beside || is_all) add_pull(spot, beside, x * (1.0f - y), &sum);
    if (to_below || is_all) add_pull(spot, below, (1.0f - x) * y, &sum);
    if ((to_beside && from_beside) || (to_below && from_below)) add_pull(spot, across, x * y, &sum);
    return sum;
}

/* Between three centres: the point is a * first + b * second, unit vectors 60 degrees apart. */
static wend__offset_xy wish_on_hexagons(const wend__spot *spot) {
    static const int8_t round[7] = {WEND_EAST,       WEND_SOUTH_EAST, WEND_SOUTH_WEST, WEND_WEST,
                                    WEND_NORTH_WEST, WEND_NORTH_EAST, WEND_EAST};
    wend__shape shape = spot->field->shape;
    wend__offset_xy sum = {0.0f, 0.0f};
    for (int i = 0; i < 6; i++) {
        wend__offset_xy first = wend__towards(WEND_HEX, round[i]), second = wend__towards(WEND_HEX, round[i + 1]);
        float along_first = spot->at.x * first.x + spot->at.y * first.y;
        float along_second = spot->at.x * second.x + spot->at.y * second.y;
        float a = (along_first - 0.5f * along_second) / 0.75f, b = (along_second - 0.5f * along_first) / 0.75f;
        if (a < 0.0f || b < 0.0f) continue;
        add_pull(spot, spot->cell, 1.0f - a - b, &sum);
        wend_cell cells[2] = {wend__neighbour(WEND_HEX, spot->cell, round[i]),
                              wend__neighbour(WEND_HEX, spot->cell, round[i + 1])};
        if (is_joined(spot->mover, shape, spot->cell, round[i])) add_pull(spot, cells[0], a, &sum);
        if (is_joined(spot->mover, shape, spot->cell, round[i + 1])) add_pull(spot, cells[1], b, &sum);
        break;
    }
    return sum;
}

wend__offset_xy wend__wish_from(const wend__spot *spot) {
    return spot->field->shape.lattice == WEND_HEX ? wish_on_hexagons(spot) : wish_on_squares(spot);
}
