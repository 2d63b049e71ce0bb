/* SPDX-License-Identifier: MIT
 * Inside the library: the wide integers of wide.h in SSE2, which every x86-64 has. */
#ifndef WEND__WIDE_SSE2_H
#define WEND__WIDE_SSE2_H

#include <emmintrin.h>

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

/* a where mask, else b. */
WEND__INLINE __m128i wend__m128_choose(__m128i mask, __m128i a, __m128i b) {
    return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}

/* Where a < b, without a sign. */
WEND__INLINE __m128i wend__m128_below_32(__m128i a, __m128i b) {
    __m128i sign = _mm_set1_epi32(INT32_MIN);
    return _mm_cmplt_epi32(_mm_xor_si128(a, sign), _mm_xor_si128(b, sign));
}

/* The low 16 bits of 4 and 4 lanes. */
WEND__INLINE __m128i wend__m128_pack_32(__m128i low, __m128i high) {
    low = _mm_srai_epi32(_mm_slli_epi32(low, 16), 16);
    high = _mm_srai_epi32(_mm_slli_epi32(high, 16), 16);
    return _mm_packs_epi32(low, high);
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

WEND__INLINE bool wend__w8_differs(wend__w8 a, wend__w8 b) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) != 0xFFFF;
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
    return _mm_sub_epi16(a, _mm_subs_epu16(a, b));
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

WEND__INLINE bool wend__w16_differs(wend__w16 a, wend__w16 b) {
    return wend__w8_differs(a, b);
}

WEND__INLINE wend__w16 wend__w16_slide_up(wend__w16 before, wend__w16 here, int n) {
    switch (n) {
    case 1: return _mm_or_si128(_mm_slli_si128(here, 2), _mm_srli_si128(before, 14));
    case 2: return _mm_or_si128(_mm_slli_si128(here, 4), _mm_srli_si128(before, 12));
    case 4: return _mm_or_si128(_mm_slli_si128(here, 8), _mm_srli_si128(before, 8));
    default: return before;
    }
}

WEND__INLINE wend__w16 wend__w16_slide_down(wend__w16 here, wend__w16 after, int n) {
    switch (n) {
    case 1: return _mm_or_si128(_mm_srli_si128(here, 2), _mm_slli_si128(after, 14));
    case 2: return _mm_or_si128(_mm_srli_si128(here, 4), _mm_slli_si128(after, 12));
    case 4: return _mm_or_si128(_mm_srli_si128(here, 8), _mm_slli_si128(after, 8));
    default: return after;
    }
}

WEND__INLINE wend__w16 wend__w16_from_bytes(const uint8_t *from) {
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)from), _mm_setzero_si128());
}

WEND__INLINE void wend__w16_to_bytes(uint8_t *to, wend__w16 a) {
    __m128i low = _mm_and_si128(a, _mm_set1_epi16(0xFF));
    _mm_storel_epi64((__m128i *)(void *)to, _mm_packus_epi16(low, low));
}

/* Four values less base: 0 below, at most 65535 and then with the low 16 bits set. */
WEND__INLINE __m128i wend__m128_above_base(const uint32_t *values, __m128i base) {
    __m128i value = wend__m128_load(values);
    __m128i more = _mm_andnot_si128(wend__m128_below_32(value, base), _mm_sub_epi32(value, base));
    __m128i fits = _mm_cmpeq_epi32(_mm_srli_epi32(more, 16), _mm_setzero_si128());
    return _mm_or_si128(more, _mm_andnot_si128(fits, _mm_set1_epi32(0xFFFF)));
}

WEND__INLINE wend__w16 wend__w16_from_values(const uint32_t *values, uint32_t base) {
    __m128i bases = _mm_set1_epi32((int)base);
    return wend__m128_pack_32(wend__m128_above_base(values, bases), wend__m128_above_base(values + 4, bases));
}

WEND__INLINE wend__w16 wend__w16_low_of_values(const uint32_t *values) {
    return wend__m128_pack_32(wend__m128_load(values), wend__m128_load(values + 4));
}

WEND__INLINE void wend__m128_lower(uint32_t *values, __m128i sum, __m128i is_finite) {
    __m128i value = wend__m128_load(values);
    __m128i lower = _mm_and_si128(wend__m128_below_32(sum, value), is_finite);
    wend__m128_store(values, wend__m128_choose(lower, sum, value));
}

WEND__INLINE void wend__w16_lower_values(uint32_t *values, uint32_t base, wend__w16 a) {
    __m128i zero = _mm_setzero_si128(), bases = _mm_set1_epi32((int)base), infinite = _mm_set1_epi32(0xFFFF);
    __m128i low = _mm_unpacklo_epi16(a, zero), high = _mm_unpackhi_epi16(a, zero);
    wend__m128_lower(values, _mm_add_epi32(low, bases), _mm_cmplt_epi32(low, infinite));
    wend__m128_lower(values + 4, _mm_add_epi32(high, bases), _mm_cmplt_epi32(high, infinite));
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
    return wend__m128_choose(_mm_cmplt_epi32(a, b), a, b);
}

WEND__INLINE wend__w32 wend__w32_add(wend__w32 a, wend__w32 b) {
    return _mm_add_epi32(a, b);
}

WEND__INLINE wend__w32 wend__w32_sub(wend__w32 a, wend__w32 b) {
    return _mm_sub_epi32(a, b);
}

/* Even and odd lanes apart, then their low halves side by side. */
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
    return wend__w32_min(_mm_add_epi32(a, b), _mm_set1_epi32((int)WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_where_equal(wend__w32 a, wend__w32 b, wend__w32 x) {
    return _mm_and_si128(_mm_cmpeq_epi32(a, b), x);
}

WEND__INLINE wend__w32 wend__w32_where_below(wend__w32 a, wend__w32 b, wend__w32 x) {
    return _mm_and_si128(wend__m128_below_32(a, b), x);
}

WEND__INLINE bool wend__w32_differs(wend__w32 a, wend__w32 b) {
    return wend__w8_differs(a, b);
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
    __m128i zero = _mm_setzero_si128();
    return _mm_unpacklo_epi16(_mm_unpacklo_epi8(_mm_cvtsi32_si128(four), zero), zero);
}

WEND__INLINE void wend__w32_to_bytes(uint8_t *to, wend__w32 a) {
    __m128i low = _mm_and_si128(a, _mm_set1_epi32(0xFF));
    low = _mm_packs_epi32(low, low);
    int32_t four = _mm_cvtsi128_si32(_mm_packus_epi16(low, low));
    memcpy(to, &four, sizeof four);
}

WEND__INLINE wend__w32 wend__w32_from_values(const uint32_t *values, uint32_t base) {
    __m128i value = wend__m128_load(values), bases = wend__w32_splat(base);
    __m128i infinite = wend__w32_splat(WEND__W32_INFINITE);
    __m128i more = _mm_andnot_si128(wend__m128_below_32(value, bases), _mm_sub_epi32(value, bases));
    return wend__m128_choose(wend__m128_below_32(more, infinite), more, infinite);
}

WEND__INLINE wend__w32 wend__w32_low_of_values(const uint32_t *values) {
    return wend__m128_load(values);
}

WEND__INLINE void wend__w32_lower_values(uint32_t *values, uint32_t base, wend__w32 a) {
    __m128i infinite = wend__w32_splat(WEND__W32_INFINITE);
    wend__m128_lower(values, _mm_add_epi32(a, wend__w32_splat(base)), _mm_cmplt_epi32(a, infinite));
}

#endif
