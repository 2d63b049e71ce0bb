/* SPDX-License-Identifier: MIT
 * An allocator for tests: counts, checks what is given back, and fails when told to. */
#ifndef TEST_ALLOCATOR_H
#define TEST_ALLOCATOR_H

#include <wend/base.h>

typedef struct test_allocator {
    uint32_t calls;    /* allocations asked for so far */
    uint32_t fail_at;  /* the allocation with this number fails, and all after it; 0: none */
    uint32_t live;     /* blocks not yet given back */
    uint32_t mistakes; /* blocks given back with another size, or asked for with a bad size or alignment */
    size_t live_bytes;
    size_t greatest_bytes; /* that were live at once */
} test_allocator;

/* Hooks for it; the test_allocator must outlive all that uses them. */
wend_allocator test_allocator_hooks(test_allocator *allocator);

#endif
