/* SPDX-License-Identifier: MIT
 * Desires: weighted sums of fields as seeds of a new one; and flee maps, which are the simplest of them.
 *
 * Computes: seed(c) = floor((sum of weight * value(c) - the least such sum) / 256) + base.
 * Invariant: a sum stays below 2^6 parts * 2^20 * 2^32 = 2^58: none wraps, nor does the difference of two, unsigned.
 * Cost: two passes over the values of every part.
 * Source: the "Dijkstra maps" of roguelikes, as in Brogue: distances to what is feared times -1.2, scanned anew.
 *
 *     T . . # . .     distance to T   0 1 2 # 6 7     seed   8.4 7.2 6.0 #   1.2 0
 *     . . . . . .                     1 1 2 3 4 5            ...
 */
#include "base/workspace.h"
#include "field/field_build.h"

#include <wend/tactics.h>

#include <string.h>

#define ROW 64 /* cells that are worked on at once */
#define DEFAULT_FACTOR 307u

/* What counts where there is no value, and what as most: of each part. */
typedef struct terms {
    const wend_desire *part;
    uint32_t limit;   /* values count as at most this */
    uint32_t missing; /* WEND_UNREACHABLE: nobody wants to be there */
} terms;

static int32_t cells_from(wend__shape shape, int32_t x) {
    return shape.width - x < ROW ? shape.width - x : ROW;
}

/* One more than each, so that those without a value count as 0. */
static uint32_t greatest_value(const wend_field *field) {
    uint32_t values[ROW], greatest = 0;
    for (int32_t y = 0; y < field->shape.height; y++)
        for (int32_t x = 0; x < field->shape.width; x += ROW) {
            int32_t count = cells_from(field->shape, x);
            wend_field_read_values(field, (wend_rect){x, y, count, 1}, values, ROW);
            for (int32_t i = 0; i < count; i++) greatest = values[i] + 1 > greatest ? values[i] + 1 : greatest;
        }
    return greatest ? greatest - 1 : 0;
}

static terms terms_of(const wend_desire *part) {
    if (part->limit) return (terms){part, part->limit, part->limit};
    uint32_t missing = part->weight > 0 ? WEND_UNREACHABLE : part->weight < 0 ? greatest_value(part->field) : 0;
    return (terms){part, WEND_UNREACHABLE, missing};
}

/* Adds a part to the sums of cells [x, x + count) of row y; unwanted cells are marked. */
static void add_part(const terms *of, int32_t x, int32_t y, int32_t count, int64_t sums[restrict ROW],
                     uint8_t unwanted[restrict ROW]) {
    uint32_t values[ROW];
    int64_t weight = of->part->weight;
    wend_field_read_values(of->part->field, (wend_rect){x, y, count, 1}, values, ROW);
    for (int32_t i = 0; i < count; i++) {
        uint32_t value = values[i] < of->limit ? values[i] : of->limit;
        values[i] = values[i] == WEND_UNREACHABLE ? of->missing : value;
    }
    for (int32_t i = 0; i < count; i++) unwanted[i] |= values[i] == WEND_UNREACHABLE;
    for (int32_t i = 0; i < count; i++) sums[i] += weight * values[i];
}

typedef struct sums {
    const wend_mover *mover;
    terms parts[WEND_MAX_DESIRES];
    size_t count;
} sums;

/* Marks the cells [first, first + count) where the mover cannot stand; is there another one? */
static bool mark_unwanted(const wend_mover *mover, uint32_t first, int32_t count, uint8_t unwanted[ROW]) {
    uint8_t everywhere = 1;
    for (int32_t i = 0; i < count; i++) unwanted[i] = mover->costs[first + (uint32_t)i] == WEND_BLOCKED;
    for (int32_t i = 0; mover->clearances && i < count; i++)
        unwanted[i] |= mover->clearances[first + (uint32_t)i] != WEND__CLEAR;
    for (int32_t i = 0; i < count; i++) everywhere &= unwanted[i];
    return !everywhere;
}

/* Of cells [x, x + count) of row y; where nobody can or wants to be, unwanted is not 0. */
static void sum_up(const sums *of, int32_t x, int32_t y, int32_t count, int64_t out[ROW], uint8_t unwanted[ROW]) {
    if (!mark_unwanted(of->mover, wend__index(of->mover->shape, x, y), count, unwanted)) return;
    memset(out, 0, (size_t)count * sizeof *out);
    for (size_t part = 0; part < of->count; part++) add_part(&of->parts[part], x, y, count, out, unwanted);
}

static int64_t least_sum(const sums *of) {
    wend__shape shape = of->mover->shape;
    int64_t row[ROW], least = INT64_MAX;
    uint8_t unwanted[ROW];
    for (int32_t y = 0; y < shape.height; y++)
        for (int32_t x = 0; x < shape.width; x += ROW) {
            int32_t count = cells_from(shape, x);
            sum_up(of, x, y, count, row, unwanted);
            for (int32_t i = 0; i < count; i++)
                if (!unwanted[i] && row[i] < least) least = row[i];
        }
    return least;
}

static uint32_t seed_of(int64_t sum, int64_t least, uint32_t base) {
    return wend__saturating_add(base, ((uint64_t)sum - (uint64_t)least) >> 8);
}

static void write_seeds(const sums *of, int64_t least, uint32_t base, uint32_t *seeds, size_t stride) {
    wend__shape shape = of->mover->shape;
    int64_t row[ROW];
    uint8_t unwanted[ROW];
    for (int32_t y = 0; y < shape.height; y++)
        for (int32_t x = 0; x < shape.width; x += ROW) {
            int32_t count = cells_from(shape, x);
            uint32_t *out = seeds + (size_t)y * stride + (size_t)x;
            sum_up(of, x, y, count, row, unwanted);
            for (int32_t i = 0; i < count; i++) out[i] = unwanted[i] ? WEND_UNREACHABLE : seed_of(row[i], least, base);
        }
}

static bool parts_are_good(const wend_mover *mover, const wend_desire *parts, size_t count) {
    if (!parts || count == 0 || count > WEND_MAX_DESIRES) return false;
    for (size_t i = 0; i < count; i++) {
        if (!parts[i].field || parts[i].field->mover->map != mover->map) return false;
        if (parts[i].limit == WEND_UNREACHABLE) return false;
        if (parts[i].weight < -WEND_MAX_DESIRE || parts[i].weight > WEND_MAX_DESIRE) return false;
    }
    return true;
}

/* PENDING if any is, else STALE if any is. */
static wend_status status_of_parts(const wend_desire *parts, size_t count) {
    wend_status worst = WEND_OK;
    for (size_t i = 0; i < count; i++) {
        wend_status status = wend_field_status(parts[i].field);
        if (status > worst) worst = status;
    }
    return worst;
}

_Static_assert(WEND_PENDING > WEND_STALE, "of the statuses of fields the greatest weighs most");

wend_status wend_desire_seeds(const wend_mover *mover, const wend_desire *parts, size_t count, uint32_t base,
                              uint32_t *seeds, size_t stride) {
    if (!mover || !seeds || base == WEND_UNREACHABLE || !parts_are_good(mover, parts, count))
        return WEND_ERROR_ARGUMENT;
    if (mover->update.is_open) return WEND_ERROR_BUSY;
    if (stride == 0) stride = (size_t)mover->shape.width;
    if (stride < (size_t)mover->shape.width) return WEND_ERROR_ARGUMENT;
    sums of = {.mover = mover, .count = count};
    for (size_t i = 0; i < count; i++) of.parts[i] = terms_of(&parts[i]);
    write_seeds(&of, least_sum(&of), base, seeds, stride);
    return status_of_parts(parts, count);
}

wend_status wend_desire_build(wend_field *field, wend_workspace *workspace, const wend_desire *parts, size_t count,
                              uint32_t base, uint32_t *seeds, size_t stride) {
    if (!field || !seeds) return WEND_ERROR_ARGUMENT;
    /* Nothing is written unless the build will take it. */
    const wend_build_options options = {.seeds = seeds, .seeds_stride = stride};
    wend_status status = wend__field_check(field, workspace, &options);
    if (status == WEND_OK) status = wend_desire_seeds(field->mover, parts, count, base, seeds, stride);
    if (status < 0) return status;
    wend_status built = wend_field_build(field, workspace, &options);
    return built < 0 || status == WEND_OK ? built : status;
}

wend_status wend_flee_build(wend_field *flee, wend_workspace *workspace, const wend_field *threats, uint32_t factor,
                            uint32_t base, uint32_t *seeds, size_t stride) {
    if (factor > WEND_MAX_DESIRE) return WEND_ERROR_ARGUMENT;
    wend_desire away = {.field = threats, .weight = -(int32_t)(factor ? factor : DEFAULT_FACTOR)};
    return wend_desire_build(flee, workspace, &away, 1, base, seeds, stride);
}
