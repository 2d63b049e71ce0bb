/* SPDX-License-Identifier: MIT
 * Inside the library: the scratch memory of builds and searches. 32 bytes per cell: 20 in the heap, 12 in words;
 * and room for one page's solver, whatever the size. */
#ifndef WEND__WORKSPACE_H
#define WEND__WORKSPACE_H

#include "base/heap.h"

#define WEND__WORDS_PER_CELL 3
#define WEND__SCRATCH_SIZE ((size_t)146 << 10)

struct wend_workspace {
    wend_allocator allocator;
    uint32_t cells;  /* capacity */
    wend__heap heap; /* empty between jobs */
    uint32_t *words; /* [WEND__WORDS_PER_CELL * cells]; the running job's own */
    void *scratch;   /* [WEND__SCRATCH_SIZE] bytes, the running job's own */

    /* Point-to-point search leaves marks of its generation in the words, so that the next one need not clear them.
     * 0: the words hold no marks. `search_map` tells whose cells the last marks are. */
    uint32_t search_generation;
    const void *search_map;
};

/* Any job but a search calls this before it uses the words. */
void wend__workspace_take_words(wend_workspace *workspace);

#endif
