/* SPDX-License-Identifier: MIT */
#include "horde_scene.h"

#include "crowds/scenes.h"
#include "settings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_FRAME = 200 };

struct scene_job {
    const char *name;
    const char *png; /* of the last scene, in its middle */
    uint32_t threads, frame;
    bool is_small, json;
};

bool asks_for_scene(int count, char **arguments) {
    for (int i = 0; i < count; i++)
        if (strcmp(arguments[i], "--scene") == 0 || strncmp(arguments[i], "--scene=", 8) == 0) return true;
    return false;
}

/* Pictures. */

struct watching {
    const struct scene_job *job;
    uint32_t steps;
    bool failed;
};

static struct colour ground_colour(void *context, int32_t x, int32_t y) {
    return colour_ground(context, x, y);
}

/* By field; who has arrived is dark. */
static struct colour agent_colour(uint32_t field, bool rests) {
    static const struct colour colours[4] = {{40, 110, 190}, {214, 96, 30}, {60, 140, 70}, {150, 60, 150}};
    struct colour colour = colours[field % 4];
    return rests ? colour_mix(colour, (struct colour){30, 30, 40}, 140) : colour;
}

/* The floor in cells, whatever they measure: that is what pictures are drawn by. */
static wend_mover *floor_of(const struct stage *stage) {
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    size_t width = (size_t)stage->width;
    uint8_t *terrain = malloc(width * (size_t)stage->height);
    wend_rect whole = {0, 0, stage->width, stage->height};
    bool is_good =
        terrain && wend_map_create(&(wend_map_desc){.width = stage->width, .height = stage->height}, &map) == WEND_OK &&
        wend_map_read(stage->map, whole, terrain, width) == WEND_OK &&
        wend_map_write(map, whole, terrain, width) == WEND_OK && wend_mover_create(map, NULL, &mover) == WEND_OK;
    free(terrain);
    wend_map_destroy(map);
    return is_good ? mover : NULL;
}

static void draw_crowd(const struct stage *stage, float scale, struct picture *picture) {
    scale /= stage->cell;
    for (uint32_t i = 0; i < wend_crowd_places(stage->crowd); i++) {
        wend_agent_desc desc;
        if (wend_crowd_get(stage->crowd, wend_crowd_agent_at(stage->crowd, i), &desc) != WEND_OK) continue;
        uint8_t status = wend_crowd_statuses(stage->crowd)[i];
        bool rests = status == WEND_AGENT_SETTLED || status == WEND_AGENT_ARRIVED || status == WEND_AGENT_STANDING;
        float radius = desc.radius * scale > 1.2f ? desc.radius * scale : 1.2f;
        picture_disc(picture, desc.x * scale, desc.y * scale, radius, agent_colour(desc.field, rests));
    }
}

static bool draw_stage(const struct stage *stage, const char *path) {
    wend_mover *floor = floor_of(stage);
    if (!floor) {
        complain("out of memory");
        return false;
    }
    struct view view = view_of_map(wend_mover_map(floor), 1280);
    struct picture picture;
    bool is_drawn = picture_of_cells(&picture, &view, ground_colour, floor);
    wend_mover_destroy(floor);
    if (!is_drawn) return false;
    draw_crowd(stage, view.scale / (float)view.shrink, &picture);
    return save_picture(&picture, path);
}

static void watch(void *user, const struct stage *stage) {
    struct watching *watching = user;
    if (++watching->steps != watching->job->frame) return;
    watching->failed = !draw_stage(stage, watching->job->png);
}

/* Tables. */

static void print_limit(const char *name, double limit) {
    if (!isnan(limit)) printf(", \"%s\": %.6g", name, limit);
}

static void print_json(const struct crowd_scene *scene, const struct scene_report *report, bool good) {
    printf("{\"scene\": \"%s\", \"agents\": %u, \"steps\": %" PRIu64 ", \"hash\": \"%016" PRIx64
           "\", \"good\": %s, \"measures\": [",
           scene->name, (unsigned)report->agents, report->steps, report->hash, good ? "true" : "false");
    for (size_t i = 0; i < report->count; i++) {
        const struct measure *measure = &report->measures[i];
        printf("%s{\"name\": \"%s\"", i ? ", " : "", measure->name);
        if (isfinite(measure->value))
            printf(", \"value\": %.6g", measure->value);
        else
            printf(", \"value\": null");
        if (measure->unit[0]) printf(", \"unit\": \"%s\"", measure->unit);
        print_limit(measure->is_above ? "above" : "least", measure->least);
        print_limit("most", measure->most);
        printf(", \"good\": %s}", measure_is_good(measure) ? "true" : "false");
    }
    printf("]}\n");
}

static void print_reach(const struct measure *measure) {
    bool has_least = !isnan(measure->least), has_most = !isnan(measure->most);
    if (has_least && has_most)
        printf("%.4g to %.4g", measure->least, measure->most);
    else if (has_least)
        printf("%s %.4g", measure->is_above ? "above" : "at least", measure->least);
    else if (has_most)
        printf("at most %.4g", measure->most);
}

static void print_table(const struct crowd_scene *scene, const struct scene_report *report) {
    printf("%s: %s (%u agents, %" PRIu64 " steps, hash %016" PRIx64 ")\n", scene->name, scene->about,
           (unsigned)report->agents, report->steps, report->hash);
    for (size_t i = 0; i < report->count; i++) {
        const struct measure *measure = &report->measures[i];
        printf("  %-4s %-28s %10.4g %-16s ", measure_is_good(measure) ? "" : "NOT", measure->name, measure->value,
               measure->unit);
        print_reach(measure);
        printf("\n");
    }
}

/* Running. */

static bool report_is_good(const struct scene_report *report) {
    bool good = !report->failed;
    for (size_t i = 0; i < report->count; i++) good = good && measure_is_good(&report->measures[i]);
    return good;
}

static int run_one(const struct scene_job *job, const struct crowd_scene *scene) {
    wend_tasks tasks = wend_tasks_openmp(job->threads);
    struct scene_report report;
    struct watching watching = {.job = job};
    crowd_scene_run(scene, job->is_small, &tasks, job->png ? watch : NULL, &watching, &report);
    if (report.failed) return complain("%s: %s", scene->name, report.problem);
    if (watching.failed) return EXIT_BAD_INPUT;
    if (job->png && watching.steps < job->frame)
        return complain("--frame %u: the scene has %u steps", (unsigned)job->frame, (unsigned)watching.steps);
    bool good = report_is_good(&report);
    if (job->json)
        print_json(scene, &report, good);
    else
        print_table(scene, &report);
    (void)fflush(stdout);
    return good ? EXIT_DONE : EXIT_NEGATIVE;
}

static int run_all(const struct scene_job *job) {
    int worst = EXIT_DONE;
    for (const struct crowd_scene *scene = crowd_scenes; scene->name; scene++) {
        int code = run_one(job, scene);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static int complain_about_name(const char *name) {
    char names[512] = "all";
    for (const struct crowd_scene *scene = crowd_scenes; scene->name; scene++) {
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, ", %s", scene->name);
    }
    return complain("--scene %s: expected one of %s", name, names);
}

int run_scenes(int count, char **arguments) {
    struct scene_job job = {.threads = 1};
    struct command_line line = {
        .usage = "wend horde --scene NAME|all [--small] [--threads N] [--png F [--frame N]] [--json]",
        .about =
            "Runs a scene, or all of them one after the other, and compares what was measured with what a crowd\n"
            "should reach: arrival, flow, overlaps, agents in walls or stuck. The result is the same for any number\n"
            "of threads. The exit code is 1 where a measure is out of its reach.\n"
            "JSON, a line for each scene: scene agents steps hash good measures (name value unit least above most "
            "good).\n"
            "Scenes: corridor turned corner exits far_exit rooms between bottleneck density pair squares circle\n"
            "lanes fronts crush gather doors dense.\n"};
    add_text(&line, "scene", "NAME", "which one, or all", &job.name);
    add_flag(&line, "small", "fewer agents, the same question", &job.is_small);
    add_number(&line, "threads", "N", "how many threads share the work; 0: one per core (default 1)", 0, 256,
               &job.threads);
    add_text(&line, "png", "FILE", "picture of the scene at a step", &job.png);
    add_number(&line, "frame", "N", "at this step (default 200)", 1, 1000000, &job.frame);
    add_flag(&line, "json", "JSON, a line for each scene", &job.json);
    enum command_line_result result = command_line_read(&line, count, arguments);
    if (result != COMMAND_LINE_GO) return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    if (job.frame && !job.png) return complain("--frame %u: of which picture? --png is missing", (unsigned)job.frame);
    if (!job.frame) job.frame = DEFAULT_FRAME;
    if (strcmp(job.name, "all") == 0) {
        if (job.png) return complain("--png: one scene at a time");
        return run_all(&job);
    }
    const struct crowd_scene *scene = crowd_scene_find(job.name);
    return scene ? run_one(&job, scene) : complain_about_name(job.name);
}
