/* SPDX-License-Identifier: MIT
 * Inside the library: what a placement holds, and what its questions share. */
#ifndef WEND__PLACEMENT_H
#define WEND__PLACEMENT_H

#include "base/workspace.h"
#include "field/goals.h"
#include "field/pages.h"
#include "field/placement_bits.h"

#include <wend/placement.h>

/* Sources and goal cells whose walk along the tree leads through a cell, its own among them. */
typedef struct wend__passing {
    uint32_t sources, goals;
} wend__passing;

/* A copy of the mover that footprints are put on. */
typedef struct wend__trial {
    wend_mover mover; /* as at the last update, but with costs, exits and clearances of its own: */
    uint8_t *costs;   /* with halos, like those of the original */
    uint8_t *exits;
    uint16_t *clearances; /* NULL without a radius */
    uint64_t revision;    /* counts what is put on it */
    wend__goals goals;    /* those of the placement that are left */
    wend__pages pages;    /* distances on it, and sets, as in a field */
    bool is_other;        /* they are still those with some footprint */
    uint32_t *before;     /* [source_capacity] distances without a footprint */
} wend__trial;

struct wend_placement {
    wend_mover *mover;
    wend__shape shape;

    wend__goals wanted;             /* as set; the next update takes them over */
    wend__goals goals;              /* those of the last update */
    wend_placement_source *sources; /* [source_capacity] */
    uint32_t source_count, source_capacity;
    uint32_t counted_sources; /* sources that reach a goal */
    uint32_t counted_cells;   /* the cells they stand on */
    bool has_changed;         /* sources or goals are not those of the last update */
    bool is_updated;
    uint64_t mover_revision;

    uint32_t ways;   /* directions whose steps tell what can be reached: a diagonal step that has complete ways round
                        beside it tells nothing more */
    bool is_wide;    /* a wall also keeps the mover away from cells and steps round it */
    int32_t reach;   /* [cells] how far from a wall steps can vanish, by the mover's disc or by cut corners */
    bool is_planar;  /* walls alone tell what is separated: see placement_ring.c */
    bool is_unknown; /* some source is too far away to have a walk: every position is judged by a flood */

    /* Distances to the goals (planar: to one goal of each component), whatever the offsets; from cell to cell along its
     * best steps each source has a walk. */
    wend__pages tree;
    wend__passing *passing; /* [cells] along the walks; planar only */
    uint32_t *orders;    /* [cells] of walks: their places, one walk after the other, each up to where it joins one */
    uint32_t walk_cells; /* how many those are */
    /* [cells + 1] union-find of walls, by the first cells of their runs; the last: the outside. And by the label of a
     * component, an open cell, the root of its tree. Planar only. */
    uint32_t *labels;

    wend__bits walls;  /* blocked cells */
    wend__bits walks;  /* cells on the walk of a counted source (planar: or a goal) */
    wend__bits stakes; /* goals, and counted sources that do not give way; planar only */

    wend__trial *trial; /* NULL without routes */
};

/* The next cell on the walk to a goal; itself where the walk ends. *direction: -1 for a link. */
uint32_t wend__placement_next(const wend_placement *placement, uint32_t cell, int *direction);

static inline uint32_t wend__placement_value(const wend_placement *placement, uint32_t cell) {
    return placement->tree.values[wend__slot_of(&placement->tree, cell)];
}

/* Walls, tree and walks, by the mover as it is. See placement_walks.c. */
void wend__placement_survey(wend_placement *placement, wend_workspace *workspace);

/* The distances without a footprint, where routes are kept. */
wend_status wend__trial_create(wend_placement *placement);
void wend__trial_destroy(wend_placement *placement);
void wend__trial_begin(wend_placement *placement, wend_workspace *workspace);

#endif
