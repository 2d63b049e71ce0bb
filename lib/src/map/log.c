/* SPDX-License-Identifier: MIT */
#include "map/log.h"

wend_status wend__log_create(wend__log *log, uint32_t capacity, const wend_allocator *allocator) {
    *log = (wend__log){.capacity = capacity};
    log->rects = wend__allocate(allocator, capacity, sizeof *log->rects);
    return log->rects ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

void wend__log_destroy(wend__log *log, const wend_allocator *allocator) {
    wend__release(allocator, log->rects, log->capacity, sizeof *log->rects);
}

void wend__log_add(wend__log *log, wend_rect rect) {
    log->rects[log->revision % log->capacity] = rect;
    log->revision++;
}

const wend_rect *wend__log_at(const wend__log *log, uint64_t revision) {
    if (revision == 0 || revision > log->revision || log->revision - revision >= log->capacity) return NULL;
    return &log->rects[(revision - 1) % log->capacity];
}
