/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include "common/map_file.h"
#include "common/options.h"
#include "scenes/generate.h"

#include <stdlib.h>
#include <string.h>

enum { SHIPPED = 4 };

const char *const plot_names[PLOT_SCENES + 1] = {"city",         "arena", "cave",      "maze",
                                                 "counter-flow", "doors", "multitude", NULL};

static bool read_map(struct plot *plot, const char *path, wend_lattice lattice) {
    struct map_file file;
    if (!map_file_read(path, lattice, &file)) return false;
    memcpy(plot->name, file.name, sizeof plot->name);
    memcpy(plot->costs, file.costs, sizeof file.costs);
    plot->map = file.map;
    plot->is_characters = file.is_characters;
    plot->wall = file.wall;
    plot->ground = file.ground;
    return true;
}

/* Ground of characters: it is drawn with relief. */
static bool make_map(struct plot *plot, int32_t width, int32_t height, wend_lattice lattice) {
    wend_map_desc desc = {.width = width, .height = height, .lattice = lattice};
    for (int i = 0; i < 256; i++) plot->costs[i] = 1;
    plot->costs['#'] = WEND_BLOCKED;
    plot->is_characters = true;
    plot->wall = '#';
    plot->ground = '.';
    return wend_map_create(&desc, &plot->map) == WEND_OK &&
           wend_map_fill(plot->map, (wend_rect){0, 0, width, height}, '.') == WEND_OK;
}

static void build_wall(struct plot *plot, wend_rect rect) {
    (void)wend_map_fill(plot->map, rect, plot->wall);
}

static void break_wall(struct plot *plot, wend_rect rect) {
    (void)wend_map_fill(plot->map, rect, plot->ground);
}

static void set_group(struct plot *plot, uint32_t group, wend_rect home, wend_rect goal, uint32_t next) {
    struct group *one = &plot->groups[group];
    *one = (struct group){.home = home, .goal_count = 1, .next = next};
    one->goals[0] = (wend_goal){.x = goal.x, .y = goal.y, .width = goal.width, .height = goal.height};
}

/* Two crowds between two ends of a hall, through the gaps of a wall across it. */
static bool open_counter_flow(struct plot *plot, wend_lattice lattice) {
    enum { WIDTH = 160, HEIGHT = 120, MIDDLE = WIDTH / 2, THICK = 3, GAP = 18, PITCH = 30 };
    if (!make_map(plot, WIDTH, HEIGHT, lattice)) return false;
    build_wall(plot, (wend_rect){MIDDLE - 1, 0, THICK, HEIGHT});
    for (int32_t y = (PITCH - GAP) / 2; y < HEIGHT; y += PITCH)
        break_wall(plot, (wend_rect){MIDDLE - 1, y, THICK, GAP});
    wend_rect floor = {6, 2, WIDTH - 12, HEIGHT - 4};
    plot->group_count = 2;
    set_group(plot, 0, floor, (wend_rect){WIDTH - 4, 0, 4, HEIGHT}, 1);
    set_group(plot, 1, floor, (wend_rect){0, 0, 4, HEIGHT}, 0);
    plot->agents = 4000;
    return true;
}

/* Three halls; of the doors between two of them some are always open, and in turns. */
static bool open_doors(struct plot *plot, wend_lattice lattice) {
    enum { WIDTH = 128, HEIGHT = 96, DOOR = 10, EACH = 4, PITCH = HEIGHT / EACH, WALLS = 2 };
    if (!make_map(plot, WIDTH, HEIGHT, lattice)) return false;
    for (int32_t wall = 0; wall < WALLS; wall++) {
        int32_t x = WIDTH * (wall + 1) / (WALLS + 1);
        build_wall(plot, (wend_rect){x, 0, 2, HEIGHT});
        for (int32_t i = 0; i < EACH; i++) {
            wend_rect rect = {x, i * PITCH + (PITCH - DOOR) / 2, 2, DOOR};
            break_wall(plot, rect);
            plot->doors[plot->door_count++] = (struct door){
                .rect = rect, .period = 24.0f, .open = 13.0f, .phase = 6.0f * (float)((i + 2 * wall) % EACH)};
        }
    }
    plot->group_count = 2;
    set_group(plot, 0, (wend_rect){6, 2, 76, HEIGHT - 4}, (wend_rect){WIDTH - 5, 0, 5, HEIGHT}, 1);
    set_group(plot, 1, (wend_rect){WIDTH - 82, 2, 76, HEIGHT - 4}, (wend_rect){0, 0, 5, HEIGHT}, 0);
    plot->agents = 2000;
    return true;
}

/* A land with six places in it, and somebody on the way from each to another. */
static bool open_multitude(struct plot *plot, wend_lattice lattice) {
    enum { WIDTH = 640, HEIGHT = 480, PLACE = 50, HOME = 180, WALLS = 22, SEED = 5 };
    static const int32_t places[PLAY_GROUPS][2] = {{100, 90}, {320, 90}, {540, 90}, {540, 390}, {320, 390}, {100, 390}};
    wend_rect all = {0, 0, WIDTH, HEIGHT};
    size_t cells = (size_t)WIDTH * HEIGHT;
    uint8_t *terrain = malloc(cells);
    bool is_good = terrain && make_map(plot, WIDTH, HEIGHT, lattice) &&
                   scene_generate(SCENE_BLOBS, WIDTH, HEIGHT, WALLS, SEED, terrain);
    /* The hills are walls, and the land between them is flat. */
    for (size_t i = 0; is_good && i < cells; i++) terrain[i] = terrain[i] == SCENE_WALL ? plot->wall : plot->ground;
    is_good = is_good && wend_map_write(plot->map, all, terrain, WIDTH) == WEND_OK;
    free(terrain);
    for (uint32_t i = 0; i < PLAY_GROUPS; i++) {
        uint32_t next = (i + 2) % PLAY_GROUPS;
        const int32_t *home = places[i], *goal = places[next];
        set_group(plot, i, (wend_rect){home[0] - HOME / 2, home[1] - HOME / 2, HOME, HOME},
                  (wend_rect){goal[0] - PLACE / 2, goal[1] - PLACE / 2, PLACE, PLACE}, next);
    }
    plot->agents = 100000;
    plot->speed = 8.0f;
    return is_good;
}

bool plot_open(struct plot *plot, const char *path, uint32_t number, wend_lattice lattice) {
    char shipped[512];
    *plot = (struct plot){.group_count = PLAY_GROUPS, .agents = 4000, .speed = 4.0f};
    for (uint32_t i = 0; i < PLAY_GROUPS; i++) plot->groups[i].next = i;
    if (!path && number < SHIPPED) {
        map_file_shipped(plot_names[number], shipped, sizeof shipped);
        path = shipped;
    }
    if (path) return read_map(plot, path, lattice);
    strcpy(plot->name, plot_names[number]);
    bool is_good = number == SHIPPED       ? open_counter_flow(plot, lattice)
                   : number == SHIPPED + 1 ? open_doors(plot, lattice)
                                           : open_multitude(plot, lattice);
    if (is_good) return true;
    complain("%s: no memory", plot->name);
    wend_map_destroy(plot->map);
    plot->map = NULL;
    return false;
}
