/* SPDX-License-Identifier: MIT
 * Inside the library: goals -> integration field. See integrate.c. */
#ifndef WEND__INTEGRATE_H
#define WEND__INTEGRATE_H

#include "base/workspace.h"
#include "field/survey.h"
#include "field/sweep.h"

typedef struct wend__integration {
    wend__terms terms;
    wend__pages *pages;
    wend__solve_fn *sweep_16, *sweep_32;
    wend_backend backend;
    wend__heap *heap; /* pages with waiting cells, by their keys */
    wend_workspace *const *workspaces;
} wend__integration;

/* What a page says of its costs and its solver: nothing yet, or what fits the mover as it is. A build looks at a page when
 * it first solves it. */
void wend__page_forget_solver(wend__page *page);
static inline bool wend__page_has_solver(const wend__page *page) {
    return page->solver != 0;
}
void wend__page_choose_solver(const wend__pages *pages, uint32_t page, const wend_mover *mover, wend_backend backend);

/* Every value counts as WEND_UNREACHABLE from now on. One workspace per worker: the first keeps the heap, of all of them
 * the scratch memory is used. Nothing in here allocates. */
void wend__integrate_begin(wend__integration *integration, const wend_mover *mover, wend__pages *pages,
                           wend_backend backend, wend_workspace *const *workspaces);

/* In place of begin, where values of a whole field are settled but for cells that wait in pages, and what is unreachable. */
void wend__integrate_resume(wend__integration *integration, const wend_mover *mover, wend__pages *pages,
                            wend_backend backend, wend_workspace *const *workspaces);

/* What every link offers then. */
void wend__integrate_links(wend__integration *integration);

/* An initial distance of a free cell. */
void wend__integrate_seed(wend__integration *integration, uint32_t cell, uint32_t value);

/* Settles cells, on the tasks' workers, until max_distance (WEND_UNREACHABLE: none) or until all targets are settled.
 * Every cell whose value is at most the result is settled, all others are WEND_UNREACHABLE; a result of WEND_UNREACHABLE
 * means the whole field. With targets one worker does it all. */
uint32_t wend__integrate_run(wend__integration *integration, const wend_tasks *tasks, const wend_cell *targets,
                             size_t target_count, uint32_t max_distance);

/* Called for each page before it is solved, and where that answers false it is not, and that is the end; and after, with
 * the pages that the solver has written. */
typedef struct wend__solve_hooks {
    bool (*before)(void *context, uint32_t page);
    void (*after)(void *context, uint32_t page, wend__outbox written);
    void *context;
} wend__solve_hooks;

/* The same in pieces, on one worker. Solves the page that is next; false where none is left up to the limit. hooks may be
 * NULL. */
bool wend__integrate_next(wend__integration *integration, uint32_t limit, const wend__solve_hooks *hooks);
/* Then nothing waits any more, */
void wend__integrate_drain(wend__integration *integration);
/* and each page is finished: what was not reached is clear, and what lies beyond the bound goes. Was there any? */
bool wend__integrate_finish_page(const wend__pages *pages, uint32_t page, uint32_t bound);

#endif
