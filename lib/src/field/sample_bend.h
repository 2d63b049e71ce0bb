/* SPDX-License-Identifier: MIT
 * Inside the library: stretches bent along walls and round corners, on squares. Everything is from the centre of the
 * cell that the stretch begins in, in cells. What is closed is told by bits: sides of the cell, and the cells across its
 * corners if no way leads there, not even round the corner by one side.
 *
 * Computes: where a stretch ends that is bent so, and whether it is free.
 * Invariant: what begins out of all that is closed, and is bent well, stays out of it, but for WEND__SLACK.
 * Cost: eight times a few operations, no branches.
 * Source: own. The pictures are further down. */
#ifndef WEND__SAMPLE_BEND_H
#define WEND__SAMPLE_BEND_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <wend/map.h>

#define WEND__LEAST_GAP 0.0625f   /* kept from walls where the radius is smaller */
#define WEND__STRETCH 0.5f        /* how far ahead a direction must be free */
#define WEND__SLACK 0.0009765625f /* 1/1024: walls are that much softer than they are, and less is no way */

/* All sides, in the order that ends are moved in: DO(side, the corners to its right and left, the way to it). */
#define WEND__EACH_SIDE(DO)                                                                                            \
    DO(WEND_NORTH, WEND_NORTH_EAST, WEND_NORTH_WEST, 0.0f, -1.0f)                                                      \
    DO(WEND_EAST, WEND_SOUTH_EAST, WEND_NORTH_EAST, 1.0f, 0.0f)                                                        \
    DO(WEND_SOUTH, WEND_SOUTH_WEST, WEND_SOUTH_EAST, 0.0f, 1.0f)                                                       \
    DO(WEND_WEST, WEND_NORTH_WEST, WEND_SOUTH_WEST, -1.0f, 0.0f)
/* All corners, after them: DO(corner, the way to it). */
#define WEND__EACH_CORNER(DO)                                                                                          \
    DO(WEND_NORTH_EAST, 1.0f, -1.0f)                                                                                   \
    DO(WEND_SOUTH_EAST, 1.0f, 1.0f)                                                                                    \
    DO(WEND_SOUTH_WEST, -1.0f, 1.0f)                                                                                   \
    DO(WEND_NORTH_WEST, -1.0f, -1.0f)

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

/* What was moved out of a wall may end farther away. */
static inline float wend__reach_of(float length) {
    return length > WEND__STRETCH ? WEND__STRETCH : length;
}

/* How far from the centre towards a closed side a disc may be. Wide discs keep to the lines between centres. */
static inline float wend__limit_of(float radius) {
    if (radius >= 0.5f) return 0.0f;
    return 0.5f - (radius > WEND__LEAST_GAP ? radius : WEND__LEAST_GAP);
}

/* What a stretch from p to e has to do with a blocked quarter, in whose coordinates it is where both are above the limit:
 *
 *      . . . |####       It ends within, or it cuts the corner K. Then e is moved to the side that the way comes in by
 *      . . . |####       (from there on as far as the corner), or the way to the corner itself if it goes out by the
 *      . . . K----       other side: without jumps as p and e move, but where the way goes straight for the corner: there
 *      p . . . . e       two ways tie. */
typedef struct wend__quarter {
    int32_t ends_within, cuts;
    int32_t by_y;  /* it comes in across the limit of y */
    float turn;    /* > 0: the way passes the corner on its far side in x */
    float squared; /* from p to the corner */
} wend__quarter;

static inline wend__quarter wend__quarter_of(float p_x, float p_y, float e_x, float e_y, float limit) {
    float soft = limit + WEND__SLACK, to_x = limit - p_x, to_y = limit - p_y;
    int32_t p_across = p_x > soft, p_down = p_y > soft, e_across = e_x > soft, e_down = e_y > soft;
    wend__quarter quarter = {.turn = (e_x - p_x) * to_y - (e_y - p_y) * to_x, .squared = to_x * to_x + to_y * to_y};
    int32_t by_turn = quarter.turn > 0.0f, by_end = e_y < e_x;
    quarter.ends_within = e_across & e_down;
    quarter.by_y = (p_across & (p_down ^ 1)) | (p_across & p_down & by_end) | (((p_across | p_down) ^ 1) & by_turn);
    int32_t comes_across = p_across & e_down & (quarter.turn > 0.0f);
    int32_t comes_down = p_down & e_across & (quarter.turn < 0.0f);
    quarter.cuts =
        (comes_across | comes_down) & (quarter.ends_within ^ 1) & ((p_across & p_down) ^ 1) & (quarter.squared > 0.0f);
    return quarter;
}

/* A point moved to the side of a quarter that its stretch comes in by; what lies along the side, and what across it. */
static inline wend__offset_xy wend__out_of_quarter(float p_along, float p_across, float e_along, float limit) {
    int32_t comes_back = (e_along < p_along) & (p_across >= limit - WEND__SLACK);
    return (wend__offset_xy){comes_back ? wend__at_least(limit, p_along - WEND__STRETCH) : e_along, limit};
}

/* The end of a stretch, and the corner that it cuts, from where it begins. */
typedef struct wend__end {
    float x, y;
    float corner_x, corner_y, squared; /* the last: 0 if there is none */
} wend__end;

/* What a stretch has to do with a closed side, along which the wall ends at the corners that are open:
 *
 *      . . e .        It ends beyond the limit: within the wall's length it is moved back to the limit; beyond an open
 *      . ./K####      end nothing is to be done, if it passes the end K; else the way to K is taken. In the coordinates
 *      . p |####      of the side: away from it, and along it towards the open end. */
typedef struct wend__passing {
    float beyond;
    int32_t passes_end, hits;
    float turn, to_x, to_y, squared; /* to the end that it passes */
} wend__passing;

/* No stretch gets as far. */
#define WEND__FAR 4.0f

static inline wend__passing wend__passing_of(uint32_t closed, int side, int right, int left, wend__offset_xy at,
                                             float e_x, float e_y, float way_x, float way_y, float limit) {
    /* Whole numbers become floats at once: compilers do not like to mix what comes of comparing the two. */
    float wall = closed & 1u << side ? limit : WEND__FAR, far = 1.0f - limit;
    float right_end = closed & 1u << right ? WEND__FAR : far, left_end = closed & 1u << left ? WEND__FAR : far;
    float along_x = -way_y, along_y = way_x;
    float p = at.x * way_x + at.y * way_y, e = e_x * way_x + e_y * way_y;
    float p_along = at.x * along_x + at.y * along_y, e_along = e_x * along_x + e_y * along_y;
    int32_t goes_right = e_along > right_end, goes_left = e_along < -left_end;
    float sign = goes_right ? 1.0f : -1.0f, to = limit - p, to_end = far - p_along * sign;
    wend__passing passing = {.beyond = e - wall, .passes_end = goes_right | goes_left};
    passing.turn = (e - p) * to_end - (e_along - p_along) * sign * to;
    passing.hits = passing.turn > 0.0f;
    passing.to_x = to * way_x + to_end * sign * along_x;
    passing.to_y = to * way_y + to_end * sign * along_y;
    passing.squared = to * to + to_end * to_end;
    return passing;
}

static inline wend__end wend__off_side(wend__end end, uint32_t closed, int side, int right, int left,
                                       wend__offset_xy at, float way_x, float way_y, float limit) {
    wend__passing passing = wend__passing_of(closed, side, right, left, at, end.x, end.y, way_x, way_y, limit);
    int32_t meets = passing.beyond > 0.0f, moves = meets & (passing.passes_end ^ 1);
    int32_t cuts = meets & passing.passes_end & passing.hits;
    float back = moves ? passing.beyond : 0.0f;
    end.x -= way_x * back;
    end.y -= way_y * back;
    end.corner_x = cuts ? passing.to_x : end.corner_x;
    end.corner_y = cuts ? passing.to_y : end.corner_y;
    end.squared = cuts ? passing.squared : end.squared;
    return end;
}

static inline wend__end wend__off_corner(wend__end end, uint32_t is_closed, wend__offset_xy at, float way_x,
                                         float way_y, float limit) {
    float p_x = at.x * way_x, p_y = at.y * way_y, e_x = end.x * way_x, e_y = end.y * way_y;
    wend__quarter quarter = wend__quarter_of(p_x, p_y, e_x, e_y, limit);
    int32_t moves = (int32_t)is_closed & quarter.ends_within, cuts = (int32_t)is_closed & quarter.cuts;
    wend__offset_xy by_y = wend__out_of_quarter(p_x, p_y, e_x, limit);
    wend__offset_xy by_x = wend__out_of_quarter(p_y, p_x, e_y, limit);
    float moved_x = quarter.by_y ? by_y.x : by_x.y, moved_y = quarter.by_y ? by_y.y : by_x.x;
    end.x = moves ? moved_x * way_x : end.x;
    end.y = moves ? moved_y * way_y : end.y;
    end.corner_x = cuts ? (limit - p_x) * way_x : end.corner_x;
    end.corner_y = cuts ? (limit - p_y) * way_y : end.corner_y;
    end.squared = cuts ? quarter.squared : end.squared;
    return end;
}

/* Where it ends at last: of a corner that is cut, the way to it goes on. */
static inline wend__offset_xy wend__end_at(const wend__end *end, wend__offset_xy at) {
    float way_x = end->x - at.x, way_y = end->y - at.y;
    int32_t cuts = end->squared > 0.0f;
    float scale = sqrtf((way_x * way_x + way_y * way_y) / (cuts ? end->squared : 1.0f));
    float cut_x = at.x + end->corner_x * scale, cut_y = at.y + end->corner_y * scale;
    return (wend__offset_xy){cuts ? cut_x : end->x, cuts ? cut_y : end->y};
}

/* Moves the end of a stretch to where no closed side and no blocked corner is in the way. */
static inline wend__offset_xy wend__bent(uint32_t closed, wend__offset_xy at, wend__offset_xy to, float limit) {
    wend__end end = {to.x, to.y, 0.0f, 0.0f, 0.0f};
#define OFF_SIDE(side, right, left, way_x, way_y)                                                                      \
    end = wend__off_side(end, closed, side, right, left, at, way_x, way_y, limit);
#define OFF_CORNER(corner, way_x, way_y) end = wend__off_corner(end, (closed >> (corner)) & 1, at, way_x, way_y, limit);
    WEND__EACH_SIDE(OFF_SIDE)
    WEND__EACH_CORNER(OFF_CORNER)
#undef OFF_SIDE
#undef OFF_CORNER
    return wend__end_at(&end, at);
}

static inline uint32_t wend__is_beyond_side(wend__offset_xy at, wend__offset_xy end, uint32_t closed, int side,
                                            int right, int left, float way_x, float way_y, float limit) {
    wend__passing passing = wend__passing_of(closed, side, right, left, at, end.x, end.y, way_x, way_y, limit);
    int32_t is_off = passing.turn * passing.turn >= WEND__SLACK * WEND__SLACK * passing.squared;
    int32_t hits = (passing.passes_end ^ 1) | (passing.hits & is_off);
    return (uint32_t)((passing.beyond >= WEND__SLACK) & hits);
}

static inline uint32_t wend__is_beyond_corner(wend__offset_xy at, wend__offset_xy end, float way_x, float way_y,
                                              float limit) {
    wend__quarter quarter = wend__quarter_of(at.x * way_x, at.y * way_y, end.x * way_x, end.y * way_y, limit);
    int32_t is_off = quarter.turn * quarter.turn >= WEND__SLACK * WEND__SLACK * quarter.squared;
    return (uint32_t)(quarter.ends_within | (quarter.cuts & is_off));
}

/* Out of one wall may be into another: is a stretch free as it is? */
static inline int32_t wend__is_bent_well(uint32_t closed, wend__offset_xy at, wend__offset_xy end, float limit) {
    uint32_t beyond = 0;
#define LOOK_AT_SIDE(side, right, left, way_x, way_y)                                                                  \
    beyond |= wend__is_beyond_side(at, end, closed, side, right, left, way_x, way_y, limit) << (side);
#define LOOK_AT_CORNER(corner, way_x, way_y) beyond |= wend__is_beyond_corner(at, end, way_x, way_y, limit) << (corner);
    WEND__EACH_SIDE(LOOK_AT_SIDE)
    WEND__EACH_CORNER(LOOK_AT_CORNER)
#undef LOOK_AT_SIDE
#undef LOOK_AT_CORNER
    return (beyond & closed) == 0;
}

/* Is a disc out of all that is closed? It is if it came there by bending. */
static inline int32_t wend__is_clear_of(uint32_t closed, wend__offset_xy at, float limit) {
    float soft = limit + WEND__SLACK;
    uint32_t north = at.y<-soft, east = at.x> soft, south = at.y > soft, west = at.x < -soft;
    uint32_t within = north | east << 1 | south << 2 | west << 3 | (north & east) << 4 | (south & east) << 5 |
                      (south & west) << 6 | (north & west) << 7;
    return (within & closed) == 0;
}

#endif
