/* SPDX-License-Identifier: MIT
 * See group.h. */
#include "group.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

void group_form(group *g, const wend_crowd_desc *desc) {
    char message[200] = "";
    if (!subject_make(&g->s, &g->w, message, sizeof message)) fail_msg("%s", message);
    assert_true(subject_build(&g->s, &g->w, false) >= 0);
    assert_int_equal(wend_crowd_create(g->s.map, desc, &g->crowd), WEND_OK);
    assert_int_equal(wend_crowd_set_field(g->crowd, 0, g->s.field), WEND_OK);
    g->field_count = 1;
}

/* A mover that fits most agents. */
static void fit_mover(group *g, const wend_crowd_desc *desc) {
    g->w.mover.radius = desc->radius > 0.0f ? (uint32_t)ceilf(desc->radius * 256.0f) : 77;
}

group *group_of(const char *const *rows, int32_t count, const wend_crowd_desc *desc) {
    group *g = calloc(1, sizeof *g);
    assert_non_null(g);
    world_draw(&g->w, WEND_SQUARE, rows, count);
    fit_mover(g, desc);
    group_form(g, desc);
    return g;
}

group *group_on_ground(int32_t width, int32_t height, wend_goal goal, const wend_crowd_desc *desc) {
    group *g = calloc(1, sizeof *g);
    assert_non_null(g);
    world_start(&g->w, width, height, WEND_SQUARE);
    g->w.goals[0] = goal;
    g->w.goal_count = 1;
    fit_mover(g, desc);
    group_form(g, desc);
    return g;
}

group *group_at_link(uint32_t capacity) {
    static const char *const rows[3] = {"....#....", "....#...G", "....#...."};
    group *g = calloc(1, sizeof *g);
    assert_non_null(g);
    world_draw(&g->w, WEND_SQUARE, rows, 3);
    g->w.links[0] = (wend_link){{1, 1}, {6, 1}, 4 * 140, 0};
    g->w.link_count = 1;
    group_form(g, &(wend_crowd_desc){.capacity = capacity});
    return g;
}

void group_disband(group *g) {
    wend_crowd_destroy(g->crowd);
    for (uint32_t i = 1; i < g->field_count; i++) {
        wend_field_destroy(g->fields[i]);
        wend_mover_destroy(g->movers[i]);
    }
    subject_free(&g->s);
    free(g);
}

uint32_t group_field(group *g, uint32_t radius, wend_goal goal) {
    uint32_t number = g->field_count++;
    assert_true(number < GROUP_FIELDS);
    const wend_mover_desc mover = {.radius = radius};
    const wend_field_desc field = {.sights = 1};
    assert_int_equal(wend_mover_create(g->s.map, &mover, &g->movers[number]), WEND_OK);
    assert_int_equal(wend_field_create(g->movers[number], &field, &g->fields[number]), WEND_OK);
    /* Such a disc may not fit at the goal. */
    assert_true(wend_field_set_goals(g->fields[number], &goal, 1, NULL) >= WEND_OK);
    assert_true(wend_field_build(g->fields[number], g->s.workspace, NULL) >= WEND_OK);
    assert_int_equal(wend_crowd_set_field(g->crowd, number, g->fields[number]), WEND_OK);
    return number;
}

wend_agent group_add(group *g, const wend_agent_desc *desc) {
    wend_agent agent = {0, 0};
    assert_int_equal(wend_crowd_add(g->crowd, desc, &agent), WEND_OK);
    return agent;
}

wend_agent_desc agent_at(float x, float y) {
    return (wend_agent_desc){.x = x, .y = y};
}

wend_agent_desc agent_of(const wend_crowd *crowd, wend_agent agent) {
    wend_agent_desc desc;
    assert_int_equal(wend_crowd_get(crowd, agent, &desc), WEND_OK);
    return desc;
}

wend_agent_status status_of_agent(const wend_crowd *crowd, wend_agent agent) {
    assert_true(wend_crowd_has(crowd, agent));
    return (wend_agent_status)wend_crowd_statuses(crowd)[agent.index];
}

void order(wend_crowd *crowd, wend_agent agent, wend_order what) {
    wend_agent_desc desc = agent_of(crowd, agent);
    desc.order = what;
    assert_int_equal(wend_crowd_set(crowd, agent, &desc), WEND_OK);
}

wend_crowd_info crowd_info(const wend_crowd *crowd) {
    wend_crowd_info info;
    wend_crowd_describe(crowd, &info);
    return info;
}

void run_crowd(wend_crowd *crowd, int steps, float dt) {
    for (int i = 0; i < steps; i++) assert_int_equal(wend_crowd_step(crowd, dt, NULL), WEND_OK);
}

uint32_t events_of(const wend_crowd *crowd) {
    uint32_t all = 0, events, index = 0;
    while ((events = wend_crowd_next_event(crowd, &index, NULL)) != 0) all |= events;
    return all;
}

uint32_t events_of_agent(const wend_crowd *crowd, wend_agent agent) {
    return wend_crowd_events(crowd)[agent.index];
}

static double lesser(double a, double b) {
    return a < b ? a : b;
}

static double between(double at, double begin, double end) {
    return at < begin ? begin - at : at > end ? at - end : 0.0;
}

static bool is_wall(const world *w, int32_t x, int32_t y) {
    return !world_has(w, x, y) || w->terrain[world_index(w, x, y)] == 255;
}

/* Closed on both sides: nobody passes; x, y is on the map. */
static bool has_wall_at(const world *w, int32_t x, int32_t y, int side) {
    int32_t there_x, there_y;
    oracle_neighbour(w->lattice, x, y, side, &there_x, &there_y);
    return world_has(w, there_x, there_y) && world_edge(w, x, y, side) == WEND_EDGE_WALL;
}

double wall_distance(const world *w, double x, double y, double reach) {
    double least = reach * reach;
    for (int32_t row = (int32_t)floor(y - reach); row <= (int32_t)floor(y + reach); row++) {
        for (int32_t column = (int32_t)floor(x - reach); column <= (int32_t)floor(x + reach); column++) {
            double across = between(x, column, column + 1.0), down = between(y, row, row + 1.0);
            if (is_wall(w, column, row)) {
                least = lesser(least, across * across + down * down);
                continue;
            }
            double east = x - column - 1.0, south = y - row - 1.0;
            if (has_wall_at(w, column, row, WEND_EAST)) least = lesser(least, east * east + down * down);
            if (has_wall_at(w, column, row, WEND_SOUTH)) least = lesser(least, south * south + across * across);
        }
    }
    return sqrt(least);
}

double deepest_overlap(const wend_crowd *crowd) {
    const float *at = wend_crowd_positions(crowd);
    double deepest = 0.0;
    for (uint32_t i = 0; i < wend_crowd_places(crowd); i++) {
        wend_agent one = wend_crowd_agent_at(crowd, i);
        if (!one.generation) continue;
        double radius = (double)agent_of(crowd, one).radius;
        for (uint32_t j = 0; j < i; j++) {
            wend_agent other = wend_crowd_agent_at(crowd, j);
            if (!other.generation) continue;
            double beside = (double)agent_of(crowd, other).radius;
            double x = (double)at[2 * i] - (double)at[2 * j], y = (double)at[2 * i + 1] - (double)at[2 * j + 1];
            double share = (radius + beside - sqrt(x * x + y * y)) / lesser(radius, beside);
            deepest = share > deepest ? share : deepest;
        }
    }
    return deepest;
}

double deepest_in_wall(const group *g) {
    double deepest = 0.0;
    for (uint32_t i = 0; i < wend_crowd_places(g->crowd); i++) {
        wend_agent agent = wend_crowd_agent_at(g->crowd, i);
        if (!agent.generation) continue;
        wend_agent_desc desc = agent_of(g->crowd, agent);
        double radius = (double)desc.radius;
        double depth = radius - wall_distance(&g->w, (double)desc.x, (double)desc.y, radius);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}
