/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stb/stb_easy_font.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 1024, QUAD_BYTES = 64, QUADS_PER_LETTER = 12 };

/* What stb_easy_font writes for each corner. */
struct corner {
    float x, y, z;
    uint8_t colour[4];
};

int32_t text_width(const char *text, int32_t scale) {
    char copy[LETTERS];
    size_t length = strlen(text) < LETTERS - 1 ? strlen(text) : LETTERS - 1;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return stb_easy_font_width(copy) * scale;
}

void fill_rect(struct picture *picture, int32_t x, int32_t y, int32_t width, int32_t height, struct colour colour,
               uint32_t amount) {
    int32_t left = x < 0 ? 0 : x, top = y < 0 ? 0 : y;
    int32_t right = x + width > picture->width ? picture->width : x + width;
    int32_t bottom = y + height > picture->height ? picture->height : y + height;
    for (int32_t row = top; row < bottom; row++)
        for (int32_t column = left; column < right; column++) {
            struct colour *pixel = &picture->pixels[(size_t)row * (size_t)picture->width + (size_t)column];
            *pixel = colour_mix(*pixel, colour, amount);
        }
}

void text_draw(struct picture *picture, const char *text, int32_t x, int32_t y, int32_t scale, struct colour colour) {
    char copy[LETTERS];
    static const int32_t bytes = LETTERS * QUADS_PER_LETTER * QUAD_BYTES;
    size_t length = strlen(text) < LETTERS - 1 ? strlen(text) : LETTERS - 1;
    memcpy(copy, text, length);
    copy[length] = '\0';
    struct corner *corners = malloc((size_t)bytes);
    if (!corners) return;
    int quads = stb_easy_font_print(0.0f, 0.0f, copy, NULL, corners, bytes);
    for (int i = 0; i < quads; i++) {
        const struct corner *first = &corners[4 * i], *last = &corners[4 * i + 2];
        int32_t left = (int32_t)first->x, top = (int32_t)first->y;
        fill_rect(picture, x + left * scale, y + top * scale, ((int32_t)last->x - left) * scale,
                  ((int32_t)last->y - top) * scale, colour, 256);
    }
    free(corners);
}
