/* SPDX-License-Identifier: MIT
 * Where groups appear. */
#include "play.h"

#include "scenes/generate.h"

#include <string.h>

static size_t cell_count(const struct play *play) {
    return (size_t)play->width * (size_t)play->height;
}

static wend_cell cell_of(const struct play *play, uint32_t index) {
    return (wend_cell){(int32_t)(index % (uint32_t)play->width), (int32_t)(index / (uint32_t)play->width)};
}

static bool reaches(const struct play *play, uint32_t group, wend_cell cell) {
    return wend_field_value(play_field(play, group), cell.x, cell.y) != WEND_UNREACHABLE;
}

/* Grows from the sources [0, count) of queue, over steps that the mover can take. owner [cells] is the source's place
 * plus 1, or 0 where none came. Returns how many cells were reached; queue holds them, nearest first. */
static uint32_t grow(const struct play *play, uint32_t *queue, uint32_t count, uint32_t *owner) {
    memset(owner, 0, cell_count(play) * sizeof *owner);
    for (uint32_t i = 0; i < count; i++) owner[queue[i]] = i + 1;
    for (uint32_t head = 0; head < count; head++) {
        wend_cell cell = cell_of(play, queue[head]), there;
        uint32_t exits = wend_mover_exits(play->mover, cell.x, cell.y);
        for (int k = 0; k < 8; k++) {
            if (!(exits >> k & 1) || wend_map_neighbour(play->plot.map, cell, (wend_direction)k, &there) != WEND_OK)
                continue;
            uint32_t index = (uint32_t)(there.y * play->width + there.x);
            if (owner[index] || !reaches(play, 0, there)) continue;
            owner[index] = owner[queue[head]];
            queue[count++] = index;
        }
    }
    return count;
}

/* The cells where goals of any group are; each once. */
static uint32_t list_goals(const struct play *play, uint32_t *out) {
    uint32_t count = 0;
    for (uint32_t group = 0; group < play->group_count; group++) {
        for (size_t i = 0; i < play->groups[group].goal_count; i++) {
            wend_goal_result result;
            if (wend_field_goal_result(play_field(play, group), i, &result) != WEND_OK || result.cells == 0) continue;
            uint32_t index = (uint32_t)(result.cell.y * play->width + result.cell.x);
            bool is_new = true;
            for (uint32_t j = 0; j < count; j++) is_new = is_new && out[j] != index;
            if (is_new) out[count++] = index;
        }
    }
    return count;
}

/* Each source as far from the goals and from the other sources as can be; then every cell falls to the source from
 * which it is reached first. */
static void plan_by_distance(struct play *play) {
    uint32_t *queue = play->scratch, *owner = play->scratch + cell_count(play);
    uint32_t sources[PLAY_GROUPS * (PLAY_GOALS + 1)];
    uint32_t goals = list_goals(play, sources), count = goals;
    for (uint32_t group = 0; group < play->group_count && count > 0; group++) {
        memcpy(queue, sources, count * sizeof *sources);
        uint32_t reached = grow(play, queue, count, owner);
        if (reached == count) break;
        sources[count++] = queue[reached - 1];
    }
    /* Where goals are all the ground there is, they are the sources too. */
    uint32_t first = count > goals ? goals : 0, groups = count - first;
    if (groups > play->group_count) groups = play->group_count;
    memcpy(queue, sources + first, groups * sizeof *sources);
    uint32_t reached = groups ? grow(play, queue, groups, owner) : 0;
    uint32_t used = 0;
    for (uint32_t group = 0; group < play->group_count; group++) {
        play->spawn_begin[group] = used;
        for (uint32_t i = 0; i < reached; i++)
            if (owner[queue[i]] == group + 1) play->spawn[used++] = queue[i];
    }
    play->spawn_begin[play->group_count] = used;
}

size_t spawn_cells(const struct play *play) {
    size_t cells = 0;
    for (uint32_t i = 0; i < play->plot.group_count; i++) {
        wend_rect home = play->plot.groups[i].home;
        cells += (size_t)home.width * (size_t)home.height;
    }
    return cells > cell_count(play) ? cells : cell_count(play);
}

/* The cells of each group's home, shuffled. */
static void plan_at_homes(struct play *play) {
    uint32_t used = 0;
    uint64_t random = 1;
    for (uint32_t group = 0; group < play->group_count; group++) {
        wend_rect home = play->groups[group].home;
        uint32_t begin = used;
        for (int32_t y = home.y; y < home.y + home.height; y++)
            for (int32_t x = home.x; x < home.x + home.width; x++) {
                bool is_good =
                    wend_mover_place(play->mover, x, y) == WEND_OK && reaches(play, group, (wend_cell){x, y});
                if (is_good) play->spawn[used++] = (uint32_t)(y * play->width + x);
            }
        for (uint32_t i = used; i > begin + 1; i--) {
            uint32_t other = begin + scene_random_below(&random, i - begin), kept = play->spawn[i - 1];
            play->spawn[i - 1] = play->spawn[other];
            play->spawn[other] = kept;
        }
        play->spawn_begin[group] = begin;
    }
    play->spawn_begin[play->group_count] = used;
}

void spawn_plan(struct play *play) {
    if (play->groups[0].home.width > 0)
        plan_at_homes(play);
    else
        plan_by_distance(play);
}

/* A number in [-1, 1] that depends on the agent alone. */
static float scatter(uint32_t agent, uint32_t salt) {
    uint32_t mixed = (agent + 1) * 0x9E3779B1u ^ salt * 0x85EBCA77u;
    mixed ^= mixed >> 15;
    mixed *= 0x2C1B3C6Du;
    mixed ^= mixed >> 13;
    return (float)(mixed & 0xFFFFu) / 32767.5f - 1.0f;
}

/* One agent a cell; round again where the ground is used up. */
bool spawn_place(const struct play *play, uint32_t group, uint32_t rank, float *x, float *y) {
    uint32_t begin = play->spawn_begin[group], count = play->spawn_begin[group + 1] - begin;
    if (count == 0) {
        begin = 0;
        count = play->spawn_begin[play->group_count];
    }
    if (count == 0) return false;
    wend_cell cell = cell_of(play, play->spawn[begin + rank % count]);
    uint32_t agent = rank * PLAY_GROUPS + group;
    wend_map_centre(play->plot.map, cell.x, cell.y, x, y);
    *x += 0.14f * scatter(agent, 1);
    *y += 0.14f * scatter(agent, 2);
    return true;
}
