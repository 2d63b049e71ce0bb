/* SPDX-License-Identifier: MIT
 * Inside the library: a field after changes, touching only what they change. See repair.c. */
#ifndef WEND__REPAIR_H
#define WEND__REPAIR_H

#include "field/goals.h"
#include "field/integrate.h"

/* When cells are so many that pages are less work, and when a build is. They decide what it costs, never a bit. */
typedef struct wend__repair_limits {
    uint32_t listed_per_page;     /* with more cells listed to a page of the map: a build */
    uint32_t listed;              /* or with more in all */
    uint32_t dead, dead_per_page; /* with so many dead, and so many in each page where any is: by pages */
    uint32_t fading;              /* with so many, before all are found: those too by pages */
    uint32_t settled;             /* once so many have settled: by pages */
} wend__repair_limits;
const wend__repair_limits *wend__repair_limits_for(const wend__pages *pages);

typedef struct wend__repair_job {
    const wend_mover *mover;  /* as it is now */
    wend__pages *pages;       /* values and directions of a whole field, from goals alone */
    const wend__goals *goals; /* as they are now, resolved */
    wend_backend backend;
    wend_workspace *workspace;
    const wend__repair_limits *limits;
    uint64_t since;   /* the mover's changes from this number on are new; they must be known */
    uint32_t listed;  /* how many cells are noted */
    bool is_too_much; /* there was no room for all of them */
    uint64_t changed; /* what came of it: how many cells have another value */
} wend__repair_job;

/* A cell besides the mover's changes: one that may have become a goal's, or ceased to be one's, or one with another
 * offset. */
void wend__repair_note(wend__repair_job *job, uint32_t cell);

/* Values and directions as a build would give them, in pieces. Begin does all that is done cell by cell; a step is a
 * page. Where it is more work than a build, or beyond what this can do, the pages are then in a state that only a build
 * may look at. The workspace's words must be taken; see repair_ripple.h for what goes from one piece to the next. */
typedef enum wend__repair_state { WEND__REPAIR_DONE, WEND__REPAIR_GOES_ON, WEND__REPAIR_IS_A_BUILD } wend__repair_state;
typedef struct wend__ripple wend__ripple;
wend__repair_state wend__repair_begin(wend__ripple *ripple, wend__repair_job *job);
wend__repair_state wend__repair_step(wend__ripple *ripple);
/* Gives up what goes on. */
void wend__repair_cancel(wend__ripple *ripple);

#endif
