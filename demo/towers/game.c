/* SPDX-License-Identifier: MIT */
#include "game.h"

#include "enemies.h"
#include "shooting.h"

#include <string.h>

enum { PAY_PER_LIFE = 100, PAY_PER_WAVE = 25 };

static void begin_wave(struct game *game) {
    enemies_begin_wave(game);
    game->wave_wait = WAVE_WAIT;
    if (game->wave > 1) game->money += PAY_PER_WAVE;
}

static bool can_begin_wave(const struct game *game) {
    return game->phase == PHASE_PLAYING && game->wave < WAVE_COUNT && game->coming_next == game->coming_count;
}

bool game_call_wave(struct game *game) {
    if (!can_begin_wave(game)) return false;
    game->money += game->wave_wait / TICKS_PER_SECOND;
    begin_wave(game);
    return true;
}

static void judge(struct game *game) {
    bool is_over = game->wave == WAVE_COUNT && game->coming_next == game->coming_count && game->enemy_count == 0;
    if (game->lives == 0) {
        game->phase = PHASE_LOST;
    } else if (is_over) {
        game->phase = PHASE_WON;
        game->score += game->lives * PAY_PER_LIFE;
    }
}

void game_step(struct game *game) {
    if (game->phase != PHASE_PLAYING) return;
    game->tick++;
    if (game->wave_wait > 0) game->wave_wait--;
    if (game->wave_wait == 0 && can_begin_wave(game)) begin_wave(game);
    enemies_spawn(game);
    enemies_walk(game);
    shooting_step(game);
    enemies_bury(game);
    judge(game);
}

void game_restart(struct game *game) {
    game->phase = PHASE_PLAYING;
    while (game->tower_count > 0) (void)game_sell(game, game->towers[game->tower_count - 1].cell);
    game->random = game->seed;
    game->tick = 0;
    game->money = FIRST_MONEY;
    game->lives = FIRST_LIVES;
    game->score = game->kills = game->leaked = game->wave = game->born = 0;
    game->wave_wait = FIRST_WAIT;
    game->coming_count = game->coming_next = game->spawn_wait = 0;
    game->enemy_count = game->shot_count = 0;
    game->revision++;
}

float game_route(const struct game *game, enum enemy_class class, size_t entrance) {
    wend_cell cell = game->entrances[entrance];
    return wend_field_distance(game->fields[class], cell.x, cell.y);
}

/* FNV-1a, number by number. */
static uint64_t mix(uint64_t hash, uint64_t number) {
    for (int byte = 0; byte < 8; byte++) hash = (hash ^ (number >> 8 * byte & 255)) * 0x100000001B3u;
    return hash;
}

static uint64_t mix_float(uint64_t hash, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return mix(hash, bits);
}

uint64_t game_hash(const struct game *game) {
    uint64_t hash = 0xCBF29CE484222325u;
    const uint64_t numbers[] = {game->random, game->tick, game->phase,     game->money,
                                game->lives,  game->wave, game->score,     game->kills,
                                game->leaked, game->born, game->wave_wait, game->coming_next};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = mix(hash, numbers[i]);
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const struct enemy *enemy = &game->enemies[i];
        hash = mix_float(mix_float(hash, enemy->x), enemy->y);
        hash = mix(mix(hash, (uint64_t)enemy->class), (uint64_t)enemy->health << 32 | enemy->slow);
    }
    for (uint32_t i = 0; i < game->tower_count; i++) {
        const struct tower *tower = &game->towers[i];
        hash = mix(mix(hash, (uint64_t)tower->cell.x << 32 | (uint64_t)tower->cell.y), tower->wait);
        hash = mix(hash, (uint64_t)tower->kind);
    }
    for (int class = 0; class < CLASS_COUNT; class ++) hash = mix(hash, wend_field_hash(game->fields[class]));
    return hash;
}
