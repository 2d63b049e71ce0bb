/* SPDX-License-Identifier: MIT
 * What all commands share: see settings.h. */
#include "settings.h"

#include "common/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_NOT_GIVEN UINT32_MAX

static const char *const neighbour_words[] = {"8", "4", NULL};
static const char *const corner_words[] = {"never", "one", "always", NULL};
static const char *const step_words[] = {"mean", "enter", NULL};
static const char *const diagonal_words[] = {"99", "70", "105", "140", NULL};

/* A whole number is in 1/256 cell, as in the library; one with a point is in cells. */
static bool take_radius(void *target, const char *text, char *reason) {
    int64_t whole = 0;
    double cells = 0.0;
    (void)snprintf(reason, OPTION_REASON, "0 to %d (1/256 cell), or 0.0 to %d.0 (cells)", WEND_MAX_RADIUS,
                   WEND_MAX_RADIUS / 256);
    if (parse_whole(text, 0, WEND_MAX_RADIUS, &whole)) {
        *(uint32_t *)target = (uint32_t)whole;
        return true;
    }
    if (strchr(text, '.') && parse_decimal(text, 0.0, WEND_MAX_RADIUS / 256.0, &cells)) {
        *(uint32_t *)target = (uint32_t)floor(cells * 256.0 + 0.5);
        return true;
    }
    return false;
}

static bool take_blocked(void *target, const char *text, char *reason) {
    struct settings *settings = target;
    int64_t terrain = 0;
    (void)snprintf(reason, OPTION_REASON, "a terrain number from 0 to 255");
    if (!parse_whole(text, 0, 255, &terrain)) {
        return false;
    }
    settings->blocked[terrain] = true;
    return true;
}

void settings_add(struct settings *settings, struct command_line *line) {
    settings->neighbours = WORD_NOT_GIVEN;
    settings->unit_cost = 1;
    settings->threads = 1;
    add_heading(line, "map and mover");
    add_word(line, "neighbours", "8|4", "steps from a square (default 8)", neighbour_words, &settings->neighbours);
    add_flag(line, "hex", "the cells are hexagons, odd rows shifted right", &settings->hex);
    add_word(line, "corner", "never|one|always", "diagonals need both sides free (never, default), one, or none",
             corner_words, &settings->corner);
    add_word(line, "step", "mean|enter", "a step costs the mean of both cells (default), or the cell entered",
             step_words, &settings->step);
    add_word(line, "diagonal", "99|70|105|140", "length of a diagonal in 1/70: sqrt 2 (default), 1, 1.5 or 2",
             diagonal_words, &settings->diagonal);
    add_text(line, "costs", "FILE", "lines `terrain cost`: a character for .map, else a number; 255 is a wall",
             &settings->costs_path);
    add_number(line, "unit-cost", "U", "the cost that counts as 1.0 (default 1)", 1, 254, &settings->unit_cost);
    add_taken(line, "radius", "R", "of the mover in 1/256 cell, or in cells if written with a point (0.75)",
              take_radius, &settings->radius);
    add_taken(line, "blocked", "N", "terrain number N is a wall (may be repeated)", take_blocked, settings);
    add_heading(line, "output");
    add_flag(line, "json", "print one JSON object on standard output", &settings->json);
}

void settings_add_threads(struct settings *settings, struct command_line *line) {
    add_number(line, "threads", "N", "how many threads share the work; 0: one per core (default 1)", 0, 256,
               &settings->threads);
}

/* One line of a costs file into costs; what is wrong, or NULL. The line is changed. */
static const char *read_cost_line(char *line, bool characters, uint8_t *costs) {
    char *rest = line;
    int64_t terrain = (unsigned char)line[0];
    if (characters) {
        rest = line + 1;
        if (strcspn(rest, " \t,") != 0) {
            return "expected one character, then its cost";
        }
    }
    char *words[2];
    size_t wanted = characters ? 1 : 2;
    if (split_words(rest, " \t,", false, words, 2) != wanted) {
        return characters ? "expected one character, then its cost" : "expected a terrain number, then its cost";
    }
    if (!characters && !parse_whole(words[0], 0, 255, &terrain)) {
        return "the terrain is not a number from 0 to 255";
    }
    int64_t cost = 0;
    if (!parse_whole(words[wanted - 1], 1, WEND_BLOCKED, &cost)) {
        return "the cost is not a number from 1 to 255";
    }
    costs[terrain] = (uint8_t)cost;
    return NULL;
}

static bool read_costs(const char *path, bool characters, uint8_t *costs) {
    struct text_file file;
    if (!text_file_read(path, &file)) {
        return false;
    }
    const char *fault = NULL;
    for (size_t i = 0; i < file.line_count && !fault; i++) {
        if (file.lines[i][0] != '\0') {
            fault = read_cost_line(file.lines[i], characters, costs);
        }
        if (fault) {
            complain("%s:%zu: %s", path, i + 1, fault);
        }
    }
    text_file_free(&file);
    return !fault;
}

static bool open_png(const char *path, wend_lattice lattice, wend_map **map) {
    uint8_t *grey = NULL;
    char message[160];
    wend_map_desc desc = {.lattice = lattice};
    if (!grey_read_png(path, &grey, &desc.width, &desc.height, message, sizeof message)) {
        complain("%s: %s", path, message);
        return false;
    }
    wend_status status = wend_map_create(&desc, map);
    if (status == WEND_OK) {
        wend_rect all = {0, 0, desc.width, desc.height};
        status = wend_map_write(*map, all, grey, (size_t)desc.width);
    }
    free(grey);
    if (status != WEND_OK) {
        complain("%s: %s", path, wend_status_string(status));
    }
    return status == WEND_OK;
}

static bool open_map(const char *path, wend_lattice lattice, wend_map **map, uint8_t *costs) {
    if (has_extension(path, ".png")) {
        for (int terrain = 0; terrain < 256; terrain++) {
            costs[terrain] = (uint8_t)(terrain == 0 ? 1 : terrain);
        }
        return open_png(path, lattice, map);
    }
    wend_read_options options = {.lattice = lattice};
    wend_read_error error = {0, ""};
    wend_status status = wend_map_read_file(path, &options, map, costs, &error);
    if (status == WEND_OK) {
        return true;
    }
    const char *message = error.message[0] ? error.message : wend_status_string(status);
    bool extension = false;
    static const char *const extensions[] = {".map", ".pgm", ".csv", ".txt"};
    for (size_t i = 0; i < 4; i++) {
        extension = extension || has_extension(path, extensions[i]);
    }
    if (!extension) {
        complain("%s: a map must be a .map, .pgm, .csv, .txt or .png file", path);
    } else if (error.line > 0) {
        complain("%s:%lu: %s", path, (unsigned long)error.line, message);
    } else {
        complain("%s: %s", path, message);
    }
    return false;
}

static bool open_mover(const struct settings *settings, const uint8_t *costs, struct world *world) {
    static const uint32_t diagonals[] = {99, 70, 105, 140};
    wend_mover_desc desc = {.costs = costs,
                            .unit_cost = settings->unit_cost,
                            .corner_rule = (wend_corner_rule)settings->corner,
                            .step_rule = (wend_step_rule)settings->step,
                            .diagonal = diagonals[settings->diagonal],
                            .radius = settings->radius};
    if (settings->neighbours != WORD_NOT_GIVEN) {
        desc.neighbours = settings->neighbours == 0 ? 8 : 4;
        if (settings->hex) {
            complain("--neighbours does not go with --hex: hexagons have six");
            return false;
        }
    }
    wend_status status = wend_mover_create(world->map, &desc, &world->mover);
    if (status != WEND_OK) {
        complain("the mover: %s", wend_status_string(status));
    }
    return status == WEND_OK;
}

bool world_open(const struct settings *settings, const char *path, struct world *world) {
    uint8_t costs[256];
    *world = (struct world){.unit_cost = settings->unit_cost, .characters = has_extension(path, ".map")};
    world->tasks = wend_tasks_openmp(settings->threads);
    bool good = open_map(path, settings->hex ? WEND_HEX : WEND_SQUARE, &world->map, costs) &&
                (!settings->costs_path || read_costs(settings->costs_path, world->characters, costs));
    if (good) {
        for (size_t terrain = 0; terrain < 256; terrain++) {
            costs[terrain] = settings->blocked[terrain] ? WEND_BLOCKED : costs[terrain];
        }
        world->width = wend_map_width(world->map);
        world->height = wend_map_height(world->map);
        good = open_mover(settings, costs, world);
    }
    if (!good) {
        world_close(world);
    }
    return good;
}

void world_close(struct world *world) {
    wend_mover_destroy(world->mover);
    wend_map_destroy(world->map);
    world->mover = NULL;
    world->map = NULL;
}

int world_command(struct command_line *line, struct settings *settings, int count, char **arguments, world_run *run,
                  const void *job) {
    settings_add(settings, line);
    enum command_line_result result = command_line_read(line, count, arguments);
    if (result != COMMAND_LINE_GO) {
        return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    struct world world;
    if (!world_open(settings, line->positionals[0], &world)) {
        return EXIT_BAD_INPUT;
    }
    int code = run(settings, &world, job);
    world_close(&world);
    return code;
}

double world_distance(const struct world *world, uint32_t raw) {
    return (double)raw / ((double)WEND_RAW_PER_COST * world->unit_cost);
}

double world_diagonal(const struct world *world) {
    wend_mover_desc desc;
    wend_mover_describe(world->mover, &desc);
    return desc.diagonal == 99 ? sqrt(2.0) : desc.diagonal / 70.0;
}

bool world_holds(const struct world *world, const char *option, wend_cell cell) {
    if (cell.x >= 0 && cell.y >= 0 && cell.x < world->width && cell.y < world->height) {
        return true;
    }
    complain("%s %d,%d: is not on the map, which has %dx%d cells", option, (int)cell.x, (int)cell.y, (int)world->width,
             (int)world->height);
    return false;
}

bool take_cell(void *target, const char *text, char *reason) {
    struct cell_argument *cell = target;
    const char *rest = NULL;
    (void)snprintf(reason, OPTION_REASON, "X,Y, a cell such as 3,0");
    cell->given = parse_cell(text, &cell->cell, &rest) && !rest;
    return cell->given;
}

bool take_size(void *target, const char *text, char *reason) {
    wend_cell *size = target;
    char width_text[16] = "";
    int64_t width = 0;
    int64_t height = 0;
    const char *x = strchr(text, 'x');
    (void)snprintf(reason, OPTION_REASON, "WxH, such as 64x48, each from 1 to %d", WEND_MAX_SIDE);
    if (!x || (size_t)(x - text) >= sizeof width_text) {
        return false;
    }
    memcpy(width_text, text, (size_t)(x - text));
    if (!parse_whole(width_text, 1, WEND_MAX_SIDE, &width) || !parse_whole(x + 1, 1, WEND_MAX_SIDE, &height)) {
        return false;
    }
    *size = (wend_cell){(int32_t)width, (int32_t)height};
    return true;
}

/* One more of a list; `missing` is its number where only X,Y is given. form says what is expected. */
static bool take_listed(struct goal_list *list, const char *text, bool with_number, double missing, const char *form,
                        char *reason) {
    struct goal_argument goal = {{0, 0}, missing};
    const char *rest = NULL;
    if (list->count == GOAL_LIMIT) {
        (void)snprintf(reason, OPTION_REASON, "at most %d of them", GOAL_LIMIT);
        return false;
    }
    (void)snprintf(reason, OPTION_REASON, "%s", form);
    if (!parse_cell(text, &goal.cell, &rest)) {
        return false;
    }
    if (rest && (!with_number || !parse_decimal(rest, 0.0, 3e7, &goal.offset))) {
        return false;
    }
    list->goals[list->count++] = goal;
    return true;
}

bool take_goal(void *target, const char *text, char *reason) {
    return take_listed(target, text, true, 0.0, "X,Y or X,Y,OFFSET, such as 3,0 or 3,0,12.5", reason);
}

bool take_place(void *target, const char *text, char *reason) {
    return take_listed(target, text, false, 0.0, "X,Y, a cell such as 3,0", reason);
}

bool take_unit(void *target, const char *text, char *reason) {
    return take_listed(target, text, true, -1.0, "X,Y or X,Y,RANGE, such as 3,0 or 3,0,12.5", reason);
}

static double raw_number(const struct world *world, double distance) {
    return floor(distance * (double)WEND_RAW_PER_COST * world->unit_cost + 0.5);
}

uint32_t raw_offset(const struct world *world, const struct goal_argument *goal, uint32_t missing) {
    return goal->offset < 0.0 ? missing : (uint32_t)raw_number(world, goal->offset);
}

bool list_is_good(const struct world *world, const struct goal_list *list, bool needed) {
    if (needed && list->count == 0) {
        complain("at least one %s X,Y is needed", list->option);
        return false;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct goal_argument *goal = &list->goals[i];
        if (!world_holds(world, list->option, goal->cell)) {
            return false;
        }
        if (raw_number(world, goal->offset) >= (double)WEND_SATURATED_VALUE) {
            complain("%s %d,%d: the number behind it is too large", list->option, (int)goal->cell.x, (int)goal->cell.y);
            return false;
        }
    }
    return true;
}

wend_status set_goals(const struct world *world, const struct goal_list *list, wend_field *field) {
    wend_goal *goals = calloc(list->count + 1, sizeof *goals);
    if (!goals) {
        return WEND_ERROR_NO_MEMORY;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct goal_argument *goal = &list->goals[i];
        goals[i] = (wend_goal){goal->cell.x, goal->cell.y, 1, 1, raw_offset(world, goal, 0)};
    }
    wend_status status = wend_field_set_goals(field, goals, list->count, NULL);
    free(goals);
    return status;
}

size_t count_usable(const struct goal_list *list, const wend_field *field) {
    size_t usable = 0;
    for (size_t i = 0; i < list->count; i++) {
        wend_goal_result result = {WEND_OK, 0, {0, 0}};
        (void)wend_field_goal_result(field, i, &result);
        if (result.cells > 0) {
            usable++;
        } else {
            complain("%s %d,%d: %s", list->option, (int)list->goals[i].cell.x, (int)list->goals[i].cell.y,
                     wend_status_string(result.status));
        }
    }
    return usable;
}

bool build_field(const struct world *world, const struct goal_list *goals, wend_field **field, size_t *usable,
                 double *milliseconds) {
    if (!list_is_good(world, goals, true)) {
        return false;
    }
    wend_field_desc desc = {.goal_capacity = (uint32_t)goals->count};
    wend_workspace *workspace = NULL;
    uint32_t cells = (uint32_t)world->width * (uint32_t)world->height;
    wend_status status = wend_field_create(world->mover, &desc, field);
    if (status == WEND_OK) {
        status = wend_workspace_create(cells, NULL, &workspace);
    }
    if (status == WEND_OK) {
        status = set_goals(world, goals, *field);
    }
    if (status == WEND_OK) {
        double begin = clock_ms();
        status = wend_field_build(*field, workspace, NULL);
        *milliseconds = clock_ms() - begin;
    }
    wend_workspace_destroy(workspace);
    if (status < WEND_OK) {
        complain("the field: %s", wend_status_string(status));
        wend_field_destroy(*field);
        *field = NULL;
        return false;
    }
    *usable = count_usable(goals, *field);
    return true;
}

bool save_picture(struct picture *picture, const char *path) {
    bool written = picture_write_png(picture, path);
    picture_destroy(picture);
    if (!written) {
        complain("%s: cannot be written", path);
    }
    return written;
}

int finish_output(int code) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return complain("standard output cannot be written");
    }
    return code;
}
