/* SPDX-License-Identifier: MIT
 * Inside the library: the wide integers of wide.h in WebAssembly's vectors of 128 bits. */
#ifndef WEND__WIDE_WASM128_H
#define WEND__WIDE_WASM128_H

#include <wasm_simd128.h>

typedef v128_t wend__w8;
typedef v128_t wend__w16;
typedef v128_t wend__w32;
#define WEND__W8_LANES 16
#define WEND__W16_LANES 8
#define WEND__W32_LANES 4

/* 8 */

WEND__INLINE wend__w8 wend__w8_load(const uint8_t *from) {
    return wasm_v128_load(from);
}

WEND__INLINE void wend__w8_store(uint8_t *to, wend__w8 a) {
    wasm_v128_store(to, a);
}

WEND__INLINE wend__w8 wend__w8_splat(uint8_t x) {
    return wasm_i8x16_splat((int8_t)x);
}

WEND__INLINE wend__w8 wend__w8_min(wend__w8 a, wend__w8 b) {
    return wasm_u8x16_min(a, b);
}

WEND__INLINE wend__w8 wend__w8_add(wend__w8 a, wend__w8 b) {
    return wasm_i8x16_add(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_(wend__w8 a, wend__w8 b) {
    return wasm_v128_and(a, b);
}

WEND__INLINE wend__w8 wend__w8_or_(wend__w8 a, wend__w8 b) {
    return wasm_v128_or(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_not(wend__w8 a, wend__w8 b) {
    return wasm_v128_andnot(a, b);
}

WEND__INLINE wend__w8 wend__w8_where_equal(wend__w8 a, wend__w8 b, wend__w8 x) {
    return wasm_v128_and(wasm_i8x16_eq(a, b), x);
}

WEND__INLINE uint64_t wend__w8_bits_where_equal(wend__w8 a, wend__w8 b) {
    return (uint64_t)wasm_i8x16_bitmask(wasm_i8x16_eq(a, b)) & 0xFFFF;
}

/* Where values are one of the two greatest. */
WEND__INLINE v128_t wend__wasm_infinite(const uint32_t *values) {
    return wasm_u32x4_ge(wasm_v128_load(values), wasm_i32x4_splat(-2));
}

WEND__INLINE wend__w8 wend__w8_where_finite(const uint32_t *values, wend__w8 x) {
    v128_t low = wasm_i16x8_narrow_i32x4(wend__wasm_infinite(values), wend__wasm_infinite(values + 4));
    v128_t high = wasm_i16x8_narrow_i32x4(wend__wasm_infinite(values + 8), wend__wasm_infinite(values + 12));
    return wasm_v128_andnot(x, wasm_i8x16_narrow_i16x8(low, high));
}

/* 16 */

WEND__INLINE wend__w16 wend__w16_load(const uint16_t *from) {
    return wasm_v128_load(from);
}

WEND__INLINE void wend__w16_store(uint16_t *to, wend__w16 a) {
    wasm_v128_store(to, a);
}

WEND__INLINE wend__w16 wend__w16_splat(uint16_t x) {
    return wasm_i16x8_splat((int16_t)x);
}

WEND__INLINE wend__w16 wend__w16_min(wend__w16 a, wend__w16 b) {
    return wasm_u16x8_min(a, b);
}

WEND__INLINE wend__w16 wend__w16_add(wend__w16 a, wend__w16 b) {
    return wasm_i16x8_add(a, b);
}

WEND__INLINE wend__w16 wend__w16_sub(wend__w16 a, wend__w16 b) {
    return wasm_i16x8_sub(a, b);
}

WEND__INLINE wend__w16 wend__w16_mul(wend__w16 a, wend__w16 b) {
    return wasm_i16x8_mul(a, b);
}

WEND__INLINE wend__w16 wend__w16_and_(wend__w16 a, wend__w16 b) {
    return wasm_v128_and(a, b);
}

WEND__INLINE wend__w16 wend__w16_or_(wend__w16 a, wend__w16 b) {
    return wasm_v128_or(a, b);
}

WEND__INLINE wend__w16 wend__w16_add_saturating(wend__w16 a, wend__w16 b) {
    return wasm_u16x8_add_sat(a, b);
}

WEND__INLINE wend__w16 wend__w16_where_equal(wend__w16 a, wend__w16 b, wend__w16 x) {
    return wasm_v128_and(wasm_i16x8_eq(a, b), x);
}

WEND__INLINE bool wend__w16_any_differs(const wend__w16 *a, const wend__w16 *b, int count) {
    v128_t change = wasm_v128_xor(a[0], b[0]);
    WEND__UNROLL for (int i = 1; i < count; i++) change = wasm_v128_or(change, wasm_v128_xor(a[i], b[i]));
    return wasm_v128_any_true(change);
}

WEND__INLINE wend__w16 wend__w16_slide_up(wend__w16 before, wend__w16 here, int n) {
    switch (n) {
    case 1: return wasm_i16x8_shuffle(before, here, 7, 8, 9, 10, 11, 12, 13, 14);
    case 2: return wasm_i16x8_shuffle(before, here, 6, 7, 8, 9, 10, 11, 12, 13);
    case 4: return wasm_i16x8_shuffle(before, here, 4, 5, 6, 7, 8, 9, 10, 11);
    default: return before;
    }
}

WEND__INLINE wend__w16 wend__w16_slide_down(wend__w16 here, wend__w16 after, int n) {
    switch (n) {
    case 1: return wasm_i16x8_shuffle(here, after, 1, 2, 3, 4, 5, 6, 7, 8);
    case 2: return wasm_i16x8_shuffle(here, after, 2, 3, 4, 5, 6, 7, 8, 9);
    case 4: return wasm_i16x8_shuffle(here, after, 4, 5, 6, 7, 8, 9, 10, 11);
    default: return after;
    }
}

WEND__INLINE wend__w16 wend__w16_from_bytes(const uint8_t *from) {
    return wasm_u16x8_load8x8(from);
}

WEND__INLINE void wend__w16_to_bytes(uint8_t *to, wend__w16 a) {
    v128_t low = wasm_v128_and(a, wasm_i16x8_splat(0xFF));
    wasm_v128_store64_lane(to, wasm_u8x16_narrow_i16x8(low, low), 0);
}

/* Four values less base: 0 below, at most most. */
WEND__INLINE v128_t wend__wasm_above_base(const uint32_t *values, v128_t base, v128_t most) {
    return wasm_u32x4_min(wasm_i32x4_sub(wasm_u32x4_max(wasm_v128_load(values), base), base), most);
}

WEND__INLINE wend__w16 wend__w16_from_values(const uint32_t *values, uint32_t base) {
    v128_t bases = wasm_i32x4_splat((int32_t)base), most = wasm_i32x4_splat(0xFFFF);
    return wasm_u16x8_narrow_i32x4(wend__wasm_above_base(values, bases, most),
                                   wend__wasm_above_base(values + 4, bases, most));
}

WEND__INLINE wend__w16 wend__w16_low_of_values(const uint32_t *values) {
    return wasm_i16x8_shuffle(wasm_v128_load(values), wasm_v128_load(values + 4), 0, 2, 4, 6, 8, 10, 12, 14);
}

/* An infinite sum must not lower anything: it becomes the greatest number. */
WEND__INLINE void wend__wasm_lower(uint32_t *values, uint32_t base, v128_t more, v128_t infinite) {
    v128_t sum = wasm_i32x4_add(more, wasm_i32x4_splat((int32_t)base));
    sum = wasm_v128_or(sum, wasm_i32x4_eq(more, infinite));
    wasm_v128_store(values, wasm_u32x4_min(wasm_v128_load(values), sum));
}

WEND__INLINE void wend__w16_lower_values(uint32_t *values, uint32_t base, wend__w16 a) {
    v128_t infinite = wasm_i32x4_splat(0xFFFF);
    wend__wasm_lower(values, base, wasm_u32x4_extend_low_u16x8(a), infinite);
    wend__wasm_lower(values + 4, base, wasm_u32x4_extend_high_u16x8(a), infinite);
}

/* 32 */

WEND__INLINE wend__w32 wend__w32_load(const uint32_t *from) {
    return wasm_v128_load(from);
}

WEND__INLINE void wend__w32_store(uint32_t *to, wend__w32 a) {
    wasm_v128_store(to, a);
}

WEND__INLINE wend__w32 wend__w32_splat(uint32_t x) {
    return wasm_i32x4_splat((int32_t)x);
}

WEND__INLINE wend__w32 wend__w32_min(wend__w32 a, wend__w32 b) {
    return wasm_u32x4_min(a, b);
}

WEND__INLINE wend__w32 wend__w32_add(wend__w32 a, wend__w32 b) {
    return wasm_i32x4_add(a, b);
}

WEND__INLINE wend__w32 wend__w32_sub(wend__w32 a, wend__w32 b) {
    return wasm_i32x4_sub(a, b);
}

WEND__INLINE wend__w32 wend__w32_mul(wend__w32 a, wend__w32 b) {
    return wasm_i32x4_mul(a, b);
}

WEND__INLINE wend__w32 wend__w32_and_(wend__w32 a, wend__w32 b) {
    return wasm_v128_and(a, b);
}

WEND__INLINE wend__w32 wend__w32_or_(wend__w32 a, wend__w32 b) {
    return wasm_v128_or(a, b);
}

WEND__INLINE wend__w32 wend__w32_add_saturating(wend__w32 a, wend__w32 b) {
    return wasm_u32x4_min(wasm_i32x4_add(a, b), wend__w32_splat(WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_where_equal(wend__w32 a, wend__w32 b, wend__w32 x) {
    return wasm_v128_and(wasm_i32x4_eq(a, b), x);
}

WEND__INLINE wend__w32 wend__w32_where_below(wend__w32 a, wend__w32 b, wend__w32 x) {
    return wasm_v128_and(wasm_u32x4_lt(a, b), x);
}

WEND__INLINE bool wend__w32_any_differs(const wend__w32 *a, const wend__w32 *b, int count) {
    return wend__w16_any_differs(a, b, count);
}

WEND__INLINE wend__w32 wend__w32_slide_up(wend__w32 before, wend__w32 here, int n) {
    switch (n) {
    case 1: return wasm_i32x4_shuffle(before, here, 3, 4, 5, 6);
    case 2: return wasm_i32x4_shuffle(before, here, 2, 3, 4, 5);
    default: return before;
    }
}

WEND__INLINE wend__w32 wend__w32_slide_down(wend__w32 here, wend__w32 after, int n) {
    switch (n) {
    case 1: return wasm_i32x4_shuffle(here, after, 1, 2, 3, 4);
    case 2: return wasm_i32x4_shuffle(here, after, 2, 3, 4, 5);
    default: return after;
    }
}

WEND__INLINE wend__w32 wend__w32_from_bytes(const uint8_t *from) {
    return wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(from)));
}

WEND__INLINE void wend__w32_to_bytes(uint8_t *to, wend__w32 a) {
    v128_t low = wasm_v128_and(a, wasm_i32x4_splat(0xFF));
    low = wasm_u16x8_narrow_i32x4(low, low);
    wasm_v128_store32_lane(to, wasm_u8x16_narrow_i16x8(low, low), 0);
}

WEND__INLINE wend__w32 wend__w32_from_values(const uint32_t *values, uint32_t base) {
    return wend__wasm_above_base(values, wend__w32_splat(base), wend__w32_splat(WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_low_of_values(const uint32_t *values) {
    return wasm_v128_load(values);
}

WEND__INLINE void wend__w32_lower_values(uint32_t *values, uint32_t base, wend__w32 a) {
    wend__wasm_lower(values, base, a, wend__w32_splat(WEND__W32_INFINITE));
}

#endif
