/* SPDX-License-Identifier: MIT
 * Inside the library: the life of a mover. */
#ifndef WEND__MOVER_H
#define WEND__MOVER_H

#include "map/graph.h"

/* One more hold; wend_mover_destroy gives it up. */
wend_mover *wend__mover_take(wend_mover *mover);

#endif
