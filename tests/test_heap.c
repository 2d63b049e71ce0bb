/* SPDX-License-Identifier: MIT
 * The heap against a plain list that is searched for its least entry. */
#include "base/heap.h"

#include "support/allocator.h"
#include "support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define CELLS 200

typedef struct plain_list {
    wend__heap_entry entries[CELLS];
    bool is_in[CELLS];
    uint32_t count;
} plain_list;

static int compare(const wend__heap_entry *a, const wend__heap_entry *b) {
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    if (a->tie != b->tie) return a->tie < b->tie ? -1 : 1;
    return a->cell == b->cell ? 0 : a->cell < b->cell ? -1 : 1;
}

static bool list_push(plain_list *list, wend__heap_entry entry) {
    if (list->is_in[entry.cell] && compare(&entry, &list->entries[entry.cell]) >= 0) return false;
    if (!list->is_in[entry.cell]) list->count++;
    list->is_in[entry.cell] = true;
    list->entries[entry.cell] = entry;
    return true;
}

static wend__heap_entry list_pop(plain_list *list) {
    int least = -1;
    for (int cell = 0; cell < CELLS; cell++) {
        if (!list->is_in[cell]) continue;
        if (least < 0 || compare(&list->entries[cell], &list->entries[least]) < 0) least = cell;
    }
    list->is_in[least] = false;
    list->count--;
    return list->entries[least];
}

static void check_inside(const wend__heap *heap) {
    uint32_t placed = 0;
    for (uint32_t i = 0; i < heap->count; i++) {
        assert_int_equal(heap->positions[heap->entries[i].cell], i);
        if (i > 0) assert_true(compare(&heap->entries[(i - 1) / 4], &heap->entries[i]) < 0);
    }
    for (uint32_t cell = 0; cell < heap->capacity; cell++) placed += heap->positions[cell] != WEND__NOT_IN_HEAP;
    assert_int_equal(placed, heap->count);
}

static void pop_both(wend__heap *heap, plain_list *list) {
    const wend__heap_entry *top = wend__heap_top(heap);
    assert_non_null(top);
    wend__heap_entry seen = *top;
    wend__heap_entry expected = list_pop(list);
    wend__heap_entry popped = wend__heap_pop(heap);
    assert_int_equal(compare(&popped, &expected), 0);
    assert_int_equal(compare(&seen, &expected), 0);
}

/* Few keys and ties, so that the whole of the order is in play; wide keys in every other round. */
static void random_pushes_and_pops_agree_with_a_list(void **state) {
    (void)state;
    wend_allocator memory = wend__allocator_or_default(NULL);
    for (uint64_t round = 0; round < test_dose(20, 100, 1000); round++) {
        test_random random = test_random_of(round);
        wend__heap heap;
        assert_int_equal(wend__heap_create(&heap, CELLS, &memory), WEND_OK);
        plain_list list = {0};
        for (int step = 0; step < 2000; step++) {
            if (list.count == 0 || test_random_chance(&random, step < 1000 ? 70 : 45)) {
                uint64_t key = round % 2 ? test_random_bits(&random) : test_random_below(&random, 6);
                uint32_t tie = test_random_below(&random, 3) ? test_random_below(&random, 4) : UINT32_MAX;
                wend__heap_entry entry = {key, tie, test_random_below(&random, CELLS)};
                assert_int_equal(wend__heap_push(&heap, key, tie, entry.cell), list_push(&list, entry));
            } else {
                pop_both(&heap, &list);
            }
            assert_int_equal(heap.count, list.count);
            if (step % 100 == 0) check_inside(&heap);
        }
        while (list.count > 0) pop_both(&heap, &list);
        assert_null(wend__heap_top(&heap));
        check_inside(&heap);
        wend__heap_destroy(&heap, &memory);
    }
}

static void order_of_pushes_does_not_matter(void **state) {
    (void)state;
    wend_allocator memory = wend__allocator_or_default(NULL);
    wend__heap heap;
    assert_int_equal(wend__heap_create(&heap, CELLS, &memory), WEND_OK);
    static const uint32_t strides[] = {1, 3, 7, 99, 101, 199}; /* that visit every cell */
    for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
        for (uint32_t i = 0; i < CELLS; i++) {
            uint32_t cell = i * strides[s] % CELLS;
            assert_true(wend__heap_push(&heap, cell / 40, cell / 20, cell));
        }
        for (uint32_t expected = 0; expected < CELLS; expected++) {
            assert_int_equal(wend__heap_pop(&heap).cell, expected);
        }
        assert_int_equal(heap.count, 0);
    }
    wend__heap_destroy(&heap, &memory);
}

static void later_keys_are_left_alone(void **state) {
    (void)state;
    wend_allocator memory = wend__allocator_or_default(NULL);
    wend__heap heap;
    assert_int_equal(wend__heap_create(&heap, 2, &memory), WEND_OK);
    assert_true(wend__heap_push(&heap, 5, 5, 1));
    assert_false(wend__heap_push(&heap, 5, 5, 1));
    assert_false(wend__heap_push(&heap, 6, 0, 1));
    assert_false(wend__heap_push(&heap, 5, 6, 1));
    assert_true(wend__heap_push(&heap, 5, 4, 1));
    assert_true(wend__heap_push(&heap, 4, 9, 1));
    assert_int_equal(heap.count, 1);
    assert_int_equal(wend__heap_top(&heap)->key, 4);
    assert_int_equal(wend__heap_top(&heap)->tie, 9);
    wend__heap_clear(&heap);
    assert_int_equal(heap.count, 0);
    check_inside(&heap);
    assert_true(wend__heap_push(&heap, 9, 9, 1));
    wend__heap_destroy(&heap, &memory);
}

static void failed_allocations_leave_nothing_behind(void **state) {
    (void)state;
    test_allocator counts = {0};
    wend_allocator hooks = test_allocator_hooks(&counts);
    wend__heap heap;
    for (uint32_t fail_at = 1; fail_at <= 2; fail_at++) {
        counts = (test_allocator){.fail_at = fail_at};
        assert_int_equal(wend__heap_create(&heap, 10, &hooks), WEND_ERROR_NO_MEMORY);
        assert_int_equal(counts.live, 0);
        assert_int_equal(counts.mistakes, 0);
    }
    counts = (test_allocator){0};
    assert_int_equal(wend__heap_create(&heap, 10, &hooks), WEND_OK);
    assert_int_equal(counts.live_bytes, 10 * 20);
    wend__heap_destroy(&heap, &hooks);
    assert_int_equal(counts.live, 0);
    assert_int_equal(counts.mistakes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pushes_and_pops_agree_with_a_list),
        cmocka_unit_test(order_of_pushes_does_not_matter),
        cmocka_unit_test(later_keys_are_left_alone),
        cmocka_unit_test(failed_allocations_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
