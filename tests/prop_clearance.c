/* SPDX-License-Identifier: MIT
 * Clearance on random maps against real geometry: distances between true shapes in floats, the nearest point of the
 * line of a step found by narrowing it down. Squared distances are whole multiples of 1/48 cell^2, so the real numbers
 * are rounded to those, and checked to be there, before they are compared. */
#include "map/clearance.h"

#include "random.h"

#include <wend/mover.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_SIDE 80
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define SIDES 6
#define NOTHING INT64_MAX

typedef struct point {
    double x, y;
} point;

/* What a disc may meet: a corner list, closed (a cell) or of two points (a thin wall). */
typedef struct thing {
    point corners[SIDES];
    int count;
    point middle;
    int32_t cell; /* its index, or -1: thin walls and cells outside */
} thing;

/* A map as the test sees it, beside the library's. */
typedef struct scene {
    wend_lattice lattice;
    int32_t width, height;
    uint32_t radius;
    uint8_t blocked[MAX_CELLS];
    uint8_t edges[MAX_CELLS][SIDES]; /* wend_edge by (cell, number of the side); only its eastern and southern half */
    wend_map *map;
    thing *things;
    size_t thing_count;
} scene;

/* Sides by angle, from the east, clockwise on the screen; the first half of them names each edge once. */
static int side_count(wend_lattice lattice) {
    return lattice == WEND_HEX ? 6 : 4;
}

static wend_direction side_direction(wend_lattice lattice, int side) {
    static const wend_direction square[4] = {WEND_EAST, WEND_SOUTH, WEND_WEST, WEND_NORTH};
    static const wend_direction hex[6] = {WEND_EAST, WEND_SOUTH_EAST, WEND_SOUTH_WEST,
                                          WEND_WEST, WEND_NORTH_WEST, WEND_NORTH_EAST};
    return lattice == WEND_HEX ? hex[side] : square[side];
}

static point centre_of(wend_lattice lattice, int32_t x, int32_t y) {
    if (lattice == WEND_SQUARE) return (point){x + 0.5, y + 0.5};
    return (point){x + 0.5 + (y % 2 != 0 ? 0.5 : 0.0), y * sqrt(3) / 2 + 1 / sqrt(3)};
}

/* Corner i, clockwise, so that side i lies between corners i and i + 1. */
static point corner_of(wend_lattice lattice, point centre, int i) {
    static const int square[4][2] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    static const int hex[6][2] = {{1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}, {0, -2}};
    if (lattice == WEND_SQUARE) return (point){centre.x + square[i % 4][0] / 2.0, centre.y + square[i % 4][1] / 2.0};
    return (point){centre.x + hex[i % 6][0] / 2.0, centre.y + hex[i % 6][1] / sqrt(12)};
}

static thing cell_thing(wend_lattice lattice, int32_t x, int32_t y, int32_t index) {
    thing t = {.count = side_count(lattice), .middle = centre_of(lattice, x, y), .cell = index};
    for (int i = 0; i < t.count; i++) t.corners[i] = corner_of(lattice, t.middle, i);
    return t;
}

static thing wall_thing(wend_lattice lattice, int32_t x, int32_t y, int side) {
    thing t = {.count = 2, .middle = centre_of(lattice, x, y), .cell = -1};
    t.corners[0] = corner_of(lattice, t.middle, side);
    t.corners[1] = corner_of(lattice, t.middle, side + 1);
    return t;
}

static double distance_between(point a, point b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static point between(point a, point b, double t) {
    return (point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

static double distance_to_segment(point p, point a, point b) {
    double dx = b.x - a.x, dy = b.y - a.y;
    double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    return distance_between(p, between(a, b, fmin(fmax(t, 0), 1)));
}

static bool is_inside(const thing *t, point p) {
    if (t->count == 2) return false;
    for (int i = 0; i < t->count; i++) {
        point a = t->corners[i], b = t->corners[(i + 1) % t->count];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < 0) return false;
    }
    return true;
}

static double distance_to_thing(const thing *t, point p) {
    if (is_inside(t, p)) return 0;
    double least = distance_to_segment(p, t->corners[0], t->corners[1]);
    for (int i = 1; i < t->count && t->count > 2; i++)
        least = fmin(least, distance_to_segment(p, t->corners[i], t->corners[(i + 1) % t->count]));
    return least;
}

/* The distance from a convex thing is convex along a line: narrow its lowest point down, by the golden section. */
static double distance_to_capsule(const thing *t, point from, point to) {
    const double golden = 0.6180339887498949;
    double low = 0, high = 1, left = 1 - golden, right = golden;
    double at_left = distance_to_thing(t, between(from, to, left));
    double at_right = distance_to_thing(t, between(from, to, right));
    for (int i = 0; i < 60; i++) {
        if (at_left <= at_right) {
            high = right, right = left, at_right = at_left;
            left = high - golden * (high - low);
            at_left = distance_to_thing(t, between(from, to, left));
        } else {
            low = left, left = right, at_left = at_right;
            right = low + golden * (high - low);
            at_right = distance_to_thing(t, between(from, to, right));
        }
    }
    double ends = fmin(distance_to_thing(t, from), distance_to_thing(t, to));
    return fmin(ends, fmin(at_left, at_right));
}

/* The squared distance in 1/48 cell^2: a whole number. */
static int64_t whole(double distance) {
    double scaled = 48 * distance * distance;
    int64_t rounded = llround(scaled);
    assert_true(fabs(scaled - (double)rounded) < 1e-6);
    return rounded;
}

static bool is_within(int64_t distance, uint32_t radius) {
    return distance * 65536 < (int64_t)48 * radius * radius;
}

typedef enum owner { NOBODY, START, END, LINE } owner;

/* Who meets a thing on a step: the disc at its start, else that at its end, else its line between them. */
static owner whose_is(const thing *t, point from, point to, uint32_t radius) {
    double distance = distance_to_thing(t, from);
    if (distance > radius / 256.0 + 1.5) return NOBODY; /* no step is longer than sqrt(2) */
    if (is_within(whole(distance), radius)) return START;
    if (is_within(whole(distance_to_thing(t, to)), radius)) return END;
    return is_within(whole(distance_to_capsule(t, from, to)), radius) ? LINE : NOBODY;
}

/* Everything there is to meet on the map and right outside. */
static void collect_things(scene *s) {
    s->thing_count = 0;
    for (int32_t y = -1; y <= s->height; y++) {
        for (int32_t x = -1; x <= s->width; x++) {
            bool is_on = x >= 0 && y >= 0 && x < s->width && y < s->height;
            int32_t cell = is_on ? y * s->width + x : -1;
            if (!is_on || s->blocked[cell]) s->things[s->thing_count++] = cell_thing(s->lattice, x, y, cell);
            for (int side = 0; is_on && side < side_count(s->lattice) / 2; side++)
                if (s->edges[cell][side] == WEND_EDGE_WALL)
                    s->things[s->thing_count++] = wall_thing(s->lattice, x, y, side);
        }
    }
}

/* The nearest thing, the cell itself left out, in 1/48 cell^2; NOTHING beyond the radius. */
static int64_t oracle_at(const scene *s, int32_t x, int32_t y) {
    point centre = centre_of(s->lattice, x, y);
    double least = 1e9;
    for (size_t i = 0; i < s->thing_count; i++) {
        const thing *t = &s->things[i];
        if (t->cell == y * s->width + x) continue;
        if (distance_between(t->middle, centre) < least + 1) least = fmin(least, distance_to_thing(t, centre));
    }
    int64_t distance = whole(least);
    return is_within(distance, s->radius) ? distance : NOTHING;
}

/* Does the whole capsule between two cells meet nothing, they themselves left out? */
static bool oracle_step(const scene *s, wend_cell a, wend_cell b) {
    point from = centre_of(s->lattice, a.x, a.y), to = centre_of(s->lattice, b.x, b.y);
    for (size_t i = 0; i < s->thing_count; i++) {
        const thing *t = &s->things[i];
        if (t->cell == a.y * s->width + a.x || t->cell == b.y * s->width + b.x) continue;
        if (whose_is(t, from, to, s->radius) != NOBODY) return false;
    }
    return true;
}

static void set_blocked(scene *s, int32_t cell, bool blocked) {
    s->blocked[cell] = blocked;
    wend_map_set(s->map, cell % s->width, cell / s->width, blocked ? 255 : 1);
}

/* An edge to a neighbour; nothing happens at the outline. */
static void set_edge(scene *s, int32_t cell, int side, wend_edge edge) {
    wend_direction direction = side_direction(s->lattice, side);
    if (wend_map_set_edge(s->map, cell % s->width, cell / s->width, direction, edge) == WEND_OK)
        s->edges[cell][side] = (uint8_t)edge;
}

/* Small discs get crowded maps of any shape, large ones wide maps with little on them. */
static bool is_wide(uint32_t radius) {
    return radius > 300;
}

static void change_something(scene *s, test_random *random, bool one_way) {
    int32_t x = test_random_between(random, 0, s->width - 1), y = test_random_between(random, 0, s->height - 1);
    if (is_wide(s->radius) && test_random_chance(random, 80)) { /* to a corner, near the rim of a disc */
        x = x % 2 == 0 ? x / 5 : s->width - 1 - x / 5;
        y = y % 2 == 0 ? y / 5 : s->height - 1 - y / 5;
    }
    int32_t cell = y * s->width + x;
    if (test_random_chance(random, 50)) {
        set_blocked(s, cell, !s->blocked[cell]);
    } else {
        int side = (int)test_random_below(random, (uint32_t)side_count(s->lattice) / 2);
        set_edge(s, cell, side, (wend_edge)test_random_below(random, one_way ? 4 : 2));
    }
}

static void make_scene(scene *s, test_random *random, wend_lattice lattice, uint32_t radius, bool one_way) {
    static thing things[(MAX_SIDE + 2) * (MAX_SIDE + 2) * 4];
    memset(s, 0, sizeof *s);
    s->things = things;
    s->lattice = lattice;
    s->radius = radius;
    int32_t least = is_wide(radius) ? (int32_t)(radius / 128) + 1 : 1;
    int32_t most = (int32_t)(radius / 128) + 8;
    s->width = test_random_between(random, least, most);
    s->height = test_random_between(random, least, most);
    if (lattice == WEND_HEX && is_wide(radius)) s->height = s->height * 8 / 7;
    if (s->width > MAX_SIDE) s->width = MAX_SIDE;
    if (s->height > MAX_SIDE) s->height = MAX_SIDE;
    wend_map_desc desc = {.width = s->width, .height = s->height, .lattice = lattice};
    assert_int_equal(wend_map_create(&desc, &s->map), WEND_OK);
    wend_map_fill(s->map, (wend_rect){0, 0, s->width, s->height}, 1);
    int32_t cells = s->width * s->height;
    int32_t changes = test_random_between(random, 0, is_wide(radius) ? 6 : cells / 2);
    for (int32_t i = 0; i < changes; i++) change_something(s, random, one_way);
    collect_things(s);
}

/* How often each answer was seen, so that no run tests nothing. */
typedef struct seen {
    uint32_t fits, meets, steps, stopped;
} seen;

static wend_cell random_cell(const scene *s, test_random *random) {
    /* Discs fit in the middle first. */
    bool middle = is_wide(s->radius) && test_random_chance(random, 80);
    wend_cell cell;
    cell.x = middle ? s->width / 2 + test_random_between(random, -2, 2) : test_random_between(random, 0, s->width - 1);
    cell.y =
        middle ? s->height / 2 + test_random_between(random, -2, 2) : test_random_between(random, 0, s->height - 1);
    return cell;
}

static void check_cell(const scene *s, const wend__clearance *clearance, const uint8_t *costs, wend_cell cell,
                       seen *tally) {
    int64_t expected = oracle_at(s, cell.x, cell.y);
    uint16_t distance = wend__clearance_at(clearance, s->map, costs, cell);
    int64_t unit = s->lattice == WEND_HEX ? 1 : 3;
    assert_int_equal(distance == WEND__CLEAR ? NOTHING : distance * unit, expected);
    if (expected == NOTHING)
        tally->fits++;
    else
        tally->meets++;
}

static void check_step(const scene *s, const wend__clearance *clearance, const uint8_t *costs, wend_cell cell,
                       wend_direction direction, seen *tally) {
    wend_cell there;
    if (wend_map_neighbour(s->map, cell, direction, &there) != WEND_OK) return;
    if (costs[wend__index(s->map->shape, cell.x, cell.y)] == WEND_BLOCKED ||
        costs[wend__index(s->map->shape, there.x, there.y)] == WEND_BLOCKED)
        return;
    bool ends = wend__clearance_at(clearance, s->map, costs, cell) == WEND__CLEAR &&
                wend__clearance_at(clearance, s->map, costs, there) == WEND__CLEAR;
    bool clear = wend__step_is_clear(clearance, s->map, costs, cell, direction);
    assert_int_equal(ends && clear, oracle_step(s, cell, there));
    if (ends && clear) tally->steps++;
    if (ends && !clear) tally->stopped++;
}

static const uint32_t radii[] = {1,   73,  74,  127, 128, 129, 147, 148,  180, 181,
                                 182, 255, 256, 257, 384, 512, 700, 2000, 8192};
#define RADII (sizeof radii / sizeof *radii)

static uint32_t all_directions(wend_lattice lattice) {
    return lattice == WEND_HEX ? WEND__HEX_6 : WEND__SQUARE_8;
}

static void check_scenes(test_random *random, wend_lattice lattice, uint32_t radius, uint32_t scenes, seen *tally) {
    static scene s;
    wend__clearance clearance;
    assert_int_equal(wend__clearance_create(&clearance, lattice, all_directions(lattice), radius, NULL), WEND_OK);
    for (uint32_t i = 0; i < scenes; i++) {
        make_scene(&s, random, lattice, radius, true);
        static uint8_t costs[MAX_CELLS];
        for (int32_t cell = 0; cell < s.width * s.height; cell++) costs[cell] = s.blocked[cell] ? WEND_BLOCKED : 1;
        for (int n = 0; n < 12; n++) {
            wend_cell cell = random_cell(&s, random);
            if (!wend__is_on(s.map->shape, cell.x, cell.y)) continue;
            check_cell(&s, &clearance, costs, cell, tally);
            for (uint32_t rest = all_directions(lattice); rest; rest &= rest - 1)
                check_step(&s, &clearance, costs, cell, (wend_direction)wend__lowest_bit(rest), tally);
        }
        wend_map_destroy(s.map);
    }
    wend__clearance_destroy(&clearance);
}

static void test_discs_and_capsules(void **state) {
    (void)state;
    test_random random = test_random_of(2026);
    uint32_t scenes = test_dose(10, 120, 1500);
    for (int lattice = WEND_SQUARE; lattice <= WEND_HEX; lattice++) {
        uint32_t stopped = 0;
        for (size_t r = 0; r < RADII; r++) {
            seen tally = {0};
            check_scenes(&random, (wend_lattice)lattice, radii[r], is_wide(radii[r]) ? scenes / 6 + 12 : scenes,
                         &tally);
            assert_true(tally.fits > 0 && tally.steps > 0);
            assert_true(tally.meets > 0 || radii[r] <= 128);
            stopped += tally.stopped;
        }
        assert_true(stopped > 0);
    }
}

/* Lists hold everything near, each thing once, and steps nothing that the discs at their ends find. */
static void check_list(const wend__clearance *clearance, wend_lattice lattice, int32_t parity, int direction) {
    int32_t box = (int32_t)clearance->radius / 200 + 3;
    point from = centre_of(lattice, 0, parity), to = from;
    wend_cell offset = {0, 0};
    wend__near_list list = clearance->disc[parity];
    if (direction >= 0) {
        offset = wend__offset(lattice, parity, direction);
        to = centre_of(lattice, offset.x, parity + offset.y);
        list = clearance->step[parity][direction];
    }
    uint32_t cells = 0, walls = 0;
    for (int32_t y = -box; y <= box; y++) {
        for (int32_t x = -box; x <= box; x++) {
            bool is_end = (x == 0 && y == 0) || (x == offset.x && y == offset.y);
            for (int side = is_end ? 0 : -1; side < side_count(lattice) / 2; side++) {
                thing t = side < 0 ? cell_thing(lattice, x, parity + y, 0) : wall_thing(lattice, x, parity + y, side);
                bool is_near = whose_is(&t, from, to, clearance->radius) == (direction < 0 ? START : LINE);
                if (side < 0)
                    cells += is_near;
                else
                    walls += is_near;
            }
        }
    }
    assert_int_equal(list.walls - list.first, cells);
    assert_int_equal(list.last - list.walls, walls);
}

static void test_lists_hold_what_is_near(void **state) {
    (void)state;
    for (size_t r = 0; r < RADII; r++) {
        for (int lattice = WEND_SQUARE; radii[r] <= 2000 && lattice <= WEND_HEX; lattice++) {
            wend__clearance clearance;
            uint32_t directions = all_directions((wend_lattice)lattice);
            assert_int_equal(wend__clearance_create(&clearance, (wend_lattice)lattice, directions, radii[r], NULL),
                             WEND_OK);
            for (int32_t parity = 0; parity < 2; parity++) {
                check_list(&clearance, (wend_lattice)lattice, parity, -1);
                for (uint32_t rest = directions; rest; rest &= rest - 1)
                    check_list(&clearance, (wend_lattice)lattice, parity, wend__lowest_bit(rest));
            }
            wend__clearance_destroy(&clearance);
        }
    }
}

/* What a mover may do on a map without one-way edges is what its capsule says: with a radius, blocked cells beside a
 * step, closed sides and corner rules add nothing to it. */
static void check_mover(const scene *s, const wend_mover *mover) {
    for (int32_t cell = 0; cell < s->width * s->height; cell++) {
        wend_cell here = {cell % s->width, cell / s->width};
        bool fits = oracle_at(s, here.x, here.y) == NOTHING;
        wend_status place = s->blocked[cell] ? WEND_IN_WALL : fits ? WEND_OK : WEND_TOO_NARROW;
        assert_int_equal(wend_mover_place(mover, here.x, here.y), place);
        uint32_t exits = 0;
        for (uint32_t rest = all_directions(s->lattice); rest && place == WEND_OK; rest &= rest - 1) {
            int direction = wend__lowest_bit(rest);
            wend_cell there;
            if (wend_map_neighbour(s->map, here, (wend_direction)direction, &there) != WEND_OK) continue;
            if (!s->blocked[there.y * s->width + there.x] && oracle_step(s, here, there)) exits |= 1u << direction;
        }
        assert_int_equal(wend_mover_exits(mover, here.x, here.y), exits);
    }
}

static void test_movers_with_a_radius(void **state) {
    (void)state;
    static scene s;
    test_random random = test_random_of(7);
    uint32_t scenes = test_dose(60, 400, 5000);
    for (uint32_t i = 0; i < scenes; i++) {
        wend_lattice lattice = (wend_lattice)test_random_below(&random, 2);
        uint32_t radius = test_random_chance(&random, 50) ? radii[test_random_below(&random, RADII - 3)]
                                                          : 1 + test_random_below(&random, 600);
        make_scene(&s, &random, lattice, radius, false);
        wend_mover_desc desc = {.radius = radius, .corner_rule = (wend_corner_rule)test_random_below(&random, 3)};
        wend_mover *mover;
        assert_int_equal(wend_mover_create(s.map, &desc, &mover), WEND_OK);
        check_mover(&s, mover);
        for (int edits = 0; edits < 3; edits++) {
            change_something(&s, &random, false);
            collect_things(&s);
            assert_int_equal(wend_mover_update(mover), WEND_OK);
            check_mover(&s, mover);
        }
        wend_mover_destroy(mover);
        wend_map_destroy(s.map);
    }
}

/* All answers about a cell. */
static uint32_t answers_at(const scene *s, const wend__clearance *clearance, const uint8_t *costs, wend_cell cell) {
    uint32_t answers = wend__clearance_at(clearance, s->map, costs, cell);
    for (uint32_t rest = all_directions(s->lattice); rest; rest &= rest - 1)
        answers = answers << 1 | wend__step_is_clear(clearance, s->map, costs, cell, wend__lowest_bit(rest));
    return answers;
}

static void test_edits_are_felt_within_reach(void **state) {
    (void)state;
    static scene s;
    static uint32_t before[MAX_CELLS];
    static uint8_t costs[MAX_CELLS];
    test_random random = test_random_of(99);
    uint32_t felt = 0;
    for (uint32_t i = 0; i < test_dose(100, 1000, 20000); i++) {
        wend_lattice lattice = (wend_lattice)test_random_below(&random, 2);
        uint32_t radius = radii[test_random_below(&random, RADII - 3)];
        make_scene(&s, &random, lattice, radius, true);
        wend__clearance clearance;
        assert_int_equal(wend__clearance_create(&clearance, lattice, all_directions(lattice), radius, NULL), WEND_OK);
        int32_t cells = s.width * s.height;
        for (int32_t c = 0; c < cells; c++) costs[c] = s.blocked[c] ? WEND_BLOCKED : 1;
        for (int32_t c = 0; c < cells; c++)
            before[c] = answers_at(&s, &clearance, costs, (wend_cell){c % s.width, c / s.width});

        int32_t edited = (int32_t)test_random_below(&random, (uint32_t)cells);
        if (test_random_chance(&random, 50))
            costs[edited] = costs[edited] == WEND_BLOCKED ? 1 : WEND_BLOCKED;
        else
            set_edge(&s, edited, (int)test_random_below(&random, (uint32_t)side_count(lattice) / 2), WEND_EDGE_WALL);

        for (int32_t c = 0; c < cells; c++) {
            wend_cell cell = {c % s.width, c / s.width};
            if (answers_at(&s, &clearance, costs, cell) == before[c]) continue;
            felt++;
            assert_true(abs(cell.x - edited % s.width) <= clearance.reach);
            assert_true(abs(cell.y - edited / s.width) <= clearance.reach);
        }
        wend__clearance_destroy(&clearance);
        wend_map_destroy(s.map);
    }
    assert_true(felt > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_discs_and_capsules),
        cmocka_unit_test(test_lists_hold_what_is_near),
        cmocka_unit_test(test_movers_with_a_radius),
        cmocka_unit_test(test_edits_are_felt_within_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
