/* SPDX-License-Identifier: MIT
 * Where a disc fits: round the centre of a cell, and along a step. Exact, in integers.
 *
 *     . . # . .      The open disc of the radius round the centre must meet no blocked cell, thin wall or outside of
 *     . /---\ .      the map. What it can meet depends on the radius alone, so it is listed once, nearest first; a
 *     # | o-|-+->o   look at a cell walks the list until something listed is there. A step sweeps a capsule: its list
 *     . \---/ .      holds only what lies between the two discs, since both ends must be free anyway.
 *     . . . # .
 *
 * Invariant: a thing is in a list exactly if it is nearer than the radius, as a real number, to the centre or the line.
 * Cost: a list holds about pi r^2 cells and 2 (on hex 3) times as many thin walls, r in cells; making them looks at
 * each thing in the box round the disc, once per direction. No list is longer than 2^16, thin walls are not looked at
 * on maps that have none.
 * Source: distances between segments, as in C. Ericson, Real-Time Collision Detection (2005), 5.1.
 *
 * Why integers suffice. In the lattice's units corners and centres are whole numbers, and squared lengths are
 * q = (weight_u * u^2 + v^2) / unit cells^2. The distance to a line along d is weight_u * cross^2 / q(d), with
 *     square  d a side, q = 4, cross even;   d a step, q = 4 or 8, cross even
 *     hex     d a side, q = 4;               d a step, q = 12, weight_u = 3
 * so four times a squared distance is always whole: the unit of every distance here, 1/16 or 1/48 cell^2.
 * Bounds: a disc of 32 cells with its box stays within |u|, |v| < 2^8, so q < 2^18, cross < 2^17, and the largest
 * number met, 4 * weight_u * cross^2, is below 2^38. A distance within the radius is at most 48 * 32^2 = 49152. */
#include "map/clearance.h"

#include <wend/mover.h>

#include <assert.h>
#include <stdlib.h>

#define NO_SIDE (-1)
#define CENTRE (-1) /* in place of a direction: the disc at the centre */

/* What is being listed. */
struct walk {
    wend_lattice lattice;
    wend__metric metric;
    uint64_t limit; /* 4 * unit * (radius / 256)^2, times 65536 */
    int32_t parity;
    int32_t box_x, box_y; /* nothing beyond these offsets is within the radius of the centre or of a step */
    wend_cell to;         /* the other end of the step; (0, 0) for the disc */
    wend__near *out;      /* NULL: only count */
    uint32_t count;
};

static wend__vector minus(wend__vector a, wend__vector b) {
    return (wend__vector){a.u - b.u, a.v - b.v};
}

static wend__vector plus(wend__vector a, wend__vector b) {
    return (wend__vector){a.u + b.u, a.v + b.v};
}

static int64_t dot(wend__metric metric, wend__vector a, wend__vector b) {
    return metric.weight_u * a.u * b.u + (int64_t)a.v * b.v;
}

static int64_t cross(wend__vector a, wend__vector b) {
    return (int64_t)a.u * b.v - (int64_t)a.v * b.u;
}

/* Four times the squared distance from p to the segment a b, which may be a point. */
static int64_t point_to_segment(wend__metric metric, wend__vector p, wend__vector a, wend__vector b) {
    wend__vector along = minus(b, a);
    wend__vector from_a = minus(p, a);
    int64_t length = dot(metric, along, along);
    int64_t place = dot(metric, from_a, along);
    if (place <= 0) return 4 * dot(metric, from_a, from_a);
    if (place >= length) {
        wend__vector from_b = minus(p, b);
        return 4 * dot(metric, from_b, from_b);
    }
    int64_t area = cross(along, from_a);
    int64_t scaled = 4 * metric.weight_u * area * area;
    assert(scaled % length == 0);
    return scaled / length;
}

/* Are p and q on different sides of the line a b, neither on it? */
static bool are_apart(wend__vector a, wend__vector b, wend__vector p, wend__vector q) {
    int64_t side_p = cross(minus(b, a), minus(p, a));
    int64_t side_q = cross(minus(b, a), minus(q, a));
    return (side_p < 0 && side_q > 0) || (side_p > 0 && side_q < 0);
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Four times the squared distance between the segments a b and c d. */
static int64_t segment_to_segment(wend__metric metric, wend__vector a, wend__vector b, wend__vector c, wend__vector d) {
    if (are_apart(a, b, c, d) && are_apart(c, d, a, b)) return 0;
    return least(least(point_to_segment(metric, c, a, b), point_to_segment(metric, d, a, b)),
                 least(point_to_segment(metric, a, c, d), point_to_segment(metric, b, c, d)));
}

/* A cell or thin wall as a chain of segments. No segment of ours ends inside of a cell that is asked about, so the
 * outline of a cell is as near as the cell. */
struct outline {
    wend__vector points[7];
    int segments;
};

static struct outline outline_of(const struct walk *walk, wend_cell cell, int side) {
    struct outline outline;
    wend__vector centre = wend__vector_to(walk->lattice, walk->parity, cell);
    if (side == NO_SIDE) {
        outline.segments = wend__corners(walk->lattice, outline.points);
        outline.points[outline.segments] = outline.points[0];
    } else {
        outline.segments = 1;
        wend__side_corners(walk->lattice, side, outline.points);
    }
    for (int i = 0; i <= outline.segments; i++) outline.points[i] = plus(outline.points[i], centre);
    return outline;
}

static int64_t distance_to(const struct walk *walk, const struct outline *outline, wend__vector from, wend__vector to) {
    int64_t shortest = INT64_MAX;
    for (int i = 0; i < outline->segments; i++)
        shortest =
            least(shortest, segment_to_segment(walk->metric, outline->points[i], outline->points[i + 1], from, to));
    return shortest;
}

static bool is_within(const struct walk *walk, int64_t distance) {
    return (uint64_t)distance << 16 < walk->limit;
}

/* Lists a cell or thin wall if it is nearer to the step's line than the radius, but to neither end of it; or, without a
 * step, to the centre. */
static void consider(struct walk *walk, wend_cell cell, int side) {
    const wend__vector start = {0, 0};
    wend__vector end = wend__vector_to(walk->lattice, walk->parity, walk->to);
    bool is_step = walk->to.x != 0 || walk->to.y != 0;
    struct outline outline = outline_of(walk, cell, side);

    int64_t distance = distance_to(walk, &outline, start, start);
    if (is_step) {
        if (is_within(walk, distance) || is_within(walk, distance_to(walk, &outline, end, end))) return;
        distance = distance_to(walk, &outline, start, end);
    }
    if (!is_within(walk, distance)) return;
    if (walk->out)
        walk->out[walk->count] = (wend__near){(int16_t)cell.x, (int16_t)cell.y, (int16_t)side, (uint16_t)distance};
    walk->count++;
}

static void consider_cells(struct walk *walk) {
    for (int32_t y = -walk->box_y; y <= walk->box_y; y++) {
        for (int32_t x = -walk->box_x; x <= walk->box_x; x++) {
            bool is_end = (x == 0 && y == 0) || (x == walk->to.x && y == walk->to.y);
            if (!is_end) consider(walk, (wend_cell){x, y}, NO_SIDE);
        }
    }
}

/* Half of the sides, so that each thin wall has one name. */
static uint32_t named_sides(wend_lattice lattice) {
    uint32_t eastern = 1u << WEND_EAST | 1u << WEND_SOUTH_EAST | 1u << WEND_SOUTH_WEST;
    return lattice == WEND_HEX ? eastern : 1u << WEND_EAST | 1u << WEND_SOUTH;
}

static void consider_walls(struct walk *walk) {
    for (int32_t y = -walk->box_y; y <= walk->box_y; y++) {
        for (int32_t x = -walk->box_x; x <= walk->box_x; x++) {
            for (uint32_t sides = named_sides(walk->lattice); sides; sides &= sides - 1)
                consider(walk, (wend_cell){x, y}, wend__lowest_bit(sides));
        }
    }
}

static int compare(const void *left, const void *right) {
    const wend__near *a = left;
    const wend__near *b = right;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return a->side - b->side;
}

static wend__near_list make_list(struct walk *walk, int32_t parity, int direction) {
    walk->parity = parity;
    walk->to = direction == CENTRE ? (wend_cell){0, 0} : wend__offset(walk->lattice, parity, direction);
    wend__near_list list;
    list.first = walk->count;
    consider_cells(walk);
    list.walls = walk->count;
    consider_walls(walk);
    list.last = walk->count;
    if (walk->out) {
        qsort(walk->out + list.first, list.walls - list.first, sizeof *walk->out, compare);
        qsort(walk->out + list.walls, list.last - list.walls, sizeof *walk->out, compare);
    }
    return list;
}

/* Squares have no parity: both share one set of lists. */
static void make_lists(wend__clearance *clearance, struct walk *walk, uint32_t directions) {
    int32_t parities = walk->lattice == WEND_HEX ? 2 : 1;
    for (int32_t parity = 0; parity < parities; parity++) {
        clearance->disc[parity] = make_list(walk, parity, CENTRE);
        for (uint32_t rest = directions; rest; rest &= rest - 1) {
            int direction = wend__lowest_bit(rest);
            clearance->step[parity][direction] = make_list(walk, parity, direction);
        }
    }
    if (parities == 1) {
        clearance->disc[1] = clearance->disc[0];
        for (int direction = 0; direction < WEND__DIRECTIONS; direction++)
            clearance->step[1][direction] = clearance->step[0][direction];
    }
}

/* The farthest offset of all lists. */
static int32_t reach_of(const wend__clearance *clearance) {
    int32_t reach = 0;
    for (size_t i = 0; i < clearance->near_count; i++) {
        int32_t x = abs(clearance->nears[i].x);
        int32_t y = abs(clearance->nears[i].y);
        int32_t farther = x > y ? x : y;
        reach = farther > reach ? farther : reach;
    }
    return reach;
}

/* Is it one of the two cells that a diagonal step passes between? */
static bool is_beside(wend__near near, int direction) {
    int vertical, horizontal;
    wend__diagonal_parts(direction, &vertical, &horizontal);
    wend_cell a = wend__offset(WEND_SQUARE, 0, vertical), b = wend__offset(WEND_SQUARE, 0, horizontal);
    return (near.x == a.x && near.y == a.y) || (near.x == b.x && near.y == b.y);
}

static void note_what_matters(wend__clearance *clearance, wend_lattice lattice) {
    for (int32_t parity = 0; parity < 2; parity++)
        for (int k = 0; k < WEND__DIRECTIONS; k++) {
            wend__near_list list = clearance->step[parity][k];
            for (uint32_t i = list.first; i < list.walls; i++) {
                clearance->cells_matter[parity] |= 1u << k;
                if (wend__is_diagonal(lattice, k) && is_beside(clearance->nears[i], k)) continue;
                clearance->cells_matter_past_corners[parity] |= 1u << k;
            }
        }
}

static struct walk start_walk(wend_lattice lattice, uint32_t radius) {
    struct walk walk = {.lattice = lattice, .metric = wend__metric_of(lattice)};
    walk.limit = 4 * (uint64_t)walk.metric.unit * radius * radius;
    int32_t cells = (int32_t)((radius + 255) / 256);
    walk.box_x = cells + 2;
    walk.box_y = lattice == WEND_HEX ? cells + cells / 6 + 3 : cells + 2; /* rows sqrt(3)/2 > 6/7 apart */
    return walk;
}

wend_status wend__clearance_create(wend__clearance *clearance, wend_lattice lattice, uint32_t directions,
                                   uint32_t radius, const wend_allocator *allocator) {
    assert(radius <= WEND_MAX_RADIUS);
    *clearance = (wend__clearance){.allocator = wend__allocator_or_default(allocator), .radius = radius};

    struct walk walk = start_walk(lattice, radius);
    make_lists(clearance, &walk, directions);
    uint32_t count = walk.count;
    if (count > 0) {
        walk.out = wend__allocate(&clearance->allocator, count, sizeof *walk.out);
        if (!walk.out) {
            *clearance = (wend__clearance){0};
            return WEND_ERROR_NO_MEMORY;
        }
        walk.count = 0;
        make_lists(clearance, &walk, directions);
        assert(walk.count == count);
    }
    clearance->nears = walk.out;
    clearance->near_count = count;
    clearance->reach = reach_of(clearance);
    note_what_matters(clearance, lattice);
    return WEND_OK;
}

void wend__clearance_destroy(wend__clearance *clearance) {
    if (clearance->nears)
        wend__release(&clearance->allocator, clearance->nears, clearance->near_count, sizeof *clearance->nears);
    *clearance = (wend__clearance){0};
}

static bool is_blocked(const wend_map *map, const uint8_t *costs, int32_t x, int32_t y) {
    return !wend__is_on(map->shape, x, y) || costs[wend__index(map->shape, x, y)] == WEND_BLOCKED;
}

/* Is there a thin wall, closed both ways? The outline of the map needs none: the cells outside are listed too, and at
 * most as far away. */
static bool has_wall(const wend_map *map, wend_cell cell, int side) {
    wend_cell other = wend__neighbour(map->shape.lattice, cell, side);
    return wend__is_on(map->shape, cell.x, cell.y) && wend__is_on(map->shape, other.x, other.y) &&
           wend__way_is_closed(map, cell, side) && wend__way_is_closed(map, other, wend__opposite(side));
}

/* Does all that is listed lie on the map? Then nobody need ask for each of it. */
static bool is_inside(const wend__clearance *clearance, wend__shape shape, wend_cell cell) {
    int32_t reach = clearance->reach;
    return cell.x >= reach && cell.y >= reach && cell.x < shape.width - reach && cell.y < shape.height - reach;
}

/* Distance of the first blocked cell of a list. */
static uint16_t nearest_cell(const wend__near *nears, wend__near_list list, const wend_map *map, const uint8_t *costs,
                             wend_cell cell, bool inside) {
    if (inside) {
        const uint8_t *here = costs + wend__index(map->shape, cell.x, cell.y);
        for (uint32_t i = list.first; i < list.walls; i++)
            if (here[(ptrdiff_t)nears[i].y * map->shape.width + nears[i].x] == WEND_BLOCKED) return nears[i].distance;
        return WEND__CLEAR;
    }
    for (uint32_t i = list.first; i < list.walls; i++)
        if (is_blocked(map, costs, cell.x + nears[i].x, cell.y + nears[i].y)) return nears[i].distance;
    return WEND__CLEAR;
}

/* Distance of the first thin wall of a list that is nearer than that. */
static uint16_t nearest_wall(const wend__near *nears, wend__near_list list, const wend_map *map, wend_cell cell,
                             bool inside, uint16_t distance) {
    for (uint32_t i = list.walls; i < list.last && nears[i].distance < distance; i++) {
        wend_cell there = {cell.x + nears[i].x, cell.y + nears[i].y};
        bool may_be = !inside || (map->walls[wend__index(map->shape, there.x, there.y)] >> nears[i].side & 1);
        if (may_be && has_wall(map, there, nears[i].side)) return nears[i].distance;
    }
    return distance;
}

/* Distance of the first cell, or thin wall, of a list that is there. */
static uint16_t nearest(const wend__clearance *clearance, wend__near_list list, const wend_map *map,
                        const uint8_t *costs, wend_cell cell) {
    bool inside = is_inside(clearance, map->shape, cell);
    uint16_t distance = nearest_cell(clearance->nears, list, map, costs, cell, inside);
    return map->walls ? nearest_wall(clearance->nears, list, map, cell, inside, distance) : distance;
}

uint16_t wend__clearance_at(const wend__clearance *clearance, const wend_map *map, const uint8_t *costs,
                            wend_cell cell) {
    return nearest(clearance, clearance->disc[cell.y & 1], map, costs, cell);
}

bool wend__step_is_clear(const wend__clearance *clearance, const wend_map *map, const uint8_t *costs, wend_cell cell,
                         int direction) {
    wend__near_list list = clearance->step[cell.y & 1][direction];
    return nearest(clearance, list, map, costs, cell) == WEND__CLEAR;
}
