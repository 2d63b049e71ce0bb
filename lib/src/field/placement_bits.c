/* SPDX-License-Identifier: MIT */
#include "field/placement_bits.h"

#include <string.h>

static size_t word_count(const wend__bits *bits) {
    return (size_t)bits->stride * (size_t)bits->height;
}

wend_status wend__bits_create(wend__bits *bits, wend__shape shape, const wend_allocator *allocator) {
    *bits = (wend__bits){.stride = (shape.width + 63) / 64, .width = shape.width, .height = shape.height};
    bits->words = wend__allocate_zeroed(allocator, word_count(bits), sizeof *bits->words);
    return bits->words ? WEND_OK : WEND_ERROR_NO_MEMORY;
}

void wend__bits_destroy(wend__bits *bits, const wend_allocator *allocator) {
    wend__release(allocator, bits->words, word_count(bits), sizeof *bits->words);
}

void wend__bits_clear(wend__bits *bits) {
    memset(bits->words, 0, word_count(bits) * sizeof *bits->words);
}

int32_t wend__bits_find(const wend__bits *bits, int32_t x, int32_t y, bool value) {
    const uint64_t *row = wend__bits_row(bits, y);
    uint64_t flip = value ? 0 : UINT64_MAX, from = UINT64_MAX << (x & 63);
    for (int32_t word = x >> 6; word < bits->stride; word++, from = UINT64_MAX) {
        uint64_t found = (row[word] ^ flip) & from;
        if (!found) continue;
        int32_t column = word * 64 + wend__lowest_bit_64(found);
        return column < bits->width ? column : bits->width;
    }
    return bits->width;
}

int32_t wend__bits_run_start(const wend__bits *bits, int32_t x, int32_t y) {
    const uint64_t *row = wend__bits_row(bits, y);
    uint64_t up_to = UINT64_MAX >> (63 - (x & 63));
    for (int32_t word = x >> 6; word >= 0; word--, up_to = UINT64_MAX) {
        uint64_t clear = ~row[word] & up_to;
        if (clear) return word * 64 + wend__highest_bit(clear) + 1;
    }
    return 0;
}
