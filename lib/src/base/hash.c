/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

#include <string.h>

uint64_t wend__hash_bytes(uint64_t hash, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) hash = wend__hash_byte(hash, bytes[i]);
    return hash;
}

uint64_t wend__hash_float(uint64_t hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return wend__hash_u32(hash, bits);
}
