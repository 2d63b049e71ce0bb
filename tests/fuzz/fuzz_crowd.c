/* SPDX-License-Identifier: MIT
 * Any bytes as calls on two crowds that are told the same, one of which is loaded anew now and then: they answer alike and
 * stay the same, bit for bit; all agents stay on the map, and ids stay as good or bad as they were. */
#include <wend/io.h>

#include "support/allocator.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) abort();                                                                                     \
    } while (0)

#define YARD_WIDTH 12
#define YARD_HEIGHT 9
#define ROOM 40u       /* agents */
#define MOST_CALLS 300 /* so that each run ends in time */
#define MOST_STEPS 60

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Bytes yet to be read; then zeros. */
typedef struct tape {
    const uint8_t *at;
    size_t left;
} tape;

typedef struct yard {
    wend_map *map;
    wend_mover *mover;
    wend_field *fields[2];
    wend_workspace *workspace;
    wend_crowd *crowds[2];
    wend_agent removed; /* one that is no more */
    float cell_size, origin;
    int steps;
} yard;

static uint8_t next_byte(tape *from) {
    if (from->left == 0) return 0;
    from->left--;
    return *from->at++;
}

/* One of those that are often asked for, or at their limits; or any at all. */
static float next_float(tape *from) {
    static const float often[] = {0.0f,  0.0f,  0.3f,  0.5f,   1.0f,   4.0f,  1.5f,  0.01f,
                                  64.0f, 65.0f, 1e-3f, 1e-45f, 1e-20f, -1.0f, 1e30f, 1.0f / 1024};
    uint8_t byte = next_byte(from);
    if (byte < 224) return often[byte % (sizeof often / sizeof *often)];
    uint8_t bytes[4];
    float value;
    for (int i = 0; i < 4; i++) bytes[i] = next_byte(from);
    memcpy(&value, bytes, sizeof value);
    return value;
}

static void set_yard_goals(yard *all, int number, int32_t x, int32_t y) {
    const wend_goal goal = {.x = x % YARD_WIDTH, .y = y % YARD_HEIGHT};
    const wend_goal_options nearest = {.policy = WEND_GOAL_NEAREST};
    REQUIRE(wend_field_set_goals(all->fields[number], &goal, 1, &nearest) >= WEND_OK);
    (void)wend_field_build(all->fields[number], all->workspace, NULL);
}

static void open_yard(yard *all, tape *from, const wend_allocator *hooks) {
    uint8_t kind = next_byte(from);
    all->cell_size = kind & 2 ? 2.5f : 1.0f;
    all->origin = kind & 2 ? 1000.0f : 0.0f;
    const wend_map_desc map = {.width = YARD_WIDTH,
                               .height = YARD_HEIGHT,
                               .lattice = kind & 1 ? WEND_HEX : WEND_SQUARE,
                               .cell_size = all->cell_size,
                               .origin_x = all->origin,
                               .origin_y = all->origin,
                               .allocator = hooks};
    REQUIRE(wend_map_create(&map, &all->map) == WEND_OK);
    REQUIRE(wend_map_fill(all->map, (wend_rect){5, 1, 1, 6}, 255) == WEND_OK);
    REQUIRE(wend_map_add_links(all->map, &(wend_link){{3, 3}, {8, 3}, 300, 0}, 1) == WEND_OK);
    const wend_mover_desc mover = {.radius = kind & 4 ? 77 : 0, .corner_rule = (wend_corner_rule)(kind >> 4 & 1)};
    REQUIRE(wend_mover_create(all->map, &mover, &all->mover) == WEND_OK);
    REQUIRE(wend_workspace_create(YARD_WIDTH * YARD_HEIGHT, NULL, &all->workspace) == WEND_OK);
    const wend_crowd_desc desc = {.capacity = ROOM,
                                  .fields = 2,
                                  .headway = kind & 32 ? 0.5f : 0.0f,
                                  .formations = kind >> 3 & 1,
                                  .congestion = kind >> 6 & 1};
    for (int i = 0; i < 2; i++) {
        REQUIRE(wend_crowd_create(all->map, &desc, &all->crowds[i]) == WEND_OK);
        REQUIRE(wend_field_create(all->mover, &(wend_field_desc){.sights = i}, &all->fields[i]) == WEND_OK);
        set_yard_goals(all, i, i ? 1 : 10, 4);
    }
    for (uint32_t i = 0; i < 4; i++)
        REQUIRE(wend_crowd_set_field(all->crowds[i / 2], i % 2, all->fields[i % 2]) == WEND_OK);
}

static void close_yard(yard *all) {
    for (int i = 0; i < 2; i++) {
        wend_crowd_destroy(all->crowds[i]);
        wend_field_destroy(all->fields[i]);
    }
    wend_workspace_destroy(all->workspace);
    wend_mover_destroy(all->mover);
    wend_map_destroy(all->map);
}

static wend_agent some_agent(const yard *all, tape *from) {
    uint8_t byte = next_byte(from);
    return byte == 255 ? all->removed : wend_crowd_agent_at(all->crowds[0], byte % ROOM);
}

static wend_agent_desc next_desc(const yard *all, tape *from) {
    uint8_t x = next_byte(from), y = next_byte(from), what = next_byte(from);
    float unit = all->cell_size;
    wend_agent_desc desc = {.x = all->origin + (float)x * (unit * YARD_WIDTH / 250.0f),
                            .y = all->origin + (float)y * (unit * YARD_HEIGHT / 250.0f),
                            .field = what & 1,
                            .order = (wend_order)(what >> 1 & 7),
                            .priority = what & 16 ? next_byte(from) % 26 : 0};
    if (what & 32) desc.radius = next_float(from) * unit;
    if (what & 32) desc.speed = next_float(from) * unit;
    if (what & 64) desc.acceleration = next_float(from);
    if (what & 64) desc.leader = some_agent(all, from);
    if (what & 128) desc.offset_x = next_float(from) + (desc.order == WEND_ORDER_POINT ? all->origin : 0.0f);
    if (what & 128) desc.offset_y = next_float(from) + (desc.order == WEND_ORDER_POINT ? all->origin : 0.0f);
    return desc;
}

static void add_one(yard *all, tape *from) {
    const wend_agent_desc desc = next_desc(all, from);
    wend_agent a = {0, 0}, b = {0, 0};
    wend_status status = wend_crowd_add(all->crowds[0], &desc, &a);
    REQUIRE(wend_crowd_add(all->crowds[1], &desc, &b) == status);
    REQUIRE(a.index == b.index && a.generation == b.generation);
    REQUIRE(status != WEND_OK || wend_crowd_has(all->crowds[0], a));
}

/* Anew, or what it was told already: that is always taken. */
static void tell_one(yard *all, tape *from) {
    wend_agent agent = some_agent(all, from);
    wend_agent_desc desc;
    bool is_there = wend_crowd_get(all->crowds[0], agent, &desc) == WEND_OK, is_same = next_byte(from) & 1;
    if (!is_same) desc = next_desc(all, from);
    if (!is_there && is_same) return;
    wend_status status = wend_crowd_set(all->crowds[0], agent, &desc);
    REQUIRE(wend_crowd_set(all->crowds[1], agent, &desc) == status);
    REQUIRE(is_there || status == WEND_ERROR_ARGUMENT);
    REQUIRE(!is_same || status == WEND_OK);
}

static void remove_one(yard *all, tape *from) {
    wend_agent agent = some_agent(all, from);
    wend_status status = wend_crowd_remove(all->crowds[0], agent);
    REQUIRE(wend_crowd_remove(all->crowds[1], agent) == status);
    if (status == WEND_OK) all->removed = agent;
}

static void clear_all(yard *all) {
    wend_agent agent = wend_crowd_agent_at(all->crowds[0], 0);
    for (int i = 0; i < 2; i++) wend_crowd_clear(all->crowds[i]);
    if (agent.generation) all->removed = agent;
}

static void step_both(yard *all, tape *from) {
    static const float often[] = {0.05f, 0.05f, 0.016f, 0.25f, 1.0f, 0.0f, 1e-5f, 1e-45f};
    uint8_t byte = next_byte(from);
    float dt = byte < 240 ? often[byte % 8] : next_float(from);
    if (++all->steps > MOST_STEPS) return;
    wend_status status = wend_crowd_step(all->crowds[0], dt, NULL);
    REQUIRE(wend_crowd_step(all->crowds[1], dt, NULL) == status);
    REQUIRE((status == WEND_OK) == (dt >= 0.0f && dt <= 1.0f));
}

/* The second crowd goes on as a loaded one. */
static void load_second(yard *all) {
    size_t size = wend_crowd_save_size(all->crowds[1]);
    uint8_t *bytes = malloc(size);
    wend_crowd *loaded = NULL;
    REQUIRE(bytes != NULL);
    REQUIRE(wend_crowd_save(all->crowds[1], bytes, size) == WEND_OK);
    REQUIRE(wend_crowd_load(all->map, bytes, size, ROOM, WEND_BACKEND_AUTO, &loaded) == WEND_OK);
    for (uint32_t i = 0; i < 2; i++) REQUIRE(wend_crowd_set_field(loaded, i, all->fields[i]) == WEND_OK);
    wend_crowd_destroy(all->crowds[1]);
    all->crowds[1] = loaded;
    free(bytes);
}

static void change_floor(yard *all, tape *from) {
    int32_t x = next_byte(from) % YARD_WIDTH, y = next_byte(from) % YARD_HEIGHT;
    REQUIRE(wend_map_set(all->map, x, y, next_byte(from) & 1 ? 255 : 0) == WEND_OK);
    REQUIRE(wend_mover_update(all->mover) >= WEND_OK);
    for (int i = 0; i < 2; i++) (void)wend_field_update(all->fields[i], all->workspace, NULL);
}

/* By the two in turn, which cost the same. */
static void congest(yard *all, tape *from) {
    const wend_congestion_desc desc = {next_byte(from), next_byte(from), next_byte(from), next_byte(from) % 9};
    wend_status status = wend_crowd_write_congestion(all->crowds[0], all->mover, &desc, NULL);
    REQUIRE(wend_crowd_write_congestion(all->crowds[1], all->mover, &desc, NULL) == status);
    REQUIRE(wend_mover_update(all->mover) >= WEND_OK);
    for (int i = 0; i < 2; i++) (void)wend_field_update(all->fields[i], all->workspace, NULL);
}

static void call_once(yard *all, tape *from) {
    uint8_t what = next_byte(from) % 16;
    if (what < 5) add_one(all, from);
    if (what == 5 || what == 6) tell_one(all, from);
    if (what == 7) remove_one(all, from);
    if (what >= 8 && what < 12) step_both(all, from);
    if (what == 12) load_second(all);
    if (what == 13) set_yard_goals(all, next_byte(from) & 1, next_byte(from), next_byte(from));
    if (what == 14) change_floor(all, from);
    if (what == 15 && next_byte(from) & 1)
        congest(all, from);
    else if (what == 15)
        clear_all(all);
}

static void check_yard(const yard *all) {
    const wend_crowd *crowd = all->crowds[0];
    const float *at = wend_crowd_positions(crowd), *velocities = wend_crowd_velocities(crowd);
    wend_crowd_info a, b;
    wend_crowd_describe(crowd, &a);
    wend_crowd_describe(all->crowds[1], &b);
    REQUIRE(a.hash == b.hash && a.agents == b.agents && a.arrived == b.arrived && a.stuck == b.stuck);
    REQUIRE(a.in_wall == b.in_wall && a.steps == b.steps);
    REQUIRE(wend_crowd_places(crowd) <= ROOM && a.agents <= wend_crowd_places(crowd));
    REQUIRE(!wend_crowd_has(crowd, all->removed) && !wend_crowd_has(all->crowds[1], all->removed));
    for (uint32_t i = 0; i < wend_crowd_places(crowd); i++) {
        wend_cell cell;
        REQUIRE(wend_crowd_statuses(crowd)[i] == wend_crowd_statuses(all->crowds[1])[i]);
        if (wend_crowd_statuses(crowd)[i] == WEND_AGENT_NONE) continue;
        REQUIRE(isfinite(velocities[2 * i]) && isfinite(velocities[2 * i + 1]));
        REQUIRE(wend_map_pick(all->map, at[2 * i], at[2 * i + 1], &cell) == WEND_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    tape from = {data, size};
    yard all = {0};
    open_yard(&all, &from, &hooks);
    for (int i = 0; i < MOST_CALLS && from.left > 0; i++) {
        call_once(&all, &from);
        check_yard(&all);
    }
    close_yard(&all);
    REQUIRE(counter.live == 0 && counter.mistakes == 0);
    return 0;
}
