/* SPDX-License-Identifier: MIT
 * wend: statuses, version, memory and threads. Everything else builds on these. */
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stddef.h>
#include <stdint.h>

#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 1
#define WEND_VERSION_PATCH 0

#if defined(WEND_STATIC)
#define WEND_API
#elif defined(_WIN32)
#if defined(WEND_EXPORTS)
#define WEND_API __declspec(dllexport)
#else
#define WEND_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a call, a goal or a place answers.
 * 0: done. Positive: usable, and this is what to know about it. Negative: refused, and nothing was changed.
 * Calls that return a status refuse a NULL; calls that return anything else must be given their object. */
typedef enum wend_status {
    WEND_OK = 0,

    WEND_AT_GOAL = 1,       /* here is a goal: nothing leads on */
    WEND_LINK = 2,          /* the best way on is a link; wend_field_next names its target */
    WEND_IN_WALL = 3,       /* a blocked cell; the direction, if any, is the way out */
    WEND_TOO_NARROW = 4,    /* not blocked, but the mover's disc does not fit; the direction, if any, is the way out */
    WEND_OFF_MAP = 5,       /* outside of the map (also NaN); the direction, if any, points back to it */
    WEND_CUT_OFF = 6,       /* no way leads to a goal; the direction, if any, leads to what is nearest to one */
    WEND_SATURATED = 7,     /* reachable, but farther than a distance can say; no direction */
    WEND_BEYOND_RANGE = 8,  /* the build was bounded and stopped before this cell */
    WEND_STALE = 9,         /* in place of OK, CUT_OFF or BEYOND_RANGE, or where a link can be used no more: values and
                               arrows are those of the last build; the mover or the goals have changed since */
    WEND_PENDING = 10,      /* never built yet */
    WEND_PARTIAL = 11,      /* some of what was asked for: see the results */
    WEND_TRUNCATED = 12,    /* the buffer was too small: it holds the beginning, the count is that of the whole */
    WEND_MOVED = 13,        /* the goal was moved to a cell that can be used */
    WEND_GOAL_BLOCKED = 14, /* the cell asked for as a goal is blocked or too narrow */

    WEND_ERROR_ARGUMENT = -1,     /* a NULL where none may be, or a value out of its documented range */
    WEND_ERROR_NO_MEMORY = -2,    /* an allocation failed */
    WEND_ERROR_SIZE = -3,         /* a size below 1 or above the limit, or a product that would overflow */
    WEND_ERROR_OUTSIDE = -4,      /* a cell or rectangle that does not lie on the map */
    WEND_ERROR_CAPACITY = -5,     /* more than was reserved at creation */
    WEND_ERROR_IO = -6,           /* a file could not be opened, read or written */
    WEND_ERROR_FORMAT = -7,       /* bytes that are not what their format says */
    WEND_ERROR_CHECKSUM = -8,     /* something saved whose bytes were changed */
    WEND_ERROR_VERSION = -9,      /* something saved by a version this library does not know */
    WEND_ERROR_UNSUPPORTED = -10, /* an instruction set that this machine, or this build, lacks; a question that is not
                                     for snapshots */
    WEND_ERROR_BUSY = -11,        /* a build or an update in slices is open: finish it first, or cancel it */
    WEND_ERROR_MISMATCH = -12     /* saved with another map or mover than it is to be loaded with */
} wend_status;

/* A few English words for a status; never NULL. Allocates nothing; any thread. */
WEND_API const char *wend_status_string(wend_status status);

/* Version of the linked library as major * 10000 + minor * 100 + patch. Any thread. */
WEND_API uint32_t wend_version(void);

/* Where memory comes from. A map copies it at creation; everything made from that map uses it.
 * allocate: `size` bytes [> 0] aligned to `alignment` [a power of two, at most 64], or NULL.
 * release:  what allocate returned, with the same size. Called from whichever thread gives up the last hold: one that
 *           destroys, edits links, updates a mover or builds a field, a worker of wend_field_build_many too.
 * Both are called from several threads at once where several of them create, build or destroy at once. */
typedef struct wend_allocator {
    void *(*allocate)(void *user, size_t size, size_t alignment);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} wend_allocator;

/* One piece of a parallel_for: items [begin, end) on worker `worker` [0, worker_count). */
typedef void wend_task_fn(void *context, uint32_t begin, uint32_t end, uint32_t worker);

/* How work is spread over threads. Pass NULL wherever one is asked for to stay on the calling thread.
 * parallel_for: calls fn for pieces that cover [0, count) once each and returns when all are done; pieces should hold
 *               about `grain` items. A worker runs one piece at a time. No piece needs another to get on, so a hook
 *               with one worker is always enough. NULL will do where there is one: for a clock alone. */
typedef struct wend_tasks {
    uint32_t worker_count; /* [1..256] */
    void (*parallel_for)(void *user, uint32_t count, uint32_t grain, wend_task_fn *fn, void *context);
    uint64_t (*clock)(void *user); /* nanoseconds from any fixed point; may be NULL. For work within a budget of time */
    void *user;
} wend_tasks;

/* How much a step of a build or an update in slices may do. NULL or all zero: all that is left. It stops at the first
 * of both limits. */
typedef struct wend_budget {
    uint64_t cells;          /* about so many cells are looked at, or a piece more: see there; 0: no limit */
    uint64_t nanoseconds;    /* by the clock of tasks, which is asked after each piece; 0: no limit */
    const wend_tasks *tasks; /* only its clock is used; must be given, with a clock, where nanoseconds are */
} wend_budget;

/* Tasks that run on OpenMP with `threads` workers (0: what OpenMP would use). In a library built without OpenMP the
 * result has one worker and runs serially. OpenMP's idle threads spin: where other programs need the cores too, the
 * environment variable OMP_WAIT_POLICY=passive makes them sleep. Allocates nothing; any thread. */
WEND_API wend_tasks wend_tasks_openmp(uint32_t threads);

/* The instruction sets that movers and fields can work with. Results never depend on it, only speed does. Each object
 * keeps what was chosen at its creation. */
typedef enum wend_backend {
    WEND_BACKEND_AUTO = 0,   /* the best one that there is */
    WEND_BACKEND_SCALAR = 1, /* plain C: everywhere */
    WEND_BACKEND_SSE4 = 2,   /* SSE4.1 */
    WEND_BACKEND_AVX2 = 3,
    WEND_BACKEND_AVX512 = 4,
    WEND_BACKEND_NEON = 5,   /* every little-endian aarch64 */
    WEND_BACKEND_WASM128 = 6 /* WebAssembly: all of a build or nothing */
} wend_backend;

/* Not 0 if this build has it, and processor and operating system do. AUTO and SCALAR always are. Any thread. */
WEND_API int32_t wend_backend_is_supported(wend_backend backend);

/* "auto", "scalar", "avx2" and so on; never NULL. Any thread. */
WEND_API const char *wend_backend_name(wend_backend backend);

/* Scratch memory for building fields and searching paths: one per thread that does so at a time.
 * 32 bytes per cell and 146 KB for the page in work, written once at creation so that no later call faults pages in. */
typedef struct wend_workspace wend_workspace;

/* A workspace for maps of up to `cells` cells [1..2^28]; allocator NULL is malloc.
 * Errors: ARGUMENT, SIZE, NO_MEMORY. */
WEND_API wend_status wend_workspace_create(uint32_t cells, const wend_allocator *allocator, wend_workspace **out);

/* NULL is allowed. */
WEND_API void wend_workspace_destroy(wend_workspace *workspace);

#ifdef __cplusplus
}
#endif

#endif
