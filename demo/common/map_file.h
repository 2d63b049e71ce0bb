/* SPDX-License-Identifier: MIT
 * Maps for the demos: from files, with what a player paints on them. */
#ifndef WEND_COMMON_MAP_FILE_H
#define WEND_COMMON_MAP_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/mover.h>

struct map_file {
    char name[64]; /* without its folder */
    wend_map *map;
    uint8_t costs[256];
    bool is_characters; /* the terrain is MovingAI's characters */
    uint8_t wall;       /* terrain to paint walls with */
    uint8_t ground;     /* terrain to put in the place of a wall that the file had */
};

/* False: one line on standard error names file, line and fault, and there is no map. The caller destroys the map. */
bool map_file_read(const char *path, wend_lattice lattice, struct map_file *out);

/* Path of a map in demo/scenes, by its name without extension, into out [size]. */
void map_file_shipped(const char *name, char *out, size_t size);

/* Can the mover stand on the cell that an option names? False: one line on standard error says why not; `otherwise`, if it
 * is on the map. */
bool place_is_good(const wend_mover *mover, const char *option, wend_cell cell, const char *otherwise);

#endif
