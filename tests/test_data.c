/* SPDX-License-Identifier: MIT
 * The shared maps: every one is read, and a field over it proves itself; one that changes over time against published
 * lengths after every change. */
#include "support/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const map_files[] = {
    "movingai/bg512/AR0011SR.map",
    "movingai/cities/Berlin_0_256.map",
    "movingai/cities/NewYork_0_512.map",
    "movingai/da2/ht_chantry.map",
    "movingai/da2/lt_gallowstemplar_n.map",
    "movingai/dao/arena.map",
    "movingai/dao/brc000d.map",
    "movingai/dao/den312d.map",
    "movingai/dao/lak303d.map",
    "movingai/mazes/maze512-32-0.map",
    "movingai/mazes/maze512-8-0.map",
    "movingai/random/random512-10-0.map",
    "movingai/random/random512-40-0.map",
    "movingai/rooms/64room_000.map",
    "movingai/rooms/8room_000.map",
    "movingai/sc1/GladiatorPits.map",
    "movingai/wc3maps512/golemsinthemist.map",
    "mapf/maze-32-32-2.map",
    "mapf/random-32-32-20.map",
    "mapf/room-32-32-4.map",
    "gppc_classic/rmtst01.map",
    "hog2_local/bottleneck3.map",
    "hog2_local/corner.map",
    "hog2_local/dia30x30.map",
    "hog2_local/empty_64.map",
    "hog2_local/level9.map",
    "hog2_local/pacman.map",
    "hog2_local/smalltrap_2.map",
    "hog2_local/test_s1.map",
    "hog2_local/trap.map",
    "weighted/den312d_trees.pgm",
    "weighted/golemsinthemist_weighted.pgm",
    "weighted/jacksboro_slope.pgm",
};
#define MAP_FILES (sizeof map_files / sizeof *map_files)

static bool path_of(char *path, size_t size, const char *file) {
    snprintf(path, size, "%s/%s", WEND_DATA_DIR, file);
    FILE *there = fopen(path, "rb");
    if (there) fclose(there);
    return there != NULL;
}

/* The proof that a field is exact, whatever made it: no step can lower a value, every value that is not a goal's has a
 * step that makes it, the set holds exactly those, and steps cost something. So it is the one fixed point. */
static void prove(const wend_map *map, const wend_mover *mover, const wend_field *field, wend_cell goal) {
    uint64_t reached = 0;
    for (int32_t y = 0; y < wend_map_height(map); y++) {
        for (int32_t x = 0; x < wend_map_width(map); x++) {
            uint32_t value = wend_field_value(field, x, y), best = x == goal.x && y == goal.y ? 0 : UINT32_MAX;
            uint32_t exits = wend_mover_exits(mover, x, y), set = 0;
            for (int k = 0; k < 8; k++) {
                wend_cell there;
                if (!(exits >> k & 1)) continue;
                assert_int_equal(wend_map_neighbour(map, (wend_cell){x, y}, (wend_direction)k, &there), WEND_OK);
                uint32_t beyond = wend_field_value(field, there.x, there.y);
                if (beyond == UINT32_MAX) continue;
                uint32_t sum = beyond + wend_mover_step_cost(mover, x, y, (wend_direction)k);
                assert_true(sum > beyond);
                if (sum < best) set = 0;
                if (sum <= best) set |= 1u << k;
                if (sum < best) best = sum;
            }
            if (wend_mover_place(mover, x, y) != WEND_OK) continue;
            if (best == 0) set = 0;
            if (value != best) fail_msg("(%d, %d) is %u, not %u", x, y, value, best);
            assert_int_equal(wend_field_directions(field, x, y), set);
            bool same = wend_mover_component(mover, x, y) == wend_mover_component(mover, goal.x, goal.y);
            assert_int_equal(value != UINT32_MAX, same);
            reached += value != UINT32_MAX;
        }
    }
    wend_field_info info;
    wend_field_describe(field, &info);
    assert_true(info.reached == reached);
}

static void prove_map(wend_map *map, const uint8_t *costs, wend_corner_rule rule, uint32_t neighbours) {
    wend_mover_desc desc = {.costs = costs, .corner_rule = rule, .neighbours = neighbours};
    subject s = {.map = map};
    wend_goal goal = {.x = wend_map_width(map) / 2, .y = wend_map_height(map) / 2};
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST_CONNECTED};
    wend_goal_result result;
    uint32_t cells = (uint32_t)(wend_map_width(map) * wend_map_height(map));
    assert_int_equal(wend_mover_create(map, &desc, &s.mover), WEND_OK);
    assert_int_equal(wend_field_create(s.mover, NULL, &s.field), WEND_OK);
    assert_int_equal(wend_workspace_create(cells, NULL, &s.workspace), WEND_OK);
    assert_int_equal(wend_field_set_goals(s.field, &goal, 1, &options), WEND_OK);
    assert_int_equal(build(&s), WEND_OK);
    assert_int_equal(wend_field_goal_result(s.field, 0, &result), WEND_OK);
    prove(map, s.mover, s.field, result.cell);
    s.map = NULL;
    subject_free(&s);
}

static void test_maps(void **state) {
    (void)state;
    size_t there = 0;
    for (size_t i = 0; i < MAP_FILES; i++) {
        char path[512];
        uint8_t costs[256];
        wend_map *map = NULL;
        wend_read_error error = {0};
        if (!path_of(path, sizeof path, map_files[i])) continue;
        there++;
        if (wend_map_read_file(path, NULL, &map, costs, &error) != WEND_OK) {
            fail_msg("%s, line %u: %s", map_files[i], error.line, error.message);
        }
        prove_map(map, costs, WEND_CORNER_NEVER, 8);
        if (test_dose(0, 1, 1)) {
            prove_map(map, costs, WEND_CORNER_ALWAYS, 8);
            prove_map(map, costs, WEND_CORNER_IF_ONE_FREE, 4);
        }
        wend_map_destroy(map);
    }
    if (there < MAP_FILES) print_message("skipped %u maps that are not there\n", (unsigned)(MAP_FILES - there));
    if (there == 0) skip();
}

/* Patches of the changing map: rectangles of terrain, in one file. */
typedef struct patch {
    int32_t width, height;
    uint8_t *terrain;
} patch;

static int32_t read_patches(const char *path, patch **out) {
    FILE *file = fopen(path, "rb");
    int32_t count = 0, number;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "type patch patches %d", &count), 1);
    patch *patches = calloc((size_t)count, sizeof *patches);
    assert_non_null(patches);
    for (int32_t i = 0; i < count; i++) {
        patch *p = &patches[i];
        assert_int_equal(fscanf(file, " patch %d height %d width %d map", &number, &p->height, &p->width), 3);
        assert_int_equal(number, i);
        p->terrain = calloc((size_t)p->width * (size_t)p->height, 1);
        assert_non_null(p->terrain);
        for (int32_t cell = 0; cell < p->width * p->height; cell++) {
            char c;
            assert_int_equal(fscanf(file, " %c", &c), 1);
            p->terrain[cell] = c == '.' ? 0 : 255;
        }
    }
    fclose(file);
    *out = patches;
    return count;
}

/* The length of a route in double: straight steps 1, diagonal ones sqrt(2). */
static double length_of(const wend_cell *cells, size_t count) {
    uint32_t straight = 0, diagonal = 0;
    for (size_t i = 1; i < count; i++) {
        bool both = cells[i].x != cells[i - 1].x && cells[i].y != cells[i - 1].y;
        diagonal += both;
        straight += !both;
    }
    return straight + diagonal * sqrt(2.0);
}

static void expect_length(double found, double published, int32_t line) {
    if (fabs(found - published) > 1e-6 * published + 1e-6) {
        fail_msg("query %d: %.9g, published %.9g", line, found, published);
    }
}

/* One query: by A*, and now and then by a field. */
static void query(const subject *s, const int32_t *ends, double published, int32_t line, wend_cell *cells,
                  size_t room) {
    wend_path_desc desc = {.from = {ends[0], ends[1]}, .to = {ends[2], ends[3]}};
    wend_path_result result;
    wend_status status = wend_path_find(s->mover, s->workspace, &desc, cells, room, &result);
    if (published < 0) {
        assert_int_equal(result.count, 0);
    } else {
        assert_int_equal(status, WEND_OK);
        expect_length(length_of(cells, result.count), published, line);
    }
    if (line % 8) return;
    size_t count = 0;
    set_goal(s, ends[2], ends[3], 0);
    assert_true(build(s) >= 0);
    status = wend_field_trace(s->field, ends[0], ends[1], cells, room, &count);
    assert_int_equal(status == WEND_OK, published >= 0);
    if (published >= 0) expect_length(length_of(cells, count), published, line);
}

static void test_changing_map(void **state) {
    (void)state;
    char scenario[512], patch_path[512], kind;
    if (!path_of(scenario, sizeof scenario, "gppc_dynamic/dao_arena2.scen") ||
        !path_of(patch_path, sizeof patch_path, "gppc_dynamic/dao_arena2.patch")) {
        print_message("skipped: the changing map is not there\n");
        skip();
    }
    patch *patches = NULL;
    int32_t patch_count = read_patches(patch_path, &patches), height, width, bucket, line = 0, queries = 0, edits = 0;
    FILE *file = fopen(scenario, "rb");
    assert_non_null(file);
    int read =
        fscanf(file, "version 2 height %d width %d cost 1 octile patch dao_arena2.patch commands", &height, &width);
    assert_int_equal(read, 2);
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, width, height, WEND_SQUARE);
    subject s = made(w);
    size_t room = world_count(w);
    wend_cell *cells = calloc(room, sizeof *cells);
    assert_non_null(cells);
    while (fscanf(file, " %c %d", &kind, &bucket) == 2) {
        int32_t numbers[4];
        double published;
        line++;
        if (kind == 'P') {
            assert_int_equal(fscanf(file, " %d %d %d", &numbers[0], &numbers[1], &numbers[2]), 3);
            assert_true(numbers[0] >= 0 && numbers[0] < patch_count);
            const patch *p = &patches[numbers[0]];
            wend_rect rect = {numbers[1], numbers[2], p->width, p->height};
            assert_int_equal(wend_map_write(s.map, rect, p->terrain, (size_t)p->width), WEND_OK);
            edits++;
            continue;
        }
        assert_int_equal(kind, 'Q');
        assert_int_equal(
            fscanf(file, " %d %d %d %d %lf", &numbers[0], &numbers[1], &numbers[2], &numbers[3], &published), 5);
        assert_int_equal(wend_mover_update(s.mover), WEND_OK);
        query(&s, numbers, published, queries++, cells, room);
    }
    fclose(file);
    assert_int_equal(queries, 2000);
    assert_int_equal(edits, 439);
    for (int32_t i = 0; i < patch_count; i++) free(patches[i].terrain);
    free(patches);
    free(cells);
    subject_free(&s);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_maps), cmocka_unit_test(test_changing_map)};
    return cmocka_run_group_tests_name("data", tests, NULL, NULL);
}
