/* SPDX-License-Identifier: MIT
 * Every call answers alike: place, next, samples of both kinds, routes by trace and by search, from any place of random
 * worlds and beside them, for any goals and policies, against what the words mean. */
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CELLS 1024
#define STARTS 24
#define NONE UINT32_MAX

/* What must be answered from one start. */
typedef struct answer {
    wend_status place; /* of the start */
    wend_status end;   /* of the whole route */
    bool has_route;    /* as a search sees it */
    uint64_t cost;     /* way out included */
} answer;

typedef struct case_of_answers {
    test_scene *scene;
    world *away; /* its goals are the targets of what is cut off */
    oracle_field *away_field;
    wend_cell cells[MAX_CELLS + 64];
    char *message;
    size_t size;
} case_of_answers;

static const char *name_of(wend_status status) {
    return wend_status_string(status);
}

static int32_t index_of(const case_of_answers *c, wend_cell cell) {
    return world_index(c->scene->w, cell.x, cell.y);
}

/* The cheapest single move, by a step, a way out, or a link; UINT64_MAX: there is none. */
static uint64_t pay(const case_of_answers *c, int32_t from, int32_t to) {
    const oracle_graph *graph = c->scene->graph;
    uint8_t moves = graph->places[from] == WEND_OK ? graph->exits[from] : graph->ways_out[from];
    return oracle_move_cost(c->scene->w, graph, moves, from, to);
}

/* Why a field's CUT_OFF is a search's GOAL_BLOCKED or OFF_MAP. */
static wend_status why_no_goal(const case_of_answers *c) {
    const world *w = c->scene->w;
    wend_status why = w->goal_count ? WEND_OFF_MAP : WEND_CUT_OFF;
    for (uint32_t i = 0; i < w->goal_count; i++) {
        if (c->scene->expected->results[i].cells) return WEND_CUT_OFF;
        if (c->scene->expected->results[i].status == WEND_GOAL_BLOCKED) why = WEND_GOAL_BLOCKED;
    }
    return why;
}

/* From the meaning of the words, by the oracle's own next cells. */
static answer answer_from(const case_of_answers *c, wend_cell from) {
    const world *w = c->scene->w;
    const oracle_field *field = c->scene->expected;
    if (!world_has(w, from.x, from.y)) return (answer){WEND_OFF_MAP, WEND_OFF_MAP, false, 0};
    int32_t cell = index_of(c, from), start = cell, free_cell = -1;
    uint64_t cost = 0;
    for (;; cell = field->next[cell]) {
        if (c->scene->graph->places[cell] == WEND_OK && free_cell < 0) free_cell = cell;
        if (field->next[cell] == cell) break;
        if (free_cell < 0) cost += pay(c, cell, field->next[cell]);
    }
    answer made = {field->places[start], field->places[cell], false, 0};
    if (made.end == WEND_AT_GOAL) {
        made.end = WEND_OK;
        made.has_route = true;
        made.cost = cost + field->exact[free_cell];
    } else if (made.end == WEND_CUT_OFF && c->away_field && c->away_field->places[cell] == WEND_AT_GOAL) {
        made.has_route = true;
        made.cost = cost + c->away_field->exact[free_cell];
    }
    return made;
}

/* What a field says. */

static bool same_by_field(case_of_answers *c, wend_cell from, const answer *want) {
    char *message = c->message;
    size_t size = c->size, count = 99;
    const wend_field *field = c->scene->s.field;
    wend_cell next;
    wend_status place = wend_field_place(field, from.x, from.y);
    wend_status stepped = wend_field_next(field, from.x, from.y, &next);
    wend_status traced = wend_field_trace(field, from.x, from.y, c->cells, MAX_CELLS + 64, &count);
    EXPECT(place == want->place, "(%d, %d) is \"%s\", not \"%s\"", from.x, from.y, name_of(place),
           name_of(want->place));
    EXPECT(stepped == want->place, "next of (%d, %d) says \"%s\"", from.x, from.y, name_of(stepped));
    EXPECT(traced == want->end, "trace from (%d, %d) says \"%s\", not \"%s\"", from.x, from.y, name_of(traced),
           name_of(want->end));
    EXPECT(count > 0 || place == WEND_OFF_MAP, "trace from (%d, %d) has no cells", from.x, from.y);
    return true;
}

static bool same_by_samples(case_of_answers *c, wend_cell from, const answer *want) {
    char *message = c->message;
    size_t size = c->size;
    const wend_field *field = c->scene->s.field;
    float xy[2];
    wend_map_centre(c->scene->s.map, from.x, from.y, &xy[0], &xy[1]);
    for (int mode = WEND_SAMPLE_NEAREST; mode <= WEND_SAMPLE_SMOOTH; mode++) {
        wend_sample one;
        float direction[2];
        wend_status many;
        const wend_samples out = {.directions = direction, .statuses = &many};
        wend_status status = wend_field_sample(field, (wend_sample_mode)mode, xy[0], xy[1], &one);
        EXPECT(status == want->place && one.status == status, "sample %d of (%d, %d) says \"%s\", not \"%s\"", mode,
               from.x, from.y, name_of(status), name_of(want->place));
        EXPECT(wend_field_sample_many(field, (wend_sample_mode)mode, xy, 0, 1, &out) == WEND_OK && many == status &&
                   direction[0] == one.x && direction[1] == one.y,
               "sample_many %d of (%d, %d) says \"%s\"", mode, from.x, from.y, name_of(many));
        bool leads = one.x != 0 || one.y != 0;
        bool should = want->place == WEND_OFF_MAP || c->scene->expected->directions[index_of(c, from)];
        bool may = should || (mode == WEND_SAMPLE_SMOOTH && want->place == WEND_TOO_NARROW);
        EXPECT(leads ? may : !should, "sample %d of (%d, %d), \"%s\", %s", mode, from.x, from.y, name_of(status),
               leads ? "leads somewhere" : "leads nowhere");
        bool is_far = want->place == WEND_OFF_MAP || c->scene->expected->values[index_of(c, from)] == NONE;
        bool is_narrow = mode == WEND_SAMPLE_SMOOTH && want->place == WEND_TOO_NARROW;
        EXPECT(is_narrow || (one.distance > 1e30f) == is_far, "sample %d of (%d, %d), distance %g", mode, from.x,
               from.y, (double)one.distance);
    }
    return true;
}

/* What a search says. */

static wend_path_desc request_from(const case_of_answers *c, wend_cell from) {
    const world *w = c->scene->w;
    return (wend_path_desc){.from = from,
                            .goals = w->goals,
                            .goal_count = w->goal_count,
                            .goal_options = w->options,
                            .escape_depth = w->escape_depth,
                            .cut_off = w->cut_off};
}

static bool route_is_right(case_of_answers *c, const wend_path_desc *desc, const wend_path_result *result,
                           bool is_away) {
    char *message = c->message;
    size_t size = c->size;
    const wend_cell *cells = c->cells;
    const oracle_field *field = c->scene->expected;
    EXPECT(result->count >= 1 && result->count <= MAX_CELLS, "a route of %zu cells", result->count);
    wend_cell last = cells[result->count - 1];
    EXPECT(cells[0].x == desc->from.x && cells[0].y == desc->from.y, "the route begins elsewhere");
    EXPECT(last.x == result->end.x && last.y == result->end.y, "the route ends elsewhere");
    uint64_t sum = 0;
    for (size_t i = 1; i < result->count; i++) {
        uint64_t step = pay(c, index_of(c, cells[i - 1]), index_of(c, cells[i]));
        EXPECT(step != UINT64_MAX, "the route from (%d, %d) makes a step that is none", desc->from.x, desc->from.y);
        sum += step;
    }
    uint32_t own = is_away ? c->away->seeds[index_of(c, last)] : field->own[index_of(c, last)];
    EXPECT(own != NONE && sum + own == result->cost, "the route from (%d, %d) costs %llu, not %u", desc->from.x,
           desc->from.y, (unsigned long long)(sum + own), result->cost);
    return true;
}

static bool same_by_search(case_of_answers *c, wend_path_desc *desc, const answer *want) {
    char *message = c->message;
    size_t size = c->size;
    const world *w = c->scene->w;
    wend_path_result result;
    wend_goal_result results[WORLD_GOALS];
    wend_cell from = desc->from;
    desc->goal_results = results;
    wend_status status = wend_path_find(c->scene->s.mover, c->scene->s.workspace, desc, c->cells, MAX_CELLS, &result);
    desc->goal_results = NULL;
    wend_status wanted = want->end;
    uint64_t weight = desc->weight ? desc->weight : 256;
    if (world_has(w, from.x, from.y) && c->scene->graph->places[index_of(c, from)] == WEND_OK && wanted == WEND_CUT_OFF)
        wanted = why_no_goal(c);
    if (status == WEND_SATURATED && weight * want->cost >= 256 * (uint64_t)WEND_SATURATED_VALUE) return true;
    EXPECT(status == wanted, "a search from (%d, %d) says \"%s\", not \"%s\"; heuristic %d weight %u", from.x, from.y,
           name_of(status), name_of(wanted), (int)desc->heuristic, desc->weight);
    for (uint32_t i = 0; i < desc->goal_count; i++) {
        const wend_goal_result *goal = &c->scene->expected->results[i];
        EXPECT(results[i].status == goal->status && results[i].cells == goal->cells, "a search sees goal %u otherwise",
               i);
    }
    if (!want->has_route) {
        EXPECT(result.cost == NONE && result.count == 0, "a route from (%d, %d) where there is none", from.x, from.y);
        return true;
    }
    EXPECT(result.cost >= want->cost && 256 * (uint64_t)result.cost <= weight * want->cost,
           "a search from (%d, %d) costs %u, not %llu; heuristic %d weight %u", from.x, from.y, result.cost,
           (unsigned long long)want->cost, (int)desc->heuristic, desc->weight);
    return route_is_right(c, desc, &result, wanted == WEND_CUT_OFF);
}

/* With too few expansions it says so, and never more than it knows. */
static bool same_by_short_search(case_of_answers *c, wend_path_desc *desc, const answer *want, test_random *random) {
    char *message = c->message;
    size_t size = c->size;
    wend_path_result result;
    desc->max_expansions = 1 + test_random_below(random, 12);
    wend_status status = wend_path_find(c->scene->s.mover, c->scene->s.workspace, desc, c->cells, MAX_CELLS, &result);
    EXPECT(result.expanded <= desc->max_expansions, "a search exceeds its budget");
    if (status != WEND_PARTIAL) {
        desc->max_expansions = 0;
        desc->weight = 0;
        return status == WEND_SATURATED || same_by_search(c, desc, want);
    }
    EXPECT(result.count >= 1 && result.count <= MAX_CELLS, "a partial route of %zu cells", result.count);
    for (size_t i = 1; i < result.count; i++)
        EXPECT(pay(c, index_of(c, c->cells[i - 1]), index_of(c, c->cells[i])) != UINT64_MAX,
               "a partial route makes a step that is none");
    return true;
}

static wend_heuristic any_heuristic(const world *w, test_random *random) {
    wend_heuristic square[] = {WEND_HEURISTIC_DEFAULT, WEND_HEURISTIC_OCTILE, WEND_HEURISTIC_CHEBYSHEV,
                               WEND_HEURISTIC_EUCLID, WEND_HEURISTIC_ZERO};
    wend_heuristic hex[] = {WEND_HEURISTIC_DEFAULT, WEND_HEURISTIC_HEX_STEPS, WEND_HEURISTIC_EUCLID,
                            WEND_HEURISTIC_ZERO};
    return w->lattice == WEND_SQUARE ? square[test_random_below(random, 5)] : hex[test_random_below(random, 4)];
}

static bool all_agree_from(case_of_answers *c, wend_cell from, test_random *random) {
    answer want = answer_from(c, from);
    if (!same_by_field(c, from, &want) || !same_by_samples(c, from, &want)) return false;
    wend_path_desc desc = request_from(c, from);
    desc.heuristic = any_heuristic(c->scene->w, random);
    if (!same_by_search(c, &desc, &want)) return false;
    desc.weight = (uint32_t)test_random_between(random, 256, 1024);
    return same_by_search(c, &desc, &want) && same_by_short_search(c, &desc, &want, random);
}

/* Gives the field of a scene sights. */
static void see(test_scene *scene) {
    const world *w = scene->w;
    wend_field_desc desc = {
        .escape_depth = w->escape_depth, .sights = 1, .cut_off = w->cut_off, .backend = test_backend()};
    wend_field *field = NULL;
    assert_int_equal(wend_field_create(scene->s.mover, &desc, &field), WEND_OK);
    assert_int_equal(wend_field_set_goals(field, w->goals, w->goal_count, &w->options), WEND_OK);
    wend_field_destroy(scene->s.field);
    scene->s.field = field;
}

static bool answers_agree(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    test_random random = test_random_of(w->seed);
    case_of_answers *c = calloc(1, sizeof *c);
    *c = (case_of_answers){.scene = scene, .away = malloc(sizeof *c->away), .message = message, .size = size};
    if (w->cut_off && oracle_cut_off(w, scene->graph, scene->expected, c->away))
        c->away_field = oracle_field_of(c->away, scene->graph, ORACLE_SWEEPS);
    if (test_random_chance(&random, 40)) see(scene);
    bool same = subject_build(&scene->s, w, false) >= 0;
    int32_t count = w->width * w->height, starts = count < STARTS ? count : STARTS;
    for (int32_t i = 0; i < starts && same; i++) {
        wend_cell from = random_cell(w, &random);
        if (starts == count) from = (wend_cell){i % w->width, i / w->width};
        same = all_agree_from(c, from, &random);
    }
    same = same && all_agree_from(c, (wend_cell){-1, w->height - 1}, &random) &&
           all_agree_from(c, (wend_cell){0, w->height}, &random);
    oracle_field_free(c->away_field);
    free(c->away);
    free(c);
    return same;
}

static bool agrees(const world *w, char *message, size_t size) {
    if (w->width * w->height > MAX_CELLS) return true;
    return check_scene(w, answers_agree, message, size);
}

/* More of what is rare in random worlds: rooms, walls that are deep, goals in them, targets. */
static void world_of_answers(world *w, uint64_t seed) {
    random_world(w, seed);
    test_random random = test_random_of(seed + 1);
    w->has_seeds = false;
    w->cut_off = test_random_chance(&random, 60);
    for (uint32_t i = test_random_below(&random, 4); i > 0; i--) {
        wend_rect rect = random_rect(w, &random);
        bool is_room = test_random_chance(&random, 50);
        for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
            for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
                bool is_rim =
                    x == rect.x || y == rect.y || x == rect.x + rect.width - 1 || y == rect.y + rect.height - 1;
                if (is_rim || !is_room) w->terrain[world_index(w, x, y)] = 255;
            }
        }
    }
    if (w->mover.radius > 400) w->mover.radius %= 400;
}

static void test_answers(void **state) {
    (void)state;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    for (uint32_t i = 0; i < test_dose(400, 6000, 120000); i++) {
        world_of_answers(w, 15000000 + i);
        check_world(agrees, w);
    }
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_answers)};
    return cmocka_run_group_tests_name("prop_answers", tests, NULL, NULL);
}
