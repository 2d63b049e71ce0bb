/* SPDX-License-Identifier: MIT
 * The ways to the goal if there were one more tower: fields on a copy of the map, brought up to date tower by tower. */
#ifndef TOWERS_WHAT_IF_H
#define TOWERS_WHAT_IF_H

#include "game.h"

/* NULL: no memory. */
struct what_if *what_if_open(const struct game *game);
/* NULL is allowed. */
void what_if_close(struct what_if *what_if);

/* With a tower at this place, which must lie on the map. */
void what_if_build(struct what_if *what_if, const struct game *game, wend_cell cell);
const wend_field *what_if_field(const struct what_if *what_if, enum enemy_class class);

#endif
