/* SPDX-License-Identifier: MIT
 * A whole case in one plain struct: the map, the mover, the goals and what is asked of the field. The oracle, the
 * library and the shrinker all read the same struct. */
#ifndef TEST_WORLD_H
#define TEST_WORLD_H

#include <wend/field.h>

#include <stdbool.h>

#define WORLD_CELLS 65536
#define WORLD_LINKS 16
#define WORLD_GOALS 6
#define WORLD_TARGETS 3

typedef struct world {
    uint64_t seed; /* what it was made from, for messages */

    int32_t width, height;
    wend_lattice lattice;
    uint32_t log_capacity;
    uint8_t terrain[WORLD_CELLS];
    uint8_t closed[WORLD_CELLS]; /* bit k: the way out through side k is closed; 0 at the outline */
    wend_link links[WORLD_LINKS];
    uint32_t link_count;

    bool has_costs;
    uint8_t costs[256];
    wend_mover_desc mover; /* costs stays NULL: see above */
    bool has_overlay;
    uint8_t overlay[WORLD_CELLS];

    wend_goal goals[WORLD_GOALS];
    uint32_t goal_count;
    wend_goal_options options;
    bool has_seeds;
    uint32_t seeds[WORLD_CELLS];
    uint32_t escape_depth;
    bool cut_off; /* what is cut off leads to targets */
    bool sights;  /* for smooth samples; random worlds have none */
    uint32_t max_distance;
    wend_cell targets[WORLD_TARGETS];
    uint32_t target_count;
} world;

static inline int32_t world_index(const world *w, int32_t x, int32_t y) {
    return y * w->width + x;
}

static inline size_t world_count(const world *w) {
    return (size_t)w->width * (size_t)w->height;
}

static inline bool world_has(const world *w, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < w->width && y < w->height;
}

#endif
