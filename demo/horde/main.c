/* SPDX-License-Identifier: MIT
 * horde: thousands of agents flow to goals over a map that the player changes. */
#include "common/clock.h"
#include "common/display.h"
#include "common/options.h"
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP_SECONDS (1.0f / 60.0f)
#define DEFAULT_EVERY 2
#define DEFAULT_FRAMES 2000 /* half of the shipped horde has arrived by then */

bool show_open(const struct show *show, const struct play_desc *desc, struct play *play, struct scene *scene) {
    bool is_good = play_open(play, desc);
    if (is_good && !scene_open(scene, play, show->width, show->height)) {
        complain("%s: no memory for the picture", play->plot.name);
        is_good = false;
    }
    if (!is_good) {
        scene_close(scene);
        play_close(play);
    }
    return is_good;
}

bool show_record(struct show *show, uint32_t frame, const struct scene *scene) {
    char path[1024];
    if (!show->record || frame % show->every != 0) return true;
    int length = snprintf(path, sizeof path, "%s%05u.png", show->record, (unsigned)show->recorded++);
    if (length > 0 && (size_t)length < sizeof path && picture_write_png(&scene->picture, path)) return true;
    complain("%s: cannot be written", path);
    return false;
}

static bool take_goal(void *target, const char *text, char *reason) {
    struct play_desc *desc = target;
    const char *rest = NULL;
    wend_cell cell;
    if (!parse_cell(text, &cell, &rest) || rest) {
        (void)snprintf(reason, OPTION_REASON, "X,Y, two whole numbers");
        return false;
    }
    if (desc->goal_count == PLAY_GOALS) {
        (void)snprintf(reason, OPTION_REASON, "at most %d goals", PLAY_GOALS);
        return false;
    }
    desc->goals[desc->goal_count++] = (wend_goal){.x = cell.x, .y = cell.y};
    return true;
}

static void print_summary(const struct play *play, double frame_ms) {
    const wend_crowd_info *info = &play->info;
    printf("map %s %dx%d  threads %u\n", play->plot.name, (int)play->width, (int)play->height,
           (unsigned)play->tasks.worker_count);
    printf("agents %u  arrived %u  in_wall %u  steps %llu  hash %016llx\n", (unsigned)info->agents,
           (unsigned)info->arrived, (unsigned)info->in_wall, (unsigned long long)info->steps,
           (unsigned long long)info->hash);
    printf("frame %.2f ms  step %.2f ms  rebuild %.2f ms\n", frame_ms, play->step_ms, play->rebuild_ms);
    printf("of a step");
    for (int i = 0; i < WEND_CROWD_STAGES; i++) printf("  %s %.2f ms", play_stage_names[i], play->stage_ms[i]);
    printf("\n");
}

/* False: a recorded picture cannot be written. */
static bool run_headless(struct show *show, struct play *play, struct scene *scene) {
    double step_ms = 0.0;
    for (uint32_t frame = 0; frame < show->frames; frame++) {
        play_step(play, STEP_SECONDS);
        step_ms += play->step_ms;
        scene->frame_ms = play->step_ms + scene->drawing_ms;
        if (!show->record || frame % show->every != 0) continue;
        double drawing = clock_ms();
        play_measure(play);
        scene_draw(scene, play);
        scene->drawing_ms = clock_ms() - drawing;
        if (!show_record(show, frame, scene)) return false;
    }
    /* The ground is drawn once and kept: the second drawing is what a frame takes. */
    play_measure(play);
    scene_draw(scene, play);
    scene->drawing_ms = clock_ms();
    scene_draw(scene, play);
    scene->drawing_ms = clock_ms() - scene->drawing_ms;
    play->step_ms = step_ms / (show->frames ? (double)show->frames : 1.0);
    scene->frame_ms = play->step_ms + scene->drawing_ms;
    scene_draw(scene, play);
    return true;
}

/* Better known before than after some thousand frames. */
static bool can_write(const char *path) {
    FILE *file = fopen(path, "ab");
    return file && fclose(file) == 0;
}

static int run(struct show *show, bool headless, const char *screenshot) {
    struct play play;
    struct scene scene = {0};
    if (screenshot && !can_write(screenshot)) return complain("%s: cannot be written", screenshot);
    if (!show_open(show, &show->play, &play, &scene)) return EXIT_BAD_INPUT;
    scene.shows_heat = show->heat;
    scene.shows_arrows = show->arrows;
    scene.shows_help = show->help;
    scene.shows_times = show->times;
    int result = EXIT_DONE;
    if (!headless)
        result = window_run(show, &play, &scene);
    else if (!run_headless(show, &play, &scene))
        result = EXIT_BAD_INPUT;
    if (result == EXIT_DONE) print_summary(&play, scene.frame_ms);
    if (result == EXIT_DONE && screenshot && !picture_write_png(&scene.picture, screenshot))
        result = complain("%s: cannot be written", screenshot);
    scene_close(&scene);
    play_close(&play);
    return result;
}

static void add_scene_options(struct command_line *line, struct show *show, bool *hex) {
    struct play_desc *play = &show->play;
    add_heading(line, "What is played");
    add_word(line, "scene", "NAME", "city (default), arena, cave, maze, counter-flow, doors or multitude", plot_names,
             &play->scene);
    add_text(line, "map", "FILE", "a map of your own instead: .map .pgm .csv .txt", &play->path);
    add_number(line, "agents", "N", "how many agents (default 4000; some scenes have more)", 0, PLAY_AGENTS,
               &play->agents);
    add_taken(line, "goal", "X,Y", "a goal (may be repeated; default: the scene's, or the middle)", take_goal, play);
    add_flag(line, "split", "goals are dealt out to the six colours, instead of being for all", &play->is_split);
    add_flag(line, "congestion", "crowded ground is dear", &play->congestion);
    add_flag(line, "hex", "cells are hexagons", hex);
    add_number(line, "threads", "N", "worker threads (default: one for every 10,000 agents)", 1, 256, &play->threads);
}

static void add_view_options(struct command_line *line, struct show *show, uint32_t *frames, bool *headless,
                             const char **screenshot) {
    add_heading(line, "How it is shown");
    add_flag(line, "headless", "without a window", headless);
    add_number(line, "frames", "N", "end after so many frames (default: 2000 headless, else never)", 0, 1000000,
               frames);
    add_text(line, "screenshot", "FILE", "write the last frame as PNG", screenshot);
    add_text(line, "record", "PREFIX", "write frames as PREFIX00000.png, PREFIX00001.png, ...", &show->record);
    add_number(line, "every", "N", "of those every so many (default 2: 30 pictures a second)", 1, 1000000,
               &show->every);
    add_flag(line, "heat", "begin with the heat map", &show->heat);
    add_flag(line, "arrows", "begin with the arrows", &show->arrows);
    add_flag(line, "times", "begin with the times by stage", &show->times);
    add_flag(line, "keys", "begin with the help overlay", &show->help);
}

/* Nothing that was asked for is passed over in silence; what was not is as usual. */
static bool options_agree(struct show *show) {
    bool has_scene = show->play.scene != PLOT_SCENES, has_two = show->play.path && has_scene;
    bool records_nothing = show->every && !show->record;
    if (has_two) complain("--map %s: and --scene exclude each other", show->play.path);
    if (records_nothing) complain("--every %u: of which pictures? --record is missing", (unsigned)show->every);
    if (!has_scene) show->play.scene = 0;
    if (!show->every) show->every = DEFAULT_EVERY;
    return !has_two && !records_nothing;
}

int main(int count, char **arguments) {
    struct show show = {.play = {.scene = PLOT_SCENES, .agents = UINT32_MAX}, .width = 1280, .height = 990};
    bool headless = false, hex = false;
    const char *screenshot = NULL;
    uint32_t frames = UINT32_MAX;
    struct command_line line = {
        .usage = "horde [--scene NAME | --map FILE] [--agents N] [--goal X,Y]... [options]",
        .about =
            "Thousands of agents flow to goals. In the window: left button sets the goal, right button paints\n"
            "and erases walls, keys 1 to 7 choose a scene, F1 shows all keys. With --headless there is no window:\n"
            "so many frames of 1/60 s are played, a summary is printed, and the last frame goes to the\n"
            "--screenshot. Exit code 2: bad input; 3: no window can be opened.\n"};
    add_scene_options(&line, &show, &hex);
    add_view_options(&line, &show, &frames, &headless, &screenshot);
    enum command_line_result result = command_line_read(&line, count - 1, arguments + 1);
    if (result != COMMAND_LINE_GO) return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    if (!options_agree(&show)) return EXIT_BAD_INPUT;
    show.play.lattice = hex ? WEND_HEX : WEND_SQUARE;
    show.frames = frames != UINT32_MAX ? frames : headless ? DEFAULT_FRAMES : 0;
    return run(&show, headless, screenshot);
}
