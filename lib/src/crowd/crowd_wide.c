/* SPDX-License-Identifier: MIT
 * Exact moves of discs wider than a cell.
 *
 * Computes: where a move of at most 0.3 cells ends: straight, else along the wall that is nearest, else less far, else
 *           nowhere.
 * Invariant: the disc gets no deeper into a wall than 1/512 cell, or than it is: each stretch is tried against every
 *            side of a wall within reach.
 * Cost: cells that the disc covers.
 * Source: own. See field/sample_disc.c.
 *
 *      ######
 *      ####__          what of the move leads into the nearest point of the walls is left out
 *      ### /o \->
 *          \__/  \
 */
#include "crowd/crowd_move.h"
#include "field/sample_spot.h"

static wend__spot spot_of(const wend_field *field, float radius, wend__point from, wend_cell cell) {
    wend__spot spot = wend__spot_at(field, from.x, from.y, cell);
    if (radius > spot.radius) spot.exits = spot.passable = 0; /* they are the mover's, not the agent's */
    spot.radius = radius;
    return spot;
}

static bool is_on_map(const wend_field *field, wend__point point) {
    wend_cell cell;
    return wend__pick(field->shape, point.x, point.y, &cell);
}

/* What is left of a move along the nearest wall, and off it as far as the disc is too near. */
static wend__offset_xy along_wall(const wend__spot *spot, wend__offset_xy by) {
    wend__offset_xy wall;
    if (!wend__find_wall(spot, &wall)) return by;
    wend__offset_xy off = wend__minus(spot->at, wall);
    float far = wend__length_of(off);
    if (far <= 0.0f) return by;
    float into = (by.x * off.x + by.y * off.y) / far, push = spot->radius > far ? spot->radius - far : 0.0f;
    if (into >= push) return by;
    float less = (push < 0.05f ? push : 0.05f) - into;
    return (wend__offset_xy){by.x + off.x / far * less, by.y + off.y / far * less};
}

wend__point wend__crowd_slide_wide(const wend_field *field, float radius, wend__point from, wend__point by) {
    wend_cell cell;
    if (!wend__pick(field->shape, from.x, from.y, &cell)) return from;
    wend__spot spot = spot_of(field, radius, from, cell);
    wend__offset_xy whole = {by.x, by.y}, way = whole;
    float length = wend__length_of(way);
    float most = WEND__LONGEST_MOVE;
    if (length > most) way = whole = (wend__offset_xy){by.x * most / length, by.y * most / length};
    for (int tries = 0; tries < 8; tries++) {
        wend__offset_xy end = {spot.at.x + way.x, spot.at.y + way.y};
        wend__point to = {from.x + way.x, from.y + way.y};
        if (is_on_map(field, to) && wend__can_go(&spot, spot.at, end)) return to;
        whole = tries % 2 ? (wend__offset_xy){whole.x * 0.5f, whole.y * 0.5f} : whole;
        way = tries % 2 ? whole : along_wall(&spot, whole);
    }
    return from;
}
