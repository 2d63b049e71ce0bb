/* SPDX-License-Identifier: MIT
 * Inside the library: what a field holds. */
#ifndef WEND__FIELD_H
#define WEND__FIELD_H

#include "field/goals.h"
#include "field/integrate.h"
#include "field/repair.h"
#include "field/sight.h"
#include "field/view.h"

typedef struct wend__snapshots wend__snapshots;

struct wend_field {
    wend__count holds;
    wend_mover *mover;
    wend__shape shape;
    uint32_t escape_depth; /* 0: none */
    wend_backend backend;  /* never AUTO */
    bool has_seeds, has_sights;

    wend__goals wanted; /* as set; the next build resolves them and takes them over */
    wend__goals goals;  /* those of the last build */
    bool goals_changed; /* wanted is not what was built */
    uint64_t goals_set; /* how often wanted was set */

    wend__pages pages; /* values and directions */
    wend__view view;   /* of the pages and the mover, or of a snapshot's copies */
    wend__sights sights;
    uint8_t *seeded;    /* [cells / 8, rounded up] bit: the cell's own seed is its value; NULL without room for seeds */
    wend__links *links; /* the mover's at the build */
    uint32_t target_count; /* of such a field: its seeds */
    wend_field *cut_off; /* leads to the targets of what is cut off: they are its seeds; NULL if nobody asked for it */
    uint64_t mover_revision;
    uint64_t changes_seen; /* how many changes of the mover it has taken in */
    uint32_t bound;
    uint32_t max_distance; /* of the last build; WEND_UNREACHABLE: none */
    bool is_plain;         /* the last build had neither seeds nor targets */
    uint64_t builds, repairs, changed;
    bool is_built;
    wend__snapshots *snapshots;  /* NULL without room for any */
    wend_status taken_as;        /* of a snapshot: the field's status when it was taken */
    bool is_listed;              /* seen already among the fields of one call */
    struct wend__slices *slices; /* a build in slices; NULL without room for one */
};

wend_field *wend__field_take(wend_field *field);

static inline size_t wend__seeded_size(wend__shape shape) {
    return (wend__cell_count(shape) + 7) / 8;
}

/* By index, for cells on the map. */
static inline uint32_t wend__field_value_at(const wend_field *field, uint32_t cell) {
    return wend__value_in(&field->view, wend__slot_of(&field->pages, cell));
}
/* A free cell from which no way leads to a goal: is it asked for that such ones lead to their targets? */
bool wend__field_leads_away(const wend_field *field, uint32_t cell);
/* Is the cell's own seed its value? */
bool wend__field_is_seeded(const wend_field *field, uint32_t cell);
uint32_t wend__field_directions_at(const wend_field *field, uint32_t cell);
wend_status wend__field_place_at(const wend_field *field, uint32_t cell);
float wend__field_distance_at(const wend_field *field, uint32_t cell);
/* The next cell on the way, or the same one. */
wend_status wend__field_next_at(const wend_field *field, uint32_t cell, uint32_t *next);

#endif
