/* SPDX-License-Identifier: MIT
 * Small published tables (micro/micro_handed.json of the test data): distances and routes that other programs state. */
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(WEND_HAVE_CJSON)
#include <cjson/cJSON.h>
#include <math.h>

/* 99/70 stands for sqrt(2): too long by 1 in 19,600. */
#define DIAGONAL_ERROR 5.2e-5

static cJSON *read_tables(void) {
    FILE *file = fopen(WEND_DATA_DIR "/micro/micro_handed.json", "rb");
    if (!file) return NULL;
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    assert_true(size > 0);
    cJSON *tables = cJSON_Parse(text);
    free(text);
    assert_non_null(tables);
    return tables;
}

static const char *text_of(const cJSON *table, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(table, name));
    assert_non_null(text);
    return text;
}

static double number_of(const cJSON *table, const char *name, double otherwise) {
    const cJSON *item = cJSON_GetObjectItem(table, name);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

static const cJSON *entry(const cJSON *rows, int32_t x, int32_t y) {
    const cJSON *item = cJSON_GetArrayItem(cJSON_GetArrayItem(rows, y), x);
    assert_non_null(item);
    return item;
}

static wend_cell cell_of(const cJSON *pair) {
    return (wend_cell){cJSON_GetArrayItem(pair, 0)->valueint, cJSON_GetArrayItem(pair, 1)->valueint};
}

/* The table's convention as a mover; *unit is how much raw cost its 1 is, *inexact whether sqrt(2) is in play. */
static world *world_of_table(const cJSON *table, double *unit, bool *inexact) {
    int32_t width = (int32_t)number_of(table, "width", 0), height = (int32_t)number_of(table, "height", 0);
    const cJSON *costs = cJSON_GetObjectItem(table, "cost");
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, width, height, WEND_SQUARE);
    for (int32_t i = 0; i < width * height; i++) {
        const cJSON *cost = entry(costs, i % width, i / width);
        w->terrain[i] = cJSON_IsNull(cost) ? 255 : (uint8_t)cost->valueint;
        assert_true(cJSON_IsNull(cost) || cost->valuedouble == (double)cost->valueint);
    }
    double straight = number_of(table, "cardinal", 1), ratio = number_of(table, "diagonal", 1) / straight;
    w->mover.neighbours = (uint32_t)number_of(table, "neighbours", 8);
    w->mover.diagonal = (uint32_t)(ratio * 70 + 0.5);
    w->mover.corner_rule = strcmp(text_of(table, "corner"), "all") == 0 ? WEND_CORNER_ALWAYS : WEND_CORNER_NEVER;
    w->mover.step_rule = strcmp(text_of(table, "convention"), "avg") == 0 ? WEND_STEP_MEAN : WEND_STEP_ENTER;
    *unit = 140 / straight;
    *inexact = fabs(ratio * 70 - w->mover.diagonal) > 1e-9 && w->mover.neighbours == 8;
    return w;
}

/* The least over all sources of the way from there to the cell: these tables walk away from their sources. */
static uint32_t away_from_sources(const subject *s, const cJSON *sources, wend_cell to) {
    uint32_t least = WEND_UNREACHABLE;
    const cJSON *source;
    cJSON_ArrayForEach(source, sources) {
        wend_path_desc desc = {.from = cell_of(source), .to = to};
        wend_path_result result;
        wend_path_find(s->mover, s->workspace, &desc, NULL, 0, &result);
        if (result.cost < least) least = result.cost;
    }
    return least;
}

static void check_distances(const cJSON *table) {
    double unit, tolerance = number_of(table, "tolerance", 0);
    bool inexact;
    world *w = world_of_table(table, &unit, &inexact);
    const cJSON *sources = cJSON_GetObjectItem(table, "sources"), *source;
    cJSON_ArrayForEach(source, sources) {
        wend_cell cell = cell_of(source);
        w->goals[w->goal_count++] = (wend_goal){.x = cell.x, .y = cell.y};
    }
    subject s = built(w);
    for (int32_t i = 0; i < w->width * w->height; i++) {
        wend_cell cell = {i % w->width, i / w->width};
        const cJSON *expected = entry(cJSON_GetObjectItem(table, "expected"), cell.x, cell.y);
        uint32_t value = wend_field_value(s.field, cell.x, cell.y);
        uint32_t away = away_from_sources(&s, sources, cell);
        if (w->mover.step_rule == WEND_STEP_MEAN) assert_int_equal(away, value);
        if (cJSON_IsNull(expected)) {
            /* A wall, or a cell that the table does not state. */
            if (w->terrain[i] == 255) assert_int_equal(value, WEND_UNREACHABLE);
            continue;
        }
        double distance = away / unit, wanted = expected->valuedouble;
        double error = tolerance + (inexact ? wanted * DIAGONAL_ERROR : 0);
        if (fabs(distance - wanted) > error) {
            fail_msg("%s: (%d, %d) is %.9g, not %.9g", text_of(table, "name"), cell.x, cell.y, distance, wanted);
        }
    }
    subject_free(&s);
    free(w);
}

/* A route's number of cells, by field and by search. */
static void expect_cells(world *w, wend_cell from, wend_cell to, size_t cells, const char *name) {
    w->goal_count = 1;
    w->goals[0] = (wend_goal){.x = to.x, .y = to.y};
    subject s = built(w);
    size_t count = 0;
    wend_path_desc desc = {.from = from, .to = to};
    wend_path_result result;
    wend_path_find(s.mover, s.workspace, &desc, NULL, 0, &result);
    wend_status status = wend_field_trace(s.field, from.x, from.y, NULL, 0, &count);
    if (cells == 0) {
        assert_int_equal(wend_field_value(s.field, from.x, from.y), WEND_UNREACHABLE);
        assert_int_equal(result.count, 0);
    } else {
        assert_int_equal(status, WEND_TRUNCATED);
        if (count != cells || result.count != cells) {
            fail_msg("%s: %u and %u cells, not %u", name, (unsigned)count, (unsigned)result.count, (unsigned)cells);
        }
    }
    subject_free(&s);
}

static void check_node_count(const cJSON *table) {
    const cJSON *rows = cJSON_GetObjectItem(table, "matrix");
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    world_start(w, cJSON_GetArraySize(cJSON_GetArrayItem(rows, 0)), cJSON_GetArraySize(rows), WEND_SQUARE);
    w->mover.neighbours = 4;
    for (int32_t i = 0; i < w->width * w->height; i++) {
        w->terrain[i] = entry(rows, i % w->width, i / w->width)->valueint ? 255 : 0;
    }
    expect_cells(w, cell_of(cJSON_GetObjectItem(table, "start")), cell_of(cJSON_GetObjectItem(table, "goal")),
                 (size_t)number_of(table, "expected_nodes", 0), text_of(table, "name"));
    free(w);
}

/* rot.js draws its map, names starts by letters and lists the routes; where costs tie only the length counts. */
static void check_routes(const cJSON *table, const char *list, uint32_t neighbours) {
    const cJSON *rows = cJSON_GetObjectItem(table, "map"), *route;
    cJSON_ArrayForEach(route, cJSON_GetObjectItem(table, list)) {
        world *w = malloc(sizeof *w);
        assert_non_null(w);
        wend_cell from = {-1, -1};
        world_start(w, (int32_t)strlen(cJSON_GetArrayItem(rows, 0)->valuestring), cJSON_GetArraySize(rows),
                    WEND_SQUARE);
        for (int32_t i = 0; i < w->width * w->height; i++) {
            char c = cJSON_GetArrayItem(rows, i / w->width)->valuestring[i % w->width];
            w->terrain[i] = c == '#' ? 255 : 0;
            if (c == route->string[0]) from = (wend_cell){i % w->width, i / w->width};
        }
        w->mover.neighbours = neighbours;
        w->mover.diagonal = 70;
        w->mover.corner_rule = WEND_CORNER_ALWAYS;
        assert_true(from.x >= 0);
        expect_cells(w, from, cell_of(cJSON_GetObjectItem(table, "goal")), (size_t)cJSON_GetArraySize(route), list);
        free(w);
    }
}

static void test_tables(void **state) {
    (void)state;
    cJSON *tables = read_tables();
    if (!tables) {
        print_message("skipped: the published tables are not there\n");
        skip();
    }
    int distances = 0, routes = 0;
    const cJSON *table;
    cJSON_ArrayForEach(table, tables) {
        if (cJSON_HasObjectItem(table, "cost")) {
            check_distances(table);
            distances++;
        } else if (cJSON_HasObjectItem(table, "matrix")) {
            check_node_count(table);
            routes++;
        } else {
            check_routes(table, "paths8", 8);
            check_routes(table, "paths4", 4);
            routes++;
        }
    }
    cJSON_Delete(tables);
    assert_int_equal(distances, 8);
    assert_int_equal(routes, 5);
}
#else
static void test_tables(void **state) {
    (void)state;
    print_message("skipped: no cJSON to read the published tables with\n");
    skip();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables)};
    return cmocka_run_group_tests_name("micro", tests, NULL, NULL);
}
