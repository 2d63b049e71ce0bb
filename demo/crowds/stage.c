/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include "scenes/generate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOKS_PER_SECOND 4.0

void stage_fail(struct stage *stage, const char *why, ...) {
    va_list arguments;
    if (stage->failed) return;
    stage->failed = true;
    va_start(arguments, why);
    (void)vsnprintf(stage->problem, sizeof stage->problem, why, arguments);
    va_end(arguments);
}

/* Fails where a call was refused. */
static void check(struct stage *stage, const char *what, wend_status status) {
    if (status < WEND_OK) stage_fail(stage, "%s: %s", what, wend_status_string(status));
}

void stage_open(struct stage *stage, const struct stage_desc *desc, const wend_tasks *tasks) {
    *stage = (struct stage){.cell = desc->cell, .dt = desc->dt, .random = 1, .capacity = desc->agents};
    stage->width = (int32_t)ceilf(desc->width / desc->cell - 0.001f);
    stage->height = (int32_t)ceilf(desc->height / desc->cell - 0.001f);
    stage->tasks = tasks ? *tasks : wend_tasks_openmp(1);
    wend_map_desc map = {.width = stage->width, .height = stage->height, .cell_size = desc->cell};
    wend_crowd_desc crowd = {.capacity = desc->agents,
                             .radius = desc->radius,
                             .fields = STAGE_FIELDS,
                             .headway = desc->headway,
                             .formations = 1,
                             .congestion = 1};
    uint32_t cells = (uint32_t)stage->width * (uint32_t)stage->height;
    stage->velocities = calloc(desc->agents, 2 * sizeof *stage->velocities);
    if (!stage->velocities) stage_fail(stage, "no memory");
    check(stage, "the map", wend_map_create(&map, &stage->map));
    check(stage, "the workspace", wend_workspace_create(cells, NULL, &stage->workspace));
    if (!stage->failed) check(stage, "the crowd", wend_crowd_create(stage->map, &crowd, &stage->crowd));
}

void stage_close(struct stage *stage) {
    wend_crowd_destroy(stage->crowd);
    for (uint32_t i = 0; i < stage->field_count; i++) {
        wend_field_destroy(stage->fields[i]);
        wend_mover_destroy(stage->movers[i]);
    }
    wend_workspace_destroy(stage->workspace);
    wend_map_destroy(stage->map);
    free(stage->velocities);
    *stage = (struct stage){0};
}

static wend_rect cells_of(const struct stage *stage, float x, float y, float width, float height) {
    int32_t left = (int32_t)floorf(x / stage->cell + 0.5f), top = (int32_t)floorf(y / stage->cell + 0.5f);
    int32_t right = (int32_t)floorf((x + width) / stage->cell + 0.5f);
    int32_t bottom = (int32_t)floorf((y + height) / stage->cell + 0.5f);
    left = left < 0 ? 0 : left;
    top = top < 0 ? 0 : top;
    right = right > stage->width ? stage->width : right;
    bottom = bottom > stage->height ? stage->height : bottom;
    return (wend_rect){left, top, right - left, bottom - top};
}

static void fill(struct stage *stage, wend_rect rect, uint8_t terrain) {
    if (stage->failed || rect.width <= 0 || rect.height <= 0) return;
    check(stage, "a wall", wend_map_fill(stage->map, rect, terrain));
}

void stage_wall(struct stage *stage, float x, float y, float width, float height) {
    fill(stage, cells_of(stage, x, y, width, height), SCENE_WALL);
}

void stage_floor(struct stage *stage, float x, float y, float width, float height) {
    fill(stage, cells_of(stage, x, y, width, height), 0);
}

uint32_t stage_field(struct stage *stage, float radius, const float (*rects)[4], size_t count) {
    uint32_t number = stage->field_count;
    if (number == STAGE_FIELDS || count > 8) stage_fail(stage, "too many fields or goals");
    if (stage->failed) return 0;
    stage->field_count++;
    stage->gaps[number] = radius;
    wend_goal goals[8] = {{0}};
    for (size_t i = 0; i < count; i++) {
        wend_rect rect = cells_of(stage, rects[i][0], rects[i][1], rects[i][2], rects[i][3]);
        goals[i] = (wend_goal){.x = rect.x,
                               .y = rect.y,
                               .width = rect.width > 0 ? rect.width : 1,
                               .height = rect.height > 0 ? rect.height : 1};
    }
    uint8_t costs[256] = {10};
    costs[SCENE_WALL] = WEND_BLOCKED;
    for (int i = 1; i < SCENE_WALL; i++) costs[i] = (uint8_t)i;
    wend_mover_desc mover = {
        .costs = costs, .unit_cost = 10, .radius = (uint32_t)ceilf(radius / stage->cell * 256.0f - 0.01f)};
    wend_field_desc field = {.sights = 1, .goal_capacity = 8};
    wend_status status = wend_mover_create(stage->map, &mover, &stage->movers[number]);
    if (status == WEND_OK) status = wend_field_create(stage->movers[number], &field, &stage->fields[number]);
    if (status == WEND_OK) status = wend_field_set_goals(stage->fields[number], goals, count, NULL);
    if (status == WEND_OK) status = wend_field_build(stage->fields[number], stage->workspace, NULL);
    if (status == WEND_OK) status = wend_crowd_set_field(stage->crowd, number, stage->fields[number]);
    check(stage, "a field", status);
    return number;
}

void stage_update(struct stage *stage) {
    for (uint32_t i = 0; i < stage->field_count && !stage->failed; i++) {
        check(stage, "a mover's update", wend_mover_update(stage->movers[i]));
        check(stage, "a field's update", wend_field_update(stage->fields[i], stage->workspace, NULL));
    }
}

void stage_congest(struct stage *stage, const wend_congestion_desc *desc) {
    for (uint32_t i = 0; i < stage->field_count && !stage->failed; i++)
        check(stage, "congestion", wend_crowd_write_congestion(stage->crowd, stage->movers[i], desc, &stage->tasks));
    stage_update(stage);
}

float stage_chance(struct stage *stage) {
    return (float)scene_random_below(&stage->random, 1u << 24) * (1.0f / (1 << 24));
}

wend_agent stage_add(struct stage *stage, const wend_agent_desc *desc) {
    wend_agent agent = {0, 0};
    if (!stage->failed) check(stage, "an agent", wend_crowd_add(stage->crowd, desc, &agent));
    return agent;
}

/* How near the nearest wall is, within a reach [cells]. */
static double wall_distance(const struct stage *stage, double x, double y, double reach) {
    double least = reach;
    for (int32_t row = (int32_t)floor(y - reach); row <= (int32_t)floor(y + reach); row++) {
        for (int32_t column = (int32_t)floor(x - reach); column <= (int32_t)floor(x + reach); column++) {
            bool is_on = row >= 0 && column >= 0 && row < stage->height && column < stage->width;
            if (is_on && wend_map_terrain(stage->map, column, row) != SCENE_WALL) continue;
            double away_x = fmax(fmax(column - x, x - column - 1.0), 0.0);
            double away_y = fmax(fmax(row - y, y - row - 1.0), 0.0);
            least = fmin(least, sqrt(away_x * away_x + away_y * away_y));
        }
    }
    return least;
}

/* Nearer to no agent from `first` on than two radii, and to no wall than one? */
static bool has_room(const struct stage *stage, const wend_agent_desc *one, uint32_t first) {
    double reach = (double)(one->radius / stage->cell);
    const float *at = wend_crowd_positions(stage->crowd);
    if (wall_distance(stage, (double)(one->x / stage->cell), (double)(one->y / stage->cell), reach + 0.01) <= reach)
        return false;
    for (uint32_t i = first; i < wend_crowd_places(stage->crowd); i++) {
        float to_x = at[2 * i] - one->x, to_y = at[2 * i + 1] - one->y;
        if (to_x * to_x + to_y * to_y <= 4.0f * one->radius * one->radius) return false;
    }
    return true;
}

void stage_fill(struct stage *stage, float x, float y, float width, float height, uint32_t count,
                const wend_agent_desc *desc) {
    uint32_t added = 0, first = stage->crowd ? wend_crowd_places(stage->crowd) : 0;
    float radius = desc->radius;
    for (uint32_t tries = 0; added < count && tries < 400 * count && !stage->failed; tries++) {
        wend_agent_desc one = *desc;
        one.x = x + radius + stage_chance(stage) * (width - 2.0f * radius);
        one.y = y + radius + stage_chance(stage) * (height - 2.0f * radius);
        if (!has_room(stage, &one, first)) continue;
        stage_add(stage, &one);
        added++;
    }
    if (added < count)
        stage_fail(stage, "only %u of %u agents found a place to start from", (unsigned)added, (unsigned)count);
}

/* How it goes. */

struct looked_at {
    float x, y, radius;
};

static int by_x(const void *a, const void *b) {
    const struct looked_at *first = a, *second = b;
    return (first->x > second->x) - (first->x < second->x);
}

static void look_at_pairs(struct stage *stage, const struct looked_at *agents, uint32_t count, float widest) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1; j < count && agents[j].x - agents[i].x < 3.0f * widest; j++) {
            float x = agents[j].x - agents[i].x, y = agents[j].y - agents[i].y;
            float touch = agents[i].radius + agents[j].radius;
            float radius = agents[i].radius < agents[j].radius ? agents[i].radius : agents[j].radius;
            float gap = sqrtf(x * x + y * y) - touch;
            stage->counts.near_pairs += gap < radius;
            stage->counts.deep_pairs += gap < -0.1f * radius;
        }
    }
}

void stage_look(struct stage *stage) {
    uint32_t places = wend_crowd_places(stage->crowd), count = 0;
    struct looked_at *agents = malloc((places + 1) * sizeof *agents);
    float widest = 0.0f;
    stage->looked = stage->time;
    if (!agents) {
        stage_fail(stage, "no memory");
        return;
    }
    for (uint32_t i = 0; i < places; i++) {
        wend_agent_desc desc;
        if (wend_crowd_get(stage->crowd, wend_crowd_agent_at(stage->crowd, i), &desc) != WEND_OK) continue;
        agents[count++] = (struct looked_at){desc.x, desc.y, desc.radius};
        widest = desc.radius > widest ? desc.radius : widest;
        double radius = (double)(desc.radius / stage->cell);
        double wall = wall_distance(stage, (double)(desc.x / stage->cell), (double)(desc.y / stage->cell), radius);
        stage->counts.in_walls += wall < radius - 1.0 / 256;
        stage->counts.stuck += wend_crowd_statuses(stage->crowd)[i] == WEND_AGENT_STUCK;
    }
    qsort(agents, count, sizeof *agents, by_x);
    look_at_pairs(stage, agents, count, widest);
    free(agents);
}

static void count_reversals(struct stage *stage) {
    const float *now = wend_crowd_velocities(stage->crowd);
    const uint8_t *statuses = wend_crowd_statuses(stage->crowd);
    uint32_t places = wend_crowd_places(stage->crowd);
    for (uint32_t i = 0; i < places; i++) {
        const float *before = stage->velocities + 2 * (size_t)i, *after = now + 2 * (size_t)i;
        if (statuses[i] == WEND_AGENT_NONE) continue;
        stage->counts.agent_seconds += (double)stage->dt;
        float least = 0.1f * stage->cell; /* a tenth of a cell a second: slower is standing */
        bool goes = before[0] * before[0] + before[1] * before[1] > least * least &&
                    after[0] * after[0] + after[1] * after[1] > least * least;
        stage->counts.reversals += goes && before[0] * after[0] + before[1] * after[1] < 0.0f;
    }
    memcpy(stage->velocities, now, 2 * sizeof *now * places);
}

double stage_passed_at(const struct stage *stage, float past, float speed) {
    double ago = speed > 0.0f ? (double)(past / speed) : 0.0;
    return stage->time - fmin(ago, (double)stage->dt);
}

void stage_step(struct stage *stage) {
    if (stage->failed) return;
    check(stage, "a step", wend_crowd_step(stage->crowd, stage->dt, &stage->tasks));
    stage->time += (double)stage->dt;
    count_reversals(stage);
    if (stage->time - stage->looked >= 1.0 / LOOKS_PER_SECOND) stage_look(stage);
}

uint32_t stage_with_status(const struct stage *stage, wend_agent_status status) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < wend_crowd_places(stage->crowd); i++)
        count += wend_crowd_statuses(stage->crowd)[i] == status;
    return count;
}
