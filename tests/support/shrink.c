/* SPDX-License-Identifier: MIT
 * From a world that fails to a small one that still fails, and how it is printed.
 *
 * Simplifications are numbered; each is tried on a copy and kept if the check still fails. Passes repeat until one
 * changes nothing. */
#include "random_world.h"

#include "oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void shift(int32_t *place, int32_t removed) {
    if (*place > removed) (*place)--;
}

/* Everything that names a cell follows when a row or column goes; what named a cell in it moves to the next. */
static void shift_cells(world *w, bool row, int32_t removed) {
    for (uint32_t i = 0; i < w->link_count; i++) {
        shift(row ? &w->links[i].from.y : &w->links[i].from.x, removed);
        shift(row ? &w->links[i].to.y : &w->links[i].to.x, removed);
    }
    for (uint32_t i = 0; i < w->goal_count; i++) shift(row ? &w->goals[i].y : &w->goals[i].x, removed);
    for (uint32_t i = 0; i < w->target_count; i++) shift(row ? &w->targets[i].y : &w->targets[i].x, removed);
    shift(row ? &w->options.reference.y : &w->options.reference.x, removed);
}

static int32_t clamp(int32_t value, int32_t size) {
    return value < 0 ? 0 : value >= size ? size - 1 : value;
}

static void clamp_cell(const world *w, wend_cell *cell) {
    cell->x = clamp(cell->x, w->width);
    cell->y = clamp(cell->y, w->height);
}

/* The outline is closed by nature, and both ends of an edge agree on what it is. */
static void repair_world(world *w) {
    for (uint32_t i = 0; i < w->link_count; i++) {
        clamp_cell(w, &w->links[i].from);
        clamp_cell(w, &w->links[i].to);
    }
    for (uint32_t i = 0; i < w->target_count; i++) clamp_cell(w, &w->targets[i]);
    clamp_cell(w, &w->options.reference);
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        for (int k = 0; k < 8; k++) {
            int32_t x, y;
            bool side = oracle_is_side(w->lattice, k) &&
                        oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &x, &y);
            if (!side || !world_has(w, x, y)) w->closed[cell] &= (uint8_t) ~(1u << k);
        }
    }
}

static bool remove_lines(world *w, bool rows, int32_t first, int32_t count) {
    int32_t size = rows ? w->height : w->width;
    if (first + count > size || count >= size) return false;
    world *from = malloc(sizeof *from);
    memcpy(from, w, sizeof *from);
    if (rows) {
        w->height -= count;
    } else {
        w->width -= count;
    }
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            int32_t old_x = !rows && x >= first ? x + count : x, old_y = rows && y >= first ? y + count : y;
            int32_t to = world_index(w, x, y), old = world_index(from, old_x, old_y);
            w->terrain[to] = from->terrain[old];
            w->closed[to] = from->closed[old];
            w->overlay[to] = from->overlay[old];
            w->seeds[to] = from->seeds[old];
        }
    }
    free(from);
    for (int32_t i = 0; i < count; i++) shift_cells(w, rows, first);
    repair_world(w);
    return true;
}

static bool remove_link(world *w, uint32_t index) {
    if (index >= w->link_count) return false;
    w->link_count--;
    memmove(&w->links[index], &w->links[index + 1], (w->link_count - index) * sizeof *w->links);
    return true;
}

static bool remove_goal(world *w, uint32_t index) {
    if (index >= w->goal_count) return false;
    w->goal_count--;
    memmove(&w->goals[index], &w->goals[index + 1], (w->goal_count - index) * sizeof *w->goals);
    return true;
}

static bool simplify_goal(world *w, uint32_t index, uint32_t what) {
    if (index >= w->goal_count) return false;
    wend_goal old = w->goals[index];
    if (what == 0) w->goals[index].offset = 0;
    if (what == 1) w->goals[index].width = w->goals[index].height = 0;
    return memcmp(&old, &w->goals[index], sizeof old) != 0;
}

#define CLEAR(field) return (field) ? ((field) = 0, true) : false

static bool simplify_setting(world *w, uint32_t what) {
    switch (what) {
    case 0: CLEAR(w->has_overlay);
    case 1: CLEAR(w->has_seeds);
    case 2: CLEAR(w->has_costs);
    case 3: CLEAR(w->max_distance);
    case 4: CLEAR(w->target_count);
    case 5: CLEAR(w->mover.radius);
    case 6: CLEAR(w->mover.unit_cost);
    case 7: CLEAR(w->mover.corner_rule);
    case 8: CLEAR(w->mover.step_rule);
    case 9: CLEAR(w->mover.diagonal);
    case 10: CLEAR(w->mover.neighbours);
    case 11: CLEAR(w->mover.class_bits);
    case 12: CLEAR(w->mover.overlay_weight);
    case 13: CLEAR(w->options.policy);
    case 14: CLEAR(w->options.has_reference);
    case 15: CLEAR(w->escape_depth);
    case 16: CLEAR(w->log_capacity);
    case 17: CLEAR(w->cut_off);
    default: return false;
    }
}

static bool simplify_cell(world *w, int32_t cell, uint32_t what) {
    switch (what) {
    case 0: CLEAR(w->terrain[cell]);
    case 1: CLEAR(w->overlay[cell]);
    case 2:
        if (!w->has_seeds || w->seeds[cell] == UINT32_MAX) return false;
        w->seeds[cell] = UINT32_MAX;
        return true;
    default: break;
    }
    int side = (int)what - 3;
    if (!(w->closed[cell] >> side & 1)) return false;
    world_set_edge(w, cell % w->width, cell / w->width, side, WEND_EDGE_OPEN);
    return true;
}

/* Simplification number `index`; false where it does not apply, *end is set past the last. */
static bool simplify(world *w, uint32_t index, bool *end) {
    uint32_t lines = (uint32_t)(w->width > w->height ? w->width : w->height);
    const int32_t widths[5] = {(int32_t)lines / 2, (int32_t)lines / 4, 4, 2, 1};
    if (index < 10 * lines) {
        int32_t count = widths[index / (2 * lines)];
        return count > 0 && remove_lines(w, index & 1, (int32_t)(index % (2 * lines) / 2), count);
    }
    index -= 10 * lines;
    if (index < WORLD_LINKS) return remove_link(w, index);
    index -= WORLD_LINKS;
    if (index < WORLD_GOALS) return remove_goal(w, index);
    index -= WORLD_GOALS;
    if (index < 2 * WORLD_GOALS) return simplify_goal(w, index / 2, index & 1);
    index -= 2 * WORLD_GOALS;
    if (index < 18) return simplify_setting(w, index);
    index -= 18;
    if (index < (uint32_t)(w->width * w->height) * 11) return simplify_cell(w, (int32_t)index / 11, index % 11);
    *end = true;
    return false;
}

static void shrink(world_check *check, world *w, char *message, size_t size) {
    world *trial = malloc(sizeof *trial);
    uint32_t tries = 0;
    bool changed = true;
    while (changed && tries < 20000) {
        changed = false;
        bool end = false;
        for (uint32_t index = 0; !end && tries < 20000; index++) {
            memcpy(trial, w, sizeof *trial);
            if (!simplify(trial, index, &end)) continue;
            tries++;
            char why[512] = "";
            if (check(trial, why, sizeof why)) continue;
            memcpy(w, trial, sizeof *trial);
            snprintf(message, size, "%s", why);
            changed = true;
            index--;
        }
    }
    free(trial);
}

static void print_grid(const world *w, const char *name, const uint8_t *bytes) {
    print_error("  %s:\n", name);
    for (int32_t y = 0; y < w->height; y++) {
        print_error("   %s", w->lattice == WEND_HEX && (y & 1) ? "  " : "");
        for (int32_t x = 0; x < w->width; x++) print_error(" %3d", bytes[world_index(w, x, y)]);
        print_error("\n");
    }
}

static void print_costs(const world *w) {
    bool used[256] = {false};
    for (int32_t cell = 0; cell < w->width * w->height; cell++) used[w->terrain[cell]] = true;
    print_error("  costs:");
    for (int terrain = 0; terrain < 256; terrain++) {
        if (used[terrain]) print_error(" %d->%d", terrain, w->costs[terrain]);
    }
    print_error("\n");
}

static bool is_all_zero(const world *w, const uint8_t *bytes) {
    for (int32_t cell = 0; cell < w->width * w->height; cell++) {
        if (bytes[cell]) return false;
    }
    return true;
}

static void print_world(const world *w) {
    const wend_mover_desc *m = &w->mover;
    print_error("  %s %dx%d log %u; neighbours %u corner %d step %d diagonal %u radius %u unit %u class %u weight %u\n",
                w->lattice == WEND_HEX ? "hex" : "square", w->width, w->height, w->log_capacity, m->neighbours,
                (int)m->corner_rule, (int)m->step_rule, m->diagonal, m->radius, m->unit_cost, m->class_bits,
                m->overlay_weight);
    print_error("  policy %d reference %d (%d, %d) escape %u cut off %d max_distance %u seeds %d\n",
                (int)w->options.policy, w->options.has_reference, w->options.reference.x, w->options.reference.y,
                w->escape_depth, w->cut_off, w->max_distance, w->has_seeds);
    for (uint32_t i = 0; i < w->goal_count; i++) {
        const wend_goal *goal = &w->goals[i];
        print_error("  goal (%d, %d) %dx%d offset %u\n", goal->x, goal->y, goal->width, goal->height, goal->offset);
    }
    for (uint32_t i = 0; i < w->target_count; i++) print_error("  target (%d, %d)\n", w->targets[i].x, w->targets[i].y);
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        print_error("  link (%d, %d) -> (%d, %d) cost %u mask %u\n", link->from.x, link->from.y, link->to.x, link->to.y,
                    link->cost, link->class_mask);
    }
    print_grid(w, "terrain", w->terrain);
    if (!is_all_zero(w, w->closed)) print_grid(w, "closed ways out, as bits", w->closed);
    if (w->has_overlay) print_grid(w, "overlay", w->overlay);
    if (w->has_costs) print_costs(w);
    for (int32_t cell = 0; w->has_seeds && cell < w->width * w->height; cell++) {
        if (w->seeds[cell] != UINT32_MAX) {
            print_error("  seed (%d, %d) %u\n", cell % w->width, cell / w->width, w->seeds[cell]);
        }
    }
}

void check_world(world_check *check, const world *w) {
    char message[512] = "";
    if (check(w, message, sizeof message)) return;
    world *small = malloc(sizeof *small);
    memcpy(small, w, sizeof *small);
    print_error("seed %llu fails: %s\n", (unsigned long long)w->seed, message);
    shrink(check, small, message, sizeof message);
    print_error("smaller: %s\n", message);
    print_world(small);
    free(small);
    fail();
}

void check_worlds(world_check *check, uint64_t first_seed, uint32_t count) {
    world *w = malloc(sizeof *w);
    for (uint32_t i = 0; i < count; i++) {
        random_world(w, first_seed + i);
        check_world(check, w);
    }
    free(w);
}
