/* SPDX-License-Identifier: MIT
 * wend check-raster: a raster of costs against published distances from its sources.
 *
 * The table's walks lead away from the sources. Where a step costs the mean of both cells the way back costs the same,
 * so one field with the sources as goals answers every row. Where it costs the cell entered it does not: then each row
 * has a field of its own, with its cell as the goal, asked from the sources. A* walks from the sources always. */
#include "distances.h"
#include "routes.h"
#include "tally.h"

#include <math.h>
#include <stdlib.h>

static const char *const by_words[] = {"field", "astar", NULL};

struct raster_check {
    const struct world *world;
    struct distances distances;
    wend_field *field; /* from the sources, or NULL */
    struct router *routers;
    struct verdict *verdicts;
    double diagonal;
    double rounding; /* greatest share by which the mover's diagonal is too long */
};

/* The least price of a walk from a source to the cell, repriced in double; NO_WAY, or less: no memory. */
static double price_from_sources(const struct raster_check *check, struct router *router, wend_cell cell) {
    double best = NO_WAY;
    for (size_t i = 0; i < check->distances.source_count; i++) {
        wend_status status = route_find(router, check->distances.sources[i], cell);
        if (status < WEND_OK) {
            return 2.0 * NO_WAY;
        }
        if (status == WEND_OK) {
            double price = route_price(check->world, &router->route, check->diagonal);
            best = best < 0.0 || price < best ? price : best;
        }
    }
    return best;
}

static double price_by_field(const struct raster_check *check, struct router *router, wend_cell cell) {
    if (wend_mover_place(check->world->mover, cell.x, cell.y) != WEND_OK) {
        return NO_WAY;
    }
    wend_status status = route_trace(check->field, cell, &router->route);
    if (status < WEND_OK) {
        return 2.0 * NO_WAY;
    }
    return status == WEND_OK ? route_price(check->world, &router->route, check->diagonal) : NO_WAY;
}

static void check_piece(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    struct raster_check *check = context;
    struct router *router = &check->routers[worker];
    for (uint32_t i = begin; i < end; i++) {
        const struct distance_row *row = &check->distances.rows[i];
        double found =
            check->field ? price_by_field(check, router, row->cell) : price_from_sources(check, router, row->cell);
        double low = row->distance * (1.0 - 1e-9) - 1e-8;
        double high = row->distance * (1.0 + 1e-9 + check->rounding) + 1e-8;
        check->verdicts[i] = compare(row->line, row->distance, found, low, high);
        if (found < NO_WAY) {
            check->verdicts[i].outcome = OUTCOME_FAILED;
        }
    }
}

static wend_field *field_from_sources(const struct world *world, const struct distances *distances) {
    struct goal_list *goals = calloc(1, sizeof *goals);
    wend_field *field = NULL;
    if (!goals) {
        complain("out of memory");
        return NULL;
    }
    for (size_t i = 0; i < distances->source_count; i++) {
        goals->goals[i].cell = distances->sources[i];
    }
    goals->option = "source";
    goals->count = distances->source_count;
    size_t usable = 0;
    double milliseconds = 0.0;
    (void)build_field(world, goals, &field, &usable, &milliseconds);
    free(goals);
    return field;
}

static int check_table(struct raster_check *check, const char *path, bool by_field, bool json) {
    wend_mover_desc desc;
    wend_mover_describe(check->world->mover, &desc);
    bool one_field = by_field && desc.step_rule == WEND_STEP_MEAN;
    check->diagonal = world_diagonal(check->world);
    check->rounding = desc.diagonal == 99 ? 99.0 / 70.0 / sqrt(2.0) - 1.0 : 0.0;
    uint32_t workers = 0;
    check->routers = routers_open(check->world, by_field && !one_field, &workers);
    check->field = one_field ? field_from_sources(check->world, &check->distances) : NULL;
    check->verdicts = calloc(check->distances.row_count + 1, sizeof *check->verdicts);
    int code = EXIT_BAD_INPUT;
    if (check->routers && check->verdicts && (check->field || !one_field)) {
        const wend_tasks *tasks = &check->world->tasks;
        tasks->parallel_for(tasks->user, (uint32_t)check->distances.row_count, 4, check_piece, check);
        code = report(path, check->verdicts, check->distances.row_count, json);
    }
    free(check->verdicts);
    wend_field_destroy(check->field);
    if (check->routers) {
        routers_close(check->routers, workers);
    }
    return code;
}

int command_check_raster(int count, char **arguments) {
    struct settings settings = {0};
    uint32_t by = 0;
    const char *column = NULL;
    struct command_line line = {
        .usage = "wend check-raster PGM CSV --column NAME [--by field|astar] [options]",
        .about =
            "Compares distances over a raster of costs with a table of published ones. The table names its sources\n"
            "in a comment, `# sources (x y): 47,25`, then its columns, x, y and more; -1 means no way. Walks lead\n"
            "from the sources to the cells. Routes are repriced in double, with diagonals of exactly sqrt 2.\n\n"
            "The route is the best for diagonals of 99/70, which are 0.0051 % too long. So it may be that much, and\n"
            "no more, longer than the best for sqrt 2: found is equal within 1e-9 below and 5.11e-5 above.\n\n"
            "JSON: lines equal unreachable skipped mismatched max_error (relative). The exit code is 1 after a\n"
            "mismatch.\n",
        .positional_needed = 2};
    add_text(&line, "column", "NAME", "the column to compare with", &column);
    add_word(&line, "by", "field|astar", "fields (default), or A* from the sources to each cell", by_words, &by);
    settings_add_threads(&settings, &line);
    settings_add(&settings, &line);
    enum command_line_result result = command_line_read(&line, count, arguments);
    if (result != COMMAND_LINE_GO) {
        return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    if (!column) {
        return complain("--column NAME is needed");
    }
    struct world world;
    if (!world_open(&settings, line.positionals[0], &world)) {
        return EXIT_BAD_INPUT;
    }
    struct raster_check check = {.world = &world};
    int code = EXIT_BAD_INPUT;
    if (distances_read(line.positionals[1], column, world.width, world.height, &check.distances)) {
        code = check_table(&check, line.positionals[1], by == 0, settings.json);
        distances_free(&check.distances);
    }
    world_close(&world);
    return code;
}
