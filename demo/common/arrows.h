/* SPDX-License-Identifier: MIT */
#ifndef WEND_COMMON_ARROWS_H
#define WEND_COMMON_ARROWS_H

#include "picture.h"

/* The directions of a field over a map whose upper end is at `top` [pixels], `scale` [pixels per cell]: as many arrows
 * as can be told apart, one a cell or one every few. */
void arrows_draw(struct picture *picture, const wend_field *field, int32_t top, float scale);

#endif
