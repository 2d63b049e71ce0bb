/* SPDX-License-Identifier: MIT */
#include "visibility.h"

#include <math.h>
#include <stdlib.h>

static bool is_free(const visibility *v, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < v->width && y < v->height && v->is_free[(size_t)y * (size_t)v->width + (size_t)x];
}

/* The cell at (column, row), or (row, column) where x and y have changed places. */
static bool is_free_turned(const visibility *v, bool is_turned, int64_t column, int64_t row) {
    return is_turned ? is_free(v, (int32_t)row, (int32_t)column) : is_free(v, (int32_t)column, (int32_t)row);
}

/* A line that goes at least as far in x as in y, to the right, after turning. */
typedef struct line {
    bool is_turned;
    int64_t x0, y0, x1, y1;
} line;

static line line_of(visibility_point a, visibility_point b) {
    line l = {.is_turned = llabs((long long)b.y - a.y) > llabs((long long)b.x - a.x)};
    l.x0 = l.is_turned ? a.y : a.x;
    l.y0 = l.is_turned ? a.x : a.y;
    l.x1 = l.is_turned ? b.y : b.x;
    l.y1 = l.is_turned ? b.x : b.y;
    if (l.x0 <= l.x1) return l;
    return (line){l.is_turned, l.x1, l.y1, l.x0, l.y0};
}

/* Along the border between two rows: one of them must be free in each column, and the same one on both sides of each
 * corner, for two walls that meet there leave no way. */
static bool border_is_free(const visibility *v, const line *l) {
    int64_t row = l->y0 / 2;
    bool above = true, below = true;
    for (int64_t column = l->x0 / 2; column * 2 < l->x1; column++) {
        bool was_above = above, was_below = below;
        above = is_free_turned(v, l->is_turned, column, row - 1);
        below = is_free_turned(v, l->is_turned, column, row);
        if (!(above && was_above) && !(below && was_below)) return false;
    }
    return true;
}

/* The rows that the line passes within a column, their insides only; and the corner where it leaves the column, if it
 * does so at one: both of the cells beside it must not be walls. y is kept times the length in x. */
static bool column_is_free(const visibility *v, const line *l, int64_t column) {
    int64_t across = l->x1 - l->x0, down = l->y1 - l->y0, cell = 2 * across;
    int64_t left = column * 2 < l->x0 ? l->x0 : column * 2, right = column * 2 + 2 > l->x1 ? l->x1 : column * 2 + 2;
    int64_t enters = l->y0 * across + down * (left - l->x0), leaves = l->y0 * across + down * (right - l->x0);
    int64_t low = enters < leaves ? enters : leaves, high = enters < leaves ? leaves : enters;
    int64_t first = low / cell, last = (high + cell - 1) / cell - 1;
    for (int64_t row = first; row <= last || row == first; row++)
        if (!is_free_turned(v, l->is_turned, column, row)) return false;
    bool leaves_at_corner = right == column * 2 + 2 && right < l->x1 && leaves % cell == 0;
    if (!leaves_at_corner || down == 0) return true;
    int64_t row = leaves / cell, here = down > 0 ? row : row - 1, there = down > 0 ? row - 1 : row;
    return is_free_turned(v, l->is_turned, column, here) || is_free_turned(v, l->is_turned, column + 1, there);
}

bool visibility_sees(const visibility *v, visibility_point a, visibility_point b) {
    line l = line_of(a, b);
    if (l.x0 == l.x1) return true;
    if (l.y0 == l.y1 && l.y0 % 2 == 0) return border_is_free(v, &l);
    for (int64_t column = l.x0 / 2; column * 2 < l.x1; column++)
        if (!column_is_free(v, &l, column)) return false;
    return true;
}

static bool is_corner(const visibility *v, int32_t x, int32_t y) {
    return is_free(v, x - 1, y - 1) + is_free(v, x, y - 1) + is_free(v, x - 1, y) + is_free(v, x, y) == 3;
}

bool visibility_make(visibility *v, int32_t width, int32_t height, const uint8_t *free_cells) {
    *v = (visibility){.width = width, .height = height, .is_free = free_cells};
    size_t most = ((size_t)width + 1) * ((size_t)height + 1);
    v->corners = malloc(most * sizeof *v->corners);
    v->distances = malloc(most * sizeof *v->distances);
    if (!v->corners || !v->distances) return false;
    for (int32_t y = 0; y <= height; y++)
        for (int32_t x = 0; x <= width; x++)
            if (is_corner(v, x, y)) v->corners[v->corner_count++] = (visibility_point){2 * x, 2 * y};
    return true;
}

void visibility_free(visibility *v) {
    free(v->corners);
    free(v->distances);
}

static double length(visibility_point a, visibility_point b) {
    double x = (a.x - b.x) * 0.5, y = (a.y - b.y) * 0.5;
    return sqrt(x * x + y * y);
}

/* Dijkstra over all pairs of corners that see each other, looked at only where they would help. */
void visibility_aim(visibility *v, visibility_point target) {
    v->target = target;
    bool *is_settled = calloc(v->corner_count + 1, sizeof *is_settled);
    if (!is_settled) abort();
    for (size_t i = 0; i < v->corner_count; i++)
        v->distances[i] = visibility_sees(v, v->corners[i], target) ? length(v->corners[i], target) : INFINITY;
    for (;;) {
        size_t next = v->corner_count;
        double least = INFINITY;
        for (size_t i = 0; i < v->corner_count; i++) {
            if (is_settled[i] || v->distances[i] >= least) continue;
            least = v->distances[i];
            next = i;
        }
        if (next == v->corner_count) break;
        is_settled[next] = true;
        for (size_t i = 0; i < v->corner_count; i++) {
            double by = least + length(v->corners[next], v->corners[i]);
            if (!is_settled[i] && by < v->distances[i] && visibility_sees(v, v->corners[next], v->corners[i]))
                v->distances[i] = by;
        }
    }
    free(is_settled);
}

double visibility_distance(const visibility *v, visibility_point from) {
    double least = visibility_sees(v, from, v->target) ? length(from, v->target) : INFINITY;
    for (size_t i = 0; i < v->corner_count; i++) {
        double by = v->distances[i] + length(v->corners[i], from);
        if (by < least && visibility_sees(v, v->corners[i], from)) least = by;
    }
    return least;
}
