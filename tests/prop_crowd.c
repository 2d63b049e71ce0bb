/* SPDX-License-Identifier: MIT
 * Crowds on random worlds. Every single move is judged by the oracle's graph: which cells the straight line between two
 * positions passes, and whether each border is open in that direction. */
#include "support/random_world.h"
#include "support/subject.h"

#include "crowd/crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define AGENTS 60
#define LONGEST (1.0 / 3.0)

/* Where a position is, worked out in double; on hex the nearest centre. */
static int32_t cell_at(const world *w, double x, double y) {
    if (w->lattice == WEND_SQUARE) return world_index(w, (int32_t)floor(x), (int32_t)floor(y));
    int32_t best = 0;
    double least = 1e9;
    int32_t row = (int32_t)(y / 0.8660254037844386);
    for (int32_t cy = row - 2; cy <= row + 1; cy++) {
        for (int32_t cx = (int32_t)x - 2; cx <= (int32_t)x + 1; cx++) {
            double dx = x - (cx + 0.5 + 0.5 * (cy & 1)), dy = y - (cy * 0.8660254037844386 + 0.5773502691896258);
            if (!world_has(w, cx, cy) || dx * dx + dy * dy >= least) continue;
            least = dx * dx + dy * dy;
            best = world_index(w, cx, cy);
        }
    }
    return best;
}

static int direction_to(const world *w, int32_t from, int32_t to) {
    for (int k = 0; k < 8; k++) {
        int32_t x, y;
        if (!oracle_neighbour(w->lattice, from % w->width, from / w->width, k, &x, &y)) continue;
        if (world_has(w, x, y) && world_index(w, x, y) == to) return k;
    }
    return -1;
}

static bool step_is_open(const test_scene *scene, int32_t from, int32_t to) {
    int k = direction_to(scene->w, from, to);
    return k >= 0 && (scene->graph->exits[from] >> k & 1);
}

static bool two_steps_are_open(const test_scene *scene, int32_t from, int32_t by, int32_t to) {
    return step_is_open(scene, from, by) && step_is_open(scene, by, to);
}

/* A move over the corner of a square cell. */
static bool corner_is_passed(const test_scene *scene, int32_t from, int32_t to, const float *a, const float *b) {
    const world *w = scene->w;
    int32_t beside = from / w->width * w->width + to % w->width, above = to / w->width * w->width + from % w->width;
    bool over_beside = two_steps_are_open(scene, from, beside, to);
    bool over_above = two_steps_are_open(scene, from, above, to);
    double corner_x = to % w->width > from % w->width ? to % w->width : from % w->width;
    double corner_y = to / w->width > from / w->width ? to / w->width : from / w->width;
    /* Exactly through the corner: what it ends in lies on the line from the corner to the centre. */
    bool is_squeezed = fabs(fabs(b[0] - corner_x) - fabs(b[1] - corner_y)) < 1e-4;
    if (is_squeezed && step_is_open(scene, from, to)) return true;
    double share_x = (corner_x - a[0]) / ((double)b[0] - a[0]), share_y = (corner_y - a[1]) / ((double)b[1] - a[1]);
    if (fabs(share_x - share_y) < 1e-3) return true;
    return share_x < share_y ? over_beside : over_above;
}

/* A move between hexagons: every cell that points along the line lie in. */
static bool line_is_open(const test_scene *scene, int32_t from, const float *a, const float *b) {
    int32_t here = from;
    for (int i = 1; i <= 200; i++) {
        double share = i / 200.0;
        double x = a[0] + ((double)b[0] - a[0]) * share, y = a[1] + ((double)b[1] - a[1]) * share;
        int32_t there = cell_at(scene->w, x, y);
        if (there == here) continue;
        if (!step_is_open(scene, here, there)) return false;
        here = there;
    }
    return true;
}

static bool move_is_legal(const test_scene *scene, int32_t from, int32_t to, const float *a, const float *b) {
    const world *w = scene->w;
    bool was_free = scene->graph->places[from] == WEND_OK;
    double x = (double)b[0] - a[0], y = (double)b[1] - a[1];
    bool is_near = x * x + y * y <= LONGEST * LONGEST;
    if (from == to) return is_near;
    if (was_free && scene->graph->places[to] != WEND_OK) return false;
    if (scene->expected->next[from] == to && scene->expected->places[from] == WEND_LINK) return true;
    if (!is_near) return false;
    if (!was_free) return scene->expected->next[from] == to;
    if (w->lattice == WEND_HEX) return line_is_open(scene, from, a, b);
    if (step_is_open(scene, from, to) && (from % w->width == to % w->width || from / w->width == to / w->width))
        return true;
    return corner_is_passed(scene, from, to, a, b);
}

static bool moves_are_legal(const test_scene *scene, const float *before, const float *after, uint32_t count,
                            char *message, size_t size) {
    for (uint32_t i = 0; i < count; i++) {
        const float *a = before + 2 * (size_t)i, *b = after + 2 * (size_t)i;
        int32_t from = cell_at(scene->w, a[0], a[1]), to = cell_at(scene->w, b[0], b[1]);
        EXPECT(move_is_legal(scene, from, to, a, b), "agent %u from %.9g, %.9g (cell %d) to %.9g, %.9g (cell %d)", i,
               (double)a[0], (double)a[1], from, (double)b[0], (double)b[1], to);
    }
    return true;
}

static wend_crowd *random_crowd(const test_scene *scene, test_random *random, uint32_t walls_percent) {
    const world *w = scene->w;
    static const float radii[6] = {0.0f, 0.01f, 0.1f, 0.25f, 0.45f, 0.5f};
    wend_crowd_desc desc = {.capacity = AGENTS,
                            .radius = radii[test_random_below(random, 6)],
                            .speed = (float)test_random_between(random, 1, 6),
                            .arrival_radius = (float)test_random_below(random, 3)};
    wend_crowd *crowd = NULL;
    if (wend_crowd_create(scene->s.field, &desc, &crowd) != WEND_OK) return NULL;
    for (int tries = 0; tries < 4 * AGENTS && wend_crowd_count(crowd) < AGENTS; tries++) {
        wend_cell cell = random_cell(w, random);
        bool is_free = scene->graph->places[world_index(w, cell.x, cell.y)] == WEND_OK;
        if (!is_free && !test_random_chance(random, walls_percent)) continue;
        float x, y;
        wend_map_centre(scene->s.map, cell.x, cell.y, &x, &y);
        if (test_random_chance(random, 70)) x += (float)test_random_between(random, -48, 48) * 0.01f;
        if (test_random_chance(random, 70)) y += (float)test_random_between(random, -28, 28) * 0.01f;
        (void)wend_crowd_add(crowd, x, y, NULL);
    }
    return crowd;
}

/* Steps as short as a piece: what a step does is what a piece does. */
static bool steps_of(test_scene *scene, wend_crowd *crowd, test_random *random, char *message, size_t size) {
    float before[2 * AGENTS];
    uint32_t count = wend_crowd_count(crowd), in_wall = UINT32_MAX;
    for (int step = 0; step < 40; step++) {
        memcpy(before, wend_crowd_positions(crowd), 2 * count * sizeof *before);
        float dt = (float)test_random_between(random, 0, 45) * 0.001f;
        EXPECT(wend_crowd_step(crowd, dt, NULL) == WEND_OK, "no step");
        if (!moves_are_legal(scene, before, wend_crowd_positions(crowd), count, message, size)) return false;
        wend_crowd_info info;
        wend_crowd_describe(crowd, &info);
        EXPECT(info.in_wall <= in_wall, "%u in walls, %u before", info.in_wall, in_wall);
        in_wall = info.in_wall;
    }
    return true;
}

static bool steps_fit(test_scene *scene, char *message, size_t size) {
    test_random random = test_random_of(scene->w->seed + 21);
    subject_build(&scene->s, scene->w, false);
    wend_crowd *crowd = random_crowd(scene, &random, 20);
    EXPECT(crowd, "no crowd");
    bool is_good = steps_of(scene, crowd, &random, message, size);
    wend_crowd_destroy(crowd);
    return is_good;
}

static bool steps(const world *w, char *message, size_t size) {
    return check_scene(w, steps_fit, message, size);
}

/* Random shoves instead of wishes, straight into the stage that moves. */
static bool shoves_of(test_scene *scene, wend_crowd *crowd, test_random *random, char *message, size_t size) {
    uint32_t count = wend_crowd_count(crowd);
    for (int step = 0; step < 150; step++) {
        for (uint32_t i = 0; i < 2 * count; i++) {
            crowd->desires[i] = 0.0f;
            crowd->pushes[i] = (float)test_random_between(random, -1000, 1000) * (step % 3 ? 0.0003f : 0.01f);
        }
        memset(crowd->ways, WEND__WAY_FREE, count);
        wend__crowd_move(crowd, 0.01f, NULL);
        if (!moves_are_legal(scene, crowd->at, crowd->moved, count, message, size)) return false;
        memcpy(crowd->at, crowd->moved, 2 * count * sizeof *crowd->at);
        for (uint32_t i = 0; i < count; i++) {
            wend_cell cell;
            EXPECT(wend__pick(crowd->shape, crowd->at[2 * i], crowd->at[2 * i + 1], &cell), "agent %u is off the map",
                   i);
            crowd->cells[i] = wend__index(crowd->shape, cell.x, cell.y);
        }
    }
    return true;
}

static bool shoves_fit(test_scene *scene, char *message, size_t size) {
    test_random random = test_random_of(scene->w->seed + 22);
    subject_build(&scene->s, scene->w, false);
    wend_crowd *crowd = random_crowd(scene, &random, 0);
    EXPECT(crowd, "no crowd");
    bool is_good = shoves_of(scene, crowd, &random, message, size);
    wend_crowd_destroy(crowd);
    return is_good;
}

static bool shoves(const world *w, char *message, size_t size) {
    return check_scene(w, shoves_fit, message, size);
}

/* One agent by itself arrives wherever there is a way, in a time that its distance explains. */
static bool one_arrives(test_scene *scene, wend_crowd *crowd, wend_cell cell, char *message, size_t size) {
    float x, y;
    wend_map_centre(scene->s.map, cell.x, cell.y, &x, &y);
    wend_crowd_clear(crowd);
    EXPECT(wend_crowd_add(crowd, x, y, NULL) == WEND_OK, "not added");
    size_t steps_needed = 0;
    (void)wend_field_trace(scene->s.field, cell.x, cell.y, NULL, 0, &steps_needed);
    wend_crowd_info info = {0};
    for (size_t i = 0; i < 10 * steps_needed + 40; i++) {
        EXPECT(wend_crowd_step(crowd, 0.05f, NULL) == WEND_OK, "no step");
        wend_crowd_describe(crowd, &info);
        if (info.arrived) return true;
    }
    const float *at = wend_crowd_positions(crowd);
    return complain(message, size, "from %d, %d: %zu cells of way, but stuck at %.9g, %.9g", cell.x, cell.y,
                    steps_needed, (double)at[0], (double)at[1]);
}

static bool arrivals_fit(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    subject_build(&scene->s, w, false);
    static const float radii[4] = {0.02f, 0.25f, 0.3f, 0.45f};
    wend_crowd_desc desc = {.capacity = 1, .radius = radii[w->seed & 3], .arrival_radius = 1e-6f};
    wend_crowd *crowd = NULL;
    EXPECT(wend_crowd_create(scene->s.field, &desc, &crowd) == WEND_OK, "no crowd");
    test_random random = test_random_of(w->seed + 23);
    bool is_good = true;
    for (int tries = 0; tries < 12 && is_good; tries++) {
        wend_cell cell = random_cell(w, &random);
        int32_t index = world_index(w, cell.x, cell.y);
        wend_status place = scene->expected->places[index];
        bool has_way = place == WEND_OK || place == WEND_LINK || place == WEND_AT_GOAL;
        if (has_way) is_good = one_arrives(scene, crowd, cell, message, size);
    }
    wend_crowd_destroy(crowd);
    return is_good;
}

static bool arrivals(const world *w, char *message, size_t size) {
    return check_scene(w, arrivals_fit, message, size);
}

static void every_step_is_legal(void **state) {
    (void)state;
    check_worlds(steps, 1000, test_dose(100, 600, 10000));
}

static void no_shove_leads_into_a_wall(void **state) {
    (void)state;
    check_worlds(shoves, 5000, test_dose(100, 600, 10000));
}

static void lone_agents_arrive(void **state) {
    (void)state;
    check_worlds(arrivals, 9000, test_dose(100, 600, 10000));
}

/* Carried by a link to a border, next to a corner that it must pass exactly. */
static void from_a_border_through_a_corner(void **state) {
    (void)state;
    static const char *const rows[5] = {".........", ".........", ".........", "...#.....", "....G...."};
    static world w;
    world_draw(&w, WEND_SQUARE, rows, 5);
    w.mover.corner_rule = WEND_CORNER_IF_ONE_FREE;
    w.mover.class_bits = 1;
    w.links[0] = (wend_link){{7, 2}, {3, 2}, 1, 1};
    w.link_count = 1;
    for (w.seed = 0; w.seed < 8; w.seed++) check_world(arrivals, &w);
}

/* Between ways that lead apart, past a corner that it must pass exactly. */
static void between_ways_that_lead_apart(void **state) {
    (void)state;
    static const char *const rows[4] = {"#300", "2#48", "0#28", "0090"};
    static world w;
    world_draw(&w, WEND_SQUARE, rows, 4);
    w.mover.corner_rule = WEND_CORNER_ALWAYS;
    w.mover.diagonal = 140;
    w.goals[0] = (wend_goal){.x = 3, .y = 1};
    w.goal_count = 1;
    for (w.seed = 0; w.seed < 8; w.seed++) check_world(arrivals, &w);
}

/* Along the border of two hexagons, straight at the end of a wall. */
static void straight_at_the_end_of_a_wall(void **state) {
    (void)state;
    static const char *const rows[4] = {"G4", "44", "11", "44"};
    static world w;
    world_draw(&w, WEND_HEX, rows, 4);
    w.terrain[0] = 4;
    world_set_edge(&w, 0, 1, WEND_SOUTH_EAST, WEND_EDGE_IN_ONLY);
    for (w.seed = 0; w.seed < 8; w.seed++) check_world(arrivals, &w);
    /* And at a corner between two equally good ways. */
    static const char *const even[4] = {".G", "..", "..", ".."};
    world_draw(&w, WEND_HEX, even, 4);
    world_set_edge(&w, 0, 2, WEND_SOUTH_EAST, WEND_EDGE_IN_ONLY);
    world_set_edge(&w, 1, 2, WEND_WEST, WEND_EDGE_IN_ONLY);
    for (w.seed = 0; w.seed < 8; w.seed++) check_world(arrivals, &w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_is_legal),          cmocka_unit_test(no_shove_leads_into_a_wall),
        cmocka_unit_test(lone_agents_arrive),           cmocka_unit_test(from_a_border_through_a_corner),
        cmocka_unit_test(between_ways_that_lead_apart), cmocka_unit_test(straight_at_the_end_of_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
