/* SPDX-License-Identifier: MIT */
#include "shooting.h"

#include <math.h>

enum { SEEN_FOR = 9 }; /* [ticks] a shot */

static void fade(struct game *game) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < game->shot_count; i++)
        if (--game->shots[i].left > 0) game->shots[kept++] = game->shots[i];
    game->shot_count = kept;
}

static float squared_distance(const struct enemy *enemy, float x, float y) {
    return (enemy->x - x) * (enemy->x - x) + (enemy->y - y) * (enemy->y - y);
}

/* Least way left, then the one that came first. */
static struct enemy *target_of(struct game *game, const struct tower *tower, float x, float y) {
    float range = kind_rules[tower->kind].range;
    struct enemy *best = NULL;
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        struct enemy *enemy = &game->enemies[i];
        if (enemy->health <= 0 || squared_distance(enemy, x, y) > range * range) continue;
        if (!best || enemy->remaining < best->remaining) best = enemy;
    }
    return best;
}

static void hit(const struct kind_rules *rules, struct enemy *enemy) {
    enemy->health -= rules->damage;
    if (rules->slow_for > enemy->slow) enemy->slow = rules->slow_for;
}

static void shoot(struct game *game, struct tower *tower, struct enemy *target, float x, float y) {
    const struct kind_rules *rules = &kind_rules[tower->kind];
    float to_x = target->x, to_y = target->y, distance = sqrtf(squared_distance(target, x, y));
    if (distance > 0.0f) {
        tower->aim_x = (to_x - x) / distance;
        tower->aim_y = (to_y - y) / distance;
    }
    tower->wait = rules->wait;
    hit(rules, target);
    for (uint32_t i = 0; rules->splash > 0.0f && i < game->enemy_count; i++) {
        struct enemy *enemy = &game->enemies[i];
        if (enemy != target && squared_distance(enemy, to_x, to_y) <= rules->splash * rules->splash) hit(rules, enemy);
    }
    if (game->shot_count < SHOTS)
        game->shots[game->shot_count++] = (struct shot){x, y, to_x, to_y, tower->kind, SEEN_FOR};
}

void shooting_step(struct game *game) {
    fade(game);
    for (uint32_t i = 0; i < game->tower_count; i++) {
        struct tower *tower = &game->towers[i];
        float x = (float)tower->cell.x + 0.5f * TOWER_SIDE, y = (float)tower->cell.y + 0.5f * TOWER_SIDE;
        if (tower->wait > 0) tower->wait--;
        struct enemy *target = tower->wait == 0 ? target_of(game, tower, x, y) : NULL;
        if (target) shoot(game, tower, target, x, y);
    }
}
