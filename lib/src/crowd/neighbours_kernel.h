/* SPDX-License-Identifier: MIT
 * The nearest neighbours of every agent.
 *
 * Computes: for each agent up to WEND__NEAREST others within look of touching it, by place. Where there are more, those
 *           with the least square of distance less that of touching, told apart in 64 steps; of equals the first.
 * Invariant: a list is a function of where the agents are: those who are close come first, each kind by place.
 * Cost: agents * those in the bins round them, a vector at a time. Of a run of places at most WEND__MOST_OF_RUN are
 *       looked at: where so many stand on one spot, each looks at others.
 * Source: own; counting instead of sorting is as old as the counting sort.
 *
 *      rows of bins     |....xx|xxxx|xx....|        one run of places each, a few vectors long
 *                       |....xx|xx@x|xx....|   ->   found: 3 4 5 7 9 ...  -> the nearest eight of them
 *                       |....xx|xxxx|xx....|
 */
#ifdef WEND__WIDE_PRESENT

#include "crowd/crowd.h"

#define WEND__FOUND 64u             /* others of which the nearest are kept: with room for one vector more */
#define WEND__IS_FAR 0x40000000u    /* beside a place, which is less than either; so those who are close come first */
#define WEND__IS_NOBODY 0x60000000u /* and those who are not there last */
#define WEND__MOST_OF_RUN 192u
#define WEND__STEPS 64u

/* What one agent has found so far, by place; who is not close has WEND__IS_FAR. */
typedef struct wend__found {
    uint32_t who[2 * WEND__FOUND];
    float keys[2 * WEND__FOUND]; /* 0 .. WEND__STEPS: worked out where there are too many */
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
    uint32_t bin, end_of_level;
    int level;
    int32_t column, row; /* of the bin */
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
    wend__wf x = wend__wf_splat(looker->x), y = wend__wf_splat(looker->y), touch = wend__wf_splat(2.0f * lanes->widest);
    for (uint32_t i = found->count; i < found->count + WEND__MOST_LANES; i++) found->who[i] = looker->place;
    for (uint32_t i = 0; i < found->count; i += WEND__W32_LANES) {
        wend__wi who = wend__wi_load(found->who + i) & ~WEND__IS_FAR;
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

/* How far an agent looks: beyond touching, and beyond that for those who are close. */
typedef struct wend__limits {
    wend__wf squared, close_squared;
} wend__limits;

WEND__INLINE wend__limits limits_of(const wend__lanes *lanes, wend__wf touch) {
    wend__wf limit = touch + lanes->look, close = touch + lanes->close;
    return (wend__limits){limit * limit, close * close};
}

WEND__INLINE void look_at_run(const wend__lanes *lanes, const wend__looker *looker, uint32_t begin, uint32_t end,
                              bool is_uniform, wend__found *found) {
    wend__wf x = wend__wf_splat(looker->x), y = wend__wf_splat(looker->y);
    wend__limits limits = limits_of(lanes, wend__wf_splat(2.0f * lanes->widest));
    wend__wi ends = end - (wend__wi){0}, own = looker->place - (wend__wi){0};
    wend__wi steps = wend__wi_count(0);
    uint32_t count = found->count;
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
            limits = limits_of(lanes, other[WEND__RADIUS] + looker->radius);
        }
        wend__wm yes = wend__wm_both(wend__wf_less(squared, limits.squared), wend__wi_less(who, ends));
        yes = wend__wm_both(yes, wend__wi_differ(who, own));
        wend__wm is_close = wend__wf_less(squared, limits.close_squared);
        wend__wi_pack(found->who + count, yes, who | (WEND__IS_FAR ^ wend__wi_keep(is_close, WEND__IS_FAR)));
        count += wend__count_bits(wend__wm_bits(yes));
        if (count <= WEND__FOUND - WEND__MOST_LANES) continue;
        found->count = count;
        keep_nearest(lanes, looker, is_uniform, found);
        count = found->count;
    }
    found->count = count;
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

/* As far as anybody in a bin may see anybody of its own level: bins are as wide as that. */
WEND__INLINE wend__window window_round(const wend__bins *level, int32_t column, int32_t row) {
    return (wend__window){column > 0 ? column - 1 : 0, column + 1 < level->columns ? column + 1 : column,
                          row > 0 ? row - 1 : 0, row + 1 < level->rows ? row + 1 : row};
}

/* And of the other level. */
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

/* The first bin of a worker's agents, or of a level. */
WEND__INLINE void begin_level(const wend__binning *binning, uint32_t bin, wend__looker *looker) {
    const wend__bins *level = &binning->levels[0];
    looker->level = level->count == 0 || bin >= level->first + (uint32_t)(level->columns * level->rows);
    level = &binning->levels[looker->level];
    looker->end_of_level = level->first + (uint32_t)(level->columns * level->rows);
    looker->row = (int32_t)(bin - level->first) / level->columns;
    looker->column = (int32_t)(bin - level->first) % level->columns;
}

/* On to the bin of the next agent. */
WEND__INLINE void look_from_bin(const wend__lanes *lanes, const wend__binning *binning, uint32_t bin,
                                wend__looker *looker) {
    bool is_next = bin > looker->bin && bin < looker->end_of_level;
    if (!is_next) begin_level(binning, bin, looker);
    const wend__bins *own = &binning->levels[looker->level], *other = &binning->levels[!looker->level];
    if (is_next) looker->column += (int32_t)(bin - looker->bin);
    for (; looker->column >= own->columns; looker->column -= own->columns) looker->row++;
    looker->bin = bin;
    looker->windows[looker->level] = window_round(own, looker->column, looker->row);
    looker->windows[!looker->level] = (wend__window){0, 0, 0, -1};
    if (other->count) looker->windows[!looker->level] = window_of(own, looker->column, looker->row, other, lanes->look);
}

WEND__INLINE void find_for(const wend__lanes *lanes, const wend__binning *binning, wend__looker *looker,
                           bool is_uniform, wend__found *found) {
    uint32_t place = looker->place, bin = binning->bins[binning->slots[place]];
    if (bin != looker->bin) look_from_bin(lanes, binning, bin, looker);
    looker->x = lanes->at[2 * (size_t)place];
    looker->y = lanes->at[2 * (size_t)place + 1];
    looker->radius = is_uniform ? lanes->widest : wend__lane_others(lanes, place)[WEND__RADIUS];
    float touch = looker->radius + lanes->widest, most = touch + lanes->look;
    looker->key_least = -(touch * touch);
    looker->key_scale = ((float)WEND__STEPS - 0.5f) / (most * most);
    found->count = 0;
    for (int level = 0; level < WEND__LEVELS; level++) look_at_level(lanes, binning, level, looker, is_uniform, found);
    if (found->count > WEND__NEAREST) keep_nearest(lanes, looker, is_uniform, found);
}

/* Puts a list where kernels read it; who is not there is the agent itself. */
WEND__INLINE void put_near(const wend__lanes *lanes, uint32_t place, wend__found *found) {
    uint32_t *near = wend__near_of(lanes, place);
    near[0] = found->count;
    for (uint32_t k = 0; k < WEND__NEAREST; k++) found->who[found->count + k] = place | WEND__IS_NOBODY;
    for (uint32_t k = 0; k < WEND__NEAREST; k++) near[(1 + k) * WEND__BLOCK] = found->who[k];
}

/* Sorts the lists of some lanes, all at once: every lane its own, by a network of comparisons.
 * Source: K. E. Batcher, Sorting networks and their applications (1968). */
WEND__INLINE void sort_lists(uint32_t *near) {
    static const uint8_t network[][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {1, 2}, {5, 6},
                                         {0, 4}, {1, 5}, {2, 6}, {3, 7}, {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};
    wend__wi who[WEND__NEAREST], close_count = wend__wi_load(near);
    for (uint32_t k = 0; k < WEND__NEAREST; k++) who[k] = wend__wi_load(near + (1 + k) * WEND__BLOCK);
    WEND__UNROLL for (uint32_t i = 0; i < sizeof network / sizeof *network; i++)
        wend__wi_order(&who[network[i][0]], &who[network[i][1]]);
    for (uint32_t k = 0; k < WEND__NEAREST; k++) {
        wend__wm is_close = wend__wi_less(who[k], WEND__IS_FAR - (wend__wi){0});
        close_count = close_count + wend__wi_keep(is_close, 1u << 8);
        wend__wi_store(near + (1 + k) * WEND__BLOCK, who[k] & ~WEND__IS_NOBODY);
    }
    wend__wi_store(near, close_count);
}

WEND__INLINE void find_block(const wend__lanes *lanes, const wend__binning *binning, uint32_t block, bool is_uniform,
                             wend__looker *looker) {
    wend__found found;
    uint32_t begin = block * WEND__BLOCK, end = begin + WEND__BLOCK;
    for (uint32_t place = begin; place < end; place++) {
        found.count = 0;
        looker->place = place;
        if (place < lanes->count) find_for(lanes, binning, looker, is_uniform, &found);
        put_near(lanes, place, &found);
    }
    for (uint32_t place = begin; place < end; place += WEND__W32_LANES) sort_lists(wend__near_of(lanes, place));
}

void WEND__WIDE_NAME(wend__find_neighbours)(const wend__lanes *lanes, const wend__binning *binning, uint32_t begin,
                                            uint32_t end) {
    wend__looker looker = {.bin = WEND__NO_BIN, .end_of_level = 0};
    for (uint32_t block = begin; block < end; block++) {
        if (lanes->is_uniform)
            find_block(lanes, binning, block, true, &looker);
        else
            find_block(lanes, binning, block, false, &looker);
    }
}

#endif
