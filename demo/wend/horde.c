/* SPDX-License-Identifier: MIT
 * wend horde: a crowd walks to goals. */
#include "horde_scene.h"
#include "settings.h"

#include "scenes/generate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define AGENT_RADIUS 0.3f

enum { STEPS_PER_SECOND = 30 };

struct horde_job {
    struct goal_list goals;
    uint32_t agents;
    double seconds;
    uint64_t seed;
    const char *png;
};

static bool take_seconds(void *target, const char *text, char *reason) {
    (void)snprintf(reason, OPTION_REASON, "seconds from 0 to 86400");
    return parse_decimal(text, 0.0, 86400.0, target);
}

/* The cells a goal can be reached from; NULL: no memory. */
static wend_cell *reachable_cells(const struct world *world, const wend_field *field, uint32_t *count) {
    wend_cell *cells = malloc((size_t)world->width * (size_t)world->height * sizeof *cells);
    *count = 0;
    for (int32_t y = 0; cells && y < world->height; y++) {
        for (int32_t x = 0; x < world->width; x++) {
            if (wend_field_value(field, x, y) != WEND_UNREACHABLE) {
                cells[(*count)++] = (wend_cell){x, y};
            }
        }
    }
    return cells;
}

/* Puts the agents on cells drawn without replacement, one each. */
static int place_agents(const struct world *world, const struct horde_job *job, const wend_field *field,
                        wend_crowd *crowd) {
    uint32_t count = 0;
    wend_cell *cells = reachable_cells(world, field, &count);
    if (!cells) {
        return complain("out of memory");
    }
    if (count < job->agents) {
        free(cells);
        return complain("--agents %u: only %u cells reach a goal", (unsigned)job->agents, (unsigned)count);
    }
    uint64_t random = job->seed;
    wend_status status = WEND_OK;
    for (uint32_t i = 0; i < job->agents && status == WEND_OK; i++) {
        uint32_t drawn = i + scene_random_below(&random, count - i);
        wend_cell cell = cells[drawn];
        cells[drawn] = cells[i];
        float x = 0.0f;
        float y = 0.0f;
        wend_map_centre(world->map, cell.x, cell.y, &x, &y);
        status = wend_crowd_add(crowd, &(wend_agent_desc){.x = x, .y = y, .radius = AGENT_RADIUS}, NULL);
    }
    free(cells);
    return status == WEND_OK ? EXIT_DONE : complain("the crowd: %s", wend_status_string(status));
}

static bool write_picture(const struct world *world, const struct horde_job *job, const wend_field *field,
                          const wend_crowd *crowd) {
    struct view view = view_of_map(world->map, 1280);
    struct picture picture;
    if (!picture_of_field(&picture, &view, field, false)) {
        complain("out of memory");
        return false;
    }
    picture_agents(&picture, &view, wend_crowd_positions(crowd), wend_crowd_count(crowd), AGENT_RADIUS);
    for (size_t i = 0; i < job->goals.count; i++) {
        picture_goal(&picture, &view, job->goals.goals[i].cell.x, job->goals.goals[i].cell.y);
    }
    return save_picture(&picture, job->png);
}

static void print_crowd(const wend_crowd_info *info, bool json) {
    const char *form = json ? "{\"agents\": %u, \"arrived\": %u, \"in_wall\": %u, \"steps\": %" PRIu64
                              ", \"hash\": \"%016" PRIx64 "\", \"seconds\": %.10g}\n"
                            : "%u agents, %u arrived, %u in walls, %" PRIu64 " steps, hash %016" PRIx64
                              ", %.10g seconds\n";
    printf(form, (unsigned)info->agents, (unsigned)info->arrived, (unsigned)info->in_wall, info->steps, info->hash,
           (double)info->steps / STEPS_PER_SECOND);
}

/* Walks until the time is over or everybody has arrived. */
static int walk(const struct world *world, const struct horde_job *job, const wend_field *field, wend_crowd *crowd,
                bool json) {
    uint64_t steps = (uint64_t)(job->seconds * STEPS_PER_SECOND + 0.5);
    wend_crowd_info info;
    wend_crowd_describe(crowd, &info);
    for (uint64_t i = 0; i < steps && info.arrived < info.agents; i++) {
        wend_status status = wend_crowd_step(crowd, 1.0f / STEPS_PER_SECOND, &world->tasks);
        if (status != WEND_OK) {
            return complain("the crowd: %s", wend_status_string(status));
        }
        wend_crowd_describe(crowd, &info);
    }
    if (job->png && !write_picture(world, job, field, crowd)) {
        return EXIT_BAD_INPUT;
    }
    print_crowd(&info, json);
    return info.in_wall > 0 ? EXIT_NEGATIVE : EXIT_DONE;
}

static int run_horde(const struct settings *settings, const struct world *world, const struct horde_job *job) {
    wend_field *field = NULL;
    size_t usable = 0;
    double milliseconds = 0.0;
    if (!build_field(world, &job->goals, &field, &usable, &milliseconds)) {
        return EXIT_BAD_INPUT;
    }
    wend_crowd *crowd = NULL;
    wend_crowd_desc desc = {.capacity = job->agents, .radius = AGENT_RADIUS};
    int code = EXIT_NEGATIVE;
    if (usable > 0) {
        wend_status status = wend_crowd_create(world->map, &desc, &crowd);
        if (status == WEND_OK) status = wend_crowd_set_field(crowd, 0, field);
        code = status == WEND_OK ? place_agents(world, job, field, crowd)
                                 : complain("the crowd: %s", wend_status_string(status));
        if (code == EXIT_DONE) {
            code = walk(world, job, field, crowd, settings->json);
        }
    }
    wend_crowd_destroy(crowd);
    wend_field_destroy(field);
    return code;
}

static int walk_on_map(int count, char **arguments) {
    struct settings settings = {0};
    struct horde_job job = {.goals = {.option = "--goal"}, .seconds = 10.0, .seed = 1};
    struct command_line line = {
        .usage = "wend horde MAP --goal X,Y --agents N [--seconds S] [--seed N] [--png F] [options]\n"
                 "       wend horde --scene NAME|all [--small] [--json]",
        .about =
            "Puts N agents on cells that a goal can be reached from, drawn by the seed, and lets them walk in steps\n"
            "of 1/30 s, for S seconds or until all have arrived. The result is the same for any number of threads.\n"
            "The exit code is 1 where no goal can be used or an agent stands in a wall.\n"
            "JSON: agents arrived in_wall steps hash seconds (of the agents' time).\n"
            "\n"
            "With --scene it needs no map: see wend horde --scene all --help.\n",
        .positional_needed = 1};
    add_taken(&line, "goal", "X,Y[,OFFSET]", "a goal and its initial distance (may be repeated)", take_goal,
              &job.goals);
    add_number(&line, "agents", "N", "how many agents", 1, WEND_MAX_CROWD, &job.agents);
    add_taken(&line, "seconds", "S", "how long they walk (default 10)", take_seconds, &job.seconds);
    add_seed(&line, "seed of the first places (default 1)", &job.seed);
    add_text(&line, "png", "FILE", "picture of the crowd at the end", &job.png);
    settings_add_threads(&settings, &line);
    settings_add(&settings, &line);
    enum command_line_result result = command_line_read(&line, count, arguments);
    if (result != COMMAND_LINE_GO) {
        return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    if (job.agents == 0) {
        return complain("--agents N is needed");
    }
    struct world world;
    if (!world_open(&settings, line.positionals[0], &world)) {
        return EXIT_BAD_INPUT;
    }
    int code = run_horde(&settings, &world, &job);
    world_close(&world);
    return code;
}

int command_horde(int count, char **arguments) {
    return asks_for_scene(count, arguments) ? run_scenes(count, arguments) : walk_on_map(count, arguments);
}
