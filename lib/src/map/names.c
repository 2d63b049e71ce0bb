/* SPDX-License-Identifier: MIT */
#include "map/names.h"

#define CELLS_PER_NAME 32u
#define LEAST_CAPACITY 64u

wend_status wend__names_create(wend__names *names, size_t cells, const wend_allocator *allocator) {
    *names = (wend__names){.capacity = (uint32_t)(cells / CELLS_PER_NAME) + LEAST_CAPACITY};
    names->entries = wend__allocate_zeroed(allocator, names->capacity, sizeof *names->entries);
    return names->entries ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

void wend__names_destroy(wend__names *names, const wend_allocator *allocator) {
    wend__release(allocator, names->entries, names->capacity, sizeof *names->entries);
}

/* The root of lower rank hangs under the other one, so that ways to roots stay short. */
void wend__names_join(wend__names *names, uint32_t root_a, uint32_t root_b) {
    uint32_t lowest_a = wend__names_lowest(names, root_a), lowest_b = wend__names_lowest(names, root_b);
    uint32_t rank_a = names->entries[root_a & WEND__NAME_MASK] & WEND__NAME_MOST_RANK;
    uint32_t rank_b = names->entries[root_b & WEND__NAME_MASK] & WEND__NAME_MOST_RANK;
    uint32_t upper = rank_a < rank_b ? root_b : root_a, under = rank_a < rank_b ? root_a : root_b;
    names->entries[under & WEND__NAME_MASK] = upper;
    if (rank_a == rank_b && rank_a < WEND__NAME_MOST_RANK) names->entries[upper & WEND__NAME_MASK] += WEND__NAME_RANK;
    wend__names_set_lowest(names, upper, lowest_a < lowest_b ? lowest_a : lowest_b);
}
