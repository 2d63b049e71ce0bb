/* SPDX-License-Identifier: MIT
 * Scenes in cells: crowds that meet, press through doors, and come to rest. */
#include "scenes.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 0.4f
#define SPEED 2.0f
#define DT (1.0f / 20.0f)

/* Steps until a share of all have left, or so many seconds have gone; when that was. */
static double until_left(struct scene_run *run, struct stage *stage, double share, double seconds) {
    double most = (1.0 - share) * wend_crowd_places(stage->crowd);
    while (!stage->failed && (double)wend_crowd_count(stage->crowd) > most + 1e-9 && stage->time < seconds)
        scene_step(run, stage);
    return stage->time;
}

/* Two fields: to the right end and to the left end of the stage, `edge` wide. */
static void both_ways(struct stage *stage, float radius, float edge, uint32_t numbers[2]) {
    float width = (float)stage->width, height = (float)stage->height;
    const float right[1][4] = {{width - edge, 0.0f, edge, height}}, left[1][4] = {{0.0f, 0.0f, edge, height}};
    numbers[0] = stage_field(stage, radius, right, 1);
    numbers[1] = stage_field(stage, radius, left, 1);
}

void scene_pair(struct scene_run *run) {
    struct stage stage;
    uint32_t fields[2];
    stage_open(
        &stage,
        &(struct stage_desc){.width = 32.0f, .height = 11.0f, .cell = 1.0f, .agents = 2, .radius = RADIUS, .dt = DT},
        run->tasks);
    both_ways(&stage, RADIUS, 1.0f, fields);
    for (int i = 0; i < 2; i++)
        stage_add(&stage, &(wend_agent_desc){.x = i ? 30.5f : 1.5f,
                                             .y = 5.5f,
                                             .radius = RADIUS,
                                             .speed = SPEED,
                                             .field = fields[i],
                                             .order = WEND_ORDER_LEAVE});
    double time = until_left(run, &stage, 1.0, 60.0);
    scene_measure(run, "time over free time", "", time / (double)(29.5f / SPEED), NAN, 1.2);
    scene_end(run, &stage);
}

/* Two blocks that meet: each of rows of `abreast`, spaced; all walk the same distance to where they leave. */
struct blocks {
    float width; /* of the corridor [cells] */
    uint32_t each, abreast;
    float radius, spacing, across; /* [cells] from row to row, and within one */
    float gap;                     /* between the first rows */
};

/* The time until a share is through, over the free time. */
static double meet(struct scene_run *run, const struct blocks *blocks, double share, double most, double jitter) {
    struct stage stage;
    uint32_t fields[2], rows = (blocks->each + blocks->abreast - 1) / blocks->abreast;
    float depth = (float)rows * blocks->spacing, distance = 2.0f * depth + blocks->gap;
    float length = distance + 2.0f * depth + 2.0f;
    stage_open(&stage,
               &(struct stage_desc){.width = ceilf(length),
                                    .height = blocks->width,
                                    .cell = 1.0f,
                                    .agents = 2 * blocks->each,
                                    .radius = blocks->radius,
                                    .dt = DT},
               run->tasks);
    both_ways(&stage, blocks->radius, 1.0f, fields);
    float middle = 0.5f * (float)stage.width;
    for (uint32_t i = 0; i < 2 * blocks->each; i++) {
        uint32_t side = i & 1, row = i / 2 / blocks->abreast, column = i / 2 % blocks->abreast;
        float back = 0.5f * blocks->gap + ((float)row + 0.5f) * blocks->spacing;
        float aside = ((float)column - 0.5f * (float)(blocks->abreast - 1)) * blocks->across;
        back += (stage_chance(&stage) - 0.5f) * (float)jitter;
        aside += (stage_chance(&stage) - 0.5f) * (float)jitter;
        stage_add(&stage, &(wend_agent_desc){.x = side ? middle + back : middle - back,
                                             .y = 0.5f * blocks->width + aside,
                                             .radius = blocks->radius,
                                             .speed = SPEED,
                                             .field = fields[side]});
    }
    float *starts = malloc(2 * blocks->each * sizeof *starts);
    if (!starts) stage.failed = true;
    for (uint32_t i = 0; i < 2 * blocks->each && starts; i++) starts[i] = wend_crowd_positions(stage.crowd)[2 * i];
    double free_time = (double)(distance / SPEED), wanted = share * 2.0 * blocks->each;
    uint32_t through = 0;
    while (!stage.failed && through + 1e-9 < wanted && stage.time < most * free_time) {
        scene_step(run, &stage);
        through = 0;
        for (uint32_t i = 0; i < 2 * blocks->each; i++) {
            wend_agent agent = wend_crowd_agent_at(stage.crowd, i);
            float gone = fabsf(wend_crowd_positions(stage.crowd)[2 * i] - starts[i]);
            if (agent.generation && gone >= distance) wend_crowd_remove(stage.crowd, agent);
            through += !agent.generation || gone >= distance;
        }
    }
    double time = stage.time / free_time;
    free(starts);
    scene_end(run, &stage);
    return through + 1e-9 >= wanted ? time : INFINITY;
}

void scene_squares(struct scene_run *run) {
    const struct blocks blocks = {
        .width = 24.0f, .each = 25, .abreast = 5, .radius = RADIUS, .spacing = 1.2f, .across = 1.2f, .gap = 16.0f};
    scene_measure(run, "time over free time", "", meet(run, &blocks, 1.0, 6.0, 0.0), NAN, 2.2);
}

void scene_lanes(struct scene_run *run) {
    const struct blocks blocks = {
        .width = 12.0f, .each = 200, .abreast = 7, .radius = RADIUS, .spacing = 1.7f, .across = 1.6f, .gap = 10.0f};
    scene_measure(run, "95 % through, over free time", "", meet(run, &blocks, 0.95, 6.0, 0.2), NAN, 1.1);
}

void scene_fronts(struct scene_run *run) {
    struct blocks blocks = {
        .width = 30.0f, .each = 2000, .abreast = 28, .radius = RADIUS, .spacing = 1.05f, .across = 1.05f, .gap = 10.0f};
    if (run->is_small) {
        blocks.width = 12.0f;
        blocks.each = 220;
        blocks.abreast = 11;
    }
    scene_measure(run, "all through, over free time", "", meet(run, &blocks, 1.0, 8.0, 0.1), NAN, 4.0);
}

void scene_circle(struct scene_run *run) {
    uint32_t agents = run->is_small ? 250 : 500;
    float circle = (float)agents * 1.1f / 6.2831853f, side = ceilf(2.0f * circle + 12.0f), middle = 0.5f * side;
    struct stage stage;
    stage_open(
        &stage,
        &(struct stage_desc){.width = side, .height = side, .cell = 1.0f, .agents = agents, .radius = RADIUS, .dt = DT},
        run->tasks);
    const float goal[1][4] = {{floorf(middle), floorf(middle), 1.0f, 1.0f}};
    uint32_t field = stage_field(&stage, RADIUS, goal, 1);
    for (uint32_t i = 0; i < agents; i++) {
        double angle = 6.283185307179586 * i / agents;
        float x = (float)cos(angle) * circle, y = (float)sin(angle) * circle;
        stage_add(&stage, &(wend_agent_desc){.x = middle + x,
                                             .y = middle + y,
                                             .radius = RADIUS,
                                             .speed = SPEED,
                                             .field = field,
                                             .order = WEND_ORDER_POINT,
                                             .offset_x = middle - x,
                                             .offset_y = middle - y});
    }
    double free_time = (double)(2.0f * circle / SPEED);
    uint32_t arrived = 0;
    while (!stage.failed && arrived < agents && stage.time < 6.0 * free_time) {
        scene_step(run, &stage);
        arrived = stage_with_status(&stage, WEND_AGENT_ARRIVED);
    }
    scene_measure(run, "all there, over free time", "", arrived == agents ? stage.time / free_time : INFINITY, NAN,
                  3.0);
    scene_end(run, &stage);
}

void scene_crush(struct scene_run *run) {
    uint32_t agents = run->is_small ? 1500 : 10000, passed = 0, index, events;
    float side = ceilf(sqrtf((float)agents)) * 1.05f, door = run->is_small ? 6.0f : 12.0f;
    struct stage stage;
    wend_agent agent;
    stage_open(&stage,
               &(struct stage_desc){
                   .width = side + 20.0f, .height = side, .cell = 1.0f, .agents = agents, .radius = RADIUS, .dt = DT},
               run->tasks);
    stage_wall(&stage, side, 0.0f, 2.0f, side);
    stage_floor(&stage, side, floorf(0.5f * (side - door)), 2.0f, door);
    const float goal[1][4] = {{side + 19.0f, 0.0f, 1.0f, side}};
    uint32_t field = stage_field(&stage, RADIUS, goal, 1);
    uint32_t columns = (uint32_t)side;
    for (uint32_t i = 0; i < agents; i++)
        stage_add(&stage, &(wend_agent_desc){.x = 0.5f + (float)(i % columns) * 1.0f,
                                             .y = 0.5f + (float)(i / columns) * 1.0f + 0.1f * stage_chance(&stage),
                                             .radius = RADIUS,
                                             .speed = SPEED,
                                             .field = field,
                                             .order = WEND_ORDER_LEAVE});
    double last = 0.0, gap = 0.0;
    while (!stage.failed && passed < agents && stage.time < 1200.0) {
        scene_step(run, &stage);
        for (index = 0; (events = wend_crowd_next_event(stage.crowd, &index, &agent)) != 0;) {
            if (!(events & WEND_EVENT_LEFT_MAP)) continue;
            if (passed++ > 0) gap = fmax(gap, stage.time - last);
            last = stage.time;
        }
    }
    scene_measure(run, "through", "agents", passed, agents, agents);
    scene_measure(run, "longest gap", "s", gap, NAN, 2.0);
    scene_measure(run, "flow", "1/s", passed / stage.time, NAN, NAN);
    scene_end(run, &stage);
}

void scene_gather(struct scene_run *run) {
    uint32_t agents = run->is_small ? 1000 : 10000, steps = 0;
    float ideal = sqrtf((float)agents * 4.0f * RADIUS * RADIUS / 3.14159265f), side = ceilf(5.0f * ideal);
    struct stage stage;
    stage_open(
        &stage,
        &(struct stage_desc){.width = side, .height = side, .cell = 1.0f, .agents = agents, .radius = RADIUS, .dt = DT},
        run->tasks);
    float middle = floorf(0.5f * side) + 0.5f;
    const float goal[1][4] = {{middle - 0.5f, middle - 0.5f, 1.0f, 1.0f}};
    uint32_t field = stage_field(&stage, RADIUS, goal, 1), columns = (uint32_t)(side / 1.3f);
    for (uint32_t i = 0; i < agents; i++)
        stage_add(&stage, &(wend_agent_desc){.x = 1.0f + (float)(i % columns) * 1.25f,
                                             .y = 1.0f + (float)(i / columns) * 1.25f,
                                             .radius = RADIUS,
                                             .speed = SPEED,
                                             .field = field});
    double top = 0.0, limit = (double)(5.0f * side / SPEED) + 60.0;
    uint32_t settled = 0;
    while (!stage.failed && stage.time < limit && steps < 40) {
        scene_step(run, &stage);
        settled = stage_with_status(&stage, WEND_AGENT_ARRIVED) + stage_with_status(&stage, WEND_AGENT_SETTLED);
        steps = settled == agents ? steps + 1 : 0;
    }
    double speed = 0.0;
    for (uint32_t i = 0; i < agents && !stage.failed; i++) {
        const float *at = wend_crowd_positions(stage.crowd) + 2 * (size_t)i;
        const float *velocity = wend_crowd_velocities(stage.crowd) + 2 * (size_t)i;
        double x = (double)(at[0] - middle), y = (double)(at[1] - middle);
        top = fmax(top, sqrt(x * x + y * y));
        speed += sqrt((double)(velocity[0] * velocity[0] + velocity[1] * velocity[1])) / agents;
    }
    scene_measure(run, "time", "s", stage.time, NAN, NAN);
    scene_measure(run, "not settled", "agents", (double)(agents - settled), NAN, 0.0);
    scene_measure(run, "radius over the ideal disc's", "", top / (double)ideal, NAN, 1.2);
    scene_measure(run, "mean speed", "% of top", 100.0 * speed / (double)SPEED, NAN, 0.3);
    scene_end(run, &stage);
}

void scene_doors(struct scene_run *run) {
    uint32_t agents = run->is_small ? 400 : 2000, by_first = 0, by_second = 0, index, events;
    struct stage stage;
    wend_agent agent;
    stage_open(&stage,
               &(struct stage_desc){
                   .width = 80.0f, .height = 60.0f, .cell = 1.0f, .agents = agents, .radius = RADIUS, .dt = DT},
               run->tasks);
    stage_wall(&stage, 50.0f, 0.0f, 2.0f, 60.0f);
    stage_floor(&stage, 50.0f, 14.0f, 2.0f, 4.0f);
    stage_floor(&stage, 50.0f, 42.0f, 2.0f, 4.0f);
    const float goal[1][4] = {{79.0f, 26.0f, 1.0f, 4.0f}};
    uint32_t field = stage_field(&stage, RADIUS, goal, 1);
    wend_agent_desc desc = {.radius = RADIUS, .speed = SPEED, .field = field, .order = WEND_ORDER_LEAVE};
    stage_fill(&stage, 0.0f, 0.0f, 45.0f, 60.0f, agents, &desc);
    uint8_t *sides = calloc(agents, 1);
    if (!sides) stage.failed = true;
    for (uint32_t step = 0; !stage.failed && wend_crowd_count(stage.crowd) > 0 && stage.time < 600.0; step++) {
        if (step % 10 == 0) stage_congest(&stage, NULL);
        scene_step(run, &stage);
        for (uint32_t i = 0; i < agents; i++) {
            const float *at = wend_crowd_positions(stage.crowd) + 2 * (size_t)i;
            if (sides[i] || at[0] < 51.0f) continue;
            sides[i] = at[1] < 30.0f ? 1 : 2;
            by_first += sides[i] == 1;
            by_second += sides[i] == 2;
        }
        for (index = 0; (events = wend_crowd_next_event(stage.crowd, &index, &agent)) != 0;) continue;
    }
    free(sides);
    double all = (double)(by_first + by_second);
    scene_measure(run, "by the first door", "%", 100.0 * by_first / all, 35.0, 65.0);
    scene_measure(run, "by the second door", "%", 100.0 * by_second / all, 35.0, 65.0);
    scene_measure(run, "time", "s", stage.time, NAN, NAN);
    scene_end(run, &stage);
}

/* Radius 2, spacing 5, top speed 2, dt 0.25, where a cell is 5. */
void scene_dense(struct scene_run *run) {
    uint32_t agents = run->is_small ? 1024 : 10000, columns = (uint32_t)ceilf(sqrtf((float)agents)), steps = 200;
    struct stage stage;
    uint32_t fields[2];
    float extent = (float)columns + 42.0f;
    stage_open(&stage,
               &(struct stage_desc){.width = extent * 5.0f,
                                    .height = ((float)columns + 4.0f) * 5.0f,
                                    .cell = 5.0f,
                                    .agents = agents,
                                    .radius = 2.0f,
                                    .dt = 0.25f},
               run->tasks);
    const float right[1][4] = {{(extent - 1.0f) * 5.0f, 0.0f, 5.0f, ((float)columns + 4.0f) * 5.0f}};
    const float left[1][4] = {{0.0f, 0.0f, 5.0f, ((float)columns + 4.0f) * 5.0f}};
    fields[0] = stage_field(&stage, 2.0f, right, 1);
    fields[1] = stage_field(&stage, 2.0f, left, 1);
    float *starts = malloc(agents * sizeof *starts);
    uint8_t *sides = malloc(agents);
    if (!starts || !sides) stage.failed = true;
    for (uint32_t i = 0; i < agents && !stage.failed; i++) {
        sides[i] = stage_chance(&stage) < 0.5f;
        float x = (float)(i % columns) + 21.5f + 0.2f * (stage_chance(&stage) - 0.5f);
        float y = (float)(i / columns) + 2.5f + 0.2f * (stage_chance(&stage) - 0.5f);
        stage_add(&stage, &(wend_agent_desc){
                              .x = 5.0f * x, .y = 5.0f * y, .radius = 2.0f, .speed = 2.0f, .field = fields[sides[i]]});
        starts[i] = 5.0f * x;
    }
    for (uint32_t step = 0; step < steps && !stage.failed; step++) scene_step(run, &stage);
    double gone = 0.0;
    for (uint32_t i = 0; i < agents && !stage.failed; i++) {
        double by = (double)(wend_crowd_positions(stage.crowd)[2 * i] - starts[i]);
        gone += (sides[i] ? -by : by) / agents;
    }
    scene_measure(run, "forward speed", "% of top", 100.0 * gone / (2.0 * steps * 0.25), NAN, NAN);
    free(starts);
    free(sides);
    scene_end(run, &stage);
}
