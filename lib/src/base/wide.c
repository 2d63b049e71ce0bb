/* SPDX-License-Identifier: MIT
 * Which instruction sets this build and this machine have. */
#include "base/wide.h"

int32_t wend_backend_is_supported(wend_backend backend) {
    switch (backend) {
    case WEND_BACKEND_AUTO:
    case WEND_BACKEND_SCALAR: return 1;
#if defined(WEND__HAVE_SSE4)
    case WEND_BACKEND_SSE4: return __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("ssse3");
#endif
#if defined(WEND__HAVE_AVX2)
    case WEND_BACKEND_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2");
#endif
#if defined(WEND__HAVE_AVX512)
    case WEND_BACKEND_AVX512:
        return wend_backend_is_supported(WEND_BACKEND_AVX2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq");
#endif
#if defined(WEND__HAVE_NEON)
    case WEND_BACKEND_NEON: return 1;
#endif
#if defined(WEND__HAVE_WASM128)
    case WEND_BACKEND_WASM128: return 1;
#endif
    default: return 0;
    }
}

const char *wend_backend_name(wend_backend backend) {
    switch (backend) {
    case WEND_BACKEND_AUTO: return "auto";
    case WEND_BACKEND_SCALAR: return "scalar";
    case WEND_BACKEND_SSE4: return "sse4";
    case WEND_BACKEND_AVX2: return "avx2";
    case WEND_BACKEND_AVX512: return "avx512";
    case WEND_BACKEND_NEON: return "neon";
    case WEND_BACKEND_WASM128: return "wasm128";
    }
    return "unknown";
}

wend_status wend__backend_choose(wend_backend wanted, wend_backend *out) {
    if ((int)wanted < WEND_BACKEND_AUTO || wanted > WEND_BACKEND_WASM128) return WEND_ERROR_ARGUMENT;
    if (!wend_backend_is_supported(wanted)) return WEND_ERROR_UNSUPPORTED;
    *out = wanted;
    if (wanted != WEND_BACKEND_AUTO) return WEND_OK;
    /* Of one processor's, the later is the better. */
    int best = WEND_BACKEND_WASM128;
    while (!wend_backend_is_supported((wend_backend)best)) best--;
    *out = (wend_backend)best;
    return WEND_OK;
}
