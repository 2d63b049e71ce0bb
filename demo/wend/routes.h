/* SPDX-License-Identifier: MIT
 * Routes between two cells, by a field or by A*, and their lengths. */
#ifndef WEND_COMMAND_ROUTES_H
#define WEND_COMMAND_ROUTES_H

#include "settings.h"

struct route {
    wend_cell *cells;
    size_t count, capacity;
};

/* What one thread needs to find routes. */
struct router {
    const struct world *world;
    wend_workspace *workspace;
    wend_field *field; /* NULL where routes are found by A* */
    struct route route;
};

/* False: no memory. */
bool router_open(struct router *router, const struct world *world, bool by_field);
void router_close(struct router *router);

/* One router per worker of the world's tasks; NULL: one line on standard error says why. */
struct router *routers_open(const struct world *world, bool by_field, uint32_t *count);
void routers_close(struct router *routers, uint32_t count);

/* The route from a cell into route, following a field that is built. OK where it reaches a goal. */
wend_status route_trace(const wend_field *field, wend_cell from, struct route *route);
/* The cheapest route by A*. OK, or the status of the search; its cells are in router->route. */
wend_status route_search(struct router *router, const wend_path_desc *desc, wend_path_result *result);
/* The cheapest route by a field built from `to`, or by A*, as the router was opened. */
wend_status route_find(struct router *router, wend_cell from, wend_cell to);

/* Straight steps count 1, diagonal ones `diagonal`. */
double route_length(const struct world *world, const struct route *route, double diagonal);
/* What the mover pays for the route, in double with diagonals of that length [1.0 = one straight step at unit_cost]. */
double route_price(const struct world *world, const struct route *route, double diagonal);

#endif
