/* SPDX-License-Identifier: MIT
 * Inside the library: smooth samples of single points where that is simple. See sample_quick.c. */
#ifndef WEND__SAMPLE_QUICK_H
#define WEND__SAMPLE_QUICK_H

#include "field/sample.h"
#include "field/sample_plan.h"

/* Can a field have any? Squares with sights, up to date. */
bool wend__has_quick_samples(const wend_field *field);

/* For such fields. */
wend__plan wend__plan_of(const wend_field *field);

/* All but the distance, and the reach in cells; false where it is not simple. */
bool wend__sample_simply(const wend__plan *plan, float x, float y, wend_sample *out);

/* What remains at such a point, in the unit of distances. */
float wend__remaining_at(const wend_field *field, const wend__plan *plan, float x, float y);

#endif
