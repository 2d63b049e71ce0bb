/* SPDX-License-Identifier: MIT
 * Keeping components current under edits.
 *
 * Computes: the names of mover->component_names after an update, from those before it and from the cells that the update
 *           listed.
 * Invariant: a component can only come apart where a way was lost: each of its parts but a whole one holds an end of
 *            one. So the cells that lost a way, the touched ones, are searched from, the first one and then each of the
 *            others in turns, cell by cell: either the two searches meet, or the one that runs out has found a part,
 *            at the cost of the smaller side. What was parted too much, and what ways gained join, is joined last.
 * Cost: a few looks per listed cell where the touched ones are joined round the edit; else twice the smaller part, or
 *       the area searched until both meet; a scan in index order for the next lowest cell where a component has lost
 *       its own. Whoever would need more than labelling all anew gives up.
 * Source: searching from both ends in turns: S. Even and Y. Shiloach, An On-Line Edge-Deletion Problem (1981).
 *
 *      a a a a      E closes: its neighbours a and b are touched. All a are joined with each other at once, b are too;
 *      # # E #      then both sides are searched in turns.
 *      b b b b
 */
#include "map/components.h"

#include "map/components_list.h"

/* The searches of an update over the cells that it listed. */
typedef struct mend_state {
    wend__relabel work;
    const wend__links *old_links;
    uint64_t since;
    uint64_t end;         /* of the listed cells */
    bool looks_beyond;    /* may a way be lost whose start alone is listed? */
    wend__cell_list part; /* of the component in work: what of it is known to be connected */
    uint64_t number;      /* of the listed cell at work */
} mend_state;

typedef void touched_fn(mend_state *mend, uint32_t cell);

/* Partners by links, either way, usable or not. */
static void for_partners(mend_state *mend, const wend__links *links, uint32_t cell, touched_fn *fn) {
    wend__link_walk out = wend__links_out_of(links, cell), in = wend__links_into(links, cell);
    while (wend__next_link(&out)) fn(mend, out.other);
    while (wend__next_link(&in)) fn(mend, in.other);
}

/* Both ends of every way that a listed cell may have lost; maybe more cells, and some of them several times. */
static void for_touched_by(mend_state *mend, uint64_t number, touched_fn *fn) {
    wend_mover *mover = mend->work.mover;
    uint32_t cell = wend__change_at(&mover->changed, number);
    bool is_gone = mover->component_names[cell] == WEND_NO_COMPONENT;
    if (!is_gone && !(wend__change_ways_at(&mover->changed, number) & WEND__LOST)) return;
    mend->work.patience--;
    if (!is_gone) fn(mend, cell);
    if (!mend->looks_beyond) return;
    uint32_t ways = mover->directions & wend__on_map(mover->shape, wend__cell_of(mover->shape, cell));
    const int32_t *steps = mend->work.steps.steps[wend__parity_of(mover->shape, cell)];
    for (; ways; ways &= ways - 1) fn(mend, cell + (uint32_t)steps[wend__lowest_bit(ways)]);
    for_partners(mend, mover->links, cell, fn);
    if (mend->old_links != mover->links) for_partners(mend, mend->old_links, cell, fn);
}

static bool has_patience(const mend_state *mend) {
    return mend->work.patience > 0 && !mend->work.out_of_names;
}

static void touch(mend_state *mend, uint32_t cell) {
    uint32_t *slot = &mend->work.mover->component_names[cell];
    if (wend__holds_name(*slot)) *slot |= WEND__TOUCHED;
}

/* Where many cells are listed a small component is better searched than the list, and single cells are met soon. */
#define SHORT_LIST 64
#define SMALL 32

/* The touched cells that hang together with this one by themselves; whose neighbours are yet to be looked at. */
static wend__cell_list cluster_of(mend_state *mend, uint32_t mark, uint32_t cell) {
    wend__cell_list list = wend__list_of(&mend->work, mark, cell);
    if (mend->end - mend->since > SHORT_LIST) return list;
    while (list.next != WEND__NO_CELL) wend__list_expand(&mend->work, &list, WEND__TOUCHED);
    list.next = list.first;
    list.done = WEND__NO_CELL;
    return list;
}

/* Are the known part and the others connected? Searches both in turns. What remains is the known part. */
static void contest(mend_state *mend, wend__cell_list other) {
    wend__cell_list *part = &mend->part;
    while (has_patience(mend)) {
        if (part->next == WEND__NO_CELL) {
            wend__list_become_component(&mend->work, part);
            *part = other;
            return;
        }
        if (other.next == WEND__NO_CELL) {
            wend__list_become_component(&mend->work, &other);
            return;
        }
        if (wend__list_expand(&mend->work, &other, 0) || wend__list_expand(&mend->work, part, 0)) {
            wend__list_take(&mend->work, part, &other);
            return;
        }
    }
}

static void contest_if_touched(mend_state *mend, uint32_t cell) {
    uint32_t slot = mend->work.mover->component_names[cell];
    if (!(slot & WEND__TOUCHED) || !wend__is_of_root(&mend->work, slot)) return;
    contest(mend, cluster_of(mend, mend->part.mark ^ WEND__MARKS, cell));
}

/* The next cell in index order; there is one. */
static void find_lowest(mend_state *mend) {
    const wend_mover *mover = mend->work.mover;
    uint32_t cell = wend__names_lowest(&mover->names, mend->work.root);
    do {
        cell++;
    } while (!wend__is_of_root(&mend->work, mover->component_names[cell]));
    wend__names_set_lowest(&mend->work.mover->names, mend->work.root, cell);
}

/* What is left of a component that has a name keeps it. */
static void finish(mend_state *mend) {
    wend__relabel *work = &mend->work;
    wend__list_release(work, &mend->part, work->root);
    uint32_t lowest = wend__names_lowest(&work->mover->names, work->root);
    if (!wend__is_of_root(work, work->mover->component_names[lowest])) find_lowest(mend);
}

/* Searches for all of the known part, for a while. Is that all? */
static bool is_whole_after(mend_state *mend, uint32_t looks) {
    wend__cell_list *part = &mend->part;
    for (; looks > 0 && part->next != WEND__NO_CELL; looks--) wend__list_expand(&mend->work, part, 0);
    return part->next == WEND__NO_CELL;
}

/* Takes the component of a touched cell apart; its other touched cells are listed from here on. One that has no name
 * may have lost the cell that it goes by: each part of it is searched to its end. */
static void resolve(mend_state *mend, uint32_t cell) {
    wend_mover *mover = mend->work.mover;
    uint32_t slot = mover->component_names[cell];
    if (!wend__holds_name(slot) || !(slot & WEND__TOUCHED) || !has_patience(mend)) return;
    uint32_t root = mend->work.root = wend__names_root(&mover->names, slot & ~WEND__TOUCHED);
    mend->part = cluster_of(mend, WEND__MARK_A, cell);
    uint32_t looks = root & WEND__NAMED ? mend->end - mend->since > SHORT_LIST ? SMALL : 0 : UINT32_MAX;
    if (is_whole_after(mend, looks)) {
        wend__list_become_component(&mend->work, &mend->part);
        return;
    }
    for (uint64_t number = mend->number; number < mend->end && has_patience(mend); number++)
        for_touched_by(mend, number, contest_if_touched);
    if (has_patience(mend)) finish(mend);
}

static void take_apart(mend_state *mend, uint64_t since) {
    for (uint64_t number = since; number < mend->end; number++) for_touched_by(mend, number, touch);
    for (mend->number = since; mend->number < mend->end && has_patience(mend); mend->number++)
        for_touched_by(mend, mend->number, resolve);
}

/* Joining. */

/* A cell where the mover can stand, and maybe could not before: then it begins as a component of its own. */
static void begin(wend_mover *mover, uint32_t cell) {
    if (mover->component_names[cell] != WEND_NO_COMPONENT) return;
    mover->component_names[cell] = cell;
    mover->counts[mover->costs[cell]]++;
}

static void join_with(mend_state *mend, uint32_t cell, uint32_t there) {
    begin(mend->work.mover, there);
    if (mend->work.mover->component_names[cell] == mend->work.mover->component_names[there]) return;
    wend__components_join(&mend->work, cell, there);
}

static void join_by_links(mend_state *mend, uint32_t cell) {
    const wend_mover *mover = mend->work.mover;
    wend__link_walk out = wend__links_out_of(mover->links, cell), in = wend__links_into(mover->links, cell);
    while (wend__next_usable_link(mover, &out)) join_with(mend, cell, out.other);
    while (wend__next_usable_link(mover, &in)) join_with(mend, cell, in.other);
}

static void join_all(mend_state *mend, uint64_t since) {
    wend_mover *mover = mend->work.mover;
    for (uint64_t number = since; number < mend->end && has_patience(mend); number++) {
        uint32_t cell = wend__change_at(&mover->changed, number);
        bool has_gained = wend__change_ways_at(&mover->changed, number) & WEND__GAINED;
        if (!has_gained || !wend__is_free(mover, cell)) continue;
        mend->work.patience--;
        const int32_t *steps = mend->work.steps.steps[wend__parity_of(mover->shape, cell)];
        begin(mover, cell);
        uint32_t ways = wend__ways_either_way(mover, &mend->work.steps, cell);
        for (; ways; ways &= ways - 1) join_with(mend, cell, cell + (uint32_t)steps[wend__lowest_bit(ways)]);
        if (mover->links) join_by_links(mend, cell);
    }
}

/* Labelling anew takes about as long as looking at this share of all cells one by one. */
#define CELLS_PER_LOOK 3
#define LEAST_PATIENCE 256

bool wend__components_update(wend_mover *mover, const wend__components_edit *edit) {
    mend_state mend = {.work = wend__relabel_of(mover),
                       .old_links = edit->old_links,
                       .since = edit->since,
                       .end = mover->changed.count};
    mend.work.patience = (int64_t)(wend__cell_count(mover->shape) / CELLS_PER_LOOK + LEAST_PATIENCE);
    if (mend.work.patience > edit->most_looks) mend.work.patience = edit->most_looks;
    bool has_or_had_walls = mover->has_walls || mover->update.walls_begin_or_end;
    mend.looks_beyond = has_or_had_walls || mover->links || edit->old_links;
    if (edit->has_lost) take_apart(&mend, edit->since);
    if (edit->has_gained) join_all(&mend, edit->since);
    return has_patience(&mend);
}
