/* SPDX-License-Identifier: MIT */
#include "map/changes.h"

#include <string.h>

#define LEAST_CAPACITY 4096u
#define CELLS_PER_PLACE 16u

wend_status wend__changes_create(wend__change_log *log, size_t cells, const wend_allocator *allocator) {
    size_t share = cells / CELLS_PER_PLACE;
    *log = (wend__change_log){.capacity = share > LEAST_CAPACITY ? (uint32_t)share : LEAST_CAPACITY};
    log->cells = wend__allocate_zeroed(allocator, log->capacity, sizeof *log->cells);
    return log->cells ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

void wend__changes_destroy(wend__change_log *log, const wend_allocator *allocator) {
    wend__release(allocator, log->cells, log->capacity, sizeof *log->cells);
}

#define BLOCK 8

/* Where there is no more room, a whole row counts as different. */
void wend__changes_add_differing(wend__change_log *log, uint64_t since, uint32_t cell, const uint8_t *a,
                                 const uint8_t *b, size_t count) {
    if (!wend__changes_are_known(log, since)) {
        log->count += count;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (i + BLOCK <= count && memcmp(a + i, b + i, BLOCK) == 0) {
            i += BLOCK - 1;
        } else if (a[i] != b[i]) {
            wend__changes_add(log, since, cell + (uint32_t)i);
        }
    }
}
