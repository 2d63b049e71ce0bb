/* SPDX-License-Identifier: MIT
 * Inside the library: the formats of maps that other programs read and write.
 *
 * A reader runs twice over the same text. The first time there is no map: it checks everything and finds the size. The
 * second time it fills the map. So a file never gets memory for more cells than it holds. */
#ifndef WEND__FORMATS_H
#define WEND__FORMATS_H

#include "io/mapfile_text.h"

/* Where a reader puts the rows, from the top. */
typedef struct wend__rows {
    int32_t width, height; /* set by the reader */
    int32_t count;         /* rows put so far */
    wend_map *map;         /* NULL the first time */
    uint8_t *scratch;      /* [WEND_MAX_SIDE] for a row that has to be put together */
} wend__rows;

/* The next row: rows->width bytes. */
wend_status wend__rows_put(wend__rows *rows, const uint8_t *row);

wend_status wend__read_movingai(wend__text *text, wend__rows *rows);
wend_status wend__read_pgm(wend__text *text, wend__rows *rows);
wend_status wend__read_csv(wend__text *text, wend__rows *rows);
wend_status wend__read_txt(wend__text *text, wend__rows *rows);

/* What a writer has to know about the whole map. */
typedef struct wend__extent {
    int32_t width, height;
    uint8_t least, greatest; /* terrain */
} wend__extent;

#define WEND__HEAD_SIZE 80 /* [bytes] no head is longer */
#define WEND__CELL_SIZE 4  /* [bytes] no cell takes more of a row, with what separates it from the next */

/* The bytes before the rows, and those of a row. Return how many; a head of a map that the format cannot hold is
 * WEND__CANNOT_HOLD. */
#define WEND__CANNOT_HOLD SIZE_MAX
size_t wend__movingai_head(const wend__extent *extent, char *out);
size_t wend__movingai_row(const wend__extent *extent, const uint8_t *row, char *out);
size_t wend__pgm_head(const wend__extent *extent, char *out);
size_t wend__pgm_row(const wend__extent *extent, const uint8_t *row, char *out);
size_t wend__csv_head(const wend__extent *extent, char *out);
size_t wend__csv_row(const wend__extent *extent, const uint8_t *row, char *out);
size_t wend__txt_head(const wend__extent *extent, char *out);
size_t wend__txt_row(const wend__extent *extent, const uint8_t *row, char *out);

#endif
