/* SPDX-License-Identifier: MIT
 * Inside the library: the edits that a log remembers, one after the other. Those that lie so near to each other that they
 * are less work as one, are one: at most the few last ones wait for others. */
#ifndef WEND__EDITS_H
#define WEND__EDITS_H

#include "map/log.h"

#define WEND__EDITS_WAITING 8

typedef struct wend__edits {
    const wend__log *log;
    uint64_t next, last; /* revisions still to be read */
    int32_t margin;      /* how far an edit is felt beyond its own rectangle */
    uint32_t count;
    wend_rect waiting[WEND__EDITS_WAITING];
} wend__edits;

/* Those after revision `since`, up to `last`. */
wend__edits wend__edits_of(const wend__log *log, uint64_t since, uint64_t last, int32_t margin);

typedef enum wend__edits_answer { WEND__EDIT, WEND__NO_EDIT, WEND__EDIT_FORGOTTEN } wend__edits_answer;
wend__edits_answer wend__edits_next(wend__edits *edits, wend_rect *rect);

/* [cells] how many a rectangle is felt in, at most. */
uint64_t wend__edit_work(wend_rect rect, int32_t margin);

#endif
