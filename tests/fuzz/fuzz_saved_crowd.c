/* SPDX-License-Identifier: MIT
 * Any bytes as a saved crowd, with the checksum and the map's size made right, so that what lies behind them is reached.
 * The first byte says on which map. What loads can be stepped, and once it is saved again that is kept to the byte. */
#include <wend/io.h>

#include "base/hash.h"
#include "support/allocator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) abort();                                                                                     \
    } while (0)

#define HALL_WIDTH 9
#define HALL_HEIGHT 7
#define MOST_FIELDS 3u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Where a loaded crowd goes. */
typedef struct hall {
    wend_map_desc desc;
    wend_map *map;
    wend_mover *mover;
    wend_field *field;
    wend_workspace *workspace;
} hall;

static hall make_hall(unsigned kind, const wend_allocator *hooks) {
    hall all = {0};
    const wend_map_desc desc = {.width = HALL_WIDTH,
                                .height = HALL_HEIGHT,
                                .lattice = kind & 1 ? WEND_HEX : WEND_SQUARE,
                                .cell_size = kind & 2 ? 2.5f : 1.0f,
                                .origin_x = kind & 2 ? -40.0f : 0.0f,
                                .allocator = hooks};
    const wend_goal goal = {.x = 7, .y = 5};
    all.desc = desc;
    REQUIRE(wend_map_create(&desc, &all.map) == WEND_OK);
    REQUIRE(wend_map_fill(all.map, (wend_rect){4, 0, 1, 4}, 255) == WEND_OK);
    REQUIRE(wend_map_add_links(all.map, &(wend_link){{1, 1}, {6, 1}, 300, 0}, 1) == WEND_OK);
    REQUIRE(wend_mover_create(all.map, &(wend_mover_desc){.radius = 60}, &all.mover) == WEND_OK);
    REQUIRE(wend_field_create(all.mover, NULL, &all.field) == WEND_OK);
    REQUIRE(wend_workspace_create(HALL_WIDTH * HALL_HEIGHT, NULL, &all.workspace) == WEND_OK);
    REQUIRE(wend_field_set_goals(all.field, &goal, 1, NULL) == WEND_OK);
    REQUIRE(wend_field_build(all.field, all.workspace, NULL) == WEND_OK);
    return all;
}

static void clear_hall(hall *all) {
    wend_workspace_destroy(all->workspace);
    wend_field_destroy(all->field);
    wend_mover_destroy(all->mover);
    wend_map_destroy(all->map);
}

static void put_number(uint8_t *at, uint64_t number, size_t size) {
    for (size_t i = 0; i < size; i++) at[i] = (uint8_t)(number >> 8 * i);
}

static void put_length(uint8_t *at, float length) {
    uint32_t bits;
    memcpy(&bits, &length, sizeof bits);
    put_number(at, bits, sizeof bits);
}

/* Lattice, size, placement and checksum. */
static void make_right(const hall *all, uint8_t *bytes, size_t size) {
    if (size >= 80 + 8) {
        put_number(bytes + 12, (uint64_t)all->desc.lattice, 4);
        put_number(bytes + 16, HALL_WIDTH, 4);
        put_number(bytes + 20, HALL_HEIGHT, 4);
        put_length(bytes + 68, all->desc.cell_size);
        put_length(bytes + 72, all->desc.origin_x);
        put_length(bytes + 76, all->desc.origin_y);
    }
    put_number(bytes + size - 8, wend__hash_bytes(WEND__HASH_START, bytes, size - 8), 8);
}

static uint8_t *saved_crowd(const wend_crowd *crowd, size_t *size) {
    *size = wend_crowd_save_size(crowd);
    uint8_t *bytes = malloc(*size);
    REQUIRE(bytes != NULL);
    REQUIRE(wend_crowd_save(crowd, bytes, *size) == WEND_OK);
    return bytes;
}

static void check_kept(const hall *all, const wend_crowd *crowd) {
    size_t size, again_size;
    wend_crowd *again = NULL;
    uint8_t *bytes = saved_crowd(crowd, &size);
    REQUIRE(wend_crowd_load(all->map, bytes, size, 0, WEND_BACKEND_AUTO, &again) == WEND_OK);
    uint8_t *same = saved_crowd(again, &again_size);
    REQUIRE(again_size == size && memcmp(same, bytes, size) == 0);
    wend_crowd_destroy(again);
    free(bytes);
    free(same);
}

/* Who does not move stays where the bytes say, be that on the map or not. */
static void step_loaded(const hall *all, wend_crowd *crowd) {
    for (uint32_t i = 0; i < MOST_FIELDS; i++) (void)wend_crowd_set_field(crowd, i, all->field);
    for (int i = 0; i < 3; i++) {
        REQUIRE(wend_crowd_step(crowd, i == 2 ? 1e-3f : 0.05f, NULL) == WEND_OK);
        const float *at = wend_crowd_positions(crowd);
        for (uint32_t k = 0; k < wend_crowd_places(crowd); k++)
            if (wend_crowd_statuses(crowd)[k] != WEND_AGENT_NONE)
                REQUIRE(isfinite(at[2 * k]) && isfinite(at[2 * k + 1]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 9) return 0;
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    uint8_t *bytes = malloc(--size);
    REQUIRE(bytes != NULL);
    memcpy(bytes, data + 1, size);
    hall all = make_hall(data[0], &hooks);
    make_right(&all, bytes, size);
    wend_crowd *crowd = NULL;
    wend_status status = wend_crowd_load(all.map, bytes, size, 0, WEND_BACKEND_AUTO, &crowd);
    if (status == WEND_OK) {
        check_kept(&all, crowd);
        step_loaded(&all, crowd);
        check_kept(&all, crowd);
    } else {
        REQUIRE(status == WEND_ERROR_FORMAT || status == WEND_ERROR_VERSION || status == WEND_ERROR_SIZE ||
                status == WEND_ERROR_ARGUMENT);
        REQUIRE(!crowd);
    }
    wend_crowd_destroy(crowd);
    free(bytes);
    clear_hall(&all);
    REQUIRE(counter.live == 0 && counter.mistakes == 0);
    return 0;
}
