/* SPDX-License-Identifier: MIT
 * The ground of the demo: terrain with a little relief, and the heat map over it. */
#ifndef HORDE_GROUND_H
#define HORDE_GROUND_H

#include "common/picture.h"
#include "play.h"

struct ground {
    const struct play *play;
    struct picture *picture;
    int32_t top;           /* [pixels] where the map begins */
    float scale;           /* [pixels per cell] */
    const uint32_t *cells; /* the cell of every pixel from top on, or UINT32_MAX */
    uint32_t *values;      /* [cells] scratch, as the next two */
    uint8_t *terrain;
    uint8_t *looks;
    bool shows_heat;
};

void ground_draw(struct ground *ground);

#endif
