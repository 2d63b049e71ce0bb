/* SPDX-License-Identifier: MIT
 * A game of towers, without window or picture. It is a function of the map, the seed and what the player does in which
 * tick: the same on every machine. */
#ifndef TOWERS_GAME_H
#define TOWERS_GAME_H

#include "rules.h"

#include <stdbool.h>
#include <stddef.h>
#include <wend/wend.h>

enum { ENTRANCES = 4, ENEMIES = 512, TOWERS = 1024, SHOTS = 512, WAVE_ENEMIES = 128, MAP_SIDE = 256 };

#define TOWER_TERRAIN '#'

/* Everybody walks on a field of the own class. */
struct enemy {
    float x, y;
    float remaining; /* [1.0 = a straight step on ground of cost 1.0] to the goal */
    enum enemy_class class;
    int32_t health, full_health;
    uint32_t slow; /* [ticks] that it stays slow */
    uint32_t born; /* the how manyth of the game */
};

struct tower {
    wend_cell cell; /* upper left */
    enum tower_kind kind;
    uint32_t wait;      /* [ticks] until it can shoot again */
    float aim_x, aim_y; /* where it shot last, from its middle, a unit vector */
};

/* What is seen of a shot. */
struct shot {
    float from_x, from_y, to_x, to_y;
    enum tower_kind kind;
    uint32_t left; /* [ticks] that it is seen */
};

enum phase { PHASE_PLAYING, PHASE_LOST, PHASE_WON };

struct game {
    char name[64]; /* of the map's file */
    wend_map *map;
    int32_t width, height;
    uint8_t *original; /* terrain as it was loaded */
    wend_mover *movers[CLASS_COUNT];
    wend_field *fields[CLASS_COUNT];
    wend_workspace *workspace;
    wend_cell entrances[ENTRANCES], goal;
    size_t entrance_count;
    uint64_t revision; /* counts builds and sales */
    struct placing *placing;
    struct what_if *what_if;

    uint64_t seed, random;
    uint64_t tick;
    enum phase phase;
    uint32_t money, lives, score, kills, leaked;
    uint32_t wave;      /* that began last; 0: none yet */
    uint32_t wave_wait; /* [ticks] until the next begins */
    enum enemy_class coming[WAVE_ENEMIES];
    uint32_t coming_count, coming_next, spawn_wait;

    struct enemy enemies[ENEMIES];
    uint32_t enemy_count, born;
    struct tower towers[TOWERS];
    uint32_t tower_count;
    struct shot shots[SHOTS];
    uint32_t shot_count;
};

/* Where the player may want them. */
struct game_places {
    wend_cell entrances[ENTRANCES], goal;
    size_t entrance_count; /* 0: two near the left edge */
    bool has_goal;         /* false: near the middle of the right edge */
};

/* Reads a map and sets up a game. False: one line on standard error says why; game_close takes what there is. */
bool game_open(struct game *game, const char *path, const struct game_places *places, uint64_t seed);
void game_close(struct game *game);

/* A new game on the same map. */
void game_restart(struct game *game);

/* One tick; nothing where the game is over. */
void game_step(struct game *game);

/* The next wave now; what is left of the wait is paid in money. False: there is none, or the last has not all come. */
bool game_call_wave(struct game *game);

/* Why a tower cannot be built. */
enum verdict {
    VERDICT_GOOD,
    VERDICT_OFF_MAP,
    VERDICT_GROUND, /* water, trees, rock */
    VERDICT_TAKEN,  /* a tower */
    VERDICT_CLOSE,  /* too near to an entrance or to the goal */
    VERDICT_ENEMY,  /* somebody stands there */
    VERDICT_SEALS,  /* no way to the goal would be left, from an entrance or for an enemy on its way */
    VERDICT_MONEY,
    VERDICT_FULL, /* TOWERS towers */
    VERDICT_OVER  /* the game is over */
};
const char *verdict_text(enum verdict verdict);

/* May a tower stand with its upper left cell here? Quick enough to ask for every cell of every picture. */
enum verdict game_may_stand(struct game *game, wend_cell cell);
/* The same, and money, room and time for it. */
enum verdict game_may_build(struct game *game, enum tower_kind kind, wend_cell cell);

/* Builds where the verdict is VERDICT_GOOD. */
enum verdict game_build(struct game *game, enum tower_kind kind, wend_cell cell);
/* The tower that covers a cell is sold; false: there is none. */
bool game_sell(struct game *game, wend_cell cell);
/* Number of the tower that covers a cell, or TOWERS. */
uint32_t game_tower_at(const struct game *game, wend_cell cell);

/* How far it is from an entrance to the goal [1.0 = a straight step at cost 1.0]. */
float game_route(const struct game *game, enum enemy_class class, size_t entrance);

/* Enemies whose disc overlaps what their class cannot enter, by more than samples allow for: there are never any. */
uint32_t game_count_in_wall(const struct game *game);

/* Of all that plays a part: the same games have the same. */
uint64_t game_hash(const struct game *game);

#endif
