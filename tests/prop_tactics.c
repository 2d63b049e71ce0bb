/* SPDX-License-Identifier: MIT
 * Ranges, threats, allocations, desires and flee maps on random worlds of every kind, against what their definitions
 * say: distances by sweeps over all cells until nothing changes, the rest by looking at all of them. */
#include <wend/tactics.h>

#include "base/workspace.h"

#include "support/allocator.h"
#include "support/oracle.h"
#include "support/random_world.h"
#include "support/subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define MAX_CELLS 1024
#define SOURCES 7
#define AGENTS 24
#define MARGIN 3 /* elements between rows that nobody may write */
#define UNTOUCHED 0xABABABABu

typedef struct ground {
    const world *w;
    oracle_graph *graph;
    wend_map *map;
    wend_mover *mover;
    wend_workspace *workspace;
    test_allocator counts;
    int32_t cells;
    char *message;
    size_t size;
} ground;

#define SAY(...) complain(g->message, g->size, __VA_ARGS__)
#define NEED(condition, ...)                                                                                           \
    do {                                                                                                               \
        if (!(condition)) return SAY(__VA_ARGS__);                                                                     \
    } while (0)

/* The oracle. */

static bool lower(uint64_t *value, uint64_t offered) {
    if (offered > WEND_SATURATED_VALUE) offered = WEND_SATURATED_VALUE;
    if (offered >= *value) return false;
    *value = offered;
    return true;
}

/* One walk of length one, from a cell to another: lowers the value at its end, or (inwards) at its beginning. */
static bool walk(uint64_t *values, int32_t from, int32_t to, uint64_t cost, wend_heading heading) {
    int32_t known = heading == WEND_OUTWARDS ? from : to, other = heading == WEND_OUTWARDS ? to : from;
    return values[known] != WEND_UNREACHABLE && lower(&values[other], values[known] + cost);
}

/* Spreads what values hold already over all walks. */
static void spread(const ground *g, uint64_t *values, wend_heading heading) {
    const world *w = g->w;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t here = 0; here < g->cells; here++) {
            for (int k = 0; k < 8; k++) {
                int32_t x, y;
                if (g->graph->places[here] != WEND_OK || !(g->graph->exits[here] >> k & 1)) continue;
                oracle_neighbour(w->lattice, here % w->width, here / w->width, k, &x, &y);
                int32_t there = world_index(w, x, y);
                changed |= walk(values, here, there, oracle_step_cost(w, g->graph, here, there, k), heading);
            }
        }
        for (uint32_t i = 0; i < w->link_count; i++) {
            const wend_link *link = &w->links[i];
            int32_t from = world_index(w, link->from.x, link->from.y), to = world_index(w, link->to.x, link->to.y);
            if (g->graph->link_usable[i]) changed |= walk(values, from, to, oracle_link_cost(w, link), heading);
        }
    }
}

static void forget(const ground *g, uint64_t *values) {
    for (int32_t cell = 0; cell < g->cells; cell++) values[cell] = WEND_UNREACHABLE;
}

static void distances_from(const ground *g, uint64_t *values, const wend_goal *source, wend_heading heading) {
    const world *w = g->w;
    forget(g, values);
    for (int32_t y = source->y; y < source->y + (source->height ? source->height : 1); y++)
        for (int32_t x = source->x; x < source->x + (source->width ? source->width : 1); x++)
            if (world_has(w, x, y) && g->graph->places[world_index(w, x, y)] == WEND_OK)
                values[world_index(w, x, y)] = source->offset;
    spread(g, values, heading);
}

/* Within a limit, and where it can be said at all. */
static bool is_within(uint64_t value, uint32_t limit) {
    return value < WEND_SATURATED_VALUE && value <= limit;
}

static wend_status place_of(const ground *g, wend_cell cell) {
    return world_has(g->w, cell.x, cell.y) ? g->graph->places[world_index(g->w, cell.x, cell.y)] : WEND_OFF_MAP;
}

/* What is asked. */

static wend_cell somewhere(const ground *g, test_random *random) {
    if (test_random_chance(random, 4)) return (wend_cell){test_random_between(random, -2, 0) - 1, 1 << 20};
    wend_cell cell = random_cell(g->w, random);
    for (int i = 0; i < 4 && place_of(g, cell) != WEND_OK; i++) cell = random_cell(g->w, random);
    return cell;
}

static uint32_t some_range(const ground *g, test_random *random) {
    uint32_t unit = 140 * (g->w->mover.unit_cost ? g->w->mover.unit_cost : 1);
    switch (test_random_below(random, 6)) {
    case 0: return 0;
    case 1: return WEND_UNREACHABLE;
    case 2: return unit * test_random_below(random, 40);
    case 3: return 140 * 254 * test_random_below(random, 30);
    default: return unit * test_random_below(random, 8) + test_random_below(random, 140);
    }
}

static wend_goal some_source(const ground *g, test_random *random) {
    wend_cell cell = somewhere(g, random);
    wend_goal source = {.x = cell.x, .y = cell.y};
    if (test_random_chance(random, 20)) source.width = test_random_between(random, 1, 4);
    if (test_random_chance(random, 20)) source.height = test_random_between(random, 1, 4);
    if (test_random_chance(random, 40)) source.offset = test_random_below(random, 2000);
    if (test_random_chance(random, 2)) source.offset = WEND_SATURATED_VALUE - test_random_below(random, 2000);
    return source;
}

static bool is_good_source(const ground *g, const wend_goal *source, wend_status *status) {
    *status = WEND_OFF_MAP;
    for (int32_t y = source->y; y < source->y + (source->height ? source->height : 1); y++)
        for (int32_t x = source->x; x < source->x + (source->width ? source->width : 1); x++) {
            if (!world_has(g->w, x, y)) continue;
            if (g->graph->places[world_index(g->w, x, y)] == WEND_OK) return *status = WEND_OK, true;
            *status = WEND_GOAL_BLOCKED;
        }
    return false;
}

/* Rectangles of the library against maps of the oracle. */

static size_t stride_of(wend_rect rect) {
    return (size_t)rect.width + MARGIN;
}

static wend_rect some_rect(const ground *g, test_random *random) {
    if (test_random_chance(random, 50)) return (wend_rect){0, 0, g->w->width, g->w->height};
    return random_rect(g->w, random);
}

/* Rows hold what is expected, and between them nothing was written. */
static bool same_rect(const ground *g, wend_rect rect, const uint32_t *found, const uint32_t *expected,
                      const char *what) {
    for (int32_t y = 0; y < rect.height; y++)
        for (size_t x = 0; x < stride_of(rect); x++) {
            bool inside = x < (size_t)rect.width;
            uint32_t want = inside ? expected[world_index(g->w, rect.x + (int32_t)x, rect.y + y)] : (uint32_t)UNTOUCHED;
            uint32_t is = found[(size_t)y * stride_of(rect) + x];
            NEED(is == want, "%s at (%d, %d) is %u, not %u", what, rect.x + (int32_t)x, rect.y + y, is, want);
        }
    return true;
}

static uint32_t found_values[MAX_CELLS * (MARGIN + 1)], found_sources[MAX_CELLS * (MARGIN + 1)];
static uint32_t expected_values[MAX_CELLS], expected_sources[MAX_CELLS];
static uint64_t distances[SOURCES][MAX_CELLS];

static void untouch(void) {
    memset(found_values, 0xAB, sizeof found_values);
    memset(found_sources, 0xAB, sizeof found_sources);
}

/* Ranges. */

/* The way back from a cell, by the definition: the lowest direction, else the link from the lowest index. */
static int32_t way_back(const ground *g, const uint64_t *values, int32_t cell, wend_heading heading) {
    const world *w = g->w;
    for (int k = 0; k < 8; k++) {
        int32_t x, y;
        if (!oracle_neighbour(w->lattice, cell % w->width, cell / w->width, k, &x, &y) || !world_has(w, x, y)) continue;
        int32_t other = world_index(w, x, y);
        int32_t from = heading == WEND_OUTWARDS ? other : cell, to = heading == WEND_OUTWARDS ? cell : other;
        int way = heading == WEND_OUTWARDS ? oracle_opposite(k) : k;
        if (g->graph->places[from] != WEND_OK || !(g->graph->exits[from] >> way & 1)) continue;
        if (values[other] + oracle_step_cost(w, g->graph, from, to, way) == values[cell]) return other;
    }
    int32_t best = cell;
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link *link = &w->links[i];
        int32_t from = world_index(w, link->from.x, link->from.y), to = world_index(w, link->to.x, link->to.y);
        int32_t here = heading == WEND_OUTWARDS ? to : from, other = heading == WEND_OUTWARDS ? from : to;
        if (!g->graph->link_usable[i] || here != cell || values[other] == WEND_UNREACHABLE) continue;
        if (values[other] + oracle_link_cost(w, link) != values[cell]) continue;
        if (best == cell || other < best) best = other;
    }
    return best;
}

/* The list is all that is within, in order, and every cell of it knows its way back. */
static bool same_list(const ground *g, const uint64_t *values, uint32_t range, wend_heading heading,
                      const wend_range_cell *list, size_t count) {
    size_t within = 0;
    for (int32_t cell = 0; cell < g->cells; cell++) within += is_within(values[cell], range);
    NEED(within == count, "%zu cells are in range, not %zu", count, within);
    uint64_t last = 0;
    for (size_t i = 0; i < count; i++) {
        int32_t cell = world_index(g->w, list[i].cell.x, list[i].cell.y);
        uint64_t key = values[cell] << 32 | (uint32_t)cell;
        NEED(list[i].cost == values[cell] && (i == 0 || key > last), "place %zu of the list", i);
        wend_cell before = list[list[i].previous].cell;
        int32_t back = way_back(g, values, cell, heading), written = world_index(g->w, before.x, before.y);
        NEED(back == written, "the way back from cell %d is to %d, not %d", cell, written, back);
        last = key;
    }
    return true;
}

/* The way to a cell costs what the list says. */
static bool same_trace(const ground *g, const wend_range_cell *list, size_t count, size_t place, wend_heading heading) {
    static wend_cell route[MAX_CELLS];
    size_t length = 0, again = 0;
    NEED(wend_range_trace(list, count, place, route, MAX_CELLS, &length) == WEND_OK, "no trace");
    NEED(wend_range_trace(list, count, place, route, length - 1, &again) == WEND_TRUNCATED && again == length, "short");
    uint64_t sum = 0;
    for (size_t i = 1; i < length; i++) {
        int32_t a = world_index(g->w, route[i - 1].x, route[i - 1].y), b = world_index(g->w, route[i].x, route[i].y);
        int32_t from = heading == WEND_OUTWARDS ? a : b, to = heading == WEND_OUTWARDS ? b : a;
        sum += oracle_move_cost(g->w, g->graph, g->graph->exits[from], from, to);
    }
    NEED(sum == list[place].cost, "a trace costs %llu, not %u", (unsigned long long)sum, list[place].cost);
    return true;
}

static bool check_short_list(const ground *g, const wend_range_source *source, wend_heading heading,
                             const wend_range_cell *list, size_t count, size_t capacity) {
    static wend_range_cell part[MAX_CELLS];
    memset(part, 0xAB, sizeof part);
    size_t again = 0;
    wend_range_out out = {.cells = part, .capacity = capacity};
    wend_status status = wend_range_find(g->mover, g->workspace, source, heading, &out, &again);
    NEED(status == WEND_TRUNCATED && again == count, "a short list answers %d", status);
    NEED(memcmp(part, list, capacity * sizeof *part) == 0, "a short list is no beginning");
    NEED(part[capacity].cost == UNTOUCHED, "past the end of a short list");
    return true;
}

static bool check_range(const ground *g, test_random *random) {
    static wend_range_cell list[MAX_CELLS];
    wend_range_source source = {somewhere(g, random), some_range(g, random)};
    wend_heading heading = test_random_chance(random, 50) ? WEND_OUTWARDS : WEND_INWARDS;
    wend_goal as_goal = {.x = source.cell.x, .y = source.cell.y};
    uint64_t *values = distances[0];
    distances_from(g, values, &as_goal, heading);
    for (int32_t cell = 0; cell < g->cells; cell++)
        expected_values[cell] = is_within(values[cell], source.range) ? (uint32_t)values[cell] : WEND_UNREACHABLE;
    wend_rect rect = some_rect(g, random);
    bool has_list = test_random_chance(random, 70), has_values = !has_list || test_random_chance(random, 60);
    wend_range_out out = {.values_rect = rect, .values_stride = stride_of(rect)};
    if (has_list) out.cells = list, out.capacity = MAX_CELLS;
    if (has_values) out.values = found_values;
    untouch();
    size_t count = 99;
    wend_status status = wend_range_find(g->mover, g->workspace, &source, heading, &out, &count);
    NEED(status == place_of(g, source.cell), "a range answers %d", status);
    if (has_values && !same_rect(g, rect, found_values, expected_values, "a range's value")) return false;
    if (!has_list || !same_list(g, values, source.range, heading, list, count)) return !has_list;
    for (int i = 0; i < 3 && count; i++)
        if (!same_trace(g, list, count, test_random_below(random, (uint32_t)count), heading)) return false;
    return count == 0 || check_short_list(g, &source, heading, list, count, test_random_below(random, (uint32_t)count));
}

/* Threat. */

static bool check_threat(const ground *g, test_random *random) {
    static uint16_t counts[MAX_CELLS * (MARGIN + 1)], before[MAX_CELLS * (MARGIN + 1)];
    wend_range_source sources[SOURCES];
    wend_status statuses[SOURCES];
    uint32_t count = test_random_below(random, SOURCES + 1);
    wend_heading heading = test_random_chance(random, 70) ? WEND_OUTWARDS : WEND_INWARDS;
    bool all_good = true;
    for (uint32_t i = 0; i < count; i++) {
        sources[i] = (wend_range_source){somewhere(g, random), some_range(g, random)};
        wend_goal as_goal = {.x = sources[i].cell.x, .y = sources[i].cell.y};
        distances_from(g, distances[i], &as_goal, heading);
        all_good &= place_of(g, sources[i].cell) == WEND_OK;
    }
    wend_rect rect = some_rect(g, random);
    size_t stride = test_random_chance(random, 50) ? (size_t)rect.width : stride_of(rect);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        counts[i] = (uint16_t)(test_random_chance(random, 90) ? 0 : 65535 - test_random_below(random, 4));
    memcpy(before, counts, sizeof before);
    wend_status status =
        wend_threat_add(g->mover, g->workspace, sources, count, heading, rect, counts, stride, statuses);
    NEED(status == (all_good ? WEND_OK : WEND_PARTIAL), "a threat answers %d", status);
    for (uint32_t i = 0; i < count; i++)
        NEED(statuses[i] == place_of(g, sources[i].cell), "source %u has status %d", i, statuses[i]);
    for (int32_t y = 0; y < rect.height; y++)
        for (int32_t x = 0; x < rect.width; x++) {
            uint16_t *at = &before[(size_t)y * stride + (size_t)x];
            for (uint32_t i = 0; i < count; i++) {
                uint64_t value = distances[i][world_index(g->w, rect.x + x, rect.y + y)];
                if (is_within(value, sources[i].range) && *at < 65535) ++*at;
            }
        }
    NEED(memcmp(before, counts, sizeof before) == 0, "counts of threats differ");
    return true;
}

/* Allocation. */

static bool check_cells(const ground *g, test_random *random) {
    wend_goal sources[SOURCES];
    wend_status statuses[SOURCES], expected[SOURCES];
    uint32_t count = test_random_below(random, SOURCES + 1);
    wend_heading heading = test_random_chance(random, 50) ? WEND_OUTWARDS : WEND_INWARDS;
    uint32_t max_distance = test_random_chance(random, 50) ? 0 : some_range(g, random);
    uint32_t limit = max_distance ? max_distance : WEND_UNREACHABLE;
    bool all_good = true;
    for (uint32_t i = 0; i < count; i++) {
        sources[i] = some_source(g, random);
        if (i && test_random_chance(random, 20)) sources[i] = sources[0];
        distances_from(g, distances[i], &sources[i], heading);
        all_good &= is_good_source(g, &sources[i], &expected[i]);
    }
    for (int32_t cell = 0; cell < g->cells; cell++) {
        expected_sources[cell] = WEND_NO_SOURCE;
        expected_values[cell] = WEND_UNREACHABLE;
        for (uint32_t i = 0; i < count; i++) {
            if (!is_within(distances[i][cell], limit) || distances[i][cell] >= expected_values[cell]) continue;
            expected_sources[cell] = i;
            expected_values[cell] = (uint32_t)distances[i][cell];
        }
    }
    wend_rect rect = some_rect(g, random);
    wend_allocation_out out = {.rect = rect,
                               .sources = found_sources,
                               .sources_stride = stride_of(rect),
                               .values = found_values,
                               .values_stride = stride_of(rect)};
    untouch();
    wend_status status =
        wend_allocate_cells(g->mover, g->workspace, sources, count, heading, max_distance, &out, statuses);
    NEED(status == (all_good ? WEND_OK : WEND_PARTIAL), "an allocation answers %d", status);
    for (uint32_t i = 0; i < count; i++) NEED(statuses[i] == expected[i], "source %u has status %d", i, statuses[i]);
    return same_rect(g, rect, found_values, expected_values, "an allocation's value") &&
           same_rect(g, rect, found_sources, expected_sources, "an allocation's source");
}

/* All pairs, again and again. */
static bool match_one(const ground *g, const wend_allocation_desc *desc, uint32_t *rooms, uint32_t *goals_of,
                      uint32_t *lengths) {
    uint32_t limit = desc->max_distance ? desc->max_distance : WEND_UNREACHABLE;
    uint64_t least = WEND_UNREACHABLE;
    size_t best_agent = 0, best_goal = 0;
    for (size_t agent = 0; agent < desc->agent_count; agent++) {
        wend_cell cell = desc->agents[agent];
        if (goals_of[agent] != WEND_NO_SOURCE || !world_has(g->w, cell.x, cell.y)) continue;
        for (size_t goal = 0; goal < desc->goal_count; goal++) {
            uint64_t value = distances[goal][world_index(g->w, cell.x, cell.y)];
            if (rooms[goal] == 0 || !is_within(value, limit) || value >= least) continue;
            least = value;
            best_agent = agent;
            best_goal = goal;
        }
    }
    if (least == WEND_UNREACHABLE) return false;
    goals_of[best_agent] = (uint32_t)best_goal;
    lengths[best_agent] = (uint32_t)least;
    rooms[best_goal]--;
    return true;
}

static bool check_agents(const ground *g, test_random *random) {
    wend_goal goals[SOURCES];
    wend_cell agents[AGENTS];
    uint32_t rooms[SOURCES], left[SOURCES], goals_of[AGENTS], lengths[AGENTS], expected[AGENTS],
        expected_lengths[AGENTS];
    wend_allocation_desc desc = {.goals = goals, .agents = agents, .rooms = rooms};
    desc.goal_count = test_random_below(random, SOURCES + 1);
    desc.agent_count = test_random_below(random, AGENTS + 1);
    desc.max_distance = test_random_chance(random, 60) ? 0 : some_range(g, random);
    bool has_rooms = test_random_chance(random, 85);
    for (size_t i = 0; i < desc.goal_count; i++) {
        goals[i] = some_source(g, random);
        distances_from(g, distances[i], &goals[i], WEND_INWARDS);
        left[i] = rooms[i] = has_rooms ? test_random_below(random, 5) : AGENTS;
    }
    for (size_t i = 0; i < desc.agent_count; i++) {
        agents[i] = somewhere(g, random);
        if (i && test_random_chance(random, 25)) agents[i] = agents[test_random_below(random, (uint32_t)i)];
        expected[i] = WEND_NO_SOURCE;
        expected_lengths[i] = WEND_UNREACHABLE;
    }
    if (!has_rooms) desc.rooms = NULL;
    size_t matched = 0;
    while (match_one(g, &desc, left, expected, expected_lengths)) matched++;
    wend_status status = wend_allocate_agents(g->mover, g->workspace, &desc, goals_of, lengths);
    for (size_t i = 0; i < desc.agent_count; i++)
        NEED(goals_of[i] == expected[i] && lengths[i] == expected_lengths[i],
             "agent %zu of %zu goes to %u for %u, not to %u for %u", i, desc.agent_count, goals_of[i], lengths[i],
             expected[i], expected_lengths[i]);
    NEED(status == (matched == desc.agent_count ? WEND_OK : WEND_PARTIAL), "agents: status %d", status);
    for (size_t i = 0; has_rooms && i < desc.goal_count; i++) NEED(rooms[i] == left[i], "room of goal %zu", i);
    return true;
}

/* Nothing is left behind: the heap is empty, and knows of no cell. */
static bool is_clean(const ground *g) {
    const wend__heap *heap = &g->workspace->heap;
    NEED(heap->count == 0, "the heap is not empty");
    for (uint32_t cell = 0; cell < heap->capacity; cell++)
        NEED(heap->positions[cell] == WEND__NOT_IN_HEAP, "cell %u is left behind", cell);
    return true;
}

static wend_workspace *workspace_for_all; /* so that each search finds what others left */

static bool ask_all(const ground *g) {
    test_random random = test_random_of(g->w->seed + 77);
    for (int i = 0; i < 2; i++)
        if (!check_range(g, &random) || !check_threat(g, &random) || !check_cells(g, &random) ||
            !check_agents(g, &random) || !is_clean(g))
            return false;
    return true;
}

static bool check_searches(const world *w, char *message, size_t size) {
    if (w->width * w->height > MAX_CELLS) return true;
    ground g = {
        .w = w, .cells = w->width * w->height, .workspace = workspace_for_all, .message = message, .size = size};
    wend_allocator hooks = test_allocator_hooks(&g.counts);
    g.map = subject_map(w, &hooks);
    g.mover = subject_mover(w, g.map);
    g.graph = oracle_graph_of(w);
    uint32_t calls = g.counts.calls;
    bool is_right = ask_all(&g);
    if (is_right && g.counts.calls != calls) is_right = complain(message, size, "something was allocated");
    oracle_graph_free(g.graph);
    wend_mover_destroy(g.mover);
    wend_map_destroy(g.map);
    return is_right;
}

static void test_searches(void **state) {
    (void)state;
    assert_int_equal(wend_workspace_create(MAX_CELLS, NULL, &workspace_for_all), WEND_OK);
    check_worlds(check_searches, 4100000, test_dose(200, 3000, 60000));
    wend_workspace_destroy(workspace_for_all);
}

/* Desires. */

static int64_t floor_of(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

static uint32_t greatest_of(const ground *g, const wend_field *field) {
    uint32_t greatest = 0;
    for (int32_t cell = 0; cell < g->cells; cell++) {
        uint32_t value = wend_field_value(field, cell % g->w->width, cell / g->w->width);
        if (value != WEND_UNREACHABLE && value > greatest) greatest = value;
    }
    return greatest;
}

/* False where nobody wants to be. */
static bool sum_at(const ground *g, const wend_desire *parts, size_t count, int32_t cell, int64_t *sum) {
    *sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = wend_field_value(parts[i].field, cell % g->w->width, cell / g->w->width);
        if (value == WEND_UNREACHABLE) {
            value = parts[i].limit ? parts[i].limit : greatest_of(g, parts[i].field);
            if (!parts[i].limit && parts[i].weight > 0) return false;
        }
        if (parts[i].limit && value > parts[i].limit) value = parts[i].limit;
        *sum += (int64_t)value * parts[i].weight;
    }
    return true;
}

/* Fills expected_values with seeds. */
static void expect_seeds(const ground *g, const wend_desire *parts, size_t count, uint32_t base) {
    int64_t sum, least = INT64_MAX;
    for (int32_t cell = 0; cell < g->cells; cell++)
        if (g->graph->places[cell] == WEND_OK && sum_at(g, parts, count, cell, &sum) && sum < least) least = sum;
    for (int32_t cell = 0; cell < g->cells; cell++) {
        expected_values[cell] = WEND_UNREACHABLE;
        if (g->graph->places[cell] != WEND_OK || !sum_at(g, parts, count, cell, &sum)) continue;
        int64_t seed = floor_of(sum - least, 256) + base;
        expected_values[cell] = seed < (int64_t)WEND_SATURATED_VALUE ? (uint32_t)seed : WEND_SATURATED_VALUE;
    }
}

/* The field built from the seeds and its own goals. */
static bool same_built(const ground *g, const wend_field *field, const wend_goal *exits, uint32_t exit_count) {
    uint64_t *values = distances[0];
    forget(g, values);
    for (int32_t cell = 0; cell < g->cells; cell++)
        if (expected_values[cell] != WEND_UNREACHABLE) lower(&values[cell], expected_values[cell]);
    for (uint32_t i = 0; i < exit_count; i++)
        if (place_of(g, (wend_cell){exits[i].x, exits[i].y}) == WEND_OK)
            lower(&values[world_index(g->w, exits[i].x, exits[i].y)], exits[i].offset);
    spread(g, values, WEND_INWARDS);
    for (int32_t cell = 0; cell < g->cells; cell++) {
        int32_t x = cell % g->w->width, y = cell / g->w->width;
        NEED(wend_field_value(field, x, y) == values[cell], "the value at (%d, %d) is %u, not %llu", x, y,
             wend_field_value(field, x, y), (unsigned long long)values[cell]);
    }
    return true;
}

/* Whoever follows it gets lower with every step, and stops at a goal. */
static bool follows_down(const ground *g, const wend_field *field, wend_cell from) {
    static wend_cell route[MAX_CELLS];
    size_t count = 0;
    wend_status status = wend_field_trace(field, from.x, from.y, route, MAX_CELLS, &count);
    if (wend_field_value(field, from.x, from.y) >= WEND_SATURATED_VALUE) return true;
    NEED(status == WEND_OK, "following it ends with %d", status);
    for (size_t i = 1; i < count; i++)
        NEED(wend_field_value(field, route[i].x, route[i].y) < wend_field_value(field, route[i - 1].x, route[i - 1].y),
             "a step back");
    return true;
}

static bool check_desire(const ground *g, const subject *s, const wend_field *other, test_random *random) {
    static const int32_t weights[] = {256, -307, -256, 1, -1, 512, 0, WEND_MAX_DESIRE, -WEND_MAX_DESIRE, 77};
    wend_field *built;
    if (wend_field_create(s->mover, &(wend_field_desc){.seeds = 1}, &built) != WEND_OK) return SAY("no field");
    wend_desire parts[3];
    size_t count = 1 + test_random_below(random, 3);
    for (size_t i = 0; i < count; i++) {
        parts[i] = (wend_desire){.field = test_random_chance(random, 50) ? s->field : other,
                                 .weight = weights[test_random_below(random, 10)],
                                 .limit = test_random_chance(random, 60) ? 0 : some_range(g, random)};
        if (parts[i].limit == WEND_UNREACHABLE) parts[i].limit--;
    }
    uint32_t base = test_random_chance(random, 50) ? 0 : test_random_below(random, 5000);
    wend_goal exits[2];
    uint32_t exit_count = test_random_below(random, 3);
    for (uint32_t i = 0; i < exit_count; i++) {
        wend_cell cell = random_cell(g->w, random);
        exits[i] = (wend_goal){.x = cell.x, .y = cell.y, .offset = test_random_below(random, 3000)};
    }
    wend_rect all = {0, 0, g->w->width, g->w->height};
    bool is_flee = test_random_chance(random, 40);
    if (is_flee) count = 1, parts[0].weight = -300, parts[0].limit = 0;
    expect_seeds(g, parts, count, base);
    untouch();
    wend_status status = wend_field_set_goals(built, exits, exit_count, NULL);
    status = is_flee ? wend_flee_build(built, s->workspace, parts[0].field, 300, base, found_values, stride_of(all))
                     : wend_desire_build(built, s->workspace, parts, count, base, found_values, stride_of(all));
    bool is_right = (status == WEND_OK || status == WEND_PARTIAL || SAY("a desire answers %d", status)) &&
                    same_rect(g, all, found_values, expected_values, "a seed") &&
                    same_built(g, built, exits, exit_count) && follows_down(g, built, random_cell(g->w, random));
    wend_field_destroy(built);
    return is_right;
}

/* The world's own field, and one bounded, from another goal. */
static bool desires_fit(test_scene *scene, char *message, size_t size) {
    const world *w = scene->w;
    test_random random = test_random_of(w->seed + 78);
    ground g = {.w = w, .graph = scene->graph, .cells = w->width * w->height, .message = message, .size = size};
    wend_field *other;
    EXPECT(wend_field_create(scene->s.mover, NULL, &other) == WEND_OK, "no field");
    wend_cell cell = random_cell(w, &random);
    wend_field_set_goals(other, &(wend_goal){.x = cell.x, .y = cell.y}, 1, NULL);
    wend_build_options options = {.max_distance = some_range(&g, &random)};
    wend_field_build(other, scene->s.workspace, &options);
    subject_build(&scene->s, w, false);
    bool is_right = true;
    for (int i = 0; i < 3 && is_right; i++) is_right = check_desire(&g, &scene->s, other, &random);
    wend_field_destroy(other);
    return is_right;
}

static bool check_desires(const world *w, char *message, size_t size) {
    if (w->width * w->height > MAX_CELLS) return true;
    return check_scene(w, desires_fit, message, size);
}

static void test_desires(void **state) {
    (void)state;
    check_worlds(check_desires, 4200000, test_dose(100, 1500, 30000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_desires),
    };
    return cmocka_run_group_tests_name("prop_tactics", tests, NULL, NULL);
}
