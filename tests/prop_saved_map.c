/* SPDX-License-Identifier: MIT
 * Random maps saved and loaded; random damage to what was saved. */
#include <wend/io.h>

#include "allocator.h"
#include "damage.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD 48

#define MAX_SIDE 24

static wend_cell random_cell(test_random *random, const wend_map *map) {
    return (wend_cell){(int32_t)test_random_below(random, (uint32_t)wend_map_width(map)),
                       (int32_t)test_random_below(random, (uint32_t)wend_map_height(map))};
}

static void edit(test_random *random, wend_map *map) {
    wend_cell cell = random_cell(random, map), other = random_cell(random, map);
    wend_link link = {cell, other, 1 + test_random_below(random, 3), test_random_below(random, 3)};
    switch (test_random_below(random, 4)) {
    case 0: wend_map_set(map, cell.x, cell.y, (uint8_t)test_random_bits(random)); break;
    case 1:
        wend_map_set_edge(map, cell.x, cell.y, (wend_direction)test_random_below(random, 8),
                          (wend_edge)test_random_below(random, 4));
        break;
    case 2: wend_map_add_links(map, &link, 1); break;
    default: wend_map_remove_links(map, cell, other, NULL); break;
    }
}

static wend_map *random_map(test_random *random) {
    wend_map_desc desc = {.width = test_random_between(random, 1, MAX_SIDE),
                          .height = test_random_between(random, 1, MAX_SIDE),
                          .lattice = (wend_lattice)test_random_below(random, 2),
                          .cell_size = 0.25f * (float)(1 + test_random_below(random, 9)),
                          .origin_x = (float)test_random_between(random, -9, 9),
                          .origin_y = (float)test_random_between(random, -9, 9)};
    wend_map *map = NULL;
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    for (uint32_t edits = test_random_below(random, 200); edits > 0; edits--) edit(random, map);
    return map;
}

/* The bytes are the caller's to free. */
static uint8_t *save(const wend_map *map, size_t *size) {
    *size = wend_map_save_size(map);
    uint8_t *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(wend_map_save(map, bytes, *size), WEND_OK);
    return bytes;
}

static void check_same_placement(const wend_map *a, const wend_map *b) {
    float here[3], there[3];
    wend_map_placement(a, &here[0], &here[1], &here[2]);
    wend_map_placement(b, &there[0], &there[1], &there[2]);
    assert_memory_equal(here, there, sizeof here);
}

/* A loaded map is equal, is saved as the same bytes, and stays equal under the same edits. */
static void comes_back_equal(void **state) {
    (void)state;
    test_random random = test_random_of(20);
    for (uint32_t i = 0, count = test_dose(300, 3000, 30000); i < count; i++) {
        size_t size, size_again;
        wend_map *map = random_map(&random), *again = NULL;
        uint8_t *bytes = save(map, &size);
        assert_int_equal(wend_map_load(bytes, size, NULL, &again), WEND_OK);
        assert_true(wend_map_hash(map) == wend_map_hash(again));
        check_same_placement(map, again);
        uint8_t *bytes_again = save(again, &size_again);
        assert_int_equal(size, size_again);
        assert_memory_equal(bytes, bytes_again, size);
        test_random here = random, there = random;
        for (int edits = 0; edits < 20; edits++) {
            edit(&here, map);
            edit(&there, again);
        }
        assert_true(wend_map_hash(map) == wend_map_hash(again));
        free(bytes_again);
        free(bytes);
        wend_map_destroy(again);
        wend_map_destroy(map);
    }
}

/* Damaged bytes under a right checksum: refused with nothing left behind, or a map that is saved as these bytes. */
static void survives_damage(void **state) {
    (void)state;
    test_random random = test_random_of(21);
    uint32_t loaded = 0, count = test_dose(1000, 20000, 200000);
    for (uint32_t i = 0; i < count; i++) {
        test_allocator counter = {0};
        wend_allocator hooks = test_allocator_hooks(&counter);
        size_t size, size_again;
        wend_map *map = random_map(&random), *again = NULL;
        uint8_t *bytes = save(map, &size);
        damage_some(bytes, &size, HEAD, &random);
        wend_status status = wend_map_load(bytes, size, &hooks, &again);
        if (status == WEND_OK) {
            uint8_t *bytes_again = save(again, &size_again);
            assert_int_equal(size, size_again);
            assert_memory_equal(bytes, bytes_again, size);
            free(bytes_again);
            loaded++;
        } else {
            assert_true(status == WEND_ERROR_FORMAT || status == WEND_ERROR_SIZE || status == WEND_ERROR_VERSION);
            assert_null(again);
        }
        wend_map_destroy(again);
        assert_int_equal(counter.live, 0);
        assert_int_equal(counter.mistakes, 0);
        free(bytes);
        wend_map_destroy(map);
    }
    assert_in_range(loaded, count / 50, count - count / 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back_equal),
        cmocka_unit_test(survives_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
