/* SPDX-License-Identifier: MIT
 * Lines of sight.
 *
 * Computes: is the straight line between two points free for a disc, and all on ground of one cost?
 *
 *      . . . . . b       Cells that the line touches, each a square (on hex a rectangle) grown by the clearance, are a
 *      . . . r r r       run r in each row. The line is free if no side between the cells of a run, and none between two
 *      . r r r . .       runs, is a seam: one where the cost changes or a thin wall stands.
 *      a r . . . .
 *
 * Invariant: whole numbers, always towards more cells: what is free here is free for the disc.
 * Cost: a division, and for each row a look at two words of bits; eight rows at once through blocks of 8 x 8 cells without
 *       any seam. Rows are looked at from the first point on: what is in the way is mostly near.
 * Source: own; runs of cells in rows, as polygons are filled. */
#include "field/sight_line.h"

#define UNIT WEND__SIGHT_UNIT
#define HEX_PITCH 192 /* hexagons are 4/3 rows high, and that is UNIT, too */
#define BLOCK 8       /* cells of a side */
#define FINE 24       /* x is kept in 2^-24 of a unit; what that is wrong by stays below one unit on any map */

/* Seams. */

static size_t seam_words(wend__shape shape) {
    return wend__cell_count(shape) / 32 + 2;
}

static size_t blocks_wide(wend__shape shape) {
    return ((size_t)shape.width + BLOCK - 1) / BLOCK;
}

static size_t block_words(wend__shape shape) {
    return (blocks_wide(shape) * (((size_t)shape.height + BLOCK - 1) / BLOCK) + 3) / 4;
}

size_t wend__lines_words(wend__shape shape) {
    return WEND__SIGHT_SEAMS * seam_words(shape) + block_words(shape);
}

static int seam_count(wend_lattice lattice) {
    return lattice == WEND_HEX ? WEND__SIGHT_SEAMS : 2;
}

static int seam_side(wend_lattice lattice, int seam) {
    static const int8_t of_squares[] = {WEND_EAST, WEND_SOUTH};
    static const int8_t of_hexagons[] = {WEND_EAST, WEND_SOUTH_EAST, WEND_SOUTH_WEST};
    return lattice == WEND_HEX ? of_hexagons[seam] : of_squares[seam];
}

static uint64_t eight_costs(const uint8_t *costs) {
    uint64_t eight = 0;
    for (int i = 0; i < 8; i++) eight |= (uint64_t)costs[i] << 8 * i;
    return eight;
}

/* Bit i: the cost of cell i of eight is another one a step further on. */
static uint32_t changes_of_eight(const uint8_t *costs, ptrdiff_t step) {
    uint64_t apart = eight_costs(costs) ^ eight_costs(costs + step), low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t high = (((apart & low) + low) | apart) & ~low; /* of each byte that is not 0 */
    return (uint32_t)((high >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/* Of cells one after the other, to which the bits of the words belong from the first on. Costs have a halo. */
static void mark_changes(uint32_t *words, const uint8_t *costs, size_t first, size_t count, ptrdiff_t step) {
    for (size_t i = 0; i < count; i += 8) {
        uint64_t bits = changes_of_eight(costs + first + i, step);
        if (count - i < 8) bits &= (1u << (count - i)) - 1;
        size_t at = first + i;
        bits <<= at & 31;
        words[at >> 5] |= (uint32_t)bits;
        words[(at >> 5) + 1] |= (uint32_t)(bits >> 32);
    }
}

static void mark_thin_walls(const wend__lines *lines, const wend_mover *mover, int seam) {
    int side = seam_side(lines->shape.lattice, seam);
    for (uint32_t here = 0; here < wend__cell_count(lines->shape); here++) {
        wend_cell other = wend__neighbour(lines->shape.lattice, wend__cell_of(lines->shape, here), side);
        if (!wend__is_on(lines->shape, other.x, other.y)) continue;
        uint32_t there = wend__index(lines->shape, other.x, other.y);
        bool is_open = wend__side_is_open(mover, here, there, side) &&
                       wend__side_is_open(mover, there, here, wend__opposite(side));
        if (!is_open) lines->seams[seam][here >> 5] |= 1u << (here & 31);
    }
}

static void mark_seam(const wend__lines *lines, const wend_mover *mover, int seam) {
    wend__shape shape = lines->shape;
    int side = seam_side(shape.lattice, seam);
    /* The same step from every row, or from every other one. */
    int32_t rows_at_once = shape.lattice == WEND_HEX ? 1 : shape.height;
    for (int32_t y = 0; y < shape.height; y += rows_at_once) {
        wend_cell offset = wend__offset(shape.lattice, y, side);
        ptrdiff_t step = (ptrdiff_t)offset.y * shape.width + offset.x;
        mark_changes(lines->seams[seam], mover->costs, wend__index(shape, 0, y),
                     (size_t)rows_at_once * (size_t)shape.width, step);
    }
    if (mover->has_walls) mark_thin_walls(lines, mover, seam);
}

static void mark_blocks(const wend__lines *lines) {
    for (int32_t y = 0; y < lines->shape.height; y++) {
        uint8_t *blocks = lines->blocks + (size_t)(y / BLOCK) * (size_t)lines->blocks_wide;
        for (int seam = 0; seam < seam_count(lines->shape.lattice); seam++) {
            const uint32_t *words = lines->seams[seam];
            for (int32_t block = 0; block < lines->blocks_wide; block++) {
                size_t at = wend__index(lines->shape, block * BLOCK, y);
                blocks[block] |= (uint8_t)((words[at >> 5] | (uint64_t)words[(at >> 5) + 1] << 32) >> (at & 31));
            }
        }
    }
}

wend__lines wend__lines_of(const wend_mover *mover, int32_t clearance, uint32_t *words) {
    wend__lines lines = {.shape = mover->shape, .pitch = UNIT, .clearance = clearance};
    if (lines.shape.lattice == WEND_HEX) lines.pitch = HEX_PITCH;
    memset(words, 0, wend__lines_words(lines.shape) * sizeof *words);
    for (int seam = 0; seam < seam_count(lines.shape.lattice); seam++) {
        lines.seams[seam] = words + (size_t)seam * seam_words(lines.shape);
        mark_seam(&lines, mover, seam);
    }
    lines.blocks = (uint8_t *)(words + WEND__SIGHT_SEAMS * seam_words(lines.shape));
    lines.blocks_wide = (int32_t)blocks_wide(lines.shape);
    mark_blocks(&lines);
    return lines;
}

static inline bool any_seam(const uint32_t *words, size_t first, int32_t count) {
    for (;; first += 32, count -= 32) {
        uint64_t two = words[first >> 5] | (uint64_t)words[(first >> 5) + 1] << 32;
        uint32_t bits = (uint32_t)(two >> (first & 31));
        if (count <= 32) return bits & (uint32_t)((UINT64_C(1) << count) - 1);
        if (bits) return true;
    }
}

/* Runs. */

/* Cells of a row that a line touches. */
typedef struct wend__run {
    int32_t row, first, last;
} wend__run;

/* Is any side between the cells of a run a seam? */
static inline bool run_has_seam(const wend__lines *lines, wend__run run) {
    size_t first = wend__index(lines->shape, run.first, run.row);
    return any_seam(lines->seams[0], first, run.last - run.first);
}

/* Is any side between the cells of two runs, one in the row below the other one's, a seam? */
static inline bool has_seam_between(const wend__lines *lines, wend__run upper, wend__run lower) {
    bool is_hex = lines->shape.lattice == WEND_HEX;
    for (int seam = 1; seam < seam_count(lines->shape.lattice); seam++) {
        int32_t shift = is_hex ? (upper.row & 1) - (seam - 1) : 0; /* from a column to that of the cell beyond */
        int32_t first = upper.first > lower.first - shift ? upper.first : lower.first - shift;
        int32_t last = upper.last < lower.last - shift ? upper.last : lower.last - shift;
        if (first > last) continue;
        if (any_seam(lines->seams[seam], wend__index(lines->shape, first, upper.row), last - first + 1)) return true;
    }
    return false;
}

/* A line is followed row by row: where it enters the row, grown by the clearance, and where it leaves. */
typedef struct wend__track {
    int64_t entry, exit, step; /* x where it meets the lines between rows, and how far from one to the next */
    int64_t least, most;       /* x of its ends */
    int32_t grown;
} wend__track;

static wend__track track_between(const wend__lines *lines, wend__sight_point a, wend__sight_point b, int32_t row,
                                 int32_t way) {
    int64_t across = b.x - a.x, down = b.y - a.y, fine = (int64_t)1 << FINE;
    int64_t slope = down ? across * fine / down : 0;
    int64_t start = a.x * fine, end = b.x * fine;
    wend__track track = {.least = start < end ? start : end, .most = start < end ? end : start};
    track.entry = start + slope * (row * lines->pitch - lines->clearance - a.y);
    track.exit = start + slope * (row * lines->pitch + UNIT + lines->clearance - a.y);
    if (!down) {
        track.entry = track.least;
        track.exit = track.most;
    }
    track.step = slope * lines->pitch * way;
    track.grown = lines->clearance + (across && down ? 1 : 0);
    return track;
}

static inline int64_t within(const wend__track *track, int64_t x) {
    x = x < track->least ? track->least : x;
    return x > track->most ? track->most : x;
}

/* What it touches in the next row; first is -1 where that is beyond the left border. */
static inline wend__run next_run(const wend__lines *lines, wend__track *track, int32_t row) {
    int64_t x0 = within(track, track->entry), x1 = within(track, track->exit);
    track->entry += track->step;
    track->exit += track->step;
    int32_t grown = track->grown, shift = wend__row_shift(lines, row);
    int32_t left = (int32_t)((x0 < x1 ? x0 : x1) / ((int64_t)1 << FINE)) - grown - shift;
    int32_t right = (int32_t)((x0 < x1 ? x1 : x0) / ((int64_t)1 << FINE)) + grown - shift - 1;
    return (wend__run){row, left < 0 ? -1 : left / UNIT, right / UNIT};
}

static int32_t floor_divide(int32_t value, int32_t by) {
    return value >= 0 ? value / by : -((by - 1 - value) / by);
}

/* Has no cell of a run through a row of blocks any seam? */
static inline bool blocks_are_clear(const wend__lines *lines, wend__run run) {
    const uint8_t *blocks = lines->blocks + (size_t)(run.row / BLOCK) * (size_t)lines->blocks_wide;
    for (int32_t block = run.first / BLOCK; block <= run.last / BLOCK; block++)
        if (blocks[block]) return false;
    return true;
}

static bool is_free_run(const wend__lines *lines, wend__run run) {
    return run.first >= 0 && run.last < lines->shape.width && !run_has_seam(lines, run);
}

/* Goes on to the last row of a row of blocks that has begun, if nothing is in the way there. */
static void skip_blocks(const wend__lines *lines, int32_t way, wend__track *track, wend__run *run) {
    wend__track there = *track;
    there.entry += track->step * (BLOCK - 2);
    there.exit += track->step * (BLOCK - 2);
    wend__run far = next_run(lines, &there, run->row + way * (BLOCK - 1));
    wend__run all = {run->row, run->first < far.first ? run->first : far.first,
                     run->last > far.last ? run->last : far.last};
    if (lines->shape.lattice == WEND_HEX) { /* every other row begins half a cell further on */
        all.first--;
        all.last++;
    }
    if (all.first < 0 || all.last >= lines->shape.width || !blocks_are_clear(lines, all)) return;
    *run = far;
    *track = there;
}

bool wend__can_see(const wend__lines *lines, wend__sight_point a, wend__sight_point b) {
    int32_t way = a.y <= b.y ? 1 : -1;
    int32_t top = way > 0 ? a.y : b.y, bottom = way > 0 ? b.y : a.y;
    int32_t highest = floor_divide(top - lines->clearance - UNIT, lines->pitch) + 1;
    int32_t lowest = floor_divide(bottom + lines->clearance - 1, lines->pitch);
    if (highest < 0 || lowest >= lines->shape.height) return false;
    int32_t row = way > 0 ? highest : lowest, last = way > 0 ? lowest : highest;
    /* As seen from its upper end, whichever that is. */
    wend__track track = way > 0 ? track_between(lines, a, b, row, way) : track_between(lines, b, a, row, way);
    wend__run run = next_run(lines, &track, row);
    if (!is_free_run(lines, run)) return false;
    while ((last - run.row) * way > 0) {
        wend__run before = run;
        run = next_run(lines, &track, run.row + way);
        if (!is_free_run(lines, run)) return false;
        if (has_seam_between(lines, way > 0 ? before : run, way > 0 ? run : before)) return false;
        bool begins_block = ((way > 0 ? run.row : ~run.row) & (BLOCK - 1)) == 0;
        if (begins_block && (last - run.row) * way >= BLOCK) skip_blocks(lines, way, &track, &run);
    }
    return true;
}
