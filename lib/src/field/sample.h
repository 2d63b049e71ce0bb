/* SPDX-License-Identifier: MIT
 * Inside the library: samples of single points. */
#ifndef WEND__SAMPLE_H
#define WEND__SAMPLE_H

#include "field/field.h"

/* Everything about a point, in cells, and the unit of distances. */
void wend__sample_nearest(const wend_field *field, float x, float y, wend_sample *out);

/* The same, smooth. out->reach is in cells. */
void wend__sample_smooth(const wend_field *field, float x, float y, wend_sample *out);

/* The same where it is not simple: see sample_quick.h. */
void wend__sample_between(const wend_field *field, float x, float y, wend_sample *out);

/* What remains at a point of a cell that leads on, in the unit of distances, whatever the costs round it. */
float wend__remaining_among_costs(const wend_field *field, float x, float y);

bool wend__mode_is_valid(wend_sample_mode mode);
bool wend__has_mode(const wend_field *field, wend_sample_mode mode);

/* In a mode, at a position in cells; out->reach is in world units. */
void wend__sample_point(const wend_field *field, wend_sample_mode mode, float x, float y, wend_sample *out);

/* For who minds walls by itself: directions and statuses of many positions in cells, x and y close together. Smooth, but
 * not each of them was tried: what remains may rise a little where costs vary, or along walls. */
void wend__sample_cells(const wend_field *field, const float *xy, size_t count, const wend_samples *out);

/* Is everything that a field says up to date? */
static inline bool wend__field_is_fresh(const wend_field *field) {
    return wend_field_status(field) == WEND_OK;
}

#endif
