/* SPDX-License-Identifier: MIT
 * Saved maps: these bytes, back to the same map, and nothing that is not one. */
#include <wend/io.h>

#include "base/hash.h"

#include "allocator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_SIZE 1024
#define HEAD_SIZE 48

/* A small map with everything a map can have. */
static wend_map *make_map(const wend_allocator *allocator) {
    wend_map_desc desc = {.width = 4,
                          .height = 3,
                          .lattice = WEND_SQUARE,
                          .cell_size = 0.5f,
                          .origin_x = -2.0f,
                          .origin_y = 1.5f,
                          .allocator = allocator};
    const wend_link links[] = {{{3, 2}, {0, 0}, 7, 0}, {{0, 1}, {3, 1}, 140, 5}, {{0, 1}, {3, 1}, 2, 0xFFFFFFFF}};
    wend_map *map = NULL;
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    for (int32_t i = 0; i < 12; i++) assert_int_equal(wend_map_set(map, i % 4, i / 4, (uint8_t)(i * 23)), WEND_OK);
    assert_int_equal(wend_map_set_edge(map, 0, 0, WEND_EAST, WEND_EDGE_WALL), WEND_OK);
    assert_int_equal(wend_map_set_edge(map, 2, 1, WEND_SOUTH, WEND_EDGE_OUT_ONLY), WEND_OK);
    assert_int_equal(wend_map_add_links(map, links, 3), WEND_OK);
    return map;
}

static size_t save(const wend_map *map, uint8_t bytes[MAX_SIZE]) {
    size_t size = wend_map_save_size(map);
    assert_in_range(size, 1, MAX_SIZE);
    memset(bytes, 0xEE, MAX_SIZE);
    assert_int_equal(wend_map_save(map, bytes, size), WEND_OK);
    for (size_t i = size; i < MAX_SIZE; i++) assert_int_equal(bytes[i], 0xEE);
    return size;
}

/* Makes the checksum right again. */
static void seal(uint8_t *bytes, size_t size) {
    uint64_t checksum = wend__hash_bytes(WEND__HASH_START, bytes, size - 8);
    for (size_t i = 0; i < 8; i++) bytes[size - 8 + i] = (uint8_t)(checksum >> 8 * i);
}

static void put(uint8_t *bytes, size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; i++) bytes[at + i] = (uint8_t)(value >> 8 * i);
}

/* Loads a copy that ends where its memory ends; a map that comes out is saved again as the same bytes. */
static wend_status load_copy(const uint8_t *bytes, size_t size) {
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size) memcpy(copy, bytes, size);
    wend_map *map = NULL;
    wend_status status = wend_map_load(copy, size, &hooks, &map);
    if (status == WEND_OK) {
        uint8_t again[MAX_SIZE];
        assert_int_equal(save(map, again), size);
        assert_memory_equal(again, copy, size);
        wend_map_destroy(map);
    } else {
        assert_null(map);
    }
    free(copy);
    assert_int_equal(counter.live, 0);
    assert_int_equal(counter.mistakes, 0);
    return status;
}

/* The format, byte for byte: it may only change together with its version. */
static void has_these_bytes(void **state) {
    (void)state;
    static const uint8_t expected[] = {
        'W', 'E', 'N',  'D',  'M', 'A', 'P', '\n',                   /* magic */
        1,   0,   0,    0,    1,   0,   0,   0,                      /* version, flags */
        4,   0,   0,    0,    3,   0,   0,   0,    0,   0,   0,   0, /* width, height, lattice */
        0,   0,   0,    0x3F, 0,   0,   0,   0xC0,                   /* 0.5, -2 */
        0,   0,   0xC0, 0x3F,                                        /* 1.5 */
        3,   0,   0,    0,    0,   0,   0,   0,                      /* links */
        0,   23,  46,   69,   92,  115, 138, 161,  184, 207, 230, 253, 2,    8,    0,    0,
        0,   0,   0,    0,    0,   0,   1,   0, /* closed ways: E = 2, W = 8, N = 1 */
        4,   0,   0,    0,    7,   0,   0,   0,    2,   0,   0,   0,   0xFF, 0xFF, 0xFF, 0xFF,
        4,   0,   0,    0,    7,   0,   0,   0,    140, 0,   0,   0,   5,    0,    0,    0,
        11,  0,   0,    0,    0,   0,   0,   0,    7,   0,   0,   0,   0,    0,    0,    0,
    };
    uint8_t bytes[MAX_SIZE], sealed[sizeof expected + 8];
    wend_map *map = make_map(NULL);
    assert_int_equal(save(map, bytes), sizeof sealed);
    memcpy(sealed, expected, sizeof expected);
    seal(sealed, sizeof sealed);
    assert_memory_equal(bytes, sealed, sizeof sealed);
    wend_map_destroy(map);
}

static void brings_everything_back(void **state) {
    (void)state;
    uint8_t bytes[MAX_SIZE];
    wend_map *map = make_map(NULL), *again = NULL;
    size_t size = save(map, bytes);
    assert_int_equal(wend_map_load(bytes, size, NULL, &again), WEND_OK);
    assert_true(wend_map_hash(again) == wend_map_hash(map));
    float cell_size, origin_x, origin_y;
    wend_map_placement(again, &cell_size, &origin_x, &origin_y);
    assert_true(cell_size == 0.5f && origin_x == -2.0f && origin_y == 1.5f);
    assert_int_equal(wend_map_width(again), 4);
    assert_int_equal(wend_map_height(again), 3);
    assert_int_equal(wend_map_edge(again, 1, 0, WEND_WEST), WEND_EDGE_WALL);
    assert_int_equal(wend_map_edge(again, 2, 1, WEND_SOUTH), WEND_EDGE_OUT_ONLY);
    assert_int_equal(wend_map_edge(again, 2, 2, WEND_NORTH), WEND_EDGE_IN_ONLY);
    assert_int_equal(wend_map_edge(again, 2, 2, WEND_EAST), WEND_EDGE_OPEN);
    wend_link link;
    assert_int_equal(wend_map_link_count(again), 3);
    assert_int_equal(wend_map_link(again, 1, &link), WEND_OK);
    assert_true(link.from.x == 0 && link.from.y == 1 && link.to.x == 3 && link.to.y == 1);
    assert_true(link.cost == 140 && link.class_mask == 5);
    assert_int_equal(load_copy(bytes, size), WEND_OK);
    wend_map_destroy(again);
    wend_map_destroy(map);
}

/* A loaded map can be edited like any other. */
static void stays_editable(void **state) {
    (void)state;
    uint8_t bytes[MAX_SIZE];
    wend_map *map = make_map(NULL), *again = NULL;
    assert_int_equal(wend_map_load(bytes, save(map, bytes), NULL, &again), WEND_OK);
    wend_link link = {{1, 1}, {2, 2}, 1, 1};
    wend_map *const both[] = {map, again};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_map_set(both[i], 1, 2, 99), WEND_OK);
        assert_int_equal(wend_map_set_edge(both[i], 3, 1, WEND_NORTH, WEND_EDGE_IN_ONLY), WEND_OK);
        assert_int_equal(wend_map_add_links(both[i], &link, 1), WEND_OK);
        assert_int_equal(wend_map_remove_links(both[i], (wend_cell){0, 1}, (wend_cell){3, 1}, NULL), WEND_OK);
    }
    assert_true(wend_map_hash(again) == wend_map_hash(map));
    wend_map_destroy(again);
    wend_map_destroy(map);
}

/* Walls that were opened again and links that were taken out leave no trace. */
static void forgets_history(void **state) {
    (void)state;
    uint8_t plain[MAX_SIZE], edited[MAX_SIZE];
    wend_map_desc desc = {.width = 3, .height = 2};
    wend_map *map = NULL;
    wend_link link = {{0, 0}, {2, 1}, 3, 0};
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    size_t size = save(map, plain);
    assert_int_equal(size, HEAD_SIZE + 6 + 8);
    assert_int_equal(wend_map_set_edge(map, 1, 0, WEND_EAST, WEND_EDGE_WALL), WEND_OK);
    assert_int_equal(wend_map_add_links(map, &link, 1), WEND_OK);
    assert_int_equal(save(map, edited), size + 6 + 16);
    assert_int_equal(wend_map_set_edge(map, 2, 0, WEND_WEST, WEND_EDGE_OPEN), WEND_OK);
    assert_int_equal(wend_map_remove_links(map, link.from, link.to, NULL), WEND_OK);
    assert_int_equal(save(map, edited), size);
    assert_memory_equal(edited, plain, size);
    wend_map_destroy(map);
}

static void keeps_odd_sizes_and_hexagons(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {1, 300}, {300, 1}, {17, 19}};
    for (int i = 0; i < 8; i++) {
        wend_map_desc desc = {.width = sizes[i / 2][0], .height = sizes[i / 2][1], .lattice = (wend_lattice)(i % 2)};
        uint8_t bytes[MAX_SIZE];
        wend_map *map = NULL;
        assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
        wend_map_set(map, desc.width - 1, desc.height - 1, 255);
        wend_map_set_edge(map, 0, 0, WEND_EAST, WEND_EDGE_OUT_ONLY);
        wend_map_set_edge(map, 0, 0, WEND_SOUTH_EAST, WEND_EDGE_WALL);
        size_t size = save(map, bytes);
        assert_int_equal(load_copy(bytes, size), WEND_OK);
        wend_map_destroy(map);
    }
}

static void refuses_arguments(void **state) {
    (void)state;
    uint8_t bytes[MAX_SIZE];
    wend_map *map = make_map(NULL), *again = NULL;
    wend_allocator half = {0};
    size_t size = save(map, bytes);
    assert_int_equal(wend_map_save_size(NULL), 0);
    assert_int_equal(wend_map_save(NULL, bytes, size), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_save(map, NULL, size), WEND_ERROR_ARGUMENT);
    uint8_t small[MAX_SIZE] = {0};
    assert_int_equal(wend_map_save(map, small, size - 1), WEND_ERROR_CAPACITY);
    assert_int_equal(wend_map_save(map, small, 0), WEND_ERROR_CAPACITY);
    for (size_t i = 0; i < MAX_SIZE; i++) assert_int_equal(small[i], 0);
    assert_int_equal(wend_map_load(NULL, size, NULL, &again), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load(bytes, size, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load(bytes, size, &half, &again), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_load(bytes, 0, NULL, &again), WEND_ERROR_FORMAT);
    assert_null(again);
    wend_map_destroy(map);
}

static void notices_every_flipped_bit(void **state) {
    (void)state;
    uint8_t bytes[MAX_SIZE];
    wend_map *map = make_map(NULL);
    size_t size = save(map, bytes);
    for (size_t at = 0; at < size; at++) {
        wend_status expected = at < 8 ? WEND_ERROR_FORMAT : at < 12 ? WEND_ERROR_VERSION : WEND_ERROR_CHECKSUM;
        for (int bit = 0; bit < 8; bit++) {
            bytes[at] = (uint8_t)(bytes[at] ^ 1 << bit);
            assert_int_equal(load_copy(bytes, size), expected);
            bytes[at] = (uint8_t)(bytes[at] ^ 1 << bit);
        }
    }
    wend_map_destroy(map);
}

/* Cut, or with more behind it; also with a checksum that fits what is left. */
static void notices_every_cut(void **state) {
    (void)state;
    uint8_t bytes[MAX_SIZE], changed[MAX_SIZE];
    wend_map *map = make_map(NULL);
    size_t size = save(map, bytes);
    for (size_t cut = 0; cut < size + 40; cut++) {
        if (cut == size) continue;
        memcpy(changed, bytes, MAX_SIZE);
        wend_status status = load_copy(changed, cut);
        assert_true(status == WEND_ERROR_FORMAT || status == WEND_ERROR_CHECKSUM);
        if (cut < 12) continue;
        if (cut >= 20) seal(changed, cut);
        assert_int_equal(load_copy(changed, cut), WEND_ERROR_FORMAT);
    }
    wend_map_destroy(map);
}

/* Where things stand in what make_map makes, once saved. */
enum { FLAGS = 12, WIDTH = 16, HEIGHT = 20, LATTICE = 24, CELL_SIZE = 28, ORIGIN_X = 32, ORIGIN_Y = 36, COUNT = 40 };
enum { WALLS = HEAD_SIZE + 12, LINKS = WALLS + 12, FIRST = LINKS, SECOND = LINKS + 16, THIRD = LINKS + 32 };

/* Wrong numbers under a right checksum. */
static void checks_every_number(void **state) {
    (void)state;
    const wend_status bad = WEND_ERROR_FORMAT, size_bad = WEND_ERROR_SIZE;
    const struct {
        size_t at;
        uint32_t value;
        wend_status expected;
    } cases[] = {
        {FLAGS, 0, bad},
        {FLAGS, 3, bad},
        {FLAGS, 0x80000001, bad},
        {WIDTH, 0, size_bad},
        {WIDTH, 3, bad},
        {WIDTH, 16385, size_bad},
        {WIDTH, 0xFFFFFFFF, size_bad},
        {WIDTH, 16384, bad},
        {HEIGHT, 0, size_bad},
        {HEIGHT, 0x80000000, size_bad},
        {HEIGHT, 16384, bad},
        {LATTICE, 1, bad}, /* hexagons have no side E | S in these places */
        {LATTICE, 2, bad},
        {LATTICE, 0xFFFFFFFF, bad},
        {CELL_SIZE, 0, bad},
        {CELL_SIZE, 0x80000000, bad},
        {CELL_SIZE, 0xBF800000, bad}, /* -1 */
        {CELL_SIZE, 0x7F800000, bad}, /* infinite */
        {CELL_SIZE, 0x7FC00000, bad}, /* NaN */
        {CELL_SIZE, 0x3F800000, WEND_OK},
        {ORIGIN_X, 0xFF800000, bad},
        {ORIGIN_X, 0x80000000, WEND_OK}, /* -0 */
        {ORIGIN_Y, 0x7FC00000, bad},
        {COUNT, 2, bad},
        {COUNT, 4, bad},
        {COUNT, 0x100001, size_bad},
        {COUNT + 4, 1, size_bad},
        {COUNT + 4, 0xFFFFFFFF, size_bad},
        {WALLS, 0x00000803, bad},     /* (0, 0) north: off the map */
        {WALLS, 0x0000080A, bad},     /* (0, 0) west */
        {WALLS, 0x00000812, bad},     /* a diagonal is no side */
        {WALLS + 8, 0x00010004, bad}, /* (0, 2) south: off the map */
        {WALLS, 0x00000802, WEND_OK},
        {FIRST, 12, bad},
        {FIRST, 0xFFFFFFFF, bad},
        {FIRST + 4, 12, bad},
        {FIRST + 8, 0, bad},
        {SECOND + 8, 1, bad}, /* sorted before the first */
        {SECOND + 8, 2, bad}, /* the class mask decides */
        {SECOND, 3, bad},
        {THIRD, 4, bad},
        {THIRD + 4, 11, WEND_OK},
        {THIRD + 4, 12, bad},
    };
    uint8_t bytes[MAX_SIZE], changed[MAX_SIZE];
    wend_map *map = make_map(NULL);
    size_t size = save(map, bytes);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(changed, bytes, size);
        put(changed, cases[i].at, cases[i].value);
        seal(changed, size);
        wend_status status = load_copy(changed, size);
        if (status != cases[i].expected) {
            fail_msg("case %u: %s, not %s", (unsigned)i, wend_status_string(status),
                     wend_status_string(cases[i].expected));
        }
    }
    wend_map_destroy(map);
}

/* The flag for walls, but none of them: not how this map is saved. */
static void refuses_empty_walls(void **state) {
    (void)state;
    uint8_t bytes[MAX_SIZE];
    wend_map *map = make_map(NULL);
    size_t size = save(map, bytes);
    memset(bytes + WALLS, 0, 12);
    seal(bytes, size);
    assert_int_equal(load_copy(bytes, size), WEND_ERROR_FORMAT);
    wend_map_destroy(map);
}

/* A head that claims the largest map takes no memory for it. */
static void claims_cost_nothing(void **state) {
    (void)state;
    uint8_t bytes[MAX_SIZE];
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    wend_map *map = make_map(NULL), *again = NULL;
    size_t size = save(map, bytes);
    put(bytes, WIDTH, 16384);
    put(bytes, HEIGHT, 16384);
    seal(bytes, size);
    assert_int_equal(wend_map_load(bytes, size, &hooks, &again), WEND_ERROR_FORMAT);
    assert_int_equal(counter.calls, 0);
    wend_map_destroy(map);
}

static void survives_want_of_memory(void **state) {
    (void)state;
    uint8_t bytes[MAX_SIZE];
    wend_map *map = make_map(NULL);
    size_t size = save(map, bytes);
    wend_status status = WEND_ERROR_NO_MEMORY;
    uint32_t n = 1;
    for (; status != WEND_OK; n++) {
        test_allocator counter = {.fail_at = n};
        wend_allocator hooks = test_allocator_hooks(&counter);
        wend_map *again = NULL;
        status = wend_map_load(bytes, size, &hooks, &again);
        if (status != WEND_OK) {
            assert_int_equal(status, WEND_ERROR_NO_MEMORY);
            assert_null(again);
        }
        wend_map_destroy(again);
        assert_int_equal(counter.live, 0);
        assert_int_equal(counter.mistakes, 0);
        assert_in_range(n, 1, 20);
    }
    assert_true(n > 6); /* map, log, terrain, walls, links and their table */
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_these_bytes),
        cmocka_unit_test(brings_everything_back),
        cmocka_unit_test(stays_editable),
        cmocka_unit_test(forgets_history),
        cmocka_unit_test(keeps_odd_sizes_and_hexagons),
        cmocka_unit_test(refuses_arguments),
        cmocka_unit_test(notices_every_flipped_bit),
        cmocka_unit_test(notices_every_cut),
        cmocka_unit_test(checks_every_number),
        cmocka_unit_test(refuses_empty_walls),
        cmocka_unit_test(claims_cost_nothing),
        cmocka_unit_test(survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
