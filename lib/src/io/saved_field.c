/* SPDX-License-Identifier: MIT
 * Saved fields: goals, values and directions as bytes, to be loaded with a mover that is as the field's was; see saved.h.
 *
 *     0 magic "WENDFLD\n"                    40 bound
 *     8 version 1                            44 max_distance of the build, or WEND_UNREACHABLE
 *    12 flags: 1 seeds, 2 sights, 4 cut_off  48 policy
 *              8 a reference                 52 x, 56 y of the reference
 *             16 built from goals alone      60 number of goals
 *    16 hash of the mover, 8 bytes           64 goals, 20 bytes each: x, y, width, height, offset
 *    24 width                                   values, 4 bytes per cell, row by row
 *    28 height                                  directions, a byte per cell, 0 where it cannot stand
 *    32 lattice                                 with seeds: a bit per cell whose own seed is its value
 *    36 escape_depth, or 0 for none             with cut_off: these three of the way to its targets
 *                                               FNV-1a, 64 bit, of everything before it
 */
#include "field/field_restore.h"
#include "base/hash.h"
#include "io/saved.h"

#include <wend/io.h>

#define VERSION 1u
#define HEAD_SIZE 64u
#define GOAL_SIZE 20u
enum { HAS_SEEDS = 1, HAS_SIGHTS = 2, HAS_CUT_OFF = 4, HAS_REFERENCE = 8, IS_PLAIN = 16, ALL_FLAGS = 31 };

static const char magic[] = "WENDFLD\n";

typedef struct wend__saved_field {
    uint32_t flags, escape_depth, goal_count;
    wend__asked asked;
    wend_goal_options options;
} wend__saved_field;

/* Values, directions, and seeded cells where there is room for seeds. */
static size_t layer_size(wend__shape shape, bool has_seeds) {
    return wend__cell_count(shape) * 5 + (has_seeds ? wend__seeded_size(shape) : 0);
}

/* At most 2^28 cells and 2^20 goals: no sum can overflow. */
static size_t size_of(wend__shape shape, uint32_t flags, uint32_t goals) {
    size_t size = HEAD_SIZE + (size_t)goals * GOAL_SIZE + WEND__CHECKSUM_SIZE;
    size += layer_size(shape, flags & HAS_SEEDS);
    return flags & HAS_CUT_OFF ? size + layer_size(shape, true) : size;
}

static uint32_t flags_of(const wend_field *field) {
    uint32_t flags = 0;
    if (field->has_seeds) flags |= HAS_SEEDS;
    if (field->has_sights) flags |= HAS_SIGHTS;
    if (field->cut_off) flags |= HAS_CUT_OFF;
    if (field->goals.options.has_reference) flags |= HAS_REFERENCE;
    if (field->is_plain) flags |= IS_PLAIN;
    return flags;
}

/* What a field knows of its mover, of the mover itself or of a snapshot's copies: costs, steps, where it can stand, links
 * and numbers. */
static uint64_t mover_hash(const wend_mover *mover, const wend__view *view, const wend__links *links) {
    const uint32_t numbers[] = {mover->unit_cost,           mover->neighbours, (uint32_t)mover->corner_rule,
                                (uint32_t)mover->step_rule, mover->diagonal,   mover->radius,
                                mover->class_bits};
    uint64_t hash = WEND__HASH_START;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = wend__hash_u32(hash, numbers[i]);
    uint32_t cells = (uint32_t)wend__cell_count(mover->shape);
    for (uint32_t cell = 0; cell < cells; cell++) {
        hash = wend__hash_byte(hash, (uint8_t)wend__cost_in(view, cell));
        hash = wend__hash_byte(hash, (uint8_t)wend__ways_out_in(view, cell));
        hash = wend__hash_byte(hash, wend__is_free_in(view, cell));
    }
    for (size_t i = 0; links && i < links->count; i++) {
        hash = wend__hash_u32(wend__hash_u32(hash, links->from[i]), links->to[i]);
        hash = wend__hash_u32(wend__hash_u32(hash, links->by_from[i].cost), links->by_from[i].class_mask);
    }
    return hash;
}

/* Saving. */

size_t wend_field_save_size(const wend_field *field) {
    return field ? size_of(field->shape, flags_of(field), field->goals.count) : 0;
}

static uint8_t *put_head(uint8_t *at, const wend_field *field) {
    const wend_goal_options *options = &field->goals.options;
    wend_cell reference = options->has_reference ? options->reference : (wend_cell){0, 0};
    const uint32_t numbers[] = {(uint32_t)field->shape.width,
                                (uint32_t)field->shape.height,
                                (uint32_t)field->shape.lattice,
                                field->escape_depth,
                                field->bound,
                                field->max_distance,
                                (uint32_t)options->policy,
                                (uint32_t)reference.x,
                                (uint32_t)reference.y,
                                field->goals.count};
    at = wend__put_u32(wend__put_frame(at, magic, VERSION), flags_of(field));
    at = wend__put_u64(at, mover_hash(field->mover, &field->view, field->links));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) at = wend__put_u32(at, numbers[i]);
    return at;
}

static uint8_t *put_goals(uint8_t *at, const wend__goals *goals) {
    for (uint32_t i = 0; i < goals->count; i++) {
        const wend_goal *goal = &goals->goals[i];
        at = wend__put_u32(wend__put_u32(at, (uint32_t)goal->x), (uint32_t)goal->y);
        at = wend__put_u32(wend__put_u32(at, (uint32_t)goal->width), (uint32_t)goal->height);
        at = wend__put_u32(at, goal->offset);
    }
    return at;
}

static uint8_t *put_layer(uint8_t *at, const wend_field *field) {
    uint32_t cells = (uint32_t)wend__cell_count(field->shape);
    for (uint32_t cell = 0; cell < cells; cell++) at = wend__put_u32(at, wend__field_value_at(field, cell));
    for (uint32_t cell = 0; cell < cells; cell++)
        *at++ = (uint8_t)wend__set_in(&field->view, wend__slot_of(&field->pages, cell));
    if (!field->has_seeds) return at;
    memset(at, 0, wend__seeded_size(field->shape));
    for (uint32_t cell = 0; cell < cells; cell++)
        if (wend__field_is_seeded(field, cell)) at[cell / 8] |= (uint8_t)(1u << cell % 8);
    return at + wend__seeded_size(field->shape);
}

wend_status wend_field_save(const wend_field *field, void *bytes, size_t capacity) {
    if (!field || !bytes || wend_field_status(field) != WEND_OK) return WEND_ERROR_ARGUMENT;
    size_t size = wend_field_save_size(field);
    if (capacity < size) return WEND_ERROR_CAPACITY;
    uint8_t *at = put_layer(put_goals(put_head(bytes, field), &field->goals), field);
    if (field->cut_off) put_layer(at, field->cut_off);
    wend__put_checksum(bytes, size);
    return WEND_OK;
}

/* Loading. */

static wend_status read_head(const uint8_t *bytes, size_t size, const wend_mover *mover, wend__saved_field *head) {
    wend__shape shape = mover->shape;
    if (wend__get_u32(bytes + 24) != (uint32_t)shape.width || wend__get_u32(bytes + 28) != (uint32_t)shape.height ||
        wend__get_u32(bytes + 32) != (uint32_t)shape.lattice ||
        wend__get_u64(bytes + 16) != mover_hash(mover, &(wend__view){.mover = mover}, mover->links))
        return WEND_ERROR_MISMATCH;
    uint32_t policy = wend__get_u32(bytes + 48);
    *head = (wend__saved_field){.flags = wend__get_u32(bytes + 12),
                                .escape_depth = wend__get_u32(bytes + 36),
                                .goal_count = wend__get_u32(bytes + 60)};
    if ((head->flags & ~(uint32_t)ALL_FLAGS) || policy > WEND_GOAL_AROUND || head->goal_count > WEND__MAX_GOALS ||
        head->escape_depth > WEND_MAX_ESCAPE_DEPTH || size != size_of(shape, head->flags, head->goal_count))
        return WEND_ERROR_FORMAT;
    head->asked = (wend__asked){.bound = wend__get_u32(bytes + 40),
                                .max_distance = wend__get_u32(bytes + 44),
                                .is_plain = head->flags & IS_PLAIN};
    head->options =
        (wend_goal_options){.policy = (wend_goal_policy)policy,
                            .has_reference = head->flags & HAS_REFERENCE ? 1 : 0,
                            .reference = {(int32_t)wend__get_u32(bytes + 52), (int32_t)wend__get_u32(bytes + 56)}};
    wend__asked asked = head->asked;
    bool is_bounded = asked.bound != WEND_UNREACHABLE;
    bool has_none = !head->options.has_reference && (head->options.reference.x || head->options.reference.y);
    bool is_good =
        !has_none && asked.max_distance > 0 &&
        (!is_bounded || (asked.is_plain ? asked.bound == asked.max_distance : asked.bound <= asked.max_distance));
    return is_good ? WEND_OK : WEND_ERROR_FORMAT;
}

static wend_status create_field(wend_mover *mover, const wend_field_desc *wanted, const wend__saved_field *head,
                                wend_field **out) {
    wend_field_desc desc = *wanted;
    desc.escape_depth = head->escape_depth ? head->escape_depth : WEND_NO_ESCAPE;
    desc.seeds = head->flags & HAS_SEEDS;
    desc.sights = head->flags & HAS_SIGHTS;
    desc.cut_off = head->flags & HAS_CUT_OFF;
    if (desc.goal_capacity == 0 && head->goal_count > 64) desc.goal_capacity = head->goal_count;
    return wend_field_create(mover, &desc, out);
}

/* The goals of a field must be good ones; there may be more than the caller wants room for. */
static wend_status read_goals(wend_field *field, const uint8_t *at, const wend__saved_field *head) {
    const wend_allocator *allocator = &field->mover->map->allocator;
    if (head->goal_count > field->wanted.capacity) return WEND_ERROR_CAPACITY;
    wend_goal *goals = wend__allocate(allocator, head->goal_count + 1, sizeof *goals);
    if (!goals) return WEND_ERROR_NO_MEMORY;
    for (uint32_t i = 0; i < head->goal_count; i++, at += GOAL_SIZE) {
        goals[i] = (wend_goal){(int32_t)wend__get_u32(at), (int32_t)wend__get_u32(at + 4),
                               (int32_t)wend__get_u32(at + 8), (int32_t)wend__get_u32(at + 12), wend__get_u32(at + 16)};
    }
    wend_status status = wend_field_set_goals(field, goals, head->goal_count, &head->options);
    wend__release(allocator, goals, head->goal_count + 1, sizeof *goals);
    return status == WEND_OK ? WEND_OK : WEND_ERROR_FORMAT;
}

/* Bits behind those of the cells must be 0. */
static bool read_layer(wend_field *field, const uint8_t *at) {
    uint32_t cells = (uint32_t)wend__cell_count(field->shape);
    const uint8_t *sets = at + (size_t)cells * 4, *seeded = sets + cells;
    for (uint32_t cell = 0; cell < cells; cell++) {
        uint32_t slot = wend__slot_of(&field->pages, cell);
        field->pages.values[slot] = wend__get_u32(at + (size_t)cell * 4);
        field->pages.directions[slot] = sets[cell];
    }
    if (!field->seeded) return true;
    size_t size = wend__seeded_size(field->shape);
    memcpy(field->seeded, seeded, size);
    return cells % 8 == 0 || seeded[size - 1] >> cells % 8 == 0;
}

static wend_status fill_field(wend_field *field, const uint8_t *bytes, const wend__saved_field *head) {
    wend_status status = read_goals(field, bytes + HEAD_SIZE, head);
    if (status != WEND_OK) return status;
    const uint8_t *at = bytes + HEAD_SIZE + (size_t)head->goal_count * GOAL_SIZE;
    bool is_good = read_layer(field, at);
    at += layer_size(field->shape, head->flags & HAS_SEEDS);
    if (is_good && field->cut_off) is_good = read_layer(field->cut_off, at);
    /* What goals alone have made has no cells with values of their own. */
    if (field->seeded && head->asked.is_plain)
        is_good &= !wend__any_byte(field->seeded, wend__seeded_size(field->shape));
    return is_good ? wend__field_restore(field, head->asked) : WEND_ERROR_FORMAT;
}

wend_status wend_field_load(wend_mover *mover, const wend_field_desc *desc, const void *bytes, size_t size,
                            wend_field **out) {
    static const wend_field_desc zero;
    if (!mover || !bytes || !out) return WEND_ERROR_ARGUMENT;
    if (mover->update.is_open) return WEND_ERROR_BUSY;
    wend_status status = wend__check_frame(bytes, size, magic, VERSION, HEAD_SIZE);
    wend__saved_field head;
    if (status == WEND_OK) status = read_head(bytes, size, mover, &head);
    if (status != WEND_OK) return status;
    wend_field *field;
    status = create_field(mover, desc ? desc : &zero, &head, &field);
    if (status != WEND_OK) return status;
    status = fill_field(field, bytes, &head);
    if (status == WEND_OK)
        *out = field;
    else
        wend_field_destroy(field);
    return status;
}
