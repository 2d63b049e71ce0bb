/* SPDX-License-Identifier: MIT
 * The oracle: what the library must answer, worked out from the meaning of the numbers in the plainest way, with
 * tables, geometry and searches of its own. It shares nothing with the library but the types of the public headers. */
#ifndef TEST_ORACLE_H
#define TEST_ORACLE_H

#include "world.h"

/* The graph of a world's mover. */
typedef struct oracle_graph {
    uint8_t *costs;       /* [cells] 1..254, 255 blocked */
    wend_status *places;  /* [cells] OK, IN_WALL, TOO_NARROW */
    uint8_t *exits;       /* [cells] */
    uint8_t *ways_out;    /* [cells] escape steps of cells where it cannot stand */
    uint32_t *components; /* [cells] */
    uint8_t link_usable[WORLD_LINKS];
} oracle_graph;

/* The field of a world. */
typedef struct oracle_field {
    uint32_t *own;       /* [cells] what goals and seeds give; UINT32_MAX none */
    uint32_t *exact;     /* [cells] values without any bound */
    uint32_t *values;    /* [cells] values the field must show, given `bound` */
    uint8_t *directions; /* [cells] */
    wend_status *places; /* [cells] */
    int32_t *next;       /* [cells] index of the next cell; its own where nothing leads on */
    wend_goal_result results[WORLD_GOALS];
    bool is_partial; /* some goal was left out */
} oracle_field;

/* The neighbour in a direction, by the oracle's own tables; false where the lattice has no such direction. */
bool oracle_neighbour(wend_lattice lattice, int32_t x, int32_t y, int direction, int32_t *out_x, int32_t *out_y);
int oracle_opposite(int direction);
bool oracle_is_side(wend_lattice lattice, int direction);

/* Squared distance between centres in a whole-number unit of the lattice. */
int64_t oracle_squared_distance(wend_lattice lattice, int32_t x0, int32_t y0, int32_t x1, int32_t y1);

oracle_graph *oracle_graph_of(const world *w);
void oracle_graph_free(oracle_graph *graph);

/* Raw cost of a step in a direction, whether or not it is allowed. */
uint32_t oracle_step_cost(const world *w, const oracle_graph *graph, int32_t from, int32_t to, int direction);

/* Raw cost of a link. */
uint64_t oracle_link_cost(const world *w, const wend_link *link);

/* The cheapest single move from a cell to another, by a step in one of the directions, as bits, or by a link that can be
 * used; UINT64_MAX: there is none. */
uint64_t oracle_move_cost(const world *w, const oracle_graph *graph, uint8_t directions, int32_t from, int32_t to);

/* How to find the distances: the textbook's O(V^2) search, or sweeps over all cells until nothing changes. */
typedef enum oracle_method { ORACLE_DIJKSTRA, ORACLE_SWEEPS } oracle_method;

/* Values without a bound; then oracle_field_bounded says what a field that stopped at `bound` must show. */
oracle_field *oracle_field_of(const world *w, const oracle_graph *graph, oracle_method method);
void oracle_field_bounded(const world *w, const oracle_graph *graph, oracle_field *field, uint32_t bound);
/* Makes `away` the same world with the targets of what is cut off as its only goals, seeds of 0; returns how many. */
uint32_t oracle_cut_off(const world *w, const oracle_graph *graph, const oracle_field *field, world *away);
void oracle_field_free(oracle_field *field);

#endif
