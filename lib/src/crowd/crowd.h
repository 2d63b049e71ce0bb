/* SPDX-License-Identifier: MIT
 * Inside the library: what a crowd holds, and the stages of a step. Lengths in cells, speeds in cells per second. */
#ifndef WEND__CROWD_H
#define WEND__CROWD_H

#include "base/wide.h"
#include "crowd/bins.h"
#include "field/field.h"

#include <wend/crowd.h>

#include <math.h>
#include <string.h>

#define WEND__BLOCK 64u          /* agents whose neighbours lie together: a multiple of four of every vector's lanes */
#define WEND__MOST_LANES 16u     /* of any vector */
#define WEND__NEAREST 8u         /* neighbours an agent minds */
#define WEND__NEAR_ROWS 9u       /* of WEND__BLOCK numbers: how many, and who: see wend__near_of */
#define WEND__LONGEST_WALK 0.25f /* [cells] of one piece of a step */
#define WEND__LONGEST_PUSH 0.08f /* [cells] of one sweep of separation */
#define WEND__SEPARATIONS 3
#define WEND__OPEN_RADIUS 0.5f /* up to here an agent in a cell whose neighbours are all open meets no wall */
#define WEND__LEAST_BINS 1024u /* of a level */
#define WEND__OWN_WAY 255u     /* goes to a point of its own */
#define WEND__RINGS 64u        /* round a field's goals: twice as far as the agents in them fill */
#define WEND__FIRST_RING (4.0f / (float)WEND__RINGS) /* [cells] */
#define WEND__LEAST_RADIUS (1.0f / 1024.0f)          /* [cells] */
#define WEND__MAX_RADIUS 64.0f                       /* [cells] */
#define WEND__MAX_SPEED 64.0f                        /* [cells per second] */
#define WEND__LEAST_CELL 1e-6f                       /* [world units] */
#define WEND__MAX_CELL 1e6f                          /* the same */
#define WEND__MAX_HEADWAY 4.0f                       /* [seconds] */
#define WEND__MAX_PRIORITY 24u
#define WEND__IMMOVABLE 1e37f   /* the mass of who holds: far above all others, and two of it are still a number */
#define WEND__LONGEST_WAIT 1e9f /* [seconds] */

/* How an agent moves in this piece of a step. */
typedef enum wend__way {
    WEND__WAY_FREE = 8,  /* anywhere the exits allow; 0..7: exactly through that side or corner of its cell */
    WEND__WAY_LINK = 9,  /* as free; then over to the target of a link */
    WEND__WAY_OPEN = 10, /* anywhere: no wall is so near */
    WEND__WAY_NONE = 11, /* nowhere */
    WEND__WAY_MASK = 15,
    WEND__HAS_ARRIVED = 16, /* beside the way: it had arrived, or settled, before this step; */
    WEND__FOLLOWS = 32,     /* it follows a leader; */
    WEND__IN_PLACE = 64,    /* and is where it should be; */
    WEND__IS_STUCK = 128    /* it was stuck */
} wend__way;

/* The outline of a cell round its centre, clockwise. Corner i lies between sides i and i + 1. */
typedef struct wend__outline {
    int count; /* 4 or 6 */
    int direction[6];
    float normal_x[6], normal_y[6];
    float corner_x[6], corner_y[6];
} wend__outline;

/* A field that agents follow by number. */
typedef struct wend__led {
    wend_field *field; /* NULL: none */
    const wend_mover *mover;
    float over_unit; /* of raw values to distances */
    uint64_t goals_seen;
    bool has_new_goals; /* since the piece of a step before */
    uint8_t disc;       /* the lowest number of a field with the same goals: they fill one disc */
    bool owes_goals;    /* the next field here has new goals: only that of a loaded crowd may go on with its old ones */
    /* How full it is round its goals, at the end of the last step; of the disc's field for all that share it. */
    float ring_width;         /* [cells] */
    float fills[WEND__RINGS]; /* what agents cover within the outer edge of a ring, of the disc that this is */
    _Atomic uint64_t rings[WEND__RINGS]; /* [1/1024 cell^2] what squares round agents cover, while it is counted */
} wend__led;

/* Agents in the order of a step, (bin, slot), padded to whole blocks. What kernels read and write. */
typedef struct wend__lanes {
    uint32_t count, blocks;
    bool is_uniform; /* all have one radius and one mass */
    float widest;    /* the greatest radius */
    float look;      /* beyond touching */
    float close;     /* the same: nobody who is farther overlaps in this piece, but by being pushed */
    float dt, over_dt;
    float over_headway;     /* [1/seconds] 0: no headway is kept */
    float *at;              /* [2] where it is; from the first sweep of separation on, where it goes */
    float *next;            /* [2] the same, after a move */
    float *others;          /* [4] what others see: velocity, where it wants to go (see wend__heading), radius */
    float *wish_x, *wish_y; /* the velocity it wants; then the one it gets */
    float *limits;          /* greatest speed */
    float *masses;
    uint32_t *near; /* [blocks][WEND__NEAR_ROWS][WEND__BLOCK] */
    uint8_t *ways;  /* a wend__way, and bits beside it */
    uint8_t *jams;  /* how much its jam comes from the other way, for the next step */
} wend__lanes;

enum wend__other { WEND__VELOCITY_X, WEND__VELOCITY_Y, WEND__HEADING, WEND__RADIUS, WEND__OTHERS };

/* Where one wants to go, in the bits of a float's place: bytes: x and y times 127; how much its jam comes from the
 * other way; the number of its field, or WEND__OWN_WAY. */
typedef struct wend__heading {
    float x, y;
    uint8_t jam, bound_for;
} wend__heading;

static inline float *wend__lane_others(const wend__lanes *lanes, uint32_t place) {
    return lanes->others + WEND__OTHERS * (size_t)place;
}

static inline void wend__put_heading(const wend__lanes *lanes, uint32_t place, wend__heading heading) {
    uint32_t x = (uint32_t)((int32_t)(heading.x * 127.0f + 128.5f) - 128) & 255u; /* rounded */
    uint32_t y = (uint32_t)((int32_t)(heading.y * 127.0f + 128.5f) - 128) & 255u;
    uint32_t bits = x | y << 8 | (uint32_t)heading.jam << 16 | (uint32_t)heading.bound_for << 24;
    memcpy(wend__lane_others(lanes, place) + WEND__HEADING, &bits, sizeof bits);
}

static inline uint32_t wend__heading_bits(const wend__lanes *lanes, uint32_t place) {
    uint32_t bits;
    memcpy(&bits, wend__lane_others(lanes, place) + WEND__HEADING, sizeof bits);
    return bits;
}

/* The way it wants to go, times 127. */
static inline void wend__heading_of(const wend__lanes *lanes, uint32_t place, float *x, float *y) {
    uint32_t bits = wend__heading_bits(lanes, place);
    *x = (float)(int8_t)(bits & 255);
    *y = (float)(int8_t)(bits >> 8 & 255);
}

/* The number of the field it follows, or WEND__OWN_WAY. */
static inline uint32_t wend__bound_for(const wend__lanes *lanes, uint32_t place) {
    return wend__heading_bits(lanes, place) >> 24;
}

/* Whom an agent minds: how many, plus how many of them are close << 8; row by row from there on, who: first those who
 * are close, then the others. */
static inline uint32_t *wend__near_of(const wend__lanes *lanes, uint32_t place) {
    return lanes->near + (size_t)(place / WEND__BLOCK) * WEND__NEAR_ROWS * WEND__BLOCK + place % WEND__BLOCK;
}

/* Kernels: of blocks begin .. end. */
typedef void wend__crowd_kernel(const wend__lanes *lanes, const wend__binning *binning, uint32_t begin, uint32_t end);
WEND__WIDE_DECLARE(wend__crowd_kernel, wend__find_neighbours);
WEND__WIDE_DECLARE(wend__crowd_kernel, wend__avoid);
WEND__WIDE_DECLARE(wend__crowd_kernel, wend__separate);

typedef struct wend__follower {
    wend_agent leader;          /* generation 0: none */
    float ahead, right;         /* [cells] */
    float heading_x, heading_y; /* the way its leader last went */
} wend__follower;

/* What is seldom asked for from outside; together, for one step reads it all. */
typedef struct wend__agent {
    float radius, speed, acceleration;
    float progress; /* how fast it got on along its wish in the last piece */
    float held_up;  /* [seconds] how long it has hardly got on; on a link: how long that still takes */
    uint32_t
        nearest; /* what remained when it last got nearer, or on; on a link: its target's cell; nobody: the next free slot */
    uint32_t generation;
    uint8_t field, priority, order;
    uint8_t jam;     /* how much its jam comes from the other way */
    bool goes_round; /* those before it, until there is no more room */
    uint16_t alone;  /* for how many pieces a settled one has touched nobody who keeps it there */
} wend__agent;

struct wend_crowd {
    wend_allocator allocator;
    wend_map *map;
    wend__shape shape;
    wend_backend backend;
    float radius, look, arrival_radius, headway;
    uint32_t capacity, places, count;
    uint32_t used;      /* the most places there ever were: from there on no generation was given */
    uint32_t free_slot; /* the one that was given up last; next ones in nearest; WEND__NO_BIN: none */
    uint64_t steps;
    uint64_t nanoseconds[WEND_CROWD_STAGES];
    wend__led *fields; /* [field_count] */
    uint32_t field_count;
    bool is_in_cells; /* world units are cells */
    bool has_formations, has_congestion;
    bool has_new_fields; /* since the last piece of a step: who shares a disc? */

    /* By slot. */
    float *at;         /* [2] in cells: the truth */
    float *world;      /* [2] the same in the world; where world units are cells it is `at` */
    float *velocities; /* [2] world units per second */
    wend__agent *agents;
    uint8_t *statuses, *events;
    void **users;
    wend__follower *followers; /* NULL without formations */

    uint16_t *crowded; /* [cells] what the agents in each cost; NULL without room for congestion */
    uint8_t *costs;    /* [cells] the overlay that comes of it */
    wend__outline outline;
    wend__binning binning;
    wend__lanes lanes;
};

/* The cell of a position that is on the map. */
static inline wend_cell wend__crowd_cell(wend__shape shape, float x, float y) {
    wend_cell cell = {(int32_t)x, (int32_t)y};
    if (shape.lattice == WEND_HEX) (void)wend__pick(shape, x, y, &cell);
    return cell;
}

static inline bool wend__crowd_is_alive(const wend_crowd *crowd, uint32_t slot) {
    return crowd->statuses[slot] != WEND_AGENT_NONE;
}

#endif
