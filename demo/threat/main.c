/* SPDX-License-Identifier: MIT
 * threat: units with ranges on a map, their threat map, the safest way through it, and a flee map. */
#include "common/display.h"
#include "common/map_file.h"
#include "common/options.h"
#include "plan.h"
#include "scene.h"
#include "window.h"

#include <stdio.h>
#include <string.h>

struct wishes {
    struct plan_wishes plan;
    const char *map, *screenshot;
    uint32_t frames, shown;
    bool headless, hex, has_exit;
};

static bool take_start(void *target, const char *text, char *reason) {
    struct plan_wishes *wishes = target;
    return wishes->has_start = parse_place(text, &wishes->start, reason);
}

static bool take_goal(void *target, const char *text, char *reason) {
    struct plan_wishes *wishes = target;
    return wishes->has_goal = parse_place(text, &wishes->goal, reason);
}

static bool take_unit(void *target, const char *text, char *reason) {
    struct plan_wishes *wishes = target;
    if (wishes->unit_count == PLAN_UNITS) {
        (void)snprintf(reason, OPTION_REASON, "at most %d units", PLAN_UNITS);
        return false;
    }
    struct unit *unit = &wishes->units[wishes->unit_count];
    const char *rest = NULL;
    int64_t range = 0;
    (void)snprintf(reason, OPTION_REASON, "X,Y,RANGE, whole numbers, the range from 1 to %d", LONGEST_RANGE);
    if (!parse_cell(text, &unit->cell, &rest) || !rest || !parse_whole(rest, 1, LONGEST_RANGE, &range)) return false;
    unit->range = (uint32_t)range;
    wishes->unit_count++;
    return true;
}

static void print_way(const struct plan *plan, const char *name, enum way way) {
    const struct route *route = &plan->routes[way];
    printf("%s %.3f  cells %u  in range %u  %s\n", name, (double)route->length, (unsigned)route->count,
           (unsigned)route->threatened, wend_status_string(route->status));
}

static void print_summary(const struct plan *plan) {
    uint32_t most = 0;
    for (size_t i = 0; i < (size_t)plan->width * (size_t)plan->height; i++)
        if (plan->counts[i] > most) most = plan->counts[i];
    printf("map %s %dx%d  units %u  danger %u\n", plan->name, (int)plan->width, (int)plan->height,
           (unsigned)plan->unit_count, (unsigned)plan->danger);
    printf("in range %u cells  at most of %u units\n", (unsigned)plan->threatened, (unsigned)most);
    print_way(plan, "shortest", WAY_SHORTEST);
    print_way(plan, "safest", WAY_SAFEST);
    print_way(plan, "flight", WAY_FLIGHT);
}

static int show(const struct wishes *wishes, struct plan *plan, struct scene *scene) {
    if (wishes->headless)
        scene_draw(scene, plan);
    else if (!window_run(plan, scene, wishes->frames))
        return EXIT_NO_WINDOW;
    print_summary(plan);
    if (wishes->screenshot && !picture_write_png(&scene->picture, wishes->screenshot))
        return complain("%s: cannot be written", wishes->screenshot);
    return EXIT_DONE;
}

static int run(const struct wishes *wishes) {
    static struct plan plan;
    struct scene scene = {.shown = (enum shown)wishes->shown};
    char path[512];
    map_file_shipped("arena", path, sizeof path);
    const char *map = wishes->map ? wishes->map : path;
    int result = EXIT_BAD_INPUT;
    if (plan_open(&plan, map, &wishes->plan)) {
        plan.goal_is_exit = wishes->has_exit;
        plan_update(&plan);
        result =
            scene_open(&scene, &plan) ? show(wishes, &plan, &scene) : complain("%s: no memory for the picture", map);
    }
    scene_close(&scene);
    plan_close(&plan);
    return result;
}

int main(int count, char **arguments) {
    static const char *const shown_words[] = {"threat", "flight", NULL};
    static struct wishes wishes = {.plan.danger = 6};
    struct command_line line = {
        .usage = "threat [--map FILE] [--unit X,Y,RANGE]... [--start X,Y] [--goal X,Y] [options]",
        .about =
            "Units with ranges on a map: how many of them can reach each cell, the shortest way and the safest one\n"
            "past them, and where to flee. In the window units and marks are moved with the left button, which\n"
            "also adds units; the right one removes them and paints walls; all keys stand beside the map. With\n"
            "--headless there is no window: a summary is printed, and the picture goes to the --screenshot. Exit\n"
            "code 2: bad input; 3: no window can be opened.\n"};
    add_text(&line, "map", "FILE", "a map: .map .pgm .csv .txt (default: the shipped arena)", &wishes.map);
    add_taken(&line, "unit", "X,Y,RANGE", "a unit, its range in steps (may be repeated; default: five of them)",
              take_unit, &wishes.plan);
    add_taken(&line, "start", "X,Y", "where the ways begin (default: at the left)", take_start, &wishes.plan);
    add_taken(&line, "goal", "X,Y", "where they lead (default: at the right)", take_goal, &wishes.plan);
    add_number(&line, "danger", "N", "what each unit in range adds to the cost of a cell (default 6)", 0, MOST_DANGER,
               &wishes.plan.danger);
    add_flag(&line, "exit", "whoever flees may leave at the goal", &wishes.has_exit);
    add_word(&line, "show", "threat|flight", "begin with the threat map (default) or the flee map", shown_words,
             &wishes.shown);
    add_flag(&line, "hex", "cells are hexagons", &wishes.hex);
    add_flag(&line, "headless", "without a window", &wishes.headless);
    add_number(&line, "frames", "N", "end after so many frames (default: never)", 0, 1000000, &wishes.frames);
    add_text(&line, "screenshot", "FILE", "write the last frame as PNG", &wishes.screenshot);
    enum command_line_result result = command_line_read(&line, count - 1, arguments + 1);
    if (result != COMMAND_LINE_GO) return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    wishes.plan.lattice = wishes.hex ? WEND_HEX : WEND_SQUARE;
    return run(&wishes);
}
