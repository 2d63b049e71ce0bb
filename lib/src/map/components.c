/* SPDX-License-Identifier: MIT
 * Which cells can reach each other, of all cells at once; components_update.c keeps it current.
 *
 * Computes: per cell a name, and per name the lowest index of its component; a step or link in either direction joins.
 * Invariant: cells of a row that are joined side by side are a run, which is known by its first cell; label[start] <=
 *            start is the first cell of a run of the same component. Joining hangs the greater root under the lesser, so
 *            the root is always the lowest index and the result does not depend on any order.
 * Cost: near linear in runs, and one store per cell.
 * Source: R. E. Tarjan, Efficiency of a Good But Not Linear Set Union Algorithm (1975), with path halving, over the runs
 *         of A. Rosenfeld and J. L. Pfaltz, Sequential Operations in Digital Picture Processing (1966).
 *
 *      0 0 # 3 3      (the lowest indices)   a run is joined with each run above it once: where it first meets it
 *      0 # # # 3
 *      0 0 # 3 3
 */
#include "map/components.h"

#include "map/components_list.h"
#include "map/components_roots.h"

#include <string.h>

#define WORD 64
#define MAX_WORDS (WEND_MAX_SIDE / WORD)

/* 64 cells of a row. */
typedef struct run_word {
    uint64_t open;         /* where the mover can stand */
    uint64_t west;         /* joined with the cell west of it */
    uint64_t starts;       /* first of a run */
    uint64_t up[3];        /* steps to the row above: to the column before, the same, the next */
    uint64_t down[3];      /* to the row below */
    uint32_t start_before; /* column of the start of the run that comes in from the word before */
} run_word;

/* Reading rows. */

/* Column of the start of the run that column x is in. */
static uint32_t start_of(const run_word *row, uint32_t x) {
    const run_word *word = &row[x / WORD];
    uint64_t starts = word->starts & UINT64_MAX >> (WORD - 1 - x % WORD);
    return starts ? x / WORD * WORD + (uint32_t)wend__highest_bit(starts) : word->start_before;
}

static uint64_t where_it_fits(const wend_mover *mover, uint32_t cell, uint32_t count) {
    uint64_t fits = 0;
    for (uint32_t i = 0; i < count; i++) fits |= (uint64_t)(mover->clearances[cell + i] == WEND__CLEAR) << i;
    return fits;
}

static void read_steps(const wend_mover *mover, const wend__exit_bits *bits, int32_t y, run_word *word) {
    for (uint32_t rest = mover->directions; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        wend_cell offset = wend__offset(mover->shape.lattice, y, k);
        if (offset.y < 0) word->up[offset.x + 1] = bits->exits[k] & word->open;
        if (offset.y > 0) word->down[offset.x + 1] = bits->exits[k] & word->open;
    }
}

/* A row; the cells past its end are not open. */
static void read_row(const wend_mover *mover, int32_t y, run_word *row) {
    uint32_t width = (uint32_t)mover->shape.width, start = wend__index(mover->shape, 0, y);
    uint64_t east_before = 0;
    for (uint32_t x = 0; x < width; x += WORD) {
        uint32_t cell = start + x, count = width - x < WORD ? width - x : WORD;
        wend__exit_bits bits;
        mover->exit_bits_of(mover->costs + cell, mover->exits + cell, &bits);
        run_word *word = &row[x / WORD];
        *word = (run_word){.open = bits.open & UINT64_MAX >> (WORD - count)};
        if (mover->clearances) word->open &= where_it_fits(mover, cell, count);
        uint64_t east = bits.exits[WEND_EAST] & word->open;
        word->west = (bits.exits[WEND_WEST] & word->open) | east << 1 | east_before;
        east_before = east >> (WORD - 1);
        word->starts = word->open & ~word->west;
        if (word->west & 1) word->start_before = start_of(row, x - 1);
        read_steps(mover, &bits, y, word);
    }
}

/* Joining rows. */

/* Several steps from one run follow each other: its root is found once. */
static void join_at(uint32_t *labels, const run_word *row, uint32_t start, const run_word *above, uint32_t start_above,
                    uint32_t x, uint64_t bits, int32_t shift) {
    uint32_t run = WEND_NO_COMPONENT, root = 0;
    for (; bits; bits &= bits - 1) {
        uint32_t column = x + (uint32_t)wend__lowest_bit_64(bits), here = start + start_of(row, column);
        uint32_t other = wend__root_of(labels, start_above + start_of(above, column + (uint32_t)shift));
        if (here != run) root = wend__root_of(labels, here);
        run = here;
        root = labels[here] = wend__join_roots(labels, other, root);
    }
}

/* Steps down count too, where they are one-way. Of several steps between the same two runs those are left out that a
 * neighbour of the cell, beside it or above it, has as well. */
static void join_rows(uint32_t *labels, const run_word *row, uint32_t start, const run_word *above, uint32_t width) {
    uint64_t last_up = 0, last_down = 0;
    for (uint32_t x = 0; x < width; x += WORD) {
        const run_word *here = &row[x / WORD], *there = &above[x / WORD];
        bool has_next = x + WORD < width;
        uint64_t down_from_next = there->down[0] >> 1 | (has_next ? there[1].down[0] << (WORD - 1) : 0);
        uint64_t west_of_next = there->west >> 1 | (has_next ? there[1].west << (WORD - 1) : 0);
        uint64_t up = here->up[1] | there->down[1], up_before = up << 1 | last_up;
        uint64_t to_before = here->up[0] | there->down[2] << 1 | last_down, to_next = here->up[2] | down_from_next;
        last_up = up >> (WORD - 1);
        last_down = there->down[2] >> (WORD - 1);
        uint32_t start_above = start - width;
        join_at(labels, row, start, above, start_above, x, up & ~(up_before & here->west & there->west), 0);
        join_at(labels, row, start, above, start_above, x, to_before & ~(up & there->west) & ~(up_before & here->west),
                -1);
        join_at(labels, row, start, above, start_above, x, to_next & ~(up & west_of_next), 1);
    }
}

static void begin_runs(uint32_t *labels, const run_word *row, uint32_t start, uint32_t width) {
    for (uint32_t x = 0; x < width; x += WORD)
        for (uint64_t rest = row[x / WORD].starts; rest; rest &= rest - 1) {
            uint32_t cell = start + x + (uint32_t)wend__lowest_bit_64(rest);
            labels[cell] = cell;
        }
}

/* Writing labels. */

#define BLOCK 8

/* Components get names in the order in which they are found, as long as enough remain for those that updates make.
 * Roots come before whatever hangs under them: where one is met its name is known, or it is the first. */
static uint32_t name_of(wend_mover *mover, uint32_t start) {
    uint32_t *labels = mover->component_names, cell = start;
    while (labels[cell] < WEND__NAMED && labels[cell] != cell) cell = labels[cell];
    if (labels[cell] == cell && wend__names_have_room(&mover->names, mover->names.capacity / 2))
        labels[cell] = wend__names_add(&mover->names, cell);
    return labels[cell];
}

/* Stretches of one label are written in whole blocks; what is too much is written over by the next one. */
static void label_word(wend_mover *mover, const run_word *word, uint32_t cell, uint32_t count, uint32_t label_before) {
    uint32_t out[WORD + BLOCK];
    uint64_t closed = ~word->open, edges = (word->starts | (closed & ~(closed << 1)) | 1);
    for (uint64_t rest = edges; rest;) {
        uint32_t from = (uint32_t)wend__lowest_bit_64(rest);
        rest &= rest - 1;
        uint32_t to = rest ? (uint32_t)wend__lowest_bit_64(rest) : WORD, label = WEND_NO_COMPONENT;
        if (word->starts >> from & 1)
            label = name_of(mover, cell + from);
        else if (word->open >> from & 1)
            label = label_before;
        for (; from < to; from += BLOCK)
            for (uint32_t i = 0; i < BLOCK; i++) out[from + i] = label;
    }
    memcpy(mover->component_names + cell, out, count * sizeof *out);
}

static void label_row(wend_mover *mover, const run_word *row, uint32_t start, uint32_t width) {
    for (uint32_t x = 0; x < width; x += WORD) {
        uint32_t cell = start + x, count = width - x < WORD ? width - x : WORD;
        label_word(mover, &row[x / WORD], cell, count, x ? mover->component_names[cell - 1] : WEND_NO_COMPONENT);
    }
}

static void join_links(wend_mover *mover) {
    const wend__links *links = mover->links;
    wend__relabel work = wend__relabel_of(mover);
    for (uint32_t i = 0; links && i < links->count; i++)
        if (wend__link_is_usable(mover, links, i)) wend__components_join(&work, links->from[i], links->to[i]);
}

void wend__components_find_runs(wend_mover *mover, int32_t y, int32_t end) {
    run_word rows[2][MAX_WORDS];
    uint32_t width = (uint32_t)mover->shape.width, *labels = mover->component_names;
    if (y > 0) read_row(mover, y - 1, rows[(y - 1) & 1]);
    for (; y < end; y++) {
        uint32_t start = wend__index(mover->shape, 0, y);
        read_row(mover, y, rows[y & 1]);
        begin_runs(labels, rows[y & 1], start, width);
        if (y > 0) join_rows(labels, rows[y & 1], start, rows[(y - 1) & 1], width);
    }
}

void wend__components_name_runs(wend_mover *mover, int32_t y, int32_t end) {
    run_word row[MAX_WORDS];
    if (y == 0) mover->names.count = 0;
    for (; y < end; y++) {
        read_row(mover, y, row);
        label_row(mover, row, wend__index(mover->shape, 0, y), (uint32_t)mover->shape.width);
    }
    if (end == mover->shape.height) join_links(mover);
}

uint32_t wend__components_largest(const wend_mover *mover, uint32_t *scratch) {
    uint32_t cells = (uint32_t)wend__cell_count(mover->shape), best = WEND_NO_COMPONENT;
    memset(scratch, 0, cells * sizeof *scratch);
    for (uint32_t cell = 0; cell < cells; cell++)
        if (mover->component_names[cell] != WEND_NO_COMPONENT) scratch[wend__component_of(mover, cell)]++;
    for (uint32_t cell = 0; cell < cells; cell++)
        if (scratch[cell] && (best == WEND_NO_COMPONENT || scratch[cell] > scratch[best])) best = cell;
    return best;
}
