/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <wend/mover.h>

const struct class_rules class_rules[CLASS_COUNT] = {
    [CLASS_RUNNER] = {"runner", 8, 10, 14, WEND_BLOCKED, 77, 2.6f, 26, 5, 1, 1},
    [CLASS_HEAVY] = {"heavy", 8, 11, 20, WEND_BLOCKED, 218, 1.5f, 150, 16, 3, 3},
    [CLASS_WADER] = {"wader", 14, 14, 14, 7, 77, 2.2f, 34, 7, 1, 2},
};

const struct kind_rules kind_rules[KIND_COUNT] = {
    [KIND_ARROW] = {"arrow", "fast, one at a time", 40, 5.0f, 24, 8, 0.0f, 0},
    [KIND_CANNON] = {"cannon", "slow, hits all around", 90, 4.5f, 84, 30, 1.6f, 0},
    [KIND_FROST] = {"frost", "halves their speed", 60, 4.0f, 45, 4, 1.0f, 90},
};

int32_t health_in_wave(enum enemy_class class, uint32_t wave) {
    int32_t before = (int32_t)wave - 1;
    return class_rules[class].health * (100 + 14 * before + before * before) / 100;
}

uint32_t count_in_wave(enum enemy_class class, uint32_t wave) {
    if (wave < class_rules[class].first_wave) return 0;
    switch (class) {
    case CLASS_RUNNER: return 8 + wave;
    case CLASS_HEAVY: return wave / 3;
    default: return 2 + wave / 2;
    }
}

uint32_t spawn_wait_in_wave(uint32_t wave) {
    uint32_t shorter = 2 * wave;
    return shorter + 14 < SPAWN_WAIT ? SPAWN_WAIT - shorter : 14;
}
