/* SPDX-License-Identifier: MIT
 * Every operation of one back end against plain C, lane by lane: the body of wide_scalar.c, wide_avx2.c and so on. */
#if defined(WEND__WIDE_PRESENT)

#include "support/wide.h"

#include <stdio.h>

/* Fills `lanes` with what likes to go wrong, and with anything. */
static uint32_t any_lane(test_random *random, uint32_t most) {
    static const uint32_t edges[] = {
        0,         1,          2,          254,        255,        256,        0x7FFE,
        0x7FFF,    0x8000,     0x8001,     0xFFFE,     0xFFFF,     0x10000,    0x1FFFF,
        70,        0x3FFFFFFE, 0x3FFFFFFF, 0x40000000, 0x7FFFFFFF, 0x80000000, UINT32_MAX - 1,
        UINT32_MAX};
    uint32_t lane = test_random_chance(random, 40) ? edges[test_random_below(random, sizeof edges / sizeof *edges)]
                                                   : (uint32_t)test_random_bits(random);
    return lane <= most ? lane : (uint32_t)(lane % ((uint64_t)most + 1));
}

#define TRY(good, name)                                                                                                \
    do {                                                                                                               \
        if (!(good)) {                                                                                                 \
            snprintf(fault, size, "%s is wrong in lane %d of %d", name, i, N);                                         \
            return false;                                                                                              \
        }                                                                                                              \
    } while (0)

/* out[i] against the expression, in every lane. */
#define EXPECT_LANES(name, expression)                                                                                 \
    do {                                                                                                               \
        for (int i = 0; i < N; i++) TRY(out[i + 1] == (LANE)(expression), name);                                       \
    } while (0)

#define OF_TWO(operation, expression)                                                                                  \
    do {                                                                                                               \
        STORE(out + 1, OPERATION(operation)(LOAD(a + 1), LOAD(b + 1)));                                                \
        EXPECT_LANES(#operation, expression);                                                                          \
    } while (0)

/* One line each for 8, 16 and 32 bits: the names in the checks below. */
#define N WEND__W8_LANES
#define LANE uint8_t
#define OPERATION(name) wend__w8_##name
#define LOAD(from) wend__w8_load(from)
#define STORE(to, x) wend__w8_store(to, x)

static bool check_8(test_random *random, char *fault, size_t size) {
    LANE a[N + 2], b[N + 2], x[N + 2], out[N + 2] = {0};
    for (int i = 0; i < N + 2; i++) {
        a[i] = (LANE)any_lane(random, UINT8_MAX);
        b[i] = test_random_chance(random, 60) ? a[i] : (LANE)any_lane(random, UINT8_MAX);
        x[i] = (LANE)any_lane(random, UINT8_MAX);
    }
    const bool is_same = test_random_chance(random, 50);
    if (is_same) memcpy(b, a, sizeof a);
    STORE(out + 1, wend__w8_splat(a[0]));
    EXPECT_LANES("splat", a[0]);
    OF_TWO(min, a[i + 1] < b[i + 1] ? a[i + 1] : b[i + 1]);
    OF_TWO(add, a[i + 1] + b[i + 1]);
    OF_TWO(and_, a[i + 1] & b[i + 1]);
    OF_TWO(or_, a[i + 1] | b[i + 1]);
    OF_TWO(and_not, a[i + 1] & ~b[i + 1]);
    STORE(out + 1, wend__w8_where_equal(LOAD(a + 1), LOAD(b + 1), LOAD(x + 1)));
    EXPECT_LANES("where_equal", a[i + 1] == b[i + 1] ? x[i + 1] : 0);
    const uint64_t bits = wend__w8_bits_where_equal(LOAD(a + 1), LOAD(b + 1));
    for (int i = 0; i < 64; i++) TRY((bits >> i & 1) == (i < N && a[i + 1] == b[i + 1]), "bits_where_equal");
    uint32_t values[N + 1];
    for (int i = 0; i < N + 1; i++) values[i] = any_lane(random, UINT32_MAX);
    STORE(out + 1, wend__w8_where_finite(values + 1, LOAD(x + 1)));
    EXPECT_LANES("where_finite", values[i + 1] < UINT32_MAX - 1 ? x[i + 1] : 0);
    return true;
}

#undef N
#undef LANE
#undef OPERATION
#undef LOAD
#undef STORE

#define WEND__LANE_BITS 16
#include "support/wide_check_lanes.h"
#define WEND__LANE_BITS 32
#include "support/wide_check_lanes.h"

bool WEND__WIDE_NAME(wide_check)(test_random *random, char *fault, size_t size) {
    return check_8(random, fault, size) && check_16(random, fault, size) && check_32(random, fault, size);
}

#endif
