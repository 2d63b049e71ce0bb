/* SPDX-License-Identifier: MIT */
#include "play.h"

#include "common/clock.h"
#include "common/map_file.h"
#include "common/options.h"
#include "common/paint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AGENTS_PER_THREAD 10000u

static size_t cell_count(const struct play *play) {
    return (size_t)play->width * (size_t)play->height;
}

static wend_rect whole(const struct play *play) {
    return (wend_rect){0, 0, play->width, play->height};
}

static wend_cell cell_of(const struct play *play, uint32_t index) {
    return (wend_cell){(int32_t)(index % (uint32_t)play->width), (int32_t)(index / (uint32_t)play->width)};
}

/* Loading. */

static bool load_map(struct play *play, const char *path, wend_lattice lattice, uint8_t costs[256]) {
    struct map_file file;
    if (!map_file_read(path, lattice, &file)) return false;
    memcpy(play->name, file.name, sizeof play->name);
    memcpy(costs, file.costs, sizeof file.costs);
    play->map = file.map;
    play->is_characters = file.is_characters;
    play->wall = file.wall;
    play->ground = file.ground;
    play->width = wend_map_width(play->map);
    play->height = wend_map_height(play->map);
    return true;
}

static bool make_objects(struct play *play, const uint8_t costs[256]) {
    wend_mover_desc mover_desc = {.costs = costs};
    wend_field_desc field_desc = {.goal_capacity = PLAY_GOALS, .escape_depth = WEND_MAX_ESCAPE_DEPTH};
    size_t cells = cell_count(play);
    play->original = malloc(cells);
    play->scratch = malloc(2 * cells * sizeof *play->scratch);
    play->spawn = malloc(cells * sizeof *play->spawn);
    return play->original && play->scratch && play->spawn &&
           wend_mover_create(play->map, &mover_desc, &play->mover) == WEND_OK &&
           wend_field_create(play->mover, &field_desc, &play->field) == WEND_OK &&
           wend_workspace_create((uint32_t)cells, NULL, &play->workspace) == WEND_OK &&
           wend_map_read(play->map, whole(play), play->original, (size_t)play->width) == WEND_OK;
}

static bool goals_are_good(const struct play *play) {
    for (size_t i = 0; i < play->goal_count; i++) {
        wend_cell cell = {play->goals[i].x, play->goals[i].y};
        if (!place_is_good(play->mover, "--goal", cell, "a blocked cell")) return false;
    }
    return true;
}

static bool some_place_is_free(const struct play *play) {
    for (int32_t y = 0; y < play->height; y++)
        for (int32_t x = 0; x < play->width; x++)
            if (wend_mover_place(play->mover, x, y) == WEND_OK) return true;
    return false;
}

/* One for every so many agents: small crowds are not worth the waiting for each other. */
static uint32_t threads_for(uint32_t agents) {
    uint32_t most = wend_tasks_openmp(0).worker_count, wanted = agents / AGENTS_PER_THREAD + 1;
    return wanted < most ? wanted : most;
}

bool play_open(struct play *play, const char *path, wend_lattice lattice, const wend_goal *goals, size_t goal_count,
               uint32_t agents, uint32_t threads) {
    uint8_t costs[256];
    *play = (struct play){.tasks = wend_tasks_openmp(threads ? threads : threads_for(agents))};
    if (!load_map(play, path, lattice, costs)) return false;
    if (!make_objects(play, costs)) {
        complain("%s: no memory", path);
        return false;
    }
    if (!some_place_is_free(play)) {
        complain("%s: every cell is blocked", path);
        return false;
    }
    play->goal_count = goal_count;
    if (goal_count) {
        memcpy(play->goals, goals, goal_count * sizeof *goals);
        if (!goals_are_good(play)) return false;
    } else {
        play_set_goal(play, (wend_cell){play->width / 2, play->height / 2}, false);
    }
    memcpy(play->first_goals, play->goals, sizeof play->goals);
    play->first_goal_count = play->goal_count;
    play_rebuild(play);
    if (!play_set_agents(play, agents)) {
        complain("no memory for %u agents", (unsigned)agents);
        return false;
    }
    return true;
}

void play_close(struct play *play) {
    wend_crowd_destroy(play->crowd);
    wend_field_destroy(play->field);
    wend_mover_destroy(play->mover);
    wend_map_destroy(play->map);
    wend_workspace_destroy(play->workspace);
    free(play->original);
    free(play->scratch);
    free(play->spawn);
    *play = (struct play){0};
}

/* Where groups appear. */

/* Grows from the sources [0, count) of queue, over steps that the mover can take. owner [cells] is the source's place
 * plus 1, or 0 where none came. Returns how many cells were reached; queue holds them, nearest first. */
static uint32_t grow(const struct play *play, uint32_t *queue, uint32_t count, uint32_t *owner) {
    memset(owner, 0, cell_count(play) * sizeof *owner);
    for (uint32_t i = 0; i < count; i++) owner[queue[i]] = i + 1;
    for (uint32_t head = 0; head < count; head++) {
        wend_cell cell = cell_of(play, queue[head]), there;
        uint32_t exits = wend_mover_exits(play->mover, cell.x, cell.y);
        for (int k = 0; k < 8; k++) {
            if (!(exits >> k & 1) || wend_map_neighbour(play->map, cell, (wend_direction)k, &there) != WEND_OK)
                continue;
            uint32_t index = (uint32_t)(there.y * play->width + there.x);
            if (owner[index] || wend_field_value(play->field, there.x, there.y) == WEND_UNREACHABLE) continue;
            owner[index] = owner[queue[head]];
            queue[count++] = index;
        }
    }
    return count;
}

/* The cells where goals are. */
static uint32_t list_goals(const struct play *play, uint32_t *out) {
    uint32_t count = 0;
    for (size_t i = 0; i < play->goal_count; i++) {
        wend_goal_result result;
        if (wend_field_goal_result(play->field, i, &result) != WEND_OK || result.cells == 0) continue;
        uint32_t index = (uint32_t)(result.cell.y * play->width + result.cell.x);
        bool is_new = true;
        for (uint32_t j = 0; j < count; j++) is_new = is_new && out[j] != index;
        if (is_new) out[count++] = index;
    }
    return count;
}

/* Each source as far from the goals and from the other sources as can be; then every cell falls to the source from
 * which it is reached first. */
static void plan_spawn(struct play *play) {
    uint32_t *queue = play->scratch, *owner = play->scratch + cell_count(play);
    uint32_t sources[PLAY_GOALS + PLAY_GROUPS];
    uint32_t goals = list_goals(play, sources), count = goals;
    for (uint32_t group = 0; group < PLAY_GROUPS && count > 0; group++) {
        memcpy(queue, sources, count * sizeof *sources);
        uint32_t reached = grow(play, queue, count, owner);
        if (reached == count) break;
        sources[count++] = queue[reached - 1];
    }
    /* Where goals are all the ground there is, they are the sources too. */
    uint32_t first = count > goals ? goals : 0, groups = count - first;
    if (groups > PLAY_GROUPS) groups = PLAY_GROUPS;
    memcpy(queue, sources + first, groups * sizeof *sources);
    uint32_t reached = groups ? grow(play, queue, groups, owner) : 0;
    uint32_t used = 0;
    for (uint32_t group = 0; group < PLAY_GROUPS; group++) {
        play->spawn_begin[group] = used;
        for (uint32_t i = 0; i < reached; i++)
            if (owner[queue[i]] == group + 1) play->spawn[used++] = queue[i];
    }
    play->spawn_begin[PLAY_GROUPS] = used;
}

/* A number in [-1, 1] that depends on the agent alone. */
static float scatter(uint32_t agent, uint32_t salt) {
    uint32_t mixed = (agent + 1) * 0x9E3779B1u ^ salt * 0x85EBCA77u;
    mixed ^= mixed >> 15;
    mixed *= 0x2C1B3C6Du;
    mixed ^= mixed >> 13;
    return (float)(mixed & 0xFFFFu) / 32767.5f - 1.0f;
}

/* Two agents a cell, from the group's source outwards; round again where the ground is used up. */
static bool add_agent(struct play *play, uint32_t agent) {
    uint32_t group = play_group(agent), rank = agent / PLAY_GROUPS;
    uint32_t begin = play->spawn_begin[group], count = play->spawn_begin[group + 1] - begin;
    if (count == 0) {
        begin = 0;
        count = play->spawn_begin[PLAY_GROUPS];
    }
    if (count == 0) return false;
    wend_cell cell = cell_of(play, play->spawn[begin + rank / 2 % count]);
    float x, y, side = rank & 1 ? 0.2f : -0.2f;
    wend_map_centre(play->map, cell.x, cell.y, &x, &y);
    x += side + 0.08f * scatter(agent, 1);
    y += side + 0.08f * scatter(agent, 2);
    return wend_crowd_add(play->crowd, x, y, NULL) == WEND_OK;
}

/* A crowd with room for so many; the agents of the old one move over. */
static bool grow_crowd(struct play *play, uint32_t agents) {
    uint32_t capacity = agents < 8192 ? 16384 : agents * 2;
    wend_crowd_desc desc = {.capacity = capacity, .radius = PLAY_RADIUS};
    wend_crowd *crowd = NULL;
    if (wend_crowd_create(play->field, &desc, &crowd) != WEND_OK) return false;
    uint32_t count = play->crowd ? wend_crowd_count(play->crowd) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const float *at = wend_crowd_positions(play->crowd) + 2 * (size_t)i;
        (void)wend_crowd_add(crowd, at[0], at[1], NULL);
    }
    wend_crowd_destroy(play->crowd);
    play->crowd = crowd;
    play->capacity = capacity;
    return true;
}

static bool keep_first(struct play *play, uint32_t agents) {
    size_t bytes = 2 * (size_t)agents * sizeof(float);
    float *kept = malloc(bytes ? bytes : 1);
    if (!kept) return false;
    memcpy(kept, wend_crowd_positions(play->crowd), bytes);
    wend_crowd_clear(play->crowd);
    for (uint32_t i = 0; i < agents; i++) (void)wend_crowd_add(play->crowd, kept[2 * i], kept[2 * i + 1], NULL);
    free(kept);
    return true;
}

bool play_set_agents(struct play *play, uint32_t agents) {
    if ((!play->crowd || agents > play->capacity) && !grow_crowd(play, agents)) return false;
    uint32_t count = wend_crowd_count(play->crowd);
    if (agents < count) return keep_first(play, agents);
    plan_spawn(play);
    for (; count < agents; count++)
        if (!add_agent(play, count)) break;
    return true;
}

/* What the player does. */

bool play_restart(struct play *play) {
    uint32_t agents = wend_crowd_count(play->crowd);
    (void)wend_map_write(play->map, whole(play), play->original, (size_t)play->width);
    memcpy(play->goals, play->first_goals, sizeof play->goals);
    play->goal_count = play->first_goal_count;
    play_rebuild(play);
    wend_crowd_clear(play->crowd);
    return play_set_agents(play, agents);
}

void play_set_goal(struct play *play, wend_cell cell, bool one_more) {
    if (!one_more) play->goal_count = 0;
    if (play->goal_count == PLAY_GOALS) return;
    play->goals[play->goal_count++] = (wend_goal){.x = cell.x, .y = cell.y};
}

bool play_is_wall(const struct play *play, wend_cell cell) {
    return wend_mover_place(play->mover, cell.x, cell.y) != WEND_OK;
}

void play_paint(struct play *play, wend_cell from, wend_cell to, int32_t side, bool is_wall) {
    struct paint paint = {.mover = play->mover, .original = play->original, .ground = play->ground, .wall = play->wall};
    paint_line(&paint, from, to, side, is_wall);
}

void play_rebuild(struct play *play) {
    double begin = clock_ms();
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST_CONNECTED};
    (void)wend_mover_update(play->mover);
    (void)wend_field_set_goals(play->field, play->goals, play->goal_count, &options);
    (void)wend_field_build(play->field, play->workspace, NULL);
    play->rebuild_ms = clock_ms() - begin;
    play->edits++;
}

void play_step(struct play *play, float dt) {
    double begin = clock_ms();
    (void)wend_crowd_step(play->crowd, dt, &play->tasks);
    play->step_ms = clock_ms() - begin;
}
