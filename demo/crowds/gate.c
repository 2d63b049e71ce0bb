/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include <math.h>
#include <stdlib.h>

void gate_open(struct gate *gate, struct stage *stage, float x) {
    *gate = (struct gate){.x = x, .bottom = (float)stage->height * stage->cell};
    gate->is_past = calloc(stage->capacity, 1);
    gate->times = malloc(stage->capacity * sizeof *gate->times);
    if (!gate->is_past || !gate->times) stage_fail(stage, "no memory");
}

void gate_close(struct gate *gate) {
    free(gate->is_past);
    free(gate->times);
    *gate = (struct gate){0};
}

static int by_time(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

void gate_watch(struct gate *gate, const struct stage *stage) {
    if (stage->failed) return;
    uint32_t before = gate->passed;
    for (uint32_t i = 0; i < wend_crowd_places(stage->crowd); i++) {
        const float *at = wend_crowd_positions(stage->crowd) + 2 * (size_t)i;
        if (gate->is_past[i] || !(at[0] > gate->x)) continue;
        gate->is_past[i] = 1;
        if (at[1] < gate->top || at[1] > gate->bottom) continue;
        float speed = wend_crowd_velocities(stage->crowd)[2 * (size_t)i];
        gate->times[gate->passed++] = stage_passed_at(stage, at[0] - gate->x, speed);
    }
    qsort(gate->times + before, gate->passed - before, sizeof *gate->times, by_time);
}

/* Of those from one to another, in their order. */
static double flow(const struct gate *gate, uint32_t first, uint32_t last) {
    if (gate->passed == 0 || first >= last) return NAN;
    return (double)(last - first) / (gate->times[last] - gate->times[first]);
}

double gate_flow(const struct gate *gate) {
    return flow(gate, 0, gate->passed - 1);
}

double gate_middle_flow(const struct gate *gate, double share) {
    uint32_t left_out = (uint32_t)(share * gate->passed);
    return gate->passed > 2 * left_out ? flow(gate, left_out, gate->passed - 1 - left_out) : NAN;
}

double gate_longest_gap(const struct gate *gate) {
    double longest = 0.0;
    for (uint32_t i = 1; i < gate->passed; i++) longest = fmax(longest, gate->times[i] - gate->times[i - 1]);
    return longest;
}
