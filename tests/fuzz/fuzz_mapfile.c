/* SPDX-License-Identifier: MIT
 * Any bytes as a map file. The first byte says which format and lattice, the rest is the file. */
#include <wend/io.h>

#include "support/allocator.h"

#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) abort();                                                                                     \
    } while (0)

/* What reading takes besides the map: a row, the log, the map's own struct. */
#define SMALL_CHANGE 65536

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_map(const wend_map *map, const uint8_t costs[256], size_t size) {
    size_t width = (size_t)wend_map_width(map), height = (size_t)wend_map_height(map);
    REQUIRE(width >= 1 && height >= 1 && width <= WEND_MAX_SIDE && height <= WEND_MAX_SIDE);
    REQUIRE(width * height <= size);
    for (int i = 0; i < 256; i++) REQUIRE(costs[i] > 0);
}

static void check_refusal(wend_status status, const wend_map *map, const wend_read_error *error) {
    REQUIRE(status == WEND_ERROR_FORMAT || status == WEND_ERROR_SIZE);
    REQUIRE(map == NULL);
    size_t length = strlen(error->message);
    REQUIRE(length > 0 && length < sizeof error->message - 1);
    for (size_t i = 0; i < length; i++) REQUIRE(error->message[i] >= ' ' && error->message[i] <= '~');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    wend_read_options options = {.format = (wend_map_format)(1 + (data[0] & 3)),
                                 .lattice = (wend_lattice)(data[0] >> 2 & 1),
                                 .allocator = &hooks};
    wend_map *map = NULL;
    wend_read_error error;
    uint8_t costs[256];
    wend_status status = wend_map_read_memory(data + 1, size - 1, &options, &map, costs, &error);
    if (status == WEND_OK) {
        check_map(map, costs, size);
    } else {
        check_refusal(status, map, &error);
    }
    wend_map_destroy(map);
    REQUIRE(counter.greatest_bytes <= size + SMALL_CHANGE);
    REQUIRE(counter.live == 0 && counter.mistakes == 0);
    return 0;
}
