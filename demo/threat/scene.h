/* SPDX-License-Identifier: MIT
 * How the plan looks: one drawing for the window and for pictures in files. */
#ifndef THREAT_SCENE_H
#define THREAT_SCENE_H

#include "common/picture.h"
#include "plan.h"

enum { PANEL_WIDTH = 332, SCENE_HEIGHT = 620 }; /* [pixels] of the panel beside the map; the least of the picture */

enum shown { SHOWN_THREAT, SHOWN_FLIGHT };

/* What the pointer is on or holds. */
enum held { HELD_NOTHING, HELD_UNIT, HELD_START, HELD_GOAL };

struct scene {
    struct picture picture;    /* what is shown */
    struct picture background; /* the same without marks, ways and panel */
    struct view view;          /* of the map, in the upper left corner of the picture */
    uint32_t *cells;           /* [pixels] the cell that each shows */
    uint32_t *values;          /* [cells] scratch, as the next two */
    uint8_t *terrain, *looks;
    uint64_t drawn_edits; /* what the background shows */
    enum shown drawn_shown;

    enum shown shown;
    bool has_pointer;
    wend_cell pointer;
    int32_t brush; /* [cells] */
};

/* False: no memory. */
bool scene_open(struct scene *scene, const struct plan *plan);
void scene_close(struct scene *scene);
void scene_draw(struct scene *scene, const struct plan *plan);

/* The cell at a pixel; false outside of the map. */
bool scene_pick(const struct scene *scene, const struct plan *plan, int32_t x, int32_t y, wend_cell *out);

/* What can be taken at a cell; *unit is its number where it is a unit. */
enum held scene_touch(const struct scene *scene, const struct plan *plan, wend_cell cell, size_t *unit);

/* Colour of ground in range of so many units [>= 1]. */
struct colour threat_colour(uint32_t count);
struct colour way_colour(enum way way);

/* The panel beside the map: what is shown, how long the ways are, the keys. */
void panel_draw(struct scene *scene, const struct plan *plan);

#endif
