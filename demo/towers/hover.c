/* SPDX-License-Identifier: MIT */
#include "hover.h"

#include "what_if.h"

static float most_longer(const struct game *game, enum enemy_class class) {
    float most = 0.0f;
    for (size_t i = 0; i < game->entrance_count; i++) {
        wend_cell from = game->entrances[i];
        float then = wend_field_distance(what_if_field(game->what_if, class), from.x, from.y);
        float longer = then - game_route(game, class, i);
        if (longer > most) most = longer;
    }
    return most;
}

struct hover hover_at(struct game *game, enum tower_kind kind, bool is_on, wend_cell cell) {
    struct hover hover = {.is_on = is_on, .cell = cell, .tower = TOWERS};
    if (!is_on) return hover;
    hover.verdict = game_may_build(game, kind, cell);
    for (int32_t i = 0; i < TOWER_SIDE * TOWER_SIDE && hover.tower == TOWERS; i++)
        hover.tower = game_tower_at(game, (wend_cell){cell.x + i % TOWER_SIDE, cell.y + i / TOWER_SIDE});
    hover.has_ways = hover.verdict == VERDICT_GOOD || hover.verdict == VERDICT_MONEY;
    if (!hover.has_ways) return hover;
    what_if_build(game->what_if, game, cell);
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++) hover.longer[class] = most_longer(game, class);
    return hover;
}

size_t hover_way(const struct hover *hover, const struct game *game, enum enemy_class class, size_t entrance,
                 wend_cell *cells, size_t capacity) {
    const wend_field *field = hover->has_ways ? what_if_field(game->what_if, class) : game->fields[class];
    wend_cell from = game->entrances[entrance];
    size_t count = 0;
    (void)wend_field_trace(field, from.x, from.y, cells, capacity, &count);
    return count;
}
