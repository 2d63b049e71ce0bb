/* SPDX-License-Identifier: MIT
 * Inside the library: the wide integers of wide.h in AVX2. */
#ifndef WEND__WIDE_AVX2_H
#define WEND__WIDE_AVX2_H

#include <immintrin.h>

typedef __m256i wend__w8;
typedef __m256i wend__w16;
typedef __m256i wend__w32;
#define WEND__W8_LANES 32
#define WEND__W16_LANES 16
#define WEND__W32_LANES 8

/* 8 */

WEND__INLINE wend__w8 wend__w8_load(const uint8_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

WEND__INLINE void wend__w8_store(uint8_t *to, wend__w8 a) {
    _mm256_storeu_si256((__m256i *)(void *)to, a);
}

WEND__INLINE wend__w8 wend__w8_splat(uint8_t x) {
    return _mm256_set1_epi8((char)x);
}

WEND__INLINE wend__w8 wend__w8_min(wend__w8 a, wend__w8 b) {
    return _mm256_min_epu8(a, b);
}

WEND__INLINE wend__w8 wend__w8_add(wend__w8 a, wend__w8 b) {
    return _mm256_add_epi8(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_(wend__w8 a, wend__w8 b) {
    return _mm256_and_si256(a, b);
}

WEND__INLINE wend__w8 wend__w8_or_(wend__w8 a, wend__w8 b) {
    return _mm256_or_si256(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_not(wend__w8 a, wend__w8 b) {
    return _mm256_andnot_si256(b, a);
}

WEND__INLINE wend__w8 wend__w8_where_equal(wend__w8 a, wend__w8 b, wend__w8 x) {
    return _mm256_and_si256(_mm256_cmpeq_epi8(a, b), x);
}

WEND__INLINE uint64_t wend__w8_bits_where_equal(wend__w8 a, wend__w8 b) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b));
}

/* Where values are one of the two greatest. */
WEND__INLINE __m256i wend__m256_infinite(const uint32_t *values) {
    __m256i value = _mm256_loadu_si256((const __m256i *)(const void *)values);
    return _mm256_cmpeq_epi32(_mm256_or_si256(value, _mm256_set1_epi32(1)), _mm256_set1_epi32(-1));
}

WEND__INLINE wend__w8 wend__w8_where_finite(const uint32_t *values, wend__w8 x) {
    __m256i low = _mm256_packs_epi32(wend__m256_infinite(values), wend__m256_infinite(values + 8));
    __m256i high = _mm256_packs_epi32(wend__m256_infinite(values + 16), wend__m256_infinite(values + 24));
    /* Packing left groups of four bytes in the order 0 2 4 6 1 3 5 7. */
    __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return _mm256_andnot_si256(_mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), order), x);
}

/* 16 */

WEND__INLINE wend__w16 wend__w16_load(const uint16_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

WEND__INLINE void wend__w16_store(uint16_t *to, wend__w16 a) {
    _mm256_storeu_si256((__m256i *)(void *)to, a);
}

WEND__INLINE wend__w16 wend__w16_splat(uint16_t x) {
    return _mm256_set1_epi16((short)x);
}

WEND__INLINE wend__w16 wend__w16_min(wend__w16 a, wend__w16 b) {
    return _mm256_min_epu16(a, b);
}

WEND__INLINE wend__w16 wend__w16_add(wend__w16 a, wend__w16 b) {
    return _mm256_add_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_sub(wend__w16 a, wend__w16 b) {
    return _mm256_sub_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_mul(wend__w16 a, wend__w16 b) {
    return _mm256_mullo_epi16(a, b);
}

WEND__INLINE wend__w16 wend__w16_and_(wend__w16 a, wend__w16 b) {
    return _mm256_and_si256(a, b);
}

WEND__INLINE wend__w16 wend__w16_or_(wend__w16 a, wend__w16 b) {
    return _mm256_or_si256(a, b);
}

WEND__INLINE wend__w16 wend__w16_add_saturating(wend__w16 a, wend__w16 b) {
    return _mm256_adds_epu16(a, b);
}

WEND__INLINE wend__w16 wend__w16_where_equal(wend__w16 a, wend__w16 b, wend__w16 x) {
    return _mm256_and_si256(_mm256_cmpeq_epi16(a, b), x);
}

WEND__INLINE bool wend__w16_any_differs(const wend__w16 *a, const wend__w16 *b, int count) {
    __m256i change = _mm256_xor_si256(a[0], b[0]);
    WEND__UNROLL for (int i = 1; i < count; i++) change = _mm256_or_si256(change, _mm256_xor_si256(a[i], b[i]));
    return !_mm256_testz_si256(change, change);
}

/* The lanes of 16 bytes shift apart; the middle one stands beside both. */
WEND__INLINE wend__w16 wend__w16_slide_up(wend__w16 before, wend__w16 here, int n) {
    __m256i middle = _mm256_permute2x128_si256(before, here, 0x21);
    switch (n) {
    case 1: return _mm256_alignr_epi8(here, middle, 14);
    case 2: return _mm256_alignr_epi8(here, middle, 12);
    case 4: return _mm256_alignr_epi8(here, middle, 8);
    case 8: return middle;
    default: return before;
    }
}

WEND__INLINE wend__w16 wend__w16_slide_down(wend__w16 here, wend__w16 after, int n) {
    __m256i middle = _mm256_permute2x128_si256(here, after, 0x21);
    switch (n) {
    case 1: return _mm256_alignr_epi8(middle, here, 2);
    case 2: return _mm256_alignr_epi8(middle, here, 4);
    case 4: return _mm256_alignr_epi8(middle, here, 8);
    case 8: return middle;
    default: return after;
    }
}

WEND__INLINE wend__w16 wend__w16_from_bytes(const uint8_t *from) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)from));
}

WEND__INLINE void wend__w16_to_bytes(uint8_t *to, wend__w16 a) {
    __m256i low = _mm256_and_si256(a, _mm256_set1_epi16(0xFF));
    __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
}

/* The low 16 bits of 8 and 8 lanes that hold no more. */
WEND__INLINE __m256i wend__m256_pack_32(__m256i low, __m256i high) {
    return _mm256_permute4x64_epi64(_mm256_packus_epi32(low, high), 0xD8);
}

/* Eight values less base: 0 below, at most most. */
WEND__INLINE __m256i wend__m256_above_base(const uint32_t *values, __m256i base, __m256i most) {
    __m256i value = _mm256_loadu_si256((const __m256i *)(const void *)values);
    return _mm256_min_epu32(_mm256_sub_epi32(_mm256_max_epu32(value, base), base), most);
}

WEND__INLINE wend__w16 wend__w16_from_values(const uint32_t *values, uint32_t base) {
    __m256i bases = _mm256_set1_epi32((int)base), most = _mm256_set1_epi32(0xFFFF);
    return wend__m256_pack_32(wend__m256_above_base(values, bases, most),
                              wend__m256_above_base(values + 8, bases, most));
}

WEND__INLINE wend__w16 wend__w16_low_of_values(const uint32_t *values) {
    __m256i mask = _mm256_set1_epi32(0xFFFF);
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)values);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(values + 8));
    return wend__m256_pack_32(_mm256_and_si256(low, mask), _mm256_and_si256(high, mask));
}

/* An infinite sum must not lower anything: it becomes the greatest number. */
WEND__INLINE void wend__m256_lower(uint32_t *values, __m256i base, __m256i more, __m256i infinite) {
    __m256i sum = _mm256_or_si256(_mm256_add_epi32(more, base), _mm256_cmpeq_epi32(more, infinite));
    __m256i value = _mm256_loadu_si256((const __m256i *)(const void *)values);
    _mm256_storeu_si256((__m256i *)(void *)values, _mm256_min_epu32(value, sum));
}

WEND__INLINE void wend__w16_lower_values(uint32_t *values, uint32_t base, wend__w16 a) {
    __m256i bases = _mm256_set1_epi32((int)base), infinite = _mm256_set1_epi32(0xFFFF);
    wend__m256_lower(values, bases, _mm256_cvtepu16_epi32(_mm256_castsi256_si128(a)), infinite);
    wend__m256_lower(values + 8, bases, _mm256_cvtepu16_epi32(_mm256_extracti128_si256(a, 1)), infinite);
}

/* 32 */

WEND__INLINE wend__w32 wend__w32_load(const uint32_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

WEND__INLINE void wend__w32_store(uint32_t *to, wend__w32 a) {
    _mm256_storeu_si256((__m256i *)(void *)to, a);
}

WEND__INLINE wend__w32 wend__w32_splat(uint32_t x) {
    return _mm256_set1_epi32((int)x);
}

WEND__INLINE wend__w32 wend__w32_min(wend__w32 a, wend__w32 b) {
    return _mm256_min_epu32(a, b);
}

WEND__INLINE wend__w32 wend__w32_add(wend__w32 a, wend__w32 b) {
    return _mm256_add_epi32(a, b);
}

WEND__INLINE wend__w32 wend__w32_sub(wend__w32 a, wend__w32 b) {
    return _mm256_sub_epi32(a, b);
}

WEND__INLINE wend__w32 wend__w32_mul(wend__w32 a, wend__w32 b) {
    return _mm256_madd_epi16(a, b);
}

WEND__INLINE wend__w32 wend__w32_and_(wend__w32 a, wend__w32 b) {
    return _mm256_and_si256(a, b);
}

WEND__INLINE wend__w32 wend__w32_or_(wend__w32 a, wend__w32 b) {
    return _mm256_or_si256(a, b);
}

WEND__INLINE wend__w32 wend__w32_add_saturating(wend__w32 a, wend__w32 b) {
    return _mm256_min_epu32(_mm256_add_epi32(a, b), _mm256_set1_epi32((int)WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_where_equal(wend__w32 a, wend__w32 b, wend__w32 x) {
    return _mm256_and_si256(_mm256_cmpeq_epi32(a, b), x);
}

WEND__INLINE wend__w32 wend__w32_where_below(wend__w32 a, wend__w32 b, wend__w32 x) {
    return _mm256_andnot_si256(_mm256_cmpeq_epi32(_mm256_max_epu32(a, b), a), x);
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
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from));
}

WEND__INLINE void wend__w32_to_bytes(uint8_t *to, wend__w32 a) {
    __m256i low = _mm256_and_si256(a, _mm256_set1_epi32(0xFF));
    __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
    _mm_storel_epi64((__m128i *)(void *)to, _mm_packus_epi16(words, words));
}

WEND__INLINE wend__w32 wend__w32_from_values(const uint32_t *values, uint32_t base) {
    return wend__m256_above_base(values, wend__w32_splat(base), wend__w32_splat(WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_low_of_values(const uint32_t *values) {
    return wend__w32_load(values);
}

WEND__INLINE void wend__w32_lower_values(uint32_t *values, uint32_t base, wend__w32 a) {
    wend__m256_lower(values, wend__w32_splat(base), a, wend__w32_splat(WEND__W32_INFINITE));
}

#endif
