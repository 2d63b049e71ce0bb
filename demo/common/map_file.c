/* SPDX-License-Identifier: MIT */
#include "map_file.h"

#include "options.h"
#include "text_file.h"

#include <stdio.h>
#include <string.h>
#include <wend/io.h>

bool map_file_read(const char *path, wend_lattice lattice, struct map_file *out) {
    *out = (struct map_file){.map = NULL};
    wend_read_options options = {.lattice = lattice};
    wend_read_error error = {0};
    wend_status status = wend_map_read_file(path, &options, &out->map, out->costs, &error);
    if (status != WEND_OK) {
        const char *sentence = error.message[0] ? error.message : wend_status_string(status);
        if (error.line)
            complain("%s:%u: %s", path, (unsigned)error.line, sentence);
        else
            complain("%s: %s", path, sentence);
        return false;
    }
    const char *slash = strrchr(path, '/');
    (void)snprintf(out->name, sizeof out->name, "%s", slash ? slash + 1 : path);
    out->is_characters = has_extension(path, ".map");
    out->wall = out->is_characters ? '#' : WEND_BLOCKED;
    out->ground = out->is_characters ? '.' : 0;
    return true;
}

void map_file_shipped(const char *name, char *out, size_t size) {
    (void)snprintf(out, size, "%s/%s.map", WEND_SCENES_DIR, name);
}

bool place_is_good(const wend_mover *mover, const char *option, wend_cell cell, const char *otherwise) {
    const wend_map *map = wend_mover_map(mover);
    wend_status place = wend_mover_place(mover, cell.x, cell.y);
    if (place == WEND_OK) return true;
    if (place == WEND_OFF_MAP)
        complain("%s %d,%d: off the map, which is %dx%d", option, (int)cell.x, (int)cell.y, (int)wend_map_width(map),
                 (int)wend_map_height(map));
    else
        complain("%s %d,%d: %s", option, (int)cell.x, (int)cell.y, otherwise);
    return false;
}
