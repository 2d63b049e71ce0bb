/* SPDX-License-Identifier: MIT
 * Where towers may stand. */
#ifndef TOWERS_PLACING_H
#define TOWERS_PLACING_H

#include "game.h"

/* NULL: no memory. */
struct placing *placing_open(const struct game *game);
/* NULL is allowed. */
void placing_close(struct placing *placing);

#endif
