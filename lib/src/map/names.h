/* SPDX-License-Identifier: MIT
 * Inside the library: names of components. A cell holds the name of its component; a table says which cell is the
 * lowest one there, or which other name stands for the same component. So two components join, and the lowest cell of
 * one changes, without a look at its cells. Where the table has no room a component goes by its lowest cell itself. */
#ifndef WEND__NAMES_H
#define WEND__NAMES_H

#include "base/base.h"

#define WEND__NAMED ((uint32_t)1 << 28) /* a name is this and a place in the table; less is a cell */
#define WEND__NAME_MASK (WEND__NAMED - 1)
#define WEND__NAME_RANK ((uint32_t)1 << 29)
#define WEND__NAME_MOST_RANK ((uint32_t)7 << 29)

typedef struct wend__names {
    uint32_t *entries; /* [capacity] a name: that one stands for this one; else the lowest cell, and a rank on top */
    uint32_t capacity, count;
} wend__names;

/* Names for a map of `cells` cells. */
wend_status wend__names_create(wend__names *names, size_t cells, const wend_allocator *allocator);
void wend__names_destroy(wend__names *names, const wend_allocator *allocator);

/* Is there room for `spare` more? */
static inline bool wend__names_have_room(const wend__names *names, uint32_t spare) {
    return names->capacity - names->count >= spare;
}

/* The next name, for a component with this lowest cell; there must be room. */
static inline uint32_t wend__names_add(wend__names *names, uint32_t lowest) {
    names->entries[names->count] = lowest;
    return WEND__NAMED | names->count++;
}

/* The name or cell that stands for a name or cell, and for all others of its component. */
static inline uint32_t wend__names_root(const wend__names *names, uint32_t name) {
    while (name & WEND__NAMED) {
        uint32_t entry = names->entries[name & WEND__NAME_MASK];
        if (!(entry & WEND__NAMED)) break;
        name = entry & (WEND__NAMED | WEND__NAME_MASK);
    }
    return name;
}

/* The lowest cell of the component of a name or cell. */
static inline uint32_t wend__names_lowest(const wend__names *names, uint32_t name) {
    uint32_t root = wend__names_root(names, name);
    return root & WEND__NAMED ? names->entries[root & WEND__NAME_MASK] & WEND__NAME_MASK : root;
}

/* For a root that is a name. */
static inline void wend__names_set_lowest(wend__names *names, uint32_t root, uint32_t lowest) {
    uint32_t *entry = &names->entries[root & WEND__NAME_MASK];
    *entry = (*entry & WEND__NAME_MOST_RANK) | lowest;
}

/* Two roots that are names, and differ, become one. */
void wend__names_join(wend__names *names, uint32_t root_a, uint32_t root_b);

#endif
