/* SPDX-License-Identifier: MIT */
#include "patchwork.h"

#include "scenes/generate.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PATCHES 9

/* Ground of one kind, or of kinds that the generators lack: one cost everywhere, costs of each cell by itself. */
static void fill(uint8_t *terrain, int32_t width, int32_t height, test_random *random) {
    static const uint32_t greatest[] = {2, 9, 30, 60, 120, 254};
    size_t cells = (size_t)width * (size_t)height;
    uint32_t kind = test_random_below(random, SCENE_KIND_COUNT + 3);
    uint32_t walls = (uint32_t)test_random_between(random, 5, 45);
    uint64_t seed = test_random_bits(random);
    if (kind < SCENE_KIND_COUNT) {
        if (kind != SCENE_RANDOM && kind != SCENE_CAVE && test_random_chance(random, 60)) walls = 0;
        scene_generate((enum scene_kind)kind, width, height, walls, seed, terrain);
    } else if (kind == SCENE_KIND_COUNT) {
        memset(terrain, test_random_between(random, 1, 254), cells);
    } else {
        scene_scatter_costs(terrain, cells, greatest[test_random_below(random, 6)], seed);
        if (test_random_chance(random, 50)) walls = 0;
        for (size_t i = 0; i < cells; i++) terrain[i] = test_random_chance(random, walls) ? 255 : terrain[i];
    }
}

static void paste(uint8_t *terrain, int32_t width, int32_t height, test_random *random) {
    int32_t x = (int32_t)test_random_below(random, (uint32_t)width);
    int32_t y = (int32_t)test_random_below(random, (uint32_t)height);
    if (test_random_chance(random, 50)) x &= ~63; /* where pages begin */
    if (test_random_chance(random, 50)) y &= ~63;
    int32_t patch_width = test_random_between(random, 1, width - x);
    int32_t patch_height = test_random_between(random, 1, height - y);
    uint8_t *patch = malloc((size_t)patch_width * (size_t)patch_height);
    if (!patch) abort();
    fill(patch, patch_width, patch_height, random);
    for (int32_t row = 0; row < patch_height; row++)
        memcpy(terrain + (size_t)(y + row) * (size_t)width + x, patch + (size_t)row * (size_t)patch_width,
               (size_t)patch_width);
    free(patch);
}

void patchwork(uint8_t *terrain, int32_t width, int32_t height, test_random *random) {
    uint32_t patches = test_random_chance(random, 40) ? 0 : test_random_below(random, MAX_PATCHES);
    fill(terrain, width, height, random);
    for (uint32_t i = 0; i < patches; i++) paste(terrain, width, height, random);
}
