/* SPDX-License-Identifier: MIT
 * Inside the library: what a mover's update knows from one piece to the next. */
#ifndef WEND__UPDATE_H
#define WEND__UPDATE_H

#include "map/edits.h"
#include "map/links.h"

/* What is being done, in this order. */
typedef enum wend__update_stage {
    WEND__UPDATE_COSTS,
    WEND__UPDATE_OVERLAY,
    WEND__UPDATE_CLEARANCES,
    WEND__UPDATE_EXITS,
    WEND__UPDATE_LINKS,
    WEND__UPDATE_SETTLE,
    WEND__UPDATE_COMPONENTS,
    WEND__UPDATE_COUNT,
    WEND__UPDATE_FIND_RUNS,
    WEND__UPDATE_NAME_RUNS,
    WEND__UPDATE_STAGES
} wend__update_stage;

typedef struct wend__update {
    bool is_open;
    bool is_first;                           /* nobody has seen what the mover was before */
    bool is_whole;                           /* every cell is looked at */
    bool is_unhurried;                       /* it is done at once: no piece need be short */
    uint64_t map_revision, overlay_revision; /* up to which edits */
    uint64_t ways_revision;                  /* of the map, that exits look at */

    /* What it has found different so far, beside the cells that it lists in mover->changed. */
    uint64_t since; /* number of its first change there */
    bool blocks;    /* where it can stand */
    bool has_lost;  /* a step or link that it could use before */
    bool has_gained;
    bool links;              /* the table of links, usable ones or not */
    bool walls_begin_or_end; /* the map has its first closed way, or none any more */
    wend__links *old_links;

    /* Where it is. */
    wend__update_stage stage;
    bool has_rect;
    wend__edits edits;
    wend_rect rect; /* from its row rect.y on, and there from column x on */
    int32_t x;
    uint64_t next; /* row or change of the stage */
} wend__update;

#endif
