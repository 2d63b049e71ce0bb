/* SPDX-License-Identifier: MIT
 * Walls painted on a map, and erased again. */
#ifndef WEND_COMMON_PAINT_H
#define WEND_COMMON_PAINT_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/mover.h>

struct paint {
    const wend_mover *mover; /* of the map; its costs say what is a wall */
    const uint8_t *original; /* [cells] erasing brings back this terrain, */
    uint8_t ground;          /* or this one where the original is a wall */
    uint8_t wall;
};

/* Squares of `side` cells round all cells from one to another, without gaps. Movers are to be updated afterwards. */
void paint_line(const struct paint *paint, wend_cell from, wend_cell to, int32_t side, bool is_wall);

#endif
