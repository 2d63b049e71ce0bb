/* SPDX-License-Identifier: MIT */
#include "placing.h"

#include "enemies.h"
#include "what_if.h"

#include <stdlib.h>

enum { CLEAR_OF_GATES = 2 }; /* [cells] between a tower and an entrance or the goal */

struct placing {
    uint64_t revision, tick; /* of the game when the answers were found */
    uint8_t *verdicts;       /* [cells] by the tower's upper left one */
};

struct placing *placing_open(const struct game *game) {
    struct placing *placing = malloc(sizeof *placing);
    if (!placing) return NULL;
    *placing = (struct placing){.revision = UINT64_MAX, .verdicts = malloc((size_t)(game->width * game->height))};
    if (placing->verdicts) return placing;
    free(placing);
    return NULL;
}

void placing_close(struct placing *placing) {
    if (!placing) return;
    free(placing->verdicts);
    free(placing);
}

static bool can_carry(const struct game *game, int32_t x, int32_t y) {
    uint8_t terrain = game->original[(size_t)y * (size_t)game->width + (size_t)x];
    return terrain == '.' || terrain == 'G' || terrain == 'S';
}

static bool is_close(wend_cell cell, wend_cell gate) {
    return cell.x + TOWER_SIDE + CLEAR_OF_GATES > gate.x && cell.x - CLEAR_OF_GATES <= gate.x &&
           cell.y + TOWER_SIDE + CLEAR_OF_GATES > gate.y && cell.y - CLEAR_OF_GATES <= gate.y;
}

static bool is_close_to_gate(const struct game *game, wend_cell cell) {
    for (size_t i = 0; i < game->entrance_count; i++)
        if (is_close(cell, game->entrances[i])) return true;
    return is_close(cell, game->goal);
}

/* What the ground alone says. */
static enum verdict verdict_of_ground(const struct game *game, wend_cell cell) {
    for (int32_t y = cell.y; y < cell.y + TOWER_SIDE; y++)
        for (int32_t x = cell.x; x < cell.x + TOWER_SIDE; x++) {
            if (!can_carry(game, x, y)) return VERDICT_GROUND;
            if (wend_map_terrain(game->map, x, y) == TOWER_TERRAIN) return VERDICT_TAKEN;
        }
    return is_close_to_gate(game, cell) ? VERDICT_CLOSE : VERDICT_GOOD;
}

/* Does a disc of the enemy's size overlap the tower? */
static bool overlaps(const struct enemy *enemy, float x, float y, wend_cell cell) {
    float radius = (float)class_rules[enemy->class].radius / 256.0f;
    return enemies_squared_gap(x, y, (wend_rect){cell.x, cell.y, TOWER_SIDE, TOWER_SIDE}) < radius * radius;
}

/* The cell from which an enemy goes on: its own, or where it is too wide for that one the nearest that it fits. */
static wend_cell standing(const struct game *game, const struct enemy *enemy) {
    const wend_mover *mover = game->movers[enemy->class];
    wend_cell own = {0, 0}, best;
    (void)wend_map_pick(game->map, enemy->x, enemy->y, &own);
    if (wend_mover_place(mover, own.x, own.y) == WEND_OK) return own;
    best = own;
    float least = 1e9f;
    for (int32_t y = own.y - 1; y <= own.y + 1; y++)
        for (int32_t x = own.x - 1; x <= own.x + 1; x++) {
            float away_x = (float)x + 0.5f - enemy->x, away_y = (float)y + 0.5f - enemy->y;
            float away = away_x * away_x + away_y * away_y;
            if (wend_mover_place(mover, x, y) != WEND_OK || away >= least) continue;
            least = away;
            best = (wend_cell){x, y};
        }
    return best;
}

/* Nobody may be built over, nor lose the cell from which it goes on. */
static bool is_on_enemy(const struct game *game, wend_cell cell) {
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const struct enemy *enemy = &game->enemies[i];
        wend_cell own = standing(game, enemy);
        if (overlaps(enemy, enemy->x, enemy->y, cell) ||
            overlaps(enemy, (float)own.x + 0.5f, (float)own.y + 0.5f, cell))
            return true;
    }
    return false;
}

static bool seals(const struct game *game, wend_cell cell) {
    what_if_build(game->what_if, game, cell);
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++) {
        const wend_field *field = what_if_field(game->what_if, class);
        for (size_t i = 0; i < game->entrance_count; i++)
            if (wend_field_value(field, game->entrances[i].x, game->entrances[i].y) == WEND_UNREACHABLE) return true;
    }
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const struct enemy *enemy = &game->enemies[i];
        wend_cell own = standing(game, enemy);
        if (wend_field_value(what_if_field(game->what_if, enemy->class), own.x, own.y) == WEND_UNREACHABLE) return true;
    }
    return false;
}

enum verdict game_may_stand(struct game *game, wend_cell cell) {
    bool is_on =
        cell.x >= 0 && cell.y >= 0 && cell.x <= game->width - TOWER_SIDE && cell.y <= game->height - TOWER_SIDE;
    if (!is_on) return VERDICT_OFF_MAP;
    enum verdict verdict = verdict_of_ground(game, cell);
    if (verdict != VERDICT_GOOD) return verdict;
    if (is_on_enemy(game, cell)) return VERDICT_ENEMY;
    return seals(game, cell) ? VERDICT_SEALS : VERDICT_GOOD;
}
