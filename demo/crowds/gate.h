/* SPDX-License-Identifier: MIT
 * A line across a stage, and when agents pass it. */
#ifndef WEND_CROWDS_GATE_H
#define WEND_CROWDS_GATE_H

#include "stage.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gate {
    float x;           /* [m] passed by whoever comes to the right of it */
    float top, bottom; /* [m] who passes beside these is not counted */
    uint8_t *is_past;  /* by place */
    double *times;     /* [passed] in their order */
    uint32_t passed;
};

/* Anywhere along x; top and bottom may be set after that. */
void gate_open(struct gate *gate, struct stage *stage, float x);
void gate_close(struct gate *gate);

/* Looks who has passed since the last time. */
void gate_watch(struct gate *gate, const struct stage *stage);

/* Agents a second from the first to the last one through; the same but for a share of all at either end. */
double gate_flow(const struct gate *gate);
double gate_middle_flow(const struct gate *gate, double share);
/* [seconds] The longest time between one and the next. */
double gate_longest_gap(const struct gate *gate);

#ifdef __cplusplus
}
#endif

#endif
