/* SPDX-License-Identifier: MIT
 * Tables of published distances: comment lines `#`, one of which names the sources, a line of column names, and rows.
 *
 *      # sources (x y): 47,25
 *      x,y,avg8_cut,enter4
 *      0,0,646.690475583,-1        -1: no way
 */
#ifndef WEND_COMMAND_DISTANCES_H
#define WEND_COMMAND_DISTANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/map.h>

enum { SOURCE_LIMIT = 64 };

struct distance_row {
    size_t line; /* of the file */
    wend_cell cell;
    double distance; /* -1: no way */
};

struct distances {
    wend_cell sources[SOURCE_LIMIT];
    size_t source_count;
    struct distance_row *rows;
    size_t row_count;
};

/* Reads one column of a table for a map of this size. False: one line on standard error names file, line and fault. */
bool distances_read(const char *path, const char *column, int32_t width, int32_t height, struct distances *out);
void distances_free(struct distances *distances);

#endif
