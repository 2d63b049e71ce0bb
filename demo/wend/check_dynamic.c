/* SPDX-License-Identifier: MIT
 * wend check-dynamic: a map that changes, its published lengths, and a field that is kept up to date all the while.
 *
 *      snapshot:  stamps -> wend_mover_update -> wend_field_update of the kept field   repair_ms
 *                                            +-> wend_field_build of another one       build_ms; equal in every cell?
 *                                            +-> every query, by a field from its goal or by A*
 *
 * Each query has another goal, so fields that answer them cannot be repaired; the kept field's goal never changes. */
#include "dynamic.h"
#include "routes.h"
#include "tally.h"

#include "common/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const by_words[] = {"field", "astar", NULL};

struct measures {
    size_t snapshots;
    uint64_t cells_different;
    double repair_ms, build_ms; /* from the second snapshot on */
};

struct dynamic_check {
    struct world world;
    struct dynamic_scenario scenario;
    struct router router;
    wend_field *kept, *fresh;
    uint8_t *mask; /* as large as the largest patch, all 1 */
    struct verdict *verdicts;
    size_t query_count;
    struct measures measures;
};

static wend_status open_world(struct dynamic_check *check) {
    uint8_t costs[256];
    struct world *world = &check->world;
    *world = (struct world){
        .width = check->scenario.width, .height = check->scenario.height, .unit_cost = 1, .characters = true};
    memset(costs, WEND_BLOCKED, sizeof costs);
    costs['.'] = costs['G'] = costs['S'] = 1;
    wend_map_desc map_desc = {.width = world->width, .height = world->height};
    wend_mover_desc mover_desc = {.costs = costs};
    wend_status status = wend_map_create(&map_desc, &world->map);
    if (status == WEND_OK) {
        status = wend_map_fill(world->map, (wend_rect){0, 0, world->width, world->height}, '.');
    }
    return status == WEND_OK ? wend_mover_create(world->map, &mover_desc, &world->mover) : status;
}

/* The kept field leads to the goal of the last query: free at the end, so that no wall hides the map for long. */
static wend_goal goal_to_keep(const struct dynamic_scenario *scenario) {
    wend_goal goal = {.x = 0, .y = 0};
    for (size_t i = 0; i < scenario->command_count; i++) {
        if (scenario->commands[i].is_query) {
            goal = (wend_goal){.x = scenario->commands[i].to.x, .y = scenario->commands[i].to.y};
        }
    }
    return goal;
}

static wend_status open_field(struct dynamic_check *check, wend_field **field) {
    wend_goal goal = goal_to_keep(&check->scenario);
    wend_status status = wend_field_create(check->world.mover, NULL, field);
    return status == WEND_OK ? wend_field_set_goals(*field, &goal, 1, NULL) : status;
}

static bool open_memory(struct dynamic_check *check) {
    size_t largest = 1;
    for (size_t i = 0; i < check->scenario.patch_count; i++) {
        size_t cells = (size_t)check->scenario.patches[i].width * (size_t)check->scenario.patches[i].height;
        largest = cells > largest ? cells : largest;
    }
    check->mask = malloc(largest);
    check->verdicts = calloc(check->scenario.command_count + 1, sizeof *check->verdicts);
    if (check->mask) {
        memset(check->mask, 1, largest);
    }
    return check->mask && check->verdicts;
}

static bool check_open(struct dynamic_check *check, bool by_field) {
    wend_status status = open_world(check);
    if (status == WEND_OK) {
        status = open_field(check, &check->kept);
    }
    if (status == WEND_OK) {
        status = open_field(check, &check->fresh);
    }
    bool good = status == WEND_OK && router_open(&check->router, &check->world, by_field) && open_memory(check);
    if (!good) {
        complain("%s", wend_status_string(status == WEND_OK ? WEND_ERROR_NO_MEMORY : status));
    }
    return good;
}

static void check_close(struct dynamic_check *check) {
    router_close(&check->router);
    wend_field_destroy(check->kept);
    wend_field_destroy(check->fresh);
    world_close(&check->world);
    free(check->mask);
    free(check->verdicts);
}

/* Pastes the patches of the snapshot that begins at command i; returns where its queries begin. */
static size_t paste_patches(struct dynamic_check *check, size_t i, wend_status *status) {
    const struct dynamic_command *commands = check->scenario.commands;
    uint32_t snapshot = commands[i].snapshot;
    for (; i < check->scenario.command_count && commands[i].snapshot == snapshot && !commands[i].is_query; i++) {
        const struct patch *patch = commands[i].patch;
        wend_rect rect = {commands[i].from.x, commands[i].from.y, patch->width, patch->height};
        if (*status == WEND_OK) {
            *status = wend_map_stamp(check->world.map, rect, patch->terrain, check->mask, (size_t)patch->width);
        }
    }
    return i;
}

static uint64_t count_different(const struct dynamic_check *check) {
    uint64_t different = 0;
    for (int32_t y = 0; y < check->world.height; y++) {
        for (int32_t x = 0; x < check->world.width; x++) {
            different += wend_field_value(check->kept, x, y) != wend_field_value(check->fresh, x, y) ||
                         wend_field_directions(check->kept, x, y) != wend_field_directions(check->fresh, x, y);
        }
    }
    return different;
}

/* Brings the kept field up to date and compares it with a fresh one. The first time there is nothing to repair. */
static wend_status keep_up(struct dynamic_check *check) {
    double begin = clock_ms();
    wend_status kept = wend_field_update(check->kept, check->router.workspace, NULL);
    double middle = clock_ms();
    wend_status fresh = wend_field_build(check->fresh, check->router.workspace, NULL);
    double end = clock_ms();
    if (kept < WEND_OK || fresh < WEND_OK) {
        return kept < WEND_OK ? kept : fresh;
    }
    if (check->measures.snapshots > 0) {
        check->measures.repair_ms += middle - begin;
        check->measures.build_ms += end - middle;
    }
    check->measures.snapshots++;
    check->measures.cells_different += count_different(check);
    return WEND_OK;
}

static struct verdict ask(struct dynamic_check *check, const struct dynamic_command *query) {
    const wend_mover *mover = check->world.mover;
    double found = NO_WAY;
    if (wend_mover_place(mover, query->from.x, query->from.y) == WEND_OK &&
        wend_mover_place(mover, query->to.x, query->to.y) == WEND_OK) {
        wend_status status = route_find(&check->router, query->from, query->to);
        if (status < WEND_OK) {
            return (struct verdict){.outcome = OUTCOME_FAILED};
        }
        found = status == WEND_OK ? route_length(&check->world, &check->router.route, sqrt(2.0)) : NO_WAY;
    }
    double margin = 1e-9 * query->length;
    return compare(query->line, query->length, found, query->length - margin, query->length + margin);
}

static wend_status run_scenario(struct dynamic_check *check) {
    const struct dynamic_scenario *scenario = &check->scenario;
    wend_status status = WEND_OK;
    for (size_t i = 0; i < scenario->command_count && status == WEND_OK;) {
        uint32_t snapshot = scenario->commands[i].snapshot;
        i = paste_patches(check, i, &status);
        if (status == WEND_OK) {
            status = wend_mover_update(check->world.mover);
        }
        if (status == WEND_OK) {
            status = keep_up(check);
        }
        for (; i < scenario->command_count && scenario->commands[i].snapshot == snapshot; i++) {
            check->verdicts[check->query_count++] = ask(check, &scenario->commands[i]);
        }
    }
    return status;
}

static int print_answer(const struct dynamic_check *check, const char *path, bool json) {
    const struct measures *measures = &check->measures;
    struct tally tally;
    if (!tally_verdicts(path, check->verdicts, check->query_count, &tally)) {
        return EXIT_BAD_INPUT;
    }
    wend_field_info info;
    wend_field_describe(check->kept, &info);
    const char *form =
        json ? "{\"queries\": %zu, \"equal\": %zu, \"unreachable\": %zu, \"mismatched\": %zu, \"snapshots\": %zu, "
               "\"cells_different\": %" PRIu64 ", \"repairs\": %" PRIu64 ", \"builds\": %" PRIu64
               ", \"repair_ms\": %.3f, \"build_ms\": %.3f}\n"
             : "%zu queries: %zu equal (%zu of them unreachable), %zu mismatched\n"
               "%zu snapshots: %" PRIu64 " cells different, %" PRIu64 " repairs, %" PRIu64
               " builds, updates %.3f ms, fresh builds %.3f ms\n";
    printf(form, check->query_count, tally.equal, tally.unreachable, tally.mismatched, measures->snapshots,
           measures->cells_different, info.repairs, info.builds, measures->repair_ms, measures->build_ms);
    return tally.mismatched > 0 || measures->cells_different > 0 ? EXIT_NEGATIVE : EXIT_DONE;
}

static int check_scenario(const char *path, bool by_field, bool json) {
    struct dynamic_check check = {.query_count = 0};
    if (!dynamic_read(path, &check.scenario)) {
        return EXIT_BAD_INPUT;
    }
    int code = EXIT_BAD_INPUT;
    if (check_open(&check, by_field)) {
        wend_status status = run_scenario(&check);
        code = status == WEND_OK ? print_answer(&check, path, json) : complain("%s", wend_status_string(status));
    }
    check_close(&check);
    dynamic_free(&check.scenario);
    return code;
}

int command_check_dynamic(int count, char **arguments) {
    bool json = false;
    uint32_t by = 0;
    struct command_line line = {
        .usage = "wend check-dynamic SCEN [--by field|astar] [--json]",
        .about =
            "Runs a scenario of the Grid-Based Path Planning Competition whose map changes: a grid that is all free "
            "at\n"
            "first, patches that are pasted into it, and queries with their published lengths between the changes.\n"
            "`. G S` are free, the rest is wall; eight neighbours, no cut corners; -1 is no way. Ours is counted\n"
            "from the route: straight steps and diagonal steps times sqrt 2, in double; equal is within 1e-9 of the\n"
            "published length. The file of patches is looked for beside the scenario.\n\n"
            "The same map and mover live through all of it, and so does one field, to the goal of the last query:\n"
            "after each snapshot's patches it is updated, and compared cell by cell, values and directions, with a\n"
            "field that is built anew. The exit code is 1 after a mismatch or a different cell.\n\n"
            "JSON: queries equal unreachable mismatched snapshots cells_different repairs builds repair_ms build_ms.\n"
            "unreachable counts those of equal that have no way. An update of the kept field is a repair, or, where\n"
            "that is cheaper, a build; the first is a build always, and one that finds nothing changed is neither.\n"
            "repair_ms is the time of all updates, build_ms that of the fresh builds after the same changes, both\n"
            "from the second snapshot on.\n",
        .positional_needed = 1};
    add_word(&line, "by", "field|astar", "a field from each goal, stopped at the start (default), or A*", by_words,
             &by);
    add_flag(&line, "json", "print one JSON object on standard output", &json);
    enum command_line_result result = command_line_read(&line, count, arguments);
    if (result != COMMAND_LINE_GO) {
        return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    return check_scenario(line.positionals[0], by == 0, json);
}
