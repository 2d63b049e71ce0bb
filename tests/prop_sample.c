/* SPDX-License-Identifier: MIT
 * Smooth samples, followed from random points to the goal: they arrive, no disc ever meets a wall, what remains falls at
 * each step, nobody turns back, and the ways are nearly the shortest there are. And what they are made from: every mark
 * is in sight. Walls are measured here in double, from the map alone. */
#include "support/subject.h"
#include "support/visibility.h"

#include "field/field.h"
#include "scenes/generate.h"

#include <wend/wend.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ROW_HEIGHT 0.8660254037844386
#define ROUNDING (1.0 / 256) /* how far into a wall a disc may get, as the header says */

/* A map with a mover, and the field of one goal. */
typedef struct place {
    const char *name;
    wend_map *map;
    wend_mover *mover;
    wend_field *field;
    wend_workspace *workspace;
    int32_t width, height;
    wend_lattice lattice;
    double radius;
    bool has_walls;
    uint32_t component; /* the largest */
    test_random random;
} place;

typedef struct recipe {
    const char *name;
    enum scene_kind kind;
    int32_t size;
    wend_lattice lattice;
    uint32_t thin_walls; /* [%] of cells that get one, or a one-way edge */
    wend_mover_desc mover;
    bool without_sights;
} recipe;

static void furnish(place *p, const wend_mover_desc *desc, bool with_sights) {
    assert_int_equal(wend_mover_create(p->map, desc, &p->mover), WEND_OK);
    const wend_field_desc field = {.sights = with_sights};
    assert_int_equal(wend_field_create(p->mover, &field, &p->field), WEND_OK);
    p->width = wend_map_width(p->map);
    p->height = wend_map_height(p->map);
    p->lattice = wend_map_lattice(p->map);
    p->radius = desc->radius / 256.0;
    uint32_t cells = (uint32_t)(p->width * p->height), most = 0;
    assert_int_equal(wend_workspace_create(cells, NULL, &p->workspace), WEND_OK);
    uint32_t *counts = calloc(cells, sizeof *counts);
    assert_non_null(counts);
    p->component = WEND_NO_COMPONENT;
    for (uint32_t i = 0; i < cells; i++) {
        uint32_t c = wend_mover_component(p->mover, (int32_t)i % p->width, (int32_t)i / p->width);
        if (c == WEND_NO_COMPONENT || ++counts[c] <= most) continue;
        most = counts[c];
        p->component = c;
    }
    free(counts);
}

static void add_thin_walls(place *p, uint32_t percent) {
    for (uint32_t i = 0; i < (uint32_t)(p->width * p->height) * percent / 100; i++) {
        wend_cell cell = {test_random_between(&p->random, 0, p->width - 1),
                          test_random_between(&p->random, 0, p->height - 1)};
        int side = (int)test_random_below(&p->random, 8);
        int32_t x, y;
        if (!oracle_is_side(p->lattice, side) || !oracle_neighbour(p->lattice, cell.x, cell.y, side, &x, &y)) continue;
        if (x < 0 || y < 0 || x >= p->width || y >= p->height) continue;
        wend_edge edge = test_random_chance(&p->random, 70) ? WEND_EDGE_WALL : WEND_EDGE_OUT_ONLY;
        assert_int_equal(wend_map_set_edge(p->map, cell.x, cell.y, (wend_direction)side, edge), WEND_OK);
    }
}

static place make_place(const recipe *r, uint64_t seed) {
    place p = {.name = r->name, .random = test_random_of(seed), .has_walls = r->thin_walls > 0};
    const wend_map_desc desc = {.width = r->size, .height = r->size, .lattice = r->lattice};
    assert_int_equal(wend_map_create(&desc, &p.map), WEND_OK);
    uint8_t *terrain = malloc((size_t)r->size * (size_t)r->size);
    assert_non_null(terrain);
    assert_true(scene_generate(r->kind, r->size, r->size, scene_default_walls(r->kind), seed, terrain));
    assert_int_equal(wend_map_write(p.map, (wend_rect){0, 0, r->size, r->size}, terrain, (size_t)r->size), WEND_OK);
    free(terrain);
    p.width = p.height = r->size;
    p.lattice = r->lattice;
    add_thin_walls(&p, r->thin_walls);
    furnish(&p, &r->mover, !r->without_sights);
    return p;
}

static void leave_place(place *p) {
    wend_field_destroy(p->field);
    wend_workspace_destroy(p->workspace);
    wend_mover_destroy(p->mover);
    wend_map_destroy(p->map);
}

static wend_cell random_inner_cell(place *p) {
    for (;;) {
        wend_cell cell = {test_random_between(&p->random, 0, p->width - 1),
                          test_random_between(&p->random, 0, p->height - 1)};
        if (wend_mover_component(p->mover, cell.x, cell.y) == p->component) return cell;
    }
}

static wend_cell aim_anywhere(place *p) {
    wend_cell cell = random_inner_cell(p);
    const wend_goal goal = {.x = cell.x, .y = cell.y};
    assert_int_equal(wend_field_set_goals(p->field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(p->field, p->workspace, NULL), WEND_OK);
    return cell;
}

/* Walls, in double. */

typedef struct spot {
    double x, y;
} spot;

static double to_segment(spot p, spot a, spot b) {
    double x = b.x - a.x, y = b.y - a.y, squared = x * x + y * y;
    double t = squared > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / squared : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

/* The outline of a cell, clockwise; its sides are from one corner to the next. */
static int outline(const place *p, int32_t x, int32_t y, spot out[6]) {
    static const double hex_x[6] = {0, 0.5, 0.5, 0, -0.5, -0.5}, hex_y[6] = {-2, -1, 1, 2, 1, -1};
    static const double square_x[4] = {0, 1, 1, 0}, square_y[4] = {0, 0, 1, 1};
    if (p->lattice == WEND_SQUARE) {
        for (int i = 0; i < 4; i++) out[i] = (spot){x + square_x[i], y + square_y[i]};
        return 4;
    }
    double centre_x = x + 0.5 + 0.5 * (y & 1), centre_y = y * ROW_HEIGHT + 0.5773502691896258;
    for (int i = 0; i < 6; i++) out[i] = (spot){centre_x + hex_x[i], centre_y + hex_y[i] * 0.5 * 0.5773502691896258};
    return 6;
}

static const int8_t sides_of_square[4] = {WEND_NORTH, WEND_EAST, WEND_SOUTH, WEND_WEST};
static const int8_t sides_of_hex[6] = {WEND_NORTH_EAST, WEND_EAST, WEND_SOUTH_EAST,
                                       WEND_SOUTH_WEST, WEND_WEST, WEND_NORTH_WEST};

/* Distance to a blocked cell, less than 0 within it; to thin walls only where discs are asked for. */
static double to_cell(const place *p, int32_t x, int32_t y, spot at) {
    spot corners[6];
    int count = outline(p, x, y, corners);
    bool is_blocked = wend_mover_cost(p->mover, x, y) == WEND_BLOCKED, is_within = true;
    double least = 1e9;
    for (int i = 0; i < count; i++) {
        spot a = corners[i], b = corners[(i + 1) % count];
        int side = p->lattice == WEND_SQUARE ? sides_of_square[i] : sides_of_hex[i];
        if ((b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) < 0) is_within = false;
        bool counts = is_blocked || (p->radius > 0 && p->has_walls &&
                                     wend_map_edge(p->map, x, y, (wend_direction)side) == WEND_EDGE_WALL);
        if (counts) least = fmin(least, to_segment(at, a, b));
    }
    return is_blocked && is_within ? -least : least;
}

/* From a point to the nearest wall, as far as that matters for the radius. */
static double to_walls(const place *p, spot at) {
    int32_t reach = (int32_t)(p->radius + 1.5), column = (int32_t)floor(at.x);
    int32_t row = (int32_t)floor(p->lattice == WEND_HEX ? at.y / ROW_HEIGHT : at.y);
    double least = 1e9;
    for (int32_t y = row - reach - 1; y <= row + reach; y++)
        for (int32_t x = column - reach - 1; x <= column + reach; x++) least = fmin(least, to_cell(p, x, y, at));
    return least;
}

/* How far a disc is into a wall; a point is in none unless it is within one. */
static double overlap(const place *p, spot at) {
    return p->radius - to_walls(p, at);
}

/* On squares: is the disc out of the squares round walls, too? Then bending needs no rounding of corners. */
static bool is_clear_along_axes(const place *p, spot at) {
    double r = p->radius;
    if (p->lattice == WEND_HEX || r <= 0) return true;
    for (int32_t y = (int32_t)floor(at.y - r); y <= (int32_t)floor(at.y + r); y++)
        for (int32_t x = (int32_t)floor(at.x - r); x <= (int32_t)floor(at.x + r); x++)
            if (wend_mover_cost(p->mover, x, y) == WEND_BLOCKED && at.x - r < x + 1 && at.x + r > x &&
                at.y - r < y + 1 && at.y + r > y)
                return false;
    return true;
}

/* Following. */

typedef struct walk {
    double length;
    uint64_t steps, rises, turns;
    bool arrives;
} walk;

static bool is_on_the_way(wend_status status) {
    return status == WEND_OK || status == WEND_AT_GOAL || status == WEND_TOO_NARROW;
}

static void judge_stretch(const place *p, spot at, const wend_sample *sample) {
    assert_true(sample->reach <= 0.5f);
    for (int i = 0; i <= 4; i++) {
        double far = (double)sample->reach * i / 4.0;
        double into = overlap(p, (spot){at.x + sample->x * far, at.y + sample->y * far});
        if (into > ROUNDING)
            fail_msg("%s: from (%.9g, %.9g) along (%g, %g) for %g: %g into a wall", p->name, at.x, at.y,
                     (double)sample->x, (double)sample->y, far, into);
    }
}

static bool is_on_border(const place *p, spot at, wend_cell cell) {
    spot corners[6];
    int count = outline(p, cell.x, cell.y, corners);
    for (int i = 0; i < count; i++)
        if (to_segment(at, corners[i], corners[(i + 1) % count]) <= ROUNDING) return true;
    return false;
}

/* May a point go from one cell into the next there? Round the ends of a side it may be anywhere. */
static bool is_passage(const place *p, wend_cell from, wend_cell to, spot at) {
    spot corners[6];
    int count = outline(p, from.x, from.y, corners);
    for (int i = 0; i < count; i++) {
        int side = p->lattice == WEND_SQUARE ? sides_of_square[i] : sides_of_hex[i];
        int32_t x, y;
        if (!oracle_neighbour(p->lattice, from.x, from.y, side, &x, &y) || x != to.x || y != to.y) continue;
        spot a = corners[i], b = corners[(i + 1) % count];
        if (fmin(hypot(at.x - a.x, at.y - a.y), hypot(at.x - b.x, at.y - b.y)) < 8 * ROUNDING) return true;
        wend_edge edge = wend_map_edge(p->map, from.x, from.y, (wend_direction)side);
        return edge == WEND_EDGE_OPEN || edge == WEND_EDGE_OUT_ONLY;
    }
    return true;
}

/* No stretch goes through a thin wall, or through a one-way edge the wrong way. */
static void judge_sides(const place *p, spot at, const wend_sample *sample) {
    wend_cell before, here;
    bool has_before = false;
    for (int i = 0; i <= 64; i++) {
        double far = (double)sample->reach * i / 64;
        spot there = {at.x + sample->x * far, at.y + sample->y * far};
        if (wend_map_pick(p->map, (float)there.x, (float)there.y, &here) != WEND_OK || is_on_border(p, there, here))
            continue;
        if (has_before && (here.x != before.x || here.y != before.y) && !is_passage(p, before, here, there))
            fail_msg("%s: from (%.9g, %.9g) along (%g, %g) through a side at (%g, %g)", p->name, at.x, at.y,
                     (double)sample->x, (double)sample->y, there.x, there.y);
        before = here;
        has_before = true;
    }
}

/* Steps of at most `stride`, until the goal. */
static walk follow(const place *p, spot from, float stride) {
    walk w = {0};
    float x = (float)from.x, y = (float)from.y;
    wend_sample before = {.distance = INFINITY};
    for (; w.steps < 200000; w.steps++) {
        wend_sample sample;
        wend_status status = wend_field_sample(p->field, WEND_SAMPLE_SMOOTH, x, y, &sample);
        if (!is_on_the_way(status)) fail_msg("%s: status %d at (%.9g, %.9g)", p->name, status, (double)x, (double)y);
        judge_stretch(p, (spot){x, y}, &sample);
        if (p->has_walls) judge_sides(p, (spot){x, y}, &sample);
        if (w.steps && sample.distance >= before.distance) w.rises++;
        if (w.steps && sample.x * before.x + sample.y * before.y < -0.5f) w.turns++;
        if (status == WEND_AT_GOAL && sample.reach < 1e-3f) {
            w.arrives = true;
            return w;
        }
        float step = sample.reach < stride ? sample.reach : stride;
        x += sample.x * step;
        y += sample.y * step;
        w.length += step;
        before = sample;
    }
    return w;
}

/* A point of a cell where the disc may be. */
static spot random_spot(place *p, wend_cell cell) {
    float x, y;
    wend_map_centre(p->map, cell.x, cell.y, &x, &y);
    for (int i = 0; i < 20; i++) {
        float near_x = x + (float)test_random_between(&p->random, -500, 499) * 0.001f;
        float near_y = y + (float)test_random_between(&p->random, -500, 499) * 0.001f;
        wend_cell there;
        if (wend_map_pick(p->map, near_x, near_y, &there) != WEND_OK || there.x != cell.x || there.y != cell.y)
            continue;
        spot at = {near_x, near_y};
        if (overlap(p, at) <= 0 && is_clear_along_axes(p, at)) return at;
    }
    return (spot){x, y};
}

static const recipe recipes[] = {
    {"cave", SCENE_CAVE, 64, WEND_SQUARE, 0, {0}, false},
    {"random", SCENE_RANDOM, 64, WEND_SQUARE, 0, {0}, false},
    {"rooms", SCENE_ROOMS, 64, WEND_SQUARE, 0, {0}, false},
    {"maze", SCENE_MAZE, 33, WEND_SQUARE, 0, {0}, false},
    {"empty", SCENE_EMPTY, 70, WEND_SQUARE, 0, {0}, false},
    {"blobs, entered", SCENE_BLOBS, 64, WEND_SQUARE, 0, {.step_rule = WEND_STEP_ENTER}, false},
    {"noise, entered", SCENE_NOISE, 64, WEND_SQUARE, 0, {.step_rule = WEND_STEP_ENTER}, false},
    {"blobs", SCENE_BLOBS, 64, WEND_SQUARE, 0, {0}, false},
    {"noise", SCENE_NOISE, 64, WEND_SQUARE, 0, {0}, false},
    {"cave, radius 60", SCENE_CAVE, 64, WEND_SQUARE, 0, {.radius = 60}, false},
    {"cave, radius 100", SCENE_CAVE, 64, WEND_SQUARE, 0, {.radius = 100}, false},
    {"rooms, radius 100", SCENE_ROOMS, 64, WEND_SQUARE, 0, {.radius = 100}, false},
    {"cave, radius 128", SCENE_CAVE, 64, WEND_SQUARE, 0, {.radius = 128}, false},
    {"rooms, radius 128", SCENE_ROOMS, 64, WEND_SQUARE, 0, {.radius = 128}, false},
    {"cave, radius 300", SCENE_CAVE, 96, WEND_SQUARE, 0, {.radius = 300}, false},
    {"cave, one free", SCENE_CAVE, 64, WEND_SQUARE, 0, {.corner_rule = WEND_CORNER_IF_ONE_FREE}, false},
    {"random, always", SCENE_RANDOM, 64, WEND_SQUARE, 0, {.corner_rule = WEND_CORNER_ALWAYS}, false},
    {"rooms, 4 neighbours", SCENE_ROOMS, 64, WEND_SQUARE, 0, {.neighbours = 4}, false},
    {"cave, thin walls", SCENE_CAVE, 64, WEND_SQUARE, 5, {0}, false},
    {"empty, thin walls", SCENE_EMPTY, 48, WEND_SQUARE, 10, {.radius = 64}, false},
    {"hex cave", SCENE_CAVE, 64, WEND_HEX, 0, {0}, false},
    {"hex rooms", SCENE_ROOMS, 64, WEND_HEX, 0, {0}, false},
    {"hex cave, thin walls", SCENE_CAVE, 64, WEND_HEX, 4, {0}, false},
    {"hex cave, radius 100", SCENE_CAVE, 64, WEND_HEX, 0, {.radius = 100}, false},
    {"cave, without sights", SCENE_CAVE, 64, WEND_SQUARE, 0, {0}, true},
    {"hex cave, without sights", SCENE_CAVE, 64, WEND_HEX, 0, {0}, true},
};
#define RECIPES (sizeof recipes / sizeof *recipes)

/* From random points, some beside the goal: arrives, in no wall; and counts. */
static void follow_to_a_goal(place *p, uint64_t seed, uint32_t starts, walk *sum) {
    wend_cell goal = aim_anywhere(p);
    for (uint32_t i = 0; i < starts; i++) {
        wend_cell cell = i % 8 == 7 ? goal : random_inner_cell(p);
        if (wend_field_value(p->field, cell.x, cell.y) == WEND_UNREACHABLE) continue; /* one-way edges */
        walk w = follow(p, random_spot(p, cell), 0.1f + 0.1f * (float)(i % 5));
        if (!w.arrives) fail_msg("%s: never arrives from cell (%d, %d), seed %d", p->name, cell.x, cell.y, (int)seed);
        sum->steps += w.steps;
        sum->rises += w.rises;
        sum->turns += w.turns;
    }
}

/* A point never steps back, nor does what remains rise, but for a step in 10,000 (where ways tie: most of all where every
 * cell costs something else). A disc that walls press into a corner from where it started may, once or twice. */
static void judge_walks(const char *name, double radius, const walk *sum) {
    print_message("%-26s %8d steps, %d rises, %d turns\n", name, (int)sum->steps, (int)sum->rises, (int)sum->turns);
    uint64_t allowed = 1 + (radius > 0 ? sum->steps / 500 : sum->steps / 10000);
    assert_true(sum->rises <= allowed && sum->turns <= allowed);
}

static void test_follow(void **state) {
    (void)state;
    for (size_t i = 0; i < RECIPES; i++) {
        walk sum = {0};
        for (uint64_t seed = 1; seed <= test_dose(1, 2, 6); seed++) {
            place p = make_place(&recipes[i], seed);
            follow_to_a_goal(&p, seed, test_dose(20, 60, 200), &sum);
            leave_place(&p);
        }
        judge_walks(recipes[i].name, recipes[i].mover.radius, &sum);
    }
}

/* Small maps of a kind, where everything is beside something. */
static const recipe small_recipes[] = {
    {"hex, costs", SCENE_NOISE, 8, WEND_HEX, 0, {0}, true},
    {"hex, costs, radius 128", SCENE_NOISE, 8, WEND_HEX, 0, {.radius = 128}, false},
    {"hex, thin walls", SCENE_EMPTY, 6, WEND_HEX, 20, {0}, false},
    {"hex, thin, radius 73", SCENE_EMPTY, 6, WEND_HEX, 12, {.radius = 73}, false},
    {"hex, thin, radius 100", SCENE_EMPTY, 7, WEND_HEX, 8, {.radius = 100}, false},
    {"hex, thin, radius 140", SCENE_EMPTY, 9, WEND_HEX, 6, {.radius = 140}, true},
    {"one free, thin", SCENE_EMPTY, 6, WEND_SQUARE, 30, {.corner_rule = WEND_CORNER_IF_ONE_FREE}, false},
    {"one free, thin, 64",
     SCENE_EMPTY,
     6,
     WEND_SQUARE,
     20,
     {.corner_rule = WEND_CORNER_IF_ONE_FREE, .radius = 64},
     true},
    {"thin, radius 129", SCENE_EMPTY, 9, WEND_SQUARE, 6, {.radius = 129}, false},
    {"thin, radius 180", SCENE_EMPTY, 9, WEND_SQUARE, 4, {.radius = 180}, true},
};

static void test_small_maps(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof small_recipes / sizeof *small_recipes; i++) {
        walk sum = {0};
        for (uint64_t seed = 1; seed <= test_dose(100, 200, 4000); seed++) {
            place p = make_place(&small_recipes[i], seed);
            if (p.component != WEND_NO_COMPONENT) follow_to_a_goal(&p, seed, 8, &sum);
            leave_place(&p);
        }
        assert_true(sum.steps > 0);
    }
}

static const char *const game_maps[] = {"movingai/dao/arena.map",      "movingai/dao/den312d.map",
                                        "movingai/dao/lak303d.map",    "movingai/dao/brc000d.map",
                                        "movingai/da2/ht_chantry.map", "movingai/da2/lt_gallowstemplar_n.map",
                                        "movingai/bg512/AR0011SR.map", "movingai/cities/Berlin_0_256.map"};
#define GAME_MAPS (sizeof game_maps / sizeof *game_maps)

static bool read_place(place *p, const char *file, uint32_t radius) {
    char path[512];
    uint8_t costs[256];
    snprintf(path, sizeof path, "%s/%s", WEND_DATA_DIR, file);
    *p = (place){.name = file, .random = test_random_of(7)};
    if (wend_map_read_file(path, NULL, &p->map, costs, NULL) != WEND_OK) return false;
    const wend_mover_desc mover = {.costs = costs, .radius = radius};
    furnish(p, &mover, true);
    return true;
}

static void test_follow_on_game_maps(void **state) {
    (void)state;
    static const uint32_t radii[] = {0, 80};
    for (size_t i = 0; i < GAME_MAPS * 2; i++) {
        walk sum = {0};
        place p;
        if (!read_place(&p, game_maps[i / 2], radii[i % 2])) {
            print_message("skipped: %s is not there\n", game_maps[i / 2]);
            continue;
        }
        for (uint64_t seed = 1; seed <= test_dose(1, 3, 10); seed++)
            follow_to_a_goal(&p, seed, test_dose(10, 40, 300), &sum);
        judge_walks(p.name, p.radius, &sum);
        leave_place(&p);
    }
}

/* Chains: steps as short as a game's frames, from anywhere a disc may be by the header: up to ROUNDING too deep. */

/* Areas of costs 1, 4, 7 and 10, or of one, among random walls. */
static place make_areas(uint64_t seed, uint32_t radius, bool with_sights, bool has_costs) {
    place p = {.name = has_costs ? "areas" : "one cost", .random = test_random_of(seed)};
    const wend_map_desc desc = {.width = 64, .height = 64};
    const wend_mover_desc mover = {.radius = radius};
    assert_int_equal(wend_map_create(&desc, &p.map), WEND_OK);
    for (int32_t i = 0; i < 64 * 64; i++) {
        int32_t x = i % 64, y = i / 64, cost = has_costs ? 1 + (x / 8 * 7 + y / 8 * 5) % 4 * 3 : 1;
        uint8_t terrain = test_random_chance(&p.random, 18) ? 255 : (uint8_t)cost;
        assert_int_equal(wend_map_set(p.map, x, y, terrain), WEND_OK);
    }
    furnish(&p, &mover, with_sights);
    return p;
}

/* A point where the disc is a little too deep, if one is found. */
static spot pressed_spot(place *p) {
    spot at = {0, 0};
    for (int i = 0; i < 3000; i++) {
        wend_cell cell = random_inner_cell(p);
        at.x = (float)cell.x + (float)test_random_below(&p->random, 4096) / 4096;
        at.y = (float)cell.y + (float)test_random_below(&p->random, 4096) / 4096;
        double into = overlap(p, at);
        if (into > 0 && into < ROUNDING) return at;
    }
    return random_spot(p, random_inner_cell(p));
}

/* At the end of a reach less remains, but for what it takes to leave a wall. */
static void judge_end(const place *p, spot at, const wend_sample *sample, double most) {
    wend_sample end;
    float x = (float)at.x + sample->x * sample->reach, y = (float)at.y + sample->y * sample->reach;
    wend_status status = wend_field_sample(p->field, WEND_SAMPLE_SMOOTH, x, y, &end);
    if (!is_on_the_way(status) || (double)end.distance > (double)sample->distance + most)
        fail_msg("%s, radius %g: from (%.9g, %.9g) by %g along (%g, %g): %g remains, not less than %g", p->name,
                 p->radius, at.x, at.y, (double)sample->reach, (double)sample->x, (double)sample->y,
                 (double)end.distance, (double)sample->distance);
}

/* Follows to the goal: never deeper than it may, and never without getting on. */
static void judge_chain(const place *p, spot from, double most) {
    float x = (float)from.x, y = (float)from.y;
    uint32_t slow = 0;
    for (int i = 0; i < 20000; i++) {
        wend_sample sample;
        spot at = {x, y};
        wend_status status = wend_field_sample(p->field, WEND_SAMPLE_SMOOTH, x, y, &sample);
        if (!is_on_the_way(status)) fail_msg("%s: status %d at (%.9g, %.9g)", p->name, status, at.x, at.y);
        double into = overlap(p, at);
        if (into > ROUNDING) fail_msg("%s, radius %g: %g deep at (%.9g, %.9g)", p->name, p->radius, into, at.x, at.y);
        if (status == WEND_AT_GOAL && sample.reach < 1e-3f) return;
        judge_end(p, at, &sample, most);
        slow = sample.reach < 0.01f && status != WEND_AT_GOAL ? slow + 1 : 0;
        if (slow > 5) fail_msg("%s, radius %g: crawls at (%.9g, %.9g)", p->name, p->radius, at.x, at.y);
        float step = sample.reach < 0.0667f ? sample.reach : 0.0667f;
        x += sample.x * step;
        y += sample.y * step;
    }
    fail_msg("%s: never arrives from (%.9g, %.9g)", p->name, from.x, from.y);
}

static void test_chains(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 16; i++) {
        bool has_costs = i & 1;
        double most = (has_costs ? 10 : 1) * ROUNDING;
        for (uint64_t seed = 1; seed <= test_dose(1, 2, 20); seed++) {
            place p = make_areas(seed, (uint32_t[]){0, 60, 100, 128}[i / 4], i & 2, has_costs);
            aim_anywhere(&p);
            for (uint32_t k = 0; k < test_dose(20, 40, 400); k++) {
                spot from = k % 2 ? pressed_spot(&p) : random_spot(&p, random_inner_cell(&p));
                judge_chain(&p, from, most);
            }
            leave_place(&p);
        }
    }
}

/* Lengths. */

typedef struct lengths {
    double ratios[20000];
    size_t count;
} lengths;

static int compare_ratios(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static void print_lengths(const char *name, lengths *l, double *mean, double *high) {
    qsort(l->ratios, l->count, sizeof *l->ratios, compare_ratios);
    *mean = 0;
    for (size_t i = 0; i < l->count; i++) *mean += l->ratios[i] / (double)l->count;
    *high = l->count ? l->ratios[l->count * 99 / 100] : 0;
    if (l->count)
        print_message("%-26s %6d ways, mean %.4f, 99 %% %.4f, longest %.4f of the shortest\n", name, (int)l->count,
                      *mean, *high, l->ratios[l->count - 1]);
}

/* Ways of 10 cells and more, from centre to centre. */
static void measure_ways(place *p, uint32_t goals, uint32_t starts, lengths *out) {
    uint8_t *is_free = malloc((size_t)p->width * (size_t)p->height);
    assert_non_null(is_free);
    for (int32_t i = 0; i < p->width * p->height; i++)
        is_free[i] = wend_mover_place(p->mover, i % p->width, i / p->width) == WEND_OK;
    visibility v;
    assert_true(visibility_make(&v, p->width, p->height, is_free));
    for (uint32_t g = 0; g < goals; g++) {
        wend_cell goal = aim_anywhere(p);
        visibility_aim(&v, (visibility_point){2 * goal.x + 1, 2 * goal.y + 1});
        for (uint32_t i = 0; i < starts; i++) {
            wend_cell cell = random_inner_cell(p);
            double shortest = visibility_distance(&v, (visibility_point){2 * cell.x + 1, 2 * cell.y + 1});
            if (shortest < 10 || out->count == sizeof out->ratios / sizeof *out->ratios) continue;
            walk w = follow(p, (spot){cell.x + 0.5, cell.y + 0.5}, 0.25f);
            assert_true(w.arrives);
            /* The visibility graph is right: no way is shorter, but for the last step's rounding. */
            assert_true(w.length > shortest - 0.01);
            /* Nor does following cost more than the field says, but for a little at sharp corners. */
            double said = (double)wend_field_distance(p->field, cell.x, cell.y);
            if (w.length > said * 1.01 + 0.1)
                fail_msg("%s: %g from (%d, %d), not %g", p->name, w.length, cell.x, cell.y, said);
            out->ratios[out->count++] = w.length / shortest;
        }
    }
    visibility_free(&v);
    free(is_free);
}

/* On game maps: mean at most 1.02 of the shortest way, 99 of 100 at most 1.05. */
static void test_lengths_on_game_maps(void **state) {
    (void)state;
    lengths *all = calloc(1, sizeof *all), *one = calloc(1, sizeof *one);
    assert_true(all && one);
    double mean, high;
    for (size_t i = 0; i < GAME_MAPS; i++) {
        place p;
        if (!read_place(&p, game_maps[i], 0)) {
            print_message("skipped: %s is not there\n", game_maps[i]);
            continue;
        }
        one->count = 0;
        measure_ways(&p, test_dose(1, 2, 8), test_dose(30, 50, 250), one);
        print_lengths(game_maps[i], one, &mean, &high);
        for (size_t k = 0; k < one->count; k++) all->ratios[all->count++] = one->ratios[k];
        leave_place(&p);
    }
    print_lengths("all game maps", all, &mean, &high);
    assert_true(mean <= 1.02 && high <= 1.05);
    free(one);
    free(all);
}

/* Generated maps have more corners, and octile distances that tell less of the straight ones. */
static void test_lengths_on_generated_maps(void **state) {
    (void)state;
    static const struct {
        size_t recipe;
        double mean, high;
    } bounds[] = {{0, 1.025, 1.07}, {1, 1.06, 1.25}, {2, 1.03, 1.08}, {3, 1.08, 1.12}, {4, 1.001, 1.002}};
    lengths *one = calloc(1, sizeof *one);
    assert_non_null(one);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        one->count = 0;
        for (uint64_t seed = 1; seed <= 3; seed++) {
            place p = make_place(&recipes[bounds[i].recipe], seed);
            measure_ways(&p, test_dose(1, 2, 4), test_dose(30, 40, 200), one);
            leave_place(&p);
        }
        double mean, high;
        print_lengths(recipes[bounds[i].recipe].name, one, &mean, &high);
        assert_true(mean <= bounds[i].mean && high <= bounds[i].high);
    }
    free(one);
}

/* Crowds keep their width, whichever way they go: two hundred start in a square and walk 60 cells to a goal at an angle.
 * The spread is their standard deviation across the way, half way there, less than what would be there if everybody
 * walked straight. */
static double spread_at(int32_t goal_x, int32_t goal_y) {
    static const recipe empty = {"empty", SCENE_EMPTY, 128, WEND_SQUARE, 0, {0}, false};
    place p = make_place(&empty, 1);
    const wend_goal goal = {.x = goal_x, .y = goal_y};
    assert_int_equal(wend_field_set_goals(p.field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(p.field, p.workspace, NULL), WEND_OK);
    const double start = 20, to_x = goal_x + 0.5 - start, to_y = goal_y + 0.5 - start, far = hypot(to_x, to_y);
    double sum = 0, squares = 0;
    for (int i = 0; i < 200; i++) {
        float x = (float)start - 8 + (float)test_random_below(&p.random, 16000) * 0.001f;
        float y = (float)start - 8 + (float)test_random_below(&p.random, 16000) * 0.001f;
        while (((double)x - start) * to_x + ((double)y - start) * to_y < far * far * 0.5) {
            wend_sample sample;
            wend_field_sample(p.field, WEND_SAMPLE_SMOOTH, x, y, &sample);
            x += sample.x * 0.2f;
            y += sample.y * 0.2f;
        }
        double across = (((double)x - start) * to_y - ((double)y - start) * to_x) / far;
        sum += across;
        squares += across * across;
    }
    leave_place(&p);
    double spread = sqrt(squares / 200 - sum / 200 * sum / 200);
    print_message("to (%d, %d): %.3f cells wide\n", goal_x, goal_y, spread);
    return spread;
}

static void test_spread(void **state) {
    (void)state;
    /* 0, 22.5 and 45 degrees. A square of 16 cells is 16 / sqrt(12) wide, half way there half of that. */
    static const int32_t goals[3][2] = {{80, 19}, {75, 42}, {62, 62}};
    for (int i = 0; i < 3; i++) {
        double spread = spread_at(goals[i][0], goals[i][1]);
        assert_true(spread > 0.9 * 8 / sqrt(12) && spread < 1.1 * 8 / sqrt(12));
    }
}

/* On open ground nothing jumps: a thousandth of a cell further the direction is nearly the same. */
static void test_no_jumps(void **state) {
    (void)state;
    static const recipe empty = {"empty", SCENE_EMPTY, 64, WEND_SQUARE, 0, {0}, false};
    place p = make_place(&empty, 3);
    wend_cell goal = aim_anywhere(&p);
    for (uint32_t i = 0; i < test_dose(2000, 10000, 200000); i++) {
        float x = 1 + (float)test_random_below(&p.random, 62000) * 0.001f;
        float y = 1 + (float)test_random_below(&p.random, 62000) * 0.001f;
        if (hypot((double)x - goal.x - 0.5, (double)y - goal.y - 0.5) < 3) continue;
        wend_sample here, there;
        wend_field_sample(p.field, WEND_SAMPLE_SMOOTH, x, y, &here);
        wend_field_sample(p.field, WEND_SAMPLE_SMOOTH, x + 0.001f, y - 0.001f, &there);
        assert_true(hypot((double)(here.x - there.x), (double)(here.y - there.y)) < 0.01);
        double away_x = goal.x + 0.5 - (double)x, away_y = goal.y + 0.5 - (double)y, far = hypot(away_x, away_y);
        assert_true((double)here.x * away_x / far + (double)here.y * away_y / far > 0.9999);
    }
    leave_place(&p);
}

static spot spot_of_mark(const place *p, uint32_t mark) {
    wend_cell cell = wend__mark_cell(mark);
    spot corners[6], centre = {0, 0};
    int count = outline(p, cell.x, cell.y, corners);
    for (int i = 0; i < count; i++) centre = (spot){centre.x + corners[i].x / count, centre.y + corners[i].y / count};
    double from_centre = p->field->sights.from_centre / 256.0;
    centre.x += wend__mark_side(mark, WEND__MARK_EAST) * from_centre;
    centre.y += wend__mark_side(mark, WEND__MARK_SOUTH) * from_centre;
    return centre;
}

/* How far what the four cells round a point head for lies one way: 1 if it does. */
static double agreement(const place *p, spot at) {
    int32_t column = (int32_t)floor(at.x - 0.5), row = (int32_t)floor(at.y - 0.5);
    double across = at.x - 0.5 - column, down = at.y - 0.5 - row, total = 0;
    spot sum = {0, 0};
    for (int i = 0; i < 4; i++) {
        int32_t x = column + (i & 1), y = row + (i >> 1);
        if (x < 0 || y < 0 || x >= p->width || y >= p->height) continue;
        uint32_t mark = p->field->sights.marks[wend__slot(&p->field->pages, x, y)];
        if (!mark) continue;
        spot to = spot_of_mark(p, mark);
        double weight = (i & 1 ? across : 1 - across) * (i >> 1 ? down : 1 - down);
        double length = fmax(hypot(to.x - at.x, to.y - at.y), 0.5);
        sum.x += (to.x - at.x) / length * weight;
        sum.y += (to.y - at.y) / length * weight;
        total += weight;
    }
    return total > 0 ? hypot(sum.x, sum.y) / total : 0;
}

typedef struct jumps {
    double cells; /* walked */
    uint64_t all, unexpected;
} jumps;

/* Half a cell in any direction, in steps of 1/1024: where the direction jumps, the cells round that point must head for
 * different things, so that two ways tie or what is seen changes over. Closer to a wall than anybody who follows comes,
 * it may jump. */
static void look_for_jumps(place *p, jumps *sum) {
    wend_cell cell = random_inner_cell(p);
    spot at = random_spot(p, cell);
    double angle = test_random_below(&p->random, 6283) * 0.001;
    wend_sample before, here;
    if (wend_field_sample(p->field, WEND_SAMPLE_SMOOTH, (float)at.x, (float)at.y, &before) != WEND_OK) return;
    for (int i = 0; i < 512; i++) {
        spot next = {at.x + cos(angle) / 1024, at.y + sin(angle) / 1024};
        if (wend_field_sample(p->field, WEND_SAMPLE_SMOOTH, (float)next.x, (float)next.y, &here) != WEND_OK) return;
        sum->cells += 1.0 / 1024;
        bool is_jump = hypot((double)(here.x - before.x), (double)(here.y - before.y)) > 0.1;
        if (is_jump && fmin(to_walls(p, at), to_walls(p, next)) > 0.09) {
            sum->all++;
            if (fmin(agreement(p, at), agreement(p, next)) > 0.981) sum->unexpected++;
        }
        before = here;
        at = next;
    }
}

static void judge_jumps(const char *name, const jumps *sum) {
    print_message("%-26s %8.0f cells, %d jumps, %d where nothing changes over\n", name, sum->cells, (int)sum->all,
                  (int)sum->unexpected);
    assert_true((double)sum->unexpected <= 1 + sum->cells / 1000);
}

/* Nor beside walls, but where two ways tie or the seen corner changes over; and once in a thousand cells where what
 * remains decides between two ways along a wall. */
static void test_no_jumps_beside_walls(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        jumps sum = {0};
        place p = make_place(&recipes[i], 9);
        aim_anywhere(&p);
        for (uint32_t k = 0; k < test_dose(500, 5000, 50000); k++) look_for_jumps(&p, &sum);
        judge_jumps(p.name, &sum);
        leave_place(&p);
    }
    for (size_t i = 0; i < GAME_MAPS; i++) {
        jumps sum = {0};
        place p;
        if (!read_place(&p, game_maps[i], 0)) {
            print_message("skipped: %s is not there\n", game_maps[i]);
            continue;
        }
        aim_anywhere(&p);
        for (uint32_t k = 0; k < test_dose(500, 5000, 50000); k++) look_for_jumps(&p, &sum);
        judge_jumps(p.name, &sum);
        leave_place(&p);
    }
}

/* Marks. */

/* The line from a cell's centre to what it heads for keeps the radius from walls, and nothing under it is dearer. */
static void judge_mark(const place *p, wend_cell cell) {
    uint32_t mark = p->field->sights.marks[wend__slot(&p->field->pages, cell.x, cell.y)];
    float x, y;
    wend_map_centre(p->map, cell.x, cell.y, &x, &y);
    wend_cell next = wend__mark_cell(mark);
    bool is_step = (mark & WEND__MARK_CENTRE) && !(mark & WEND__MARK_CORNER) && abs(next.x - cell.x) <= 1 &&
                   abs(next.y - cell.y) <= 1;
    if (wend__mark_is_end(mark) || is_step) return;
    spot to = spot_of_mark(p, mark);
    int steps = (int)(hypot(to.x - (double)x, to.y - (double)y) * 16) + 1;
    for (int i = 0; i <= steps; i++) {
        spot at = {(double)x + (to.x - (double)x) * i / steps, (double)y + (to.y - (double)y) * i / steps};
        wend_cell under;
        if (wend_map_pick(p->map, (float)at.x, (float)at.y, &under) != WEND_OK) fail_msg("%s: off the map", p->name);
        if (overlap(p, at) > 1e-9) fail_msg("%s: (%d, %d) heads through a wall", p->name, cell.x, cell.y);
        if (is_on_border(p, at, under)) continue;
        if (wend_mover_cost(p->mover, under.x, under.y) != wend_mover_cost(p->mover, cell.x, cell.y))
            fail_msg("%s: (%d, %d) heads for (%g, %g) over other ground in (%d, %d)", p->name, cell.x, cell.y, to.x,
                     to.y, under.x, under.y);
    }
}

static void test_marks_are_in_sight(void **state) {
    (void)state;
    for (size_t i = 0; i < RECIPES; i++) {
        if (recipes[i].without_sights) continue;
        for (uint64_t seed = 1; seed <= test_dose(1, 2, 6); seed++) {
            place p = make_place(&recipes[i], seed + 100);
            aim_anywhere(&p);
            for (uint32_t k = 0; k < test_dose(300, 500, 4000); k++) {
                wend_cell cell = random_inner_cell(&p);
                uint32_t value = wend_field_value(p.field, cell.x, cell.y);
                uint32_t mark = p.field->sights.marks[wend__slot(&p.field->pages, cell.x, cell.y)];
                assert_true((mark != 0) == (value != WEND_UNREACHABLE));
                if (mark) judge_mark(&p, cell);
            }
            leave_place(&p);
        }
    }
}

/* One by one and many at once, with every back end: the same bits, anywhere on the map and round it. */
static void compare_many(place *p, const float *xy, size_t count) {
    float *directions = malloc(2 * count * sizeof *directions), *distances = malloc(count * sizeof *distances);
    float *reaches = malloc(count * sizeof *reaches);
    wend_status *statuses = malloc(count * sizeof *statuses);
    assert_true(directions && distances && reaches && statuses);
    for (int mode = 0; mode < 2; mode++) {
        const wend_samples out = {
            .directions = directions, .distances = distances, .reaches = reaches, .statuses = statuses};
        assert_int_equal(wend_field_sample_many(p->field, (wend_sample_mode)mode, xy, 2, count, &out), WEND_OK);
        for (size_t i = 0; i < count; i++) {
            wend_sample one;
            wend_field_sample(p->field, (wend_sample_mode)mode, xy[2 * i], xy[2 * i + 1], &one);
            assert_memory_equal(&one.x, &directions[2 * i], 2 * sizeof one.x);
            assert_memory_equal(&one.distance, &distances[i], sizeof one.distance);
            assert_memory_equal(&one.reach, &reaches[i], sizeof one.reach);
            assert_int_equal(one.status, statuses[i]);
        }
    }
    free(directions);
    free(distances);
    free(reaches);
    free(statuses);
}

static void test_many(void **state) {
    (void)state;
    const size_t count = test_dose(1000, 5000, 50000);
    float *xy = malloc(2 * count * sizeof *xy);
    assert_non_null(xy);
    for (int backend = WEND_BACKEND_AUTO; backend <= WEND_BACKEND_WASM128; backend++) {
        if (!wend_backend_is_supported((wend_backend)backend)) {
            print_message("skipped: no %s here\n", wend_backend_name((wend_backend)backend));
            continue;
        }
        for (size_t i = 0; i < RECIPES; i++) {
            place p = make_place(&recipes[i], 5);
            const wend_field_desc desc = {.sights = !recipes[i].without_sights, .backend = (wend_backend)backend};
            wend_field_destroy(p.field);
            p.field = NULL;
            assert_int_equal(wend_field_create(p.mover, &desc, &p.field), WEND_OK);
            aim_anywhere(&p);
            for (size_t k = 0; k < 2 * count; k++)
                xy[k] = -2 + (float)test_random_below(&p.random, 100 * (uint32_t)(p.width + 4)) * 0.01f;
            xy[0] = NAN;
            xy[3] = INFINITY;
            compare_many(&p, xy, count);
            leave_place(&p);
        }
    }
    free(xy);
}

/* At the goal there is nothing left: no direction, no distance, no reach; and between the cells of a wide goal as well. */
static void test_goal(void **state) {
    (void)state;
    static const recipe empty = {"empty", SCENE_EMPTY, 32, WEND_SQUARE, 0, {0}, false};
    place p = make_place(&empty, 1);
    const wend_goal goal = {.x = 10, .y = 12, .width = 3, .height = 2};
    assert_int_equal(wend_field_set_goals(p.field, &goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(p.field, p.workspace, NULL), WEND_OK);
    for (float y = 12.5f; y <= 13.5f; y += 0.25f) {
        for (float x = 10.5f; x <= 12.5f; x += 0.25f) {
            wend_sample sample;
            assert_int_equal(wend_field_sample(p.field, WEND_SAMPLE_SMOOTH, x, y, &sample), WEND_AT_GOAL);
            assert_true(sample.x == 0 && sample.y == 0 && sample.distance == 0 && sample.reach == 0);
        }
    }
    wend_sample sample;
    assert_int_equal(wend_field_sample(p.field, WEND_SAMPLE_SMOOTH, 10.25f, 13.0f, &sample), WEND_AT_GOAL);
    assert_true(sample.x == 1 && sample.y == 0 && sample.distance == 0.25f && sample.reach == 0.25f);
    leave_place(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_follow),
        cmocka_unit_test(test_small_maps),
        cmocka_unit_test(test_follow_on_game_maps),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_lengths_on_game_maps),
        cmocka_unit_test(test_lengths_on_generated_maps),
        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_no_jumps),
        cmocka_unit_test(test_no_jumps_beside_walls),
        cmocka_unit_test(test_marks_are_in_sight),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
