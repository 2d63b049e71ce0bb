/* SPDX-License-Identifier: MIT
 * Routes: see routes.h. */
#include "routes.h"

#include <stdlib.h>

bool router_open(struct router *router, const struct world *world, bool by_field) {
    *router = (struct router){.world = world};
    uint32_t cells = (uint32_t)world->width * (uint32_t)world->height;
    wend_status status = wend_workspace_create(cells, NULL, &router->workspace);
    if (status == WEND_OK && by_field) {
        status = wend_field_create(world->mover, NULL, &router->field);
    }
    if (status != WEND_OK) {
        router_close(router);
    }
    return status == WEND_OK;
}

void router_close(struct router *router) {
    wend_workspace_destroy(router->workspace);
    wend_field_destroy(router->field);
    free(router->route.cells);
    *router = (struct router){.world = router->world};
}

struct router *routers_open(const struct world *world, bool by_field, uint32_t *count) {
    *count = world->tasks.worker_count;
    struct router *routers = calloc(*count, sizeof *routers);
    bool good = routers != NULL;
    for (uint32_t i = 0; good && i < *count; i++) {
        good = router_open(&routers[i], world, by_field);
    }
    if (!good) {
        routers_close(routers, routers ? *count : 0);
        complain("out of memory");
        return NULL;
    }
    return routers;
}

void routers_close(struct router *routers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        router_close(&routers[i]);
    }
    free(routers);
}

/* Room for more cells than there is. */
static bool route_reserve(struct route *route, size_t count) {
    size_t capacity = route->capacity > 0 ? route->capacity : 1024;
    while (capacity < count) {
        capacity *= 2;
    }
    wend_cell *cells = realloc(route->cells, capacity * sizeof *cells);
    if (!cells) {
        return false;
    }
    route->cells = cells;
    route->capacity = capacity;
    return true;
}

wend_status route_trace(const wend_field *field, wend_cell from, struct route *route) {
    wend_status status = wend_field_trace(field, from.x, from.y, route->cells, route->capacity, &route->count);
    if (status == WEND_TRUNCATED) {
        if (!route_reserve(route, route->count)) {
            return WEND_ERROR_NO_MEMORY;
        }
        status = wend_field_trace(field, from.x, from.y, route->cells, route->capacity, &route->count);
    }
    return status;
}

wend_status route_search(struct router *router, const wend_path_desc *desc, wend_path_result *result) {
    struct route *route = &router->route;
    const wend_mover *mover = router->world->mover;
    wend_status status = wend_path_find(mover, router->workspace, desc, route->cells, route->capacity, result);
    if (status == WEND_TRUNCATED) {
        if (!route_reserve(route, result->count)) {
            return WEND_ERROR_NO_MEMORY;
        }
        status = wend_path_find(mover, router->workspace, desc, route->cells, route->capacity, result);
    }
    route->count = result->count;
    return status;
}

wend_status route_find(struct router *router, wend_cell from, wend_cell to) {
    if (!router->field) {
        wend_path_desc desc = {.from = from, .to = to, .escape_depth = WEND_NO_ESCAPE};
        wend_path_result result;
        return route_search(router, &desc, &result);
    }
    wend_goal goal = {.x = to.x, .y = to.y};
    wend_build_options options = {.targets = &from, .target_count = 1};
    wend_status status = wend_field_set_goals(router->field, &goal, 1, NULL);
    if (status == WEND_OK) {
        status = wend_field_build(router->field, router->workspace, &options);
    }
    if (status != WEND_OK) {
        return status == WEND_PARTIAL ? WEND_GOAL_BLOCKED : status;
    }
    return route_trace(router->field, from, &router->route);
}

static bool is_diagonal(const struct world *world, wend_cell from, wend_cell to) {
    return wend_map_lattice(world->map) == WEND_SQUARE && from.x != to.x && from.y != to.y;
}

double route_length(const struct world *world, const struct route *route, double diagonal) {
    size_t diagonals = 0;
    for (size_t i = 1; i < route->count; i++) {
        diagonals += is_diagonal(world, route->cells[i - 1], route->cells[i]);
    }
    size_t steps = route->count > 0 ? route->count - 1 : 0;
    return (double)(steps - diagonals) + (double)diagonals * diagonal;
}

double route_price(const struct world *world, const struct route *route, double diagonal) {
    wend_mover_desc desc;
    wend_mover_describe(world->mover, &desc);
    double price = 0.0;
    for (size_t i = 1; i < route->count; i++) {
        wend_cell from = route->cells[i - 1];
        wend_cell to = route->cells[i];
        double here = wend_mover_cost(world->mover, from.x, from.y);
        double there = wend_mover_cost(world->mover, to.x, to.y);
        double cost = desc.step_rule == WEND_STEP_ENTER ? there : (here + there) / 2.0;
        price += cost * (is_diagonal(world, from, to) ? diagonal : 1.0);
    }
    return price / world->unit_cost;
}
