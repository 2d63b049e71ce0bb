/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <malloc.h>
#endif

const char *wend_status_string(wend_status status) {
    switch (status) {
    case WEND_OK: return "done";
    case WEND_AT_GOAL: return "at a goal";
    case WEND_LINK: return "the best way on is a link";
    case WEND_IN_WALL: return "inside a blocked cell";
    case WEND_TOO_NARROW: return "too close to a wall for this mover";
    case WEND_OFF_MAP: return "outside of the map";
    case WEND_CUT_OFF: return "no way leads to a goal";
    case WEND_SATURATED: return "reachable, but farther than a distance can say";
    case WEND_BEYOND_RANGE: return "beyond the range of the build";
    case WEND_STALE: return "out of date: the mover or the goals have changed since";
    case WEND_PENDING: return "not built yet";
    case WEND_PARTIAL: return "only a part of what was asked for";
    case WEND_TRUNCATED: return "the buffer was too small for the whole";
    case WEND_MOVED: return "the goal was moved to a cell that can be used";
    case WEND_GOAL_BLOCKED: return "the goal is blocked or too narrow";
    case WEND_ERROR_ARGUMENT: return "an argument is NULL or out of its range";
    case WEND_ERROR_NO_MEMORY: return "not enough memory";
    case WEND_ERROR_SIZE: return "a size is below 1 or too large";
    case WEND_ERROR_OUTSIDE: return "a cell or rectangle lies outside of the map";
    case WEND_ERROR_CAPACITY: return "more than was reserved at creation";
    case WEND_ERROR_IO: return "a file could not be opened, read or written";
    case WEND_ERROR_FORMAT: return "the bytes are not what their format says";
    case WEND_ERROR_CHECKSUM: return "the checksum does not fit: the bytes were changed";
    case WEND_ERROR_VERSION: return "a version this library does not know";
    case WEND_ERROR_UNSUPPORTED:
        return "an instruction set that is lacking here, or a question that is not for snapshots";
    case WEND_ERROR_BUSY: return "a build in slices is open";
    case WEND_ERROR_MISMATCH: return "saved with another map or mover than it is to be loaded with";
    }
    return "unknown status";
}

uint32_t wend_version(void) {
    return WEND_VERSION_MAJOR * 10000 + WEND_VERSION_MINOR * 100 + WEND_VERSION_PATCH;
}

static void *default_allocate(void *user, size_t size, size_t alignment) {
    (void)user;
#if defined(_WIN32)
    return _aligned_malloc(size, alignment);
#else
    /* aligned_alloc wants a multiple of the alignment. */
    size_t padded;
    if (!wend__add(size, alignment - 1, &padded)) return NULL;
    return aligned_alloc(alignment, padded & ~(alignment - 1));
#endif
}

static void default_release(void *user, void *memory, size_t size) {
    (void)user;
    (void)size;
#if defined(_WIN32)
    _aligned_free(memory);
#else
    free(memory);
#endif
}

wend_allocator wend__allocator_or_default(const wend_allocator *allocator) {
    if (allocator) return *allocator;
    return (wend_allocator){.allocate = default_allocate, .release = default_release, .user = NULL};
}

bool wend__allocator_is_valid(const wend_allocator *allocator) {
    return !allocator || (allocator->allocate && allocator->release);
}

bool wend__multiply(size_t a, size_t b, size_t *out) {
    if (b != 0 && a > SIZE_MAX / b) return false;
    *out = a * b;
    return true;
}

bool wend__add(size_t a, size_t b, size_t *out) {
    if (a > SIZE_MAX - b) return false;
    *out = a + b;
    return true;
}

void *wend__allocate(const wend_allocator *allocator, size_t count, size_t size) {
    size_t bytes;
    if (!wend__multiply(count, size, &bytes) || bytes == 0) return NULL;
    return allocator->allocate(allocator->user, bytes, WEND__ALIGNMENT);
}

void *wend__allocate_zeroed(const wend_allocator *allocator, size_t count, size_t size) {
    void *memory = wend__allocate(allocator, count, size);
    if (memory) memset(memory, 0, count * size);
    return memory;
}

void wend__release(const wend_allocator *allocator, void *memory, size_t count, size_t size) {
    if (memory) allocator->release(allocator->user, memory, count * size);
}
