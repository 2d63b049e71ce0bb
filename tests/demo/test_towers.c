/* SPDX-License-Identifier: MIT
 * The game of towers without its window. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "scenes/generate.h"
#include "towers/game.h"
#include "towers/what_if.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct game game;

static void open_valley(uint64_t seed) {
    struct game_places places = {.entrance_count = 0};
    assert_true(game_open(&game, WEND_SCENES_DIR "/valley.map", &places, seed));
}

/* An open field 24 cells wide and 16 high, its entrances at the left, its goal at the right. */
static void open_field(size_t entrances) {
    static const char path[] = "towers_field.map";
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fprintf(file, "type octile\nheight 16\nwidth 24\nmap\n");
    for (int y = 0; y < 16; y++) (void)fprintf(file, "........................\n");
    assert_int_equal(fclose(file), 0);
    struct game_places places = {
        .entrances = {{2, 8}, {2, 1}}, .goal = {21, 8}, .entrance_count = entrances, .has_goal = true};
    assert_true(game_open(&game, path, &places, 1));
    game.money = 100000;
    (void)remove(path);
}

/* One step, and what must hold after every one. */
static void step(void) {
    game_step(&game);
    assert_int_equal(game_count_in_wall(&game), 0);
}

/* Towers built and sold at random, with all the money in the world. */
static void play_at_random(uint64_t random, uint32_t ticks) {
    for (uint32_t tick = 0; tick < ticks; tick++) {
        game.money = 1000;
        wend_cell cell = {(int32_t)scene_random_below(&random, (uint32_t)game.width),
                          (int32_t)scene_random_below(&random, (uint32_t)game.height)};
        if (tick % 21 == 0) (void)game_build(&game, (enum tower_kind)scene_random_below(&random, KIND_COUNT), cell);
        if (tick % 50 == 0 && game.tower_count > 40) (void)game_sell(&game, game.towers[0].cell);
        if (tick % 400 == 0) (void)game_call_wave(&game);
        step();
    }
}

static void the_same_seed_is_the_same_game(void **state) {
    (void)state;
    uint64_t hashes[3];
    for (size_t i = 0; i < 3; i++) {
        open_valley(i < 2 ? 5 : 6);
        play_at_random(9, 2500);
        hashes[i] = game_hash(&game);
        game_close(&game);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_true(hashes[0] != hashes[2]);
}

static void a_new_game_is_as_the_first(void **state) {
    (void)state;
    open_valley(3);
    uint64_t first = game_hash(&game);
    play_at_random(1, 1500);
    assert_true(game_hash(&game) != first);
    game_restart(&game);
    assert_true(game_hash(&game) == first);
    for (size_t i = 0; i < (size_t)game.width * (size_t)game.height; i++)
        assert_int_equal(wend_map_terrain(game.map, (int32_t)(i % 52), (int32_t)(i / 52)), game.original[i]);
    game_close(&game);
}

/* By trying: does anybody who has a way now lose it? */
static bool seals_by_trial(wend_cell cell) {
    what_if_build(game.what_if, &game, cell);
    for (enum enemy_class class = 0; class < CLASS_COUNT; class ++) {
        const wend_field *field = what_if_field(game.what_if, class);
        for (size_t i = 0; i < game.entrance_count; i++)
            if (wend_field_value(field, game.entrances[i].x, game.entrances[i].y) == WEND_UNREACHABLE) return true;
        for (uint32_t i = 0; i < game.enemy_count; i++) {
            const struct enemy *enemy = &game.enemies[i];
            wend_sample way;
            if (enemy->class != class) continue;
            (void)wend_field_sample(field, WEND_SAMPLE_SMOOTH, enemy->x, enemy->y, &way);
            if (way.status == WEND_CUT_OFF) return true;
        }
    }
    return false;
}

static void verdicts_are_those_of_trying(void **state) {
    (void)state;
    uint32_t sealing = 0, good = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        open_valley(seed);
        play_at_random(seed, 2400);
        for (int32_t i = 0; i < game.width * game.height; i++) {
            wend_cell cell = {i % game.width, i / game.width};
            enum verdict verdict = game_may_stand(&game, cell);
            if (verdict != VERDICT_GOOD && verdict != VERDICT_SEALS) continue;
            assert_int_equal(verdict == VERDICT_SEALS, seals_by_trial(cell));
            sealing += verdict == VERDICT_SEALS;
            good += verdict == VERDICT_GOOD;
        }
        game_close(&game);
    }
    assert_true(sealing > 20 && good > 200);
}

/* A wall from top to bottom: its last tower would seal the way, and is refused. A gap that is too narrow for the heavy
 * ones is not enough. */
static void the_way_is_never_sealed(void **state) {
    (void)state;
    open_field(1);
    for (int32_t y = 0; y < 12; y += 2)
        assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){12, y}), VERDICT_GOOD);
    uint64_t before = game_hash(&game);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){12, 13}), VERDICT_SEALS);
    assert_true(game_hash(&game) == before);
    assert_true(game_sell(&game, (wend_cell){13, 5}));
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){12, 13}), VERDICT_SEALS);
    assert_true(game_sell(&game, (wend_cell){13, 7}));
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){12, 13}), VERDICT_GOOD);
    game_close(&game);
}

/* Walls round the second entrance alone: the first one still has a way, and that is not enough. */
static void every_entrance_keeps_its_way(void **state) {
    (void)state;
    static const wend_cell walls[] = {{0, 4}, {2, 4}, {4, 4}, {6, 4}};
    for (size_t entrances = 1; entrances <= 2; entrances++) {
        open_field(entrances);
        for (size_t i = 0; i < 4; i++) assert_int_equal(game_build(&game, KIND_ARROW, walls[i]), VERDICT_GOOD);
        enum verdict verdict = game_build(&game, KIND_FROST, (wend_cell){6, 1});
        assert_int_equal(verdict, entrances == 1 ? VERDICT_GOOD : VERDICT_SEALS);
        game_close(&game);
    }
}

static void put_enemy(float x, float y) {
    game.enemies[game.enemy_count++] =
        (struct enemy){.x = x, .y = y, .class = CLASS_RUNNER, .health = 1000, .full_health = 1000, .born = game.born++};
}

/* A passage with somebody in it: one end may be closed, not both. */
static void enemies_keep_their_way(void **state) {
    (void)state;
    open_field(1);
    for (int32_t x = 8; x < 16; x += 2) {
        assert_int_equal(game_build(&game, KIND_FROST, (wend_cell){x, 5}), VERDICT_GOOD);
        assert_int_equal(game_build(&game, KIND_FROST, (wend_cell){x, 9}), VERDICT_GOOD);
    }
    put_enemy(12.0f, 8.0f);
    assert_int_equal(game_build(&game, KIND_FROST, (wend_cell){14, 7}), VERDICT_GOOD);
    assert_int_equal(game_build(&game, KIND_FROST, (wend_cell){8, 7}), VERDICT_SEALS);
    assert_int_equal(game_may_stand(&game, (wend_cell){11, 7}), VERDICT_ENEMY);
    while (game.enemies[0].x > 7.0f) step();
    assert_int_equal(game_build(&game, KIND_FROST, (wend_cell){8, 7}), VERDICT_GOOD);
    for (int i = 0; i < 600; i++) step();
    game_close(&game);
}

static void what_cannot_be_built_on(void **state) {
    (void)state;
    open_valley(1);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){-1, 5}), VERDICT_OFF_MAP);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){51, 5}), VERDICT_OFF_MAP);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){INT32_MAX, INT32_MAX}), VERDICT_OFF_MAP);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){0, 0}), VERDICT_GROUND);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){38, 18}), VERDICT_GROUND);
    assert_int_equal(game_build(&game, KIND_ARROW, game.goal), VERDICT_CLOSE);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){20, 5}), VERDICT_GOOD);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){21, 6}), VERDICT_TAKEN);
    assert_int_equal(game.money, FIRST_MONEY - kind_rules[KIND_ARROW].price);
    game.money = kind_rules[KIND_CANNON].price - 1;
    assert_int_equal(game_build(&game, KIND_CANNON, (wend_cell){22, 20}), VERDICT_MONEY);
    assert_false(game_sell(&game, (wend_cell){22, 20}));
    assert_true(game_sell(&game, (wend_cell){21, 6}));
    assert_int_equal(game.money, kind_rules[KIND_CANNON].price - 1 + sale_price(KIND_ARROW));
    game_close(&game);
}

static void games_end(void **state) {
    (void)state;
    open_valley(1);
    while (game.phase == PHASE_PLAYING && game.tick < 100000) step();
    assert_int_equal(game.phase, PHASE_LOST);
    uint64_t hash = game_hash(&game);
    game_step(&game);
    assert_true(game_hash(&game) == hash);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){20, 5}), VERDICT_OVER);
    game_restart(&game);
    game.lives = 100000;
    while (game.phase == PHASE_PLAYING && game.tick < 100000) {
        (void)game_call_wave(&game);
        step();
    }
    assert_int_equal(game.phase, PHASE_WON);
    assert_int_equal(game.wave, WAVE_COUNT);
    assert_int_equal(game.born, game.leaked);
    game_close(&game);
}

/* By the way, not by the straight line: of two behind a wall the one nearer to its gap is nearer to the goal. */
static void towers_shoot_who_is_nearest_to_the_goal(void **state) {
    (void)state;
    open_field(1);
    for (int32_t y = 0; y < 12; y += 2)
        assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){16, y}), VERDICT_GOOD);
    assert_int_equal(game_build(&game, KIND_ARROW, (wend_cell){12, 10}), VERDICT_GOOD);
    for (uint32_t i = 0; i < 6; i++) game.towers[i].wait = 60;
    put_enemy(15.5f, 9.5f);
    put_enemy(15.5f, 13.5f);
    put_enemy(2.5f, 13.5f);
    step();
    assert_true(game.enemies[1].remaining < game.enemies[0].remaining);
    assert_int_equal(game.enemies[0].health, 1000);
    assert_true(game.enemies[1].health < 1000);
    assert_int_equal(game.enemies[2].health, 1000);
    game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_is_the_same_game),
        cmocka_unit_test(a_new_game_is_as_the_first),
        cmocka_unit_test(verdicts_are_those_of_trying),
        cmocka_unit_test(the_way_is_never_sealed),
        cmocka_unit_test(every_entrance_keeps_its_way),
        cmocka_unit_test(enemies_keep_their_way),
        cmocka_unit_test(what_cannot_be_built_on),
        cmocka_unit_test(games_end),
        cmocka_unit_test(towers_shoot_who_is_nearest_to_the_goal),
    };
    return cmocka_run_group_tests_name("towers", tests, NULL, NULL);
}
