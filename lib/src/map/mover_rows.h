/* SPDX-License-Identifier: MIT
 * Inside the library: the parts of a mover's update. See mover_rows.c, mover_links.c. */
#ifndef WEND__MOVER_ROWS_H
#define WEND__MOVER_ROWS_H

#include "map/mover.h"

#define WEND__PIECE 512 /* [cells] the most at a time */

/* Until the components are made, they still tell where the mover could stand before. */
static inline bool wend__could_stand(const wend_mover *mover, uint32_t cell) {
    return mover->component_names[cell] != WEND_NO_COMPONENT;
}

/* Was there room for all changes so far? */
static inline bool wend__update_is_known(const wend_mover *mover, const wend__update *update) {
    return wend__changes_are_known(&mover->changed, update->since);
}

/* `count` cells of a row, from one on. Costs of all edits come first, as clearances and exits look at costs beyond their
 * own edit; then all clearances. */
typedef void wend__remake_fn(wend_mover *mover, wend_cell start, int32_t count, wend__update *update);
wend__remake_fn wend__remake_costs, wend__remake_clearances, wend__remake_exits;

/* Takes the map's links. Answers the table that there was. */
wend__links *wend__remake_links(wend_mover *mover, wend__update *update);

#endif
