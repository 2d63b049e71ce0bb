/* SPDX-License-Identifier: MIT
 * Inside the library: the wide integers of wide.h in SSE4.1. */
#ifndef WEND__WIDE_SSE4_H
#define WEND__WIDE_SSE4_H

#include <smmintrin.h>

typedef __m128i wend__w8;
typedef __m128i wend__w16;
typedef __m128i wend__w32;
#define WEND__W8_LANES 16
#define WEND__W16_LANES 8
#define WEND__W32_LANES 4

WEND__INLINE __m128i wend__m128_load(const void *from) {
    return _mm_loadu_si128(from);
}

WEND__INLINE void wend__m128_store(void *to, __m128i a) {
    _mm_storeu_si128(to, a);
}

/* 8 */

WEND__INLINE wend__w8 wend__w8_load(const uint8_t *from) {
    return wend__m128_load(from);
}

WEND__INLINE void wend__w8_store(uint8_t *to, wend__w8 a) {
    wend__m128_store(to, a);
}

WEND__INLINE wend__w8 wend__w8_splat(uint8_t x) {
    return _mm_set1_epi8((char)x);
}

WEND__INLINE wend__w8 wend__w8_min(wend__w8 a, wend__w8 b) {
    return _mm_min_epu8(a, b);
}

WEND__INLINE wend__w8 wend__w8_add(wend__w8 a, wend__w8 b) {
    return _mm_add_epi8(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_(wend__w8 a, wend__w8 b) {
    return _mm_and_si128(a, b);
}

WEND__INLINE wend__w8 wend__w8_or_(wend__w8 a, wend__w8 b) {
    return _mm_or_si128(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_not(wend__w8 a, wend__w8 b) {
    return _mm_andnot_si128(b, a);
}

WEND__INLINE wend__w8 wend__w8_where_equal(wend__w8 a, wend__w8 b, wend__w8 x) {
    return _mm_and_si128(_mm_cmpeq_epi8(a, b), x);
}

WEND__INLINE uint64_t wend__w8_bits_where_equal(wend__w8 a, wend__w8 b) {
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b));
}

/* Where values are one of the two greatest. */
WEND__INLINE __m128i wend__m128_infinite(const uint32_t *values) {
    return _mm_cmpeq_epi32(_mm_or_si128(wend__m128_load(values), _mm_set1_epi32(1)), _mm_set1_epi32(-1));
}

WEND__INLINE wend__w8 wend__w8_where_finite(const uint32_t *values, wend__w8 x) {
    __m128i low = _mm_packs_epi32(wend__m128_infinite(values), wend__m128_infinite(values + 4));
    __m128i high = _mm_packs_epi32(wend__m128_infinite(values + 8), wend__m128_infinite(values + 12));
    return _mm_andnot_si128(_mm_packs_epi16(low, high), x);
}

/* 16 */

WEND__INLINE wend__w16 wend__w16_load(const uint16_t *from) {
    return wend__m128_load(from);
}

WEND__INLINE void wend__w16_store(uint16_t *to, wend__w16 a) {
    wend__m128_store(to, a);
}

WEND__INLINE wend__w16 wend__w16_splat(uint16_t x) {
    return _mm_set1_epi16((short)x);
}

WEND__INLINE wend__w16 wend__w16_min(wend__w16 a, wend__w16 b) {
    return _mm_min_epu16(a, b);
}

WEND__INLINE wend__w16 wend__w16_add(wend__w16 a, wend__w16 b) {
    return _mm_add_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_sub(wend__w16 a, wend__w16 b) {
    return _mm_sub_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_mul(wend__w16 a, wend__w16 b) {
    return _mm_mullo_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_and_(wend__w16 a, wend__w16 b) {
    return _mm_and_si128(a, b);
}

WEND__INLINE wend__w16 wend__w16_or_(wend__w16 a, wend__w16 b) {
    return _mm_or_si128(a, b);
}

WEND__INLINE wend__w16 wend__w16_add_saturating(wend__w16 a, wend__w16 b) {
    return _mm_adds_epu16(a, b);
}

WEND__INLINE wend__w16 wend__w16_where_equal(wend__w16 a, wend__w16 b, wend__w16 x) {
    return _mm_and_si128(_mm_cmpeq_epi16(a, b), x);
}

WEND__INLINE bool wend__w16_any_differs(const wend__w16 *a, const wend__w16 *b, int count) {
    __m128i change = _mm_xor_si128(a[0], b[0]);
    WEND__UNROLL for (int i = 1; i < count; i++) change = _mm_or_si128(change, _mm_xor_si128(a[i], b[i]));
    return !_mm_testz_si128(change, change);
}

WEND__INLINE wend__w16 wend__w16_slide_up(wend__w16 before, wend__w16 here, int n) {
    switch (n) {
    case 1: return _mm_alignr_epi8(here, before, 14);
    case 2: return _mm_alignr_epi8(here, before, 12);
    case 4: return _mm_alignr_epi8(here, before, 8);
    default: return before;
    }
}

WEND__INLINE wend__w16 wend__w16_slide_down(wend__w16 here, wend__w16 after, int n) {
    switch (n) {
    case 1: return _mm_alignr_epi8(after, here, 2);
    case 2: return _mm_alignr_epi8(after, here, 4);
    case 4: return _mm_alignr_epi8(after, here, 8);
    default: return after;
    }
}

WEND__INLINE wend__w16 wend__w16_from_bytes(const uint8_t *from) {
    return _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)(const void *)from));
}

WEND__INLINE void wend__w16_to_bytes(uint8_t *to, wend__w16 a) {
    __m128i low = _mm_and_si128(a, _mm_set1_epi16(0xFF));
    _mm_storel_epi64((__m128i *)(void *)to, _mm_packus_epi16(low, low));
}

/* Four values less base: 0 below, at most most. */
WEND__INLINE __m128i wend__m128_above_base(const uint32_t *values, __m128i base, __m128i most) {
    __m128i value = wend__m128_load(values);
    return _mm_min_epu32(_mm_sub_epi32(_mm_max_epu32(value, base), base), most);
}

WEND__INLINE wend__w16 wend__w16_from_values(const uint32_t *values, uint32_t base) {
    __m128i bases = _mm_set1_epi32((int)base), most = _mm_set1_epi32(0xFFFF);
    return _mm_packus_epi32(wend__m128_above_base(values, bases, most), wend__m128_above_base(values + 4, bases, most));
}

WEND__INLINE wend__w16 wend__w16_low_of_values(const uint32_t *values) {
    __m128i mask = _mm_set1_epi32(0xFFFF);
    __m128i low = wend__m128_load(values), high = wend__m128_load(values + 4);
    return _mm_packus_epi32(_mm_and_si128(low, mask), _mm_and_si128(high, mask));
}

/* An infinite sum must not lower anything: it becomes the greatest number. */
WEND__INLINE void wend__m128_lower(uint32_t *values, __m128i base, __m128i more, __m128i infinite) {
    __m128i sum = _mm_or_si128(_mm_add_epi32(more, base), _mm_cmpeq_epi32(more, infinite));
    wend__m128_store(values, _mm_min_epu32(wend__m128_load(values), sum));
}

WEND__INLINE void wend__w16_lower_values(uint32_t *values, uint32_t base, wend__w16 a) {
    __m128i bases = _mm_set1_epi32((int)base), infinite = _mm_set1_epi32(0xFFFF);
    wend__m128_lower(values, bases, _mm_cvtepu16_epi32(a), infinite);
    wend__m128_lower(values + 4, bases, _mm_unpackhi_epi16(a, _mm_setzero_si128()), infinite);
}

/* 32 */

WEND__INLINE wend__w32 wend__w32_load(const uint32_t *from) {
    return wend__m128_load(from);
}

WEND__INLINE void wend__w32_store(uint32_t *to, wend__w32 a) {
    wend__m128_store(to, a);
}

WEND__INLINE wend__w32 wend__w32_splat(uint32_t x) {
    return _mm_set1_epi32((int)x);
}

WEND__INLINE wend__w32 wend__w32_min(wend__w32 a, wend__w32 b) {
    return _mm_min_epu32(a, b);
}

WEND__INLINE wend__w32 wend__w32_add(wend__w32 a, wend__w32 b) {
    return _mm_add_epi32(a, b);
}

WEND__INLINE wend__w32 wend__w32_sub(wend__w32 a, wend__w32 b) {
    return _mm_sub_epi32(a, b);
}

WEND__INLINE wend__w32 wend__w32_mul(wend__w32 a, wend__w32 b) {
    return _mm_madd_epi16(a, b);
}

WEND__INLINE wend__w32 wend__w32_and_(wend__w32 a, wend__w32 b) {
    return _mm_and_si128(a, b);
}

WEND__INLINE wend__w32 wend__w32_or_(wend__w32 a, wend__w32 b) {
    return _mm_or_si128(a, b);
}

WEND__INLINE wend__w32 wend__w32_add_saturating(wend__w32 a, wend__w32 b) {
    return _mm_min_epu32(_mm_add_epi32(a, b), _mm_set1_epi32((int)WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_where_equal(wend__w32 a, wend__w32 b, wend__w32 x) {
    return _mm_and_si128(_mm_cmpeq_epi32(a, b), x);
}

WEND__INLINE wend__w32 wend__w32_where_below(wend__w32 a, wend__w32 b, wend__w32 x) {
    return _mm_andnot_si128(_mm_cmpeq_epi32(_mm_max_epu32(a, b), a), x);
}

WEND__INLINE bool wend__w32_any_differs(const wend__w32 *a, const wend__w32 *b, int count) {
    return wend__w16_any_differs(a, b, count);
}

WEND__INLINE wend__w32 wend__w32_slide_up(wend__w32 before, wend__w32 here, int n) {
    return wend__w16_slide_up(before, here, 2 * n);
}

WEND__INLINE wend__w32 wend__w32_slide_down(wend__w32 here, wend__w32 after, int n) {
    return wend__w16_slide_down(here, after, 2 * n);
}

WEND__INLINE wend__w32 wend__w32_from_bytes(const uint8_t *from) {
    int32_t four;
    memcpy(&four, from, sizeof four);
    return _mm_cvtepu8_epi32(_mm_cvtsi32_si128(four));
}

WEND__INLINE void wend__w32_to_bytes(uint8_t *to, wend__w32 a) {
    __m128i low = _mm_shuffle_epi8(a, _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    int32_t four = _mm_cvtsi128_si32(low);
    memcpy(to, &four, sizeof four);
}

WEND__INLINE wend__w32 wend__w32_from_values(const uint32_t *values, uint32_t base) {
    return wend__m128_above_base(values, wend__w32_splat(base), wend__w32_splat(WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_low_of_values(const uint32_t *values) {
    return wend__m128_load(values);
}

WEND__INLINE void wend__w32_lower_values(uint32_t *values, uint32_t base, wend__w32 a) {
    wend__m128_lower(values, wend__w32_splat(base), a, wend__w32_splat(WEND__W32_INFINITE));
}

#endif
