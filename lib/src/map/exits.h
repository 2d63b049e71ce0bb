/* SPDX-License-Identifier: MIT
 * Inside the library: which steps lead out of a cell. Map edge, blocked cells, thin walls and the corner rule meet
 * here; see exits.c. */
#ifndef WEND__EXITS_H
#define WEND__EXITS_H

#include "base/wide.h"
#include "map/map.h"

#include <wend/mover.h>

/* Who counts as blocked. */
typedef enum wend__obstacles {
    WEND__OBSTACLES_ALL,     /* blocked cells and thin walls */
    WEND__OBSTACLES_NO_CELLS /* thin walls only: the way out of a blocked cell */
} wend__obstacles;

/* Costs by terrain, as whole rows are made of them: most terrains keep their number, or cost all the same. */
#define WEND__MAX_ODD_TERRAINS 8
typedef struct wend__cost_rule {
    const uint8_t *costs; /* [256] by terrain */
    bool keeps_number;    /* an ordinary terrain costs its number, else `ordinary` */
    uint8_t ordinary;
    uint8_t odd[WEND__MAX_ODD_TERRAINS]; /* those that are not */
    uint32_t odd_count;                  /* more than there is room for: look up each cell */
} wend__cost_rule;

wend__cost_rule wend__cost_rule_of(const uint8_t costs[256]);

/* What exits are made of; one for even rows, one for odd ones. */
typedef struct wend__exit_rule {
    ptrdiff_t steps[WEND__DIRECTIONS]; /* to the neighbours, by direction */
    uint8_t directions;                /* the mover's, as bits */
    uint8_t out_of_blocked;            /* those that lead out of a blocked cell */
    uint8_t off_map[4];                /* those that lead off the map in the first row, last column, last row, first
                                          column: by N E S W */
    bool is_hex;
    wend_corner_rule corner_rule;
} wend__exit_rule;

wend__exit_rule wend__exit_rule_of(wend__shape shape, int32_t parity, uint32_t directions,
                                   wend_corner_rule corner_rule);

/* Exit mask of a point, by the rule of its row: no radius. */
uint32_t wend__point_exits(const wend_map *map, const uint8_t *costs, wend_cell cell, const wend__exit_rule *rule,
                           wend__obstacles obstacles);

/* A row of cells at once. Costs of count terrains; exits of count cells, from the place of
 * their costs. The rows above and below may be off the map, and blocked; what lies beyond the first and last column may
 * be anything, and only spoils the bits off_map. */
typedef void wend__cost_row_fn(const wend__cost_rule *rule, const uint8_t *terrain, uint8_t *costs, size_t count);
typedef void wend__exit_row_fn(const wend__exit_rule *rule, const uint8_t *costs, uint8_t *exits, size_t count);
WEND__WIDE_DECLARE(wend__cost_row_fn, wend__cost_row);
WEND__WIDE_DECLARE(wend__exit_row_fn, wend__exit_row);

/* Which of 64 cells have which bit: exits[k], bit i: the cell i has the exit k and is not blocked. */
typedef struct wend__exit_bits {
    uint64_t exits[WEND__DIRECTIONS], open;
} wend__exit_bits;
typedef void wend__exit_bits_fn(const uint8_t *costs, const uint8_t *exits, wend__exit_bits *out);
WEND__WIDE_DECLARE(wend__exit_bits_fn, wend__exit_bits_of);

#endif
