/* SPDX-License-Identifier: MIT
 * Inside the library: samples of single points. */
#ifndef WEND__SAMPLE_H
#define WEND__SAMPLE_H

#include "field/field.h"

/* Everything about a point, in cells, and the unit of distances. */
void wend__sample_nearest(const wend_field *field, float x, float y, wend_sample *out);

/* The same, smooth. out->reach is in cells. */
void wend__sample_smooth(const wend_field *field, float x, float y, wend_sample *out);

/* Is everything that a field says up to date? */
static inline bool wend__field_is_fresh(const wend_field *field) {
    return wend_field_status(field) == WEND_OK;
}

#endif
