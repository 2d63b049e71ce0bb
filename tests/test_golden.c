/* SPDX-License-Identifier: MIT
 * Golden values: hashes of fields, samples and crowds, and costs of routes, that must be the same on every machine,
 * for every compiler, flag, back end and number of threads. Before a value of a field or a route counts the oracle
 * confirms what it stands for. */
#include "support/unit.h"

#include "base/hash.h"
#include "golden/crowds.h"
#include "golden/fields.h"
#include "golden/samples.h"
#include "support/threads.h"

#include <stdlib.h>
#include <string.h>

#define WORKERS 7
#define COPIES 8
#define ROUTES 16
#define POINTS 4096

/* Terrain of weights 0..kinds and walls; kept apart from the generators, so that those may change. */
static void fill_terrain(world *w, test_random *random, int32_t kinds, uint32_t walls) {
    for (size_t cell = 0; cell < world_count(w); cell++) {
        bool wall = test_random_chance(random, walls);
        w->terrain[cell] = wall ? 255 : (uint8_t)test_random_between(random, 0, kinds);
    }
}

static void fill_edges(world *w, test_random *random, uint32_t share) {
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            for (int side = 0; side < 8; side++) {
                int32_t nx, ny;
                if (!oracle_is_side(w->lattice, side) || !oracle_neighbour(w->lattice, x, y, side, &nx, &ny)) continue;
                if (world_has(w, nx, ny) && test_random_chance(random, share)) {
                    world_set_edge(w, x, y, side, random_edge(random));
                }
            }
        }
    }
}

/* A scenario in numbers. */
typedef struct scenario {
    int32_t width, height;
    wend_lattice lattice;
    int32_t kinds;
    uint32_t walls, edges, links, goals;
    wend_mover_desc mover;
    bool overlay, seeds;
} scenario;

static const scenario scenarios[GOLDEN_COUNT] = {
    {64, 64, WEND_SQUARE, 0, 20, 0, 0, 1, {0}, false, false},
    {256, 256, WEND_SQUARE, 0, 20, 0, 0, 1, {0}, false, false},
    {256, 256, WEND_HEX, 9, 25, 0, 0, 3, {0}, false, false},
    {200, 120, WEND_SQUARE, 9, 30, 0, 4, 2, {.neighbours = 4, .step_rule = WEND_STEP_ENTER}, false, false},
    {128, 128, WEND_SQUARE, 254, 10, 0, 0, 4, {.corner_rule = WEND_CORNER_ALWAYS, .diagonal = 140}, false, false},
    {100, 150, WEND_SQUARE, 9, 30, 0, 0, 2, {.corner_rule = WEND_CORNER_IF_ONE_FREE, .diagonal = 105}, true, false},
    {90, 90, WEND_SQUARE, 3, 10, 15, 8, 3, {.unit_cost = 10, .class_bits = 1}, false, false},
    {90, 90, WEND_HEX, 3, 10, 15, 8, 3, {.unit_cost = 7, .class_bits = 2, .step_rule = WEND_STEP_ENTER}, true, false},
    {128, 96, WEND_SQUARE, 4, 3, 2, 0, 2, {.radius = 180}, false, false},
    {128, 96, WEND_HEX, 4, 3, 2, 0, 2, {.radius = 300, .overlay_weight = 700}, true, false},
    {256, 1, WEND_SQUARE, 254, 0, 5, 8, 4, {.diagonal = 70}, false, true},
    {33, 250, WEND_HEX, 30, 45, 0, 8, 6, {.class_bits = 7}, false, true},
};

static world *world_of(int index) {
    const scenario *from = &scenarios[index];
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, from->width, from->height, from->lattice);
    test_random random = test_random_of(1000 + (uint64_t)index);
    fill_terrain(w, &random, from->kinds, from->walls);
    fill_edges(w, &random, from->edges);
    for (uint32_t i = 0; i < from->links; i++) w->links[w->link_count++] = random_link(w, &random);
    for (uint32_t i = 0; i < from->goals; i++) {
        wend_cell cell = random_cell(w, &random);
        w->goals[w->goal_count++] = (wend_goal){.x = cell.x, .y = cell.y, .offset = i * 1000};
    }
    w->options.policy = WEND_GOAL_NEAREST;
    w->mover = from->mover;
    w->has_overlay = from->overlay;
    w->has_seeds = from->seeds;
    for (size_t cell = 0; cell < world_count(w); cell++) {
        w->overlay[cell] = (uint8_t)test_random_below(&random, 20);
        w->seeds[cell] = test_random_chance(&random, 1) ? 5000 + test_random_below(&random, 5000) : UINT32_MAX;
    }
    return w;
}

static void expect_golden(const char *what, int index, uint64_t found, uint64_t wanted) {
    if (found == wanted) return;
    fail_msg("scenario %d: %s 0x%08lx%08lx is not golden", index, what, (unsigned long)(found >> 32),
             (unsigned long)(found & 0xFFFFFFFFu));
}

/* The same builds, many at once, by every number of workers. */
static void expect_same_on_threads(const world *w, const subject *s, uint64_t hash) {
    static const uint32_t counts[] = {1, 2, 3, 7};
    wend_field *fields[COPIES] = {NULL};
    wend_workspace *workspaces[WORKERS] = {NULL};
    if (w->has_seeds) return; /* build_many takes none */
    for (int i = 0; i < COPIES; i++) assert_non_null((fields[i] = subject_field(w, s->mover)));
    for (int i = 0; i < WORKERS; i++) {
        assert_int_equal(wend_workspace_create((uint32_t)world_count(w), NULL, &workspaces[i]), WEND_OK);
    }
    for (int i = 0; i < 8; i++) {
        wend_tasks tasks = i & 1 ? wend_tasks_openmp(counts[i / 2]) : test_tasks(counts[i / 2]);
        assert_int_equal(wend_field_build_many(fields, COPIES, workspaces, WORKERS, &tasks, NULL), WEND_OK);
        for (int j = 0; j < COPIES; j++) assert_true(wend_field_hash(fields[j]) == hash);
    }
    for (int i = 0; i < COPIES; i++) wend_field_destroy(fields[i]);
    for (int i = 0; i < WORKERS; i++) wend_workspace_destroy(workspaces[i]);
}

/* A* from some cells to one, each cost as the oracle says. */
static uint64_t hash_of_routes(const world *w, const subject *s, int index) {
    world *one = malloc(sizeof *one);
    assert_non_null(one);
    memcpy(one, w, sizeof *one);
    one->goal_count = 1;
    one->goals[0].offset = 0;
    one->has_seeds = false;
    oracle_graph *graph = oracle_graph_of(one);
    oracle_field *expected = oracle_field_of(one, graph, ORACLE_SWEEPS);
    wend_cell to = expected->results[0].cell;
    test_random random = test_random_of(2000 + (uint64_t)index);
    uint64_t hash = 0;
    for (int i = 0; i < ROUTES; i++) {
        wend_cell from = random_cell(w, &random);
        wend_path_desc desc = {.from = from, .to = to, .escape_depth = WEND_NO_ESCAPE};
        wend_path_result result;
        wend_path_find(s->mover, s->workspace, &desc, NULL, 0, &result);
        uint32_t exact = expected->exact[world_index(w, from.x, from.y)];
        if (exact == WEND_SATURATED_VALUE) continue;
        assert_int_equal(result.cost, exact);
        hash = (hash ^ result.cost) * UINT64_C(0x100000001b3);
    }
    oracle_field_free(expected);
    oracle_graph_free(graph);
    free(one);
    return hash;
}

static void test_fields(void **state) {
    (void)state;
    for (int i = 0; i < GOLDEN_COUNT; i++) {
        world *w = world_of(i);
        subject s = built(w); /* compared with the oracle, cell for cell */
        uint64_t hash = wend_field_hash(s.field);
        expect_golden("field", i, hash, golden_fields[i].field);
        expect_golden("map", i, wend_map_hash(s.map), golden_fields[i].map);
        expect_same_on_threads(w, &s, hash);
        expect_golden("routes", i, hash_of_routes(w, &s, i), golden_fields[i].routes);
        subject_free(&s);
        free(w);
    }
}

/* Points on the map and a little beyond it; one in eight on a border or a corner of cells. */
static void make_points(const world *w, int index, float *xy) {
    test_random random = test_random_of(3000 + (uint64_t)index);
    for (int i = 0; i < POINTS; i++) {
        int32_t grain = i % 8 ? 1 : 128;
        xy[2 * i] = (float)(test_random_between(&random, -256, 256 * w->width + 256) / grain * grain) / 256.0f;
        xy[2 * i + 1] = (float)(test_random_between(&random, -256, 256 * w->height + 256) / grain * grain) / 256.0f;
    }
}

/* Many at once; some of them also one by one. */
static uint64_t hash_of_samples(const wend_field *field, wend_sample_mode mode, const float *xy) {
    static float directions[2 * POINTS], distances[POINTS], reaches[POINTS];
    static wend_status statuses[POINTS];
    const wend_samples out = {
        .directions = directions, .distances = distances, .reaches = reaches, .statuses = statuses};
    assert_int_equal(wend_field_sample_many(field, mode, xy, 2, POINTS, &out), WEND_OK);
    uint64_t hash = WEND__HASH_START;
    for (int i = 0; i < POINTS; i++) {
        const float numbers[4] = {directions[2 * i], directions[2 * i + 1], distances[i], reaches[i]};
        uint64_t before = hash;
        for (int k = 0; k < 4; k++) hash = wend__hash_float(hash, numbers[k]);
        hash = wend__hash_byte(hash, (uint8_t)statuses[i]);
        if (i % 16) continue;
        wend_sample one;
        assert_int_equal(wend_field_sample(field, mode, xy[2 * i], xy[2 * i + 1], &one), statuses[i]);
        const float alone[4] = {one.x, one.y, one.distance, one.reach};
        for (int k = 0; k < 4; k++) before = wend__hash_float(before, alone[k]);
        assert_true(wend__hash_byte(before, (uint8_t)one.status) == hash);
    }
    return hash;
}

static wend_field *field_with_sights(const world *w, const subject *s) {
    const wend_field_desc desc = {.sights = 1, .backend = test_backend()};
    wend_field *field;
    assert_int_equal(wend_field_create(s->mover, &desc, &field), WEND_OK);
    assert_int_equal(wend_field_set_goals(field, w->goals, w->goal_count, &w->options), WEND_OK);
    assert_int_equal(wend_field_build(field, s->workspace, NULL), WEND_OK);
    return field;
}

/* All that differ are told, since they change together. */
static int count_other(const char *what, int index, uint64_t found, uint64_t wanted) {
    if (found == wanted) return 0;
    print_error("scenario %d: %s 0x%08lx%08lx is not golden\n", index, what, (unsigned long)(found >> 32),
                (unsigned long)(found & 0xFFFFFFFFu));
    return 1;
}

static void test_samples(void **state) {
    static float xy[2 * POINTS];
    int others = 0;
    (void)state;
    for (int i = 0; i < GOLDEN_SAMPLE_COUNT; i++) {
        int index = golden_samples[i].scenario;
        world *w = world_of(index);
        subject s = made(w);
        assert_int_equal(build(&s), WEND_OK);
        wend_field *seeing = field_with_sights(w, &s);
        make_points(w, index, xy);
        uint64_t nearest = hash_of_samples(s.field, WEND_SAMPLE_NEAREST, xy);
        uint64_t smooth = hash_of_samples(s.field, WEND_SAMPLE_SMOOTH, xy);
        others += count_other("nearest", index, nearest, golden_samples[i].nearest);
        others += count_other("smooth", index, smooth, golden_samples[i].smooth);
        others += count_other("smooth with sights", index, hash_of_samples(seeing, WEND_SAMPLE_SMOOTH, xy),
                              golden_samples[i].smooth_with_sights);
        assert_true(hash_of_samples(seeing, WEND_SAMPLE_NEAREST, xy) == nearest);
        wend_field_destroy(seeing);
        subject_free(&s);
        free(w);
    }
    assert_int_equal(others, 0);
}

/* Crowds on a square map with thin walls, on hexagons, and of discs of all widths. */
typedef struct host {
    world *w;
    wend_map *map;
    wend_mover *movers[3];
    wend_field *fields[3];
    wend_workspace *workspace;
    uint32_t agents;
} host;

/* So many agents that each stage of the first crowd is more than one piece of work, most of the third's, and those of
 * the second that walls meet. */
static const struct ground {
    int32_t width, height;
    uint32_t agents, walls, edges;
    wend_cell goals[3];
} grounds[GOLDEN_CROWD_COUNT] = {
    {100, 84, 4200, 1, 1, {{78, 40}, {18, 38}, {78, 30}}},
    {60, 48, 540, 1, 0, {{44, 22}, {10, 20}, {44, 16}}},
    {80, 72, 1100, 1, 0, {{62, 36}, {14, 34}, {62, 28}}},
};

static void add_way(host *all, int number, uint32_t radius, wend_cell to) {
    const wend_mover_desc mover = {.radius = radius};
    const wend_field_desc field = {.sights = 1};
    const wend_goal goal = {.x = to.x, .y = to.y};
    const wend_goal_options nearest = {.policy = WEND_GOAL_NEAREST};
    assert_int_equal(wend_mover_create(all->map, &mover, &all->movers[number]), WEND_OK);
    assert_int_equal(wend_field_create(all->movers[number], &field, &all->fields[number]), WEND_OK);
    assert_true(wend_field_set_goals(all->fields[number], &goal, 1, &nearest) >= WEND_OK);
    assert_true(wend_field_build(all->fields[number], all->workspace, NULL) >= WEND_OK);
}

static host host_of(int index) {
    const struct ground *ground = &grounds[index];
    host all = {.w = malloc(sizeof *all.w), .agents = ground->agents};
    assert_non_null(all.w);
    world_start(all.w, ground->width, ground->height, index == 1 ? WEND_HEX : WEND_SQUARE);
    test_random random = test_random_of(4000 + (uint64_t)index);
    fill_terrain(all.w, &random, 0, ground->walls);
    fill_edges(all.w, &random, ground->edges);
    all.map = subject_map(all.w, NULL);
    assert_non_null(all.map);
    assert_int_equal(wend_workspace_create((uint32_t)world_count(all.w), NULL, &all.workspace), WEND_OK);
    for (int i = 0; i < 3; i++) add_way(&all, i, i == 2 ? 320 : 64, ground->goals[i]);
    return all;
}

static void host_free(host *all) {
    for (int i = 0; i < 3; i++) {
        wend_field_destroy(all->fields[i]);
        wend_mover_destroy(all->movers[i]);
    }
    wend_workspace_destroy(all->workspace);
    wend_map_destroy(all->map);
    free(all->w);
}

static void add_golden_agents(const host *all, int index, wend_crowd *crowd) {
    static const float radii[6] = {0.25f, 0.125f, 0.5f, 0.375f, 0.25f, 1.25f};
    test_random random = test_random_of(5000 + (uint64_t)index);
    while (wend_crowd_count(crowd) < all->agents) {
        uint32_t i = wend_crowd_count(crowd);
        wend_cell cell = random_cell(all->w, &random);
        if (all->w->terrain[world_index(all->w, cell.x, cell.y)] == 255) continue;
        wend_agent_desc desc = {.radius = index == 2 ? radii[i % 6] : 0.25f,
                                .speed = 2.0f + (float)(index == 1 ? i % 3 : 0),
                                .acceleration = index == 2 && i % 4 == 0 ? 6.0f : 0.0f,
                                .priority = index == 2 && i % 20 == 0 ? 2 : 0,
                                .field = i % 2};
        if (desc.radius > 1.0f) desc.field = 2;
        wend_map_centre(all->map, cell.x, cell.y, &desc.x, &desc.y);
        assert_int_equal(wend_crowd_add(crowd, &desc, NULL), WEND_OK);
    }
}

static uint64_t hash_of(const wend_crowd *crowd) {
    wend_crowd_info info;
    wend_crowd_describe(crowd, &info);
    return info.hash;
}

/* After GOLDEN_CROWD_EARLY steps; and, if they are asked for, after all. */
static golden_crowd hashes_of(const host *all, int index, wend_backend backend, const wend_tasks *tasks, bool whole) {
    const wend_crowd_desc desc = {
        .capacity = all->agents, .radius = 0.25f, .headway = index == 1 ? 0.25f : 0.0f, .backend = backend};
    wend_crowd *crowd;
    golden_crowd hashes = {0, 0};
    assert_int_equal(wend_crowd_create(all->map, &desc, &crowd), WEND_OK);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(wend_crowd_set_field(crowd, i, all->fields[i]), WEND_OK);
    add_golden_agents(all, index, crowd);
    for (int i = 0; i < (whole ? GOLDEN_CROWD_STEPS : GOLDEN_CROWD_EARLY); i++) {
        assert_int_equal(wend_crowd_step(crowd, 0.05f, tasks), WEND_OK);
        if (i + 1 == GOLDEN_CROWD_EARLY) hashes.early = hash_of(crowd);
    }
    if (whole) hashes.last = hash_of(crowd);
    wend_crowd_destroy(crowd);
    return hashes;
}

/* Every number of threads splits the work, and changes nothing. All steps are run by three, where the dose allows. */
static void expect_crowd_on_threads(const host *all, int index, golden_crowd *found) {
    static const uint32_t threads[] = {7, 3, 2, 1};
    static const uint32_t kinds[GOLDEN_CROWD_COUNT] = {9, 2, 5}; /* of work that is split, at least */
    for (uint32_t k = 0; k < test_dose(1, 4, 4); k++) {
        test_splits splits;
        wend_tasks tasks = test_tasks(threads[k]), counted = test_counted(&splits, &tasks);
        bool is_whole = threads[k] == 3 && index != 1;
        golden_crowd hashes = hashes_of(all, index, test_backend(), &counted, is_whole);
        if (is_whole && !found->last) found->last = hashes.last;
        assert_true(hashes.early == found->early && (!is_whole || hashes.last == found->last));
        if (threads[k] == 1) continue;
        assert_true(splits.kinds >= kinds[index]);
        assert_true(splits.jobs >= kinds[index] * GOLDEN_CROWD_EARLY && splits.pieces >= 2 * splits.jobs);
    }
}

/* What to put into golden/crowds.h once a change of these values is meant. */
static void print_golden_crowds(const golden_crowd found[GOLDEN_CROWD_COUNT]) {
    print_error("static const golden_crowd golden_crowds[GOLDEN_CROWD_COUNT] = {\n");
    for (int i = 0; i < GOLDEN_CROWD_COUNT; i++)
        print_error("    {UINT64_C(0x%08lx%08lx), UINT64_C(0x%08lx%08lx)},\n", (unsigned long)(found[i].early >> 32),
                    (unsigned long)(found[i].early & 0xFFFFFFFFu), (unsigned long)(found[i].last >> 32),
                    (unsigned long)(found[i].last & 0xFFFFFFFFu));
    print_error("};\n");
}

/* By every back end that there is, where none is forced, and by every number of threads. A small dose has no time for all
 * steps of the first crowd, and the usual one for no more than those by three threads. */
static void test_crowds(void **state) {
    golden_crowd found[GOLDEN_CROWD_COUNT];
    int others = 0;
    (void)state;
    for (int i = 0; i < GOLDEN_CROWD_COUNT; i++) {
        host all = host_of(i);
        found[i] = hashes_of(&all, i, test_backend(), NULL, i > 0 || test_dose(0, 0, 1));
        expect_crowd_on_threads(&all, i, &found[i]);
        others += count_other("crowd, early", i, found[i].early, golden_crowds[i].early);
        if (found[i].last) others += count_other("crowd", i, found[i].last, golden_crowds[i].last);
        for (int b = WEND_BACKEND_SCALAR; b <= WEND_BACKEND_WASM128 && test_backend() == WEND_BACKEND_AUTO; b++)
            if (wend_backend_is_supported((wend_backend)b))
                assert_true(hashes_of(&all, i, (wend_backend)b, NULL, false).early == found[i].early);
        host_free(&all);
    }
    if (others && found[0].last) print_golden_crowds(found);
    if (others && !found[0].last) print_error("the usual dose prints the table anew\n");
    assert_int_equal(others, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fields), cmocka_unit_test(test_samples),
                                       cmocka_unit_test(test_crowds)};
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
