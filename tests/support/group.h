/* SPDX-License-Identifier: MIT
 * A crowd on a world, with its fields; and how near a point is to a wall. */
#ifndef TEST_GROUP_H
#define TEST_GROUP_H

#include "random_world.h"
#include "subject.h"

#define GROUP_FIELDS 4

typedef struct group {
    world w;
    subject s;                        /* its field has the number 0 */
    wend_mover *movers[GROUP_FIELDS]; /* from 1 on */
    wend_field *fields[GROUP_FIELDS]; /* from 1 on */
    uint32_t field_count;
    wend_crowd *crowd;
} group;

/* The field of the world that `g` holds, built, and an empty crowd. */
void group_form(group *g, const wend_crowd_desc *desc);
/* The same of a picture, see world_draw, with a mover that fits the crowd's radius. To be given to group_disband. */
group *group_of(const char *const *rows, int32_t count, const wend_crowd_desc *desc);
/* The same of bare ground, with one goal. */
group *group_on_ground(int32_t width, int32_t height, wend_goal goal, const wend_crowd_desc *desc);
/* The same of two yards with a wall between them, a link over it from 1, 1 to 6, 1 that costs four steps, and a goal at
 * 8, 1. */
group *group_at_link(uint32_t capacity);
void group_disband(group *g);

/* One more field: of discs of a radius [1/256 cell], to a goal; its number. */
uint32_t group_field(group *g, uint32_t radius, wend_goal goal);

wend_agent group_add(group *g, const wend_agent_desc *desc);
/* A desc that goes by field 0 from a point. */
wend_agent_desc agent_at(float x, float y);
wend_agent_desc agent_of(const wend_crowd *crowd, wend_agent agent);
wend_agent_status status_of_agent(const wend_crowd *crowd, wend_agent agent);
void order(wend_crowd *crowd, wend_agent agent, wend_order what);

wend_crowd_info crowd_info(const wend_crowd *crowd);
void run_crowd(wend_crowd *crowd, int steps, float dt);

/* The bits of events of all agents in the last step, or of one. */
uint32_t events_of(const wend_crowd *crowd);
uint32_t events_of_agent(const wend_crowd *crowd, wend_agent agent);

/* From a point [cells] to the nearest blocked cell, wall between cells or outline; at most `reach`. On squares. */
double wall_distance(const world *w, double x, double y, double reach);
/* The greatest share of the lesser radius that two agents overlap by. */
double deepest_overlap(const wend_crowd *crowd);
/* How much nearer than its radius an agent is to a wall, at the worst [cells]; cells of size 1. */
double deepest_in_wall(const group *g);

#endif
