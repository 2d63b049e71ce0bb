/* SPDX-License-Identifier: MIT
 * Inside the library: the wide integers of wide.h in plain C, one lane each. */
#ifndef WEND__WIDE_SCALAR_H
#define WEND__WIDE_SCALAR_H

typedef uint8_t wend__w8;
typedef uint16_t wend__w16;
typedef uint32_t wend__w32;
#define WEND__W8_LANES 1
#define WEND__W16_LANES 1
#define WEND__W32_LANES 1

/* The operations that all widths share. */
#define WEND__SCALAR_OPERATIONS(type, prefix)                                                                          \
    WEND__INLINE type prefix##_load(const type *from) {                                                                \
        return *from;                                                                                                  \
    }                                                                                                                  \
    WEND__INLINE void prefix##_store(type *to, type a) {                                                               \
        *to = a;                                                                                                       \
    }                                                                                                                  \
    WEND__INLINE type prefix##_splat(type x) {                                                                         \
        return x;                                                                                                      \
    }                                                                                                                  \
    WEND__INLINE type prefix##_min(type a, type b) {                                                                   \
        return a < b ? a : b;                                                                                          \
    }                                                                                                                  \
    WEND__INLINE type prefix##_add(type a, type b) {                                                                   \
        return (type)(a + b);                                                                                          \
    }                                                                                                                  \
    WEND__INLINE type prefix##_and_(type a, type b) {                                                                  \
        return a & b;                                                                                                  \
    }                                                                                                                  \
    WEND__INLINE type prefix##_or_(type a, type b) {                                                                   \
        return a | b;                                                                                                  \
    }                                                                                                                  \
    WEND__INLINE type prefix##_where_equal(type a, type b, type x) {                                                   \
        return a == b ? x : 0;                                                                                         \
    }

/* Those of 16 and 32 bits. */
#define WEND__SCALAR_LANES(type, prefix, infinite)                                                                     \
    WEND__INLINE type prefix##_add_saturating(type a, type b) {                                                        \
        uint32_t sum = (uint32_t)a + b;                                                                                \
        return (type)(sum < (infinite) ? sum : (infinite));                                                            \
    }                                                                                                                  \
    WEND__INLINE type prefix##_sub(type a, type b) {                                                                   \
        return (type)(a - b);                                                                                          \
    }                                                                                                                  \
    WEND__INLINE type prefix##_mul(type a, type b) {                                                                   \
        return (type)((uint32_t)a * b);                                                                                \
    }                                                                                                                  \
    WEND__INLINE bool prefix##_any_differs(const type *a, const type *b, int count) {                                  \
        type change = 0;                                                                                               \
        for (int i = 0; i < count; i++) change |= a[i] ^ b[i];                                                         \
        return change != 0;                                                                                            \
    }                                                                                                                  \
    WEND__INLINE type prefix##_slide_up(type before, type here, int n) {                                               \
        (void)here;                                                                                                    \
        (void)n;                                                                                                       \
        return before;                                                                                                 \
    }                                                                                                                  \
    WEND__INLINE type prefix##_slide_down(type here, type after, int n) {                                              \
        (void)here;                                                                                                    \
        (void)n;                                                                                                       \
        return after;                                                                                                  \
    }                                                                                                                  \
    WEND__INLINE type prefix##_from_bytes(const uint8_t *from) {                                                       \
        return *from;                                                                                                  \
    }                                                                                                                  \
    WEND__INLINE void prefix##_to_bytes(uint8_t *to, type a) {                                                         \
        *to = (uint8_t)a;                                                                                              \
    }                                                                                                                  \
    WEND__INLINE type prefix##_from_values(const uint32_t *values, uint32_t base) {                                    \
        uint32_t more = *values < base ? 0 : *values - base;                                                           \
        return (type)(more < (infinite) ? more : (infinite));                                                          \
    }                                                                                                                  \
    WEND__INLINE type prefix##_low_of_values(const uint32_t *values) {                                                 \
        return (type)*values;                                                                                          \
    }                                                                                                                  \
    WEND__INLINE void prefix##_lower_values(uint32_t *values, uint32_t base, type a) {                                 \
        uint32_t sum = base + a;                                                                                       \
        if (a != (infinite) && sum < *values) *values = sum;                                                           \
    }

WEND__SCALAR_OPERATIONS(uint8_t, wend__w8)
WEND__SCALAR_OPERATIONS(uint16_t, wend__w16)
WEND__SCALAR_OPERATIONS(uint32_t, wend__w32)
WEND__SCALAR_LANES(uint16_t, wend__w16, WEND__W16_INFINITE)
WEND__SCALAR_LANES(uint32_t, wend__w32, WEND__W32_INFINITE)

WEND__INLINE uint8_t wend__w8_and_not(uint8_t a, uint8_t b) {
    return (uint8_t)(a & ~b);
}

WEND__INLINE uint64_t wend__w8_bits_where_equal(uint8_t a, uint8_t b) {
    return a == b;
}

WEND__INLINE uint8_t wend__w8_where_finite(const uint32_t *values, uint8_t x) {
    return *values < UINT32_MAX - 1 ? x : 0;
}

WEND__INLINE uint32_t wend__w32_where_below(uint32_t a, uint32_t b, uint32_t x) {
    return a < b ? x : 0;
}

#endif
