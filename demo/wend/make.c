/* SPDX-License-Identifier: MIT
 * wend make: a generated map into a file. */
#include "settings.h"

#include "common/picture.h"
#include "scenes/generate.h"

#include <stdio.h>
#include <stdlib.h>

#define WALLS_NOT_GIVEN UINT32_MAX

struct make {
    enum scene_kind kind;
    wend_cell size;
    uint32_t walls;
    uint64_t seed;
    bool json;
};

/* The characters of a .map; false: a number that no character stands for. */
static bool to_characters(uint8_t *terrain, size_t cells) {
    for (size_t i = 0; i < cells; i++) {
        if (terrain[i] != 0 && terrain[i] != SCENE_WALL) {
            return false;
        }
        terrain[i] = terrain[i] == 0 ? '.' : '@';
    }
    return true;
}

static int write_map(const struct make *make, const uint8_t *terrain, const char *path) {
    wend_map_desc desc = {.width = make->size.x, .height = make->size.y};
    wend_map *map = NULL;
    wend_status status = wend_map_create(&desc, &map);
    if (status == WEND_OK) {
        wend_rect all = {0, 0, desc.width, desc.height};
        status = wend_map_write(map, all, terrain, (size_t)desc.width);
    }
    if (status == WEND_OK) {
        status = wend_map_write_file(map, path, WEND_FORMAT_AUTO);
    }
    wend_map_destroy(map);
    return status == WEND_OK ? EXIT_DONE : complain("%s: %s", path, wend_status_string(status));
}

static int write_terrain(const struct make *make, uint8_t *terrain, size_t cells, const char *path) {
    if (has_extension(path, ".png")) {
        bool written = grey_write_png(path, terrain, make->size.x, make->size.y);
        return written ? EXIT_DONE : complain("%s: cannot be written", path);
    }
    if (has_extension(path, ".map")) {
        if (!to_characters(terrain, cells)) {
            return complain("%s: a .map has no numbers for the costs of `%s`; use .pgm .csv .txt or .png", path,
                            scene_name(make->kind));
        }
    } else if (!has_extension(path, ".pgm") && !has_extension(path, ".csv") && !has_extension(path, ".txt")) {
        return complain("%s: a map must be a .map, .pgm, .csv, .txt or .png file", path);
    }
    return write_map(make, terrain, path);
}

static int make_map(const struct make *make, const char *path) {
    size_t cells = (size_t)make->size.x * (size_t)make->size.y;
    uint8_t *terrain = malloc(cells);
    if (!terrain || !scene_generate(make->kind, make->size.x, make->size.y, make->walls, make->seed, terrain)) {
        free(terrain);
        return complain("out of memory");
    }
    size_t walls = 0;
    for (size_t i = 0; i < cells; i++) {
        walls += terrain[i] == SCENE_WALL;
    }
    int code = write_terrain(make, terrain, cells, path);
    free(terrain);
    if (code == EXIT_DONE && make->json) {
        printf("{\"kind\": \"%s\", \"width\": %d, \"height\": %d, \"seed\": %llu, \"blocked\": %zu}\n",
               scene_name(make->kind), (int)make->size.x, (int)make->size.y, (unsigned long long)make->seed, walls);
    }
    return code;
}

int command_make(int count, char **arguments) {
    struct make make = {.walls = WALLS_NOT_GIVEN, .seed = 1};
    struct command_line line = {
        .usage = "wend make empty|random|rooms|maze|cave|blobs|noise|braid --size WxH [--walls PERCENT] [--seed N] OUT",
        .about =
            "Generates a map into OUT, a .map, .pgm, .csv, .txt or .png file. The same kind, size, walls and seed\n"
            "give the same map on every machine.\n\n"
            "  empty   free ground\n"
            "  random  single walls, 20 % of the cells or --walls\n"
            "  rooms   rooms of 8x8 cells with doors\n"
            "  maze    corridors one cell wide, one way between any two cells\n"
            "  braid   a maze with ways round: one in ten of its inner walls is open\n"
            "  cave    one connected cave, grown from 45 % of walls or --walls\n"
            "  blobs   hills of cost 1 to 9; the highest --walls percent are walls\n"
            "  noise   cost 1 to 9, every cell by itself; --walls percent are walls\n\n"
            "Free ground is 0 and a wall is 255, in a .map `.` and `@`. A .map cannot hold costs.\n",
        .positional_needed = 2};
    add_taken(&line, "size", "WxH", "width and height in cells", take_size, &make.size);
    add_number(&line, "walls", "PERCENT", "share of walls: random, cave, blobs, noise", 0, 100, &make.walls);
    add_seed(&line, "seed of the generator (default 1)", &make.seed);
    add_flag(&line, "json", "print one JSON object on standard output", &make.json);
    enum command_line_result result = command_line_read(&line, count, arguments);
    if (result != COMMAND_LINE_GO) {
        return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    if (!scene_find(line.positionals[0], &make.kind)) {
        return complain("there is no kind of map `%s` (see wend make --help)", line.positionals[0]);
    }
    if (make.size.x == 0) {
        return complain("--size WxH is needed");
    }
    if (make.walls != WALLS_NOT_GIVEN && !scene_uses_walls(make.kind)) {
        return complain("--walls does not go with `%s`", scene_name(make.kind));
    }
    make.walls = make.walls == WALLS_NOT_GIVEN ? scene_default_walls(make.kind) : make.walls;
    return make_map(&make, line.positionals[1]);
}
