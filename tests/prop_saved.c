/* SPDX-License-Identifier: MIT
 * Movers and fields of random worlds saved and loaded; random damage to what was saved. */
#include "support/unit.h"

#include "support/answers.h"
#include "support/damage.h"
#include "support/random_edit.h"

#include <stdlib.h>
#include <string.h>

#define MOVER_HEAD 312
#define FIELD_HEAD 64

/* A field of any kind, built whole or bounded. */
static wend_field *make_field(const world *w, const subject *s, test_random *random) {
    wend_field_desc desc = {.escape_depth = w->escape_depth,
                            .seeds = w->has_seeds,
                            .sights = test_random_chance(random, 30),
                            .cut_off = w->cut_off,
                            .backend = test_backend()};
    wend_field *field = NULL;
    assert_int_equal(wend_field_create(s->mover, &desc, &field), WEND_OK);
    assert_int_equal(wend_field_set_goals(field, w->goals, w->goal_count, &w->options), WEND_OK);
    wend_build_options options = {.seeds = w->has_seeds ? w->seeds : NULL};
    if (test_random_chance(random, 50)) {
        options.max_distance = w->max_distance;
        options.targets = w->targets;
        options.target_count = w->target_count;
    }
    assert_true(wend_field_build(field, s->workspace, &options) >= 0);
    return field;
}

/* The caller's to free. */
static uint8_t *save_mover(const wend_mover *mover, size_t *size) {
    *size = wend_mover_save_size(mover);
    uint8_t *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(wend_mover_save(mover, bytes, *size), WEND_OK);
    return bytes;
}

static uint8_t *save_field(const wend_field *field, size_t *size) {
    *size = wend_field_save_size(field);
    uint8_t *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(wend_field_save(field, bytes, *size), WEND_OK);
    return bytes;
}

static bool mover_is_as_saved(const wend_mover *mover, const uint8_t *bytes, size_t size) {
    size_t size_again;
    uint8_t *again = save_mover(mover, &size_again);
    bool is_same = size == size_again && memcmp(bytes, again, size) == 0;
    free(again);
    return is_same;
}

static bool field_is_as_saved(const wend_field *field, const uint8_t *bytes, size_t size) {
    size_t size_again;
    uint8_t *again = save_field(field, &size_again);
    bool is_same = size == size_again && memcmp(bytes, again, size) == 0;
    free(again);
    return is_same;
}

/* Edited after it was loaded, it goes on like the one that was saved. */
static bool both_go_on(const world *start, const subject *s, wend_field *field, wend_mover *mover, wend_field *again,
                       char *message, size_t size) {
    world *w = malloc(sizeof *w);
    memcpy(w, start, sizeof *w);
    test_random random = test_random_of(w->seed ^ 7);
    bool is_same = true;
    for (int round = 0; round < 3 && is_same; round++) {
        random_map_edit(w, s->map, &random);
        wend_mover_update(s->mover);
        wend_mover_update(mover);
        wend_status status = wend_field_update(field, s->workspace, NULL);
        is_same = wend_field_update(again, s->workspace, NULL) == status;
        size_t count;
        uint8_t *bytes = save_field(field, &count);
        is_same = is_same && field_is_as_saved(again, bytes, count) && same_points(field, again, w, message, size);
        free(bytes);
    }
    free(w);
    return is_same || complain(message, size, "it goes on otherwise");
}

/* The field is loaded with the mover that was loaded. */
static bool both_come_back(const world *w, const subject *s, wend_field *field, char *message, size_t size) {
    size_t mover_size, field_size;
    uint8_t *mover_bytes = save_mover(s->mover, &mover_size), *field_bytes = save_field(field, &field_size);
    wend_mover *mover = NULL;
    wend_field *again = NULL;
    wend_status status = wend_mover_load(s->map, mover_bytes, mover_size, test_backend(), &mover);
    bool is_good = status == WEND_OK && mover_is_as_saved(mover, mover_bytes, mover_size);
    if (!is_good) complain(message, size, "mover: %s", wend_status_string(status));
    wend_field_desc desc = {.backend = test_backend()};
    if (is_good) status = wend_field_load(mover, &desc, field_bytes, field_size, &again);
    bool is_same =
        is_good && status == WEND_OK && field_is_as_saved(again, field_bytes, field_size) &&
        wend_field_hash(again) == wend_field_hash(field) &&
        answers_of(again, w->lattice, w->width, w->height, 1) == answers_of(field, w->lattice, w->width, w->height, 1);
    if (is_good && !is_same) complain(message, size, "field: %s", wend_status_string(status));
    is_same = is_same && both_go_on(w, s, field, mover, again, message, size);
    wend_field_destroy(again);
    wend_mover_destroy(mover);
    free(field_bytes);
    free(mover_bytes);
    return is_same;
}

static bool comes_back(const world *w, char *message, size_t size) {
    subject s;
    test_random random = test_random_of(w->seed ^ 5);
    if (!subject_make(&s, w, message, size)) return false;
    wend_field *field = make_field(w, &s, &random);
    bool is_good = both_come_back(w, &s, field, message, size);
    wend_field_destroy(field);
    subject_free(&s);
    return is_good;
}

static void test_comes_back(void **state) {
    (void)state;
    check_worlds(comes_back, 7000, test_dose(60, 600, 6000));
}

/* Damaged bytes under a right checksum: refused, or something that is saved as these bytes. */
static bool survives_damage(const world *w, char *message, size_t size) {
    subject s;
    test_random random = test_random_of(w->seed ^ 6);
    if (!subject_make(&s, w, message, size)) return false;
    wend_field *field = make_field(w, &s, &random);
    bool is_good = true;
    for (int round = 0; round < 12 && is_good; round++) {
        size_t count;
        bool is_mover = round & 1;
        uint8_t *bytes = is_mover ? save_mover(s.mover, &count) : save_field(field, &count);
        damage_some(bytes, &count, is_mover ? MOVER_HEAD : FIELD_HEAD, &random);
        wend_mover *mover = NULL;
        wend_field *again = NULL;
        wend_status status = is_mover ? wend_mover_load(s.map, bytes, count, test_backend(), &mover)
                                      : wend_field_load(s.mover, NULL, bytes, count, &again);
        if (status == WEND_OK)
            is_good = is_mover ? mover_is_as_saved(mover, bytes, count) : field_is_as_saved(again, bytes, count);
        else
            is_good = !mover && !again && (status == WEND_ERROR_FORMAT || status == WEND_ERROR_MISMATCH);
        if (!is_good) complain(message, size, "%d: %s", is_mover, wend_status_string(status));
        wend_field_destroy(again);
        wend_mover_destroy(mover);
        free(bytes);
    }
    wend_field_destroy(field);
    subject_free(&s);
    return is_good;
}

static void test_survives_damage(void **state) {
    (void)state;
    check_worlds(survives_damage, 8000, test_dose(60, 600, 6000));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_comes_back), cmocka_unit_test(test_survives_damage)};
    return cmocka_run_group_tests_name("saved", tests, NULL, NULL);
}
