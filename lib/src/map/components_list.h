/* SPDX-License-Identifier: MIT
 * Inside the library: lists of cells that live in the components' own array, so that a search over cells of one
 * component needs no memory: while a cell is in a list, its place there holds the next one. */
#ifndef WEND__COMPONENTS_LIST_H
#define WEND__COMPONENTS_LIST_H

#include "map/graph.h"

/* What mover->component_names holds for a cell: a name or cell (names.h), with WEND__TOUCHED where a change has touched it;
 * or the mark of a list and the next cell there, the last one itself; or WEND_NO_COMPONENT. */
#define WEND__TOUCHED ((uint32_t)1 << 29)
#define WEND__MARK_A ((uint32_t)1 << 30)
#define WEND__MARK_B ((uint32_t)1 << 31)
#define WEND__MARKS (WEND__MARK_A | WEND__MARK_B)

typedef struct wend__cell_list {
    uint32_t mark;
    uint32_t first, last;
    uint32_t done; /* the last cell whose neighbours were all looked at; NO_CELL: there is none */
    uint32_t next; /* the first one where they were not; NO_CELL: there is none */
    uint32_t count, least;
} wend__cell_list;

/* A search, or several, over the cells of one component. */
typedef struct wend__relabel {
    wend_mover *mover;
    wend__index_steps steps;
    uint32_t root;     /* of the component's names */
    int64_t patience;  /* looks at cells that remain before it is better to label all of them anew */
    bool out_of_names; /* as well */
} wend__relabel;

wend__relabel wend__relabel_of(wend_mover *mover);

static inline bool wend__holds_name(uint32_t slot) {
    return !(slot & WEND__MARKS);
}

/* Is this what a cell of the searched component holds, while it is in no list? */
static inline bool wend__is_of_root(const wend__relabel *work, uint32_t slot) {
    uint32_t name = slot & ~WEND__TOUCHED;
    return wend__holds_name(slot) && (name == work->root || wend__names_root(&work->mover->names, name) == work->root);
}

wend__cell_list wend__list_of(wend__relabel *work, uint32_t mark, uint32_t cell);
void wend__list_push(wend__relabel *work, wend__cell_list *list, uint32_t cell);

/* Takes the next cell and adds its neighbours of the same component that are in no list; `only`: just those of them
 * that hold this bit. Is one of its neighbours in the other list, that of the other mark? */
bool wend__list_expand(wend__relabel *work, wend__cell_list *list, uint32_t only);

/* The list with all cells of another, neither empty; the second is then used no more. */
void wend__list_take(wend__relabel *work, wend__cell_list *list, const wend__cell_list *other);

/* Gives every cell of the list a name. */
void wend__list_release(wend__relabel *work, const wend__cell_list *list, uint32_t name);

/* The same, as a component of its own. */
void wend__list_become_component(wend__relabel *work, const wend__cell_list *list);

/* Two cells are now of one component, each of its own until then; each of those is connected. */
void wend__components_join(wend__relabel *work, uint32_t cell_a, uint32_t cell_b);

#endif
