/* SPDX-License-Identifier: MIT
 * The nearest neighbours of every agent.
 *
 * Computes: for each agent up to WEND__NEAREST others within look of touching it, by place. Where there are more, those
 *           with the least square of distance less that of touching, told apart in 64 steps; of equals the first.
 * Invariant: a list is in the order of places, and a function of where the agents are.
 * Cost: agents * those in the bins round them, a vector at a time. Of a run of places at most WEND__MOST_OF_RUN are
 *       looked at: where so many stand on one spot, each looks at others.
 * Source: own; counting instead of sorting is as old as the counting sort.
 *
 *      rows of bins     |....xx|xxxx|xx....|        one run of places each, a few vectors long
 *                       |....xx|xx@x|xx....|   ->   found: 3 4 5 7 9 ...  -> the nearest ten of them
 *                       |....xx|xxxx|xx....|
 */
#ifdef WEND__WIDE_PRESENT

#include "crowd/crowd.h"

#define WEND__FOUND 64u /* others of which the nearest are kept */
#define WEND__MOST_OF_RUN 192u
#define WEND__STEPS 64u

/* What one agent has found so far. */
typedef struct wend__found {
    uint32_t who[WEND__FOUND + WEND__BLOCK];
    float keys[WEND__FOUND + WEND__BLOCK]; /* 0 .. WEND__STEPS: worked out where there are too many */
    uint32_t count;
} wend__found;

/* The bins of a level that agents of one bin look at: columns first .. last of rows top .. bottom. */
typedef struct wend__window {
    int32_t first, last, top, bottom;
} wend__window;

/* The agent that looks, and what others in its bin have found out about where to look. */
typedef struct wend__looker {
    uint32_t place;
    float x, y, radius;
    float key_least, key_scale;
    uint32_t bin;
    wend__window windows[WEND__LEVELS];
} wend__looker;

/* How many keys are below a limit. */
WEND__INLINE uint32_t count_below(const wend__found *found, float limit) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < found->count; i += WEND__W32_LANES) {
        uint32_t rest = found->count - i, lanes = rest < WEND__W32_LANES ? (1u << rest) - 1 : UINT32_MAX;
        wend__wm yes = wend__wf_less(wend__wf_load(found->keys + i), wend__wf_splat(limit));
        count += wend__count_bits(wend__wm_bits(yes) & lanes);
    }
    return count;
}

WEND__INLINE void find_keys(const wend__lanes *lanes, const wend__looker *looker, bool is_uniform, wend__found *found) {
    wend__wf x = wend__wf_splat(looker->x), y = wend__wf_splat(looker->y), touch = wend__wf_splat(2.0f * lanes->radius);
    for (uint32_t i = found->count; i < found->count + WEND__BLOCK; i++) found->who[i] = looker->place;
    for (uint32_t i = 0; i < found->count; i += WEND__W32_LANES) {
        wend__wi who = wend__wi_load(found->who + i);
        wend__wf to_x, to_y, other[WEND__OTHERS];
        wend__wf_gather_pairs(lanes->at, who, &to_x, &to_y);
        if (!is_uniform) {
            wend__wf_gather_quads(lanes->others, who, other);
            touch = other[WEND__RADIUS] + looker->radius;
        }
        to_x = to_x - x;
        to_y = to_y - y;
        wend__wf key = to_x * to_x + to_y * to_y - touch * touch - looker->key_least;
        wend__wf_store(found->keys + i, key * looker->key_scale);
    }
}

/* Keeps the first WEND__NEAREST by (step of key, place). */
WEND__INLINE void keep_nearest(const wend__lanes *lanes, const wend__looker *looker, bool is_uniform,
                               wend__found *found) {
    uint32_t step = 0, kept = 0, below = 0;
    find_keys(lanes, looker, is_uniform, found);
    for (uint32_t half = WEND__STEPS / 2; half; half /= 2) {
        uint32_t count = count_below(found, (float)(step + half));
        if (count > WEND__NEAREST) continue;
        step += half;
        below = count;
    }
    uint32_t of_last = WEND__NEAREST - below; /* of those in the step that does not fit */
    float begin = (float)step, end = (float)(step + 1);
    for (uint32_t i = 0; i < found->count; i++) {
        float key = found->keys[i];
        bool is_last = key >= begin && key < end && of_last > 0, is_kept = key < begin || is_last;
        of_last -= is_last;
        found->who[kept] = found->who[i];
        kept += is_kept;
    }
    found->count = kept;
}

WEND__INLINE void look_at_run(const wend__lanes *lanes, const wend__looker *looker, uint32_t begin, uint32_t end,
                              bool is_uniform, wend__found *found) {
    wend__wf x = wend__wf_splat(looker->x), y = wend__wf_splat(looker->y);
    wend__wf touch = wend__wf_splat(2.0f * lanes->radius), limit = touch + lanes->look;
    wend__wi ends = end - (wend__wi){0}, own = looker->place - (wend__wi){0};
    uint32_t first[WEND__BLOCK];
    for (uint32_t i = 0; i < WEND__W32_LANES; i++) first[i] = i;
    wend__wi steps = wend__wi_load(first);
    for (uint32_t place = begin; place < end; place += WEND__W32_LANES) {
        wend__wi who = steps + place;
        wend__wf to_x, to_y;
        wend__wf_load_pairs(lanes->at + 2 * (size_t)place, &to_x, &to_y);
        to_x = to_x - x;
        to_y = to_y - y;
        wend__wf squared = to_x * to_x + to_y * to_y;
        if (!is_uniform) {
            wend__wf other[WEND__OTHERS];
            wend__wf_gather_quads(lanes->others, who, other);
            touch = other[WEND__RADIUS] + looker->radius;
            limit = touch + lanes->look;
        }
        wend__wm yes = wend__wm_both(wend__wf_less(squared, limit * limit), wend__wi_less(who, ends));
        yes = wend__wm_both(yes, wend__wi_differ(who, own));
        uint32_t bits = wend__wm_bits(yes);
        wend__wi_pack(found->who + found->count, yes, who);
        found->count += wend__count_bits(bits);
        if (found->count > WEND__FOUND - WEND__BLOCK) keep_nearest(lanes, looker, is_uniform, found);
    }
}

WEND__INLINE void look_at_level(const wend__lanes *lanes, const wend__binning *binning, int number,
                                const wend__looker *looker, bool is_uniform, wend__found *found) {
    const wend__bins *level = &binning->levels[number];
    const wend__window *window = &looker->windows[number];
    for (int32_t row = window->top; row <= window->bottom; row++) {
        const uint32_t *starts = binning->starts + level->first + (uint32_t)row * (uint32_t)level->columns;
        uint32_t begin = starts[window->first], end = starts[window->last + 1], count = end - begin;
        if (count > WEND__MOST_OF_RUN) {
            uint32_t room = count - WEND__MOST_OF_RUN + 1;
            bool is_within = looker->place >= begin && looker->place < end;
            uint32_t skip = is_within ? looker->place - begin : looker->place % room;
            if (is_within) skip = skip > WEND__MOST_OF_RUN / 2 ? skip - WEND__MOST_OF_RUN / 2 : 0;
            begin += skip < room ? skip : room - 1;
            end = begin + WEND__MOST_OF_RUN;
        }
        look_at_run(lanes, looker, begin, end, is_uniform, found);
    }
}

/* As far as anybody in a bin may see anybody of a level. */
WEND__INLINE wend__window window_of(const wend__bins *from, int32_t column, int32_t row, const wend__bins *level,
                                    float look) {
    /* A little less: or rounding takes in one bin more than needed. */
    float side = 1.0f / from->scale, far = look + from->widest + level->widest - 0.001f * side;
    float left = from->left + (float)column * side, top = from->top + (float)row * side;
    return (wend__window){wend__bin_along(left - far, level->left, level->scale, level->columns),
                          wend__bin_along(left + side + far, level->left, level->scale, level->columns),
                          wend__bin_along(top - far, level->top, level->scale, level->rows),
                          wend__bin_along(top + side + far, level->top, level->scale, level->rows)};
}

/* Whose bin is another than the last one's. */
WEND__INLINE void look_from_bin(const wend__lanes *lanes, const wend__binning *binning, uint32_t bin,
                                wend__looker *looker) {
    const wend__bins *own = &binning->levels[0];
    if (own->count == 0 || bin >= own->first + (uint32_t)(own->columns * own->rows)) own = &binning->levels[1];
    int32_t place = (int32_t)(bin - own->first), column = place % own->columns, row = place / own->columns;
    looker->bin = bin;
    for (int i = 0; i < WEND__LEVELS; i++) {
        looker->windows[i] = (wend__window){0, 0, 0, -1};
        if (binning->levels[i].count)
            looker->windows[i] = window_of(own, column, row, &binning->levels[i], lanes->look);
    }
}

WEND__INLINE void find_for(const wend__lanes *lanes, const wend__binning *binning, wend__looker *looker,
                           bool is_uniform, wend__found *found) {
    uint32_t place = looker->place, bin = binning->bins[binning->slots[place]];
    if (bin != looker->bin) look_from_bin(lanes, binning, bin, looker);
    looker->x = lanes->at[2 * (size_t)place];
    looker->y = lanes->at[2 * (size_t)place + 1];
    looker->radius = is_uniform ? lanes->radius : wend__lane_others(lanes, place)[WEND__RADIUS];
    float touch = looker->radius + lanes->widest, most = touch + lanes->look;
    looker->key_least = -(touch * touch);
    looker->key_scale = ((float)WEND__STEPS - 0.5f) / (most * most);
    found->count = 0;
    for (int level = 0; level < WEND__LEVELS; level++) look_at_level(lanes, binning, level, looker, is_uniform, found);
    if (found->count > WEND__NEAREST) keep_nearest(lanes, looker, is_uniform, found);
}

WEND__INLINE void find_block(const wend__lanes *lanes, const wend__binning *binning, uint32_t block, bool is_uniform,
                             wend__looker *looker) {
    uint32_t *near = lanes->near + (size_t)block * WEND__NEAR_ROWS * WEND__BLOCK;
    wend__found found;
    for (uint32_t lane = 0; lane < WEND__BLOCK; lane++) {
        uint32_t place = block * WEND__BLOCK + lane;
        found.count = 0;
        looker->place = place;
        if (place < lanes->count) find_for(lanes, binning, looker, is_uniform, &found);
        near[lane] = found.count;
        for (uint32_t k = 0; k < WEND__NEAREST; k++) found.who[found.count + k] = place;
        for (uint32_t k = 0; k < WEND__NEAREST; k++) near[(1 + k) * WEND__BLOCK + lane] = found.who[k];
    }
}

void WEND__WIDE_NAME(wend__find_neighbours)(const wend__lanes *lanes, const wend__binning *binning, uint32_t begin,
                                            uint32_t end) {
    wend__looker looker = {.bin = WEND__NO_BIN};
    for (uint32_t block = begin; block < end; block++) {
        if (lanes->is_uniform)
            find_block(lanes, binning, block, true, &looker);
        else
            find_block(lanes, binning, block, false, &looker);
    }
}

#endif
