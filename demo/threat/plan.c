/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include "common/clock.h"
#include "common/map_file.h"
#include "common/options.h"
#include "common/paint.h"

#include <stdlib.h>
#include <string.h>

#define EXIT_PULL (12u * WEND_RAW_PER_COST) /* by so much the goal, as an exit, is better than the best hiding place */

static size_t cell_count(const struct plan *plan) {
    return (size_t)plan->width * (size_t)plan->height;
}

static wend_rect whole(const struct plan *plan) {
    return (wend_rect){0, 0, plan->width, plan->height};
}

/* Opening. */

static bool load(struct plan *plan, const char *path, wend_lattice lattice, uint8_t costs[256]) {
    struct map_file file;
    if (!map_file_read(path, lattice, &file)) return false;
    memcpy(plan->name, file.name, sizeof plan->name);
    memcpy(costs, file.costs, sizeof file.costs);
    plan->map = file.map;
    plan->is_characters = file.is_characters;
    plan->wall = file.wall;
    plan->ground = file.ground;
    plan->width = wend_map_width(file.map);
    plan->height = wend_map_height(file.map);
    return true;
}

static bool make_arrays(struct plan *plan) {
    size_t cells = cell_count(plan);
    plan->original = malloc(cells);
    plan->counts = calloc(cells, sizeof *plan->counts);
    plan->seeds = malloc(cells * sizeof *plan->seeds);
    bool is_good = plan->original && plan->counts && plan->seeds;
    for (int way = 0; way < WAY_COUNT; way++) {
        plan->routes[way].cells = malloc(cells * sizeof *plan->routes[way].cells);
        is_good = is_good && plan->routes[way].cells;
    }
    return is_good && wend_map_read(plan->map, whole(plan), plan->original, (size_t)plan->width) == WEND_OK;
}

static bool make_objects(struct plan *plan, const uint8_t costs[256]) {
    wend_mover_desc mover = {.costs = costs};
    wend_field_desc flight = {.seeds = 1};
    return make_arrays(plan) && wend_mover_create(plan->map, &mover, &plan->plain) == WEND_OK &&
           wend_mover_create(plan->map, &mover, &plan->wary) == WEND_OK &&
           wend_mover_fill_overlay(plan->wary, whole(plan), 0) == WEND_OK &&
           wend_field_create(plan->plain, NULL, &plan->shortest) == WEND_OK &&
           wend_field_create(plan->wary, NULL, &plan->safest) == WEND_OK &&
           wend_field_create(plan->plain, NULL, &plan->from_units) == WEND_OK &&
           wend_field_create(plan->plain, &flight, &plan->flight) == WEND_OK &&
           wend_workspace_create((uint32_t)cell_count(plan), NULL, &plan->workspace) == WEND_OK;
}

/* The free cell of the largest component that is nearest to a place given in shares of width and height. */
static bool find_free(struct plan *plan, float across, float down, wend_cell *out) {
    wend_goal goal = {.x = (int32_t)(across * (float)plan->width), .y = (int32_t)(down * (float)plan->height)};
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST_CONNECTED};
    wend_goal_result result;
    bool is_good = wend_field_set_goals(plan->shortest, &goal, 1, &options) == WEND_OK &&
                   wend_field_build(plan->shortest, plan->workspace, NULL) == WEND_OK &&
                   wend_field_goal_result(plan->shortest, 0, &result) == WEND_OK && result.cells > 0;
    if (is_good) *out = result.cell;
    return is_good;
}

static bool place_units(struct plan *plan) {
    static const struct {
        float across, down;
        uint32_t range;
    } places[] = {{0.27f, 0.26f, 15}, {0.3f, 0.74f, 13}, {0.5f, 0.5f, 18}, {0.61f, 0.23f, 14}, {0.72f, 0.7f, 17}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct unit *unit = &plan->units[plan->unit_count];
        unit->range = places[i].range;
        if (!find_free(plan, places[i].across, places[i].down, &unit->cell)) return false;
        plan->unit_count++;
    }
    return true;
}

static bool is_good_place(const struct plan *plan, const char *option, wend_cell cell) {
    return place_is_good(plan->plain, option, cell, "a blocked cell");
}

static bool take_places(struct plan *plan, const char *path, const struct plan_wishes *wishes) {
    bool is_good = find_free(plan, 0.1f, 0.58f, &plan->start) && find_free(plan, 0.96f, 0.5f, &plan->goal) &&
                   (wishes->unit_count > 0 || place_units(plan));
    if (!is_good) {
        complain("%s: every cell is blocked", path);
        return false;
    }
    if (wishes->has_start) plan->start = wishes->start;
    if (wishes->has_goal) plan->goal = wishes->goal;
    if (!is_good_place(plan, "--start", plan->start) || !is_good_place(plan, "--goal", plan->goal)) return false;
    for (size_t i = 0; i < wishes->unit_count; i++) {
        if (!is_good_place(plan, "--unit", wishes->units[i].cell)) return false;
        plan->units[plan->unit_count++] = wishes->units[i];
    }
    return true;
}

bool plan_open(struct plan *plan, const char *path, const struct plan_wishes *wishes) {
    uint8_t costs[256];
    *plan = (struct plan){.danger = wishes->danger};
    if (!load(plan, path, wishes->lattice, costs)) return false;
    if (!make_objects(plan, costs)) {
        complain("%s: no memory", path);
        return false;
    }
    if (!take_places(plan, path, wishes)) return false;
    memcpy(plan->first_units, plan->units, sizeof plan->units);
    plan->first_unit_count = plan->unit_count;
    plan->first_start = plan->start;
    plan->first_goal = plan->goal;
    plan_update(plan);
    return true;
}

void plan_close(struct plan *plan) {
    wend_field *fields[] = {plan->shortest, plan->safest, plan->from_units, plan->flight};
    for (int i = 0; i < 4; i++) wend_field_destroy(fields[i]);
    wend_mover_destroy(plan->plain);
    wend_mover_destroy(plan->wary);
    wend_map_destroy(plan->map);
    wend_workspace_destroy(plan->workspace);
    for (int way = 0; way < WAY_COUNT; way++) free(plan->routes[way].cells);
    free(plan->original);
    free(plan->counts);
    free(plan->seeds);
    *plan = (struct plan){0};
}

/* Updating: what the units threaten, then the ways. */

static void count_threats(struct plan *plan) {
    wend_range_source sources[PLAN_UNITS];
    wend_mover_desc desc;
    wend_mover_describe(plan->plain, &desc);
    for (size_t i = 0; i < plan->unit_count; i++)
        sources[i] =
            (wend_range_source){plan->units[i].cell, plan->units[i].range * WEND_RAW_PER_COST * desc.unit_cost};
    memset(plan->counts, 0, cell_count(plan) * sizeof *plan->counts);
    (void)wend_threat_add(plan->plain, plan->workspace, sources, plan->unit_count, WEND_OUTWARDS, whole(plan),
                          plan->counts, (size_t)plan->width, NULL);
    plan->threatened = 0;
    for (size_t i = 0; i < cell_count(plan); i++) plan->threatened += plan->counts[i] > 0;
}

static void lead_to(struct plan *plan, wend_field *field, const wend_goal *goals, size_t count) {
    (void)wend_field_set_goals(field, goals, count, NULL);
    (void)wend_field_update(field, plan->workspace, NULL);
}

static void build_flight(struct plan *plan, const wend_goal *goal) {
    wend_goal units[PLAN_UNITS];
    for (size_t i = 0; i < plan->unit_count; i++)
        units[i] = (wend_goal){.x = plan->units[i].cell.x, .y = plan->units[i].cell.y};
    lead_to(plan, plan->from_units, units, plan->unit_count);
    (void)wend_field_set_goals(plan->flight, goal, plan->goal_is_exit ? 1 : 0, NULL);
    (void)wend_flee_build(plan->flight, plan->workspace, plan->from_units, 0, plan->goal_is_exit ? EXIT_PULL : 0,
                          plan->seeds, (size_t)plan->width);
}

static float step_length(const struct plan *plan, wend_cell from, wend_cell to) {
    wend_cell there;
    for (int k = 0; k < 8; k++) {
        uint32_t cost = wend_mover_step_cost(plan->plain, from.x, from.y, (wend_direction)k);
        bool is_step = cost != UINT32_MAX &&
                       wend_map_neighbour(plan->map, from, (wend_direction)k, &there) == WEND_OK && there.x == to.x &&
                       there.y == to.y;
        if (is_step) return (float)cost / (float)WEND_RAW_PER_COST;
    }
    return 0.0f;
}

static void trace(struct plan *plan, enum way way, const wend_field *field) {
    struct route *route = &plan->routes[way];
    route->status =
        wend_field_trace(field, plan->start.x, plan->start.y, route->cells, cell_count(plan), &route->count);
    route->length = 0.0f;
    route->threatened = 0;
    for (size_t i = 0; i < route->count; i++) {
        const wend_cell *cell = &route->cells[i];
        route->threatened += plan->counts[(size_t)cell->y * (size_t)plan->width + (size_t)cell->x] > 0;
        if (i > 0) route->length += step_length(plan, cell[-1], *cell);
    }
}

void plan_update(struct plan *plan) {
    double begin = clock_ms();
    wend_goal goal = {.x = plan->goal.x, .y = plan->goal.y};
    (void)wend_mover_update(plan->plain);
    count_threats(plan);
    (void)wend_overlay_write_counts(plan->wary, whole(plan), plan->counts, (size_t)plan->width, plan->danger);
    (void)wend_mover_update(plan->wary);
    lead_to(plan, plan->shortest, &goal, 1);
    lead_to(plan, plan->safest, &goal, 1);
    build_flight(plan, &goal);
    trace(plan, WAY_SHORTEST, plan->shortest);
    trace(plan, WAY_SAFEST, plan->safest);
    trace(plan, WAY_FLIGHT, plan->flight);
    plan->update_ms = clock_ms() - begin;
    plan->edits++;
}

/* Editing. */

void plan_restart(struct plan *plan) {
    (void)wend_map_write(plan->map, whole(plan), plan->original, (size_t)plan->width);
    memcpy(plan->units, plan->first_units, sizeof plan->units);
    plan->unit_count = plan->first_unit_count;
    plan->start = plan->first_start;
    plan->goal = plan->first_goal;
}

bool plan_is_free(const struct plan *plan, wend_cell cell) {
    return wend_mover_place(plan->plain, cell.x, cell.y) == WEND_OK;
}

size_t plan_unit_at(const struct plan *plan, wend_cell cell, float reach) {
    size_t best = PLAN_UNITS;
    float x, y, least = reach * reach;
    wend_map_centre(plan->map, cell.x, cell.y, &x, &y);
    for (size_t i = 0; i < plan->unit_count; i++) {
        float at_x, at_y;
        wend_map_centre(plan->map, plan->units[i].cell.x, plan->units[i].cell.y, &at_x, &at_y);
        float squared = (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y);
        if (squared > least) continue;
        least = squared;
        best = i;
    }
    return best;
}

size_t plan_add_unit(struct plan *plan, wend_cell cell, uint32_t range) {
    if (plan->unit_count == PLAN_UNITS || !plan_is_free(plan, cell)) return PLAN_UNITS;
    plan->units[plan->unit_count] = (struct unit){cell, range};
    return plan->unit_count++;
}

void plan_remove_unit(struct plan *plan, size_t number) {
    plan->unit_count--;
    memmove(&plan->units[number], &plan->units[number + 1], (plan->unit_count - number) * sizeof *plan->units);
}

void plan_paint(struct plan *plan, wend_cell from, wend_cell to, int32_t side, bool is_wall) {
    struct paint paint = {.mover = plan->plain, .original = plan->original, .ground = plan->ground, .wall = plan->wall};
    paint_line(&paint, from, to, side, is_wall);
}
