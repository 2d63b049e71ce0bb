/* SPDX-License-Identifier: MIT
 * Inside the library: where the marks round a point lead. Each of four cells has something to head for; their directions
 * from the point, weighed by how near their centres are, make the direction wished for.
 *
 *      a | b      Computes: that direction, and whether the four agree.
 *      --*--      Invariant: it turns without jumps while the point stays between the four centres.
 *      c | d      Cost: four square roots. Source: own; weights as in bilinear interpolation. */
#ifndef WEND__SAMPLE_WISH_H
#define WEND__SAMPLE_WISH_H

#include "field/sample_plan.h"

#define WEND__SOFT 0.5f             /* [cells] points nearer than this pull less and less */
#define WEND__AGREED 0.9604f        /* 0.98 squared: of the length of the pulls' sum, 1 were they all one way */
#define WEND__LEAST_AGREEMENT 0.25f /* 0.5 squared: with less there is no wish */

typedef struct wend__pull {
    float x, y;
} wend__pull;

/* From the point at (x, y), in cells, to what a mark says, weighed: the sides are -1 or 1 at corners, else 0. */
static inline wend__pull wend__pull_of(uint32_t mark, float x, float y, float weight, float from_centre) {
    int32_t is_corner = (int32_t)(mark >> 28 & 1);
    int32_t east = is_corner * ((int32_t)(mark >> 28 & 2) - 1), south = is_corner * ((int32_t)(mark >> 29 & 2) - 1);
    int32_t column = (int32_t)(mark & WEND__MARK_SIDE);
    int32_t row = (int32_t)(mark >> WEND__MARK_SIDE_BITS & WEND__MARK_SIDE);
    float away_x = ((float)column + 0.5f - x) + (float)east * from_centre;
    float away_y = ((float)row + 0.5f - y) + (float)south * from_centre;
    float length = sqrtf(away_x * away_x + away_y * away_y);
    float scale = weight / (length > WEND__SOFT ? length : WEND__SOFT);
    return (wend__pull){away_x * scale, away_y * scale};
}

/* The weights of four cells. Those that are blocked, or that the own one has no way to within the four, weigh nothing. */
typedef struct wend__weights {
    float own, beside, below, beyond;
} wend__weights;

/* other_column, other_row: they are not beyond the border. */
static inline wend__weights wend__weights_of(float across, float down, int32_t other_column, int32_t other_row,
                                             uint32_t beside, uint32_t below, uint32_t beyond) {
    int32_t has_beside = other_column & (beside != 0), has_below = other_row & (below != 0);
    int32_t has_beyond = other_column & other_row & (beyond != 0) & (has_beside | has_below);
    wend__weights weights = {.own = (1.0f - across) * (1.0f - down)};
    weights.beside = has_beside ? across * (1.0f - down) : 0.0f;
    weights.below = has_below ? (1.0f - across) * down : 0.0f;
    weights.beyond = has_beyond ? across * down : 0.0f;
    return weights;
}

typedef struct wend__wish {
    float x, y; /* a unit vector */
    int32_t is_any;
    int32_t is_agreed; /* they lead nearly one way */
} wend__wish;

/* From the sum of the pulls, and what they weigh together. */
static inline wend__wish wend__wish_of(float x, float y, float total) {
    float squared = x * x + y * y, length = sqrtf(squared), whole = total * total;
    return (wend__wish){x / length, y / length, squared >= WEND__LEAST_AGREEMENT * whole,
                        squared >= WEND__AGREED * whole};
}

/* Is a way on from the own cell? Not from a wall, a goal or the start of a link. */
static inline int32_t wend__leads_on(uint32_t own) {
    uint32_t kind = own & (WEND__MARK_CORNER | WEND__MARK_CENTRE | WEND__MARK_END);
    return (own != 0) & (kind != WEND__MARK_END);
}

/* Is the own cell open, and do the three others lead on, too? Then an agreed wish is a way, and what remains falls. */
static inline int32_t wend__is_open(uint32_t own, uint32_t beside, uint32_t below, uint32_t beyond) {
    return (int32_t)(own >> 31) & (beside != 0) & (below != 0) & (beyond != 0);
}

#endif
