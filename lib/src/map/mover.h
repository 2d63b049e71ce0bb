/* SPDX-License-Identifier: MIT
 * Inside the library: the life of a mover. */
#ifndef WEND__MOVER_H
#define WEND__MOVER_H

#include "base/workspace.h"
#include "map/graph.h"

/* One more hold; wend_mover_destroy gives it up. */
wend_mover *wend__mover_take(wend_mover *mover);

#define WEND__MAX_PAYABLE 254u

/* Arrays with a halo: pointers to the first cell, the memory begins `halo` earlier. Items have `size` bytes each; create
 * is NULL where there is no memory, and release may be given that. */
static inline size_t wend__haloed_count(const wend_mover *mover) {
    return wend__cell_count(mover->shape) + 2 * mover->halo;
}
void *wend__haloed_create(const wend_mover *mover, size_t size);
void wend__haloed_release(const wend_mover *mover, size_t size, void *cells);

/* Costs, clearances and exits of every cell anew; links, components and revision are left as they are. */
void wend__mover_remake(wend_mover *mover);

/* There is an overlay from now on. Errors: NO_MEMORY. */
wend_status wend__overlay_prepare(wend_mover *mover);

/* May it be searched, with this workspace? BUSY, CAPACITY or OK. */
wend_status wend__mover_check(const wend_mover *mover, const wend_workspace *workspace);

#endif
