/* SPDX-License-Identifier: MIT
 * The rules in numbers: classes of enemies, kinds of towers, waves. */
#ifndef TOWERS_RULES_H
#define TOWERS_RULES_H

#include <stdint.h>

#define TICK_SECONDS (1.0f / 60.0f)

enum { TICKS_PER_SECOND = 60 };

enum enemy_class { CLASS_RUNNER, CLASS_HEAVY, CLASS_WADER, CLASS_COUNT };

struct class_rules {
    const char *name;
    uint8_t road, grass, sand, water; /* costs; UNIT_COST is 1.0, WEND_BLOCKED none */
    uint32_t radius;                  /* [1/256 cell] */
    float speed;                      /* [cells per second] where the cost is 1.0 */
    int32_t health;                   /* in the first wave */
    uint32_t bounty;                  /* money for whoever shoots it */
    uint32_t lives;                   /* that it takes at the goal */
    uint32_t first_wave;
};

enum { UNIT_COST = 10 };

extern const struct class_rules class_rules[CLASS_COUNT];

enum tower_kind { KIND_ARROW, KIND_CANNON, KIND_FROST, KIND_COUNT };

enum { TOWER_SIDE = 2 }; /* [cells] */

struct kind_rules {
    const char *name;
    const char *about;
    uint32_t price;
    float range;       /* [cells] from the middle of the tower */
    uint32_t wait;     /* [ticks] from shot to shot */
    int32_t damage;    /* of a shot */
    float splash;      /* [cells] who is so near to the one hit is hit as well */
    uint32_t slow_for; /* [ticks] that whoever is hit goes at half speed */
};

extern const struct kind_rules kind_rules[KIND_COUNT];

enum {
    FIRST_MONEY = 260,
    FIRST_LIVES = 20,
    WAVE_COUNT = 20,
    FIRST_WAIT = 20 * TICKS_PER_SECOND, /* [ticks] to the first wave */
    WAVE_WAIT = 24 * TICKS_PER_SECOND,  /* [ticks] from the beginning of a wave to that of the next */
    SPAWN_WAIT = 48                     /* [ticks] from enemy to enemy in the first wave */
};

/* What selling gives back. */
static inline uint32_t sale_price(enum tower_kind kind) {
    return kind_rules[kind].price * 3 / 4;
}

/* In wave 1, 2, ... */
int32_t health_in_wave(enum enemy_class class, uint32_t wave);
uint32_t count_in_wave(enum enemy_class class, uint32_t wave);
uint32_t spawn_wait_in_wave(uint32_t wave);

#endif
