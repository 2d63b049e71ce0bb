/* SPDX-License-Identifier: MIT
 * Inside the library: FNV-1a, 64 bit, over little-endian bytes, so that every machine agrees.
 * Source: G. Fowler, L. C. Noll, P. Vo; RFC draft "The FNV Non-Cryptographic Hash Algorithm". */
#ifndef WEND__HASH_H
#define WEND__HASH_H

#include <stddef.h>
#include <stdint.h>

#define WEND__HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t wend__hash_byte(uint64_t hash, uint8_t byte) {
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

static inline uint64_t wend__hash_u32(uint64_t hash, uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) hash = wend__hash_byte(hash, (uint8_t)(value >> shift));
    return hash;
}

uint64_t wend__hash_bytes(uint64_t hash, const uint8_t *bytes, size_t size);

/* The bits of a float, as they are. */
uint64_t wend__hash_float(uint64_t hash, float value);

#endif
