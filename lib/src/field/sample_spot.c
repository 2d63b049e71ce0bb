/* SPDX-License-Identifier: MIT
 * A point, and what is round it.
 *
 * Computes: which of the cells round its own one can be reached in a straight line.
 *
 *      # . .     Of the cells round o, north-east is passable, though corner rules may forbid the step: the four cells
 *      . o .     between north and east are open. South-west is not: a blocked cell is beside the line.
 *      . # .
 *
 * Invariant: what is passable is so in the direction of travel, all along the line between the centres.
 * Cost: constant.
 * Source: own. */
#include "field/sample_spot.h"

wend__offset_xy wend__towards(wend_lattice lattice, int direction) {
    if (lattice == WEND_SQUARE) {
        wend_cell offset = wend__offset(lattice, 0, direction);
        return (wend__offset_xy){(float)offset.x, (float)offset.y};
    }
    wend__offset_xy unit;
    wend__unit_vector(lattice, direction, &unit.x, &unit.y);
    return unit;
}

wend__offset_xy wend__cell_from(const wend__spot *spot, wend_cell cell) {
    wend__offset_xy result = {(float)(cell.x - spot->cell.x), (float)(cell.y - spot->cell.y)};
    if (spot->field->shape.lattice == WEND_SQUARE) return result;
    float x, y, own_x, own_y;
    wend__centre(WEND_HEX, cell.x, cell.y, &x, &y);
    wend__centre(WEND_HEX, spot->cell.x, spot->cell.y, &own_x, &own_y);
    return (wend__offset_xy){x - own_x, y - own_y};
}

/* Is the square of four cells between two straight directions open in the direction of travel? */
static bool is_block_open(const wend__spot *spot, int diagonal) {
    int vertical, horizontal;
    wend__diagonal_parts(diagonal, &vertical, &horizontal);
    if (!(spot->exits >> vertical & 1) || !(spot->exits >> horizontal & 1)) return false;
    wend__shape shape = spot->field->shape;
    wend_cell a = wend__neighbour(shape.lattice, spot->cell, vertical);
    wend_cell b = wend__neighbour(shape.lattice, spot->cell, horizontal);
    return (wend__exits_of(spot->mover, wend__index(shape, a.x, a.y)) >> horizontal & 1) &&
           (wend__exits_of(spot->mover, wend__index(shape, b.x, b.y)) >> vertical & 1);
}

static uint32_t passable_from(const wend__spot *spot) {
    uint32_t sides = wend__sides(spot->field->shape.lattice), result = spot->exits & sides;
    bool has_squeezes = wend__squeezes_among_walls(spot->mover);
    if (sides != WEND__SQUARE_4 || (spot->exits == WEND__SQUARE_8 && !has_squeezes)) return spot->exits;
    bool is_strict =
        !has_squeezes && spot->mover->corner_rule == WEND_CORNER_NEVER && spot->mover->directions == WEND__SQUARE_8;
    for (int k = WEND_NORTH_EAST; k <= WEND_NORTH_WEST; k++) {
        bool is_open = is_strict ? spot->exits >> k & 1 : is_block_open(spot, k);
        if (is_open) result |= 1u << k;
    }
    return result;
}

wend__spot wend__spot_at(const wend_field *field, float x, float y, wend_cell cell) {
    wend__spot spot = {.field = field, .mover = field->mover, .cell = cell};
    float centre_x, centre_y;
    wend__centre(field->shape.lattice, cell.x, cell.y, &centre_x, &centre_y);
    spot.at = (wend__offset_xy){x - centre_x, y - centre_y};
    spot.index = wend__index(field->shape, cell.x, cell.y);
    spot.exits = wend__exits_of(field->mover, spot.index);
    spot.passable = passable_from(&spot);
    spot.value = wend__field_value_at(field, spot.index);
    spot.radius = (float)field->mover->radius * (1.0f / 256.0f);
    uint32_t diagonal = field->mover->directions == WEND__SQUARE_4 ? 2 * WEND__STRAIGHT : field->mover->diagonal;
    spot.diagonal = (float)diagonal / (float)WEND__STRAIGHT;
    return spot;
}
