/* SPDX-License-Identifier: MIT
 * Overlaps undone.
 *
 * Computes: at from next: next, and a share of what undoes its overlaps.
 * Invariant: reads next and writes at, of its own lane alone (Jacobi): no order of work, no lane knows of another.
 * Cost: agents * close neighbours, a few times a step.
 * Source: M. Mueller, B. Heidelberger, M. Hennix, J. Ratcliff, Position based dynamics (2007).
 *
 *      <-(a( )b)->    each goes half of the overlap, or less the heavier it is; times 0.85, for with 1.0 the many
 *                     overlaps of a crowd overshoot
 */
#ifdef WEND__WIDE_PRESENT

#include "crowd/crowd.h"

#define WEND__OF_OVERLAP 0.85f
#define WEND__ON_ONE_SPOT 1e-4f /* [cells] nearer than this there is no direction */

/* Where agents on one spot go: a direction of their own, by a hash of the place. */
WEND__INLINE wend__wf scattered(wend__wi place, uint32_t factor) {
    wend__wi mixed = place * factor;
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6Du;
    mixed = mixed ^ mixed >> 13;
    return wend__wf_from_wi(mixed & 1023u) - 511.5f;
}

/* The sum of what undoes the overlaps of some lanes. */
typedef struct wend__push {
    wend__wf x, y;
} wend__push;

WEND__INLINE void add_overlap(const wend__lanes *lanes, wend__wi own, wend__wi who, wend__wm there,
                              const wend__push *at, wend__wf radius, wend__wf mass, bool is_uniform, wend__push *push) {
    wend__wf from_x, from_y;
    wend__wf_gather_pairs(lanes->next, who, &from_x, &from_y);
    from_x = at->x - from_x;
    from_y = at->y - from_y;
    wend__wf touch = wend__wf_splat(2.0f * lanes->widest), share = wend__wf_splat(0.5f);
    if (!is_uniform) {
        wend__wf other[WEND__OTHERS];
        wend__wf_gather_quads(lanes->others, who, other);
        touch = other[WEND__RADIUS] + radius;
    }
    wend__wf squared = from_x * from_x + from_y * from_y;
    wend__wm yes = wend__wm_both(wend__wf_less(squared, touch * touch), there);
    if (!wend__wm_bits(yes)) return;
    if (!is_uniform) {
        wend__wf other = wend__wf_gather(lanes->masses, who);
        share = other / (other + mass);
    }
    wend__wm is_one_spot =
        wend__wm_both(wend__wf_less(squared, wend__wf_splat(WEND__ON_ONE_SPOT * WEND__ON_ONE_SPOT)), yes);
    if (wend__wm_bits(is_one_spot)) {
        wend__wf apart_x = scattered(own, 0x9E3779B1u) - scattered(who, 0x9E3779B1u);
        wend__wf apart_y = scattered(own, 0x85EBCA77u) - scattered(who, 0x85EBCA77u);
        from_x = wend__wf_where(is_one_spot, apart_x * 1e-4f, from_x);
        from_y = wend__wf_where(is_one_spot, apart_y * 1e-4f, from_y);
        squared = from_x * from_x + from_y * from_y;
    }
    wend__wf over = wend__wf_over_sqrt(wend__wf_max(squared, wend__wf_splat(1e-12f)));
    wend__wf depth = wend__wf_max(touch - squared * over, wend__wf_splat(0.0f));
    wend__wf by = wend__wf_keep(yes, depth * share * over);
    push->x = push->x + from_x * by;
    push->y = push->y + from_y * by;
}

WEND__INLINE void separate_lanes(const wend__lanes *lanes, const uint32_t *near, uint32_t place, bool is_uniform) {
    wend__push at, push = {wend__wf_splat(0.0f), wend__wf_splat(0.0f)};
    wend__wf_load_pairs(lanes->next + 2 * (size_t)place, &at.x, &at.y);
    wend__wi close_count = wend__wi_load(near) >> 8;
    wend__wi own = wend__wi_count(place);
    uint32_t most = 0;
    for (uint32_t i = 0; i < WEND__W32_LANES; i++) most = near[i] >> 8 > most ? near[i] >> 8 : most;
    wend__wf radius = wend__wf_splat(0.0f), mass = radius;
    if (!is_uniform) {
        wend__wf other[WEND__OTHERS];
        wend__wf_gather_quads(lanes->others, own, other);
        radius = other[WEND__RADIUS];
        mass = wend__wf_load(lanes->masses + place);
    }
    for (uint32_t k = 0; k < most; k++) {
        wend__wm there = wend__wi_less(k - (wend__wi){0}, close_count);
        add_overlap(lanes, own, wend__wi_load(near + (1 + k) * WEND__BLOCK), there, &at, radius, mass, is_uniform,
                    &push);
    }
    push.x = push.x * WEND__OF_OVERLAP;
    push.y = push.y * WEND__OF_OVERLAP;
    wend__wf squared = push.x * push.x + push.y * push.y;
    wend__wf scale = WEND__LONGEST_PUSH * wend__wf_over_sqrt(wend__wf_max(squared, wend__wf_splat(1e-12f)));
    scale = wend__wf_min(scale, wend__wf_splat(1.0f));
    wend__wf_store_pairs(lanes->at + 2 * (size_t)place, at.x + push.x * scale, at.y + push.y * scale);
}

void WEND__WIDE_NAME(wend__separate)(const wend__lanes *lanes, const wend__binning *binning, uint32_t begin,
                                     uint32_t end) {
    (void)binning;
    for (uint32_t place = begin * WEND__BLOCK; place < end * WEND__BLOCK; place += WEND__W32_LANES) {
        if (lanes->is_uniform)
            separate_lanes(lanes, wend__near_of(lanes, place), place, true);
        else
            separate_lanes(lanes, wend__near_of(lanes, place), place, false);
    }
}

#endif
