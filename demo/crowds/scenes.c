/* SPDX-License-Identifier: MIT */
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STEPS_PER_HASH = 64 };

const struct crowd_scene crowd_scenes[] = {
    {"corridor", "one walks 40 m in a corridor 2 m wide, at 1.33 m/s", scene_corridor, false},
    {"turned", "10 m at 1 m/s along an axis, and turned by 45 degrees; one, then 90", scene_turned, false},
    {"corner", "20 go round the corner of an L", scene_corner, false},
    {"exits", "a room empties through four exits, then through two", scene_exits, false},
    {"far_exit", "two exits, all start at one side: some take the far one", scene_far_exit, false},
    {"rooms", "150 from room to room through 1 m, and out through 1 m", scene_rooms, false},
    {"between", "one passes between two who stand", scene_between, false},
    {"bottleneck", "pedestrians through bottlenecks of 0.8 to 1.2 m", scene_bottleneck, false},
    {"density", "speed in a corridor without end at 0.5 to 6 persons/m^2", scene_density, false},
    {"pair", "two meet head-on, on one line", scene_pair, false},
    {"squares", "5 x 5 meet 5 x 5, aligned", scene_squares, false},
    {"circle", "all on a circle go to the opposite side", scene_circle, false},
    {"lanes", "2 x 200 meet in a corridor 12 wide, 7 abreast", scene_lanes, false},
    {"fronts", "2 x 2,000 meet, filling a corridor's whole width", scene_fronts, false},
    {"crush", "10,000 through a door of 12 cells", scene_crush, true},
    {"gather", "10,000 on one goal", scene_gather, false},
    {"doors", "two parallel doors, with congestion", scene_doors, false},
    {"dense", "dense opposing crowds", scene_dense, false},
    {NULL, NULL, NULL, false},
};

const struct crowd_scene *crowd_scene_find(const char *name) {
    for (const struct crowd_scene *scene = crowd_scenes; scene->name; scene++)
        if (strcmp(scene->name, name) == 0) return scene;
    return NULL;
}

bool measure_is_good(const struct measure *measure) {
    if (measure->value != measure->value) return false; /* not a number */
    if (measure->is_above && !(measure->value > measure->least)) return false;
    return !(measure->value < measure->least) && !(measure->value > measure->most);
}

static void add_hash(struct scene_report *report, const struct stage *stage) {
    wend_crowd_info info;
    if (stage->failed) return;
    wend_crowd_describe(stage->crowd, &info);
    report->hash = report->hash * UINT64_C(0x100000001b3) ^ info.hash;
}

void scene_open(struct scene_run *run, struct stage *stage, const struct stage_desc *desc) {
    stage_open(stage, desc, run->tasks);
}

void scene_step(struct scene_run *run, struct stage *stage) {
    stage_step(stage);
    if (++run->report->steps % STEPS_PER_HASH == 0) add_hash(run->report, stage);
    if (run->watch) run->watch(run->user, stage);
}

static void fail(struct scene_report *report, const char *problem) {
    if (report->failed) return;
    report->failed = true;
    (void)snprintf(report->problem, sizeof report->problem, "%s", problem);
}

double scene_until_empty(struct scene_run *run, struct stage *stage, double seconds) {
    while (!stage->failed && wend_crowd_count(stage->crowd) > 0 && stage->time < seconds) scene_step(run, stage);
    return stage->time;
}

void scene_measure(struct scene_run *run, const char *name, const char *unit, double value, double least, double most) {
    struct scene_report *report = run->report;
    if (report->count < MEASURES)
        report->measures[report->count++] = (struct measure){name, unit, value, least, most, false};
    else
        fail(report, "too many measures");
}

void scene_measure_above(struct scene_run *run, const char *name, const char *unit, double value, double limit) {
    scene_measure(run, name, unit, value, limit, NAN);
    if (!run->report->failed) run->report->measures[run->report->count - 1].is_above = true;
}

void scene_end(struct scene_run *run, struct stage *stage) {
    struct scene_report *report = run->report;
    struct stage_counts *sum = &report->counts;
    if (!stage->failed) stage_look(stage);
    add_hash(report, stage);
    sum->near_pairs += stage->counts.near_pairs;
    sum->deep_pairs += stage->counts.deep_pairs;
    sum->in_walls += stage->counts.in_walls;
    sum->stuck += stage->counts.stuck;
    sum->reversals += stage->counts.reversals;
    sum->agent_seconds += stage->counts.agent_seconds;
    report->agents += stage->crowd ? wend_crowd_places(stage->crowd) : 0;
    if (stage->failed) fail(report, stage->problem);
    stage_close(stage);
}

void crowd_scene_run(const struct crowd_scene *scene, bool is_small, const wend_tasks *tasks, scene_watch_fn *watch,
                     void *user, struct scene_report *out) {
    *out = (struct scene_report){0};
    struct scene_run run = {.report = out, .is_small = is_small, .tasks = tasks, .watch = watch, .user = user};
    scene->run(&run);
    const struct stage_counts *counts = &out->counts;
    double deep = counts->near_pairs ? 100.0 * (double)counts->deep_pairs / (double)counts->near_pairs : 0.0;
    double turns = counts->agent_seconds > 0.0 ? (double)counts->reversals / counts->agent_seconds : 0.0;
    scene_measure(&run, "deep overlaps", "% of near pairs", deep, NAN, scene->is_crush ? 0.1 : 0.05);
    scene_measure(&run, "in walls", "agents", (double)counts->in_walls, NAN, 0.0);
    scene_measure(&run, "stuck", "agents", (double)counts->stuck, NAN, 0.0);
    scene_measure(&run, "reversals", "per second", turns, NAN, NAN);
}
