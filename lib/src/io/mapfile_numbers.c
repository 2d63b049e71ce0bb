/* SPDX-License-Identifier: MIT
 * Rows of numbers 0..255: between commas (CSV), between blanks, or single digits side by side (TXT).
 *
 *     0, 10,255        0 10 255        012
 *     1,  2,  3        1  2   3        340
 */
#include "io/mapfile_formats.h"

#include <string.h>

/* Reads one line into rows->scratch; how many cells into count. */
typedef wend_status wend__read_row(wend__text *text, wend__line line, wend__rows *rows, int32_t *count);

static wend_status put_cell(wend__text *text, wend__rows *rows, uint32_t value, int32_t *count) {
    if (*count == WEND_MAX_SIDE) {
        return wend__refuse(text, WEND_ERROR_SIZE, "the row has more than %d columns", WEND_MAX_SIDE);
    }
    if (value > 255) {
        return wend__refuse(text, WEND_ERROR_FORMAT, "the number in column %d is above 255", (int)*count + 1);
    }
    rows->scratch[(*count)++] = (uint8_t)value;
    return WEND_OK;
}

static wend_status refuse_byte(wend__text *text, wend__line line, int32_t count) {
    if (line.at == line.end || *line.at == ',') {
        return wend__refuse(text, WEND_ERROR_FORMAT, "column %d is empty", (int)count + 1);
    }
    return wend__refuse(text, WEND_ERROR_FORMAT, "%s stands where the number of column %d should",
                        wend__name_of_byte(*line.at).text, (int)count + 1);
}

static wend_status refuse_separator(wend__text *text, wend__line line, int32_t count) {
    return wend__refuse(text, WEND_ERROR_FORMAT, "%s stands after the number of column %d",
                        wend__name_of_byte(*line.at).text, (int)count);
}

static wend_status read_commas(wend__text *text, wend__line line, wend__rows *rows, int32_t *count) {
    for (;;) {
        uint32_t value;
        wend__line_skip_blanks(&line);
        if (!wend__line_number(&line, &value)) return refuse_byte(text, line, *count);
        wend_status status = put_cell(text, rows, value, count);
        if (status != WEND_OK) return status;
        if (!wend__line_skip_blanks(&line)) return WEND_OK;
        if (*line.at != ',') return refuse_separator(text, line, *count);
        line.at++;
    }
}

static wend_status read_blanks(wend__text *text, wend__line line, wend__rows *rows, int32_t *count) {
    while (wend__line_skip_blanks(&line)) {
        uint32_t value;
        if (!wend__line_number(&line, &value)) return refuse_byte(text, line, *count);
        wend_status status = put_cell(text, rows, value, count);
        if (status != WEND_OK) return status;
        if (line.at < line.end && !wend__is_blank(*line.at)) return refuse_separator(text, line, *count);
    }
    return WEND_OK;
}

static wend_status read_digits(wend__text *text, wend__line line, wend__rows *rows, int32_t *count) {
    while (wend__line_skip_blanks(&line)) {
        if (!wend__is_digit(*line.at)) return refuse_byte(text, line, *count);
        wend_status status = put_cell(text, rows, (uint32_t)(*line.at - '0'), count);
        if (status != WEND_OK) return status;
        line.at++;
    }
    return WEND_OK;
}

static wend_status refuse_count(wend__text *text, const wend__rows *rows, int32_t count) {
    return wend__refuse(text, WEND_ERROR_FORMAT, "row %d has %d columns, those above have %d", (int)rows->count + 1,
                        (int)count, (int)rows->width);
}

static wend_status read_rows(wend__text *text, wend__rows *rows, wend__read_row *read) {
    wend__line line;
    while (wend__text_line(text, &line)) {
        wend__line rest = line;
        if (!wend__line_skip_blanks(&rest)) {
            if (wend__text_is_over(text)) break;
            return wend__refuse(text, WEND_ERROR_FORMAT, "more follows after a blank line");
        }
        if (rows->count == WEND_MAX_SIDE) {
            return wend__refuse(text, WEND_ERROR_SIZE, "the file has more than %d rows", WEND_MAX_SIDE);
        }
        int32_t count = 0;
        wend_status status = read(text, line, rows, &count);
        if (status != WEND_OK) return status;
        if (rows->count == 0) rows->width = count;
        if (count != rows->width) return refuse_count(text, rows, count);
        status = wend__rows_put(rows, rows->scratch);
        if (status != WEND_OK) return status;
    }
    rows->height = rows->count;
    return rows->count ? WEND_OK : wend__refuse(text, WEND_ERROR_FORMAT, "the file has no rows");
}

wend_status wend__read_csv(wend__text *text, wend__rows *rows) {
    wend__text_skip_mark(text);
    return read_rows(text, rows, read_commas);
}

/* Does a blank stand between two other bytes of some line? */
static bool has_inner_blanks(wend__text text) {
    wend__line line;
    while (wend__text_line(&text, &line)) {
        if (!wend__line_skip_blanks(&line)) continue;
        while (line.at < line.end && !wend__is_blank(*line.at)) line.at++;
        if (wend__line_skip_blanks(&line)) return true;
    }
    return false;
}

wend_status wend__read_txt(wend__text *text, wend__rows *rows) {
    wend__text_skip_mark(text);
    return read_rows(text, rows, has_inner_blanks(*text) ? read_blanks : read_digits);
}

static size_t write_number(uint8_t value, char *out) {
    size_t length = 0;
    if (value >= 100) out[length++] = (char)('0' + value / 100);
    if (value >= 10) out[length++] = (char)('0' + value / 10 % 10);
    out[length++] = (char)('0' + value % 10);
    return length;
}

static size_t write_row(const wend__extent *extent, const uint8_t *row, const char *separator, char *out) {
    size_t length = 0, separator_length = strlen(separator);
    for (int32_t x = 0; x < extent->width; x++) {
        if (x > 0) {
            memcpy(out + length, separator, separator_length);
            length += separator_length;
        }
        length += write_number(row[x], out + length);
    }
    out[length++] = '\n';
    return length;
}

size_t wend__csv_head(const wend__extent *extent, char *out) {
    (void)extent;
    (void)out;
    return 0;
}

size_t wend__csv_row(const wend__extent *extent, const uint8_t *row, char *out) {
    return write_row(extent, row, ",", out);
}

/* A lone number of two digits would read as two cells. */
size_t wend__txt_head(const wend__extent *extent, char *out) {
    (void)out;
    return extent->width == 1 && extent->greatest > 9 ? WEND__CANNOT_HOLD : 0;
}

size_t wend__txt_row(const wend__extent *extent, const uint8_t *row, char *out) {
    return write_row(extent, row, extent->greatest > 9 ? " " : "", out);
}
