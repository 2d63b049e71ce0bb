/* SPDX-License-Identifier: MIT
 * How random worlds are made. */
#include "random_world.h"

#include "oracle.h"

#include <stdlib.h>
#include <string.h>

wend_edge random_edge(test_random *random) {
    return (wend_edge)test_random_below(random, 4);
}

wend_cell random_cell(const world *w, test_random *random) {
    return (wend_cell){(int32_t)test_random_below(random, (uint32_t)w->width),
                       (int32_t)test_random_below(random, (uint32_t)w->height)};
}

wend_rect random_rect(const world *w, test_random *random) {
    wend_cell corner = random_cell(w, random);
    return (wend_rect){corner.x, corner.y, test_random_between(random, 1, w->width - corner.x),
                       test_random_between(random, 1, w->height - corner.y)};
}

wend_link random_link(const world *w, test_random *random) {
    static const uint32_t costs[8] = {1, 70, 140, 141, 300, 1000, 1u << 24, UINT32_MAX};
    wend_link link = {random_cell(w, random), random_cell(w, random), costs[test_random_below(random, 8)], 0};
    if (test_random_chance(random, 50)) link.class_mask = 1u << test_random_below(random, 3);
    return link;
}

void world_set_edge(world *w, int32_t x, int32_t y, int side, wend_edge edge) {
    int32_t nx, ny;
    oracle_neighbour(w->lattice, x, y, side, &nx, &ny);
    uint8_t out = (uint8_t)(1u << side), in = (uint8_t)(1u << oracle_opposite(side));
    uint8_t *here = &w->closed[world_index(w, x, y)], *there = &w->closed[world_index(w, nx, ny)];
    *here = (uint8_t)(*here & ~out);
    *there = (uint8_t)(*there & ~in);
    if (edge == WEND_EDGE_WALL || edge == WEND_EDGE_IN_ONLY) *here |= out;
    if (edge == WEND_EDGE_WALL || edge == WEND_EDGE_OUT_ONLY) *there |= in;
}

wend_edge world_edge(const world *w, int32_t x, int32_t y, int side) {
    static const wend_edge edges[2][2] = {{WEND_EDGE_OPEN, WEND_EDGE_OUT_ONLY}, {WEND_EDGE_IN_ONLY, WEND_EDGE_WALL}};
    int32_t nx, ny;
    oracle_neighbour(w->lattice, x, y, side, &nx, &ny);
    return edges[w->closed[world_index(w, x, y)] >> side & 1]
                [w->closed[world_index(w, nx, ny)] >> oracle_opposite(side) & 1];
}

void world_start(world *w, int32_t width, int32_t height, wend_lattice lattice) {
    memset(w, 0, sizeof *w);
    w->width = width;
    w->height = height;
    w->lattice = lattice;
}

void world_draw(world *w, wend_lattice lattice, const char *const *rows, int32_t count) {
    world_start(w, (int32_t)strlen(rows[0]), count, lattice);
    for (int32_t y = 0; y < count; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            char c = rows[y][x];
            if (c == 'G') w->goals[w->goal_count++] = (wend_goal){.x = x, .y = y};
            w->terrain[world_index(w, x, y)] = c == '#' ? 255 : c >= '0' && c <= '9' ? (uint8_t)(c - '0') : 0;
        }
    }
}

static void choose_size(world *w, test_random *random) {
    int32_t width, height;
    uint32_t kind = test_random_below(random, 20);
    if (kind == 0) {
        width = height = 1;
    } else if (kind == 1) {
        width = 1;
        height = test_random_between(random, 2, 300);
    } else if (kind == 2) {
        width = test_random_between(random, 2, 300);
        height = 1;
    } else if (kind == 3) { /* several pages, and vectors, wide or high */
        bool is_broad = test_random_chance(random, 70);
        width = test_random_between(random, is_broad ? 60 : 2, is_broad ? 200 : 70);
        height = test_random_between(random, is_broad ? 2 : 60, is_broad ? 10 : 140);
    } else if (kind < 14) {
        width = test_random_between(random, 1, 10);
        height = test_random_between(random, 1, 10);
    } else {
        width = test_random_between(random, 2, 26);
        height = test_random_between(random, 2, 26);
    }
    world_start(w, width, height, test_random_chance(random, 40) ? WEND_HEX : WEND_SQUARE);
}

/* Terrain: one kind of ground, few weights, or all of them; then walls. */
static void choose_terrain(world *w, test_random *random) {
    static const int32_t greatest[4] = {0, 3, 9, 254};
    int32_t kinds = greatest[test_random_below(random, 4)];
    uint32_t walls = test_random_chance(random, 20) ? 0 : test_random_below(random, 51);
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        bool wall = test_random_chance(random, walls);
        w->terrain[cell] = wall ? 255 : (uint8_t)test_random_between(random, 0, kinds);
    }
}

static void choose_edges(world *w, test_random *random) {
    if (test_random_chance(random, 50)) return;
    uint32_t share = test_random_below(random, 50);
    bool only_walls = test_random_chance(random, 30), only_one_way = test_random_chance(random, 20);
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            for (int side = 0; side < 8; side++) {
                int32_t nx, ny;
                if (!oracle_is_side(w->lattice, side) || !oracle_neighbour(w->lattice, x, y, side, &nx, &ny)) continue;
                if (!world_has(w, nx, ny) || !test_random_chance(random, share)) continue;
                wend_edge edge = random_edge(random);
                if (only_walls) edge = WEND_EDGE_WALL;
                if (only_one_way) edge = test_random_chance(random, 50) ? WEND_EDGE_OUT_ONLY : WEND_EDGE_IN_ONLY;
                world_set_edge(w, x, y, side, edge);
            }
        }
    }
}

static void choose_links(world *w, test_random *random) {
    if (test_random_chance(random, 50)) return;
    w->link_count = test_random_below(random, WORLD_LINKS / 2);
    for (uint32_t i = 0; i < w->link_count; i++) {
        w->links[i] = random_link(w, random);
        if (i > 0 && test_random_chance(random, 30)) w->links[i].from = w->links[i - 1].from;
    }
}

static void choose_costs(world *w, test_random *random) {
    if (test_random_chance(random, 50)) return;
    static const int32_t greatest[3] = {4, 30, 254};
    int32_t limit = greatest[test_random_below(random, 3)];
    w->has_costs = true;
    for (int terrain = 0; terrain < 256; terrain++) {
        w->costs[terrain] = (uint8_t)test_random_between(random, 1, limit);
        if (test_random_chance(random, 10)) w->costs[terrain] = 255;
    }
    if (test_random_chance(random, 80)) w->costs[255] = 255;
}

static uint32_t choose_radius(test_random *random) {
    static const uint32_t edges[12] = {1, 90, 91, 127, 128, 129, 181, 182, 255, 256, 384, 385};
    if (test_random_chance(random, 60)) return 0;
    if (test_random_chance(random, 40)) return edges[test_random_below(random, 12)];
    if (test_random_chance(random, 2)) return test_random_below(random, 8193);
    return test_random_below(random, test_random_chance(random, 60) ? 200 : 701);
}

static void choose_mover(world *w, test_random *random) {
    static const uint32_t diagonals[5] = {0, 70, 99, 105, 140};
    static const uint32_t weights[5] = {0, 1, 128, 700, 65535};
    wend_mover_desc *mover = &w->mover;
    mover->unit_cost = test_random_chance(random, 60) ? 0 : (uint32_t)test_random_between(random, 1, 254);
    if (w->lattice == WEND_SQUARE && test_random_chance(random, 30)) mover->neighbours = 4;
    mover->corner_rule = (wend_corner_rule)test_random_below(random, 3);
    mover->step_rule = (wend_step_rule)test_random_below(random, 2);
    mover->diagonal = diagonals[test_random_below(random, 5)];
    mover->radius = choose_radius(random);
    mover->class_bits = test_random_below(random, 8);
    mover->overlay_weight = weights[test_random_below(random, 5)];
    choose_costs(w, random);
    w->has_overlay = test_random_chance(random, 30);
    for (int32_t cell = 0; w->has_overlay && cell < w->width * w->height; cell++) {
        if (test_random_chance(random, 50)) w->overlay[cell] = (uint8_t)test_random_bits(random);
    }
}

static uint32_t choose_offset(test_random *random) {
    uint32_t kind = test_random_below(random, 20);
    if (kind < 9) return 0;
    if (kind < 18) return test_random_below(random, 70) * (test_random_chance(random, 50) ? 140u : 14u);
    if (kind < 19) return test_random_below(random, 1u << 31);
    return UINT32_MAX - 1 - test_random_below(random, 5000);
}

void random_goals(world *w, test_random *random) {
    w->goal_count = test_random_chance(random, 50) ? 1 : test_random_below(random, WORLD_GOALS + 1);
    w->options.policy = (wend_goal_policy)test_random_below(random, 4);
    w->options.has_reference = test_random_chance(random, 50);
    w->options.reference = random_cell(w, random);
    bool offsets = test_random_chance(random, 50);
    for (uint32_t i = 0; i < w->goal_count; i++) {
        wend_goal *goal = &w->goals[i];
        wend_cell cell = random_cell(w, random);
        *goal = (wend_goal){.x = cell.x, .y = cell.y, .offset = offsets ? choose_offset(random) : 0};
        if (test_random_chance(random, 15)) {
            goal->x = test_random_between(random, -5, w->width + 5);
            goal->y = test_random_between(random, -5, w->height + 5);
        }
        if (test_random_chance(random, 70)) continue;
        goal->width = test_random_between(random, 0, 4);
        goal->height = test_random_between(random, 0, 4);
    }
}

static void choose_build(world *w, test_random *random) {
    w->log_capacity = test_random_chance(random, 50) ? 4 : 0;
    w->escape_depth = test_random_chance(random, 50) ? 0 : (uint32_t)test_random_between(random, 1, 8);
    if (test_random_chance(random, 10)) w->escape_depth = WEND_NO_ESCAPE;
    w->has_seeds = test_random_chance(random, 15);
    uint32_t density = test_random_below(random, 101);
    for (int32_t cell = 0; w->has_seeds && cell < w->width * w->height; cell++) {
        w->seeds[cell] = test_random_chance(random, density) ? choose_offset(random) : UINT32_MAX;
    }
    if (test_random_chance(random, 30)) w->max_distance = test_random_below(random, 40) * 140 + 1;
    if (test_random_chance(random, 30)) w->target_count = test_random_below(random, WORLD_TARGETS + 1);
    for (uint32_t i = 0; i < w->target_count; i++) w->targets[i] = random_cell(w, random);
    w->cut_off = test_random_chance(random, 30);
}

void random_world(world *w, uint64_t seed) {
    test_random random = test_random_of(seed);
    choose_size(w, &random);
    w->seed = seed;
    choose_terrain(w, &random);
    choose_edges(w, &random);
    choose_links(w, &random);
    choose_mover(w, &random);
    random_goals(w, &random);
    choose_build(w, &random);
}

void random_large_world(world *w, uint64_t seed) {
    random_world(w, seed);
    test_random random = test_random_of(seed + 1);
    world_start(w, test_random_between(&random, 65, 230), test_random_between(&random, 65, 230), w->lattice);
    w->seed = seed;
    choose_terrain(w, &random);
    if (test_random_chance(&random, 30)) choose_edges(w, &random);
    if (test_random_chance(&random, 30)) choose_links(w, &random);
    choose_mover(w, &random);
    random_goals(w, &random);
    choose_build(w, &random);
}

bool world_has_walls(const world *w) {
    for (size_t i = 0; i < world_count(w); i++)
        if (w->closed[i]) return true;
    return false;
}

void check_large_worlds(world_check *check, uint64_t first_seed, uint32_t count) {
    world *w = malloc(sizeof *w);
    for (uint64_t seed = first_seed; seed < first_seed + count; seed++) {
        random_large_world(w, seed);
        check_world(check, w);
    }
    free(w);
}

void check_seed(world_check *check, const char *seed, uint64_t first_large) {
    world *w = malloc(sizeof *w);
    uint64_t number = strtoull(seed, NULL, 10);
    if (number >= first_large)
        random_large_world(w, number);
    else
        random_world(w, number);
    check_world(check, w);
    free(w);
}
