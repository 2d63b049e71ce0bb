/* SPDX-License-Identifier: MIT */
#include "io/mapfile_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

wend_status wend__refuse(wend__text *text, wend_status status, const char *sentence, ...) {
    va_list values;
    va_start(values, sentence);
    text->error->line = text->line;
    vsnprintf(text->error->message, sizeof text->error->message, sentence, values);
    va_end(values);
    return status;
}

bool wend__text_line(wend__text *text, wend__line *line) {
    if (text->at == text->end) return false;
    const uint8_t *newline = memchr(text->at, '\n', (size_t)(text->end - text->at));
    line->at = text->at;
    line->end = newline ? newline : text->end;
    text->at = newline ? newline + 1 : text->end;
    text->line++;
    if (line->end > line->at && line->end[-1] == '\r') line->end--;
    return true;
}

bool wend__text_is_over(wend__text *text) {
    wend__line line;
    while (wend__text_line(text, &line)) {
        if (wend__line_skip_blanks(&line)) return false;
    }
    return true;
}

void wend__text_skip_mark(wend__text *text) {
    static const uint8_t mark[3] = {0xEF, 0xBB, 0xBF};
    if (text->end - text->at >= 3 && memcmp(text->at, mark, 3) == 0) text->at += 3;
}

bool wend__line_skip_blanks(wend__line *line) {
    while (line->at < line->end && wend__is_blank(*line->at)) line->at++;
    return line->at < line->end;
}

bool wend__line_number(wend__line *line, uint32_t *value) {
    if (line->at == line->end || !wend__is_digit(*line->at)) return false;
    uint64_t number = 0;
    for (; line->at < line->end && wend__is_digit(*line->at); line->at++) {
        number = number * 10 + (uint64_t)(*line->at - '0');
        if (number > UINT32_MAX) number = UINT32_MAX;
    }
    *value = (uint32_t)number;
    return true;
}

wend__byte_name wend__name_of_byte(uint8_t byte) {
    wend__byte_name name;
    bool printable = byte > ' ' && byte <= '~';
    snprintf(name.text, sizeof name.text, printable ? "'%c'" : "0x%02X", (unsigned)byte);
    return name;
}

wend_status wend__check_side(wend__text *text, const char *name, uint32_t value) {
    if (value < 1) return wend__refuse(text, WEND_ERROR_SIZE, "the %s is 0, the least is 1", name);
    if (value > WEND_MAX_SIDE) {
        return wend__refuse(text, WEND_ERROR_SIZE, "the %s is above %d, the greatest there can be", name,
                            WEND_MAX_SIDE);
    }
    return WEND_OK;
}
