/* SPDX-License-Identifier: MIT
 * Where those go that no way leads to a goal from.
 *
 * Computes: for each component without a goal its target: the cell with the least (squared straight-line distance to the
 *           nearest cell of a goal, index).
 * Invariant: after the two passes down and up every cell knows the nearest goals of its column; the envelope of a row
 *            holds, from left to right, the columns whose parabolas are lowest somewhere, and from where on each is.
 * Cost: linear in cells: four looks at each, and two more in rows where anything is cut off.
 * Source: A. Meijster, J. B. T. M. Roerdink, W. H. Hesselink, A General Algorithm for Computing Distance Transforms in
 *         Linear Time (2000); P. F. Felzenszwalb, D. P. Huttenlocher, Distance Transforms of Sampled Functions (2012).
 *
 *      G . . # . t .      t: of the cells east of the wall those of its column are nearest to G, and t is
 *      . . . # # . .         the one in the highest row
 */
#include "field/cut_off.h"

#include <string.h>

#define NO_ROW 0xFFFFu
#define NO_GOAL UINT32_MAX /* no squared distance is so great */

/* Where a parabola begins to be the lowest. Positions are columns, on hex half columns: all below 2^15. */
typedef struct wend__reign {
    uint16_t from, column;
} wend__reign;

_Static_assert(2 * WEND_MAX_SIDE * sizeof(wend__reign) <= WEND__SCRATCH_SIZE, "an envelope fits into the scratch");

void wend__cut_off_begin(wend__cut_off *search, const wend_mover *mover, wend_workspace *workspace) {
    size_t cells = wend__cell_count(mover->shape);
    wend__workspace_take_words(workspace);
    *search = (wend__cut_off){.mover = mover,
                              .nearest = workspace->words,
                              .least = workspace->words + cells,
                              .target = workspace->words + 2 * cells,
                              .scratch = workspace->scratch};
    memset(search->nearest, 0xFF, cells * sizeof *search->nearest);
    memset(search->least, 0xFF, cells * sizeof *search->least);
}

void wend__cut_off_goal(void *context, uint32_t cell, uint32_t offset) {
    wend__cut_off *search = context;
    uint32_t row = cell / (uint32_t)search->mover->shape.width;
    (void)offset;
    search->nearest[cell] = row | row << 16;
    search->least[wend__component_of(search->mover, cell)] = 0;
    search->has_goals = true;
}

/* Cells of a hexagonal column lie in every other row. */
static uint32_t rows_to_next(wend__shape shape) {
    return shape.lattice == WEND_HEX ? 2 : 1;
}

static void look_along_columns(wend__cut_off *search) {
    wend__shape shape = search->mover->shape;
    uint32_t cells = (uint32_t)wend__cell_count(shape), *nearest = search->nearest;
    uint32_t away = rows_to_next(shape) * (uint32_t)shape.width;
    for (uint32_t cell = away; cell < cells; cell++)
        if ((nearest[cell] & NO_ROW) == NO_ROW)
            nearest[cell] = (nearest[cell] & ~NO_ROW) | (nearest[cell - away] & NO_ROW);
    for (uint32_t rest = cells > away ? cells - away : 0; rest > 0; rest--) {
        uint32_t cell = rest - 1;
        if (nearest[cell] >> 16 == NO_ROW) nearest[cell] = (nearest[cell] & NO_ROW) | (nearest[cell + away] & ~NO_ROW);
    }
}

/* A row, and how columns are measured in it. */
typedef struct wend__row {
    const wend__cut_off *search;
    int32_t y;
    int32_t columns; /* positions: on hex twice the width, and one more */
} wend__row;

static uint32_t goal_above(const wend__row *row, int32_t x, int32_t y) {
    return y < 0 ? NO_ROW : row->search->nearest[wend__index(row->search->mover->shape, x, y)] & NO_ROW;
}

static uint32_t goal_below(const wend__row *row, int32_t x, int32_t y) {
    wend__shape shape = row->search->mover->shape;
    return y >= shape.height ? NO_ROW : row->search->nearest[wend__index(shape, x, y)] >> 16;
}

/* Squared distance from the row to the nearest goal in a column; on hex those of the other parity begin a row farther. */
static int64_t squared_to(const wend__row *row, int32_t column) {
    wend__shape shape = row->search->mover->shape;
    bool is_hex = shape.lattice == WEND_HEX, is_between = is_hex && ((column ^ row->y) & 1);
    int32_t x = is_hex ? column >> 1 : column;
    uint32_t above = goal_above(row, x, row->y - is_between), below = goal_below(row, x, row->y + is_between);
    int64_t best = INT64_MAX;
    if (above != NO_ROW) best = row->y - (int32_t)above;
    if (below != NO_ROW && (int32_t)below - row->y < best) best = (int32_t)below - row->y;
    return best == INT64_MAX ? -1 : best * best * (is_hex ? 3 : 1);
}

static int64_t parabola(const wend__row *row, int32_t column, int32_t at) {
    int64_t away = at - column;
    return away * away + squared_to(row, column);
}

/* The last position where the parabola of a column is not above that of a later one; it is not at 0. */
static int64_t last_of(const wend__row *row, int64_t column, int64_t later) {
    int64_t difference =
        later * later - column * column + squared_to(row, (int32_t)later) - squared_to(row, (int32_t)column);
    return difference / (2 * (later - column));
}

/* The envelope of a row's parabolas; returns how many there are. */
static int32_t find_envelope(const wend__row *row, wend__reign *reigns) {
    int32_t count = 0;
    for (int32_t column = 0; column < row->columns; column++) {
        if (squared_to(row, column) < 0) continue;
        while (count > 0 && parabola(row, reigns[count - 1].column, reigns[count - 1].from) >
                                parabola(row, column, reigns[count - 1].from))
            count--;
        int64_t from = count ? last_of(row, reigns[count - 1].column, column) + 1 : 0;
        if (from < row->columns) reigns[count++] = (wend__reign){(uint16_t)from, (uint16_t)column};
    }
    return count;
}

/* The component of a cell, if that holds no goal, or WEND_NO_COMPONENT. */
static uint32_t lost_component(const wend__cut_off *search, uint32_t cell) {
    uint32_t component = wend__component_of(search->mover, cell);
    return component != WEND_NO_COMPONENT && search->least[component] != 0 ? component : WEND_NO_COMPONENT;
}

static void measure_row(const wend__row *row, uint32_t start) {
    const wend__cut_off *search = row->search;
    wend__reign *reigns = search->scratch;
    bool is_hex = search->mover->shape.lattice == WEND_HEX;
    int32_t reign = find_envelope(row, reigns) - 1;
    for (int32_t x = search->mover->shape.width - 1; x >= 0; x--) {
        uint32_t cell = start + (uint32_t)x, component = lost_component(search, cell);
        int32_t column = is_hex ? 2 * x + (row->y & 1) : x;
        while (reigns[reign].from > column) reign--;
        if (component == WEND_NO_COMPONENT) continue;
        uint32_t squared = (uint32_t)parabola(row, reigns[reign].column, column);
        uint32_t least = search->least[component];
        if (squared > least || (squared == least && cell > search->target[component])) continue;
        search->least[component] = squared;
        search->target[component] = cell;
    }
}

static bool is_anything_lost(const wend__cut_off *search, uint32_t start) {
    for (int32_t x = 0; x < search->mover->shape.width; x++)
        if (lost_component(search, start + (uint32_t)x) != WEND_NO_COMPONENT) return true;
    return false;
}

bool wend__cut_off_find(wend__cut_off *search, uint8_t *targets) {
    const wend_mover *mover = search->mover;
    wend__shape shape = mover->shape;
    uint32_t cells = (uint32_t)wend__cell_count(shape);
    bool has_targets = false, has_columns = false;
    memset(targets, 0, (cells + 7) / 8);
    for (int32_t y = 0; y < shape.height && search->has_goals; y++) {
        uint32_t start = wend__index(shape, 0, y);
        if (!is_anything_lost(search, start)) continue;
        if (!has_columns) look_along_columns(search);
        has_columns = true;
        wend__row row = {search, y, shape.lattice == WEND_HEX ? 2 * shape.width : shape.width};
        measure_row(&row, start);
    }
    for (uint32_t cell = 0; cell < cells && has_columns; cell++) {
        if (wend__component_of(mover, cell) != cell || lost_component(search, cell) == WEND_NO_COMPONENT) continue;
        uint32_t target = search->target[cell];
        targets[target / 8] |= (uint8_t)(1u << target % 8);
        has_targets = true;
    }
    return has_targets;
}
