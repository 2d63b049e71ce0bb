/* SPDX-License-Identifier: MIT */
#include "overlay.h"

#include "common/panel.h"
#include "common/text.h"

#include <stdio.h>

static const struct colour white = {255, 255, 255};

static const char *const group_names[PLAY_GROUPS + 1] = {"red", "blue", "green", "violet", "orange", "teal", "all"};

static void draw_bar(struct scene *scene, const struct play *play) {
    char text[256];
    (void)snprintf(text, sizeof text, "%s   %u agents   %u arrived   frame %.1f ms   step %.1f ms%s%s", play->plot.name,
                   (unsigned)play->info.agents, (unsigned)play->info.arrived, scene->frame_ms, play->step_ms,
                   play->congestion ? "   congestion" : "", scene->is_paused ? "   paused" : "");
    int32_t scale = text_width(text, 2) + 20 <= scene->width ? 2 : 1;
    int32_t top = (SCENE_BAR - 7 * scale) / 2;
    fill_rect(&scene->picture, 0, 0, scene->width, SCENE_BAR, panel_back, 256);
    text_draw(&scene->picture, text, 10, top, scale, panel_text);
    static const char hint[] = "F1 help";
    int32_t left = scene->width - 10 - text_width(hint, scale);
    if (left > 10 + text_width(text, scale) + 20)
        text_draw(&scene->picture, hint, left, top, scale, (struct colour){150, 156, 172});
}

/* A name, a number, and a bar as long as its share of the whole. */
static void draw_time(struct pen *pen, const char *name, double ms, double whole, struct colour colour) {
    enum { NUMBER = 130, BAR = 200, LONGEST = 90 };
    char text[32];
    (void)snprintf(text, sizeof text, "%.2f", ms);
    double share = whole > 0.0 && ms < whole ? ms / whole : whole > 0.0 ? 1.0 : 0.0;
    fill_rect(pen->picture, pen->x + BAR, pen->y + 2, (int32_t)(share * LONGEST), 11, colour, 256);
    pen_pair(pen, name, panel_text, NUMBER, text, panel_text);
}

static void draw_stages(struct pen *pen, const struct scene *scene, const struct play *play) {
    static const struct colour step_colour = {96, 165, 250}, other_colour = {148, 163, 184};
    double step = 0.0;
    for (int i = 0; i < WEND_CROWD_STAGES; i++) step += play->stage_ms[i];
    pen_heading(pen, "ms a step");
    for (int i = 0; i < WEND_CROWD_STAGES; i++)
        draw_time(pen, play_stage_names[i], play->stage_ms[i], step, step_colour);
    pen_heading(pen, "ms");
    draw_time(pen, "step", step, scene->frame_ms, other_colour);
    draw_time(pen, "drawing", scene->drawing_ms, scene->frame_ms, other_colour);
    draw_time(pen, "frame", scene->frame_ms, scene->frame_ms, other_colour);
    draw_time(pen, "rebuild", play->rebuild_ms, scene->frame_ms, other_colour);
}

static void draw_groups(struct pen *pen, const struct scene *scene, const struct play *play) {
    pen_heading(pen, "agents");
    for (uint32_t i = 0; i < play->group_count; i++) {
        char text[32];
        (void)snprintf(text, sizeof text, "%u", (unsigned)play->sizes[i]);
        picture_disc(pen->picture, (float)pen->x + 7.0f, (float)pen->y + 7.0f, 7.0f, group_colours[i]);
        pen->x += 22;
        pen_pair(pen, group_names[i], i == scene->chosen ? panel_heading : panel_text, 108, text, panel_text);
        pen->x -= 22;
    }
}

static void draw_times(struct scene *scene, const struct play *play) {
    enum { WIDTH = 316, MARGIN = 12 };
    int32_t lines = WEND_CROWD_STAGES + 4 + 3 + (int32_t)play->group_count;
    int32_t left = scene->width - WIDTH - 10, top = SCENE_BAR + 10;
    fill_rect(&scene->picture, left, top, WIDTH, lines * PANEL_LINE + 3 * 12 + MARGIN, panel_back, 226);
    struct pen pen = {.picture = &scene->picture, .x = left + MARGIN, .y = top};
    draw_groups(&pen, scene, play);
    draw_stages(&pen, scene, play);
}

/* Whom the next goal is for. */
static void draw_chosen(struct scene *scene) {
    char text[64];
    if (scene->chosen == PLAY_ALL) return;
    (void)snprintf(text, sizeof text, "goals for %s", group_names[scene->chosen]);
    label_draw(&scene->picture, text, 10, SCENE_BAR + 10, scene->width, white);
    fill_rect(&scene->picture, 10, SCENE_BAR + 10 + PANEL_LINE, text_width(text, PANEL_TEXT) + 12, 4,
              group_colours[scene->chosen], 256);
}

static void draw_help(struct scene *scene) {
    static const char *const lines[][2] = {
        {"left button", "set the goal (with Shift: one more goal)"},
        {"Tab", "goals for one colour alone, or for all"},
        {"right button", "paint walls, or erase them where you begin on one"},
        {"mouse wheel", "size of the brush"},
        {"H  A", "heat map of the distance, arrows of the directions"},
        {"C", "congestion: crowded ground is dear, and ways part"},
        {"T", "times by stage, and agents by colour"},
        {"G", "agents on and off"},
        {"+  -", "more or fewer agents"},
        {"space  R", "pause, restart"},
        {"1 2 3 4", "maps: city, arena, cave, maze"},
        {"5 6 7", "counter-flow, doors, 100,000 agents"},
        {"N", "the next one"},
        {"F1  ?", "this help"},
        {"Esc", "quit"},
    };
    enum { LINES = sizeof lines / sizeof lines[0] };
    int32_t scale = scene->width >= 700 ? 2 : 1, step = 11 * scale, margin = 14 * scale;
    int32_t width = 420 * scale, height = LINES * step + 2 * margin - 4 * scale;
    int32_t x = (scene->width - width) / 2, y = SCENE_BAR + (scene->height - SCENE_BAR - height) / 2;
    fill_rect(&scene->picture, x, y, width, height, panel_back, 236);
    for (int i = 0; i < LINES; i++) {
        int32_t top = y + margin + i * step;
        text_draw(&scene->picture, lines[i][0], x + margin, top, scale, panel_heading);
        text_draw(&scene->picture, lines[i][1], x + margin + 84 * scale, top, scale, white);
    }
}

void overlay_draw(struct scene *scene, const struct play *play) {
    draw_bar(scene, play);
    draw_chosen(scene);
    if (scene->shows_times) draw_times(scene, play);
    if (scene->shows_help) draw_help(scene);
}
