/* SPDX-License-Identifier: MIT
 * Inside the library: the wide integers of wide.h in NEON, which every aarch64 has. */
#ifndef WEND__WIDE_NEON_H
#define WEND__WIDE_NEON_H

#include <arm_neon.h>

typedef uint8x16_t wend__w8;
typedef uint16x8_t wend__w16;
typedef uint32x4_t wend__w32;
#define WEND__W8_LANES 16
#define WEND__W16_LANES 8
#define WEND__W32_LANES 4

/* 8 */

WEND__INLINE wend__w8 wend__w8_load(const uint8_t *from) {
    return vld1q_u8(from);
}

WEND__INLINE void wend__w8_store(uint8_t *to, wend__w8 a) {
    vst1q_u8(to, a);
}

WEND__INLINE wend__w8 wend__w8_splat(uint8_t x) {
    return vdupq_n_u8(x);
}

WEND__INLINE wend__w8 wend__w8_min(wend__w8 a, wend__w8 b) {
    return vminq_u8(a, b);
}

WEND__INLINE wend__w8 wend__w8_add(wend__w8 a, wend__w8 b) {
    return vaddq_u8(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_(wend__w8 a, wend__w8 b) {
    return vandq_u8(a, b);
}

WEND__INLINE wend__w8 wend__w8_or_(wend__w8 a, wend__w8 b) {
    return vorrq_u8(a, b);
}

WEND__INLINE wend__w8 wend__w8_and_not(wend__w8 a, wend__w8 b) {
    return vbicq_u8(a, b);
}

WEND__INLINE wend__w8 wend__w8_where_equal(wend__w8 a, wend__w8 b, wend__w8 x) {
    return vandq_u8(vceqq_u8(a, b), x);
}

WEND__INLINE uint64_t wend__w8_bits_where_equal(wend__w8 a, wend__w8 b) {
    uint8x16_t bit = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201u));
    uint8x16_t bits = vandq_u8(vceqq_u8(a, b), bit);
    return (uint64_t)vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits)) << 8;
}

/* Where values are one of the two greatest. */
WEND__INLINE uint16x4_t wend__neon_infinite(const uint32_t *values) {
    return vmovn_u32(vcgeq_u32(vld1q_u32(values), vdupq_n_u32(UINT32_MAX - 1)));
}

WEND__INLINE wend__w8 wend__w8_where_finite(const uint32_t *values, wend__w8 x) {
    uint16x8_t low = vcombine_u16(wend__neon_infinite(values), wend__neon_infinite(values + 4));
    uint16x8_t high = vcombine_u16(wend__neon_infinite(values + 8), wend__neon_infinite(values + 12));
    return vbicq_u8(x, vcombine_u8(vmovn_u16(low), vmovn_u16(high)));
}

/* 16 */

WEND__INLINE wend__w16 wend__w16_load(const uint16_t *from) {
    return vld1q_u16(from);
}

WEND__INLINE void wend__w16_store(uint16_t *to, wend__w16 a) {
    vst1q_u16(to, a);
}

WEND__INLINE wend__w16 wend__w16_splat(uint16_t x) {
    return vdupq_n_u16(x);
}

WEND__INLINE wend__w16 wend__w16_min(wend__w16 a, wend__w16 b) {
    return vminq_u16(a, b);
}

WEND__INLINE wend__w16 wend__w16_add(wend__w16 a, wend__w16 b) {
    return vaddq_u16(a, b);
}

WEND__INLINE wend__w16 wend__w16_sub(wend__w16 a, wend__w16 b) {
    return vsubq_u16(a, b);
}

WEND__INLINE wend__w16 wend__w16_mul(wend__w16 a, wend__w16 b) {
    return vmulq_u16(a, b);
}

WEND__INLINE wend__w16 wend__w16_and_(wend__w16 a, wend__w16 b) {
    return vandq_u16(a, b);
}

WEND__INLINE wend__w16 wend__w16_or_(wend__w16 a, wend__w16 b) {
    return vorrq_u16(a, b);
}

WEND__INLINE wend__w16 wend__w16_add_saturating(wend__w16 a, wend__w16 b) {
    return vqaddq_u16(a, b);
}

WEND__INLINE wend__w16 wend__w16_where_equal(wend__w16 a, wend__w16 b, wend__w16 x) {
    return vandq_u16(vceqq_u16(a, b), x);
}

WEND__INLINE bool wend__w16_any_differs(const wend__w16 *a, const wend__w16 *b, int count) {
    wend__w16 change = veorq_u16(a[0], b[0]);
    WEND__UNROLL for (int i = 1; i < count; i++) change = vorrq_u16(change, veorq_u16(a[i], b[i]));
    return vmaxvq_u16(change) != 0;
}

WEND__INLINE wend__w16 wend__w16_slide_up(wend__w16 before, wend__w16 here, int n) {
    switch (n) {
    case 1: return vextq_u16(before, here, 7);
    case 2: return vextq_u16(before, here, 6);
    case 4: return vextq_u16(before, here, 4);
    default: return before;
    }
}

WEND__INLINE wend__w16 wend__w16_slide_down(wend__w16 here, wend__w16 after, int n) {
    switch (n) {
    case 1: return vextq_u16(here, after, 1);
    case 2: return vextq_u16(here, after, 2);
    case 4: return vextq_u16(here, after, 4);
    default: return after;
    }
}

WEND__INLINE wend__w16 wend__w16_from_bytes(const uint8_t *from) {
    return vmovl_u8(vld1_u8(from));
}

WEND__INLINE void wend__w16_to_bytes(uint8_t *to, wend__w16 a) {
    vst1_u8(to, vmovn_u16(a));
}

WEND__INLINE wend__w16 wend__w16_from_values(const uint32_t *values, uint32_t base) {
    uint32x4_t bases = vdupq_n_u32(base);
    uint32x4_t low = vqsubq_u32(vld1q_u32(values), bases), high = vqsubq_u32(vld1q_u32(values + 4), bases);
    return vcombine_u16(vqmovn_u32(low), vqmovn_u32(high));
}

WEND__INLINE wend__w16 wend__w16_low_of_values(const uint32_t *values) {
    return vcombine_u16(vmovn_u32(vld1q_u32(values)), vmovn_u32(vld1q_u32(values + 4)));
}

/* An infinite sum must not lower anything: it becomes the greatest number. */
WEND__INLINE void wend__neon_lower(uint32_t *values, uint32_t base, uint32x4_t more, uint32x4_t infinite) {
    uint32x4_t sum = vorrq_u32(vaddq_u32(more, vdupq_n_u32(base)), vceqq_u32(more, infinite));
    vst1q_u32(values, vminq_u32(vld1q_u32(values), sum));
}

WEND__INLINE void wend__w16_lower_values(uint32_t *values, uint32_t base, wend__w16 a) {
    uint32x4_t infinite = vdupq_n_u32(WEND__W16_INFINITE);
    wend__neon_lower(values, base, vmovl_u16(vget_low_u16(a)), infinite);
    wend__neon_lower(values + 4, base, vmovl_u16(vget_high_u16(a)), infinite);
}

/* 32 */

WEND__INLINE wend__w32 wend__w32_load(const uint32_t *from) {
    return vld1q_u32(from);
}

WEND__INLINE void wend__w32_store(uint32_t *to, wend__w32 a) {
    vst1q_u32(to, a);
}

WEND__INLINE wend__w32 wend__w32_splat(uint32_t x) {
    return vdupq_n_u32(x);
}

WEND__INLINE wend__w32 wend__w32_min(wend__w32 a, wend__w32 b) {
    return vminq_u32(a, b);
}

WEND__INLINE wend__w32 wend__w32_add(wend__w32 a, wend__w32 b) {
    return vaddq_u32(a, b);
}

WEND__INLINE wend__w32 wend__w32_sub(wend__w32 a, wend__w32 b) {
    return vsubq_u32(a, b);
}

WEND__INLINE wend__w32 wend__w32_mul(wend__w32 a, wend__w32 b) {
    return vmulq_u32(a, b);
}

WEND__INLINE wend__w32 wend__w32_and_(wend__w32 a, wend__w32 b) {
    return vandq_u32(a, b);
}

WEND__INLINE wend__w32 wend__w32_or_(wend__w32 a, wend__w32 b) {
    return vorrq_u32(a, b);
}

WEND__INLINE wend__w32 wend__w32_add_saturating(wend__w32 a, wend__w32 b) {
    return vminq_u32(vaddq_u32(a, b), vdupq_n_u32(WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_where_equal(wend__w32 a, wend__w32 b, wend__w32 x) {
    return vandq_u32(vceqq_u32(a, b), x);
}

WEND__INLINE wend__w32 wend__w32_where_below(wend__w32 a, wend__w32 b, wend__w32 x) {
    return vandq_u32(vcltq_u32(a, b), x);
}

WEND__INLINE bool wend__w32_any_differs(const wend__w32 *a, const wend__w32 *b, int count) {
    wend__w32 change = veorq_u32(a[0], b[0]);
    WEND__UNROLL for (int i = 1; i < count; i++) change = vorrq_u32(change, veorq_u32(a[i], b[i]));
    return vmaxvq_u32(change) != 0;
}

WEND__INLINE wend__w32 wend__w32_slide_up(wend__w32 before, wend__w32 here, int n) {
    switch (n) {
    case 1: return vextq_u32(before, here, 3);
    case 2: return vextq_u32(before, here, 2);
    default: return before;
    }
}

WEND__INLINE wend__w32 wend__w32_slide_down(wend__w32 here, wend__w32 after, int n) {
    switch (n) {
    case 1: return vextq_u32(here, after, 1);
    case 2: return vextq_u32(here, after, 2);
    default: return after;
    }
}

WEND__INLINE wend__w32 wend__w32_from_bytes(const uint8_t *from) {
    uint32_t four;
    memcpy(&four, from, sizeof four);
    uint16x8_t words = vmovl_u8(vreinterpret_u8_u32(vdup_n_u32(four)));
    return vmovl_u16(vget_low_u16(words));
}

WEND__INLINE void wend__w32_to_bytes(uint8_t *to, wend__w32 a) {
    uint16x4_t words = vmovn_u32(a);
    uint32_t four = vget_lane_u32(vreinterpret_u32_u8(vmovn_u16(vcombine_u16(words, words))), 0);
    memcpy(to, &four, sizeof four);
}

WEND__INLINE wend__w32 wend__w32_from_values(const uint32_t *values, uint32_t base) {
    return vminq_u32(vqsubq_u32(vld1q_u32(values), vdupq_n_u32(base)), vdupq_n_u32(WEND__W32_INFINITE));
}

WEND__INLINE wend__w32 wend__w32_low_of_values(const uint32_t *values) {
    return vld1q_u32(values);
}

WEND__INLINE void wend__w32_lower_values(uint32_t *values, uint32_t base, wend__w32 a) {
    wend__neon_lower(values, base, a, vdupq_n_u32(WEND__W32_INFINITE));
}

#endif
