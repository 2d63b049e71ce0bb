/* SPDX-License-Identifier: MIT
 * Scenes in metres: tests that evacuation models are held to (RiMEA guideline for evacuation analyses, tests 1, 6, 9,
 * 11, 12), and measured flows of pedestrians. */
#include "gate.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 0.2f
#define SHOULDERS 0.24f
#define SPEED 1.33f
#define DT (1.0f / 20.0f)
#define HEADWAY 0.6f /* [s] pedestrians keep a distance that grows with their speed */

/* Steps until all have left, or so many seconds have gone; when the last one left. */
/* Who walks to the rectangles [m], and leaves there. */
static wend_agent_desc walker_to(struct stage *stage, float radius, float speed, const float (*goals)[4],
                                 size_t count) {
    uint32_t field = stage_field(stage, radius, goals, count);
    return (wend_agent_desc){.radius = radius, .speed = speed, .field = field, .order = WEND_ORDER_LEAVE};
}

static const struct stage_desc corridor_desc = {
    .width = 41.0f, .height = 2.0f, .cell = 0.5f, .agents = 1, .radius = RADIUS, .dt = DT};

void scene_corridor(struct scene_run *run) {
    struct stage stage;
    const float goal[1][4] = {{40.5f, 0.0f, 0.5f, 2.0f}};
    scene_open(run, &stage, &corridor_desc);
    wend_agent_desc desc = walker_to(&stage, RADIUS, SPEED, goal, 1);
    desc.x = 0.5f;
    desc.y = 1.0f;
    desc.acceleration = 2.0f;
    stage_add(&stage, &desc);
    scene_measure(run, "time", "s", scene_until_empty(run, &stage, 60.0), 26.0, 34.0);
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

/* Walkers of ten metres: when each passed the first line and the last one. */
struct walk {
    struct stage stage;
    struct frame frame;
    float before, length; /* [m] of the corridor: up to the first line, and all of it */
    uint32_t agents, done;
    double *begins, *ends; /* [agents] 0: not yet */
};

static void open_walk(struct scene_run *run, struct walk *walk, bool is_turned, uint32_t agents) {
    const float slope = 0.70710678f, straight = 2.0f;
    *walk = (struct walk){.agents = agents, .before = agents > 1 ? 8.0f : 1.0f};
    walk->length = walk->before + 16.0f;
    walk->frame = (struct frame){1.0f, 3.0f, 1.0f, 0.0f};
    if (is_turned) walk->frame = (struct frame){3.0f, 3.0f, slope, slope};
    float extent = is_turned ? walk->length * slope + 6.0f : walk->length + straight;
    const struct stage_desc desc = {.width = extent,
                                    .height = is_turned ? extent : 6.0f,
                                    .cell = 0.25f,
                                    .agents = agents,
                                    .radius = RADIUS,
                                    .dt = DT};
    scene_open(run, &walk->stage, &desc);
    walk->begins = calloc(agents, sizeof *walk->begins);
    walk->ends = calloc(agents, sizeof *walk->ends);
    if (!walk->begins || !walk->ends) stage_fail(&walk->stage, "no memory");
    wall_off(&walk->stage, &walk->frame, walk->length, 4.0f);
}

/* One in the middle, or six abreast. */
static void place_walkers(struct walk *walk) {
    float goals[5][4];
    for (int i = 0; i < 5; i++) {
        from_frame(&walk->frame, walk->length - 0.8f, ((float)i - 2.0f) * 0.7f, &goals[i][0], &goals[i][1]);
        goals[i][2] = goals[i][3] = 0.25f;
    }
    uint32_t field = stage_field(&walk->stage, RADIUS, (const float(*)[4])goals, 5);
    for (uint32_t i = 0; i < walk->agents; i++) {
        wend_agent_desc desc = {.radius = RADIUS, .speed = 1.0f, .field = field};
        float s = walk->agents > 1 ? 0.3f + 0.5f * (float)(i / 6) : 0.3f;
        float t = walk->agents > 1 ? ((float)(i % 6) - 2.5f) * 0.6f : 0.0f;
        from_frame(&walk->frame, s, t, &desc.x, &desc.y);
        stage_add(&walk->stage, &desc);
    }
}

static void watch_walkers(struct walk *walk) {
    const float *at = wend_crowd_positions(walk->stage.crowd);
    for (uint32_t i = 0; i < walk->agents; i++) {
        float s = along_frame(&walk->frame, at[2 * i], at[2 * i + 1]) - walk->before;
        if (walk->begins[i] == 0.0 && s >= 0.0f) walk->begins[i] = stage_passed_at(&walk->stage, s, 1.0f);
        if (walk->ends[i] != 0.0 || s < 10.0f) continue;
        walk->ends[i] = stage_passed_at(&walk->stage, s - 10.0f, 1.0f);
        walk->done++;
    }
}

/* The mean time of so many from the first line to the last. */
static double walk_ten(struct scene_run *run, bool is_turned, uint32_t agents) {
    struct walk walk;
    double sum = 0.0;
    open_walk(run, &walk, is_turned, agents);
    place_walkers(&walk);
    while (!walk.stage.failed && walk.done < agents && walk.stage.time < 60.0) {
        scene_step(run, &walk.stage);
        watch_walkers(&walk);
    }
    for (uint32_t i = 0; i < agents && walk.done == agents; i++) sum += walk.ends[i] - walk.begins[i];
    free(walk.begins);
    free(walk.ends);
    scene_end(run, &walk.stage);
    return walk.done == agents ? sum / agents : NAN;
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

static const struct stage_desc corner_desc = {
    .width = 12.0f, .height = 12.0f, .cell = 0.5f, .agents = 20, .radius = RADIUS, .dt = DT};

void scene_corner(struct scene_run *run) {
    struct stage stage;
    const float goal[1][4] = {{10.0f, 0.0f, 2.0f, 0.5f}};
    scene_open(run, &stage, &corner_desc);
    stage_wall(&stage, 0.0f, 0.0f, 10.0f, 10.0f);
    wend_agent_desc desc = walker_to(&stage, RADIUS, SPEED, goal, 1);
    stage_fill(&stage, 0.0f, 10.0f, 6.0f, 2.0f, corner_desc.agents, &desc);
    double time = scene_until_empty(run, &stage, 60.0);
    uint32_t left = stage.failed ? 0 : wend_crowd_count(stage.crowd), all = corner_desc.agents;
    scene_measure(run, "arrived", "agents", all - left, all, all);
    scene_measure(run, "time", "s", time, NAN, NAN);
    scene_end(run, &stage);
}

/* A room of 30 x 20 m, walls 0.5 m thick. */
static const struct stage_desc room_desc = {
    .width = 31.0f, .height = 21.0f, .cell = 0.5f, .agents = 1000, .radius = RADIUS, .dt = DT, .headway = HEADWAY};

/* Through exits 1 m wide, of four that there may be. */
static double empty_room(struct scene_run *run, uint32_t exits, uint32_t agents) {
    static const float doors[4][4] = {
        {7.0f, 0.0f, 1.0f, 0.5f}, {23.0f, 0.0f, 1.0f, 0.5f}, {7.0f, 20.5f, 1.0f, 0.5f}, {23.0f, 20.5f, 1.0f, 0.5f}};
    struct stage stage;
    scene_open(run, &stage, &room_desc);
    stage_wall(&stage, 0.0f, 0.0f, 31.0f, 0.5f);
    stage_wall(&stage, 0.0f, 20.5f, 31.0f, 0.5f);
    for (uint32_t i = 0; i < exits; i++) stage_floor(&stage, doors[i][0], doors[i][1], doors[i][2], doors[i][3]);
    wend_agent_desc desc = walker_to(&stage, RADIUS, SPEED, doors, exits);
    stage_fill(&stage, 0.5f, 1.0f, 30.0f, 19.0f, agents, &desc);
    double time = scene_until_empty(run, &stage, 600.0);
    scene_end(run, &stage);
    return time;
}

void scene_exits(struct scene_run *run) {
    uint32_t agents = run->is_small ? 300 : room_desc.agents;
    double four = empty_room(run, 4, agents), two = empty_room(run, 2, agents);
    scene_measure(run, "four exits", "s", four, NAN, NAN);
    scene_measure(run, "two exits", "s", two, NAN, NAN);
    scene_measure(run, "ratio", "", two / four, 1.6, 2.4);
}

static const struct stage_desc far_exit_desc = {
    .width = 30.0f, .height = 20.5f, .cell = 0.5f, .agents = 1000, .radius = RADIUS, .dt = DT, .headway = HEADWAY};

/* Adds those who have just left by the near exit, and by the far one. */
static void count_leavers(const struct stage *stage, uint32_t counts[2]) {
    wend_agent agent;
    uint32_t index = 0, events;
    while ((events = wend_crowd_next_event(stage->crowd, &index, &agent)) != 0)
        if (events & WEND_EVENT_LEFT_MAP) counts[wend_crowd_positions(stage->crowd)[2 * agent.index] > 15.0f]++;
}

void scene_far_exit(struct scene_run *run) {
    static const float doors[2][4] = {{5.0f, 0.0f, 1.0f, 0.5f}, {24.0f, 0.0f, 1.0f, 0.5f}};
    uint32_t agents = run->is_small ? 600 : far_exit_desc.agents, counts[2] = {0, 0};
    struct stage stage;
    scene_open(run, &stage, &far_exit_desc);
    stage_wall(&stage, 0.0f, 0.0f, 30.0f, 0.5f);
    for (int i = 0; i < 2; i++) stage_floor(&stage, doors[i][0], doors[i][1], doors[i][2], doors[i][3]);
    wend_agent_desc desc = walker_to(&stage, RADIUS, SPEED, doors, 2);
    stage_fill(&stage, 0.5f, 1.0f, 13.0f, 19.0f, agents, &desc);
    for (uint32_t step = 0; !stage.failed && wend_crowd_count(stage.crowd) > 0 && stage.time < 600.0; step++) {
        if (step % 10 == 0) stage_congest(&stage, NULL);
        scene_step(run, &stage);
        count_leavers(&stage, counts);
    }
    scene_measure(run, "by the near exit", "%", 100.0 * counts[0] / agents, 50.0, 95.0);
    scene_measure(run, "by the far exit", "%", 100.0 * counts[1] / agents, 5.0, 50.0);
    scene_end(run, &stage);
}

static const struct stage_desc rooms_desc = {
    .width = 26.5f, .height = 10.0f, .cell = 0.5f, .agents = 150, .radius = RADIUS, .dt = DT, .headway = HEADWAY};

/* Flows are of all, from the first one through to the last: where nobody has to wait at the exit, those of the
 * corridor take no longer than those of the exit. */
void scene_rooms(struct scene_run *run) {
    struct stage stage;
    struct gate corridor, exit;
    const float goal[1][4] = {{26.0f, 5.0f, 0.5f, 1.0f}};
    scene_open(run, &stage, &rooms_desc);
    stage_wall(&stage, 10.0f, 0.0f, 5.0f, 10.0f);
    stage_wall(&stage, 25.0f, 0.0f, 1.5f, 10.0f);
    stage_floor(&stage, 10.0f, 5.0f, 5.0f, 1.0f);
    stage_floor(&stage, 25.0f, 5.0f, 1.5f, 1.0f);
    wend_agent_desc desc = walker_to(&stage, RADIUS, SPEED, goal, 1);
    stage_fill(&stage, 0.0f, 0.0f, 9.5f, 10.0f, rooms_desc.agents, &desc);
    gate_open(&corridor, &stage, 12.5f);
    gate_open(&exit, &stage, 25.2f);
    while (!stage.failed && wend_crowd_count(stage.crowd) > 0 && stage.time < 300.0) {
        scene_step(run, &stage);
        gate_watch(&corridor, &stage);
        gate_watch(&exit, &stage);
    }
    double through = gate_flow(&corridor), out = gate_flow(&exit);
    scene_measure(run, "through the corridor", "1/s", through, NAN, NAN);
    scene_measure(run, "through the exit", "1/s", out, NAN, NAN);
    scene_measure(run, "corridor over exit", "", through / out, 1.0, NAN);
    gate_close(&corridor);
    gate_close(&exit);
    scene_end(run, &stage);
}

static const struct stage_desc between_desc = {
    .width = 16.0f, .height = 5.0f, .cell = 0.5f, .agents = 3, .radius = RADIUS, .dt = DT};

void scene_between(struct scene_run *run) {
    static const float goal[1][4] = {{15.5f, 2.0f, 0.5f, 1.0f}}, aside = 2.0f * RADIUS + 0.1f;
    const float stand[2][2] = {{8.0f, 2.5f - aside}, {8.0f, 2.5f + aside}};
    struct stage stage;
    scene_open(run, &stage, &between_desc);
    wend_agent_desc desc = walker_to(&stage, RADIUS, SPEED, goal, 1);
    desc.x = 1.0f;
    desc.y = 2.5f;
    stage_add(&stage, &desc);
    desc.order = WEND_ORDER_STOP;
    for (int i = 0; i < 2; i++) {
        desc.x = stand[i][0];
        desc.y = stand[i][1];
        stage_add(&stage, &desc);
    }
    double drift = 0.0;
    while (!stage.failed && wend_crowd_count(stage.crowd) == 3 && stage.time < 60.0) {
        scene_step(run, &stage);
        const float *at = wend_crowd_positions(stage.crowd) + 2;
        for (int i = 0; i < 2; i++) {
            double x = (double)(at[2 * i] - stand[i][0]), y = (double)(at[2 * i + 1] - stand[i][1]);
            drift = fmax(drift, sqrt(x * x + y * y));
        }
    }
    scene_measure(run, "drift", "m", drift, NAN, 0.005);
    scene_measure(run, "time over free time", "", stage.time / (14.5 / (double)SPEED), NAN, NAN);
    scene_end(run, &stage);
}

static const struct stage_desc bottleneck_desc = {
    .width = 19.0f, .height = 6.0f, .cell = 0.1f, .agents = 180, .radius = SHOULDERS, .dt = DT, .headway = HEADWAY};

/* Of the middle four fifths: before and after them it is no steady flow. */
static double bottleneck_flow(struct scene_run *run, float width, uint32_t agents) {
    struct stage stage;
    struct gate gate;
    const float goal[1][4] = {{18.0f, 0.4f, 0.4f, 5.2f}};
    scene_open(run, &stage, &bottleneck_desc);
    stage_wall(&stage, 14.0f, 0.0f, 2.8f, 3.0f - 0.5f * width);
    stage_wall(&stage, 14.0f, 3.0f + 0.5f * width, 2.8f, 3.0f);
    wend_agent_desc desc = walker_to(&stage, SHOULDERS, 1.55f, goal, 1);
    stage_fill(&stage, 0.0f, 0.0f, 13.0f, 6.0f, agents, &desc);
    gate_open(&gate, &stage, 15.0f);
    while (!stage.failed && gate.passed < agents && stage.time < 300.0) {
        scene_step(run, &stage);
        gate_watch(&gate, &stage);
    }
    double flow = gate.passed == agents ? gate_middle_flow(&gate, 0.1) : NAN;
    gate_close(&gate);
    scene_end(run, &stage);
    return flow;
}

/* Measured flows: A. Seyfried, O. Passon, B. Steffen, M. Boltes, T. Rupprecht, W. Klingsch, New insights into
 * pedestrian flow through bottlenecks (2009). */
void scene_bottleneck(struct scene_run *run) {
    static const float widths[5] = {0.8f, 0.9f, 1.0f, 1.1f, 1.2f};
    static const char *const names[5] = {"0.8 m", "0.9 m", "1.0 m", "1.1 m", "1.2 m"};
    static const double measured[5] = {1.29, 1.67, 1.90, 2.12, 2.36};
    double before = 0.0, least_rise = INFINITY;
    for (int i = 0; i < 5; i++) {
        double flow = bottleneck_flow(run, widths[i], run->is_small ? 90 : bottleneck_desc.agents);
        scene_measure(run, names[i], "1/s", flow, measured[i] - 0.5, measured[i] + 0.5);
        if (i > 0) least_rise = fmin(least_rise, flow - before);
        before = flow;
    }
    scene_measure_above(run, "least rise", "1/s", least_rise, 0.0);
}

/* A corridor without end: everybody walks in it twice, a round apart, and of the two the one counts that is in the
 * middle of the stage. The other one is set back to where it belongs whenever it has strayed, so whoever counts has
 * neighbours on all sides, however many leave at one end and come in at the other.
 *
 *      first        + round / 2                     + 3 / 2 round    + 2 round
 *      | others walk | . . . those who count walk . . . | others walk |
 */
struct endless {
    struct stage stage;
    float round;     /* [m] */
    uint32_t agents; /* half of those on the stage: i and i + agents are the same one */
};

#define CORRIDOR 3.0f /* [m] wide */
#define FIRST 1.0f    /* [m] from the end of the map */
#define STRAYED 0.01f /* [m] */

/* Staggered rows, as even as they can be. No one is nearer to a wall than its radius. */
static void place_endless(struct endless *endless, uint32_t columns, uint32_t rows, uint32_t field) {
    float across = (CORRIDOR - 2.0f * RADIUS) / ((float)columns - 0.5f), along = endless->round / (float)rows;
    for (uint32_t i = 0; i < 2 * endless->agents; i++) {
        uint32_t one = i % endless->agents, row = one / columns, column = one % columns;
        uint32_t mixed = (one + 1) * 0x9E3779B1u; /* some walk faster than others */
        float pace = 0.8f + 0.4f * (float)(mixed >> 16) / 65535.0f;
        float x = FIRST + ((float)row + 0.5f) * along + (i < endless->agents ? 0.0f : endless->round);
        float y = RADIUS + ((float)column + (row % 2 ? 0.5f : 0.0f)) * across;
        stage_add(&endless->stage,
                  &(wend_agent_desc){.x = x, .y = y, .radius = RADIUS, .speed = SPEED * pace, .field = field});
    }
}

/* As many columns and rows as a density [1/m^2] needs for about so many metres. */
static void open_endless(struct scene_run *run, struct endless *endless, float density, float metres) {
    float apart = sqrtf(2.0f / (sqrtf(3.0f) * density));
    uint32_t columns = (uint32_t)((CORRIDOR - 2.0f * RADIUS) / apart + 0.5f);
    uint32_t rows = 2 * (uint32_t)(0.5f * density * CORRIDOR * metres / (float)columns + 0.5f);
    endless->agents = columns * rows;
    endless->round = (float)endless->agents / (density * CORRIDOR);
    const float length = 2.0f * (FIRST + endless->round) + 1.0f, goal[1][4] = {{length - 0.5f, 0.0f, 1.0f, CORRIDOR}};
    const struct stage_desc desc = {.width = length,
                                    .height = CORRIDOR,
                                    .cell = 0.5f,
                                    .agents = 2 * endless->agents,
                                    .radius = RADIUS,
                                    .dt = DT,
                                    .headway = HEADWAY};
    scene_open(run, &endless->stage, &desc);
    place_endless(endless, columns, rows, stage_field(&endless->stage, RADIUS, goal, 1));
}

/* The one of two that counts: in the middle of the stage. */
static uint32_t who_counts(const struct endless *endless, uint32_t i) {
    const float *at = wend_crowd_positions(endless->stage.crowd);
    float middle = FIRST + endless->round;
    return fabsf(at[2 * i] - middle) <= fabsf(at[2 * (i + endless->agents)] - middle) ? i : i + endless->agents;
}

/* Sets those that do not count to where they belong: a round from their other selves. */
static void set_back(struct endless *endless) {
    struct stage *stage = &endless->stage;
    for (uint32_t i = 0; i < endless->agents && !stage->failed; i++) {
        const float *at = wend_crowd_positions(stage->crowd);
        uint32_t one = who_counts(endless, i), other = one == i ? i + endless->agents : i;
        float round = at[2 * one] < FIRST + endless->round ? endless->round : -endless->round;
        float x = at[2 * one] + round, y = at[2 * one + 1];
        if (fabsf(at[2 * other] - x) + fabsf(at[2 * other + 1] - y) < STRAYED) continue;
        wend_agent agent = wend_crowd_agent_at(stage->crowd, other);
        wend_agent_desc desc;
        wend_status status = wend_crowd_get(stage->crowd, agent, &desc);
        desc.x = x;
        desc.y = y;
        if (status == WEND_OK) status = wend_crowd_set(stage->crowd, agent, &desc);
        if (status != WEND_OK) stage_fail(stage, "an agent: %s", wend_status_string(status));
    }
}

/* How fast they walk, once that no longer changes: they start from standing. */
static double speed_at_density(struct scene_run *run, float density) {
    struct endless endless;
    struct stage *stage = &endless.stage;
    double sum = 0.0, seconds = run->is_small ? 20.0 : 60.0;
    uint64_t looks = 0;
    open_endless(run, &endless, density, run->is_small ? 12.0f : 24.0f);
    while (!stage->failed && stage->time < 2.0 * seconds) {
        scene_step(run, stage);
        set_back(&endless);
        for (uint32_t i = 0; i < endless.agents && stage->time > seconds; i++, looks++)
            sum += (double)wend_crowd_velocities(stage->crowd)[2 * who_counts(&endless, i)];
    }
    scene_end(run, stage);
    run->report->agents -= endless.agents; /* who walks twice is one */
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
    scene_measure_above(run, "least fall", "m/s", least_fall, 0.0);
}
