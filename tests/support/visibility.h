/* SPDX-License-Identifier: MIT
 * The shortest way of a point among walls of whole cells, exactly: straight lines over the visibility graph of the
 * walls' corners. Walls are closed: the point may slide along them and pass a corner, but not between two walls that
 * meet at a corner. Independent of the library. */
#ifndef TEST_VISIBILITY_H
#define TEST_VISIBILITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In half cells: cell (x, y) has its centre at (2x + 1, 2y + 1). */
typedef struct visibility_point {
    int32_t x, y;
} visibility_point;

typedef struct visibility {
    int32_t width, height;
    const uint8_t *is_free; /* [width * height] */
    visibility_point *corners;
    double *distances; /* [corner_count] from each corner to the target; infinite where there is no way */
    size_t corner_count;
    visibility_point target;
} visibility;

/* False: no memory. is_free must outlive it. */
bool visibility_make(visibility *v, int32_t width, int32_t height, const uint8_t *is_free);
void visibility_free(visibility *v);

/* Is the straight line free? */
bool visibility_sees(const visibility *v, visibility_point a, visibility_point b);

/* Finds the distances to a target; quadratic in corners. */
void visibility_aim(visibility *v, visibility_point target);

/* [cells] the length of the shortest way from a point to the target; infinite where there is none. */
double visibility_distance(const visibility *v, visibility_point from);

#endif
