/* SPDX-License-Identifier: MIT
 * horde: thousands of agents flow to goals over a map that the player changes. */
#include "common/clock.h"
#include "common/display.h"
#include "common/map_file.h"
#include "common/options.h"
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP_SECONDS (1.0f / 60.0f)
#define DEFAULT_FRAMES 2000 /* half of the shipped horde has arrived by then */

void shipped_scene(int number, char *out, size_t size) {
    static const char *const names[SHIPPED_SCENES] = {"city", "arena", "cave", "maze"};
    map_file_shipped(names[number], out, size);
}

bool show_open(const struct show *show, const char *path, struct play *play, struct scene *scene) {
    bool is_good = play_open(play, path, show->lattice, show->goals, show->goal_count, show->agents, show->threads);
    if (is_good && !scene_open(scene, play, show->width, show->height)) {
        complain("%s: no memory for the picture", path);
        is_good = false;
    }
    if (!is_good) {
        scene_close(scene);
        play_close(play);
    }
    return is_good;
}

static bool take_goal(void *target, const char *text, char *reason) {
    struct show *show = target;
    const char *rest = NULL;
    wend_cell cell;
    if (!parse_cell(text, &cell, &rest) || rest) {
        (void)snprintf(reason, OPTION_REASON, "X,Y, two whole numbers");
        return false;
    }
    if (show->goal_count == PLAY_GOALS) {
        (void)snprintf(reason, OPTION_REASON, "at most %d goals", PLAY_GOALS);
        return false;
    }
    show->goals[show->goal_count++] = (wend_goal){.x = cell.x, .y = cell.y};
    return true;
}

static void print_summary(const struct play *play, double frame_ms) {
    wend_crowd_info info;
    wend_crowd_describe(play->crowd, &info);
    printf("map %s %dx%d  threads %u\n", play->name, (int)play->width, (int)play->height,
           (unsigned)play->tasks.worker_count);
    printf("agents %u  arrived %u  in_wall %u  steps %llu  hash %016llx\n", (unsigned)info.agents,
           (unsigned)info.arrived, (unsigned)info.in_wall, (unsigned long long)info.steps,
           (unsigned long long)info.hash);
    printf("frame %.2f ms  step %.2f ms  rebuild %.2f ms\n", frame_ms, play->step_ms, play->rebuild_ms);
}

static void run_headless(const struct show *show, struct play *play, struct scene *scene) {
    double step_ms = 0.0;
    for (uint32_t frame = 0; frame < show->frames; frame++) {
        play_step(play, STEP_SECONDS);
        step_ms += play->step_ms;
    }
    /* The ground is drawn once and kept: the second drawing is what a frame takes. */
    scene_draw(scene, play);
    double drawing = clock_ms();
    scene_draw(scene, play);
    drawing = clock_ms() - drawing;
    double frames = show->frames ? (double)show->frames : 1.0;
    play->step_ms = step_ms / frames;
    scene->frame_ms = play->step_ms + drawing;
    scene_draw(scene, play);
    print_summary(play, scene->frame_ms);
}

static int run(struct show *show, bool headless, const char *screenshot) {
    struct play play;
    struct scene scene = {0};
    char path[512];
    shipped_scene(0, path, sizeof path);
    if (!show_open(show, show->map ? show->map : path, &play, &scene)) return EXIT_BAD_INPUT;
    scene.shows_heat = show->heat;
    scene.shows_arrows = show->arrows;
    scene.shows_help = show->help;
    int result = EXIT_DONE;
    if (headless) {
        run_headless(show, &play, &scene);
    } else if (window_run(show, &play, &scene)) {
        print_summary(&play, scene.frame_ms);
    } else {
        result = EXIT_NO_WINDOW;
    }
    if (result == EXIT_DONE && screenshot && !picture_write_png(&scene.picture, screenshot))
        result = complain("%s: cannot be written", screenshot);
    scene_close(&scene);
    play_close(&play);
    return result;
}

int main(int count, char **arguments) {
    struct show show = {.agents = 4000, .width = 1280, .height = 990};
    bool headless = false, hex = false;
    const char *screenshot = NULL;
    uint32_t frames = UINT32_MAX;
    struct command_line line = {
        .usage = "horde [--map FILE] [--agents N] [--goal X,Y]... [options]",
        .about = "Thousands of agents flow to goals. In the window: left button sets the goal, right button paints\n"
                 "and erases walls, F1 shows all keys. With --headless there is no window: so many frames of 1/60 s\n"
                 "are played, a summary is printed, and the last frame goes to the --screenshot. Exit code 2: bad\n"
                 "input; 3: no window can be opened.\n"};
    add_text(&line, "map", "FILE", "a map: .map .pgm .csv .txt (default: the shipped city)", &show.map);
    add_number(&line, "agents", "N", "how many agents (default 4000)", 0, PLAY_AGENTS, &show.agents);
    add_taken(&line, "goal", "X,Y", "a goal (may be repeated; default: one in the middle)", take_goal, &show);
    add_number(&line, "threads", "N", "worker threads (default: one for every 10,000 agents)", 1, 256, &show.threads);
    add_flag(&line, "hex", "cells are hexagons", &hex);
    add_flag(&line, "headless", "without a window", &headless);
    add_number(&line, "frames", "N", "end after so many frames (default: 2000 headless, else never)", 0, 1000000,
               &frames);
    add_text(&line, "screenshot", "FILE", "write the last frame as PNG", &screenshot);
    add_flag(&line, "heat", "begin with the heat map", &show.heat);
    add_flag(&line, "arrows", "begin with the arrows", &show.arrows);
    add_flag(&line, "keys", "begin with the help overlay", &show.help);
    enum command_line_result result = command_line_read(&line, count - 1, arguments + 1);
    if (result != COMMAND_LINE_GO) return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    show.lattice = hex ? WEND_HEX : WEND_SQUARE;
    show.frames = frames != UINT32_MAX ? frames : headless ? DEFAULT_FRAMES : 0;
    return run(&show, headless, screenshot);
}
