/* SPDX-License-Identifier: MIT
 * How the game looks: one drawing for the window and for pictures in files. */
#ifndef TOWERS_SCENE_H
#define TOWERS_SCENE_H

#include "common/picture.h"
#include "game.h"

enum { PANEL_WIDTH = 304 }; /* [pixels] right of the map */

struct scene {
    struct picture picture;    /* what is shown */
    struct picture background; /* the ground alone */
    struct view view;          /* of the map, in the upper left corner of the picture */

    bool has_pointer;
    wend_cell pointer; /* upper left cell of the tower that would be built */
    enum tower_kind kind;
    bool shows_places, is_paused;
    uint32_t speed; /* [ticks] for each of the clock */
};

/* False: no memory. */
bool scene_open(struct scene *scene, const struct game *game);
void scene_close(struct scene *scene);

/* Looks at the game, and asks it where towers may stand. */
void scene_draw(struct scene *scene, struct game *game);

/* The tower's place under a pixel: the two cells on either side of it; false outside of the map. */
bool scene_pick(const struct scene *scene, const struct game *game, int32_t x, int32_t y, wend_cell *out);

/* What panel and map share. */
struct colour class_colour(enum enemy_class class);
struct colour kind_colour(enum tower_kind kind);
void draw_enemy(struct picture *picture, enum enemy_class class, float x, float y, float scale, bool is_slow);
void draw_tower(struct picture *picture, const struct tower *tower, float x, float y, float scale);

#endif
