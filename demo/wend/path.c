/* SPDX-License-Identifier: MIT
 * wend path: one route from a cell to another. */
#include "routes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const by_words[] = {"astar", "dijkstra", NULL};
static const char *const heuristic_words[] = {"default", "octile", "manhattan", "chebyshev",
                                              "euclid",  "hex",    "zero",      NULL};

struct path_job {
    struct cell_argument from, to;
    uint32_t by, heuristic, weight;
    bool draw, explored;
    const char *png;
};

/* A factor such as 1.5, or from 256 on in 1/256 as in the library. */
static bool take_weight(void *target, const char *text, char *reason) {
    int64_t whole = 0;
    double factor = 0.0;
    (void)snprintf(reason, OPTION_REASON, "a factor from 1 to 255, such as 1.5, or 256 to 65535 (1/256)");
    if (parse_whole(text, 256, 65535, &whole)) {
        *(uint32_t *)target = (uint32_t)whole;
        return true;
    }
    if (parse_decimal(text, 1.0, 255.0, &factor)) {
        *(uint32_t *)target = (uint32_t)(factor * 256.0 + 0.5);
        return true;
    }
    return false;
}

enum { NOT_SEEN = 0, OPEN = 1, CLOSED = 2 };

/* What the search saw [cells], or NULL: no memory. All zero where it never began. */
static uint8_t *read_explored(const struct router *router) {
    const struct world *world = router->world;
    uint8_t *explored = calloc((size_t)world->width, (size_t)world->height);
    wend_rect all = {0, 0, world->width, world->height};
    if (explored) {
        (void)wend_path_read_explored(router->workspace, world->mover, all, explored, (size_t)world->width);
    }
    return explored;
}

struct path_picture {
    const struct world *world;
    const uint8_t *explored;
};

static struct colour paint_explored(void *context, int32_t x, int32_t y) {
    static const struct colour open_tint = {255, 176, 32};
    static const struct colour closed_tint = {86, 156, 230};
    const struct path_picture *drawing = context;
    struct colour ground = colour_ground(drawing->world->mover, x, y);
    switch (drawing->explored[(size_t)y * (size_t)drawing->world->width + (size_t)x]) {
    case OPEN: return colour_mix(ground, open_tint, 190);
    case CLOSED: return colour_mix(ground, closed_tint, 130);
    default: return ground;
    }
}

static bool write_picture(const struct path_job *job, const struct router *router, const uint8_t *explored) {
    struct path_picture drawing = {router->world, explored};
    struct view view = view_of_map(router->world->map, 1024);
    struct picture picture;
    if (!picture_of_cells(&picture, &view, paint_explored, &drawing)) {
        complain("out of memory");
        return false;
    }
    picture_route(&picture, &view, router->route.cells, router->route.count, (struct colour){222, 38, 58});
    picture_goal(&picture, &view, job->to.cell.x, job->to.cell.y);
    picture_start(&picture, &view, job->from.cell.x, job->from.cell.y);
    return save_picture(&picture, job->png);
}

/* The characters of the map, row by row; NULL: no memory. */
static char *draw_map(const struct path_job *job, const struct router *router, const uint8_t *explored) {
    const struct world *world = router->world;
    size_t width = (size_t)world->width;
    char *drawing = malloc(width * (size_t)world->height);
    if (!drawing) {
        return NULL;
    }
    for (int32_t y = 0; y < world->height; y++) {
        for (int32_t x = 0; x < world->width; x++) {
            size_t place = (size_t)y * width + (size_t)x;
            char letter = wend_mover_place(world->mover, x, y) == WEND_OK ? '.' : '#';
            if (job->explored && explored[place] != NOT_SEEN) {
                letter = explored[place] == OPEN ? 'O' : 'X';
            }
            drawing[place] = letter;
        }
    }
    for (size_t i = 0; i < router->route.count; i++) {
        drawing[(size_t)router->route.cells[i].y * width + (size_t)router->route.cells[i].x] = '*';
    }
    drawing[(size_t)job->to.cell.y * width + (size_t)job->to.cell.x] = 'E';
    drawing[(size_t)job->from.cell.y * width + (size_t)job->from.cell.x] = 'S';
    return drawing;
}

/* Hexagons are set apart by blanks, odd rows half a cell to the right. */
static bool print_map(const struct path_job *job, const struct router *router, const uint8_t *explored) {
    const struct world *world = router->world;
    char *drawing = draw_map(job, router, explored);
    if (!drawing) {
        complain("out of memory");
        return false;
    }
    bool hex = wend_map_lattice(world->map) == WEND_HEX;
    for (int32_t y = 0; y < world->height; y++) {
        const char *row = drawing + (size_t)y * (size_t)world->width;
        if (!hex) {
            printf("%.*s\n", (int)world->width, row);
            continue;
        }
        for (int32_t x = 0; x < world->width; x++) {
            printf("%s%c", x > 0 || y % 2 == 1 ? " " : "", row[x]);
        }
        printf("\n");
    }
    free(drawing);
    return true;
}

static void print_answer(const struct settings *settings, const struct path_job *job, const struct router *router,
                         wend_status status, const wend_path_result *result) {
    const struct world *world = router->world;
    bool found = status == WEND_OK;
    double cost = found ? world_distance(world, result->cost) : 0.0;
    double length = route_length(world, &router->route, world_diagonal(world));
    if (settings->json && !found) {
        printf("{\"found\": false, \"cost\": null, \"length\": null, \"cells\": 0, \"expanded\": %" PRIu64 "}\n",
               result->expanded);
    } else if (settings->json) {
        printf("{\"found\": true, \"cost\": %.10g, \"length\": %.10g, \"cells\": %zu, \"expanded\": %" PRIu64 "}\n",
               cost, length, result->count, result->expanded);
    } else if (!found) {
        printf("no path: %s\n", wend_status_string(status));
    } else {
        for (size_t i = 0; i < router->route.count && !job->draw; i++) {
            printf("%d,%d\n", (int)router->route.cells[i].x, (int)router->route.cells[i].y);
        }
        printf("cost %.10g, length %.10g, %zu cells, %" PRIu64 " expanded\n", cost, length, result->count,
               result->expanded);
    }
}

static int run_path(const struct settings *settings, const struct path_job *job, struct router *router) {
    wend_path_desc desc = {.from = job->from.cell,
                           .to = job->to.cell,
                           .heuristic = job->by == 1 ? WEND_HEURISTIC_ZERO : (wend_heuristic)job->heuristic,
                           .weight = job->weight,
                           .escape_depth = WEND_NO_ESCAPE};
    wend_path_result result = {.count = 0};
    wend_status status = route_search(router, &desc, &result);
    if (status == WEND_ERROR_ARGUMENT) {
        return complain("--heuristic %s: could overestimate with this mover on this map",
                        heuristic_words[job->heuristic]);
    }
    if (status < WEND_OK) {
        return complain("the search: %s", wend_status_string(status));
    }
    if (status != WEND_OK) {
        router->route.count = 0;
    }
    uint8_t *explored = read_explored(router);
    if (!explored) {
        return complain("out of memory");
    }
    bool good = (!job->png || write_picture(job, router, explored)) && (!job->draw || print_map(job, router, explored));
    free(explored);
    if (!good) {
        return EXIT_BAD_INPUT;
    }
    print_answer(settings, job, router, status, &result);
    return status == WEND_OK ? EXIT_DONE : EXIT_NEGATIVE;
}

static int open_and_run(const struct settings *settings, const struct path_job *job, const char *path) {
    struct world world;
    struct router router;
    if (!world_open(settings, path, &world)) {
        return EXIT_BAD_INPUT;
    }
    int code = EXIT_BAD_INPUT;
    if (world_holds(&world, "--from", job->from.cell) && world_holds(&world, "--to", job->to.cell)) {
        if (router_open(&router, &world, false)) {
            code = run_path(settings, job, &router);
            router_close(&router);
        } else {
            complain("out of memory");
        }
    }
    world_close(&world);
    return code;
}

int command_path(int count, char **arguments) {
    struct settings settings = {0};
    struct path_job job = {.weight = 256};
    struct command_line line = {
        .usage = "wend path MAP --from X,Y --to X,Y [--by astar|dijkstra] [--heuristic H] [--weight W] [--png F]",
        .about =
            "The cheapest route between two cells, as X,Y lines and a summary. cost is what the mover pays (1.0: a\n"
            "straight step on ground that costs 1.0), length counts straight and diagonal steps. A start in a wall\n"
            "is refused here: wend field shows the ways out. The exit code is 1 where there is no path.\n"
            "The picture: blue, cells that the search looked round from; orange, those that it had still to look at.\n"
            "JSON: found cost length cells expanded (cost and length null where there is none).\n",
        .positional_needed = 1};
    add_taken(&line, "from", "X,Y", "the start", take_cell, &job.from);
    add_taken(&line, "to", "X,Y", "the goal", take_cell, &job.to);
    add_word(&line, "by", "astar|dijkstra", "A* (default), or the same search without a heuristic", by_words, &job.by);
    add_word(&line, "heuristic", "H", "default octile manhattan chebyshev euclid hex zero", heuristic_words,
             &job.heuristic);
    add_taken(&line, "weight", "W",
              "of the heuristic: a factor (1.5), or from 256 on in 1/256; cost at most W times more", take_weight,
              &job.weight);
    add_flag(&line, "draw", "print the map with the route: . free, # wall, S E *", &job.draw);
    add_flag(&line, "explored", "also mark what the search saw: O open, X closed (means --draw)", &job.explored);
    add_text(&line, "png", "FILE", "picture of the route over the explored cells", &job.png);
    settings_add(&settings, &line);
    enum command_line_result result = command_line_read(&line, count, arguments);
    if (result != COMMAND_LINE_GO) {
        return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    if (!job.from.given || !job.to.given) {
        return complain("--from X,Y and --to X,Y are needed");
    }
    job.draw = job.draw || job.explored;
    if (job.draw && settings.json) {
        return complain("--draw does not go with --json");
    }
    if (job.by == 1 && job.heuristic != 0 && job.heuristic != WEND_HEURISTIC_ZERO) {
        return complain("--heuristic %s does not go with --by dijkstra", heuristic_words[job.heuristic]);
    }
    return open_and_run(&settings, &job, line.positionals[0]);
}
