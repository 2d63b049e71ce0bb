/* SPDX-License-Identifier: MIT
 * Fixed work for run.py, which counts the instructions of measured() under callgrind: count CASE BACKEND */
#include <wend/wend.h>

#include "scenes/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BUILDS 20

typedef struct work_case {
    const char *name;
    enum scene_kind kind;
    uint32_t walls_percent;
    int32_t size;
    uint32_t builds; /* at most MOST_BUILDS; 0: the mover is brought up to date with new terrain instead */
} work_case;

static const work_case cases[] = {
    {"random20", SCENE_RANDOM, 20, 64, 20}, /* as a tower-defence game has it */
    {"cave", SCENE_CAVE, 42, 256, 1},       /* as other games do */
    {"noise", SCENE_NOISE, 0, 256, 1},      /* costs 1 to 9, each cell by itself */
    {"maze", SCENE_MAZE, 0, 257, 1},        /* corridors one cell wide */
    {"exits", SCENE_RANDOM, 20, 256, 0},    /* costs, exits and components */
};

typedef struct job {
    const work_case *which;
    wend_cell goals[MOST_BUILDS];
    wend_map *map;
    wend_mover *mover;
    wend_field *field;
    wend_workspace *workspace;
} job;

static bool build(const job *work, uint32_t i, wend_goal_policy policy) {
    const wend_goal goal = {.x = work->goals[i].x, .y = work->goals[i].y};
    const wend_goal_options options = {.policy = policy};
    return wend_field_set_goals(work->field, &goal, 1, &options) == WEND_OK &&
           wend_field_build(work->field, work->workspace, NULL) == WEND_OK;
}

/* Goals here and there, in cells from which much can be reached; and one build for each, so that none is the first. */
static bool choose_goals(job *work) {
    const int32_t size = work->which->size;
    for (int32_t i = 0; i < MOST_BUILDS; i++) {
        wend_goal_result result;
        work->goals[i] = (wend_cell){(size / 2 + 22 * i) % size, (size / 3 + 38 * i) % size};
        if (!build(work, (uint32_t)i, WEND_GOAL_NEAREST_CONNECTED)) return false;
        wend_field_goal_result(work->field, 0, &result);
        work->goals[i] = result.cell;
        if ((uint32_t)i >= work->which->builds) break;
    }
    return true;
}

/* Nothing else is counted. */
__attribute__((noinline)) bool measured(const job *work);
bool measured(const job *work) {
    if (work->which->builds == 0) return wend_mover_update(work->mover) == WEND_OK;
    bool is_good = true;
    for (uint32_t i = 0; i < work->which->builds && is_good; i++) is_good = build(work, i, WEND_GOAL_REFUSE);
    return is_good;
}

/* The generated map, but with its rows the other way round. */
static bool turn_map(const job *work) {
    const int32_t size = work->which->size;
    const wend_rect all = {0, 0, size, size};
    uint8_t *rows = malloc((size_t)size * (size_t)size), *turned = malloc((size_t)size * (size_t)size);
    bool is_good = rows && turned && wend_map_read(work->map, all, rows, (size_t)size) == WEND_OK;
    for (int32_t y = 0; y < size && is_good; y++) {
        memcpy(turned + (size_t)y * (size_t)size, rows + (size_t)(size - 1 - y) * (size_t)size, (size_t)size);
    }
    is_good = is_good && wend_map_write(work->map, all, turned, (size_t)size) == WEND_OK;
    free(rows);
    free(turned);
    return is_good;
}

static bool prepare(job *work, wend_backend backend) {
    const work_case *which = work->which;
    const uint32_t cells = (uint32_t)which->size * (uint32_t)which->size;
    const wend_field_desc field_desc = {.backend = backend};
    const wend_mover_desc mover_desc = {.backend = backend};
    work->map = scene_map(which->kind, which->size, which->size, which->walls_percent, 1);
    return work->map && wend_mover_create(work->map, &mover_desc, &work->mover) == WEND_OK &&
           wend_field_create(work->mover, &field_desc, &work->field) == WEND_OK &&
           wend_workspace_create(cells, NULL, &work->workspace) == WEND_OK && choose_goals(work) &&
           (which->builds || turn_map(work));
}

static wend_backend find_backend(const char *name) {
    int backend = WEND_BACKEND_WASM128;
    while (backend > WEND_BACKEND_AUTO && strcmp(name, wend_backend_name((wend_backend)backend)) != 0) backend--;
    return (wend_backend)backend;
}

int main(int argc, char **argv) {
    job work = {0};
    for (size_t i = 0; argc == 3 && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(argv[1], cases[i].name) == 0) work.which = &cases[i];
    }
    const wend_backend backend = argc == 3 ? find_backend(argv[2]) : WEND_BACKEND_AUTO;
    if (!work.which || backend == WEND_BACKEND_AUTO) {
        fputs("usage: count CASE BACKEND\n", stderr);
        return 2;
    }
    if (!wend_backend_is_supported(backend)) return 77;
    const bool is_good = prepare(&work, backend) && measured(&work);
    wend_field_destroy(work.field);
    wend_mover_destroy(work.mover);
    wend_map_destroy(work.map);
    wend_workspace_destroy(work.workspace);
    return is_good ? 0 : 1;
}
