/* SPDX-License-Identifier: MIT
 * wend flee: away from threats, round dead ends, out through exits. */
#include "settings.h"

#include "common/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <wend/tactics.h>

struct flee_job {
    struct goal_list threats, exits;
    double factor;
    double pull; /* of exits [1.0 = one straight step at unit_cost] */
    const char *png;
};

/* How flights go, from every cell. */
struct flights {
    uint64_t cells;    /* from where somebody flees */
    uint64_t stays;    /* of these: where it is best to stay */
    uint64_t to_exits; /* of these: whose flight ends in an exit */
    double gain;       /* mean of (distance from the threats at the end - at the beginning), where both have one */
};

static bool take_factor(void *target, const char *text, char *reason) {
    (void)snprintf(reason, OPTION_REASON, "a factor from 1.0 to 16.0, such as 1.2");
    return parse_decimal(text, 1.0, 16.0, target);
}

static bool take_pull(void *target, const char *text, char *reason) {
    (void)snprintf(reason, OPTION_REASON, "a distance from 0 to 30000");
    return parse_decimal(text, 0.0, 30000.0, target);
}

/* The flee field over the field from the threats. */
static wend_status build_flee(const struct world *world, const struct flee_job *job, const wend_field *threats,
                              wend_field **flee) {
    wend_field_desc desc = {.goal_capacity = (uint32_t)job->exits.count, .seeds = 1};
    wend_workspace *workspace = NULL;
    size_t cells = (size_t)world->width * (size_t)world->height;
    uint32_t *seeds = malloc(cells * sizeof *seeds);
    wend_status status = seeds ? WEND_OK : WEND_ERROR_NO_MEMORY;
    if (status == WEND_OK) {
        status = wend_workspace_create((uint32_t)cells, NULL, &workspace);
    }
    if (status == WEND_OK) {
        status = wend_field_create(world->mover, &desc, flee);
    }
    if (status == WEND_OK) {
        status = set_goals(world, &job->exits, *flee);
    }
    if (status == WEND_OK) {
        uint32_t factor = (uint32_t)floor(job->factor * 256.0 + 0.5);
        struct goal_argument pull = {{0, 0}, job->pull};
        uint32_t base = job->exits.count > 0 ? raw_offset(world, &pull, 0) : 0;
        status = wend_flee_build(*flee, workspace, threats, factor, base, seeds, (size_t)world->width);
    }
    wend_workspace_destroy(workspace);
    free(seeds);
    return status;
}

#define UNKNOWN UINT32_MAX

/* Where the flight from a cell ends, as an index, and so for every cell on its way. */
static uint32_t find_end(const struct world *world, const wend_field *flee, wend_cell cell, uint32_t *ends) {
    uint32_t width = (uint32_t)world->width;
    uint32_t end = UNKNOWN;
    wend_cell at = cell;
    while (end == UNKNOWN) {
        uint32_t here = (uint32_t)at.y * width + (uint32_t)at.x;
        wend_cell next = at;
        (void)wend_field_next(flee, at.x, at.y, &next);
        bool stays = next.x == at.x && next.y == at.y;
        end = ends[here] != UNKNOWN ? ends[here] : stays ? here : UNKNOWN;
        at = next;
    }
    uint32_t here = (uint32_t)cell.y * width + (uint32_t)cell.x;
    for (at = cell; ends[here] == UNKNOWN; here = (uint32_t)at.y * width + (uint32_t)at.x) {
        ends[here] = end;
        (void)wend_field_next(flee, at.x, at.y, &at);
    }
    return end;
}

static bool is_exit(const struct flee_job *job, const struct world *world, uint32_t place) {
    for (size_t i = 0; i < job->exits.count; i++) {
        wend_cell cell = job->exits.goals[i].cell;
        if ((uint32_t)cell.y * (uint32_t)world->width + (uint32_t)cell.x == place) {
            return true;
        }
    }
    return false;
}

static void sum_up(const struct world *world, const struct flee_job *job, const wend_field *threats,
                   const wend_field *flee, uint32_t *ends, struct flights *flights) {
    *flights = (struct flights){.cells = 0};
    uint64_t measured = 0;
    double gain = 0.0;
    for (int32_t y = 0; y < world->height; y++) {
        for (int32_t x = 0; x < world->width; x++) {
            if (wend_field_value(flee, x, y) == WEND_UNREACHABLE) {
                continue;
            }
            uint32_t end = find_end(world, flee, (wend_cell){x, y}, ends);
            int32_t end_x = (int32_t)(end % (uint32_t)world->width);
            int32_t end_y = (int32_t)(end / (uint32_t)world->width);
            uint32_t now = wend_field_value(threats, x, y);
            uint32_t then = wend_field_value(threats, end_x, end_y);
            flights->cells++;
            flights->stays += end_x == x && end_y == y;
            flights->to_exits += is_exit(job, world, end);
            if (now != WEND_UNREACHABLE && then != WEND_UNREACHABLE) {
                measured++;
                gain += world_distance(world, then) - world_distance(world, now);
            }
        }
    }
    flights->gain = measured > 0 ? gain / (double)measured : 0.0;
}

static bool write_picture(const struct world *world, const struct flee_job *job, const wend_field *threats,
                          const wend_field *flee) {
    struct view view = view_of_map(world->map, 1024);
    struct picture picture;
    if (!picture_of_flight(&picture, &view, threats, flee)) {
        complain("out of memory");
        return false;
    }
    for (size_t i = 0; i < job->exits.count; i++) {
        picture_start(&picture, &view, job->exits.goals[i].cell.x, job->exits.goals[i].cell.y);
    }
    for (size_t i = 0; i < job->threats.count; i++) {
        picture_goal(&picture, &view, job->threats.goals[i].cell.x, job->threats.goals[i].cell.y);
    }
    return save_picture(&picture, job->png);
}

static void print_answer(const struct flights *flights, const wend_field *flee, double milliseconds, bool json) {
    const char *form = json ? "{\"cells\": %llu, \"stays\": %llu, \"to_exits\": %llu, \"gain\": %.10g, \"hash\": "
                              "\"%016llx\", \"build_ms\": %.3f}\n"
                            : "flights from %llu cells: %llu stay where they are, %llu end in an exit, %.10g farther "
                              "from the threats in the mean\nhash %016llx, built in %.3f ms\n";
    printf(form, (unsigned long long)flights->cells, (unsigned long long)flights->stays,
           (unsigned long long)flights->to_exits, flights->gain, (unsigned long long)wend_field_hash(flee),
           milliseconds);
}

/* With a field from the threats that is built. */
static int flee_from(const struct settings *settings, const struct world *world, const struct flee_job *job,
                     const wend_field *threats) {
    wend_field *flee = NULL;
    struct flights flights;
    size_t cells = (size_t)world->width * (size_t)world->height;
    uint32_t *ends = malloc(cells * sizeof *ends);
    double begin = clock_ms();
    wend_status status = ends ? build_flee(world, job, threats, &flee) : WEND_ERROR_NO_MEMORY;
    double milliseconds = clock_ms() - begin;
    int code = EXIT_BAD_INPUT;
    if (status < WEND_OK) {
        complain("the flee map: %s", wend_status_string(status));
    } else {
        (void)count_usable(&job->exits, flee);
        for (size_t i = 0; i < cells; i++) {
            ends[i] = UNKNOWN;
        }
        sum_up(world, job, threats, flee, ends, &flights);
        if (!job->png || write_picture(world, job, threats, flee)) {
            print_answer(&flights, flee, milliseconds, settings->json);
            code = EXIT_DONE;
        }
    }
    free(ends);
    wend_field_destroy(flee);
    return code;
}

static int run_flee(const struct settings *settings, const struct world *world, const void *context) {
    const struct flee_job *job = context;
    wend_field *threats = NULL;
    size_t usable = 0;
    double milliseconds = 0.0;
    if (!list_is_good(world, &job->exits, false) ||
        !build_field(world, &job->threats, &threats, &usable, &milliseconds)) {
        return EXIT_BAD_INPUT;
    }
    int code = usable > 0 ? flee_from(settings, world, job, threats) : EXIT_NEGATIVE;
    wend_field_destroy(threats);
    return code;
}

int command_flee(int count, char **arguments) {
    struct settings settings = {0};
    struct flee_job job = {.threats = {.option = "--threat"}, .exits = {.option = "--exit"}, .factor = 1.2, .pull = 10};
    struct command_line line = {
        .usage = "wend flee MAP --threat X,Y [--exit X,Y] [--png F] [options]",
        .about =
            "Where to run from threats: not merely to the next cell that is farther away, but towards the threat and\n"
            "past it where that leads to a better place: nobody stays in a dead end from where it pays to leave.\n"
            "A way is worth walking where it leads more than 1 / factor of its length farther away from the threats.\n"
            "An exit is as good as a place that is so much farther away than the farthest on the map. The exit code\n"
            "is 1 where no threat can be used.\n\n"
            "The picture: how near the threats are, dark the nearest; lines, the flights from here and there, each up\n"
            "to the small circle where it stops.\n\n"
            "JSON: cells stays to_exits gain hash build_ms. From `cells` cells somebody flees, at `stays` of them it\n"
            "is best to stay, the flights from to_exits of them end in an exit; gain is how much farther from the\n"
            "threats they end, in the mean.\n",
        .positional_needed = 1};
    add_taken(&line, "threat", "X,Y[,OFFSET]", "what is fled from (may be repeated)", take_goal, &job.threats);
    add_taken(&line, "exit", "X,Y", "a way out (may be repeated)", take_place, &job.exits);
    add_taken(&line, "factor", "F", "how much being away is worth, 1.0 to 16.0 (default 1.2)", take_factor,
              &job.factor);
    add_taken(&line, "pull", "D", "how much farther than the farthest cell an exit counts (default 10)", take_pull,
              &job.pull);
    add_text(&line, "png", "FILE", "picture of the flights", &job.png);
    return world_command(&line, &settings, count, arguments, run_flee, &job);
}
