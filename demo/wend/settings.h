/* SPDX-License-Identifier: MIT
 * What all commands share: the common options, and the map and mover they ask for. */
#ifndef WEND_COMMAND_SETTINGS_H
#define WEND_COMMAND_SETTINGS_H

#include "common/options.h"
#include "common/picture.h"
#include "common/text_file.h"

#include <wend/wend.h>

struct settings {
    bool hex, json;
    uint32_t neighbours, corner, step, diagonal; /* places in the lists of words */
    const char *costs_path;
    uint32_t unit_cost, radius, threads;
    bool blocked[256]; /* terrain that is a wall by option */
};

/* A map from a file and the mover that the options describe. */
struct world {
    wend_map *map;
    wend_mover *mover;
    int32_t width, height;
    uint32_t unit_cost;
    bool characters; /* terrain is characters, not numbers */
    wend_tasks tasks;
};

/* Adds the options of map and mover, and --json. */
void settings_add(struct settings *settings, struct command_line *line);
/* Adds --threads, for commands that spread their work; before settings_add. */
void settings_add_threads(struct settings *settings, struct command_line *line);

/* False: one line on standard error says why. */
bool world_open(const struct settings *settings, const char *path, struct world *world);
void world_close(struct world *world);

/* A command about one map: adds the settings, reads the command line, opens the map that it names first, and runs.
 * Returns the exit code. */
typedef int world_run(const struct settings *settings, const struct world *world, const void *job);
int world_command(struct command_line *line, struct settings *settings, int count, char **arguments, world_run *run,
                  const void *job);

/* [1.0 = one straight step at unit_cost] of raw units. */
double world_distance(const struct world *world, uint32_t raw);

/* Length of the mover's diagonal steps, exact: sqrt 2, 1, 1.5 or 2. */
double world_diagonal(const struct world *world);

/* Is the cell on the map? If not, one line on standard error names the option. */
bool world_holds(const struct world *world, const char *option, wend_cell cell);

/* Lists of cells on the command line. */
enum { GOAL_LIMIT = 4096 };

struct goal_argument {
    wend_cell cell;
    double offset; /* or range [1.0 = one straight step at unit_cost]; below 0: none was given */
};

struct goal_list {
    const char *option; /* that they were given with, such as --goal */
    struct goal_argument goals[GOAL_LIMIT];
    size_t count;
};

struct cell_argument {
    wend_cell cell;
    bool given;
};

/* Readers for OPTION_TAKEN. Targets: a struct goal_list of X,Y or X,Y,OFFSET, of X,Y, or of X,Y or X,Y,RANGE; a struct
 * cell_argument of X,Y; a wend_cell of WxH. */
bool take_goal(void *target, const char *text, char *reason);
bool take_place(void *target, const char *text, char *reason);
bool take_unit(void *target, const char *text, char *reason);
bool take_cell(void *target, const char *text, char *reason);
bool take_size(void *target, const char *text, char *reason);

/* Are all of them on the map, and their numbers none that distances cannot hold? At least one, where needed. If not,
 * one line on standard error says so. */
bool list_is_good(const struct world *world, const struct goal_list *list, bool needed);
/* [raw units] what was given, or `missing`. */
uint32_t raw_offset(const struct world *world, const struct goal_argument *goal, uint32_t missing);
/* Sets a list that is good as the goals of a field with room for them. */
wend_status set_goals(const struct world *world, const struct goal_list *list, wend_field *field);
/* Says on standard error which goals of a field that is built could not be used; returns how many could. */
size_t count_usable(const struct goal_list *list, const wend_field *field);

/* A field of the world's mover with these goals set and built; statuses of goals that cannot be used are said on
 * standard error. *usable is how many goals could be used. False: an error was said. */
bool build_field(const struct world *world, const struct goal_list *goals, wend_field **field, size_t *usable,
                 double *milliseconds);

/* Writes a picture as PNG and destroys it. False: one line on standard error says why. */
bool save_picture(struct picture *picture, const char *path);

/* Ends the output of a command: EXIT_BAD_INPUT where standard output could not be written, else code. */
int finish_output(int code);

/* The commands. Each takes the arguments behind its name and returns the exit code. */
int command_make(int count, char **arguments);
int command_info(int count, char **arguments);
int command_field(int count, char **arguments);
int command_path(int count, char **arguments);
int command_check(int count, char **arguments);
int command_check_raster(int count, char **arguments);
int command_check_dynamic(int count, char **arguments);
int command_place(int count, char **arguments);
int command_range(int count, char **arguments);
int command_flee(int count, char **arguments);
int command_horde(int count, char **arguments);

#endif
