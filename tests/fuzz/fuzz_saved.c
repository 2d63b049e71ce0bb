/* SPDX-License-Identifier: MIT
 * Any bytes as a saved mover or field, with the checksum made right, and the hash of what it was saved with, so that what
 * lies behind them is reached. The first byte says which it is and on which lattice. What loads must be saved as the same
 * bytes. */
#include <wend/io.h>

#include "base/hash.h"
#include "support/allocator.h"

#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) abort();                                                                                     \
    } while (0)

#define WIDTH 5
#define HEIGHT 4
#define HASH_AT 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static wend_map *make_map(wend_lattice lattice, const wend_allocator *hooks) {
    static const uint8_t terrain[WIDTH * HEIGHT] = {0, 2, 255, 3, 0, 0, 0, 255, 1, 9, 0, 0, 255, 255, 0, 0, 7, 0, 0, 0};
    const wend_map_desc desc = {.width = WIDTH, .height = HEIGHT, .lattice = lattice, .allocator = hooks};
    const wend_link link = {{4, 0}, {0, 1}, 20, 0};
    wend_map *map = NULL;
    REQUIRE(wend_map_create(&desc, &map) == WEND_OK);
    REQUIRE(wend_map_write(map, (wend_rect){0, 0, WIDTH, HEIGHT}, terrain, WIDTH) == WEND_OK);
    REQUIRE(wend_map_add_links(map, &link, 1) == WEND_OK);
    REQUIRE(wend_map_set_edge(map, 0, 0, WEND_EAST, WEND_EDGE_OUT_ONLY) == WEND_OK);
    return map;
}

/* The hash that a mover or a field of these saves. */
static void put_hash(wend_mover *mover, int is_field, uint8_t *bytes, size_t size) {
    wend_field *field = NULL;
    wend_workspace *workspace = NULL;
    uint8_t own[1024];
    if (is_field) {
        REQUIRE(wend_field_create(mover, NULL, &field) == WEND_OK);
        REQUIRE(wend_workspace_create(WIDTH * HEIGHT, NULL, &workspace) == WEND_OK);
        REQUIRE(wend_field_build(field, workspace, NULL) == WEND_OK);
        REQUIRE(wend_field_save(field, own, sizeof own) == WEND_OK);
    } else {
        REQUIRE(wend_mover_save(mover, own, sizeof own) == WEND_OK);
    }
    if (size >= HASH_AT + 8 + 8) memcpy(bytes + HASH_AT, own + HASH_AT, 8);
    uint64_t checksum = wend__hash_bytes(WEND__HASH_START, bytes, size - 8);
    for (size_t i = 0; i < 8; i++) bytes[size - 8 + i] = (uint8_t)(checksum >> 8 * i);
    wend_workspace_destroy(workspace);
    wend_field_destroy(field);
}

static void check_same(const uint8_t *bytes, size_t size, const wend_mover *mover, const wend_field *field) {
    REQUIRE((field ? wend_field_save_size(field) : wend_mover_save_size(mover)) == size);
    uint8_t *again = malloc(size);
    REQUIRE(again != NULL);
    REQUIRE((field ? wend_field_save(field, again, size) : wend_mover_save(mover, again, size)) == WEND_OK);
    REQUIRE(memcmp(again, bytes, size) == 0);
    free(again);
}

/* Following it ends. */
static void follow(const wend_field *field) {
    size_t count;
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            wend_field_trace(field, x, y, NULL, 0, &count);
            REQUIRE(count <= WIDTH * HEIGHT);
        }
}

static void load(wend_map *map, wend_mover *mover, int is_field, const uint8_t *bytes, size_t size) {
    wend_mover *loaded = NULL;
    wend_field *field = NULL;
    wend_status status = is_field ? wend_field_load(mover, NULL, bytes, size, &field)
                                  : wend_mover_load(map, bytes, size, WEND_BACKEND_AUTO, &loaded);
    if (status == WEND_OK) {
        check_same(bytes, size, loaded, field);
        if (field) follow(field);
    } else {
        REQUIRE(status == WEND_ERROR_FORMAT || status == WEND_ERROR_VERSION || status == WEND_ERROR_MISMATCH);
        REQUIRE(!loaded && !field);
    }
    wend_mover_destroy(loaded);
    wend_field_destroy(field);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 9) return 0;
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    int is_field = data[0] & 1;
    size--;
    uint8_t *bytes = malloc(size);
    REQUIRE(bytes != NULL);
    memcpy(bytes, data + 1, size);
    wend_map *map = make_map((wend_lattice)(data[0] >> 1 & 1), &hooks);
    wend_mover *mover = NULL;
    REQUIRE(wend_mover_create(map, NULL, &mover) == WEND_OK);
    put_hash(mover, is_field, bytes, size);
    load(map, mover, is_field, bytes, size);
    free(bytes);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    REQUIRE(counter.live == 0 && counter.mistakes == 0);
    return 0;
}
