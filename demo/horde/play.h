/* SPDX-License-Identifier: MIT
 * The state of the demo: a map, fields, a crowd, and what the player does to them. No drawing, no SDL. */
#ifndef HORDE_PLAY_H
#define HORDE_PLAY_H

#include "plot.h"

enum { PLAY_AGENTS = 1000000, PLAY_ALL = PLAY_GROUPS };

extern const char *const play_stage_names[WEND_CROWD_STAGES];

#define PLAY_RADIUS 0.34f /* [cells] */

struct play {
    struct plot plot; /* as it was at first; its map is the one that is played on */
    wend_mover *mover;
    wend_workspace *workspace;
    wend_crowd *crowd;
    wend_tasks tasks;
    int32_t width, height;
    uint8_t *original; /* terrain as it was at first */
    uint32_t unit;     /* what ordinary ground costs the mover: the more, the finer can crowds be priced */
    struct group groups[PLAY_GROUPS];
    uint32_t group_count;
    wend_field *fields[PLAY_GROUPS]; /* NULL: not needed yet */
    uint32_t leads[PLAY_GROUPS];     /* whose field a group follows: groups with the same goals share one */
    bool is_late[PLAY_GROUPS];       /* the field is to be brought up to date, one in a step */
    uint32_t capacity;
    uint8_t *follows; /* [capacity] the group of each agent, by index */
    uint32_t *spawn;  /* cells, group after group, in the order in which they are taken */
    uint32_t spawn_begin[PLAY_GROUPS + 1];
    uint32_t *scratch; /* [2 * cells] */
    bool congestion;
    bool is_open[PLOT_DOORS];
    double time, congested;            /* [seconds] */
    uint64_t edits;                    /* counts changes of map or goals */
    uint64_t field_edits[PLAY_GROUPS]; /* and those of a field alone */
    double rebuild_ms, step_ms;

    /* What play_measure found. */
    wend_crowd_info info;
    uint32_t sizes[PLAY_GROUPS];
    double stage_ms[WEND_CROWD_STAGES]; /* a step, smoothed */
};

struct play_desc {
    const char *path; /* of a map; NULL: the scene */
    uint32_t scene;
    wend_lattice lattice;
    wend_goal goals[PLAY_GOALS]; /* for all, instead of the scene's; none: the scene's, or else the middle of the map */
    size_t goal_count;
    bool is_split;   /* goals are dealt out to the groups */
    uint32_t agents; /* UINT32_MAX: as many as the scene has */
    uint32_t threads;
    bool congestion;
};

/* Makes the map and sets everything up. False: one line on standard error says why. */
bool play_open(struct play *play, const struct play_desc *desc);
void play_close(struct play *play);

/* Terrain, goals and agents as they were at first. False: no memory. */
bool play_restart(struct play *play);

/* So many agents: the first of those that are there, and new ones from their groups' places. False: no memory. */
bool play_set_agents(struct play *play, uint32_t agents);

/* One goal instead of those of a group, or of all (PLAY_ALL), or one more. Whoever arrives there stays. */
void play_set_goal(struct play *play, uint32_t group, wend_cell cell, bool one_more);
/* The goal set last lies here now. */
void play_move_goal(struct play *play, uint32_t group, wend_cell cell);

/* Walls or no walls in squares round all cells from one to another; fields are up to date after play_rebuild. */
void play_paint(struct play *play, wend_cell from, wend_cell to, int32_t side, bool is_wall);
bool play_is_wall(const struct play *play, wend_cell cell);
void play_rebuild(struct play *play);

/* Whether crowds make ground dear. */
void play_set_congestion(struct play *play, bool is_on);

void play_step(struct play *play, float dt);
/* Counts agents, and what steps took since the last time. */
void play_measure(struct play *play);

/* The group whose field one follows, or is shown for PLAY_ALL; and that field. */
uint32_t play_lead(const struct play *play, uint32_t group);
const wend_field *play_field(const struct play *play, uint32_t group);

/* How long spawn has to be. */
size_t spawn_cells(const struct play *play);
/* Where agents of each group appear: into spawn. */
void spawn_plan(struct play *play);
/* The place of the agent that is the rank-th of its group. False: there is none. */
bool spawn_place(const struct play *play, uint32_t group, uint32_t rank, float *x, float *y);

#endif
