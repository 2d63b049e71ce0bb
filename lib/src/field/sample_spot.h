/* SPDX-License-Identifier: MIT
 * Inside the library: smooth samples where it is not simple: a point, what is round it, and what can be asked of that. */
#ifndef WEND__SAMPLE_SPOT_H
#define WEND__SAMPLE_SPOT_H

#include "field/sample.h"
#include "field/sample_bend.h"

#define WEND__ROUNDING 0.00390625f /* [cells] 1/256: what floats may be wrong by */
#define WEND__HEX_SLANT 0.57735026f

/* A centre that can be reached in a straight line, or by way of a corner. */
typedef struct wend__cone {
    wend__offset_xy centre; /* from the own centre */
    float value;            /* raw, less the own cell's */
    float rate_near;        /* raw, per cell of length, on this side of the border */
    float rate_far;         /* and beyond it */
    bool is_by_corner;      /* through the corner half way: what is beside it costs something else, or is blocked */
    bool is_squeeze;        /* no other way */
} wend__cone;

/* A point, and what is round it. Everything is relative to the centre of its cell. */
typedef struct wend__spot {
    const wend_field *field;
    const wend_mover *mover;
    wend_cell cell;
    uint32_t index;
    wend__offset_xy at;
    uint32_t exits;
    uint32_t passable; /* directions in which nothing is in the way between the two cells */
    uint32_t value;
    float radius;   /* [cells] */
    float least;    /* of the cones at the point: raw, less the own cell's value */
    float diagonal; /* length of a diagonal step */
    wend__cone cones[WEND__DIRECTIONS + 1];
    int count;
} wend__spot;

wend__spot wend__spot_at(const wend_field *field, float x, float y, wend_cell cell);

/* From one centre to that of the neighbour in a direction. */
wend__offset_xy wend__towards(wend_lattice lattice, int direction);
/* From the own centre to that of any cell. */
wend__offset_xy wend__cell_from(const wend__spot *spot, wend_cell cell);

/* Cones: see sample_cones.c. Of all cells that can be reached, the own one first; of the cell in a direction. */
void wend__add_cones(wend__spot *spot);
void wend__add_cone(wend__spot *spot, int direction);
/* The centre, or the corner before it, that a cone leads to from a point; to a corner between walls not along them. */
wend__offset_xy wend__point_of_cone(const wend__cone *cone, wend__offset_xy from);
/* What remains at a point, raw, less the own cell's value; from: the cone that says so, or NULL. */
float wend__remaining(const wend__spot *spot, wend__offset_xy point, const wend__cone **from);

/* Wishes: see sample_pulls.c. Where a cell heads for; false where it leads nowhere. */
bool wend__find_point(const wend__spot *spot, wend_cell cell, wend__offset_xy *out);
/* Where all cells round the point lead, of any length. */
wend__offset_xy wend__wish_from(const wend__spot *spot);

/* Walls: see sample_disc.c. Moves the end of a stretch to where nothing is in the way; false where that is not so after
 * all. */
bool wend__bend_along_walls(const wend__spot *spot, wend__offset_xy *end);
/* Can the disc go straight from a point of the cell to another one? Where it is too near to a wall already, it may get no
 * nearer. */
bool wend__can_go(const wend__spot *spot, wend__offset_xy from, wend__offset_xy end);
/* Cuts a stretch to what the disc can go; false where that is too little. */
bool wend__cut_stretch(const wend__spot *spot, wend__offset_xy *end);
/* The nearest point of what stops a disc with a radius; false where it meets nothing within a stretch. */
bool wend__find_wall(const wend__spot *spot, wend__offset_xy *point);

#endif
