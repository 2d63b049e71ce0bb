/* SPDX-License-Identifier: MIT
 * Saved movers: what one was made of and its overlay, as bytes, to be loaded on a map that is as the mover's was; see
 * saved.h. Costs and exits follow from these.
 *
 *     0 magic "WENDMOV\n"                36 step_rule
 *     8 version 1                        40 diagonal
 *    12 flags: 1 = an overlay follows    44 radius
 *    16 hash of the map, 8 bytes         48 class_bits
 *    24 unit_cost                        52 overlay_weight
 *    28 neighbours                       56 costs, a byte per terrain
 *    32 corner_rule                     312 overlay, a byte per cell
 *                                           FNV-1a, 64 bit, of everything before it
 */
#include "io/saved.h"
#include "map/mover.h"

#include <wend/io.h>

#define VERSION 1u
#define COSTS_AT 56u
#define HEAD_SIZE 312u
#define HAS_OVERLAY 1u

static const char magic[] = "WENDMOV\n";

static bool has_overlay(const wend_mover *mover) {
    return mover->overlay && wend__any_byte(mover->overlay, wend__cell_count(mover->shape));
}

static size_t size_of(wend__shape shape, bool with_overlay) {
    return HEAD_SIZE + (with_overlay ? wend__cell_count(shape) : 0) + WEND__CHECKSUM_SIZE;
}

size_t wend_mover_save_size(const wend_mover *mover) {
    return mover ? size_of(mover->shape, has_overlay(mover)) : 0;
}

wend_status wend_mover_save(const wend_mover *mover, void *bytes, size_t capacity) {
    if (!mover || !bytes) return WEND_ERROR_ARGUMENT;
    bool with_overlay = has_overlay(mover);
    size_t size = size_of(mover->shape, with_overlay);
    if (capacity < size) return WEND_ERROR_CAPACITY;
    const uint32_t numbers[] = {mover->unit_cost,           mover->neighbours,    (uint32_t)mover->corner_rule,
                                (uint32_t)mover->step_rule, mover->diagonal,      mover->radius,
                                mover->class_bits,          mover->overlay_weight};
    uint8_t *at = wend__put_frame(bytes, magic, VERSION);
    at = wend__put_u32(at, with_overlay ? HAS_OVERLAY : 0);
    at = wend__put_u64(at, wend_map_hash(mover->map));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) at = wend__put_u32(at, numbers[i]);
    at = wend__put_bytes(at, mover->table, sizeof mover->table);
    if (with_overlay) wend__put_bytes(at, mover->overlay, wend__cell_count(mover->shape));
    wend__put_checksum(bytes, size);
    return WEND_OK;
}

/* Loading. */

/* Only what a mover says of itself: defaults are not saved. */
static wend_status read_desc(const wend_map *map, const uint8_t *bytes, wend_mover_desc *desc) {
    uint32_t corner_rule = wend__get_u32(bytes + 32), step_rule = wend__get_u32(bytes + 36);
    if (corner_rule > WEND_CORNER_ALWAYS || step_rule > WEND_STEP_ENTER) return WEND_ERROR_FORMAT;
    *desc = (wend_mover_desc){.costs = bytes + COSTS_AT,
                              .unit_cost = wend__get_u32(bytes + 24),
                              .neighbours = wend__get_u32(bytes + 28),
                              .corner_rule = (wend_corner_rule)corner_rule,
                              .step_rule = (wend_step_rule)step_rule,
                              .diagonal = wend__get_u32(bytes + 40),
                              .radius = wend__get_u32(bytes + 44),
                              .class_bits = wend__get_u32(bytes + 48),
                              .overlay_weight = wend__get_u32(bytes + 52)};
    bool is_whole = desc->unit_cost && desc->neighbours && desc->diagonal;
    return is_whole && wend_mover_check(map, desc, NULL) == WEND_OK ? WEND_OK : WEND_ERROR_FORMAT;
}

static wend_status check_size(const wend_map *map, const uint8_t *bytes, size_t size) {
    uint32_t flags = wend__get_u32(bytes + 12);
    if ((flags & ~HAS_OVERLAY) || size != size_of(map->shape, flags & HAS_OVERLAY)) return WEND_ERROR_FORMAT;
    bool is_good = !flags || wend__any_byte(bytes + HEAD_SIZE, wend__cell_count(map->shape));
    return is_good ? WEND_OK : WEND_ERROR_FORMAT;
}

static wend_status make_mover(wend_map *map, const wend_mover_desc *desc, const uint8_t *overlay, wend_mover **out) {
    wend_mover *mover;
    wend_status status = wend_mover_create(map, desc, &mover);
    if (status != WEND_OK) return status;
    wend_rect all = {0, 0, map->shape.width, map->shape.height};
    /* In a desc 0 stands for the default. */
    if (desc->overlay_weight == 0) status = wend_mover_set_overlay_weight(mover, 0);
    if (status == WEND_OK && overlay) status = wend_mover_write_overlay(mover, all, overlay, (size_t)all.width);
    if (status == WEND_OK) status = wend_mover_update(mover);
    if (status == WEND_OK)
        *out = mover;
    else
        wend_mover_destroy(mover);
    return status;
}

wend_status wend_mover_load(wend_map *map, const void *bytes, size_t size, wend_backend backend, wend_mover **out) {
    if (!map || !bytes || !out) return WEND_ERROR_ARGUMENT;
    wend_backend chosen;
    wend_status status = wend__backend_choose(backend, &chosen);
    if (status == WEND_OK) status = wend__check_frame(bytes, size, magic, VERSION, HEAD_SIZE);
    if (status != WEND_OK) return status;
    const uint8_t *from = bytes;
    if (wend__get_u64(from + 16) != wend_map_hash(map)) return WEND_ERROR_MISMATCH;
    wend_mover_desc desc;
    status = check_size(map, from, size);
    if (status == WEND_OK) status = read_desc(map, from, &desc);
    if (status != WEND_OK) return status;
    desc.backend = chosen;
    return make_mover(map, &desc, wend__get_u32(from + 12) & HAS_OVERLAY ? from + HEAD_SIZE : NULL, out);
}
