/* SPDX-License-Identifier: MIT
 * Inside the library: memory, checked sizes, reference counts. */
#ifndef WEND__BASE_H
#define WEND__BASE_H

#include <wend/base.h>

#include <float.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Method 16 is method 0 for floats: only half floats differ. */
#if defined(__FAST_MATH__) || (FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16)
#error "wend promises the same bits everywhere: floats must be computed as floats, without -ffast-math"
#endif

/* Before a function that is seldom called: it stays out of the way of those that are called for each agent or cell. */
#if defined(__GNUC__)
#define WEND__SELDOM __attribute__((noinline, cold))
#else
#define WEND__SELDOM
#endif

#define WEND__ALIGNMENT 64
#define WEND__MAX_CELLS ((size_t)1 << 28)

/* The caller's allocator, or malloc for NULL. */
wend_allocator wend__allocator_or_default(const wend_allocator *allocator);

/* False for an allocator that has only one of its two functions. */
bool wend__allocator_is_valid(const wend_allocator *allocator);

/* Memory for count items of size bytes, aligned to WEND__ALIGNMENT; NULL if the product overflows, is 0, or there is
 * no memory. Release with the same count and size; NULL is allowed. */
void *wend__allocate(const wend_allocator *allocator, size_t count, size_t size);
void *wend__allocate_zeroed(const wend_allocator *allocator, size_t count, size_t size);
void wend__release(const wend_allocator *allocator, void *memory, size_t count, size_t size);

/* a * b and a + b; false on overflow (out is then untouched). */
bool wend__multiply(size_t a, size_t b, size_t *out);
bool wend__add(size_t a, size_t b, size_t *out);

/* Distances never wrap: the sum of two finite values, at most WEND_SATURATED_VALUE (UINT32_MAX - 1). */
static inline uint32_t wend__saturating_add(uint32_t a, uint64_t b) {
    uint64_t sum = (uint64_t)a + b;
    return sum >= UINT32_MAX ? UINT32_MAX - 1 : (uint32_t)sum;
}

typedef atomic_uint wend__count;

static inline void wend__count_take(wend__count *count) {
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
}

/* True for whoever gave up the last hold and must free the object. */
static inline bool wend__count_drop(wend__count *count) {
    return atomic_fetch_sub_explicit(count, 1, memory_order_acq_rel) == 1;
}

/* Places of the lowest and of the highest bit that is set; bits must not be 0. */
static inline int wend__lowest_bit(uint32_t bits) {
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    int place = 0;
    while (!(bits >> place & 1)) place++;
    return place;
#endif
}

static inline int wend__lowest_bit_64(uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int place = 0;
    while (!(bits >> place & 1)) place++;
    return place;
#endif
}

static inline int wend__highest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return 63 - __builtin_clzll(bits);
#else
    int place = 0;
    while (bits >>= 1) place++;
    return place;
#endif
}

static inline uint32_t wend__count_bits(uint64_t bits) {
#if defined(__POPCNT__)
    return (uint32_t)__builtin_popcountll(bits);
#else
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    return (uint32_t)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
#endif
}

#endif
