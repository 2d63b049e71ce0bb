/* SPDX-License-Identifier: MIT
 * Everything that a field answers, as one number: two fields that answer the same have the same one. */
#ifndef TEST_ANSWERS_H
#define TEST_ANSWERS_H

#include <wend/field.h>

/* Cell by cell and as rectangles, routes, samples, counts, goal results, hash. Smooth samples if asked for. */
uint64_t answers_of(const wend_field *field, wend_lattice lattice, int32_t width, int32_t height, int has_smooth);

#endif
