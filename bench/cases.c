/* SPDX-License-Identifier: MIT
 * Bench: the table of cases. */
#include "cases.h"

#define NS_PER_CELL "ns/cell", 1, false
#define US_PER_BUILD "us/build", 1000, true
#define US_PER_QUERY "us/query", 1000, false

#define USUAL                                                                                                          \
    { 512, 1024 }
#define MAZES                                                                                                          \
    { 513, 1025 } /* corridors at even x and y: no wall along the outline */
#define SMALL                                                                                                          \
    { 64 }

#define FIELD(name, kind, walls, most_cost, sizes, about)                                                              \
    { "field-" name, about, {kind, walls, most_cost, name}, sizes, NS_PER_CELL, 1, bench_enter_fields }
#define RANDOM(name, sizes, unit, builds, enter, about)                                                                \
    { name, about ", 20 % random walls", {SCENE_RANDOM, 20, 0, "random20"}, sizes, unit, builds, enter }

static const bench_case cases[] = {
    FIELD("empty", SCENE_EMPTY, 0, 0, USUAL, "an open plain"),
    FIELD("random20", SCENE_RANDOM, 20, 0, USUAL, "20 % random walls"),
    FIELD("random35", SCENE_RANDOM, 35, 0, USUAL, "35 % random walls"),
    FIELD("blobs", SCENE_BLOBS, 0, 0, USUAL, "hills of cost 1 to 9"),
    FIELD("noise", SCENE_NOISE, 0, 0, USUAL, "costs 1 to 9, each cell by itself"),
    FIELD("noise254", SCENE_NOISE, 0, 254, USUAL, "costs 1 to 254, each cell by itself"),
    FIELD("maze", SCENE_MAZE, 0, 0, MAZES, "a perfect maze, corridors one cell wide"),
    FIELD("rooms", SCENE_ROOMS, 0, 0, USUAL, "rooms with doors"),
    {"field-map", "the maps of --map", {.name = NULL}, {0}, NS_PER_CELL, 1, bench_enter_fields},
    RANDOM("small", SMALL, US_PER_BUILD, 64, bench_enter_fields, "64 builds one after the other"),
    RANDOM("many", USUAL, NS_PER_CELL, 16, bench_enter_many, "16 fields at once"),
    RANDOM("rebuild", USUAL, NS_PER_CELL, 1, bench_enter_rebuilds, "what changes from build to build"),
    RANDOM("rules", USUAL, NS_PER_CELL, 1, bench_enter_rules, "other rules beside the default"),
    {"rules-cave", "the same in a cave", {SCENE_CAVE, 42, 0, "cave"}, USUAL, NS_PER_CELL, 1, bench_enter_rules},
    RANDOM("direction", USUAL, NS_PER_CELL, 1, bench_enter_directions, "directions from values"),
    RANDOM("exits", USUAL, NS_PER_CELL, 1, bench_enter_exits, "costs, exits and components anew from terrain"),
    RANDOM("astar", USUAL, US_PER_QUERY, 1, bench_enter_routes, "20 routes between random cells"),
};

size_t bench_case_count(void) {
    return sizeof cases / sizeof *cases;
}

const bench_case *bench_case_at(size_t index) {
    return &cases[index];
}
