/* SPDX-License-Identifier: MIT
 * The plan of a map with enemy units on it: what they threaten, the shortest and the safest way past them, and where to
 * flee. No drawing, no window. */
#ifndef THREAT_PLAN_H
#define THREAT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/wend.h>

enum { PLAN_UNITS = 64, LONGEST_RANGE = 60, MOST_DANGER = 40 };

struct unit {
    wend_cell cell;
    uint32_t range; /* [1.0 = one straight step at unit cost] */
};

enum way { WAY_SHORTEST, WAY_SAFEST, WAY_FLIGHT, WAY_COUNT };

/* A way from the start. */
struct route {
    wend_cell *cells;
    size_t count;
    wend_status status; /* OK where it gets where it leads */
    float length;       /* [1.0 = one straight step at unit cost], danger left out */
    size_t threatened;  /* cells of it in range of some unit */
};

struct plan {
    char name[64]; /* of the map's file */
    wend_map *map;
    int32_t width, height;
    bool is_characters;
    uint8_t wall, ground; /* what is painted and erased with */
    uint8_t *original;    /* [cells] terrain as it was loaded */
    wend_mover *plain;    /* pays for the ground alone: units, the shortest way */
    wend_mover *wary;     /* pays for danger too, by its overlay */
    wend_field *shortest, *safest, *from_units, *flight;
    wend_workspace *workspace;

    struct unit units[PLAN_UNITS], first_units[PLAN_UNITS];
    size_t unit_count, first_unit_count;
    wend_cell start, goal, first_start, first_goal;
    uint32_t danger;   /* what each unit in range adds to the cost of a cell */
    bool goal_is_exit; /* those who flee may leave at the goal */

    uint16_t *counts; /* [cells] units in whose range a cell is */
    uint32_t *seeds;  /* [cells] of the flight */
    struct route routes[WAY_COUNT];
    size_t threatened; /* cells in some range */
    uint64_t edits;    /* counts what changed */
    double update_ms;
};

struct plan_wishes {
    wend_lattice lattice;
    struct unit units[PLAN_UNITS];
    size_t unit_count; /* 0: five, here and there */
    wend_cell start, goal;
    bool has_start, has_goal;
    uint32_t danger;
};

/* Reads a map and sets everything up. False: one line on standard error says why; plan_close takes what there is. */
bool plan_open(struct plan *plan, const char *path, const struct plan_wishes *wishes);
void plan_close(struct plan *plan);

/* Everything below takes effect with the next update. */
void plan_update(struct plan *plan);

/* As it was at first. */
void plan_restart(struct plan *plan);
/* Is there free ground? Units, start and goal are put on such cells only. */
bool plan_is_free(const struct plan *plan, wend_cell cell);
/* The nearest unit within reach [cells], or PLAN_UNITS. */
size_t plan_unit_at(const struct plan *plan, wend_cell cell, float reach);
/* Its number, or PLAN_UNITS where there is no room. */
size_t plan_add_unit(struct plan *plan, wend_cell cell, uint32_t range);
void plan_remove_unit(struct plan *plan, size_t number);
/* Walls, or none, in squares round all cells from one to another. */
void plan_paint(struct plan *plan, wend_cell from, wend_cell to, int32_t side, bool is_wall);

#endif
