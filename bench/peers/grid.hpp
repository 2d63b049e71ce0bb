/* SPDX-License-Identifier: MIT
 * Bench: a grid as game code has it: a row-major array, bounds and walls looked up on the fly. Corners are not cut. */
#ifndef BENCH_GRID_HPP
#define BENCH_GRID_HPP

#include "peer.h"

namespace bench {

constexpr uint32_t diagonal_length = 99;

struct Grid {
    int32_t width, height;
    const uint8_t *costs;

    explicit Grid(const peer_ground &ground) : width(ground.width), height(ground.height), costs(ground.costs) {
    }

    size_t size() const {
        return static_cast<size_t>(width) * static_cast<size_t>(height);
    }
    uint32_t index(int32_t x, int32_t y) const {
        return static_cast<uint32_t>(y * width + x);
    }
    bool isFree(int32_t x, int32_t y) const {
        return x >= 0 && y >= 0 && x < width && y < height && costs[index(x, y)] != WEND_BLOCKED;
    }

    /* Calls visit(neighbour, step cost) for every step out of a free cell. */
    template <typename Visit> void forEachStep(uint32_t cell, Visit visit) const {
        static constexpr int32_t offset_x[8] = {0, 1, 0, -1, 1, 1, -1, -1};
        static constexpr int32_t offset_y[8] = {-1, 0, 1, 0, -1, 1, 1, -1};
        const int32_t x = static_cast<int32_t>(cell) % width;
        const int32_t y = static_cast<int32_t>(cell) / width;
        for (int k = 0; k < 8; k++) {
            const int32_t next_x = x + offset_x[k];
            const int32_t next_y = y + offset_y[k];
            if (!isFree(next_x, next_y)) continue;
            if (k >= 4 && (!isFree(x, next_y) || !isFree(next_x, y))) continue;
            const uint32_t next = index(next_x, next_y);
            const uint32_t length = k < 4 ? PEER_STRAIGHT : diagonal_length;
            visit(next, length * (static_cast<uint32_t>(costs[cell]) + costs[next]));
        }
    }
};

} // namespace bench

#endif
