/* SPDX-License-Identifier: MIT
 * Bench peer: Dijkstra and A* as game code commonly has them: a std::priority_queue of (cost, index) pairs, entries
 * that were overtaken stay in it and are skipped when they come out. */
#include "grid.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <queue>
#include <utility>
#include <vector>

namespace {

using Entry = std::pair<uint32_t, uint32_t>;
using Queue = std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>>;

struct State {
    bench::Grid grid;
    uint32_t cheapest = WEND_BLOCKED;
    std::vector<uint32_t> distances;
    /* A* only: which search wrote a cell's cost, so that none has to wipe the map; made by the first. */
    uint32_t search = 0;
    std::vector<uint32_t> seen, parents, path;

    explicit State(const peer_ground &ground) : grid(ground), distances(grid.size()) {
        for (size_t i = 0; i < grid.size(); i++) cheapest = std::min<uint32_t>(cheapest, grid.costs[i]);
    }
};

void *create(const peer_ground *ground) {
    try {
        return new State(*ground);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void destroy(void *state) {
    delete static_cast<State *>(state);
}

void solve(void *opaque, uint32_t goal) {
    State &state = *static_cast<State *>(opaque);
    std::vector<uint32_t> &distances = state.distances;
    std::fill(distances.begin(), distances.end(), PEER_UNREACHABLE);
    Queue open;
    distances[goal] = 0;
    open.emplace(0u, goal);
    while (!open.empty()) {
        const auto [distance, cell] = open.top();
        open.pop();
        if (distance > distances[cell]) continue;
        state.grid.forEachStep(cell, [&, here = distance](uint32_t next, uint32_t step) {
            if (here + step >= distances[next]) return;
            distances[next] = here + step;
            open.emplace(here + step, next);
        });
    }
}

void read(const void *opaque, uint32_t *out) {
    const State &state = *static_cast<const State *>(opaque);
    std::copy(state.distances.begin(), state.distances.end(), out);
}

/* Octile distance at the cheapest cost of the map. */
uint32_t estimate(const State &state, uint32_t from, uint32_t to) {
    const int32_t width = state.grid.width;
    const int32_t a = static_cast<int32_t>(from), b = static_cast<int32_t>(to);
    const uint32_t across = static_cast<uint32_t>(std::abs(a % width - b % width));
    const uint32_t down = static_cast<uint32_t>(std::abs(a / width - b / width));
    const uint32_t diagonal = std::min(across, down), straight = std::max(across, down) - diagonal;
    return 2 * state.cheapest * (PEER_STRAIGHT * straight + bench::diagonal_length * diagonal);
}

void beginSearch(State &state) {
    if (state.seen.empty()) {
        state.seen.assign(state.grid.size(), 0);
        state.parents.assign(state.grid.size(), 0);
        state.search = 0;
    }
    state.search++;
    state.path.clear();
}

uint32_t route(void *opaque, uint32_t from, uint32_t to) {
    State &state = *static_cast<State *>(opaque);
    beginSearch(state);
    Queue open;
    const auto reach = [&](uint32_t cell, uint32_t cost, uint32_t parent) {
        if (state.seen[cell] == state.search && state.distances[cell] <= cost) return;
        state.seen[cell] = state.search;
        state.distances[cell] = cost;
        state.parents[cell] = parent;
        open.emplace(cost + estimate(state, cell, to), cell);
    };
    reach(from, 0, from);
    while (!open.empty()) {
        const auto [key, cell] = open.top();
        open.pop();
        const uint32_t cost = state.distances[cell];
        if (cell == to) {
            for (uint32_t back = to; back != from; back = state.parents[back]) state.path.push_back(back);
            state.path.push_back(from);
            return cost;
        }
        if (key > cost + estimate(state, cell, to)) continue;
        state.grid.forEachStep(cell,
                               [&, here = cell](uint32_t next, uint32_t step) { reach(next, cost + step, here); });
    }
    return PEER_UNREACHABLE;
}

constexpr bench_peer description = {"priority-queue",
                                    "Dijkstra (astar: A*) with a std::priority_queue, as game code has it",
                                    8,
                                    WEND_CORNER_NEVER,
                                    bench::diagonal_length,
                                    false,
                                    UINT32_MAX,
                                    create,
                                    destroy,
                                    solve,
                                    read,
                                    route};

} // namespace

const bench_peer *peer_priority_queue(void) {
    return &description;
}
