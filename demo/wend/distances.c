/* SPDX-License-Identifier: MIT
 * Tables of published distances: see distances.h. */
#include "distances.h"

#include "common/options.h"
#include "common/text_file.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN_LIMIT = 64 };

/* Where a table is read into, and which of its columns matter. */
struct reader {
    struct distances *out;
    const char *column;
    int32_t width, height;
    size_t columns, x, y, wanted; /* columns 0: the line of names has not come yet */
};

static bool read_cell(const struct reader *reader, const char *x_text, const char *y_text, wend_cell *cell) {
    int64_t x = 0;
    int64_t y = 0;
    if (!parse_whole(x_text, 0, reader->width - 1, &x) || !parse_whole(y_text, 0, reader->height - 1, &y)) {
        return false;
    }
    *cell = (wend_cell){(int32_t)x, (int32_t)y};
    return true;
}

/* A comment: looks for `sources (x y): X,Y X,Y ...`. */
static const char *read_comment(char *line, struct reader *reader) {
    char *colon = strchr(line, ':');
    if (strncmp(line, "# sources", 9) != 0 || !colon) {
        return NULL;
    }
    char *words[SOURCE_LIMIT];
    size_t count = split_words(colon + 1, " \t", false, words, SOURCE_LIMIT);
    if (count > SOURCE_LIMIT) {
        return "too many sources";
    }
    for (size_t i = 0; i < count; i++) {
        char *parts[2];
        wend_cell *source = &reader->out->sources[reader->out->source_count];
        if (reader->out->source_count == SOURCE_LIMIT) {
            return "too many sources";
        }
        if (split_words(words[i], ",", true, parts, 2) != 2 || !read_cell(reader, parts[0], parts[1], source)) {
            return "a source is not a cell of the map, X,Y";
        }
        reader->out->source_count++;
    }
    return NULL;
}

static const char *read_names(char *line, struct reader *reader) {
    char *words[COLUMN_LIMIT];
    size_t count = split_words(line, ",", true, words, COLUMN_LIMIT);
    if (count > COLUMN_LIMIT) {
        return "too many columns";
    }
    reader->x = reader->y = reader->wanted = count;
    for (size_t i = 0; i < count; i++) {
        reader->x = strcmp(words[i], "x") == 0 ? i : reader->x;
        reader->y = strcmp(words[i], "y") == 0 ? i : reader->y;
        reader->wanted = strcmp(words[i], reader->column) == 0 ? i : reader->wanted;
    }
    if (reader->x == count || reader->y == count) {
        return "the columns x and y are missing";
    }
    reader->columns = count;
    return reader->wanted == count ? "there is no column of that name" : NULL;
}

static const char *read_row(char *line, struct reader *reader, struct distance_row *row) {
    char *words[COLUMN_LIMIT];
    if (split_words(line, ",", true, words, COLUMN_LIMIT) != reader->columns) {
        return "the row has not as many columns as the line of names";
    }
    if (!read_cell(reader, words[reader->x], words[reader->y], &row->cell)) {
        return "x,y is not a cell of the map";
    }
    const char *distance = words[reader->wanted];
    if (strcmp(distance, "-1") == 0) {
        row->distance = -1.0;
    } else if (!parse_decimal(distance, 0.0, 1e12, &row->distance)) {
        return "the distance is neither a number nor -1";
    }
    return NULL;
}

static const char *read_line(char *line, size_t number, struct reader *reader) {
    if (line[0] == '#') {
        return read_comment(line, reader);
    }
    if (line[0] == '\0') {
        return NULL;
    }
    if (reader->columns == 0) {
        return read_names(line, reader);
    }
    struct distance_row *row = &reader->out->rows[reader->out->row_count];
    row->line = number;
    const char *fault = read_row(line, reader, row);
    reader->out->row_count += fault ? 0 : 1;
    return fault;
}

bool distances_read(const char *path, const char *column, int32_t width, int32_t height, struct distances *out) {
    struct text_file file;
    *out = (struct distances){.source_count = 0};
    if (!text_file_read(path, &file)) {
        return false;
    }
    struct reader reader = {.out = out, .column = column, .width = width, .height = height};
    out->rows = calloc(file.line_count + 1, sizeof *out->rows);
    const char *fault = out->rows ? NULL : "out of memory";
    for (size_t i = 0; i < file.line_count && !fault; i++) {
        fault = read_line(file.lines[i], i + 1, &reader);
        if (fault) {
            complain("%s:%lu: %s", path, (unsigned long)(i + 1), fault);
        }
    }
    if (!fault && (out->source_count == 0 || reader.columns == 0)) {
        fault = out->source_count == 0 ? "no line `# sources (x y): X,Y`" : "no line of column names";
        complain("%s: %s", path, fault);
    }
    text_file_free(&file);
    if (fault) {
        distances_free(out);
    }
    return !fault;
}

void distances_free(struct distances *distances) {
    free(distances->rows);
    distances->rows = NULL;
    distances->row_count = 0;
}
