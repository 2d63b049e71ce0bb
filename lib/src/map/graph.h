/* SPDX-License-Identifier: MIT
 * Inside the library: what a mover holds, and the graph as components, fields and searches see it. */
#ifndef WEND__GRAPH_H
#define WEND__GRAPH_H

#include "map/changes.h"
#include "map/clearance.h"
#include "map/exits.h"
#include "map/names.h"
#include "map/update.h"

#include <wend/mover.h>

/* Beyond a row and the first cell of the next, as whole rows of a page are read from any cell on. */
#define WEND__HALO_COLUMNS 72u

struct wend_mover {
    wend__count holds;
    wend__count builds_open; /* builds in slices: until they are done nothing may change here */
    wend_map *map;
    wend__shape shape;

    uint8_t table[256]; /* cost by terrain */
    uint32_t unit_cost;
    uint32_t neighbours;
    uint32_t directions; /* the same, as bits */
    wend_corner_rule corner_rule;
    wend_step_rule step_rule;
    uint32_t diagonal;
    uint32_t radius;
    uint32_t class_bits;
    uint32_t overlay_weight;
    wend_backend backend;          /* never AUTO */
    wend__cost_rule cost_rule;     /* of the table */
    wend__exit_rule exit_rules[2]; /* by parity of the row */
    wend__cost_row_fn *cost_row;
    wend__exit_row_fn *exit_row;
    wend__exit_bits_fn *exit_bits_of;
    wend__clearance clearance; /* used where radius > 0 */

    uint64_t revision;
    uint64_t updates, whole_updates, relabels; /* see wend_mover_info */
    wend__change_log changed;
    uint64_t map_revision; /* what the arrays below were made from */
    uint64_t overlay_revision;
    bool everything_changed; /* the next update looks at every cell */
    wend__update update;     /* the one that is open, or was the last */
    wend__links *links;      /* the map's table at map_revision */

    size_t halo;               /* exits are 0, and costs WEND_BLOCKED, for this many cells before and after the map */
    uint8_t *costs;            /* [cells] 1..254, or WEND_BLOCKED; narrow cells keep their cost */
    uint8_t *exits;            /* [cells] its steps where it can stand, its ways out elsewhere: see wend__exits_of */
    uint32_t *component_names; /* [cells] see wend__component_of and names.h; WEND_NO_COMPONENT where it cannot stand */
    wend__names names;
    uint16_t *clearances; /* [cells] squared, or WEND__CLEAR, with a halo of 0; NULL without a radius */
    uint8_t *overlay;     /* [cells]; NULL before the first */
    wend__log overlay_log;

    uint32_t counts[256]; /* [cost] of the cells where it can stand */
    bool has_one_way;     /* the map had one-way edges then */
    bool has_walls;       /* the map had thin walls at map_revision: only then may exits be one-way */
    uint8_t least_cost;   /* the cheapest cost of a cell where it can stand; 255 where there is none */
};

static inline bool wend__is_blocked(const wend_mover *mover, uint32_t cell) {
    return mover->costs[cell] == WEND_BLOCKED;
}

/* Can the mover stand there? */
static inline bool wend__is_free(const wend_mover *mover, uint32_t cell) {
    return mover->costs[cell] != WEND_BLOCKED && (!mover->clearances || mover->clearances[cell] == WEND__CLEAR);
}

/* May a point go from a cell through its side to the next one, neither of them blocked? As the mover knows thin walls:
 * the map may be ahead of it. A free cell's exits say nothing of a narrow cell beside it: there the way back tells. */
static inline bool wend__side_is_open(const wend_mover *mover, uint32_t from, uint32_t to, int side) {
    if (wend__is_free(mover, from) && !wend__is_free(mover, to)) return mover->exits[to] >> wend__opposite(side) & 1;
    return mover->exits[from] >> side & 1;
}

/* The label of a cell's component: its lowest cell. */
static inline uint32_t wend__component_of(const wend_mover *mover, uint32_t cell) {
    uint32_t name = mover->component_names[cell];
    return name == WEND_NO_COMPONENT ? name : wend__names_lowest(&mover->names, name);
}

static inline uint32_t wend__length(const wend_mover *mover, int direction) {
    return wend__is_diagonal(mover->shape.lattice, direction) ? mover->diagonal : WEND__STRAIGHT;
}

/* Exit mask: the steps the mover may take from a cell, 0 where it cannot stand. */
static inline uint32_t wend__exits_of(const wend_mover *mover, uint32_t cell) {
    return wend__is_free(mover, cell) ? mover->exits[cell] : 0;
}

/* Where it cannot stand: the steps that may be part of a way out. Out of a blocked cell blocked cells are no hindrance,
 * out of a narrow one they are. */
static inline uint32_t wend__ways_out_of(const wend_mover *mover, uint32_t cell) {
    return mover->exits[cell];
}

/* Raw cost of a step of a length between two costs. */
#define WEND__DEAREST_STEP (2u * 140 * 255)
static inline uint32_t wend__step(wend_step_rule rule, uint32_t length, uint32_t cost_here, uint32_t cost_there) {
    return rule == WEND_STEP_MEAN ? length * (cost_here + cost_there) : 2 * length * cost_there;
}

/* Links: is it for movers like this one; and may it be used, both ends free? And the raw cost of using it. */
static inline bool wend__link_fits(const wend_mover *mover, const wend__links *links, uint32_t place) {
    uint32_t mask = links->by_from[place].class_mask;
    return mask == 0 || (mask & mover->class_bits);
}
bool wend__link_is_usable(const wend_mover *mover, const wend__links *links, uint32_t place);
static inline uint64_t wend__link_cost(const wend_mover *mover, const wend__links *links, uint32_t place) {
    return (uint64_t)links->by_from[place].cost * mover->unit_cost;
}

/* Goes through the links at a cell:
 *     wend__link_walk walk = wend__links_into(links, cell);
 *     while (wend__next_link(&walk)) ... */
typedef struct wend__link_walk {
    const wend__links *links; /* may be NULL */
    uint32_t cell, at, end;
    bool is_into;
    uint32_t place, other; /* of the link that was found: its place in by_from, and its other end */
} wend__link_walk;

/* Those that leave it, or those that lead to it: by rising index of the other end. */
static inline wend__link_walk wend__links_out_of(const wend__links *links, uint32_t cell) {
    wend__link_range range = wend__links_from(links, cell);
    return (wend__link_walk){.links = links, .cell = cell, .at = range.first, .end = range.last};
}

static inline wend__link_walk wend__links_into(const wend__links *links, uint32_t cell) {
    uint32_t count = links ? (uint32_t)links->count : 0, first = links ? wend__links_to_from_on(links, cell) : 0;
    return (wend__link_walk){.links = links, .cell = cell, .at = first, .end = count, .is_into = true};
}

/* The next one; false: there is none. */
static inline bool wend__next_link(wend__link_walk *walk) {
    const wend__links *links = walk->links;
    if (walk->at == walk->end) return false;
    walk->place = walk->is_into ? links->by_to[walk->at] : walk->at;
    if (walk->is_into && links->to[walk->place] != walk->cell) return false;
    walk->other = walk->is_into ? links->from[walk->place] : links->to[walk->place];
    walk->at++;
    return true;
}

/* The next one that the mover may use. */
bool wend__next_usable_link(const wend_mover *mover, wend__link_walk *walk);

/* The one helper for whoever pushes values from a cell to those that may step onto it: the directions k, as bits, such
 * that the neighbour in direction k of `cell` exists and has the exit towards `cell`. */
uint32_t wend__entries_among_walls(const wend_mover *mover, const wend__index_steps *steps, uint32_t cell);
static inline uint32_t wend__entries(const wend_mover *mover, const wend__index_steps *steps, uint32_t cell) {
    /* Without thin walls every step has its way back. */
    return mover->has_walls ? wend__entries_among_walls(mover, steps, cell) : mover->exits[cell];
}

/* The steps, as bits, that lead out of a cell where it can stand, or back into it. */
static inline uint32_t wend__ways_either_way(const wend_mover *mover, const wend__index_steps *steps, uint32_t cell) {
    return mover->exits[cell] | wend__entries(mover, steps, cell);
}

#endif
