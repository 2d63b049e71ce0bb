/* SPDX-License-Identifier: MIT
 * Repair by pages, where much has changed.
 *
 * Computes: the same as repair.c does cell by cell, 64 cells at once: who dies; then the ordinary solvers of pages settle
 *           the dead and what became lower, and the ordinary pass makes sets where anything changed, and beside it.
 * Invariant: who dies has lost every step to a living cell, as in repair.c. A page is kept as it was before the first of
 *            its cells is written: what differs at the end has changed.
 * Cost: constant for each row looked at; pages where nothing dies and nothing is lowered cost nothing.
 *
 *      alive  1 1 0 1 1      lives on by steps to other rows:  1 0 0 0 1     along the row what leads to one of those,
 *      east   1 1 . . .      and then along the row:           1 1 0 0 1     doubled: 1, 2, 4 ... 32 cells at a time
 */
#include "field/repair_planes.h"
#include "field/repair_ripple.h"

#include "field/direct.h"

#include <string.h>

#define LAST_ROW (WEND__PAGE_SIDE - 1)
#define FIRST_BIT UINT64_C(1)
#define LAST_BIT (UINT64_C(1) << LAST_ROW)
#define NO_PAGE UINT32_MAX
#define WORTH_A_BUILD 60u /* percent of the cells of half of all pages: so many dead are a build's work */

/* Records. */

static wend__page_record *record_at(const wend__ripple *ripple, uint32_t number) {
    return (wend__page_record *)(void *)(ripple->records_end - ((size_t)number + 1) * sizeof(wend__page_record));
}

/* The words hold the dead from the beginning on, and records from the end on, after a number for each page. */
static void records_begin(wend__ripple *ripple) {
    wend_workspace *workspace = ripple->job->workspace;
    size_t words = WEND__WORDS_PER_CELL * (size_t)workspace->cells, pages = ripple->pages->count;
    size_t used = (size_t)((uint32_t *)(ripple->dead + ripple->dead_count) - workspace->words);
    ripple->has_pages = true;
    if (words - used < pages) {
        ripple->is_too_much = true;
        return;
    }
    size_t end = (words - pages) & ~(size_t)1;
    ripple->record_of = workspace->words + words - pages;
    memset(ripple->record_of, 0xFF, pages * sizeof *ripple->record_of);
    ripple->records_end = (uint8_t *)(workspace->words + end);
    ripple->record_capacity = end > used ? (uint32_t)((end - used) * sizeof(uint32_t) / sizeof(wend__page_record)) : 0;
}

/* A page's record; NULL where there is no room for it, or for any. */
static wend__page_record *need_record(wend__ripple *ripple, uint32_t page) {
    if (!ripple->record_of) return NULL;
    if (ripple->record_of[page] != WEND__NO_RECORD) return record_at(ripple, ripple->record_of[page]);
    if (ripple->record_count == ripple->record_capacity) {
        ripple->is_too_much = true;
        return NULL;
    }
    ripple->record_of[page] = ripple->record_count;
    wend__page_record *record = record_at(ripple, ripple->record_count++);
    record->page = page;
    memcpy(record->values, ripple->values + ((size_t)page << 12), sizeof record->values);
    memset(record->dead, 0, sizeof record->dead);
    ripple->pages->is_changed[page] = 1;
    return record;
}

/* The page (dx, dy) from another, or NO_PAGE. */
static uint32_t page_beside(const wend__pages *pages, uint32_t page, int32_t dx, int32_t dy) {
    uint32_t x = page % pages->wide + (uint32_t)dx, y = page / pages->wide + (uint32_t)dy;
    return x < pages->wide && y < pages->high ? y * pages->wide + x : NO_PAGE;
}

/* Who dies. */

/* Cells along the four borders of a page, by place. */
typedef struct wend__rim {
    uint64_t north, south, west, east;
} wend__rim;

static uint64_t spread_by_one(uint64_t bits) {
    return bits | bits << 1 | bits >> 1;
}

static void doubt(const wend__ripple *ripple, uint32_t page, uint64_t rows, uint32_t value) {
    if (page == NO_PAGE || rows == 0 || ripple->pages->page[page].content != WEND__PAGE_LIVE) return;
    wend__page *state = &ripple->pages->page[page];
    state->waiting.rows |= rows;
    if (value < state->key) state->key = value;
    wend__heap_push(&ripple->job->workspace->heap, state->key, 0, page);
}

/* Rows of the pages round one in which cells of its rim died. */
static void doubt_round(const wend__ripple *ripple, uint32_t page, wend__rim dead, uint32_t value) {
    const wend__pages *pages = ripple->pages;
    for (int32_t dx = -1; dx <= 1; dx++) {
        uint64_t column = dx < 0 ? FIRST_BIT : dx > 0 ? LAST_BIT : UINT64_MAX;
        if (dead.north & column) doubt(ripple, page_beside(pages, page, dx, -1), LAST_BIT, value);
        if (dead.south & column) doubt(ripple, page_beside(pages, page, dx, 1), FIRST_BIT, value);
    }
    doubt(ripple, page_beside(pages, page, -1, 0), dead.west ? spread_by_one(dead.west) : 0, value);
    doubt(ripple, page_beside(pages, page, 1, 0), dead.east ? spread_by_one(dead.east) : 0, value);
}

/* A page in doubt, and what stands round it. Row y is [y + 1]. */
typedef struct wend__doubtful {
    uint64_t alive[WEND__PAGE_SIDE + 2];
    uint64_t west[WEND__PAGE_SIDE + 2], east[WEND__PAGE_SIDE + 2]; /* bit 0: is the cell beside the row alive? */
    uint64_t roots[WEND__PAGE_SIDE];                               /* alive without a step: goals, starts of links */
    uint64_t steps[WEND__PAGE_SIDE][WEND__DIRECTIONS];
} wend__doubtful;

static void read_column(const wend__ripple *ripple, uint32_t page, int32_t dx, uint64_t *out) {
    for (int32_t dy = -1; dy <= 1; dy++) {
        int32_t first = dy < 0 ? 0 : dy == 0 ? 1 : WEND__PAGE_SIDE + 1, end = dy == 0 ? WEND__PAGE_SIDE + 1 : first + 1;
        uint32_t there = page_beside(ripple->pages, page, dx, dy);
        const uint32_t *values = ripple->values + ((size_t)there << 12) + (dx < 0 ? LAST_ROW : 0);
        for (int32_t row = first; row < end; row++)
            out[row] = there != NO_PAGE && values[((row - 1) & LAST_ROW) << 6] < WEND_SATURATED_VALUE;
    }
}

static void read_doubtful(const wend__ripple *ripple, uint32_t page, wend__doubtful *out) {
    wend_backend backend = ripple->job->backend;
    wend__row_alive_fn *row_alive = WEND__WIDE_PICK(backend, wend__row_alive);
    wend__row_steps_fn *row_steps = WEND__WIDE_PICK(backend, wend__row_steps);
    const uint32_t *values = ripple->values + ((size_t)page << 12);
    const uint8_t *directions = ripple->directions + ((size_t)page << 12);
    uint32_t above = page_beside(ripple->pages, page, 0, -1), below = page_beside(ripple->pages, page, 0, 1);
    out->alive[0] = above == NO_PAGE ? 0 : row_alive(ripple->values + ((size_t)above << 12) + (LAST_ROW << 6));
    out->alive[WEND__PAGE_SIDE + 1] = below == NO_PAGE ? 0 : row_alive(ripple->values + ((size_t)below << 12));
    read_column(ripple, page, -1, out->west);
    read_column(ripple, page, 1, out->east);
    for (int y = 0; y < WEND__PAGE_SIDE; y++) {
        uint64_t *steps = out->steps[y], any = 0;
        out->alive[y + 1] = row_alive(values + (y << 6));
        row_steps(directions + (y << 6), steps);
        for (int k = 0; k < WEND__DIRECTIONS; k++) any |= steps[k];
        out->roots[y] = out->alive[y + 1] & ~any;
    }
}

/* Living cells of a row that keep a step to a living one, or need none. */
static uint64_t survivors(const wend__ripple *ripple, const wend__doubtful *page, int y) {
    const uint64_t *steps = page->steps[y], alive = page->alive[y + 1];
    const uint32_t along = 1u << WEND_EAST | 1u << WEND_WEST;
    uint64_t live = page->roots[y];
    for (uint32_t rest = ripple->mover->directions & ~along; rest; rest &= rest - 1) {
        int k = wend__lowest_bit(rest);
        const wend__stride *stride = &ripple->strides[y & 1][k];
        int row = y + 1 + stride->y;
        uint64_t there = page->alive[row];
        if (stride->x > 0) there = there >> 1 | page->east[row] << LAST_ROW;
        if (stride->x < 0) there = there << 1 | page->west[row];
        live |= steps[k] & there;
    }
    live &= alive;
    uint64_t east_ways = steps[WEND_EAST] & alive, west_ways = steps[WEND_WEST] & alive;
    uint64_t by_east = live | (east_ways & page->east[y + 1] << LAST_ROW),
             by_west = live | (west_ways & page->west[y + 1]);
    for (int n = 1; n < WEND__PAGE_SIDE; n *= 2) {
        by_east |= east_ways & by_east >> n;
        by_west |= west_ways & by_west << n;
        east_ways &= east_ways >> n;
        west_ways &= west_ways << n;
    }
    return by_east | by_west;
}

/* Looks at rows in doubt until none is left: down, up, and down again. */
static void look_at_rows(const wend__ripple *ripple, wend__doubtful *page, uint64_t rows) {
    bool is_up = false;
    while (rows) {
        uint64_t ahead = rows;
        while (ahead) {
            int y = is_up ? wend__highest_bit(ahead) : wend__lowest_bit_64(ahead);
            uint64_t bit = FIRST_BIT << y, live = survivors(ripple, page, y);
            rows &= ~bit;
            if (live != page->alive[y + 1]) {
                page->alive[y + 1] = live;
                rows |= bit << 1 | bit >> 1;
            }
            ahead = rows & (is_up ? bit - 1 : ~(bit | (bit - 1)));
        }
        is_up = !is_up;
    }
}

/* Takes the values of dead cells of a row; returns the least of them. */
static uint32_t take_values(wend__ripple *ripple, uint32_t slot, uint64_t dead) {
    uint32_t *values = ripple->values + slot, least = WEND_UNREACHABLE, greatest = 0;
    for (uint64_t rest = dead; rest; rest &= rest - 1) {
        int x = wend__lowest_bit_64(rest);
        least = values[x] < least ? values[x] : least;
        greatest = values[x] > greatest ? values[x] : greatest;
        values[x] = WEND_UNREACHABLE;
        ripple->directions[slot + (uint32_t)x] = 0;
        ripple->faded++;
    }
    if (greatest >= WEND__LAST_VALUE) ripple->is_too_much = true;
    return least;
}

static void fade_page(wend__ripple *ripple, uint32_t page) {
    wend__waiting waiting = wend__take_waiting(&ripple->pages->page[page]);
    wend__page_record *record = need_record(ripple, page);
    if (!record) return;
    wend__doubtful now, before;
    read_doubtful(ripple, page, &now);
    memcpy(before.alive, now.alive, sizeof now.alive);
    look_at_rows(ripple, &now, waiting.rows);
    wend__rim rim = {now.alive[1] ^ before.alive[1], now.alive[WEND__PAGE_SIDE] ^ before.alive[WEND__PAGE_SIDE], 0, 0};
    uint32_t least = WEND_UNREACHABLE;
    for (int y = 0; y < WEND__PAGE_SIDE; y++) {
        uint64_t dead = now.alive[y + 1] ^ before.alive[y + 1];
        if (dead == 0) continue;
        uint32_t value = take_values(ripple, page << 12 | (uint32_t)y << 6, dead);
        least = value < least ? value : least;
        record->dead[y] |= dead;
        rim.west |= (dead & 1) << y;
        rim.east |= (dead >> LAST_ROW) << y;
    }
    doubt_round(ripple, page, rim, least);
}

/* One cell that died by itself: in the record, and, if others have not yet been told, doubts round it. */
static void note_dead(wend__ripple *ripple, wend__dead dead, bool is_news) {
    wend__spot spot = wend__spot_of_place(ripple, dead.place);
    uint32_t page = spot.slot >> 12, row = spot.slot >> 6 & LAST_ROW, column = spot.slot & LAST_ROW;
    wend__page_record *record = need_record(ripple, page);
    if (!record) return;
    record->values[spot.slot & (WEND__PAGE_CELLS - 1)] = dead.value;
    record->dead[row] |= FIRST_BIT << column;
    if (!is_news) return;
    doubt(ripple, page, spread_by_one(FIRST_BIT << row), dead.value);
    if (spot.is_inner) return;
    wend__rim rim = {row == 0 ? FIRST_BIT << column : 0, row == LAST_ROW ? FIRST_BIT << column : 0,
                     column == 0 ? FIRST_BIT << row : 0, column == LAST_ROW ? FIRST_BIT << row : 0};
    doubt_round(ripple, page, rim, dead.value);
}

static bool is_much(const wend__ripple *ripple) {
    uint64_t all = (uint64_t)ripple->record_count * WEND__PAGE_CELLS;
    return ripple->record_count * 2 > ripple->pages->count && ripple->faded * 100 > all * WORTH_A_BUILD;
}

/* The beginnings of links whose values have gone with their ends. */
static void fade_links(wend__ripple *ripple) {
    const wend__links *links = ripple->mover->links;
    for (uint32_t place = 0; place < links->count && !ripple->is_too_much; place++) {
        if (place > 0 && links->from[place] == links->from[place - 1]) continue;
        wend__spot from = wend__spot_of_cell(ripple, links->from[place]);
        if (ripple->values[from.slot] == WEND_UNREACHABLE || ripple->directions[from.slot]) continue;
        uint32_t value = ripple->values[from.slot];
        if (wend__repair_cell_holds(ripple, from.cell, value)) continue;
        note_dead(ripple, (wend__dead){wend__place_of_spot(from), value}, true);
        if (value >= WEND__LAST_VALUE) ripple->is_too_much = true;
        ripple->values[from.slot] = WEND_UNREACHABLE;
        ripple->faded++;
    }
}

void wend__repair_note_dead(wend__ripple *ripple) {
    records_begin(ripple);
    for (uint32_t i = 0; i < ripple->dead_count && !ripple->is_too_much; i++) note_dead(ripple, ripple->dead[i], false);
}

void wend__repair_fade(wend__ripple *ripple, uint32_t buried) {
    records_begin(ripple);
    ripple->stage = WEND__FLOOD_FADE;
    for (uint32_t i = 0; i < ripple->dead_count && !ripple->is_too_much; i++)
        note_dead(ripple, ripple->dead[i], i >= buried);
}

static bool fade_next(wend__ripple *ripple) {
    wend__heap *heap = &ripple->job->workspace->heap;
    if (heap->count) {
        fade_page(ripple, wend__heap_pop(heap).cell);
        if (is_much(ripple)) ripple->is_too_much = true;
        return true;
    }
    uint64_t before = ripple->faded;
    if (ripple->has_links) fade_links(ripple);
    return ripple->faded != before;
}

/* What settles. */

static void wait_in(const wend__ripple *ripple, uint32_t page, uint32_t row, uint32_t value) {
    wend__page *state = &ripple->pages->page[page];
    state->waiting.rows |= FIRST_BIT << row;
    if (value < state->key) state->key = value;
    if (value > state->farthest) state->farthest = value;
}

/* Living cells of a row, which the dead beside them have not seen yet, wait. */
static void wake(const wend__ripple *ripple, uint32_t page, int row, uint64_t cells) {
    if (page == NO_PAGE || ripple->pages->page[page].content != WEND__PAGE_LIVE) return;
    const uint32_t *values = ripple->values + ((size_t)page << 12) + (row << 6);
    for (; cells; cells &= cells - 1) {
        uint32_t value = values[wend__lowest_bit_64(cells)];
        if (value != WEND_UNREACHABLE) wait_in(ripple, page, (uint32_t)row, value);
    }
}

static void wake_round(const wend__ripple *ripple, const wend__page_record *record) {
    const wend__pages *pages = ripple->pages;
    const uint64_t *dead = record->dead;
    for (int y = -1; y <= WEND__PAGE_SIDE; y++) {
        uint64_t near = y < 0 || y > LAST_ROW ? 0 : dead[y];
        if (y > 0) near |= dead[y - 1];
        if (y < LAST_ROW) near |= dead[y + 1];
        if (near == 0) continue;
        int32_t dy = y < 0 ? -1 : y > LAST_ROW;
        int row = y & LAST_ROW;
        uint64_t cells = spread_by_one(near);
        if (dy == 0) cells &= ~dead[y];
        if (near & FIRST_BIT) wake(ripple, page_beside(pages, record->page, -1, dy), row, LAST_BIT);
        wake(ripple, page_beside(pages, record->page, 0, dy), row, cells);
        if (near & LAST_BIT) wake(ripple, page_beside(pages, record->page, 1, dy), row, FIRST_BIT);
    }
}

/* A cell that is in the queue waits in its page. The record cannot know what it was before it became lower, unless it had
 * died; it has another value now for certain. True if it had died. */
static bool take_queued(wend__ripple *ripple, uint32_t value, uint32_t place) {
    wend__spot spot = wend__spot_of_place(ripple, place);
    if (ripple->values[spot.slot] != value) return false;
    uint32_t page = spot.slot >> 12, row = spot.slot >> 6 & LAST_ROW, column = spot.slot & LAST_ROW;
    wend__page_record *record = need_record(ripple, page);
    if (!record) return false;
    wait_in(ripple, page, row, value);
    if (record->dead[row] >> column & 1) return true;
    record->values[row << 6 | column] = WEND_UNREACHABLE;
    return false;
}

/* Returns how many in the queue had died. */
static uint64_t take_queue(wend__ripple *ripple) {
    wend__repair_queue *queue = &ripple->queue;
    uint64_t dead = 0;
    for (uint64_t heaps = queue->filled; heaps; heaps &= heaps - 1) {
        uint32_t entry = queue->heaps[wend__lowest_bit_64(heaps)];
        for (; entry != WEND__NO_ENTRY; entry = queue->entries[entry].tie)
            dead += take_queued(ripple, (uint32_t)queue->entries[entry].key, queue->entries[entry].cell);
    }
    queue->filled = 0;
    return dead;
}

/* Only some cells have settled so far, of which records must not count those that died and got their value back. */
static void take_over(wend__ripple *ripple) {
    uint64_t dead_with_value = 0;
    records_begin(ripple);
    for (uint32_t i = 0; i < ripple->dead_count && !ripple->is_too_much; i++) {
        wend__dead dead = ripple->dead[i];
        note_dead(ripple, dead, false);
        dead_with_value += ripple->values[wend__spot_of_place(ripple, dead.place).slot] != WEND_UNREACHABLE;
    }
    uint64_t dead_in_queue = take_queue(ripple);
    ripple->settled_unseen = ripple->settled - (dead_with_value - dead_in_queue);
}

/* A solver writes its page, and along their borders those round it. */
#define PLACES_ROUND 9

typedef struct wend__solving {
    wend__ripple *ripple;
    uint32_t borders[PLACES_ROUND][WEND__PAGE_SIDE]; /* by (dy + 1) * 3 + dx + 1: what stood there before */
} wend__solving;

/* The line of cells along which a page touches another at a place round it: the first of them, how far each lies from the
 * last, and how many they are. */
typedef struct wend__border {
    uint32_t first, step, count;
} wend__border;

static wend__border border_at(int place) {
    int32_t dx = place % 3 - 1, dy = place / 3 - 1;
    uint32_t column = dx < 0 ? LAST_ROW : 0, row = dy < 0 ? LAST_ROW : 0;
    return (wend__border){row << 6 | column, dy ? 1 : WEND__PAGE_SIDE, dx && dy ? 1 : WEND__PAGE_SIDE};
}

static bool before_solve(void *context, uint32_t page) {
    wend__solving *solving = context;
    const wend__ripple *ripple = solving->ripple;
    if (!need_record(solving->ripple, page)) return false;
    for (int place = 0; place < PLACES_ROUND; place++) {
        uint32_t there = page_beside(ripple->pages, page, place % 3 - 1, place / 3 - 1);
        if (place == PLACES_ROUND / 2 || there == NO_PAGE || ripple->record_of[there] != WEND__NO_RECORD) continue;
        wend__border border = border_at(place);
        const uint32_t *values = ripple->values + ((size_t)there << 12) + border.first;
        for (uint32_t i = 0; i < border.count; i++) solving->borders[place][i] = values[i * border.step];
    }
    return !ripple->is_too_much;
}

static void after_solve(void *context, uint32_t page, wend__outbox written) {
    wend__solving *solving = context;
    const wend__ripple *ripple = solving->ripple;
    for (uint32_t rest = written & ~WEND__OUTBOX_SELF; rest; rest &= rest - 1) {
        int place = wend__lowest_bit(rest);
        uint32_t there = page_beside(ripple->pages, page, place % 3 - 1, place / 3 - 1);
        if (ripple->record_of[there] != WEND__NO_RECORD) continue;
        wend__page_record *record = need_record(solving->ripple, there);
        if (!record) return;
        wend__border border = border_at(place);
        for (uint32_t i = 0; i < border.count; i++)
            record->values[border.first + i * border.step] = solving->borders[place][i];
    }
}

/* Links may lower cells anywhere. */
static void record_links(wend__ripple *ripple) {
    const wend__links *links = ripple->mover->links;
    for (uint32_t i = 0; links && i < links->count; i++)
        need_record(ripple, wend__slot_of(ripple->pages, links->from[i]) >> 12);
}

static void begin_to_solve(wend__ripple *ripple) {
    wend__repair_job *job = ripple->job;
    record_links(ripple);
    wend__integrate_resume(&ripple->integration, job->mover, job->pages, job->backend, &job->workspace);
    wend__integrate_links(&ripple->integration);
}

static bool wake_next(wend__ripple *ripple) {
    if (ripple->next < ripple->record_count) {
        wake_round(ripple, record_at(ripple, ripple->next++));
        return true;
    }
    begin_to_solve(ripple);
    return false;
}

static bool solve_next(wend__ripple *ripple) {
    wend__solving solving;
    solving.ripple = ripple;
    const wend__solve_hooks hooks = {before_solve, after_solve, &solving};
    return wend__integrate_next(&ripple->integration, WEND_UNREACHABLE, &hooks);
}

void wend__flood_cancel(wend__ripple *ripple) {
    wend__heap *heap = &ripple->job->workspace->heap;
    while (heap->count) wend__heap_pop(heap);
    for (uint32_t page = 0; page < ripple->pages->count; page++) wend__take_waiting(&ripple->pages->page[page]);
}

/* Sets. */

/* Marks pages whose sets may be others, as bytes: those where something changed, and those beside. Returns how many cells
 * have another value. */
static uint32_t mark_round(const wend__ripple *ripple, const wend__page_record *record, uint8_t *marks) {
    wend__row_changes_fn *row_changes = WEND__WIDE_PICK(ripple->job->backend, wend__row_changes);
    const uint32_t *values = ripple->values + ((size_t)record->page << 12);
    uint64_t rows[3] = {0, 0, 0}; /* the first, all, the last */
    uint32_t changed = 0;
    for (int y = 0; y < WEND__PAGE_SIDE; y++) {
        uint64_t cells = row_changes(values + (y << 6), record->values + (y << 6));
        changed += wend__count_bits(cells);
        cells |= record->dead[y];
        rows[1] |= cells;
        if (y == 0) rows[0] = cells;
        if (y == LAST_ROW) rows[2] = cells;
    }
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            uint32_t there = page_beside(ripple->pages, record->page, dx, dy);
            uint64_t column = dx < 0 ? FIRST_BIT : dx > 0 ? LAST_BIT : UINT64_MAX;
            if (there != NO_PAGE && (rows[dy + 1] & column)) marks[there] = 1;
        }
    return changed;
}

static bool clean_next(wend__ripple *ripple) {
    const wend__pages *pages = ripple->pages;
    if (ripple->next < pages->count) {
        wend__integrate_finish_page(pages, ripple->next++, WEND_UNREACHABLE);
        return true;
    }
    memset(ripple->job->workspace->scratch, 0, pages->count);
    ripple->job->changed = ripple->settled_unseen;
    return false;
}

static bool mark_next(wend__ripple *ripple) {
    wend__repair_job *job = ripple->job;
    if (ripple->next == ripple->record_count) return false;
    job->changed += mark_round(ripple, record_at(ripple, ripple->next++), job->workspace->scratch);
    return true;
}

static bool direct_next(wend__ripple *ripple) {
    const wend__repair_job *job = ripple->job;
    const uint8_t *marks = job->workspace->scratch;
    while (ripple->next < job->pages->count) {
        uint32_t page = ripple->next++;
        if (!marks[page] || job->pages->page[page].content != WEND__PAGE_LIVE) continue;
        WEND__WIDE_PICK(job->backend, wend__direct_page)(job->mover, job->pages, page, !job->mover->has_walls);
        job->pages->is_changed[page] = 1;
        return true;
    }
    wend__direct_goals(job->goals, job->mover, job->pages);
    return false;
}

/* All of it. */

void wend__repair_flood(wend__ripple *ripple) {
    ripple->next = 0;
    if (ripple->has_pages) {
        take_queue(ripple);
        ripple->stage = WEND__FLOOD_WAKE;
    } else {
        take_over(ripple);
        begin_to_solve(ripple);
        ripple->stage = WEND__FLOOD_SOLVE;
    }
}

bool wend__flood_step(wend__ripple *ripple) {
    switch (ripple->stage) {
    case WEND__FLOOD_FADE: return fade_next(ripple);
    case WEND__FLOOD_WAKE: return wake_next(ripple);
    case WEND__FLOOD_SOLVE: return solve_next(ripple);
    case WEND__FLOOD_CLEAN: return clean_next(ripple);
    case WEND__FLOOD_MARK: return mark_next(ripple);
    case WEND__FLOOD_DIRECT: return direct_next(ripple);
    case WEND__FLOOD_NONE:
    case WEND__FLOOD_DONE: break;
    }
    return false;
}
