/* SPDX-License-Identifier: MIT
 * The mover: whose links are others after an update, by what can be used of the map's tables.
 */
#include "map/mover_rows.h"

#include <string.h>

/* Of a table, the links that leave one cell and that the mover may use, one after the other. */
typedef struct link_walk {
    const wend__links *links;
    uint32_t place, last;
    bool is_before; /* as far as ends are free: before the update, or after it */
} link_walk;

static link_walk links_from(const wend__links *links, uint32_t cell, bool is_before) {
    wend__link_range range = wend__links_from(links, cell);
    return (link_walk){links, range.first, range.last, is_before};
}

static const wend_link *next_usable(const wend_mover *mover, link_walk *walk) {
    while (walk->place < walk->last) {
        uint32_t place = walk->place++, to = walk->links->to[place];
        bool is_open = walk->is_before ? wend__could_stand(mover, to) : wend__is_free(mover, to);
        if (is_open && wend__link_fits(mover, walk->links, place)) return &walk->links->by_from[place];
    }
    return NULL;
}

static bool same_links_leave(const wend_mover *mover, const wend__links *old, const wend__links *fresh, uint32_t cell) {
    link_walk before = links_from(old, cell, true), after = links_from(fresh, cell, false);
    const wend_link *a, *b;
    do {
        a = next_usable(mover, &before);
        b = next_usable(mover, &after);
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
        for (uint32_t i = wend__links_to_from_on(links, cell); i < links->count; i++) {
            uint32_t place = links->by_to[i];
            if (links->to[place] != cell) break;
            list_if_links_differ(mover, links, links->from[place], update);
        }
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
