/* SPDX-License-Identifier: MIT
 * See subject.h. */
#include "subject.h"

#include "random_world.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool complain(char *message, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, size, format, arguments);
    va_end(arguments);
    return false;
}

wend_backend test_backend(void) {
    const char *name = getenv("WEND_TEST_BACKEND");
    if (!name || !*name) return WEND_BACKEND_AUTO;
    for (int b = WEND_BACKEND_AUTO; b <= WEND_BACKEND_WASM128; b++) {
        if (strcmp(name, wend_backend_name((wend_backend)b)) != 0) continue;
        if (wend_backend_is_supported((wend_backend)b)) return (wend_backend)b;
        printf("\nskipped: %s is not here\n", name);
        exit(77);
    }
    fprintf(stderr, "WEND_TEST_BACKEND=%s is no back end\n", name);
    exit(1);
}

static wend_rect whole(const world *w) {
    return (wend_rect){0, 0, w->width, w->height};
}

static wend_status set_edges(const world *w, wend_map *map) {
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            for (int side = 0; side < 8; side++) {
                int32_t nx, ny;
                if (!oracle_is_side(w->lattice, side) || !oracle_neighbour(w->lattice, x, y, side, &nx, &ny)) continue;
                if (!world_has(w, nx, ny) || world_index(w, nx, ny) < world_index(w, x, y)) continue;
                wend_edge edge = world_edge(w, x, y, side);
                if (edge == WEND_EDGE_OPEN) continue;
                wend_status status = wend_map_set_edge(map, x, y, (wend_direction)side, edge);
                if (status != WEND_OK) return status;
            }
        }
    }
    return WEND_OK;
}

wend_map *subject_map(const world *w, const wend_allocator *allocator) {
    wend_map_desc desc = {.width = w->width,
                          .height = w->height,
                          .lattice = w->lattice,
                          .log_capacity = w->log_capacity,
                          .allocator = allocator};
    wend_map *map = NULL;
    if (wend_map_create(&desc, &map) != WEND_OK) return NULL;
    if (wend_map_write(map, whole(w), w->terrain, (size_t)w->width) != WEND_OK || set_edges(w, map) != WEND_OK ||
        (w->link_count && wend_map_add_links(map, w->links, w->link_count) != WEND_OK)) {
        wend_map_destroy(map);
        return NULL;
    }
    return map;
}

wend_mover *subject_mover(const world *w, wend_map *map) {
    wend_mover_desc desc = w->mover;
    desc.costs = w->has_costs ? w->costs : NULL;
    if (desc.backend == WEND_BACKEND_AUTO) desc.backend = test_backend();
    wend_mover *mover = NULL;
    if (wend_mover_create(map, &desc, &mover) != WEND_OK) return NULL;
    if (w->has_overlay && (wend_mover_write_overlay(mover, whole(w), w->overlay, (size_t)w->width) != WEND_OK ||
                           wend_mover_update(mover) != WEND_OK)) {
        wend_mover_destroy(mover);
        return NULL;
    }
    return mover;
}

wend_field *subject_field(const world *w, wend_mover *mover) {
    wend_field_desc desc = {.escape_depth = w->escape_depth,
                            .seeds = w->has_seeds,
                            .cut_off = w->cut_off,
                            .sights = w->sights,
                            .backend = test_backend()};
    wend_field *field = NULL;
    if (wend_field_create(mover, &desc, &field) != WEND_OK) return NULL;
    if (wend_field_set_goals(field, w->goals, w->goal_count, &w->options) != WEND_OK) {
        wend_field_destroy(field);
        return NULL;
    }
    return field;
}

bool subject_make(subject *s, const world *w, char *message, size_t size) {
    memset(s, 0, sizeof *s);
    EXPECT((s->map = subject_map(w, NULL)), "no map");
    EXPECT((s->mover = subject_mover(w, s->map)), "no mover");
    EXPECT((s->field = subject_field(w, s->mover)), "no field");
    wend_status status = wend_workspace_create((uint32_t)(w->width * w->height), NULL, &s->workspace);
    EXPECT(status == WEND_OK, "no workspace");
    return true;
}

void subject_free(subject *s) {
    wend_map_destroy(s->map);
    wend_mover_destroy(s->mover);
    wend_field_destroy(s->field);
    wend_workspace_destroy(s->workspace);
}

wend_status subject_build(const subject *s, const world *w, bool bounded) {
    wend_build_options options = {0};
    if (w->has_seeds) options.seeds = w->seeds;
    if (bounded) {
        options.max_distance = w->max_distance;
        options.targets = w->targets;
        options.target_count = w->target_count;
    }
    return wend_field_build(s->field, s->workspace, &options);
}

static bool same_steps(const world *w, const oracle_graph *graph, const wend_mover *mover, int32_t x, int32_t y,
                       char *message, size_t size) {
    int32_t cell = world_index(w, x, y);
    for (int k = 0; k < 8; k++) {
        int32_t nx, ny;
        uint32_t expected = UINT32_MAX;
        if (graph->exits[cell] >> k & 1) {
            oracle_neighbour(w->lattice, x, y, k, &nx, &ny);
            expected = oracle_step_cost(w, graph, cell, world_index(w, nx, ny), k);
        }
        uint32_t found = wend_mover_step_cost(mover, x, y, (wend_direction)k);
        EXPECT(found == expected, "(%d, %d) step %d costs %u, not %u", x, y, k, found, expected);
    }
    return true;
}

bool same_graph(const world *w, const oracle_graph *graph, const wend_mover *mover, char *message, size_t size) {
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            int32_t cell = world_index(w, x, y);
            unsigned cost = wend_mover_cost(mover, x, y), exits = wend_mover_exits(mover, x, y);
            wend_status place = wend_mover_place(mover, x, y);
            uint32_t component = wend_mover_component(mover, x, y);
            EXPECT(cost == graph->costs[cell], "(%d, %d) cost %u, not %u", x, y, cost, graph->costs[cell]);
            EXPECT(place == graph->places[cell], "(%d, %d) mover place %d, not %d", x, y, place, graph->places[cell]);
            EXPECT(exits == graph->exits[cell], "(%d, %d) exits %02x, not %02x", x, y, exits, graph->exits[cell]);
            EXPECT(component == graph->components[cell], "(%d, %d) component %u, not %u", x, y, component,
                   graph->components[cell]);
            if (!same_steps(w, graph, mover, x, y, message, size)) return false;
        }
    }
    EXPECT(wend_mover_cost(mover, -1, 0) == WEND_BLOCKED && wend_mover_exits(mover, 0, w->height) == 0 &&
               wend_mover_place(mover, w->width, 0) == WEND_OFF_MAP &&
               wend_mover_component(mover, 0, -1) == WEND_NO_COMPONENT,
           "off the map the mover answers as if on it");
    return true;
}

static bool same_results(const world *w, const oracle_field *expected, const wend_field *field, char *message,
                         size_t size) {
    for (uint32_t i = 0; i < w->goal_count; i++) {
        const wend_goal_result *want = &expected->results[i];
        wend_goal_result found;
        EXPECT(wend_field_goal_result(field, i, &found) == WEND_OK, "no result of goal %u", i);
        EXPECT(found.status == want->status && found.cells == want->cells,
               "goal %u: status %d with %u cells, not %d with %u", i, found.status, found.cells, want->status,
               want->cells);
        if (!want->cells) continue;
        EXPECT(found.cell.x == want->cell.x && found.cell.y == want->cell.y, "goal %u at (%d, %d), not (%d, %d)", i,
               found.cell.x, found.cell.y, want->cell.x, want->cell.y);
    }
    return true;
}

/* Where a build stopped early a cell may be known to be cut off, or only to lie beyond. */
static bool place_fits(wend_status found, wend_status expected, uint32_t exact) {
    return found == expected || (expected == WEND_BEYOND_RANGE && found == WEND_CUT_OFF && exact == UINT32_MAX);
}

static bool same_cell(const world *w, const oracle_field *expected, const wend_field *field, int32_t x, int32_t y,
                      char *message, size_t size) {
    int32_t cell = world_index(w, x, y);
    uint32_t value = wend_field_value(field, x, y);
    unsigned set = wend_field_directions(field, x, y), want = expected->directions[cell];
    int direction = wend_field_direction(field, x, y), lowest = WEND_NO_DIRECTION;
    wend_status place = wend_field_place(field, x, y);
    wend_cell next = {-9, -9};
    wend_status next_status = wend_field_next(field, x, y, &next);
    for (int k = 7; k >= 0; k--) {
        if (want >> k & 1) lowest = k;
    }
    EXPECT(value == expected->values[cell], "(%d, %d) value %u, not %u", x, y, value, expected->values[cell]);
    EXPECT(set == want, "(%d, %d) directions %02x, not %02x", x, y, set, want);
    EXPECT(direction == lowest, "(%d, %d) direction %d, not %d", x, y, direction, lowest);
    EXPECT(place_fits(place, expected->places[cell], expected->exact[cell]), "(%d, %d) place %d, not %d", x, y, place,
           expected->places[cell]);
    EXPECT(next_status == place, "(%d, %d) next says %d, place %d", x, y, next_status, place);
    EXPECT(world_has(w, next.x, next.y) && world_index(w, next.x, next.y) == expected->next[cell],
           "(%d, %d) next (%d, %d), not (%d, %d)", x, y, next.x, next.y, expected->next[cell] % w->width,
           expected->next[cell] / w->width);
    float distance = wend_field_distance(field, x, y);
    if (value == UINT32_MAX) {
        EXPECT(isinf(distance), "(%d, %d) distance %g, not infinite", x, y, (double)distance);
        return true;
    }
    double exact = value / (140.0 * (w->mover.unit_cost ? w->mover.unit_cost : 1));
    EXPECT(fabs(distance - exact) <= exact * 3e-7, "(%d, %d) distance %g, not %g", x, y, (double)distance, exact);
    return true;
}

static bool same_summary(const world *w, const oracle_field *expected, const wend_field *field, char *message,
                         size_t size) {
    wend_field_info info, want = {0};
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        uint32_t value = expected->values[cell];
        want.reached += value != UINT32_MAX;
        want.saturated += value == WEND_SATURATED_VALUE;
        if (value < WEND_SATURATED_VALUE && value > want.max_value) want.max_value = value;
    }
    wend_field_describe(field, &info);
    EXPECT(info.reached == want.reached && info.saturated == want.saturated && info.max_value == want.max_value,
           "summary says %llu reached, %llu saturated, greatest %u; not %llu, %llu, %u",
           (unsigned long long)info.reached, (unsigned long long)info.saturated, info.max_value,
           (unsigned long long)want.reached, (unsigned long long)want.saturated, want.max_value);
    return true;
}

static bool same_rectangle(const world *w, const oracle_field *expected, const wend_field *field, char *message,
                           size_t size) {
    size_t count = world_count(w);
    wend_rect rect = {w->width / 3, w->height / 3, w->width - w->width / 3, w->height - w->height / 3};
    uint32_t *values = calloc(count * 2, sizeof *values);
    uint8_t *sets = calloc(count * 2, 1);
    size_t stride = (size_t)rect.width + 1;
    bool same = wend_field_read_values(field, rect, values, stride) == WEND_OK &&
                wend_field_read_directions(field, rect, sets, stride) == WEND_OK;
    for (int32_t y = 0; same && y < rect.height; y++) {
        for (int32_t x = 0; same && x < rect.width; x++) {
            int32_t cell = world_index(w, rect.x + x, rect.y + y);
            size_t place = (size_t)y * stride + (size_t)x;
            same = values[place] == expected->values[cell] && sets[place] == expected->directions[cell];
        }
    }
    free(values);
    free(sets);
    EXPECT(same, "a rectangle that was read differs from its cells");
    return true;
}

bool same_field(const world *w, const oracle_graph *graph, const oracle_field *expected, const wend_field *field,
                char *message, size_t size) {
    (void)graph;
    if (!same_results(w, expected, field, message, size)) return false;
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            if (!same_cell(w, expected, field, x, y, message, size)) return false;
        }
    }
    EXPECT(wend_field_value(field, -1, 0) == UINT32_MAX && wend_field_directions(field, 0, w->height) == 0 &&
               wend_field_place(field, w->width, 0) == WEND_OFF_MAP,
           "off the map the field answers as if on it");
    return same_summary(w, expected, field, message, size) && same_rectangle(w, expected, field, message, size);
}

/* What a route of free cells costs, and the own value at its end, must add up to the value of its start. */
static bool cost_adds_up(const world *w, const oracle_graph *graph, const oracle_field *expected,
                         const wend_cell *cells, size_t count, char *message, size_t size) {
    uint64_t sum = 0;
    int32_t start = world_index(w, cells[0].x, cells[0].y), last = start;
    if (graph->places[start] != WEND_OK) return true;
    for (size_t i = 1; i < count; i++) {
        int32_t cell = world_index(w, cells[i].x, cells[i].y);
        uint64_t least = oracle_move_cost(w, graph, graph->exits[last], last, cell);
        EXPECT(least != UINT64_MAX, "a route from (%d, %d) makes a step that is none", cells[0].x, cells[0].y);
        sum += least;
        last = cell;
    }
    EXPECT(sum + expected->own[last] == expected->exact[start], "the route from (%d, %d) costs %llu, not %u",
           cells[0].x, cells[0].y, (unsigned long long)(sum + expected->own[last]), expected->exact[start]);
    return true;
}

static bool same_route(const world *w, const oracle_graph *graph, const oracle_field *expected, const wend_field *field,
                       wend_cell from, wend_cell *cells, char *message, size_t size) {
    size_t room = world_count(w) + WEND_MAX_SIDE, count = 0, short_count = 0, length = 1;
    wend_status status = wend_field_trace(field, from.x, from.y, cells, room, &count);
    int32_t cell = world_index(w, from.x, from.y);
    EXPECT(count >= 1 && count <= room, "the route from (%d, %d) has %zu cells", from.x, from.y, count);
    for (;; length++) {
        EXPECT(length <= count && world_index(w, cells[length - 1].x, cells[length - 1].y) == cell,
               "the route from (%d, %d) leaves the way at place %zu of %zu", from.x, from.y, length, count);
        if (expected->next[cell] == cell) break;
        cell = expected->next[cell];
    }
    EXPECT(length == count, "the route from (%d, %d) has %zu cells, not %zu", from.x, from.y, count, length);
    bool arrives = expected->places[cell] == WEND_AT_GOAL;
    EXPECT(arrives ? status == WEND_OK : place_fits(status, expected->places[cell], expected->exact[cell]),
           "the route from (%d, %d) ends with status %d", from.x, from.y, status);
    wend_cell guard[2] = {{-7, -7}, {-7, -7}};
    wend_status cut = wend_field_trace(field, from.x, from.y, guard, count > 1 ? 1 : 0, &short_count);
    EXPECT(cut == WEND_TRUNCATED && short_count == count && guard[1].x == -7, "a short buffer for the route");
    return !arrives || cost_adds_up(w, graph, expected, cells, count, message, size);
}

bool same_routes(const world *w, const oracle_graph *graph, const oracle_field *expected, const wend_field *field,
                 test_random *random, char *message, size_t size) {
    size_t room = world_count(w) + WEND_MAX_SIDE;
    wend_cell *cells = calloc(room, sizeof *cells);
    bool same = true;
    for (int i = 0; same && i < 8; i++) {
        wend_cell from = random_cell(w, random);
        same = same_route(w, graph, expected, field, from, cells, message, size);
    }
    free(cells);
    return same;
}

static bool same_sample(const world *w, const oracle_field *expected, wend_cell cell, const wend_sample *sample,
                        char *message, size_t size) {
    int32_t index = world_index(w, cell.x, cell.y), nx = 0, ny = 0, direction = WEND_NO_DIRECTION;
    for (int k = 7; k >= 0; k--) {
        if (expected->directions[index] >> k & 1) direction = k;
    }
    double x = 0, y = 0;
    if (direction >= 0) {
        oracle_neighbour(w->lattice, cell.x, cell.y, direction, &nx, &ny);
        bool hex = w->lattice == WEND_HEX;
        x = nx - cell.x + (hex ? 0.5 * ((ny & 1) - (cell.y & 1)) : 0);
        y = (ny - cell.y) * (hex ? sqrt(0.75) : 1.0);
        double length = sqrt(x * x + y * y);
        x /= length;
        y /= length;
    }
    EXPECT(place_fits(sample->status, expected->places[index], expected->exact[index]),
           "(%d, %d) samples status %d, not %d", cell.x, cell.y, sample->status, expected->places[index]);
    EXPECT(fabs(sample->x - x) < 1e-6 && fabs(sample->y - y) < 1e-6, "(%d, %d) samples (%g, %g), not (%g, %g)", cell.x,
           cell.y, (double)sample->x, (double)sample->y, x, y);
    return true;
}

bool same_samples(const world *w, const oracle_field *expected, const wend_field *field, test_random *random,
                  char *message, size_t size) {
    wend_sample one;
    float directions[16], distances[8], reaches[8];
    wend_status statuses[8];
    const wend_samples many = {
        .directions = directions, .distances = distances, .reaches = reaches, .statuses = statuses};
    float points[8][3];
    wend_cell cells[8];
    for (int i = 0; i < 8; i++) {
        cells[i] = random_cell(w, random);
        wend_map_centre(wend_mover_map(wend_field_mover(field)), cells[i].x, cells[i].y, &points[i][0], &points[i][1]);
        points[i][0] += (float)test_random_between(random, -30, 30) * 0.01f;
        points[i][1] += (float)test_random_between(random, -30, 30) * 0.01f;
    }
    EXPECT(wend_field_sample_many(field, WEND_SAMPLE_NEAREST, points[0], 3, 8, &many) == WEND_OK,
           "sample_many refuses");
    for (int i = 0; i < 8; i++) {
        wend_status status = wend_field_sample(field, WEND_SAMPLE_NEAREST, points[i][0], points[i][1], &one);
        wend_sample same = {directions[2 * i], directions[2 * i + 1], distances[i], reaches[i], statuses[i]};
        EXPECT(status == one.status && memcmp(&one, &same, sizeof one) == 0, "sample and sample_many differ");
        if (!same_sample(w, expected, cells[i], &one, message, size)) return false;
        float distance = wend_field_distance(field, cells[i].x, cells[i].y);
        EXPECT(memcmp(&one.distance, &distance, sizeof distance) == 0, "sample and distance differ");
    }
    return true;
}

bool check_scene(const world *w, scene_check *check, char *message, size_t size) {
    test_scene scene = {.w = w, .graph = oracle_graph_of(w)};
    scene.expected = oracle_field_of(w, scene.graph, ORACLE_DIJKSTRA);
    bool good = subject_make(&scene.s, w, message, size) && check(&scene, message, size);
    subject_free(&scene.s);
    oracle_field_free(scene.expected);
    oracle_graph_free(scene.graph);
    return good;
}

bool same_points(const wend_field *field, const wend_field *other, const world *w, char *message, size_t size) {
    for (float y = 0.1f; y < (float)w->height; y += 0.7f)
        for (float x = 0.1f; x < (float)w->width; x += 0.7f)
            for (int mode = 0; mode < 2; mode++) {
                wend_sample a, b;
                wend_field_sample(field, (wend_sample_mode)mode, x, y, &a);
                wend_field_sample(other, (wend_sample_mode)mode, x, y, &b);
                EXPECT(a.x == b.x && a.y == b.y && a.distance == b.distance && a.reach == b.reach &&
                           a.status == b.status,
                       "(%g, %g) samples otherwise", (double)x, (double)y);
            }
    return true;
}
