/* SPDX-License-Identifier: MIT */
#include "panel.h"

#include "text.h"

const struct colour panel_back = {28, 31, 40};
const struct colour panel_heading = {250, 204, 21};
const struct colour panel_text = {226, 229, 236};
const struct colour panel_quiet = {158, 164, 180};
const struct colour panel_warning = {255, 120, 110};

void pen_line(struct pen *pen, int32_t indent, const char *text, struct colour colour) {
    text_draw(pen->picture, text, pen->x + indent, pen->y, PANEL_TEXT, colour);
    pen->y += PANEL_LINE;
}

void pen_heading(struct pen *pen, const char *text) {
    pen->y += 12;
    pen_line(pen, 0, text, panel_heading);
}

void pen_pair(struct pen *pen, const char *left, struct colour left_colour, int32_t column, const char *right,
              struct colour right_colour) {
    text_draw(pen->picture, left, pen->x, pen->y, PANEL_TEXT, left_colour);
    pen_line(pen, column, right, right_colour);
}

void pen_keys(struct pen *pen, const char *const (*keys)[2], size_t count, int32_t column) {
    for (size_t i = 0; i < count; i++) {
        pen_pair(pen, keys[i][0], panel_text, column, keys[i][1], panel_quiet);
        pen->y -= 2;
    }
}

void label_draw(struct picture *picture, const char *text, int32_t x, int32_t y, int32_t width, struct colour colour) {
    int32_t needed = text_width(text, PANEL_TEXT) + 12;
    if (x + needed > width) x = width - needed;
    if (x < 0) x = 0;
    if (y < 0) y = 0;
    fill_rect(picture, x, y, needed, PANEL_LINE, panel_back, 226);
    text_draw(picture, text, x + 6, y + 4, PANEL_TEXT, colour);
}
