/* SPDX-License-Identifier: MIT */
#include "map/edits.h"

#include <string.h>

uint64_t wend__edit_work(wend_rect rect, int32_t margin) {
    return (uint64_t)(rect.width + 2 * margin) * (uint64_t)(rect.height + 2 * margin);
}

static wend_rect box_of(wend_rect a, wend_rect b) {
    int32_t x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    int32_t end_x = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    int32_t end_y = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (wend_rect){x, y, end_x - x, end_y - y};
}

wend__edits wend__edits_of(const wend__log *log, uint64_t since, uint64_t last, int32_t margin) {
    return (wend__edits){.log = log, .next = since + 1, .last = last, .margin = margin};
}

static wend_rect leave_first(wend__edits *edits) {
    wend_rect first = edits->waiting[0];
    edits->count--;
    memmove(edits->waiting, edits->waiting + 1, edits->count * sizeof *edits->waiting);
    return first;
}

/* Is it one with an edit that waits? */
static bool joins(wend__edits *edits, wend_rect rect) {
    for (uint32_t i = 0; i < edits->count; i++) {
        wend_rect both = box_of(edits->waiting[i], rect);
        uint64_t apart = wend__edit_work(edits->waiting[i], edits->margin) + wend__edit_work(rect, edits->margin);
        if (wend__edit_work(both, edits->margin) > apart) continue;
        edits->waiting[i] = both;
        return true;
    }
    return false;
}

wend__edits_answer wend__edits_next(wend__edits *edits, wend_rect *rect) {
    while (edits->next <= edits->last) {
        const wend_rect *edit = wend__log_at(edits->log, edits->next);
        if (!edit) return WEND__EDIT_FORGOTTEN;
        edits->next++;
        if (joins(edits, *edit)) continue;
        bool is_full = edits->count == WEND__EDITS_WAITING;
        if (is_full) *rect = leave_first(edits);
        edits->waiting[edits->count++] = *edit;
        if (is_full) return WEND__EDIT;
    }
    if (edits->count == 0) return WEND__NO_EDIT;
    *rect = leave_first(edits);
    return WEND__EDIT;
}
