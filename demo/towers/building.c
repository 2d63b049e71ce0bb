/* SPDX-License-Identifier: MIT
 * Towers are built and sold, and all fields brought up to date. */
#include "game.h"

#include <string.h>

const char *verdict_text(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_GOOD: return "good";
    case VERDICT_OFF_MAP: return "not on the map";
    case VERDICT_GROUND: return "no ground to build on";
    case VERDICT_TAKEN: return "a tower is there";
    case VERDICT_CLOSE: return "too near to a gate";
    case VERDICT_ENEMY: return "an enemy is there";
    case VERDICT_SEALS: return "would seal the way";
    case VERDICT_MONEY: return "not enough money";
    case VERDICT_FULL: return "too many towers";
    case VERDICT_OVER: return "the game is over";
    }
    return "";
}

static void update_fields(struct game *game) {
    for (int class = 0; class < CLASS_COUNT; class ++) {
        (void)wend_mover_update(game->movers[class]);
        (void)wend_field_update(game->fields[class], game->workspace, NULL);
    }
    game->revision++;
}

enum verdict game_may_build(struct game *game, enum tower_kind kind, wend_cell cell) {
    if (game->phase != PHASE_PLAYING) return VERDICT_OVER;
    enum verdict verdict = game_may_stand(game, cell);
    if (verdict != VERDICT_GOOD) return verdict;
    if (game->money < kind_rules[kind].price) return VERDICT_MONEY;
    return game->tower_count == TOWERS ? VERDICT_FULL : VERDICT_GOOD;
}

enum verdict game_build(struct game *game, enum tower_kind kind, wend_cell cell) {
    enum verdict verdict = game_may_build(game, kind, cell);
    if (verdict != VERDICT_GOOD) return verdict;
    game->money -= kind_rules[kind].price;
    game->towers[game->tower_count++] = (struct tower){.cell = cell, .kind = kind, .aim_x = -1.0f};
    (void)wend_map_fill(game->map, (wend_rect){cell.x, cell.y, TOWER_SIDE, TOWER_SIDE}, TOWER_TERRAIN);
    update_fields(game);
    return VERDICT_GOOD;
}

uint32_t game_tower_at(const struct game *game, wend_cell cell) {
    for (uint32_t i = 0; i < game->tower_count; i++) {
        int32_t across = cell.x - game->towers[i].cell.x, down = cell.y - game->towers[i].cell.y;
        if (across >= 0 && down >= 0 && across < TOWER_SIDE && down < TOWER_SIDE) return i;
    }
    return TOWERS;
}

bool game_sell(struct game *game, wend_cell cell) {
    uint32_t number = game_tower_at(game, cell);
    if (number == TOWERS || game->phase != PHASE_PLAYING) return false;
    wend_cell at = game->towers[number].cell;
    size_t stride = (size_t)game->width;
    game->money += sale_price(game->towers[number].kind);
    game->tower_count--;
    memmove(&game->towers[number], &game->towers[number + 1], (game->tower_count - number) * sizeof *game->towers);
    (void)wend_map_write(game->map, (wend_rect){at.x, at.y, TOWER_SIDE, TOWER_SIDE},
                         game->original + (size_t)at.y * stride + (size_t)at.x, stride);
    update_fields(game);
    return true;
}
