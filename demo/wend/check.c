/* SPDX-License-Identifier: MIT
 * wend check: every query of a MovingAI scenario against its published length. */
#include "routes.h"
#include "tally.h"

#include "common/scenario.h"

#include <math.h>
#include <stdlib.h>

static const char *const by_words[] = {"field", "astar", NULL};

struct check {
    const struct world *world;
    const struct scenario *scenario;
    uint32_t every;
    struct router *routers; /* one per worker */
    struct verdict *verdicts;
};

/* How far a route may be from the published length: scenarios print 2 decimals, 8, or up to 5 with zeros dropped. */
static double tolerance(uint32_t decimals, double length) {
    if (decimals == 2) {
        return 0.00501;
    }
    return decimals > 6 ? 1e-6 : 5e-6 + 5e-6 * length;
}

static struct verdict check_query(const struct check *check, const struct scenario_query *query,
                                  struct router *router) {
    const wend_mover *mover = check->world->mover;
    struct verdict verdict = {OUTCOME_SKIPPED, 0.0, 0.0, 0.0, query->line};
    if (wend_mover_place(mover, query->from.x, query->from.y) != WEND_OK ||
        wend_mover_place(mover, query->to.x, query->to.y) != WEND_OK) {
        return verdict;
    }
    wend_status status = route_find(router, query->from, query->to);
    if (status < WEND_OK) {
        verdict.outcome = OUTCOME_FAILED;
        return verdict;
    }
    bool same = query->from.x == query->to.x && query->from.y == query->to.y;
    double published = query->length == 0.0 && !same ? NO_WAY : query->length;
    double found = status == WEND_OK ? route_length(check->world, &router->route, sqrt(2.0)) : NO_WAY;
    double margin = tolerance(check->scenario->decimals, published);
    return compare(query->line, published, found, published - margin, published + margin);
}

static void check_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const struct check *check = context;
    for (uint32_t i = begin; i < end; i++) {
        const struct scenario_query *query = &check->scenario->queries[(size_t)i * check->every];
        check->verdicts[i] = check_query(check, query, &check->routers[worker]);
    }
}

static int check_scenario(const struct world *world, const char *path, bool by_field, uint32_t every, bool json) {
    struct scenario scenario;
    if (!scenario_read(path, world->width, world->height, &scenario)) {
        return EXIT_BAD_INPUT;
    }
    size_t count = (scenario.count + every - 1) / every;
    uint32_t workers = 0;
    struct check check = {world, &scenario, every, routers_open(world, by_field, &workers), NULL};
    check.verdicts = calloc(count + 1, sizeof *check.verdicts);
    int code = EXIT_BAD_INPUT;
    if (check.routers && check.verdicts) {
        world->tasks.parallel_for(world->tasks.user, (uint32_t)count, 4, check_piece, &check);
        code = report(path, check.verdicts, count, json);
    }
    free(check.verdicts);
    if (check.routers) {
        routers_close(check.routers, workers);
    }
    scenario_free(&scenario);
    return code;
}

int command_check(int count, char **arguments) {
    struct settings settings = {0};
    uint32_t by = 0;
    uint32_t every = 1;
    struct command_line line = {
        .usage = "wend check MAP SCEN [--by field|astar] [--every N] [options]",
        .about =
            "Compares every query of a MovingAI scenario with its published length. Ours is counted from the route:\n"
            "straight steps and diagonal steps times sqrt 2, in double. A length of 0 between different cells means\n"
            "that there is no way. Lines with a blocked end are skipped. The exit code is 1 after a mismatch.\n\n"
            "Equal is what the file's decimals allow, the most that any of its lengths has:\n"
            "  2          within 0.00501\n"
            "  7 or more  within 0.000001\n"
            "  else       within 0.000005, absolute and relative added (5 decimals, zeros dropped)\n\n"
            "JSON: lines equal unreachable skipped mismatched max_error. lines = equal + skipped + mismatched;\n"
            "unreachable counts those of equal that have no way; max_error is relative.\n",
        .positional_needed = 2};
    add_word(&line, "by", "field|astar", "a field from each goal, stopped at the start (default), or A*", by_words,
             &by);
    add_number(&line, "every", "N", "only every Nth query, from the first on (default 1)", 1, 1u << 30, &every);
    settings_add_threads(&settings, &line);
    settings_add(&settings, &line);
    enum command_line_result result = command_line_read(&line, count, arguments);
    if (result != COMMAND_LINE_GO) {
        return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    struct world world;
    if (!world_open(&settings, line.positionals[0], &world)) {
        return EXIT_BAD_INPUT;
    }
    int code = check_scenario(&world, line.positionals[1], by == 0, every, settings.json);
    world_close(&world);
    return code;
}
