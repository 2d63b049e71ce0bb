/* SPDX-License-Identifier: MIT
 * Bench: the maps that cases run on, and the goals that change from round to round. */
#ifndef BENCH_GROUND_H
#define BENCH_GROUND_H

#include "peers/peer.h"

#include "scenes/generate.h"

#include <wend/wend.h>

typedef struct bench_ground {
    char name[64];     /* for the rows */
    wend_map *map;     /* NULL: that of the ground it was derived from */
    wend_mover *mover; /* the default rule, unless it was derived */
    uint8_t table[256];
    int32_t width, height;
    uint32_t cells;
    uint8_t *costs;       /* [cells] what the mover pays */
    uint32_t *candidates; /* cells of the largest component: goals and ends of routes */
    uint32_t candidate_count;
    bool is_uniform; /* all free cells cost the same */
} bench_ground;

/* What a generated map is made from. */
typedef struct bench_recipe {
    enum scene_kind kind;
    uint32_t walls_percent;
    uint32_t most_cost; /* not 0: costs 1 to this one, each cell by itself, whatever the kind */
    const char *name;
} bench_recipe;

/* False: no memory, or a size the library refuses. What was made is freed by bench_ground_free in any case. */
bool bench_ground_generate(bench_ground *ground, const bench_recipe *recipe, int32_t size);
/* A map file; fails with a status and an error to report. A map without a free cell is ERROR_FORMAT. */
wend_status bench_ground_read(bench_ground *ground, const char *path, wend_read_error *error);
/* Another ground by another mover, on a map of its own, taken over in any case, or (NULL) on that of `from`.
 * It may be left without candidates. */
bool bench_ground_derive(bench_ground *ground, const bench_ground *from, wend_map *map, const wend_mover_desc *desc);
void bench_ground_free(bench_ground *ground);

/* Terrain [cells], cut between two rows, another place in each round, and put together the other way round; returns by
 * how many rows it was moved down. */
int32_t bench_ground_shift_rows(const bench_ground *ground, const uint8_t *terrain, uint32_t round, uint8_t *shifted);

/* What peers see of it. */
peer_ground bench_ground_for_peers(const bench_ground *ground);

/* A cell of the largest component, another one in each round; slots tell several goals of one round apart. */
uint32_t bench_ground_goal(const bench_ground *ground, uint32_t round, uint32_t slot);

static inline wend_cell bench_ground_cell(const bench_ground *ground, uint32_t index) {
    return (wend_cell){(int32_t)(index % (uint32_t)ground->width), (int32_t)(index / (uint32_t)ground->width)};
}

#endif
