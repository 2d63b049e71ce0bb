/* SPDX-License-Identifier: MIT
 * wend field: distance and direction to the nearest goal, for every cell. */
#include "settings.h"

#include <inttypes.h>
#include <stdio.h>

struct field_job {
    struct goal_list goals;
    const char *png, *csv, *directions_csv;
};

typedef void print_cell_fn(const struct world *world, const wend_field *field, wend_cell cell, FILE *file);

static void print_distance(const struct world *world, const wend_field *field, wend_cell cell, FILE *file) {
    uint32_t value = wend_field_value(field, cell.x, cell.y);
    if (value == WEND_UNREACHABLE) {
        (void)fputs("-1", file);
    } else {
        (void)fprintf(file, "%.10g", world_distance(world, value));
    }
}

static void print_direction(const struct world *world, const wend_field *field, wend_cell cell, FILE *file) {
    (void)world;
    (void)fprintf(file, "%d", (int)wend_field_direction(field, cell.x, cell.y));
}

static bool write_table(const struct world *world, const wend_field *field, const char *path, print_cell_fn *print) {
    FILE *file = fopen(path, "wb");
    if (!file) {
        complain("%s: cannot be written", path);
        return false;
    }
    for (int32_t y = 0; y < world->height; y++) {
        for (int32_t x = 0; x < world->width; x++) {
            print(world, field, (wend_cell){x, y}, file);
            (void)fputc(x + 1 < world->width ? ',' : '\n', file);
        }
    }
    bool written = ferror(file) == 0;
    written = fclose(file) == 0 && written;
    if (!written) {
        complain("%s: cannot be written", path);
    }
    return written;
}

static bool write_picture(const struct world *world, const wend_field *field, const struct field_job *job) {
    struct view view = view_of_map(world->map, 1024);
    struct picture picture;
    if (!picture_of_field(&picture, &view, field, true)) {
        complain("out of memory");
        return false;
    }
    for (size_t i = 0; i < job->goals.count; i++) {
        picture_goal(&picture, &view, job->goals.goals[i].cell.x, job->goals.goals[i].cell.y);
    }
    return save_picture(&picture, job->png);
}

static void print_field(const struct world *world, const wend_field *field, double milliseconds, bool json) {
    wend_field_info info;
    wend_field_describe(field, &info);
    uint64_t cut_off = 0;
    for (int32_t y = 0; y < world->height; y++) {
        for (int32_t x = 0; x < world->width; x++) {
            cut_off +=
                wend_mover_place(world->mover, x, y) == WEND_OK && wend_field_value(field, x, y) == WEND_UNREACHABLE;
        }
    }
    double max_distance = world_distance(world, info.max_value);
    uint64_t hash = wend_field_hash(field);
    if (json) {
        printf("{\"width\": %d, \"height\": %d, \"reached\": %" PRIu64 ", \"unreachable\": %" PRIu64
               ", \"max_distance\": %.10g, \"hash\": \"%016" PRIx64 "\", \"build_ms\": %.3f}\n",
               (int)world->width, (int)world->height, info.reached, cut_off, max_distance, hash, milliseconds);
        return;
    }
    printf("%d x %d cells: %" PRIu64 " reach a goal, %" PRIu64 " free ones do not\n", (int)world->width,
           (int)world->height, info.reached, cut_off);
    if (info.saturated > 0) {
        printf("%" PRIu64 " cells are too far for a number\n", info.saturated);
    }
    printf("greatest distance %.10g, hash %016" PRIx64 ", built in %.3f ms\n", max_distance, hash, milliseconds);
}

static int run_field(const struct settings *settings, const struct world *world, const void *context) {
    const struct field_job *job = context;
    wend_field *field = NULL;
    size_t usable = 0;
    double milliseconds = 0.0;
    if (!build_field(world, &job->goals, &field, &usable, &milliseconds)) {
        return EXIT_BAD_INPUT;
    }
    bool good = (!job->csv || write_table(world, field, job->csv, print_distance)) &&
                (!job->directions_csv || write_table(world, field, job->directions_csv, print_direction)) &&
                (!job->png || write_picture(world, field, job));
    if (good) {
        print_field(world, field, milliseconds, settings->json);
    }
    wend_field_destroy(field);
    return !good ? EXIT_BAD_INPUT : usable == 0 ? EXIT_NEGATIVE : EXIT_DONE;
}

int command_field(int count, char **arguments) {
    struct settings settings = {0};
    struct field_job job = {.goals = {.option = "--goal"}};
    struct command_line line = {
        .usage = "wend field MAP --goal X,Y[,OFFSET] [--png F] [--csv F] [--directions-csv F] [options]",
        .about =
            "Distance to the nearest goal, and the way there, for every cell. Distances are in straight steps on\n"
            "ground that costs 1.0. The exit code is 1 where no goal can be used.\n"
            "JSON: width height reached unreachable max_distance hash build_ms; unreachable counts the cells where\n"
            "the mover can stand that no way leads from to a goal.\n",
        .positional_needed = 1};
    add_taken(&line, "goal", "X,Y[,OFFSET]", "a goal and its initial distance (may be repeated)", take_goal,
              &job.goals);
    add_text(&line, "png", "FILE", "picture: heat map, walls, goals, arrows where cells are large enough", &job.png);
    add_text(&line, "csv", "FILE", "distances, a row a line; -1: no way", &job.csv);
    add_text(&line, "directions-csv", "FILE", "N E S W NE SE SW NW as 0..7, -1: none; in walls the way out",
             &job.directions_csv);
    return world_command(&line, &settings, count, arguments, run_field, &job);
}
