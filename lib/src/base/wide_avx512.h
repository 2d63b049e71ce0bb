/* SPDX-License-Identifier: MIT
 * Inside the library: the wide integers of wide.h in AVX-512 (F, BW, DQ, VL). */
#ifndef WEND__WIDE_AVX512_H
#define WEND__WIDE_AVX512_H

#include <immintrin.h>

typedef __m512i wend__w8;
typedef __m512i wend__w16;
typedef __m512i wend__w32;
#define WEND__W8_LANES 64
#define WEND__W16_LANES 32
#define WEND__W32_LANES 16

/* 8 */

WEND__INLINE wend__w8 wend__w8_load(const uint8_t *from) {
    return _mm512_loadu_si512(from);
}

WEND__INLINE void wend__w8_store(uint8_t *to, wend__w8 a) {
    _mm512_storeu_si512(to, a);
}

WEND__INLINE wend__w8 wend__w8_splat(uint8_t x) {
    return _mm512_set1_epi8((char)x);
}

WEND__INLINE wend__w8 wend__w8_min(wend__w8 a, wend__w8 b) {
    return _mm512_min_epu8(a, b);
}

WEND__INLINE wend__w8 wend__w8_add(wend__w8 a, wend__w8 b) {
    return _mm512_add_epi8(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_(wend__w8 a, wend__w8 b) {
    return _mm512_and_si512(a, b);
}

WEND__INLINE wend__w8 wend__w8_or_(wend__w8 a, wend__w8 b) {
    return _mm512_or_si512(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_not(wend__w8 a, wend__w8 b) {
    return _mm512_andnot_si512(b, a);
}

WEND__INLINE wend__w8 wend__w8_where_equal(wend__w8 a, wend__w8 b, wend__w8 x) {
    return _mm512_maskz_mov_epi8(_mm512_cmpeq_epi8_mask(a, b), x);
}

WEND__INLINE uint64_t wend__w8_bits_where_equal(wend__w8 a, wend__w8 b) {
    return _mm512_cmpeq_epi8_mask(a, b);
}

WEND__INLINE __mmask16 wend__m512_finite(const uint32_t *values) {
    return _mm512_cmplt_epu32_mask(_mm512_loadu_si512(values), _mm512_set1_epi32(-2));
}

WEND__INLINE wend__w8 wend__w8_where_finite(const uint32_t *values, wend__w8 x) {
    __mmask32 low = _mm512_kunpackw(wend__m512_finite(values + 16), wend__m512_finite(values));
    __mmask32 high = _mm512_kunpackw(wend__m512_finite(values + 48), wend__m512_finite(values + 32));
    return _mm512_maskz_mov_epi8(_mm512_kunpackd(high, low), x);
}

/* 16 */

WEND__INLINE wend__w16 wend__w16_load(const uint16_t *from) {
    return _mm512_loadu_si512(from);
}

WEND__INLINE void wend__w16_store(uint16_t *to, wend__w16 a) {
    _mm512_storeu_si512(to, a);
}

WEND__INLINE wend__w16 wend__w16_splat(uint16_t x) {
    return _mm512_set1_epi16((short)x);
}

WEND__INLINE wend__w16 wend__w16_min(wend__w16 a, wend__w16 b) {
    return _mm512_min_epu16(a, b);
}

WEND__INLINE wend__w16 wend__w16_add(wend__w16 a, wend__w16 b) {
    return _mm512_add_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_sub(wend__w16 a, wend__w16 b) {
    return _mm512_sub_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_mul(wend__w16 a, wend__w16 b) {
    return _mm512_mullo_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_and_(wend__w16 a, wend__w16 b) {
    return _mm512_and_si512(a, b);
}

WEND__INLINE wend__w16 wend__w16_or_(wend__w16 a, wend__w16 b) {
    return _mm512_or_si512(a, b);
}

WEND__INLINE wend__w16 wend__w16_add_saturating(wend__w16 a, wend__w16 b) {
    return _mm512_adds_epu16(a, b);
}

WEND__INLINE wend__w16 wend__w16_where_equal(wend__w16 a, wend__w16 b, wend__w16 x) {
    return _mm512_maskz_mov_epi16(_mm512_cmpeq_epi16_mask(a, b), x);
}

WEND__INLINE bool wend__w16_any_differs(const wend__w16 *a, const wend__w16 *b, int count) {
    __mmask16 change = _mm512_cmpneq_epi32_mask(a[0], b[0]);
    WEND__UNROLL for (int i = 1; i < count; i++) change = _kor_mask16(change, _mm512_cmpneq_epi32_mask(a[i], b[i]));
    return change != 0;
}

/* Whole pairs of lanes move at once. For one lane the 16 bytes before each 16 bytes are fetched first: two instructions
 * that are faster than one general permutation. */
WEND__INLINE wend__w16 wend__w16_slide_up(wend__w16 before, wend__w16 here, int n) {
    switch (n) {
    case 1: return _mm512_alignr_epi8(here, _mm512_alignr_epi32(here, before, 12), 14);
    case 2: return _mm512_alignr_epi32(here, before, 15);
    case 4: return _mm512_alignr_epi32(here, before, 14);
    case 8: return _mm512_alignr_epi32(here, before, 12);
    case 16: return _mm512_alignr_epi32(here, before, 8);
    default: return before;
    }
}

WEND__INLINE wend__w16 wend__w16_slide_down(wend__w16 here, wend__w16 after, int n) {
    switch (n) {
    case 1: return _mm512_alignr_epi8(_mm512_alignr_epi32(after, here, 4), here, 2);
    case 2: return _mm512_alignr_epi32(after, here, 1);
    case 4: return _mm512_alignr_epi32(after, here, 2);
    case 8: return _mm512_alignr_epi32(after, here, 4);
    case 16: return _mm512_alignr_epi32(after, here, 8);
    default: return after;
    }
}

WEND__INLINE wend__w16 wend__w16_from_bytes(const uint8_t *from) {
    return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)from));
}

WEND__INLINE void wend__w16_to_bytes(uint8_t *to, wend__w16 a) {
    _mm256_storeu_si256((__m256i *)(void *)to, _mm512_cvtepi16_epi8(a));
}

WEND__INLINE __m512i wend__m512_join(__m256i low, __m256i high) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* Sixteen values less base: 0 below. */
WEND__INLINE __m512i wend__m512_above_base(const uint32_t *values, __m512i base) {
    return _mm512_sub_epi32(_mm512_max_epu32(_mm512_loadu_si512(values), base), base);
}

WEND__INLINE wend__w16 wend__w16_from_values(const uint32_t *values, uint32_t base) {
    __m512i bases = _mm512_set1_epi32((int)base);
    return wend__m512_join(_mm512_cvtusepi32_epi16(wend__m512_above_base(values, bases)),
                           _mm512_cvtusepi32_epi16(wend__m512_above_base(values + 16, bases)));
}

WEND__INLINE wend__w16 wend__w16_low_of_values(const uint32_t *values) {
    return wend__m512_join(_mm512_cvtepi32_epi16(_mm512_loadu_si512(values)),
                           _mm512_cvtepi32_epi16(_mm512_loadu_si512(values + 16)));
}

WEND__INLINE void wend__m512_lower(uint32_t *values, __m512i base, __m512i more, __m512i infinite) {
    __m512i value = _mm512_loadu_si512(values);
    __mmask16 is_finite = _mm512_cmpneq_epi32_mask(more, infinite);
    _mm512_storeu_si512(values, _mm512_mask_min_epu32(value, is_finite, value, _mm512_add_epi32(more, base)));
}

WEND__INLINE void wend__w16_lower_values(uint32_t *values, uint32_t base, wend__w16 a) {
    __m512i bases = _mm512_set1_epi32((int)base), infinite = _mm512_set1_epi32(0xFFFF);
    wend__m512_lower(values, bases, _mm512_cvtepu16_epi32(_mm512_castsi512_si256(a)), infinite);
    wend__m512_lower(values + 16, bases, _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(a, 1)), infinite);
}

/* 32 */

WEND__INLINE wend__w32 wend__w32_load(const uint32_t *from) {
    return _mm512_loadu_si512(from);
}

WEND__INLINE void wend__w32_store(uint32_t *to, wend__w32 a) {
    _mm512_storeu_si512(to, a);
}

WEND__INLINE wend__w32 wend__w32_splat(uint32_t x) {
    return _mm512_set1_epi32((int)x);
}

WEND__INLINE wend__w32 wend__w32_min(wend__w32 a, wend__w32 b) {
    return _mm512_min_epu32(a, b);
}

WEND__INLINE wend__w32 wend__w32_add(wend__w32 a, wend__w32 b) {
    return _mm512_add_epi32(a, b);
}

WEND__INLINE wend__w32 wend__w32_sub(wend__w32 a, wend__w32 b) {
    return _mm512_sub_epi32(a, b);
}

WEND__INLINE wend__w32 wend__w32_mul(wend__w32 a, wend__w32 b) {
    return _mm512_madd_epi16(a, b);
}

WEND__INLINE wend__w32 wend__w32_and_(wend__w32 a, wend__w32 b) {
    return _mm512_and_si512(a, b);
}

WEND__INLINE wend__w32 wend__w32_or_(wend__w32 a, wend__w32 b) {
    return _mm512_or_si512(a, b);
}

WEND__INLINE wend__w32 wend__w32_add_saturating(wend__w32 a, wend__w32 b) {
    return _mm512_min_epu32(_mm512_add_epi32(a, b), _mm512_set1_epi32((int)WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_where_equal(wend__w32 a, wend__w32 b, wend__w32 x) {
    return _mm512_maskz_mov_epi32(_mm512_cmpeq_epi32_mask(a, b), x);
}

WEND__INLINE wend__w32 wend__w32_where_below(wend__w32 a, wend__w32 b, wend__w32 x) {
    return _mm512_maskz_mov_epi32(_mm512_cmplt_epu32_mask(a, b), x);
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
    return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)from));
}

WEND__INLINE void wend__w32_to_bytes(uint8_t *to, wend__w32 a) {
    _mm_storeu_si128((__m128i *)(void *)to, _mm512_cvtepi32_epi8(a));
}

WEND__INLINE wend__w32 wend__w32_from_values(const uint32_t *values, uint32_t base) {
    __m512i more = wend__m512_above_base(values, wend__w32_splat(base));
    return _mm512_min_epu32(more, wend__w32_splat(WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_low_of_values(const uint32_t *values) {
    return _mm512_loadu_si512(values);
}

WEND__INLINE void wend__w32_lower_values(uint32_t *values, uint32_t base, wend__w32 a) {
    wend__m512_lower(values, wend__w32_splat(base), a, wend__w32_splat(WEND__W32_INFINITE));
}

#endif
