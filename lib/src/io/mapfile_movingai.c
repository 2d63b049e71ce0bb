/* SPDX-License-Identifier: MIT
 * The format of the MovingAI benchmark maps: a head of lines in any order, `map`, and a row a line.
 * Source: N. Sturtevant, Benchmarks for Grid-Based Pathfinding (2012).
 *
 *     type octile
 *     height 2
 *     width 3
 *     map
 *     .@.
 *     ..T
 */
#include "io/mapfile_formats.h"

#include <stdio.h>
#include <string.h>

#define FIRST_PRINTABLE 0x20
#define LAST_PRINTABLE 0x7E

typedef struct wend__head {
    bool has_type;
    uint32_t width, height; /* 0: not seen yet */
} wend__head;

static bool is_printable(uint8_t byte) {
    return byte >= FIRST_PRINTABLE && byte <= LAST_PRINTABLE;
}

/* Takes a word and the blanks after it, if the line begins with it. */
static bool take_word(wend__line *line, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(line->end - line->at) < length || memcmp(line->at, word, length) != 0) return false;
    const uint8_t *after = line->at + length;
    if (after < line->end && !wend__is_blank(*after)) return false;
    line->at = after;
    wend__line_skip_blanks(line);
    return true;
}

static wend_status read_side(wend__text *text, wend__line line, const char *name, uint32_t *side) {
    if (*side != 0) return wend__refuse(text, WEND_ERROR_FORMAT, "the %s is given twice", name);
    bool negative = line.at < line.end && *line.at == '-';
    if (negative) line.at++;
    uint32_t value;
    if (!wend__line_number(&line, &value) || wend__line_skip_blanks(&line)) {
        return wend__refuse(text, WEND_ERROR_FORMAT, "the %s is not a whole number", name);
    }
    if (negative) return wend__refuse(text, WEND_ERROR_SIZE, "the %s is negative, the least is 1", name);
    *side = value;
    return wend__check_side(text, name, value);
}

static wend_status read_head_line(wend__text *text, wend__line line, wend__head *head) {
    if (take_word(&line, "width")) return read_side(text, line, "width", &head->width);
    if (take_word(&line, "height")) return read_side(text, line, "height", &head->height);
    if (take_word(&line, "type")) {
        if (head->has_type) return wend__refuse(text, WEND_ERROR_FORMAT, "the type is given twice");
        head->has_type = true;
        if (take_word(&line, "octile") && line.at == line.end) return WEND_OK;
        return wend__refuse(text, WEND_ERROR_FORMAT, "the type is not octile");
    }
    return wend__refuse(text, WEND_ERROR_FORMAT,
                        "the head has lines type, height, width and map, this is none of them");
}

static wend_status check_head(wend__text *text, const wend__head *head) {
    const char *missing = !head->has_type ? "type" : head->height == 0 ? "height" : head->width == 0 ? "width" : NULL;
    if (missing) return wend__refuse(text, WEND_ERROR_FORMAT, "the head ends without a line %s", missing);
    return WEND_OK;
}

static wend_status read_head(wend__text *text, wend__head *head) {
    wend__line line;
    while (wend__text_line(text, &line)) {
        wend__line rest = line;
        if (take_word(&rest, "map") && rest.at == rest.end) return check_head(text, head);
        wend_status status = read_head_line(text, line, head);
        if (status != WEND_OK) return status;
    }
    return wend__refuse(text, WEND_ERROR_FORMAT, "the file ends before the line map");
}

static wend_status check_row(wend__text *text, wend__line line, int32_t y, int32_t width) {
    size_t length = (size_t)(line.end - line.at);
    if (length != (size_t)width) {
        return wend__refuse(text, WEND_ERROR_FORMAT, "row %d has %u characters, the width is %d", (int)y + 1,
                            (unsigned)length, (int)width);
    }
    for (size_t x = 0; x < length; x++) {
        if (!is_printable(line.at[x])) {
            return wend__refuse(text, WEND_ERROR_FORMAT, "column %u has the byte %s, which is not a character",
                                (unsigned)x + 1, wend__name_of_byte(line.at[x]).text);
        }
    }
    return WEND_OK;
}

wend_status wend__read_movingai(wend__text *text, wend__rows *rows) {
    wend__head head = {0};
    wend_status status = read_head(text, &head);
    if (status != WEND_OK) return status;
    rows->width = (int32_t)head.width;
    rows->height = (int32_t)head.height;
    while (rows->count < rows->height) {
        wend__line line;
        if (!wend__text_line(text, &line)) {
            return wend__refuse(text, WEND_ERROR_FORMAT, "the file ends after %d of %d rows", (int)rows->count,
                                (int)rows->height);
        }
        status = check_row(text, line, rows->count, rows->width);
        if (status == WEND_OK) status = wend__rows_put(rows, line.at);
        if (status != WEND_OK) return status;
    }
    if (wend__text_is_over(text)) return WEND_OK;
    return wend__refuse(text, WEND_ERROR_FORMAT, "more follows after the last of %d rows", (int)rows->height);
}

size_t wend__movingai_head(const wend__extent *extent, char *out) {
    if (!is_printable(extent->least) || !is_printable(extent->greatest)) return WEND__CANNOT_HOLD;
    return (size_t)snprintf(out, WEND__HEAD_SIZE, "type octile\nheight %d\nwidth %d\nmap\n", (int)extent->height,
                            (int)extent->width);
}

size_t wend__movingai_row(const wend__extent *extent, const uint8_t *row, char *out) {
    size_t width = (size_t)extent->width;
    memcpy(out, row, width);
    out[width] = '\n';
    return width + 1;
}
