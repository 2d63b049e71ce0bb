/* SPDX-License-Identifier: MIT
 * Inside the library: builds and repairs in slices. See field_slices.c. */
#ifndef WEND__FIELD_SLICES_H
#define WEND__FIELD_SLICES_H

#include "field/field_build.h"
#include "field/repair_ripple.h"
#include "field/sight_look.h"

/* What is being done, in this order. */
typedef enum wend__slice_stage {
    WEND__SLICE_REPAIR,
    WEND__SLICE_OPEN,
    WEND__SLICE_SEED,
    WEND__SLICE_SETTLE,
    WEND__SLICE_FINISH,
    WEND__SLICE_DIRECT,
    WEND__SLICE_CLOSE_ROWS,
    WEND__SLICE_SIGHT,
    WEND__SLICE_CLOSE,
    WEND__SLICE_STAGES
} wend__slice_stage;

typedef struct wend__slices {
    wend_field *draft; /* where the work goes on: a field of the same mover, made alike */
    bool is_open;
    bool is_idle; /* nothing has changed: the field is what it would become */
    wend_workspace *workspace;
    wend_build_options options;
    uint64_t goals_set; /* of the field, when the build began */
    wend__slice_stage stage;
    uint32_t next; /* page or row of the stage */
    bool is_bounded;
    wend__integration integration;
    wend__repair_state repair;
    wend__ripple ripple;
    wend__repair_job job;
    wend__sighting sighting;
} wend__slices;

/* Room for builds in slices. Errors: NO_MEMORY. */
wend_status wend__slices_create(wend_field *field, const wend_field_desc *desc);
/* An open build is given up. */
void wend__slices_destroy(wend_field *field);

#endif
