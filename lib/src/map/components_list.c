/* SPDX-License-Identifier: MIT */
#include "map/components_list.h"

#define LEAST_NAMED 16u /* smaller components go by their lowest cell: they are soon written over */

wend__relabel wend__relabel_of(wend_mover *mover) {
    return (wend__relabel){.mover = mover, .steps = wend__index_steps_of(mover->shape), .patience = INT64_MAX};
}

wend__cell_list wend__list_of(wend__relabel *work, uint32_t mark, uint32_t cell) {
    work->mover->component_names[cell] = mark | cell;
    return (wend__cell_list){mark, cell, cell, WEND__NO_CELL, cell, 1, cell};
}

void wend__list_push(wend__relabel *work, wend__cell_list *list, uint32_t cell) {
    uint32_t *slots = work->mover->component_names;
    slots[cell] = list->mark | cell;
    slots[list->last] = list->mark | cell;
    list->last = cell;
    if (list->next == WEND__NO_CELL) list->next = cell;
    if (cell < list->least) list->least = cell;
    list->count++;
}

static uint32_t list_pop(wend__relabel *work, wend__cell_list *list) {
    uint32_t cell = list->next, next = work->mover->component_names[cell] & ~WEND__MARKS;
    list->done = cell;
    list->next = next == cell ? WEND__NO_CELL : next;
    work->patience--;
    return cell;
}

/* Is the neighbour in the other list? */
static bool meet(wend__relabel *work, wend__cell_list *list, uint32_t cell, uint32_t only) {
    uint32_t slot = work->mover->component_names[cell];
    if (slot & WEND__MARKS) return slot != WEND_NO_COMPONENT && !(slot & list->mark);
    if ((slot & only) == only && wend__is_of_root(work, slot)) wend__list_push(work, list, cell);
    return false;
}

/* Links either way. */
static bool meet_by_links(wend__relabel *work, wend__cell_list *list, uint32_t cell, uint32_t only) {
    const wend_mover *mover = work->mover;
    wend__link_walk out = wend__links_out_of(mover->links, cell), in = wend__links_into(mover->links, cell);
    bool has_met = false;
    while (wend__next_usable_link(mover, &out)) has_met |= meet(work, list, out.other, only);
    while (wend__next_usable_link(mover, &in)) has_met |= meet(work, list, in.other, only);
    return has_met;
}

bool wend__list_expand(wend__relabel *work, wend__cell_list *list, uint32_t only) {
    const wend_mover *mover = work->mover;
    uint32_t cell = list_pop(work, list);
    const int32_t *steps = work->steps.steps[wend__parity_of(mover->shape, cell)];
    bool has_met = false;
    for (uint32_t ways = wend__ways_either_way(mover, &work->steps, cell); ways; ways &= ways - 1)
        has_met |= meet(work, list, cell + (uint32_t)steps[wend__lowest_bit(ways)], only);
    if (mover->links) has_met |= meet_by_links(work, list, cell, only);
    return has_met;
}

/* Cells that are done first, as the list's `done` and `next` part it. */
void wend__list_take(wend__relabel *work, wend__cell_list *list, const wend__cell_list *other) {
    uint32_t *slots = work->mover->component_names;
    for (uint32_t cell = other->first, next;; cell = next) {
        next = slots[cell] & ~WEND__MARKS;
        slots[cell] = list->mark | next;
        if (next == cell) break;
    }
    if (other->done != WEND__NO_CELL) {
        slots[other->done] = list->mark | list->first;
        list->first = other->first;
        if (list->done == WEND__NO_CELL) list->done = other->done;
    }
    if (other->next != WEND__NO_CELL) {
        slots[list->last] = list->mark | other->next;
        list->last = other->last;
        if (list->next == WEND__NO_CELL) list->next = other->next;
    }
    if (other->least < list->least) list->least = other->least;
    list->count += other->count;
}

void wend__list_release(wend__relabel *work, const wend__cell_list *list, uint32_t name) {
    uint32_t *slots = work->mover->component_names;
    for (uint32_t cell = list->first, next;; cell = next) {
        next = slots[cell] & ~WEND__MARKS;
        slots[cell] = name;
        if (next == cell) break;
    }
}

void wend__list_become_component(wend__relabel *work, const wend__cell_list *list) {
    wend__names *names = &work->mover->names;
    uint32_t name = list->least;
    if (list->count >= LEAST_NAMED) {
        if (wend__names_have_room(names, 1))
            name = wend__names_add(names, list->least);
        else
            work->out_of_names = true;
    }
    wend__list_release(work, list, name);
}

/* Joining. */

/* All cells that go by the same cell as this one does, which is no name. */
static void gather(wend__relabel *work, wend__cell_list *list) {
    while (list->next != WEND__NO_CELL) wend__list_expand(work, list, 0);
}

static void join_unnamed(wend__relabel *work, uint32_t cell_a, uint32_t cell_b) {
    uint32_t root_b = work->mover->component_names[cell_b];
    work->root = work->mover->component_names[cell_a];
    wend__cell_list list = wend__list_of(work, WEND__MARK_A, cell_a);
    gather(work, &list);
    work->root = root_b;
    wend__list_push(work, &list, cell_b);
    gather(work, &list);
    wend__list_become_component(work, &list);
}

static void join_to_name(wend__relabel *work, uint32_t cell, uint32_t root) {
    wend__names *names = &work->mover->names;
    work->root = work->mover->component_names[cell];
    wend__cell_list list = wend__list_of(work, WEND__MARK_A, cell);
    gather(work, &list);
    wend__list_release(work, &list, root);
    if (list.least < wend__names_lowest(names, root)) wend__names_set_lowest(names, root, list.least);
}

void wend__components_join(wend__relabel *work, uint32_t cell_a, uint32_t cell_b) {
    wend__names *names = &work->mover->names;
    uint32_t root_a = wend__names_root(names, work->mover->component_names[cell_a]);
    uint32_t root_b = wend__names_root(names, work->mover->component_names[cell_b]);
    if (root_a == root_b) return;
    bool has_name_a = root_a & WEND__NAMED, has_name_b = root_b & WEND__NAMED;
    if (has_name_a && has_name_b)
        wend__names_join(names, root_a, root_b);
    else if (has_name_a)
        join_to_name(work, cell_b, root_a);
    else if (has_name_b)
        join_to_name(work, cell_a, root_b);
    else
        join_unnamed(work, cell_a, cell_b);
}
