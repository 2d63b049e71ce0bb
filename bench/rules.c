/* SPDX-License-Identifier: MIT
 * Bench: fields by other rules than the default, each a variant in one contest, so that ratios to the default can be
 * read off. Some want a map of their own: hexagons, edges between cells, links. */
#include "rules.h"

#include "builder.h"
#include "cases.h"

#include <stdlib.h>
#include <string.h>

#define RADIUS_NARROW 100 /* [1/256 cell] fits through a gap of one cell */
#define RADIUS_WIDE 300   /* needs three */

typedef struct rule {
    const char *variant;
    wend_mover_desc mover;
    bench_extras extras;
} rule;

static const rule rules[] = {
    {.variant = "default"},
    {.variant = "enter", .mover = {.step_rule = WEND_STEP_ENTER}},
    {.variant = "diagonal 70", .mover = {.diagonal = 70}},
    {.variant = "diagonal 105", .mover = {.diagonal = 105}},
    {.variant = "diagonal 140", .mover = {.diagonal = 140}},
    {.variant = "corners if one free", .mover = {.corner_rule = WEND_CORNER_IF_ONE_FREE}},
    {.variant = "corners always", .mover = {.corner_rule = WEND_CORNER_ALWAYS}},
    {.variant = "4 neighbours", .mover = {.neighbours = 4}},
    {.variant = "hexagons", .extras = {.lattice = WEND_HEX}},
    {.variant = "radius 0.39", .mover = {.radius = RADIUS_NARROW}},
    {.variant = "radius 1.17", .mover = {.radius = RADIUS_WIDE}},
    {.variant = "thin walls, one-way edges", .extras = {.edges_percent = 10}},
    {.variant = "links", .extras = {.cells_per_link = 1000}},
};
#define RULE_COUNT (sizeof rules / sizeof *rules)

typedef struct state {
    bench_ground ground;
    bench_builder *builder;
} state;

static void destroy(void *opaque) {
    state *self = opaque;
    if (!self) return;
    bench_builder_destroy(self->builder);
    bench_ground_free(&self->ground);
    free(self);
}

static bool set_edges(wend_map *map, const bench_ground *ground, uint32_t percent) {
    static const wend_edge kinds[] = {WEND_EDGE_WALL, WEND_EDGE_OUT_ONLY, WEND_EDGE_IN_ONLY};
    uint64_t random = 1;
    bool is_good = true;
    for (uint32_t i = 0; i < ground->cells && is_good; i++) {
        const wend_cell cell = bench_ground_cell(ground, i);
        const wend_direction side = scene_random_below(&random, 2) ? WEND_EAST : WEND_SOUTH;
        const wend_edge edge = kinds[scene_random_below(&random, 3)];
        const bool is_inside = side == WEND_EAST ? cell.x + 1 < ground->width : cell.y + 1 < ground->height;
        if (scene_random_below(&random, 100) >= percent || !is_inside) continue;
        is_good = wend_map_set_edge(map, cell.x, cell.y, side, edge) == WEND_OK;
    }
    return is_good;
}

/* Between any two cells of the largest component, as dear as 1 to 100 steps. */
static bool add_links(wend_map *map, const bench_ground *ground, size_t count) {
    uint64_t random = 2;
    wend_link *links = malloc(count * sizeof *links);
    for (size_t i = 0; links && i < count; i++) {
        const uint32_t from = scene_random_below(&random, ground->candidate_count);
        const uint32_t to = scene_random_below(&random, ground->candidate_count);
        links[i] = (wend_link){.from = bench_ground_cell(ground, ground->candidates[from]),
                               .to = bench_ground_cell(ground, ground->candidates[to]),
                               .cost = WEND_RAW_PER_COST * (1 + scene_random_below(&random, 100))};
    }
    const bool is_good = links && wend_map_add_links(map, links, count) == WEND_OK;
    free(links);
    return is_good;
}

wend_map *bench_map_with(const bench_ground *ground, const bench_extras *extras) {
    const bench_extras none = {0};
    if (!extras) extras = &none;
    const wend_map_desc desc = {.width = ground->width, .height = ground->height, .lattice = extras->lattice};
    const wend_rect all = {0, 0, ground->width, ground->height};
    const size_t links = extras->cells_per_link ? ground->cells / extras->cells_per_link + 1 : 0;
    uint8_t *terrain = malloc(ground->cells);
    wend_map *map = NULL;
    const bool is_good = terrain && wend_map_create(&desc, &map) == WEND_OK &&
                         wend_map_read(ground->map, all, terrain, (size_t)ground->width) == WEND_OK &&
                         wend_map_write(map, all, terrain, (size_t)ground->width) == WEND_OK &&
                         (!extras->edges_percent || set_edges(map, ground, extras->edges_percent)) &&
                         (!links || add_links(map, ground, links));
    free(terrain);
    if (is_good) return map;
    wend_map_destroy(map);
    return NULL;
}

bool bench_ground_with(bench_ground *ground, const bench_ground *from, const bench_extras *extras,
                       const wend_mover_desc *desc) {
    const bool needs_map = extras->lattice != WEND_SQUARE || extras->edges_percent || extras->cells_per_link;
    wend_map *map = needs_map ? bench_map_with(from, extras) : NULL;
    return (map || !needs_map) && bench_ground_derive(ground, from, map, desc);
}

static state *create(const bench_ground *ground, const rule *by, wend_backend backend) {
    wend_mover_desc desc = by->mover;
    desc.costs = ground->table;
    desc.backend = backend;
    state *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    if (bench_ground_with(&self->ground, ground, &by->extras, &desc)) {
        self->builder = bench_builder_create(&(bench_builder_desc){.ground = &self->ground, .backend = backend});
    }
    if (self->builder) return self;
    destroy(self);
    return NULL;
}

static void prepare(void *opaque, uint32_t round) {
    bench_builder_prepare(((state *)opaque)->builder, round);
}

static bool run(void *opaque) {
    return bench_builder_run(((state *)opaque)->builder);
}

static uint64_t finish(void *opaque, uint64_t *work) {
    return bench_builder_finish(((state *)opaque)->builder, work);
}

static void enter(bench_contest *contest, const rule *by, wend_backend backend) {
    state *self = create(contest->ground, by, backend);
    if (self && self->ground.candidate_count < contest->ground->candidate_count / 2) {
        bench_leave_out(contest, by->variant, "it can reach less than half of what the default can");
        destroy(self);
        return;
    }
    bench_contestant contestant = {.impl = "wend",
                                   .backend = wend_backend_name(backend),
                                   .variant = by->variant,
                                   .threads = 1,
                                   .state = self,
                                   .prepare = prepare,
                                   .run = run,
                                   .is_warm = true,
                                   .finish = finish,
                                   .destroy = destroy};
    if (self) bench_describe_mover(self->ground.mover, contestant.rule);
    bench_enter(contest, contestant);
}

void bench_enter_rules(bench_contest *contest) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < contest->backend_count; i++) {
        for (size_t j = 0; j < RULE_COUNT; j++) enter(contest, &rules[j], contest->backends[i]);
    }
}
