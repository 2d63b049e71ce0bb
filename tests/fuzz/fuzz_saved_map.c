/* SPDX-License-Identifier: MIT
 * Any bytes as a saved map, with the checksum made right so that what lies behind it is reached. A map that loads must
 * be saved as the same bytes. */
#include <wend/io.h>

#include "base/hash.h"
#include "support/allocator.h"

#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) abort();                                                                                     \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void seal(uint8_t *bytes, size_t size) {
    uint64_t checksum = wend__hash_bytes(WEND__HASH_START, bytes, size - 8);
    for (size_t i = 0; i < 8; i++) bytes[size - 8 + i] = (uint8_t)(checksum >> 8 * i);
}

static void check_same_bytes(const wend_map *map, const uint8_t *bytes, size_t size) {
    REQUIRE(wend_map_save_size(map) == size);
    uint8_t *again = malloc(size);
    REQUIRE(again != NULL);
    REQUIRE(wend_map_save(map, again, size) == WEND_OK);
    REQUIRE(memcmp(again, bytes, size) == 0);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 8) return 0;
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    uint8_t *bytes = malloc(size);
    REQUIRE(bytes != NULL);
    memcpy(bytes, data, size);
    seal(bytes, size);
    wend_map *map = NULL;
    wend_status status = wend_map_load(bytes, size, &hooks, &map);
    if (status == WEND_OK) {
        check_same_bytes(map, bytes, size);
    } else {
        REQUIRE(status == WEND_ERROR_FORMAT || status == WEND_ERROR_SIZE || status == WEND_ERROR_VERSION);
        REQUIRE(map == NULL);
    }
    free(bytes);
    wend_map_destroy(map);
    REQUIRE(counter.live == 0 && counter.mistakes == 0);
    return 0;
}
