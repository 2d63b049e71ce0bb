/* SPDX-License-Identifier: MIT
 * wend: the field. Distance to the nearest goal, and the way there, for every cell.
 *
 * value(c)     the least over all goals of offset + cost of the cheapest walk from c to the goal, in raw units.
 * directions   a byte per cell: bit k is set where the step in direction k is equally best, value(c) = step + value
 *              there. The direction is the lowest bit (N E S W NE SE SW NW). A goal's own offset wins a tie and leaves
 *              the set empty; so does a link that is better than every step.
 * In a cell where the mover cannot stand the set is the way out: the fewest cells to ground that reaches a goal, then
 * the cheapest, blocked cells counting as cost 255, at most escape_depth cells. Its value stays WEND_UNREACHABLE.
 * In a cell that no way leads to a goal from the set is empty; or, where the field was made with cut_off, the way to
 * the target of its component, and what is said here of ground that reaches a goal holds for such ground too, a goal
 * being better where both are as many cells away. Its value stays WEND_UNREACHABLE, and its status CUT_OFF, on the
 * target too. One-way edges may keep a cell from the target, as from a goal in its component: then it leads nowhere.
 *
 * Source: E. W. Dijkstra, A note on two problems in connexion with graphs (1959), from all goals at once; here with
 * pages of 64 x 64 cells in the queue and label correcting within them.
 * Threads: any number may call functions that take `const wend_field *` while nobody builds the field, sets its goals
 * or updates its mover; one thread may edit the map meanwhile. Building reads the mover: several fields of one mover
 * can be built at once. */
#ifndef WEND_FIELD_H
#define WEND_FIELD_H

#include <wend/mover.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_UNREACHABLE UINT32_MAX           /* value: no way leads to a goal */
#define WEND_SATURATED_VALUE (UINT32_MAX - 1) /* value: reachable, but the sum is this or more */
#define WEND_MAX_ESCAPE_DEPTH 8
#define WEND_NO_ESCAPE UINT32_MAX
#define WEND_MAX_SNAPSHOTS 64

/* What becomes of a goal that lies off the map, in a wall, or where the mover does not fit. One with a free cell stays
 * where it is under every policy, even if no way leads there.
 * Nearest means least (squared distance to the centre of the footprint's middle cell, x + width / 2, y + height / 2;
 * index). */
typedef enum wend_goal_policy {
    WEND_GOAL_REFUSE = 0,            /* it is left out */
    WEND_GOAL_NEAREST = 1,           /* moved to the nearest free cell */
    WEND_GOAL_NEAREST_CONNECTED = 2, /* moved to the nearest cell in the component of the reference cell, or in the
                                       largest component where there is no reference */
    WEND_GOAL_AROUND = 3             /* every free cell one step of the mover's directions from its blocked footprint
                                       becomes a goal */
} wend_goal_policy;

typedef struct wend_goal {
    int32_t x, y;          /* upper left cell [|x|, |y| <= 2^20] */
    int32_t width, height; /* [cells] [<= WEND_MAX_SIDE] footprint: each of its free cells is a goal; 0 means 1 */
    uint32_t offset;       /* [raw units] its initial distance [< WEND_UNREACHABLE] */
} wend_goal;

typedef struct wend_goal_result {
    wend_status status; /* OK, MOVED, or why it was left out: OFF_MAP, GOAL_BLOCKED */
    uint32_t cells;     /* how many cells became goals */
    wend_cell cell;     /* the first of them, by index */
} wend_goal_result;

typedef struct wend_goal_options {
    wend_goal_policy policy;
    int32_t has_reference; /* not 0: reference is used (NEAREST_CONNECTED) */
    wend_cell reference;
} wend_goal_options;

typedef struct wend_field_desc {
    uint32_t goal_capacity; /* goals that can be set [up to 2^20]; 0 means 64 */
    uint32_t escape_depth;  /* [cells] [1..WEND_MAX_ESCAPE_DEPTH, or WEND_NO_ESCAPE]; 0 means 2 */
    int32_t seeds;          /* not 0: builds may be given a seed per cell; costs 1 bit per cell */
    int32_t sights;         /* not 0: builds also find what can be seen from each cell, for smooth samples. Costs 4
                               bytes per cell, and time: a build takes about 10 times as long on open ground, up to
                               50 times among random walls, and this part of it is one worker's */
    int32_t cut_off;        /* not 0: places in components without a goal lead to their target, the cell of the
                               component with the least (squared straight-line distance to the nearest cell of a goal,
                               index). Costs 5 bytes and a bit per cell more, 9 with sights, and in each build a look at
                               every cell, and where anything is cut off a build of that part */
    int32_t slices;         /* not 0: it can be built and repaired in slices (wend_field_begin). Costs as many bytes per
                               cell again as all of the above */
    wend_backend backend;   /* what builds work with; 0 is the best one that there is */
    uint32_t snapshots;     /* that can be held at once [up to WEND_MAX_SNAPSHOTS]; 0: none can be taken */
    uint32_t snapshot_pages; /* pages of 64 x 64 cells, 32 KB each, that all snapshots of the field share, reserved at
                               creation [at least those of the map]; 0: so many that they always suffice, `snapshots`
                               times those of the map. With cut_off twice that is reserved */
} wend_field_desc;

/* NULL options, or all zero: the whole field from the goals that were set. */
typedef struct wend_build_options {
    const uint32_t *seeds; /* [raw units] an initial distance per cell, WEND_UNREACHABLE for none; besides the goals */
    size_t seeds_stride;   /* [uint32_t] from row to row; 0 means the map's width */
    uint32_t max_distance; /* [raw units] stop there: cells beyond answer BEYOND_RANGE; 0 means no limit */
    const wend_cell *targets; /* stop once all of these are settled; one that nothing reaches makes it a full build */
    size_t target_count;
    /* Spreads one build over workers; NULL: the calling thread does it all. The result is the same. One worker's all the
     * same are maps of fewer than 32 pages of 64 x 64 cells, pages that links lead to (nobody else works meanwhile), the
     * settling of cells up to targets, and sights. No worker waits for another: one that finds nothing to do for a while
     * returns, and is called again if there is much. */
    const wend_tasks *tasks;
    wend_workspace *const *worker_workspaces; /* for workers 1, 2, ...: at least worker_count - 1, all different, of any
                                                 size. Worker 0 takes the build's own */
    size_t worker_workspace_count;
} wend_build_options;

typedef struct wend_field_info {
    uint64_t reached;        /* cells with a value, saturated ones among them */
    uint64_t saturated;      /* cells whose value is WEND_SATURATED_VALUE */
    uint32_t max_value;      /* [raw units] the greatest value that is not saturated */
    uint32_t bound;          /* [raw units] cells farther than this were not looked at; WEND_UNREACHABLE: none */
    uint64_t mover_revision; /* what it was built from */
    wend_backend backend;    /* what builds work with: the one that was chosen */
    uint64_t builds;         /* how often it was built so far, by updates too */
    uint64_t repairs;        /* how often an update, or slices, found something changed and did without a build */
    uint64_t changed;        /* cells whose value the last update changed: all of the map where it was a build, 0 where
                                nothing had changed; after a repair in slices, since the build before the last one */
} wend_field_info;

/* How a position becomes a direction. */
typedef enum wend_sample_mode {
    WEND_SAMPLE_NEAREST = 0, /* the arrow of the cell it lies in: eight directions, on hex six */
    WEND_SAMPLE_SMOOTH = 1   /* any direction: straight for what the mover can see, where the field was made with sights
                                (else for the next centres), and without jumps but where two ways round tie, where what
                                is seen changes over, and close to walls. A disc of the mover's radius whose centre is
                                as far from walls as its radius demands, to within 1/256 cell, may go as far as `reach`
                                that way, and on from there by the next sample: it meets no wall, no outline and no
                                corner, to within 1/256 cell. At the end less remains; on the way it may first rise where
                                two ways round tie, by what a tenth of a cell costs, beside the end of a thin wall by
                                what one costs. (A disc that is too near to a wall, or touches two, may have to go back a
                                little first.) A point on the border of a free cell and a blocked one counts as in the
                                free one here; NEAREST takes the cell that wend_map_pick gives */
} wend_sample_mode;

typedef struct wend_sample {
    float x, y;     /* unit direction in the world, or 0, 0 for none */
    float distance; /* [1.0 = one straight step at unit_cost] what remains: nearest, from the centre of the cell;
                           smooth, from the position itself. Infinite where the value is WEND_UNREACHABLE, but for
                           smooth samples where it is merely TOO_NARROW: those lead straight to the centre of a cell
                           beside it, whatever escape_depth is, and say what remains by it */
    float reach;    /* [world units] smooth: that far the direction is good, at most half a cell, and less only next to
                           walls, at a goal or the beginning of a link, and before the centre of a cell where costs
                           change or ways tie. nearest: 0 */
    wend_status status; /* OK, AT_GOAL, LINK, IN_WALL, TOO_NARROW, OFF_MAP, CUT_OFF, SATURATED, BEYOND_RANGE, STALE,
                           PENDING */
} wend_sample;

/* Where the answers for many positions go. Each array may be NULL. Strides are in elements of the array from one
 * position to the next; 0 means close together. */
typedef struct wend_samples {
    float *directions; /* x, y */
    size_t directions_stride;
    float *distances;
    size_t distances_stride;
    float *reaches;
    size_t reaches_stride;
    wend_status *statuses;
    size_t statuses_stride;
} wend_samples;

typedef struct wend_field wend_field;

/* An empty field of a mover; holds the mover. 5 bytes per cell, and what its desc says. desc NULL is the default.
 * Errors: ARGUMENT, NO_MEMORY, UNSUPPORTED (the back end). */
WEND_API wend_status wend_field_create(wend_mover *mover, const wend_field_desc *desc, wend_field **out);

/* Gives up the caller's hold; crowds made from the field keep it, and with it the mover, alive. NULL is allowed. */
WEND_API void wend_field_destroy(wend_field *field);

/* The mover it was made from; the field holds it, the caller gets no hold of its own. */
WEND_API wend_mover *wend_field_mover(const wend_field *field);

/* The goals of the next build, copied; options NULL refuses what cannot be used. Allocates nothing.
 * Errors: ARGUMENT (an offset, a footprint, a policy), OUTSIDE (the reference), CAPACITY. */
WEND_API wend_status wend_field_set_goals(wend_field *field, const wend_goal *goals, size_t count,
                                          const wend_goal_options *options);

/* Builds values and directions from the goals, by the mover as it is: page by page, many cells at once, with the
 * field's back end; the same bits for every back end and any number of workers. Allocates nothing. options may be NULL.
 * OK, or PARTIAL: some goal, or every one, could not be used (see wend_field_goal_result). Without goals and seeds the
 * answer is OK, and every free place is CUT_OFF.
 * Errors: ARGUMENT (also seeds without room for them, tasks without workspaces for them), CAPACITY (the workspace is
 * smaller than the map), OUTSIDE (a target), BUSY (the mover, or the field, is open in slices); the field is as it was
 * before. */
WEND_API wend_status wend_field_build(wend_field *field, wend_workspace *workspace, const wend_build_options *options);

/* Brings a field up to date with its mover and its goals: the same bits and the same answer as wend_field_build, by a
 * repair of what has changed where that is less work. Where nothing has changed, it does nothing. It is a build where
 * the field has none yet, where options ask for seeds or targets, or for another max_distance than the last build had,
 * where the last build was bounded or given seeds and anything has changed, where every goal is another, and where
 * values come near saturation. What can be seen (sights), and what is cut off (cut_off), is found anew for the whole
 * field after every repair, which is linear in cells. Allocates nothing. options may be NULL.
 *
 * Source: after G. Ramalingam and T. Reps, An incremental algorithm for a generalization of the shortest-path problem
 * (1996), with the sets of best steps as what tells who still has a way.
 * Errors: as wend_field_build; the field is as it was before. */
WEND_API wend_status wend_field_update(wend_field *field, wend_workspace *workspace, const wend_build_options *options);

/* Builds many fields in parallel, each whole and on one worker. Worker w uses workspaces[w]: there must be at least
 * tasks->worker_count of them (1 where tasks is NULL), all different, as the fields must be. statuses [count] may be
 * NULL. PARTIAL if some build was, else OK. Allocates nothing.
 * Errors: ARGUMENT, CAPACITY (too few workspaces, or too small ones), BUSY; then nothing was built, and statuses are as
 * they were. */
WEND_API wend_status wend_field_build_many(wend_field *const *fields, size_t count, wend_workspace *const *workspaces,
                                           size_t workspace_count, const wend_tasks *tasks, wend_status *statuses);

/* A build or a repair in slices: begin, then step while the answer is PENDING. What it makes is the same, bit for bit,
 * as wend_field_build makes of the goals that are set when it begins. It is made on a copy, which takes the field's
 * place with the last step, and the field that of the copy: so the copy is a build behind, the first two are builds,
 * and later ones, as by wend_field_update, repairs, where what has changed since the build before the last one is less
 * work. Where nothing has changed, a step has nothing to do. Until the last step the field answers as it did before;
 * its status is what it was. The workspace and the options' seeds belong to the build until then. The map may be
 * edited, and goals may be set for a later build; while any build in slices is open, wend_mover_update and
 * wend_mover_step answer BUSY, and so does any other build or update of the field. One thread steps at a time; other
 * fields may be built at once. options: as for a build, but without targets, and tasks are not used. Allocates nothing.
 * Errors: those of wend_field_build; CAPACITY also where the field was made without slices; BUSY. */
WEND_API wend_status wend_field_begin(wend_field *field, wend_workspace *workspace, const wend_build_options *options);

/* PENDING while something is left to do; OK or PARTIAL, as a build answers, once the field is new. A step does at least
 * one piece of work: most are a page of 64 x 64 cells or less, or some hundred cells of a repair. In one piece all the
 * same are: goals with large footprints and the policy NEAREST_CONNECTED without a reference, a look at all walls where
 * there are sights, and what leads to the targets of cells that are cut off. Errors: ARGUMENT (nothing is open, or no
 * clock). */
WEND_API wend_status wend_field_step(wend_field *field, const wend_budget *budget);

/* Gives up an open build; the field is as it was before. Without one, nothing. */
WEND_API void wend_field_cancel(wend_field *field);

/* OK, STALE (the mover or the goals have changed since), or PENDING (never built). */
WEND_API wend_status wend_field_status(const wend_field *field);

/* What became of goal `index` at the last build. Errors: ARGUMENT. */
WEND_API wend_status wend_field_goal_result(const wend_field *field, size_t index, wend_goal_result *out);

/* Counts over all cells at the time of the call: linear in cells. Allocates nothing. */
WEND_API void wend_field_describe(const wend_field *field, wend_field_info *out);

/* Of size, lattice, values and directions, as little-endian bytes (FNV-1a, 64 bit): the same on every machine. */
WEND_API uint64_t wend_field_hash(const wend_field *field);

/* [raw units]; WEND_UNREACHABLE off the map and where no way leads to a goal. */
WEND_API uint32_t wend_field_value(const wend_field *field, int32_t x, int32_t y);
/* [1.0 = one straight step at unit_cost]; infinite where the value is WEND_UNREACHABLE. */
WEND_API float wend_field_distance(const wend_field *field, int32_t x, int32_t y);
/* All equally best steps, as bits. */
WEND_API uint8_t wend_field_directions(const wend_field *field, int32_t x, int32_t y);
/* The lowest of them. */
WEND_API wend_direction wend_field_direction(const wend_field *field, int32_t x, int32_t y);
/* What is to know about a cell: the statuses of wend_sample. */
WEND_API wend_status wend_field_place(const wend_field *field, int32_t x, int32_t y);
/* The cell that comes next on the way: the status of the place; next is (x, y) itself where nothing leads on. */
WEND_API wend_status wend_field_next(const wend_field *field, int32_t x, int32_t y, wend_cell *next);

/* The route from (x, y), itself included, to a goal. *count is its whole length even where capacity is less (then
 * TRUNCATED). cells may be NULL where capacity is 0. OK where a goal is reached (STALE in a stale field), else the
 * status of the place where nothing leads on; count then includes that place. A start off the map has a count of 0.
 * Errors: ARGUMENT. */
WEND_API wend_status wend_field_trace(const wend_field *field, int32_t x, int32_t y, wend_cell *cells, size_t capacity,
                                      size_t *count);

/* A rectangle into the caller's memory; stride in elements from row to row. Errors: ARGUMENT, OUTSIDE. */
WEND_API wend_status wend_field_read_values(const wend_field *field, wend_rect rect, uint32_t *out, size_t stride);
WEND_API wend_status wend_field_read_directions(const wend_field *field, wend_rect rect, uint8_t *out, size_t stride);

/* Which way from a world position, how far, and why; any position has an answer. Returns what it writes to out->status,
 * or ERROR_ARGUMENT. Allocates nothing, takes no locks. */
WEND_API wend_status wend_field_sample(const wend_field *field, wend_sample_mode mode, float world_x, float world_y,
                                       wend_sample *out);

/* Many positions: point i is xy[i * stride] and the float after it [stride in floats, >= 2; 0 means 2]. The same
 * answers as one by one, bit for bit; any number of threads may sample one field. Allocates nothing, takes no locks.
 * Errors: ARGUMENT; then nothing was written. */
WEND_API wend_status wend_field_sample_many(const wend_field *field, wend_sample_mode mode, const float *xy,
                                            size_t stride, size_t count, const wend_samples *out);

#ifdef __cplusplus
}
#endif

#endif
