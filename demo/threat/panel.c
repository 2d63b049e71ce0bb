/* SPDX-License-Identifier: MIT */
#include "common/panel.h"

#include "common/text.h"
#include "scene.h"

#include <stdio.h>

enum { MARGIN = 16, COLUMN = 132 };

static void write_swatch(struct pen *pen, struct colour colour, const char *text) {
    fill_rect(pen->picture, pen->x, pen->y - 2, 26, 18, colour, 256);
    pen_line(pen, 40, text, panel_text);
}

static void write_legend(struct pen *pen, const struct scene *scene) {
    static const char *const texts[] = {"one unit", "two", "three", "four or more"};
    if (scene->shown == SHOWN_THREAT) {
        pen_heading(pen, "IN RANGE OF");
        for (uint32_t i = 0; i < 4; i++) write_swatch(pen, threat_colour(i + 1), texts[i]);
        return;
    }
    pen_heading(pen, "TO A SAFE PLACE");
    write_swatch(pen, colour_heat(0), "here it is safe");
    write_swatch(pen, colour_heat(90), "near");
    write_swatch(pen, colour_heat(180), "far");
    write_swatch(pen, colour_heat(255), "farthest");
}

static void write_way(struct pen *pen, const struct plan *plan, enum way way, const char *name) {
    const struct route *route = &plan->routes[way];
    char text[64];
    fill_rect(pen->picture, pen->x, pen->y + 3, 26, 8, way_colour(way), 256);
    if (route->status == WEND_OK || route->status == WEND_AT_GOAL)
        (void)snprintf(text, sizeof text, "%s  %.1f", name, (double)route->length);
    else
        (void)snprintf(text, sizeof text, "%s: no way", name);
    pen_line(pen, 40, text, panel_text);
    (void)snprintf(text, sizeof text, "%u of %u in range", (unsigned)route->threatened, (unsigned)route->count);
    pen_line(pen, 40, text, panel_quiet);
}

static void write_ways(struct pen *pen, const struct scene *scene, const struct plan *plan) {
    pen_heading(pen, "WAYS FROM THE GREEN MARK");
    if (scene->shown == SHOWN_THREAT) {
        write_way(pen, plan, WAY_SHORTEST, "shortest");
        write_way(pen, plan, WAY_SAFEST, "safest");
    } else {
        write_way(pen, plan, WAY_FLIGHT, "flight");
        pen_line(pen, 40, plan->goal_is_exit ? "the red mark is an exit" : "the red mark is no exit", panel_quiet);
    }
}

static void write_keys(struct pen *pen) {
    static const char *const keys[][2] = {{"left drag", "move unit, mark"},
                                          {"left", "new unit"},
                                          {"right", "remove unit,"},
                                          {"", "paint walls"},
                                          {"wheel", "range, or brush"},
                                          {"Tab", "threat or flight"},
                                          {"+  -", "weight of danger"},
                                          {"E", "exit at red mark"},
                                          {"R", "as at first"},
                                          {"Esc", "quit"}};
    pen_heading(pen, "KEYS");
    pen_keys(pen, keys, sizeof keys / sizeof *keys, COLUMN - 20);
}

void panel_draw(struct scene *scene, const struct plan *plan) {
    struct pen pen = {&scene->picture, scene->view.width + MARGIN, MARGIN};
    char text[64];
    pen_line(&pen, 0, scene->shown == SHOWN_THREAT ? "THREAT MAP" : "FLEE MAP", panel_heading);
    (void)snprintf(text, sizeof text, "%u units", (unsigned)plan->unit_count);
    pen_pair(&pen, "", panel_text, 0, text, panel_text);
    (void)snprintf(text, sizeof text, "danger costs %u a unit", (unsigned)plan->danger);
    pen_line(&pen, 0, text, panel_text);
    (void)snprintf(text, sizeof text, "updated in %.2f ms", plan->update_ms);
    pen_line(&pen, 0, text, panel_quiet);
    write_legend(&pen, scene);
    write_ways(&pen, scene, plan);
    write_keys(&pen);
}
