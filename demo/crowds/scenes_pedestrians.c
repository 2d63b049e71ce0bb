/* SPDX-License-Identifier: MIT
 * Scenes in metres: tests that evacuation models are held to (RiMEA guideline for evacuation analyses, tests 1, 6, 9,
 * 11, 12), and measured flows of pedestrians. */
#include "scenes.h"

#include <math.h>

#define RADIUS 0.2f
#define SHOULDERS 0.24f
#define SPEED 1.33f
#define DT (1.0f / 20.0f)
#define HEADWAY 0.6f /* [s] pedestrians keep a distance that grows with their speed */

/* Steps until all have left, or so many seconds have gone; when the last one left. */
static double until_empty(struct scene_run *run, struct stage *stage, double seconds) {
    while (!stage->failed && wend_crowd_count(stage->crowd) > 0 && stage->time < seconds) scene_step(run, stage);
    return stage->time;
}

void scene_corridor(struct scene_run *run) {
    struct stage stage;
    const float goal[1][4] = {{40.5f, 0.0f, 0.5f, 2.0f}};
    stage_open(
        &stage,
        &(struct stage_desc){.width = 41.0f, .height = 2.0f, .cell = 0.5f, .agents = 1, .radius = RADIUS, .dt = DT},
        run->tasks);
    uint32_t field = stage_field(&stage, RADIUS, goal, 1);
    stage_add(&stage, &(wend_agent_desc){.x = 0.5f,
                                         .y = 1.0f,
                                         .radius = RADIUS,
                                         .speed = SPEED,
                                         .acceleration = 2.0f,
                                         .field = field,
                                         .order = WEND_ORDER_LEAVE});
    scene_measure(run, "time", "s", until_empty(run, &stage, 60.0), 26.0, 34.0);
    scene_end(run, &stage);
}

/* A corridor of a width from (s, t) = (0, -width / 2) on, along an axis or turned by 45 degrees. */
struct frame {
    float x, y, along_x, along_y;
};

static void from_frame(const struct frame *frame, float s, float t, float *x, float *y) {
    *x = frame->x + frame->along_x * s - frame->along_y * t;
    *y = frame->y + frame->along_y * s + frame->along_x * t;
}

static float along_frame(const struct frame *frame, float x, float y) {
    return (x - frame->x) * frame->along_x + (y - frame->y) * frame->along_y;
}

static void wall_off(struct stage *stage, const struct frame *frame, float length, float width) {
    for (int32_t row = 0; row < stage->height; row++) {
        for (int32_t column = 0; column < stage->width; column++) {
            float x = ((float)column + 0.5f) * stage->cell - frame->x, y = ((float)row + 0.5f) * stage->cell - frame->y;
            float s = x * frame->along_x + y * frame->along_y, t = y * frame->along_x - x * frame->along_y;
            if (s < -0.5f || s > length || fabsf(t) > 0.5f * width)
                stage_wall(stage, (float)column * stage->cell, (float)row * stage->cell, stage->cell, stage->cell);
        }
    }
}

/* The mean time from s = before to s = before + 10 m of so many. */
static double walk_ten(struct scene_run *run, bool is_turned, uint32_t agents) {
    enum { MOST = 90 };
    float before = agents > 1 ? 8.0f : 1.0f, length = before + 16.0f, width = 4.0f, slope = 0.70710678f;
    struct frame frame = {1.0f, 3.0f, 1.0f, 0.0f};
    if (is_turned) frame = (struct frame){3.0f, 3.0f, slope, slope};
    struct stage stage;
    float extent = is_turned ? length * slope + 6.0f : length + 2.0f;
    stage_open(&stage,
               &(struct stage_desc){.width = extent,
                                    .height = is_turned ? extent : 6.0f,
                                    .cell = 0.25f,
                                    .agents = agents,
                                    .radius = RADIUS,
                                    .dt = DT},
               run->tasks);
    wall_off(&stage, &frame, length, width);
    float goals[5][4];
    for (int i = 0; i < 5; i++) {
        from_frame(&frame, length - 0.8f, ((float)i - 2.0f) * 0.7f, &goals[i][0], &goals[i][1]);
        goals[i][2] = goals[i][3] = 0.25f;
    }
    uint32_t field = stage_field(&stage, RADIUS, (const float(*)[4])goals, 5);
    for (uint32_t i = 0; i < agents; i++) {
        wend_agent_desc desc = {.radius = RADIUS, .speed = 1.0f, .field = field};
        float s = agents > 1 ? 0.3f + 0.5f * (float)(i / 6) : 0.3f;
        float t = agents > 1 ? ((float)(i % 6) - 2.5f) * 0.6f : 0.0f;
        from_frame(&frame, s, t, &desc.x, &desc.y);
        stage_add(&stage, &desc);
    }
    double begins[MOST] = {0}, ends[MOST] = {0}, sum = 0.0;
    uint32_t done = 0;
    while (!stage.failed && done < agents && stage.time < 60.0) {
        scene_step(run, &stage);
        const float *at = wend_crowd_positions(stage.crowd);
        for (uint32_t i = 0; i < agents; i++) {
            float s = along_frame(&frame, at[2 * i], at[2 * i + 1]) - before;
            float part = s < 1.0f * DT ? s / (1.0f * DT) : 1.0f; /* of the step, gone since it crossed the line */
            if (begins[i] == 0.0 && s >= 0.0f) begins[i] = stage.time - (double)(part * DT);
            float rest = s - 10.0f, last = rest < 1.0f * DT ? rest / (1.0f * DT) : 1.0f;
            if (ends[i] != 0.0 || rest < 0.0f) continue;
            ends[i] = stage.time - (double)(last * DT);
            sum += ends[i] - begins[i];
            done++;
        }
    }
    scene_end(run, &stage);
    return done == agents ? sum / agents : NAN;
}

void scene_turned(struct scene_run *run) {
    double straight = walk_ten(run, false, 1), turned = walk_ten(run, true, 1);
    scene_measure(run, "along an axis", "s", straight, 9.5, 10.5);
    scene_measure(run, "turned", "s", turned, 9.5, 10.5);
    scene_measure(run, "difference", "s", fabs(turned - straight), NAN, 0.1);
    double many = walk_ten(run, false, 90), many_turned = walk_ten(run, true, 90);
    scene_measure(run, "90, along an axis", "s", many, NAN, NAN);
    scene_measure(run, "90, turned", "s", many_turned, NAN, NAN);
    scene_measure(run, "90, difference", "%", 100.0 * fabs(many_turned / many - 1.0), NAN, 1.0);
}

void scene_corner(struct scene_run *run) {
    struct stage stage;
    const float goal[1][4] = {{10.0f, 0.0f, 2.0f, 0.5f}};
    stage_open(
        &stage,
        &(struct stage_desc){.width = 12.0f, .height = 12.0f, .cell = 0.5f, .agents = 20, .radius = RADIUS, .dt = DT},
        run->tasks);
    stage_wall(&stage, 0.0f, 0.0f, 10.0f, 10.0f);
    uint32_t field = stage_field(&stage, RADIUS, goal, 1);
    wend_agent_desc desc = {.radius = RADIUS, .speed = SPEED, .field = field, .order = WEND_ORDER_LEAVE};
    uint32_t agents = stage_fill(&stage, 0.0f, 10.0f, 6.0f, 2.0f, 20, &desc);
    double time = until_empty(run, &stage, 60.0);
    scene_measure(run, "arrived", "agents", (double)(agents - wend_crowd_count(stage.crowd)), 20.0, 20.0);
    scene_measure(run, "time", "s", time, NAN, NAN);
    scene_end(run, &stage);
}

/* A room of 30 x 20 m, walls 0.5 m thick; exits 1 m wide, of four that there may be. */
static double empty_room(struct scene_run *run, uint32_t exits, uint32_t agents) {
    struct stage stage;
    const float doors[4][4] = {
        {7.0f, 0.0f, 1.0f, 0.5f}, {23.0f, 0.0f, 1.0f, 0.5f}, {7.0f, 20.5f, 1.0f, 0.5f}, {23.0f, 20.5f, 1.0f, 0.5f}};
    stage_open(&stage,
               &(struct stage_desc){.width = 31.0f,
                                    .height = 21.0f,
                                    .cell = 0.5f,
                                    .agents = agents,
                                    .radius = RADIUS,
                                    .dt = DT,
                                    .headway = HEADWAY},
               run->tasks);
    stage_wall(&stage, 0.0f, 0.0f, 31.0f, 0.5f);
    stage_wall(&stage, 0.0f, 20.5f, 31.0f, 0.5f);
    for (uint32_t i = 0; i < exits; i++) stage_floor(&stage, doors[i][0], doors[i][1], doors[i][2], doors[i][3]);
    uint32_t field = stage_field(&stage, RADIUS, doors, exits);
    wend_agent_desc desc = {.radius = RADIUS, .speed = SPEED, .field = field, .order = WEND_ORDER_LEAVE};
    stage_fill(&stage, 0.5f, 1.0f, 30.0f, 19.0f, agents, &desc);
    double time = until_empty(run, &stage, 600.0);
    scene_end(run, &stage);
    return time;
}

void scene_exits(struct scene_run *run) {
    uint32_t agents = run->is_small ? 300 : 1000;
    double four = empty_room(run, 4, agents), two = empty_room(run, 2, agents);
    scene_measure(run, "four exits", "s", four, NAN, NAN);
    scene_measure(run, "two exits", "s", two, NAN, NAN);
    scene_measure(run, "ratio", "", two / four, 1.6, 2.4);
}

void scene_far_exit(struct scene_run *run) {
    uint32_t agents = run->is_small ? 600 : 1000, near = 0, far = 0, index = 0, events;
    struct stage stage;
    wend_agent agent;
    const float doors[2][4] = {{5.0f, 0.0f, 1.0f, 0.5f}, {24.0f, 0.0f, 1.0f, 0.5f}};
    stage_open(&stage,
               &(struct stage_desc){.width = 30.0f,
                                    .height = 20.5f,
                                    .cell = 0.5f,
                                    .agents = agents,
                                    .radius = RADIUS,
                                    .dt = DT,
                                    .headway = HEADWAY},
               run->tasks);
    stage_wall(&stage, 0.0f, 0.0f, 30.0f, 0.5f);
    for (int i = 0; i < 2; i++) stage_floor(&stage, doors[i][0], doors[i][1], doors[i][2], doors[i][3]);
    uint32_t field = stage_field(&stage, RADIUS, doors, 2);
    wend_agent_desc desc = {.radius = RADIUS, .speed = SPEED, .field = field, .order = WEND_ORDER_LEAVE};
    stage_fill(&stage, 0.5f, 1.0f, 13.0f, 19.0f, agents, &desc);
    for (uint32_t step = 0; !stage.failed && wend_crowd_count(stage.crowd) > 0 && stage.time < 600.0; step++) {
        if (step % 10 == 0) stage_congest(&stage, NULL);
        scene_step(run, &stage);
        for (index = 0; (events = wend_crowd_next_event(stage.crowd, &index, &agent)) != 0;) {
            if (!(events & WEND_EVENT_LEFT_MAP)) continue;
            if (wend_crowd_positions(stage.crowd)[2 * agent.index] < 15.0f)
                near++;
            else
                far++;
        }
    }
    scene_measure(run, "by the near exit", "%", 100.0 * near / agents, 50.0, 95.0);
    scene_measure(run, "by the far exit", "%", 100.0 * far / agents, 5.0, 50.0);
    scene_end(run, &stage);
}

/* Agents that have passed x, and when the first and the last of the middle four fifths did. */
struct gate {
    float x;
    uint32_t passed;
    double first, last;
};

static void watch_gate(struct gate *gate, const struct stage *stage, uint8_t *done, uint8_t bit, uint32_t agents) {
    for (uint32_t i = 0; i < wend_crowd_places(stage->crowd); i++) {
        bool is_gone = wend_crowd_statuses(stage->crowd)[i] == WEND_AGENT_NONE;
        bool has_passed = is_gone || wend_crowd_positions(stage->crowd)[2 * i] > gate->x;
        if (!has_passed || done[i] & bit) continue;
        done[i] |= bit;
        gate->passed++;
        if (gate->passed == agents / 10) gate->first = stage->time;
        if (gate->passed == agents - agents / 10) gate->last = stage->time;
    }
}

static double flow_of(const struct gate *gate, uint32_t agents) {
    return (double)(agents - agents / 10 - agents / 10) / (gate->last - gate->first);
}

void scene_rooms(struct scene_run *run) {
    enum { AGENTS = 150 };
    struct stage stage;
    uint8_t done[AGENTS] = {0};
    const float goal[1][4] = {{26.0f, 5.0f, 0.5f, 1.0f}};
    stage_open(&stage,
               &(struct stage_desc){.width = 26.5f,
                                    .height = 10.0f,
                                    .cell = 0.5f,
                                    .agents = AGENTS,
                                    .radius = RADIUS,
                                    .dt = DT,
                                    .headway = HEADWAY},
               run->tasks);
    stage_wall(&stage, 10.0f, 0.0f, 5.0f, 10.0f);
    stage_wall(&stage, 25.0f, 0.0f, 1.5f, 10.0f);
    stage_floor(&stage, 10.0f, 5.0f, 5.0f, 1.0f);
    stage_floor(&stage, 25.0f, 5.0f, 1.5f, 1.0f);
    uint32_t field = stage_field(&stage, RADIUS, goal, 1);
    wend_agent_desc desc = {.radius = RADIUS, .speed = SPEED, .field = field, .order = WEND_ORDER_LEAVE};
    uint32_t agents = stage_fill(&stage, 0.0f, 0.0f, 9.5f, 10.0f, AGENTS, &desc);
    struct gate corridor = {.x = 12.5f}, exit = {.x = 25.2f};
    while (!stage.failed && exit.passed < agents && stage.time < 300.0) {
        scene_step(run, &stage);
        watch_gate(&corridor, &stage, done, 1, agents);
        watch_gate(&exit, &stage, done, 2, agents);
    }
    double through = flow_of(&corridor, agents), out = flow_of(&exit, agents);
    scene_measure(run, "through the corridor", "1/s", through, NAN, NAN);
    scene_measure(run, "through the exit", "1/s", out, NAN, NAN);
    scene_measure(run, "corridor over exit", "", through / out, 0.97, NAN);
    scene_end(run, &stage);
}

void scene_between(struct scene_run *run) {
    struct stage stage;
    const float goal[1][4] = {{15.5f, 2.0f, 0.5f, 1.0f}};
    stage_open(
        &stage,
        &(struct stage_desc){.width = 16.0f, .height = 5.0f, .cell = 0.5f, .agents = 3, .radius = RADIUS, .dt = DT},
        run->tasks);
    uint32_t field = stage_field(&stage, RADIUS, goal, 1);
    wend_agent_desc desc = {.radius = RADIUS, .speed = SPEED, .field = field, .y = 2.5f, .x = 1.0f};
    desc.order = WEND_ORDER_LEAVE;
    stage_add(&stage, &desc);
    desc.order = WEND_ORDER_STOP;
    desc.x = 8.0f;
    float aside = 2.0f * RADIUS + 0.1f;
    for (int i = 0; i < 2; i++) {
        desc.y = i ? 2.5f + aside : 2.5f - aside;
        stage_add(&stage, &desc);
    }
    double drift = 0.0, time = 0.0;
    for (; !stage.failed && wend_crowd_count(stage.crowd) == 3 && stage.time < 60.0; time = stage.time) {
        scene_step(run, &stage);
        const float *at = wend_crowd_positions(stage.crowd);
        for (int i = 0; i < 2; i++) {
            double x = (double)at[2 * i + 2] - 8.0;
            double y = (double)at[2 * i + 3] - (double)(i ? 2.5f + aside : 2.5f - aside);
            drift = fmax(drift, sqrt(x * x + y * y));
        }
    }
    scene_measure(run, "drift", "m", drift, NAN, 0.005);
    scene_measure(run, "time over free time", "", time / (14.5 / (double)SPEED), NAN, NAN);
    scene_end(run, &stage);
}

static double bottleneck_flow(struct scene_run *run, float width, uint32_t agents) {
    struct stage stage;
    uint8_t done[256] = {0};
    const float goal[1][4] = {{13.0f, 0.4f, 0.4f, 5.2f}};
    stage_open(&stage,
               &(struct stage_desc){.width = 14.0f,
                                    .height = 6.0f,
                                    .cell = 0.1f,
                                    .agents = agents,
                                    .radius = SHOULDERS,
                                    .dt = DT,
                                    .headway = HEADWAY},
               run->tasks);
    stage_wall(&stage, 9.0f, 0.0f, 2.8f, 3.0f - 0.5f * width);
    stage_wall(&stage, 9.0f, 3.0f + 0.5f * width, 2.8f, 3.0f);
    uint32_t field = stage_field(&stage, SHOULDERS, goal, 1);
    wend_agent_desc desc = {.radius = SHOULDERS, .speed = 1.55f, .field = field, .order = WEND_ORDER_LEAVE};
    agents = stage_fill(&stage, 0.0f, 0.5f, 8.0f, 5.0f, agents, &desc);
    struct gate gate = {.x = 10.0f};
    while (!stage.failed && gate.passed < agents && stage.time < 300.0) {
        scene_step(run, &stage);
        watch_gate(&gate, &stage, done, 1, agents);
    }
    scene_end(run, &stage);
    return flow_of(&gate, agents);
}

/* Measured flows: A. Seyfried, O. Passon, B. Steffen, M. Boltes, T. Rupprecht, W. Klingsch, New insights into
 * pedestrian flow through bottlenecks (2009). */
void scene_bottleneck(struct scene_run *run) {
    static const float widths[5] = {0.8f, 0.9f, 1.0f, 1.1f, 1.2f};
    static const char *const names[5] = {"0.8 m", "0.9 m", "1.0 m", "1.1 m", "1.2 m"};
    static const double measured[5] = {1.29, 1.67, 1.90, 2.12, 2.36};
    double before = 0.0, least_rise = INFINITY;
    for (int i = 0; i < 5; i++) {
        double flow = bottleneck_flow(run, widths[i], run->is_small ? 110 : 180);
        scene_measure(run, names[i], "1/s", flow, measured[i] - 0.5, measured[i] + 0.5);
        if (i > 0) least_rise = fmin(least_rise, flow - before);
        before = flow;
    }
    scene_measure(run, "least rise", "1/s", least_rise, 0.0, NAN);
}

/* A corridor 3 m wide, full for 24 m at that density: how fast those in the middle walk from the second second on,
 * before the gap at the head reaches them. */
static double speed_at_density(struct scene_run *run, float density) {
    struct stage stage;
    const float length = 40.0f, full = 24.0f, width = 3.0f, goal[1][4] = {{length - 0.5f, 0.0f, 0.5f, width}};
    uint32_t agents = (uint32_t)(density * full * width + 0.5f);
    const struct stage_desc desc = {.width = length,
                                    .height = width,
                                    .cell = 0.5f,
                                    .agents = agents,
                                    .radius = 0.17f,
                                    .dt = DT,
                                    .headway = HEADWAY};
    stage_open(&stage, &desc, run->tasks);
    uint32_t field = stage_field(&stage, 0.17f, goal, 1), columns = (uint32_t)(sqrtf(density) * width + 0.5f);
    float rows = ceilf((float)agents / (float)columns);
    for (uint32_t i = 0; i < agents; i++) {
        float pace = 0.8f + 0.4f * stage_chance(&stage); /* some walk faster than others */
        wend_agent_desc one = {.radius = 0.17f, .speed = SPEED * pace, .field = field, .order = WEND_ORDER_LEAVE};
        float shift = i / columns % 2 ? 0.2f : -0.2f;
        one.x = 0.2f + (float)(i / columns) * full / rows;
        one.y = ((float)(i % columns) + 0.5f + shift) * width / (float)columns;
        stage_add(&stage, &one);
    }
    double sum = 0.0;
    uint64_t looks = 0;
    while (!stage.failed && stage.time < 4.0) {
        scene_step(run, &stage);
        for (uint32_t i = agents / 8; i < agents / 2 && stage.time > 2.0; i++, looks++)
            sum += (double)wend_crowd_velocities(stage.crowd)[2 * i];
    }
    scene_end(run, &stage);
    return looks ? sum / (double)looks : NAN;
}

void scene_density(struct scene_run *run) {
    static const float densities[6] = {0.5f, 1.0f, 2.0f, 3.0f, 4.5f, 6.0f};
    static const char *const names[6] = {"0.5 /m2", "1 /m2", "2 /m2", "3 /m2", "4.5 /m2", "6 /m2"};
    double before = INFINITY, least_fall = INFINITY;
    for (int i = 0; i < 6; i++) {
        double speed = speed_at_density(run, densities[i]);
        scene_measure(run, names[i], "m/s", speed, NAN, NAN);
        least_fall = fmin(least_fall, before - speed);
        before = speed;
    }
    scene_measure(run, "least fall", "m/s", least_fall, 0.0, NAN);
}
