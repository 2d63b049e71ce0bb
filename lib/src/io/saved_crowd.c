/* SPDX-License-Identifier: MIT
 * Saved crowds: agents, what they were told and how they move, as bytes, to be loaded on a map of the same size; see
 * saved.h. Numbers of four bytes, floats by their bits:
 *
 *     0 magic "WENDCRD\n"      20 height      32 radius           48 flags: 1 formations, 2 congestion
 *     8 version 1              24 fields      36 look             52 steps, 8 bytes
 *    12 lattice                28 slots       40 arrival radius   60 the first free slot
 *    16 width                                 44 headway          64 places: slots from there on only have generations
 *    68 cell size, x and y of the origin
 *    80 per field: width of a ring, fills, and whether it has goals that no step has seen; then per slot AGENT_WORDS
 *       numbers, with formations FOLLOWER_WORDS more
 *       FNV-1a, 64 bit, of everything before it
 */
#include "crowd/crowd.h"
#include "io/saved.h"

#include <wend/io.h>

#include <math.h>

#define VERSION 1u
#define HEAD_SIZE 80u
#define FIELD_WORDS (2u + WEND__RINGS)
#define AGENT_WORDS 15u
#define FOLLOWER_WORDS 6u
#define HAS_FORMATIONS 1u
#define HAS_CONGESTION 2u

static const char magic[] = "WENDCRD\n";

static size_t size_of(uint32_t fields, uint32_t slots, bool has_formations) {
    size_t words = AGENT_WORDS + (has_formations ? FOLLOWER_WORDS : 0);
    return HEAD_SIZE + 4 * ((size_t)fields * FIELD_WORDS + (size_t)slots * words) + WEND__CHECKSUM_SIZE;
}

static uint8_t *put_float(uint8_t *at, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return wend__put_u32(at, bits);
}

static float get_float(const uint8_t *at) {
    uint32_t bits = wend__get_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Saving. */

static uint8_t *put_floats(uint8_t *at, const float *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) at = put_float(at, values[i]);
    return at;
}

static uint8_t *put_head(uint8_t *at, const wend_crowd *crowd) {
    uint32_t flags = (crowd->has_formations ? HAS_FORMATIONS : 0) | (crowd->has_congestion ? HAS_CONGESTION : 0);
    const uint32_t numbers[] = {(uint32_t)crowd->shape.lattice, (uint32_t)crowd->shape.width,
                                (uint32_t)crowd->shape.height, crowd->field_count, crowd->used};
    const float lengths[] = {crowd->radius, crowd->look, crowd->arrival_radius, crowd->headway};
    at = wend__put_frame(at, magic, VERSION);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) at = wend__put_u32(at, numbers[i]);
    at = put_floats(at, lengths, 4);
    at = wend__put_u32(at, flags);
    at = wend__put_u64(at, crowd->steps);
    at = wend__put_u32(at, crowd->free_slot);
    at = wend__put_u32(at, crowd->places);
    return put_floats(at, (const float[]){crowd->map->cell_size, crowd->map->origin_x, crowd->map->origin_y}, 3);
}

/* Of a slot without an agent only what comes next counts. */
static uint8_t *put_agent(uint8_t *at, const wend_crowd *crowd, uint32_t slot) {
    size_t pair = 2 * (size_t)slot;
    bool is_alive = wend__crowd_is_alive(crowd, slot);
    at = wend__put_u32(at, crowd->agents[slot].generation);
    at = wend__put_u32(at, crowd->agents[slot].nearest);
    if (!is_alive) {
        memset(at, 0, 4 * (AGENT_WORDS - 2));
        return at + 4 * (AGENT_WORDS - 2);
    }
    at =
        wend__put_u32(at, crowd->statuses[slot] | (uint32_t)crowd->agents[slot].field << 8 |
                              (uint32_t)crowd->agents[slot].priority << 16 | (uint32_t)crowd->agents[slot].order << 24);
    const wend__agent *agent = &crowd->agents[slot];
    at = wend__put_u32(at, agent->jam | (uint32_t)agent->goes_round << 8 | (uint32_t)agent->alone << 16);
    at = put_floats(at, crowd->at + pair, 2);
    at = put_floats(at, crowd->world + pair, 2);
    at = put_floats(at, crowd->velocities + pair, 2);
    const float rest[] = {crowd->agents[slot].radius, crowd->agents[slot].speed, crowd->agents[slot].acceleration,
                          crowd->agents[slot].progress, crowd->agents[slot].held_up};
    return put_floats(at, rest, 5);
}

static uint8_t *put_follower(uint8_t *at, const wend_crowd *crowd, uint32_t slot) {
    wend__follower follower = wend__crowd_is_alive(crowd, slot) ? crowd->followers[slot] : (wend__follower){0};
    const float lengths[] = {follower.ahead, follower.right, follower.heading_x, follower.heading_y};
    at = wend__put_u32(at, follower.leader.index);
    at = wend__put_u32(at, follower.leader.generation);
    return put_floats(at, lengths, 4);
}

static uint8_t *put_field(uint8_t *at, const wend__led *led) {
    at = put_float(at, led->ring_width);
    at = put_floats(at, led->fills, WEND__RINGS);
    return wend__put_u32(at, led->field ? led->field->goals_set != led->goals_seen : led->owes_goals);
}

size_t wend_crowd_save_size(const wend_crowd *crowd) {
    return crowd ? size_of(crowd->field_count, crowd->used, crowd->has_formations) : 0;
}

wend_status wend_crowd_save(const wend_crowd *crowd, void *bytes, size_t capacity) {
    if (!crowd || !bytes) return WEND_ERROR_ARGUMENT;
    size_t size = wend_crowd_save_size(crowd);
    if (capacity < size) return WEND_ERROR_CAPACITY;
    uint8_t *at = put_head(bytes, crowd);
    for (uint32_t i = 0; i < crowd->field_count; i++) at = put_field(at, &crowd->fields[i]);
    for (uint32_t slot = 0; slot < crowd->used; slot++) {
        at = put_agent(at, crowd, slot);
        if (crowd->has_formations) at = put_follower(at, crowd, slot);
    }
    wend__put_checksum(bytes, size);
    return WEND_OK;
}

/* Loading. */

static bool is_between(float value, float least, float most) {
    return value >= least && value <= most; /* never of what is no number */
}

static void get_floats(const uint8_t *at, float *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) values[i] = get_float(at + 4 * (size_t)i);
}

static bool take_agent(wend_crowd *crowd, uint32_t slot, const uint8_t *at) {
    size_t pair = 2 * (size_t)slot;
    uint32_t packed = wend__get_u32(at + 8), status = packed & 255, order = packed >> 24;
    if (slot >= crowd->places && status != WEND_AGENT_NONE) return false;
    crowd->agents[slot].generation = wend__get_u32(at);
    crowd->agents[slot].nearest = wend__get_u32(at + 4);
    if (status == WEND_AGENT_NONE) return !wend__any_byte(at + 8, 4 * (AGENT_WORDS - 2));
    crowd->statuses[slot] = (uint8_t)status;
    crowd->agents[slot].field = (uint8_t)(packed >> 8 & 255);
    crowd->agents[slot].priority = (uint8_t)(packed >> 16 & 255);
    crowd->agents[slot].order = (uint8_t)order;
    crowd->agents[slot].jam = at[12];
    crowd->agents[slot].goes_round = at[13] & 1;
    crowd->agents[slot].alone = (uint16_t)(wend__get_u32(at + 12) >> 16);
    get_floats(at + 16, crowd->at + pair, 2);
    get_floats(at + 24, crowd->world + pair, 2);
    get_floats(at + 32, crowd->velocities + pair, 2);
    crowd->agents[slot].radius = get_float(at + 40);
    crowd->agents[slot].speed = get_float(at + 44);
    crowd->agents[slot].acceleration = get_float(at + 48);
    crowd->agents[slot].progress = get_float(at + 52);
    crowd->agents[slot].held_up = get_float(at + 56);
    crowd->count++;
    return status <= WEND_AGENT_ON_LINK && order <= WEND_ORDER_POINT && crowd->agents[slot].generation != 0 &&
           at[13] <= 1;
}

/* Could an agent be like this? */
static bool agent_is_good(const wend_crowd *crowd, uint32_t slot) {
    wend_cell cell;
    const float *at = crowd->at + 2 * (size_t)slot, *world = crowd->world + 2 * (size_t)slot;
    const float *velocity = crowd->velocities + 2 * (size_t)slot;
    float fastest = WEND__MAX_SPEED * 1.001f, fastest_in_world = fastest * crowd->map->cell_size;
    if (!wend__pick(crowd->shape, at[0], at[1], &cell) || !isfinite(world[0]) || !isfinite(world[1])) return false;
    bool is_good = is_between(velocity[0], -fastest_in_world, fastest_in_world) &&
                   is_between(velocity[1], -fastest_in_world, fastest_in_world) &&
                   is_between(crowd->agents[slot].radius, WEND__LEAST_RADIUS * 0.999f, WEND__MAX_RADIUS * 1.001f) &&
                   is_between(crowd->agents[slot].speed, 0.0f, fastest) &&
                   is_between(crowd->agents[slot].acceleration, 0.0f, FLT_MAX) &&
                   is_between(crowd->agents[slot].progress, -FLT_MAX, FLT_MAX) &&
                   is_between(crowd->agents[slot].held_up, -1e6f, WEND__LONGEST_WAIT);
    bool is_on_link = crowd->statuses[slot] == WEND_AGENT_ON_LINK;
    return is_good && crowd->agents[slot].field < crowd->field_count &&
           crowd->agents[slot].priority <= WEND__MAX_PRIORITY &&
           (crowd->agents[slot].order != WEND_ORDER_POINT || crowd->followers) &&
           (!is_on_link || crowd->agents[slot].nearest < wend__cell_count(crowd->shape));
}

static bool take_follower(wend__follower *follower, const uint8_t *at) {
    float lengths[4];
    get_floats(at + 8, lengths, 4);
    *follower =
        (wend__follower){{wend__get_u32(at), wend__get_u32(at + 4)}, lengths[0], lengths[1], lengths[2], lengths[3]};
    return is_between(lengths[0], -1e6f, 1e6f) && is_between(lengths[1], -1e6f, 1e6f) &&
           is_between(lengths[2], -1.01f, 1.01f) && is_between(lengths[3], -1.01f, 1.01f);
}

/* Does the list of free slots hold each slot without an agent, once? */
static bool free_slots_are_good(const wend_crowd *crowd) {
    uint32_t left = crowd->places - crowd->count, slot = crowd->free_slot;
    for (; left > 0; left--) {
        if (slot >= crowd->places || wend__crowd_is_alive(crowd, slot) || crowd->events[slot]) return false;
        crowd->events[slot] = 1; /* seen */
        slot = crowd->agents[slot].nearest;
    }
    memset(crowd->events, 0, crowd->places);
    return slot == WEND__NO_BIN;
}

static bool take_field(wend__led *led, const uint8_t *at) {
    led->ring_width = get_float(at);
    get_floats(at + 4, led->fills, WEND__RINGS);
    uint32_t owes_goals = wend__get_u32(at + 4 * (1 + WEND__RINGS));
    led->owes_goals = owes_goals;
    bool is_good = owes_goals <= 1 && is_between(led->ring_width, WEND__FIRST_RING * 0.999f, 1e6f);
    for (uint32_t ring = 0; ring < WEND__RINGS; ring++) is_good = is_good && is_between(led->fills[ring], 0.0f, 1e15f);
    return is_good;
}

static bool take_body(wend_crowd *crowd, const uint8_t *at) {
    bool is_good = true;
    for (uint32_t i = 0; i < crowd->field_count; i++, at += 4 * FIELD_WORDS)
        is_good = take_field(&crowd->fields[i], at) && is_good;
    for (uint32_t slot = 0; slot < crowd->used && is_good; slot++, at += 4 * AGENT_WORDS) {
        is_good = take_agent(crowd, slot, at);
        if (is_good && wend__crowd_is_alive(crowd, slot)) is_good = agent_is_good(crowd, slot);
        if (!crowd->followers) continue;
        is_good = is_good && take_follower(&crowd->followers[slot], at + 4 * AGENT_WORDS);
        at += 4 * FOLLOWER_WORDS;
    }
    return is_good && free_slots_are_good(crowd);
}

/* An empty crowd as the head says; with room for so many agents, if not for more. */
static wend_status make_crowd(wend_map *map, const uint8_t *bytes, uint32_t capacity, wend_backend backend,
                              wend_crowd **out) {
    uint32_t flags = wend__get_u32(bytes + 48), slots = wend__get_u32(bytes + 28);
    wend_crowd_desc desc = {.capacity = capacity > slots ? capacity
                                        : slots > 0      ? slots
                                                         : 1,
                            .fields = wend__get_u32(bytes + 24),
                            .formations = (flags & HAS_FORMATIONS) != 0,
                            .congestion = (flags & HAS_CONGESTION) != 0,
                            .backend = backend};
    return wend_crowd_create(map, &desc, out);
}

static bool head_is_good(const uint8_t *bytes, size_t size) {
    uint32_t fields = wend__get_u32(bytes + 24), slots = wend__get_u32(bytes + 28), flags = wend__get_u32(bytes + 48);
    float lengths[4];
    get_floats(bytes + 32, lengths, 4);
    bool is_good = fields >= 1 && fields <= WEND__OWN_WAY && slots <= WEND_MAX_CROWD &&
                   wend__get_u32(bytes + 64) <= slots && (flags & ~(HAS_FORMATIONS | HAS_CONGESTION)) == 0;
    is_good = is_good && is_between(lengths[0], WEND__LEAST_RADIUS * 0.999f, WEND__MAX_RADIUS * 1.001f) &&
              is_between(lengths[1], 0.0f, 100.0f * WEND__MAX_RADIUS) && is_between(lengths[2], 0.0f, 1024.0f) &&
              is_between(lengths[3], 0.0f, WEND__MAX_HEADWAY);
    return is_good && size == size_of(fields, slots, flags & HAS_FORMATIONS);
}

wend_status wend_crowd_load(wend_map *map, const void *bytes, size_t size, uint32_t capacity, wend_backend backend,
                            wend_crowd **out) {
    if (!map || !bytes || !out) return WEND_ERROR_ARGUMENT;
    if (capacity > WEND_MAX_CROWD) return WEND_ERROR_SIZE;
    const uint8_t *from = bytes;
    wend_backend chosen;
    wend_status status = wend__backend_choose(backend, &chosen);
    if (status == WEND_OK) status = wend__check_frame(from, size, magic, VERSION, HEAD_SIZE);
    if (status != WEND_OK) return status;
    bool is_same = wend__get_u32(from + 12) == (uint32_t)map->shape.lattice &&
                   wend__get_u32(from + 16) == (uint32_t)map->shape.width &&
                   wend__get_u32(from + 20) == (uint32_t)map->shape.height && get_float(from + 68) == map->cell_size &&
                   get_float(from + 72) == map->origin_x && get_float(from + 76) == map->origin_y;
    if (!is_same) return WEND_ERROR_MISMATCH;
    if (!head_is_good(from, size)) return WEND_ERROR_FORMAT;
    wend_crowd *crowd;
    status = make_crowd(map, from, capacity, chosen, &crowd);
    if (status != WEND_OK) return status;
    crowd->used = wend__get_u32(from + 28);
    crowd->places = wend__get_u32(from + 64);
    crowd->radius = get_float(from + 32);
    crowd->look = get_float(from + 36);
    crowd->arrival_radius = get_float(from + 40);
    crowd->headway = get_float(from + 44);
    crowd->steps = wend__get_u64(from + 52);
    crowd->free_slot = wend__get_u32(from + 60);
    if (!take_body(crowd, from + HEAD_SIZE)) {
        wend_crowd_destroy(crowd);
        return WEND_ERROR_FORMAT;
    }
    *out = crowd;
    return WEND_OK;
}
