/* SPDX-License-Identifier: MIT
 * Bench peer: LEMON, Dijkstra with its bucket heap over a static graph that was built before. Costs are divided by
 * what they have in common, since the heap keeps a bucket for every whole number up to the greatest distance. */
#include "grid.hpp"

#if defined(WEND_BENCH_HAVE_LEMON)

#include <lemon/bucket_heap.h>
#include <lemon/dijkstra.h>
#include <lemon/maps.h>
#include <lemon/static_graph.h>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

namespace {

using Graph = lemon::StaticDigraph;
using Heap = lemon::BucketHeap<Graph::NodeMap<int>>;
using Parents = lemon::NullMap<Graph::Node, Graph::Arc>;
using Search = lemon::Dijkstra<Graph, Graph::ArcMap<int>>::SetStandardHeap<Heap>::Create::SetPredMap<Parents>::Create;

using Ends = std::vector<std::pair<int, int>>;

struct BuiltGraph {
    Graph graph;

    BuiltGraph(int cells, const Ends &ends) {
        graph.build(cells, ends.begin(), ends.end());
    }
};

struct State : BuiltGraph {
    uint32_t divisor = 0;
    Graph::ArcMap<int> costs;
    Parents parents;
    Graph::NodeMap<int> distances;
    Search search;

    State(int cells, const Ends &ends, const std::vector<uint32_t> &steps)
        : BuiltGraph(cells, ends), costs(graph), distances(graph), search(graph, costs) {
        for (uint32_t step : steps) divisor = std::gcd(divisor, step);
        for (size_t i = 0; i < steps.size(); i++) {
            costs[Graph::arcFromId(static_cast<int>(i))] = static_cast<int>(steps[i] / divisor);
        }
        search.predMap(parents).distMap(distances);
    }
};

void *create(const peer_ground *ground) {
    try {
        const bench::Grid grid(*ground);
        Ends ends;
        std::vector<uint32_t> steps;
        for (uint32_t cell = 0; cell < grid.size(); cell++) {
            if (grid.costs[cell] == WEND_BLOCKED) continue;
            grid.forEachStep(cell, [&](uint32_t next, uint32_t step) {
                ends.emplace_back(static_cast<int>(cell), static_cast<int>(next));
                steps.push_back(step);
            });
        }
        return new State(static_cast<int>(grid.size()), ends, steps);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void destroy(void *state) {
    delete static_cast<State *>(state);
}

void solve(void *opaque, uint32_t goal) {
    State &state = *static_cast<State *>(opaque);
    state.search.run(Graph::nodeFromId(static_cast<int>(goal)));
}

void read(const void *opaque, uint32_t *out) {
    const State &state = *static_cast<const State *>(opaque);
    for (int i = 0; i < state.graph.nodeNum(); i++) {
        const Graph::Node node = Graph::nodeFromId(i);
        out[i] = state.search.reached(node) ? static_cast<uint32_t>(state.distances[node]) * state.divisor
                                            : PEER_UNREACHABLE;
    }
}

constexpr bench_peer description = {"lemon",
                                    "LEMON, Dijkstra with a bucket heap on a prebuilt static graph",
                                    8,
                                    WEND_CORNER_NEVER,
                                    bench::diagonal_length,
                                    false,
                                    1u << 24,
                                    create,
                                    destroy,
                                    solve,
                                    read,
                                    nullptr};

} // namespace

const bench_peer *peer_lemon(void) {
    return &description;
}

#else

const bench_peer *peer_lemon(void) {
    return nullptr;
}

#endif
