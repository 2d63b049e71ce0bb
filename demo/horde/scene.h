/* SPDX-License-Identifier: MIT
 * How the demo looks: one drawing for the window and for pictures in files. */
#ifndef HORDE_SCENE_H
#define HORDE_SCENE_H

#include "common/picture.h"
#include "play.h"

enum { SCENE_BAR = 30 }; /* [pixels] the line of text on top */

extern const struct colour group_colours[PLAY_GROUPS];

struct scene {
    struct picture picture;    /* what is shown */
    struct picture background; /* the same without agents, marks and text */
    int32_t width, height;     /* [pixels] */
    float scale;               /* [pixels per cell] */
    uint32_t *cells;           /* [width * (height - SCENE_BAR)] the cell of every pixel, or UINT32_MAX */
    uint32_t *values;          /* [cells] scratch */
    uint8_t *terrain;          /* [cells] scratch */
    uint8_t *looks;            /* [cells] scratch */
    uint64_t drawn_edits;      /* what the background shows */
    uint32_t drawn_chosen;
    bool drawn_heat, drawn_arrows;

    bool shows_heat, shows_arrows, hides_agents, shows_help, shows_times, is_paused;
    double frame_ms, drawing_ms;
    uint32_t chosen;  /* the group that is given goals and whose field is shown, or PLAY_ALL */
    int32_t brush;    /* [cells] */
    bool has_pointer; /* draws the brush at pointer */
    wend_cell pointer;
};

/* A scene that fits a map into width x height pixels. False: no memory. */
bool scene_open(struct scene *scene, const struct play *play, int32_t width, int32_t height);
void scene_close(struct scene *scene);

void scene_draw(struct scene *scene, const struct play *play);

/* The cell at a pixel; false where there is none. */
bool scene_pick(const struct scene *scene, const struct play *play, int32_t x, int32_t y, wend_cell *out);

#endif
