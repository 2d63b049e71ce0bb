/* SPDX-License-Identifier: MIT
 * What the pointer is on: may a tower stand there, and how long would the ways get? */
#ifndef TOWERS_HOVER_H
#define TOWERS_HOVER_H

#include "game.h"

struct hover {
    bool is_on;     /* is the pointer on the map at all? */
    wend_cell cell; /* upper left */
    uint32_t tower; /* that stands under the pointer, or TOWERS */
    enum verdict verdict;
    bool has_ways; /* a tower could stand there */
    float
        longer[CLASS_COUNT]; /* [1.0 = a straight step at cost 1.0] the most that a way from an entrance gets longer */
};

struct hover hover_at(struct game *game, enum tower_kind kind, bool is_on, wend_cell cell);

/* The way of a class from an entrance as it would be where has_ways, else as it is. Returns how many cells it has, of
 * which at most capacity are written. */
size_t hover_way(const struct hover *hover, const struct game *game, enum enemy_class class, size_t entrance,
                 wend_cell *cells, size_t capacity);

#endif
