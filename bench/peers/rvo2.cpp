// SPDX-License-Identifier: MIT
// Bench: RVO2, by its public interface.
#if defined(WEND_BENCH_HAVE_RVO)

#include <RVO/RVO.h>

#include <cstddef>
#include <vector>

#if defined(_OPENMP)
#include <omp.h>
#endif

extern "C" {
#include "crowd_rvo.h"
}

struct bench_rvo {
    RVO::RVOSimulator simulator;
    std::vector<float> starts, wishes;
};

extern "C" {

bench_rvo *bench_rvo_create(float dt, int threads) {
#if defined(_OPENMP)
    omp_set_num_threads(threads);
#else
    (void)threads;
#endif
    bench_rvo *rvo = new bench_rvo;
    rvo->simulator.setTimeStep(dt);
    rvo->simulator.setAgentDefaults(15.0f, 10, 10.0f, 10.0f, 2.0f, 2.0f);
    return rvo;
}

void bench_rvo_add(bench_rvo *rvo, float x, float y, float velocity_x) {
    rvo->simulator.addAgent(RVO::Vector2(x, y));
    rvo->starts.push_back(x);
    rvo->wishes.push_back(velocity_x);
}

void bench_rvo_step(bench_rvo *rvo) {
    for (std::size_t i = 0; i < rvo->wishes.size(); ++i)
        rvo->simulator.setAgentPrefVelocity(i, RVO::Vector2(rvo->wishes[i], 0.0f));
    rvo->simulator.doStep();
}

double bench_rvo_advance(const bench_rvo *rvo) {
    double sum = 0.0;
    for (std::size_t i = 0; i < rvo->wishes.size(); ++i) {
        const double by = rvo->simulator.getAgentPosition(i).x() - rvo->starts[i];
        sum += rvo->wishes[i] < 0.0f ? -by : by;
    }
    return rvo->wishes.empty() ? 0.0 : sum / static_cast<double>(rvo->wishes.size());
}

void bench_rvo_destroy(bench_rvo *rvo) {
    delete rvo;
}
}

#endif
