/* SPDX-License-Identifier: MIT
 * The oracle's graph: directions, exits, the disc against walls, components. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

#define REACH_MAX 34 /* cells a disc of the greatest radius, on a step, can feel */
#define NEAR_SPAN (2 * REACH_MAX + 1)
#define DISC_BIT 0x100u

typedef struct point {
    int64_t x, y;
} point;

static const int square_x[8] = {0, 1, 0, -1, 1, 1, -1, -1};
static const int square_y[8] = {-1, 0, 1, 0, -1, 1, 1, -1};

bool oracle_neighbour(wend_lattice lattice, int32_t x, int32_t y, int direction, int32_t *out_x, int32_t *out_y) {
    if (lattice == WEND_SQUARE) {
        *out_x = x + square_x[direction];
        *out_y = y + square_y[direction];
        return true;
    }
    bool odd = y & 1;
    *out_x = x;
    *out_y = y + square_y[direction];
    switch (direction) {
    case WEND_EAST: *out_x = x + 1; return true;
    case WEND_WEST: *out_x = x - 1; return true;
    case WEND_NORTH_EAST:
    case WEND_SOUTH_EAST: *out_x = odd ? x + 1 : x; return true;
    case WEND_NORTH_WEST:
    case WEND_SOUTH_WEST: *out_x = odd ? x : x - 1; return true;
    default: return false;
    }
}

int oracle_opposite(int direction) {
    static const int opposite[8] = {WEND_SOUTH,      WEND_WEST,       WEND_NORTH,      WEND_EAST,
                                    WEND_SOUTH_WEST, WEND_NORTH_WEST, WEND_NORTH_EAST, WEND_SOUTH_EAST};
    return opposite[direction];
}

bool oracle_is_side(wend_lattice lattice, int direction) {
    if (lattice == WEND_SQUARE) return direction <= WEND_WEST;
    return direction != WEND_NORTH && direction != WEND_SOUTH;
}

/* Geometry in whole numbers. Squares: half cells, so squared length = (x^2 + y^2) / 4. Hexagons: x in half cells, y in
 * sqrt(3)/6 cells, so squared length = (3 x^2 + y^2) / 12. */
static point centre_of(wend_lattice lattice, int32_t x, int32_t y) {
    if (lattice == WEND_SQUARE) return (point){2 * x + 1, 2 * y + 1};
    return (point){2 * x + 1 + (y & 1), 3 * y + 2};
}

static int64_t dot(wend_lattice lattice, point a, point b) {
    return (lattice == WEND_SQUARE ? 1 : 3) * a.x * b.x + a.y * b.y;
}

static point minus(point a, point b) {
    return (point){a.x - b.x, a.y - b.y};
}

int64_t oracle_squared_distance(wend_lattice lattice, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    point between = minus(centre_of(lattice, x0, y0), centre_of(lattice, x1, y1));
    return dot(lattice, between, between);
}

static int polygon_of(wend_lattice lattice, int32_t x, int32_t y, point out[6]) {
    static const point square[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const point hexagon[6] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
    int count = lattice == WEND_SQUARE ? 4 : 6;
    point centre = centre_of(lattice, x, y);
    for (int i = 0; i < count; i++) {
        point corner = lattice == WEND_SQUARE ? square[i] : hexagon[i];
        out[i] = (point){centre.x + corner.x, centre.y + corner.y};
    }
    return count;
}

/* The first corner of the side in a direction; the side ends at the next corner of the polygon. */
static int side_corner(wend_lattice lattice, int direction) {
    static const int square[4] = {0, 1, 2, 3};
    static const int hexagon[8] = {-1, 1, -1, 4, 0, 2, 3, 5};
    return lattice == WEND_SQUARE ? square[direction] : hexagon[direction];
}

/* Is the point nearer to the segment a b than radius / 256 cells? */
static bool point_is_near(wend_lattice lattice, point p, point a, point b, int64_t radius) {
    int64_t unit = lattice == WEND_SQUARE ? 4 : 12;
    point ab = minus(b, a), ap = minus(p, a), bp = minus(p, b);
    int64_t length = dot(lattice, ab, ab), along = dot(lattice, ap, ab);
    if (along <= 0) return dot(lattice, ap, ap) * 65536 < radius * radius * unit;
    if (along >= length) return dot(lattice, bp, bp) * 65536 < radius * radius * unit;
    return (dot(lattice, ap, ap) * length - along * along) * 65536 < radius * radius * unit * length;
}

static int64_t turn(point a, point b, point c) {
    int64_t cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (cross > 0) - (cross < 0);
}

static bool segments_are_near(wend_lattice lattice, point a, point b, point c, point d, int64_t radius) {
    if (radius > 0 && turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return true;
    return point_is_near(lattice, a, c, d, radius) || point_is_near(lattice, b, c, d, radius) ||
           point_is_near(lattice, c, a, b, radius) || point_is_near(lattice, d, a, b, radius);
}

/* What a cell at (dx, dy), or each of its sides, is too near to: bit k the capsule of step k, DISC_BIT the disc. */
typedef struct near_table {
    int reach;
    uint16_t cell[2][NEAR_SPAN][NEAR_SPAN];
    uint16_t side[2][NEAR_SPAN][NEAR_SPAN][8];
} near_table;

static uint16_t near_bits_of_segment(wend_lattice lattice, int32_t row, point c, point d, int64_t radius) {
    point from = centre_of(lattice, 0, row);
    uint16_t bits = point_is_near(lattice, from, c, d, radius) ? DISC_BIT : 0;
    for (int k = 0; k < 8; k++) {
        int32_t x, y;
        if (!oracle_neighbour(lattice, 0, row, k, &x, &y)) continue;
        if (segments_are_near(lattice, from, centre_of(lattice, x, y), c, d, radius)) bits |= (uint16_t)(1u << k);
    }
    return bits;
}

static void fill_near_cell(const world *w, near_table *table, int32_t row, int32_t dx, int32_t dy) {
    point corners[6];
    int count = polygon_of(w->lattice, dx, row + dy, corners);
    uint16_t *cell = &table->cell[row][dy + REACH_MAX][dx + REACH_MAX];
    uint16_t *sides = table->side[row][dy + REACH_MAX][dx + REACH_MAX];
    for (int k = 0; k < 8; k++) {
        if (!oracle_is_side(w->lattice, k)) continue;
        int first = side_corner(w->lattice, k);
        sides[k] = near_bits_of_segment(w->lattice, row, corners[first], corners[(first + 1) % count],
                                        (int64_t)w->mover.radius);
        *cell |= sides[k];
    }
}

static near_table *near_table_of(const world *w) {
    near_table *table = calloc(1, sizeof *table);
    table->reach = (int)(w->mover.radius / 256) + 3;
    if (table->reach > REACH_MAX) table->reach = REACH_MAX;
    for (int32_t row = 0; row < 2; row++) {
        for (int32_t dy = -table->reach; dy <= table->reach; dy++) {
            for (int32_t dx = -table->reach; dx <= table->reach; dx++) fill_near_cell(w, table, row, dx, dy);
        }
    }
    return table;
}

/* A thin wall stops a disc; a one-way edge does not. */
static bool is_thin_wall(const world *w, int32_t x, int32_t y, int side) {
    int32_t nx, ny;
    if (!oracle_is_side(w->lattice, side) || !oracle_neighbour(w->lattice, x, y, side, &nx, &ny)) return false;
    if (!world_has(w, nx, ny)) return false;
    return (w->closed[world_index(w, x, y)] >> side & 1) &&
           (w->closed[world_index(w, nx, ny)] >> oracle_opposite(side) & 1);
}

/* Everything the disc and the capsules of (x, y) touch. */
static uint16_t touched_at(const world *w, const oracle_graph *graph, const near_table *table, int32_t x, int32_t y) {
    uint16_t bits = 0;
    for (int32_t dy = -table->reach; dy <= table->reach; dy++) {
        for (int32_t dx = -table->reach; dx <= table->reach; dx++) {
            int32_t row = y & 1, nx = x + dx, ny = y + dy;
            bool on = world_has(w, nx, ny);
            if (!on || graph->costs[world_index(w, nx, ny)] == 255) {
                bits |= table->cell[row][dy + REACH_MAX][dx + REACH_MAX];
            }
            if (!on || !w->closed[world_index(w, nx, ny)]) continue;
            for (int k = 0; k < 8; k++) {
                if (is_thin_wall(w, nx, ny, k)) bits |= table->side[row][dy + REACH_MAX][dx + REACH_MAX][k];
            }
        }
    }
    return bits;
}

static bool is_open(const world *w, int32_t x, int32_t y, int side) {
    return !(w->closed[world_index(w, x, y)] >> side & 1);
}

static bool is_free(const world *w, const oracle_graph *graph, int32_t x, int32_t y, bool ignore_cells) {
    return ignore_cells || graph->costs[world_index(w, x, y)] != 255;
}

/* May a point take a diagonal step? a is the cell above or below, b the one beside. */
static bool diagonal_is_allowed(const world *w, const oracle_graph *graph, int32_t x, int32_t y, int direction,
                                bool ignore_cells) {
    int vertical = square_y[direction] < 0 ? WEND_NORTH : WEND_SOUTH;
    int horizontal = square_x[direction] < 0 ? WEND_WEST : WEND_EAST;
    int32_t ax = x, ay = y + square_y[direction], bx = x + square_x[direction], by = y;
    bool open_a = is_open(w, x, y, vertical) && is_open(w, ax, ay, horizontal);
    bool open_b = is_open(w, x, y, horizontal) && is_open(w, bx, by, vertical);
    bool free_a = is_free(w, graph, ax, ay, ignore_cells), free_b = is_free(w, graph, bx, by, ignore_cells);
    switch (w->mover.corner_rule) {
    case WEND_CORNER_NEVER: return free_a && free_b && open_a && open_b;
    case WEND_CORNER_IF_ONE_FREE: return (free_a && open_a) || (free_b && open_b);
    default: return open_a && open_b;
    }
}

static uint32_t lattice_directions(const world *w) {
    if (w->lattice == WEND_HEX) return 0xFAu;
    return w->mover.neighbours == 4 ? 0x0Fu : 0xFFu;
}

/* Steps of a point, without the disc. */
static uint8_t point_exits(const world *w, const oracle_graph *graph, int32_t x, int32_t y, bool ignore_cells) {
    uint8_t exits = 0;
    for (int k = 0; k < 8; k++) {
        int32_t nx, ny;
        if (!(lattice_directions(w) >> k & 1) || !oracle_neighbour(w->lattice, x, y, k, &nx, &ny)) continue;
        if (!world_has(w, nx, ny) || !is_free(w, graph, nx, ny, ignore_cells)) continue;
        bool allowed =
            oracle_is_side(w->lattice, k) ? is_open(w, x, y, k) : diagonal_is_allowed(w, graph, x, y, k, ignore_cells);
        if (allowed) exits |= (uint8_t)(1u << k);
    }
    return exits;
}

static uint8_t cost_of(const world *w, int32_t cell) {
    uint8_t terrain = w->terrain[cell];
    uint32_t cost = w->has_costs ? w->costs[terrain] : terrain == 0 ? 1u : terrain;
    if (cost == 255 || !w->has_overlay) return (uint8_t)cost;
    uint32_t weight = w->mover.overlay_weight ? w->mover.overlay_weight : 256;
    cost += weight * w->overlay[cell] >> 8;
    return (uint8_t)(cost > 254 ? 254 : cost);
}

static void fill_places(const world *w, oracle_graph *graph, uint16_t *touched) {
    near_table *table = w->mover.radius ? near_table_of(w) : NULL;
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            int32_t cell = world_index(w, x, y);
            if (table) touched[cell] = touched_at(w, graph, table, x, y);
            if (graph->costs[cell] == 255) {
                graph->places[cell] = WEND_IN_WALL;
            } else {
                graph->places[cell] = touched[cell] & DISC_BIT ? WEND_TOO_NARROW : WEND_OK;
            }
        }
    }
    free(table);
}

static void fill_exits(const world *w, oracle_graph *graph, const uint16_t *touched) {
    for (int32_t y = 0; y < w->height; y++) {
        for (int32_t x = 0; x < w->width; x++) {
            int32_t cell = world_index(w, x, y);
            if (graph->places[cell] != WEND_OK) {
                graph->ways_out[cell] = point_exits(w, graph, x, y, graph->places[cell] == WEND_IN_WALL);
                continue;
            }
            uint8_t exits = (uint8_t)(point_exits(w, graph, x, y, false) & ~touched[cell]);
            for (int k = 0; k < 8; k++) {
                int32_t nx, ny;
                if (!(exits >> k & 1)) continue;
                oracle_neighbour(w->lattice, x, y, k, &nx, &ny);
                if (graph->places[world_index(w, nx, ny)] != WEND_OK) exits &= (uint8_t) ~(1u << k);
            }
            graph->exits[cell] = exits;
        }
    }
}

static bool join(uint32_t *components, int32_t a, int32_t b) {
    uint32_t least = components[a] < components[b] ? components[a] : components[b];
    if (components[a] == components[b]) return false;
    components[a] = components[b] = least;
    return true;
}

static bool join_steps_of(const world *w, const oracle_graph *graph, int32_t cell) {
    bool changed = false;
    for (int k = 0; k < 8; k++) {
        int32_t nx, ny;
        if (!(graph->exits[cell] >> k & 1)) continue;
        oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &nx, &ny);
        changed |= join(graph->components, cell, world_index(w, nx, ny));
    }
    return changed;
}

/* Labels sink to the least index along steps and links, both ways, until nothing changes. */
static void fill_components(const world *w, oracle_graph *graph) {
    int32_t count = w->width * w->height;
    for (int32_t cell = 0; cell < count; cell++) {
        graph->components[cell] = graph->places[cell] == WEND_OK ? (uint32_t)cell : WEND_NO_COMPONENT;
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t cell = 0; cell < count; cell++) changed |= join_steps_of(w, graph, cell);
        for (int32_t cell = count - 1; cell >= 0; cell--) changed |= join_steps_of(w, graph, cell);
        for (uint32_t i = 0; i < w->link_count; i++) {
            if (!graph->link_usable[i]) continue;
            changed |= join(graph->components, world_index(w, w->links[i].from.x, w->links[i].from.y),
                            world_index(w, w->links[i].to.x, w->links[i].to.y));
        }
    }
}

oracle_graph *oracle_graph_of(const world *w) {
    size_t count = world_count(w);
    oracle_graph *graph = calloc(1, sizeof *graph);
    uint16_t *touched = calloc(count, sizeof *touched);
    graph->costs = calloc(count, sizeof *graph->costs);
    graph->places = calloc(count, sizeof *graph->places);
    graph->exits = calloc(count, sizeof *graph->exits);
    graph->ways_out = calloc(count, sizeof *graph->ways_out);
    graph->components = calloc(count, sizeof *graph->components);
    for (size_t cell = 0; cell < count; cell++) graph->costs[cell] = cost_of(w, (int32_t)cell);
    fill_places(w, graph, touched);
    fill_exits(w, graph, touched);
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        bool fits = !link->class_mask || (link->class_mask & w->mover.class_bits);
        graph->link_usable[i] = fits && graph->places[world_index(w, link->from.x, link->from.y)] == WEND_OK &&
                                graph->places[world_index(w, link->to.x, link->to.y)] == WEND_OK;
    }
    fill_components(w, graph);
    free(touched);
    return graph;
}

void oracle_graph_free(oracle_graph *graph) {
    if (!graph) return;
    free(graph->costs);
    free(graph->places);
    free(graph->exits);
    free(graph->ways_out);
    free(graph->components);
    free(graph);
}

uint32_t oracle_step_cost(const world *w, const oracle_graph *graph, int32_t from, int32_t to, int direction) {
    uint32_t length = 70;
    if (!oracle_is_side(w->lattice, direction)) length = w->mover.diagonal ? w->mover.diagonal : 99;
    uint32_t here = graph->costs[from], there = graph->costs[to];
    return w->mover.step_rule == WEND_STEP_MEAN ? length * (here + there) : 2 * length * there;
}

uint64_t oracle_link_cost(const world *w, const wend_link *link) {
    return (uint64_t)link->cost * (w->mover.unit_cost ? w->mover.unit_cost : 1);
}

uint64_t oracle_move_cost(const world *w, const oracle_graph *graph, uint8_t directions, int32_t from, int32_t to) {
    uint64_t least = UINT64_MAX;
    for (int k = 0; k < 8; k++) {
        int32_t x, y;
        bool is_one = directions >> k & 1;
        if (!is_one || !oracle_neighbour(w->lattice, from % w->width, from / w->width, k, &x, &y)) continue;
        if (!world_has(w, x, y) || world_index(w, x, y) != to) continue;
        uint64_t cost = oracle_step_cost(w, graph, from, to, k);
        if (cost < least) least = cost;
    }
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        if (!graph->link_usable[i] || world_index(w, link->from.x, link->from.y) != from) continue;
        if (world_index(w, link->to.x, link->to.y) != to) continue;
        uint64_t cost = oracle_link_cost(w, link);
        if (cost < least) least = cost;
    }
    return least;
}
