/* SPDX-License-Identifier: MIT
 * Bench: wend's back ends by name; see backends.h. */
#include "backends.h"

#include <string.h>

uint32_t bench_backends_all(wend_backend out[BENCH_MAX_BACKENDS]) {
    uint32_t count = 0;
    for (int i = WEND_BACKEND_WASM128; i >= WEND_BACKEND_SCALAR; i--) {
        if (wend_backend_is_supported((wend_backend)i)) out[count++] = (wend_backend)i;
    }
    return count;
}

bool bench_backend_find(const char *name, wend_backend *out) {
    wend_backend all[BENCH_MAX_BACKENDS];
    const uint32_t count = bench_backends_all(all);
    for (uint32_t i = 0; i < count; i++) {
        *out = all[i];
        if (strcmp(name, wend_backend_name(all[i])) == 0) return true;
    }
    return false;
}
