/* SPDX-License-Identifier: MIT
 * wend range: which cells units can reach, how many of them, and who is nearest. */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <wend/tactics.h>

struct range_job {
    struct goal_list units;
    const char *png;
};

/* What one unit can reach. */
struct unit {
    wend_range_source source;
    wend_status status; /* OK, or why it can go nowhere */
    size_t in_range;    /* cells */
    size_t nearest;     /* cells in its range that no other unit is nearer to */
};

struct ranges {
    const struct world *world;
    struct unit *units;
    size_t count;
    uint16_t *counts;  /* [cells] units that reach the cell */
    uint32_t *nearest; /* [cells] unit, or WEND_NO_SOURCE */
    uint32_t *values;  /* [cells] raw distance from the nearest unit */
    size_t *by_count;  /* [count + 1] cells that so many units reach */
    size_t most;       /* the greatest of those counts */
    size_t in_range;   /* cells that any unit reaches */
    uint32_t farthest; /* [raw units] greatest of values where counts are not 0 */
};

static bool ranges_open(const struct world *world, const struct range_job *job, struct ranges *ranges) {
    size_t cells = (size_t)world->width * (size_t)world->height;
    size_t count = job->units.count;
    *ranges = (struct ranges){.world = world,
                              .units = calloc(count, sizeof *ranges->units),
                              .count = count,
                              .counts = calloc(cells, sizeof *ranges->counts),
                              .nearest = calloc(cells, sizeof *ranges->nearest),
                              .values = calloc(cells, sizeof *ranges->values),
                              .by_count = calloc(count + 1, sizeof *ranges->by_count)};
    bool good = ranges->units && ranges->counts && ranges->nearest && ranges->values && ranges->by_count;
    for (size_t i = 0; good && i < count; i++) {
        const struct goal_argument *unit = &job->units.goals[i];
        ranges->units[i].source = (wend_range_source){unit->cell, raw_offset(world, unit, WEND_UNREACHABLE)};
    }
    return good;
}

static void ranges_close(struct ranges *ranges) {
    free(ranges->units);
    free(ranges->counts);
    free(ranges->nearest);
    free(ranges->values);
    free(ranges->by_count);
}

/* What each unit reaches, and how many reach each cell. */
static wend_status find_ranges(struct ranges *ranges, wend_workspace *workspace) {
    const struct world *world = ranges->world;
    wend_rect all = {0, 0, world->width, world->height};
    wend_range_out nothing = {.cells = NULL};
    for (size_t i = 0; i < ranges->count; i++) {
        struct unit *unit = &ranges->units[i];
        wend_status status =
            wend_range_find(world->mover, workspace, &unit->source, WEND_OUTWARDS, &nothing, &unit->in_range);
        if (status < WEND_OK) {
            return status;
        }
        unit->status = status == WEND_TRUNCATED ? WEND_OK : status;
        status = wend_threat_add(world->mover, workspace, &unit->source, 1, WEND_OUTWARDS, all, ranges->counts,
                                 (size_t)world->width, NULL);
        if (status < WEND_OK) {
            return status;
        }
    }
    return WEND_OK;
}

static wend_status find_nearest(struct ranges *ranges, wend_workspace *workspace) {
    const struct world *world = ranges->world;
    wend_goal *sources = calloc(ranges->count, sizeof *sources);
    if (!sources) {
        return WEND_ERROR_NO_MEMORY;
    }
    for (size_t i = 0; i < ranges->count; i++) {
        wend_cell cell = ranges->units[i].source.cell;
        sources[i] = (wend_goal){.x = cell.x, .y = cell.y};
    }
    wend_allocation_out out = {{0, 0, world->width, world->height},
                               ranges->nearest,
                               (size_t)world->width,
                               ranges->values,
                               (size_t)world->width};
    wend_status status =
        wend_allocate_cells(world->mover, workspace, sources, ranges->count, WEND_OUTWARDS, 0, &out, NULL);
    free(sources);
    return status;
}

/* Is the nearest unit one that reaches the cell? */
static bool nearest_reaches(const struct ranges *ranges, size_t place) {
    uint32_t unit = ranges->nearest[place];
    return unit != WEND_NO_SOURCE && ranges->values[place] <= ranges->units[unit].source.range;
}

static void sum_up(struct ranges *ranges) {
    size_t cells = (size_t)ranges->world->width * (size_t)ranges->world->height;
    for (size_t place = 0; place < cells; place++) {
        size_t here = ranges->counts[place];
        ranges->by_count[here]++;
        ranges->in_range += here > 0;
        ranges->most = here > ranges->most ? here : ranges->most;
        if (nearest_reaches(ranges, place)) {
            ranges->units[ranges->nearest[place]].nearest++;
            ranges->farthest = ranges->values[place] > ranges->farthest ? ranges->values[place] : ranges->farthest;
        }
    }
}

/* Hues of units, far apart for the first eight. */
static struct colour unit_colour(size_t unit) {
    static const struct colour colours[] = {{222, 84, 72},  {64, 132, 212}, {84, 168, 84},   {236, 172, 48},
                                            {148, 96, 200}, {52, 178, 176}, {226, 112, 172}, {146, 116, 72}};
    return colours[unit % (sizeof colours / sizeof colours[0])];
}

/* One unit: how far it is. Several: whose the cell is, the stronger the more units reach it. */
static struct colour paint_range(void *context, int32_t x, int32_t y) {
    static const struct colour ink = {20, 22, 30};
    const struct ranges *ranges = context;
    size_t place = (size_t)y * (size_t)ranges->world->width + (size_t)x;
    struct colour ground = colour_ground(ranges->world->mover, x, y);
    size_t here = ranges->counts[place];
    if (here == 0) {
        return ground;
    }
    if (ranges->count == 1) {
        uint64_t share = ranges->farthest > 0 ? (uint64_t)ranges->values[place] * 255 / ranges->farthest : 0;
        return colour_mix(ground, colour_heat((uint32_t)share), 220);
    }
    struct colour colour = nearest_reaches(ranges, place) ? unit_colour(ranges->nearest[place]) : ink;
    struct colour light = colour_mix(ground, colour, 110);
    struct colour deep = colour_mix(colour, ink, 70);
    return ranges->most > 1 ? colour_mix(light, deep, (uint32_t)((here - 1) * 220 / (ranges->most - 1))) : light;
}

static bool write_picture(const struct ranges *ranges, const char *path) {
    struct view view = view_of_map(ranges->world->map, 1024);
    struct picture picture;
    if (!picture_of_cells(&picture, &view, paint_range, (void *)ranges)) {
        complain("out of memory");
        return false;
    }
    for (size_t i = 0; i < ranges->count; i++) {
        wend_cell cell = ranges->units[i].source.cell;
        picture_unit(&picture, &view, cell.x, cell.y, unit_colour(i));
    }
    return save_picture(&picture, path);
}

static void print_json(const struct ranges *ranges) {
    printf("{\"cells\": %zu, \"most\": %zu, \"by_count\": [", ranges->in_range, ranges->most);
    for (size_t i = 0; i <= ranges->most; i++) {
        printf("%s%zu", i > 0 ? ", " : "", ranges->by_count[i]);
    }
    printf("], \"in_range\": [");
    for (size_t i = 0; i < ranges->count; i++) {
        printf("%s%zu", i > 0 ? ", " : "", ranges->units[i].in_range);
    }
    printf("], \"nearest\": [");
    for (size_t i = 0; i < ranges->count; i++) {
        printf("%s%zu", i > 0 ? ", " : "", ranges->units[i].nearest);
    }
    printf("]}\n");
}

static void print_text(const struct ranges *ranges) {
    for (size_t i = 0; i < ranges->count; i++) {
        const struct unit *unit = &ranges->units[i];
        char range[32] = "any distance";
        if (unit->source.range != WEND_UNREACHABLE) {
            (void)snprintf(range, sizeof range, "within %.10g", world_distance(ranges->world, unit->source.range));
        }
        printf("%d,%d %s: %zu cells, nearest to %zu of them\n", (int)unit->source.cell.x, (int)unit->source.cell.y,
               range, unit->in_range, unit->nearest);
    }
    printf("%zu cells are reached by %s\n", ranges->in_range, ranges->count > 1 ? "any unit" : "it");
    for (size_t i = 1; i <= ranges->most && ranges->count > 1; i++) {
        printf("  %-12zu by %zu of them\n", ranges->by_count[i], i);
    }
}

/* Says which units can go nowhere; returns how many can. */
static size_t say_units(const struct ranges *ranges) {
    size_t usable = 0;
    for (size_t i = 0; i < ranges->count; i++) {
        const struct unit *unit = &ranges->units[i];
        usable += unit->status == WEND_OK;
        if (unit->status != WEND_OK) {
            complain("--from %d,%d: %s", (int)unit->source.cell.x, (int)unit->source.cell.y,
                     wend_status_string(unit->status));
        }
    }
    return usable;
}

static int run_range(const struct settings *settings, const struct world *world, const void *context) {
    const struct range_job *job = context;
    if (!list_is_good(world, &job->units, true)) {
        return EXIT_BAD_INPUT;
    }
    struct ranges ranges;
    wend_workspace *workspace = NULL;
    uint32_t cells = (uint32_t)world->width * (uint32_t)world->height;
    wend_status status = ranges_open(world, job, &ranges) ? WEND_OK : WEND_ERROR_NO_MEMORY;
    if (status == WEND_OK) {
        status = wend_workspace_create(cells, NULL, &workspace);
    }
    if (status == WEND_OK) {
        status = find_ranges(&ranges, workspace);
    }
    if (status == WEND_OK) {
        status = find_nearest(&ranges, workspace);
    }
    int code = EXIT_BAD_INPUT;
    if (status < WEND_OK) {
        complain("the ranges: %s", wend_status_string(status));
    } else {
        sum_up(&ranges);
        size_t usable = say_units(&ranges);
        if (!job->png || write_picture(&ranges, job->png)) {
            (settings->json ? print_json : print_text)(&ranges);
            code = usable > 0 ? EXIT_DONE : EXIT_NEGATIVE;
        }
    }
    wend_workspace_destroy(workspace);
    ranges_close(&ranges);
    return code;
}

int command_range(int count, char **arguments) {
    struct settings settings = {0};
    struct range_job job = {.units = {.option = "--from"}};
    struct command_line line = {
        .usage = "wend range MAP --from X,Y[,RANGE] [--png F] [options]",
        .about =
            "Which cells units can reach, each within its own range, and how many units reach each cell. Ranges are\n"
            "what the walk from the unit to the cell costs, 1.0 being a straight step on ground that costs 1.0,\n"
            "rounded to whole raw units (1/140 at a cost of 1). The exit code is 1 where no unit stands on free "
            "ground.\n\n"
            "The picture of one unit: how far each cell is that it reaches. Of several: each cell in the colour of\n"
            "the unit that is nearest, the deeper the more units reach it; grey where the nearest one does not.\n\n"
            "JSON: cells most by_count in_range nearest. cells counts those that any unit reaches, by_count[n] those\n"
            "that n units do, from 0 to most; in_range and nearest have a number per unit: the cells that it reaches,\n"
            "and those of them that it is nearest to, the first one where several are.\n",
        .positional_needed = 1};
    add_taken(&line, "from", "X,Y[,RANGE]", "a unit, and how far it goes; no RANGE: any distance (may be repeated)",
              take_unit, &job.units);
    add_text(&line, "png", "FILE", "picture of the ranges", &job.png);
    return world_command(&line, &settings, count, arguments, run_range, &job);
}
