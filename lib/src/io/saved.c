/* SPDX-License-Identifier: MIT */
#include "io/saved.h"

#include "base/hash.h"

bool wend__any_byte(const uint8_t *bytes, size_t size) {
    size_t i = 0;
    while (i < size && bytes[i] == 0) i++;
    return i < size;
}

uint8_t *wend__put_frame(uint8_t *at, const char *magic, uint32_t version) {
    return wend__put_u32(wend__put_bytes(at, magic, WEND__MAGIC_SIZE), version);
}

void wend__put_checksum(uint8_t *bytes, size_t size) {
    size_t before = size - WEND__CHECKSUM_SIZE;
    wend__put_u64(bytes + before, wend__hash_bytes(WEND__HASH_START, bytes, before));
}

wend_status wend__check_frame(const uint8_t *bytes, size_t size, const char *magic, uint32_t version,
                              size_t head_size) {
    if (size < WEND__MAGIC_SIZE + 4 || memcmp(bytes, magic, WEND__MAGIC_SIZE) != 0) return WEND_ERROR_FORMAT;
    if (wend__get_u32(bytes + WEND__MAGIC_SIZE) != version) return WEND_ERROR_VERSION;
    if (size < head_size + WEND__CHECKSUM_SIZE) return WEND_ERROR_FORMAT;
    size_t before = size - WEND__CHECKSUM_SIZE;
    uint64_t checksum = wend__hash_bytes(WEND__HASH_START, bytes, before);
    return checksum == wend__get_u64(bytes + before) ? WEND_OK : WEND_ERROR_CHECKSUM;
}
