/* SPDX-License-Identifier: MIT
 * wend: a crowd of agents that follow fields, keep apart, and never enter a wall.
 *
 *      wend_crowd_create -> wend_crowd_set_field -> wend_crowd_add ... -> wend_crowd_step, wend_crowd_step, ...
 *
 * Positions, lengths and speeds are in world units, as the map's cell_size and origin say. Everything is a function of
 * the crowd's state, the fields and dt: the same bits for any number of threads, every back end and every machine.
 * Threads: one thread steps or changes a crowd at a time; meanwhile nobody may build its fields or update their movers.
 * Any number may read it while nobody does. */
#ifndef WEND_CROWD_H
#define WEND_CROWD_H

#include <wend/field.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_CROWD_STAGES 8
#define WEND_MAX_CROWD (1u << 24)

/* An agent. All zero: none. Once it is removed its id is no longer good, and no other agent ever gets the same one
 * (until its place was used 2^32 times). */
typedef struct wend_agent {
    uint32_t index; /* its place in the arrays below */
    uint32_t generation;
} wend_agent;

/* What an agent is to do. */
typedef enum wend_order {
    WEND_ORDER_GO = 0,    /* follow its field, or its leader */
    WEND_ORDER_STOP = 1,  /* slow down and stand; whoever presses may push it aside */
    WEND_ORDER_HOLD = 2,  /* stand and give way to nobody */
    WEND_ORDER_LEAVE = 3, /* as GO; at a goal, whatever the arrival radius, it leaves the map, and is no more */
    /* Straight to a point while it sees that; where it cannot, its field leads. Needs a crowd with formations. */
    WEND_ORDER_POINT = 4
} wend_order;

typedef struct wend_agent_desc {
    float x, y;
    /* [world units] From 1/1024 to 64 cells; 0 means 0.3 cells. It keeps so far from walls, but on hexagons a radius
     * from 0.24 to 0.5 cells keeps 0.24, for sides are narrow. Which cells it goes through is up to its field's mover,
     * whose radius should be at least this, in 1/256 cell. */
    float radius;
    float speed;        /* [world units per second] top speed, up to 64 cells per second; 0 means 4 cells per second */
    float acceleration; /* [world units per second^2] of what it wishes; it still stops as fast as it must for others.
                           0: any change at once */
    uint32_t field;     /* the number it was given in wend_crowd_set_field */
    uint32_t priority;  /* [0..24] the lower one of two gives way; of equals the smaller one more: by radius^2 */
    wend_order order;
    /* None: it follows its field alone. Else its place is beside the leader, as far as it can see that place; where it
     * cannot, or its leader is no more, its field leads. Never itself; in a circle of leaders each goes after the next.
     * Needs a crowd with formations. */
    wend_agent leader;
    float offset_x, offset_y; /* its place seen from the leader: ahead, and to the right of where that heads. With
                                 WEND_ORDER_POINT: the point, in the world. Up to 32768 cells */
    void *user;               /* the caller's */
} wend_agent_desc;

/* How an agent fares, after a step. */
typedef enum wend_agent_status {
    WEND_AGENT_NONE = 0, /* there is no agent at this place */
    WEND_AGENT_WALKING = 1,
    WEND_AGENT_ARRIVED = 2, /* within the arrival radius of a goal, within half of that, in cells, of its point, or at
                                its place in a formation */
    WEND_AGENT_SETTLED = 3, /* as near as it gets for others that have arrived: it stands */
    WEND_AGENT_STUCK = 4,   /* far from its goal, and has got nowhere for ten seconds or so, though nobody who is on the
                                way, too, is before it: two that wait for each other are both WALKING. It still tries,
                                and is WALKING again once it gets on */
    WEND_AGENT_STANDING = 5, /* was told to */
    WEND_AGENT_LOST = 6,     /* no way leads on from where it is: its goals are cut off, or its field was never built,
                                or taken away */
    WEND_AGENT_ESCAPING = 7, /* on its way out of a wall that was put on it */
    WEND_AGENT_ON_LINK = 8   /* on the way from one end of a link to the other: it meets nobody */
} wend_agent_status;

/* What happened to an agent in a step, as bits. Told until the next step, or until its place is given to another. Each
 * may happen again: who is pushed off its goal arrives anew. */
typedef enum wend_agent_event {
    WEND_EVENT_ARRIVED = 1,
    WEND_EVENT_SETTLED = 2,
    WEND_EVENT_STUCK = 4,
    WEND_EVENT_ESCAPING = 8, /* it found itself in a wall */
    WEND_EVENT_LEFT_MAP = 16 /* it arrived and was told to leave: it was removed */
} wend_agent_event;

typedef struct wend_crowd_desc {
    uint32_t capacity; /* agents [1..WEND_MAX_CROWD] */
    uint32_t fields;   /* that can be set at once [1..255]; 0 means 16 */
    float radius;      /* [world units] of most agents: the work is planned for that; from 1/1024 to 64 cells; 0 means
                             0.3 cells */
    float look;        /* [world units] how far beyond touching agents mind each other; 0 means 1.5 times radius,
                             with a headway 4 times */
    float arrival_radius; /* [1.0 = one straight step at unit_cost] whoever has at most this left has arrived [0..1024];
                             0 means 1 */
    float headway;        /* [seconds] pedestrians keep so far behind whoever walks ahead of them [0..4]; 0: they
                             close up */
    int32_t formations;   /* not 0: agents may have leaders, or points to go to; 24 bytes an agent more */
    int32_t congestion;   /* not 0: wend_crowd_write_congestion may be asked; 3 bytes a cell of the map */
    wend_backend backend; /* what a step works with; 0 is the best one that there is */
} wend_crowd_desc;

/* The stages of a step, in their order, and what wend_crowd_write_congestion takes. */
typedef enum wend_crowd_stage {
    WEND_STAGE_BIN = 0,
    WEND_STAGE_DESIRE = 1,
    WEND_STAGE_NEIGHBOURS = 2,
    WEND_STAGE_AVOID = 3,
    WEND_STAGE_MOVE = 4,
    WEND_STAGE_SEPARATE = 5,
    WEND_STAGE_ARRIVE = 6,
    WEND_STAGE_CONGESTION = 7
} wend_crowd_stage;

typedef struct wend_crowd_info {
    uint32_t agents;
    uint32_t arrived; /* ARRIVED or SETTLED */
    uint32_t stuck;
    uint32_t in_wall; /* agents whose centre is in a cell that their field's mover calls blocked; not those on a link */
    uint64_t steps;
    uint64_t hash; /* of indices, positions and velocities, as little-endian bytes, by index */
    uint64_t nanoseconds[WEND_CROWD_STAGES]; /* by stage, since creation, by the clock of tasks; 0 without one */
    wend_backend backend;
} wend_crowd_info;

typedef struct wend_crowd wend_crowd;

/* A crowd on a map, which it holds. All memory is allocated here: at most 176 bytes an agent, 24 more with formations.
 * Errors: ARGUMENT, SIZE, NO_MEMORY, UNSUPPORTED (the back end). */
WEND_API wend_status wend_crowd_create(wend_map *map, const wend_crowd_desc *desc, wend_crowd **out);
/* Gives up its holds. NULL is allowed. */
WEND_API void wend_crowd_destroy(wend_crowd *crowd);

/* Field `number` from now on: whoever follows that number follows this one. The crowd holds it. NULL takes it away: its
 * agents stand. Errors: ARGUMENT (a number too high, a field of another map, a snapshot). */
WEND_API wend_status wend_crowd_set_field(wend_crowd *crowd, uint32_t number, wend_field *field);

/* A new agent; its id into out (may be NULL). Allocates nothing. Errors: ARGUMENT (a number that is none or out of
 * range, a field that was not set, a leader without formations), OUTSIDE (off the map), CAPACITY. */
WEND_API wend_status wend_crowd_add(wend_crowd *crowd, const wend_agent_desc *desc, wend_agent *out);
/* Errors: ARGUMENT (no such agent). */
WEND_API wend_status wend_crowd_remove(wend_crowd *crowd, wend_agent agent);
/* Takes all agents out: who comes next moves as in a new crowd. Fields stay. */
WEND_API void wend_crowd_clear(wend_crowd *crowd);
/* Not 0: there is such an agent. */
WEND_API int32_t wend_crowd_has(const wend_crowd *crowd, wend_agent agent);
/* The agent at a place of the arrays; none where there is none. */
WEND_API wend_agent wend_crowd_agent_at(const wend_crowd *crowd, uint32_t index);

/* What an agent was told, its position being where it is. Errors: ARGUMENT. */
WEND_API wend_status wend_crowd_get(const wend_crowd *crowd, wend_agent agent, wend_agent_desc *out);
/* Tells an agent anew: get, change, set. Errors: those of wend_crowd_add; then nothing has changed. */
WEND_API wend_status wend_crowd_set(wend_crowd *crowd, wend_agent agent, const wend_agent_desc *desc);

/* One step of dt [seconds] [0..1]; long ones are divided so that nobody walks farther than a quarter of a cell at once,
 * and at least in four a second. Steps of another dt give other bits, and shorter ones are more exact; below 1e-5 agents
 * hardly move. Allocates nothing. tasks may be NULL.
 *
 * Source: J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal n-body collision avoidance (2011), for the
 * half-planes of velocities; C. Hildreth, A quadratic programming procedure (1957), for what is chosen among them; M.
 * Mueller, B. Heidelberger, M. Hennix, J. Ratcliff, Position based dynamics (2007), for the separation.
 * Errors: ARGUMENT (NaN, negative, more than 1). */
WEND_API wend_status wend_crowd_step(wend_crowd *crowd, float dt, const wend_tasks *tasks);

/* Arrays by index; places without an agent have status NONE. Valid until the crowd is changed or stepped. */
WEND_API uint32_t wend_crowd_places(const wend_crowd *crowd);         /* how long the arrays are */
WEND_API uint32_t wend_crowd_count(const wend_crowd *crowd);          /* agents */
WEND_API const float *wend_crowd_positions(const wend_crowd *crowd);  /* x, y */
WEND_API const float *wend_crowd_velocities(const wend_crowd *crowd); /* x, y [world units per second] */
WEND_API const uint8_t *wend_crowd_statuses(const wend_crowd *crowd); /* wend_agent_status */
WEND_API const uint8_t *wend_crowd_events(const wend_crowd *crowd);   /* wend_agent_event, of the last step */

/* The next agent, by index, that something happened to in the last step, from *index on, which then is the index after
 * it; its events, or 0: no more. A removed agent's id is no longer good, but tells which one it was. */
WEND_API uint32_t wend_crowd_next_event(const wend_crowd *crowd, uint32_t *index, wend_agent *agent);

/* What becomes of a crowd's density on an overlay. */
typedef struct wend_congestion_desc {
    uint32_t free_percent; /* agents per 100 cells that cost nothing [1..1000]; 0 means 50 */
    uint32_t per_agent;    /* [overlay] what one agent a cell costs [1..254]; 0 means 10 */
    uint32_t per_standing; /* [overlay] the same of agents that get on at less than a quarter of their speed [1..254]; 0
                              means 18 */
    uint32_t smoothing;    /* [1..7] how much of the last value stays, in eighths; 0 means 4 */
} wend_congestion_desc;

/* Writes how crowded each cell is now to the overlay of a mover: the mean of the 3x3 cells round each; agents of every
 * field count. In whole numbers. The mover, then its fields, must be updated after that; twice a second is enough,
 * and no step does it by itself.
 * Allocates nothing, but for the overlay of a mover that had none. desc NULL is the default.
 * Errors: ARGUMENT (another map, no room for it), those of wend_mover_write_overlay. */
WEND_API wend_status wend_crowd_write_congestion(wend_crowd *crowd, wend_mover *mover, const wend_congestion_desc *desc,
                                                 const wend_tasks *tasks);

/* Counts over all agents at the time of the call. Allocates nothing. */
WEND_API void wend_crowd_describe(const wend_crowd *crowd, wend_crowd_info *out);

#ifdef __cplusplus
}
#endif

#endif
