/* SPDX-License-Identifier: MIT
 * Inside the library: reading bytes that nobody vouches for, line by line, and saying why they were refused. */
#ifndef WEND__TEXT_H
#define WEND__TEXT_H

#include <wend/io.h>

#include <stdbool.h>

/* What is left of some bytes, and of which file. */
typedef struct wend__text {
    const uint8_t *at, *end;
    uint32_t line;          /* of what was read last, from 1; 0 before anything was */
    wend_read_error *error; /* never NULL */
} wend__text;

/* A line without its end, or what is left of it. */
typedef struct wend__line {
    const uint8_t *at, *end;
} wend__line;

/* Notes the line and the sentence in text->error and returns status. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
wend_status
wend__refuse(wend__text *text, wend_status status, const char *sentence, ...);

/* Takes the next line; it ends with LF, CR LF or the text. False where nothing is left. */
bool wend__text_line(wend__text *text, wend__line *line);

/* Are all lines to come blank? If not, text->line is the first that is not. */
bool wend__text_is_over(wend__text *text);

/* Takes the mark that some editors put before UTF-8 text. */
void wend__text_skip_mark(wend__text *text);

static inline bool wend__is_blank(uint8_t byte) {
    return byte == ' ' || byte == '\t';
}

static inline bool wend__is_digit(uint8_t byte) {
    return byte >= '0' && byte <= '9';
}

/* Takes spaces and tabs; true where something is left. */
bool wend__line_skip_blanks(wend__line *line);

/* Takes digits; false where there are none. Numbers past UINT32_MAX become UINT32_MAX. */
bool wend__line_number(wend__line *line, uint32_t *value);

/* A byte as a reader of messages wants to see it: 'a' or 0x1F. */
typedef struct wend__byte_name {
    char text[8];
} wend__byte_name;
wend__byte_name wend__name_of_byte(uint8_t byte);

/* A side of a map [1..WEND_MAX_SIDE], or ERROR_SIZE. name: "width" or "height". */
wend_status wend__check_side(wend__text *text, const char *name, uint32_t value);

#endif
