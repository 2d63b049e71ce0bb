/* SPDX-License-Identifier: MIT
 * Inside the library: goals -> integration field. See integrate.c. */
#ifndef WEND__INTEGRATE_H
#define WEND__INTEGRATE_H

#include "base/buckets.h"
#include "map/mover.h"

typedef struct wend__integration {
    const wend_mover *mover;
    uint32_t *values; /* [cells] and the mover's halo on both sides, which is read but never counts */
    wend__heap *heap;
    wend__index_steps steps;
    uint32_t lengths[WEND__DIRECTIONS]; /* by direction */
    wend__buckets buckets;
} wend__integration;

/* Sets every value to WEND_UNREACHABLE. Nothing in here allocates. */
void wend__integrate_begin(wend__integration *integration, const wend_mover *mover, uint32_t *values,
                           wend_workspace *workspace);

/* An initial distance of a free cell. */
void wend__integrate_seed(wend__integration *integration, uint32_t cell, uint32_t value);

/* Settles cells by rising value, until max_distance (WEND_UNREACHABLE: none) or until all targets are settled. Every
 * cell whose value is at most the result is settled, all others are WEND_UNREACHABLE; a result of WEND_UNREACHABLE
 * means the whole field. */
uint32_t wend__integrate_run(wend__integration *integration, const wend_cell *targets, size_t target_count,
                             uint32_t max_distance);

#endif
