/* SPDX-License-Identifier: MIT
 * Inside the library: what all saved things have in common. Little-endian numbers; a magic word and a version before,
 * FNV-1a, 64 bit, of everything behind. What is equal is saved as the same bytes, on every machine and whatever its
 * history; what loads is saved again as the bytes it came from. */
#ifndef WEND__SAVED_H
#define WEND__SAVED_H

#include "map/map.h"

#include <string.h>

#define WEND__MAGIC_SIZE 8u
#define WEND__CHECKSUM_SIZE 8u

static inline uint8_t *wend__put_u32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) *at++ = (uint8_t)(value >> 8 * i);
    return at;
}

static inline uint8_t *wend__put_u64(uint8_t *at, uint64_t value) {
    return wend__put_u32(wend__put_u32(at, (uint32_t)value), (uint32_t)(value >> 32));
}

static inline uint8_t *wend__put_bytes(uint8_t *at, const void *bytes, size_t size) {
    memcpy(at, bytes, size);
    return at + size;
}

static inline uint32_t wend__get_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t wend__get_u64(const uint8_t *at) {
    return wend__get_u32(at) | (uint64_t)wend__get_u32(at + 4) << 32;
}

/* Is any of them not 0? */
bool wend__any_byte(const uint8_t *bytes, size_t size);

/* The beginning: magic [WEND__MAGIC_SIZE] and version. */
uint8_t *wend__put_frame(uint8_t *at, const char *magic, uint32_t version);
/* The end of `size` bytes: the checksum. */
void wend__put_checksum(uint8_t *bytes, size_t size);

/* Magic, version, checksum; bytes of at least head_size and a checksum. Errors: FORMAT, VERSION, CHECKSUM. */
wend_status wend__check_frame(const uint8_t *bytes, size_t size, const char *magic, uint32_t version, size_t head_size);

#endif
