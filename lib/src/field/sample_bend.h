/* SPDX-License-Identifier: MIT
 * Inside the library: directions bent along walls and round corners. Everything is from the centre of a cell, in cells.
 */
#ifndef WEND__SAMPLE_BEND_H
#define WEND__SAMPLE_BEND_H

#include <math.h>
#include <stdbool.h>

#define WEND__LEAST_GAP 0.0625f   /* kept from walls where the radius is smaller */
#define WEND__STRETCH 0.5f        /* how far ahead a direction must be free */
#define WEND__LEAST_FALL 0.2f     /* of the full rate of what remains, over the stretch */
#define WEND__LOOKS 5             /* so many times, as far apart, is looked whether it falls */
#define WEND__SLACK 0.0009765625f /* 1/1024: walls are that much softer than they are, and less is no way */

typedef struct wend__offset_xy {
    float x, y;
} wend__offset_xy;

static inline float wend__absolute(float value) {
    return value < 0.0f ? -value : value;
}

static inline float wend__at_least(float bound, float value) {
    return value < bound ? bound : value;
}

static inline wend__offset_xy wend__minus(wend__offset_xy a, wend__offset_xy b) {
    return (wend__offset_xy){a.x - b.x, a.y - b.y};
}

static inline float wend__length_of(wend__offset_xy a) {
    return sqrtf(a.x * a.x + a.y * a.y);
}

/* How far from the centre towards a closed side a disc may be. Wide discs keep to the lines between centres. */
static inline float wend__limit_of(float radius) {
    if (radius >= 0.5f) return 0.0f;
    return 0.5f - (radius > WEND__LEAST_GAP ? radius : WEND__LEAST_GAP);
}

/* Where the way from p to e would lead through a blocked quarter, its corner at (limit, limit): e is
 * moved to the side that the way comes in by (from there on as far as the corner), or the way to the corner itself if it
 * goes out by the other side.
 *
 *      . . . |####       In the coordinates of the quarter: it is where both are above the limit. The end moves without
 *      . . . |####       jumps as p and e do, but where the way goes straight for the corner: there two ways tie.
 *      . . . K----
 *      p . . . . e */
static inline void wend__bend_in_quarter(wend__offset_xy p, wend__offset_xy *e, float limit) {
    float soft = limit + WEND__SLACK;
    bool p_across = p.x > soft, p_down = p.y > soft, e_across = e->x > soft, e_down = e->y > soft;
    if ((!p_across && !e_across) || (!p_down && !e_down)) return;
    wend__offset_xy to_corner = {limit - p.x, limit - p.y}, way = wend__minus(*e, p);
    float turn = way.x * to_corner.y - way.y * to_corner.x; /* > 0: the way passes the corner on its far side in x */
    if (e_across && e_down) {
        bool by_y = p_across == p_down ? (p_across ? e->y < e->x : turn > 0.0f) : p_across;
        if (by_y) {
            e->y = limit;
            if (e->x < p.x && p.y >= limit - WEND__SLACK) e->x = wend__at_least(limit, p.x - WEND__STRETCH);
        } else {
            e->x = limit;
            if (e->y < p.y && p.x >= limit - WEND__SLACK) e->y = wend__at_least(limit, p.y - WEND__STRETCH);
        }
        return;
    }
    if (p_across && p_down) return;
    bool cuts = (p_across && e_down && turn > 0.0f) || (p_down && e_across && turn < 0.0f);
    float far = wend__length_of(to_corner);
    if (!cuts || far <= 0.0f) return;
    float scale = wend__length_of(way) / far;
    *e = (wend__offset_xy){p.x + to_corner.x * scale, p.y + to_corner.y * scale};
}

#endif
