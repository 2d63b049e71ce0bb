/* SPDX-License-Identifier: MIT
 * Text in pictures, with the font of stb_easy_font: 7 pixels high, times a whole number. */
#ifndef WEND_COMMON_TEXT_H
#define WEND_COMMON_TEXT_H

#include "picture.h"

/* [pixels] of one line. */
int32_t text_width(const char *text, int32_t scale);
/* Left end and top of the letters; `\n` begins a new line. */
void text_draw(struct picture *picture, const char *text, int32_t x, int32_t y, int32_t scale, struct colour colour);
/* A rectangle mixed into the picture; amount [0..256]. */
void fill_rect(struct picture *picture, int32_t x, int32_t y, int32_t width, int32_t height, struct colour colour,
               uint32_t amount);

#endif
