/* SPDX-License-Identifier: MIT
 * Inside the library: sets of cells as trees in an array: a cell holds another one of its set, the root itself. Of two roots
 * the greater one hangs under the lesser: a set goes by its lowest cell, in whatever order it was joined. */
#ifndef WEND__COMPONENTS_ROOTS_H
#define WEND__COMPONENTS_ROOTS_H

#include <stdint.h>

static inline uint32_t wend__root_of(uint32_t *labels, uint32_t cell) {
    while (labels[cell] != cell) {
        labels[cell] = labels[labels[cell]];
        cell = labels[cell];
    }
    return cell;
}

/* Returns the root of both. */
static inline uint32_t wend__join_roots(uint32_t *labels, uint32_t root_a, uint32_t root_b) {
    uint32_t least = root_b;
    if (root_a < root_b) least = root_a;
    labels[root_a] = labels[root_b] = least;
    return least;
}

#endif
