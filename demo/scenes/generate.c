/* SPDX-License-Identifier: MIT
 * Generated maps: see generate.h. Every generator draws its numbers in one fixed order. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[SCENE_KIND_COUNT] = {"empty", "random", "rooms", "maze",
                                                    "cave",  "blobs",  "noise", "braid"};

const char *scene_name(enum scene_kind kind) {
    return (unsigned)kind < SCENE_KIND_COUNT ? names[kind] : "";
}

bool scene_find(const char *name, enum scene_kind *kind) {
    for (int i = 0; i < SCENE_KIND_COUNT; i++) {
        if (strcmp(name, names[i]) == 0) {
            *kind = (enum scene_kind)i;
            return true;
        }
    }
    return false;
}

bool scene_uses_walls(enum scene_kind kind) {
    return kind == SCENE_RANDOM || kind == SCENE_CAVE || kind == SCENE_BLOBS || kind == SCENE_NOISE;
}

uint32_t scene_default_walls(enum scene_kind kind) {
    return kind == SCENE_RANDOM ? 20 : kind == SCENE_CAVE ? 45 : 0;
}

uint64_t scene_random(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15u;
    uint64_t mixed = *state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

uint32_t scene_random_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(((scene_random(state) >> 32) * bound) >> 32);
}

struct canvas {
    uint8_t *terrain;
    int32_t width, height;
    uint32_t walls_percent;
    uint64_t random;
};

static size_t place(const struct canvas *canvas, int32_t x, int32_t y) {
    return (size_t)y * (size_t)canvas->width + (size_t)x;
}

static size_t cell_count(const struct canvas *canvas) {
    return (size_t)canvas->width * (size_t)canvas->height;
}

static void scatter(struct canvas *canvas, bool weights) {
    for (size_t i = 0; i < cell_count(canvas); i++) {
        bool wall = scene_random_below(&canvas->random, 100) < canvas->walls_percent;
        uint8_t weight = weights ? (uint8_t)(1 + scene_random_below(&canvas->random, 9)) : 0;
        canvas->terrain[i] = wall ? SCENE_WALL : weight;
    }
}

/* Rooms. The wall right of and below a room belongs to it:
 *
 *      . . . . . . . . #        room (i, j) begins at cell (9 i, 9 j)
 *      . . . . . . . . d
 *      # # # d # # # # #                                                */
enum { ROOM = 8, ROOM_PITCH = ROOM + 1 };

static int32_t door_position(struct canvas *canvas, int32_t begin, int32_t end) {
    int32_t room_end = begin + ROOM < end ? begin + ROOM : end;
    return begin + (int32_t)scene_random_below(&canvas->random, (uint32_t)(room_end - begin));
}

/* Every room but the first has a door towards the west or the north, so all are connected; often it has both. */
static void rooms_doors(struct canvas *canvas, int32_t x, int32_t y) {
    bool west_sure = scene_random_below(&canvas->random, 2) == 0;
    bool both = scene_random_below(&canvas->random, 8) < 5;
    int32_t door_x = door_position(canvas, x, canvas->width);
    int32_t door_y = door_position(canvas, y, canvas->height);
    if (x > 0 && (west_sure || both || y == 0)) {
        canvas->terrain[place(canvas, x - 1, door_y)] = 0;
    }
    if (y > 0 && (!west_sure || both || x == 0)) {
        canvas->terrain[place(canvas, door_x, y - 1)] = 0;
    }
}

static void rooms(struct canvas *canvas) {
    for (int32_t y = 0; y < canvas->height; y++) {
        for (int32_t x = 0; x < canvas->width; x++) {
            bool wall = x % ROOM_PITCH == ROOM || y % ROOM_PITCH == ROOM;
            canvas->terrain[place(canvas, x, y)] = wall ? SCENE_WALL : 0;
        }
    }
    for (int32_t y = 0; y < canvas->height; y += ROOM_PITCH) {
        for (int32_t x = 0; x < canvas->width; x += ROOM_PITCH) {
            rooms_doors(canvas, x, y);
        }
    }
}

static const int32_t side_x[4] = {0, 1, 0, -1};
static const int32_t side_y[4] = {-1, 0, 1, 0};

/* Which of the four chambers two cells away are still solid; returns how many. */
static uint32_t maze_choices(const struct canvas *canvas, int32_t x, int32_t y, int choices[4]) {
    uint32_t count = 0;
    for (int side = 0; side < 4; side++) {
        int32_t to_x = x + 2 * side_x[side];
        int32_t to_y = y + 2 * side_y[side];
        bool inside = to_x >= 0 && to_y >= 0 && to_x < canvas->width && to_y < canvas->height;
        if (inside && canvas->terrain[place(canvas, to_x, to_y)] == SCENE_WALL) {
            choices[count++] = side;
        }
    }
    return count;
}

/* Maze: chambers at even x and even y, a wandering digger opens the wall to a solid neighbour and goes back the way it
 * came where there is none. The way back is written into the chambers (1 + side it came by) and wiped at the end. */
static void maze(struct canvas *canvas) {
    memset(canvas->terrain, SCENE_WALL, cell_count(canvas));
    int32_t x = 0;
    int32_t y = 0;
    canvas->terrain[0] = 0;
    for (;;) {
        int choices[4];
        uint32_t count = maze_choices(canvas, x, y, choices);
        if (count > 0) {
            int side = choices[scene_random_below(&canvas->random, count)];
            canvas->terrain[place(canvas, x + side_x[side], y + side_y[side])] = 0;
            x += 2 * side_x[side];
            y += 2 * side_y[side];
            canvas->terrain[place(canvas, x, y)] = (uint8_t)(1 + side);
            continue;
        }
        int came_by = canvas->terrain[place(canvas, x, y)] - 1;
        if (came_by < 0) {
            break;
        }
        x -= 2 * side_x[came_by];
        y -= 2 * side_y[came_by];
    }
    for (size_t i = 0; i < cell_count(canvas); i++) {
        canvas->terrain[i] = canvas->terrain[i] == SCENE_WALL ? SCENE_WALL : 0;
    }
}

static void braid(struct canvas *canvas) {
    maze(canvas);
    for (int32_t y = 0; y < canvas->height; y++) {
        for (int32_t x = 1 - (y & 1); x < canvas->width; x += 2) {
            bool between = y & 1 ? y + 1 < canvas->height : x + 1 < canvas->width;
            if (between && scene_random_below(&canvas->random, 10) == 0) canvas->terrain[place(canvas, x, y)] = 0;
        }
    }
}

/* Walls among the 3x3 round a cell; outside of the map counts as wall. */
static int walls_around(const struct canvas *canvas, int32_t x, int32_t y) {
    int walls = 0;
    for (int32_t j = y - 1; j <= y + 1; j++) {
        for (int32_t i = x - 1; i <= x + 1; i++) {
            bool inside = i >= 0 && j >= 0 && i < canvas->width && j < canvas->height;
            walls += !inside || canvas->terrain[place(canvas, i, j)] == SCENE_WALL;
        }
    }
    return walls;
}

/* Marks the free cells connected to start with `mark`, using queue [cells]; returns how many. */
static size_t flood(struct canvas *canvas, size_t start, uint8_t mark, uint32_t *queue) {
    size_t head = 0;
    size_t tail = 0;
    uint8_t from = canvas->terrain[start];
    canvas->terrain[start] = mark;
    queue[tail++] = (uint32_t)start;
    while (head < tail) {
        int32_t x = (int32_t)(queue[head] % (uint32_t)canvas->width);
        int32_t y = (int32_t)(queue[head] / (uint32_t)canvas->width);
        head++;
        for (int side = 0; side < 4; side++) {
            int32_t to_x = x + side_x[side];
            int32_t to_y = y + side_y[side];
            if (to_x < 0 || to_y < 0 || to_x >= canvas->width || to_y >= canvas->height) {
                continue;
            }
            size_t to = place(canvas, to_x, to_y);
            if (canvas->terrain[to] == from) {
                canvas->terrain[to] = mark;
                queue[tail++] = (uint32_t)to;
            }
        }
    }
    return tail;
}

/* Walls up every cave but the largest (the first of equals). */
static void keep_largest(struct canvas *canvas, uint32_t *queue) {
    size_t best = 0;
    size_t best_size = 0;
    for (size_t i = 0; i < cell_count(canvas); i++) {
        if (canvas->terrain[i] == 0) {
            size_t size = flood(canvas, i, 1, queue);
            if (size > best_size) {
                best_size = size;
                best = i;
            }
        }
    }
    if (best_size > 0) {
        (void)flood(canvas, best, 2, queue);
    }
    for (size_t i = 0; i < cell_count(canvas); i++) {
        canvas->terrain[i] = canvas->terrain[i] == 2 ? 0 : SCENE_WALL;
    }
}

/* Cave: a cell becomes wall where five of the nine cells round it are. */
static bool cave(struct canvas *canvas) {
    size_t cells = cell_count(canvas);
    uint8_t *next = malloc(cells);
    uint32_t *queue = malloc(cells * sizeof *queue);
    bool ready = next && queue;
    if (ready) {
        scatter(canvas, false);
        for (int round = 0; round < 5; round++) {
            for (int32_t y = 0; y < canvas->height; y++) {
                for (int32_t x = 0; x < canvas->width; x++) {
                    next[place(canvas, x, y)] = walls_around(canvas, x, y) >= 5 ? SCENE_WALL : 0;
                }
            }
            memcpy(canvas->terrain, next, cells);
        }
        keep_largest(canvas, queue);
    }
    free(next);
    free(queue);
    return ready;
}

/* Height of a corner of the noise lattice [0..65535]. */
static uint32_t corner_height(uint64_t seed, uint32_t octave, uint32_t i, uint32_t j) {
    uint64_t state = seed ^ ((uint64_t)octave << 60) ^ ((uint64_t)i << 30) ^ j;
    (void)scene_random(&state);
    return (uint32_t)(scene_random(&state) >> 48);
}

/* Smooth noise at a cell: heights of the four corners, blended along t * t * (3 - 2 t) [0..65535]. */
static uint32_t smooth_noise(uint64_t seed, uint32_t octave, uint32_t shift, uint32_t x, uint32_t y) {
    uint32_t i = x >> shift;
    uint32_t j = y >> shift;
    uint32_t across = ((x << 8) >> shift) & 255;
    uint32_t down = ((y << 8) >> shift) & 255;
    across = (across * across * (768 - 2 * across)) >> 16;
    down = (down * down * (768 - 2 * down)) >> 16;
    uint32_t upper =
        corner_height(seed, octave, i, j) * (256 - across) + corner_height(seed, octave, i + 1, j) * across;
    uint32_t lower =
        corner_height(seed, octave, i, j + 1) * (256 - across) + corner_height(seed, octave, i + 1, j + 1) * across;
    return ((upper >> 8) * (256 - down) + (lower >> 8) * down) >> 8;
}

enum { HEIGHTS = 4096 };

/* Three octaves together [0..HEIGHTS - 1]. */
static uint32_t hill_height(const struct canvas *canvas, uint32_t shift, int32_t x, int32_t y) {
    uint32_t sum = 0;
    for (uint32_t octave = 0; octave < 3; octave++) {
        sum += smooth_noise(canvas->random, octave, shift - octave, (uint32_t)x, (uint32_t)y) << (2 - octave);
    }
    return sum / 7 >> 4;
}

/* Hills: the rank of a cell's height among all cells says its cost, so that every cost covers about as much ground. */
static bool blobs(struct canvas *canvas) {
    size_t *below = calloc(HEIGHTS + 1, sizeof *below);
    if (!below) {
        return false;
    }
    uint32_t shift = canvas->width < 96 || canvas->height < 96 ? 4 : 5;
    for (int32_t y = 0; y < canvas->height; y++) {
        for (int32_t x = 0; x < canvas->width; x++) {
            below[hill_height(canvas, shift, x, y) + 1]++;
        }
    }
    for (size_t height = 0; height < HEIGHTS; height++) {
        below[height + 1] += below[height];
    }
    uint64_t cells = cell_count(canvas);
    uint64_t free_cells = cells * (100 - canvas->walls_percent) / 100;
    for (int32_t y = 0; y < canvas->height; y++) {
        for (int32_t x = 0; x < canvas->width; x++) {
            uint64_t rank = below[hill_height(canvas, shift, x, y)];
            uint64_t terrain = rank < free_cells ? 1 + rank * 9 / free_cells : SCENE_WALL;
            canvas->terrain[place(canvas, x, y)] = (uint8_t)terrain;
        }
    }
    free(below);
    return true;
}

bool scene_generate(enum scene_kind kind, int32_t width, int32_t height, uint32_t walls_percent, uint64_t seed,
                    uint8_t *terrain) {
    if (!terrain || width < 1 || height < 1 || width > WEND_MAX_SIDE || height > WEND_MAX_SIDE || walls_percent > 100) {
        return false;
    }
    struct canvas canvas = {terrain, width, height, walls_percent, seed};
    switch (kind) {
    case SCENE_EMPTY: memset(terrain, 0, cell_count(&canvas)); return true;
    case SCENE_RANDOM:
    case SCENE_NOISE: scatter(&canvas, kind == SCENE_NOISE); return true;
    case SCENE_ROOMS: rooms(&canvas); return true;
    case SCENE_MAZE: maze(&canvas); return true;
    case SCENE_BRAID: braid(&canvas); return true;
    case SCENE_CAVE: return cave(&canvas);
    case SCENE_BLOBS: return blobs(&canvas);
    default: return false;
    }
}

void scene_scatter_costs(uint8_t *terrain, size_t cells, uint32_t most, uint64_t seed) {
    for (size_t i = 0; i < cells; i++) terrain[i] = (uint8_t)(1 + scene_random_below(&seed, most));
}

wend_map *scene_map(enum scene_kind kind, int32_t width, int32_t height, uint32_t walls_percent, uint64_t seed) {
    wend_map *map = NULL;
    wend_map_desc desc = {.width = width, .height = height};
    if (wend_map_create(&desc, &map) != WEND_OK) {
        return NULL;
    }
    uint8_t *terrain = malloc((size_t)width * (size_t)height);
    wend_rect all = {0, 0, width, height};
    bool done = terrain && scene_generate(kind, width, height, walls_percent, seed, terrain) &&
                wend_map_write(map, all, terrain, (size_t)width) == WEND_OK;
    free(terrain);
    if (!done) {
        wend_map_destroy(map);
        return NULL;
    }
    return map;
}
