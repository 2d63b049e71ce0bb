/* SPDX-License-Identifier: MIT
 * Inside the library: vectors of floats beside the whole numbers of wide.h, which includes this: as many lanes as
 * wend__w32 has. In the scalar back end a vector is a float, elsewhere what the compiler knows as a vector: + - * /
 * and, for wend__wi, & | ^ << >> work on them as they do on numbers, also with a number on one side.
 *
 *      wend__wf  WEND__W32_LANES floats       wend__wi  as many uint32_t       wend__wm  as many answers yes or no
 *
 *      wf_load wf_store wi_load wi_store      any alignment
 *      wf_splat                               a number in every lane
 *      wf_gather(from, places)                from[places[i]]; places below 2^30
 *      wi_signed_byte(a, n)                   byte n of each lane, as a float
 *      wf_load_pairs(from, &x, &y)            of pairs x, y
 *      wf_store_pairs(to, x, y)
 *      wf_gather_pairs(from, places, &x, &y)  pairs from[2 * places[i]]
 *      wf_gather_quads(from, places, out)     the same of four, into out[4]
 *      wf_less(a, b) wi_less(a, b)            yes where a < b; of whole numbers: both below 2^31
 *      wi_differ(a, b)                        yes where a != b
 *      wm_both(a, b)                          a && b
 *      wf_where(yes, a, b)                    a where yes, else b
 *      wf_keep(yes, a)                        a where yes, else 0: also where a is not a number
 *      wi_keep(yes, n)                        the number n where yes, else 0
 *      wf_min wf_max                          a < b ? a : b; a > b ? a : b
 *      wi_order(&a, &b)                       the lesser one into a, the greater one into b; both below 2^31
 *      wf_sqrt
 *      wf_over_sqrt(a)                        1 / sqrt(a) to about 5 in a million, for normal a > 0; finite for 0
 *      wf_over_sqrt_roughly(a)                the same to about 7 in ten thousand
 *      wf_from_wi wi_from_wf                  of numbers below 2^31; what is not whole is cut off
 *      wm_bits                                bit i: lane i
 *      wi_count(from)                         from, from + 1, ...
 *      wi_pack(to, yes, a)                    the lanes that say yes, one after the other; writes a whole vector
 *
 * Only operations that IEEE 754 rounds exactly: so every back end gives the same bits. */
#ifndef WEND__WIDE_FLOAT_H
#define WEND__WIDE_FLOAT_H

#include <math.h>

#if defined(WEND__WIDE_SCALAR)

typedef float wend__wf;
typedef uint32_t wend__wi;
typedef bool wend__wm;

WEND__INLINE void wend__wi_store(uint32_t *to, wend__wi a) {
    memcpy(to, &a, sizeof a);
}

WEND__INLINE wend__wf wend__wf_splat(float x) {
    return x;
}

WEND__INLINE wend__wi wend__wf_bits(wend__wf a) {
    wend__wi bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

WEND__INLINE wend__wf wend__wf_of_bits(wend__wi bits) {
    wend__wf a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

WEND__INLINE wend__wm wend__wf_less(wend__wf a, wend__wf b) {
    return a < b;
}

WEND__INLINE wend__wm wend__wi_less(wend__wi a, wend__wi b) {
    return a < b;
}

WEND__INLINE wend__wm wend__wi_differ(wend__wi a, wend__wi b) {
    return a != b;
}

WEND__INLINE wend__wm wend__wm_both(wend__wm a, wend__wm b) {
    return a && b;
}

WEND__INLINE wend__wf wend__wf_where(wend__wm yes, wend__wf a, wend__wf b) {
    return yes ? a : b;
}

WEND__INLINE wend__wf wend__wf_keep(wend__wm yes, wend__wf a) {
    return yes ? a : 0.0f;
}

WEND__INLINE wend__wi wend__wi_keep(wend__wm yes, uint32_t n) {
    return yes ? n : 0;
}

WEND__INLINE void wend__wi_order(wend__wi *a, wend__wi *b) {
    wend__wi lesser = *a < *b ? *a : *b;
    *b = *a ^ *b ^ lesser;
    *a = lesser;
}

WEND__INLINE uint32_t wend__wm_bits(wend__wm yes) {
    return yes;
}

WEND__INLINE wend__wf wend__wf_min(wend__wf a, wend__wf b) {
    return a < b ? a : b;
}

WEND__INLINE wend__wf wend__wf_max(wend__wf a, wend__wf b) {
    return a > b ? a : b;
}

WEND__INLINE wend__wf wend__wf_sqrt(wend__wf a) {
    return sqrtf(a);
}

WEND__INLINE void wend__wf_load_pairs(const float *from, wend__wf *x, wend__wf *y) {
    *x = from[0];
    *y = from[1];
}

WEND__INLINE void wend__wf_store_pairs(float *to, wend__wf x, wend__wf y) {
    to[0] = x;
    to[1] = y;
}

WEND__INLINE void wend__wf_gather_pairs(const float *from, wend__wi places, wend__wf *x, wend__wf *y) {
    wend__wf_load_pairs(from + 2 * (size_t)places, x, y);
}

WEND__INLINE void wend__wf_gather_quads(const float *from, wend__wi places, wend__wf out[4]) {
    memcpy(out, from + 4 * (size_t)places, 4 * sizeof *out);
}

WEND__INLINE wend__wf wend__wi_signed_byte(wend__wi a, int n) {
    return (float)(int8_t)(a >> 8 * n);
}

WEND__INLINE wend__wf wend__wf_from_wi(wend__wi a) {
    return (float)(int32_t)a;
}

WEND__INLINE wend__wi wend__wi_from_wf(wend__wf a) {
    return (uint32_t)(int32_t)a;
}

#else

typedef float wend__wf __attribute__((vector_size(4 * WEND__W32_LANES)));
typedef uint32_t wend__wi __attribute__((vector_size(4 * WEND__W32_LANES)));
typedef int32_t wend__ws __attribute__((vector_size(4 * WEND__W32_LANES)));

WEND__INLINE wend__wf wend__wf_splat(float x) {
    return x - (wend__wf){0};
}

WEND__INLINE wend__wi wend__wf_bits(wend__wf a) {
    return (wend__wi)a;
}

WEND__INLINE wend__wf wend__wf_of_bits(wend__wi bits) {
    return (wend__wf)bits;
}

WEND__INLINE wend__wf wend__wf_from_wi(wend__wi a) {
    return __builtin_convertvector((wend__ws)a, wend__wf);
}

WEND__INLINE wend__wi wend__wi_from_wf(wend__wf a) {
    return (wend__wi) __builtin_convertvector(a, wend__ws);
}

WEND__INLINE wend__wf wend__wi_signed_byte(wend__wi a, int n) {
    return __builtin_convertvector((wend__ws)(a << (24 - 8 * n)) >> 24, wend__wf);
}

WEND__INLINE void wend__wi_store(uint32_t *to, wend__wi a) {
    memcpy(to, &a, sizeof a);
}

#if defined(WEND__WIDE_AVX512)

typedef __mmask16 wend__wm;

WEND__INLINE wend__wm wend__wf_less(wend__wf a, wend__wf b) {
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ);
}

WEND__INLINE wend__wm wend__wi_less(wend__wi a, wend__wi b) {
    return _mm512_cmplt_epu32_mask((__m512i)a, (__m512i)b);
}

WEND__INLINE wend__wm wend__wi_differ(wend__wi a, wend__wi b) {
    return _mm512_cmpneq_epu32_mask((__m512i)a, (__m512i)b);
}

WEND__INLINE wend__wm wend__wm_both(wend__wm a, wend__wm b) {
    return (wend__wm)(a & b);
}

WEND__INLINE wend__wf wend__wf_where(wend__wm yes, wend__wf a, wend__wf b) {
    return (wend__wf)_mm512_mask_blend_ps(yes, (__m512)b, (__m512)a);
}

WEND__INLINE wend__wf wend__wf_keep(wend__wm yes, wend__wf a) {
    return (wend__wf)_mm512_maskz_mov_ps(yes, (__m512)a);
}

WEND__INLINE wend__wi wend__wi_keep(wend__wm yes, uint32_t n) {
    return (wend__wi)_mm512_maskz_set1_epi32(yes, (int)n);
}

WEND__INLINE void wend__wi_order(wend__wi *a, wend__wi *b) {
    wend__wi lesser = (wend__wi)_mm512_min_epu32((__m512i)*a, (__m512i)*b);
    *b = (wend__wi)_mm512_max_epu32((__m512i)*a, (__m512i)*b);
    *a = lesser;
}

WEND__INLINE uint32_t wend__wm_bits(wend__wm yes) {
    return yes;
}

WEND__INLINE wend__wf wend__wf_min(wend__wf a, wend__wf b) {
    return (wend__wf)_mm512_min_ps((__m512)a, (__m512)b);
}

WEND__INLINE wend__wf wend__wf_max(wend__wf a, wend__wf b) {
    return (wend__wf)_mm512_max_ps((__m512)a, (__m512)b);
}

WEND__INLINE wend__wf wend__wf_sqrt(wend__wf a) {
    return (wend__wf)_mm512_sqrt_ps((__m512)a);
}

WEND__INLINE void wend__m512_unzip(__m512 low, __m512 high, wend__wf *x, wend__wf *y) {
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    *x = (wend__wf)_mm512_permutex2var_ps(low, even, high);
    *y = (wend__wf)_mm512_permutex2var_ps(low, _mm512_add_epi32(even, _mm512_set1_epi32(1)), high);
}

WEND__INLINE void wend__wf_load_pairs(const float *from, wend__wf *x, wend__wf *y) {
    wend__m512_unzip(_mm512_loadu_ps(from), _mm512_loadu_ps(from + 16), x, y);
}

WEND__INLINE void wend__wf_store_pairs(float *to, wend__wf x, wend__wf y) {
    const __m512i low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    _mm512_storeu_ps(to, _mm512_permutex2var_ps((__m512)x, low, (__m512)y));
    _mm512_storeu_ps(to + 16,
                     _mm512_permutex2var_ps((__m512)x, _mm512_add_epi32(low, _mm512_set1_epi32(8)), (__m512)y));
}

/* Two pairs. */
WEND__INLINE __m128 wend__m128_pairs(const float *from, uint32_t a, uint32_t b) {
    __m128 low = _mm_castpd_ps(_mm_load_sd((const double *)(const void *)(from + 2 * (size_t)a)));
    return _mm_loadh_pi(low, (const __m64 *)(const void *)(from + 2 * (size_t)b));
}

WEND__INLINE __m512 wend__m512_pairs(const float *from, const uint32_t *places) {
    __m512 pairs = _mm512_castps128_ps512(wend__m128_pairs(from, places[0], places[1]));
    pairs = _mm512_insertf32x4(pairs, wend__m128_pairs(from, places[2], places[3]), 1);
    pairs = _mm512_insertf32x4(pairs, wend__m128_pairs(from, places[4], places[5]), 2);
    return _mm512_insertf32x4(pairs, wend__m128_pairs(from, places[6], places[7]), 3);
}

/* Single loads: processors whose gathers were mended against leaks take three times as long for those. */
WEND__INLINE void wend__wf_gather_pairs(const float *from, wend__wi places, wend__wf *x, wend__wf *y) {
    uint32_t each[16];
    wend__wi_store(each, places);
    wend__m512_unzip(wend__m512_pairs(from, each), wend__m512_pairs(from, each + 8), x, y);
}

/* Those of places 0 4 8 12. */
WEND__INLINE __m512 wend__m512_quads(const float *from, const uint32_t *places) {
    __m512 quads = _mm512_castps128_ps512(_mm_loadu_ps(from + 4 * (size_t)places[0]));
    quads = _mm512_insertf32x4(quads, _mm_loadu_ps(from + 4 * (size_t)places[4]), 1);
    quads = _mm512_insertf32x4(quads, _mm_loadu_ps(from + 4 * (size_t)places[8]), 2);
    return _mm512_insertf32x4(quads, _mm_loadu_ps(from + 4 * (size_t)places[12]), 3);
}

WEND__INLINE void wend__wf_gather_quads(const float *from, wend__wi places, wend__wf out[4]) {
    uint32_t each[16];
    wend__wi_store(each, places);
    __m512 a = wend__m512_quads(from, each), b = wend__m512_quads(from, each + 1);
    __m512 c = wend__m512_quads(from, each + 2), d = wend__m512_quads(from, each + 3);
    __m512d ab = _mm512_castps_pd(_mm512_unpacklo_ps(a, b)), cd = _mm512_castps_pd(_mm512_unpacklo_ps(c, d));
    out[0] = (wend__wf)_mm512_unpacklo_pd(ab, cd);
    out[1] = (wend__wf)_mm512_unpackhi_pd(ab, cd);
    ab = _mm512_castps_pd(_mm512_unpackhi_ps(a, b));
    cd = _mm512_castps_pd(_mm512_unpackhi_ps(c, d));
    out[2] = (wend__wf)_mm512_unpacklo_pd(ab, cd);
    out[3] = (wend__wf)_mm512_unpackhi_pd(ab, cd);
}

#else

typedef wend__wi wend__wm; /* all bits of a lane, or none */

WEND__INLINE wend__wm wend__wm_both(wend__wm a, wend__wm b) {
    return a & b;
}

WEND__INLINE wend__wf wend__wf_keep(wend__wm yes, wend__wf a) {
    return (wend__wf)((wend__wi)a & yes);
}

WEND__INLINE wend__wi wend__wi_keep(wend__wm yes, uint32_t n) {
    return yes & n;
}

WEND__INLINE void wend__wi_order(wend__wi *a, wend__wi *b) {
    wend__wi swaps = (*a ^ *b) & (wend__wi)((wend__ws)*b < (wend__ws)*a);
    *a ^= swaps;
    *b ^= swaps;
}

WEND__INLINE wend__wm wend__wf_less(wend__wf a, wend__wf b) {
    return (wend__wm)(a < b);
}

WEND__INLINE wend__wm wend__wi_less(wend__wi a, wend__wi b) {
    return (wend__wm)((wend__ws)a < (wend__ws)b);
}

WEND__INLINE wend__wm wend__wi_differ(wend__wi a, wend__wi b) {
    return (wend__wm)(a != b);
}

#if defined(WEND__WIDE_AVX2)

WEND__INLINE wend__wf wend__wf_where(wend__wm yes, wend__wf a, wend__wf b) {
    return (wend__wf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)yes);
}

WEND__INLINE uint32_t wend__wm_bits(wend__wm yes) {
    return (uint32_t)_mm256_movemask_ps((__m256)yes);
}

WEND__INLINE wend__wf wend__wf_min(wend__wf a, wend__wf b) {
    return (wend__wf)_mm256_min_ps((__m256)a, (__m256)b);
}

WEND__INLINE wend__wf wend__wf_max(wend__wf a, wend__wf b) {
    return (wend__wf)_mm256_max_ps((__m256)a, (__m256)b);
}

WEND__INLINE wend__wf wend__wf_sqrt(wend__wf a) {
    return (wend__wf)_mm256_sqrt_ps((__m256)a);
}

/* x and y of pairs 0 1 4 5 and 2 3 6 7. */
WEND__INLINE void wend__m256_unzip(__m256 low, __m256 high, wend__wf *x, wend__wf *y) {
    *x = (wend__wf)_mm256_shuffle_ps(low, high, 0x88);
    *y = (wend__wf)_mm256_shuffle_ps(low, high, 0xDD);
}

WEND__INLINE void wend__wf_load_pairs(const float *from, wend__wf *x, wend__wf *y) {
    __m256 first = _mm256_loadu_ps(from), second = _mm256_loadu_ps(from + 8);
    wend__m256_unzip(_mm256_permute2f128_ps(first, second, 0x20), _mm256_permute2f128_ps(first, second, 0x31), x, y);
}

WEND__INLINE void wend__wf_store_pairs(float *to, wend__wf x, wend__wf y) {
    __m256 low = _mm256_unpacklo_ps((__m256)x, (__m256)y), high = _mm256_unpackhi_ps((__m256)x, (__m256)y);
    _mm256_storeu_ps(to, _mm256_permute2f128_ps(low, high, 0x20));
    _mm256_storeu_ps(to + 8, _mm256_permute2f128_ps(low, high, 0x31));
}

/* Two pairs. */
WEND__INLINE __m128 wend__m128_pairs(const float *from, uint32_t a, uint32_t b) {
    __m128 low = _mm_castpd_ps(_mm_load_sd((const double *)(const void *)(from + 2 * (size_t)a)));
    return _mm_loadh_pi(low, (const __m64 *)(const void *)(from + 2 * (size_t)b));
}

/* Single loads: on processors whose gathers were mended against leaks those take longer. */
WEND__INLINE void wend__wf_gather_pairs(const float *from, wend__wi places, wend__wf *x, wend__wf *y) {
    uint32_t each[8];
    wend__wi_store(each, places);
    __m256 low = _mm256_castps128_ps256(wend__m128_pairs(from, each[0], each[1]));
    __m256 high = _mm256_castps128_ps256(wend__m128_pairs(from, each[2], each[3]));
    low = _mm256_insertf128_ps(low, wend__m128_pairs(from, each[4], each[5]), 1);
    high = _mm256_insertf128_ps(high, wend__m128_pairs(from, each[6], each[7]), 1);
    wend__m256_unzip(low, high, x, y);
}

/* Those of places 0 4. */
WEND__INLINE __m256 wend__m256_quads(const float *from, const uint32_t *places) {
    __m256 low = _mm256_castps128_ps256(_mm_loadu_ps(from + 4 * (size_t)places[0]));
    return _mm256_insertf128_ps(low, _mm_loadu_ps(from + 4 * (size_t)places[4]), 1);
}

WEND__INLINE void wend__wf_gather_quads(const float *from, wend__wi places, wend__wf out[4]) {
    uint32_t each[8];
    wend__wi_store(each, places);
    __m256 a = wend__m256_quads(from, each), b = wend__m256_quads(from, each + 1);
    __m256 c = wend__m256_quads(from, each + 2), d = wend__m256_quads(from, each + 3);
    __m256d ab = _mm256_castps_pd(_mm256_unpacklo_ps(a, b)), cd = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
    out[0] = (wend__wf)_mm256_unpacklo_pd(ab, cd);
    out[1] = (wend__wf)_mm256_unpackhi_pd(ab, cd);
    ab = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
    cd = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
    out[2] = (wend__wf)_mm256_unpacklo_pd(ab, cd);
    out[3] = (wend__wf)_mm256_unpackhi_pd(ab, cd);
}

#else

typedef float wend__pair __attribute__((vector_size(8)));

WEND__INLINE wend__pair wend__pair_at(const float *from) {
    wend__pair pair;
    memcpy(&pair, from, sizeof pair);
    return pair;
}

WEND__INLINE void wend__wf_of_pairs(wend__pair a, wend__pair b, wend__pair c, wend__pair d, wend__wf *x, wend__wf *y) {
    *x = (wend__wf){a[0], b[0], c[0], d[0]};
    *y = (wend__wf){a[1], b[1], c[1], d[1]};
}

WEND__INLINE void wend__wf_load_pairs(const float *from, wend__wf *x, wend__wf *y) {
    wend__wf_of_pairs(wend__pair_at(from), wend__pair_at(from + 2), wend__pair_at(from + 4), wend__pair_at(from + 6), x,
                      y);
}

WEND__INLINE void wend__wf_store_pairs(float *to, wend__wf x, wend__wf y) {
    wend__wf low = {x[0], y[0], x[1], y[1]}, high = {x[2], y[2], x[3], y[3]};
    memcpy(to, &low, sizeof low);
    memcpy(to + 4, &high, sizeof high);
}

WEND__INLINE void wend__wf_gather_pairs(const float *from, wend__wi places, wend__wf *x, wend__wf *y) {
    wend__wf_of_pairs(wend__pair_at(from + 2 * (size_t)places[0]), wend__pair_at(from + 2 * (size_t)places[1]),
                      wend__pair_at(from + 2 * (size_t)places[2]), wend__pair_at(from + 2 * (size_t)places[3]), x, y);
}

WEND__INLINE void wend__wf_gather_quads(const float *from, wend__wi places, wend__wf out[4]) {
    wend__wf a, b, c, d;
    memcpy(&a, from + 4 * (size_t)places[0], sizeof a);
    memcpy(&b, from + 4 * (size_t)places[1], sizeof b);
    memcpy(&c, from + 4 * (size_t)places[2], sizeof c);
    memcpy(&d, from + 4 * (size_t)places[3], sizeof d);
    for (int i = 0; i < 4; i++) out[i] = (wend__wf){a[i], b[i], c[i], d[i]};
}

#if defined(WEND__WIDE_SSE4)

WEND__INLINE wend__wf wend__wf_where(wend__wm yes, wend__wf a, wend__wf b) {
    return (wend__wf)_mm_blendv_ps((__m128)b, (__m128)a, (__m128)yes);
}

WEND__INLINE uint32_t wend__wm_bits(wend__wm yes) {
    return (uint32_t)_mm_movemask_ps((__m128)yes);
}

WEND__INLINE wend__wf wend__wf_min(wend__wf a, wend__wf b) {
    return (wend__wf)_mm_min_ps((__m128)a, (__m128)b);
}

WEND__INLINE wend__wf wend__wf_max(wend__wf a, wend__wf b) {
    return (wend__wf)_mm_max_ps((__m128)a, (__m128)b);
}

WEND__INLINE wend__wf wend__wf_sqrt(wend__wf a) {
    return (wend__wf)_mm_sqrt_ps((__m128)a);
}

#else

WEND__INLINE wend__wf wend__wf_where(wend__wm yes, wend__wf a, wend__wf b) {
    return (wend__wf)(((wend__wi)a & yes) | ((wend__wi)b & ~yes));
}

WEND__INLINE uint32_t wend__wm_bits(wend__wm yes) {
    wend__wi bits = yes & (wend__wi){1, 2, 4, 8};
    return bits[0] | bits[1] | bits[2] | bits[3];
}

WEND__INLINE wend__wf wend__wf_min(wend__wf a, wend__wf b) {
    return wend__wf_where(wend__wf_less(a, b), a, b);
}

WEND__INLINE wend__wf wend__wf_max(wend__wf a, wend__wf b) {
    return wend__wf_where(wend__wf_less(b, a), a, b);
}

WEND__INLINE wend__wf wend__wf_sqrt(wend__wf a) {
#if defined(WEND__WIDE_NEON)
    return (wend__wf)vsqrtq_f32((float32x4_t)a);
#else
    return (wend__wf)wasm_f32x4_sqrt((v128_t)a);
#endif
}

#endif
#endif
#endif
#endif

/* What all have in common. */

WEND__INLINE wend__wf wend__wf_load(const float *from) {
    wend__wf a;
    memcpy(&a, from, sizeof a);
    return a;
}

WEND__INLINE void wend__wf_store(float *to, wend__wf a) {
    memcpy(to, &a, sizeof a);
}

WEND__INLINE wend__wi wend__wi_load(const uint32_t *from) {
    wend__wi a;
    memcpy(&a, from, sizeof a);
    return a;
}

/* Single loads, as above. */
WEND__INLINE wend__wf wend__wf_gather(const float *from, wend__wi places) {
    uint32_t each[WEND__W32_LANES];
    float lanes[WEND__W32_LANES];
    wend__wi_store(each, places);
    for (int i = 0; i < WEND__W32_LANES; i++) lanes[i] = from[each[i]];
    return wend__wf_load(lanes);
}

/* Source: the integer guess of Quake III Arena's source (1999), and two steps of Newton's method. */
WEND__INLINE wend__wf wend__wf_over_sqrt(wend__wf a) {
    wend__wf half = a * 0.5f, guess = wend__wf_of_bits(0x5F375A86u - (wend__wf_bits(a) >> 1));
    guess = guess * (1.5f - half * guess * guess);
    return guess * (1.5f - half * guess * guess);
}

/* Source: J. Kadlec, Improving the fast inverse square root (2010), for the numbers. */
WEND__INLINE wend__wf wend__wf_over_sqrt_roughly(wend__wf a) {
    wend__wf guess = wend__wf_of_bits(0x5F1FFFF9u - (wend__wf_bits(a) >> 1));
    return guess * (1.68191391f - 0.703952253f * a * guess * guess);
}

WEND__INLINE wend__wi wend__wi_count(uint32_t from) {
    uint32_t numbers[WEND__W32_LANES];
    for (uint32_t i = 0; i < WEND__W32_LANES; i++) numbers[i] = i;
    return wend__wi_load(numbers) + from;
}

#if defined(WEND__WIDE_AVX512)

WEND__INLINE void wend__wi_pack(uint32_t *to, wend__wm yes, wend__wi a) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(yes, (__m512i)a));
}

#elif defined(WEND__WIDE_SCALAR)

WEND__INLINE void wend__wi_pack(uint32_t *to, wend__wm yes, wend__wi a) {
    (void)yes;
    *to = a;
}

#else

/* The bytes of those of four lanes that say yes, from the first one on. */
#define WEND__LANE(i) 4 * (i), 4 * (i) + 1, 4 * (i) + 2, 4 * (i) + 3
#define WEND__PACKED(i, j, k, l)                                                                                       \
    { WEND__LANE(i), WEND__LANE(j), WEND__LANE(k), WEND__LANE(l) }
static const uint8_t wend__packed_bytes[16][16] = {
    WEND__PACKED(0, 0, 0, 0), WEND__PACKED(0, 0, 0, 0), WEND__PACKED(1, 0, 0, 0), WEND__PACKED(0, 1, 0, 0),
    WEND__PACKED(2, 0, 0, 0), WEND__PACKED(0, 2, 0, 0), WEND__PACKED(1, 2, 0, 0), WEND__PACKED(0, 1, 2, 0),
    WEND__PACKED(3, 0, 0, 0), WEND__PACKED(0, 3, 0, 0), WEND__PACKED(1, 3, 0, 0), WEND__PACKED(0, 1, 3, 0),
    WEND__PACKED(2, 3, 0, 0), WEND__PACKED(0, 2, 3, 0), WEND__PACKED(1, 2, 3, 0), WEND__PACKED(0, 1, 2, 3)};
#undef WEND__PACKED
#undef WEND__LANE

#if defined(WEND__WIDE_NEON)

WEND__INLINE void wend__wi_pack(uint32_t *to, wend__wm yes, wend__wi a) {
    vst1q_u8((uint8_t *)to, vqtbl1q_u8((uint8x16_t)a, vld1q_u8(wend__packed_bytes[wend__wm_bits(yes)])));
}

#elif defined(WEND__WIDE_WASM128)

WEND__INLINE void wend__wi_pack(uint32_t *to, wend__wm yes, wend__wi a) {
    wasm_v128_store(to, wasm_i8x16_swizzle((v128_t)a, wasm_v128_load(wend__packed_bytes[wend__wm_bits(yes)])));
}

#else

WEND__INLINE void wend__m128_pack(uint32_t *to, uint32_t bits, __m128i a) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)wend__packed_bytes[bits]);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(a, bytes));
}

#if defined(WEND__WIDE_AVX2)

WEND__INLINE void wend__wi_pack(uint32_t *to, wend__wm yes, wend__wi a) {
    uint32_t bits = wend__wm_bits(yes), low = bits & 15;
    wend__m128_pack(to, low, _mm256_castsi256_si128((__m256i)a));
    wend__m128_pack(to + wend__count_bits(low), bits >> 4, _mm256_extracti128_si256((__m256i)a, 1));
}

#else

WEND__INLINE void wend__wi_pack(uint32_t *to, wend__wm yes, wend__wi a) {
    wend__m128_pack(to, wend__wm_bits(yes), (__m128i)a);
}

#endif
#endif
#endif

#endif
