/* SPDX-License-Identifier: MIT
 * Inside the library: what is in a page, for the choice of its solver. See survey_kernel.h. */
#ifndef WEND__SURVEY_H
#define WEND__SURVEY_H

#include "base/wide.h"
#include "field/pages.h"

typedef struct wend__survey {
    uint8_t least_cost, greatest_cost; /* of the free cells in it and round it; greatest 0: there is none */
    uint32_t free_cells;
    uint32_t steps; /* between its cells, and to the next row and column; ways back do not count */
} wend__survey;
typedef void wend__survey_fn(const wend_mover *mover, wend_cell corner, wend__survey *out);
WEND__WIDE_DECLARE(wend__survey_fn, wend__survey_page);

#endif
