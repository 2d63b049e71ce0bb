/* SPDX-License-Identifier: MIT */
#include "base/workspace.h"

#include <string.h>

wend_status wend_workspace_create(uint32_t cells, const wend_allocator *allocator, wend_workspace **out) {
    if (!out || !wend__allocator_is_valid(allocator)) return WEND_ERROR_ARGUMENT;
    if (cells == 0 || cells > WEND__MAX_CELLS) return WEND_ERROR_SIZE;
    wend_allocator memory = wend__allocator_or_default(allocator);
    wend_workspace *workspace = wend__allocate_zeroed(&memory, 1, sizeof *workspace);
    if (!workspace) return WEND_ERROR_NO_MEMORY;
    workspace->allocator = memory;
    workspace->cells = cells;
    workspace->words = wend__allocate_zeroed(&memory, cells, WEND__WORDS_PER_CELL * sizeof *workspace->words);
    workspace->scratch = wend__allocate_zeroed(&memory, 1, WEND__SCRATCH_SIZE);
    if (!workspace->words || !workspace->scratch || wend__heap_create(&workspace->heap, cells, &memory) != WEND_OK) {
        wend_workspace_destroy(workspace);
        return WEND_ERROR_NO_MEMORY;
    }
    *out = workspace;
    return WEND_OK;
}

void wend_workspace_destroy(wend_workspace *workspace) {
    if (!workspace) return;
    wend_allocator memory = workspace->allocator;
    wend__heap_destroy(&workspace->heap, &memory);
    wend__release(&memory, workspace->words, workspace->cells, WEND__WORDS_PER_CELL * sizeof *workspace->words);
    wend__release(&memory, workspace->scratch, 1, WEND__SCRATCH_SIZE);
    wend__release(&memory, workspace, 1, sizeof *workspace);
}

void wend__workspace_take_words(wend_workspace *workspace) {
    workspace->search_map = NULL;
    workspace->search_generation = 0;
}
