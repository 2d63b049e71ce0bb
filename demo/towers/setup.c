/* SPDX-License-Identifier: MIT
 * A game is opened and closed: the map, what each class pays on it, where enemies come from and want to go. */
#include "game.h"

#include "common/map_file.h"
#include "common/options.h"
#include "placing.h"
#include "what_if.h"

#include <stdlib.h>
#include <string.h>

static bool load(struct game *game, const char *path) {
    struct map_file file;
    if (!map_file_read(path, WEND_SQUARE, &file)) return false;
    game->map = file.map;
    game->width = wend_map_width(file.map);
    game->height = wend_map_height(file.map);
    memcpy(game->name, file.name, sizeof game->name);
    if (!file.is_characters) {
        complain("%s: towers are built on maps of the kind .map", path);
        return false;
    }
    if (game->width > MAP_SIDE || game->height > MAP_SIDE) {
        complain("%s: %dx%d, towers are built on maps up to %dx%d", path, (int)game->width, (int)game->height, MAP_SIDE,
                 MAP_SIDE);
        return false;
    }
    return true;
}

static bool make_class(struct game *game, enum enemy_class class) {
    const struct class_rules *rules = &class_rules[class];
    uint8_t costs[256];
    memset(costs, WEND_BLOCKED, sizeof costs);
    costs['.'] = rules->road;
    costs['G'] = rules->grass;
    costs['S'] = rules->sand;
    costs['W'] = rules->water;
    wend_mover_desc mover = {.costs = costs, .unit_cost = UNIT_COST, .radius = rules->radius};
    wend_field_desc field = {.sights = 1};
    return wend_mover_create(game->map, &mover, &game->movers[class]) == WEND_OK &&
           wend_field_create(game->movers[class], &field, &game->fields[class]) == WEND_OK;
}

static bool make_objects(struct game *game) {
    size_t cells = (size_t)game->width * (size_t)game->height;
    game->original = malloc(cells);
    bool is_good = game->original && wend_workspace_create((uint32_t)cells, NULL, &game->workspace) == WEND_OK &&
                   wend_map_read(game->map, (wend_rect){0, 0, game->width, game->height}, game->original,
                                 (size_t)game->width) == WEND_OK;
    for (enum enemy_class class = 0; is_good && class < CLASS_COUNT; class ++) is_good = make_class(game, class);
    return is_good;
}

/* Gates. Where a heavy one can stand and go, everybody can: the others are thinner and pay for the same ground. */

static bool build_for(struct game *game, enum enemy_class class, wend_cell goal, const wend_goal_options *options) {
    (void)wend_field_set_goals(game->fields[class], &(wend_goal){.x = goal.x, .y = goal.y}, 1, options);
    return wend_field_build(game->fields[class], game->workspace, NULL) == WEND_OK;
}

/* The cell nearest to a place where a heavy one can stand, in its component of `beside`, or in the largest one. */
static bool find_gate(struct game *game, wend_cell place, const wend_cell *beside, wend_cell *out) {
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST_CONNECTED};
    if (beside) {
        options.has_reference = 1;
        options.reference = *beside;
    }
    wend_goal_result result;
    bool is_good = build_for(game, CLASS_HEAVY, place, &options) &&
                   wend_field_goal_result(game->fields[CLASS_HEAVY], 0, &result) == WEND_OK && result.cells > 0;
    if (is_good) *out = result.cell;
    return is_good;
}

static bool is_gate(const struct game *game, wend_cell cell) {
    for (size_t i = 0; i < game->entrance_count; i++)
        if (cell.x == game->entrances[i].x && cell.y == game->entrances[i].y) return true;
    return cell.x == game->goal.x && cell.y == game->goal.y;
}

static bool find_gates(struct game *game, const char *path) {
    for (int32_t quarter = 1; quarter <= 3; quarter += 2) {
        wend_cell cell;
        if (!find_gate(game, (wend_cell){2, game->height * quarter / 4}, &game->goal, &cell) || is_gate(game, cell))
            continue;
        game->entrances[game->entrance_count++] = cell;
    }
    if (game->entrance_count > 0) return true;
    complain("%s: there is no room for an entrance and a goal", path);
    return false;
}

static bool can_stand(const struct game *game, const char *option, wend_cell cell) {
    return place_is_good(game->movers[CLASS_HEAVY], option, cell, "no room for the heavy ones");
}

static bool choose_goal(struct game *game, const char *path, const struct game_places *places) {
    if (places->has_goal) {
        game->goal = places->goal;
        return can_stand(game, "--goal", game->goal);
    }
    wend_cell place = {game->width > 3 ? game->width - 3 : 0, game->height / 2};
    if (find_gate(game, place, NULL, &game->goal)) return true;
    complain("%s: there is no room for an entrance and a goal", path);
    return false;
}

static bool take_entrances(struct game *game, const struct game_places *places) {
    for (size_t i = 0; i < places->entrance_count; i++) {
        wend_cell cell = places->entrances[i];
        if (!can_stand(game, "--entrance", cell)) return false;
        const wend_mover *heavy = game->movers[CLASS_HEAVY];
        const char *fault =
            is_gate(game, cell) ? "there is a gate already"
            : wend_mover_component(heavy, cell.x, cell.y) != wend_mover_component(heavy, game->goal.x, game->goal.y)
                ? "no way leads from there to the goal"
                : NULL;
        if (fault) {
            complain("--entrance %d,%d: %s", (int)cell.x, (int)cell.y, fault);
            return false;
        }
        game->entrances[game->entrance_count++] = cell;
    }
    return true;
}

bool game_open(struct game *game, const char *path, const struct game_places *places, uint64_t seed) {
    *game = (struct game){.seed = seed};
    if (!load(game, path)) return false;
    if (!make_objects(game)) {
        complain("%s: no memory", path);
        return false;
    }
    if (!choose_goal(game, path, places)) return false;
    if (!(places->entrance_count ? take_entrances(game, places) : find_gates(game, path))) return false;
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++) (void)build_for(game, class, game->goal, NULL);
    game->placing = placing_open(game);
    game->what_if = what_if_open(game);
    if (!game->placing || !game->what_if) {
        complain("%s: no memory", path);
        return false;
    }
    game_restart(game);
    return true;
}

void game_close(struct game *game) {
    for (int class = 0; class < CLASS_COUNT; class ++) {
        wend_field_destroy(game->fields[class]);
        wend_mover_destroy(game->movers[class]);
    }
    placing_close(game->placing);
    what_if_close(game->what_if);
    wend_map_destroy(game->map);
    wend_workspace_destroy(game->workspace);
    free(game->original);
    *game = (struct game){0};
}
