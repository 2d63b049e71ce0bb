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
    for (int i = 0; i <= 4; i++) {
        double far = (double)sample->reach * i / 4.0;
        double into = overlap(p, (spot){at.x + sample->x * far, at.y + sample->y * far});
        if (into > ROUNDING)
            fail_msg("%s: from (%.9g, %.9g) along (%g, %g) for %g: %g into a wall", p->name, at.x, at.y,
                     (double)sample->x, (double)sample->y, far, into);
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
        if (w.steps && sample.distance >= before.distance) w.rises++;
        if (w.steps && sample.x * before.x + sample.y * before.y < -0.001f) w.turns++;
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

/* Arrives, in no wall. Over all steps: rises and turns, where none are promised they are counted. */
static void follow_recipe(const recipe *r, uint64_t seed, uint32_t starts, walk *sum) {
    place p = make_place(r, seed);
    aim_anywhere(&p);
    for (uint32_t i = 0; i < starts; i++) {
        wend_cell cell = random_inner_cell(&p);
        if (wend_field_value(p.field, cell.x, cell.y) == WEND_UNREACHABLE) continue; /* one-way edges */
        walk w = follow(&p, random_spot(&p, cell), 0.1f + 0.1f * (float)(i % 5));
        if (!w.arrives) fail_msg("%s: never arrives from cell (%d, %d), seed %d", r->name, cell.x, cell.y, (int)seed);
        sum->steps += w.steps;
        sum->rises += w.rises;
        sum->turns += w.turns;
    }
    leave_place(&p);
}

/* What is promised of every step: see follow. Where the ways from centre to centre decide, at the edges of what two ways
 * round share, a step in ten thousand may rise or turn. */
static void test_follow(void **state) {
    (void)state;
    for (size_t i = 0; i < RECIPES; i++) {
        walk sum = {0};
        for (uint64_t seed = 1; seed <= test_dose(1, 2, 6); seed++)
            follow_recipe(&recipes[i], seed, test_dose(20, 60, 200), &sum);
        print_message("%-26s %8d steps, %d rises, %d turns\n", recipes[i].name, (int)sum.steps, (int)sum.rises,
                      (int)sum.turns);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
