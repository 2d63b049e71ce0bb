/* SPDX-License-Identifier: MIT
 * Bench peer: Boost.Graph, dijkstra_shortest_paths over a compressed sparse row graph that was built before. */
#include "grid.hpp"

#if defined(WEND_BENCH_HAVE_BOOST)

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <new>
#include <utility>
#include <vector>

namespace {

struct Arc {
    uint32_t cost;
};
using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Arc, boost::no_property,
                                                 uint32_t, uint32_t>;

struct State {
    Graph graph;
    std::vector<uint32_t> distances;
};

void *create(const peer_ground *ground) {
    try {
        const bench::Grid grid(*ground);
        std::vector<std::pair<uint32_t, uint32_t>> ends;
        std::vector<Arc> arcs;
        for (uint32_t cell = 0; cell < grid.size(); cell++) {
            if (grid.costs[cell] == WEND_BLOCKED) continue;
            grid.forEachStep(cell, [&](uint32_t next, uint32_t step) {
                ends.emplace_back(cell, next);
                arcs.push_back(Arc{step});
            });
        }
        return new State{
            Graph(boost::edges_are_sorted, ends.begin(), ends.end(), arcs.begin(), static_cast<uint32_t>(grid.size())),
            std::vector<uint32_t>(grid.size())};
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void destroy(void *state) {
    delete static_cast<State *>(state);
}

void solve(void *opaque, uint32_t goal) {
    State &state = *static_cast<State *>(opaque);
    const auto cells = boost::get(boost::vertex_index, state.graph);
    boost::dijkstra_shortest_paths(state.graph, goal,
                                   boost::weight_map(boost::get(&Arc::cost, state.graph))
                                       .distance_map(boost::make_iterator_property_map(state.distances.begin(), cells))
                                       .distance_inf(PEER_UNREACHABLE));
}

void read(const void *opaque, uint32_t *out) {
    const State &state = *static_cast<const State *>(opaque);
    std::copy(state.distances.begin(), state.distances.end(), out);
}

constexpr bench_peer description = {"boost",
                                    "Boost.Graph, dijkstra_shortest_paths on a prebuilt compressed sparse row graph",
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

const bench_peer *peer_boost(void) {
    return &description;
}

#else

const bench_peer *peer_boost(void) {
    return nullptr;
}

#endif
