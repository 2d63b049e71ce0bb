/* SPDX-License-Identifier: MIT
 * Scenes in cells: crowds that meet, press through doors, and come to rest. */
#include "gate.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 0.4f
#define SPEED 2.0f
#define DT (1.0f / 20.0f)

/* Of scenes whose size depends on how many there are. */
static struct stage_desc floor_of(float width, float height, uint32_t agents) {
    return (struct stage_desc){
        .width = width, .height = height, .cell = 1.0f, .agents = agents, .radius = RADIUS, .dt = DT};
}

/* Two fields: to the right end and to the left end of the stage, an edge [cells] wide. */
static void both_ways(struct stage *stage, float radius, uint32_t numbers[2]) {
    float edge = stage->cell, width = (float)stage->width * edge, height = (float)stage->height * edge;
    const float right[1][4] = {{width - edge, 0.0f, edge, height}}, left[1][4] = {{0.0f, 0.0f, edge, height}};
    numbers[0] = stage_field(stage, radius, right, 1);
    numbers[1] = stage_field(stage, radius, left, 1);
}

static const struct stage_desc pair_desc = {
    .width = 32.0f, .height = 11.0f, .cell = 1.0f, .agents = 2, .radius = RADIUS, .dt = DT};

void scene_pair(struct scene_run *run) {
    struct stage stage;
    uint32_t fields[2];
    scene_open(run, &stage, &pair_desc);
    both_ways(&stage, RADIUS, fields);
    wend_agent_desc desc = {.y = 5.5f, .radius = RADIUS, .speed = SPEED, .order = WEND_ORDER_LEAVE};
    for (int i = 0; i < 2; i++) {
        desc.x = i ? 30.5f : 1.5f;
        desc.field = fields[i];
        stage_add(&stage, &desc);
    }
    scene_until_empty(run, &stage, 60.0);
    scene_measure(run, "time over free time", "", stage.time / (double)(29.5f / SPEED), NAN, 1.2);
    scene_end(run, &stage);
}

/* Two blocks that meet: each of rows of `abreast`, spaced; all walk the same distance to where they leave. */
struct blocks {
    float width; /* of the corridor [cells] */
    uint32_t each, abreast;
    float spacing, across, jitter; /* [cells] from row to row, within one, and how far from there at most */
    float gap;                     /* between the first rows */
    double share, most;            /* how many are to be through; free times to wait for them */
};

struct meeting {
    struct stage stage;
    const struct blocks *blocks;
    float distance; /* to walk */
    float *starts;  /* [2 * each] */
};

static bool goes_left(uint32_t agent) {
    return agent % 2 == 1;
}

static void open_meeting(struct scene_run *run, struct meeting *meeting, const struct blocks *blocks) {
    uint32_t rows = (blocks->each + blocks->abreast - 1) / blocks->abreast;
    float depth = (float)rows * blocks->spacing;
    meeting->blocks = blocks;
    meeting->distance = 2.0f * depth + blocks->gap;
    const struct stage_desc desc =
        floor_of(ceilf(meeting->distance + 2.0f * depth + 2.0f), blocks->width, 2 * blocks->each);
    scene_open(run, &meeting->stage, &desc);
    meeting->starts = malloc(2 * blocks->each * sizeof *meeting->starts);
    if (!meeting->starts) stage_fail(&meeting->stage, "no memory");
}

static void place_blocks(struct meeting *meeting) {
    const struct blocks *blocks = meeting->blocks;
    struct stage *stage = &meeting->stage;
    uint32_t fields[2];
    both_ways(stage, RADIUS, fields);
    float middle = 0.5f * (float)stage->width;
    for (uint32_t i = 0; i < 2 * blocks->each && !stage->failed; i++) {
        uint32_t row = i / 2 / blocks->abreast, column = i / 2 % blocks->abreast;
        float back = 0.5f * blocks->gap + ((float)row + 0.5f) * blocks->spacing;
        float aside = ((float)column - 0.5f * (float)(blocks->abreast - 1)) * blocks->across;
        back += (stage_chance(stage) - 0.5f) * blocks->jitter;
        aside += (stage_chance(stage) - 0.5f) * blocks->jitter;
        meeting->starts[i] = goes_left(i) ? middle + back : middle - back;
        stage_add(stage, &(wend_agent_desc){.x = meeting->starts[i],
                                            .y = 0.5f * blocks->width + aside,
                                            .radius = RADIUS,
                                            .speed = SPEED,
                                            .field = fields[goes_left(i)]});
    }
}

/* Takes out who has walked the distance; how many have. */
static uint32_t take_out(struct meeting *meeting) {
    wend_crowd *crowd = meeting->stage.crowd;
    for (uint32_t i = 0; i < 2 * meeting->blocks->each; i++) {
        wend_agent agent = wend_crowd_agent_at(crowd, i);
        float gone = wend_crowd_positions(crowd)[2 * i] - meeting->starts[i];
        if (goes_left(i)) gone = -gone;
        if (agent.generation && gone >= meeting->distance) wend_crowd_remove(crowd, agent);
    }
    return 2 * meeting->blocks->each - wend_crowd_count(crowd);
}

/* The time until the share is through, over the free time. */
static double meet(struct scene_run *run, const struct blocks *blocks) {
    struct meeting meeting;
    struct stage *stage = &meeting.stage;
    open_meeting(run, &meeting, blocks);
    place_blocks(&meeting);
    double free_time = (double)(meeting.distance / SPEED), wanted = blocks->share * 2.0 * blocks->each;
    uint32_t through = 0;
    while (!stage->failed && through + 1e-9 < wanted && stage->time < blocks->most * free_time) {
        scene_step(run, stage);
        through = take_out(&meeting);
    }
    double time = stage->time / free_time;
    free(meeting.starts);
    scene_end(run, stage);
    return through + 1e-9 >= wanted ? time : INFINITY;
}

void scene_squares(struct scene_run *run) {
    static const struct blocks blocks = {.width = 24.0f,
                                         .each = 25,
                                         .abreast = 5,
                                         .spacing = 1.2f,
                                         .across = 1.2f,
                                         .gap = 16.0f,
                                         .share = 1.0,
                                         .most = 6.0};
    scene_measure(run, "time over free time", "", meet(run, &blocks), NAN, 2.2);
}

void scene_lanes(struct scene_run *run) {
    static const struct blocks blocks = {.width = 12.0f,
                                         .each = 200,
                                         .abreast = 7,
                                         .spacing = 1.7f,
                                         .across = 1.6f,
                                         .jitter = 0.2f,
                                         .gap = 10.0f,
                                         .share = 0.95,
                                         .most = 6.0};
    scene_measure(run, "95 % through, over free time", "", meet(run, &blocks), NAN, 1.1);
}

void scene_fronts(struct scene_run *run) {
    struct blocks blocks = {.width = 30.0f,
                            .each = 2000,
                            .abreast = 28,
                            .spacing = 1.05f,
                            .across = 1.05f,
                            .jitter = 0.1f,
                            .gap = 10.0f,
                            .share = 1.0,
                            .most = 8.0};
    if (run->is_small) {
        blocks.width = 12.0f;
        blocks.each = 220;
        blocks.abreast = 11;
    }
    scene_measure(run, "all through, over free time", "", meet(run, &blocks), NAN, 4.0);
}

static void place_circle(struct stage *stage, uint32_t agents, float circle) {
    float middle = 0.5f * (float)stage->width;
    const float goal[1][4] = {{floorf(middle), floorf(middle), 1.0f, 1.0f}};
    uint32_t field = stage_field(stage, RADIUS, goal, 1);
    for (uint32_t i = 0; i < agents; i++) {
        double angle = 6.283185307179586 * i / agents;
        float x = (float)cos(angle) * circle, y = (float)sin(angle) * circle;
        stage_add(stage, &(wend_agent_desc){.x = middle + x,
                                            .y = middle + y,
                                            .radius = RADIUS,
                                            .speed = SPEED,
                                            .field = field,
                                            .order = WEND_ORDER_POINT,
                                            .offset_x = middle - x,
                                            .offset_y = middle - y});
    }
}

void scene_circle(struct scene_run *run) {
    uint32_t agents = run->is_small ? 250 : 500, arrived = 0;
    float circle = (float)agents * 1.1f / 6.2831853f, side = ceilf(2.0f * circle + 12.0f);
    struct stage stage;
    const struct stage_desc desc = floor_of(side, side, agents);
    scene_open(run, &stage, &desc);
    place_circle(&stage, agents, circle);
    double free_time = (double)(2.0f * circle / SPEED);
    while (!stage.failed && arrived < agents && stage.time < 6.0 * free_time) {
        scene_step(run, &stage);
        arrived = stage_with_status(&stage, WEND_AGENT_ARRIVED);
    }
    scene_measure(run, "all there, over free time", "", arrived == agents ? stage.time / free_time : INFINITY, NAN,
                  3.0);
    scene_end(run, &stage);
}

/* Rows that fill a room of a width from its upper left corner. */
static void place_rows(struct stage *stage, uint32_t agents, float width, uint32_t field) {
    uint32_t columns = (uint32_t)width;
    for (uint32_t i = 0; i < agents; i++)
        stage_add(stage, &(wend_agent_desc){.x = 0.5f + (float)(i % columns),
                                            .y = 0.5f + (float)(i / columns) + 0.1f * stage_chance(stage),
                                            .radius = RADIUS,
                                            .speed = SPEED,
                                            .field = field,
                                            .order = WEND_ORDER_LEAVE});
}

void scene_crush(struct scene_run *run) {
    uint32_t agents = run->is_small ? 1500 : 10000;
    float side = ceilf(sqrtf((float)agents)) * 1.05f, door = run->is_small ? 6.0f : 12.0f;
    struct stage stage;
    struct gate gate;
    const struct stage_desc desc = floor_of(side + 20.0f, side, agents);
    scene_open(run, &stage, &desc);
    stage_wall(&stage, side, 0.0f, 2.0f, side);
    stage_floor(&stage, side, floorf(0.5f * (side - door)), 2.0f, door);
    const float goal[1][4] = {{side + 19.0f, 0.0f, 1.0f, side}};
    place_rows(&stage, agents, side, stage_field(&stage, RADIUS, goal, 1));
    gate_open(&gate, &stage, side + 1.0f);
    while (!stage.failed && wend_crowd_count(stage.crowd) > 0 && stage.time < 1200.0) {
        scene_step(run, &stage);
        gate_watch(&gate, &stage);
    }
    scene_measure(run, "through", "agents", gate.passed, agents, agents);
    scene_measure(run, "longest gap", "s", gate_longest_gap(&gate), NAN, 2.0);
    scene_measure(run, "flow", "1/s", gate_flow(&gate), NAN, NAN);
    gate_close(&gate);
    scene_end(run, &stage);
}

/* Two seconds after the last one has come to rest; how many have. */
static uint32_t until_settled(struct scene_run *run, struct stage *stage, uint32_t agents, double seconds) {
    uint32_t settled = 0;
    for (uint32_t steps = 0; !stage->failed && stage->time < seconds && steps < 40;) {
        scene_step(run, stage);
        settled = stage_with_status(stage, WEND_AGENT_ARRIVED) + stage_with_status(stage, WEND_AGENT_SETTLED);
        steps = settled == agents ? steps + 1 : 0;
    }
    return settled;
}

/* How far the farthest one is from the middle, and how fast all are on average. */
static void look_at_settled(const struct stage *stage, float middle, double *farthest, double *speed) {
    uint32_t agents = wend_crowd_places(stage->crowd);
    *farthest = *speed = 0.0;
    for (uint32_t i = 0; i < agents; i++) {
        const float *at = wend_crowd_positions(stage->crowd) + 2 * (size_t)i;
        const float *velocity = wend_crowd_velocities(stage->crowd) + 2 * (size_t)i;
        double x = (double)(at[0] - middle), y = (double)(at[1] - middle);
        *farthest = fmax(*farthest, sqrt(x * x + y * y));
        *speed += sqrt((double)(velocity[0] * velocity[0] + velocity[1] * velocity[1])) / agents;
    }
}

void scene_gather(struct scene_run *run) {
    uint32_t agents = run->is_small ? 1000 : 10000;
    float ideal = sqrtf((float)agents * 4.0f * RADIUS * RADIUS / 3.14159265f), side = ceilf(5.0f * ideal);
    struct stage stage;
    const struct stage_desc desc = floor_of(side, side, agents);
    scene_open(run, &stage, &desc);
    float middle = floorf(0.5f * side) + 0.5f;
    const float goal[1][4] = {{middle - 0.5f, middle - 0.5f, 1.0f, 1.0f}};
    uint32_t field = stage_field(&stage, RADIUS, goal, 1), columns = (uint32_t)(side / 1.3f);
    for (uint32_t i = 0; i < agents; i++)
        stage_add(&stage, &(wend_agent_desc){.x = 1.0f + (float)(i % columns) * 1.25f,
                                             .y = 1.0f + (float)(i / columns) * 1.25f,
                                             .radius = RADIUS,
                                             .speed = SPEED,
                                             .field = field});
    uint32_t settled = until_settled(run, &stage, agents, (double)(5.0f * side / SPEED) + 60.0);
    double farthest = NAN, speed = NAN;
    if (!stage.failed) look_at_settled(&stage, middle, &farthest, &speed);
    scene_measure(run, "time", "s", stage.time, NAN, NAN);
    scene_measure(run, "not settled", "agents", (double)(agents - settled), NAN, 0.0);
    scene_measure(run, "radius over the ideal disc's", "", farthest / (double)ideal, NAN, 1.2);
    scene_measure(run, "mean speed", "% of top", 100.0 * speed / (double)SPEED, NAN, 0.3);
    scene_end(run, &stage);
}

void scene_doors(struct scene_run *run) {
    uint32_t agents = run->is_small ? 400 : 2000;
    struct stage stage;
    struct gate gates[2];
    const struct stage_desc desc = floor_of(80.0f, 60.0f, agents);
    scene_open(run, &stage, &desc);
    stage_wall(&stage, 50.0f, 0.0f, 2.0f, 60.0f);
    stage_floor(&stage, 50.0f, 14.0f, 2.0f, 4.0f);
    stage_floor(&stage, 50.0f, 42.0f, 2.0f, 4.0f);
    const float goal[1][4] = {{79.0f, 26.0f, 1.0f, 4.0f}};
    uint32_t field = stage_field(&stage, RADIUS, goal, 1);
    wend_agent_desc one = {.radius = RADIUS, .speed = SPEED, .field = field, .order = WEND_ORDER_LEAVE};
    stage_fill(&stage, 0.0f, 0.0f, 45.0f, 60.0f, agents, &one);
    for (int i = 0; i < 2; i++) gate_open(&gates[i], &stage, 51.0f);
    gates[0].bottom = gates[1].top = 30.0f;
    for (uint32_t step = 0; !stage.failed && wend_crowd_count(stage.crowd) > 0 && stage.time < 600.0; step++) {
        if (step % 10 == 0) stage_congest(&stage, NULL);
        scene_step(run, &stage);
        for (int i = 0; i < 2; i++) gate_watch(&gates[i], &stage);
    }
    scene_measure(run, "by the first door", "%", 100.0 * gates[0].passed / agents, 35.0, 65.0);
    scene_measure(run, "by the second door", "%", 100.0 * gates[1].passed / agents, 35.0, 65.0);
    scene_measure(run, "time", "s", stage.time, NAN, NAN);
    for (int i = 0; i < 2; i++) gate_close(&gates[i]);
    scene_end(run, &stage);
}

/* Radius 2, spacing 5, top speed 2, dt 0.25, where a cell is 5. */
#define DENSE_CELL 5.0f
#define DENSE_RADIUS 2.0f
#define DENSE_DT 0.25f
enum { DENSE_STEPS = 200 };

static void place_dense(struct stage *stage, uint32_t agents, uint32_t columns, float *starts, bool *are_left) {
    uint32_t fields[2];
    both_ways(stage, DENSE_RADIUS, fields);
    for (uint32_t i = 0; i < agents && !stage->failed; i++) {
        are_left[i] = stage_chance(stage) < 0.5f;
        float x = (float)(i % columns) + 21.5f + 0.2f * (stage_chance(stage) - 0.5f);
        float y = (float)(i / columns) + 2.5f + 0.2f * (stage_chance(stage) - 0.5f);
        starts[i] = DENSE_CELL * x;
        stage_add(stage, &(wend_agent_desc){.x = starts[i],
                                            .y = DENSE_CELL * y,
                                            .radius = DENSE_RADIUS,
                                            .speed = SPEED,
                                            .field = fields[are_left[i]]});
    }
}

void scene_dense(struct scene_run *run) {
    uint32_t agents = run->is_small ? 1024 : 10000, columns = (uint32_t)ceilf(sqrtf((float)agents));
    const struct stage_desc desc = {.width = ((float)columns + 42.0f) * DENSE_CELL,
                                    .height = ((float)columns + 4.0f) * DENSE_CELL,
                                    .cell = DENSE_CELL,
                                    .agents = agents,
                                    .radius = DENSE_RADIUS,
                                    .dt = DENSE_DT};
    struct stage stage;
    scene_open(run, &stage, &desc);
    float *starts = malloc(agents * sizeof *starts);
    bool *are_left = malloc(agents * sizeof *are_left);
    if (!starts || !are_left) stage_fail(&stage, "no memory");
    place_dense(&stage, agents, columns, starts, are_left);
    for (uint32_t step = 0; step < DENSE_STEPS && !stage.failed; step++) scene_step(run, &stage);
    double gone = 0.0;
    for (uint32_t i = 0; i < agents && !stage.failed; i++) {
        double by = (double)(wend_crowd_positions(stage.crowd)[2 * i] - starts[i]);
        gone += (are_left[i] ? -by : by) / agents;
    }
    /* Against RVO2's, whose reach this is, it is wend_bench that measures it. */
    scene_measure(run, "forward speed", "% of top", 100.0 * gone / (double)(SPEED * DENSE_DT * DENSE_STEPS), NAN, NAN);
    free(starts);
    free(are_left);
    scene_end(run, &stage);
}
