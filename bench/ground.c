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

/* From the map and the cost table to everything else. */
static wend_status finish(bench_ground *ground) {
    ground->width = wend_map_width(ground->map);
    ground->height = wend_map_height(ground->map);
    ground->cells = (uint32_t)ground->width * (uint32_t)ground->height;
    const wend_mover_desc desc = {.costs = ground->table};
    const wend_status status = wend_mover_create(ground->map, &desc, &ground->mover);
    if (status != WEND_OK) return status;
    return read_costs(ground) && find_candidates(ground) ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

bool bench_ground_generate(bench_ground *ground, const bench_recipe *recipe, int32_t size) {
    memset(ground, 0, sizeof *ground);
    snprintf(ground->name, sizeof ground->name, "%s", recipe->name);
    default_table(ground->table);
    ground->map = scene_map(recipe->kind, size, size, recipe->walls_percent, SEED);
    return ground->map && finish(ground) == WEND_OK && ground->candidate_count > 0;
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
    status = finish(ground);
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

peer_ground bench_ground_for_peers(const bench_ground *ground) {
    return (peer_ground){ground->width, ground->height, ground->costs, ground->is_uniform};
}

uint32_t bench_ground_goal(const bench_ground *ground, uint32_t round, uint32_t slot) {
    uint64_t state = ((uint64_t)round << 32 | slot) * UINT64_C(0x9E3779B97F4A7C15);
    return ground->candidates[scene_random_below(&state, ground->candidate_count)];
}
