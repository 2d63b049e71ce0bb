/* SPDX-License-Identifier: MIT
 * Maps from files and to files: which format, and the bytes. What stands in them is read and written by
 * mapfile_movingai.c, mapfile_pgm.c and mapfile_numbers.c. */
#include "io/mapfile_formats.h"
#include "map/map.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MAX_FILE_SIZE (((size_t)1 << 31) - 1)
#define FIRST_FILE_SIZE ((size_t)1 << 16)

typedef struct wend__format {
    wend_status (*read)(wend__text *text, wend__rows *rows);
    size_t (*head)(const wend__extent *extent, char *out);
    size_t (*row)(const wend__extent *extent, const uint8_t *row, char *out);
} wend__format;

static wend__format functions_of(wend_map_format name) {
    switch (name) {
    case WEND_FORMAT_MOVINGAI: return (wend__format){wend__read_movingai, wend__movingai_head, wend__movingai_row};
    case WEND_FORMAT_PGM: return (wend__format){wend__read_pgm, wend__pgm_head, wend__pgm_row};
    case WEND_FORMAT_CSV: return (wend__format){wend__read_csv, wend__csv_head, wend__csv_row};
    case WEND_FORMAT_TXT: return (wend__format){wend__read_txt, wend__txt_head, wend__txt_row};
    case WEND_FORMAT_AUTO: break;
    }
    return (wend__format){NULL, NULL, NULL};
}

static char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool is_extension(const char *text, const char *extension) {
    while (*text && lower(*text) == *extension) {
        text++;
        extension++;
    }
    return *text == '\0' && *extension == '\0';
}

/* WEND_FORMAT_AUTO for an extension that names none. */
static wend_map_format format_of_path(const char *path) {
    const char *dot = strrchr(path, '.');
    if (!dot) return WEND_FORMAT_AUTO;
    if (is_extension(dot, ".map")) return WEND_FORMAT_MOVINGAI;
    if (is_extension(dot, ".pgm")) return WEND_FORMAT_PGM;
    if (is_extension(dot, ".csv")) return WEND_FORMAT_CSV;
    if (is_extension(dot, ".txt")) return WEND_FORMAT_TXT;
    return WEND_FORMAT_AUTO;
}

static void fill_costs(wend_map_format name, uint8_t *costs) {
    for (int terrain = 0; terrain < 256; terrain++) {
        bool passable = terrain == '.' || terrain == 'G' || terrain == 'S';
        int cost = name == WEND_FORMAT_MOVINGAI ? (passable ? 1 : 255) : terrain == 0 ? 1 : terrain;
        costs[terrain] = (uint8_t)cost;
    }
}

wend_status wend__rows_put(wend__rows *rows, const uint8_t *row) {
    int32_t y = rows->count++;
    if (!rows->map) return WEND_OK;
    return wend_map_write(rows->map, (wend_rect){0, y, rows->width, 1}, row, (size_t)rows->width);
}

/* The second reading, into a map of the size that the first one found. */
static wend_status fill_map(wend__text *text, wend__rows *rows, const wend_read_options *options,
                            wend_map_format name) {
    wend_map_desc desc = {
        .width = rows->width, .height = rows->height, .lattice = options->lattice, .allocator = options->allocator};
    wend_map *map;
    wend_status status = wend_map_create(&desc, &map);
    if (status != WEND_OK) return status;
    rows->map = map;
    rows->count = 0;
    status = functions_of(name).read(text, rows);
    if (status == WEND_OK) return WEND_OK;
    wend_map_destroy(map);
    rows->map = NULL;
    return status;
}

static wend_status read_bytes(const wend__text *start, const wend_read_options *options, wend_map_format name,
                              wend_map **out, uint8_t *costs) {
    wend_allocator allocator = wend__allocator_or_default(options->allocator);
    wend__rows rows = {.scratch = wend__allocate(&allocator, WEND_MAX_SIDE, 1)};
    wend__text text = *start;
    wend_status status = WEND_ERROR_NO_MEMORY;
    if (rows.scratch) status = functions_of(name).read(&text, &rows);
    if (status == WEND_OK) {
        text = *start;
        status = fill_map(&text, &rows, options, name);
    }
    wend__release(&allocator, rows.scratch, WEND_MAX_SIDE, 1);
    if (status == WEND_ERROR_NO_MEMORY) wend__refuse(&text, status, "there is not enough memory");
    if (status != WEND_OK) return status;
    *out = rows.map;
    if (costs) fill_costs(name, costs);
    return WEND_OK;
}

static bool options_are_valid(const wend_read_options *options) {
    if (options->format < WEND_FORMAT_AUTO || options->format > WEND_FORMAT_TXT) return false;
    if (options->lattice != WEND_SQUARE && options->lattice != WEND_HEX) return false;
    return wend__allocator_is_valid(options->allocator);
}

/* A text of nothing, for refusals before there are bytes. */
static wend__text empty_text(wend_read_error *error) {
    *error = (wend_read_error){0};
    return (wend__text){.error = error};
}

wend_status wend_map_read_memory(const void *bytes, size_t size, const wend_read_options *options, wend_map **out,
                                 uint8_t *costs, wend_read_error *error) {
    wend_read_error unwanted;
    wend__text text = empty_text(error ? error : &unwanted);
    if (!options || !out || (!bytes && size > 0)) {
        return wend__refuse(&text, WEND_ERROR_ARGUMENT, "an argument is NULL");
    }
    if (!options_are_valid(options) || options->format == WEND_FORMAT_AUTO) {
        return wend__refuse(&text, WEND_ERROR_ARGUMENT, "an option has a value out of its range");
    }
    if (size > MAX_FILE_SIZE) return wend__refuse(&text, WEND_ERROR_SIZE, "more than 2 GiB is too much");
    if (size == 0) return wend__refuse(&text, WEND_ERROR_FORMAT, "the file is empty");
    text.at = bytes;
    text.end = text.at + size;
    return read_bytes(&text, options, options->format, out, costs);
}

typedef struct wend__buffer {
    wend_allocator allocator;
    uint8_t *bytes;
    size_t size, capacity;
} wend__buffer;

static bool reserve(wend__buffer *buffer, size_t capacity) {
    uint8_t *bytes = wend__allocate(&buffer->allocator, capacity, 1);
    if (!bytes) return false;
    if (buffer->size) memcpy(bytes, buffer->bytes, buffer->size);
    wend__release(&buffer->allocator, buffer->bytes, buffer->capacity, 1);
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

/* One more than the size of the file, so that reading it meets the end at once; a guess where the size is not known. */
static size_t first_capacity(FILE *file) {
    size_t capacity = FIRST_FILE_SIZE;
    if (fseek(file, 0, SEEK_END) == 0) {
        long end = ftell(file);
        if (end > 0 && (unsigned long)end <= MAX_FILE_SIZE) capacity = (size_t)end + 1;
    }
    rewind(file);
    return capacity;
}

static wend_status read_all(wend__text *text, FILE *file, wend__buffer *buffer) {
    size_t capacity = first_capacity(file);
    while (!feof(file)) {
        if (buffer->size > MAX_FILE_SIZE) {
            return wend__refuse(text, WEND_ERROR_SIZE, "a file of more than 2 GiB is too large");
        }
        if (!reserve(buffer, capacity)) {
            return wend__refuse(text, WEND_ERROR_NO_MEMORY, "there is not enough memory");
        }
        buffer->size += fread(buffer->bytes + buffer->size, 1, buffer->capacity - buffer->size, file);
        if (ferror(file)) return wend__refuse(text, WEND_ERROR_IO, "the file cannot be read");
        capacity = buffer->capacity > MAX_FILE_SIZE / 2 ? MAX_FILE_SIZE + 1 : buffer->capacity * 2;
    }
    return WEND_OK;
}

static const char *why_not_opened(int reason) {
    if (reason == ENOENT) return "there is no such file";
    if (reason == EACCES) return "the file may not be read";
    return "the file cannot be opened";
}

wend_status wend_map_read_file(const char *path, const wend_read_options *options, wend_map **out, uint8_t *costs,
                               wend_read_error *error) {
    wend_read_error unwanted;
    wend__text text = empty_text(error ? error : &unwanted);
    wend_read_options known = options ? *options : (wend_read_options){0};
    if (!path || !out) return wend__refuse(&text, WEND_ERROR_ARGUMENT, "an argument is NULL");
    if (!options_are_valid(&known)) {
        return wend__refuse(&text, WEND_ERROR_ARGUMENT, "an option has a value out of its range");
    }
    if (known.format == WEND_FORMAT_AUTO) known.format = format_of_path(path);
    if (known.format == WEND_FORMAT_AUTO) {
        return wend__refuse(&text, WEND_ERROR_FORMAT, "the extension is none of .map .pgm .csv .txt");
    }
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return wend__refuse(&text, WEND_ERROR_IO, "%s", why_not_opened(errno));
    wend__buffer buffer = {.allocator = wend__allocator_or_default(known.allocator)};
    wend_status status = read_all(&text, file, &buffer);
    fclose(file);
    if (status == WEND_OK) status = wend_map_read_memory(buffer.bytes, buffer.size, &known, out, costs, text.error);
    wend__release(&buffer.allocator, buffer.bytes, buffer.capacity, 1);
    return status;
}

static wend__extent extent_of(const wend_map *map) {
    wend__extent extent = {map->shape.width, map->shape.height, 255, 0};
    for (size_t i = 0, cells = wend__cell_count(map->shape); i < cells; i++) {
        if (map->terrain[i] < extent.least) extent.least = map->terrain[i];
        if (map->terrain[i] > extent.greatest) extent.greatest = map->terrain[i];
    }
    return extent;
}

static bool write_rows(const wend_map *map, const wend__format *format, const wend__extent *extent, char *row,
                       FILE *file) {
    for (size_t y = 0; y < (size_t)extent->height; y++) {
        size_t length = format->row(extent, map->terrain + y * (size_t)extent->width, row);
        if (fwrite(row, 1, length, file) != length) return false;
    }
    return true;
}

wend_status wend_map_write_file(const wend_map *map, const char *path, wend_map_format name) {
    if (!map || !path || name < WEND_FORMAT_AUTO || name > WEND_FORMAT_TXT) return WEND_ERROR_ARGUMENT;
    if (name == WEND_FORMAT_AUTO) name = format_of_path(path);
    if (name == WEND_FORMAT_AUTO) return WEND_ERROR_FORMAT;
    wend__format format = functions_of(name);
    wend__extent extent = extent_of(map);
    char head[WEND__HEAD_SIZE];
    size_t head_size = format.head(&extent, head);
    if (head_size == WEND__CANNOT_HOLD) return WEND_ERROR_FORMAT;

    size_t row_size = (size_t)extent.width * WEND__CELL_SIZE;
    char *row = wend__allocate(&map->allocator, row_size, 1);
    if (!row) return WEND_ERROR_NO_MEMORY;
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(head, 1, head_size, file) == head_size;
    written = written && write_rows(map, &format, &extent, row, file);
    if (file && fclose(file) != 0) written = false;
    wend__release(&map->allocator, row, row_size, 1);
    return written ? WEND_OK : WEND_ERROR_IO;
}
