/* SPDX-License-Identifier: MIT
 * Wide integers: every operation of every back end that this machine has against plain C; which one is chosen. */
#include "support/unit.h"
#include "support/wide.h"

static wide_check *check_of(wend_backend backend) {
    switch (backend) {
    case WEND_BACKEND_SCALAR: return wide_check_scalar;
#if defined(WEND__HAVE_SSE4)
    case WEND_BACKEND_SSE4: return wide_check_sse4;
#endif
#if defined(WEND__HAVE_AVX2)
    case WEND_BACKEND_AVX2: return wide_check_avx2;
#endif
#if defined(WEND__HAVE_AVX512)
    case WEND_BACKEND_AVX512: return wide_check_avx512;
#endif
#if defined(WEND__HAVE_NEON)
    case WEND_BACKEND_NEON: return wide_check_neon;
#endif
#if defined(WEND__HAVE_WASM128)
    case WEND_BACKEND_WASM128: return wide_check_wasm128;
#endif
    default: return NULL;
    }
}

static void every_operation_is_as_in_plain_c(void **state) {
    (void)state;
    for (int b = WEND_BACKEND_SCALAR; b <= WEND_BACKEND_WASM128; b++) {
        const char *name = wend_backend_name((wend_backend)b);
        if (!wend_backend_is_supported((wend_backend)b)) {
            print_message("skipped: %s, which is lacking here\n", name);
            continue;
        }
        wide_check *check = check_of((wend_backend)b);
        assert_non_null(check);
        test_random random = test_random_of((uint64_t)b);
        char fault[100] = "";
        for (uint32_t round = test_dose(2000, 20000, 500000); round > 0; round--) {
            if (!check(&random, fault, sizeof fault)) fail_msg("%s: %s", name, fault);
        }
    }
}

static void the_best_is_chosen_and_what_lacks_is_refused(void **state) {
    (void)state;
    wend_backend best = WEND_BACKEND_AUTO, out;
    assert_int_equal(wend__backend_choose(WEND_BACKEND_AUTO, &best), WEND_OK);
    assert_int_not_equal(best, WEND_BACKEND_AUTO);
    for (int b = WEND_BACKEND_SCALAR; b <= WEND_BACKEND_WASM128; b++) {
        const bool is_supported = wend_backend_is_supported((wend_backend)b);
        assert_true(!is_supported || b <= (int)best);
        out = (wend_backend)77;
        assert_int_equal(wend__backend_choose((wend_backend)b, &out), is_supported ? WEND_OK : WEND_ERROR_UNSUPPORTED);
        assert_int_equal(out, is_supported ? b : 77);
    }
    assert_int_equal(wend__backend_choose((wend_backend)-1, &out), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend__backend_choose((wend_backend)7, &out), WEND_ERROR_ARGUMENT);
    assert_true(wend_backend_is_supported(WEND_BACKEND_AUTO));
    assert_false(wend_backend_is_supported((wend_backend)-1));
    assert_false(wend_backend_is_supported((wend_backend)7));
}

static void every_back_end_has_a_name_of_its_own(void **state) {
    (void)state;
    for (int a = WEND_BACKEND_AUTO; a <= WEND_BACKEND_WASM128; a++) {
        for (int b = WEND_BACKEND_AUTO; b < a; b++)
            assert_string_not_equal(wend_backend_name((wend_backend)a), wend_backend_name((wend_backend)b));
        assert_string_not_equal(wend_backend_name((wend_backend)a), "unknown");
    }
    assert_string_equal(wend_backend_name((wend_backend)7), "unknown");
}

/* A mover keeps what it was made with, and an unusable one is not made. */
static void movers_keep_their_back_end(void **state) {
    (void)state;
    wend_map *map = NULL;
    assert_int_equal(wend_map_create(&(wend_map_desc){.width = 3, .height = 3}, &map), WEND_OK);
    for (int b = -1; b <= WEND_BACKEND_WASM128 + 1; b++) {
        wend_mover *mover = NULL;
        const wend_mover_desc desc = {.backend = (wend_backend)b};
        wend_backend want = WEND_BACKEND_AUTO;
        wend_mover_desc is;
        wend_status status = wend__backend_choose((wend_backend)b, &want);
        assert_int_equal(wend_mover_check(map, &desc, NULL), status);
        assert_int_equal(wend_mover_create(map, &desc, &mover), status);
        if (status != WEND_OK) continue;
        wend_mover_describe(mover, &is);
        assert_int_equal(is.backend, want);
        wend_mover_destroy(mover);
    }
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_is_as_in_plain_c),
        cmocka_unit_test(the_best_is_chosen_and_what_lacks_is_refused),
        cmocka_unit_test(every_back_end_has_a_name_of_its_own),
        cmocka_unit_test(movers_keep_their_back_end),
    };
    return cmocka_run_group_tests_name("test_wide", tests, NULL, NULL);
}
