/* SPDX-License-Identifier: MIT
 * Lines of text below each other, as in a panel beside a map. */
#ifndef WEND_COMMON_PANEL_H
#define WEND_COMMON_PANEL_H

#include "picture.h"

enum { PANEL_TEXT = 2, PANEL_LINE = 22 }; /* scale of the letters; [pixels] from line to line */

extern const struct colour panel_back, panel_heading, panel_text, panel_quiet, panel_warning;

/* Where the next line goes: its left end and top. */
struct pen {
    struct picture *picture;
    int32_t x, y;
};

/* Each goes on to the next line. */
void pen_line(struct pen *pen, int32_t indent, const char *text, struct colour colour);
/* Some room above it. */
void pen_heading(struct pen *pen, const char *text);
/* A word, and another from a column [pixels] on. */
void pen_pair(struct pen *pen, const char *left, struct colour left_colour, int32_t column, const char *right,
              struct colour right_colour);
/* Rows of {key, what it does}. */
void pen_keys(struct pen *pen, const char *const (*keys)[2], size_t count, int32_t column);

/* A line of text on a dark ground, moved so that it lies within [0, width) and below 0. */
void label_draw(struct picture *picture, const char *text, int32_t x, int32_t y, int32_t width, struct colour colour);

#endif
