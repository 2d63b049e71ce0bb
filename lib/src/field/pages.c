/* SPDX-License-Identifier: MIT */
#include "field/pages.h"

#include <string.h>

static size_t padded_cells(const wend__pages *pages) {
    return (size_t)pages->count * WEND__PAGE_CELLS;
}

wend_status wend__pages_create(wend__pages *pages, wend__shape shape, const wend_allocator *allocator) {
    *pages = (wend__pages){.shape = shape};
    pages->wide = ((uint32_t)shape.width + WEND__PAGE_SIDE - 1) / WEND__PAGE_SIDE;
    pages->high = ((uint32_t)shape.height + WEND__PAGE_SIDE - 1) / WEND__PAGE_SIDE;
    pages->count = pages->wide * pages->high;
    pages->values = wend__allocate(allocator, padded_cells(pages), sizeof *pages->values);
    pages->directions = wend__allocate(allocator, padded_cells(pages), 1);
    pages->page = wend__allocate_zeroed(allocator, pages->count, sizeof *pages->page);
    pages->is_changed = wend__allocate_zeroed(allocator, pages->count, sizeof *pages->is_changed);
    if (!pages->values || !pages->directions || !pages->page || !pages->is_changed) return WEND_ERROR_NO_MEMORY;
    for (uint32_t page = 0; page < pages->count; page++) {
        pages->page[page].key = UINT32_MAX;
        wend__page_clear(pages, page);
    }
    return WEND_OK;
}

void wend__pages_destroy(wend__pages *pages, const wend_allocator *allocator) {
    wend__release(allocator, pages->values, padded_cells(pages), sizeof *pages->values);
    wend__release(allocator, pages->directions, padded_cells(pages), 1);
    wend__release(allocator, pages->page, pages->count, sizeof *pages->page);
    wend__release(allocator, pages->is_changed, pages->count, sizeof *pages->is_changed);
}

void wend__page_clear(const wend__pages *pages, uint32_t page) {
    memset(pages->values + ((size_t)page << 12), 0xFF, WEND__PAGE_CELLS * sizeof *pages->values);
    memset(pages->directions + ((size_t)page << 12), 0, WEND__PAGE_CELLS);
    pages->page[page].content = WEND__PAGE_CLEAR;
    pages->page[page].valid = 0;
}

void wend__page_need_rows(const wend__pages *pages, uint32_t page, uint64_t rows) {
    wend__page *state = &pages->page[page];
    uint32_t *values = pages->values + ((size_t)page << 12);
    for (uint64_t rest = rows & ~state->valid; rest; rest &= rest - 1)
        memset(values + (wend__lowest_bit_64(rest) << 6), 0xFF, WEND__PAGE_SIDE * sizeof *values);
    state->valid |= rows;
}
