/* SPDX-License-Identifier: MIT
 * Scenes by name: a map, who comes from where and goes where, and doors that open and close by themselves. */
#ifndef HORDE_PLOT_H
#define HORDE_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/wend.h>

enum { PLAY_GOALS = 64, PLAY_GROUPS = 6, PLOT_DOORS = 16, PLOT_SCENES = 7 };

/* Agents of one colour, and what they go for. */
struct group {
    wend_goal goals[PLAY_GOALS];
    size_t goal_count;
    wend_rect home; /* where they appear; width 0: as far from all goals as can be */
    uint32_t next;  /* the group whose agent one becomes on arriving; itself: it stays */
};

/* A wall that is there for some of the time. [seconds] */
struct door {
    wend_rect rect;
    float period, open, phase; /* open from phase on, each period anew */
};

struct plot {
    char name[64];
    wend_map *map;
    uint8_t costs[256];
    bool is_characters; /* the terrain is MovingAI's characters */
    uint8_t wall, ground;
    uint32_t group_count;
    struct group groups[PLAY_GROUPS];
    struct door doors[PLOT_DOORS];
    uint32_t door_count;
    uint32_t agents;
    float speed; /* [cells per second] */
    bool congestion;
};

/* Names for --scene, by number; ends with NULL. The first ones are maps from demo/scenes. */
extern const char *const plot_names[PLOT_SCENES + 1];

/* Where path is NULL, the scene of a number. Without goals, unless the scene has its own. The caller destroys the map.
 * False: one line on standard error says why, and there is no map. */
bool plot_open(struct plot *plot, const char *path, uint32_t number, wend_lattice lattice);

#endif
