/* SPDX-License-Identifier: MIT
 * Bench: the table of cases. */
#include "cases.h"

#define NS_PER_CELL "ns/cell", 1, false
#define US_PER_BUILD "us/build", 1000, true
#define US_PER_UPDATE "us/update", 1000, true
#define NS_PER_POINT "ns/point", 1, false
#define US_PER_QUERY "us/query", 1000, false
#define NS_PER_STEP "ns/step", 1, false

static const int32_t usual[] = {512, 1024, 0}, mazes[] = {513, 1025, 0}, middle[] = {512, 0}, small[] = {64, 0},
                     boards[] = {64, 1024, 0}, large[] = {1024, 0}, large_maze[] = {1025, 0}, games[] = {256, 512, 0};
/* 1,024, 10,000, 100,489 and a million agents. */
static const int32_t plains[] = {74, 142, 359, 1042, 0}, plain[] = {142, 0};
static const int32_t board[] = {64, 256, 512, 0}, boards_of_corridors[] = {65, 257, 513, 0};

#define FIELD(name, kind, walls, most_cost, sizes, about)                                                              \
    { "field-" name, about, {kind, walls, most_cost, name}, sizes, NS_PER_CELL, 1, bench_enter_fields }
#define RANDOM(name, sizes, unit, builds, enter, about)                                                                \
    { name, about ", 20 % random walls", {SCENE_RANDOM, 20, 0, "random20"}, sizes, unit, builds, enter }

#define PLACEMENT(name, kind, walls, sizes, about)                                                                     \
    { "placement-" name, about, {kind, walls, 0, name}, sizes, NS_PER_CELL, 1, bench_enter_placements }

#define REPAIR(name, kind, walls, sizes, about)                                                                        \
    { "repair-" name, about, {kind, walls, 0, name}, sizes, US_PER_UPDATE, 1, bench_enter_repairs }

#define SLICES(name, kind, walls, most_cost, sizes, about)                                                             \
    { "slices-" name, about, {kind, walls, most_cost, name}, sizes, US_PER_BUILD, 1, bench_enter_slices }

static const bench_case cases[] = {
    FIELD("empty", SCENE_EMPTY, 0, 0, usual, "an open plain"),
    FIELD("random20", SCENE_RANDOM, 20, 0, usual, "20 % random walls"),
    FIELD("random35", SCENE_RANDOM, 35, 0, usual, "35 % random walls"),
    FIELD("blobs", SCENE_BLOBS, 0, 0, usual, "hills of cost 1 to 9"),
    FIELD("noise", SCENE_NOISE, 0, 0, usual, "costs 1 to 9, each cell by itself"),
    FIELD("noise254", SCENE_NOISE, 0, 254, usual, "costs 1 to 254, each cell by itself"),
    FIELD("maze", SCENE_MAZE, 0, 0, mazes, "a perfect maze, corridors one cell wide"),
    FIELD("braid", SCENE_BRAID, 0, 0, mazes, "the same with ways round"),
    FIELD("rooms", SCENE_ROOMS, 0, 0, usual, "rooms with doors"),
    {"field-map", "the maps of --map", {.name = NULL}, NULL, NS_PER_CELL, 1, bench_enter_fields},
    RANDOM("small", small, US_PER_BUILD, 64, bench_enter_fields, "64 builds one after the other"),
    RANDOM("many", usual, NS_PER_CELL, 16, bench_enter_many, "16 fields at once"),
    RANDOM("rebuild", usual, NS_PER_CELL, 1, bench_enter_rebuilds, "what changes from build to build"),
    REPAIR("random20", SCENE_RANDOM, 20, large, "updates after edits: 20 % random walls"),
    REPAIR("rooms", SCENE_ROOMS, 0, large, "the same in rooms with doors"),
    REPAIR("tower", SCENE_EMPTY, 0, small, "the same on a small open plain"),
    {"repair-map", "the same on the maps of --map", {.name = NULL}, NULL, US_PER_UPDATE, 1, bench_enter_repairs},
    SLICES("random20", SCENE_RANDOM, 20, 0, large, "builds in steps of 200 us: 20 % random walls"),
    SLICES("noise254", SCENE_NOISE, 0, 254, large, "the same over costs 1 to 254, each cell by itself"),
    SLICES("maze", SCENE_MAZE, 0, 0, large_maze, "the same in a perfect maze"),
    {"slices-map", "the same on the maps of --map", {.name = NULL}, NULL, US_PER_BUILD, 1, bench_enter_slices},
    RANDOM("rules", usual, NS_PER_CELL, 1, bench_enter_rules, "other rules beside the default"),
    {"rules-cave", "the same in a cave", {SCENE_CAVE, 42, 0, "cave"}, usual, NS_PER_CELL, 1, bench_enter_rules},
    RANDOM("direction", usual, NS_PER_CELL, 1, bench_enter_directions, "directions from values"),
    RANDOM("exits", usual, NS_PER_CELL, 1, bench_enter_exits, "costs, exits and components anew from terrain"),
    RANDOM("mover-update", boards, US_PER_UPDATE, 100, bench_enter_updates, "a mover's update after an edit"),
    {"mover-update-map",
     "the same on the maps of --map",
     {.name = NULL},
     NULL,
     US_PER_UPDATE,
     100,
     bench_enter_updates},
    RANDOM("sampling", middle, NS_PER_POINT, 1, bench_enter_samples, "a million points of a field, nearest and smooth"),
    {"sampling-map", "the same on the maps of --map", {.name = NULL}, NULL, NS_PER_POINT, 1, bench_enter_samples},
    RANDOM("sampling-kinds", middle, NS_PER_POINT, 1, bench_enter_kinds_of_samples,
           "fewer points: without sights, with a radius, among costs, in walls"),
    RANDOM("range-random20", games, NS_PER_CELL, 1, bench_enter_ranges, "ranges, threats, allocation, a flee map"),
    {"range-map", "the same on the maps of --map", {.name = NULL}, NULL, NS_PER_CELL, 1, bench_enter_ranges},
    PLACEMENT("empty", SCENE_EMPTY, 0, board, "where walls may go up: an open plain"),
    PLACEMENT("random20", SCENE_RANDOM, 20, board, "the same among 20 % random walls"),
    PLACEMENT("rooms", SCENE_ROOMS, 0, board, "the same in rooms with doors"),
    PLACEMENT("maze", SCENE_MAZE, 0, boards_of_corridors, "the same in a perfect maze"),
    {"placement-map", "the same on the maps of --map", {.name = NULL}, NULL, NS_PER_CELL, 1, bench_enter_placements},
    {"crowd",
     "dense opposing crowds, (size - 42)^2 agents, radius 0.4, on an open plain",
     {SCENE_EMPTY, 0, 0, "empty"},
     plains,
     NS_PER_STEP,
     1,
     bench_enter_crowds},
    {"crowd-stages", "the stages of that", {SCENE_EMPTY, 0, 0, "empty"}, plain, NS_PER_STEP, 1, bench_enter_stages},
    {"crowd-ways",
     "how long their ways take, over what they would if nobody else was there",
     {SCENE_EMPTY, 0, 0, "empty"},
     plain,
     "free times",
     1,
     true,
     1,
     bench_enter_ways},
    RANDOM("crowd-walls", middle, NS_PER_STEP, 1, bench_enter_crowds_among_walls, "an agent on every other cell"),
    RANDOM("astar", usual, US_PER_QUERY, 1, bench_enter_routes, "20 routes between random cells"),
};

size_t bench_case_count(void) {
    return sizeof cases / sizeof *cases;
}

const bench_case *bench_case_at(size_t index) {
    return &cases[index];
}
