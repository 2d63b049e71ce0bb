/* SPDX-License-Identifier: MIT
 * Inside the library: vectors of whole numbers, one wrapper over every instruction set.
 *
 * An algorithm is written once, in a header, over wend__w8, wend__w16 and wend__w32. For each back end a small file makes
 * one instance of it; CMake compiles files called *_avx2.c and so on with the flags of their instruction set:
 *
 *      #define WEND__WIDE_AVX2               WEND__WIDE_NAME(wend__sum) is wend__sum_avx2 in there;
 *      #include "base/wide.h"                WEND__WIDE_PRESENT is defined unless the flags are missing: then the
 *      #include "field/sum_kernel.h"         kernel must define nothing
 *
 * Whoever calls instances declares them with WEND__WIDE_DECLARE and picks one with WEND__WIDE_PICK.
 *
 * WEND__WIDE_NARROWER(wend__sum) is the instance of the next narrower back end, for what is less than a vector.
 * wide_lanes.h has names for what is there twice in a kernel, for lanes of 16 and of 32 bits.
 *
 * Each back end has, for lanes of 8, 16 and 32 bits, the type wend__wB and the number of lanes WEND__WB_LANES: 1 in the
 * scalar one. Pointers may have any alignment. All sums and products wrap unless said. With B = 16 or 32:
 *
 *      load(from) store(to, a)          lanes of uintB_t
 *      splat(x)                         x in every lane
 *      min add sub mul and_ or_         of (a, b); of 32, mul: both below 2^15
 *      add_saturating(a, b)             at most WEND__WB_INFINITE; of 32: both are at most that
 *      where_equal(a, b, x)             x where a == b, else 0
 *      where_below(a, b, x)             32 only: x where a < b, else 0
 *      any_differs(a, b, count)         of two arrays of one vector and more: does any lane differ?
 *      slide_up(before, here, n)        lanes move n places up: n of before, then here without its last n
 *      slide_down(here, after, n)       the other way. n: a constant, a power of two, at most the number of lanes
 *
 *              before | here         slide_up 1       here | after        slide_down 1
 *             a b c d | e f g h  ->  d e f g         e f g h | i j k l ->  f g h i
 *
 *      from_bytes(from) to_bytes(to, a) lanes from bytes; their low 8 bits
 *      from_values(values, base)        0 below base, else value - base, at most WEND__WB_INFINITE
 *      low_of_values(values)            the low bits
 *      lower_values(values, base, a)    values[i] = min(values[i], base + a[i]) except where a[i] is infinite; no sum may
 *                                       wrap
 * and with B = 8: load store splat min add and_ or_ and_not (a & ~b) where_equal, and
 *
 *      bits_where_equal(a, b)           bit i of a uint64_t: lanes i are equal
 *      where_finite(values, x)          x where values[i] < UINT32_MAX - 1, else 0 */
#ifndef WEND__WIDE_H
#define WEND__WIDE_H

#include "base/base.h"

#include <string.h>

#define WEND__W16_INFINITE 0xFFFFu
#define WEND__W32_INFINITE 0x3FFFFFFFu

/* What this build has: CMake says which files get flags beyond what the processor must have. */
#if defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define WEND__HAVE_NEON 1
#endif

/* The best of what was asked for, AUTO being the best of all; or WEND_ERROR_UNSUPPORTED, or ARGUMENT for no back end. */
wend_status wend__backend_choose(wend_backend wanted, wend_backend *out);

/* Declares, by the type of the function, every instance that there may be. */
#define WEND__WIDE_DECLARE(type, name)                                                                                 \
    type name##_scalar, name##_sse4, name##_avx2, name##_avx512, name##_neon, name##_wasm128

/* The instance for a back end that is supported and not AUTO. */
#define WEND__WIDE_PICK(backend, name)                                                                                 \
    ((void)(backend), WEND__PICK_SSE4(backend, name) WEND__PICK_AVX2(backend, name) WEND__PICK_AVX512(backend, name)   \
                          WEND__PICK_NEON(backend, name) WEND__PICK_WASM128(backend, name) name##_scalar)
#if defined(WEND__HAVE_SSE4)
#define WEND__PICK_SSE4(backend, name) (backend) == WEND_BACKEND_SSE4 ? name##_sse4:
#else
#define WEND__PICK_SSE4(backend, name)
#endif
#if defined(WEND__HAVE_AVX2)
#define WEND__PICK_AVX2(backend, name) (backend) == WEND_BACKEND_AVX2 ? name##_avx2:
#else
#define WEND__PICK_AVX2(backend, name)
#endif
#if defined(WEND__HAVE_AVX512)
#define WEND__PICK_AVX512(backend, name) (backend) == WEND_BACKEND_AVX512 ? name##_avx512:
#else
#define WEND__PICK_AVX512(backend, name)
#endif
#if defined(WEND__HAVE_NEON)
#define WEND__PICK_NEON(backend, name) (backend) == WEND_BACKEND_NEON ? name##_neon:
#else
#define WEND__PICK_NEON(backend, name)
#endif
#if defined(WEND__HAVE_WASM128)
#define WEND__PICK_WASM128(backend, name) (backend) == WEND_BACKEND_WASM128 ? name##_wasm128:
#else
#define WEND__PICK_WASM128(backend, name)
#endif

/* Before a loop over the few vectors of a row: its places must become constants even where compilers are careful. */
#if defined(__clang__)
#define WEND__UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define WEND__UNROLL _Pragma("GCC unroll 32")
#else
#define WEND__UNROLL
#endif

/* Instrumented code grows too much to be drawn into one function. */
#if defined(__SANITIZE_ADDRESS__)
#define WEND__INLINE static inline
#elif defined(__GNUC__)
#define WEND__INLINE static inline __attribute__((always_inline))
#else
#define WEND__INLINE static inline
#endif

#if defined(WEND__WIDE_SCALAR)
#define WEND__WIDE_PRESENT 1
#define WEND__WIDE_NAME(name) name##_scalar
#include "base/wide_scalar.h"
#elif defined(WEND__WIDE_SSE4) && defined(WEND__HAVE_SSE4) && defined(__SSE4_1__)
#define WEND__WIDE_PRESENT 1
#define WEND__WIDE_NAME(name) name##_sse4
#define WEND__WIDE_NARROWER(name) name##_scalar
#include "base/wide_sse4.h"
#elif defined(WEND__WIDE_AVX2) && defined(WEND__HAVE_AVX2) && defined(__AVX2__)
#define WEND__WIDE_PRESENT 1
#define WEND__WIDE_NAME(name) name##_avx2
#define WEND__WIDE_NARROWER(name) name##_sse4
#include "base/wide_avx2.h"
#elif defined(WEND__WIDE_AVX512) && defined(WEND__HAVE_AVX512) && defined(__AVX512BW__)
#define WEND__WIDE_PRESENT 1
#define WEND__WIDE_NAME(name) name##_avx512
#define WEND__WIDE_NARROWER(name) name##_avx2
#include "base/wide_avx512.h"
#elif defined(WEND__WIDE_NEON) && defined(WEND__HAVE_NEON)
#define WEND__WIDE_PRESENT 1
#define WEND__WIDE_NAME(name) name##_neon
#define WEND__WIDE_NARROWER(name) name##_scalar
#include "base/wide_neon.h"
#elif defined(WEND__WIDE_WASM128) && defined(WEND__HAVE_WASM128) && defined(__wasm_simd128__)
#define WEND__WIDE_PRESENT 1
#define WEND__WIDE_NAME(name) name##_wasm128
#define WEND__WIDE_NARROWER(name) name##_scalar
#include "base/wide_wasm128.h"
#endif

#ifdef WEND__WIDE_PRESENT
#include "base/wide_float.h"
#endif

#endif
