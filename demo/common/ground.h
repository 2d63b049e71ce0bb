/* SPDX-License-Identifier: MIT
 * The ground of the demos: terrain with a little relief, and the heat map of a field over it. */
#ifndef WEND_COMMON_GROUND_H
#define WEND_COMMON_GROUND_H

#include "picture.h"

struct ground {
    const wend_mover *mover; /* of its map; terrain that is numbers is coloured by what this one pays */
    const uint8_t *terrain;  /* [cells] */
    bool is_characters;      /* the terrain is MovingAI's characters */
    const uint8_t *original; /* [cells] where it was no wall, a wall of terrain counts as painted; NULL: nowhere */
    uint8_t wall;
    const wend_field *field; /* its heat map lies over the ground; NULL: none */
    uint32_t *values;        /* [cells] scratch, where there is a field */
    uint8_t *looks;          /* [cells] scratch */
    struct picture *picture;
    int32_t top;           /* [pixels] where the map begins */
    float scale;           /* [pixels per cell] */
    const uint32_t *cells; /* the cell of every pixel from top on, or UINT32_MAX */
};

/* Which cell each pixel of a map shows that is drawn so large: into cells [width * height], UINT32_MAX for none. */
void ground_assign(const wend_map *map, float scale, int32_t width, int32_t height, uint32_t *cells);

void ground_draw(const struct ground *ground);

#endif
