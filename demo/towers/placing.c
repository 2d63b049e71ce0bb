/* SPDX-License-Identifier: MIT */
#include "placing.h"

#include "enemies.h"

#include <stdlib.h>
#include <string.h>

enum { CLEAR_OF_GATES = 2 }; /* [cells] between a tower and an entrance or the goal */

enum answer { ANSWER_NO, ANSWER_YES, ANSWER_NOT_ASKED };

/* What one class says, and of whom it was asked. */
struct oracle {
    wend_placement *placement;
    wend_placement_source sources[ENTRANCES + ENEMIES];
    size_t source_count;
    uint8_t *answers; /* [cells] enum answer */
};

struct placing {
    uint64_t revision, tick; /* of the game when the answers were found */
    uint8_t *verdicts;       /* [cells] by the tower's upper left one, VERDICT_SEALS left out */
    struct oracle oracles[CLASS_COUNT];
};

static bool open_oracle(struct oracle *oracle, const struct game *game, wend_mover *mover) {
    wend_placement_desc desc = {.source_capacity = ENTRANCES + ENEMIES};
    wend_goal goal = {.x = game->goal.x, .y = game->goal.y};
    oracle->answers = malloc((size_t)game->width * (size_t)game->height);
    return oracle->answers && wend_placement_create(mover, &desc, &oracle->placement) == WEND_OK &&
           wend_placement_set_goals(oracle->placement, &goal, 1, NULL) == WEND_OK;
}

struct placing *placing_open(const struct game *game) {
    struct placing *placing = calloc(1, sizeof *placing);
    if (!placing) return NULL;
    placing->revision = UINT64_MAX;
    placing->verdicts = malloc((size_t)game->width * (size_t)game->height);
    bool is_good = placing->verdicts != NULL;
    for (int class = 0; is_good && class < CLASS_COUNT; class ++)
        is_good = open_oracle(&placing->oracles[class], game, game->movers[class]);
    if (is_good) return placing;
    placing_close(placing);
    return NULL;
}

void placing_close(struct placing *placing) {
    if (!placing) return;
    for (int class = 0; class < CLASS_COUNT; class ++) {
        wend_placement_destroy(placing->oracles[class].placement);
        free(placing->oracles[class].answers);
    }
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
    if (cell.x > game->width - TOWER_SIDE || cell.y > game->height - TOWER_SIDE) return VERDICT_OFF_MAP;
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
static void mark_enemy(struct placing *placing, const struct game *game, const struct enemy *enemy) {
    enum { REACH = TOWER_SIDE + 2 }; /* [cells] farther away no tower touches anybody */
    wend_cell own = standing(game, enemy);
    for (int32_t y = own.y - REACH; y <= own.y + REACH; y++)
        for (int32_t x = own.x - REACH; x <= own.x + REACH; x++) {
            if (x < 0 || y < 0 || x >= game->width || y >= game->height) continue;
            uint8_t *verdict = &placing->verdicts[(size_t)y * (size_t)game->width + (size_t)x];
            bool is_hit = overlaps(enemy, enemy->x, enemy->y, (wend_cell){x, y}) ||
                          overlaps(enemy, (float)own.x + 0.5f, (float)own.y + 0.5f, (wend_cell){x, y});
            if (*verdict == VERDICT_GOOD && is_hit) *verdict = VERDICT_ENEMY;
        }
}

/* Whose way must stay: who is on it, and all who are to come. */
static size_t list_sources(const struct game *game, enum enemy_class class, wend_placement_source *out) {
    size_t count = 0;
    for (size_t i = 0; i < game->entrance_count; i++)
        out[count++] = (wend_placement_source){.x = game->entrances[i].x, .y = game->entrances[i].y};
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        if (game->enemies[i].class != class) continue;
        wend_cell cell = standing(game, &game->enemies[i]);
        out[count++] = (wend_placement_source){.x = cell.x, .y = cell.y};
    }
    return count;
}

static const wend_footprint tower_footprint = {.width = TOWER_SIDE, .height = TOWER_SIDE};

/* Everything is asked anew where the map has changed, or where somebody has gone on to another cell: all cells at once,
 * or, of a class so wide that this takes long, one by one when they are looked at. */
static void ask(struct oracle *oracle, struct game *game, enum enemy_class class) {
    wend_placement_source sources[ENTRANCES + ENEMIES];
    size_t count = list_sources(game, class, sources), cells = (size_t)game->width * (size_t)game->height;
    bool is_same = wend_placement_status(oracle->placement) == WEND_OK && count == oracle->source_count &&
                   memcmp(sources, oracle->sources, count * sizeof *sources) == 0;
    if (is_same) return;
    memcpy(oracle->sources, sources, count * sizeof *sources);
    oracle->source_count = count;
    (void)wend_placement_set_sources(oracle->placement, sources, count);
    (void)wend_placement_update(oracle->placement, game->workspace);
    wend_placement_info info;
    wend_placement_describe(oracle->placement, &info);
    memset(oracle->answers, ANSWER_NOT_ASKED, cells);
    if (info.is_planar)
        (void)wend_placement_preview(oracle->placement, game->workspace, &tower_footprint, oracle->answers,
                                     (size_t)game->width);
}

static bool allows(struct oracle *oracle, struct game *game, wend_cell cell) {
    uint8_t *answer = &oracle->answers[(size_t)cell.y * (size_t)game->width + (size_t)cell.x];
    if (*answer == ANSWER_NOT_ASKED)
        *answer = wend_placement_try(oracle->placement, game->workspace, &tower_footprint, cell.x, cell.y) == WEND_OK
                      ? ANSWER_YES
                      : ANSWER_NO;
    return *answer == ANSWER_YES;
}

/* All that does not need an oracle. */
static void look_round(struct placing *placing, struct game *game) {
    for (int32_t i = 0; i < game->width * game->height; i++)
        placing->verdicts[i] = (uint8_t)verdict_of_ground(game, (wend_cell){i % game->width, i / game->width});
    for (uint32_t i = 0; i < game->enemy_count; i++) mark_enemy(placing, game, &game->enemies[i]);
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++) ask(&placing->oracles[class], game, class);
    placing->revision = game->revision;
    placing->tick = game->tick;
}

enum verdict game_may_stand(struct game *game, wend_cell cell) {
    struct placing *placing = game->placing;
    if (cell.x < 0 || cell.y < 0 || cell.x >= game->width || cell.y >= game->height) return VERDICT_OFF_MAP;
    if (placing->revision != game->revision || placing->tick != game->tick) look_round(placing, game);
    enum verdict verdict = (enum verdict)placing->verdicts[(size_t)cell.y * (size_t)game->width + (size_t)cell.x];
    for (int class = 0; class < CLASS_COUNT && verdict == VERDICT_GOOD; class ++)
        if (!allows(&placing->oracles[class], game, cell)) verdict = VERDICT_SEALS;
    return verdict;
}
