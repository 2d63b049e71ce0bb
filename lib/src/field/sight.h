/* SPDX-License-Identifier: MIT
 * Inside the library: what a mover sees from the centre of each cell of its way. See sight.c. */
#ifndef WEND__SIGHT_H
#define WEND__SIGHT_H

#include "field/pages.h"

/* A mark, one per cell: where to head from its centre.
 *
 *      bits 0..13 x, 14..27 y of the cell that the point lies in, or beside
 *      bit 28  a corner: the point lies on the diagonal of that cell, towards east if bit 29, south if bit 30
 *      bit 29  else: the centre of that cell
 *      bit 30  else: nowhere, this is where the way ends, or leaves by a link
 *      bit 31  a disc may go from the cell to all cells round it, and they all cost the same
 * 0: no way leads on. */
#define WEND__MARK_SIDE_BITS 14
#define WEND__MARK_SIDE ((1u << WEND__MARK_SIDE_BITS) - 1)
#define WEND__MARK_CORNER (1u << 28)
#define WEND__MARK_EAST (1u << 29)
#define WEND__MARK_SOUTH (1u << 30)
#define WEND__MARK_CENTRE WEND__MARK_EAST
#define WEND__MARK_END WEND__MARK_SOUTH
#define WEND__MARK_OPEN (1u << 31)

#define WEND__SIGHT_UNIT 256 /* cells are this wide in the pass's own whole numbers */

typedef struct wend__sights {
    uint32_t *marks;     /* [pages][WEND__PAGE_CELLS], as values lie; NULL without the pass */
    int32_t clearance;   /* [1/256] lines of sight keep this far from walls */
    int32_t from_centre; /* [1/256] how far points at corners are from the centre of their cell, along either axis */
} wend__sights;

static inline bool wend__mark_is_end(uint32_t mark) {
    return (mark & (WEND__MARK_CORNER | WEND__MARK_CENTRE | WEND__MARK_END)) == WEND__MARK_END;
}

static inline wend_cell wend__mark_cell(uint32_t mark) {
    return (wend_cell){(int32_t)(mark & WEND__MARK_SIDE), (int32_t)(mark >> WEND__MARK_SIDE_BITS & WEND__MARK_SIDE)};
}

/* Which way from the centre of its cell the point is, along one axis: bit is WEND__MARK_EAST or WEND__MARK_SOUTH. */
static inline int32_t wend__mark_side(uint32_t mark, uint32_t bit) {
    if (!(mark & WEND__MARK_CORNER)) return 0;
    return mark & bit ? 1 : -1;
}

/* Room for the marks of a field with these pages. Errors: NO_MEMORY. */
wend_status wend__sights_create(wend__sights *sights, const wend__pages *pages, const wend_mover *mover,
                                const wend_allocator *allocator);
void wend__sights_destroy(wend__sights *sights, const wend__pages *pages, const wend_allocator *allocator);

/* Marks every cell of a finished field. words: [3 * cells] scratch. */
void wend__sights_find(const wend__sights *sights, const wend_mover *mover, const wend__pages *pages, uint32_t *words);

/* The same in pieces, which must not move meanwhile; see sight_look.h. False: nothing is left to do. */
typedef struct wend__sighting wend__sighting;
void wend__sighting_begin(wend__sighting *sighting, const wend__sights *sights, const wend_mover *mover,
                          const wend__pages *pages, uint32_t *words);
bool wend__sighting_step(wend__sighting *sighting);

/* May diagonal steps lead past thin walls that end at their corner, or beside it where it is wide? */
static inline bool wend__squeezes_among_walls(const wend_mover *mover) {
    bool is_wide = mover->radius > WEND__SIGHT_UNIT / 2;
    return mover->has_walls && (is_wide || mover->corner_rule == WEND_CORNER_IF_ONE_FREE);
}

#endif
