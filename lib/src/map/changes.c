/* SPDX-License-Identifier: MIT */
#include "map/changes.h"

#include <string.h>

#define LEAST_CAPACITY 4096u
#define CELLS_PER_PLACE 64u /* fields that see more of them listed are built */

wend_status wend__changes_create(wend__change_log *log, size_t cells, const wend_allocator *allocator) {
    size_t share = cells / CELLS_PER_PLACE;
    *log = (wend__change_log){.capacity = share > LEAST_CAPACITY ? (uint32_t)share : LEAST_CAPACITY};
    log->cells = wend__allocate_zeroed(allocator, log->capacity, sizeof *log->cells);
    log->ways = wend__allocate_zeroed(allocator, log->capacity / 4 + 1, 1);
    return log->cells && log->ways ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

void wend__changes_destroy(wend__change_log *log, const wend_allocator *allocator) {
    wend__release(allocator, log->cells, log->capacity, sizeof *log->cells);
    wend__release(allocator, log->ways, log->capacity / 4 + 1, 1);
}

#define BLOCK 8

size_t wend__next_differing(const uint8_t *a, const uint8_t *b, size_t from, size_t count) {
    size_t place = from;
    while (place + BLOCK <= count && memcmp(a + place, b + place, BLOCK) == 0) place += BLOCK;
    while (place < count && a[place] == b[place]) place++;
    return place;
}
