/* SPDX-License-Identifier: MIT
 * wend place: where may a building stand without cutting anybody off? */
#include "routes.h"

#include "common/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/placement.h>

struct place_job {
    struct goal_list sources, goals;
    wend_cell size; /* of the building */
    const char *png;
};

enum position { NO_ROOM = 0, WOULD_CUT_OFF = 1, MAY_STAND = 2 };

/* What is known of every position of the building, by its upper left cell. */
struct preview {
    uint8_t *positions; /* enum position [cells] */
    size_t room, allowed;
    uint32_t counted_sources;
    double milliseconds;
};

/* Marks the positions that are not allowed though there is room for the building. Rows from below: free_below are the
 * free cells of each column from this row downward. */
static void find_room(const struct world *world, wend_cell size, int32_t *free_below, struct preview *preview) {
    for (int32_t y = world->height - 1; y >= 0; y--) {
        int32_t fitting = 0; /* columns from x rightward that are free far enough */
        for (int32_t x = world->width - 1; x >= 0; x--) {
            bool is_free = wend_mover_place(world->mover, x, y) != WEND_IN_WALL;
            free_below[x] = is_free ? free_below[x] + 1 : 0;
            fitting = free_below[x] >= size.y ? fitting + 1 : 0;
            uint8_t *position = &preview->positions[(size_t)y * (size_t)world->width + (size_t)x];
            bool allowed = *position != 0;
            *position = allowed ? MAY_STAND : fitting >= size.x ? WOULD_CUT_OFF : NO_ROOM;
            preview->room += *position != NO_ROOM;
            preview->allowed += allowed;
        }
    }
}

static wend_status set_up(const struct place_job *job, wend_placement *placement) {
    wend_placement_source *sources = calloc(job->sources.count, sizeof *sources);
    wend_goal *goals = calloc(job->goals.count, sizeof *goals);
    wend_status status = sources && goals ? WEND_OK : WEND_ERROR_NO_MEMORY;
    for (size_t i = 0; i < job->sources.count && sources; i++) {
        sources[i] = (wend_placement_source){.x = job->sources.goals[i].cell.x, .y = job->sources.goals[i].cell.y};
    }
    for (size_t i = 0; i < job->goals.count && goals; i++) {
        goals[i] = (wend_goal){.x = job->goals.goals[i].cell.x, .y = job->goals.goals[i].cell.y};
    }
    if (status == WEND_OK) {
        status = wend_placement_set_sources(placement, sources, job->sources.count);
    }
    if (status == WEND_OK) {
        status = wend_placement_set_goals(placement, goals, job->goals.count, NULL);
    }
    free(sources);
    free(goals);
    return status;
}

static wend_status ask(const struct world *world, const struct place_job *job, wend_placement *placement,
                       wend_workspace *workspace, struct preview *preview) {
    wend_footprint footprint = {.width = job->size.x, .height = job->size.y};
    wend_status status = set_up(job, placement);
    double begin = clock_ms();
    if (status == WEND_OK) {
        status = wend_placement_update(placement, workspace);
    }
    if (status >= WEND_OK) {
        status = wend_placement_preview(placement, workspace, &footprint, preview->positions, (size_t)world->width);
    }
    preview->milliseconds = clock_ms() - begin;
    wend_placement_info info;
    wend_placement_describe(placement, &info);
    preview->counted_sources = info.counted_sources;
    return status;
}

static bool preview_open(const struct world *world, const struct place_job *job, struct preview *preview) {
    wend_placement_desc desc = {.source_capacity = (uint32_t)job->sources.count,
                                .goal_capacity = (uint32_t)job->goals.count};
    wend_placement *placement = NULL;
    wend_workspace *workspace = NULL;
    size_t cells = (size_t)world->width * (size_t)world->height;
    int32_t *free_below = calloc((size_t)world->width, sizeof *free_below);
    *preview = (struct preview){.positions = calloc(cells, 1)};
    wend_status status = free_below && preview->positions ? WEND_OK : WEND_ERROR_NO_MEMORY;
    if (status == WEND_OK) {
        status = wend_workspace_create((uint32_t)cells, NULL, &workspace);
    }
    if (status == WEND_OK) {
        status = wend_placement_create(world->mover, &desc, &placement);
    }
    if (status == WEND_OK) {
        status = ask(world, job, placement, workspace, preview);
    }
    if (status >= WEND_OK) {
        find_room(world, job->size, free_below, preview);
    } else {
        complain("the placement: %s", wend_status_string(status));
    }
    wend_placement_destroy(placement);
    wend_workspace_destroy(workspace);
    free(free_below);
    return status >= WEND_OK;
}

/* The best position among those of the `reach` before each place of a line, itself included: positions to cells. */
static void cover_line(uint8_t *line, int32_t count, size_t stride, int32_t reach) {
    int32_t last[MAY_STAND + 1] = {-reach, -reach, -reach};
    for (int32_t i = 0; i < count; i++) {
        uint8_t *cell = &line[(size_t)i * stride];
        last[*cell] = i;
        *cell = i - last[MAY_STAND] < reach ? MAY_STAND : i - last[WOULD_CUT_OFF] < reach ? WOULD_CUT_OFF : NO_ROOM;
    }
}

struct place_picture {
    const struct world *world;
    const uint8_t *cover; /* enum position [cells]: the best of those that cover the cell */
};

static struct colour paint_cover(void *context, int32_t x, int32_t y) {
    static const struct colour allowed = {120, 190, 108};
    static const struct colour cut_off = {236, 96, 62};
    const struct place_picture *drawing = context;
    struct colour ground = colour_ground(drawing->world->mover, x, y);
    switch (drawing->cover[(size_t)y * (size_t)drawing->world->width + (size_t)x]) {
    case MAY_STAND: return colour_mix(ground, allowed, 150);
    case WOULD_CUT_OFF: return colour_mix(ground, cut_off, 200);
    default: return ground;
    }
}

/* A dot in the middle of each building that would cut somebody off; where it is one cell, the colour says so. */
static void draw_cuts(const struct world *world, const struct view *view, wend_cell size, const uint8_t *positions,
                      struct picture *picture) {
    static const struct colour colour = {214, 40, 30};
    for (int32_t y = 0; y < world->height; y++) {
        for (int32_t x = 0; x < world->width; x++) {
            if (positions[(size_t)y * (size_t)world->width + (size_t)x] == WOULD_CUT_OFF) {
                picture_dot(picture, view, (wend_cell){x, y}, (wend_cell){x + size.x - 1, y + size.y - 1}, colour);
            }
        }
    }
}

/* The ways as they are now, so that one sees what must stay open. */
static void draw_routes(const struct place_job *job, const struct view *view, const wend_field *field,
                        struct picture *picture) {
    struct route route = {NULL, 0, 0};
    for (size_t i = 0; i < job->sources.count; i++) {
        if (route_trace(field, job->sources.goals[i].cell, &route) == WEND_OK) {
            picture_route(picture, view, route.cells, route.count, (struct colour){42, 92, 168});
        }
    }
    free(route.cells);
}

static void draw_marks(const struct place_job *job, const struct view *view, struct picture *picture) {
    for (size_t i = 0; i < job->goals.count; i++) {
        picture_goal(picture, view, job->goals.goals[i].cell.x, job->goals.goals[i].cell.y);
    }
    for (size_t i = 0; i < job->sources.count; i++) {
        picture_start(picture, view, job->sources.goals[i].cell.x, job->sources.goals[i].cell.y);
    }
}

static bool write_picture(const struct world *world, const struct place_job *job, const wend_field *field,
                          const struct preview *preview) {
    size_t width = (size_t)world->width;
    size_t cells = width * (size_t)world->height;
    uint8_t *cover = malloc(cells);
    struct place_picture drawing = {world, cover};
    struct view view = view_of_map(world->map, 1024);
    struct picture picture;
    if (cover) {
        memcpy(cover, preview->positions, cells);
        for (size_t y = 0; y < (size_t)world->height; y++) {
            cover_line(cover + y * width, world->width, 1, job->size.x);
        }
        for (size_t x = 0; x < width; x++) {
            cover_line(cover + x, world->height, width, job->size.y);
        }
    }
    if (!cover || !picture_of_cells(&picture, &view, paint_cover, &drawing)) {
        complain("out of memory");
        free(cover);
        return false;
    }
    free(cover);
    draw_routes(job, &view, field, &picture);
    if (job->size.x > 1 || job->size.y > 1) {
        draw_cuts(world, &view, job->size, preview->positions, &picture);
    }
    draw_marks(job, &view, &picture);
    return save_picture(&picture, job->png);
}

/* Says which sources reach no goal and so do not count. */
static void say_sources(const struct world *world, const struct place_job *job, const wend_field *field) {
    for (size_t i = 0; i < job->sources.count; i++) {
        wend_cell cell = job->sources.goals[i].cell;
        wend_status status = wend_mover_place(world->mover, cell.x, cell.y);
        if (status == WEND_OK && wend_field_value(field, cell.x, cell.y) == WEND_UNREACHABLE) {
            status = WEND_CUT_OFF;
        }
        if (status != WEND_OK) {
            complain("--source %d,%d: %s", (int)cell.x, (int)cell.y, wend_status_string(status));
        }
    }
}

static void print_answer(const struct world *world, const struct place_job *job, const struct preview *preview,
                         bool json) {
    size_t cut_off = preview->room - preview->allowed;
    if (json) {
        printf("{\"width\": %d, \"height\": %d, \"sources\": %u, \"positions\": %zu, \"allowed\": %zu, "
               "\"cut_off\": %zu, \"preview_ms\": %.3f}\n",
               (int)world->width, (int)world->height, (unsigned)preview->counted_sources, preview->room,
               preview->allowed, cut_off, preview->milliseconds);
        return;
    }
    printf("%d x %d cells: room for a building of %d x %d at %zu positions\n", (int)world->width, (int)world->height,
           (int)job->size.x, (int)job->size.y, preview->room);
    printf("  %-12zu it may stand there\n  %-12zu it would cut somebody off\n", preview->allowed, cut_off);
    printf("%u of %zu sources count, found in %.3f ms\n", (unsigned)preview->counted_sources, job->sources.count,
           preview->milliseconds);
}

static int run_place(const struct settings *settings, const struct world *world, const void *context) {
    const struct place_job *job = context;
    wend_field *field = NULL;
    size_t usable = 0;
    double milliseconds = 0.0;
    if (!list_is_good(world, &job->sources, true) || !build_field(world, &job->goals, &field, &usable, &milliseconds)) {
        return EXIT_BAD_INPUT;
    }
    struct preview preview;
    bool good = preview_open(world, job, &preview);
    if (good) {
        say_sources(world, job, field);
        good = !job->png || write_picture(world, job, field, &preview);
    }
    if (good) {
        print_answer(world, job, &preview, settings->json);
    }
    free(preview.positions);
    wend_field_destroy(field);
    return !good ? EXIT_BAD_INPUT : preview.allowed == 0 || preview.counted_sources == 0 ? EXIT_NEGATIVE : EXIT_DONE;
}

int command_place(int count, char **arguments) {
    struct settings settings = {0};
    struct place_job job = {.sources = {.option = "--source"}, .goals = {.option = "--goal"}, .size = {1, 1}};
    struct command_line line = {
        .usage = "wend place MAP --source X,Y --goal X,Y [--size WxH] [--png F] [options]",
        .about =
            "Where may a building stand? Wherever it covers no wall and cuts no source off: each that reaches a goal\n"
            "now must still reach one. All positions are looked at in one go. The exit code is 1 where it may stand\n"
            "nowhere, or no source reaches a goal.\n\n"
            "The picture: green, ground that it may cover, dark where a mover of that radius is too near to a wall\n"
            "to stand; red, ground that it may not cover at all; white, where it does not fit; a red dot, the middle\n"
            "of a building that would cut somebody off; lines, the ways as they are now.\n\n"
            "JSON: width height sources positions allowed cut_off preview_ms. sources counts those that reach a goal,\n"
            "positions is where there is room: allowed + cut_off.\n",
        .positional_needed = 1};
    add_taken(&line, "source", "X,Y", "where units come from or are (may be repeated)", take_place, &job.sources);
    add_taken(&line, "goal", "X,Y", "where they go (may be repeated)", take_place, &job.goals);
    add_taken(&line, "size", "WxH", "of the building in cells (default 1x1)", take_size, &job.size);
    add_text(&line, "png", "FILE", "picture of where it may stand", &job.png);
    return world_command(&line, &settings, count, arguments, run_place, &job);
}
