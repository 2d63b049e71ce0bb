/* SPDX-License-Identifier: MIT
 * Where those go that no way leads to a goal from.
 *
 * Computes: for each component without a goal its target: the cell with the least (squared straight-line distance to the
 *           nearest cell of a goal, index).
 * Invariant: after the passes down and up every cell of a column with goals knows the nearest of them; the envelope of a
 *            row holds, from left to right, the columns whose parabolas are lowest somewhere, and from where on each is.
 * Cost: a look at each cell's component; where anything is cut off, linear in cells, and in rows times columns with goals.
 * Source: A. Meijster, J. B. T. M. Roerdink, W. H. Hesselink, A General Algorithm for Computing Distance Transforms in
 *         Linear Time (2000); P. F. Felzenszwalb, D. P. Huttenlocher, Distance Transforms of Sampled Functions (2012).
 *
 *      G . . # . t .      t: of the cells east of the wall those of its column are nearest to G, and t is
 *      . . . # # . .         the one in the highest row
 */
#include "field/cut_off.h"

#include <string.h>

#define NO_ROW 0xFFFFu
#define MAX_COLUMNS (2 * WEND_MAX_SIDE) /* hex: half columns */

/* Where a parabola begins to be the lowest. Positions are columns: all below 2^15. */
typedef struct wend__reign {
    uint16_t from, column;
} wend__reign;

/* What lies in the scratch of a workspace. */
typedef struct wend__envelope {
    wend__reign reigns[MAX_COLUMNS];
    uint64_t columns[MAX_COLUMNS / 64]; /* bit: the column has a goal */
} wend__envelope;

_Static_assert(sizeof(wend__envelope) <= WEND__SCRATCH_SIZE, "an envelope fits into the scratch");

/* The arrays are the words of a workspace: [cells] each. */
typedef struct wend__cut_off {
    const wend_mover *mover;
    wend__shape shape;
    uint32_t *nearest; /* in columns with goals: rows of the nearest above in the low half, below in the high one */
    uint32_t *least;   /* by component: its target's squared distance to a goal, 0 where it holds one */
    uint32_t *target;  /* by component */
    wend__envelope *envelope;
} wend__cut_off;

static int32_t column_of(wend__shape shape, int32_t x, int32_t y) {
    return shape.lattice == WEND_HEX ? 2 * x + (y & 1) : x;
}

/* Which columns a word names have cells in a row. */
static uint64_t columns_in_row(wend__shape shape, int32_t y) {
    if (shape.lattice == WEND_SQUARE) return UINT64_MAX;
    return UINT64_C(0x5555555555555555) << (y & 1);
}

static int32_t words_of(wend__shape shape) {
    return ((shape.lattice == WEND_HEX ? 2 : 1) * shape.width + 63) / 64;
}

static void note_goal(void *context, uint32_t cell, uint32_t offset) {
    wend__cut_off *search = context;
    wend_cell where = wend__cell_of(search->shape, cell);
    int32_t column = column_of(search->shape, where.x, where.y);
    (void)offset;
    search->least[wend__component_of(search->mover, cell)] = 0;
    search->envelope->columns[column / 64] |= UINT64_C(1) << column % 64;
}

static void place_goal(void *context, uint32_t cell, uint32_t offset) {
    wend__cut_off *search = context;
    uint32_t row = cell / (uint32_t)search->shape.width;
    (void)offset;
    search->nearest[cell] = row | row << 16;
}

/* The lowest cells of all components, one after the other. */
typedef struct wend__lowest_cells {
    const wend_mover *mover;
    uint32_t next; /* to be looked at */
    uint32_t name; /* the last one seen: what bears it is never the lowest again */
} wend__lowest_cells;

static wend__lowest_cells all_lowest(const wend_mover *mover) {
    return (wend__lowest_cells){mover, 0, WEND_NO_COMPONENT};
}

static bool next_lowest(wend__lowest_cells *all, uint32_t *cell) {
    const uint32_t *names = all->mover->component_names;
    uint32_t cells = (uint32_t)wend__cell_count(all->mover->shape), last = all->name, at = all->next;
    bool is_found = false;
    for (; at < cells && !is_found; at++) {
        if ((names[at] == last) | (names[at] == WEND_NO_COMPONENT)) continue; /* one branch, and nearly always taken */
        last = names[at];
        *cell = at;
        is_found = wend__component_of(all->mover, at) == at;
    }
    all->next = at;
    all->name = last;
    return is_found;
}

/* What is done to the cells of a row that lie in columns with goals; from: the next row of their columns, or NULL. */
typedef void row_visit(uint32_t *cell, const uint32_t *from);

static void clear_cell(uint32_t *cell, const uint32_t *from) {
    (void)from;
    *cell = UINT32_MAX;
}

static void look_up(uint32_t *cell, const uint32_t *from) {
    if ((*cell & NO_ROW) == NO_ROW) *cell = (*cell & ~NO_ROW) | (*from & NO_ROW);
}

static void look_down(uint32_t *cell, const uint32_t *from) {
    if (*cell >> 16 == NO_ROW) *cell = (*cell & NO_ROW) | (*from & ~NO_ROW);
}

static void visit_row(const wend__cut_off *search, int32_t y, ptrdiff_t to_next, row_visit *visit) {
    wend__shape shape = search->shape;
    int shift = shape.lattice == WEND_HEX;
    uint32_t *cells = search->nearest + wend__index(shape, 0, y);
    for (int32_t word = 0; word < words_of(shape); word++) {
        uint64_t rest = search->envelope->columns[word] & columns_in_row(shape, y);
        for (; rest; rest &= rest - 1) {
            uint32_t *cell = cells + ((word * 64 + wend__lowest_bit_64(rest)) >> shift);
            visit(cell, cell + to_next);
        }
    }
}

/* Cells of a hexagonal column lie in every other row. */
static void look_along_columns(const wend__cut_off *search) {
    wend__shape shape = search->shape;
    int32_t away = shape.lattice == WEND_HEX ? 2 : 1;
    ptrdiff_t to_next = (ptrdiff_t)away * shape.width;
    for (int32_t y = away; y < shape.height; y++) visit_row(search, y, -to_next, look_up);
    for (int32_t y = shape.height - 1 - away; y >= 0; y--) visit_row(search, y, to_next, look_down);
}

/* A row in work. */
typedef struct wend__row {
    const wend__cut_off *search;
    int32_t y;
} wend__row;

static uint32_t goal_above(const wend__row *row, int32_t x, int32_t y) {
    return y < 0 ? NO_ROW : row->search->nearest[wend__index(row->search->shape, x, y)] & NO_ROW;
}

static uint32_t goal_below(const wend__row *row, int32_t x, int32_t y) {
    wend__shape shape = row->search->shape;
    return y >= shape.height ? NO_ROW : row->search->nearest[wend__index(shape, x, y)] >> 16;
}

/* Squared distance from the row to the nearest goal in a column that has one; on hex columns of the other parity begin a
 * row farther. */
static int64_t squared_to(const wend__row *row, int32_t column) {
    bool is_hex = row->search->shape.lattice == WEND_HEX, is_between = is_hex && ((column ^ row->y) & 1);
    int32_t x = is_hex ? column >> 1 : column;
    uint32_t above = goal_above(row, x, row->y - is_between), below = goal_below(row, x, row->y + is_between);
    int64_t best = INT32_MAX;
    if (above != NO_ROW) best = row->y - (int32_t)above;
    if (below != NO_ROW && (int32_t)below - row->y < best) best = (int32_t)below - row->y;
    return best * best * (is_hex ? 3 : 1);
}

static int64_t parabola(int64_t squared, int32_t column, int32_t at) {
    int64_t away = at - column;
    return away * away + squared;
}

/* Adds the parabola of the next column. The new one is not below the last of the envelope at 0, nor where that begins:
 * so the first place where it is lies at the quotient or past it. */
static int32_t add_parabola(const wend__row *row, wend__reign *reigns, int32_t count, int32_t column, int32_t last) {
    int64_t squared = squared_to(row, column), from = 0;
    while (count > 0) {
        wend__reign before = reigns[count - 1];
        int64_t squared_before = squared_to(row, before.column);
        if (parabola(squared_before, before.column, before.from) <= parabola(squared, column, before.from)) {
            int64_t difference = (int64_t)column * column - (int64_t)before.column * before.column;
            from = (difference + squared - squared_before) / (2 * (column - before.column)) + 1;
            break;
        }
        count--;
    }
    if (from <= last) reigns[count++] = (wend__reign){(uint16_t)from, (uint16_t)column};
    return count;
}

/* The envelope of a row's parabolas; returns how many there are: at least one. */
static int32_t find_envelope(const wend__row *row) {
    const wend__cut_off *search = row->search;
    int32_t count = 0, last = words_of(search->shape) * 64 - 1;
    for (int32_t word = 0; word < words_of(search->shape); word++)
        for (uint64_t rest = search->envelope->columns[word]; rest; rest &= rest - 1)
            count = add_parabola(row, search->envelope->reigns, count, word * 64 + wend__lowest_bit_64(rest), last);
    return count;
}

static void keep_nearest(const wend__cut_off *search, uint32_t component, uint32_t cell, uint32_t squared) {
    uint32_t least = search->least[component];
    if (squared > least || (squared == least && cell > search->target[component])) return;
    search->least[component] = squared;
    search->target[component] = cell;
}

#define NO_NAME (WEND_NO_COMPONENT - 1)

/* From right to left; the envelope is made for the first cell that needs it. */
static void measure_row(const wend__cut_off *search, int32_t y) {
    const wend__row row = {search, y};
    const wend__reign *reigns = search->envelope->reigns;
    const uint32_t *names = search->mover->component_names + wend__index(search->shape, 0, y);
    uint32_t last = NO_NAME, lost = NO_NAME, component = 0;
    int32_t reign = -1;
    int64_t squared = 0;
    for (int32_t x = search->shape.width - 1; x >= 0; x--) {
        uint32_t cell = wend__index(search->shape, x, y);
        if ((names[x] != last) & (names[x] != WEND_NO_COMPONENT)) {
            last = names[x];
            component = wend__component_of(search->mover, cell);
            lost = search->least[component] ? last : NO_NAME;
        }
        if (names[x] != lost) continue;
        int32_t column = column_of(search->shape, x, y), before = reign;
        if (reign < 0) reign = find_envelope(&row) - 1;
        while (reigns[reign].from > column) reign--;
        if (reign != before) squared = squared_to(&row, reigns[reign].column);
        keep_nearest(search, component, cell, (uint32_t)parabola(squared, reigns[reign].column, column));
    }
}

/* Is there a component without a goal, while there are goals? */
static bool is_anything_lost(const wend__cut_off *search) {
    bool has_goals = false;
    for (int32_t word = 0; word < words_of(search->shape); word++) has_goals |= search->envelope->columns[word] != 0;
    wend__lowest_cells all = all_lowest(search->mover);
    uint32_t cell;
    while (has_goals && next_lowest(&all, &cell))
        if (search->least[cell]) return true;
    return false;
}

/* The bits of the targets; returns how many. */
static uint32_t name_targets(const wend__cut_off *search, uint8_t *targets) {
    wend__lowest_cells all = all_lowest(search->mover);
    uint32_t cell, count = 0;
    while (next_lowest(&all, &cell)) {
        if (!search->least[cell]) continue;
        uint32_t target = search->target[cell];
        targets[target / 8] |= (uint8_t)(1u << target % 8);
        count++;
    }
    return count;
}

uint32_t wend__cut_off_find(const wend_mover *mover, wend_workspace *workspace, wend__goal_source *goals,
                            const void *context, uint8_t *targets) {
    size_t cells = wend__cell_count(mover->shape);
    wend__cut_off search = {mover,
                            mover->shape,
                            workspace->words,
                            workspace->words + cells,
                            workspace->words + 2 * cells,
                            workspace->scratch};
    wend__workspace_take_words(workspace);
    memset(targets, 0, (cells + 7) / 8);
    memset(search.envelope->columns, 0, sizeof search.envelope->columns);
    wend__lowest_cells all = all_lowest(mover);
    for (uint32_t cell; next_lowest(&all, &cell);) search.least[cell] = UINT32_MAX;
    goals(context, note_goal, &search);
    if (!is_anything_lost(&search)) return 0;
    for (int32_t y = 0; y < mover->shape.height; y++) visit_row(&search, y, 0, clear_cell);
    goals(context, place_goal, &search);
    look_along_columns(&search);
    for (int32_t y = 0; y < mover->shape.height; y++) measure_row(&search, y);
    return name_targets(&search, targets);
}
