/* SPDX-License-Identifier: MIT */
#include "enemies.h"

#include "scenes/generate.h"

#define ARRIVES_AT 0.7f /* [1.0 = a straight step at cost 1.0] */
#define SCATTER 0.5f    /* [cells] from the middle of an entrance; where a heavy one can stand there is room for it */
#define SLACK (1.5f / 256.0f) /* [cells] that a sample may lead too near to a wall, and rounding */
#define STRETCHES 8           /* of a tick: a sample is good for `reach` only */

void enemies_begin_wave(struct game *game) {
    game->wave++;
    game->coming_count = game->coming_next = 0;
    game->spawn_wait = 0;
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++)
        for (uint32_t i = count_in_wave(class, game->wave); i > 0 && game->coming_count < WAVE_ENEMIES; i--)
            game->coming[game->coming_count++] = class;
    for (uint32_t i = game->coming_count; i > 1; i--) {
        uint32_t other = scene_random_below(&game->random, i);
        enum enemy_class swap = game->coming[i - 1];
        game->coming[i - 1] = game->coming[other];
        game->coming[other] = swap;
    }
}

static float scatter(struct game *game) {
    return ((float)scene_random_below(&game->random, 257) / 128.0f - 1.0f) * SCATTER;
}

void enemies_spawn(struct game *game) {
    if (game->spawn_wait > 0) game->spawn_wait--;
    if (game->spawn_wait > 0 || game->coming_next == game->coming_count || game->enemy_count == ENEMIES) return;
    enum enemy_class class = game->coming[game->coming_next++];
    wend_cell cell = game->entrances[scene_random_below(&game->random, (uint32_t)game->entrance_count)];
    int32_t health = health_in_wave(class, game->wave);
    struct enemy *enemy = &game->enemies[game->enemy_count++];
    *enemy = (struct enemy){.class = class, .health = health, .full_health = health, .born = game->born++};
    wend_map_centre(game->map, cell.x, cell.y, &enemy->x, &enemy->y);
    enemy->x += scatter(game);
    enemy->y += scatter(game);
    game->spawn_wait = spawn_wait_in_wave(game->wave);
}

/* [cells per second] on the ground where it stands. */
static float pace(const struct game *game, const struct enemy *enemy) {
    wend_cell cell = {0, 0};
    (void)wend_map_pick(game->map, enemy->x, enemy->y, &cell);
    uint8_t cost = wend_mover_cost(game->movers[enemy->class], cell.x, cell.y);
    float speed = class_rules[enemy->class].speed * (enemy->slow > 0 ? 0.5f : 1.0f);
    return cost == WEND_BLOCKED ? speed : speed * (float)UNIT_COST / (float)cost;
}

/* True: it is at the goal. */
static bool walk(const struct game *game, struct enemy *enemy) {
    float seconds = TICK_SECONDS;
    for (int stretch = 0; stretch < STRETCHES; stretch++) {
        wend_sample way;
        (void)wend_field_sample(game->fields[enemy->class], WEND_SAMPLE_SMOOTH, enemy->x, enemy->y, &way);
        enemy->remaining = way.distance;
        if (way.status == WEND_AT_GOAL || way.distance <= ARRIVES_AT) return true;
        float rate = pace(game, enemy), length = rate * seconds;
        bool is_last = length <= way.reach;
        if (!is_last) length = way.reach;
        enemy->x += way.x * length;
        enemy->y += way.y * length;
        seconds -= length / rate;
        if (is_last) break;
    }
    return false;
}

void enemies_walk(struct game *game) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        struct enemy *enemy = &game->enemies[i];
        if (walk(game, enemy)) {
            uint32_t lives = class_rules[enemy->class].lives;
            game->lives = game->lives > lives ? game->lives - lives : 0;
            game->leaked++;
            continue;
        }
        if (enemy->slow > 0) enemy->slow--;
        game->enemies[kept++] = *enemy;
    }
    game->enemy_count = kept;
}

void enemies_bury(struct game *game) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const struct enemy *enemy = &game->enemies[i];
        if (enemy->health > 0) {
            game->enemies[kept++] = *enemy;
            continue;
        }
        game->money += class_rules[enemy->class].bounty;
        game->score += class_rules[enemy->class].bounty * 10;
        game->kills++;
    }
    game->enemy_count = kept;
}

static float beyond(float at, float low, float high) {
    return at < low ? low - at : at > high ? at - high : 0.0f;
}

float enemies_squared_gap(float x, float y, wend_rect rect) {
    float across = beyond(x, (float)rect.x, (float)(rect.x + rect.width));
    float down = beyond(y, (float)rect.y, (float)(rect.y + rect.height));
    return across * across + down * down;
}

static bool is_in_wall(const struct game *game, const struct enemy *enemy) {
    wend_cell own;
    if (wend_map_pick(game->map, enemy->x, enemy->y, &own) != WEND_OK) return true;
    float radius = (float)class_rules[enemy->class].radius / 256.0f - SLACK;
    for (int32_t y = own.y - 1; y <= own.y + 1; y++)
        for (int32_t x = own.x - 1; x <= own.x + 1; x++) {
            bool is_blocked = wend_mover_cost(game->movers[enemy->class], x, y) == WEND_BLOCKED;
            if (is_blocked && enemies_squared_gap(enemy->x, enemy->y, (wend_rect){x, y, 1, 1}) < radius * radius)
                return true;
        }
    return false;
}

uint32_t game_count_in_wall(const struct game *game) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < game->enemy_count; i++) count += is_in_wall(game, &game->enemies[i]);
    return count;
}
