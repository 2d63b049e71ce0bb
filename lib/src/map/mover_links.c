/* SPDX-License-Identifier: MIT
 * The mover: whose links are others after an update, by what can be used of the map's tables.
 */
#include "map/mover_rows.h"

#include <string.h>

/* The next of the links that leave a cell which the mover could use before the update, or can after it. */
static const wend_link *next_usable(const wend_mover *mover, wend__link_walk *walk, bool is_before) {
    while (wend__next_link(walk)) {
        bool is_open = is_before ? wend__could_stand(mover, walk->other) : wend__is_free(mover, walk->other);
        if (is_open && wend__link_fits(mover, walk->links, walk->place)) return &walk->links->by_from[walk->place];
    }
    return NULL;
}

static bool same_links_leave(const wend_mover *mover, const wend__links *old, const wend__links *fresh, uint32_t cell) {
    wend__link_walk before = wend__links_out_of(old, cell), after = wend__links_out_of(fresh, cell);
    const wend_link *a, *b;
    do {
        a = next_usable(mover, &before, true);
        b = next_usable(mover, &after, false);
    } while (a && b && memcmp(a, b, sizeof *a) == 0);
    return !a && !b;
}

/* A cell where it can stand now, and could before, whose links are others. (The rest is listed for itself.) */
static void list_if_links_differ(wend_mover *mover, const wend__links *old, uint32_t cell, wend__update *update) {
    bool stays_free = wend__could_stand(mover, cell) && wend__is_free(mover, cell);
    if (!stays_free || same_links_leave(mover, old, mover->links, cell)) return;
    update->has_lost = update->has_gained = true;
    wend__changes_add(&mover->changed, update->since, cell, WEND__LOST | WEND__GAINED);
}

/* Every cell that a link of a table leaves; of the second table, where the first has none. */
static void list_starts(wend_mover *mover, const wend__links *old, const wend__links *table, const wend__links *but,
                        wend__update *update) {
    for (uint32_t i = 0; table && i < table->count; i++) {
        uint32_t cell = table->from[i];
        if (i > 0 && table->from[i - 1] == cell) continue;
        wend__link_range other = wend__links_from(but, cell);
        if (other.first == other.last) list_if_links_differ(mover, old, cell, update);
    }
}

/* The same links: those whose end is no more what it was. */
static void list_starts_of_changed_ends(wend_mover *mover, wend__update *update) {
    const wend__links *links = mover->links;
    uint64_t end = mover->changed.count;
    if (!links || !wend__update_is_known(mover, update)) return;
    for (uint64_t number = update->since; number < end; number++) {
        uint32_t cell = wend__change_at(&mover->changed, number);
        if (wend__could_stand(mover, cell) == wend__is_free(mover, cell)) continue;
        wend__link_walk walk = wend__links_into(links, cell);
        while (wend__next_link(&walk)) list_if_links_differ(mover, links, walk.other, update);
    }
}

wend__links *wend__remake_links(wend_mover *mover, wend__update *update) {
    wend__links *old = mover->links;
    mover->links = wend__links_take(mover->map->links);
    update->links = !wend__links_equal(old, mover->links);
    if (update->links) {
        list_starts(mover, old, old, NULL, update);
        list_starts(mover, old, mover->links, old, update);
    } else {
        list_starts_of_changed_ends(mover, update);
    }
    return old;
}
