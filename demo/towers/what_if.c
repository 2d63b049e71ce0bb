/* SPDX-License-Identifier: MIT */
#include "what_if.h"

#include <stdlib.h>

struct what_if {
    wend_map *map;
    wend_mover *movers[CLASS_COUNT];
    wend_field *fields[CLASS_COUNT];
    wend_workspace *workspace;
    uint8_t *terrain;  /* [cells] scratch */
    uint64_t revision; /* of the game that was copied */
    wend_cell cell;
};

static bool copy_class(struct what_if *what_if, const struct game *game, enum enemy_class class) {
    wend_mover_desc desc;
    wend_mover_describe(game->movers[class], &desc);
    return wend_mover_create(what_if->map, &desc, &what_if->movers[class]) == WEND_OK &&
           wend_field_create(what_if->movers[class], NULL, &what_if->fields[class]) == WEND_OK &&
           wend_field_set_goals(what_if->fields[class], &(wend_goal){.x = game->goal.x, .y = game->goal.y}, 1, NULL) ==
               WEND_OK;
}

struct what_if *what_if_open(const struct game *game) {
    struct what_if *what_if = calloc(1, sizeof *what_if);
    if (!what_if) return NULL;
    uint32_t cells = (uint32_t)(game->width * game->height);
    wend_map_desc desc = {.width = game->width, .height = game->height};
    what_if->terrain = malloc(cells);
    what_if->revision = UINT64_MAX;
    what_if->cell = (wend_cell){-1, -1};
    bool is_good = what_if->terrain && wend_map_create(&desc, &what_if->map) == WEND_OK &&
                   wend_workspace_create(cells, NULL, &what_if->workspace) == WEND_OK;
    for (enum enemy_class class = 0; is_good && class < CLASS_COUNT; class ++)
        is_good = copy_class(what_if, game, class);
    if (is_good) return what_if;
    what_if_close(what_if);
    return NULL;
}

void what_if_close(struct what_if *what_if) {
    if (!what_if) return;
    for (int class = 0; class < CLASS_COUNT; class ++) {
        wend_field_destroy(what_if->fields[class]);
        wend_mover_destroy(what_if->movers[class]);
    }
    wend_map_destroy(what_if->map);
    wend_workspace_destroy(what_if->workspace);
    free(what_if->terrain);
    free(what_if);
}

void what_if_build(struct what_if *what_if, const struct game *game, wend_cell cell) {
    bool is_known = what_if->revision == game->revision && what_if->cell.x == cell.x && what_if->cell.y == cell.y;
    if (is_known) return;
    wend_rect all = {0, 0, game->width, game->height};
    (void)wend_map_read(game->map, all, what_if->terrain, (size_t)game->width);
    (void)wend_map_write(what_if->map, all, what_if->terrain, (size_t)game->width);
    (void)wend_map_fill(what_if->map, (wend_rect){cell.x, cell.y, TOWER_SIDE, TOWER_SIDE}, TOWER_TERRAIN);
    for (int class = 0; class < CLASS_COUNT; class ++) {
        (void)wend_mover_update(what_if->movers[class]);
        (void)wend_field_update(what_if->fields[class], what_if->workspace, NULL);
    }
    what_if->revision = game->revision;
    what_if->cell = cell;
}

const wend_field *what_if_field(const struct what_if *what_if, enum enemy_class class) {
    return what_if->fields[class];
}
