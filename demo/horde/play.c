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
#define CONGESTION_SECONDS 0.5
#define MOST_UNIT 10u            /* that what ground costs is multiplied by */
#define MOST_SIGHT_CELLS 400000u /* on larger maps sights would make rebuilding slow */

const char *const play_stage_names[WEND_CROWD_STAGES] = {"bin",  "desire",   "neighbours", "avoid",
                                                         "move", "separate", "arrive",     "congestion"};

static size_t cell_count(const struct play *play) {
    return (size_t)play->width * (size_t)play->height;
}

static wend_rect whole(const struct play *play) {
    return (wend_rect){0, 0, play->width, play->height};
}

uint32_t play_lead(const struct play *play, uint32_t group) {
    return play->leads[group == PLAY_ALL ? 0 : group];
}

const wend_field *play_field(const struct play *play, uint32_t group) {
    return play->fields[play_lead(play, group)];
}

/* Setting up. */

/* Ground that costs more in every place by the same factor is the same ground, with room for what a crowd adds. */
static void scale_costs(struct play *play, uint8_t costs[256]) {
    uint32_t most = 1;
    for (int i = 0; i < 256; i++)
        if (costs[i] != WEND_BLOCKED && costs[i] > most) most = costs[i];
    play->unit = 254 / most < MOST_UNIT ? 254 / most : MOST_UNIT;
    for (int i = 0; i < 256; i++)
        if (costs[i] != WEND_BLOCKED) costs[i] = (uint8_t)(costs[i] * play->unit);
}

static bool make_objects(struct play *play) {
    uint8_t costs[256];
    memcpy(costs, play->plot.costs, sizeof costs);
    scale_costs(play, costs);
    wend_mover_desc mover_desc = {.costs = costs, .unit_cost = play->unit};
    size_t cells = cell_count(play);
    play->original = malloc(cells);
    play->scratch = malloc(2 * cells * sizeof *play->scratch);
    play->spawn = malloc(spawn_cells(play) * sizeof *play->spawn);
    return play->original && play->scratch && play->spawn &&
           wend_mover_create(play->plot.map, &mover_desc, &play->mover) == WEND_OK &&
           wend_workspace_create((uint32_t)cells, NULL, &play->workspace) == WEND_OK &&
           wend_map_read(play->plot.map, whole(play), play->original, (size_t)play->width) == WEND_OK;
}

static bool goals_are_good(const struct play *play, const struct play_desc *desc) {
    for (size_t i = 0; i < desc->goal_count; i++) {
        wend_cell cell = {desc->goals[i].x, desc->goals[i].y};
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

static void deal_goals(struct play *play, const struct play_desc *desc) {
    struct plot *plot = &play->plot;
    for (uint32_t i = 0; i < plot->group_count; i++) {
        struct group *group = &plot->groups[i];
        if (desc->goal_count && desc->is_split) {
            group->goals[0] = desc->goals[i % desc->goal_count];
            group->goal_count = 1;
        } else if (desc->goal_count) {
            memcpy(group->goals, desc->goals, sizeof group->goals);
            group->goal_count = desc->goal_count;
        } else if (!group->goal_count) {
            group->goals[0] = (wend_goal){.x = play->width / 2, .y = play->height / 2};
            group->goal_count = 1;
        }
        if (desc->goal_count) group->next = i;
    }
}

static bool set_up(struct play *play, const struct play_desc *desc) {
    uint32_t agents = desc->agents == UINT32_MAX ? play->plot.agents : desc->agents;
    play->tasks = wend_tasks_openmp(desc->threads ? desc->threads : threads_for(agents));
    if (!make_objects(play)) {
        complain("%s: no memory", play->plot.name);
        return false;
    }
    if (!some_place_is_free(play)) {
        complain("%s: every cell is blocked", desc->path ? desc->path : play->plot.name);
        return false;
    }
    if (!goals_are_good(play, desc)) return false;
    deal_goals(play, desc);
    play->group_count = play->plot.group_count;
    play->congestion = desc->congestion || play->plot.congestion;
    for (uint32_t i = 0; i < PLOT_DOORS; i++) play->is_open[i] = true;
    play->plot.agents = agents;
    if (!play_restart(play)) {
        complain("no memory for %u agents", (unsigned)agents);
        return false;
    }
    return true;
}

bool play_open(struct play *play, const struct play_desc *desc) {
    *play = (struct play){0};
    if (!plot_open(&play->plot, desc->path, desc->scene, desc->lattice)) return false;
    play->width = wend_map_width(play->plot.map);
    play->height = wend_map_height(play->plot.map);
    return set_up(play, desc);
}

void play_close(struct play *play) {
    wend_crowd_destroy(play->crowd);
    for (uint32_t i = 0; i < PLAY_GROUPS; i++) wend_field_destroy(play->fields[i]);
    wend_mover_destroy(play->mover);
    wend_map_destroy(play->plot.map);
    wend_workspace_destroy(play->workspace);
    free(play->original);
    free(play->follows);
    free(play->scratch);
    free(play->spawn);
    *play = (struct play){0};
}

/* Agents. */

static bool add_agent(struct play *play, uint32_t group, float x, float y) {
    wend_agent_desc desc = {.x = x, .y = y, .radius = PLAY_RADIUS, .speed = play->plot.speed, .field = group};
    wend_agent agent;
    if (wend_crowd_add(play->crowd, &desc, &agent) != WEND_OK) return false;
    play->follows[agent.index] = (uint8_t)group;
    return true;
}

static void follow_fields(struct play *play) {
    for (uint32_t i = 0; i < play->group_count && play->crowd; i++)
        (void)wend_crowd_set_field(play->crowd, i, play->fields[play->leads[i]]);
}

/* A crowd with room for so many; the agents of the old one move over. */
static bool grow_crowd(struct play *play, uint32_t agents) {
    uint32_t capacity = agents < 8192 ? 16384 : agents + agents / 4;
    wend_crowd_desc desc = {.capacity = capacity, .fields = PLAY_GROUPS, .radius = PLAY_RADIUS, .congestion = 1};
    wend_crowd *crowd = NULL, *before = play->crowd;
    uint8_t *follows = malloc(capacity), *followed = play->follows;
    if (!follows || wend_crowd_create(play->plot.map, &desc, &crowd) != WEND_OK) {
        free(follows);
        return false;
    }
    play->crowd = crowd;
    play->follows = follows;
    play->capacity = capacity;
    follow_fields(play);
    for (uint32_t i = 0; before && i < wend_crowd_places(before); i++) {
        const float *at = wend_crowd_positions(before) + 2 * (size_t)i;
        (void)add_agent(play, followed[i], at[0], at[1]);
    }
    wend_crowd_destroy(before);
    free(followed);
    return true;
}

bool play_set_agents(struct play *play, uint32_t agents) {
    if ((!play->crowd || agents > play->capacity) && !grow_crowd(play, agents)) return false;
    uint32_t count = wend_crowd_count(play->crowd);
    while (count > agents) (void)wend_crowd_remove(play->crowd, wend_crowd_agent_at(play->crowd, --count));
    if (count < agents) spawn_plan(play);
    for (; count < agents; count++) {
        float x, y;
        uint32_t group = count % play->group_count;
        if (!spawn_place(play, group, count / play->group_count, &x, &y) || !add_agent(play, group, x, y)) break;
    }
    play_measure(play);
    return true;
}

/* Fields. */

static bool same_goals(const struct group *a, const struct group *b) {
    return a->goal_count == b->goal_count && memcmp(a->goals, b->goals, a->goal_count * sizeof *a->goals) == 0;
}

static wend_field *make_field(const struct play *play) {
    wend_field_desc desc = {.goal_capacity = PLAY_GOALS,
                            .escape_depth = WEND_MAX_ESCAPE_DEPTH,
                            .sights = cell_count(play) <= MOST_SIGHT_CELLS};
    wend_field *field = NULL;
    (void)wend_field_create(play->mover, &desc, &field);
    return field;
}

/* Groups with the same goals follow one field. Where there is no memory for one more, so does everybody. */
static void share_fields(struct play *play) {
    for (uint32_t i = 0; i < play->group_count; i++) {
        play->leads[i] = i;
        for (uint32_t j = i; j-- > 0;)
            if (play->leads[j] == j && same_goals(&play->groups[i], &play->groups[j])) play->leads[i] = j;
        if (play->leads[i] == i && !play->fields[i]) play->fields[i] = make_field(play);
        if (!play->fields[play->leads[i]]) play->leads[i] = 0;
    }
}

void play_rebuild(struct play *play) {
    double begin = clock_ms();
    wend_goal_options options = {.policy = WEND_GOAL_NEAREST_CONNECTED};
    (void)wend_mover_update(play->mover);
    share_fields(play);
    for (uint32_t i = 0; i < play->group_count; i++) {
        play->is_late[i] = false;
        if (play->leads[i] != i) continue;
        (void)wend_field_set_goals(play->fields[i], play->groups[i].goals, play->groups[i].goal_count, &options);
        (void)wend_field_update(play->fields[i], play->workspace, NULL);
    }
    follow_fields(play);
    play->rebuild_ms = clock_ms() - begin;
    play->edits++;
}

/* Brings the first field that is late up to date: so no frame has to wait for them all. */
static void catch_up(struct play *play) {
    for (uint32_t i = 0; i < play->group_count; i++) {
        if (!play->is_late[i]) continue;
        double begin = clock_ms();
        (void)wend_field_update(play->fields[i], play->workspace, NULL);
        play->rebuild_ms = clock_ms() - begin;
        play->is_late[i] = false;
        play->field_edits[i]++;
        return;
    }
}

static void update_later(struct play *play) {
    (void)wend_mover_update(play->mover);
    for (uint32_t i = 0; i < play->group_count; i++) play->is_late[i] = play->leads[i] == i;
}

static void congest(struct play *play) {
    wend_congestion_desc desc = {.free_percent = 100, .per_agent = play->unit, .per_standing = 2 * play->unit};
    if (!play->congestion || play->time < play->congested + CONGESTION_SECONDS) return;
    play->congested = play->time;
    if (wend_crowd_write_congestion(play->crowd, play->mover, &desc, &play->tasks) == WEND_OK) update_later(play);
}

void play_set_congestion(struct play *play, bool is_on) {
    play->congestion = is_on;
    play->congested = play->time - CONGESTION_SECONDS;
    if (is_on) return;
    (void)wend_mover_fill_overlay(play->mover, whole(play), 0);
    play_rebuild(play);
}

/* What the player does. */

bool play_restart(struct play *play) {
    (void)wend_map_write(play->plot.map, whole(play), play->original, (size_t)play->width);
    if (play->time > 0.0) (void)wend_mover_fill_overlay(play->mover, whole(play), 0);
    memcpy(play->groups, play->plot.groups, sizeof play->groups);
    for (uint32_t i = 0; i < PLOT_DOORS; i++) play->is_open[i] = true;
    play->time = 0.0;
    play->congested = -CONGESTION_SECONDS;
    play_rebuild(play);
    uint32_t agents = play->crowd ? wend_crowd_count(play->crowd) : play->plot.agents;
    if (play->crowd) wend_crowd_clear(play->crowd);
    return play_set_agents(play, agents);
}

static bool is_meant(uint32_t group, uint32_t meant) {
    return meant == PLAY_ALL || meant == group;
}

void play_set_goal(struct play *play, uint32_t group, wend_cell cell, bool one_more) {
    for (uint32_t i = 0; i < play->group_count; i++) {
        struct group *one = &play->groups[i];
        if (!is_meant(i, group)) continue;
        if (!one_more) one->goal_count = 0;
        one->next = i;
        if (one->goal_count == PLAY_GOALS) continue;
        one->goals[one->goal_count++] = (wend_goal){.x = cell.x, .y = cell.y};
    }
}

void play_move_goal(struct play *play, uint32_t group, wend_cell cell) {
    for (uint32_t i = 0; i < play->group_count; i++)
        if (is_meant(i, group))
            play->groups[i].goals[play->groups[i].goal_count - 1] = (wend_goal){.x = cell.x, .y = cell.y};
}

bool play_is_wall(const struct play *play, wend_cell cell) {
    return wend_mover_place(play->mover, cell.x, cell.y) != WEND_OK;
}

void play_paint(struct play *play, wend_cell from, wend_cell to, int32_t side, bool is_wall) {
    struct paint paint = {
        .mover = play->mover, .original = play->original, .ground = play->plot.ground, .wall = play->plot.wall};
    paint_line(&paint, from, to, side, is_wall);
}

/* What happens by itself. */

static void move_doors(struct play *play) {
    bool is_changed = false;
    for (uint32_t i = 0; i < play->plot.door_count; i++) {
        const struct door *door = &play->plot.doors[i];
        double at = fmod(play->time + (double)(door->period - door->phase), (double)door->period);
        bool is_open = at < (double)door->open;
        if (is_open == play->is_open[i]) continue;
        play->is_open[i] = is_open;
        (void)wend_map_fill(play->plot.map, door->rect, is_open ? play->plot.ground : play->plot.wall);
        is_changed = true;
    }
    if (is_changed) play_rebuild(play);
}

/* Whoever has arrived joins the group that goes on from there. */
static void send_on(struct play *play) {
    wend_agent agent;
    uint32_t index = 0, events;
    while ((events = wend_crowd_next_event(play->crowd, &index, &agent)) != 0) {
        uint32_t group = play->follows[agent.index], next = play->groups[group].next;
        wend_agent_desc desc;
        if (!(events & (WEND_EVENT_ARRIVED | WEND_EVENT_SETTLED)) || next == group) continue;
        if (wend_crowd_get(play->crowd, agent, &desc) != WEND_OK) continue;
        desc.field = next;
        if (wend_crowd_set(play->crowd, agent, &desc) == WEND_OK) play->follows[agent.index] = (uint8_t)next;
    }
}

void play_step(struct play *play, float dt) {
    move_doors(play);
    congest(play);
    catch_up(play);
    double begin = clock_ms();
    (void)wend_crowd_step(play->crowd, dt, &play->tasks);
    play->step_ms = clock_ms() - begin;
    play->time += (double)dt;
    send_on(play);
}

void play_measure(struct play *play) {
    wend_crowd_info before = play->info;
    wend_crowd_describe(play->crowd, &play->info);
    memset(play->sizes, 0, sizeof play->sizes);
    for (uint32_t i = 0; i < wend_crowd_places(play->crowd); i++)
        if (wend_crowd_statuses(play->crowd)[i] != WEND_AGENT_NONE) play->sizes[play->follows[i]]++;
    /* A crowd that was made anew has counted nothing yet. */
    if (play->info.steps <= before.steps) return;
    double steps = (double)(play->info.steps - before.steps), kept = before.steps ? pow(0.97, steps) : 0.0;
    for (int i = 0; i < WEND_CROWD_STAGES; i++) {
        double ms = (double)(play->info.nanoseconds[i] - before.nanoseconds[i]) * 1e-6 / steps;
        play->stage_ms[i] = play->stage_ms[i] * kept + ms * (1.0 - kept);
    }
}
