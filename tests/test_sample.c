/* SPDX-License-Identifier: MIT
 * Samples: any position has an answer and a reason. */
#include "support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool near(float a, double b) {
    return fabs((double)a - b) < 1e-6;
}

static void test_every_direction(void **state) {
    (void)state;
    const double r = sqrt(0.5), h = sqrt(0.75);
    const double square[8][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {r, -r}, {r, r}, {-r, r}, {-r, -r}};
    const double hex[8][2] = {{0, 0}, {1, 0}, {0, 0}, {-1, 0}, {0.5, -h}, {0.5, h}, {-0.5, h}, {-0.5, -h}};
    for (int lattice = 0; lattice < 2; lattice++) {
        for (int32_t row = 1; row < 3; row++) {
            for (int k = 0; k < 8; k++) {
                int32_t x, y;
                if (!oracle_neighbour((wend_lattice)lattice, 2, row, k, &x, &y)) continue;
                world *w = drawn((wend_lattice)lattice, ROWS(".....", ".....", ".....", "....."));
                w->goals[w->goal_count++] = (wend_goal){.x = x, .y = y};
                subject s = built(w);
                wend_sample sample;
                float world_x, world_y;
                wend_map_centre(s.map, 2, row, &world_x, &world_y);
                assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, world_x, world_y, &sample), WEND_OK);
                const double *want = lattice == WEND_HEX ? hex[k] : square[k];
                assert_true(near(sample.x, want[0]) && near(sample.y, want[1]));
                assert_true(near(sample.distance, wend_field_value(s.field, 2, row) / 140.0));
                subject_free(&s);
                free(w);
            }
        }
    }
}

/* The whole of a cell samples its arrow; the border belongs to the right and to below. */
static void test_cells(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..#G", "....", "...."));
    subject s = built(w);
    for (int32_t y = 0; y < 3; y++) {
        for (int32_t x = 0; x < 4; x++) {
            static const float places[] = {0.0f, 0.001f, 0.5f, 0.999f};
            for (int i = 0; i < 16; i++) {
                wend_sample a, b;
                wend_field_sample(s.field, WEND_SAMPLE_NEAREST, (float)x + places[i & 3], (float)y + places[i >> 2],
                                  &a);
                wend_field_sample(s.field, WEND_SAMPLE_NEAREST, (float)x + 0.5f, (float)y + 0.5f, &b);
                assert_int_equal(a.status, b.status);
                assert_true(a.x == b.x && a.y == b.y && (a.distance == b.distance));
                assert_int_equal(a.status, wend_field_place(s.field, x, y));
            }
        }
    }
    subject_free(&s);
    free(w);
}

/* World units: the same arrows, wherever the map lies and however large its cells are. */
static void test_placement(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..#G", "....", "...."));
    subject s = built(w);
    wend_map_desc desc = {.width = 4, .height = 3, .cell_size = 0.5f, .origin_x = -100, .origin_y = 30};
    subject t = {0};
    assert_int_equal(wend_map_create(&desc, &t.map), WEND_OK);
    assert_int_equal(wend_map_write(t.map, (wend_rect){0, 0, 4, 3}, w->terrain, 4), WEND_OK);
    t.mover = subject_mover(w, t.map);
    t.field = subject_field(w, t.mover);
    assert_int_equal(wend_field_build(t.field, s.workspace, NULL), WEND_OK);
    for (int32_t i = 0; i < 12; i++) {
        wend_sample a, b;
        float x = (float)(i % 4) + 0.5f, y = (float)(i / 4) + 0.5f;
        wend_field_sample(s.field, WEND_SAMPLE_NEAREST, x, y, &a);
        wend_field_sample(t.field, WEND_SAMPLE_NEAREST, x * 0.5f - 100, y * 0.5f + 30, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
    subject_free(&s);
    subject_free(&t);
    free(w);
}

/* Off the map the arrow points back: following it comes nearer to the map. */
static void test_off_the_map(void **state) {
    (void)state;
    static const float points[][2] = {{-1, 1.5f},  {5, 1.5f},  {2, -3},         {2, 9},       {-2, -2},
                                      {7, 7},      {-50, 40},  {4.0f, 0.5f},    {1.5f, 3.0f}, {1e6f, -1e6f},
                                      {-1e-6f, 1}, {3e38f, 0}, {-3e38f, 3e38f}, {1e10f, 1}};
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = drawn((wend_lattice)lattice, ROWS("....", ".##.", "...G"));
        subject s = built(w);
        double right = lattice == WEND_HEX ? 4.5 : 4, bottom = lattice == WEND_HEX ? 2.9 : 3;
        for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
            wend_sample sample;
            float x = points[i][0], y = points[i][1];
            if (lattice == WEND_HEX && x == 4.0f) x = 4.8f;
            if (lattice == WEND_HEX && x == -1e-6f) x = -0.9f;
            assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, x, y, &sample), WEND_OFF_MAP);
            assert_true(fabs(hypot(sample.x, sample.y) - 1) < 1e-4);
            /* Towards the nearest point of the map: never away from it along either axis. */
            if (x <= 0) assert_true(sample.x > -1e-3f);
            if (x >= right) assert_true(sample.x < 1e-3f);
            if (y <= 0) assert_true(sample.y > -1e-3f);
            if (y >= bottom) assert_true(sample.y < 1e-3f);
        }
        subject_free(&s);
        free(w);
    }
}

/* The arrow points to the nearest centre, on both lattices. */
static void test_off_the_map_to_the_nearest(void **state) {
    (void)state;
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = drawn((wend_lattice)lattice, ROWS("....", "....", "....", "...G"));
        subject s = built(w);
        for (int i = 0; i < 81 * 81; i++) {
            float x = (float)(i % 81) * 0.13f - 3.1f, y = (float)(i / 81) * 0.13f - 3.1f;
            wend_sample sample;
            if (wend_field_sample(s.field, WEND_SAMPLE_NEAREST, x, y, &sample) != WEND_OFF_MAP) continue;
            double least = INFINITY, along = -INFINITY;
            for (int32_t cell = 0; cell < 16; cell++) {
                float centre_x, centre_y;
                wend_map_centre(s.map, cell % 4, cell / 4, &centre_x, &centre_y);
                double away_x = centre_x - x, away_y = centre_y - y, distance = hypot(away_x, away_y);
                if (distance > least + 1e-5) continue;
                double agrees = (away_x * sample.x + away_y * sample.y) / distance;
                along = distance < least - 1e-5 || agrees > along ? agrees : along;
                least = distance < least ? distance : least;
            }
            if (along < 1 - 1e-5) fail_msg("lattice %d, (%g, %g) does not point to the nearest", lattice, x, y);
        }
        subject_free(&s);
        free(w);
    }
}

static void test_nowhere(void **state) {
    (void)state;
    static const float odd[] = {NAN, INFINITY, -INFINITY};
    for (int lattice = 0; lattice < 2; lattice++) {
        world *w = drawn((wend_lattice)lattice, ROWS("..", ".G"));
        subject s = built(w);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                wend_sample sample;
                const float points[3][2] = {{odd[i], odd[j]}, {odd[i], 1}, {1, odd[j]}};
                for (int p = 0; p < 3; p++) {
                    assert_int_equal(
                        wend_field_sample(s.field, WEND_SAMPLE_NEAREST, points[p][0], points[p][1], &sample),
                        WEND_OFF_MAP);
                    assert_int_equal(sample.status, WEND_OFF_MAP);
                    assert_true(isfinite(sample.x) && isfinite(sample.y) && isinf(sample.distance));
                }
            }
        }
        subject_free(&s);
        free(w);
    }
}

/* Walls: the way out, at most escape_depth cells. */
static void test_ways_out(void **state) {
    (void)state;
    for (uint32_t depth = 0; depth <= 4; depth++) {
        world *w = drawn(WEND_SQUARE, ROWS("#####..G"));
        w->escape_depth = depth;
        subject s = built(w);
        for (int32_t x = 0; x < 5; x++) {
            wend_sample sample;
            assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, (float)x + 0.5f, 0.5f, &sample),
                             WEND_IN_WALL);
            bool leads = (uint32_t)(5 - x) <= (depth ? depth : 2);
            assert_true(sample.x == (leads ? 1.0f : 0.0f) && sample.y == 0);
            assert_true(isinf(sample.distance));
        }
        subject_free(&s);
        w->escape_depth = WEND_NO_ESCAPE;
        s = built(w);
        assert_int_equal(wend_field_directions(s.field, 4, 0), 0);
        subject_free(&s);
        free(w);
    }
}

/* A thin wall is no way out, and a narrow cell never leads through a real wall. */
static void test_ways_out_obey_walls(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("#....G"));
    world_set_edge(w, 0, 0, WEND_EAST, WEND_EDGE_WALL);
    subject s = built(w);
    assert_int_equal(wend_field_directions(s.field, 0, 0), 0);
    subject_free(&s);
    free(w);
    w = drawn(WEND_SQUARE, ROWS("......#...", "......#...", "......#..G", "......#...", "......#..."));
    w->mover.radius = 140;
    subject t = built(w);
    /* (5, 2) is free but narrow; the goal's side is one wall away. */
    assert_int_equal(wend_field_place(t.field, 5, 2), WEND_TOO_NARROW);
    assert_int_equal(wend_field_directions(t.field, 5, 2), 0);
    subject_free(&t);
    free(w);
}

/* What was asked for, and nothing else, is written: the same as one by one. */
static void test_many(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..#G", "...."));
    subject s = built(w);
    float xy[5 * 4];
    for (int i = 0; i < 4; i++) {
        xy[i * 5] = (float)i * 1.3f - 0.5f;
        xy[i * 5 + 1] = 0.7f;
        xy[i * 5 + 2] = xy[i * 5 + 3] = xy[i * 5 + 4] = NAN;
    }
    for (int mode = 0; mode < 2; mode++) {
        for (uint32_t wanted = 0; wanted < 16; wanted++) {
            float directions[12], distances[8], reaches[4];
            wend_status statuses[4];
            memset(directions, 0x55, sizeof directions);
            memset(distances, 0x55, sizeof distances);
            wend_samples many = {.directions = wanted & 1 ? directions : NULL,
                                 .directions_stride = 3,
                                 .distances = wanted & 2 ? distances : NULL,
                                 .distances_stride = 2,
                                 .reaches = wanted & 4 ? reaches : NULL,
                                 .statuses = wanted & 8 ? statuses : NULL};
            assert_int_equal(wend_field_sample_many(s.field, (wend_sample_mode)mode, xy, 5, 4, &many), WEND_OK);
            for (int i = 0; i < 4; i++) {
                wend_sample one;
                wend_field_sample(s.field, (wend_sample_mode)mode, xy[i * 5], xy[i * 5 + 1], &one);
                if (wanted & 1) assert_memory_equal(&one.x, &directions[i * 3], 2 * sizeof one.x);
                if (wanted & 2) assert_memory_equal(&one.distance, &distances[i * 2], sizeof one.distance);
                if (wanted & 4) assert_memory_equal(&one.reach, &reaches[i], sizeof one.reach);
                if (wanted & 8) assert_int_equal(one.status, statuses[i]);
                const unsigned char *gaps[2] = {(unsigned char *)&directions[i * 3 + 2],
                                                (unsigned char *)&distances[i * 2 + 1]};
                for (int gap = 0; gap < 2; gap++)
                    for (size_t byte = 0; byte < sizeof(float); byte++) assert_int_equal(gaps[gap][byte], 0x55);
            }
        }
    }
    subject_free(&s);
    free(w);
}

static void test_bad_arguments(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS("..#G", "...."));
    subject s = built(w);
    const float xy[8] = {0.5f, 0.5f};
    float directions[8] = {7};
    const wend_samples out = {.directions = directions}, crowded = {.directions = directions, .directions_stride = 1};
    const wend_sample_mode nearest = WEND_SAMPLE_NEAREST, none = (wend_sample_mode)2;
    wend_sample one = {.x = 7};
    assert_int_equal(wend_field_sample_many(s.field, nearest, xy, 1, 4, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_sample_many(s.field, nearest, xy, 2, 4, &crowded), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_sample_many(s.field, nearest, NULL, 2, 4, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_sample_many(s.field, nearest, xy, 2, 4, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_sample_many(s.field, none, xy, 2, 4, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_sample_many(NULL, nearest, xy, 2, 4, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_sample(s.field, nearest, 1, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_sample(s.field, none, 1, 1, &one), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_sample(NULL, nearest, 1, 1, &one), WEND_ERROR_ARGUMENT);
    assert_true(directions[0] == 7 && one.x == 7);
    assert_int_equal(wend_field_sample_many(s.field, nearest, NULL, 0, 0, &out), WEND_OK);
    assert_int_equal(wend_field_sample_many(s.field, nearest, xy, 0, 4, &out), WEND_OK);
    subject_free(&s);
    free(w);
}

/* At a link the answer says so: the arrow, if any, is no step. */
static void test_link(void **state) {
    (void)state;
    world *w = drawn(WEND_SQUARE, ROWS(".#.G"));
    w->links[w->link_count++] = (wend_link){{0, 0}, {2, 0}, 280, 0};
    subject s = built(w);
    wend_sample sample;
    assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_NEAREST, 0.5f, 0.5f, &sample), WEND_LINK);
    assert_true(sample.x == 0 && sample.y == 0 && sample.distance == 3.0f);
    subject_free(&s);
    free(w);
}

/* A field of a map made by the test, smooth samples and all. */
typedef struct smooth {
    wend_map *map;
    wend_mover *mover;
    wend_field *field;
    wend_workspace *workspace;
} smooth;

static smooth smooth_of(wend_map *map, uint32_t radius, const wend_goal *goal) {
    smooth s = {.map = map};
    const wend_mover_desc mover_desc = {.radius = radius};
    const wend_field_desc field_desc = {.sights = 1};
    const uint32_t cells = (uint32_t)(wend_map_width(map) * wend_map_height(map));
    assert_int_equal(wend_mover_create(s.map, &mover_desc, &s.mover), WEND_OK);
    assert_int_equal(wend_field_create(s.mover, &field_desc, &s.field), WEND_OK);
    assert_int_equal(wend_workspace_create(cells, NULL, &s.workspace), WEND_OK);
    assert_int_equal(wend_field_set_goals(s.field, goal, 1, NULL), WEND_OK);
    assert_int_equal(wend_field_build(s.field, s.workspace, NULL), WEND_OK);
    return s;
}

/* With one thin wall. */
static smooth smooth_made(int32_t side, wend_cell wall, uint32_t radius, const wend_goal *goal) {
    const wend_map_desc map_desc = {.width = side, .height = side};
    wend_map *map;
    assert_int_equal(wend_map_create(&map_desc, &map), WEND_OK);
    assert_int_equal(wend_map_set_edge(map, wall.x, wall.y, WEND_EAST, WEND_EDGE_WALL), WEND_OK);
    return smooth_of(map, radius, goal);
}

/* Drawn: # is a wall, figures are costs. */
static smooth smooth_drawn(const char *const *rows, int32_t side, uint32_t radius, const wend_goal *goal) {
    const wend_map_desc map_desc = {.width = side, .height = side};
    wend_map *map;
    assert_int_equal(wend_map_create(&map_desc, &map), WEND_OK);
    for (int32_t i = 0; i < side * side; i++) {
        const char c = rows[i / side][i % side];
        assert_int_equal(wend_map_set(map, i % side, i / side, c == '#' ? WEND_BLOCKED : (uint8_t)(c - '0')), WEND_OK);
    }
    return smooth_of(map, radius, goal);
}

static void smooth_free(smooth *s) {
    wend_field_destroy(s->field);
    wend_workspace_destroy(s->workspace);
    wend_mover_destroy(s->mover);
    wend_map_destroy(s->map);
}

/* The end of a thin wall may stand between two centres that both keep clear of it. */
static void test_end_of_a_thin_wall(void **state) {
    (void)state;
    const double radius = 154 / 256.0;
    smooth s = smooth_made(12, (wend_cell){4, 2}, 154, &(wend_goal){.x = 4, .y = 3, .width = 2, .height = 1});
    for (int i = 0; i <= 40; i++) {
        for (int j = 0; j <= 40; j++) {
            const float x = 4.0f + (float)i * 0.05f, y = 4.0f + (float)j * 0.05f;
            wend_sample sample;
            wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, x, y, &sample);
            const double start = hypot(x - 5.0, y - 3.0);
            const double end = hypot(x + sample.x * sample.reach - 5.0, y + sample.y * sample.reach - 3.0);
            if (start >= radius) assert_true(end >= radius - 1 / 256.0);
        }
    }
    smooth_free(&s);
}

/* In the goal's own cell, too, a wide disc goes round the end of a wall that is beside its way. */
static void test_end_of_a_thin_wall_at_the_goal(void **state) {
    (void)state;
    const double radius = 180 / 256.0;
    smooth s = smooth_made(12, (wend_cell){4, 3}, 180, &(wend_goal){.x = 5, .y = 4});
    uint32_t tried = 0;
    for (int i = 0; i < 64; i++) {
        for (int j = 0; j < 64; j++) {
            float x = 5.0f + (float)i / 64, y = 4.0f + (float)j / 64;
            if (hypot((double)x - 5.0, (double)y - 4.0) < radius) continue;
            tried++;
            wend_sample sample = {.reach = 1};
            for (int step = 0; step < 40 && sample.reach > 1e-3f; step++) {
                assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, x, y, &sample), WEND_AT_GOAL);
                for (int k = 1; k <= 8; k++) {
                    const float far = sample.reach * (float)k / 8;
                    const double off_x = (double)(x + sample.x * far) - 5.0, off_y = (double)(y + sample.y * far) - 4.0;
                    assert_true(hypot(off_x, off_y) >= radius - 1 / 256.0);
                }
                x += sample.x * sample.reach;
                y += sample.y * sample.reach;
            }
            assert_true(hypot((double)x - 5.5, (double)y - 4.5) < 2e-3);
        }
    }
    assert_true(tried > 1000);
    smooth_free(&s);
}

/* Pressed to a corner on dear ground, a disc goes round it to the cheap ground, though what remains falls more slowly
 * than ground so dear would let it: never back. */
static void test_corner_between_costs(void **state) {
    (void)state;
    smooth s = smooth_drawn((const char *[]){"11199", "11#99", "11199", "11#99", "11199"}, 5, 60,
                            &(wend_goal){.x = 0, .y = 4});
    for (int i = -30; i < 60; i++) {
        const float angle = (float)i * 0.01f, off = 59.7f / 256;
        const float x = 3.0f + off * cosf(angle), y = 2.0f - off * sinf(angle);
        wend_sample here, there;
        assert_int_equal(wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, x, y, &here), WEND_OK);
        wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, x + here.x * here.reach, y + here.y * here.reach, &there);
        assert_true(there.distance < here.distance);
    }
    smooth_free(&s);
}

/* Where a wall is nearly across what a disc heads for, it goes along the wall at full length. */
static void test_across_a_wall(void **state) {
    (void)state;
    smooth s = smooth_drawn((const char *[]){"11111", "11111", "11#11", "11111", "11111"}, 5, 128,
                            &(wend_goal){.x = 3, .y = 3});
    for (int i = 1; i < 40; i++) {
        for (int k = 0; k < 2; k++) {
            const float far = 1.5f + (float)i * 0.01f;
            wend_sample sample;
            wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, k ? 1.5f : far, k ? far : 1.5f, &sample);
            assert_int_equal(sample.status, WEND_OK);
            assert_true(sample.reach > 0.05f);
        }
    }
    smooth_free(&s);
}

/* Walls are those of the mover: the map may be edited meanwhile. */
static void test_edited_map(void **state) {
    (void)state;
    smooth s = smooth_made(12, (wend_cell){4, 4}, 100, &(wend_goal){.x = 8, .y = 5});
    wend_sample before[16], after[16];
    for (int i = 0; i < 16; i++)
        wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, 4.0f + (float)i * 0.06f, 4.6f, &before[i]);
    assert_int_equal(wend_map_set_edge(s.map, 4, 4, WEND_EAST, WEND_EDGE_OPEN), WEND_OK);
    assert_int_equal(wend_field_build(s.field, s.workspace, NULL), WEND_OK);
    for (int i = 0; i < 16; i++) {
        wend_field_sample(s.field, WEND_SAMPLE_SMOOTH, 4.0f + (float)i * 0.06f, 4.6f, &after[i]);
        assert_memory_equal(&before[i], &after[i], sizeof before[i]);
    }
    smooth_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_direction),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_placement),
        cmocka_unit_test(test_off_the_map_to_the_nearest),
        cmocka_unit_test(test_off_the_map),
        cmocka_unit_test(test_nowhere),
        cmocka_unit_test(test_ways_out),
        cmocka_unit_test(test_ways_out_obey_walls),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_link),
        cmocka_unit_test(test_end_of_a_thin_wall),
        cmocka_unit_test(test_end_of_a_thin_wall_at_the_goal),
        cmocka_unit_test(test_corner_between_costs),
        cmocka_unit_test(test_across_a_wall),
        cmocka_unit_test(test_edited_map),
    };
    return cmocka_run_group_tests_name("sample", tests, NULL, NULL);
}
