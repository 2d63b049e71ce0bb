/* SPDX-License-Identifier: MIT
 * Grey pictures of the netpbm family: P2 (numbers) and P5 (bytes), one byte per cell.
 * Source: the manual page pgm(5) of netpbm. A comment may stand wherever white space may, up to the grey values of P5;
 * there, exactly one white byte follows maxval.
 *
 *     P2 # a comment
 *     3 2 255
 *     0 255 0
 *     0 0 10
 */
#include "io/mapfile_formats.h"

#include <stdio.h>
#include <string.h>

static bool is_white(uint8_t byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void skip_comment(wend__text *text) {
    while (text->at < text->end && *text->at != '\n' && *text->at != '\r') text->at++;
}

/* White space and comments; counts lines. True where something is left. */
static bool skip_white(wend__text *text) {
    while (text->at < text->end) {
        if (*text->at == '#') {
            skip_comment(text);
        } else if (is_white(*text->at)) {
            if (*text->at == '\n') text->line++;
            text->at++;
        } else {
            return true;
        }
    }
    return false;
}

/* A number, and nothing that sticks to it. */
static wend_status read_number(wend__text *text, const char *name, uint32_t *value) {
    if (!skip_white(text)) return wend__refuse(text, WEND_ERROR_FORMAT, "the file ends before the %s", name);
    if (*text->at == '-') return wend__refuse(text, WEND_ERROR_FORMAT, "the %s is negative", name);
    wend__line rest = {text->at, text->end};
    bool found = wend__line_number(&rest, value);
    text->at = rest.at;
    bool sticks = text->at < text->end && !is_white(*text->at) && *text->at != '#';
    if (found && !sticks) return WEND_OK;
    return wend__refuse(text, WEND_ERROR_FORMAT, "%s stands where the %s should", wend__name_of_byte(*text->at).text,
                        name);
}

static wend_status read_side(wend__text *text, const char *name, int32_t *side) {
    uint32_t value;
    bool negative = skip_white(text) && *text->at == '-';
    wend_status status = read_number(text, name, &value);
    if (negative) return WEND_ERROR_SIZE;
    if (status == WEND_OK) status = wend__check_side(text, name, value);
    if (status == WEND_OK) *side = (int32_t)value;
    return status;
}

/* The kind of picture, '2' or '5'. */
static wend_status read_magic(wend__text *text, uint8_t *kind) {
    text->line = 1;
    bool is_pgm = text->end - text->at >= 2 && text->at[0] == 'P' && (text->at[1] == '2' || text->at[1] == '5');
    if (!is_pgm) return wend__refuse(text, WEND_ERROR_FORMAT, "the file does not begin with P2 or P5");
    *kind = text->at[1];
    text->at += 2;
    if (text->at == text->end || is_white(*text->at) || *text->at == '#') return WEND_OK;
    return wend__refuse(text, WEND_ERROR_FORMAT, "%s follows P%c where white space should",
                        wend__name_of_byte(*text->at).text, *kind);
}

static wend_status read_maxval(wend__text *text, uint32_t *maxval) {
    wend_status status = read_number(text, "maxval", maxval);
    if (status != WEND_OK) return status;
    if (*maxval >= 1 && *maxval <= 255) return WEND_OK;
    return wend__refuse(text, WEND_ERROR_FORMAT, "maxval must lie between 1 and 255");
}

static wend_status read_numbers(wend__text *text, wend__rows *rows, uint32_t maxval) {
    for (int32_t y = 0; y < rows->height; y++) {
        for (int32_t x = 0; x < rows->width; x++) {
            uint32_t value;
            wend_status status = read_number(text, "next grey value", &value);
            if (status != WEND_OK) return status;
            if (value > maxval) {
                return wend__refuse(text, WEND_ERROR_FORMAT, "the grey value of column %d, row %d is above maxval %u",
                                    (int)x + 1, (int)y + 1, (unsigned)maxval);
            }
            rows->scratch[x] = (uint8_t)value;
        }
        wend_status status = wend__rows_put(rows, rows->scratch);
        if (status != WEND_OK) return status;
    }
    if (!skip_white(text)) return WEND_OK;
    return wend__refuse(text, WEND_ERROR_FORMAT, "more follows after the last grey value");
}

static wend_status read_row_of_bytes(wend__text *text, wend__rows *rows, uint32_t maxval) {
    for (int32_t x = 0; x < rows->width; x++) {
        if (text->at[x] > maxval) {
            return wend__refuse(text, WEND_ERROR_FORMAT, "the grey value of column %d, row %d is above maxval %u",
                                (int)x + 1, (int)rows->count + 1, (unsigned)maxval);
        }
    }
    const uint8_t *row = text->at;
    text->at += rows->width;
    return wend__rows_put(rows, row);
}

static wend_status read_bytes(wend__text *text, wend__rows *rows, uint32_t maxval) {
    if (text->at < text->end && *text->at == '#') skip_comment(text);
    if (text->at == text->end) return wend__refuse(text, WEND_ERROR_FORMAT, "the file ends before the grey values");
    text->at++;     /* white: read_number saw to it */
    text->line = 0; /* bytes have no lines */
    size_t expected = (size_t)rows->width * (size_t)rows->height;
    size_t found = (size_t)(text->end - text->at);
    if (found != expected) {
        return wend__refuse(text, WEND_ERROR_FORMAT,
                            "the bytes after the head are %u, the grey values of %d x %d are %u", (unsigned)found,
                            (int)rows->width, (int)rows->height, (unsigned)expected);
    }
    wend_status status = WEND_OK;
    while (status == WEND_OK && rows->count < rows->height) status = read_row_of_bytes(text, rows, maxval);
    return status;
}

wend_status wend__read_pgm(wend__text *text, wend__rows *rows) {
    uint8_t kind = 0;
    uint32_t maxval = 0;
    wend_status status = read_magic(text, &kind);
    if (status == WEND_OK) status = read_side(text, "width", &rows->width);
    if (status == WEND_OK) status = read_side(text, "height", &rows->height);
    if (status == WEND_OK) status = read_maxval(text, &maxval);
    if (status != WEND_OK) return status;
    return kind == '2' ? read_numbers(text, rows, maxval) : read_bytes(text, rows, maxval);
}

size_t wend__pgm_head(const wend__extent *extent, char *out) {
    return (size_t)snprintf(out, WEND__HEAD_SIZE, "P5\n%d %d\n255\n", (int)extent->width, (int)extent->height);
}

size_t wend__pgm_row(const wend__extent *extent, const uint8_t *row, char *out) {
    memcpy(out, row, (size_t)extent->width);
    return (size_t)extent->width;
}
