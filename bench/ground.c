/* SPDX-License-Identifier: MIT
 * Bench: maps and goals; see ground.h. */
#include "ground.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 1

static void default_table(uint8_t table[256]) {
    table[0] = 1;
    for (int t = 1; t < 256; t++) table[t] = (uint8_t)t;
}

/* The label that most cells bear; labels are cell indices. */
static uint32_t largest_component(const uint32_t *labels, uint32_t *counts, uint32_t cells) {
    uint32_t best = WEND_NO_COMPONENT;
    memset(counts, 0, cells * sizeof *counts);
    for (uint32_t i = 0; i < cells; i++) {
        if (labels[i] == WEND_NO_COMPONENT) continue;
        counts[labels[i]]++;
        if (best == WEND_NO_COMPONENT || counts[labels[i]] > counts[best]) best = labels[i];
    }
    return best;
}

static bool find_candidates(bench_ground *ground) {
    uint32_t *labels = malloc(ground->cells * sizeof *labels);
    ground->candidates = malloc(ground->cells * sizeof *ground->candidates);
    if (!labels || !ground->candidates) {
        free(labels);
        return false;
    }
    for (uint32_t i = 0; i < ground->cells; i++) {
        const wend_cell cell = bench_ground_cell(ground, i);
        labels[i] = wend_mover_component(ground->mover, cell.x, cell.y);
    }
    const uint32_t best = largest_component(labels, ground->candidates, ground->cells);
    for (uint32_t i = 0; i < ground->cells && best != WEND_NO_COMPONENT; i++) {
        if (labels[i] == best) ground->candidates[ground->candidate_count++] = i;
    }
    free(labels);
    return true;
}

static bool read_costs(bench_ground *ground) {
    ground->costs = malloc(ground->cells);
    if (!ground->costs) return false;
    uint8_t seen = WEND_BLOCKED;
    ground->is_uniform = true;
    for (uint32_t i = 0; i < ground->cells; i++) {
        const wend_cell cell = bench_ground_cell(ground, i);
        const uint8_t cost = wend_mover_cost(ground->mover, cell.x, cell.y);
        ground->costs[i] = cost;
        if (cost == WEND_BLOCKED) continue;
        if (seen != WEND_BLOCKED && cost != seen) ground->is_uniform = false;
        seen = cost;
    }
    return true;
}

/* From a mover to everything else. */
static wend_status finish(bench_ground *ground, wend_map *map, const wend_mover_desc *desc) {
    ground->width = wend_map_width(map);
    ground->height = wend_map_height(map);
    ground->cells = (uint32_t)ground->width * (uint32_t)ground->height;
    const wend_status status = wend_mover_create(map, desc, &ground->mover);
    if (status != WEND_OK) return status;
    return read_costs(ground) && find_candidates(ground) ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

static wend_status finish_default(bench_ground *ground) {
    return finish(ground, ground->map, &(wend_mover_desc){.costs = ground->table});
}

static wend_map *generate_map(const bench_recipe *recipe, int32_t size) {
    if (recipe->most_cost == 0) return scene_map(recipe->kind, size, size, recipe->walls_percent, SEED);
    const size_t cells = (size_t)size * (size_t)size;
    wend_map *map = NULL;
    uint8_t *terrain = malloc(cells);
    if (terrain && wend_map_create(&(wend_map_desc){.width = size, .height = size}, &map) == WEND_OK) {
        scene_scatter_costs(terrain, cells, recipe->most_cost, SEED);
        wend_map_write(map, (wend_rect){0, 0, size, size}, terrain, (size_t)size);
    }
    free(terrain);
    return map;
}

bool bench_ground_generate(bench_ground *ground, const bench_recipe *recipe, int32_t size) {
    memset(ground, 0, sizeof *ground);
    snprintf(ground->name, sizeof ground->name, "%s", recipe->name);
    default_table(ground->table);
    ground->map = generate_map(recipe, size);
    return ground->map && finish_default(ground) == WEND_OK && ground->candidate_count > 0;
}

bool bench_ground_derive(bench_ground *ground, const bench_ground *from, wend_map *map, const wend_mover_desc *desc) {
    memset(ground, 0, sizeof *ground);
    memcpy(ground->name, from->name, sizeof ground->name);
    memcpy(ground->table, from->table, sizeof ground->table);
    ground->map = map;
    return finish(ground, map ? map : from->map, desc) == WEND_OK;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

wend_status bench_ground_read(bench_ground *ground, const char *path, wend_read_error *error) {
    memset(ground, 0, sizeof *ground);
    snprintf(ground->name, sizeof ground->name, "%s", base_name(path));
    wend_status status = wend_map_read_file(path, NULL, &ground->map, ground->table, error);
    if (status != WEND_OK) return status;
    *error = (wend_read_error){0};
    status = finish_default(ground);
    if (status == WEND_OK && ground->candidate_count == 0) {
        snprintf(error->message, sizeof error->message, "no cell of the map is free");
        return WEND_ERROR_FORMAT;
    }
    return status;
}

void bench_ground_free(bench_ground *ground) {
    wend_mover_destroy(ground->mover);
    wend_map_destroy(ground->map);
    free(ground->costs);
    free(ground->candidates);
    memset(ground, 0, sizeof *ground);
}

int32_t bench_ground_shift_rows(const bench_ground *ground, const uint8_t *terrain, uint32_t round, uint8_t *shifted) {
    const uint32_t rows = (round * 7 + 1) % (uint32_t)ground->height;
    const size_t moved = (size_t)rows * (size_t)ground->width, kept = ground->cells - moved;
    memcpy(shifted, terrain + kept, moved);
    memcpy(shifted + moved, terrain, kept);
    return (int32_t)rows;
}

peer_ground bench_ground_for_peers(const bench_ground *ground) {
    return (peer_ground){ground->width, ground->height, ground->costs, ground->is_uniform};
}

uint32_t bench_ground_goal(const bench_ground *ground, uint32_t round, uint32_t slot) {
    uint64_t state = ((uint64_t)round << 32 | slot) * UINT64_C(0x9E3779B97F4A7C15);
    return ground->candidates[scene_random_below(&state, ground->candidate_count)];
}
