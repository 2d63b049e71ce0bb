/* SPDX-License-Identifier: MIT
 * Crowds on random worlds. Every single move is judged by the oracle's graph: which cells the straight line between two
 * positions passes, and whether each border is open in that direction. */
#include "support/group.h"
#include "support/random_world.h"
#include "support/subject.h"
#include "support/threads.h"

#include "crowd/crowd_move.h"
#include "map/map.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define AGENTS 60
#define MANY 1100 /* agents: so many that threads share them */
#define LONGEST (1.0 / 3.0)
#define LONGEST_STEP 0.4901 /* a quarter of a cell and three pushes of 0.08, but for rounding */

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
    if (x * x + y * y > LONGEST * LONGEST) return false;
    if (from == to) return true;
    if (!was_free) return false;
    if (w->lattice == WEND_HEX) return line_is_open(scene, from, a, b);
    if (step_is_open(scene, from, to) && (from % w->width == to % w->width || from / w->width == to / w->width))
        return true;
    return corner_is_passed(scene, from, to, a, b);
}

/* Corner k of a cell; -1 where there are fewer. */
static int corner_of(const world *w, int32_t cell, int k, double *x, double *y) {
    static const double hex[6][2] = {{0.0, -1.0}, {0.5, -0.5}, {0.5, 0.5}, {0.0, 1.0}, {-0.5, 0.5}, {-0.5, -0.5}};
    int32_t cx = cell % w->width, cy = cell / w->width;
    if (k >= (w->lattice == WEND_HEX ? 6 : 4)) return -1;
    if (w->lattice == WEND_SQUARE) {
        *x = cx + (k & 1);
        *y = cy + (k >> 1);
    } else {
        *x = cx + 0.5 + 0.5 * (cy & 1) + hex[k][0];
        *y = cy * 0.8660254037844386 + (1.0 + hex[k][1]) * 0.5773502691896258;
    }
    return k;
}

static bool has_corner(const world *w, int32_t cell, double x, double y) {
    double own_x, own_y;
    for (int k = 0; corner_of(w, cell, k, &own_x, &own_y) >= 0; k++)
        if (fabs(own_x - x) + fabs(own_y - y) < 1e-9) return true;
    return false;
}

/* From cell to cell by exits, all of them round one corner. */
static bool is_reached_round(const test_scene *scene, int32_t from, int32_t to, double x, double y, int moves) {
    const world *w = scene->w;
    if (from == to) return true;
    for (int k = 0; k < 8 && moves > 0; k++) {
        int32_t cx, cy;
        if (!(scene->graph->exits[from] >> k & 1)) continue;
        if (!oracle_neighbour(w->lattice, from % w->width, from / w->width, k, &cx, &cy)) continue;
        int32_t there = world_index(w, cx, cy);
        if (has_corner(w, there, x, y) && is_reached_round(scene, there, to, x, y, moves - 1)) return true;
    }
    return false;
}

static double apart(double ax, double ay, double bx, double by) {
    return sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by));
}

/* Is the straight line open? */
static bool is_line_open(const test_scene *scene, int32_t from, int32_t to, const float *a, const float *b) {
    const world *w = scene->w;
    if (w->lattice == WEND_HEX) return line_is_open(scene, from, a, b);
    bool is_straight = from % w->width == to % w->width || from / w->width == to / w->width;
    return is_straight ? step_is_open(scene, from, to) : corner_is_passed(scene, from, to, a, b);
}

/* A walk and three pushes, together no longer than that: by the straight line, or round a corner. */
static bool is_way_open(const test_scene *scene, int32_t from, int32_t to, const float *a, const float *b) {
    double x, y;
    if (direction_to(scene->w, from, to) < 0) return false;
    if (is_line_open(scene, from, to, a, b)) return true;
    for (int k = 0; corner_of(scene->w, from, k, &x, &y) >= 0; k++) {
        bool is_short = apart(a[0], a[1], x, y) + apart(x, y, b[0], b[1]) <= LONGEST_STEP;
        if (is_short && has_corner(scene->w, to, x, y) && is_reached_round(scene, from, to, x, y, 3)) return true;
    }
    return false;
}

/* Where a crowd was before a step; and the scene as it is for a mover that is a point. */
typedef struct moment {
    float at[2 * AGENTS];
    uint8_t statuses[AGENTS];
    test_scene bare;
} moment;

static bool is_open_both_ways(const test_scene *scene, int32_t one, int32_t other) {
    return step_is_open(scene, one, other) && step_is_open(scene, other, one);
}

/* Do all cells round a corner lead to those beside them? */
static bool is_corner_open(const test_scene *scene, int32_t cell, double x, double y) {
    const world *w = scene->w;
    int32_t cells[4] = {cell}, count = 1, cx, cy;
    for (int k = 0; k < 8; k++) {
        bool is_there = oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &cx, &cy) &&
                        world_has(w, cx, cy) && has_corner(w, world_index(w, cx, cy), x, y);
        if (is_there) cells[count++] = world_index(w, cx, cy);
    }
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = 0; j < i; j++) {
            int k = direction_to(w, cells[i], cells[j]);
            if (oracle_is_side(w->lattice, k) && !is_open_both_ways(scene, cells[i], cells[j])) return false;
        }
    }
    return count == (w->lattice == WEND_HEX ? 3 : 4);
}

/* From a point in a cell to the side in a direction; between its ends, for the ends are corners. */
static double side_distance(const world *w, int32_t cell, int direction, const float *at) {
    static const double turns[8] = {-1.5707963267948966, 0.0, 1.5707963267948966, 3.1415926535897931};
    static const double hex_turns[8] = {0.0,
                                        0.0,
                                        0.0,
                                        3.1415926535897931,
                                        -1.0471975511965976,
                                        1.0471975511965976,
                                        2.0943951023931953,
                                        -2.0943951023931953};
    double turn = w->lattice == WEND_HEX ? hex_turns[direction] : turns[direction];
    double x = cell % w->width + 0.5, y = cell / w->width + 0.5;
    if (w->lattice == WEND_HEX) {
        x += 0.5 * (cell / w->width & 1);
        y = cell / w->width * 0.8660254037844386 + 0.5773502691896258;
    }
    return 0.5 - ((at[0] - x) * cos(turn) + (at[1] - y) * sin(turn));
}

/* Whoever is, or gets, nearer than its radius to where its mover may not go is also moved off that. */
static bool is_clear(const test_scene *scene, const float *at, double radius) {
    const world *w = scene->w;
    int32_t cell = cell_at(w, at[0], at[1]), there_x, there_y;
    double gap = (radius > 1.0 / 32 ? radius : 1.0 / 32) + 0.3, x, y;
    if (scene->graph->places[cell] != WEND_OK) return false;
    for (int k = 0; corner_of(w, cell, k, &x, &y) >= 0; k++)
        if (apart(at[0], at[1], x, y) < gap && !is_corner_open(scene, cell, x, y)) return false;
    for (int k = 0; k < 8; k++) {
        if (!oracle_is_side(w->lattice, k) || side_distance(w, cell, k, at) >= gap) continue;
        oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &there_x, &there_y);
        bool is_open =
            world_has(w, there_x, there_y) && is_open_both_ways(scene, cell, world_index(w, there_x, there_y));
        if (!is_open) return false;
    }
    return true;
}

static bool agent_is_legal(const test_scene *scene, const moment *before, const wend_crowd *crowd, uint32_t i) {
    const float *a = before->at + 2 * (size_t)i, *b = wend_crowd_positions(crowd) + 2 * (size_t)i;
    wend_agent_desc desc;
    if (wend_crowd_get(crowd, wend_crowd_agent_at(crowd, i), &desc) != WEND_OK) return true; /* it has left */
    if (desc.order == WEND_ORDER_HOLD) return a[0] == b[0] && a[1] == b[1];
    uint8_t after = wend_crowd_statuses(crowd)[i];
    if (before->statuses[i] == WEND_AGENT_ON_LINK || after == WEND_AGENT_ON_LINK) return true;
    int32_t from = cell_at(scene->w, a[0], a[1]), to = cell_at(scene->w, b[0], b[1]);
    double radius = (double)desc.radius,
           longest = LONGEST_STEP + (is_clear(scene, a, radius) ? 0.0 : radius + 1.0 / 32);
    if (apart(a[0], a[1], b[0], b[1]) > longest) return false;
    if (from == to) return true;
    /* Where the mover does not fit, the agent may: the walls decide, not the exits. */
    if (scene->graph->places[from] == WEND_TOO_NARROW && is_way_open(&before->bare, from, to, a, b)) return true;
    if (scene->graph->places[from] != WEND_OK) return scene->expected->next[from] == to;
    return scene->graph->places[to] == WEND_OK && is_way_open(scene, from, to, a, b);
}

static bool moves_are_legal(const test_scene *scene, const moment *before, const wend_crowd *crowd, char *message,
                            size_t size) {
    for (uint32_t i = 0; i < wend_crowd_places(crowd); i++) {
        const float *a = before->at + 2 * (size_t)i, *b = wend_crowd_positions(crowd) + 2 * (size_t)i;
        EXPECT(agent_is_legal(scene, before, crowd, i), "agent %u from %.9g, %.9g (cell %d) to %.9g, %.9g (cell %d)", i,
               (double)a[0], (double)a[1], cell_at(scene->w, a[0], a[1]), (double)b[0], (double)b[1],
               cell_at(scene->w, b[0], b[1]));
    }
    return true;
}

static wend_agent_desc random_agent(const test_scene *scene, wend_cell cell, test_random *random) {
    static const float radii[6] = {0.0f, 0.01f, 0.1f, 0.25f, 0.45f, 0.5f};
    static const wend_order orders[8] = {WEND_ORDER_GO,   WEND_ORDER_GO,   WEND_ORDER_GO,    WEND_ORDER_GO,
                                         WEND_ORDER_STOP, WEND_ORDER_HOLD, WEND_ORDER_LEAVE, WEND_ORDER_GO};
    wend_agent_desc desc = {.radius = radii[test_random_below(random, 6)],
                            .speed = (float)test_random_between(random, 1, 6),
                            .acceleration = test_random_chance(random, 20) ? 10.0f : 0.0f,
                            .field = test_random_below(random, 2),
                            .priority = test_random_chance(random, 20) ? test_random_below(random, 5) : 0,
                            .order = orders[test_random_below(random, 8)]};
    wend_map_centre(scene->s.map, cell.x, cell.y, &desc.x, &desc.y);
    if (test_random_chance(random, 70)) desc.x += (float)test_random_between(random, -48, 48) * 0.01f;
    if (test_random_chance(random, 70)) desc.y += (float)test_random_between(random, -28, 28) * 0.01f;
    return desc;
}

/* The same field twice: two that know nothing of each other. */
static bool set_fields(test_scene *scene, wend_crowd *crowd) {
    subject other = scene->s;
    other.field = subject_field(scene->w, scene->s.mover);
    if (!other.field) return false;
    subject_build(&other, scene->w, false);
    bool is_set = wend_crowd_set_field(crowd, 0, scene->s.field) == WEND_OK &&
                  wend_crowd_set_field(crowd, 1, other.field) == WEND_OK;
    wend_field_destroy(other.field);
    return is_set;
}

static wend_crowd *random_crowd(test_scene *scene, uint32_t capacity, wend_backend backend, test_random *random) {
    const world *w = scene->w;
    wend_crowd_desc desc = {.capacity = capacity,
                            .headway = test_random_chance(random, 30) ? 0.5f : 0.0f,
                            .backend = backend,
                            .arrival_radius = (float)test_random_below(random, 3)};
    wend_crowd *crowd = NULL;
    if (wend_crowd_create(scene->s.map, &desc, &crowd) != WEND_OK) return NULL;
    if (!set_fields(scene, crowd)) {
        wend_crowd_destroy(crowd);
        return NULL;
    }
    for (uint32_t tries = 0; tries < 4 * capacity && wend_crowd_count(crowd) < capacity; tries++) {
        wend_cell cell = random_cell(w, random);
        bool is_free = scene->graph->places[world_index(w, cell.x, cell.y)] == WEND_OK;
        if (!is_free && !test_random_chance(random, 20)) continue;
        wend_agent_desc one = random_agent(scene, cell, random);
        (void)wend_crowd_add(crowd, &one, NULL);
    }
    return crowd;
}

/* Steps as short as a piece: what a step does is what a piece does. */
static bool steps_of(test_scene *scene, const test_scene *bare, wend_crowd *crowd, test_random *random, char *message,
                     size_t size) {
    moment before = {.bare = *bare};
    uint32_t in_wall = UINT32_MAX;
    for (int step = 0; step < 40; step++) {
        memcpy(before.at, wend_crowd_positions(crowd), 2 * wend_crowd_places(crowd) * sizeof *before.at);
        memcpy(before.statuses, wend_crowd_statuses(crowd), wend_crowd_places(crowd));
        float dt = (float)test_random_between(random, 0, 41) * 0.001f;
        EXPECT(wend_crowd_step(crowd, dt, NULL) == WEND_OK, "no step");
        if (!moves_are_legal(scene, &before, crowd, message, size)) return false;
        uint32_t now = 0;
        for (uint32_t i = 0; i < wend_crowd_places(crowd); i++) {
            const float *at = wend_crowd_positions(crowd) + 2 * (size_t)i;
            bool is_there =
                wend_crowd_statuses(crowd)[i] != WEND_AGENT_NONE && wend_crowd_statuses(crowd)[i] != WEND_AGENT_ON_LINK;
            now += is_there && scene->graph->places[cell_at(scene->w, at[0], at[1])] == WEND_IN_WALL;
        }
        EXPECT(now <= in_wall, "%u in walls, %u before", now, in_wall);
        in_wall = now;
    }
    return true;
}

/* The same world with what is a wall to a disc, whatever its mover: blocked cells, and edges closed both ways. */
static world *bare_world(const world *from) {
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    memcpy(w, from, sizeof *w);
    w->mover.radius = 0;
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        for (int k = 0; k < 8; k++) {
            int32_t x, y;
            if (!(from->closed[cell] >> k & 1)) continue;
            bool is_there = oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &x, &y);
            if (!is_there || !(from->closed[world_index(w, x, y)] >> oracle_opposite(k) & 1))
                w->closed[cell] &= (uint8_t) ~(1u << k);
        }
    }
    return w;
}

static bool steps_fit(test_scene *scene, char *message, size_t size) {
    test_random random = test_random_of(scene->w->seed + 21);
    subject_build(&scene->s, scene->w, false);
    wend_crowd *crowd = random_crowd(scene, AGENTS, test_backend(), &random);
    EXPECT(crowd, "no crowd");
    world *w = bare_world(scene->w);
    test_scene bare = {.w = w, .graph = oracle_graph_of(w)};
    bool is_good = steps_of(scene, &bare, crowd, &random, message, size);
    oracle_graph_free(bare.graph);
    free(w);
    wend_crowd_destroy(crowd);
    return is_good;
}

static bool steps(const world *w, char *message, size_t size) {
    return check_scene(w, steps_fit, message, size);
}

/* The hash of a crowd after some steps; 0: there is none. */
static uint64_t hash_by(test_scene *scene, wend_backend backend, const wend_tasks *tasks, uint32_t *count) {
    test_random random = test_random_of(scene->w->seed + 24);
    wend_crowd *crowd = random_crowd(scene, MANY, backend, &random);
    if (!crowd) return 0;
    *count = wend_crowd_count(crowd);
    bool is_good = true;
    for (int step = 0; step < 6; step++) is_good = is_good && wend_crowd_step(crowd, 0.04f, tasks) == WEND_OK;
    uint64_t hash = is_good ? crowd_info(crowd).hash : 0;
    wend_crowd_destroy(crowd);
    return hash;
}

static bool bits_are_same(test_scene *scene, char *message, size_t size) {
    uint32_t count = 0;
    subject_build(&scene->s, scene->w, false);
    uint64_t alone = hash_by(scene, test_backend(), NULL, &count);
    EXPECT(alone, "no crowd");
    for (uint32_t threads = 2; threads <= 3; threads++) {
        test_splits splits;
        wend_tasks tasks = test_tasks(threads), counted = test_counted(&splits, &tasks);
        EXPECT(hash_by(scene, test_backend(), &counted, &count) == alone, "another crowd with %u threads", threads);
        EXPECT(count < MANY || splits.kinds >= 5, "%u kinds of work were split", splits.kinds);
    }
    for (int b = WEND_BACKEND_SCALAR; b <= WEND_BACKEND_WASM128 && test_backend() == WEND_BACKEND_AUTO; b++) {
        if (!wend_backend_is_supported((wend_backend)b)) continue;
        EXPECT(hash_by(scene, (wend_backend)b, NULL, &count) == alone, "another crowd with %s",
               wend_backend_name((wend_backend)b));
    }
    return true;
}

static bool bits(const world *w, char *message, size_t size) {
    return check_scene(w, bits_are_same, message, size);
}

/* Random shoves, straight into what moves. */
static bool shoves_of(test_scene *scene, const float *start, test_random *random, char *message, size_t size) {
    wend__shape shape = scene->s.map->shape;
    wend__outline outline = wend__crowd_outline(scene->w->lattice);
    bool is_hex = scene->w->lattice == WEND_HEX;
    wend__walker walker = {scene->s.mover, &outline,
                           0.03125f + (float)test_random_below(random, 100) * (is_hex ? 0.002f : 0.0046875f)};
    float at[2] = {start[0], start[1]};
    for (int step = 0; step < 150; step++) {
        wend_cell cell;
        EXPECT(wend__pick(shape, at[0], at[1], &cell), "%.9g, %.9g is off the map", (double)at[0], (double)at[1]);
        float scale = step % 3 ? 0.0003f : 0.01f;
        wend__point by = {(float)test_random_between(random, -1000, 1000) * scale,
                          (float)test_random_between(random, -1000, 1000) * scale};
        wend__point to = wend__crowd_slide(&walker, cell, (wend__point){at[0], at[1]}, by);
        const float end[2] = {to.x, to.y};
        int32_t from = cell_at(scene->w, at[0], at[1]), there = cell_at(scene->w, end[0], end[1]);
        EXPECT(move_is_legal(scene, from, there, at, end), "shoved from %.9g, %.9g (cell %d) to %.9g, %.9g (cell %d)",
               (double)at[0], (double)at[1], from, (double)end[0], (double)end[1], there);
        memcpy(at, end, sizeof at);
    }
    return true;
}

static bool shoves_fit(test_scene *scene, char *message, size_t size) {
    test_random random = test_random_of(scene->w->seed + 22);
    for (int tries = 0; tries < 2 * AGENTS; tries++) {
        wend_cell cell = random_cell(scene->w, &random);
        if (scene->graph->places[world_index(scene->w, cell.x, cell.y)] != WEND_OK) continue;
        float start[2];
        wend_map_centre(scene->s.map, cell.x, cell.y, &start[0], &start[1]);
        if (!shoves_of(scene, start, &random, message, size)) return false;
    }
    return true;
}

static bool shoves(const world *w, char *message, size_t size) {
    return check_scene(w, shoves_fit, message, size);
}

/* What the links on the way from a cell cost at most [1.0 = a straight step]. */
static float links_on_way(const test_scene *scene, wend_cell cell) {
    const world *w = scene->w;
    if (w->link_count == 0) return 0.0f;
    uint32_t value = wend_field_value(scene->s.field, cell.x, cell.y);
    uint32_t unit = w->mover.unit_cost ? w->mover.unit_cost : 1;
    return (float)value / (float)(WEND_RAW_PER_COST * unit);
}

/* One agent by itself arrives wherever there is a way, in a time that its distance explains. */
static bool one_arrives(test_scene *scene, wend_crowd *crowd, wend_cell cell, float radius, char *message,
                        size_t size) {
    float x, y;
    wend_map_centre(scene->s.map, cell.x, cell.y, &x, &y);
    wend_crowd_clear(crowd);
    const wend_agent_desc desc = {.x = x, .y = y, .radius = radius};
    EXPECT(wend_crowd_add(crowd, &desc, NULL) == WEND_OK, "not added");
    size_t steps_needed = 0;
    (void)wend_field_trace(scene->s.field, cell.x, cell.y, NULL, 0, &steps_needed);
    wend_crowd_info info = {0};
    size_t on_links = (size_t)(5.0f * links_on_way(scene, cell)); /* a fifth of a cell a step */
    for (size_t i = 0; i < 10 * steps_needed + 40 + on_links; i++) {
        EXPECT(wend_crowd_step(crowd, 0.05f, NULL) == WEND_OK, "no step");
        wend_crowd_describe(crowd, &info);
        if (info.arrived) return true;
    }
    const float *at = wend_crowd_positions(crowd);
    return complain(message, size, "from %d, %d: %zu cells of way, but stuck at %.9g, %.9g", cell.x, cell.y,
                    steps_needed, (double)at[0], (double)at[1]);
}

static uint32_t lone_walks, lost_walks;

static bool arrivals_fit(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    subject_build(&scene->s, w, false);
    /* Not wider than what its mover minds; on most worlds that is a point. */
    float radius = w->mover.radius < 115 ? (float)w->mover.radius / 256.0f : 0.45f;
    if (radius < 0.02f) radius = 0.02f;
    wend_crowd_desc desc = {.capacity = 1, .backend = test_backend(), .arrival_radius = 1e-6f};
    wend_crowd *crowd = NULL;
    EXPECT(wend_crowd_create(scene->s.map, &desc, &crowd) == WEND_OK, "no crowd");
    EXPECT(wend_crowd_set_field(crowd, 0, scene->s.field) == WEND_OK, "no field");
    test_random random = test_random_of(w->seed + 23);
    bool is_good = true;
    for (int tries = 0; tries < 12; tries++) {
        wend_cell cell = random_cell(w, &random);
        int32_t index = world_index(w, cell.x, cell.y);
        wend_status place = scene->expected->places[index];
        bool has_way = place == WEND_OK || place == WEND_LINK || place == WEND_AT_GOAL;
        /* Links take as long as their costs are ways. */
        if (!has_way || links_on_way(scene, cell) > 4000.0f) continue;
        bool arrives = one_arrives(scene, crowd, cell, radius, message, size);
        lone_walks++;
        lost_walks += !arrives;
        is_good = is_good && arrives;
    }
    wend_crowd_destroy(crowd);
    return is_good;
}

static bool arrivals(const world *w, char *message, size_t size) {
    return check_scene(w, arrivals_fit, message, size);
}

/* At corners, and where two ways are equally good, a few turn to and fro between two wishes. */
static bool nearly_all_arrive(const world *w, char *message, size_t size) {
    (void)check_scene(w, arrivals_fit, message, size);
    return true;
}

static void every_step_is_legal(void **state) {
    (void)state;
    check_worlds(steps, 1000, test_dose(100, 300, 10000));
}

static void threads_and_back_ends_change_nothing(void **state) {
    (void)state;
    check_worlds(bits, 3000, test_dose(4, 30, 1000));
}

static void no_shove_leads_into_a_wall(void **state) {
    (void)state;
    check_worlds(shoves, 5000, test_dose(100, 300, 10000));
}

static void nearly_all_lone_agents_arrive(void **state) {
    (void)state;
    lone_walks = lost_walks = 0;
    check_worlds(nearly_all_arrive, 9000, test_dose(100, 300, 10000));
    if (lone_walks < test_dose(400, 1200, 40000) || lost_walks * 200 > lone_walks)
        fail_msg("%u of %u lone agents do not get to a goal", lost_walks, lone_walks);
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
        cmocka_unit_test(every_step_is_legal),
        cmocka_unit_test(threads_and_back_ends_change_nothing),
        cmocka_unit_test(no_shove_leads_into_a_wall),
        cmocka_unit_test(nearly_all_lone_agents_arrive),
        cmocka_unit_test(from_a_border_through_a_corner),
        cmocka_unit_test(straight_at_the_end_of_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
