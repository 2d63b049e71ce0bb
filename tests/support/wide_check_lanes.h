/* SPDX-License-Identifier: MIT
 * The checks of wide_check.h that 16 and 32 bits share; included once for each. */
#include "base/wide_lanes.h"

#define N WEND__LANES_COUNT
#define LANE WEND__LANE
#define INFINITE WEND__LANES_INFINITE
#define OPERATION(name) WEND__LANES_OPERATION(name)
#define CHECK(name) WEND__LANES_NAME(name)
#if WEND__LANE_BITS == 16
#define GREATEST UINT16_MAX
#define FACTOR UINT16_MAX
#else
#define GREATEST UINT32_MAX
#define FACTOR INT16_MAX
#endif
#define LOAD(from) OPERATION(load)(from)
#define STORE(to, x) OPERATION(store)(to, x)

/* One lane, or none, of as many vectors as a row of 64 lanes may have is another. */
static bool CHECK(check_differences)(test_random *random, char *fault, size_t size) {
    enum { MOST = 64 / N };
    LANE lanes[MOST * N];
    WEND__LANES_WIDE a[MOST], b[MOST];
    int count = 1 + (int)test_random_below(random, MOST), changed = (int)test_random_below(random, MOST * N);
    for (int i = 0; i < MOST * N; i++) lanes[i] = (LANE)any_lane(random, GREATEST);
    for (int i = 0; i < MOST; i++) a[i] = OPERATION(load)(lanes + i * N);
    if (test_random_chance(random, 50))
        lanes[changed] ^= (LANE)((LANE)1 << test_random_below(random, WEND__LANE_BITS));
    else
        changed = MOST * N;
    for (int i = 0; i < MOST; i++) b[i] = OPERATION(load)(lanes + i * N);
    if (OPERATION(any_differs)(a, b, count) == (changed < count * N)) return true;
    snprintf(fault, size, "any_differs is wrong for %d vectors", count);
    return false;
}

/* Where n lanes of `before` stand before the others. */
static bool CHECK(check_slides)(const LANE *a, const LANE *b, char *fault, size_t size) {
    LANE out[N + 2];
#define SLIDE(n)                                                                                                       \
    do {                                                                                                               \
        if ((n) > N) break;                                                                                            \
        STORE(out + 1, OPERATION(slide_up)(LOAD(a + 1), LOAD(b + 1), n));                                              \
        EXPECT_LANES("slide_up by " #n, i < (n) ? a[1 + N - (n) + i] : b[1 + i - (n)]);                                \
        STORE(out + 1, OPERATION(slide_down)(LOAD(a + 1), LOAD(b + 1), n));                                            \
        EXPECT_LANES("slide_down by " #n, i + (n) < N ? a[1 + i + (n)] : b[1 + i + (n)-N]);                            \
    } while (0)
    SLIDE(1);
    SLIDE(2);
    SLIDE(4);
    SLIDE(8);
    SLIDE(16);
    SLIDE(32);
#undef SLIDE
    return true;
}

static bool CHECK(check_conversions)(test_random *random, char *fault, size_t size) {
    uint32_t values[N + 2], lowered[N + 2];
    uint8_t bytes[N + 2];
    LANE a[N + 2], out[N + 2];
    const uint32_t base = any_lane(random, UINT32_MAX - INFINITE);
    for (int i = 0; i < N + 2; i++) {
        bytes[i] = (uint8_t)any_lane(random, UINT8_MAX);
        values[i] =
            test_random_chance(random, 50) ? base - 4 + any_lane(random, 0x1FFFF) : any_lane(random, UINT32_MAX);
        a[i] = (LANE)any_lane(random, INFINITE);
    }
    STORE(out + 1, OPERATION(from_bytes)(bytes + 1));
    EXPECT_LANES("from_bytes", bytes[i + 1]);
    STORE(out + 1, OPERATION(from_values)(values + 1, base));
    EXPECT_LANES("from_values", values[i + 1] < base              ? 0
                                : values[i + 1] - base < INFINITE ? values[i + 1] - base
                                                                  : INFINITE);
    STORE(out + 1, OPERATION(low_of_values)(values + 1));
    EXPECT_LANES("low_of_values", values[i + 1]);
    memcpy(lowered, values, sizeof values);
    OPERATION(lower_values)(lowered + 1, base, LOAD(a + 1));
    for (int i = -1; i <= N; i++) {
        const bool is_lower = i >= 0 && i < N && a[i + 1] != INFINITE && base + a[i + 1] < values[i + 1];
        TRY(lowered[i + 1] == (is_lower ? base + a[i + 1] : values[i + 1]), "lower_values");
    }
    uint8_t to[N + 2] = {77};
    to[N + 1] = 77;
    OPERATION(to_bytes)(to + 1, LOAD(a + 1));
    for (int i = -1; i <= N; i++) TRY(to[i + 1] == (i < 0 || i == N ? 77 : (uint8_t)a[i + 1]), "to_bytes");
    return true;
}

static bool CHECK(check)(test_random *random, char *fault, size_t size) {
    LANE a[N + 2], b[N + 2], x[N + 2], out[N + 2] = {0};
    for (int i = 0; i < N + 2; i++) {
        a[i] = (LANE)any_lane(random, GREATEST);
        b[i] = test_random_chance(random, 60) ? a[i] : (LANE)any_lane(random, GREATEST);
        x[i] = (LANE)any_lane(random, GREATEST);
    }
    if (test_random_chance(random, 50)) memcpy(b, a, sizeof a);
    STORE(out + 1, OPERATION(splat)(a[0]));
    EXPECT_LANES("splat", a[0]);
    OF_TWO(add, a[i + 1] + b[i + 1]);
    OF_TWO(sub, a[i + 1] - b[i + 1]);
    OF_TWO(and_, a[i + 1] & b[i + 1]);
    OF_TWO(or_, a[i + 1] | b[i + 1]);
    STORE(out + 1, OPERATION(where_equal)(LOAD(a + 1), LOAD(b + 1), LOAD(x + 1)));
    EXPECT_LANES("where_equal", a[i + 1] == b[i + 1] ? x[i + 1] : 0);
#if WEND__LANE_BITS == 32
    STORE(out + 1, wend__w32_where_below(LOAD(a + 1), LOAD(b + 1), LOAD(x + 1)));
    EXPECT_LANES("where_below", a[i + 1] < b[i + 1] ? x[i + 1] : 0);
#endif
    if (!CHECK(check_differences)(random, fault, size)) return false;
    if (!CHECK(check_slides)(a, b, fault, size)) return false;
    OF_TWO(min, a[i + 1] < b[i + 1] ? a[i + 1] : b[i + 1]);
    for (int i = 0; i < N + 2; i++) {
        a[i] &= INFINITE;
        b[i] &= INFINITE;
    }
    OF_TWO(add_saturating, (uint32_t)a[i + 1] + b[i + 1] < INFINITE ? a[i + 1] + b[i + 1] : INFINITE);
    for (int i = 0; i < N + 2; i++) {
        a[i] &= FACTOR;
        b[i] &= FACTOR;
    }
    OF_TWO(mul, (uint32_t)a[i + 1] * b[i + 1]);
    return CHECK(check_conversions)(random, fault, size);
}

#undef N
#undef LANE
#undef INFINITE
#undef GREATEST
#undef FACTOR
#undef OPERATION
#undef CHECK
#undef LOAD
#undef STORE
#undef WEND__LANE_BITS
