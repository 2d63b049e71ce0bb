/* SPDX-License-Identifier: MIT
 * The state of the demo: a map, a field, a crowd, and what the player does to them. No drawing, no SDL. */
#ifndef HORDE_PLAY_H
#define HORDE_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/wend.h>

enum { PLAY_GOALS = 64, PLAY_GROUPS = 6, PLAY_AGENTS = 1000000 };

#define PLAY_RADIUS 0.34f /* [cells] */

struct play {
    char name[64]; /* of the map's file */
    wend_map *map;
    wend_mover *mover;
    wend_field *field;
    wend_workspace *workspace;
    wend_crowd *crowd;
    wend_tasks tasks;
    int32_t width, height;
    uint8_t *original;  /* terrain as it was loaded */
    uint8_t wall;       /* terrain that the player paints */
    uint8_t ground;     /* terrain where a wall of the original was erased */
    bool is_characters; /* the terrain is MovingAI's characters */
    wend_goal goals[PLAY_GOALS], first_goals[PLAY_GOALS];
    size_t goal_count, first_goal_count;
    uint32_t capacity;
    uint32_t *spawn; /* cells, group after group, nearest to the group's source first */
    uint32_t spawn_begin[PLAY_GROUPS + 1];
    uint32_t *scratch; /* [2 * cells] */
    uint64_t edits;    /* counts changes of map or field */
    double rebuild_ms, step_ms;
};

/* Reads a map and sets everything up. The goals: those given, or else one near the middle of the map.
 * False: one line on standard error says why. */
bool play_open(struct play *play, const char *path, wend_lattice lattice, const wend_goal *goals, size_t goal_count,
               uint32_t agents, uint32_t threads);
void play_close(struct play *play);

/* Terrain, goals and agents as they were at first. False: no memory. */
bool play_restart(struct play *play);

/* So many agents: the first of those that are there, and new ones from their groups' places. False: no memory. */
bool play_set_agents(struct play *play, uint32_t agents);

/* One goal instead of all, or one more. */
void play_set_goal(struct play *play, wend_cell cell, bool one_more);

/* Walls or no walls in squares round all cells from one to another; the field is up to date after play_rebuild. */
void play_paint(struct play *play, wend_cell from, wend_cell to, int32_t side, bool is_wall);
bool play_is_wall(const struct play *play, wend_cell cell);
void play_rebuild(struct play *play);

void play_step(struct play *play, float dt);

static inline uint32_t play_group(uint32_t agent) {
    return agent % PLAY_GROUPS;
}

#endif
