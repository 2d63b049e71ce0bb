/* SPDX-License-Identifier: MIT
 * Inside the library: the log of edits, a ring of rectangles numbered by revision. Whoever keeps a revision can ask
 * what changed since; where the ring has forgotten, everything did. */
#ifndef WEND__LOG_H
#define WEND__LOG_H

#include "base/base.h"

#include <wend/map.h>

typedef struct wend__log {
    wend_rect *rects; /* [capacity] edit r stands at (r - 1) % capacity */
    uint32_t capacity;
    uint64_t revision; /* number of edits so far */
} wend__log;

wend_status wend__log_create(wend__log *log, uint32_t capacity, const wend_allocator *allocator);
void wend__log_destroy(wend__log *log, const wend_allocator *allocator);
void wend__log_add(wend__log *log, wend_rect rect);

/* The rectangle of edit `revision`, or NULL if it is forgotten. */
const wend_rect *wend__log_at(const wend__log *log, uint64_t revision);

#endif
