/* SPDX-License-Identifier: MIT
 * Who is near whom: a counting sort of agents into square bins.
 *
 * Computes: the agents by (bin, slot), so that whoever is near an agent lies in a few runs of one array.
 * Invariant: the order depends on nothing but which bin each slot has: workers take bins, not slots.
 * Cost: agents + bins; each worker reads the bins of all agents. There are at most twice as many bins as the crowd
 *       has room for, whatever the map's size: they cover what the agents do.
 * Source: H. H. Seward, Information sorting in the application of electronic digital computers (1954).
 *
 *      bins    . 2 .      slots   2 0 1 3     an agent of the middle bin looks at three runs: of each row of bins
 *              0 1 .      starts  0 0 1 1 2 3 3 ...
 *              . . 3
 */
#include "crowd/bins.h"

#include <string.h>

void wend__bins_lay_out(wend__bins *level, float side, uint32_t first, uint32_t most) {
    float across = level->x1 - level->x0, down = level->y1 - level->y0;
    level->first = first;
    level->left = level->x0;
    level->top = level->y0;
    for (;; side *= 1.25f) {
        float columns = across / side + 1.0f, rows = down / side + 1.0f;
        if (columns * rows > (float)most) continue;
        level->columns = (int32_t)columns;
        level->rows = (int32_t)rows;
        level->scale = 1.0f / side;
        return;
    }
}

typedef struct wend__sorting {
    wend__binning *binning;
    uint32_t count;
} wend__sorting;

#define AT_ONCE 256u

/* The slots first .. first + count whose bins are begin .. end, in their order. Where a worker has a part of the bins
 * nobody can foretell which slots these are: so no branch asks. */
static uint32_t list_slots(const uint32_t *bins, uint32_t first, uint32_t count, uint32_t begin, uint32_t end,
                           uint32_t list[AT_ONCE]) {
    uint32_t length = 0;
    for (uint32_t slot = first; slot < first + count; slot++) {
        list[length] = slot;
        length += bins[slot] - begin < end - begin;
    }
    return length;
}

/* The pieces are ranges of bins. */
static void count_bins(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend__sorting *sorting = context;
    uint32_t *starts = sorting->binning->starts;
    uint32_t list[AT_ONCE];
    const uint32_t *bins = sorting->binning->bins;
    memset(starts + begin, 0, (size_t)(end - begin) * sizeof *starts);
    for (uint32_t first = 0; first < sorting->count; first += AT_ONCE) {
        uint32_t rest = sorting->count - first, count = rest < AT_ONCE ? rest : AT_ONCE;
        uint32_t length = list_slots(bins, first, count, begin, end, list);
        for (uint32_t i = 0; i < length; i++) starts[bins[list[i]]]++;
    }
}

/* From the ends backwards: starts come out as the beginnings. */
static void fill_bins(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    const wend__sorting *sorting = context;
    uint32_t *starts = sorting->binning->starts, *slots = sorting->binning->slots, list[AT_ONCE];
    const uint32_t *bins = sorting->binning->bins;
    for (uint32_t rest = sorting->count, count; rest > 0; rest -= count) {
        count = (rest - 1) % AT_ONCE + 1;
        uint32_t length = list_slots(bins, rest - count, count, begin, end, list);
        while (length-- > 0) slots[--starts[bins[list[length]]]] = list[length];
    }
}

uint32_t wend__binning_sort(wend__binning *binning, uint32_t count, const wend_tasks *tasks) {
    wend__sorting sorting = {binning, count};
    uint32_t workers = wend__worker_count(tasks), sum = 0;
    if (workers > 8) workers = 8;
    uint32_t grain = count < 4096 ? binning->bin_count : binning->bin_count / workers + 1;
    wend__parallel_for(tasks, binning->bin_count, grain, count_bins, &sorting);
    for (uint32_t bin = 0; bin < binning->bin_count; bin++) {
        sum += binning->starts[bin];
        binning->starts[bin] = sum;
    }
    binning->starts[binning->bin_count] = sum;
    wend__parallel_for(tasks, binning->bin_count, grain, fill_bins, &sorting);
    return sum;
}
