/* SPDX-License-Identifier: MIT */
#include "allocator.h"

#include "base/base.h"

#include <string.h>

/* In front of every block, so long that the block keeps its alignment. */
#define FRONT WEND__ALIGNMENT

static void *take(void *user, size_t size, size_t alignment) {
    test_allocator *allocator = user;
    allocator->calls++;
    if (size == 0 || alignment == 0 || alignment > WEND__ALIGNMENT || (alignment & (alignment - 1))) {
        allocator->mistakes++;
    }
    if (allocator->fail_at && allocator->calls >= allocator->fail_at) return NULL;
    wend_allocator memory = wend__allocator_or_default(NULL);
    unsigned char *front = wend__allocate(&memory, 1, FRONT + size);
    if (!front) return NULL;
    memcpy(front, &size, sizeof size);
    memset(front + FRONT, 0xA5, size); /* fresh memory is never 0 by luck */
    allocator->live++;
    allocator->live_bytes += size;
    if (allocator->live_bytes > allocator->greatest_bytes) allocator->greatest_bytes = allocator->live_bytes;
    return front + FRONT;
}

static void give_back(void *user, void *memory, size_t size) {
    test_allocator *allocator = user;
    unsigned char *front = (unsigned char *)memory - FRONT;
    size_t taken;
    memcpy(&taken, front, sizeof taken);
    if (taken != size) allocator->mistakes++;
    allocator->live--;
    allocator->live_bytes -= taken;
    memset(memory, 0x5A, taken);
    wend_allocator hooks = wend__allocator_or_default(NULL);
    wend__release(&hooks, front, 1, FRONT + taken);
}

wend_allocator test_allocator_hooks(test_allocator *allocator) {
    return (wend_allocator){.allocate = take, .release = give_back, .user = allocator};
}
